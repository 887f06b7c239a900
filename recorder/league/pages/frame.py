"""The blueprint of the league's pages, how one is opened, and what every page stands in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial, wraps
from typing import Any

from flask import (
    Blueprint,
    Response,
    current_app,
    flash,
    g,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue

from recorder import languages, limits, united
from recorder.access import Forbidden
from recorder.context import tables
from recorder.errors import Problem, answer
from recorder.league.points import Unfit, rounded
from recorder.league.service import Answer, League, Leagues, said
from recorder.league.state import MEMBER, ORGANISER, PUBLIC, Person
from recorder.league.store import LeagueStore
from recorder.ledger import Deed, NoSuchLink, now
from recorder.outfit import outfit
from recorder.pages import presenter, words
from recorder.pages.entering import forms
from recorder.pages.words import gettext as _
from recorder.remembered import Remembered

league_pages = Blueprint("league", __name__, url_prefix="/l")

PAGE = 50
"""Lines of a list on one page."""

MOST_OFFERED = 60
"""People that a form offers to be tapped; others are found by their names."""

EASTERNMOST = timedelta(hours=14)
"""How far the clocks of the world are ahead of that of the server at most."""

LATELY = 400
"""Games back, the last ones, from which a form knows who comes often."""


def points(parts: int) -> str:
    """Return parts of a point as the reader writes them."""
    return words.number(rounded(parts))


def leagues() -> Leagues:
    """Return the service of the current request."""
    if "leagues" not in g:
        store = LeagueStore(tables().store)
        g.leagues = Leagues(store, tables(), current_app.extensions["books"])
    service: Leagues = g.leagues
    return service


@league_pages.app_errorhandler(Unfit)
def _unfit(error: Unfit) -> ResponseReturnValue:
    return answer(Problem(422, "unfit", said(error), key=error.key or None))


# -- opening ----------------------------------------------------------------------------------


def opened(token: str) -> League:
    """Return the league of a link, up to date. Raises NoSuchLink."""
    league = leagues().open(token)
    session.permanent = True
    if league.link.role != PUBLIC:
        remember(token)
    return league


def organising(token: str) -> League:
    """Return the league of an organiser's link. Raises Forbidden for another one."""
    league = opened(token)
    if not league.organises:
        raise Forbidden(_("only the organiser's link can do this"))
    return league


def taking_part(token: str) -> League:
    """Return the league of a member's or the organiser's link. Raises Forbidden."""
    league = opened(token)
    if not league.takes_part:
        raise Forbidden(_("this link is for spectators"))
    return league


def _number(token: str) -> int | None:
    try:
        return leagues().store.link(token).id
    except NoSuchLink:
        return None


def _tokens(numbers: Sequence[int]) -> Mapping[int, str]:
    return leagues().store.tokens(numbers)


_leagues = Remembered(
    "clubs",
    lambda: outfit().remembers_leagues,
    _number,
    _tokens,
    ("leagues", united.remembered),
)

known_tokens = _leagues.tokens
remember = _leagues.remember
forget = _leagues.forget
know = _leagues.know


def leagues_beside(token: str) -> list[str]:
    """Return a league's link with the others by which this browser knows the same league."""
    number = next((leagues().store.link(t).ledger for t in known_tokens() if t == token), None)
    return [t for t in known_tokens() if leagues().store.link(t).ledger == number]


def known() -> list[dict[str, str]]:
    """Return the leagues that this browser knows, by name; those that are closed are dropped."""
    clubs = []
    for token in known_tokens():
        link = leagues().store.link(token)
        # Not by opening them: who holds one league and waits for another may wait for ever.
        name = leagues().store.name(link.ledger)
        clubs.append({"token": token, "name": name, "role": link.role})
    return clubs


def of_table(game: int) -> dict[str, Any] | None:
    """Return the league that a game belongs to, with what its table needs; None for none."""
    store = leagues().store
    numbers = store.leagues_of(game)
    if not numbers:
        return None
    public = next(link for link in store.links(numbers[0]) if link.role == PUBLIC)
    mine = next((t for t in known_tokens() if _opens(t, numbers[0])), public.token)
    name = store.name(numbers[0])
    return {"token": mine, "name": name, "key": f"g{game}", "league": numbers[0]}


def cases_on(found: Mapping[str, Any], number: int) -> list[dict[str, Any]]:
    """Return the league's cases about an entry of a game, without names of those who left.

    found: what ``of_table`` returned.
    """
    service = leagues()
    league = service.as_link(service.store.links(found["league"])[0])
    return [
        {"stands": case.stands, "note": masked(league, case.note), "who": masked(league, case.who)}
        for case in league.state.cases.values()
        if case.key == found["key"] and case.number == number
    ]


def _opens(token: str, league: int) -> bool:
    try:
        return leagues().store.link(token).ledger == league
    except NoSuchLink:
        return False


@contextmanager
def speaking(league: League) -> Iterator[None]:
    """Let words be the league's own and not those of whoever looks: for paper and for case law."""
    if league.state.language in current_app.extensions["languages"]:
        with languages.speaking(league.state.language):
            yield
    else:  # a language whose catalogue has gone
        yield


def in_its_language(view: Callable[..., Response]) -> Callable[..., Response]:
    """Make a view that answers in the league's language; refusals are in the reader's."""

    @wraps(view)
    def spoken(lt: str, **values: Any) -> Response:
        with speaking(opened(lt)):
            return view(lt, **values)

    return spoken


# -- rendering --------------------------------------------------------------------------------


def page(template: str, league: League, here: str, **more: Any) -> str:
    """Render a page of a league."""
    return render_template(
        f"league/{template}",
        **{
            "league": league,
            "state": league.state,
            "lt": league.link.token,
            "here": here,
            "organises": league.organises,
            "takes_part": league.takes_part,
            "name_of": namer(league),
            "short_of": namer(league, short=True),
            "game_title": game_title,
            "visitors": league.state.visitors(),
            "hide": partial(masked, league),
            "fresh_key": forms.new_key(),
            "open_cases": len(league.state.open_cases()) if league.takes_part else 0,
            "language_of_league": league.state.language,
        }
        | more,
    )


def namer(league: League, *, short: bool = False) -> Callable[[str], str]:
    """Return what names a player of the league by id."""

    def name_of(player: str) -> str:
        known_ = league.state.players.get(player)
        return naming(known_, short=short) if known_ is not None else "?"

    return name_of


def naming(player: Person, *, short: bool = False) -> str:
    """Return a player's name as pages, sheets and files show it."""
    if player.former is not None:
        return former(player.former)
    return (player.short if short else "") or player.name


def former(number: int) -> str:
    """Return what somebody who left for good is called."""
    return _("former player %(number)s", number=number)


def masked(league: League, text: str) -> str:
    """Return a text without the names of those who left."""
    return league.state.without_names(text, _("a former player"))


def game_title(game: str) -> str:
    """Return the name on the box."""
    return presenter.find(game).title


def offered(
    league: League, chosen: Iterable[str] = (), wanted: str = ""
) -> tuple[list[Person], bool]:
    """Return the people that a form offers, and whether there are more.

    chosen: who stands there in any case, first where not everybody fits. wanted: what somebody
    looks for in a name; without it those are offered who played last.
    """
    there = [league.state.players[own] for own in dict.fromkeys(chosen)]
    active = league.state.active()
    if len(active) <= MOST_OFFERED:
        return active + [own for own in there if own not in active], False
    sought = wanted.strip().casefold()
    if sought:
        found = [own for own in active if sought in naming(own).casefold()]
    else:
        lately: dict[str, None] = {}
        for play in league.book.played[: -LATELY - 1 : -1]:
            lately |= dict.fromkeys(seat.player for seat in play.seats)
        here = {own.id for own in active}
        found = [league.state.players[own] for own in lately if own in here]
        found += [own for own in active if own.id not in lately][:MOST_OFFERED]
    ids = {own.id for own in there}
    others = [own for own in found if own.id not in ids][: max(0, MOST_OFFERED - len(there))]
    return there + sorted(others, key=lambda own: naming(own).casefold()), True


def called(league: League, text: str) -> str | None:
    """Return the player that a field names: by id, by the shown name, or by another name."""
    if text in league.state.players:
        return league.state.root(text)
    known_ = league.state.named(text)
    if known_ is not None or not text.strip():
        return known_
    gone = (own for own in league.state.players.values() if own.former is not None)
    return next((own.id for own in gone if naming(own) == text.strip()), None)


def today() -> str:
    """Return the day as the clock of the server has it, in its own time zone."""
    return datetime.fromisoformat(now()).astimezone().date().isoformat()


def latest_day() -> str:
    """Return the day that it is by now where it is latest: nobody's own day is still to come."""
    return (datetime.fromisoformat(now()).astimezone(UTC) + EASTERNMOST).date().isoformat()


def sent_key() -> str:
    """Return the key of the form that was sent; a form without one gets one."""
    key = request.form.get("key", "")
    return f"f{key[:48]}" if key else f"s{forms.new_key()}"


def act(league: League, build: Callable[..., Sequence[Deed]]) -> Answer:
    """Do something to the league under the key of the form that was sent."""
    who = f"{league.link.ledger} {league.link.role}"
    limits.count("league", who, current_app.config["LINK_LIMIT"])
    return league.do(build, sent_key())


def back(view: str, league: League, message: str = "", **values: Any) -> ResponseReturnValue:
    """Return to a page of the league, which shows a message."""
    if message:
        flash(message)
    return redirect(url_for(f"league.{view}", lt=league.link.token, **values), 303)


def page_number() -> int:
    """Return the page of a list that was asked for, from 1."""
    asked = request.args.get("page", "1")
    return min(max(1, int(asked)), 100_000) if asked.isdecimal() and len(asked) < 7 else 1


def paged(lines: Sequence[Any], size: int = PAGE) -> dict[str, Any]:
    """Return one page of a list with the numbers of its neighbours. size: lines of a page."""
    pages = max(1, -(-len(lines) // size))
    number = min(page_number(), pages)
    start = (number - 1) * size
    return {
        "lines": lines[start : start + size],
        "page_number": number,
        "pages": pages,
        "count": len(lines),
        "start": start,
    }


def ready(league: League, game: str, *, rated: bool = False) -> int | None:
    """Bring ratings, statistics and records up to date; a percentage while that runs.

    rated: the ratings are enough.
    """
    return league.book.figures(game).ready(rated=rated)


def part_header(league: League, game: str) -> dict[str, Any]:
    """Return by which header a league's pages word the parts of a score: its last record's.

    Editions call a part differently; one word stands for it on every page.
    """
    plays = (play for play in reversed(league.book.played) if play.game == game)
    last = next((play for play in plays if play.recorded), None)
    return {"game": game, "edition": last.edition if last is not None else ""}


def public(league: League) -> str:
    """Return the token of the public link: what is handed on and hung up lets nobody do more."""
    links = leagues().store.links(league.link.ledger)
    return next(link.token for link in links if link.role == PUBLIC)


ROLE_WORDS: Mapping[str, Any] = {
    ORGANISER: words.lazy("For organisers"),
    MEMBER: words.lazy("For members"),
    PUBLIC: words.lazy("For everybody"),
}


WHERE = ("evening", "round", "table")
"""The parts of an address that say at which table of an evening a game is played."""


def at_evening(league: League) -> dict[str, Any] | None:
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
