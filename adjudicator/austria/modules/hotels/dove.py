"""Dove: a free fourth room, and a token's half for every column and floor (WALTZ3-DOVE)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.austria.chapters.component_figures import (
    make_some_shape,
    read_reward_parts,
    reward_shape,
)
from adjudicator.austria.chapters.guests import CheckIn
from adjudicator.austria.chapters.place import (
    check_own_place,
    count_placeable_food,
    count_wanted_food,
    put_on_guests,
)
from adjudicator.austria.chapters.rooms import Occupy, Prepare, count_rooms_placed
from adjudicator.austria.chapters.turns import find_waiting_obstacle
from adjudicator.austria.modules.hotels.lobbies import TOKENS, hotel_of, offer_of, owns_lobby
from adjudicator.austria.printed.board import COLUMNS, FLOOR_OF, FLOOR_ROOMS, FLOORS
from adjudicator.austria.printed.catalogue import Part, Trait
from adjudicator.austria.table import agenda, moves
from adjudicator.austria.table.box import make_entry
from adjudicator.austria.table.component_readings import Reading
from adjudicator.austria.table.declarations import Item, Obligation
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import STARTING_ROOMS, Event, Open, Player, Table
from adjudicator.entries import ByPlayer, Entry, Place, key, verb
from adjudicator.messages import M, register_record_terms
from adjudicator.obstacles import Found, Obstacle, is_allowed
from adjudicator.shapes import Integer, MapOf, OneOf, Shape

if TYPE_CHECKING:
    from adjudicator.austria.printed.record_shapes import Shapes

HALVES = ("upper", "lower")
"""The halves of a token: the upper one for a column, the lower one for a floor."""

register_record_terms("half")

TOKEN = Integer(1, len(TOKENS))


def fourth_room_price(krones: int, table: Table, player: Player, room: int) -> int:
    """Return the price of a starting room: the fourth of the owner's is free (WALTZ3-DOVE-01).

    A card hired in set-up makes its colour free already (GAH-STAFF-04).
    """
    if not table.in_setup:
        return krones
    if player.box.reactions.free_rooms.get(player.board.colours[room]) in player.staff:
        return 0
    fourth = count_rooms_placed(player) >= STARTING_ROOMS
    return 0 if fourth and owns_lobby(player, "dove") else krones


def open_token(table: Table, player: Player, room: int, chain: int) -> None:
    """Open a token for a column or floor that is complete now; it waits behind the reward."""
    hotel_of(player).taken = None
    column = tuple(room % COLUMNS + COLUMNS * floor for floor in range(FLOORS))
    due = []
    if player.occupied_of(column):
        due.append("upper")
    if player.occupied_of(FLOOR_ROOMS[FLOOR_OF[room] - 1]):
        due.append("lower")
    if not due:
        return
    parts = [
        Open(HALF.add_to(Part("take_token"), half), "lobby", place, "reward")
        for place, half in enumerate(due, 1)
    ]
    player.events.append(Event(parts, chain))


HALF: Trait[str] = Trait()
"""Which half of a token is due."""


def half_of(part: Open) -> str:
    """Return which half of a token is due."""
    half = HALF.find_in(part.part)
    assert half is not None
    return half


def can_take_token(table: Table, player: Player, part: Open) -> bool:
    """Return whether a token is left; the last one is taken by itself for a half alone."""
    hotel = hotel_of(player)
    if not hotel.tokens:
        return False
    front = player.front
    due = [] if front is None else [p for p in front.parts if p.part.kind == "take_token"]
    if len(hotel.tokens) == 1 and len(due) == 1:
        token, half = hotel.tokens[0], half_of(part)
        assert front is not None
        hotel.tokens, hotel.taken = (), (token, half)
        parts = _half_parts(table, token, half)
        if parts is None:
            _find_unread(table, token)
        else:
            player.events.append(Event(agenda.make_open_parts(parts, "lobby"), front.chain))
        return False
    return True


def write_half(part: Open) -> Mapping[str, Any]:
    """Return the extra key of the part in a position."""
    return {"half": half_of(part)}


def _half_parts(table: Table, token: int, half: str) -> Sequence[Part] | None:
    """Return the gain of a half of a token, None for an unread one."""
    words = offer_of(table).tokens.get(token, {}).get(half)
    return None if words is None else read_reward_parts(table.box, words, "lobby")


def _find_unread(table: Table, token: int) -> None:
    if table.case is not None:
        table.case.unclear(
            "WALTZ-P-11",
            M("hotels.token-not-read", token=token),
            M("hotels.token-brings-nothing"),
            applies=True,
            rank=4,
            reads={"token": token},
        )


@verb("take_token")
class TakeToken(ByPlayer):
    """A token taken. half: for a column or a floor, where both have been completed."""

    token: int = key(lambda s: TOKEN)
    half: str | None = key(lambda s: OneOf(HALVES, M("hotels.half")), default=None)
    place: Place | None = key(lambda s: s.place, default=None, made=lambda s: s.read_place)
    from_: str | None = key(lambda s: s.source, default=None)


def take_token(table: Table, player: Player, entry: TakeToken, case: Case) -> None:
    """``take_token``: a half of a token for the column or floor just completed (WALTZ3-DOVE-02)."""
    token, hotel, half = entry.token, hotel_of(player), entry.half
    usable = agenda.list_usable_parts(player, "take_token", entry.from_)
    if not usable and hotel.taken in ((token, half or "upper"), (token, half or "lower")):
        return  # names what happened by itself
    fitting = [part for part in usable if half in (None, half_of(part))]
    part = next(iter(fitting), None)
    case.cite(find_token_obstacles(player, token, half, part))
    due = half or (half_of(part) if part is not None else "upper")
    parts = _half_parts(table, token, due)
    if parts is None and part is not None and token in hotel.tokens:
        _find_unread(table, token)
    if entry.place:
        check_own_place(table, player, entry, moves.count_named_food(table, parts or ()), case)
    if case.stop:
        return
    here = token in hotel.tokens
    hotel.tokens = tuple(other for other in hotel.tokens if other != token)
    chain = agenda.use_part(player, part) if part is not None else agenda.begin_chain(table, player)
    agenda.push_event(
        table, player, agenda.make_open_parts(parts or () if here else (), "lobby"), chain
    )
    if entry.place is not None:
        put_on_guests(table, player, entry.place)


def find_token_obstacles(
    player: Player, token: int, half: str | None, part: Open | None
) -> Iterator[Found]:
    """Yield the obstacles to taking a token: its owner, a half that is due, the tokens left.

    part: the permission, None where there is none.
    """
    if not owns_lobby(player, "dove"):
        yield Obstacle("WALTZ3-GEN-01", M("hotels.not-own-lobby", lobby="dove"))
    if part is None:
        told = M("hotels.half-not-due", half=half) if half else M("hotels.no-token-due")
        later = None
        if not agenda.list_usable_parts(player, "take_token"):
            later = find_waiting_obstacle(player, "take_token", None, "WALTZ3-DOVE-02")
        yield later or Obstacle("WALTZ3-DOVE-02", told)
    if token not in hotel_of(player).tokens:
        yield Obstacle("WALTZ3-DOVE-02", M("hotels.token-gone", token=token), token=token)


def offer_tokens(table: Table, player: Player, parts: list[Open]) -> Iterator[Item]:
    """Yield the tokens that may be taken, without a half (the first that is due) and with each."""
    tokens = [
        token for token in TOKENS if is_allowed(find_token_obstacles(player, token, None, parts[0]))
    ]
    halves = [half_of(part) for part in parts]
    item: Item = {"by": player.id, "do": "take_token", "token": tokens}
    yield item
    yield {**item, "half": halves if len(halves) > 1 else halves[0]}
    for half, named in [(halves[0], {}), *((half, {"half": half}) for half in halves)]:
        for token in tokens:
            one = {**item, "token": token, **named}
            food = moves.count_named_food(table, _half_parts(table, token, half) or ())
            at_hand = count_placeable_food(table, player, make_entry(table, one), food)
            place = count_wanted_food(table, player, at_hand)
            if place:
                yield {**one, "place": place}


def token_may_bring(may: bool, table: Table, player: Player, entry: Entry) -> bool:
    """Return whether a last token may be taken by itself with an entry."""
    occupies = isinstance(entry, CheckIn | Occupy | Prepare)
    return may or (occupies and len(hotel_of(player).tokens) == 1)


TOKEN_FIRST = Obligation("WALTZ3-DOVE-02", lambda player: M("hotels.token-first", player=player.id))
"""A token is taken before anything ends."""


def _shape_halves(shapes: Shapes) -> dict[str, Shape]:
    return dict.fromkeys(HALVES, reward_shape(shapes))


def _take_halves(table: Table, tokens: Mapping[str, Mapping[str, Any]]) -> None:
    offer = offer_of(table)
    known = offer.tokens
    read = {int(token): {**known.get(int(token), {}), **halves} for token, halves in tokens.items()}
    offer.tokens = {**known, **read}


READING = Reading(
    "dove",
    lambda shapes: MapOf(
        OneOf([*map(str, TOKENS)], M("hotels.token")), make_some_shape(_shape_halves(shapes))
    ),
    _take_halves,
    key="token",
    keys=lambda shapes: ({"token": TOKEN}, _shape_halves(shapes)),
    some=HALVES,
    figures=lambda entry: {half: entry[half] for half in HALVES if half in entry},
)
"""The gains of the halves of a token (WALTZ-P-11)."""
