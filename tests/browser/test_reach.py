"""For everybody: axe, size of targets, narrow and wide screens, bytes."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser import everywhere, fit, positions
from tests.browser.fit import LOW, SIZES, covering, unfit
from tests.browser.phone import Deal, NewPhone, Phone
from tests.browser.scripts import read_script
from tests.browser.test_everywhere import CUT
from tests.proof.routes import LONG, MINUTES

SAMPLE = json.loads(
    (Path(__file__).parents[2] / "tests" / "evenings" / "sample.json").read_text("utf-8")
)

FIRST_PAGE, LATER_PAGE, AN_ENTRY = 60_000, 20_000, 10_000
"""Bytes that may be transferred."""


def states(phone: Phone, deal: Deal) -> list[tuple[str, Callable[[], None]]]:
    """Every state that is reached by a tap, as (name, how to get there); see test_everywhere."""
    turn = deal(positions.typical())["table"]
    scored = deal(positions.end_of_round_three())["table"]

    def open_then(path: str, *taps: str) -> Callable[[], None]:
        def go() -> None:
            phone.open(path)
            for tap in taps:
                phone.tap(tap)

        return go

    def rewarded() -> None:
        phone.open(deal(positions.typical())["table"])
        gain = {"gain": {"wine": 2}, "place": {"54": {"wine": 1}}}
        phone.enter({"by": "anna", "do": "take_die", "die": 2, **gain})
        phone.enter({"by": "anna", "do": "check_in", "guest": 54, "room": "1-2"})

    def refused() -> None:
        phone.open(turn)
        phone.tap("#room-3-3")
        phone.sends("#choices button[name=entry] >> nth=-1")

    def emperor() -> None:
        phone.open(scored)
        phone.enter({"by": "anna", "do": "done"})

    return [
        ("reveal", open_then(turn, "#queue-92")),
        ("a die with food", open_then(turn, "#die-2")),
        ("serving", open_then(deal(two_to_serve())["table"], "[data-sheet=serve]")),
        ("a die of six", open_then(turn, "#die-6")),
        ("another board", open_then(turn, ".players .chip >> nth=1")),
        ("cards", open_then(turn, "[data-sheet=cards]")),
        ("choices of a room", open_then(turn, "#room-2-2")),
        ("off the buttons", open_then(turn, "#other", "#other-die > summary")),
        ("a reward", rewarded),
        ("a verdict", refused),
        ("emperor scoring", emperor),
        ("the roll", open_then(deal(between_rounds())["table"], "#dock-roll")),
    ]


def two_to_serve() -> dict[str, Any]:
    """A turn in which two pieces of the kitchen may go to guests: other than both, by the sheet."""
    document = positions.typical()
    anna = document["position"]["players"]["anna"]
    anna |= {"kitchen": {"wine": 2}, "cafe": [{"guest": 54}]}
    return document


def between_rounds() -> dict[str, Any]:
    """A record in which the roll of round 2 is due."""
    document = positions.typical()
    document["position"] = {**document["position"], "turn_of": None}
    del document["position"]["dice"]
    return document


@pytest.mark.skipif(not LONG, reason=MINUTES)
def test_every_state_is_fit_for_everybody(phone: Phone, deal: Deal, chance: random.Random) -> None:
    """A fifth, drawn by the seed: axe, thumbs, narrow, turned and wide; SOAK=1: all."""
    lines = []
    for name, go in everywhere.part(states(phone, deal), chance):
        go()
        lines += [f"{name}: {line}" for line in unfit(phone, SIZES, chance=chance)]
    assert not lines, "\n".join(lines)


def test_no_panel_covers_more_than_two_fifths(
    phone: Phone, deal: Deal, chance: random.Random
) -> None:
    """Modules and Hotel Samoa: in two states of each that the run draws, on one screen.

    The base game is looked at while it is entered (test_whole_game). SOAK=1: every fifth state, in
    all sizes of screens and letters.
    """
    lines = []
    for game, name in (("austria", "sample-waltz"), ("samoa", "sample")):
        whole = everywhere.sample(game, name)
        count = len(whole["entries"])
        for until in range(0, count + 1, 5) if LONG else chance.sample(range(count + 1), 2):
            phone.open(deal({**whole, "entries": whole["entries"][:until]})["table"])
            sizes, letters = (LOW, fit.LETTERS) if LONG else ([chance.choice(LOW)], fit.LETTERS[1:])
            lines += [f"{name} {until}: {x}" for x in covering(phone.page, sizes, letters)]
    assert not lines, "\n".join(lines)


def test_boards_and_table_stand_side_by_side_where_there_is_room(
    new_phone: NewPhone, deal: Deal
) -> None:
    for width, height in SIZES[2:]:
        phone = new_phone(width=width, height=height)
        phone.open(deal(positions.typical())["table"])
        own = phone.page.locator(".two-up > .own").bounding_box()
        table = phone.page.locator(".two-up > .table").bounding_box()
        assert own is not None
        assert table is not None
        assert own["x"] + own["width"] <= table["x"]


CUT_TEXT = """() => [...document.querySelectorAll(".now-line h1, .players .who > span, .roof h2")]
  .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1
    && getComputedStyle(each).display !== "inline")
  .map((each) => each.textContent)"""

BROKEN = read_script("reach-broken")
"""Words that stand on more than one line. English ones are short enough for every size."""

SPACED = """(() => { const style = new CSSStyleSheet();
  style.replaceSync(`* { line-height: 1.5 !important; letter-spacing: .12em !important;
    word-spacing: .16em !important } p { margin-bottom: 2em !important }`);
  document.adoptedStyleSheets = [style]; })()"""
"""The distances that a reader may set (WCAG 1.4.12)."""

LETTERS = [
    (320, "document.documentElement.style.fontSize = '200%'"),
    (390, "document.documentElement.style.fontSize = '125%'"),
    (390, f"document.documentElement.style.fontSize = ''; {SPACED}"),
]
"""How large and how wide people set their letters, and on what width."""


def test_large_text_and_wide_text_stay_readable(phone: Phone, deal: Deal) -> None:
    """Larger letters, and letters set wide: nothing is cut off sideways, no word is broken."""
    turn = deal(positions.typical())["table"]
    over = deal(SAMPLE)["table"]
    waltz = deal(everywhere.sample("austria", "sample-waltz", 120))["table"]
    samoa = deal(everywhere.sample("samoa", until=12))["table"]
    paths = ["/", turn, over, waltz, samoa, over + "/log", over + "/result", "/new/austria"]
    unreadable = []
    for path in (*paths, "/scoring/new/austria"):
        phone.open(path)
        for width, letters in LETTERS:
            phone.page.set_viewport_size({"width": width, "height": 844})
            phone.page.evaluate(letters)
            lines = [look for script in (CUT, BROKEN) for look in phone.page.evaluate(script)]
            lines += [f"cut: {name}" for name in phone.page.evaluate(CUT_TEXT)]
            unreadable += [f"{path}, {width} wide, {letters[:60]}: {line}" for line in lines]
    assert not unreadable, "\n".join(unreadable)


HEAD = read_script("reach-head")
"""Whether everything in a head stands beside everything else, and how many icons have words."""


def test_no_head_takes_two_rows_and_icons_have_words_where_there_is_room(
    new_phone: NewPhone, deal: Deal
) -> None:
    """A player's own phone has most in its head: sound, the hand, log, score, search and share."""
    links = deal(everywhere.sample("austria", "sample-waltz", 120))
    own = next(link for name, link in links.items() if name not in ("table", "read"))
    for language in everywhere.LANGUAGES:
        phone = new_phone(locale=language)
        for path, words in ((own, 4), (own + "/log", 5)):
            phone.open(path)
            for width in (320, 390, 480, 600, 768, 1024):
                phone.page.set_viewport_size({"width": width, "height": 768})
                beside, worded = phone.page.evaluate(HEAD)
                assert beside, f"{path} in {language}, {width} wide"
                assert worded >= words * (width >= 768), f"{path} in {language}, {width} wide"


def test_the_main_action_is_in_the_lower_half(phone: Phone, deal: Deal) -> None:
    phone.open(deal(positions.typical())["table"])
    middle = 844 / 2
    for target in [*phone.page.locator(".queue .may, .dice .may").all()]:
        box = target.bounding_box()
        assert box["y"] > middle
        assert box["y"] + box["height"] <= 844
    phone.enter({"by": "anna", "do": "take_die", "die": 3})
    done = phone.page.locator("#dock-done").bounding_box()
    assert done["y"] > middle


def test_bytes_of_the_first_page_and_of_later_ones(new_phone: NewPhone, deal: Deal) -> None:
    phone = new_phone()
    links = deal(positions.typical())
    over = deal(SAMPLE)["table"]
    session = phone.page.context.new_cdp_session(phone.page)
    session.send("Network.enable")
    received: list[int] = []
    session.on(
        "Network.loadingFinished", lambda event: received.append(int(event["encodedDataLength"]))
    )

    def cost(path: str) -> int:
        received.clear()
        phone.page.goto(phone.base + path, wait_until="networkidle")
        return sum(received)

    first = cost(links["table"])
    later = {
        "first page": cost("/"),
        "set-up": cost("/new/austria"),
        "a turn": cost(links["table"]),
        "log of a whole game": cost(over + "/log"),
        "result": cost(over + "/result"),
    }
    late = {**SAMPLE, "entries": SAMPLE["entries"][:-2]}
    an_entry = {}
    for when, document, entry in (
        ("early", positions.typical(), {"by": "anna", "do": "take_die", "die": 3}),
        ("late", late, SAMPLE["entries"][-2]),
    ):
        phone.open(deal(document)["table"])
        received.clear()
        phone.enter(entry)
        phone.page.wait_for_load_state("networkidle")
        an_entry[when] = sum(received)
    print(f"\nbytes, nothing cached: {first}; then {later}; an entry {an_entry}")
    assert first <= FIRST_PAGE
    assert max(later.values()) <= LATER_PAGE
    assert max(an_entry.values()) <= AN_ENTRY
