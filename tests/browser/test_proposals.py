"""Anybody may propose, the table decides: three phones and the wall."""

from playwright.sync_api import expect

from tests.browser import positions
from tests.browser.phone import Deal, NewPhone


def test_a_proposal_is_accepted_declined_and_made_again(new_phone: NewPhone, deal: Deal) -> None:
    links = deal(positions.typical())
    anna, boris, wall = new_phone(height=664), new_phone(height=664, dark=True), new_phone()
    for phone, link in ((anna, "anna"), (boris, "boris")):
        phone.open(links[link])
    wall.open(links["read"] + "/wall")
    for phone in (anna, boris, wall):
        expect(phone.page.locator("html[data-stream=open]")).to_be_attached()

    # What the rules refuse, the seat proposes: the others see it at once, and what would follow.
    anna.tap("#room-3-3")
    anna.sends("#choices button[name=entry] >> nth=-1")
    anna.sends("text=Propose to keep as played")
    expect(anna.page.locator(".review")).to_contain_text("You propose: record: Anna")
    expect(wall.page.locator(".review")).to_contain_text("under review")
    boris.tap(boris.page.locator(".review a"))
    page = boris.page
    expect(page.locator("h1")).to_have_text("Anna proposes")
    expect(page.locator("#what")).to_contain_text("3-3")
    expect(page.locator("ins")).to_have_count(0)  # the heading says it
    expect(page.locator("#follows ~ .did")).to_contain_text(
        "Anna: pay 2 krones; put the tile on room 3-3"
    )
    boris.tap("#accept")  # and the phone is back in the game, which says what became of it
    expect(page.locator(".review")).to_contain_text("Anna proposed: record: Anna")
    expect(page.locator(".review")).to_contain_text("Agreed: Boris")
    expect(page.locator("#entry-form")).to_be_attached()
    expect(anna.page.locator("#last")).to_contain_text("3-3")
    expect(anna.page.locator(".review")).to_have_count(0)
    expect(wall.page.locator(".review")).to_have_count(0)
    anna.open(links["anna"] + "/log")
    expect(anna.page.locator("#entry-2")).to_contain_text("agreed: Anna and Boris")

    # Somebody else's entry is proposed to be undone; declined, it is proposed again in one tap.
    boris.tap("#undo", "#propose-undo")
    expect(page.locator("#what")).to_have_text("Undo the last step.")
    expect(page.locator("#follows ~ .did")).to_contain_text("Anna: take 2 krones back")
    expect(page.locator("table.ledger")).to_have_count(0)  # no values, no state: pieces and points
    assert "_" not in page.locator("main").inner_text()  # words, and names for ids
    expect(page.locator("del").first).to_contain_text("3-3")
    anna.open(links["anna"])
    anna.tap(".review a", "#decline")
    expect(anna.page.locator(".review")).to_contain_text("Refused.")
    expect(page.locator("#said")).to_have_text("Refused. (Anna)")  # told without a tap
    boris.tap("#to-play")
    told = page.locator(".review")
    expect(told).to_contain_text("You proposed: undo the last step. Refused.")
    boris.tap(told.locator("a"))
    boris.tap("#again")
    expect(page.locator("#withdraw")).to_be_visible()
    table = new_phone()
    table.open(links["table"])
    table.tap(".review a", "#accept")
    expect(table.page.locator("#turned")).to_contain_text("take 2 krones back")
    expect(page.locator("#said")).to_contain_text("Accepted through the table's link.")
    boris.tap("#to-play")
    expect(page.locator("#last")).to_have_count(0)

    # What the game goes past is said to be overtaken; the table may ask for all to agree.
    boris.open(links["boris"])
    anna.open(links["anna"])
    anna.enter({"by": "anna", "do": "take_die", "die": 4})
    boris.tap("#undo", "#propose-undo")
    expect(page.locator("#withdraw")).to_be_visible()
    anna.sends("#undo")
    expect(page.locator("#said")).to_contain_text("Out of date")
    table.open(links["table"] + "/proposals")
    table.tap("label:has([name=of][value=all])")
    table.submits("text=Save")
    expect(table.page.locator("ol.log li").first).to_contain_text("Out of date")
    expect(table.page.locator("[name=of][value=all]")).to_be_checked()


def test_what_one_tap_made_is_proposed_as_one(new_phone: NewPhone, deal: Deal) -> None:
    """A die with its room is one tap of Anna's: undone, removed and changed together."""
    links = deal(positions.typical())
    anna, boris = new_phone(height=664), new_phone(height=664)
    anna.open(links["anna"])
    boris.open(links["boris"])
    page = boris.page
    prepare = {"by": "anna", "do": "prepare", "room": "2-3"}
    anna.enter({"by": "anna", "do": "take_die", "die": 3}, [prepare])
    expect(page.locator("#last")).to_contain_text("2-3")

    boris.tap("#undo")
    propose = page.locator("section[aria-labelledby=propose]")
    expect(propose).to_contain_text("One tap made all of this")
    boris.submits("#propose-undo")
    expect(page.locator("#what")).to_have_text("Undo the last step.")
    expect(page.locator("del")).to_have_count(2)
    boris.submits("#withdraw")
    expect(page.locator(".review")).to_contain_text("You proposed: undo the last step. Withdrawn.")

    boris.tap("#undo")
    boris.tap(propose.locator("a[href*='/remove']"))
    expect(page.locator("h1")).to_have_text("Remove entries 1 to 2?")
    boris.submits("#save")
    expect(page.locator("#what")).to_have_text("Remove entries 1 to 2.")
    boris.submits("#withdraw")

    boris.tap("#undo")
    boris.tap(propose.locator("a[href*='/change']"))
    expect(page.locator("main")).to_contain_text("Change entries 1 to 2")
    boris.tap(page.locator("dialog[open] [data-close]"))
    other = [{"by": "anna", "do": "take_die", "die": 3}, {**prepare, "room": "2-2"}]
    boris.tap("#room-2-2")
    boris.tap(boris.offered(other))
    expect(page.locator("h1")).to_have_text("Change entries 1 to 2?")
    boris.submits("#save")
    expect(page.locator("#what")).to_contain_text("Change entries 1 to 2: Anna takes")
    anna.tap(".review a")
    anna.submits("#accept")
    expect(anna.page.locator("#turned")).to_contain_text("now: Anna takes a die from 3")
    assert anna.record()["entries"] == other


def test_your_turn_is_not_to_be_missed_and_says_what_the_others_did(
    new_phone: NewPhone, deal: Deal
) -> None:
    links = deal(positions.typical())
    anna, boris = new_phone(height=664), new_phone(height=664)
    anna.open(links["anna"])
    boris.open(links["boris"])
    page = boris.page
    expect(anna.page.locator("#yours")).to_contain_text("Your turn")
    expect(page.locator("#yours, #since")).to_have_count(0)
    expect(anna.page.locator("#ask-alert")).to_be_hidden()  # it would cover what she may tap
    for height in (664, 1200):
        page.set_viewport_size({"width": 390, "height": height})
        asked, bar = page.locator("#ask-alert").bounding_box(), page.locator(".bar").bounding_box()
        assert asked is not None
        assert bar is not None
        assert bar["y"] - asked["y"] - asked["height"] >= 8
    boris.tap("#ask-alert [data-alert=on]")  # asked once, and kept on this phone
    expect(page.locator("#ask-alert")).to_be_hidden()
    expect(page.locator("#alert")).to_have_attribute("aria-pressed", "true")
    anna.enter({"by": "anna", "do": "take_guest", "guest": 78, "reveal": 50})
    anna.enter({"by": "anna", "do": "take_die", "die": 4, "gain": {"krones": 2}})
    anna.enter({"by": "anna", "do": "done"})
    expect(page.locator("#yours")).to_contain_text("Your turn")
    assert page.title().startswith("Your turn · ")
    assert page.get_attribute("html", "data-alerted")
    since = page.locator("#since ol.log > li")
    expect(since).to_have_count(3)
    expect(since.first).to_contain_text("Anna takes guest 78")
    expect(since.first).to_contain_text("pay 1 krone")
    expect(anna.page.locator("#yours")).to_have_count(0)
    boris.open(links["boris"])
    expect(page.locator("#ask-alert")).to_be_hidden()
