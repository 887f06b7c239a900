"""Bell cards: they wait for their trigger, left of the colon, then ring once (WALTZ5-BELL)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from adjudicator.austria.chapters.component_figures import make_reward_parts
from adjudicator.austria.chapters.place import (
    add_place,
    check_own_place,
    count_placeable_food,
    count_wanted_food,
    put_on_guests,
)
from adjudicator.austria.chapters.turns import obstacles_to_turn
from adjudicator.austria.printed.catalogue import Part
from adjudicator.austria.table import agenda, moves
from adjudicator.austria.table.box import Box, make_entry
from adjudicator.austria.table.declarations import Item
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import READY, TURN, CafeGuest, Event, Open, Player, Table
from adjudicator.austria.table.tile_switches import STEPS_SWITCH
from adjudicator.copying import Copyable, copy_plain, copy_states_by_name
from adjudicator.entries import ByPlayer, Entry, Place, key, verb
from adjudicator.messages import M, Message
from adjudicator.obstacles import DecidingSwitch, Found, Obstacle, is_allowed

ID = "more"

ORDER_SWITCH = "WALTZ-U-22"
"""When an order counts as completed."""

BELL = "bell"
"""What a player has who has played a bell."""

RUNG = 3
"""A bell card turned face down: it counts as played and is never readied (WALTZ5-BELL-03)."""

SUMS: Mapping[str, Sequence[str]] = {
    "steps": ("emperor",),
    "drinks": ("wine", "coffee"),
    "dishes": ("strudel", "cake"),
}
"""What is added up over one action, by the word of the data file (WALTZ-U-21)."""

SUM_OF = {what: word for word, gains in SUMS.items() for what in gains}
"""The word by which a gain is added up; no other gain matters to a bell."""


BEYOND = "beyond"
"""Of the steps those past the end of the track."""


class BellSums(Copyable, sums=copy_plain, since=copy_plain):
    """The sums over one chain of entries (WALTZ-U-21).

    sums: its gains so far; since: its gains when a card was played, by card; opened: cards that a
    sum has set off in it.
    """

    __slots__ = ("opened", "since", "sums")

    def __init__(self) -> None:
        self.sums: dict[str, int] = {}
        self.since: dict[int, dict[str, int]] = {}
        self.opened: frozenset[int] = frozenset()


class Bells(Copyable, actions=copy_states_by_name, missed=copy_plain):
    """The module's state of a player.

    actions: the chain under way and chains with parts still open, by number. spent: kinds just
    spent for staff 175. missed: bells that would ring by another answer to the question when an
    order is completed, with their chain.
    """

    __slots__ = ("actions", "missed", "spent")

    def __init__(self, table: Table, player: Player) -> None:
        self.actions: dict[int, BellSums] = {}
        self.spent: frozenset[str] = frozenset()
        self.missed: dict[int, int] = {}


def bells_of(player: Player) -> Bells:
    """Return the module's state of a player."""
    bells: Bells = player.of[ID]
    return bells


@lru_cache(maxsize=32)
def _read_bells(box: Box) -> Mapping[int, Mapping[str, object]]:
    """Return the trigger of each bell card of a box."""
    return {
        number: card.values["when"]
        for number, card in box.components.staff.items()
        if card.timing == "bell"
    }


@lru_cache(maxsize=256)
def bell_rewards(box: Box, card: int) -> Sequence[Part]:
    """Return the reward of a bell."""
    return make_reward_parts(box, box.components.staff[card].values["effect"], "staff")


def _list_waiting(table: Table, player: Player, word: str) -> Iterator[tuple[int, object]]:
    """Yield the player's bells that wait for something of a kind, in their own turn only."""
    if table.phase != TURN or table.turn != player.seat:
        return
    bells = _read_bells(table.box)
    for card, state in player.staff.items():
        if state == READY and card in bells and word in bells[card]:
            yield card, bells[card][word]


def _set_off(table: Table, player: Player, card: int) -> None:
    """Open ``ring`` beside everything else, once for a bell in a chain.

    One left over from the chain before ends with this entry (WALTZ5-BELL-05); it does not stand
    for the one that is set off anew.
    """
    source = f"staff:{card}"
    for event in player.beside:
        if event.chain == player.fresh_chain and any(one.source == source for one in event.parts):
            return
    ring = Open(Part("ring"), source, 1, "reward")
    player.beside.append(Event([ring], player.fresh_chain))
    table.watch(end_rings)


def add_up_gain(
    table: Table,
    player: Player,
    what: str,
    count: int,
    ref: str,
    trigger: int,
    score: str,
    beyond: int,
) -> None:
    """Add up steps, drinks and dishes of an action; at the number printed the bell is set off."""
    if what not in SUM_OF:
        return
    word = SUM_OF[what]
    action = _find_sums(player)
    action.sums[word] = action.sums.get(word, 0) + count
    action.sums[BEYOND] = action.sums.get(BEYOND, 0) + beyond
    spaces = table.rules[STEPS_SWITCH] == "spaces"
    for card, least in _list_waiting(table, player, word):
        assert isinstance(least, int)
        since = action.since.get(card, {})
        total = action.sums[word] - since.get(word, 0)
        moved = total
        if word == "steps":
            moved -= action.sums[BEYOND] - since.get(BEYOND, 0)
        if card in action.opened:
            continue
        if total >= least > moved:
            table.rest_on(STEPS_SWITCH)
        if (moved if spaces else total) >= least:
            action.opened |= {card}
            _set_off(table, player, card)


def answer_for_bells(table: Table, document: Mapping[str, Any]) -> None:
    """Let players answer for the bells that they start with."""
    bells = _read_bells(table.box).keys()
    for player in table.players:
        if player.staff and not bells.isdisjoint(player.staff):
            player.hold(BELL)


def _find_sums(player: Player) -> BellSums:
    """Return the sums of the action under way, from nothing where another one has begun.

    An action with parts still open goes on behind one that came in between (GAH-TURN-12).
    """
    bells = bells_of(player)
    if player.fresh_chain not in bells.actions:
        going_on = {event.chain for event in player.events}
        bells.actions = {
            chain: action for chain, action in bells.actions.items() if chain in going_on
        }
        bells.actions[player.fresh_chain] = BellSums()
    return bells.actions[player.fresh_chain]


def forget_earlier_sums(table: Table, player: Player, card: int, chain: int, trigger: int) -> None:
    """Note the gains before a card is played: they do not set it off (WALTZ5-BELL-01)."""
    if card in _read_bells(table.box):
        player.hold(BELL)
    if BELL not in player.holdings:
        return
    _find_sums(player)
    for action in bells_of(player).actions.values():
        action.since[card] = action.sums.copy()


def ring_for_order(table: Table, player: Player, guest: CafeGuest) -> None:
    """The last piece of an order has landed (WALTZ-U-22)."""
    _set_off_for_order(table, player, guest, counts=table.rules[ORDER_SWITCH] != "leaving")


def ring_for_guest(table: Table, player: Player, guest: CafeGuest, how: str, chain: int) -> None:
    """A guest with a complete order leaves (WALTZ-U-22)."""
    _set_off_for_order(table, player, guest, counts=table.rules[ORDER_SWITCH] != "complete")


def _set_off_for_order(table: Table, player: Player, guest: CafeGuest, *, counts: bool) -> None:
    """Set off the bells that wait for such an order, or only note that they would ring.

    counts: whether this moment counts under the table's answer to the question (WALTZ-U-22).
    """
    card = table.guests[guest.number]
    for bell, wanted in _list_waiting(table, player, "order"):
        assert isinstance(wanted, dict)
        known = card.order is not None and card.colour == wanted["colour"]
        if known and card.size >= wanted["size"]:
            table.rest_on(ORDER_SWITCH)
            if counts:
                _set_off(table, player, bell)
            else:
                bells_of(player).missed[bell] = player.fresh_chain


def count_complete_orders(so_far: bool, table: Table, player: Player) -> bool:
    """Let orders count for starred cards as soon as they are complete, by ruling (WALTZ-U-22)."""
    return so_far or table.rules[ORDER_SWITCH] == "complete"


def ring_for_group(table: Table, player: Player, group: int, size: int, chain: int) -> None:
    """A group is full, for the first time or again (WALTZ5-STAFF-178)."""
    for bell, least in _list_waiting(table, player, "group"):
        assert isinstance(least, int)
        if size >= least:
            _set_off(table, player, bell)


def ring_for_disc(table: Table, player: Player, card: str, chain: int) -> None:
    """A disc lies on a card of the board (WALTZ5-STAFF-179)."""
    for bell, _ in _list_waiting(table, player, "disc"):
        _set_off(table, player, bell)


def end_rings(table: Table, player: Player | None, entry: Entry, case: Case) -> None:
    """End the open bells of an earlier chain or turn (WALTZ5-BELL-05)."""
    if player is not None and player.beside:
        _end_own(table, player)
    if not any(other.beside for other in table.players):
        table.unwatch(end_rings)


def _end_own(table: Table, player: Player) -> None:
    mine = table.phase == TURN and table.actor is player
    kept = []
    for waiting in player.beside:
        rings = [part for part in waiting.parts if part.part.kind == "ring"]
        if not rings or (mine and waiting.chain == player.fresh_chain):
            kept.append(waiting)
        else:
            for part in rings:
                agenda.note_gone_part(player, part, "ended")
    player.beside = kept


@verb("ring")
class Ring(ByPlayer):
    """A bell card turned face down."""

    staff: int = key(lambda s: s.staff)
    place: Place | None = key(lambda s: s.place, default=None, made=lambda s: s.read_place)
    from_: str | None = key(lambda s: s.source, default=None)


def ring_bell(table: Table, player: Player, entry: Ring, case: Case) -> None:
    """``ring``: turn a bell card face down for its reward (WALTZ5-BELL-02)."""
    card = entry.staff
    usable = agenda.list_usable_parts(player, "ring", entry.from_)
    part = next((part for part in usable if part.source == f"staff:{card}"), None)
    own = card in player.staff
    bell = table.staff_cards[card].timing == "bell"
    case.cite(find_ring_obstacles(table, player, card, part))
    parts = bell_rewards(table.box, card) if bell else ()
    if entry.place:
        check_own_place(table, player, entry, moves.count_named_food(table, parts), case)
    if case.stop:
        return
    if own and bell:
        player.staff[card] = RUNG
    chain = agenda.use_part(player, part) if part is not None else agenda.begin_chain(table, player)
    trigger = moves.next_trigger(table)
    agenda.push_event(
        table, player, agenda.make_open_parts(parts, f"staff:{card}"), chain, trigger=trigger
    )
    if entry.place is not None:
        put_on_guests(table, player, entry.place)


def find_ring_obstacles(
    table: Table, player: Player, card: int, part: Open | None
) -> Iterator[Found]:
    """Yield the obstacles to ringing a bell: the turn, the card, its trigger.

    part: the permission, None where there is none.
    """
    yield from obstacles_to_turn(table, player)
    printed = table.staff_cards[card]
    if card not in player.staff:
        yield Obstacle("WALTZ5-BELL-01", M("more.not-in-play", card=card), staff=card)
    elif printed.timing != "bell":
        yield Obstacle("WALTZ5-BELL-01", M("more.no-bell", card=card), staff=card)
        yield Obstacle("GAH-STAFF-01", M("more.no-bell", card=card), staff=card)
    elif player.staff[card] == RUNG:
        yield Obstacle("WALTZ5-BELL-02", M("more.has-rung", card=card), staff=card)
    elif part is None:
        yield Obstacle("WALTZ5-BELL-05", _why_silent(table, player, card), staff=card)
        yield Obstacle(printed.rule, _find_trigger(table, card), staff=card)
        if bells_of(player).missed.get(card) == player.fresh_chain:
            yield DecidingSwitch(ORDER_SWITCH, "WALTZ5-BELL-05", printed.rule)
        if _rings_otherwise(table, player, card):
            yield DecidingSwitch(STEPS_SWITCH, "WALTZ5-BELL-05", printed.rule)
    if part is not None:
        if "order" in _read_bells(table.box)[card]:
            yield DecidingSwitch(ORDER_SWITCH)
        if _rings_otherwise(table, player, card):
            yield DecidingSwitch(STEPS_SWITCH)


def _count_brought(table: Table, player: Player, card: int, word: str, counting: str) -> int:
    """Return the gains of the action under way that count for a bell.

    counting: the answer to the question about steps that count (WALTZ-U-56).
    """
    action = bells_of(player).actions.get(player.fresh_chain)
    if action is None:
        return 0
    since = action.since.get(card, {})
    total = action.sums.get(word, 0) - since.get(word, 0)
    if word == "steps" and counting == "spaces":
        total -= action.sums.get(BEYOND, 0) - since.get(BEYOND, 0)
    return total


def _rings_otherwise(table: Table, player: Player, card: int) -> bool:
    """Return whether steps past the end of the track decide that a bell rings (WALTZ-U-56)."""
    least = _read_bells(table.box)[card].get("steps")
    if not isinstance(least, int):
        return False
    ways = {
        _count_brought(table, player, card, "steps", way) >= least for way in ("count", "spaces")
    }
    return len(ways) > 1


def _why_silent(table: Table, player: Player, card: int) -> M:
    """Return why a bell in play cannot ring now: too late, not enough yet, nothing of the kind."""
    if any(gone.part.kind == "ring" and gone.source == f"staff:{card}" for gone in player.gone):
        return M("more.too-late", card=card)
    for word, least in _read_bells(table.box)[card].items():
        if word in SUMS:
            had = _count_brought(table, player, card, word, table.rules[STEPS_SWITCH])
            if had:
                return M("more.so-far", card=card, sum=word, least=least, n=had)
    return M("more.not-set-off", card=card)


def _find_trigger(table: Table, card: int) -> M:
    """Return the trigger of a bell card."""
    [(word, least)] = _read_bells(table.box)[card].items()
    match word:
        case "order":
            assert isinstance(least, dict)
            return M("more.rings-order", card=card, colour=least["colour"], size=least["size"])
        case "group":
            return M("more.rings-group", card=card, size=least)
        case "disc":
            return M("more.rings-disc", card=card)
    return M("more.rings-sum", card=card, sum=word, least=least)


def offer_bells(table: Table, player: Player, parts: list[Open]) -> Iterator[Item]:
    """Yield the bells that may ring; bells with food apart, with the food to place."""
    waiting = ((int(part.source.partition(":")[2]), part) for part in parts)
    cards = [
        card for card, part in waiting if is_allowed(find_ring_obstacles(table, player, card, part))
    ]
    if not cards:
        return
    item: Item = {"by": player.id, "do": "ring"}
    yield {**item, "staff": cards}
    for card in cards:
        food, one = (
            moves.count_named_food(table, bell_rewards(table.box, card)),
            {**item, "staff": card},
        )
        at_hand = count_placeable_food(table, player, make_entry(table, one), food)
        place = count_wanted_food(table, player, at_hand)
        if place:
            yield from add_place(one, place)


def find_false_rings(table: Table) -> Iterator[tuple[str, str, Message]]:
    """Yield cards marked as rung that are no bells (WALTZ5-BELL-02)."""
    for player in table.players:
        for card, state in player.staff.items():
            if state == RUNG and table.staff_cards[card].timing != "bell":
                yield f"players.{player.id}.staff", "WALTZ5-BELL-02", M("more.no-bell", card=card)
