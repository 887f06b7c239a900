"""The cards of this game and its modules for the pages of cards: kind and effects of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import url_for

from adjudicator.austria.assembled.boxes import box_of, box_of_record
from adjudicator.austria.chapters.staff import staff_price
from adjudicator.austria.judging.judge import AustriaState
from adjudicator.austria.printed.catalogue import Guest, Part, Staff
from adjudicator.austria.table.agenda import list_usable_parts
from adjudicator.austria.table.box import Box
from adjudicator.austria.table.state import Table
from recorder.pages.austria import does, modules, terms
from recorder.pages.austria.components import kept, sheets
from recorder.pages.austria.worth import list_worths
from recorder.pages.forms import offers
from recorder.pages.forms.entry_trials import name_player_line, would
from recorder.pages.presenter import Card, View
from recorder.pages.shared.parts import keep_made
from recorder.pages.wording import capital, join_sayings, lazy, reader
from recorder.pages.wording import gettext as _

_KINDS: Mapping[str, object] = {
    "guest": lazy("Guests"),
    "staff": lazy("Staff"),
    "politics": lazy("Politics cards"),
    "tile": lazy("Emperor tiles"),
}

_ONE: Mapping[str, object] = {
    "guest": lazy("Guest"),
    "politics": lazy("Politics card"),
    "tile": lazy("Emperor tile"),
}

_TIMINGS: Mapping[str, object] = {
    "once": lazy("Staff: when played"),
    "round": lazy("Staff: once a round"),
    "permanent": lazy("Staff: permanent"),
    "end": lazy("Staff: in the final scoring"),
}
"""The kind of a staff card, by its timing (GAH-SYM-17)."""

_SYMBOLS: Mapping[str, str] = {
    "emperor": "GAH-SYM-01",
    "food": "GAH-SYM-02",
    "gain": "GAH-SYM-03",
    "vp": "GAH-SYM-04",
    "prepare": "GAH-SYM-05",
    "krones": "GAH-SYM-08",
    "play_staff": "GAH-SYM-10",
    "draw": "GAH-SYM-11",
    "occupy": "GAH-SYM-13",
    "fill_order": "GAH-SYM-14",
    "take_guest": "GAH-SYM-16",
    "extra_action": "GAH-GUEST-04",
}
"""The rule that explains a printed part of the base game, by its kind."""

_FREE: Mapping[str, str] = {"prepare": "GAH-SYM-07", "play_staff": "GAH-SYM-09"}


def _symbol_rule(part: Part) -> str:
    if part.drawn:
        return "GAH-SYM-12"
    if part.free and part.kind in _FREE:
        return _FREE[part.kind]
    if part.kind == "prepare" and part.discount and not part.free:
        return "GAH-SYM-06"
    return _SYMBOLS.get(part.kind) or modules.module_word(lambda face: face.symbols, part.kind)


def _rules(own: Sequence[str], parts: Sequence[Part], general: Sequence[str]) -> tuple[str, ...]:
    symbols = [_symbol_rule(part) for part in parts]
    return tuple(dict.fromkeys(rule for rule in (*own, *symbols, *general) if rule))


def _own_rules(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the rules that are about a row's card alone, as the row names them."""
    return tuple(row.get("rules") or ([row["rule"]] if "rule" in row else []))


def _guest(card: Guest, box: Box, of: Mapping[str, Any]) -> Card:
    name = terms.guest_name(card.number)
    foods = zip(box.foods, card.order or box.nothing, strict=True)
    order = {food: n for food, n in foods if n}
    unread = card.colour is None or card.order is None
    vp = "?" if unread and card.values.get("vp") is None else terms.vp_words(card.vp)
    figures = [
        (_("Colour"), terms.guest_kind(card.colour) if card.colour else "?"),
        (_("Order"), terms.amount_words(order) if card.order is not None else "?"),
        (_("Victory points"), vp),
    ]
    own = _own_rules(card.values)
    general = ["GAH-GUEST-01", "GAH-COMP-03"]
    return Card(
        kind="guest",
        id=str(card.number),
        number=str(card.number),
        name=name,
        title=terms.guest_title(card.number),
        word=str(_ONE["guest"]),
        does=does.describe_guest(card, box),
        figures=figures,
        icon=terms.KINDS.get(card.colour or "", "guest"),
        colour=card.colour or "",
        rules=_rules(own, card.reward, general),
        source=terms.source_line(card.values),
        reads=f"guest.{card.number}" if unread else "",
        values={"dishes": [food for food, n in order.items() for _one in range(n)]},
        **of,
    )


def _staff(card: Staff, box: Box, of: Mapping[str, Any]) -> Card:
    costs = dict.fromkeys(card.cost.values())
    unread = None in costs
    cost = "?" if unread else _words_by_edition(card.cost, terms.krone_words)
    figures = [(_("Price"), cost)]
    effect = card.values.get("effect")
    switches = [card.cost_switch or "", card.vp_switch or "", card.rule]
    if isinstance(effect, Mapping):
        switches += [effect.get("any_room", ""), effect.get("free_by", "")]
    number, own = str(card.number), modules.staff_kind(card.timing)
    return Card(
        kind="staff",
        id=number,
        number=number,
        name=terms.staff_name(card.number),
        title=terms.staff_title(card.number),
        word=str(_TIMINGS.get(card.timing, card.timing) if own is None else own.one),
        does=does.describe_staff(card, box),
        also=(card.timing,) if own is not None else (),
        figures=figures,
        icon="staff" if own is None else own.icon,
        rules=_rules([card.rule], (*card.once, *card.uses, *card.set_off), ["GAH-STAFF-07"]),
        switches=tuple(dict.fromkeys(one for one in switches if one)),
        source=terms.source_line(card.values),
        reads=f"staff.{number}" if unread else "",
        values={"cost": None if unread else next(iter(costs)), "timing": card.timing},
        **of,
    )


def _words_by_edition(values: Mapping[str, Any], told: Callable[[Any], str]) -> str:
    """Return a figure that editions print, each value once, with the editions that differ."""
    usual = max(set(values.values()), key=list(values.values()).count)
    others = [
        _("%(what)s (%(edition)s)", what=told(value), edition=reader().term("edition", edition))
        for edition, value in values.items()
        if value != usual
    ]
    return join_sayings([told(usual), *others])


def _politics(card: Any, box: Box, of: Mapping[str, Any]) -> Card:
    return _letter_card(
        kind="politics",
        card=card,
        name=capital(terms.politics_words(card.id)),
        does=does.describe_politics(card, box),
        icon="politics",
        rules=(card.rule, "GAH-POL-01", "GAH-POL-02"),
        switches=(card.rule,),
        **of,
    )


def _tile(card: Any, box: Box, of: Mapping[str, Any]) -> Card:
    return _letter_card(
        kind="tile",
        card=card,
        name=_(
            "Tile %(letter)s: %(bonus)s",
            letter=card.letter,
            bonus=does.describe_rewards(card.bonus),
        ),
        does=does.describe_tile(card, box),
        icon="emperor",
        rules=_rules([card.rule], card.bonus, ["GAH-EMP-06", "GAH-EMP-07", "GAH-EMP-11"]),
        switches=tuple(one for one in (card.rule, card.goods_switch) if one),
        **of,
    )


def _letter_card(kind: str, card: Any, name: str, **more: Any) -> Card:
    """Return a card that has a letter on its back and no number."""
    return Card(
        kind=kind,
        id=card.id,
        number="",
        name=name,
        title=name,
        word=str(_ONE[kind]),
        figures=[(_("Letter"), card.letter or "?")],
        source=terms.source_line(card.values),
        values={"letter": card.letter},
        **more,
    )


_MADE: Mapping[str, Callable[[Any, Box, Mapping[str, Any]], Card]] = {
    "guests": _guest,
    "staff": _staff,
    "politics": _politics,
    "tiles": _tile,
}


def _decks() -> Iterator[tuple[str, str, modules.Deck]]:
    for name, face in modules.offered_faces().items():
        for kind, deck in face.decks.items():
            yield name, kind, deck


def _deck_cards(
    module: str, kind: str, deck: modules.Deck, of: Mapping[str, Any]
) -> Iterator[Card]:
    for id_, row in deck.rows().items():
        rules = _own_rules(row)
        name = capital(deck.name(id_))
        reads = deck.reads(id_)
        yield Card(
            kind=kind,
            id=id_,
            number="",
            name=name,
            title=name,
            word=str(deck.one),
            does=deck.does(row, box_of(frozenset((module, row.get("with", module))))),
            icon=deck.icon,
            rules=rules,
            switches=rules,
            source=terms.source_line(row),
            reads=reads,
            **of,
        )


def _list_all() -> list[Card]:
    base = box_of(frozenset())
    cards: list[Card] = []
    known: set[tuple[str, Any]] = set()
    boxes = [("", base), *((name, box_of(frozenset((name,)))) for name in modules.offered_faces())]
    for name, box in boxes:
        title = str(modules.find_face(name).title) if name else _("Base game")
        of = {"module": name, "box": title}
        for index, make in _MADE.items():
            for key, card in getattr(box.components, index).items():
                if (index, key) not in known:
                    known.add((index, key))
                    cards.append(make(card, box, of))
        cards += [
            card
            for module, kind, deck in _decks()
            if module == name
            for card in _deck_cards(module, kind, deck, of)
        ]
    order = list(CARDS.kinds())
    return sorted(cards, key=lambda card: order.index(card.kind))


class _AustriaCards:
    """The cards of this game and its modules; see ``recorder.pages.presenter.Cards``."""

    picture = "austria/card.html"
    icons = "icons.svg"

    def kinds(self) -> Mapping[str, str]:
        own = {kind: str(word) for kind, word in _KINDS.items()}
        more = {kind: str(deck.title) for _module, kind, deck in _decks()}
        return own | more | {timing: str(kind.many) for timing, kind in modules.staff_kinds()}

    def all(self) -> Sequence[Card]:
        return keep_made("cards", ("austria", *modules.offered_faces()), _list_all)

    def look_up_at(self, view: View, card: Card) -> tuple[Card, Sequence[str]]:
        state: Any = view.known.state
        assert isinstance(state, AustriaState)
        box = box_of_record(view.header)
        of = {"module": card.module, "box": card.box}
        if card.module and card.module not in box.ids:
            return card, ()
        if card.kind == "guest":
            card = _guest(state.guests[int(card.id)], box, of)
        elif card.kind == "staff":
            card = _staff_at_table(view, state, card, box)
        return card, _list_lines_now(view, state, card)

    def reading(self, view: View | None, card: Card) -> Mapping[str, object] | None:
        if view is None:
            sheet = next(iter(kept.list_sheet_names()), _("Our box"))
            name = f"{sheet}{kept.WHOLE}{card.reads}"
            url = url_for("pages.kept_part", game="austria", part="components", name=name)
            return {"url": url}
        component = sheets.components_of_game(view).get(card.reads)
        if component is None:
            return None
        values = sheets.list_known_figures(view, (card.reads,)).get(card.reads, {})
        m = {"component": component, "values": values, "entry": component.entry}
        return {"template": "austria/components/fields.html", **m}


CARDS = _AustriaCards()


def _staff_at_table(view: View, state: Table, card: Card, box: Box) -> Card:
    """Return a staff card with its price at this table: as read off it, or of its edition."""
    number = int(card.id)
    printed_ = state.staff_cost(number)
    told = "?" if printed_ is None else terms.krone_words(printed_)
    figures = [(_("Price"), told)]
    for player in state.players:
        if view.seat not in (None, player.id):
            continue
        parts = [part for part in list_usable_parts(player, "play_staff") if not part.part.drawn]
        for part in parts:
            price = staff_price(state, player, number, part)
            if price is not None and price != printed_:
                source = terms.source_words(part.source, state.die)
                label = f"{view.name(player.id)}, {source}"
                figures.append((label, terms.krone_words(price)))
    edition = str(view.header["edition"])
    values = {**card.values, "cost": printed_}
    return replace(
        card,
        figures=figures,
        does=does.describe_staff(state.staff_cards[number], box, edition),
        reads=card.reads if printed_ is None else "",
        values=values,
    )


# --- present effects ---------------------------------------------------------------------------

_KEY: Mapping[str, str] = {
    "guest": "guest",
    "staff": "staff",
    "politics": "politics",
    "tile": "tile",
}
"""The key of an entry that names a card of a kind of the base game."""


def _list_lines_now(view: View, state: AustriaState, card: Card) -> list[str]:
    deck = next((deck for _name, kind, deck in _decks() if kind == card.kind), None)
    worth = list_worths(state, card, deck.worth if deck else None)
    lines = [
        name_player_line(view, player, told)
        for player, told in worth
        if view.seat in (None, player)
    ]
    return [*would(view, state, _entries(view, state, card, deck)), *lines]


def _entries(
    view: View, state: AustriaState, card: Card, deck: modules.Deck | None
) -> Iterator[Mapping[str, object]]:
    """Yield an entry for each offer that names a card, without its open choices.

    Open are a revealed card, and the places of food.
    """
    wanted: Any = int(card.id) if card.kind in ("guest", "staff") else card.id
    key = _KEY.get(card.kind, "")
    if deck is not None and deck.named is not None:
        key, wanted = deck.named(view.position, card.id)
    for offer in view.options if key else ():
        if wanted not in offers.values(offer, key):
            continue
        fixed = {name: offers.values(offer, name)[0] for name in offer if _is_fixed(offer, name)}
        entry = {**fixed, key: wanted}
        if offers.is_described(offer.get("reveal")):
            seen = {guest.number for player in state.players for guest in player.cafe.values()}
            seen |= {*(state.queue or ()), *state.discards}
            entry["reveal"] = next((number for number in state.guests if number not in seen), 0)
        yield entry


def _is_fixed(offer: Mapping[str, Any], name: str) -> bool:
    value = offer[name]
    return name != "place" and not offers.is_described(value) and value != []
