"""Names in free texts: taking one out of a text, and out of a recorded game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from unicodedata import combining, normalize

from adjudicator.shapes import is_invisible

EASTERN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
"""A letter after which a word may go on without a space."""

_HIDDEN = "[\u00ad\u200b-\u200f\u2060\ufeff]"
"""A mark within a word that nobody sees: where it may break, where letters join."""

_APOSTROPHES = "'\u2018\u2019\u02bc`\u00b4\uff07"
_HYPHENS = "-\u2010\u2011\u2012\u2013\u2014\u2212"
_ALIKE = {
    sign: f"(?:{'|'.join(signs)})"
    for signs in (_APOSTROPHES, _HYPHENS, "\u0435\u0451", ("\u00df", "ss"))
    for sign in signs
}
"""What people type for each other, by sign: also the Russian letters of e, and the German ss."""


def replace_name(text: str, name: str, label: str) -> str:
    """Return a text in which a name, however it is written, is replaced by a label.

    Korean, Chinese and Japanese write on behind a name without a space: 지훈이, 지훈은.
    """
    name = _plain_name(name)
    if is_invisible(name) or _plain_letters(name) not in _plain_letters(text):
        return text
    return _whole_name_pattern(name).sub(lambda _: label, text)


def _plain_name(name: str) -> str:
    """Return a name in one form, without invisible marks."""
    return re.sub(_HIDDEN, "", normalize("NFC", name)).strip()


@lru_cache(maxsize=1024)
def _plain_letters(text: str) -> str:
    """Return the letters of a text that stay the same however it is typed."""
    return "".join(filter(str.isalnum, normalize("NFD", text.casefold())))


@lru_cache(maxsize=1024)
def _whole_name_pattern(name: str) -> re.Pattern[str]:
    """Return the pattern of a name as a whole."""
    ends = "" if EASTERN.search(name[-1]) else r"(?![^\W_])"
    return re.compile(rf"(?<![^\W_]){_spelling_pattern(name)}{ends}", re.IGNORECASE)


def _spelling_pattern(name: str, *, loosely: bool = False) -> str:
    """Return an expression for the ways in which one name is typed.

    loosely: whether letters may stand without their accents, and words without a space.
    """
    gap = r"[\W_]{0,3}" if loosely else r"\s+"
    between = "" if loosely else f"{_HIDDEN}*"
    return gap.join(
        between.join(_letter_pattern(letter, loosely=loosely) for letter in word)
        for word in name.split()
    )


def _letter_pattern(letter: str, *, loosely: bool) -> str:
    """Return an expression for a letter: in one piece, in several, perhaps without its accent."""
    if loosely and letter in _HYPHENS:
        return r"[\W_]{0,3}"
    if letter in _ALIKE:
        return _ALIKE[letter]
    pieces = normalize("NFD", letter)
    if pieces == letter:
        return re.escape(letter)
    ways = [re.escape(letter), re.escape(pieces)]
    if loosely and combining(pieces[-1]):
        ways.append(re.escape(pieces[0]))
    return f"(?:{'|'.join(ways)})"


TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Marks after which all that follows in a line runs the other way. Some programs copy names with
them, and with one a joker writes other people's lines backwards. Letters of every language find
their direction without them."""

_WITHOUT_TURNING = dict.fromkeys(map(ord, TURNING))

NOTES = ("note", "place")
"""Keys of a record under which people write what they like."""

NEUTRAL = re.compile("[a-z]|seat-[0-9]+")
"""An id of a seat that tells nothing of who sat there."""


@dataclass(frozen=True, slots=True)
class Rewriting:
    """How a stored game is read since somebody left a league for good.

    seats: the new ids of its seats, by the old ones that were made of names. notes: the new wording
    of notes and places. The stored data stay as they were written.
    """

    seats: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def from_text(cls, text: str | None) -> Rewriting:
        """Return the rewriting that a store holds of a game; None for most of them."""
        return cls(**json.loads(text)) if text else cls()

    def to_text(self) -> str:
        """Return it as it is stored."""
        kept = {"seats": dict(self.seats), "notes": dict(self.notes)}
        return json.dumps(kept, ensure_ascii=False, sort_keys=True)

    def read(self, value: Any, key: str = "") -> Any:
        """Return a header, or the body of an operation, as it is read now.

        key: under which it stands.
        """
        if isinstance(value, Mapping):
            return {self.seats.get(name, name): self.read(one, name) for name, one in value.items()}
        if isinstance(value, list):
            return [self.read(one, key) for one in value]
        if not isinstance(value, str) or key == "name":
            return value
        if key in NOTES:
            return self.notes.get(value, value)
        if key == "path":
            return ".".join(self.seats.get(part, part) for part in value.split("."))
        return self.seats.get(value, value)


def list_notes(value: Any, key: str = "") -> Iterable[str]:
    """Yield the notes and places in a record or an operation."""
    if isinstance(value, Mapping):
        for name, one in value.items():
            yield from list_notes(one, name)
    elif isinstance(value, list):
        for one in value:
            yield from list_notes(one, key)
    elif isinstance(value, str) and key in NOTES and value:
        yield value


def as_sent(text: str) -> str:
    """Return a text in the form that survives a field of a form.

    Browsers end lines in their own way, and pages leave out marks that turn the writing direction.
    """
    return " ".join(text.translate(_WITHOUT_TURNING).split())


def name_pattern(names: AbstractSet[str]) -> re.Pattern[str] | None:
    """Return the pattern of words that may hold a part of a name; None for no names.

    Whole words count that contain a part: Annas, Annalle, Annahaus. Two or three letters stand in
    too many words: only a word that begins with them and is little longer counts. Russian declines
    names: a word counts that begins as a name does, whatever its end is. So some words count that
    are no name; a person looks at them.
    """
    return _name_pattern(frozenset(names))


SHORT_PART, ENDING = 3, 2
"""Letters of a part of a name that is looked for as a beginning only; of what may follow it."""


RUSSIAN_ENDING = 4
"""Letters that may follow the beginning of a Russian name."""


@lru_cache(maxsize=16)
def _name_pattern(names: frozenset[str]) -> re.Pattern[str] | None:
    ways = []
    for part in sorted(
        {part for name in names for part in _name_parts(name)}, key=len, reverse=True
    ):
        spelt = _spelling_pattern(part, loosely=True)
        if EASTERN.search(part[-1]):
            ways.append(spelt)
        elif sum(map(str.isalnum, part)) > SHORT_PART:
            ways.append(rf"[^\W\d_]*{spelt}[^\W\d_]*")
        else:
            ways.append(rf"(?<![^\W\d_]){spelt}[^\W\d_]{{0,{ENDING}}}(?![^\W\d_])")
        if re.fullmatch("[\u0400-\u04ff]{3,}", part):
            begins = _spelling_pattern(part[:-1] if len(part) < 5 else part[:-2], loosely=True)
            ways.append(rf"(?<![^\W\d_]){begins}[^\W\d_]{{0,{RUSSIAN_ENDING}}}(?![^\W\d_])")
    return re.compile("|".join(ways), re.IGNORECASE) if ways else None


def find_names(names: Iterable[str], text: str) -> frozenset[str]:
    """Return the names that may stand in a text, at least in part, for ``name_pattern``."""
    told = _plain_letters(text)
    return frozenset(
        name
        for name in names
        if any(
            (known := _plain_letters(part))[: max(2, len(known) - 2)] in told
            for part in _name_parts(name)
        )
    )


def _name_parts(name: str) -> Iterator[str]:
    """Yield a name and all of it by which somebody may be meant."""
    name = _plain_name(name)
    for part in (name, *name.split(), *re.findall(r"[^\W_]+", name)):
        if len(re.findall(r"[^\W_]", part)) > 1:
            yield part
        if re.fullmatch("[\uac00-\ud7a3]{3}", part):
            yield part[1:]
