"""The way modules plug in, tried with an invented module that only this folder knows."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adjudicator.austria import modules
from adjudicator.austria.assembled import boxes
from adjudicator.austria.assembled.base_game import BASE
from adjudicator.austria.assembled.boxes import box_of
from adjudicator.austria.game import _module_label
from adjudicator.austria.printed.datafile import Row
from adjudicator.austria.printed.editions import rules_of
from adjudicator.austria.table.box import Box
from adjudicator.austria.table.declarations import Obligation
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.module import Module
from adjudicator.entries import AddedKeys, key
from adjudicator.hints import PLAIN
from adjudicator.messages import M, read_english
from adjudicator.messages.po import BrokenData
from adjudicator.reading import load
from adjudicator.record import Record, Unreadable
from adjudicator.replay import Replay, write_judgement

INVENTED = Path(__file__).parent / "invented"
KITCHEN = {"strudel": 1, "cake": 1, "wine": 1, "coffee": 1, "tea": 0, "honey": 0}


@pytest.fixture(autouse=True)
def bees() -> Iterator[None]:
    """Let records name the invented module for the length of a test."""
    with boxes.use_module_folder(INVENTED):
        yield


def document(*entries: dict[str, Any], **start: Any) -> dict[str, Any]:
    """Return a record with the invented module: a set-up, or the position given."""
    setup = {
        "politics": ["krones-20", "floors-2", "three-each"],
        "emperor": ["A-krones", "B-krones", "C-vp"],
        "queue": [50, 301, 302, 92, 103],
        "hives": [4, 7],
    }
    return {
        "record": 1,
        "game": "austria",
        "edition": "2022",
        "modules": ["bees"],
        "players": [{"id": "a", "name": "Anna"}, {"id": "b", "name": "Boris"}],
        "entries": list(entries),
        **(start or {"setup": setup}),
    }


def record(*entries: dict[str, Any], **start: Any) -> Record:
    return load(document(*entries, **start))


def position(**more: Any) -> dict[str, Any]:
    """Return a position in the turn of Anna, with what a test changes of her part."""
    return {
        "turn_of": "a",
        "dice": [2, 2, 2, 2, 1, 1],
        "queue": [50, 64, 78, 92, 103],
        "politics": ["krones-20", "floors-2", "three-each"],
        "emperor": ["A-krones", "B-krones", "C-vp"],
        "players": {"a": {"rooms": {"1-1": "vacant"}, "hive": 4, **more}, "b": {"hive": 7}},
    }


def said(replay: Replay) -> list[str]:
    return [
        verdict.violations[0].rule if verdict.kind == "illegal" else verdict.kind
        for verdict in replay.verdicts
    ]


def anna(replay: Replay) -> dict[str, Any]:
    return replay.state.position()["players"]["a"]


def test_a_stage_of_set_up_comes_before_the_guests() -> None:
    guest = {"by": "b", "do": "take_guest", "guest": 50, "reveal": 60}
    replay = Replay(
        record(
            guest,
            {"by": "b", "do": "take_hive", "hive": 7},
            {"by": "a", "do": "take_hive", "hive": 7},
            {"by": "b", "do": "take_hive", "hive": 4},
            guest,
        )
    )
    assert said(replay) == ["BEES-SETUP-01", "BEES-SETUP-02", "legal", "legal", "legal"]
    assert replay.state_after(0).position()["phase"] == "setup-hives"
    assert replay.state_after(0).options() == [{"by": "a", "do": "take_hive", "hive": [4, 7]}]
    assert replay.state.position()["phase"] == "setup-guests"


def test_foods_verb_and_kind() -> None:
    replay = Replay(
        record(
            {"by": "a", "do": "visit"},
            {"by": "a", "do": "taste", "count": 3},
            {"by": "a", "do": "taste", "count": 1, "place": {"301": {"honey": 1}}},
            {"by": "a", "do": "decline", "what": "taste", "from": "hive:1"},
            position=position(cafe=[{"guest": 301, "served": {"wine": 1}}]),
        )
    )
    assert said(replay) == ["legal", "BEES-TASTE-01", "legal", "legal"]
    assert replay.state_after(1).position()["open"][0]["do"] == "taste"
    assert {"by": "a", "do": "taste", "count": [1, 2]} in replay.state_after(1).options()
    assert anna(replay)["cafe"] == [{"guest": 301, "served": {"wine": 1, "honey": 1}}]
    assert anna(replay)["kitchen"] == KITCHEN
    assert anna(replay)["krones"] == 9


def test_a_third_food_of_a_space_obeys_the_chain() -> None:
    die = {"by": "a", "do": "take_die", "die": 2}
    replay = Replay(
        record(
            die | {"gain": {"wine": 1, "honey": 1}},
            die | {"gain": {"wine": 1, "coffee": 1, "honey": 1}, "boost": True},
            position=position(),
        )
    )
    assert said(replay) == ["BEES-ACT-01", "legal"]
    offered = [item for item in replay.state_after(0).options() if item.get("die") == 2]
    assert {"wine": 1, "coffee": 1, "honey": 1} in offered[-1]["gain"]


def test_a_card_listens_to_gains_and_a_cost_may_be_unknown() -> None:
    replay = Replay(
        record(
            {"by": "a", "do": "take_die", "die": 5},
            {"by": "a", "do": "play_staff", "staff": 201},
            {"by": "a", "do": "done", "wave": True},
            {"by": "b", "do": "take_die", "die": 4, "gain": {"krones": 1}},
            position=position(),
        )
    )
    assert said(replay) == ["legal", "unclear", "legal", "legal"]
    assert replay.verdicts[1].to_json()["question"] == "BEES-P-02"
    assert anna(replay)["krones"] == 10
    replay = Replay(
        record(
            {"by": "a", "do": "take_die", "die": 4, "gain": {"krones": 2}},
            {"by": "a", "do": "done", "wave": True},
            position=position(staff=[201]),
        )
    )
    assert replay.result().part("a", "staff") == 1  # one gain of krones, once 1 VP
    assert replay.result(final=True).part("a", "final_waves") == 1


def test_a_refusal_hints_at_a_key_of_a_module() -> None:
    """The words for it are the module's; without them there is no hint about the key."""
    replay = Replay(record({"by": "a", "do": "take_hive", "hive": 5}))
    assert said(replay) == ["BEES-SETUP-03"]
    assert str(replay.explain_verdicts()[0].violations[0].instead) == "Possible now: hive 4 or 7."
    assert box_of(frozenset()).hints.find_hint("hive") == PLAIN


@pytest.mark.parametrize(
    ("doubts", "shown", "stop"),
    [
        ([("queue", True, 9), ("P-02", True, 1), ("P-01", True, 0)], "P-01", False),
        ([("halls", True, 9), ("queue", True, 9)], "halls", False),
        ([("P-01", True, 0), ("U-26", False, 5)], "U-26", True),
    ],
)
def test_of_several_doubts_one_is_shown_and_all_are_kept(
    doubts: list[tuple[str, bool, int]], shown: str, stop: bool
) -> None:
    case = Case(rules_of("2022", {}), None)
    for question, applies, rank in doubts:
        case.unclear(question, "a doubt.", "a default.", applies=applies, rank=rank)
    assert case.verdict().to_json()["question"] == shown
    assert case.stop is stop
    assert len(case.doubts) == len(doubts)


def test_a_wrap_lies_around_the_judge_of_a_verb() -> None:
    replay = Replay(record({"by": "a", "do": "serve", "place": {}}, position=position()))
    verdict = replay.verdicts[0].to_json()
    assert [breach["rule"] for breach in verdict["violations"]] == ["BEES-SERVE-01", "GAH-ADD-04"]


def test_a_key_that_nobody_judges_is_refused_at_start_up() -> None:
    """A key that a module brings is one that the verb's judge understands, or its own to read."""

    def adding(do: str, name: str) -> Module:
        return Module(id="odd", number=99, keys={do: lambda s: {name: s.foods}})

    class Tip(AddedKeys):
        tip: int = key(lambda s: s.count, default=0)

    Box((BASE, adding("claim", "place")))
    box = Box((BASE, Module(id="odd", number=99, adds={"claim": Tip})))
    claim = {"do": "claim", "by": "a", "politics": "rooms-12"}
    assert "tip" in box.verbs["claim"].optional
    assert Tip.read_from(box.verbs["claim"].made({**claim, "tip": 2})).tip == 2
    assert Tip.read_from(box.verbs["claim"].made(claim)).tip == 0
    for do, odd in (("claim", "tip"), ("take_guest", "place")):
        with pytest.raises(BrokenData, match=f"odd: nobody judges '{odd}' of '{do}'"):
            Box((BASE, adding(do, odd)))


def test_what_cannot_be_declined_comes_before_the_end_of_a_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing that ends a turn drops it in silence."""
    state: Any = Replay(record({"by": "a", "do": "visit"}, position=position())).state
    first = Obligation("BEES-TASTE-01", lambda player: M("rounds.turn-takes-die"))
    taste = replace(state.box.kinds["taste"], compulsory=first)
    monkeypatch.setitem(state.box.kinds, "taste", taste)
    for do in ("done", "pass"):
        verdict = state.judge({"by": "a", "do": do})
        assert "BEES-TASTE-01" in [breach.rule for breach in verdict.violations]
    assert state.position()["open"][0]["optional"] is False


def test_a_longer_queue_than_there_are_prices_is_refused_at_the_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lengthen = lambda table, document: table.queue.append(61)  # noqa: E731
    monkeypatch.setattr(box_of(frozenset({"bees"})), "finishes", (lengthen,))
    with pytest.raises(BrokenData, match="a queue of 6 guests, and prices for 5"):
        Replay(record(position=position()))


def test_a_module_without_a_name_is_named_at_start_up() -> None:
    values = {"id": "wasps", "source": "invented", "confidence": "high"}
    with pytest.raises(BrokenData, match=r"wasps.*has no message"):
        _module_label(Row("modules.json", 1, values))


def test_a_part_beside_the_events_holds_nothing_back() -> None:
    replay = Replay(
        record(
            {"by": "a", "do": "take_die", "die": 4, "gain": {"emperor": 1}},
            {"by": "a", "do": "place", "place": {}},
            {"by": "a", "do": "buzz"},
            {"by": "a", "do": "buzz"},
            {"by": "a", "do": "done"},
            position=position(staff=[201]),
        )
    )
    beside = replay.state_after(1).position()["open"]
    assert [(part["do"], part["front"]) for part in beside] == [("buzz", True)]
    assert {"by": "a", "do": "buzz"} in replay.state_after(1).options()
    assert said(replay)[:1] + said(replay)[2:] == ["legal", "legal", "BEES-BUZZ-01", "legal"]
    assert replay.result().part("a", "hives") == 1
    early = Replay(
        record(
            {"by": "a", "do": "take_die", "die": 4, "gain": {"emperor": 1}},
            {"by": "a", "do": "done"},
            position=position(staff=[201]),
        )
    )
    assert not early.state.position()["open"]


def test_an_order_nobody_has_read() -> None:
    replay = Replay(
        record(
            {"by": "a", "do": "check_in", "guest": 302, "room": "1-1"},
            position=position(cafe=[{"guest": 302, "served": {"tea": 2}}]),
        )
    )
    assert replay.verdicts[0].to_json()["question"] == "BEES-P-01"
    assert anna(replay)["rooms"] == {"1-1": "occupied"}
    assert anna(replay)["krones"] == 11  # 10 and the reward of 1
    assert anna(replay)["cafe"] == []


def test_a_step_books_after_the_emperor_and_parts_print_in_order() -> None:
    start = position() | {
        "round": 3,
        "taken": {"a": 1, "b": 2},
        "passed": [],
        "dice": [1] + [0] * 5,
    }
    replay = Replay(
        record({"by": "a", "do": "take_die", "die": 1}, {"by": "a", "do": "done"}, position=start)
    )
    scores = write_judgement(replay)["scores"]["a"]
    assert scores["hives"] == 4
    assert list(scores).index("hives") == list(scores).index("staff") + 1
    assert list(scores)[-3:] == ["final_waves", "final_cafe", "total"]


def test_a_position_is_read_as_it_is_printed() -> None:
    first = Replay(
        record({"by": "a", "do": "visit"}, {"by": "a", "do": "decline"}, position=position())
    )
    printed = first.state.position()
    assert printed["hives"] == []
    assert anna(first)["hive"] == 4
    assert Replay(record(position=printed)).state.position() == printed
    replay = Replay(
        record({"do": "check", "of": "a", "hive": 5, "hives": []}, position=printed)
    ).verdicts[0]
    assert replay.to_json()["finding"] == {"hive": [4, 5]}


def test_a_snapshot_does_not_see_what_comes_after() -> None:
    replay = Replay(record())
    before = replay.state.position()
    copied = replay.state.copy()
    copied.judge({"by": "a", "do": "take_hive", "hive": 4})
    assert replay.state.position() == before
    assert copied.position() != before


def test_without_the_module_its_words_are_unreadable() -> None:
    document = dict(record().document)
    for name in ("unheard-of", "balls,bees"):
        with pytest.raises(Unreadable, match="not supported"):
            load({**document, "modules": [name]})
    with pytest.raises(Unreadable, match=r"is listed twice.*WALTZ-GEN-01"):
        load({**document, "modules": ["bees", "bees"]})
    setup = {**document["setup"], "queue": [50, 60, 78, 92, 103]}
    with pytest.raises(Unreadable, match="hives"):
        load({**document, "modules": [], "setup": setup})
    with pytest.raises(Unreadable, match="301"):
        load({**document, "modules": []})
    base = box_of(frozenset())
    assert len(base.foods) == 4
    assert "visit" not in base.verbs
    assert not base.answers


def test_every_source_has_a_name_in_words() -> None:
    """What opened a permission is named in verdicts: no word of the record instead of a name."""
    own = frozenset(modules.list_modules()) - {"bees"}
    for part in box_of(own).parts:
        for source in part.sources:
            assert f"origin:{source.partition(':')[0]}" in read_english(), (part.id, source)


HOME = Path(__file__).resolve().parents[2]
FACE = HOME / "tests" / "pages" / "invented"
NUMBERS = ("no", "a", "two", "three", "four", "five", "six")


def lines(folder: Path, suffix: str) -> int:
    files = folder.rglob(f"*{suffix}")
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)


def test_what_the_document_says_of_the_invented_module_is_counted() -> None:
    """The table of the places that an addition touches ends with these figures."""
    own = modules.find_module("bees")
    signals = sum(hasattr(one.hook, "heard_by") for one in own.hooks)
    outside = [
        path
        for room in ("adjudicator", "recorder", "exports", "templates")
        for path in (HOME / room).rglob("*")
        if path.suffix in (".py", ".json", ".html") and b"bees" in path.read_bytes()
    ]
    face, templates = lines(FACE / "faces", ".py"), len([*FACE.rglob("*.html")])
    said = (
        f"The invented module in `tests` answers {NUMBERS[len(own.hooks) - signals]} question, "
        f"listens to {NUMBERS[signals]} signal, watches the table, and adds "
        f"{NUMBERS[len(own.deeds)]} verbs, "
        f"{NUMBERS[len(own.stages)]} stage and {NUMBERS[len(own.steps)]} step. Each verb has one "
        "generator of obstacles, used by its judge and its offer. It has "
        f"{lines(INVENTED, '.py')} lines of rules and {lines(INVENTED, '.json')} of data in one "
        f"folder. Its face has {face} lines and {NUMBERS[templates]} templates in another. "
        f"Outside them there are 0 lines and {len(outside)} files."
    )
    assert said in " ".join((HOME / "docs" / "modules.md").read_text(encoding="utf-8").split())
