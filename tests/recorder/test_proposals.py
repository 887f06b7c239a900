"""Proposals: anybody may propose, the table decides; what was decided, and how, stays."""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.edits import CHANGE, INSERT, KINDS, REMOVE, Edit
from adjudicator.record import Record, Unreadable
from adjudicator.replay import Replay, write_judgement
from recorder.games import proposals
from recorder.games.access import Forbidden
from recorder.games.corrections import Corrections, NothingToRedo, NothingToTakeBack
from recorder.games.outgoing import describe_game
from recorder.games.proposals import AgreedAlready, Ended, Proposals, TooMany, Wish
from recorder.games.replays import Replays
from recorder.games.tables import Tables
from recorder.games.visibility import GameView, reveal_game
from recorder.store.ledger import Appended, KeyReused, Repeated, Stale
from recorder.store.log import (
    ACCEPTED,
    ALL,
    DECLINED,
    ONE,
    OVERTAKEN,
    REDO,
    TAKE_BACK,
    WAITING,
    WITHDRAWN,
)
from tests.recorder.tally import add, document
from tests.recorder.test_corrections import opened

RECORDS = Path(__file__).parent.parent / "records"
THREE = [{"id": "a", "name": "Anna"}, {"id": "b", "name": "Борис"}, {"id": "c", "name": "Chloé"}]
GUESS = {"by": "b", "do": "guess", "n": 4}


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Tables]:
    with opened(tmp_path / "recorder.db") as service:
        yield service


class Game:
    """A game of three, each with an own phone: a adds 1, b adds 2, c adds 3."""

    def __init__(self, service: Tables, *entries: Any, sit: str = "abc") -> None:
        made = entries or (add("a", 1), add("b", 2), add("c", 3))
        started = service.start(document(*made, players=THREE))
        self.links = {link.seat or link.role: link for link in started.links}
        self.service = service
        self.proposals = Proposals(service)
        for seat in sit:
            service.take_link(self.links[seat])

    def table(self, who: str = "table") -> GameView:
        return self.service.open(self.links[who].token)

    @property
    def entries(self) -> list[Mapping[str, Any]]:
        return list(reveal_game(self.table()).entries)

    def propose(self, who: str, wish: Wish, key: str = "p") -> int:
        table = self.table(who)
        answer = self.proposals.propose(table, wish, version=table.version, key=key)
        assert isinstance(answer, Appended)
        return answer.version

    def accept(self, who: str, number: int, key: str = "y", version: int | None = None) -> Any:
        table = self.table(who)
        at = table.version if version is None else version
        return self.proposals.accept(table, number, version=at, key=key)

    def state(self, number: int) -> str:
        return self.proposals.find_proposal(self.table(), number).state

    def enter(self, who: str, entry: Any, key: str) -> Any:
        table = self.table(who)
        return self.service.append(table, entry, version=table.version, key=key)


def test_a_refused_entry_is_let_stand_by_another_player(service: Tables) -> None:
    game = Game(service, add("a", 1))
    number = game.propose("b", proposals.entry_wish(GUESS, "a fair guess"))
    assert (game.entries, game.state(number)) == ([add("a", 1)], WAITING)
    assert describe_game(game.table("read"))["reviewed"] == [number]
    with pytest.raises(Forbidden):
        game.accept("b", number)  # not by who proposed it
    with pytest.raises(Forbidden):
        game.accept("read", number)
    answer = game.accept("c", number)
    assert (answer.entries, answer.verdict["stands"]) == ((2, 3), True)
    rule = {"do": "rule", "entry": 2, "stands": True, "agreed": ["b", "c"], "note": "a fair guess"}
    assert game.entries == [add("a", 1), GUESS, rule]
    assert game.state(number) == ACCEPTED
    proposed, accepted = service.read_history(game.table(), since=1)
    assert (proposed["op"], proposed["seat"], proposed["does"]["op"]) == ("propose", "b", "append")
    assert (accepted["op"], accepted["seat"], accepted["agreed"]) == ("accept", "c", ["b", "c"])
    assert accepted["does"]["entries"][0] == GUESS
    with pytest.raises(Ended) as caught:
        game.accept("a", number, "late")
    assert caught.value.proposal.state == ACCEPTED


def test_a_table_may_ask_for_all_who_sit_with_their_own_phone(service: Tables) -> None:
    game = Game(service)
    with pytest.raises(Forbidden):
        game.proposals.set_assent(game.table("a"), ALL, key="s")
    game.proposals.set_assent(game.table(), ALL, key="s")
    number = game.propose("a", proposals.correction_wish(Edit.from_kind(REMOVE, 3)))
    first = game.accept("b", number, "y1")
    assert (first.entries, len(game.entries), game.state(number)) == ((), 3, WAITING)
    proposal = game.proposals.find_proposal(game.table(), number)
    assert game.proposals.list_needed(game.table(), proposal) == ["c"]
    count = game.table().version
    with pytest.raises(AgreedAlready):
        game.accept("b", number, "another key")
    again = game.accept("b", number, "y1", version=count - 1)  # its answer was lost
    assert (again.version, game.table().version) == (count, count)
    version = game.table().version  # an assent that waits disturbs nobody who enters something
    entered = service.append(game.table("a"), add("a", 1), version=version - 1, key="e")
    assert isinstance(entered, Appended)
    game.accept("c", number, "y2")
    assert game.entries == [add("a", 1), add("b", 2), add("a", 1)]
    assert service.read_history(game.table())[-1]["agreed"] == ["a", "b", "c"]
    game.proposals.set_assent(game.table(), ONE, key="s2")
    assert reveal_game(game.table()).story.assent == ONE


def test_the_table_decides_at_once_and_proposes_nothing(service: Tables) -> None:
    game = Game(service, sit="a")
    game.proposals.set_assent(game.table(), ALL, key="s")
    with pytest.raises(Forbidden):
        game.propose("table", proposals.steps_wish(TAKE_BACK))
    game.accept("table", game.propose("a", proposals.steps_wish(TAKE_BACK)))
    assert game.entries == [add("a", 1), add("b", 2)]
    assert service.read_history(game.table())[-1]["agreed"] == ["a"]  # the table is no player


def test_declined_and_withdrawn_proposals_change_nothing(service: Tables) -> None:
    game = Game(service)
    before = describe_game(game.table())
    declined = game.propose("a", proposals.steps_wish(TAKE_BACK, 2), "p1")
    withdrawn = game.propose("b", proposals.return_wish(0), "p2")
    with pytest.raises(Forbidden):
        game.proposals.decline(game.table("a"), declined, key="n")
    with pytest.raises(Forbidden):
        game.proposals.withdraw(game.table("c"), withdrawn, key="w")
    game.proposals.decline(game.table("b"), declined, key="n")
    game.proposals.withdraw(game.table("b"), withdrawn, key="w")
    assert (game.state(declined), game.state(withdrawn)) == (DECLINED, WITHDRAWN)
    assert describe_game(game.table()) | {"version": 0} == before | {"version": 0}
    with pytest.raises(Ended):
        game.accept("c", declined)
    game.accept("c", game.propose("a", proposals.steps_wish(TAKE_BACK, 2), "p3"))
    assert game.entries == [add("a", 1)]


@pytest.mark.parametrize(
    ("wish", "then", "state"),
    [
        (proposals.steps_wish(TAKE_BACK), "enter", OVERTAKEN),
        (proposals.entry_wish(add("b", 9)), "enter", OVERTAKEN),
        (proposals.correction_wish(Edit.from_kind(REMOVE, 2)), "enter", WAITING),
        (proposals.correction_wish(Edit.from_kind(REMOVE, 2)), "before", WAITING),
        (proposals.correction_wish(Edit.from_kind(REMOVE, 2)), "change", OVERTAKEN),
        (proposals.correction_wish(Edit.from_kind(REMOVE, 2)), "rule", OVERTAKEN),
        (proposals.correction_wish(Edit.from_kind(REMOVE, 3)), "rule", WAITING),
        (proposals.correction_wish(Edit(1, 2, ())), "enter", WAITING),
        (proposals.correction_wish(Edit(1, 2, ())), "before", WAITING),
        (proposals.correction_wish(Edit(1, 2, ())), "change", OVERTAKEN),
        (proposals.correction_wish(Edit(1, 2, ())), "between", OVERTAKEN),
        (proposals.correction_wish(Edit(1, 2, ())), "rule", OVERTAKEN),
        (proposals.ruling_wish(2, False), "back", OVERTAKEN),
        (proposals.ruling_wish(1, False), "back", WAITING),
        (proposals.entry_wish({"do": "adjust", "of": "a", "n": 1}), "enter", WAITING),
    ],
)
def test_a_proposal_waits_while_it_fits(service: Tables, wish: Wish, then: str, state: str) -> None:
    game = Game(service)
    number = game.propose("a", wish)
    table, put_right = game.table(), Corrections(service)
    send: Mapping[str, Any] = {"version": table.version, "key": "k"}
    {
        "enter": lambda: service.append(table, add("a", 1), **send),
        "before": lambda: put_right.correct(table, Edit.from_kind(INSERT, 1, add("a", 2)), **send),
        "between": lambda: put_right.correct(table, Edit.from_kind(INSERT, 2, add("a", 2)), **send),
        "change": lambda: put_right.correct(table, Edit.from_kind(CHANGE, 2, add("b", 1)), **send),
        "rule": lambda: service.append(table, {"do": "rule", "entry": 2, "stands": True}, **send),
        "back": lambda: put_right.take_back(table, steps=2, **send),
    }[then]()
    assert game.state(number) == state
    # Whoever reads the log anew finds the same.
    fresh = Tables(service.store, Replays(1)).open(game.links["table"].token)
    assert reveal_game(fresh).story.proposals[number].state == state
    if state == WAITING:
        before = len(game.entries)
        game.accept("c", number)
        assert len(game.entries) == before + (1 if wish.op == "append" else -wish.body["remove"])
        if then == "before":
            assert add("b", 2) not in game.entries  # the entry meant, under its new number


def test_of_two_proposals_about_an_entry_one_is_accepted(service: Tables) -> None:
    game = Game(service, add("a", 1), add("a", 2))
    stays = game.propose("b", proposals.ruling_wish(2, True), "p1")
    goes = game.propose("c", proposals.ruling_wish(2, False), "p2")
    aside = game.propose("c", proposals.ruling_wish(1, False), "p3")
    game.accept("a", stays)
    assert [game.state(each) for each in (stays, goes, aside)] == [ACCEPTED, OVERTAKEN, WAITING]


def test_two_who_accept_at_once_and_a_lost_answer_sent_again(service: Tables) -> None:
    game = Game(service)
    number = game.propose("a", proposals.steps_wish(TAKE_BACK))
    version = game.table().version
    first, second = game.table("b"), game.table("c")
    done = game.proposals.accept(first, number, version=version, key="y1")
    with pytest.raises(Ended):
        game.proposals.accept(second, number, version=version, key="y2")
    again = game.accept("b", number, "y1", version)
    assert isinstance(again, Repeated)
    assert again.answer == json.loads(json.dumps(done.to_json()))
    with pytest.raises(KeyReused):
        game.accept("c", number, "y1", version)
    # So is a proposal itself, and another one under its key is not taken.
    sent = game.proposals.propose(
        game.table("a"), proposals.steps_wish(TAKE_BACK), version=1, key="p"
    )
    assert isinstance(sent, Repeated)
    with pytest.raises(KeyReused):
        game.proposals.propose(game.table("a"), proposals.steps_wish(REDO), version=4, key="p")


def test_what_follows_is_accepted_as_it_was_seen(service: Tables) -> None:
    game = Game(service)
    number = game.propose("a", proposals.correction_wish(Edit.from_kind(REMOVE, 2)))
    seen = game.table("b").version
    game.enter("a", add("a", 1), "e1")
    assert isinstance(game.accept("b", number, version=seen), Stale)
    assert game.state(number) == WAITING
    game.accept("b", number, "y2")
    # A ruling is meant on whatever was added behind its entry; taking back is not.
    send: Mapping[str, Any] = {"version": seen, "key": "x"}
    game.enter("b", add("b", 1), "e2")
    with_others = game.proposals.propose(
        game.table("c"), proposals.ruling_wish(1, True), version=game.table().version - 1, key="q"
    )
    assert isinstance(with_others, Appended)
    late = game.proposals.propose(game.table("c"), proposals.steps_wish(TAKE_BACK), **send)
    assert isinstance(late, Stale)


def test_there_is_room_for_few_at_a_time(service: Tables) -> None:
    game = Game(service)
    for number in range(proposals.OF_A_SEAT):
        game.propose("a", proposals.ruling_wish(number + 1, False), f"p{number}")
    with pytest.raises(TooMany):
        game.propose("a", proposals.ruling_wish(1, False), "p9")
    game.propose("b", proposals.ruling_wish(1, False), "p9")


@pytest.mark.parametrize(
    ("wish", "refused"),
    [
        (proposals.ruling_wish(9, True), Unreadable),
        (proposals.correction_wish(Edit.from_kind(REMOVE, 9)), Unreadable),
        (proposals.entry_wish({"do": "fly"}), Unreadable),
        (proposals.steps_wish(TAKE_BACK, 9), NothingToTakeBack),
        (proposals.steps_wish(REDO), NothingToRedo),
        (proposals.return_wish(9), Unreadable),
    ],
)
def test_what_cannot_be_done_cannot_be_proposed(
    service: Tables, wish: Wish, refused: type[Exception]
) -> None:
    game = Game(service)
    with pytest.raises(refused):
        game.propose("a", wish)
    assert game.table().version == 1


def test_a_seat_does_not_take_back_what_the_table_agreed_on(service: Tables) -> None:
    game = Game(service, add("a", 1))
    game.accept("c", game.propose("b", proposals.entry_wish(GUESS)))
    with pytest.raises(Forbidden):
        Corrections(service).take_back(game.table("b"), version=3, key="u")


# -- accepted is the same as done by the table's link; declined is nothing --


def wishes(rng: random.Random, entries: list[Any], version: int) -> Iterator[Wish]:
    """Yield things that might be proposed, whether they can be done or not."""
    while True:
        number = rng.randint(1, max(1, len(entries)))
        entry = dict(rng.choice(entries))
        kind = rng.choice(KINDS)
        edit = Edit.from_kind(kind, number, None if kind == REMOVE else entry)
        yield rng.choice(
            [
                proposals.entry_wish(entry),
                proposals.ruling_wish(number, rng.random() < 0.7, "agreed"),
                proposals.correction_wish(edit),
                proposals.steps_wish(TAKE_BACK, rng.randint(1, 3)),
                proposals.steps_wish(REDO),
                proposals.return_wish(rng.randint(0, version)),
            ]
        )


def directly(service: Tables, table: GameView, wish: Wish, key: str) -> None:
    """Do through the table's link what a wish asks for."""
    send: dict[str, Any] = {"version": table.version, "key": key}
    put_right = Corrections(service)
    match wish.op:
        case "append":
            (entry,) = wish.body["entries"]
            if entry["do"] == "rule":
                service.append(table, {**entry, "agreed": ["a", "b"]}, **send)
            else:
                service.append(table, entry, stands=True, agreed=["a", "b"], **send)
        case "correct":
            edit = Edit(wish.body["at"], wish.body["remove"], wish.body["entries"])
            put_right.correct(table, edit, **send)
        case "take_back":
            put_right.take_back(table, steps=wish.body["steps"], **send)
        case "redo":
            put_right.redo(table, steps=wish.body["steps"], **send)
        case "return":
            put_right.return_to(table, wish.body["to"], **send)


@settings(max_examples=5)
@given(seed=st.integers(0, 2**32))
@pytest.mark.parametrize("name", ["austria-3p-2022", "samoa-3p"])
def test_accepted_is_as_done_by_the_table_and_declined_as_never_proposed(
    name: str, tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    rng = random.Random(seed)
    record = json.loads((RECORDS / f"{name}.json").read_text("utf-8"))
    assert [player["id"] for player in record["players"]][:2] == ["a", "b"]
    record["entries"] = record["entries"][: rng.randint(20, 60)]
    with opened(tmp_path_factory.mktemp("store") / "recorder.db") as service:
        games = [
            {link.seat or link.role: link.token for link in service.start(record).links}
            for _ in range(2)
        ]
        proposed, direct = games
        versions = {1: 1}  # of the game with proposals, by that of the other
        own = Proposals(service)
        for turn in range(6):
            other = service.open(direct["table"])
            for wish in wishes(rng, list(reveal_game(other).entries), other.version):
                meant = wish
                if wish.op == "return":
                    if wish.body["to"] not in versions:
                        continue
                    meant = proposals.return_wish(versions[wish.body["to"]])
                seat = service.open(proposed["a"])
                try:
                    number = own.propose(seat, meant, version=seat.version, key=f"p{turn}")
                except (Unreadable, NothingToTakeBack, NothingToRedo):
                    continue
                break
            assert isinstance(number, Appended)
            seat = service.open(proposed["b"])
            if rng.random() < 0.3:
                own.decline(seat, number.version, key=f"n{turn}")
            else:
                told = own.accept(seat, number.version, version=seat.version, key=f"y{turn}")
                assert isinstance(told, Appended), told
                directly(service, other, wish, f"d{turn}")
                versions[service.open(direct["table"]).version] = told.version
            both = [service.open(links["table"]) for links in games]
            assert both[0].record == both[1].record
            assert write_judgement(reveal_game(both[0]).replay) == write_judgement(
                reveal_game(both[1]).replay
            )
            assert len(reveal_game(both[0]).story.undone) == len(reveal_game(both[1]).story.undone)
        for links in games:
            assert service.list_doubts(service.open(links["table"]).row) == []


# -- what somebody may not know --


def told_of(service: Tables, links: Mapping[str, str], who: str) -> list[Any]:
    table = service.open(links[who])
    own = Proposals(service)
    said: list[Any] = [describe_game(table)["reviewed"], service.read_history(table, since=1)]
    for proposal in reveal_game(table).story.proposals.values():
        follows = own.foresee_acceptance(table, proposal)
        said += [own.to_json(table, proposal), follows and follows.to_json()]
    return [_without_times(json.loads(json.dumps(one))) for one in said]


def _without_times(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_times(one) for key, one in value.items() if key != "at"}
    return [_without_times(one) for one in value] if isinstance(value, list) else value


@pytest.mark.rule("SAM-CARD-01")
@pytest.mark.rule("SAM-PAY-04")
@pytest.mark.parametrize("reader", ["a", "table", "read"])
def test_what_follows_does_not_depend_on_what_the_reader_may_not_know(
    service: Tables, reader: str
) -> None:
    """Two games that differ in a card that lies face down: all else is as it was."""
    record = json.loads((RECORDS / "samoa-3p.json").read_text("utf-8"))
    own = Proposals(service)
    cards = [n for n, entry in enumerate(record["entries"]) if entry["do"] == "card"]
    first = cards[0]
    by = {record["entries"][n]["by"]: record["entries"][n] for n in cards[:3]}
    assert set(by) == {"a", "b", "c"}
    secret = by["c"]
    held = [record["entries"][n] for n in cards if record["entries"][n]["by"] == "c"]
    another = next(card for card in held if card != secret)
    wished: list[Wish] = [
        proposals.entry_wish(by["b"]),  # the last card: all would be turned up
        proposals.correction_wish(Edit.from_kind(REMOVE, first)),
        proposals.correction_wish(Edit.from_kind(INSERT, first, record["entries"][first - 1])),
    ]
    said = []
    for card in (secret, another):
        entries = [*record["entries"][:first], by["a"], card]
        started = service.start({**record, "entries": entries})
        links = {link.seat or link.role: link.token for link in started.links}
        for turn, wish in enumerate(wished):
            table = service.open(links["b"])
            own.propose(table, wish, version=table.version, key=f"p{turn}")
        assert reveal_game(service.open(links["read"])).replay.verdicts[-1].is_applied
        said.append(told_of(service, links, reader))
    assert len(said[0]) > 6
    assert said[0] == said[1]


@pytest.mark.rule("SAM-PAY-04")
@pytest.mark.parametrize("reader", ["b", "table", "read"])
def test_money_is_not_found_out_by_proposing(service: Tables, reader: str) -> None:
    """In one game the player has the money for a tile, in the other one not."""
    record = json.loads((RECORDS / "samoa-3p.json").read_text("utf-8"))
    number = next(n for n, entry in enumerate(record["entries"]) if entry["do"] == "build")
    build = record["entries"][number]
    assert build["by"] == "a"
    before = Replay(Record(record)).state_after(number).position()
    header = {key: value for key, value in record.items() if key != "setup"}
    wished = [
        proposals.entry_wish(build),
        proposals.correction_wish(Edit.from_kind(INSERT, 1, build)),
        proposals.correction_wish(Edit.from_kind(REMOVE, 1)),
    ]
    said = []
    for money in (0, 50):
        position = json.loads(json.dumps(before))
        position["players"]["a"]["money"] = money
        document = {**header, "position": position, "entries": [{"by": "a", "do": "pass"}]}
        links = {link.seat or link.role: link.token for link in service.start(document).links}
        own = Proposals(service)
        for turn, wish in enumerate(wished):
            table = service.open(links["b"])
            own.propose(table, wish, version=table.version, key=f"p{turn}")
        said.append(told_of(service, links, reader))
    assert said[0] == said[1]


# -- for programs --


@pytest.fixture
def post(client: FlaskClient) -> Callable[..., Any]:
    def send(token: str, path: str, **body: Any) -> Any:
        return client.post(f"/api/v1/games/{token}/{path}", json=body)

    return send


def test_programs_propose_and_answer(client: FlaskClient, post: Callable[..., Any]) -> None:
    started = client.post("/api/v1/games", json=document(add("a", 1), players=THREE)).json
    links = {link["seat"] or link["role"]: link["token"] for link in started["links"]}
    for seat in "abc":
        client.get(f"/api/v1/games/{links[seat]}")
    wish = {"what": "entry", "entry": GUESS, "note": "why not"}
    seen = post(links["b"], "proposals/preview", **wish)
    assert (seen.status_code, seen.json["entries"][0]) == (200, GUESS)
    made = post(links["b"], "proposals", **wish, version=1, key="p1")
    assert (made.status_code, made.json) == (201, {"version": 2, "entries": []})
    read = client.get(f"/api/v1/games/{links['c']}/proposals/2").json
    assert (read["state"], read["seat"], read["needed"]) == ("waiting", "b", ["a", "c"])
    assert read["follows"]["entries"][0] == GUESS
    assert client.get(f"/api/v1/games/{links['read']}").json["reviewed"] == [2]
    assert post(links["b"], "proposals/2/accept", version=2, key="x").status_code == 403
    assert post(links["c"], "proposals/9/accept", version=2, key="x").status_code == 404
    done = post(links["c"], "proposals/2/accept", version=2, key="y")
    assert (done.status_code, done.json["entries"]) == (201, [2, 3])
    late = post(links["a"], "proposals/2/decline", version=3, key="n")
    assert (late.status_code, late.json["error"]["code"]) == (409, "accepted")
    assert post(links["a"], "proposals", what="undo", version=3, key="p2").status_code == 201
    assert post(links["b"], "proposals/4/decline", version=4, key="n").status_code == 201
    assert post(links["table"], "assent", of="all", version=5, key="s").status_code == 201
    every = client.get(f"/api/v1/games/{links['read']}/proposals").json
    assert [one["state"] for one in every["proposals"]] == ["accepted", "declined"]
    assert every["assent"] == "all"
    log = client.get(f"/api/v1/games/{links['read']}/log").json["operations"]
    assert [one["op"] for one in log[1:]] == ["propose", "accept", "propose", "decline", "assent"]
    for bad in ({"what": "ruling", "number": 1}, {"what": "correction", "kind": "change"}, {}):
        assert post(links["a"], "proposals", **bad, version=6, key="z").status_code == 422
    assert post(links["table"], "entries", entry=add("c", 1), version=6, key="e").status_code == 201
    for odd in ({}, {"do": ["adjust"]}):  # on a version that is no longer the last
        late = post(links["a"], "proposals", what="entry", entry=odd, version=6, key="z")
        assert late.status_code == 422
