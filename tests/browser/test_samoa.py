"""Hotel Samoa on phones: set-up once, a round tap by tap, cards by seat links, money hidden."""

import json
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from adjudicator.reading import load
from adjudicator.replay import Replay
from tests.browser import everywhere
from tests.browser.fit import NARROW, unfit
from tests.browser.phone import Deal, Entry, NewPhone, Phone
from tests.proof.routes import LONG, MINUTES

RECORDS = Path(__file__).parents[1] / "records"
FOUR = json.loads((RECORDS / "samoa-4p.json").read_text(encoding="utf-8"))
SIX = json.loads((RECORDS / "samoa-6p.json").read_text(encoding="utf-8"))
NAMES = ["Anna", "Boris", "Chloé", "Dora"]
FLAGS = ["norway", "japan", "germany", "britain"] * 3


class Hand:
    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.page = phone.page

    def enter(self, entry: Entry) -> None:
        """Make one entry by tapping and see that it was recorded."""
        before = self.phone.version
        getattr(self, f"_{entry['do']}", self._button)(entry)
        said = self.page.locator(".verdict")
        assert not said.count(), f"{entry}: {said.inner_text()}"
        assert self.phone.version > before, f"{entry} was not recorded"

    def _button(self, entry: Entry) -> None:
        button = self.phone.offered(entry, "#entry-form")
        assert button is not None, f"no button for {entry}"
        self.phone.sends(button)

    def _tiles(self, entry: Entry) -> None:
        if len(entry["tiles"]) == 1:
            return self._button(entry)
        for tile in entry["tiles"]:
            self.phone.tap(f".palette [data-value='{tile}']")
        return self.phone.sends("#dock-tiles")

    def _tourists(self, entry: Entry) -> None:
        for number, group in enumerate(entry["groups"]):
            if number:
                self.phone.tap("[data-another]")
            for token in group:
                self.phone.tap(f".palette [data-value='{token}']")
        self.phone.sends("#dock-tourists")

    def _build(self, entry: Entry) -> None:
        if "room" not in entry:
            return self._button(entry)
        self.phone.tap(".btile[data-sheet=suite-room]")
        button = self.phone.offered(entry, "#suite-room")
        return self.phone.sends(button)

    def _lodge(self, entry: Entry) -> None:
        for one in entry["tourists"]:
            place = f"[data-group='{entry['group']}'][data-token='{one['token']}']"
            marked = self.page.locator(f"{place}[aria-pressed=true]")
            if not marked.count():
                self.phone.tap(self.page.locator(f"{place}:not(.placed)").first)
            self.phone.tap(f"[data-gather=lodge] [data-room='{one['room']}']")
        self.phone.sends("#dock-lodge")

    def _send_home(self, entry: Entry) -> None:
        for room in entry["rooms"]:
            self.phone.tap(f"#entry-form [data-gather=rooms] [data-room='{room}']")
        self.phone.sends("#dock-send_home")

    def _use_tile(self, entry: Entry) -> None:
        sheet = f"use-{entry['tile']}-{entry['by']}"
        fold = self.page.locator("details:not([open]):has(.also) > summary")
        if fold.count():
            self.phone.tap(fold)
        self.phone.tap(f"[data-sheet='{sheet}']")
        if entry["tile"] == "swap":
            button = self.phone.offered(entry, f"#{sheet}")
            return self.phone.sends(button)
        for room in entry.get("rooms", ()):
            self.phone.tap(f"#{sheet} [data-room='{room}']")
        for card in entry.get("cards", ()):
            cards = self.page.locator(f"#{sheet} [data-card]").all()
            buttons = [
                one for one in cards if json.loads(one.get_attribute("data-card") or "") == card
            ]
            self.phone.tap(buttons[0])
        return self.phone.sends(f"#go-{sheet}")


def set_up(phone: Phone, *, figures: bool) -> None:
    page = phone.page
    phone.open("/")
    phone.tap("a[href='/new/samoa']")
    for seat, name in enumerate(NAMES):
        page.fill(f"[name=name-{seat}]", name)
    phone.tap("label.tie:has([value='3'])")
    phone.next_step()
    for flag in FLAGS:
        phone.tap(f"[data-nations] button[value={flag}]")
    if figures:
        phone.next_step()
        for number, card in enumerate(FOUR["setup"]["price_cards"]):
            page.fill(f"[name=bid-{number}]", str(card["bid"]))
            page.fill(f"[name=price-{number}]", str(card["room"]))
        for room in FOUR["setup"]["hotel"]["rooms"]:
            phone.tap(f".squares label:has([value={room}])")
        page.fill("[name=who]", "Anna")
    phone.tap("[data-step-starts]")
    page.wait_for_selector("main.play")


def test_figures_are_entered_once(new_phone: NewPhone) -> None:
    phone = new_phone()
    set_up(phone, figures=True)
    first = phone.record()
    assert first["setup"]["price_cards"] == FOUR["setup"]["price_cards"]
    assert first["setup"]["hotel"]["rooms"] == FOUR["setup"]["hotel"]["rooms"]
    pairs = {frozenset(pair) for pair in first["setup"]["hotel"]["adjacent"]}
    assert pairs == {frozenset(pair) for pair in FOUR["setup"]["hotel"]["adjacent"]}
    assert (first["setup"]["tie_break"], first["setup"]["flags"]) == ("d", FLAGS)

    another = new_phone()
    another.open("/new/samoa")
    another.next_step()
    another.next_step()
    expect(another.page.locator(".readoff")).to_contain_text("Anna")
    set_up(another, figures=False)
    assert another.record()["setup"] == first["setup"]


@pytest.mark.skipif(not LONG, reason=MINUTES)
def test_a_round_of_four_tap_by_tap(phone: Phone, deal: Deal) -> None:
    """The whole first round, and the next until everybody has a card again."""
    document = {key: value for key, value in FOUR.items() if key != "entries"}
    links = deal({**document, "entries": []})
    phone.open(links["table"])
    hand = Hand(phone)
    entries = FOUR["entries"][:20]
    for number, entry in enumerate(entries, start=1):
        try:
            if entry["do"] == "card":
                shown = phone.page.locator("#entry-form input[name=shown]").input_value()
                if shown != entry["by"]:
                    phone.tap(f".players [data-sheet='board-{entry['by']}']")
                    phone.tap(f"#board-{entry['by']} .stand a")
            hand.enter(entry)
        except Exception as problem:
            raise AssertionError(f"entry {number}: {entry}: {problem}") from problem
        if number == 10:
            pay = phone.page.locator(".pay")
            names = pay.locator(".sum strong").all_inner_texts()
            paid = dict(zip(names, pay.locator(".sum b").all_inner_texts(), strict=True))
            # Céline: four at 4; Dae-jung: three at 9 (entries 9 and 10 of the record).
            assert paid == {"Anna": "0", "Борис": "0", "Céline": "16", "Dae-jung": "27"}
    expected = Replay(load({**FOUR, "entries": entries})).result().to_json()["scores"]
    phone.open(links["table"] + "/result?asked=1")
    totals = phone.page.locator(".ledger tfoot td").all_inner_texts()
    assert totals == [str(expected[player["id"]]["total"]) for player in FOUR["players"]]
    print(f"\n{len(entries)} entries in {phone.taps} taps")


def test_every_verb_of_a_game_of_six_has_its_taps(phone: Phone, deal: Deal) -> None:
    """Day off and special tiles, each entered where a recorded game has it."""
    tried = set()
    hand = Hand(phone)
    for number, entry in enumerate(SIX["entries"]):
        kind = (entry["do"], entry.get("tile"), len(entry.get("rooms", ())))
        if entry["do"] not in ("send_home", "use_tile", "pass") or kind in tried:
            continue
        tried.add(kind)
        links = deal({**SIX, "entries": SIX["entries"][:number]})
        phone.open(links[entry["by"]] if entry.get("tile") == "recall" else links["table"])
        hand.enter(entry)
    assert {verb for verb, _tile, _rooms in tried} == {"send_home", "use_tile", "pass"}


def test_cards_are_secret_until_all_have_chosen(new_phone: NewPhone, deal: Deal) -> None:
    links = deal({**FOUR, "entries": FOUR["entries"][:2]})
    table = new_phone()
    table.open(links["table"])
    seats = {player: new_phone() for player in "abcd"}
    for player, phone in seats.items():
        phone.open(links[player])
    cards = {"a": (12, 9), "b": (17, 11), "c": (4, 4)}
    for player, (bid, room) in cards.items():
        Hand(seats[player]).enter({"by": player, "do": "card", "bid": bid, "room": room})
        own = seats[player].page.locator(".note.good")
        expect(own).to_contain_text(f"bid {bid}, room {room}")
    for phone in (table, seats["d"]):
        phone.page.reload()
        text = phone.page.locator("main").inner_text()
        assert "17 / 11" not in text
        assert "12 / 9" not in text
        assert phone.page.locator(".chip .pts", has_text="✓").count() == 3
    Hand(seats["d"]).enter({"by": "d", "do": "card", "day_off": True})
    table.page.reload()
    expect(table.page.locator(".players")).to_contain_text("17 / 11")
    expect(table.page.locator(".turn h1")).to_contain_text("Борис")


def test_a_file_of_a_running_game_is_read_again_and_asks_for_the_cards_face_down(
    new_phone: NewPhone, deal: Deal, tmp_path: Path, chance: random.Random
) -> None:
    entries = FOUR["entries"]
    links = deal({**FOUR, "entries": entries[:4]})
    table, other = new_phone(), new_phone()
    table.open(links["table"] + "/result")
    button = table.page.locator("a[href$='/record.json']")
    expect(button).to_contain_text("when you open it, it asks for the rest")
    with table.page.expect_download() as got:
        button.click()
    file = tmp_path / "samoa.json"
    got.value.save_as(file)
    unknown = {"do": "card", "bid": None, "room": None}
    written = json.loads(file.read_text("utf-8"))["entries"]
    assert written == [*entries[:2], {"by": "c", **unknown}, {"by": "d", **unknown}]

    other.open("/carry")
    other.page.set_input_files("[name=record]", file)
    other.tap("form:has([name=record]) button")
    asked = other.page.locator("fieldset")
    expect(asked).to_have_count(2)
    other.tap(asked.nth(0).locator("[value='4/4']"))
    other.tap(".dock .main")
    expect(other.page.locator("#problems")).to_contain_text("Every question needs an answer.")
    expect(asked.nth(0).locator("input:checked")).to_have_value("4/4")
    assert unfit(other, [NARROW], chance=chance) == []
    other.tap(asked.nth(1).locator("[value='12/9']"))
    other.tap(".dock .main")
    expect(other.page.locator("p.note.good")).to_have_text("The game is here.")
    there = other.page.url.partition("/carry")[0]
    other.page.goto(there)
    hand = Hand(other)
    for entry in entries[4:6]:
        hand.enter(entry)
    expect(other.page.locator(".players")).to_contain_text("17 / 11")


def test_money_is_shown_to_its_owner_and_to_a_table_that_asks(
    new_phone: NewPhone, deal: Deal
) -> None:
    links = deal({**FOUR, "entries": FOUR["entries"][:8]})
    seat, table = new_phone(), new_phone()
    seat.open(links["b"])
    expect(seat.page.locator(".sstores .money").first).to_contain_text("8")  # 25 - 17
    assert seat.page.locator(".chip", has_text="coin").count() == 1
    table.open(links["table"])
    assert not table.page.locator(".money").count()
    table.tap(".ask")
    expect(table.page.locator("#secret-title")).to_be_visible()
    assert not table.page.locator(".ledger").count()
    table.tap("a[href*='asked=1']")
    expect(table.page.locator("#asked-title")).to_be_visible()
    assert table.page.locator(".ledger tfoot td").all_inner_texts() == ["13", "8", "25", "25"]
    seat.open(links["b"] + "/result?asked=1")
    assert seat.page.locator(".ledger tfoot td").all_inner_texts() == ["8"]


def test_a_board_that_nobody_has_read_is_read_when_it_is_needed(phone: Phone, deal: Deal) -> None:
    """Before the first tourist moves in; the entry follows, and later games have the board."""
    setup = {key: value for key, value in FOUR["setup"].items() if key != "hotel"}
    verbs = [entry["do"] for entry in FOUR["entries"]]
    first = verbs.index("lodge")
    phone.open(deal({**FOUR, "setup": setup, "entries": FOUR["entries"][:first]})["table"])
    Hand(phone)._lodge(FOUR["entries"][first])
    sheet = phone.page.locator("#reads[open]")
    expect(sheet).to_contain_text("What does it show?")
    for room in FOUR["setup"]["hotel"]["rooms"]:
        phone.tap(sheet.locator(f"label:has([value={room}][name=square])"))
    phone.sends("#read-it")
    assert phone.page.locator(".verdict").count() == 0
    *_played, read, made = phone.record()["entries"]
    assert read["hotel"]["rooms"] == sorted(FOUR["setup"]["hotel"]["rooms"])
    wanted = FOUR["entries"][first]
    rooms = [{one["room"]: one["token"] for one in each["tourists"]} for each in (made, wanted)]
    assert rooms[0] == rooms[1]
    phone.open("/new/samoa")
    assert phone.page.locator("[name=square]:checked").count() == len(read["hotel"]["rooms"])


def test_what_nobody_has_read_covers_nothing_that_is_tapped(
    new_phone: NewPhone, deal: Deal
) -> None:
    """Under every price card the dock said at length that the cards are not known: 39 percent."""
    phone = new_phone(height=664)
    setup = {key: FOUR["setup"][key] for key in ("flags", "tie_break")}
    phone.open(deal({**FOUR, "setup": setup, "entries": FOUR["entries"][:2]})["table"])
    for _player in range(4):
        phone.tap("#dock-card")
        phone.page.locator("#card-figures [name='bid']").fill("12")
        phone.page.locator("#card-figures [name='room']").fill("9")
        phone.sends("#card-figures button.main")
        said = phone.page.locator("#last ~ details")
        expect(said).to_contain_text("The price cards of this table are not known.")
        height = phone.page.locator(".dock").evaluate("dock => dock.offsetHeight / innerHeight")
        assert height < 0.3
    phone.tap(said.locator("summary"))
    expect(said).to_contain_text("Applied as entered.")


def test_a_tile_that_cannot_be_paid_is_not_highlighted(phone: Phone, deal: Deal) -> None:
    """For 17, with 16 coins left of 25: its owner's phone, which sees the coins, says so."""
    played = FOUR["entries"][:6]
    buyer = FOUR["entries"][6]["by"]
    for spent, may in ((8, 2), (9, 0)):
        poorer = {"do": "adjust", "of": buyer, "money": -spent}
        phone.open(deal({**FOUR, "entries": [*played, poorer]})[buyer])
        expect(phone.page.locator("button.btile")).to_have_count(2)
        expect(phone.page.locator(".btile.may")).to_have_count(may)


def states(phone: Phone, deal: Deal) -> list[tuple[str, Callable[[], None]]]:
    def at(record: Mapping[str, Any], number: int, link: str = "table", *taps: str) -> Any:
        def go() -> None:
            phone.open(deal({**record, "entries": record["entries"][:number]})[link])
            for tap in taps:
                phone.tap(tap)

        return go

    verbs = [entry["do"] for entry in SIX["entries"]]
    used = {e["tile"]: n for n, e in enumerate(SIX["entries"]) if e["do"] == "use_tile"}
    evict, recall = used["evict"], used["recall"]
    evictor, recaller = SIX["entries"][evict]["by"], SIX["entries"][recall]["by"]

    def set_up_form() -> None:
        phone.open("/new/samoa")
        open_all = "for (const fold of document.querySelectorAll('details')) fold.open = true"
        phone.page.evaluate(open_all)

    def unknown() -> None:
        setup = {key: FOUR["setup"][key] for key in ("flags", "tie_break")}
        at({**FOUR, "setup": setup}, 2, "table", "#dock-card")()

    return [
        ("set-up", set_up_form),
        ("tiles", at(FOUR, 0)),
        ("tourists", at(FOUR, 1, "table", ".palette .tok >> nth=0", "[data-another]")),
        ("cards", at(FOUR, 2)),
        ("own cards", at(FOUR, 2, "c")),
        ("chosen", at(FOUR, 4, "c")),
        ("cards unknown", unknown),
        ("building", at(FOUR, 7)),
        ("suite", at(FOUR, 7, "table", ".btile[data-sheet]")),
        ("lodging", at(FOUR, 8, "table", ".tok >> nth=1", ".sroom >> nth=2")),
        ("paid", at(FOUR, 10)),
        ("another hotel", at(FOUR, 10, "table", ".chip >> nth=2")),
        ("day off", at(SIX, verbs.index("send_home"))),
        ("evict", at(SIX, evict, evictor, f"[data-sheet=use-evict-{evictor}]")),
        ("recall", at(SIX, recall, recaller, f"[data-sheet=use-recall-{recaller}]")),
        ("six", at(SIX, 60)),
        ("off the buttons", at(SIX, 60, "table", "#other", "#other-build > summary")),
        ("reading", at(SIX, 60, "read")),
        ("over", at(SIX, len(verbs))),
    ]


@pytest.mark.skipif(not LONG, reason=MINUTES)
def test_every_phase_is_fit_for_everybody(phone: Phone, deal: Deal, chance: random.Random) -> None:
    """A fifth, drawn by the seed: axe, thumbs, also on a narrow phone; SOAK=1: all."""
    lines = []
    for name, go in everywhere.part(states(phone, deal), chance):
        go()
        lines += [f"{name}: {line}" for line in unfit(phone, [NARROW], chance=chance)]
    assert not lines, "\n".join(lines)


def test_after_an_undo_of_all_cards_the_first_player_chooses_first(
    phone: Phone, deal: Deal
) -> None:
    """The player who had chosen last stayed in front, and the table passed the phone wrongly."""
    phone.open(deal({**FOUR, "entries": FOUR["entries"][:6]})["table"])
    for _card in range(4):
        phone.sends("#undo")
    front = phone.page.locator("#entry-form input[name=shown]")
    expect(front).to_have_value("a")


def test_a_secret_refusal_says_that_its_reason_is_secret(phone: Phone, deal: Deal) -> None:
    phone.open(deal({**FOUR, "entries": FOUR["entries"][:15]})["table"])
    phone.offered({"by": "d", "do": "card", "bid": 12, "room": 9}).click()
    said = phone.page.locator(".verdict")
    expect(said).to_contain_text("The reason is secret until the game is over.")
    expect(said).not_to_contain_text("Why is")
