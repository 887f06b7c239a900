"""An index of documents in one language, and their ranking by words.

The weight of a word is its rarity (inverse document frequency). A document counts more the more of
the words it has, and a word in a title more than one in a text (BM25 with fields). A title or a
question that is typed as a whole counts most. Words beyond ``MOST_WORDS`` are not looked at, so the
cost of a search is bounded.
"""

from __future__ import annotations

import difflib
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field

from adjudicator.rulebook.search.stems import list_terms, split_words, stem_word
from adjudicator.rulebook.search.synonyms import Synonyms, read_synonyms

MOST_WORDS = 24
"""Words of a search that are looked at."""

TITLE, NAME, TEXT, ASIDE = 3.0, 2.5, 1.0, 0.4
"""Weights of a document's fields: title, names and questions, text, what only touches it."""

SATURATION, LENGTH = 1.2, 0.2
"""How fast a word that is repeated stops to count; how much a long text is discounted."""

COVERAGE = 1.0
"""How much more a document counts that has all words: the power of the share it has."""

TITLED = 3.0
"""How much more a document counts if a search has all words of its title or of a question."""

SYNONYM, BEGINNING = 0.5, 0.4
"""Weights of a word that is found by a synonym, or as the beginning of a longer word."""

ENOUGH = 0.2
"""A document is found only with this share of the best document's score."""

NAMED = 1000.0
"""Score of a document whose id is typed: it comes first."""

NEAREST = 3
"""Nearest words that are named where nothing is found."""


@dataclass(frozen=True, slots=True)
class Document:
    """One document that can be found.

    kind: rule, card, case or question. id, game: as the program names it. title: for lists. rules:
    the rules it rests on. fields: texts, each with its weight. prior: multiplies its score.
    language: that of its text where it is not the index's.
    """

    kind: str
    id: str
    game: str
    title: str
    rules: tuple[str, ...]
    fields: Sequence[tuple[float, str]] = field(default=(), compare=False)
    prior: float = 1.0
    language: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """A document that was found. because: the typed words of the search that it has."""

    document: Document
    score: float
    because: tuple[str, ...]


class SearchIndex:
    """The documents of one language, made once."""

    def __init__(self, documents: Iterable[Document], language: str) -> None:
        """Index documents. language: two letters, such as ``ko``."""
        self.language = language
        self.documents = list(documents)
        self._synonyms: Synonyms = read_synonyms(language)
        self._postings: dict[str, dict[int, float]] = defaultdict(dict)
        self._spelled: dict[str, str] = {}
        self._titles: list[Sequence[frozenset[str]]] = []
        lengths = [self._add_document(place, one) for place, one in enumerate(self.documents)]
        mean = sum(lengths) / max(1, len(lengths))
        self._norms = [1 - LENGTH + LENGTH * length / (mean or 1) for length in lengths]

    def _add_document(self, place: int, document: Document) -> float:
        length = 0.0
        self._titles.append(
            [
                frozenset(stem_word(word, self.language) for word in split_words(text))
                for weight, text in document.fields
                if weight >= NAME
            ]
        )
        for weight, text in document.fields:
            for word in split_words(text):
                self._spelled.setdefault(stem_word(word, self.language), word)
            for term in list_terms(text, self.language):
                entries = self._postings[term]
                entries[place] = entries.get(place, 0.0) + weight
                length += min(1.0, weight)
        return length

    def search(self, words: str, kinds: Sequence[str] = (), game: str = "") -> list[Hit]:
        """Return the hits for words, the best first. kinds, game: empty for all."""
        wanted = self._synonyms.expand_words(split_words(words)[:MOST_WORDS], SYNONYM)
        scores: dict[int, float] = defaultdict(float)
        covered: dict[int, float] = defaultdict(float)
        because: dict[int, list[str]] = defaultdict(list)
        whole = 0.0
        for typed, terms in wanted.items():
            matches = self._match_terms(terms)
            if not matches:
                continue
            rarity = math.log(1 + len(self.documents) / (1 + self._count_own(terms, matches)))
            whole += rarity
            for place, amount in matches.items():
                norm = self._norms[place]
                share = amount * (1 + SATURATION) / (amount + SATURATION * norm)
                scores[place] += rarity * share
                covered[place] += rarity
                because[place].append(typed)
        typed_stems = {stem_word(word, self.language) for word in split_words(words)[:MOST_WORDS]}
        hits = [
            Hit(
                self.documents[place],
                score
                * self.documents[place].prior
                * (covered[place] / whole) ** COVERAGE
                * (1 + TITLED * self._share_title(place, typed_stems)),
                tuple(because[place]),
            )
            for place, score in scores.items()
            if self.documents[place].id.casefold() not in words.casefold().split()
            and self._is_wanted(self.documents[place], kinds, game)
        ]
        hits += self._find_named(words, kinds, game)
        hits.sort(key=lambda hit: -hit.score)
        best = hits[0].score if hits else 0.0
        return [hit for hit in hits if hit.score >= ENOUGH * best]

    def _share_title(self, place: int, typed: Set[str]) -> float:
        """Return the share of a title's words that are typed: of the title that has most."""
        shares = (len(title & typed) / len(title) for title in self._titles[place] if title)
        return max(shares, default=0.0)

    @staticmethod
    def _is_wanted(document: Document, kinds: Sequence[str], game: str) -> bool:
        return (not kinds or document.kind in kinds) and (not game or document.game == game)

    def _find_named(self, words: str, kinds: Sequence[str], game: str) -> list[Hit]:
        """Return the documents with their whole id typed."""
        typed = {word for word in words.casefold().split()[:MOST_WORDS] if len(word) > 2}
        return [
            Hit(one, NAMED, (one.id,))
            for one in self.documents
            if one.id.casefold() in typed and self._is_wanted(one, kinds, game)
        ]

    def _count_own(self, terms: Mapping[str, float], matches: Mapping[int, float]) -> int:
        """Return in how many documents a word itself stands; else how many have a synonym."""
        own = [
            self._postings[term]
            for term, weight in terms.items()
            if weight == 1.0 and term in self._postings
        ]
        return max(map(len, own)) if own else len(matches)

    def _match_terms(self, terms: Mapping[str, float]) -> Mapping[int, float]:
        """Return how much each document has of a word, by the best of its terms."""
        matches: dict[int, float] = {}
        for term, weight in terms.items():
            entries: Mapping[int, float] = self._postings.get(term, {})
            if not entries and weight == 1.0:
                entries = self._match_beginning(term)
                weight = BEGINNING
            for place, amount in entries.items():
                matches[place] = max(matches.get(place, 0.0), amount * weight)
        return matches

    def _match_beginning(self, term: str) -> Mapping[int, float]:
        if len(term) < 3 or term.isdecimal():
            return {}
        longer: dict[int, float] = {}
        for known, entries in self._postings.items():
            if known.startswith(term) or (len(known) >= 5 and term.startswith(known)):
                for place, amount in entries.items():
                    longer[place] = max(longer.get(place, 0.0), amount)
        return longer

    def find_nearest_words(self, words: str) -> list[str]:
        """Return words of the texts that are spelled nearly like the words of a search."""
        nearest: list[str] = []
        for word in split_words(words)[:MOST_WORDS]:
            stem = stem_word(word, self.language)
            if stem not in self._postings:
                close = difflib.get_close_matches(stem, self._spelled, NEAREST, 0.72)
                nearest += [self._spelled[one] for one in close]
        return list(dict.fromkeys(nearest))[:NEAREST]
