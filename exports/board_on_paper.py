"""The pieces on a table at one moment, for print: each player's, then the shared ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator import games
from exports.words import Words, printable

LONGEST = 300
"""Letters of a value or an entry that are printed."""

Document = Mapping[str, Any]


def _kinds(game: str) -> Mapping[str, str]:
    """Return by which kind the cards under a key of a position are called, or nothing."""
    return games.find(game).kinds


def list_board_rows(
    game: str, players: Mapping[str, Document], order: Sequence[str], words: Words
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return a row for every value of a player, with a column for each player."""
    kinds = _kinds(game)
    keys = list(dict.fromkeys(key for player in order for key in players.get(player, {})))
    return tuple(
        (
            words.word(key),
            tuple(
                printable(_plain(players.get(player, {}).get(key), kinds, words, key), LONGEST)
                for player in order
            ),
        )
        for key in keys
    )


def common(
    game: str, position: Document, names: Mapping[str, str], words: Words
) -> tuple[tuple[str, str], ...]:
    """Return the values of the table itself, with players' names, each name once.

    What is empty or not so is left out; of what is so the name says all.
    """
    kinds = _kinds(game)
    told: dict[str, str] = {}
    for key, value in position.items():
        if key == "players" or value is False or value in (None, [], {}, ""):
            continue
        plain = "" if value is True else _plain(_name_value(value, names), kinds, words, key)
        told.setdefault(_label(key, value, words), printable(plain, LONGEST))
    return tuple(told.items())


def _label(key: str, value: Any, words: Words) -> str:
    """Return the name of a key of the table: the tiles of the emperor are a list."""
    if key == "emperor" and isinstance(value, list):
        return words.gettext("Emperor tiles")
    return words.word(key)


def _name_value(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, Mapping):
        return {names.get(key, key): _name_value(member, names) for key, member in value.items()}
    if isinstance(value, list):
        return [_name_value(member, names) for member in value]
    return names.get(value, value) if isinstance(value, str) else value


def _plain(value: Any, kinds: Mapping[str, str], words: Words, key: str = "") -> str:
    """Return a value as it is read aloud, cards by their names.

    Zeros in an object are left out. key: under which the value stands.
    """
    if isinstance(value, bool):
        return words.gettext("yes") if value else words.gettext("no")
    if isinstance(value, Mapping):
        shown = [
            f"{words.word(inner)} {_plain(member, kinds, words, inner)}"
            for inner, member in value.items()
            if member != 0
        ]
        return ", ".join(shown) or "–"
    if isinstance(value, list | tuple):
        told = (
            ", ".join(_plain(one, kinds, words, key) for one in member)
            if isinstance(member, list)
            else _plain(member, kinds, words, key)
            for member in value
        )
        return words.series(told) or "–"
    if value is None:
        return "–"
    return words.rules.term(kinds[key], value) if key in kinds else words.word(str(value))
