"""Entries as sentences without a subject: "takes 63 Dame from the queue"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.austria.assembled.boxes import box_of_record
from adjudicator.record import Header
from recorder.pages.austria import modules, terms
from recorder.pages.austria.components import printed
from recorder.pages.shared.filters import plain
from recorder.pages.wording import gettext as _
from recorder.pages.wording import (
    join_label,
    join_sayings,
    lazy,
    listing,
    ngettext,
    reader,
    record_word,
)

Entry = Mapping[str, Any]


def phrase_entry(header: Header, entry: Entry) -> str:
    """Return an entry in words; an unknown verb is named as it stands."""
    do = str(entry["do"])
    of_modules = (face.verbs[do] for face in modules.list_faces(header) if do in face.verbs)
    made = _VERBS.get(do) or next(of_modules, None)
    told = made(entry, header) if made else reader().term("deed", do)
    if do != "figure" and (more := word_additions(entry)):  # a reading has words of its own
        told += f" ({more})"
    if entry.get("place") and entry["do"] not in ("serve", "place"):
        told = join_sayings([told, terms.place_words(entry["place"])])
    if entry.get("note"):
        told += f" ({entry['note']})"
    return told


def word_additions(entry: Entry) -> str:
    """Return in words what modules add to an entry: "a die moved from 4, the red die".

    A coloured die that is moved over and taken is named once.
    """
    added = [
        told(entry[key])
        for key in entry
        if key not in _OWN and (told := modules.find_maker(lambda face: face.adds, key))
        if key != "colour" or entry.get("moved") != entry[key]
    ]
    return ", ".join(filter(None, added))


_OWN = ("by", "do", "at", "note", "place", "gain", "die", "as", "guest", "room", "staff", "from")
"""Keys that sentences of the base game tell themselves, or that say nothing."""


def _take_guest(entry: Entry, _header: Any) -> str:
    told = _("takes guest %(guest)s", guest=terms.guest_title(entry["guest"]))
    reveal = entry.get("reveal")
    if reveal is None:
        return told
    return _("%(told)s; %(guest)s comes into the queue", told=told, guest=terms.guest_title(reveal))


def _die(entry: Entry, _header: Any) -> str:
    die, acting = entry["die"], entry.get("as")
    if entry["do"] == "extra_action":
        told = _("does action %(die)s as the bonus action", die=die)
    elif acting:
        told = _("takes a die from 6 as %(acting)s", acting=acting)
    else:
        told = _("takes a die from %(die)s", die=die)
    if entry.get("boost"):
        told += _(" with a boost")
    if entry.get("gain"):
        told = join_label(told, terms.amount_words(entry["gain"]))
    return told


_FACES: Sequence[Callable[[int], str]] = (
    lambda count: ngettext("%(num)d one", "%(num)d ones", count),
    lambda count: ngettext("%(num)d two", "%(num)d twos", count),
    lambda count: ngettext("%(num)d three", "%(num)d threes", count),
    lambda count: ngettext("%(num)d four", "%(num)d fours", count),
    lambda count: ngettext("%(num)d five", "%(num)d fives", count),
    lambda count: ngettext("%(num)d six", "%(num)d sixes", count),
)
"""How many dice show a number, from 1 to 6."""


def _dice(entry: Entry) -> str:
    rolled = zip(_FACES, entry["dice"], strict=True)
    return ", ".join(told(count) for told, count in rolled if count) or _("no die")


def _put_words(place: Mapping[str, Mapping[str, int]]) -> str:
    """Return what lies on which guests: "1 coffee on 75 Baroness"."""
    return listing(
        [
            _(
                "%(food)s on %(guest)s",
                food=terms.amount_words(dishes),
                guest=terms.guest_title(int(number)),
            )
            for number, dishes in place.items()
        ]
    )


def _penalty(entry: Entry, _header: Any) -> str:
    choose = entry["choose"]
    if choose == "vp":
        return _("takes the penalty in victory points")
    if choose == "ignore":
        return _("pays to ignore the penalty")
    return _("gives what the tile asks")


def _value_words(entry: Entry) -> str:
    shown = [
        f"{record_word(key)} {plain(value)}"
        for key, value in entry.items()
        if key not in ("do", "of", "by", "note", "at")
    ]
    return ", ".join(shown)


_VERBS: Mapping[str, Callable[[Entry, Header], str]] = {
    "take_guest": _take_guest,
    "prepare": lambda e, h: _("prepares room %(room)s", room=e["room"]),
    "done": lambda e, h: _("ends the turn"),
    "roll": lambda e, h: _("rolls %(dice)s", dice=_dice(e)),
    "pass": lambda e, h: _("passes"),
    "reroll": lambda e, h: _("puts a die in the bin and rerolls: %(dice)s", dice=_dice(e)),
    "take_die": _die,
    "extra_action": _die,
    "play_staff": lambda e, h: (
        _("plays a staff card from the hand")
        if e["staff"] == "hand"  # one that is offered may be any card of the hand
        else _("plays staff %(staff)s", staff=terms.staff_title(e["staff"]))
    ),
    "use_staff": lambda e, h: _("uses staff %(staff)s", staff=terms.staff_title(e["staff"])),
    "serve": lambda e, h: _("serves %(place)s", place=terms.place_words(e["place"])),
    "place": lambda e, h: _("puts %(place)s", place=_put_words(e["place"])),
    "check_in": lambda e, h: _(
        "checks guest %(guest)s into room %(room)s",
        guest=terms.guest_title(e["guest"]),
        room=e["room"],
    ),
    "claim": lambda e, h: _(
        "claims the %(card)s: %(what)s",
        card=terms.politics_card(h.get("edition", "")),
        what=terms.politics_words(e["politics"]),
    ),
    "gain": lambda e, h: _("chooses %(food)s", food=terms.amount_words(e["gain"])),
    "occupy": lambda e, h: _("occupies room %(room)s", room=e["room"]),
    "fill_order": lambda e, h: _(
        "completes the order of %(guest)s", guest=terms.guest_title(e["guest"])
    ),
    "decline": lambda e, h: (
        _("skips %(what)s", what=reader().term("verb", e["what"]))
        if "what" in e
        else _("skips the reward")
    ),
    "penalty": _penalty,
    "remove_room": lambda e, h: _("removes room %(room)s", room=e["room"]),
    "return_staff": lambda e, h: ngettext(
        "returns %(num)d staff card", "returns %(num)d staff cards", e["count"]
    ),
    "discard_staff": lambda e, h: _(
        "discards staff %(staff)s", staff=terms.staff_title(e["staff"])
    ),
    "copy_staff": lambda e, h: _(
        "copies staff %(staff)s of %(name)s",
        staff=terms.staff_title(e["staff"]),
        name=next((str(p["name"]) for p in h["players"] if p["id"] == e["of"]), str(e["of"])),
    ),
    "figure": lambda e, h: _(
        "Read off a component: %(what)s", what=printed.phrase_figure(box_of_record(h), e)
    ),
    "check": lambda e, h: _("Board read: %(values)s", values=_value_words(e)),
    "adjust": lambda e, h: _("Corrected: %(values)s", values=_value_words(e)),
}

_KINDS: Mapping[str, object] = {
    "take_guest": lazy("guests taken"),
    "prepare": lazy("rooms prepared"),
    "done": lazy("turns ended"),
    "roll": lazy("rolls"),
    "pass": lazy("passed"),
    "reroll": lazy("rerolls"),
    "take_die": lazy("dice taken"),
    "extra_action": lazy("extra actions"),
    "play_staff": lazy("staff played"),
    "use_staff": lazy("staff used"),
    "serve": lazy("served from the kitchen"),
    "place": lazy("food put on guests"),
    "check_in": lazy("check-ins"),
    "claim": lazy("discs claimed"),
    "gain": lazy("food chosen"),
    "occupy": lazy("rooms occupied"),
    "fill_order": lazy("orders completed"),
    "decline": lazy("rewards skipped"),
    "penalty": lazy("penalties"),
    "remove_room": lazy("rooms removed"),
    "return_staff": lazy("staff returned"),
    "discard_staff": lazy("staff discarded"),
    "copy_staff": lazy("staff copied"),
    "check": lazy("board read"),
    "adjust": lazy("corrected values"),
    "figure": lazy("printed values entered"),
    "rule": lazy("rulings"),
}


def name_verb(do: str) -> str:
    """Return the word for a kind of entry."""
    return str(_KINDS.get(do) or reader().term("deed", do))
