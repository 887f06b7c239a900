"""A game as a picture: the result to be sent to friends, and the card of a link that is shared."""

from __future__ import annotations

from flask import Response

from exports.picture import PicturedResult, of, png
from exports.picture import card as card_of
from recorder import access, languages
from recorder.context import tables
from recorder.pages import words
from recorder.pages.frame import handing
from recorder.pages.frame.blueprint import pages
from recorder.pages.frame.sharing import standing
from recorder.pages.words import gettext as _
from recorder.tables import TableView


@pages.get("/t/<token>/picture.png")
def picture(token: str) -> Response:
    """Send the result as a picture. Raises Forbidden before the end, Busy."""
    table = tables().open(token)
    if not table.over:
        raise access.Forbidden(_("there is a picture of the result when the game is over"))
    return handing.drawn(png(_contents(table)), f"{table.header['game']}-{_day(table)}.png")


@pages.get("/t/<token>/card.png")
def card(token: str) -> Response:
    """Send what a messenger shows of a link; before the end it tells who plays. Raises Busy."""
    table = tables().open(token)
    return handing.drawn(card_of(_contents(table)), "card.png")


def _contents(table: TableView) -> PicturedResult:
    header = table.header
    facts = [words.day(_day(table)), header.get("place", "")]
    if not table.over:
        facts.append(standing(table))
    return of(
        table.printed,
        languages.printed(),
        facts=" · ".join(fact for fact in facts if fact),
        foot=_("Hotel Ledger"),
    )


def _day(table: TableView) -> str:
    return str(table.header.get("played_on") or table.row.started_at[:10])
