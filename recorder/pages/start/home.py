"""The first page, starting a game, uploading a record, about the program."""

from __future__ import annotations

from typing import Any

from flask import Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from adjudicator import games
from adjudicator.record import Unreadable
from recorder.games.visibility import GameView
from recorder.kept.named_sets import game_owner
from recorder.languages import speech
from recorder.languages.speech import explain_problem
from recorder.pages import presenter, wording
from recorder.pages.forms import entry_forms
from recorder.pages.kept import precedents
from recorder.pages.kept.kept_totals import list_kept_totals
from recorder.pages.kept.named_sets import sign_form
from recorder.pages.presenter import Problems
from recorder.pages.shared import known_links
from recorder.pages.shared.blueprint import pages
from recorder.pages.start import offered_names
from recorder.pages.start.mine import describe_own_games, list_own_games
from recorder.pages.start.start_form import set_up_page
from recorder.pages.wording import gettext as _
from recorder.serving import limits
from recorder.serving.platform import outfit
from recorder.serving.security import creation_limit, limiter
from recorder.web.context import tables
from recorder.web.request_values import is_inside

MOST = 6
"""Games that stand on the first page."""


@pages.get("/")
def home() -> str:
    """Show the games this browser knows, and how to begin another."""
    games = list_own_games()
    return render_template(
        "home.html",
        games=describe_own_games(games[:MOST], rounds=True),
        count=len(games) + len(list_kept_totals()),
        offered=presenter.list_presenters(),
        samples=_samples(),
        key=entry_forms.beginning_key(request.form),
        more=[
            {"url": url_for(offer.view), "icon": offer.icon, "words": text}
            for offer in outfit().offers
            if (text := offer.words()) is not None
        ],
    )


@pages.post("/language")
def speak() -> ResponseReturnValue:
    """Remember in which language this browser wants its pages, and show the page again where the
    language was chosen.
    """
    try:
        speech.choose_language(request.form.get("language", ""))
    except LookupError:
        abort(422, _("there is no such language"))
    back = request.form.get("back", "")
    place = back if is_inside(back) else url_for("pages.home")
    return redirect(f"{place.partition('#')[0]}#language", 303)


@pages.get("/about")
def about() -> str:
    """Describe the program."""
    return render_template(
        "about.html", samples=_samples(), key=entry_forms.beginning_key(request.form)
    )


@pages.get("/new/<game>")
def new(game: str) -> str:
    """Show the set-up form of a game.

    ``again``: the players, house rules and precedents of an earlier game. ``turned``: each sits
    one seat further, so that another one begins. ``precedents``: a set.
    """
    if game not in games.list_games():
        abort(404)
    shown = presenter.find_presenter(game)
    start: dict[str, object] = {precedents.FIELD: request.args.get(precedents.FIELD, "")}
    again = request.args.get("again")
    if again:
        table = tables().open(again)
        if table.header["game"] == game:
            header = table.header
            if request.args.get("turned"):  # the starting player sits last
                first, *others = header["players"]
                header = {**header, "players": [*others, first]}
            start = dict(shown.repeat_setup(header, table)) | precedents.repeat_set_field(table)
    own = [] if again else [each for each in list_own_games() if each.row.header["game"] == game]
    last = tables().view_game(own[0].links[0]) if own else None
    return _form(game, start, {}, last)


def _form(game: str, start: dict[str, Any], problems: Any, last: GameView | None = None) -> str:
    names = [player["name"] for player in last.header["players"]] if last else []
    dealt = presenter.find_presenter(game).dealt
    return set_up_page(
        game,
        start,
        problems,
        offered_names.list_offered_names(),
        again=last.link.token if last else None,
        again_names=wording.listing(names),
        begins_at=dealt if start.get("name-0") and not problems else "",
    )


@pages.post("/new/<game>")
@limiter.shared_limit(creation_limit, scope="creation")
def start(game: str) -> ResponseReturnValue:
    """Start a game from the set-up form."""
    if game not in games.list_games():
        abort(404)
    try:
        document = presenter.find_presenter(game).make_record(request.form)
        started = tables().start(document, listed=False, key=entry_forms.begins_with(request.form))
        presenter.find_presenter(game).keep_figures(
            document, sign_form(game_owner(started.table.link.ledger))
        )
        presenter.find_presenter(game).note_started(started.table, request.form)
        precedents.choose_ruling_set(started.table, request.form)
    except Problems as problem:
        return _form(game, _read_sent_fields(), problem.by_field), 422
    except Unreadable as problem:
        return _form(game, _read_sent_fields(), {"form": explain_problem(problem)}), 422
    return _redirect_to_game(started.table)


def _read_sent_fields() -> dict[str, object]:
    """Return the fields as they were sent; a field with several values as their list."""
    fields = request.form.lists()
    return {name: values[0] if len(values) == 1 else values for name, values in fields}


@pages.post("/upload")
@limiter.shared_limit(creation_limit, scope="creation")
def upload() -> ResponseReturnValue:
    """Keep a record file that was chosen on the first page."""
    file = request.files.get("record")
    if file is None or not file.filename:
        return redirect(url_for("pages.home"), 303)
    key, content = entry_forms.begins_with(request.form), file.read()
    limits.count_records([len(content)])
    return _redirect_to_game(tables().upload(content, listed=False, key=key).table)


def _samples() -> list[dict[str, str]]:
    """Return the recorded games to look at, with their titles."""
    return [
        {"game": name, "which": which, "title": shown.samples.get(which, shown.title)}
        for name in games.list_games()
        for shown in [presenter.find_presenter(name)]
        for which in presenter.list_samples(name)
    ]


@pages.post("/sample/<game>")
@limiter.shared_limit(creation_limit, scope="creation")
def sample(game: str) -> ResponseReturnValue:
    """Open a copy of a recorded sample game; trying it harms nobody."""
    samples = presenter.list_samples(game) if game in games.list_games() else {}
    path = samples.get(request.form.get("which") or "sample")
    if path is None:
        abort(404)
    key = entry_forms.begins_with(request.form)
    return _redirect_to_game(tables().upload(path.read_bytes(), listed=False, key=key).table)


def _redirect_to_game(table: GameView) -> Response:
    known_links.remember(table.link.token)
    return redirect(url_for("pages.play", token=table.link.token), 303)  # type: ignore[return-value]
