"""Unique Hotels: a lobby for every player, bought in an auction, with a property that lasts."""

from __future__ import annotations

from adjudicator.austria.chapters.actions import (
    can_die_be_used,
    count_dice_moved_in,
    count_krones_spent,
    die_moved,
    die_taken,
    list_die_ways,
)
from adjudicator.austria.chapters.component_figures import POLITICS_FIGURES, READ_OFF, TILE_FIGURES
from adjudicator.austria.chapters.groups import group_bonus, room_occupied
from adjudicator.austria.chapters.guests import (
    goes_to_first_pile,
    guest_step_goes_on,
    may_take_another_guest,
)
from adjudicator.austria.chapters.piles import list_piled_guests, list_starred_cards
from adjudicator.austria.chapters.place import may_bring
from adjudicator.austria.chapters.rooms import starting_price
from adjudicator.austria.chapters.rounds import turn_ended
from adjudicator.austria.chapters.staff import card_played
from adjudicator.austria.judging.citations import SOURCE_RULES
from adjudicator.austria.judging.judge import entry_begun, list_offers, rules_broken
from adjudicator.austria.modules.hotels import (
    auction,
    corogari,
    dove,
    kaufman,
    kozi,
    lobbies,
    lobby_position,
    maenfels,
    ninas,
    paulwei,
    ren,
    wray,
)
from adjudicator.austria.modules.hotels.lobbies import HINTS
from adjudicator.austria.table.declarations import Deed, Kind, ScorePart, Stage, Step, index_by_name
from adjudicator.austria.table.module import Module
from adjudicator.austria.table.state import list_open_guests
from adjudicator.hooks import ModuleAnswer
from adjudicator.messages import M


def _with_balls() -> tuple[ModuleAnswer, ...]:
    from adjudicator.austria.modules.balls.ball_scoring import ball_scored
    from adjudicator.austria.modules.balls.sending import row_bonus

    return ball_scored.heard_by(ren.book_most_dancers), row_bonus.altered_by(ren.double_row_bonus)


MODULE = Module(
    id="hotels",
    number=3,
    shares=(SOURCE_RULES, READ_OFF),
    missed={lobby.id: "WALTZ-GEN-02" for lobby in lobbies.LOBBIES.values() if lobby.needs},
    kinds=index_by_name(
        Kind(
            "take_token",
            answerable=dove.can_take_token,
            offer_all=dove.offer_tokens,
            shows=dove.write_half,
            compulsory=dove.TOKEN_FIRST,
        )
    ),
    deeds=index_by_name(
        Deed(auction.Bid, auction.bid_for_lobby, in_setup=True),
        Deed(auction.TakeLobby, auction.take_lobby, in_setup=True, shared=True),
        Deed(wray.UseLobby, wray.use_lobby),
        Deed(dove.TakeToken, dove.take_token),
    ),
    keys={
        "take_die": lambda s: {"moved": kozi.moved_die_shape(s)},
        "extra_action": lambda s: {"moved": kozi.moved_die_shape(s)},
        "occupy": lambda s: {"place": s.place},
        "prepare": lambda s: {"place": s.place},
    },
    wraps={
        "pass": auction.leave_by_pass,
        "take_guest": kaufman.around_take_guest,
        "play_staff": maenfels.restrict_early_cards,
        "decline": maenfels.leave_lobby_card,
        "claim": ninas.refuse_own_goal,
        "take_die": kozi.around_take_die,
        "take_key": corogari.around_take_key,
        "extra_action": kozi.check_moved_action,
    },
    setup_verbs=("pass", "play_staff"),
    setup_parts=True,
    setups=(auction.setup_keys,),
    headers=(auction.check_header,),
    begins=(auction.lay_out_lobbies,),
    finishes=(lobby_position.finish_lobbies,),
    bends=(lobby_position.find_impossible_lobbies,),
    stages=(
        Stage(
            auction.PHASE,
            "WALTZ-COMBO-13",
            "lobbies are bought with the krones of the start, before anything is built with them",
            auction.has_everybody_lobby,
            auction.offer_bids,
        ),
    ),
    steps=(
        Step(
            "kaufman",
            "WALTZ3-KAUFMAN-04",
            "his guests count for the round that closes, before the emperor is asked",
            kaufman.score_round,
        ),
        Step(
            "kaufman-pile",
            "WALTZ3-KAUFMAN-04",
            "the pile has been counted and is cleared",
            kaufman.clear_pile,
            resumes=True,
            after="kaufman",
        ),
        Step(
            "values",
            "WALTZ3-COROGARI-02",
            "dice are summed within a round",
            corogari.forget_values,
            resumes=True,
            after="next",
        ),
    ),
    captions=(lobbies.name_lobby,),
    sources=("lobby",),
    table_state=lobbies.Offer,
    player_state=lobbies.Hotel,
    position=lobby_position.TABLE,
    player_keys=lobby_position.PLAYER,
    score_parts=(
        ScorePart("lobby", "WALTZ3-GEN-01", M("hotels.part")),
        ScorePart(
            "final_lobby",
            "WALTZ3-NINAS-04",
            M("hotels.final-part"),
            "final_cafe",
            ninas.write_goal_line,
        ),
    ),
    readings=(dove.READING, lobbies.READING, POLITICS_FIGURES, TILE_FIGURES),
    offers=(lobby_position.offer_lobbies,),
    key_hints=HINTS,
    cards={"lobbies": "lobby"},
    hooks=(
        entry_begun.heard_by(auction.remember_setup),
        die_moved.heard_by(kozi.move_die),
        rules_broken.heard_by(auction.watch_setup),
        rules_broken.heard_by(wray.cite_pass_after_tile),
        list_open_guests.altered_by(kaufman.add_pile_guests),
        starting_price.altered_by(dove.fourth_room_price),
        count_dice_moved_in.altered_by(kozi.moved_in),
        can_die_be_used.altered_by(kozi.is_usable_moved),
        list_die_ways.altered_by(kozi.list_moved_ways),
        list_offers.altered_by(lobby_position.drop_corogari_items),
    ),
    together={"balls": _with_balls},
    holdings={
        "corogari": (
            die_taken.heard_by(corogari.book_sum_bonus),
            count_krones_spent.altered_by(corogari.subtract_booked_krones),
            may_bring.altered_by(corogari.bonus_may_bring),
        ),
        "dove": (
            room_occupied.heard_by(dove.open_token),
            may_bring.altered_by(dove.token_may_bring),
        ),
        "kaufman": (
            may_take_another_guest.altered_by(kaufman.has_second_start_guest),
            guest_step_goes_on.altered_by(kaufman.has_second_guest),
            goes_to_first_pile.altered_by(kaufman.keep_in_pile),
            list_piled_guests.altered_by(kaufman.add_pile_cards),
        ),
        "maenfels": (card_played.heard_by(maenfels.book_card_bonus),),
        "ninas": (
            turn_ended.heard_by(ninas.book_turn_goals),
            list_starred_cards.altered_by(ninas.add_own_goals),
        ),
        "paulwei": (group_bonus.altered_by(paulwei.lobby_group_bonus),),
    },
)
"""The module as the box merges it."""
