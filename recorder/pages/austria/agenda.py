"""Open parts after a check-in, a card or a tile: buttons in the agenda's order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from adjudicator import games
from adjudicator.austria.chapters import turns
from adjudicator.austria.printed.catalogue import FIGURES, REACTIONS
from adjudicator.austria.printed.catalogue import Part as Printed
from adjudicator.austria.table import unused_rewards
from recorder.pages.austria import boards, dice, does, modules, terms
from recorder.pages.austria.emperor import find_scored_tile
from recorder.pages.forms import offers
from recorder.pages.presenter import Button, View
from recorder.pages.shared.sentences import list_added
from recorder.pages.wording import gettext as _
from recorder.pages.wording import join_label, join_sayings, lazy, listing, ngettext

(QUEUE_FREE,) = REACTIONS.queue_free
"""The staff card with which guests from the queue cost nothing."""

Part = Mapping[str, Any]


def list_open_parts(view: View, player: str) -> list[Part]:
    """Return the open parts of a player as the position prints them, front first."""
    return [part for part in view.position.get("open") or () if part["by"] == player]


FORCED = ("penalty", "remove_room", "discard_staff", "return_staff")


def drop_forced_offers(view: View) -> list[offers.Offer]:
    """Return the offers without those that only name the effect of an emperor scoring."""
    owed = {(part["by"], part["do"]) for part in view.position.get("open") or ()}
    return [o for o in view.options if o["do"] not in FORCED or (o["by"], o["do"]) in owed]


def _list_groups_of_player(
    view: View, player: str, usable: Sequence[Part]
) -> Iterator[dict[str, Any]]:
    """Yield the groups of a player: food just gained, then the usable parts by source."""
    who = "" if view.position["turn_of"] else view.name(player)
    food = _fresh_food_part(view, player)
    if food:
        yield {"who": who, "title": _("Food just gained"), "parts": [food], "later": ""}
    for source in dict.fromkeys(part["from"].split(".")[0] for part in usable):
        of_source = [part for part in usable if part["from"].split(".")[0] == source]
        yield {
            "who": who,
            "title": terms.source_words(source, view.position.get("die")),
            "parts": [_part_view(view, part) for part in of_source],
            "later": "",
        }


def list_open_groups(view: View) -> list[dict[str, Any]]:
    """Return the open parts in order: by player and source, each part with its buttons.

    First comes food that may still be placed. In an emperor scoring parts of several players stand
    side by side. ``later`` words the parts behind.
    """
    players = [view.acting] if view.position["turn_of"] else [p["id"] for p in view.players]
    shown: list[dict[str, Any]] = []
    for player in map(str, players):
        mine = list_open_parts(view, player)
        usable = [part for part in mine if part["front"] and not part.get("automatic")]
        shown += _list_groups_of_player(view, player, usable)
        die = view.position.get("die")
        later = [
            join_label(terms.source_words(part["from"], die), describe_part(view, part))
            for part in mine
            if part not in usable
        ]
        if shown and later:
            shown[-1]["later"] = _("Then: %(parts)s", parts=join_sayings(later))
    if shown and (len(shown) == 1 or not shown[0]["who"]):
        first = shown[0]["parts"][0]
        first["asks"] = [bool(button.sheet) for button in first["buttons"]] == [True]
    _keep_one_main([part for group in shown for part in group["parts"]])
    return shown


def _keep_one_main(parts: Sequence[dict[str, Any]]) -> None:
    has_main = False
    for part in parts:
        part["buttons"] = [
            replace(button, main=button.main and not has_main) for button in part["buttons"]
        ]
        has_main = has_main or any(button.main for button in part["buttons"])


def _fresh_food_part(view: View, player: str) -> dict[str, object] | None:
    """Return the buttons that put food just gained onto guests, each piece by one tap."""
    buttons = []
    for offer in offers.find(view.options, "place", by=player):
        buttons += _place_all_button(view, offer)
        pieces = [
            (guest, food)
            for guest, lacks in offer["place"].items()
            for food in (boards.list_fresh_foods(view, offer) if lacks == "seen" else lacks)
        ]
        for guest, food in pieces:
            entry = {**offer, "place": {guest: {food: 1}}}
            label = _(
                "%(food)s to %(guest)s",
                food=terms.food_word(food),
                guest=terms.guest_title(int(guest)),
            )
            buttons.append(Button(label, entry, icon=food, main=len(pieces) == 1))
    if not buttons:
        return None
    return {"words": _("onto a guest, or it stays in the kitchen"), "hint": "", "buttons": buttons}


def _place_all_button(view: View, offer: offers.Offer) -> list[Button]:
    """Return one tap for all of the food that guests lack, where they are several pieces and
    enough was gained.
    """
    lacks = {guest: dishes for guest, dishes in offer["place"].items() if dishes != "seen"}
    entry = {**offer, "place": lacks}
    if sum(sum(dishes.values()) for dishes in lacks.values()) < 2:
        return []
    if not games.try_entries(view.known.state, entry)[1].is_applied:
        return []
    return [Button(terms.place_words(lacks), entry, main=True)]


def _part_view(view: View, part: Part) -> dict[str, object]:
    buttons = _buttons(view, part)
    hint = str(_HINTS.get(part["do"]) or modules.module_word(lambda face: face.hints, part["do"]))
    shown: dict[str, Any] = {"words": describe_part(view, part), "buttons": buttons, "hint": hint}
    shown["verb"] = part["do"] in _VERBS
    if part["do"] == "remove_room":
        going = offers.find(view.options, "remove_room", by=part["by"])
        named = sorted({room for offer in going for room in offers.values(offer, "room")})
        rooms = [boards.room_words(view, part["by"], room) for room in named]
        shown["words"] += f" ({', '.join(rooms)})" if rooms else ""
    if hint and part["by"] != view.acting:
        shown["switch"] = part["by"]
        shown["hint"] = ""
    leave = {"by": part["by"], "what": part["do"], "from": part["from"]}
    if part["optional"] and offers.find(view.options, "decline", **leave):
        shown["leave"] = {"do": "decline", **leave}
    return shown


def _buttons(view: View, part: Part) -> list[Button]:
    if part["do"] in _BUTTONS:
        return _BUTTONS[part["do"]](view, part)
    if part["do"] in _HINTS:
        return []
    faces = modules.list_faces(view.header)
    own = next((face for face in faces if part["do"] in face.kinds), modules.PLAIN)
    return own.buttons(view, part) if faces else []


def warn_of_losses(view: View, button: Button) -> Button:
    """Return a button that warns before it throws something away.

    The open parts that it gives up stand on it, and it is no main one. It asks back before giving
    up a won part; the rest of the die's own action was chosen a tap before. Food just gained that a
    guest may still have free is only mentioned: it stays in the kitchen.
    """
    row = [button.entry, *button.then]
    if button.sheet:  # such as a roll, of which the dice are not known yet: it declines all
        parts = [p for p in view.position.get("open") or () if p["optional"] and p["front"]]
    else:
        parts = unused_rewards.list_unused_rewards(view.known.state, row)
    if parts:
        told = [(view.name(part["by"]), describe_part(view, part), part["by"]) for part in parts]
        lost = listing(
            [words if by == view.acting else join_label(name, words) for name, words, by in told]
        )
        detail = _("skips: %(parts)s", parts=lost)
        won = any(part["from"] not in dice.MAIN for part in parts)
        asks = _("Still open: %(parts)s", parts=lost) if won else ""
        return replace(button, main=False, detail=detail, asks=asks)
    by = button.entry.get("by")
    if button.entry["do"] == "done" and offers.find(view.options, "place", by=by):
        return replace(button, main=False, detail=_("the food stays in the kitchen"))
    return button


_VERBS = ("prepare", "occupy", "take_guest", "fill_order", "play_staff")
"""Verbs of open parts that are worded as something to do: "prepare 2 rooms"."""

AT_ONCE = 3
"""Pieces that are ticked at first: one krone serves so many (GAH-ADD-04)."""

_HINTS = {
    "prepare": lazy("tap a room"),
    "occupy": lazy("tap a vacant room"),
    "remove_room": lazy("tap the room to remove"),
    "take_guest": lazy("tap a guest"),
    "extra_action": lazy("tap a space with dice"),
}
"""The place to tap on the board; other parts have buttons of their own."""


def describe_part(view: View, part: Part) -> str:
    """Return the permission of an open part, in words."""
    do, count = part["do"], part["count"]
    if do == "penalty":
        return _("choose one penalty")
    if do == "remove_room":
        return ngettext("remove %(num)d room", "remove %(num)d rooms", count)
    if do == "discard_staff":
        return _("discard an end-of-game staff card")
    printed = Printed(
        kind=do,
        count=count,
        free=bool(part.get("free")),
        discount=part.get("discount", 0),
        drawn=part.get("drawn", 0),
        floors=frozenset(part["floors"]) if part.get("floors") else None,
    )
    told = does.reward_words(printed)
    if part.get("colour"):
        told += f" ({terms.colour_word(part['colour'])})"
    return told


def _food_buttons(view: View, part: Part) -> list[Button]:
    """Return buttons for food of choice, by piece: for a guest that lacks it, or the kitchen."""
    offered = {
        food
        for offer in offers.find(view.options, "gain", by=part["by"])
        for gain in offers.values(offer, "gain")
        for food in gain
    }
    base = {"by": part["by"], "do": "gain"}
    buttons: list[Button] = []
    for want in dice.list_lacking_pieces(view, part["by"], offered):
        entry = {
            **base,
            "gain": {want["food"]: 1},
            "place": {str(want["guest"]): {want["food"]: 1}},
        }
        if not any(entry == button.entry for button in buttons):
            buttons.append(Button(str(want["words"]), entry, icon=want["food"]))
    for food in boards.food_kinds(view):
        if food in offered:
            entry = {**base, "gain": {food: 1}}
            buttons.append(Button(terms.food_word(food), entry, icon=food, detail=_("kitchen")))
    return buttons


def _order_buttons(view: View, part: Part) -> list[Button]:
    return [
        Button(terms.guest_title(guest), {"by": part["by"], "do": "fill_order", "guest": guest})
        for offer in offers.find(view.options, "fill_order", by=part["by"])
        for guest in offers.values(offer, "guest")
    ]


def _penalty_buttons(view: View, part: Part) -> list[Button]:
    known = find_scored_tile(view.header, view.position)
    labels = {
        "vp": _("Lose %(num)s VP", num=known.vp if known else "")
        if known and known.vp
        else _("Lose victory points"),
        "goods": _("Pay: %(loss)s", loss=does.loss_words(known.id) if known else ""),
        "ignore": _("Pay 1 krone to ignore it"),
    }
    icons = {"vp": "vp", "goods": "bin", "ignore": "krone"}
    return [
        Button(
            labels[choice],
            {"by": part["by"], "do": "penalty", "choose": choice},
            icon=icons[choice],
        )
        for choice in part.get("choices", ())
    ]


def _discard_buttons(view: View, part: Part) -> list[Button]:
    return [
        Button(
            terms.staff_title(card),
            {"by": part["by"], "do": "discard_staff", "staff": card},
            icon="staff",
        )
        for card in part.get("choices", ())
    ]


_BUTTONS: Mapping[str, Callable[[View, Part], list[Button]]] = {
    "gain": _food_buttons,
    "play_staff": lambda view, part: [
        Button(
            _("Choose the card"),
            {"by": part["by"], "do": "play_staff"},
            icon="staff",
            main=True,
            sheet="staff-pick",
        )
    ],
    "fill_order": _order_buttons,
    "penalty": _penalty_buttons,
    "discard_staff": _discard_buttons,
}


def ends_guest_step(view: View, options: Sequence[offers.Offer]) -> bool:
    """Return whether an extra action would cost a player the guest that may be taken now."""
    state: Any = view.known.state
    return bool(offers.find(options, "take_guest")) and turns.extra_ends_guest_step(state)


def list_extra_actions(view: View, mine: Sequence[offers.Offer]) -> list[Button]:
    """Return the extra actions that are offered beside the main thing to do.

    One that ends the guest step under the rules of this table says so.
    """
    actions = _extra_actions(view, mine)
    if not actions or not ends_guest_step(view, mine):
        return actions
    told = str(boards.NO_GUEST_AFTER)
    return [replace(b, detail=join_sayings(filter(None, [b.detail, told]))) for b in actions]


def _list_serve_buttons(view: View, offer: offers.Offer, player: str) -> Iterator[Button]:
    """Yield a button for each likely serving, and one for the sheet unless it adds nothing."""
    lies = view.position["players"][player]
    price, begun = boards.serve_price(lies), offers.begin_entry(offer, "place")
    wants = _list_servable(view, offer, player)
    probable = _probable_places(wants, lies["kitchen"])
    for place in probable:
        label = _("Serve %(what)s", what=terms.place_words(place))
        yield Button(label, {**begun, "place": place}, icon="kitchen", detail=price)
    if len(wants) != 1 or "seen" in offer["place"].values():  # an unread order
        label, told = (_("Serve…"), "") if probable else (_("Serve"), price)
        yield Button(label, begun, icon="kitchen", sheet="serve", detail=told)


def _extra_actions(view: View, mine: Sequence[offers.Offer]) -> list[Button]:
    buttons = [
        button
        for offer in offers.find(mine, "serve")
        for button in _list_serve_buttons(view, offer, str(view.acting))
    ]
    for offer in offers.find(mine, "use_staff"):
        for entry in offers.list_single_entries(offer):
            label = _("Use %(staff)s", staff=terms.staff_title(entry["staff"]))
            detail = ", ".join(list_added(view.header, entry))
            if not any(button.entry == entry for button in buttons):
                buttons.append(Button(label, entry, icon="staff", detail=detail))
    for offer in offers.find(mine, "claim"):
        for card in offers.values(offer, "politics"):
            discs = len(view.position["claims"].get(card, []))
            points = terms.vp_words(FIGURES["politics_vp"][discs])
            label = _("Place a disc: %(card)s", card=terms.politics_words(card))
            buttons.append(
                Button(label, {**offer, "politics": card}, icon="politics", detail=points)
            )
    for face in modules.list_faces(view.header):
        buttons += face.also(view, mine)
    return buttons


def _list_servable(view: View, offer: offers.Offer, player: str) -> list[dict[str, object]]:
    """Return the pieces that guests lack and the kitchen may give under an offer.

    Of a kind that a guest lacks twice there are no more than the offer names. Likely pieces are
    ticked.
    """
    lacks = dice.list_lacking_pieces(view, player, set(boards.food_kinds(view)))
    left = {
        (guest, food): count
        for guest, dishes in offer["place"].items()
        if dishes != "seen"
        for food, count in dishes.items()
    }
    wants = []
    for want in lacks:
        piece = str(want["guest"]), want["food"]
        if left.get(piece, 0):
            left[piece] -= 1
            wants.append(want)
    _tick_probable(
        wants, view.position["players"][player], Counter(want["guest"] for want in lacks)
    )
    return wants


def _probable_places(
    wants: Sequence[dict[str, Any]], kitchen: Mapping[str, int]
) -> list[dict[str, dict[str, int]]]:
    """Return the likely servings, by guest and food as in an entry.

    First the ticked pieces together, then every guest alone.
    """
    place: dict[str, Counter[str]] = {}
    lacks: dict[str, Counter[str]] = {}
    for want in wants:
        lacks.setdefault(str(want["guest"]), Counter())[want["food"]] += 1
        if want["checked"]:
            place.setdefault(str(want["guest"]), Counter())[want["food"]] += 1
    places = [{guest: dict(dishes) for guest, dishes in place.items()}] if place else []
    for guest, dishes in lacks.items():
        own = {guest: boards.limit_dishes(boards.dishes_in_store(dishes, kitchen), AT_ONCE)}
        if own[guest] and own not in places:
            places.append(own)
    return places


def _tick_probable(
    wants: Sequence[dict[str, Any]], lies: Mapping[str, Any], lacking: Mapping[int, int]
) -> None:
    """Tick the likely pieces: first for the guest whose order they nearly complete.

    lacking: the number of pieces each guest lacks in all.
    """
    left = dict(lies["kitchen"])
    free = AT_ONCE

    def fitting(guest: int) -> list[dict[str, object]]:
        store = dict(left)
        fits: list[dict[str, Any]] = []
        for want in wants:
            if want["guest"] == guest and store.get(want["food"], 0) and len(fits) < free:
                store[want["food"]] -= 1
                fits.append(want)
        return fits

    def nearest(guest: int) -> tuple[int, int]:
        fits = fitting(guest)
        return lacking[guest] - len(fits), -len(fits)

    for want in wants:
        want["checked"] = False
    for guest in sorted({want["guest"]: None for want in wants}, key=nearest):
        for want in fitting(guest):
            want["checked"] = True
            left[want["food"]] -= 1
            free -= 1


def serve_sheet(view: View, mine: Sequence[offers.Offer], player: str) -> dict[str, object] | None:
    """Return the sheet for serving from the kitchen, with up to three pieces ticked."""
    for offer in offers.find(mine, "serve"):
        ends = ends_guest_step(view, mine)
        return {
            "entry": offers.begin_entry(offer, "place"),
            "title": _("Serve from the kitchen"),
            "hint": _(
                "Up to three pieces for 1 krone; the Chief Waiter serves for free, without a limit."
            ),
            "ends": _("Under these rules no guest may be taken after it.") if ends else "",
            "wants": _list_servable(view, offer, player),
            "button": _("Serve"),
        }
    return None
