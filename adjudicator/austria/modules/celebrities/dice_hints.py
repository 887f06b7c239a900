"""How hints speak of coloured dice (``adjudicator.hints``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.hints import Hint, Near
from adjudicator.messages import M


def coloured(values: tuple[Any, ...], near: Near) -> M:
    """Return the words for a coloured die, with its space."""
    return M("celebrities.hint-coloured", values=values, die=near.entry["die"])


HINTS: Mapping[str, Hint] = {
    "colour": Hint(coloured, lists=False, without=M("celebrities.hint-white"), covers=("die",)),
}
"""Of each key that the module brings."""
