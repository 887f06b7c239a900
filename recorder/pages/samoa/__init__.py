"""The pages of Hotel Samoa: set-up, the table and the hotels, for one thumb and many phones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator.messages import make_term
from adjudicator.pieces import MovedPiece
from adjudicator.record import Header
from recorder.games.tables import TableView
from recorder.kept.kept_values import Writer
from recorder.pages.presenter import Counted, Document, Usual, View
from recorder.pages.samoa import board_parts as parts
from recorder.pages.samoa import phrases, piece_words, play, printed_figures, terms
from recorder.pages.samoa import position_form as positions
from recorder.pages.samoa import setup_form as setup
from recorder.pages.samoa.deck import SamoaCards
from recorder.pages.samoa.play import SamoaShown
from recorder.pages.shared.parts import Group
from recorder.pages.wording import gettext as _


class SamoaPages(Usual):
    """See recorder.pages.presenter.Presenter."""

    title: str = make_term("title", "samoa")
    folder = "samoa"
    dealt = "f-flags"
    styles = ("samoa/play.css",)
    wall_styles = ("samoa/wall.css",)
    starts = True
    positions = positions.POSITIONS
    cards = SamoaCards()

    @property
    def blurb(self) -> str:
        """One line for the list of games."""
        return _("3 to 6 players; price cards, tourists and pools")

    def setup(self, form: Mapping[str, Any]) -> Mapping[str, Any]:
        """See the protocol."""
        return setup.setup_fields(form)

    def again(self, header: Header, table: TableView | None = None) -> Mapping[str, object]:
        """See the protocol."""
        return setup.repeat_setup(header)

    def document(self, form: MultiDict[str, str]) -> dict[str, Any]:
        """See the protocol."""
        return setup.make_record(form)

    def keep(self, document: Document, by: Writer) -> None:
        """See the protocol: price cards, hotel and what else was read off the components."""
        printed_figures.keep_figures(document, by)

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

    def play(self, view: View) -> SamoaShown:
        """See the protocol."""
        return SamoaShown(view)

    def parts(self, shown: SamoaShown, *, calm: bool) -> Iterator[Group]:
        """See the protocol."""
        return parts.list_parts(shown)

    def other(self, view: View) -> Mapping[str, object]:
        """See the protocol."""
        return play.other_sheet(view)

    def reading(
        self, view: View, reads: Mapping[str, Any]
    ) -> tuple[str, Mapping[str, object]] | None:
        """See the protocol: the hotel board."""
        return (
            ("samoa/reads.html", {"s": printed_figures.hotel_board_fields(view)})
            if view.writes
            else None
        )

    def wrote(self, table: TableView, before: TableView) -> None:
        """See the protocol: a hotel board that was read."""
        printed_figures.learn_hotel(table, before)

    def phrase(self, header: Header, entry: Document) -> str:
        """See the protocol."""
        return phrases.phrase_entry(header, entry)

    def moved(self, header: Header, one: MovedPiece, entry: Document) -> str:
        """See the protocol."""
        return piece_words.describe_move(header, one)

    def verb(self, do: str) -> str:
        """See the protocol."""
        return phrases.name_verb(do)

    @property
    def counted(self) -> Mapping[str, Counted]:
        """See the protocol."""
        return {
            "guests": (_("Guests"), terms.token_word),
            "tiles": (_("Tiles"), lambda thing: str(terms.TILES[thing])),
        }

    def facts(self, header: Header) -> Sequence[str]:
        """See the protocol."""
        return []


PRESENTER = SamoaPages()
