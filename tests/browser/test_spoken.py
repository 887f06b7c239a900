"""What a screen reader has to say of a page, kept as text that somebody can follow without sight.

The files lie in ``spoken``; ``SPOKEN=write pytest tests/browser/test_spoken.py`` writes them anew.
"""

import os
import re
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from recorder import create_app
from recorder.pages.referee.questions import MoveQuestion
from recorder.serving.server import make_server
from recorder.web.context import tables
from tests.browser import everywhere, positions
from tests.browser.conftest import HOUSE
from tests.browser.fit import badly_said
from tests.browser.phone import Deal, NewPhone, Phone
from tests.browser.test_reach import between_rounds, two_to_serve
from tools import sample_league

KEPT = Path(__file__).parent / "spoken"

NAMES = ("play", "set-up", "verdict", "log", "result", "referee", "scoring", "league")

TENS = ("set-up", "scoring")
"""Pages whose guests have their tens above them: a script makes these a moment after the page is
there, so the last one is waited for."""

WRITE = os.environ.get("SPOKEN") == "write"

CHANGING = {
    r"https?://\S+": "(address)",
    r"\d{4}-\d\d-\d\d": "(day)",
    r"\b\d+\.\d+\.\d+\b": "(version)",
    r"\b\d+ cases?\b": "(number of) cases",
}
"""What differs from day to day, from run to run, with each new case, and what stands for it."""

_LINE = re.compile(r"^(?P<indent> *)- (?P<said>.*)$")
_NAMED = re.compile(r"^\w+ \"(?P<name>.*)\"[^\"]*$")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """A recorder of its own, where nobody else keeps anything: its address and its pages."""
    app = create_app({"DATABASE": str(tmp_path_factory.mktemp("spoken") / "recorder.db")})
    server = make_server(app, host="127.0.0.1", port=0, threads=2)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()

    def deal(document: Mapping[str, Any]) -> str:
        with app.app_context():
            return f"/t/{tables().start(document, listed=False).table.link.token}"

    over = deal(everywhere.sample("austria"))
    question = MoveQuestion({**positions.typical(), "entries": []}, ())
    asked = question.having([{"by": "anna", "do": "prepare", "room": "3-3"}])
    pages = {
        "play": deal(positions.typical()),
        "set-up": "/new/austria",
        "verdict": deal(positions.typical()),
        "log": f"{over}/log",
        "result": f"{over}/result",
        "referee": f"/referee/answer?q={asked.text()}",
        "scoring": "/scoring/new/austria",
        "league": sample_league.make_league(app, sample_league.DAYS[:2]) + "/standings/s1",
    }
    yield f"http://{HOUSE}:{server.effective_port}", pages
    server.close()
    thread.join(timeout=5)


def spoken(snapshot: str) -> str:
    """Return a page as it is heard: a line for each thing, and none for what it has just said.

    The text of a label is left out beside the field that it names, addresses are.
    """
    lines: list[str] = []
    named = ""
    for line in snapshot.splitlines():
        heard = _LINE.match(line)
        assert heard, line
        said = heard["said"]
        if said.startswith("'"):  # as YAML quotes what has a colon
            said = said.rstrip(":").strip("'").replace("''", "'")
        if said.startswith("/url:"):
            continue
        if said.startswith("text: ") and said.removeprefix("text: ").strip('"') == named:
            continue
        one = _NAMED.match(said)
        named = one["name"] if one else named
        lines.append(heard["indent"] + said)
    text = "\n".join(lines) + "\n"
    for what, stands in CHANGING.items():
        text = re.sub(what, stands, text)
    return text


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_heard_as_it_was_read_aloud(
    name: str, house: tuple[str, dict[str, str]], new_phone: NewPhone
) -> None:
    phone = Phone(new_phone().page, house[0])
    phone.open(house[1][name])
    if name == "verdict":
        phone.tap("#room-3-3")
        phone.sends("#choices button[name=entry] >> nth=-1")
    if name in TENS:
        expect(phone.page.locator("[data-tens] button").last).to_have_text("100…")
    heard = spoken(phone.page.locator("main").aria_snapshot())
    kept = KEPT / f"{name}.txt"
    if WRITE:
        kept.write_text(heard, encoding="utf-8")
    assert heard == kept.read_text(encoding="utf-8")
    assert not badly_said(phone.page)


LOST = """() => [...document.querySelectorAll("[aria-labelledby], [aria-describedby]")]
  .flatMap((each) => ["aria-labelledby", "aria-describedby"]
    .flatMap((key) => (each.getAttribute(key) || "").split(" ")).filter(Boolean))
  .filter((id) => !document.getElementById(id))"""


@pytest.mark.parametrize("sheet", ["roll", "serve"])
def test_a_sheet_has_a_name(sheet: str, new_phone: NewPhone, deal: Deal) -> None:
    """A sheet that is called by a heading that no page has is heard without a name."""
    document = {"roll": between_rounds, "serve": two_to_serve}[sheet]()
    phone = new_phone()
    phone.open(deal(document)["table"])
    phone.tap(f"[data-sheet={sheet}]")
    expect(phone.page.get_by_role("dialog")).to_have_accessible_name(re.compile(r"\w"))
    assert phone.page.evaluate(LOST) == []
