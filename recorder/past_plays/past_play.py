"""A play as a file tells it, and the doubts about it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from unicodedata import normalize

from adjudicator import games
from recorder.languages.speech import gettext as _
from recorder.league.league_state import plain_line
from recorder.league.spelling import fold_letters

LONGEST_NAME = 60
"""Letters of a name that are read; a longer one is cut."""

LEAST_PART = 9
"""Letters of a name from which it may stand among other words."""


@dataclass(frozen=True, slots=True)
class PastPlayer:
    """A player of a play. total, place: None where the file does not say."""

    name: str
    total: int | None = None
    place: int | None = None
    won: bool = False


@dataclass(frozen=True, slots=True)
class PastPlay:
    """A play of a file.

    line: where it stands, from 1: of a table the line, else the number of the play. day: ISO date,
    or None. game: as records name it, or None. called: the game's name in the file. location: where
    it was played. edition: as records name it, empty where the file does not say. expansion:
    whether the file names Let's Waltz!. modules: as records name them, as far as the file says.
    problems: sentences.
    """

    line: int
    day: str | None
    game: str | None
    called: str
    players: tuple[PastPlayer, ...]
    location: str = ""
    edition: str = ""
    expansion: bool = False
    problems: tuple[str, ...] = field(default=())
    modules: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the play as ``hotel-ledger plays --json`` prints it."""
        play: dict[str, Any] = {
            "line": self.line,
            "day": self.day,
            "game": self.game,
            "place": self.location or None,
            "players": [
                {"name": one.name, "total": one.total, "place": one.place} for one in self.players
            ],
            "problems": list(self.problems),
        }
        if self.edition:
            play["edition"] = self.edition
        if self.expansion:
            play["expansion"] = True
        if self.modules:
            play["modules"] = list(self.modules)
        return play


def fold_name(text: str) -> str:
    """Return a name in plain letters, as a league compares names, with whole Hangul syllables."""
    return normalize("NFC", fold_letters(text))


def clean_name(text: object) -> str:
    """Return a name or place as a league keeps it, cut to ``LONGEST_NAME`` letters."""
    return plain_line(str(text))[:LONGEST_NAME]


def find_game(called: str, bgg: int | None = None) -> str | None:
    """Return the game that a name or BoardGameGeek's number means, or None. bgg: None: not told."""
    for game in games.list_games():
        if bgg and games.find_tallies(game).bgg == bgg:
            return game
    plain = fold_name(called)
    for game in games.list_games():
        names = games.find_tallies(game).names
        if any(name == plain or (len(name) >= LEAST_PART and name in plain) for name in names):
            return game
    return None


def find_edition(game: str | None, called: str) -> str:
    """Return the edition that a name or box tells, empty where it tells none."""
    told = fold_name(called)
    boxes = games.find_tallies(game).boxes if game else {}
    return next((edition for edition, words in boxes.items() if re.search(words, told)), "")


def names_expansion(called: str) -> bool:
    """Return whether a text names the expansion of one of the games."""
    patterns = (games.find_tallies(game).expansion for game in games.list_games())
    return any(words and re.search(words, called.casefold()) for words in patterns)


def find_modules(game: str | None, told: str) -> tuple[str, ...]:
    """Return the modules of a game that a text names, sorted."""
    known = games.find_tallies(game).modules if game else {}
    plain = fold_name(told)
    return tuple(sorted(name for name, words in known.items() if re.search(words, plain)))


def complete_plays(plays: Iterable[PastPlay]) -> list[PastPlay]:
    """Return plays with their places and with everything that is doubtful about each."""
    whole: list[PastPlay] = []
    seen: dict[tuple[object, ...], int] = {}
    for play in plays:
        players, doubts = _place_players(play.players)
        problems = [*play.problems, *_doubt_play(play), *doubts]
        people = sorted((fold_name(one.name), one.total or 0) for one in play.players)
        if same := seen.get(key := (play.day, play.game or fold_name(play.called), tuple(people))):
            problems.append(_("The same play is at %(line)s.", line=same))
        seen.setdefault(key, play.line)
        whole.append(replace(play, players=players, problems=tuple(dict.fromkeys(problems))))
    return whole


def _doubt_play(play: PastPlay) -> Iterable[str]:
    if play.day is None:
        yield _("The day is missing or cannot be read.")
    if play.game is None:
        yield (
            _("This is another game: %(game)s.", game=play.called)
            if play.called
            else _("The game is missing.")
        )
    else:
        low, high = games.find_tallies(play.game).seats
        if not low <= len(play.players) <= high:
            yield _(
                "The game is for %(low)s to %(high)s players, not %(count)s.",
                count=len(play.players),
                low=low,
                high=high,
            )
    names = Counter(fold_name(one.name) for one in play.players)
    for player in play.players:
        if not player.name:
            yield _("A player has no name.")
        elif names[fold_name(player.name)] > 1:
            yield _("%(name)s is listed twice.", name=player.name)
        if player.total is None:
            yield _("The total of %(name)s is missing.", name=player.name or "?")


def _place_players(players: Sequence[PastPlayer]) -> tuple[tuple[PastPlayer, ...], list[str]]:
    """Return players with places by totals, and a doubt where the file's own places differ.

    Equal totals share a place, unless the file tells a winner or other places among them.
    """
    if any(one.total is None for one in players):
        return tuple(players), []
    order = sorted(players, key=lambda one: (-(one.total or 0), one.place or 99, not one.won))
    placed: dict[int, int] = {}
    for number, own in enumerate(order, start=1):
        before = order[number - 2] if number > 1 else None
        tied = before is not None and before.total == own.total and _is_tied(before, own, players)
        placed[id(own)] = placed[id(before)] if tied else number
    whole = tuple(replace(one, place=placed[id(one)]) for one in players)
    differs = any(
        one.place is not None and one.place != new.place
        for one, new in zip(players, whole, strict=True)
    )
    winners = {one.place for one, old in zip(whole, players, strict=True) if old.won}
    if differs or winners - {1}:
        return whole, [_("The places do not fit the totals.")]
    return whole, []


def _is_tied(one: PastPlayer, other: PastPlayer, players: Sequence[PastPlayer]) -> bool:
    if one.place is not None and other.place is not None:
        return one.place == other.place
    return one.won == other.won or not any(player.won for player in players)
