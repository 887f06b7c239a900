"""Additions of the expansion's modules to random play: set-ups, chance, mischief and invariants."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.austria.modules.balls.floor import count_dancers_of
from adjudicator.austria.printed.catalogue import FOODS
from adjudicator.austria.table.box import Box

COLOURS = ("red", "blue", "yellow")

CELEBRITIES = ("churchill", "einstein", "chaplin", "magie", "tolkien", "gandhi", "curie", "freud")
WITH_BALLS = ("puccini", "hari", "picasso")

LOBBIES = ("corogari", "dove", "kaufman", "kozi", "maenfels", "ninas", "paulwei", "wray")

MODULES = ("balls", "celebrities", "hotels", "first-player", "more")

OWN_POLITICS = {
    "balls": ("champagne-7", "dancers-7", "tourists-4"),
    "more": ("foods-3", "top-floor-3", "orders-5"),
}
LETTER_OF = {card: place for cards in OWN_POLITICS.values() for place, card in enumerate(cards)}
"""The place of a card's letter: each module has one of A, B and C, in this order."""

OWN_TILES = {
    "balls": ("A-champagne", "B-dancer", "C-dancers"),
    "more": ("A-krones-food", "B-draw", "C-discs"),
}
"""Cards and tiles that lie out in about half of the games with their module."""

HALLS = ("apollo", "strauss", "deon", "sperl", "kettenbruecke")
ROWS = ("top", "middle", "bottom")

BY_NOBODY = ("refill",)

Pool = Mapping[str, Sequence[str]]


def celebrities(named: Sequence[str]) -> list[str]:
    return [*CELEBRITIES, *(WITH_BALLS if "balls" in named else ())]


def setup(rng: random.Random, players: int, named: Sequence[str]) -> dict[str, Any]:
    """Return the modules' additions to a set-up."""
    more: dict[str, Any] = {}
    if "celebrities" in named:
        who = rng.sample(celebrities(named), len(COLOURS))
        more["bar"] = dict(zip(COLOURS, who, strict=True))
    if "balls" in named:
        more["halls"] = rng.sample(HALLS, 3)
        more["rehearsals"] = rng.sample(range(1, 5), players)
    if "hotels" in named:
        more["lobbies"] = rng.sample([*LOBBIES, *(("ren",) if "balls" in named else ())], players)
    return more


def beside(
    rng: random.Random, start: dict[str, Any], named: Sequence[str], politics: Pool, tiles: Pool
) -> None:
    """Lay goals beside Ninas and tiles beside Wray, none of them on the board.

    politics, tiles: of the base game by letter.
    """
    lobbies = start.get("lobbies", ())
    own = [card for module in named for card in OWN_POLITICS.get(module, ())]
    if "ninas" in lobbies:
        goals = [rng.choice(sorted({*politics[at]} - {*start["politics"]})) for at in "ABC"]
        left = sorted({*own} - {*start["politics"]})
        if left and rng.random() < 0.7:
            goal = rng.choice(left)
            goals[LETTER_OF[goal]] = goal
        start["ninas"] = goals
    if "wray" in lobbies:
        more = [tile for module in named for tile in OWN_TILES.get(module, ())]
        start["wray"] = []
        for at in "ABC":
            left = sorted({*tiles[at], *(t for t in more if t[0] == at)} - {*start["emperor"]})
            start["wray"] += rng.sample(left, 2)


def lie_out(
    rng: random.Random, named: Sequence[str], politics: list[str], tiles: list[str]
) -> None:
    """Put cards and tiles of the modules in place of some of the base game's."""
    for module in named:
        for tile in OWN_TILES.get(module, ()):
            if rng.random() < 0.5:
                tiles["ABC".index(tile[0])] = tile
        if module in OWN_POLITICS and rng.random() < 0.8:
            card = rng.choice(OWN_POLITICS[module])
            politics[LETTER_OF[card]] = card


def figures(rng: random.Random, box: Box) -> dict[str, Any]:
    """Return a table's readings of the components of the modules: most, but not all."""
    read: dict[str, Any] = {}
    bottles = box.foods[len(FOODS) :] * 2
    for number, guest in box.components.guests.items():
        if guest.order is None and rng.random() < 0.9:
            order = dict(Counter(rng.choices([*box.foods, *bottles], k=rng.randint(1, 3))))
            colour = rng.choice([*COLOURS, "green"])
            one = {"colour": colour, "order": order, "vp": rng.randint(-1, 6)}
            read.setdefault("guests", {})[str(number)] = one
    for number, card in box.components.staff.items():
        if None in card.cost.values() and rng.random() < 0.9:
            read.setdefault("staff", {})[str(number)] = rng.randint(0, 4)
    if "balls" in box.ids:
        read |= _halls_read(rng)
    if "hotels" in box.ids:
        halves = [half for half in BONUSES if half is not None]
        read["dove"] = {
            str(token): {"upper": rng.choice(halves), "lower": rng.choice(halves)}
            for token in range(1, 6)
            if rng.random() < 0.9
        }
    return read


BONUSES: list[Any] = [
    [{"krones": 2}],
    [{"gain": {"cake": 1}}],
    [{"vp": 3}],
    [{"emperor": 2}, {"draw_staff": 1}],
    [{"prepare": {"count": 1, "discount": 1}}],
    [{"play_staff": {"discount": 2}}],
    [{"occupy": {}}],
    [{"gain_any": 1}],
    [],
    None,
]
"""Possible gifts of sections and tokens; None: unread."""


def _halls_read(rng: random.Random) -> dict[str, Any]:
    def row(side: str) -> list[Any]:
        costs: list[Any] = [rng.randint(0, 3) for _ in range(rng.randint(1, 3))]
        return [*costs, {"four": 3}] if side == "3-4" and rng.random() < 0.5 else costs

    bonuses = [*BONUSES, [{"gain": {"champagne": 2}}, {"emperor": 1}], [{"gain": {"champagne": 1}}]]
    halls = {
        hall: {
            side: {name: row(side) for name in ROWS if rng.random() < 0.9} for side in ("2", "3-4")
        }
        for hall in HALLS
    }
    boards = {str(board): rng.choices(bonuses, k=4) for board in range(1, 5)}
    return {"halls": halls, "rehearsals": boards}


def seen(entry: dict[str, Any], state: Any, rng: random.Random) -> bool:
    """Fill in random values that the table sees; return whether there were any."""
    if entry["do"] in ("roll", "reroll"):
        spots = [space for space, dice in enumerate(entry["dice"], 1) for _ in range(dice)]
        rng.shuffle(spots)
        for colour in COLOURS:
            if entry.get(colour) == "seen":
                entry[colour] = spots.pop()
    elif entry["do"] == "refill":
        named = [colour for colour in COLOURS if colour in entry]
        entry.update(zip(named, may_come(state, len(named), rng), strict=True))
    elif entry["do"] == "swap":
        return _swapped(entry, state, rng)
    return True


def may_come(state: Any, count: int, rng: random.Random) -> list[str]:
    """Return the celebrities turned up: from the stack, then from the discards."""
    stack, discards = _turned_up(state)
    rng.shuffle(stack)
    rng.shuffle(discards)
    come = (stack + discards)[:count]
    rng.shuffle(come)
    return come


def _turned_up(state: Any) -> tuple[list[str], list[str]]:
    position = state.position()
    sight = {slot["celebrity"] for slot in position["bar"].values() if slot}
    for player in position["players"].values():
        held = player["celebrities"]
        sight.update(one["celebrity"] if isinstance(one, dict) else one for one in held)
    discards = list(position.get("bar_discards", ()))
    known = celebrities(state.box.ids)
    return [name for name in known if name not in sight and name not in discards], discards


def _swapped(entry: dict[str, Any], state: Any, rng: random.Random) -> bool:
    """Choose kinds to give and as many pieces of others."""
    supply = dict(zip(state.box.foods, state.supply, strict=True))
    give = dict(entry["give"])
    kinds = rng.sample(sorted(give), rng.randint(1, min(3, len(give))))
    others = [food for food in FOODS if food not in kinds]
    most = entry.pop("count")
    count = rng.choice((most, rng.randint(1, most)))
    pool = [food for food in kinds for _ in range(give[food])]
    came = [food for food in others for _ in range(min(count, supply[food]))]
    count = min(count, len(pool), len(came))
    entry["give"] = dict(Counter(rng.sample(pool, count)))
    entry["gain"] = dict(Counter(rng.sample(came, count)))
    return count > 0


def swaps(entry: Mapping[str, Any], item: Mapping[str, Any], state: Any) -> bool:
    """Return whether a swap is one that an item stands for: as many of other dishes and drinks."""
    give, gain = entry["give"], entry["gain"]
    supply = dict(zip(state.box.foods, state.supply, strict=True))
    return (
        0 < sum(give.values()) == sum(gain.values()) <= item["count"]
        and all(count <= item["give"].get(food, 0) for food, count in give.items())
        and all(count <= (food in FOODS and supply[food]) for food, count in gain.items())
        and not {f for f, n in give.items() if n} & {f for f, n in gain.items() if n}
    )


def may_be(entry: Mapping[str, Any], state: Any) -> bool:
    named = {colour: entry[colour] for colour in COLOURS if colour in entry}
    if entry["do"] in ("roll", "reroll"):
        fell = Counter(named.values())
        return all(count <= entry["dice"][space - 1] for space, count in fell.items())
    if entry["do"] == "refill":
        stack, discards = _turned_up(state)
        again = sum(who in discards for who in named.values())
        return (
            len(set(named.values())) == len(named)
            and set(named.values()) <= {*stack, *discards}
            and again <= max(0, len(named) - len(stack))
        )
    return True


def models(state: Any, base: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return the keys that mischief puts into each verb of the box.

    ``red=space`` is a key ``red`` with a value as of ``space``; ``?`` marks one that may be left.
    """
    known = dict(base)
    for module in state.box.ids:
        for do, keys in MODELS.get(module, {}).items():
            known[do] = (*known.get(do, ()), *keys)
    return known


MODELS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "balls": {
        "take_rehearsal": ("rehearsal=section",),
        "send_guest": ("guest", "hall", "row", "section", "place?"),
        "send_dancer": ("hall", "row", "section", "place?"),
        "remove_dancer": ("row",),
    },
    "celebrities": {
        "take_die": ("colour?",),
        "roll": tuple(f"{colour}=space" for colour in COLOURS),
        "reroll": (*(f"{colour}=space?" for colour in COLOURS), "bin?"),
        "swap": ("give", "foods"),
        "refill": ("red=who", "blue=who?", "yellow=who?"),
    },
    "first-player": {"take_key": ("gain?", "as?", "place?")},
    "hotels": {
        "take_die": ("moved?",),
        "extra_action": ("moved?",),
        "bid": ("krones", "lobby?"),
        "take_lobby": ("lobby", "krones"),
        "use_lobby": ("tile", "place?"),
        "take_token": ("token", "half?"),
    },
    "more": {"ring": ("staff=bell", "place?"), "return_food": ("food=give",)},
}


VALUES: Mapping[str, Callable[[Any], Sequence[Any]]] = {
    "space": lambda state: range(1, 7),
    "who": lambda state: celebrities(state.box.ids),
    "colour": lambda state: COLOURS,
    "hall": lambda state: HALLS,
    "row": lambda state: ROWS,
    "section": lambda state: range(1, 5),
    "bin": lambda state: COLOURS,
    "give": lambda state: [{food: count} for food in FOODS for count in (1, 2)],
    "krones": lambda state: range(13),
    "lobby": lambda state: LOBBIES,
    "tile": lambda state: sorted(state.tiles),
    "token": lambda state: range(1, 6),
    "half": lambda state: ("upper", "lower"),
    "bell": lambda state: [card for card, row in state.staff_cards.items() if row.timing == "bell"],
    "moved": lambda state: (*range(1, 7), *(COLOURS if "celebrities" in state.box.ids else ())),
}
"""Possible values of keys that modules bring."""


def check(state: Any, position: dict[str, Any]) -> None:
    """Assert the invariants of the modules' pieces."""
    if "celebrities" in state.box.ids:
        _check_celebrities(state, position)
    if "balls" in state.box.ids:
        _check_dancers(state, position)
    if "hotels" in state.box.ids:
        _check_lobbies(state, position)
    if "first-player" in state.box.ids:
        _check_key(position)
    if "more" in state.box.ids:
        _check_bells(state, position)


def _check_lobbies(state: Any, position: dict[str, Any]) -> None:
    """Every lobby, goal, tile and token in one place, and no more of them than were laid out."""
    players = position["players"].values()
    had = [player["lobby"] for player in players if player["lobby"] is not None]
    lying = position.get("lobbies", [])
    assert len({*had, *lying}) == len(had) + len(lying) == len(state.players)
    for player in players:
        assert len(player["values"]) in (0, position["taken"][_name(position, player)])
        goals = [g["politics"] if isinstance(g, dict) else g for g in player.get("goals", [])]
        assert len(set(goals)) == len(goals)
        assert not {*goals} & {*position["politics"]}
        assert len(goals) == (3 if player["lobby"] == "ninas" else 0)
        tiles = player.get("tiles", [])
        assert len(set(tiles)) == len(tiles) <= 6
        assert not {*tiles} & {*position["emperor"]}
        tokens = player.get("tokens", [])
        assert len(set(tokens)) == len(tokens) <= 5
        assert player.get("guests_this_turn", 0) <= 2


def _name(position: dict[str, Any], player: dict[str, Any]) -> str:
    return next(str(name) for name, row in position["players"].items() if row is player)


def _check_key(position: dict[str, Any]) -> None:
    """One key, on no tile with both numbers covered by dice, back between rounds."""
    holder = position["key_of"]
    assert holder is None or position["taken"][holder] < 2
    if position["phase"] == "roll":
        assert holder is None
        assert not position["passed_this_round"]


def _check_bells(state: Any, position: dict[str, Any]) -> None:
    """Only bell cards are rung, and one that has rung is never readied."""
    bells = {number for number, card in state.staff_cards.items() if card.timing == "bell"}
    for player in position["players"].values():
        for row in player["staff"]:
            if isinstance(row, dict):
                assert bool(row.get("rung")) == (row["staff"] in bells)


def _check_dancers(state: Any, position: dict[str, Any]) -> None:
    """Ten dancers each: in the rehearsal hall, in the halls, or taken into the box by a tile."""
    rows = [row for hall in position["dancers"].values() for row in hall.values()]
    takes = {"B-dancer", "C-dancers"} & set(position.get("emperor", ()))
    for name, player in position["players"].items():
        sections = player.get("rehearsal", {}).get("sections", [1, 2, 3, 4])
        dancing = sum(row.count(name) for row in rows)
        assert dancing == count_dancers_of(state, state.by_id[name])
        out = dancing + sum(sections)
        assert out == 10 or (takes and out < 10)
        assert all(0 <= left <= most for most, left in enumerate(sections, 1))


def _check_celebrities(state: Any, position: dict[str, Any]) -> None:
    """Three coloured dice, no more on a space than dice; every celebrity in one place."""
    lying = Counter(position["coloured"].values())
    assert len(position["coloured"]) <= len(COLOURS)
    for space, count in lying.items():
        assert count <= position["dice"][space - 1]
    if position["phase"] not in ("turn", "reroll"):
        assert not lying
    where = Counter(slot["celebrity"] for slot in position["bar"].values() if slot)
    where.update(position["bar_discards"])
    for name, player in position["players"].items():
        held = [row["celebrity"] if isinstance(row, dict) else row for row in player["celebrities"]]
        where.update(held)
        assert len(held) <= position["taken"][name]
        if position["phase"] not in ("turn", "reroll"):
            assert not held
    assert not where or max(where.values()) == 1
    assert set(where) <= set(celebrities(state.box.ids))
    assert all(slot is None or slot["vp"] in (1, 2, 4) for slot in position["bar"].values())
    taken = sum(len(player["celebrities"]) for player in position["players"].values())
    if position["phase"] in ("turn", "reroll"):
        assert len(position["coloured"]) + taken <= len(COLOURS)
