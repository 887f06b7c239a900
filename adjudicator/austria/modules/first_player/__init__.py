"""First Player: the key that may be taken instead of a die, and turns that go round twice."""

from __future__ import annotations

from adjudicator.austria.box import Deed, Module, RulesBroken, Step
from adjudicator.austria.modules.first_player import key, order
from adjudicator.austria.sourced import NAMED
from adjudicator.shapes import Verb

MODULE = Module(
    id="first-player",
    number=4,
    shares=(NAMED,),
    deeds=(
        Deed(
            "take_key",
            lambda s: Verb({}, {"gain": s.gain, "as": s.action["as"], "place": s.place}),
            key.take_key,
        ),
    ),
    offers=key.offers,
    wraps={"pass": order.around_pass},
    sources=("key",),
    order_tiles=order.order_tiles,
    table_state=order.Order,
    position=order.POSITION,
    finish=order.finish,
    bends=order.bends,
    alters={
        "start_krones": order.start_krones,
        "covered": order.covered,
        "next_first": order.next_first,
        "cited": order.cited,
        "without_die": key.without_die,
    },
    hears={RulesBroken: order.rules_broken},
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
