"""A phone in a house: plain http under a name that is not localhost."""

from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser import positions
from tests.browser.phone import Deal, Phone
from tests.browser.test_reach import SAMPLE

TURN = [
    {"by": "anna", "do": "take_guest", "guest": 92, "reveal": 88},
    {"by": "anna", "do": "take_die", "die": 3},
    {"by": "anna", "do": "prepare", "room": "2-1"},
    {"by": "anna", "do": "done"},
]


def test_a_whole_turn_is_recorded_without_a_secure_context(phone: Phone, deal: Deal) -> None:
    link = deal(positions.typical())["table"]
    phone.open(link)
    assert phone.page.evaluate("isSecureContext") is False
    assert phone.page.evaluate("typeof crypto.randomUUID") == "undefined"
    for entry in TURN:
        phone.enter(entry)
    assert phone.get(link + "/record.json").json()["entries"] == TURN


def test_a_link_is_copied_without_a_clipboard(phone: Phone, deal: Deal) -> None:
    phone.open(deal(positions.typical())["table"] + "/share")
    assert phone.page.evaluate("navigator.clipboard === undefined")
    button = phone.page.locator("[data-copy]").first
    link = button.get_attribute("data-copy")
    phone.tap(button)
    expect(button).to_have_text("Copied")
    copied = phone.page.evaluate(
        """() => new Promise((done) => {
          document.addEventListener("copy", () => done(String(getSelection())), {once: true});
          document.execCommand("copy");
        })"""
    )
    assert copied == link

    result = deal(SAMPLE)
    phone.open(result["table"] + "/result")
    button = phone.page.locator("[data-text]")
    phone.tap(button)
    expect(button).to_have_text("Copied")
    read = result["read"] + "/result"
    assert phone.page.evaluate("String(getSelection())").splitlines()[-1].endswith(read)


def test_an_entry_is_recorded_without_script(
    browser: Browser, served: tuple[str, Any], deal: Deal
) -> None:
    link = deal(positions.typical())["table"]
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 664})
    page = context.new_page()
    page.goto(served[0] + link)
    page.locator("#take-3 button[name=entry]").first.click()
    page.locator("#room-2-1[name=entry]").click()
    expect(page.locator("#room-2-1.vacant")).to_be_visible()
    page.locator("#undo").click()
    expect(page.locator("#room-2-1.vacant")).to_have_count(0)
    context.close()
