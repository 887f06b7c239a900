"""Switches about the emperor that several modules share: of their tiles, and of steps."""

from __future__ import annotations

from adjudicator.austria.printed.datafile import FOLDER, rows_of
from adjudicator.austria.printed.editions import Switch
from adjudicator.austria.table.module import Module

STEPS_SWITCH = "WALTZ-U-56"
"""Whether steps past the end of the emperor track count as steps."""

_DATA = FOLDER.parent / "modules" / "data"

_SWITCHES = {row.id: row for row in map(Switch, rows_of("switches.json", "switches", _DATA))}

TILES = Module(id="tiles", number=10, switches=(_SWITCHES["WALTZ-U-49"],))
"""The switch WALTZ-U-49, which tiles name as ``goods_switch``; ``balls`` and ``more`` bring it."""

STEPS = Module(id="steps", number=11, switches=(_SWITCHES[STEPS_SWITCH],))
"""The switch about counting steps; ``celebrities`` and ``more`` bring it."""
