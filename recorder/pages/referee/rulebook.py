"""The rulebook to read and to search, and the page of editions; every verdict leads here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from adjudicator import games
from adjudicator.rulebook import RULEBOOK, RuleText, tables
from recorder.languages.speech import list_page_languages
from recorder.pages import wording
from recorder.pages.shared.blueprint import pages


def language() -> str:
    """Return the page's language as the rulebook names its folders."""
    return wording.reader_locale()[:2]


@pages.get("/rules")
def rules() -> ResponseReturnValue:
    """Show the chapters of every game; words lead to the search."""
    game = request.args.get("game") or None
    if game is not None and game not in RULEBOOK.games:
        abort(404)
    if wanted := request.args.get("words", "").strip():
        return redirect(url_for("pages.search", words=wanted, kind="rule", game=game), 303)
    return render_template(
        "rules.html",
        games=[_game(name) for name in RULEBOOK.games if game in (None, name)],
        titles={name: games.find(name).title for name in RULEBOOK.games},
    )


def _game(name: str) -> dict[str, object]:
    return {
        "name": name,
        "title": games.find(name).title,
        "chapters": RULEBOOK.chapters(name, language()),
    }


@pages.get("/rules/<chapter>")
def chapter(chapter: str) -> ResponseReturnValue:
    """Show a chapter with all its rules; a rule's id leads to the rule in its chapter.

    ``beside``: a second language, for a table that argues with one that reads another.
    """
    wanted = chapter.upper()
    beside = request.args.get("beside", "")
    beside = beside if beside in _languages() and beside != language() else ""
    if wanted in _ids():
        return redirect(str(address(wanted)), 302)
    for game in RULEBOOK.games:
        chapters = RULEBOOK.chapters(game, language())
        for place, shown in enumerate(chapters):
            if shown.id == wanted:
                return render_template(
                    "chapter.html",
                    chapter=shown,
                    game_title=games.find(game).title,
                    rules=texts(shown.rules),
                    beside=beside,
                    others={
                        tag: name
                        for tag, name in list_page_languages().items()
                        if tag in _languages()
                    },
                    twins={rule: RULEBOOK.rule(rule, beside) for rule in shown.rules}
                    if beside
                    else {},
                    before=chapters[place - 1] if place else None,
                    after=chapters[place + 1] if place + 1 < len(chapters) else None,
                    books=RULEBOOK.books,
                )
    abort(404)


@pages.get("/editions/<game>")
def editions(game: str) -> str:
    """Show the differences of a game's editions, its settable rules, and its open questions."""
    if game not in RULEBOOK.games:
        abort(404)
    own = set(RULEBOOK.ids(game))
    codes = tuple(games.find(game).edition_labels)
    differences = tables.list_text_differences()
    touching = [row for row in differences if own.intersection(row.rules)]
    return render_template(
        "editions.html",
        game_title=games.find(game).title,
        editions=games.find(game).edition_labels,
        codes=codes,
        switches=[switch for switch in tables.list_switches() if switch.id in own],
        differences=[row for row in differences if touching and (not row.rules or row in touching)],
        questions=tables.list_open_questions(game),
    )


def list_passages(rule: RuleText) -> dict[str, list[dict[str, str]]]:
    """Return where the books state a rule, by the title of the book in the reader's words.

    section: the section's title in the reader's language, or in English (``language``). printed: as
    the book itself has it, where that is known and another; in ``of``.
    """
    by_book: dict[str, list[dict[str, str]]] = {}
    for cite in rule.cites:
        book = RULEBOOK.books[cite.book]
        own = RULEBOOK.section(cite, language())
        printed = RULEBOOK.section(cite, book.language) or ""
        told = {
            "section": own or cite.section,
            "language": language() if own else "en",
            "printed": printed if language() != book.language and printed != own else "",
            "of": book.language,
        }
        by_book.setdefault(wording.say(book.title), []).append(told)
    return by_book


@cache
def _languages() -> tuple[str, ...]:
    return tuple(RULEBOOK.languages)


def texts(ids: Sequence[str]) -> list[RuleText]:
    """Return the texts of rules in the page's language; unknown ids are left out."""
    return [RULEBOOK.rule(rule_id, language()) for rule_id in ids if rule_id in _ids()]


def open_question(question_id: str) -> tables.OpenQuestion | None:
    """Return an open question by its id, or None where the id is something else."""
    question = _questions().get(question_id)
    return question[1] if question else None


@cache
def meanings(game: str) -> Mapping[str, Mapping[str, str]]:
    """Return the meanings of the values of a game's house rules, by rule or question and value."""
    own = set(RULEBOOK.ids(game))
    known = {switch.id: switch.values for switch in tables.list_switches() if switch.id in own}
    return known | {row.id: row.values for row in tables.list_open_questions(game)}


def address(rule_id: str) -> str | None:
    """Return the address of a rule or an open question; None for any other id."""
    if rule_id in _ids():
        own = rule_id.rpartition("-")[0]
        return url_for("pages.chapter", chapter=own, _anchor=rule_id)
    question = _questions().get(rule_id)
    return url_for("pages.editions", game=question[0], _anchor=rule_id) if question else None


@cache
def _ids() -> frozenset[str]:
    return frozenset(RULEBOOK.ids())


@cache
def _questions() -> dict[str, tuple[str, tables.OpenQuestion]]:
    return {
        row.id: (game, row) for game in RULEBOOK.games for row in tables.list_open_questions(game)
    }
