"""The base game, declared as the modules are: its kinds of part, verbs, stages, steps and parts.

The module of each chapter carries out its rules; this is the table of contents that the engine
reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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
from adjudicator.austria.judging import options
from adjudicator.austria.printed import hint_words
from adjudicator.austria.printed.board import ROOM_NAMES
from adjudicator.austria.printed.catalogue import COUNTED, FOODS, WORDS, ReadWord
from adjudicator.austria.printed.datafile import FOLDER
from adjudicator.austria.table import agenda
from adjudicator.austria.table.declarations import (
    PENALTY,
    Counted,
    Deed,
    Kind,
    Stage,
    Step,
    index_by_name,
)
from adjudicator.austria.table.module import Module
from adjudicator.austria.table.state import SETUP_GUESTS, SETUP_ROOMS, USED, WAITING


def _read_words(*names: str) -> Mapping[str, ReadWord]:
    return {name: WORDS[name] for name in names}


KINDS = (
    Kind("krones", _read_words("krones"), agenda.book_part),
    Kind("emperor", _read_words("emperor"), agenda.book_part),
    Kind("vp", _read_words("vp"), agenda.book_part),
    Kind("vp_per_staff", _read_words("vp_per_staff"), agenda.book_per_staff),
    Kind("draw", _read_words("draw_staff"), agenda.book_cards),
    Kind("food", _read_words("gain"), agenda.book_food),
    Kind(
        "prepare",
        _read_words("prepare"),
        answerable=rooms.can_prepare_room,
        note=rooms.note_room_switches,
        offer=options.offer_prepare,
        merges="room",
        about="room",
    ),
    Kind(
        "play_staff",
        _read_words("play_staff", "offer_staff"),
        answerable=staff.can_hire_card,
        note=staff.note_hiring_switch,
        offer=options.offer_hiring,
    ),
    Kind(
        "take_guest",
        _read_words("take_guest"),
        answerable=guests.can_take_guest,
        note=guests.note_guest_switches,
        offer=options.offer_taking,
        about="guest",
    ),
    Kind(
        "occupy",
        _read_words("occupy"),
        answerable=rooms.can_occupy_room,
        offer=options.offer_occupy,
        merges="room",
        about="room",
    ),
    Kind(
        "fill_order",
        _read_words("fill_order"),
        answerable=food.can_fill_order,
        offer=options.offer_fill,
        about="guest",
    ),
    Kind(
        "gain",
        _read_words("gain_any"),
        answerable=food.can_gain_food,
        note=food.note_empty_supply,
        offer=options.offer_gain,
        about="gain",
    ),
    Kind(
        "extra_action",
        _read_words("extra_action"),
        answerable=actions.can_act,
        note=actions.note_waiting_krones,
        offer=options.offer_action,
    ),
    Kind("action", resolve=actions.resume_action, blocks=False),
    Kind("penalty", compulsory=PENALTY, offer_all=options.offer_penalty),
    Kind(
        "remove_room",
        compulsory=PENALTY,
        offer_all=options.offer_removal,
        choice=lambda room: ROOM_NAMES[int(room)],
    ),
    Kind("return_staff", compulsory=PENALTY),
    Kind("discard_staff", compulsory=PENALTY, offer_all=options.offer_discard),
)
"""The kinds of agenda part (GAH-CHK-05 to 16, GAH-SYM, GAH-EMP-07)."""

DEEDS: tuple[Deed[Any], ...] = (
    Deed(guests.TakeGuest, guests.take_guest, in_setup=True),
    Deed(rooms.Prepare, rooms.prepare_room, in_setup=True),
    Deed(rounds.Done, rounds.end_turn_or_setup, in_setup=True),
    Deed(rounds.Roll, rounds.roll_dice, in_setup=True),
    Deed(rounds.Pass, rounds.pass_turn),
    Deed(rounds.Reroll, rounds.reroll_dice),
    Deed(actions.TakeDie, actions.take_die),
    Deed(staff.PlayStaff, staff.play_staff),
    Deed(food.Serve, food.serve_guests),
    Deed(food.UseStaff, food.use_staff),
    Deed(guests.CheckIn, guests.check_in),
    Deed(politics.Claim, politics.claim_card),
    Deed(food.Gain, food.gain_food),
    Deed(food.PlaceFood, food.place_fresh_food),
    Deed(rooms.Occupy, rooms.occupy_room),
    Deed(food.FillOrder, food.fill_order),
    Deed(actions.ExtraAction, actions.do_extra_action),
    Deed(actions.Decline, actions.decline_part, after_end=True),
    Deed(emperor.Penalty, emperor.take_penalty, after_end=True),
    Deed(emperor.RemoveRoom, emperor.remove_room, after_end=True),
    Deed(emperor.ReturnStaff, emperor.return_staff, after_end=True),
    Deed(emperor.DiscardStaff, emperor.discard_staff, after_end=True),
    Deed(staff.CopyStaff, staff.copy_staff, after_end=True),
    Deed(board_check.BoardCheck, board_check.check_board, play=False),
    Deed(board_check.BoardAdjustment, board_check.adjust_values, play=False, settles=True),
    Deed(board_check.TableRuling, None, play=False),
)
"""The verbs. A ruling takes effect where the entry that it names is, and is not judged."""

STAGES = (
    Stage(
        SETUP_GUESTS,
        "GAH-SETUP-17",
        "starting guests come first, from the last player back",
        guests.has_everybody_picked,
        options.offer_starting_guests,
        combined="WALTZ-COMBO-15",
    ),
    Stage(
        SETUP_ROOMS,
        "GAH-SETUP-19",
        "rooms follow when everybody has a guest",
        rooms.has_everybody_finished,
        options.offer_starting_rooms,
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
    kinds=index_by_name(*KINDS),
    deeds=index_by_name(*DEEDS),
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
