"""Evenings: the people present, their tables proposed and changed, and the page for the wall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from flask import render_template, request
from flask.typing import ResponseReturnValue

from recorder.league import league_state as ops
from recorder.league.league_state import ORGANISER, Evening, list_evening_tables, list_evenings
from recorder.league.pages.frame import (
    FINE,
    act_once,
    count_figures,
    game_title,
    go_back,
    league_form,
    league_page,
    league_today,
    league_view,
    public_token,
)
from recorder.league.pages.front import running_line
from recorder.league.people import list_known_names, make_namer, mask_names
from recorder.league.points import Unfit, find_or_refuse, lazy
from recorder.league.seating import (
    SeatingPast,
    count_meetings,
    count_small_seats,
    propose_tables,
    swap_people,
)
from recorder.league.service import League
from recorder.pages import presenter, wording
from recorder.pages.shared.paging import cut_page
from recorder.pages.wording import gettext as _
from recorder.store.ledger import Deed


def find_evening(league: League, evening: str) -> Evening:
    """Return an evening of the league. Raises Unfit for none."""
    known = league.state.evenings
    return find_or_refuse(known, evening, lazy("the league has no such evening"), "evening")


def title_games(own: Evening) -> str:
    """Return the games of an evening in words."""
    return wording.listing([wording.say(game_title(game)) for game in own.games])


@league_view("/<lt>/evenings")
def evenings(league: League) -> str:
    """Show the evenings, the coming ones first."""
    ordered = sorted(
        league.state.evenings.values(), key=lambda own: (own.day, own.time, own.id), reverse=True
    )
    shown = {"today": league_today(league), "public": public_token(league)}
    return league_page("evenings.html", league, "evenings", **shown, **cut_page(ordered))


@league_view("/<lt>/evenings/<evening>")
def evening(
    league: League, problems: Mapping[str, str] = FINE, evening: str = ""
) -> ResponseReturnValue:
    """Show an evening: its tables, each with its game and its links."""
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
        today=league_today(league),
        present=[(p, name_of(league.state.root(p))) for p in own.present],
        chosen=request.args.get("chosen", ""),
        typed=request.form.get("name", ""),
        problems=problems,
        title=title_games(own),
        known=list_known_names(league),
        public=public_token(league),
    )


def _list_sitters(league: League, key: str | None, players: Sequence[str]) -> Sequence[str]:
    """Return the players of a table's game once it has begun, before that the planned ones."""
    joined = league.state.games.get(key or "")
    return joined.seats if joined is not None else players


def _is_abandoned(league: League, key: str | None) -> bool:
    joined = league.state.games.get(key or "")
    return joined is not None and joined.abandoned


@league_view("/<lt>/attendance")
def attendance(league: League) -> str:
    """Show how often everybody came to the evenings of a season that have been."""
    today = league_today(league)
    season = request.args.get("season", "") or league.book.season_now(today) or ""
    held = league.state.seasons.get(season)
    evenings = [
        own
        for own in list_evenings(league.state)
        if own.day <= today and (held is None or held.season.first <= own.day <= held.season.last)
    ]
    came: Counter[str] = Counter()
    last: dict[str, str] = {}
    for own in evenings:
        people = {league.state.root(player) for player in own.present}
        came.update(people)
        last |= dict.fromkeys(people, own.day)
    name_of = make_namer(league)
    lines = sorted(came, key=lambda player: (-came[player], name_of(player).casefold()))
    return league_page(
        "attendance.html",
        league,
        "evenings",
        held=held,
        seasons=league.state.seasons.values(),
        count=len(evenings),
        lines=[(player, came[player], last[player]) for player in lines],
    )


@league_view("/<lt>/evenings/<evening>/wall")
def wall(league: League, evening: str) -> str:
    """Show all tables of an evening for a screen on the wall."""
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
        lt=league.link.token,
        evening=own,
        tables=now,
        hide=partial(mask_names, league),
        earlier=[table for table in tables if table["round"] < len(own.rounds) - 1],
        title=title_games(own),
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


MOST_ROUNDS = 12
"""Rounds of tables that one evening has."""

REMEMBERED_ROUNDS = 60
"""Rounds of tables back over which smaller tables are shared."""

REMEMBERED = 400
"""Games back, the last ones, over which meetings are remembered."""


@league_form("/<lt>/evenings/<evening>/seat")
def seat(league: League, evening: str) -> ResponseReturnValue:
    """Propose tables for the people present: the next round, or the open round anew."""
    own = find_evening(league, evening)
    last = len(own.rounds) - 1
    has_begun = last < 0 or any(round_ == last for round_, _table in own.started)
    round_ = last + has_begun  # while no table has begun, the last one is seated anew
    if round_ >= MOST_ROUNDS:
        raise Unfit(lazy("an evening has at most %(most)s rounds"), "round", most=MOST_ROUNDS)
    tables = _propose_seating(league, own, own.present, round_)
    body = {"evening": evening, "round": round_, "tables": tables}
    act_once(league, [(ops.SEAT, body)])
    return go_back("evening", league, _("The tables are proposed."), evening=evening)


def _propose_seating(
    league: League, own: Evening, present: Iterable[str], round_: int
) -> list[list[str]]:
    """Return tables of a round for some people, after the rounds before it."""
    state, book = league.state, league.book
    people = [state.root(player) for player in present if not state.has_left(player)]
    least, most = bound_tables(own)
    strength = dict.fromkeys(people, 0.0)
    for game in own.games:
        count_figures(league, game)
        ratings = book.figures(game).ratings
        strength = {player: mean + ratings.of(player).mean for player, mean in strength.items()}
    last = [play.table for play in book.played[-REMEMBERED:]]
    before = own.rounds[:round_]
    sat = [frozenset(map(state.root, table)) for tables in before for table in tables]
    small = count_small_seats(_list_rounds(league, own, before))
    past = SeatingPast(count_meetings([*last, *sat]), small)
    return [list(table) for table in propose_tables(people, least, most, past, strength)]


def _list_rounds(
    league: League, own: Evening, before: Sequence[Sequence[Sequence[str]]]
) -> list[list[list[str]]]:
    """Return the last rounds of tables of earlier evenings and of this one, by player."""
    rounds = [
        round_
        for each in list_evenings(league.state)
        if each.day <= own.day and each.id != own.id
        for round_ in each.rounds
    ]
    return [
        [[league.state.root(player) for player in table] for table in round_ if table]
        for round_ in [*rounds, *before][-REMEMBERED_ROUNDS:]
    ]


# -- the people change ------------------------------------------------------------------------

TABLES = "tables"
"""The field about waiting tables, shown when the people of an evening change."""

CLEAR, ANEW, STAY = "off", "anew", "stay"


def find_seating_changes(
    league: League, own: Evening, present: Collection[str]
) -> tuple[list[str], list[str]]:
    """Return the people at waiting tables who do not come, and people without a seat.

    The second have joined an evening after its last tables were made.
    """
    root = league.state.root
    there, before = set(map(root, present)), set(map(root, own.present))
    waiting = [
        (at, table) for at, table in list_evening_tables(own) if at not in own.started and table
    ]
    seated = [root(player) for _at, table in waiting for player in table]
    gone = [player for player in dict.fromkeys(seated) if player not in there]
    last = len(own.rounds) - 1
    if not any(round_ == last for (round_, _number), _table in waiting):
        return gone, []
    sits = {root(player) for table in own.rounds[last] for player in table}
    return gone, [player for player in map(root, present) if player not in before | sits]


def change_waiting_tables(
    league: League, own: Evening, present: Sequence[str], answer: str
) -> list[Deed]:
    """Return the operations that adapt waiting tables to the people of an evening.

    answer: CLEAR takes people off who do not come; ANEW proposes the waiting tables of the last
    round again, too; STAY changes nothing. Raises Unfit where people fit no tables.
    """
    if answer not in (CLEAR, ANEW):
        return []
    there = set(map(league.state.root, present))
    seated = [player for _at, table in list_evening_tables(own) for player in table]
    gone = {player for player in seated if league.state.root(player) not in there}
    deeds = list(_clear_tables(own, gone, bound_tables(own)[0]))
    if answer == CLEAR or not own.rounds:
        return deeds
    last = len(own.rounds) - 1
    kept = [deed for deed in deeds if deed[1]["round"] != last]
    body = {"evening": own.id, "round": last, "tables": _seat_last_round(league, own, present)}
    return [*kept, (ops.SEAT, body)]


def _seat_last_round(league: League, own: Evening, present: Sequence[str]) -> list[list[str]]:
    """Return the tables of the last round: those that have begun, the others proposed again."""
    last = len(own.rounds) - 1
    tables = own.rounds[last]
    begun = {at: list(table) for at, table in enumerate(tables) if (last, at) in own.started}
    sits = {league.state.root(player) for table in begun.values() for player in table}
    free = [player for player in present if league.state.root(player) not in sits]
    proposed = iter(_propose_seating(league, own, free, last) if free else ())
    now = [begun[at] if at in begun else next(proposed, []) for at in range(len(tables))]
    return [*now, *proposed]


def _clear_tables(own: Evening, gone: Collection[str], least: int) -> Iterator[Deed]:
    """Yield the operations that take people off the waiting tables of an evening.

    A table with fewer than ``least`` people left is removed.
    """
    for round_, tables in enumerate(own.rounds):
        left = [
            [p for p in players if p not in gone or (round_, at) in own.started]
            for at, players in enumerate(tables)
        ]
        kept = [
            now if len(now) == len(was) or len(now) >= least else []
            for now, was in zip(left, tables, strict=True)
        ]
        if kept != [list(players) for players in tables]:
            yield ops.SEAT, {"evening": own.id, "round": round_, "tables": kept}


@league_form("/<lt>/evenings/<evening>/swap")
def swap(league: League, evening: str) -> ResponseReturnValue:
    """Swap two people: the first tap chooses one, the second the other."""
    own = find_evening(league, evening)
    one, other = request.form.get("one", ""), request.form.get("other", "")
    if not one or one == other:
        chosen = "" if one == other else other
        return go_back("evening", league, evening=evening, chosen=chosen, _anchor="tables")
    round_ = len(own.rounds) - 1
    if round_ < 0:
        raise Unfit(lazy("the league has no such table"), "swap")

    def build(state: ops.LeagueState) -> list[Deed]:
        now = state.evenings[evening]
        for at, players in enumerate(now.rounds[round_]):
            if (round_, at) in now.started and {one, other} & set(players):
                raise Unfit(lazy("this table has begun its game"), "swap")
        tables = swap_people(now.rounds[round_], one, other)
        body = {"evening": evening, "round": round_, "tables": [list(table) for table in tables]}
        return [(ops.SEAT, body)]

    act_once(league, build)
    return go_back("evening", league, evening=evening, _anchor="tables")


@league_view("/<lt>/evenings/<evening>/tables/<int:round_>/<int:table>", ORGANISER)
def edit_table(league: League, evening: str, round_: int, table: int) -> str:
    """Show the people who can sit at a table that has not begun."""
    return _edit_table(league, {}, evening, round_, table)


def _edit_table(
    league: League, problems: Mapping[str, str], evening: str, round_: int, table: int
) -> str:
    own = find_evening(league, evening)
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


@league_form("/<lt>/evenings/<evening>/tables/<int:round_>/<int:table>", page=_edit_table)
def change_table(league: League, evening: str, round_: int, table: int) -> ResponseReturnValue:
    """Change the players of a table that has not begun, also when others of its round have.

    ``p``: the players now. ``strike``: remove the table. ``gone``: a player did not come; all
    waiting tables lose the player, and a table with too few players left is removed.
    """
    form = request.form
    gone = form.get("gone", "")
    chosen = [] if "strike" in form else list(dict.fromkeys(form.getlist("p")))

    def build(state: ops.LeagueState) -> list[Deed]:
        own = state.evenings[evening]
        here = _list_waiting(own, round_, table)
        least, most = bound_tables(own)
        if gone:
            present = [player for player in own.present if player != gone]
            settled = (ops.EVENING, own.to_json() | {"present": present})
            return [*_clear_tables(own, {gone}, least), settled]
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

    find_evening(league, evening)
    act_once(league, build)
    return go_back("evening", league, _("Kept."), evening=evening, _anchor="tables")


def bound_tables(own: Evening) -> tuple[int, int]:
    """Return the least and the most players of a table of an evening, over all its games."""
    seats = [presenter.find_presenter(game).positions.seats for game in own.games]
    return min(least for least, _most in seats), max(most for _least, most in seats)
