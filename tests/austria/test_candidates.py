"""What may be entered is offered, and what is offered may be entered (see ``candidates``)."""

from __future__ import annotations

import os
import random

import pytest

from tests.austria.candidates import sweep
from tests.proof.routes import LONG

ENTRIES = 300_000 if LONG else 12_000


@pytest.mark.rule("WALTZ-GEN-01", "GAH-SYM-16")
def test_every_entry_that_is_legal_is_offered_and_no_other(chance: random.Random) -> None:
    seed = int(os.environ.get("SEED", chance.randrange(2**32)))
    print(f"SEED={seed}")
    judged, outcomes, wrong = sweep(ENTRIES, seed)
    assert judged >= ENTRIES
    assert outcomes["unreadable"] > ENTRIES // 50
    assert not wrong, "\n".join(wrong)
