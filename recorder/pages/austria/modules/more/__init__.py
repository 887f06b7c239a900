"""Would You Care for Anything Else? on the pages: bells, costs of a use, goals and tiles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.austria.assembled.boxes import box_of, box_of_record
from adjudicator.austria.modules.more.bells import ID
from adjudicator.austria.printed.catalogue import FOODS, Staff
from adjudicator.austria.table.box import Box
from recorder.pages.austria import choosing, does, terms
from recorder.pages.austria.modules import ChangeWords, Face, Panel, Part, StaffKind, ValueWords
from recorder.pages.forms import offers
from recorder.pages.presenter import Button, View
from recorder.pages.wording import gettext as _
from recorder.pages.wording import join_label, lazy, listing, ngettext

HERE = "austria/modules/more"

_WHEN: Mapping[str, Callable[[Any], str]] = {
    "steps": lambda n: ngettext(
        "%(num)d emperor space up in one action", "%(num)d emperor spaces up in one action", n
    ),
    "drinks": lambda n: ngettext(
        "%(num)d drink gained in one action", "%(num)d drinks gained in one action", n
    ),
    "dishes": lambda n: ngettext(
        "%(num)d dish gained in one action", "%(num)d dishes gained in one action", n
    ),
    "order": lambda order: str(_ORDERS[order["colour"]]) % {"size": order["size"]},
    "group": lambda n: _("a group of %(size)s or more complete", size=n),
    "disc": lambda n: ngettext("%(num)d disc put on a card", "%(num)d discs put on cards", n),
}
"""Conditions of bells, by the word of the data (WALTZ5-STAFF)."""

_ORDERS: Mapping[str, object] = {
    "blue": lazy("a noble's order of %(size)s or more complete"),
    "red": lazy("a citizen's order of %(size)s or more complete"),
    "yellow": lazy("an artist's order of %(size)s or more complete"),
}


def describe_bell(card: Staff, box: Box) -> tuple[str, str]:
    """Return the condition of a bell and its reward."""
    when = listing([_WHEN[word](value) for word, value in card.values["when"].items()])
    return when, does.describe_rewards(does.read_parts(box, *card.values["effect"]))


def _word_bell(card: Staff, box: Box) -> str:
    when, what = describe_bell(card, box)
    return _("Bell, once (%(when)s): %(what)s", when=when, what=what)


class _More(Face):
    title = lazy("Would You Care for Anything Else?")
    about = lazy("Staff with bells that ring once, cards that cost food to use, goals and tiles.")
    kinds: Mapping[str, object] = {
        "ring": lazy("the bell may ring"),
        "return_food": lazy("give back one dish or drink"),
    }
    marks: Mapping[str, object] = {"rung": lazy("rung, face down")}
    staff: Mapping[str, StaffKind] = {
        "bell": StaffKind(lazy("Staff: bell"), lazy("Bells"), "bell", ("rung",))
    }
    timings: Mapping[str, Callable[[Staff, Box], str]] = {"bell": _word_bell}
    rewards: Mapping[str, ValueWords] = {
        "vp_per_disc": lambda part: _("%(num)s VP for each disc on cards", num=part.count)
    }
    losses: Mapping[str, ValueWords] = {
        "return_food": lambda n: _("%(num)s dish or drink of your choice", num=n),
        "everything": lambda _all: _("all krones and the whole kitchen"),
    }
    pieces: Mapping[str, ChangeWords] = {
        "goal_pile": lambda h, m: (
            _("%(guests)s kept for a goal", guests=", ".join(map(terms.guest_title, came)))
            if (came := [g for g in m.facts["now"] or () if g not in (m.facts["before"] or ())])
            else ""
        )
    }

    def buttons(self, view: View, part: Part) -> list[Button]:
        if part["do"] != "ring":
            return super().buttons(view, part)
        card = int(part["from"].partition(":")[2].split(".")[0])
        entry = {"by": part["by"], "do": "ring", "staff": card}
        possible = offers.find(view.options, "ring", by=part["by"], staff=card)
        box = box_of_record(view.header)
        told = join_label(*describe_bell(box.components.staff[card], box))
        return [Button(_("Ring"), entry, icon="bell", detail=told) for _offer in possible[:1]]

    def forms(self, view: View) -> Sequence[Mapping[str, object]]:
        cards = box_of(frozenset((ID,))).components.staff.items()
        bells = [(n, terms.staff_title(n)) for n, card in cards if card.timing == "bell"]
        ring = [choosing.radio_field("staff", _("Bell"), bells)]
        back = [choosing.amounts_field("food", _("What goes back"), FOODS)]
        return [
            choosing.entry_form(
                "bell", _("Ring"), {"by": view.acting, "do": "ring"}, ring, chips=True
            ),
            choosing.entry_form(
                "bin", _("Food back"), {"by": view.acting, "do": "return_food"}, back
            ),
        ]

    def panels(self, view: View) -> Sequence[Panel]:
        box = box_of_record(view.header)
        cards = box.components.staff
        rows = []
        for player in view.players:
            lies = view.position["players"][player["id"]]
            for card in lies["staff"]:
                number = card if isinstance(card, int) else card["staff"]
                if cards[number].timing == "bell":
                    rung = not isinstance(card, int) and bool(card.get("rung"))
                    row: dict[str, object] = {
                        "player": player["name"],
                        "colour": player.get("colour", ""),
                    }
                    row |= {
                        "id": number,
                        "name": terms.staff_title(number),
                        "when": join_label(*describe_bell(cards[number], box)),
                    }
                    rows.append(row | {"rung": rung})
        return [Panel(f"{HERE}/play.html", {"bells": rows})] if rows else ()


FACE = _More()
