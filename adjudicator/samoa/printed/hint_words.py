"""How hints speak of the entries of Hotel Samoa (``adjudicator.hints``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.hints import HIDDEN, Entry, Hint, Hints, Item, Near
from adjudicator.messages import M
from adjudicator.samoa.printed.names import LOVER


def one_tourist(meant: Mapping[str, Any]) -> Iterator[list[dict[str, str]]]:
    """Yield tourists of a group, each alone in a room that is free, a lover with a lone one."""
    rooms = meant["rooms"] if isinstance(meant["rooms"], list) else []
    for room in rooms[:2]:
        for token in dict.fromkeys(meant["tokens"]):
            yield [{"token": token, "room": room}]
    for room in meant.get("lovers", ())[:1]:
        yield [{"token": LOVER, "room": room}]


def word_tourists(values: tuple[Any, ...], near: Near) -> M:
    """Return the words for a tourist moving in."""
    first = values[0][0]
    return M("instead.tourist", token=first["token"], room=first["room"])


def word_room_sets(values: tuple[Any, ...], near: Near) -> M:
    """Return the words for rooms that are emptied together."""
    each = (M("instead.together", things=tuple(one)) for one in values if one)
    return M(
        "instead.room-sets", each=(*each, *(M("instead.no-room") for one in values if not one))
    )


def word_tile_count(entry: Entry, item: Item) -> M | None:
    """Return how many building tiles are turned up, where others were."""
    count = item["tiles"]["count"]
    return M("instead.tiles", n=count) if len(entry["tiles"]) != count else None


def word_hand_card(entry: Entry, item: Item) -> M:
    """Return that a card of the hand is possible, which one if it is known."""
    if item["bid"] in HIDDEN:
        return M("instead.own-card")
    return M("instead.price-card", bid=item["bid"], room=item["room"])


HINTS = Hints(
    {
        "room": Hint(
            lambda values, _: M("instead.rooms", values=values), without=M("instead.no-named-room")
        ),
        "rooms": Hint(word_room_sets),
        "group": Hint(lambda values, _: M("instead.groups", values=values)),
        "tile": Hint(lambda values, _: M("instead.tiles-of", values=values)),
        "tourists": Hint(word_tourists, lists=False, made=one_tourist),
        "tiles": Hint(seen=word_tile_count),
        "bid": Hint(seen=word_hand_card),
    }
)
"""How hints speak of each key."""
