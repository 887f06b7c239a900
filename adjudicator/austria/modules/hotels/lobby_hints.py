"""How hints speak of the auction and of what the lobbies do (``adjudicator.hints``)."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.hints import Hint
from adjudicator.messages import M

HINTS: Mapping[str, Hint] = {
    "lobby": Hint(
        lambda values, _: M("hotels.hint-lobbies", values=values),
        without=M("hotels.hint-no-lobby"),
    ),
    "krones": Hint(
        lambda values, _: M("hotels.hint-bids", values=values),
        without=M("hotels.hint-no-krones"),
    ),
    "tile": Hint(lambda values, _: M("hotels.hint-tiles", values=values)),
    "token": Hint(lambda values, _: M("hotels.hint-tokens", values=values)),
    "half": Hint(
        lambda values, _: M("hotels.hint-halves", values=values),
        without=M("hotels.hint-no-half"),
    ),
    "moved": Hint(without=M("hotels.hint-no-move")),
}
"""Of each key that the module brings."""
