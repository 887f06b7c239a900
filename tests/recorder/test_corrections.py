"""Corrections through the service: preview, saving, undo and redo, states, two at once."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.edits import CHANGE, INSERT, KINDS, REMOVE, Edit
from adjudicator.record import Record, Unreadable
from adjudicator.replay import SNAPSHOT_EVERY, Replay, write_judgement
from recorder.games.access import Forbidden
from recorder.games.corrections import Corrections, NothingToRedo, NothingToTakeBack
from recorder.games.replays import Replays
from recorder.games.tables import Tables
from recorder.games.visibility import GameView, reveal_game
from recorder.store.ledger import Appended, KeyReused, Repeated, Stale
from recorder.store.migrations import prepare_store
from recorder.store.store import Store
from tests.recorder.tally import TALLY, add, document

RECORDS = sorted((Path(__file__).parent.parent / "records").glob("*-3p*.json"))


@contextmanager
def opened(path: Path) -> Iterator[Tables]:
    prepare_store(path)
    store = Store(path)
    try:
        yield Tables(store, Replays(4))
    finally:
        store.close()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Tables]:
    with opened(tmp_path / "recorder.db") as service:
        yield service


class Game:
    """A game of three entries: a adds 1, b adds 2, a adds 3."""

    def __init__(self, service: Tables, *entries: Any) -> None:
        started = service.start(document(*(entries or (add("a", 1), add("b", 2), add("a", 3)))))
        self.links = {link.seat or link.role: link.token for link in started.links}
        self.service = service
        self.corrections = Corrections(service)

    def table(self, who: str = "table") -> GameView:
        return self.service.open(self.links[who])

    @property
    def numbers(self) -> list[int]:
        return [entry.get("n", 0) for entry in reveal_game(self.table()).entries]

    def correct(self, edit: Edit, key: str = "c", version: int | None = None) -> Any:
        table = self.table()
        at = table.version if version is None else version
        return self.corrections.correct(table, edit, version=at, key=key)


def test_a_preview_says_what_follows_and_keeps_nothing(service: Tables) -> None:
    game = Game(service)
    preview = game.corrections.preview(game.table(), Edit.from_kind(REMOVE, 1)).to_json()
    assert (preview["kind"], preview["before"], preview["entries"]) == (REMOVE, [add("a", 1)], [])
    turn = [
        {
            "rule": "TALLY-TURN",
            "message": "it is a's turn",
            "why": {"turn_of": "a"},
            "instead": "Anna may: add or play.",
        }
    ]
    assert preview["changes"] == [
        {
            "before": {"entry": 2, "verdict": "legal"},
            "after": {"entry": 1, "verdict": "illegal", "violations": turn},
        }
    ]
    assert preview["values"] == []  # the turn stays with b: one entry less, one illegal
    assert preview["scores"] == []  # secret in this game
    assert (game.table().version, game.numbers) == (1, [1, 2, 3])


def test_a_correction_is_part_of_the_history_with_what_was_there_before(service: Tables) -> None:
    game = Game(service)
    answer = game.correct(Edit.from_kind(CHANGE, 2, add("b", 1)))
    assert answer == Appended(2, (2,), {"entry": 2, "verdict": "legal"})
    assert game.numbers == [1, 1, 3]
    [step] = service.read_history(game.table(), since=1)
    assert (step["op"], step["role"], list(step["numbers"])) == ("correct", "table", [2])
    assert (step["before"], step["entries"]) == ([add("b", 2)], [add("b", 1)])
    assert step["at"]


def test_only_what_follows_the_change_is_judged_again(service: Tables) -> None:
    entries = [{"do": "check", "of": "a", "n": 0} for _ in range(SNAPSHOT_EVERY + 4)]
    game = Game(service, *entries)
    TALLY.judged = 0
    game.correct(Edit.from_kind(CHANGE, len(entries), {"do": "check", "of": "b", "n": 0}))
    assert TALLY.judged == 4  # from the snapshot before it, and no more


def test_every_version_can_be_looked_at_and_returned_to(service: Tables) -> None:
    game = Game(service)
    game.correct(Edit.from_kind(REMOVE, 3), "c1")
    game.correct(Edit.from_kind(INSERT, 1, add("b", 3)), "c2")
    seen = [game.corrections.view_version(game.table(), version) for version in range(4)]
    lines = [[entry["n"] for entry in table.record["entries"]] for table in seen]
    assert lines == [[], [1, 2, 3], [1, 2], [3, 1, 2]]
    assert isinstance(game.corrections.return_to(game.table(), 1, version=3, key="r"), Appended)
    assert (game.table().version, game.numbers) == (4, [1, 2, 3])
    assert service.read_history(game.table(), since=3)[0]["to"] == 1
    game.corrections.take_back(game.table(), version=4, key="u")
    assert game.numbers == [3, 1, 2]
    with pytest.raises(Unreadable, match="versions 0 to 5"):
        game.corrections.view_version(game.table(), 6)


def test_any_number_of_steps_back_and_again(service: Tables) -> None:
    game = Game(service)
    game.correct(Edit.from_kind(REMOVE, 1), "c1")
    game.correct(Edit.from_kind(REMOVE, 1), "c2")
    game.corrections.take_back(game.table(), version=3, key="u", steps=4)
    assert game.numbers == [1]  # of the imported entries each is a step
    with pytest.raises(NothingToTakeBack):
        game.corrections.take_back(game.table(), version=4, key="u2", steps=2)
    game.corrections.redo(game.table(), version=4, key="r1", steps=3)
    assert game.numbers == [2, 3]
    game.corrections.redo(game.table(), version=5, key="r2")
    assert game.numbers == [3]
    with pytest.raises(NothingToRedo):
        game.corrections.redo(game.table(), version=6, key="r3")


def test_the_second_of_two_that_correct_at_once_is_shown_the_first(service: Tables) -> None:
    game = Game(service)
    first = game.correct(Edit.from_kind(INSERT, 1, add("b", 1)), "phone-1", version=1)
    assert isinstance(first, Appended)
    second = game.correct(Edit.from_kind(CHANGE, 3, add("a", 2)), "phone-2", version=1)
    assert isinstance(second, Stale)
    assert (second.version, second.number) == (2, 4)  # the entry has moved on by one
    assert second.meanwhile[0]["entries"] == [add("b", 1)]
    again = game.correct(Edit.from_kind(CHANGE, 4, add("a", 2)), "phone-2", version=2)
    assert isinstance(again, Appended)
    assert game.numbers == [1, 1, 2, 2]
    gone = game.correct(Edit.from_kind(REMOVE, 3), "phone-3", version=1)
    assert isinstance(gone, Stale)
    assert gone.number is None  # somebody else has changed that entry


def test_the_same_send_again_is_answered_as_the_first_time(service: Tables) -> None:
    game = Game(service)
    first = game.correct(Edit.from_kind(REMOVE, 3), version=1)
    again = game.correct(Edit.from_kind(REMOVE, 3), version=1)
    assert isinstance(again, Repeated)
    assert again.answer == json.loads(json.dumps(first.to_json()))
    with pytest.raises(KeyReused):
        game.correct(Edit.from_kind(REMOVE, 2), version=2)
    game.corrections.take_back(game.table(), version=2, key="u", steps=2)
    with pytest.raises(KeyReused):
        game.corrections.take_back(game.table(), version=2, key="u", steps=1)


def test_a_seat_looks_at_what_would_follow_and_a_read_link_does_not(service: Tables) -> None:
    game = Game(service)
    assert game.corrections.preview(game.table("a"), Edit.from_kind(REMOVE, 1)).changes
    with pytest.raises(Forbidden):
        game.corrections.preview(game.table("read"), Edit.from_kind(REMOVE, 1))


@pytest.mark.parametrize("who", ["a", "read"])
def test_only_the_table_corrects_and_returns(service: Tables, who: str) -> None:
    game = Game(service)
    corrections, table = game.corrections, game.table(who)
    for forbidden in (
        lambda: corrections.correct(table, Edit.from_kind(REMOVE, 1), version=1, key="k"),
        lambda: corrections.return_to(table, 0, version=1, key="k"),
        lambda: corrections.take_back(table, version=1, key="k"),
    ):
        with pytest.raises(Forbidden):
            forbidden()


def test_a_seat_takes_again_what_it_took_back(service: Tables) -> None:
    game = Game(service, add("a", 1))
    service.append(game.table("b"), add("b", 3), version=1, key="k")
    game.corrections.take_back(game.table("b"), version=2, key="u")
    with pytest.raises(Forbidden):
        game.corrections.redo(game.table("a"), version=3, key="r")
    game.corrections.redo(game.table("b"), version=3, key="r")
    assert game.numbers == [1, 3]


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (Edit.from_kind(REMOVE, 4), "no such entry"),
        (Edit.from_kind(CHANGE, 1, {"do": "fly"}), "not a verb"),
        (Edit.from_kind(CHANGE, 1, add("a", 1)), "like this now"),
        (
            Edit.from_kind(INSERT, 2, {"do": "rule", "entry": 2, "stands": True}),
            "not an earlier entry",
        ),
    ],
)
def test_a_correction_that_cannot_be_is_refused_and_named(
    service: Tables, edit: Edit, says: str
) -> None:
    game = Game(service)
    for attempt in (game.correct, lambda edit: game.corrections.preview(game.table(), edit)):
        with pytest.raises(Unreadable, match=says) as caught:
            attempt(edit)
        assert caught.value.entry == edit.at
    assert game.table().version == 1


def test_what_is_hidden_now_stays_hidden_in_a_state_that_was_over(service: Tables) -> None:
    game = Game(service, add("a", 3), add("b", 3), add("a", 3), add("b", 3), add("a", 3))
    over = game.correct(Edit.from_kind(INSERT, 1, {"do": "adjust", "of": "a", "n": 1}))
    assert isinstance(over, Appended)
    assert game.table().over
    game.corrections.take_back(game.table(), version=2, key="u", steps=2)
    then = game.corrections.view_version(game.table(), 2)
    assert then.over
    assert (then.result["scores"], then.position["players"]["a"]) == ({}, {})


def whole(service: Tables, token: str) -> Any:
    return reveal_game(service.open(token)).replay.record.document


@settings(max_examples=4)
@given(seed=st.integers(0, 2**32))
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_any_corrections_are_a_replay_from_zero_and_undo_restores_the_document(
    path: Path, tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    rng = random.Random(seed)
    record = json.loads(path.read_text(encoding="utf-8"))
    with opened(tmp_path_factory.mktemp("store") / "recorder.db") as service:
        token = service.start(record).links[0].token
        corrections = Corrections(service)
        documents = [whole(service, token)]
        assert documents[0] == record
        for number in range(6):
            table = service.open(token)
            entries = reveal_game(table).entries
            kind = rng.choice(KINDS)
            entry = None if kind == REMOVE else dict(rng.choice(entries))
            if entry and entry["do"] == "rule":
                entry["entry"] = 1
            at = rng.randint(2, len(entries))
            if rng.random() < 0.3:  # a ruling that has to keep to its entry
                rule = {"do": "rule", "entry": at, "stands": True}
                service.append(table, rule, version=table.version, key=f"rule{number}")
            else:
                edit = Edit.from_kind(kind, at, entry)
                try:
                    corrections.correct(table, edit, version=table.version, key=f"c{number}")
                except Unreadable:
                    continue  # put in the place of its like
            documents.append(whole(service, token))
        table = service.open(token)
        fresh = Replay(Record(whole(service, token)))
        assert write_judgement(reveal_game(table).replay) == write_judgement(fresh)
        assert service.list_doubts(table.row) == []
        for back, wanted in enumerate(documents[-2::-1]):
            table = service.open(token)
            corrections.take_back(table, version=table.version, key=f"u{back}")
            assert whole(service, token) == wanted
        table = service.open(token)
        steps = len(documents) - 1
        corrections.redo(table, version=table.version, key="again", steps=steps)
        assert whole(service, token) == documents[-1]
        # A new process reads the same from the log alone.
        assert whole(Tables(service.store, Replays(1)), token) == documents[-1]


def test_points_of_a_game_that_goes_on_are_counted_from_where_it_changed(
    service: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[int]] = []
    count = Replay.points_after

    def counting(replay: Replay, numbers: list[int]) -> Any:
        asked.append(list(numbers))
        return count(replay, numbers)

    token = service.start(document(*([add("a", 1), add("b", 1)] * 4))).links[0].token
    monkeypatch.setattr(Replay, "points_after", counting)

    def looked_at() -> list[int]:
        played = reveal_game(service.open(token))
        anew = Replay(played.replay.record)
        assert played.course == count(anew, range(len(anew.verdicts) + 1))
        assert played.course is reveal_game(service.open(token)).course
        return asked.pop()

    assert looked_at() == [*range(9)]
    service.append(service.open(token), add("a", 2), version=1, key="k1")
    assert looked_at() == [9]
    service.append(service.open(token), add("b", 2), version=2, key="k2")  # nobody looks
    service.append(service.open(token), add("a", 1), version=3, key="k3")
    assert looked_at() == [10, 11]
    edit = Edit.from_kind(CHANGE, 8, add("b", 2))
    Corrections(service).correct(service.open(token), edit=edit, version=4, key="k4")
    assert looked_at() == [8, 9, 10, 11]
    Corrections(service).take_back(service.open(token), version=5, key="k5")
    assert looked_at() == [8, 9, 10, 11]
    assert not asked
