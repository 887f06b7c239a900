"""Rewards that are printed on the halves of tokens only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.austria.modules.hotels.lobbies import offer_of
from adjudicator.austria.table.box import Box
from recorder.pages.austria.components import printed
from recorder.pages.austria.components.component import Component
from recorder.pages.presenter import View
from recorder.pages.wording import gettext as _
from recorder.pages.wording import lazy

GROUP = lazy("Tokens")
TOKENS = range(1, 6)
OWNER = "dove"
"""The lobby to which tokens belong (WALTZ3-DOVE-02)."""


def list_tokens(box: Box) -> list[Component]:
    """Return the five tokens."""
    halves = [
        printed.rewards_field("upper", _("Upper half, for a column"), box),
        printed.rewards_field("lower", _("Lower half, for a floor"), box),
    ]
    return [
        Component(
            f"token.{token}",
            GROUP,
            _("Token %(number)s", number=token),
            {"do": "figure", "token": token},
            halves,
        )
        for token in TOKENS
    ]


def tokens_in_sight(view: View) -> Iterator[str]:
    """Yield the names of the tokens that are left."""
    for lies in view.position["players"].values():
        if lies.get("lobby") == OWNER:
            for token in lies.get("tokens", TOKENS):
                yield f"token.{token}"


def list_known_tokens(view: View) -> dict[str, dict[str, Any]]:
    """Return the tokens of which both halves are read."""
    tokens = offer_of(view.known.state).tokens  # type: ignore[arg-type]
    return {f"token.{token}": {} for token, halves in tokens.items() if len(halves) == 2}
