"""Rooms: preparing one, and turning one to occupied (GAH-ROOM, GAH-SETUP-19 to 22, GAH-SYM-13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from adjudicator.austria.chapters.groups import open_room_reactions, turn_room_occupied
from adjudicator.austria.chapters.place import (
    check_own_place,
    drop_source,
    offer_with_place,
    put_on_guests,
)
from adjudicator.austria.chapters.turns import (
    advance_setup,
    ask_other_stage,
    find_unpaid_part,
    obstacles_without_part,
    source_obstacles,
)
from adjudicator.austria.printed.board import (
    COLUMNS,
    EMPTY,
    FACES,
    FLOOR_OF,
    FLOORS,
    NEIGHBOURS,
    OCCUPIED,
    ROOM_INDEX,
    ROOM_NAMES,
    ROOMS,
    VACANT,
    name_rooms,
)
from adjudicator.austria.printed.catalogue import RULE_OF, read_words
from adjudicator.austria.table import agenda, moves, prices
from adjudicator.austria.table.box import box_at
from adjudicator.austria.table.declarations import Deed, Item, Kind, make_item
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.house_rules import note_if_switch_decides
from adjudicator.austria.table.state import SETUP_GUESTS, SETUP_ROOMS, Open, Player, Table
from adjudicator.entries import ByPlayer, Place, key, verb
from adjudicator.games import try_entries
from adjudicator.hooks import question
from adjudicator.messages import M
from adjudicator.obstacles import (
    NOTHING,
    Against,
    DecidingSwitch,
    Found,
    Obstacle,
    collect_answer,
    is_allowed,
)

PAGE_BOY = "staff:35"
"""The card that turns two rooms of any colour (GAH-CARD-35)."""


@verb("prepare")
class Prepare(ByPlayer):
    """A room tile placed."""

    room: str = key(lambda s: s.room)
    from_: str | None = key(lambda s: s.source, default=None)
    place: Place | None = key(None, default=None, made=lambda s: s.read_place)


@verb("occupy")
class Occupy(ByPlayer):
    """A room turned to occupied."""

    room: str = key(lambda s: s.room)
    from_: str | None = key(lambda s: s.source, default=None)
    place: Place | None = key(None, default=None, made=lambda s: s.read_place)


def prepare_room(table: Table, player: Player, entry: Prepare, case: Case) -> None:
    """``prepare``: place a room tile, in set-up or under any permission that is open."""
    part = _find_part_for_room(table, player, entry, case)
    price_of = room_price if room_price in player.answers else _find_plain_price
    price = price_of(table, player, ROOM_INDEX[entry.room], part)
    points = _cite_placing(table, player, entry, part, price, case)
    if not case.stop:
        _book_room(table, player, entry, part, price, points)


def _find_part_for_room(table: Table, player: Player, entry: Prepare, case: Case) -> Open | None:
    """Return the open part that a room is placed under, None for a starting room.

    Cites that none is open, and then returns None, too.
    """
    room, part, setup = ROOM_INDEX[entry.room], None, table.phase in table.box.setup_phases
    if not setup or table.box.setup_parts:
        part = find_room_part(table, player, room, entry.from_)
    if part is not None:
        return part
    if setup:
        early, strange = obstacles_to_starting_room(table, player), source_obstacles(entry)
        if early or strange:
            case.cite(early, strange)
        return None
    cost = partial(room_price, table, player, room)
    part = find_unpaid_part(table, player, "prepare", entry.from_, cost)
    if part is None:
        case.cite(obstacles_without_part(table, player, "prepare", entry.from_, "GAH-ACT-31"))
        if table.box.ids and not table.has_begun:
            case.cite(_ended_setup_obstacles(table, player))
    return part


def _cite_placing(
    table: Table, player: Player, entry: Prepare, part: Open | None, price: int, case: Case
) -> int:
    """Cite the obstacles to placing a room under a permission; return the points of its door."""
    room = ROOM_INDEX[entry.room]
    against = obstacles_to_placing_room(table, player, room, part, price)
    if against:
        case.cite(against)
    points = player.board.points[room]
    scores = True
    if part is not None and part.stage != "main" and points != 0:
        if not case.stop:
            case.rest_on("U-24")
        scores = table.rules.door_points_every
    if points is None and scores:
        case.unclear(
            "points",
            M("rooms.points-on-door-not-known", room=entry.room),
            M("rooms.room-was-placed-without-points"),
            applies=True,
        )
    if entry.place:
        check_own_place(table, player, entry, table.box.nothing, case)
    return (points or 0) if scores else 0


def _book_room(
    table: Table, player: Player, entry: Prepare, part: Open | None, price: int, points: int
) -> None:
    """Place a room and book its price and the points of its door."""
    room, setup = ROOM_INDEX[entry.room], table.phase in table.box.setup_phases
    placed = player.rooms[room] == EMPTY
    if price:
        prices.pay_for_part(table, player, part, price, "prepare")
    if placed:
        player.rooms[room] = VACANT
        if points:
            trigger = moves.next_trigger(table)  # each door is a source of its own
            moves.book(table, player, "vp", points, "door", trigger, "preparing")
    if setup and part is None:
        if placed and count_rooms_placed(player) >= player.starting_rooms:
            finish_setup(table, player)
        return
    chain = agenda.use_part(player, part) if part is not None else agenda.begin_chain(table, player)
    if part is not None and part.part.occupied and player.rooms[room] == VACANT:
        parts = open_room_reactions(table, player) + turn_room_occupied(table, player, room)
        agenda.push_event(table, player, parts, chain, trigger=moves.next_trigger(table))
    else:
        agenda.settle_agenda(table, player)
    if entry.place is not None:
        put_on_guests(table, player, entry.place)


def finish_setup(table: Table, player: Player) -> None:
    """End a player's set-up; when everybody is through the first roll is due (GAH-SETUP-19)."""
    player.finished_setup = True
    advance_setup(table)


def has_everybody_finished(table: Table) -> bool:
    """Return whether everybody has ended set-up (GAH-SETUP-19)."""
    return all(player.finished_setup for player in table.players)


def count_rooms_placed(player: Player) -> int:
    """Return how many room tiles a player has."""
    return ROOMS - player.rooms.count(EMPTY)


def obstacles_to_starting_room(table: Table, player: Player) -> Against:
    """Return the obstacles to any starting room: the stage, a set-up that has ended."""
    if table.phase == SETUP_ROOMS and not player.finished_setup:
        return NOTHING
    return _obstacles_to_starting_room(table, player)


def _obstacles_to_starting_room(table: Table, player: Player) -> Iterator[Found]:
    if table.phase == SETUP_GUESTS:
        yield Obstacle("GAH-SETUP-17", M("rooms.starting-guests-taken-before-first"))
        yield Obstacle("GAH-SETUP-19", M("rooms.rooms-follow-when-everybody-has"))
    yield from ask_other_stage(table, SETUP_ROOMS)
    if player.finished_setup:
        yield from _ended_setup_obstacles(table, player)


def _ended_setup_obstacles(table: Table, player: Player) -> Iterator[Found]:
    """Yield that a player's set-up has ended; with modules its stage is named, too."""
    rooms, most = count_rooms_placed(player), player.starting_rooms
    message = M("rooms.set-up-done-with-rooms", player=player.id, rooms=rooms, most=most)
    yield Obstacle("GAH-SETUP-19", message, rooms=rooms)
    stage = box_at(table).stages[table.box.stage_of[SETUP_ROOMS]]
    if table.box.ids and stage.combined:
        yield Obstacle(stage.combined, message, rooms=rooms)


def find_room_part(table: Table, player: Player, room: int, source: str | None) -> Open | None:
    """Return the open part that an entry uses: the cheapest, then the narrowest.

    That is the one of the fewest floors, then of the smallest discount, then the front one.
    """
    usable = agenda.list_usable_parts(player, "prepare", source)
    if len(usable) < 2:
        return usable[0] if usable else None

    def cost(part: Open) -> tuple[bool, int, int, int]:
        floors = part.part.floors
        unfit = not is_allowed(obstacles_to_placing_room(table, player, room, part, None))
        width = len(floors) if floors is not None else FLOORS
        discount = 99 if part.part.free else part.part.discount
        return unfit, room_price(table, player, room, part), width, discount

    return min(usable, key=cost)  # min keeps the front one of equals


@question
def room_price(table: Table, player: Player, room: int, part: Open | None) -> int:
    """Return the price of a room in krones under a permission (GAH-ROOM-05, -06, -09).

    part: None for set-up, where the floor price is paid.
    """
    return _find_plain_price(table, player, room, part)


@question
def starting_price(table: Table, player: Player, room: int) -> int:
    """Return the price of a room in set-up, in krones: that of its floor (GAH-SETUP-22)."""
    return player.board.cost[room]


def _find_plain_price(table: Table, player: Player, room: int, part: Open | None) -> int:
    """Return the price of a room that nothing of the player's alters; then it is asked straight."""
    if part is None:
        return starting_price(table, player, room)
    price, permission = player.board.cost[room], part.part
    if permission.free or (table.rules.free and prices.is_free_by_house_rule(table, part)):
        return 0
    if player.staff and (table.rules.free_colours_every or part.stage == "main"):
        free = player.box.reactions.free_rooms.get(player.board.colours[room])
        if free in player.staff:
            return 0
    price -= permission.discount
    return price if price > 0 else 0


def list_rooms_after(table: Table, entry: Mapping[str, Any]) -> dict[str, int]:
    """Return the rooms that an entry would let its player prepare, with their prices in krones.

    table: before the entry; it stays as it is. Nothing where the entry takes no effect.
    """
    trial, verdict = try_entries(table, entry)
    if not verdict.is_applied:
        return {}
    player = next(each for each in trial.players if each.id == entry["by"])
    return {
        ROOM_NAMES[room]: room_price(trial, player, room, part)
        for part in agenda.list_usable_parts(player, "prepare", None)[:1]
        for room in list_rooms_to_prepare(trial, player, part)
    }


def obstacles_to_placing_room(
    table: Table, player: Player, room: int, part: Open | None, price: int | None
) -> Sequence[Found]:
    """Return the obstacles to a room tile here: space, neighbours, floor and price.

    part: the permission, None for set-up. price: in krones, None to look at the place alone.
    """
    against: list[Found] = []
    rooms = player.rooms
    if rooms[room] != EMPTY:
        name = ROOM_NAMES[room]
        message = M("rooms.already-has-tile", room=name, face=FACES[rooms[room]])
        against.append(Obstacle("GAH-ROOM-07", message, room=name))
    elif has_no_neighbour(player, room):
        against += _neighbour_obstacles(table, player, room)
    if part is not None:
        floors = part.part.floors
        if floors is not None and FLOOR_OF[room] not in floors:
            rule = "GAH-GUEST-02" if part.source.startswith("guest:") else "GAH-TILE-08"
            floor = FLOOR_OF[room]
            message = M("rooms.only-on-floor", floors=tuple(sorted(floors)), floor=floor)
            against.append(Obstacle(rule, message, floor=floor))
        if against:
            against += _permission_obstacles(part, room)
    if price is None:
        return against
    krones = prices.count_krones_at_hand(player, part)
    if price > krones and collect_answer(
        prices.ask_krones_short(table, player, part, price), against
    ):
        name = ROOM_NAMES[room]
        message = M("rooms.room-costs-krones-at-hand", room=name, price=price, krones=krones)
        against.append(Obstacle("GAH-MONEY-03", message, price=price, krones=krones))
        rule = "GAH-ROOM-05" if table.has_begun else "GAH-SETUP-22"
        against.append(Obstacle(rule, message, price=price))
    if part is not None and not part.part.free and player.board.cost[room]:
        reactions = player.box.reactions
        if reactions.free_rooms.get(player.board.colours[room]) in player.staff:
            if part.stage != "main":
                against.append(DecidingSwitch("U-26"))
        elif part.source in reactions.free_by:
            against.append(DecidingSwitch(reactions.free_by[part.source]))
    return against


def has_no_neighbour(player: Player, room: int) -> bool:
    """Return whether no tile lies beside a room."""
    rooms = player.rooms
    for near in NEIGHBOURS[room]:  # a loop: this is asked of every room
        if rooms[near]:  # not empty
            break
    else:
        return True
    return False


def _neighbour_obstacles(table: Table, player: Player, room: int) -> Iterator[Found]:
    """Yield why a tile cannot stand where none is beside it, as the first one does."""
    name = ROOM_NAMES[room]
    if not any(player.rooms):
        if room != 0:
            yield Obstacle("GAH-SETUP-20", M("rooms.first-room-not", room=name), room=name)
        return
    alone = M("rooms.room-next-no-tile", room=name)
    yield Obstacle("GAH-ROOM-01", alone, room=name)
    if _touches_by_corner(player, room):
        message = M("rooms.room-touches-tile-by-corner", room=name)
        yield Obstacle("GAH-ROOM-02", message, room=name)
    if not table.has_begun:
        yield Obstacle("GAH-SETUP-21", alone, room=name)


def list_rooms_to_prepare(table: Table, player: Player, part: Open | None) -> Iterator[int]:
    """Yield the rooms without a tile that could be placed now under a permission."""
    first, means = not any(player.rooms), prices.count_possible_krones(player, part)
    price_of = room_price if room_price in player.answers else _find_plain_price
    for room, face in enumerate(player.rooms):
        if face == EMPTY and (first or not has_no_neighbour(player, room)):
            price = price_of(table, player, room, part)
            if price <= means:
                against = obstacles_to_placing_room(table, player, room, part, price)
                if not against or is_allowed(against):
                    yield room


def can_prepare_room(table: Table, player: Player, part: Open) -> bool:
    """Return whether a room could be placed under a permission."""
    return next(list_rooms_to_prepare(table, player, part), None) is not None


def note_room_switches(table: Table, player: Player, part: Open) -> None:
    """Note the switches that decide whether a room can be paid at all (U-26, U-39)."""
    reactions, asked = table.box.reactions, partial(can_prepare_room, table, player, part)
    if part.source in reactions.free_by:
        note_if_switch_decides(table, reactions.free_by[part.source], asked)
    if not reactions.free_rooms_by.isdisjoint(player.staff):
        note_if_switch_decides(table, "U-26", asked)


def _permission_obstacles(part: Open, room: int) -> Iterator[Found]:
    """Yield the rule of the permission, too, when a room may not stand where it was put."""
    message = M("rooms.rules-of-placing", room=ROOM_NAMES[room])
    if part.stage == "main":
        yield Obstacle("GAH-ACT-31", message)
        return
    yield Obstacle("GAH-ROOM-09", message)
    if part.part.free:
        yield Obstacle("GAH-SYM-07", message)
    else:
        yield Obstacle("GAH-SYM-06" if part.part.discount else "GAH-SYM-05", message)


def _touches_by_corner(player: Player, room: int) -> bool:
    floor, column = divmod(room, COLUMNS)
    return any(
        0 <= row < FLOORS and 0 <= place < COLUMNS and player.rooms[row * COLUMNS + place] != EMPTY
        for row in (floor - 1, floor + 1)
        for place in (column - 1, column + 1)
    )


def obstacles_to_turning_room(player: Player, room: int, part: Open | None) -> Iterator[Found]:
    """Yield the obstacles to turning a room: the permission's reach, the room's tile.

    part: the permission, None where there is none (GAH-SYM-13, GAH-CARD-35).
    """
    if part is not None:
        yield from _reach_obstacles(player, room, part)
    state = player.rooms[room]
    if state != VACANT:
        name = ROOM_NAMES[room]
        told = (
            M("rooms.room-has-no-tile", room=name)
            if state == EMPTY
            else M("rooms.is-occupied", room=name)
        )
        yield Obstacle("GAH-SYM-13", told, room=name, state=FACES[state])
        if part is not None and part.source == PAGE_BOY:
            yield Obstacle("GAH-CARD-35", told)
        if state == EMPTY:
            yield Obstacle("GAH-COMP-06", told)


def _has_other_colour(player: Player, room: int, part: Open) -> bool:
    return part.part.colour not in (None, player.board.colours[room])


def _reach_obstacles(player: Player, room: int, part: Open) -> Iterator[Found]:
    """Yield the colour or the floor that a permission does not reach."""
    floors = part.part.floors or FLOOR_OF
    if _has_other_colour(player, room, part):
        name, colour = ROOM_NAMES[room], player.board.colours[room]
        message = M("rooms.reward-turns", room=name, own=colour, colour=part.part.colour)
        yield Obstacle("GAH-SYM-13", message, room=colour)
    elif FLOOR_OF[room] not in floors:
        message = M("rooms.only-on-floor", floors=tuple(sorted(floors)), floor=FLOOR_OF[room])
        yield Obstacle("GAH-SYM-13", message, floor=FLOOR_OF[room])
        rule = RULE_OF.find_in(part.part)
        if rule is not None:
            yield Obstacle(rule, message, floor=FLOOR_OF[room])


def list_rooms_to_turn(player: Player, part: Open) -> list[int]:
    """Return the rooms that could be turned under a permission (GAH-SYM-13)."""
    return [*_find_rooms_to_turn(player, part)]


def _find_rooms_to_turn(player: Player, part: Open) -> Iterator[int]:
    for room, face in enumerate(player.rooms):
        if face == VACANT and is_allowed(obstacles_to_turning_room(player, room, part)):
            yield room


def can_occupy_room(table: Table, player: Player, part: Open) -> bool:
    """Return whether a room could be turned under a permission."""
    return next(_find_rooms_to_turn(player, part), None) is not None


def occupy_room(table: Table, player: Player, entry: Occupy, case: Case) -> None:
    """``occupy``: turn a vacant room without a guest (GAH-SYM-13, GAH-CARD-35)."""
    room = ROOM_INDEX[entry.room]

    def measure_width(part: Open) -> tuple[bool, bool, bool, int]:
        """Return how much else a permission allows: the narrowest that fits is used first."""
        unfit = _has_other_colour(player, room, part)
        floors = len(part.part.floors or range(FLOORS))
        return (
            not is_allowed(_reach_obstacles(player, room, part)),
            unfit,
            not part.part.colour,
            floors,
        )

    part = min(
        agenda.list_usable_parts(player, "occupy", entry.from_), key=measure_width, default=None
    )
    if part is None:
        case.cite(obstacles_without_part(table, player, "occupy", entry.from_, "GAH-SYM-13"))
    case.cite(obstacles_to_turning_room(player, room, part))
    if entry.place:
        check_own_place(table, player, entry, table.box.nothing, case)
    if case.stop:
        return
    chain = agenda.use_part(player, part) if part is not None else agenda.begin_chain(table, player)
    if player.rooms[room] == VACANT:
        parts = open_room_reactions(table, player) + turn_room_occupied(table, player, room)
        agenda.push_event(table, player, parts, chain, trigger=moves.next_trigger(table))
    else:
        player.rooms[room] = OCCUPIED
        agenda.settle_agenda(table, player)
    if entry.place is not None:
        put_on_guests(table, player, entry.place)


def offer_prepare(table: Table, player: Player, part: Open) -> Iterator[Item]:
    """Yield the rooms that may be placed under a permission."""
    rooms = list(list_rooms_to_prepare(table, player, part))
    if rooms:
        item = make_item(
            player, "prepare", room=name_rooms(rooms), **{"from": agenda.name_source(part)}
        )
        yield from drop_source(
            offer_with_place(table, player, item, table.box.nothing, split="room")
        )


def offer_occupy(table: Table, player: Player, part: Open) -> Iterator[Item]:
    """Yield the rooms that may be turned under a permission."""
    rooms = list_rooms_to_turn(player, part)
    if rooms:
        item = make_item(
            player, "occupy", room=name_rooms(rooms), **{"from": agenda.name_source(part)}
        )
        yield from drop_source(
            offer_with_place(table, player, item, table.box.nothing, split="room")
        )


KINDS = (
    Kind(
        "prepare",
        read_words("prepare"),
        answerable=can_prepare_room,
        note=note_room_switches,
        offer=offer_prepare,
        merges="room",
        about="room",
    ),
    Kind(
        "occupy",
        read_words("occupy"),
        answerable=can_occupy_room,
        offer=offer_occupy,
        merges="room",
        about="room",
    ),
)
"""Permissions to place a room and to turn one (GAH-CHK-07, GAH-CHK-10)."""

DEEDS: tuple[Deed[Any], ...] = (
    Deed(Prepare, prepare_room, in_setup=True),
    Deed(Occupy, occupy_room),
)
"""The verbs of this chapter."""
