"""What stopped or slowed people on their first evening, each at the size where it was seen."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import everywhere, positions
from tests.browser.phone import Deal, NewPhone, Phone
from tests.browser.test_reach import between_rounds

LONG = {
    "anna": "Александра-Виктория",
    "boris": "Константин Великий",
    "chloe": "Chloé-Marie-Antoinette",
    "dora": "Екатерина Михайловна",
}

CUT = """(selector) => [...document.querySelectorAll(selector)].filter((cell) => {
  const box = cell.getBoundingClientRect();
  return box.width === 0 || box.left < 0 || box.right > innerWidth + 0.5;
}).map((cell) => cell.textContent.trim())"""


def called(document: dict[str, Any]) -> dict[str, Any]:
    players = [
        {**player, "name": LONG.get(player["id"], player["name"])} for player in document["players"]
    ]
    return {**document, "players": players}


@pytest.mark.parametrize("width", [320, 390])
def test_no_column_of_a_score_table_is_cut(new_phone: NewPhone, deal: Deal, width: int) -> None:
    phone = new_phone(width=width, height=664)
    last = deal(called(positions.last_turn()))["table"]
    phone.open(last)
    phone.enter({"by": "anna", "do": "done"})
    phone.open(last + "/result")
    assert phone.page.evaluate(CUT, ".ledger.even th, .ledger.even td") == []
    assert phone.page.locator(".ledger >> nth=0 >> thead .whose").count() == 4
    names = phone.page.locator(".ledger >> nth=0 >> thead .whose")
    clipped = """(button) => {
      const name = button.querySelector("span:last-child");
      return name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 1;
    }"""
    assert names.nth(3).evaluate(clipped)  # longer than any upright head
    for name in names.all():
        phone.tap(name)
        assert not name.evaluate(clipped)
    phone.open(deal(called(positions.end_of_round_three()))["table"])
    phone.enter({"by": "anna", "do": "done"})
    assert phone.page.evaluate(CUT, ".emperor th, .emperor td") == []
    phone.open(deal(everywhere.sample("samoa"))["table"] + "/result")
    assert phone.page.evaluate(CUT, ".ledger.even th, .ledger.even td") == []


def test_one_line_says_who_and_what_wherever_the_page_is(new_phone: NewPhone, deal: Deal) -> None:
    phone = new_phone(height=664)
    phone.open(deal(called(positions.typical()))["table"])
    phone.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    line = phone.page.locator(".now-line")
    expect(line).to_be_in_viewport()
    expect(line).to_contain_text("take a guest or a die")
    box = line.bounding_box()
    assert box["y"] <= 1
    assert box["height"] <= 60


def test_a_seats_page_says_whose_turn_it_is(phone: Phone, deal: Deal) -> None:
    phone.open(deal(positions.typical())["boris"])
    expect(phone.page.locator(".now-line h1")).to_contain_text("Anna")
    expect(phone.page.locator(".now-line .disc")).to_have_class("disc p-orange")
    expect(phone.page.locator(".chip.now")).to_contain_text("Anna")
    expect(phone.page.locator("#hotel-title")).to_contain_text("Boris")


def top_of(page: Page, what: str) -> float:
    return page.locator(what).first.bounding_box()["y"] + float(page.evaluate("scrollY"))


@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=["portrait", "landscape"])
def test_the_hotel_keeps_its_place_from_step_to_step(
    new_phone: NewPhone, deal: Deal, size: tuple[int, int]
) -> None:
    phone = new_phone(width=size[0], height=size[1])
    phone.open(deal(positions.typical())["table"])
    seen = {top_of(phone.page, ".hotel")}
    for entry in (
        {"by": "anna", "do": "take_guest", "guest": 92, "reveal": 88},
        {"by": "anna", "do": "take_die", "die": 3},
        {"by": "anna", "do": "prepare", "room": "2-1"},
    ):
        phone.enter(entry)
        seen.add(top_of(phone.page, ".hotel"))
    assert len(seen) == 1


def test_a_roll_that_does_not_add_up_stays_and_is_not_sent(new_phone: NewPhone, deal: Deal) -> None:
    phone = new_phone(height=664)
    phone.open(deal(between_rounds())["table"])
    phone.tap("#dock-roll")
    row = phone.page.locator("#roll .count")
    for die, count in enumerate((4, 4, 4, 4), start=1):
        phone.tap(row.nth(die - 1).locator(f"[data-n='{count}']"))
    go = phone.page.locator("[data-roll-go]")
    expect(go).to_be_disabled()
    expect(phone.page.locator("[data-roll-sum]")).to_have_text("16 / 14")
    phone.page.reload()
    phone.tap("#dock-roll")
    expect(row.nth(3).locator("input")).to_have_value("4")
    phone.tap(row.nth(3).locator("[data-n='2']"))
    expect(go).to_be_enabled()
    phone.sends(go)
    expect(phone.page.locator(".now-line h1")).to_contain_text("Anna")


def test_the_sheet_of_a_roll_opens_when_its_numbers_can_be_tapped(phone: Phone, deal: Deal) -> None:
    """On a slow network; where what adds up does not come at all, the numbers are typed."""
    page, held = phone.page, list[Route]()
    page.route("**/rolls.js?*", lambda route: held.append(route))
    link = deal(between_rounds())["table"]
    phone.open(link)
    roll = page.locator("#roll")
    page.locator("#dock-roll").click()
    page.evaluate("new Promise((done) => { setTimeout(done); })")
    expect(roll).to_be_hidden()
    held.pop().continue_()
    phone.tap(roll.locator("[data-n='3']").first)
    expect(page.locator("[data-roll-sum]")).to_have_text("3 / 14")
    page.unroute_all()

    phone.trouble = True
    page.route("**/rolls.js?*", lambda route: route.abort())
    phone.open(link)
    phone.tap("#dock-roll")
    for row, count in zip(roll.locator(".count input").all(), (4, 4, 2, 2, 1, 1), strict=True):
        row.fill(str(count))
    phone.sends("#roll [data-roll-go]")
    expect(page.locator(".now-line h1")).to_contain_text("Anna")


@pytest.mark.parametrize("letters", ["100%", "200%"])
def test_no_tile_overlaps_and_dice_keep_their_words(
    new_phone: NewPhone, deal: Deal, letters: str
) -> None:
    phone = new_phone(width=320, height=640)
    phone.open(deal(called(positions.typical()))["table"])
    phone.page.evaluate("(size) => { document.documentElement.style.fontSize = size }", letters)
    phone.no_sideways_scrolling()
    overlapping = phone.page.evaluate(
        """() => [".queue", ".dice", ".cafe", ".hotel", ".stores"].flatMap((list) => {
          const kinds = list === ".stores" ? "li" : ":is(.guest, .space, .room)";
          const tiles = [...document.querySelectorAll(`main > form ${list} ${kinds}`)];
          const boxes = tiles.map((tile) => tile.getBoundingClientRect());
          return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) =>
            a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1
            && b.top < a.bottom - 1).map(() => list));
        })"""
    )
    assert not overlapping
    small = phone.page.evaluate(
        """() => [...document.querySelectorAll("main > form *")].filter((each) =>
          each.checkVisibility() && !each.closest(".away, .goto, svg, select")
          && [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
          && parseFloat(getComputedStyle(each).fontSize) < 12).map((each) => each.outerHTML)"""
    )
    assert not small
    for word in phone.page.locator(".dice small").all():
        assert word.is_visible()
        size, spills = word.evaluate(
            "(el) => [parseFloat(getComputedStyle(el).fontSize),"
            " el.scrollWidth > el.clientWidth + 1]"
        )
        assert size >= 12
        assert not spills


@pytest.mark.parametrize("width", [1024, 1280])
def test_a_wide_screen_shows_everybody_at_once(new_phone: NewPhone, deal: Deal, width: int) -> None:
    phone = new_phone(width=width, height=900)
    phone.open(deal(called(positions.typical()))["read"])
    for player in ("boris", "chloe", "dora"):
        expect(phone.page.locator(f"#board-{player} .hotel")).to_be_visible()
    for what in (".queue", ".dice", ".etrack", ".politics"):
        expect(phone.page.locator(what).first).to_be_visible()
    phone.no_sideways_scrolling()


@pytest.mark.parametrize("width", [1024, 1280])
def test_a_wide_screen_shows_every_hotel_of_the_other_game(
    new_phone: NewPhone, deal: Deal, width: int
) -> None:
    """The first round of the recorded game, with tourists taken in."""
    phone = new_phone(width=width, height=900)
    sample = everywhere.sample("samoa")
    phone.open(deal({**sample, "entries": sample["entries"][:8]})["read"])
    expect(phone.page.locator(".hotel:visible")).to_have_count(len(sample["players"]))
    expect(phone.page.locator(".lines:visible")).to_have_count(1)
    phone.no_sideways_scrolling()


def test_a_card_that_brings_food_leaves_the_hotel_in_sight(new_phone: NewPhone, deal: Deal) -> None:
    phone = new_phone(height=664)
    phone.open(deal(positions.typical())["table"])
    gain = {"gain": {"wine": 2}, "place": {"54": {"wine": 1}}}
    phone.enter({"by": "anna", "do": "take_die", "die": 2, **gain})
    phone.enter({"by": "anna", "do": "check_in", "guest": 54, "room": "1-2"})
    expect(phone.page.locator(".agenda")).to_be_visible()
    thumb = phone.page.locator(".thumb:not(.loose)").bounding_box()  # what is open and the buttons
    assert thumb["height"] <= 664 * 0.4


def test_an_empty_search_says_so(phone: Phone) -> None:
    phone.open("/new/austria")
    phone.next_step()
    phone.page.fill("[data-filter=queue-grid]", "zzz")
    expect(phone.page.locator(".nothing")).to_be_visible()
    phone.page.fill("[data-filter=queue-grid]", "63")
    expect(phone.page.locator(".nothing")).to_have_count(0)


def test_staff_in_play_says_what_it_does(new_phone: NewPhone, deal: Deal) -> None:
    """After sixty entries Anna has staff 21 and 39 in play (tests/records)."""
    path = Path(__file__).parents[1] / "records" / "austria-2p-2015-fr.json"
    document = json.loads(path.read_text("utf-8"))
    phone = new_phone(height=664)
    phone.open(deal({**document, "entries": document["entries"][:60]})["a"])
    phone.tap("button.staffline >> nth=0")
    told = phone.page.locator("dialog[open] .does li")
    expect(told).to_have_count(2)
    expect(told.first).to_contain_text("21")
    expect(told.first).to_contain_text("strudel")


def test_the_button_of_a_long_form_stands_at_the_thumb(new_phone: NewPhone, deal: Deal) -> None:
    """The text form of a correction is longer than the phone; its button is in sight."""
    path = Path(__file__).parents[1] / "records" / "austria-2p-2015-fr.json"
    phone = new_phone(height=664)
    phone.open(deal(json.loads(path.read_text("utf-8")))["table"] + "/entries/9/change?text=1")
    button = phone.page.locator("main .btn.main:visible").last.bounding_box()
    assert button["y"] >= 0
    assert button["y"] + button["height"] <= 664
