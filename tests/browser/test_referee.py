"""Question to the referee on a phone: by thumb, by keyboard alone, for everybody."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser import everywhere
from tests.browser.fit import unfit
from tests.browser.keys import awake, press_until
from tests.browser.phone import NewPhone, Phone
from tests.proof.routes import LONG, MINUTES

ROOM = "[data-name='p.a.rooms.1-1']"

STEPS = (
    *("editor, table", "editor, seat", "editor, contradiction", "move", "answer"),
    *("scoring, cards", "scored"),
)
"""After what a question and a score are looked at."""


def seat_a_guest(phone: Phone) -> None:
    """Anna has a vacant room and guest 63 with her coffee; the board says so."""
    phone.open("/referee/new/austria")
    phone.tap("label.tab:has([name=tab][value='1'])")
    phone.tap(ROOM)
    phone.tap("[data-panel='1'] [data-open-guests] >> nth=0", "#guest-grid button[value='63']")
    phone.tap("[data-panel='1'] .served .dish-chip")


def test_a_question_by_thumb(phone: Phone) -> None:
    seat_a_guest(phone)
    expect(phone.page.locator(ROOM)).to_have_attribute("aria-label", "Room 1-1, blue, vacant")
    phone.tap(".editor .dock .btn.main")
    phone.page.wait_for_selector("main.asking")
    phone.tap("#room-1-2")
    phone.trouble = True
    phone.page.context.set_offline(True)
    phone.tap("#choices button[name=entry] >> nth=-1")
    expect(phone.page.locator("#choices #lost")).to_contain_text("No connection. Try again")
    phone.page.context.set_offline(False)
    phone.tap("#choices button[name=entry] >> nth=-1")
    phone.page.wait_for_url("**/referee/answer*")
    answer = phone.page.locator(".answer-line")
    expect(answer).to_contain_text("Not allowed: Russian edition of 2015")
    expect(phone.page.locator("section:has(#instead)")).to_contain_text(
        "checks guest 63 Dame into room 1-1"
    )
    rule = phone.page.locator(".by-edition a.ruleid").first
    wanted = rule.inner_text()
    link = phone.page.url
    said = phone.page.locator("main").inner_text()
    phone.tap(rule)
    expect(phone.page.locator(f"[id='{wanted}']")).to_be_in_viewport()
    phone.page.goto(link)
    assert phone.page.locator("main").inner_text() == said
    print(f"\na question in {phone.taps} taps, its link has {len(link)} characters")


def test_a_contradiction_is_said_while_tapping(phone: Phone) -> None:
    seat_a_guest(phone)
    phone.tap("label.tab:has([name=tab][value='2'])")
    phone.tap("[data-panel='2'] [data-open-guests] >> nth=0", "#guest-grid button[value='63']")
    said = phone.page.locator("#said")
    expect(said).to_contain_text("Guest 63 is listed twice")
    expect(said.locator("a.ruleid")).to_have_text("GAH-SETUP-03")
    phone.tap("[data-panel='2'] [data-open-guests] >> nth=0", "#guests .stand button")
    expect(said).not_to_contain_text("cannot be")


def test_a_question_by_keyboard_alone(phone: Phone) -> None:
    page = phone.page
    phone.open("/referee/new/austria")
    awake(page)
    press_until(page, "[name=tab][value='0']")
    press_until(page, "[name=tab][value='1']", "ArrowRight")
    press_until(page, "[data-panel='1'] .hotel button")  # one stop, arrows go about in it
    press_until(page, "[data-panel='1'] .room", "ArrowRight", 1)
    press_until(page, ROOM, "ArrowDown", 3)
    page.keyboard.press("Enter")
    press_until(page, "[data-panel='1'] [data-open-guests]")
    page.keyboard.press("Enter")
    press_until(page, "#guests input[type=search]")
    page.keyboard.type("63")
    press_until(page, "#guest-grid button[value='63']")
    page.keyboard.press("Enter")
    press_until(page, "[data-panel='1'] .served input")
    page.keyboard.press("Space")
    press_until(page, ".editor .dock .btn.main")
    page.keyboard.press("Enter")
    page.wait_for_selector("main.asking")
    awake(page)
    press_until(page, ".hotel [id^=room-]")
    if page.evaluate("document.activeElement.id") != "room-1-1":
        press_until(page, "#room-1-1", "ArrowDown", 3)
    page.keyboard.press("Enter")
    page.wait_for_url("**/referee/answer*")
    expect(page.locator(".answer-line")).to_have_text(
        "Allowed: Russian edition of 2015, French edition of 2015, Korean edition of 2015 and"
        " Revised edition of 2022."
    )


@pytest.mark.skipif(not LONG, reason=MINUTES)
def test_every_state_is_fit_for_everybody(new_phone: NewPhone, chance: random.Random) -> None:
    """One question from an empty table to its answer, and a score: looked at after its steps.

    A fifth of them, drawn by the seed; SOAK=1: all.
    """
    lines: list[str] = []
    watched = everywhere.part(STEPS, chance)
    phone = new_phone()

    def look(name: str) -> None:
        assert name in STEPS
        if name in watched:
            lines.extend(f"{name}: {line}" for line in unfit(phone))

    phone.open("/referee/new/austria")
    for fold in phone.page.locator("[data-panel='0'] details > summary").all():
        phone.tap(fold)
    look("editor, table")
    seat_a_guest(phone)
    look("editor, seat")
    phone.tap("[data-panel='1'] [data-open-guests] >> nth=1", "#guest-grid button[value='63']")
    expect(phone.page.locator("#said")).to_contain_text("twice")
    look("editor, contradiction")
    phone.tap("[data-panel='1'] [data-open-guests] >> nth=1", "#guests .stand button")
    phone.tap(".editor .dock .btn.main")
    phone.page.wait_for_selector("main.asking")
    look("move")
    phone.tap("#room-1-2", "#choices button[name=entry] >> nth=-1")
    phone.page.wait_for_url("**/referee/answer*")
    phone.tap("section:has(#position) summary")
    look("answer")
    phone.open("/scoring/new/austria")
    phone.tap("label.tile:has([value='emperor-7'])", "label.tab:has([name=tab][value='0'])")
    look("scoring, cards")
    phone = new_phone()
    phone.open("/scoring/new/austria")
    phone.tap("[data-panel='1'] .room >> nth=0", ".editor .dock .btn.main")
    phone.page.wait_for_url("**/scoring/score*")
    phone.tap("details.card summary >> nth=0")
    look("scored")
    assert not lines, "\n".join(lines)


def test_a_question_from_a_log_answers_at_once(
    new_phone: NewPhone, deal: Callable[..., dict[str, str]]
) -> None:
    """2,000 letters of earlier moves stood above the answer; a play page led nowhere."""
    phone = new_phone(width=390, height=664)
    links = deal(everywhere.sample("austria", "sample"))
    phone.open(links["table"])
    phone.tap("#to-referee")
    expect(phone.page.locator("main")).to_contain_text("Question to the referee")
    phone.open(links["table"] + "/log?at=12")
    phone.tap("#entry-12 a.asks")
    phone.page.wait_for_url("**/referee/answer*")
    expect(phone.page.locator(".answer-line")).to_be_in_viewport()
    came = phone.page.locator("details.came")
    assert came.bounding_box()["height"] < 60
    phone.tap("details.came summary")
    assert came.locator("li").count() > 5
    expect(came.locator("li").first).to_be_visible()
