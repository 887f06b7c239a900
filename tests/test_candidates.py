"""What may be entered is offered, and what is offered may be entered (see ``candidates``)."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator

import pytest

from tests import candidates
from tests.austria.candidates import judgements as austria
from tests.proof.routes import LONG
from tests.samoa.candidates import judgements as samoa


@pytest.mark.rule("WALTZ-GEN-01", "GAH-SYM-16", "SAM-ROUND-02")
@pytest.mark.parametrize(("judgements", "entries"), [(austria, 8_000), (samoa, 6_000)])
def test_every_entry_that_is_legal_is_offered_and_no_other(
    judgements: Callable[[int], Iterator[candidates.Judged]],
    entries: int,
    chance: random.Random,
) -> None:
    """And what is refused in Hotel Samoa may be entered as its hint says."""
    if LONG:
        entries *= 25
    seed = int(os.environ.get("SEED", chance.randrange(2**32)))
    print(f"SEED={seed}")
    judged, outcomes, wrong = candidates.swept(judgements(seed), entries)
    assert judged >= entries
    assert outcomes["unreadable"] > entries // 80
    assert not wrong, "\n".join(wrong)
