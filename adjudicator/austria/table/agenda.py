"""Pending rewards: an ordered list of open permissions, each with its source.

Each player has a stack of events; only the parts of the front one can be used. Parts without a
choice resolve by themselves when they come to the front; a part without a legal answer drops.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.austria.printed.catalogue import Part
from adjudicator.austria.table import prices
from adjudicator.austria.table.box import box_at
from adjudicator.austria.table.declarations import PENALTY
from adjudicator.austria.table.moves import book, take_food
from adjudicator.austria.table.state import EMPEROR, Event, Open, Player, Table
from adjudicator.messages import M
from adjudicator.obstacles import NOTHING, Against, Asked, DecidingSwitch, Found, Obstacle

KEPT_GONE_PARTS = 7
"""How many used or dropped parts are remembered besides the last one: enough for any turn."""


def make_open_parts(parts: Iterable[Part], source: str, stage: str = "reward") -> list[Open]:
    """Return open parts of one source, numbered as printed."""
    made: list[Open] = []
    place = 1
    for part in parts:  # a loop: there is one, nearly always
        made.append(Open(part, source, place, stage))
        place += 1
    return made


def begin_chain(table: Table, player: Player) -> int:
    """Begin a chain of entries: food gained before can no longer be placed freely."""
    table.chain = player.fresh_chain = chain = table.chain + 1
    player.fresh = player.box.nothing
    return chain


def join_chain(player: Player, chain: int) -> None:
    """Go on in a chain: its food stays placeable, food of another chain does not."""
    if player.fresh_chain != chain:
        player.fresh = player.box.nothing
        player.fresh_chain = chain


def push_event(
    table: Table, player: Player, parts: list[Open], chain: int, main: str = "", trigger: int = 0
) -> None:
    """Put an event in front of everything that already waits, and settle the agenda.

    main: the source of the main action's parts (``die``), where it is its event. trigger: its
    number where it is an event of its own (``moves.next_trigger``).
    """
    if player.later and not player.apart:
        parts = parts + player.later
        player.later = []
    if parts:
        player.events.append(Event(parts, chain, main, trigger))
    if player.events or player.later:
        settle_agenda(table, player)


def open_in_front(table: Table, player: Player, chain: int) -> None:
    """Put the parts that listeners opened since ``player.apart`` was set into an event in front."""
    player.apart = False
    if player.later:
        parts, player.later = player.later, []
        push_event(table, player, parts, chain)


def settle_agenda(table: Table, player: Player) -> None:
    """Resolve parts without a choice, drop parts without an answer, until a choice is in front."""
    if player.later and not player.apart:
        _attach_later(player)
    events = player.events
    if not events:
        return
    kinds = box_at(table).kinds
    while events:
        event = events[-1]
        parts = event.parts
        while parts:
            first = parts[0]
            kind = kinds[first.part.kind]
            book_it, answerable, note = kind.resolve, kind.answerable, kind.note
            if book_it is not None:
                del parts[0]
                book_it(table, player, first.part, first.source, event.trigger, event.chain)
                if player.later and not player.apart:
                    parts += player.later
                    player.later = []
            elif answerable(table, player, first):
                if note is not None and (not first.noted or table.rules.house):
                    first.noted = True
                    note(table, player, first)
                return
            else:
                if note is not None:
                    note(table, player, first)
                if len(parts) > 1:
                    prices.note_missed_krones(table, player, first, event.chain, answerable)
                del parts[0]
                note_gone_part(player, first, "dropped")
        if events and events[-1] is event:
            events.pop()


def _attach_later(player: Player) -> None:
    """Put the parts that listeners opened to the end of their event, or make them one."""
    front = player.front
    if front is None or front.chain != player.fresh_chain:
        front = Event([], player.fresh_chain)
        player.events.append(front)
    front.parts += player.later
    player.later = []


def resolve_part(
    table: Table, player: Player, part: Part, chain: int, ref: str, trigger: int = 0
) -> None:
    """Book a part that leaves no choice. ref: its source; trigger: its event, 0 the chain's."""
    book_part = box_at(table).kinds[part.kind].resolve
    assert book_part is not None
    book_part(table, player, part, ref, trigger or chain, chain)


def book_part(table: Table, player: Player, part: Part, ref: str, trigger: int, chain: int) -> None:
    """Book krones, steps or VP: the kind of the part is the thing gained."""
    book(table, player, part.kind, part.count, ref, trigger, part.score)


def book_food(table: Table, player: Player, part: Part, ref: str, trigger: int, chain: int) -> None:
    """Book named food, which may be placed as long as its chain lasts."""
    join_chain(player, chain)
    take_food(table, player, part.pieces, ref, trigger)


def book_cards(
    table: Table, player: Player, part: Part, ref: str, trigger: int, chain: int
) -> None:
    """Draw staff cards, unseen."""
    book(table, player, "staff", part.count, ref, trigger)


def book_per_staff(
    table: Table, player: Player, part: Part, ref: str, trigger: int, chain: int
) -> None:
    """Book VP for every staff card in play."""
    book(table, player, "vp", part.count * len(player.staff), ref, trigger, part.score)


def fits_source(part: Open, source: str) -> bool:
    """Return whether ``from`` names this part: ``guest:61`` or, with its place, ``guest:61.2``."""
    return source in (part.source, f"{part.source}.{part.place}")


def name_source(part: Open) -> str:
    """Return the ``from`` of an entry that names this very part."""
    return f"{part.source}.{part.place}" if ":" in part.source else part.source


def list_usable_parts(player: Player, kind: str, source: str | None = None) -> list[Open]:
    """Return the parts of the front event that an entry of this verb may use."""
    events = player.events
    if not events and not player.beside:
        return []
    parts = events[-1].parts if events else []
    if player.beside:
        parts = parts + [part for event in player.beside for part in event.parts]
    fitting = []
    for part in parts:  # a loop: there is one, nearly always
        if part.part.kind == kind and (source is None or fits_source(part, source)):
            fitting.append(part)
    return fitting


def use_part(player: Player, part: Open, count: int = 1) -> int:
    """Use a part of the front event, once or several times; return the chain of its event.

    A card that may act before or after the main action ends it when it acts in between.
    """
    if part.missed is not None:
        part = _open_again(player, part, part.missed.chain)
    event = find_event(player, part)
    join_chain(player, event.chain)
    part.left -= count
    part.touched = True
    if event.main:
        event.used = (*event.used, part.source)
        if part.source != event.main:
            ended = [other for other in event.parts if other.source == event.main and other.touched]
            event.parts = [other for other in event.parts if other not in ended]
            for other in ended:
                note_gone_part(player, other, "ended", part.source)
    if part.part.kind == "extra_action":  # the guest of the further turn comes before it
        ended = [other for other in event.parts if other.stage == part.stage]
        event.parts = [other for other in event.parts if other.stage != part.stage]
        for other in ended:
            note_gone_part(player, other, "used" if other is part else "ended", part.source)
    elif part.left <= 0:
        event.parts.remove(part)
        note_gone_part(player, part, "used")
        if player.beside and not event.parts and event in player.beside:
            player.beside.remove(event)
    return event.chain


def _open_again(player: Player, part: Open, chain: int) -> Open:
    """Put a part that dropped in front again: the table lets an entry stand that uses it."""
    player.gone = (*[gone for gone in player.gone if gone is not part],)
    part = part.copy()
    part.missed, part.how = None, ""
    player.events.append(Event([part], chain))
    return part


def find_event(player: Player, part: Open) -> Event:
    """Return the event that an open part belongs to."""
    for event in reversed(player.events):  # nearly always the front one
        if part in event.parts:
            return event
    return next(event for event in player.beside if part in event.parts)


def note_gone_part(player: Player, part: Open, how: str, by: str = "") -> None:
    """Remember how a part ended, so that an entry that comes too late can be explained."""
    part.how, part.by = how, by
    player.gone = (*player.gone[-KEPT_GONE_PARTS:], part)


def close_parts(table: Table, player: Player) -> bool:
    """Decline everything the player has open; parts that waited behind it resolve.

    Returns whether there was anything.
    """
    if not (player.events or player.beside or player.later):
        return False
    settle_agenda(table, player)
    player.beside = []
    kinds = box_at(table).kinds
    while player.events:
        event = player.events[-1]
        event.parts = [part for part in event.parts if kinds[part.part.kind].automatic]
        settle_agenda(table, player)
    return True


def list_optional_parts(player: Player) -> Iterable[tuple[Event, Open]]:
    """Yield the player's open parts that may be declined, the front one first."""
    for event in (*reversed(player.events), *player.beside):
        for part in event.parts:
            kind = box_at(player).kinds[part.part.kind]
            if not kind.automatic and not kind.compulsory:
                yield event, part


def has_obligation(player: Player) -> bool:
    """Return whether the player has an obligation open (GAH-EMP-07)."""
    kinds = box_at(player).kinds
    return any(kinds[part.part.kind].compulsory for event in player.events for part in event.parts)


def obligation_obstacles(table: Table, players: Iterable[Player]) -> Iterator[Found]:
    """Yield the open obligations of players, which an entry that ends a turn would drop.

    The roll after an emperor scoring names the penalties by itself (GAH-EMP-07).
    """
    kinds = box_at(table).kinds
    for player in players:
        parts = (part for event in player.events for part in event.parts)
        for reason in dict.fromkeys(kinds[part.part.kind].compulsory for part in parts):
            if reason is not None and not (reason is PENALTY and table.phase == EMPEROR):
                yield Obstacle(reason.rule, reason.told(player))


def ask_open_reward(table: Table, player: Player) -> Asked:
    """Ask whether a reward is open, which comes before anything else (GAH-CHK-05)."""
    for event in player.events:
        if not event.main and event.parts:
            part = _find_blocking_part(table, event.parts)
            if part is None:
                continue
            compulsory = box_at(table).kinds[part.part.kind].compulsory
            told = (
                M("agenda.comes-first", part=part.part.kind, source=part.source)
                if compulsory
                else M("agenda.still-open", part=part.part.kind, source=part.source)
            )
            why = {"source": part.source, "open": part.part.kind}
            switch = "GAH-GUEST-04" if part.part.paid and _is_only_paid(table, player) else ""
            yield Obstacle("GAH-CHK-05", told, why, switch)
            return True
    return False


def _is_only_paid(table: Table, player: Player) -> bool:
    """Return whether only the guest of guest 97's further turn forbids an entry.

    Nothing else opens a part that is paid. If the edition has no such turn, its action and other
    open parts forbid the entry all the same (GAH-GUEST-04).
    """
    kinds, interruptible = box_at(table).kinds, table.rules.interruptible
    return not any(
        kinds[part.part.kind].blocks and not part.part.paid
        for event in player.events
        if not (event.main and interruptible)
        for part in event.parts
    )


def open_part_obstacles(table: Table, player: Player) -> Against:
    """Return the open parts that forbid an entry: a reward always, the main action by edition."""
    return _open_part_obstacles(table, player) if player.events else NOTHING


def _open_part_obstacles(table: Table, player: Player) -> Iterator[Found]:
    if (yield from ask_open_reward(table, player)):
        return
    part = next(
        (
            found
            for event in reversed(player.events)
            if (found := _find_blocking_part(table, event.parts)) is not None
        ),
        None,
    )
    if part is None:
        return
    yield DecidingSwitch("U-07")
    yield DecidingSwitch(table.rules.interruption)
    if not table.rules.interruptible:
        message = M("agenda.main-action-under-way", part=part.part.kind, source=part.source)
        switch = table.rules.interruption
        yield Obstacle("GAH-TURN-12", message, {"source": part.source}, switch)


def _find_blocking_part(table: Table, parts: list[Open]) -> Open | None:
    """Return the first open part that forbids extra actions, or None."""
    for part in parts:
        if box_at(table).kinds[part.part.kind].blocks:
            return part
    return None
