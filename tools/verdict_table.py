"""``python -m tools.verdict_table``: write docs/verdicts.md, every message of a refusal or doubt.

Each row has the rule it was cited under and an example, made by judging the cases of the tests. A
message that no case brings about is left out. The page is built, not kept: bin/docs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from adjudicator.messages import ENGLISH, M, read_english
from adjudicator.reading import parse
from adjudicator.record import Unreadable
from adjudicator.replay import Replay
from adjudicator.verdict import Illegal, Unclear, Verdict
from tests import casebook

HOME = Path(__file__).resolve().parent.parent
PAGE = HOME / "docs" / "verdicts.md"

HEAD = """# What a verdict says

Every message of a refusal (*illegal*) or a doubt (*unclear*), with an example. The examples come
from the cases that are run as tests. `bin/docs` writes this page. The sentences are in the
`messages` folders (docs/messages.md).

*Instead* says what would have been legal. The program tries it before it says so
(`adjudicator/suggestions.py`).

"""


def list_case_records() -> Iterator[Mapping[str, Any]]:
    """Yield the record of every case, in the order of the files."""
    for path in casebook.files():
        for _name, case in casebook.cases_in(path):
            yield case["record"]


def describe_verdict(verdict: Verdict) -> Iterator[tuple[str, M, Any]]:
    """Yield the parts of a verdict: the rule or question, the message, and the suggestion."""
    if isinstance(verdict, Illegal):
        for breach in verdict.violations:
            if isinstance(breach.message, M):
                yield breach.rule, breach.message, breach.instead
    elif isinstance(verdict, Unclear) and isinstance(verdict.message, M):
        yield verdict.question, verdict.message, verdict.default


def examples(from_records: Iterable[Mapping[str, Any]]) -> dict[str, tuple[str, str, str]]:
    """Return the first example of each message: rule, sentence, and suggestion."""
    by_key: dict[str, tuple[str, str, str]] = {}
    for record in from_records:
        try:
            replay = Replay(parse(json.dumps(record)))
        except Unreadable:
            continue
        for verdict in replay.explain_verdicts():
            for rule, message, beside in describe_verdict(verdict):
                known = by_key.get(message.key)
                if known is None or (beside and not known[2]):
                    instead = ENGLISH.say(beside) if beside else ""
                    by_key[message.key] = rule, ENGLISH.say(message), instead
    return by_key


def render_verdict_table(from_records: Iterable[Mapping[str, Any]]) -> str:
    """Return the page with the messages that these records bring about."""
    by_key = examples(from_records)
    chapters: dict[str, list[str]] = {}
    for key in read_english():
        if key in by_key:
            rule, sentence, instead = (words.replace("|", "\\|") for words in by_key[key])
            chapters.setdefault(read_english()[key].file, []).append(
                f"| `{key}` | {rule} | {sentence} | {instead} |"
            )
    lines = [HEAD.rstrip(), ""]
    for file, rows in sorted(chapters.items()):
        lines += [f"## {file.replace('/messages', '').removesuffix('.txt')}", ""]
        lines += ["| message | cited | example | instead, or how it is treated |"]
        lines += ["| --- | --- | --- | --- |", *sorted(rows), ""]
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(render_verdict_table(list_case_records()), encoding="utf-8")
    print(PAGE)
