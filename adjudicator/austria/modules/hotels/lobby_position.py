"""The lobbies in a position: how they are shown and read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.austria.chapters.start import contradiction
from adjudicator.austria.modules.hotels import corogari, ninas, wray
from adjudicator.austria.modules.hotels.auction import (
    LETTERS,
    PHASE,
    letters_told,
    letters_wrong,
)
from adjudicator.austria.modules.hotels.lobbies import (
    guests_in_turn,
    hotel_of,
    offer_of,
    own,
    owner_of,
    owns,
    shape,
    spent_in_turn,
)
from adjudicator.austria.table.declarations import MISSING, Item, Key
from adjudicator.austria.table.state import Player, Table
from adjudicator.messages import M, Message
from adjudicator.shapes import ANYTHING, BOOLEAN, Either, Fields, Integer, ListOf, Nullable


def _lobbies(table: Table) -> Any:
    return list(offer_of(table).lobbies) if table.phase == PHASE else MISSING


def _auction(table: Table) -> Any:
    if table.phase != PHASE:
        return MISSING
    auction = offer_of(table).auction
    if auction is None:
        return None
    names = [player.id for player in table.players]
    return {
        "lobby": auction.lobby,
        "krones": auction.krones,
        "by": names[auction.by],
        "in": [names[seat] for seat in auction.bidders],
        "turn": names[auction.turn],
    }


TABLE = (
    Key("lobbies", lambda _: ANYTHING, _lobbies),
    Key("auction", lambda _: ANYTHING, _auction),
)
"""The keys of the table: printed in the auction, not read."""


def _read_lobby(
    table: Table, player: Player, value: Any, given: Mapping[str, Any], place: str
) -> None:
    hotel = hotel_of(player)
    if value is MISSING or value is None:
        return
    own(table, player, value)
    if value == "ninas":
        hotel.goals = None
        player.watches = (*player.watches, ninas.watch)
    elif value == "wray":
        hotel.tiles = None


def _read_values(
    table: Table, player: Player, value: Any, given: Mapping[str, Any], place: str
) -> None:
    if value is not MISSING:
        hotel_of(player).values = tuple(value)
        hotel_of(player).bonus = len(value) >= 2


def _show_values(table: Table, player: Player) -> Any:
    values = hotel_of(player).values
    return MISSING if values is None else list(values)


def _of(lobby: str, show: Any) -> Any:
    """Show a key only to who has the lobby."""

    def shown(table: Table, player: Player) -> Any:
        return show(table, player) if owns(player, lobby) else MISSING

    return shown


def _now(show: Any, outside: Any) -> Any:
    """Show what is kept of a turn; outside the player's own turn show another value."""

    def shown(table: Table, player: Player) -> Any:
        return show(table, player) if table.actor is player else outside

    return shown


def _mine(lobby: str, take: Any) -> Any:
    """Read a key only of who has the lobby."""

    def read(
        table: Table, player: Player, value: Any, given: Mapping[str, Any], place: str
    ) -> None:
        if value is MISSING:
            return
        if not owns(player, lobby):
            if value:
                raise contradiction(M("hotels.not-own-lobby", lobby=lobby), place, "WALTZ3-GEN-01")
            return
        take(player, value)

    return read


def _take_pile(player: Player, value: list[int]) -> None:
    hotel_of(player).pile = tuple(value)


def _take_guests(player: Player, value: int) -> None:
    hotel_of(player).guests = value


def _take_goals(player: Player, value: list[Any]) -> None:
    hotel_of(player).goals = tuple(
        (row, None) if isinstance(row, str) else (row["politics"], row["vp"]) for row in value
    )


def _show_goals(table: Table, player: Player) -> Any:
    goals = hotel_of(player).goals
    if goals is None:
        return MISSING
    return [card if vp is None else {"politics": card, "vp": vp} for card, vp in goals]


def _take_tiles(player: Player, value: list[str]) -> None:
    hotel_of(player).tiles = tuple(value)


def _show_tiles(table: Table, player: Player) -> Any:
    tiles = hotel_of(player).tiles
    return MISSING if tiles is None else list(tiles)


def _take_spent(player: Player, value: bool) -> None:
    hotel_of(player).spent = value


def _take_tokens(player: Player, value: list[int]) -> None:
    hotel_of(player).tokens = tuple(value)


def _same(rows: Sequence[Any]) -> list[str]:
    """A form in which lists are alike whatever their order."""
    return sorted(map(str, rows))


PLAYER = (
    Key(
        "lobby",
        lambda s: Nullable(shape(s)),
        lambda _, player: hotel_of(player).lobby,
        _read_lobby,
        check=True,
    ),
    Key("values", lambda s: ListOf(s.die), _show_values, _read_values, check=True),
    Key(
        "pile",
        lambda s: ListOf(s.guest),
        _of("kaufman", lambda _, player: list(hotel_of(player).pile)),
        _mine("kaufman", _take_pile),
        check=True,
        alike=_same,
        guests=True,
    ),
    Key(
        "guests_this_turn",
        lambda s: Integer(low=0),
        _of("kaufman", _now(guests_in_turn, 0)),
        _mine("kaufman", _take_guests),
    ),
    Key(
        "goals",
        lambda s: ListOf(
            Either(Fields({"politics": s.politics, "vp": Integer(0, 30)}), s.politics)
        ),
        _of("ninas", _show_goals),
        _mine("ninas", _take_goals),
        check=True,
        alike=_same,
    ),
    Key(
        "tiles",
        lambda s: ListOf(s.tile),
        _of("wray", _show_tiles),
        _mine("wray", _take_tiles),
        check=True,
        alike=_same,
    ),
    Key(
        "lobby_used",
        lambda s: BOOLEAN,
        _of("wray", _now(spent_in_turn, False)),
        _mine("wray", _take_spent),
    ),
    Key(
        "tokens",
        lambda s: ListOf(Integer(1, 5)),
        _of("dove", lambda _, player: list(hotel_of(player).tokens)),
        _mine("dove", _take_tokens),
        check=True,
        alike=_same,
    ),
)
"""The keys of a player: the lobby first, then what only its owner has."""


def finish(table: Table, document: Mapping[str, Any]) -> None:
    """Fill in what a position leaves out, and refuse what is in two places."""
    position = document.get("position")
    if position is None:
        return
    owner = owner_of(table, "kaufman")
    for player in table.players:
        if table.actor is player:
            hotel = hotel_of(player)
            hotel.turn_no = table.turn_no
            table.pass_lost = table.pass_lost or hotel.spent
        if hotel_of(player).goals is None:
            table.watch(ninas.watch_end)
    if owner is not None:
        pile = hotel_of(owner).pile
        lying = {guest.number for player in table.players for guest in player.cafe.values()}
        lying |= {*(table.queue or ()), *table.discards}
        if len(set(pile)) != len(pile) or lying & set(pile):
            key = f"position.players.{owner.id}.pile"
            raise contradiction(M("hotels.guest-in-two-places"), key, "GAH-SETUP-03")
        if hotel_of(owner).guests and table.actor is owner:
            table.took_guest = True
            if hotel_of(owner).guests > 1:
                table.guest_taken = True


def bends(table: Table) -> Iterator[tuple[str, str, Message]]:
    """Yield impossible values of the module (see ``start.find_impossible_values``)."""
    lobbies = [hotel_of(player).lobby for player in table.players]
    had = [lobby for lobby in lobbies if lobby is not None]
    if len(set(had)) != len(had):
        yield "players", "WALTZ3-SETUP-03", M("hotels.lobby-twice")
    for player in table.players:
        hotel = hotel_of(player)
        key = f"players.{player.id}"
        if guests_in_turn(table, player) > 2:
            yield f"{key}.guests_this_turn", "WALTZ3-KAUFMAN-03", M("hotels.two-guests-a-turn")
        if hotel.values is not None and len(hotel.values) != table.taken[player.seat]:
            yield f"{key}.values", "WALTZ3-COROGARI-02", M("hotels.values-as-taken")
        if len(set(hotel.tokens)) != len(hotel.tokens):
            yield f"{key}.tokens", "WALTZ3-DOVE-02", M("hotels.token-twice")
        goals = [card for card, _ in hotel.goals or ()]
        if owns(player, "ninas") and hotel.goals is not None:
            wrong = letters_wrong(table.politics_cards, goals, LETTERS["ninas"])
            if wrong or set(goals) & set(table.politics or ()) or len(set(goals)) != len(goals):
                message = letters_told(table.politics_cards, goals, LETTERS["ninas"])
                yield f"{key}.goals", "WALTZ3-SETUP-04", message
        if hotel.tiles and _tiles_wrong(table, list(hotel.tiles)):
            message = letters_told(table.tiles, hotel.tiles, LETTERS["wray"])
            yield f"{key}.tiles", "WALTZ3-SETUP-04", message


def _tiles_wrong(table: Table, tiles: list[str]) -> bool:
    letters = [table.tiles[tile].letter for tile in tiles]
    many = any(letters.count(letter) > 2 for letter in "ABC")
    board = set(table.emperor_tiles or ())
    return many or len(tiles) > 6 or len(set(tiles)) != len(tiles) or bool(board & set(tiles))


def offers(table: Table) -> Iterator[Item]:
    """Yield what the lobbies add to ``next``."""
    yield from wray.offers(table)


def items(offered: list[Item], table: Table) -> list[Item]:
    """Return the items of ``next`` without what waits for Corogari."""
    return corogari.items(table, offered)
