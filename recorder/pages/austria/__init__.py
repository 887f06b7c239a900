"""The pages of Grand Austria Hotel: set-up, boards, and what may be entered, for one thumb."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator.austria.board import FACES, ROOM_NAMES
from adjudicator.austria.catalogue import FOODS
from adjudicator.austria.state import CAFE_TABLES
from adjudicator.messages import named
from adjudicator.pieces import Moved
from adjudicator.record import Header
from recorder.catalogue import Writer
from recorder.pages.austria import agenda, effects, parts, phrases, play, positions, setup, words
from recorder.pages.austria.components import kept, sheets
from recorder.pages.austria.dayboards import KeptBoards
from recorder.pages.austria.deck import AustriaCards
from recorder.pages.austria.figures import KeptFigures
from recorder.pages.austria.hand import Hand
from recorder.pages.austria.play import AustriaShown
from recorder.pages.frame.parts import Group
from recorder.pages.presenter import Counted, Document, Kept, Usual, View
from recorder.pages.words import capital, lazy
from recorder.pages.words import gettext as _
from recorder.tables import TableView


class AustriaPages(Usual):
    """See recorder.pages.presenter.Presenter."""

    title: str = named("title", "austria")
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
        return setup.form(form)

    def again(self, header: Header, table: TableView | None = None) -> Mapping[str, object]:
        """See the protocol."""
        start = setup.again(header)
        return start if table is None else start | kept.again(table)

    def document(self, form: MultiDict[str, str]) -> dict[str, Any]:
        """See the protocol."""
        return setup.document(form)

    def keep(self, document: Document, by: Writer) -> None:
        """See the protocol: there is nothing to keep."""

    def acting(self, header: Header, position: Document, options: Sequence[Document]) -> str:
        """See the protocol."""
        return play.acting(header, position, options)

    def waits_for(
        self, header: Header, position: Document, options: Sequence[Document]
    ) -> Sequence[str]:
        """See the protocol."""
        return play.waits_for(position, options)

    def may_show(self, player: str, options: Sequence[Document]) -> bool:
        """See the protocol."""
        return play.may_show(player, options)

    def play(self, view: View) -> AustriaShown:
        """See the protocol."""
        return AustriaShown(view.with_other(options=agenda.ahead(view)))

    def parts(self, shown: AustriaShown, *, calm: bool) -> Iterator[Group]:
        """See the protocol."""
        return parts.parts(shown, calm)

    def other(self, view: View) -> Mapping[str, object]:
        """See the protocol."""
        return play.other(view)

    def sheet(self, view: View, name: str) -> tuple[str, Mapping[str, object]] | None:
        """See the protocol: figures that are read off a component."""
        return sheets.sheet(view, name)

    def reading(
        self, view: View, reads: Mapping[str, Any]
    ) -> tuple[str, Mapping[str, object]] | None:
        """See the protocol."""
        return sheets.reading(view, reads)

    def closing(self, entries: Sequence[Document]) -> Document | None:
        """See the protocol."""
        return next((entry for entry in entries if entry["do"] == "done"), None)

    def began(self, table: TableView, form: Mapping[str, str], name: str = "") -> None:
        """See the protocol: the component sheet that the game adds to."""
        kept.choose(table, form.get(kept.FIELD, "").strip() or name)

    def wrote(self, table: TableView, before: TableView) -> None:
        """See the protocol."""
        kept.learn(table, before)

    def phrase(self, header: Header, entry: Document) -> str:
        """See the protocol."""
        return phrases.phrase(header, entry)

    def moved(self, header: Header, one: Moved, entry: Document) -> str:
        """See the protocol."""
        return effects.moved(header, one, entry)

    def verb(self, do: str) -> str:
        """See the protocol."""
        return phrases.kind(do)

    @property
    def boxes(self) -> Mapping[str, str]:
        """See the protocol."""
        return words.boxes()

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
            "guests": (_("Guests"), lambda thing: words.guest(int(thing))),
            "staff": (_("Staff"), lambda thing: words.staff(int(thing))),
            "politics": (capital(words.politics_cards("2015-ru")), words.politics),
        }

    def facts(self, header: Header) -> Sequence[str]:
        """See the protocol."""
        edition = words.EDITIONS.get(str(header.get("edition", "")))
        return [str(edition)] if edition else []


PRESENTER = AustriaPages()
