"""Would You Care for Anything Else?: bell cards, more staff, goals and tiles."""

from __future__ import annotations

from pathlib import Path

from adjudicator.austria import piles
from adjudicator.austria.board import COLUMNS, OCCUPIED
from adjudicator.austria.catalogue import FOODS, Part, counted
from adjudicator.austria.datafile import rows_of
from adjudicator.austria.declared import Counted, Deed, Kind, Loss
from adjudicator.austria.editions import Switch
from adjudicator.austria.figures import POLITICS_FIGURES, READ_OFF, STAFF_FIGURES, TILE_FIGURES
from adjudicator.austria.food import kinds_of_choice
from adjudicator.austria.groups import group_completed
from adjudicator.austria.guests import guest_left
from adjudicator.austria.module import Module
from adjudicator.austria.modules.more import bells, staff, tiles
from adjudicator.austria.modules.more.hints import HINTS
from adjudicator.austria.moves import gained, order_completed
from adjudicator.austria.politics import disc_placed
from adjudicator.austria.sourced import NAMED
from adjudicator.austria.spending import SPENDING
from adjudicator.austria.staff import card_played
from adjudicator.austria.state import Player, Table
from adjudicator.austria.tiles import STEPS, TILES
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
    words={"vp_per_disc": lambda n, _: Part("vp_per_disc", counted(n), score="tiles")},
    kinds=(
        Kind("ring", offer_all=bells.offer, blocks=False),
        Kind("return_food", offer_all=tiles.offer, compulsory=True),
        Kind("vp_per_disc", resolve=tiles.book_per_disc),
    ),
    deeds=(
        Deed(bells.Ring, bells.ring),
        Deed(tiles.ReturnFood, tiles.return_food),
    ),
    keys={"claim": lambda s: {"place": s.place}},
    wraps={
        "take_guest": staff.around_take_guest,
        "use_staff": staff.around_use_staff,
        "gain": staff.around_gain,
    },
    losses=(
        Loss("return_food", tiles.can_return, tiles.give_food, tiles.food_told, tiles.offer_goods),
        Loss("everything", tiles.has_anything, tiles.give_everything, tiles.everything_told),
    ),
    counts={
        **{f"kitchen {food}": _in_kitchen(food) for food in FOODS},
        "occupied rooms of floor 4": Counted(M("more.top-floor"), _top_floor),
        "large orders served": piles.counted(
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
    shares=(NAMED, piles.PILES, READ_OFF, SPENDING, TILES, STEPS),
    hints=HINTS,
    hooks=(
        card_played.heard_by(bells.card_played),
        piles.seated_count.altered_by(bells.seated_count),
        kinds_of_choice.altered_by(staff.choosable),
    ),
    holdings={
        bells.BELL: (
            disc_placed.heard_by(bells.disc_placed),
            gained.heard_by(bells.gained),
            group_completed.heard_by(bells.group_completed),
            guest_left.heard_by(bells.guest_left),
            order_completed.heard_by(bells.order_completed),
        )
    },
)
"""The module as the box merges it."""
