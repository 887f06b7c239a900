"""The service: judged before it is kept, one of four answers, nothing lost or doubled."""

import copy
from pathlib import Path
from typing import Any

import pytest
from freezegun import freeze_time

from adjudicator import reading, record
from adjudicator.record import Unreadable
from recorder.games import tables as module
from recorder.games.access import Forbidden
from recorder.games.corrections import Corrections
from recorder.games.entry_line import count_steps_to, list_added_entries
from recorder.games.outgoing import describe_game
from recorder.games.replays import Replays
from recorder.games.scores import list_score_lines
from recorder.games.tables import Tables
from recorder.games.visibility import GameView, reveal_game
from recorder.store.ledger import Appended, KeyReused, Link, Refused, Repeated, Stale
from recorder.store.migrations import prepare_store
from recorder.store.store import Store
from tests.recorder.tally import TALLY, add, document


@pytest.fixture
def path(tmp_path: Path) -> Path:
    prepare_store(tmp_path / "recorder.db")
    return tmp_path / "recorder.db"


@pytest.fixture
def service(path: Path) -> Tables:
    return Tables(Store(path), Replays(10))


@pytest.fixture
def other(path: Path) -> Tables:
    """The same store as another process sees it: with replays of its own."""
    return Tables(Store(path), Replays(10))


def begin(service: Tables, *entries: Any, **more: Any) -> dict[str, str]:
    return tokens(service.start(document(*entries, **more)).links)


def tokens(links: tuple[Link, ...]) -> dict[str, str]:
    return {link.seat or link.role: link.token for link in links}


def send(service: Tables, token: str, entry: Any, version: int, key: str, **more: Any) -> Any:
    return service.append(service.open(token), entry, version=version, key=key, **more)


def kept(service: Tables, token: str) -> list[Any]:
    return list(reveal_game(service.open(token)).replay.record.entries)


def test_a_seat_learns_how_many_steps_would_have_to_be_taken_back(service: Tables) -> None:
    """None where it may take them back itself: then nobody else is asked."""
    links = begin(service)
    send(service, links["a"], add("a", 2), 0, "k1")
    send(service, links["b"], add("b", 1), 1, "k2")
    seen = {who: service.open(links[who]) for who in ("a", "b", "table")}
    steps = {who: [count_steps_to(seen[who], number) for number in (1, 2)] for who in seen}
    assert steps == {"a": [2, 1], "b": [2, 0], "table": [0, 0]}


def test_a_legal_entry_needs_no_ruling_to_stand(service: Tables) -> None:
    table = begin(service)["table"]
    assert send(service, table, add("a", 1), 0, "k1", stands=True).entries == (1,)
    assert kept(service, table) == [add("a", 1)]


@pytest.mark.parametrize(
    ("verb", "stands", "entries"),
    [
        pytest.param("luck", False, 1, id="applied-by-default"),
        pytest.param("guess", False, 0, id="not-applied-by-default"),
        pytest.param("guess", True, 2, id="not-applied-but-stands"),
    ],
)
def test_an_unclear_entry_is_kept_when_it_takes_effect(
    service: Tables, verb: str, stands: bool, entries: int
) -> None:
    table = begin(service)["table"]
    outcome = send(service, table, {"by": "a", "do": verb, "n": 1}, 0, "k1", stands=stands)
    assert isinstance(outcome, Appended if entries else Refused)
    assert len(kept(service, table)) == entries
    assert reveal_game(service.open(table)).position["players"]["a"]["count"] == min(entries, 1)


def test_a_stale_append_is_answered_with_what_happened_meanwhile(service: Tables) -> None:
    table = begin(service)["table"]
    with freeze_time("2026-11-20 20:00:00"):
        send(service, table, add("a", 1), 0, "k1")
    assert send(service, table, add("a", 2), 0, "k2") == Stale(
        version=1,
        meanwhile=(
            {
                "version": 1,
                "op": "append",
                "role": "table",
                "seat": None,
                "at": "2026-11-20T20:00:00.000+00:00",
                "verdict": {"entry": 1, "verdict": "legal"},
                "numbers": [1],
                "entries": [add("a", 1)],
            },
        ),
    )
    assert kept(service, table) == [add("a", 1)]


def test_a_version_from_the_future_is_stale_too(service: Tables) -> None:
    table = begin(service)["table"]
    assert send(service, table, add("a", 1), 7, "k1") == Stale(version=0, meanwhile=())


def test_two_phones_at_once_one_is_kept_and_the_other_told(service: Tables, other: Tables) -> None:
    links = begin(service)
    mine, theirs = service.open(links["table"]), other.open(links["table"])
    assert isinstance(service.append(mine, add("a", 1), version=0, key="k1"), Appended)
    outcome = other.append(theirs, add("a", 3), version=0, key="k2")
    assert isinstance(outcome, Stale)
    assert outcome.version == 1
    assert [line["entries"] for line in outcome.meanwhile] == [[add("a", 1)]]
    assert kept(other, links["table"]) == kept(service, links["table"]) == [add("a", 1)]


def test_the_same_send_twice_is_kept_once_and_answered_as_the_first_time(
    service: Tables, other: Tables
) -> None:
    table = begin(service)["table"]
    first = send(service, table, add("a", 2), 0, "k1")
    send(service, table, add("b", 2), 1, "k2")
    for again in (service, other):
        assert send(again, table, add("a", 2), 0, "k1") == Repeated(first.to_json())
    assert kept(service, table) == [add("a", 2), add("b", 2)]


def test_the_same_send_on_two_connections_at_once_is_kept_once(
    service: Tables, other: Tables
) -> None:
    table = begin(service)["table"]
    seen = other.open(table)  # judged on the old version, written after the other one
    first = send(service, table, add("a", 2), 0, "k1")
    assert other.append(seen, add("a", 2), version=0, key="k1") == Repeated(first.to_json())
    assert kept(other, table) == [add("a", 2)]


def test_a_repeated_send_of_what_was_taken_back_does_not_bring_it_back(service: Tables) -> None:
    table = begin(service)["table"]
    first = send(service, table, add("a", 2), 0, "k1")
    Corrections(service).take_back(service.open(table), version=1, key="k2")
    assert send(service, table, add("a", 2), 0, "k1") == Repeated(first.to_json())
    assert kept(service, table) == []


def test_a_key_used_for_something_else_is_pointed_out(service: Tables) -> None:
    table = begin(service)["table"]
    send(service, table, add("a", 2), 0, "k1")
    with pytest.raises(KeyReused):
        send(service, table, add("b", 2), 1, "k1")
    with pytest.raises(KeyReused):
        Corrections(service).take_back(service.open(table), version=1, key="k1")
    assert kept(service, table) == [add("a", 2)]


def test_the_key_of_one_link_is_no_answer_to_another(service: Tables) -> None:
    """Two phones that drew the same key: the second is told so, not that its entry is in."""
    links = begin(service)
    send(service, links["a"], add("a", 2), 0, "k1")
    with pytest.raises(KeyReused):
        send(service, links["table"], add("a", 2), 1, "k1")
    assert kept(service, links["table"]) == [add("a", 2)]


def test_a_seat_takes_back_no_ruling_with_its_entry(service: Tables) -> None:
    """The step holds the player's entry and the table's ruling on it."""
    links = begin(service)
    send(service, links["table"], add("b", 1), 0, "k1", stands=True)  # it is a's turn
    with pytest.raises(Forbidden):
        Corrections(service).take_back(service.open(links["b"]), version=1, key="k2")
    assert len(kept(service, links["table"])) == 2
    Corrections(service).take_back(service.open(links["table"]), version=1, key="k3")
    assert kept(service, links["table"]) == []


def test_a_refused_entry_leaves_its_key_free(service: Tables) -> None:
    table = begin(service)["table"]
    assert isinstance(send(service, table, add("b", 1), 0, "k1"), Refused)
    assert isinstance(send(service, table, add("b", 1), 0, "k1", stands=True), Appended)


def test_taking_back_is_repeated_without_harm_and_refused_when_stale(service: Tables) -> None:
    table = begin(service)["table"]
    send(service, table, add("a", 1), 0, "k1")
    send(service, table, add("b", 2), 1, "k2")
    first = Corrections(service).take_back(service.open(table), version=2, key="k3")
    assert isinstance(first, Appended)
    again = Corrections(service).take_back(service.open(table), version=2, key="k3")
    assert again == Repeated(first.to_json())
    assert isinstance(
        Corrections(service).take_back(service.open(table), version=2, key="k4"), Stale
    )
    assert kept(service, table) == [add("a", 1)]


def test_an_entry_let_stand_goes_back_together_with_its_ruling(service: Tables) -> None:
    table = begin(service)["table"]
    send(service, table, add("a", 1), 0, "k1")
    send(service, table, add("a", 2), 1, "k2", stands=True)
    outcome = Corrections(service).take_back(service.open(table), version=2, key="k3")
    assert isinstance(outcome, Appended)
    assert outcome.entries == (2, 3)
    assert kept(service, table) == [add("a", 1)]


def test_what_was_put_behind_an_earlier_version_is_told_and_nothing_else(service: Tables) -> None:
    table = begin(service)["table"]
    send(service, table, add("a", 1), 0, "k1")
    before = service.open(table)
    send(service, table, add("b", 2), 1, "k2")
    now = service.open(table)
    assert list_added_entries(before, now) == [add("b", 2)]
    assert list_added_entries(now, before) is None
    Corrections(service).take_back(now, version=2, key="k3")
    assert list_added_entries(now, service.open(table)) is None


def test_an_uploaded_game_goes_on_from_its_last_entry(service: Tables) -> None:
    started = service.upload(
        record.dump_record(reading.load(document(add("a", 1), add("b", 9)))).encode()
    )
    table = tokens(started.links)["table"]
    assert [verdict["verdict"] for verdict in started.table.verdicts()] == ["legal", "illegal"]
    assert started.table.version == 1
    assert send(service, table, add("b", 2), 1, "k1").entries == (3,)
    Corrections(service).take_back(service.open(table), version=2, key="k2")
    Corrections(service).take_back(service.open(table), version=3, key="k3")
    assert kept(service, table) == [add("a", 1)]


def test_a_record_has_a_longest_length(service: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_ENTRIES", 2)
    table = begin(service)["table"]
    send(service, table, add("a", 1), 0, "k1")
    with pytest.raises(Unreadable, match="at most 2"):  # the entry would fit, its ruling not
        send(service, table, add("a", 1), 1, "k2", stands=True)
    send(service, table, add("b", 1), 1, "k3")
    with pytest.raises(Unreadable, match="at most 2"):
        send(service, table, add("a", 1), 2, "k4")
    assert len(kept(service, table)) == 2


def test_an_append_judges_one_entry_however_long_the_game_is(service: Tables) -> None:
    entries = [add("ab"[n % 2], 9) for n in range(200)]  # all illegal: none ends the game
    table = begin(service, *entries)["table"]
    TALLY.judged = 0
    send(service, table, add("a", 1), 1, "k1")
    assert TALLY.judged == 1


def test_another_process_s_entries_are_caught_up_with_one_by_one(
    service: Tables, other: Tables
) -> None:
    table = begin(service, *[add("a", 9)] * 100)["table"]
    other.open(table)
    send(service, table, add("a", 1), 1, "k1")
    TALLY.judged = 0
    seen = other.open(table)
    assert (seen.version, reveal_game(seen).position["players"]["a"]["count"]) == (2, 1)
    assert TALLY.judged == 1
    assert isinstance(send(other, table, add("b", 1), 2, "k2"), Appended)
    assert service.open(table).version == 3


def test_what_another_thread_wrote_since_the_row_was_read_is_seen(service: Tables) -> None:
    table = begin(service)["table"]
    before = service.store.game(1)
    send(service, table, add("a", 1), 0, "k1")
    row, played = service.replays.bring_up_to_date(service.store, before)
    assert (row.version, played.version) == (1, 1)


def test_a_store_put_back_to_an_older_state_is_believed(service: Tables) -> None:
    table = begin(service)["table"]
    before = service.store.game(1)
    send(service, table, add("a", 1), 0, "k1")
    newer = service.replays
    older = Tables(OlderStore(service.store, before), newer)  # type: ignore[arg-type]
    _, played = newer.bring_up_to_date(older.store, before)
    assert (played.version, len(played.lines)) == (0, 0)


class OlderStore:
    """A store whose game is as it was."""

    def __init__(self, store: Store, row: Any) -> None:
        self.store, self.row = store, row

    def game(self, _: int) -> Any:
        return self.row

    def operations(self, game: int, since: int = 0) -> list[Any]:
        return [op for op in self.store.operations(game, since) if op.seq <= self.row.version]


def test_replays_are_bounded_and_a_forgotten_game_is_played_again(path: Path) -> None:
    service = Tables(Store(path), Replays(0))
    games = [begin(service)["table"] for _ in range(3)]
    for token in games:
        send(service, token, add("a", 1), 0, "k1")
    assert len(service.replays._kept) == 1
    for token in games:
        assert reveal_game(service.open(token)).position["players"]["a"]["count"] == 1


def test_what_is_asked_of_a_table_does_not_change_it(service: Tables) -> None:
    table = begin(service, add("a", 1))["table"]
    seen = service.open(table)
    first = copy.deepcopy(describe_game(seen))
    for answer in (seen.record, seen.position, seen.header):
        answer.clear()
    again = service.open(table)
    assert reveal_game(again) is reveal_game(seen)  # kept for all who look on
    assert describe_game(again) == first


# --- links ---------------------------------------------------------------------------------


def test_a_seat_enters_its_own_player_s_entries_and_what_all_see(service: Tables) -> None:
    links = begin(service)
    assert isinstance(send(service, links["a"], add("a", 1), 0, "k1"), Appended)
    with pytest.raises(Forbidden, match="player b, not of a"):
        send(service, links["b"], add("a", 1), 1, "k2")
    seen = {"do": "check", "of": "a", "n": 1}
    assert isinstance(send(service, links["b"], seen, 1, "k2"), Appended)


@pytest.mark.parametrize(
    ("entry", "stands"),
    [
        pytest.param(add("b", 9), True, id="let-stand"),
        pytest.param({"do": "rule", "entry": 1, "stands": True}, False, id="rule"),
        pytest.param({"do": "adjust", "of": "b", "n": 5}, False, id="adjust"),
    ],
)
def test_only_the_table_rules_and_corrects(service: Tables, entry: Any, stands: bool) -> None:
    links = begin(service, add("a", 9))
    with pytest.raises(Forbidden, match="only the table"):
        send(service, links["b"], entry, 1, "k1", stands=stands)
    assert isinstance(send(service, links["table"], entry, 1, "k1", stands=stands), Appended)


def test_a_seat_takes_back_its_own_entry_only(service: Tables) -> None:
    links = begin(service)
    send(service, links["a"], add("a", 1), 0, "k1")
    with pytest.raises(Forbidden, match="can undo other"):
        Corrections(service).take_back(service.open(links["b"]), version=1, key="k2")
    assert isinstance(
        Corrections(service).take_back(service.open(links["a"]), version=1, key="k2"), Appended
    )


def test_who_wrote_an_entry_stands_in_the_history(service: Tables) -> None:
    links = begin(service)
    send(service, links["a"], add("a", 1), 0, "k1")
    send(service, links["table"], add("b", 1), 1, "k2")
    history = service.read_history(service.open(links["read"]))
    assert [(line["role"], line["seat"]) for line in history] == [("seat", "a"), ("table", None)]


def test_links_are_handed_on_by_those_who_hold_them(service: Tables) -> None:
    links = begin(service)

    def shown(name: str) -> set[str]:
        return {link.seat or link.role for link in service.list_links(service.open(links[name]))}

    assert shown("read") == {"read"}
    assert shown("a") == {"a", "read"}
    assert shown("table") == {"table", "read", "a", "b"}
    service.take_link(service.open(links["a"]).link)  # from now on it may show a secret
    assert shown("table") == {"table", "read", "b"}
    assert shown("b") == {"b", "read"}


# --- hidden is hidden -----------------------------------------------------------------------

HANDS = {"hands": {"a": [4, 7], "b": [9]}}


def see(service: Tables, token: str) -> GameView:
    return service.open(token)


@pytest.mark.parametrize(
    ("who", "hands", "counts", "card"),
    [
        ("table", {}, {"a": {}, "b": {}}, "hand"),
        ("read", {}, {"a": {}, "b": {}}, "hand"),
        ("a", {"a": [4, 7]}, {"a": {"count": 2}, "b": {}}, [4, 7]),
        ("b", {"b": [9]}, {"a": {}, "b": {"count": 1}}, "hand"),
    ],
)
def test_a_link_shows_its_own_secrets_and_no_other_s(
    service: Tables, who: str, hands: Any, counts: Any, card: Any
) -> None:
    seen = see(service, begin(service, add("a", 2), add("b", 1), setup=HANDS)[who])
    assert (seen.record["setup"]["hands"], seen.header["setup"]["hands"]) == (hands, hands)
    assert seen.position["players"] == counts
    assert [item.get("card") for item in seen.options] == [None, card, None]
    assert seen.options[2]["n"] == ([4, 5] if who == "a" else "hidden")
    assert (
        set(seen.result["scores"]) == set(list_score_lines(seen)) == {p for p in "ab" if p == who}
    )


@pytest.mark.parametrize(("who", "sees"), [("table", False), ("a", True), ("b", False)])
def test_a_private_key_of_an_entry_is_its_player_s_only(
    service: Tables, who: str, sees: bool
) -> None:
    links = begin(service, {"by": "a", "do": "play", "card": 4, "hidden": "7 stays"})
    seen = see(service, links[who])
    assert ("hidden" in seen.record["entries"][0]) is sees
    assert ("hidden" in service.read_history(seen)[0]["entries"][0]) is sees
    stale = send(service, links[who], add(who if who in "ab" else "a", 1), 0, "k1")
    assert ("hidden" in stale.meanwhile[0]["entries"][0]) is sees


def play(by: str, card: int) -> dict[str, Any]:
    return {"by": by, "do": "play", "card": card}


def test_what_others_choose_at_the_same_time_makes_no_entry_stale(service: Tables) -> None:
    links = begin(service)
    assert send(service, links["a"], play("a", 4), 0, "k1").version == 1
    assert send(service, links["b"], play("b", 7), 0, "k2").version == 2
    assert kept(service, links["table"]) == [play("a", 4), play("b", 7)]


@pytest.mark.parametrize("overtaken", [False, True], ids=["seen", "while storing"])
def test_a_quicker_card_of_another_player_is_waited_for(
    service: Tables, other: Tables, overtaken: bool
) -> None:
    links = begin(service)
    before = service.open(links["b"])
    send(other, links["a"], play("a", 4), 0, "k1")
    if overtaken:
        assert before.version == 0  # judged on it, and told only when it is to be stored
    else:
        before = service.open(links["b"])
    outcome = service.append(before, play("b", 7), version=0, key="k2")
    assert (outcome.version, outcome.entries) == (2, (2,))  # type: ignore[union-attr]
    assert kept(service, links["table"]) == [play("a", 4), play("b", 7)]


@pytest.mark.parametrize(
    "between", [play("b", 1), add("a", 1)], ids=["own choice", "something else"]
)
def test_what_is_not_chosen_at_the_same_time_makes_an_entry_stale(
    service: Tables, between: Any
) -> None:
    links = begin(service)
    send(service, links["table"], between, 0, "k1")
    assert isinstance(send(service, links["b"], play("b", 7), 0, "k2"), Stale)
    assert kept(service, links["table"]) == [between]


def test_the_same_entry_of_two_phones_counts_once(service: Tables) -> None:
    links = begin(service)
    first = send(service, links["table"], add("a", 1), 0, "k1")
    assert send(service, links["b"], add("b", 2), 1, "k2").version == 2
    again = send(service, links["a"], add("a", 1), 0, "k3")
    assert isinstance(again, Repeated)
    assert (again.elsewhere, dict(again.answer)) == (True, first.to_json())
    assert kept(service, links["table"]) == [add("a", 1), add("b", 2)]


def test_the_same_entry_is_made_anew_after_it_was_taken_back(service: Tables) -> None:
    links = begin(service)
    send(service, links["a"], add("a", 1), 0, "k1")
    Corrections(service).take_back(service.open(links["a"]), version=1, key="k2")
    assert isinstance(send(service, links["table"], add("a", 1), 0, "k3"), Stale)


def test_the_same_entry_does_not_give_away_what_is_hidden(service: Tables) -> None:
    """The table guesses what a player has chosen unseen: it learns nothing."""
    links = begin(service)
    secret = play("a", 4) | {"hidden": "7 stays"}
    send(service, links["a"], secret, 0, "k1")
    for key, guess in (("k2", "7 stays"), ("k3", "7 goes")):
        guessed = send(service, links["table"], secret | {"hidden": guess}, 0, key)
        assert isinstance(guessed, Stale)


def test_what_was_taken_back_meanwhile_makes_an_entry_stale(service: Tables) -> None:
    links = begin(service)
    send(service, links["a"], play("a", 4), 0, "k1")
    table = service.open(links["a"])
    Corrections(service).take_back(table, version=1, key="k2")
    assert isinstance(send(service, links["b"], play("b", 7), 0, "k3"), Stale)


def test_when_the_game_is_over_nothing_is_hidden(service: Tables) -> None:
    entries = [add("ab"[n % 2], 3) for n in range(7)]  # a reaches 12
    seen = see(service, begin(service, *entries, setup=HANDS)["read"])
    assert seen.over
    assert seen.record["setup"] == HANDS
    assert seen.position["players"] == {"a": {"count": 12}, "b": {"count": 9}}
    assert seen.result["winners"] == ["a"]
    assert set(seen.result["scores"]) == {"a", "b"}


def test_the_log_replays_to_what_is_listed(service: Tables) -> None:
    send(service, begin(service, add("a", 1))["table"], add("b", 1), 1, "k1")
    assert service.list_doubts(service.store.game(1)) == []
    service.store.db.execute("UPDATE games SET entries = 9")
    assert service.list_doubts(service.store.game(1)) == [
        "listed as (9, False), replayed as (2, False)"
    ]
    service.store.db.execute("UPDATE games SET version = 3")
    assert service.list_doubts(service.store.game(1)) == ["version 3, but the log holds [1, 2]"]
