"""Editions and house rules: one table of switches, each tied to the rule or question it changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from adjudicator.austria.printed.datafile import Row, rows_of
from adjudicator.messages import DataSentence, M
from adjudicator.record import Unreadable
from adjudicator.shapes import format_value

_EDITIONS = ("2015-ru", "2015-fr", "2015-ko", "2022")


class Switch:
    """One point that editions or tables play differently.

    id: the rule (``GAH-TURN-12``) or open question (``U-07``) it is tied to. values: the meaning of
    each value. editions: the value in each edition. former: old values that records may still name,
    with their new ones.
    """

    __slots__ = ("editions", "former", "id", "point", "values")

    def __init__(self, row: Row) -> None:
        self.id: str = row.text("id")
        self.point = DataSentence(f"{self.id}.point", row.text("point"))
        self.values: Mapping[str, DataSentence] = {
            value: DataSentence(f"{self.id}={value}", told)
            for value, told in row.mapping("values").items()
        }
        self.editions: Mapping[str, str] = row.mapping("editions")
        self.former: Mapping[str, str] = row.values.get("former", {})
        if set(self.editions) != set(_EDITIONS):
            raise row.broken("editions", "every edition needs a value")
        for value in self.editions.values():
            if value not in self.values:
                raise row.broken("editions", f"{value!r} is not among the values")

    def value(self, word: str) -> str:
        """Return the value that a house rule names: a value, or an edition standing for its own.

        Raises KeyError for any other word.
        """
        word = self.former.get(word, word)
        if word in self.values:
            return word
        return self.editions[word]


SWITCHES: Mapping[str, Switch] = MappingProxyType(
    {switch.id: switch for switch in map(Switch, rows_of("switches.json", "switches"))}
)
"""Every switch the engine knows, by id."""


def switches_in(own: Iterable[Switch]) -> Mapping[str, Switch]:
    """Return the switches of the base game and of modules, by id."""
    return {**SWITCHES, **{switch.id: switch for switch in own}}


THREE_ROOMS = frozenset({"2015-ko"})
"""Editions whose text says three starting rooms, not up to three (GAH-SETUP-19, D-04)."""

EDITIONS = _EDITIONS
"""The editions, in the order they are offered."""


class Rules:
    """The switches as one game plays them; made once per game, read while judging.

    edition: the record's edition. house: the ids that a house rule of the table sets.
    interruption: the switch that decides whether extra actions interrupt the main action. free:
    the switches by which something costs nothing.
    """

    __slots__ = (
        "_switches",
        "_values",
        "complete_orders_kept",
        "copied_action_reacts",
        "deck_renewed",
        "door_points_every",
        "edition",
        "emperor_food_placeable",
        "emperor_groups_paid",
        "empty_action",
        "extra_actions_before_pass",
        "free",
        "free_colours_every",
        "further_action_reacts",
        "further_turn",
        "further_turn_owed",
        "goods_first",
        "hired_reacts",
        "house",
        "interruptible",
        "interruption",
        "moving_guest_present",
        "operator_cap",
        "penalty_free",
        "round_card_waits",
        "three_rooms",
        "unpaid_six",
        "vp_floor",
        "whole_strength",
        "window",
    )

    def __init__(
        self, edition: str, rulings: Mapping[str, str], own: Iterable[Switch] = ()
    ) -> None:
        """Take the edition's values, then the table's. Raises Unreadable for unknown ones.

        own: the switches of modules.
        """
        self.edition = edition
        self.three_rooms = edition in THREE_ROOMS
        self.house = frozenset(rulings)
        self._switches = switches = switches_in(own)
        self._values = {key: switch.editions[edition] for key, switch in switches.items()}
        for key, word in rulings.items():
            place = f"options.rulings.{key}"
            if key not in switches:
                raise Unreadable(M("editions.not-rule-that-table-can"), key=place)
            try:
                self._values[key] = switches[key].value(word)
            except KeyError:
                known = (*switches[key].values, *EDITIONS)
                raise Unreadable(
                    M("editions.none-of", value=format_value(word), known=known), key=place
                ) from None
        self.free = frozenset(key for key, value in self._values.items() if value == "free")
        window = self["GAH-TURN-12"]
        self.window = "die-step" if window == "die-step" else "own-turn"
        self.interruption = "GAH-TURN-12" if self["U-07"] == "by-edition" else "U-07"
        self.interruptible = (
            window != "own-turn-uninterrupted"
            if self.interruption == "GAH-TURN-12"
            else self["U-07"] == "allowed"
        )
        self.goods_first = self["GAH-EMP-11"] == "goods-first"
        self.penalty_free = self["GAH-CARD-26"] == "free"
        self.emperor_food_placeable = self["U-20"] == "allowed"
        self.door_points_every = self["U-24"] == "every"
        self.free_colours_every = self["U-26"] == "every"
        self.vp_floor = self["U-30"] == "floor-0"
        self.operator_cap = 12 if self["U-35"] == "cap-12" else None
        self.copied_action_reacts = self["U-42"] == "yes"
        self.empty_action = self["U-01"] == "empty-action"
        self.unpaid_six = self["U-02"] == "empty-action"
        self.whole_strength = self["U-03"] == "whole"
        self.further_turn = self["GAH-GUEST-04"] != "action"
        self.further_turn_owed = self["GAH-GUEST-04"] == "turn"
        self.further_action_reacts = self["U-10"] == "yes"
        self.moving_guest_present = self["U-13"] == "present"
        self.deck_renewed = self["U-16"] == "new-deck"
        self.round_card_waits = self["U-23"] == "next-round"
        self.emperor_groups_paid = self["U-29"] == "paid"
        self.hired_reacts = self["U-47"] == "yes"
        self.extra_actions_before_pass = self["U-59"] == "allowed"
        self.complete_orders_kept = self["U-69"] == "kept"

    def __getitem__(self, key: str) -> str:
        """Return the value of a switch in this game."""
        return self._values[key]

    @property
    def switches(self) -> Mapping[str, Switch]:
        """Every switch that this game knows, by id."""
        return self._switches

    def says(self, key: str) -> dict[str, Any]:
        """Return the facts of a switch for a verdict: its authority, and other editions' values."""
        value, editions = self._values[key], self._switches[key].editions
        others = {edition: other for edition, other in editions.items() if other != value}
        if key in self.house:
            decided = "house rule"
        elif len(set(editions.values())) > 1:
            decided = self.edition
        else:  # no edition of the old box says anything of it
            decided = "default" if key in SWITCHES else "expansion"
        return {"switch": key, "value": value, "decided_by": decided, "otherwise": others}


@lru_cache(maxsize=256)
def _make_rules(
    edition: str, rulings: tuple[tuple[str, str], ...], own: tuple[Switch, ...]
) -> Rules:
    return Rules(edition, dict(rulings), own)


def rules_of(edition: str, rulings: Mapping[str, str], own: tuple[Switch, ...] = ()) -> Rules:
    """Return the rules of an edition with the table's house rules. Raises Unreadable.

    own: the switches that the record's modules bring.
    """
    return _make_rules(edition, tuple(sorted(rulings.items())), own)
