"""Counts of food, krones and steps as a sentence says them."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.messages import M


def word_amounts(gain: Mapping[str, int]) -> M:
    """Return counts by the names that a record has for them: ``2 wine and 1 krone``."""
    return M("amounts.all", amounts=tuple(_word_amount(what, n) for what, n in gain.items()))


def _word_amount(what: str, count: int) -> M:
    match what:
        case "krones":
            return M("amounts.krones", count=count)
        case "emperor":
            return M("amounts.steps", count=count)
    return M("amounts.food", n=count, what=what)
