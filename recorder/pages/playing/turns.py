"""A game in play: the page, entering, taking back. Every answer is the page at its new version."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import Response, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf
from werkzeug.datastructures import MultiDict

from adjudicator.record import RULE, Unreadable
from recorder.games import access, joining
from recorder.games import proposals as wishes
from recorder.games.access import Forbidden
from recorder.games.board_checks import is_board_check_due
from recorder.games.clocks import PAUSED
from recorder.games.corrections import NothingToRedo, NothingToTakeBack
from recorder.games.entry_line import count_steps_back, find_tap, may_redo, may_undo
from recorder.games.proposals import TooMany
from recorder.games.shown_moves import LineChange, find_last_change
from recorder.games.tables import Outcome
from recorder.games.visibility import GameView
from recorder.languages.speech import explain_problem
from recorder.pages import presenter
from recorder.pages.forms import entry_forms
from recorder.pages.playing import clock
from recorder.pages.playing.replies import GameReply, make_problem, make_reply
from recorder.pages.shared import effects, known_links, parts, reviews, views
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.header import (
    describe_private_note,
    describe_share,
    find_score_view,
    frame,
    list_other_links,
)
from recorder.pages.shared.parts import PagePart
from recorder.pages.shared.problems import word_problem
from recorder.pages.shared.sentences import done, who, word_entry
from recorder.pages.wording import gettext as _
from recorder.pages.wording import join_label, join_sayings, listing
from recorder.serving.platform import is_reached
from recorder.store.ledger import Appended, KeyReused, Link, Repeated
from recorder.store.log import BRING, IMPORT
from recorder.web import request_values
from recorder.web.context import WITHOUT_A_GAME, corrections, precedents, proposals, tables
from recorder.web.request_values import FROM, PAGE, is_asked_by

MOST_UNSEEN = 40
"""Entries sent as one line whose orders are told together."""


@pages.get("/t/<token>")
def play(token: str) -> ResponseReturnValue:
    """Show a game; with ``since`` answer 204 when nothing has happened after that version."""
    table = tables().open(token)
    if request.args.get("since") == str(table.version):
        return "", 204
    if not _is_taken_up(table.link):
        player = next(p for p in table.header["players"] if p["id"] == table.link.seat)
        return render_template("seat.html", player=player, **frame(table, "play"))
    known_links.put(table.link.id)
    return _page(GameReply(table=table, heard="since" in request.args))


def _is_taken_up(link: Link) -> bool:
    """Return whether a link may show its game; a seat's link must first be taken by a tap."""
    return link.role != access.SEAT or link.is_opened


@pages.before_request
def _take_first() -> ResponseReturnValue | None:
    """Lead to the page that names the seat, before anything else of the game is shown.

    A link is handed on once. A chat or a browser that fetches ahead, and a HEAD, must not use it
    up; a POST means that somebody has tapped.
    """
    token = (request.view_args or {}).get("token")
    if token is None or request.endpoint in ("pages.play", "pages.take", *WITHOUT_A_GAME):
        return None
    link = tables().link(token)
    if _is_taken_up(link):
        return None
    if request.method == "POST":
        tables().take_link(link)
        return None
    return redirect(url_for("pages.play", token=token), 303)


@pages.post("/t/<token>/take")
def take(token: str) -> ResponseReturnValue:
    """Take a seat; the table's page no longer offers its link."""
    tables().take_link(tables().link(token))
    return redirect(url_for("pages.play", token=token), 303)


@pages.get("/t/<token>/other")
def other(token: str) -> str:
    """Show the sheet in which a table enters something that is not offered."""
    table = known_links.open_until_told(token)
    view = views.of_table(table, None)
    by = request.args.get("by") or request.args.get("shown")
    if by in [player["id"] for player in view.players]:
        view = view.with_other(acting=by)
    shown = presenter.find_presenter(table.header["game"])
    return render_template(
        f"{shown.folder}/other.html",
        token=token,
        o=shown.other_sheet(view),
        view=view,
        version=table.version,
        key=entry_forms.new_key(),
    )


@pages.get("/t/<token>/sheets/<name>")
def asked_sheet(token: str, name: str) -> str:
    """Show a sheet of a game's own that its page loads when it is asked for."""
    table = known_links.open_until_told(token)
    view = views.of_table(table, request.args.get("shown"))
    found = presenter.find_presenter(table.header["game"]).load_sheet(view, name)
    if found is None:
        abort(404)
    template, context = found
    sending = {"version": table.version, "key": entry_forms.new_key()}
    return render_template(template, **context, **sending, token=token, view=view)


@pages.post("/t/<token>/entries")
def enter(token: str) -> ResponseReturnValue:
    """Judge an entry and record it; one that is not allowed only if the table says so.

    ``entry``: the entry, or a list of entries for one tap; ``ruling``: the same, recorded anyway;
    ``unread``: the same, recorded without a figure that nobody can read. ``closes``: end the turn
    if nothing else is left. ``unseen``: how many entries were sent before without a look at the
    page.
    """
    table = tables().open(token)
    ruling, unread = request.form.get("ruling"), request.form.get("unread")
    try:
        form = request.form.copy()
        if ruling or unread:
            form.pop("ruling", None)
            form.pop("unread", None)
            form["entry"] = str(ruling or unread)
        row = entry_forms.row_of(form)
        reads_first = not ruling and not unread
        outcome, place = _append_row(table, row, form, stands=bool(ruling), reads_first=reads_first)
        closed = request.form.get("closes") is not None and _end_turn(outcome, row, form)
    except (Forbidden, Unreadable, KeyReused) as problem:
        return _page(_refuse_send(table, problem))
    unseen = request.form.get("unseen", "")
    told = unseen.isdecimal() and len(unseen) < 4
    made = place + 1 + (min(int(unseen), MOST_UNSEEN) if told else 0)
    if closed:
        return _answer(closed, row[place:], made=made + 1, closed=True)
    if not isinstance(outcome, Appended | Repeated) and _has_turn_ended(outcome.now, row):
        return _page(GameReply(table=outcome.now, made=made, taken=outcome.now.version))
    return _answer(outcome, row[place:], made=made)


def _end_turn(
    outcome: Outcome, row: Sequence[Mapping[str, Any]], form: MultiDict[str, str]
) -> Appended[GameView] | None:
    """End the turn after a row of entries, where nothing else is left to enter.

    Returns the outcome; None where something is left, or somebody was quicker.
    """
    if not isinstance(outcome, Appended):
        return None
    left = list(outcome.now.options)
    closing = presenter.find_presenter(outcome.now.header["game"]).find_turn_end(left)
    if closing is None or left != [closing] or closing.get("by") != row[-1].get("by"):
        return None
    key = f"{entry_forms.read_send_key(form)[:60]}.end"
    ended = tables().append(outcome.now, closing, version=outcome.version, key=key, goes_on=True)
    return ended if isinstance(ended, Appended) else None


def _has_turn_ended(table: GameView, row: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether a row only ends a turn that has ended by itself meanwhile.

    Such a row waited on a phone without a connection.
    """
    entries = table.entry_knowledge.entries
    closing = presenter.find_presenter(table.header["game"]).find_turn_end(row)
    return closing is not None and len(row) == 1 and entries[-1:] == [closing]


def _append_row(
    table: GameView,
    row: Sequence[Mapping[str, Any]],
    form: MultiDict[str, str],
    *,
    stands: bool,
    reads_first: bool,
) -> tuple[Outcome, int]:
    """Append entries one after the other, each with a key of its own, until one is not taken.

    Returns the outcome of the last one tried, and its place in the row. After a lost answer and a
    second send, recorded entries are found by their keys, and the row goes on behind them.
    """
    version, key = entry_forms.read_send(form).values()
    for place, entry in enumerate(row):
        outcome = tables().append(
            table,
            entry,
            version=version,
            key=f"{key[:60]}.{place + 1}" if place else key,
            stands=stands,
            note=form.get("ruling-note", "").strip() or None,
            agreed=form.getlist("ruling-agreed"),
            reads_first=reads_first,
            goes_on=place > 0,
        )
        if not isinstance(outcome, Appended | Repeated):
            break
        version, table = outcome.version, outcome.now
    return outcome, place


@pages.post("/t/<token>/propose")
def propose_entry(token: str) -> ResponseReturnValue:
    """Propose to keep an entry that the rules refuse; the page then shows the proposal."""
    table, form = tables().open(token), request.form
    try:
        entry = entry_forms.entry_of(MultiDict([("entry", form.get("proposed", ""))]))
        wish = wishes.entry_wish(entry, form.get("ruling-note", "").strip())
        outcome = proposals().propose(table, wish, **entry_forms.read_send(form))
    except (Forbidden, Unreadable, KeyReused, TooMany) as problem:
        return _page(_refuse_send(table, problem))
    return _answer(outcome, [entry])


@pages.post("/t/<token>/undo")
def undo(token: str) -> ResponseReturnValue:
    """Undo the last step: a correction, or an entry with its ruling."""
    return _step(token, corrections().take_back)


@pages.post("/t/<token>/redo")
def redo(token: str) -> ResponseReturnValue:
    """Redo the last undone step."""
    return _step(token, corrections().redo)


def _step(token: str, take: Callable[..., Outcome]) -> ResponseReturnValue:
    table = tables().open(token)
    try:
        outcome = take(table, **entry_forms.read_send(request.form))
    except (Forbidden, Unreadable, KeyReused) as problem:
        return _page(_refuse_send(table, problem))
    except (NothingToTakeBack, NothingToRedo):
        return _page(GameReply(table=table, taken=table.version))
    return _answer(outcome, ())


def _refuse_send(table: GameView, problem: Exception) -> GameReply:
    """Return the reply to a send that cannot be read, or is not this link's to make."""
    if isinstance(problem, KeyReused):
        return make_problem(table, _("This was already sent with different content"), 409)
    if isinstance(problem, TooMany):
        return make_problem(table, _("Too many proposals are already waiting"), 409)
    if isinstance(problem, Unreadable):
        return make_problem(table, word_problem(problem), 422)
    return make_problem(table, explain_problem(problem), 403)


def _answer(
    outcome: Outcome, row: Sequence[Mapping[str, Any]], made: int = 0, closed: bool = False
) -> ResponseReturnValue:
    """Return the page after a send, see ``make_reply``; without script lead to it."""
    by_script = is_asked_by(PAGE) or parts.MARKS in request.headers
    if not by_script and isinstance(outcome, Appended | Repeated):
        return redirect(url_for("pages.play", token=outcome.now.link.token), 303)
    return _page(make_reply(outcome, row, made, closed))


def _page(reply: GameReply) -> ResponseReturnValue:
    """Render the game, whole or, for the page's script, its main part."""
    table = known_links.until_told(reply.table)
    presented = presenter.find_presenter(table.header["game"])
    turned = _describe_turned_back(table)
    front = str(turned["player"]) if reply.stepped and turned else request.values.get("shown")
    view = views.of_table(table, front)
    view = presented.show_table(view)
    last = _describe_last_entries(table, reply)
    waits = _describe_waiting(view)
    told: dict[str, Any] = {"refused": None, "stale": None, "problem": None, **reply.note}
    boards = presented.list_parts(view, calm=bool(told["refused"] or told["stale"]))
    read = {**(reply.reads["m"] if reply.reads else {}), "reads": reply.reads}
    made = parts.name_parts(
        [
            *_frame_parts(table, view, told, last, turned, waits),
            PagePart("reads", "parts/reads.html", read),
            *(_mark_changed_boards(table, boards) if waits["mine"] else boards),
        ]
    )
    # A tab shows only the beginning of a title; no link stands in it.
    title = [_("Your turn")] if waits["mine"] else []
    title += [", ".join(player["name"] for player in view.players), _("Hotel Ledger")]
    context = {
        "token": table.link.token,
        "game": table.header["game"],
        "folder": presented.folder,
        "styles": presented.styles,
        "title": " · ".join(title),
        "waits": waits,
        "for_all": table.link.role == access.TABLE,
        "alerts": _alerts(view),
        "version": table.version,
        "key": entry_forms.new_key(),
        "t": view,
        "parts": made,
        "announce": _announce_answer(last, reply, turned, view),
        "shared_as": describe_share(table),
    }
    return _send_page(reply, context)


def _send_page(reply: GameReply, context: Mapping[str, Any]) -> Response:
    """Send a page: as parts to a phone that has some of them, else as one of its templates.

    A phone whose page has other parts gets the whole one. It may come from another program, or be
    of another game.
    """
    has, made, view = parts.read_known_marks(request), context["parts"], context["t"]
    sends = context["token"], generate_csrf, context["version"], context["key"]
    if has is not None:
        waits = context["waits"]["mine"]
        answer = {
            "outcome": reply.outcome,
            "version": context["version"],
            "title": context["title"],
            "turn": waits,
            "announce": context["announce"],
            "over": view.over,
            "shown": view.acting,
            "front": view.front,
            "asks": reply.asks,
        }
        if has.keys() >= made.keys():
            sheets = reply.heard and bool(waits)
            answer["parts"] = parts.find_changes(made.values(), has, sheets=sheets)
        else:
            answer["whole"] = render_template("play_body.html", **context)
        page = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
        response = Response(parts.fill_parts(page, *sends), mimetype="application/json")
    else:
        page = render_template("play_body.html" if is_asked_by(PAGE) else "play.html", **context)
        response = make_response(parts.fill_parts(page, *sends))
    response.status_code = reply.status
    response.vary.update((FROM, parts.MARKS))
    if reply.taken is not None:
        response.headers["X-Taken"] = str(reply.taken)
    return response


def _frame_parts(
    table: GameView,
    view: presenter.View,
    told: Mapping[str, Any],
    last: Mapping[str, Any] | None,
    turned: Mapping[str, Any] | None,
    waits: Mapping[str, Any],
) -> Iterator[PagePart]:
    """Yield the parts of the page that every game has, from the top to the thumb.

    told: an answer's message about the entry, ``refused``, ``stale`` or ``problem``.
    """
    calm, telling = any(told.values()), describe_private_note(table)
    due = view.writes and not calm and is_board_check_due(table)
    proposes = table.link.seat and count_steps_back(table) and not may_undo(table)
    values: dict[str, Mapping[str, Any]] = {
        "turn": {name: getattr(view, name) for name in _HEAD},
        "round": {name: getattr(view, name) for name in _ROUND},
        "nav": {
            "alone": telling,
            "other_links": list_other_links(table),
            "alerts": _alerts(view),
            "here": "play",
            "score": find_score_view(table),
        },
        "clock": {"clock": clock.describe_clock(table), "paused": PAUSED},
        "waits": {
            "line": waits["line"],
            "mine": waits["mine"],
            **_list_missed(table, waits["mine"]),
        },
        "invite": {"invites": _invites(table), "alone": telling},
        "note": {**told, "players": view.players if told["refused"] else []},
        "last": {"last": last, "turned": turned},
        "check-due": {"check_due": due, "over": view.over},
        "reviews": {
            "reviews": reviews.to_tell(table, request_values.read_number("decided", 0)),
            "writes": view.writes,
        },
        "bar": {
            "writes": view.writes,
            "over": view.over,
            "hint": view.hint,
            # The message above comes first.
            "dock": [replace(each, main=False) for each in view.dock] if calm else view.dock,
        },
        "steps": {
            "writes": view.writes,
            "undoable": may_undo(table),
            "redoable": may_redo(table),
            "propose": last["first"] if last and proposes else 0,
        },
    }
    for name, value in values.items():
        yield PagePart(name, f"parts/{name.replace('-', '_')}.html", value)


def _alerts(view: presenter.View) -> bool:
    """Return whether a page can call its player when the table waits for them."""
    return bool(view.seat) and not view.over


_HEAD, _ROUND = ("colour", "heading", "step"), ("round_words", "turn_words")


def _describe_waiting(view: presenter.View) -> dict[str, object]:
    """Return whether the table waits for this seat, and a line with the awaited players.

    The heading already stands above; no line repeats it.
    """
    others = [view.name(player) for player in view.waits if player != view.seat]
    mine = view.seat in view.waits
    names = listing(others)
    if mine and others:
        line = _("Waiting for you and %(names)s.", names=names)
    elif mine:
        line = _("Waiting for you.")
    else:
        line = _("Waiting for %(names)s.", names=names) if others else ""
    repeated = len(view.waits) == 1 and view.name(view.waits[0]) in view.heading
    return {"mine": mine, "line": "" if repeated else line}


def _invites(table: GameView) -> bool:
    """Return whether the page explains how others sit down: before the first entry, if none sit."""
    if table.link.role != access.TABLE or table.entry_knowledge.entries or not is_reached():
        return False
    return not any(seat.since for seat in joining.list_seats(tables(), table.row))


SINCE = 12
"""Entries of others that a seat's page lists; further ones are only counted."""


def _list_missed(table: GameView, mine: bool) -> dict[str, object]:
    """Return the entries of others since a seat's last one, while the table waits for it."""
    entries = table.entry_knowledge.entries
    if not mine or table.link.seat is None:
        return {"since": [], "earlier": 0}
    first = _last_own(table) + 1
    numbers = [n for n in range(first, len(entries) + 1) if entries[n - 1]["do"] != RULE]
    shown = numbers[-SINCE:]
    did = effects.find_effects(table, shown[0], shown[-1]) if shown else {}
    lines = [
        {
            "number": number,
            "told": word_entry(table.header, entries[number - 1]),
            "effects": did.get(number, ()),
        }
        for number in shown
    ]
    return {"since": lines, "earlier": len(numbers) - len(shown)}


def _last_own(table: GameView) -> int:
    """Return the number of the last entry of a seat's player, 0 where there is none."""
    entries = table.entry_knowledge.entries
    own = (n for n in range(len(entries), 0, -1) if entries[n - 1].get("by") == table.link.seat)
    return next(own, 0)


def _mark_changed_boards(table: GameView, boards: Iterable[PagePart]) -> Iterator[PagePart]:
    """Yield the parts of the boards, with changes on the others' boards marked.

    The changes are those since the seat's last entry, as far as the seat may see them.
    """
    before = table.view_after_entry(_last_own(table)).position["players"]
    others = {
        player: (own, lies)
        for player, lies in table.position["players"].items()
        if player != table.link.seat and (own := before.get(player)) != lies
    }
    for part in boards:
        if part.name == "players" and others:
            changes = [{"players": dict.fromkeys(others, number)} for number in (0, 1)]
        elif part.board in others:
            changes = [{"players": {part.board: each}} for each in others[part.board]]
        else:
            yield part
            continue
        yield replace(part, value={**part.make_value(), "changes": changes}, made_of=None)


TOLD = 4
"""Undone or redone entries that are told one by one; of more only the step is told."""


def _word_step(table: GameView, found: LineChange) -> tuple[list[str], bool]:
    """Return the last step in words, and whether its entries came with a whole record."""
    header = table.header
    gone = [each for each in found.gone if each["do"] != RULE]
    come = [each for each in found.come if each["do"] != RULE]
    if bool(gone) != bool(come) and len(found.gone) + len(found.come) <= TOLD:
        told = join_sayings(word_entry(header, each) for each in gone or come)
        words = _("Undone: %(told)s", told=told) if gone else _("Entered: %(told)s", told=told)
        return [words], False
    (step,) = tables().read_history(table, since=found.version - 1, most=1)
    return done(header, step), step["op"] in (IMPORT, BRING)


def _describe_turned_back(table: GameView) -> dict[str, object] | None:
    """Return the last step back, step forward or correction: its player, and the pieces to move.

    player: of its first entry; empty where all choose unseen, so that the first begins anew.
    """
    found = find_last_change(table)
    if found is None:
        return None
    header = table.header
    lines, from_file = _word_step(table, found)
    # Of a whole record the page shows where all pieces lie; what moved is as long as the game.
    did = () if from_file else effects.find_turned_effects(table, found)
    own = found.seat is not None and found.seat == table.link.seat
    by = "" if own else who(header, {"seat": found.seat})
    said = ". ".join([*lines, effects.join_effects(did)])
    own_turn = (
        each for each in (*found.gone, *found.come) if not table.privacy.hides_verb(each["do"])
    )
    player = next((each["by"] for each in own_turn if "by" in each), "")
    return {"lines": lines, "by": by, "player": player, "effects": did, "said": said}


def _announce_answer(
    last: Mapping[str, Any] | None,
    reply: GameReply,
    turned: Mapping[str, Any] | None,
    view: presenter.View,
) -> str | None:
    """Return a screen reader's words: the entry or the undone step, then the next step."""
    said = turned["said"] if turned else last and last["announce"]
    if not said or not (reply.made or reply.heard or reply.stepped):
        return None
    then = join_label(view.heading, view.step) if view.step else view.heading
    return f"{str(said).rstrip('. ')}. {then}"


def _list_last_numbers(table: GameView, fresh: int) -> list[int]:
    """Return the numbers of the last entries that are told together, without rulings."""
    entries = table.entry_knowledge.entries
    closing = presenter.find_presenter(table.header["game"]).find_turn_end(entries[-1:])
    ends = closing is not None and [each.get("by") for each in entries[-2:-1]] == [closing["by"]]
    most = fresh or 1 + ends
    numbers: list[int] = []
    for number in range(len(entries), 0, -1):
        if len(numbers) >= most and number < find_tap(table, numbers[0]).start:
            break
        if entries[number - 1]["do"] != RULE:
            numbers.insert(0, number)
    return numbers


def _describe_last_entries(table: GameView, reply: GameReply) -> dict[str, object] | None:
    """Return the last entry that is not a ruling, in words, with its verdict.

    The entries of one tap are told together, on every phone; where some waited on this phone, those
    of several taps. Onlookers are told the end of a turn together with the entry before it.
    """
    numbers = _list_last_numbers(table, reply.made)
    if not numbers:
        return None
    entries = table.entry_knowledge.entries
    verdicts = {number: table.verdict(number) for number in numbers}
    shown = next((n for n in numbers if verdicts[n]["verdict"] != "legal"), numbers[-1])
    phrase = join_sayings(word_entry(table.header, entries[n - 1]) for n in numbers)
    by_number = effects.find_effects(table, numbers[0], numbers[-1])
    did = [effect for number in numbers for effect in by_number.get(number, ())]
    why = _("Nothing else was left to do in this turn.") if reply.closed else reply.again
    word = {"legal": _("Allowed"), "illegal": _("Not allowed"), "unclear": _("Unclear")}
    verdict = verdicts[shown]["verdict"]
    return {
        "phrase": phrase,
        "first": numbers[0],
        "ruling": _ruling_on(table, numbers[-1]),
        "verdict": verdicts[shown],
        "fresh": bool(reply.made),
        "why": why,
        "closed": reply.closed,
        "effects": did,
        "announce": " ".join(
            filter(None, [f"{word[verdict]}. {phrase}.", why, effects.join_effects(did)])
        ),
        "precedents": precedents().find_for_entry(table, shown)
        if reply.made and verdict == "unclear"
        else [],
    }


def _ruling_on(table: GameView, number: int) -> str:
    """Return the ruling that was made with an entry, in words: people who agreed, and why."""
    after = table.entry_knowledge.entries[number:]
    rulings = [entry for entry in after if entry["do"] == RULE]
    return next((word_entry(table.header, e) for e in rulings if e["entry"] == number), "")
