"""Who leaves for good is gone: out of ids made of names, out of notes, on every page and file."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from pypdf import PdfReader

from adjudicator.austria.printed.catalogue import FIGURES
from exports import picture_files
from recorder.games.visibility import hide_former_names
from recorder.kept.kept_values import Catalogue
from recorder.kept.named_sets import list_texts
from recorder.league import leaving
from recorder.web.context import tables
from tests.applications import application
from tests.league.conftest import Web
from tests.pages.test_kept_pages import NIGHT, board_form
from tests.pages.test_samoa_pages import cards
from tests.pages.test_samoa_pages import form as setup_form
from tests.seen import words_of

FIRST, LAST = "Zebulon", "Quirk"
GONE = (FIRST, LAST, "zebulon", "quirk")
TURNED = "\u202e"
"""A mark after which a line runs the other way."""

WRONG = {"do": "lodge", "group": 1, "tourists": []}


def renamed(value: Any, ids: dict[str, str]) -> Any:
    """Return a record with other ids of seats; those of the samples are nothing else in it."""
    if isinstance(value, dict):
        return {ids.get(key, key): renamed(one, ids) for key, one in value.items()}
    if isinstance(value, list):
        return [renamed(one, ids) for one in value]
    return ids.get(value, value) if isinstance(value, str) else value


def record(web: Web) -> tuple[dict[str, Any], int]:
    """Return a game as earlier releases began it, and the number of its wrong entry."""
    document = json.loads(web.record("samoa-3p.json"))
    ids = [player["id"] for player in document["players"]]
    document = renamed(document, dict(zip(ids, ("zebulon-quirk", "bo", "cleo"), strict=True)))
    document["players"][0]["name"] = f"{FIRST} {LAST}"
    document["place"] = f"{FIRST}'s kitchen"
    at = next(n for n, e in enumerate(document["entries"]) if e["do"] == "card")
    document["entries"].insert(at, {**WRONG, "by": "zebulon-quirk"})
    for number, note in enumerate((f"{FIRST}{TURNED}\nsaid so", "nobody said so")):
        document["entries"][number]["note"] = note
    return document, at + 1


def everything(web: Web, app: Flask, drawn: list[str], *, printed: bool = True) -> dict[str, str]:
    """Return whatever can be read with the links of a league and of its game, by address.

    printed: whether sheets count, too; they take longest.
    """
    by_address = {}
    table, read = web.table(), web.table(role="public")
    places: dict[str, str] = {"key": "g1", "season": "s1", "player": "p1", "evening": "e1"}
    places |= {"case": "c1", "ending": "csv", "game": "samoa", "number": "5", "version": "1"}
    places |= {"kind": "change", "chapter": "SAM-TILE", "other": "p2", "name": "x"}
    for path in ("boards?name=a former player's board", "figures?name=queue_cost"):
        by_address[path] = web.client.get(f"/kept/austria/{path}").text
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.endpoint in ("static", "pages.notices"):
            continue
        if rule.rule.endswith(".pdf") and not printed:
            continue
        kept = {"game": "austria", "part": "components", "number": "1"}
        for own in ({"token": table}, {"token": read}, kept):
            own = places | own | {"lt": web.lt}
            path = re.sub(r"<(?:\w+:)?(\w+)>", lambda m, o=own: o.get(m[1], "x"), rule.rule)
            answer = web.client.get(path)
            kind = answer.mimetype
            if kind == "application/pdf":
                pages = PdfReader(io.BytesIO(answer.data)).pages
                by_address[path] = "".join(page.extract_text() for page in pages)
            elif kind == "application/zip":
                with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
                    by_address[path] = "".join(
                        archive.read(one).decode() for one in archive.namelist()
                    )
            elif kind == "image/png":
                by_address[path] = "".join(drawn)
            else:
                by_address[path] = answer.text + answer.headers.get("Location", "")
            drawn.clear()
    return by_address


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What stands in the pictures that were asked for last."""
    told: list[str] = []
    monkeypatch.setattr(picture_files, "_make_once", lambda asked: told.append(asked) or b"")
    return told


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    often = dict.fromkeys(("CREATION_LIMIT", "LINK_LIMIT", "GAME_LIMIT"), "100000 per minute")
    store = {"DATABASE": str(tmp_path / "recorder.db"), "WTF_CSRF_ENABLED": False}
    yield from application(store | often | {"TESTING": True})


def test_nothing_that_can_be_read_holds_a_part_of_the_name(
    web: Web, app: Flask, drawn: list[str]
) -> None:
    """A name in every field there is; each note that holds a part of it is shown and changed."""
    document, number = record(web)
    web.season(first="2000-01-01", name=f"{FIRST}'s season")
    web.send((f"{FIRST}-1.json", json.dumps(document).encode()))
    token = web.table()
    before = web.client.get(f"/api/v1/games/{token}").json
    web.client.post(f"/l/call/{token}/{number}", data={"key": "c"})
    note = f"Who decided: {FIRST}"
    web.post("/cases/c1/decide", stands="no", note=note, who=FIRST, key="d")
    ruling = {"stands": "yes", "agreed": ["zebulon-quirk", "bo"], "note": f"{FIRST} rules"}
    ruling |= {"keep": "1", "house": f"{FIRST}'s set", "key": "r", "version": before["version"] + 1}
    ruled = web.client.post(f"/t/{token}/entries/{number}/ruling", data=ruling)
    assert ruled.status_code == 303, ruled.text
    kept = {"name": f"{FIRST}'s box", "link": web.lt, "who": f"{FIRST} Q", "colour": '"blue"'}
    kept |= {"component": "guest.147", "order.cake": "1", "order.champagne": "2", "order.wine": "0"}
    for part in ("components", "house-rules"):
        offered = web.client.post(f"/kept/austria/{part}", data=kept | {"public": "1"})
        assert offered.status_code == 303
    board = board_form(NIGHT, name=f"{FIRST}'s board", who=f"{FIRST} at home")
    figures = {f"queue_cost-{at}": cost + 1 for at, cost in enumerate(FIGURES["queue_cost"])}
    for part, told in (
        ("boards", board),
        ("boards", board | {"door-4-5": "3"}),
        ("figures", figures | {"who": f"corrected by {FIRST}"}),
    ):
        assert web.client.post(f"/kept/austria/{part}", data=told).status_code == 303
    told = setup_form(square=["a1", "a2"], **cards(), who=f"read by {FIRST}")
    assert web.client.post("/new/samoa", data=told).status_code == 303
    club = {"place": f"by {FIRST}", "house": f"{FIRST}'s set"}
    web.post("/settings", name=f"{FIRST}'s club", language="en", game="samoa", key="b", **club)
    result = {"game": "samoa", "day": "2026-05-01", "place": f"near {FIRST}", "key": "n"}
    result["asked"] = "1"  # who is new was shown
    result |= {"name-0": "Bo", "total-0": "3", "name-1": "Cleo", "total-1": "2"}
    web.post("/add/result", _role="member", **result)
    form = {"day": "2099-11-29", "game": "samoa", "place": f"at {FIRST} Q."}
    web.post("/evenings", key="v", present=["p1", "p2", "p3"], **form)
    seen = everything(web, app, drawn, printed=False)
    assert sum(any(part in text for part in GONE) for text in seen.values()) > 30
    assert sum(FIRST in text for path, text in seen.items() if path.endswith(".png")) >= 3

    asked = web.get("/players/p1/leave")
    old = [text.replace("&#39;", "'") for text in re.findall(r'name="old" value="([^"]*)"', asked)]
    assert sorted(old) == sorted(
        [
            *(f"{FIRST}'s kitchen", f"{FIRST}\nsaid so", note, FIRST, f"at {FIRST} Q."),
            *(f"{FIRST}'s season", f"{FIRST} rules", f"{FIRST}'s set", f"{FIRST}'s box"),
            *(f"{FIRST} Q", f"by {FIRST}", f"{FIRST}'s club", f"near {FIRST}"),
            f"{FIRST} {LAST}",
            *(f"{FIRST}'s board", f"{FIRST} at home", f"corrected by {FIRST}", f"read by {FIRST}"),
        ]
    )
    assert "nobody said so" not in asked
    new = [text.replace("&#39;", "'") for text in re.findall(r'name="new" value="([^"]*)"', asked)]
    assert "a former player\nsaid so" in new
    assert TURNED in web.client.get(f"/t/{token}/record.json").json["entries"][0]["note"]
    files = ("/record", "/record.json", "/records.zip")
    assert not [path for path, text in seen.items() if TURNED in text and not path.endswith(files)]
    ends = [text.replace("\n", "\r\n") for text in (*old, *new)]  # as browsers send them
    sent = {"old": ends[: len(old)], "new": ends[len(old) :], "sure": "yes", "key": "l"}
    assert web.post("/players/p1/leave", **sent).status_code == 303
    shown = {}
    for path, text in everything(web, app, drawn).items():
        at = [text.find(part) for part in GONE if part in text]
        if at:
            shown[path] = text[max(0, at[0] - 80) : at[0] + 40]
    assert not shown
    assert "a former player&#39;s board" in web.client.get("/kept/austria").text
    assert "a former player&#39;s board" in web.client.get("/new/austria").text
    assert "Nothing was found" in web.get(f"/cases?q={FIRST}")
    after = web.client.get(f"/api/v1/games/{token}").json
    assert [seat["id"] for seat in after["record"]["players"]] == ["a", "b", "c"]
    kinds = [[v["verdict"] for v in game["verdicts"]] for game in (before, after)]
    assert kinds[0] == kinds[1][: len(kinds[0])]  # the ruling came after them
    assert list(before["scores"].values()) == list(after["scores"].values())
    with app.app_context():  # what is kept stays as it was written
        (row,) = tables().store.db.query("SELECT id, header FROM games ORDER BY id LIMIT 1")
        assert FIRST in row["header"]
        read = [
            text
            for item in Catalogue(tables().store).list_everything()
            for text in list_texts(item)
        ]
        assert not [text for text in read if any(part in text for part in GONE)]
        assert tables().store.damage() == []
        assert tables().list_doubts(tables().store.game(row["id"])) == []
    again = {"do": "adjust", "of": "a", "money": 1}
    body = {"entry": again, "version": after["version"], "key": "later"}
    assert web.client.post(f"/api/v1/games/{token}/entries", json=body).status_code == 201


def test_every_name_there_ever_was_is_gone(web: Web, app: Flask, drawn: list[str]) -> None:
    """Here, before it was changed, and at the seats of games."""
    web.season(first="2000-01-01")
    name = json.loads(web.record("samoa-3p.json"))["players"][0]["name"]
    web.send(("a.json", web.record("samoa-3p.json", place=f"At {name}'s")))
    player = re.search(rf'/players/(p\d+)"><strong>\s*{name}', web.get("/players"))[1]
    gone = [name, "Zebulon Quirk", "Zebbyq", "zebq77", "Quentin Zorro"]
    for at, called in enumerate((gone[1], gone[4])):
        form = {"name": called, "short": gone[2], "bgg": gone[3], "colour": ""}
        web.post(f"/players/{player}/edit", key=f"e{at}", **form)
    web.post("/players", name="Dora, Emil, Frida", key="more")
    others = re.findall(r'name="present" value="(p\d+)"', web.get("/evenings/new"))
    for number in (0, 1):
        form = {"day": f"2099-11-{10 + number}", "game": "samoa", "place": " and ".join(gone)}
        web.post("/evenings", key=f"v{number}", **form, present=others)
    web.post("/evenings/e2/seat", key="seat")
    assert web.post(f"/players/{player}/leave", key="l").status_code == 422
    assert web.post(f"/players/{player}/leave", key="m", sure="yes").status_code == 303
    seen = everything(web, app, drawn, printed=False)
    del seen["/casebook/changes.atom"]  # Anna sits in cases, too
    for path in ("/evenings/e2", "/evenings/e2/wall", "/evenings/e2/edit", "/games.json"):
        seen[path] = web.get(path)
    seen["standings"] = web.get("/standings/s1/standings.json")
    read = web.table(role="public")
    for path in (f"{web.links['organiser']}/standings/s1/report.pdf", f"/t/{read}/sheet.pdf"):
        printed = PdfReader(io.BytesIO(web.client.get(path).data)).pages
        seen[path] = "".join(page.extract_text() for page in printed)
        assert "former player 1" in seen[path]
    assert not [(path, each) for path, text in seen.items() for each in gone if each in text]
    assert "former player 1" in seen[f"/l/{web.lt}/standings"]
    assert "former player 1" not in seen[f"/l/{web.lt}/evenings/e1"]  # nobody waits for who left
    assert "former" in seen[f"/l/{web.lt}/games/g1/bgstats"]
    for path in ("", "/result", "/log", "/entries/5", "/record.json"):  # the game's own pages
        assert "former player 1" in seen[f"/t/{read}{path}"], path
    web.post("/evenings/e1/seat", key="seat-1")
    for evening in ("e1", "e2"):
        at = re.findall(r'name="other" value="(p\d+)"', web.get(f"/evenings/{evening}"))
        assert sorted(at) == sorted(set(others) - {player})
    web.post("/games/g1/remove", key="r")  # a game that is no league's is what its table wrote
    assert name in web.client.get(f"/t/{read}/result").text


def test_an_id_that_is_a_word_of_the_game_stays(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody was called like a verb: the game could not be judged with another word for it.

    Of two notes one is more than the page shows.
    """
    monkeypatch.setattr(leaving, "MOST_NOTES", 1)
    document = json.loads(web.record("samoa-3p.json"))
    ids = [player["id"] for player in document["players"]]
    document = renamed(document, dict(zip(ids, ("card", "bo", "cleo"), strict=True)))
    document["players"][0]["name"] = "Card Quirk"
    document["entries"][0]["note"] = "Quirk said"
    document["entries"][1]["note"] = "said Quirk"
    web.send(("a.json", json.dumps(document).encode()))
    token = web.table()
    assert "1 more note loses the name" in web.get("/players/p1/leave")
    web.post("/players/p1/leave", sure="yes", key="l")
    game = web.client.get(f"/api/v1/games/{token}")
    assert game.status_code == 200
    assert game.json["record"]["players"][0]["name"] == "former player 1"
    assert game.json["over"] is True
    notes = [entry.get("note") for entry in game.json["record"]["entries"][:2]]
    assert notes == ["Quirk said", "said a former player"]


NOTES = (
    (f"{FIRST} {LAST}", "a former player"),
    (f"{FIRST}s Küche", "a former player Küche"),
    (f"in the {LAST.lower()}haus", "in the a former player"),
    (f"{LAST}ille wins", "a former player wins"),
)
"""Notes and how they are suggested to be read: a note that is the name, and parts glued on."""


def test_a_note_with_any_part_of_the_name_is_shown_and_no_part_is_suggested(web: Web) -> None:
    document = json.loads(web.record("samoa-3p.json"))
    document["players"][0]["name"] = f"{FIRST} {LAST}"
    document["place"] = NOTES[1][0]
    for number, (note, _read) in enumerate(NOTES):
        document["entries"][number]["note"] = note
    web.send(("a.json", json.dumps(document).encode()))
    token, page = web.table(), web.get("/players/p1/leave")
    old, new = (
        [unescape(one) for one in re.findall(rf'name="{name}"[^>]*?value="([^"]*)"', page)]
        for name in ("old", "new")
    )
    assert dict(NOTES).items() <= dict(zip(old, new, strict=True)).items()
    assert web.post("/players/p1/leave", sure="yes", key="l", old=old, new=new).status_code == 303
    for path in ("", "/log", "/record"):
        told = web.client.get(f"/api/v1/games/{token}{path}").text.casefold()
        assert not [part for part in GONE if part in told], path
    assert FIRST not in web.client.get(f"/t/{token}/moments/1").text


def test_an_import_that_waits_keeps_no_name_of_who_left(web: Web) -> None:
    """Its sender was asked about somebody else in it, and has not answered."""
    first = json.loads(web.record("samoa-3p.json"))
    first["players"][0]["name"] = f"{FIRST} {LAST}"
    web.send(("a.json", json.dumps(first).encode()))
    first["players"][1]["name"] = f"{first['players'][1]['name']}a"
    waits = web.client.post(
        f"{web.links['member']}/add/files",
        data={"files": [(io.BytesIO(json.dumps(first).encode()), "b.json")], "key": "w"},
        content_type="multipart/form-data",
    ).headers["Location"]
    assert 'name="asked"' in web.client.get(waits).text
    web.post("/players/p1/leave", sure="yes", key="l")
    page = web.client.get(waits)
    assert page.status_code == 200
    assert 'name="asked"' not in page.text
    assert FIRST not in page.text


def test_who_is_called_by_one_letter_can_leave(web: Web) -> None:
    """A letter is no part of a name that could be looked for: no note is shown."""
    web.result(("A", 5), ("Boris", 6), key="r")
    asked = web.get("/players/p1/leave")
    assert "note" not in asked.partition("<form")[2].partition("</form>")[0].lower()
    assert web.post("/players/p1/leave", sure="yes", key="l").status_code == 303
    shown = web.get("/players")
    assert "Boris" in shown
    assert not re.search(r">\s*A\s*<", shown)


def test_a_record_calls_nobody_who_left_by_name(app: Flask) -> None:
    """Neither at the table nor in the place and the notes; whoever stayed keeps the name."""
    record = {
        "players": [{"id": "a", "name": "Anna"}, {"id": "b", "name": "Boris"}],
        "place": "Anna's kitchen",
        "entries": [{"by": "b", "do": "pass", "note": "Anna and Boris agreed"}, {"do": "pass"}],
    }
    with app.test_request_context("/"):
        told = hide_former_names(record, {"a": 3})
        assert hide_former_names(record, {}) is record
    assert told == {
        "players": [{"id": "a", "name": "former player 3"}, {"id": "b", "name": "Boris"}],
        "place": "former player 3's kitchen",
        "entries": [
            {"by": "b", "do": "pass", "note": "former player 3 and Boris agreed"},
            {"do": "pass"},
        ],
    }


def test_a_case_of_a_game_that_was_taken_out_names_nobody_once_somebody_has_left(web: Web) -> None:
    """The league no longer knows who sat where in it, so all are numbers."""
    web.send(("a.json", web.record("samoa-3p.json")))
    names = [player["name"] for player in json.loads(web.record("samoa-3p.json"))["players"]]
    web.client.post(f"/l/call/{web.table()}/2", data={"key": "c"})
    web.post("/cases/c1/decide", stands="yes", note="so", key="d")
    web.post("/games/g1/remove", key="out")

    def named() -> list[str]:
        page = words_of(web.get("/cases/c1"))
        return [name for name in names if name in page]

    assert named() == names
    web.post("/players/p1/leave", sure="yes", key="l")
    assert named() == []
