"""What tables enter once, with a thumb: a day board, house rules, figures; a hand is told."""

from typing import Any

import pytest
from playwright.sync_api import expect

from adjudicator.austria.printed.catalogue import FIGURES
from tests.browser.fit import unfit
from tests.browser.phone import Deal, NewPhone, Phone

FLOORS: list[list[str]] = FIGURES["night_floors"]


def paint(phone: Phone, floors: list[list[str]]) -> None:
    """Choose each colour once and tap its rooms."""
    for colour in ("blue", "red", "yellow"):
        phone.tap(f".brushes label.{colour}")
        for floor, row in enumerate(floors, start=1):
            for column, wanted in enumerate(row, start=1):
                if wanted == colour:
                    phone.tap(f"#paint-{floor}-{column}")


def deal_out(phone: Phone) -> None:
    """Set a game of two up, to the step of what may stay as it is."""
    phone.open("/new/austria")
    for seat, name in enumerate(("Anna", "Boris")):
        phone.page.fill(f"[name=name-{seat}]", name)
    phone.next_step()
    for guest in (63, 50, 78, 92, 98):
        phone.tap(f"#queue-grid button[value='{guest}']")
    for name in ("politics", "emperor"):
        for letter in "ABC":
            phone.tap(phone.page.locator(f"label.tile:has([name={name}-{letter}])").first)
    phone.next_step()


@pytest.mark.rule("GAH-COMP-05")
def test_a_day_board_is_tapped_in_once_and_played_on(phone: Phone) -> None:
    phone.open("/kept/austria/boards")
    phone.page.fill("[name=name]", "The red house")
    phone.page.fill("[name=who]", "Anna")
    paint(phone, FLOORS)
    assert phone.taps == 3 + 20
    expect(phone.page.locator("#groups h3")).to_have_text("10 groups")
    expect(phone.page.locator("#paint-1-1 [data-letter]")).to_have_text("A")
    expect(phone.page.locator("#paint-1-1")).to_have_accessible_name("Room 1-1: blue")
    assert not unfit(phone)
    phone.tap("#paint-1-5")  # a slip: yellow is still chosen
    expect(phone.page.locator("#paint-1-5")).to_have_accessible_name("Room 1-5: yellow")
    phone.tap(".brushes label.blue", "#paint-1-5")
    phone.page.fill("[name='door-4-5']", "3")
    phone.tap(".dock .main")
    expect(phone.page.locator("#boards")).to_contain_text("doors 4-5: 3")
    expect(phone.page.locator("#boards")).to_contain_text("Anna")

    deal_out(phone)
    phone.tap("label.tile:has([name=board][value=day])")
    for seat in range(2):
        phone.page.select_option(f"[name=board-{seat}]", "The red house")
    phone.tap("[data-step-starts]")
    phone.page.wait_for_selector("main.play")
    record = phone.record()
    board = {"floors": FLOORS, "points": {"4-5": 3}}
    assert record["options"]["board"] == "day"
    assert record["setup"]["boards"] == {"a": board, "b": board}


def test_a_board_with_five_rooms_in_a_group_says_so_at_once(phone: Phone) -> None:
    phone.open("/kept/austria/boards")
    paint(phone, [["blue"] * 5, *FLOORS[1:]])
    expect(phone.page.locator("#groups [role=alert]")).to_contain_text("not 1 to 4")


def test_house_rules_are_kept_and_chosen_for_a_game(phone: Phone) -> None:
    phone.open("/kept/austria/house-rules")
    phone.page.fill("[name=name]", "Thursday")
    phone.page.select_option("[name=rule-GAH-TURN-12]", "own-turn")
    phone.submits(".dock .main")
    deal_out(phone)
    phone.page.select_option("[name=house-set]", label="Thursday (1 rule)")
    phone.tap("[data-step-starts]")
    phone.page.wait_for_selector("main.play")
    assert phone.record()["options"]["rulings"] == {"GAH-TURN-12": "own-turn"}


@pytest.mark.rule("GAH-SETUP-13")
def test_a_hand_is_told_with_six_taps_and_stays_with_its_owner(
    new_phone: NewPhone, deal: Deal
) -> None:
    links = deal(STARTED)
    own, other = new_phone(), new_phone()
    own.open(links["anna"])
    own.tap("nav a[href$='/tell']")
    for card in (41, 42, 43, 44, 46, 47):
        own.tap(f"#hand-grid button[value='{card}']")
    own.tap("form.setup .main")
    own.page.wait_for_selector("main.play")
    assert own.record()["setup"]["hands"] == {"anna": [41, 42, 43, 44, 46, 47]}
    for role in ("table", "read", "boris"):
        other.open(links[role])
        expect(other.page.locator("main.play")).to_be_visible()
        assert "hands" not in other.record()["setup"]


STARTED: dict[str, Any] = {
    "record": 1,
    "game": "austria",
    "edition": "2015-ru",
    "options": {"staff": "draft"},
    "players": [{"id": "anna", "name": "Anna"}, {"id": "boris", "name": "Boris"}],
    "setup": {
        "politics": ["krones-20", "floors-2", "three-each"],
        "emperor": ["A-krones", "B-krones", "C-vp"],
        "queue": [63, 50, 78, 92, 98],
    },
    "entries": [],
}
