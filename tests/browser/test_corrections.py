"""A correction, two at once, a check that differs, a ruling: tapped on a phone."""

from typing import Any

from playwright.sync_api import expect

from tests.browser import positions
from tests.browser.everywhere import corrected
from tests.browser.phone import Deal, NewPhone, Phone


def round_over() -> dict[str, Any]:
    """Anna's last turn of round 2 is to be ended."""
    return positions.record(
        {
            "die_taken": True,
            "guest_taken": True,
            "dice": [1, 1, 1, 1, 1, 1],
            "taken": dict.fromkeys(positions.NAMES, 2),
        }
    )


def test_an_entry_is_changed_with_what_follows_in_sight(phone: Phone, deal: Deal) -> None:
    game = deal(corrected())["table"]
    phone.open(game + "/log")
    phone.tap("#entry-2 a.tap", "a[href$='/change']")
    page = phone.page
    form = page.locator("#off-sheet form", has=page.locator("input[name=note]"))
    expect(form.locator("input[name=krones]")).to_have_value("-8")  # as it was entered
    form.locator("input[name=krones]").fill("-9")
    form.locator("button:not([type=button])").last.tap()
    expect(page.locator("ins")).to_contain_text("−9")
    changes = page.locator("ol.log li")
    expect(changes).to_have_count(1)
    expect(changes).to_contain_text("prepares room 2-1")
    expect(changes.locator(".illegal")).to_be_visible()
    expect(page.locator("#follows ~ .did")).to_have_text("On the table: Anna: take away room 2-1")
    phone.tap("#save")
    expect(page.locator("#entry-2")).to_contain_text("−9")
    expect(page.locator("#entry-3 .illegal")).to_be_visible()

    phone.open(game + "/history")
    expect(page.locator("ol.log li").first).to_contain_text("Entry 2 was")
    phone.submits("#undo-steps")
    phone.open(game + "/log")
    expect(page.locator("#entry-3 .legal")).to_be_visible()
    phone.open(game + "/history/2")
    phone.tap("text=Return to this version")
    expect(page.locator("ol.log li").first).to_contain_text("Returned to version 2")
    phone.open(game + "/log")
    expect(page.locator("#entry-3 .illegal")).to_be_visible()


def test_a_removed_entry_takes_its_ruling_along(phone: Phone, deal: Deal) -> None:
    phone.open(deal(corrected())["table"] + "/entries/4/remove")
    page = phone.page
    gone = page.get_by_role("heading", name="Rulings that are removed with the entry")
    expect(gone).to_be_visible()
    phone.tap("#save")
    expect(page.locator("ol.log li[id]")).to_have_count(3)


def test_the_second_phone_is_shown_what_the_first_corrected(
    new_phone: NewPhone, deal: Deal
) -> None:
    game = deal(corrected())["table"]
    first, second = new_phone(), new_phone()
    second.open(game + "/entries/2/remove")
    first.open(game + "/entries/1/insert?text=1")
    first.tap("summary:has-text('As text')")
    first.page.fill("textarea", '{"do": "adjust", "of": "dora", "krones": 1}')
    first.tap("text=See what follows >> nth=-1", "#save")
    first.page.wait_for_selector("#entry-1")
    second.tap("#save")
    expect(second.page.get_by_role("alert")).to_contain_text("Dora")
    expect(second.page.locator("h1")).to_contain_text("entry 3")  # it has moved
    second.tap("text=Save anyway")
    expect(second.page.locator("ol.log li[id]")).to_have_count(5)
    assert second.page.locator("#entry-2").inner_text().count("Anna") == 1


def test_a_round_of_checks_and_a_value_that_differs(phone: Phone, deal: Deal) -> None:
    game = deal(round_over())["table"]
    page = phone.page
    phone.open(game)
    expect(page.locator("#check-due")).to_have_count(0)
    phone.enter({"by": "anna", "do": "done"})
    phone.tap("#check-due", "#all-agrees")
    page.wait_for_selector("main.play")
    expect(page.locator("#check-due")).to_have_count(0)
    assert phone.version == 2

    phone.open(game + "/check")
    phone.tap("a[href$='/check/boris/krones']")
    page.fill("input[name=value]", "7")
    phone.tap("#record-check")
    expect(page.locator("#finding-status")).to_have_text("Open")
    expect(page.locator(".note")).to_contain_text("says 9, the board says 7")
    expect(page.locator(".note")).to_contain_text("matched at entry 3")
    page.fill("input[name=note]", "paid the groom")
    phone.submits("button[value=adjust]")
    expect(page.locator("#finding-status")).to_contain_text("Adjusted")
    phone.open(game + "/check/anna/cafe")
    page.fill("[name='value.0.guest']", "63")
    phone.tap("#record-check")
    phone.submits("button[value=stands]")
    expect(page.locator("#finding-status")).to_contain_text("Let stand")
    phone.open(game + "/check/dora/rooms")
    page.select_option("[name='value.3-1']", "occupied")
    phone.submits("#record-check")
    phone.open(game + "/result")
    expect(page.locator("#findings")).to_contain_text("1 open, 1 adjusted, 1 accepted")


def test_a_ruling_with_who_agreed_becomes_a_precedent(phone: Phone, deal: Deal) -> None:
    game = deal(positions.typical())["table"]
    page = phone.page
    phone.open(game)
    phone.tap("#room-3-3")
    phone.sends("#choices button[name=entry] >> nth=-1")
    phone.tap(".verdict summary")
    page.fill("[name=ruling-note]", "we agreed to let it go")
    phone.tap("label:has([name=ruling-agreed][value=boris])")
    phone.sends("button[name=ruling]")
    phone.open(game + "/log")
    expect(page.locator("#entry-2")).to_contain_text("agreed: Boris (we agreed to let it go)")
    phone.tap("#entry-1 a.tap", "label:has([name=agreed][value=anna])", "label:has([name=keep])")
    page.fill("[name=house]", "Kitchen table")
    page.fill("[name=note]", "rooms may float")
    phone.tap("text=Record the ruling")
    expect(page.get_by_text("agreed: Anna (rooms may float)")).to_be_visible()
    phone.open(game)
    phone.tap("#room-3-5")
    phone.sends("#choices button[name=entry] >> nth=-1")
    expect(page.locator(".verdict")).to_contain_text("Your house rules allowed this before")
    report = phone.get(page.url.split("?")[0] + "/entries/1/dispute.pdf")
    assert report.body().startswith(b"%PDF")
    phone.open("/kept/austria")
    phone.tap("text=Kitchen table")
    expect(page.locator(".note", has_text="rooms may float").first).to_be_visible()
    phone.tap("text=New game with these precedents")
    expect(page.locator("[name=precedents] option:checked")).to_contain_text("Kitchen table")


def test_after_an_undo_every_phone_says_what_to_put_back(new_phone: NewPhone, deal: Deal) -> None:
    links = deal(positions.typical())
    table, anna = new_phone(height=664), new_phone(height=664)
    table.open(links["table"])
    anna.open(links["anna"])
    table.enter({"by": "anna", "do": "take_guest", "guest": 78, "reveal": 50})
    expect(anna.page.locator("#last + .did, .did").first).to_contain_text("pay 1 krone")
    table.sends("#undo")
    for phone in (table, anna):
        told = phone.page.locator("#turned")
        expect(told).to_contain_text("Undone: Anna")
        expect(told).to_contain_text("take 1 krone back")
        expect(told).to_contain_text("78")
        expect(told).to_contain_text("back into the queue")
        expect(told).to_contain_text("50")
        expect(told).not_to_contain_text("pay")
    expect(anna.page.locator("#turned b").first).to_have_text("the table")
    table.sends("#redo")
    expect(anna.page.locator("#turned")).to_contain_text("Entered: Anna")
    expect(anna.page.locator("#turned")).to_contain_text("pay 1 krone")
    table.enter({"by": "anna", "do": "take_die", "die": 4})
    expect(anna.page.locator("#last")).to_contain_text("takes a die")
    expect(anna.page.locator("#turned")).to_have_count(0)
    # A correction, too: what the board has to become, not what the old entry said.
    table.open(links["table"] + "/entries/1/remove")
    table.tap("#save")
    expect(anna.page.locator("#turned")).to_contain_text("Undone: Anna takes guest 78")
    expect(anna.page.locator("#turned")).to_contain_text("take 1 krone back")


def test_undo_and_redo_on_the_play_page(phone: Phone, deal: Deal) -> None:
    phone.open(deal(positions.typical())["table"])
    phone.enter({"by": "anna", "do": "take_die", "die": 4})
    expect(phone.page.locator("#redo")).to_have_count(0)
    phone.sends("#undo")
    phone.sends("#redo")
    expect(phone.page.locator("#last")).to_contain_text("takes a die from 4")
    expect(phone.page.locator("#redo")).to_have_count(0)
