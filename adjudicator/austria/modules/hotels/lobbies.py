"""The nine lobbies: their effects, owners and states (WALTZ3)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.austria.printed.catalogue import COLOURS
from adjudicator.austria.printed.datafile import rows_of
from adjudicator.austria.table.component_readings import Reading
from adjudicator.austria.table.state import CAFE_TABLES, STARTING_ROOMS, Player, Table
from adjudicator.copying import Copyable
from adjudicator.hints import Hint
from adjudicator.messages import M, Message, register_record_terms
from adjudicator.shapes import Integer, MapOf, OneOf, Shape

if TYPE_CHECKING:
    from adjudicator.austria.printed.record_shapes import Shapes

ID = "hotels"

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class Lobby:
    """A lobby as printed. food: into the kitchen when it is gained; effect: its lasting effect.

    values: the whole row.
    """

    id: str
    names: Mapping[str, str]
    food: Mapping[str, int]
    effect: Mapping[str, Any]
    needs: str | None
    values: Mapping[str, Any] = field(repr=False)


def _read_lobbies() -> Mapping[str, Lobby]:
    rows = json.loads((DATA / "lobbies.json").read_text(encoding="utf-8"))["lobbies"]
    return {
        row["id"]: Lobby(row["id"], row["names"], row["start"], row["effect"], row.get("with"), row)
        for row in rows
    }


LOBBIES = _read_lobbies()
"""The lobbies by id, in the order of the book."""

register_record_terms("lobby")

TOKENS: Mapping[int, Mapping[str, Any]] = {
    row.get("token"): row.values for row in rows_of("tokens.json", "tokens", DATA)
}
"""Dove's tokens as the data has them."""

TILE_STEPS = {"A": 1, "B": 2, "C": 3}
"""Steps back for a tile of each letter (WALTZ3-WRAY-02)."""

assert LOBBIES["paulwei"].effect["group_bonus"].keys() == set(COLOURS)


class Auction(NamedTuple):
    """The auction of one lobby. by and turn: seats; bidders: the seats still in, in seat order."""

    lobby: str
    krones: int
    by: int
    bidders: tuple[int, ...]
    turn: int


class Offer(Copyable):
    """The module's state of the table.

    lobbies: the free ones, in the order laid out. owners: the seats of the others. goals, tiles:
    laid beside them for Ninas and Wray. food: corrected starting food by lobby. tokens: halves read
    off Dove's tokens. before: set-up before the entry that is being judged.
    """

    __slots__ = ("auction", "before", "food", "goals", "lobbies", "owners", "tiles", "tokens")

    def __init__(self, table: Table) -> None:
        self.lobbies: tuple[str, ...] = ()
        self.owners: Mapping[str, int] = {}
        self.auction: Auction | None = None
        self.goals: tuple[str, ...] = ()
        self.tiles: tuple[str, ...] = ()
        self.food: Mapping[str, Mapping[str, int]] = {}
        self.tokens: Mapping[int, Mapping[str, Any]] = {}
        self.before: Any = None


class Hotel(Copyable):
    """The state of a player's lobby.

    paid: the price of the auction, None where it is not known; last: whether it came free as the
    last one. values: the spaces of the dice taken in this round, None for unknown. pile: Kaufman's
    guests of this round; guests: taken in a turn. goals: Ninas' goals with the VP of the reached
    ones; looked_in: the turn of the last entry after which they were counted. tiles: Wray's tiles
    left; used: tiles used while the tiles are unknown; spent: whether the lobby was used in a turn.
    turn_no: the turn that both are of; 0 for none, and while a position is read. tokens: Dove's
    tokens left; taken: the one that was taken by itself and may still be named.
    """

    __slots__ = (
        "bonus",
        "goals",
        "guests",
        "last",
        "lobby",
        "looked_in",
        "paid",
        "pile",
        "spent",
        "taken",
        "tiles",
        "tokens",
        "turn_no",
        "used",
        "values",
    )

    def __init__(self, table: Table, player: Player) -> None:
        self.lobby: str | None = None
        self.paid: int | None = None
        self.last = False
        self.values: tuple[int, ...] | None = ()
        self.bonus = False
        self.pile: tuple[int, ...] = ()
        self.guests = 0
        self.goals: tuple[tuple[str, int | None], ...] | None = ()
        self.looked_in = 0
        self.tiles: tuple[str, ...] | None = ()
        self.used: tuple[str, ...] = ()
        self.spent = False
        self.turn_no = 0
        self.tokens: tuple[int, ...] = (1, 2, 3, 4, 5)
        self.taken: tuple[int, str] | None = None


def offer_of(table: Table) -> Offer:
    """Return the module's state of the table."""
    offer: Offer = table.of[ID]
    return offer


def hotel_of(player: Player) -> Hotel:
    """Return the module's state of a player."""
    hotel: Hotel = player.of[ID]
    return hotel


def guests_in_turn(table: Table, player: Player) -> int:
    """Return how many guests a player has taken in this turn."""
    hotel = hotel_of(player)
    return hotel.guests if hotel.turn_no in (0, table.turn_no) else 0


def spent_in_turn(table: Table, player: Player) -> bool:
    """Return whether a player has used the lobby in this turn."""
    hotel = hotel_of(player)
    return hotel.spent and hotel.turn_no == table.turn_no


def note_in_turn(table: Table, player: Player, *, guests: int = 0, spent: bool = False) -> None:
    """Note guests taken, or the lobby used, in this turn."""
    hotel = hotel_of(player)
    hotel.guests = guests_in_turn(table, player) + guests
    hotel.spent = spent_in_turn(table, player) or spent
    hotel.turn_no = table.turn_no


def owns_lobby(player: Player, lobby: str) -> bool:
    """Return whether a player has a lobby (WALTZ3-GEN-01)."""
    hotel: Hotel = player.of[ID]
    return hotel.lobby == lobby


def give_lobby(table: Table, player: Player, lobby: str) -> None:
    """Give a player a lobby, with its answers to hooks.

    Some have more places in the café or more starting rooms (WALTZ3-KAUFMAN-02, WALTZ3-PAULWEI-01,
    WALTZ3-DOVE-01).
    """
    hotel_of(player).lobby = lobby
    printed = LOBBIES[lobby]
    player.cafe_places = printed.effect.get("cafe_tables", CAFE_TABLES)
    extra = printed.values.get("extra_starting_rooms", {"count": 0})
    player.starting_rooms = STARTING_ROOMS + extra["count"]
    offer = offer_of(table)
    offer.owners = {lobby: player.seat, **offer.owners}
    player.hold(lobby)


def owner_of(table: Table, lobby: str) -> Player | None:
    """Return the owner of a lobby, if any."""
    seat = offer_of(table).owners.get(lobby)
    return None if seat is None else table.players[seat]


def lobby_shape(shapes: Shapes) -> Shape:
    """Return the shape of a lobby's name, as the modules of the record allow."""
    modules = shapes.box.ids
    known = [lobby.id for lobby in LOBBIES.values() if lobby.needs in (None, *modules)]
    return OneOf(known, M("hotels.lobby"))


def food_of(table: Table, lobby: str) -> Mapping[str, int]:
    """Return the food that a lobby brings, as the table has read it."""
    return offer_of(table).food.get(lobby, LOBBIES[lobby].food)


def _take_foods(table: Table, foods: Mapping[str, Mapping[str, int]]) -> None:
    offer = offer_of(table)
    offer.food = {**offer.food, **foods}


READING = Reading(
    "lobbies",
    lambda shapes: MapOf(
        lobby_shape(shapes),
        MapOf(OneOf(shapes.box.foods, M("vocabulary.food-this-game")), Integer(low=0)),
    ),
    _take_foods,
)
"""Starting food of a lobby, where its board differs (WALTZ-P-12)."""


def name_lobby(table: Table, player: Player) -> Message | None:
    """Return the name of a player's lobby, which stands under the player's own."""
    lobby = hotel_of(player).lobby
    return M("hotels.called", lobby=lobby) if lobby else None


HINTS: Mapping[str, Hint] = {
    "lobby": Hint(
        lambda values, _: M("hotels.hint-lobbies", values=values), without=M("hotels.hint-no-lobby")
    ),
    "krones": Hint(
        lambda values, _: M("hotels.hint-bids", values=values), without=M("hotels.hint-no-krones")
    ),
    "tile": Hint(lambda values, _: M("hotels.hint-tiles", values=values)),
    "token": Hint(lambda values, _: M("hotels.hint-tokens", values=values)),
    "half": Hint(
        lambda values, _: M("hotels.hint-halves", values=values), without=M("hotels.hint-no-half")
    ),
    "moved": Hint(without=M("hotels.hint-no-move")),
}
"""How hints speak of the auction and of the lobbies, by the key of an entry."""
