"""Reading a record quickly says what reading it warily says (``adjudicator.reading``)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from operator import is_
from pathlib import Path
from typing import Any

import pytest

from adjudicator import games, shapes
from adjudicator.entries import Entry
from adjudicator.reading import check_entry, decode, load, parse
from adjudicator.record import Record, Unreadable
from adjudicator.replay import SNAPSHOT_EVERY, Replay
from adjudicator.verdict import Illegal

HOME = Path(__file__).parent


@pytest.mark.parametrize(
    "text",
    [
        '{"a":1,"a":2}',
        '{"a":1,"a" :2}',
        '{"a":1,"a"\n:2}',
        '{"a" :1,"a":2}',
        '{"b":":x","a":1,"a" :2}',
        '{"b":[{"a":1,"a":{}}]}',
        '{"b":"\\"","a":1,"a":2}',
        '{"b":"\\":","a":1,"a":2}',
        '{"\\u00e9":1,"a":1,"a":2}',
        '{"a":1,"\\u0061":2}',
    ],
)
def test_a_key_that_stands_twice_is_found_however_it_is_written(text: str) -> None:
    with pytest.raises(Unreadable) as problem:
        decode(text.encode())
    assert problem.value.key == "a"


@pytest.mark.parametrize(
    "text",
    [
        '{"a":":","b":"a:b","c":" :"}',
        '{"a" : {"a":[{"a":1}]}}',
        '{"a":"\\\\","b":"\\":"}',
        '["a", ":", {}]',
        '":"',
    ],
)
def test_colons_in_texts_are_no_keys(text: str) -> None:
    assert decode(text.encode()) == json.loads(text)


def test_an_entry_that_has_not_its_form_is_told_why() -> None:
    """The quick look at an entry only says that something is wrong; where, the close one says."""
    record = json.loads((HOME / "records" / "austria-4p-2022.json").read_text("utf-8"))
    wrong = {
        "guest": {"do": "take_guest", "by": record["players"][0]["id"], "guest": 999, "reveal": 1},
        "by": {"do": "done", "by": "nobody"},
        "do": {"do": ["done"]},
        "of": {"do": "adjust", "of": "nobody", "vp": 1},
        "entry": {"do": "rule", "entry": 9, "stands": True},
        "room": {"do": "prepare", "by": record["players"][0]["id"]},
        "die": {"do": "done", "by": record["players"][0]["id"], "die": 1},
    }
    for key, entry in wrong.items():
        with pytest.raises(Unreadable) as problem:
            parse(json.dumps({**record, "entries": [entry]}))
        assert (problem.value.entry, problem.value.key) == (1, key)


RECORDS = sorted((HOME / "records").glob("*.json"))

ODD = (None, True, 1, 0, -1, 1.0, 10**70, "", "1", "nobody", [], [1], {}, {"1": {"cake": 1}})
"""Values of every type that JSON has; each fits some key and not the others."""


def bent(entry: dict[str, Any]) -> Iterator[Any]:
    """Yield an entry without each of its keys, with other values there, and with further keys."""
    for key in entry:
        yield {name: value for name, value in entry.items() if name != key}
        for value in ODD:
            yield {**entry, key: value}
    for key in ("note", "at", "by", "from", "place", "agreed", "odd", "die"):
        for value in ODD:
            yield {**entry, key: value}
    yield from ({**entry, "note": "so", "at": "2026-01-02T03:04"}, [], [entry], "done", 1, None)


def refused(check: Callable[[], object]) -> str:
    """Return why a check refuses what it looks at; "" where it does not."""
    try:
        check()
    except Unreadable as problem:
        return f"{problem.entry} {problem.key} {problem.message}"
    return ""


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_an_entry_is_refused_as_the_close_look_refuses_it(path: Path) -> None:
    """What is read is what the close look takes, and as the rules read it; else it says why."""
    record = json.loads(path.read_text("utf-8"))
    game, players = games.find(record["game"]), [player["id"] for player in record["players"]]
    verbs = game.vocabulary(record)
    kinds = {(entry["do"], *sorted(entry)): entry for entry in record["entries"]}
    assert len(kinds) > 5
    for one in (one for entry in kinds.values() for one in bent(entry)):
        document = {**record, "entries": [one]}
        said = refused(partial(load, document))
        assert said == refused(partial(check_entry, game, players, one, 1, verbs)), one
        if not said:
            assert alike(load(document).read[0]) == alike(verbs[one["do"]].made(one)), one


def alike(entry: Entry) -> Any:
    """Return what an entry holds, in a form in which equal entries are equal."""
    held = {name: getattr(entry, name) for name in type(entry).said}
    return type(entry), repr(held), {more: repr(added) for more, added in entry.added.items()}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_entries_of_a_record_are_read_once(path: Path) -> None:
    record = parse(path.read_bytes())
    replay = Replay(record)
    assert replay.record is record
    assert len(record.read) == len(record.entries)
    whole, half = record.entries, len(record.entries) // 2
    for grown in (replay.until(half).with_entries(whole), replay.with_entries([*whole, whole[0]])):
        assert all(map(is_, grown.record.read[:half], record.read))
        assert grown.verdicts[: len(whole)] == replay.verdicts


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_an_entry_is_judged_alike_as_written_and_as_read(path: Path) -> None:
    record = parse(path.read_bytes())
    bare, replay = Replay(Record(record.document)), Replay(record)
    state = replay.state_after(0)
    assert [state.judge(entry) for entry in record.entries] == replay.verdicts == bare.verdicts
    assert state.position() == replay.state.position() == bare.state.position()


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_in_brief_an_earlier_state_is_the_same(path: Path) -> None:
    record = parse(path.read_bytes())
    bare, replay = Replay(record, brief=True), Replay(record)
    assert len(bare._snapshots) == 1
    assert len(replay._snapshots) == 1 + len(record.entries) // SNAPSHOT_EVERY
    half = len(record.entries) // 2
    assert bare.state_after(half).position() == replay.state_after(half).position()
    changed = [*record.entries[:half], *record.entries[half + 1 :]]
    assert bare.with_entries(changed).verdicts == replay.with_entries(changed).verdicts


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_in_brief_the_same_is_refused_by_the_same_rules(path: Path) -> None:
    """Half of the entries is left out, and one of those that are refused is let stand."""
    document = json.loads(path.read_bytes())
    document["entries"] = document["entries"][::2]
    refused = [verdict.kind for verdict in Replay(load(document)).verdicts].index("illegal") + 1
    document["entries"].append({"do": "rule", "entry": refused, "stands": True})
    record = load(document)
    brief, whole = Replay(record, brief=True), Replay(record)
    assert brief.state.position() == whole.state.position()
    for one, other in zip(brief.verdicts, whole.verdicts, strict=True):
        assert (one.kind, one.applied) == (other.kind, other.applied)
        if isinstance(one, Illegal) and isinstance(other, Illegal):
            told = [[(found.rule, found.message) for found in v.violations] for v in (one, other)]
            assert told[0] == told[1]
        else:
            assert one == other


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_looking_back_again_and_again_shows_the_same_and_changes_nothing(path: Path) -> None:
    record = parse(path.read_bytes())
    replay = Replay(record)
    last, half = len(record.entries), len(record.entries) // 2
    now = replay.state.position()
    for number in (half, half + 1, half - 1, 0, half + 5, last, half + 5):
        state = replay.state_after(number)
        alone = Replay(record.with_entries(record.entries[:number]))
        assert state.position() == alone.state.position()
        for entry in record.entries[number:]:  # what is handed out is the caller's own
            state.judge(entry)
    assert replay.state.position() == now


def test_what_is_remembered_to_be_right_is_no_excuse_for_what_only_equals_it() -> None:
    looked: list[Any] = []
    shape = shapes.Alike(shapes.Also(shapes.MapOf(shapes.TEXT, shapes.Integer()), looked.append))
    for value in ({"a": 1}, {"a": 1}, {"a": 2}, {"a": 1}):
        shape.check(value)
    assert looked == [{"a": 1}, {"a": 2}]
    for unlike in ({"a": True}, {"a": 1.0}, {"a": "1"}, [("a", 1)]):
        with pytest.raises(shapes.Mismatch):
            shape.check(unlike)
    for number in range(shapes.MOST_ALIKE):
        shape.check({"b": number})
    shape.check({"a": 1})
    assert looked.count({"a": 1}) == 2  # it is not remembered for ever


def test_what_is_too_long_to_be_remembered_is_looked_at_each_time() -> None:
    looked: list[Any] = []
    shape = shapes.Alike(shapes.Also(shapes.ListOf(shapes.TEXT), looked.append))
    short, long = ["a"], ["a" * shapes.LONGEST_TEXT] * (shapes.LONGEST_ALIKE // shapes.LONGEST_TEXT)
    for value in (short, short, long, long):
        shape.check(value)
    assert looked == [short, long, long]


def test_food_that_one_entry_may_name_is_no_excuse_for_another() -> None:
    text = (HOME / "records" / "austria-4p-2022.json").read_text("utf-8")
    record = json.loads(text)
    guest, who = str(record["setup"]["queue"][0]), record["players"][0]["id"]
    die: dict[str, Any] = {"by": who, "do": "take_die", "die": 1, "gain": {"cake": 1}}
    die["place"] = {guest: {"cake": 1}}
    checked = load({**record, "entries": [die]}).read[0]
    assert (checked.gain.total, checked.place.pieces) == (1, 1)
    die["place"][guest]["cake"] = 2
    assert load({**record, "entries": [die]}).read[0].place.pieces == 2
    assert checked.place.written == {guest: {"cake": 1}}
    for bad in (
        {**die, "gain": {"cake": True}},
        {**die, "place": {guest: {"cake": True}}},
        {"by": who, "do": "occupy", "room": "1-1", "place": {guest: {"cake": 1}}},
    ):
        with pytest.raises(Unreadable) as refused:
            load({**record, "entries": [die, bad]})
        assert refused.value.entry == 2
