"""Entries and values of a record as sentences, for pages, print, command line and hints.

An entry's sentence is the message ``entry:<verb>``; a key with a sentence of its own makes
``entry:<verb>+<key>``, one value of it ``entry:<verb>+<key>=<value>``. ``with:<key>`` and
``added:<key>`` lengthen the sentence of any verb. docs/messages.md has the whole grammar.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator import games
from adjudicator.amounts import word_amounts
from adjudicator.messages import Language, M, format_signed, make_term, read_english, split_sentence

PLAYERS = ("by", "of", "agreed")
"""Keys of an entry under which players stand."""

OWN_WORDS = "note"
"""The key of an entry under which somebody's own words stand."""

WHOLE = ".whole"
"""The form of a kind that says itself what it is: ``room a4``."""

NO_VALUE = "–"
"""How a value reads that is not there."""

OPEN = ("seen", "hand", "other")
"""What ``options`` has instead of a value that it cannot list."""


LONGER = ("boost", "gain", "reveal", "added", "place", "agreed", "note")
"""Keys that lengthen the sentence of any verb, as they follow each other."""


@dataclass(frozen=True, slots=True)
class RecordWording:
    """Says the values of a game's record in the reader's words.

    kinds: by key, the kind of the value there or in its list (``games.Game``).
    """

    language: Language
    kinds: Mapping[str, str]

    def value(self, value: Any, key: str = "") -> str:
        """Return a value without brackets: ``2 wine and 1 coffee``, ``1-3, 2-1``."""
        kind = self.kinds.get(key, "")
        if isinstance(value, Mapping):
            return self._object(value, key, kind) or NO_VALUE
        if isinstance(value, list | tuple):
            told = [self.value(one, key) for one in value]
            nested = any(isinstance(one, Mapping | list) for one in value)
            return (self._apart(told) if nested else ", ".join(told)) or NO_VALUE
        if value is None:
            return NO_VALUE
        if isinstance(value, bool):
            return self.language.say(M("report.yes") if value else M("report.no"))
        if key == OWN_WORDS:
            return str(value)
        if key in PLAYERS:
            return self.language.term("player", value)
        if kind and value not in OPEN:
            return self.language.term(kind, value)
        return format_signed(value) if type(value) is int else self.language.word(str(value))

    def _object(self, value: Mapping[str, Any], key: str, kind: str) -> str:
        if "do" in value:
            return self._word_open_part(value)
        counts = all(type(one) is int for one in value.values())
        if kind == "food" and counts:
            return self.language.say(word_amounts(value)) if value else ""
        said = {
            inner: one for inner, one in value.items() if one is not False and one not in ([], {})
        }
        if key == "place":
            return self._apart([self._word_placed(inner, one) for inner, one in said.items()])
        apart = any(map(_has_parts, value.values()))
        told = [
            self.fact(inner, one, key, self._word_kind(inner, kind), apart=apart)
            for inner, one in said.items()
        ]
        return self._apart(told) if apart else ", ".join(told)

    def _word_open_part(self, part: Mapping[str, Any]) -> str:
        """Return what can be done under an open part, as far as there are words for it."""
        known = {one for one in part if one in ("by", "do") or f"fact:{one}" in read_english()}
        return self._word_deed({one: what for one, what in part.items() if one in known})

    def _word_placed(self, guest: str, food: Any) -> str:
        """Return the food that lies on a guest, or that nobody has seen the order yet."""
        what = word_amounts(food) if isinstance(food, Mapping) else self.value(food)
        return self.language.say(M("report.placed", guest=guest, what=what))

    def _word_kind(self, key: str, kind: str) -> str:
        """Return the name of a key that has a kind, else nothing."""
        told = self.language.term(kind, key) if kind else ""
        return "" if told == key else told

    def _apart(self, told: Sequence[str]) -> str:
        """Return sayings that have commas of their own, one after the other."""
        return self.language.say(M("report.apart", told=tuple(told)))

    def fact(
        self, key: str, value: Any, within: str, name: str = "", *, apart: bool = False
    ) -> str:
        """Return a value with its key: ``guest 74``.

        within: the verb of its entry, or the key of the object it stands in. name: its name, where
        the key is no word. apart: whether a colon sets the value apart, as values beside it have
        several parts.
        """
        if self.kinds.get(key, "").endswith(WHOLE) and not isinstance(value, int):
            return self.value(value, key)
        what = name or self._word_key(key, within)
        if value is True:
            return self.language.say(M("report.only", what=what))
        told = self.value(value, key)
        if apart:
            return self.language.say(M("report.told", what=what, told=told))
        return self.language.say(M("report.fact", what=what, value=told))

    def _word_key(self, key: str, within: str) -> str:
        """Return the name of a key, within something or anywhere."""
        for known in (f"{within}.{key}", key):
            if f"fact:{known}" in read_english():
                return self.language.term("fact", known)
        return self.language.word(key)

    def entry(self, entry: Mapping[str, Any]) -> str:
        """Return an entry, or an item of ``options``, as a sentence with its player.

        What leaves values open that its sentence needs is told as deed and facts.
        """
        told, by, of = self.phrase(entry), entry.get("by"), entry.get("of")
        if told is None:
            return self._word_deed(entry)
        if by is not None:
            return self.language.say(M("entries.by", who=by, told=told))
        if of is not None:
            told = told[:1].lower() + told[1:]
            return self.language.say(M("entries.of", who=of, told=told))
        return told

    def phrase(self, entry: Mapping[str, Any]) -> str | None:
        """Return an entry's sentence without its player: ``prepares room 1-2``.

        None where values are still open that the sentence needs.
        """
        said = {key: one for key, one in entry.items() if _is_said(one)}
        known, do = read_english(), entry["do"]
        names = (f"entry:{do}+{key}{more}" for key in said for more in (f"={said[key]}", ""))
        name = next((one for one in (*names, f"entry:{do}") if one in known), "")
        if not name:
            return None
        told_keys = _list_specs(name)
        facts = {key: _make_fact(one, told_keys.get(key, "")) for key, one in said.items()}
        facts["n"] = entry.get("count")
        if "values" in told_keys:
            facts["values"] = self._word_values(entry)
        if whole := {key: one for key, one in said.items() if key not in ("by", "do", "at")}:
            facts["whole"] = whole
        if not told_keys.keys() <= facts.keys():
            return None
        told = self.language.fill_sentence(name, facts)
        facts["added"] = tuple(self.list_added(entry, told_keys))
        for key in LONGER:
            if facts.get(key) and key not in told_keys:
                own = _make_fact(facts[key], _list_specs(f"with:{key}").get(key, ""))
                told = self.language.fill_sentence(f"with:{key}", facts | {"told": told, key: own})
        return told

    def list_added(self, entry: Mapping[str, Any], besides: Collection[str] = ()) -> Iterator[str]:
        """Yield the words for keys that modules add to entries: ``paying 1 cake``.

        besides: keys that need no words. A coloured die that is moved over and taken is named once.
        """
        known = read_english()
        named = [one for key, one in entry.items() if f"added:{key}={one}" in known]
        for key, one in entry.items():
            names = (f"added:{key}={one}", f"added:{entry['do']}.{key}", f"added:{key}")
            name = next((name for name in names if name in known), "")
            again = one in named and not name.endswith(f"={one}")
            if name and _is_said(one) and key not in besides and not again:
                yield self.language.fill_sentence(name, {key: one})

    def _word_values(self, entry: Mapping[str, Any]) -> str:
        """Return the values that an entry of a check or correction has."""
        told = (
            f"{self.language.word(key)} {self.value(one, key)}"
            for key, one in entry.items()
            if key not in ("do", "of", "by", "note", "at")
        )
        return ", ".join(told) or self.language.say(M("entries.kept-secret"))

    def _word_deed(self, entry: Mapping[str, Any]) -> str:
        """Return what can be done by somebody, or done: player and deed, then its facts."""
        who = M("report.by", who=entry["by"]) if "by" in entry else M("report.table")
        do = entry["do"]
        facts = tuple(
            self.fact(key, value, do)
            for key, value in entry.items()
            if key not in ("by", "do", "at") and value is not False
        )
        if not facts:
            return self.language.say(M("report.deed", who=who, deed=do))
        return self.language.say(M("report.entry", who=who, deed=do, facts=facts))

    def differs(self, finding: Mapping[str, Any]) -> str:
        """Return the finding of a check: each value in the record, then on the board."""
        told = (
            M(
                "report.read",
                what=self.language.word(key),
                record=self.value(record, key),
                board=self.value(board, key),
            )
            for key, (record, board) in finding.items()
        )
        return self._apart([self.language.say(one) for one in told])


def name_players(value: Any, names: Mapping[str, str]) -> Any:
    """Return a value of a position with players' names for their ids, as keys and as values."""
    if isinstance(value, Mapping):
        return {names.get(key, key): name_players(member, names) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [name_players(member, names) for member in value]
    return names.get(value, value) if isinstance(value, str) else value


def find_wording(game: str, language: Language) -> RecordWording:
    """Return the wording of a game's values. Raises KeyError for an unknown game."""
    found = games.find(game)
    return RecordWording(language, found.kinds)


def _list_specs(name: str) -> dict[str, str]:
    """Return how the sentence of a key words its facts, by the names of these."""
    pieces = split_sentence(read_english()[name].forms[0])
    return {fact: spec for _, fact, spec in pieces if fact}


def _has_parts(value: Any) -> bool:
    """Return whether a value holds more than words or counts: a tourist, the rows of a hall."""
    if isinstance(value, list | tuple):
        return any(map(_has_parts, value)) or any(isinstance(one, Mapping) for one in value)
    return isinstance(value, Mapping) and not all(type(one) is int for one in value.values())


def _is_said(value: Any) -> bool:
    """Return whether a value says something: neither left out nor still to be seen."""
    if isinstance(value, Mapping):
        return bool(value) and "count" not in value and "seen" not in value.values()
    return value is not None and value is not False and value != "seen"


def _make_fact(value: Any, spec: str) -> Any:
    """Return a value as a fact of a sentence. spec: of the fact there; with a join it is a list."""
    if isinstance(value, list) and "," in spec:
        if any(isinstance(one, list) for one in value):
            return [tuple(one) for one in value if one]
        return tuple(value)
    return make_term("value", value) if value in OPEN else value
