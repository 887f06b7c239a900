"""The tables beside the rules: differences of printed texts, and open questions.

Each game has its own in its module ``open_questions``: the source for pages, for
``docs/editions.md`` and for the tests. The switches of the game say once how each edition plays
and which values a house rule may have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from adjudicator import games
from adjudicator.messages import Message
from adjudicator.messages.po import BrokenData
from adjudicator.rulebook import RULEBOOK


@dataclass(frozen=True, slots=True)
class TextDifference:
    """One point in which the printed texts of a game differ.

    rules: the rules it touches. switch: the id of the switch it became, or None. reason: why it
    has no effect on play, or None. editions: the value of its switch in each edition; empty where
    it has no effect.
    """

    id: str
    point: str
    rules: tuple[str, ...]
    switch: str | None
    reason: str | None
    editions: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """One question that the rulebooks leave open.

    default: how the program treats it, in a sentence. values: the values of a house rule, each with
    its meaning; empty where there is nothing to set. settled_by: its source (record format,
    editions, figures), None for the default alone. unclear: whether it leaves a verdict unclear
    until a house rule or a figure settles it.
    """

    id: str
    game: str
    question: str
    default: str
    values: Mapping[str, str]
    settled_by: str | None
    unclear: bool
    rules: tuple[str, ...]


class Decision(Protocol):
    """A switch tied to a rule: the value of each edition, and the values of a house rule."""

    @property
    def id(self) -> str:
        """The rule or question."""

    @property
    def point(self) -> Message:
        """The point that is decided."""

    @property
    def values(self) -> Mapping[str, str]:
        """The possible values, each with its meaning."""

    @property
    def editions(self) -> Mapping[str, str]:
        """The value of each edition."""


class OpenPoints(Protocol):
    """The functions of a game's module ``open_questions``. Each raises BrokenData."""

    def questions(self) -> Sequence[OpenQuestion]:
        """Return its open questions."""

    def differences(self) -> Sequence[TextDifference]:
        """Return where its printed texts differ."""

    def switches(self) -> Sequence[Decision]:
        """Return the points that an edition decides and a house rule may change."""

    def printed(self) -> Iterator[str]:
        """Yield its parts of ``docs/editions.md``, in Markdown."""


def find_open_points(game: str) -> OpenPoints:
    """Return the open points of a game. Raises KeyError."""
    own: OpenPoints = games.load_part(game, "printed.open_questions")
    return own


def list_open_questions(game: str) -> Sequence[OpenQuestion]:
    """Return the open questions of a game. Raises KeyError, BrokenData."""
    return find_open_points(game).questions()


def list_text_differences() -> Sequence[TextDifference]:
    """Return where the printed texts of every game differ. Raises BrokenData."""
    return [row for game in games.list_games() for row in find_open_points(game).differences()]


def list_switches() -> Sequence[Decision]:
    """Return the switches tied to rules, of every game."""
    return [row for game in games.list_games() for row in find_open_points(game).switches()]


def check_numbering(name: str, rows: Sequence[Mapping[str, Any]], prefix: str, game: str) -> None:
    """Refuse a table with a gap, and a row that names a rule that does not exist.

    name: of its file, for the message. Raises BrokenData.
    """
    known = set(RULEBOOK.ids(game))
    for number, row in enumerate(rows, start=1):
        if row["id"] != f"{prefix}{number:02}":
            raise BrokenData(f"{name}, {row['id']}: {prefix}{number:02} is missing before it")
        for rule_id in row["rules"]:
            if rule_id not in known:
                raise BrokenData(f"{name}, {row['id']}: {rule_id!r} is no rule")
