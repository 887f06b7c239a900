"""Small words that depend on the words beside them: Korean particles, French elision.

Which of two Korean particles fits depends on how the word before it ends when it is read aloud.

A translator writes both, as Korean print does where it cannot know: ``{food:food}을(를)``. Here
the one that fits stays, once the word before it is known: by the syllable, by how a number is
read, and for a Latin or Cyrillic name by how Korean usually writes its end. A French ``de`` or
``que`` loses its vowel before another one: ``de Boris``, ``d’Anna``. No h is elided: whether one
is silent, only a dictionary knows.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping

PAIRS = {
    "을(를)": ("을", "를"),
    "이(가)": ("이", "가"),
    "은(는)": ("은", "는"),
    "과(와)": ("과", "와"),
    "으로(로)": ("으로", "로"),
    "(으)로": ("으로", "로"),
    "이(나)": ("이나", "나"),
    "이(라)": ("이라", "라"),
}
"""What stands for two particles: the one after a consonant, and the one after a vowel."""

_BOTH = re.compile("|".join(map(re.escape, PAIRS)))
_CLOSING = "\"'”’»」』)].,"
"""What may stand between a word and its particle."""

_ASIDE = re.compile(r"(?<=\S)\([^()]*\)$")
"""What is said in brackets after a word: a particle fits the word before it, as in print."""

_NEAR = 40
"""So many characters before a particle are looked at: more than a word has."""

_WORD = re.compile(r"[^\W\d_]+$")
_FIRST, _FINALS, _RIEUL = ord("가"), 28, 8
"""A syllable's number from the first one on, modulo 28, names its last consonant: 0 none, 8 ㄹ."""

_DIGITS = {"0": 21, "1": 8, "2": 0, "3": 16, "4": 0, "5": 0, "6": 1, "7": 8, "8": 8, "9": 0}
"""Last consonants of the digits as they are read: yeong, il, i, sam, sa, o, yuk, chil, pal, gu."""


_NASALS = {"n": 4, "н": 4, "m": 16, "м": 16, "l": _RIEUL, "л": _RIEUL}
"""Letters that end a syllable in Korean, too; nearly every other one is followed by a vowel."""

_SPELLED = _NASALS | {"r": _RIEUL}
"""Letters whose names end in a consonant: el, em, en, ar."""

_SHORT = re.compile(r"[^aeiouy]*(?:[aeiou]|oo)(?:ck|[ptkb])")
"""A word of one short syllable: Bob, Jack, Cook."""


def choose_particles(words: str) -> str:
    """Return a sentence in which every pair of particles is the one that fits.

    After a script that is not read here both stay, as in print.
    """
    return _BOTH.sub(_choose_particle, words) if "(" in words else words


def _choose_particle(found: re.Match[str]) -> str:
    before = found.string[max(0, found.start() - _NEAR) : found.start()]
    last = _last_consonant(_ASIDE.sub("", before).rstrip(_CLOSING))
    if last is None:
        return found[0]
    consonant, vowel = PAIRS[found[0]]
    closed = last != 0 and not (consonant == "으로" and last == _RIEUL)
    return consonant if closed else vowel


def _last_consonant(before: str) -> int | None:
    """Return the final consonant of a spoken word, 0 for a vowel, None if it is not known."""
    end = before[-1:]
    if end in _DIGITS:
        return _DIGITS[end]
    if "가" <= end <= "힣":
        return (ord(end) - _FIRST) % _FINALS
    word = _WORD.search(before)
    return _read_latin_end(word[0]) if word else None


def _read_latin_end(name: str) -> int | None:
    """Return the same of a name in Latin or Cyrillic letters, as Korean mostly writes it."""
    small = name.lower()
    plain = "".join(one for one in unicodedata.normalize("NFD", small) if one.isalpha())
    if not re.fullmatch("[a-zæœøßа-я]+", plain):
        return None
    if len(plain) == 1:
        return _SPELLED.get(plain, 0)
    if plain.endswith("ng"):
        return 21
    if re.search("[nml]e$", small):  # Jane, Nicole: that e is silent
        plain = plain[:-1]
    plain = plain.rstrip("ьъ")
    return int(bool(_SHORT.fullmatch(plain))) or _NASALS.get(plain[-1:], 0)


_BEFORE_A_VOWEL = re.compile(
    r"\b([dD]|[qQ]u)e (?!(?:[Oo]nz|[Oo]ui\b))"
    r"(?=[AEIOUaeiouÀÂÉÈÊËÎÏÔÖÛÜàâéèêëîïôöûü]\w|Y[^aeiouéè\W]|H[eéèu]\w)"
)


def elide_french(words: str) -> str:
    """Return a French sentence in which ``de`` and ``que`` are elided before a vowel.

    Not before a letter that stands alone (``une de A``), nor before ``onze``. Names that begin with
    a silent H or with Y before a consonant are vowels to the ear: ``d’Hélène``, ``d’Yves``.
    """
    return _BEFORE_A_VOWEL.sub(r"\1’", words)


_TWO_STOPS = re.compile(r"(\bг\.|\d\.)\.(?!\.)")


def drop_second_stop(words: str) -> str:
    """Return a sentence without the stop that follows a date's own: "31 дек. 2026 г."."""
    return _TWO_STOPS.sub(r"\1", words)


FITTING: Mapping[str, Callable[[str], str]] = {
    "ko": lambda words: drop_second_stop(choose_particles(words)),
    "fr": elide_french,
    "ru": drop_second_stop,
}
"""By language, what is done to a sentence once it is filled in."""


def fit_small_words(words: str, tag: str) -> str:
    """Return a filled sentence of a language with its small words as they fit."""
    fit = FITTING.get(tag)
    return fit(words) if fit else words
