"""Invariants after every entry, read off the position and the score."""

from collections import Counter
from typing import Any

from adjudicator import games
from tests.samoa import play


def tokens_out(position: dict[str, Any]) -> dict[str, Counter[str]]:
    """Return per nationality the tokens in hotels and groups."""
    out: dict[str, Counter[str]] = {flag: Counter() for flag in play.FLAGS}
    for own in position["players"].values():
        for living in own["rooms"].values():
            for tourist in living:
                out[tourist["flag"]][tourist["token"]] += 1
    flag = position["flags"][position["round"] - 1]
    for group in position["groups"]:
        out[flag].update(group)
    return out


def tiles_out(position: dict[str, Any]) -> Counter[str]:
    """Return the tiles that were turned up, by kind."""
    tiles = Counter([*position["tiles"], *position["used_tiles"]])
    for own in position["players"].values():
        tiles.update(own["special_tiles"])
        tiles["room"] += own["extra_rooms"]
        tiles["suite"] += len(own["suites"])
        tiles["pool"] += own["pools"]
    return +tiles


def check(state: games.State) -> None:
    """Coins add up, 18 tokens of each nationality, 11 cards a player, 19 tiles."""
    position, result = state.position(), state.result()
    for player, own in position["players"].items():
        assert result.total(player) == own["money"] >= 0
        lying = (own.get("card") or own.get("chosen")) is not None
        assert own["hand"] + len(own["discards"]) + lying == 11
        assert {"day_off": True} not in own["discards"]
    assert all(out.total() <= 18 for out in tokens_out(position).values())
    assert tiles_out(position).total() <= 19
