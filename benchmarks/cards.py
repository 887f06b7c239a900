"""How long the list of cards takes: ``python -m benchmarks cards [--slower N] [--json]``.

A real browser with the screen of a phone on slow 4G with nothing kept opens ``/cards``: until the
first card is seen, until its search answers, and until all is there, with the bytes that travelled.
Then words are typed letter by letter. A letter takes from its key until the first picture after it;
the first letter of each word shows most rows anew and is counted by itself. ``worked`` is the
processor time of the page, which other programs on the machine lengthen less.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from playwright.sync_api import CDPSession, Page

from benchmarks._common import percentile, read_options, show
from benchmarks._handset import handset, slow_down

WORDS = ("97", "wine", "sommelier", "coffee red", "bell", "krones", "emperor spaces", "chief")

SEARCH = "[data-filter]"

WATCH = """
window.waited = [];
document.addEventListener("input", () => {
  const from = performance.now();
  requestAnimationFrame(() => setTimeout(() => window.waited.push(performance.now() - from)));
}, true);
"""

WAITED = """new Promise((told) => {
  const look = () => window.waited.length ? told(window.waited[0]) : setTimeout(look, 5);
  look();
})"""

SENT = "performance.getEntries().reduce((sum, one) => sum + (one.transferSize || 0), 0)"


def open_list(page: Page, address: str) -> Mapping[str, int]:
    """Open the list; return milliseconds from the tap, and bytes sent."""
    page.goto(f"{address}/cards", wait_until="commit")
    page.wait_for_load_state("networkidle")
    seen = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    searched, done = page.evaluate(
        "[f => f.name.includes('picks.js'), f => f.responseEnd].map(which => Math.max("
        "...performance.getEntriesByType('resource').filter(which).map(f => f.responseEnd)))"
    )
    sent = page.evaluate(SENT)
    return {"seen": round(seen), "search": round(searched), "all": round(done), "bytes": sent}


def type_words(page: Page, browser: CDPSession) -> Mapping[str, Any]:
    """Type words letter by letter; return how long first and later letters took."""
    browser.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.evaluate(WATCH)
    taken: dict[str, tuple[list[float], list[float]]] = {}
    for word in WORDS:
        page.fill(SEARCH, "")
        for at, letter in enumerate(word):
            page.wait_for_timeout(80)
            page.evaluate("window.waited.length = 0")
            before = _read_task_time(browser)
            page.keyboard.type(letter)
            waits, works = taken.setdefault("later" if at else "first", ([], []))
            waits.append(page.evaluate(WAITED))
            works.append(_read_task_time(browser) - before)
    return {
        f"{what} letters": {
            "letters": len(waits),
            "median, ms": round(median(waits)),
            "p95, ms": round(percentile(waits, 95)),
            "worked p95, ms": round(percentile(works, 95)),
        }
        for what, (waits, works) in taken.items()
    }


def _read_task_time(browser: CDPSession) -> float:
    metrics = browser.send("Performance.getMetrics")["metrics"]
    return next(1000 * float(one["value"]) for one in metrics if one["name"] == "TaskDuration")


def main(arguments: Sequence[str]) -> int:
    """Measure and print; return the exit code."""
    asked = read_options(__doc__, arguments, slower=1)
    with handset() as (app, page, address):
        app.test_client().get("/cards")
        browser = slow_down(page, asked.slower)
        results = {"opened, ms": open_list(page, address), **type_words(page, browser)}
    return show(results, as_json=asked.json)
