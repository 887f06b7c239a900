"""A game as a picture: the result to be sent to friends, and the card of a link that is shared."""

from __future__ import annotations

from flask import Response

from exports.picture import PicturedResult
from exports.picture_files import make_card, make_picture
from recorder.games import access
from recorder.games.outgoing import picture_game
from recorder.games.visibility import GameView
from recorder.languages import speech
from recorder.pages import wording
from recorder.pages.shared import handing
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.header import word_standing
from recorder.pages.wording import gettext as _
from recorder.web.context import tables


@pages.get("/t/<token>/picture.png")
def picture(token: str) -> Response:
    """Send the result as a picture. Raises Forbidden before the end, Busy."""
    table = tables().open(token)
    if not table.over:
        raise access.Forbidden(_("there is a picture of the result when the game is over"))
    return handing.send_picture(
        make_picture(_contents(table)), f"{table.header['game']}-{_day(table)}.png"
    )


@pages.get("/t/<token>/card.png")
def card(token: str) -> Response:
    """Send the picture of a link for messengers; before the end only the players. Raises Busy."""
    table = tables().open(token)
    return handing.send_picture(make_card(_contents(table)), "card.png")


def _contents(table: GameView) -> PicturedResult:
    header = table.header
    facts = [wording.day(_day(table)), header.get("place", "")]
    if not table.over:
        facts.append(word_standing(table))
    return picture_game(
        table,
        speech.printed_words(),
        facts=" · ".join(fact for fact in facts if fact),
        foot=_("Hotel Ledger"),
    )


def _day(table: GameView) -> str:
    return str(table.header.get("played_on") or table.row.started_at[:10])
