"""The form of an evening: day, place, games, people."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import date, timedelta
from typing import Any

from flask import request
from flask.typing import ResponseReturnValue

from adjudicator import games
from recorder.league import league_state as ops
from recorder.league.days import read_digits, read_time, read_typed_day
from recorder.league.league_state import (
    MEMBER,
    MOST_EVENINGS,
    NAME,
    ORGANISER,
    Evening,
    Person,
    clean_line,
    list_evening_tables,
    list_evenings,
)
from recorder.league.pages.evenings import (
    ANEW,
    CLEAR,
    STAY,
    TABLES,
    change_waiting_tables,
    find_evening,
    find_seating_changes,
)
from recorder.league.pages.evenings import evening as show_evening
from recorder.league.pages.frame import (
    FINE,
    act_once,
    go_back,
    league_form,
    league_page,
    league_today,
    league_view,
    page_address,
    strike_unused,
)
from recorder.league.pages.newcomers import ask_choice, ask_who, settle_names
from recorder.league.people import find_named_player, make_namer, mask_names, offer_people
from recorder.league.points import Unfit, lazy
from recorder.league.service import League, name_key
from recorder.pages import presenter, wording
from recorder.pages.wording import gettext as _
from recorder.store.ledger import Deed

BOTH = "both"
"""The field that says that a second evening on one day is meant."""

EVERY = ("0", "7", "14", "28")
"""Days between the evenings of a series; 0: no series."""

MOST_REPEATED = 60
"""Evenings that one series has."""

MOST_GUESTS = 20
"""How many visitors can be named at a time."""


@league_view("/<lt>/evenings/<evening>/edit", ORGANISER, new="/<lt>/evenings/new")
def edit_evening(league: League, problems: Mapping[str, str] = FINE, evening: str = "") -> str:
    """Show the form of an evening: date, place, people; a new one begins as the last one was."""
    own = find_evening(league, evening) if evening else None
    start = _sent_fields() if request.form else _begin_fields(league, own)
    wanted = request.form.get("q", "")
    there = [own for own in start["present"] if own in league.state.players]
    people, more = offer_people(league, there, wanted)
    return league_page(
        "evening_edit.html",
        league,
        "evenings",
        evening=own,
        unused=own is not None and league.state.is_unused(own.id),
        start=start,
        problems=problems,
        people=people,
        more=more,
        q=wanted,
        games={name: presenter.find_presenter(name).title for name in games.list_games()},
    )


def _begin_fields(league: League, own: Evening | None) -> dict[str, Any]:
    """Return the first values of the form of an evening."""
    if own is not None:
        return asdict(own) | {"place": mask_names(league, own.place), "visitors": ""}
    last = max(league.state.evenings.values(), key=lambda own: own.day, default=None)
    offered = list(games.list_games())
    return {
        "day": league_today(league),
        "time": last.time if last else "19:00",
        "place": mask_names(league, last.place) if last else league.state.defaults.get("place", ""),
        "games": last.games if last else [league.state.defaults.get("game") or offered[0]],
        "present": [],
        "visitors": "",
    }


def _sent_fields() -> dict[str, Any]:
    """Return the fields of the form of an evening as they were sent."""
    form = request.form
    return {
        "day": form.get("day", ""),
        "time": form.get("time", "")[:20],
        "place": form.get("place", ""),
        "games": list(dict.fromkeys(form.getlist("game"))),
        "present": list(dict.fromkeys(form.getlist("present"))),
        **{key: form.get(key, "") for key in ("visitors", "every", "times")},
    }


@league_form("/<lt>/evenings/<evening>/edit", new="/<lt>/evenings", page=edit_evening)
def keep_evening(league: League, evening: str = "") -> ResponseReturnValue:
    """Keep a new evening or a changed one, after the questions that it raises."""
    own = find_evening(league, evening) if evening else None
    if "search" in request.form:  # nothing is settled yet
        return edit_evening(league, evening=evening)
    body, visitors = _read_evening(league)
    people, question = settle_names(league, visitors, request.form)
    if question is not None:
        return ask_who(league, question, _("Save"))
    asked = _ask_about_day(league, own, body["day"]) or _ask_about_tables(
        league, own, body["present"], visitors, people
    )
    return asked or _settle_evening(league, own, body, visitors, people)


def _read_evening(league: League) -> tuple[dict[str, Any], list[str]]:
    """Return an evening as its form describes it, and the visitors' names. Raises Unfit."""
    sent = _sent_fields()
    typed = re.split(r"[,;\n]", sent["visitors"])
    visitors = [clean_line(name, NAME, "visitors") for name in typed]
    body = {
        "day": read_typed_day(sent["day"], "day"),
        "time": read_time(sent["time"], "time"),
        "place": clean_line(sent["place"], 80, "place"),
        "games": sent["games"],
        "present": sent["present"],
    }
    if not set(body["games"]) <= set(games.list_games()):
        raise Unfit(lazy("there is no such game"), "game")
    if not body["games"]:
        raise Unfit(lazy("choose a game"), "game")
    if not set(body["present"]) <= set(league.state.players):
        raise Unfit(lazy("the league has no such player"), "present")
    return body, [name for name in visitors if name][:MOST_GUESTS]


def _ask_about_day(league: League, own: Evening | None, day: str) -> str | None:
    """Return the question about a day that has an evening already; None where it has none."""
    there = [each for each in list_evenings(league.state) if each.day == day]
    if BOTH in request.form or not there or (own is not None and own.day == day):
        return None
    told = " · ".join(part for part in (there[0].time, mask_names(league, there[0].place)) if part)
    return ask_choice(
        league,
        _("A second evening on this day?"),
        [_("The league has an evening on this day already."), *([told] if told else [])],
        BOTH,
        [("1", _("Keep both evenings"))],
        leads=(
            page_address(league, "evening", evening=there[0].id),
            _("To the evening that is there"),
        ),
    )


def _ask_about_tables(
    league: League,
    own: Evening | None,
    present: Sequence[str],
    visitors: Sequence[str],
    people: Mapping[str, str],
) -> str | None:
    """Return the question about tables that wait for other people; None where none do."""
    if own is None or TABLES in request.form:
        return None
    known = {name: people.get(name_key(name)) or league.state.named(name) for name in visitors}
    there = [*present, *(player for player in known.values() if player)]
    gone, came = find_seating_changes(league, own, there)
    fresh = [name for name, player in known.items() if player is None]
    name_of = make_namer(league)
    late = [*map(name_of, came), *(fresh if _waits(own) else ())]
    told = [
        _("At tables that wait, not coming: %(names)s.", names=wording.listing(names))
        for names in [[name_of(player) for player in gone]]
        if names
    ]
    if late:
        told.append(_("Without a seat: %(names)s.", names=wording.listing(late)))
    if not told:
        return None
    choices = [(ANEW, _("Propose the waiting tables again"))]
    if gone:
        choices.insert(0, (CLEAR, _("Take them off their tables")))
    choices.append((STAY, _("Leave the tables as they are")))
    return ask_choice(league, _("What about the tables?"), told, TABLES, choices)


def _waits(own: Evening) -> bool:
    """Return whether a table of the last round waits for its game."""
    last = len(own.rounds) - 1
    return any(
        at[0] == last and table and at not in own.started for at, table in list_evening_tables(own)
    )


def _settle_evening(
    league: League,
    own: Evening | None,
    body: Mapping[str, Any],
    visitors: Sequence[str],
    people: Mapping[str, str],
) -> ResponseReturnValue:
    """Keep an evening and lead to it. people: see ``_find_visitors``. Raises Unfit."""
    made = own.id if own else ""
    answer = request.form.get(TABLES, "")
    days = _list_days(request.form, body["day"])

    def build(state: ops.LeagueState) -> list[Deed]:
        nonlocal made
        if own is None:
            if len(state.evenings) >= MOST_EVENINGS:
                message = lazy("a league keeps at most %(most)s evenings")
                raise Unfit(message, "day", most=MOST_EVENINGS)
            made = state.next_id("e", state.evenings)
        fresh, there = _find_visitors(state, visitors, people)
        present = list(dict.fromkeys([*body["present"], *there]))
        cancelled = own is not None and own.cancelled
        kept = {"id": made, **body, "present": present, "cancelled": cancelled}
        settled = (ops.EVENING, kept)
        if own is None:
            return [*fresh, settled, *_repeat_evening(state, kept, days)]
        now = replace(state.evenings[made], games=tuple(body["games"]))
        return [*fresh, settled, *change_waiting_tables(league, now, present, answer)]

    league = act_once(league, build).now
    if made not in league.state.evenings or days:  # a series, or the same form came before
        return go_back("evenings", league)
    return go_back("evening", league, evening=made)


@league_form("/<lt>/evenings/<evening>/come", MEMBER, page=show_evening)
def come_to_evening(league: League, evening: str) -> ResponseReturnValue:
    """Let a member say by name: "I'm coming", or with ``not``: "I can't come"."""
    find_evening(league, evening)
    comes = "not" not in request.form
    player = find_named_player(league, request.form.get("name", ""))
    if player is None:
        raise Unfit(lazy("The league has no player of this name."), "name")

    def build(state: ops.LeagueState) -> list[Deed]:
        now = state.evenings[evening]
        if now.cancelled or now.started:
            raise Unfit(lazy("this evening has begun or is cancelled; ask the organisers"), "name")
        there = {state.root(one): one for one in now.present}
        if comes == (player in there):
            return []
        sits = any(player in map(state.root, table) for _at, table in list_evening_tables(now))
        if sits and not comes:
            raise Unfit(lazy("this player sits at a table already; ask the organisers"), "name")
        own = there.get(player, player)
        return [(ops.COMES, {"evening": evening, "player": own, "comes": comes})]

    act_once(league, build)
    name = make_namer(league)(player)
    told = _("%(name)s comes.", name=name) if comes else _("%(name)s does not come.", name=name)
    return go_back("evening", league, told, evening=evening)


@league_form("/<lt>/evenings/<evening>/cancel")
def cancel_evening(league: League, evening: str) -> ResponseReturnValue:
    """Cancel an evening: it is kept and marked. ``again``: it takes place after all."""
    find_evening(league, evening)
    cancelled = "again" not in request.form

    def build(state: ops.LeagueState) -> list[Deed]:
        return [(ops.EVENING, state.evenings[evening].to_json() | {"cancelled": cancelled})]

    act_once(league, build)
    told = _("The evening is cancelled.") if cancelled else _("The evening takes place.")
    return go_back("evening", league, told, evening=evening)


@league_form("/<lt>/evenings/<evening>/remove")
def remove_evening(league: League, evening: str) -> ResponseReturnValue:
    """Remove an evening that was made by mistake, while nothing was played."""
    strike_unused(league, evening)
    return go_back("evenings", league, _("The evening is removed."))


def _list_days(form: Mapping[str, str], first: str) -> list[str]:
    """Return the further days of a series that a form asks for. Raises Unfit."""
    step, times = form.get("every", "") or "0", read_digits(form.get("times", "")) or "1"
    if step not in EVERY:
        raise Unfit(lazy("choose how often"), "every")
    if not times.isdecimal() or len(times) > 3 or not 1 <= int(times) <= MOST_REPEATED:
        raise Unfit(lazy("a series has 1 to %(most)s evenings"), "every", most=MOST_REPEATED)
    if step == "0":
        return []
    day = date.fromisoformat(first)
    return [(day + timedelta(days=int(step) * at)).isoformat() for at in range(1, int(times))]


def _repeat_evening(
    state: ops.LeagueState, body: Mapping[str, Any], days: Sequence[str]
) -> Iterator[Deed]:
    """Yield the operations that make the evenings of a series; a day with an evening has it."""
    there = {evening.day for evening in list_evenings(state)}
    wanted = [day for day in days if day not in there]
    if len(state.evenings) + len(wanted) >= MOST_EVENINGS:
        raise Unfit(lazy("a league keeps at most %(most)s evenings"), "day", most=MOST_EVENINGS)
    first = int(body["id"][1:])
    for at, day in enumerate(wanted, start=1):
        yield ops.EVENING, {**body, "id": f"e{first + at}", "day": day}


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
