"""The pieces of a hotel that differ between two positions: krones, discs, food, rooms, cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from adjudicator.austria import modules
from adjudicator.austria.assembled.boxes import box_of
from adjudicator.austria.chapters.position_keys import PLAYER, TABLE
from adjudicator.pieces import MovedPiece, Scene, count_box_changes, count_score_changes

Own = Mapping[str, Any]

EMPTY = "empty"
BASE = frozenset((*TABLE, *PLAYER))


def list_moved_pieces(before: Scene, after: Scene, back: bool = False) -> Iterator[MovedPiece]:
    """Yield the pieces that moved between two scenes: each player's, then the shared ones.

    back: whether the table goes back; see ``adjudicator.pieces``.
    """
    for one in _list_moves(before, after, back):
        yield replace(one, back=True) if back else one


def _list_moves(before: Scene, after: Scene, back: bool) -> Iterator[MovedPiece]:
    old, new = before.position, after.position
    of_player, of_table, _ = _list_module_keys()
    for player, own in new["players"].items():
        was = old["players"][player]
        points = count_score_changes(before, after, player)
        if points:
            yield MovedPiece(player, "points", sum(points.values()), {"parts": points})
        differs = own != was  # of most entries one player's pieces alone do
        if differs:
            for what in ("krones", "emperor"):
                if own[what] != was[what]:
                    yield MovedPiece(player, what, own[what] - was[what], {"now": own[what]})
            yield from _food_moves(player, was, own)
            yield from _room_moves(player, was, own)
        for room in new["paid_groups"][player]:
            if room not in old["paid_groups"][player]:
                yield MovedPiece(player, "group", 1, {"room": room})
        if differs:
            yield from _guest_moves(player, old, new, back)
            yield from (
                _staff_moves_back(player, was, own) if back else _staff_moves(player, was, own)
            )
        for count, discs, others in ((-1, new, old), (1, old, new)):
            for card, placed in discs["claims"].items():
                if player in placed and player not in others["claims"].get(card, ()):
                    yield MovedPiece(player, "disc", count, {"card": card})
        if differs:
            yield from _module_moves(player, was, own, of_player)
    yield from _dealt_moves_back(old, new) if back else ()
    yield from _common_moves(old, new, back)
    yield from _module_moves(None, old, new, of_table)


@cache
def _list_module_keys() -> tuple[Sequence[str], Sequence[str], Sequence[str]]:
    """Return the names of the position keys of every module.

    They are those of a player, those of the table, and of the former those under which guests stand
    that lie with their player.
    """
    boxes = [box_of(frozenset((name,))) for name in sorted(modules.list_modules())]
    of_player = {key.name: key for box in boxes for key in box.player_keys if key not in BASE}
    of_table = {key.name: key for box in boxes for key in box.position if key not in BASE}
    guests = [name for name, key in of_player.items() if key.guests]
    return [*of_player], [*of_table], guests


def _module_moves(
    player: str | None, was: Own, own: Own, keys: Sequence[str]
) -> Iterator[MovedPiece]:
    """Yield the changed values of module keys, each as it was and as it is."""
    for key in keys:
        before, now = was.get(key), own.get(key)
        if before != now:
            yield MovedPiece(player, key, 0, {"before": before, "now": now})


def _list_kept_guests(own: Own) -> list[int]:
    """Return the guests that left the café and lie with their player."""
    return [guest for pile in _list_module_keys()[2] for guest in own.get(pile, ())]


def _served_food(own: Own) -> dict[int, Mapping[str, int]]:
    return {guest["guest"]: guest.get("served", {}) for guest in own["cafe"]}


def _food_moves(player: str, was: Own, own: Own) -> Iterator[MovedPiece]:
    """Food comes from the supply or the kitchen and goes to guests, kitchen or supply."""
    kitchen = count_box_changes(was["kitchen"], own["kitchen"])
    before, after = _served_food(was), _served_food(own)
    onto = {
        guest: put
        for guest, dishes in after.items()
        if (put := count_box_changes(before.get(guest, {}), dishes))
    }
    if kitchen or onto:
        supply = dict(kitchen)
        for put in onto.values():
            for food, count in put.items():
                supply[food] = supply.get(food, 0) + count
        supply = {food: count for food, count in supply.items() if count}
        facts = {"supply": supply, "kitchen": kitchen, "guests": onto}
        yield MovedPiece(player, "food", sum(supply.values()), facts)


def _room_moves(player: str, was: Own, own: Own) -> Iterator[MovedPiece]:
    """Yield the rooms that were laid, turned over or removed."""
    by_change: dict[tuple[str, str], list[str]] = {}
    for room in [*was["rooms"], *(room for room in own["rooms"] if room not in was["rooms"])]:
        change = was["rooms"].get(room, EMPTY), own["rooms"].get(room, EMPTY)
        if change[0] != change[1]:
            by_change.setdefault(change, []).append(room)
    for (face, now), rooms in by_change.items():
        yield MovedPiece(player, "rooms", len(rooms), {"rooms": rooms, "before": face, "now": now})


def _read_cards(own: Own) -> dict[int, bool]:
    """Return the staff in play, and whether a card is turned."""
    return {
        card if isinstance(card, int) else card["staff"]: not isinstance(card, int)
        for card in own["staff"]
    }


def _staff_moves(player: str, was: Own, own: Own) -> Iterator[MovedPiece]:
    before, after = _read_cards(was), _read_cards(own)
    for what, cards in (
        ("staff_gone", [card for card in before if card not in after]),
        ("staff_turned", [card for card in after if after[card] and not before.get(card)]),
        ("staff_ready", [card for card in after if not after[card] and before.get(card)]),
    ):
        if cards:
            yield MovedPiece(player, what, len(cards), {"cards": cards})
    played = sum(card not in before for card in after)
    hand = own["hand"] - was["hand"]
    if hand > 0:
        yield MovedPiece(player, "hand", hand)
    elif hand + played < 0:
        yield MovedPiece(player, "hand", hand + played)


def _list_cafe_guests(own: Own) -> list[int]:
    return [guest["guest"] for guest in own["cafe"]]


def _guest_moves(player: str, old: Own, new: Own, back: bool) -> Iterator[MovedPiece]:
    """Guests leave the café for the discards; on the way back they return, or to the queue."""
    was, own = old["players"][player], new["players"][player]
    gone = [
        guest
        for guest in _list_cafe_guests(was)
        if guest not in (*_list_cafe_guests(own), *_list_kept_guests(own))
    ]
    queue = new.get("queue") or ()
    for what, guests in (
        ("guests", [guest for guest in gone if guest not in queue]),
        ("guests_to_queue", [guest for guest in gone if guest in queue]),
    ):
        if guests:
            yield MovedPiece(player, what, -len(guests), {"guests": guests})
    come = [guest for guest in _list_cafe_guests(own) if guest not in _list_cafe_guests(was)]
    if back and come:
        yield MovedPiece(player, "guests_to_cafe", len(come), {"guests": come})


def _staff_moves_back(player: str, was: Own, own: Own) -> Iterator[MovedPiece]:
    """Cards go back to where they lay: into the hand, onto the table, drawn ones to the pile."""
    before, after = _read_cards(was), _read_cards(own)
    played = [card for card in before if card not in after]
    for what, cards in (
        ("staff_to_hand", played),
        ("staff_to_table", [card for card in after if card not in before]),
        ("staff_turned", [card for card in after if after[card] and not before.get(card, True)]),
        ("staff_ready", [card for card in after if not after[card] and before.get(card)]),
    ):
        if cards:
            yield MovedPiece(player, what, len(cards), {"cards": cards})
    hand = own["hand"] - was["hand"] - len(played)
    if hand:
        yield MovedPiece(player, "hand", hand)


def _dealt_moves_back(old: Own, new: Own) -> Iterator[MovedPiece]:
    """Guests that were turned up go back on the deck, dice that were taken to their spaces."""
    lying = [*(new.get("queue") or ()), *(new.get("discards") or ())]
    lying += [
        guest
        for own in new["players"].values()
        for guest in (*_list_cafe_guests(own), *_list_kept_guests(own))
    ]
    deck = [guest for guest in old.get("queue") or () if guest not in lying]
    if deck:
        yield MovedPiece(None, "guests_to_deck", len(deck), {"guests": deck})
    dice = zip(old.get("dice") or (), new.get("dice") or (), strict=False)
    if old["round"] == new["round"]:
        for number, (was, now) in enumerate(dice, start=1):
            if now > was:
                yield MovedPiece(None, "die", now - was, {"die": number})


def _common_moves(old: Own, new: Own, back: bool) -> Iterator[MovedPiece]:
    if not back and len(new.get("discards", ())) < len(old.get("discards", ())):
        yield MovedPiece(None, "discards_shuffled")
    if new["first_player"] != old["first_player"]:
        yield MovedPiece(new["first_player"], "start_player")
    if not back and sum(new["taken"].values()) < sum(old["taken"].values()):
        yield MovedPiece(new["first_player"], "dice_back")
    if new["round"] != old["round"]:
        yield MovedPiece(None, "round", 0, {"round": new["round"]})
