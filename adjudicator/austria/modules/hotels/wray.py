"""The Grand Wray Hotel: steps back for the bonus of a tile, once a turn (WALTZ3-WRAY)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator.austria.chapters.place import (
    add_place,
    check_own_place,
    count_wanted_food,
    put_on_guests,
)
from adjudicator.austria.chapters.start import complete_letters
from adjudicator.austria.chapters.turns import obstacles_to_turn
from adjudicator.austria.modules.hotels.lobbies import (
    TILE_STEPS,
    hotel_of,
    note_in_turn,
    offer_of,
    owns_lobby,
    spent_in_turn,
)
from adjudicator.austria.printed.catalogue import TILE_OF, Part
from adjudicator.austria.table import agenda, moves
from adjudicator.austria.table.agenda import make_open_parts
from adjudicator.austria.table.declarations import Item
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import Player, Table
from adjudicator.entries import ByPlayer, Entry, Place, key, verb
from adjudicator.messages import M
from adjudicator.obstacles import Doubt, Found, Obstacle, is_allowed


def steps_for(table: Table, player: Player, tile: str) -> int:
    """Return how many steps back a tile costs, by its letter."""
    letter = table.tiles[tile].letter
    if letter is None:  # unread: what the other tiles beside the lobby leave over
        names = list(offer_of(table).tiles) or list(hotel_of(player).tiles or ())
        letter = complete_letters(names, table.tiles)[names.index(tile)] if tile in names else "A"
    return TILE_STEPS.get(letter, 1)


def bonus_of(table: Table, tile: str) -> list[Part]:
    """Return the bonus of a tile, which its parts name; its VP are the lobby's."""
    return [
        TILE_OF.add_to(replace(part, score="lobby" if part.score == "tiles" else part.score), tile)
        for part in table.tiles[tile].bonus
    ]


@verb("use_lobby")
class UseLobby(ByPlayer):
    """The bonus of an emperor tile, taken for steps back."""

    tile: str = key(lambda s: s.tile)
    place: Place | None = key(lambda s: s.place, default=None, made=lambda s: s.read_place)


def use_lobby(table: Table, player: Player, entry: UseLobby, case: Case) -> None:
    """``use_lobby``: go back 1, 2 or 3 steps for the bonus of an A, B or C tile (WALTZ3-WRAY-02).

    It may come at any moment of the player's own turn, but not while a reward is open.
    """
    tile, hotel = entry.tile, hotel_of(player)
    case.cite(find_lobby_tile_obstacles(table, player, tile))
    if entry.place:
        food = moves.count_named_food(table, table.tiles[tile].bonus)
        check_own_place(table, player, entry, food, case)
    if case.stop:
        return
    table.pass_lost = True
    note_in_turn(table, player, spent=True)
    if any(reaction.card in player.staff for reaction in player.box.reactions.bonus):
        case.rest_on("WALTZ-U-35")
    here = hotel.tiles is None or tile in hotel.tiles
    if hotel.tiles is not None:
        hotel.tiles = tuple(other for other in hotel.tiles if other != tile)
    hotel.used = (*hotel.used, tile)
    chain = agenda.begin_chain(table, player)
    moves.book(table, player, "emperor", -steps_for(table, player, tile), "lobby")
    if here:
        agenda.push_event(table, player, make_open_parts(bonus_of(table, tile), "lobby"), chain)
    if entry.place is not None:
        put_on_guests(table, player, entry.place)


def find_lobby_tile_obstacles(table: Table, player: Player, tile: str) -> Iterator[Found]:
    """Yield the obstacles to the bonus of a tile: the turn, a reward, the tile, its steps."""
    hotel = hotel_of(player)
    yield from obstacles_to_turn(table, player, extra=True)
    yield from agenda.ask_open_reward(table, player)
    if not owns_lobby(player, "wray"):
        yield Obstacle("WALTZ3-GEN-01", M("hotels.not-own-lobby", lobby="wray"))
        return
    if spent_in_turn(table, player):
        yield Obstacle("WALTZ3-WRAY-02", M("hotels.wray-once-a-turn"))
    steps = steps_for(table, player, tile)
    if hotel.tiles is None and tile not in hotel.used and tile not in (table.emperor_tiles or ()):
        message, default = M("hotels.tiles-not-known"), M("hotels.tile-was-used")
        yield Doubt("tiles", message, default, applies=True)
    elif hotel.tiles is None or tile not in hotel.tiles:
        yield Obstacle("WALTZ3-WRAY-02", M("hotels.tile-gone"), tile=tile)
    if steps > player.emperor:
        message = M("hotels.steps-back", steps=steps, space=player.emperor)
        yield Obstacle("WALTZ3-WRAY-02", message, steps=steps, emperor=player.emperor)


def cite_pass_after_tile(table: Table, player: Player | None, entry: Entry, case: Case) -> None:
    """Cite the rule of a pass after a guest for a pass after a tile, too (GAH-TURN-14)."""
    if player is None or entry.do != "pass" or not spent_in_turn(table, player):
        return
    if any(breach.rule == "GAH-ADD-09" for breach in case.breaches):
        case.breach("GAH-TURN-14", M("rounds.passing-player-does-no-extra"))


def offer_lobby_tiles(table: Table) -> Iterator[Item]:
    """Yield the tiles that may be used; tiles with food apart, with the food to place."""
    player = table.actor
    if player is None or not owns_lobby(player, "wray"):
        return
    own = hotel_of(player).tiles
    named = table.tiles if own is None else own
    tiles = [tile for tile in named if is_allowed(find_lobby_tile_obstacles(table, player, tile))]
    if tiles:
        yield {"by": player.id, "do": "use_lobby", "tile": tiles}
    for tile in tiles:
        food = moves.count_named_food(table, table.tiles[tile].bonus)
        place = count_wanted_food(table, player, food)
        if place:
            item = {"by": player.id, "do": "use_lobby", "tile": tile}
            yield from add_place(item, place)
