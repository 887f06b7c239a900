"""Pages of corrections, checks and rulings without a browser: what is refused, what is kept."""

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from recorder.kept.named_sets import Chosen
from recorder.pages.shared.filters import DOT
from recorder.web.context import catalogue, precedents, tables
from tests.browser.positions import end_of_round_three, record
from tests.pages.test_kept_pages import setup_form
from tests.seen import words_of

RULE = {"stands": "yes", "note": "so be it", "agreed": ["anna", "boris"]}
SENT = {"version": "1", "key": "chosen-here"}


@pytest.fixture
def links(client: FlaskClient) -> dict[str, str]:
    entries: list[dict[str, Any]] = [
        {"by": "anna", "do": "take_die", "die": 3},
        {"by": "boris", "do": "prepare", "room": "2-1"},
    ]
    document = record({"dice": [2, 2, 3, 3, 2, 2]}) | {"entries": entries}
    answer = client.post("/api/v1/games", json=document).json
    for link in answer["links"]:
        client.post(f"/t/{link['token']}/take")
    return {link["seat"] or link["role"]: f"/t/{link['token']}" for link in answer["links"]}


def game(client: FlaskClient, path: str) -> Any:
    return client.get(f"/api/v1/games/{path.removeprefix('/t/')}").json


def test_a_ruling_from_the_log(client: FlaskClient, links: dict[str, str]) -> None:
    table = links["table"]
    answer = client.post(f"{table}/entries/2/ruling", data=RULE | SENT)
    assert (answer.status_code, answer.location) == (303, f"{table}/entries/2")
    assert game(client, table)["record"]["entries"][2] == {
        "do": "rule",
        "entry": 2,
        "stands": True,
        "agreed": ["anna", "boris"],
        "note": "so be it",
    }
    again = client.post(f"{table}/entries/2/ruling", data=RULE | SENT | {"key": "another-key"})
    assert again.status_code == 303  # the same ruling on two phones counts once
    other = RULE | SENT | {"key": "a-third-key", "note": "never"}
    late = client.post(f"{table}/entries/2/ruling", data=other)
    assert late.status_code == 409
    assert "never" in late.text  # what was not kept stands on the page
    for who in ("anna", "read"):
        data = RULE | {"version": "2", "key": f"chosen-{who}"}
        assert client.post(f"{links[who]}/entries/2/ruling", data=data).status_code == 403


@pytest.mark.parametrize(
    ("path", "data", "status"),
    [
        ("/entries/9", None, 404),
        ("/entries/1/fly", None, 404),
        ("/history/7", None, 422),
        ("/check/anna/beard", None, 404),
        ("/check/table/krones", None, 404),
        ("/findings/1/krones", None, 404),
        ("/entries/9/dispute.pdf", None, 404),
        ("/entries/9/ruling", RULE | SENT, 404),
        ("/entries/1/change", {"text": "{"}, 422),
        ("/entries/1/change", {"text": '{"do": "fly"}'}, 422),
        ("/corrections", SENT | {"kind": "fly", "number": "1"}, 422),
        ("/corrections", SENT | {"kind": "remove", "number": "x"}, 422),
        ("/corrections", SENT | {"kind": "remove", "number": "²"}, 422),
        ("/corrections", SENT | {"kind": "remove", "number": "9" * 30}, 422),
        ("/corrections", SENT | {"kind": "change", "number": "1"}, 422),
        ("/undo", {"version": "9" * 30, "key": "chosen-here"}, 422),
        ("/corrections", {"kind": "remove", "number": "1", "key": "chosen-here"}, 422),
        ("/check/anna/krones", SENT | {"value": "many"}, 422),
        ("/check/anna/cafe", SENT | {"value.0": "63"}, 422),
        ("/check/anna/cafe", SENT | {"value.0.guest": "63", "value.0.served": "1"}, 422),
        ("/check", SENT | {"entries": "[1]"}, 422),
        ("/check", SENT | {"entries": "[" * 20_000}, 422),
        ("/check", SENT | {"entries": '{"do": "check"}'}, 422),
        ("/return", SENT | {"to": "x"}, 422),
        ("/return", SENT | {"to": "1"}, 422),
        ("/return", SENT | {"to": "9" * 30}, 422),
        ("/steps/undo", SENT | {"steps": "x"}, 422),
        ("/steps/undo", SENT | {"steps": "9"}, 409),
        ("/steps/fly", SENT, 404),
    ],
)
def test_what_cannot_be_is_answered_and_nothing_is_kept(
    client: FlaskClient, links: dict[str, str], path: str, data: Any, status: int
) -> None:
    address = links["table"] + path
    answer = client.get(address) if data is None else client.post(address, data=data)
    assert answer.status_code == status
    assert game(client, links["table"])["version"] == 1


@pytest.mark.parametrize(
    ("path", "data"),
    [("/entries", SENT | {"entry": '{"by": "boris", "do": "pass"}'}), ("/undo", SENT)],
)
def test_a_link_for_reading_is_refused_on_the_page_of_the_game(
    client: FlaskClient, links: dict[str, str], path: str, data: dict[str, str]
) -> None:
    assert client.post(links["read"] + path, data=data).status_code == 403
    assert game(client, links["table"])["version"] == 1


def test_a_set_of_house_rules_may_have_letters_that_grow_when_folded(
    client: FlaskClient, links: dict[str, str]
) -> None:
    data = RULE | SENT | {"keep": "on", "house": "\N{LATIN SMALL LIGATURE FFI}" * 40}
    assert client.post(links["table"] + "/entries/2/ruling", data=data).status_code == 303
    assert "so be it" in client.get(links["table"] + "/entries/2").text


def kept(client: FlaskClient, table: str, house: str, **more: str) -> None:
    """Let the second entry stand, and keep that in a set."""
    assert client.get(table).status_code == 200  # the browser knows the game from now on
    data = RULE | SENT | {"keep": "on", "house": house, **more}
    assert client.post(table + "/entries/2/ruling", data=data).status_code == 303


def test_a_set_of_precedents_is_listed_and_new_games_begin_with_it(
    client: FlaskClient, links: dict[str, str]
) -> None:
    nowhere = client.get("/kept/austria/precedents?name=Kitchen+table")
    assert (nowhere.status_code, "None yet." in client.get("/kept/austria").text) == (404, True)
    assert "name=precedents" not in client.get("/new/austria").text.replace('"', "")
    kept(client, links["table"], " Kitchen table ")
    page = client.get("/kept/austria").text
    assert "<strong>Kitchen table</strong>" in page
    assert f"1 ruling{DOT}" in page  # about two rules
    held = client.get("/kept/austria/precedents?name=kitchen+TABLE").text
    assert "so be it" in held
    assert "Anna" in held
    assert client.get("/kept/samoa/precedents?name=Kitchen+table").status_code == 404
    assert "Kitchen table" not in client.get("/new/samoa").text

    option = re.search(r'<option value="([^"]+)">Kitchen table', client.get("/new/austria").text)
    asked = client.get("/new/austria?precedents=KITCHEN+table").text
    assert f'<option value="{option[1]}" selected>' in asked
    begun = client.post("/new/austria", data=setup_form(precedents=option[1])).location
    other = client.post("/new/austria", data=setup_form(precedents="Nobody's")).location
    with client.application.app_context():
        chosen = [
            precedents().find_chosen(tables().open(t.rpartition("/")[2])) for t in (begun, other)
        ]
    assert chosen == [Chosen(option[1], "Kitchen table", True), None]
    again = client.get("/new/austria", query_string={"again": begun.rpartition("/")[2]}).text
    assert f'<option value="{option[1]}" selected>' in again


def test_only_what_was_put_there_is_on_the_public_shelf(
    client: FlaskClient, links: dict[str, str]
) -> None:
    """Whoever holds no link of the game sees no set of it, unless it was offered to everybody."""
    stranger = client.application.test_client()
    kept(client, links["table"], "Kitchen table")
    assert "Kitchen table" not in stranger.get("/kept/austria").text
    assert "Kitchen table" not in stranger.get("/new/austria").text
    assert stranger.get("/kept/austria/precedents?name=Kitchen+table").status_code == 404
    version = str(game(client, links["table"])["version"])
    data = {"version": version, "key": "again-now", "stands": "no", "note": "we were wrong"}
    data |= {"keep": "on", "house": "kitchen table", "public": "1"}
    assert client.post(links["table"] + "/entries/2/ruling", data=data).status_code == 303
    assert "Kitchen table" in stranger.get("/kept/austria").text
    assert "we were wrong" in stranger.get("/kept/austria/precedents?name=Kitchen+table").text


def test_a_stranger_adds_to_a_public_set_in_one_of_his_own(
    client: FlaskClient, links: dict[str, str]
) -> None:
    kept(client, links["table"], "Kitchen table", public="1")
    with client.application.test_client() as stranger:
        begun = stranger.post("/new/austria", data=setup_form(precedents="Kitchen table")).location
        token = begun.rpartition("/")[2]
        with client.application.app_context():
            table = tables().open(token)
            chosen = precedents().find_chosen(table)
            assert not chosen.writes
            sets = precedents().of_table(table)
            own = sets.to_write(table.link.ledger, "Kitchen table", "table", {"subjects": 0})
            assert own.key != chosen.key
            first = next(iter(sets.items(chosen.key).values()))
            catalogue().enter(sets.content(own.key), "U-1", first.value, "table")
            assert set(sets.items(own.key)) == {*sets.items(chosen.key), "U-1"}
            assert "U-1" not in sets.items(chosen.key)


def test_a_check_that_came_too_late_is_shown_again(
    client: FlaskClient, links: dict[str, str]
) -> None:
    table = links["table"]
    data = {"version": "0", "key": "chosen-here", "value": "3"}
    late = client.post(f"{table}/check/boris/krones", data=data)
    assert late.status_code == 409
    assert "krones 3" in late.text
    assert game(client, table)["version"] == 1


def test_what_is_typed_in_the_editors_becomes_a_check(
    client: FlaskClient, links: dict[str, str]
) -> None:
    table = links["table"]
    for version, (path, fields, wanted) in enumerate(
        [
            ("anna/krones", {"value": "3"}, {"krones": 3}),
            ("anna/kitchen", {"value.wine": "2"}, {"kitchen": {"wine": 2}}),
            (
                "anna/rooms",
                {"value.1-1": "occupied", "value.1-2": ""},
                {"rooms": {"1-1": "occupied"}},
            ),
            (
                "anna/cafe",
                {"value.0.guest": "63", "value.0.served.wine": "1", "value.0.served.cake": "0"},
                {"cafe": [{"guest": 63, "served": {"wine": 1}}]},
            ),
            ("table/queue", {"value[]": ["63", "66", ""]}, {"queue": [63, 66]}),
            ("anna/staff", {"value[]": ["24"]}, {"staff": [24]}),
        ],
        start=1,
    ):
        data = fields | {"version": str(version), "key": f"chosen-{version}"}
        assert client.post(f"{table}/check/{path}", data=data).status_code == 303
        entry = game(client, table)["record"]["entries"][-1]
        assert {key: value for key, value in entry.items() if key not in ("do", "of")} == wanted


def test_the_record_is_adjusted_to_what_the_board_showed(
    client: FlaskClient, links: dict[str, str]
) -> None:
    table = links["table"]
    before = game(client, table)["position"]["players"]["anna"]
    nothing = dict.fromkeys(before["kitchen"], 0)
    wanted = {"krones": before["krones"] + 2, "kitchen": nothing | {"wine": 2}}
    for version, (key, value) in enumerate(wanted.items(), start=1):
        told = {"value.wine": "2"} if key == "kitchen" else {"value": str(value)}
        data = told | {"version": str(2 * version - 1), "key": f"check-{key}"}
        assert client.post(f"{table}/check/anna/{key}", data=data).status_code == 303
        number = len(game(client, table)["record"]["entries"])
        data = {"how": "adjust", "version": str(2 * version), "key": f"adjust-{key}"}
        done = client.post(f"{table}/findings/{number}/{key}", data=data)
        assert done.status_code == 303, done.text
    after = game(client, table)["position"]["players"]["anna"]
    assert {key: after[key] for key in wanted} == wanted


def test_a_seat_proposes_a_correction_and_cannot_make_it(
    client: FlaskClient, links: dict[str, str]
) -> None:
    page = client.get(f"{links['anna']}/entries/1")
    assert page.status_code == 200
    assert "Propose a correction" in page.text
    seen = client.get(f"{links['anna']}/entries/1/remove").text
    assert "Propose this correction" in seen
    assert "/corrections" not in seen
    assert "/change" not in client.get(f"{links['read']}/entries/1").text
    assert client.get(f"{links['read']}/entries/1/change").status_code == 403
    body = SENT | {"kind": "remove", "number": "1"}
    assert client.post(f"{links['anna']}/corrections", data=body).status_code == 403


def test_the_report_is_sent_as_a_file(client: FlaskClient, links: dict[str, str]) -> None:
    answer = client.get(f"{links['read']}/entries/2/dispute.pdf")
    assert answer.mimetype == "application/pdf"
    assert "dispute-2.pdf" in answer.headers["Content-Disposition"]
    assert json.dumps(answer.data[:4].decode()) == '"%PDF"'


def test_what_became_of_a_proposal_is_told_to_whoever_made_it(
    client: FlaskClient, links: dict[str, str]
) -> None:
    """Until that player goes on. While a proposal waits, it is told to all that may decide on it,
    and spectators that the score is under review.
    """
    sent = SENT | {"what": "ruling", "number": "1", "stands": "no", "note": "So said Anna"}
    made = client.post(f"{links['anna']}/proposals", data=sent)
    assert made.status_code == 303
    number = made.location.rpartition("/")[2]

    def told() -> set[str]:
        return {who for who, link in links.items() if f"/proposals/{number}" in pages(link)}

    def pages(link: str) -> str:
        return str(client.get(link).text)

    assert told() == {"table", "anna", "boris", "chloe", "dora"}
    assert "The score is under review." in pages(links["read"])
    declined = client.post(f"{links['table']}/proposals/{number}/decline", data=SENT | {"key": "d"})
    assert declined.status_code == 303
    assert told() == {"anna"}
    assert "Refused." in pages(links["anna"])
    assert "under review" not in pages(links["read"])
    again = {**sent, "version": "3", "key": "more"}
    assert client.post(f"{links['anna']}/proposals", data=again).status_code == 303
    assert told() == set()  # that one is told in its place


def test_what_a_correction_does_to_the_score_is_shown_first(client: FlaskClient) -> None:
    """A penalty of 5 VP that is not taken: the part of the score and the total; no piece moves."""
    document = end_of_round_three()
    entries = [{"by": "anna", "do": "done"}, {"by": "anna", "do": "penalty", "choose": "vp"}]
    answer = client.post("/api/v1/games", json=document | {"entries": entries}).json
    table = next(link["token"] for link in answer["links"] if link["role"] == "table")
    page = words_of(client.get(f"/t/{table}/entries/2/remove").text)
    assert "Anna: Emperor tiles −5 0 Anna: total 1 6" in page
    assert "victory points 1 6" not in page


def test_an_entry_that_is_put_in_is_shown_before_it_is(
    client: FlaskClient, links: dict[str, str]
) -> None:
    """Nothing goes; it stands before the entry that it names."""
    new = {"text": '{"by": "anna", "do": "take_guest", "guest": 50, "reveal": 51}'}
    shown = client.post(f"{links['table']}/entries/1/insert", data=SENT | new)
    assert shown.status_code == 200
    text = words_of(shown.text)
    assert "takes guest 50 Musician; 51 Composer comes into the queue" in text
    assert "takes a die from 3" in text
    assert "<del>" not in shown.text
    assert game(client, links["table"])["version"] == 1


@pytest.mark.parametrize(
    ("asked", "told"),
    [("one", "Waiting for one of"), ("all", "Waiting for Boris, Chloé and Dora.")],
)
def test_who_has_to_agree_is_told_with_a_proposal(
    client: FlaskClient, links: dict[str, str], asked: str, told: str
) -> None:
    assent = {"of": asked, "version": "1", "key": "assent"}
    assert client.post(f"{links['table']}/assent", data=assent).status_code == 303
    version = str(game(client, links["table"])["version"])
    sent = {"version": version, "key": "p", "what": "ruling", "number": "1", "stands": "no"}
    made = client.post(f"{links['anna']}/proposals", data=sent)
    assert made.status_code == 303
    assert told in words_of(client.get(made.location).text)
