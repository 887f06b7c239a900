"""What may be entered is offered, and what is offered may be entered (see ``candidates``)."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from tests import candidates
from tests.austria import candidates as austria
from tests.proof.routes import LONG
from tests.samoa import candidates as samoa


@pytest.mark.rule("WALTZ-GEN-01", "GAH-SYM-16", "SAM-ROUND-02")
@pytest.mark.parametrize(("game", "entries"), [(austria, 12_000), (samoa, 6_000)])
def test_every_entry_that_is_legal_is_offered_and_no_other(
    game: Any, entries: int, chance: random.Random
) -> None:
    """Of every verb; and what is refused in Hotel Samoa may be entered as its hint says."""
    if LONG:
        entries *= 25
    seed = int(os.environ.get("SEED", chance.randrange(2**32)))
    print(f"SEED={seed}")
    kinds, tried, wrong = candidates.swept(game.judgements(seed), entries)
    assert kinds.total() >= entries
    assert kinds["unreadable"] > entries // 100
    assert not wrong, "\n".join(wrong)
    assert not {(do, fits) for do in game.verbs() for fits in (True, False)} - set(tried)
