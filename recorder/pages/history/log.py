"""The log: every entry with its verdict and effects, newest first, by rounds, page by page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from flask import render_template, request
from werkzeug.datastructures import MultiDict

from adjudicator.record import RULE
from recorder.games.proposals import list_proposals
from recorder.games.visibility import GameView
from recorder.pages.shared import effects, known_links, reviews, sentences
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.header import frame
from recorder.pages.shared.sentences import word_entry
from recorder.pages.wording import gettext as _
from recorder.pages.wording import reader
from recorder.web import request_values

A_PAGE = 40
"""Entries of one page: it stays small and quick however long the game."""

A_PRINT = 400
"""Entries of a page that is to be printed: all rounds of a game, with room to spare."""

NOT_LEGAL = "illegal"
"""The value of the verdict filter for everything that is not legal."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The entries to show. Empty: all of them; round 0: every round.

    player: entered it or is concerned. verdict: a kind, or ``illegal`` for all but legal ones.
    """

    player: str = ""
    round: int = 0
    verb: str = ""
    verdict: str = ""

    @classmethod
    def of(cls, args: MultiDict[str, str]) -> Wanted:
        """Return the wish of an address, without impossible values."""
        round_ = args.get("round", "")
        verdict = args.get("verdict") or args.get("only") or ""
        number = int(round_) if round_.isdecimal() and len(round_) < 4 else 0
        return cls(args.get("player", ""), number, args.get("verb", ""), verdict)

    def args(self) -> dict[str, object]:
        """Return the filters that are set, for an address."""
        given = {"player": self.player, "verb": self.verb, "verdict": self.verdict}
        filters: dict[str, Any] = {key: value for key, value in given.items() if value}
        return filters | ({"round": self.round} if self.round else {})


@pages.get("/t/<token>/log")
def log(token: str) -> str:
    """Show a page of the log.

    ``player``, ``round``, ``verb``, ``verdict`` filter; ``page`` counts from the newest; ``at``
    names an entry whose page to show. ``whole``: long pages, for printing.
    """
    table = known_links.open_until_told(token)
    wanted = Wanted.of(request.args)
    numbers = list(_numbers(table, wanted))
    whole = {"whole": 1} if "whole" in request.args else {}
    size = A_PRINT if whole else A_PAGE
    most = max(0, (len(numbers) - 1) // size)
    at = request_values.read_number("at", -1)
    page = sum(number > at for number in numbers) // size
    if at < 0:
        page = request_values.read_number("page", 0)
    page = min(page, most)
    lines = _lines(table, numbers[page * size : (page + 1) * size])
    return render_template(
        "log.html",
        **frame(table, "log"),
        rounds=[(number, list(own)) for number, own in groupby(lines, lambda one: one["round"])],
        wanted=wanted,
        found=len(numbers),
        page=page,
        whole=whole,
        newer=wanted.args() | whole | {"page": page - 1} if page else None,
        older=wanted.args() | whole | {"page": page + 1} if page < most else None,
        breaches=sum(kind != "legal" for kind in table.entry_knowledge.kinds),
        filters=_filters(table),
        decided=reviews.list_decided(table),
        proposed=len(list_proposals(table)),
    )


def _numbers(table: GameView, wanted: Wanted) -> Iterator[int]:
    """Yield the numbers of the entries that are wanted, newest first."""
    seen = table.entry_knowledge
    for number in range(seen.count, 0, -1):
        entry, kind = seen.entry(number), seen.kinds[number - 1]
        if wanted.round and seen.rounds[number - 1] != wanted.round:
            continue
        if wanted.player and wanted.player not in (entry.get("by"), entry.get("of")):
            continue
        if wanted.verb and entry["do"] != wanted.verb:
            continue
        if wanted.verdict == NOT_LEGAL and kind == "legal":
            continue
        if wanted.verdict not in ("", NOT_LEGAL) and kind != wanted.verdict:
            continue
        yield number


def _lines(table: GameView, numbers: Sequence[int]) -> list[dict[str, object]]:
    """Return entries as lines: in words, with verdict, round, and effects."""
    did = _effects(table, numbers)
    said = {number: table.verdict(number) for number in numbers}
    rounds, entries = table.entry_knowledge.rounds, table.entry_knowledge.entries
    return [
        {
            "number": number,
            "round": rounds[number - 1],
            "told": word_entry(table.header, entries[number - 1]),
            "ruling": entries[number - 1]["do"] == RULE,
            "verdict": said[number],
            "effects": did.get(number, ()),
        }
        for number in numbers
    ]


def _effects(table: GameView, numbers: Sequence[int]) -> Mapping[int, Sequence[effects.Effect]]:
    """Return the effects of entries; a run of neighbours is computed at once."""
    by_entry: dict[int, Sequence[effects.Effect]] = {}
    for _place, run in groupby(enumerate(numbers), lambda one: one[0] + one[1]):
        side = [number for _place, number in run]
        by_entry |= effects.find_effects(table, side[-1], side[0])
    return by_entry


def _filters(table: GameView) -> list[dict[str, object]]:
    """Return the filters with their choices: (value, words)."""
    told = reader().for_record(table.header)
    entries = table.entry_knowledge.entries
    verbs = {str(entry["do"]) for entry in entries}
    rounds = sorted(set(table.entry_knowledge.rounds[: len(entries)]))
    kinds = {NOT_LEGAL: _("not allowed"), "unclear": _("unclear"), "legal": _("allowed")}
    return [
        {
            "name": "player",
            "label": _("Player"),
            "choices": list(sentences.names(table.header).items()),
        },
        {
            "name": "round",
            "label": _("Round"),
            "choices": [(number, str(number)) for number in rounds],
        },
        {
            "name": "verb",
            "label": _("What"),
            "choices": sorted(
                ((verb, told.term("deed", verb)) for verb in verbs), key=itemgetter(1)
            ),
        },
        {"name": "verdict", "label": _("Verdict"), "choices": list(kinds.items())},
    ]
