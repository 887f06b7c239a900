"""Would You Care for Anything Else?: bell cards, more staff, goals and tiles."""

from __future__ import annotations

from pathlib import Path

from adjudicator.austria.chapters import piles
from adjudicator.austria.chapters.component_figures import (
    POLITICS_FIGURES,
    READ_OFF,
    STAFF_FIGURES,
    TILE_FIGURES,
)
from adjudicator.austria.chapters.food import list_choice_foods
from adjudicator.austria.chapters.groups import group_completed
from adjudicator.austria.chapters.guests import guest_left
from adjudicator.austria.chapters.politics import disc_placed
from adjudicator.austria.chapters.spending import SPENDING
from adjudicator.austria.chapters.staff import card_played
from adjudicator.austria.judging.citations import SOURCE_RULES
from adjudicator.austria.modules.more import bells, more_staff, more_tiles
from adjudicator.austria.modules.more.more_tiles import HINTS
from adjudicator.austria.printed.board import COLUMNS, OCCUPIED
from adjudicator.austria.printed.catalogue import FOODS, Part, check_count
from adjudicator.austria.printed.datafile import rows_of
from adjudicator.austria.printed.editions import Switch
from adjudicator.austria.table.declarations import PENALTY, Counted, Deed, Kind, Loss, index_by_name
from adjudicator.austria.table.module import Module
from adjudicator.austria.table.moves import goods_gained, order_completed
from adjudicator.austria.table.tile_switches import STEPS, TILES
from adjudicator.messages import M

DATA = Path(__file__).parent / "data"

TOP_FLOOR = 4
LARGE_ORDER = 3
"""Pieces of an order that counts as large (WALTZ5-GOAL-03)."""


_KITCHEN = {
    "strudel": M("more.kitchen-strudel"),
    "cake": M("more.kitchen-cake"),
    "wine": M("more.kitchen-wine"),
    "coffee": M("more.kitchen-coffee"),
}


def _in_kitchen(food: str) -> Counted:
    index = FOODS.index(food)
    return Counted(_KITCHEN[food], lambda _, player: player.kitchen[index])


MODULE = Module(
    id="more",
    number=5,
    data=(DATA,),
    words={"vp_per_disc": lambda n, _: Part("vp_per_disc", check_count(n), score="tiles")},
    kinds=index_by_name(
        Kind("ring", offer_all=bells.offer_bells, blocks=False),
        Kind("return_food", offer_all=more_tiles.offer_food_back, compulsory=PENALTY),
        Kind("vp_per_disc", resolve=more_tiles.book_per_disc),
    ),
    deeds=index_by_name(
        Deed(bells.Ring, bells.ring_bell), Deed(more_tiles.ReturnFood, more_tiles.return_food)
    ),
    keys={"claim": lambda s: {"place": s.place}},
    wraps={
        "take_guest": more_staff.fill_brought_order,
        "use_staff": more_staff.remember_spent_kinds,
        "gain": more_staff.refuse_spent_kinds,
    },
    losses=index_by_name(
        Loss(
            "return_food",
            more_tiles.can_give_food,
            more_tiles.give_one_food,
            more_tiles.word_kitchen_food,
            more_tiles.offer_goods_with_food,
        ),
        Loss(
            "everything",
            more_tiles.has_anything,
            more_tiles.give_everything,
            more_tiles.word_everything,
        ),
    ),
    counts={
        **{f"kitchen {food}": _in_kitchen(food) for food in FOODS},
        "occupied rooms of floor 4": Counted(
            M("more.top-floor"),
            lambda _, player: player.rooms[(TOP_FLOOR - 1) * COLUMNS :].count(OCCUPIED),
        ),
        "large orders served": piles.make_pile_count(
            M("more.large-orders"), lambda guest: guest.size >= LARGE_ORDER
        ),
    },
    switches=tuple(map(Switch, rows_of("switches.json", "switches", DATA))),
    timings=("bell",),
    marks={bells.RUNG: "rung"},
    player_state=bells.Bells,
    bends=(bells.find_false_rings,),
    finishes=(bells.answer_for_bells,),
    unread={"cost": "WALTZ-P-02"},
    readings=(STAFF_FIGURES, POLITICS_FIGURES, TILE_FIGURES),
    shares=(SOURCE_RULES, piles.PILES, READ_OFF, SPENDING, TILES, STEPS),
    key_hints=HINTS,
    hooks=(
        card_played.heard_by(bells.forget_earlier_sums),
        piles.do_seated_guests_count.altered_by(bells.count_complete_orders),
        list_choice_foods.altered_by(more_staff.exclude_spent_kinds),
    ),
    holdings={
        bells.BELL: (
            disc_placed.heard_by(bells.ring_for_disc),
            goods_gained.heard_by(bells.add_up_gain),
            group_completed.heard_by(bells.ring_for_group),
            guest_left.heard_by(bells.ring_for_guest),
            order_completed.heard_by(bells.ring_for_order),
        )
    },
)
"""The module as the box merges it."""
