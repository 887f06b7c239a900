"""A phone at a table with modules: their entries made by taps on the page."""

from typing import Any

from playwright.sync_api import Locator

from tests.browser.phone import Entry, Phone


class WaltzPhone(Phone):
    """See ``Phone``; a verb of a module is tapped through its own sheet."""

    def set_up(self, document: dict[str, Any]) -> None:
        """Start a game of a record's header by the set-up form, modules and all."""
        setup, page = document["setup"], self.page
        self.open("/")
        self.tap("a[href='/new/austria']")
        for seat, player in enumerate(document["players"]):
            self.taps += 1
            page.fill(f"[name=name-{seat}]", player["name"])
        self._tick("edition", document["edition"])
        for name in document["modules"]:
            self._tick("modules", name)
        self.next_step()
        self.tap("[data-all]")
        page.fill("[data-all]", " ".join(map(str, setup["queue"])))
        for kind in ("politics", "emperor"):
            for letter, card in zip("ABC", setup[kind], strict=True):
                self._tick(f"{kind}-{letter}", card)
        self.next_step()
        for place, hall in enumerate(setup["halls"]):
            self._tick(f"hall-{place}", hall)
        self.next_step()
        for colour, celebrity in setup["bar"].items():
            self._tick(f"bar-{colour}", celebrity)
        self.next_step()
        for lobby in setup["lobbies"]:
            self._tick(f"lobby-{lobby}", "1")
        for letter, goal in zip("ABC", setup.get("ninas", ()), strict=False):
            self._tick(f"ninas-{letter}", goal)
        for tile in setup.get("wray", ()):
            self._tick(f"wray-{tile}", "1")
        self.next_step()
        self.tap("[data-step-starts]")
        page.wait_for_selector("main.play")

    def _tick(self, name: str, value: str) -> None:
        self.tap(f"label:has([name='{name}'][value='{value}'])")

    # -- entries --

    def _bid(self, entry: Entry) -> None:
        sheet = self._choose_lobby(entry)
        self.sends(sheet.locator(f"button[name=krones][value='{entry['krones']}']"))

    def _take_lobby(self, entry: Entry) -> None:
        self._choose_lobby(entry)
        bought = {key: entry[key] for key in ("by", "do", "krones")}
        button = self.offered(bought, "#take_lobby")
        assert button is not None, f"{entry} is not offered"
        self.sends(button)

    def _choose_lobby(self, entry: Entry) -> Locator:
        self.tap(f"#dock-{entry['do']}")
        sheet = self.page.locator(f"#{entry['do']}")
        if "lobby" in entry:
            lobby = sheet.locator(f"label:has([name=lobby][value='\"{entry['lobby']}\"'])")
            if not lobby.locator("input").is_checked():
                self.tap(lobby)
        return sheet

    def _pass(self, entry: Entry) -> None:
        self._button(entry)

    def _take_rehearsal(self, entry: Entry) -> None:
        self.tap("#dock-take_rehearsal")
        self.sends(f"#take_rehearsal button[name=rehearsal][value='{entry['rehearsal']}']")

    def _send_guest(self, entry: Entry) -> None:
        name = f"send-{entry['guest']}" if "guest" in entry else "send_dancer"
        self.tap(self.page.locator(f"[data-sheet='{name}']").first)
        sheet = self.page.locator(f"#{name}")
        self._section(sheet, entry)
        self._placed(sheet, entry)
        begun = {key: entry[key] for key in entry if key not in ("section", "place")}
        button = self.offered(begun, f"#{name}")
        assert button is not None, f"no row for {entry}"
        self.sends(button)

    _send_dancer = _send_guest

    def _section(self, sheet: Locator, entry: Entry) -> None:
        choice = sheet.locator(f"label:has([name=section][value='{entry['section']}'])")
        if not choice.locator("input").is_checked():
            self.tap(choice)

    def _placed(self, sheet: Locator, entry: Entry) -> None:
        """Tick the pieces that go straight onto guests."""
        for guest, dishes in entry.get("place", {}).items():
            for food, count in dishes.items():
                chips = sheet.locator(f"label:has([name='place.{guest}.{food}'])").all()
                for chip in chips[:count]:
                    self.tap(chip)

    def _use_lobby(self, entry: Entry) -> None:
        self.tap("[data-sheet=use_lobby]")
        sheet = self.page.locator("#use_lobby")
        self._placed(sheet, entry)
        self.sends(sheet.locator(f"button[name=tile][value='\"{entry['tile']}\"']"))

    def _swap(self, entry: Entry) -> None:
        self.tap("[data-sheet=swap]")
        sheet = self.page.locator("#swap")
        for side in ("give", "gain"):
            for food, count in entry[side].items():
                row = sheet.locator(f".amount:has([name='{side}.{food}'])")
                for _piece in range(count):
                    self.tap(row.locator("[data-step='1']"))
        self._placed(sheet, entry)
        self.sends(sheet.locator(".stand button"))

    def _refill(self, entry: Entry) -> None:
        self.tap("#dock-refill")
        sheet = self.page.locator("#refill")
        *first, last = [key for key in entry if key != "do"]
        for colour in first:
            self.tap(sheet.locator(f"label:has([name={colour}][value='\"{entry[colour]}\"'])"))
        self.sends(sheet.locator(f"button[name={last}][value='\"{entry[last]}\"']"))

    def _take_key(self, entry: Entry) -> None:
        self.tap("[data-sheet=take_key-sheet]")
        sheet = self.page.locator("#take_key-sheet")
        plain = {key: value for key, value in entry.items() if key != "place"}
        button = self.offered(plain, "#take_key-sheet")
        if button is None:
            self.tap(sheet.locator("[data-close]"))
            return self._off_the_buttons(entry)
        fold = button.locator("xpath=ancestor::details[not(@open)]/summary")
        if fold.count():
            self.tap(fold)
        self._chips(sheet, entry)
        self.sends(button)
        return None

    def _off_the_buttons(self, entry: Entry) -> None:
        """Enter something with the form of its verb, for entries without a button."""
        self.tap("#other")
        form = self.page.locator("#off-sheet details").filter(
            has=self.page.locator(f"input[name=entry][value*='\"{entry['do']}\"']")
        )
        self.tap(form.locator("summary"))
        if "as" in entry:
            self.tap(form.locator(f"label:has([name=as][value='{entry['as']}'])"))
        for food, count in entry.get("gain", {}).items():
            row = form.locator(f".amount:has([name='gain.{food}'])")
            for _piece in range(count):
                self.tap(row.locator("[data-step='1']"))
        self._placed(form, entry)
        self.sends(form.locator("button.main"))

    def _figure(self, entry: Entry) -> None:
        key = "guest" if "guest" in entry else "staff"
        opener = self.page.locator(f"#figures-due [data-load$='figure.{key}.{entry[key]}']")
        if opener.count():
            self.tap("#figures-due summary")
        else:
            self.tap("#figures-due [data-load$='/figures']")
            self.page.wait_for_selector("#off-sheet header h2")
            opener = self.page.locator(f"#off-sheet [data-load$='figure.{key}.{entry[key]}']")
            fold = opener.locator("xpath=ancestor::details[not(@open)]/summary")
            if fold.count():
                self.tap(fold)
        self.tap(opener)
        self.page.wait_for_selector("#read-it")
        sheet = self.page.locator("#off-sheet")
        self.read(sheet, entry)
        self.sends("#read-it")

    def read(self, sheet: Locator, entry: Entry) -> None:
        if "colour" in entry:
            self.tap(sheet.locator(f"label:has([name=colour][value='\"{entry['colour']}\"'])"))
        for food, count in entry.get("order", {}).items():
            self.tap(sheet.locator(f"label:has([name='order.{food}'][value='{count}'])"))
        for name in ("vp", "cost"):
            if name in entry:
                self.tap(sheet.locator(f"label.n:has([name={name}][value='{entry[name]}'])"))

    def _roll(self, entry: Entry) -> None:
        self.tap("#dock-roll, #dock-reroll")
        for die, count in enumerate(entry["dice"], start=1):
            row = self.page.locator("#roll .count").nth(die - 1)
            if die == 6:
                continue  # the rest of the dice is set by itself
            if count <= 4:
                self.tap(row.locator(f"[data-n='{count}']"))
            else:
                self.taps += 1
                row.locator("input").fill(str(count))
        for colour in ("red", "blue", "yellow"):
            if colour in entry:
                self.tap(f"#roll label:has([name={colour}][value='{entry[colour]}'])")
        self.sends("#roll [data-roll-go]")

    _reroll = _roll

    def _ring(self, entry: Entry) -> None:
        self._button({key: value for key, value in entry.items() if key != "place"})
        self._place_rest(entry)
