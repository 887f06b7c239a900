"""Words as the search compares them: folded, without endings, in four languages.

English, French and Russian use the Snowball stemmers. Korean has none: its regular particles and
endings are cut, and pairs of syllables find compounds written with or without a space.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).with_name("synonyms.json")
"""Words and endings of each language."""

ALGORITHMS = {"en": "english", "fr": "french", "ru": "russian"}
"""The Snowball stemmer of each language that has one."""

_WORD = re.compile(r"\d+|[^\W\d_]+")
_HANGUL = re.compile(r"[가-힣]")


def fold_text(text: str) -> str:
    """Return text without case and accents; ё becomes е. Hangul syllables stay whole."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    # The breve of й is kept: without it й and и would be one letter.
    breve = "\N{COMBINING BREVE}"
    kept = "".join(sign for sign in plain if sign == breve or not unicodedata.combining(sign))
    return unicodedata.normalize("NFC", kept)


def split_words(text: str) -> list[str]:
    """Return the folded words of a text, in order."""
    return _WORD.findall(fold_text(text))


@cache
def _find_stemmer(language: str) -> Any:
    # Imported here: judging needs no stemmer, and a start pays for it only when somebody searches.
    import snowballstemmer

    return snowballstemmer.stemmer(ALGORITHMS[language])


@lru_cache(maxsize=1 << 15)
def stem_word(word: str, language: str) -> str:
    """Return the stem of one folded word in a language; numbers stay as they are."""
    if _HANGUL.search(word):
        endings, short = read_korean_endings()
        stems = (word.removesuffix(one) for one in endings if word.endswith(one))
        return next((stem for stem in stems if len(stem) >= 2 or stem in short), word)
    if word.isdecimal() or language not in ALGORITHMS:
        return word
    stemmed: str = _find_stemmer(language).stemWord(word)
    return stemmed


@cache
def read_korean_endings() -> tuple[tuple[str, ...], frozenset[str]]:
    """Return the endings that Korean words lose, the longest first, and stems of one syllable."""
    data = json.loads(DATA.read_text(encoding="utf-8"))["ko"]
    return tuple(sorted(data["endings"], key=len, reverse=True)), frozenset(data["short"])


def list_terms(text: str, language: str) -> Iterator[str]:
    """Yield the terms of a text: the stem of each word, and pairs of Hangul syllables."""
    for word in split_words(text):
        stem = stem_word(word, language)
        yield stem
        yield from list_pairs(stem)


def list_pairs(stem: str) -> Iterator[str]:
    """Yield the pairs of neighbouring syllables of a Korean stem that is longer than a pair."""
    if _HANGUL.search(stem) and len(stem) > 2:
        yield from (stem[place : place + 2] for place in range(len(stem) - 1))
