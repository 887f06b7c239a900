"""The tiles, tourists and cards of this game for the pages of cards, with their effects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.rulebook import RULEBOOK
from adjudicator.samoa.chapters.lodging import would_pay
from adjudicator.samoa.game import SamoaPlay
from adjudicator.samoa.printed.catalogue import (
    RECALLED_AT_MOST,
    SPECIAL_TILE_VALUE,
    SPECIAL_TILES,
    TILE_ROWS,
)
from adjudicator.samoa.printed.names import LOVER, SWIMMER, short_room
from recorder.pages.forms import entry_trials, offers
from recorder.pages.presenter import Card, View
from recorder.pages.samoa import terms
from recorder.pages.shared.parts import keep_made
from recorder.pages.wording import capital, join_sayings, lazy, ngettext, say
from recorder.pages.wording import gettext as _

_KINDS: Mapping[str, object] = {
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

_TILES: Mapping[str, Sequence[Any]] = {
    "room": (
        lazy("One tourist more may live in your hotel, from this round on"),
        lazy("It does not touch any other room"),
    ),
    "suite": (
        lazy("Put it on a room of your hotel at once, even where somebody lives"),
        lazy("Whoever moves in from then on pays double; those already there pay nothing more"),
    ),
    "pool": (
        lazy("Take coins at once: all ring numbers of the swimmers in your hotel, added up"),
        lazy("Each swimmer who moves in later brings the ring number for this pool, too"),
    ),
    "swap": (
        lazy("Once, after all price cards lie open: exchange yours for another from your hand"),
        lazy("Not in the round in which you buy it"),
    ),
    "evict": (
        lazy("Once, before your own tourists move in: two tourists leave your hotel"),
        lazy("A pair of lovers counts as two"),
    ),
    "recall": (
        lazy("Once, at any moment: take up to %(num)s discarded price cards back into your hand"),
        lazy("Not the card that lies on the table"),
    ),
}
"""Effects of a tile, line by line."""

_TOURISTS: Mapping[str, Sequence[Any]] = {
    "normal": (lazy("Pays the room price"),),
    "rich": (lazy("Pays twice the room price"),),
    "lover": (
        lazy("Pays the room price"),
        lazy("May share a room with one other lover; the two stay and leave together"),
    ),
    "celebrity": (
        lazy("Pays the room price"),
        lazy("Whoever moves in next door later pays double"),
    ),
    "swimmer": (
        lazy("Pays the room price"),
        lazy("Also brings the number on the ring for each of your pools"),
    ),
}
"""Effects of a tourist, line by line."""

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
        does = [str(told) % {"num": RECALLED_AT_MOST} for told in _TILES[tile]]
        if special:
            does.append(_("Unused at the end: %(coins)s coins", coins=SPECIAL_TILE_VALUE))
        general = ("SAM-SPEC-01", "SAM-SPEC-02") if special else ()
        yield _card(
            "room-tile",
            tile,
            terms.tile_word(tile),
            _("Building tile"),
            does,
            rules=tuple(dict.fromkeys((row["rule"], *_RULES.get(tile, ()), *general))),
            said=terms.tile_word(tile),
            icon=f"t-{tile}",
        )


def _tourists() -> Iterator[Card]:
    for token, told in _TOURISTS.items():
        name = _("swimmer") if token == SWIMMER else terms.token_word(token)
        yield _card(
            "tourist",
            token,
            name,
            _("Tourist"),
            [str(line) for line in told],
            rules=_RULES[token],
            said="" if token == "normal" else name,
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
            said=_("day off") if id_ == "day-off" else "",
            icon="dayoff" if id_ == "day-off" else "coin",
        )


def _card(kind: str, id_: str, name: Any, word: str, does: Sequence[str], **more: Any) -> Card:
    title = capital(name)
    source = say(next(book.title for book in RULEBOOK.books.values() if book.game == "samoa"))
    named = {"number": "", "name": title, "title": title, "word": word, "source": source}
    return Card(kind=kind, id=id_, does=does, **{**named, **more})


# --- present effects ---------------------------------------------------------------------------


def _tile_now(view: View, state: SamoaPlay, card: Card) -> Iterator[str]:
    """Yield the effects of buying a tile, and the players that may use theirs."""
    bought = []
    for offer in offers.find(view.options, "build", tile=card.id):
        entry = offers.begin_entry(offer, "room")
        if not offers.is_described(offer.get("room", "seen")):
            entry = {**entry, "room": offers.values(offer, "room")[0]}
        bought.append(entry)
    yield from entry_trials.would(view, state, bought)
    for player in offers.players(offers.find(view.options, "use_tile", tile=card.id)):
        yield entry_trials.name_player_line(view, player, _("can be used now"))


def _tourist_now(view: View, state: SamoaPlay, card: Card) -> Iterator[str]:
    """Yield the payment of a tourist on the table in the rooms of the player that lodges."""
    for offer in offers.find(view.options, "lodge"):
        tokens, rooms = offer["tourists"]["tokens"], offer["tourists"]["rooms"]
        named = next((token for token in tokens if terms.token_icon(token) == card.id), None)
        if named is None or rooms == "seen":
            continue
        lovers = offer["tourists"].get("lovers") or () if named == LOVER else ()
        by_amount: dict[int, list[str]] = {}
        for room in dict.fromkeys([*rooms, *lovers]):
            paid = would_pay(state, offer["by"], named, room)
            by_amount.setdefault(paid, []).append(short_room(room))
        told = [
            _(
                "%(coins)s in %(rooms)s",
                coins=ngettext("%(num)d coin", "%(num)d coins", paid),
                rooms=", ".join(where),
            )
            for paid, where in sorted(by_amount.items(), reverse=True)
        ]
        if told:
            yield entry_trials.name_player_line(
                view, offer["by"], join_sayings([terms.token_word(named), *told])
            )


def _card_now(view: View, state: SamoaPlay, card: Card) -> Iterator[str]:
    for player, own in view.position["players"].items():
        lying = own.get("card")
        if lying and bool(lying.get("day_off")) == (card.id == "day-off"):
            yield entry_trials.name_player_line(view, player, terms.price_card_words(lying))


_NOW: Mapping[str, Callable[[View, SamoaPlay, Card], Iterator[str]]] = {
    "room-tile": _tile_now,
    "tourist": _tourist_now,
    "price-card": _card_now,
}


class _SamoaCards:
    """The cards of this game; see ``recorder.pages.presenter.Cards``."""

    picture = "samoa/card.html"
    icons = "samoa/icons.svg"

    def kinds(self) -> Mapping[str, str]:
        return {kind: str(word) for kind, word in _KINDS.items()}

    def all(self) -> Sequence[Card]:
        return keep_made("cards", "samoa", lambda: [*_tiles(), *_tourists(), *_price_cards()])

    def look_up_at(self, view: View, card: Card) -> tuple[Card, Sequence[str]]:
        state: Any = view.known.state
        assert isinstance(state, SamoaPlay)
        return card, list(_NOW[card.kind](view, state, card))

    def reading(self, view: View | None, card: Card) -> None:
        """Return None: the set-up form of a game asks for all figures of its components."""


CARDS = _SamoaCards()
