"""The present worth of cards to the players, and of one more counted thing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from adjudicator.austria.chapters.emperor import (
    SCORED_ROUNDS,
    find_tile_effect,
    pick_scored_tile,
    space_after_steps_back,
)
from adjudicator.austria.chapters.final import count_card_points, find_vp_each
from adjudicator.austria.chapters.politics import find_shortfall
from adjudicator.austria.judging.judge import AustriaState
from adjudicator.austria.printed.catalogue import COPY
from adjudicator.austria.table.box import box_at
from adjudicator.austria.table.moves import LAST_SPACE
from adjudicator.austria.table.state import Player
from recorder.pages.austria import terms
from recorder.pages.presenter import Card
from recorder.pages.wording import gettext as _
from recorder.pages.wording import join_sayings, lazy, listing, ngettext, reader

Worth = Callable[[AustriaState, Player, str], str]


def list_worths(state: AustriaState, card: Card, more: Worth | None) -> Iterator[tuple[str, str]]:
    """Yield the players a card is worth something to now, with the words.

    more: counts a module's own kind of card.
    """
    counted = _WORTH.get(card.kind, more)
    for player in state.players if counted else ():
        assert counted is not None
        told = counted(state, player, card.id)
        if told:
            yield player.id, told


def _staff(state: AustriaState, player: Player, card: str) -> str:
    """An end-of-game card: its present points, and with one more counted thing."""
    number = int(card)
    per = state.staff_cards[number].per
    if state.staff_cards[number].timing != "end" or per in (None, COPY):
        return ""
    counted, points = count_card_points(state, player, number)
    more = find_vp_each(state, number)
    cap = state.rules.operator_cap if per == "emperor spaces" else None
    told = _("%(vp)s in the final scoring so far", vp=terms.vp_words(points))
    if cap is not None and points + more > cap:
        return told
    what = reader().term("", box_at(state).counts[str(per)].words)
    next_one = _(
        "%(vp)s more for the next one, number %(num)s: %(what)s",
        vp=terms.vp_words(more),
        num=counted + 1,
        what=what,
    )
    return join_sayings([told, next_one])


def _politics(state: AustriaState, player: Player, card: str) -> str:
    """A politics card: the points of a disc, and the missing conditions."""
    if state.politics is not None and card not in state.politics:
        return ""
    discs, spaces = state.claims.get(card, []), state.politics_cards[card].vp
    if player.id in discs:
        return _("has a disc here")
    if len(discs) >= len(spaces):
        return _("no space is left")
    told = _("a disc brings %(vp)s", vp=terms.vp_words(spaces[len(discs)]))
    counts = box_at(state).counts
    lacks = [
        _(
            "%(what)s: %(has)s of %(needs)s",
            what=reader().term("", counts[what].words),
            has=has,
            needs=needs,
        )
        for what, (has, needs) in find_shortfall(state, player, card).items()
    ]
    return (
        join_sayings([told, listing(lacks)])
        if lacks
        else join_sayings([told, _("everything is there")])
    )


_EFFECTS: Mapping[str, object] = {
    "bonus": lazy("the bonus"),
    "none": lazy("nothing"),
    "penalty": lazy("the penalty"),
}


def _tile(state: AustriaState, player: Player, card: str) -> str:
    """A future emperor tile: its effect for the disc's present space."""
    round_no = next(
        (no for no in SCORED_ROUNDS if pick_scored_tile([state.tiles[card]], no) is not None), 0
    )
    if card not in (state.emperor_tiles or ()) or state.round_no > round_no:
        return ""
    space = player.emperor
    does = _EFFECTS[_effect_at(space, round_no)]
    told = _("on space %(space)s now: %(what)s", space=space, what=does)
    need = next((n for n in range(LAST_SPACE + 1) if _effect_at(space + n, round_no) == "bonus"), 0)
    if not need:
        return told
    steps = ngettext("%(num)d more space for the bonus", "%(num)d more spaces for the bonus", need)
    return join_sayings([told, steps])


def _effect_at(space: int, round_no: int) -> str:
    """Return the effect of a scored round's tile for a disc on a space before it."""
    return find_tile_effect(space_after_steps_back(space, round_no))


_WORTH: Mapping[str, Worth] = {"staff": _staff, "politics": _politics, "tile": _tile}
