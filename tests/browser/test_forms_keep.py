"""Every form keeps what was entered: over reload, Back, a lost connection, and what is wrong."""

import random

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser import everywhere, positions
from tests.browser.phone import Deal, Phone, until
from tests.browser.scripts import read_script
from tests.proof.routes import LONG, MINUTES

FILL = read_script("forms-keep-fill")

HELD = """(at) => JSON.stringify([...new FormData(document.forms[at])].filter(([name, value]) =>
  typeof value === "string" && !["csrf_token", "version", "key", "shown"].includes(name)))"""

FORMS = """() => [...document.forms].map((form, at) => [at, form.getAttribute("action"),
  form.method === "post" && !form.hasAttribute("data-send") && [...form.elements].some(
    (field) => field.name && !["hidden", "submit", "button", "file"].includes(field.type))])
  .filter(([, , asks]) => asks)"""


WITH_FORMS = (
    *("ask_new", "score_new", "new", "kept_part", "entry", "proposed"),
    *("correction", "differs", "finding", "history", "tell"),
)
"""Views with a form in which something is entered, the game's own page aside."""


def held(page: Page, at: int) -> str:
    page.wait_for_load_state("load")
    return page.evaluate(HELD, at)


@pytest.mark.skipif(not LONG, reason=MINUTES)
def test_every_form_keeps_what_was_entered(
    phone: Phone, deal: Deal, served: tuple[str, Flask], chance: random.Random
) -> None:
    known = everywhere.addresses(deal, served[1])
    assert not everywhere.forgotten(served[1], known)
    kept = set(everywhere.part(WITH_FORMS, chance))
    left_out = {"play", *WITH_FORMS} - kept
    page = phone.page
    phone.trouble = True
    tried: set[str] = set()
    for view, paths in known.items():
        if view in left_out:
            continue
        for path in chance.sample(paths, len(paths)):
            if view in tried and not LONG:
                break  # one form of every view, drawn by the seed
            phone.open(path)
            forms = page.evaluate(FORMS)
            for at, action, _asks in forms if LONG else chance.sample(forms, min(1, len(forms))):
                phone.open(path)
                page.evaluate(FILL, at)
                page.wait_for_function(
                    "() => Object.keys(localStorage).some((k) => /^draft:/.test(k))"
                )
                page.evaluate("new Promise((done) => setTimeout(done))")
                entered = held(page, at)
                page.reload()
                assert held(page, at) == entered, f"{path} loses {action} by a reload"
                phone.open("/about")
                page.go_back()
                assert held(page, at) == entered, f"{path} loses {action} by Back"
                page.route("**", lambda route: route.abort())
                page.evaluate(
                    "(at) => { const f = document.forms[at]; f.noValidate = true;"
                    " f.requestSubmit(); }",
                    at,
                )
                expect(page.locator("#problems")).to_contain_text("No connection")
                assert held(page, at) == entered, f"{path} loses {action} without a connection"
                page.unroute("**")
                page.evaluate("localStorage.clear()")
                tried.add(view)
    assert tried == kept


def test_what_is_wrong_is_linked_and_gone_when_mended(phone: Phone) -> None:
    phone.open("/new/austria")
    phone.page.fill("[name=name-0]", "Anna")
    phone.next_step()
    phone.tap("#queue-grid button[value='63']")
    phone.next_step()
    page = phone.page
    with page.expect_response("**/new/austria") as heard:
        phone.tap("[data-step-starts]")
    told_as_data = heard.value.json()["problems"]
    assert {each["at"] for each in told_as_data} == {"players", "queue", "politics", "emperor"}
    said = page.locator("[data-complaint]")
    expect(said).to_have_count(4)
    expect(page.locator("#f-players [data-complaint]")).to_be_visible()
    for told in said.all_text_contents():  # once, at its field
        assert page.locator("#main").text_content().count(told) == 1
    expect(page.locator("#f-politics [data-complaint]")).to_contain_text("A, B and C")
    expect(page.locator("[name=name-0]")).to_be_focused()
    near = page.locator("[data-problems-near] a")
    expect(near).to_contain_text("4")
    page.fill("[name=name-1]", "Boris")
    expect(near).to_contain_text("3")
    phone.tap(near)
    assert page.evaluate("document.activeElement.closest('#f-queue') !== null")
    phone.tap("#queue-grid button[value='50']")
    expect(page.locator("#f-queue [data-complaint]")).to_have_count(0)
    expect(near).to_contain_text("2")
    phone.next_step()
    phone.tap("label.tile:has([name=politics-B]) >> nth=0", "[data-step-starts]")
    expect(page.locator("#f-politics [data-complaint]")).to_contain_text("A and C")
    expect(page.locator("[name=name-0]")).to_have_value("Anna")


def test_one_tile_is_enough_and_back_shows_what_was_scored(phone: Phone) -> None:
    """The scoring after round 3 needs tile A and no other (GAH-EMP-09)."""
    phone.open("/scoring/new/austria")
    page = phone.page
    phone.tap("label.tile:has([value='emperor-3'])", "label.tile:has([name=n][value='2'])")
    phone.tap("[data-name='p.a.rooms.1-1']", "label:has([name='p.a.krones'][value='5'])")
    phone.tap(page.locator("[data-panel='1'] [data-open-guests]").first)
    phone.tap("#guest-grid button[value='63']", ".editor .dock .btn.main")
    expect(page.locator("[name='emperor.A']").first).to_be_in_viewport()
    assert not page.locator("[name='emperor.B']").first.is_visible()
    phone.tap("label.tile:has([name='emperor.A'][value='A-krones'])")
    entered = held(page, 0)
    phone.tap(".editor .dock .btn.main")
    page.wait_for_selector("main.play")
    expect(page.locator(".emperor")).to_contain_text("Orange")
    page.go_back()
    page.wait_for_selector("form.editor")
    assert held(page, 0) == entered
    expect(page.locator("[data-name='p.a.rooms.1-1']")).to_have_class("room blue occupied")
    expect(page.locator("[data-panel='1'] .cafe .guest").first).to_contain_text("63")
    phone.open("/scoring/new/austria")  # whoever begins anew finds an empty form
    expect(page.locator("[data-name='p.a.rooms.1-1']")).to_have_class("room blue empty")


def test_a_phone_that_is_given_away_forgets_everything(phone: Phone, deal: Deal) -> None:
    """Lists, drafts, what is not sent yet and what is kept for later; a new owner finds nothing."""
    page = phone.page
    phone.open(deal(positions.typical())["table"])
    phone.open("/kept/austria/house-rules")
    page.fill("[name=name]", "A name nobody should find")
    phone.open("/mine")
    put = """async () => {
        const base = await new Promise((fits) => {
            const asked = indexedDB.open("line", 1);
            asked.onsuccess = () => fits(asked.result);
            asked.onupgradeneeded = () =>
                asked.result.createObjectStore("entries", {keyPath: "id"});
        });
        const change = base.transaction("entries", "readwrite");
        change.objectStore("entries").put({id: "x", place: 1});
        await new Promise((fits) => { change.oncomplete = fits; });
        base.close();
        return Object.keys(localStorage).length;
    }"""
    assert page.evaluate(put) > 0
    phone.tap("#forget-all summary")
    phone.submits("#forget-all button")
    expect(page.locator("[data-forget]")).to_be_visible()
    left = """async () => {
        const base = await new Promise((fits) => {
            const asked = indexedDB.open("line", 1);
            asked.onsuccess = () => fits(asked.result);
        });
        const all = base.transaction("entries").objectStore("entries").getAll();
        await new Promise((fits) => { all.onsuccess = fits; });
        base.close();
        return JSON.stringify([all.result, {...localStorage}, {...sessionStorage}]);
    }"""
    until(page, f"async () => await ({left})() === '[[],{{}},{{}}]'")
    expect(page.locator(".games li")).to_have_count(0)
    phone.open("/kept/austria/house-rules")
    expect(page.locator("[name=name]")).to_have_value("")


def test_a_cookie_lost_in_sleep_costs_nothing(phone: Phone) -> None:
    phone.trouble = True
    phone.open("/kept/austria/house-rules")
    phone.page.fill("[name=name]", "Our evening")
    phone.page.context.clear_cookies()
    phone.tap(".dock .main")
    expect(phone.page.locator("#house-rules")).to_contain_text("Our evening")


@pytest.mark.parametrize(
    ("path", "name", "bad", "said"),
    [
        ("/l/new", "zone", "Vienna", "there is no such time zone"),
        ("/entries/1/change?text=1", "text", "[[[", "not JSON"),
        ("/history", "steps", "-1", "is not from 0 to"),
    ],
)
def test_a_refused_field_has_the_focus_and_says_why(
    phone: Phone, deal: Deal, path: str, name: str, bad: str, said: str
) -> None:
    """All other forms: ``tests/proof/test_crawl.py`` sees that each problem names its field."""
    page = phone.page
    page.set_viewport_size({"width": 390, "height": 664})
    game = deal({**positions.typical(), "entries": [{"by": "anna", "do": "take_die", "die": 4}]})
    phone.open(path if path.startswith("/l/") else game["table"] + path)
    field = page.locator(f"main [name={name}]").first
    form = page.locator("form", has=field).first
    for fold in form.locator("xpath=ancestor-or-self::details[not(@open)]/summary").all():
        fold.click()
    if path.startswith("/l/"):
        page.fill("main [name=name]", "Tuesday club")
    field.evaluate(
        "(field, bad) => { for (let at = field.closest('details'); at; at = at.parentElement"
        ".closest('details')) at.open = true; field.form.noValidate = true; field.value = bad; }",
        bad,
    )
    field.evaluate("field => field.form.requestSubmit()")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport()
    why = page.locator(f"#{field.get_attribute('aria-describedby')}")
    expect(why).to_contain_text(said, ignore_case=True)
    expect(why).to_be_in_viewport()
