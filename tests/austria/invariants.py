"""Invariants after every entry, read off the position and the pieces."""

from collections import Counter
from typing import Any

from adjudicator.austria.table.state import BEYOND
from tests.austria import expansion

DICE = {2: 10, 3: 12, 4: 14}


def check(state: Any) -> None:
    """Assert that pieces are conserved and values lie in their bounds."""
    position = state.position()
    players = position["players"]
    for index, food in enumerate(state.box.foods):
        stock = state.box.stocks[index]
        pieces = stock.count + (0 if stock.is_limited(state.rules) else BEYOND)
        out = sum(player["kitchen"][food] for player in players.values())
        out += sum(
            row.get("served", {}).get(food, 0) for p in players.values() for row in p["cafe"]
        )
        assert out + state.supply[index] == pieces, food
    _check_guests(state, position)
    _check_staff(state, players)
    assert sum(position["dice"]) + sum(position["taken"].values()) <= DICE[len(players)]
    for discs in position["claims"].values():
        assert len(discs) == len(set(discs)) <= 3
    for name, player in players.items():
        assert 0 <= player["krones"] <= 20
        assert 0 <= player["emperor"] <= 13
        assert len(player["cafe"]) <= 3 + (player.get("lobby") == "kaufman")
        assert len(player["rooms"]) <= 20
        assert min(player["kitchen"].values()) >= 0
        assert sum(name in discs for discs in position["claims"].values()) <= 3
        for row in player["cafe"]:
            order = state.guests[row["guest"]].order
            for index, food in enumerate(state.box.foods):
                assert order is None or row.get("served", {}).get(food, 0) <= order[index]
        fresh = zip(state.by_id[name].fresh, state.box.foods, strict=True)
        assert all(0 <= count <= player["kitchen"][food] for count, food in fresh)
    expansion.check(state, position)
    scores = state.result().to_json()["scores"]
    for name, parts in scores.items():
        assert sum(points for part, points in parts.items() if part != "total") == parts["total"]
        if not state.over():
            assert parts["total"] == players[name]["vp"]


def _check_guests(state: Any, position: dict[str, Any]) -> None:
    places = Counter(position.get("queue", ()))
    for player in position["players"].values():
        places.update(row["guest"] for row in player["cafe"])
        places.update(set(player.get("pile", ())) | set(player.get("goal_pile", ())))
    places.update(position.get("discards", ()))
    assert not places or max(places.values()) == 1
    if state.deck is not None:
        places.update(state.deck)
        assert places == Counter(list(state.guests))


def _check_staff(state: Any, players: dict[str, Any]) -> None:
    played = Counter(
        row["staff"] if isinstance(row, dict) else row
        for player in players.values()
        for row in player["staff"]
    )
    assert not played or max(played.values()) == 1
    hands = sum(player["hand"] for player in players.values())
    out = len(state.discarded_staff)
    assert hands + sum(played.values()) + out + state.staff_deck() == len(state.staff_cards)
    assert all(player["hand"] >= 0 for player in players.values())


def bin_size(state: Any, rerolls: int) -> None:
    """Assert the dice identity within a round: board, turn-order tiles and bin (GAH-PASS-14)."""
    assert sum(state.dice) + sum(state.taken) + rerolls == DICE[len(state.players)]


def bounds(state: Any) -> None:
    """Assert the bounds of values, which even rulings keep (see record format)."""
    position = state.position()
    for player in position["players"].values():
        assert 0 <= player["krones"] <= 20
        assert 0 <= player["emperor"] <= 13
        assert player["hand"] >= 0
        assert min(player["kitchen"].values()) >= 0
        assert sum(player.get("rehearsal", {}).get("sections") or []) <= 10
    assert min(position["dice"]) >= 0
    assert min(state.supply) >= 0
    assert len(position.get("queue", ())) <= 5
    assert len(position.get("coloured", ())) <= 3
