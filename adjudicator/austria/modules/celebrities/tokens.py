"""The eleven celebrities as data: their effects, and the set of a box (WALTZ2-CEL, -SETUP-03)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from adjudicator.austria.printed.catalogue import Part
from adjudicator.austria.printed.datafile import Row, rows_of
from adjudicator.messages import ComponentName, Language, M, register_naming, register_record_terms
from adjudicator.shapes import OneOf, Shape

if TYPE_CHECKING:
    from adjudicator.austria.printed.record_shapes import Shapes
    from adjudicator.austria.table.box import Box

ID = "celebrities"

DATA = Path(__file__).parent / "data"

COLOURS = ("red", "blue", "yellow")
"""The coloured dice, and the slots of the bar that belong to them (WALTZ2-SETUP-01, DIE-07)."""

AGES = (1, 2, 4)
"""VP of a celebrity by the rounds spent in the bar (WALTZ2-REF-03)."""

OLDER = dict(zip(AGES, (*AGES[1:], None), strict=True))
"""The VP after one more round, None for a celebrity who goes then."""

EINSTEIN, FREUD, GANDHI = "swap", "order_short_by", "free_rooms"
"""Words of effects that are no answer to an event."""


@dataclass(frozen=True, slots=True)
class Celebrity:
    """A token. needs: the module without which it is not in the box, "" for none.

    on: the event that sets it off, "" for none. per_source: once for each source of an event.
    effect: the row's words; some are read by their own code only. values: the whole row.
    """

    id: str
    names: Mapping[str, str]
    vp: int
    needs: str
    on: str
    per_source: bool
    effect: Mapping[str, Any]
    rule: str
    values: Mapping[str, Any] = field(repr=False)


def _read_celebrity(row: Row) -> Celebrity:
    effect = row.mapping("effect")
    return Celebrity(
        id=row.text("id"),
        names=row.mapping("names"),
        vp=row.integer("vp", 0, 9),
        needs=row.values.get("with", ""),
        on=effect.get("on", ""),
        per_source=effect.get("per") == "source",
        effect=effect,
        rule=row.text("rule"),
        values=row.values,
    )


CELEBRITIES: Mapping[str, Celebrity] = MappingProxyType(
    {
        token.id: token
        for token in map(_read_celebrity, rows_of("celebrities.json", "celebrities", DATA))
    }
)
"""The celebrities by id."""


EVENTS = ("staff_played", "room_occupied", "dancer")
"""What sets a celebrity off besides gains."""

GAINS = tuple(
    dict.fromkeys(token.on for token in CELEBRITIES.values() if token.on and token.on not in EVENTS)
)
"""The gains that set a celebrity off."""


def name_celebrity(who: str) -> ComponentName:
    """Return the names of a celebrity, as a message says them."""
    return ComponentName(CELEBRITIES[who].names)


def _word_celebrity(who: str, language: Language) -> str:
    return name_celebrity(who).name_in_language(language.tag) if who in CELEBRITIES else who


def _word_bar(entry: Mapping[str, str], language: Language) -> str:
    """Return the celebrities of an entry with the colours of their dice."""
    return ", ".join(
        f"{language.term('colour', colour)} {_word_celebrity(entry[colour], language)}"
        for colour in COLOURS
        if colour in entry
    )


register_naming("celebrity", _word_celebrity)
register_naming("bar", _word_bar)
register_record_terms("celebrity")


@lru_cache(maxsize=64)
def in_box(box: Box) -> tuple[str, ...]:
    """Return the celebrities of games with these modules: eight, or eleven (WALTZ2-SETUP-03)."""
    return tuple(
        token.id for token in CELEBRITIES.values() if not token.needs or token.needs in box.ids
    )


@dataclass(frozen=True, slots=True)
class Gift:
    """A celebrity's gift when set off: parts booked at once, parts with a choice."""

    who: str
    source: str
    per_source: bool
    gives: tuple[Part, ...]
    opens: tuple[Part, ...]


@lru_cache(maxsize=64)
def list_gifts(box: Box) -> Mapping[str, Mapping[str, Gift]]:
    """Return the celebrities that each event sets off, with their gifts."""
    found: dict[str, dict[str, Gift]] = {}
    for name in in_box(box):
        token = CELEBRITIES[name]
        if token.on:
            made = Gift(
                name,
                f"celebrity:{name}",
                token.per_source,
                _parts(box, token.effect.get("gives", {})),
                _parts(box, token.effect.get("opens", {})),
            )
            found.setdefault(token.on, {})[name] = made
    return found


def _parts(box: Box, words: Mapping[str, Any]) -> tuple[Part, ...]:
    read = box.reader.words
    return tuple(replace(read[word](spec, box.reader), score=ID) for word, spec in words.items())


def effect_of(name: str, word: str) -> Any:
    """Return the value of a word of a celebrity's effect, None where it has no such word."""
    return CELEBRITIES[name].effect.get(word)


COLOUR = OneOf(COLOURS, M("celebrities.colour"))
"""The shape of a coloured die."""


def celebrity_shape(shapes: Shapes) -> Shape:
    """Return the shape of a celebrity: one that may come with these modules (WALTZ-GEN-02)."""
    return OneOf(in_box(shapes.box), M("celebrities.celebrity"))
