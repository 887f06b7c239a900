"""The casebook to read and to search, a page for every case, its feed and its printed chapters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from flask import Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from adjudicator import games
from adjudicator.casebook import CASEBOOK
from adjudicator.casebook.book import KeptVerdicts, NumberedCase
from adjudicator.pieces import Scene
from adjudicator.replay import Replay
from adjudicator.rulebook import RULEBOOK
from exports import board_on_paper
from exports import casebook as printing
from exports.league import feeds
from exports.words import Words
from recorder.languages import speech
from recorder.pages import wording as words
from recorder.pages.referee import case_lines, league_rulings, rulebook
from recorder.pages.referee.card_list import find_card
from recorder.pages.referee.questions import MoveQuestion
from recorder.pages.referee.referee import describe_answer
from recorder.pages.referee.search_index import read_index
from recorder.pages.shared import effects, handing
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.filters import abroad
from recorder.pages.shared.paging import cut_page
from recorder.pages.wording import gettext as _

A_PAGE = 20
"""Cases of one page of a list."""

FEED = 100
"""Changes that the feed tells."""

NARROWING = ("q", "rule", "game", "card", "chapter", "show", "edition")
"""The possible filters of an address."""


LONGEST = 200
"""Letters of a search; the page says that the rest is cut off."""

KINDS: Mapping[str, Callable[[NumberedCase], bool]] = {
    "differs": lambda case: case.differs,
    "unclear": lambda case: "unclear" in case.kinds or bool(case_lines.open_questions(case)),
    "changed": lambda case: len(case.history) > 1,
    "legal": lambda case: case.kinds == {"legal"},
    "illegal": lambda case: case.kinds == {"illegal"},
}
"""Filters of a list: editions differ, the books are unclear, a verdict changed."""

UNTRIED = "untried"
"""Asks for the rules that no case tries, instead of cases."""


@dataclass(frozen=True, slots=True)
class CaseQuery:
    """The wanted cases of the casebook; an empty field means all.

    card: game, kind and id. show: a key of ``KINDS``. edition: its verdicts count; without it all.
    game: the cases of this game only.
    """

    words: str = ""
    rule: str = ""
    card: tuple[str, str, str] | None = None
    chapter: int | None = None
    show: str = ""
    edition: str = ""
    game: str = ""

    def found(self) -> list[NumberedCase]:
        """Return the cases, the best first where words are asked, else in order."""
        cases: Sequence[NumberedCase]
        if self.words.strip() in CASEBOOK.cases:
            cases = [CASEBOOK.cases[self.words.strip()]]
        elif self.words:
            ids = [
                hit.document.id
                for hit in read_index(words.reader_locale()).search(self.words, ("case",))
            ]
            cases = [CASEBOOK.cases[name] for name in ids]
        else:
            cases = list(CASEBOOK.cases.values())
        for narrower in self._narrower():
            kept = {case.id for case in narrower}
            cases = [case for case in cases if case.id in kept]
            if not self.words:
                order = {case.id: place for place, case in enumerate(narrower)}
                cases.sort(key=lambda case: order[case.id])
        keep = KINDS.get(self.show)
        return [
            case
            for case in cases
            if keep is None or keep(case_lines.in_edition(case, self.edition))
        ]

    def _narrower(self) -> list[Sequence[NumberedCase]]:
        narrower: list[Sequence[NumberedCase]] = []
        if self.chapter is not None:
            own = [one.cases for one in CASEBOOK.chapters if one.number == self.chapter]
            narrower.append(own[0] if own else ())
        if self.rule:
            narrower.append(CASEBOOK.find_cases_by_rule(self.rule))
        if self.game:
            narrower.append([one for one in CASEBOOK.cases.values() if one.game == self.game])
        if self.card:
            narrower.append(CASEBOOK.find_cases_by_card(*self.card))
        return narrower


def query() -> CaseQuery:
    """Return the query of the address, without impossible numbers, cards and kinds."""
    args = request.args
    kind, _slash, card = args.get("card", "").partition("/")
    chapter = args.get("chapter", "")
    return CaseQuery(
        " ".join(args.get("q", "").split())[:LONGEST],
        args.get("rule", "").upper()[:40],
        (args.get("game", RULEBOOK.games[0])[:40], kind[:40], card[:40]) if card else None,
        int(chapter) if chapter.isdecimal() and len(chapter) < 5 else None,
        show if (show := args.get("show", "")) in (*KINDS, UNTRIED) else "",
        edition if (edition := args.get("edition", "")) in case_lines.list_case_editions() else "",
        game if (game := args.get("game", "")) in RULEBOOK.games else "",
    )


@pages.get("/casebook")
def casebook() -> str:
    """Show the chapters, or the cases that are found by word, rule, card, chapter or kind."""
    wanted = query()
    asked = wanted != CaseQuery()
    untried = CASEBOOK.untried_subjects if wanted.show == UNTRIED else ()
    cases = wanted.found() if asked and not untried else []
    shown = cut_page(cases, A_PAGE)
    titles = case_lines.chapters(words.reader_locale())
    return render_template(
        "casebook.html",
        wanted=wanted,
        asked=asked,
        editions=case_lines.list_case_editions(),
        untried=untried,
        cut=len(" ".join(request.args.get("q", "").split())) > LONGEST,
        found={
            **shown,
            "lines": [case_lines.line(case, wanted.edition) for case in shown["lines"]],
        },
        kept={key: request.args[key] for key in NARROWING if key in request.args},
        of_card="/".join(wanted.card[1:]) if wanted.card else "",
        count=len(CASEBOOK.cases),
        often=CASEBOOK.asked_often,
        offered={game: games.find(game).title for game in RULEBOOK.games},
        games=[
            {
                "title": games.find(game).title,
                "chapters": [
                    {"number": one.number, "of": titles[one.id], "count": len(one.cases)}
                    for one in CASEBOOK.chapters
                    if one.cases and one.cases[0].game == game
                ],
            }
            for game in RULEBOOK.games
        ],
        chapter=next(
            (titles[one.id] for one in CASEBOOK.chapters if one.number == wanted.chapter), None
        ),
    )


@pages.get("/casebook/<case>")
def case_page(case: str) -> ResponseReturnValue:
    """Show a case; a chapter's number leads to its cases, a withdrawn id says why and leads on."""
    own = CASEBOOK.cases.get(case)
    if own is None:
        if case in [str(chapter.number) for chapter in CASEBOOK.chapters]:
            return redirect(url_for("pages.casebook", chapter=case), 302)
        gone = CASEBOOK.withdrawn.get(case)
        return (render_template("case_gone.html", gone=gone), 410) if gone else abort(404)
    asked = MoveQuestion(own.document)
    subjects = {*own.rules, *(rule for one in own.judged for rule in one.rules)}
    order = list(CASEBOOK.cases)
    place = order.index(own.id)
    return render_template(
        "case.html",
        **describe_answer(asked),
        case=own,
        line=case_lines.line(own),
        asked_often=any(row.case == own.id for row in CASEBOOK.asked_often),
        chapter=case_lines.chapters(words.reader_locale())[own.chapter],
        brings=brings(own),
        tried=rulebook.texts(own.rules),
        open_rows=[rulebook.open_question(name) for name in case_lines.open_questions(own)],
        switches=_switches(own),
        history=[_describe_release(kept, own) for kept in own.history]
        if len(own.history) > 1
        else [],
        rulings=league_rulings.list_league_rulings(
            own.game, lambda ruled: bool(subjects.intersection(ruled.subjects))
        ),
        cards=[card for one in own.cards if (card := find_card(own.game, *one)) is not None],
        before_it=order[place - 1] if place else None,
        after_it=order[place + 1] if place + 1 < len(order) else None,
        link=abroad("pages.case_page", case=own.id),
    )


def _switches(case: NumberedCase) -> Mapping[str, str]:
    """Return the house rules that the case sets, each with its meaning."""
    meanings = rulebook.meanings(case.game)
    return {
        name: meanings.get(name, {}).get(str(value), str(value))
        for name, value in case.rulings.items()
    }


def _describe_release(kept: KeptVerdicts, case: NumberedCase) -> dict[str, object]:
    """Return the verdicts of a release, with the editions in words."""
    labels = games.find(case.game).edition_labels
    says = [
        {
            "verdict": short.split()[0],
            "rules": short.split()[1:],
            "editions": [words.say(labels[code]) for code in codes if code],
        }
        for short, codes in kept.says.items()
    ]
    return {"release": kept.release, "on": kept.on, "says": says}


def brings(case: NumberedCase) -> list[dict[str, Sequence[str]]]:
    """Return the effects of the move, editions with the same effects together.

    No editions are named where all agree.
    """
    labels = games.find(case.game).edition_labels
    groups: dict[tuple[str, ...], list[str]] = {}
    entry = case.document["entries"][-1]
    for code, moved in moves(case.id):
        lines = tuple(
            effect.line
            for effect in effects.word_effects(case.header, entry, moved, entry.get("by"))
        )
        groups.setdefault(lines, []).append(words.say(labels[code]) if code else "")
    several = len(groups) > 1
    return [
        {"editions": [one for one in editions if one] if several else [], "lines": lines}
        for lines, editions in groups.items()
        if lines
    ]


@lru_cache(maxsize=256)
def moves(name: str) -> Sequence[tuple[str | None, Sequence[Any]]]:
    """Return the pieces moved by the move of a case, by edition, where it takes effect."""
    case = CASEBOOK.cases[name]
    game = games.find(case.game)
    moved = []
    for one in case.judged:
        for code in one.editions:
            replay = Replay(case.in_edition(code))
            if replay.verdicts[-1].is_applied:
                before = Scene.from_state(replay.state_after(len(replay.record.entries) - 1))
                moved.append((code, tuple(game.list_moved(before, Scene.from_state(replay.state)))))
    return moved


def to_json(case: NumberedCase) -> dict[str, object]:
    """Return a case as programs read it, in the reader's language where it has sentences."""
    reader = case_lines.reader_of(case)
    return {
        "id": case.id,
        "name": case.name,
        "game": case.game,
        "chapter": case.chapter,
        "rules": case.rules,
        "cards": ["/".join(card) for card in case.cards],
        "since": case.since,
        "differs": case.differs,
        "verdicts": [
            {
                "editions": [code for code in one.editions if code is not None],
                "verdict": one.verdict,
                "rules": one.rules,
                "message": reader.say(one.message) if one.message is not None else None,
                "depends_on": one.depends,
            }
            for one in case.judged
        ],
        "history": [
            {"release": kept.release, "on": kept.on, "says": kept.says} for kept in case.history
        ],
        "record": case.document,
    }


@pages.get("/casebook/changes.atom")
def casebook_feed() -> Response:
    """Send the changes of the casebook as an Atom feed: new, changed and withdrawn cases."""
    items = sorted(_changes(), key=lambda item: (item.changed, item.id), reverse=True)[:FEED]
    latest = max((item.changed for item in items), default="2026-01-01T00:00:00Z")
    address = abroad("pages.casebook_feed")
    body = feeds.atom(feeds.tag("casebook"), _("Casebook"), address, latest, items)
    return Response(body, mimetype="application/atom+xml")


def _changes() -> list[feeds.FeedItem]:
    """Return one item for a verdict that changed, a case withdrawn, and a release's new cases."""
    days = CASEBOOK.releases
    items = []
    new: dict[str, int] = {}
    for case in CASEBOOK.cases.values():
        new[case.since] = new.get(case.since, 0) + 1
        for kept in case.history[1:]:
            shown = case_lines.line(case)
            title = _("Case %(case)s: the verdict changed in release %(release)s")
            items.append(
                feeds.FeedItem(
                    id=feeds.tag("casebook", case.id, kept.release),
                    title=title % {"case": case.id, "release": kept.release},
                    text=words.join_label(shown.question, shown.answer),
                    address=abroad("pages.case_page", case=case.id),
                    changed=f"{kept.on}T00:00:00Z",
                )
            )
    for gone in CASEBOOK.withdrawn.values():
        items.append(
            feeds.FeedItem(
                id=feeds.tag("casebook", gone.id, "withdrawn"),
                title=_("Case %(case)s was withdrawn", case=gone.id),
                text=words.say(gone.reason),
                address=abroad("pages.case_page", case=gone.id),
                changed=f"{days.get(gone.release, '2026-01-01')}T00:00:00Z",
            )
        )
    for release, count in new.items():
        told = speech.ngettext("%(num)d new case", "%(num)d new cases", count)
        items.append(
            feeds.FeedItem(
                id=feeds.tag("casebook", "release", release),
                title=_("Release %(release)s: %(what)s", release=release, what=told),
                text=words.join_sayings(_came(release)),
                address=abroad("pages.casebook"),
                changed=f"{days.get(release, '2026-01-01')}T00:00:01Z",
            )
        )
    return items


def _came(release: str) -> Iterator[str]:
    """Yield how many cases of which chapters came with a release."""
    titles = case_lines.chapters(words.reader_locale())
    for chapter in CASEBOOK.chapters:
        count = sum(case.since == release for case in chapter.cases)
        if count:
            yield words.join_label(f"{chapter.number}. {titles[chapter.id].title}", str(count))


@pages.get("/casebook/chapter-<int:number>.pdf")
def casebook_chapter(number: int) -> Response:
    """Send a chapter as PDF."""
    chapter = next((one for one in CASEBOOK.chapters if one.number == number and one.cases), None)
    if chapter is None:
        abort(404)
    printed = speech.printed_words()
    make = partial(
        printing.print_case_chapter,
        number,
        case_lines.chapters(words.reader_locale())[chapter.id].title,
        words.say(games.find(chapter.cases[0].game).title),
        [_make_printed_case(case, printed) for case in chapter.cases],
        printed,
    )
    return handing.send_printed_page(make, f"casebook-{number}.pdf")


def _make_printed_case(case: NumberedCase, printed: Words) -> dict[str, object]:
    shown = case_lines.line(case)
    labels = games.find(case.game).edition_labels
    reader = case_lines.reader_of(case)
    position = case.document.get("position", case.document.get("setup", {}))
    lies = {key: own for key, own in position.items() if key not in printing.COMPONENTS}
    names = {row["id"]: row["name"] for row in case.document["players"]}
    own = position.get("players", {})
    return {
        "id": case.id,
        "came": case_lines.word_earlier_entries(case),
        "move": shown.move,
        "players": list(names.values()),
        "values": board_on_paper.list_board_rows(case.game, own, list(names), printed),
        "common": board_on_paper.common(case.game, lies, names, printed),
        "verdicts": [
            {
                "verdict": one.verdict,
                "editions": [words.say(labels[code]) for code in one.editions if code is not None],
                "rules": one.rules,
                "says": reader.say(one.message) if one.message is not None else "",
            }
            for one in case.judged
        ],
        "rules": [(rule.id, rule.title, rule.text) for rule in rulebook.texts(case.rules)],
    }
