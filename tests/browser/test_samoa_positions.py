"""Hotel Samoa in the position editor: scored with few taps, asked by thumb, for everybody."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import everywhere
from tests.browser.fit import NARROW, unfit
from tests.browser.phone import NewPhone, Phone
from tests.proof.routes import LONG, MINUTES

SETUP = json.loads(
    (Path(__file__).parents[1] / "records" / "samoa-4p.json").read_text(encoding="utf-8")
)["setup"]

PLAYERS: dict[str, dict[str, Any]] = {
    "a": {"money": 118, "special": {"evict": 1}},
    "b": {"money": 97, "special": {}},
    "c": {"money": 115, "special": {"swap": 1, "recall": 1}},
    "d": {"money": 86, "special": {"recall": 2}},
}
TOTALS = ["121", "97", "121", "92"]
"""Each special tile brings 3 (SAM-SPEC-02): Anna and Chloé tie at 121."""

MOST_TAPS = 45

STEPS = (
    *("editor, seat", "editor, room", "editor, table", "move", "answer"),
    *("scoring", "scoring, payment", "scored"),
)
"""After what a question and a score are looked at."""


def enter_hotel(phone: Phone) -> None:
    """Tap the squares of the hotel board at the table's tab, as nobody has entered it before."""
    phone.tap("[data-panel='0'] summary:has-text('Hotel board')")
    for room in SETUP["hotel"]["rooms"]:
        box = phone.page.locator(f"[name=square][value={room}]")
        if not box.is_checked():
            phone.tap(f".squares label:has([value={room}])")


def lodge(phone: Phone, seat: str, room: str, token: str, nation: str) -> None:
    phone.tap(f"[data-hotel='p.{seat}'] [data-lodging='{room}']")
    brush = phone.page.locator(f"#room-sheet label:has([value={nation}])")
    if not brush.locator("input").is_checked():
        phone.tap(brush)
    phone.tap(f"#room-sheet [data-lives='{token}']")


def turn_to(phone: Phone, place: int) -> None:
    phone.tap(f"label.tab:has([name=tab][value='{place}'])")


@pytest.mark.rule("SAM-SPEC-02", "SAM-END-03")
def test_four_players_are_scored_with_few_taps(phone: Phone) -> None:
    """A tie of two: three of eight rooms are lived in at Anna's, one at Chloé's (5 to 7)."""
    phone.open("/")
    phone.tap("a[href='/scoring']", "a[href='/scoring/new/samoa']")
    phone.tap("label.tile:has([name=n][value='4'])")
    for place, (seat, lies) in enumerate(PLAYERS.items(), start=1):
        panel = phone.page.locator(f"[data-panel='{place}']")
        phone.tap(panel.locator(f"[name='p.{seat}.money']"))
        phone.page.keyboard.type(str(lies["money"]))
        phone.taps += len(str(lies["money"]))
        for tile, count in lies["special"].items():
            row = panel.locator(f".count:has([name='p.{seat}.special.{tile}'])")
            phone.tap(row.locator(f"[data-set='{count}']"))
        if seat == "a":
            for room in ("a1", "a2", "b4"):
                lodge(phone, seat, room, "normal", "japan")
        if seat == "c":
            lodge(phone, seat, "a1", "rich", "norway")
        if place < len(PLAYERS):
            phone.tap("[data-next-tab]")
    expect(phone.page.locator("#said .totals")).to_contain_text("A 121B 97C 121D 92")
    phone.tap(".editor .dock .btn.main")
    phone.page.wait_for_url("**/scoring/score*")
    assert phone.page.locator(".scroll-x tfoot td").all_inner_texts() == TOTALS
    expect(phone.page.locator(".outcome")).to_contain_text("C wins with 121")
    expect(phone.page.locator(".outcome")).to_contain_text("SAM-END-03 decides")
    print(f"\nfour players of Hotel Samoa, a tie broken, scored in {phone.taps} taps")
    assert phone.taps <= MOST_TAPS


def ask(phone: Phone) -> None:
    """Round 4, three players: Anna's card costs 5 a room, Boris's 7, Chloé has her day off."""
    page = phone.page
    phone.open("/referee/new/samoa")
    phone.tap("label.tile:has([name=n][value='3'])", "label.n:has([name=round][value='4'])")
    phone.tap("label.tile:has([name=phase][value=lodging])")
    phone.tap("label.tile:has([name=nation][value=norway])")
    for token in ("normal", "swimmer:2"):
        phone.tap(f"[data-lists=groups] .palette [data-value='{token}']")
    phone.tap("[data-another]", "[data-lists=groups] .palette [data-value='lover']")
    phone.tap("[data-lists=tiles] .palette [data-value='pool']")
    if not page.locator("[name=bid-0]").input_value():
        phone.tap("[data-panel='0'] summary:has-text('Price cards')")
        for number, card in enumerate(SETUP["price_cards"]):
            page.fill(f"[name=bid-{number}]", str(card["bid"]))
            page.fill(f"[name=price-{number}]", str(card["room"]))
        enter_hotel(phone)
    turn_to(phone, 1)
    phone.tap("[data-name='p.a.cards.2']")
    lodge(phone, "a", "a1", "lover", "japan")
    lodge(phone, "a", "a2", "celebrity", "germany")
    phone.tap("[data-hotel='p.a'] [data-lodging='a3']", "[data-is-suite]")
    phone.tap("#room-sheet [data-close]")
    turn_to(phone, 2)
    phone.tap("[data-name='p.b.cards.4']")
    turn_to(phone, 3)
    phone.tap("[data-name='p.c.cards.off']")
    turn_to(phone, 1)


@pytest.mark.rule("SAM-TOUR-01", "SAM-LOVE-01")
def test_a_question_by_thumb(phone: Phone) -> None:
    ask(phone)
    room = phone.page.locator("[data-hotel='p.a'] [data-lodging='a1']")
    expect(room).to_have_attribute("aria-label", "room a1, lover from Japan")
    expect(phone.page.locator("[data-hotel='p.a'] [data-lodging='a3']")).to_have_attribute(
        "aria-label", "room a3, suite, nobody"
    )
    phone.tap(".editor .dock .btn.main")
    phone.page.wait_for_selector("main.asking")
    expect(phone.page.locator(".turn h1")).to_contain_text("A")
    phone.tap("[data-group='1'][data-token='normal']")
    phone.tap("[data-gather=lodge] [data-room='a2']")  # a celebrity lives there
    phone.tap("#dock-lodge")
    phone.page.wait_for_url("**/referee/answer*")
    expect(phone.page.locator(".answer-line")).to_contain_text("Not allowed")
    expect(phone.page.locator(".by-edition .card")).to_have_count(1)
    phone.tap("section:has(#position) summary")
    expect(phone.page.locator(".shown")).to_contain_text("celebrity from Germany")
    link = phone.page.url
    print(f"\na question in {phone.taps} taps, its link has {len(link)} characters")
    phone.tap("a:has-text('Change the position')")
    turn_to(phone, 1)
    expect(phone.page.locator("[data-hotel='p.a'] [data-lodging='a1']")).to_have_attribute(
        "aria-label", "room a1, lover from Japan"
    )
    expect(phone.page.locator("[data-name='p.a.cards.2']")).to_have_attribute(
        "aria-label", "bid 6, room 5, on the table"
    )


def test_a_contradiction_is_said_while_tapping(phone: Phone) -> None:
    ask(phone)
    said = phone.page.locator("#said")
    lodge(phone, "a", "b1", "normal", "norway")
    expect(said).to_contain_text("live here before they were lodged")
    expect(said.locator("a.ruleid")).to_have_text("SAM-LEAVE-01")
    phone.tap("[data-hotel='p.a'] [data-lodging='b1']", "#room-sheet [data-lives='']")
    expect(said).not_to_contain_text("cannot be")
    phone.tap("[data-name='p.a.cards.5']")
    expect(said).to_contain_text("A, card on the table: Two cards")


def test_extra_rooms_and_squares_redraw_the_hotels(phone: Phone) -> None:
    phone.open("/referee/new/samoa")
    turn_to(phone, 2)
    extra = phone.page.locator("[data-hotel='p.b'] [data-lodging='extra-2']")
    expect(extra).to_have_count(0)
    phone.tap("[data-panel='2'] .count:has([name='p.b.extra_rooms']) [data-set='2']")
    expect(extra).to_be_visible()
    lodge(phone, "b", "extra-2", "lover", "japan")
    lodge(phone, "b", "extra-2", "lover", "norway")
    words = "extra room 2, lover from Japan, lover from Norway"
    expect(extra).to_have_attribute("aria-label", words)
    turn_to(phone, 0)
    phone.tap("[data-panel='0'] summary:has-text('Hotel board')")
    for room in ("c1", "c2"):
        phone.tap(f".squares label:has([value={room}])")
    turn_to(phone, 2)
    expect(phone.page.locator("[data-hotel='p.b'] [data-lodging='c2']")).to_be_visible()
    expect(extra).to_have_attribute("aria-label", words)


@pytest.mark.skipif(not LONG, reason=MINUTES)
def test_every_state_is_fit_for_everybody(new_phone: NewPhone, chance: random.Random) -> None:
    """One question from start to answer, and a score: looked at after its steps, narrow too.

    A fifth of them, drawn by the seed; SOAK=1: all.
    """
    lines: list[str] = []
    watched = everywhere.part(STEPS, chance)
    phone = new_phone()

    def look(name: str, *sizes: tuple[int, int]) -> None:
        assert name in STEPS
        if name in watched:
            lines.extend(f"{name}: {line}" for line in unfit(phone, sizes, chance=chance))

    ask(phone)
    look("editor, seat", NARROW)
    phone.tap("[data-hotel='p.a'] [data-lodging='a3']")
    look("editor, room")
    phone.tap("#room-sheet [data-close]")
    turn_to(phone, 0)
    phone.page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    look("editor, table", NARROW)
    phone.tap(".editor .dock .btn.main")
    phone.page.wait_for_selector("main.asking")
    phone.tap("[data-group='1'][data-token='normal']", "[data-gather=lodge] [data-room='a2']")
    look("move")
    phone.tap("#dock-lodge")
    phone.page.wait_for_url("**/referee/answer*")
    phone.tap("section:has(#position) summary")
    look("answer")
    phone.open("/scoring/new/samoa")
    look("scoring")
    phone.tap("label.tile:has([value=payment])", "[data-panel='1'] [data-name='p.a.cards.off']")
    look("scoring, payment", NARROW)
    phone = new_phone()
    phone.open("/scoring/new/samoa")
    phone.page.fill("[name='p.a.money']", "80")
    phone.tap(".editor .dock .btn.main")
    phone.page.wait_for_url("**/scoring/score*")
    phone.tap("details.card summary >> nth=0")
    look("scored")
    assert not lines, "\n".join(lines)
