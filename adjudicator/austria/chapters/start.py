"""How a record begins: the set-up, or a position checked for contradictions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import sub
from typing import Any

from adjudicator.austria.chapters import component_figures as figures
from adjudicator.austria.chapters.rounds import ROUNDS, count_dice_in_game, resume_after_scorings
from adjudicator.austria.chapters.turns import begin_turn
from adjudicator.austria.printed.board import (
    OCCUPIED,
    ROOM_INDEX,
    Board,
    entered_board,
    night_board,
)
from adjudicator.austria.printed.editions import rules_of
from adjudicator.austria.table.box import Box, box_at
from adjudicator.austria.table.moves import word_food_counts
from adjudicator.austria.table.state import OVER, REROLL, ROLL, TURN, Figures, Player, Table
from adjudicator.messages import M, Message
from adjudicator.messages.po import BrokenData
from adjudicator.record import ImpossibleValue, Record, Unreadable


def contradiction(message: Message, key: str, rule: str) -> Unreadable:
    """Return the error for a start that cannot be, naming key and rule."""
    return Unreadable(message, key=key, rule=rule)


def begin_table(table_class: type[Table], record: Record, box: Box) -> Table:
    """Return the table as the record begins. Raises Unreadable for a contradiction."""
    document = record.document
    options = document.get("options", {})
    rules = rules_of(document["edition"], options.get("rulings", {}), box.switches)
    figures = Figures(_flatten_figures(options.get("figures", {})))
    start = document["setup"] if "setup" in document else document["position"]
    where = "setup" if "setup" in document else "position"
    names = record.players
    boards = _make_boards(start.get("boards", {}), names, figures, where)
    players = [Player(name, seat, boards[name], box) for seat, name in enumerate(names)]
    table = table_class(rules, figures, players, box)
    _begin_modules(table, start, options)
    if where == "setup":
        _take_setup(table, start)
    else:
        _take_position(table, start)
    _check_food(table, where)
    for finish in box.finishes:
        finish(table, document)
    places = len(table.figures.queue_cost)
    if table.queue is not None and len(table.queue) > places:
        raise BrokenData(f"a queue of {len(table.queue)} guests, and prices for {places}")
    return table


def _begin_modules(table: Table, start: Mapping[str, Any], options: Mapping[str, Any]) -> None:
    """Give modules their state, and players the modules' changes of their start."""
    box = box_at(table)
    for name, make in box.table_states:
        table.of[name] = make(table)
    for player in table.players:
        player.of = {name: make_own(table, player) for name, make_own in box.player_states}
    figures.take_figures(table, options.get("figures", {}))
    for begin_module in box.begins:
        begin_module(table, start, options)


def _flatten_figures(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Return the corrected figures with each group bonus as its four numbers."""
    plain = dict(figures)
    if "group_bonus" in plain:
        plain["group_bonus"] = {
            colour: row["by_size"] if isinstance(row, dict) else row
            for colour, row in plain["group_bonus"].items()
        }
    return plain


def _make_boards(
    entered: Mapping[str, Any], players: Sequence[str], figures: Figures, where: str
) -> dict[str, Board]:
    return {
        player: entered_board(
            entered[player]["floors"],
            entered[player].get("points"),
            figures.points,
            f"{where}.boards.{player}",
        )
        if player in entered
        else night_board(figures.points)
        for player in players
    }


def _check_letters(
    names: Sequence[str], kind: Mapping[str, Any], key: str, rule: str, *, some: bool = False
) -> tuple[str, ...]:
    """Return cards with the letters A, B and C. some: one or two may be left out."""
    if some and len(names) < 3 and len({kind[name].letter for name in names}) == len(names):
        return tuple(names)
    letters = sorted(complete_letters(names, kind))
    if letters != ["A", "B", "C"]:
        message = M("start.one-of-each-letter", letters="".join(letters))
        raise contradiction(message, key, rule)
    return tuple(names)


def complete_letters(names: Sequence[str], kind: Mapping[str, Any]) -> list[str]:
    """Return the letters of the cards of a list, in its order.

    Cards of unknown letter take the letters left over, in the order of the list.
    """
    known = [kind[name].letter for name in names]
    left = [letter for letter in "ABC" if letter not in known]
    return [letter if letter is not None else left.pop(0) if left else "?" for letter in known]


def _check_once(cards: Iterable[int], what: str, key: str, rule: str) -> None:
    seen: set[int] = set()
    for card in cards:
        if card in seen:
            raise contradiction(M("start.stands-twice", what=what, card=card), key, rule)
        seen.add(card)


def _take_setup(table: Table, setup: Mapping[str, Any]) -> None:
    table.politics = _check_letters(
        setup["politics"], table.politics_cards, "setup.politics", "GAH-SETUP-05"
    )
    table.emperor_tiles = _check_letters(
        setup["emperor"], table.tiles, "setup.emperor", "GAH-SETUP-06"
    )
    _check_once(setup["queue"], "guest", "setup.queue", "GAH-SETUP-03")
    table.queue = list(setup["queue"])
    table.deck = set(table.guests) - set(table.queue)
    hands = setup.get("hands", {})
    held = (card for hand in hands.values() for card in hand)
    _check_once(held, "staff", "setup.hands", "GAH-SETUP-04")
    for name, hand in hands.items():
        table.by_id[name].known = frozenset(hand)
    for player in table.players:
        table.supply = [*map(sub, table.supply, player.kitchen)]


def _take_position(table: Table, position: Mapping[str, Any]) -> None:
    table.from_position = True
    table.round_no = position.get("round", 1)
    names = [player.id for player in table.players]
    if "first_player" in position:
        table.first = names.index(position["first_player"])
    else:
        table.first = (table.round_no - 1) % len(names)
    table.politics = None
    if "politics" in position:
        table.politics = _check_letters(
            position["politics"], table.politics_cards, "position.politics", "GAH-SETUP-05"
        )
    table.emperor_tiles = None
    if "emperor" in position:
        table.emperor_tiles = _check_letters(
            position["emperor"], table.tiles, "position.emperor", "GAH-SETUP-06", some=True
        )
    for player in table.players:
        player.finished_setup = True
        given = position.get("players", {}).get(player.id, {})
        for key in sorted(box_at(table).player_keys, key=lambda key: key.late):
            key.take(table, player, given, f"position.players.{player.id}")
    for key in box_at(table).position:
        key.take(table, position, position, "position")
    _take_claims(table, position.get("claims", {}))
    _take_guests(table, position)
    discarded = position.get("discarded_staff", ())
    played = [card for player in table.players for card in player.staff]
    _check_once([*played, *discarded], "staff", "position.players", "GAH-STAFF-09")
    table.discarded_staff = frozenset(discarded)
    _take_paid_groups(table, position.get("paid_groups"))
    _take_dice(table, position)
    accepted = set(position.get("stands", ()))
    for bent_key, rule, message in find_impossible_values(table):
        if rule not in accepted:
            raise contradiction(message, f"position.{bent_key}", rule)


def _take_claims(table: Table, claims: Mapping[str, list[str]]) -> None:
    for card, discs in claims.items():
        key = f"position.claims.{card}"
        if len(set(discs)) != len(discs):
            raise contradiction(M("start.player-has-two-discs-on"), key, "GAH-POL-03")
        spaces = len(table.politics_cards[card].vp)
        if len(discs) > spaces:
            raise contradiction(M("start.spaces", spaces=spaces), key, "GAH-POL-05")
        if discs:
            table.claims[card] = list(discs)


def _take_guests(table: Table, position: Mapping[str, Any]) -> None:
    table.queue = list(position["queue"]) if "queue" in position else None
    parts = position.get("players", {})  # in the café itself nobody sits twice
    given = [parts.get(player.id, {}).get("cafe", ()) for player in table.players]
    seated = [row["guest"] for cafe in given for row in cafe]
    discards = position.get("discards", [])
    _check_once([*(table.queue or ()), *seated, *discards], "guest", "position", "GAH-SETUP-03")
    table.discards = list(discards)
    table.deck = None
    if "discards" in position:
        table.deck = set(table.guests) - table.guests_in_sight() - set(discards)


def _take_paid_groups(table: Table, given: Mapping[str, list[str]] | None) -> None:
    """Without ``paid_groups`` every full group has been paid: it was, when it was filled."""
    for player in table.players:
        board = player.board
        if given is not None and player.id in given:
            rooms = (ROOM_INDEX[name] for name in given[player.id])
            paid = {board.group_of[room] for room in rooms}
        else:
            paid = {
                group
                for group, rooms in enumerate(board.groups)
                if all(player.rooms[room] == OCCUPIED for room in rooms)
            }
        player.paid_groups = frozenset(paid)


def _take_dice(table: Table, position: Mapping[str, Any]) -> None:
    """Find the phase: a roll due, a turn, or a reroll due."""
    _take_order_tiles(table, position)
    table.phase = ROLL
    dice, accepted = position.get("dice"), position.get("stands", ())
    on_the_way = sum(dice or ()) > 0 or position.get("die_taken", False)
    goes_on = on_the_way or WITHOUT_DIE in accepted
    if dice is None or not (goes_on or table.any_covered):
        if BEFORE_THE_ROLL not in accepted:
            _check_before_roll(table, position)
        if dice is not None and table.round_no == ROUNDS and position.get("phase") == OVER:
            # The last dice went to the bin, and nobody covered a number.
            resume_after_scorings(table)
    elif on_the_way or BEFORE_THE_ROLL not in accepted:
        _take_round(table, position, goes_on=goes_on)


def _take_round(table: Table, position: Mapping[str, Any], *, goes_on: bool) -> None:
    """Take a round whose dice have been rolled. goes_on: its turns are not over."""
    for key in ("die", "boosted"):
        if position.get(key) and not position.get("die_taken", False):
            raise contradiction(M("start.no-die-taken"), f"position.{key}", WITHOUT_DIE)
    table.dice = list(position["dice"])
    seat = _find_seat_on_turn(table, position)
    if seat is None or not goes_on:
        resume_after_scorings(table)  # the round is through, with its emperor scoring
    else:
        _take_turn(table, seat, position)


def _take_order_tiles(table: Table, position: Mapping[str, Any]) -> None:
    """Take the dice on order tiles and the players that have passed. No dice are too many."""
    names = [player.id for player in table.players]
    given = position.get("taken", {})
    table.taken = [given.get(name, 0) for name in names]
    table.covered = [dice + more for dice, more in zip(table.taken, table.covered, strict=True)]
    table.passed = [names.index(name) for name in position.get("passed", [])]
    if len(set(table.passed)) != len(table.passed):
        raise contradiction(M("start.player-has-passed-twice"), "position.passed", "GAH-PASS-02")
    lying, taken, due = sum(position.get("dice", ())), sum(table.taken), count_dice_in_game(table)
    if lying + taken > due:
        message = M("start.dice", lying=lying, taken=taken, due=due)
        raise contradiction(message, "position.dice", "GAH-SETUP-07")


def _find_seat_on_turn(table: Table, position: Mapping[str, Any]) -> int | None:
    """Return the seat on turn, None at the end of a round."""
    turn_of, die_taken = position.get("turn_of"), position.get("die_taken", False)
    named = None if turn_of is None else table.by_id[turn_of].seat
    seat = _find_seat_due(table, die_taken=die_taken) if named is None else named
    if die_taken and (seat is None or not _has_covered_number(table, seat)):
        raise contradiction(M("start.die-taken-covers-no-number"), "position.taken", "GAH-TURN-11")
    return seat


def _take_turn(table: Table, seat: int, position: Mapping[str, Any]) -> None:
    """Begin a turn, and take the values of its state."""
    begin_turn(table, seat)
    table.die_taken = die_taken = position.get("die_taken", False)
    no_guest = position.get("guest_taken", False)
    table.guest_taken = die_taken or no_guest
    table.extra_done = position.get("extra_done", False)
    by_guest = no_guest and not die_taken and not table.extra_done
    table.took_guest = position.get("took_guest", by_guest)
    table.die = position.get("die") if die_taken else None
    table.boosted = position.get("boosted", False) and die_taken
    if not die_taken and seat in table.passed:
        others = (each for each in range(len(table.players)) if each not in table.passed)
        if all(table.open_number(other) is None for other in others):
            table.phase = REROLL


OF_A_ROUND = (
    *("taken", "passed", "die_taken", "turn_of", "guest_taken", "took_guest"),
    *("extra_done", "die", "boosted"),
)
"""Keys of a position that say something of a round whose dice have been rolled."""


def _check_before_roll(table: Table, position: Mapping[str, Any]) -> None:
    """Check that no value belongs to a round before its roll (GAH-ROUND-02)."""
    for key in OF_A_ROUND:
        value = position.get(key)
        if any(value.values()) if isinstance(value, dict) else value:
            message = M("turns.round-begins-with-roll", first=table.players[table.first].id)
            raise contradiction(message, f"position.{key}", BEFORE_THE_ROLL)


def _find_seat_due(table: Table, *, die_taken: bool = False) -> int | None:
    """Return the seat with the lowest open number that has not passed, else the lowest.

    die_taken: whether that seat has covered its number already; of several it can be the one
    that covered the highest.
    """
    if die_taken:
        seats = []
        for seat in range(len(table.players)):
            number, due = (
                _find_last_covered(table, seat)
                if _has_covered_number(table, seat)
                else (None, False)
            )
            if due:
                seats.append((number or 0, seat))
        return max(seats)[1] if seats else None
    numbers = [
        (number, seat)
        for seat in range(len(table.players))
        if (number := table.open_number(seat)) is not None
    ]
    waiting = [(number, seat) for number, seat in numbers if seat not in table.passed]
    ready = waiting or numbers
    return min(ready)[1] if ready else None


def _has_covered_number(table: Table, seat: int) -> bool:
    """Return whether a seat's order tile has a covered number, by a die or otherwise."""
    return table.open_number(seat) != table.tile_number(seat)


def _find_last_covered(table: Table, seat: int) -> tuple[int | None, bool]:
    """Return the number that a seat covered last, and whether it was this seat's turn."""
    table.covered[seat] -= 1
    number, due = table.open_number(seat), _find_seat_due(table)
    table.covered[seat] += 1
    return number, due == seat


BEFORE_THE_ROLL = "GAH-ROUND-02"
"""The rule broken by a number covered before the roll of the round."""

WITHOUT_DIE = "GAH-TURN-01"
"""The rule broken by a turn without a die on the board: the round should be over."""


def find_impossible_values(table: Table) -> Iterator[ImpossibleValue]:
    """Yield the values that break rules and can only come from an entry that was let stand.

    A printed position names the rules in ``stands``; reading accepts these breaches.
    """
    for card in table.claims:
        if table.politics is not None and card not in table.politics:
            yield f"claims.{card}", "GAH-POL-04", M("start.this-card-not-in-play")
    cards = sum(player.hand + len(player.staff) for player in table.players)
    if cards > len(table.staff_cards):
        message = M("start.staff-cards", cards=cards, exist=len(table.staff_cards))
        yield "players", "GAH-STAFF-09", message
    if (table.phase == ROLL or table.in_setup) and (table.any_covered or table.passed):
        first = table.players[table.first].id
        yield "taken", BEFORE_THE_ROLL, M("turns.round-begins-with-roll", first=first)
    if table.phase in (TURN, REROLL) and not table.die_taken and not any(table.dice):
        yield "dice", WITHOUT_DIE, M("rounds.turn-takes-die")
    if any(table.open_number(seat) is None for seat in table.passed):
        yield "passed", "GAH-PASS-02", M("start.who-has-covered-both-numbers")
    if table.phase in (TURN, REROLL) and table.turn is not None:
        seat = table.turn
        covered = table.die_taken and _has_covered_number(table, seat)
        due = _find_last_covered(table, seat)[1] if covered else _find_seat_due(table) == seat
        if not due:
            message = M("start.does-not-hold-lowest-open", player=table.players[seat].id)
            yield "turn_of", "GAH-ROUND-05", message
    for bends in box_at(table).bends:
        yield from bends(table)


def _check_food(table: Table, where: str) -> None:
    """Check that no kind of food exceeds its pieces (GAH-FOOD-08)."""
    if where == "setup":
        return
    for food in table.box.food_range:
        stock = table.box.stocks[food]
        out = sum(
            player.kitchen[food] + sum(guest.lies[food] for guest in player.cafe.values())
            for player in table.players
        )
        if out > stock.count and stock.is_limited(table.rules):
            counts = list(table.box.nothing)
            counts[food] = out
            message = M(
                "start.supply", counts=word_food_counts(counts, table.box.foods), exist=stock.count
            )
            raise contradiction(message, "position.players", "GAH-FOOD-08")
        table.supply[food] -= out
