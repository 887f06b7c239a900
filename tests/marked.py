"""A language in which every letter is marked: an unmarked one was said past the catalogues."""

import re
from collections.abc import Iterable, Iterator
from string import Formatter
from typing import Any

from adjudicator.messages import ComponentName, Language, M, Message, NullTranslations
from adjudicator.replay import Replay
from adjudicator.verdict import Illegal, Unclear, Verdict

SMALL, LARGE = 0x1D41A - ord("a"), 0x1D400 - ord("A")
"""From Latin letters to the bold ones of mathematics."""


def marked(words: str) -> str:
    """Return words with every Latin letter marked."""
    return "".join(
        chr(ord(one) + (SMALL if one.islower() else LARGE))
        if one.isascii() and one.isalpha()
        else one
        for one in words
    )


def _sentence(words: str) -> str:
    told = []
    for plain, name, spec, _ in Formatter().parse(words):
        told.append(marked(plain).replace("{", "{{").replace("}", "}}"))
        if name is not None:
            told.append(f"{{{name}:{spec}}}" if spec else f"{{{name}}}")
    return "".join(told)


class Marked(NullTranslations):
    """The catalogue of that language."""

    def pgettext(self, context: str, message: str) -> str:
        return _sentence(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return _sentence(msgid1 if n == 1 else msgid2)


NAMED = frozenset(("guest", "card", "politics", "celebrity"))
"""Kinds of facts that are told by the names that components bear, which no catalogue has."""


class _Marking(Language):
    """The language itself: it also marks names that components bear in data files."""

    def _word_fact(self, value: Any, spec: str) -> str:
        told = super()._word_fact(value, spec)
        named = isinstance(value, ComponentName) or re.split("[.,]", spec)[0] in NAMED
        return marked(told) if named else told


MARKED = _Marking("marked", Marked())

ID = re.compile(
    r"\b(?:GAH|SAM|WALTZ\d?|U|D|P)-[A-Z0-9-]*\d(?:\.\w+)*\b"  # a rule, a question
    r"|\b2015-(?:ru|fr|ko)\b"
    r"|\b[a-z]\d+\b|\b[A-C]+\b"  # where a room of a hotel lies; letters of lobbies and tiles
)
"""Texts that are the same in every language: places in the rules, and printed names."""

_PLAIN = re.compile("[A-Za-z]+")


def unmarked(message: Message, players: Iterable[str] = ()) -> list[str]:
    """Return the words of a message that are said past the catalogues.

    players: their ids; they get names without such letters.
    """
    reader = MARKED.with_player_names(dict.fromkeys(players, "玩"))
    return _PLAIN.findall(ID.sub(" ", reader.say(message)))


def said(verdict: Verdict) -> Iterator[Message]:
    """Yield every sentence of a verdict: breaches or doubts, and suggestions."""
    if isinstance(verdict, Illegal):
        for breach in verdict.violations:
            yield breach.message
            if breach.instead:
                yield breach.instead
    elif isinstance(verdict, Unclear):
        yield verdict.message
        yield verdict.default


class Listener:
    """Hears sentences, each once, and keeps those said past the catalogues."""

    def __init__(self) -> None:
        self.heard: set[str] = set()
        self.keys: set[str] = set()

    def past(
        self, messages: Iterable[Message], players: Iterable[str] = (), typed: str = ""
    ) -> list[str]:
        """Return the words that are said past the catalogues, with their sentences.

        typed: a person's text; its words may be quoted.
        """
        lines = []
        own = _PLAIN.findall(typed)
        for one in messages:
            told = repr(one)
            if told not in self.heard:
                self.heard.add(told)
                if isinstance(one, M):
                    self.keys.add(one.key)
                words = [word for word in unmarked(one, players) if word not in own]
                lines += [f"{word!r} is said past the catalogues in {told}" for word in words]
        return lines

    def of_replay(self, replay: Replay) -> list[str]:
        """Return the same for the verdicts of a record, suggestions included."""
        if all(verdict.kind == "legal" for verdict in replay.verdicts):
            return []
        players = [one["id"] for one in replay.record.document["players"]]
        rooms = " ".join(str(entry.get("room", "")) for entry in replay.record.entries)
        verdicts = replay.explain_verdicts()
        return self.past((one for verdict in verdicts for one in said(verdict)), players, rooms)
