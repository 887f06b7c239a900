"""A game looked through afterwards, as rows of the page that shows the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.review.game_review import BroughtMost
from adjudicator.review.review_text import list_unread, tell_kind
from recorder.games.scores import find_review
from recorder.games.visibility import GameView
from recorder.pages import wording
from recorder.pages.shared.sentences import names, word_entry
from recorder.pages.wording import gettext as _

BAR, HEIGHT = 7, 24
"""How far the bars of two rounds lie apart, and the height of the longest."""


def tell_review(table: GameView) -> Mapping[str, Any] | None:
    """Return the review of a finished game in words; nothing before the end.

    players: of each the unused chances (``left``), each with its moment, what was missed and the
    possible entry (empty where one entry was too many); ``sources``, the parts of the score with
    their points in each round; ``bars``, of each row of ``parts`` the points in all and the path of
    the picture; ``dice``, the dice on the spaces used in each round, empty in a game without dice.
    width: of a picture. most: the entries that brought most. leads: each change of the lead.
    unread: a sentence for each thing that nobody has entered.
    """
    review, header = find_review(table), table.header
    if review is None:
        return None
    known = names(header)
    left: dict[str, list[dict[str, Any]]] = {}
    for one in review.left:
        entry = "" if one.about else word_entry(header, one.chance.entry)
        row = {"number": one.chance.at, "round_no": one.chance.round_no, "entry": entry}
        left.setdefault(one.by, []).append(row | {"told": table.language.say(tell_kind(one))})
    every = [rounds for parts in review.points.values() for rounds in parts.values()]
    rounds, highest = range(1, len(every[0]) + 1), max(1, *(abs(n) for row in every for n in row))
    words = {part: wording.score_part_name(header, part) for part in review.list_parts()}
    players = []
    for player in header["players"]:
        parts = review.points[player["id"]]
        strengths = dict.fromkeys(rounds, 0) if review.dice else {}
        for used in review.dice["taken"].get(player["id"], ()) if review.dice else ():
            strengths[used["round"]] += used["strength"]
        players.append(
            {
                "name": player["name"],
                "colour": player.get("colour", ""),
                "left": left.get(player["id"], []),
                "sources": [
                    (told, parts[part]) for part, told in words.items() if any(parts[part])
                ],
                "bars": [(sum(parts[part]), _draw_bars(parts[part], highest)) for part in words],
                "rounds": rounds,
                "dice": [*strengths.values()],
            }
        )
    most = [(one, _word_gain(table, one)) for one in review.most]
    leads = [(one, wording.listing([known[by] for by in one.leaders])) for one in review.leads]
    width = BAR * len(rounds) + 1
    drawn = {"parts": [*words.values()], "width": width}
    unread = list_unread(review, table.language)
    return {"players": players, "most": most, "leads": leads, "unread": unread, **drawn}


def _word_gain(table: GameView, one: BroughtMost) -> str:
    """Return what brought most: an entry, or the scoring of the round that it closed."""
    if not one.scoring:
        return word_entry(table.header, table.entry_knowledge.entry(one.entry))
    who = names(table.header)[one.by]
    return _("%(who)s: scoring at the end of round %(round)s", who=who, round=one.round_no)


def _draw_bars(rounds: Sequence[int], highest: int) -> str:
    """Return the path of a bar for each round, a loss downwards."""
    return "".join(
        f"M{BAR * at + 4} {HEIGHT}v{-HEIGHT * n / highest:.1f}" for at, n in enumerate(rounds) if n
    )
