"""``python -m recorder archive PATH.. [--jobs N] [--scheduler ADDRESS] --out FILE``.

Judges any number of records - files, folders, zips, stores - and writes a line for each, JSON:
verdicts by kind, rules by how often they were broken or left open, scores, seconds. A record that
cannot be read is a line, too. Ends with 0 when every record could be read, with 1 otherwise.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import click

from adjudicator.commands import Parser, find_command_language, find_program_name
from adjudicator.messages import Language, M
from recorder.archive import workers
from recorder.archive.judging import FoundRecord, Line
from recorder.archive.sources import find_records

EXIT_ALL, EXIT_SOME, EXIT_UNUSABLE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge the records of the arguments, write the lines, and return the exit status."""
    reader = find_command_language(arguments, os.environ)
    say = reader.say
    parser = Parser(f"{find_program_name('recorder')} archive", M("command.archive"), reader)
    parser.add_argument("path", nargs="+", help=say(M("command.archive-path")))
    parser.add_argument("--out", type=Path, required=True, help=say(M("command.archive-out")))
    how = parser.add_mutually_exclusive_group()
    jobs, machines = say(M("command.archive-jobs")), say(M("command.archive-scheduler"))
    how.add_argument("--jobs", type=positive_number, default=os.cpu_count() or 1, help=jobs)
    how.add_argument("--scheduler", help=machines)
    parser.add_language_option()
    chosen = parser.parse_args(arguments)
    missing = [place for place in chosen.path if "://" not in place and not Path(place).exists()]
    if missing:
        parser.error(say(M("command.no-place", place=missing[0])))
    try:
        with _open_output(chosen.out) as out:
            return _write_lines(out, _judge_records(chosen), reader)
    except ImportError:
        parser.error(say(M("command.no-dask")))
    except OSError as problem:
        print(f"{problem.filename or chosen.scheduler or chosen.out}: {problem}", file=sys.stderr)
        return EXIT_UNUSABLE


def positive_number(text: str) -> int:
    """Return a number above 0 as it was typed. Raises ValueError."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def _judge_records(chosen: argparse.Namespace) -> Iterator[Line]:
    records: Iterable[FoundRecord] = find_records(chosen.path)
    if chosen.scheduler:
        return workers.judge_on_machines(records, chosen.scheduler)
    if chosen.jobs > 1:
        return workers.judge_in_processes(records, chosen.jobs)
    return workers.judge_here(records)


@contextmanager
def _open_output(path: Path) -> Iterator[TextIO]:
    if str(path) == "-":
        yield sys.stdout
        return
    with path.open("w", encoding="utf-8", errors="backslashreplace") as out:
        yield out


def _write_lines(out: TextIO, lines: Iterator[Line], reader: Language) -> int:
    """Write the lines as they come, with a bar that moves; return the exit status."""
    count = unreadable = 0
    label = reader.say(M("command.archive-records"))
    # How many there will be is not known before the last one: the bar counts.
    with click.progressbar(lines, file=sys.stderr, label=label, show_pos=True) as bar:
        for line in bar:
            out.write(json.dumps(line, ensure_ascii=False) + "\n")
            count += 1
            unreadable += "error" in line
    read = M("command.archive-read", n=count, unreadable=unreadable)
    print(reader.say(read), file=sys.stderr)
    return EXIT_SOME if unreadable else EXIT_ALL
