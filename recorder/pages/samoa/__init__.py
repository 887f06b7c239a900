"""The pages of Hotel Samoa: set-up, the table and the hotels, for one thumb and many phones.

This module answers ``recorder.pages.presenter.Presenter``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.messages import make_term
from adjudicator.record import Header
from recorder.games.visibility import GameView
from recorder.pages.presenter import (
    Cards,
    Counted,
    Document,
    Kept,
    Positions,
    Presenter,
    SecretPage,
    View,
)
from recorder.pages.samoa import terms
from recorder.pages.samoa.board_parts import list_parts
from recorder.pages.samoa.deck import CARDS
from recorder.pages.samoa.piece_words import describe_move
from recorder.pages.samoa.play import (
    find_acting_player,
    list_awaited_players,
    may_keep_in_front,
    other_sheet,
    show_boards,
    show_table,
)
from recorder.pages.samoa.position_form import POSITIONS
from recorder.pages.samoa.printed_figures import keep_figures, learn_figures, reading_sheet
from recorder.pages.samoa.setup_form import make_record, repeat_setup, setup_fields
from recorder.pages.wording import gettext as _
from recorder.pages.wording import lazy

__all__ = [
    "blurb",
    "cards",
    "check_layouts",
    "dealt",
    "describe_move",
    "find_acting_player",
    "find_turn_end",
    "folder",
    "is_told_at_end",
    "keep_figures",
    "kept",
    "learn_figures",
    "list_awaited_players",
    "list_boxes",
    "list_counted_things",
    "list_facts",
    "list_parts",
    "load_sheet",
    "make_record",
    "may_keep_in_front",
    "note_started",
    "other_sheet",
    "phrase_figure",
    "points_before_end",
    "positions",
    "read_out",
    "reading_sheet",
    "repeat_setup",
    "samples",
    "setup_fields",
    "show_boards",
    "show_table",
    "styles",
    "telling",
    "title",
    "wall_styles",
]

title: str = make_term("title", "samoa")
blurb: object = lazy("3 to 6 players; price cards, tourists and pools")
folder = "samoa"
dealt = "f-flags"
styles: Sequence[str] = ("samoa/play.css",)
wall_styles: Sequence[str] = ("samoa/wall.css",)
positions: Positions = POSITIONS
cards: Cards = CARDS
kept: Mapping[str, Kept] = {}
telling: SecretPage | None = None
read_out: Sequence[str] = ()
check_layouts: Mapping[str, Mapping[str, Any]] = {}
samples: Mapping[str, Any] = {}
points_before_end: object = ""


def list_counted_things() -> Mapping[str, Counted]:
    """Return the words for tourists and tiles."""
    return {"guests": (_("Guests"), terms.token_word), "tiles": (_("Tiles"), terms.tile_word)}


def load_sheet(view: View, name: str) -> tuple[str, Mapping[str, object]] | None:
    """Return None: no sheet is loaded by itself."""
    return None


def find_turn_end(entries: Sequence[Document]) -> Document | None:
    """Return None: no entry ends a turn."""
    return None


def note_started(table: GameView, form: Mapping[str, str], name: str = "") -> None:
    """Note nothing about a new game besides its record."""


def list_boxes() -> Mapping[str, str]:
    """Return no boxes: there is one only."""
    return {}


def phrase_figure(header: Header, entry: Document) -> str:
    """Return nothing: the rules word every entry of this game."""
    return ""


def is_told_at_end(part: str) -> bool:
    """Return True: every part of the score is told at the end."""
    return True


def list_facts(header: Header) -> Sequence[str]:
    """Return no facts: there is one edition only."""
    return []


if TYPE_CHECKING:  # mypy compares the module with its protocol
    from recorder.pages import samoa

    _ANSWERS: Presenter = samoa
