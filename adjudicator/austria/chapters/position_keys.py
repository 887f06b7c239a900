"""The position keys of the base game: each with its form, how it is printed and read.

Modules add keys of their own in the same form. The keys of the table have no ``read``: the phase
follows from several of them together (``start``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from operator import sub
from typing import Any

from adjudicator.austria.chapters.start import contradiction, find_impossible_values
from adjudicator.austria.printed.board import EMPTY, FACES, FLOOR_ROOMS, ROOM_NAMES
from adjudicator.austria.printed.catalogue import FIGURES
from adjudicator.austria.table.declarations import MISSING, Key, list_if_known
from adjudicator.austria.table.moves import LAST_SPACE, word_food_counts
from adjudicator.austria.table.position import show_open_parts, show_player
from adjudicator.austria.table.state import (
    KRONES_MAX,
    READY,
    REROLL,
    TURN,
    USED,
    CafeGuest,
    Player,
    Table,
)
from adjudicator.messages import M
from adjudicator.rulebook import RULEBOOK
from adjudicator.shapes import (
    ANYTHING,
    BOOLEAN,
    PLAYER_ID,
    Integer,
    ListOf,
    MapOf,
    Nullable,
    OneOf,
    Text,
)


def _number_key(
    name: str, most: int, word: Callable[[int], M], low_rule: str, high_rule: str, **more: Any
) -> Key:
    """Return the key of a player's number from 0 to a limit, under the name of its field.

    word: the message about another number. low_rule, high_rule: what one below or above breaks.
    """

    def read_number(table: Table, player: Player, value: int, place: str) -> None:
        setattr(player, name, value)
        if not 0 <= value <= most:
            raise contradiction(word(value), place, low_rule if value < 0 else high_rule)

    return Key(
        name, lambda s: Integer(), lambda t, p: getattr(p, name), read_number, check=True, **more
    )


def _drop_zeros(foods: Mapping[str, int]) -> dict[str, int]:
    """Return the kinds of which there is something: left out and 0 are the same."""
    return {food: count for food, count in foods.items() if count}


def _show_cafe(table: Table, player: Player) -> list[dict[str, Any]]:
    """Return the café in order of arrival; ``served`` only where something is."""
    rows = []
    for guest in player.cafe.values():
        row: dict[str, Any] = {"guest": guest.number}
        served = _drop_zeros(dict(zip(player.box.foods, guest.copy_served_food(), strict=True)))
        if served:
            row["served"] = served
        rows.append(row)
    return rows


def _read_cafe(table: Table, player: Player, cafe: Sequence[Any], place: str) -> None:
    places = player.cafe_places
    if len(cafe) > places:
        message = M("start.cafe", guests=len(cafe), places=places)
        raise contradiction(message, place, "GAH-COMP-04")
    for row in cafe:
        order = table.guests[row["guest"]].order
        lies = [*table.box.vector(row.get("served", {}))]
        lacks = None if order is None else [*map(sub, order, lies)]
        guest = CafeGuest(row["guest"], lies, lacks)
        if lacks is not None and order is not None and min(lacks) < 0:
            wanted = word_food_counts(order, table.box.foods)
            message = M("start.more-than-ordered", guest=row["guest"], wanted=wanted)
            raise contradiction(message, place, "GAH-FOOD-02")
        player.cafe[guest.number] = guest


def _read_staff(table: Table, player: Player, value: Sequence[Any], place: str) -> None:
    for row in value:
        card = row["staff"] if isinstance(row, dict) else row
        used = READY
        for mark, name in table.box.marks.items():
            if isinstance(row, dict) and row.get(name) and used == READY:
                used = mark
        if used == USED and table.staff_cards[card].timing != "round":
            raise contradiction(M("start.never-used", card=card), place, "GAH-STAFF-03")
        if card in player.staff:
            raise contradiction(M("start.staff-stands-twice", card=card), place, "GAH-STAFF-09")
        player.staff[card] = used


def sort_marked_rows(name: str, rows: Iterable[Any]) -> list[tuple[Any, bool]]:
    """Return rows of cards, plain or with a mark, in a form in which equal ones are equal.

    name: the key of the card in a row with a mark.
    """
    return sorted(
        (row[name], row.get("used", False)) if isinstance(row, dict) else (row, False)
        for row in rows
    )


def _read_fresh(table: Table, player: Player, value: Mapping[str, int], place: str) -> None:
    player.fresh = table.box.vector(value)
    for food, count in enumerate(player.fresh):
        if count > player.kitchen[food]:
            kind, left = table.box.foods[food], player.kitchen[food]
            message = M("moves.at-hand", n=count, food=kind, left=left)
            raise contradiction(message, place, "GAH-FOOD-06")


PLAYER = (
    _number_key(
        "krones",
        KRONES_MAX,
        lambda krones: M("start.krones", krones=krones, most=KRONES_MAX),
        low_rule="GAH-MONEY-03",
        high_rule="GAH-MONEY-02",
    ),
    _number_key(
        "emperor",
        LAST_SPACE,
        lambda space: M("start.emperor", space=space, most=LAST_SPACE),
        low_rule="GAH-EMP-01",
        high_rule="GAH-EMP-01",
        default=0,
    ),
    Key(
        "vp",
        lambda s: Integer(),
        lambda t, p: p.vp,
        lambda t, p, value, place: p.points.update(before=value),
        default=0,
        check=True,
    ),
    Key(
        "kitchen",
        lambda s: s.foods,
        lambda t, p: dict(zip(p.box.foods, p.kitchen, strict=True)),
        lambda t, p, value, place: setattr(p, "kitchen", [*t.box.vector(value)]),
        check=True,
        alike=_drop_zeros,
    ),
    Key(
        "rooms",
        lambda s: s.rooms,
        lambda t, p: {
            ROOM_NAMES[room]: FACES[face] for room, face in enumerate(p.rooms) if face != EMPTY
        },
        lambda t, p, value, place: setattr(
            p, "rooms", [FACES.index(value.get(name, FACES[EMPTY])) for name in ROOM_NAMES]
        ),
        check=True,
    ),
    Key(
        "cafe",
        lambda s: s.cafe,
        _show_cafe,
        _read_cafe,
        check=True,
        alike=lambda value: sorted(
            (row["guest"], sorted(_drop_zeros(row.get("served", {})).items())) for row in value
        ),
        late=True,
    ),
    Key(
        "staff",
        lambda s: s.staff_in_play,
        lambda t, p: [
            {"staff": card, p.box.marks[used]: True} if used else card
            for card, used in p.staff.items()
        ],
        _read_staff,
        check=True,
        alike=partial(sort_marked_rows, "staff"),
        late=True,
    ),
    Key(
        "hand",
        lambda s: s.count,
        lambda t, p: p.hand,
        lambda t, p, value, place: setattr(p, "hand", value),
        check=True,
        late=True,
    ),
    Key(
        "fresh",
        lambda s: s.foods,
        lambda t, p: _drop_zeros(dict(zip(p.box.foods, p.fresh, strict=True))) or MISSING,
        _read_fresh,
        late=True,
    ),
)
"""The keys of a player, in the order in which they are printed.

Café, staff and hand are read behind the keys of modules: a module may add places to the café."""


def _show_boards(table: Table) -> Any:
    boards = {}
    for player in table.players:
        board = player.board
        if board.custom:
            row: dict[str, Any] = {
                "floors": [[board.colours[room] for room in floor] for floor in FLOOR_ROOMS]
            }
            if None not in board.points:
                row["points"] = {
                    ROOM_NAMES[room]: points for room, points in enumerate(board.points) if points
                }
            boards[player.id] = row
    return boards or MISSING


def _show_in_turn(table: Table, done: bool) -> Any:
    """Return whether something was done in a turn; False and other phases stay left out."""
    return True if done and table.phase in (TURN, REROLL) else MISSING


@cache
def find_rule_shape() -> OneOf:
    """Return the shape of the id of a rule, of any game; the first call reads the rulebook."""
    return OneOf(RULEBOOK.ids(), M("vocabulary.rule"))


TABLE = (
    Key("round", lambda s: Integer(1, FIGURES["rounds"]), lambda t: t.round_no),
    Key("phase", lambda s: ANYTHING, lambda t: t.phase),
    Key(
        "turn_of", lambda s: Nullable(PLAYER_ID), lambda t: None if t.actor is None else t.actor.id
    ),
    Key("die_taken", lambda s: BOOLEAN, lambda t: t.die_taken),
    Key("guest_taken", lambda s: BOOLEAN, lambda t: t.guest_taken),
    Key("die", lambda s: Nullable(s.die), lambda t: t.die),
    Key("boosted", lambda s: BOOLEAN, lambda t: t.boosted),
    Key("dice", lambda s: s.dice, lambda t: t.dice[:], check=True),
    Key(
        "taken",
        lambda s: MapOf(PLAYER_ID, Integer(0, 2)),
        lambda t: {player.id: t.taken[player.seat] for player in t.players},
    ),
    Key("passed", lambda s: ListOf(PLAYER_ID), lambda t: [t.players[seat].id for seat in t.passed]),
    Key("first_player", lambda s: PLAYER_ID, lambda t: t.players[t.first].id),
    Key(
        "claims",
        lambda s: MapOf(s.politics, ListOf(PLAYER_ID)),
        lambda t: {card: list(discs) for card, discs in t.claims.items()},
    ),
    Key("open", lambda s: ANYTHING, show_open_parts),
    Key(
        "paid_groups",
        lambda s: MapOf(PLAYER_ID, ListOf(s.room)),
        lambda t: {
            p.id: sorted(ROOM_NAMES[p.board.groups[group][0]] for group in p.paid_groups)
            for p in t.players
        },
    ),
    Key(
        "players",
        lambda s: MapOf(PLAYER_ID, s.player),
        lambda t: {player.id: show_player(t, player) for player in t.players},
    ),
    Key("queue", lambda s: s.queue, lambda t: list_if_known(t.queue), check=True),
    Key("politics", lambda s: ListOf(s.politics, length=3), lambda t: list_if_known(t.politics)),
    Key(
        "emperor", lambda s: ListOf(s.tile, low=1, high=3), lambda t: list_if_known(t.emperor_tiles)
    ),
    Key(
        "discards",
        lambda s: ListOf(s.guest),
        lambda t: MISSING if t.deck is None else t.discards[:],
    ),
    Key("boards", lambda s: s.boards, _show_boards),
    Key("took_guest", lambda s: BOOLEAN, lambda t: _show_in_turn(t, t.took_guest)),
    Key("extra_done", lambda s: BOOLEAN, lambda t: _show_in_turn(t, t.extra_done)),
    Key(
        "discarded_staff", lambda s: ListOf(s.staff), lambda t: sorted(t.discarded_staff) or MISSING
    ),
    Key(
        "stands",
        lambda s: ListOf(Text(more=lambda rule: find_rule_shape().check(rule))),
        lambda t: sorted({rule for _, rule, _ in find_impossible_values(t)}) or MISSING,
    ),
)
"""The keys of the table, in the order in which they are printed."""
