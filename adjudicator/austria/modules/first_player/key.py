"""``take_key``: the key instead of a die, what it brings, and what the others get (WALTZ4-KEY)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from adjudicator.austria import agenda, moves
from adjudicator.austria.actions import (
    Action,
    DieTaken,
    beyond_supply,
    main_parts,
    spend_turn,
    tell_taken,
)
from adjudicator.austria.case import Case
from adjudicator.austria.catalogue import FOODS, Foods
from adjudicator.austria.declared import Item
from adjudicator.austria.modules.first_player.order import order_of
from adjudicator.austria.options import placing
from adjudicator.austria.place import check_own_place, put_on_guests
from adjudicator.austria.state import REROLL, TURN, Player, Table
from adjudicator.austria.turns import force_turn, out_of_turn
from adjudicator.entries import ByPlayer, Place, key, verb
from adjudicator.messages import M

COMPENSATION = (0, 1, 2)
"""Krones for the players who follow clockwise, as many as there are (WALTZ4-KEY-07)."""

GAINS: Mapping[int | None, tuple[str, ...]] = {
    1: ("strudel",),
    2: ("wine",),
    4: ("krones", "emperor"),
}
"""What an action gives at strength 1: one of these (WALTZ4-KEY-03)."""


def plan(table: Table, copied: int | None) -> Action:
    """Return the action of the key: strength 1, no die, no price, nobody reacts (WALTZ4-KEY-05)."""
    foods = table.box.food_actions.get(copied, ()) if copied is not None else ()
    return Action(copied or 6, copied, int(copied is not None), None, 0, False, foods)


@verb("take_key")
class TakeKey(ByPlayer):
    """The key taken instead of a die, for food of choice and an action."""

    gain: Mapping[str, int] | None = key(lambda s: s.gain, default=None)
    as_: int | None = key(lambda s: s.copied, default=None)
    place: Place | None = key(lambda s: s.place, default=None)


def take_key(table: Table, player: Player, entry: TakeKey, case: Case) -> None:
    """``take_key``: the key onto the own order tile, food of choice, one action (WALTZ4-KEY-01)."""
    case.cite(out_of_turn(table, player))
    case.cite(agenda.blocking(table, player))
    order = order_of(table)
    if table.actor is player and table.die_taken:
        case.breach("WALTZ4-KEY-01", M("first-player.die-or-key"))
        case.breach("GAH-TURN-01", M("first-player.die-or-key"))
    elif table.open_number(player.seat) is None:
        case.breach("WALTZ4-KEY-01", M("first-player.no-open-number", player=player.id))
        case.breach("GAH-ROUND-04", M("first-player.no-open-number", player=player.id))
    if order.holder is not None and table.phase in (TURN, REROLL):
        holder = table.players[order.holder].id
        case.breach("WALTZ4-KEY-09", M("first-player.key-gone", holder=holder), holder=holder)
    if player.seat in order.passed:
        case.breach("WALTZ4-KEY-08", M("first-player.key-after-pass", player=player.id))
    wanted = table.box.vector(entry.gain or {})
    _check_gain(entry, case)
    case.cite(beyond_supply(table, wanted))
    if entry.place:
        check_own_place(table, player, entry, wanted, case)
    if case.stop:
        return
    force_turn(table, player)
    chain = agenda.new_chain(table, player)
    spend_turn(table, None)
    order.holder = player.seat
    chosen = plan(table, entry.as_)
    taken = DieTaken(None, entry, chosen, wanted, carry_out)
    if not tell_taken(table, player, taken, chain):
        carry_out(table, player, entry, chosen, wanted, chain)
    _compensate(table, player)


def carry_out(
    table: Table, player: Player, entry: TakeKey, chosen: Action, wanted: Foods, chain: int
) -> None:
    """Book the food of choice and the action; open its room or hiring (WALTZ4-KEY-02, -03)."""
    player.apart = True
    moves.take_food(table, player, wanted, "key")
    if entry.place is not None:
        put_on_guests(table, player, entry.place)
    for what in ("krones", "emperor"):
        count = (entry.gain or {}).get(what)
        if count:
            moves.book(table, player, what, count, "key")
    agenda.push(table, player, main_parts(player, chosen, "key"), chain, main="key")
    agenda.in_front(table, player, chain)


def _compensate(table: Table, player: Player) -> None:
    count = len(table.players)
    for offset, krones in zip(range(1, count), COMPENSATION, strict=False):
        if krones:
            other = table.players[(player.seat + offset) % count]
            moves.book(table, other, "krones", krones, "key", moves.next_trigger(table))


def _check_gain(entry: TakeKey, case: Case) -> None:
    """One food of choice, never champagne, and what the action gives at strength 1."""
    copied = entry.as_
    named = {what: count for what, count in (entry.gain or {}).items() if count}
    gain = dict(named)
    action = next((what for what in GAINS.get(copied, ()) if gain.get(what)), None)
    if action is not None and (action not in FOODS or sum(gain.values()) > 1):
        gain[action] -= 1
    rest = {what: count for what, count in gain.items() if count}
    if not rest or (sum(rest.values()) == 1 and next(iter(rest)) in FOODS):
        return
    told = (
        M("first-player.gains-nothing-else")
        if copied is None
        else M("first-player.gains-more", action=copied)
    )
    if copied is None or any(what not in FOODS and what not in GAINS[4] for what in rest):
        case.breach("WALTZ4-KEY-02", told, gain=named)
    case.breach("WALTZ4-KEY-03", told, gain=named, action=copied)
    apart = sum(count for what, count in named.items() if what not in FOODS)
    if sum(named.values()) == 2 + (copied in GAINS) or (copied == 4 and apart == 2):
        case.breach("WALTZ4-KEY-04", M("first-player.one-die"), gain=named)


def without_die(may: bool, table: Table, player: Player) -> bool:
    """Return whether a turn can go on without a die: the key can be taken (WALTZ-U-53)."""
    return may or available(table, player)


def available(table: Table, player: Player) -> bool:
    """Return whether the player whose turn it is could take the key (WALTZ4-KEY-01, -08, -09)."""
    order = order_of(table)
    return order.holder is None and player.seat not in order.passed and not table.die_taken


def offers(table: Table) -> Iterator[Item]:
    """Yield ``take_key``: an item per action, with what may be gained."""
    player = table.actor
    if table.phase != TURN or player is None or not available(table, player):
        return
    if any(not event.main and event.parts for event in player.events):
        return
    if player.events and not table.rules.interruptible:
        return
    free = [food for food in FOODS if table.supply[FOODS.index(food)]]
    for copied in (None, 1, 2, 3, 4, 5):
        item: Item = {"by": player.id, "do": "take_key"}
        if copied is not None:
            item["as"] = copied
        yield from placing(table, player, item, table.box.nothing)
        gains: list[dict[str, int]] = []
        for choice, action in product((None, *free), (None, *GAINS.get(copied, ()))):
            gain: dict[str, int] = {}
            for what in (choice, action):
                if what is not None:
                    gain[what] = gain.get(what, 0) + 1
            if gain and gain not in gains and _supplied(table, gain):
                gains.append(gain)
        if gains:
            most = [
                max((gain.get(food, 0) for gain in gains), default=0) for food in table.box.foods
            ]
            yield from placing(table, player, {**item, "gain": gains}, most)


def _supplied(table: Table, gain: Mapping[str, int]) -> bool:
    return all(
        count <= table.supply[FOODS.index(what)] for what, count in gain.items() if what in FOODS
    )
