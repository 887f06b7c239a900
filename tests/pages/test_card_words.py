"""What the pages say of a card against what the engine plays: neither may know more.

The engine plays each card where it works, once with it and once without; what it booked and
opened more is turned into tokens. So are the English words, which must hold nothing else.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from adjudicator.austria.assembled.boxes import box_of
from adjudicator.austria.modules.balls.halls import DISCOUNTS
from adjudicator.austria.printed.catalogue import FILLED, OTHER_KINDS, STAFF, Guest, Part, Staff
from adjudicator.reading import parse
from adjudicator.replay import Replay
from recorder import create_app
from recorder.pages.austria import does, modules

BOX = box_of(frozenset({"balls", "more"}))
GUESTS, CARDS = BOX.components.guests, BOX.components.staff
ROOMS = {"blue": "4-1", "red": "1-3", "yellow": "2-1", "green": "4-1"}
"""A room of each colour on the night board whose group stays open."""

Tokens = Counter[tuple[Any, ...]]
Entry = dict[str, Any]


@pytest.fixture(scope="module", autouse=True)
def english(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let pages speak English: one application for all cards."""
    app = create_app({"DATABASE": str(tmp_path_factory.mktemp("cards") / "x.db"), "TESTING": True})
    with app.test_request_context("/"):
        yield


# --- what is said ------------------------------------------------------------------------------

_PRICE = r"(?:[:,] (for free|\d(?: and \d)* (?:krones?|champagne) less))?"
_FLOORS = r"(?:, on floor ([\d, or]+\d))?"
_SAID: Mapping[str, str] = {
    "play_staff drawn": rf"draw (\d+) staff cards, play one{_PRICE}",
    "play_staff": rf"play (\d+) staff cards?{_PRICE}",
    "draw": r"draw (\d+) staff cards?",
    "prepare": rf"prepare (\d+) rooms?{_PRICE}(, occupied at once)?{_FLOORS}",
    "occupy": rf"occupy (\d+) rooms?{_FLOORS}",
    "take_guest": r"take (\d+) guests? for free(, with the order complete)?",
    "fill_order": r"complete (\d+) orders?",
    "gain other": r"(\d+) food of (?:another kind|other kinds)",
    "gain": r"(\d+) food of your choice",
    "extra_action": r"(bonus action)",
    "send_dancer": rf"send (\d+) dancers?{_PRICE}",
    "vp": r"([−\d]+) VP",
    "krones": r"(\d+) krones?",
    "emperor": r"(\d+) emperor spaces?",
    "any": r"(\d+) dish(?:es)? or drinks? of yours",
    **{food: rf"(\d+) {food}s?" for food in BOX.foods},
}


def said(text: str) -> Tokens:
    """Return the tokens of a sentence; whatever is left over is said and means nothing here."""
    tokens: Tokens = Counter()
    for word, pattern in _SAID.items():
        for match in re.finditer(pattern, text):
            count, *more = match.groups()
            number = 1 if count == "bonus action" else int(count.replace("−", "-"))
            told = " ".join(re.sub(r"[^\w ]", "", each).strip() for each in more if each)
            tokens[word, told] += number
        text = re.sub(pattern, "", text)
    assert not re.sub(r"[;,. ]|\band\b|no reward", "", text), text
    return tokens


# --- what is played -----------------------------------------------------------------------------


def position(edition: str, a: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """A turn of a in which everything that a card may open has an answer."""
    player = {
        "krones": 9,
        "emperor": 1,
        "vp": 20,
        "kitchen": dict.fromkeys(BOX.foods, 3),
        "rooms": {"1-1": "vacant", "1-2": "vacant", "2-2": "vacant", **more.pop("rooms", {})},
        "cafe": [*more.pop("cafe", ()), {"guest": more.pop("waits", 74)}],
        "rehearsal": {"board": 1},
        **a,
    }
    figures = more.pop("figures", {})
    cells = {hall: {"3-4": dict.fromkeys(("top", "middle", "bottom"), [0] * 4)} for hall in HALLS}
    return {
        "record": 1,
        "game": "austria",
        "edition": edition,
        "modules": ["balls", "more"],
        "options": {"figures": {"halls": cells, **figures}},
        "players": [{"id": name, "name": name.upper()} for name in "abc"],
        "position": {
            "round": 2,
            "first_player": "a",
            "turn_of": "a",
            "dice": [1, 1, 1, 1, 5, 1],
            "queue": [50, 64, 78, 92, 103],
            "politics": ["krones-20", "floors-2", "three-each"],
            "emperor": ["A-krones", "B-krones", "C-vp"],
            "halls": list(HALLS),
            "players": {"a": player, "b": {}, "c": {}},
            **more,
        },
        "entries": [],
    }


HALLS = ("apollo", "strauss", "sperl")


def played(record: dict[str, Any], *entries: Entry) -> Tokens:
    """Return what a's last entry booked and opened."""
    *before, last = [{"by": "a", **entry} for entry in entries]
    started = Replay(parse(json.dumps(record | {"entries": before})))
    ended = Replay(parse(json.dumps(record | {"entries": [*before, last]})))
    assert ended.verdicts[-1].is_applied, (last, ended.verdicts[-1])
    then, now = (one.state.position() for one in (started, ended))
    was, own = then["players"]["a"], now["players"]["a"]
    tokens: Tokens = Counter()
    for word in ("krones", "emperor", "vp"):
        tokens[word, ""] += own[word] - was[word]
    tokens["draw", ""] += own["hand"] - was["hand"]
    for food in BOX.foods:
        tokens[food, ""] += own["kitchen"].get(food, 0) - was["kitchen"].get(food, 0)
    tokens.update(open_parts(ended))
    tokens.subtract(open_parts(started))
    return tokens


def open_parts(replay: Replay) -> Tokens:
    """Return what is open for a, also what will be booked by itself after a choice."""
    state: Any = replay.state
    tokens: Tokens = Counter()
    player = state.players[0]
    for event in (*player.events, *player.beside):
        for part in event.parts:
            for food, count in zip(BOX.foods, part.part.food, strict=False):
                tokens[food, ""] += count
            if part.part.kind != "food":
                tokens[opened(part.part)] += part.part.drawn or part.left
    return tokens


def opened(part: Part) -> tuple[str, str]:
    """Return the token of an open part: its kind, and its price or place."""
    less = " and ".join(map(str, DISCOUNTS.find_in(part) or filter(None, [part.discount])))
    unit = "champagne" if part.kind == "send_dancer" else "krone" if less == "1" else "krones"
    told = ["for free" if part.free else f"{less} {unit} less" if less else ""]
    told.append("occupied at once" if part.occupied else "")
    told.append(" ".join(map(str, sorted(part.floors or ()))))
    if part.kind == "take_guest":
        told = ["with the order complete" if FILLED.find_in(part) else ""]
    kind = "gain other" if OTHER_KINDS.find_in(part) else part.kind
    return (f"{kind} drawn" if part.drawn else kind), " ".join(filter(None, told))


def more(with_it: Tokens, without: Tokens) -> Tokens:
    keys = {*with_it, *without}
    return Counter({k: with_it[k] - without[k] for k in keys if with_it[k] != without[k]})


def whole(tokens: Tokens) -> Tokens:
    return Counter({(word, told.replace(" or", "")): n for (word, told), n in tokens.items() if n})


# --- guests -------------------------------------------------------------------------------------


def read(card: Guest) -> dict[str, Any]:
    """Figures for a guest whose colour and order only the card shows: its VP, 0 if unread."""
    figures = {"colour": "green", "order": {"wine": 1}}
    return figures | ({"vp": 0} if card.values["vp"] is None else {})


@pytest.mark.rule("GAH-GUEST-01")
@pytest.mark.parametrize("number", GUESTS)
def test_a_guest_brings_what_its_page_says(number: int) -> None:
    card = GUESTS[number]
    unread = card.order is None
    order = {"wine": 1} if unread else card.values["order"]
    room = ROOMS[card.colour or "green"]
    figures = {"guests": {str(number): read(card)}} if unread else {}
    record = position(
        "2022",
        {},
        cafe=[{"guest": number, "served": order}],
        rooms={room: "vacant"},
        figures=figures,
        queue=[n for n in (50, 64, 78, 92, 103, 51) if n != number][:5],
        waits=76 if number == 74 else 74,
    )
    done = played(record, {"do": "check_in", "guest": number, "room": room})
    lines = [line for line in does.describe_guest(card, BOX) if "to a hall" not in line]
    assert whole(done) == whole(said("; ".join(lines)))


# --- staff --------------------------------------------------------------------------------------


def lines_of(card: Staff) -> str:
    return does.describe_staff(card, BOX, "2022")[0]


def of_timing(*timings: str) -> list[int]:
    return [number for number, card in CARDS.items() if card.timing in timings]


PLAY = ({"do": "take_die", "die": 5}, {"do": "play_staff"})


@pytest.mark.rule("GAH-STAFF-02")
@pytest.mark.parametrize("number", of_timing("once"))
def test_a_card_brings_when_played_what_its_page_says(number: int) -> None:
    cost = {"staff": {str(n): 0 for n in (number, 126) if n not in STAFF}}
    record = position("2022", {}, figures=cost)
    take, play = PLAY
    done = played(record, take, {**play, "staff": number})
    plain = played(record, take, {**play, "staff": 31})
    told = lines_of(CARDS[number])
    assert told.startswith("When you play it: ")
    assert more(done, plain) == whole(said(told.partition(": ")[2]))


@pytest.mark.rule("GAH-STAFF-03")
@pytest.mark.parametrize("number", [n for n in of_timing("round") if not CARDS[n].set_off])
def test_a_card_brings_once_a_round_what_its_page_says(number: int) -> None:
    spend = CARDS[number].spend or {}
    pay = {"pay": {"strudel": spend["any"]}} if "any" in spend else {}
    record = position("2022", {"staff": [number], "emperor": 4})
    done = played(record, {"do": "use_staff", "staff": number, **pay})
    if "any" in spend:
        done["any", ""] = done.pop(("strudel", ""))
    head, _colon, brings = lines_of(CARDS[number]).partition(": ")
    costs = said(head.partition(", for ")[2]) if spend else Counter()
    assert head.startswith("Once a round")
    assert whole(done) == whole(more(said(brings), costs))


REACTING = [n for n in of_timing("permanent") if "on" in CARDS[n].values["effect"]]
EMPEROR = {"round": 3, "dice": [0, 1, 1, 1, 1, 1], "taken": {"a": 1, "b": 2, "c": 2}}


def cause(effect: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any], list[Entry]]]:
    """Yield what sets a lasting effect off: how it is said, the position, the entries."""
    event = effect["on"]
    if event == "die":
        for die in effect["dice"]:
            gain = {3: {}, 5: {}}.get(die, {"gain": {}})
            yield f"die of {die}", {}, [{"do": "take_die", "die": die, **gain}]
    elif event == "check_in":
        by_colour = {"blue": 65, "red": 85, "yellow": 55, "green": 98}
        colour = effect.get("guest", "any")
        guest = 87 if effect.get("order_size") else by_colour.get(colour, 65)
        card = GUESTS[guest]
        room = ROOMS[str(card.colour)]
        cafe = [{"guest": guest, "served": card.values["order"]}]
        lies = {"cafe": cafe, "rooms": {room: "vacant"}}
        yield "moves in", lies, [{"do": "check_in", "guest": guest, "room": room}]
    elif event == "bonus":
        end = [{"do": "take_die", "die": 2, "gain": {}}, {"do": "done"}]
        yield "bonus", {"a": {"emperor": 9}, **EMPEROR}, end
    elif event == "disc":
        yield "disc", {"a": {"krones": 20}}, [{"do": "claim", "politics": "krones-20"}]
    elif event == "dancer":
        sent = {"do": "send_dancer", "hall": "apollo", "row": "bottom", "section": 4}
        lies = {"cafe": [{"guest": 148, "served": {"wine": 1}}], "rooms": {"4-1": "vacant"}}
        lies["figures"] = {"guests": {"148": read(GUESTS[148])}}
        yield "dancer", lies, [{"do": "check_in", "guest": 148, "room": "4-1"}, sent]


@pytest.mark.rule("GAH-STAFF-04")
@pytest.mark.parametrize("number", REACTING)
def test_a_lasting_card_brings_what_its_page_says(number: int) -> None:
    effect = CARDS[number].values["effect"]
    head, _colon, brings = lines_of(CARDS[number]).partition(": ")
    causes = list(cause(effect))
    assert causes
    for named, lies, entries in causes:
        own = lies.pop("a", {})
        with_it, without = (
            played(position("2015-ru", {**own, "staff": staff}, **lies), *entries)
            for staff in ([number], [])
        )
        assert more(with_it, without) == whole(said(brings)), named
        assert named in head or named[-1] in head


COUNTS = {
    "staff card you played": 1,
    "room tile in your hotel": 7,
    "occupied room": 6,
    "occupied red room": 2,
    "occupied blue room": 2,
    "occupied yellow room": 2,
    "fully occupied floor": 1,
    "fully occupied column": 0,
    "fully occupied group": 2,
    "set of three occupied rooms: red, blue and yellow": 2,
    "politics card that has your disc": 1,
    "space you have reached on the emperor track": 2,
}
"""Counted by hand on the board of the test: floor 1 and room 2-1 occupied, 2-2 vacant."""


@pytest.mark.rule("GAH-STAFF-05")
@pytest.mark.parametrize("number", [n for n in of_timing("end") if n in STAFF and n != 29])
def test_a_card_scores_at_the_end_what_its_page_says(number: int) -> None:
    rooms = {f"1-{n}": "occupied" for n in range(1, 6)} | {"2-1": "occupied", "2-2": "vacant"}
    last = {"round": 7, "dice": [0, 1, 1, 1, 1, 1], "taken": {"a": 1, "b": 2, "c": 2}}
    own = {"staff": [number], "rooms": rooms, "emperor": 9, "cafe": []}
    record = position("2022", own, **last, claims={"krones-20": ["a"]})
    record["entries"] = [
        {"by": "a", "do": "take_die", "die": 2, "gain": {}},
        {"by": "a", "do": "done"},
    ]
    scores = Replay(parse(json.dumps(record))).result(final=True).to_json()["scores"]["a"]
    told = re.fullmatch(r"In the final scoring: (\d+) VP for each (.*)", lines_of(STAFF[number]))
    assert scores["final_staff"] == int(told[1]) * COUNTS[told[2]]


# --- nothing of the data is left out -------------------------------------------------------------

NOT_SAID = {
    *("number", "id", "names", "source", "confidence", "rule", "rules", "note", "colour", "order"),
    *("cost", "cost_by_edition", "cost_switch", "vp_switch", "completion", "letter", "cells"),
    *("letter_source", "letter_confidence", "module_confidence", "vp_confidence", "vp_source"),
    *("goods_switch", "any_room", "free_by", "upper", "lower", "rehearsal", "token", "with"),
    *("vp_by_edition", "last_holds_beyond", "per", "bonus", "once", "from"),
}
"""Names, sources, figures with a line of their own, switches of open questions, and words that only
say again what another key of their row says."""


class Seen(dict[str, Any]):
    """A row that knows which of its keys were read."""

    def __init__(self, row: Mapping[str, Any], read: set[int]) -> None:
        made = {k: Seen(v, read) if isinstance(v, Mapping) else v for k, v in row.items()}
        super().__init__(made)
        self.read = read
        self.keys_read: set[str] = set()

    def __getitem__(self, key: str) -> Any:
        self.keys_read.add(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        self.keys_read.add(key)
        return super().get(key, default)

    def items(self) -> Any:
        self.keys_read.update(self)
        return super().items()

    def values(self) -> Any:
        self.keys_read.update(self)
        return super().values()

    def unread(self) -> Iterator[str]:
        for key in self:
            if key in NOT_SAID:
                continue
            if key not in self.keys_read:
                yield key
            elif isinstance(one := dict.__getitem__(self, key), Seen):
                yield from (f"{key}.{inner}" for inner in one.unread())


def test_no_word_of_the_data_is_left_out() -> None:
    """Every key of halls, celebrities, lobbies, lasting cards and bells is read for its words."""
    rows: list[tuple[str, Seen, Any]] = []
    for name, face in modules.offered_faces().items():
        for kind, deck in face.decks.items():
            for id_, row in deck.rows().items():
                names = {name, row["with"]} if "with" in row else {name}
                seen = Seen(row, set())
                rows.append((f"{kind} {id_}", seen, (deck.does, seen, box_of(frozenset(names)))))
    for number in of_timing("permanent"):
        seen = Seen(CARDS[number].values["effect"], set())
        rows.append((f"staff {number}", seen, (does.describe_lasting, seen, BOX)))
    for _name, _seen, (make, row, box) in rows:
        assert make(row, box)
    assert not [(name, key) for name, seen, _made in rows for key in seen.unread()]
