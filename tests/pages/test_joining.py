"""Sitting down by the game's code, freeing a seat, links that are replaced."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from exports import sheet
from recorder.web.context import tables

SAMPLE = Path(__file__).resolve().parents[2] / "tests/evenings/sample.json"


@pytest.fixture
def table(client: FlaskClient) -> str:
    document: dict[str, Any] = json.loads(SAMPLE.read_text("utf-8"))
    sent = client.post("/api/v1/games", json=document | {"entries": []})
    return f"/t/{sent.json['links'][0]['token']}"


def code(client: FlaskClient, table: str) -> str:
    shown = client.get(f"{table}/share").text
    return re.findall(r'value="http://localhost(/j/[^"]+)"', shown)[0]


def key(text: str) -> str:
    return re.search(r'name="key" value="([^"]+)"', text)[1]


def replaced(client: FlaskClient, link: str, role: str, seat: str = "", sent: str = "") -> Any:
    form = {"role": role, "seat": seat, "key": sent or key(client.get(f"{link}/share").text)}
    return client.post(f"{link}/links", data=form)


def test_scan_tap_your_name_seated(client: FlaskClient, table: str) -> None:
    invitation = code(client, table)
    phone, other = client.application.test_client(), client.application.test_client()
    asked = phone.get(invitation)
    assert 'value="anna"' in asked.text
    assert "/t/" not in re.sub(r'<a class="btn wide quiet".*?>', "", asked.text)  # but to look on
    seated = phone.post(invitation, data={"seat": "anna"})
    assert seated.status_code == 303
    assert "/take" not in phone.get(seated.location).text
    assert 'value="anna"' not in other.get(invitation).text  # not offered again
    quicker = other.post(invitation, data={"seat": "anna"})
    assert quicker.status_code == 409
    assert "Another phone sits at Anna" in quicker.text
    assert seated.location not in quicker.text
    assert phone.post(invitation, data={"seat": "anna"}).location == seated.location  # sent again
    assert seated.location in phone.get(invitation).text
    assert other.post(invitation, data={"seat": "nobody"}).status_code == 404


def test_the_table_sees_who_sits_where_and_frees_a_seat(client: FlaskClient, table: str) -> None:
    phone = client.application.test_client()
    again = re.findall(r'data-again="([^"]+)"', client.get(f"{table}/share").text)[0]
    assert client.get(again).status_code == 204
    seat = phone.post(code(client, table), data={"seat": "boris"}).location
    assert client.get(again).status_code == 200
    shown = client.get(f"{table}/share").text
    assert "1 of 3 seats are taken" in shown
    assert seat not in shown
    assert phone.get(seat).status_code == 200
    freed = replaced(client, table, "seat", "boris")
    assert freed.location == f"{table}/share"
    said = client.get(freed.location).text
    assert "Boris&#39;s seat is free" in said
    assert "0 of 3 seats are taken" in said
    for page in ("", "/log", "/share", "/result"):
        gone = phone.get(seat + page)
        assert gone.status_code == 404
        assert "it may have been replaced" in gone.text
    assert seat not in phone.get("/").text
    assert "The link of Boris&#39;s seat replaced" in client.get(f"{table}/history").text
    assert (
        client.application.test_client()
        .post(code(client, table), data={"seat": "boris"})
        .status_code
        == 303
    )


def test_a_code_that_is_replaced_opens_nothing(client: FlaskClient, table: str) -> None:
    old = code(client, table)
    assert replaced(client, table, "join").status_code == 303
    assert client.get(old).status_code == 404
    assert client.post(old, data={"seat": "anna"}).status_code == 404
    assert client.get(code(client, table)).status_code == 200


def test_a_game_from_before_there_were_codes_gets_one(client: FlaskClient, table: str) -> None:
    with client.application.app_context():
        tables().store.db.execute("DELETE FROM invitations")
    assert "Create an invitation code" in client.get(f"{table}/share").text
    replaced(client, table, "join")
    assert client.get(code(client, table)).status_code == 200


def test_the_table_replaces_its_own_link_and_goes_on_with_the_new_one(
    client: FlaskClient, table: str
) -> None:
    client.get(table)
    sent = key(client.get(f"{table}/share").text)
    fresh = replaced(client, table, "table", sent=sent).location
    assert client.get(fresh).status_code == 200
    assert client.get(table).status_code == 404
    shown = client.get("/").text
    assert fresh.removesuffix("/share") in shown
    assert table not in shown
    # The answer was lost: the same form leads there, and no other does.
    assert replaced(client, table, "table", sent=sent).location == fresh
    assert replaced(client, table, "table", sent="guessed").status_code == 404
    assert client.application.test_client().get(f"{table}/share").status_code == 404


@pytest.mark.parametrize("role", ["read", "seat"])
def test_others_replace_no_link_of_the_table(client: FlaskClient, table: str, role: str) -> None:
    links = client.get(f"/api/v1/games{table.removeprefix('/t')}/links").json
    mine = next(link for link in links if link["role"] == role)
    phone = client.application.test_client()
    path = f"/t/{mine['token']}"
    phone.post(f"{path}/take")
    for wanted in ("table", "join"):
        assert replaced(phone, path, wanted, sent="k").status_code == 403
    shown = phone.get(f"{path}/share").text
    assert "seats-title" not in shown
    assert "/j/" not in shown
    assert phone.get(f"{path}/share?seen=1").status_code == 403


def test_a_seat_replaces_its_own_link(client: FlaskClient, table: str) -> None:
    phone = client.application.test_client()
    seat = phone.post(code(client, table), data={"seat": "anna"}).location
    fresh = replaced(phone, seat, "seat", "anna").location.removesuffix("/share")
    assert phone.get(seat).status_code == 404
    assert "/take" not in phone.get(fresh).text
    assert "1 of 3 seats are taken" in client.get(f"{table}/share").text


def test_the_page_of_a_new_game_leads_to_its_code_until_somebody_sits(
    client: FlaskClient, table: str
) -> None:
    assert 'id="invite"' in client.get(table).text
    client.application.test_client().post(code(client, table), data={"seat": "anna"})
    assert 'id="invite"' not in client.get(table).text


def test_the_sheet_has_a_code_where_its_address_is_known(
    client: FlaskClient, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed: list[str] = []

    def contents(*asked: Any, address: str = "", **more: Any) -> sheet.SheetContents:
        printed.append(address)
        return said(*asked, **more)

    said = sheet.describe_sheet
    monkeypatch.setattr("exports.sheet.describe_sheet", contents)
    monkeypatch.setattr("exports.sheet.print_sheet", lambda *_: b"%PDF-")
    client.get(f"{table}/sheet.pdf")
    client.get(f"{table}/sheet.pdf", base_url="http://hotel.example:8000")
    assert printed[0] == ""  # nobody else reaches this machine as localhost
    assert re.fullmatch(r"http://hotel\.example:8000/t/[\w-]+/result", printed[1])
    assert table not in printed[1]
    assert client.get(printed[1].removeprefix("http://hotel.example:8000")).status_code == 200
