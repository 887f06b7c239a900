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
from adjudicator.austria.table import agenda
from adjudicator.austria.table.declarations import PENALTY, Counted, Deed, Kind, Stage, Step
from adjudicator.austria.table.module import Module
from adjudicator.austria.table.state import SETUP_GUESTS, SETUP_ROOMS


def _words(*names: str) -> Mapping[str, ReadWord]:
    return {name: WORDS[name] for name in names}


KINDS = (
    Kind("krones", _words("krones"), agenda.book_part),
    Kind("emperor", _words("emperor"), agenda.book_part),
    Kind("vp", _words("vp"), agenda.book_part),
    Kind("vp_per_staff", _words("vp_per_staff"), agenda.book_per_staff),
    Kind("draw", _words("draw_staff"), agenda.book_cards),
    Kind("food", _words("gain"), agenda.book_food),
    Kind(
        "prepare",
        _words("prepare"),
        answerable=rooms.can_prepare,
        note=rooms.note_placing,
        offer=options.offer_prepare,
        merges="room",
        about="room",
    ),
    Kind(
        "play_staff",
        _words("play_staff", "offer_staff"),
        answerable=staff.can_hire,
        note=staff.note_hiring,
        offer=options.offer_hiring,
    ),
    Kind(
        "take_guest",
        _words("take_guest"),
        answerable=guests.can_take,
        note=guests.note_taking,
        offer=options.offer_taking,
        about="guest",
    ),
    Kind(
        "occupy",
        _words("occupy"),
        answerable=rooms.can_occupy,
        offer=options.offer_occupy,
        merges="room",
        about="room",
    ),
    Kind(
        "fill_order",
        _words("fill_order"),
        answerable=food.can_fill,
        offer=options.offer_fill,
        about="guest",
    ),
    Kind(
        "gain",
        _words("gain_any"),
        answerable=food.can_gain,
        note=food.note_gaining,
        offer=options.offer_gain,
        about="gain",
    ),
    Kind(
        "extra_action",
        _words("extra_action"),
        answerable=actions.can_act,
        note=actions.note_acting,
        offer=options.offer_action,
    ),
    Kind("action", resolve=actions.go_on, blocks=False),
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
    Deed(rooms.Prepare, rooms.prepare, in_setup=True),
    Deed(rounds.Done, rounds.done, in_setup=True),
    Deed(rounds.Roll, rounds.roll, in_setup=True),
    Deed(rounds.Pass, rounds.pass_turn),
    Deed(rounds.Reroll, rounds.reroll),
    Deed(actions.TakeDie, actions.take_die),
    Deed(staff.PlayStaff, staff.play_staff),
    Deed(food.Serve, food.serve),
    Deed(food.UseStaff, food.use_staff),
    Deed(guests.CheckIn, guests.check_in),
    Deed(politics.Claim, politics.claim),
    Deed(food.Gain, food.gain),
    Deed(food.PlaceFood, food.place),
    Deed(rooms.Occupy, rooms.occupy),
    Deed(food.FillOrder, food.fill_order),
    Deed(actions.ExtraAction, actions.extra_action),
    Deed(actions.Decline, actions.decline, after_end=True),
    Deed(emperor.Penalty, emperor.penalty, after_end=True),
    Deed(emperor.RemoveRoom, emperor.remove_room, after_end=True),
    Deed(emperor.ReturnStaff, emperor.return_staff, after_end=True),
    Deed(emperor.DiscardStaff, emperor.discard_staff, after_end=True),
    Deed(staff.CopyStaff, staff.copy_staff, after_end=True),
    Deed(board_check.BoardCheck, board_check.check, play=False),
    Deed(board_check.BoardAdjustment, board_check.adjust, play=False, settles=True),
    Deed(board_check.TableRuling, None, play=False),
)
"""The verbs. A ruling takes effect where the entry that it names is, and is not judged."""

STAGES = (
    Stage(
        SETUP_GUESTS,
        "GAH-SETUP-17",
        "starting guests come first, from the last player back",
        guests.everybody_picked,
        options.picks,
        combined="WALTZ-COMBO-15",
    ),
    Stage(
        SETUP_ROOMS,
        "GAH-SETUP-19",
        "rooms follow when everybody has a guest",
        rooms.everybody_finished,
        options.starting_rooms,
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
        rounds.turn_over,
        resumes=True,
    ),
)

BASE = Module(
    id="base",
    number=0,
    foods=FOODS,
    food_actions=actions.FOOD_ACTIONS,
    kinds=KINDS,
    deeds=DEEDS,
    stages=STAGES,
    steps=STEPS,
    order_tiles=rounds.order_tiles,
    parts=final.PARTS,
    position=position_keys.TABLE,
    player_keys=position_keys.PLAYER,
    hints=hint_words.KEYS,
    counts={what: Counted(words, final.HOW[what]) for what, words in COUNTED.items()},
)
"""The base game as a module; ``boxes.box_of`` merges the others into it."""
