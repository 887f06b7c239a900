"""The frame's values of a page about one game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import render_template, url_for

from exports.picture import CARD
from recorder.games import access, private
from recorder.games.visibility import GameView
from recorder.pages import presenter, wording
from recorder.pages.forms import entry_forms
from recorder.pages.presenter import Document, SecretPage
from recorder.pages.shared import known_links, reviews, sentences
from recorder.pages.shared.filters import abroad
from recorder.pages.shared.sentences import names
from recorder.pages.wording import gettext as _
from recorder.store.ledger import Stale
from recorder.web.context import tables


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
        "shared_as": describe_share(table),
        "alone": describe_private_note(table),
        "other_links": list_other_links(table),
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


def list_other_links(table: GameView) -> list[dict[str, object]]:
    """Return the other links of this game that this browser has: address, title, icon.

    From the table to this browser's seats, from a seat to the table; never a spectator's link.
    """
    held = set(known_links.numbers())
    if len(held) < 2 or table.link.role == access.READ:
        return []
    names = {player["id"]: player["name"] for player in table.header["players"]}
    return [
        {
            "url": url_for("pages.play", token=link.token),
            "title": _("Your seat: %(name)s", name=names[link.seat])
            if link.seat
            else _("The table's page"),
            "icon": "guest" if link.seat else "room",
        }
        for link in tables().store.links(table.link.ledger)
        if link.id in held and link.id != table.link.id and link.role != access.READ
    ]


def find_telling(table: GameView) -> SecretPage | None:
    """Return how this link's player may tell something now, or None."""
    found = presenter.find_presenter(table.header["game"]).telling
    return found if found is not None and found.what in private.list_tellable(table) else None


def describe_private_note(table: GameView) -> dict[str, object] | None:
    """Return the page's line about the private note: its title, and whether it is due."""
    found = find_telling(table)
    if found is None:
        return None
    return {
        "title": found.title,
        "gives": found.gives,
        "due": found.what not in private.read_tellings(table)
        and not any(entry["do"] == "roll" for entry in table.entry_knowledge.entries),
        "told": found.what in private.read_tellings(table),
        "fits": private.tellings_fit(table),
    }


def describe_share(table: GameView) -> dict[str, object] | None:
    """Return the head of a page for messengers: of the read link, and of no other.

    It holds no more than everybody at the table knows. size: of the picture, width and height in
    pixels.
    """
    if table.link.role != access.READ:
        return None
    header = table.header
    players = wording.listing(list(names(header).values()))
    return {
        "title": f"{players} · {wording.say(presenter.find_presenter(header['game']).title)}",
        "about": word_standing(table),
        "image": abroad("pages.card", token=table.link.token),
        "size": CARD,
    }


def word_standing(table: GameView) -> str:
    """Return the state of a game, or its winner, in words."""
    if table.over:
        called = names(table.header)
        winners = [called[player] for player in table.result["winners"]]
        return _("%(names)s won", names=wording.listing(winners)) if winners else _("Finished")
    if not table.row.entries:
        return _("not started")
    return _("round %(round)s", round=table.entry_knowledge.round_no)
