"""The header of an Austria record, checked before anything is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.austria.assembled.boxes import read_modules
from adjudicator.austria.printed.editions import EDITIONS, rules_of
from adjudicator.messages import M
from adjudicator.record import Unreadable, require_shape
from adjudicator.shapes import ANYTHING, ListOf, MapOf, OneOf

_EDITION = OneOf(EDITIONS, M("vocabulary.edition", editions=tuple(EDITIONS)))


def read_header(document: Mapping[str, Any]) -> None:
    """Check the header of an Austria record. Raises Unreadable naming key and rule."""
    if "edition" not in document:
        raise Unreadable(M("vocabulary.missing"), key="edition")
    require_shape(_EDITION, document["edition"], "edition")
    box = read_modules(document.get("modules", ()))
    options = document.get("options", {})
    require_shape(box.shapes.options, options, "options")
    rules_of(document["edition"], options.get("rulings", {}), box.switches)
    players = document["players"]
    if not 2 <= len(players) <= 4:
        message = M("vocabulary.players", n=len(players))
        raise Unreadable(message, key="players", rule="GAH-COMP-02")
    colours = [player["colour"] for player in players if "colour" in player]
    if len(set(colours)) != len(colours):
        raise Unreadable(
            M("vocabulary.two-players-have-same-colour"), key="players", rule="GAH-SETUP-09"
        )
    ids = [player["id"] for player in players]
    if "setup" in document:
        require_shape(box.shapes.setup, document["setup"], "setup")
        _check_players(document["setup"], ids, "setup", ("hands", "boards"))
        start = document["setup"]
    else:
        require_shape(box.shapes.position, document["position"], "position")
        _check_players(
            document["position"], ids, "position", ("taken", "players", "boards", "paid_groups")
        )
        start = document["position"]
    if options.get("board", "night") == "day" and set(start.get("boards", ())) != set(ids):
        place = "setup" if "setup" in document else "position"
        raise Unreadable(M("vocabulary.day-board-needed-for-every"), key=f"{place}.boards")
    for check in box.headers:
        check(document)


def _check_players(
    start: Mapping[str, Any], ids: list[str], key: str, maps: tuple[str, ...]
) -> None:
    """Check that every named player is a player of the record."""
    named = (start.get(name) for name in (*maps, "turn_of", "first_player", "passed", "claims"))
    if not any(named):
        return
    known = OneOf(ids, M("vocabulary.player-this-record"))
    for name in maps:
        require_shape(MapOf(known, ANYTHING), start.get(name, {}), f"{key}.{name}")
    for name in ("turn_of", "first_player"):
        if start.get(name) is not None:
            require_shape(known, start[name], f"{key}.{name}")
    require_shape(ListOf(known), start.get("passed", []), f"{key}.passed")
    require_shape(MapOf(ANYTHING, ListOf(known)), start.get("claims", {}), f"{key}.claims")
