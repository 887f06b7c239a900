"""The six action spaces: taking a die, and the action of guest 97 (GAH-ACT, GAH-TURN-09 to 11)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any

from adjudicator.austria.chapters.place import (
    add_place,
    check_own_place,
    count_placeable_food,
    count_wanted_food,
    put_on_guests,
)
from adjudicator.austria.chapters.turns import (
    WAITING_ACTION,
    force_turn,
    has_free_turn,
    obstacles_to_turn,
    obstacles_without_part,
)
from adjudicator.austria.printed.catalogue import Foods, Part, Trait, make_shared_part, read_words
from adjudicator.austria.table import agenda, moves, prices
from adjudicator.austria.table.agenda import make_open_parts
from adjudicator.austria.table.box import box_at, make_entry
from adjudicator.austria.table.declarations import Deed, Item, Kind, make_item
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.house_rules import list_other_rules
from adjudicator.austria.table.state import TURN, Event, Open, Player, Table
from adjudicator.entries import Amounts, ByPlayer, Entry, Pieces, Place, key, verb
from adjudicator.hooks import question, signal
from adjudicator.messages import M
from adjudicator.obstacles import (
    NOTHING,
    Against,
    DecidingSwitch,
    Found,
    Obstacle,
    collect_answer,
    is_allowed,
)
from adjudicator.shapes import BOOLEAN, OneOf

FOOD_ACTIONS: Mapping[int | None, tuple[str, ...]] = {1: ("strudel", "cake"), 2: ("wine", "coffee")}
"""Basic and finer food of spaces 1 and 2; the finer may not outnumber the basic one."""

FOOD_RULES = {1: ("GAH-ACT-11", "GAH-ACT-12"), 2: ("GAH-ACT-21", "GAH-ACT-22")}

DEAREST = 2
"""The most that an action costs in krones: boost and space 6 (GAH-ADD-10)."""

GAIN_RULES = {
    1: "GAH-ACT-11",
    2: "GAH-ACT-21",
    3: "GAH-ACT-31",
    4: "GAH-ACT-41",
    5: "GAH-ACT-51",
    None: "GAH-ACT-61",
}
"""The rule broken by a gain that the action cannot give."""

MAIN_PARTS = {"prepare": GAIN_RULES[3], "play_staff": GAIN_RULES[5]}
"""What a die opens, with the rule of its action."""


GIZIA = "guest:97"
"""The source of a further action that nothing has opened (GAH-GUEST-04)."""

Die = str | int
"""A die: by its name, or by the space on which it lies."""


class UsesDie(ByPlayer):
    """An entry that does the action of a die.

    gain: the amounts taken, by food, krones and steps. as_: the action that a 6 copies. moved: the
    die that it moves to the space first, if a module allows that.
    """

    die: int = key(lambda s: s.die)
    boost: bool = key(lambda s: BOOLEAN, default=False)
    gain: Amounts | None = key(lambda s: s.gain, default=None, made=lambda s: s.read_amounts)
    as_: int | None = key(lambda s: s.copied, default=None)
    place: Place | None = key(lambda s: s.place, default=None, made=lambda s: s.read_place)
    moved: Die | None = key(None, default=None)


@verb("take_die")
class TakeDie(UsesDie):
    """A die taken. colour: the name of one of the dice that modules name."""

    colour: str | None = key(None, default=None)


@verb("extra_action")
class ExtraAction(UsesDie):
    """The action of guest 97, without taking a die."""

    from_: str | None = key(lambda s: s.source, default=None)


@verb("decline")
class Decline(ByPlayer):
    """An open part left unused."""

    what: str | None = key(
        lambda s: OneOf(s.opened, M("vocabulary.verb-that-part-waits-for")), default=None
    )
    from_: str | None = key(lambda s: s.source, default=None)


@dataclass(frozen=True, slots=True)
class Action:
    """An action as chosen, before it is carried out.

    die: the space used. action: 1 to 5, None for a six without ``as``. strength: dice counted
    (GAH-TURN-10). reacts: the die that staff cards see, None when none react (GAH-ACT-64, U-10).
    price: krones due (boost and space 6). both: krones and steps for each point (GAH-CARD-15).
    """

    die: int
    action: int | None
    strength: int
    reacts: int | None
    price: int
    both: bool
    staff: Collection[int] | None = None
    """For an action that waited: the cards in play when its die was taken; None: those now."""
    plain: bool = field(init=False)
    """Whether nothing but the die is asked for: no krone, no action to copy."""
    opens: Part | None = field(init=False)
    """The rooms of action 3 or the hiring of action 5, without what staff adds; else None."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "plain", self.die != 6 and not self.price)
        opens: Part | None = None
        if self.strength > 0 and self.action == 3:
            opens = Part("prepare", self.strength)
        elif self.strength > 0 and self.action == 5:
            opens = Part("play_staff", discount=self.strength)
        object.__setattr__(self, "opens", opens)


@dataclass(frozen=True, slots=True)
class Postponed:
    """An action that waits behind a choice, brought by its die or by the piece taken instead.

    entry: the entry itself. chosen: the action. ``carry_out(table, player, entry, chosen, chain)``
    goes on when the choice is made.
    """

    entry: Entry
    chosen: Action
    carry_out: Callable[[Table, Player, Any, Action, int], None]


POSTPONED: Trait[Postponed] = Trait()
"""The action that a part holds."""


def count_dice_by_space(table: Table, player: Player) -> list[int]:
    """Return the dice per space; the die of an action under way still counts on its space."""
    dice = table.dice
    if not player.events:
        return dice
    under_way = any(event.main and event.parts for event in player.events)
    if under_way and table.die is not None and table.turn == player.seat:
        dice = dice[:]
        dice[table.die - 1] += 1
    return dice


def can_act(table: Table, player: Player, part: Open) -> bool:
    """Return whether a further action has a die to count."""
    return any(count_dice_by_space(table, player))


def note_waiting_krones(table: Table, player: Player, part: Open) -> None:
    """Note that U-14 decides if waiting krones may pay for the action of guest 97."""
    if prices.list_waiting_krones(player, part):
        dearest = max(table.staff_cost(card) or 0 for card in table.staff_cards)
        if player.krones < dearest:
            table.rest_on("U-14")


@signal
def die_moved(table: Table, player: Player, entry: UsesDie) -> None:
    """An entry with ``moved`` is legal: listeners move the die."""


@signal
def die_taken(
    table: Table, player: Player, entry: Entry, chosen: Action, space: int | None
) -> None:
    """A die is off the board, or something was taken instead; nothing is paid or booked.

    space: where the die lay, None where something else was taken. If a listener opens a choice, the
    price is paid and the action waits behind it.
    """


@signal
def named_die_taken(table: Table, player: Player, entry: TakeDie, space: int) -> None:
    """The same of a die with a name, or of any that was let stand, before ``die_taken``."""


def _takes_less_food(table: Table, entry: UsesDie, chosen: Action) -> bool:
    """Return whether an action of food takes less than its strength, which may be 0."""
    if chosen.action not in table.box.food_actions:
        return False
    return (0 if entry.gain is None else entry.gain.total) < chosen.strength


@signal
def less_food_taken(table: Table, player: Player) -> None:
    """A legal action of food takes less than its strength allows."""


def count_dice_on(table: Table, player: Player, entry: UsesDie, die: int) -> int:
    """Return how many dice lie on a space for an entry; one that ``next`` asks about too."""
    dice = count_dice_by_space(table, player)[die - 1] if player.events else table.dice[die - 1]
    return dice if entry.moved is None else dice + count_dice_moved_in(table, player, entry, die)


@question
def count_dice_moved_in(table: Table, player: Player, entry: UsesDie, die: int) -> int:
    """Return how many dice an entry with ``moved`` moves to a space."""
    return 0


@question
def count_krones_spent(table: Table, player: Player, entry: Entry) -> int:
    """Return the krones spent (below 0: gained) for a die before its action's price is due."""
    return 0


@question
def find_space_left(table: Table, player: Player, entry: UsesDie) -> int:
    """Return the space that a die leaves, of an entry that was let stand."""
    return entry.die


def plan_action(table: Table, player: Player, entry: UsesDie, *, taken: bool = True) -> Action:
    """Return the action that a die and its options stand for.

    entry: as it stands or, for ``next``, as far as it has been chosen. taken: whether a die is
    taken, so that staff cards react; in the further turn of guest 97 it is not, and by house rule
    they react all the same (U-10).
    """
    die, copied, staff = entry.die, entry.as_, player.staff
    strength, price = count_dice_on(table, player, entry, die), 0
    if entry.boost:
        strength, price = strength + 1, 1
    reacts: int | None = None
    both = free = False
    if taken or table.rules.further_action_reacts:
        reacts = copied if die == 6 and copied and table.rules.copied_action_reacts else die
        if staff:
            reactions = table.box.reactions
            for card in reactions.strength[reacts]:  # loops: this is asked of every die
                if card in staff:
                    strength += 1
            for card in reactions.both[reacts]:
                both = both or card in staff
            if die == 6:
                if reacts != 6:
                    strength += sum(card in staff for card in reactions.strength[6])
                free = any(card in staff for card in reactions.free_six)
    action: int | None = die
    if die == 6:
        action = copied
        if copied is not None and not free:
            price += 1
    return make_action(die, action, strength, reacts, price, both)


make_action = lru_cache(maxsize=4096)(Action)
"""Returns an action; most are like one before."""


def note_turn_spent(table: Table, die: int | None, boost: bool = False) -> None:
    """Note that the turn's die was taken; None: something replaced the die (GAH-TURN-01).

    Outside of any turn, where only a ruling lets it be taken, there is nothing to note.
    """
    if table.phase == TURN:
        table.die_taken = table.guest_taken = True
        table.die = die
        table.boosted = boost


def obstacles_to_taking_die(table: Table, player: Player) -> Against:
    """Return the obstacles to taking any die now (GAH-TURN-01, GAH-ROUND-04)."""
    if has_free_turn(table, player) and not table.die_taken:
        return NOTHING
    return _obstacles_to_taking_die(table, player)


def _obstacles_to_taking_die(table: Table, player: Player) -> Against:
    due, waits = obstacles_to_turn(table, player), agenda.open_part_obstacles(table, player)
    return itertools.chain(due, waits, _list_spent_turn_obstacles(table, player))


def _list_spent_turn_obstacles(table: Table, player: Player) -> Iterator[Found]:
    own = table.turn == player.seat
    if own and table.die_taken:
        yield Obstacle("GAH-TURN-01", M("actions.one-die-a-turn"))
    if (not own or table.die_taken) and table.open_number(player.seat) is None:
        yield Obstacle("GAH-ROUND-04", M("actions.both-numbers-covered"))


def take_die(table: Table, player: Player, entry: TakeDie, case: Case) -> None:
    """``take_die``: take a die and do its action (GAH-TURN-09 to 11)."""
    against = obstacles_to_taking_die(table, player)
    if against:
        case.cite(against)
    die = entry.die
    chosen = plan_action(table, player, entry)
    if die == 6:
        _note_copied_reactions(player, die, entry.as_, case)
    _check_action(table, player, entry, chosen, case)
    case.cite(obstacles_to_unused_strength(table, entry, chosen, entry.gain))
    if case.stop:
        return
    if against:
        force_turn(table, player)
    chain = agenda.begin_chain(table, player)
    if entry.moved is not None:
        die_moved(table, player, entry)
    if case.stands:
        die = find_space_left(table, player, entry)
    dice, seat, taken = table.dice, player.seat, table.taken
    left = dice[die - 1]
    if not left:  # let stand: some die is gone, whichever space it came from
        left = max(dice)
        die = dice.index(left) + 1
    if left:
        dice[die - 1] = left - 1
    if taken[seat] < 2:
        taken[seat] += 1
        table.covered[seat] += 1
    note_turn_spent(table, chosen.die, entry.boost)
    if table.box.answers:
        if _takes_less_food(table, entry, chosen):
            less_food_taken(table, player)
        if entry.colour is not None or case.stands or die_taken in player.answers:
            waiting = len(player.events)
            signal_die_taken(table, player, entry, chosen, die, chain)
            if len(player.events) > waiting:
                postpone_action(
                    table, player, Postponed(entry, chosen, carry_out_action), waiting, chain
                )
                return
    carry_out_action(table, player, entry, chosen, chain)
    if chosen.opens is not None and has_lost_main_part(player):
        case.rest_on("U-01")


def signal_die_taken(
    table: Table, player: Player, entry: Entry, chosen: Action, space: int | None, chain: int
) -> None:
    """Signal that a die was taken. Parts that listeners open stand in front."""
    player.apart = True
    if space is not None and isinstance(entry, TakeDie):
        named_die_taken(table, player, entry, space)
    die_taken(table, player, entry, chosen, space)
    player.apart = False
    if player.later:
        agenda.open_in_front(table, player, chain)


def postpone_action(
    table: Table, player: Player, action: Postponed, waiting: int, chain: int
) -> None:
    """Let an action wait for a choice that was opened in front of ``waiting`` events.

    The price is paid at once, after earlier bookings. The rest follows when the choice is made.
    """
    moves.pay_krones(table, player, action.chosen.price, "die")
    chosen = replace(action.chosen, price=0, staff=frozenset(player.staff))
    rest = POSTPONED.add_to(Part("action"), replace(action, chosen=chosen))
    rest = WAITING_ACTION.add_to(rest, chosen.action or 0)
    player.events.insert(waiting, Event([Open(rest, "die", 1, "main")], chain))
    agenda.settle_agenda(table, player)


def resume_action(
    table: Table, player: Player, part: Part, ref: str, trigger: int, chain: int
) -> None:
    """Carry out the action that waited behind a choice."""
    taken = POSTPONED.find_in(part)
    assert taken is not None
    agenda.join_chain(player, chain)
    taken.carry_out(table, player, taken.entry, taken.chosen, chain)


def carry_out_action(
    table: Table, player: Player, entry: UsesDie, chosen: Action, chain: int, source: str = "die"
) -> None:
    """Pay for an action, book it and open its parts; staff that sees the die reacts."""
    player.apart = True
    if chosen.price:
        moves.book(table, player, "krones", -chosen.price, source)
    if entry.gain is not None:
        _book_gain(table, player, entry.gain, chosen, source)
    parts = open_main_parts(player, chosen, source) if chosen.opens is not None else []
    if player.staff or chosen.staff:
        parts += _open_die_reactions(table, player, chosen, chain, "main")
    if parts:
        agenda.push_event(table, player, parts, chain, source)
    player.apart = False
    if player.later:
        agenda.open_in_front(table, player, chain)
    if entry.place is not None:
        put_on_guests(table, player, entry.place)


def _open_die_reactions(
    table: Table, player: Player, chosen: Action, chain: int, stage: str
) -> list[Open]:
    """Book the staff's gains for the die, and return the parts that staff opens (GAH-STAFF-10)."""
    parts: list[Open] = []
    staff = player.staff if chosen.staff is None else chosen.staff
    if chosen.reacts is None:
        return parts
    for reaction in player.box.reactions.die[chosen.reacts]:
        if reaction.card in staff:
            for part in reaction.gives:
                agenda.resolve_part(table, player, part, chain, reaction.source)
            if reaction.opens is not None:
                parts += make_open_parts((reaction.opens,), reaction.source, stage)
    return parts


def _note_copied_reactions(player: Player, die: int, copied: int | None, case: Case) -> None:
    """Note that U-42 decides whether staff react to the action that a six copies."""
    if die == 6 and copied and not player.box.reactions.seeing[copied].isdisjoint(player.staff):
        case.rest_on("U-42")


def find_further_action(table: Table, player: Player) -> Open | None:
    """Return the open action of guest 97, None while no space can be used (GAH-GUEST-07)."""
    for event in player.events:
        for part in event.parts:
            if part.part.kind == "extra_action":
                dice = count_dice_by_space(table, player)
                usable = any(dice[:5]) or (dice[5] and can_afford_six(table, player))
                return part if usable else None
    return None


def obstacles_to_leaving_action(table: Table, part: Open) -> Iterator[Found]:
    """Yield the obstacles to leaving out the action of guest 97, by edition (GAH-GUEST-05)."""
    yield DecidingSwitch("GAH-GUEST-04")
    if table.rules.further_turn_owed:
        message = M("actions.further-turn-owed", source=part.source)
        yield Obstacle("GAH-GUEST-05", message, {"source": part.source}, "GAH-GUEST-04")


def obstacles_to_declining(table: Table, player: Player, part: Open) -> Against:
    """Return the obstacles to leaving an open part unused."""
    if part.part.kind == "extra_action" and part is find_further_action(table, player):
        return obstacles_to_leaving_action(table, part)
    return obstacles_to_ending_main_action(table, player, part)


def decline_part(table: Table, player: Player, entry: Decline, case: Case) -> None:
    """``decline``: leave an open part unused, with its whole remaining count (GAH-CHK-09)."""
    what, source = entry.what, entry.from_
    for event, part in agenda.list_optional_parts(player):
        if what is not None and part.part.kind != what:
            continue
        if isinstance(source, str) and not agenda.fits_source(part, source):
            continue
        case.cite(obstacles_to_declining(table, player, part))
        if case.stop:
            return
        event.parts.remove(part)
        agenda.note_gone_part(player, part, "declined")
        player.beside = [other for other in player.beside if other.parts]
        agenda.settle_agenda(table, player)
        return


def do_extra_action(table: Table, player: Player, entry: ExtraAction, case: Case) -> None:
    """``extra_action``: the action of guest 97, without taking a die (GAH-GUEST-04, -07)."""
    usable = agenda.list_usable_parts(player, "extra_action", entry.from_)
    part = usable[0] if usable else None
    if part is None:
        case.cite(
            obstacles_without_part(table, player, "extra_action", entry.from_, "GAH-GUEST-04")
        )
    die, boost = entry.die, entry.boost
    chosen = plan_action(table, player, entry, taken=False)
    _note_further_turn(table, player, die, entry.as_, case)
    _check_action(table, player, entry, chosen, case, part)
    if boost:
        case.cite(obstacles_to_further_boost(table))
    if case.breaches and not table.rules.further_action_reacts:
        _cite_no_die(table, player, entry, chosen, case)
    if case.stop:
        return
    source = part.source if part is not None else GIZIA
    if _takes_less_food(table, entry, chosen):
        less_food_taken(table, player)
    if entry.moved is not None:
        die_moved(table, player, entry)
    prices.pay_for_part(table, player, part, chosen.price, source)
    event = agenda.find_event(player, part) if part is not None else None
    chain = agenda.use_part(player, part) if part is not None else agenda.begin_chain(table, player)
    if entry.gain is not None:
        _book_gain(table, player, entry.gain, chosen, source)
    parts = open_main_parts(player, chosen, source, "reward")
    parts += _open_die_reactions(table, player, chosen, chain, "reward")
    if event is None:
        agenda.push_event(table, player, parts, chain)
    else:  # of the guest's reward, in front of the parts of staff and group (U-14)
        event.parts = parts + event.parts
        agenda.settle_agenda(table, player)
    if entry.place is not None:
        put_on_guests(table, player, entry.place)


def obstacles_to_further_boost(table: Table) -> Iterator[Found]:
    """Yield the obstacles to a boost in the further turn of guest 97 (GAH-GUEST-04, U-09)."""
    forbidden = table.rules["U-09"] == "forbidden"
    if not table.rules.further_turn:
        switch = "" if forbidden else "GAH-GUEST-04"
        yield Obstacle("GAH-ADD-01", M("actions.guest-97-no-boost"), switch=switch)
        return
    if not forbidden:
        yield DecidingSwitch("GAH-GUEST-04")
    yield DecidingSwitch("U-09")
    if forbidden:
        yield Obstacle("GAH-ADD-01", M("actions.no-boost-in-further-turn"))


def _cite_no_die(table: Table, player: Player, entry: UsesDie, chosen: Action, case: Case) -> None:
    """Cite the rule by which staff that reacts to a die does not react here (GAH-GUEST-07)."""
    with_die = plan_action(table, player, entry, taken=True)
    helped = (
        with_die.strength > chosen.strength
        or with_die.price < chosen.price
        or with_die.both > chosen.both
    )
    if helped:
        case.put_breach_first("GAH-GUEST-07", M("actions.no-die-is-taken"), die=chosen.die)


def _note_further_turn(
    table: Table, player: Player, die: int, copied: int | None, case: Case
) -> None:
    """Note that U-10 and U-42 decide whether staff react to the action of guest 97."""
    seen = set(player.box.reactions.seeing[die])
    if table.rules.further_action_reacts:
        _note_copied_reactions(player, die, copied, case)
        if die == 6 and copied and table.rules.copied_action_reacts:
            seen |= player.box.reactions.seeing[copied]
    if not seen.isdisjoint(player.staff):
        case.rest_on("U-10")


def open_main_parts(player: Player, chosen: Action, source: str, stage: str = "main") -> list[Open]:
    """Return the rooms of action 3 or the hiring of action 5."""
    part = chosen.opens
    if part is None:
        return []
    if part.discount and chosen.reacts is not None:
        discount, staff = part.discount, player.staff if chosen.staff is None else chosen.staff
        for card, krones in player.box.reactions.discount[chosen.reacts]:
            if card in staff:
                discount += krones
        if discount != part.discount:
            part = make_shared_part("play_staff", discount=discount)
    return [Open(part, source, 1, stage)]


def _check_action(
    table: Table,
    player: Player,
    entry: UsesDie,
    chosen: Action,
    case: Case,
    part: Open | None = None,
) -> None:
    """Note every obstacle to an action: its die and price, its gain and ``place``."""
    against = obstacles_to_using_die(table, player, entry, chosen, part)
    if against:
        case.cite(against)
    if entry.gain is not None:
        against = obstacles_to_gaining(table, player, entry.gain, chosen)
        if against:
            known = len(case.breaches)
            case.cite(against)
            if len(case.breaches) > known:
                _cite_manager(table, player, chosen, case)
    if entry.place:
        check_own_place(table, player, entry, _count_food_at_hand(player, entry, chosen), case)


def _cite_manager(table: Table, player: Player, chosen: Action, case: Case) -> None:
    """Cite the card that adds to the food of a space, where the gain breaks a rule."""
    reacts = chosen.reacts
    if chosen.action not in FOOD_ACTIONS or reacts is None or reacts not in FOOD_ACTIONS:
        return
    for card in table.box.reactions.strength[reacts]:
        if card in player.staff:
            case.breach(table.staff_cards[card].rule, M("actions.restaurant-manager"))


def obstacles_to_using_die(
    table: Table, player: Player, entry: UsesDie, chosen: Action, part: Open | None = None
) -> Against:
    """Return the obstacles to using a die as an entry says: an empty space, the krones due.

    entry: as it stands or, for ``next``, as far as it has been chosen. part: the permission of an
    action without a die taken.
    """
    if chosen.plain and table.dice[chosen.die - 1] and entry.as_ is None:
        return NOTHING
    return _obstacles_to_using_die(table, player, entry, chosen, part)


def _obstacles_to_using_die(
    table: Table, player: Player, entry: UsesDie, chosen: Action, part: Open | None
) -> Against:
    against: list[Found] = []
    die, boost = chosen.die, entry.boost
    if not table.dice[die - 1] and count_dice_on(table, player, entry, die) <= 0:
        against += _empty_space_obstacles(player, die, boost)
    gone = 0
    if table.box.answers and not chosen.plain:  # else nothing is to be paid
        gone = count_krones_spent(table, player, entry)
    krones = player.krones - gone
    if die == 6 and entry.as_ is None:
        against += obstacles_to_unpaid_six(table, player, boost=boost, gone=gone)
    if (
        boost
        and krones < 1
        and collect_answer(prices.ask_krones_short(table, player, part, 1 + gone), against)
    ):
        short = M("actions.boost-at-hand")
        if gone > 0:
            short = M("actions.boost-left", gone=gone, krones=krones)
        against.append(Obstacle("GAH-ADD-01", short, krones=krones))
        against.append(Obstacle("GAH-MONEY-03", short))
    price = chosen.price
    if entry.as_ is not None and die != 6:
        for rule in ("GAH-ACT-61", GAIN_RULES[die]):
            against.append(Obstacle(rule, M("actions.only-six-copies", die=die), die=die))
    elif (
        price > boost
        and price > krones
        and collect_answer(prices.ask_krones_short(table, player, part, price + gone), against)
    ):
        message = M("actions.krones-due", price=price, krones=krones)
        if gone > 0:
            message = M("actions.krones-left", price=price, gone=gone, krones=krones)
        against.append(
            Obstacle("GAH-ACT-61", M("actions.six-costs", message=message), krones=krones)
        )
        against.append(Obstacle("GAH-MONEY-03", message, price=price, krones=player.krones))
        if boost:
            told = M("actions.six-and-boost-cost", message=message)
            against.append(Obstacle("GAH-ADD-10", told))
    return against


def _empty_space_obstacles(player: Player, die: int, boost: bool) -> Iterator[Found]:
    """Yield the rules that using a space without a die breaks."""
    further = agenda.list_usable_parts(player, "extra_action")
    rule = "GAH-GUEST-07" if further else "GAH-TURN-09"
    yield Obstacle(rule, M("actions.no-die", die=die), die=die)
    yield Obstacle("GAH-TURN-09", M("actions.no-die", die=die), die=die)
    if boost:
        yield Obstacle("GAH-ADD-02", M("actions.boost-cannot-open-empty-space"), die=die)
    if die == 6 and any(card in player.staff for card in player.box.reactions.free_six):
        yield Obstacle("GAH-CARD-17", M("actions.kitchen-hand"))


def obstacles_to_gaining(table: Table, player: Player, gain: Amounts, chosen: Action) -> Against:
    """Return the obstacles to a gain of an action: kinds, number, balance, supply."""
    if chosen.action in FOOD_ACTIONS:
        return _obstacles_to_foods(table, chosen, gain)
    if chosen.action == 4:
        return _obstacles_to_krones_and_steps(player, chosen, gain)
    return _obstacles_to_any_gain(chosen, gain)


def _obstacles_to_any_gain(chosen: Action, gain: Amounts) -> Against:
    if not gain.total:
        return NOTHING
    alone = chosen.action is None
    message = M("actions.six-alone") if alone else M("actions.nothing-gained")
    rule = GAIN_RULES[chosen.action]
    return (Obstacle(rule, message, die=chosen.die, gain=gain.written),)


def _count_food_at_hand(player: Player, entry: UsesDie, chosen: Action) -> Sequence[int]:
    """Return the food that an action brings: its gain, and the staff's food for the die."""
    at_hand: Sequence[int] = player.box.nothing
    if entry.gain is not None and chosen.action in FOOD_ACTIONS:
        at_hand = entry.gain.food
    given = count_reaction_foods(player, chosen)
    return at_hand if given is None else [n + more for n, more in zip(at_hand, given, strict=True)]


def count_reaction_foods(player: Player, chosen: Action) -> list[int] | None:
    """Return the food that staff gives for a die; None for none."""
    given: list[int] | None = None
    staff = player.staff if chosen.staff is None else chosen.staff
    for reaction in player.box.reactions.die[chosen.reacts] if chosen.reacts is not None else ():
        if reaction.card in staff:
            for part in reaction.gives:
                for food, count in enumerate(part.food):
                    given = given or list(player.box.nothing)
                    given[food] += count
    return given


def obstacles_to_unpaid_six(
    table: Table, player: Player, *, boost: bool = False, gone: int = 0
) -> Iterator[Found]:
    """Yield the obstacles to a 6 taken as an empty action (U-02). gone: krones spent before."""
    free = player.box.reactions.free_six
    if player.krones - gone > boost or any(card in player.staff for card in free):
        return
    yield DecidingSwitch("U-02")
    if not table.rules.unpaid_six:
        yield Obstacle("GAH-ACT-61", M("actions.six-must-be-paid"))


def obstacles_to_unused_strength(
    table: Table, entry: TakeDie, chosen: Action, gain: Amounts | None
) -> Iterator[Found]:
    """Yield the obstacles to a die of whose action nothing, or not all, is taken (U-01, U-03).

    The rooms and the hiring that a die opens follow it (``obstacles_to_ending_main_action``). Here
    stands only whether they are possible at all.
    """
    rules, broken = table.rules, GAIN_RULES[chosen.action]
    if chosen.opens is not None:
        if not rules.empty_action and _brings_nothing(table, entry):
            yield Obstacle(broken, M("actions.nothing-possible"), switch="U-01")
        return
    if chosen.action in (3, 5):  # an empty space has no strength
        return
    left = _count_strength_left(table, chosen, gain)
    if left and chosen.action is not None:
        if rules.whole_strength:
            yield Obstacle(broken, M("actions.strength-left", left=left), switch="U-03")
            return
        yield DecidingSwitch("U-03")
    if gain is None or not gain.total:
        if left and not rules.empty_action:
            yield Obstacle(broken, M("actions.main-action-empty"), switch="U-01")
        elif left:
            yield DecidingSwitch("U-01")


def _count_strength_left(table: Table, chosen: Action, gain: Amounts | None) -> int:
    """Return how much more an action could bring by itself; 1 for a 6 that copies nothing."""
    if chosen.action is None:
        return 1
    strength = chosen.strength
    if chosen.action == 4:
        krones, steps = (gain.krones, gain.steps) if gain is not None else (0, 0)
        return strength - (min(krones, steps) if chosen.both else krones + steps)
    space = table.box.food_spaces[chosen.action]
    most = {food: table.supply[food] for food in space}
    for basic, finer in itertools.pairwise(space):
        most[finer] = min(most[finer], most[basic])
    return max(0, min(strength, sum(most.values())) - (0 if gain is None else gain.total))


def _brings_nothing(table: Table, entry: TakeDie) -> bool:
    """Return whether a die opens rooms or a hiring of which nothing can be done (U-01)."""
    twin = table.copy()
    twin.rules, twin.case = list_other_rules(table.rules, "U-01", table.box.switches)[0], None
    twin.play(entry, naming=False)
    return has_lost_main_part(twin.by_id[entry.by])


def has_lost_main_part(player: Player) -> bool:
    """Return whether the rooms or the hiring of this turn's die dropped before any use."""
    return any(
        part.how == "dropped" and not part.touched and is_main_part(part) for part in player.gone
    )


def is_main_part(part: Open) -> bool:
    """Return whether a part is the rooms or the hiring of a die, not what staff adds to it."""
    return part.source == "die" and part.stage == "main" and part.part.kind in MAIN_PARTS


def obstacles_to_ending_main_action(table: Table, player: Player, part: Open) -> Iterator[Found]:
    """Yield the obstacles to leaving rooms or the hiring of a die unused (U-01, U-03)."""
    if not is_main_part(part) or not box_at(table).kinds[part.part.kind].answerable(
        table, player, part
    ):
        return
    broken, rules = MAIN_PARTS[part.part.kind], table.rules
    rooms = part.part.kind == "prepare"
    if rooms and rules.whole_strength:
        yield Obstacle(broken, M("actions.strength-left", left=part.left), switch="U-03")
        return
    if not part.touched:
        if not rules.empty_action:
            yield Obstacle(broken, M("actions.main-action-empty"), switch="U-01")
            return
        yield DecidingSwitch("U-01")
    if rooms:
        yield DecidingSwitch("U-03")


def obstacles_to_ending_turn(table: Table, player: Player) -> Iterator[Found]:
    """Yield the obstacles to an end of the turn with parts of the main action open."""
    for event in player.events:
        for part in event.parts:
            yield from obstacles_to_ending_main_action(table, player, part)


def obstacles_to_interrupting(table: Table, player: Player, part: Open) -> Iterator[Found]:
    """Yield the obstacles to using what staff adds to a die, which ends rooms begun (U-03)."""
    for event in player.events:
        if not event.main or part.source == event.main or part not in event.parts:
            continue
        for other in event.parts:
            if other.touched:
                yield from obstacles_to_ending_main_action(table, player, other)


def can_afford_six(table: Table, player: Player, *, boost: bool = False, gone: int = 0) -> bool:
    """Return whether a player may take a 6 as an empty action here (U-02).

    gone: krones spent before.
    """
    return is_allowed(obstacles_to_unpaid_six(table, player, boost=boost, gone=gone))


def _obstacles_to_foods(table: Table, chosen: Action, gain: Amounts) -> Against:
    """Return the parts of a food gain that the space does not give (GAH-ACT-11 to 22)."""
    assert chosen.action is not None
    wanted, space = gain.food, table.box.food_spaces[chosen.action]
    against: list[Found] = []
    total = 0
    for food in space:
        total += wanted[food]
    if total != gain.total:
        amount_rule, named = FOOD_RULES[chosen.action][0], gain.written
        foods = table.box.food_actions[chosen.action]
        strange = [food for food, count in named.items() if count and food not in foods]
        message = M(
            "actions.space-gives", action=chosen.action, foods=tuple(foods), strange=tuple(strange)
        )
        against.append(Obstacle(amount_rule, message, gain=named))
    if total > chosen.strength:
        message = M("actions.pieces-taken", total=total, strength=chosen.strength)
        amount_rule = FOOD_RULES[chosen.action][0]
        against.append(Obstacle(amount_rule, message, taken=total, strength=chosen.strength))
        against += _strength_obstacles(chosen)
    for basic, finer in itertools.pairwise(space):
        if wanted[finer] > wanted[basic]:
            against.append(_balance_obstacle(table, chosen.action, basic, finer, wanted))
    against += supply_obstacles(table, gain.pieces)
    return against


def _balance_obstacle(table: Table, action: int, basic: int, finer: int, wanted: Foods) -> Obstacle:
    """Return that more is taken of a food than of the one that it follows."""
    plain, fine = table.box.foods[basic], table.box.foods[finer]
    rule = table.box.balance_rules.get((action, fine), FOOD_RULES[action][1])
    message = M(
        "actions.may-not-outnumber",
        fine=wanted[finer],
        finer=fine,
        plain=wanted[basic],
        basic=plain,
    )
    return Obstacle(rule, message, {fine: wanted[finer], plain: wanted[basic]})


def supply_obstacles(table: Table, wanted: Pieces) -> Against:
    """Return food that the supply cannot give (GAH-FOOD-08)."""
    for food, count in wanted:
        if count > table.supply[food] - table.beyond[food]:
            return _supply_obstacles(table, wanted)
    return NOTHING


def _supply_obstacles(table: Table, wanted: Pieces) -> Iterator[Found]:
    for food, count in wanted:
        left = table.supply[food]
        if count > left - table.beyond[food]:
            yield DecidingSwitch(table.box.stocks[food].switch)
        if count > left:
            name = table.box.foods[food]
            message = M("actions.supply", n=count, food=name, left=left)
            yield Obstacle("GAH-FOOD-08", message, food=name, supply=left)


def _strength_obstacles(chosen: Action) -> Iterator[Found]:
    """Yield the rules of strength when more was taken than it gives (GAH-TURN-10, GAH-ACT-62)."""
    message = M("actions.strength", strength=chosen.strength)
    yield Obstacle("GAH-TURN-10", message, strength=chosen.strength)
    if chosen.die == 6:
        yield Obstacle("GAH-ACT-62", message, strength=chosen.strength)


def _obstacles_to_krones_and_steps(player: Player, chosen: Action, gain: Amounts) -> Against:
    """Return the parts of a gain that space 4 does not give (GAH-ACT-41, GAH-CARD-15)."""
    against: list[Found] = []
    krones, steps, strength = gain.krones, gain.steps, chosen.strength
    most = krones + steps
    if gain.total != most:
        own = ("krones", "emperor")
        strange = tuple(key for key, n in gain.written.items() if n and key not in own)
        against.append(Obstacle("GAH-ACT-41", M("actions.space-4-gives", strange=strange)))
    if chosen.both:
        most = max(krones, steps)
    if most > strength:
        message = M("actions.krones-and-steps-taken", krones=krones, steps=steps, strength=strength)
        why = {"krones": krones, "emperor": steps, "strength": strength}
        against.append(Obstacle("GAH-ACT-41", message, why))
        against += _strength_obstacles(chosen)
        bootblack = any(card in player.staff for card in player.box.reactions.both[4])
        if bootblack and not chosen.both and max(krones, steps) <= strength:
            message = M("actions.bootblack")
            against.append(Obstacle("GAH-CARD-15", message))
            against.append(Obstacle("GAH-ACT-64", message))
    return against


def _book_gain(table: Table, player: Player, gain: Amounts, chosen: Action, source: str) -> None:
    if chosen.action in FOOD_ACTIONS:
        moves.take_food(table, player, gain.pieces, source)
    else:  # a gain that was let stand is booked whatever the action
        if chosen.action != 4:
            moves.take_food(table, player, gain.pieces, source)
        if gain.krones:
            moves.book(table, player, "krones", gain.krones, source)
        if gain.steps:
            moves.book(table, player, "emperor", gain.steps, source)


@question
def can_die_be_used(table: Table, player: Player, entry: UsesDie) -> bool:
    """Return whether the die that an entry names, with all its keys, can be used."""
    return count_dice_on(table, player, entry, entry.die) > 0


@question
def list_die_ways(table: Table, player: Player, do: str) -> list[Item]:
    """Return the ways in which dice may be used by a verb, each as keys of its entry."""
    return [{}]


def offer_ways_to_act(
    table: Table, player: Player, do: str, part: Open | None = None
) -> Iterator[Item]:
    """Yield the actions open with the dice, in every way that they may be used."""
    for way in list_die_ways(table, player, do):
        yield from offer_dice(table, player, do, part, more=way)


def offer_dice(
    table: Table, player: Player, do: str, part: Open | None = None, *, more: Item | None = None
) -> Iterator[Item]:
    """Yield the actions open with the dice, for take_die or extra_action.

    more: keys of a module that the entry has besides, with its spaces; without them the dice are
    used as they lie.
    """
    own = more or {}
    taken = do == "take_die"
    boosts = [False, True] if taken or is_allowed(obstacles_to_further_boost(table)) else [False]
    actions = [(die, None) for die in range(1, 7)] + [(6, copied) for copied in range(1, 6)]
    for boost in boosts:
        also: Item = {**own, "boost": True} if boost else own
        asked = {die: _make_die_entry(player, do, {"die": die, **also}) for die in range(1, 7)}
        lying = {
            die: using for die, using in asked.items() if can_die_be_used(table, player, using)
        }
        plain = {
            die: find_usable_action(table, player, using, part) for die, using in lying.items()
        }
        empty = [
            die
            for die, chosen in plain.items()
            if chosen is not None and _may_leave_strength(table, lying[die], chosen)
        ]
        if empty:
            yield make_item(player, do, die=empty, **also)
        for die, copied in actions:
            if die not in plain:
                continue
            using, chosen = lying[die], plain[die]
            keys: Item = {"die": die, **also}
            if copied is not None:
                keys = {"die": die, "as": copied, **also}
                using = _make_die_entry(player, do, keys)
                chosen = find_usable_action(table, player, using, part)
            if chosen is not None:
                yield from _offer_gains(table, player, make_item(player, do, **keys), using, chosen)


def find_usable_action(
    table: Table, player: Player, using: UsesDie, part: Open | None
) -> Action | None:
    """Return the action of an entry against which nothing stands but perhaps its gain, or None."""
    chosen = plan_action(table, player, using, taken=isinstance(using, TakeDie))
    return (
        chosen if is_allowed(obstacles_to_using_die(table, player, using, chosen, part)) else None
    )


def _may_leave_strength(
    table: Table, using: UsesDie, chosen: Action, gain: Mapping[str, int] | None = None
) -> bool:
    """Return whether a die may be taken for a gain, or for none (U-01, U-03)."""
    rules = table.rules
    if not isinstance(using, TakeDie) or (rules.empty_action and not rules.whole_strength):
        return True
    amounts = None if gain is None else box_at(table).shapes.amounts(gain)
    return is_allowed(obstacles_to_unused_strength(table, using, chosen, amounts))


def _make_die_entry(player: Player, do: str, keys: Item) -> UsesDie:
    """Return an entry that uses a die as far as it has been chosen."""
    using: UsesDie = make_entry(player, make_item(player, do, **keys))
    return using


def _offer_gains(
    table: Table, player: Player, item: Item, using: UsesDie, chosen: Action
) -> Iterator[Item]:
    given = count_placeable_food(
        table, player, using, count_reaction_foods(player, chosen) or table.box.nothing
    )
    place = count_wanted_food(table, player, given)
    if ("as" in item or place) and _may_leave_strength(table, using, chosen):
        yield from add_place(item, place)
    may_gain = partial(_may_leave_strength, table, using, chosen)
    if chosen.action in FOOD_ACTIONS:
        gains = [*filter(may_gain, list_food_gains(table, player, chosen))]
        if gains:
            at_hand = [
                (chosen.strength if n in table.box.food_spaces[chosen.action] else 0) + given[n]
                for n, food in enumerate(table.box.foods)
            ]
            yield from add_place({**item, "gain": gains}, count_wanted_food(table, player, at_hand))
    elif chosen.action == 4:
        gains = [*filter(may_gain, _list_krones_and_steps(table, player, chosen))]
        yield from add_place({**item, "gain": gains}, place)


def _list_krones_and_steps(
    table: Table, player: Player, chosen: Action
) -> Iterator[dict[str, int]]:
    """Yield the krones and steps that an action may give, by their number."""
    strength, shapes = chosen.strength, box_at(table).shapes
    for krones in range(strength + 1):
        for steps in range((strength if chosen.both else strength - krones) + 1):
            gain = {key: n for key, n in (("krones", krones), ("emperor", steps)) if n}
            if gain and is_allowed(
                obstacles_to_gaining(table, player, shapes.amounts(gain), chosen)
            ):
                yield gain


def list_food_gains(
    table: Table, player: Player, chosen: Action, before: Mapping[str, int] = MappingProxyType({})
) -> Iterator[dict[str, int]]:
    """Yield the gains that an action may give besides the gain before, in the order of its foods.

    Of each food one more is tried until there is an obstacle, or the dice are used up.
    """
    foods = table.box.food_actions[chosen.action]
    left = chosen.strength - sum(before.values())
    for food in foods[len(before) : len(before) + 1]:
        for count in range(1, left + 1):
            gain = {**before, food: count}
            if not is_allowed(
                obstacles_to_gaining(table, player, box_at(table).shapes.amounts(gain), chosen)
            ):
                break
            yield gain
            yield from list_food_gains(table, player, chosen, gain)


def offer_action(table: Table, player: Player, part: Open) -> Iterator[Item]:
    """Yield the further actions that the dice on the board allow."""
    yield from offer_ways_to_act(table, player, "extra_action", part)


def offer_declining(table: Table, player: Player) -> Iterator[Item]:
    """Yield the ways to decline parts."""
    every = [part for _, part in agenda.list_optional_parts(player)]
    parts = [part for part in every if is_allowed(obstacles_to_declining(table, player, part))]
    if not parts:
        return
    if parts[0] is every[0]:
        yield make_item(player, "decline")
    yield make_item(player, "decline", what=sorted({part.part.kind for part in parts}))
    pairs = dict.fromkeys((part.part.kind, agenda.name_source(part)) for part in parts)
    for kind, source in pairs:
        yield make_item(player, "decline", what=kind, **{"from": source})


KINDS = (
    Kind(
        "extra_action",
        read_words("extra_action"),
        answerable=can_act,
        note=note_waiting_krones,
        offer=offer_action,
    ),
    Kind("action", resolve=resume_action, blocks=False),
)
"""A further action, and an action that waits for a choice (GAH-CHK-12)."""

DEEDS: tuple[Deed[Any], ...] = (
    Deed(TakeDie, take_die),
    Deed(ExtraAction, do_extra_action),
    Deed(Decline, decline_part, after_end=True),
)
"""The verbs of this chapter."""
