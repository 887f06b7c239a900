"""What an entry did, the log, the end, and correcting on the sheet that made an entry: by thumb."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import expect

from exports import font_letters
from recorder.web.context import tables
from tests.browser import everywhere
from tests.browser.phone import Deal, NewPhone, Phone

SAMPLE = Path(__file__).parents[2] / "tests" / "evenings" / "sample.json"
RECORD: dict[str, Any] = json.loads(SAMPLE.read_text(encoding="utf-8"))


def until(number: int) -> dict[str, Any]:
    return {**RECORD, "entries": RECORD["entries"][:number]}


def test_the_note_under_an_entry_says_what_to_do_with_the_pieces(
    new_phone: NewPhone, deal: Deal
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


def test_the_log_is_filtered_and_leads_on(new_phone: NewPhone, deal: Deal) -> None:
    """At 320: 188 entries were one long list without a way through."""
    phone = new_phone(width=320, height=568)
    phone.open(deal(RECORD)["table"] + "/log")
    page = phone.page
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.tap("summary:has-text('Filter')")
    page.select_option("select[name=player]", "anna")
    page.select_option("select[name=round]", "1")
    phone.tap("form button.main:has-text('Show')")
    expect(page.locator("ol.log li").first).to_contain_text("Anna ends the turn")
    expect(page.locator("ol.log")).not_to_contain_text("Boris takes")
    expect(page.locator("#entry-17 .did")).to_contain_text("+4 VP")
    phone.tap("#entry-17 a.tap")
    expect(page.locator("h1")).to_have_text("Entry 17")


def test_the_end_leads_to_the_result(new_phone: NewPhone, deal: Deal) -> None:
    phone = new_phone(width=390, height=664)
    phone.open(deal(until(len(RECORD["entries"]) - 1))["table"])
    phone.enter(RECORD["entries"][-1])
    expect(phone.page.locator("#to-result")).to_be_in_viewport()
    phone.tap("#to-result")
    expect(phone.page.locator("table.ledger").first).to_be_visible()
    phone.tap("#whole-score")
    expect(phone.page.locator("table.ledger tfoot")).to_be_visible()


@pytest.mark.parametrize("game", ["austria", "samoa"])
def test_totals_stay_as_they_were_until_the_final_scoring_is_told(
    new_phone: NewPhone, deal: Deal, game: str
) -> None:
    """The last entry gave the winner away in the line of players, before anybody tapped."""
    links = deal(everywhere.sample(game, "sample"))
    own, other = new_phone(width=390, height=664), new_phone(width=390, height=664)
    shown = {}
    for phone, link in ((own, "table"), (other, "read")):
        phone.open(links[link])
        expect(phone.page.locator("#to-result")).to_be_visible()
        shown[link] = phone.page.locator(".players").inner_text()
        expect(phone.page.locator(".dock .told")).not_to_contain_text("left in the café")
    phone.open(links["read"] + "/wall")
    expect(phone.page.locator("h1")).to_have_text("The game is over")
    own.tap("#to-result")
    rows = own.page.locator(".ending tbody tr")
    first, total = (rows.nth(n).locator("td").all_inner_texts() for n in (0, -1))
    for said in shown.values():  # the track's points; of hidden money nothing
        assert [points in figures(said) for points in first] == [game == "austria"] * len(first)
        assert not set(total) & set(figures(said))
    own.open(links["table"])
    assert set(total) <= set(figures(own.page.locator(".players").inner_text()))
    other.open(links["read"])
    assert other.page.locator(".players").inner_text() == shown["read"]
    other.tap("#to-result")
    other.open(links["read"] + "/wall")
    expect(other.page.locator("h1")).to_contain_text(" wins")


_TEXT = """main => {
  const text = main.cloneNode(true);
  text.querySelectorAll(".n").forEach((number) => number.remove());
  return text.textContent;
}"""
"""All that a page holds, in folds and sheets, too; not the numbers of entries."""


@pytest.mark.parametrize("game", ["austria", "samoa"])
def test_no_page_gives_the_end_away_before_the_final_scoring_is_told(
    new_phone: NewPhone, deal: Deal, game: str
) -> None:
    """Looking back, its chart and the history told the total; "Score" tells it line by line."""
    record = everywhere.sample(game, "sample")
    last = len(record["entries"])
    phone = new_phone(height=664)
    link = deal(record)["table"]
    pages = (
        "", "/log", f"/entries/{last}", f"/entries/{last}/change", f"/entries/{last}/remove",
        "/history", "/history/1", f"/moments/{last}", "/check", "/share", "/search", "/proposals",
    )  # fmt: skip
    shown = {}
    for page in (*(link + place for place in pages), "/mine", "/"):
        phone.open(page)
        shown[page] = phone.page.locator("main").evaluate(_TEXT)
        assert not re.search(r"\bw(on|ins)\b", shown[page])
    phone.open(link + "/log")
    phone.tap("nav a:has(use[href$=laurel])")
    expect(phone.page.locator("h1")).to_have_text("The end")
    totals = set(phone.page.locator(".ending tbody tr").last.locator("td").all_inner_texts())
    told = {page: totals & set(figures(text)) for page, text in shown.items()}
    assert not {page: said for page, said in told.items() if said}
    phone.open(f"{link}/moments/{last}")
    assert totals <= set(figures(phone.page.locator("main").inner_text()))
    phone.open(link + "/log")
    phone.tap("nav a:has(use[href$=laurel])")
    expect(phone.page.locator("table.ledger tfoot")).to_be_visible()


def figures(shown: str) -> list[str]:
    return re.findall(r"\d+", shown)


def test_correcting_opens_the_sheet_that_made_the_entry(new_phone: NewPhone, deal: Deal) -> None:
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


def swipe(phone: Phone, along: int) -> None:
    """Draw a finger over the board, by so many pixels to the right."""
    touch = phone.page.context.new_cdp_session(phone.page)
    for kind, x in (("touchStart", 200), ("touchMove", 200 + along), ("touchEnd", None)):
        points = [] if x is None else [{"x": x, "y": 450}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    touch.detach()


def test_a_game_is_walked_through_by_keys_swipes_slider_and_jumps(
    new_phone: NewPhone, deal: Deal, served: tuple[str, Flask]
) -> None:
    """Entry 94 prepares a room; neighbours are there without a connection; the address is kept."""
    phone = new_phone(width=390, height=664)
    page = phone.page
    links = deal(RECORD)
    phone.open(links["read"] + "/moments/93")
    at = page.locator("#then")
    with page.expect_response("**/moments/96"):  # fetched ahead
        page.keyboard.press("ArrowRight")
    expect(at).to_contain_text("Entry 94 of 188")
    expect(page.locator(".shown .changed")).to_have_count(1)
    expect(page.locator(".board.front .room.changed")).to_be_in_viewport()
    expect(page.locator("#live")).to_contain_text("Boris prepares room 1-5")
    swipe(phone, -120)
    expect(at).to_contain_text("Entry 95")
    swipe(phone, 120)
    expect(at).to_contain_text("Entry 94")
    page.locator("input[type=range]").fill("104")
    expect(at).to_contain_text("Entry 104")
    phone.tap("summary:has-text('Jump')", ".jumps a:has-text('Round 5')")
    expect(at).to_contain_text("Round 5 of 7")
    round_ = at.text_content()
    page.reload()  # what the address names, as somebody would open it who was sent the link
    expect(at).to_have_text(round_ or "")
    phone.tap(".players a:has-text('Anna')")
    expect(page.locator(".board.front h3")).to_contain_text("Anna")
    number = int(page.get_attribute("#moment", "data-number") or 0)
    with page.expect_response(f"**/moments/{number + 3}?shown=anna"):
        phone.tap("#next")
    phone.trouble = True
    page.context.set_offline(True)
    phone.tap("#next")
    expect(page.locator("#moment")).to_have_attribute("data-number", str(number + 2))
    expect(page.locator(".board.front h3")).to_contain_text("Anna")
    page.context.set_offline(False)
    page.set_viewport_size({"width": 320, "height": 568})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    links = deal(until(40))
    phone.open(links["read"] + "/moments/40")
    expect(page.locator("#next")).to_have_attribute("aria-disabled", "true")
    with served[1].app_context():  # somebody enters something meanwhile
        table = tables().open(links["table"].removeprefix("/t/"))
        tables().append(table, RECORD["entries"][40], version=table.version, key="meanwhile")
    page.keyboard.press("ArrowLeft")
    expect(at).to_contain_text("Entry 39 of 4")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(at).to_contain_text("of 41")


def test_letters_that_no_font_has_are_said_before_the_score_sheet(
    phone: Phone, deal: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were seen as boxes on the sheet; now it is said which, and whose, before it is made."""
    monkeypatch.setattr(font_letters, "is_missing", lambda letter, family="": letter in "กข")
    players = [{**player} for player in RECORD["players"]]
    players[0]["name"] = "กAข"
    phone.open(deal({**RECORD, "players": players})["table"] + "/result")
    noted = phone.page.locator("main .note.warn")
    expect(noted).to_have_text("The picture shows boxes for these letters of กAข: กข.")
    phone.page.locator("a[href$='sheet.pdf']").click()
    said = phone.page.get_by_role("alert")
    expect(said).to_contain_text("No font of this machine has these letters of กAข: กข.")
    expect(said).to_contain_text("hotel-ledger doctor")
    anyway = phone.page.get_by_role("link", name="Print anyway").get_attribute("href")
    printed = """async (address) => {
      let answer;
      do answer = await fetch(address); while (answer.status === 503);  // the printer is busy
      return (await answer.text()).slice(0, 4);
    }"""
    assert phone.page.evaluate(printed, anyway) == "%PDF"
