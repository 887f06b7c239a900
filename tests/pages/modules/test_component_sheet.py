"""Figures read off components: in play, at once on a page of their own, and kept for later."""

import html
import json
import re
from collections.abc import Mapping
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.austria.assembled.boxes import box_of
from adjudicator.austria.modules import list_modules
from recorder.web.context import tables
from tests.pages.modules.conftest import document
from tests.seen import find_missing, words_of

CARDS = sum(
    sign * (len(box.guests) + len(box.staff))
    for sign, box in (
        (1, box_of(frozenset(list_modules())).components),
        (-1, box_of(frozenset()).components),
    )
)
"""Guests and staff cards that the modules add; nobody has printed their values."""

QUEUE = [50, 147, 78, 134, 103]
HALLS = ["deon", "apollo", "sperl"]
BALLS: Mapping[str, Any] = {"halls": HALLS, "rehearsals": [2, 4], "queue": QUEUE}
TSARITSA = {"colour": '"blue"', "order.cake": "1", "order.champagne": "2", "order.wine": "0"}


def started(app: Flask, record: Mapping[str, Any]) -> str:
    with app.app_context():
        return tables().start(dict(record), listed=False).links[0].token


def entered(client: FlaskClient, token: str, entry: Mapping[str, Any], **fields: str) -> str:
    version = client.get(f"/api/v1/games/{token}").json["version"]
    form = {"entry": json.dumps(entry), "version": str(version), "key": f"k{version}", **fields}
    answer = client.post(f"/t/{token}/entries", data=form, headers={"X-From": "page"})
    return html.unescape(answer.text)


@pytest.mark.rule("WALTZ1-GUEST-147")
def test_a_figure_is_read_in_play_and_no_longer_asked_for(app: Flask, client: FlaskClient) -> None:
    token = started(app, document(["balls"], [], **BALLS))
    page = html.unescape(client.get(f"/t/{token}").text)
    # guests 147 and 134, nine rows of the halls
    assert not find_missing(page, "11 printed values are not entered yet", "147 Tsarina")
    sheet = html.unescape(client.get(f"/t/{token}/sheets/figure.guest.147").text)
    assert "147 Tsarina" in sheet
    assert "9 VP" in sheet  # the text has them: they are not asked for
    assert 'name="vp"' not in sheet
    assert 'name="vp"' in client.get(f"/t/{token}/sheets/figure.guest.134").text
    page = entered(client, token, {"do": "figure", "guest": 147}, **TSARITSA)
    assert "10 printed values are not entered yet" in page
    assert "147 Tsarina: noble, blue, 1 cake and 2 champagne" in page
    assert "the blue die" not in page
    assert "noble, blue; wants 1 cake and 2 champagne" in page  # the card in the queue shows it
    assert "order not entered yet" in page  # guest 134 still does not
    record = client.get(f"/t/{token}/record.json").get_json()
    order = {"cake": 1, "champagne": 2}
    assert record["entries"] == [{"do": "figure", "guest": 147, "colour": "blue", "order": order}]
    assert client.get(f"/t/{token}/sheets/figure.guest.63").status_code == 404
    assert client.get(f"/t/{token}/sheets/figures").text.count("data-load") == 44 + 15 + 16


@pytest.mark.rule("WALTZ1-BALL-03", "WALTZ1-REH-03")
def test_rows_and_sections_are_read_with_what_they_give(app: Flask, client: FlaskClient) -> None:
    token = started(app, document(["balls"], [], **BALLS))
    page = entered(
        client, token, {"do": "figure", "hall": "deon", "row": "top"}, **{"cells[]": "3"}
    )
    assert "Odeonsaal, top row: 3" in page
    listed = html.unescape(client.get(f"/t/{token}/sheets/figures").text)
    buttons = [words_of(one) for one in re.findall(r"<button.*?</button>", listed, re.S)]
    deon = [one for one in buttons if "Odeonsaal" in one]
    rows = [f"Odeonsaal, {row} row (2)" for row in ("middle", "bottom")]
    assert deon == ["read Odeonsaal, top row (2)", *rows]
    gives = '{"gain": {"champagne": 2}}'
    page = entered(
        client, token, {"do": "figure", "rehearsal": 2, "section": 4}, **{"gives[]": gives}
    )
    assert "Rehearsal hall 2, section 4: 2 champagne" in page
    page = entered(client, token, {"do": "figure", "rehearsal": 2, "section": 1}, gives="[]")
    assert "section 1: nothing" in page


def test_a_wrong_figure_is_corrected_with_what_follows(app: Flask, client: FlaskClient) -> None:
    read = {"do": "figure", "guest": 147, "colour": "red", "order": {"cake": 1}}
    token = started(app, document(["balls"], [read], **BALLS))
    sheet = html.unescape(client.get(f"/t/{token}/sheets/figure.guest.147").text)
    assert not find_missing(sheet, "It was read in entry 1.", "value='\"red\"' required checked")
    board = html.unescape(client.get(f"/t/{token}/entries/1/change").text)
    assert f"/t/{token}/entries/1/change/sheets/figure.guest.147" in board
    sheet = client.get(f"/t/{token}/entries/1/change/sheets/figure.guest.147").text
    assert f'action="/t/{token}/entries/1/change"' in sheet
    form = {"entry": json.dumps({"do": "figure", "guest": 147}), **TSARITSA}
    preview = html.unescape(client.post(f"/t/{token}/entries/1/change", data=form).text)
    assert "147 Tsarina: noble, blue" in preview


def kept(client: FlaskClient, component: str, who: str = "Anna", **fields: str) -> Any:
    form = {"name": "Our box", "component": component, "who": who, **fields}
    return client.post("/kept/austria/components", data=form)


@pytest.mark.usefixtures("keeper")
def test_cards_are_read_all_at_once_with_progress(client: FlaskClient) -> None:
    page = html.unescape(client.get("/kept/austria/components").text)
    assert not find_missing(page, f"0 of {CARDS} cards read", "134 Debutante")
    answer = kept(client, "guest.134", vp="4", **TSARITSA)
    assert answer.status_code == 303, answer.text
    page = html.unescape(client.get(answer.location).text)
    assert f"1 of {CARDS} cards read" in page
    assert 'value="guest.135"' in page  # the next one
    assert 'name="who" value="Anna"' in page
    assert kept(client, "staff.119", cost="3").status_code == 303
    page = html.unescape(client.get("/kept/austria").text)
    assert f"2 of {CARDS} cards read" in page
    kept(client, "guest.134", "Boris", vp="5", **TSARITSA)
    page = html.unescape(client.get("/kept/austria/components?name=Our+box|guest.134").text)
    assert not find_missing(page, "Read by Boris", "Earlier versions", "4 VP")
    refused = kept(client, "guest.135", colour='"blue"')
    assert refused.status_code == 422
    assert "Something is still missing" in refused.text
    assert kept(client, "guest.63", cost="1").status_code == 422
    assert kept(client, "hall.apollo.top.2", **{"cells[]": '{"four": 2}'}).status_code == 422


@pytest.mark.usefixtures("keeper")
def test_a_game_begins_with_its_sheet_and_adds_to_it(
    app: Flask, client: FlaskClient, filled: dict[str, str]
) -> None:
    kept(client, "guest.147", **TSARITSA)
    kept(client, "staff.119", cost="3")
    kept(client, "hall.apollo.top.2", **{"cells[]": "2"})
    kept(client, "hall.apollo.top.3-4", **{"cells[]": "4"})
    kept(client, "rehearsal.2.4", **{"gives[]": '{"vp": 3}'})
    page = html.unescape(client.get("/new/austria").text)
    assert 'name="component-sheet" value="Our box"' in page
    form: dict[str, Any] = filled | {"modules": ["balls"], "queue-1": "147"}
    form |= {f"hall-{place}": hall for place, hall in enumerate(HALLS)}
    form |= {"rehearsal-1": "1", "rehearsal-3": "1", "component-sheet": "Our box"}
    started = client.post("/new/austria", data=form)
    assert started.status_code == 303, started.text
    token = started.location.rpartition("/")[2]
    assert client.get(f"/t/{token}/record.json").get_json()["options"]["figures"] == {
        "guests": {"147": {"colour": "blue", "order": {"cake": 1, "champagne": 2}}},
        "staff": {"119": 3},
        "halls": {"apollo": {"2": {"top": [2]}, "3-4": {"top": [4]}}},
        "rehearsals": {"2": [None, None, None, [{"vp": 3}]]},
    }
    entered(client, token, {"do": "figure", "staff": 120}, cost="2")
    page = html.unescape(client.get("/kept/austria/components?name=Our+box|staff.120").text)
    assert not find_missing(page, "Read by Anna and Boris", f"3 of {CARDS} cards read")
    version = client.get(f"/api/v1/games/{token}").json["version"]
    client.post(f"/t/{token}/undo", data={"version": str(version), "key": "u"})
    page = html.unescape(client.get("/kept/austria/components?name=Our+box").text)
    assert f"2 of {CARDS} cards read" in page
    send = {"entry": {"do": "figure", "staff": 121, "cost": 4}, "version": version + 1, "key": "j"}
    answer = client.post(f"/api/v1/games/{token}/entries", json=send)
    assert answer.status_code == 201, answer.text
    page = html.unescape(client.get("/kept/austria/components?name=Our+box|staff.121").text)
    assert f"3 of {CARDS} cards read" in page  # however it was written
    assert "Read by Anna and Boris" in page
    with app.app_context():
        seats = {link.seat: link for link in tables().list_links(tables().open(token))}
        tables().take_link(seats["b"])
    send = {"entry": {"do": "figure", "staff": 122, "cost": 4}, "version": version + 2, "key": "s"}
    answer = client.post(f"/api/v1/games/{seats['b'].token}/entries", json=send)
    assert answer.status_code == 201, answer.text
    page = html.unescape(client.get("/kept/austria/components?name=Our+box|staff.122").text)
    assert "Read by Boris" in page
