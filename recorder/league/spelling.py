"""Names that may be one: accents, a letter more, less or another, a first name beside a whole one.

It only finds them: the person who adds a game says whether a new name is a known player.
"""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import category, normalize

PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "ı": "i"})
"""Letters that carry a stroke or are two, which no normal form takes apart."""

LEAST_FOR_MORE, LEAST_FOR_OTHER = 3, 5
"""Letters of a name from which one letter more or less, or one other letter, may be a slip."""

MOST_NEAR = 4
"""How many people one name is asked about."""


def fold_letters(name: str) -> str:
    """Return a name in its plain letters: no capitals, accents or marks."""
    apart = normalize("NFKD", name.casefold())
    letters = (own if own.isalnum() else " " for own in apart if category(own) != "Mn")
    return " ".join("".join(letters).translate(PLAIN).split())


def _list_shorter(name: str) -> set[str]:
    """Return a name without one of its letters, each in turn; a number is never a slip."""
    return {name[:at] + name[at + 1 :] for at, own in enumerate(name) if not own.isdigit()}


class Spellings:
    """The names of a league, found by others that may mean the same person.

    A name has about as many search words as letters, so that a long import beside a long list of
    players costs no more than both together.
    """

    def __init__(self, people: Iterable[tuple[str, str]]) -> None:
        """people: ids and names."""
        self._found: dict[str, dict[str, None]] = {}
        for person, name in people:
            for word in self._words(fold_letters(name)):
                self._found.setdefault(word, {})[person] = None

    @staticmethod
    def _words(plain: str) -> list[str]:
        """Return the search words of a folded name; a mark in front keeps the kinds apart."""
        words = [f"={plain}"]
        if len(plain) > LEAST_FOR_MORE:
            words += [f"={short}" for short in _list_shorter(plain)]
        if len(plain) >= LEAST_FOR_MORE:
            words.append(f"+{plain}")
        if len(plain) >= LEAST_FOR_OTHER:
            words += [f"~{short}" for short in _list_shorter(plain)]
        first, _space, rest = plain.partition(" ")
        words.append(f"1{first}" if rest else f"w{first}")
        return words

    def near(self, name: str) -> list[str]:
        """Return the ids of players a name may mean, the nearest first."""
        plain = fold_letters(name)
        first, _space, rest = plain.partition(" ")
        wanted = [f"={plain}"]
        if len(plain) > LEAST_FOR_MORE:
            wanted += [f"+{short}" for short in sorted(_list_shorter(plain))]
        if len(plain) >= LEAST_FOR_OTHER:
            wanted += [f"~{short}" for short in sorted(_list_shorter(plain))]
        wanted.append(f"w{first}" if rest else f"1{first}")
        people: dict[str, None] = {}
        for word in wanted:
            people |= self._found.get(word, {})
        return list(people)[:MOST_NEAR]
