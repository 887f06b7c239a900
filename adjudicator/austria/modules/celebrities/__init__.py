"""Celebrities: coloured dice, the bar guests that the dice bring, and their gifts."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.austria.chapters.actions import (
    can_die_be_used,
    count_krones_spent,
    find_space_left,
    list_die_ways,
    named_die_taken,
)
from adjudicator.austria.chapters.groups import room_occupied
from adjudicator.austria.chapters.guests import is_ready_to_leave
from adjudicator.austria.chapters.place import may_bring
from adjudicator.austria.chapters.rooms import room_price
from adjudicator.austria.chapters.rounds import may_pass_anyway, obstacles_to_passing
from adjudicator.austria.chapters.staff import card_played
from adjudicator.austria.judging.citations import SOURCE_RULES
from adjudicator.austria.judging.judge import list_offers, rules_broken
from adjudicator.austria.modules.celebrities import (
    bar,
    bar_position,
    cited,
    dice,
    gifts,
    swap,
    tokens,
)
from adjudicator.austria.modules.celebrities.dice import HINTS
from adjudicator.austria.modules.celebrities.tokens import COLOURS, DATA, ID
from adjudicator.austria.printed.datafile import rows_of
from adjudicator.austria.printed.editions import Switch
from adjudicator.austria.table.declarations import Deed, Item, ScorePart, Step, index_by_name
from adjudicator.austria.table.module import Module
from adjudicator.austria.table.moves import goods_gained
from adjudicator.austria.table.state import Table
from adjudicator.austria.table.tile_switches import STEPS
from adjudicator.hooks import ModuleAnswer
from adjudicator.messages import M


def _with_balls() -> tuple[ModuleAnswer, ...]:
    from adjudicator.austria.modules.balls.sending import dancer_sent

    return (dancer_sent.heard_by(gifts.answer_dancer),)


def _with_hotels() -> tuple[ModuleAnswer, ...]:
    from adjudicator.austria.modules.hotels.corogari import sets_off

    return (sets_off.altered_by(gifts.krones_open_room),)


def _list_answers(token: tokens.Celebrity) -> tuple[ModuleAnswer, ...]:
    """Return the hooks that a celebrity answers for its owner."""
    if tokens.GANDHI in token.effect:
        return (room_price.altered_by(gifts.free_room_price),)
    if tokens.FREUD in token.effect:
        return (is_ready_to_leave.altered_by(gifts.is_nearly_complete),)
    if token.on in tokens.GAINS:
        return (goods_gained.heard_by(gifts.answer_gain),)
    if token.on == "staff_played":
        return (card_played.heard_by(gifts.answer_card),)
    if token.on == "room_occupied":
        return (room_occupied.heard_by(gifts.answer_room),)
    return ()


def offer_celebrities(table: Table) -> Iterator[Item]:
    """Yield the module's items of ``next``."""
    yield from swap.offer_swap(table)
    yield from bar.offer_unknown_refills(table)


MODULE = Module(
    id=ID,
    number=2,
    shares=(SOURCE_RULES, STEPS),
    named_dice=COLOURS,
    missed={one.id: "WALTZ-GEN-02" for one in tokens.CELEBRITIES.values() if one.needs},
    deeds=index_by_name(Deed(swap.Swap, swap.swap_food), Deed(bar.Refill, bar.refill_bar)),
    adds={"roll": dice.Fallen, "reroll": dice.FallenAgain},
    keys={"take_die": lambda s: {"colour": tokens.COLOUR}},
    wraps={
        "roll": dice.around_roll,
        "reroll": dice.around_reroll,
        "take_die": dice.around_take_die,
        "extra_action": dice.around_extra_action,
        "pass": dice.around_pass,
        "prepare": gifts.around_prepare,
    },
    offers=(offer_celebrities,),
    steps=(
        Step(
            "bar",
            "WALTZ2-REF-01",
            "celebrities are collected before any scoring, which they are not to help in",
            bar.close_round,
        ),
    ),
    dues=(bar.REFILL,),
    setups=(bar_position.bar_setup_keys,),
    begins=(bar_position.seat_celebrities,),
    finishes=(bar_position.forget_missing_dice,),
    bends=(bar_position.find_impossible_bar,),
    table_state=bar.Bar,
    player_state=bar.Held,
    position=bar_position.TABLE,
    player_keys=bar_position.PLAYER,
    score_parts=(ScorePart(ID, "WALTZ2-DIE-08", M("celebrities.part")),),
    switches=tuple(map(Switch, rows_of("switches.json", "switches", DATA))),
    sources=(f"celebrity:(?:{'|'.join(tokens.CELEBRITIES)})",),
    key_hints=HINTS,
    cards={"celebrities": "celebrity"},
    hooks=(
        list_die_ways.altered_by(dice.list_colour_ways),
        can_die_be_used.altered_by(dice.is_colour_takeable),
        find_space_left.altered_by(dice.taken_from),
        count_krones_spent.altered_by(dice.add_colour_price),
        may_bring.altered_by(gifts.card_may_bring),
        obstacles_to_passing.altered_by(dice.add_swap_obstacle),
        may_pass_anyway.altered_by(dice.can_pass_anyway),
        list_offers.altered_by(dice.add_colour_places),
        named_die_taken.heard_by(dice.colour_taken),
        rules_broken.heard_by(cited.cite_celebrity_rule),
    ),
    together={"balls": _with_balls, "hotels": _with_hotels},
    holdings={name: _list_answers(token) for name, token in tokens.CELEBRITIES.items()},
)
"""The module as the box merges it."""
