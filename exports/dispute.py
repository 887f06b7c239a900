"""The report on one disputed entry: position before, verdict by edition, ruling, signatures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from adjudicator import games
from adjudicator.record import RULE, Unreadable
from adjudicator.referee import Ruling, ask_editions
from adjudicator.replay import Replay
from adjudicator.rulebook import RULEBOOK
from adjudicator.sentences import find_wording
from adjudicator.verdict import Illegal, Unclear, by_message
from exports import board_on_paper
from exports.board_on_paper import LONGEST
from exports.sheet import PLACE, RULINGS, and_more, ruling
from exports.templates import print_template
from exports.words import ENGLISH, Words, printable, printable_names

SIZES = (10.0, 9.0, 8.0, 7.0)
"""Letter sizes in points; the first with which the report fits on one page is taken."""

MOST = 12
"""Reasons of an edition, and earlier entries that it forbids, that are printed."""

ALL_EDITIONS = 2000
"""Entries up to which every edition is asked: each has to play all of them. No real game has as
many; the report of a longer record prints the verdict of its own edition only."""

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class QuotedRule:
    """A rule as the report prints it. cites: the printed books and sections that state it."""

    id: str
    title: str
    text: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Says:
    """The verdict of one edition: its name, the kind, the sentences of why."""

    edition: str
    verdict: str
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DisputeReport:
    """Everything that is printed, in the order of the page.

    values: a row for every value of a player, with a column for each player. common: the values of
    the table, name and value. says: an entry for each edition; own: the index of the game's.
    """

    game: str
    facts: tuple[str, ...]
    number: int
    round: int
    entry: str
    players: tuple[str, ...]
    values: tuple[tuple[str, tuple[str, ...]], ...]
    common: tuple[tuple[str, str], ...]
    summary: str
    says: tuple[Says, ...]
    own: int
    rules: tuple[QuotedRule, ...]
    rulings: tuple[str, ...]


def print_dispute(
    replay: Replay,
    number: int,
    words: Words = ENGLISH,
    *,
    position: Callable[[Document], Document] = lambda whole: whole,
) -> bytes:
    """Return the report on entry ``number`` as PDF, on one A4 page where it fits.

    position: removes the secrets from a position. Raises Unreadable for an entry that does not
    exist.
    """
    report = describe_dispute(replay, number, words, position=position)
    return print_template("dispute", SIZES, report=report, words=words)


def describe_dispute(
    replay: Replay,
    number: int,
    words: Words = ENGLISH,
    *,
    position: Callable[[Document], Document] = lambda whole: whole,
) -> DisputeReport:
    """Return the contents of the report on entry ``number``; see ``print_dispute``."""
    record = replay.record
    if not 1 <= number <= len(record.entries):
        raise Unreadable(
            words.gettext("there is no such entry to report on"), key="entry", entry=number
        )
    names = printable_names(record.document["players"])
    own = record.document.get("edition")
    language = words.rules.with_player_names(names).in_edition(str(own or ""))
    words = replace(words, rules=language)
    asked = [str(own)] if number > ALL_EDITIONS and own else []
    answer = ask_editions(record, asked, number)
    before = position(replay.state_after(number - 1).position())
    editions = [one.edition for one in answer.rulings]
    rulings = [
        place
        for place, other in enumerate(record.entries, start=1)
        if other["do"] == RULE and other["entry"] == number
    ]
    tells = find_wording(record.game, words.rules)
    return DisputeReport(
        game=words.say(games.find(record.game).title),
        facts=_facts(replay, words),
        number=number,
        round=replay.rounds[number - 2] if number > 1 else replay.state_after(0).round_no,
        entry=printable(tells.entry(record.entries[number - 1]), LONGEST),
        players=tuple(names.values()),
        values=board_on_paper.list_board_rows(
            record.game, before.get("players", {}), list(names), words
        ),
        common=board_on_paper.common(record.game, before, names, words),
        summary=answer.summary(words.rules),
        says=tuple(_says(one, record.game, words) for one in answer.rulings),
        own=editions.index(own) if own in editions else 0,
        rules=tuple(_rule(subject, words) for subject in answer.rules if subject in RULEBOOK.ids()),
        rulings=(  # the last one holds
            *(ruling(replay, place, words, names) for place in rulings[-RULINGS:]),
            *and_more(len(rulings) - RULINGS, words),
        ),
    )


def _facts(replay: Replay, words: Words) -> tuple[str, ...]:
    document = replay.record.document
    editions = games.find(replay.record.game).edition_labels
    facts = [printable(document.get("place", ""), PLACE)]
    if "played_on" in document:
        facts.append(words.day(date.fromisoformat(document["played_on"])))
    if document.get("edition") in editions:
        facts.append(words.say(editions[document["edition"]]))
    return tuple(fact for fact in facts if fact)


def _says(answer: Ruling, game: str, words: Words) -> Says:
    labels = games.find(game).edition_labels
    verdict = answer.verdict
    why: list[str] = []
    if isinstance(verdict, Illegal):
        sentences = by_message(verdict.violations, lambda breach: breach.message)
        why = [
            words.labelled(", ".join(breach.rule for breach in told), words.say(told[0].message))
            + (f" {words.say(told[0].instead)}" if told[0].instead else "")
            for told in sentences[:MOST]
        ]
        why += and_more(len(sentences) - MOST, words)
    elif isinstance(verdict, Unclear):
        told = f"{words.say(verdict.message)} {words.say(verdict.default)}"
        why = [words.labelled(verdict.question, told)]
    if answer.earlier:
        earlier = [str(number) for number in answer.earlier[:MOST]]
        more = and_more(len(answer.earlier) - MOST, words)
        numbers = " ".join((", ".join(earlier), *more)) if more else words.listing(earlier)
        told = words.gettext("in this edition earlier entries are not allowed either: %(numbers)s")
        why.append(told % {"numbers": numbers})
    edition = labels.get(answer.edition or "", "") or games.find(game).title
    return Says(words.say(edition), words.rules.term("verdict", verdict.kind), tuple(why))


def _rule(subject: str, words: Words) -> QuotedRule:
    language = words.locale[:2]
    rule = RULEBOOK.rule(subject, language)
    cites = tuple(
        f"{words.say(RULEBOOK.books[cite.book].title)}, "
        f"{RULEBOOK.section(cite, language) or cite.section}"
        for cite in rule.cites
    )
    return QuotedRule(rule.id, rule.title, rule.text, cites)
