"""How hints speak of halls, rehearsal halls and dancers (``adjudicator.hints``)."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.hints import Hint
from adjudicator.messages import M

HINTS: Mapping[str, Hint] = {
    "hall": Hint(lambda values, _: M("balls.hint-halls", values=values), other=2, none=2),
    "row": Hint(lambda values, _: M("balls.hint-rows", values=values)),
    "section": Hint(lambda values, _: M("balls.hint-sections", values=values)),
    "rehearsal": Hint(lambda values, _: M("balls.hint-rehearsals", values=values)),
    "cell": Hint(
        lambda values, _: M("balls.hint-cells", values=values), without=M("balls.hint-no-cell")
    ),
}
"""Of each key that the module brings."""
