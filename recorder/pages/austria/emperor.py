"""The emperor scoring as a step of its own: everybody before and after, bonus or penalty."""

from __future__ import annotations

from adjudicator.austria.assembled.boxes import box_of_record
from adjudicator.austria.chapters import emperor
from adjudicator.austria.printed.catalogue import EmperorTile
from adjudicator.record import Header
from recorder.pages.austria import boards, does
from recorder.pages.presenter import Document, View
from recorder.pages.wording import gettext as _

CLOSING = ("done", "reroll", "pass")
"""Verbs of the entries that can close a round."""

CLOSED = ("emperor", "roll", "over")
"""Phases in which a round is closed and nothing of the next has begun."""


def emperor_scoring(view: View) -> dict[str, object] | None:
    """Return the effects of the last emperor scoring, from its round's end until the next roll."""
    number = find_closing_entry(view)
    if number is None:
        return None
    before = view.known.state_after(number - 1)
    if before.round_no not in emperor.SCORED_ROUNDS:
        return None
    then, now = before.position(), view.position
    round_ = then["round"]
    points = {
        player: result["emperor"] for player, result in before.result().to_json()["scores"].items()
    }
    after = view.known.state_after(number).result().to_json()["scores"]
    tile = find_scored_tile(view.header, {**now, "round": round_})
    told = {"bonus": _("bonus"), "none": _("nothing"), "penalty": _("penalty")}
    rows = []
    for player in view.players:
        seat = player["id"]
        space = then["players"][seat]["emperor"]
        left = emperor.space_after_steps_back(space, round_)
        kind = emperor.find_tile_effect(left)
        rows.append(
            {
                "name": player["name"],
                "colour": boards.colour_of(view, seat),
                "before": space,
                "after": left,
                "points": f"+{after[seat]['emperor'] - points[seat]}",
                "kind": kind,
                "effect": told[kind],
            }
        )
    return {
        "title": _("Emperor scoring after round %(round)s", round=round_),
        "rows": rows,
        "tile": does.tile_words(tile.id) if tile else _("The tile is not known."),
    }


def find_scored_tile(header: Header, position: Document) -> EmperorTile | None:
    """Return the emperor tile of the round in which a position stands, as far as it is known."""
    known = box_of_record(header).components.tiles
    tiles = (known[name] for name in position.get("emperor") or ())
    return emperor.pick_scored_tile(tiles, position["round"])


def find_closing_entry(view: View) -> int | None:
    """Return the entry that closed a round, if nothing of the next has begun."""
    if view.position["phase"] not in CLOSED:
        return None
    for number in range(view.entries, 0, -1):
        do = view.known.entry(number)["do"]
        if do == "roll":
            return None
        if do in CLOSING and view.known.is_applied(number):
            phase = view.known.state_after(number - 1).position()["phase"]
            if phase in ("turn", "reroll"):
                return number
    return None
