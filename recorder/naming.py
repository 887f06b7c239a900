"""Names in what people write: taking one out of a text, and out of a recorded game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

EASTERN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
"""A letter after which a word may go on without a space."""


def without(text: str, name: str, label: str) -> str:
    """Return a text in which a name, however it is written, is replaced by a label.

    Korean, Chinese and Japanese write on behind a name without a space: 지훈이, 지훈은.
    """
    if not name:
        return text
    ends = "" if EASTERN.search(name[-1]) else r"(?!\w)"
    return re.sub(rf"(?<!\w){re.escape(name)}{ends}", lambda _: label, text, flags=re.IGNORECASE)


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

    seats: the ids that its seats have now, by those that were made of names. notes: what stands
    in the place of notes and places. What is stored stays as it was written.
    """

    seats: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, text: str | None) -> Rewriting:
        """Return the rewriting that a store holds of a game; None for most of them."""
        return cls(**json.loads(text)) if text else cls()

    def text(self) -> str:
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


def written(value: Any, key: str = "") -> Iterable[str]:
    """Yield the notes and places in a record or an operation."""
    if isinstance(value, Mapping):
        for name, one in value.items():
            yield from written(one, name)
    elif isinstance(value, list):
        for one in value:
            yield from written(one, key)
    elif isinstance(value, str) and key in NOTES and value:
        yield value


def as_sent(text: str) -> str:
    """Return what is the same of a text before and after it was a field of a form.

    Browsers end lines in their own way, and pages leave out marks that turn the writing direction.
    """
    return " ".join(text.translate(_WITHOUT_TURNING).split())


def holding(names: Iterable[str]) -> re.Pattern[str] | None:
    """Return what finds a name, or a part of one, in a text; None for no names."""
    parts = {part for name in names for part in re.findall(r"[^\W_]{2,}", name)}
    if not parts:
        return None
    told = "|".join(re.escape(part) for part in sorted(parts, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{told})(?!\w)|(?:{_eastern(parts)})", re.IGNORECASE)


def _eastern(parts: Iterable[str]) -> str:
    """Return the parts behind which a word goes on without a space; nothing matches for none."""
    found = [re.escape(part) for part in parts if EASTERN.search(part[-1])]
    return "|".join(sorted(found, key=len, reverse=True)) or "(?!)"
