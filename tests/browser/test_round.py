"""A round at the table: four players, verdicts, taking back, the log, the emperor, the end."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import positions
from tests.browser.phone import SETUP, Deal, Phone
from tests.proof.routes import LONG


def turn(player: str, die: int, **keys: Any) -> list[dict[str, Any]]:
    return [{"by": player, "do": "take_die", "die": die, **keys}, {"by": player, "do": "done"}]


def first_steps() -> list[dict[str, Any]]:
    """The first guests and rooms of four; test_waltz taps them in."""
    guests = [("dora", 98, 55), ("chloe", 92, 85), ("boris", 78, 101), ("anna", 50, 66)]
    return [
        {"by": player, "do": "take_guest", "guest": guest, "reveal": reveal}
        for player, guest, reveal in guests
    ] + [
        {"by": player, "do": "prepare", "room": room}
        for player, *_ in reversed(guests)
        for room in ("1-1", "1-2", "1-3")
    ]


@pytest.mark.skipif(not LONG, reason="every day test_live plays a round, on four phones")
def test_a_whole_round_of_four(phone: Phone, deal: Deal) -> None:
    phone.start_game(4)
    set_up = phone.record()
    assert [player["name"] for player in set_up["players"]] == SETUP["names"]
    assert {key: set_up["setup"][key] for key in SETUP if key != "names"} == {
        key: value for key, value in SETUP.items() if key != "names"
    }
    assert [player["id"] for player in set_up["players"]] == ["a", "b", "c", "d"]
    called = zip(set_up["players"], ("anna", "boris", "chloe", "dora"), strict=True)
    players = [{**player, "id": name} for player, name in called]
    phone.open(deal(set_up | {"players": players, "entries": first_steps()})["table"])
    phone.enter({"by": "anna", "do": "roll", "dice": [3, 3, 3, 2, 2, 1]})
    expect(phone.page.locator("h1")).to_contain_text("Anna")
    wine = {"gain": {"wine": 3}, "place": {"50": {"wine": 1}}}
    phone.enter({"by": "anna", "do": "take_die", "die": 2, **wine})
    phone.enter({"by": "anna", "do": "check_in", "guest": 50, "room": "1-2"})
    phone.enter({"by": "anna", "do": "prepare", "room": "1-4"})
    phone.enter({"by": "anna", "do": "done"})
    strudel = {"gain": {"strudel": 2, "cake": 1}, "place": {"78": {"cake": 1}}}
    phone.enter({"by": "boris", "do": "take_guest", "guest": 63, "reveal": 70})
    phone.enter({"by": "boris", "do": "take_die", "die": 1, **strudel})
    phone.enter({"by": "boris", "do": "check_in", "guest": 78, "room": "1-3"})
    phone.enter({"by": "boris", "do": "take_guest", "guest": 55, "reveal": 104})
    phone.enter({"by": "boris", "do": "done"})
    phone.enter({"by": "chloe", "do": "take_die", "die": 3})
    phone.enter({"by": "chloe", "do": "prepare", "room": "2-1"})
    phone.enter({"by": "chloe", "do": "done"})
    for entry in turn("dora", 4, gain={"krones": 2}) + turn("dora", 4, gain={"emperor": 1}):
        phone.enter(entry)
    phone.enter({"by": "chloe", "do": "take_die", "die": 5})
    phone.enter({"by": "chloe", "do": "play_staff", "staff": 24})
    phone.enter({"by": "chloe", "do": "done"})
    for entry in turn("boris", 6, **{"as": 4, "gain": {"krones": 1}}):
        phone.enter(entry)
    for entry in turn("anna", 3):
        phone.enter(entry)
    expect(phone.page.locator(".turn")).to_contain_text("Round 2 of 7")
    expect(phone.page.locator(".turn")).to_contain_text("Boris rolls")
    phone.open(phone.page.url.removeprefix(phone.base).split("?")[0] + "/log?verdict=illegal")
    expect(phone.page.locator("#main")).to_contain_text("Everything so far is legal")


def test_a_typical_turn_takes_at_most_nine_taps(phone: Phone, deal: Deal) -> None:
    """Guest from the queue with the reveal, a die with food placed, a check-in, done."""
    phone.open(deal(positions.typical())["table"])
    for entry in (
        {"by": "anna", "do": "take_guest", "guest": 92, "reveal": 88},
        {
            "by": "anna",
            "do": "take_die",
            "die": 2,
            "gain": {"wine": 1, "coffee": 1},
            "place": {"54": {"wine": 1}},
        },
        {"by": "anna", "do": "check_in", "guest": 54, "room": "1-2"},
        {"by": "anna", "do": "gain", "gain": {"coffee": 1}},
        {"by": "anna", "do": "done"},
    ):
        phone.enter(entry)
    expect(phone.page.locator("h1")).to_contain_text("Boris")
    print(f"\ntaps of the typical turn: {phone.taps}")
    assert phone.taps <= 9


def test_an_illegal_entry_is_explained_and_taken_back(phone: Phone, deal: Deal) -> None:
    phone.open(deal(positions.typical())["table"])
    before = phone.version
    phone.tap("#room-3-3")  # far from the hotel, and nothing allows a room now
    phone.sends("#choices button[name=entry] >> nth=-1")
    said = phone.verdict()
    expect(said).to_contain_text("Not allowed")
    expect(said).to_contain_text("GAH-ROOM-01")
    expect(said).to_contain_text("Anna prepares room 3-3")
    assert phone.page.evaluate("document.activeElement.id") == "verdict-title"
    expect(said.get_by_role("button", name="Undo")).to_have_count(0)
    expect(phone.page.locator("#undo[inert]")).to_have_count(1)  # it rests
    phone.tap(said.get_by_role("button", name="Don't record"))
    expect(said).to_have_count(0)
    assert phone.version == before
    expect(phone.page.locator("#undo:not([inert])")).to_have_count(1)
    phone.enter({"by": "anna", "do": "take_die", "die": 3})


def test_an_illegal_entry_is_let_stand(phone: Phone, deal: Deal) -> None:
    link = deal(positions.typical())["table"]
    phone.open(link)
    phone.tap("#room-2-1")
    phone.sends("#choices button[name=entry] >> nth=-1")
    phone.sends(phone.verdict().locator("[name=ruling]"))
    expect(phone.page.locator("#room-2-1.vacant")).to_be_visible()
    expect(phone.page.locator("#last")).to_contain_text("kept")
    assert phone.get(link + "/record.json").json()["entries"] == [
        {"by": "anna", "do": "prepare", "room": "2-1"},
        {"do": "rule", "entry": 1, "stands": True},
    ]
    phone.open(link + "/log?verdict=illegal")
    expect(phone.page.locator("#entry-1")).to_contain_text("GAH-ACT-31")
    phone.page.go_back()
    phone.sends("#undo")  # the entry goes with its ruling
    expect(phone.page.locator("#room-2-1.empty")).to_be_visible()
    expect(phone.page.locator("#live")).not_to_be_empty()  # a screen reader hears it, too
    expect(phone.page.locator("#undo")).to_be_disabled()


def test_what_is_off_the_buttons_can_be_entered(phone: Phone, deal: Deal) -> None:
    phone.open(deal(positions.typical())["table"])
    phone.other("other-die")
    part = phone.page.locator("#other-die")
    phone.tap(part.locator("label:has([name=die][value='1'])"))
    for _piece in range(3):
        phone.tap(part.locator(".amount").nth(1).locator("[data-step='1']"))
    phone.sends(part.locator("button.main"))
    expect(phone.verdict()).to_contain_text("GAH-ACT-12")
    expect(phone.verdict()).to_contain_text("Anna takes a die from 1: 3 cakes")


def test_several_steps_are_taken_back(phone: Phone, deal: Deal) -> None:
    phone.open(deal(positions.typical())["table"])
    for entry in [
        {"by": "anna", "do": "take_guest", "guest": 92, "reveal": 88},
        {"by": "anna", "do": "take_die", "die": 3},
        {"by": "anna", "do": "prepare", "room": "2-1"},
    ]:
        phone.enter(entry)
    for _step in range(3):
        phone.sends("#undo")
    expect(phone.page.locator("#queue-92")).to_be_visible()
    expect(phone.page.locator("#undo")).to_be_disabled()


def test_another_board_is_one_tap_away(phone: Phone, deal: Deal) -> None:
    phone.open(deal(positions.typical())["table"])
    phone.tap(".players .chip >> nth=2")
    expect(phone.page.locator("#board-chloe")).to_be_visible()
    expect(phone.page.locator("#board-chloe .room")).to_have_count(20)
    phone.page.keyboard.press("Escape")
    expect(phone.page.locator("#board-chloe")).to_be_hidden()


def test_an_emperor_scoring_with_a_choice(phone: Phone, deal: Deal) -> None:
    """Anna and Dora end on 0: five points, or a vacant room from the highest floor."""
    phone.open(deal(positions.end_of_round_three())["table"])
    phone.enter({"by": "anna", "do": "done"})
    rows = phone.page.locator(".emperor tbody tr")
    assert [" ".join(row.inner_text().split()) for row in rows.all()] == [
        "Anna 2 → becomes 0 +2 penalty",
        "Boris 7 → becomes 4 +5 bonus",
        "Chloé 5 → becomes 2 +4 nothing",
        "Dora 1 → becomes 0 +1 penalty",
    ]
    phone.enter({"by": "anna", "do": "penalty", "choose": "goods"})
    phone.enter({"by": "anna", "do": "remove_room", "room": "2-2"})
    phone.enter({"by": "boris", "do": "prepare", "room": "1-4"})
    phone.enter({"by": "dora", "do": "penalty", "choose": "vp"})
    assert not phone.page.locator(".agenda").count()
    points = phone.page.locator(".players .pts").all_inner_texts()
    assert [text.split()[0] for text in points] == ["6", "9", "8", "0"]  # 4+2, 4+5, 4+4, 4+1-5
    phone.enter({"by": "boris", "do": "roll", "dice": [3, 3, 3, 2, 2, 1]})
    assert not phone.page.locator(".emperor").count()


def test_the_end_and_the_sheet(phone: Phone, deal: Deal) -> None:
    link = deal(positions.last_turn())["table"]
    phone.open(link)
    phone.enter({"by": "anna", "do": "done"})
    expect(phone.page.locator("h1")).to_contain_text("over")
    phone.tap("#to-result", "#whole-score")
    expect(phone.page.locator(".outcome h1")).to_contain_text("Anna wins with")
    expect(phone.page.locator(".ledger tbody").first).to_contain_text("Emperor track")
    sheet = phone.get(link + "/sheet.pdf")
    assert sheet.headers["content-type"] == "application/pdf"
    assert sheet.body().startswith(b"%PDF-")
    assert phone.get(link + "/record.json").json()["entries"] == [{"by": "anna", "do": "done"}]
    phone.tap("main a[href$='/share']")
    links = phone.page.locator("input[type=url]")
    expect(links).to_have_count(7)  # sitting down, reading, the table, four seats nobody has opened


def test_who_reads_cannot_write(phone: Phone, deal: Deal) -> None:
    links = deal(positions.typical())
    phone.open(links["read"])
    assert not phone.page.locator("#undo, #other, .queue button, .hotel button").count()
    answer = phone.page.evaluate(
        """async (path) => {
          const body = new FormData(document.querySelector("#entry-form"));
          body.set("entry", JSON.stringify({by: "anna", do: "take_die", die: 3}));
          const answer = await fetch(path + "/entries", {method: "POST", body});
          return [answer.status, await answer.text()];
        }""",
        links["read"],
    )
    assert answer[0] == 403
    assert "for spectators" in answer[1]


def test_a_seat_enters_for_its_own_player_only(phone: Phone, deal: Deal) -> None:
    phone.open(deal(positions.typical())["boris"])
    expect(phone.page.locator("h1")).to_contain_text("Anna")
    expect(phone.page.locator("#hotel-title")).to_have_text("Boris's hotel")
    assert not phone.page.locator("#entry-form .may").count()
    phone.queue()
    phone.tap("#die-3")  # nothing is offered: the sheet for what happened anyway
    phone.sends("#other-die button.main")
    expect(phone.verdict()).to_contain_text("GAH-ROUND-05")
    assert not phone.verdict().locator("[name=ruling]").count()  # the table rules, not a seat


@pytest.mark.parametrize("edition", ["2015-ru", "2022"])
def test_words_of_the_edition(phone: Phone, deal: Deal, edition: str) -> None:
    phone.open(deal({**positions.typical(), "edition": edition})["table"])
    phone.tap("[data-sheet=cards]")
    wanted = {"2015-ru": "Politics cards", "2022": "Objective cards"}[edition]
    expect(phone.page.locator("#cards h2")).to_have_text(wanted)
