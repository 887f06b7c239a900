"""Turns: the guards that every entry of a turn passes (GAH-ROUND, GAH-TURN)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice

from adjudicator.austria.printed.catalogue import Trait
from adjudicator.austria.table import agenda
from adjudicator.austria.table.box import box_at
from adjudicator.austria.table.state import EMPEROR, OVER, REROLL, ROLL, TURN, Open, Player, Table
from adjudicator.entries import Entry
from adjudicator.hooks import question, signal
from adjudicator.messages import M
from adjudicator.obstacles import NOTHING, Against, Asked, Found, Obstacle


def has_free_turn(table: Table, player: Player) -> bool:
    """Return whether it is a player's turn and nothing is open: nearly always."""
    return table.phase == TURN and table.turn == player.seat and not player.events


def obstacles_to_turn(table: Table, player: Player, *, extra: bool = False) -> Against:
    """Return why it is not this player's turn.

    extra: the entry is an extra action, which belongs to the player's own turn (GAH-TURN-13).
    """
    if table.phase == TURN and table.turn == player.seat:
        return NOTHING
    return _obstacles_to_turn(table, player, extra=extra)


def _obstacles_to_turn(table: Table, player: Player, *, extra: bool) -> Iterator[Found]:
    phase = table.phase
    if phase == OVER:
        yield Obstacle("GAH-ROUND-01", M("turns.game-over-after-round"), round=table.round_no)
        return
    if table.in_setup:
        yield Obstacle("GAH-SETUP-24", M("turns.game-has-not-begun-set"))
    elif phase == EMPEROR:
        yield Obstacle("GAH-EMP-13", M("turns.emperor-scoring-nobodys-turn"))
    elif phase == ROLL:
        first = table.players[table.first].id
        yield Obstacle("GAH-ROUND-02", M("turns.round-begins-with-roll", first=first), due=first)
    else:
        anothers = [*_other_turn_obstacles(table, player)]
        yield from anothers
        extra = extra and bool(anothers)
    if extra:
        yield Obstacle("GAH-TURN-13", M("turns.extra-actions-belong-own-turn"))
        yield Obstacle("GAH-ADD-08", M("turns.extra-actions-belong-own-turn"))


def _other_turn_obstacles(table: Table, player: Player) -> Iterator[Found]:
    """Yield the player on turn, the order that says so, and the rights lost by a pass."""
    assert table.actor is not None
    actor = table.actor.id
    if table.phase == REROLL:
        yield Obstacle("GAH-PASS-06", M("turns.rerolls-first", actor=actor), due=actor)
    if table.actor is not player:
        message = M("turns.turn-of", actor=actor)
        yield Obstacle("GAH-ROUND-05", message, turn_of=actor, by=player.id)
        if not table.any_covered and not table.passed:
            first = table.players[table.first].id
            message = M("turns.holds-number-opens-round", first=first)
            yield Obstacle("GAH-ROUND-03", message, due=first)
        elif not table.passed:
            yield Obstacle(
                find_cited_rule(table, "GAH-ROUND-06"), M("turns.turns-go-up-numbers-back")
            )
    if player.seat in table.passed:
        yield Obstacle("GAH-PASS-02", M("turns.has-passed-waits-for-reroll", player=player.id))
        if not table.taken[player.seat]:
            yield Obstacle("GAH-PASS-03", M("turns.pass-skips-second-number-too"))


@question
def find_cited_rule(table: Table, rule: str) -> str:
    """Return the rule to name: a module's, where it replaces one about the order tiles."""
    return rule


def force_turn(table: Table, player: Player) -> None:
    """Give the turn to a player after an entry out of turn was let stand."""
    if table.phase in (TURN, REROLL) and table.turn != player.seat:
        for other in table.players:
            agenda.close_parts(table, other)
        begin_turn(table, player.seat)


def begin_turn(table: Table, seat: int) -> None:
    """Start a turn: guest step and boost are available again (GAH-ADD-11)."""
    table.phase = TURN
    table.turn = seat
    table.die = None
    table.die_taken = table.boosted = table.guest_taken = table.took_guest = False
    table.extra_done = table.pass_lost = False
    player = table.players[seat]
    player.gone = ()
    player.turn_no = table.turn_no = table.turn_no + 1
    for watch in player.watches:
        table.watch(watch)


def advance_setup(table: Table) -> None:
    """Go on to the next stage of set-up when one is through, at last to the first roll."""
    stages = box_at(table).stages
    place = table.box.stage_of.get(table.phase)
    while place is not None and stages[place].through(table):
        place += 1
        if place == len(stages):
            table.phase = ROLL
            return
        table.phase = stages[place].phase
        begin = stages[place].begin
        if begin is not None:
            begin(table)


def ask_other_stage(table: Table, phase: str) -> Asked:
    """Ask whether another stage of set-up is due, one of a module and not of the base game.

    Without modules the rules of the entry itself say so.
    """
    place = table.box.stage_of.get(table.phase)
    if place is None or table.phase == phase or not table.box.ids:
        return False
    stage = box_at(table).stages[place]
    rule = stage.combined or stage.rule
    yield Obstacle(rule, M("turns.stage-due", phase=stage.phase), due=stage.phase)
    return not stage.combined


def note_extra_action(table: Table) -> None:
    """Record that an extra action was done; by edition it ends the guest step (GAH-TURN-12).

    One that was let stand while it was nobody's turn belongs to no turn.
    """
    if table.phase != TURN:
        return
    if table.box.answers:
        assert table.turn is not None
        extra_action_begun(table, table.players[table.turn])
    table.extra_done = True
    if not table.die_taken and not table.guest_taken:
        table.rest_on("GAH-TURN-12")
        table.guest_taken = extra_ends_guest_step(table)


def extra_ends_guest_step(table: Table) -> bool:
    """Return whether an extra action now ends the guest step, by edition (GAH-TURN-12)."""
    before_die = table.phase == TURN and not table.die_taken and not table.guest_taken
    return before_die and table.rules.window == "die-step"


@signal
def extra_action_begun(table: Table, player: Player) -> None:
    """An extra action is legal and about to be carried out."""


def obstacles_to_extra_action(table: Table, player: Player) -> Against:
    """Return the obstacles to an extra action now: another's turn, or an open part."""
    return NOTHING if has_free_turn(table, player) else _obstacles_to_extra_action(table, player)


def _obstacles_to_extra_action(table: Table, player: Player) -> Against:
    due, waits = (
        obstacles_to_turn(table, player, extra=True),
        agenda.open_part_obstacles(table, player),
    )
    return chain(due, waits) if due or waits else NOTHING


def obstacles_without_part(
    table: Table, player: Player, kind: str, source: str | None, rule: str
) -> Iterator[Found]:
    """Yield the reasons why no open part allows an entry of a verb, under its rule.

    They come in the order in which a player would look: parts opened later, the turn, the end of
    the part, the way to open one.
    """
    later = find_waiting_obstacle(player, kind, source, rule)
    if later is not None:
        yield later
        return
    if table.phase != EMPEROR and not (table.phase == TURN and table.turn == player.seat):
        yield from islice(obstacles_to_turn(table, player), 1)  # the first reason says enough
    gone = _find_gone_part(player, kind, source)
    if gone is not None:
        told = explain_gone_part(gone)
        if gone.how == "declined":
            yield Obstacle("GAH-CHK-09", told, source=gone.source)
        yield Obstacle(rule, told, source=gone.source, gone=gone.how)
    elif source is not None:
        told = M("turns.nothing-of-source", what=kind, source=source)
        yield Obstacle(rule, told, source=source)
    elif table.phase == TURN and table.turn == player.seat and table.die is not None:
        yield Obstacle(rule, _explain_die(table, player, kind, table.die), die=table.die)
    else:
        yield Obstacle(rule, M("turns.nothing-opens", what=kind))


def find_waiting_obstacle(
    player: Player, kind: str, source: str | None, rule: str
) -> Obstacle | None:
    """Return the part in front of an open part, or the end of the part that an entry names.

    None where no part of the kind is open.
    """
    front = player.front
    opened = any(part.part.kind == kind for event in player.events for part in event.parts)
    if front is None or not opened:
        return None
    first = front.parts[0]
    if source is None or not agenda.list_usable_parts(player, kind):
        told = M("turns.finish-first", what=kind, first=first.part.kind, source=first.source)
        return Obstacle(rule, told, source=first.source, open=first.part.kind)
    if _is_waiting(player, kind, source):
        told = M("turns.other-first", what=kind, first=first.source, source=source)
        return Obstacle(rule, told, source=first.source, open=first.part.kind)
    gone = _find_gone_part(player, kind, source)
    told = M("turns.nothing-of-source", what=kind, source=source)
    return Obstacle(rule, told if gone is None else explain_gone_part(gone), source=source)


def _is_waiting(player: Player, kind: str, source: str) -> bool:
    """Return whether a part of a kind and source is open anywhere in the agenda.

    The action of a die may wait as a whole, behind a choice that its number has brought.
    """
    return any(
        agenda.fits_source(part, source)
        and (part.part.kind == kind or WAITING_ACTION.find_in(part.part) == ACTION_OF.get(kind, -1))
        for event in player.events
        for part in event.parts
    )


WAITING_ACTION: Trait[int] = Trait()
"""Which action a part holds that waits as a whole, 0 for none."""

ACTION_OF = {"prepare": 3, "play_staff": 5}
"""The action that opens parts of a kind."""


def _explain_die(table: Table, player: Player, kind: str, die: int) -> M:
    """Return why the die of the turn does not allow an entry; of a 6 how it would have."""
    if die == 6 and kind in ACTION_OF:
        free = any(card in player.staff for card in player.box.reactions.free_six)
        price = 0 if free else 1
        return M("turns.six-not-as", what=kind, action=ACTION_OF[kind], price=price)
    return M("turns.die-opens-none", what=kind, die=die)


def source_obstacles(entry: Entry, *sources: str) -> Against:
    """Return an obstacle if ``from`` names no source that an entry could use (GAH-SYM-16).

    sources: the sources that it may name.
    """
    against: list[Found] = []
    source = entry.from_
    if source is not None and source.partition(".")[0] not in sources:
        message = M("turns.nothing-of-source", what=entry.do, source=source)
        against.append(Obstacle("GAH-SYM-16", message, source=source))
    return against


def _find_gone_part(player: Player, kind: str, source: str | None) -> Open | None:
    """Return the last part of a kind and source that is not open any more."""
    for gone in reversed(player.gone):
        if gone.part.kind == kind and source in (None, gone.source, f"{gone.source}.{gone.place}"):
            return gone
    return None


def find_unpaid_part(
    table: Table, player: Player, kind: str, source: str | None, price_of: Callable[[Open], int]
) -> Open | None:
    """Return the part that an entry would use if it had not dropped for want of waiting krones.

    price_of: the price of the entry under a part, in krones. None if no such part dropped in this
    turn, or if the krones at hand would have paid the entry (U-14).
    """
    if not player.gone or table.phase != TURN or table.turn != player.seat:
        return None
    gone = _find_gone_part(player, kind, source)
    if gone is None or gone.missed is None or price_of(gone) <= gone.missed.krones:
        return None
    return gone


def explain_gone_kind(player: Player, kind: str, source: str | None) -> M | None:
    """Return how the last part of a kind and source ended; None where there was none."""
    gone = _find_gone_part(player, kind, source)
    return None if gone is None else explain_gone_part(gone)


def explain_gone_part(gone: Open) -> M:
    """Return how a part ended that is not open any more."""
    match gone.how:
        case "declined":
            return M("turns.declined", what=gone.part.kind, source=gone.source)
        case "dropped":
            return M("turns.dropped", what=gone.part.kind, source=gone.source)
        case "ended":
            return M("turns.ended", what=gone.part.kind, source=gone.source, by=gone.by)
    return M("turns.used-up", what=gone.part.kind, source=gone.source)
