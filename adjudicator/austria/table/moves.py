"""The elementary changes of state: krones, steps, VP, food. Every value is held in its bounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import add

from adjudicator.austria.printed.catalogue import FIGURES, Foods, Guest, Part
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import EMPEROR, KRONES_MAX, CafeGuest, Player, Table
from adjudicator.entries import Pieces
from adjudicator.hooks import question, signal
from adjudicator.messages import M

LAST_SPACE = len(FIGURES["emperor_track"]) - 1
"""The last space of the emperor track (GAH-EMP-01)."""


def book(
    table: Table, player: Player, what: str, count: int, ref: str, trigger: int = 0, score: str = ""
) -> int:
    """Book a player's gain or, below 0, loss, and signal a gain. All changes pass here.

    what: ``krones``, ``emperor`` (steps), ``vp``, ``staff`` (cards drawn unseen) or a food, which
        comes from the supply into the kitchen and returns there.
    ref: the cause, as sources are named.
    trigger: the number of its event (0: the chain of entries under way).
    score: the part of ``scores`` that VP belong to.

    Every value is held in its bounds (GAH-MONEY-02, -03, U-04; GAH-EMP-01, -02; GAH-FOOD-08).
    Returns how many really came or went. Steps past the end of the track are signalled as steps,
    and their VP as VP.
    """
    beyond = 0
    if what == "krones":
        krones = player.krones + count
        if krones < 0:
            krones = 0
        elif krones > KRONES_MAX:
            krones = KRONES_MAX
        came = krones - player.krones
        player.krones = krones
    elif what == "vp":
        player.points[score] += count
        came = count
    elif what == "emperor":
        came, beyond = _book_steps(player, count)
    elif what == "staff":
        came = min(count, table.staff_deck())
        player.hand += came
        if came:
            player.known = None
    else:
        food = table.box.food_index[what]
        came = _book_food(table, player, food, count)
    if came > 0 and goods_gained in player.answers:
        trigger = trigger or player.fresh_chain
        goods_gained(table, player, what, came, ref, trigger, score, beyond)
        if beyond:
            goods_gained(table, player, "vp", beyond, ref, trigger, "emperor", 0)
    return came


def _book_steps(player: Player, count: int) -> tuple[int, int]:
    """Book steps on the emperor track; return those that came or went, and those past its end."""
    space = player.emperor + count
    beyond = max(0, space - LAST_SPACE)
    player.points["emperor"] += beyond
    came = count if space >= 0 else -player.emperor
    player.emperor = min(LAST_SPACE, max(0, space))
    return came, beyond


def _book_food(table: Table, player: Player, food: int, count: int) -> int:
    if count < 0:
        count = max(count, -player.kitchen[food])
        table.supply[food] -= count
        player.kitchen[food] += count
        left = min(player.fresh[food], player.kitchen[food])
        player.fresh = replace_food(player.fresh, food, left)
        return count
    note_supply(table, food, count)
    came = min(count, table.supply[food])
    table.supply[food] -= came
    player.kitchen[food] += came
    if came and (table.phase != EMPEROR or _is_emperor_food_placeable(table)):
        player.fresh = replace_food(player.fresh, food, player.fresh[food] + came)
    return came


def empty_kitchen(table: Table, player: Player) -> None:
    """Return all food of a kitchen to the supply; nothing of it can be placed any more."""
    table.supply = [*map(add, table.supply, player.kitchen)]
    player.kitchen = [*table.box.nothing]
    player.fresh = table.box.nothing


def replace_food(foods: Foods, food: int, count: int) -> Foods:
    """Return counts per food with another count of one."""
    return (*foods[:food], count, *foods[food + 1 :])


def keep_fresh(player: Player) -> None:
    """Note that no more can be placed of the food just gained than the kitchen still holds."""
    player.fresh = tuple(map(min, player.fresh, player.kitchen))


def _is_emperor_food_placeable(table: Table) -> bool:
    """Return whether food of an emperor scoring may be placed (U-20)."""
    table.rest_on("U-20")
    return table.rules.emperor_food_placeable


@signal
def goods_gained(
    table: Table,
    player: Player,
    what: str,
    count: int,
    ref: str,
    trigger: int,
    score: str,
    beyond: int,
) -> None:
    """A player gained something; the count is the real one, at least 1.

    what: ``krones``, ``emperor`` (steps, past the end of the track too), ``vp``, ``staff`` (cards
        drawn) or a food.
    ref: the cause, as sources of parts are named (``guest:61``, ``die``, ``tile``, ``group``) or
        the verb.
    trigger: a number that everything of one event shares and no other event has.
    score: the part of ``scores`` of VP, else "".
    beyond: the steps past the end of the track, which brought VP instead.
    """


def pay_krones(table: Table, player: Player, krones: int, ref: str) -> None:
    """Take krones away, never below 0 (GAH-MONEY-03)."""
    if krones:
        book(table, player, "krones", -krones, ref)


def next_trigger(table: Table) -> int:
    """Return the number of an event of its own, within the chain that is under way."""
    table.trigger -= 1
    return table.trigger


def lose_vp(
    table: Table,
    player: Player,
    points: int,
    case: Case,
    *,
    ref: str = "tile",
    score: str = "tiles",
    trigger: int = 0,
) -> None:
    """Book a loss of VP, by an emperor tile or otherwise; the total may fall below 0 (U-30)."""
    if points > player.vp:
        case.rest_on("U-30")
    if table.rules.vp_floor:
        points = min(points, max(0, player.vp))
    book(table, player, "vp", -points, ref, trigger, score)


def book_guest_vp(table: Table, player: Player, guest: Guest, case: Case, trigger: int = 0) -> None:
    """Book the VP of a guest that leaves the café; some lose VP (GAH-CHK-05)."""
    ref, points = guest.source, guest.vp
    if points > 0:
        book(table, player, "vp", points, ref, trigger, "guests")
    elif points < 0:
        lose_vp(table, player, -points, case, ref=ref, score="guests", trigger=trigger)


def take_food(table: Table, player: Player, wanted: Pieces, ref: str, trigger: int = 0) -> None:
    """Move food from the supply into the kitchen, cut to the supply (GAH-FOOD-08).

    Food of an emperor scoring stays in the kitchen where the table plays so (U-20). ref and
    trigger: see ``book``.
    """
    supply, kitchen, fresh = table.supply, player.kitchen, [*player.fresh]
    placeable = table.phase != EMPEROR or not wanted or _is_emperor_food_placeable(table)
    for food, count in wanted:
        left = supply[food]
        if count > left - table.beyond[food]:
            note_supply(table, food, count)
            if count > left:
                count = left
        supply[food] = left - count
        kitchen[food] += count
        fresh[food] += count
    before = player.fresh
    if placeable:
        player.fresh = (*fresh,)
    if goods_gained in player.answers:
        for food, _ in wanted:
            came = fresh[food] - before[food]
            if came:
                chain = trigger or player.fresh_chain
                goods_gained(table, player, table.box.foods[food], came, ref, chain, "", 0)


def count_named_food(table: Table, parts: Iterable[Part]) -> list[int]:
    """Return the named food that parts bring, per food, cut to the supply (GAH-FOOD-08).

    Food behind a choice waits for it and is not counted.
    """
    food = list(table.box.nothing)
    for part in parts:
        if part.kind in table.box.opened:
            break
        for kind, count in enumerate(part.food):
            food[kind] += min(count, table.supply[kind])
    return food


def note_supply(table: Table, food: int, wanted: int) -> None:
    """Note that it decides whether the supply is limited, where more is wanted than it has."""
    if wanted > table.supply[food] - table.beyond[food]:
        table.rest_on(table.box.stocks[food].switch)


@question
def list_tile_foods(table: Table) -> Iterable[int]:
    """Return the foods that a tile's penalty takes back from the kitchen and the guests."""
    return table.box.food_range


def return_kitchen_food(table: Table, player: Player) -> None:
    """Put all food of the kitchen that the tile names back into the supply."""
    for food in list_tile_foods(table):
        book(table, player, table.box.foods[food], -player.kitchen[food], "tile")


def return_served_food(table: Table, player: Player) -> None:
    """Put all food of the player's café guests back into the supply (GAH-TILE-05, U-69)."""
    for guest in player.cafe.values():
        if guest.complete:
            table.rest_on("U-69")
            if table.rules.complete_orders_kept:
                continue
        for food in list_tile_foods(table):
            table.supply[food] += guest.lies[food]
            guest.put(food, -guest.lies[food])


def write_food_counts(counts: Sequence[int], foods: Sequence[str]) -> str:
    """Return counts per food as data of a verdict: ``2 cake, 1 wine``, in every language."""
    return ", ".join(f"{count} {foods[food]}" for food, count in enumerate(counts) if count)


def word_food_counts(counts: Sequence[int], foods: Sequence[str]) -> tuple[M, ...]:
    """Return counts per food for a message: ``2 cake, 1 wine``."""
    named = [
        M("moves.food", n=count, food=foods[food]) for food, count in enumerate(counts) if count
    ]
    return tuple(named) or (M("amounts.nothing"),)


def signal_order_completed(table: Table, player: Player, guest: CafeGuest) -> None:
    """Tell that a guest's order has become complete.

    By some texts a card of the guest's colour reacts to this already (GAH-CARD-05, -06).
    """
    for card in table.box.reactions.sooner.get(table.rules.edition, ()):
        if card in player.staff:
            colours = (row.guest for row in table.box.reactions.check_in if row.card == card)
            if table.guests[guest.number].colour in colours:
                table.rest_on(table.staff_cards[card].rule)
    if order_completed in player.answers:
        order_completed(table, player, guest)


@signal
def order_completed(table: Table, player: Player, guest: CafeGuest) -> None:
    """A café guest's order has become complete."""
