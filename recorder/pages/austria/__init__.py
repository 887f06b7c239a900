"""The pages of Grand Austria Hotel: set-up, boards, and possible entries, for one thumb.

This module answers ``recorder.pages.presenter.Presenter``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.austria.assembled.boxes import box_of_record
from adjudicator.austria.printed.board import FACES, ROOM_NAMES
from adjudicator.austria.printed.catalogue import FOODS
from adjudicator.austria.printed.editions import EDITIONS
from adjudicator.austria.table.state import CAFE_TABLES
from adjudicator.messages import make_term
from adjudicator.record import Header
from recorder.kept.kept_values import Writer
from recorder.pages.austria import terms
from recorder.pages.austria.board_parts import list_parts
from recorder.pages.austria.components import printed
from recorder.pages.austria.components.kept import COMPONENT_SHEETS, learn_figures, note_started
from recorder.pages.austria.components.sheets import figure_sheet as load_sheet
from recorder.pages.austria.components.sheets import reading_sheet
from recorder.pages.austria.dayboards import KEPT_BOARDS
from recorder.pages.austria.deck import CARDS
from recorder.pages.austria.hand import HAND
from recorder.pages.austria.piece_words import describe_move
from recorder.pages.austria.play import (
    find_acting_player,
    find_turn_end,
    list_awaited_players,
    may_keep_in_front,
    other_sheet,
    show_boards,
    show_table,
)
from recorder.pages.austria.position_form import POSITIONS
from recorder.pages.austria.printed_figures import KEPT_FIGURES
from recorder.pages.austria.setup_form import make_record, repeat_setup, setup_fields
from recorder.pages.austria.terms import list_boxes
from recorder.pages.presenter import (
    Cards,
    Counted,
    Document,
    Kept,
    Positions,
    Presenter,
    SecretPage,
)
from recorder.pages.wording import capital, lazy, reader
from recorder.pages.wording import gettext as _

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

title: str = make_term("title", "austria")
blurb: object = lazy("2 to 4 players; guests, dice and rooms")
folder = "austria"
dealt = "f-queue"
styles: Sequence[str] = ("austria/play.css",)
wall_styles: Sequence[str] = ("austria/wall.css",)
read_out: Sequence[str] = ("krones", "vp", "emperor", "kitchen")
check_layouts: Mapping[str, Mapping[str, Any]] = {
    "rooms": {"kind": "faces", "places": ROOM_NAMES, "faces": FACES[1:]},
    "cafe": {
        "kind": "rows",
        "row": "guest",
        "counts": "served",
        "keys": FOODS,
        "places": CAFE_TABLES,
    },
}
samples: Mapping[str, Any] = {
    "sample-waltz": lazy("Let's Waltz!, all modules; card values invented")
}
points_before_end: object = lazy("on the track")
positions: Positions = POSITIONS
kept: Mapping[str, Kept] = {
    "boards": KEPT_BOARDS,
    "figures": KEPT_FIGURES,
    "components": COMPONENT_SHEETS,
}
telling: SecretPage | None = HAND
cards: Cards = CARDS


def list_counted_things() -> Mapping[str, Counted]:
    """Return the words for guests, staff and politics cards."""
    return {
        "guests": (_("Guests"), lambda thing: terms.guest_title(int(thing))),
        "staff": (_("Staff"), lambda thing: terms.staff_title(int(thing))),
        "politics": (capital(terms.politics_cards("2015-ru")), terms.politics_words),
    }


def keep_figures(document: Document, by: Writer) -> None:
    """Keep nothing here: ``note_started`` chooses the sheet that the game adds to."""


def phrase_figure(header: Header, entry: Document) -> str:
    """Return what an entry read off a component, by its title; "" for every other entry."""
    if entry["do"] != "figure":
        return ""
    what = printed.phrase_figure(box_of_record(header), entry)
    return _("Read off a component: %(what)s", what=what)


def is_told_at_end(part: str) -> bool:
    """Return whether a part belongs to the final scoring."""
    return part.startswith("final_")


def list_facts(header: Header) -> Sequence[str]:
    """Return the edition of a game."""
    edition = str(header.get("edition", ""))
    return [reader().term("edition", edition)] if edition in EDITIONS else []


if TYPE_CHECKING:  # mypy compares the module with its protocol
    from recorder.pages import austria

    _ANSWERS: Presenter = austria
