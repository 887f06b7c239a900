"""Effects of cards in plain words, made from a card's data by one vocabulary.

Every word of a data file has its words here or in the face of its module (``events``, ``timings``,
``rewards``). ``tests/pages/test_card_words.py`` and ``test_module_words.py`` compare these words
with the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.austria.printed.catalogue import (
    COPY,
    FILLED,
    OTHER_KINDS,
    EmperorTile,
    Guest,
    Part,
    Politics,
    Staff,
)
from adjudicator.austria.table.box import Box
from recorder.pages.austria import modules, terms
from recorder.pages.wording import capital, join_sayings, lazy, listing, ngettext, reader
from recorder.pages.wording import gettext as _

# --- rewards ----------------------------------------------------------------------------------


def _price_words(part: Part) -> str:
    if part.free:
        return _("for free")
    return ngettext("%(num)d krone less", "%(num)d krones less", part.discount)


def _hiring_words(part: Part) -> str:
    price = _price_words(part)
    if part.drawn:
        drawn = _("draw %(num)s staff cards, play one", num=part.drawn)
        return ", ".join([drawn, price])
    cards = ngettext("play %(num)d staff card", "play %(num)d staff cards", part.count)
    return ", ".join([cards, price]) if part.free or part.discount else cards


_REWARDS: Mapping[str, Callable[[Part], str]] = {
    "krones": lambda part: terms.krone_words(part.count),
    "emperor": lambda part: terms.amount_words({"emperor": part.count}),
    "vp": lambda part: terms.vp_words(part.count),
    "vp_per_staff": lambda part: _("%(num)s VP for each staff card", num=part.count),
    "food": lambda part: terms.amount_words(
        {
            name: count
            for box in [
                each for each in terms.list_single_boxes() if len(each.foods) == len(part.food)
            ][:1]
            for name, count in zip(box.foods, part.food, strict=True)
            if count
        }
    ),
    "draw": lambda part: ngettext(
        "draw %(num)d staff card", "draw %(num)d staff cards", part.count
    ),
    "gain": lambda part: _choice_words(part),
    "prepare": lambda part: ", ".join(
        [
            ngettext("prepare %(num)d room", "prepare %(num)d rooms", part.count),
            *([_price_words(part)] if part.free or part.discount else []),
            *([_("occupied at once")] if part.occupied else []),
            *_floor_words(part),
        ]
    ),
    "play_staff": _hiring_words,
    "occupy": lambda part: ", ".join(
        [ngettext("occupy %(num)d room", "occupy %(num)d rooms", part.count), *_floor_words(part)]
    ),
    "take_guest": lambda part: ", ".join(
        [ngettext("take %(num)d guest for free", "take %(num)d guests for free", part.count)]
        + ([_("with the order complete")] if FILLED.find_in(part) else [])
    ),
    "fill_order": lambda part: ngettext(
        "complete %(num)d order", "complete %(num)d orders", part.count
    ),
    "extra_action": lambda part: _("bonus action"),
}
"""Words for a printed part of the base game, by its kind."""


def reward_words(part: Part) -> str:
    """Return the reward of a printed part, in a few words."""
    made = _REWARDS.get(part.kind) or modules.find_maker(lambda face: face.rewards, part.kind)
    if made:
        return str(made(part))
    return modules.module_word(lambda face: face.kinds, part.kind) or part.kind.replace("_", " ")


def _choice_words(part: Part) -> str:
    """Return food of choice in words; ``other``: kinds different from the paid ones."""
    n = part.count
    if OTHER_KINDS.find_in(part):
        return ngettext("%(num)d food of another kind", "%(num)d food of other kinds", n)
    return ngettext("%(num)d food of your choice", "%(num)d food of your choice", n)


def _floor_words(part: Part) -> list[str]:
    """Return the floors that a room has to be on, in words; nothing where all are allowed."""
    if part.floors is None:
        return []
    floors = reader().join_items([str(floor) for floor in sorted(part.floors)], "or")
    return [_("on floor %(floors)s", floors=floors)]


def _list_guest_rewards(card: Guest) -> list[str]:
    told = [terms.vp_words(card.vp)] if card.vp else []
    return [*told, *map(reward_words, card.reward)] or [_("no reward")]


def guest_reward_words(card: Guest) -> str:
    """Return the whole reward of a guest with its VP: "4 VP; 3 krones"."""
    return join_sayings(_list_guest_rewards(card))


def _tile(name: str) -> EmperorTile | None:
    tiles = (box.components.tiles.get(name) for box in terms.list_single_boxes())
    return next((tile for tile in tiles if tile is not None), None)


def tile_words(name: str) -> str:
    """Return bonus and penalty of an emperor tile in one sentence."""
    card = _tile(name)
    if card is None:
        return name
    bonus = listing(list(map(reward_words, card.bonus)))
    return _("Bonus: %(bonus)s. Penalty: %(loss)s.", bonus=bonus, loss=penalty_words(card))


def penalty_words(card: EmperorTile) -> str:
    """Return the losses of an emperor tile's penalty, in words."""
    losses = []
    if card.goods:
        losses.append(loss_words(card.id))
    if card.vp:
        losses.append(terms.vp_words(card.vp))
    if card.vp_per_staff:
        losses.append(_("%(num)s VP for each staff card", num=card.vp_per_staff))
    return _(" or ").join(losses)


def loss_words(name: str) -> str:
    """Return the loss in goods that a tile's penalty prints."""
    card = _tile(name)
    goods = card.goods if card is not None else None
    if goods is None:
        return ""
    if goods.other:
        made = modules.find_maker(lambda face: face.losses, goods.other[0])
        other = str(made(goods.other[1])) if made else goods.other[0].replace("_", " ")
        return listing([terms.krone_words(goods.krones), other]) if goods.krones else other
    if goods.krones:
        return terms.krone_words(goods.krones)
    if goods.return_staff:
        return ngettext(
            "return %(num)d card from hand", "return %(num)d cards from hand", goods.return_staff
        )
    if goods.remove_vacant:
        return ngettext("%(num)d vacant room", "%(num)d vacant rooms", goods.remove_vacant)
    if goods.remove_occupied:
        return ngettext("%(num)d occupied room", "%(num)d occupied rooms", goods.remove_occupied)
    if goods.discard_staff:
        return _("an end-of-game staff card in play")
    return _("all food in kitchen and café") if goods.cafe else _("all food in the kitchen")


def describe_rewards(parts: Sequence[Part]) -> str:
    """Return printed parts as one sentence: "1 strudel; 2 krones"."""
    return join_sayings(map(reward_words, parts))


def read_parts(box: Box, *specs: Mapping[str, Any]) -> list[Part]:
    """Return the parts that reward words of a data file stand for."""
    read = box.reader
    return [read.words[word](value, read) for spec in specs for word, value in spec.items()]


def describe_price(spend: Mapping[str, int]) -> str:
    """Return the price of a use of a card, in words."""
    named = {name: n for name, n in spend.items() if name != "any"}
    told = [terms.amount_words(named)] if named else []
    if "any" in spend:
        n = spend["any"]
        told.append(
            ngettext("%(num)d dish or drink of yours", "%(num)d dishes or drinks of yours", n)
        )
    return listing(told)


# --- guests, politics cards, tiles ------------------------------------------------------------


def describe_guest(card: Guest, box: Box) -> list[str]:
    """Return a guest's rewards, a line for each, and further conditions."""
    return _list_guest_rewards(card) + _flags(card.values)


def describe_politics(card: Politics, box: Box) -> list[str]:
    """Return the conditions of a politics card and the points of its spaces."""
    asked = listing(
        [f"{reader().term('', box.reader.counts[what])} ({n})" for what, n in card.requires.items()]
    )
    brings = ", ".join(map(str, card.vp))
    told = [_("Needs: %(what)s", what=asked)]
    told.append(_("First, second, third disc: %(vp)s VP", vp=brings))
    return told + _flags(card.values)


def describe_tile(card: EmperorTile, box: Box) -> list[str]:
    """Return bonus and penalty of an emperor tile."""
    bonus = listing(list(map(reward_words, card.bonus)))
    return [_("Bonus: %(what)s", what=bonus), _("Penalty: %(what)s", what=penalty_words(card))]


# --- staff ------------------------------------------------------------------------------------


def describe_staff(card: Staff, box: Box, edition: str = "") -> list[str]:
    """Return the effects of a staff card. edition: gives the VP; without it all that differ."""
    values, timing = card.values, card.timing
    if timing == "once":
        told = [_("When you play it: %(what)s", what=describe_rewards(card.once))]
    elif timing == "round":
        told = [_describe_round(card)]
    elif timing == "permanent":
        told = describe_lasting(values["effect"], box)
    elif timing == "end":
        told = [_describe_end(card, box, edition)]
    else:
        made = modules.find_maker(lambda face: face.timings, timing)
        told = [made(card, box)] if made else []
    return told + _flags(values)


def _describe_round(card: Staff) -> str:
    if card.set_off:
        return _(
            "Once a round, %(when)s: %(what)s",
            when=_event(card.values["on"]),
            what=describe_rewards(card.set_off),
        )
    what = describe_rewards(card.uses)
    if card.spend:
        return _(
            "Once a round, for %(price)s: %(what)s", price=describe_price(card.spend), what=what
        )
    return _("Once a round: %(what)s", what=what)


def _describe_end(card: Staff, box: Box, edition: str) -> str:
    if card.per == COPY:
        return _(
            "In the final scoring: the same as an end-of-game card of another player, counted in "
            "your hotel"
        )
    assert card.per is not None
    assert card.vp is not None
    vps = {edition: card.vp[edition]} if edition in card.vp else card.vp
    told = _join_or(terms.vp_words(n) for n in dict.fromkeys(vps.values()))
    each = reader().term(".each", box.reader.counts[card.per])
    return _("In the final scoring: %(vp)s %(each)s", vp=told, each=each)


def _join_or(told: Any) -> str:
    return _(" or ").join(told)


_FLAGS: Mapping[str, object] = {
    "no_gap": lazy("No extra action may come in between"),
    "never_own_die": lazy("Not with the die that played it"),
    "not_itself": lazy("Not when this card itself is played"),
    "rooms_only": lazy("Never goes to a hall"),
    "starred": lazy("Guests that count stay with you until you have reached it"),
    "not_in_set_up": lazy("Not in set-up"),
}
"""Further conditions, by the key of a row."""


def _flags(values: Mapping[str, Any]) -> list[str]:
    return [str(told) for key, told in _FLAGS.items() if values.get(key)]


_COLOURED: Mapping[str, object] = {
    "blue": lazy("when a noble (blue) moves in"),
    "red": lazy("when a citizen (red) moves in"),
    "yellow": lazy("when an artist (yellow) moves in"),
    "green": lazy("when a tourist (green) moves in"),
    "any": lazy("when a guest moves in"),
}

_FREE_ROOMS: Mapping[str, object] = {
    "blue": lazy("Blue rooms cost you nothing"),
    "red": lazy("Red rooms cost you nothing"),
    "yellow": lazy("Yellow rooms cost you nothing"),
    "any": lazy("Rooms cost you nothing"),
}


def _dice(effect: Mapping[str, Any]) -> str:
    return _join_or(map(str, effect.get("dice", ())))


_EVENTS: Mapping[str, object] = {
    "bonus": lazy("when the emperor brings you a bonus"),
    "disc": lazy("when you put a disc on a card"),
    "staff_played": lazy("when you play a staff card"),
    "room_occupied": lazy("when a room of yours becomes occupied"),
    "krones": lazy("each time something brings you krones"),
    "emperor": lazy("each time something moves you up the emperor track"),
    "vp": lazy("each time something brings you VP"),
}


def _event(event: str) -> str:
    return str(_EVENTS.get(event) or modules.module_word(lambda face: face.events, event))


def describe_event(effect: Mapping[str, Any]) -> str:
    """Return when a lasting effect sets in."""
    event = str(effect["on"])
    if event == "die":
        return _("when you take a die of %(dice)s", dice=_dice(effect))
    if event == "check_in":
        who = str(_COLOURED[effect.get("guest", "any")])
        size = effect.get("order_size")
        return _("%(who)s with an order of %(count)s", who=who, count=size) if size else who
    return _event(event)


_LASTING: Mapping[str, Callable[[Any, Mapping[str, Any]], str]] = {
    "strength": lambda n, e: _("A die of %(dice)s counts %(num)s more", dice=_dice(e), num=n),
    "discount": lambda n, e: _(
        "Playing staff with a die of %(dice)s costs %(num)s less",
        dice=_dice(e),
        num=terms.krone_words(n),
    ),
    "both": lambda yes, e: _(
        "With a die of %(dice)s you take krones and emperor spaces, each in full", dice=_dice(e)
    ),
    "free_six": lambda yes, e: _("You do not pay the krone for a die of %(dice)s", dice=_dice(e)),
    "free_rooms": lambda colour, e: str(_FREE_ROOMS[colour]),
    "serve_free": lambda yes, e: _("Serving from the kitchen is free and has no limit"),
    "queue_free": lambda yes, e: _("Guests from the queue cost you nothing"),
    "ignore_penalty": lambda yes, e: _("You may ignore the emperor's penalty"),
}
"""Words for lasting effects without an event, by the key of an effect; prices as in the rules."""


def describe_lasting(effect: Mapping[str, Any], box: Box) -> list[str]:
    """Return a lasting effect: of a card, a celebrity, a lobby."""
    told = []
    if "on" in effect:
        parts = read_parts(box, effect.get("gives", {}), effect.get("opens", {}))
        told.append(
            _(
                "%(when)s: %(what)s",
                when=capital(describe_event(effect)),
                what=describe_rewards(parts),
            )
        )
    for key in effect:
        made = _LASTING.get(key) or modules.find_maker(lambda face: face.lasting, key)
        if made is not None:
            told.append(made(effect[key], effect))
    return told + _flags(effect)
