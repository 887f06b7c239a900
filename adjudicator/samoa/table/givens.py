"""The constants of a game: the seats, the printed figures, the house rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeVar

from adjudicator.messages import M
from adjudicator.record import Record, Unreadable
from adjudicator.samoa.printed.catalogue import DOUBLE_ROUNDS, QUESTIONS, TILES, TOKENS_OF_EACH
from adjudicator.samoa.printed.names import EXTRA, Card
from adjudicator.samoa.printed.record_shapes import FLAG_COUNTS, find_board_faults

T = TypeVar("T")


@dataclass(frozen=True)
class Givens:
    """One table's game. A figure that the table did not read off its components is None.

    seat: place of each player, clockwise from 0. flags: the twelve nationalities.
    cards: the ten priced cards of a set. rooms: the hotel board's rooms; beside: per room the
    rooms next to it. lines: the groups on each tourist card. mix: per nationality how many
    tokens of which ability. kinds: how many building tiles of which kind.
    rulings: the house rules, by question. asked: notes the open questions that are asked.
    """

    players: tuple[str, ...]
    seat: Mapping[str, int]
    flags: tuple[str, ...] | None
    cards: tuple[Card, ...] | None
    rooms: tuple[str, ...] | None
    beside: Mapping[str, tuple[str, ...]]
    lines: tuple[tuple[int, ...], ...] | None
    mix: Mapping[str, Mapping[str, int]] | None
    kinds: Mapping[str, int] | None
    rulings: Mapping[str, str]
    asked: set[str] | None = field(default=None, compare=False)

    def setting(self, question: str) -> str:
        """Return how an open question is answered here: the house rule, or the default."""
        if self.asked is not None:
            self.asked.add(question)
        return self.rulings.get(question) or QUESTIONS[question].default

    def with_rulings(self, rulings: Mapping[str, str]) -> Givens:
        """Return the same table under other house rules."""
        return replace(self, rulings=rulings)

    def others(self, question: str) -> Sequence[Givens]:
        """Return the same table under each other answer to an open question."""
        if question not in self._other_answers:
            value = self.setting(question)
            self._other_answers[question] = [
                self.with_rulings({**self.rulings, question: other})
                for other in QUESTIONS[question].values
                if other != value
            ]
        return self._other_answers[question]

    @cached_property
    def _other_answers(self) -> dict[str, Sequence[Givens]]:
        return {}

    def find_deciding_questions(
        self, work: Callable[[Givens], T], questions: Sequence[str]
    ) -> tuple[T, list[str]]:
        """Return the result of some work at this table, and the questions that decide it.

        A named question decides if another answer changes the result. A question that the work does
        not ask is not tried.
        """
        asked: set[str] = set()
        listening = object.__new__(Givens)  # one for each piece of work: threads share a table
        listening.__dict__.update(self.__dict__, asked=asked)  # quicker than field by field
        made = work(listening)
        return made, [
            question
            for question in questions
            if question in asked and any(work(other) != made for other in self.others(question))
        ]

    def with_hotel(self, hotel: Mapping[str, Any]) -> Givens:
        """Return the same table with a hotel board that has been read off the component."""
        return replace(self, rooms=tuple(hotel["rooms"]), beside=_parse_neighbours(hotel, "hotel"))

    def has_room(self, room: str, extra_rooms: int) -> bool:
        """Return whether a hotel with so many extra rooms has this room (SAM-ROOM-01)."""
        if room.startswith(EXTRA):
            number = room[len(EXTRA) :]
            return number.isdecimal() and 1 <= int(number) <= extra_rooms
        return self.rooms is None or room in self.rooms

    def fitting_line(self, sizes: Sequence[int], number: int) -> tuple[int, ...] | None:
        """Return a tourist card's line that brings groups of these sizes in round ``number``.

        Doubled lines are cut to the 18 tokens, filled in printed order (SAM-U-26).
        """
        wanted = sorted(sizes)
        for line in self.lines or ():
            if sorted(_group_sizes(line, number)) == wanted:
                return line
        return None


def _group_sizes(line: Sequence[int], number: int) -> list[int]:
    """Return the sizes of the groups that a line brings (SAM-ARRIVE-01, SAM-ARRIVE-03)."""
    left = TOKENS_OF_EACH
    sizes = []
    for printed in line:
        size = min(left, printed * 2 if number in DOUBLE_ROUNDS else printed)
        left -= size
        sizes.append(size)
    return [size for size in sizes if size]


def read_givens(record: Record) -> Givens:
    """Return the table of a record. Raises Unreadable, naming key and rule, for one that cannot be.

    The forms of ``setup`` or ``position`` and of ``options`` must have been checked.
    """
    document = record.document
    kind = "setup" if "setup" in document else "position"
    start = document[kind]
    options = document.get("options", {})
    figures = options.get("figures", {})
    rulings = dict(options.get("rulings", {}))
    _check_flags(start.get("flags"), f"{kind}.flags", rulings)
    if "tie_break" in start and start["tie_break"] not in record.players:
        raise Unreadable(M("table.not-player-this-record"), key=f"{kind}.tie_break")
    hotel = start.get("hotel")
    return Givens(
        players=record.players,
        seat={player: seat for seat, player in enumerate(record.players)},
        flags=tuple(start["flags"]) if "flags" in start else None,
        cards=tuple((card["bid"], card["room"]) for card in start["price_cards"])
        if "price_cards" in start
        else None,
        rooms=tuple(hotel["rooms"]) if hotel else None,
        beside=_parse_neighbours(hotel, f"{kind}.hotel") if hotel else {},
        lines=tuple(tuple(line) for line in figures["tourist_cards"])
        if "tourist_cards" in figures
        else None,
        mix=_check_sum(figures, "tokens", TOKENS_OF_EACH),
        kinds=_one_sum(figures.get("tiles"), "tiles", TILES),
        rulings=rulings,
    )


def _check_flags(flags: Sequence[str] | None, key: str, rulings: Mapping[str, str]) -> None:
    if flags is None:
        return
    if Counter(flags) != FLAG_COUNTS:
        raise Unreadable(M("table.each-nationality-has-three-flags"), key=key, rule="SAM-SETUP-03")
    if rulings.get("SAM-U-31") == "forbidden":
        for number, (one, two) in enumerate(pairwise(flags), start=1):
            if one == two:
                message = M("table.flags-both", number=number, next=number + 1, one=one)
                raise Unreadable(message, key=key, rule="SAM-SETUP-04")


def _parse_neighbours(hotel: Mapping[str, Any], key: str) -> dict[str, tuple[str, ...]]:
    for rule, message, within in find_board_faults(hotel):
        raise Unreadable(message, key=f"{key}.{within}", rule=rule)
    beside: dict[str, list[str]] = {room: [] for room in hotel["rooms"]}
    for one, two in hotel["adjacent"]:
        beside[one].append(two)
        beside[two].append(one)
    return {room: tuple(others) for room, others in beside.items()}


def _check_sum(
    figures: Mapping[str, Any], name: str, total: int
) -> Mapping[str, Mapping[str, int]] | None:
    if name not in figures:
        return None
    return {
        flag: _one_sum(counts, f"{name}.{flag}", total) or {}
        for flag, counts in figures[name].items()
    }


def _one_sum(counts: Mapping[str, int] | None, name: str, total: int) -> Mapping[str, int] | None:
    if counts is not None and sum(counts.values()) != total:
        raise Unreadable(
            M("table.pieces", pieces=sum(counts.values()), total=total),
            key=f"options.figures.{name}",
            rule="SAM-SETUP-01",
        )
    return counts
