"""The pieces on a table at one moment, for print: each player's, then the shared ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator import games
from adjudicator.sentences import find_wording, name_players
from exports.words import Words, printable

LONGEST = 300
"""Letters of a value or an entry that are printed."""

PRINTED = ("hotel", "price_cards")
"""Keys of a position that repeat what is printed on components."""

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
        if key in ("players", *PRINTED) or value is False or value in (None, [], {}, ""):
            continue
        if isinstance(value, list) and all(member == [] for member in value):
            continue
        if key == "open":
            plain = _word_open_parts(game, value, words)
        elif key == "payment":
            plain = _word_payment(value, names, words)
        else:
            plain = "" if value is True else _plain(name_players(value, names), kinds, words, key)
        tiles = key == "emperor" and isinstance(value, list)
        label = words.gettext("Emperor tiles") if tiles else words.word(key)
        told.setdefault(label, printable(plain, LONGEST))
    return tuple(told.items())


def _word_open_parts(game: str, parts: Sequence[Document], words: Words) -> str:
    """Return what is open: whose it is, what can be done and where it comes from."""
    tells = find_wording(game, words.rules)
    known = ("by", "do", "from")
    return words.series(
        tells.entry({key: part[key] for key in known if key in part})
        for part in parts
        if not part.get("automatic")
    )


def _word_payment(payment: Document, names: Mapping[str, str], words: Words) -> str:
    """Return a round and what each player's tourists paid in it."""
    paid = (
        f"{names.get(player, player)} {sum(line['amount'] for line in lines)}"
        for player, lines in payment["players"].items()
    )
    return f"{words.word('round')} {payment['round']}: {', '.join(paid)}"


def _plain(value: Any, kinds: Mapping[str, str], words: Words, key: str = "") -> str:
    """Return a value as it is read aloud, cards by their names.

    Zeros in an object are left out. key: under which the value stands.
    """
    if isinstance(value, bool):
        return words.gettext("yes") if value else words.gettext("no")
    if isinstance(value, Mapping):
        shown = [
            f"{_word_key(inner, kinds.get(key, ''), words)} {_plain(member, kinds, words, inner)}"
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


def _word_key(key: str, kind: str, words: Words) -> str:
    """Return the name of a key: by the kind of the object that holds it, else as a word."""
    told = words.rules.term(kind, key) if kind else key
    return words.word(key) if told == key else told
