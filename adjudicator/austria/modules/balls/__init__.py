"""Vienna Balls: champagne, halls and dancers, rehearsal halls, ball scorings (WALTZ1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.austria.chapters import piles
from adjudicator.austria.chapters.actions import less_food_taken
from adjudicator.austria.chapters.component_figures import (
    GUEST_FIGURES,
    POLITICS_FIGURES,
    READ_OFF,
    STAFF_FIGURES,
    TILE_FIGURES,
)
from adjudicator.austria.chapters.final import count_tie_break
from adjudicator.austria.chapters.food import list_choice_foods, module_food_chosen
from adjudicator.austria.chapters.guests import TakeGuest, guest_left
from adjudicator.austria.chapters.piles import PILES
from adjudicator.austria.chapters.place import may_bring
from adjudicator.austria.chapters.politics import disc_placed
from adjudicator.austria.chapters.spending import SPENDING
from adjudicator.austria.chapters.staff import card_parts
from adjudicator.austria.chapters.start import count_start_kitchen
from adjudicator.austria.chapters.turns import extra_action_begun, find_cited_rule
from adjudicator.austria.judging.citations import SOURCE_RULES
from adjudicator.austria.judging.judge import rules_broken
from adjudicator.austria.modules.balls import (
    ball_scoring,
    ball_staff,
    ball_tiles,
    champagne,
    hall_figures,
    hall_position,
    halls,
    rehearsals,
    sending,
)
from adjudicator.austria.modules.balls.floor import (
    CHAMPAGNE,
    DATA,
    HALLS,
    ID,
    Floor,
    Rehearsal,
    dancers,
    floor_of,
)
from adjudicator.austria.modules.balls.halls import HINTS
from adjudicator.austria.printed.catalogue import Part, check_count
from adjudicator.austria.printed.datafile import rows_of
from adjudicator.austria.printed.editions import Switch
from adjudicator.austria.table.declarations import (
    PENALTY,
    Counted,
    Deed,
    Kind,
    Loss,
    ScorePart,
    Stage,
    Step,
)
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.module import Module
from adjudicator.austria.table.moves import list_tile_foods
from adjudicator.austria.table.state import Player, Table
from adjudicator.austria.table.tile_switches import TILES
from adjudicator.entries import Entry
from adjudicator.messages import M
from adjudicator.shapes import ListOf


def _header(document: Mapping[str, Any]) -> None:
    hall_position.header(document)
    rehearsals.header(document)


def _begin(table: Table, start: Mapping[str, Any], options: Mapping[str, Any]) -> None:
    halls.begin(table, start)
    rehearsals.begin(table, start)
    floor_of(table).scoring_due = start.get("phase") == "emperor"


def _rules_broken(table: Table, player: Player | None, entry: Entry, case: Case) -> None:
    """Name the rules of the module beside those of the base game."""
    if player is None:
        return
    champagne.cite(table, player, entry, case)
    ball_staff.cite_gap(table, player, entry, case)
    late = any(breach.rule == "GAH-TURN-12" for breach in case.breaches)
    if late and isinstance(entry, TakeGuest) and floor_of(table).sent_in == table.turn_no:
        case.beside("WALTZ1-BALL-02")
        case.breach("WALTZ1-BALL-02", M("balls.after-a-sending"))


def _cited(so_far: str, table: Table, rule: str) -> str:
    return "WALTZ1-END-03" if rule == "GAH-TIE-01" else so_far


def _champagne(table: Table, player: Player) -> int:
    return halls.champagne(player)


MODULE = Module(
    id=ID,
    number=1,
    data=DATA,
    foods=(CHAMPAGNE,),
    food_actions={1: (CHAMPAGNE,), 2: (CHAMPAGNE,)},
    balance_rules={(space, CHAMPAGNE): rule for space, rule in champagne.CHAINS.items()},
    choice_rules={CHAMPAGNE: ("WALTZ1-CHAMP-01", "WALTZ1-CHAMP-04")},
    stocks={CHAMPAGNE: champagne.STOCK},
    missed={CHAMPAGNE: "WALTZ1-SETUP-06"},
    left_foods={CHAMPAGNE: ("WALTZ1-END-02", M("balls.champagne-left"))},
    shares=(SOURCE_RULES, PILES, READ_OFF, SPENDING, TILES),
    kinds=(
        Kind(
            sending.WORD,
            {sending.WORD: sending.read_word},
            answerable=sending.can_send,
            offer=sending.offer,
            shows=sending.shows,
            about="hall",
        ),
        Kind(
            "vp_per_dancer",
            {
                "vp_per_dancer": lambda n, _: Part("vp_per_dancer", check_count(n), score="tiles"),
            },
            ball_tiles.book_per_dancer,
        ),
        Kind(
            ball_tiles.WORD,
            compulsory=PENALTY,
            offer_all=ball_tiles.offer,
            shows=ball_tiles.shows,
        ),
    ),
    deeds=(
        Deed(rehearsals.TakeRehearsal, rehearsals.take_rehearsal, in_setup=True),
        Deed(sending.SendGuest, sending.send_guest),
        Deed(sending.SendDancer, sending.send_dancer),
        Deed(ball_tiles.RemoveDancer, ball_tiles.remove_dancer),
    ),
    keys={"claim": lambda s: {"place": s.place}},
    offers=sending.offer_guests,
    stages=(
        Stage(
            rehearsals.PHASE,
            "WALTZ-COMBO-14",
            "rehearsal halls follow the staff cards and come before the starting guests",
            rehearsals.through,
            rehearsals.offer,
            before="setup-guests",
        ),
    ),
    steps=(
        Step(
            "balls",
            "WALTZ1-SCORE-01",
            "a ball is scored when bonuses and penalties of the emperor are through",
            ball_scoring.score_ball,
            resumes=True,
            after="emperor",
            foresee=ball_scoring.foresee,
            foreseen=ball_scoring.SCORED,
        ),
    ),
    beside={"balls": ball_scoring.row},
    beside_title=M("balls.scorings"),
    losses=(
        Loss("food", ball_tiles.can_return, ball_tiles.give_food, ball_tiles.food_told),
        Loss(
            "remove_dancers",
            ball_tiles.can_remove,
            ball_tiles.give_dancers,
            ball_tiles.dancers_told,
            ball_tiles.offer_goods,
            ball_tiles.unsettled,
        ),
    ),
    hints=HINTS,
    cards={"halls": "hall"},
    hooks=(
        rules_broken.heard_by(_rules_broken),
        extra_action_begun.heard_by(ball_staff.extra_done),
        disc_placed.heard_by(ball_staff.disc_placed),
        less_food_taken.heard_by(champagne.less_taken),
        guest_left.heard_by(champagne.guest_left),
        count_start_kitchen.altered_by(champagne.start_kitchen),
        list_choice_foods.altered_by(champagne.choosable),
        module_food_chosen.heard_by(champagne.chosen_beyond),
        list_tile_foods.altered_by(champagne.tile_foods),
        count_tie_break.altered_by(champagne.left_over),
        card_parts.altered_by(ball_staff.card_parts),
        find_cited_rule.altered_by(_cited),
        may_bring.altered_by(ball_staff.brings),
    ),
    setup=lambda s: ({"halls": halls.three_halls(s)}, {"rehearsals": ListOf(rehearsals.BOARD)}),
    position=hall_position.POSITION,
    player_keys=hall_position.PLAYER_KEYS,
    begin=_begin,
    finish=hall_position.finish,
    bends=hall_position.bends,
    narrows=hall_figures.narrows,
    header=_header,
    table_state=Floor,
    player_state=lambda table, player: Rehearsal(),
    parts=(
        ScorePart("dancers", "WALTZ1-BALL-06", M("balls.score-dancers")),
        ScorePart("balls", "WALTZ1-SCORE-01", M("balls.score-balls")),
    ),
    counts={
        CHAMPAGNE: Counted(M("balls.count-champagne"), _champagne),
        "dancers": Counted(M("balls.count-dancers"), dancers),
        "tourists served": piles.make_pile_count(
            M("balls.count-tourists"), lambda guest: guest.colour == "green"
        ),
    },
    switches=tuple(map(Switch, rows_of("switches.json", "switches", DATA))),
    sources=(f"hall:(?:{'|'.join(HALLS)})", "section"),
    events=("dancer", "disc"),
    readings=(
        GUEST_FIGURES,
        STAFF_FIGURES,
        POLITICS_FIGURES,
        TILE_FIGURES,
        hall_figures.HALL_FIGURES,
        hall_figures.REHEARSAL_FIGURES,
    ),
)
"""The module as the box merges it."""
