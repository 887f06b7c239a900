"""The rules under random entries and rulings: nothing raises, positions read back."""

from __future__ import annotations

import pytest

from tests.proof import engine
from tests.proof.routes import LONG


@pytest.mark.parametrize("seed", range(4))
def test_random_entries_break_nothing(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = engine.run(20_000 if LONG else 1_500, seed)
    assert not wrong, capsys.readouterr().out
