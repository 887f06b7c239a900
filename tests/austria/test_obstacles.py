"""What is offered is what nothing stands against: every entry of small domains, verb by verb.

Random play alone seldom meets the one room or card on which two statements differ; here, at
moments of random games, each verb is entered with every value that its keys could have.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import pytest

from adjudicator.austria.board import ROOM_NAMES
from adjudicator.reading import check_entry
from adjudicator.record import Unreadable
from tests.austria import expansion
from tests.austria.attack import MOST, REPEATS, SETS, Game, whole
from tests.austria.driver import choose, matches, revealable
from tests.austria.mischief import MODELS, _value
from tests.proof.routes import LONG

MOMENTS = 20 if LONG else 6
"""Moments of a game at which everything is entered."""

OF_A_VERB = 400 if LONG else 100
"""Entries of a verb and a player that are tried at most at one moment, drawn by chance."""

DRAWN = 12
"""How often a value of a key without a domain of its own is drawn."""

LEFT_OUT = object()

HIDDEN = frozenset(("hand", "seen"))
"""What an item has for a value that chance or a hidden hand brings."""

shares = pytest.mark.parametrize("share", range(4))


def values(name: str, state: Any, rng: random.Random, player: Any) -> list[Any]:
    """Return the values of a key that are tried: all of a small domain, else some by chance."""
    key, _, kind = name.rstrip("?").partition("=")
    domains: dict[str, Any] = {
        "room": lambda: ROOM_NAMES,
        "guest": lambda: [*(guest.number for guest in player.cafe), *(state.queue or ())],
        "reveal": lambda: [*revealable(state)[:1], None],
        "die": lambda: range(1, 7),
        "as": lambda: range(1, 6),
        "boost": lambda: [True],
        "staff": lambda: sorted(state.staff_cards),
        "politics": lambda: sorted(state.politics_cards),
        "foods": lambda: [{food: n} for food in state.box.foods for n in (1, 2)],
        "choose": lambda: ["vp", "goods", "ignore"],
        "row": lambda: expansion.ROWS,
        "hall": lambda: expansion.HALLS,
        "section": lambda: range(1, 5),
        "lobby": lambda: expansion.LOBBIES,
        "token": lambda: range(1, 6),
    }
    if key == "gain":
        gains = [{food: n} for food in (*state.box.foods, "krones", "emperor") for n in (1, 2)]
        two = [dict.fromkeys(state.box.foods[at : at + 2], 1) for at in range(3)]
        found: list[Any] = [*gains, *two]
    elif (kind or key) in domains:
        found = list(domains[kind or key]())
    else:
        found = []
        for _ in range(DRAWN):
            drawn = _value(kind or key, state, rng, player)
            if drawn not in found:
                found.append(drawn)
    return [LEFT_OUT, *found] if name.endswith("?") else found


def tried(game: Game) -> Iterator[dict[str, Any]]:
    """Yield well-formed entries of every verb, by whose turn it is and by one other."""
    state, rng = game.state, game.rng
    others = [player for player in state.players if player is not state.actor]
    players = [*([state.actor] if state.actor is not None else []), rng.choice(others)]
    for do, names in expansion.models(state, MODELS).items():
        keys = [name for name in names if name != "place?"]
        for player in players if do not in expansion.BY_NOBODY else players[:1]:
            every = list(product(*(values(name, state, rng, player) for name in keys)))
            rng.shuffle(every)
            for chosen in islice(every, OF_A_VERB):
                entry = {"do": do} if do in expansion.BY_NOBODY else {"by": player.id, "do": do}
                for name, value in zip(keys, chosen, strict=True):
                    if value is not LEFT_OUT:
                        key = name.rstrip("?").partition("=")[0]
                        entry["gain" if key == "foods" else key] = value
                try:
                    check_entry(game.game, sorted(state.by_id), entry, 1, game.verbs)
                except Unreadable:
                    continue
                yield entry


def known(item: dict[str, Any]) -> bool:
    """Return whether everything that fits an item could be entered; ``matches`` knows the deck."""
    return HIDDEN.isdisjoint(str(value) for key, value in item.items() if key != "reveal")


def holds(game: Game) -> set[str]:
    """Assert that next and judge agree now about every entry; return the verbs that are open."""
    state = game.state
    items, before = state.options(), whole(state)
    offered: dict[str, list[dict[str, Any]]] = {}
    for item in items:
        offered.setdefault(item["do"], []).append(item)
    seen = set()
    for entry in tried(game):
        after = state.copy()
        verdict = after.judge(entry)
        fits = [item for item in offered.get(entry["do"], ()) if matches(entry, item, state)]
        if any(map(known, fits)):
            assert verdict.applied, ("offered, and something stands against it", entry, verdict)
        if verdict.kind == "legal":
            idle = entry["do"] in REPEATS and whole(after) == before
            assert fits or idle, (
                "nothing stands against it, and it is not offered",
                entry,
                offered,
            )
            seen.add(entry["do"])
    return seen


@pytest.mark.rule("GAH-ROOM-01", "GAH-STAFF-07", "GAH-TURN-03", "GAH-ACT-12", "GAH-CHK-02")
@shares
def test_an_entry_is_offered_exactly_if_nothing_stands_against_it(
    share: int, chance: random.Random
) -> None:
    """Of a share of the sets of modules one is drawn, or with SOAK=1 each is played."""
    mine = SETS[share::4]
    for named in mine if LONG else [chance.choice(mine)]:
        seed = chance.randrange(2**32)
        print(f"{'+'.join(named) or 'none'} seed {seed}")
        game, seen = Game(named, seed), set()
        moments = sorted(game.rng.sample(range(10, 260), MOMENTS))
        for number in range(MOST):
            if game.state.over() or not moments:
                break
            if number == moments[0]:
                del moments[0]
                seen |= holds(game)
            entry = choose(game.state, game.rng)
            assert entry is not None
            game.judge(entry)
        assert seen
