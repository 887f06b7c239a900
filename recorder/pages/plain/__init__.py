"""Pages for any game behind the protocol: every offer as a plain button, nothing arranged.

A game with pages of its own takes from here the answers of ``Presenter`` that it leaves as they
are.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from werkzeug.datastructures import MultiDict

from adjudicator.pieces import MovedPiece
from adjudicator.record import Header
from recorder.games.tables import TableView
from recorder.kept.kept_values import Writer
from recorder.pages.forms import offers
from recorder.pages.presenter import (
    Button,
    Cards,
    Counted,
    Document,
    Kept,
    Positions,
    Presenter,
    Problems,
    SecretPage,
    View,
)
from recorder.pages.shared.parts import PagePart
from recorder.pages.wording import gettext as _

MOST = 120
"""Most buttons on a page; other entries are typed as text."""


class PlainShown:
    """The values of the page of such a game."""

    colour: str
    front = step = round_words = turn_words = hint = ""
    dock: Sequence[Button] = ()

    def __init__(self, view: View) -> None:
        self.over, self.entries, self.writes = view.over, view.entries, view.writes
        self.acting = view.acting or ""
        self.heading = _("The game is over") if view.over else view.name(view.acting)
        colours = (p.get("colour", "") for p in view.players if p["id"] == view.acting)
        self.colour = next(colours, "")
        self.buttons = [
            Button(phrase_entry(view.header, entry), entry)
            for offer in view.options
            if offer.get("by", view.acting) == view.acting and offers.count(offer) <= MOST
            for entry in offers.list_single_entries(offer)
        ][:MOST]
        self.players = [
            {**player, "points": view.totals.get(player["id"])} for player in view.players
        ]
        self.position = json.dumps(view.position, ensure_ascii=False, indent=1)


_BOARDS = ("players", "buttons", "position", "over", "acting", "entries")

title = "Game"
blurb: object = ""
folder = "plain"
dealt = ""
styles: Sequence[str] = ()
wall_styles: Sequence[str] = ()
starts = False
positions: Positions | None = None
kept: Mapping[str, Kept] = MappingProxyType({})
telling: SecretPage | None = None
cards: Cards | None = None
read_out: Sequence[str] = ()
check_layouts: Mapping[str, Mapping[str, Any]] = MappingProxyType({})
samples: Mapping[str, Any] = MappingProxyType({})
points_before_end: object = ""


def list_counted_things() -> Mapping[str, Counted]:
    """Return no words: such a game counts nothing over many games."""
    return {}


def setup_fields(form: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return nothing: such a game begins with a record file."""
    return {}


def repeat_setup(header: Header, table: TableView | None = None) -> Mapping[str, object]:
    """Return nothing, as ``setup_fields``."""
    return {}


def make_record(form: MultiDict[str, str]) -> dict[str, Any]:
    """Refuse: such a game begins with a record file."""
    raise Problems({"form": _("This game begins with a record file.")})


def keep_figures(document: Document, by: Writer) -> None:
    """Keep nothing."""


def find_acting_player(header: Header, position: Document, options: Sequence[Document]) -> str:
    """Return the player in turn, or the first with an offer."""
    turn = position.get("turn_of")
    players = [str(turn)] if turn else offers.players(options)
    return players[0] if players else str(header["players"][0]["id"])


def list_awaited_players(
    header: Header, position: Document, options: Sequence[Document]
) -> Sequence[str]:
    """Return the player in turn, or everybody with an offer."""
    turn = position.get("turn_of")
    return [str(turn)] if turn else offers.players(options)


def may_keep_in_front(player: str, options: Sequence[Document]) -> bool:
    """Return whether the player has an offer."""
    return player in offers.players(options)


def show_table(view: View) -> PlainShown:
    """Return every offer as buttons, and the position as it stands."""
    return PlainShown(view)


def list_parts(shown: PlainShown, *, calm: bool) -> Iterator[PagePart]:
    """Yield one part, the boards."""
    value = {name: getattr(shown, name) for name in _BOARDS}
    yield PagePart("boards", f"{folder}/parts/boards.html", value | {"writes": shown.writes})


def other_sheet(view: View) -> Mapping[str, object]:
    """Return nothing more: the sheet takes an entry as text."""
    return {}


def load_sheet(view: View, name: str) -> tuple[str, Mapping[str, object]] | None:
    """Return None: no sheet is loaded by itself."""
    return None


def reading_sheet(view: View, reads: Mapping[str, Any]) -> tuple[str, Mapping[str, object]] | None:
    """Return None: nothing is read off components."""
    return None


def find_turn_end(entries: Sequence[Document]) -> Document | None:
    """Return None: no entry ends a turn."""
    return None


def note_started(table: TableView, form: Mapping[str, str], name: str = "") -> None:
    """Keep nothing about a new game."""


def learn_figures(table: TableView, before: TableView) -> None:
    """Keep nothing of a game in play."""


def phrase_entry(header: Header, entry: Document) -> str:
    """Return the verb with its keys and values."""
    rest = [
        f"{key} {json.dumps(value, ensure_ascii=False)}"
        for key, value in entry.items()
        if key not in ("do", "by")
    ]
    return " ".join([str(entry["do"]).replace("_", " "), *rest])


def describe_move(header: Header, one: MovedPiece, entry: Document) -> str:
    """Return an empty text."""
    return ""


def name_verb(do: str) -> str:
    """Return the verb as records write it, with spaces."""
    return do.replace("_", " ")


def list_boxes() -> Mapping[str, str]:
    """Return no boxes: there is one only."""
    return {}


def is_told_at_end(part: str) -> bool:
    """Return True: every part of the score is told at the end."""
    return True


def list_facts(header: Header) -> Sequence[str]:
    """Return no facts."""
    return []


if TYPE_CHECKING:  # mypy compares the module with its protocol
    from recorder.pages import plain

    _ANSWERS: Presenter[PlainShown] = plain
