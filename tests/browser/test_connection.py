"""A dropped connection, a lost answer, two tabs: nothing typed is lost, nothing is doubled."""

import re
from typing import Any

from playwright.sync_api import Route, expect

from tests.browser import positions
from tests.browser.fit import findings
from tests.browser.phone import Deal, NewPhone, Phone

LOOKS = re.compile(r"[?&]since=")
"""Where a page asks whether something has happened meanwhile."""

TAKE = {"by": "anna", "do": "take_guest", "guest": 92, "reveal": 88}


def entries(phone: Phone, link: str) -> list[dict[str, Any]]:
    record: dict[str, Any] = phone.get(link + "/record.json").json()
    return list(record["entries"])


def test_a_connection_dropped_in_the_middle_of_an_entry(phone: Phone, deal: Deal) -> None:
    link = deal(positions.typical())["table"]
    phone.trouble = True
    phone.open(link)
    phone.tap("#queue-92")
    phone.page.context.set_offline(True)
    phone.tap("#reveal button[value='88']")
    expect(phone.page.locator("#unsent")).to_be_visible()
    expect(phone.page.locator("#unsent")).to_contain_text("Not sent")
    assert not entries(phone, link)
    phone.page.context.set_offline(False)  # the phone is back: it sends by itself
    expect(phone.page.locator("#unsent")).to_be_hidden()
    expect(phone.page.locator("#queue-88")).to_be_visible()
    assert entries(phone, link) == [TAKE]


def test_a_page_opened_again_still_sends_what_was_kept(phone: Phone, deal: Deal) -> None:
    link = deal(positions.typical())["table"]
    phone.trouble = True
    phone.open(link)
    phone.page.route("**/entries", lambda route: route.abort())
    phone.tap("#die-3", "#take-3 button[name=entry] >> nth=0")
    expect(phone.page.locator("#unsent")).to_be_visible()
    phone.page.unroute("**/entries")
    phone.page.reload()
    expect(phone.page.locator("#room-2-1.may")).to_be_visible()
    assert entries(phone, link) == [{"by": "anna", "do": "take_die", "die": 3}]


def test_an_answer_that_is_lost_does_not_double_the_entry(phone: Phone, deal: Deal) -> None:
    link = deal(positions.typical())["table"]
    phone.trouble = True
    phone.page.add_init_script("window.setInterval = () => 0;")  # only a tap sends again
    phone.open(link)

    def lose(route: Route) -> None:
        route.fetch(
            url=phone.near(route.request.url)
        )  # the server has recorded it; the phone never hears of it
        route.abort()

    phone.page.route("**/entries", lose, times=1)
    phone.tap("#queue-92")
    with phone.page.expect_event("requestfailed"):  # one that is only slow is said to wait, too
        phone.tap("#reveal button[value='88']")
    expect(phone.page.locator("#unsent")).to_be_visible()
    phone.tap("[data-send-again]")
    expect(phone.page.locator("#queue-88")).to_be_visible()
    expect(phone.page.locator("#unsent")).to_be_hidden()
    assert entries(phone, link) == [TAKE]


def test_a_server_in_trouble_is_said_and_the_entry_can_be_dropped(phone: Phone, deal: Deal) -> None:
    link = deal(positions.typical())["table"]
    phone.trouble = True
    phone.open(link)
    phone.page.route("**/entries", lambda route: route.fulfill(status=503))
    phone.tap("#die-3", "#take-3 button[name=entry] >> nth=0")
    expect(phone.page.locator("#unsent")).to_be_visible()
    phone.tap("[data-line-all] summary", "[data-line-list] [data-drop]")
    expect(phone.page.locator("#unsent")).to_be_hidden()
    phone.page.unroute("**/entries")
    phone.page.reload()
    assert not entries(phone, link)


def test_a_cookie_that_was_lost_is_got_again_and_the_entry_goes(phone: Phone, deal: Deal) -> None:
    link = deal(positions.typical())["table"]
    phone.trouble = True
    phone.open(link)
    phone.page.context.clear_cookies()  # so the server refuses the form, and says why
    phone.tap("#die-3", "#take-3 button[name=entry] >> nth=0")
    expect(phone.page.locator("#room-2-1.may")).to_be_visible()
    assert entries(phone, link) == [{"by": "anna", "do": "take_die", "die": 3}]


NOTHING_LACKS = """() => {
    const comments = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
    while (comments.nextNode()) if (comments.currentNode.data.endsWith(" closed")) return false;
    return true;
}"""


def test_a_phone_that_has_the_turn_has_its_sheets_before_the_connection_goes(
    new_phone: NewPhone, deal: Deal
) -> None:
    away = new_phone()
    away.trouble = True
    away.page.add_init_script("window.setInterval = () => 0;")  # not only after a long look
    away.open(deal(positions.typical())["table"])
    away.tap("#queue-92", "#reveal button[value='88']")
    expect(away.page.locator("#queue-92")).to_have_count(0)  # the answer is there
    away.page.wait_for_function(NOTHING_LACKS)
    away.page.context.set_offline(True)
    away.tap("#die-3", "#take-3 button[name=entry] >> nth=0")
    expect(away.page.locator("[data-line-title]")).to_have_text("Not sent yet: 1")


LISTED = """async (words) => {
  const found = (page) => [...page.querySelectorAll("#card-list > li:not([hidden]) > a")]
    .map((link) => link.getAttribute("href"));
  const answer = await (await fetch(`/cards?words=${words}`)).text();
  return [found(document), found(new DOMParser().parseFromString(answer, "text/html"))];
}"""
"""The cards that typing has left, in their order, and those that the server lists for the words."""


def test_cards_are_on_the_phone_after_the_first_look(phone: Phone, deal: Deal) -> None:
    """Over plain http, without a worker: the sheet of all cards stays with the page of play.

    Typing finds the same cards in the same order as the search without JavaScript.
    """
    link = deal(positions.typical())["table"]
    phone.trouble = True
    phone.open(link)
    phone.tap("#queue-92")
    leads = phone.page.locator("#reveal [data-of-card]")
    expect(leads).to_have_attribute("href", f"{link}/cards/guest/92")
    phone.page.keyboard.press("Escape")
    shown = phone.page.locator("#off-sheet .card-list li:visible")
    for away in (False, True):
        phone.page.context.set_offline(away)
        phone.tap("#to-cards")
        expect(shown.first).to_contain_text("Sculptor")
        phone.page.fill("#off-sheet [data-filter]", "97")
        expect(shown.first).to_contain_text("E. Gizia")
        phone.page.select_option("#off-sheet select", "tile")
        expect(shown).to_have_count(0)
        phone.tap("#off-sheet [data-close]")
    phone.page.context.set_offline(False)
    phone.open("/cards")
    for words in ("c", "co", "coffee", "r", "9 s", "staff", "c", ""):
        phone.page.fill("[data-filter]", words)
        typed, asked = phone.page.evaluate(LISTED, words)
        assert typed == asked


def test_what_was_entered_without_connection_goes_in_order_and_asks_where_it_does_not_fit(
    new_phone: NewPhone, deal: Deal
) -> None:
    link = deal(positions.typical())["table"]
    away, near = new_phone(), new_phone()
    away.trouble = True
    away.open(link)
    waits, title = away.page.locator("#unsent"), away.page.locator("[data-line-title]")
    turn = [TAKE, {"by": "anna", "do": "take_die", "die": 3}]
    turn.append({"by": "anna", "do": "prepare", "room": "2-1"})

    def whole_turn() -> None:
        """On the page as it was before: it offers what it offered then."""
        away.page.context.set_offline(True)
        away.tap("#queue-92", "#reveal button[value='88']")
        expect(title).to_have_text("Not sent yet: 1")
        away.tap("#die-3", "#take-3 button[name=entry] >> nth=0")
        expect(title).to_have_text("Not sent yet: 2")
        away.tap("#room-2-1", "#choices button[name=entry] >> nth=-1")
        expect(title).to_have_text("Not sent yet: 3")

    sheet = away.page.locator("#off-sheet")
    away.page.context.set_offline(True)
    away.tap("#other")  # before this page had it
    expect(sheet).to_contain_text("No connection. Try again in a moment.")
    away.tap(sheet.locator("[data-close]"))
    away.page.context.set_offline(False)
    away.tap("#other")
    expect(sheet.locator("#other-die")).to_be_visible()
    away.tap(sheet.locator("[data-close]"))
    whole_turn()
    away.tap("#other")
    expect(sheet.locator("#other-die")).to_be_visible()
    away.tap(sheet.locator("[data-close]"))
    expect(waits).to_contain_text("not judged yet")
    expect(waits).to_contain_text("as it was at")
    away.tap("[data-line-all] summary")
    expect(away.page.locator("[data-line-list] [data-label]")).to_have_text(
        [re.compile("92 Capt. Goldhaken, 88"), re.compile("die"), re.compile("Room 2-1.*Prepare")]
    )
    assert findings(away.page) == []
    assert away.small_targets() == []
    away.page.context.set_offline(False)
    expect(waits).to_be_hidden()
    expect(away.page.locator("#room-2-1.vacant")).to_be_visible()
    assert entries(away, link) == turn

    link = deal(positions.typical())["table"]
    away.open(link)
    whole_turn()
    near.open(link)
    die = {"by": "anna", "do": "take_die", "die": 2, "gain": {"wine": 2}}
    near.enter({**die, "place": {"54": {"wine": 1}}})
    away.page.context.set_offline(False)
    asks = away.page.locator("[data-line-asks]")
    question = away.page.locator(":is(.verdict, #unsent):has(> [data-line-asks])")
    expect(question).to_contain_text("Anna takes guest 92 Capt. Goldhaken")  # as the log says it
    expect(question).to_contain_text("Somebody else entered something in the meantime")
    expect(away.page.locator("#unsent [data-line-asks]")).to_have_count(0)
    expect(asks.locator("[data-anyway]")).to_be_in_viewport(ratio=1)
    expect(asks.locator("[data-drop]")).to_be_in_viewport(ratio=1)
    assert findings(away.page) == []
    away.tap("[data-anyway]")
    expect(question).to_contain_text("Not allowed")
    expect(away.page.locator(".verdict")).to_contain_text("GAH-TURN-02")
    away.tap("[data-later]")
    expect(asks).to_be_hidden()
    away.page.reload()  # what waits outlives it, and nothing behind it went
    expect(title).to_have_text("Not sent yet: 3")
    assert len(entries(away, link)) == 1
    away.tap("[data-send-again]")  # judged again, not recorded anyway
    expect(asks).to_be_visible()
    assert len(entries(away, link)) == 1
    away.tap("[data-line-asks] [data-drop]")
    expect(title).to_have_text("Not sent yet: 2")
    expect(question).to_contain_text("takes a die")
    away.tap("[data-line-asks] [data-drop]")
    expect(title).to_have_text("Not sent yet: 1")
    expect(question).to_contain_text("prepares room 2-1")
    away.tap("[data-line-asks] [data-drop]")
    expect(waits).to_be_hidden()
    assert len(entries(away, link)) == 1


def test_the_page_shows_at_once_that_an_entry_was_taken(phone: Phone, deal: Deal) -> None:
    phone.open(deal(positions.typical())["table"])
    waiting: list[Route] = []
    phone.page.route("**/entries", lambda route: waiting.append(route))
    phone.tap("#die-3")
    with phone.page.expect_request("**/entries"):  # it has left the page, and is held
        phone.tap("#take-3 button[name=entry] >> nth=0")
    expect(phone.page.locator("main.play[aria-busy=true]")).to_be_visible()
    expect(phone.page.locator(".going")).to_be_visible()
    waiting[0].continue_()
    expect(phone.page.locator("#room-2-1.may")).to_be_visible()


def test_a_thumb_that_taps_twice_enters_once(phone: Phone, deal: Deal) -> None:
    link = deal(positions.typical())["table"]
    phone.open(link)
    phone.enter({"by": "anna", "do": "take_die", "die": 3})
    with phone.page.expect_response("**/entries"):
        phone.page.locator("#room-2-1").dblclick()
    expect(phone.page.locator("#room-2-1.vacant")).to_be_visible()
    assert not phone.page.locator(".verdict").count()
    assert len(entries(phone, link)) == 2


def test_two_tabs_that_write_at_once(new_phone: NewPhone, deal: Deal) -> None:
    link = deal(positions.typical())["table"]
    first, second = new_phone(), new_phone()
    first.open(link)
    second.open(link)
    second.trouble = True
    second.page.route(LOOKS, lambda route: route.abort())  # it has not heard yet
    first.enter(TAKE)
    second.tap("#die-3")
    second.sends("#take-3 button[name=entry] >> nth=0")
    said = second.verdict()
    expect(said).to_contain_text("Somebody else entered something in the meantime")
    expect(said).to_contain_text("Anna takes guest 92 Capt. Goldhaken")
    expect(said).to_contain_text("Anna takes a die from 3")
    expect(second.page.locator("#queue-88")).to_be_visible()  # the page shows what is now
    second.sends(said.locator("[name=entry]"))
    assert entries(second, link) == [TAKE, {"by": "anna", "do": "take_die", "die": 3}]


def test_a_page_that_only_looks_on_follows_the_game(new_phone: NewPhone, deal: Deal) -> None:
    links = deal(positions.typical())
    writer, reader = new_phone(), new_phone()
    reader.trouble = True
    reader.page.route("**/live?*", lambda route: route.abort())  # no stream: it looks by itself
    reader.page.add_init_script(
        "const every = window.setInterval; window.setInterval = (what, after) =>"
        " every(what, after === 5000 ? 500 : after);"
    )
    reader.open(links["read"])
    writer.open(links["table"])
    writer.enter(TAKE)
    expect(reader.page.locator("#queue-88")).to_be_visible()
