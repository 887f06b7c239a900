"""What a seat proposes by the forms of its pages, and how everybody is told of it."""

import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.browser.positions import typical
from tests.pages.dealing import seated
from tests.seen import words_of

TAKEN = {"by": "anna", "do": "take_guest", "guest": 78, "reveal": 50}
DIE = {"by": "anna", "do": "take_die", "die": 4, "gain": {"krones": 2}}
MORE = {"by": "anna", "do": "take_die", "die": 4, "gain": {"krones": 1, "emperor": 1}}


@pytest.fixture
def seat(app: Flask) -> str:
    return seated(app, {**typical(), "entries": [TAKEN, DIE]})["anna"]


def proposed(client: FlaskClient, seat: str, **form: Any) -> str:
    """Propose by a form and return what the page of the proposal says is to be done."""
    version = client.get(f"/api/v1/games/{seat}").json["version"]
    sent = client.post(f"/t/{seat}/proposals", data={"version": version, "key": "p", **form})
    assert sent.status_code == 303, sent.text
    page = client.get(sent.headers["Location"]).text
    return words_of(page.split('id="what"')[1].partition(">")[2].split("</p>")[0])


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"what": "undo", "steps": "1"}, "Undo the last step."),
        ({"what": "ruling", "number": "2", "stands": "no"}, "Remove entry 2."),
        ({"what": "ruling", "number": "2"}, "Let entry 2 stand."),
        ({"what": "correction", "kind": "remove", "number": "2"}, "Remove entry 2."),
        (
            {"what": "correction", "kind": "change", "number": "2", "entry": json.dumps(MORE)},
            "Change entry 2: Anna takes a die from 4",
        ),
        (
            {"what": "correction", "kind": "insert", "number": "2", "entry": json.dumps(MORE)},
            "Insert as entry 2: Anna takes a die from 4",
        ),
    ],
)
def test_a_proposal_is_told_as_it_was_meant(
    client: FlaskClient, seat: str, form: dict[str, str], said: str
) -> None:
    assert proposed(client, seat, **form).startswith(said)


@pytest.mark.parametrize("kind", ["change", "insert", "else"])
def test_a_correction_without_its_entry_is_no_proposal(
    client: FlaskClient, seat: str, kind: str
) -> None:
    form = {"what": "correction", "kind": kind, "number": "2", "version": "1", "key": "p"}
    assert client.post(f"/t/{seat}/proposals", data=form).status_code == 422
    assert client.get(f"/api/v1/games/{seat}/proposals").json["proposals"] == []


def test_an_entry_is_proposed_to_be_taken_back_with_what_came_after_it(client: FlaskClient) -> None:
    """By another seat: Anna and the table's link take it back themselves, spectators do neither."""
    tokens = seated(client.application, typical())
    for version, entry in enumerate((TAKEN, DIE)):
        body = {"entry": entry, "version": version, "key": f"k{version}"}
        sent = client.post(f"/api/v1/games/{tokens['table']}/entries", json=body)
        assert sent.status_code == 201
    for who, steps in (("boris", ["2", "1"]), ("anna", []), ("table", []), ("read", [])):
        pages = [client.get(f"/t/{tokens[who]}/entries/{n}").text for n in (1, 2)]
        offered = [re.findall(r'name="steps" value="(\d+)"', page) for page in pages]
        assert [one for page in offered for one in page] == steps


def test_what_a_phone_tells_as_the_last_step_is_proposed_to_be_undone(client: FlaskClient) -> None:
    """The die, and the end of the turn by another tap, are told together: Undo leads to the die."""
    done = {"by": "anna", "do": "done"}
    links = seated(client.application, {**typical(), "entries": [TAKEN, DIE, done]})
    shown = client.get(f"/t/{links['boris']}").text
    assert re.findall(r"/entries/(\d+)#propose", shown) == ["2"]
    assert "and 1 later step" in words_of(client.get(f"/t/{links['boris']}/entries/2").text)


def test_who_has_agreed_is_asked_no_more(client: FlaskClient) -> None:
    """Everybody with a phone has to agree; one of two has, and sends it again."""
    links = seated(client.application, {**typical(), "entries": [TAKEN, DIE]})
    for name in ("boris", "chloe"):
        assert client.get(f"/t/{links[name]}").status_code == 200
    version = client.get(f"/api/v1/games/{links['table']}").json["version"]
    client.post(f"/t/{links['table']}/assent", data={"of": "all", "key": "s"})
    sent = {"what": "undo", "steps": "1", "version": version + 1, "key": "p"}
    made = client.post(f"/t/{links['anna']}/proposals", data=sent).headers["Location"]
    here = made.replace(links["anna"], links["boris"])
    for key, place in (("y1", f"/t/{links['boris']}?decided={here.split('/')[-1]}"), ("y2", here)):
        now = client.get(f"/api/v1/games/{links['boris']}").json["version"]
        answer = client.post(f"{here}/accept", data={"version": now, "key": key})
        assert (answer.status_code, answer.headers["Location"]) == (303, place)
    log = client.get(f"/api/v1/games/{links['table']}/log").json["operations"]
    assert [one["op"] for one in log if one["op"] == "accept"] == ["accept"]
    page = client.get(here).text
    assert "Waiting for Chloé and Dora." in words_of(page)
    assert 'id="accept"' not in page
    assert 'id="accept"' in client.get(made.replace(links["anna"], links["chloe"])).text
