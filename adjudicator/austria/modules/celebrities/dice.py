"""Coloured dice: their spaces, their price, rolling and binning (WALTZ2-DIE, -PASS)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, combinations
from typing import Any

from adjudicator.austria.chapters.actions import (
    DEAREST,
    ExtraAction,
    TakeDie,
    UsesDie,
    can_afford_six,
    count_dice_on,
    count_krones_spent,
    offer_ways_to_act,
    plan_action,
)
from adjudicator.austria.chapters.rounds import Pass, Reroll, Roll
from adjudicator.austria.modules.celebrities.bar import bar_of, held_by, take_celebrity
from adjudicator.austria.modules.celebrities.swap import before_pass
from adjudicator.austria.modules.celebrities.tokens import COLOUR, COLOURS
from adjudicator.austria.table import moves
from adjudicator.austria.table.declarations import Item, Judge
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.house_rules import does_switch_decide
from adjudicator.austria.table.state import EMPEROR, REROLL, ROLL, TURN, Player, Table
from adjudicator.entries import AddedKeys, Entry, key, keys
from adjudicator.hints import Hint, Near
from adjudicator.hooks import question
from adjudicator.messages import M
from adjudicator.obstacles import NOTHING, Against, Doubt, Found, Obstacle, is_allowed

UNKNOWN = 0
"""The space of a coloured die of which nobody knows whether and where it lies."""


class Fallen(AddedKeys):
    """Where the coloured dice fell, by colour."""

    spaces: Mapping[str, int] = keys(lambda s: dict.fromkeys(COLOURS, s.die))


class FallenAgain(AddedKeys):
    """Where the coloured dice left over fell, and the one that went into the bin."""

    spaces: Mapping[str, int] = keys(lambda s: dict.fromkeys(COLOURS, s.die))
    bin: str | None = key(lambda s: COLOUR, default=None)


def colour_price(table: Table, player: Player, entry: UsesDie) -> int:
    """Return the price of a coloured die: 1 krone for each real die that stays (WALTZ2-DIE-05)."""
    return max(0, count_dice_on(table, player, entry, entry.die) - 1)


def list_colour_ways(known: list[Item], table: Table, player: Player, do: str) -> list[Item]:
    """Return the ways to use a die: white ones as before, and each coloured one."""
    if do != "take_die":
        return known
    return known + [{"colour": colour} for colour in COLOURS if colour in table.named_dice]


def is_colour_takeable(lies: bool, table: Table, player: Player, entry: UsesDie) -> bool:
    """Return whether the die that an entry means lies on its space and can be paid."""
    if not lies or not isinstance(entry, TakeDie):
        return lies
    return is_allowed(find_colour_obstacles(table, player, entry))


def add_colour_price(krones: int, table: Table, player: Player, entry: Entry) -> int:
    """Return the krones spent before the action is paid, including the price of the colour."""
    if not isinstance(entry, TakeDie) or entry.colour is None:
        return krones
    return krones + colour_price(table, player, entry)


def around_take_die(judge: Judge[TakeDie]) -> Judge[TakeDie]:
    """Check the colour of the die before the action is judged."""

    def take_die(table: Table, player: Player, entry: TakeDie, case: Case) -> None:
        moved = entry.moved is not None
        nowhere = _moved_from_nowhere(table, entry) if moved else []
        if nowhere:
            case.cite(nowhere)
        if moved or entry.colour is not None or entry.die in table.named_dice.values():
            against = find_colour_obstacles(table, player, entry)
            if against:
                case.cite(against)
        judge(table, player, entry, case)

    return take_die


def around_extra_action(judge: Judge[ExtraAction]) -> Judge[ExtraAction]:
    """Note a die that was moved from a space where it is not known to lie."""

    def extra_action(table: Table, player: Player, entry: ExtraAction, case: Case) -> None:
        case.cite(_moved_from_nowhere(table, entry))
        judge(table, player, entry, case)

    return extra_action


def _moved_from_nowhere(table: Table, entry: UsesDie) -> list[Doubt]:
    moved = entry.moved
    unknown = isinstance(moved, str) and table.named_dice.get(moved) == UNKNOWN
    return [_unknown_place(str(moved))] if unknown else []


def _unknown_place(colour: str) -> Doubt:
    message, default = (
        M("celebrities.place-unknown", colour=colour),
        M("celebrities.taken-as-entered"),
    )
    return Doubt("coloured", message, default, applies=True)


def find_colour_obstacles(table: Table, player: Player, entry: TakeDie) -> Against:
    """Yield the obstacles to the colour of a die: its space, its price (WALTZ2-DIE)."""
    if entry.colour is None and entry.moved is None:
        coloured = [*table.named_dice.values()].count(entry.die)
        if not coloured or coloured < table.dice[entry.die - 1]:
            return NOTHING
    return _find_colour_obstacles(table, player, entry)


def _find_colour_obstacles(table: Table, player: Player, entry: TakeDie) -> Against:
    if entry.colour is not None:
        return _obstacles_to_coloured_die(table, player, entry, entry.colour)
    die, dice, moved = entry.die, table.named_dice, entry.moved
    there = [*dice.values()].count(die)
    if isinstance(moved, str) and dice.get(moved, die) != die:
        there += 1  # the coloured die that the entry moves there
    if not there or not 0 < count_dice_on(table, player, entry, die) <= there:
        return []
    message = M("celebrities.no-white-die", die=die)
    return [Obstacle("WALTZ2-DIE-03", message, die=die)]


def _obstacles_to_coloured_die(
    table: Table, player: Player, entry: TakeDie, colour: str
) -> Against:
    against: list[Found] = []
    die = entry.die
    at = die if entry.moved == colour else table.named_dice.get(colour)
    if at is None:
        message = M("celebrities.die-gone", colour=colour)
        against.append(Obstacle("WALTZ2-DIE-01", message, colour=colour))
    else:
        if colour not in bar_of(table).slots:
            message = M("celebrities.slot-unknown", colour=colour)
            against.append(Doubt("bar", message, M("celebrities.nobody-came"), applies=True))
        if at == UNKNOWN:
            against.append(_unknown_place(colour))
        elif at != die:
            message = M("celebrities.die-elsewhere", colour=colour, die=die, space=at)
            against.append(Obstacle("WALTZ2-DIE-01", message, colour=colour, space=at))
    if table.dice[die - 1] + 1 + DEAREST >= player.krones:  # with a die moved there, too
        against += _beyond_purse(table, player, entry)
    return against


def _beyond_purse(table: Table, player: Player, entry: TakeDie) -> Iterator[Found]:
    """Yield krones that lack for the colour, or after it for boost and space 6 (WALTZ2-DIE-06)."""
    cost = colour_price(table, player, entry)
    if cost > player.krones:
        message = M("celebrities.die-costs", price=cost, krones=player.krones)
        yield Obstacle("WALTZ2-DIE-06", message, price=cost, krones=player.krones)
        yield Obstacle("GAH-MONEY-03", message, price=cost, krones=player.krones)
        return
    boost, copied = entry.boost, entry.as_
    if cost + DEAREST < player.krones or not (boost or entry.die == 6):
        return
    chosen = plan_action(table, player, entry, taken=True)
    gone = count_krones_spent(table, player, entry)
    unpaid = entry.die == 6 and copied is None
    if chosen.price + gone > player.krones or (
        unpaid and not can_afford_six(table, player, boost=boost, gone=gone)
    ):
        more = 1 + boost if unpaid else chosen.price
        message = M("celebrities.die-and-more", price=cost, more=more, krones=player.krones)
        yield Obstacle("WALTZ2-DIE-06", message, price=cost, krones=player.krones)


def taken_from(die: int, table: Table, player: Player, entry: UsesDie) -> int:
    """Return the space that the die leaves; it is another only where an entry was let stand."""
    at = table.named_dice.get(entry.colour or "") if isinstance(entry, TakeDie) else None
    if at is not None:
        return at or die
    if table.plain_dice(die) > 0:
        return die
    most = max(range(1, 7), key=table.plain_dice)
    return most if table.plain_dice(most) > 0 else die


def colour_taken(table: Table, player: Player, entry: TakeDie, space: int) -> None:
    """Pay for a coloured die, then take the celebrity with its VP (WALTZ2-DIE-04)."""
    if entry.colour is not None and entry.colour in table.named_dice:
        del table.named_dice[entry.colour]
        moves.pay_krones(table, player, table.dice[space - 1], "die")
        take_celebrity(table, player, entry.colour)
    if table.case is not None and table.case.stands:
        fit_colours_to_dice(table)


def fit_colours_to_dice(table: Table) -> None:
    """Keep coloured dice within the dice of their space after an illegal take was let stand."""
    dice = table.named_dice
    there = Counter(space for space in dice.values() if space != UNKNOWN)
    for colour in reversed(COLOURS):
        space = dice.get(colour, UNKNOWN)
        if space != UNKNOWN and there[space] > table.dice[space - 1]:
            there[space] -= 1
            del dice[colour]


# --- roll and reroll --------------------------------------------------------------------------


def around_roll(judge: Judge[Roll]) -> Judge[Roll]:
    """Check the colours of a roll, and put them where they fell (WALTZ2-DIE-01)."""

    def roll(table: Table, player: Player, entry: Roll, case: Case) -> None:
        named = Fallen.read_from(entry).spaces
        if len(named) < len(COLOURS):
            case.cite(_not_named(COLOURS, named))
        against = _list_colours_beyond_dice(entry.dice, named)
        if against:
            case.cite(against)
        own, due = len(case.breaches), table.phase in (ROLL, EMPEROR)
        judge(table, player, entry, case)
        if not due:
            _say_last(case, own)
        if not case.stop and table.phase == TURN:
            table.named_dice = {**named}
            if case.stands:
                fit_colours_to_dice(table)

    return roll


def _say_last(case: Case, count: int) -> None:
    """Put the first breaches last: that no roll is due matters more than the colours."""
    case.breaches = [*case.breaches[count:], *case.breaches[:count]]


def _not_named(lying: Iterable[str], named: Collection[str]) -> Iterator[Found]:
    """Yield the colours that were rolled and are not named (WALTZ2-DIE-01)."""
    for colour in lying:
        if colour not in named:
            message = M("celebrities.colour-not-rolled", colour=colour)
            yield Obstacle("WALTZ2-DIE-01", message, colour=colour)


def _list_colours_beyond_dice(dice: list[int], named: Mapping[str, int]) -> Sequence[Found]:
    """Return colours on spaces that have fewer dice (WALTZ2-DIE-01)."""
    against: list[Found] = []
    spaces = [*named.values()]
    for space in dict.fromkeys(spaces):
        count = spaces.count(space)
        if count > dice[space - 1]:
            message = M("celebrities.more-than-dice", count=count, die=space, dice=dice[space - 1])
            against.append(Obstacle("WALTZ2-DIE-01", message, space=space, dice=dice[space - 1]))
    return against


def _find_rerolled(table: Table) -> tuple[tuple[str, ...], tuple[str, ...], int]:
    """Return the dice that a reroll may name.

    They are the coloured dice known to lie, the unknown ones, and the number of other dice, dice of
    unknown colour included.
    """
    dice = table.named_dice
    sure = tuple(colour for colour in COLOURS if dice.get(colour))
    whites = sum(table.dice) - len(sure)
    perhaps = tuple(colour for colour in COLOURS if whites and dice.get(colour) == UNKNOWN)
    return sure, perhaps, whites


def around_reroll(judge: Judge[Reroll]) -> Judge[Reroll]:
    """Check the colours of a reroll and of the bin (WALTZ2-PASS-01, -02)."""

    def reroll(table: Table, player: Player, entry: Reroll, case: Case) -> None:
        rolling = table.phase in (REROLL, TURN)
        if rolling:
            said = FallenAgain.read_from(entry)
            case.cite(find_reroll_obstacles(table, player, said.spaces, said.bin))
            case.cite(_list_colours_beyond_dice(entry.dice, said.spaces))
        own, due = len(case.breaches), table.phase == REROLL
        judge(table, player, entry, case)
        if not due:
            _say_last(case, own)
        if rolling and not case.stop and table.phase == TURN:
            lay, fell = table.named_dice, FallenAgain.read_from(entry).spaces
            table.named_dice = {colour: at for colour, at in fell.items() if colour in lay}
            if case.stands:
                fit_colours_to_dice(table)

    return reroll


def find_reroll_obstacles(
    table: Table, player: Player, named: Collection[str], bin_: str | None
) -> Iterator[Found]:
    """Yield the obstacles to the colours of a reroll and of the bin (WALTZ2-PASS)."""
    sure, perhaps, whites = _find_rerolled(table)
    if not whites and table.actor is not player:
        yield Obstacle("WALTZ2-PASS-02", M("celebrities.roller-chooses"))
    if bin_ is not None and whites > 0 and not perhaps:
        yield Obstacle("WALTZ2-PASS-01", M("celebrities.white-first", colour=bin_), bin=bin_)
    elif not whites and len(sure) > 1 and bin_ is None:
        message = M("celebrities.which-goes")
        yield Obstacle("WALTZ2-PASS-02", message, lying=list(sure))
    goes = (bin_,) if bin_ is not None else sure if not whites else ()
    yield from _not_named([colour for colour in sure if colour not in goes], named)
    for colour in COLOURS:
        gone = colour not in sure + perhaps
        if (colour in named and (gone or colour == bin_)) or (colour == bin_ and gone):
            message = M("celebrities.die-gone", colour=colour)
            yield Obstacle("WALTZ2-DIE-01", message, colour=colour)


def add_colour_places(known: list[Item], table: Table) -> list[Item]:
    """Return the items of ``next``; items of rolls get the places of the coloured dice."""
    offered: list[Item] = []
    for item in known:
        if item["do"] == "roll":
            offered.append({**item, **dict.fromkeys(COLOURS, "seen")})
        elif item["do"] == "reroll":
            offered += [{**item, **keys} for keys in _reroll_keys(table)]
        else:
            offered.append(item)
    return offered


def _reroll_keys(table: Table) -> Iterator[Item]:
    """Yield the keys of a reroll: the colours that fall again, and the one in the bin."""
    assert table.actor is not None
    sure, perhaps, _ = _find_rerolled(table)
    dice, most = (*sure, *perhaps), sum(table.dice) - 1
    for bin_ in (None, *dice):
        for count in range(min(len(dice), most) + 1):
            for named in combinations(dice, count):
                if is_allowed(find_reroll_obstacles(table, table.actor, named, bin_)):
                    keys: Item = {colour: "seen" for colour in COLOURS if colour in named}
                    yield keys if bin_ is None else {**keys, "bin": bin_}


# --- passing ----------------------------------------------------------------------------------


def is_stuck(table: Table, player: Player) -> bool:
    """Return whether a player can neither pay for a die nor do without one (WALTZ-U-53)."""
    if table.phase != TURN or table.actor is not player or table.die_taken:
        return False
    if without_die(table, player):
        return False
    return next(offer_ways_to_act(table, player, "take_die"), None) is None


@question
def without_die(table: Table, player: Player) -> bool:
    """Return whether a turn can go on without a die."""
    return False


def add_swap_obstacle(found: Against, table: Table, player: Player) -> Against:
    """Return the obstacles to a pass, with a swap done in the turn (U-59)."""
    if held_by(player).swapped_in != table.turn_no or is_stuck(table, player):
        return found
    return chain(before_pass(table), found)


def can_pass_anyway(may: bool, table: Table, player: Player) -> bool:
    """Return whether a pass is possible: always if no die can be paid (WALTZ-U-53)."""
    return may or is_stuck(table, player)


def around_pass(judge: Judge[Pass]) -> Judge[Pass]:
    """Note that only an empty action keeps somebody from passing (U-01, U-02)."""

    def pass_turn(table: Table, player: Player, entry: Pass, case: Case) -> None:
        free = is_stuck(table, player)
        judge(table, player, entry, case)
        if not free and case.breaches:
            for switch in ("U-01", "U-02"):
                if does_switch_decide(table, switch, partial(is_stuck, table, player)):
                    case.rest_on(switch)

    return pass_turn


def word_coloured(values: tuple[Any, ...], near: Near) -> M:
    """Return the words for a coloured die, with its space."""
    return M("celebrities.hint-coloured", values=values, die=near.entry["die"])


HINTS: Mapping[str, Hint] = {
    "colour": Hint(word_coloured, lists=False, without=M("celebrities.hint-white"), covers=("die",))
}
"""How hints speak of coloured dice, by the key of an entry."""
