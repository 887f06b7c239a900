"""A club on a phone: it founds a league, ends a game, has a case decided, seats seven."""

import io
import json
import threading
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from adjudicator.casebook import CASEBOOK
from recorder.league import service
from tests.browser.fit import findings
from tests.browser.phone import PATIENCE, Deal, Phone
from tests.proof.routes import LONG, MINUTES

RECORDS = Path(__file__).parents[1] / "records"
SAMPLE = Path(__file__).parents[2] / "tests" / "evenings" / "sample.json"


def go(phone: Phone, what: Any) -> None:
    with phone.page.expect_navigation():
        phone.tap(what)


def found(phone: Phone, name: str = "Tuesday Club") -> str:
    """Create a league with a season of this year; return the path of its organiser's link."""
    page = phone.page
    phone.open("/")
    go(phone, "a[href='/l/new']")
    page.fill("[name=name]", name)
    go(phone, "main form button.main")
    expect(page.locator(".qr").first).to_be_attached()
    path = page.url.removeprefix(phone.base).removesuffix("/links")
    phone.open(path)
    go(phone, "a[href$='/seasons/new']")
    go(phone, "main form button.main")
    return path


def nearly_over() -> dict[str, Any]:
    """The sample game before its last entry; Chloe was given 30 points that nobody earned.

    Without them the totals are 42, 76 and 61, with them Chloe leads with 91.
    """
    document: dict[str, Any] = json.loads(SAMPLE.read_text(encoding="utf-8"))
    *before, last, _end = document["entries"]
    gift = {"do": "adjust", "of": "chloe", "vp": 30}
    day = datetime.now(UTC).date().isoformat()
    return document | {"entries": [*before, gift, last], "played_on": day}


def leaders(phone: Phone, path: str) -> list[str]:
    phone.open(path + "/standings")
    return [own.strip() for own in phone.page.locator(".standings th a").all_inner_texts()]


def test_a_game_ends_in_the_league_and_its_correction_moves_the_standings(
    phone: Phone, deal: Deal
) -> None:
    path, page = found(phone), phone.page
    table = deal(nearly_over())["table"]
    phone.open(path + "/add")
    page.fill("[name=link]", phone.base + table)
    go(phone, "section:has(#by-link) button.main")
    expect(page.locator("main [name^=seat-]")).to_have_count(3)
    go(phone, "main form button.main")
    expect(page.locator("main h1")).to_be_visible()
    assert leaders(phone, path) == []
    phone.open(table)
    phone.enter({"by": "anna", "do": "done"})
    assert leaders(phone, path) == ["Chloé", "Boris", "Anna"]
    number = len(nearly_over()["entries"]) - 1
    phone.open(f"{table}/entries/{number}")
    go(phone, "a[href$='/remove']")
    go(phone, "#save")
    assert leaders(phone, path) == ["Boris", "Chloé", "Anna"]
    expect(page.locator(".note", has_text="91")).to_contain_text("61")
    phone.no_sideways_scrolling()


def test_a_total_that_is_no_number_says_so_at_its_field(phone: Phone) -> None:
    """The field has the focus, is marked and in sight; the page stays, and a total below zero is
    typed without a minus on the keys.
    """
    path = found(phone)
    phone.open(f"{path}/add")
    page = phone.page
    form = page.locator("form:has([name=total-0])")
    for at, (name, total) in enumerate([("Anna", "70"), ("Boris", "1o1")]):
        page.fill(f"[name=name-{at}]", name)
        page.fill(f"[name=total-{at}]", total)
    phone.tap(form.locator("button.main"))
    wrong = page.locator("[name=total-1]")
    expect(wrong).to_be_focused()
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(wrong).to_be_in_viewport(ratio=1)
    said = page.locator(f"#{wrong.get_attribute('aria-describedby')}")
    expect(said).to_be_in_viewport(ratio=1)
    expect(said).to_contain_text("number")
    expect(page.locator("main")).not_to_contain_text("Something is missing")
    wrong.fill("")
    phone.tap(".totals-in:has([name=total-1]) [data-sign]")
    page.keyboard.type("12")
    expect(wrong).to_have_value("-12")
    expect(said).to_have_count(0)
    go(phone, form.locator("button.main"))
    expect(page.locator("h1")).to_have_text("Who played?")


def test_the_referee_is_called_and_decides(phone: Phone, new_phone: Any, deal: Deal) -> None:
    path, page = found(phone), phone.page
    document = nearly_over()
    # Boris takes a die that is not his to take: the game is Anna's to end.
    wrong = {"by": "boris", "do": "take_die", "die": 1}
    table = deal(document | {"entries": [*document["entries"], wrong]})["table"]
    number = len(document["entries"]) + 1
    phone.open(f"{path}/add/table?link={table.split('/')[-1]}")
    go(phone, "main form button.main")
    at_table = new_phone()
    at_table.open(f"{table}/entries/{number}")
    go(at_table, "text=Call the referee >> nth=-1")
    expect(at_table.page.locator("section:has(#call)")).to_contain_text("have not decided yet")
    phone.open(path)
    go(phone, ".note.warn a")
    go(phone, ".games a >> nth=0")
    expect(page.locator(".by-edition .tag.illegal").first).to_be_visible()
    assert not findings(page)
    phone.tap("label.tile:has([value=no])")
    page.fill("[name=note]", "The turn was Anna's.")
    page.fill("[name=who]", "Board")
    go(phone, "form button.main:has-text('Decide')")
    at_table.page.reload()
    expect(at_table.page.locator("section:has(#call)")).to_contain_text("The turn was Anna's.")
    phone.open(f"/casebook/{CASEBOOK.find_cases_by_rule('GAH-ROUND-05')[-1].id}")
    beside = page.locator("section:has(#rulings)")
    expect(beside).to_contain_text("The turn was Anna's.")
    expect(beside).to_contain_text("It does not count.")
    go(phone, "section:has(#rulings) a")
    expect(page.locator(".note.good")).to_contain_text("The turn was Anna's.")


def test_head_and_content_of_a_league_have_one_width(new_phone: Any) -> None:
    phone = new_phone(width=1280)
    phone.open(found(phone) + "/files")
    inner = """element => {
        const box = element.getBoundingClientRect(), style = getComputedStyle(element);
        const [left, right] = [style.paddingLeft, style.paddingRight].map(parseFloat);
        return [box.left + left, box.right - right];
    }"""
    head, content = (phone.page.locator(one).evaluate(inner) for one in ("header.top", "main"))
    assert head == pytest.approx(content, abs=8)  # a mark at the end has some room of its own


@pytest.mark.parametrize("width", [390, 1280])
def test_every_page_of_a_league_leads_to_all_others(new_phone: Any, width: int) -> None:
    phone = new_phone(width=width)
    path = found(phone)
    for place in ("", "/games"):
        phone.open(path + place)
        menu = phone.page.locator("header .menu")
        expect(menu.locator("a").first).to_be_hidden()
        phone.tap(menu.locator("summary"))
        assert len(menu.locator("a").all()) == 11
        assert not phone.small_targets()
        phone.no_sideways_scrolling()
    go(phone, menu.get_by_text("Settings"))
    expect(phone.page.locator("h1")).to_have_text("Settings")


@pytest.mark.skipif(not LONG, reason=MINUTES)
def test_an_evening_of_seven(phone: Phone, deal: Deal) -> None:
    """Seven are seated at tables of four and three, two change places; axe finds nothing."""
    path, page = found(phone), phone.page
    phone.open(path + "/players")
    page.fill("form [name=name]", "Anna, Boris, Chloé, Dora, 지훈, Зоя, Gus")
    go(phone, "main form button.main")
    expect(page.locator("main .games li")).to_have_count(7)
    phone.open(path + "/evenings")
    go(phone, "a[href$='/evenings/new']")
    for tile in page.locator("label.tile:has([name=present])").all():
        phone.tap(tile)
    go(phone, "main form button.main")
    go(phone, "text=Propose tables")
    expect(page.locator("#tables article")).to_have_count(2)
    seats = page.locator("#tables .seats button")
    expect(seats).to_have_count(7)
    before = seats.all_inner_texts()
    go(phone, seats.first)
    go(phone, seats.last)
    expect(seats.first).to_have_text(before[-1])
    assert not phone.small_targets()
    wall = page.locator("a[href$='/wall']").get_attribute("href")
    places = ["", "/standings", "/players", "/games", "/add", "/links", "/seasons/s1/edit"]
    places += ["/players/p1/edit", "/evenings/e1", "/files", "/start", "/ratings/how"]
    places += ["/attendance", "/evenings/new", "/evenings/e1/edit"]
    for place in places:
        phone.open(path + place)
        assert not findings(page), place
        phone.no_sideways_scrolling()
        assert not phone.small_targets(), place
    phone.open(str(wall))
    assert not findings(page)
    phone.open(path + "/evenings/e1")
    go(phone, "text=Start this table's game >> nth=0")
    assert page.input_value("[name=name-0]")


def played(count: int) -> bytes:
    """A zip of so many finished games of other days, and one record that is not finished."""
    record = json.loads((RECORDS / "samoa-3p.json").read_text("utf-8"))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for day in range(1, count + 1):
            own = record | {"played_on": f"2026-03-{day:02}"}
            archive.writestr(f"{day:02}.json", json.dumps(own))
        archive.writestr("99.json", json.dumps(record | {"entries": record["entries"][:20]}))
    return packed.getvalue()


def test_an_import_shows_how_far_it_is_and_can_be_left(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The third record waits until somebody has left the page and come back; then it ends there."""
    judge, count = service.play_record, iter(range(99))
    goes_on = threading.Event()

    def slowly(record: Any) -> Any:
        if next(count) == 2:
            assert goes_on.wait(PATIENCE / 100)
        return judge(record)

    monkeypatch.setattr(service, "play_record", slowly)
    path, page = found(phone), phone.page
    phone.open(path + "/add")
    file = {"name": "all.zip", "mimeType": "application/zip", "buffer": played(7)}
    page.set_input_files("[name=files]", [file])
    try:
        go(phone, "form:has([name=files]) button")
        expect(page.locator("main")).to_contain_text("Nothing is kept yet.")
        assert not findings(page)
        assert not phone.small_targets()
        go(phone, "main form button.main")
        expect(page.locator("main [role=status]")).to_contain_text("2 of 8 records are judged")
        assert page.locator("progress").get_attribute("value") == "2"
        assert page.locator("main .log li").count() == 2
        assert not findings(page)
        phone.no_sideways_scrolling()
        assert not phone.small_targets()
        under_way = page.url.removeprefix(phone.base)
        phone.open(path + "/add")
        go(phone, f"a[href='{under_way}']")
        expect(page.locator("progress")).to_be_visible()
    finally:
        goes_on.set()
    expect(page.locator("progress")).to_have_count(0)  # by itself
    lines = page.locator("main .log li")
    expect(lines).to_have_count(8)
    expect(lines.last).to_contain_text("The game is not finished")
    expect(page.locator("main .log .tag.legal")).to_have_count(7)
    assert not findings(page)
    phone.open(path + "/add")
    expect(page.locator(f"a[href='{under_way}']")).to_have_count(0)
    go(phone, "nav a[href$='/games']")
    expect(page.locator("main a[href*='/games/g']").first).to_be_visible()
