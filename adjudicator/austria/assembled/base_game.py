"""The base game, declared as the modules are: its kinds of part, verbs, stages, steps and parts.

The module of each chapter carries out its rules; this is the table of contents that the engine
reads.
"""

from __future__ import annotations

from adjudicator.austria.chapters import (
    actions,
    board_check,
    emperor,
    final,
    food,
    guests,
    politics,
    position_keys,
    rooms,
    rounds,
    staff,
)
from adjudicator.austria.printed import hint_words
from adjudicator.austria.printed.catalogue import COUNTED, FOODS, read_words
from adjudicator.austria.printed.datafile import FOLDER
from adjudicator.austria.table import agenda
from adjudicator.austria.table.declarations import Counted, Kind, Stage, Step, index_by_name
from adjudicator.austria.table.module import Module
from adjudicator.austria.table.state import SETUP_GUESTS, SETUP_ROOMS, USED, WAITING

CHAPTERS = (guests, rooms, rounds, actions, staff, food, politics, emperor, board_check)
"""The files with verbs. Each has its ``DEEDS``; some have ``KINDS`` of agenda part."""

PLAIN_KINDS = (
    Kind("krones", read_words("krones"), agenda.book_part),
    Kind("emperor", read_words("emperor"), agenda.book_part),
    Kind("vp", read_words("vp"), agenda.book_part),
    Kind("vp_per_staff", read_words("vp_per_staff"), agenda.book_per_staff),
    Kind("draw", read_words("draw_staff"), agenda.book_cards),
    Kind("food", read_words("gain"), agenda.book_food),
)
"""The kinds of agenda part that are booked without a choice (GAH-CHK-05, -06, GAH-SYM)."""

STAGES = (
    Stage(
        SETUP_GUESTS,
        "GAH-SETUP-17",
        "starting guests come first, from the last player back",
        guests.has_everybody_picked,
        guests.offer_starting_guests,
        combined="WALTZ-COMBO-15",
    ),
    Stage(
        SETUP_ROOMS,
        "GAH-SETUP-19",
        "rooms follow when everybody has a guest",
        rooms.has_everybody_finished,
        rounds.offer_starting_rooms,
        combined="WALTZ-COMBO-16",
    ),
)

STEPS = (
    Step(
        "emperor",
        "GAH-END-01",
        "it comes before anything is readied, so used cards stay used",
        rounds.score_emperor,
        foresee=rounds.foresee_emperor,
        foreseen=emperor.SCORED_ROUNDS,
    ),
    Step(
        "ready",
        "GAH-END-02",
        "cards are readied when the scorings are through",
        rounds.ready_staff,
        resumes=True,
    ),
    Step(
        "next",
        "GAH-END-03",
        "the order tiles go on last: scorings still use the order of the old round",
        rounds.pass_order_tiles_on,
        resumes=True,
    ),
)

BASE = Module(
    id="base",
    number=0,
    data=(FOLDER,),
    foods=FOODS,
    food_actions=actions.FOOD_ACTIONS,
    kinds=index_by_name(
        *PLAIN_KINDS, *(kind for chapter in CHAPTERS for kind in getattr(chapter, "KINDS", ()))
    ),
    deeds=index_by_name(*(deed for chapter in CHAPTERS for deed in chapter.DEEDS)),
    stages=STAGES,
    marks={USED: "used", WAITING: "used"},
    steps=STEPS,
    number_tiles=rounds.number_snake_tiles,
    score_parts=final.PARTS,
    position=position_keys.TABLE,
    player_keys=position_keys.PLAYER,
    key_hints=hint_words.HINTS,
    counts={what: Counted(words, final.COUNTERS[what]) for what, words in COUNTED.items()},
)
"""The base game as a module; ``boxes.box_of`` merges the others into it."""
