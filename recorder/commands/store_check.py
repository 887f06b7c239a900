"""Whether a store is whole: every game of it replayed, every league folded."""

from __future__ import annotations

from contextlib import closing, suppress

from recorder.database import Failed, Place
from recorder.games.replays import Replays
from recorder.games.tables import Tables
from recorder.languages.speech import gettext as _
from recorder.league import check
from recorder.store.migrations import prepare_store
from recorder.store.store import Store


def find_store_problems(service: Tables) -> tuple[int, list[str]]:
    """Return how many games a store holds, and everything that is wrong with it."""
    problems = service.store.damage()
    numbers: list[int] = []
    with suppress(Failed):  # ``damage`` tells
        numbers = service.store.numbers()
    for number in numbers:
        try:
            doubts = service.list_doubts(service.store.game(number))
        except Exception as problem:  # whatever one game holds, the others are looked at
            doubts = [f"{type(problem).__name__}: {problem}"]
        where = _("game %(number)s", number=number)
        problems += [f"{where}: {text}" for text in doubts]
    problems += check.list_league_doubts(service.store)
    return len(numbers), problems


def check_place(place: Place) -> tuple[int, list[str]]:
    """Bring a store that nobody uses up to date, and look at all of it."""
    prepare_store(place)
    with closing(Store(place)) as store:
        return find_store_problems(Tables(store, Replays(0)))
