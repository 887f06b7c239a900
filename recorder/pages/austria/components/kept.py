"""Component sheets kept for later games: a set of figures under a table's or a league's name.

Every figure is an item of its own, with who read it and when; a later reading takes its place
and the earlier one stays readable. A game that was started with a sheet adds to it whatever it
reads, and takes back what it corrects or undoes. A league's sheet bears the league's name and
is not listed for strangers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator.austria import modules as rules
from adjudicator.austria.box import Box
from adjudicator.austria.boxes import box_in, box_of
from adjudicator.record import Unreadable
from recorder.catalogue import Item
from recorder.context import catalogue
from recorder.pages.austria.components import printed
from recorder.pages.austria.components.component import Component
from recorder.pages.entering.forms import BadForm
from recorder.pages.presenter import Document, KeptPart, Problems
from recorder.pages.words import day, listing, ngettext
from recorder.pages.words import gettext as _
from recorder.tables import Table

SHEETS = "austria.component-sheets"
"""The kind of the list of sheets: a sheet's name, and how many cards are read in it."""

_OF_GAME = "austria.components.game"
"""The kind that says which sheet a game adds to, and what it has added."""

LONGEST = 40
"""Letters of a sheet's name."""

FIELD = "component-sheet"
"""The field of a set-up form that names the sheet."""

WHOLE = "|"
"""Between the name of a sheet and that of a component, in addresses."""


def _kind(sheet: str) -> str:
    return f"austria.components.{_name(sheet).casefold()}"


def _name(sheet: str) -> str:
    return " ".join(sheet.replace(WHOLE, " ").split())[:LONGEST]


def whole_box() -> Box:
    """Return the box with all modules, whose components a sheet lists."""
    return box_of(frozenset(rules.names()))


def reading() -> list[str]:
    """Return the modules with components whose figures are read off them."""
    return [name for name in sorted(rules.names()) if box_of(frozenset((name,))).readings]


def names() -> list[str]:
    """Return the sheets that are listed, the last changed first."""
    return [item.name for item in catalogue().newest(SHEETS)]


def items(sheet: str) -> dict[str, Item]:
    """Return what a sheet holds, by the names of the components."""
    found = catalogue().newest(_kind(sheet)) if _name(sheet) else []
    return {item.name: item for item in found if item.value is not None}


def enter(sheet: str, component: Component, read: Mapping[str, Any], who: str) -> None:
    """Keep what was read off a component. Raises Unfit."""
    catalogue().enter(_kind(sheet), component.key, {"read": _bare(read)}, who)


def show(sheet: str) -> None:
    """List a sheet, with how many cards are read in it."""
    listed = next((name for name in names() if name.casefold() == _name(sheet).casefold()), "")
    catalogue().enter(SHEETS, listed or _name(sheet), {"cards": _cards(items(sheet))}, "")


def _cards(found: Mapping[str, Item]) -> int:
    return sum(each.card and each.key in found for each in printed.components(whole_box()))


def progress(found: Mapping[str, Any]) -> tuple[int, int]:
    """Return how many cards are read, and of how many."""
    cards = [each.key for each in printed.components(whole_box()) if each.card]
    return sum(key in found for key in cards), len(cards)


def progress_words(count: int, whole: int) -> str:
    """Return the progress in words: "31 of 58 cards read"."""
    return _("%(count)s of %(all)s cards read", count=count, all=whole)


def figures(sheet: str, modules: Sequence[str]) -> dict[str, Any]:
    """Return a sheet's figures for a game, as ``options.figures`` names them."""
    box = box_of(frozenset(modules))
    found = items(sheet)
    known = [
        (found[each.key].value["read"], each.side)
        for each in printed.components(box)
        if each.key in found
    ]
    return printed.as_options(box, known)


# --- games that add to a sheet --------------------------------------------------------------


def choose(table: Table, sheet: str, listed: bool) -> None:
    """Let a game add to a sheet. listed: the sheet is shown to everybody who sets a game up."""
    if not _name(sheet) or not box_in(table.header).readings:
        return
    value = {"sheet": _name(sheet), "listed": listed, "read": {}}
    catalogue().enter(_OF_GAME, str(table.link.game), value, table.link.role)


def chosen(table: Table) -> str:
    """Return the sheet that a game adds to, or an empty text."""
    found = catalogue().find(_OF_GAME, str(table.link.game))
    return str(found.value["sheet"]) if found else ""


def learn(table: Table, before: Table) -> None:
    """Keep what a game has read since it was last asked, and take back what it no longer says.

    before: the game before what was written just now.
    """
    if not box_in(table.header).readings or _read(table) == _read(before):
        return
    of_game = catalogue().find(_OF_GAME, str(table.link.game))
    if of_game is None:
        return
    who = by_table(table)
    own = printed.figures_in(_applied(table))
    side = _side(table)
    known = {each.key: each for each in printed.components(box_in(table.header))}
    now = {printed.key_of(entry, side): _bare(entry) for _number, entry in own.values()}
    known_so: Mapping[str, Any] = of_game.value["read"]
    if now == known_so:
        return
    sheet, found = of_game.value["sheet"], items(of_game.value["sheet"])
    for key, read in now.items():
        if read != known_so.get(key) and key in known:
            enter(sheet, known[key], read, who)
    for key in set(known_so) - set(now):
        if key in found and found[key].value["read"] == known_so[key]:
            catalogue().enter(_kind(sheet), key, None, who)
    catalogue().enter(_OF_GAME, str(table.link.game), {**of_game.value, "read": now}, who)
    if of_game.value["listed"]:
        show(sheet)


def _bare(entry: Document) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key not in ("note", "at")}


def _read(table: Table) -> list[Document]:
    """Return the entries of a game that read a component."""
    return [entry for entry in _applied(table) if entry["do"] == "figure"]


def _applied(table: Table) -> list[Document]:
    pairs = zip(table.replay.record.entries, table.replay.verdicts, strict=True)
    return [entry for entry, verdict in pairs if verdict.applied]


def _side(table: Table) -> str:
    players = len(table.header["players"])
    sides = {each.side for each in printed.components(box_in(table.header)) if each.side}
    return next((side for side in sorted(sides) if on_side(side, players)), "")


def on_side(side: str, players: int) -> bool:
    """Return whether a side of a component, ``"2"`` or ``"3-4"``, is that for so many players."""
    low, _dash, high = side.partition("-")
    return not side or int(low) <= players <= int(high or low)


def by_table(table: Table) -> str:
    """Return whom a figure is by that somebody at this table entered."""
    seat = table.link.seat
    players = table.header["players"]
    named = [str(p["name"]) for p in players if seat in (None, p["id"])]
    return listing(named)[:LONGEST]


# --- the page -------------------------------------------------------------------------------


class ComponentSheets(KeptPart):
    """The page on which components are read all at once; see recorder.pages.presenter.Kept."""

    kind = SHEETS
    template = "austria/components/kept.html"

    @property
    def title(self) -> str:
        """See the protocol."""
        return _("Component sheet")

    @property
    def about(self) -> str:
        """See the protocol."""
        return _(
            "Colour, order, points and prices that stand on the cards of the expansion only. "
            "Read once, they hold for all games under that name."
        )

    def form(self, name: str | None, start: Mapping[str, Any]) -> Mapping[str, Any]:
        """See the protocol. name: of a sheet, or of a sheet and a component."""
        sheet, _bar, key = (name or str(start.get("name", ""))).partition(WHOLE)
        found, box = items(sheet), whole_box()
        all_ = printed.components(box)
        wanted = next((each for each in all_ if each.key == key), None)
        shown = wanted or _next(all_, found)
        count, whole = progress(found)
        groups: dict[str, list[dict[str, Any]]] = {}
        for each in all_:
            row: dict[str, Any] = {"title": each.title, "name": f"{sheet}{WHOLE}{each.key}"}
            row |= {"read": each.key in found, "now": each is shown}
            groups.setdefault(str(each.group), []).append(row)
        item = found.get(shown.key) if shown else None
        return {
            "sheet": sheet or next(iter(names()), _("Our box")),
            "named": bool(sheet),
            "component": shown,
            "values": item.value["read"] if item else {},
            "by": _by(item) if item else "",
            "groups": groups,
            "count": count,
            "whole": whole,
            "told": progress_words(count, whole),
        }

    def read(self, form: MultiDict[str, str]) -> Mapping[str, Any]:
        """See the protocol: the sheet and the entry that was read."""
        sheet, key = _name(form.get("name", "")), form.get("component", "")
        component = printed.find(whole_box(), key)
        if not sheet or component is None:
            raise Problems({"name": _("Give the sheet a name.")})
        try:
            read = printed.entry_of(component, form)
            printed.check(whole_box(), read, component.side)
        except BadForm as problem:
            raise Problems({"component": str(problem)}) from None
        except Unreadable as problem:
            missing = _("Something is still missing: %(what)s", what=problem.message)
            raise Problems({"component": missing}) from None
        return {sheet: (component, read)}

    def keep(self, form: MultiDict[str, str], who: str) -> str:
        """Keep one reading; return the sheet, on which the next component is open."""
        for sheet, (component, read) in self.read(form).items():
            enter(sheet, component, read, who)
            show(sheet)
            return sheet
        return ""

    def history(self, name: str) -> list[Item]:
        """See the protocol: every reading of one component."""
        sheet, _bar, key = name.partition(WHOLE)
        versions = catalogue().history(_kind(sheet), key) if key else []
        return [item for item in versions if item.value is not None]

    def told(self, value: Any) -> str:
        """See the protocol."""
        if "cards" in value:
            return progress_words(value["cards"], progress({})[1])
        return printed.words_of(whole_box(), value["read"])


def _next(all_: Sequence[Component], found: Mapping[str, Item]) -> Component | None:
    """Return the component to be read next: the first that is not, cards before boards."""
    return next((each for each in all_ if each.key not in found), None)


def _by(item: Item) -> str:
    return _("Read by %(who)s, %(day)s", who=item.who or _("a table"), day=day(item.at[:10]))


def count_words(count: int) -> str:
    """Return how many figures are still to be read."""
    return ngettext("%(num)d figure is not read yet", "%(num)d figures are not read yet", count)
