"""Emperor scoring: VP, steps back, bonus or penalty of the tile (GAH-EMP, GAH-TILE)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from adjudicator.austria.chapters.removal import Removal
from adjudicator.austria.chapters.turns import source_obstacles
from adjudicator.austria.printed.board import EMPTY, OCCUPIED, ROOM_INDEX, ROOM_NAMES, VACANT
from adjudicator.austria.printed.catalogue import FIGURES, EmperorTile, Goods, Part
from adjudicator.austria.table import agenda, moves
from adjudicator.austria.table.agenda import make_open_parts
from adjudicator.austria.table.box import box_at
from adjudicator.austria.table.declarations import PENALTY, Deed, Item, Kind, make_item
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import EMPEROR, OVER, ROLL, Open, Player, Table
from adjudicator.entries import ByPlayer, key, verb
from adjudicator.messages import M
from adjudicator.obstacles import (
    NOTHING,
    Against,
    CitedRule,
    DecidingSwitch,
    Doubt,
    Found,
    Obstacle,
    is_allowed,
)
from adjudicator.shapes import ListOf, OneOf

SCORED_ROUNDS: list[int] = FIGURES["emperor_rounds"]
STEP_BACK: list[int] = FIGURES["step_back"]
BONUS_FROM: int = FIGURES["bonus_from_space"]


def has_emperor_scoring(table: Table) -> bool:
    """Return whether the round just closed has an emperor scoring (GAH-END-01)."""
    return table.round_no in SCORED_ROUNDS


def space_after_steps_back(space: int, round_no: int) -> int:
    """Return the space of the track after the steps back of a scored round (GAH-EMP-04, -05)."""
    return max(0, space - STEP_BACK[SCORED_ROUNDS.index(round_no)])


def find_tile_effect(space: int) -> str:
    """Return the tile's effect on a space: bonus, none or penalty (GAH-EMP-06 to -08)."""
    if space >= BONUS_FROM:
        return "bonus"
    return "none" if space else "penalty"


def needs_tile(table: Table) -> bool:
    """Return whether the scoring now due would give anybody a bonus or a penalty."""
    if not has_emperor_scoring(table):
        return False
    spaces = [space_after_steps_back(player.emperor, table.round_no) for player in table.players]
    return any(find_tile_effect(space) != "none" for space in spaces)


def pick_scored_tile(tiles: Iterable[EmperorTile], round_no: int) -> EmperorTile | None:
    """Return the one of the tiles that a round's scoring is about: A, B, C (GAH-EMP-09).

    None where it is not among them, and for a round without a scoring.
    """
    if round_no not in SCORED_ROUNDS:
        return None
    letter = "ABC"[SCORED_ROUNDS.index(round_no)]
    return next((tile for tile in tiles if tile.letter == letter), None)


def find_round_tile(table: Table) -> EmperorTile | None:
    """Return the tile of the scoring of this round.

    None where it is not known: a position may name the tiles that matter and no others.
    """
    return pick_scored_tile(
        (table.tiles[name] for name in table.emperor_tiles or ()), table.round_no
    )


def carry_out_scoring(table: Table, case: Case) -> None:
    """Carry out an emperor scoring: all VP, all steps back, then the tile for everybody.

    Choices stay open in each player's agenda.
    """
    count = len(table.players)
    players = [table.players[(table.first + offset) % count] for offset in range(count)]
    back = STEP_BACK[SCORED_ROUNDS.index(table.round_no)]
    for player in players:
        points = table.figures.emperor_track[player.emperor]
        moves.book(table, player, "vp", points, "emperor", score="emperor")
        moves.book(table, player, "emperor", -back, "emperor")
        player.happened = ()
        player.returned = None
    tile = find_round_tile(table)
    if tile is None:
        return
    zones = [player.emperor for player in players]  # fixed before the tile moves anybody (U-34)
    _note_player_order(table, tile, [*zip(players, zones, strict=True)])
    for player, space in zip(players, zones, strict=True):
        chain = agenda.begin_chain(table, player)
        does = find_tile_effect(space)
        if does == "bonus":
            for reaction in player.box.reactions.bonus:
                if reaction.card in player.staff:
                    for part in reaction.gives:
                        ref = reaction.source
                        agenda.resolve_part(table, player, part, chain, ref)
            agenda.push_event(table, player, make_open_parts(tile.bonus, "tile"), chain)
        elif does == "penalty":
            _impose_penalty(table, player, tile, case)


def _note_player_order(table: Table, tile: EmperorTile, zones: list[tuple[Player, int]]) -> None:
    """Note that the order of the players decides about food that runs out (U-32)."""
    winners = [player for player, space in zones if find_tile_effect(space) == "bonus"]
    losers = [player for player, space in zones if find_tile_effect(space) == "penalty"]
    for part in tile.bonus if winners else ():
        for food, count in enumerate(part.food):
            left, wanted = table.supply[food], count * len(winners)
            back = [guest.lies[food] for player in losers for guest in player.cafe.values()]
            back += [player.kitchen[food] for player in losers]
            if left < wanted and (any(back) or (left and len(winners) > 1)):
                table.rest_on("U-32")


def _impose_penalty(table: Table, player: Player, tile: EmperorTile, case: Case) -> None:
    """Carry out a penalty, or open the choice it leaves (GAH-EMP-07, -11)."""
    if tile.goods is not None and tile.goods.other is not None:
        unsettled = box_at(table).losses[tile.goods.other[0]].unsettled
        if unsettled is not None and unsettled(table, case):
            return
    gives = tile.goods is not None and _can_give_goods(table, player, tile.goods)
    options = _list_penalty_options(table, tile, gives=gives)
    manager = any(card in player.staff for card in player.box.reactions.ignore_penalty)
    if manager and _changes_something(table, player, tile):
        case.rest_on("GAH-CARD-26")
        if table.rules.penalty_free:
            player.happened = (("penalty", "ignore"),)
            return
        if player.krones >= 1:
            options = [*options, "ignore"]
    _note_options(table, player, tile, gives=gives)
    if len(options) > 1:
        obligation = Open(Part("penalty"), "tile", 1, "reward")
        obligation.choices = tuple(options)
        agenda.push_event(table, player, [obligation], table.chain)
    else:
        carry_out_penalty(table, player, tile, options[0], case)


def _list_penalty_options(table: Table, tile: EmperorTile, *, gives: bool) -> list[str]:
    """Return the printed losses that a player may choose from (GAH-EMP-11, U-30).

    gives: whether the player can give the goods in full.
    """
    points = bool(tile.vp or tile.vp_per_staff)
    if tile.goods is None:
        return ["vp"]
    if not points:
        return ["goods"]
    if not gives:
        return ["vp"]
    return ["vp", "goods"] if _has_loss_choice(table, tile) else ["goods"]


def _has_loss_choice(table: Table, tile: EmperorTile) -> bool:
    """Return whether VP may be chosen where the goods can be given in full (GAH-EMP-11)."""
    if tile.goods_switch:
        return table.rules[tile.goods_switch] != "as-worded"
    return not table.rules.goods_first


def _note_options(table: Table, player: Player, tile: EmperorTile, *, gives: bool) -> None:
    """Note the switches that decide the options of a penalty (GAH-EMP-11, GAH-TILE-08)."""
    if tile.goods is None or not (tile.vp or tile.vp_per_staff):
        return
    if tile.goods.remove_vacant > 1:
        enough = {
            player.rooms.count(face) >= tile.goods.remove_vacant for face in (VACANT, OCCUPIED)
        }
        if len(enough) > 1:
            table.rest_on("GAH-TILE-08")
    if gives:
        table.rest_on(tile.goods_switch or "GAH-EMP-11")


def find_face_taken(table: Table, goods: Goods) -> int:
    """Return which rooms a penalty of vacant ones takes; of two by edition (GAH-TILE-08)."""
    if goods.remove_vacant > 1 and table.rules["GAH-TILE-08"] == "occupied":
        return OCCUPIED
    return VACANT


def _can_give_goods(table: Table, player: Player, goods: Goods) -> bool:
    rooms, cards = goods.remove_vacant, goods.discard_staff
    return (
        player.krones >= goods.krones
        and player.hand >= goods.return_staff
        and (not rooms or player.rooms.count(find_face_taken(table, goods)) >= rooms)
        and (not cards or len(list_end_cards(table, player)) >= cards)
        and (goods.other is None or box_at(table).losses[goods.other[0]].can(table, player, goods))
    )


def _changes_something(table: Table, player: Player, tile: EmperorTile) -> bool:
    """Return whether the penalty would take anything (else nothing is to be ignored)."""
    if tile.vp or tile.vp_per_staff:
        return True
    assert tile.goods is not None
    if tile.goods.remove_occupied:
        return OCCUPIED in player.rooms
    if tile.goods.other is not None:
        return box_at(table).losses[tile.goods.other[0]].can(table, player, tile.goods)
    served = tile.goods.cafe and any(
        any(guest.lies) and not (guest.complete and table.rules.complete_orders_kept)
        for guest in player.cafe.values()
    )
    return any(player.kitchen) or served


def list_end_cards(table: Table, player: Player) -> list[int]:
    """Return the player's end-of-game cards in play (GAH-TILE-12)."""
    return [card for card in player.staff if table.staff_cards[card].timing == "end"]


def carry_out_penalty(
    table: Table,
    player: Player,
    tile: EmperorTile,
    option: str,
    case: Case,
    room: int | None = None,
) -> None:
    """Carry out one option of a penalty; rooms or cards to choose stay open.

    room: the first room to remove, where the entry names it.
    """
    player.happened = (*player.happened, ("penalty", option))
    if option == "ignore":
        moves.pay_krones(table, player, 1, "penalty")
        return
    if option == "vp":
        moves.lose_vp(table, player, tile.vp + tile.vp_per_staff * len(player.staff), case)
        return
    goods = tile.goods
    assert goods is not None
    moves.pay_krones(table, player, goods.krones, "tile")
    if goods.kitchen:
        moves.return_kitchen_food(table, player)
    if goods.cafe:
        moves.return_served_food(table, player)
    if goods.return_staff:
        player.returned = (goods.return_staff, player.known, None)
        player.hand = max(0, player.hand - goods.return_staff)
        player.known = None
        player.happened = (*player.happened, ("return_staff", goods.return_staff))
    if goods.other is not None:
        box_at(table).losses[goods.other[0]].give(table, player, goods)
    if goods.discard_staff:
        _discard_or_ask(table, player)
    if goods.remove_vacant or goods.remove_occupied:
        removal = Removal(table, player, goods)
        if room is not None:
            removal.remove(room)
        removal.go_on()


def _discard_or_ask(table: Table, player: Player) -> None:
    cards = list_end_cards(table, player)
    if len(cards) == 1:
        _discard_card(table, player, cards[0])
    elif cards:
        obligation = Open(Part("discard_staff"), "tile", 1, "reward")
        obligation.choices = tuple(cards)
        agenda.push_event(table, player, [obligation], table.chain)


def _discard_card(table: Table, player: Player, card: int) -> None:
    player.staff.pop(card, None)
    table.discarded_staff = table.discarded_staff | {card}
    player.happened = (*player.happened, ("discard_staff", card))


def find_obligation(player: Player, kind: str) -> Open | None:
    """Return the player's open obligation of a kind, or None."""
    for event in reversed(player.events):
        for part in event.parts:
            if part.part.kind == kind:
                return part
    return None


def find_usable_obligation(player: Player, kind: str) -> Open | None:
    """Return the obligation of a kind that an entry may meet now: of the front event."""
    for part in player.events[-1].parts if player.events else ():
        if part.part.kind == kind:
            return part
    return None


def _find_waiting_obstacle(player: Player, kind: str) -> Obstacle | None:
    """Return that an obligation waits behind another event; None where there is none."""
    if all(
        find_usable_obligation(player, word) or not find_obligation(player, word)
        for word in (kind, "penalty")
    ):
        return None
    first = player.events[-1].parts[0]
    told = M("turns.finish-first", what=kind, first=first.part.kind, source=first.source)
    return Obstacle("GAH-EMP-11", told, source=first.source, open=first.part.kind)


def close_obligation(table: Table, player: Player, part: Open) -> None:
    """Remove an obligation that is being met."""
    for event in player.events:
        if part in event.parts:
            event.parts.remove(part)
    agenda.settle_agenda(table, player)


def has_happened(table: Table, player: Player, what: str, value: object) -> bool:
    """Return whether the scoring has already carried out the effect that an entry names."""
    return (what, value) in player.happened and table.phase in (EMPEROR, ROLL, OVER)


def obstacles_to_unasked_loss(
    table: Table, player: Player, what: str, value: object
) -> Iterator[Found]:
    """Yield the obstacles to an entry about a loss that no penalty asks for (GAH-EMP-11)."""
    waiting = _find_waiting_obstacle(player, what)
    if waiting is not None:
        yield waiting
        return
    tile = _find_last_tile(table)
    if tile is None:
        yield from _explain_only_by_tile(what)
        yield Obstacle("GAH-EMP-11", M("emperor.only-in-scoring"), named=value)
        return
    asks = M("emperor.not-asked", what=what, due=word_penalty(table, tile), player=player.id)
    if not player.happened and find_usable_obligation(player, "penalty") is None:
        told = M("emperor.no-penalty-due", player=player.id)
        yield Obstacle("GAH-EMP-07", told, named=value)
    elif what == "penalty":
        yield from _list_other_loss_obstacles(table, player, tile, str(value))
        return
    elif what == "return_staff" and tile.goods and tile.goods.return_staff and not player.happened:
        told = M("emperor.choose-first", what=what, player=player.id, due=word_penalty(table, tile))
        switch = tile.goods_switch or "GAH-EMP-11"
        yield Obstacle("GAH-EMP-11", told, switch=switch, named=value)
    else:
        told, switched = _explain_penalty_taken(table, player, tile, what, value, asks)
        if switched is not None:
            yield switched
    if what != "penalty":
        yield Obstacle(tile.rule, told, named=value)
        yield Obstacle("GAH-EMP-11", told, named=value)
    else:
        yield Obstacle("GAH-EMP-11", asks)
    yield from _explain_only_by_tile(what)


def _explain_penalty_taken(
    table: Table, player: Player, tile: EmperorTile, what: str, value: object, asks: M
) -> tuple[M, Obstacle | None]:
    """Return how a penalty was carried out, and the obstacle if a switch decided that.

    asks: the message about the loss that is due.
    """
    done = [told for kind, told in player.happened if kind == what]
    free = explain_spared_penalty(table, player, value)
    if free is not None:
        return free
    if ("penalty", "vp") in player.happened:
        return M("emperor.paid-in-vp", player=player.id), None
    if not done:
        return asks, None
    told = M("emperor.happened", happened=tuple(done), value=value)
    if what == "remove_room" and tile.goods is not None and tile.goods.remove_occupied:
        return told, Obstacle(tile.rule, told, switch="GAH-TILE-10", happened=done)
    return told, None


def explain_spared_penalty(
    table: Table, player: Player, value: object
) -> tuple[M, Obstacle] | None:
    """Return a message and an obstacle if staff 26 has spared a player the penalty, else None.

    value: the value that the entry names. Some editions spare it without asking, so the switch is
    named (GAH-CARD-26).
    """
    tile = _find_last_tile(table)
    if tile is None or ("penalty", "ignore") not in player.happened:
        return None
    told = M("emperor.spared", due=word_penalty(table, tile), player=player.id)
    return told, Obstacle("GAH-CARD-26", told, switch="GAH-CARD-26", named=value)


def _explain_only_by_tile(what: str) -> Iterator[Obstacle]:
    """Yield that only an emperor tile takes such a piece off a board."""
    if what in _ONLY_BY_TILE:
        yield CitedRule(*_ONLY_BY_TILE[what])


def word_goods(table: Table, tile: EmperorTile) -> M:
    """Return the losses of a penalty besides VP, in words."""
    goods = tile.goods
    assert goods is not None
    told = []
    if goods.krones:
        told.append(M("emperor.krones", krones=goods.krones))
    if goods.kitchen:
        told.append(M("emperor.kitchen"))
    if goods.cafe:
        told.append(M("emperor.cafe"))
    if goods.return_staff:
        told.append(M("emperor.hand-cards", n=goods.return_staff))
    rooms = goods.remove_vacant + goods.remove_occupied
    if rooms and (goods.remove_occupied or find_face_taken(table, goods) == OCCUPIED):
        told.append(M("emperor.occupied-rooms", n=rooms))
    elif rooms:
        told.append(M("emperor.vacant-rooms", n=rooms))
    if goods.discard_staff:
        told.append(M("emperor.end-cards", n=goods.discard_staff))
    if goods.other is not None:
        told.append(box_at(table).losses[goods.other[0]].told(goods))
    return M("emperor.goods", goods=tuple(told))


def word_vp(tile: EmperorTile) -> M:
    """Return how many VP a penalty takes."""
    if tile.vp_per_staff:
        return M("emperor.vp-per-staff", vp=tile.vp_per_staff)
    return M("emperor.vp", vp=tile.vp)


def word_penalty(table: Table, tile: EmperorTile) -> M:
    """Return all that a penalty may take: goods, VP, or one of them."""
    points = tile.vp or tile.vp_per_staff
    if tile.goods is None:
        return word_vp(tile)
    if not points:
        return word_goods(table, tile)
    return M("emperor.goods-or-vp", goods=word_goods(table, tile), vp=word_vp(tile))


def _find_last_tile(table: Table) -> EmperorTile | None:
    """Return the tile of the scoring that is under way or came before this roll, if there was."""
    if table.phase not in (EMPEROR, ROLL, OVER) or table.emperor_tiles is None:
        return None
    scored = table.round_no - (table.phase == ROLL)
    return pick_scored_tile((table.tiles[name] for name in table.emperor_tiles), scored)


def _list_other_loss_obstacles(
    table: Table, player: Player, tile: EmperorTile, chosen: str
) -> Iterator[Found]:
    """Yield the obstacles to a loss: the tile, the goods at hand, staff 26."""
    owner = any(card in player.staff for card in player.box.reactions.ignore_penalty)
    rule, switch = "GAH-EMP-11", ""
    if ("penalty", "ignore") in player.happened:
        rule, switch, message = (
            "GAH-CARD-26",
            "GAH-CARD-26",
            M("emperor.spared", due=word_penalty(table, tile), player=player.id),
        )
    elif chosen == "ignore":
        rule, message = "GAH-CARD-26", M("emperor.ignoring-takes-card")
        if owner and player.krones < 1:
            switch, message = "GAH-CARD-26", M("emperor.ignoring-costs")
        elif owner:
            message = M("emperor.nothing-to-ignore")
    elif chosen == "vp" and not (tile.vp or tile.vp_per_staff):
        message = M("emperor.takes-no-vp", due=word_penalty(table, tile))
    elif (
        chosen == "vp" and ("penalty", "goods") in player.happened and _has_loss_choice(table, tile)
    ):
        message = M("emperor.goods-chosen", goods=word_goods(table, tile), player=player.id)
    elif chosen == "vp":
        switch = tile.goods_switch or "GAH-EMP-11"
        message = M("emperor.goods-are-forced", goods=word_goods(table, tile), vp=word_vp(tile))
    elif tile.goods is None:
        message = M("emperor.takes-vp-only", vp=word_vp(tile))
    else:
        message = M("emperor.goods-not-in-full", goods=word_goods(table, tile), vp=word_vp(tile))
    yield Obstacle(rule, message, switch=switch, choose=chosen)
    yield Obstacle(tile.rule, message, choose=chosen)
    yield Obstacle("GAH-EMP-11", message, choose=chosen)


_ONLY_BY_TILE = {
    "remove_room": ("GAH-ROOM-10", M("emperor.rooms-leave-only-by-penalty")),
    "discard_staff": ("GAH-STAFF-12", M("emperor.cards-leave-only-by-penalty")),
}
"""Entries that only an emperor tile brings about: rule and reason."""


LOSSES = ("vp", "goods", "ignore")
"""The choices of a penalty: its VP, its goods, or, with staff 26, nothing of it."""


@verb("penalty")
class Penalty(ByPlayer):
    """Which of the losses of an emperor tile a player takes."""

    choose: str = key(lambda s: OneOf(LOSSES, M("vocabulary.vp-goods-or-ignore")))
    from_: str | None = key(lambda s: s.source, default=None)


@verb("remove_room")
class RemoveRoom(ByPlayer):
    """A room tile that a tile takes."""

    room: str = key(lambda s: s.room)
    from_: str | None = key(lambda s: s.source, default=None)


@verb("return_staff")
class ReturnStaff(ByPlayer):
    """Cards of the hand that a tile takes: how many, and which, where they are shown."""

    count: int = key(lambda s: s.count)
    staff: list[int] | None = key(lambda s: ListOf(s.staff), default=None)
    from_: str | None = key(lambda s: s.source, default=None)


@verb("discard_staff")
class DiscardStaff(ByPlayer):
    """A card in play that a tile takes."""

    staff: int = key(lambda s: s.staff)
    from_: str | None = key(lambda s: s.source, default=None)


def take_penalty(table: Table, player: Player, entry: Penalty, case: Case) -> None:
    """``penalty``: which loss the player takes, or ``ignore`` with the Conference Manager."""
    chosen, part = entry.choose, find_usable_obligation(player, "penalty")
    if part is None and entry.from_ is None and has_happened(table, player, "penalty", chosen):
        return  # names a loss that the scoring has carried out
    elsewhere, against = (
        source_obstacles(entry, "tile"),
        obstacles_to_choosing_loss(table, player, chosen),
    )
    if elsewhere or against:
        case.cite(elsewhere, against)
    tile = find_round_tile(table) if part is not None else None
    if part is None or tile is None or case.stop:
        return
    note_loss_choice(table, player, tile, part, case, chosen)
    close_obligation(table, player, part)
    no_goods = chosen == "goods" and tile.goods is None  # let stand
    carry_out_penalty(table, player, tile, "vp" if no_goods else chosen, case)


def obstacles_to_choosing_loss(table: Table, player: Player, chosen: str) -> Against:
    """Return the obstacles to a loss: it is not due, or cannot be chosen (GAH-EMP-11)."""
    if find_usable_obligation(player, "penalty") is None and has_happened(
        table, player, "penalty", chosen
    ):
        return NOTHING
    return _obstacles_to_choosing_loss(table, player, chosen)


def _obstacles_to_choosing_loss(table: Table, player: Player, chosen: str) -> Iterator[Found]:
    part = find_usable_obligation(player, "penalty")
    tile = find_round_tile(table)
    if part is None or tile is None:
        if not has_happened(table, player, "penalty", chosen):
            yield from obstacles_to_unasked_loss(table, player, "penalty", chosen)
    elif chosen not in part.choices:
        yield from _list_other_loss_obstacles(table, player, tile, chosen)


def list_losses_to_choose(table: Table, player: Player) -> list[str]:
    """Return the losses of which a player has to bear one."""
    return [loss for loss in LOSSES if is_allowed(obstacles_to_choosing_loss(table, player, loss))]


class GoodsLoss:
    """The obligation, or the open choice of a penalty, that an entry with goods uses.

    kind: the obligation's. taken: whether the tile takes such goods. goods: of the tile that asks.
    They are None where no tile asks; then the entry can only name an earlier loss.
    """

    __slots__ = ("choice", "goods", "part", "tile")

    def __init__(
        self, table: Table, player: Player, kind: str, taken: Callable[[Goods], object]
    ) -> None:
        self.tile = find_round_tile(table) if table.phase == EMPEROR else None
        self.part = find_usable_obligation(player, kind)
        self.choice = find_usable_obligation(player, "penalty") if self.part is None else None
        goods = self.tile.goods if self.tile is not None else None
        chooses = self.choice is not None and "goods" in self.choice.choices
        due = goods is not None and (self.part is not None or (chooses and taken(goods)))
        self.goods = goods if due else None


def note_loss_choice(
    table: Table, player: Player, tile: EmperorTile, part: Open, case: Case, chosen: str = "goods"
) -> None:
    """Note which switches gave the player the choice that is being made."""
    if chosen == "vp" and tile.goods is not None and _can_give_goods(table, player, tile.goods):
        table.rest_on(tile.goods_switch or "GAH-EMP-11")
    if "ignore" in part.choices:
        case.rest_on("GAH-CARD-26")


def find_choice_switch(table: Table) -> str:
    """Return the switch that leaves somebody the choice between losses, "" for no such choice.

    That of staff 26 where without it there would be none (GAH-EMP-11, GAH-CARD-26).
    """
    tile = find_round_tile(table)
    for player in table.players:
        part = find_obligation(player, "penalty")
        if part is not None:
            printed = [option for option in part.choices if option != "ignore"]
            own = tile.goods_switch if tile is not None else ""
            return "GAH-CARD-26" if len(printed) == 1 else own or "GAH-EMP-11"
    return ""


def remove_room(table: Table, player: Player, entry: RemoveRoom, case: Case) -> None:
    """``remove_room``: which room goes; alone it also chooses the goods (GAH-TILE-04, -08, -10)."""
    case.cite(
        source_obstacles(entry, "tile"), obstacles_to_removing_room(table, player, entry.room)
    )
    loss, removal = _find_removal(table, player)
    if case.stop or removal is None or _is_gone_already(player, loss, entry.room):
        return
    room = ROOM_INDEX[entry.room]
    if loss.part is not None:
        close_obligation(table, player, loss.part)
        removal.remove(room)
        removal.go_on()
    elif loss.choice is not None and loss.tile is not None:
        note_loss_choice(table, player, loss.tile, loss.choice, case)
        close_obligation(table, player, loss.choice)
        carry_out_penalty(table, player, loss.tile, "goods", case, room)


def _find_removal(table: Table, player: Player) -> tuple[GoodsLoss, Removal | None]:
    """Return the loss that a room removed is, and how it goes on; None where none is asked for."""
    loss = GoodsLoss(
        table, player, "remove_room", lambda goods: goods.remove_vacant or goods.remove_occupied
    )
    if loss.goods is None:
        return loss, None
    removal = Removal(table, player, loss.goods)
    if loss.part is not None:
        removal.left = loss.part.left
        gone = [name for what, name in player.happened if what == "remove_room"]
        removal.last = ROOM_INDEX[str(gone[-1])] if gone else None
    return loss, removal


def _is_gone_already(player: Player, loss: GoodsLoss, name: str) -> bool:
    """Return whether an entry names a room that went before the one that is asked for now."""
    return loss.part is not None and ("remove_room", name) in player.happened


def obstacles_to_removing_room(table: Table, player: Player, name: str) -> Iterator[Found]:
    """Yield the obstacles to losing a room to a tile (GAH-TILE-04, -08, -10, U-28)."""
    loss, removal = _find_removal(table, player)
    tile, goods, part = loss.tile, loss.goods, loss.part
    if removal is None or tile is None or goods is None:
        if not has_happened(table, player, "remove_room", name):
            yield from obstacles_to_unasked_loss(table, player, "remove_room", name)
        return
    if _is_gone_already(player, loss, name):
        removal.note_face()
        return
    room = ROOM_INDEX[name]
    open_rooms = list(part.choices) if part is not None else removal.candidates()
    if room not in open_rooms:
        names = [ROOM_NAMES[int(str(other))] for other in open_rooms]
        message = M("emperor.cannot-go-open", room=name, open=tuple(names))
        switch = ""
        if removal.last is not None and goods.remove_occupied:
            switch = "GAH-TILE-10"
        elif part is None and tile.vp and removal.goes_forced(room):
            switch = tile.goods_switch or "GAH-EMP-11"
        yield Obstacle(tile.rule, message, switch=switch, open=names)
        yield Obstacle("GAH-EMP-11", message, open=names)
        if removal.goes_otherwise(room, goods.remove_vacant):
            yield DecidingSwitch("GAH-TILE-08", tile.rule)
    elif removal.saves_one(room) and table.rules["U-28"] == "ask":
        message = M("emperor.no-second-room", room=name)
        yield Doubt("U-28", message, M("emperor.owner-picks"), applies=True)


def list_rooms_to_lose(table: Table, player: Player) -> list[str]:
    """Return the rooms of which one may go."""
    placed = [name for name, face in zip(ROOM_NAMES, player.rooms, strict=True) if face != EMPTY]
    return [name for name in placed if is_allowed(obstacles_to_removing_room(table, player, name))]


def discard_staff(table: Table, player: Player, entry: DiscardStaff, case: Case) -> None:
    """``discard_staff``: which end-of-game card goes; alone it also chooses the goods."""
    card = entry.staff
    case.cite(source_obstacles(entry, "tile"), obstacles_to_discarding_staff(table, player, card))
    loss = _find_card_loss(table, player)
    if case.stop or loss.goods is None:
        return
    if loss.choice is not None and loss.tile is not None:
        note_loss_choice(table, player, loss.tile, loss.choice, case)
        close_obligation(table, player, loss.choice)
        player.happened = (*player.happened, ("penalty", "goods"))
    elif loss.part is not None:
        close_obligation(table, player, loss.part)
    if card in player.staff:
        _discard_card(table, player, card)


def _find_card_loss(table: Table, player: Player) -> GoodsLoss:
    return GoodsLoss(table, player, "discard_staff", lambda goods: goods.discard_staff)


def obstacles_to_discarding_staff(table: Table, player: Player, card: int) -> Iterator[Found]:
    """Yield the obstacles to losing a card in play to a tile (GAH-TILE-12)."""
    if _find_card_loss(table, player).goods is None:
        if not has_happened(table, player, "discard_staff", card):
            yield from obstacles_to_unasked_loss(table, player, "discard_staff", card)
    elif card not in list_end_cards(table, player):
        message = M("emperor.not-end-of-game-card", card=card, player=player.id)
        yield Obstacle("GAH-TILE-12", message, staff=card)
        yield Obstacle("GAH-EMP-11", message, staff=card)


def list_cards_to_lose(table: Table, player: Player) -> list[int]:
    """Return the cards in play of which one may go."""
    return [
        card
        for card in player.staff
        if is_allowed(obstacles_to_discarding_staff(table, player, card))
    ]


def return_staff(table: Table, player: Player, entry: ReturnStaff, case: Case) -> None:
    """``return_staff``: names the cards that went under the deck by themselves (GAH-TILE-03)."""
    case.cite(source_obstacles(entry, "tile"), obstacles_to_returning_staff(table, player, entry))
    named = entry.staff
    if case.stop or named is None or player.returned is None:
        return
    count, known, told = player.returned
    if told is None:
        player.returned = (count, known, frozenset(named))
        if known is not None:
            player.known = known - set(named)


def obstacles_to_returning_staff(
    table: Table, player: Player, entry: ReturnStaff
) -> Iterator[Found]:
    """Yield the obstacles to naming the cards that went under the deck: number and cards."""
    count, named = entry.count, entry.staff
    if not has_happened(table, player, "return_staff", count):
        yield from obstacles_to_unasked_loss(table, player, "return_staff", count)
    if named is None:
        return
    _, known, told = player.returned or (0, None, None)
    if told is not None and told != frozenset(named):
        message = M("emperor.other-cards-have-been-named", cards=tuple(sorted(told)))
        yield Obstacle("GAH-EMP-11", message, named=sorted(told))
    for other in table.players:
        if other is not player and other.known is not None and other.known & set(named):
            yield Obstacle("GAH-STAFF-09", M("emperor.card-was-named", other=other.id))
    if len(set(named)) != count:
        message = M("emperor.cards-returned", named=len(set(named)), count=count)
        yield Obstacle("GAH-EMP-11", message)
    strange = [card for card in named if known is not None and card not in known]
    strange += [card for card in named if table.sees_staff(card)]
    if strange:
        yield Obstacle("GAH-STAFF-09", M("emperor.not-in-that-hand", card=strange[0]))


def offer_removal(table: Table, player: Player, parts: list[Open]) -> Iterator[Item]:
    """Yield the rooms of which one has to go."""
    rooms = list_rooms_to_lose(table, player)
    if rooms:
        yield make_item(player, "remove_room", room=rooms)


def offer_discard(table: Table, player: Player, parts: list[Open]) -> Iterator[Item]:
    """Yield the end-of-game cards of which one has to go."""
    cards = list_cards_to_lose(table, player)
    if cards:
        yield make_item(player, "discard_staff", staff=cards)


def offer_penalty(table: Table, player: Player, parts: list[Open]) -> Iterator[Item]:
    """Yield the losses that a player may choose from, named or implied by the goods."""
    yield make_item(player, "penalty", choose=list_losses_to_choose(table, player))
    tile = find_round_tile(table)
    goods = tile.goods if tile is not None else None
    if goods is not None and goods.other is not None:
        offer = box_at(table).losses[goods.other[0]].offer
        if offer is not None:
            yield from offer(table, player, goods)
    yield from offer_removal(table, player, parts)
    yield from offer_discard(table, player, parts)


_KEY_OF = {"penalty": "choose", "remove_room": "room", "discard_staff": "staff"}


def offer_happened(table: Table, player: Player) -> Iterator[Item]:
    """Yield entries that name automatic effects of the last emperor scoring: legal, no change."""
    named: dict[str, list[Any]] = {}
    for what, value in player.happened:
        if not has_happened(table, player, what, value):
            continue
        if what == "return_staff":
            yield make_item(player, what, count=value)
        else:
            named.setdefault(what, []).append(value)
    for what, values in named.items():
        if what not in _KEY_OF:
            continue  # of a module, which does not list automatic effects
        yield make_item(player, what, **{_KEY_OF[what]: values})


KINDS = (
    Kind("penalty", compulsory=PENALTY, offer_all=offer_penalty),
    Kind(
        "remove_room",
        compulsory=PENALTY,
        offer_all=offer_removal,
        choice=lambda room: ROOM_NAMES[int(room)],
    ),
    Kind("return_staff", compulsory=PENALTY),
    Kind("discard_staff", compulsory=PENALTY, offer_all=offer_discard),
)
"""Penalties with a choice (GAH-EMP-07)."""

DEEDS: tuple[Deed[Any], ...] = (
    Deed(Penalty, take_penalty, after_end=True),
    Deed(RemoveRoom, remove_room, after_end=True),
    Deed(ReturnStaff, return_staff, after_end=True),
    Deed(DiscardStaff, discard_staff, after_end=True),
)
"""The verbs of this chapter."""
