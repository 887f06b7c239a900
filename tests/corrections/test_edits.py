"""Editing a line of entries, and comparing what comes of it."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.compare import compare_replays, list_differences
from adjudicator.edits import CHANGE, INSERT, REMOVE, Edit, find_smallest_edit
from adjudicator.reading import parse
from adjudicator.record import Record
from adjudicator.replay import Replay, write_judgement

RECORDS = sorted((Path(__file__).parent.parent / "records").glob("*.json"))


def n(*numbers: int) -> list[dict[str, Any]]:
    return [{"do": "add", "n": number} for number in numbers]


def ruling(entry: int) -> dict[str, Any]:
    return {"do": "rule", "entry": entry, "stands": True}


@pytest.mark.parametrize(
    ("edit", "entries", "moves"),
    [
        pytest.param(Edit.from_kind(CHANGE, 2, n(9)[0]), n(1, 9, 3), (1, 2, 3), id="change"),
        pytest.param(Edit.from_kind(REMOVE, 2), n(1, 3), (1, None, 2), id="remove"),
        pytest.param(Edit.from_kind(INSERT, 2, n(9)[0]), n(1, 9, 2, 3), (1, 3, 4), id="insert"),
    ],
)
def test_an_edit_says_where_every_entry_has_gone(
    edit: Edit, entries: list[Any], moves: tuple[int | None, ...]
) -> None:
    old = n(1, 2, 3)
    edited = edit.apply(old)
    assert (list(edited.entries), edited.moves) == (entries, moves)
    assert old == n(1, 2, 3)


def test_rulings_are_renumbered_or_go_with_their_entry() -> None:
    old = [*n(1, 2), ruling(2), *n(3), ruling(4)]
    removed = Edit.from_kind(REMOVE, 2).apply(old)
    assert list(removed.entries) == [*n(1, 3), ruling(2)]
    assert (removed.dropped, removed.renumbered) == ((3,), (5,))
    inserted = Edit.from_kind(INSERT, 1, n(9)[0]).apply(old)
    assert list(inserted.entries) == [*n(9, 1, 2), ruling(3), *n(3), ruling(5)]
    assert (inserted.dropped, inserted.renumbered) == ((), (3, 5))


@pytest.mark.parametrize(("kind", "entry"), [(REMOVE, None), (CHANGE, {}), (INSERT, {})])
def test_an_edit_knows_its_kind(kind: str, entry: Any) -> None:
    assert Edit.from_kind(kind, 1, entry).kind == kind


@pytest.mark.parametrize(
    ("kind", "entry"), [(REMOVE, {}), (CHANGE, None), (INSERT, None), ("x", {})]
)
def test_an_edit_that_is_none_is_refused(kind: str, entry: Any) -> None:
    with pytest.raises(ValueError, match="change and insert"):
        Edit.from_kind(kind, 1, entry)


@given(old=st.lists(st.integers(0, 3), max_size=8), new=st.lists(st.integers(0, 3), max_size=8))
def test_between_two_lines_lies_one_edit(old: list[int], new: list[int]) -> None:
    assert list(find_smallest_edit(n(*old), n(*new)).apply(n(*old)).entries) == n(*new)


def some_edit(rng: random.Random, entries: list[Any], kind: str) -> Edit:
    """A correction anywhere, with an entry that stands elsewhere in the same game."""
    number = rng.randint(1, len(entries))
    while kind != REMOVE:
        entry = rng.choice(entries)
        if entry["do"] != "rule":
            return Edit.from_kind(kind, number, entry)
    return Edit.from_kind(REMOVE, number)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
@settings(max_examples=3)
@given(seed=st.integers(0, 2**32))
def test_a_correction_of_a_real_game_equals_replaying_from_zero(path: Path, seed: int) -> None:
    rng = random.Random(seed)
    record = parse(path.read_bytes())
    rulings = [ruling(number) for number in sorted(rng.sample(range(1, len(record.entries)), 3))]
    replay = Replay(record.with_entries([*record.entries, *rulings]))
    for kind in (CHANGE, REMOVE, INSERT):
        edit = some_edit(rng, list(replay.record.entries), kind)
        entries = list(edit.apply(replay.record.entries).entries)
        corrected = replay.with_entries(entries)
        fresh = Replay(Record({**record.document, "entries": entries}))
        assert write_judgement(corrected) == write_judgement(fresh)
        assert corrected.rounds == fresh.rounds
        replay = corrected


def test_a_comparison_shows_every_value_that_differs() -> None:
    before = Replay(parse(RECORDS[0].read_bytes()))
    me = before.record.players[0]
    edit = Edit.from_kind(INSERT, 1, {"do": "adjust", "of": me, "vp": 2})
    edited = edit.apply(before.record.entries)
    compared = compare_replays(before, before.with_entries(edited.entries), edited.moves)
    assert compared.verdicts == ()
    assert [(each.path, each.after - each.before) for each in compared.position] == [
        (("players", me, "vp"), 2)
    ]
    assert [(each.path, each.after - each.before) for each in compared.scores] == [
        ((me, "corrections"), 2),
        ((me, "total"), 2),
    ]


def test_an_entry_that_becomes_illegal_is_among_the_changes() -> None:
    players = [{"id": "a", "name": "Anna"}, {"id": "b", "name": "Boris"}]
    entries = [
        {"by": "a", "do": "take_die", "die": 3},
        {"do": "adjust", "of": "a", "krones": 1},
        {"by": "a", "do": "prepare", "room": "2-1"},
    ]
    position = {
        "round": 1,
        "first_player": "a",
        "turn_of": "a",
        "dice": [2, 2, 2, 2, 1, 1],
        "players": {"a": {"krones": 0, "rooms": {"1-1": "vacant"}}, "b": {}},
    }
    record = {"record": 1, "game": "austria", "edition": "2015-ru", "players": players}
    before = Replay(parse(json.dumps(record | {"position": position, "entries": entries})))
    assert [verdict.kind for verdict in before.verdicts] == ["legal", "legal", "legal"]
    edited = Edit.from_kind(REMOVE, 2).apply(before.record.entries)
    compared = compare_replays(before, before.with_entries(edited.entries), edited.moves)
    [change] = compared.verdicts
    assert (change.before, change.after) == (3, 2)
    assert (change.old.kind, change.new.kind) == ("legal", "illegal")
    paths = {".".join(difference.path) for difference in compared.position}
    assert {"players.a.rooms.2-1", "open"} <= paths


def test_lists_count_as_one_value_and_what_is_missing_as_none() -> None:
    differing = list_differences({"queue": [1, 2], "a": {"x": 1}}, {"queue": [2], "a": {"y": 2}})
    assert [difference.to_json() for difference in differing] == [
        {"path": "queue", "before": [1, 2], "after": [2]},
        {"path": "a.x", "before": 1, "after": None},
        {"path": "a.y", "before": None, "after": 2},
    ]
