"""Prints of a league: the season's report, a certificate, the booklet of its rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from exports import pdf
from exports.chart import Series, line_chart
from exports.dispute import DisputeReport
from exports.places import TEMPLATES
from exports.sheet import and_more
from exports.templates import templates
from exports.words import ENGLISH, Words

STYLE = TEMPLATES / "league" / "print.css"

SIZE, SIZES = 9.5, (9.5, 8.7, 8.0, 7.3)
"""Letters of a report in points: as a rule, and with which it is tried to fit on one page."""

MOST_LINES, MOST_CASES, MOST_CHART, MOST_PLAYS = 200, 150, 6, 300
"""Lines of the standings, cases, players of the chart and games that are printed; a club's wall
holds no more."""


@dataclass(frozen=True, slots=True)
class PrintedStanding:
    """A line of the standings, in the words it is printed with."""

    place: str
    name: str
    points: str
    games: int
    wins: int
    share: str


@dataclass(frozen=True, slots=True)
class PrintedRuling:
    """A decided case: its rules, the entry, the decision, by whom and when.

    case: the position before the entry and the rules in words, where a booklet prints them.
    """

    rules: tuple[str, ...]
    told: str
    decision: str
    note: str
    who: str
    day: str
    case: DisputeReport | None = None


@dataclass(frozen=True, slots=True)
class SeasonReport:
    """A season. facts: the rules of counting. honours and records: title, holder, value.

    chart: by name the points after each day of play, in whole points. days: of play, in words.
    plays: the games, the last first: their day, and names with totals.
    """

    league: str
    season: str
    dates: str
    facts: tuple[str, ...]
    lines: tuple[PrintedStanding, ...]
    more: int
    chart: Mapping[str, Sequence[tuple[int, int]]]
    honours: tuple[tuple[str, str, str], ...]
    records: tuple[tuple[str, str, str], ...]
    rulings: tuple[PrintedRuling, ...]
    games: str
    days: tuple[str, ...] = ()
    plays: tuple[tuple[str, str], ...] = ()


def print_season_report(report: SeasonReport, words: Words = ENGLISH) -> bytes:
    """Return the report of a season as PDF: on one page where it fits in smaller letters, too.

    Otherwise it has as many pages as it needs, in letters that leave no last page almost empty.
    """
    htmls = (season_html(report, words, size) for size in SIZES)
    return pdf.one_page(htmls, STYLE, many=True)


def season_html(report: SeasonReport, words: Words = ENGLISH, size: float = SIZE) -> str:
    """Return the report of a season as the page that is printed. size: of letters, in points."""
    chart = line_chart(
        [Series(name, points) for name, points in list(report.chart.items())[:MOST_CHART]],
        days=report.days,
        title=words.gettext("Points over the evenings"),
        height=230,
    )
    more = and_more(len(report.plays) - MOST_PLAYS, words)
    return _html(
        "season.html", words, report=report, chart=chart, more=more, most=MOST_PLAYS, size=size
    )


def print_certificate(
    league: str, season_name: str, name: str, line: str, dates: str, words: Words = ENGLISH
) -> bytes:
    """Return a winner's certificate as PDF. line: the reason, in a sentence."""
    return _print(
        "certificate.html",
        words,
        league=league,
        season=season_name,
        name=name,
        line=line,
        dates=dates,
    )


def print_booklet(league: str, rulings: Sequence[PrintedRuling], words: Words = ENGLISH) -> bytes:
    """Return decided cases as a booklet in PDF."""
    return _print(
        "booklet.html",
        words,
        league=league,
        rulings=rulings[:MOST_CASES],
        more=max(0, len(rulings) - MOST_CASES),
    )


def print_tables(
    league: str, facts: str, tables: Sequence[tuple[str, Sequence[str]]], words: Words = ENGLISH
) -> bytes:
    """Return the tables of an evening as a sheet in PDF. tables: title and names of each."""
    return _print("tables.html", words, league=league, facts=facts, tables=tables)


def _print(template: str, words: Words, **values: object) -> bytes:
    return pdf.one_page([_html(template, words, **values)], STYLE)


def _html(template: str, words: Words, **values: object) -> str:
    return templates().get_template(f"league/print/{template}").render(words=words, **values)
