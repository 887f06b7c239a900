"""The score sheet of one game: its contents, and its one A4 page as PDF.

``describe_sheet`` turns a replay into plain values, the template lays them out, ``exports.pdf``
prints. The lines are those of the replay's Result; nothing is counted a second time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from adjudicator import games
from adjudicator.findings import CHECK, Finding, count_findings, list_findings
from adjudicator.messages import Message, format_signed
from adjudicator.record import RULE, Record
from adjudicator.replay import Replay
from adjudicator.score import Result, ScoreLine
from adjudicator.verdict import Illegal, Unclear
from exports import codes
from exports.chart import PIECES, Series, line_chart, mark
from exports.templates import print_template, templates
from exports.words import ENGLISH, Words, printable, printable_names

SIZES = (11.5, 9.5, 8.5, 7.5, 6.5, 6.0)
"""Letter sizes in points; the first with which everything fits on one page is taken."""

PAGE, HEAD, PART, LINE, ITEM = 950, 240, 24, 17, 13
"""Heights in units of the chart, at 9.5 points: the page, the part above the table, a row, a row of
a line, a line inside a cell. Estimates: they save layouts that would not fit."""

WIDE = 4
"""Columns that leave room for the largest letters."""

CHART = (190, 360)
"""The least and the greatest height of the chart."""

PLACE, NOTE = 90, 120
"""Letters of the place and of a ruling's note that are printed."""

RULINGS = 8
"""Rulings that a sheet lists; of more it says how many."""


@dataclass(frozen=True, slots=True)
class SheetCell:
    """One player's value in one row. Empty where the player has nothing to show there.

    points: the number to print. count: how many were counted; 0 is not printed. items: the lines
    behind the number, where they are listed under it.
    """

    points: int | None = None
    count: int | None = None
    items: tuple[ScoreLine, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row of the table. kind: "part", "line" (a line of the part above), "total", "tie"."""

    kind: str
    label: str
    cells: tuple[SheetCell, ...]


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """The head of a player's column. ``glyph`` is the mark of the player's line in the chart.

    called: the name of the player's hotel, or another line that a game puts under the name.
    """

    name: str
    glyph: str
    won: bool
    called: str = ""


@dataclass(frozen=True, slots=True)
class Small:
    """A small table under the scores: its title, and lines of a label and a text each."""

    title: str
    rows: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class SheetContents:
    """Everything that is printed on a sheet, in the order of the page.

    facts: place, day, edition. counts: whether any row says how many were counted. chart: an SVG
    element, or empty. notes: the counts of entries, breaches, rulings and of differences found by
    checks of the board. rulings: the table's decisions, a line each. size: the letter size that
    should fit everything on a page. code: a QR code that leads to the result, as an SVG element, or
    empty. after: the tables of a second page.
    """

    game: str
    facts: tuple[str, ...]
    headline: str
    because: str
    players: tuple[SheetColumn, ...]
    rows: tuple[SheetRow, ...]
    counts: bool
    chart: str
    notes: tuple[str, ...]
    rulings: tuple[str, ...]
    size: float
    beside: tuple[Small, ...] = ()
    code: str = ""
    after: tuple[Small, ...] = ()


def print_sheet(said: SheetContents, words: Words = ENGLISH) -> bytes:
    """Return a score sheet as PDF: one A4 page, or two; letters get smaller for many lines.

    Safe to call from several threads: pages are printed one at a time.
    """
    return print_template("sheet", SIZES[SIZES.index(said.size) :], sheet=said, words=words)


def get_ready() -> None:
    """Compile the template, so that the first sheet delays no entry."""
    templates().get_template("sheet.html")


def _list_columns(
    replay: Replay, result: Result, names: Mapping[str, str], words: Words
) -> tuple[SheetColumn, ...]:
    game = games.find(replay.record.game)
    called = game.list_player_captions(replay.state)
    return tuple(
        SheetColumn(
            name,
            mark(index).glyph,
            player in result.winners,
            words.say(called[player]) if player in called else "",
        )
        for index, (player, name) in enumerate(names.items())
    )


def _draw_chart(replay: Replay, names: Mapping[str, str], words: Words, height: int) -> str:
    seats = replay.record.document["players"]
    colours = {player["id"]: PIECES.get(str(player.get("colour")), "") for player in seats}
    return line_chart(
        [
            Series(names[player], points, colours[player])
            for player, points in replay.points_by_round().items()
        ],
        start=words.gettext("Start"),
        title=words.gettext("Score after each round"),
        height=height,
    )


def describe_sheet(
    replay: Replay,
    words: Words = ENGLISH,
    *,
    final: bool = False,
    found: Sequence[Finding] | None = None,
    address: str = "",
    thought: Sequence[str] = (),
    decided: Sequence[str] = (),
    after: Iterable[Small] = (),
) -> SheetContents:
    """Return the sheet of a game at its present position, in the given language.

    final: as if the game ended at this position. found: differences found by checks, as far as the
    reader may know them; all, unless given. address: the address of the result, as a reader of the
    paper reaches it; without one the sheet has no code. thought: the players' thinking times as
    clocks show them, in the order of the players; none without a clock. decided: the table's
    agreements besides rulings, a line each. after: the tables of a second page.
    """
    record = replay.record
    game = games.find(record.game)
    result = replay.result(final=final)
    names = printable_names(record.document["players"])
    scored = [
        part for part in result.parts if any(result.part(player, part) for player in record.players)
    ]
    rows = _rows(result, scored, record, words)
    rulings = _rulings(replay, words, names)
    rulings += tuple(printable(line, NOTE) for line in decided[:RULINGS])
    rulings += and_more(len(decided) - RULINGS, words)
    beside = _list_side_tables(replay, game, words)
    if thought:
        beside += (Small(words.gettext("Thinking time"), (("", tuple(thought)),)),)
    size, height = _fitting(rows, len(rulings) + sum(2 + len(small.rows) for small in beside))
    over = final or replay.state.over()
    headline, because = outcome(replay, result, names, words, over=over)
    return SheetContents(
        game=words.say(game.title),
        facts=_facts(record.document, game, words),
        headline=headline,
        because=because,
        players=_list_columns(replay, result, names, words),
        rows=rows,
        counts=any(cell.count for row in rows for cell in row.cells),
        chart=_draw_chart(replay, names, words, height),
        notes=_notes(replay, words, list_findings(replay) if found is None else found),
        rulings=rulings,
        size=size,
        beside=beside,
        code=codes.svg(address) if address else "",
        after=tuple(after),
    )


def describe_totals(summary: Mapping[str, Any], words: Words = ENGLISH) -> SheetContents:
    """Return the sheet of a game that nobody recorded: totals and the winner.

    summary: game, players with id, name, total and place; place, day, edition, modules.
    """
    seats = summary["players"]
    game = games.find(summary["game"])
    names = printable_names(seats)
    document = {key: summary[key] for key in ("place", "edition", "modules") if summary[key]}
    result = Result(
        parts=(),
        lines={seat["id"]: (ScoreLine("", "", "", None, seat["total"]),) for seat in seats},
        winners=tuple(seat["id"] for seat in seats if seat["place"] == 1),
    )
    headline, because = _tell_winners(result, names, words)
    behind = [seat["total"] for seat in seats if seat["place"] != 1]
    if behind and max(behind) == max(seat["total"] for seat in seats):
        because = ""  # a tie-break decided that nobody recorded
    rows = (_total_row(result, tuple(names), words),)
    size, _height = _fitting(rows, 0)
    return SheetContents(
        game=words.say(game.title),
        facts=_facts(document | {"played_on": summary["day"]}, game, words),
        headline=headline,
        because=because,
        players=tuple(SheetColumn(names[seat["id"]], "", seat["place"] == 1) for seat in seats),
        rows=rows,
        counts=False,
        chart="",
        notes=(words.gettext("result without a record"),),
        rulings=(),
        size=size,
    )


def _list_side_tables(replay: Replay, game: games.Game, words: Words) -> tuple[Small, ...]:
    """Return the small tables that a game puts beside its scores."""
    return tuple(
        Small(
            words.say(title),
            tuple(
                (
                    words.say(label),
                    tuple(words.say(cells.get(player, "")) for player in replay.record.players),
                )
                for label, cells in rows
            ),
        )
        for title, rows in game.list_score_tables(replay)
    )


def outcome(
    replay: Replay, result: Result, names: Mapping[str, str], words: Words, *, over: bool
) -> tuple[str, str]:
    """Return the winner, and the reason, as two sentences; the second may be empty."""
    _ = words.gettext
    if not over:
        return _("Not finished"), _(
            "Round %(round)s is being played; the scores stand as shown."
        ) % {"round": replay.state.round_no}
    return _tell_winners(result, names, words) if result.winners else (_("Finished"), "")


def _tell_winners(result: Result, names: Mapping[str, str], words: Words) -> tuple[str, str]:
    _ = words.gettext
    winners = words.listing([names[player] for player in result.winners])
    best = result.total(result.winners[0])
    if len(result.winners) > 1:
        headline = _("%(names)s share the win with %(total)s") % {"names": winners, "total": best}
    else:
        headline = _("%(name)s wins with %(total)s") % {"name": winners, "total": best}
    return headline, _why(result, names, words)


def _why(result: Result, names: Mapping[str, str], words: Words) -> str:
    _ = words.gettext
    winner = result.winners[0]
    best = result.total(winner)
    others = [player for player in result.lines if player not in result.winners]
    if result.tie_break:
        tied = words.listing([names[player] for player in result.tie_break])
        decided = _deciding(result)
        if decided is None:
            return _(
                "%(names)s are tied at %(total)s, and the tie-break does not separate them."
            ) % {"names": tied, "total": best}
        rule, value, next_value = decided
        return _("%(names)s are tied at %(total)s; %(rule)s decides, %(value)s to %(next)s.") % {
            "names": tied,
            "total": best,
            "rule": rule,
            "value": format_signed(value),
            "next": format_signed(next_value),
        }
    if not others:
        return ""
    second = max(result.total(player) for player in others)
    return _("%(margin)s ahead of %(names)s.") % {
        "margin": best - second,
        "names": words.listing(
            [names[player] for player in others if result.total(player) == second]
        ),
    }


def _deciding(result: Result) -> tuple[str, int, int] | None:
    """Return rule, the winner's value and the nearest loser's of the step that decided."""
    steps = result.tie_break or {}
    losers = [player for player in steps if player not in result.winners]
    for index, step in enumerate(steps[result.winners[0]]):
        values = [steps[player][index].value for player in losers if index < len(steps[player])]
        other = [value for value in values if value != step.value]
        if other and len(other) == len(values):
            return step.rule, step.value, min(other, key=lambda value: abs(value - step.value))
    return None


def _facts(document: Mapping[str, Any], game: games.Game, words: Words) -> tuple[str, ...]:
    """Return place, day, edition and modules, as far as the record names them."""
    editions = game.edition_labels
    facts = [printable(document.get("place", ""), PLACE)]
    if "played_on" in document:
        facts.append(words.day(date.fromisoformat(document["played_on"])))
    if "edition" in document:
        edition = document["edition"]
        facts.append(
            words.say(editions[edition])
            if edition in editions
            else words.gettext("Edition %(name)s") % {"name": edition}
        )
    if document.get("modules"):
        labels = game.module_labels
        modules = [words.say(labels.get(name, name)) for name in document["modules"]]
        facts.append(words.gettext("with %(names)s") % {"names": words.listing(modules)})
    return tuple(fact for fact in facts if fact)


def _rows(
    result: Result, parts: Sequence[str], record: Record, words: Words
) -> tuple[SheetRow, ...]:
    """Return the rows of the table; without a record only ``parts`` that brought something."""
    rows: list[SheetRow] = []
    players = record.players
    for part in parts:
        label = games.part_label(record.document, part)
        rows += _part_rows(result, players, part, label, words)
    rows.append(_total_row(result, players, words))
    for index in range(max(map(len, (result.tie_break or {}).values()), default=0)):
        rows.append(_tie_row(result.tie_break or {}, players, index, words))
    return tuple(rows)


def _total_row(result: Result, players: Sequence[str], words: Words) -> SheetRow:
    cells = tuple(SheetCell(result.total(player)) for player in players)
    return SheetRow("total", words.gettext("Total"), cells)


def _part_rows(
    result: Result, players: Sequence[str], part: str, label: Message, words: Words
) -> list[SheetRow]:
    """Return the row of a part, with its lines below it or inside the cells.

    label: the part's, not translated. Lines that the players share get a row each; lines that
    are each player's own (cards, say) are listed in the player's cell, where that takes less
    room. A single line that says no more than the part's label is not repeated.
    """
    name = words.say(label)
    lines = [[line for line in result.lines[player] if line.part == part] for player in players]
    sums = [sum(line.points for line in mine) for mine in lines]
    kinds = list(dict.fromkeys(line.label for mine in lines for line in mine))
    longest = max(map(len, lines))
    everybodys = all(lines) or kinds == [label] or not kinds
    if len(kinds) <= 1 and longest <= 1 and everybodys:
        quantities = [mine[0].count if mine else None for mine in lines]
        return [SheetRow("part", name, tuple(map(SheetCell, sums, quantities)))]
    repeated = any(len({line.label for line in mine}) < len(mine) for mine in lines)
    if repeated or len(kinds) > longest + 2:
        cells = [
            SheetCell(points, None, tuple(mine)) for points, mine in zip(sums, lines, strict=True)
        ]
        return [SheetRow("part", name, tuple(cells))]
    by_label = [{line.label: SheetCell(line.points, line.count) for line in mine} for mine in lines]
    return [
        SheetRow("part", name, tuple(map(SheetCell, sums))),
        *(
            SheetRow("line", words.say(kind), tuple(own.get(kind, SheetCell()) for own in by_label))
            for kind in kinds
        ),
    ]


def _tie_row(
    steps: Mapping[str, Sequence[Any]], players: Sequence[str], index: int, words: Words
) -> SheetRow:
    rule = next(values[index].rule for values in steps.values() if index < len(values))
    return SheetRow(
        "tie",
        words.gettext("Tie-break, %(rule)s") % {"rule": rule},
        tuple(
            SheetCell(steps[p][index].value if index < len(steps.get(p, ())) else None)
            for p in players
        ),
    )


def _fitting(rows: Sequence[SheetRow], rulings: int) -> tuple[float, int]:
    """Return the largest letter size that should fit, and the height left for the chart."""
    used = HEAD + (PART + LINE * rulings if rulings else 0)
    for row in rows:
        used += LINE if row.kind == "line" else PART
        used += ITEM * max(len(cell.items) for cell in row.cells)
    least, most = CHART
    columns = len(rows[0].cells)
    for size in SIZES[columns > WIDE :]:
        room = PAGE - round(used * size / 9.5)
        if room >= least:
            return size, min(room, most)
    return SIZES[-1], least


def _notes(replay: Replay, words: Words, found: Sequence[Finding]) -> tuple[str, ...]:
    """Return the counts of entries, breaches, unclear entries and rulings, as phrases."""
    illegal = [verdict for verdict in replay.verdicts if isinstance(verdict, Illegal)]
    unclear = sum(isinstance(verdict, Unclear) for verdict in replay.verdicts)
    breaches = sum(len(verdict.violations) for verdict in illegal)
    stands = sum(verdict.stands is True for verdict in illegal)
    ruled = sum(entry["do"] == RULE for entry in replay.record.entries)

    ngettext = words.ngettext
    entries = len(replay.record.entries)
    if not entries:  # a score without a record has nothing to count
        return ()
    notes = [
        ngettext("%(n)s entry", "%(n)s entries", entries) % {"n": entries},
        ngettext("%(n)s entry not allowed", "%(n)s entries not allowed", breaches)
        % {"n": breaches},
    ]
    if stands:
        told = ngettext("%(n)s entry kept anyway", "%(n)s entries kept anyway", stands)
        notes.append(told % {"n": stands})
    if unclear:
        notes.append(ngettext("%(n)s unclear", "%(n)s unclear", unclear) % {"n": unclear})
    notes.append(ngettext("%(n)s ruling", "%(n)s rulings", ruled) % {"n": ruled})
    numbers = count_findings(found)
    if any(numbers.values()):
        told = words.gettext(
            "differences from the board: %(open)s open, %(adjusted)s adjusted, %(stands)s accepted"
        )
        notes.append(told % numbers)
    return tuple(notes)


def _rulings(replay: Replay, words: Words, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the table's rulings in one line each, as many as there is room for."""
    entries = replay.record.entries
    numbers = [
        number
        for number, entry in enumerate(entries, start=1)
        if entry["do"] == RULE and entries[entry["entry"] - 1]["do"] != CHECK
    ]
    lines = [ruling(replay, number, words, names) for number in numbers[:RULINGS]]
    return (*lines, *and_more(len(numbers) - RULINGS, words))


def and_more(count: int, words: Words) -> tuple[str, ...]:
    """Return the line that says how many more there are; none where there are none."""
    if count <= 0:
        return ()
    return (words.ngettext("and %(n)s more", "and %(n)s more", count) % {"n": count},)


def ruling(replay: Replay, number: int, words: Words, names: Mapping[str, str]) -> str:
    """Return a ``rule`` entry in one line: the disputed entry, rules, people who agreed, reason."""
    _ = words.gettext
    entry = replay.record.entries[number - 1]
    about = entry["entry"]
    told = (
        _("Entry %(number)s is kept") if entry["stands"] else _("Entry %(number)s does not count")
    )
    line = told % {"number": about}
    verdict = replay.verdicts[about - 1]
    if isinstance(verdict, Illegal):
        line += " (" + ", ".join(breach.rule for breach in verdict.violations) + ")"
    elif isinstance(verdict, Unclear):
        line += f" ({verdict.question})"
    if entry.get("agreed"):
        agreed = words.listing([names[player] for player in entry["agreed"]])
        line = words.series([line, _("agreed: %(names)s") % {"names": agreed}])
    note = printable(entry.get("note", ""), NOTE)
    return words.labelled(line, note) if note else line
