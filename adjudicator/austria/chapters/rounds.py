"""Rounds: set-up, the roll, passing and rerolling, the end of turns and rounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.austria.chapters import emperor
from adjudicator.austria.chapters.actions import further_action, leaving_out
from adjudicator.austria.chapters.rooms import STARTING_ROOMS, finish_setup, rooms_placed
from adjudicator.austria.chapters.turns import (
    begin_turn,
    cited,
    free_turn,
    other_stage,
    out_of_turn,
)
from adjudicator.austria.printed.catalogue import FIGURES
from adjudicator.austria.printed.contents import OrderTiles
from adjudicator.austria.table import agenda
from adjudicator.austria.table.box import box_at
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import (
    EMPEROR,
    OVER,
    READY,
    REROLL,
    ROLL,
    SETUP_GUESTS,
    SETUP_ROOMS,
    TURN,
    USED,
    WAITING,
    Player,
    Table,
)
from adjudicator.entries import ByPlayer, key, verb
from adjudicator.hooks import question, signal
from adjudicator.messages import M
from adjudicator.obstacles import NOTHING, Against, DecidingSwitch, Found, Obstacle

ROUNDS: int = FIGURES["rounds"]


DICE: Mapping[int, int] = {int(n): dice for n, dice in FIGURES["dice_by_players"].items()}
"""How many dice so many players play with (GAH-SETUP-07)."""


def dice_in_game(table: Table) -> int:
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


def roll(table: Table, player: Player, entry: Roll, case: Case) -> None:
    """``roll``: the first player's roll opens the round (GAH-ROUND-02)."""
    case.cite(rolling(table, player), _rolled(table, sum(entry.dice)))
    if case.stop:
        return
    for other in table.players:
        agenda.close_all(table, other)
    while table.phase == EMPEROR:
        go_through(table, case)
        for other in table.players:
            agenda.close_all(table, other)
    if table.phase == OVER:
        return
    for other in table.players:
        other.finished_setup = True
        other.happened = ()
        other.returned = None
        agenda.new_chain(table, other)
    table.clear_order_tiles()
    table.dice = _held(table, entry.dice)
    table.passed = []
    begin_turn(table, table.first)


def rolling(table: Table, player: Player) -> Iterator[Found]:
    """Yield what forbids a roll now: set-up, what is due before it, who rolls."""
    phase, between = table.phase, table.phase in (ROLL, EMPEROR)
    yield from agenda.obligations_first(table, table.players)
    if table.in_setup:
        yield from other_stage(table, "")
        waiting = [other.id for other in table.players if not other.finished_setup]
        yield Obstacle("GAH-SETUP-19", M("rounds.set-up-not-through", waiting=tuple(waiting)))
        if phase == SETUP_GUESTS:
            yield Obstacle("GAH-SETUP-17", M("rounds.not-everybody-has-starting-guest"))
    elif phase == EMPEROR and any(agenda.owes(other) for other in table.players):
        owing = [other.id for other in table.players if agenda.owes(other)]
        message = M("rounds.emperor-penalty-open", owing=tuple(owing))
        switch = emperor.choice_switch(table)
        yield Obstacle("GAH-EMP-07", message, {"open": owing}, switch)
    elif phase in (TURN, REROLL):
        message = M("rounds.dice-this-round-rolled")
        yield Obstacle("GAH-ROUND-02", message, round=table.round_no)
    elif phase == OVER or (phase == EMPEROR and table.round_no >= ROUNDS):
        message = M("rounds.there-no-round-after", last=ROUNDS)
        yield Obstacle("GAH-ROUND-01", message, round=table.round_no)
    for due in box_at(table).dues if between else ():
        yield from due.against(table)
    first = table.players[next_first(table) if phase == EMPEROR else table.first]
    if player is not first and phase not in (TURN, REROLL, OVER):
        message = M("rounds.holds-order-tile-rolls", first=first.id)
        yield Obstacle("GAH-ROUND-02", message, first_player=first.id)
        if table.round_no > 1 or phase == EMPEROR:
            rule = cited(table, "GAH-END-03")
            yield Obstacle(rule, M("rounds.order-tiles-went-on-has", first=first.id))


def _rolled(table: Table, dice: int) -> Iterator[Found]:
    """Yield that other dice were rolled than the game has (GAH-SETUP-07)."""
    due = dice_in_game(table)
    if dice == due:
        return
    message = M("rounds.rolled", dice=dice, due=due)
    yield Obstacle("GAH-ROUND-02", message, rolled=dice, dice=due)
    yield Obstacle("GAH-SETUP-07", message, rolled=dice, dice=due)
    if table.round_no > 1 or table.phase == EMPEROR:
        yield Obstacle("GAH-END-04", message, rolled=dice, dice=due)


def _held(table: Table, dice: Sequence[int]) -> list[int]:
    """Return the dice, cut to what the game has (only a roll that was let stand needs it)."""
    left = dice_in_game(table) - sum(table.taken)
    if sum(dice) <= left:
        return [*dice]
    held = []
    for count in dice:
        held.append(min(count, left))
        left -= held[-1]
    return held


@question
def next_first(table: Table) -> int:
    """Return the seat that opens the next round (GAH-END-03)."""
    return (table.first + 1) % len(table.players)


@question
def passing(table: Table, player: Player) -> Against:
    """Return what forbids a pass of whose turn it is (GAH-PASS-01, U-59)."""
    return _passing(table, player)


@question
def passes_anyway(table: Table, player: Player) -> bool:
    """Return whether a player may pass whatever came before in the turn."""
    return False


def _passing(table: Table, player: Player) -> Iterator[Found]:
    against = False
    yield from agenda.obligations_first(table, [player])
    if any(part.part.kind == "extra_action" for _, part in agenda.optional_parts(player)):
        against = True
        yield Obstacle("GAH-GUEST-05", M("rounds.further-turn-cannot-be-pass"))
    if table.die_taken:
        against = True
        yield Obstacle("GAH-PASS-01", M("rounds.pass-replaces-turn-its-die"))
        yield Obstacle("GAH-PASS-15", M("rounds.pass-takes-no-die"))
    if passes_anyway(table, player):
        return
    if table.took_guest:
        against = True
        yield Obstacle("GAH-TURN-14", M("rounds.after-taking-guest-die-compulsory"))
    if table.extra_done or table.pass_lost:
        if not against:
            yield DecidingSwitch("U-59")
        if not table.rules.extra_actions_before_pass:
            yield Obstacle("GAH-ADD-09", M("rounds.passing-player-does-no-extra"))


def pass_turn(table: Table, player: Player, entry: Pass, case: Case) -> None:
    """``pass``: instead of a turn; wait for the reroll (GAH-PASS-01 to 05)."""
    case.cite(out_of_turn(table, player))
    if table.actor is player and table.phase == TURN:
        case.cite(passing(table, player))
    if case.stop:
        return
    if player.seat not in table.passed and table.phase == TURN:
        table.passed.append(player.seat)
    if table.actor is not player:
        return  # let stand: the turn of somebody else goes on
    closed = agenda.close_all(table, player)
    agenda.new_chain(table, player)
    if table.watches:
        turn_ended(table, player, closed)
    if table.phase == TURN:
        go_on(table, case)


def reroll(table: Table, player: Player, entry: Reroll, case: Case) -> None:
    """``reroll``: one die to the bin, the rest rolled again (GAH-PASS-05 to 09, -13)."""
    case.cite(rerolling(table, player))
    case.cite(_rerolled(table, sum(entry.dice)))
    if table.phase == REROLL and not any(entry.dice) and sum(table.dice) == 1:
        _foresee(table, case)
    if case.stop or table.phase not in (REROLL, TURN):
        return
    for other in table.players:
        agenda.close_all(table, other)
        agenda.new_chain(table, other)
    table.dice = _held(table, entry.dice)
    table.passed = []
    if not any(table.dice):
        end_round(table, case)
    else:
        begin_turn(table, player.seat)


def rerolling(table: Table, player: Player) -> Iterator[Found]:
    """Yield what forbids a reroll now: who has not passed, who rerolls (GAH-PASS-05)."""
    if table.phase == TURN:
        message = M("rounds.somebody-who-has-not-passed")
        yield Obstacle("GAH-PASS-05", message)
        yield Obstacle("GAH-PASS-09", message)
    elif table.phase != REROLL:
        yield from out_of_turn(table, player)
    elif table.actor is not player:
        assert table.actor is not None
        due = table.actor.id
        message = M("rounds.holds-lowest-open-number-rerolls", actor=due)
        yield Obstacle("GAH-PASS-06", message, due=due)


def _rerolled(table: Table, dice: int) -> Iterator[Found]:
    """Yield that other dice were rolled again than were left over but one (GAH-PASS-07)."""
    left = sum(table.dice) - 1
    if dice != left and table.phase in (REROLL, TURN):
        message = M("rounds.rerolled", dice=dice, lay=left + 1)
        yield Obstacle("GAH-PASS-06", message, rolled=dice, due=left)
        yield Obstacle("GAH-PASS-07", message, rolled=dice, due=left)


def _note_rooms(table: Table, player: Player, case: Case) -> None:
    """Note fewer starting rooms than a text may ask for: 2015-ko, the expansion (WALTZ-U-50)."""
    if player.finished_setup or rooms_placed(player) >= STARTING_ROOMS:
        return
    if table.rules.three_rooms:
        case.rest_on("GAH-SETUP-19")
    if table.box.ids:
        case.rest_on("WALTZ-U-50")


def done(table: Table, player: Player, entry: Done, case: Case) -> None:
    """``done``: ends a player's set-up, or the turn (GAH-TURN-01, GAH-ROUND-05)."""
    against = finishing(table, player)
    if against:
        case.cite(against)
    if table.phase != TURN:
        if not table.has_begun and not case.stop:
            _note_rooms(table, player, case)
            finish_setup(table, player)
        return
    mine = table.turn == player.seat
    ahead = table.round_no in table.box.foreseen  # else all is known
    if ahead and mine and table.die_taken and _closes_round(table):
        _foresee(table, case)
    if case.stop:
        return
    closed = agenda.close_all(table, player)
    agenda.new_chain(table, player)
    if mine:
        if table.watches:
            turn_ended(table, player, closed)
        go_on(table, case)


def finishing(table: Table, player: Player) -> Against:
    """Return what forbids the end of a player's set-up or turn (GAH-TURN-01)."""
    if free_turn(table, player):
        if table.die_taken:
            return NOTHING
    elif table.phase == SETUP_ROOMS and not player.events:
        return NOTHING
    return _finishing(table, player)


def _finishing(table: Table, player: Player) -> Iterator[Found]:
    yield from agenda.obligations_first(table, [player])
    if not table.has_begun:
        if table.phase == SETUP_GUESTS:
            yield Obstacle("GAH-SETUP-17", M("rounds.starting-guests-taken-before-set"))
            yield Obstacle("GAH-SETUP-19", M("rounds.set-up-has-not-come"))
        yield from other_stage(table, SETUP_ROOMS)
        return
    yield from out_of_turn(table, player)
    if table.turn != player.seat or table.phase != TURN:
        return
    if not table.die_taken:
        yield Obstacle("GAH-TURN-01", M("rounds.turn-takes-die"))
    left = further_action(table, player) if player.events else None
    if left is not None:
        yield from leaving_out(table, left)


@signal
def turn_ended(table: Table, player: Player, closed: bool) -> None:
    """A player's turn ends, with ``done`` or ``pass``, while a module watches the table.

    Nobody is next yet: what holds now would not be seen at the end of the entry any more. closed:
    whether something was open, which is closed now; else nothing has changed since the last entry.
    """


def _closes_round(table: Table) -> bool:
    return not any(table.dice) or not table.open_seats()


def _foresee(table: Table, case: Case) -> None:
    """Note, before the round is closed, what its end needs and nobody knows."""
    for foresee in box_at(table).foreseeing:
        foresee(table, case)


def foresee_emperor(table: Table, case: Case) -> None:
    """Note, before the round is closed, that an emperor tile is needed and not known."""
    if emperor.tile_of_round(table) is None and emperor.needs_tile(table):
        case.unclear(
            "emperor",
            M("rounds.emperor-tiles-not-known"),
            M("rounds.booked-without-tiles"),
            applies=True,
        )


def order_tiles(players: int) -> OrderTiles:
    """Return the numbers of the order tiles of so many players: the snake (GAH-ROUND-06)."""
    low, high = range(1, players + 1), range(2 * players, players, -1)
    return (*low,), (*high,), (None,) * players


def go_on(table: Table, case: Case) -> None:
    """Find who is next: the lowest open number, the reroll, or the end (GAH-ROUND-05)."""
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
    go_through(table, case)


def finish_emperor(table: Table) -> None:
    """When nothing of an emperor scoring is open any more, go on to the next round or the end."""
    if table.phase == EMPEROR and not any(player.events for player in table.players):
        assert table.case is not None
        go_through(table, table.case)


def go_through(table: Table, case: Case) -> None:
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


def resume(table: Table) -> None:
    """Carry out what follows the scorings of a round that is through."""
    case = Case(table.rules, None)
    for step in box_at(table).steps:
        if step.resumes:
            step.run(table, case)


def score_emperor(table: Table, case: Case) -> None:
    """The emperor scoring, where one is due (GAH-END-01)."""
    if emperor.due(table):
        table.phase = EMPEROR
        emperor.scoring(table, case)


def ready_staff(table: Table, case: Case) -> None:
    """Ready the once-per-round cards (GAH-END-02); after the last round nothing is readied."""
    if table.round_no < ROUNDS:
        for player in table.players:
            for card in player.staff:
                if player.staff[card] in (USED, WAITING):
                    player.staff[card] = READY


def turn_over(table: Table, case: Case) -> None:
    """Pass the order tiles on, open the next round; after the last one: the end."""
    if table.round_no >= ROUNDS:
        table.phase = OVER
        return
    table.first = next_first(table)
    table.round_no += 1
    table.clear_order_tiles()
    table.passed = []
    table.dice = [0] * 6
    table.phase = ROLL
