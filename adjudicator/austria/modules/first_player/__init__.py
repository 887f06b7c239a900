"""First Player: the key that may be taken instead of a die, and turns that go round twice."""

from __future__ import annotations

from adjudicator.austria.chapters.rounds import find_next_first_seat
from adjudicator.austria.chapters.start import count_start_krones
from adjudicator.austria.chapters.turns import find_cited_rule
from adjudicator.austria.judging.citations import SOURCE_RULES
from adjudicator.austria.judging.judge import rules_broken
from adjudicator.austria.modules.first_player import key, order
from adjudicator.austria.table.declarations import Deed, Step
from adjudicator.austria.table.module import Module
from adjudicator.hooks import ModuleAnswer


def _with_celebrities() -> tuple[ModuleAnswer, ...]:
    from adjudicator.austria.modules.celebrities.dice import without_die

    return (without_die.altered_by(key.without_die),)


MODULE = Module(
    id="first-player",
    number=4,
    shares=(SOURCE_RULES,),
    deeds=(Deed(key.TakeKey, key.take_key),),
    offers=key.offers,
    wraps={"pass": order.around_pass},
    sources=("key",),
    order_tiles=order.order_tiles,
    table_state=order.Order,
    position=order.POSITION,
    finish=order.finish,
    bends=order.bends,
    hooks=(
        count_start_krones.altered_by(order.start_krones),
        find_next_first_seat.altered_by(order.next_first),
        find_cited_rule.altered_by(order.cited),
        rules_broken.heard_by(order.rules_broken),
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
