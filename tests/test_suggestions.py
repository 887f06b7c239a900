"""What a refusal says would have been legal: how often, how truly, at what cost."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator import games
from adjudicator.austria.printed import hint_words as hints
from adjudicator.hints import Hint, Hints
from adjudicator.messages import M, read_english
from adjudicator.reading import load, parse
from adjudicator.record import Unreadable
from adjudicator.replay import Replay
from adjudicator.suggestions import Moment, Trials, explain_refusal, is_possible, suggest_nearest
from adjudicator.verdict import Illegal, Unclear
from tests.austria import driver, mischief
from tests.casebook import cases_in, files
from tests.samoa import play
from tests.samoa.play import header
from tests.told import Concrete, Entry, untrue

BASE: dict[str, Any] = {
    "record": 1,
    "game": "austria",
    "edition": "2015-ru",
    "players": [{"id": "a", "name": "Anna"}, {"id": "b", "name": "Boris"}],
    "position": {
        "round": 1,
        "turn_of": "a",
        "dice": [2, 2, 2, 2, 1, 1],
        "queue": [50, 64, 78, 92, 103],
        "players": {"a": {"rooms": {"1-1": "vacant"}}, "b": {}},
    },
}


def replayed(*entries: dict[str, Any], **more: Any) -> Replay:
    return Replay(parse(json.dumps({**BASE, **more, "entries": list(entries)})))


def said(*entries: dict[str, Any], **more: Any) -> str:
    last = replayed(*entries, **more).explain_verdicts()[-1]
    assert isinstance(last, Illegal)
    return next(str(breach.instead) for breach in last.violations if breach.instead)


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        ([{"by": "a", "do": "take_die", "die": 4, "gain": {"krones": 3}}], "2 krones"),
        ([{"by": "b", "do": "serve", "place": {}}], "a"),
        ([{"by": "a", "do": "reroll", "dice": [9, 0, 0, 0, 0, 0]}], "take a die"),
        (
            [{"by": "a", "do": "take_die", "die": 3}, {"by": "a", "do": "prepare", "room": "4-5"}],
            "room 1-2 or 2-1",
        ),
        (
            [
                {"by": "a", "do": "take_die", "die": 5},
                {"by": "a", "do": "play_staff", "staff": 24, "place": {"50": {"wine": 1}}},
            ],
            "without that food",
        ),
        ([{"by": "a", "do": "take_die", "die": 6, "as": 5, "gain": {"wine": 1}}], "a 6 as 2"),
        ([{"by": "a", "do": "take_die", "die": 4, "gain": {"wine": 1}}], "or 2 krones"),
        ([{"by": "a", "do": "take_die", "die": 6, "gain": {"wine": 1}}], "a 6 as 2"),
        (
            [{"by": "a", "do": "take_die", "die": 2, "gain": {"wine": 2, "coffee": 2}}],
            "1 wine and 1 coffee or 2 wine",
        ),
    ],
)
def test_the_nearest_legal_answer_is_said(entries: list[dict[str, Any]], words: str) -> None:
    assert words in said(*entries)


CAFE: dict[str, Any] = {
    **BASE["position"],
    "taken": {"a": 1, "b": 2},
    "dice": [0, 1, 0, 0, 0, 0],
    "players": {
        "a": {
            "rooms": {"1-1": "vacant"},
            "krones": 1,
            "kitchen": {"wine": 4, "coffee": 2, "cake": 1, "strudel": 2},
            "cafe": [{"guest": 57, "served": {}}, {"guest": 58, "served": {"coffee": 1}}],
        },
        "b": {},
    },
}
"""One krone pays for three pieces. Guest 57 wants two wine and a coffee, 58 three wine yet."""


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ({"57": {"wine": 3, "coffee": 1, "cake": 1}}, "2 wine and 1 coffee on guest 57"),
        ({"57": {"wine": 2, "coffee": 1}, "58": {"wine": 1}}, "2 wine and 1 coffee on guest 57"),
        ({"58": {"wine": 3}, "57": {"wine": 1}}, "3 wine on guest 58"),
        ({"57": {"cake": 1}}, "2 wine and 1 coffee on guest 57"),
    ],
    ids=["what it wants", "one of two guests", "the first of two", "something else"],
)
def test_what_can_be_served_is_said(place: dict[str, Any], words: str) -> None:
    assert words in said({"by": "a", "do": "serve", "place": place}, position=CAFE)


def test_of_too_much_food_as_much_as_is_paid_for_is_said() -> None:
    """A whole order of four is more than one krone pays for: three of it can be served."""
    own = {**CAFE["players"]["a"], "cafe": [{"guest": 58, "served": {}}]}
    position = {**CAFE, "players": {"a": own, "b": {}}}
    entry = {"by": "a", "do": "serve", "place": {"58": {"wine": 3, "coffee": 1}}}
    assert "3 wine on guest 58" in said(entry, position=position)


PAIR: dict[str, Any] = {**BASE["position"], "dice": [0, 1, 0, 0, 0, 0], "taken": {"a": 1, "b": 2}}


def test_who_may_do_what_is_said_of_each() -> None:
    """Two players answer a tile, each in a way of their own."""
    position = {
        **PAIR,
        "round": 3,
        "emperor": ["A-krones", "B-krones", "C-vp"],
        "players": {"a": {"krones": 5, "rooms": {"1-1": "vacant"}}, "b": {"emperor": 0}},
    }
    penalties = replayed(
        {"by": "a", "do": "take_die", "die": 2},
        {"by": "a", "do": "done"},
        {"by": "a", "do": "serve", "place": {}},
        position=position,
    )
    last = penalties.explain_verdicts()[-1]
    assert isinstance(last, Illegal)
    assert str(last.violations[0].instead) == "a may: choose the penalty."
    other = {**position, "players": {"a": {"emperor": 5}, "b": {"emperor": 13}}}
    bonus = said(
        {"by": "a", "do": "take_die", "die": 2},
        {"by": "a", "do": "done"},
        {"by": "a", "do": "take_guest", "guest": 50, "reveal": 51},
        position={**other, "emperor": ["A-food", "B-krones", "C-vp"]},
    )
    assert bonus.startswith("b may: take food of your choice")


def test_a_part_that_an_entry_before_used_is_named() -> None:
    """A room is too dear because another took the free permission; named, both can stand."""
    name = "waltz/parts-side-by-side: the part that costs least is taken; named, Magie's leaves"
    record = next(case["record"] for at, case in all_cases() if at.startswith(name))
    told = Replay(parse(json.dumps(record))).explain_verdicts()[-1]
    assert isinstance(told, Illegal)
    hint = told.violations[0].instead
    assert isinstance(hint, M)
    assert hint.key == "instead.by-another-part"
    assert hint.facts["sources"] == ("celebrity:magie.1",)
    assert "Elizabeth Magie" in str(hint)
    assert "room 3-2" in str(hint)
    record["entries"][1]["from"] = hint.facts["sources"][0]
    assert Replay(parse(json.dumps(record))).verdicts[-1].kind == "legal"


def test_the_dice_of_an_empty_board_are_no_dice() -> None:
    position = {**PAIR, "dice": [0, 0, 0, 0, 0, 1], "passed": ["a"]}
    told = said({"by": "a", "do": "reroll", "dice": [1, 0, 0, 0, 0, 0]}, position=position)
    assert "six zeros" in told


def test_food_that_cannot_lie_there_is_left_out() -> None:
    position = {**BASE["position"], "players": {"a": {"cafe": [{"guest": 51}]}}}
    told = said(
        {"by": "a", "do": "take_die", "die": 1, "place": {"51": {"wine": 1}}}, position=position
    )
    assert told == "Possible without that food on guests."


def test_a_price_card_is_named_whole() -> None:
    card = {"by": "a", "do": "card", "bid": 2, "room": 3}
    document = header(3, entries=[])
    position = {
        **document.pop("setup"),
        "round": 2,
        "phase": "cards",
        "players": {"a": {"discards": [{"bid": 2, "room": 3}], "hand": 10}},
    }
    verdict = Replay(parse(json.dumps({**document, "position": position, "entries": [card]})))
    last = verdict.explain_verdicts()[-1]
    assert isinstance(last, Illegal)
    assert str(last.violations[0].instead) == "Possible now: a card in hand, such as 4/4."


@pytest.mark.rule("SAM-TILE-01")
def test_how_many_tiles_are_turned_up_is_said() -> None:
    """Round 1 of four players turns up two."""
    entry = {"do": "tiles", "tiles": ["pool"]}
    last = Replay(parse(json.dumps(header(4, entries=[entry])))).explain_verdicts()[-1]
    assert isinstance(last, Illegal)
    assert str(last.violations[0].instead) == "2 building tiles are turned up here."


@pytest.mark.rule("SAM-TOUR-01")
def test_whose_tourists_come_now_is_said() -> None:
    """Building is over, as no tile is left: whoever comes first may take tourists in, or pass."""
    name = "sam-build: with no tile left building is over"
    record = next(case["record"] for at, case in all_cases() if at.endswith(name))
    refused = Replay(parse(json.dumps(record))).explain_verdicts()
    hints = [str(one.violations[0].instead) for one in refused if isinstance(one, Illegal)]
    assert hints == ["a may: take tourists in or pass."]


def test_a_card_of_a_named_hand_is_not_told() -> None:
    setup = {
        "politics": ["krones-20", "floors-2", "three-each"],
        "emperor": ["A-krones", "B-krones", "C-vp"],
        "queue": [50, 64, 78, 92, 103],
        "hands": {"a": [1, 2, 3, 4, 5, 6]},
    }
    entries: list[dict[str, Any]] = [
        {"by": "b", "do": "take_guest", "guest": 50, "reveal": 51},
        {"by": "a", "do": "take_guest", "guest": 64, "reveal": 52},
        {"by": "a", "do": "done"},
        {"by": "b", "do": "done"},
        {"by": "a", "do": "roll", "dice": [2, 2, 2, 2, 1, 1]},
        {"by": "a", "do": "take_die", "die": 5},
        {"by": "a", "do": "play_staff", "staff": 40},
    ]
    document = {key: value for key, value in BASE.items() if key != "position"}
    record = parse(json.dumps({**document, "setup": setup, "entries": entries}))
    verdict = Replay(record).explain_verdicts()[-1]
    assert isinstance(verdict, Illegal)
    told = str(verdict.violations[0].instead)
    assert not any(str(card) in told for card in range(1, 49))


@pytest.mark.parametrize(
    ("question", "takes_effect", "named"),
    [
        ("WALTZ-P-04", True, True),
        ("queue", True, True),
        ("queue", False, False),
        ("U-14", True, False),
    ],
)
def test_what_hangs_on_something_unread_may_be_named_as_possible(
    question: str, takes_effect: bool, named: bool
) -> None:
    """What hangs on a rule that nobody settled is no advice, nor is what would not be applied."""
    assert is_possible(Unclear(question=question, takes_effect=takes_effect)) is named


def all_cases() -> Iterator[tuple[str, dict[str, Any]]]:
    return ((name, case) for path in files() for name, case in cases_in(path))


Refusal = tuple[games.State, Entry]
"""An entry that is refused, with the state before it."""


def refused_in_cases() -> Iterator[tuple[str, Refusal]]:
    for path in files():
        for _name, case in cases_in(path):
            try:
                replay = Replay(parse(json.dumps(case["record"])))
            except Unreadable:
                continue
            for number, verdict in enumerate(replay.verdicts, start=1):
                if isinstance(verdict, Illegal):
                    entry = dict(replay.record.entries[number - 1])
                    yield replay.record.game, (replay.state_after(number - 1), entry)


def refused_in_austria(rng: random.Random, modules: list[str]) -> Iterator[Refusal]:
    edition = rng.choice(["2015-ru", "2015-fr", "2015-ko", "2022"])
    more = {"modules": modules} if modules else {}
    document = driver.header(rng, rng.randint(2, 4), edition, **more)
    state = games.find("austria").start(load(document))
    while not state.over():
        tried = (mischief.mutation if rng.random() < 0.7 else mischief.nonsense)(state, rng)
        if isinstance(state.copy().judge(tried), Illegal):
            yield state.copy(), tried
        entry = driver.choose(state, rng)
        if entry is None:
            return
        state.judge(entry)


CONCRETE: dict[str, Concrete] = {"austria": driver.concrete, "samoa": play.samoan}


def said_untruly(game: str, refusals: Iterator[Refusal]) -> tuple[int, list[str]]:
    """Return how many refusals there are, and what is said of them that is not so."""
    seen, wrong = 0, []
    for state, entry in refusals:
        seen += 1
        told = suggest_nearest(entry, Moment(state))
        if problem := untrue(entry, told, state, CONCRETE[game]):
            wrong.append(f"{entry}: {told} {problem}")
    return seen, wrong


def test_what_is_said_of_every_refusal_in_the_cases_is_legal() -> None:
    refusals: dict[str, list[Refusal]] = {}
    for game, refusal in refused_in_cases():
        refusals.setdefault(game, []).append(refusal)
    for game, own in refusals.items():
        seen, wrong = said_untruly(game, iter(own))
        assert seen > 200
        assert not wrong


@pytest.mark.parametrize("seed", range(6))
def test_what_is_said_of_random_refusals_is_legal(seed: int) -> None:
    """In Hotel Samoa the sweep of entries tries it (``tests.samoa.candidates``)."""
    rng = random.Random(seed)
    modules = rng.sample(sorted(games.find("austria").module_labels), seed)
    seen, wrong = said_untruly("austria", refused_in_austria(rng, modules))
    assert seen > 50
    assert not wrong


def test_a_hint_counts_what_it_tries() -> None:
    """Thousands of refusals cost no more than a bounded number of entries that are tried."""
    state = replayed().state
    entry = {"by": "a", "do": "take_die", "die": 4, "gain": {"krones": 3}}
    assert str(suggest_nearest(entry, Moment(state))).startswith("Possible now: 2 krones")
    told = str(suggest_nearest(entry, Moment(state, Trials(0))))
    assert told.startswith("a may: take a guest, take a die")


def test_of_any_amount_of_food_only_a_few_parts_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guest whose order nobody has read has room for any number of pieces."""
    name = "waltz/waltz-figures: P-01: a piece onto a guest nobody has read: unclear, and it lies"
    record = next(
        case["record"]
        for path in files("waltz")
        for title, case in cases_in(path)
        if title.startswith(name)
    )
    made: list[Any] = []

    def counted(place: Any, pieces: int = 999) -> Any:
        made.append(pieces)
        return cut(place, pieces)

    cut = hints._cut_pieces
    monkeypatch.setattr(hints, "_cut_pieces", counted)
    serve = {"by": "a", "do": "serve", "place": {"150": {"wine": 10**9}}}
    assert Replay(load({**record, "entries": [serve]})).explain_verdicts()[0].kind == "illegal"
    assert 0 < len(made) <= 24


def test_refusals_in_a_row_ask_once_what_was_open(monkeypatch: pytest.MonkeyPatch) -> None:
    replay = replayed(*[{"by": "b", "do": "done"}] * 50)
    asked = []
    kind = type(replay.state)
    options = kind.options
    monkeypatch.setattr(kind, "options", lambda self: (asked.append(1), options(self))[1])
    verdicts = replay.explain_verdicts()
    assert len(asked) == 1
    assert all(isinstance(one, Illegal) and one.violations[0].instead for one in verdicts)


def test_what_already_says_so_and_what_is_legal_stay() -> None:
    replay = replayed({"by": "a", "do": "done"}, {"by": "a", "do": "take_die", "die": 4})
    moment = Moment(replay.state)
    for entry, verdict in zip(replay.record.entries, replay.explain_verdicts(), strict=True):
        assert explain_refusal(verdict, entry, moment) is verdict
    nothing = Moment(replay.state, shown=lambda items: ())
    assert str(suggest_nearest({"by": "a", "do": "done"}, nothing)).startswith(
        "Only checks and corrections"
    )


@pytest.mark.parametrize("name", games.list_games())
def test_every_verb_has_words(name: str) -> None:
    about_the_record = {"check", "adjust", "rule"}
    for verb in set(games.find(name).verbs) - about_the_record:
        assert f"do:{verb}" in read_english(), verb


@pytest.mark.parametrize(("where", "leads"), [("hand", True), ("kitchen", False)])
def test_what_only_its_player_knows_counts_as_leading_on(where: str, leads: bool) -> None:
    nothing_made = Hint(made=lambda value: ())
    moment = Moment(replayed().state)
    moment.hints = Hints(keys={"place": nothing_made})  # in the place of the game's own
    assert moment.leads_on({"by": "a", "do": "serve", "place": {"from": where}}) is leads
