"""Games of the league: the list, one game, and the four ways in which a game joins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from flask import abort, current_app, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from adjudicator import games
from adjudicator.record import Unreadable
from recorder import access, languages, limits
from recorder.context import precedents, tables
from recorder.house import qr
from recorder.languages import why
from recorder.league import state as ops
from recorder.league.archive import records
from recorder.league.imports import AT_ONCE, Import, Imports
from recorder.league.pages.frame import (
    act,
    back,
    called,
    known_tokens,
    latest_day,
    league_pages,
    leagues,
    masked,
    namer,
    naming,
    offered,
    opened,
    organising,
    page,
    paged,
    public,
    sent_key,
    taking_part,
    today,
)
from recorder.league.pages.front import running_line, running_lines
from recorder.league.pages.seasons import corrected, held_of
from recorder.league.plays import Play
from recorder.league.points import Unfit, lazy
from recorder.league.service import League, said
from recorder.league.standings import check_day
from recorder.league.state import NAME, Evening, Joined, clean
from recorder.league.summary import summarise_totals
from recorder.ledger import LEAGUE, Link, NoSuchLink
from recorder.pages import presenter, words
from recorder.pages.asking import questions
from recorder.pages.entering import forms
from recorder.pages.frame.filters import abroad
from recorder.pages.keeping import houserules
from recorder.pages.presenter import Problems
from recorder.pages.words import gettext as _
from recorder.security import creation_limit, limiter
from recorder.shelves import of_league

LOWEST, HIGHEST = -100_000, 100_000
"""Points that a result without a record may give a player."""


@league_pages.get("/<lt>/games")
def game_list(lt: str) -> str:
    """Show the games, the last played first: all, of a season, of a player."""
    league = opened(lt)
    book = league.book
    season, player = request.args.get("season", ""), request.args.get("player", "")
    other = request.args.get("other", "")
    heading = ""
    if player and player in league.state.players:
        found = book.of_player(league.state.root(player))
        heading = namer(league)(player)
        if other in league.state.players:
            root = league.state.root(other)
            found = [play for play in found if root in play.table]
            heading = words.listing([heading, namer(league)(other)])
    elif season:
        counted = book.of_season(held_of(league, season).season.id)
        found = [book.plays[play.key] for play in counted if play.key in book.plays]
        heading = league.state.seasons[season].season.name
    else:
        found = book.played
    part = paged(found[::-1])
    running = sorted(book.running, key=lambda key: int(key[1:]), reverse=True)
    return page(
        "games.html",
        league,
        "games",
        heading=heading,
        query={"season": season, "player": player, "other": other},
        running=running_lines(league, running[:20]) if not (season or player) else [],
        **part,
    )


@league_pages.get("/<lt>/games/<key>")
def game(lt: str, key: str) -> str:
    """Show one game of the league, with what leads to its record and what leaves of it."""
    league = opened(lt)
    joined = league.held_game(key)
    play = league.book.plays.get(key)
    links: list[dict[str, Any]] = []
    read = table = None
    if joined.game is not None:
        read = league.service.read_link(joined.game).token
        if league.organises or (league.takes_part and joined.how == "started" and play is None):
            own = league.service.table_link(joined.game)
            table = own.token
            if play is None:
                links = _links(league, joined, own)
    return page(
        "game.html",
        league,
        "games",
        joined=joined,
        play=play,
        correction=corrected(league, play) if play else None,
        running=running_line(league, key) if play is None and joined.game else None,
        read=read,
        table=table,
        links=links,
        seats=_seat_names(league, joined),
        push=qr(abroad("league.push", lt=public(league), key=key)) if play else "",
        known=names_known(league) if league.organises else [],
    )


def names_known(league: League) -> list[str]:
    """Return the names that a field for a player suggests."""
    return [naming(player) for player in offered(league)[0]]


def _seat_names(league: League, joined: Joined) -> list[tuple[str, str, str]]:
    """Return the seats in order: the seat's id in the game, the player, the name at the table."""
    if joined.game is None:
        seats: Sequence[Mapping[str, Any]] = (joined.summary or {"players": ()})["players"]
    else:
        seats = leagues().tables.store.game(joined.game).header["players"]
    gone = {name.casefold() for name in league.state.names_gone()}
    return [
        (
            str(seat["id"]),
            league.state.root(player),
            ""
            if any(name.casefold() == seat["name"].casefold() for name in gone)
            else seat["name"],
        )
        for seat, player in zip(seats, joined.seats, strict=True)
    ]


def _links(league: League, joined: Joined, own: Link) -> list[dict[str, Any]]:
    """Return the links of a game that is being played, each as a QR code."""
    table = tables().open(own.token)
    names = {player["id"]: player["name"] for player in table.header["players"]}
    found = []
    for link in tables().links(table):
        address = abroad("pages.play", token=link.token)
        named = {
            access.TABLE: _("For the table"),
            access.READ: _("For spectators"),
            access.SEAT: _("%(name)s's seat", name=names.get(link.seat or "", "")),
        }
        found.append(
            {"name": named[link.role], "url": address, "qr": qr(address), "role": link.role}
        )
    return found


# -- started from its page --------------------------------------------------------------------


@league_pages.get("/<lt>/start")
def choose(lt: str) -> str:
    """Show who may play: tap the players, then the set-up begins with them."""
    return _choose(taking_part(lt), "", [])


def _choose(league: League, game: str, ticked: Sequence[str]) -> str:
    wanted = request.args.get("q", "")
    people, more = offered(league, ticked, wanted)
    return page(
        "start.html",
        league,
        "games",
        games={name: presenter.find(name).title for name in presenter.offered()},
        chosen=game or league.state.defaults.get("game", ""),
        people=people,
        ticked=ticked,
        more=more,
        q=wanted,
    )


@league_pages.get("/<lt>/start/set-up")
def chosen(lt: str) -> ResponseReturnValue:
    """Lead from the chosen players to the set-up form of the game."""
    league = taking_part(lt)
    asked = request.args
    game = asked.get("game", "")
    if game not in presenter.offered():
        abort(404)
    order = [p for p in asked.getlist("p") if p in league.state.players][:12]
    if "search" in asked:
        return _choose(league, game, order)
    if not order:
        return back("choose", league, _("Tap the players."))
    return redirect(url_for("league.set_up", lt=lt, game=game, p=order), 303)


def start_of(league: League, game: str, order: Sequence[str], evening: Evening | None) -> Any:
    """Return what the set-up form begins with: players, and the league's defaults."""
    defaults = league.state.defaults
    players = [league.state.players[league.state.root(own)] for own in order]
    shown = presenter.find(game)
    header: dict[str, Any] = {
        "game": game,
        "players": [
            {"id": own.id, "name": naming(own), **({"colour": own.colour} if own.colour else {})}
            for own in players
        ],
        "place": (masked(league, evening.place) if evening else "") or defaults.get("place", ""),
        "options": {"board": defaults["board"]} if defaults.get("board") else {},
    }
    if defaults.get("game") == game and defaults.get("edition"):
        header["edition"] = defaults["edition"]
    if defaults.get("game") == game:
        header["modules"] = list(defaults.get("modules", ()))
    start = dict(shown.again(header))
    house = houserules.named(game, defaults.get("house", ""))
    if house is not None:
        start["house-set"] = house.key
    if evening is not None:
        start["played_on"] = evening.day
    start["league"] = league.state.name
    return {key: value for key, value in start.items() if value != ""}


@league_pages.get("/<lt>/start/<game>")
def set_up(lt: str, game: str) -> str:
    """Show the set-up form of a game with players and defaults of the league filled in."""
    league = taking_part(lt)
    if game not in presenter.offered():
        abort(404)
    order = [p for p in request.args.getlist("p") if p in league.state.players][:12]
    evening = league.state.evenings.get(request.args.get("evening", ""))
    return _set_up(league, game, start_of(league, game, order, evening), {})


def _set_up(league: League, game: str, start: Mapping[str, Any], problems: Any) -> str:
    shown = presenter.find(game)
    values = request.values
    back_to: dict[str, Any] = {name: values[name] for name in WHERE if values.get(name)}
    return render_template(
        "new.html",
        game=game,
        folder=shown.folder,
        title=shown.title,
        s=shown.setup(start),
        problems=problems,
        again=None,
        known_names=names_known(league),
        action=url_for("league.begin", lt=league.link.token, game=game, **back_to),
        key=forms.beginning_key(request.form),
    )


@league_pages.post("/<lt>/start/<game>")
@limiter.shared_limit(creation_limit, scope="creation")
def begin(lt: str, game: str) -> ResponseReturnValue:
    """Start a game for the league; the seats' QR codes come next."""
    league = taking_part(lt)
    if game not in presenter.offered():
        abort(404)
    form = request.form
    try:
        document = presenter.find(game).document(form)
        _check_names(league, document)
        started = tables().start(document, listed=False, key=sent_key())
        presenter.find(game).keep(document, form.get("who", "").strip()[:40])
    except Problems as problem:
        return _set_up(league, game, _sent(form), problem.by_field), 422
    except (Unreadable, Unfit) as problem:
        told = said(problem) if isinstance(problem, Unfit) else why(problem)
        return _set_up(league, game, _sent(form), {"form": told, "players": told}), 422
    name = league.state.name
    precedents().choose(started.table, of_league(league.link.ledger), name, writes=True)
    presenter.find(game).began(started.table, form, name)
    added = league.service.join(
        league,
        started.links[0],
        {},
        how="started",
        key=sent_key(),
        where=_at_evening(league),
    )
    if added.problem:
        flash(added.problem)
    return back("game", league, key=added.key or added.name)


def _check_names(league: League, document: Mapping[str, Any]) -> None:
    """Raise Unfit where two seats would be one player of the league."""
    found = [league.state.named(player["name"]) for player in document["players"]]
    named = [player for player in found if player]
    if len(set(named)) != len(named):
        raise Unfit(lazy("one player sits there twice"), "players")
    for player in document["players"]:
        clean(player["name"], NAME, "players", least=1)
    if "played_on" in document:
        check_day(str(document["played_on"]), "played_on")


def _at_evening(league: League) -> dict[str, Any] | None:
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


def _sent(form: MultiDict[str, str]) -> dict[str, Any]:
    return {name: v[0] if len(v) == 1 else v for name, v in form.lists()}


# -- added by its table link ------------------------------------------------------------------


@league_pages.get("/<lt>/add")
def add(lt: str) -> str:
    """Show the ways in which a game joins that was or is played without the league."""
    league = taking_part(lt)
    return _add(league, _start(league), {})


def _start(league: League) -> dict[str, Any]:
    """Return what the form of totals begins with, from what the address says."""
    start: dict[str, Any] = {"day": today(), "place": league.state.defaults.get("place", "")}
    name_of = namer(league)
    for at, player in enumerate(request.args.getlist("p")[:6]):
        if player in league.state.players:
            start[f"name-{at}"] = name_of(league.state.root(player))
    evening = league.state.evenings.get(request.args.get("evening", ""))
    if evening is not None:
        start |= {"day": evening.day, "place": masked(league, evening.place), "game": evening.game}
    if request.args.get("q"):
        start |= _scored(request.args["q"])
    return start


def _scored(text: str) -> dict[str, Any]:
    """Return what the scoring assistant's link says, for the form. Raises Unreadable."""
    asked = questions.read(text)
    replay = asked.replay()
    result = replay.result(final=True)
    found: dict[str, Any] = {"game": replay.record.game}
    found[f"edition-{replay.record.game}"] = asked.document.get("edition", "")
    for at, player in enumerate(asked.document["players"][:6]):
        found[f"name-{at}"] = player["name"]
        found[f"total-{at}"] = str(result.total(player["id"]))
        if result.winners == (player["id"],):
            found["winner"] = str(at)
    return found


FIELDS = ("name-", "total-", "winner", "game", "edition", "day", "place")
"""Fields of the form of totals, or what they begin with."""

WHERE = ("evening", "round", "table")
"""What of an address says at which table of an evening a game is played."""


def _add(league: League, start: Mapping[str, Any], problems: Mapping[str, str]) -> str:
    return page(
        "add.html",
        league,
        "games",
        games={name: game_title_of(name) for name in games.names()},
        chosen=start.get("game", "") or league.state.defaults.get("game", ""),
        editions={name: dict(games.find(name).edition_labels) for name in games.names()},
        known=names_known(league),
        at_evening=_evening_asked(),
        start=start,
        problems=problems,
        imports=Imports(leagues().store).under_way(league.link.ledger),
    )


def _evening_asked() -> dict[str, str]:
    return {name: request.args[name] for name in WHERE if request.args.get(name)}


def game_title_of(name: str) -> str:
    """Return the name on the box."""
    return presenter.find(name).title


def token_of(text: str) -> str:
    """Return the token of a game's link, from an address or the token itself; empty for none."""
    text = text.strip()[:500]
    try:
        path = urlsplit(text).path if "/" in text else text
    except ValueError:  # brackets that hold no address
        return ""
    parts = [part for part in path.split("/") if part]
    return parts[parts.index("t") + 1] if "t" in parts[:-1] else (parts[-1] if parts else "")


def _table_link(token: str) -> Link:
    try:
        link = tables().store.link(token)
    except NoSuchLink:
        raise Unfit(lazy("this link opens no game"), "link") from None
    if link.role != access.TABLE:
        raise Unfit(lazy("this is not the table's own link, which lets a game join"), "link")
    return link


@league_pages.get("/<lt>/add/table")
def add_table(lt: str) -> ResponseReturnValue:
    """Show who sat where in a game that is to join, for checking."""
    league = taking_part(lt)
    token = token_of(request.args.get("link", ""))
    try:
        link = _table_link(token)
    except Unfit as problem:
        return _add(league, _start(league), {"link": said(problem)}), 422
    return _add_table(league, token, link, {})


def _add_table(league: League, token: str, link: Link, problems: Mapping[str, str]) -> str:
    header = tables().store.game(link.ledger).header
    seats = [
        {
            "id": seat["id"],
            "name": seat["name"],
            "player": league.state.named(seat["name"]) or "",
        }
        for seat in header["players"]
    ]
    name_of = namer(league)
    for seat in seats:
        called_ = name_of(seat["player"]) if seat["player"] else seat["name"]
        seat["called"] = request.form.get(f"seat-{seat['id']}") or called_
    return page(
        "add_table.html",
        league,
        "games",
        token=token,
        title=game_title_of(header["game"]),
        day=header.get("played_on", ""),
        seats=seats,
        problems=problems,
        known=names_known(league),
        at_evening=_evening_asked(),
    )


@league_pages.post("/<lt>/add/table")
def join_table(lt: str) -> ResponseReturnValue:
    """Let a game join by its table's link."""
    league = taking_part(lt)
    form = request.form
    token = token_of(form.get("link", ""))
    link = _table_link(token)
    seats = {
        seat["id"]: form.get(f"seat-{seat['id']}", "")
        for seat in tables().store.game(link.ledger).header["players"]
    }
    where = _at_evening(league)
    added = league.service.join(league, link, seats, how="added", key=sent_key(), where=where)
    if added.problem and not added.again:
        return _add_table(league, token, link, {"seats": added.problem}), 422
    told = _("This game was already in the league.") if added.again else _("The game has joined.")
    return back("game", league, told, key=added.key)


@league_pages.post("/join/<token>")
def join_from_game(token: str) -> ResponseReturnValue:
    """Lead from a game's own page to the form by which it joins a league of this browser."""
    wanted = request.form.get("league", "")
    if wanted not in known_tokens():
        raise NoSuchLink(wanted, LEAGUE)
    return redirect(url_for("league.add_table", lt=wanted, link=token), 303)


# -- imported ---------------------------------------------------------------------------------


@league_pages.post("/<lt>/add/files")
@limiter.shared_limit(creation_limit, scope="creation")
def import_files(lt: str) -> ResponseReturnValue:
    """Judge record files, one, several or a zip, and say of each what became of it."""
    league = taking_part(lt)
    files = [file for file in request.files.getlist("files") if file.filename]
    if not files:
        return back("add", league, _("Choose a file first."))
    sent_files = [(str(file.filename)[-120:], file.read()) for file in files]
    for file in files:
        file.close()
    try:
        where = _at_evening(league)  # of one record; several find their own tables
        number = begin_import(league.link, sent_files, sent_key(), where)
    except Unfit as problem:
        return _add(opened(lt), _start(opened(lt)), {"files": said(problem)}), 422
    return redirect(url_for("league.import_of", lt=lt, number=number), 303)


def begin_import(
    link: Link,
    files: Sequence[tuple[str, bytes]],
    key: str,
    where: Mapping[str, Any] | None = None,
) -> int:
    """Begin an import and return its number: a handful is judged at once, more beside.

    files: names and contents, of zips too. where: of a single record, see ``Leagues.join``.
    Raises Unfit.
    """
    found = records(files)
    limits.count_records([len(content) for _name, content in found])
    importer = current_app.extensions["imports"]
    number = Imports(leagues().store).begin(
        link,
        found,
        key=key,
        language=languages.locale(),
        where=where if len(found) == 1 else None,
        holder=importer.holder,
    )
    if len(found) <= AT_ONCE:
        importer.work(number)
    else:
        importer.wake()
    return number


def import_under_way(league: League, number: int) -> Import:
    """Return an import of a league, which goes on where nobody went on. Raises Unfit for none."""
    own = Imports(leagues().store).find(league.link.ledger, number)
    if not own.over:
        current_app.extensions["imports"].wake()
    return own


@league_pages.get("/<lt>/imports/<int:number>")
def import_of(lt: str, number: int) -> str:
    """Show how far an import is, and what has become of every record so far."""
    league = taking_part(lt)
    return page("imported.html", league, "games", own=import_under_way(league, number))


# -- a result without a record ----------------------------------------------------------------


@league_pages.post("/<lt>/add/result")
def add_result(lt: str) -> ResponseReturnValue:
    """Let plain totals join, marked as a result without a record."""
    league = taking_part(lt)
    try:
        summary = result_of(request.form)
        added = league.service.join_result(
            league,
            summary,
            how="totals",
            key=sent_key(),
            where=_at_evening(league),
        )
        if added.problem and not added.again:
            raise Unfit(added.problem, "players")
    except Unfit as problem:
        key = problem.key if problem.key.startswith(FIELDS) else "form"
        return _add(league, request.form, {key: said(problem)}), 422
    told = _("This result was already in the league.") if added.again else _("The result counts.")
    return back("game", league, told, key=added.key)


def result_of(form: MultiDict[str, str]) -> dict[str, Any]:
    """Return the summary that a form of plain totals describes. Raises Unfit."""
    game = form.get("game", "")
    if game not in games.names():
        raise Unfit(lazy("there is no such game"), "game")
    day = form.get("day", "")
    check_day(day, "day")
    if day > latest_day():
        raise Unfit(lazy("this day is still to come"), "day")
    edition = form.get(f"edition-{game}", "")
    if edition and edition not in games.find(game).edition_labels:
        raise Unfit(lazy("there is no such edition"), "edition")
    players: list[tuple[str, int]] = []
    rows: list[str] = []
    for at in range(6):
        name = clean(form.get(f"name-{at}", ""), NAME, f"name-{at}")
        total = form.get(f"total-{at}", "").strip().replace("−", "-")
        if not name and not total:
            continue
        if not name:
            raise Unfit(lazy("this needs a name"), f"name-{at}")
        digits = total.removeprefix("-")
        if not digits.isdecimal() or len(digits) > 6 or not LOWEST <= int(total) <= HIGHEST:
            raise Unfit(lazy("this is not a whole number"), f"total-{at}")
        players.append((name, int(total)))
        rows.append(str(at))
    if len(players) < 2:
        raise Unfit(lazy("a result needs two players or more"), "form")
    if len({name.casefold() for name, _total in players}) != len(players):
        raise Unfit(lazy("one player sits there twice"), "form")
    winners = [players[rows.index(won)] for won in form.getlist("winner") if won in rows]
    if any(total < max(most for _name, most in players) for _name, total in winners):
        raise Unfit(lazy("only a player with the highest total can have won"), "winner")
    return summarise_totals(
        game,
        day,
        players,
        edition=edition,
        winners=[name for name, _total in winners],
        place=clean(form.get("place", ""), 80, "place"),
    )


# -- changing ---------------------------------------------------------------------------------


@league_pages.post("/<lt>/games/<key>/seats")
def reseat(lt: str, key: str) -> ResponseReturnValue:
    """Say who sat where in a game of the league."""
    league = organising(lt)
    joined = league.held_game(key)
    form = request.form
    seats = []
    for seat, player, _name in _seat_names(league, joined):
        wanted = called(league, form.get(f"seat-{seat}", player))
        if wanted is None:
            raise Unfit(lazy("the league has no such player"), f"seat-{seat}")
        seats.append(wanted)
    roots = [league.state.root(player) for player in seats]
    if len(set(roots)) != len(roots):
        raise Unfit(lazy("one player sits there twice"), "seats")

    def build(_state: ops.LeagueState) -> list[tuple[str, Any]]:
        body = {"key": key, "seats": seats, "how": joined.how}
        if joined.game is None:
            return [(ops.RESULT, {**body, "summary": dict(joined.summary or {})})]
        return [(ops.GAME, {**body, "game": joined.game})]

    act(league, build)
    return back("game", league, _("Kept."), key=key)


@league_pages.post("/<lt>/games/<key>/remove")
def remove(lt: str, key: str) -> ResponseReturnValue:
    """Take a game out of the league; the game itself stays where it is."""
    league = organising(lt)
    joined = league.held_game(key)
    act(league, lambda _state: [(ops.REMOVE, {"key": key, "game": joined.game})])
    return back("game_list", league, _("The game is out of the league. It can join again."))


def play_of_key(league: League, key: str) -> Play:
    """Return a finished game of the league. Raises Unfit for none."""
    play = league.book.plays.get(key)
    if play is None:
        raise Unfit(lazy("the league has no such finished game"), "key")
    return play
