"""Ball scoring: one hall after rounds 3, 5 and 7 (WALTZ1-SCORE, WALTZ1-HALL)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.austria.modules.balls.floor import FIGURES, HALLS, ROWS, floor_of
from adjudicator.austria.table import moves
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import Player, Table
from adjudicator.entries import Entry
from adjudicator.hooks import signal
from adjudicator.messages import M, Message

SCORED: Sequence[int] = tuple(FIGURES["scored_after_round"].values())
"""The rounds after which the left, the middle and the right hall are scored (WALTZ1-SETUP-03)."""


def is_ball_due(table: Table) -> bool:
    """Return whether the round just closed has a ball scoring (WALTZ1-SCORE-01)."""
    return table.round_no in SCORED


def score_ball(table: Table, case: Case) -> None:
    """Score the hall of this round, when nothing of the emperor scoring is open any more."""
    floor = floor_of(table)
    if not is_ball_due(table) or (floor.at_start and not floor.scoring_due):
        return
    if floor.halls is None:
        if floor.at_start:
            table.watch(note_at_start)
        elif not any(d.question == "halls" for _, d in case.doubts):
            note_not_booked(case)
        return
    name = floor.halls[SCORED.index(table.round_no)]
    hall = floor.known[name]
    counts = hall.counts(len(table.players))
    # WALTZ-U-44 decides whether a player without a dancer holds a place.
    scoring = HALLS[name]["scoring"]
    if scoring["kind"] == "places" and floor.side != "2":
        places = scoring["vp"][floor.side]
        if sum_shares(counts, places) != sum_shares(counts, places, empty=True):
            case.rest_on("WALTZ-U-44")
    for player, points in zip(table.players, _list_points(table, name, counts), strict=True):
        _book_points(table, player, points, name, case)
    ball_scored(table, name, counts)


@signal
def ball_scored(table: Table, hall: str, dancers: Sequence[int]) -> None:
    """A hall of dancers was scored. dancers: how many of each seat stand there."""


def _book_points(table: Table, player: Player, points: int, hall: str, case: Case) -> None:
    ref = f"hall:{hall}"
    if points > 0:
        moves.book(table, player, "vp", points, ref, score="balls")
    elif points < 0:
        moves.lose_vp(table, player, -points, case, ref=ref, score="balls")


def foresee_unknown_hall(table: Table, case: Case) -> None:
    """Note, before a round is closed, that nobody knows the hall that is scored."""
    if is_ball_due(table) and floor_of(table).halls is None:
        note_not_booked(case)


def note_at_start(table: Table, player: Player | None, entry: Entry, case: Case) -> None:
    """Note with the first entry that the ball due at the start could not be booked."""
    if not case.stop:
        table.unwatch(note_at_start)
        note_not_booked(case)


def note_not_booked(case: Case) -> None:
    """Note that a ball scoring, or the loss by a tile from a hall, is not booked."""
    case.unclear("halls", M("balls.halls-not-known"), M("balls.not-booked"), applies=True)


def list_hall_points(table: Table, name: str) -> list[int]:
    """Return each seat's VP in a hall: its formula, and the loss for having no dancer."""
    return _list_points(table, name, floor_of(table).known[name].counts(len(table.players)))


def _list_points(table: Table, name: str, counts: Sequence[int]) -> list[int]:
    """Return the same. counts: the dancers of each seat in the hall."""
    row = HALLS[name]
    scored = _FORMULAS[row["scoring"]["kind"]](table, name, row["scoring"], counts)
    none: int = row["none"]
    return [
        points if count else none + points for points, count in zip(scored, counts, strict=True)
    ]


class Share(NamedTuple):
    """A place in a hall, held by one player or shared by several.

    place: counted from 1. seats: its holders. brings: VP of the places that they hold together.
    each: VP for every holder, rounded down. row: of the hall, where rows are counted.
    """

    place: int
    seats: tuple[int, ...]
    brings: tuple[int, ...]
    each: int
    row: str = ""


def list_shares(
    counts: Sequence[int], places: Sequence[int], *, empty: bool = False, row: str = ""
) -> list[Share]:
    """Return the places with their holders; tied players share them (WALTZ1-SCORE-03).

    counts: dancers by seat. A seat without dancers holds no place, unless ``empty``.
    """
    found: list[Share] = []
    held = 0
    for count in sorted(set(counts), reverse=True):
        if not count and not empty:
            break
        tied = tuple(seat for seat, other in enumerate(counts) if other == count)
        brings = tuple(places[held : held + len(tied)])
        found.append(Share(held + 1, tied, brings, sum(brings) // len(tied), row))
        held += len(tied)
    return found


def sum_shares(counts: Sequence[int], places: Sequence[int], *, empty: bool = False) -> list[int]:
    """Return the VP of the places, by seat (``list_shares``)."""
    points = [0] * len(counts)
    for share in list_shares(counts, places, empty=empty):
        for seat in share.seats:
            points[seat] = share.each
    return points


def scored_hall(table: Table) -> str | None:
    """Return the hall that is scored after the running round, as far as it is known."""
    halls = floor_of(table).halls
    return halls[SCORED.index(table.round_no)] if halls and is_ball_due(table) else None


def list_places(table: Table, name: str) -> list[Share]:
    """Return the places of a hall with their holders; none for a hall without places."""
    floor = floor_of(table)
    hall, scoring = floor.known[name], HALLS[name]["scoring"]
    if scoring["kind"] == "places":
        counts = hall.counts(len(table.players))
        empty = table.rules["WALTZ-U-44"] == "yes" and floor.side != "2"
        return list_shares(counts, scoring["vp"][floor.side], empty=empty)
    if scoring["kind"] != "places-by-row":
        return []
    found: list[Share] = []
    for row in ROWS:
        counts = [hall.dancers(player.seat, row) for player in table.players]
        found += list_shares(counts, scoring["vp"], row=row)
    return found


def write_scoring_row(table: Table) -> tuple[Message, Mapping[str, Message]] | None:
    """Return a ball scoring in a line: the hall, and everybody's dancers, places and VP."""
    name = scored_hall(table)
    if name is None:
        return None
    hall, points = floor_of(table).known[name], list_hall_points(table, name)
    places: dict[int, list[int]] = {player.seat: [] for player in table.players}
    for share in list_places(table, name):
        for seat in share.seats:
            places[seat].append(share.place)
    cells: dict[str, Message] = {}
    for player, vp in zip(table.players, points, strict=True):
        count = hall.dancers(player.seat)
        held = tuple(
            M("balls.place-in-rows", place=place, rows=rows)
            if rows > 1
            else M("balls.place", place=place)
            for place, rows in Counter(places[player.seat]).items()
        )
        cells[player.id] = (
            M("balls.scored-place", dancers=count, vp=vp, places=held)
            if held
            else M("balls.scored", dancers=count, vp=vp)
        )
    return M("balls.scored-hall", hall=name, round=table.round_no), cells


Formula = Callable[[Table, str, Mapping[str, Any], Sequence[int]], list[int]]
"""A hall's, by its name, how it is scored, and the dancers of each seat."""


def _count_times_row(
    table: Table, name: str, row: Mapping[str, Any], counts: Sequence[int]
) -> list[int]:
    """Apollo: own dancers times the value of the best row with one (WALTZ1-HALL-01)."""
    hall, best = floor_of(table).known[name], [0] * len(counts)
    for each in ROWS:
        for seat, standing in enumerate(hall.count_in_row(each, len(counts))):
            if standing:
                best[seat] = max(best[seat], row["rows"][each])
    return [count * most for count, most in zip(counts, best, strict=True)]


def _places_by_row(
    table: Table, name: str, row: Mapping[str, Any], counts: Sequence[int]
) -> list[int]:
    """Strauss: first and second place of each row (WALTZ1-HALL-02)."""
    hall = floor_of(table).known[name]
    points = [0] * len(table.players)
    for each in ROWS:
        for seat, brought in enumerate(sum_shares(hall.count_in_row(each, len(points)), row["vp"])):
            points[seat] += brought
    return points


_FORMULAS: Mapping[str, Formula] = {
    "count-times-row": _count_times_row,
    "places-by-row": _places_by_row,
    # Deon: by the number of dancers; nobody's loss is that of every hall (WALTZ1-HALL-03).
    "by-count": lambda table, name, row, counts: [
        row["vp"][min(count, len(row["vp"]) - 1)] if count else 0 for count in counts
    ],
    # Sperl: places in the hall, by the side (WALTZ1-HALL-04).
    "places": lambda table, name, row, counts: sum_shares(
        counts,
        row["vp"][floor_of(table).side],
        empty=table.rules["WALTZ-U-44"] == "yes" and floor_of(table).side != "2",
    ),
    # Kettenbrücke: for every pair of own dancers (WALTZ1-HALL-05).
    "pairs": lambda table, name, row, counts: [row["vp"] * (count // 2) for count in counts],
}
