"""Words for the lobbies: their names, their effects, and their first food."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from adjudicator.austria.assembled.boxes import box_of
from adjudicator.austria.modules.hotels.lobbies import ID, LOBBIES
from adjudicator.austria.table.box import Box
from adjudicator.record import Header
from recorder.pages.austria import does, terms
from recorder.pages.shared.parts import keep_made
from recorder.pages.wording import capital, join_label, join_sayings, listing, ngettext
from recorder.pages.wording import gettext as _

_UNITS: Mapping[str, Callable[[str], str]] = {
    "vp": lambda n: _("%(num)s VP", num=n),
    "krones": lambda n: _("%(num)s krones", num=n),
    "emperor": lambda n: _("%(num)s emperor spaces", num=n),
}


def _join_numbers(numbers: Iterable[object]) -> str:
    return ", ".join(map(str, numbers))


def _group_bonus_words(bonus: Mapping[str, Sequence[int]], effect: Mapping[str, Any]) -> str:
    units = effect["group_unit"]
    told = [
        join_label(terms.colour_word(colour), _UNITS[units[colour]](_join_numbers(points)))
        for colour, points in bonus.items()
    ]
    return _("Full groups of 1, 2, 3, 4 rooms bring, by colour: %(what)s", what=join_sayings(told))


def _second_die_words(sums: Mapping[str, Any], effect: Mapping[str, Any]) -> str:
    box = box_of(frozenset((ID,)))
    by_reward: dict[str, list[str]] = {}
    for number, specs in sums.items():
        if specs:
            parts = does.read_parts(box, *specs)
            by_reward.setdefault(listing([does.reward_words(part) for part in parts]), []).append(
                number
            )
    told = [join_label(_join_numbers(numbers), reward) for reward, numbers in by_reward.items()]
    return _(
        "When you take your second die of a round, add the spaces of both. %(what)s",
        what=join_sayings(told),
    )


def _tier_words(tiers: Mapping[str, int]) -> str:
    return join_sayings(join_label(count, terms.vp_words(vp)) for count, vp in tiers.items())


def _move_die_words(move: Mapping[str, Any]) -> str:
    told = ngettext(
        "Before you use a space, move %(num)d die there from next to it",
        "Before you use a space, move %(num)d dice there from next to it",
        move["count"],
    )
    ends = listing([str(n) for n in move["not_neighbours"]])
    more = [_("%(ends)s are not neighbours", ends=ends)]
    if move["not_with_key"]:
        more.append(_("not when you take the key"))
    return join_sayings([told, *more])


LASTING: Mapping[str, Callable[[Any, Mapping[str, Any]], str]] = {
    "group_bonus": _group_bonus_words,
    "second_die": _second_die_words,
    "key_counts_as": lambda word, e: _("The key counts as a second die on the space of your first"),
    "column": lambda word, e: _("A full column: the upper half of a token"),
    "floor": lambda word, e: _("A full floor: the lower half of a token"),
    "tokens": lambda n, e: ngettext("%(num)d token", "%(num)d tokens, each once", n),
    "cafe_tables": lambda n, e: ngettext("%(num)d café table", "%(num)d café tables", n),
    "second_guest": lambda word, e: _("A second guest in a turn, at the price of its place"),
    "round_end_vp": lambda tiers, e: _(
        "At the end of a round, by guests who left the café: %(what)s", what=_tier_words(tiers)
    ),
    "personal_goals": lambda letters, e: _(
        "Goals of your own: %(letters)s", letters=_join_numbers(letters)
    ),
    "vp_by_round": lambda points, e: _(
        "A personal goal reached brings, by round: %(vp)s VP", vp=_join_numbers(points)
    ),
    "final_vp_by_goals": lambda tiers, e: _(
        "In the final scoring, by goals and discs: %(what)s", what=_tier_words(tiers)
    ),
    "steps_back": lambda steps, e: _(
        "Once a turn, for the bonus of one of your tiles, back on the emperor track: %(what)s",
        what=join_sayings(join_label(letter, str(n)) for letter, n in steps.items()),
    ),
    "tiles": lambda letters, e: _("Tiles of your own: %(letters)s", letters=_join_numbers(letters)),
    "move_die": lambda move, e: _move_die_words(move),
    "row_bonus_times": lambda n, e: _("The bonus of a hall's row counts %(num)s times", num=n),
    "ball_vp_alone_most": lambda n, e: _(
        "If you alone have the most dancers in the hall being scored: %(vp)s", vp=terms.vp_words(n)
    ),
}
"""Words for lasting effects, by the key of the data (WALTZ3)."""


def describe_lobby(row: Mapping[str, Any], box: Box) -> list[str]:
    """Return the rewards for gaining a lobby, then its lasting effects."""
    gained = [
        does.reward_words(part) for spec in row["gained"] for part in does.read_parts(box, spec)
    ]
    told = [
        _(
            "When you gain it: %(what)s",
            what=join_sayings([terms.amount_words(row["start"]), *gained]),
        )
    ]
    more = row.get("extra_starting_rooms")
    if more:
        price = _("free") if more["free"] else _("at their price")
        rooms = ngettext("%(num)d more starting room", "%(num)d more starting rooms", more["count"])
        told.append(capital(join_label(rooms, price)))
    if row.get("second_starting_guest"):
        told.append(_("A second starting guest, free"))
    return told + does.describe_lasting(row["effect"], box)


def lobby_effects(lobby: str) -> str:
    """Return the lasting effects of a lobby in one line."""

    def make_text() -> str:
        row = LOBBIES[lobby].values
        box = box_of(frozenset((ID, row["with"]) if "with" in row else (ID,)))
        return join_sayings(does.describe_lasting(row["effect"], box))

    return keep_made("lobby", lobby, make_text)


def describe_token(row: Mapping[str, Any], box: Box) -> list[str]:
    """Return the purpose of a token of Dove."""
    return [_("Upper half: for a full column. Lower half: for a full floor. Each token once.")]


HALVES = ("upper", "lower")
"""The halves of a token, by the completed line of rooms (WALTZ3-DOVE-02)."""


def lobby_name(lobby: str) -> str:
    """Return a lobby's name in the page's language, or in English."""
    return terms.printed_name(LOBBIES[lobby].names) if lobby in LOBBIES else lobby


def lobby_food(header: Header, lobby: str) -> str:
    """Return the food a lobby brings at the start, as this table has read it."""
    read = header.get("options", {}).get("figures", {}).get("lobbies", {})
    brings = read.get(lobby, LOBBIES[lobby].food)
    return terms.amount_words({kind: count for kind, count in brings.items() if count})
