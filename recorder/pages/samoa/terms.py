"""Words for the components: nationalities, tourists, building tiles, cards, rooms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.samoa.printed.names import EXTRA, SWIMMER, ring_number
from recorder.pages.wording import gettext as _
from recorder.pages.wording import lazy, ngettext, reader

TOKENS: Mapping[str, object] = {
    "normal": lazy("tourist"),
    "rich": lazy("rich tourist"),
    "lover": lazy("lover"),
    "celebrity": lazy("celebrity"),
}

TILES: Mapping[str, object] = {
    "room": lazy("extra room"),
    "suite": lazy("suite"),
    "pool": lazy("pool"),
    "swap": lazy("swap card"),
    "evict": lazy("evict two"),
    "recall": lazy("recall cards"),
}

EFFECTS: Mapping[str, object] = {
    "room": lazy("room for one more"),
    "suite": lazy("whoever moves in pays double"),
    "pool": lazy("collect the number on each swimmer's ring"),
    "swap": lazy("once: another card after the reveal"),
    "evict": lazy("once: two tourists leave before your own move in"),
    "recall": lazy("once: two discarded cards come back"),
}

RINGS = (1, 2, 3, 4)
"""The ring numbers offered while nobody has counted the tokens (SAM-P-03)."""


def nation_word(name: str) -> str:
    """Return the word for a nationality."""
    return reader().term("nation", name)


def token_word(name: str) -> str:
    """Return a tourist token in words: "swimmer 2"."""
    if name in TOKENS:
        return str(TOKENS[name])
    return _("swimmer %(number)s", number=ring_number(name))


def counted_tokens(name: str, count: int) -> str:
    """Return equal tourist tokens in words: "1 lover", "3 swimmers with ring 2"."""
    match name:
        case "normal":
            return ngettext("%(num)d tourist", "%(num)d tourists", count)
        case "rich":
            return ngettext("%(num)d rich tourist", "%(num)d rich tourists", count)
        case "lover":
            return ngettext("%(num)d lover", "%(num)d lovers", count)
        case "celebrity":
            return ngettext("%(num)d celebrity", "%(num)d celebrities", count)
    return ngettext(
        "%(num)d swimmer with ring %(ring)s",
        "%(num)d swimmers with ring %(ring)s",
        count,
        ring=ring_number(name),
    )


def token_icon(name: str) -> str:
    """Return the icon of a tourist token."""
    return SWIMMER if name.startswith(SWIMMER) else name


def token_face(name: str) -> dict[str, object]:
    """Return the values for drawing a token."""
    return {
        "token": name,
        "icon": token_icon(name),
        "word": token_word(name),
        "ring": ring_number(name) or "",
    }


def tile_face(name: str) -> dict[str, object]:
    """Return the values for drawing a building tile."""
    return {"id": name, "word": str(TILES[name]), "effect": str(EFFECTS[name])}


def room_name(name: str) -> str:
    """Return a room in words: "room a2", "extra room 1"."""
    if name.startswith(EXTRA):
        return _("extra room %(number)s", number=name[len(EXTRA) :])
    return _("room %(name)s", name=name)


def short_room(name: str) -> str:
    """Return a room's name for a small place: "a2", "+1"."""
    return "+" + name[len(EXTRA) :] if name.startswith(EXTRA) else name


def price_card_words(value: Mapping[str, Any]) -> str:
    """Return a price card in words: "6 / 5", "day off"."""
    if value.get("day_off"):
        return _("day off")
    return _("bid %(bid)s, room %(room)s", bid=value["bid"], room=value["room"])
