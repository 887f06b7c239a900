"""The gifts of celebrities: for gains, cards, rooms and dancers (WALTZ2-CEL-01 to 11)."""

from __future__ import annotations

from adjudicator.austria.chapters.actions import (
    POSTPONED,
    TakeDie,
    count_krones_spent,
    open_main_parts,
)
from adjudicator.austria.chapters.rooms import Prepare, find_room_part, obstacles_to_placing_room
from adjudicator.austria.chapters.rooms import room_price as price_of_room
from adjudicator.austria.chapters.staff import PlayStaff
from adjudicator.austria.modules.celebrities.bar import (
    Held,
    bar_of,
    has_working,
    held_by,
    is_at_work,
    vp_source,
)
from adjudicator.austria.modules.celebrities.tokens import (
    CELEBRITIES,
    FREUD,
    GAINS,
    GANDHI,
    Gift,
    effect_of,
    list_gifts,
)
from adjudicator.austria.printed.board import EMPTY, ROOM_INDEX, ROOMS
from adjudicator.austria.printed.catalogue import Part
from adjudicator.austria.table import agenda, moves
from adjudicator.austria.table.declarations import Judge
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import CafeGuest, Event, Open, Player, Table
from adjudicator.austria.table.tile_switches import STEPS_SWITCH
from adjudicator.entries import Entry
from adjudicator.obstacles import is_allowed

ORDER = "WALTZ-U-29"
"""The order of a second die's gains if Corogari's krone triggers a celebrity."""

OWN_VP = "WALTZ-U-12"
"""The house rule whether a celebrity that adds VP adds to its own."""


def answer_gain(
    table: Table,
    player: Player,
    what: str,
    count: int,
    ref: str,
    trigger: int,
    score: str,
    beyond: int,
) -> None:
    """Answer a gain of steps, VP, krones or champagne, once for each source of an event."""
    held = held_by(player)
    if what not in GAINS or not is_at_work(table, player):
        return
    answers = list_gifts(table.box).get(what, {})
    for name in held.tokens:
        gift = answers.get(name)
        if gift is None or ref == gift.source:  # a celebrity's own gifts trigger no other one
            continue
        if ref == vp_source(name):
            table.rest_on(OWN_VP)
            if table.rules[OWN_VP] == "no":
                continue
        answered = (name, trigger, ref)
        if gift.per_source and answered in held.seen:
            continue
        if beyond and beyond == count:
            table.rest_on(STEPS_SWITCH)
            if table.rules[STEPS_SWITCH] == "spaces":
                continue
        held.seen |= {answered}
        _give_gift(table, player, gift, trigger)


def answer_card(table: Table, player: Player, card: int, chain: int, trigger: int) -> None:
    """Answer a card played in any way (WALTZ2-CEL-05, -08)."""
    _answer_event(table, player, "staff_played", trigger)


def answer_room(table: Table, player: Player, room: int, chain: int) -> None:
    """Answer a room occupied; each is an event of its own (WALTZ2-CEL-06)."""
    _answer_event(table, player, "room_occupied", moves.next_trigger(table))


def answer_dancer(
    table: Table, player: Player, hall: str, row: str, chain: int, trigger: int
) -> None:
    """Answer a dancer sent (WALTZ2-CEL-09)."""
    _answer_event(table, player, "dancer", trigger)


def _answer_event(table: Table, player: Player, on: str, trigger: int) -> None:
    held = held_by(player)
    if not held.tokens or not is_at_work(table, player):
        return
    answers = list_gifts(table.box).get(on, {})
    for name in held.tokens:
        gift = answers.get(name)
        if gift is not None:
            _give_gift(table, player, gift, trigger)


def _give_gift(table: Table, player: Player, gift: Gift, trigger: int) -> None:
    """Book the parts without a choice; the others stand at the end of the event."""
    for part in gift.gives:
        agenda.resolve_part(table, player, part, player.fresh_chain, gift.source, trigger)
    for place, part in enumerate(gift.opens, start=1):
        _stand_last(player, Open(part, gift.source, place, "reward"))


def _stand_last(player: Player, part: Open) -> None:
    """Put a part behind all others, in the order in which the celebrities were taken."""
    taken = held_by(player).tokens
    sources = [f"celebrity:{name}" for name in taken]
    behind = sources[sources.index(part.source) + 1 :]
    at = len(player.later)
    while at and player.later[at - 1].source in behind:
        at -= 1
    player.later.insert(at, part)


def card_may_bring(may: bool, table: Table, player: Player, entry: Entry) -> bool:
    """Return whether a card played may bring food by a celebrity (WALTZ2-CEL-05)."""
    if may or not isinstance(entry, PlayStaff):
        return may
    answers = list_gifts(table.box).get("staff_played", {})
    held = (answers.get(name) for name in held_by(player).tokens)
    return any(part.food for gift in held if gift is not None for part in gift.gives)


def free_room_price(krones: int, table: Table, player: Player, room: int, part: Open | None) -> int:
    """Return the price of a room: nothing, where rooms are free (WALTZ2-CEL-07)."""
    if part is not None and krones and _find_working(table, player, GANDHI):
        return 0
    return krones


def around_prepare(judge: Judge[Prepare]) -> Judge[Prepare]:
    """Note where it costs krones that a celebrity's room comes before the die's (WALTZ-U-29)."""

    def prepare(table: Table, player: Player, entry: Prepare, case: Case) -> None:
        wasted = len(player.events) > 1 and _wastes_discount(table, player, entry)
        judge(table, player, entry, case)
        if wasted and not case.breaches:
            case.rest_on(ORDER)

    return prepare


def _wastes_discount(table: Table, player: Player, entry: Prepare) -> bool:
    """Return whether a celebrity's free room would save more on another room.

    Of the rooms of the die, which wait, another one could be dearer: with these first the player
    would pay less.
    """
    room = ROOM_INDEX[entry.room]
    part = find_room_part(table, player, room, entry.from_)
    waiting = [one for event in player.events[:-1] for one in _rooms_of_die(player, event)]
    if part is None or not waiting or not part.source.startswith("celebrity:"):
        return False

    def count_saved(other: int) -> int:
        by_die = price_of_room(table, player, other, waiting[0])
        return by_die - price_of_room(table, player, other, part)

    empty = (other for other in range(ROOMS) if player.rooms[other] == EMPTY)
    return any(count_saved(other) > count_saved(room) for other in empty)


def _rooms_of_die(player: Player, event: Event) -> list[Open]:
    """Return the rooms of the die among the open parts, also of an action that waits as a whole."""
    found = []
    for part in event.parts:
        if part.part.kind == "action":
            waiting = POSTPONED.find_in(part.part)
            assert waiting is not None
            found += open_main_parts(player, waiting.chosen, part.source)
        elif part.stage == "main":
            found.append(part)
    return [part for part in found if part.part.kind == "prepare"]


def krones_open_room(choice: bool, table: Table, player: Player, entry: Entry, part: Part) -> bool:
    """Return whether krones that an entry books open a room that could be paid (WALTZ2-CEL-04).

    The celebrity of the entry's own die counts; the krones are counted after that die.
    """
    opener = list_gifts(table.box).get(part.kind, {})
    tokens = {*held_by(player).tokens}
    colour = entry.colour if isinstance(entry, TakeDie) else None
    slot = bar_of(table).slots.get(colour or "")
    tokens |= {slot[0]} if slot is not None else set()
    rooms = [
        Open(opened, gift.source, 1, "reward")
        for name, gift in opener.items()
        if name in tokens
        for opened in gift.opens
        if opened.kind == "prepare"
    ]
    krones = player.krones - count_krones_spent(table, player, entry)
    return choice or any(
        is_allowed(obstacles_to_placing_room(table, player, room, opened, None))
        and price_of_room(table, player, room, opened) <= krones
        for opened in rooms
        for room in range(ROOMS)
    )


def is_nearly_complete(ready: bool, table: Table, player: Player, guest: CafeGuest) -> bool:
    """Return whether an order counts as complete with one piece missing (WALTZ2-CEL-11)."""
    if ready or guest.lacks is None:
        return ready
    name = _find_working(table, player, FREUD)
    if name is None:
        return False
    size = table.guests[guest.number].size
    least: int = effect_of(name, "least_order")
    short: int = effect_of(name, FREUD)
    return size >= least and sum(guest.lacks) <= short


def _find_working(table: Table, player: Player, word: str) -> str | None:
    """Return the player's celebrity that has an effect and works now."""
    held: Held = held_by(player)
    for name in held.tokens:
        if effect_of(name, word) is not None and has_working(table, player, name):
            return name
    return None


def holder_of(player: Player, word: str) -> str | None:
    """Return the player's celebrity that has an effect, working now or not."""
    return next((name for name in held_by(player).tokens if word in CELEBRITIES[name].effect), None)
