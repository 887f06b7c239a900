"""By keyboard alone: a round, an auction, a ball, Hotel Samoa; what has the focus is seen."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import everywhere, positions
from tests.browser.keys import SEEN, KeyPhone, look
from tests.browser.phone import Deal, NewPhone, same_game
from tests.browser.test_reach import between_rounds
from tests.browser.test_samoa import FOUR, Hand
from tests.browser.test_waltz import SAMPLE, rounds
from tests.browser.test_whole_game import rows
from tests.proof.routes import LONG, MINUTES

THREE = json.loads((Path(__file__).parent / "three-players.json").read_text(encoding="utf-8"))

A_ROLL, A_TURN, ROOMS, POLITICS = 12, 13, 10, 20
"""Presses: of a roll, of a turn on average, of a die with its rooms, to the first politics card."""

SIZES = [((390, 664), 1), ((664, 390), 1), ((320, 256), 4)]
"""A phone, the same on its side, a window of 1280 x 1024 at 400 percent: size and pixel ratio."""


def keyed(new_phone: NewPhone, **how: Any) -> KeyPhone:
    """Return a screen as high as a phone's browser leaves it, with a keyboard."""
    made = new_phone(**{"height": 664, "touch": False, **how})
    return KeyPhone(made.page, made.base)


def test_a_round_of_three_is_entered_by_keyboard_alone(new_phone: NewPhone, deal: Deal) -> None:
    """Lobbies are auctioned, guests taken; then dice, check-ins, a dancer sent to a ball, staff."""
    phone = keyed(new_phone)
    phone.open(deal(THREE | {"entries": []})["table"])
    roll, rooms, turns = 0, 0, [0]
    for row in rows(THREE["entries"]):
        before = phone.presses
        phone.enter(row[0], row[1:])
        spent = phone.presses - before
        if row[0]["do"] == "roll":
            roll, turns = spent, [0]
            continue
        turns[-1] += spent
        if roll and (row[0].get("die") == 3 or row[0]["do"] == "prepare"):
            rooms += spent
        if row[-1]["do"] == "done":
            turns.append(0)
    same_game(phone, THREE)
    print(f"\n{phone.presses} presses; the roll {roll}, rooms {rooms}, turns {turns}")
    assert not phone.covered
    assert roll <= A_ROLL
    assert rooms <= ROOMS
    assert len(turns) == 7
    assert sum(turns) <= 6 * A_TURN


def test_a_set_up_is_led_through_by_enter(new_phone: NewPhone) -> None:
    """Three names and the queue are typed; a change of language keeps them, and the place."""
    phone = keyed(new_phone)
    page = phone.page
    phone.open("/new/austria")

    def name() -> str:
        return str(page.evaluate("document.activeElement.name"))

    while name() != "name-0":
        phone.press("Tab")
    for number in range(3):
        assert name() == f"name-{number}"
        page.keyboard.type("ABC"[number])
        phone.press("Enter")  # leads to the next player
    while name() != "queue-grid":
        phone.press("Enter")
        if page.evaluate("'all' in document.activeElement.dataset"):
            break
    page.keyboard.type("63 50 78 92 98")
    phone.press("Enter")
    assert name() == "politics-A"
    print(f"\n{phone.presses} presses to the first politics card")
    assert phone.presses <= POLITICS
    page.locator(".languages [lang=fr]").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("[name=name-1]")).to_have_value("B")
    expect(page.locator("#language")).to_be_focused()


def test_what_a_number_key_does_is_said_and_can_be_switched_off(
    new_phone: NewPhone, deal: Deal
) -> None:
    phone = keyed(new_phone)
    page = phone.page
    phone.open(deal(between_rounds())["table"])
    phone.tap("#dock-roll")
    phone.press("3")
    expect(page.locator("[data-roll-said]")).to_have_text("3 of 14 dice")
    assert page.evaluate("document.activeElement.closest('.count').textContent").strip()[-1] == "4"
    for number in "3222":
        phone.press(number)
    phone.sends("#roll [data-roll-go]")
    said = page.locator("#live")
    expect(said).to_have_text(
        "Allowed. Anna rolls 3 ones, 3 twos, 2 threes, 2 fours, 2 fives, 2 sixes."
        " Anna: take a guest or a die"
    )
    phone.sends("#undo")
    expect(said).to_contain_text("Undone: Anna rolls 3 ones")
    phone.open(deal(positions.typical())["table"])
    phone.tap("#other", "[data-number-keys]")
    page.keyboard.press("Escape")
    page.keyboard.press("3")
    phone.reach(page.locator("[data-sheet=cards]"))
    expect(page.locator("#cards[open]")).to_be_visible()
    assert not page.locator("#take-3[open]").count()
    page.keyboard.press("Escape")
    stops = page.locator(".hotel button").evaluate_all("all => all.filter(e => e.tabIndex === 0)")
    assert len(stops) == 1


def test_a_number_key_works_before_anything_has_the_focus(new_phone: NewPhone, deal: Deal) -> None:
    phone = keyed(new_phone)
    phone.open(deal(positions.typical())["table"])
    assert phone.page.evaluate("document.activeElement === document.body")
    phone.page.keyboard.press("3")
    expect(phone.page.locator("#take-3[open]")).to_be_visible()


@pytest.mark.skipif(not LONG, reason=MINUTES)
def test_a_celebrity_a_ball_and_a_lodging_from_the_first_key_to_the_last(
    new_phone: NewPhone, deal: Deal
) -> None:
    """Boris takes the blue die, which brings Sigmund Freud; Jihun ends round 3, food is chosen and
    the ball scored; in Hotel Samoa the last card decides an auction, tiles are built, tourists
    move in.
    """
    phone = keyed(new_phone)
    entries = SAMPLE["entries"]
    begin = rounds(3, 3)[0] + 4
    assert entries[begin]["colour"] == "blue"
    phone.open(deal(SAMPLE | {"entries": entries[:begin]})["table"])
    phone.enter(entries[begin])
    last, end = begin + 35, rounds(3, 3)[1]
    assert entries[last] == {"by": "jihun", "do": "done"}
    phone.open(deal(SAMPLE | {"entries": entries[:last]})["table"])
    for entry in entries[last:end]:
        phone.enter(entry)
    steps = phone.page.locator("#round-end li h3").all_inner_texts()
    assert "Ball scoring" in steps
    phone.open(deal(FOUR | {"entries": FOUR["entries"][:5]})["table"])
    before = phone.presses
    hand = Hand(phone)
    for entry in FOUR["entries"][5:10]:
        hand.enter(entry)
    expect(phone.page.locator(".pay")).to_contain_text("Paid in round 1")
    print(f"\n{phone.presses - before} presses of 5 entries of Hotel Samoa")
    assert not phone.covered


@pytest.mark.skipif(not LONG, reason=MINUTES)
def test_nothing_that_has_the_focus_is_hidden(
    new_phone: NewPhone, deal: Deal, served: Any, chance: random.Random
) -> None:
    """A walk with Tab over pages and states, each in one of the sizes (SOAK=1: in all)."""
    places = everywhere.addresses(deal, served[1])
    over = places["result"][1].removesuffix("/result")
    paths = ["", places["play"][-1], places["play"][4], over + "/log", over + "/result"]
    paths += [places["moment"][1], "/new/austria", "/scoring/new/austria", *places["answer"]]
    walks = [(size, path) for size in SIZES for path in paths]
    hidden = []
    phones: dict[tuple[int, int], KeyPhone] = {}
    for ((width, height), ratio), path in everywhere.part(walks, chance):
        size = (width, height)
        if size not in phones:
            phones[size] = keyed(new_phone, width=width, height=height, scale=ratio)
        phone = phones[size]
        phone.open(path or deal(positions.typical())["table"])
        if not path:  # rooms that may be tapped, and what is open above the buttons
            phone.enter({"by": "anna", "do": "take_die", "die": 3})
        hidden += [f"{line} at {size} of {path}" for line in walked(phone)]
    assert not hidden, "\n".join(hidden)


def walked(phone: KeyPhone) -> list[str]:
    """Return what was hidden while it had the focus, from the top of a page to its end."""
    phone.page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    hidden_ones = []
    for _stop in range(250):
        phone.page.keyboard.press("Tab")
        if phone.page.evaluate("document.activeElement === document.body"):
            return hidden_ones
        if hidden := look(phone.page, SEEN):
            hidden_ones.append(hidden)
    raise AssertionError("the walk has no end")
