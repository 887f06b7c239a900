"""Games that look like people's: every entry is weighed one step ahead. Makes sample records.

``python -m tests.austria.greedy SEED PLAYERS EDITION FILE [MODULE..]`` writes one.
"""

import json
import random
import sys
from pathlib import Path
from typing import Any

from adjudicator.games import find
from adjudicator.reading import load
from tests.austria.driver import concrete, header

_MAY_BE_EMPTY = ("place", "done", "penalty", "remove_room", "discard_staff", "copy_staff")
"""Verbs of entries that may change nothing; they would be repeated for ever."""


def worth(state: Any, name: str) -> float:
    """Return a rough value of a player's position: only good enough to play on."""
    player = state.by_id[name]
    value = player.vp + 0.35 * player.krones + 0.9 * player.emperor
    for room, face in enumerate(player.rooms):
        floor = room // 5 + 1
        value += {0: 0.0, 1: 1.3, 2: 7.0 + floor}[face]
    wanted = [0] * len(player.kitchen)
    vacant = [player.board.colours[room] for room, face in enumerate(player.rooms) if face == 1]
    for guest in player.cafe.values():
        card = state.guests[guest.number]
        if guest.lacks is None:
            value += 1.0
            continue
        prize = 4.0 + card.vp + 1.6 * len(card.reward)
        done = 1 - sum(guest.lacks) / card.size
        roomy = card.colour == "green" or card.colour in vacant
        value += 1.0 + prize * (0.15 + 0.7 * done) * (1.0 if roomy else 0.6)
        wanted = [have + lack for have, lack in zip(wanted, guest.lacks, strict=True)]
    for have, lack in zip(player.kitchen, wanted, strict=True):
        value += 0.9 * min(have, lack) + 0.15 * max(0, have - lack)
    for event in player.events:
        value += 0.8 * len(event.parts)
    for do in player.beside:
        value += 6.0 * len(do.parts)
    return value + 3.2 * len(player.staff) + _of_modules(state, name)


def _of_modules(state: Any, name: str) -> float:
    """Return a rough value of the modules' gifts: dancers, celebrities, the key."""
    if not state.of:
        return 0.0
    position = state.position()
    own = position["players"][name]
    rows = [row for hall in position.get("dancers", {}).values() for row in hall.values()]
    value = 5.0 * sum(row.count(name) for row in rows)
    value += 0.7 * sum(1 for left in own.get("rehearsal", {}).get("sections", ()) if left == 0)
    value += 2.5 * len(own.get("celebrities", ())) + 2.0 * (position.get("key_of") == name)
    value -= 4.0 * sum(1 for card in own["staff"] if isinstance(card, dict) and card.get("rung"))
    return value + 1.5 * len(own.get("goal_pile", ()))


def bid(state: Any, rng: random.Random) -> dict[str, Any]:
    """Return a bid for a lobby: a krone or two, and higher as long as it is cheap."""
    offered = [item for item in state.options() if item["do"] in ("bid", "pass")]
    passes = next((dict(item) for item in offered if item["do"] == "pass"), None)
    raises = next((item for item in offered if item["do"] == "bid" and "lobby" not in item), None)
    if passes is None:
        opening = next(item for item in offered if item["do"] == "bid")
        lobby = rng.choice(opening["lobby"]) if isinstance(opening["lobby"], list) else None
        return {**opening, "lobby": lobby or opening["lobby"], "krones": rng.choice([0, 1, 2])}
    if raises is not None and min(raises["krones"]) <= 4 and rng.random() < 0.5:
        return {**raises, "krones": min(raises["krones"])}
    return passes


def choose(state: Any, rng: random.Random) -> dict[str, Any] | None:
    """Return the entry that looks best one step ahead."""
    best: tuple[float, dict[str, Any]] | None = None
    for item in state.options():
        do = item["do"]
        if do == "return_staff" or (do == "decline" and "from" not in item):
            continue
        for _ in range(6 if do in ("take_die", "extra_action", "take_guest", "play_staff") else 3):
            entry = concrete(item, state, rng)
            if entry is None:
                continue
            after = state.copy()
            after.judge(entry)
            if do in _MAY_BE_EMPTY and after.position() == state.position():
                continue
            by = entry.get("by")
            gain = worth(after, by) - worth(state, by) if by else 0.0
            gain += {"done": -0.3, "pass": -2.0, "decline": -0.5}.get(do, 0.0)
            gain += rng.random() * 0.4
            if best is None or gain > best[0]:
                best = (gain, entry)
    return best[1] if best else None


def play(seed: int, players: int, edition: str, **more: Any) -> dict[str, Any]:
    rng = random.Random(seed)
    document = header(rng, players, edition, **more)
    state = find("austria").start(load(document))
    while not state.over():
        if state.phase == "setup-lobbies":
            entry = bid(state, rng)
        elif state.phase == "setup-rooms":
            entry = {"by": "abcd"[0], "do": "done"}
            for player in state.players:
                if not player.finished_setup:
                    room = next(
                        name
                        for name in ("1-1", "1-2", "2-1", "1-3", "2-2", "1-4")
                        if _free(player, name)
                    )
                    entry = {"by": player.id, "do": "prepare", "room": room}
                    break
        else:
            chosen = choose(state, rng)
            assert chosen is not None
            entry = chosen
        verdict = state.judge(entry)
        assert verdict.is_applied, (entry, verdict)
        document["entries"].append(entry)
    return document


def _free(player: Any, name: str) -> bool:
    floor, column = (int(part) for part in name.split("-"))
    return player.rooms[(floor - 1) * 5 + column - 1] == 0


if __name__ == "__main__":
    made = play(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], modules=sys.argv[5:])
    lines = ",\n  ".join(json.dumps(entry, ensure_ascii=False) for entry in made.pop("entries"))
    text = json.dumps(made, ensure_ascii=False, indent=1)[:-2]
    Path(sys.argv[4]).write_text(f'{text},\n "entries": [\n  {lines}\n ]\n}}\n', encoding="utf-8")
