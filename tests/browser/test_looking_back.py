"""What an entry did, the log, the end, and correcting on the sheet that made an entry: by thumb."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.phone import Phone

Deal = Callable[[Mapping[str, Any]], dict[str, str]]
SAMPLE = Path(__file__).parents[2] / "templates" / "austria" / "sample.json"
RECORD: dict[str, Any] = json.loads(SAMPLE.read_text(encoding="utf-8"))


def until(number: int) -> dict[str, Any]:
    return {**RECORD, "entries": RECORD["entries"][:number]}


def test_the_note_under_an_entry_says_what_to_do_with_the_pieces(
    new_phone: Callable[..., Phone], deal: Deal
) -> None:
    """Seen at 390 by 664: a guest moves in, and nobody knew what else was due."""
    phone = new_phone(width=390, height=664)
    phone.open(deal(until(16))["table"])
    phone.enter(RECORD["entries"][16])
    note = phone.page.locator(".did")
    expect(note).to_be_in_viewport()
    expect(note).to_contain_text("+4 VP (guests); turn room 1-1 over: occupied")
    expect(note).to_contain_text("71 Baron to the discards")
    expect(phone.page.locator("#live")).to_contain_text("turn room 1-1 over")


def test_the_log_is_filtered_and_leads_on(new_phone: Callable[..., Phone], deal: Deal) -> None:
    """At 320: 188 entries were one long list without a way through."""
    phone = new_phone(width=320, height=568)
    phone.open(deal(RECORD)["table"] + "/log")
    page = phone.page
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.tap("summary:has-text('Show only some')")
    page.select_option("select[name=player]", "anna")
    page.select_option("select[name=round]", "1")
    phone.tap("text=Show them")
    expect(page.locator("ol.log li").first).to_contain_text("Anna is done")
    expect(page.locator("ol.log")).not_to_contain_text("Boris takes")
    expect(page.locator("#entry-17 .did")).to_contain_text("+4 VP")
    phone.tap("#entry-17 a.tap")
    expect(page.locator("h1")).to_have_text("Entry 17")


def test_the_end_leads_to_the_result(new_phone: Callable[..., Phone], deal: Deal) -> None:
    phone = new_phone(width=390, height=664)
    phone.open(deal(until(len(RECORD["entries"]) - 1))["table"])
    phone.enter(RECORD["entries"][-1])
    expect(phone.page.locator("#to-result")).to_be_in_viewport()
    phone.tap("#to-result")
    expect(phone.page.locator("table.ledger")).to_be_visible()


def test_correcting_opens_the_sheet_that_made_the_entry(
    new_phone: Callable[..., Phone], deal: Deal
) -> None:
    """Sixty text buttons stood there; entry 16 took a die from space 2 and placed its coffee."""
    phone = new_phone(width=390, height=664)
    page = phone.page
    game = deal(until(20))["table"]
    phone.open(game + "/entries/16/change")
    sheet = page.locator("#take-2")
    expect(sheet).to_be_visible()
    expect(sheet.locator("button[aria-current=true]")).to_contain_text("wine")
    expect(sheet.locator("input[data-guest='71'][data-dish=coffee]")).to_be_checked()
    other = sheet.locator("input[data-guest='67'][data-dish=coffee]")
    expect(other.last).not_to_be_checked()  # the guest lacks two, and got one
    other.first.uncheck(force=True)
    sheet.locator("button[aria-current=true]").tap()
    page.wait_for_selector("#save")
    expect(page.locator("ins")).to_contain_text("1 coffee to 71")
    expect(page.locator("ins")).not_to_contain_text("67")
    phone.open(game + "/entries/14/change")
    expect(page.locator("#reveal")).to_be_visible()
    expect(page.locator("#reveal button[aria-current=true]")).to_contain_text("75")
