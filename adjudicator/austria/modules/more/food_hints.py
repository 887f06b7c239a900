"""How hints speak of food that a tile takes (``adjudicator.hints``)."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.amounts import amounts
from adjudicator.hints import Hint
from adjudicator.messages import M

HINTS: Mapping[str, Hint] = {
    "food": Hint(lambda values, _: M("more.hint-food", each=tuple(map(amounts, values)))),
}
"""Of each key that the module brings."""
