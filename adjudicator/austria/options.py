"""``next``: everything that may be entered now, in the form that record-format defines.

Read off the agenda and the same helpers that judge entries; a property test holds the two
together (what is offered is legal, what is legal is offered).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from adjudicator.austria import agenda, moves
from adjudicator.austria.actions import (
    FOOD_ACTIONS,
    UsesDie,
    affords_six,
    die_lies,
    owed,
    plan,
    reaction_foods,
    spent,
)
from adjudicator.austria.board import ROOM_NAMES
from adjudicator.austria.box import box_at, entry_of
from adjudicator.austria.catalogue import COPY
from adjudicator.austria.emperor import end_cards, tile_of_round
from adjudicator.austria.final import copyable
from adjudicator.austria.food import SERVED_AT_ONCE, kinds_of_choice, serves_free
from adjudicator.austria.guests import (
    brought_by_guest,
    deck_of,
    guest_price,
    next_picker,
    ready_to_leave,
)
from adjudicator.austria.place import placeable
from adjudicator.austria.politics import claimable
from adjudicator.austria.removal import Removal
from adjudicator.austria.rounds import ROUNDS, dice_in_game, may_pass, next_first
from adjudicator.austria.spending import payable
from adjudicator.austria.state import (
    EMPEROR,
    OVER,
    REROLL,
    ROLL,
    TURN,
    Open,
    Player,
    Table,
)
from adjudicator.hooks import question

Item = dict[str, Any]


@question
def options(table: Table) -> list[Item]:
    """Return the items of ``next``."""
    return list(_items(table))


def _items(table: Table) -> Iterator[Item]:
    phase = table.phase
    stage = table.box.stage_of.get(phase)
    if stage is not None:
        yield from box_at(table).stages[stage].offer(table)
        if table.box.setup_parts:
            for player in table.players:
                yield from _open_parts(table, player)
    elif phase == ROLL:
        if not table.has_begun:
            for player in table.players:
                yield _by(player, "done")
        due = [due for due in box_at(table).dues if due.due(table)]
        for waiting in due:
            yield from waiting.offer(table)
        if not due:
            yield from _roll(table, table.first)
    elif phase == REROLL:
        assert table.actor is not None
        yield _by(table.actor, "reroll", dice={"count": sum(table.dice) - 1})
    elif phase == EMPEROR:
        for player in table.players:
            yield from _open_parts(table, player)
        due = [due for due in box_at(table).dues if due.due(table)]
        for waiting in due:
            yield from waiting.offer(table)
        owing = any(agenda.owes(player) for player in table.players)
        if table.round_no < ROUNDS and not owing and not due:
            yield from _roll(table, next_first(table))
    elif phase == TURN:
        assert table.actor is not None
        yield from _turn(table, table.actor)
    if phase in (ROLL, TURN, REROLL):  # what an entry out of turn opened that was let stand
        for player in table.players:
            if player.events and not (phase == TURN and player is table.actor):
                yield from _open_parts(table, player)
    if phase == OVER:
        yield from _copies(table)
    if phase in (ROLL, EMPEROR):
        for player in table.players:
            yield from _fresh(player)
    if phase in (ROLL, EMPEROR, OVER):
        for player in table.players:
            yield from _happened(player)
    for offers in box_at(table).offers:
        yield from offers(table)


def picks(table: Table) -> Iterator[Item]:
    """Yield the starting guests that may be taken (GAH-SETUP-17)."""
    yield from _take(table, next_picker(table), None, free=True)


def starting_rooms(table: Table) -> Iterator[Item]:
    """Yield the starting rooms that may be placed, and the ends of set-up (GAH-SETUP-19)."""
    for player in table.players:
        if not player.finished_setup:
            rooms = agenda.rooms_for(table, player, None)
            if rooms:
                yield _by(player, "prepare", room=_names(rooms))
        yield _by(player, "done")


def _by(player: Player, do: str, **keys: Any) -> Item:
    return {"by": player.id, "do": do, **keys}


def _names(rooms: Sequence[int]) -> list[str]:
    return [ROOM_NAMES[room] for room in rooms]


def _roll(table: Table, seat: int) -> Iterator[Item]:
    yield _by(table.players[seat], "roll", dice={"count": dice_in_game(table)})


def _turn(table: Table, player: Player) -> Iterator[Item]:
    yield from _open_parts(table, player)
    rewards = any(not event.main and event.parts for event in player.events)
    free = not rewards and (not player.events or table.rules.interruptible)
    if not table.guest_taken and not table.die_taken and not rewards:
        yield from _take(table, player, None)
    if not table.die_taken and free:
        yield from ways_to_act(table, player, "take_die")
    yield from _fresh(player)
    if free:
        yield from _extra_actions(table, player)
    if table.die_taken:
        if owed(table, player) is None:
            yield _by(player, "done")
    elif may_pass(table, player):
        yield _by(player, "pass")


def _extra_actions(table: Table, player: Player) -> Iterator[Item]:
    free = serves_free(player)
    if free or player.krones >= 1:
        wanted = lacking(player, player.kitchen, None if free else SERVED_AT_ONCE)
        if wanted:
            yield _by(player, "serve", place=wanted)
    for card, used in player.staff.items():
        if table.staff_cards[card].uses and not used:
            brings = table.staff_cards[card].each_round or table.box.nothing
            came = [min(brings[food], table.supply[food]) for food in table.box.food_range]
            for keys in payable(table, player, card):
                item = _by(player, "use_staff", staff=card, **keys)
                yield from placing(table, player, item, came)
    for guest in player.cafe:
        if guest.lacks is None or ready_to_leave(table, player, guest):
            colour = table.guests[guest.number].colour
            rooms = agenda.occupiable(player, None if colour == "green" else colour)
            if rooms:
                item = _by(player, "check_in", guest=guest.number, room=_names(rooms))
                named = brought_by_guest(table, table.guests[guest.number], guest)
                yield from placing(table, player, item, named, guest.number, split="room")
    known = table.politics if table.politics is not None else table.politics_cards
    cards = [card for card in known if claimable(table, player, card)]
    if cards:
        item = _by(player, "claim", politics=cards)
        yield from placing(table, player, item, table.box.nothing, split="politics")


def with_place(item: Item, place: dict[str, Any]) -> Iterator[Item]:
    """Yield an item, with what may be placed where anything may."""
    yield {**item, "place": place} if place else item


def placing(
    table: Table,
    player: Player,
    item: Item,
    certain: Sequence[int],
    leaving: int | None = None,
    *,
    split: str = "",
) -> Iterator[Item]:
    """Yield an item with what may be placed of the food that its entries bring.

    certain: food that each of them brings. leaving: a guest who can take nothing any more. split:
    a key with several values, of which some may bring more than others.
    """
    plain = lacking(player, certain, leaving=leaving)
    same: list[Any] = []
    for value in item[split] if split else (None,):
        one = {**item, split: value} if split else item
        first = {
            key: values[0] if isinstance(values, list) else values for key, values in one.items()
        }
        given = placeable(table, player, entry_of(table, first), certain)
        place = lacking(player, given, leaving=leaving)
        if not split:
            yield from with_place(item, place)
        elif place == plain:
            same.append(value)
        else:
            yield {**one, "place": place}
    if same:
        yield from with_place({**item, split: same}, plain)


def lacking(
    player: Player,
    at_hand: Sequence[int],
    most: int | None = None,
    *,
    leaving: int | None = None,
) -> dict[str, Any]:
    """Return what each guest lacks of the food at hand: any part of it may be placed.

    most: pieces that one entry may place, None for no limit. leaving: a guest left out.
    """
    wanted: dict[str, Any] = {}
    for guest in player.cafe:
        if guest.number == leaving:
            continue
        if guest.lacks is None:
            if any(at_hand):
                wanted[str(guest.number)] = "seen"
            continue
        foods = {
            player.box.foods[food]: min(lacks, at_hand[food], most or lacks)
            for food, lacks in enumerate(guest.lacks)
            if lacks and at_hand[food]
        }
        if foods:
            wanted[str(guest.number)] = foods
    return wanted


def _fresh(player: Player) -> Iterator[Item]:
    if any(player.fresh):
        wanted = lacking(player, player.fresh)
        if wanted:
            yield _by(player, "place", place=wanted)


def _take(table: Table, player: Player, part: Open | None, *, free: bool = False) -> Iterator[Item]:
    """Yield the guests that may be taken, with what may be turned up instead."""
    if agenda.cafe_full(table, player, part):
        return
    if table.queue is None:  # unclear, and applied
        unseen = [guest for guest in table.guests if not table.sees_guest(guest)]
        yield _by(player, "take_guest", guest=unseen, reveal="seen")
        yield _by(player, "take_guest", guest=unseen, reveal=None)
        return
    guests = [
        guest
        for guest in table.queue
        if free or guest_price(table, player, guest, part) <= agenda.purse(table, player, part)
    ]
    if not guests:
        return
    cards_left = table.deck is None or bool(deck_of(table))
    if cards_left:
        yield _by(player, "take_guest", guest=guests, reveal="seen")
    if table.from_position or not cards_left:
        yield _by(player, "take_guest", guest=guests, reveal=None)


@question
def ways(table: Table, player: Player, do: str) -> list[Item]:
    """Return the ways in which dice may be used by a verb, each as keys of its entry."""
    return [{}]


def ways_to_act(table: Table, player: Player, do: str, part: Open | None = None) -> Iterator[Item]:
    """Yield the actions open with the dice, in every way that they may be used."""
    for way in ways(table, player, do):
        yield from dice_items(table, player, do, part, more=way)


def dice_items(
    table: Table,
    player: Player,
    do: str,
    part: Open | None = None,
    *,
    more: Item | None = None,
    spaces: Sequence[int] = (1, 2, 3, 4, 5, 6),
) -> Iterator[Item]:
    """Yield the actions open with the dice, for take_die or extra_action.

    more: keys of a module that the entry has besides, with its spaces; without them the dice are
    used as they lie.
    """
    own = more or {}
    taken = do == "take_die"
    krones = agenda.purse(table, player, part)
    boosts = [False, True]
    if not taken and (not table.rules.further_turn or table.rules["U-09"] == "forbidden"):
        boosts = [False]
    gone = dict.fromkeys(spaces, 0)
    if spent.answered(table):
        gone = {die: spent(table, player, _using(player, do, die, own)) for die in spaces}
    for boost in boosts:
        also: Item = {**own, "boost": True} if boost else own
        lying = [
            die
            for die in spaces
            if krones >= boost + gone[die]
            and die_lies(table, player, _using(player, do, die, also))
        ]
        empty = [
            die
            for die in lying
            if die != 6 or affords_six(table, player, boost=boost, gone=gone[die])
        ]
        if empty:
            yield _by(player, do, die=empty, **also)
        actions: list[tuple[int, int | None]] = [(die, None) for die in range(1, 6)]
        for die, copied in actions + [(6, copied) for copied in range(1, 6)]:
            if die not in lying:
                continue
            keys: Item = {"die": die, **({} if copied is None else {"as": copied}), **also}
            using = _using(player, do, die, keys)
            chosen = plan(table, player, die, copied, boost=boost, taken=taken, entry=using)
            if chosen.price + gone[die] > krones:
                continue
            yield from _with_gain(table, player, _by(player, do, **keys), chosen)


def _using(player: Player, do: str, die: int, more: Item) -> UsesDie:
    """Return an entry that uses a die as far as it has been chosen."""
    using: UsesDie = entry_of(player, _by(player, do, **{**more, "die": die}))
    return using


def _with_gain(table: Table, player: Player, item: Item, chosen: Any) -> Iterator[Item]:
    given = placeable(
        table, player, entry_of(table, item), reaction_foods(player, chosen) or table.box.nothing
    )
    place = lacking(player, given) if any(given) else {}
    if "as" in item:
        yield from with_place(item, place)
    elif place:
        yield {**item, "place": place}
    if chosen.action in FOOD_ACTIONS:
        gains = list(food_gains(table, chosen.foods, chosen.strength))
        if gains:
            at_hand = [
                (chosen.strength if food in chosen.foods else 0) + given[n]
                for n, food in enumerate(table.box.foods)
            ]
            yield from with_place({**item, "gain": gains}, lacking(player, at_hand))
    elif chosen.action == 4:
        strength = chosen.strength
        gains = [
            {key: count for key, count in (("krones", krones), ("emperor", steps)) if count}
            for krones, steps in product(range(strength + 1), repeat=2)
            if (krones or steps) and (chosen.both or krones + steps <= strength)
        ]
        yield from with_place({**item, "gain": gains}, place)


def food_gains(
    table: Table, foods: Sequence[str], strength: int, most: int | None = None
) -> Iterator[dict[str, int]]:
    """Yield what an action may give: no kind more often than the one before it, in order."""
    if not foods:
        return
    food, rest = foods[0], foods[1:]
    bound = min(strength, _supply(table, food), strength if most is None else most)
    for count in range(1, bound + 1):
        yield {food: count}
        for more in food_gains(table, rest, strength - count, count):
            yield {food: count, **more}


def _supply(table: Table, food: str) -> int:
    return table.supply[table.box.foods.index(food)]


def _open_parts(table: Table, player: Player) -> Iterator[Item]:
    """Yield what the front event's parts may be used for, and how parts may be declined."""
    front = player.front
    open_now = list(front.parts) if front is not None else []
    open_now += [part for event in player.beside for part in event.parts]
    if open_now:
        kinds: dict[str, list[Open]] = {}
        for part in open_now:
            kinds.setdefault(part.part.kind, []).append(part)
        for kind, parts in kinds.items():
            offer_all = box_at(table).kinds[kind].offer_all
            if offer_all is not None:
                yield from offer_all(table, player, parts)
                continue
            yield from _merged(table, player, kind, parts)
            if len(parts) > 1:
                for part in parts:
                    for item in _permitted(table, player, kind, part):
                        yield {**item, "from": _source(part)}
    yield from _declines(table, player)


def _source(part: Open) -> str:
    return f"{part.source}.{part.place}" if ":" in part.source else part.source


def _merged(table: Table, player: Player, kind: str, parts: list[Open]) -> Iterator[Item]:
    """Yield the items without ``from``: whatever one of the parts allows."""
    items = [item for part in parts for item in _permitted(table, player, kind, part)]
    key = box_at(table).kinds[kind].merges
    if key and items:
        apart = [item for item in items if "place" in item]
        plain = [item for item in items if "place" not in item]
        rooms = sorted({room for item in plain for room in item[key]})
        if rooms:
            yield {**plain[0], key: rooms}
        yield from apart
    else:
        seen: list[Item] = []
        for item in items:
            if item not in seen:
                seen.append(item)
                yield item


def _permitted(table: Table, player: Player, kind: str, part: Open) -> Iterator[Item]:
    offer = box_at(table).kinds[kind].offer
    if offer is not None:
        yield from offer(table, player, part)


def offer_prepare(table: Table, player: Player, part: Open) -> Iterator[Item]:
    """Yield the rooms that may be placed under a permission."""
    rooms = agenda.rooms_for(table, player, part)
    if rooms:
        item = _by(player, "prepare", room=_names(rooms), **{"from": _source(part)})
        yield from _without_source(placing(table, player, item, table.box.nothing, split="room"))


def offer_occupy(table: Table, player: Player, part: Open) -> Iterator[Item]:
    """Yield the rooms that may be turned under a permission."""
    rooms = agenda.occupiable(player, part.part.colour, part.part.floors)
    if rooms:
        item = _by(player, "occupy", room=_names(rooms), **{"from": _source(part)})
        yield from _without_source(placing(table, player, item, table.box.nothing, split="room"))


def _without_source(items: Iterator[Item]) -> Iterator[Item]:
    for item in items:
        yield {key: value for key, value in item.items() if key != "from"}


def offer_fill(table: Table, player: Player, part: Open) -> Iterator[Item]:
    """Yield the guests whose order may be completed."""
    guests = [guest.number for guest in player.cafe if not guest.complete]
    if guests:
        yield _by(player, "fill_order", guest=guests)


def offer_gain(table: Table, player: Player, part: Open) -> Iterator[Item]:
    """Yield the food of choice that may be taken."""
    allowed = kinds_of_choice(table, part)
    most = [
        range(min(part.left, table.supply[food]) + 1) if food in allowed else range(1)
        for food in table.box.food_range
    ]
    gains = [
        {table.box.foods[food]: count for food, count in enumerate(counts) if count}
        for counts in product(*most)
        if 0 < sum(counts) <= part.left
    ]
    if gains:
        certain = [len(counts) - 1 for counts in most]
        item = _by(player, "gain", gain=gains, **{"from": _source(part)})
        largest = {**item, "gain": max(gains, key=lambda gain: sum(gain.values()))}
        at_hand = placeable(table, player, entry_of(table, largest), certain)
        yield from _without_source(with_place(item, lacking(player, at_hand)))


def offer_action(table: Table, player: Player, part: Open) -> Iterator[Item]:
    """Yield the further actions that the dice on the board allow."""
    if any(table.dice):
        yield from ways_to_act(table, player, "extra_action", part)


def offer_hiring(table: Table, player: Player, part: Open) -> Iterator[Item]:
    """Yield the cards to play; cards that bring food apart, since food may go onto guests."""
    cards = agenda.playable_staff(table, player, part)
    hidden = player.known is None or part.part.drawn
    if not cards:
        return
    if hidden:
        yield _by(player, "play_staff", staff="hand")
    plain = []
    for card in cards:
        item = _by(player, "play_staff", staff=card, **{"from": _source(part)})
        certain = moves.named_food(table, table.staff_cards[card].once)
        wanted = lacking(player, placeable(table, player, entry_of(table, item), certain))
        if wanted:
            yield from _without_source(iter([{**item, "place": wanted}]))
        elif not hidden:
            plain.append(card)
    if plain:
        yield _by(player, "play_staff", staff=plain)


def _declines(table: Table, player: Player) -> Iterator[Item]:
    due = owed(table, player)
    parts = [part for _, part in agenda.optional_parts(player) if part is not due]
    if not parts:
        return
    if due is None or next(iter(agenda.optional_parts(player)))[1] is not due:
        yield _by(player, "decline")
    yield _by(player, "decline", what=sorted({part.part.kind for part in parts}))
    pairs = dict.fromkeys((part.part.kind, _source(part)) for part in parts)
    for kind, source in pairs:
        yield _by(player, "decline", what=kind, **{"from": source})


def offer_taking(table: Table, player: Player, part: Open) -> Iterator[Item]:
    """Yield the guests that may be taken under a permission."""
    yield from _take(table, player, part)


def offer_removal(table: Table, player: Player, parts: list[Open]) -> Iterator[Item]:
    """Yield the rooms of which one has to go."""
    rooms = _names([int(str(room)) for room in parts[0].choices])
    yield _by(player, "remove_room", room=rooms)


def offer_discard(table: Table, player: Player, parts: list[Open]) -> Iterator[Item]:
    """Yield the end-of-game cards of which one has to go."""
    yield _by(player, "discard_staff", staff=list(parts[0].choices))


def offer_penalty(table: Table, player: Player, parts: list[Open]) -> Iterator[Item]:
    """Yield the losses of which one has to be borne, named or implied."""
    yield _by(player, "penalty", choose=list(parts[0].choices))
    yield from _implied_goods(table, player, parts[0])


def _implied_goods(table: Table, player: Player, part: Open) -> Iterator[Item]:
    tile = tile_of_round(table)
    if tile is None or tile.goods is None or "goods" not in part.choices:
        return
    goods = tile.goods
    if goods.other is not None:
        offer = box_at(table).losses[goods.other[0]].offer
        if offer is not None:
            yield from offer(table, player, goods)
    if goods.remove_vacant or goods.remove_occupied:
        rooms = Removal(table, player, goods).candidates()
        if rooms:
            yield _by(player, "remove_room", room=_names(rooms))
    elif goods.discard_staff:
        yield _by(player, "discard_staff", staff=end_cards(table, player))


def _copies(table: Table) -> Iterator[Item]:
    for player in table.players:
        if any(table.staff_cards[card].per == COPY for card in player.staff):
            cards: dict[str, list[int]] = {}
            for owner, card in copyable(table, player):
                cards.setdefault(owner.id, []).append(card)
            for owner_id, owned in cards.items():
                yield _by(player, "copy_staff", of=owner_id, staff=owned)


_KEY_OF = {"penalty": "choose", "remove_room": "room", "discard_staff": "staff"}


def _happened(player: Player) -> Iterator[Item]:
    """Yield entries that name what the last emperor scoring did by itself: legal, no change."""
    named: dict[str, list[Any]] = {}
    for what, value in player.happened:
        if what == "return_staff":
            yield _by(player, what, count=value)
        else:
            named.setdefault(what, []).append(value)
    for what, values in named.items():
        if what not in _KEY_OF:
            continue  # of a module, which does not list what happened by itself
        yield _by(player, what, **{_KEY_OF[what]: values})
