"""``depends_on`` and ``house_rules`` name an open question where another answer changes something.

Every entry of cases, and some of random games, is judged again on copies under every other answer
to every question. A question is named exactly where the verdict, the position after the entry,
the scores or what tourists will pay differ.
"""

import json
import os
import random
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

from adjudicator.games import find
from adjudicator.reading import load
from adjudicator.record import Record, Unreadable
from adjudicator.samoa.printed.catalogue import QUESTIONS
from adjudicator.samoa.table.givens import Givens, read_givens
from adjudicator.samoa.table.hotel import list_fees
from adjudicator.verdict import Verdict
from tests.candidates import readable
from tests.casebook import cases_in, files
from tests.proof.routes import LONG
from tests.samoa.candidates import entries, moments
from tests.samoa.play import header

EVERY = 1 if LONG else 13
"""One of so many cases is tried."""

MOMENTS, TRIES = (200, 30) if LONG else (12, 8)

AS_LAID_OUT = ("SAM-U-31",)
"""Questions about how a table is laid out, before any entry."""

Entry = dict[str, Any]


def outcome(state: Any, entry: Entry, stands: bool | None = None) -> tuple[Verdict, list[Any]]:
    """Judge an entry; return its verdict and all that another answer could change.

    What tourists will pay is in no position before the round closes.
    """
    was_over, before = state.over(), due(state)
    verdict = state.judge(entry, stands)
    told = [
        verdict.kind,
        getattr(verdict, "question", None),
        state.position(),
        None if was_over else state.result().to_json(),
        {player: fee - before[player] for player, fee in due(state).items()},
    ]
    return verdict, told


def due(state: Any) -> dict[str, int]:
    """Return what each player will be paid when the round closes."""
    return {
        player: sum(fee.amount for fee in list_fees(state.table, own))
        for player, own in state.players.items()
    }


def wrongly_named(state: Any, entry: Entry, stands: bool | None = None) -> Iterator[str]:
    """Yield where what is named and what differs do not agree; the state is left as it was."""
    verdict, base = outcome(state.copy(), entry, stands)
    named = {*verdict.depends_on, *verdict.ruled_by}
    assert named <= set(QUESTIONS)
    for question in QUESTIONS.values():
        if question.id in AS_LAID_OUT:
            continue
        found = (outcome(twin, entry, stands)[1] for twin in state.answered(question.id))
        if (question.id in named) != any(told != base for told in found):
            does = "names" if question.id in named else "does not name"
            yield f"{does} {question.id}: {entry} ({stands}, {state.phase}) {verdict}"


def records() -> Iterator[tuple[str, Record, Any]]:
    """Yield the records of cases that can be played, with the state each begins from."""
    for name, case in islice(chain.from_iterable(map(cases_in, files("samoa"))), 0, None, EVERY):
        try:
            record = load(json.loads(json.dumps(case["record"])))
            yield name, record, find("samoa").start(record)
        except Unreadable:
            continue


def test_a_question_is_named_exactly_where_another_answer_changes_something() -> None:
    wrong = []
    for name, record, state in records():
        for entry in record.entries:
            if entry["do"] == "rule":
                continue
            wrong += [f"{name}: {told}" for told in wrongly_named(state, dict(entry))]
            state.judge(dict(entry))
    assert not wrong, "\n".join(wrong)


def test_at_any_moment_every_question_that_decides_is_named(chance: random.Random) -> None:
    """Every entry that somebody may come upon, alone, let stand or not."""
    seed = int(os.environ.get("SEED", chance.randrange(2**32)))
    print(f"SEED={seed}")
    game: Any = find("samoa")
    wrong: dict[str, str] = {}
    for state, document, own in islice(moments(seed), MOMENTS):
        verbs, players = game.vocabulary(document), sorted(state.players)
        tried = [one for one in entries(state, own) if readable(game, players, one, verbs)]
        for entry in own.sample(tried, min(TRIES, len(tried))):
            for stands in (None, True):
                for told in wrongly_named(state, entry, stands):
                    wrong.setdefault(" ".join(told.split()[:4]) + entry["do"], told)
    assert not wrong, "\n".join(wrong.values())


def test_what_somebody_else_asks_meanwhile_hides_no_question() -> None:
    """Threads that judge copies of one state share its table."""
    table = read_givens(load(header(3)))

    def work(asked: Givens) -> str:
        answer = asked.setting("SAM-U-10")
        table.find_deciding_questions(lambda other: other.setting("SAM-U-15"), ["SAM-U-15"])
        return answer

    both = ["SAM-U-10", "SAM-U-15"]
    assert table.find_deciding_questions(work, both) == (table.setting("SAM-U-10"), ["SAM-U-10"])
