"""What pages say of tiles, politics cards, modules' cards and bells against what is played."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

from adjudicator.austria.modules.balls.floor import HALLS
from adjudicator.austria.modules.celebrities.tokens import CELEBRITIES
from adjudicator.austria.modules.hotels.lobbies import LOBBIES
from adjudicator.austria.printed.board import COLUMN_ROOMS, FLOOR_ROOMS, ROOM_NAMES, night_board
from adjudicator.reading import parse
from adjudicator.replay import Replay
from recorder.pages.referee.card_list import find_card
from tests.pages.test_card_words import (
    BOX,
    EMPEROR,
    Entry,
    Tokens,
    english,
    more,
    of_timing,
    played,
    position,
    said,
    whole,
)

__all__ = ["english"]

D4 = {"do": "take_die", "die": 4, "gain": {}}
LAST = ({"do": "take_die", "die": 2, "gain": {}}, {"do": "done"})


def lines(kind: str, id_: str | int) -> list[str]:
    return list(find_card("austria", kind, str(id_)).does)


# --- emperor tiles ----------------------------------------------------------------------------

TILES = (
    *("A-krones", "A-food", "A-offer", "A-room", "A-champagne", "A-krones-food"),
    *("B-food", "B-krones", "B-offer", "B-occupied", "B-dancer", "B-draw"),
    *("C-vp", "C-occupied", "C-staff", "C-play", "C-dancers", "C-discs"),
)
ROUNDS = {"A": (3, 3), "B": (5, 5), "C": (7, 7)}
"""The round in which a tile is scored, and the steps back before it (GAH-EMP-04, -09)."""


def scored(tile: str, a: Mapping[str, Any], **lies: Any) -> Tokens:
    """Return what the scoring of a tile does to a besides the steps back: VP of the tile alone."""
    round_no, back = ROUNDS[tile[0]]
    tiles = [tile if tile[0] == letter else f"{letter}-krones" for letter in "AB"]
    tiles.append(tile if tile[0] == "C" else "C-vp")
    record = position("2015-ru", a, **{**EMPEROR, "round": round_no, "emperor": tiles, **lies})
    tokens = played(record, *LAST)
    entries = [{"by": "a", **entry} for entry in LAST]
    result = Replay(parse(json.dumps({**record, "entries": entries}))).result().to_json()
    tokens["vp", ""] = result["scores"]["a"]["tiles"]
    tokens["emperor", ""] += min(int(a["emperor"]), back)
    return whole(tokens)


@pytest.mark.rule("GAH-EMP-06")
@pytest.mark.parametrize("tile", TILES)
def test_a_tile_brings_the_bonus_that_its_page_says(tile: str) -> None:
    """To somebody with one staff card, one dancer and one disc: what counts them counts one."""
    own = {"emperor": 13, "staff": [1], "rehearsal": {"board": 1, "sections": [1, 2, 3, 3]}}
    got = scored(tile, own, claims={"krones-20": ["a"]}, dancers={"sperl": {"bottom": ["a"]}})
    told = lines("tile", tile)[0].removeprefix("Bonus: ")
    assert got == whole(said(told.partition(" for each ")[0]))


@pytest.mark.rule("GAH-EMP-11")
@pytest.mark.parametrize("tile", TILES)
def test_a_tile_takes_the_vp_that_its_page_says(tile: str) -> None:
    """From somebody who has nothing else to give."""
    told = re.search(r"(?:or|Penalty:) (\d+) VP$", lines("tile", tile)[1])
    nothing = {"krones": 0, "kitchen": {}, "rooms": {}, "hand": 0, "emperor": 0}
    assert -scored(tile, {**nothing, "cafe": []})["vp", ""] == (int(told[1]) if told else 0)


GOODS = {
    r"(\d+) krones": lambda n: ({"krones": n}, "krones"),
    r"return (\d+) cards from hand": lambda n: ({"hand": n}, "draw"),
    r"(\d+) champagne": lambda n: ({"kitchen": {"champagne": n}}, "champagne"),
}


@pytest.mark.rule("GAH-EMP-11")
@pytest.mark.parametrize(
    "tile", ["A-krones", "A-offer", "A-champagne", "B-krones", "B-offer", "B-draw"]
)
def test_a_tile_takes_the_goods_that_its_page_says(tile: str) -> None:
    """From somebody who has just enough of them, where goods come first (2022)."""
    told = lines("tile", tile)[1]
    pattern, goods = next((p, m) for p in GOODS if (m := re.search(p, told)))
    own, token = GOODS[pattern](int(goods[1]))
    nothing = {"krones": 0, "kitchen": {}, "rooms": {}, "hand": 0, "emperor": 0, "cafe": []}
    round_no = ROUNDS[tile[0]][0]
    tiles = [tile if tile[0] == letter else f"{letter}-krones" for letter in "AB"] + ["C-vp"]
    record = position(
        "2022", {**nothing, **own}, **{**EMPEROR, "round": round_no, "emperor": tiles}
    )
    assert played(record, *LAST)[token, ""] == -int(goods[1])


# --- politics cards ------------------------------------------------------------------------------

NIGHT = night_board({})


def occupied(rooms: Iterable[int]) -> dict[str, Any]:
    return {"rooms": {ROOM_NAMES[room]: "occupied" for room in rooms}}


def dancers(count: int) -> dict[str, Any]:
    left = [1, 2, 3, 4]
    for at in range(4):
        left[at] -= min(left[at], count - (10 - sum(left)))
    rows = {"sperl": {"bottom": ["a"] * min(count, 4)}, "apollo": {"bottom": ["a"] * (count - 4)}}
    return {"rehearsal": {"board": 1, "sections": left}, "dancers": rows}


def floor(count: int) -> dict[str, Any]:
    return occupied(room for of_floor in FLOOR_ROOMS[:count] for room in of_floor)


HAS: Mapping[str, Callable[[int], dict[str, Any]]] = {
    "krones": lambda n: {"krones": n},
    "space on the emperor track": lambda n: {"emperor": n},
    "staff cards played": lambda n: {"staff": of_timing("once")[:n]},
    "room tiles": lambda n: {"rooms": dict.fromkeys(ROOM_NAMES[:n], "vacant")},
    "floors fully occupied": floor,
    "columns fully occupied": lambda n: occupied(r for column in COLUMN_ROOMS[:n] for r in column),
    "groups fully occupied": lambda n: occupied(r for group in NIGHT.groups[:n] for r in group),
    "colours with every room occupied": lambda n: occupied(NIGHT.of_colour["blue"] if n else ()),
    "occupied rooms on the top floor": lambda n: occupied(FLOOR_ROOMS[3][:n]),
    "champagne in the kitchen": lambda n: {"kitchen": {"champagne": n}},
    "dancers in the halls": dancers,
    "tourists served": lambda n: {"goal_pile": [91, 93, 94, 95][:n]},
    "guests served whose order was of three or more": lambda n: {
        "goal_pile": [97, 98, 99, 100, 101][:n]
    },
}
"""What gives a player so many of each thing that a page asks for."""


def having(needs: Mapping[str, int]) -> dict[str, Any]:
    """Return what a player has who has exactly so many of each thing."""
    own: dict[str, Any] = {"rooms": {}, "kitchen": {}}
    for what, count in needs.items():
        if colour := re.fullmatch(r"occupied (\w+) rooms", what):
            things = occupied(NIGHT.of_colour[colour[1]][:count])
        elif food := re.fullmatch(r"(strudel|cake|wine|coffee) in the kitchen", what):
            things = {"kitchen": {food[1]: count}}
        else:
            things = HAS[what](count)
        for key, lies in things.items():
            own[key] = {**own[key], **lies} if key in ("rooms", "kitchen") else lies
    return own


@pytest.mark.rule("GAH-POL-01", "GAH-POL-02")
@pytest.mark.parametrize("card", BOX.components.politics)
def test_a_politics_card_asks_for_and_brings_what_its_page_says(card: str) -> None:
    """With all that it needs the first, second and third disc; with one less of any thing none."""
    needed, brings = lines("politics", card)[:2]
    needs = {
        what: int(n) for what, n in re.findall(r"(?:Needs: |, | and )([^(]+) \((\d+)\)", needed)
    }
    letter = BOX.components.politics[card].letter
    lying = {"A": "krones-20", "B": "floors-2", "C": "three-each", letter: card}

    def claimed(has: Mapping[str, int], before: int) -> tuple[str, int]:
        own = having(has)
        lies = {"dancers": own.pop("dancers", {}), "claims": {card: ["b", "c"][:before]}}
        record = position("2022", own, politics=list(lying.values()), **lies)
        record["entries"] = [{"by": "a", "do": "claim", "politics": card}]
        done = Replay(parse(json.dumps(record)))
        return done.verdicts[-1].kind, done.state.position()["players"]["a"]["vp"] - 20

    for before, points in enumerate(re.findall(r"\d+", brings)):
        assert claimed(needs, before) == ("legal", int(points))
    for what, count in needs.items():
        assert claimed({**needs, what: count - 1}, 0)[0] == "illegal", what


# --- halls --------------------------------------------------------------------------------------


def at_a_ball(hall: str, a: Mapping[str, Any], **lies: Any) -> dict[str, Any]:
    """Return a turn of a with a hall on the left whose cells cost nothing."""
    halls = [hall, *(other for other in HALLS if other != hall)][:3]
    record = position("2015-ru", a, **{"halls": halls, **lies})
    cells = {row: [0, 0, 0, 0] for row in ("top", "middle", "bottom")}
    record["options"]["figures"]["halls"] = {name: {"3-4": cells} for name in halls}
    return record


@pytest.mark.rule("WALTZ1-BALL-06")
@pytest.mark.parametrize("row", ["top", "middle"])
@pytest.mark.parametrize("hall", HALLS)
def test_a_row_of_a_hall_brings_what_its_page_says(hall: str, row: str) -> None:
    told = next(line for line in lines("hall", hall) if line.startswith(row.capitalize()))
    lies = {"cafe": [{"guest": 77, "served": {"cake": 1}}]}
    record = at_a_ball(hall, {}, **lies)
    sent = {"do": "send_guest", "guest": 77, "hall": hall, "section": 4}
    there, plain = (played(record, D4, {**sent, "row": each}) for each in (row, "bottom"))
    assert more(there, plain) == whole(said(told.partition(": ")[2]))


LONE = {"apollo": ("top", 1), "strauss": ("bottom", 1), "deon": ("bottom", 1)}
LONE |= {"sperl": ("bottom", 1), "kettenbruecke": ("bottom", 2)}


@pytest.mark.rule("WALTZ1-SCORE-04")
@pytest.mark.parametrize("hall", HALLS)
def test_a_hall_scores_what_its_page_says(hall: str) -> None:
    """For somebody who alone has one dancer there (two where pairs count), and for the others."""
    row, count = LONE[hall]
    lies = {**EMPEROR, "dancers": {hall: {row: ["a"] * count}}, "round": 3}
    sections = {"board": 1, "sections": [1, 2, 3, 4 - count]}
    record = at_a_ball(hall, {"emperor": 4, "rehearsal": sections}, **lies)
    for other in "bc":
        record["position"]["players"][other] = {"emperor": 4}  # no tile for anybody
    record["entries"] = [{"by": "a", **entry} for entry in LAST]
    scores = Replay(parse(json.dumps(record))).result().to_json()["scores"]
    told, without = lines("hall", hall)[-2:]
    numbers = [int(n) for n in re.findall(r"\d+", told)]
    assert scores["a"]["balls"] == (numbers[-1] if hall == "apollo" else numbers[0])
    assert f"{scores['b']['balls']}".replace("-", "−") in without


# --- celebrities ------------------------------------------------------------------------------

CAUSES: Mapping[str, tuple[dict[str, Any], tuple[Entry, ...]]] = {
    "emperor": ({}, ({"do": "take_die", "die": 4, "gain": {"emperor": 1}},)),
    "krones": ({}, ({"do": "take_die", "die": 4, "gain": {"krones": 1}},)),
    "vp": (
        {"cafe": [{"guest": 65, "served": {"coffee": 1}}], "rooms": {"4-1": "vacant"}},
        (D4, {"do": "check_in", "guest": 65, "room": "4-1"}),
    ),
    "champagne": ({"a": {"staff": [129]}}, (D4, {"do": "use_staff", "staff": 129})),
    "staff_played": ({}, ({"do": "take_die", "die": 5}, {"do": "play_staff", "staff": 31})),
    "dancer": (
        {"cafe": [{"guest": 77, "served": {"cake": 1}}]},
        (D4, {"do": "send_guest", "guest": 77, "hall": "apollo", "row": "bottom", "section": 4}),
    ),
}
CAUSES = {**CAUSES, "room_occupied": CAUSES["vp"]}


def held(celebrity: str | None, a: Mapping[str, Any], **lies: Any) -> dict[str, Any]:
    record = position("2015-ru", {**a, "celebrities": [celebrity] if celebrity else []}, **lies)
    record["modules"] = [*record["modules"], "celebrities"]
    nobody = dict.fromkeys(("red", "blue", "yellow"))
    record["position"] |= {"bar": nobody, "coloured": nobody}
    return record


@pytest.mark.rule("WALTZ2-DIE-09")
@pytest.mark.parametrize("name", [n for n, c in CELEBRITIES.items() if "on" in c.effect])
def test_a_celebrity_brings_what_its_page_says(name: str) -> None:
    lies, entries = CAUSES[CELEBRITIES[name].effect["on"]]
    lies = {key: dict(lie) if key == "a" else lie for key, lie in lies.items()}
    own = lies.pop("a", {})
    with_it, without = (played(held(who, own, **lies), *entries) for who in (name, None))
    told = lines("celebrity", name)[0].partition(": ")[2]
    assert more(with_it, without) == whole(said(told))


@pytest.mark.rule("WALTZ2-CEL-02", "WALTZ2-CEL-07", "WALTZ2-CEL-11")
@pytest.mark.parametrize(
    ("name", "own", "entries", "refused"),
    [
        ("gandhi", {"krones": 0},
         [{"do": "take_die", "die": 3}, {"do": "prepare", "room": "3-2"}], {}),
        ("einstein", {}, [{"do": "swap", "give": {"cake": 3, "wine": 1}, "gain": {"coffee": 4}}],
         {"give": {"cake": 3, "wine": 2}, "gain": {"coffee": 5}}),
        ("freud", {"cafe": [{"guest": 81, "served": {"cake": 1}}, {"guest": 94}]},
         [{"do": "check_in", "guest": 81, "room": "1-3"}], {"guest": 94}),
    ],
)  # fmt: skip
def test_what_a_celebrity_allows_is_what_its_page_says(
    name: str, own: dict[str, Any], entries: list[Entry], refused: dict[str, Any]
) -> None:
    """Free rooms; four pieces and not five; one missing piece and not two."""
    told = lines("celebrity", name)[0]
    assert re.search({"gandhi": "nothing", "einstein": "up to 4", "freud": "1 piece"}[name], told)

    def verdict(who: str | None, last: Entry) -> str:
        record = held(who, own, rooms={"1-3": "vacant"})
        record["entries"] = [{"by": "a", **entry} for entry in [*entries[:-1], last]]
        return Replay(parse(json.dumps(record))).verdicts[-1].kind

    assert verdict(name, entries[-1]) == "legal"
    assert verdict(None, entries[-1]) == "illegal"
    if refused:
        assert verdict(name, {**entries[-1], **refused}) == "illegal"


# --- lobbies ------------------------------------------------------------------------------------


def sold(lobby: str, *entries: Entry) -> dict[str, Any]:
    """Return a set-up in which a has got a lobby for nothing."""
    other = "kozi" if lobby != "kozi" else "dove"
    setup: dict[str, Any] = {
        "politics": ["krones-20", "floors-2", "three-each"],
        "emperor": ["A-krones", "B-krones", "C-vp"],
        "queue": [50, 64, 78, 92, 103],
        "lobbies": [lobby, other],
        "halls": ["apollo", "strauss", "sperl"],
        "rehearsals": [1, 2],
    }
    if lobby == "ninas":
        setup["ninas"] = ["emperor-10", "columns-2", "red-4-yellow-3"]
    if lobby == "wray":
        setup["wray"] = ["A-food", "A-offer", "B-food", "B-offer", "C-occupied", "C-play"]
    return {
        "record": 1,
        "game": "austria",
        "edition": "2015-ru",
        "modules": ["balls", "hotels"],
        "players": [{"id": name, "name": name.upper()} for name in "ab"],
        "setup": setup,
        "entries": list(entries),
    }


@pytest.mark.rule("WALTZ3-AUC-03")
@pytest.mark.parametrize("lobby", LOBBIES)
def test_a_lobby_brings_what_its_page_says_when_it_is_gained(lobby: str) -> None:
    got = played(sold(lobby), {"do": "take_lobby", "lobby": lobby, "krones": 0})
    told = lines("lobby", lobby)[0]
    assert told.startswith("When you gain it: ")
    assert whole(got) == whole(said(told.partition(": ")[2]))


@pytest.mark.rule("WALTZ3-PAULWEI-02")
@pytest.mark.parametrize(
    ("guest", "order", "rooms", "room"),
    [
        ("blue", {65: {"coffee": 1}}, {"4-1": "occupied", "2-1": "vacant"}, "3-1"),
        ("red", {93: {"strudel": 1}}, {"3-2": "occupied"}, "4-2"),
        ("yellow", {93: {"strudel": 1}}, {"1-2": "occupied", "2-1": "occupied"}, "2-2"),
    ],
)
def test_groups_of_paulwei_bring_what_its_page_says(
    guest: str, order: dict[int, Any], rooms: dict[str, str], room: str
) -> None:
    """The group that the room fills: a blue and a red pair, three yellow rooms."""
    number, served = next(iter(order.items()))
    told = re.search(rf"{guest}: ([\d, ]+) ", lines("lobby", "paulwei")[2])
    by_size = [int(n) for n in told[1].split(", ")]
    cafe = [{"guest": number, "served": served}]

    def checked_in(lobby: str) -> Tokens:
        record = position("2015-ru", {"lobby": lobby}, cafe=cafe, rooms={**rooms, room: "vacant"})
        record["modules"] = [*record["modules"], "hotels"]
        for other, name in (("b", "kozi" if lobby != "kozi" else "dove"), ("c", "corogari")):
            record["position"]["players"][other] = {"lobby": name}
        return played(record, D4, {"do": "check_in", "guest": number, "room": room})

    size = sum(state == "occupied" for state in rooms.values()) + 1
    kozi, own = checked_in("kozi"), checked_in("paulwei")
    word = {"blue": "vp", "red": "krones", "yellow": "emperor"}[guest]
    board = {"blue": [2, 5, 9, 15], "red": [1, 3, 6, 10], "yellow": [1, 3, 6, 10]}[guest]
    assert own[word, ""] - kozi[word, ""] == by_size[size - 1] - board[size - 1]


# --- bells ----------------------------------------------------------------------------------------

FULL = {"1-2": "occupied", "2-1": "occupied", "2-2": "vacant"}
BELLS: Mapping[int, tuple[dict[str, Any], tuple[Entry, ...]]] = {
    166: ({"dice": [1, 1, 1, 3, 1, 1]}, ({"do": "take_die", "die": 4, "gain": {"emperor": 3}},)),
    167: (
        {"cafe": [{"guest": 68, "served": {"strudel": 2, "coffee": 1}}],
         "rooms": {"4-1": "vacant"}},
        (D4, {"do": "check_in", "guest": 68, "room": "4-1"}),
    ),
    168: (
        {"cafe": [{"guest": 85, "served": {"strudel": 2, "cake": 1}}], "rooms": {"1-3": "vacant"}},
        (D4, {"do": "check_in", "guest": 85, "room": "1-3"}),
    ),
    169: (
        {"cafe": [{"guest": 55, "served": {"wine": 3}}], "rooms": {"2-1": "vacant"}},
        (D4, {"do": "check_in", "guest": 55, "room": "2-1"}),
    ),
    172: ({"dice": [1, 3, 1, 1, 1, 1]}, ({"do": "take_die", "die": 2, "gain": {"wine": 3}},)),
    174: ({"dice": [3, 1, 1, 1, 1, 1]}, ({"do": "take_die", "die": 1, "gain": {"strudel": 3}},)),
    178: (
        {"cafe": [{"guest": 51, "served": {"wine": 1}}], "rooms": FULL},
        (D4, {"do": "check_in", "guest": 51, "room": "2-2"}),
    ),
    179: ({"a": {"krones": 20}}, (D4, {"do": "claim", "politics": "krones-20"})),
}  # fmt: skip


@pytest.mark.rule("WALTZ5-BELL-02")
@pytest.mark.parametrize("number", BELLS)
def test_a_bell_brings_what_its_page_says(number: int) -> None:
    lies, entries = BELLS[number]
    own = {"staff": [number], **lies.get("a", {})}
    record = position("2015-ru", own, **{key: lie for key, lie in lies.items() if key != "a"})
    got = played(record, *entries, {"do": "ring", "staff": number})
    assert got.pop(("ring", "")) == -1
    told = lines("staff", number)[0]
    assert told.startswith("Bell, once (")
    assert whole(got) == whole(said(told.split("): ", 1)[1]))
