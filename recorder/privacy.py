"""Hidden is hidden: what of a game a link is not shown.

Every game's package has a module ``secrets`` whose ``SECRETS`` says, as data, what belongs to
one player until the game is over:

    record    paths in the record's header;   ``setup.hands.*``
    position  paths in the position;          ``players.*.money``
    scores    true where the score is secret
    entries   per verb the keys that only the player named by ``by`` sees
    next      per verb the keys, each with what the others read instead of its value

In a path ``*`` is the owner's id. A key that the viewer may not see is left out. Where a
secret decides what may be entered, the module's ``forget`` takes it out of the state first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator import games

Document = Mapping[str, Any]


class Privacy:
    """What one viewer sees of one game.

    viewer: the player whose seat it is, or None for the table and for readers.
    over: whether the game has ended; then nothing is hidden any more.
    """

    def __init__(self, game: str, viewer: str | None, over: bool) -> None:
        self._secrets: Mapping[str, Any] = {} if over else games.secrets(game).SECRETS
        self._viewer = viewer

    def record(self, document: Document) -> dict[str, Any]:
        """Return the record without the secrets of others, in header and entries."""
        shown = self.header(document)
        if "entries" in shown:
            shown["entries"] = [self.entry(entry) for entry in document["entries"]]
        return shown

    def header(self, document: Document) -> dict[str, Any]:
        """Return the record's header without the secrets of others."""
        return self._without(document, "record")

    def position(self, position: Document) -> dict[str, Any]:
        """Return the position without the secrets of others."""
        return self._without(position, "position")

    def by_player(self, values: Document) -> dict[str, Any]:
        """Return scores (or what else is kept per player) that the viewer may see."""
        secret = self._secrets.get("scores", False)
        return {
            player: value
            for player, value in values.items()
            if not secret or player == self._viewer
        }

    def entry(self, entry: Document) -> Document:
        """Return an entry without the keys that only its player sees."""
        hidden = self._secrets.get("entries", {}).get(entry.get("do"), ())
        if not hidden or self._mine(entry):
            return entry
        return {key: value for key, value in entry.items() if key not in hidden}

    def options(self, items: Sequence[Document]) -> list[Document]:
        """Return ``next`` with secret values written over; none stands twice."""
        shown: list[Document] = []
        for item in items:
            instead = self._secrets.get("next", {}).get(item.get("do"), {})
            if instead and not self._mine(item):
                item = {key: instead.get(key, value) for key, value in item.items()}
            if item not in shown:
                shown.append(item)
        return shown

    def _mine(self, entry: Document) -> bool:
        return self._viewer is not None and entry.get("by") == self._viewer

    def _without(self, document: Document, kind: str) -> dict[str, Any]:
        shown = dict(document)
        for path in self._secrets.get(kind, ()):
            shown = _cut(shown, path.split("."), self._viewer)
        return shown


def _cut(document: Document, path: Sequence[str], viewer: str | None) -> dict[str, Any]:
    """Return a copy without what stands at the path, except the viewer's own."""
    head, *rest = path
    shown = dict(document)
    for key in list(shown) if head == "*" else [head]:
        if head == "*" and key == viewer:
            continue
        if not rest:
            shown.pop(key, None)
        elif isinstance(shown.get(key), Mapping):
            shown[key] = _cut(shown[key], rest, viewer)
    return shown
