"""What the emperor tiles of several modules share: whether their penalties are a choice."""

from __future__ import annotations

from pathlib import Path

from adjudicator.austria import modules
from adjudicator.austria.datafile import rows_of
from adjudicator.austria.editions import Switch
from adjudicator.austria.module import Module

_DATA = Path(modules.__file__).parent / "data"

TILES = Module(
    id="tiles",
    number=10,
    switches=tuple(map(Switch, rows_of("switches.json", "switches", _DATA))),
)
"""The switch WALTZ-U-49, which tiles name as ``goods_switch``; ``balls`` and ``more`` bring it."""
