"""The pages of Grand Austria Hotel: set-up, boards, and what may be entered, for one thumb."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator.austria.printed.board import FACES, ROOM_NAMES
from adjudicator.austria.printed.catalogue import FOODS
from adjudicator.austria.table.state import CAFE_TABLES
from adjudicator.messages import make_term
from adjudicator.pieces import MovedPiece
from adjudicator.record import Header
from recorder.games.tables import TableView
from recorder.kept.kept_values import Writer
from recorder.pages.austria import agenda, phrases, piece_words, play, terms
from recorder.pages.austria import board_parts as parts
from recorder.pages.austria import position_form as positions
from recorder.pages.austria import setup_form as setup
from recorder.pages.austria.components import kept, sheets
from recorder.pages.austria.dayboards import KeptBoards
from recorder.pages.austria.deck import AustriaCards
from recorder.pages.austria.hand import Hand
from recorder.pages.austria.play import AustriaShown
from recorder.pages.austria.printed_figures import KeptFigures
from recorder.pages.presenter import Counted, Document, Kept, Usual, View
from recorder.pages.shared.parts import Group
from recorder.pages.wording import capital, lazy
from recorder.pages.wording import gettext as _


class AustriaPages(Usual):
    """See recorder.pages.presenter.Presenter."""

    title: str = make_term("title", "austria")
    folder = "austria"
    dealt = "f-queue"
    styles = ("austria/play.css",)
    wall_styles = ("austria/wall.css",)
    starts = True
    read_out = ("krones", "vp", "emperor", "kitchen")
    boards: Mapping[str, Mapping[str, Any]] = {
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
    positions = positions.POSITIONS
    kept: Mapping[str, Kept] = {
        "boards": KeptBoards(),
        "figures": KeptFigures(),
        "components": kept.ComponentSheets(),
    }
    telling = Hand()
    cards = AustriaCards()

    @property
    def blurb(self) -> str:
        """One line for the list of games."""
        return _("2 to 4 players; guests, dice and rooms")

    def setup(self, form: Mapping[str, Any]) -> Mapping[str, Any]:
        """See the protocol."""
        return setup.setup_fields(form)

    def again(self, header: Header, table: TableView | None = None) -> Mapping[str, object]:
        """See the protocol."""
        start = setup.repeat_setup(header)
        return start if table is None else start | kept.repeat_figures(table)

    def document(self, form: MultiDict[str, str]) -> dict[str, Any]:
        """See the protocol."""
        return setup.make_record(form)

    def keep(self, document: Document, by: Writer) -> None:
        """See the protocol: there is nothing to keep."""

    def acting(self, header: Header, position: Document, options: Sequence[Document]) -> str:
        """See the protocol."""
        return play.find_acting_player(header, position, options)

    def waits_for(
        self, header: Header, position: Document, options: Sequence[Document]
    ) -> Sequence[str]:
        """See the protocol."""
        return play.list_awaited_players(position, options)

    def may_show(self, player: str, options: Sequence[Document]) -> bool:
        """See the protocol."""
        return play.may_keep_in_front(player, options)

    def play(self, view: View) -> AustriaShown:
        """See the protocol."""
        return AustriaShown(view.with_other(options=agenda.drop_forced_offers(view)))

    def parts(self, shown: AustriaShown, *, calm: bool) -> Iterator[Group]:
        """See the protocol."""
        return parts.list_parts(shown, calm)

    def other(self, view: View) -> Mapping[str, object]:
        """See the protocol."""
        return play.other_sheet(view)

    def sheet(self, view: View, name: str) -> tuple[str, Mapping[str, object]] | None:
        """See the protocol: figures that are read off a component."""
        return sheets.figure_sheet(view, name)

    def reading(
        self, view: View, reads: Mapping[str, Any]
    ) -> tuple[str, Mapping[str, object]] | None:
        """See the protocol."""
        return sheets.reading_sheet(view, reads)

    def closing(self, entries: Sequence[Document]) -> Document | None:
        """See the protocol."""
        return next((entry for entry in entries if entry["do"] == "done"), None)

    def began(self, table: TableView, form: Mapping[str, str], name: str = "") -> None:
        """See the protocol: the component sheet that the game adds to."""
        kept.choose_sheet(table, form.get(kept.FIELD, "").strip() or name)

    def wrote(self, table: TableView, before: TableView) -> None:
        """See the protocol."""
        kept.learn_figures(table, before)

    def phrase(self, header: Header, entry: Document) -> str:
        """See the protocol."""
        return phrases.phrase_entry(header, entry)

    def moved(self, header: Header, one: MovedPiece, entry: Document) -> str:
        """See the protocol."""
        return piece_words.describe_move(header, one, entry)

    def verb(self, do: str) -> str:
        """See the protocol."""
        return phrases.name_verb(do)

    @property
    def boxes(self) -> Mapping[str, str]:
        """See the protocol."""
        return terms.list_boxes()

    @property
    def until_the_end(self) -> str:
        """See the protocol."""
        return _("on the track")

    def told_at_the_end(self, part: str) -> bool:
        """See the protocol: the final scoring."""
        return part.startswith("final_")

    @property
    def counted(self) -> Mapping[str, Counted]:
        """See the protocol."""
        return {
            "guests": (_("Guests"), lambda thing: terms.guest_title(int(thing))),
            "staff": (_("Staff"), lambda thing: terms.staff_title(int(thing))),
            "politics": (capital(terms.politics_cards("2015-ru")), terms.politics_words),
        }

    def facts(self, header: Header) -> Sequence[str]:
        """See the protocol."""
        edition = terms.EDITIONS.get(str(header.get("edition", "")))
        return [str(edition)] if edition else []


PRESENTER = AustriaPages()
