"""The frame's values of a page about one game."""

from __future__ import annotations

from typing import Any

from recorder.games.visibility import GameView
from recorder.pages import presenter
from recorder.pages.shared import known_links, other_links, private_notice, reviews
from recorder.pages.shared.sharing import preview


def frame(table: GameView, here: str) -> dict[str, Any]:
    """Return the values that every page about one game needs."""
    header = table.header
    return {
        "token": table.link.token,
        "table_id": table.link.ledger,
        "game": header["game"],
        "game_title": presenter.find_presenter(header["game"]).title,
        "here": here,
        "title": ", ".join(player["name"] for player in header["players"]),
        "players": header["players"],
        "over": table.over,
        "score": find_score_view(table),
        "writes": table.link.role != "read",
        "header": header,
        "entries": table.entry_knowledge.count,
        "reviews": reviews.waiting(table),
        "shared_as": preview(table),
        "alone": private_notice.notice(table),
        "other_links": other_links.list_other_links(table),
        "complete": len(table.result["scores"]) == len(header["players"]),
    }


def find_score_view(table: GameView) -> str:
    """Return the view to which "Score" leads: after the end it first tells the final scoring."""
    told = known_links.until_told(table).may_show_score
    return "pages.result" if told else "pages.ending"
