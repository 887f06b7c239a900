"""The lobbies in a position: how they are shown and read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.austria.chapters.start import contradiction
from adjudicator.austria.modules.hotels import corogari, ninas, wray
from adjudicator.austria.modules.hotels.auction import LETTERS, PHASE, letters_wrong, word_letters
from adjudicator.austria.modules.hotels.lobbies import (
    give_lobby,
    guests_in_turn,
    hotel_of,
    lobby_shape,
    offer_of,
    owner_of,
    owns_lobby,
    spent_in_turn,
)
from adjudicator.austria.printed.record_shapes import Shapes
from adjudicator.austria.table.declarations import MISSING, Item, Key, list_if_known
from adjudicator.austria.table.state import Player, Table
from adjudicator.messages import M, Message
from adjudicator.shapes import ANYTHING, BOOLEAN, Either, Fields, Integer, ListOf, Nullable, Shape


def _write_auction(table: Table) -> Any:
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
    Key(
        "lobbies",
        lambda _: ANYTHING,
        lambda t: list(offer_of(t).lobbies) if t.phase == PHASE else MISSING,
    ),
    Key("auction", lambda _: ANYTHING, _write_auction),
)
"""The keys of the table: printed in the auction, not read."""


def _read_lobby(table: Table, player: Player, value: str | None, place: str) -> None:
    if value is None:
        return
    hotel = hotel_of(player)
    give_lobby(table, player, value)
    if value == "ninas":
        hotel.goals = None
        player.watches = (*player.watches, ninas.watch_goals)
    elif value == "wray":
        hotel.tiles = None


def _read_values(table: Table, player: Player, value: Sequence[int], place: str) -> None:
    hotel_of(player).values = tuple(value)
    hotel_of(player).bonus = len(value) >= 2


def _sort_as_text(rows: Iterable[Any]) -> list[str]:
    return sorted(map(str, rows))


def _owner_key(
    lobby: str,
    name: str,
    shape: Callable[[Shapes], Shape],
    field: str,
    *,
    show: Callable[[Table, Player], Any] | None = None,
    pack: Callable[[Any], Any] = tuple,
    **more: Any,
) -> Key:
    """Return the key of a value that only the owner of a lobby has.

    field: of ``Hotel``. show: returns the printed value, if it is not the list in the field. pack:
    makes the field's value of the written one.
    """

    def show_own(table: Table, player: Player) -> Any:
        if not owns_lobby(player, lobby):
            return MISSING
        return show(table, player) if show else list_if_known(getattr(hotel_of(player), field))

    def read_own(table: Table, player: Player, value: Any, place: str) -> None:
        if owns_lobby(player, lobby):
            setattr(hotel_of(player), field, pack(value))
        elif value:
            raise contradiction(M("hotels.not-own-lobby", lobby=lobby), place, "WALTZ3-GEN-01")

    return Key(name, shape, show_own, read_own, **more)


def _show_goals(table: Table, player: Player) -> Any:
    goals = hotel_of(player).goals
    if goals is None:
        return MISSING
    return [card if vp is None else {"politics": card, "vp": vp} for card, vp in goals]


PLAYER = (
    Key(
        "lobby",
        lambda s: Nullable(lobby_shape(s)),
        lambda t, p: hotel_of(p).lobby,
        _read_lobby,
        check=True,
    ),
    Key(
        "values",
        lambda s: ListOf(s.die),
        lambda t, p: list_if_known(hotel_of(p).values),
        _read_values,
        check=True,
    ),
    _owner_key(
        "kaufman",
        "pile",
        lambda s: ListOf(s.guest),
        "pile",
        check=True,
        alike=_sort_as_text,
        guests=True,
    ),
    _owner_key(
        "kaufman",
        "guests_this_turn",
        lambda s: Integer(low=0),
        "guests",
        show=lambda t, p: guests_in_turn(t, p) if t.actor is p else 0,
        pack=int,
    ),
    _owner_key(
        "ninas",
        "goals",
        lambda s: ListOf(
            Either(Fields({"politics": s.politics, "vp": Integer(0, 30)}), s.politics)
        ),
        "goals",
        show=_show_goals,
        pack=lambda rows: tuple(
            (row, None) if isinstance(row, str) else (row["politics"], row["vp"]) for row in rows
        ),
        check=True,
        alike=_sort_as_text,
    ),
    _owner_key("wray", "tiles", lambda s: ListOf(s.tile), "tiles", check=True, alike=_sort_as_text),
    _owner_key(
        "wray",
        "lobby_used",
        lambda s: BOOLEAN,
        "spent",
        show=lambda t, p: t.actor is p and spent_in_turn(t, p),
        pack=bool,
    ),
    _owner_key(
        "dove", "tokens", lambda s: ListOf(Integer(1, 5)), "tokens", check=True, alike=_sort_as_text
    ),
)
"""The keys of a player: the lobby first, then the ones that only its owner has."""


def finish_lobbies(table: Table, document: Mapping[str, Any]) -> None:
    """Fill in the values that a position leaves out, and refuse a piece in two places."""
    if "position" not in document:
        return
    if table.actor is not None:
        acting = hotel_of(table.actor)
        acting.turn_no = table.turn_no
        table.pass_lost = table.pass_lost or acting.spent
    for player in table.players:
        if hotel_of(player).goals is None:
            table.watch(ninas.note_unknown_goals)
    owner = owner_of(table, "kaufman")
    if owner is None:
        return
    _check_pile(table, owner)
    guests = hotel_of(owner).guests
    if guests and table.actor is owner:
        table.took_guest = True
        table.guest_taken = table.guest_taken or guests > 1


def _check_pile(table: Table, owner: Player) -> None:
    """Check that a guest of Kaufman's pile lies nowhere else."""
    pile = hotel_of(owner).pile
    lying = {guest.number for player in table.players for guest in player.cafe.values()}
    lying |= {*(table.queue or ()), *table.discards}
    if len(set(pile)) != len(pile) or lying & set(pile):
        key = f"position.players.{owner.id}.pile"
        raise contradiction(M("hotels.guest-in-two-places"), key, "GAH-SETUP-03")


def find_impossible_lobbies(table: Table) -> Iterator[tuple[str, str, Message]]:
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
        if owns_lobby(player, "ninas") and hotel.goals is not None:
            wrong = letters_wrong(table.politics_cards, goals, LETTERS["ninas"])
            if wrong or set(goals) & set(table.politics or ()) or len(set(goals)) != len(goals):
                message = word_letters(table.politics_cards, goals, LETTERS["ninas"])
                yield f"{key}.goals", "WALTZ3-SETUP-04", message
        if hotel.tiles and _tiles_wrong(table, list(hotel.tiles)):
            message = word_letters(table.tiles, hotel.tiles, LETTERS["wray"])
            yield f"{key}.tiles", "WALTZ3-SETUP-04", message


def _tiles_wrong(table: Table, tiles: list[str]) -> bool:
    letters = [table.tiles[tile].letter for tile in tiles]
    many = any(letters.count(letter) > 2 for letter in "ABC")
    board = set(table.emperor_tiles or ())
    return many or len(tiles) > 6 or len(set(tiles)) != len(tiles) or bool(board & set(tiles))


def offer_lobbies(table: Table) -> Iterator[Item]:
    """Yield the items of the lobbies in ``next``."""
    yield from wray.offer_lobby_tiles(table)


def drop_corogari_items(offered: list[Item], table: Table) -> list[Item]:
    """Return the items of ``next`` without the ones that wait for Corogari."""
    return corogari.postpone_placing(table, offered)
