"""Counting a hotel: politics requirements, end-of-game cards, final scoring, tie-break."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

from adjudicator.austria.chapters.turns import find_cited_rule
from adjudicator.austria.printed.board import COLUMN_ROOMS, EMPTY, FLOOR_ROOMS, OCCUPIED
from adjudicator.austria.printed.catalogue import COLOURS, COPY, FIGURES
from adjudicator.austria.printed.editions import SWITCHES, rules_of
from adjudicator.austria.table.box import Box, box_at
from adjudicator.austria.table.declarations import ScorePart
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import OVER, Player, Table
from adjudicator.hooks import question
from adjudicator.messages import ComponentName, M, Message, adapt_to_edition
from adjudicator.score import Result, ScoreLine, TieBreak


def count_thing(table: Table, player: Player, what: str) -> int:
    """Return how many of something a player has (``box.counts`` lists the words)."""
    return box_at(table).counts[what].count(table, player)


def _count_occupied_lines(player: Player, lines: Iterable[tuple[int, ...]]) -> int:
    return sum(player.occupied_of(rooms) for rooms in lines if rooms)


COUNTERS: Mapping[str, Callable[[Table, Player], int]] = {
    "krones": lambda table, player: player.krones,
    "emperor": lambda table, player: player.emperor,
    "staff cards": lambda table, player: len(player.staff),
    "room tiles": lambda table, player: len(player.rooms) - player.rooms.count(EMPTY),
    "occupied rooms": lambda table, player: player.rooms.count(OCCUPIED),
    "occupied red rooms": lambda table, player: _occupied_of_colour(player, "red"),
    "occupied blue rooms": lambda table, player: _occupied_of_colour(player, "blue"),
    "occupied yellow rooms": lambda table, player: _occupied_of_colour(player, "yellow"),
    "occupied floors": lambda table, player: _count_occupied_lines(player, FLOOR_ROOMS),
    "occupied columns": lambda table, player: _count_occupied_lines(player, COLUMN_ROOMS),
    "occupied groups": lambda table, player: _count_occupied_lines(player, player.board.groups),
    "finished colours": lambda table, player: _count_occupied_lines(
        player, player.board.of_colour.values()
    ),
    "colour sets": lambda table, player: min(
        _occupied_of_colour(player, colour) for colour in COLOURS
    ),
    "politics discs": lambda table, player: sum(
        player.id in discs for discs in table.claims.values()
    ),
    "emperor spaces": lambda table, player: player.emperor,
}
"""How each thing that cards count is counted."""


def _occupied_of_colour(player: Player, colour: str) -> int:
    return [*map(player.rooms.__getitem__, player.board.of_colour[colour])].count(OCCUPIED)


def find_vp_each(table: Table, card: int) -> int:
    """Return the VP of an end-of-game card for each thing it counts."""
    switch = table.staff_cards[card].vp_switch
    if switch is not None:
        return int(table.rules[switch])
    vp = table.staff_cards[card].vp
    assert vp is not None
    return int(vp[table.rules.edition])


def count_card_points(table: Table, player: Player, card: int) -> tuple[int, int]:
    """Return the count of an end-of-game card on a player's board, and its points (GAH-FIN-02)."""
    per = table.staff_cards[card].per
    assert per is not None
    counted = count_thing(table, player, per)
    points = counted * find_vp_each(table, card)
    if per == "emperor spaces" and table.rules.operator_cap is not None:
        points = min(points, table.rules.operator_cap)
    return counted, points


def list_copyable_cards(table: Table, player: Player) -> Iterator[tuple[Player, int]]:
    """Yield the cards that a player's Secretary may copy, with their owners (GAH-CARD-29)."""
    for owner in table.players:
        if owner is not player:
            for card in owner.staff:
                if table.staff_cards[card].timing == "end" and table.staff_cards[card].per != COPY:
                    yield owner, card


def _secretary_line(table: Table, player: Player) -> ScoreLine:
    """Return the Secretary's line: the card that was named, or else the best one."""
    best: tuple[int, int, int] | None = None
    for owner, card in list_copyable_cards(table, player):
        on = owner if table.rules["U-43"] == "owner" else player
        counted, points = count_card_points(table, on, card)
        if player.copied == (owner.id, card):
            best = (points, counted, card)
            break
        if best is None or points > best[0]:
            best = (points, counted, card)
    points, counted, card = best or (0, 0, 0)
    label = (
        M("final.secretary-as", card=_card_name(table, card))
        if card
        else M("final.secretary-copies-nothing")
    )
    return ScoreLine("final_staff", "GAH-CARD-29", label, counted, points)


def _card_name(table: Table, card: int) -> ComponentName:
    return ComponentName(table.staff_cards[card].names)


def _staff_lines(table: Table, player: Player) -> Iterator[ScoreLine]:
    for card in player.staff:
        per = table.staff_cards[card].per
        if per == COPY:
            yield _secretary_line(table, player)
        elif per is not None:
            counted, points = count_card_points(table, player, card)
            what = adapt_to_edition(box_at(table).counts[per].words, table.rules.edition)
            label = M("final.card", card=_card_name(table, card), what=what)
            rule = table.staff_cards[card].rule
            yield ScoreLine("final_staff", rule, label, counted, points)


_FLOORS = tuple(
    (
        slice(rooms[0], rooms[-1] + 1),
        FIGURES["final_vp_by_floor"][floor],
        M("final.occupied-rooms-floor", floor=floor + 1),
    )
    for floor, rooms in enumerate(FLOOR_ROOMS)
)
"""The rooms of each floor, what each of them is worth, and what their line is called."""


def _room_lines(table: Table, player: Player) -> Iterator[ScoreLine]:
    for rooms, each, label in _FLOORS:
        occupied = player.rooms[rooms].count(OCCUPIED)
        yield ScoreLine("final_rooms", "GAH-FIN-03", label, occupied, occupied * each)


def _kitchen_line(table: Table, player: Player) -> Iterator[ScoreLine]:
    own = table.box.left_foods
    counts = {name: player.kitchen[table.box.food_index[name]] for name in own}
    food = sum(player.kitchen) - sum(counts.values())
    label = M("final.dishes-and-drinks") if own else LABELS["final_kitchen"]
    yield ScoreLine("final_kitchen", "GAH-FIN-04", label, food, food)
    for name, (rule, label) in own.items():
        yield ScoreLine("final_kitchen", rule, label, counts[name], counts[name])


def _declare_count(
    id_: str, rule: str, label: Message, count: Callable[[Player], int], each: int = 1
) -> ScorePart:
    """Declare the part of things that are worth so many VP each at the end."""

    def write_line(table: Table, player: Player) -> Iterator[ScoreLine]:
        counted = count(player)
        yield ScoreLine(id_, rule, label, counted, counted * each)

    return ScorePart(id_, rule, label, final=write_line)


PARTS = (
    ScorePart("before", "GAH-FIN-07", M("final.before-record-began")),
    ScorePart("guests", "GAH-CHK-05", M("final.guests")),
    ScorePart("preparing", "GAH-ROOM-08", M("final.points-on-doors")),
    ScorePart("groups", "GAH-GRP-01", M("final.groups")),
    ScorePart("politics", "GAH-POL-02", M("final.politics-cards")),
    ScorePart("emperor", "GAH-EMP-03", M("final.emperor-track")),
    ScorePart("tiles", "GAH-EMP-06", M("final.emperor-tiles")),
    ScorePart("staff", "GAH-STAFF-04", M("final.staff-during-play")),
    ScorePart("corrections", "GAH-COMP-09", M("final.corrections")),
    ScorePart("final_staff", "GAH-FIN-02", M("final.staff-at-end"), final=_staff_lines),
    ScorePart("final_rooms", "GAH-FIN-03", M("final.occupied-rooms"), final=_room_lines),
    _declare_count(
        "final_krones", "GAH-FIN-04", M("final.krones-left"), lambda player: player.krones
    ),
    ScorePart("final_kitchen", "GAH-FIN-04", M("final.food-left"), final=_kitchen_line),
    _declare_count(
        "final_cafe",
        "GAH-FIN-06",
        M("final.guests-left-in-cafe"),
        lambda player: len(player.cafe),
        FIGURES["final_vp_per_cafe_guest"],
    ),
)
"""The parts of ``scores`` in printing order: booked during play, or counted at the end."""

LABELS = {part.id: part.label for part in PARTS}


@lru_cache(maxsize=256)
def _label_score_parts(box: Box, edition: str) -> Mapping[str, Message]:
    """Return the labels of the score parts of a box in an edition."""
    return {part.id: part.label_in(edition) for part in box.score_parts}


def make_result(table: Table, *, final: bool = False) -> Result:
    """Return every player's lines; final scoring once the game is over, or on demand.

    Winners and tie-break only with final scoring (GAH-FIN-07, GAH-TIE-01, -02, U-55).
    """
    over = table.phase == OVER or final
    box = box_at(table)
    called = _label_score_parts(box, table.rules.edition)
    lines: dict[str, tuple[ScoreLine, ...]] = {}
    for player in table.players:
        mine = []
        for part in box.score_parts:
            if part.final is None:
                points = player.points[part.id]
                mine.append(ScoreLine(part.id, part.rule, called[part.id], None, points))
            elif over:
                mine += part.final(table, player)
        lines[player.id] = tuple(mine)
    if not over:
        return Result(box.part_ids, lines)
    totals = {player: sum(line.points for line in mine) for player, mine in lines.items()}
    best = max(totals.values())
    leaders = [player for player, total in totals.items() if total == best]
    if len(leaders) == 1:
        return Result(box.part_ids, lines, tuple(leaders))
    left = {player: count_tie_break(table, table.by_id[player]) for player in leaders}
    most = max(left.values())
    rule = find_cited_rule(table, "GAH-TIE-01")
    return Result(
        box.part_ids,
        lines,
        tuple(player for player in leaders if left[player] == most),
        {player: (TieBreak(rule, value),) for player, value in left.items()},
    )


def _count_totals(table: Table) -> list[int]:
    """Return everybody's total with final scoring."""
    finals = [part.final for part in box_at(table).score_parts if part.final is not None]
    totals = []
    for player in table.players:
        total = player.vp
        for final in finals:
            for line in final(table, player):
                total += line.points
        totals.append(total)
    return totals


def note_scoring_switches(table: Table, case: Case) -> None:
    """Note the switches that decide the scores and that only final scoring reads."""
    cards = {card for player in table.players for card in player.staff}
    printed = [table.staff_cards[card] for card in cards]
    asked = [card.vp_switch for card in printed if card.vp_switch is not None]
    asked += ["U-35" for card in printed if card.per == "emperor spaces"]
    asked += ["U-43" for card in printed if card.per == COPY]
    counted = _list_staff_lines(table) if asked else []
    for switch in asked:
        for _ in _try_other_values(table, switch):
            if _list_staff_lines(table) != counted:
                case.rest_on(switch)
    totals = _count_totals(table)
    if totals.count(max(totals)) < 2:
        return  # nearly always
    scores = make_result(table)
    for _ in _try_other_values(table, "GAH-TIE-01"):
        if make_result(table) != scores:
            case.rest_on("GAH-TIE-01")


def _try_other_values(table: Table, switch: str) -> Iterator[None]:
    """Set a switch to each of its other values in turn, then back to its own."""
    played = table.rules
    house = {other: played[other] for other in played.house}
    for value in SWITCHES[switch].values:
        if value != played[switch]:
            table.rules = rules_of(played.edition, {**house, switch: value}, box_at(table).switches)
            yield
    table.rules = played


def _list_staff_lines(table: Table) -> list[list[ScoreLine]]:
    """Return the lines of everybody's staff: no other line reads the switches of cards."""
    return [list(_staff_lines(table, player)) for player in table.players]


@question
def count_tie_break(table: Table, player: Player) -> int:
    """Return the one sum that breaks a tie: krones and food, by edition also that on guests."""
    total: int = player.krones + sum(player.kitchen)
    if table.rules["GAH-TIE-01"] == "all-food":
        total += sum(sum(guest.lies) for guest in player.cafe.values())
    return total
