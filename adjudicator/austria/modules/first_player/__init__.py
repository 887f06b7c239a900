"""First Player: the key that may be taken instead of a die, and turns that go round twice."""

from __future__ import annotations

from adjudicator.austria.chapters.rounds import find_next_first_seat
from adjudicator.austria.chapters.turns import find_cited_rule
from adjudicator.austria.judging.citations import SOURCE_RULES
from adjudicator.austria.judging.judge import rules_broken
from adjudicator.austria.modules.first_player import key, order
from adjudicator.austria.table.declarations import Deed, Step, index_by_name
from adjudicator.austria.table.module import Module
from adjudicator.hooks import ModuleAnswer


def _with_celebrities() -> tuple[ModuleAnswer, ...]:
    from adjudicator.austria.modules.celebrities.dice import without_die

    return (without_die.altered_by(key.key_replaces_die),)


MODULE = Module(
    id="first-player",
    number=4,
    shares=(SOURCE_RULES,),
    deeds=index_by_name(Deed(key.TakeKey, key.take_key)),
    offers=(key.offer_key,),
    wraps={"pass": order.note_pass},
    sources=("key",),
    number_tiles=order.number_order_tiles,
    table_state=order.Order,
    position=order.POSITION,
    begins=(order.give_start_krones,),
    finishes=(order.fill_in_passed,),
    bends=(order.find_impossible_holder,),
    hooks=(
        find_next_first_seat.altered_by(order.find_next_first),
        find_cited_rule.altered_by(order.cite_order_rule),
        rules_broken.heard_by(order.cite_order_rules),
    ),
    together={"celebrities": _with_celebrities},
    steps=(
        Step(
            "key",
            "WALTZ4-END-01",
            "the key goes back when the order of the next round has been read off it",
            order.return_key,
            resumes=True,
            after="next",
        ),
    ),
)
"""The module as the box merges it."""
