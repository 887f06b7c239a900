"""What parts of a page are made from: of a view nothing but what they say they need.

What they need is compared with what it was before, and it is all that they can see. So nobody can
forget that a part depends on something: what it has not named is not there.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

from recorder.pages.presenter import View
from recorder.pages.shared.parts import Sight

ALL = ("*",)
"""Whatever a player has."""


class Needs(NamedTuple):
    """What of a view some parts are made from, besides what every part may see.

    position: keys of the position. own: keys of what each player has there, or ``ALL``. verbs: of
    the entries on offer. acting: whether it matters whose board is in front. points: whether the
    scores are seen of whose pieces are.
    """

    position: Sequence[str] = ()
    own: Sequence[str] = ()
    verbs: Container[str] = ()
    acting: bool = False
    points: bool = False


class Named(dict[str, Any]):
    """What was named of a position, or of a player's own. All else raises KeyError."""

    def __init__(self, values: Mapping[str, Any], names: Iterable[str]) -> None:
        super().__init__(values)
        self._names = frozenset(names)

    def get(self, key: str, default: Any = None) -> Any:
        """Return what stands under a key that was named."""
        return dict.get(self, key, default) if key in self else default

    def __contains__(self, key: object) -> bool:
        if super().__contains__(key):
            return True
        if key not in self._names:
            raise KeyError(key)
        return False


class Sights:
    """What the parts of one page may see.

    common: what each of them may see. Where that has changed, all are made anew.
    """

    def __init__(self, view: View, read: Any = None) -> None:
        """read: what was read off components, as something that can be compared."""
        self._view = view
        self.common = view.header, view.over, view.seat, view.writes, read
        known: Any = SimpleNamespace(state=read)
        nothing: Any = None
        rest = dict.fromkeys(("position", "options", "totals", "entries", "waits"), nothing)
        self._bare = view.with_other(known=known, acting=None, **rest)

    def part_sight(self, needs: Needs, player: str | None = None) -> Sight:
        """Return the view as far as some parts need it.

        player: of whose own pieces, and of whose entries on offer and nobody's; without it all's.
        """
        names, own, verbs, acting, points = needs
        whole, view = self._view.position, self._view
        position = {name: whole[name] for name in names if name in whole}
        seats = (whole["players"] if player is None else (player,)) if own else ()
        players = {
            seat: lies if own is ALL else {name: lies[name] for name in own if name in lies}
            for seat in seats
            if (lies := whole["players"][seat]) is not None
        }
        options = [
            offer
            for offer in (view.options if verbs else ())
            if offer["do"] in verbs and (player is None or offer.get("by", player) == player)
        ]
        front = view.acting if acting else None
        totals = {seat: view.totals.get(seat) for seat in seats} if points else None

        def see() -> View:
            seen = {
                seat: lies if own is ALL else Named(lies, own) for seat, lies in players.items()
            }
            there = Named(position | {"players": seen}, names)
            return self._bare.with_other(
                position=there, options=options, acting=front, totals=totals
            )

        return Sight((position, players, options, front, totals), see)

    def whole_sight(self) -> Sight:
        """Return the whole view: what is made of it is made anew at every version."""
        view = self._view
        return Sight((view.known.key or object(), view.acting), lambda: view)
