"""``take_key``: the key instead of a die, its gains, and the gains of the others (WALTZ4-KEY)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.austria.chapters.actions import (
    Action,
    Postponed,
    make_action,
    note_turn_spent,
    open_main_parts,
    postpone_action,
    signal_die_taken,
    supply_obstacles,
)
from adjudicator.austria.chapters.place import check_own_place, offer_with_place, put_on_guests
from adjudicator.austria.chapters.turns import force_turn, has_free_turn, obstacles_to_turn
from adjudicator.austria.modules.first_player.order import order_of, put_key
from adjudicator.austria.printed.catalogue import FOODS, pieces_of
from adjudicator.austria.table import agenda, moves
from adjudicator.austria.table.declarations import Item
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import REROLL, TURN, Player, Table
from adjudicator.entries import Amounts, ByPlayer, Place, key, verb
from adjudicator.messages import M
from adjudicator.obstacles import NOTHING, Against, Found, Obstacle, is_allowed

COMPENSATION = (0, 1, 2)
"""Krones for the players who follow clockwise, as many as there are (WALTZ4-KEY-07)."""

GAINS: Mapping[int | None, tuple[str, ...]] = {
    1: ("strudel",),
    2: ("wine",),
    4: ("krones", "emperor"),
}
"""What an action gives at strength 1: one of these (WALTZ4-KEY-03)."""


def plan_key_action(copied: int | None) -> Action:
    """Return the action of the key: strength 1, no die, no price, nobody reacts (WALTZ4-KEY-05)."""
    return make_action(copied or 6, copied, int(copied is not None), None, 0, False)


@verb("take_key")
class TakeKey(ByPlayer):
    """The key taken instead of a die, for food of choice and an action."""

    gain: Amounts | None = key(lambda s: s.gain, default=None, made=lambda s: s.read_amounts)
    as_: int | None = key(lambda s: s.copied, default=None)
    place: Place | None = key(lambda s: s.place, default=None, made=lambda s: s.read_place)


def take_key(table: Table, player: Player, entry: TakeKey, case: Case) -> None:
    """``take_key``: put the key on one's order tile; food of choice, an action (WALTZ4-KEY-01)."""
    against = find_key_obstacles(table, player)
    if against:
        case.cite(against)
    gain, wanted = entry.gain, table.box.nothing
    if gain is not None:
        wanted = gain.food
        beyond, short = (
            find_gain_obstacles(gain.written, entry.as_),
            supply_obstacles(table, gain.pieces),
        )
        if beyond or short:
            case.cite(beyond, short)
    if entry.place:
        check_own_place(table, player, entry, wanted, case)
    if case.stop:
        return
    force_turn(table, player)
    chain = agenda.begin_chain(table, player)
    note_turn_spent(table, None)
    put_key(table, player.seat)
    chosen = plan_key_action(entry.as_)
    waiting = len(player.events)
    signal_die_taken(table, player, entry, chosen, None, chain)
    if len(player.events) > waiting:
        postpone_action(table, player, Postponed(entry, chosen, carry_out), waiting, chain)
    else:
        carry_out(table, player, entry, chosen, chain)
    _compensate(table, player)


def find_key_obstacles(table: Table, player: Player) -> Against:
    """Yield the obstacles to taking the key: the turn, open parts, its holder (WALTZ4-KEY)."""
    reach = _out_of_reach(table, player)
    if has_free_turn(table, player):
        return reach
    return itertools.chain(
        obstacles_to_turn(table, player), agenda.open_part_obstacles(table, player), reach
    )


def _out_of_reach(table: Table, player: Player) -> Sequence[Found]:
    """Return why a player cannot get the key in this round (WALTZ4-KEY-01, -08, -09)."""
    against: list[Found] = []
    order = order_of(table)
    if table.die_taken and table.actor is player:
        against.append(Obstacle("WALTZ4-KEY-01", M("first-player.die-or-key")))
        against.append(Obstacle("GAH-TURN-01", M("first-player.die-or-key")))
    elif table.open_number(player.seat) is None:
        message = M("first-player.no-open-number", player=player.id)
        against.append(Obstacle("WALTZ4-KEY-01", message))
        against.append(Obstacle("GAH-ROUND-04", message))
    if order.holder is not None and table.phase in (TURN, REROLL):
        holder = table.players[order.holder].id
        message = M("first-player.key-gone", holder=holder)
        against.append(Obstacle("WALTZ4-KEY-09", message, holder=holder))
    if player.seat in order.passed:
        message = M("first-player.key-after-pass", player=player.id)
        against.append(Obstacle("WALTZ4-KEY-08", message))
    return against


def carry_out(table: Table, player: Player, entry: TakeKey, chosen: Action, chain: int) -> None:
    """Book the food of choice and the action; open its room or hiring (WALTZ4-KEY-02, -03)."""
    player.apart = True
    gain = entry.gain
    if gain is not None:
        moves.take_food(table, player, gain.pieces, "key")
    if entry.place is not None:
        put_on_guests(table, player, entry.place)
    if gain is not None and gain.krones:
        moves.book(table, player, "krones", gain.krones, "key")
    if gain is not None and gain.steps:
        moves.book(table, player, "emperor", gain.steps, "key")
    agenda.push_event(table, player, open_main_parts(player, chosen, "key"), chain, main="key")
    agenda.open_in_front(table, player, chain)


def _compensate(table: Table, player: Player) -> None:
    seat, players = player.seat, table.players
    following = (*players[seat + 1 :], *players[:seat])
    for other, krones in zip(following, COMPENSATION, strict=False):
        if krones:
            moves.book(table, other, "krones", krones, "key", moves.next_trigger(table))


def find_gain_obstacles(gain: Mapping[str, int], copied: int | None) -> Against:
    """Return the obstacles to a gain of the key, but for the supply (WALTZ4-KEY-02 to 04).

    The gain is one food of choice, never champagne, and the action at strength 1.
    """
    if len(gain) == 1:
        [(what, count)] = gain.items()
        if count == 1 and what in FOODS:
            return NOTHING
    return _find_gain_obstacles(gain, copied)


def _find_gain_obstacles(gain: Mapping[str, int], copied: int | None) -> Iterator[Found]:
    named = {what: count for what, count in gain.items() if count}
    left = dict(named)
    action = next((what for what in GAINS.get(copied, ()) if left.get(what)), None)
    if action is not None and (action not in FOODS or sum(left.values()) > 1):
        left[action] -= 1
    rest = {what: count for what, count in left.items() if count}
    if not rest or (sum(rest.values()) == 1 and next(iter(rest)) in FOODS):
        return
    told = (
        M("first-player.gains-nothing-else")
        if copied is None
        else M("first-player.gains-more", action=copied)
    )
    if copied is None or any(what not in FOODS and what not in GAINS[4] for what in rest):
        yield Obstacle("WALTZ4-KEY-02", told, gain=named)
    yield Obstacle("WALTZ4-KEY-03", told, gain=named, action=copied)
    apart = sum(count for what, count in named.items() if what not in FOODS)
    if sum(named.values()) == 2 + (copied in GAINS) or (copied == 4 and apart == 2):
        yield Obstacle("WALTZ4-KEY-04", M("first-player.one-die"), gain=named)


def key_replaces_die(may: bool, table: Table, player: Player) -> bool:
    """Return whether a turn can go on without a die: the key can be taken (WALTZ-U-53)."""
    return may or is_allowed(_out_of_reach(table, player))


def offer_key(table: Table) -> Iterator[Item]:
    """Yield ``take_key``: an item per action, with its possible gains."""
    player = table.actor
    if player is None or not is_allowed(find_key_obstacles(table, player)):
        return
    for copied in (None, 1, 2, 3, 4, 5):
        item: Item = {"by": player.id, "do": "take_key"}
        if copied is not None:
            item["as"] = copied
        yield from offer_with_place(table, player, item, table.box.nothing)
        gains = list(_list_gains(table, copied))
        if gains:
            most = [
                max((gain.get(food, 0) for gain in gains), default=0) for food in table.box.foods
            ]
            yield from offer_with_place(table, player, {**item, "gain": gains}, most)


def _list_gains(table: Table, copied: int | None) -> Iterator[dict[str, int]]:
    """Yield the possible gains with an action: a food of choice, the action's own, both."""
    seen: list[dict[str, int]] = []
    for named in itertools.product((None, *FOODS), (None, *GAINS.get(copied, ()))):
        gain: dict[str, int] = {}
        for what in named:
            if what is not None:
                gain[what] = gain.get(what, 0) + 1
        if gain and gain not in seen:
            seen.append(gain)
            pieces = pieces_of(table.box.vector(gain))
            against = itertools.chain(
                find_gain_obstacles(gain, copied), supply_obstacles(table, pieces)
            )
            if is_allowed(against):
                yield gain
