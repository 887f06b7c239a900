"""docs/verdicts.md names messages that there are, each once, with an example."""

from __future__ import annotations

import re

from adjudicator.messages import english
from tools.verdict_table import PAGE

ROW = re.compile(r"^\| `([^`]+)` \| ([^|]+) \| (.+) \|$", re.MULTILINE)


def test_the_table_names_messages_that_there_are() -> None:
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    keys = [key for key, _, _ in rows]
    assert len(keys) == len(set(keys)) > 200
    gone = [key for key in keys if key not in english()]
    assert not gone, "run python -m tools.verdict_table"
