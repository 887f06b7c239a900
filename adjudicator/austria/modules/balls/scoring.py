"""Ball scoring: one hall after rounds 3, 5 and 7 (WALTZ1-SCORE, WALTZ1-HALL)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.austria import moves
from adjudicator.austria.case import Case
from adjudicator.austria.modules.balls.floor import FIGURES, HALLS, ROWS, Floor, Hall, floor_of
from adjudicator.austria.state import Player, Table
from adjudicator.entries import Entry
from adjudicator.hooks import signal
from adjudicator.messages import M, Message

SCORED: Sequence[int] = tuple(FIGURES["scored_after_round"].values())
"""The rounds after which the left, the middle and the right hall are scored (WALTZ1-SETUP-03)."""


def due(table: Table) -> bool:
    """Return whether the round just closed has a ball scoring (WALTZ1-SCORE-01)."""
    return table.round_no in SCORED


def score_ball(table: Table, case: Case) -> None:
    """Score the hall of this round, when nothing of the emperor scoring is open any more."""
    floor = floor_of(table)
    if not due(table) or (floor.at_start and not floor.scoring_due):
        return
    if floor.halls is None:
        if floor.at_start:
            table.watch(note_at_start)
        elif not any(d.question == "halls" for _, d in case.doubts):
            note_not_booked(case)
        return
    name = floor.halls[SCORED.index(table.round_no)]
    hall = floor.known[name]
    counts = [hall.dancers(player.seat) for player in table.players]
    _note_empty(table, floor, hall, HALLS[name]["scoring"], case)
    for player, points in zip(table.players, points_of(table, name), strict=True):
        _book(table, player, points, name, case)
    ball_scored(table, name, counts)


@signal
def ball_scored(table: Table, hall: str, dancers: Sequence[int]) -> None:
    """A hall of dancers was scored. dancers: how many of each seat stand there."""


def _note_empty(
    table: Table, floor: Floor, hall: Hall, scoring: Mapping[str, Any], case: Case
) -> None:
    """Note that WALTZ-U-44 decides whether a player without a dancer holds a place."""
    if scoring["kind"] == "places" and floor.side != "2":
        counts = [hall.dancers(player.seat) for player in table.players]
        places = scoring["vp"][floor.side]
        if shared(counts, places) != shared(counts, places, empty=True):
            case.rest_on("WALTZ-U-44")


def _book(table: Table, player: Player, points: int, hall: str, case: Case) -> None:
    ref = f"hall:{hall}"
    if points > 0:
        moves.book(table, player, "vp", points, ref, score="balls")
    elif points < 0:
        moves.lose_vp(table, player, -points, case, ref=ref, score="balls")


def foresee(table: Table, case: Case) -> None:
    """Note, before a round is closed, that nobody knows the hall that is scored."""
    if due(table) and floor_of(table).halls is None:
        note_not_booked(case)


def note_at_start(table: Table, player: Player | None, entry: Entry, case: Case) -> None:
    """Note with the first entry that the ball due at the start could not be booked."""
    if not case.stop:
        table.unwatch(note_at_start)
        note_not_booked(case)


def note_not_booked(case: Case) -> None:
    """Note that a ball scoring, or the loss by a tile from a hall, is not booked."""
    case.unclear("halls", M("balls.halls-not-known"), M("balls.not-booked"), applies=True)


def points_of(table: Table, name: str) -> list[int]:
    """Return each seat's VP in a hall: its formula, and the loss for having no dancer."""
    floor = floor_of(table)
    hall, row = floor.known[name], HALLS[name]
    scored = _FORMULAS[row["scoring"]["kind"]](table, floor, hall, row["scoring"])
    return [
        points if hall.dancers(seat) else row["none"] + points for seat, points in enumerate(scored)
    ]


@dataclass(frozen=True, slots=True)
class Share:
    """A place in a hall, held by one player or shared by several.

    place: counted from 1. seats: who holds it. brings: VP of the places that they hold together.
    each: what everybody of them gets, rounded down. row: of the hall, where rows are counted.
    """

    place: int
    seats: tuple[int, ...]
    brings: tuple[int, ...]
    each: int
    row: str = ""


def shares(
    counts: Sequence[int], places: Sequence[int], *, empty: bool = False, row: str = ""
) -> list[Share]:
    """Return who holds which place; tied players share it and the next ones (WALTZ1-SCORE-03).

    counts: dancers by seat; who has none holds no place, unless ``empty``.
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


def shared(counts: Sequence[int], places: Sequence[int], *, empty: bool = False) -> list[int]:
    """Return what each place brings its holders, by seat (``shares``)."""
    points = [0] * len(counts)
    for share in shares(counts, places, empty=empty):
        for seat in share.seats:
            points[seat] = share.each
    return points


def scored_hall(table: Table) -> str | None:
    """Return the hall that is scored after the running round, as far as it is known."""
    halls = floor_of(table).halls
    return halls[SCORED.index(table.round_no)] if halls and due(table) else None


def places_in(table: Table, name: str) -> list[Share]:
    """Return who holds which place in a hall; empty where it knows no places."""
    floor = floor_of(table)
    hall, scoring = floor.known[name], HALLS[name]["scoring"]
    if scoring["kind"] == "places":
        counts = [hall.dancers(player.seat) for player in table.players]
        empty = table.rules["WALTZ-U-44"] == "yes" and floor.side != "2"
        return shares(counts, scoring["vp"][floor.side], empty=empty)
    if scoring["kind"] != "places-by-row":
        return []
    found: list[Share] = []
    for row in ROWS:
        counts = [hall.dancers(player.seat, row) for player in table.players]
        found += shares(counts, scoring["vp"], row=row)
    return found


def row(table: Table) -> tuple[Message, Mapping[str, Message]] | None:
    """Return a ball scoring in a line: the hall, and everybody's dancers, places and VP."""
    name = scored_hall(table)
    if name is None:
        return None
    hall, points = floor_of(table).known[name], points_of(table, name)
    places: dict[int, list[int]] = {player.seat: [] for player in table.players}
    for share in places_in(table, name):
        for seat in share.seats:
            places[seat].append(share.place)
    cells: dict[str, Message] = {}
    for player, vp in zip(table.players, points, strict=True):
        held, count = tuple(places[player.seat]), hall.dancers(player.seat)
        cells[player.id] = (
            M("balls.scored-place", dancers=count, vp=vp, places=held)
            if held
            else M("balls.scored", dancers=count, vp=vp)
        )
    return M("balls.scored-hall", hall=name, round=table.round_no), cells


Formula = Callable[[Table, Floor, Hall, Mapping[str, Any]], list[int]]


def _count_times_row(table: Table, floor: Floor, hall: Hall, row: Mapping[str, Any]) -> list[int]:
    """Apollo: own dancers times the value of the best row with one (WALTZ1-HALL-01)."""
    seats = range(len(table.players))
    best = [
        max((row["rows"][name] for name in ROWS if hall.dancers(seat, name)), default=0)
        for seat in seats
    ]
    return [hall.dancers(seat) * best[seat] for seat in seats]


def _places_by_row(table: Table, floor: Floor, hall: Hall, row: Mapping[str, Any]) -> list[int]:
    """Strauss: first and second place of each row (WALTZ1-HALL-02)."""
    points = [0] * len(table.players)
    for name in ROWS:
        counts = [hall.dancers(player.seat, name) for player in table.players]
        for seat, brought in enumerate(shared(counts, row["vp"])):
            points[seat] += brought
    return points


def _by_count(table: Table, floor: Floor, hall: Hall, row: Mapping[str, Any]) -> list[int]:
    """Deon: by the number of dancers; nobody's loss is that of every hall (WALTZ1-HALL-03)."""
    table_of = row["vp"]
    counts = [hall.dancers(player.seat) for player in table.players]
    return [table_of[min(n, len(table_of) - 1)] if n else 0 for n in counts]


def _places(table: Table, floor: Floor, hall: Hall, row: Mapping[str, Any]) -> list[int]:
    """Sperl: places in the hall, by the side (WALTZ1-HALL-04, WALTZ-U-44)."""
    counts = [hall.dancers(player.seat) for player in table.players]
    empty = table.rules["WALTZ-U-44"] == "yes" and floor.side != "2"
    return shared(counts, row["vp"][floor.side], empty=empty)


def _pairs(table: Table, floor: Floor, hall: Hall, row: Mapping[str, Any]) -> list[int]:
    """Kettenbrücke: for every pair of own dancers (WALTZ1-HALL-05)."""
    return [row["vp"] * (hall.dancers(player.seat) // 2) for player in table.players]


_FORMULAS: Mapping[str, Formula] = {
    "count-times-row": _count_times_row,
    "places-by-row": _places_by_row,
    "by-count": _by_count,
    "places": _places,
    "pairs": _pairs,
}
