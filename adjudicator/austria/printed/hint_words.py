"""How hints speak of the entries of the base game (``adjudicator.hints``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.amounts import word_amounts
from adjudicator.hints import LEFT_OUT, Entry, Hint, Item, Near, Ways
from adjudicator.messages import M

Put = Mapping[str, Mapping[str, int]]
"""Food onto guests: pieces by food, by guest."""

PLACING = frozenset(("place", "serve"))
"""Verbs that do nothing but put food onto guests."""

SIX = 6
"""The space whose die copies another action."""


def name_verb_now(do: str, position: Mapping[str, Any]) -> str:
    """Return the word for a verb: before the first roll ``done`` ends the set-up.

    Of the further turn of guest 97 the guest may be left out, by edition the action may not.
    """
    kinds = {part["do"] for part in position.get("open", ())}
    if do == "decline" and kinds >= {"take_guest", "extra_action"}:
        return "decline-guest"
    in_setup = str(position.get("phase", "")).startswith("setup")
    return "done-setup" if do == "done" and in_setup else do


def weigh_dice(entry: Entry, ways: Ways) -> Mapping[str, int]:
    """Return the distance of a die that a 6 can stand for, and of the action that a 6 copies."""
    if "as" in entry:
        return {}
    copied = list(ways.get("as", ()))
    if copied == [entry.get("die")]:
        return {"die": 0}
    meant = entry.get("die") == SIX and "gain" in entry  # a 6 by itself brings nothing
    return {"as": 1} if meant and copied and copied[0] is not LEFT_OUT else {}


def word_spaces(values: tuple[Any, ...], near: Near) -> M:
    """Return the words for dice; for a 6, the words for the copied action."""
    if "as" in near.entry:
        return M("instead.sixes", values=(near.entry["as"],))
    return M("instead.spaces", values=values)


def word_copied(values: tuple[Any, ...], near: Near) -> M:
    """Return the words for the action that a 6 copies, or for an action without a die."""
    if "die" not in near.entry:
        return M("instead.actions", values=values)
    return M("instead.sixes", values=values)


def word_placed(values: tuple[Any, ...], near: Near) -> M:
    """Return the words for food on guests."""
    put = values[0].items()
    on = (M("instead.on-guest", amounts=word_amounts(own), guest=guest) for guest, own in put)
    return M("instead.placed", placed=tuple(on))


def sum_gain(gain: Mapping[str, int]) -> int:
    """Return how much a gain is in all."""
    return sum(gain.values())


def order_gains(given: Any, meant: Any, item: Item) -> Sequence[Any] | None:
    """Return the largest gains first, among equals the nearest to the entered gain."""
    if not isinstance(meant, list) or given in meant:
        return None
    entered = {} if given is LEFT_OUT else given

    def count_shared(gain: Mapping[str, int]) -> int:
        return sum(min(count, entered.get(what, 0)) for what, count in gain.items())

    return sorted(meant, key=lambda gain: (-sum_gain(gain), -count_shared(gain)))


def hide_cards(given: Any, meant: Any, item: Item) -> Sequence[Any] | None:
    """Return no other card to play: a refusal tells nothing of a hand."""
    other = isinstance(meant, list) and given not in meant
    return () if other and item["do"] == "play_staff" else None


def keep_source(given: Any, meant: Any, item: Item) -> Sequence[Any] | None:
    """Return the entered source, if it names the part without its place."""
    return [given] if given == str(meant).partition(".")[0] else None


def list_fitting_places(given: Any, meant: Any, item: Item) -> Iterator[Any]:
    """Yield food that could be put onto guests: as entered, the part that fits, less, nothing."""
    if given is LEFT_OUT:
        yield LEFT_OUT
        return
    only = item["do"] in PLACING
    wanted: Put = meant if isinstance(meant, dict) else {}
    different: list[Put] = []
    for place in _list_place_parts(given, wanted, only):
        if place and place not in different:
            different.append(place)
            yield place
    if not only:
        yield LEFT_OUT


def _list_place_parts(given: Put, wanted: Put, only: bool) -> Iterator[Put]:
    """Yield parts of some food that guests may be given, the nearest first, some of them twice.

    wanted: the food that each guest still wants. only: the entry does nothing else, so that other
    guests may be given something.
    """
    yield given
    fits = _cut_pieces({guest: _cut_order(own, wanted.get(guest)) for guest, own in given.items()})
    yield fits
    yield from ({guest: own} for guest, own in fits.items())
    pieces = sum(sum(own.values()) for own in fits.values())
    yield from (_cut_pieces(fits, left) for left in range(pieces - 1, 0, -1))
    for guest, own in wanted.items() if only else ():
        if isinstance(own, dict):
            yield from (_cut_pieces({guest: own}, left) for left in range(sum(own.values()), 0, -1))


def _cut_order(own: Mapping[str, int], meant: Any) -> Mapping[str, int]:
    """Return the part of some food that a guest still wants; an order not read yet takes all."""
    if isinstance(meant, str):
        return own
    return {food: min(count, (meant or {}).get(food, 0)) for food, count in own.items()}


def _cut_pieces(place: Put, pieces: int = 999) -> dict[str, dict[str, int]]:
    """Return so many pieces of the food put onto guests, from the first on."""
    found: dict[str, dict[str, int]] = {}
    for guest, own in place.items():
        for food, count in own.items():
            taken_here = min(count, pieces)
            if taken_here > 0:
                found.setdefault(guest, {})[food] = taken_here
                pieces -= taken_here
    return found


def word_dice(entry: Entry, item: Item) -> M | None:
    """Return how many dice are rolled, where others were."""
    count = item["dice"]["count"]
    if sum(entry["dice"]) == count:
        return None
    return M("instead.dice", n=count) if count else M("instead.no-dice")


def each(values: tuple[Any, ...]) -> tuple[M, ...]:
    """Return amounts in words."""
    return tuple(word_amounts(value) for value in values)


HINTS: Mapping[str, Hint] = {
    "room": Hint(lambda values, _: M("instead.rooms", values=values)),
    "guest": Hint(lambda values, _: M("instead.guests", values=values), other=2, none=2),
    "staff": Hint(lambda values, _: M("instead.cards", values=values), tries=hide_cards),
    "choose": Hint(lambda values, _: M("instead.losses", values=values)),
    "politics": Hint(lambda values, _: M("instead.goals", values=values)),
    "from": Hint(
        lambda values, _: M("instead.sources", values=values),
        without=M("instead.no-from"),
        tries=keep_source,
    ),
    "what": Hint(lambda values, _: M("instead.parts", values=values)),
    "of": Hint(lambda values, _: M("instead.owners", values=values)),
    "die": Hint(word_spaces, other=3, none=3, unsaid=("as",)),
    "as": Hint(word_copied, without=M("instead.no-as"), other=2, none=2),
    "boost": Hint(lambda _, near: M("instead.boost"), lists=False, without=M("instead.no-boost")),
    "gain": Hint(
        lambda values, _: M("instead.gain", each=each(values)),
        without=M("instead.no-gain"),
        none=2,
        tries=order_gains,
        worth=sum_gain,
    ),
    "place": Hint(
        word_placed,
        lists=False,
        without=M("instead.no-place"),
        aside=lambda item: item["do"] not in PLACING,
        tries=list_fitting_places,
    ),
    "dice": Hint(seen=word_dice),
}
"""How hints speak of each key of the base game's verbs."""

OTHERWISE: Mapping[str, M] = {"play_staff": M("instead.payable-card")}
"""The hint of a verb if no entry of it is near: a card of a hand is never named."""
