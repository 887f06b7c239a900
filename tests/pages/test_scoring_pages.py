"""The scoring assistant: what was entered is scored with the lines of a recorded game."""

import html
import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdf
import pytest
from flask.testing import FlaskClient
from markupsafe import escape

from adjudicator.reading import parse
from adjudicator.replay import Replay
from recorder.pages.referee.questions import pack_link
from recorder.web.context import catalogue
from tests.seen import find_missing

RECORDS = Path(__file__).parents[1] / "records"


def fields(position: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    form: dict[str, Any] = {"n": str(len(names)), "id": list(names)}
    for place, (player, name) in enumerate(names.items()):
        lies = position["players"][player]
        form[f"name.{place}"] = name
        for key in ("krones", "emperor", "vp", "hand"):
            form[f"p.{player}.{key}"] = str(lies[key])
        for food, count in lies["kitchen"].items():
            form[f"p.{player}.kitchen.{food}"] = str(count)
        for room, face in lies["rooms"].items():
            form[f"p.{player}.rooms.{room}"] = face
        for table, guest in enumerate(lies["cafe"]):
            form[f"p.{player}.cafe.{table}.guest"] = str(guest["guest"])
            for food, count in guest.get("served", {}).items():
                form[f"p.{player}.cafe.{table}.served.{food}"] = ["1"] * count
        for card in lies["staff"]:
            form[f"p.{player}.staff.{card if isinstance(card, int) else card['staff']}"] = "in"
    for letter, card in zip("ABC", position["politics"], strict=True):
        form[f"politics.{letter}"] = card
        form[f"discs.{letter}"] = ",".join(position["claims"].get(card, []))
    return form


FINAL: dict[str, Any] = {
    **{"n": "2", "id": ["a", "b"], "scoring": "final", "editions": "2022"},
    **{"p.a.vp": "80", "p.a.krones": "3", "p.b.vp": "60", "p.b.krones": "1"},
    **{f"p.{player}.{key}": "0" for player in "ab" for key in ("emperor", "hand")},
}
"""80 and 60 VP; each krone that is left is a point more at the end: 83 and 61."""


def check_scored(client: FlaskClient, replay: Replay, form: dict[str, Any]) -> None:
    """Score a finished game by hand: editor, page and sheet have the totals of its record."""
    record, result = replay.record, replay.result()
    names = {player["id"]: player["name"] for player in record.document["players"]}
    told = client.post(f"/positions/{record.game}", data=form).text
    link = client.post(f"/scoring/new/{record.game}", data=form).location
    page = client.get(link).text
    foot = page.split("<tfoot>")[1].split("</tfoot>")[0]
    for player in record.players:
        assert f"<td>{result.total(player)}</td>" in foot
        assert f">{result.total(player)}</b>" in told
    won = f"{names[result.winners[0]]} wins with {result.total(result.winners[0])}"
    assert escape(won) in page
    sheet = client.get(link.replace("/scoring/score", "/scoring/sheet.pdf"))
    (printed,) = pypdf.PdfReader(BytesIO(sheet.data)).pages
    assert won in " ".join(printed.extract_text().split())


@pytest.mark.parametrize("name", ["austria-4p-2022", "austria-4p-2015-ru", "austria-3p-2022"])
def test_a_finished_game_entered_by_hand_has_the_totals_of_its_record(
    client: FlaskClient, name: str
) -> None:
    replay = Replay(parse((RECORDS / f"{name}.json").read_bytes()))
    header = replay.record.document
    names = {player["id"]: player["name"] for player in header["players"]}
    form = fields(replay.state.position(), names)
    check_scored(client, replay, form | {"scoring": "final", "editions": header["edition"]})


TIED = {
    "n": "2",
    "scoring": "final",
    "p.a.vp": "50",
    "p.a.krones": "4",
    "p.b.vp": "53",
    "p.b.krones": "1",
}


def test_a_tie_is_broken_as_in_a_recorded_game(client: FlaskClient) -> None:
    """50 + 4 = 53 + 1; what is left decides, 4 to 1 (GAH-TIE-01)."""
    page = client.get(client.post("/scoring/new/austria", data=TIED).location).text
    assert not find_missing(page, "Orange wins with 54", "GAH-TIE-01 decides, 4 to 1")


def test_an_impossible_state_is_told_before_anything_is_computed(client: FlaskClient) -> None:
    answer = client.post("/scoring/new/austria", data=TIED | {"p.b.krones": "25"})
    assert answer.status_code == 422
    assert not find_missing(answer.text, "Light blue, krones: 25\u00a0krones", "GAH-MONEY-02")


def test_an_emperor_scoring_is_played_on_as_a_game(client: FlaskClient) -> None:
    """Three steps back from 6 is space 3, a bonus; at 0 the penalty leaves a choice (GAH-EMP)."""
    form = {
        "n": "2",
        "scoring": "emperor-3",
        "emperor.A": "A-krones",
        "emperor.B": "B-krones",
        "emperor.C": "C-vp",
        "p.a.emperor": "6",
        "p.a.krones": "2",
        "p.b.emperor": "0",
        "p.b.krones": "5",
        "p.b.vp": "20",
    }
    table = client.post("/scoring/new/austria", data=form).location
    assert table.startswith("/t/")
    page = client.get(table).text
    assert not find_missing(page, "Emperor scoring after round 3", "Lose 5 VP")
    assert "Pay: 3\u00a0krones" in page
    record = json.loads(client.get(table + "/record.json").data)
    position = Replay(parse(json.dumps(record))).state.position()
    assert position["players"]["a"]["emperor"] == 3
    assert position["players"]["a"]["krones"] == 5  # the bonus: 3 krones


def test_the_last_emperor_scoring_goes_on_to_the_final_one(client: FlaskClient) -> None:
    form = {
        "n": "2",
        "scoring": "emperor-7",
        "emperor.A": "A-krones",
        "emperor.B": "B-krones",
        "emperor.C": "C-vp",
        "p.a.emperor": "9",
        "p.b.emperor": "9",
        "p.a.krones": "2",
    }
    table = client.post("/scoring/new/austria", data=form).location
    assert "wins with" in client.get(table + "/result").text


@pytest.mark.rule("GAH-EMP-09")
def test_a_scoring_needs_its_own_tile_and_no_other(client: FlaskClient) -> None:
    form = TIED | {"scoring": "emperor-5", "p.a.emperor": "0", "p.b.emperor": "9"}
    refused = client.post("/scoring/new/austria", data=form | {"emperor.A": "A-krones"})
    assert refused.status_code == 422
    assert 'data-at="position.emperor.B"' in refused.text
    table = client.post("/scoring/new/austria", data=form | {"emperor.B": "B-krones"}).location
    record = client.get(table + "/record.json").get_json()
    assert record["position"]["emperor"] == ["B-krones"]
    assert Replay(parse(json.dumps(record))).verdicts[0].kind == "legal"


def test_totals_are_told_while_a_final_scoring_is_tapped_in(client: FlaskClient) -> None:
    said = client.post("/positions/austria", data=FINAL).text
    assert re.findall(r'<b class="num">(-?\d+)</b>', said) == ["83", "61"]


def test_an_unknown_scoring_is_refused(client: FlaskClient) -> None:
    for kind in ("emperor-4", "emperor-x", "all"):
        answer = client.post("/scoring/new/austria", data=TIED | {"scoring": kind})
        assert answer.status_code == 422


TOTALS = {
    **{"game": "austria", "edition-austria": "2022", "day": "2026-11-20", "place": "Café Zentral"},
    **{"name-0": "Anna", "total-0": "101", "name-1": "Борис", "total-1": "123"},
    **{"name-2": "지수", "total-2": "-4"},
}


def keep(client: FlaskClient, **changes: str) -> str:
    """Keep plain totals; return the address of their page."""
    sent = client.post("/scoring/totals", data=TOTALS | handed(client) | changes)
    assert sent.status_code == 303, sent.text
    return str(sent.location)


def handed(client: FlaskClient) -> dict[str, str]:
    """The hidden field by which a browser without a link keeps something."""
    field = re.search(r'name="pass" value="([^"]+)"', client.get("/scoring/totals").text)
    assert field
    return {"pass": field[1]}


def read_totals(page: str) -> list[int]:
    """The totals of a page, in its order."""
    told = re.findall(r'class="num">([^<]+)<', page)
    return [int(re.sub(r"[^0-9-]", "", one.replace("−", "-"))) for one in told]


def test_plain_totals_are_kept_opened_printed_corrected_and_forgotten(client: FlaskClient) -> None:
    assert 'href="/scoring/totals"' in client.get("/").text
    link = keep(client)
    mine = client.get("/mine").text
    shown = client.get(link).text
    for part in ("Anna", "Борис", "지수", "Café Zentral", "Grand Austria Hotel"):
        assert part in shown
        assert part in mine
    assert "Борис wins with 123" in shown
    assert "22 ahead of Anna" in shown  # 123 - 101
    assert read_totals(shown) == [123, 101, -4]
    pdf = client.get(link.replace("/shown?", "/sheet.pdf?"))
    text = pypdf.PdfReader(BytesIO(pdf.data)).pages[0].extract_text()
    assert not find_missing(text, "Борис wins with 123", "101")
    form = html.unescape(client.get(link.replace("/shown?", "?")).text)
    assert 'value="-4"' in form
    instead = re.search(r'name="instead"\s+value="(\w+)"', form)
    assert instead
    better = keep(client, **{"total-0": "111", "instead": instead[1]})
    assert read_totals(client.get("/mine").text) == [123, 111, -4]
    assert "Anna" in client.get("/mine?q=anna").text
    assert "Anna" not in client.get("/mine?q=nobody").text
    kept = re.search(r'name="print"\s+value="(\w+)"', client.get(better).text)
    assert kept
    client.post("/scoring/totals/forget", data={"print": kept[1]})
    assert "Anna" not in client.get("/mine").text
    assert "Keep among my games" in client.get(better).text  # its link still opens it


def test_kept_totals_whose_names_were_taken_away_break_no_list(client: FlaskClient) -> None:
    keep(client)
    with client.application.app_context():
        (kind,) = {one.kind for one in catalogue().list_everything() if "totals" in one.kind}
        (item,) = catalogue().newest(kind)
        catalogue().reword(item, item.value | {"name": ["a former player"] * 3}, "")
    assert "Café Zentral" not in client.get("/mine").text
    assert client.get("/").status_code == 200


def test_a_link_of_totals_is_kept_by_another_browser_and_carried_into_a_league(
    client: FlaskClient,
) -> None:
    link = keep(client)
    league = client.post("/l/new", data={"name": "Club"}).location.partition("/l/")[2][:22]
    other = client.application.test_client()
    assert "Борис wins" in other.get(link).text
    assert "Anna" not in other.get("/mine").text
    add = f"/l/{league}/add"
    assert "Anna, Борис" in client.get(add).text  # offered among the phone's games
    filled = html.unescape(client.get(add, query_string=link.partition("?")[2]).text)
    assert not find_missing(filled, 'value="Борис"', 'value="123"')
    sent = TOTALS | {"key": "totals-1", "asked": "1"}
    client.post(f"/l/{league}/add/result", data=sent)
    assert "Anna, Борис" not in client.get(add).text  # it is in the league
    twice = client.post(f"/l/{league}/add/result", data=sent | {"key": "t2", "day": "2026-11-21"})
    assert "Is it the same game?" in twice.text


@pytest.mark.parametrize(
    "body",
    [{}, {"totals": []}, {"totals": {"game": "go"}}, {"record": {}}],
    ids=["nothing", "list", "no-game", "question"],
)
def test_a_damaged_link_of_totals_says_so(client: FlaskClient, body: dict[str, Any]) -> None:
    answer = client.get("/scoring/totals/shown", query_string={"q": pack_link(body)})
    assert answer.status_code in (400, 422)
    assert "incomplete or damaged" in answer.text


def test_totals_that_cannot_be_keep_what_was_typed(client: FlaskClient) -> None:
    answer = client.post("/scoring/totals", data=TOTALS | {"total-1": "many"})
    assert answer.status_code == 422
    assert not find_missing(answer.text, "whole number", 'value="Борис"')
