"""View models of the pieces on the table: hotels, cafés, kitchens, queue, dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from adjudicator import games
from adjudicator.austria.assembled.boxes import box_of, box_of_record
from adjudicator.austria.printed.board import (
    COLUMNS,
    FLOORS,
    ROOM_INDEX,
    Board,
    entered_board,
    night_board,
)
from adjudicator.austria.printed.catalogue import FIGURES, REACTIONS, Guest
from adjudicator.austria.table.box import Box
from adjudicator.record import Header
from recorder.pages.austria import does, modules, staff_cards, terms
from recorder.pages.forms import offers
from recorder.pages.presenter import View
from recorder.pages.shared.parts import keep_made
from recorder.pages.wording import gettext as _
from recorder.pages.wording import join_label, join_sayings, lazy

BASE = box_of(frozenset())

NO_GUEST_AFTER = lazy("no guest may be taken after it")
"""The remark on an extra action that ends the guest step (GAH-TURN-12)."""

EXTRA = ("check_in", "serve")
"""Extra actions that rooms and guests are tapped for."""

TAPPED = ("check_in", "prepare", "occupy", "remove_room")
"""Verbs about a room."""

Choice = list[Any]
"""Label, entry, whether it is offered: a choice after tapping a room or a guest."""


class _Hotel(NamedTuple):
    """A hotel that is shown. lies: the player's part of the position.

    options: entries on offer to its player; live: rooms and guests can be tapped for them. ends: an
    extra action ends the guest step. begins: by the room, entries that take a die and prepare it at
    once. fresh: food just gained that an unread order may be given.
    """

    player: str
    plan: Board
    lies: Mapping[str, Any]
    options: Sequence[offers.Offer]
    live: bool
    ends: bool
    begins: Mapping[str, list[Choice]]
    fresh: Sequence[str]


def hotel_board(view: View, player: str) -> Board:
    """Return the hotel board of a player: entered at this table, or the night board."""
    return hotel_board_of(view.header, player)


def hotel_board_of(header: Header, player: str) -> Board:
    """Return the hotel board of a player of a record's header."""
    start = header.get("setup") or header.get("position") or {}
    entered = (start.get("boards") or {}).get(player)
    corrected = header.get("options", {}).get("figures", {}).get("points", {})
    if entered:
        return entered_board(entered["floors"], entered.get("points"), corrected, "boards")
    return night_board(corrected)


def room_words(view: View, player: str, room: str) -> str:
    """Return a room with its colour on the board of a player: "2-1 red"."""
    return f"{room} {terms.colour_word(hotel_board(view, player).colours[ROOM_INDEX[room]])}"


def food_kinds(view: View) -> Sequence[str]:
    """Return the kinds of food of a game, the four first, then those of modules."""
    return box_of_record(view.header).foods


def board_view(view: View, player: str, *, live: bool) -> dict[str, object]:
    """Return a player's board; ``live`` adds the entries for tapping rooms and guests."""
    lies = view.position["players"][player]
    hotel = _hotel(view, player, live=live)
    return {
        "id": player,
        "name": view.name(player),
        "title": board_title(view, player),
        "colour": colour_of(view, player),
        "vp": view.points(player),
        "track": lies["vp"] if view.over and view.told else None,
        **list_stores(view, player),
        **_cafe(view, hotel, count_cafe_tables(view, lies)),
        "floors": [floor.make_once() for floor in _floors(hotel)],
    }


def _hotel(
    view: View,
    player: str,
    *,
    live: bool,
    ends: bool = False,
    begins: Mapping[str, list[Choice]] = MappingProxyType({}),
) -> _Hotel:
    """Return a hotel as it is shown.

    ends: an extra action ends the guest step, and says so. begins: by the room, entries that take a
    die and prepare it at once.
    """
    lies = view.position["players"][player]
    options = [offer for offer in view.options if offer.get("by") == player] if live else []
    placing = offers.find(options, "place")
    fresh = [food for offer in placing for food in list_fresh_foods(view, offer)]
    return _Hotel(player, hotel_board(view, player), lies, options, live, ends, begins, fresh)


def list_fresh_foods(view: View, offer: offers.Offer) -> list[str]:
    """Return the food just gained that an offer may put onto an order nobody has read."""
    unread = [guest for guest, lacks in offer["place"].items() if lacks == "seen"][:1]
    return [
        food
        for guest in unread
        for food in food_kinds(view)
        if games.try_entries(view.known.state, {**offer, "place": {guest: {food: 1}}})[1].is_applied
    ]


def board_title(view: View, player: str) -> str:
    """Return the title of a player's board."""
    return _("%(name)s's hotel", name=view.name(player))


def list_stores(view: View, player: str) -> dict[str, Any]:
    """Return a player's pieces besides rooms and café: krones, emperor track, kitchen."""
    lies = view.position["players"][player]
    return {
        "krones": lies["krones"],
        "emperor": lies["emperor"],
        "kitchen": [
            {"name": food, "word": terms.food_word(food), "count": lies["kitchen"].get(food, 0)}
            for food in food_kinds(view)
        ],
    }


def _cafe(view: View, hotel: _Hotel, places: int) -> dict[str, Any]:
    lies, box = hotel.lies, box_of_record(view.header)
    cafe = [
        _cafe_guest(guest, guest_card(view, guest["guest"]), box, hotel) for guest in lies["cafe"]
    ]
    return {
        "cafe": cafe + [None] * (places - len(cafe)),
        "staff": staff_in_play(view, hotel.player),
        "hand": lies["hand"],
    }


def cafe_view(view: View, player: str, places: int, *, live: bool, ends: bool) -> dict[str, Any]:
    """Return guests, staff in play and count of cards in hand of a board; see ``board_view``.

    places: how many guests it has room for.
    """
    return _cafe(view, _hotel(view, player, live=live, ends=ends), places)


def staff_in_play(view: View, player: str) -> list[dict[str, object]]:
    """Return the staff cards that a player has in play, made once as long as they stay."""
    cards = view.position["players"][player]["staff"]
    modules_ = view.header.get("modules")
    return keep_made("staff", (cards, modules_), lambda: [_card(view, card) for card in cards])


def still_board(view: View, player: str) -> dict[str, object]:
    """Return a player's board as it lies there, nothing of it to be tapped: the same for everybody
    as long as nothing on it changes."""
    return keep_made(
        "board", board_value(view, player), lambda: board_view(view, player, live=False)
    )


def board_value(view: View, player: str) -> tuple[Any, ...]:
    """Return all inputs of a player's board, except the possible entries."""
    lies = view.position["players"][player]
    header = view.header
    start = header.get("setup") or header.get("position") or {}
    cards = [guest_card(view, guest["guest"]) for guest in lies["cafe"]]
    return (
        player,
        view.name(player),
        colour_of(view, player),
        view.points(player),
        view.over and view.told,
        lies,
        [(card.colour, card.order, card.vp) for card in cards],
        header.get("edition"),
        header.get("modules"),
        header.get("options", {}).get("figures"),
        (start.get("boards") or {}).get(player),
    )


def count_cafe_tables(view: View, own: Mapping[str, Any]) -> int:
    """Return how many tables a player's café has."""
    more = (face.tables(own) for face in modules.list_faces(view.header))
    return max([int(FIGURES["cafe_tables"]), *more])


def colour_of(view: View, player: str) -> str:
    """Return the colour of a player's discs, or an empty text."""
    return next((str(p.get("colour", "")) for p in view.players if p["id"] == player), "")


def _card(view: View, card: int | Mapping[str, Any]) -> dict[str, object]:
    number = card if isinstance(card, int) else card["staff"]
    marks = [] if isinstance(card, int) else [key for key in card if key != "staff"]
    told = {"used": _("used")} | {
        mark: modules.module_word(lambda face: face.marks, mark) for mark in marks if mark != "used"
    }
    state = ", ".join(told[mark] for mark in marks)
    return {**staff_cards.staff_card_view(view, number), "used": bool(marks), "state": state}


class ShownFloor(NamedTuple):
    """A floor of a hotel: all its inputs.

    faces, doors: of its rooms the side in view, and colour and points of the board. legal: the
    entries for tapping each room. live, ends: see ``_Hotel``. moving: the guests for a vacant room.
    begun: by the room, entries that take a die and prepare it at once.
    """

    number: int
    player: str
    faces: Sequence[str]
    doors: Sequence[tuple[str, Any]]
    legal: Sequence[list[Choice]]
    live: bool
    ends: bool
    moving: Sequence[int]
    begun: Sequence[list[Choice] | None]

    def make_once(self) -> dict[str, object]:
        """Return the floor, made now or before."""
        return keep_made("floor", tuple(self), self.make)

    def make_value(self) -> dict[str, object]:
        """Return the value of the part that shows the floor."""
        return {"floor": self.make(), "id": self.player}

    def make(self) -> dict[str, object]:
        """Return the floor as a template needs it."""
        cost = FIGURES["floor_cost"][self.number - 1]
        told = _(
            "floor %(floor)s: %(price)s a room", floor=self.number, price=terms.krone_words(cost)
        )
        cells = [self._room(place) for place in range(COLUMNS)]
        return {"number": self.number, "cost": cost, "words": told, "rooms": cells}

    def _room(self, place: int) -> dict[str, object]:
        name, (colour, points) = f"{self.number}-{place + 1}", self.doors[place]
        face, legal = self.faces[place], self.legal[place]
        if face == "empty":  # a removed room may be named again; there is nothing to tap
            legal = [choice for choice in legal if choice[1]["do"] != "remove_room"]
        told = {"empty": _("not prepared"), "vacant": _("vacant"), "occupied": _("occupied")}[face]
        says = _(
            "Room %(room)s, %(colour)s, %(face)s",
            room=name,
            colour=terms.colour_word(colour),
            face=told,
        )
        if points and face == "empty":
            says += ", " + _("%(num)s VP on the door", num=points)
        cell: dict[str, Any] = {
            "name": name,
            "colour": colour,
            "icon": terms.KINDS[colour],
            "face": face,
            "points": points if face == "empty" else None,
            "legal": bool(legal),
            "words": says,
        }
        if not self.live:
            return cell
        if self.ends:
            legal = _mark_ending(legal)
        if len(legal) == 1:
            label, entry, _offered = legal[0]
            tag = _TAGS.get(entry["do"], "")
            cell |= {"entry": entry, "tag": tag, "words": join_label(says, label)}
            if entry["do"] == "check_in":
                cell["tag"] = str(entry["guest"])
        else:
            off = _choices_off_the_rules(name, face, self.moving, self.player)
            cell["choices"] = legal or [*(self.begun[place] or ()), *off]
            cell["tag"] = "?" if legal else ""
        cell["leaving"] = any(entry["do"] == "remove_room" for _label, entry, _offered in legal)
        return cell


def list_floors(
    view: View, player: str, *, live: bool, ends: bool, begins: Mapping[str, list[Choice]]
) -> Iterator[ShownFloor]:
    """Yield the floors of a player's board, the highest first; see ``board_view``."""
    return _floors(_hotel(view, player, live=live, ends=ends, begins=begins))


def _floors(hotel: _Hotel) -> Iterator[ShownFloor]:
    tapped = room_choices(hotel.options)
    return (_floor(floor, hotel, tapped) for floor in range(FLOORS, 0, -1))


def _floor(floor: int, hotel: _Hotel, tapped: Mapping[str, list[Choice]]) -> ShownFloor:
    names = [f"{floor}-{column}" for column in range(1, COLUMNS + 1)]
    faces = [hotel.lies["rooms"].get(name, "empty") for name in names]
    legal = [tapped.get(name, []) for name in names]
    moving = [guest["guest"] for guest in hotel.lies["cafe"]] if "vacant" in faces else []
    at = [ROOM_INDEX[name] for name in names]
    doors = [(hotel.plan.colours[n], hotel.plan.points[n]) for n in at]
    begun = [hotel.begins.get(name) for name in names]
    live, ends = hotel.live, hotel.ends
    return ShownFloor(floor, hotel.player, faces, doors, legal, live, ends, moving, begun)


def _mark_ending(choices: Sequence[Choice]) -> list[Choice]:
    """Return choices of which extra actions say that no guest may be taken after them."""
    return [
        [
            join_sayings([label, str(NO_GUEST_AFTER)]) if entry["do"] in EXTRA else label,
            entry,
            offered,
        ]
        for label, entry, offered in choices
    ]


_TAGS = {"prepare": "+", "occupy": "✓", "remove_room": "−"}


def room_choices(options: Sequence[offers.Offer]) -> dict[str, list[Choice]]:
    """Return the entries for tapping each room, each once, without the permission used.

    The engine uses the part that costs least where several fit.
    """
    choices: dict[str, list[Choice]] = {}
    for do in TAPPED:
        for offer in offers.find(options, do):
            begun = offers.begin_entry(offer, "from")
            for room in offers.values(offer, "room"):
                of_room = choices.setdefault(room, [])
                for entry in offers.list_single_entries({**begun, "room": room}):
                    if not any(entry == known for _label, known, _offered in of_room):
                        of_room.append([_room_label(entry), entry, True])
    return choices


def _room_label(entry: Mapping[str, Any]) -> str:
    if entry["do"] == "check_in":
        return _("%(guest)s moves in", guest=terms.guest_title(entry["guest"]))
    if entry["do"] == "prepare":
        return _("prepare")
    return _("occupy") if entry["do"] == "occupy" else _("remove")


def _choices_off_the_rules(
    room: str, face: str, moving: Sequence[int], player: str
) -> list[Choice]:
    """Return a table's further choices for a room, which are not offered."""
    if face == "empty":
        return [[_("Prepare this room"), {"by": player, "do": "prepare", "room": room}, False]]
    if face == "occupied":
        entry = {"by": player, "do": "remove_room", "room": room}
        return [[_("Remove this room"), entry, False]]
    choices: list[Choice] = [
        [
            _("%(guest)s moves in", guest=terms.guest_title(guest)),
            {"by": player, "do": "check_in", "guest": guest, "room": room},
            False,
        ]
        for guest in moving
    ]
    choices.append([_("Occupy this room"), {"by": player, "do": "occupy", "room": room}, False])
    choices.append(
        [_("Remove this room"), {"by": player, "do": "remove_room", "room": room}, False]
    )
    return choices


def guest_card(view: View, number: int) -> Guest:
    """Return a guest card as this table knows it: with the figures read off it."""
    table: Any = view.known.state
    card: Guest = table.guests[number]
    return card


def guest_view(
    number: int, served: Mapping[str, int] | None = None, box: Box = BASE, card: Guest | None = None
) -> dict[str, Any]:
    """Return a guest card of a box: the missing dishes, the colour and kind."""
    card = card or box.components.guests[number]
    colour = card.colour or ""
    order = dict(zip(box.foods, card.order or box.nothing, strict=True))
    lying = served or {}
    lacks = {food: n - lying.get(food, 0) for food, n in order.items() if n > lying.get(food, 0)}
    dishes = [
        {"food": food, "served": piece < lying.get(food, 0)}
        for food in box.foods
        for piece in range(order[food])
    ]
    return {
        "number": number,
        "name": terms.guest_name(number),
        "colour": colour,
        "icon": terms.KINDS.get(colour, "guest"),
        "colour_word": terms.guest_kind(colour) if colour else _("colour not entered yet"),
        "dishes": dishes,
        "unread": card.order is None,
        "lacks": lacks,
        "complete": card.order is not None and not lacks,
        "order_words": terms.order_words(lacks) if card.order else _("order not entered yet"),
        "about": does.guest_reward_words(card),
    }


def _cafe_guest(
    lying: Mapping[str, Any], card: Guest, box: Box, hotel: _Hotel
) -> dict[str, object]:
    number, served = lying["guest"], lying.get("served")
    value = (number, served, card.colour, card.order, card.vp, box.foods)
    made = dict(keep_made("guest", value, lambda: guest_view(number, served, box, card)))
    made["title"] = terms.guest_title(number)
    made["state"] = _("ready") if made["complete"] else made["name"]
    if hotel.live:
        choices = _guest_choices(number, made, hotel)
        made["choices"] = _mark_ending(choices) if hotel.ends else choices
    return made


def serve_price(lies: Mapping[str, Any]) -> str:
    """Return a player's present price of serving from the kitchen (GAH-ADD-04, GAH-CARD-24)."""
    cards = [card if isinstance(card, int) else card["staff"] for card in lies["staff"]]
    free = any(card in REACTIONS.serve_free for card in cards)
    return _("free") if free else terms.krone_words(1)


def _guest_choices(number: int, made: Mapping[str, Any], hotel: _Hotel) -> list[Choice]:
    """Return the entries for tapping a café guest: rooms, food from the kitchen, a free order."""
    choices: list[Choice] = []
    options, kitchen = hotel.options, hotel.lies["kitchen"]
    served = _("Serve from the kitchen: %(food)s") + f" ({serve_price(hotel.lies)})"
    for offer in offers.find(options, "check_in", guest=number):
        for room in offers.values(offer, "room"):
            entry = {**offers.begin_entry(offer, "from"), "guest": number, "room": room}
            choices.append([_("Check in to room %(room)s", room=room), entry, True])
    for offer in offers.find(options, "place"):
        for some in list_servings(offer, number, dict.fromkeys(hotel.fresh, 1), 9):
            choices.append(_serving_choice(_("Put on the card: %(food)s"), offer, number, some))
    for offer in offers.find(options, "serve"):
        for some in list_servings(offer, number, kitchen, 3, held=True):
            choices.append(_serving_choice(served, offer, number, some))
    for offer in offers.find(options, "fill_order", guest=number):
        entry = {**offers.begin_entry(offer, "from"), "guest": number}
        choices.append([_("Complete the order"), entry, True])
    if not choices and not made["complete"]:
        off = {"by": hotel.player, "do": "serve"}
        some = limit_dishes(made["lacks"], 3)
        choices.append([*_serving_choice(served, off, number, some)[:2], False])
    return choices


def _serving_choice(
    label: str, offer: Mapping[str, Any], number: int, dishes: Mapping[str, int]
) -> Choice:
    entry = {**offer, "place": {str(number): dict(dishes)}}
    return [label % {"food": terms.amount_words(dishes)}, entry, True]


def list_servings(
    offer: offers.Offer, number: int, store: Mapping[str, int], most: int, held: bool = False
) -> list[dict[str, int]]:
    """Return the dishes that may go onto a guest at once.

    The order, or any single piece of the store where nobody read the order. held: the order has to
    lie in the store.
    """
    lacks = offer["place"].get(str(number), {})
    if lacks == "seen":
        return [{food: 1} for food, count in store.items() if count]
    some = limit_dishes(dishes_in_store(lacks, store) if held else lacks, most)
    return [some] if some else []


def dishes_in_store(lacks: Mapping[str, int], store: Mapping[str, int]) -> dict[str, int]:
    """Return how much of the missing food a store holds."""
    held = {food: min(count, store.get(food, 0)) for food, count in lacks.items()}
    return {food: count for food, count in held.items() if count}


def limit_dishes(lacks: Mapping[str, int], most: int) -> dict[str, int]:
    """Return at most so many of the missing pieces, food by food."""
    chosen: dict[str, int] = {}
    for food, count in lacks.items():
        taken = min(count, most)
        if taken:
            chosen[food] = taken
            most -= taken
    return chosen
