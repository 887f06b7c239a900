"""The people of a league as pages name them, and which of them a form offers."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from recorder.languages.speech import gettext as _
from recorder.league.league_state import Person
from recorder.league.service import League

MOST_OFFERED = 60
"""People that a form offers to be tapped; others are found by their names."""

LATELY = 400
"""How many of the last games decide which people a form offers first."""


def make_namer(league: League, *, short: bool = False) -> Callable[[str], str]:
    """Return a function that gives the name of a player of the league by id."""

    def name_of(player: str) -> str:
        own = league.state.players.get(player)
        return name_player(own, short=short) if own is not None else "?"

    return name_of


def name_player(player: Person, *, short: bool = False) -> str:
    """Return a player's name as pages, sheets and files show it."""
    if player.former is not None:
        return name_former_player(player.former)
    return (player.short if short else "") or player.name


def name_former_player(number: int) -> str:
    """Return the label of a player who left for good."""
    return _("former player %(number)s", number=number)


def mask_names(league: League, text: str) -> str:
    """Return a text without the names of former players."""
    return league.state.without_names(text, _("a former player"))


def offer_people(
    league: League, chosen: Iterable[str] = (), wanted: str = ""
) -> tuple[list[Person], bool]:
    """Return the people that a form offers, and whether there are more.

    chosen: are always offered, first where not everybody fits. wanted: part of a name; without it
    the people of the last games are offered.
    """
    there = [league.state.players[own] for own in dict.fromkeys(chosen)]
    active = league.state.active()
    if len(active) <= MOST_OFFERED:
        return active + [own for own in there if own not in active], False
    sought = wanted.strip().casefold()
    if sought:
        fitting = [own for own in active if sought in name_player(own).casefold()]
    else:
        lately: dict[str, None] = {}
        for play in league.book.played[: -LATELY - 1 : -1]:
            lately |= dict.fromkeys(seat.player for seat in play.seats)
        here = {own.id for own in active}
        fitting = [league.state.players[own] for own in lately if own in here]
        fitting += [own for own in active if own.id not in lately][:MOST_OFFERED]
    ids = {own.id for own in there}
    others = [own for own in fitting if own.id not in ids][: max(0, MOST_OFFERED - len(there))]
    return there + sorted(others, key=lambda own: name_player(own).casefold()), True


def find_named_player(league: League, text: str) -> str | None:
    """Return the player that a field names: by id, by the shown name, or by another name."""
    if text in league.state.players:
        return league.state.root(text)
    named = league.state.named(text)
    if named is not None or not text.strip():
        return named
    gone = (own for own in league.state.players.values() if own.former is not None)
    return next((own.id for own in gone if name_player(own) == text.strip()), None)


def list_known_names(league: League) -> list[str]:
    """Return the names that a field for a player suggests."""
    return [name_player(player) for player in offer_people(league)[0]]
