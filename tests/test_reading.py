"""Reading a record: what is taken, and what is refused (``adjudicator.reading``)."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from operator import is_
from pathlib import Path
from typing import Any

import pytest

from adjudicator.reading import decode_json, load, parse
from adjudicator.record import Record, Unreadable
from adjudicator.replay import Replay

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
        decode_json(text.encode())
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
    assert decode_json(text.encode()) == json.loads(text)


def test_an_entry_that_has_not_its_form_is_told_why() -> None:
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


def refused_entry(read: Callable[[], object]) -> int | None:
    """Return the number of the entry that reading refuses, None where it takes all."""
    try:
        read()
    except Unreadable as problem:
        return problem.entry or 0
    return None


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_whatever_an_entry_holds_it_is_read_or_refused(path: Path) -> None:
    record = json.loads(path.read_text("utf-8"))
    kinds = {(entry["do"], *sorted(entry)): entry for entry in record["entries"]}
    assert len(kinds) > 5
    for one in (one for entry in kinds.values() for one in bent(entry)):
        assert refused_entry(partial(load, {**record, "entries": [one]})) in (None, 1), one


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_entries_of_a_record_are_read_once(path: Path) -> None:
    record = parse(path.read_bytes())
    replay = Replay(record)
    assert replay.record is record
    assert len(record.read) == len(record.entries)
    whole, half = record.entries, len(record.entries) // 2
    for grown in (
        replay.replay_until(half).with_entries(whole),
        replay.with_entries([*whole, whole[0]]),
    ):
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


def test_food_that_one_entry_may_name_is_no_excuse_for_another() -> None:
    record = json.loads((HOME / "records" / "austria-4p-2022.json").read_text("utf-8"))
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
