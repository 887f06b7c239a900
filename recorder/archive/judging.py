"""A line for each record: its verdicts and scores. Runs in any process, on any machine."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import process_time
from typing import Any

from adjudicator.reading import parse
from adjudicator.record import Unreadable
from adjudicator.replay import Replay
from adjudicator.verdict import LEGAL, Illegal, Unclear

Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class FoundRecord:
    """A record as it was found. name: its place. content: its bytes. problem: why it has none."""

    name: str
    content: bytes = b""
    problem: str = ""


def judge_all(records: Sequence[FoundRecord]) -> list[Line]:
    """Return the lines of some records, in their order; see ``judge_found``."""
    return [judge_found(record) for record in records]


def judge_found(record: FoundRecord) -> Line:
    """Return the line of one record, also of a damaged one.

    record: its name; game, edition, modules, players and entries; verdicts: how many of each kind;
    rules: how often each rule was broken (illegal) or left open (unclear); over; scores: the total
    of each player as if the game ended with its last entry; winners, once it is over; seconds: of
    the processor. error: instead of all that, where it cannot be read: ``message``, and entry and
    key, if known.
    """
    if record.problem:
        return {"record": record.name, "error": {"message": record.problem}}
    begun = process_time()
    try:
        with _not_collecting():
            line = _summarize_replay(Replay(parse(record.content)))
    except Unreadable as problem:
        return {"record": record.name, "error": problem.to_json()}
    except Exception as problem:  # a line and not the end of a long run; it names what to look at
        return {"record": record.name, "error": {"message": f"{type(problem).__name__}: {problem}"}}
    return {"record": record.name, **line, "seconds": round(process_time() - begun, 4)}


@contextmanager
def _not_collecting() -> Iterator[None]:
    """Keep Python from looking for rings of objects; a record's leave with it.

    The look comes every few hundred objects and is an eighth of the time that a record takes.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _summarize_replay(replay: Replay) -> Line:
    document = replay.record.document
    result, over = replay.result(final=True), replay.state.over()
    others = [verdict for verdict in replay.verdicts if verdict is not LEGAL]
    broke = [verdict.violations for verdict in others if isinstance(verdict, Illegal)]
    left = [verdict.question for verdict in others if isinstance(verdict, Unclear)]
    legal = len(replay.verdicts) - len(broke) - len(left)
    rules = [rule for breaches in broke for rule in {breach.rule for breach in breaches}]
    return {
        "game": replay.record.game,
        "edition": document.get("edition"),
        "modules": document.get("modules", []),
        "players": len(document["players"]),
        "entries": len(replay.verdicts),
        "verdicts": {"legal": legal, "illegal": len(broke), "unclear": len(left)},
        "rules": dict(sorted(Counter(rules + left).items())),
        "over": over,
        "scores": {player: result.total(player) for player in result.lines},
        "winners": list(result.winners) if over else [],
    }
