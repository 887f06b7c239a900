"""Sheets in which the table fills in the open choices of a module's offer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from recorder.pages.austria import dice, terms
from recorder.pages.austria.modules import Panel
from recorder.pages.forms import offers
from recorder.pages.presenter import View

TEMPLATE = "austria/choose.html"

Words = Callable[[Any], str]


def choice_field(
    offer: offers.Offer, key: str, title: str, told: Words, wide: bool = False
) -> dict[str, object]:
    """Return the choice of one key of an offer: every value with its words.

    wide: the words need a line of their own.
    """
    choices = [(value, told(value)) for value in offers.values(offer, key)]
    return {"key": key, "title": title, "choices": choices, "class": "" if wide else "slim"}


def choice_sheet(
    id_: str,
    title: str,
    offer: offers.Offer,
    fields: Sequence[dict[str, Any]],
    *,
    note: str = "",
    wants: Sequence[dict[str, Any]] = (),
) -> Panel:
    """Return a sheet that makes the entries of an offer; the last field's values enter it."""
    begun = offers.begin_entry(offer, "place", *(each["key"] for each in fields))
    m = {"id": id_, "title": title, "entry": begun, "fields": fields, "note": note}
    return Panel(TEMPLATE, {**m, "wants": wants})


def list_wanted_pieces(
    view: View, found: Sequence[offers.Offer], player: str
) -> list[dict[str, Any]]:
    """Return the pieces on guests that some of the offers name, one for each that lacks it."""
    named = {
        (guest, food)
        for offer in found
        for guest, lacks in offer.get("place", {}).items()
        if lacks != "seen"
        for food in lacks
    }
    lacking = dice.list_lacking_pieces(view, player, {food for _guest, food in named})
    return [want for want in lacking if (str(want["guest"]), want["food"]) in named]


# --- the sheet for entries without a button ---------------------------------------------------


def radio_field(name: str, title: str, choices: Sequence[tuple[Any, str]]) -> dict[str, object]:
    """Return a field of a form in which one value is chosen."""
    return {"kind": "radios", "name": name, "title": title, "choices": choices}


def number_field(name: str, title: str, low: int, high: int) -> dict[str, object]:
    """Return a field of a form in which a number is typed."""
    return {"kind": "number", "name": name, "title": title, "low": low, "high": high}


def amounts_field(name: str, title: str, foods: Sequence[str]) -> dict[str, object]:
    """Return a field of a form with a count of every food."""
    rows = [(food, terms.food_word(food), food) for food in foods]
    return {"kind": "amounts", "name": name, "title": title, "choices": rows}


def entry_form(
    icon: str,
    title: str,
    entry: Mapping[str, Any],
    fields: Sequence[Mapping[str, Any]],
    *,
    chips: bool = False,
) -> dict[str, object]:
    """Return a form for an entry, independent of the offers. chips: food goes onto guests."""
    return {"icon": icon, "title": title, "entry": entry, "fields": fields, "chips": chips}
