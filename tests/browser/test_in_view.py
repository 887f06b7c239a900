"""What a tap opens, or a key reaches, is in view (WCAG 2.4.11)."""

import pytest
from playwright.sync_api import expect

from tests.browser import positions
from tests.browser.phone import Deal, Phone


@pytest.mark.parametrize("second", [2, 5, 12])
def test_a_part_of_a_sheet_that_is_opened_is_in_view(phone: Phone, deal: Deal, second: int) -> None:
    """Another part above it closes, and everything moves up by its height."""
    phone.open(deal(positions.typical())["table"])
    phone.other("other-die")
    head = phone.page.locator("#off-sheet details[name=other] > summary").nth(second)
    head.evaluate("head => head.scrollIntoView({ block: 'start' })")
    phone.tap(head)
    expect(phone.page.locator("#off-sheet details[name=other]").nth(second)).to_have_attribute(
        "open", ""
    )
    expect(head).to_be_in_viewport(ratio=1)
    top = phone.page.evaluate(
        "document.querySelector('#off-sheet > header').getBoundingClientRect().bottom"
    )
    assert head.bounding_box()["y"] >= top - 1


def test_the_next_board_of_a_scoring_begins_at_its_first_field(phone: Phone) -> None:
    phone.open("/scoring/new/austria")
    page = phone.page
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    for _ in range(2):
        phone.tap("[data-next-tab]")
        page.wait_for_function(
            """tab => {
                const panel = document.querySelector(`[data-panel="${tab}"]`);
                const below = document.querySelector(".tabs").getBoundingClientRect().bottom;
                const { top } = panel.getBoundingClientRect();
                return top >= below - 1 && top < below + 80;
            }""",
            arg=page.locator("[name=tab]:checked").get_attribute("value"),
        )
        page.evaluate("scrollTo(0, document.body.scrollHeight)")


def test_what_a_key_reaches_in_a_sheet_is_not_under_its_head(phone: Phone, deal: Deal) -> None:
    phone.open(deal(positions.typical())["table"])
    page = phone.page
    phone.tap("#die-6")
    sheet = page.locator("dialog[open]")
    sheet.evaluate("sheet => sheet.scrollTo(0, sheet.scrollHeight)")
    sheet.locator("button:visible").last.focus()
    for _ in range(30):
        page.keyboard.press("Shift+Tab")
        hidden = page.evaluate(
            """() => {
                const at = document.activeElement, sheet = at.closest("dialog");
                const head = sheet?.querySelector("header");
                if (!head || head.contains(at) || at === sheet) return "";
                const { top } = at.closest("label, summary, button")?.getBoundingClientRect()
                    ?? at.getBoundingClientRect();
                return top < head.getBoundingClientRect().bottom - 1 ? at.outerHTML : "";
            }"""
        )
        assert hidden == ""
