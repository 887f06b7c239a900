"""Words that people use for words of the texts, and words that say nothing in a question.

``synonyms.json`` has for each language its empty words and groups of words that mean the same
here, the word of the texts first. A group may hold phrases. A phrase counts where its words stand
side by side; only the first one of a group is looked for word by word.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from adjudicator.rulebook.search.stems import DATA, list_pairs, list_terms, split_words, stem_word

LONGEST_PHRASE = 3
"""Words of the longest phrase in a group."""

PAIR = 0.6
"""Weight of a pair of syllables of a Korean word: it may be part of another word."""


@dataclass(frozen=True, slots=True)
class Synonyms:
    """The groups and empty words of one language, by stems.

    groups: the stems of a word or phrase -> the terms of its groups.
    """

    language: str
    empty: frozenset[str]
    groups: Mapping[tuple[str, ...], frozenset[str]]

    def expand_words(
        self, words: Sequence[str], weight: float
    ) -> Mapping[str, Mapping[str, float]]:
        """Return each word or phrase that counts, with its terms and their weights.

        The word's own stem weighs 1, its group's terms ``weight`` and pairs of its syllables
        ``PAIR``. If a search has only empty words, they count.
        """
        stems = [stem_word(word, self.language) for word in words]
        expanded: dict[str, dict[str, float]] = {}
        place = 0
        while place < len(words):
            size, group = self._find_group(stems, place)
            typed = " ".join(words[place : place + size])
            if size > 1 or words[place] not in self.empty:
                own = [
                    stem
                    for stem, word in zip(stems[place:], words[place : place + size], strict=False)
                    if word not in self.empty
                ]
                pairs = [pair for stem in own for pair in list_pairs(stem)]
                expanded[typed] = {
                    **dict.fromkeys(pairs, PAIR),
                    **dict.fromkeys(group, weight),
                    **dict.fromkeys(own, 1.0),
                }
            place += size
        if expanded or not words:
            return expanded
        return {word: dict.fromkeys(list_terms(word, self.language), 1.0) for word in words}

    def _find_group(self, stems: Sequence[str], place: int) -> tuple[int, frozenset[str]]:
        for size in range(min(LONGEST_PHRASE, len(stems) - place), 0, -1):
            group = self.groups.get(tuple(stems[place : place + size]))
            if group is not None:
                return size, group
        return 1, frozenset()


@cache
def read_synonyms(language: str) -> Synonyms:
    """Return the synonyms of a language, without any for a language that the file lacks."""
    data = json.loads(DATA.read_text(encoding="utf-8")).get(language, {})
    empty = frozenset(word for said in data.get("empty", ()) for word in split_words(said))
    groups: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for row in data.get("groups", ()):
        terms = {
            term
            for place, said in enumerate(row)
            for word in split_words(said)
            if word not in empty and (place == 0 or " " not in said)
            for term in list_terms(word, language)
        }
        for said in row:
            key = tuple(stem_word(word, language) for word in split_words(said))
            groups[key] |= terms
    return Synonyms(language, empty, {key: frozenset(terms) for key, terms in groups.items()})
