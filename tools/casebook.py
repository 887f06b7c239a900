"""The casebook's tool: choose cases for it among the tests, judge it, list its gaps.

    python -m tools.casebook choose     moves cases of tests/cases into the casebook
    python -m tools.casebook take NAME  moves the cases of this name
    python -m tools.casebook judge      writes this program's verdict of every case
    python -m tools.casebook lacks      names the rules, questions and cards without a case

``choose`` looks for a legal and a refused case of every rule, open question and card that has none
yet, gives the chosen cases the next free numbers of their chapters, and judges them. A chosen case
leaves its file: it has one home. ``judge`` keeps, beside the verdicts of today, the verdicts of
earlier releases that differed: run it before a release.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator import games, referee
from adjudicator.casebook import CASEBOOK, cards, reading
from adjudicator.casebook.book import Casebook, JudgedAlike, NumberedCase
from adjudicator.casebook.reading import Case
from adjudicator.messages import message_to_json
from adjudicator.reading import parse
from adjudicator.record import Unreadable
from adjudicator.rulebook import RULEBOOK, tables
from adjudicator.verdict import Illegal, Unclear, Verdict
from adjudicator.version import VERSION
from tests.casebook import CASES, NUMBERED

LEGAL, REFUSED = "legal", "refused"
"""The two directions in which a rule is tried."""

MOST_ENTRIES = 7
"""Entries of a case that is chosen: somebody is to read it on a phone."""

ASIDE = {"rule": 6, "adjust": 6, "check": 6, "done": 3, "roll": 2, "pass": 1, "figure": 2}
"""Costs that make an entry's case less worth reading: it is about the record, or says little."""

Target = tuple[str, str]
"""A rule, a question, or a card as ``guest/97``, and a direction."""


# -- judging ----------------------------------------------------------------------------------


def keep_verdict(verdict: Verdict) -> JudgedAlike:
    """Return a verdict as it is kept, for no edition yet."""
    if isinstance(verdict, Illegal):
        rules = tuple(breach.rule for breach in verdict.violations)
        message = verdict.violations[0].message
    elif isinstance(verdict, Unclear):
        rules, message = (verdict.question,), verdict.message
    else:
        rules, message = (), None
    rested = tuple(dict.fromkeys([*verdict.ruled_by, *verdict.depends_on]))
    assert not isinstance(message, str) or hasattr(message, "key"), "somebody's own words"
    return JudgedAlike((), verdict.kind, rules, message, rested)  # type: ignore[arg-type]


def judge_editions(case: NumberedCase) -> tuple[list[JudgedAlike], bool]:
    """Return the verdicts of all editions, equal ones joined, and whether editions differ.

    They differ in the verdict or in the effects of the move.
    """
    answer = referee.ask_editions(case.record)
    groups: dict[str, tuple[JudgedAlike, list[str | None]]] = {}
    for ruling in answer.rulings:
        one = keep_verdict(ruling.verdict)
        same = json.dumps([one.verdict, one.rules, message_to_json(one.message), one.depends])
        groups.setdefault(same, (one, []))[1].append(ruling.edition)
    alike = [
        JudgedAlike(tuple(codes), one.verdict, one.rules, one.message, one.depends)
        for one, codes in groups.values()
    ]
    shorts = {one.short for one in alike}
    return alike, len(shorts) > 1 or bool(answer.differences)


def by_verdict(says: Iterable[JudgedAlike]) -> dict[str, list[str]]:
    """Return the editions by the verdict with its rules, as releases keep it."""
    editions: dict[str, list[str]] = {}
    for one in says:
        editions.setdefault(one.short, []).extend(code or "" for code in one.editions)
    return {short: sorted(codes) for short, codes in sorted(editions.items())}


def write_verdicts(book: Casebook) -> None:
    """Write this program's verdict of every case, and keep it under its release."""
    answers = {name: judge_editions(case) for name, case in book.cases.items()}
    rows = {
        name: {
            "differs": differs,
            "says": [
                {
                    "editions": list(one.editions),
                    "verdict": one.verdict,
                    "rules": list(one.rules),
                    "message": message_to_json(one.message),
                    "depends": list(one.depends),
                }
                for one in says
            ],
        }
        for name, (says, differs) in answers.items()
    }
    write(book.folder / "judged.json", rows)
    keep_release(
        book, VERSION, {name: by_verdict(says) for name, (says, _differs) in answers.items()}
    )


def meaning(case: NumberedCase) -> str:
    """Return a hash of the position and the move of a case: they never change."""
    return hashlib.sha256(compact(case.document).encode()).hexdigest()[:12]


def keep_release(book: Casebook, release: str, says: Mapping[str, Mapping[str, list[str]]]) -> None:
    """Keep the verdicts of a release; a case gets an entry only where the one before differs."""
    path = book.folder / "releases.json"
    kept = json.loads(path.read_text()) if path.exists() else {"releases": {}, "cases": {}}
    days = kept["releases"]
    days.setdefault(release, date.today().isoformat())
    for name, now in says.items():
        entry = kept["cases"].setdefault(name, {"is": meaning(book.cases[name]), "said": {}})
        told = entry["said"]
        told.pop(release, None)
        if not told or list(told.values())[-1] != now:
            told[release] = now
    lines = ",\n".join(f' "{name}": {compact(told)}' for name, told in kept["cases"].items())
    path.write_text(
        f'{{"releases": {compact(days)}, "cases": {{\n{lines}\n}}}}\n', encoding="utf-8"
    )


def compact(value: Any) -> str:
    """Return a value as a line of JSON."""
    return json.dumps(value, ensure_ascii=False)


def write(path: Path, rows: Mapping[str, Any] | list[Any]) -> None:
    """Write rows to a file, a line for each."""
    if isinstance(rows, list):
        text = "[\n" + ",\n".join(map(compact, rows)) + "\n]\n"
    else:
        lines = ",\n".join(f"{compact(key)}: {compact(row)}" for key, row in rows.items())
        text = "{\n" + lines + "\n}\n"
    path.write_text(text, encoding="utf-8")


# -- choosing ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Candidate:
    """A case of the tests that could be a numbered one.

    row: as its file has it; text: the same as it is written. asks: the number of the entry in
    question. covers: the rules, questions and cards that it tries. cost: how much there is to read.
    """

    path: Path
    row: dict[str, Any]
    text: str
    asks: int
    covers: frozenset[Target]
    cost: float

    @property
    def home(self) -> str | None:
        """The rule under which it is filed, None where it tries none."""
        known = RULEBOOK.ids()
        asked = {
            row.id: row.rules for game in RULEBOOK.games for row in tables.list_open_questions(game)
        }
        tried = [rule for name in self.row["rules"] for rule in (name, *asked.get(name, ()))]
        tried += sorted(name for name, _way in self.covers)
        return next((rule for rule in tried if rule in known), None)


def first_in_question(whole: Mapping[str, Any]) -> int | None:
    """Return the entry that a case asks about: the first refused one, else the last.

    None where the case asks about no entry, or goes on after a ruling.
    """
    expect, entries = whole["expect"], whole["record"].get("entries")
    if expect.get("exit") == 2 or not isinstance(entries, list) or not entries:
        return None
    verdicts = expect.get("verdicts", {})
    for number in range(1, len(entries) + 1):
        if verdicts.get(str(number), "legal") != "legal":
            return number
    return len(entries)


def list_covered(game: str, whole: Case, verdict: str, cited: Iterable[str]) -> Iterator[Target]:
    """Yield the rules, questions and cards that a case tries, and in which direction.

    verdict: of the entry in question; cited: the rules and questions it names. Refused means that
    the entry is refused and the case names the rule. A question is tried in this direction, too,
    where a house rule reads it otherwise than the default.
    """
    known = set(RULEBOOK.ids()) | list_question_ids()
    direction = LEGAL if verdict == "legal" else REFUSED
    named = dict.fromkeys((*whole["rules"], *cited))
    for rule in named:
        if rule in known:
            yield rule, direction
    for kind, card in cards.list_named_cards(game, named, whole["record"]["entries"]):
        yield f"{kind}/{card}", direction
    for rule, value in whole["record"].get("options", {}).get("rulings", {}).items():
        if value != next(iter(read_house_rule_values().get(rule, {})), value):
            yield rule, REFUSED


@cache
def read_house_rule_values() -> Mapping[str, Mapping[str, str]]:
    """Return the values of the questions that a house rule can answer; the first is the default."""
    return {
        row.id: row.values
        for game in games.list_games()
        for row in tables.list_open_questions(game)
    }


def list_question_ids() -> set[str]:
    """Return the ids of questions that the books leave open, and of those that editions decide."""
    switches = {switch.id for switch in tables.list_switches()}
    return set(read_house_rule_values()) | switches


def candidates() -> Iterator[Candidate]:
    """Yield the cases of tests/cases that could be taken, judged in their own edition.

    A linked file is in the casebook already.
    """
    for path in sorted(path for path in CASES.rglob("*.json") if not path.is_symlink()):
        for text in read_case_texts(path):
            one = candidate(path, text)
            if one and one.home:
                yield one


def read_case_texts(path: Path) -> list[str]:
    """Return the cases of a file as they are written; none where the file is no list."""
    text = path.read_text(encoding="utf-8")
    if not text.startswith("["):
        return []
    blocks, place, decoder = [], 1, json.JSONDecoder()
    while (place := text.find("{", place)) >= 0:
        _row, end = decoder.raw_decode(text, place)
        blocks.append(text[place:end])
        place = end
    return blocks


def write_case_texts(path: Path, blocks: list[str]) -> None:
    """Write cases, as they are written, into a file."""
    path.parent.mkdir(exist_ok=True)
    path.write_text("[\n " + ",\n ".join(blocks) + "\n]\n", encoding="utf-8")


def candidate(path: Path, text: str) -> Candidate | None:
    """Return a case as it could be taken, None where it cannot."""
    row = json.loads(text)
    _edition, whole = next(reading.expand_case(row))
    if not isinstance(whole["record"], dict):
        return None
    asks = first_in_question(whole)
    if asks is None or asks > MOST_ENTRIES or not row.get("rules"):
        return None
    entries = whole["record"]["entries"][:asks]
    if any(entry["do"] == "rule" for entry in whole["record"]["entries"]):
        return None
    try:
        record = parse(json.dumps({**whole["record"], "entries": entries}))
        own = record.document.get("edition")
        answer = referee.ask_editions(record, [own] if own else [])
        referee.ask_editions(record)
    except Unreadable:
        return None
    ruling = answer.rulings[0]
    if ruling.earlier:
        return None
    rules, one = row["rules"], keep_verdict(ruling.verdict)
    tried = {**whole, "record": {**whole["record"], "entries": entries}}
    named = (*one.rules, *one.depends)
    covers = frozenset(list_covered(record.game, tried, one.verdict, named))
    cost = len(entries) + len(rules) / 2 + len(one.rules) / 2 + len(str(row["record"])) / 400
    cost += ASIDE.get(entries[-1]["do"], 0) + 2 * ("rulings" in text)
    return Candidate(path, row, text, asks, covers, cost)


def targets() -> list[Target]:
    """Return everything that is to have a case in each direction."""
    described = {f"{kind}/{card}" for kind, card in cards.map_rules_to_cards().values()}
    named = [
        *RULEBOOK.ids(),
        *sorted(list_question_ids() - set(RULEBOOK.ids())),
        *sorted(described),
    ]
    named += [f"guest/{number}" for number in range(49, 105)]
    return [(one, way) for one in dict.fromkeys(named) for way in (LEGAL, REFUSED)]


def list_tried(book: Casebook) -> set[Target]:
    """Return the targets of the present casebook, as its own edition judges each case."""
    have: set[Target] = set()
    for case in book.cases.values():
        own = case.document.get("edition")
        one = next(one for one in case.judged if own in (None, *one.editions))
        tried = {"rules": case.rules, "record": case.document}
        have |= set(list_covered(case.game, tried, one.verdict, (*one.rules, *one.depends)))
    return have


def choose_cases(book: Casebook) -> None:
    """Move cases of tests/cases into the casebook until nothing is won by another one."""
    have = list_tried(book)
    by_target: dict[Target, list[Candidate]] = defaultdict(list)
    for one in candidates():
        for target in one.covers:
            by_target[target].append(one)
    taken: dict[int, Candidate] = {}
    for target in sorted(targets(), key=lambda one: len(by_target[one])):
        if target in have or not by_target[target]:
            continue

        def fit(one: Candidate, name: str = target[0]) -> tuple[bool, float]:
            first = one.row["rules"][0]
            own = cards.map_rules_to_cards().get(first)
            return (first != name and (own is None or "/".join(own) != name), one.cost)

        best = min(by_target[target], key=fit)
        taken[id(best.row)] = best
        have |= best.covers
    move_cases(book, list(taken.values()))


def move_cases(book: Casebook, taken: list[Candidate]) -> None:
    """Write chosen cases into the chapters of their first rule, and out of their files."""
    order = {rule: place for place, rule in enumerate(RULEBOOK.ids())}
    by_chapter: dict[str, list[Candidate]] = defaultdict(list)
    for one in sorted(taken, key=lambda one: (order[one.home or ""], one.cost)):
        by_chapter[(one.home or "").rpartition("-")[0]].append(one)
    for chapter in book.chapters:
        path = book.folder / "cases" / f"{chapter.id.lower()}.json"
        rows = read_case_texts(path) if path.exists() else []
        names = [*(case.id for case in chapter.cases), *book.withdrawn]
        used = [int(name.split(".")[1]) for name in names if name.startswith(f"{chapter.number}.")]
        for number, one in enumerate(by_chapter[chapter.id], max(used, default=0) + 1):
            rows.append(_number_text(one, f"{chapter.number}.{number}"))
        if rows:
            write_case_texts(path, rows)
            link = NUMBERED / path.name
            with suppress(FileExistsError):
                link.symlink_to(Path(os.path.relpath(path, NUMBERED)))
    for path in {one.path for one in taken}:
        _drop_texts(path, {one.text for one in taken if one.path == path})
    print(f"{len(taken)} cases taken")


def _number_text(one: Candidate, name: str) -> str:
    """Return a case's text with its number, its release, and the entry that it asks about."""
    head = f'{{\n  "id": "{name}",\n  "since": "{VERSION}",'
    if one.asks < len(one.row["record"]["entries"]):
        head += f'\n  "asks": {one.asks},'
    return head + one.text[1:]


def _drop_texts(path: Path, gone: set[str]) -> None:
    """Write the other cases of a file back, or delete an empty file."""
    left = [text for text in read_case_texts(path) if text not in gone]
    if left:
        write_case_texts(path, left)
    else:
        path.unlink()


def lacks(book: Casebook) -> dict[str, list[str]]:
    """Return the targets without a case, by direction."""
    have = list_tried(book)
    missing: dict[str, list[str]] = {LEGAL: [], REFUSED: []}
    for name, way in targets():
        if (name, way) not in have:
            missing[way].append(name)
    return missing


def number_chapters(path: Path) -> None:
    """Give the chapters of the rulebook that have none yet the next numbers."""
    known = json.loads(path.read_text(encoding="utf-8"))
    for chapter in (chapter for game in RULEBOOK.games for chapter in RULEBOOK.chapters(game)):
        if chapter.id not in known.values():
            known[str(len(known) + 1)] = chapter.id
    path.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


def main(what: str, *names: str) -> None:
    """Run one command."""
    if what in ("choose", "take"):
        number_chapters(CASEBOOK.folder / "chapters.json")
        if what == "choose":
            choose_cases(CASEBOOK)
        else:
            move_cases(CASEBOOK, [one for one in candidates() if one.row["case"] in names])
        write_verdicts(Casebook(CASEBOOK.folder))
    elif what == "judge":
        write_verdicts(CASEBOOK)
    else:
        missing = lacks(CASEBOOK)
        both = set(missing[LEGAL]) & set(missing[REFUSED])
        print("in neither direction:", *sorted(both))
        for way, lacking in missing.items():
            print(f"not {way}:", *(name for name in lacking if name not in both))


if __name__ == "__main__":
    main(*sys.argv[1:])
