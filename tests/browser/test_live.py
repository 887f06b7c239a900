"""Four phones, one table: what one enters the others show, also when the server was restarted."""

import json
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from recorder import create_app
from recorder.serving.server import make_server
from recorder.web.context import tables
from tests.browser import positions
from tests.browser.conftest import HOUSE
from tests.browser.phone import Phone
from tests.browser.test_samoa import Hand
from tests.proof.routes import LONG, MINUTES

RECORDS = Path(__file__).parents[1] / "records"
LOOKS = "**/t/*?since=*"


class Place:
    """A server that can be switched off and on again under the same address."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.port = 0
        self.switch_on()

    def switch_on(self) -> None:
        self.app = create_app({"DATABASE": str(self.database)})
        self.server = make_server(self.app, host="127.0.0.1", port=self.port, threads=4)
        self.port = self.server.effective_port
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()

    def switch_off(self) -> None:
        self.server.close()
        self.thread.join(timeout=10)

    def deal(self, document: Mapping[str, Any]) -> dict[str, str]:
        with self.app.app_context():
            links = tables().start(document, listed=False).links
        return {link.seat or link.role: f"/t/{link.token}" for link in links}


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    made = Place(tmp_path / "recorder.db")
    yield made
    made.switch_off()


@pytest.fixture
def four(browser: Browser, place: Place) -> Iterator[list[Phone]]:
    """Four phones, each a browser of its own. They look every few seconds no more: what they
    show of each other they heard of."""
    contexts = [
        browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
        for _ in range(4)
    ]
    phones = [Phone(context.new_page(), f"http://{HOUSE}:{place.port}") for context in contexts]
    for phone in phones:
        phone.trouble = True  # the server is switched off for a moment
        phone.page.add_init_script(
            "const every = window.setInterval; window.setInterval = (what, after) =>"
            " every(what, after === 5000 ? 1e9 : after);"
            "window.called = []; navigator.vibrate = (how) => window.called.push(String(how));"
            "const Sound = window.AudioContext; window.AudioContext = class extends Sound {"
            " constructor() { super(); window.called.push('sound'); } };"
        )
    yield phones
    complaints = [line for phone in phones for line in Phone.complaints(phone.page)]
    for context in contexts:
        context.close()
    assert not complaints


def shows(phone: Phone, version: int) -> None:
    expect(phone.page.locator(f"main.play[data-version='{version}']")).to_be_attached()


def sit_down(four: list[Phone], links: Mapping[str, str]) -> dict[str, Phone]:
    by = dict(zip("abcd", four, strict=True))
    for seat, phone in by.items():
        phone.open(links[seat])
        expect(phone.page.locator("html[data-stream=open]")).to_be_attached()
    return by


@pytest.mark.skipif(not LONG, reason=MINUTES)
def test_a_round_each_on_their_own_phone_with_the_server_restarted_in_the_middle(
    place: Place, four: list[Phone]
) -> None:
    record = json.loads((RECORDS / "samoa-4p.json").read_text("utf-8"))
    entries = record["entries"][:10]
    links = place.deal({**record, "entries": []})
    by = sit_down(four, links)
    anna = by["a"].page
    for number, entry in enumerate(entries):
        if number == 2:  # cards are chosen by all at once
            for phone in four:
                shows(phone, number)
                assert phone.page.title().startswith("Your turn · ")
            assert links["a"].rpartition("/")[2] not in anna.title()
            assert anna.evaluate("window.called") == []  # off until asked for
            anna.click("#alert")
            assert anna.evaluate("window.called") == ["sound", "120,60,120"]
            assert anna.get_attribute("html", "data-alerted") == "1"
            anna.click("#other")
            field = anna.locator("#off-sheet textarea, #off-sheet input[type=text]").first
            field.evaluate("each => each.closest('details')?.setAttribute('open', '')")
            field.fill("typed")
        if number == 3:  # somebody else's card came while a sheet is open
            news = anna.locator("#off-sheet #news")
            expect(news).to_contain_text("Céline")
            expect(field).to_have_value("typed")
            assert by["a"].version == 2
            anna.locator("#off-sheet [data-close]").first.click()
            shows(by["a"], 3)
            expect(anna.locator("#waits")).to_contain_text("Waiting for you and")
            shows(by["c"], 3)
            assert not by["c"].page.title().startswith("Your turn")
            expect(by["c"].page.locator("#waits")).not_to_contain_text("you")
        if number == 6:
            place.switch_off()
            place.switch_on()
        phone = by[entry.get("by", "d")]
        shows(phone, number)
        Hand(phone).enter(entry)
    for phone in four:
        shows(phone, len(entries))
    expect(anna.locator("#waits")).to_have_count(0)  # the next tiles are the table's
    assert int(anna.get_attribute("html", "data-alerted") or 0) > 1  # it came to Anna again
    assert anna.evaluate("window.called.length") > 2
    assert by["b"].page.evaluate("window.called") == []  # who did not ask hears nothing
    kept = by["b"].get(links["b"] + "/record.json").json()["entries"]
    assert [each["do"] for each in kept] == [each["do"] for each in entries]


def test_choices_of_an_emperor_scoring_on_four_phones_at_once(
    place: Place, four: list[Phone]
) -> None:
    record = json.loads((RECORDS / "austria-4p-2015-ru.json").read_text("utf-8"))
    before, choices = record["entries"][:109], record["entries"][109:113]
    by = sit_down(four, place.deal({**record, "entries": before}))
    for phone in four:
        assert phone.page.title().startswith("Your turn · ")
        expect(phone.page.locator("#waits")).to_contain_text("Waiting for you and")
    asleep = by["a"].page
    asleep.evaluate(
        "Object.defineProperty(document, 'hidden', {configurable: true, get: () => true});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    asked: list[str] = []
    asleep.on("request", lambda request: asked.append(request.url))
    for number, entry in enumerate(choices[:3]):
        shows(by[entry["by"]], 1 + number)
        by[entry["by"]].enter(entry)
    assert by["a"].version == 1
    assert not asked  # a phone in the pocket asks nothing
    asleep.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    shows(by["a"], 4)
    by["a"].enter(choices[3])
    for phone in four:
        shows(phone, 5)


def test_what_is_begun_on_a_phone_stays_when_another_enters(
    place: Place, four: list[Phone]
) -> None:
    """Focus and scroll at once, a sheet and what is typed until it is closed or sent."""
    links = place.deal(positions.typical())
    looks, enters, asks, _last = four
    for phone, who in ((looks, "boris"), (asks, "table"), (enters, "table")):
        phone.open(links[who])
        expect(phone.page.locator("html[data-stream=open]")).to_be_attached()
    asks.tap("#room-3-3")
    asks.sends("#choices button[name=entry] >> nth=-1")
    asks.tap(".verdict details summary")
    note = asks.page.locator("[name=ruling-note]")
    note.fill("agreed by all")
    page = looks.page
    page.locator("#queue-63").focus()
    page.evaluate("document.querySelector('#hotel-title').dataset.own = '1'; scrollTo(0, 120)")
    scrolled = page.evaluate("scrollY")
    enters.enter({"by": "anna", "do": "take_guest", "guest": 92, "reveal": 88})
    shows(looks, 1)
    expect(page.locator("#queue-88")).to_be_visible()  # this part is another one
    assert page.evaluate("document.activeElement.id") == "queue-63"
    assert page.evaluate("scrollY") == scrolled > 0
    expect(page.locator("#hotel-title")).to_have_attribute("data-own", "1")  # the rest is as it was
    looks.tap("[data-sheet=cards]")
    enters.enter({"by": "anna", "do": "take_die", "die": 3})
    expect(page.locator("#cards[open] #news")).to_contain_text("die")
    assert looks.version == 1
    looks.tap("#cards [data-close]")
    shows(looks, 2)
    expect(asks.page.locator("#news")).to_contain_text("die")
    expect(note).to_have_value("agreed by all")
    assert asks.version == 0
    asks.tap("[data-show-news]")
    shows(asks, 2)


BUSY = """const post = BroadcastChannel.prototype.postMessage;
BroadcastChannel.prototype.postMessage = function (...said) {
  setTimeout(() => post.apply(this, said), 250);
};"""
"""Windows of a phone that is slow to answer each other."""


@pytest.mark.parametrize("script", ["", BUSY], ids=["quick", "busy"])
def test_a_fifth_window_of_one_browser_leaves_its_connections_to_the_others(
    place: Place, browser: Browser, script: str
) -> None:
    """Over http a browser has six for a server; without one left nothing could be entered."""
    record = json.loads((RECORDS / "samoa-4p.json").read_text("utf-8"))
    link = place.deal({**record, "entries": []})["read"]
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.add_init_script(script)
    for number in range(5):
        page = context.new_page()
        page.goto(f"http://{HOUSE}:{place.port}{link}")
        state = "open" if number < 4 else "crowded"
        expect(page.locator(f"html[data-stream={state}]")).to_be_attached()
    context.close()


@pytest.mark.rule("GAH-SETUP-19")
def test_first_rooms_are_prepared_on_all_phones_at_once(place: Place, four: list[Phone]) -> None:
    """Nobody waits for a screen that is up to date; the same tap on two phones is one entry."""
    record = json.loads((RECORDS / "austria-4p-2015-ru.json").read_text("utf-8"))
    links = place.deal({**record, "entries": record["entries"][:4]})
    anna, boris, table, _other = four
    for phone, who in ((anna, "a"), (boris, "b"), (table, "table")):
        phone.page.route("**/live?*", lambda route: route.abort())  # hears nothing of the others
        phone.open(links[who])
    for phone, by in ((anna, "a"), (boris, "b")):
        assert phone.version == 1
        phone.enter({"by": by, "do": "prepare", "room": "1-1"})
    table.tap("#room-1-1")
    expect(table.page.locator("#last")).to_contain_text("Already recorded by somebody else")
    expect(table.page.locator(".verdict")).to_have_count(0)
    kept = table.get(links["table"] + "/record.json").json()["entries"][4:]
    assert [(each["by"], each["room"]) for each in kept] == [("a", "1-1"), ("b", "1-1")]


def test_what_one_tap_did_is_told_whole_on_every_phone(place: Place, four: list[Phone]) -> None:
    """Seen by the others: "takes 1 krone" below the end of a turn, and nobody knew whose."""
    taken = dict.fromkeys(positions.NAMES, 0)
    dice = {"dice": [3, 2, 1, 2, 2, 2], "guest_taken": True, "taken": taken}
    links = place.deal(positions.record(dice))
    anna, boris, table, looks = four
    seats = {"anna": anna, "boris": boris, "table": table, "read": looks}
    for who, phone in seats.items():
        phone.open(links[who])
    anna.show("anna", "prepare")
    take = {"by": "anna", "do": "take_die", "die": 3}
    anna.enter(take, [{"by": "anna", "do": "prepare", "room": "1-4"}])
    for who, phone in seats.items():
        shows(phone, 3)
        last = phone.page.locator("#last")
        for part in ("takes a die from 3", "prepares room 1-4", "ends the turn"):
            expect(last).to_contain_text(part)
        did = phone.page.locator("#last + .did")
        expect(did).to_contain_text("put the tile on room 1-4")
        if who == "anna":
            expect(did).not_to_contain_text("Anna")
        else:
            expect(did).to_contain_text("Anna: ")
    table.page.reload()
    expect(table.page.locator("#last")).to_contain_text("takes a die from 3")


def test_a_turn_that_arrives_brings_its_sheets(place: Place, four: list[Phone]) -> None:
    """A phone that lost its connection in the second after that could not enter anything."""
    taken = dict.fromkeys(positions.NAMES, 0) | {"anna": 1}
    turn = {"guest_taken": True, "die_taken": True, "taken": taken, "dice": [3, 2, 2, 2, 2, 2]}
    links = place.deal(positions.record(turn))
    table, boris, *_others = four
    for phone, who in ((boris, "boris"), (table, "table")):
        phone.open(links[who])
        expect(phone.page.locator("html[data-stream=open]")).to_be_attached()
    own = f"**{links['boris']}*"
    boris.page.route(own, lambda it: it.fallback() if "since=" in it.request.url else it.abort())
    table.enter({"by": "anna", "do": "done"})
    expect(boris.page.locator("main.play[data-turn]")).to_be_attached()
    boris.page.context.set_offline(True)
    boris.tap("#die-4")
    expect(boris.page.locator("#take-4[open] button[name=entry]").first).to_be_visible()
