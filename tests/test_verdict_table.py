"""docs/verdicts.md, as it is built: messages that there are, each once, with an example."""

import re
from itertools import islice

from adjudicator.messages import read_english
from tools.verdict_table import list_case_records, render_verdict_table

ROW = re.compile(r"^\| `([^`]+)` \| ([^|]+) \| (.+) \| .*\|$", re.MULTILINE)
EVERY = 40
"""One record in so many is judged here: the whole page is built by bin/docs."""


def test_the_table_names_messages_that_there_are() -> None:
    rows = ROW.findall(render_verdict_table(islice(list_case_records(), 0, None, EVERY)))
    keys = [key for key, _, _ in rows]
    assert len(keys) == len(set(keys)) > 20
    assert set(keys) <= set(read_english())
    assert all(rule.strip() and example.strip() for _, rule, example in rows)
