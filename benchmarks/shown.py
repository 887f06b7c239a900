"""How long a person waits after a tap: ``python -m benchmarks shown [--entries N] [--slower N]``.

A real browser with the screen of a phone, its processor slowed to a quarter, its network as slow 4G
is (150 ms there and back, 1.6 Mbit/s down, 0.75 up). A recorded game is entered tap by tap, as the
tests do it. Measured on the page itself: from the finger's touch to the first picture after the
page has the new version; ``felt`` is until anything changes, such as the button's own sign that
its entry is on its way. Sheets that a tap opens are measured until they are open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from playwright.sync_api import Page

from benchmarks._common import percentile, read_options, show
from benchmarks._handset import SLOWER, handset, slow_down
from recorder.web.context import tables
from tests.browser.phone import Phone
from tests.browser.test_whole_game import game, rows

FIRST = 9
"""Entries that are there already: the guests and rooms of the set-up."""

WATCH = """
window.waited = {entries: [], felt: [], sheets: []};
let touched = 0, felt = 0;
const later = (list, from) => requestAnimationFrame(
  () => setTimeout(() => list.push(performance.now() - from)));
addEventListener("pointerdown", () => { touched = felt = performance.now(); }, true);
new MutationObserver((changes) => {
  if (felt) { later(window.waited.felt, felt); felt = 0; }
  for (const {target, attributeName} of changes) {
    if (!touched) return;
    const opened = attributeName === "open" && target.matches("dialog[open]");
    const entered = attributeName === "data-version" && target.id === "main";
    if (!opened && !entered) continue;
    later(opened ? window.waited.sheets : window.waited.entries, touched);
    touched = 0;
  }
}).observe(document, {subtree: true, attributes: true, childList: true});
"""


def read_page_times(page: Page) -> Mapping[str, list[float]]:
    """Return the page's own measurements since it was loaded, in milliseconds."""
    waited: Mapping[str, list[float]] = page.evaluate("window.waited")
    return waited


def play_slowly(count: int, slower: int) -> Mapping[str, list[float]]:
    """Enter some of a recorded game on a slow phone; return the waits of its taps.

    slower: how many times the phone is slower than this machine.
    """
    document = game()
    entries = document["entries"]
    with handset() as (app, page, address):
        with app.app_context():
            table = tables().start({**document, "entries": entries[:FIRST]}, listed=False).table
        page.add_init_script(WATCH)
        phone = Phone(page, address)
        phone.open(f"/t/{table.link.token}")
        slow_down(page, slower)
        for entry, *then in rows(entries[FIRST : FIRST + count]):
            phone.enter(entry, then)
        return read_page_times(page)


def main(arguments: Sequence[str]) -> int:
    """Measure and print; return the exit code."""
    asked = read_options(__doc__, arguments, entries=60, slower=SLOWER)
    results = {
        what: {
            "taps": len(waits),
            "median ms": round(median(waits)),
            "p95 ms": round(percentile(waits, 95)),
        }
        for what, waits in play_slowly(asked.entries, asked.slower).items()
        if waits
    }
    return show(results, as_json=asked.json)
