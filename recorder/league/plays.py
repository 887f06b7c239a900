"""Finished games as a league sees them: players by seat, totals, and the order of play."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any

from recorder.league.summary import LONGEST_GAME


@dataclass(frozen=True, slots=True)
class PlaySeat:
    """One player in one game.

    player: id in the league. number: where at the table, from 1 (the first player of round 1).
    place: 1 for winners. share: total as a share of the winner's, in thousandths.
    """

    player: str
    number: int
    colour: str
    total: int
    place: int
    share: int

    @property
    def won(self) -> bool:
        """Whether the player won, alone or with others."""
        return self.place == 1


@dataclass(frozen=True, slots=True)
class Detail:
    """The details of a seat that few pages need.

    parts: points by part of the score. counts: the counted things by kind. broken: number of
    breaches by rule. missed: by kind how many chances, and their points (``summary.DICE`` besides);
    None for no record.
    """

    parts: Mapping[str, int]
    counts: Mapping[str, Sequence[str]]
    broken: Mapping[str, int]
    missed: Mapping[str, Sequence[int]] | None = None


NOTHING = Detail({}, {}, {})

Order = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Play:
    """One finished game. Never changes: a corrected game is another value under the same key.

    key: ``g12`` for a game with a record, ``r3`` for a result without one. recorded: there is a
    record of it. moment: orders the games of a day. minutes: from the first to the last entry; None
    where unknown. packed: the details of all seats, small enough for a hundred thousand games.
    order: of play, the same in any order of import.
    """

    key: str
    game: str
    edition: str
    modules: tuple[str, ...]
    day: str
    moment: str
    recorded: bool
    minutes: int | None
    place: str
    seats: tuple[PlaySeat, ...]
    packed: bytes = b""
    order: Order = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "order", (self.day, self.moment, self.key))

    @property
    def table(self) -> frozenset[str]:
        """The players of the game."""
        return frozenset(seat.player for seat in self.seats)

    @property
    def best(self) -> int:
        """The winner's total."""
        return max(seat.total for seat in self.seats if seat.place == 1)

    @property
    def winners(self) -> tuple[str, ...]:
        """The players in first place."""
        return tuple(seat.player for seat in self.seats if seat.place == 1)

    @property
    def margin(self) -> int:
        """Points between the winner and the best of the others; 0 where all won."""
        others = [seat.total for seat in self.seats if seat.place != 1]
        return self.best - max(others) if others else 0

    def seat_of(self, player: str) -> PlaySeat:
        """Return a player's seat. Raises KeyError where the player has none."""
        for seat in self.seats:
            if seat.player == player:
                return seat
        raise KeyError(player)

    def details(self) -> list[Detail]:
        """Return the details of all seats, in their order."""
        return unpack_details(self.packed) or [NOTHING] * len(self.seats)


def pack_details(summary: Mapping[str, Any]) -> bytes:
    """Return the details of a summary's seats as ``Play`` keeps them; nothing for no record."""
    details = [[p["parts"], p["counts"], p["broken"], p.get("missed")] for p in summary["players"]]
    if not any(any(one) for one in details):
        return b""
    return zlib.compress(json.dumps(details, separators=(",", ":")).encode(), 6)


def unpack_details(packed: bytes) -> list[Detail]:
    """Return the details of all seats in their order; none for no record."""
    return [Detail(*one) for one in json.loads(zlib.decompress(packed))] if packed else []


def drop_details(summary: Mapping[str, Any]) -> dict[str, Any]:
    """Return a summary without the details of its seats."""
    heavy = ("parts", "counts", "broken", "missed")
    players = [{k: v for k, v in p.items() if k not in heavy} for p in summary["players"]]
    return {**summary, "players": players}


Part = tuple[int, int]
"""A share of the winner's score that is not rounded: so much of so much, the second above 0."""

WHOLE, NONE = (1, 1), (0, 1)


def share_part(seat: PlaySeat, best: int) -> Part:
    """Return a seat's part of the winner's total ``best``, not rounded."""
    if seat.won or seat.total >= best:
        return WHOLE
    return (seat.total, best) if seat.total > 0 else NONE


def average_share(parts: Collection[Part]) -> Fraction:
    """Return the average of shares, not rounded, so that no rounding breaks a tie; 0 for none."""
    if not parts:
        return Fraction(0)
    by_best: dict[int, int] = {}  # equal totals are added before anything is divided
    for own, best in parts:
        by_best[best] = by_best.get(best, 0) + own
    return sum((Fraction(own, best) for best, own in by_best.items()), Fraction(0)) / len(parts)


def round_share(own: Fraction) -> int:
    """Return a share as it is shown: in thousandths, a half upwards."""
    return (2000 * own.numerator + own.denominator) // (2 * own.denominator)


def share_of_best(total: int, best: int) -> int:
    """Return a total as a share of the winner's, in thousandths from 0 to 1000.

    A winner has 1000. Nobody has a share of nothing: where the best total is not above 0,
    everybody below it has 0.
    """
    if total >= best:
        return 1000
    return max(0, round(1000 * total / best)) if best > 0 else 0


def make_play(
    key: str, summary: Mapping[str, Any], player_of: Callable[[str], str], details: bytes = b""
) -> Play:
    """Return a game from its light summary and its packed details.

    player_of: takes an id of the game's players and returns the player's id in the league.
    """
    players = summary["players"]
    best = max((seat["total"] for seat in players if seat["place"] == 1), default=0)
    return Play(
        key=key,
        game=summary["game"],
        edition=summary["edition"],
        modules=tuple(summary["modules"]),
        day=summary["day"],
        # Without a time the contents decide the order, so that no order of import does.
        moment=f"{summary['ended']}#{summary['print']}",
        recorded=bool(summary["entries"]),
        minutes=_count_minutes(summary["began"], summary["ended"]),
        place=summary["place"],
        seats=tuple(
            PlaySeat(
                player=player_of(seat["id"]),
                number=number,
                colour=seat["colour"],
                total=seat["total"],
                place=seat["place"],
                share=1000 if seat["place"] == 1 else share_of_best(seat["total"], best),
            )
            for number, seat in enumerate(players, start=1)
        ),
        packed=details,
    )


def _count_minutes(began: str, ended: str) -> int | None:
    if not began or not ended:
        return None
    try:
        took = datetime.fromisoformat(ended) - datetime.fromisoformat(began)
    except (ValueError, TypeError):  # no time, or one with and one without a zone
        return None
    minutes = int(took.total_seconds() // 60)
    return minutes if 0 < minutes <= LONGEST_GAME else None
