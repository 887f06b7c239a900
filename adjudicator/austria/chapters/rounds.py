"""Rounds: set-up, the roll, passing and rerolling, the end of turns and rounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.austria.chapters import emperor
from adjudicator.austria.chapters.actions import (
    find_further_action,
    obstacles_to_ending_turn,
    obstacles_to_leaving_action,
)
from adjudicator.austria.chapters.rooms import (
    count_rooms_placed,
    finish_setup,
    list_rooms_to_prepare,
    obstacles_to_starting_room,
)
from adjudicator.austria.chapters.turns import (
    ask_other_stage,
    begin_turn,
    find_cited_rule,
    has_free_turn,
    obstacles_to_turn,
)
from adjudicator.austria.printed.board import name_rooms
from adjudicator.austria.printed.catalogue import FIGURES
from adjudicator.austria.printed.contents import OrderTiles
from adjudicator.austria.table import agenda
from adjudicator.austria.table.box import box_at
from adjudicator.austria.table.declarations import Deed, Item, make_item
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import (
    EMPEROR,
    OVER,
    READY,
    REROLL,
    ROLL,
    SETUP_GUESTS,
    SETUP_ROOMS,
    STARTING_ROOMS,
    TURN,
    USED,
    WAITING,
    Player,
    Table,
)
from adjudicator.entries import ByPlayer, key, verb
from adjudicator.hooks import question, signal
from adjudicator.messages import M
from adjudicator.obstacles import NOTHING, Against, DecidingSwitch, Found, Obstacle, is_allowed

ROUNDS: int = FIGURES["rounds"]


DICE: Mapping[int, int] = {int(n): dice for n, dice in FIGURES["dice_by_players"].items()}
"""How many dice so many players play with (GAH-SETUP-07)."""


def count_dice_in_game(table: Table) -> int:
    """Return how many dice this table plays with (GAH-SETUP-07)."""
    return DICE[len(table.players)]


@verb("roll")
class Roll(ByPlayer):
    """The dice of a round as they fell, counted by space."""

    dice: list[int] = key(lambda s: s.dice)


@verb("pass")
class Pass(ByPlayer):
    """A turn without a die."""


@verb("reroll")
class Reroll(ByPlayer):
    """The dice left over as they fell again."""

    dice: list[int] = key(lambda s: s.dice)


@verb("done")
class Done(ByPlayer):
    """The end of a turn, or of a player's set-up."""


def roll_dice(table: Table, player: Player, entry: Roll, case: Case) -> None:
    """``roll``: the first player's roll opens the round (GAH-ROUND-02)."""
    case.cite(obstacles_to_rolling(table, player), _roll_obstacles(table, sum(entry.dice)))
    if case.stop:
        return
    for other in table.players:
        agenda.close_parts(table, other)
    while table.phase == EMPEROR:
        carry_out_steps(table, case)
        for other in table.players:
            agenda.close_parts(table, other)
    if table.phase == OVER:
        return
    for other in table.players:
        other.finished_setup = True
        other.happened = ()
        other.returned = None
        agenda.begin_chain(table, other)
    table.clear_order_tiles()
    table.dice = _limit_dice(table, entry.dice)
    table.passed = []
    begin_turn(table, table.first)


def obstacles_to_rolling(table: Table, player: Player) -> Iterator[Found]:
    """Yield the obstacles to a roll now: set-up, open penalties and dues, another first player."""
    phase, between = table.phase, table.phase in (ROLL, EMPEROR)
    yield from agenda.obligation_obstacles(table, table.players)
    if table.in_setup:
        yield from ask_other_stage(table, "")
        waiting = [other.id for other in table.players if not other.finished_setup]
        yield Obstacle("GAH-SETUP-19", M("rounds.set-up-not-through", waiting=tuple(waiting)))
        if phase == SETUP_GUESTS:
            yield Obstacle("GAH-SETUP-17", M("rounds.not-everybody-has-starting-guest"))
    elif phase == EMPEROR and any(agenda.has_obligation(other) for other in table.players):
        owing = [other.id for other in table.players if agenda.has_obligation(other)]
        message = M("rounds.emperor-penalty-open", owing=tuple(owing))
        switch = emperor.find_choice_switch(table)
        yield Obstacle("GAH-EMP-07", message, {"open": owing}, switch)
    elif phase in (TURN, REROLL):
        message = M("rounds.dice-this-round-rolled")
        yield Obstacle("GAH-ROUND-02", message, round=table.round_no)
    elif phase == OVER or (phase == EMPEROR and table.round_no >= ROUNDS):
        message = M("rounds.there-no-round-after", last=ROUNDS)
        yield Obstacle("GAH-ROUND-01", message, round=table.round_no)
    for _offer_due, list_obstacles in box_at(table).dues if between else ():
        yield from list_obstacles(table)
    first = table.players[find_next_first_seat(table) if phase == EMPEROR else table.first]
    if player is not first and phase not in (TURN, REROLL, OVER):
        message = M("rounds.holds-order-tile-rolls", first=first.id)
        yield Obstacle("GAH-ROUND-02", message, first_player=first.id)
        if table.round_no > 1 or phase == EMPEROR:
            rule = find_cited_rule(table, "GAH-END-03")
            yield Obstacle(rule, M("rounds.order-tiles-went-on-has", first=first.id))


def _roll_obstacles(table: Table, dice: int) -> Iterator[Found]:
    """Yield that other dice were rolled than the game has (GAH-SETUP-07)."""
    due = count_dice_in_game(table)
    if dice == due:
        return
    message = M("rounds.rolled", dice=dice, due=due)
    yield Obstacle("GAH-ROUND-02", message, rolled=dice, dice=due)
    yield Obstacle("GAH-SETUP-07", message, rolled=dice, dice=due)
    if table.round_no > 1 or table.phase == EMPEROR:
        yield Obstacle("GAH-END-04", message, rolled=dice, dice=due)


def _limit_dice(table: Table, dice: Sequence[int]) -> list[int]:
    """Return the dice, cut to the dice of the game. Only a roll that was let stand needs it."""
    left = count_dice_in_game(table) - sum(table.taken)
    if sum(dice) <= left:
        return [*dice]
    held = []
    for count in dice:
        held.append(min(count, left))
        left -= held[-1]
    return held


@question
def find_next_first_seat(table: Table) -> int:
    """Return the seat that opens the next round (GAH-END-03)."""
    return (table.first + 1) % len(table.players)


@question
def obstacles_to_passing(table: Table, player: Player) -> Against:
    """Return the obstacles to a pass by the player on turn (GAH-PASS-01, U-59)."""
    return _obstacles_to_passing(table, player)


@question
def may_pass_anyway(table: Table, player: Player) -> bool:
    """Return whether a player may pass after anything else in the turn."""
    return False


def _obstacles_to_passing(table: Table, player: Player) -> Iterator[Found]:
    against = False
    yield from agenda.obligation_obstacles(table, [player])
    if any(part.part.kind == "extra_action" for _, part in agenda.list_optional_parts(player)):
        against = True
        yield Obstacle("GAH-GUEST-05", M("rounds.further-turn-cannot-be-pass"))
    if table.die_taken:
        against = True
        yield Obstacle("GAH-PASS-01", M("rounds.pass-replaces-turn-its-die"))
        yield Obstacle("GAH-PASS-15", M("rounds.pass-takes-no-die"))
    if may_pass_anyway(table, player):
        return
    if table.took_guest and not table.die_taken:
        against = True
        yield Obstacle("GAH-TURN-14", M("rounds.after-taking-guest-die-compulsory"))
    if table.extra_done or table.pass_lost:
        if not against:
            yield DecidingSwitch("U-59")
        if not table.rules.extra_actions_before_pass:
            yield Obstacle("GAH-ADD-09", M("rounds.passing-player-does-no-extra"))


def pass_turn(table: Table, player: Player, entry: Pass, case: Case) -> None:
    """``pass``: instead of a turn; wait for the reroll (GAH-PASS-01 to 05)."""
    case.cite(obstacles_to_turn(table, player))
    if table.actor is player and table.phase == TURN:
        case.cite(obstacles_to_passing(table, player))
    if case.stop:
        return
    if player.seat not in table.passed and table.phase == TURN:
        table.passed.append(player.seat)
    if table.actor is not player:
        return  # let stand: the turn of somebody else goes on
    closed = agenda.close_parts(table, player)
    agenda.begin_chain(table, player)
    if table.watches:
        turn_ended(table, player, closed)
    if table.phase == TURN:
        go_to_next_turn(table, case)


def reroll_dice(table: Table, player: Player, entry: Reroll, case: Case) -> None:
    """``reroll``: one die to the bin, the rest rolled again (GAH-PASS-05 to 09, -13)."""
    case.cite(obstacles_to_rerolling(table, player))
    case.cite(_reroll_obstacles(table, sum(entry.dice)))
    if table.phase == REROLL and not any(entry.dice) and sum(table.dice) == 1:
        _foresee_round_end(table, case)
    if case.stop or table.phase not in (REROLL, TURN):
        return
    for other in table.players:
        agenda.close_parts(table, other)
        agenda.begin_chain(table, other)
    table.dice = _limit_dice(table, entry.dice)
    table.passed = []
    if not any(table.dice):
        end_round(table, case)
    else:
        begin_turn(table, player.seat)


def obstacles_to_rerolling(table: Table, player: Player) -> Iterator[Found]:
    """Yield the obstacles to a reroll now: an open turn, the wrong player (GAH-PASS-05)."""
    if table.phase == TURN:
        message = M("rounds.somebody-who-has-not-passed")
        yield Obstacle("GAH-PASS-05", message)
        yield Obstacle("GAH-PASS-09", message)
    elif table.phase != REROLL:
        yield from obstacles_to_turn(table, player)
    elif table.actor is not player:
        assert table.actor is not None
        due = table.actor.id
        message = M("rounds.holds-lowest-open-number-rerolls", actor=due)
        yield Obstacle("GAH-PASS-06", message, due=due)


def _reroll_obstacles(table: Table, dice: int) -> Iterator[Found]:
    """Yield that other dice were rolled again than were left over but one (GAH-PASS-07)."""
    left = sum(table.dice) - 1
    if dice != left and table.phase in (REROLL, TURN):
        message = M("rounds.rerolled", dice=dice, lay=left + 1)
        yield Obstacle("GAH-PASS-06", message, rolled=dice, due=left)
        yield Obstacle("GAH-PASS-07", message, rolled=dice, due=left)


def _note_fewer_rooms(table: Table, player: Player, case: Case) -> None:
    """Note fewer starting rooms than a text may ask for: 2015-ko, the expansion (WALTZ-U-50)."""
    if player.finished_setup or count_rooms_placed(player) >= STARTING_ROOMS:
        return
    if table.rules.three_rooms:
        case.rest_on("GAH-SETUP-19")
    if table.box.ids:
        case.rest_on("WALTZ-U-50")


def end_turn_or_setup(table: Table, player: Player, entry: Done, case: Case) -> None:
    """``done``: ends a player's set-up, or the turn (GAH-TURN-01, GAH-ROUND-05)."""
    against = obstacles_to_finishing(table, player)
    if against:
        case.cite(against)
    if table.phase != TURN:
        if not table.has_begun and not case.stop:
            _note_fewer_rooms(table, player, case)
            finish_setup(table, player)
        return
    mine = table.turn == player.seat
    ahead = table.round_no in table.box.foreseen  # else all is known
    if ahead and mine and table.die_taken and not (any(table.dice) and table.open_seats()):
        _foresee_round_end(table, case)
    if case.stop:
        return
    closed = agenda.close_parts(table, player)
    agenda.begin_chain(table, player)
    if mine:
        if table.watches:
            turn_ended(table, player, closed)
        go_to_next_turn(table, case)


def obstacles_to_finishing(table: Table, player: Player) -> Against:
    """Return the obstacles to the end of a player's set-up or turn (GAH-TURN-01)."""
    if has_free_turn(table, player):
        if table.die_taken:
            return NOTHING
    elif table.phase == SETUP_ROOMS and not player.events:
        return NOTHING
    return _obstacles_to_finishing(table, player)


def _obstacles_to_finishing(table: Table, player: Player) -> Iterator[Found]:
    yield from agenda.obligation_obstacles(table, [player])
    if not table.has_begun:
        if table.phase == SETUP_GUESTS:
            yield Obstacle("GAH-SETUP-17", M("rounds.starting-guests-taken-before-set"))
            yield Obstacle("GAH-SETUP-19", M("rounds.set-up-has-not-come"))
        yield from ask_other_stage(table, SETUP_ROOMS)
        return
    yield from obstacles_to_turn(table, player)
    if table.turn != player.seat or table.phase != TURN:
        return
    if not table.die_taken:
        yield Obstacle("GAH-TURN-01", M("rounds.turn-takes-die"))
    yield from obstacles_to_ending_turn(table, player)
    left = find_further_action(table, player) if player.events else None
    if left is not None:
        yield from obstacles_to_leaving_action(table, left)


@signal
def turn_ended(table: Table, player: Player, closed: bool) -> None:
    """A player's turn ends, with ``done`` or ``pass``, while a module watches the table.

    Nobody is next yet: a fact that holds only now is gone at the end of the entry. closed: whether
    open parts were closed now; else nothing has changed since the last entry.
    """


def _foresee_round_end(table: Table, case: Case) -> None:
    """Note, before the round is closed, the unknown facts that its end needs."""
    for foresee in box_at(table).foreseeing:
        foresee(table, case)


def foresee_emperor(table: Table, case: Case) -> None:
    """Note, before the round is closed, that an emperor tile is needed and not known."""
    if emperor.find_round_tile(table) is None and emperor.needs_tile(table):
        case.unclear(
            "emperor",
            M("rounds.emperor-tiles-not-known"),
            M("rounds.booked-without-tiles"),
            applies=True,
        )


def number_snake_tiles(players: int) -> OrderTiles:
    """Return the numbers of the order tiles of so many players: the snake (GAH-ROUND-06)."""
    low, high = range(1, players + 1), range(2 * players, players, -1)
    return (*low,), (*high,), (None,) * players


def go_to_next_turn(table: Table, case: Case) -> None:
    """Begin the next turn: of the lowest open number, the reroll, or the end (GAH-ROUND-05)."""
    seats: Sequence[int] = ()
    if any(table.dice):
        seats = table.box.seats_in_order(table.first, *table.covered)
    for seat in seats:
        if seat not in table.passed:
            begin_turn(table, seat)
            return
    if not seats:
        end_round(table, case)
        return
    begin_turn(table, seats[0])
    table.phase = REROLL


def end_round(table: Table, case: Case) -> None:
    """Close the round: emperor scoring where one is due, then refresh (GAH-END-01 to 05)."""
    table.turn = None
    table.die_taken = False
    table.die = None
    table.boosted = False
    table.guest_taken = table.took_guest = table.extra_done = table.pass_lost = False
    table.step = 0
    carry_out_steps(table, case)


def finish_emperor(table: Table) -> None:
    """When nothing of an emperor scoring is open any more, go on to the next round or the end."""
    if table.phase == EMPEROR and not any(player.events for player in table.players):
        assert table.case is not None
        carry_out_steps(table, table.case)


def carry_out_steps(table: Table, case: Case) -> None:
    """Carry out the steps of the end of the round that are left, until one leaves a choice."""
    steps, trace, place = box_at(table).steps, table.trace, table.step
    if place is None:
        return
    for step in steps[place:]:
        place += 1
        if trace is not None:
            trace(step.id)
        step.run(table, case)
        if table.phase == EMPEROR and any(player.events for player in table.players):
            break
    table.step = place if place < len(steps) else None


def resume_after_scorings(table: Table) -> None:
    """Carry out the steps behind the scorings of a round that is over."""
    case = Case(table.rules, None)
    for step in box_at(table).steps:
        if step.resumes:
            step.run(table, case)


def score_emperor(table: Table, case: Case) -> None:
    """The emperor scoring, where one is due (GAH-END-01)."""
    if emperor.has_emperor_scoring(table):
        table.phase = EMPEROR
        emperor.carry_out_scoring(table, case)


def ready_staff(table: Table, case: Case) -> None:
    """Ready the once-per-round cards (GAH-END-02); after the last round nothing is readied."""
    if table.round_no < ROUNDS:
        for player in table.players:
            for card in player.staff:
                if player.staff[card] in (USED, WAITING):
                    player.staff[card] = READY


def pass_order_tiles_on(table: Table, case: Case) -> None:
    """Pass the order tiles on, open the next round; after the last one: the end."""
    if table.round_no >= ROUNDS:
        table.phase = OVER
        return
    table.first = find_next_first_seat(table)
    table.round_no += 1
    table.clear_order_tiles()
    table.passed = []
    table.dice = [0] * 6
    table.phase = ROLL


def offer_starting_rooms(table: Table) -> Iterator[Item]:
    """Yield the starting rooms that may be placed, and the ends of set-up (GAH-SETUP-19)."""
    for player in table.players:
        if is_allowed(obstacles_to_starting_room(table, player)):
            rooms = list(list_rooms_to_prepare(table, player, None))
            if rooms:
                yield make_item(player, "prepare", room=name_rooms(rooms))
        yield from offer_finishing(table, player)


def offer_finishing(table: Table, player: Player) -> Iterator[Item]:
    """Yield the end of a player's set-up or turn."""
    if is_allowed(obstacles_to_finishing(table, player)):
        yield make_item(player, "done")


def offer_rolls(table: Table) -> Iterator[Item]:
    """Yield the roll that begins a round."""
    for player in table.players:
        if is_allowed(obstacles_to_rolling(table, player)):
            yield make_item(player, "roll", dice={"count": count_dice_in_game(table)})


def offer_rerolls(table: Table) -> Iterator[Item]:
    """Yield the new roll of the dice left."""
    for player in table.players:
        if is_allowed(obstacles_to_rerolling(table, player)):
            yield make_item(player, "reroll", dice={"count": sum(table.dice) - 1})


def offer_passing(table: Table, player: Player) -> Iterator[Item]:
    """Yield the pass."""
    if is_allowed(obstacles_to_passing(table, player)):
        yield make_item(player, "pass")


DEEDS: tuple[Deed[Any], ...] = (
    Deed(Done, end_turn_or_setup, in_setup=True),
    Deed(Roll, roll_dice, in_setup=True),
    Deed(Pass, pass_turn),
    Deed(Reroll, reroll_dice),
)
"""The verbs of this chapter."""
