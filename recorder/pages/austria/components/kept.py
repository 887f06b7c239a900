"""Component sheets kept for later games: sets of figures (``recorder.kept.named_sets``).

Every figure is an item of its own, with its reader and time; a later reading takes its place and
the earlier one stays readable. A game that was started with a sheet adds its readings to it, and
takes back corrected or undone ones. A league has one sheet.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator.austria import modules as rules
from adjudicator.austria.assembled.boxes import box_of, box_of_record
from adjudicator.austria.table.box import Box
from adjudicator.reading import decode_json
from adjudicator.record import Unreadable
from recorder.games.entry_line import list_added_entries
from recorder.games.visibility import GameView
from recorder.kept.kept_values import Item, Writer
from recorder.kept.named_sets import (
    COMPONENTS,
    LONGEST_NAME,
    Set,
    Shelves,
    clean_set_name,
    game_owner,
)
from recorder.pages.austria.components import printed
from recorder.pages.forms.entry_forms import BadForm
from recorder.pages.kept import named_sets
from recorder.pages.presenter import Document, Kept, Problems
from recorder.pages.wording import day, lazy, listing, ngettext
from recorder.pages.wording import gettext as _
from recorder.web.context import catalogue

KIND = f"austria.{COMPONENTS}"
"""The kind of the sets: a sheet's name, and how many cards are read in it."""

FIELD = "component-sheet"
"""The field of a set-up form that names the sheet."""

CARRIED = "carried"
"""The hidden field of a set-up form with the figures of an earlier game."""

WHOLE = "|"
"""Between a sheet and a component, in addresses."""


def _sheets() -> Shelves:
    return named_sets.shelves(KIND)


def _clean(sheet: str) -> str:
    return clean_set_name(sheet.replace(WHOLE, " "))


def find_sheet(sheet: str) -> Set | None:
    """Return the sheet of a key or name that the reader sees; a league has one, however called."""
    if not _clean(sheet):
        return None
    league = named_sets.league_here()
    if league:
        return _sheets().find(league)
    return _sheets().find_named(named_sets.owners(), _clean(sheet))


def whole_box() -> Box:
    """Return the box with all modules: a sheet lists all its components."""
    return box_of(frozenset(rules.list_modules()))


def list_modules_with_readings() -> list[str]:
    """Return the modules that have components with figures to read."""
    return [name for name in sorted(rules.list_modules()) if box_of(frozenset((name,))).readings]


def list_sheet_names() -> list[str]:
    """Return the names of the sheets that the reader sees, the reader's own first."""
    return list(dict.fromkeys(one.name for one in _sheets().visible(named_sets.owners())))


def _items(key: str) -> dict[str, Item]:
    items = _sheets().items(key) if key else {}
    return {name: item for name, item in items.items() if item.value is not None}


def _enter(key: str, component: str, read: Mapping[str, Any] | None, who: str) -> None:
    value = None if read is None else {"read": _strip_entry(read)}
    catalogue().enter(_sheets().content(key), component, value, who)


def _show(key: str, name: str, public: bool | None = None) -> None:
    """List a sheet, with how many cards are read in it."""
    found = _items(key)
    cards = sum(each.card and each.key in found for each in printed.list_components(whole_box()))
    _sheets().put(key, name, {"cards": cards}, "", public=public)


def count_read(found: Mapping[str, Any]) -> tuple[int, int]:
    """Return how many cards are read, and of how many."""
    cards = [each.key for each in printed.list_components(whole_box()) if each.card]
    return sum(key in found for key in cards), len(cards)


def progress_words(count: int, whole: int) -> str:
    """Return the progress in words: "31 of 58 cards read"."""
    return _("%(count)s of %(all)s cards read", count=count, all=whole)


def sheet_figures(sheet: str, modules: Sequence[str]) -> dict[str, object]:
    """Return a sheet's figures for a game, as ``options.figures`` names them."""
    box = box_of(frozenset(modules))
    one = find_sheet(sheet)
    items = _items(one.key) if one else {}
    known = [
        (items[each.key].value["read"], each.side)
        for each in printed.list_components(box)
        if each.key in items
    ]
    return printed.make_figure_options(box, known)


# --- games that add to a sheet --------------------------------------------------------------


def choose_sheet(table: GameView, sheet: str) -> None:
    """Let a new game add to a sheet; to one of its own where it sees none of that name."""
    if not _clean(sheet) or not box_of_record(table.header).readings:
        return
    game, who = table.link.ledger, table.link.role
    league, one = named_sets.league_here(), find_sheet(sheet)
    if league:
        _sheets().choose(game, league, sheet, writes=True, who=who)
    elif one is not None:
        _sheets().choose(game, one.key, one.name, writes=one.own, who=who)
    else:
        _sheets().choose(game, game_owner(game), _clean(sheet), writes=True, who=who)


def note_started(table: GameView, form: Mapping[str, str], name: str = "") -> None:
    """Let a new game add to the sheet that the set-up form names, else to that of a league."""
    choose_sheet(table, form.get(FIELD, "").strip() or name)


def chosen_sheet(table: GameView) -> str:
    """Return the sheet that a game adds to, or an empty text."""
    sheet = _sheets().find_chosen(table.link.ledger)
    return sheet.name if sheet else ""


def repeat_figures(table: GameView) -> dict[str, object]:
    """Return the fields of a set-up form for the figures that a game was played with.

    They are its sheet, and ``read_carried``: all that it began with or read, in so far as no field
    shows it, as ``options.figures`` has it in JSON.
    """
    begun = table.header.get("options", {}).get("figures", {})
    box, side = box_of_record(table.header), _side(table)
    own = printed.make_figure_options(
        box, [(entry, side) for _n, entry in printed.last_figures(_applied_entries(table)).values()]
    )
    known = {reading.plural for reading in box.readings}
    figures = {
        kind: printed.merge_figures(begun.get(kind, {}), own.get(kind, {}))
        for kind in dict.fromkeys((*begun, *own))
        if kind in known
    }
    return {FIELD: chosen_sheet(table), CARRIED: json.dumps(figures) if figures else ""}


def read_carried(form: Mapping[str, str], modules: Sequence[str]) -> dict[str, object]:
    """Return the figures that ``repeat_figures`` put into a form, for some modules.

    Raises Unreadable.
    """
    figures = decode_json(form.get(CARRIED) or "{}")
    known = {reading.plural for reading in box_of(frozenset(modules)).readings}
    if not isinstance(figures, dict):
        return {}
    return {kind: value for kind, value in figures.items() if kind in known}


def _has_new_readings(table: GameView, before: GameView) -> bool:
    added = list_added_entries(before, table)
    if added is None:
        return _list_readings(table) != _list_readings(before)
    return any(map(_is_reading, added))


def learn_figures(table: GameView, before: GameView) -> None:
    """Keep a game's new readings, and take back those that it no longer has.

    before: the game before the last operation.
    """
    if not box_of_record(table.header).readings:
        return
    if not _has_new_readings(table, before):
        return
    sheets, game = _sheets(), table.link.ledger
    plays_by = sheets.find_chosen(game)
    if plays_by is None:
        return
    who = table_names(table)
    own = printed.last_figures(_applied_entries(table))
    side = _side(table)
    known = {each.key for each in printed.list_components(box_of_record(table.header))}
    now = {
        printed.component_key(entry, side): _strip_entry(entry) for _number, entry in own.values()
    }
    learned = catalogue().find(f"{sheets.kind}.read", str(game))
    known_so: Mapping[str, Any] = learned.value if learned else {}
    if now == known_so:
        return
    sheet = sheets.to_write(game, plays_by.name, table.link.role, {"cards": 0})
    items = _items(sheet.key)
    for key, read in now.items():
        if read != known_so.get(key) and key in known:
            _enter(sheet.key, key, read, who)
    for key in set(known_so) - set(now):
        if key in items and items[key].value["read"] == known_so[key]:
            _enter(sheet.key, key, None, who)
    catalogue().enter(f"{sheets.kind}.read", str(game), now, who)
    _show(sheet.key, sheet.name)


def _strip_entry(entry: Document) -> dict[str, object]:
    return {key: value for key, value in entry.items() if key not in ("note", "at")}


def _list_readings(table: GameView) -> list[Document]:
    return [entry for entry in _applied_entries(table) if _is_reading(entry)]


def _is_reading(entry: Document) -> bool:
    return bool(entry["do"] == "figure")


def _applied_entries(table: GameView) -> list[Document]:
    seen = table.entry_knowledge
    return [entry for number, entry in enumerate(seen.entries, start=1) if seen.is_applied(number)]


def _side(table: GameView) -> str:
    players = len(table.header["players"])
    sides = {
        each.side for each in printed.list_components(box_of_record(table.header)) if each.side
    }
    return next((side for side in sorted(sides) if is_side_for(side, players)), "")


def is_side_for(side: str, players: int) -> bool:
    """Return whether a side of a component, ``"2"`` or ``"3-4"``, is that for so many players."""
    low, _dash, high = side.partition("-")
    return not side or int(low) <= players <= int(high or low)


def table_names(table: GameView) -> str:
    """Return the names of the readers of this table's figures."""
    seat = table.link.seat
    players = table.header["players"]
    named = [str(p["name"]) for p in players if seat in (None, p["id"])]
    return listing(named)[:LONGEST_NAME]


# --- the page -------------------------------------------------------------------------------


def _describe_form(name: str | None, start: Mapping[str, Any]) -> Mapping[str, object]:
    """Return the values of the form. name: of a sheet, or of a sheet and a component."""
    asked, _bar, key = (name or str(start.get("name", ""))).partition(WHOLE)
    one = find_sheet(asked)
    items, box = _items(one.key) if one else {}, whole_box()
    all_ = printed.list_components(box)
    wanted = next((each for each in all_ if each.key == key), None)
    shown = wanted or next((each for each in all_ if each.key not in items), None)
    count, whole = count_read(items)
    groups: dict[str, list[dict[str, Any]]] = {}
    for each in all_:
        row: dict[str, Any] = {"title": each.title}
        row |= {"name": f"{one.key if one else asked}{WHOLE}{each.key}"}
        row |= {"read": each.key in items, "now": each is shown}
        groups.setdefault(str(each.group), []).append(row)
    item = items.get(shown.key) if shown else None
    called = one.name if one else asked
    return {
        "sheet": called or next(iter(list_sheet_names()), _("Our box")),
        "named": bool(asked),
        "public": bool(start.get(named_sets.PUBLIC_FIELD)) or (one is not None and one.public),
        "rests": one is not None and (bool(one.base) or not one.own),
        "component": shown,
        "values": item.value["read"] if item else {},
        "by": _("Read by %(who)s, %(day)s", who=item.who or _("a table"), day=day(item.at[:10]))
        if item
        else "",
        "groups": groups,
        "count": count,
        "whole": whole,
        "told": progress_words(count, whole),
    }


def _read_component(form: MultiDict[str, str]) -> Mapping[str, Any]:
    """Return the sheet with the component and its entry."""
    sheet, key = _clean(form.get("name", "")), form.get("component", "")
    component = printed.find_component(whole_box(), key)
    if not sheet or component is None:
        raise Problems({"name": _("Give the sheet a name.")})
    try:
        read = printed.figure_entry(component, form)
        printed.check_figures(whole_box(), read, component.side)
    except BadForm as problem:
        raise Problems({"component": str(problem)}) from None
    except Unreadable as problem:
        missing = _("Something is still missing: %(what)s", what=problem.message)
        raise Problems({"component": missing}) from None
    return {sheet: (component, read)}


def _keep_reading(form: MultiDict[str, str], by: Writer) -> str:
    """Keep one reading; return the sheet, with the next component open.

    A public sheet of others is not written to: a new one rests on it.
    """
    for name, (component, read) in _read_component(form).items():
        one, sheets, owner = find_sheet(name), _sheets(), named_sets.writer()
        key = one.key if one is not None and one.own else sheets.find_own_key(owner, name)
        if one is not None and not one.own and sheets.find(key) is None:
            sheets.rest(key, one.name, one.key, {"cards": 0}, by.name)
        _enter(key, component.key, read, by.name)
        _show(key, name, public=bool(form.get(named_sets.PUBLIC_FIELD)))
        return key
    return ""


def _list_versions(name: str) -> list[Item]:
    sheet, _bar, key = name.partition(WHOLE)
    one = find_sheet(sheet) if key else None
    layers = _sheets().layers(one.key) if one else []
    items = [i for each in layers for i in catalogue().history(_sheets().content(each), key)]
    return [item for item in items if item.value is not None]


COMPONENT_SHEETS = Kept(
    KIND,
    lazy("Component sheet"),
    lazy(
        "Colours, orders, points and prices printed only on the expansion's cards. Enter "
        "them once, and every game under that name uses them."
    ),
    "austria/components/kept.html",
    _describe_form,
    _read_component,
    lambda value: (
        progress_words(value["value"]["cards"], count_read({})[1])
        if "name" in value
        else printed.describe_reading(whole_box(), value["read"])
    ),
    sets=_sheets,
    history=_list_versions,
    keep=_keep_reading,
)


def count_words(count: int) -> str:
    """Return how many figures are still to be read."""
    return ngettext(
        "%(num)d printed value is not entered yet",
        "%(num)d printed values are not entered yet",
        count,
    )
