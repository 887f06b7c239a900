"""The tiles, tourists and cards of this game for the pages of cards: what each is and does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.rulebook import RULEBOOK
from adjudicator.samoa.catalogue import SPECIAL_TILE_VALUE, SPECIAL_TILES, TILE_ROWS
from recorder.pages.frame.parts import once
from recorder.pages.presenter import Card, View
from recorder.pages.samoa import words
from recorder.pages.words import capital, lazy, say
from recorder.pages.words import gettext as _

_KINDS: Mapping[str, Any] = {
    "room-tile": lazy("Building tiles"),
    "tourist": lazy("Tourists"),
    "price-card": lazy("Price cards"),
}

_RULES: Mapping[str, Sequence[str]] = {
    "room": ("SAM-ROOM-01", "SAM-ROOM-02", "SAM-TILE-01"),
    "suite": ("SAM-SUITE-01", "SAM-SUITE-02", "SAM-TILE-01"),
    "pool": ("SAM-POOL-01", "SAM-POOL-02", "SAM-TILE-01"),
    "normal": ("SAM-PAY-01",),
    "rich": ("SAM-RICH-01",),
    "lover": ("SAM-LOVE-01", "SAM-LOVE-02", "SAM-LOVE-03", "SAM-LOVE-04", "SAM-LOVE-05"),
    "celebrity": ("SAM-CELEB-01", "SAM-CELEB-02", "SAM-CELEB-03"),
    "swimmer": ("SAM-SWIM-01", "SAM-POOL-01", "SAM-POOL-02"),
    "priced": ("SAM-CARD-01", "SAM-CARD-02", "SAM-CARD-04"),
    "day-off": ("SAM-CARD-03", "SAM-OFF-01", "SAM-OFF-02"),
}
"""The rules behind a component besides the one that its row names, the nearest first."""

_TOURISTS: Mapping[str, Any] = {
    "normal": lazy("pays the room price"),
    "rich": lazy("pays twice the room price"),
    "lover": lazy("may share a room with one other lover; the two stay and leave together"),
    "celebrity": lazy("whoever moves in next door later pays double"),
    "swimmer": lazy("brings the number on the ring for each of your pools, besides the room price"),
}

_CARDS: Mapping[str, tuple[Any, Any]] = {
    "priced": (
        lazy("Price card"),
        lazy("a bid for a building tile and a price for your rooms, both for this round"),
    ),
    "day-off": (
        lazy("Day off"),
        lazy("you neither build nor take tourists; up to two of yours may go home"),
    ),
}


def _tiles() -> Iterator[Card]:
    for row in TILE_ROWS:
        tile = str(row["id"])
        special = tile in SPECIAL_TILES
        does = [capital(words.EFFECTS[tile])]
        if special:
            does.append(_("Unused at the end: %(coins)s coins", coins=SPECIAL_TILE_VALUE))
        general = ("SAM-SPEC-01", "SAM-SPEC-02") if special else ()
        yield _card(
            "room-tile",
            tile,
            words.TILES[tile],
            _("Building tile"),
            does,
            rules=tuple(dict.fromkeys((row["rule"], *_RULES.get(tile, ()), *general))),
            icon=f"t-{tile}",
            confidence=row["confidence"],
        )


def _tourists() -> Iterator[Card]:
    names = {**words.TOKENS, "swimmer": _("swimmer")}
    for token, told in _TOURISTS.items():
        yield _card(
            "tourist",
            token,
            names[token],
            _("Tourist"),
            [capital(told)],
            rules=_RULES[token],
            icon=token,
        )


def _price_cards() -> Iterator[Card]:
    for id_, (name, told) in _CARDS.items():
        yield _card(
            "price-card",
            id_,
            name,
            _("Price card"),
            [capital(told)],
            rules=_RULES[id_],
            icon="dayoff" if id_ == "day-off" else "coin",
        )


def _card(kind: str, id_: str, name: Any, word: str, does: Sequence[str], **more: Any) -> Card:
    title = capital(name)
    source = say(next(book.title for book in RULEBOOK.books.values() if book.game == "samoa"))
    named = {"number": "", "name": title, "title": title, "word": word, "source": source}
    return Card(kind=kind, id=id_, does=does, **{**named, "confidence": "high", **more})


class SamoaCards:
    """See recorder.pages.presenter.Cards."""

    picture = "samoa/card.html"
    icons = "samoa/icons.svg"

    def kinds(self) -> Mapping[str, str]:
        """See the protocol."""
        return {kind: str(word) for kind, word in _KINDS.items()}

    def all(self) -> Sequence[Card]:
        """See the protocol."""
        return once("cards", "samoa", lambda: [*_tiles(), *_tourists(), *_price_cards()])

    def at(self, view: View, card: Card) -> tuple[Card, Sequence[str]]:
        """See the protocol: what each costs is on the price cards, which nobody shows before."""
        return card, ()

    def reading(self, view: View | None, card: Card) -> None:
        """See the protocol: a game's own set-up asks for all that is read off its components."""
