"""The players of a league, one player's page, merging, parting, leaving for good."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import flash, request
from flask.typing import ResponseReturnValue

from adjudicator import games
from adjudicator.messages import M
from adjudicator.shapes import LONGEST_TEXT
from recorder.league import league_state as ops
from recorder.league import leaving as going
from recorder.league.league_state import MEMBER, NAME, ORGANISER, SHORT, Person, clean_line
from recorder.league.pages import charts
from recorder.league.pages.frame import (
    FINE,
    act_once,
    count_figures,
    go_back,
    league_form,
    league_page,
    league_view,
    part_header,
    speak_for_league,
    strike_unused,
)
from recorder.league.pages.newcomers import ask_who, settle_names
from recorder.league.people import find_named_player, name_player, offer_people
from recorder.league.plays import Play
from recorder.league.points import Unfit, find_or_refuse, lazy
from recorder.league.ratings import thin_line
from recorder.league.service import League, name_key
from recorder.league.statistics import (
    ENOUGH,
    compare_missed,
    compare_parts,
    count_broken_rules,
    sum_score,
)
from recorder.league.summary import DICE
from recorder.pages import presenter, wording
from recorder.pages.shared.paging import cut_page
from recorder.pages.wording import gettext as _
from recorder.pages.wording import listing
from recorder.store.ledger import Deed
from recorder.store.naming import as_sent

MOST_AT_ONCE = 40
"""Names that are written down at a time."""

STAYS = ("own", "other")
"""Which of two names stays when two entries are one person."""

SHOWN_MEETINGS = 30
"""How many opponents a player's page lists, the most frequent first."""


@league_view("/<lt>/players")
def players(league: League, problems: Mapping[str, str] = FINE) -> str:
    """Show everybody of the league, and the form of new names."""
    book = league.book
    everybody = league.state.shown()
    wanted = request.args.get("q", "").strip().casefold()[:60]
    if wanted:
        everybody = [player for player in everybody if wanted in name_player(player).casefold()]
    lines = [
        {"player": player, "name": name_player(player), "games": book.games_of(player.id)}
        for player in everybody
    ]
    shown = {"q": wanted, "typed": request.form.get("name", ""), "problems": problems}
    return league_page("players.html", league, "players", **shown, **cut_page(lines))


@league_form("/<lt>/players", MEMBER, page=players)
def add_player(league: League) -> ResponseReturnValue:
    """Write a new player down."""
    names = [name for name in request.form.get("name", "").split(",") if name.strip()] or [""]
    if len(names) > MOST_AT_ONCE:
        raise Unfit(lazy("at most %(most)s names at a time"), "name", most=MOST_AT_ONCE)
    people, question = settle_names(league, names, request.form)
    if question is not None:
        return ask_who(league, question, _("Add"))
    names = [name for name in names if name_key(name) not in people]
    act_once(league, lambda state: list(_add_players(state, names)))
    added = [clean_line(name, NAME, "name") for name in names]
    if len(added) == 1:
        flash(_("%(name)s is in the league.", name=added[0]))
    elif added:
        flash(_("In the league now: %(names)s.", names=listing(added)))
    return go_back("players", league, _anchor="new")


def _add_players(
    state: ops.LeagueState, names: Sequence[str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the operations that add new players."""
    known = dict(state.players)
    for name in names:
        player = Person(state.next_id("p", known), clean_line(name, NAME, "name", least=1))
        replace(state, players=known).check_player(player)
        known[player.id] = player
        yield ops.PLAYER, player.to_json()


def find_player(league: League, player: str) -> Person:
    """Return a player of the league. Raises Unfit for none."""
    known, root = league.state.players, league.state.root(player)
    return find_or_refuse(known, root, lazy("the league has no such player"), "player")


@league_view("/<lt>/players/<player>")
def player(league: League, player: str) -> str:
    """Show a player's games: wins, averages, opponents, ratings, points."""
    own = find_player(league, player)
    book = league.book
    every = book.of_player(own.id)
    played = {play.game for play in every}
    kinds = [kind for kind in book.kinds() if kind in played]
    game = request.args.get("game", kinds[0] if kinds else "")
    game = game if game in kinds else (kinds[0] if kinds else "")
    mine = [play for play in every if play.game == game]
    return league_page(
        "player.html",
        league,
        "players",
        player=own,
        name=name_player(own),
        kinds=kinds,
        game=game,
        **(_player_figures(league, own.id, game, mine) if mine else {"score": None}),
        merged=league.state.merged_into(own.id),
    )


def _player_figures(league: League, player: str, game: str, mine: Sequence[Play]) -> dict[str, Any]:
    book = league.book
    percent = count_figures(league, game)
    figures = book.figures(game)
    labels = games.find(game).edition_labels
    profile = book.profile(player, game)
    line = figures.ratings.lines.get(player, [])
    own = figures.statistics.of(player)
    broken = count_broken_rules(own)
    seasons = []
    days = [play.day for play in mine]
    for held in league.state.seasons.values():
        begun, over = bisect_left(days, held.season.first), bisect_right(days, held.season.last)
        within = [play for play in mine[begun:over] if held.season.counts(play)]
        if within:
            seasons.append((held.season, sum_score(within, player)))
    header = part_header(league, game)
    parts = compare_parts(own, figures.statistics)
    missed = [(_word_missed(line.kind), line) for line in compare_missed(own, figures.statistics)]
    ends = [value for _part, mine_, all_ in parts for value in (mine_, all_)]
    return {
        "score": profile.score,
        "best": profile.best,
        "worst": profile.worst,
        "by_players": profile.by_players,
        "by_seat": profile.by_seat,
        "by_edition": [
            (wording.say(labels.get(word, word)), own) for word, own in profile.by_edition if word
        ],
        "by_season": seasons[::-1],
        "meetings": profile.meetings[:SHOWN_MEETINGS],
        "met": len(profile.meetings),
        "rating": figures.ratings.of(player),
        "percent": percent,
        "chart": charts.rating_chart(thin_line(line)),
        "rated": thin_line(line),
        "parts": [(wording.score_part_name(header, part), own, all_) for part, own, all_ in parts],
        "parts_low": min([0, *ends]),
        "parts_high": max([0, *ends]) or int(not any(ends)),
        "missed": missed,
        "reviewed": own.reviewed,
        "enough": ENOUGH,
        "broken": next(iter(broken.items()), None),
        "last": mine[-8:][::-1],
    }


def _word_missed(kind: str) -> str:
    """Return the sentence of a kind of missed chances, or the words for what the dice gave."""
    return (
        _("Dice on the spaces used") if kind == DICE else wording.say(M("review.kind", what=kind))
    )


@league_view("/<lt>/players/<player>/against")
def against(league: League, player: str) -> str:
    """Show a player's results against every opponent in one game."""
    own = find_player(league, player)
    game = request.args.get("game", "")
    met = any(play.game == game for play in league.book.of_player(own.id))
    lines = league.book.profile(own.id, game).meetings if met else []
    shown = {"player": own, "name": name_player(own), "game": game}
    return league_page("against.html", league, "players", **shown, **cut_page(lines))


@league_view("/<lt>/players/<player>/edit", ORGANISER)
def edit_player(league: League, player: str) -> str:
    """Show the form of a player: names, colour, away, merging, leaving."""
    _find_staying(league, player)
    return _edit_page(league, {}, player)


def _find_staying(league: League, player: str) -> Person:
    """Return a player of the league. Raises Unfit for a former player."""
    own = find_player(league, player)
    if own.former is not None:
        raise Unfit(lazy("this player has left for good; there is nothing to change"), "player")
    return own


def _edit_page(league: League, problems: Mapping[str, str], player: str) -> str:
    """Show the form of a player; beside it the questions about merging and parting.

    Where it is asked which of two names of one person stays, both are shown.
    """
    own = find_player(league, player)
    sent = request.form if "name" in request.form else None
    other = _find_other(league) if "stays" in problems else None
    return league_page(
        "player_edit.html",
        league,
        "players",
        player=own,
        name=name_player(own),
        start=sent or own.to_json() | {"away": not own.active},
        problems=problems,
        known=[name_player(other) for other in offer_people(league)[0] if other.id != own.id],
        merged=league.state.merged_into(own.id),
        colours=colours(),
        asked=other and {"name": name_player(other), "id": other.id},
    )


def colours() -> dict[str, object]:
    """Return the colours that players of the offered games have, each with its word."""
    by_colour: dict[str, object] = {}
    for game in games.list_games():
        by_colour = {
            **presenter.find_presenter(game).setup_fields({}).get("colours", {}),
            **by_colour,
        }
    return by_colour


@league_form("/<lt>/players/<player>/edit", page=_edit_page)
def keep_player(league: League, player: str) -> ResponseReturnValue:
    """Save the form of a player."""
    own = _find_staying(league, player)
    form = request.form
    changed = Person(
        own.id,
        clean_line(form.get("name", ""), NAME, "name", least=1),
        clean_line(form.get("short", ""), SHORT, "short"),
        form.get("colour", "") if form.get("colour", "") in colours() else "",
        clean_line(form.get("bgg", ""), 40, "bgg"),
        not form.get("away"),
        bool(form.get("visitor")),
    )

    def build(state: ops.LeagueState) -> list[Deed]:
        state.check_player(changed)
        return [(ops.PLAYER, changed.to_json())]

    act_once(league, build)
    return go_back("player", league, _("Kept."), player=own.id)


@league_form("/<lt>/players/<player>/remove")
def remove_player(league: League, player: str) -> ResponseReturnValue:
    """Remove a player who was added by mistake and has not played."""
    strike_unused(league, player)
    return go_back("players", league, _("The player is removed."))


def _check_merge(league: League, own: Person, other: Person | None) -> None:
    """Raise Unfit where two players cannot be one person."""
    if other is None:
        raise Unfit(lazy("the league has no such player"), "other")
    if own.id == other.id or other.former is not None or own.former is not None:
        raise Unfit(lazy("two different players who have not left are needed"), "other")
    if any(other.id in play.table for play in league.book.of_player(own.id)):
        raise Unfit(lazy("these two sat at one table, so they are two people"), "other")


def _find_other(league: League) -> Person | None:
    name = request.form.get("other", "")
    return league.state.players.get(find_named_player(league, name) or "")


@league_form("/<lt>/players/<player>/merge", page=_edit_page)
def merge(league: League, player: str) -> ResponseReturnValue:
    """Say that two entries are one person; the games of both are that person's.

    ``stays``: which of the two names stays, ``own`` or ``other``; it is asked where it is not said.
    """
    own = find_player(league, player)
    named = _find_other(league)
    stays = request.form.get("stays", "")
    kept, gone = (named, own) if stays == "other" else (own, named)

    def build(state: ops.LeagueState) -> list[Deed]:
        _check_merge(league, own, named)
        if stays not in STAYS:
            raise Unfit(lazy("which of the two names should stay?"), "stays")
        return [(ops.MERGE, {"from": gone.id, "into": kept.id})] if gone and kept else []

    act_once(league, build)
    assert kept is not None
    return go_back(
        "player", league, _("They are one person now; you can separate them again."), player=kept.id
    )


@league_form(
    "/<lt>/players/<player>/part",
    page=lambda league, problems, player: _edit_page(
        league, {"part": next(iter(problems.values()))}, league.state.root(player)
    ),
)
def part(league: League, player: str) -> ResponseReturnValue:
    """Part two entries that were merged; everything is as it was before."""
    own, root = league.state.players.get(player), league.state.root(player)
    if own is None or own.into is None:
        raise Unfit(lazy("this name is not merged into another"), "player")

    def build(state: ops.LeagueState) -> list[Deed]:
        state.check_player(replace(state.players[player], into=None))
        return [(ops.PART, {"from": player, "of": root})]

    act_once(league, build)
    return go_back("player", league, _("They are two people again."), player=root)


@league_view("/<lt>/players/<player>/leave", ORGANISER)
def leaving(league: League, player: str) -> str:
    """Ask whether somebody is to leave for good, and which notes that hold a part of the name."""
    return _leaving_page(league, {}, player)


def _leaving_page(league: League, problems: Mapping[str, str], player: str) -> str:
    own = _find_staying(league, player)
    known, notes = going.find_notes(league, own.id)
    with speak_for_league(league):
        label = _("a former player")
    return league_page(
        "leaving.html",
        league,
        "players",
        player=own,
        name=name_player(own),
        notes=[
            {"old": text, "new": going.suggest_note(known, text, label)}
            for text in notes[: going.MOST_NOTES]
        ],
        more=max(0, len(notes) - going.MOST_NOTES),
        problems=problems,
    )


@league_form("/<lt>/players/<player>/leave", page=_leaving_page)
def leave(league: League, player: str) -> ResponseReturnValue:
    """Let a player leave for good: the name goes from everywhere, games and sums stay.

    ``old`` and ``new``: notes that hold a part of the name, and how each is to be read.
    """
    own = find_player(league, player)
    if own.former is not None:
        return go_back("players", league)
    form = request.form
    if form.get("sure") != "yes":
        raise Unfit(lazy("leaving cannot be undone, so tick the box"), "sure")
    pairs = zip(form.getlist("old"), form.getlist("new"), strict=False)
    sent = {as_sent(old): clean_line(new, LONGEST_TEXT, "new") for old, new in pairs}
    with speak_for_league(league):
        label = _("a former player")
    changed = going.choose_new_readings(league, own.id, sent, label)
    going.reword_games(league, own.id, changed)
    going.drop_imports(league, own.id)
    going.reword_kept(league, own.id, changed, label)
    left = ops.LEAVE, {"id": own.id, "notes": changed}
    act_once(league, lambda state: [left, *going.list_setting_changes(state, changed)])
    return go_back("players", league, _("The name is gone from the league; the games stay."))
