"""Entries as sentences without a subject: "buys a pool", "puts 2 tourists in a2 and b1"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.record import Header
from recorder.pages.samoa import terms
from recorder.pages.wording import gettext as _
from recorder.pages.wording import join_sayings, lazy, listing, ngettext, reader

Entry = Mapping[str, Any]


def phrase_entry(header: Header, entry: Entry) -> str:
    """Return an entry in words, without the secrets of its reader."""
    made = _VERBS.get(str(entry["do"]))
    told = made(entry, header) if made else reader().term("deed", str(entry["do"]))
    if entry.get("note"):
        told += f" ({entry['note']})"
    return told


def _token_counts(tokens: Sequence[str]) -> str:
    """Return tokens in words, equal ones together: "2 tourists, 1 lover"."""
    return ", ".join(terms.counted_tokens(token, count) for token, count in Counter(tokens).items())


def _build(entry: Entry, _header: Any) -> str:
    told = _("buys: %(tile)s", tile=terms.TILES[entry["tile"]])
    if "room" in entry:
        told = _("%(told)s on %(room)s", told=told, room=terms.room_name(entry["room"]))
    return told


def _lodge(entry: Entry, _header: Any) -> str:
    if isinstance(entry["tourists"], Mapping):  # as ``next`` offers it
        return _may_lodge(entry)
    rooms: dict[str, list[str]] = {}
    for one in entry["tourists"]:
        rooms.setdefault(one["token"], []).append(terms.short_room(one["room"]))
    moved = [
        _(
            "%(token)s in %(room)s",
            token=terms.counted_tokens(token, len(where)),
            room=listing([*dict.fromkeys(where)]),  # lovers share a room
        )
        for token, where in rooms.items()
    ]
    return _("puts %(tourists)s", tourists=join_sayings(moved)) if moved else _("takes in nobody")


def _may_lodge(offer: Entry) -> str:
    tourists = offer["tourists"]
    group, tokens = offer["group"], _token_counts(tourists["tokens"])
    told = _("takes in from group %(group)s: any of %(tokens)s", group=group, tokens=tokens)
    if tourists["rooms"] != "seen":  # else nobody has entered the hotel
        rooms = ", ".join(map(terms.short_room, tourists["rooms"])) or "–"
        told = _("%(told)s (free rooms: %(rooms)s)", told=told, rooms=rooms)
    if tourists.get("lovers"):
        rooms = ", ".join(map(terms.short_room, tourists["lovers"]))
        told = _("%(told)s (a lover is alone in: %(rooms)s)", told=told, rooms=rooms)
    return told


def _rooms(entry: Entry) -> str:
    return listing([terms.room_name(room) for room in entry["rooms"]])


def _use_tile(entry: Entry, _header: Any) -> str:
    tile = terms.TILES[entry["tile"]]
    if "rooms" in entry:
        return _("uses %(tile)s: %(what)s", tile=tile, what=_rooms(entry))
    if "card" in entry:
        return _("uses %(tile)s: %(what)s", tile=tile, what=terms.price_card_words(entry["card"]))
    if "cards" in entry:
        cards = listing([terms.price_card_words(card) for card in entry["cards"]])
        return _("uses %(tile)s: %(what)s", tile=tile, what=cards)
    return _("uses %(tile)s", tile=tile)


_LABELS: Mapping[str, Callable[[], str]] = {
    "money": lambda: _("coins"),
    "pools": lambda: _("pools"),
    "extra_rooms": lambda: _("extra rooms"),
    "suites": lambda: _("suites"),
    "special_tiles": lambda: _("special tiles"),
    "hand": lambda: _("cards in hand"),
    "discards": lambda: _("discarded cards"),
    "rooms": lambda: _("rooms"),
}


def _check(entry: Entry, _header: Any) -> str:
    read = [
        f"{label()} {entry[key]}" if type(entry[key]) is int else label()
        for key, label in _LABELS.items()
        if key in entry
    ]
    return _("read off the table: %(what)s", what=listing(read) or _("kept secret"))


_VERBS: Mapping[str, Callable[[Entry, Header], str]] = {
    "tiles": lambda e, h: _(
        "Tiles turned up: %(tiles)s", tiles=listing([str(terms.TILES[tile]) for tile in e["tiles"]])
    ),
    "tourists": lambda e, h: _(
        "Tourists arrive: %(groups)s", groups=" + ".join(map(_token_counts, e["groups"]))
    ),
    "card": lambda e, h: (
        _("plays the card %(card)s", card=terms.price_card_words(e))
        if "bid" in e or "day_off" in e
        else _("has chosen a price card")
    ),
    "build": _build,
    "pass": lambda e, h: _("passes"),
    "lodge": _lodge,
    "send_home": lambda e, h: (
        _("sends home from %(rooms)s", rooms=_rooms(e)) if e["rooms"] else _("sends nobody home")
    ),
    "use_tile": _use_tile,
    "check": _check,
    "adjust": lambda e, h: ngettext(
        "correction of %(num)d coin", "correction of %(num)d coins", e.get("money", 0)
    ),
    "figure": lambda e, h: ngettext(
        "Read off the hotel board: %(num)d room",
        "Read off the hotel board: %(num)d rooms",
        len(e["hotel"]["rooms"]),
    ),
}

_KINDS: Mapping[str, object] = {
    "tiles": lazy("tiles turned up"),
    "tourists": lazy("arrivals"),
    "card": lazy("price cards"),
    "build": lazy("tiles bought"),
    "pass": lazy("passed"),
    "lodge": lazy("tourists lodged"),
    "send_home": lazy("sent home"),
    "use_tile": lazy("tiles used"),
    "check": lazy("read off the table"),
    "adjust": lazy("corrected values"),
    "figure": lazy("printed values entered"),
    "rule": lazy("rulings"),
}


def name_verb(do: str) -> str:
    """Return the word for a kind of entry."""
    return str(_KINDS.get(do) or reader().term("deed", do))
