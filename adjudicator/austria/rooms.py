"""Rooms: preparing one, and turning one to occupied (GAH-ROOM, GAH-SETUP-19 to 22, GAH-SYM-13)."""

from __future__ import annotations

from adjudicator.austria import agenda, moves
from adjudicator.austria.board import (
    COLUMNS,
    EMPTY,
    FACES,
    FLOOR_OF,
    FLOORS,
    NEIGHBOURS,
    OCCUPIED,
    ROOM_INDEX,
    ROOMS,
    VACANT,
)
from adjudicator.austria.box import box_at
from adjudicator.austria.case import Case
from adjudicator.austria.groups import room_reactions, turn_occupied
from adjudicator.austria.place import check_own_place, put_on_guests
from adjudicator.austria.state import SETUP_GUESTS, SETUP_ROOMS, Open, Player, Table
from adjudicator.austria.turns import advance, cite_closed, cite_source, cite_stage
from adjudicator.entries import ByPlayer, Place, key, verb
from adjudicator.hooks import question
from adjudicator.messages import M

STARTING_ROOMS = 3
"""Rooms a player may prepare in set-up (GAH-SETUP-19)."""


@verb("prepare")
class Prepare(ByPlayer):
    """A room tile placed."""

    room: str = key(lambda s: s.room)
    from_: str | None = key(lambda s: s.source, default=None)
    place: Place | None = key(None, default=None)


@verb("occupy")
class Occupy(ByPlayer):
    """A room turned to occupied."""

    room: str = key(lambda s: s.room)
    from_: str | None = key(lambda s: s.source, default=None)
    place: Place | None = key(None, default=None)


def prepare(table: Table, player: Player, entry: Prepare, case: Case) -> None:
    """``prepare``: place a room tile, in set-up or under any permission that is open."""
    name = entry.room
    room = ROOM_INDEX[name]
    part: Open | None = None
    setup = table.in_setup
    if setup and table.box.setup_parts:
        part = _permission(table, player, room, entry.from_)
    if part is not None:
        pass
    elif setup:
        _check_setup_room(table, player, case)
        cite_source(entry, case)
    else:
        part = _permission(table, player, room, entry.from_)
        if part is None:
            cite_closed(table, player, "prepare", entry.from_, "GAH-ACT-31", case)
            if table.box.ids and not table.has_begun:
                _cite_done(table, player, case)
    price = _check_placing(table, player, room, name, part, case)
    points = player.board.points[room]
    scores = True
    if part is not None and part.stage != "main" and points != 0:
        if not case.breaches:
            case.rest_on("U-24")
        scores = table.rules.door_points_every
    if points is None and scores:
        case.unclear(
            "points",
            M("rooms.points-on-door-not-known", room=name),
            M("rooms.room-was-placed-without-points"),
            applies=True,
        )
    if entry.place:
        check_own_place(table, player, entry, table.box.nothing, case)
    if case.stop:
        return
    placed = player.rooms[room] == EMPTY
    agenda.pay(table, player, part, price, "prepare")
    if placed:
        player.rooms[room] = VACANT
        if scores and points:
            trigger = moves.next_trigger(table)  # each door is a source of its own
            moves.book(table, player, "vp", points, "door", trigger, "preparing")
    if setup and part is None:
        if placed and rooms_placed(player) >= starting_rooms(table, player):
            finish_setup(table, player)
        return
    chain = agenda.use(player, part) if part is not None else agenda.new_chain(table, player)
    if part is not None and part.part.occupied and player.rooms[room] == VACANT:
        parts = room_reactions(table, player) + turn_occupied(table, player, room)
        agenda.push(table, player, parts, chain, trigger=moves.next_trigger(table))
    else:
        agenda.settle(table, player)
    if entry.place is not None:
        put_on_guests(table, player, entry.place)


def finish_setup(table: Table, player: Player) -> None:
    """End a player's set-up; when everybody is through the first roll is due (GAH-SETUP-19)."""
    player.finished_setup = True
    advance(table)


def everybody_finished(table: Table) -> bool:
    """Return whether everybody has ended set-up (GAH-SETUP-19)."""
    return all(player.finished_setup for player in table.players)


def rooms_placed(player: Player) -> int:
    """Return how many room tiles a player has."""
    return ROOMS - player.rooms.count(EMPTY)


@question
def starting_rooms(table: Table, player: Player) -> int:
    """Return how many rooms a player may prepare in set-up (GAH-SETUP-19)."""
    return STARTING_ROOMS


def _check_setup_room(table: Table, player: Player, case: Case) -> None:
    if table.phase == SETUP_GUESTS:
        case.breach("GAH-SETUP-17", M("rooms.starting-guests-taken-before-first"))
        case.breach("GAH-SETUP-19", M("rooms.rooms-follow-when-everybody-has"))
    cite_stage(table, case, SETUP_ROOMS)
    if player.finished_setup:
        _cite_done(table, player, case)


def _cite_done(table: Table, player: Player, case: Case) -> None:
    """Note a room after the player's set-up has ended; with modules its stage is named, too."""
    rooms, most = rooms_placed(player), starting_rooms(table, player)
    message = M("rooms.set-up-done-with-rooms", player=player.id, rooms=rooms, most=most)
    case.breach("GAH-SETUP-19", message, rooms=rooms)
    stage = box_at(table).stages[table.box.stage_of[SETUP_ROOMS]]
    if table.box.ids and stage.combined:
        case.breach(stage.combined, message, rooms=rooms)


def _permission(table: Table, player: Player, room: int, source: str | None) -> Open | None:
    """Return the open part that an entry uses: the cheapest, then the narrowest.

    That is the one of the fewest floors, then of the smallest discount, then the front one.
    """
    usable = agenda.usable(player, "prepare", source)
    if len(usable) < 2:
        return usable[0] if usable else None

    def cost(part: Open) -> tuple[bool, int, int, int]:
        floors = part.part.floors
        unfit = floors is not None and FLOOR_OF[room] not in floors
        width = len(floors) if floors is not None else FLOORS
        discount = 99 if part.part.free else part.part.discount
        return unfit, agenda.room_price(table, player, room, part), width, discount

    return min(usable, key=cost)  # min keeps the front one of equals


def _check_placing(
    table: Table, player: Player, room: int, name: str, part: Open | None, case: Case
) -> int:
    """Check space, neighbours, floor and price; return the price in krones."""
    rooms = player.rooms
    if rooms[room] != EMPTY:
        case.breach(
            "GAH-ROOM-07",
            M("rooms.already-has-tile", room=name, face=FACES[rooms[room]]),
            room=name,
        )
    elif not any(rooms):
        if room != 0:
            case.breach("GAH-SETUP-20", M("rooms.first-room-not", room=name), room=name)
    elif not any(rooms[near] != EMPTY for near in NEIGHBOURS[room]):
        case.breach("GAH-ROOM-01", M("rooms.room-next-no-tile", room=name), room=name)
        if _touches_corner(player, room):
            case.breach("GAH-ROOM-02", M("rooms.room-touches-tile-by-corner", room=name), room=name)
        if not table.has_begun:
            case.breach("GAH-SETUP-21", M("rooms.room-next-no-tile", room=name), room=name)
    if part is not None and part.part.floors is not None and FLOOR_OF[room] not in part.part.floors:
        floors = tuple(sorted(part.part.floors))
        rule = "GAH-GUEST-02" if part.source.startswith("guest:") else "GAH-TILE-08"
        case.breach(
            rule,
            M("rooms.only-on-floor", floors=floors, floor=FLOOR_OF[room]),
            floor=FLOOR_OF[room],
        )
    if part is not None and case.breaches:
        _cite_permission(part, name, case)
    price = agenda.room_price(table, player, room, part)
    if agenda.short_of(table, player, part, price, case):
        message = M("rooms.room-costs-krones-at-hand", room=name, price=price, krones=player.krones)
        case.breach("GAH-MONEY-03", message, price=price, krones=player.krones)
        case.breach("GAH-ROOM-05" if table.has_begun else "GAH-SETUP-22", message, price=price)
    if part is not None:
        _note_price_rules(player, room, part, case)
    return price


def _cite_permission(part: Open, name: str, case: Case) -> None:
    """Name the rule of the permission, too, when a room may not stand where it was put."""
    message = M("rooms.rules-of-placing", room=name)
    if part.stage == "main":
        case.breach("GAH-ACT-31", message)
        return
    case.breach("GAH-ROOM-09", message)
    if part.part.free:
        case.breach("GAH-SYM-07", message)
    else:
        case.breach("GAH-SYM-06" if part.part.discount else "GAH-SYM-05", message)


def _touches_corner(player: Player, room: int) -> bool:
    floor, column = divmod(room, COLUMNS)
    return any(
        0 <= row < FLOORS and 0 <= place < COLUMNS and player.rooms[row * COLUMNS + place] != EMPTY
        for row in (floor - 1, floor + 1)
        for place in (column - 1, column + 1)
    )


def _note_price_rules(player: Player, room: int, part: Open, case: Case) -> None:
    """Note which switches decide the price of a room."""
    if part.part.free or not player.board.cost[room]:
        return
    free = player.box.reactions.free_rooms.get(player.board.colours[room]) in player.staff
    switch = player.box.reactions.free_by.get(part.source)
    if switch is not None and not free:
        case.rest_on(switch)
    if part.stage != "main" and free:
        case.rest_on("U-26")


def _width(part: Open) -> tuple[bool, int]:
    """Return how much else a permission allows: the narrowest that fits is used first."""
    return part.part.colour is None, len(part.part.floors or range(FLOORS))


def occupy(table: Table, player: Player, entry: Occupy, case: Case) -> None:
    """``occupy``: turn a vacant room without a guest (GAH-SYM-13, GAH-CARD-35)."""
    name = entry.room
    room = ROOM_INDEX[name]
    colour = player.board.colours[room]
    usable = agenda.usable(player, "occupy", entry.from_)
    fitting = [part for part in usable if part.part.colour in (None, colour)]
    reached = [part for part in fitting if FLOOR_OF[room] in (part.part.floors or FLOOR_OF)]
    part = min(reached or fitting or usable, key=_width, default=None)
    if part is None:
        cite_closed(table, player, "occupy", entry.from_, "GAH-SYM-13", case)
    elif not fitting:
        case.breach(
            "GAH-SYM-13",
            M("rooms.reward-turns", room=name, own=colour, colour=part.part.colour),
            room=colour,
        )
    elif part is not None and not reached:
        floors = tuple(sorted(part.part.floors or ()))
        message = M("rooms.only-on-floor", floors=floors, floor=FLOOR_OF[room])
        case.breach("GAH-SYM-13", message, floor=FLOOR_OF[room])
        if "rule" in part.part.more:
            case.breach(part.part.more["rule"], message, floor=FLOOR_OF[room])
    if player.rooms[room] != VACANT:
        state = player.rooms[room]
        told = (
            M("rooms.room-has-no-tile", room=name)
            if state == EMPTY
            else M("rooms.is-occupied", room=name)
        )
        case.breach("GAH-SYM-13", told, room=name, state=FACES[state])
        if part is not None and part.source == "staff:35":
            case.breach("GAH-CARD-35", told)
        if state == EMPTY:
            case.breach("GAH-COMP-06", told)
    if entry.place:
        check_own_place(table, player, entry, table.box.nothing, case)
    if case.stop:
        return
    chain = agenda.use(player, part) if part is not None else agenda.new_chain(table, player)
    if player.rooms[room] == VACANT:
        parts = room_reactions(table, player) + turn_occupied(table, player, room)
        agenda.push(table, player, parts, chain, trigger=moves.next_trigger(table))
    else:
        player.rooms[room] = OCCUPIED
        agenda.settle(table, player)
    if entry.place is not None:
        put_on_guests(table, player, entry.place)
