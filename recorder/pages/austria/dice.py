"""The six spaces of dice and the sheets in which a die's action is chosen by one tap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.austria.assembled.boxes import box_of_record
from adjudicator.austria.chapters import rooms
from adjudicator.austria.printed.board import ROOM_NAMES
from adjudicator.austria.table import unused_rewards
from recorder.pages.austria import boards, modules, terms
from recorder.pages.forms import offers
from recorder.pages.presenter import View
from recorder.pages.shared.parts import keep_made
from recorder.pages.shared.sentences import list_added
from recorder.pages.wording import gettext as _
from recorder.pages.wording import join_label, join_sayings, ngettext

DICE = range(1, 7)

COPYING = 6
"""The space with dice that act as any other (GAH-ACT-61)."""

ROOMS, STAFF = 3, 5
"""The spaces with dice that open a part: rooms to prepare, a card to play."""

ACTIONS = ("take_die", "extra_action")

_NO_FOOD = ("krones", "emperor")


def list_spaces(view: View, options: Sequence[offers.Offer]) -> list[dict[str, object]]:
    """Return the six spaces with their dice; a space that is not offered asks for more.

    While a reward is open, it says which comes first.
    """
    first, takes, dice = _first_reward(view), offered_spaces(options), view.position["dice"]
    faces = modules.list_faces(view.header)
    signs = [[mark for face in faces for mark in face.on_space(view.position, n)] for n in DICE]
    rows = [(die, dice[die - 1], die in takes, signs[die - 1]) for die in DICE]
    return keep_made("dice", (first, rows), lambda: _spaces(first, rows))


def _spaces(first: str, rows: Sequence[tuple[int, int, bool, Any]]) -> list[dict[str, object]]:
    """Return the spaces. rows: of each its number, its dice, whether it is offered, its signs."""
    shown = []
    for die, count, legal, signs in rows:
        dice = ngettext(
            "%(num)d die on space %(die)s", "%(num)d dice on space %(die)s", count, die=die
        )
        shown.append(
            {
                "die": die,
                "count": count,
                "legal": legal,
                "sheet": f"take-{die}",
                "first": first,
                "word": str(terms.DIE_WORDS[die]),
                "marks": signs,
                "words": join_label(dice, str(terms.DIE_WORDS[die])),
            }
        )
    return shown


def _first_reward(view: View) -> str:
    """Return the reward that comes before anything else, in words, or nothing."""
    for part in view.position.get("open") or ():
        if part["front"] and part["by"] == view.acting and part["from"] not in MAIN:
            reward = terms.source_words(part["from"].split(".")[0])
            return _("First: %(reward)s", reward=reward)
    return ""


MAIN = ("die", "key")
"""Sources of parts that the main action itself opens."""


def die_sheet(
    view: View, options: Sequence[offers.Offer], player: str, die: int
) -> dict[str, object] | None:
    """Return the sheet of a space, or None where nothing is offered on it."""
    entries = _entries(options, die)
    return _sheet(view, die, entries, player) if entries else None


def offered_spaces(options: Sequence[offers.Offer]) -> set[int]:
    """Return the spaces on which anything is offered."""
    actions = [offer for offer in options if offer["do"] in ACTIONS]
    return {die for offer in actions for die in offers.values(offer, "die")}


def rooms_to_prepare_at_once(
    view: View, options: Sequence[offers.Offer]
) -> dict[str, list[boards.Choice]]:
    """Return by the room the entries that take a die of the rooms' space and prepare it."""
    state: Any = view.known.state
    choices: dict[str, list[boards.Choice]] = {}
    for entry in _entries(offers.find(options, "take_die"), ROOMS):
        if entry.keys() - {"by", "do", "die", "boost"}:  # a way of a module's own
            continue
        told = _("Take a die from %(die)s and prepare this room", die=ROOMS)
        if entry.get("boost"):
            told = join_sayings([told, _("with a boost, for 1 krone more")])
        for room, price in rooms.list_rooms_after(state, entry).items():
            row = [entry, {"by": entry["by"], "do": "prepare", "room": room}]
            choices.setdefault(room, []).append([f"{told} ({terms.krone_words(price)})", row, True])
    return choices


def _entries(options: Sequence[offers.Offer], die: int) -> list[offers.Entry]:
    return [
        entry
        for do in ACTIONS
        for offer in offers.find(options, do, die=die)
        for entry in offers.list_single_entries({**offer, "die": die})
    ]


def _sheet(view: View, die: int, entries: Sequence[offers.Entry], player: str) -> dict[str, object]:
    extra = entries[0]["do"] == "extra_action"
    count = view.position["dice"][die - 1]
    title = _("Action %(die)s: %(what)s", die=die, what=terms.DIE_WORDS[die])
    if not extra:
        strength = ngettext("%(num)d die", "%(num)d dice", count)
        title = f"{title}, {strength}"
    groups = []
    ways: dict[str, list[offers.Entry]] = {}
    for entry in entries:
        ways.setdefault(", ".join(list_added(view.header, entry)), []).append(entry)
    faces = modules.list_faces(view.header)
    for way, of_way in ways.items():
        price = ", ".join(filter(None, (face.price_words(view, of_way[0]) for face in faces)))
        groups += _groups(view, player, of_way, die, join_label(way, price) if price else way)
    wanted = _unfold_groups(view, player, groups)
    return {
        "id": f"take-{die}",
        "die": die,
        "title": title,
        "note": _("An extra action: no die is taken.") if extra else "",
        "price": _price_of_six(view, player) if die == COPYING and not extra else "",
        "groups": sorted(groups, key=lambda group: (not group["takes"], group["fold"])),
        "wants": wanted,
    }


AT_ONCE = 28
"""The most takes of a sheet that lie open: about three screens of a phone."""


def _unfold_groups(
    view: View, player: str, groups: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Open folds of a sheet, as many as it has room for: first with food that guests lack.

    returns: the pieces that the takes may put onto guests.
    """
    takes = [take for group in groups for each in group["sets"] for take in each["takes"]]
    wanted = list_lacking_pieces(view, player, {food for take in takes for food in take["gain"]})
    lacks = Counter(want["food"] for want in wanted)

    def serves(group: Mapping[str, Any]) -> int:
        gains = [Counter(take["gain"]) & lacks for each in group["sets"] for take in each["takes"]]
        return max(gain.total() for gain in gains)

    left = AT_ONCE
    for group in sorted(groups, key=serves, reverse=True):
        left -= sum(len(each["takes"]) for each in group["sets"])
        group["open"] = left >= 0
    return wanted


def _price_of_six(view: View, player: str) -> str:
    """Return the price of a die of the last space as another action, in words (GAH-ACT-61)."""
    free = box_of_record(view.header).reactions.free_six
    staff = view.position["players"][player]["staff"]
    lying = {card if isinstance(card, int) else card["staff"] for card in staff}
    for card in free:
        if card in lying:
            return _("As another action it is free: %(staff)s.", staff=terms.staff_title(card))
    return _("As another action it costs %(price)s.", price=terms.krone_words(1))


def role_words(die: int) -> str:
    """Return the action of a die that acts as another one, in words."""
    return _("As %(die)s: %(what)s", die=die, what=terms.DIE_WORDS[die])


def _groups(
    view: View, player: str, entries: Sequence[offers.Entry], die: int, way: str
) -> list[dict[str, object]]:
    """Return the takes of one way, grouped by the action of a die of the last space.

    takes: whether a group brings anything: a die of the last space by itself does nothing, and
    stands last.
    """
    groups, own = [], view.position["players"][player]
    for role in list(dict.fromkeys(entry.get("as") for entry in entries)):
        of_role = [entry for entry in entries if entry.get("as") == role]
        nothing = {  # no room is left, no card, or no action
            ROOMS: len(own["rooms"]) == len(ROOM_NAMES),
            STAFF: not own["hand"],
            COPYING: True,
        }.get(role or die, False)
        if nothing:  # and then a boost is no choice
            of_role = [entry for entry in of_role if not entry.get("boost")] or of_role
        title = _("Take the die and do nothing") if die == COPYING else ""
        title = role_words(role) if role else title
        groups.append(
            {
                "title": ", ".join(filter(None, (way, title))),
                "icon": f"die-{role}" if role else "",
                "fold": role is not None or bool(way),
                "takes": role is not None or die != COPYING,
                "sets": _sets(view, of_role, COPYING if nothing else role or die),
            }
        )
    return groups


def key_sheet(
    view: View, found: Sequence[offers.Offer], player: str, title: str
) -> dict[str, object] | None:
    """Return a sheet like that of a die for something else to take, or None."""
    entries = [entry for offer in found for entry in offers.list_single_entries(offer)]
    if not entries:
        return None
    groups = []
    for role in list(dict.fromkeys(entry.get("as") for entry in entries)):
        of_role = [entry for entry in entries if entry.get("as") == role]
        fold = role_words(role) if role else ""
        groups.append(
            {
                "title": fold,
                "icon": f"die-{role}" if role else "",
                "fold": bool(role),
                "takes": True,
                "sets": _sets(view, of_role, role or COPYING),
            }
        )
    wanted = _unfold_groups(view, player, groups)
    return {
        "id": f"{found[0]['do']}-sheet",
        "title": title,
        "note": "",
        "price": "",
        "groups": groups,
        "wants": wanted,
    }


def _sets(view: View, entries: Sequence[offers.Entry], action: int) -> list[dict[str, Any]]:
    """Return the takes without and with a boost, each as large as any; less is entered with
    "Other".
    """
    sets = []
    for boost in (False, True):
        chosen = [entry for entry in entries if bool(entry.get("boost")) is boost]
        if chosen:
            title = _("With a boost, for 1 krone more") if boost else ""
            gains = [sum(entry.get("gain", {}).values()) for entry in chosen]
            sets.append(
                {
                    "title": title,
                    "takes": [
                        _take_view(view, e, action)
                        for e, gain in zip(chosen, gains, strict=True)
                        if gain == max(gains)
                    ],
                }
            )
    return sets


def _take_view(view: View, entry: offers.Entry, action: int) -> dict[str, object]:
    """Return one take; ``row`` also ends the turn, where that gives up nothing.

    gain: the food that may go onto guests with this entry. Behind a choice that comes first, such
    as the bonus of a lobby, it is placed later.
    """
    gain: Mapping[str, int] = entry.get("gain", {})
    icons = [
        ("krone" if name == "krones" else name, count) for name, count in gain.items() if count
    ]
    plain = {3: _("Take the die, then tap rooms"), 5: _("Take the die, then choose a card")}
    told = terms.amount_words(gain) if gain else plain.get(action, _("Take the die"))
    food = {name: count for name, count in gain.items() if name not in _NO_FOOD and count}
    same = {"boost": None} | {key: value for key, value in entry.items() if key != "gain"}
    if not any("place" in offer for offer in offers.find(view.options, **same)):
        food = {}
    row = [entry, {"by": entry["by"], "do": "done"}] if entry["do"] == "take_die" else None
    if row and unused_rewards.list_unused_rewards(view.known.state, row):
        row = None
    return {"entry": entry, "icons": icons, "gain": food, "words": told, "row": row}


def list_lacking_pieces(view: View, player: str, foods: set[str]) -> list[dict[str, Any]]:
    """Return the pieces that the player's guests lack, one for each, of the foods in question."""
    pieces = []
    for lying in view.position["players"][player]["cafe"]:
        card = boards.guest_view(
            lying["guest"],
            lying.get("served"),
            box_of_record(view.header),
            boards.guest_card(view, lying["guest"]),
        )
        for food, count in card["lacks"].items():
            if food in foods:
                told = _(
                    "%(food)s for %(guest)s",
                    food=terms.food_word(food),
                    guest=terms.guest_title(card["number"]),
                )
                piece = {"guest": card["number"], "food": food, "words": told}
                pieces += [dict(piece) for _piece in range(count)]  # each is ticked by itself
    return pieces
