"""The games that this browser knows, newest first (``recorder.web.remembered_links``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from recorder.serving.platform import outfit
from recorder.store.ledger import Link, NoSuchLink
from recorder.store.store import GameRow
from recorder.web.context import tables
from recorder.web.remembered_links import Remembered


def _number(token: str) -> int | None:
    try:
        return tables().link(token).id
    except NoSuchLink:
        return None


def _tokens(numbers: Sequence[int]) -> Mapping[int, str]:
    return tables().store.tokens(numbers)


_games = Remembered("games", lambda: outfit().remembers, _number, _tokens)


def known() -> list[tuple[Link, GameRow]]:
    """Return the links of this browser's games, each with its game, the newest first."""
    numbers = _games.numbers()
    found = tables().store.known(numbers)
    _games.keep(found)
    return [found[number] for number in numbers if number in found]


numbers = _games.numbers
remember = _games.remember
put = _games.put
know = _games.know
forget = _games.forget
keep = _games.keep
