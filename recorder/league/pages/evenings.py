"""Evenings: the people present, tables that the program proposes, and the page for the wall."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue

from recorder.league import league_state as ops
from recorder.league.days import read_time, read_typed_day
from recorder.league.league_state import MOST_EVENINGS, NAME, Evening, Person, clean_line
from recorder.league.pages.frame import (
    act_once,
    count_figures,
    game_title,
    go_back,
    league_page,
    league_pages,
    league_today,
    open_as_organiser,
    open_league,
    public_token,
)
from recorder.league.pages.front import running_line
from recorder.league.pages.newcomers import ask_who, settle_names
from recorder.league.people import make_namer, mask_names, offer_people
from recorder.league.points import Unfit, find_or_refuse, lazy
from recorder.league.seating import (
    SeatingPast,
    count_meetings,
    count_small_seats,
    propose_tables,
    swap_people,
)
from recorder.league.service import League, explain_unfit, name_key
from recorder.pages import presenter
from recorder.pages.shared.paging import cut_page
from recorder.pages.wording import gettext as _
from recorder.store.ledger import Deed

MOST_GUESTS = 20
"""How many visitors can be named at a time."""

MOST_ROUNDS = 12
"""Rounds of tables that one evening has."""

REMEMBERED_ROUNDS = 60
"""Rounds of tables back over which smaller tables are shared."""

REMEMBERED = 400
"""Games back, the last ones, over which meetings are remembered."""


def find_evening(league: League, evening: str) -> Evening:
    """Return an evening of the league. Raises Unfit for none."""
    known = league.state.evenings
    return find_or_refuse(known, evening, lazy("the league has no such evening"), "evening")


@league_pages.get("/<lt>/evenings")
def evenings(lt: str) -> str:
    """Show the evenings, the coming ones first."""
    league = open_league(lt)
    ordered = sorted(
        league.state.evenings.values(), key=lambda own: (own.day, own.time, own.id), reverse=True
    )
    shown = {"today": league_today(league), "public": public_token(league)}
    return league_page("evenings.html", league, "evenings", **shown, **cut_page(ordered))


@league_pages.get("/<lt>/evenings/new")
def new_evening(lt: str) -> str:
    """Show the form of a new evening."""
    league = open_as_organiser(lt)
    last = max(league.state.evenings.values(), key=lambda own: own.day, default=None)
    start: dict[str, Any] = {
        "day": league_today(league),
        "time": last.time if last else "19:00",
        "place": mask_names(league, last.place) if last else league.state.defaults.get("place", ""),
        "game": (last.game if last else "") or league.state.defaults.get("game", ""),
        "present": [],
        "visitors": "",
    }
    return _evening_form(league, None, start, {})


@league_pages.get("/<lt>/evenings/<evening>/edit")
def edit_evening(lt: str, evening: str) -> str:
    """Show the form of an evening: date, place, people."""
    league = open_as_organiser(lt)
    own = find_evening(league, evening)
    start = asdict(own) | {"place": mask_names(league, own.place), "visitors": ""}
    return _evening_form(league, own, start, {})


def _evening_form(league: League, own: Evening | None, start: Any, problems: Any) -> str:
    wanted = request.form.get("q", "")
    there = [own for own in start["present"] if own in league.state.players]
    people, more = offer_people(league, there, wanted)
    return league_page(
        "evening_edit.html",
        league,
        "evenings",
        evening=own,
        start=start,
        problems=problems,
        people=people,
        more=more,
        q=wanted,
        games={
            name: presenter.find_presenter(name).title for name in presenter.list_games_with_setup()
        },
    )


@league_pages.post("/<lt>/evenings")
def add_evening(lt: str) -> ResponseReturnValue:
    """Settle a new evening."""
    return _keep_evening(open_as_organiser(lt), None)


@league_pages.post("/<lt>/evenings/<evening>/edit")
def keep_evening(lt: str, evening: str) -> ResponseReturnValue:
    """Settle an evening anew."""
    league = open_as_organiser(lt)
    return _keep_evening(league, find_evening(league, evening))


def _keep_evening(league: League, own: Evening | None) -> ResponseReturnValue:
    form = request.form
    body: dict[str, Any] = {
        "day": form.get("day", ""),
        "time": form.get("time", "")[:20],
        "place": form.get("place", ""),
        "game": form.get("game", ""),
        "present": list(dict.fromkeys(form.getlist("present"))),
    }
    made = own.id if own else ""
    typed = form.get("visitors", "")
    if "search" in form:  # nothing is settled yet
        return _evening_form(league, own, body | {"visitors": typed}, {})
    try:
        visitors = [clean_line(name, NAME, "visitors") for name in re.split(r"[,;\n]", typed)]
        visitors = [name for name in visitors if name][:MOST_GUESTS]
        body["day"] = read_typed_day(body["day"], "day")
        body["place"] = clean_line(body["place"], 80, "place")
        body["time"] = read_time(body["time"], "time")
        if body["game"] not in presenter.list_games_with_setup():
            raise Unfit(lazy("there is no such game"), "game")
        if not set(body["present"]) <= set(league.state.players):
            raise Unfit(lazy("the league has no such player"), "present")
        people, question = settle_names(league, visitors, form)
        if question is not None:
            view = "keep_evening" if own else "add_evening"
            values: dict[str, Any] = {"evening": own.id} if own else {}
            action = url_for(f"league.{view}", lt=league.link.token, **values)
            return ask_who(league, question, action, _("Keep it"))

        def build(state: ops.LeagueState) -> list[tuple[str, Any]]:
            nonlocal made
            if own is None:
                if len(state.evenings) >= MOST_EVENINGS:
                    message = lazy("a league keeps at most %(most)s evenings")
                    raise Unfit(message, "day", most=MOST_EVENINGS)
                made = state.next_id("e", state.evenings)
            fresh, there = _find_visitors(state, visitors, people)
            present = list(dict.fromkeys([*body["present"], *there]))
            return [*fresh, (ops.EVENING, {"id": made, **body, "present": present})]

        league = act_once(league, build).now
    except Unfit as problem:
        sent = body | {"visitors": typed}
        return _evening_form(league, own, sent, {problem.key: explain_unfit(problem)}), 422
    if made not in league.state.evenings:  # the same form came before
        return go_back("evenings", league)
    return go_back("evening", league, evening=made)


def _find_visitors(
    state: ops.LeagueState, names: Sequence[str], people: Mapping[str, str]
) -> tuple[list[Deed], list[str]]:
    """Return the operations that add new visitors, and the ids of all people named.

    people: the player meant by an unknown name, see ``Leagues.import_record``.
    """
    fresh: list[Deed] = []
    there: list[str] = []
    known = dict(state.players)
    for name in names:
        player = people.get(name_key(name)) or state.named(name)
        if player is None:
            visitor = Person(state.next_id("p", known), name, visitor=True)
            replace(state, players=known).check_player(visitor)
            known[visitor.id] = visitor
            fresh.append((ops.PLAYER, visitor.to_json()))
            player = visitor.id
        there.append(player)
    return fresh, there


@league_pages.get("/<lt>/evenings/<evening>")
def evening(lt: str, evening: str) -> str:
    """Show an evening: its tables, each with its game and its links."""
    league = open_league(lt)
    own = find_evening(league, evening)
    name_of = make_namer(league)
    return league_page(
        "evening.html",
        league,
        "evenings",
        evening=own,
        rounds=[
            {
                "number": number,
                "tables": [
                    {
                        "number": at,
                        "players": [
                            (p, name_of(league.state.root(p)))
                            for p in _list_sitters(league, own.started.get((number, at)), table)
                        ],
                        "key": own.started.get((number, at)),
                        "over": own.started.get((number, at)) in league.book.plays,
                        "abandoned": _is_abandoned(league, own.started.get((number, at))),
                    }
                    for at, table in enumerate(tables)
                ],
                "started": any((number, at) in own.started for at in range(len(tables))),
                "settled": all(
                    (number, at) in own.started or not table for at, table in enumerate(tables)
                ),
                "waits": any(
                    (number, at) not in own.started and table for at, table in enumerate(tables)
                ),
            }
            for number, tables in enumerate(own.rounds)
        ][::-1],
        present=[(p, name_of(league.state.root(p))) for p in own.present],
        chosen=request.args.get("chosen", ""),
        title=game_title(own.game) if own.game else "",
        public=public_token(league),
    )


def _list_sitters(league: League, key: str | None, players: Sequence[str]) -> Sequence[str]:
    """Return the players of a table's game once it has begun, before that the planned ones."""
    joined = league.state.games.get(key or "")
    return joined.seats if joined is not None else players


def _is_abandoned(league: League, key: str | None) -> bool:
    joined = league.state.games.get(key or "")
    return joined is not None and joined.abandoned


@league_pages.post("/<lt>/evenings/<evening>/seat")
def seat(lt: str, evening: str) -> ResponseReturnValue:
    """Propose tables for the people present: the next round, or the open one anew."""
    league = open_as_organiser(lt)
    own = find_evening(league, evening)
    tables = _propose_seating(league, own)
    round_ = _open_round(own)
    if round_ >= MOST_ROUNDS:
        raise Unfit(lazy("an evening has at most %(most)s rounds"), "round", most=MOST_ROUNDS)
    body = {"evening": evening, "round": round_, "tables": tables}
    act_once(league, lambda _state: [(ops.SEAT, body)])
    return go_back("evening", league, _("The tables are proposed."), evening=evening)


def _open_round(own: Evening) -> int:
    """Return the round that can still be seated anew: the last one while no table has begun."""
    last = len(own.rounds) - 1
    if last >= 0 and not any(round_ == last for round_, _table in own.started):
        return last
    return last + 1


def _propose_seating(league: League, own: Evening) -> list[list[str]]:
    state, book = league.state, league.book
    people = [root for p in own.present if state.players[root := state.root(p)].former is None]
    least, most = seats_of(own.game)
    count_figures(league, own.game)
    ratings = book.figures(own.game).ratings
    strength = {player: ratings.of(player).mean for player in people}
    last = [play.table for play in book.played[-REMEMBERED:]]
    sat = [
        frozenset(state.root(player) for player in table)
        for tables in own.rounds[: _open_round(own)]
        for table in tables
    ]
    past = SeatingPast(count_meetings([*last, *sat]), count_small_seats(_list_rounds(league, own)))
    return [list(table) for table in propose_tables(people, least, most, past, strength)]


def _list_rounds(league: League, own: Evening) -> list[list[list[str]]]:
    """Return the last rounds of tables before the open round of an evening, by player."""
    evenings = sorted(league.state.evenings.values(), key=lambda each: (each.day, each.id))
    rounds = [
        round_
        for each in evenings
        if each.day <= own.day and each.id != own.id
        for round_ in each.rounds
    ]
    root = league.state.root
    return [
        [[root(player) for player in table] for table in round_ if table]
        for round_ in [*rounds, *own.rounds[: _open_round(own)]][-REMEMBERED_ROUNDS:]
    ]


@league_pages.post("/<lt>/evenings/<evening>/swap")
def swap(lt: str, evening: str) -> ResponseReturnValue:
    """Swap two people: the first tap chooses one, the second the other."""
    league = open_as_organiser(lt)
    own = find_evening(league, evening)
    one, other = request.form.get("one", ""), request.form.get("other", "")
    if not one or one == other:
        chosen = "" if one == other else other
        return go_back("evening", league, evening=evening, chosen=chosen, _anchor="tables")
    round_ = len(own.rounds) - 1
    if round_ < 0:
        raise Unfit(lazy("the league has no such table"), "swap")

    def build(state: ops.LeagueState) -> list[tuple[str, Any]]:
        now = state.evenings[evening]
        for at, players in enumerate(now.rounds[round_]):
            if (round_, at) in now.started and {one, other} & set(players):
                raise Unfit(lazy("this table has begun its game"), "swap")
        tables = swap_people(now.rounds[round_], one, other)
        body = {"evening": evening, "round": round_, "tables": [list(table) for table in tables]}
        return [(ops.SEAT, body)]

    act_once(league, build)
    return go_back("evening", league, evening=evening, _anchor="tables")


@league_pages.get("/<lt>/evenings/<evening>/tables/<int:round_>/<int:table>")
def edit_table(lt: str, evening: str, round_: int, table: int) -> str:
    """Show the people who can sit at a table that has not begun."""
    league = open_as_organiser(lt)
    return _edit_table(league, find_evening(league, evening), round_, table, {})


def _edit_table(
    league: League, own: Evening, round_: int, table: int, problems: Mapping[str, str]
) -> str:
    here = _list_waiting(own, round_, table)
    name_of = make_namer(league)
    sits = {p: at for at, players in enumerate(own.rounds[round_]) for p in players}
    begun = {p for p, at in sits.items() if (round_, at) in own.started}
    people = [p for p in dict.fromkeys([*here, *own.present]) if p not in begun]
    return league_page(
        "evening_table.html",
        league,
        "evenings",
        evening=own,
        round=round_,
        table=table,
        sitting=here,
        people=[
            (p, name_of(league.state.root(p)), sits.get(p) if p not in here else None)
            for p in people
        ],
        problems=problems,
    )


def _list_waiting(own: Evening, round_: int, table: int) -> tuple[str, ...]:
    """Return the planned players of a table whose game has not begun, else raise Unfit."""
    if round_ >= len(own.rounds) or table >= len(own.rounds[round_]):
        raise Unfit(lazy("the league has no such table"), "table")
    if (round_, table) in own.started:
        raise Unfit(lazy("this table has begun its game"), "table")
    return own.rounds[round_][table]


@league_pages.post("/<lt>/evenings/<evening>/tables/<int:round_>/<int:table>")
def change_table(lt: str, evening: str, round_: int, table: int) -> ResponseReturnValue:
    """Change the players of a table that has not begun, also when others of its round have.

    ``p``: the players now. ``strike``: remove the table. ``gone``: a player did not come; all
    waiting tables lose the player, and a table with too few players left is removed.
    """
    league = open_as_organiser(lt)
    form = request.form
    gone = form.get("gone", "")
    chosen = [] if "strike" in form else list(dict.fromkeys(form.getlist("p")))

    def build(state: ops.LeagueState) -> list[tuple[str, Any]]:
        own = state.evenings[evening]
        here = _list_waiting(own, round_, table)
        least, most = seats_of(own.game)
        if gone:
            return list(_take_off(own, gone, least))
        if "strike" not in form and not least <= len(chosen) <= most:
            message = lazy("a table of this game has %(least)s to %(most)s players")
            raise Unfit(message, "p", least=least, most=most)
        if not set(chosen) <= {*own.present, *here}:
            raise Unfit(lazy("the league has no such player"), "p")
        tables = []
        for at, players in enumerate(own.rounds[round_]):
            stay = [p for p in players if p not in chosen]
            if at == table:
                stay = chosen
            elif len(stay) < len(players) and (round_, at) in own.started:
                raise Unfit(lazy("this table has begun its game"), "p")
            elif len(stay) < len(players) and 0 < len(stay) < least:
                message = lazy("too few players would be left at table %(number)s")
                raise Unfit(message, "p", number=at + 1)
            tables.append(stay)
        return [(ops.SEAT, {"evening": own.id, "round": round_, "tables": tables})]

    try:
        find_evening(league, evening)
        act_once(league, build)
    except Unfit as problem:
        if problem.key != "p":
            raise
        league = open_as_organiser(lt)  # others may have caused the problem meanwhile
        own = find_evening(league, evening)
        return _edit_table(league, own, round_, table, {"p": explain_unfit(problem)}), 422
    return go_back("evening", league, _("Kept."), evening=evening, _anchor="tables")


def _take_off(own: Evening, gone: str, least: int) -> Iterator[Deed]:
    """Yield the operations that take an absent player off an evening and its waiting tables."""
    for round_, tables in enumerate(own.rounds):
        left = [
            [p for p in players if p != gone] if (round_, at) not in own.started else list(players)
            for at, players in enumerate(tables)
        ]
        kept = [
            now if len(now) == len(was) or len(now) >= least else []
            for now, was in zip(left, tables, strict=True)
        ]
        if kept != [list(players) for players in tables]:
            yield ops.SEAT, {"evening": own.id, "round": round_, "tables": kept}
    body = {"id": own.id, "day": own.day, "time": own.time, "place": own.place, "game": own.game}
    yield ops.EVENING, body | {"present": [p for p in own.present if p != gone]}


def seats_of(game: str) -> tuple[int, int]:
    """Return the least and the most players of a game."""
    positions = presenter.find_presenter(game).positions
    return positions.seats if positions is not None else (2, 4)


@league_pages.get("/<lt>/evenings/<evening>/wall")
def wall(lt: str, evening: str) -> str:
    """Show all tables of an evening for a screen on the wall."""
    league = open_league(lt)
    own = find_evening(league, evening)
    tables: list[dict[str, Any]] = []
    for round_, seated in enumerate(own.rounds):
        for at, players in enumerate(seated):
            if players:
                tables.append(_describe_table(league, own, round_, at, players))
    now = [table for table in tables if table["round"] == len(own.rounds) - 1]
    return render_template(
        "league/wall.html",
        league=league,
        state=league.state,
        lt=lt,
        evening=own,
        tables=now,
        hide=partial(mask_names, league),
        earlier=[table for table in tables if table["round"] < len(own.rounds) - 1],
        title=game_title(own.game) if own.game else "",
    )


def _describe_table(
    league: League, own: Evening, round_: int, at: int, players: Sequence[str]
) -> dict[str, Any]:
    name_of = make_namer(league)
    key = own.started.get((round_, at))
    shown: dict[str, Any] = {"round": round_, "number": at + 1, "key": key, "over": False}
    if key in league.book.plays:
        play = league.book.plays[str(key)]
        order = sorted(play.seats, key=lambda one: one.place)
        return shown | {
            "over": True,
            "players": [
                {
                    "name": name_of(one.player),
                    "colour": one.colour,
                    "total": one.total,
                    "won": one.won,
                }
                for one in order
            ],
        }
    if key in league.book.running:
        running = running_line(league, str(key))
        return shown | {"players": running["players"], "in_round": running["round"]}
    return shown | {
        "abandoned": _is_abandoned(league, key),
        "players": [
            {"name": name_of(league.state.root(p)), "colour": "", "total": None}
            for p in _list_sitters(league, key, players)
        ],
    }
