"""The emperor scoring as a step of its own: everybody before and after, bonus or penalty."""

from __future__ import annotations

from typing import Any

from adjudicator.austria.box import box_in
from adjudicator.austria.catalogue import FIGURES
from recorder.pages.austria import boards, words
from recorder.pages.presenter import View
from recorder.pages.words import gettext as _

_CLOSING = ("done", "reroll")


def scoring(view: View) -> dict[str, Any] | None:
    """Return what the last emperor scoring did, from its round's end until the next roll."""
    number = _closing_entry(view)
    if number is None:
        return None
    before = view.replay.state_after(number - 1)
    then, now = before.position(), view.position
    round_ = then["round"]
    points = {
        player: result["emperor"] for player, result in before.result().to_json()["scores"].items()
    }
    after = view.replay.state_after(number).result().to_json()["scores"]
    letter = FIGURES["emperor_rounds"].index(round_)
    tiles = box_in(view.header).components.tiles
    tile = next((t for t in now.get("emperor") or () if tiles[t].letter == "ABC"[letter]), None)
    rows = []
    for player in view.players:
        seat = player["id"]
        space = then["players"][seat]["emperor"]
        left = max(0, space - FIGURES["step_back"][letter])
        kind = "bonus" if left >= FIGURES["bonus_from_space"] else "none" if left else "penalty"
        rows.append(
            {
                "name": player["name"],
                "colour": boards.colour_of(view, seat),
                "before": space,
                "after": left,
                "points": f"+{after[seat]['emperor'] - points[seat]}",
                "kind": kind,
                "effect": {"bonus": _("bonus"), "none": _("nothing"), "penalty": _("penalty")}[
                    kind
                ],
            }
        )
    return {
        "title": _("Emperor scoring after round %(round)s", round=round_),
        "rows": rows,
        "tile": words.tile(tile) if tile else _("The tile is not known."),
    }


def _closing_entry(view: View) -> int | None:
    """Return the entry that closed a round with a scoring, if nothing of the next has begun."""
    phase = view.position["phase"]
    if phase not in ("emperor", "roll", "over"):
        return None
    for number in range(view.entries, 0, -1):
        do = view.replay.record.entries[number - 1]["do"]
        if do == "roll":
            return None
        if do not in _CLOSING or not view.replay.verdicts[number - 1].applied:
            continue
        state = view.replay.state_after(number - 1)
        scored = state.position()["phase"] in ("turn", "reroll")
        return number if scored and state.round() in FIGURES["emperor_rounds"] else None
    return None
