"""What still stopped, slowed or misled people in an evening: each class of it, once."""

import io
import re
from datetime import date

import pytest
from playwright.sync_api import Locator, expect
from pypdf import PdfReader

from adjudicator.austria.printed.catalogue import STAFF
from tests.browser import everywhere, positions
from tests.browser.fit import BROKEN
from tests.browser.phone import SETUP, Deal, NewPhone, Phone
from tests.browser.scripts import read_script
from tests.browser.test_league import found
from tests.browser.test_reach import two_to_serve


def numbers(phone: Phone, what: str | Locator) -> list[int]:
    places = phone.page.locator(what) if isinstance(what, str) else what
    texts = places.all_text_contents()
    return [int(re.sub("[^-0-9]", "", text.split()[0].replace("−", "-"))) for text in texts]


def test_every_page_shows_one_score_when_the_game_is_over(phone: Phone, deal: Deal) -> None:
    """The total everywhere; where the track's points stand, too, they are called so."""
    for game, name in (("austria", "sample-waltz"), ("samoa", "sample")):
        links = deal(everywhere.sample(game, name))
        table = links["table"]
        phone.open(table + "/result")
        total = numbers(phone, ".ledger tfoot td")
        assert len(set(total)) > 1
        phone.open(links["read"] + "/wall")
        assert numbers(phone, ".board h2 .num") == total
        phone.open(table + "/moments")
        phone.page.wait_for_url("**/moments/*")
        assert numbers(phone, ".chip .pts") == total
        phone.open(table)
        money = " small" if game == "samoa" else ""
        assert numbers(phone, ".players .chip .pts" + money) == total
        phone.tap("#to-result")
        phone.page.wait_for_url("**/end")
        lines = phone.page.locator(".ending tbody tr")
        told = [numbers(phone, row.locator("td")) for row in lines.all()]
        assert told[-1] == total
        assert [sum(of_one) for of_one in zip(*told[:-1], strict=True)] == total
        expect(phone.page.locator("#winner")).to_contain_text(f"{max(total)}")
        if game == "austria":
            expect(lines.first).to_contain_text("on the track")
            phone.open(table)
            phone.tap(".players .chip >> nth=0")
            shown = phone.page.locator("dialog[open] header, dialog[open].sheet > header")
            expect(shown.first).to_contain_text(f"{total[0]} VP ({told[0][0]} on the track)")
            phone.open(table + "/check")
            expect(phone.page.locator(".note", has_text="on the track")).to_be_visible()


def test_what_gives_something_up_says_so_and_is_not_the_largest(phone: Phone, deal: Deal) -> None:
    """Rooms of a die and a guest of a lobby: no button throws them away unsaid."""
    page = phone.page
    phone.open(deal(positions.typical())["table"])
    phone.tap("#die-3")
    expect(page.locator("#take-3 .take")).to_have_count(2)  # without and with a boost
    expect(page.locator("#take-3 .fin")).to_have_count(0)  # the rooms would be lost
    phone.tap("#take-3 [data-close]", "#die-4")
    assert page.locator("#take-4 .fin").count()
    phone.tap("#take-4 [data-close]")
    phone.enter({"by": "anna", "do": "take_die", "die": 3})
    done = page.locator("#dock-done")
    assert "main" not in str(done.get_attribute("class"))
    expect(done).to_contain_text("skips: prepare 3 rooms")
    expect(page.locator(".bar .main")).to_have_count(0)
    laid = {"lobbies": ["kaufman", "dove"], "queue": [63, 50, 78, 92, 98]}
    laid |= {name: list(SETUP[name]) for name in ("politics", "emperor")}
    names = [{"id": "a", "name": "Anna"}, {"id": "b", "name": "Boris"}]
    record = {"record": 1, "game": "austria", "edition": "2022", "modules": ["hotels"]}
    entries = [
        {"by": "a", "do": "take_lobby", "lobby": "kaufman", "krones": 0},
        {"by": "b", "do": "take_guest", "guest": 98, "reveal": 51},
        {"by": "a", "do": "take_guest", "guest": 92, "reveal": 52},
    ]
    phone.open(deal({**record, "players": names, "setup": laid, "entries": entries})["table"])
    expect(page.locator(".agenda")).to_contain_text("take 1 guest")
    rooms = page.locator("#dock-prepare")
    expect(rooms).to_contain_text("skips: take 1 guest")
    assert "main" not in str(rooms.get_attribute("class"))
    phone.tap(rooms)
    expect(page.locator("#choices-title")).to_contain_text("Still open: take 1 guest")
    expect(page.locator("#choices .btn")).to_have_count(1)
    expect(page.locator("#choices .main")).to_have_count(0)
    phone.tap("#choices [data-close]")
    phone.sends(".agenda .leave")
    assert "main" in str(rooms.get_attribute("class"))


def test_pass_is_no_main_button_where_a_tile_can_be_bought(phone: Phone, deal: Deal) -> None:
    sample = everywhere.sample("samoa")
    verbs = [entry["do"] for entry in sample["entries"]]
    phone.open(deal({**sample, "entries": sample["entries"][: verbs.index("build")]})["table"])
    expect(phone.page.locator("#dock-pass")).to_contain_text("skips: a tile")
    expect(phone.page.locator(".bar .main")).to_have_count(0)


def test_the_box_is_asked_for_by_what_is_printed_on_it(new_phone: NewPhone) -> None:
    """The reader's own language first, in set-up and scoring; else the box of many languages."""
    for tag, edition in (("en", "2022"), ("ru", "2015-ru"), ("fr", "2015-fr"), ("ko", "2015-ko")):
        phone = new_phone(locale=tag)
        phone.open("/new/austria")
        expect(phone.page.locator("[name=edition]:checked")).to_have_value(edition)
        phone.open("/scoring/new/austria")
        expect(phone.page.locator("[name=editions]")).to_have_value(edition)
    english = new_phone()
    english.open("/new/austria")
    expect(english.page.locator("#f-edition")).to_contain_text("Russian edition of 2015")


@pytest.mark.rule("GAH-CARD-36")
def test_another_box_of_2015_is_asked_for_what_is_printed(phone: Phone) -> None:
    """An English box of 2015 was in no list; the price on a card says whose rules fit."""
    page = phone.page
    phone.open("/new/austria")
    price = page.locator(".other-box")
    expect(price).to_be_hidden()
    phone.tap("label.tile:has([name=edition][value='2015'])")
    expect(price).to_be_visible()
    for cost, edition in (("2 krones", "2015-ru"), ("5 krones", "2015-fr")):
        tile = price.locator("label.tile", has_text=cost)
        expect(tile.locator("input")).to_have_value(edition)


@pytest.mark.rule("GAH-TURN-12")
def test_what_ends_the_guest_step_says_so_before_it_is_sent(phone: Phone, deal: Deal) -> None:
    """By the Russian edition of 2015 serving first does; by those of 2022 it does not."""
    page = phone.page
    document = positions.typical()
    document["position"]["players"]["anna"] |= {"kitchen": {"wine": 1}}
    serve = page.locator(".inline button", has_text="Serve")
    says = "no guest may be taken after it"
    for edition, ends in (("2015-ru", True), ("2022", False)):
        phone.open(deal(document | {"edition": edition})["table"])
        phone.tap("#cafe-54")
        assert (says in page.locator("#choices [data-choices-list]").inner_text()) is ends
        phone.tap("#choices [data-close]")
        assert (says in serve.inner_text()) is ends
        assert ("guest first" in page.locator(".bar .hint").inner_text()) is ends
        phone.sends(serve)
        assert page.locator(".queue .may").count() == (0 if ends else 5)


def test_the_founder_sits_down_by_one_tap_and_has_both_links(phone: Phone, deal: Deal) -> None:
    """From the invitation to the own seat; from every page of the game to the table and back."""
    table = deal({**positions.typical(), "entries": []})["table"]
    phone.open(table)
    phone.tap("#invite")
    phone.submits("#seat-anna button[name=seat]")
    expect(phone.page.locator("#hotel-title")).to_have_text("Anna's hotel")
    seat = phone.page.url
    for page in ("", "/log", "/result", "/share"):
        phone.page.goto(seat + page)
        phone.submits("nav .hat")
        assert phone.page.url == phone.base + table
        phone.page.goto(phone.base + table + page)
        phone.submits("nav .hat")
        assert phone.page.url == seat


def test_out_of_turn_and_out_of_order_nothing_is_asked(phone: Phone, deal: Deal) -> None:
    """A card is read and nothing else; a die says which reward comes first. Who is through with the
    rooms of the set-up is told for whom the table waits.
    """
    page = phone.page
    links = deal(positions.typical())
    phone.open(links["boris"])
    phone.tap("#queue-92")
    expect(page.locator("#choices")).to_be_visible()
    expect(page.locator("#choices .btn")).to_have_count(0)
    expect(page.locator("#reveal")).to_be_hidden()
    phone.open(links["table"])
    gain = {"gain": {"wine": 2}, "place": {"54": {"wine": 1}}}
    phone.enter({"by": "anna", "do": "take_die", "die": 2, **gain})
    phone.enter({"by": "anna", "do": "check_in", "guest": 54, "room": "1-2"})
    phone.tap("#die-3")
    expect(page.locator("#choices-title")).to_have_text("First: Reward of 54 Portrait Painter")
    phone.tap("#choices [data-close]")
    sample = everywhere.sample("austria")
    phone.open(deal({**sample, "entries": sample["entries"][:6]})["chloe"])
    expect(page.locator(".hint")).to_have_text("Waiting for the rooms of Anna and Boris")


def test_a_serve_is_one_tap_and_one_of_nothing_is_not_sent(phone: Phone, deal: Deal) -> None:
    phone.open(deal(two_to_serve())["table"])
    serve = phone._found({"by": "anna", "do": "serve", "place": {"54": {"wine": 2}}})
    expect(serve.locator("small")).to_have_text("1 krone; no guest may be taken after it")
    expect(serve).to_contain_text("Serve 2 wine to 54 Portrait Painter")
    phone.tap("[data-sheet=serve]")
    for chip in phone.page.locator("#serve label.dish-chip").all():
        if chip.locator("input").is_checked():
            phone.tap(chip)
    expect(phone.page.locator("#serve .stand button")).to_be_disabled()
    phone.tap(phone.page.locator("#serve label.dish-chip").first)
    expect(phone.page.locator("#serve .stand button")).to_be_enabled()


def test_what_is_said_of_an_entry_names_no_key(new_phone: NewPhone, deal: Deal) -> None:
    """Neither facts of a verdict as a program has them, nor keys; a note opens where it is seen."""
    phone = new_phone(height=664)
    phone.open(deal(positions.typical())["table"])
    phone.tap("#room-3-3")
    phone.sends("#choices button[name=entry] >> nth=-1")
    said = phone.verdict().inner_text()
    assert "room: 3-3" not in said
    assert "due:" not in said
    phone.tap(".verdict summary")
    expect(phone.page.locator("[name=ruling-note]")).to_be_in_viewport()


def test_five_guests_in_one_field_and_names_that_stay_whole(
    new_phone: NewPhone, deal: Deal
) -> None:
    phone = new_phone(height=664)
    phone.open("/new/austria")
    phone.next_step()
    phone.page.fill("[data-all]", "63, 50 78 92 98")
    values = phone.page.locator("[data-slots=queue-grid] input").all()
    assert [value.input_value() for value in values] == ["63", "50", "78", "92", "98"]
    expect(phone.page.locator("#queue-grid .chosen")).to_have_count(5)
    phone.open(deal(everywhere.sample("austria", "sample-waltz"))["table"] + "/result")
    cut = """(names) => names.filter((one) => one.scrollWidth > one.clientWidth + 1).length"""
    names = phone.page.locator(".ledger.even >> nth=0 >> thead .whose > span:last-child")
    expect(names).to_have_count(4)
    assert names.evaluate_all(cut) == 0


def test_numbers_are_picked_by_tens(phone: Phone, deal: Deal) -> None:
    """56 cards become at most ten; a search takes the tens back, a set-up has them as well."""
    page = phone.page
    phone.open(deal(positions.typical())["table"])
    phone.tap("#queue-78")
    tens = page.locator("#reveal [data-tens] button")
    expect(tens).to_have_text(["40…", "50…", "60…", "70…", "80…", "90…", "100…"])
    shown = page.locator("#reveal-pick button:visible")
    phone.tap(tens.nth(4))
    assert [card[:2] for card in shown.all_inner_texts()] == [str(n) for n in range(80, 90)]
    page.fill("[data-filter=reveal-pick]", "101")
    expect(shown).to_have_count(1)
    phone.tap(tens.nth(4))
    expect(page.get_by_role("group", name="By tens")).to_be_visible()
    phone.sends("#reveal button[name=reveal][value='88']")
    phone.sends("#undo")  # to be made again: what was picked lately comes first
    phone.tap("#queue-78")
    assert [card[:2] for card in shown.all_inner_texts()][:3] == ["88", "49", "50"]
    phone.open("/new/austria")
    phone.next_step()
    phone.tap("#f-queue [data-tens] button >> nth=2")
    expect(page.locator("#queue-grid button:visible")).to_have_count(10)
    phone.tap("#queue-grid button[value='63']")
    expect(page.locator("[name=queue-0]")).to_have_value("63")


def test_what_others_changed_since_the_last_turn_is_marked_on_their_boards(
    phone: Phone, deal: Deal
) -> None:
    """The rooms, stores and guests that the entries told of; nothing after an own entry."""
    page = phone.page
    sample = everywhere.sample("austria")
    entries = sample["entries"]
    ends = [at for at, entry in enumerate(entries) if entry.get("by") == "anna" and at]
    until = next(at for at in ends if at > 60 and entries[at - 1].get("by") not in (None, "anna"))
    phone.open(deal({**sample, "entries": entries[:until]})["anna"])
    since = entries[max(at for at in ends if at < until) + 1 : until]
    rooms = {(entry["by"], entry["room"]) for entry in since if "room" in entry}
    others = {entry["by"] for entry in since}
    assert rooms
    marked = page.locator(".players .changed")
    expect(marked).to_have_count(len(others))
    for player, _room in dict(rooms).items():
        phone.tap(f".players [data-sheet='board-{player}']")
        own = [room for of, room in rooms if of == player]
        expect(page.locator(f"#board-{player} .room.changed")).to_have_count(len(own))
        phone.tap(f"#board-{player} [data-close] >> nth=0")
    expect(page.locator(".own .changed")).to_have_count(0)
    phone.enter(entries[until])
    expect(marked).to_have_count(0)


def test_the_orders_of_all_that_waited_are_shown(phone: Phone, deal: Deal) -> None:
    """Two entries made without a connection: what both did with the pieces stands there."""
    phone.trouble = True
    phone.open(deal(positions.typical())["table"])
    phone.page.context.set_offline(True)
    phone.tap("#queue-78", "#reveal button[name=reveal][value='88']")
    expect(phone.page.locator("#queue-78")).to_be_disabled()  # it waits, and is not offered again
    phone.tap("#die-3", "#take-3 .take >> nth=0")
    expect(phone.page.locator("[data-line-title]")).to_have_text("Not sent yet: 2")
    expect(phone.page.locator(".dice button:enabled")).to_have_count(0)
    phone.page.context.set_offline(False)
    last = phone.page.locator("#last")
    expect(last).to_contain_text("takes a die from 3")
    expect(last).to_contain_text("takes guest 78")
    expect(phone.page.locator("main .spent")).to_have_count(0)
    expect(phone.page.locator(".did")).to_contain_text("krone")


def test_what_was_made_offline_and_refused_can_be_proposed(phone: Phone, deal: Deal) -> None:
    """A seat has the same ways for it as for an entry that was refused at once."""
    phone.trouble = True
    phone.open(deal(positions.typical())["anna"])
    phone.page.context.set_offline(True)
    phone.tap("#room-3-3", "#choices button[name=entry] >> nth=-1")
    expect(phone.page.locator("[data-line-title]")).to_have_text("Not sent yet: 1")
    phone.page.context.set_offline(False)
    anyway = phone.page.locator("[data-anyway]")
    expect(anyway).to_have_text("Propose to keep as played")
    phone.tap(anyway)
    expect(phone.page.locator(".review")).to_contain_text("You propose: record: Anna")
    expect(phone.page.locator("#unsent")).to_be_hidden()


def test_the_hand_is_told_by_one_tap_and_never_urged(phone: Phone, deal: Deal) -> None:
    links = deal(everywhere.begun("austria"))
    seat = next(name for name in links if name not in ("table", "read"))
    phone.open(links[seat])
    expect(phone.page.locator("#tell")).to_contain_text("your own cards")
    expect(phone.page.locator("nav .due")).to_have_count(1)
    phone.submits("#tell")
    numbers = phone.page.locator("#hand-grid button").evaluate_all(
        "(all) => all.map((b) => +b.value)"
    )
    assert set(numbers) <= set(STAFF)  # none of the boxes that are not in play
    phone.open(deal(everywhere.sample("austria", until=60))[seat])
    expect(phone.page.locator("#tell")).to_have_count(0)
    expect(phone.page.locator("nav .due")).to_have_count(0)


def test_costs_are_said_before_the_tap_and_both_ways_after_it(phone: Phone, deal: Deal) -> None:
    """Serving costs a krone (GAH-ADD-04); a 6 used as a 4 pays one and takes two (GAH-ACT-61)."""
    document = positions.typical()
    document["position"]["players"]["anna"] |= {"kitchen": {"wine": 1}}
    phone.open(deal(document)["table"])
    page = phone.page
    expect(page.locator(".inline button", has_text="Serve")).to_contain_text("1 krone")
    phone.tap("#cafe-54")
    expect(page.locator("#choices .btn").first).to_contain_text("1 krone")
    phone.tap("#choices [data-close]")
    phone.enter({"by": "anna", "do": "take_die", "die": 6, "as": 4, "gain": {"krones": 2}})
    expect(page.locator(".did")).to_contain_text("pay 1 krone, take 2 krones")


def test_a_loss_has_one_sign_everywhere(phone: Phone, deal: Deal) -> None:
    """A true minus in the result, on the wall, at the end and when looking back; no hyphen."""
    document = everywhere.sample("austria")
    *played, last = document["entries"]
    fine = {"do": "adjust", "of": document["players"][0]["id"], "vp": -150}
    links = deal({**document, "entries": [*played, last, fine]})
    table = links["table"]
    for place in ("/result", "/end", "/moments", ""):
        phone.open(table + place)
        said = phone.page.locator("#main").inner_text()
        assert "−" in said, place
        assert not re.search(r"(?<![\w–-])-\d", said), place
    phone.open(links["read"] + "/wall")
    assert "−" in phone.page.locator("main").inner_text()


def test_the_answer_about_an_entry_leads_back_to_the_game(phone: Phone, deal: Deal) -> None:
    phone.open(deal(everywhere.disputed())["table"] + "/ask/1")
    phone.submits("#back")
    expect(phone.page.locator("h1")).to_have_text("Log")


def test_scoring_opens_its_fields_and_keeps_what_was_scored(phone: Phone) -> None:
    """Modules open their fields at their tap, what was entered stays; a score is kept like a game.

    A krone is 1 VP, the room on floor 2 is 2 (GAH-FIN-03, -04); no line is empty.
    """
    page = phone.page
    phone.open("/scoring/new/austria")
    phone.tap("[data-name='p.a.rooms.2-1']", "label:has([name='p.a.krones'][value='4'])")
    phone.tap("#in-play > summary", "#in-play label:has([value='hotels'])")
    phone.tap("label:has([name='p.a.lobby'][value='dove'])")
    expect(page.locator("#in-play > summary")).to_contain_text("1")
    expect(page.locator("#said")).to_contain_text("Orange 6")
    phone.submits(".editor .dock .btn.main")
    today = str(date.today().year)
    expect(page.locator(".outcome")).to_contain_text(today)
    sheet = phone.get(page.get_attribute("main a[href*='sheet.pdf']", "href") or "")
    printed = " ".join(each.extract_text() for each in PdfReader(io.BytesIO(sheet.body())).pages)
    assert today in printed
    assert "entries" not in printed
    assert "Groups" not in printed  # nobody had any
    phone.submits("form[action*='keep'] button")
    kept = page.url
    expect(page.locator(".ledger tfoot td").first).to_have_text("6")
    assert "entries" not in page.locator("#main").inner_text()
    expect(page.locator("#send-title")).to_be_visible()
    for other in ("/log", "", "/share"):
        phone.open(kept.removeprefix(phone.base).replace("/result", other))
        assert "0 entries" not in page.locator("#main").inner_text()
    phone.open("/")
    expect(page.locator(".games li")).to_have_count(1)
    assert "entries" not in page.locator(".games").inner_text()
    found(phone)
    phone.open(kept.removeprefix(phone.base))
    phone.submits("form[action*='league'] button, form:has([name=league]) button")
    phone.submits("main form button.main")
    phone.open(kept.removeprefix(phone.base))
    expect(page.locator("#main")).to_contain_text("In the league Tuesday Club")


TWICE = """() => { document.documentElement.style.fontSize = "200%"; }"""

LYING_OVER = read_script("seams-lying-over")
"""What can be tapped and lies under a panel where the panel itself is empty."""


IN_SIGHT = read_script("seams-in-sight")
"""Whether what is scrolled to is not under a panel that has grown with the letters."""


def test_small_and_large_screens_break_and_cover_nothing(new_phone: NewPhone, deal: Deal) -> None:
    """No word in two at 320 px, nor at 390 px in letters twice as large where words are long.

    No empty panel lies over anything on a table.
    """
    links = deal(positions.typical())
    table = deal(everywhere.sample("austria", "sample-waltz", until=150))["table"]
    looked = deal(everywhere.sample("austria", until=100))["table"]
    waltz = everywhere.sample("austria", "sample-waltz")
    names = ("Анна-Мария", "세미", "Renée", "Maximilian")  # of other languages than the page's
    players = [
        player | {"name": name} for player, name in zip(waltz["players"], names, strict=True)
    ]
    often = (links["table"], deal(waltz | {"players": players})["table"] + "/result")
    more = (looked + "/moments/40", "/scoring/new/austria")
    for tag, paths in {"en": often, "ko": often, "fr": often + more, "ru": often + more}.items():
        phone = new_phone(width=320, height=568, locale=tag)
        for path in paths:
            phone.open(path)
            phone.page.wait_for_load_state()
            assert not phone.page.evaluate(BROKEN), (tag, path)
            if tag in ("fr", "ru"):
                phone.page.set_viewport_size({"width": 390, "height": 664})
                phone.page.evaluate(TWICE)
                assert not phone.page.evaluate(BROKEN), (tag, path, "200%")
                phone.page.set_viewport_size({"width": 320, "height": 568})
        phone.open(links["table"])
        phone.tap("#die-3")
        expect(phone.page.locator("#take-3[open]")).to_be_visible()
        assert not phone.page.evaluate(BROKEN), tag
    phone = new_phone()
    phone.open(links["table"])
    assert phone.page.evaluate(IN_SIGHT, "room-3-3")
    for width, height in ((1024, 768), (1920, 1080)):
        phone = new_phone(width=width, height=height)
        for path in (links["table"], table):
            phone.open(path)
            assert not phone.page.evaluate(LYING_OVER), (width, path)
