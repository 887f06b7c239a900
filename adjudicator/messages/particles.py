"""Small words that depend on what is filled in beside them: Korean particles, French elision.

Which of two Korean particles fits depends on how the word before it ends.

A translator writes both, as Korean print does where it cannot know: ``{food:food}을(를)``. Here
the one that fits stays, once the word before it is known. A French ``de`` or ``que`` loses its
vowel before another one: ``de Boris``, ``d’Anna``. No h is elided: whether one is silent, only a
dictionary knows.
"""

from __future__ import annotations

import re
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

_BOTH = re.compile(
    r"(?P<end>[가-힣0-9])(?P<closing>[\"'”’»」』)\]]*)(?P<both>"
    + "|".join(map(re.escape, PAIRS))
    + ")"
)
_FIRST, _FINALS, _RIEUL = ord("가"), 28, 8
"""A syllable's number from the first one on, modulo 28, names its last consonant: 0 none, 8 ㄹ."""

_DIGITS = {"0": 21, "1": 8, "2": 0, "3": 16, "4": 0, "5": 0, "6": 1, "7": 8, "8": 8, "9": 0}
"""Last consonants of the digits as they are read: yeong, il, i, sam, sa, o, yuk, chil, pal, gu."""


def settled(words: str) -> str:
    """Return a sentence in which every pair after a syllable or a digit is one particle.

    After another script both stay, as in print.
    """
    return _BOTH.sub(_one, words) if "(" in words else words


def _one(found: re.Match[str]) -> str:
    end, both = found["end"], found["both"]
    last = _DIGITS[end] if end in _DIGITS else (ord(end) - _FIRST) % _FINALS
    consonant, vowel = PAIRS[both]
    closed = last != 0 and not (consonant == "으로" and last == _RIEUL)
    return end + found["closing"] + (consonant if closed else vowel)


_BEFORE_A_VOWEL = re.compile(r"\b([dD]|[qQ]u)e (?=[AEIOUaeiouÀÂÉÈÊËÎÏÔÖÛÜàâéèêëîïôöûü]\w)")


def elided(words: str) -> str:
    """Return a French sentence in which ``de`` and ``que`` are elided before a vowel.

    Not before a letter that stands alone: ``une de A``.
    """
    return _BEFORE_A_VOWEL.sub(r"\1’", words)


FITTING: Mapping[str, Callable[[str], str]] = {"ko": settled, "fr": elided}
"""By language, what is done to a sentence once it is filled in."""


def fitted(words: str, tag: str) -> str:
    """Return a filled sentence of a language with its small words as they fit."""
    fit = FITTING.get(tag)
    return fit(words) if fit else words
