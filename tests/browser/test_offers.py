"""Buttons and sheets as they stand make entries that the rules allow."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Deal, Phone

RECORDS = Path(__file__).parents[1] / "records"


def until(name: str, count: int) -> dict[str, Any]:
    record: dict[str, Any] = json.loads((RECORDS / f"{name}.json").read_text("utf-8"))
    return record | {"entries": record["entries"][:count]}


@pytest.mark.rule("GAH-FOOD-06")
def test_the_sheet_to_serve_ticks_what_the_kitchen_has(phone: Phone, deal: Deal) -> None:
    """Two guests want more wine than there is; what is ticked at first is taken as it stands."""
    phone.open(deal(until("austria-2p-2015-fr", 11))["table"] + "?shown=a")
    before = phone.version
    phone.tap("[data-sheet=serve]")
    expect(phone.page.locator("#serve :checked")).not_to_have_count(0)
    phone.sends("#serve .stand button")
    assert not phone.page.locator(".verdict").count()
    assert phone.version == before + 1


@pytest.mark.rule("SAM-SPEC-04")
def test_an_evict_tile_is_used_for_as_many_rooms_as_it_empties(phone: Phone, deal: Deal) -> None:
    """Two tourists go home; with one room chosen of several that are lived in, nothing is sent."""
    phone.open(deal(until("samoa-4p", 48))["b"])
    phone.tap("[data-sheet=use-evict-b]")
    rooms = phone.page.locator("#use-evict-b [data-room]")
    go = phone.page.locator("#go-use-evict-b")
    rooms.first.click()
    expect(go).to_be_disabled()
    rooms.nth(1).click()
    expect(go).to_be_enabled()


@pytest.mark.rule("SAM-LOVE-01")
def test_a_room_of_a_lover_takes_a_lover_or_says_before_that_it_does_not(
    phone: Phone, deal: Deal
) -> None:
    phone.open(deal(until("samoa-3p", 68))["c"])
    room = phone.page.locator("[data-gather=lodge] [data-room=a1]")
    phone.tap("[data-token='swimmer:3']")
    expect(room).not_to_contain_class("may")
    room.click()
    expect(phone.page.locator("#dock-lodge small")).to_have_text("not allowed")
