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
from adjudicator.austria.table.declarations import PENALTY, Counted, Deed, Kind, Loss
from adjudicator.austria.table.module import Module
from adjudicator.austria.table.moves import goods_gained, order_completed
from adjudicator.austria.table.state import Player, Table
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


def _top_floor(table: Table, player: Player) -> int:
    return player.rooms[(TOP_FLOOR - 1) * COLUMNS :].count(OCCUPIED)


MODULE = Module(
    id="more",
    number=5,
    data=DATA,
    words={"vp_per_disc": lambda n, _: Part("vp_per_disc", check_count(n), score="tiles")},
    kinds=(
        Kind("ring", offer_all=bells.offer, blocks=False),
        Kind("return_food", offer_all=more_tiles.offer, compulsory=PENALTY),
        Kind("vp_per_disc", resolve=more_tiles.book_per_disc),
    ),
    deeds=(
        Deed(bells.Ring, bells.ring),
        Deed(more_tiles.ReturnFood, more_tiles.return_food),
    ),
    keys={"claim": lambda s: {"place": s.place}},
    wraps={
        "take_guest": more_staff.around_take_guest,
        "use_staff": more_staff.around_use_staff,
        "gain": more_staff.around_gain,
    },
    losses=(
        Loss(
            "return_food",
            more_tiles.can_return,
            more_tiles.give_food,
            more_tiles.food_told,
            more_tiles.offer_goods,
        ),
        Loss(
            "everything",
            more_tiles.has_anything,
            more_tiles.give_everything,
            more_tiles.everything_told,
        ),
    ),
    counts={
        **{f"kitchen {food}": _in_kitchen(food) for food in FOODS},
        "occupied rooms of floor 4": Counted(M("more.top-floor"), _top_floor),
        "large orders served": piles.make_pile_count(
            M("more.large-orders"), lambda guest: guest.size >= LARGE_ORDER
        ),
    },
    switches=tuple(map(Switch, rows_of("switches.json", "switches", DATA))),
    timings=("bell",),
    staff_marks={"rung": bells.RUNG},
    player_state=bells.Bells,
    bends=bells.bends,
    finish=bells.finish,
    unread={"cost": "WALTZ-P-02"},
    readings=(STAFF_FIGURES, POLITICS_FIGURES, TILE_FIGURES),
    shares=(SOURCE_RULES, piles.PILES, READ_OFF, SPENDING, TILES, STEPS),
    hints=HINTS,
    hooks=(
        card_played.heard_by(bells.card_played),
        piles.do_seated_guests_count.altered_by(bells.seated_count),
        list_choice_foods.altered_by(more_staff.choosable),
    ),
    holdings={
        bells.BELL: (
            disc_placed.heard_by(bells.disc_placed),
            goods_gained.heard_by(bells.gained),
            group_completed.heard_by(bells.group_completed),
            guest_left.heard_by(bells.guest_left),
            order_completed.heard_by(bells.order_completed),
        )
    },
)
"""The module as the box merges it."""
