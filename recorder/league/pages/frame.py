"""The blueprint of the league's pages, opening a league, and the frame of every page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial, wraps
from typing import Any, TypeVar

from flask import (
    Blueprint,
    current_app,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue

from adjudicator.record import Header
from recorder.games.access import Forbidden
from recorder.languages import speech
from recorder.league.days import day_of
from recorder.league.known import league_service, remember
from recorder.league.league_state import MEMBER, ORGANISER, PUBLIC, STRIKE, LeagueState
from recorder.league.people import make_namer, mask_names
from recorder.league.points import Unfit, format_points, lazy
from recorder.league.service import Answer, League, explain_unfit
from recorder.pages import presenter, wording
from recorder.pages.forms import entry_forms
from recorder.pages.shared.problems import tell_script
from recorder.pages.wording import gettext as _
from recorder.serving import limits
from recorder.serving.security import creation_limit, limiter
from recorder.store.ledger import Deed, current_time
from recorder.web.errors import Problem, answer_error

league_pages = Blueprint("league", __name__, url_prefix="/l")

View = TypeVar("View", bound=Callable[..., ResponseReturnValue])


def points_text(parts: int) -> str:
    """Return parts of a point as the reader writes them."""
    return wording.localise_number(format_points(parts))


@league_pages.app_errorhandler(Unfit)
def _answer_unfit(error: Unfit) -> ResponseReturnValue:
    return answer_error(Problem(422, "unfit", explain_unfit(error), key=error.key or None))


# -- opening ----------------------------------------------------------------------------------


def open_league(token: str, may: str = PUBLIC) -> League:
    """Return the league of a link, up to date. Raises NoSuchLink, Forbidden.

    may: the weakest role whose link may do this.
    """
    league = league_service().open(token)
    session.permanent = True
    if league.link.role != PUBLIC:
        remember(token)
    if may == ORGANISER and not league.organises:
        raise Forbidden(_("only the organiser's link can do this"))
    if may == MEMBER and not league.takes_part:
        raise Forbidden(_("this link is for spectators"))
    return league


@contextmanager
def speak_for_league(league: League) -> Iterator[None]:
    """Use the league's own language instead of the reader's: for paper and for case law."""
    if league.state.language in current_app.extensions["languages"]:
        with speech.use_language(league.state.language):
            yield
    else:  # the catalogue of this language has gone
        yield


FINE: Mapping[str, str] = {}
"""The problems of a form that has none."""


def league_view(
    address: str, may: str = PUBLIC, *, new: str = "", is_spoken: bool = False
) -> Callable[[View], View]:
    """Return a decorator that adds a view of a league, which takes the league of the link.

    may: see ``open_league``. new: the address of the same form for something that is not there
    yet. is_spoken: it answers in the league's language; refusals before it are in the reader's.
    """

    def add_view(view: View) -> View:
        @wraps(view)
        def answer(lt: str, **values: Any) -> ResponseReturnValue:
            league = open_league(lt, may)
            with speak_for_league(league) if is_spoken else nullcontext():
                return view(league, **values)

        for each in filter(None, (address, new)):
            league_pages.get(each)(answer)
        return view

    return add_view


def league_form(
    address: str,
    may: str = ORGANISER,
    *,
    new: str = "",
    page: Callable[..., ResponseReturnValue] | None = None,
    fields: tuple[str, ...] | None = None,
    is_limited: bool = False,
) -> Callable[[View], View]:
    """Return a decorator that adds a form of a league: a view that takes the sent form.

    may, new: see ``league_view``. page: shows the form again where the view raises Unfit: it takes
    the league as it is by then, the problems by field, and the values of the address. A problem of
    such a value is answered as an error. fields: how the form's fields begin; a problem of another
    one stands beside the whole form. is_limited: it counts among the things that are created.
    """

    def add_form(view: View) -> View:
        @wraps(view)
        def answer(lt: str, **values: Any) -> ResponseReturnValue:
            league = open_league(lt, may)
            try:
                return view(league, **values)
            except Unfit as problem:
                if page is None or problem.key in values:
                    raise
                is_field = fields is None or problem.key.startswith(fields)
                problems = {problem.key if is_field else "form": explain_unfit(problem)}
                shown = page(open_league(lt, may), problems, **values)
                return make_response(shown), 422

        limited = limiter.shared_limit(creation_limit, scope="creation")
        for each in filter(None, (address, new)):
            league_pages.post(each)(limited(answer) if is_limited else answer)
        return view

    return add_form


# -- rendering --------------------------------------------------------------------------------


def league_page(template: str, league: League, here: str, **more: Any) -> str:
    """Render a page of a league.

    Where more has ``problems`` of a form by field, a script that has sent it is told them alone.
    """
    tell_script(more.get("problems") or {})
    return render_template(
        f"league/{template}",
        **{
            "league": league,
            "state": league.state,
            "lt": league.link.token,
            "here": here,
            "organises": league.organises,
            "takes_part": league.takes_part,
            "name_of": make_namer(league),
            "short_of": make_namer(league, short=True),
            "game_title": game_title,
            "visitors": league.state.visitors(),
            "hide": partial(mask_names, league),
            "fresh_key": entry_forms.new_key(),
            "open_cases": len(league.state.open_cases()) if league.takes_part else 0,
            "language_of_league": league.state.language,
        }
        | more,
    )


def game_title(game: str) -> str:
    """Return the name on the box."""
    return presenter.find_presenter(game).title


def list_modules(game: str) -> dict[str, str]:
    """Return the modules that a game may have in play: titles by the names of records."""
    modules = presenter.find_presenter(game).positions.modules
    return {name: str(title) for name, title in modules.items()}


def zone_of(league: League) -> str:
    """Return the time zone of the clock on a league's wall; empty for the server's."""
    return str(league.state.defaults.get("zone", ""))


def league_today(league: League) -> str:
    """Return the day as the clock on a league's wall has it."""
    return day_of(current_time(), zone_of(league))


def sent_key() -> str:
    """Return the key of the form that was sent; a form without one gets one."""
    key = request.form.get("key", "")
    return f"f{key[:48]}" if key else f"s{entry_forms.new_key()}"


def act_once(
    league: League, deeds: Sequence[Deed] | Callable[[LeagueState], Sequence[Deed]]
) -> Answer:
    """Do something to the league under the key of the form that was sent.

    deeds: the operations, or a function that makes them of the league as it is then.
    """
    limit_action(league)
    return league.do(deeds if callable(deeds) else lambda _state: deeds, sent_key())


def limit_action(league: League) -> None:
    """Count something that is done through a link. Raises TooManyRequests."""
    who = f"{league.link.ledger} {league.link.role}"
    limits.count_request("league", who, current_app.config["LINK_LIMIT"])


def strike_unused(
    league: League, id_: str, is_unused: Callable[[LeagueState, str], bool] = LeagueState.is_unused
) -> None:
    """Remove what was made by mistake. Raises Unfit where games exist."""

    def build(state: LeagueState) -> list[Deed]:
        if id_ in state.struck:
            return []
        if not is_unused(state, id_):
            raise Unfit(lazy("this cannot be removed: something was played"), "id")
        return [(STRIKE, {"id": id_})]

    act_once(league, build)


def page_address(league: League, view: str, **values: Any) -> str:
    """Return the address of a view of the league, by the same link."""
    return url_for(f"league.{view}", lt=league.link.token, **values)


def go_back(view: str, league: League, message: str = "", **values: Any) -> ResponseReturnValue:
    """Return to a page of the league, which shows a message."""
    if message:
        flash(message)
    return redirect(page_address(league, view, **values), 303)


def count_figures(league: League, game: str, *, rated: bool = False) -> int | None:
    """Bring ratings, statistics and records up to date; a percentage while that runs.

    rated: the ratings are enough.
    """
    return league.book.figures(game).ready(rated=rated)


def part_header(league: League, game: str) -> Header:
    """Return by which header a league's pages word the parts of a score: its last record's.

    Editions call a part differently; one word stands for it on every page.
    """
    plays = (play for play in reversed(league.book.played) if play.game == game)
    last = next((play for play in plays if play.recorded), None)
    return {"game": game, "edition": last.edition if last is not None else ""}


def public_token(league: League) -> str:
    """Return the token of the public link, safe to hand on and hang up."""
    links = league_service().store.links(league.link.ledger)
    return next(link.token for link in links if link.role == PUBLIC)


ROLE_WORDS: Mapping[str, Any] = {
    ORGANISER: wording.lazy("For organisers"),
    MEMBER: wording.lazy("For members"),
    PUBLIC: wording.lazy("For spectators"),
}


DOER_WORDS: Mapping[str, Any] = {
    ORGANISER: wording.lazy("an organiser"),
    MEMBER: wording.lazy("a member"),
}
"""By the role of the link with which something was done."""


WHERE = ("evening", "round", "table")
"""The parts of an address that say at which table of an evening a game is played."""


def asked_table() -> dict[str, str]:
    """Return the parts of this address that say at which table of an evening a game is played."""
    return {name: request.args[name] for name in WHERE if request.args.get(name)}


def evening_table(league: League) -> dict[str, Any] | None:
    """Return which table of which evening a game is for, where its address says so."""
    asked = request.args
    evening = league.state.evenings.get(asked.get("evening", ""))
    if evening is None:
        return None
    try:
        round_, table = int(asked.get("round", "")), int(asked.get("table", ""))
        evening.rounds[round_][table]
    except (ValueError, IndexError):
        return None
    return {"evening": evening.id, "round": round_, "table": table}
