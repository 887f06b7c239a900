"""Counts of food, krones and steps as a sentence says them."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.messages import Language, M, register_naming


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


def _name_amounts(gain: Mapping[str, int], language: Language) -> str:
    some = {what: n for what, n in gain.items() if n}
    return language.say(word_amounts(some) if some else M("amounts.nothing"))


register_naming("amounts", _name_amounts)
