"""The time of a score sheet: ``python -m benchmarks sheet [FILE] [--runs N] [--json]``.

Three pages are printed in turn in one process, and the medians compared: the sheet, from the replay
to the PDF; WeasyPrint's barest A4 page (one heading); and a bare page of the same size, with the
sheet's own words and numbers in a plain table, the numbers of the chart in paragraphs below it, no
style sheet and no picture.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from statistics import median
from time import perf_counter
from xml.etree import ElementTree

from weasyprint import HTML

from adjudicator.reading import parse
from adjudicator.replay import Replay
from benchmarks._common import find_largest_record, read_options, show
from exports import sheet


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and return 0. Without FILE the largest record of the tests is printed."""
    chosen = read_options(__doc__, arguments, file=find_largest_record(), runs=11)
    answer = measure_sheet(Replay(parse(chosen.file.read_bytes())), chosen.runs)
    return show({"record": chosen.file.name, **answer}, as_json=chosen.json)


def measure_sheet(replay: Replay, runs: int) -> dict[str, float]:
    """Return the medians in milliseconds, and the sheet's as a multiple of the bare pages'."""
    heading = "<h1>Score sheet</h1>"
    same_words = plain_page(sheet.describe_sheet(replay))
    times = medians(
        {
            "sheet_ms": lambda: sheet.print_sheet(sheet.describe_sheet(replay)),
            "bare_heading_ms": lambda: HTML(string=heading).write_pdf(),
            "bare_same_words_ms": lambda: HTML(string=same_words).write_pdf(),
        },
        runs,
    )
    return {
        **times,
        "over_bare_heading": round(times["sheet_ms"] / times["bare_heading_ms"], 2),
        "over_bare_same_words": round(times["sheet_ms"] / times["bare_same_words_ms"], 2),
        "runs": runs,
    }


def medians(work: Mapping[str, Callable[[], object]], runs: int) -> dict[str, float]:
    """Return the median time of every piece of work, taken in turn after one round unmeasured."""
    times: dict[str, list[float]] = {name: [] for name in work}
    for run in range(runs + 1):
        for name, job in work.items():
            begun = perf_counter()
            job()
            if run:
                times[name].append((perf_counter() - begun) * 1000)
    return {name: round(median(values), 1) for name, values in times.items()}


def plain_page(contents: sheet.SheetContents) -> str:
    """Return the words of a sheet as a page without style: headings, one table, paragraphs."""
    rows = [["", *(player.name for player in contents.players)]]
    for row in contents.rows:
        cells = [
            f"{'' if cell.count is None else f'({cell.count}) '}"
            f"{'' if cell.points is None else cell.points}"
            f"{''.join(f' {line.label} {line.points}' for line in cell.items)}"
            for cell in row.cells
        ]
        rows.append([row.label, *cells])
    table = "".join(
        f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>" for row in rows
    )
    charted = ElementTree.fromstring(contents.chart).itertext() if contents.chart else ()
    before = (contents.headline, contents.because, *contents.facts)
    return "".join(
        [
            f"<h1>{escape(contents.game)}</h1>",
            *(f"<p>{escape(text)}</p>" for text in before),
            f"<table>{table}</table>",
            *(f"<p>{escape(text)}</p>" for text in (*contents.notes, *charted)),
        ]
    )
