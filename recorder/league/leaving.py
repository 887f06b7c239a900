"""Take the name of a former player out of ids and out of people's notes.

The player's own name is replaced wherever it is shown. Ids of seats made of names, and notes with a
part of a name ("Anna said so"), stand in games' logs, which never change;
``recorder.store.naming.Rewriting`` keeps beside the log how they are read. The same holds for named
sets and for values that the league's links keep for everybody (``Catalogue.reword``). The league's
own notes are replaced in its state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from adjudicator import games
from recorder.kept.kept_values import Catalogue, Item
from recorder.kept.named_sets import (
    COMPONENTS,
    HOUSE_RULES,
    PRECEDENTS,
    Shelves,
    game_owner,
    league_owner,
    list_texts,
    read_anew,
)
from recorder.league.imports import Imports
from recorder.league.league_state import SETTINGS, WRITTEN, Joined, LeagueState
from recorder.league.neutral import neutralise_seats
from recorder.league.service import League
from recorder.store.naming import (
    Rewriting,
    as_sent,
    find_names,
    list_notes,
    name_pattern,
    replace_name,
)
from recorder.store.store import Store

MOST_GAMES = 1000
"""How many of the leaving player's last games are searched for notes."""

MOST_NOTES = 200
"""How many notes are shown to be changed; the others take the suggested text."""


def find_notes(league: League, player: str) -> tuple[set[str], list[str]]:
    """Return a player's names, and the texts of the league and its games that hold a part of one.

    player: is about to leave. A part inside a longer word counts, and so does a note that is only
    the name.
    """
    known = list_names_of_player(league, player)
    pattern, texts = name_pattern(known), dict.fromkeys(_list_texts(league, player))
    notes = [text for text in texts if text in known or (pattern and pattern.search(text))]
    return known, notes


def choose_new_readings(
    league: League, player: str, sent: Mapping[str, str], label: str
) -> dict[str, str]:
    """Return the new text of the notes of ``find_notes`` that change, by the old one.

    sent: the person's version of the notes shown, each under ``as_sent``. label: replaces a name in
    the others.
    """
    known, texts_with_it = find_notes(league, player)
    shown = {text: sent.get(as_sent(text), text) for text in texts_with_it[:MOST_NOTES]}
    others = {text: suggest_note(known, text, label) for text in texts_with_it[MOST_NOTES:]}
    read = shown | others
    return {old: new for old, new in read.items() if as_sent(new) != as_sent(old)}


def suggest_note(known: set[str], text: str, label: str) -> str:
    """Return a note without the names and their parts. label: replaces them.

    A word that contains a part goes as a whole: half of it would still tell the name.
    """
    text, pattern = _mask_names(text, known, label), name_pattern(known)
    return pattern.sub(label, text) if pattern else text


def list_names_of_player(league: League, player: str) -> set[str]:
    """Return every name that somebody ever had in the league and at the seats of its games."""
    state = league.state
    called: set[str] = set()
    for joined in _list_games_of_player(state, player):
        header = league.service.tables.store.game(joined.game or 0).header
        for own, seat in zip(joined.seats, header["players"], strict=True):
            if state.root(own) == player:
                called.add(str(seat["name"]))
    for other in state.players.values():
        if state.root(other.id) == player:
            called |= state.names.get(other.id, set())
    return called - {""}


def reword_games(league: League, player: str, changed: Mapping[str, str]) -> None:
    """Set the new reading of notes in the games of a former player. changed: new by old text."""
    store = league.service.tables.store
    for joined in _list_games_of_player(league.state, player):
        _reword_game(store, joined.game or 0, changed)


def _reword_game(store: Store, game: int, changed: Mapping[str, str]) -> None:
    """Let the notes of a game be read otherwise, and its seats have ids that tell nothing."""
    neutralise_seats(store, game)
    row = store.game(game)
    told = set(list_notes(row.header))
    told |= {text for one in store.operations(game) for text in list_notes(one.body)}
    own = {old: new for old, new in changed.items() if old in told}
    if own:
        known = Rewriting.from_text(row.rewriting)
        kept = {old: changed.get(new, new) for old, new in known.notes.items()}
        store.rewrite(game, Rewriting(known.seats, kept | own))


def reword_kept(league: League, player: str, changed: Mapping[str, str], label: str) -> None:
    """Take the name of a former player out of named sets and of values kept for everybody.

    changed: as for ``reword_games``. label: replaces a name.
    """
    known = list_names_of_player(league, player)
    catalogue = Catalogue(league.service.tables.store)

    def read(text: str) -> str:
        return _mask_names(changed.get(text, text), known, label)

    read_anew(catalogue, _list_kept(league, player), read, _list_owners(league, player))


def drop_imports(league: League, player: str) -> None:
    """End waiting imports of a league that hold the name of the leaving player.

    Their files can be sent again, without the name.
    """
    imports, known = Imports(league.service.store), list_names_of_player(league, player)
    for number in imports.under_way(league.link.ledger):
        own = imports.find(league.link.ledger, number)
        if own.asks and known & {seat.name for seat in own.seated()}:
            imports.end(number)


def list_setting_changes(state: LeagueState, changed: Mapping[str, str]) -> list[tuple[str, Any]]:
    """Return the operations that reword a league's own name and defaults; none if nothing changes.

    changed: as for ``reword_games``.
    """
    own = {key: state.defaults[key] for key in WRITTEN if key in state.defaults}
    if not {state.name, *own.values()} & changed.keys():
        return []
    fresh = {key: changed.get(text, text) for key, text in own.items()}
    body = {"name": changed.get(state.name, state.name), "language": state.language}
    return [(SETTINGS, body | {"defaults": {**state.defaults, **fresh}})]


def without_parts(state: LeagueState, told: Iterable[str], label: str) -> Callable[[str], str]:
    """Return a function that takes every part of a former name out of a text, without asking.

    told: the texts, such as names of files. label: replaces a part.
    """
    known = set(find_names(state.names_gone(), "\n".join(told)))
    return lambda text: suggest_note(known, text, label)


def _list_owners(league: League, player: str) -> list[str]:
    """Return a league and a player's games as owners in the catalogue."""
    owners = [game_owner(one.game or 0) for one in _list_games_of_player(league.state, player)]
    return [*owners, league_owner(league.link.ledger)]


def _list_kept(league: League, player: str) -> Iterator[Item]:
    """Yield the items that a league and a player's games keep: named sets, items for everybody."""
    owners = _list_owners(league, player)
    catalogue = Catalogue(league.service.tables.store)
    for game in games.list_games():
        for kind in (PRECEDENTS, HOUSE_RULES, COMPONENTS):
            yield from Shelves(catalogue, f"{game}.{kind}").list_versions(owners)
    yield from catalogue.list_shared(owners)


def _mask_names(text: str, known: set[str], label: str) -> str:
    for name in sorted(known, key=len, reverse=True):
        text = replace_name(text, name, label)
    return text


def _list_games_of_player(state: LeagueState, player: str) -> list[Joined]:
    """Return the last recorded games of the league in which somebody sat."""
    sat = [
        joined
        for joined in state.games.values()
        if joined.game is not None and any(state.root(seat) == player for seat in joined.seats)
    ]
    return sat[-MOST_GAMES:]


def _list_texts(league: League, player: str) -> Iterator[str]:
    """Yield all free texts of the league and of a player's games."""
    state, store = league.state, league.service.tables.store
    yield from state.texts()
    for joined in _list_games_of_player(state, player):
        game = joined.game or 0
        yield from list_notes(store.game(game).header)
        for operation in store.operations(game):
            yield from list_notes(operation.body)
    for item in _list_kept(league, player):
        yield from list_texts(item)
