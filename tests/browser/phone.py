"""A phone at the table: entries made by taps on the page, every tap counted."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import APIResponse, Error, Locator, Page, expect

from adjudicator.reading import load
from adjudicator.replay import Replay
from tests.browser.scripts import read_script

Entry = Mapping[str, Any]

PATIENCE = 30_000
"""Milliseconds until something that never comes fails a test; a busy machine is no failure."""

AT_LEISURE = 4 * PATIENCE
"""The same for what is fetched beside the page: printing stands back for everybody on a machine."""

SETUP = {
    "names": ["Anna", "Boris", "Chloé", "Dora"],
    "queue": [63, 50, 78, 92, 98],
    "politics": ["krones-20", "floors-2", "three-each"],
    "emperor": ["A-krones", "B-krones", "C-vp"],
}

_MARK = read_script("phone-mark")


def until(page: Page, holds: str, arg: Any = None) -> None:
    """Wait until an asynchronous function in the page returns true, also while the page reloads.

    ``page.wait_for_function`` takes a promise itself for true, and a bare expression is refused by
    the policy of our pages at its second look.
    """
    looks = f"""async ([arg, patience]) => {{
        const end = Date.now() + patience;
        while (!(await ({holds})(arg))) {{
            if (Date.now() > end) throw new Error("it never held");
            await new Promise(requestAnimationFrame);
        }}
    }}"""
    while True:
        try:
            page.evaluate(looks, [arg, AT_LEISURE])
        except Error as problem:
            if "context was destroyed" not in problem.message:
                raise
            page.wait_for_load_state()
        else:
            break


class Phone:
    """One browser page. ``taps`` counts a thumb's taps; typing counts per field.

    trouble: the test breaks the connection, so the console may complain about it. ended: the player
    of a turn that ended by itself with the last entry, since nothing else was left.
    """

    def __init__(self, page: Page, base: str) -> None:
        self.page = page
        self.base = base
        self.taps = 0
        self.trouble = False
        self.ended: str | None = None
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: self._complain(message.type, message.text))
        page.on("pageerror", lambda error: self._complain("error", str(error)))

    def _complain(self, kind: str, text: str) -> None:
        expected: tuple[str, ...] = ("status of 4",)
        if self.trouble:
            expected = (*expected, "net::ERR_", "503")
        if kind == "error" and not any(word in text for word in expected):
            _COMPLAINTS.setdefault(self.page, []).append(text)

    @staticmethod
    def complaints(page: Page) -> list[str]:
        """Return the page's complaints in its console."""
        return _COMPLAINTS.pop(page, [])

    def open(self, path: str) -> None:
        self.page.goto(self.base + path)
        taking = self.page.locator("form[action$='/take'] button")
        if taking.count():
            taking.click()
            taking.wait_for(state="detached")
            self.page.goto(self.base + path)

    def get(self, path: str, language: str = "en") -> APIResponse:
        """Fetch a path with the phone's cookies, beside the page; language: that is asked for.

        Only the browser resolves the house's name, so this goes to the machine itself.
        """
        path = path.removeprefix(self.base)
        kept = [f"{each['name']}={each['value']}" for each in self.page.context.cookies()]
        return self.page.request.get(
            self.near(self.base + path),
            headers={"Cookie": "; ".join(kept), "Accept-Language": language},
            timeout=AT_LEISURE,
        )

    def record(self) -> dict[str, Any]:
        document: dict[str, Any] = self.get(self.page.url.split("?")[0] + "/record.json").json()
        return document

    def near(self, url: str) -> str:
        """Return an address of the server as it is reached without the browser."""
        return url.replace(urlsplit(self.base).hostname or "", "127.0.0.1")

    def tap(self, *one_by_one: str | Locator) -> None:
        """Tap things that are seen and big enough for a thumb; a sheet is waited for."""
        for what in one_by_one:
            target = self.page.locator(what) if isinstance(what, str) else what
            if not self.asked(target):
                sheet = target.get_attribute("data-sheet")
                self.press_on(target)
                if sheet:
                    self.page.wait_for_selector(f"#{sheet}[open]")

    def press_on(self, target: Locator) -> None:
        self.taps += 1
        target.click()

    def asked(self, target: Locator) -> bool:
        """Return whether the sheet that something opens has opened by itself; where another one
        has, close it.
        """
        sheet = self.page.locator("dialog.sheet:modal").last
        if not sheet.count() or target.evaluate("e => Boolean(e.closest('dialog'))"):
            return False
        if target.get_attribute("data-sheet") == sheet.get_attribute("id"):
            return True
        self.tap(sheet.locator("[data-close]").first)
        return False

    @property
    def version(self) -> int:
        return int(self.page.get_attribute("main.play", "data-version") or -1)

    def sends(self, what: str | Locator) -> None:
        with self.page.expect_response(lambda answer: answer.request.method == "POST"):
            self.tap(what)
        self.page.wait_for_selector("main.play:not([aria-busy])")

    def submits(self, what: str | Locator) -> None:
        """Tap an element that sends a form and wait for the next page."""
        with self.page.expect_navigation():
            self.tap(what)

    # -- setting up --

    def start_game(self, players: int = 4, edition: str = "2015-ru", **changes: Any) -> None:
        chosen = {**SETUP, **changes}
        page = self.page
        self.open("/")
        self.tap("a[href='/new/austria']")
        for seat, name in enumerate(chosen["names"][:players]):
            page.fill(f"[name=name-{seat}]", name)
        self.tap(f"label.tile:has([name=edition][value='{edition}'])")
        self.next_step()
        self.taps += 1
        page.fill("[data-all]", " ".join(map(str, chosen["queue"])))
        for kind in ("politics", "emperor"):
            for letter, card in zip("ABC", chosen[kind], strict=True):
                self.tap(f"label.tile:has([name={kind}-{letter}][value='{card}'])")
        self.tap("[data-step-starts]")
        page.wait_for_selector("main.play")

    def next_step(self) -> None:
        self.tap("[data-step-next]")

    # -- entries --

    def enter(self, entry: Entry, then: Sequence[Entry] = ()) -> None:
        """Make one entry by tapping. An entry without a button is entered with "Other".

        then: entries that the same tap is to make after it.
        """
        before = self.version
        if (entry["do"], entry.get("by")) == ("done", self.ended):  # by itself
            self.ended = None
            return
        entry = {key: value for key, value in entry.items() if key not in ("from", "note", "at")}
        do = entry["do"]
        if "by" in entry:
            self.show(str(entry["by"]), do)
        if then and do != "take_die":
            self.sends(self._found([entry, *then]))
        else:
            getattr(self, f"_{do}", self._button)(entry, *([then] if then else []))
        said = self.page.locator(".verdict")
        assert not said.count(), f"{entry}: {said.inner_text()}"
        assert self.version > before, f"{entry} was not recorded"
        ends = "done" in (entry["do"], *(each["do"] for each in then))
        self.ended = str(entry["by"]) if not ends and self.closed() else None

    def show(self, player: str, do: str) -> None:
        """Bring a player's board in front where the entry is tapped on a board."""
        shown = self.page.locator("#entry-form input[name=shown]")
        if do in ("penalty", "roll", "reroll", "discard_staff", "copy_staff", "place"):
            return
        if shown.count() and shown.first.input_value() != player:
            self.tap(f".players [data-sheet='board-{player}']", f"#board-{player} .stand a")
            self.page.wait_for_selector(
                f"#entry-form input[name=shown][value='{player}']", state="attached"
            )

    def offered(self, entry: Entry | Sequence[Entry], scope: str = "main") -> Locator | None:
        """Return the button that makes exactly this entry, or these, if there is one."""
        marked = self.page.evaluate(_MARK, [entry, scope])
        return self.page.locator("[data-found]") if marked else None

    def _found(self, entry: Entry | Sequence[Entry]) -> Locator:
        button = self.offered(entry, "#entry-form")
        assert button is not None, f"no button for {entry}"
        return button

    def _button(self, entry: Entry) -> None:
        """Tap the button of an entry; where it costs something else, the page asks back."""
        button = self._found(entry)
        if button.get_attribute("data-asks"):
            self.tap(button)
            button = self.page.locator("#choices button[name=entry]")
        self.sends(button)

    _done = _button

    def _take_guest(self, entry: Entry) -> None:
        self.queue()
        self.tap(f"#queue-{entry['guest']}")
        reveal = json.dumps(entry.get("reveal"))
        self.sends(f"#reveal button[name=reveal][value='{reveal}']")

    def queue(self) -> None:
        """Queue and dice are in sight at every step."""
        expect(self.page.locator(".dice")).to_be_visible()

    def _room(self, entry: Entry) -> None:
        room = self.page.locator(f"#room-{entry['room']}")
        if room.get_attribute("data-choices"):
            self._chosen(room, entry)
        else:
            held = json.loads(room.get_attribute("value") or "{}")
            assert held == entry, f"the room enters {held}"
            self.sends(room)

    def _chosen(self, what: Locator, entry: Entry | Sequence[Entry]) -> None:
        """Tap an element with several meanings, and the wanted one."""
        self.tap(what)
        button = self.offered(entry, "#choices")
        assert button is not None, f"no choice for {entry}"
        self.sends(button)

    _prepare = _occupy = _remove_room = _room

    def _check_in(self, entry: Entry) -> None:
        self._room({key: value for key, value in entry.items() if key != "place"})
        self._place_rest(entry)

    def _take_die(self, entry: Entry, then: Sequence[Entry] = ()) -> None:
        self.queue()
        if then and then[0]["do"] == "prepare":
            self._chosen(self.page.locator(f"#room-{then[0]['room']}"), [entry, *then])
            return
        die = entry["die"]
        self.tap(f"#die-{die}")
        sheet = self.page.locator(f"#take-{die}")
        plain = {key: value for key, value in entry.items() if key != "place"}
        button = self.offered([plain, *then] if then else plain, f"#take-{die}")
        at_once = button is not None
        if then and not at_once:  # less than everything, or the turn's end would give something up
            button = self.offered(plain, f"#take-{die}")
        if button is None:
            self.tap(sheet.locator("[data-close]"))
            self._less(entry)
        else:
            self._unfold(button)
            self._chips(sheet, entry)
            self.sends(button)
        if then and not at_once:
            self._leave(then[0])

    def _leave(self, done: Entry) -> None:
        """End a turn that may have ended by itself, or does when its open parts are skipped."""
        skips = self.page.locator("#staff-pick[open] .after button")
        if not skips.count():
            skips = self.page.locator(".agenda:has(~ .bar #dock-done[data-asks]) .leave")
        if not self.closed() and skips.count() == 1:
            self.sends(skips)
        if not self.closed():
            self._done(done)

    def closed(self) -> bool:
        """Return whether the last tap ended the turn, since nothing else was left."""
        return self.page.locator("#last[data-closed]").count() > 0

    _extra_action = _take_die

    def _unfold(self, button: Locator) -> None:
        fold = button.locator("xpath=ancestor::details[not(@open)]/summary")
        if fold.count():
            self.tap(fold)

    def _chips(self, sheet: Locator, entry: Entry) -> None:
        """Leave only the pieces on guests that the entry names; the first ticked get the food."""
        wanted = Counter(
            {
                (guest, food): count
                for guest, dishes in entry.get("place", {}).items()
                for food, count in dishes.items()
            }
        )
        chips: list[tuple[Locator, tuple[str, str]]] = []
        shared = Counter[tuple[str, str]]()
        left: Counter[str] = Counter(entry.get("gain", {}))
        for chip in sheet.locator("label.dish-chip").all():
            box = chip.locator("input")
            key = (box.get_attribute("data-guest") or "", box.get_attribute("data-dish") or "")
            if box.is_checked() and left[key[1]]:
                left[key[1]] -= 1
                shared[key] += 1
            chips.append((chip, key))
        for chip, key in chips if shared != wanted else ():
            on = wanted[key] > 0
            wanted[key] -= 1
            if chip.locator("input").is_checked() != on and entry["gain"].get(key[1]):
                self.tap(chip)

    def _less(self, entry: Entry) -> None:
        """Enter a die by its amounts, off the buttons."""
        self.other("other-die")
        part = self.page.locator("#other-die")
        self.tap(part.locator(f"label:has([name=die][value='{entry['die']}'])"))
        for key in ("as", "colour", "moved"):
            if key in entry:
                value = json.dumps(entry[key])
                self.tap(part.locator(f"label:has([name={key}][value='{value}'])"))
        for key, count in entry.get("gain", {}).items():
            self.taps += 1
            part.locator(f"[name='gain.{key}']").fill(str(count))
        for guest, dishes in entry.get("place", {}).items():
            for food, count in dishes.items():
                chips = part.locator(f"label:has([name='place.{guest}.{food}'])").all()
                for chip in chips[:count]:
                    self.tap(chip)
        if entry.get("boost"):
            self.tap(part.locator("label:has([name=boost])"))
        if entry["do"] == "extra_action":
            self.tap(part.locator("label:has([name=do])"))
        self.sends(part.locator("button.main"))

    def other(self, part: str) -> None:
        self.tap("#other", f"#{part} > summary")

    def _roll(self, entry: Entry) -> None:
        self.tap("#dock-roll, #dock-reroll")
        for die, count in enumerate(entry["dice"], start=1):
            row = self.page.locator("#roll .count").nth(die - 1)
            if row.locator("input").input_value() == str(count) and die == 6:
                continue
            if count <= 4:
                self.tap(row.locator(f"[data-n='{count}']"))
            else:
                self.taps += 1
                row.locator("input").fill(str(count))
        self.sends("#roll [data-roll-go]")

    _reroll = _roll

    def _play_staff(self, entry: Entry) -> None:
        for button in self.page.locator(".agenda [data-sheet=staff-pick]").all():
            if json.loads(button.get_attribute("data-entry") or "{}")["by"] == entry["by"]:
                self.tap(button)
                break
        self.sends(f"#staff-pick button[name=staff][value='{entry['staff']}']")
        self._place_rest(entry)

    def _use_staff(self, entry: Entry) -> None:
        self._button({key: value for key, value in entry.items() if key != "place"})
        self._place_rest(entry)

    def _serve(self, entry: Entry) -> None:
        if self.offered(entry, "#entry-form") is not None:
            self._button(entry)
            return
        one = self.page.locator(f"#cafe-{next(iter(entry['place']))}")
        meant = json.loads(one.get_attribute("data-choices") or "[]")
        if any(offered and made == entry for _label, made, offered in meant):
            self._chosen(one, entry)
            return
        self.tap("[data-sheet=serve]")
        wanted = {
            f"place.{guest}.{food}": count
            for guest, dishes in entry["place"].items()
            for food, count in dishes.items()
        }
        for chip in self.page.locator("#serve label.dish-chip").all():
            box = chip.locator("input")
            name = box.get_attribute("name") or ""
            on = wanted.get(name, 0) > 0
            wanted[name] = wanted.get(name, 0) - 1
            if box.is_checked() != on:
                self.tap(chip)
        self.sends("#serve .stand button")

    def _gain(self, entry: Entry) -> None:
        place = {guest: dict(dishes) for guest, dishes in entry.get("place", {}).items()}
        for food, count in entry["gain"].items():
            for _piece in range(count):
                one: dict[str, Any] = {"by": entry["by"], "do": "gain", "gain": {food: 1}}
                for guest, dishes in place.items():
                    if dishes.get(food, 0):
                        dishes[food] -= 1
                        one["place"] = {guest: {food: 1}}
                        break
                self._button(one)

    def _place(self, entry: Entry) -> None:
        self._place_rest(entry)

    def _place_rest(self, entry: Entry) -> None:
        """Put food that was just gained onto guests, piece by piece."""
        whole = {"by": entry["by"], "do": "place", "place": entry.get("place", {})}
        if self.offered(whole, "#entry-form") is not None:
            return self._button(whole)
        for guest, dishes in whole["place"].items():
            for food, count in dishes.items():
                for _piece in range(count):
                    self._button({"by": entry["by"], "do": "place", "place": {guest: {food: 1}}})
        return None

    def _return_staff(self, entry: Entry) -> None:
        """Nothing: it happens by itself, and an entry that names it changes nothing."""

    # -- looking --

    def verdict(self) -> Locator:
        shown = self.page.locator(".verdict")
        expect(shown).to_be_visible()
        return shown

    def no_sideways_scrolling(self) -> None:
        assert not (wide := self.too_wide()), f"{self.page.url} is {wide}"

    def too_wide(self) -> str:
        """Return by how much the page is too wide; nothing where it fits."""
        wide, there = self.page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
        )
        return f"{wide} px wide on {there}" if wide > there else ""

    def small_targets(self, least: float = 44) -> list[str]:
        """Return the targets that are smaller than a thumb needs."""
        targets: list[str] = self.page.evaluate(_TARGETS, least)
        return targets


_COMPLAINTS: dict[Page, list[str]] = {}

_TARGETS = read_script("phone-targets")


def same_game(phone: Phone, document: Mapping[str, Any]) -> None:
    """Assert that a phone's game is that of a record, piece by piece, with its score."""
    got, wanted = Replay(load(phone.record())), Replay(load(dict(document)))
    assert got.state.position() == wanted.state.position()
    assert got.result().to_json() == wanted.result().to_json()


NewPhone = Callable[..., Phone]
Deal = Callable[[Mapping[str, Any]], dict[str, str]]
"""Put a record on the table; it tells the paths of its links by seat or role."""
