"""How a message names where something comes from: the die, a guest, a staff card."""

from __future__ import annotations

from adjudicator.messages import Language, M


def told(source: str, language: Language) -> str:
    """Return a source as records write it (``die``, ``guest:61``) in words."""
    what, colon, which = source.partition(":")
    if colon:
        return language.say(M("origins.card", what=what, which=which))
    return language.term("origin", what)
