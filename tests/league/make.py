"""Games for the tests of the league, made from totals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from recorder.league.plays import Play, make_play, pack_details
from recorder.league.ratings import Rating, Ratings
from recorder.league.records import LeagueRecord, Records
from recorder.league.statistics import Statistics
from recorder.league.summary import summarise_totals

NAMES = ("anna", "boris", "chloe", "dora", "emil", "fay", "gus", "hana")


def played(
    key: str,
    totals: Mapping[str, int] | Sequence[tuple[str, int]],
    day: str = "2026-03-01",
    *,
    recorded: bool = True,
    winners: Sequence[str] = (),
    details: Sequence[Sequence[Mapping[str, Any]]] = (),
    **more: Any,
) -> Play:
    """Return a game from totals in seating order; ids of players are their names.

    details: of each seat parts, counts, broken rules, and missed chances where it is reviewed.
    """
    seats = list(totals.items()) if isinstance(totals, Mapping) else list(totals)
    summary = summarise_totals("tally", day, seats, winners=winners) | more
    if recorded:
        summary["entries"] = 9
    for player, own in zip(summary["players"], details, strict=False):
        player |= dict(zip(("parts", "counts", "broken", "missed"), own, strict=False))
    names = {player["id"]: player["name"] for player in summary["players"]}
    return make_play(key, summary, names.__getitem__, pack_details(summary))


@st.composite
def plays(draw: st.DrawFn, most: int = 12) -> list[Play]:
    """Games of two to five of eight players on a few days, with ties."""
    games = []
    for number in range(draw(st.integers(1, most))):
        who = draw(st.permutations(NAMES))[: draw(st.integers(2, 5))]
        totals = [(name, draw(st.integers(-3, 9))) for name in who]
        day = f"2026-03-0{draw(st.integers(1, 4))}"
        parts = [({"a": total, "b": 1}, {"guests": ["1"] * (total % 3)}, {}) for _, total in totals]
        if draw(st.booleans()):
            parts = [(*one, {"cafe": (at, 5 * at)}) for at, one in enumerate(parts)]
        games.append(played(f"g{number}", totals, day, details=parts))
    return games


def rate_plays(plays: Sequence[Play]) -> Mapping[str, Rating]:
    ratings = Ratings()
    ratings.play(sorted(plays, key=lambda play: play.order))
    return {player: ratings.of(player) for player in ratings.lines}


def find_records(plays: Iterable[Play]) -> dict[str, LeagueRecord]:
    kept = Records()
    for play in plays:
        kept.add(play)
    return kept.found()


def count_statistics(plays: Iterable[Play]) -> Statistics:
    counts = Statistics()
    for play in plays:
        counts.add(play)
    return counts
