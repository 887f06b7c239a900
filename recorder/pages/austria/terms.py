"""The words of this game: components, terms by edition, entries as sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from adjudicator.amounts import word_amounts
from adjudicator.austria import modules as rules
from adjudicator.austria.assembled.boxes import box_of
from adjudicator.austria.printed.catalogue import Choice, EmperorTile, Filled, Guest, Part
from adjudicator.austria.table.box import Box
from adjudicator.messages import source_sentence
from recorder.pages.austria import modules
from recorder.pages.wording import gettext as _
from recorder.pages.wording import join_sayings, lazy, listing, ngettext, reader, reader_locale, say

Entry = Mapping[str, Any]

BOXES = {
    "2015-ru": lazy("printed in Russian, 2015"),
    "2015-fr": lazy("printed in French, 2015"),
    "2015-ko": lazy("printed in Korean, 2015"),
    "2022": lazy("printed in 2022 or later"),
}
"""The editions by the print on their boxes; all but the last in one language each."""


def list_boxes() -> dict[str, str]:
    """Return the boxes in words by edition, the one that the reader probably has first."""
    own = f"2015-{reader_locale()[:2]}"
    likely = own if own in BOXES else next(reversed(BOXES))
    return {edition: str(BOXES[edition]) for edition in (likely, *BOXES) if edition in BOXES}


KINDS = {"blue": "noble", "red": "citizen", "yellow": "artist", "green": "tourist"}
"""The icon of a colour by its kind of guest: a shape for people who do not see the colour."""

_GUEST_KINDS = {
    "blue": lazy("noble, blue"),
    "red": lazy("citizen, red"),
    "yellow": lazy("artist, yellow"),
    "green": lazy("tourist, green: any room"),
}

DIE_WORDS = {
    1: lazy("strudel & cake"),
    2: lazy("wine & coffee"),
    3: lazy("rooms"),
    4: lazy("krones & emperor"),
    5: lazy("staff"),
    6: lazy("any action"),
}


def food_word(name: str) -> str:
    """Return the word for a food."""
    return reader().term("food", name)


def colour_word(name: str) -> str:
    """Return the word for a room colour."""
    return reader().term("colour", name)


def guest_kind(name: str) -> str:
    """Return the kind of guests of this colour."""
    return str(_GUEST_KINDS[name])


def printed_name(names: Mapping[str, str]) -> str:
    """Return a printed name in the page's language, in English, or as the box has it."""
    language = reader_locale()[:2]
    return names.get(language) or names.get("en") or next(iter(names.values()), "")


def _boxes() -> Iterator[Box]:
    """Yield the base game, then the box of every module by itself."""
    yield box_of(frozenset())
    for name in sorted(rules.list_modules()):
        yield box_of(frozenset((name,)))


@cache
def _names(kind: str) -> Mapping[int, Mapping[str, str]]:
    """Return the names of all cards of a kind by their numbers; the base game comes first."""
    cards: dict[int, Mapping[str, str]] = {}
    for box in _boxes():
        for number, card in getattr(box.components, kind).items():
            cards.setdefault(number, card.names)
    return cards


def guest_name(number: int) -> str:
    """Return a guest's name in the page's language, or an empty text.

    Readers of other languages do not know the English names on the cards. They get the name that
    the rulebook of their language uses, if it has one.
    """
    return _names("guests").get(number, {}).get(reader_locale()[:2], "")


def guest_title(number: int) -> str:
    """Return number and name of a guest: "63 Dame"; "no. 63" in a language without a name."""
    name = guest_name(number)
    return f"{number} {name}" if name else _("no. %(number)s", number=number)


def staff_name(number: int) -> str:
    """Return the name of a staff card in the page's language, or in English."""
    return printed_name(_names("staff").get(number, {}))


def staff_title(number: int) -> str:
    """Return number and name of a staff card: "24 Chief Waiter"."""
    return f"{number} {staff_name(number)}".strip()


def politics_card(edition: str) -> str:
    """Return the edition's name of the cards for discs."""
    return reader().in_edition(edition).term("fact", "politics")


def politics_cards(edition: str) -> str:
    """Return the plural of ``politics_card``."""
    return reader().in_edition(edition).term("value", "politics")


def politics_words(card: str) -> str:
    """Return the condition of a politics card."""
    return reader().term("politics", card)


def amount_words(gain: Mapping[str, int]) -> str:
    """Return gained things in words: "2 strudel and 1 cake"."""
    return say(word_amounts(gain)) if gain else _("nothing")


def krone_words(count: int) -> str:
    """Return an amount of money."""
    return reader().term("krones", count)


def place_words(place: Mapping[str, Mapping[str, int]]) -> str:
    """Return where food goes: "1 coffee to 63 Dame"."""
    return listing(
        [
            _("%(food)s to %(guest)s", food=amount_words(dishes), guest=guest_title(int(number)))
            for number, dishes in place.items()
        ]
    )


def order_words(lacks: Mapping[str, int]) -> str:
    """Return the missing dishes of an order, or that it is complete."""
    return _("wants %(food)s", food=amount_words(lacks)) if lacks else _("order complete")


def source_words(name: str, die: int | None = None) -> str:
    """Return where an open part comes from, in words."""
    kind, _colon, rest = name.partition(":")
    number = int(rest[:3].split(".")[0]) if rest[:3].split(".")[0].isdecimal() else 0
    if kind == "guest" and number:
        return _("Reward of %(guest)s", guest=guest_title(number))
    if kind == "staff" and number:
        return staff_title(number)
    if kind == "die":
        return _("Die %(die)s", die=die) if die else _("Die")
    if kind == "group":
        return _("Group bonus")
    if kind == "tile":
        return _("Emperor tile")
    made = modules.find_maker(lambda face: face.origins, kind)
    return made(rest) if made else modules.module_word(lambda face: face.sources, kind) or name


def vp_words(n: int) -> str:
    """Return a number of victory points in words."""
    return ngettext("%(num)d VP", "%(num)d VP", n)


def _price_words(part: Part) -> str:
    """Return that a part is free, or by how many krones it is cheaper."""
    if part.free:
        return _("for free")
    return ngettext("%(num)d krone less", "%(num)d krones less", part.discount)


def _food_words(part: Part) -> str:
    foods = next((box.foods for box in _boxes() if len(box.foods) == len(part.food)), ())
    return amount_words(
        {name: count for name, count in zip(foods, part.food, strict=False) if count}
    )


def _preparing_words(part: Part) -> str:
    told = [ngettext("prepare %(num)d room", "prepare %(num)d rooms", part.count)]
    told += [_price_words(part)] if part.free or part.discount else []
    told += [_("occupied at once")] if part.occupied else []
    return ", ".join([*told, *_floor_words(part)])


def _hiring_words(part: Part) -> str:
    price = _price_words(part)
    if part.drawn:
        return _("draw %(num)s staff cards, play one: %(price)s", num=part.drawn, price=price)
    cards = ngettext("play %(num)d staff card", "play %(num)d staff cards", part.count)
    return ", ".join([cards, price]) if part.free or part.discount else cards


def _occupying_words(part: Part) -> str:
    rooms = ngettext("occupy %(num)d room", "occupy %(num)d rooms", part.count)
    return ", ".join([rooms, *_floor_words(part)])


def _guest_words(part: Part) -> str:
    taken = ngettext("take %(num)d guest for free", "take %(num)d guests for free", part.count)
    return ", ".join([taken, _("with the order complete")]) if Filled.find_in(part) else taken


_REWARDS: Mapping[str, Callable[[Part], str]] = {
    "krones": lambda part: krone_words(part.count),
    "emperor": lambda part: amount_words({"emperor": part.count}),
    "vp": lambda part: vp_words(part.count),
    "vp_per_staff": lambda part: _("%(num)s VP for each staff card", num=part.count),
    "food": _food_words,
    "draw": lambda part: ngettext(
        "draw %(num)d staff card", "draw %(num)d staff cards", part.count
    ),
    "gain": lambda part: _choice_words(part),
    "prepare": _preparing_words,
    "play_staff": _hiring_words,
    "occupy": _occupying_words,
    "take_guest": _guest_words,
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
    choice = Choice.find_in(part)
    if choice is not None and choice.other:
        return ngettext("%(num)d food of another kind", "%(num)d food of other kinds", n)
    return ngettext("%(num)d food of your choice", "%(num)d food of your choice", n)


def _floor_words(part: Part) -> list[str]:
    """Return the floors that a room has to be on, in words; nothing where all are allowed."""
    if part.floors is None:
        return []
    floors = reader().join_items([str(floor) for floor in sorted(part.floors)], "or")
    return [_("on floor %(floors)s", floors=floors)]


def guest_reward_words(card: Guest) -> str:
    """Return the whole reward of a guest with its VP: "4 VP; 3 krones"."""
    words = [vp_words(card.vp)] if card.vp else []
    words += [reward_words(each) for each in card.reward]
    return join_sayings(words) or _("no reward")


def _tile(name: str) -> EmperorTile | None:
    """Return an emperor tile of the base game, or of the module that has it."""
    tiles = (box.components.tiles.get(name) for box in _boxes())
    return next((tile for tile in tiles if tile is not None), None)


def tile_words(name: str) -> str:
    """Return bonus and penalty of an emperor tile in one sentence."""
    card = _tile(name)
    if card is None:
        return name
    bonus = listing([reward_words(each) for each in card.bonus])
    return _("Bonus: %(bonus)s. Penalty: %(loss)s.", bonus=bonus, loss=penalty_words(card))


def penalty_words(card: EmperorTile) -> str:
    """Return the losses of an emperor tile's penalty, in words."""
    losses = []
    if card.goods:
        losses.append(loss_words(card.id))
    if card.vp:
        losses.append(vp_words(card.vp))
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
        return listing([krone_words(goods.krones), other]) if goods.krones else other
    if goods.krones:
        return krone_words(goods.krones)
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


def source_line(row: Mapping[str, Any]) -> str:
    """Return the source of a row of data in words and how sure it is; "" without a source."""
    if not row.get("source"):
        return ""
    told = say(source_sentence(row["source"]))
    return f"{told} ({confidence_words(row['confidence'])})"


def confidence_words(word: str) -> str:
    """Return how sure a figure is, in words."""
    return str(
        {"high": _("confirmed"), "medium": _("sources disagree"), "low": _("doubtful")}[word]
    )
