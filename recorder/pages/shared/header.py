"""The frame's values of a page about one game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import render_template

from recorder.games.visibility import GameView
from recorder.pages import presenter
from recorder.pages.forms import entry_forms
from recorder.pages.presenter import Document
from recorder.pages.shared import known_links, other_links, private_notice, reviews, sentences
from recorder.pages.shared.sharing import preview
from recorder.store.ledger import Stale


def frame(table: GameView, here: str, *, sends: bool = False) -> dict[str, Any]:
    """Return the values that every page about one game needs.

    sends: also the hidden fields of its forms.
    """
    header = table.header
    sending = {"version": table.version, "key": entry_forms.new_key()} if sends else {}
    return {
        **sending,
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


def show_overtaken(
    table: GameView, outcome: Stale[GameView], kind: str, new: Sequence[Document] = ()
) -> tuple[str, int]:
    """Return the page that shows the operations of others in the way of a send.

    kind: of the operation. new: the entries that it would have put in.
    """
    page = render_template(
        "overtaken.html",
        **frame(table, "log"),
        meanwhile=sentences.meanwhile(table.header, outcome),
        new=[sentences.word_entry(table.header, entry) for entry in new],
        kind=kind,
    )
    return page, 409


def find_score_view(table: GameView) -> str:
    """Return the view to which "Score" leads: after the end it first tells the final scoring."""
    told = known_links.until_told(table).may_show_score
    return "pages.result" if told else "pages.ending"
