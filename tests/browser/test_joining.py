"""An evening begins: one code on the table's phone, three phones that scan it."""

import pytest
from flask import Flask
from playwright.sync_api import expect

from recorder.serving.house import qr_code
from tests.browser import positions
from tests.browser.fit import findings
from tests.browser.phone import Deal, NewPhone, Phone


def narrow(phone: Phone) -> bool:
    phone.page.set_viewport_size({"width": 320, "height": 640})
    fits = phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.page.set_viewport_size({"width": 390, "height": 844})
    return bool(fits)


def small(phone: Phone) -> list[str]:
    """What of a page is too small for a thumb."""
    return phone.page.evaluate(
        """() => [...document.querySelectorAll("main :is(a, button, summary)")]
          .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44)
          .map((each) => each.outerHTML.slice(0, 100))"""
    )


@pytest.fixture
def table(deal: Deal) -> str:
    return deal({**positions.typical(), "entries": []})["table"]


def test_four_phones_sit_down_by_one_code(
    new_phone: NewPhone, table: str, served: tuple[str, Flask]
) -> None:
    host, *guests = [new_phone() for _ in range(4)]
    host.open(table)
    host.tap("#invite")
    page = host.page
    code = page.locator(".card > .qr svg").first
    expect(code).to_be_visible()
    scanned = page.locator("input[type=url]").first.input_value()
    assert scanned.startswith(f"{served[0]}/j/")
    drawn = page.evaluate(
        "(svg) => new DOMParser().parseFromString(svg, 'text/html').body.innerHTML",
        qr_code(scanned),
    )
    assert code.evaluate("(each) => each.outerHTML") == drawn.strip()  # what is scanned is this
    assert not findings(page)
    assert narrow(host)
    assert not small(host)

    for phone in guests:
        phone.page.goto(scanned)
    assert not findings(guests[0].page)
    assert narrow(guests[0])
    assert not small(guests[0])
    for phone, name in zip(guests[:2], ("Boris", "Chloé"), strict=True):
        phone.submits(phone.page.get_by_role("button", name=name))
        expect(phone.page.locator("#hotel-title")).to_have_text(f"{name}'s hotel")
        assert "/t/" not in phone.page.title()
    # The last one still shows the names as they were, and taps one that is taken.
    last = guests[2]
    last.submits(last.page.get_by_role("button", name="Boris"))
    expect(last.page.get_by_role("alert")).to_contain_text("Another phone sits at Boris's seat")
    expect(last.page.get_by_role("button", name="Boris")).to_have_count(0)

    # The table sees it without a tap, and frees a seat with the keyboard.
    away = guests[0]
    away.trouble = True
    away.page.context.set_offline(True)
    away.tap("#room-2-1", "#choices button[name=entry] >> nth=0")
    expect(away.page.locator("[data-line-title]")).to_have_text("Not sent yet: 1")
    boris = page.locator("#seat-boris")
    expect(boris).to_contain_text("taken")
    expect(page.locator("#seat-dora")).to_contain_text("free")
    boris.locator("summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("Boris's seat is free")
    old = away.page.url
    away.page.context.set_offline(False)
    away.page.reload()
    expect(away.page.locator("h1")).to_have_text("Nothing is here")
    waits = away.page.locator("#unsent")
    expect(waits).to_contain_text("Not sent yet: 1")
    expect(waits).to_contain_text("This link opens no game; it may have been replaced.")
    away.tap(waits.locator("summary"))
    expect(waits.locator("li")).to_contain_text("Room 2-1")
    expect(waits.get_by_role("link")).to_have_count(0)  # it would open nothing
    assert not findings(away.page)
    away.tap(waits.locator("[data-drop]:visible"))
    expect(waits).to_be_hidden()
    last.page.goto(scanned)
    last.submits(last.page.get_by_role("button", name="Boris"))
    expect(last.page.locator("#hotel-title")).to_have_text("Boris's hotel")
    assert last.page.url != old

    # A code that is replaced opens nothing.
    page.locator("#join-title ~ details summary").click()
    with page.expect_navigation():
        page.locator("#join-title ~ details button").click()
    assert guests[0].page.goto(scanned).status == 404  # type: ignore[union-attr]
    assert page.locator("input[type=url]").first.input_value() != scanned
    # The page of the link that was replaced may have asked for news once more.
    assert all(" 404 " in line for line in Phone.complaints(guests[0].page))


@pytest.mark.parametrize(
    ("typed", "opened"),
    [
        ("192.168.1.5:8000", "http://192.168.1.5:8000/carry"),
        (" hotel.local/ ", "http://hotel.local/carry"),
        ("laptop", "http://laptop/carry"),
        ("hotel.example:8000/t/abc-1/result", "http://hotel.example:8000/t/abc-1/carry"),
        ("hotel.example", "https://hotel.example/carry"),
        ("hotel.example/l/club-2/standings", "https://hotel.example/carry?league=club-2"),
        ("https://host.example/pocket/#/t/abc", "https://host.example/pocket/#/t/abc/carry"),
        ("http://a b", ""),
        ("javascript:alert(1)", ""),
    ],
)
def test_a_game_is_moved_to_an_address_as_people_type_it(
    phone: Phone, table: str, typed: str, opened: str
) -> None:
    phone.open(table + "/carry")
    phone.page.evaluate(
        "() => { open = (at) => { window.opened = at.replace(/#(game|text)=.*/, ''); }; }"
    )
    phone.page.locator("[name=address]").fill(typed)
    phone.page.locator("#carry button").click()
    if opened:
        phone.page.wait_for_function("() => window.opened")
        assert phone.page.evaluate("window.opened") == opened
    else:
        said = phone.page.locator("[name=address]").evaluate("field => field.validationMessage")
        assert said == "This is not an address."
        assert phone.page.evaluate("window.opened") is None
