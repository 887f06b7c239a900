"""A position in which one card is about to be used, for a question that begins from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.austria import modules
from adjudicator.austria.assembled.boxes import box_of
from adjudicator.austria.printed.catalogue import Guest
from adjudicator.austria.table.box import Box

DICE = [2, 2, 2, 2, 1, 1]
QUEUE = (50, 64, 78, 92, 103, 70)
"""Guests that wait: five of these, without the one in question."""

ROOMS = {"1-1": "occupied", "1-2": "vacant", "1-3": "vacant", "1-4": "vacant", "2-1": "vacant"}
"""Rooms of every colour to check in to, and the first one that everybody has."""

PURSE, FOOD = 10, 2
"""Krones, and pieces of each dish and drink in the kitchen."""


def find_ready_position(kind: str, card: str, where: str) -> Mapping[str, object] | None:
    """Return modules and position in which player a may use a guest or a staff card at once.

    where: ``cafe`` (a guest with a complete order), ``waiting`` (one without food), ``queue``,
    or ``play`` and ``hand`` for staff. None for a card that no box has, and for other kinds.
    """
    if kind not in ("guest", "staff") or not card.isdecimal() or len(card) > 4:
        return None
    number = int(card)
    for names in ((), *((name,) for name in modules.list_modules())):
        box = box_of(frozenset(names))
        guest = box.components.guests.get(number) if kind == "guest" else None
        if guest is not None or (kind == "staff" and number in box.components.staff):
            own: dict[str, object] = {} if where == "hand" else {"staff": [number]}
            if guest is not None:
                own = _guest(box, guest, where)
            return {"modules": list(names), "position": _position(number, own, where)}
    return None


def _guest(box: Box, guest: Guest, where: str) -> dict[str, object]:
    if where == "queue":
        return {}
    order = dict(zip(box.foods, guest.order or (), strict=False)) if where != "waiting" else {}
    served = {food: count for food, count in order.items() if count}
    return {"cafe": [{"guest": guest.number, **({"served": served} if served else {})}]}


def _position(number: int, own: Mapping[str, Any], where: str) -> dict[str, object]:
    queue = [guest for guest in QUEUE if guest != number][:5]
    if where == "queue":
        queue[0] = number
    kitchen = dict.fromkeys(("strudel", "cake", "wine", "coffee"), FOOD)
    both = {"krones": PURSE, "hand": 6, "kitchen": kitchen, "rooms": ROOMS}
    return {
        "round": 1,
        "turn_of": "a",
        "dice": DICE,
        "queue": queue,
        "players": {"a": {**both, **own}, "b": dict(both)},
    }
