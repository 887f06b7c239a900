"""The effects of an entry on the pieces, in words: "+3 VP (guests)", "pay 2 krones"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from adjudicator.austria.printed.board import ROOM_INDEX
from adjudicator.messages import format_change
from adjudicator.pieces import MovedPiece
from adjudicator.record import Header
from recorder.pages.austria import boards, modules, terms
from recorder.pages.presenter import Document
from recorder.pages.wording import gettext as _
from recorder.pages.wording import inside, join_sayings, listing, ngettext, score_part_name


def describe_move(header: Header, one: MovedPiece, entry: Document) -> str:
    """Return one change of the pieces, in words; nothing if it has none."""
    if one.what == "krones" and one.of == entry.get("by") and not one.back:
        both = _both_ways(one.count, entry)
        if both:
            return both
    faces = (face.pieces for face in modules.list_faces(header))
    made = _WORDS.get(one.what) or next((p[one.what] for p in faces if one.what in p), None)
    return made(header, one) if made else ""


def _both_ways(count: int, entry: Document) -> str:
    """Return the price and the krones of a die that has both: both cross the table.

    A six that is used as another space costs a krone, and so does a boost (GAH-ACT-61). A coloured
    die has its own price (WALTZ2-DIE-05).
    """
    taken = entry.get("gain", {}).get("krones", 0) if "die" in entry else 0
    paid = taken - count if taken else 0
    if "colour" not in entry:
        paid = min(paid, ("as" in entry) + bool(entry.get("boost")))
    if paid <= 0:
        return ""
    return _(
        "pay %(paid)s, take %(taken)s",
        paid=terms.krone_words(paid),
        taken=terms.krone_words(count + paid),
    )


def _points(header: Header, one: MovedPiece) -> str:
    parts = [(inside(score_part_name(header, key)), n) for key, n in one.facts["parts"].items()]
    if len(parts) == 1:
        return _("%(vp)s VP (%(source)s)", vp=format_change(one.count), source=parts[0][0])
    sources = ", ".join(f"{name} {format_change(n)}" for name, n in parts)
    return _("%(vp)s VP (%(source)s)", vp=format_change(one.count), source=sources)


def _krones(header: Header, one: MovedPiece) -> str:
    amount = terms.krone_words(abs(one.count))
    if one.back and one.count > 0:
        return _("take %(what)s back", what=amount)
    if one.back:
        return _("return %(what)s", what=amount)
    return _("take %(what)s", what=amount) if one.count > 0 else _("pay %(what)s", what=amount)


def _emperor(header: Header, one: MovedPiece) -> str:
    spaces = ngettext("%(num)d space", "%(num)d spaces", abs(one.count))
    space = one.facts["now"]
    if one.count > 0:
        return _("emperor track: up %(spaces)s, to %(space)s", spaces=spaces, space=space)
    return _("emperor track: back %(spaces)s, to %(space)s", spaces=spaces, space=space)


def _list_dishes(guests: Mapping[int, Mapping[str, int]], sign: int) -> list[dict[str, str]]:
    """Return the guests that got dishes (sign 1) or lost them (-1), with these in words."""
    moved = {
        guest: {food: sign * n for food, n in dishes.items() if sign * n > 0}
        for guest, dishes in guests.items()
    }
    return [
        {"food": terms.amount_words(dishes), "guest": terms.guest_title(guest)}
        for guest, dishes in moved.items()
        if dishes
    ]


def _food(header: Header, one: MovedPiece) -> str:
    supply, kitchen = one.facts["supply"], one.facts["kitchen"]
    guests: Mapping[int, Mapping[str, int]] = one.facts["guests"]
    came = {food: n for food, n in supply.items() if n > 0}
    went = {food: -n for food, n in supply.items() if n < 0}
    used = {
        food: count
        for food, n in kitchen.items()
        if n < 0 and (count := max(0, -n + min(0, supply.get(food, 0))))
    }
    said = [_("take %(food)s off %(guest)s", **one) for one in _list_dishes(guests, -1)]
    if came:
        said.append(_("take %(what)s", what=terms.amount_words(came)))
    if used:
        said.append(_("take %(what)s from the kitchen", what=terms.amount_words(used)))
    if went:
        said.append(_("put back %(what)s", what=terms.amount_words(went)))
    places = [_("%(food)s on %(guest)s", **one) for one in _list_dishes(guests, 1)]
    stored = {food: n for food, n in kitchen.items() if n > 0}
    if stored:
        places.append(_("%(food)s into the kitchen", food=terms.amount_words(stored)))
    if places:
        said.append(listing(places))
    return join_sayings(said)


def _rooms(header: Header, one: MovedPiece) -> str:
    named = one.facts["rooms"]
    rooms = ngettext(
        "room %(names)s", "rooms %(names)s", len(named), names=", ".join(map(str, named))
    )
    before, now = one.facts["before"], one.facts["now"]
    if now == "empty":
        return _("take away %(rooms)s", rooms=rooms)
    if before == "empty" and now == "vacant":
        return _("put the tile on %(rooms)s", rooms=rooms)
    if before == "empty":
        return _("put the tile on %(rooms)s, occupied side up", rooms=rooms)
    if now == "occupied":
        return _("turn %(rooms)s over: occupied", rooms=rooms)
    return _("turn %(rooms)s back: vacant", rooms=rooms)


def _cards(cards: Sequence[int]) -> str:
    return listing([terms.staff_title(card) for card in cards])


def _guest_names(one: MovedPiece) -> str:
    return listing([terms.guest_title(guest) for guest in one.facts["guests"]])


_WORDS: Mapping[str, Callable[[Header, MovedPiece], str]] = {
    "points": _points,
    "krones": _krones,
    "emperor": _emperor,
    "food": _food,
    "rooms": _rooms,
    "group": lambda h, m: _(
        "%(colour)s group complete",
        colour=terms.colour_word(
            boards.hotel_board_of(h, str(m.of)).colours[ROOM_INDEX[m.facts["room"]]]
        ),
    ),
    "guests": lambda h, m: _("%(guests)s to the discards", guests=_guest_names(m)),
    "staff_gone": lambda h, m: _("put away %(cards)s", cards=_cards(m.facts["cards"])),
    "staff_turned": lambda h, m: _("turn %(cards)s: used", cards=_cards(m.facts["cards"])),
    "staff_ready": lambda h, m: _("turn %(cards)s back: ready", cards=_cards(m.facts["cards"])),
    "hand": lambda h, m: (
        ngettext("draw %(num)d staff card", "draw %(num)d staff cards", m.count)
        if m.count > 0
        else ngettext("return %(num)d staff card", "return %(num)d staff cards", -m.count)
    ),
    "disc": lambda h, m: (
        _("take your disc back from: %(card)s", card=terms.politics_words(m.facts["card"]))
        if m.count > 0
        else _("put a disc on: %(card)s", card=terms.politics_words(m.facts["card"]))
    ),
    "guests_to_queue": lambda h, m: _("%(guests)s back into the queue", guests=_guest_names(m)),
    "guests_to_cafe": lambda h, m: _("%(guests)s back into the café", guests=_guest_names(m)),
    "guests_to_deck": lambda h, m: _("%(guests)s back on the deck", guests=_guest_names(m)),
    "staff_to_hand": lambda h, m: _("%(cards)s back into the hand", cards=_cards(m.facts["cards"])),
    "staff_to_table": lambda h, m: _(
        "%(cards)s back onto the table", cards=_cards(m.facts["cards"])
    ),
    "die": lambda h, m: ngettext(
        "%(num)d die back on space %(space)s",
        "%(num)d dice back on space %(space)s",
        m.count,
        space=m.facts["die"],
    ),
    "start_player": lambda h, m: _("take the first-player tile"),
    "dice_back": lambda h, m: _("take all dice back"),
    "round": lambda h, m: _("round marker to %(round)s", round=m.facts["round"]),
    "discards_shuffled": lambda h, m: _("shuffle the discards: they are the new deck"),
}
"""Sentences by the word of ``adjudicator.austria.assembled.moved_pieces``."""
