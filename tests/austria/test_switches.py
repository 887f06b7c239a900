"""Every switch in which the editions differ is named: by a refusal, or by what a move brings."""

from typing import Any

import pytest

from adjudicator.austria.printed.editions import SWITCHES
from adjudicator.verdict import Illegal
from tests import casebook
from tests.austria.test_ask_effects import asked

SERVING = {"by": "a", "do": "serve", "place": {"91": {"strudel": 1}}}
CAFE = {"cafe": [{"guest": 91}], "kitchen": {"strudel": 1}}
MOVES: dict[str, tuple[list[dict[str, Any]], dict[str, Any]]] = {
    "2022": ([{"by": "a", "do": "take_die", "die": 3}, SERVING], CAFE),
    "2015-ru": ([SERVING, {"by": "a", "do": "take_guest", "guest": 103, "reveal": 55}], CAFE),
}
"""What only this edition forbids by its window of extra actions."""

EFFECTS = {"GAH-CARD-23", "GAH-CARD-32", "GAH-CARD-33", "GAH-TIE-01"}
"""Switches that forbid nothing: what a move brings differs."""

DOUBTS = {"U-28"}
"""Questions that leave an entry unclear in one edition: the question itself is named."""


@pytest.mark.rule("GAH-TURN-12")
@pytest.mark.parametrize("edition", MOVES)
def test_the_window_of_extra_actions_is_named(edition: str) -> None:
    entries, player = MOVES[edition]
    answer = asked(entries, player, {})
    kinds = {ruling.edition: ruling.verdict.kind for ruling in answer.rulings}
    assert [one for one, kind in kinds.items() if kind == "illegal"] == [edition]
    verdict = next(one.verdict for one in answer.rulings if one.edition == edition)
    assert isinstance(verdict, Illegal)
    assert any(
        breach.rule == "GAH-TURN-12" and breach.why.get("edition") for breach in verdict.violations
    )


def test_every_switch_that_differs_is_tried() -> None:
    """A case (``expect.edition``), the moves above, or one that only brings something else."""
    tried = {"GAH-TURN-12"} | EFFECTS | DOUBTS
    for path in casebook.files("austria"):
        for _name, case in casebook.cases_in(path):
            tried |= set(case["expect"].get("edition", {}).values())
    differ = {key for key, one in SWITCHES.items() if len(set(one.editions.values())) > 1}
    assert differ <= tried
