"""The order of turns: the order tiles of the module, and the holder of the key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.austria.chapters.actions import TakeDie
from adjudicator.austria.chapters.rounds import Pass, count_dice_in_game
from adjudicator.austria.chapters.start import contradiction
from adjudicator.austria.printed.contents import OrderTiles
from adjudicator.austria.table.declarations import Judge, Key
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import REROLL, TURN, Player, Table
from adjudicator.copying import Copyable, copy_plain
from adjudicator.entries import Entry
from adjudicator.messages import M, Message
from adjudicator.record import Unreadable
from adjudicator.shapes import PLAYER_ID, ListOf, Nullable

ID = "first-player"

NUMBERS = 2
"""Numbers on an order tile."""

FIRST_KRONES = 9
"""Krones of the first player at the start; each seat has one more (WALTZ4-SETUP-03)."""


class Order(Copyable, passed=copy_plain):
    """The module's state of the table.

    holder: the seat that took the key in this round, or None while it lies on the board. passed:
    the seats that have passed in this round, in that order (WALTZ4-KEY-08). by_key: whether the
    holder of the key opens the running round (WALTZ4-END-01).
    """

    __slots__ = ("by_key", "holder", "passed")

    def __init__(self, table: Table) -> None:
        self.holder: int | None = None
        self.passed: list[int] = []
        self.by_key = False


def order_of(table: Table) -> Order:
    """Return the module's state of a table."""
    order: Order = table.of[ID]
    return order


def give_start_krones(table: Table, start: Mapping[str, Any], options: Mapping[str, Any]) -> None:
    """Give the krones of the start: 9, 10, 11, 12 by seat (WALTZ4-SETUP-03)."""
    for player in table.players:
        player.krones = FIRST_KRONES + player.seat


def number_order_tiles(players: int) -> OrderTiles:
    """Return the numbers of the order tiles: k and k + n instead of the snake (WALTZ4-ORDER-01)."""
    low, high = range(1, players + 1), range(players + 1, 2 * players + 1)
    return (*low,), (*high,), *((None,) * players,) * NUMBERS


def put_key(table: Table, holder: int | None) -> None:
    """Put the key on the order tile of a seat, or back to the board (WALTZ4-KEY-01)."""
    order = order_of(table)
    if order.holder is not None:
        table.covered[order.holder] -= 1
    if holder is not None:
        table.covered[holder] += 1
    order.holder = holder


def find_next_first(seat: int, table: Table) -> int:
    """Return the seat to open the next round: the key's holder, if any (WALTZ4-END-01, -02)."""
    holder = order_of(table).holder
    return seat if holder is None else holder


def cite_order_rule(so_far: str, table: Table, rule: str) -> str:
    """Return the rule of this module in place of the base game's about the order tiles."""
    if rule == "GAH-ROUND-06":  # turns do not come back: ``cite_order_rules`` says how they go
        return "GAH-ROUND-05"
    if rule == "GAH-END-03":
        order = order_of(table)
        return "WALTZ4-END-01" if order.by_key or order.holder is not None else "WALTZ4-END-02"
    return so_far


def note_pass(judge: Judge[Pass]) -> Judge[Pass]:
    """Remember the seats that passed in this round (WALTZ4-KEY-08)."""

    def pass_turn(table: Table, player: Player, entry: Pass, case: Case) -> None:
        judge(table, player, entry, case)
        if not case.stop and not table.in_setup:
            order = order_of(table)
            if player.seat not in order.passed:
                order.passed.append(player.seat)

    return pass_turn


def cite_order_rules(table: Table, player: Player | None, entry: Entry, case: Case) -> None:
    """Name this module's rules: of the order, and when a die follows the key in one turn."""
    if any(breach.rule == "GAH-ROUND-05" for breach in case.breaches):
        case.breach("WALTZ4-ORDER-01", M("first-player.clockwise"))
    if player is not None and isinstance(entry, TakeDie):
        key_taken = table.actor is player and table.die_taken and table.die is None
        if key_taken:
            told = M("first-player.key-instead-of-die")
            case.reword_breaches(told, "GAH-TURN-01")
            case.breach("WALTZ4-KEY-01", told)


def return_key(table: Table, case: Case) -> None:
    """The last step of a round: the key goes back to the board (WALTZ4-END-01)."""
    order = order_of(table)
    order.by_key = order.holder is not None
    order.passed = []
    put_key(table, None)


def _read_holder(table: Table, position: Mapping[str, Any], value: str | None, place: str) -> None:
    if value is None:
        return
    put_key(table, _find_seat(table, value, place))
    if "dice" not in position:
        raise contradiction(M("first-player.key-before-roll"), place, "WALTZ4-SETUP-01")


def find_impossible_holder(table: Table) -> Iterator[tuple[str, str, Message]]:
    """Yield an error if no number is left for the key (WALTZ4-KEY-01)."""
    holder = order_of(table).holder
    if holder is not None and table.taken[holder] >= NUMBERS:
        message = M("first-player.key-on-full-tile", player=table.players[holder].id)
        yield "key_of", "WALTZ4-KEY-01", message


def _read_passed(table: Table, position: Any, value: Sequence[str], place: str) -> None:
    seats = [_find_seat(table, name, place) for name in value]
    if len(set(seats)) != len(seats):
        raise contradiction(M("first-player.passed-twice"), place, "GAH-PASS-02")
    order_of(table).passed = seats


def fill_in_passed(table: Table, document: Mapping[str, Any]) -> None:
    """Fill in the passes that a position leaves out: with a die in the bin, every seat."""
    position = document.get("position")
    if position is None or "passed_this_round" in position or table.phase not in (TURN, REROLL):
        return
    order = order_of(table)
    order.passed = table.passed[:]
    lying = sum(table.dice) + sum(table.taken)
    if lying < count_dice_in_game(table):
        order.passed += [
            seat
            for seat in range(len(table.players))
            if seat not in order.passed and table.open_number(seat) is not None
        ]


def _find_seat(table: Table, name: str, place: str) -> int:
    if name not in table.by_id:
        raise Unreadable(M("first-player.no-player", player=name), key=place)
    return table.by_id[name].seat


POSITION = (
    Key(
        "key_of",
        lambda s: Nullable(PLAYER_ID),
        lambda t: next((p.id for p in t.players if p.seat == order_of(t).holder), None),
        _read_holder,
        check=True,
    ),
    Key(
        "passed_this_round",
        lambda s: ListOf(PLAYER_ID),
        lambda t: [t.players[seat].id for seat in order_of(t).passed],
        _read_passed,
    ),
)
"""The keys of the table: who has the key, and who has passed in this round."""
