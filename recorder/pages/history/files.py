"""Files of a game: its record, its score sheet."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlsplit

from flask import request
from flask.typing import ResponseReturnValue

from adjudicator.record import Record, dump_record
from exports import sheet as score_sheet
from recorder.games import access
from recorder.games.outgoing import describe_score_sheet
from recorder.games.transfer import write_record
from recorder.games.visibility import GameView
from recorder.languages import speech
from recorder.pages.playing import clock
from recorder.pages.shared import handing, reviews
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.filters import abroad
from recorder.pages.wording import gettext as _
from recorder.serving import house
from recorder.serving.platform import is_reached
from recorder.web.context import tables


@pages.get("/t/<token>/record.json")
def record(token: str) -> ResponseReturnValue:
    """Send the record as a file, as this link may see it; on a phone alone all of it.

    The owner of such a phone enters everything, and the file is the only other place of the game.
    """
    table = tables().open(token)
    record, _hides = write_record(table, whole=not is_reached())
    return handing.send_file(dump_record(Record(record)), "application/json", _name(table, "json"))


@pages.get("/t/<token>/sheet.pdf")
def sheet(token: str) -> ResponseReturnValue:
    """Send the score sheet as PDF. Raises Forbidden while it would tell secret scores."""
    table = tables().open(token, asked="asked" in request.args)
    if table.privacy.scores:
        raise access.Forbidden(_("the scores are secret until the game is over"))
    shown = clock.describe_clock(table)
    words = speech.printed_words()
    said = describe_score_sheet(
        table,
        words,
        decided=reviews.list_decided(table),
        address=_result_address(table),
        thought=[each["words"] for each in shown["players"]] if shown else (),
        looks_back="back" in request.args,
    )
    make = partial(score_sheet.print_sheet, said, words)
    return handing.send_printed_page(make, _name(table, "pdf"))


def _result_address(table: GameView) -> str:
    """Return where others read the result; empty where they do not reach this machine."""
    if not is_reached():
        return ""
    links = tables().store.links(table.link.ledger)
    read = next(link.token for link in links if link.role == access.READ)
    address = abroad("pages.result", token=read)
    return address if house.is_open_to_house(urlsplit(address).hostname or "localhost") else ""


def _name(table: GameView, ending: str) -> str:
    day = table.header.get("played_on") or table.row.started_at[:10]
    return f"{table.header['game']}-{day}.{ending}"
