"""Case law: a table calls the referee, the organisers decide, the case becomes a precedent."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from flask import abort, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from adjudicator import games, referee
from adjudicator.reading import load
from adjudicator.record import Unreadable, header_of
from adjudicator.rulebook import RULEBOOK
from exports import dispute
from recorder.games import access
from recorder.games.outgoing import list_public_entries, make_public_record
from recorder.games.tables import make_ruling
from recorder.games.visibility import GameView, Privacy
from recorder.kept.named_sets import league_owner
from recorder.kept.precedents import entry_subjects
from recorder.languages import speech
from recorder.league import league_state as ops
from recorder.league.known import find_league_of_table, league_service
from recorder.league.league_state import NOTE, CalledCase, clean_line
from recorder.league.pages.frame import (
    FINE,
    act_once,
    go_back,
    league_form,
    league_page,
    league_pages,
    league_view,
    sent_key,
    speak_for_league,
)
from recorder.league.people import make_namer, mask_names
from recorder.league.points import Unfit, lazy
from recorder.league.service import League
from recorder.pages import presenter, wording
from recorder.pages.referee import questions, rulebook
from recorder.pages.referee.referee import join_equal_verdicts
from recorder.pages.shared import views
from recorder.pages.shared.paging import cut_page
from recorder.pages.shared.sentences import word_entry
from recorder.pages.wording import gettext as _
from recorder.store.ledger import Appended, Repeated
from recorder.store.naming import Rewriting
from recorder.web.context import precedents, tables


@league_pages.post("/call/<token>/<int:number>")
def call(token: str, number: int) -> ResponseReturnValue:
    """Call the referee about an entry of a game: the league's organisers see the case."""
    table = tables().open(token)
    if table.link.role == access.READ:
        raise access.Forbidden(_("this link is for spectators"))
    if not 1 <= number <= table.entry_knowledge.count:
        abort(404)
    asked = league_service().of_game(table.link.ledger)
    if not asked:
        raise Unfit(lazy("this game belongs to no league"), "game")
    for league in asked:
        _call_organisers(league, table, number)
    flash(_("The league's organisers have been asked. Play on; their ruling will be added."))
    return redirect(url_for("pages.entry", token=token, number=number), 303)


def _call_organisers(league: League, table: GameView, number: int) -> None:
    """Put a case before the organisers of a league; one that is open already stays one."""
    game, entry = table.link.ledger, dict(list_public_entries(table)[number - 1])
    with speak_for_league(league):  # it is kept, for everybody of the club
        in_words = word_entry(table.header, entry)[:300]
        question = ""  # where it rests on secrets
        with suppress(Unreadable):
            question = questions.ask_about_entry(load(make_public_record(table)), number).text()
    body = {
        "key": f"g{game}",
        "game": game,
        "kind": table.header["game"],
        "number": number,
        "entry": entry,
        "told": in_words,
        "subjects": sorted(set(entry_subjects(table, number))),
        "verdict": table.entry_knowledge.kinds[number - 1],
        "question": question,
    }

    def build(state: ops.LeagueState) -> list[tuple[str, Any]]:
        for case in state.open_cases():
            if case.game == game and case.entry == entry and case.number == number:
                return []
        return [(ops.CALL, {"id": state.next_id("c", state.cases), **body})]

    league.service.do(league, build, sent_key(), by=table.link)


@league_view("/<lt>/cases")
def cases(league: League) -> str:
    """Show open cases to members, and the decided ones, found by rule and word."""
    wanted = " ".join(request.args.get("q", "").split())[:100]
    return league_page(
        "cases.html",
        league,
        "cases",
        q=wanted,
        waiting=[case_line(league, case) for case in league.state.open_cases()]
        if league.takes_part
        else [],
        **cut_page([case_line(league, case) for case in league.state.search_cases(wanted)]),
    )


def case_line(league: League, case: CalledCase) -> dict[str, Any]:
    """Return a case as one line of a list; names of former players are masked."""
    joined = league.state.games.get(case.key)
    name_of = make_namer(league)
    return {
        "id": case.id,
        "told": mask_names(league, case.told),
        "note": mask_names(league, case.note),
        "who": mask_names(league, case.who),
        "stands": case.stands,
        "subjects": case.subjects,
        "verdict": case.verdict,
        "day": wording.day((case.decided or case.called)[:10]),
        "kind": case.kind,
        "players": [name_of(league.state.root(p)) for p in joined.seats] if joined else [],
        "key": case.key,
        "number": case.number,
    }


def _find_case(league: League, case: str) -> CalledCase:
    known = league.state.cases.get(case)
    if known is None or (known.stands is None and not league.takes_part):
        raise Unfit(lazy("the league has no such case"), "case")
    return known


@league_view("/<lt>/cases/<case>")
def case(league: League, problems: Mapping[str, str] = FINE, case: str = "") -> str:
    """Show a case: the entry, the verdict in every edition with the rules, precedents."""
    own = _find_case(league, case)
    asked = _ask_again(league, own)
    context = _referee_answer(own, asked)
    joined = league.state.games.get(own.key)
    token = ""
    if joined is not None and joined.game is not None:
        service = league.service
        link_of = service.table_link if league.organises else service.read_link
        token = link_of(joined.game).token
    return league_page(
        "case.html",
        league,
        "cases",
        case=own,
        line=case_line(league, own),
        books=RULEBOOK.books,
        precedents=[case_line(league, other) for other in league.state.precedents(own)][:10],
        token=token,
        start=request.form,
        problems=problems,
        **context,
    )


def _referee_answer(own: CalledCase, asked: questions.MoveQuestion | None) -> dict[str, Any]:
    """Return the referee's answer about a case, for the page; empty where it cannot be asked."""
    if asked is None or not _can_be_asked(asked):
        return {"verdicts": [], "rules": [], "q": "", "t": None, "styles": ()}
    answer = referee.ask_editions(asked.record, asked.editions)
    language = wording.reader().for_record(asked.document)
    return {
        "verdicts": join_equal_verdicts(
            answer.rulings, games.find(own.kind).edition_labels, language
        ),
        "rules": rulebook.texts(answer.rules),
        "q": asked.text(),
        **_draw_position(asked),
    }


def report_position_met(league: League, case: CalledCase) -> dispute.DisputeReport | None:
    """Return the position that a case met, the rules and the verdict, for paper.

    None where the rules of today cannot read the question.
    """
    asked = _ask_again(league, case)
    if asked is None or not _can_be_asked(asked):
        return None
    public = Privacy(case.kind, None, False)
    number = len(asked.document["entries"])
    return dispute.describe_dispute(
        asked.replay(), number, speech.printed_words(), position=public.show_position
    )


def _can_be_asked(asked: questions.MoveQuestion) -> bool:
    """Return whether these rules can read a question; an earlier version could."""
    try:
        asked.replay()
    except Unreadable:
        return False
    return True


def _draw_position(asked: questions.MoveQuestion) -> dict[str, Any]:
    """Return the values to draw the position before the entry, as far as the table knows it."""
    before = asked.before()
    header = header_of(before.document)
    view = views.of_replay(before.replay(), header, None)
    shown = presenter.find_presenter(before.record.game)
    return {
        "view": view,
        "t": shown.show_boards(view.with_other(writes=False)),
        "folder": shown.folder,
        "styles": shown.styles,
    }


def _ask_again(league: League, case: CalledCase) -> questions.MoveQuestion | None:
    """Return the case as a question to the referee, with the players as they are named now."""
    if not case.question:
        return None
    try:
        asked = questions.read_question(case.question)
        rewriting = Rewriting.from_text(tables().store.game(case.game).rewriting)
        asked = questions.MoveQuestion(rewriting.read(asked.document), asked.editions)
        joined = league.state.games.get(case.key)
        players = list(asked.document.get("players", ()))
        if joined is not None and len(players) == len(joined.seats):
            name_of = make_namer(league)
            players = [
                {**seat, "name": name_of(league.state.root(own))}
                for seat, own in zip(players, joined.seats, strict=True)
            ]
        elif league.state.names_gone():
            players = [{**seat, "name": f"{number}."} for number, seat in enumerate(players, 1)]
    except Unreadable:
        return None  # a question that an earlier version of the rules could read
    return questions.MoveQuestion({**asked.document, "players": players}, asked.editions)


@league_form("/<lt>/cases/<case>/decide", page=case)
def decide(league: League, case: str) -> ResponseReturnValue:
    """Decide a case: the ruling enters the game, the case becomes a precedent."""
    own = _find_case(league, case)
    form = request.form
    stands = form.get("stands") != "no"
    note, who = (
        clean_line(form.get("note", ""), NOTE, "note"),
        clean_line(form.get("who", ""), 60, "who"),
    )
    if own.stands is None:
        told_ = _enter_ruling(league, own, stands, note)
        body = {"case": case, "stands": stands, "note": note, "who": who}

        def build(state: ops.LeagueState) -> list[tuple[str, Any]]:
            return [] if state.cases[case].stands is not None else [(ops.DECIDE, body)]

        act_once(league, build)
        return go_back("cases", league, told_)
    return go_back("cases", league, _("This case was decided already."))


def _enter_ruling(league: League, case: CalledCase, stands: bool, note: str) -> str:
    """Append a ruling to the case's game; return the outcome in words."""
    link = league.service.table_link(case.game)
    for _try in range(5):
        table = tables().open(link.token)
        number = _number(table, case)
        if number is None:
            return _("Decided. The entry is no longer in the game, so no ruling was entered.")
        _keep_precedent(league, case, table, make_ruling(number, stands, note))
        if table.entry_knowledge.kinds[number - 1] == "legal":
            return _("Decided. The entry is allowed as it is; nothing had to be entered.")
        outcome = tables().append(
            table, make_ruling(number, stands, note), version=table.version, key=f"case-{case.id}"
        )
        if isinstance(outcome, Appended | Repeated):
            return _("Decided. The ruling is in the game.")
    raise Unfit(lazy("the game moved on just now; decide again"), "case")


def _number(table: GameView, case: CalledCase) -> int | None:
    """Return where the case's entry is now, or None where it is gone."""
    kept = Rewriting.from_text(table.row.rewriting).read(case.entry)
    numbers = [
        number
        for number, entry in enumerate(list_public_entries(table), 1)
        if all(entry.get(key) == value for key, value in kept.items())
    ]
    return min(numbers, key=lambda number: abs(number - case.number)) if numbers else None


def _keep_precedent(
    league: League, case: CalledCase, table: GameView, ruling: Mapping[str, Any]
) -> None:
    """Keep a ruling as a precedent of the league's own set, which its games play by."""
    key, name = league_owner(league.link.ledger), league.state.name
    if precedents().find_chosen(table) is None:
        precedents().choose(table, key, name, writes=True)
    if entry_subjects(table, ruling["entry"]):
        precedents().keep(table, ruling, key, name, case=case.id)


@league_pages.get("/case-of/<token>/<case>")
def precedent(token: str, case: str) -> ResponseReturnValue:
    """Lead from a precedent that a verdict names to its case, in the league of the game."""
    own = find_league_of_table(tables().open(token).link.ledger)
    if own is None:
        abort(404)
    return redirect(url_for("league.case", lt=own["token"], case=case), 303)
