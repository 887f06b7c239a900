"""Tables for an evening: as few meetings again as possible, and tables as strong as one another.

A small search with a fixed seed: the same people, meetings and ratings give the same proposal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from random import Random

from recorder.league.points import Unfit, lazy

SEED = 20151024
"""Any number will do, as long as it is always the same."""

USUAL = 4
"""The table size aimed at where a game allows it."""

MOST = 120
"""People that one evening seats."""

HUNDREDTHS = 100
"""The cost of a pair that meets again; costs are whole numbers."""

SHARE = 4
"""How many such pairs one seat too many at smaller tables costs; fewer make it uneven."""

TRIES = 6_000
"""Swaps that are looked at, at least; some tenths of a second for a hundred people."""

Tables = tuple[tuple[str, ...], ...]
Met = Mapping[frozenset[str], int]


def table_sizes(count: int, least: int, most: int) -> tuple[int, ...]:
    """Return the table sizes for so many people, the larger tables first.

    least, most: players that the game takes. Raises Unfit where nobody can be left out and no
    sizes fit.
    """
    if count > MOST:
        raise Unfit(lazy("one evening seats at most %(most)s"), "present", most=MOST)
    usual = min(max(USUAL, least), most)
    fitting = [n for n in range(1, count // least + 1) if -(-count // n) <= most]
    if not fitting:
        message = lazy("no tables of %(least)s to %(most)s can be made for %(count)s")
        raise Unfit(message, "present", count=count, least=least, most=most)
    tables = min(fitting, key=lambda n: (abs(count / n - usual), -n))
    small, larger = divmod(count, tables)
    return tuple([small + 1] * larger + [small] * (tables - larger))


@dataclass(frozen=True, slots=True)
class SeatingPast:
    """Earlier seating. met: how often two have sat together, see ``count_meetings``.

    small: see ``count_small_seats``.
    """

    met: Met
    small: Mapping[str, int] = field(default_factory=dict)

    def count_repeats(self, table: Sequence[str], usual: int) -> int:
        """Return the cost of a table in hundredths of one pair that has met once.

        A pair's meetings are squared. usual: the size of the round's largest tables; a smaller one
        costs more for people who sat at smaller tables more often than others.
        """
        again = sum(self.met.get(frozenset(pair), 0) ** 2 for pair in combinations(table, 2))
        share = sum(self.small.get(person, 0) for person in table) if len(table) < usual else 0
        return HUNDREDTHS * again + SHARE * share


def propose_tables(
    people: Sequence[str], least: int, most: int, past: SeatingPast, strength: Mapping[str, float]
) -> Tables:
    """Return tables for everybody named.

    strength: by person, any scale; a missing person counts as the average of the others. Raises
    Unfit.
    """
    order = sorted(set(people))
    wanted = table_sizes(len(order), least, most)
    chance = Random(SEED)
    usual = sum(strength.values()) / len(strength) if strength else 0.0
    strong = {person: strength.get(person, usual) for person in order}
    best: list[list[str]] = []
    best_cost: tuple[int, float] | None = None
    left = TRIES
    while left > 0:
        chance.shuffle(order)
        tables = _deal_tables(order, wanted)
        left -= max(1, _improve_tables(tables, past, strong, left))
        cost = _seating_cost(tables, past, strong)
        if best_cost is None or cost < best_cost:
            best, best_cost = tables, cost
        if len(wanted) == 1 or not any(cost):
            break
    return tuple(
        tuple(sorted(table)) for table in sorted(best, key=lambda table: (-len(table), min(table)))
    )


def _deal_tables(order: Sequence[str], wanted: Sequence[int]) -> list[list[str]]:
    tables, at = [], 0
    for size in wanted:
        tables.append(list(order[at : at + size]))
        at += size
    return tables


def _seating_cost(
    tables: Sequence[Sequence[str]], past: SeatingPast, strong: Mapping[str, float]
) -> tuple[int, float]:
    """Return the repeats of all tables, then the unevenness of their means."""
    usual = max(map(len, tables), default=0)
    repeats = sum(past.count_repeats(table, usual) for table in tables)
    return repeats, _measure_unevenness(tables, strong)


def _measure_unevenness(tables: Sequence[Sequence[str]], strong: Mapping[str, float]) -> float:
    means = [sum(strong[person] for person in table) / len(table) for table in tables]
    middle = sum(means) / len(means)
    return round(sum((mean - middle) ** 2 for mean in means), 6)


def _improve_tables(
    tables: list[list[str]], past: SeatingPast, strong: Mapping[str, float], left: int
) -> int:
    """Swap people between tables while that helps; return how many swaps were looked at."""
    looked = 0
    cost = _seating_cost(tables, past, strong)
    better = True
    while better and looked < left:
        better = False
        for one, other in combinations(range(len(tables)), 2):
            for i in range(len(tables[one])):
                for j in range(len(tables[other])):
                    looked += 1
                    kept = _try_swap(tables, (one, i), (other, j), past, strong, cost)
                    if kept is not None:
                        cost, better = kept, True
    return looked


def _try_swap(
    tables: list[list[str]],
    first: tuple[int, int],
    second: tuple[int, int],
    past: SeatingPast,
    strong: Mapping[str, float],
    cost: tuple[int, float],
) -> tuple[int, float] | None:
    """Swap two people and return the new cost, or leave them and return None."""
    usual = max(map(len, tables))
    changed = tables[first[0]], tables[second[0]]
    before = sum(past.count_repeats(table, usual) for table in changed)
    _swap_seats(tables, first, second)
    after = cost[0] - before + sum(past.count_repeats(table, usual) for table in changed)
    if after <= cost[0]:
        cost_then = (after, _measure_unevenness(tables, strong))
        if cost_then < cost:
            return cost_then
    _swap_seats(tables, first, second)
    return None


def _swap_seats(tables: list[list[str]], first: tuple[int, int], second: tuple[int, int]) -> None:
    (one, i), (other, j) = first, second
    tables[one][i], tables[other][j] = tables[other][j], tables[one][i]


def swap_people(tables: Tables, one: str, other: str) -> Tables:
    """Return the tables with two people in each other's place. Raises Unfit for strangers."""
    seated = {person for table in tables for person in table}
    if one not in seated or other not in seated:
        raise Unfit(lazy("only people who are seated can change places"), "swap")
    change = {one: other, other: one}
    return tuple(tuple(change.get(person, person) for person in table) for table in tables)


def count_meetings(tables: Sequence[frozenset[str]]) -> dict[frozenset[str], int]:
    """Return how often every two have sat together, from the tables they sat at."""
    met: dict[frozenset[str], int] = {}
    for table in tables:
        for pair in combinations(sorted(table), 2):
            met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
    return met


def count_small_seats(rounds: Iterable[Sequence[Sequence[str]]]) -> dict[str, int]:
    """Return by person the seats at smaller tables beyond a fair share of them, in hundredths.

    A smaller table has fewer people than the largest of its round. Of each round everybody's fair
    share is the same, so a person who was not there owes nothing.
    """
    more: dict[str, Fraction] = {}
    for tables in rounds:
        largest = max(map(len, tables), default=0)
        small = [person for table in tables if len(table) < largest for person in table]
        people = [person for table in tables for person in table]
        for person in people:
            share = Fraction(len(small), len(people))
            more[person] = more.get(person, Fraction(0)) + (person in small) - share
    return {person: round(HUNDREDTHS * seats) for person, seats in more.items()}
