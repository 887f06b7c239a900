"""Which names may mean one person: accents, slips, a first name beside a whole one."""

from __future__ import annotations

import pytest

from recorder.league.spelling import Spellings


@pytest.mark.parametrize(
    ("known", "name", "near"),
    [
        ("Zoë", "zoe", True),
        ("Łukasz", "Lukasz", True),
        ("Marta", "Martha", True),
        ("Martha", "Marta", True),
        ("Marta", "Merta", True),
        ("Ann", "Anna", True),
        ("Anna", "Anna Schmidt", True),
        ("Anna Schmidt", "Anna", True),
        ("Al", "Ala", False),
        ("Mara", "Mora", False),
        ("Guest 1", "Guest 2", False),
        ("Anna Berg", "Anna Schmidt", False),
    ],
)
def test_a_name_may_mean_somebody_known(known: str, name: str, *, near: bool) -> None:
    assert Spellings([("p1", known)]).near(name) == ["p1"] * near


def test_the_nearest_comes_first_and_four_at_most() -> None:
    people = [("p1", "Anna Berg"), ("p2", "Anna"), *((f"p{n}", f"Anna {n}") for n in range(3, 8))]
    assert Spellings(people).near("Anna") == ["p2", "p1", "p3", "p4"]
