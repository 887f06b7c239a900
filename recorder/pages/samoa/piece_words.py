"""Changes of the pieces in words: "take 16 coins", "takes the tile: pool"."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.pieces import MovedPiece
from adjudicator.record import Header
from adjudicator.samoa.printed.names import short_room
from recorder.pages.presenter import Document
from recorder.pages.samoa import terms
from recorder.pages.wording import gettext as _
from recorder.pages.wording import listing, ngettext


def describe_move(header: Header, one: MovedPiece, entry: Document) -> str:
    """Return one change of the pieces in words, or an empty text."""
    made = _WORDS.get(one.what)
    return made(one) if made else ""


def _coins(one: MovedPiece) -> str:
    if one.back and one.count > 0:
        return ngettext("take %(num)d coin back", "take %(num)d coins back", one.count)
    if one.back:
        return ngettext("return %(num)d coin", "return %(num)d coins", -one.count)
    if one.count > 0:
        return ngettext("take %(num)d coin", "take %(num)d coins", one.count)
    return ngettext("pay %(num)d coin", "pay %(num)d coins", -one.count)


def _names(one: MovedPiece) -> str:
    return listing([short_room(room) for room in one.facts["rooms"]])


def _tile(one: MovedPiece, used: bool = False) -> str:
    tile = terms.tile_word(one.facts["tile"])
    if one.count > 0:
        return _("take the tile: %(tile)s", tile=tile)
    if used:
        return _("put away the tile: %(tile)s", tile=tile)
    return _("put the tile back: %(tile)s", tile=tile)


_WORDS: Mapping[str, Callable[[MovedPiece], str]] = {
    "coins": _coins,
    "tile": lambda m: _tile(m),
    "tile_used": lambda m: _tile(m, used=True),
    "moved_in": lambda m: ngettext(
        "tourists into room %(names)s",
        "tourists into rooms %(names)s",
        len(m.facts["rooms"]),
        names=_names(m),
    ),
    "moved_out": lambda m: ngettext(
        "tourists leave room %(names)s",
        "tourists leave rooms %(names)s",
        len(m.facts["rooms"]),
        names=_names(m),
    ),
    "cards_back": lambda m: ngettext("take %(num)d card back", "take %(num)d cards back", m.count),
    "cards_aside": lambda m: _("put the price cards aside, face down"),
    "reveal": lambda m: (
        _("turn the price cards down again") if m.back else _("turn the price cards up")
    ),
    "tie_break": lambda m: _("move the tie-break card one place clockwise, past this player"),
    "tourists_away": lambda m: ngettext(
        "put %(num)d tourist back", "put %(num)d tourists back", -m.count
    ),
    "round": lambda m: _("round marker to %(round)s", round=m.facts["round"]),
}
"""Sentences by the word of ``adjudicator.samoa.judging.moved_pieces``."""
