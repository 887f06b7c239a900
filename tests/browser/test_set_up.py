"""Setting a game up: choices by tapping, sensible defaults, nothing typed is lost."""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from recorder.pages.austria.play import FIRST_ROOMS
from tests.browser import everywhere
from tests.browser.phone import NewPhone, Phone
from tests.browser.scripts import read_script


def test_a_game_is_set_up_by_tapping(phone: Phone) -> None:
    phone.start_game(3, "2022")
    expect(phone.page.locator("h1")).to_contain_text("Chloé")  # the last player begins
    expect(phone.page.locator(".queue button.may")).to_have_count(5)
    record = phone.record()
    assert [player["name"] for player in record["players"]] == ["Anna", "Boris", "Chloé"]
    assert record["edition"] == "2022"
    assert record["setup"] == {
        "politics": ["krones-20", "floors-2", "three-each"],
        "emperor": ["A-krones", "B-krones", "C-vp"],
        "queue": [63, 50, 78, 92, 98],
    }
    for player, guest, reveal in (("c", 98, 55), ("b", 92, 85), ("a", 78, 101)):
        phone.enter({"by": player, "do": "take_guest", "guest": guest, "reveal": reveal})
    for player in ("a", "b", "c"):
        rooms = [{"by": player, "do": "prepare", "room": room} for room in FIRST_ROOMS]
        phone.enter(rooms[0], rooms[1:])
    expect(phone.page.locator("#dock-roll")).to_be_visible()
    print(f"\ntaps to the first roll of three: {phone.taps}")
    assert phone.taps <= 20


def test_whoever_begins_sits_first_and_seats_can_be_moved(phone: Phone) -> None:
    phone.open("/new/austria")
    for seat, name in enumerate(["Anna", "Boris", "Chloé"]):
        phone.page.fill(f"[name=name-{seat}]", name)
    phone.tap(phone.page.locator("[data-up]").nth(2))  # Chloé before Boris
    phone.tap(phone.page.locator("label.begins").nth(1))
    phone.next_step()
    for guest in (63, 50, 78, 92, 98):
        phone.tap(f"#queue-grid button[value='{guest}']")
    for name in ("politics", "emperor"):
        for letter in "ABC":
            phone.tap(phone.page.locator(f"label.tile:has([name={name}-{letter}])").first)
    phone.tap("[data-step-starts]")
    phone.page.wait_for_selector("main.play")
    record = phone.record()
    assert [player["name"] for player in record["players"]] == ["Chloé", "Boris", "Anna"]
    assert [player["colour"] for player in record["players"]] == ["purple", "light blue", "orange"]


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_days_and_times_are_those_of_the_phone(new_phone: NewPhone, zone: str) -> None:
    """In one of the two places it is another day than at the server, whatever the hour."""
    phone = new_phone(zone=zone)
    page = phone.page
    for path in ("/new/samoa", "/new/austria"):
        phone.open(path)
        today = datetime.now(ZoneInfo(zone)).date().isoformat()
        expect(page.locator("[name=played_on]")).to_have_value(today)
    phone.open("/l/new")
    page.fill("[name=name]", "Club")
    with page.expect_navigation():
        phone.tap("main form button.main")
    path = page.url.removeprefix(phone.base).removesuffix("/links")
    phone.open(f"{path}/add")
    expect(page.locator("[name=day]")).to_have_value(today)
    phone.open(f"{path}/log")
    written = page.locator("time").first
    at = datetime.fromisoformat(str(written.get_attribute("datetime")))
    assert at.utcoffset() == datetime.now(UTC).utcoffset()
    there = at.astimezone(ZoneInfo(zone))
    expect(written).to_contain_text(f"{there.day} {there:%B %Y}, {there:%H:%M}")


def test_a_guest_is_found_by_number_and_by_name(phone: Phone) -> None:
    phone.open("/new/austria")
    phone.next_step()
    phone.page.fill("[data-filter=queue-grid]", "dame")
    shown = phone.page.locator("#queue-grid button:visible")
    expect(shown).to_have_count(1)
    expect(shown).to_contain_text("63")
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("[name=queue-0]")).to_have_value("63")
    phone.page.fill("[data-filter=queue-grid]", "10")
    expect(shown).to_have_count(5)  # 100 to 104


def test_what_is_missing_is_said_and_what_is_there_is_kept(phone: Phone) -> None:
    phone.open("/new/austria")
    phone.page.fill("[name=name-0]", "<b>Anna</b>")
    phone.next_step()
    phone.next_step()
    phone.tap("[data-step-starts]")
    for step in (("players",), ("queue",), ("politics", "emperor")):
        for field in step:
            expect(phone.page.locator(f"#f-{field} [data-complaint]")).to_be_visible()
        phone.next_step()
    expect(phone.page.locator("[name=name-0]")).to_have_value("<b>Anna</b>")
    assert not phone.page.locator("main b", has_text="Anna").count()


def test_a_closed_tab_loses_nothing(phone: Phone) -> None:
    phone.open("/new/austria")
    phone.page.fill("[name=name-0]", "Anna")
    tap = "document.querySelector('#queue-grid button[value=\"63\"]').click()"
    kept = phone.page.evaluate(tap + ", {...localStorage}")  # at once, in one go
    assert '["queue-0","63"]' in "".join(kept.values())
    phone.open("/")
    phone.open("/new/austria")
    expect(phone.page.locator("[name=name-0]")).to_have_value("Anna")
    expect(phone.page.locator("[name=queue-0]")).to_have_value("63")


def test_the_same_players_again_and_the_list_of_games(phone: Phone, new_phone: NewPhone) -> None:
    phone.start_game(3)
    phone.open("/")
    expect(phone.page.locator(".games li")).to_have_count(1)
    expect(phone.page.locator(".games li")).to_contain_text("Anna, Boris and Chloé")
    phone.tap("a[href='/new/austria']", "a[href*='again=']")
    expect(phone.page.locator("[name=name-2]")).to_have_value("Chloé")
    other = new_phone()
    other.open("/")
    assert not other.page.locator(".games li").count()  # links are secrets: no public list


def test_the_same_table_again_takes_six_taps_to_the_dealt_guests(
    phone: Phone, deal: Callable[..., dict[str, str]]
) -> None:
    """From the end of a game: players, colours, box, modules and how staff is dealt are there."""
    sample = everywhere.sample("austria", "sample-waltz")
    sample["options"]["figures"]["emperor_track"] = [*range(14)]
    phone.open(deal(sample)["table"])
    phone.submits("#to-result")
    phone.submits("a[href*='again=']")
    page = phone.page
    expect(page.locator("[data-all]")).to_be_in_viewport()  # the dealt guests come at once
    expect(page.locator("#f-players")).to_be_hidden()
    assert phone.taps <= 6
    names = [field.input_value() for field in page.locator("[data-seats] input[type=text]").all()]
    assert names == [player["name"] for player in sample["players"]]
    expect(page.locator("[name=edition]:checked")).to_have_value(sample["edition"])
    assert page.locator("[name=modules]:checked").count() == len(sample["modules"])
    expect(page.locator("[name=emperor_track-9]")).to_have_value("9")
    carried = json.loads(page.input_value("[name=carried]"))
    assert carried["staff"]["126"] == 2  # it began with that,
    assert carried["staff"]["127"] == 3  # and read this off the card while it was played
    setup = sample["setup"]
    page.fill("[data-all]", " ".join(map(str, setup["queue"])))
    expect(page.locator("#f-queue")).to_be_hidden()  # five guests are all
    for kind in ("politics", "emperor"):
        for letter, card in zip("ABC", setup[kind], strict=True):
            phone.tap(f"label.tile:has([name={kind}-{letter}][value='{card}'])")
    phone.tap("[data-step-starts]")  # too early: the step of what is missing comes
    expect(page.locator("#f-module-balls [data-complaint]")).to_be_visible()
    expect(page.locator("#f-politics")).to_be_hidden()


MODULES = ("balls", "celebrities", "hotels")


@pytest.mark.parametrize("modules", [(), MODULES], ids=["base game", "modules"])
def test_one_step_is_shown_at_a_time_and_names_are_offered(
    phone: Phone, modules: Sequence[str]
) -> None:
    """Each step fits into three screens; the names are those of games that this phone knows.

    The game can be started as soon as only steps are left that may stay as they are.
    """
    phone.start_game(2)
    page = phone.page
    phone.open("/new/austria")
    chips = page.locator("[data-known-names] button")
    assert chips.all_inner_texts() == ["Anna", "Boris"]
    phone.tap(chips.nth(1))
    phone.tap(chips.nth(0))
    expect(page.locator("[name=name-0]")).to_have_value("Boris")
    expect(page.locator("[name=name-1]")).to_have_value("Anna")
    for name in modules:
        phone.tap(f"label.tile:has([name=modules][value='{name}'])")
    seen = []
    while True:
        seen.append(
            page.locator(".setup fieldset.card:visible").evaluate_all(
                "(all) => all.map((one) => one.id)"
            )
        )
        assert not phone.small_targets()
        screens = page.evaluate("document.documentElement.scrollHeight / innerHeight")
        assert len(seen) == 4 + len(modules) or screens <= 3, seen[-1]
        ready = page.locator("[data-step-starts]").is_visible()
        assert ready == (len(seen) >= 3 + len(modules))
        if not page.locator("[data-step-next]").is_visible():
            break
        phone.tap("[data-step-next]")
    assert [step[0] for step in seen] == [
        "f-players",
        "f-queue",
        "f-politics",
        *(f"f-module-{name}" for name in modules),
        "f-board",
    ]
    phone.tap("[data-step-back]")
    expect(page.locator(f"#{seen[-2][0]}")).to_be_visible()


def test_the_fifth_guest_leads_on(phone: Phone) -> None:
    """Tapped or typed; back in the step a guest is exchanged, and the last one leads on again."""
    page = phone.page
    phone.open("/new/austria")
    phone.next_step()
    for guest in (63, 50, 78, 92, 98):
        expect(page.locator("#f-politics")).to_be_hidden()
        phone.tap(f"#queue-grid button[value='{guest}']")
    expect(page.locator("#f-politics")).to_be_visible()
    phone.tap("[data-step-back]")
    phone.tap("#queue-grid button[value='50']")  # out again
    expect(page.locator("#f-queue")).to_be_visible()
    phone.tap("#queue-grid button[value='51']")
    expect(page.locator("#f-politics")).to_be_visible()
    phone.tap("[data-step-back]")
    page.fill("[data-all]", "63 50 78 92 9")
    expect(page.locator("#f-queue")).to_be_visible()
    page.fill("[data-all]", "63 50 78 92 99")
    expect(page.locator("#f-politics")).to_be_visible()
    expect(page.locator("[name=queue-4]")).to_have_value("99")


def test_a_recorded_game_is_one_tap_away(phone: Phone) -> None:
    phone.open("/about")
    phone.tap("form[action='/sample/austria'] button >> nth=0")
    phone.page.wait_for_selector("main.play")
    expect(phone.page.locator("h1")).to_contain_text("over")


def test_names_are_shown_as_they_are_written(phone: Phone) -> None:
    names = ['<script>alert("x")</script>', "Zoë & Åsa", "지훈"]
    phone.start_game(3, names=names)
    chips = phone.page.locator(".players .chip .who > span:last-child")
    assert chips.all_inner_texts() == names
    for page in ("log", "result", "share"):
        phone.open(phone.page.url.removeprefix(phone.base).split("?")[0].rstrip("/") + "/" + page)
        assert not phone.page.locator("main script").count()
        phone.page.go_back()


BARE = read_script("set-up-bare")
"""Letters from right to left that stand in no ``<bdi>``."""


def test_names_from_right_to_left_stand_apart(phone: Phone) -> None:
    """Behind such a name a number or a comma stood on its other side."""
    phone.start_game(3, names=["\u05e9\u05d9\u05e8\u05d4", "\u0645\u062d\u0645\u062f 2", "Dora"])
    page = phone.page
    table = page.url.removeprefix(phone.base).split("?")[0]
    assert not page.evaluate(BARE)
    phone.enter({"by": "c", "do": "take_guest", "guest": 98, "reveal": 55})
    phone.enter({"by": "b", "do": "take_guest", "guest": 92, "reveal": 85})
    told = page.locator(".did, #last").first
    expect(told.locator("bdi").first).to_have_text("\u0645\u062d\u0645\u062f")
    assert not page.evaluate(BARE)  # nor in what an answer put in
    for path in ("/log", "/result", "/share", "/check", "/history"):
        phone.open(table + path)
        assert not page.evaluate(BARE), path
    phone.open("/new/austria?again=" + table.removeprefix("/t/"))
    assert page.locator("[name=name-0]").input_value() == "\u05e9\u05d9\u05e8\u05d4"
