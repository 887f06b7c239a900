"""Vienna Balls: champagne, halls and dancers, rehearsal halls, ball scorings (WALTZ1)."""

from __future__ import annotations

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
    count_dancers_of,
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
    index_by_name,
)
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.module import Module
from adjudicator.austria.table.moves import list_tile_foods
from adjudicator.austria.table.state import Player, Table
from adjudicator.austria.table.tile_switches import TILES
from adjudicator.entries import Entry
from adjudicator.messages import M
from adjudicator.shapes import ListOf


def _rules_broken(table: Table, player: Player | None, entry: Entry, case: Case) -> None:
    """Name the rules of the module next to the rules of the base game."""
    if player is None:
        return
    champagne.cite_champagne_rules(table, player, entry, case)
    ball_staff.cite_gap(table, player, entry, case)
    late = any(breach.rule == "GAH-TURN-12" for breach in case.breaches)
    if late and isinstance(entry, TakeGuest) and floor_of(table).sent_in == table.turn_no:
        case.add_explanation("WALTZ1-BALL-02")
        case.breach("WALTZ1-BALL-02", M("balls.after-a-sending"))


MODULE = Module(
    id=ID,
    number=1,
    data=(DATA,),
    foods=(CHAMPAGNE,),
    food_actions={1: (CHAMPAGNE,), 2: (CHAMPAGNE,)},
    balance_rules={(space, CHAMPAGNE): rule for space, rule in champagne.CHAINS.items()},
    choice_rules={CHAMPAGNE: ("WALTZ1-CHAMP-01", "WALTZ1-CHAMP-04")},
    food_stocks={CHAMPAGNE: champagne.STOCK},
    missed={CHAMPAGNE: "WALTZ1-SETUP-06"},
    left_foods={CHAMPAGNE: ("WALTZ1-END-02", M("balls.champagne-left"))},
    shares=(SOURCE_RULES, PILES, READ_OFF, SPENDING, TILES),
    kinds=index_by_name(
        Kind(
            sending.WORD,
            {sending.WORD: sending.read_word},
            answerable=sending.can_send,
            offer=sending.offer_sending,
            shows=sending.write_permission,
            about="hall",
        ),
        Kind(
            "vp_per_dancer",
            {"vp_per_dancer": lambda n, _: Part("vp_per_dancer", check_count(n), score="tiles")},
            ball_tiles.book_per_dancer,
        ),
        Kind(
            ball_tiles.WORD,
            compulsory=PENALTY,
            offer_all=ball_tiles.offer_lost_dancers,
            shows=ball_tiles.write_choosable_dancers,
        ),
    ),
    deeds=index_by_name(
        Deed(rehearsals.TakeRehearsal, rehearsals.take_rehearsal, in_setup=True),
        Deed(sending.SendGuest, sending.send_guest),
        Deed(sending.SendDancer, sending.send_dancer),
        Deed(ball_tiles.RemoveDancer, ball_tiles.remove_dancer),
    ),
    keys={"claim": lambda s: {"place": s.place}},
    offers=(sending.offer_guests,),
    stages=(
        Stage(
            rehearsals.PHASE,
            "WALTZ-COMBO-14",
            "rehearsal halls follow the staff cards and come before the starting guests",
            rehearsals.has_everybody_hall,
            rehearsals.offer_rehearsals,
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
            foresee=ball_scoring.foresee_unknown_hall,
            foreseen=ball_scoring.SCORED,
        ),
    ),
    besides=((M("balls.scorings"), {"balls": ball_scoring.write_scoring_row}),),
    losses=index_by_name(
        Loss("food", ball_tiles.can_return_food, ball_tiles.give_food_back, ball_tiles.word_food),
        Loss(
            "remove_dancers",
            ball_tiles.can_remove,
            ball_tiles.give_dancers,
            ball_tiles.word_dancers,
            ball_tiles.offer_goods_with_dancer,
            ball_tiles.note_unknown_hall,
        ),
    ),
    key_hints=HINTS,
    cards={"halls": "hall"},
    hooks=(
        rules_broken.heard_by(_rules_broken),
        extra_action_begun.heard_by(ball_staff.close_separated_side),
        disc_placed.heard_by(ball_staff.book_disc_gains),
        less_food_taken.heard_by(champagne.note_less_taken),
        guest_left.heard_by(champagne.note_champagne_order),
        list_choice_foods.altered_by(champagne.allow_champagne_choice),
        module_food_chosen.heard_by(champagne.note_champagne_choice),
        list_tile_foods.altered_by(champagne.exempt_champagne),
        count_tie_break.altered_by(champagne.sum_money_and_kitchen),
        card_parts.altered_by(ball_staff.open_card_dancer),
        find_cited_rule.altered_by(
            lambda so_far, table, rule: "WALTZ1-END-03" if rule == "GAH-TIE-01" else so_far
        ),
        may_bring.altered_by(ball_staff.disc_may_bring),
    ),
    setups=(lambda s: ({"halls": halls.three_halls(s)}, {"rehearsals": ListOf(rehearsals.BOARD)}),),
    position=hall_position.POSITION,
    player_keys=hall_position.PLAYER_KEYS,
    begins=(halls.lay_out_halls, rehearsals.lay_out_rehearsals, champagne.give_start_champagne),
    finishes=(hall_position.finish_dancers,),
    bends=(hall_position.find_impossible_halls,),
    narrows=(hall_figures.narrow_hall_verbs,),
    headers=(hall_position.check_halls_header, rehearsals.check_rehearsals_header),
    table_state=Floor,
    player_state=lambda table, player: Rehearsal(),
    score_parts=(
        ScorePart("dancers", "WALTZ1-BALL-06", M("balls.score-dancers")),
        ScorePart("balls", "WALTZ1-SCORE-01", M("balls.score-balls")),
    ),
    counts={
        CHAMPAGNE: Counted(
            M("balls.count-champagne"), lambda table, player: halls.count_champagne(player)
        ),
        "dancers": Counted(M("balls.count-dancers"), count_dancers_of),
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
