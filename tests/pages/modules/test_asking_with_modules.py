"""The referee and the scoring assistant with modules: positions tapped from nothing."""

import html
import json
import re
from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient
from pypdf import PdfReader

from adjudicator.reading import load
from adjudicator.replay import Replay
from exports import font_letters
from recorder.web.context import tables
from tests.pages.modules.conftest import document
from tests.seen import find_missing

ALL = ["balls", "celebrities", "first-player", "hotels", "more"]
HEADER = json.dumps({"modules": ALL})


def test_the_editors_ask_for_modules_first(client: FlaskClient) -> None:
    for path in ("/referee/new/austria", "/scoring/new/austria"):
        assert 'name="hall.0"' not in client.get(path).text
        text = client.get(f"{path}?modules=" + "&modules=".join(ALL)).text
        assert not find_missing(text, 'name="hall.0"', 'name="p.a.lobby"')
        assert f"value='{HEADER}'" in html.unescape(text)
    assert 'name="hall.0"' not in client.get("/scoring/new/austria?modules=bees").text


@pytest.mark.rule("WALTZ3-NINAS-03", "WALTZ1-STAFF-126")
def test_a_final_scoring_counts_what_modules_bring(client: FlaskClient) -> None:
    """Champagne left, the goals of a lobby, a card for dancers: as the engine counts them."""
    dancers = {"apollo": {"top": ["a", "b"]}, "deon": {}, "sperl": {"bottom": ["a"]}}
    own: dict[str, Any] = {
        "a": {"vp": 80, "krones": 3, "emperor": 0, "hand": 0, "kitchen": {"champagne": 2}},
        "b": {"vp": 60, "krones": 1, "emperor": 0, "hand": 0, "kitchen": {}},
    }
    own["a"] |= {"staff": [126], "lobby": "paulwei"}
    own["b"] |= {"lobby": "kozi"}
    record = {
        "record": 1,
        "game": "austria",
        "edition": "2015-ru",
        "modules": ALL,
        "players": [{"id": "a", "name": "Anna"}, {"id": "b", "name": "Boris"}],
        "position": {"round": 7, "players": own, "halls": list(dancers), "dancers": dancers},
        "entries": [],
    }
    totals = Replay(load(record)).result(final=True).to_json()["scores"]
    assert totals["a"]["final_staff"] == 4  # 2 VP for each of two dancers
    form: dict[str, Any] = {"n": "2", "id": ["a", "b"], "header": HEADER, "scoring": "final"}
    form |= {"name.0": "Anna", "name.1": "Boris", "editions": "2015-ru"}
    form |= {f"hall.{place}": hall for place, hall in enumerate(dancers)}
    form |= {"dancers.0.top.0": "a", "dancers.0.top.1": "b", "dancers.2.bottom.0": "a"}
    form |= {"p.a.vp": "80", "p.a.krones": "3", "p.a.kitchen.champagne": "2", "p.a.staff.126": "in"}
    form |= {"p.a.lobby": "paulwei", "p.b.vp": "60", "p.b.krones": "1", "p.b.lobby": "kozi"}
    form |= {f"p.{player}.{key}": "0" for player in "ab" for key in ("emperor", "hand")}
    answer = client.post("/scoring/new/austria", data=form)
    assert answer.status_code == 303, answer.text
    page = html.unescape(client.get(answer.location).text)
    assert f"Anna wins with {totals['a']['total']}" in page


@pytest.mark.rule("WALTZ1-SCORE-01")
def test_an_emperor_scoring_takes_the_ball_along(client: FlaskClient) -> None:
    form: dict[str, Any] = {"n": "2", "id": ["a", "b"], "header": '{"modules": ["balls"]}'}
    form |= {"scoring": "emperor-3", "editions": "2022", "emperor.A": "A-krones"}
    form |= {"hall.0": "kettenbruecke", "hall.1": "deon", "hall.2": "sperl"}
    form |= {"dancers.0.top.0": "a", "dancers.0.middle.0": "a"}
    for player in "ab":
        form |= {f"p.{player}.{key}": "5" for key in ("vp", "krones", "emperor")}
        form |= {f"p.{player}.hand": "0"}
    answer = client.post("/scoring/new/austria", data=form)
    assert answer.status_code == 303, answer.text
    page = html.unescape(client.get(answer.location).text)
    assert not find_missing(page, "Ball scoring", "Zur Kettenbrücke", "<b>+7</b>", "<b>−5</b>")


@pytest.mark.rule("WALTZ1-SCORE-03")
def test_a_ball_is_scored_by_itself_with_its_tie(client: FlaskClient) -> None:
    """Sperl with two players: 10 and 3 VP; two dancers each, so each gets (10 + 3) / 2 = 6."""
    form: dict[str, Any] = {"n": "2", "id": ["a", "b"], "header": '{"modules": ["balls"]}'}
    form |= {"scoring": "balls-5", "editions": "2022", "brush": "a"}
    form |= {"name.0": "Anna", "name.1": "Boris"}
    refused = client.post("/scoring/new/austria", data=form)
    assert refused.status_code == 422
    assert "choose the three halls" in refused.text.lower()
    form |= {"hall.0": "apollo", "hall.1": "sperl", "hall.2": "deon"}
    form |= {"dancers.1.top.0": "a", "dancers.1.top.1": "b", "dancers.1.bottom.0": "a"}
    form |= {"dancers.1.bottom.1": "b", "dancers.0.top.0": "a"}
    said = html.unescape(client.post("/positions/austria", data=form).text)
    assert re.findall(r'<b class="num">(-?\d+)</b>', said) == ["6", "6"]
    answer = client.post("/scoring/new/austria", data=form)
    assert answer.status_code == 303, answer.text
    page = html.unescape(client.get(answer.location).text)
    assert "Ball scoring after round 5" in page
    assert "Anna and Boris tie for place 1: 10 + 3 shared by 2, rounded down, is 6" in page
    back = html.unescape(client.get(answer.location.replace("/score?", "/new/austria?")).text)
    assert re.search('value="balls-5"[^>]* checked', back)
    assert back.count('data-value="b"') == 2


@pytest.mark.usefixtures("keeper")
def test_a_position_begins_with_the_figures_that_are_kept(client: FlaskClient) -> None:
    for sheet, vp in (("Old box", "3"), ("Our box", "5")):
        read = {"component": "guest.134", "colour": '"blue"', "order.cake": "1", "vp": vp}
        form = {"name": sheet, "who": "Anna", "order.champagne": "0", "order.wine": "0", **read}
        assert client.post("/kept/austria/components", data=form).status_code == 303
    for path in ("/referee/new/austria", "/scoring/new/austria"):
        page = html.unescape(client.get(f"{path}?modules=balls").text)
        assert '"guests": {"134": {"colour": "blue", "order": {"cake": 1}, "vp": 5}}' in page
        page = html.unescape(client.get(f"{path}?modules=balls&sheet=Old+box").text)
        assert '"vp": 3' in page
        assert '"figures"' not in client.get(f"{path}?modules=balls&sheet=").text


def test_a_question_is_asked_in_every_edition_and_printed(client: FlaskClient) -> None:
    """A guest is sent to a hall; the answer and the report name the rules of the module."""
    form: dict[str, Any] = {"n": "2", "id": ["a", "b"], "header": '{"modules": ["balls"]}'}
    form |= {"turn_of": "a", "round": "1", "dice[]": ["2", "2", "2", "2", "1", "1"]}
    form |= {"hall.0": "apollo", "hall.1": "deon", "hall.2": "sperl"}
    form |= {"p.a.cafe.0.guest": "63", "p.a.rehearsal.board": "1"}
    asked = client.post("/referee/new/austria", data=form)
    assert asked.status_code == 303, asked.text
    entry = {"by": "a", "do": "send_guest", "guest": 63, "hall": "apollo", "row": "top"}
    q = asked.location.partition("?")[2]
    move = client.post(f"/referee/move?{q}", data={"entry": json.dumps(entry | {"section": 1})})
    assert move.status_code == 303, move.text
    page = html.unescape(client.get(move.location).text)
    assert page.count("WALTZ1-BALL-") >= 1
    for edition in ("Russian", "French", "Korean"):
        assert f"{edition} edition of 2015" in page
    assert "Revised edition of 2022" in page


def test_a_dispute_with_a_module_is_printed(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The report on a bell that nothing has set off."""
    ring = {"by": "a", "do": "ring", "staff": 167}
    position = {
        "turn_of": "a",
        "dice": [3, 2, 2, 1, 1, 1],
        "taken": {"a": 0, "b": 0},
        "players": {"a": {"staff": [167]}},
    }
    record = document(["more"], [ring], position=position)
    with client.application.app_context():
        token = tables().start(record, listed=False).table.link.token
    printed = client.get(f"/t/{token}/entries/1/dispute.pdf")
    assert printed.status_code == 200
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(printed.data)).pages)
    assert not find_missing(text, "WALTZ5-BELL-05", "Apprentice")
    monkeypatch.setattr(font_letters, "is_missing", lambda letter: letter == "A")
    said = client.get(f"/t/{token}/entries/1/dispute.pdf")
    assert (said.status_code, "these letters of Anna: A" in said.text) == (409, True)
