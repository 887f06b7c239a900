"""axe on a page, by day and by night; the colours of letters each time they are new to it.

Contrast takes axe longer than everything else, and depends on little: the colours and size of
letters and of their background. Places that are alike in that are looked at once in a run, over all
processes and pages; with SOAK=1 every time.
"""

import json
from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.browser.scripts import read_script
from tests.proof.routes import LONG

SOURCE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
TAGS = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}
"""The rules for every state of a page."""

MOST = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"label-content-name-mismatch": {"enabled": True}},
}
"""The rules for every page."""

CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}

_LOOK = read_script("axe-look")
# Three of a kind: of one that is covered axe cannot tell. It is asked to describe places that are
# wrong or open and no others: to describe all that are right takes it longer than to look.

TRIES = 3
"""Pages on which axe is asked about a kind of letters of which it cannot tell."""


class Settled:
    """Kinds of letters that were found to be right, by any process of this run.

    file: where they tell each other, a line for each kind; None while there is nobody else.
    """

    def __init__(self) -> None:
        self.file: Path | None = None
        self._kinds: set[str] = set()
        self._read = 0  # bytes

    def kinds(self) -> set[str]:
        """Return all that are known by now."""
        if self.file is not None and self.file.exists():
            with self.file.open("rb") as lines:
                lines.seek(self._read)
                fresh, whole, _ = lines.read().rpartition(b"\n")  # another one may be writing
            self._read += len(fresh) + len(whole)
            self._kinds.update(json.loads(line) for line in fresh.splitlines())
        return self._kinds

    def add(self, kinds: Collection[str]) -> None:
        """Keep them, and tell the others."""
        self._kinds.update(kinds)
        if self.file is not None:
            lines = "".join(json.dumps(kind) + "\n" for kind in kinds)
            with self.file.open("ab", buffering=0) as file:  # in one piece
                file.write(lines.encode())


SETTLED = Settled()

_unsure: Counter[str] = Counter()
"""On how many pages axe could not tell of a kind: it is covered or out of sight."""


def violations(page: Page, rules: Mapping[str, Any]) -> list[Any]:
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(SOURCE)
    settled = SETTLED.kinds() | {kind for kind, times in _unsure.items() if times >= TRIES}
    asked = [rules, [] if LONG else sorted(settled)]
    looked, against, right, unsure = page.evaluate(_LOOK, asked)
    assert looked > (0 if rules is CONTRAST else 5)  # it has looked
    SETTLED.add(right)
    _unsure.update(unsure)
    return list(against)


def by_day_and_night(page: Page, rules: Mapping[str, Any]) -> list[str]:
    """Return axe's findings by day, and by night those of colours.

    Only colours differ at night. One line for each place.
    """
    against = []
    for scheme, held in (("light", rules), ("dark", CONTRAST)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        against += [(scheme, each) for each in violations(page, held)]
    page.emulate_media(color_scheme="light")
    return [
        f"{scheme} {violation['id']}: {node['target']} {node['html'][:100]}"
        f" {node.get('failureSummary', '')}"
        for scheme, violation in against
        for node in violation["nodes"]
    ]
