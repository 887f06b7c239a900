"""Celebrities: coloured dice, the guests of the bar whom they bring, and what these give."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.austria.box import (
    CardPlayed,
    DancerSent,
    Deed,
    DieMoved,
    DieTaken,
    Gained,
    Item,
    Module,
    RoomOccupied,
    RulesBroken,
    ScorePart,
    Step,
    TurnBegun,
)
from adjudicator.austria.datafile import rows_of
from adjudicator.austria.editions import Switch
from adjudicator.austria.modules.celebrities import bar, cited, dice, gifts, position, swap, tokens
from adjudicator.austria.modules.celebrities.tokens import COLOURS, DATA, GAINS, ID
from adjudicator.austria.sourced import NAMED
from adjudicator.austria.state import Table
from adjudicator.messages import M
from adjudicator.shapes import Verb


def offers(table: Table) -> Iterator[Item]:
    """Yield what the module adds to ``next``."""
    yield from swap.offer(table)
    yield from bar.offers(table)


MODULE = Module(
    id=ID,
    number=2,
    shares=(NAMED,),
    dice=COLOURS,
    missed={one.id: "WALTZ-GEN-02" for one in tokens.CELEBRITIES.values() if one.needs},
    deeds=(
        Deed(
            "swap",
            lambda s: Verb({"give": s.foods, "gain": s.foods}, s.with_place),
            swap.swap,
        ),
        Deed(
            "refill",
            lambda s: Verb(
                {}, dict.fromkeys(COLOURS, position.celebrity(s)), "none", bar.refill_keys
            ),
            bar.refill,
        ),
    ),
    keys={
        "roll": lambda s: dict.fromkeys(COLOURS, s.die),
        "reroll": lambda s: {**dict.fromkeys(COLOURS, s.die), "bin": position.COLOUR},
        "take_die": lambda s: {"colour": position.COLOUR},
    },
    wraps={
        "roll": dice.around_roll,
        "reroll": dice.around_reroll,
        "take_die": dice.around_take_die,
        "extra_action": dice.around_extra_action,
        "pass": dice.around_pass,
    },
    offers=offers,
    steps=(
        Step(
            "bar",
            "WALTZ2-REF-01",
            "celebrities are collected before any scoring, which they are not to help in",
            bar.close_round,
        ),
    ),
    dues=(bar.REFILL,),
    setup=position.setup,
    begin=position.begin,
    finish=position.finish,
    bends=position.bends,
    table_state=bar.Bar,
    player_state=bar.Held,
    position=position.TABLE,
    player_keys=position.PLAYER,
    parts=(ScorePart(ID, "WALTZ2-DIE-08", M("celebrities.part")),),
    switches=tuple(map(Switch, rows_of("switches.json", "switches", DATA))),
    sources=(f"celebrity:(?:{'|'.join(tokens.CELEBRITIES)})",),
    alters={
        "ways": dice.ways,
        "takeable": dice.takeable,
        "taken_from": dice.taken_from,
        "spent": dice.spent_before,
        "die_at": dice.die_at,
        "plain_dice": dice.plain,
        "room_price": gifts.room_price,
        "complete": gifts.complete,
        "sets_off": gifts.sets_off,
        "may_pass": lambda table, player, may: dice.may_pass(
            table, player, swap.may_pass(table, player, may)
        ),
        "items": dice.items,
    },
    gains=GAINS,
    hears={
        DieMoved: dice.die_moved,
        DieTaken: dice.die_taken,
        Gained: gifts.gained,
        CardPlayed: gifts.card_played,
        RoomOccupied: gifts.room_occupied,
        DancerSent: gifts.dancer_sent,
        TurnBegun: swap.turn_begun,
        RulesBroken: cited.rules_broken,
    },
)
"""The module as the box merges it."""
