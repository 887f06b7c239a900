"""Celebrities on the pages: the bar, the coloured dice, the players' celebrities and effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.austria.assembled.boxes import box_of, box_of_record
from adjudicator.austria.modules.celebrities.bar import can_come
from adjudicator.austria.modules.celebrities.dice import colour_price
from adjudicator.austria.modules.celebrities.tokens import AGES, CELEBRITIES, COLOURS, ID
from adjudicator.austria.table.box import Box, make_entry
from adjudicator.record import Header
from recorder.pages.austria import boards, choosing, does, terms
from recorder.pages.austria.modules import ChangeWords, Deck, Face, FilledPosition, Panel, WallLine
from recorder.pages.forms import offers
from recorder.pages.forms.shaped_fields import choices
from recorder.pages.presenter import Button, Document, View
from recorder.pages.shared.parts import keep_made
from recorder.pages.wording import gettext as _
from recorder.pages.wording import join_label, join_sayings, lazy, listing, ngettext

HERE = "austria/modules/celebrities"

SIGNS = {"red": "◆", "blue": "●", "yellow": "▲"}
"""A shape for each coloured die, so that nobody needs to see its colour."""


def celebrity_name(celebrity: str) -> str:
    """Return a celebrity's name in the page's language, or in English."""
    known = CELEBRITIES.get(celebrity)
    return terms.printed_name(known.names) if known else celebrity


def describe_celebrity(row: Mapping[str, Any], box: Box) -> list[str]:
    """Return the effects of a celebrity until the round ends (WALTZ2-CEL)."""
    aged = ", ".join(map(str, (row["vp"], *AGES[1:])))
    taken = _("When you take it, by the rounds spent in the bar: %(vp)s VP", vp=aged)
    return [*does.describe_lasting(row["effect"], box), taken]


def _die_of(position: Mapping[str, Any], celebrity: str) -> tuple[str, str]:
    """Return the die that brings a celebrity, as an entry names it; no die where none does."""
    slots = position.get("bar", {}).items()
    return "colour", next((die for die, one in slots if one and one["celebrity"] == celebrity), "")


def celebrity_gifts(celebrity: str) -> str:
    """Return the lasting effects of a celebrity as one sentence."""

    def make_text() -> str:
        row = CELEBRITIES[celebrity]
        box = box_of(frozenset((ID, row.needs) if row.needs else (ID,)))
        return join_sayings(does.describe_lasting(row.effect, box))

    return keep_made("celebrity", celebrity, make_text)


def _die_words(value: Any) -> str:
    return _("the %(colour)s die", colour=terms.colour_word(value))


def _price_words(position: Mapping[str, Any], colour: str, price: int) -> str:
    """Return the price of a coloured die (WALTZ2-DIE-05), and the celebrity of its slot."""
    slot = position.get("bar", {}).get(colour)
    paid = _("pay %(what)s", what=terms.krone_words(price)) if price else _("free")
    return ", ".join([paid, celebrity_name(slot["celebrity"])]) if slot else paid


def _held_celebrities(lies: Mapping[str, Any]) -> list[tuple[str, bool]]:
    rows = []
    for row in lies.get("celebrities", ()):
        used = isinstance(row, Mapping) and bool(row.get("used"))
        rows.append((row["celebrity"] if isinstance(row, Mapping) else row, used))
    return rows


def _celebrity_changes(_header: Header, moved: Any) -> str:
    held = [one for one, _used in _held_celebrities({"celebrities": moved.facts["before"] or ()})]
    came = [one for one, _used in _held_celebrities({"celebrities": moved.facts["now"] or ()})]
    new = ", ".join(celebrity_name(one) for one in came if one not in held)
    gone = ", ".join(celebrity_name(one) for one in held if one not in came)
    if gone:
        return _("put %(who)s back", who=gone)
    return _("take %(who)s from the bar", who=new) if new else ""


def _bar_changes(_header: Header, moved: Any) -> str:
    before, now = moved.facts["before"] or {}, moved.facts["now"] or {}
    told = []
    for colour in COLOURS:
        was, there = before.get(colour), now.get(colour)
        if was and there and was["celebrity"] == there["celebrity"]:
            if was["vp"] != there["vp"]:
                facts = {
                    "who": celebrity_name(was["celebrity"]),
                    "was": was["vp"],
                    "vp": there["vp"],
                }
                told.append(_("%(who)s: %(was)s becomes %(vp)s VP", **facts))
        elif was and not there:
            told.append(_("%(who)s leaves the bar", who=celebrity_name(was["celebrity"])))
        elif there:
            told.append(_("%(who)s joins the bar", who=celebrity_name(there["celebrity"])))
    return join_sayings(told)


class _Celebrities(Face):
    title = lazy("Celebrities")
    about = lazy("Three coloured dice; taking one gives you a celebrity until the round ends.")
    origins: Mapping[str, Callable[[str], str]] = {"celebrity": celebrity_name}
    lasting: Mapping[str, Callable[[Any, Mapping[str, Any]], str]] = {
        "swap": lambda swap, e: ngettext(
            "Once a round: swap up to %(most)s dishes and drinks for as many of other kinds",
            "%(num)d times a round: swap up to %(most)s dishes and drinks for as many of other "
            "kinds",
            swap["uses"],
            most=swap["most"],
        ),
        "order_short_by": lambda n, e: ngettext(
            "An order of %(least)s or more is complete with %(num)d piece missing",
            "An order of %(least)s or more is complete with %(num)d pieces missing",
            n,
            least=e["least_order"],
        ),
    }
    decks: Mapping[str, Deck] = {
        "celebrity": Deck(
            lazy("Celebrities"),
            lazy("Celebrity"),
            lambda: {one.id: one.values for one in CELEBRITIES.values()},
            celebrity_name,
            describe_celebrity,
            icon="laurel",
            named=_die_of,
        )
    }
    pieces: Mapping[str, ChangeWords] = {"celebrities": _celebrity_changes, "bar": _bar_changes}
    steps: Mapping[str, object] = {
        "bar": lazy("Celebrities are discarded; those left in the bar gain VP")
    }

    def setup(self, start: Mapping[str, Any]) -> Panel:
        slots = [
            (colour, terms.colour_word(colour), start.get(f"bar-{colour}")) for colour in COLOURS
        ]
        return Panel(f"{HERE}/setup.html", {"slots": slots, "celebrities": _list_celebrities(None)})

    def read_setup(
        self, form: Mapping[str, str], document: dict[str, Any], problems: dict[str, str]
    ) -> None:
        bar = {colour: form.get(f"bar-{colour}", "") for colour in COLOURS}
        allowed = {row["id"] for row in _list_celebrities(document["modules"])}
        if not set(bar.values()) <= allowed or len(set(bar.values())) != len(bar):
            problems["module-celebrities"] = _(
                "Choose a celebrity for each of the three slots of the bar."
            )
        document["setup"]["bar"] = bar

    def on_space(self, position: Document, die: int) -> list[tuple[str, str, str, int]]:
        lying: Mapping[str, Any] = position.get("coloured") or {}
        price = position["dice"][die - 1] - 1
        return [
            (c, SIGNS[c], join_label(_die_words(c), _price_words(position, c, price)), price)
            for c in COLOURS
            if lying.get(c) == die
        ]

    def price_words(self, view: View, entry: Mapping[str, Any]) -> str:
        colour = entry.get("colour")
        if colour is None:
            return ""
        table: Any = view.known.state
        player = next(player for player in table.players if player.id == entry["by"])
        price = colour_price(table, player, make_entry(table, entry))
        return _price_words(view.position, colour, price)

    def panels(self, view: View) -> Sequence[Panel]:
        if view.position["phase"].startswith("setup-"):
            return ()
        bar = view.position.get("bar", {})
        slots = []
        for colour in COLOURS:
            slot = bar.get(colour)
            row: dict[str, Any] = {
                "colour": colour,
                "sign": SIGNS[colour],
                "word": _die_words(colour),
            }
            if slot:
                row |= {"name": celebrity_name(slot["celebrity"]), "vp": slot.get("vp", 1)}
                row["gives"] = celebrity_gifts(slot["celebrity"])
                row["id"] = slot["celebrity"]
            slots.append(row | {"known": colour in bar})
        held = [
            {
                "player": p["name"],
                "colour": p.get("colour", ""),
                "name": celebrity_name(one),
                "used": used,
            }
            | {"gives": celebrity_gifts(one), "id": one}
            for p in view.players
            for one, used in _held_celebrities(view.position["players"][p["id"]])
        ]
        return [Panel(f"{HERE}/play.html", {"slots": slots, "held": held}, ("bar", "celebrities"))]

    def wall_lines(self, view: View) -> Sequence[WallLine]:
        bar = view.position.get("bar") or {}
        there = [(SIGNS[c], bar[c]) for c in COLOURS if bar.get(c)]
        parts = [
            (f"{sign} {celebrity_name(one['celebrity'])} {one.get('vp', 1)}", ())
            for sign, one in there
        ]
        return [WallLine(_("Bar"), parts)] if parts else []

    def own_lines(self, view: View, player: str) -> Sequence[str]:
        held = [
            celebrity_name(one)
            for one, _used in _held_celebrities(view.position["players"][player])
        ]
        return [listing(held)] if held else []

    def also(self, view: View, mine: Sequence[offers.Offer]) -> list[Button]:
        entry = {"by": view.acting, "do": "swap"}
        possible = offers.find(mine, "swap")[:1]
        return [Button(_("Swap food"), entry, icon="swap", sheet="swap") for _offer in possible]

    def die_fields(self, view: View) -> Sequence[Mapping[str, object]]:
        dice = [(colour, f"{SIGNS[colour]} {terms.colour_word(colour)}") for colour in COLOURS]
        return [choosing.radio_field("colour", _("A coloured die"), dice)]

    def forms(self, view: View) -> Sequence[Mapping[str, object]]:
        foods = boards.food_kinds(view)
        who = [(row["id"], row["name"]) for row in _list_celebrities(view.header["modules"])]
        slots = [choosing.radio_field(colour, _die_words(colour), who) for colour in COLOURS]
        swapped = [
            choosing.amounts_field("give", _("Given away"), foods),
            choosing.amounts_field("gain", _("Used instead"), foods),
        ]
        return [
            choosing.entry_form("swap", _("Swap food"), {"by": view.acting, "do": "swap"}, swapped),
            choosing.entry_form("guest", _("Fill the bar"), {"do": "refill"}, slots),
        ]

    def dock(self, view: View, mine: Sequence[offers.Offer]) -> list[Button]:
        possible = offers.find(view.options, "refill")[:1]
        entry = {"do": "refill"}
        label = _("Fill the bar")
        return [
            Button(label, entry, icon="guest", main=True, sheet="refill") for _offer in possible
        ]

    def sheets(self, view: View, mine: Sequence[offers.Offer]) -> Sequence[Panel]:
        panels: list[Panel] = []
        for offer in offers.find(view.options, "refill")[:1]:
            table: Any = view.known.state
            slots = [colour for colour in COLOURS if colour in offer]
            free = [(one, celebrity_name(one)) for one in can_come(table, len(slots))]
            fields = [
                {"key": colour, "title": _die_words(colour), "choices": free, "class": "slim"}
                for colour in slots
            ]
            panels.append(
                choosing.choice_sheet(
                    "refill", _("Who comes into the bar?"), {"do": "refill"}, fields
                )
            )
        for offer in offers.find(mine, "swap")[:1]:
            gives = [(food, terms.food_word(food), n) for food, n in offer["give"].items()]
            gains = [(food, terms.food_word(food)) for food in boards.food_kinds(view)[:4]]
            m = {
                "entry": {"by": offer["by"], "do": "swap"},
                "gives": gives,
                "gains": gains,
                "count": offer["count"],
                "wants": choosing.list_wanted_pieces(
                    view, offers.find(mine, "swap"), str(view.acting)
                ),
            }
            panels.append(Panel(f"{HERE}/swap.html", m))
        return panels

    def position(self, header: Header, position: Document) -> Panel:
        own = position.get("players", {})
        table = box_of_record(header).shapes.position
        m = {
            "colours": [(colour, _die_words(colour), SIGNS[colour]) for colour in COLOURS],
            "bar": position.get("bar", {}),
            "coloured": position.get("coloured") or {},
            "celebrities": [
                (one, celebrity_name(one)) for one in choices(table, "bar", "celebrity")
            ],
            "held": {
                player: [one for one, _used in _held_celebrities(lies)]
                for player, lies in own.items()
            },
            "spaces": choices(table, "coloured"),
            "ages": choices(table, "bar", "vp"),
        }
        return Panel(f"{HERE}/position.html", m)

    def read_position(self, filled: FilledPosition, position: dict[str, Any]) -> None:
        bar = filled.table.said("bar")
        if any(bar["bar"].values()):
            position |= bar
        if filled.in_turn:
            position |= filled.table.said("coloured")
            for player, own in filled.own.items():
                position["players"][player] |= own.filled("celebrities")


def _list_celebrities(modules: Sequence[str] | None) -> list[dict[str, Any]]:
    """Return the celebrities that may come with some modules; None: all, each with its module."""
    return [
        {
            "id": one.id,
            "name": celebrity_name(one.id),
            "of": f"modules={one.needs}" if one.needs else "",
        }
        for one in CELEBRITIES.values()
        if modules is None or one.needs in ("", *modules)
    ]


FACE = _Celebrities()
