"""The application as one phone has it: asked without a server, cookies and store on disk."""

import io
import itertools
import json
import re
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from freezegun import freeze_time
from pypdf import PdfReader

from adjudicator.reading import load
from adjudicator.record import Unreadable
from adjudicator.replay import Replay
from adjudicator.unknown_values import list_unknown_values, write_unknown_values
from exports import pdf, sheet
from pocket import keeping, phone
from pocket.phone import Jar, Phone
from recorder import create_app
from recorder.database import sqlite
from recorder.games import transfer
from recorder.games.visibility import Privacy
from recorder.store.migrations import OLDEST
from recorder.web.context import tables
from tests.store.kept_store import TABLE, put_kept_store

ROOT = Path(__file__).resolve().parents[2]
RECORD = json.loads((ROOT / "tests/records/samoa-3p.json").read_text("utf-8"))
TOLD = {"scope": "/pocket/", "origin": "https://host.example", "languages": ["en"]}
APP = "/pocket/app"
JSON = [["Content-Type", "application/json"]]
FORM = [["Content-Type", "application/x-www-form-urlencoded"]]


@pytest.fixture(autouse=True)
def press() -> Iterator[None]:
    """Give the press back that the phone puts a browser in the place of."""
    kept = pdf._instead
    yield
    pdf._instead = kept


@pytest.fixture
def own(tmp_path: Path) -> Phone:
    return started(tmp_path)


def started(folder: Path) -> Phone:
    phone_made = phone.make_application(TOLD, folder)
    phone_made.ready()
    return phone_made


def get(own: Phone, path: str) -> str:
    path, _, query = path.partition("?")
    status, _headers, body = own.answer("GET", path, query, [], b"")
    assert status == 200, path
    return body.decode()


def begin(own: Phone, document: Mapping[str, object]) -> str:
    sent = json.dumps(document).encode()
    status, _headers, body = own.answer("POST", "/api/v1/records", "", JSON, sent)
    assert status == 201
    links = json.loads(body)["links"]
    return str(next(link["token"] for link in links if link["role"] == "table"))


def csrf(page: str) -> str:
    return re.search(r'name="csrf" content="([^"]+)"', page)[1]


def test_pages_know_that_they_lie_below_a_prefix_and_stand_in_a_frame(own: Phone) -> None:
    status, headers, body = own.answer("GET", "/", "", [], b"")
    assert (status, f'href="{APP}/new/samoa"' in body.decode()) == (200, True)
    assert "frame-ancestors 'self'" in dict(map(tuple, headers))["Content-Security-Policy"]
    assert f'href="{APP}/pocket"' in body.decode()


def test_a_game_that_was_opened_is_known_after_the_browser_was_closed(
    own: Phone, tmp_path: Path
) -> None:
    token = begin(own, RECORD)
    get(own, f"/t/{token}")
    assert f"/t/{token}" in get(own, "/")
    assert f"/t/{token}" in get(started(tmp_path), "/")


def test_a_form_of_a_page_is_taken_and_leads_on(own: Phone) -> None:
    page = get(own, "/")
    sent = urlencode({"csrf_token": csrf(page), "language": "fr", "back": f"{APP}/mine"}).encode()
    status, headers, _body = own.answer("POST", "/language", "", FORM, sent)
    assert (status, dict(map(tuple, headers))["Location"]) == (303, f"{APP}/mine#language")
    assert '<html lang="fr"' in get(own, "/mine")


@pytest.mark.parametrize("days", [-400, 800])
def test_games_stay_known_whatever_a_clock_is_set_to(
    own: Phone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    token = begin(own, {**RECORD, "entries": []})
    page = get(own, f"/t/{token}")
    now = time.time() + days * 24 * 3600
    monkeypatch.setattr(time, "time", lambda: now)
    again = started(tmp_path)
    assert f"/t/{token}" in get(again, "/")
    form = {"csrf_token": csrf(page), "entry": json.dumps(RECORD["entries"][0])}
    sent = urlencode({**form, "version": 0, "key": "late"}).encode()
    assert again.answer("POST", f"/t/{token}/entries", "", FORM, sent)[0] == 303
    assert Carrier(again).lines(f"/t/{token}") == RECORD["entries"][:1]


def test_where_the_disk_is_full_pages_are_shown_all_the_same(
    own: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = begin(own, RECORD)

    def full(_: Jar) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Jar, "keep", full)
        get(own, f"/t/{token}")
        assert f"/t/{token}" in get(own, "/")
    get(own, "/about")
    assert f"/t/{token}" in get(started(own._jar._files[0].parent), "/"), "kept when there is room"


def test_a_store_of_an_earlier_schema_is_brought_up_to_date_and_its_games_are_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / phone.STORE
    put_kept_store(place)
    keeping.settle_store(place)
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "copyfileobj", full_disk)
        with pytest.raises(OSError, match="No space"):
            keeping._copy(place, tmp_path / "half.db")
    assert (tmp_path / "half.db").read_bytes()[:16] == bytes(16), "half a copy is known as none"
    assert (tmp_path / keeping.BEFORE).read_bytes() == place.read_bytes()
    own = started(tmp_path)
    assert f"/t/{TABLE}" in get(own, "/")
    entered = Carrier(own).lines(f"/t/{TABLE}")
    assert (len(entered), entered[:2]) == (6, RECORD["entries"][:2])  # then come hidden bids
    # The copy is the store as it was: an older version goes on with it.
    before = sqlite3.connect(tmp_path / keeping.BEFORE)
    assert before.execute("PRAGMA user_version").fetchone() == (OLDEST,)
    before.close()


def full_disk(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_jar_that_was_torn_is_as_it_was_before(tmp_path: Path) -> None:
    jar = Jar(tmp_path)
    jar.take("a=1; Path=/")
    jar.take("a=2; Path=/")
    last = tmp_path / f"jar.{(jar.number - 1) % 2}"
    last.write_bytes(last.read_bytes()[:-4])
    assert Jar(tmp_path).cookies == {"a": "1"}
    assert Jar(tmp_path).secret == jar.secret


def test_games_are_known_again_where_nothing_but_the_store_is_left(
    own: Phone, tmp_path: Path
) -> None:
    token = begin(own, RECORD)
    for name in ("jar.0", "jar.1"):
        (tmp_path / name).unlink(missing_ok=True)
    assert f"/t/{token}" in get(started(tmp_path), "/")


def test_all_games_of_years_are_reached_and_are_known_again(own: Phone, tmp_path: Path) -> None:
    with own._app.app_context():
        store = tables().store
        header = {key: RECORD[key] for key in RECORD if key != "entries"}
        for number in range(260):
            store.create({**header, "place": f"Hut{number:03}"}, [], over=False, listed=False)
    for name in ("jar.0", "jar.1"):
        (tmp_path / name).unlink()
    again = started(tmp_path)
    get(again, f"/t/{begin(again, RECORD)}")
    assert "261 games" in get(again, "/mine")
    assert len(re.findall('<li><a href="/pocket/app/t/', get(again, "/mine?page=14"))) == 1
    assert "Hut000" in get(again, "/mine?q=hut000")


def test_a_start_that_is_kept_holds_nothing_of_its_trial(tmp_path: Path) -> None:
    phone.prepare_start(TOLD)
    app = phone._prepared[0]
    own = started(tmp_path)
    assert own._app is app
    assert not phone._prepared
    assert 'class="games"' not in get(own, "/")
    assert app.config["DATABASE"] == str(tmp_path / phone.STORE)
    assert app.secret_key == Jar(tmp_path).secret


def test_where_no_thread_can_start_the_log_of_the_store_is_moved_all_the_same(
    own: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refused)
    monkeypatch.setattr(sqlite, "TIDY", 1)
    begin(own, RECORD)
    begin(own, {**RECORD, "entries": []})


def saved(own: Phone) -> bytes:
    status, headers, body = own.answer("GET", "/pocket/hotel-ledger.db", "", [], b"")
    assert (status, "attachment" in dict(map(tuple, headers))["Content-Disposition"]) == (200, True)
    return body


def bring_back(own: Phone, content: bytes) -> str:
    """Bring a file back by the form; return what the page says then."""
    fields = {"csrf_token": csrf(get(own, "/pocket")).encode(), "store": content}
    parts = [
        f'--b\r\nContent-Disposition: form-data; name="{name}"'.encode()
        + (b'; filename="x.db"' if name == "store" else b"")
        + b"\r\n\r\n"
        + value
        + b"\r\n"
        for name, value in fields.items()
    ]
    kind = [["Content-Type", "multipart/form-data; boundary=b"]]
    body = b"".join(parts) + b"--b--\r\n"
    status, headers, _body = own.answer("POST", "/pocket/restore", "", kind, body)
    assert status == 303
    return get(own, dict(map(tuple, headers))["Location"].removeprefix(APP))


def test_what_was_saved_comes_back_on_another_phone_and_what_was_there_is_put_aside(
    own: Phone, tmp_path: Path
) -> None:
    token = begin(own, RECORD)
    content = saved(own)
    (tmp_path / "other").mkdir()
    other = started(tmp_path / "other")
    lost = begin(other, {**RECORD, "entries": []})
    assert "1 game is back" in bring_back(other, content)
    assert f"/t/{token}" in get(other, "/")
    assert json.loads(get(other, f"/t/{token}/record.json"))["entries"] == RECORD["entries"]
    assert other.answer("GET", f"/t/{lost}", "", [], b"")[0] == 404
    assert re.findall(r'name="aside"\s+value="([^"]+)"', get(other, "/pocket"))[0] == "aside.db"
    post(other, "/pocket/restore", aside="aside.db")
    assert f"/t/{lost}" in get(other, "/")


def post(own: Phone, path: str, **fields: str) -> str:
    sent = urlencode({"csrf_token": csrf(get(own, "/pocket")), **fields}).encode()
    status, headers, body = own.answer("POST", path, "", FORM, sent)
    assert status in (200, 303)
    return dict(map(tuple, headers)).get("Location", body.decode()).removeprefix(APP)


def test_each_restore_puts_aside_apart_and_only_a_person_deletes(own: Phone) -> None:
    """Five times another file comes; what was here each time is there, by its games."""
    content, tokens = saved(own), []
    for number in range(6):
        players = [{**each, "name": f"{each['name']}{number}"} for each in RECORD["players"]]
        tokens.append(begin(own, {**RECORD, "players": players, "entries": []}))
        assert ("delete one of them first" in bring_back(own, content)) is (number == 5)
    assert own.answer("GET", f"/t/{tokens[5]}", "", [], b"")[0] == 200, "nothing was changed"
    page = get(own, "/pocket")
    first = RECORD["players"][0]["name"]
    assert [f"{first}{number}" in page for number in range(6)] == [True] * 5 + [False]
    assert len(re.findall("Restore this", page)) == len(keeping.ASIDES) == 5
    post(own, "/pocket/aside/delete", aside="aside.2.db")
    page = get(own, "/pocket")
    assert [f"{first}{number}" in page for number in range(5)] == [True, True, False, True, True]
    post(own, "/pocket/restore", aside="aside.1.db")
    assert own.answer("GET", f"/t/{tokens[1]}", "", [], b"")[0] == 200
    assert f"{first}5" in get(own, "/pocket"), "what was here is put aside in the free place"


def test_a_phone_alone_asks_before_it_forgets_and_brings_back_for_a_day(own: Phone) -> None:
    token = begin(own, RECORD)
    other = begin(own, {**RECORD, "entries": []})
    for each in (token, other):
        get(own, f"/t/{each}")
    assert "its link still opens it" not in get(own, "/mine")
    asked = post(own, f"/forget/{token}")
    assert f"{len(RECORD['entries'])} entries" in asked
    assert f"/t/{token}" in get(own, "/mine"), "it only asked"
    assert post(own, f"/forget/{token}", sure="1") == "/mine"
    shown = get(own, "/mine")
    assert f"/t/{token}" not in shown
    page = get(own, "/pocket")
    assert ("1 game" in page, "1 forgotten" in page) == (True, True)
    at = re.search(r'name="at"\s+value="([^"]+)"', shown)
    with freeze_time(datetime.now(UTC) - timedelta(days=400)):
        assert "Restore" in get(own, "/mine"), "a clock that was set back ends nothing"
    with freeze_time(datetime.now(UTC) + timedelta(hours=23)):
        assert "Restore" in get(own, "/mine")
    with freeze_time(datetime.now(UTC) + timedelta(hours=25)):
        assert "Restore" not in get(own, "/mine")
    post(own, "/mine/back", at=at[1])
    assert f"/t/{token}" in get(own, "/mine")
    assert "Forget it?" in post(own, "/mine/forget")
    assert f"/t/{token}" in get(own, "/mine")
    post(own, "/mine/forget", sure="1")
    shown = get(own, "/mine")
    assert not re.findall(r'href="[^"]*/t/', shown)
    at = re.search(r'name="at"\s+value="([^"]+)"', shown)
    post(own, "/mine/back", at=at[1])
    assert all(f"/t/{each}" in get(own, "/mine") for each in (token, other))


@pytest.mark.parametrize("content", [b"no store", b"SQLite format 3\0" + bytes(200)])
def test_what_is_no_store_changes_nothing_and_is_refused_in_the_readers_language(
    own: Phone, content: bytes
) -> None:
    token = begin(own, RECORD)
    said = bring_back(own, content)
    assert "was not accepted" in said
    assert "it is not a file that was saved here" in said
    assert RECORD["players"][0]["name"] in get(own, f"/t/{token}")
    post(own, "/language", language="ru")
    assert "этот файл сохранён не здесь" in bring_back(own, content)


SERVED = re.compile(
    r"\b(this server|on the server|other phones|spectators?|QR|scan|(seat's|table's|own) link)\b",
    re.IGNORECASE,
)
"""Words for what a phone without a server has not."""


def test_no_page_speaks_of_what_needs_a_server(own: Phone) -> None:
    """Every page that can be reached by links, of a league and of games that go on and are over."""
    document = json.loads((ROOT / "tests/records/austria-4p-2022.json").read_text("utf-8"))
    begun = begin(own, {**document, "entries": document["entries"][:60]})
    for token in (begin(own, RECORD), begun, begin(own, {**RECORD, "entries": []})):
        get(own, f"/t/{token}")
    post(own, "/l/new", name="Kitchen table", key="k")
    waiting, seen, told = ["/"], set[str](), []
    while waiting:
        path = waiting.pop()
        kind = re.sub(r"[\w-]{16,}|\d+|\?.*", "*", path)
        if kind in seen or len(seen) > MOST_PAGES:
            continue
        seen.add(kind)
        plain, _, query = path.partition("?")
        status, headers, body = own.answer("GET", plain, query, [], b"")
        if status != 200 or "text/html" not in dict(map(tuple, headers)).get("Content-Type", ""):
            continue
        page = body.decode()
        text = re.sub(r"<script.*?</script>|<[^>]+>", " ", page, flags=re.DOTALL)
        told += [(path, word[0]) for word in SERVED.finditer(unescape(text))]
        leads = re.findall(rf'(?:href|data-sheet-url)="{APP}(/[^"#]*)', page)
        waiting += [unescape(each) for each in leads]
    assert len(seen) > 60
    assert not told


MOST_PAGES = 400
"""Pages at most that are looked at, one of each kind."""


def test_an_address_that_leads_nowhere_says_so(own: Phone) -> None:
    status, _headers, body = own.answer("GET", "/nowhere", "", [], b"")
    assert status == 404
    assert "here is nothing at this address" in body.decode()
    assert "server" not in body.decode()


def test_a_game_on_this_phone_joins_a_league_by_its_address(own: Phone) -> None:
    token = begin(own, RECORD)
    get(own, f"/t/{token}")
    league = post(own, "/l/new", name="Kitchen table", key="k")
    assert f"/add/table?link={token}" in get(own, f"{league}/add")
    address = urlencode({"link": f"https://host.example/pocket/#/t/{token}/result"})
    assert f'name="link" value="{token}"' in get(own, f"{league}/add/table?{address}")


def test_the_printed_page_says_line_by_line_what_the_pdf_says(own: Phone) -> None:
    token = begin(own, RECORD)
    status, headers, body = own.answer("GET", f"/t/{token}/sheet.pdf", "", [], b"")
    assert (status, dict(map(tuple, headers))["Content-Type"]) == (200, "text/html; charset=utf-8")
    page = body.decode()
    assert "<script" not in page
    assert "Scan for the result" not in page, "nobody else reaches this phone"
    assert "(PDF)" not in get(own, f"/t/{token}/result"), "it is a page"
    said = squeezed(unescape(re.sub(r"<style>.*?</style>|<[^>]+>", "", page, flags=re.DOTALL)))
    pdf._instead = None
    document = sheet.print_sheet(sheet.describe_sheet(Replay(load(RECORD))))
    printed = PdfReader(io.BytesIO(document)).pages[0].extract_text()
    lines = [squeezed(line) for line in printed.splitlines() if squeezed(line)]
    assert len(lines) > 15
    assert [line for line in lines if line not in said and not line.isdecimal()] == []


def squeezed(text: str) -> str:
    """Return a text without what lays it out: spaces, and capitals that only the style makes."""
    return re.sub(r"\s+", "", text).upper()


def test_a_picture_is_a_drawing_for_the_browser(own: Phone) -> None:
    token = begin(own, RECORD)
    status, headers, body = own.answer("GET", f"/t/{token}/picture.png", "", [], b"")
    assert (status, dict(map(tuple, headers))["Content-Type"]) == (200, "image/svg+xml")
    assert all(player["name"] in body.decode() for player in RECORD["players"])


def bundle(page: str) -> dict[str, Any]:
    """Return the game that a page hands to an address, as its script does."""
    return json.loads(unescape(re.search(r'data-bundle="([^"]+)"', page)[1]))


class Side:
    """A recorder to which games are carried, asked as the script of a page asks it."""

    def get(self, path: str) -> str:
        raise NotImplementedError

    def post(self, path: str, kind: str, body: bytes) -> tuple[int, str, str]:
        """Return status, where it leads, and what it says."""
        raise NotImplementedError

    def send(self, path: str, told: Mapping[str, Any], agreement: str) -> tuple[int, str, str]:
        form = {"csrf_token": csrf(self.get(path)), "carried": json.dumps(told), "key": "k"}
        form |= {"agreement": agreement}
        return self.post(path, FORM[0][1], urlencode(form).encode())

    def bring(self, path: str, told: Mapping[str, Any], agreement: str = "") -> str:
        """Bring a game by a form of a page; return where it leads."""
        status, to, said = self.send(path, told, agreement)
        assert status == 303, said
        return to.removeprefix(APP)

    def ask(self, path: str, told: Mapping[str, Any], agreement: str = "") -> str:
        """Bring a game by a form of a page; return the question to which that leads."""
        status, _to, said = self.send(path, told, agreement)
        assert (status, "Remove entries?" in said) == (200, True)
        return said

    def do(self, path: str, what: str, **body: Any) -> None:
        """Do something by the programs' door."""
        api = "/api/v1/games/" + path.removeprefix("/t/")
        told = {**body, "version": json.loads(self.get(api))["version"], "key": str(next(KEYS))}
        status, _to, said = self.post(f"{api}/{what}", JSON[0][1], json.dumps(told).encode())
        assert status == 201, said

    def enter(self, path: str, *entries: Any) -> None:
        for entry in entries:
            self.do(path, "entries", entry=entry)

    def lines(self, path: str) -> Any:
        return json.loads(self.get(path + "/record.json"))["entries"]

    def bundle(self, path: str) -> dict[str, Any]:
        handed = re.search(r'data-bundle="([^"]+)"', self.get(path + "/carry"))
        return json.loads(unescape(handed[1]))


class House(Side):
    def __init__(self, folder: Path) -> None:
        self.client = create_app({"DATABASE": str(folder / "house.db")}).test_client()

    def get(self, path: str) -> str:
        answer = self.client.get(path)
        assert answer.status_code == 200, path
        return answer.text

    def post(self, path: str, kind: str, body: bytes) -> tuple[int, str, str]:
        answer = self.client.post(path, data=body, content_type=kind)
        return answer.status_code, answer.headers.get("Location", ""), answer.text


class Carrier(Side):
    def __init__(self, phone: Phone) -> None:
        self.phone = phone

    def get(self, path: str) -> str:
        return get(self.phone, path)

    def post(self, path: str, kind: str, body: bytes) -> tuple[int, str, str]:
        status, headers, said = self.phone.answer("POST", path, "", [["Content-Type", kind]], body)
        return status, dict(map(tuple, headers)).get("Location", ""), said.decode()


KEYS = itertools.count()
GAME = json.loads((ROOT / "tests/records/austria-2p-2015-fr.json").read_text("utf-8"))
OTHER = {"by": "a", "do": "roll", "dice": [1, 1, 2, 2, 1, 3]}


def test_a_game_goes_to_a_house_and_comes_back_and_where_both_went_on_both_are_kept(
    own: Phone, tmp_path: Path
) -> None:
    phone, house, entries = Carrier(own), House(tmp_path), GAME["entries"]
    here = "/t/" + begin(own, {**GAME, "entries": entries[:4]})
    told = phone.bundle(here) | {"back": "https://phone.example/#" + here}
    came = house.bring("/carry", told)
    assert "came=new" in came
    there = came.partition("/carry")[0]
    assert 'value="https://phone.example/#' in house.get(came)
    assert there + "/carry?came=same" in house.bring("/carry", told), "it is kept once"
    # What was entered there comes back in order, and what was undone on one side is on both.
    house.enter(there, *entries[4:8])
    back = house.bundle(there) | {"back": "http://house.example" + there}
    came = phone.bring(here + "/carry", back)
    assert ("came=brought&count=4" in came, phone.lines(here)) == (True, entries[:8])
    assert "4 entries came." in phone.get(came)
    assert "4 entries came" in phone.get(here + "/history")
    phone.do(here, "undo", steps=1)
    asked = house.ask(there + "/carry", phone.bundle(here))
    assert house.lines(there) == entries[:8], "nothing goes before somebody agrees"
    came = house.bring(there + "/carry", phone.bundle(here), agreed(asked))
    assert "came=brought&count=0&gone=1" in came
    assert "1 entry was removed." in house.get(came)
    assert house.lines(there) == entries[:7]
    assert "came=behind&count=1" in house.bring(
        there + "/carry", {"record": {**GAME, "entries": entries[:6]}}
    )
    # Both go on: both are kept and know of each other, however often they are brought.
    house.enter(there, *entries[7:9])
    phone.enter(here, entries[7], OTHER)
    mine = phone.bundle(here)
    apart = house.bring(there + "/carry", mine).partition("/carry")[0]
    assert apart != there
    assert (house.lines(there), house.lines(apart)) == (entries[:9], [*entries[:8], OTHER])
    assert f"{apart}/carry" in house.get(there + "/carry")
    assert f"{there}/carry" in house.get(apart + "/carry")
    assert house.bring(there + "/carry", mine).partition("/carry")[0] == apart
    # And the other way round.
    assert "came=apart" in phone.bring(here + "/carry", house.bundle(there))
    assert phone.lines(here) == [*entries[:8], OTHER]


def agreed(asked: str) -> str:
    return re.search(r'name="agreement"\s+value="([^"]+)"', asked)[1]


@pytest.mark.parametrize("by_link", [True, False])
def test_a_shorter_game_asks_before_entries_go_and_tells_how_many_went(
    own: Phone, *, by_link: bool
) -> None:
    """Of 25 entries 10 come: whoever agrees has seen the game and the entries that go."""
    phone, entries = Carrier(own), GAME["entries"]
    here = "/t/" + begin(own, {**GAME, "entries": entries[:25]})
    phone.get(here)  # the browser knows it
    path = here + "/carry" if by_link else "/carry"
    shorter = {
        "record": {**GAME, "entries": entries[:10]},
        "base": transfer.digest_entries("austria", entries[:25]),
    }
    said = phone.ask(path, shorter)
    assert phone.lines(here) == entries[:25]
    assert all(player["name"] in said for player in GAME["players"])
    assert "15 entries that are here" in said
    assert [f'class="n">{number}<' in said for number in (10, 11, 25)] == [False, True, True]
    phone.enter(here, entries[25])
    assert "16 entries" in phone.ask(
        path, shorter | {"base": transfer.digest_entries("austria", entries[:26])}, agreed(said)
    ), "it agrees to these entries only"
    phone.do(here, "undo", steps=1)
    assert "15 entries were removed." in phone.get(phone.bring(path, shorter, agreed(said)))
    assert phone.lines(here) == entries[:10]


def test_a_file_of_a_running_game_says_whether_it_is_the_whole_record(
    own: Phone, tmp_path: Path
) -> None:
    """Hotel Samoa: on a phone alone it is the whole game; a server's asks for what is face down."""
    phone, house, entries = Carrier(own), House(tmp_path), RECORD["entries"]
    here = "/t/" + begin(own, {**RECORD, "entries": entries[:20]})
    assert phone.lines(here) == entries[:20]
    assert "the whole record" in phone.get(here + "/result")
    there = house.bring("/carry", phone.bundle(here)).partition("/carry")[0]
    for page in ("/result", "/carry"):
        assert "when you open it, it asks for the rest" in house.get(there + page)
    file = json.loads(house.get(there + "/record.json"))
    assert file["entries"][:18] == entries[:18], "a card turned over long ago is told"
    unknown = {"do": "card", "bid": None, "room": None}
    assert file["entries"][18:] == [{"by": "a", **unknown}, {"by": "b", **unknown}]
    with pytest.raises(Unreadable, match="is not in this file") as told:
        load(file)
    assert (told.value.entry, told.value.key) == (19, "bid")
    assert "came=same" in house.bring(there + "/carry", file), "the game here knows them"
    house.enter(there, *entries[20:])
    assert "the whole record" in house.get(there + "/result")
    assert house.lines(there) == entries


def test_a_check_in_a_file_leaves_its_secret_values_out_and_asks_for_none() -> None:
    check = {"by": "a", "do": "check", "of": "a", "money": 25, "discards": []}
    document = {**RECORD, "entries": [check]}
    shown = Privacy("samoa", None, over=False).show_record(document)
    file = write_unknown_values("samoa", document, shown, 0)
    assert load(file).entries == [{"by": "a", "do": "check", "of": "a"}]
    assert not [*list_unknown_values(file)]


def test_a_file_asks_for_the_cards_that_lay_face_down(own: Phone, tmp_path: Path) -> None:
    first, entries = House(tmp_path), RECORD["entries"]
    there = first.bring("/carry", {"record": {**RECORD, "entries": entries[:20]}})
    file = json.loads(first.get(there.partition("/carry")[0] + "/record.json"))
    other = Carrier(own)
    status, _to, asked = other.send("/carry", file, "")
    assert (status, 'name="unknown-entries-18-bid"' in asked) == (200, True)
    assert all(f"Card of {player}" in asked for player in ("Anna", "Борис"))
    assert "9 / 7" in asked
    form = {"csrf_token": csrf(asked), "carried": json.dumps(file), "key": "k"}
    form["unknown-entries-18-bid"] = "9/7"
    status, _to, said = other.post("/carry", FORM[0][1], urlencode(form).encode())
    assert (status, "Every question needs an answer." in said) == (422, True)
    assert re.search(r'value="9/7"\s+checked', said)
    form["unknown-entries-19-bid"] = "off"
    status, to, said = other.post("/carry", FORM[0][1], urlencode(form).encode())
    assert status == 303, said
    day_off = {"by": "b", "do": "card", "day_off": True}
    assert other.lines(to.removeprefix(APP).partition("/carry")[0]) == [*entries[:19], day_off]


def test_cards_that_nobody_has_read_and_cards_taken_back_are_asked_for(own: Phone) -> None:
    """A table without the printed cards writes two values; a recall names up to two cards."""
    entries = RECORD["entries"]
    blank = {key: value for key, value in RECORD["setup"].items() if key != "price_cards"}
    file = {**RECORD, "setup": blank, "entries": [*entries[:2], {"by": "c", "do": "card"}]}
    phone = Carrier(own)
    status, _to, asked = phone.send("/carry", file, "")
    assert (status, asked.count('name="unknown-entries-2-bid"')) == (200, 2)
    form = [("csrf_token", csrf(asked)), ("carried", json.dumps(file)), ("key", "k")]
    pair = [("unknown-entries-2-bid", "2"), ("unknown-entries-2-bid", "3")]
    status, to, said = phone.post("/carry", FORM[0][1], urlencode(form + pair).encode())
    assert status == 303, said
    assert phone.lines(to.removeprefix(APP).partition("/carry")[0]) == entries[:3]
    recall = {"by": "a", "do": "use_tile", "tile": "recall", "cards": None}
    file = {**RECORD, "entries": [*entries[:62], recall]}
    assert entries[62]["tile"] == "recall"
    form[1:] = [("carried", json.dumps(file)), ("key", "l")]
    cards = [("unknown-entries-62-cards", value) for value in ("", "9/7", "17/11")]
    status, to, said = phone.post("/carry", FORM[0][1], urlencode(form + cards).encode())
    assert status == 303, said
    assert phone.lines(to.removeprefix(APP).partition("/carry")[0]) == entries[:63]


def test_money_of_a_position_is_asked_for(own: Phone, tmp_path: Path) -> None:
    start = {key: value for key, value in RECORD.items() if key != "setup"}
    players = {"a": {"money": 31}, "b": {"money": 7}, "c": {}}
    position = {**RECORD["setup"], "round": 2, "players": players}
    file = {**start, "position": position, "entries": []}
    house = House(tmp_path)
    there = house.bring("/carry", {"record": file}).partition("/carry")[0]
    written = json.loads(house.get(there + "/record.json"))
    assert written["position"]["players"] == {"a": {"money": None}, "b": {"money": None}, "c": {}}
    phone = Carrier(own)
    status, _to, asked = phone.send("/carry", written, "")
    assert (status, "Money of Anna" in asked) == (200, True)
    form = {"csrf_token": csrf(asked), "carried": json.dumps(written), "key": "k"}
    form |= {"unknown-position-players-a-money": "31", "unknown-position-players-b-money": "x"}
    assert phone.post("/carry", FORM[0][1], urlencode(form).encode())[0] == 422
    form["unknown-position-players-b-money"] = "7"
    status, to, said = phone.post("/carry", FORM[0][1], urlencode(form).encode())
    assert status == 303, said
    told = json.loads(phone.get(to.removeprefix(APP).partition("/carry")[0] + "/record.json"))
    assert told["position"]["players"] == players


def test_what_is_another_game_or_no_game_is_not_brought_in(own: Phone, tmp_path: Path) -> None:
    house = House(tmp_path)
    here = "/t/" + begin(own, RECORD)
    there = house.bring("/carry", Carrier(own).bundle(here)).partition("/carry")[0]
    for told in ({"record": {**GAME, "entries": []}}, {"record": 1}, []):
        form = {"csrf_token": csrf(house.get("/")), "carried": json.dumps(told)}
        status, _to, said = house.post(there + "/carry", FORM[0][1], urlencode(form).encode())
        assert (status, 'id="problems"' in said) == (422, True)
    assert house.lines(there) == RECORD["entries"]
    harmful = Carrier(own).bundle(here) | {"back": "javascript:alert(1)"}
    assert "javascript:" not in house.get(house.bring("/carry", harmful)).split("data-bundle")[1]


def test_a_running_game_with_cards_face_down_comes_back_from_a_house_when_it_is_over(
    own: Phone, tmp_path: Path
) -> None:
    phone, house = Carrier(own), House(tmp_path)
    entries = RECORD["entries"]
    here = "/t/" + begin(own, {**RECORD, "entries": entries[:20]})
    there = house.bring("/carry", phone.bundle(here)).partition("/carry")[0]
    house.enter(there, *entries[20:])
    assert "came=brought" in phone.bring(here + "/carry", house.bundle(there))
    assert phone.lines(here) == entries
    house.do(there, "undo", steps=1)
    assert "came=behind" in phone.bring(here + "/carry", house.bundle(there))
    assert phone.lines(here) == entries, "cards turned over are known, and those taken back, too"
