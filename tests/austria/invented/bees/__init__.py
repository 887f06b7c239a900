"""An invented module: two foods, a verb, a kind of part, a stage of set-up, a step, a score part.

It has all parts of a real module and lives in tests only; nothing outside this folder knows of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from adjudicator.austria.chapters import final
from adjudicator.austria.chapters.food import Serve
from adjudicator.austria.chapters.place import put_on_guests
from adjudicator.austria.chapters.turns import (
    advance_setup,
    note_extra_action,
    obstacles_to_extra_action,
)
from adjudicator.austria.printed.catalogue import Part, check_count
from adjudicator.austria.table import agenda, moves
from adjudicator.austria.table.declarations import (
    Counted,
    Deed,
    Item,
    Judge,
    Key,
    Kind,
    ScorePart,
    Stage,
    Step,
    index_by_name,
)
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.module import Module
from adjudicator.austria.table.state import Event, Open, Player, Table
from adjudicator.entries import AddedKeys, ByPlayer, Entry, Place, key, verb
from adjudicator.hints import Hint
from adjudicator.obstacles import Found, Obstacle, is_allowed
from adjudicator.score import ScoreLine
from adjudicator.shapes import BOOLEAN, Integer, ListOf, Nullable, Shape

HIVES = "setup-hives"


class Meadow:
    """The free hives on the table, in order."""

    def __init__(self, hives: list[int]) -> None:
        self.hives = hives

    def copy(self) -> Meadow:
        """Return an independent copy."""
        return Meadow(self.hives[:])


class Apiary:
    """A player's hive, and how often this player waved."""

    def __init__(self, hive: int | None = None, waves: int = 0) -> None:
        self.hive = hive
        self.waves = waves

    def copy(self) -> Apiary:
        """Return an independent copy."""
        return Apiary(self.hive, self.waves)


def meadow(table: Table) -> Meadow:
    """Return the module's state of the table."""
    return table.of["bees"]


def apiary(player: Player) -> Apiary:
    """Return the module's state of a player."""
    return player.of["bees"]


def begin(table: Table, start: Mapping[str, Any], options: Mapping[str, Any]) -> None:
    """Read the hives, leave room for another guest in each café, and look for waves from now on."""
    meadow(table).hives = list(start.get("hives", []))
    table.watch(count_wave)
    for player in table.players:
        player.cafe_places += 1


def due(table: Table) -> Player | None:
    """Return the next player to take a hive: the players in order."""
    return next((player for player in table.players if apiary(player).hive is None), None)


_HIVE: Shape = Integer(1, 9)


@verb("take_hive")
class TakeHive(ByPlayer):
    """A hive taken in set-up."""

    hive: int = key(lambda s: _HIVE)


@verb("visit")
class Visit(ByPlayer):
    """A visit paid for."""


@verb("taste")
class Taste(ByPlayer):
    """Honey taken under a permission."""

    count: int = key(lambda s: s.count)
    from_: str | None = key(lambda s: s.source, default=None)
    place: Place | None = key(lambda s: s.place, default=None, made=lambda s: s.read_place)


@verb("buzz")
class Buzz(ByPlayer):
    """A buzz for a VP."""


class Wave(AddedKeys):
    """Whether somebody waves with ``done``."""

    wave: bool = key(lambda s: BOOLEAN, default=False)


def take_hive(table: Table, player: Player, entry: TakeHive, case: Case) -> None:
    """``take_hive``: in the stage of its own, in order."""
    case.cite(choosing(table, player, entry.hive))
    if case.stop:
        return
    if entry.hive in meadow(table).hives:
        meadow(table).hives.remove(entry.hive)
    apiary(player).hive = entry.hive
    advance_setup(table)


def choosing(table: Table, player: Player, hive: int) -> Iterator[Found]:
    """Yield the obstacles to taking a hive: the stage, the order, the hives left."""
    if table.phase != HIVES:
        yield Obstacle("BEES-SETUP-01", "hives are taken before the guests.")
    elif due(table) is not player:
        yield Obstacle("BEES-SETUP-02", "hives are taken in order.")
    if hive not in meadow(table).hives:
        yield Obstacle("BEES-SETUP-03", "that hive is not there.")


def offer_hives(table: Table) -> Iterator[Item]:
    """Yield the hives that may be taken."""
    for player in table.players:
        hives = [hive for hive in meadow(table).hives if is_allowed(choosing(table, player, hive))]
        if hives:
            yield {"by": player.id, "do": "take_hive", "hive": hives}


def visit(table: Table, player: Player, entry: Visit, case: Case) -> None:
    """``visit``: pays a krone and opens a tasting."""
    case.cite(visiting(table, player))
    if case.stop:
        return
    note_extra_action(table)
    chain = agenda.begin_chain(table, player)
    moves.pay_krones(table, player, 1, "visit")
    agenda.push_event(table, player, agenda.make_open_parts((Part("taste", 2),), "hive:1"), chain)


def visiting(table: Table, player: Player) -> Iterator[Found]:
    """Yield the obstacles to a visit: those to any extra action, and the krone."""
    yield from obstacles_to_extra_action(table, player)
    if player.krones < 1:
        yield Obstacle("BEES-VISIT-01", "a visit costs 1 krone.")


def offer_visit(table: Table) -> Iterator[Item]:
    """Yield the visit where one may be paid."""
    for player in table.players:
        if is_allowed(visiting(table, player)):
            yield {"by": player.id, "do": "visit"}


def taste(table: Table, player: Player, entry: Taste, case: Case) -> None:
    """``taste``: takes honey under a permission."""
    usable = agenda.list_usable_parts(player, "taste", entry.from_)
    part = usable[0] if usable else None
    case.cite(tasting(part, entry.count))
    if case.stop:
        return
    if part is not None:
        agenda.use_part(player, part, entry.count)
    moves.book(table, player, "honey", entry.count, "hive:1")
    if entry.place is not None:
        put_on_guests(table, player, entry.place)
    agenda.settle_agenda(table, player)


def tasting(part: Open | None, count: int) -> Iterator[Found]:
    """Yield the obstacles to so much honey under a permission, None for none."""
    if part is None or count > part.left:
        yield Obstacle("BEES-TASTE-01", "no such tasting is open.")


def offer_taste(table: Table, player: Player, part: Open) -> Iterator[Item]:
    """Yield how much may be tasted."""
    most = range(1, part.part.count + 1)
    counts = [count for count in most if is_allowed(tasting(part, count))]
    yield {"by": player.id, "do": "taste", "count": counts}


def heard_gain(table: Table, player: Player, what: str, count: int) -> None:
    """Card 201: 1 VP whenever its owner gains krones."""
    for reaction in table.box.reactions.on["krones"]:
        if what == "krones" and count > 0 and reaction.card in player.staff:
            for part in reaction.gives:
                chain = player.fresh_chain
                agenda.resolve_part(table, player, part, chain, f"staff:{reaction.card}")


def heard_steps(table: Table, player: Player, what: str, count: int) -> None:
    """Open a buzz beside the events when the owner of card 201 steps up."""
    if what == "emperor" and count > 0 and 201 in player.staff:
        opened = agenda.make_open_parts((Part("buzz"),), "staff:201")
        player.beside.append(Event(opened, player.fresh_chain))


def buzz(table: Table, player: Player, entry: Buzz, case: Case) -> None:
    """``buzz``: 1 VP under a part that stands beside the events."""
    part = next(iter(agenda.list_usable_parts(player, "buzz")), None)
    case.cite(buzzing(part))
    if case.stop:
        return
    if part is not None:
        agenda.use_part(player, part)
    moves.book(table, player, "vp", 1, "staff:201", score="hives")
    agenda.settle_agenda(table, player)


def buzzing(part: Open | None) -> Iterator[Found]:
    """Yield the obstacles to a buzz under a permission, None for none."""
    if part is None:
        yield Obstacle("BEES-BUZZ-01", "no buzz is open.")


def offer_buzz(table: Table, player: Player, part: Open) -> Iterator[Item]:
    """Yield the buzz."""
    if is_allowed(buzzing(part)):
        yield {"by": player.id, "do": "buzz"}


def serving(judge: Judge[Serve]) -> Judge[Serve]:
    """Let bees mind an empty serving before the base game does."""

    def serve(table: Table, player: Any, entry: Serve, case: Case) -> None:
        if not entry.place:
            case.breach("BEES-SERVE-01", "bees mind an empty serving.")
        judge(table, player, entry, case)

    return serve


def heard(
    table: Table,
    player: Player,
    what: str,
    count: int,
    ref: str,
    trigger: int,
    score: str,
    beyond: int,
) -> None:
    """Hear a gain for both reactions of the card."""
    heard_gain(table, player, what, count)
    heard_steps(table, player, what, count)


def count_wave(table: Table, player: Player | None, entry: Entry, case: Case) -> None:
    """Count the waves that players report with ``done``."""
    if player is not None and Wave.read_from(entry).wave and not case.stop:
        apiary(player).waves += 1


def count_hive(total: int, table: Table, player: Player) -> int:
    """The number of the hive breaks ties, too."""
    return total + (apiary(player).hive or 0)


def swarm(table: Table, case: Case) -> None:
    """After the emperor scoring everybody gets 1 VP for the own hive's number."""
    for player in table.players:
        moves.book(table, player, "vp", apiary(player).hive or 0, "swarm", score="hives")


def waves(table: Table, player: Player) -> Iterator[ScoreLine]:
    """Yield the line of waves at the end."""
    count = apiary(player).waves
    yield ScoreLine("final_waves", "BEES-FIN-01", "Waves", count, count)


def read_hives(table: Table, position: Any, value: list[int], place: str) -> None:
    """Read the hives left."""
    meadow(table).hives = list(value)


def read_hive(table: Table, player: Player, value: int | None, place: str) -> None:
    """Read a player's hive."""
    apiary(player).hive = value


MODULE = Module(
    id="bees",
    number=7,
    data=(Path(__file__).parent / "data",),
    foods=("tea", "honey"),
    food_actions={2: ("honey",)},
    balance_rules={(2, "honey"): "BEES-ACT-01"},
    choice_rules={"honey": ("BEES-SYM-01",)},
    kinds=index_by_name(
        Kind(
            "taste", {"taste": lambda n, reader: Part("taste", check_count(n))}, offer=offer_taste
        ),
        Kind("buzz", offer=offer_buzz, blocks=False),
    ),
    deeds=index_by_name(
        Deed(TakeHive, take_hive, in_setup=True),
        Deed(Visit, visit),
        Deed(Buzz, buzz),
        Deed(Taste, taste),
    ),
    wraps={"serve": serving},
    adds={"done": Wave},
    key_hints={"hive": Hint(lambda values, _: f"hive {' or '.join(map(str, values))}")},
    offers=(offer_visit,),
    stages=(
        Stage(
            HIVES,
            "BEES-SETUP-01",
            "everything else follows the hives",
            lambda table: due(table) is None,
            offer_hives,
            before="setup-guests",
        ),
    ),
    steps=(Step("swarm", "BEES-END-01", "after the scoring", swarm, after="emperor"),),
    hooks=(moves.goods_gained.heard_by(heard), final.count_tie_break.altered_by(count_hive)),
    setups=(lambda s: ({"hives": ListOf(_HIVE)}, {}),),
    begins=(begin,),
    position=(
        Key(
            "hives",
            lambda s: ListOf(_HIVE),
            lambda table: list(meadow(table).hives),
            read_hives,
            default=(),
            check=True,
        ),
    ),
    player_keys=(
        Key(
            "hive",
            lambda s: Nullable(_HIVE),
            lambda table, player: apiary(player).hive,
            read_hive,
            default=None,
            check=True,
        ),
    ),
    table_state=lambda table: Meadow([]),
    player_state=lambda table, player: Apiary(),
    score_parts=(
        ScorePart("hives", "BEES-END-01", "Hives"),
        ScorePart("final_waves", "BEES-FIN-01", "Waves", before="final_cafe", final=waves),
    ),
    counts={"hives": Counted("hives", lambda table, player: int(bool(apiary(player).hive)))},
    sources=("hive:[1-9]",),
    events=("krones",),
    unread={"order": "BEES-P-01", "cost": "BEES-P-02"},
)
