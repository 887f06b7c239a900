"""The referee's pages: a question in a link, its answer, and what cannot be asked."""

import base64
import json
import random
import zlib
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest
from flask.testing import FlaskClient

from adjudicator import referee
from adjudicator.reading import load, parse
from adjudicator.record import Unreadable
from adjudicator.replay import Replay, write_judgement
from recorder.pages.referee import questions
from recorder.pages.referee.questions import MoveQuestion
from tests.proof.routes import LONG, undrawn
from tests.seen import find_missing, words_of
from tests.store.filled import dumped

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.json"))

FORM = {
    "n": "2",
    "id": ["a", "b", "c", "d"],
    "name.0": "Anna",
    "turn_of": "a",
    "dice[]": ["1", "1", "1", "1", "1", "1"],
    "p.a.krones": "7",
    "p.a.rooms.1-1": "vacant",
    "p.a.cafe.0.guest": "63",
    "p.a.cafe.0.served.coffee": "1",
    "p.b.krones": "3",
}


def question_of(location: str) -> MoveQuestion:
    return questions.read_question(parse_qs(urlparse(location).query)["q"][0])


def entered(client: FlaskClient, path: str, entry: dict[str, Any]) -> str:
    answer = client.post(path, data={"entry": json.dumps(entry)})
    assert answer.status_code == 303
    return str(answer.location)


def test_a_question_from_the_editor_to_the_answer(client: FlaskClient) -> None:
    move = client.post("/referee/new/austria", data=FORM | {"editions": ["2022", "2015-ko"]})
    assert move.status_code == 303
    anna = question_of(move.location).document["position"]["players"]["a"]
    assert (anna["krones"], anna["cafe"]) == (7, [{"guest": 63, "served": {"coffee": 1}}])
    assert 'id="room-1-1"' in client.get(move.location).text
    link = entered(client, move.location, {"by": "a", "do": "check_in", "guest": 63, "room": "1-2"})
    page = client.get(link).text
    assert "Not allowed: Revised edition of 2022 and Korean edition of 2015" in page
    assert 'href="/rules/GAH-' in page
    assert "checks guest 63 Dame into room 1-1" in page  # what is legal instead
    assert undrawn(client.get(link).text) == undrawn(page)


def test_asking_stores_nothing(client: FlaskClient) -> None:
    client.get("/")  # makes the store ready
    before = dumped(client.application.config["DATABASE"])
    move = client.post("/referee/new/austria", data=FORM).location
    client.get(entered(client, move, {"by": "a", "do": "done"}))
    assert dumped(client.application.config["DATABASE"]) == before


def test_editions_that_disagree_are_told_apart(client: FlaskClient) -> None:
    """An extra action before a guest is taken closes the guest step by one edition only."""
    form = FORM | {"p.a.kitchen.coffee": "1", "p.a.cafe.0.served.coffee": "0", "queue[]": "50"}
    move = client.post("/referee/new/austria", data=form).location
    served = entered(client, move, {"by": "a", "do": "serve", "place": {"63": {"coffee": 1}}})
    taken = served.replace("/referee/answer", "/referee/move")
    link = entered(client, taken, {"by": "a", "do": "take_guest", "guest": 50, "reveal": 88})
    page = client.get(link).text
    assert "Not allowed: Russian edition of 2015 (GAH-TURN-12)" in page
    assert "; allowed: French edition of 2015, Korean edition of 2015 and Revised" in page
    assert "#GAH-TURN-12" in page
    parts = page.split('class="by-edition"')[1].split("</section>")[0].split("<h2")[1:]
    assert sorted([words_of("<h2" + part.split("</h2>")[0]) for part in parts]) == [
        "French edition of 2015, Korean edition of 2015, Revised edition of 2022 allowed",
        "Russian edition of 2015 not allowed",
    ]


@pytest.mark.parametrize(
    ("fields", "words", "rule"),
    [
        ({"p.a.krones": "25"}, "Anna, krones: 25\u00a0krones", "GAH-MONEY-02"),
        ({"p.b.cafe.0.guest": "63"}, "Guest 63 is listed twice", "GAH-SETUP-03"),
        ({"p.a.kitchen.wine": "31"}, "31", "GAH-FOOD-08"),
        ({"dice[]": ["4", "4", "4", "0", "0", "0"]}, "dice: 12 dice", "GAH-SETUP-07"),
        ({"p.a.staff.7": "in", "p.b.staff.7": "in"}, "Staff 7 is listed twice", "GAH-STAFF-09"),
    ],
)
def test_a_contradiction_is_told_at_once_and_not_computed(
    client: FlaskClient, fields: dict[str, Any], words: str, rule: str
) -> None:
    form = FORM | fields
    said = client.post("/positions/austria", data=form).text
    assert words in said
    assert f"#{rule}" in said
    refused = client.post("/referee/new/austria", data=form)
    assert refused.status_code == 422
    assert words in refused.text
    assert 'value="Anna"' in refused.text  # what was filled in is still there


def test_the_editor_says_what_a_round_that_is_over_means(client: FlaskClient) -> None:
    page = words_of(client.get("/referee/new/austria").text)
    assert "Its emperor scoring then counts as done" in page
    over = FORM | {"dice[]": ["0"] * 6, "taken.a": "2", "taken.b": "2", "round": "3"}
    asked = question_of(client.post("/referee/new/austria", data=over).location)
    assert write_judgement(Replay(load(asked.document)))["position"]["round"] == 4


def test_an_occupied_room_without_neighbours_can_be(client: FlaskClient) -> None:
    said = client.post("/positions/austria", data=FORM | {"p.a.rooms.4-5": "occupied"}).text
    assert "cannot be" not in said


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_an_entry_of_a_recorded_game_gets_the_recorded_verdict(
    path: Path, chance: random.Random
) -> None:
    """Which entries is drawn, all with SOAK=1."""
    record = parse(path.read_bytes())
    replay = Replay(record)
    first, step = (1, 1) if LONG else (chance.randint(1, 20), 20)
    for number in range(first, len(record.entries) + 1, step):
        asked = questions.read_question(questions.ask_about_entry(record, number).text())
        edition = record.document.get("edition")
        answer = referee.ask_editions(asked.record, [edition] if edition else [])
        expected = replay.verdicts[number - 1].to_json()
        assert answer.rulings[0].verdict.to_json() == expected
        assert answer.entry == record.entries[number - 1]


def test_the_log_leads_to_the_referee(client: FlaskClient) -> None:
    upload = {"record": (RECORDS[0].open("rb"), "record.json")}
    table = client.post("/upload", data=upload).location
    assert f'href="{table}/ask/5"' in client.get(table + "/log?at=5").text
    answer = client.get(table + "/ask/5")
    assert answer.status_code == 303
    assert 'class="answer-line"' in client.get(answer.location).text
    assert client.get(table + "/ask/100000").status_code == 404


def test_a_question_as_a_file_is_a_record_for_the_command(client: FlaskClient) -> None:
    move = client.post("/referee/new/austria", data=FORM).location
    link = entered(client, move, {"by": "a", "do": "done"})
    body = client.get(link.replace("/answer", "/question.json")).data
    assert parse(body).entries == [{"by": "a", "do": "done"}]


def test_a_damaged_link_says_so(client: FlaskClient) -> None:
    whole = question_of(client.post("/referee/new/austria", data=FORM).location).text()
    for text in ("", "zzz", whole[:-5], "A" * 400, "ü"):
        answer = client.get("/referee/move", query_string={"q": text})
        assert answer.status_code == 422
        assert "damaged" in answer.text
    assert client.get("/referee/answer", query_string={"q": whole}).status_code == 422


def test_a_link_cannot_unfold_into_more_than_a_record() -> None:
    bomb = MoveQuestion({"record": 1, "game": "austria", "place": "x" * 1_000_000})
    with pytest.raises(Unreadable):
        bomb.text()


def packed(told: Any) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=questions._FREQUENT)
    body = packer.compress(json.dumps(told).encode()) + packer.flush()
    return base64.urlsafe_b64encode(body).rstrip(b"=").decode()


@pytest.mark.parametrize(
    "address",
    ["/referee/answer", "/referee/move", "/referee/other", "/scoring/score", "/scoring/sheet.pdf"],
)
def test_a_link_asks_for_no_more_work_than_a_long_game_in_every_edition(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    def played(*_: Any) -> None:
        raise AssertionError("something was played")

    monkeypatch.setattr("adjudicator.replay.Replay.__init__", played)
    record = json.loads(RECORDS[0].read_text("utf-8"))
    entry = {"by": record["players"][0]["id"], "do": "done"}
    long = record | {"entries": [entry] * (questions.MOST_ENTRIES + 1)}
    for text, told in (
        ("A" * (questions.LONGEST + 1), "at most"),
        (packed({"record": long}), "at most"),
        (packed({"record": record, "editions": ["2022"] * 2}), "each edition once"),
        (packed({"record": record, "editions": list(map(str, range(99)))}), "each edition once"),
    ):
        answer = client.get(address, query_string={"q": text})
        assert answer.status_code == 422
        assert told in answer.text


def test_a_question_of_the_most_entries_is_answered(client: FlaskClient) -> None:
    record = json.loads(RECORDS[0].read_text("utf-8"))
    own = {"by": record["players"][0]["id"], "do": "done"}
    asked = MoveQuestion(record | {"entries": [own] * questions.MOST_ENTRIES})
    assert client.get("/referee/answer", query_string={"q": asked.text()}).status_code == 200
    with pytest.raises(Unreadable):
        asked.having([*asked.document["entries"], own]).text()


def test_a_move_that_is_none_is_refused_with_the_position_still_there(client: FlaskClient) -> None:
    move = client.post("/referee/new/austria", data=FORM).location
    for entry in ('{"by": "a", "do": "fly"}', "[", '{"by": "z", "do": "done"}'):
        answer = client.post(move, data={"entry": entry})
        assert answer.status_code == 422
        assert not find_missing(answer.text, "This is not a move", 'id="room-1-1"')


def test_the_form_of_an_unknown_game_or_field_is_refused(client: FlaskClient) -> None:
    assert client.get("/referee/new/chess").status_code == 404
    for fields in (
        {"n": "9"},
        {"n": "x"},
        {"p.a": "1"},
        {"queue[]": "200"},
        {"p.a.cafe.0.guest": "200"},
        {"politics.A": "nothing", "discs.A": "a"},
        {"kept": "["},
        {"kept": "[" * 20_000},
        {"header": '{"options": 1, "options": 2}'},
        {"emperor.A": "A-nothing"},
        {"emperor.A": "A-krones", "emperor.B": "A-food"},
        {"p.a.rooms.9-9": "vacant"},
        {"turn_of": "d"},
    ):
        answer = client.post("/referee/new/austria", data=FORM | fields)
        assert answer.status_code == 422, fields


def test_the_position_of_a_question_can_be_changed(client: FlaskClient) -> None:
    move = client.post("/referee/new/austria", data=FORM).location
    page = client.get(move.replace("/referee/move", "/referee/new/austria")).text
    assert not find_missing(page, 'value="Anna"', 'data-guest="63"')
    load(dict(question_of(move).document))


@pytest.mark.parametrize("page", ["/referee/new/austria", "/scoring/new/austria"])
def test_no_editor_begins_with_what_is_no_question_of_its_game(
    client: FlaskClient, page: str
) -> None:
    whole = dict(question_of(client.post("/referee/new/austria", data=FORM).location).document)
    samoa = next(path for path in RECORDS if path.name.startswith("samoa"))
    for document in (
        {},
        {"position": {}, "entries": []},
        whole | {"options": 5},
        whole | {"players": [1]},
        json.loads(samoa.read_bytes()),
    ):
        answer = client.get(page, query_string={"q": MoveQuestion(document).text()})
        assert answer.status_code == 422, document
    for fields in (
        {"header": '{"options": 5}'},
        {"header": '{"modules": 5}'},
        {"header": '{"modules": [["a"]]}'},
    ):
        assert client.post(page, data=FORM | fields).status_code == 422, fields


def test_an_unclear_answer_says_what_it_depends_on(client: FlaskClient) -> None:
    """The round ends with an emperor scoring, and nobody has said which tile lies there."""
    end = {"round": "3", "die_taken": "true", "dice[]": ["0"] * 6, "taken.a": "2", "taken.b": "2"}
    move = client.post("/referee/new/austria", data=FORM | end).location
    page = client.get(entered(client, move, {"by": "a", "do": "done"})).text
    assert not find_missing(page, "Unclear: Russian edition of 2015", "What the answer depends on")
    assert "emperor tiles are not known" in page


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_game_has_answers_and_moves_to_ask_about(client: FlaskClient, path: Path) -> None:
    table = client.post("/upload", data={"record": (path.open("rb"), "record.json")}).location
    for number in (1, 30, 60):
        answer = client.get(f"{table}/ask/{number}").location
        page = client.get(answer)
        assert page.status_code == 200
        assert "allowed:" in page.text.lower() or "allowed." in page.text.lower()
        text = question_of(answer).before().text()
        move = client.get("/referee/move", query_string={"q": text})
        assert move.status_code == 200
        assert "/referee/move?q=" in move.text
        assert client.get("/referee/other", query_string={"q": text}).status_code == 200
