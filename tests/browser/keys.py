"""A keyboard at the table: keys reach and press the elements that a ``Phone`` taps, all counted."""

from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.phone import PATIENCE
from tests.browser.scripts import read_script
from tests.browser.waltz import WaltzPhone

MOST = 60
"""Presses within which everything is reached."""

SEEN = read_script("keys-seen")
"""The focused element if it is covered, else nothing: two thirds of its 81 points have to be seen;
of an element larger than half the screen, the points on it."""

_TOWARDS = read_script("keys-towards")
"""The key that leads from the focus towards an element; nothing where it is there."""

_KEYS = read_script("keys-keys")


def awake(page: Page) -> None:
    """Have the page load its script for keys, which it does with the first key.

    Keys that are pressed meanwhile wait for it; a test would look too early at their effects. The
    first one is made in the page: before a page is drawn a browser may drop keys.
    """
    page.evaluate(_KEYS, PATIENCE)


def look(page: Page, what: str, at: object = None) -> Any:
    """Look at a page after the work that it puts off until a key is done, such as its stops."""
    page.evaluate("new Promise((done) => { setTimeout(done); })")
    return page.evaluate(what, at)


def press_until(page: Page, wanted: str, key: str = "Tab", most: int = 250) -> None:
    """Press a key until the wanted element has the focus."""
    for _step in range(most):
        page.keyboard.press(key)
        if look(page, "(wanted) => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"{wanted} is not reached with {key}")


class KeyPhone(WaltzPhone):
    """See ``Phone``. ``presses`` counts keys; the focused element is looked at before each.

    covered: focused elements that were not seen.
    """

    presses = 0
    covered: tuple[str, ...] = ()

    def open(self, path: str) -> None:
        super().open(path)
        awake(self.page)

    def press(self, key: str) -> None:
        """Check that the focused element is seen, and press one key."""
        hidden = look(self.page, SEEN)
        if hidden:
            self.covered = (*self.covered, f"{hidden} before {key}")
        self.page.keyboard.press(key)
        self.presses += 1

    def press_on(self, target: Locator) -> None:
        """Go to something by keys and press it."""
        die = target.get_attribute("aria-keyshortcuts")
        if die and self.page.evaluate("Boolean(document.activeElement.closest('main.play'))"):
            self.press(die)
        else:
            self.reach(target)

    def reach(self, target: Locator) -> None:
        """Go to something by Tab and arrows, and press it, unless an arrow has chosen it."""
        for _press in range(MOST):
            aim = target.element_handle()
            key = look(self.page, _TOWARDS, aim)
            if not key:
                break
            self.press(key)
        else:
            raise AssertionError(f"{target} is not reached in {MOST} presses")
        box = target.locator("input") if target.evaluate("e => e.matches('label')") else target
        if box.get_attribute("type") in ("radio", "checkbox"):
            if not box.is_checked() or box.get_attribute("type") == "checkbox":
                self.press("Space")
        else:
            self.press("Enter")

    def _roll(self, entry: dict[str, object]) -> None:
        """Type the counts one after the other."""
        self.tap("#dock-roll, #dock-reroll")
        self.page.wait_for_selector("#roll[open]")
        dice = entry["dice"]
        assert isinstance(dice, list)
        for count in dice[:5]:
            self.press(str(count))
        for colour in ("red", "blue", "yellow"):
            if colour in entry:
                self.tap(f"#roll label:has([name={colour}][value='{entry[colour]}'])")
        self.sends("#roll [data-roll-go]")

    _reroll = _roll
