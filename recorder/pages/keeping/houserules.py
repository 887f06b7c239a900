"""House rules on pages: choosing them for a game, and keeping named sets of them.

What a table may set is listed by the game itself (``games.Game.house_rules``).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator import games
from recorder.catalogue import Item
from recorder.context import catalogue
from recorder.pages.keeping import precedents
from recorder.pages.presenter import KeptPart, Problems
from recorder.pages.words import day, ngettext
from recorder.pages.words import gettext as _

Rulings = dict[str, str]

FIELD = "rule-"
"""What the names of the fields for single rules begin with."""


def kind(game: str) -> str:
    """Return the catalogue's kind for a game's named sets."""
    return f"{game}.house-rules"


def sets(game: str) -> list[Item]:
    """Return the named sets that are kept, the last entered first."""
    return catalogue().newest(kind(game))


def form(game: str, start: Mapping[str, Any]) -> dict[str, Any]:
    """Return what ``house_rules`` of ``_rules.html`` needs; ``start`` prefills fields by name."""
    return {
        "sets": [
            {"name": item.name, "count": len(item.value), "who": item.who, "day": day(item.at[:10])}
            for item in sets(game)
        ],
        "set": start.get("house-set", ""),
        "precedents": precedents.form(game, start),
        "rules": rules(game, {rule: start.get(FIELD + rule, "") for rule in _ids(game)}),
        "open": any(name.startswith(FIELD) and value for name, value in start.items()),
    }


def rules(game: str, chosen: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return every rule that a table may set, with its values and what is chosen."""
    found = []
    for rule in games.find(game).house_rules:
        same = len(set(rule.defaults.values())) == 1
        default = rule.values[next(iter(rule.defaults.values()))] if same else ""
        found.append(
            {
                "id": rule.id,
                "point": rule.point,
                "default": default,
                "editions": {} if same else rule.defaults,
                "meanings": rule.values,
                "chosen": chosen.get(rule.id, ""),
                "of": f"modules={','.join(rule.modules)}" if rule.modules else "",
            }
        )
    return found


def _ids(game: str) -> Sequence[str]:
    return [rule.id for rule in games.find(game).house_rules]


def again(rulings: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of a form that begins with the house rules of an earlier game."""
    return {FIELD + rule: value for rule, value in rulings.items()}


def read(game: str, form: MultiDict[str, str], modules: Collection[str] = ()) -> Rulings:
    """Return the house rules of a form: the named set, then what was chosen one by one.

    modules: those of the record; a rule of another module is left out.
    """
    chosen: Rulings = {}
    item = catalogue().find(kind(game), form.get("house-set", ""))
    if item is not None:
        chosen |= item.value
    chosen |= single(game, form)
    known = {
        rule.id: {*rule.values, *rule.defaults}
        for rule in games.find(game).house_rules
        if not rule.modules or set(rule.modules) & set(modules)
    }
    return {rule: value for rule, value in chosen.items() if value in known.get(rule, ())}


def single(game: str, form: MultiDict[str, str]) -> Rulings:
    """Return the rules that a form sets one by one."""
    given = {rule.id: form.get(FIELD + rule.id, "") for rule in games.find(game).house_rules}
    values = {rule.id: rule.values for rule in games.find(game).house_rules}
    return {rule: value for rule, value in given.items() if value in values[rule]}


class HouseRules(KeptPart):
    """Named sets of house rules on their page; see recorder.pages.presenter.Kept."""

    template = "kept_house_rules.html"

    def __init__(self, game: str) -> None:
        self._game = game
        self.kind = kind(game)

    @property
    def title(self) -> str:
        """See the protocol."""
        return _("House rules")

    @property
    def about(self) -> str:
        """See the protocol."""
        return _("What a table settles for itself, under a name that new games can choose.")

    def form(self, name: str | None, start: Mapping[str, Any]) -> Mapping[str, Any]:
        """See the protocol."""
        item = catalogue().find(self.kind, name) if name else None
        fields = start or (again(item.value) if item else {})
        chosen = {rule: fields.get(FIELD + rule, "") for rule in _ids(self._game)}
        return {"name": start.get("name") or name or "", "rules": rules(self._game, chosen)}

    def read(self, form: MultiDict[str, str]) -> Mapping[str, Any]:
        """See the protocol."""
        name = form.get("name", "").strip()
        found = single(self._game, form)
        if not name:
            raise Problems({"name": _("Give the set a name.")})
        return {name: found}

    def told(self, value: Any) -> str:
        """See the protocol."""
        return ngettext("%(num)d rule", "%(num)d rules", len(value))
