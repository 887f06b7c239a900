"""The Grand Wray Hotel: steps back for the bonus of a tile, once a turn (WALTZ3-WRAY)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator.austria import agenda, moves
from adjudicator.austria.agenda import opened
from adjudicator.austria.case import Case
from adjudicator.austria.catalogue import Part
from adjudicator.austria.declared import Item
from adjudicator.austria.modules.hotels.lobbies import (
    TILE_STEPS,
    hotel_of,
    offer_of,
    owns,
)
from adjudicator.austria.options import lacking, with_place
from adjudicator.austria.place import check_own_place, put_on_guests
from adjudicator.austria.start import letters_of
from adjudicator.austria.state import TURN, Player, Table
from adjudicator.austria.turns import out_of_turn
from adjudicator.entries import ByPlayer, Entry, Place, key, verb
from adjudicator.messages import M


def steps_for(table: Table, player: Player, tile: str) -> int:
    """Return how many steps back a tile costs, by its letter."""
    letter = table.tiles[tile].letter
    if letter is None:  # unread: what the other tiles beside the lobby leave over
        names = list(offer_of(table).tiles) or list(hotel_of(player).tiles or ())
        letter = letters_of(names, table.tiles)[names.index(tile)] if tile in names else "A"
    return TILE_STEPS.get(letter, 1)


def bonus_of(table: Table, tile: str) -> list[Part]:
    """Return the bonus of a tile, which its parts name; its VP are the lobby's."""
    return [
        replace(
            part,
            score="lobby" if part.score == "tiles" else part.score,
            more={**part.more, "tile": tile},
        )
        for part in table.tiles[tile].bonus
    ]


@verb("use_lobby")
class UseLobby(ByPlayer):
    """The bonus of an emperor tile, taken for steps back."""

    tile: str = key(lambda s: s.tile)
    place: Place | None = key(lambda s: s.place, default=None)


def use_lobby(table: Table, player: Player, entry: UseLobby, case: Case) -> None:
    """``use_lobby``: go back 1, 2 or 3 steps for the bonus of an A, B or C tile (WALTZ3-WRAY-02).

    It may come at any moment of the own turn, but not while a reward is open.
    """
    tile, hotel = entry.tile, hotel_of(player)
    case.cite(out_of_turn(table, player, extra=True))
    case.cite(agenda.reward_open(table, player))
    if not owns(player, "wray"):
        case.breach("WALTZ3-GEN-01", M("hotels.not-own-lobby", lobby="wray"))
    else:
        if hotel.spent:
            case.breach("WALTZ3-WRAY-02", M("hotels.wray-once-a-turn"))
        steps = steps_for(table, player, tile)
        if hotel.tiles is None:
            if tile in hotel.used or tile in (table.emperor_tiles or ()):
                case.breach("WALTZ3-WRAY-02", M("hotels.tile-gone"), tile=tile)
            else:
                case.unclear(
                    "tiles", M("hotels.tiles-not-known"), M("hotels.tile-was-used"), applies=True
                )
        elif tile not in hotel.tiles:
            case.breach("WALTZ3-WRAY-02", M("hotels.tile-gone"), tile=tile)
        if steps > player.emperor:
            case.breach(
                "WALTZ3-WRAY-02",
                M("hotels.steps-back", steps=steps, space=player.emperor),
                steps=steps,
                emperor=player.emperor,
            )
    if entry.place:
        food = moves.named_food(table, table.tiles[tile].bonus)
        check_own_place(table, player, entry, food, case)
    if case.stop:
        return
    table.pass_lost = True
    hotel.spent = True
    if any(reaction.card in player.staff for reaction in player.box.reactions.bonus):
        case.rest_on("WALTZ-U-35")
    here = hotel.tiles is None or tile in hotel.tiles
    if hotel.tiles is not None:
        hotel.tiles = tuple(other for other in hotel.tiles if other != tile)
    hotel.used = (*hotel.used, tile)
    chain = agenda.new_chain(table, player)
    moves.book(table, player, "emperor", -steps_for(table, player, tile), "lobby")
    if here:
        agenda.push(table, player, opened(bonus_of(table, tile), "lobby"), chain)
    if entry.place is not None:
        put_on_guests(table, player, entry.place)


def rules_broken(table: Table, player: Player | None, entry: Entry, case: Case) -> None:
    """A pass after a tile was used breaks what a pass after a guest breaks, too (GAH-TURN-14)."""
    if player is None or entry.do != "pass" or not hotel_of(player).spent:
        return
    if any(breach.rule == "GAH-ADD-09" for breach in case.breaches):
        case.breach("GAH-TURN-14", M("rounds.passing-player-does-no-extra"))


def offers(table: Table) -> Iterator[Item]:
    """Yield the tiles that may be used; those that bring food apart, with what may be placed."""
    player = table.actor
    if table.phase != TURN or player is None or not owns(player, "wray"):
        return
    hotel = hotel_of(player)
    if hotel.spent or any(not event.main and event.parts for event in player.events):
        return
    sight = {*hotel.used, *(table.emperor_tiles or ())}
    known = hotel.tiles if hotel.tiles is not None else [t for t in table.tiles if t not in sight]
    tiles = [tile for tile in known if steps_for(table, player, tile) <= player.emperor]
    if tiles:
        yield {"by": player.id, "do": "use_lobby", "tile": tiles}
    for tile in tiles:
        food = moves.named_food(table, table.tiles[tile].bonus)
        place = lacking(player, food)
        if place:
            item = {"by": player.id, "do": "use_lobby", "tile": tile}
            yield from with_place(item, place)
