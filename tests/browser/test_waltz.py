"""Let's Waltz! on a phone: a recorded game of four, set-up, figures, bells, the key, a ball."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from adjudicator.reading import load
from adjudicator.replay import Replay
from tests.browser.fit import findings, unfit
from tests.browser.phone import Deal, NewPhone, same_game
from tests.browser.waltz import WaltzPhone
from tests.pages.modules.conftest import SETUP, TURN
from tests.proof.routes import LONG, MINUTES

SAMPLE: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "tests" / "evenings" / "sample-waltz.json").read_text("utf-8")
)

SCORED = (3, 3)
PIECES = ((0, 1), (2, 2), SCORED, (4, 5), (6, 7))
"""Rounds, first and last, that are entered in one go, each from where the one before has ended."""


@pytest.fixture
def phone(new_phone: NewPhone) -> WaltzPhone:
    made = new_phone()
    return WaltzPhone(made.page, made.base)


def rounds(first: int, last: int) -> tuple[int, int]:
    rolls = [n for n, entry in enumerate(SAMPLE["entries"]) if entry["do"] == "roll"]
    rolls += [len(SAMPLE["entries"])]
    return (rolls[first - 1] if first else 0), rolls[last]


def play(phone: WaltzPhone, deal: Deal, first: int, last: int) -> None:
    """Tap the entries of some rounds in, and compare with the replay of the file."""
    begin, end = rounds(first, last)
    phone.open(deal(SAMPLE | {"entries": SAMPLE["entries"][:begin]})["table"])
    for number, entry in enumerate(SAMPLE["entries"][begin:end], start=begin + 1):
        try:
            phone.enter(entry)
        except Exception as problem:
            raise AssertionError(f"entry {number}: {entry}: {problem}") from problem
    same_game(phone, SAMPLE | {"entries": SAMPLE["entries"][:end]})
    print(f"\n{end - begin} entries in {phone.taps} taps")


@pytest.mark.rule("WALTZ-COMBO-11", "WALTZ1-SCORE-01")
@pytest.mark.skipif(not LONG, reason="every day test_keyboard enters a round with modules")
@pytest.mark.parametrize(("first", "last"), PIECES)
def test_a_recorded_game_of_four_is_entered_tap_by_tap(
    phone: WaltzPhone, deal: Deal, first: int, last: int
) -> None:
    """The whole game, and the scorings after the third round in their order.

    Auctions, rehearsal halls, first guests and rooms are tapped in by the test after this.
    """
    play(phone, deal, first, last)
    if (first, last) == SCORED:
        steps = phone.page.locator("#round-end li h3").all_inner_texts()
        assert steps.index("Emperor scoring") < steps.index("Ball scoring")


@pytest.mark.rule("WALTZ-COMBO-01", "WALTZ3-AUC-02")
@pytest.mark.skipif(not LONG, reason=MINUTES)
def test_setting_up_all_modules_for_four_takes_few_taps(phone: WaltzPhone) -> None:
    """The form, three auctions in three taps each, rehearsal halls, guests and rooms."""
    phone.set_up(SAMPLE)
    ids = [player["id"] for player in phone.record()["players"]]
    lobbies = SAMPLE["setup"]["lobbies"]
    for player, lobby in zip(ids[:3], lobbies, strict=False):
        phone.enter({"by": player, "do": "take_lobby", "lobby": lobby, "krones": 1})
    for board, player in zip((1, 2, 3), reversed(ids), strict=False):
        phone.enter({"by": player, "do": "take_rehearsal", "rehearsal": board})
    queue = list(SAMPLE["setup"]["queue"])
    spare = iter(number for number in range(49, 60) if number not in queue)
    for _seat in ids:
        guest = queue.pop()
        new = next(spare)
        player = phone.page.locator("#entry-form input[name=shown]").input_value()
        phone.enter({"by": player, "do": "take_guest", "guest": guest, "reveal": new})
        queue.insert(0, new)
    for player in ids:
        for room in ("1-1", "1-2", "1-3"):
            phone.enter({"by": player, "do": "prepare", "room": room})
    print(f"\n{len(ids)} players set up in {phone.taps} taps")
    assert phone.taps <= 90


OWN = {"krones": 9, "emperor": 3, "vp": 10, "kitchen": {}, "hand": 3}


def table(modules: list[str], **position: Any) -> dict[str, Any]:
    """Return a record of Anna and Boris that starts from a position."""
    players = {name: {**OWN, **position.pop(name, {})} for name in ("a", "b")}
    return {
        "record": 1,
        "game": "austria",
        "edition": "2022",
        "modules": modules,
        "players": [{"id": "a", "name": "Anna"}, {"id": "b", "name": "Boris"}],
        "position": {**TURN, "players": players, **position},
        "entries": [],
    }


@pytest.mark.rule("WALTZ1-GUEST-134")
def test_a_card_is_read_in_play_in_six_taps(phone: WaltzPhone, deal: Deal) -> None:
    """Colour, two kinds of food, points and the button; a wall before play it never is."""
    phone.open(deal(table(["balls"], queue=[50, 134, 78, 92, 103]))["table"])
    phone.tap("#figures-due summary", "#figures-due [data-load$='figure.guest.134']")
    phone.page.wait_for_selector("#read-it")
    assert not findings(phone.page)
    phone.no_sideways_scrolling()
    assert not phone.small_targets()
    before = phone.taps
    read = {"colour": "blue", "order": {"cake": 1, "champagne": 2}, "vp": 7}
    phone.read(phone.page.locator("#off-sheet"), read)
    phone.sends("#read-it")
    assert phone.taps - before <= 6
    expect(phone.page.locator("#last")).to_contain_text("134 Debutante: noble, blue")
    expect(phone.page.locator("#queue-134.blue")).to_be_visible()
    assert phone.record()["entries"] == [{"do": "figure", "guest": 134, **read}]


@pytest.mark.rule("WALTZ5-BELL-01", "WALTZ4-KEY-01")
def test_a_bell_rings_and_the_key_is_taken(phone: WaltzPhone, deal: Deal) -> None:
    """Anna takes the key for drinks: the third drink in one action rings the bell of 172."""
    own = {"staff": [172, 168], "cafe": [{"guest": 63}]}
    phone.open(deal(table(["first-player", "more"], a=own))["table"])
    expect(phone.page.locator("#bells-title")).to_be_visible()
    drinks = {"gain": {"wine": 2, "coffee": 1}, "boost": True}
    phone.enter({"by": "a", "do": "take_die", "die": 2, **drinks})
    phone.enter({"by": "a", "do": "ring", "staff": 172})
    expect(phone.page.locator("ul.politics:has(.pcard)").first).to_contain_text("rung, face down")
    phone.enter({"by": "a", "do": "done"})
    phone.enter({"by": "b", "do": "take_key", "gain": {"cake": 1, "strudel": 1}, "as": 1})
    expect(phone.page.locator("#key")).to_contain_text("Boris has the key")


@pytest.mark.rule("WALTZ3-AUC-02", "WALTZ1-SCORE-03")
def test_an_auction_bid_by_bid_and_a_tied_ball(phone: WaltzPhone, deal: Deal) -> None:
    """Two bids and a pass buy a lobby, each in at most three taps; a tie is explained."""
    laid = {"lobbies": ["dove", "kozi"], **SETUP}
    record_ = {**table(["hotels"]), "setup": laid}
    del record_["position"]
    phone.open(deal(record_)["table"])
    bids = [
        {"by": "a", "do": "bid", "lobby": "dove", "krones": 2},
        {"by": "b", "do": "bid", "krones": 4},
        {"by": "a", "do": "pass"},
    ]
    for entry in bids:
        before = phone.taps
        phone.enter(entry)
        assert phone.taps - before <= 3, entry
    now = phone.record()
    assert now["entries"] == [bids[0], {**bids[1], "lobby": "dove"}, bids[2]]
    players = Replay(load(now)).state.position()["players"]
    assert players["b"]["lobby"] == "dove"
    assert players["a"]["lobby"] == "kozi"  # the last one is left for who is left
    assert not findings(phone.page)
    halls = {"halls": ["sperl", "deon", "apollo"]}
    halls |= {"dancers": {"sperl": {"top": ["a", "b"], "bottom": ["b", "a"]}}}  # type: ignore[dict-item]
    last = {"round": 3, "turn_of": "b", "die_taken": True, "dice": [0] * 6}
    last["taken"] = {"a": 2, "b": 2}
    phone.open(deal(table(["balls"], **last, **halls))["table"])
    phone.enter({"by": "b", "do": "done"})
    told = phone.page.locator("#round-end")
    expect(told).to_contain_text("10 + 3 shared by 2, rounded down, is 6")
    assert told.locator(".ball tbody td:last-child").all_inner_texts() == ["+6", "+6"]


@pytest.mark.rule("WALTZ1-BALL-01")
def test_a_typical_turn_with_modules_takes_at_most_ten_taps(phone: WaltzPhone, deal: Deal) -> None:
    """A guest from the queue, a coloured die, a guest sent to a hall, done."""
    served = {"guest": 63, "served": {"coffee": 1}}
    bar = {"red": {"celebrity": "gandhi"}, "blue": None, "yellow": None}
    hotel = {"cafe": [served], "rehearsal": {"board": 1}, "kitchen": {"champagne": 3}}
    halls = {"halls": ["apollo", "deon", "sperl"], "bar": bar, "coloured": {"red": 1}}
    document = table(["balls", "celebrities"], a=hotel, **halls)
    rows = {row: [0, 1, 2] for row in ("top", "middle", "bottom")}
    sections: list[Any] = [[{"krones": 2}]] * 4
    document["options"] = {
        "figures": {"halls": {"apollo": {"2": rows}}, "rehearsals": {"1": sections}}
    }
    phone.open(deal(document)["table"])
    for entry in (
        {"by": "a", "do": "take_guest", "guest": 103, "reveal": 88},
        {"by": "a", "do": "take_die", "die": 1, "colour": "red", "gain": {"strudel": 2, "cake": 1}},
        {"by": "a", "do": "send_guest", "guest": 63, "hall": "apollo", "row": "top", "section": 1},
        {"by": "a", "do": "done"},
    ):
        phone.enter(entry)
    print(f"\ntaps of a typical turn with modules: {phone.taps}")
    assert phone.taps <= 10


@pytest.mark.rule("WALTZ1-BALL-04", "WALTZ1-STAFF-GEN-01")
@pytest.mark.skipif(not LONG, reason=MINUTES)
def test_what_is_not_read_is_asked_before_the_entry_that_needs_it(
    phone: WaltzPhone, deal: Deal
) -> None:
    """A row of a hall costs 2 champagne: asked, paid; and asked for later, the entry is judged
    again.
    """
    page = phone.page
    own: dict[str, Any] = {"cafe": [{"guest": 63, "served": {"coffee": 1}}]}
    own |= {"rehearsal": {"board": 1}, "kitchen": {"champagne": 3}}
    document = table(["balls"], a=own, halls=["apollo", "deon", "sperl"])
    sends = {"by": "a", "do": "send_guest", "guest": 63, "hall": "apollo"}
    sends |= {"row": "bottom", "section": 2}
    figure = {"do": "figure", "hall": "apollo", "row": "bottom", "cells": [2, 2, 2]}

    def held() -> int:
        players = Replay(load(phone.record())).state.position()["players"]
        return int(players["a"]["kitchen"].get("champagne", 0))

    def read() -> None:
        for place in range(3):
            page.locator("dialog[open] select[name='cells[]']").nth(place).select_option("2")

    def asked(seat: str = "table") -> dict[str, str]:
        links = deal(document)
        phone.open(links[seat])
        phone._send_guest(sends)
        expect(page.locator("#reads[open]")).to_contain_text("What does it show?")
        assert phone.record()["entries"] == []
        return links

    asked()
    assert not findings(page)
    read()
    phone.sends("#reads #read-it")
    assert phone.record()["entries"] == [figure, sends]
    assert held() == 1
    for seat in ("table", "a"):  # a seat proposes what the table does
        links = asked(seat)
        phone.sends("#reads [name=unread]")
        assert phone.record()["entries"] == [sends]
        assert held() == 3
        phone.tap("#figures-due summary", "#figures-due [data-load*='figure.hall.apollo.bottom']")
        expect(page.locator("#off-sheet")).to_contain_text("1 entry before waited for it")
        read()
        phone.submits("#off-sheet #read-it")
        phone.submits("#save")
        if seat != "table":
            expect(page.locator("h1")).to_contain_text("You propose")
            phone.open(links["b"])
            phone.submits(".review a")
            phone.tap("#accept")
            expect(page.locator("#said")).to_contain_text("Agreed")
        phone.open(links[seat])
        assert phone.record()["entries"] == [figure, sends]
        assert held() == 1


def test_a_board_with_all_modules_is_fit_for_everybody(phone: WaltzPhone, deal: Deal) -> None:
    """axe, thumb-sized targets, nothing wider than the screen: narrow, usual, a tablet."""
    phone.open(deal(SAMPLE | {"entries": SAMPLE["entries"][: rounds(0, 3)[1]]})["table"])
    assert not unfit(phone, [(320, 844), (820, 844)])


def test_pages_with_all_modules_are_light(phone: WaltzPhone, deal: Deal) -> None:
    """Later pages at most 20 kB, the first one with style and script at most 100 kB."""
    sizes: dict[str, int] = {}

    def weigh(answer: Any) -> None:
        sizes[answer.url] = answer.request.sizes()["responseBodySize"]

    links = deal(SAMPLE | {"entries": SAMPLE["entries"][: rounds(0, 3)[1]]})
    phone.page.on("requestfinished", lambda request: weigh(request.response()))
    phone.open(links["table"])
    phone.page.wait_for_load_state("networkidle")
    first, page = sum(sizes.values()), sizes[phone.page.url]
    print(f"\nfirst page {first} bytes, the page itself {page}")
    assert first <= 100_000
    assert page <= 20_000


@pytest.mark.rule("WALTZ-COMBO-13")
def test_bid_and_bought_say_what_each_is_for(phone: WaltzPhone, deal: Deal) -> None:
    """Both stood there without a word, and one auction was entered twice."""
    phone.open(deal({**SAMPLE, "entries": []})["table"])
    says = "opens an auction: “Bid” enters every bid, “Bought” its result alone"
    expect(phone.page.locator("header.turn")).to_contain_text(says)
    for do, note in (("take_lobby", "The result of a spoken auction."), ("bid", "One bid after")):
        phone.tap(f"#dock-{do}")
        expect(phone.page.locator(f"#{do}")).to_contain_text(note)
        phone.tap(f"#{do} [data-close]")


@pytest.mark.rule("WALTZ3-DOVE-01", "WALTZ3-PAULWEI-01")
@pytest.mark.parametrize(
    ("lobby", "says"),
    [
        ("dove", "may prepare 1 more room: free"),
        ("paulwei", "may prepare 2 more rooms: at their price"),
    ],
)
def test_the_further_rooms_of_a_lobby_are_said_and_offered(
    phone: WaltzPhone, deal: Deal, lobby: str, says: str
) -> None:
    """After three rooms the head still said "up to 3 rooms", above a large "Done"."""
    begun: list[Any] = [{"by": "a", "do": "bid", "lobby": lobby, "krones": 0}]
    begun += [{"by": "b", "do": "pass"}]
    begun += [{"by": "b", "do": "take_guest", "guest": 103, "reveal": 101}]
    begun += [{"by": "a", "do": "take_guest", "guest": 92, "reveal": 102}]
    begun += [{"by": "a", "do": "prepare", "room": f"1-{n}"} for n in (1, 2, 3)]
    laid = {"lobbies": [lobby, "kozi"], **SETUP}
    start = {key: value for key, value in table(["hotels"]).items() if key != "position"}
    phone.open(deal({**start, "setup": laid, "entries": begun})["table"])
    page = phone.page
    expect(page.locator("header.turn")).to_contain_text(says)
    expect(page.locator("#dock-done")).not_to_contain_class("main")
    expect(page.locator(".dock .hint")).to_have_text("Tap a room, or Done.")
    krones = Replay(load(phone.record())).state.position()["players"]["a"]["krones"]
    phone.enter({"by": "a", "do": "prepare", "room": "2-1"})
    left = Replay(load(phone.record())).state.position()["players"]["a"]["krones"]
    assert krones - left == {"dove": 0, "paulwei": 1}[lobby]


@pytest.mark.rule("WALTZ2-DIE-05", "WALTZ2-DIE-07")
def test_a_coloured_die_says_its_price_and_its_celebrity_before_the_tap(
    phone: WaltzPhone, deal: Deal
) -> None:
    """A krone for each die that stays: on the space, in its sheet, apart from what it brings."""
    bar = {"red": {"celebrity": "gandhi"}, "blue": {"celebrity": "freud"}, "yellow": None}
    lie = {"bar": bar, "coloured": {"red": 4, "blue": 5, "yellow": 6}}
    phone.open(deal(table(["celebrities"], dice=[2, 3, 1, 2, 1, 1], **lie))["table"])
    page = phone.page
    says = "the red die: pay 1 krone, Mahatma Gandhi"
    expect(page.locator("#die-4")).to_have_accessible_name(
        f"2 dice on space 4: krones & emperor, {says}"
    )
    expect(page.locator("#die-4 .sign")).to_have_text("◆1")
    expect(page.locator("#die-5")).to_have_accessible_name(
        "1 die on space 5: staff, the blue die: free, Sigmund Freud"
    )
    phone.tap("#die-4")
    expect(page.locator("#take-4 summary").first).to_have_text(says)
    phone.tap("#take-4 [data-close]")
    phone.enter({"by": "a", "do": "take_die", "die": 4, "colour": "red", "gain": {"krones": 2}})
    expect(page.locator(".did")).to_contain_text("pay 1 krone, take 2 krones")


@pytest.mark.rule("WALTZ3-AUC-02")
def test_who_bought_a_lobby_is_chosen_with_the_price(phone: WaltzPhone, deal: Deal) -> None:
    """The opener from 0, anybody else from 1 krone on; a player's own phone names that player."""
    links = deal({**SAMPLE, "entries": []})
    phone.open(links["table"])
    phone.tap("#dock-take_lobby")
    buyers = phone.page.locator("#take_lobby fieldset:has(.prices)")
    names = [player["name"] for player in SAMPLE["players"]]
    assert buyers.locator("legend").all_inner_texts() == [f"{name} pays" for name in names]
    least = [each.locator("button").first.inner_text() for each in buyers.all()]
    assert least == ["0", "1", "1", "1"]
    before = phone.taps
    chloe = SAMPLE["players"][2]["id"]
    phone.tap("#take_lobby label:has([value='\"wray\"'])")
    phone.sends(buyers.nth(2).get_by_role("button", name="3", exact=True))
    assert phone.taps - before == 2
    bought = {"by": chloe, "do": "take_lobby", "lobby": "wray", "krones": 3}
    assert phone.record()["entries"] == [bought]
    phone.open(links[SAMPLE["players"][1]["id"]])
    phone.tap("#dock-take_lobby")
    expect(buyers.locator("legend")).to_have_text(["Boris pays"])
