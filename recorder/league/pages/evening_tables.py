"""The tables of an evening: proposed, swapped, changed and removed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flask import request
from flask.typing import ResponseReturnValue

from recorder.league import league_state as ops
from recorder.league.league_state import Evening
from recorder.league.pages.evenings import find_evening
from recorder.league.pages.frame import (
    act_once,
    count_figures,
    go_back,
    league_page,
    league_pages,
    open_as_organiser,
)
from recorder.league.people import make_namer
from recorder.league.points import Unfit, lazy
from recorder.league.seating import (
    SeatingPast,
    count_meetings,
    count_small_seats,
    propose_tables,
    swap_people,
)
from recorder.league.service import League, explain_unfit
from recorder.pages import presenter
from recorder.pages.wording import gettext as _
from recorder.store.ledger import Deed

MOST_ROUNDS = 12
"""Rounds of tables that one evening has."""

REMEMBERED_ROUNDS = 60
"""Rounds of tables back over which smaller tables are shared."""

REMEMBERED = 400
"""Games back, the last ones, over which meetings are remembered."""


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
    least, most = bound_tables(own)
    strength = dict.fromkeys(people, 0.0)
    for game in own.games:
        count_figures(league, game)
        ratings = book.figures(game).ratings
        strength = {player: mean + ratings.of(player).mean for player, mean in strength.items()}
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
        least, most = bound_tables(own)
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
    yield ops.EVENING, own.to_json() | {"present": [p for p in own.present if p != gone]}


def bound_tables(own: Evening) -> tuple[int, int]:
    """Return the least and the most players of a table of an evening, whatever game it plays."""
    seats = [
        positions.seats if (positions := presenter.find_presenter(game).positions) else (2, 4)
        for game in own.games
    ]
    return min(least for least, _most in seats), max(most for _least, most in seats)
