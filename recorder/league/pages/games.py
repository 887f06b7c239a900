"""Games of the league: the list, one game, its seats, taking one out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import request
from flask.typing import ResponseReturnValue

from recorder.games import access
from recorder.league import league_state as ops
from recorder.league.doubles import list_doubles
from recorder.league.known import league_service
from recorder.league.league_state import MEMBER, Joined
from recorder.league.pages.frame import (
    FINE,
    act_once,
    go_back,
    league_form,
    league_page,
    league_view,
    public_token,
)
from recorder.league.pages.front import running_line, running_lines
from recorder.league.pages.seasons import find_season
from recorder.league.pages.standings import find_correction
from recorder.league.people import find_named_player, list_known_names, make_namer
from recorder.league.plays import Play
from recorder.league.points import Unfit, find_or_refuse, lazy
from recorder.league.service import League
from recorder.pages import wording
from recorder.pages.shared.filters import abroad
from recorder.pages.shared.paging import cut_page
from recorder.pages.wording import gettext as _
from recorder.serving.house import qr_code
from recorder.serving.platform import is_reached
from recorder.store.ledger import Link
from recorder.web.context import tables


@league_view("/<lt>/games")
def game_list(league: League) -> str:
    """Show the games, the last played first: all, of a season, of a player."""
    book = league.book
    season, player = request.args.get("season", ""), request.args.get("player", "")
    other = request.args.get("other", "")
    heading = ""
    if player and player in league.state.players:
        plays = book.of_player(league.state.root(player))
        heading = make_namer(league)(player)
        if other in league.state.players:
            root = league.state.root(other)
            plays = [play for play in plays if root in play.table]
            heading = wording.listing([heading, make_namer(league)(other)])
    elif season:
        counted = book.of_season(find_season(league, season).season.id)
        plays = [book.plays[play.key] for play in counted if play.key in book.plays]
        heading = league.state.seasons[season].season.name
    else:
        plays = book.played
    part = cut_page(plays[::-1])
    is_whole = not (season or player)
    twins = list_doubles(book) if league.takes_part and is_whole else []
    running = sorted(book.running, key=lambda key: int(key[1:]), reverse=True)
    games = league.state.games.values()
    abandoned = [joined.key for joined in games if joined.abandoned][::-1]
    return league_page(
        "games.html",
        league,
        "games",
        heading=heading,
        query={"season": season, "player": player, "other": other},
        running=running_lines(league, running[:20]) if is_whole else [],
        abandoned=running_lines(league, abandoned[:20]) if is_whole else [],
        # of each pair the one first that would stay
        doubles=[(b, a) if b.recorded and not a.recorded else (a, b) for a, b in twins],
        **part,
    )


def _find_links(league: League, joined: Joined, *, runs: bool) -> dict[str, object]:
    """Return the links that a page shows of a game: for reading, the table's, links to hand on."""
    read = table = None
    links: list[dict[str, Any]] = []
    if joined.game is not None:
        read = league.service.read_link(joined.game).token
        if league.organises or (league.takes_part and joined.how == "started" and runs):
            own = league.service.table_link(joined.game)
            table = own.token
            if runs and is_reached():
                links = _list_links(league, joined, own)
    return {"read": read, "table": table, "links": links}


@league_view("/<lt>/games/<key>")
def game(league: League, problems: Mapping[str, str] = FINE, key: str = "") -> ResponseReturnValue:
    """Show one game of the league, with links to its record and its files."""
    joined = league.held_game(key)
    if joined.same and not problems:
        return go_back("game", league, key=joined.same)
    play = league.book.plays.get(key)
    return league_page(
        "game.html",
        league,
        "games",
        joined=joined,
        play=play,
        correction=find_correction(league, play) if play else None,
        running=running_line(league, key) if play is None and joined.game else None,
        **_find_links(league, joined, runs=play is None),
        seats=_seat_names(league, joined),
        start=request.form,
        problems=problems,
        pictured=[*map(make_namer(league), (seat.player for seat in play.seats))] if play else [],
        push=qr_code(abroad("league.push", lt=public_token(league), key=key))
        if play and is_reached()
        else "",
        known=list_known_names(league) if league.organises else [],
        twins=[(own.key, bool(own.game)) for own in league.state.same_as(key)],
    )


def _seat_names(league: League, joined: Joined) -> list[tuple[str, str, str]]:
    """Return the seats in order: the seat's id in the game, the player, the name at the table."""
    if joined.game is None:
        seats: Sequence[Mapping[str, Any]] = (joined.summary or {"players": ()})["players"]
    else:
        seats = league_service().tables.store.game(joined.game).header["players"]
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


def _list_links(league: League, joined: Joined, own: Link) -> list[dict[str, Any]]:
    """Return the links of a game that is being played, each as a QR code."""
    table = tables().open(own.token)
    names = {player["id"]: player["name"] for player in table.header["players"]}
    shown = []
    for link in tables().list_links(table):
        address = abroad("pages.play", token=link.token)
        named = {
            access.TABLE: _("For the table"),
            access.READ: _("For spectators"),
            access.SEAT: _("%(name)s's seat", name=names.get(link.seat or "", "")),
        }
        shown.append(
            {"name": named[link.role], "url": address, "qr": qr_code(address), "role": link.role}
        )
    return shown


@league_form("/<lt>/games/<key>/seats", page=game)
def reseat(league: League, key: str) -> ResponseReturnValue:
    """Change the players at the seats of a game of the league."""
    joined = league.held_game(key)
    form = request.form
    seats = []
    for seat, player, _name in _seat_names(league, joined):
        wanted = find_named_player(league, form.get(f"seat-{seat}", player))
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

    act_once(league, build)
    return go_back("game", league, _("Kept."), key=key)


@league_form("/<lt>/games/<key>/remove")
def remove(league: League, key: str) -> ResponseReturnValue:
    """Take a game out of the league; the game itself stays where it is."""
    joined = league.held_game(key)
    act_once(league, [(ops.REMOVE, {"key": key, "game": joined.game})])
    return go_back("game_list", league, _("The game is out of the league. It can join again."))


@league_form("/<lt>/games/<key>/same", MEMBER)
def merge_games(league: League, key: str) -> ResponseReturnValue:
    """Let two games that look alike count as one; the one named ``of`` stays."""
    of = request.form.get("of", "")
    pairs = [{one.key, other.key} for one, other in list_doubles(league.book)]
    if {key, of} not in pairs:
        raise Unfit(lazy("these two games do not look like one another"), "of")
    act_once(league, [(ops.SAME, {"key": key, "of": of})])
    return go_back("game", league, _("They count as one game now."), key=of)


@league_form("/<lt>/games/<key>/apart", MEMBER)
def part_games(league: League, key: str) -> ResponseReturnValue:
    """Record that two games are not the same one; both count again."""
    of = request.form.get("of", "")
    league.held_game(key)
    league.held_game(of)
    act_once(league, [(ops.APART, {"key": key, "of": of})])
    return go_back("game", league, _("They are two games, and both count."), key=key)


@league_form("/<lt>/games/<key>/abandon", MEMBER)
def abandon(league: League, key: str) -> ResponseReturnValue:
    """End a game that is not played to its end: it is kept, and counts nowhere.

    ``again``: it goes on after all.
    """
    again = "again" in request.form

    def build(state: ops.LeagueState) -> list[tuple[str, Any]]:
        joined = state.games.get(key)
        if joined is None or joined.abandoned != again:
            return []
        if key in league.book.plays:
            raise Unfit(lazy("this game is finished"), "key")
        return [(ops.ABANDON, {"key": key, "game": joined.game, "abandoned": not again})]

    act_once(league, build)
    told = _("The game goes on.") if again else _("The game has ended. It is kept and not counted.")
    return go_back("game", league, told, key=key)


def find_play(league: League, key: str) -> Play:
    """Return a finished game of the league. Raises Unfit for none."""
    known = league.book.plays
    return find_or_refuse(known, key, lazy("the league has no such finished game"), "key")
