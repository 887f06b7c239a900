"""Unique Hotels: a lobby for every player, bought in an auction, with a property that lasts."""

from __future__ import annotations

from adjudicator.austria.box import (
    BallScored,
    CardPlayed,
    Deed,
    DieChosen,
    DieTaken,
    EntryBegun,
    EntryEnded,
    Kind,
    Module,
    RoomOccupied,
    RulesBroken,
    ScorePart,
    Stage,
    Step,
    TurnBegun,
    TurnEnded,
)
from adjudicator.austria.figures import POLITICS_FIGURES, TILE_FIGURES
from adjudicator.austria.modules.hotels import (
    auction,
    corogari,
    dove,
    kaufman,
    kozi,
    lobbies,
    maenfels,
    ninas,
    paulwei,
    position,
    ren,
    wray,
)
from adjudicator.austria.sourced import NAMED
from adjudicator.messages import M
from adjudicator.shapes import Verb, one_of

MODULE = Module(
    id="hotels",
    number=3,
    shares=(NAMED,),
    missed={lobby.id: "WALTZ-GEN-02" for lobby in lobbies.LOBBIES.values() if lobby.needs},
    kinds=(
        Kind(
            "take_token",
            answerable=dove.can_take,
            offer_all=dove.offer,
            shows=dove.shows,
            compulsory=True,
        ),
    ),
    deeds=(
        Deed(
            "bid",
            lambda s: Verb({"krones": s.count}, {"lobby": lobbies.shape(s)}),
            auction.bid,
            in_setup=True,
        ),
        Deed(
            "take_lobby",
            lambda s: Verb({"lobby": lobbies.shape(s), "krones": s.count}),
            auction.take_lobby,
            in_setup=True,
        ),
        Deed(
            "use_lobby",
            lambda s: Verb({"tile": s.tile}, s.with_place),
            wray.use_lobby,
        ),
        Deed(
            "take_token",
            lambda s: Verb(
                {"token": dove.TOKEN},
                {"half": one_of(dove.HALVES, M("hotels.half")), **s.with_place, **s.source},
            ),
            dove.take_token,
        ),
    ),
    keys={
        "take_die": lambda s: {"moved": kozi.moved(s)},
        "extra_action": lambda s: {"moved": kozi.moved(s)},
        "occupy": lambda s: s.with_place,
        "prepare": lambda s: s.with_place,
    },
    wraps={
        "pass": auction.around_pass,
        "take_guest": kaufman.around_take_guest,
        "play_staff": maenfels.around_play_staff,
        "claim": ninas.around_claim,
        "take_die": lambda judge: corogari.around_action(kozi.around_action(judge)),
        "take_key": corogari.around_action,
        "extra_action": kozi.around_action,
        "done": dove.around_end,
        "roll": dove.around_end,
        "occupy": dove.around_room,
        "prepare": dove.around_room,
    },
    setup_verbs=("pass", "play_staff"),
    setup_parts=True,
    setup=auction.setup_keys,
    header=auction.check_header,
    begin=auction.begin,
    finish=position.finish,
    bends=position.bends,
    stages=(
        Stage(
            auction.PHASE,
            "WALTZ-COMBO-13",
            "lobbies are bought with the krones of the start, before anything is built with them",
            auction.through,
            auction.offers,
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
    called=lobbies.called,
    sources=("lobby",),
    table_state=lobbies.Offer,
    player_state=lobbies.Hotel,
    position=position.TABLE,
    player_keys=position.PLAYER,
    parts=(
        ScorePart("lobby", "WALTZ3-GEN-01", M("hotels.part")),
        ScorePart(
            "final_lobby", "WALTZ3-NINAS-04", M("hotels.final-part"), "final_cafe", ninas.final
        ),
    ),
    readings=(dove.READING, lobbies.READING, POLITICS_FIGURES, TILE_FIGURES),
    offers=position.offers,
    hears={
        EntryBegun: auction.entry_begun,
        EntryEnded: position.entry_ended,
        DieChosen: kozi.die_chosen,
        DieTaken: corogari.die_taken,
        CardPlayed: maenfels.card_played,
        RoomOccupied: dove.room_occupied,
        TurnBegun: position.turn_begun,
        TurnEnded: ninas.turn_ended,
        RulesBroken: wray.rules_broken,
        BallScored: ren.ball_scored,
    },
    alters={
        "start_kitchen": lobbies.start_kitchen,
        "cafe_places": kaufman.cafe_places,
        "another_guest": kaufman.another_guest,
        "first_pile": kaufman.first_pile,
        "guests_in_sight": kaufman.guests_in_sight,
        "piled": kaufman.piled,
        "starred": ninas.starred,
        "starting_rooms": paulwei.starting_rooms,
        "room_price": dove.room_price,
        "group_bonus": paulwei.group_bonus,
        "dice_on": kozi.dice_on,
        "takeable": kozi.takeable,
        "ways": kozi.ways,
        "spent": corogari.spent,
        "row_bonus": ren.row_bonus,
        "items": position.items,
    },
)
"""The module as the box merges it."""
