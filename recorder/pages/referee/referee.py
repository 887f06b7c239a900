"""The referee: a question from a position or a recorded entry to the verdict by edition.

Nothing is recorded by asking: the whole question is in its link.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from itertools import takewhile
from typing import Any

from flask import (
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue

from adjudicator import games, referee
from adjudicator.casebook import CASEBOOK
from adjudicator.messages import ENGLISH, Language
from adjudicator.reading import check_entry, load
from adjudicator.record import Record, Unreadable, dump_record, header_of
from adjudicator.referee import Ruling
from adjudicator.report import effects_text
from adjudicator.rulebook import RULEBOOK
from recorder.games.outgoing import make_public_record
from recorder.games.visibility import GameView
from recorder.languages.speech import explain_problem
from recorder.pages import presenter
from recorder.pages.forms import entry_forms, offers
from recorder.pages.presenter import View
from recorder.pages.referee import asked_positions, questions, rulebook
from recorder.pages.referee.questions import MoveQuestion
from recorder.pages.shared import handing, views
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.delivery import lead_script
from recorder.pages.shared.filters import abroad
from recorder.pages.shared.parts import name_parts
from recorder.pages.shared.problems import tell_script
from recorder.pages.shared.sentences import phrase_entry, word_entry
from recorder.pages.wording import gettext as _
from recorder.pages.wording import lazy, reader, say
from recorder.web.context import tables
from recorder.web.errors import Problem
from recorder.web.request_values import PAGE, is_asked_by

MOST_ASKED = 10
"""Questions that are one tap away on the first page."""

MOST_INSTEAD = 12
"""Moves of a kind that an answer writes out."""


@pages.get("/referee")
def ask() -> str:
    """Introduce the referee, and the ways to begin a question."""
    return render_template(
        "referee.html",
        offered=presenter.list_presenters(),
        often=CASEBOOK.asked_often[:MOST_ASKED],
        places=_PLACES,
    )


_PLACES = {
    "cafe": lazy("guest in your café, order complete"),
    "waiting": lazy("guest in your café, nothing served"),
    "queue": lazy("guest in the queue"),
    "play": lazy("staff card in play"),
    "hand": lazy("staff card in hand"),
}
"""Where the card of an example lies."""


@pages.get("/referee/example")
def ask_example() -> ResponseReturnValue:
    """Begin a question with a card: it lies ready, and only the move is missing.

    ``game``, ``kind`` and ``card`` name it, ``where`` gives its place, ``die`` the die that has
    been taken. If its place cannot be made, the position of the casebook's first case of it is
    used.
    """
    args = request.args
    game = args.get("game") or next(iter(games.list_games()))
    card = args.get("card", "").strip()
    where = args.get("where", "")
    staff = where in ("play", "hand")
    kind = args.get("kind") or ("staff" if staff else "guest")
    made = asked_positions.find_position_editor(game).ready(kind, card, where)
    if made is None:
        cases = CASEBOOK.find_cases_by_card(game, kind, card)
        if not cases:
            raise Problem(HTTPStatus.NOT_FOUND, "not-found", _("no example starts with this card"))
        return redirect(
            url_for("pages.ask_move", q=MoveQuestion(cases[0].document).before().text())
        )
    asked = asked_positions.begun_with(game, made)
    die = args.get("die", "")
    if die in ("1", "2", "3", "4", "5", "6"):
        taken = asked.having([{"by": "a", "do": "take_die", "die": int(die)}])
        asked = taken if taken.replay().verdicts[0].kind == "legal" else asked
    return redirect(url_for("pages.ask_move", q=asked.text()))


@pages.get("/referee/new/<game>")
def ask_new(game: str) -> str:
    """Show the position editor; ``q`` is a question with the first position."""
    return render_template(
        "ask.html", **asked_positions.editor(game, begin_question(game), scoring=False)
    )


def begin_question(game: str) -> MoveQuestion | None:
    """Return the question with the editor's first position, or None for an empty one.

    Raises Unreadable for a question of another game, or an inconsistent one.
    """
    if "q" not in request.args:
        return None
    asked = _question()
    if asked.record.game != game:
        message = _("the question is about another game: %(game)s", game=asked.record.game)
        raise Unreadable(message, key="game")
    before = _position_of(asked)
    asked_positions.start_position(before)
    return before


def _position_of(asked: MoveQuestion) -> MoveQuestion:
    """Return the question's position before the move, for the editor."""
    if "position" in asked.document and len(asked.document["entries"]) <= 1:
        return asked
    replay = asked.before().replay()
    return MoveQuestion(
        {**asked.document, "position": replay.state.position(), "entries": []}, asked.editions
    )


@pages.post("/referee/new/<game>")
def ask_position(game: str) -> ResponseReturnValue:
    """Take the position from the editor; if it is impossible, say so and compute nothing."""
    try:
        asked = asked_positions.read_position_form(game, request.form)
    except Unreadable as problem:
        return asked_positions.unread(game, problem)
    try:
        asked_positions.start_position(asked)
    except Unreadable as problem:
        return editor_again("ask.html", game, asked, problem, scoring=False)
    return redirect(url_for("pages.ask_move", q=asked.text()), 303)


def editor_again(
    template: str,
    game: str,
    asked: MoveQuestion,
    problem: Unreadable,
    *,
    scoring: bool,
    **more: Any,
) -> ResponseReturnValue:
    """Return the editor as it was filled in, with the faults."""
    try:
        context = asked_positions.editor(game, asked, scoring=scoring, problem=problem)
    except (LookupError, TypeError, AttributeError, ValueError):  # made by no page of ours
        raise problem from None
    tell_script(asked_positions.by_field(context["problem"]))
    return render_template(template, **context, **more), 422


def _question() -> MoveQuestion:
    return questions.read_question(request.args.get("q", ""))


@pages.get("/referee/move")
def ask_move() -> ResponseReturnValue:
    """Show the position of a question; a tap there is the move in question."""
    return _move(_question(), None)


def _move(asked: MoveQuestion, problem: str | None) -> ResponseReturnValue:
    view = _view(asked, request.args.get("shown"))
    shown = presenter.find_presenter(str(asked.document["game"]))
    text = asked.text()
    values = shown.show_table(view)
    page = render_template(
        "ask_move.html",
        address=_address(text),
        folder=shown.folder,
        styles=shown.styles,
        writes=True,
        view=view,
        t=values,
        parts=name_parts(shown.list_parts(values, calm=False)),
        q=text,
        came=[word_entry(view.header, entry) for entry in asked.document["entries"]],
        problem=problem,
        game=asked.document["game"],
        back=_back(),
    )
    response = make_response(page)
    response.status_code = 422 if problem else 200
    return response


def _address(text: str) -> Any:
    """Return the function by which a game's templates reach the views of this question."""
    # the rest stays on the page
    places = {"enter": "ask_entry", "other": "ask_other", "asked_sheet": "ask_sheet"}

    def address(view: str, **values: Any) -> str:
        return url_for(f"pages.{places.get(view, 'ask_move')}", q=text, **values)

    return address


def _view(asked: MoveQuestion, wanted: str | None) -> View:
    header = header_of(asked.document)
    return views.of_replay(asked.replay(), header, wanted)


@pages.get("/referee/other")
def ask_other() -> str:
    """Show the sheet for a move that is not offered."""
    asked = _question()
    view = _view(asked, request.args.get("by") or request.args.get("shown"))
    shown = presenter.find_presenter(str(asked.document["game"]))
    return render_template(
        f"{shown.folder}/other.html",
        address=_address(asked.text()),
        o=shown.other_sheet(view),
        view=view,
    )


@pages.get("/referee/sheets/<name>")
def ask_sheet(name: str) -> str:
    """Show a sheet of the game's own, for the move in question."""
    asked = _question()
    view = _view(asked, request.args.get("shown"))
    sheet = presenter.find_presenter(str(asked.document["game"])).load_sheet(view, name)
    if sheet is None:
        abort(404)
    template, context = sheet
    return render_template(template, **context, address=_address(asked.text()), view=view)


@pages.post("/referee/move")
def ask_entry() -> ResponseReturnValue:
    """Take the move in question; its answer has a link of its own."""
    asked = _question()
    try:
        entry = entry_forms.entry_of(request.form)
        record = asked.record
        game = games.find(record.game)
        number = len(record.entries) + 1
        check_entry(game, record.players, entry, number, game.vocabulary(record.document))
    except Unreadable as problem:
        return _move(asked, explain_problem(problem))
    url = url_for("pages.answer", q=asked.having([*record.entries, entry]).text())
    if is_asked_by(PAGE):
        return lead_script(url)
    return redirect(url, 303)


@pages.get("/t/<token>/ask/<int:number>")
def ask_about(token: str, number: int) -> ResponseReturnValue:
    """Ask about an entry of a recorded game, from the knowledge of the whole table."""
    table = tables().open(token)
    if not 1 <= number <= table.entry_knowledge.count:
        abort(404)
    asked = questions.ask_about_entry(_load_public(table), number)
    _remember_game(table, "pages.log")
    return redirect(url_for("pages.answer", q=asked.text()), 303)


@pages.get("/t/<token>/referee")
def ask_at_table(token: str) -> ResponseReturnValue:
    """Ask about a move at this table's position now; ``entry`` is the move, if there is one.

    The position is what the whole table knows.
    """
    table = tables().open(token)
    record = _load_public(table)
    _remember_game(table, "pages.play")
    asked = questions.ask_about_next_move(record)
    if "entry" not in request.args:
        return redirect(url_for("pages.ask_move", q=asked.text()), 303)
    entry = entry_forms.entry_of(request.args)
    game = games.find(record.game)
    number = len(asked.document["entries"]) + 1
    check_entry(game, record.players, entry, number, game.vocabulary(record.document))
    whole = asked.having([*asked.document["entries"], entry])
    return redirect(url_for("pages.answer", q=whole.text()), 303)


def _load_public(table: GameView) -> Record:
    """Return what the whole table knows of a game. Raises Problem if it is no record alone."""
    try:
        return load(make_public_record(table))
    except Unreadable:
        told = _("the question depends on something this link may not see yet")
        raise Problem(HTTPStatus.CONFLICT, "hidden-yet", told) from None


def _remember_game(table: GameView, place: str) -> None:
    """Remember the way back; no link stands in the address, which is handed on."""
    session[ASKED] = table.link.id
    session[ASKED_AT] = place


ASKED_AT = "asked at"
"""Where a browser keeps the page of that game from which it asked."""

ASKED = "asked"
"""Where a browser keeps the number of the link from which it asked last."""


def _back() -> str | None:
    """Return the address of the game from which this browser asked, while it may open it."""
    number = session.get(ASKED)
    tokens = tables().store.tokens([number]) if isinstance(number, int) else {}
    if number not in tokens:
        return None
    place = "pages.play" if session.get(ASKED_AT) == "pages.play" else "pages.log"
    return url_for(place, token=tokens[number])


@pages.get("/referee/answer")
def answer() -> str:
    """Answer a question in every edition asked."""
    asked = _question()
    if not asked.document.get("entries"):
        raise Unreadable(_("the question names no move"), key="entries")
    text = asked.text()
    return render_template(
        "answer.html", **describe_answer(asked), back=_back(), link=abroad("pages.answer", q=text)
    )


def describe_answer(asked: MoveQuestion) -> dict[str, object]:
    """Return the referee's answer to a question, with the position drawn, for templates.

    Raises Unreadable for an inconsistent question.
    """
    record = asked.record
    reply = referee.ask_editions(record, asked.editions)
    game = games.find(record.game)
    before = asked.before()
    view = _view(before, None)
    shown = presenter.find_presenter(record.game)
    language = reader().for_record(record.document)
    return {
        "answer": reply,
        "summary": reply.summary(language),
        "title": game.title,
        "labels": game.edition_labels,
        "move": word_entry(view.header, reply.entry),
        "came": [word_entry(view.header, entry) for entry in record.entries[:-1]],
        "verdicts": join_equal_verdicts(reply.rulings, game.edition_labels, language),
        "effects": effects_text(reply, language),
        "instead": _instead(view, reply.rulings),
        "rules": rulebook.texts(reply.rules),
        "books": RULEBOOK.books,
        "depends": [(name, rulebook.open_question(name)) for name in reply.questions],
        "view": view,
        "t": shown.show_boards(view.with_other(writes=False)),
        "folder": shown.folder,
        "styles": shown.styles,
        "q": asked.text(),
        "q_before": before.text(),
        "game": record.game,
        "facts": shown.list_facts(view.header),
        "address": _address(before.text()),
        "writes": False,
    }


def join_equal_verdicts(
    rulings: tuple[Ruling, ...], labels: Mapping[str, str], language: Language = ENGLISH
) -> list[dict[str, object]]:
    """Return the verdicts in a language; editions with equal verdicts stand together."""
    groups: dict[str, dict[str, Any]] = {}
    for ruling in rulings:
        verdict = ruling.verdict.to_json(language)
        same = json.dumps([_without_editions(verdict), ruling.earlier], sort_keys=True)
        group = groups.setdefault(
            same, {"verdict": verdict, "earlier": ruling.earlier, "editions": []}
        )
        if ruling.edition is not None:
            group["editions"].append(say(labels[ruling.edition]))
    return list(groups.values())


def _without_editions(verdict: dict[str, Any]) -> dict[str, object]:
    """Return a verdict without the facts that name the edition it was asked in."""
    breaches = [
        {**breach, "why": {k: v for k, v in breach["why"].items() if k != "edition"}}
        for breach in verdict.get("violations", ())
    ]
    return {**verdict, "violations": breaches}


def _share_beginning(phrases: list[str]) -> list[str]:
    """Return phrases of one deed; only the first keeps the words with which all begin.

    A number stays with the thing counted.
    """
    words = [phrase.split(" ") for phrase in phrases]
    columns = zip(*(own[:-1] for own in words), strict=False)
    alike = [own[0] for own in takewhile(lambda column: len(set(column)) == 1, columns)]
    while alike and alike[-1][0].isdigit():
        alike.pop()
    return [*phrases[:1], *(" ".join(own[len(alike) :]) for own in words[1:])]


_DETAILS = ("gain", "place", "boost", "as")
"""Keys that a move allowed instead is told without; one that needs them is told as offered."""


def _instead(view: View, rulings: tuple[Ruling, ...]) -> list[dict[str, object]]:
    """Return the moves that would have been legal; editions with the same moves stand together."""
    labels = games.find(str(view.header["game"])).edition_labels
    groups: dict[str, dict[str, Any]] = {}
    for ruling in rulings:
        if ruling.verdict.kind == "legal":
            continue
        told_ = json.dumps([dict(item) for item in ruling.instead], sort_keys=True)
        group = groups.setdefault(told_, {"editions": [], "moves": []})
        if ruling.edition is not None:
            group["editions"].append(say(labels[ruling.edition]))
        group["moves"] = group["moves"] or _word_moves(view, ruling.instead)
    return list(groups.values())


def _word_moves(view: View, offered: Sequence[Mapping[str, Any]]) -> list[dict[str, object]]:
    """Return the moves of ``next`` in words, a verb after the other, and how many are left out."""
    by_kind: dict[str, list[str]] = {}
    for item in offered:
        phrases = by_kind.setdefault(str(item["do"]), [])
        for entry in offers.list_single_entries(item):
            plain = {key: own for key, own in entry.items() if key not in _DETAILS}
            phrase = phrase_entry(view.header, plain, item)
            if phrase not in phrases:
                phrases.append(phrase)
    return [
        {"told": _share_beginning(phrases[:shown]), "more": len(phrases) - shown}
        for phrases in by_kind.values()
        # "and 1 more" would save no room
        for shown in [len(phrases) if len(phrases) <= MOST_INSTEAD + 1 else MOST_INSTEAD]
    ]


@pages.get("/referee/question.json")
def question_file() -> Response:
    """Send the question as a record file, for ``python -m adjudicator ask``."""
    name = _("question")
    return handing.send_file(dump_record(_question().record), "application/json", f"{name}.json")
