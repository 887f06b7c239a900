"""The module's state: the halls in play and their dancers (WALTZ1-SETUP)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from adjudicator.austria.chapters.component_figures import make_reward_parts
from adjudicator.austria.printed.catalogue import RULE_OF, Part
from adjudicator.austria.printed.datafile import rows_of
from adjudicator.austria.table.box import Box
from adjudicator.austria.table.state import Player, Table
from adjudicator.copying import Copyable, copy_lists, copy_optional, copy_plain, copy_states_by_name
from adjudicator.messages import register_record_terms

ID = "balls"
DATA = Path(__file__).parent / "data"
CHAMPAGNE = "champagne"

TOP, MIDDLE, BOTTOM, BALCONY = "top", "middle", "bottom", "balcony"
ROWS = (TOP, MIDDLE, BOTTOM)
"""The rows of a hall from above; the balcony goes on with the top row of the right hall."""

FIGURES: Mapping[str, Any] = {
    row.text("figure"): row.get("value") for row in rows_of("figures.json", "figures", DATA)
}
HALLS_IN_PLAY: int = FIGURES["halls_in_play"]
DANCERS: int = FIGURES["dancers"]
BALCONY_COST: int = FIGURES["balcony_cost"]
SIDES = ("2", "3-4")

HALLS: Mapping[str, Mapping[str, Any]] = {
    row.text("id"): row.values for row in rows_of("halls.json", "halls", DATA)
}
"""The five halls as the data has them."""

register_record_terms("hall")

REHEARSALS: Mapping[int, Mapping[str, Any]] = {
    row.get("rehearsal"): row.values for row in rows_of("rehearsals.json", "rehearsals", DATA)
}
"""The four rehearsal halls as the data has them."""

SECTIONS: Mapping[int, Sequence[int]] = {
    number: row["sections"] for number, row in REHEARSALS.items()
}
"""The four rehearsal halls: dancers of each section at the start (WALTZ1-SETUP-11)."""

FULL = (1, 2, 3, 4)
"""Dancers in the sections of a rehearsal hall that no dancer has left yet."""


Cell = int | Mapping[str, int]
"""A cell as read off: its champagne; under ``four`` where it exists with four players only."""

Cells = Sequence[Cell]

Words = Sequence[Mapping[str, Any]]
"""The reward words of a bonus, as read off; what they stand for is asked when somebody gets it."""


def cost_of(cell: Cell) -> int:
    """Return the champagne that a cell costs."""
    return cell if isinstance(cell, int) else cell["four"]


class Hall(Copyable, rows=copy_lists, balcony=copy_plain):
    """The dancers in a hall. rows: the seats by row, cells from the left, None for a free cell.

    An unread row counts its usable cells only. balcony: seats, in order.
    """

    __slots__ = ("balcony", "rows")

    def __init__(self) -> None:
        self.rows: dict[str, list[int | None]] = {row: [] for row in ROWS}
        self.balcony: list[int] = []

    def places(self, seat: int) -> list[tuple[str, int]]:
        """Return where the dancers of a seat stand: row and cell, counted from 1."""
        standing: dict[str, list[int | None]] = {**self.rows, BALCONY: [*self.balcony]}
        return [
            (row, cell)
            for row, seats in standing.items()
            for cell, other in enumerate(seats, 1)
            if other == seat
        ]

    def dancers(self, seat: int, row: str | None = None) -> int:
        """Return how many dancers a seat has here; the balcony counts as top row."""
        if row is not None:
            more = self.balcony.count(seat) if row == TOP else 0
            return self.rows[row].count(seat) + more
        count = self.balcony.count(seat)
        for seats in self.rows.values():
            if seats:
                count += seats.count(seat)
        return count

    def count_in_row(self, row: str, players: int) -> list[int]:
        """Return how many dancers each of so many seats has in a row."""
        seats: list[int | None] = self.rows[row]
        if row == TOP and self.balcony:
            seats = [*seats, *self.balcony]
        return [*map(seats.count, range(players))]

    def counts(self, players: int) -> list[int]:
        """Return how many dancers each of so many seats has here."""
        counts = [0] * players
        standing: list[list[int | None]] = [*self.rows.values(), [*self.balcony]]
        for seats in standing:
            for seat in seats:
                if seat is not None:
                    counts[seat] += 1
        return counts


class Floor(Copyable, known=copy_states_by_name):
    """The module's state of the table.

    halls: from left to right, None where a position left them out; then ``known`` holds the halls
    with dancers. side: of the boards. cells, bonus: of each hall and row, where read off, for the
    side in play. section_bonus: of each rehearsal hall, by section, where read. boards: the
    rehearsal halls laid out. sent_in: the turn in which a dancer was sent last. at_start: the
    record is being read. scoring_due: a position stands in its scorings, the ball is scored as it
    begins. by_itself: the seat that got the last rehearsal hall without an entry.
    """

    __slots__ = (
        "at_start",
        "boards",
        "bonus",
        "by_itself",
        "cells",
        "four",
        "halls",
        "known",
        "scoring_due",
        "section_bonus",
        "sent_in",
        "side",
    )

    def __init__(self, table: Table) -> None:
        players = len(table.players)
        self.halls: tuple[str, ...] | None = None
        self.known: dict[str, Hall] = {}
        self.side = SIDES[0] if players == 2 else SIDES[1]
        self.four = players == 4
        self.cells: Mapping[tuple[str, str], Cells] = {}
        self.bonus: Mapping[tuple[str, str], Words] = {}
        self.section_bonus: Mapping[int, Sequence[Words | None]] = {}
        self.boards: tuple[int, ...] = ()
        self.sent_in = 0
        self.at_start = True
        self.scoring_due = False
        self.by_itself: int | None = None

    @property
    def right(self) -> str | None:
        """The hall beside the balcony, where it is known."""
        return self.halls[-1] if self.halls is not None else None

    def lay_out(self, halls: Sequence[str]) -> None:
        """Lay out the halls of a game, from left to right."""
        self.halls = tuple(halls)
        self.known = {name: self.known.get(name, Hall()) for name in halls}

    def read(self, hall: str, row: str) -> Cells | None:
        """Return the cells of a row; None where nobody has read them, or knows the halls."""
        return self.cells.get((hall, row)) if self.halls is not None else None

    def usable(self, cells: Cells) -> list[int]:
        """Return the places of the cells that exist with this number of players."""
        return [place for place, cell in enumerate(cells) if self.four or isinstance(cell, int)]


@lru_cache(maxsize=64)
def read_printed_bonuses(box: Box) -> Mapping[tuple[str, str], tuple[Part, ...]]:
    """Return the row bonuses of every hall as the data has them."""
    return {
        (name, row): tuple(
            with_rule(part, hall["rule"])
            for part in make_reward_parts(box, hall["bonus"][row], "dancers")
        )
        for name, hall in HALLS.items()
        for row in ROWS
    }


def with_rule(part: Part, rule: str) -> Part:
    """Return a part that names the rule of the component it stands on."""
    return RULE_OF.add_to(part, rule)


class Rehearsal(Copyable, sections=copy_optional):
    """A player's rehearsal hall. board: its number, None for none or unknown.

    dancing: dancers in the halls, balcony included (WALTZ1-BALC-05). sections: dancers left in
    each, None where a position left them unknown; left: the number of dancers not sent yet. parted:
    the card with a dancer that an extra action has parted from its die, 0 for none; parted_in: the
    turn of it.
    """

    __slots__ = ("board", "dancing", "left", "parted", "parted_in", "sections")

    def __init__(self) -> None:
        self.board: int | None = None
        self.sections: list[int] | None = list(FULL)
        self.left = DANCERS
        self.dancing = 0
        self.parted = 0
        self.parted_in = 0


def floor_of(table: Table) -> Floor:
    """Return the module's state of a table."""
    floor: Floor = table.of[ID]
    return floor


def rehearsal_of(player: Player) -> Rehearsal:
    """Return a player's rehearsal hall."""
    rehearsal: Rehearsal = player.of[ID]
    return rehearsal


def find_parted_card(player: Player) -> int:
    """Return the card that lost its die's dancer in a player's last turn, 0 for none."""
    rehearsal = rehearsal_of(player)
    return rehearsal.parted if rehearsal.parted_in == player.turn_no else 0


def count_dancers_of(table: Table, player: Player) -> int:
    """Return how many dancers a player has in all halls."""
    return rehearsal_of(player).dancing


def count_all_dancers(table: Table) -> None:
    """Count every player's dancers in the halls of a position."""
    halls = floor_of(table).known.values()
    for player in table.players:
        rehearsal_of(player).dancing = sum(hall.dancers(player.seat) for hall in halls)
