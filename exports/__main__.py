"""The command line: ``python -m exports sheet|dispute FILE -o OUT.pdf``; ``--help`` says more."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from adjudicator.reading import parse
from adjudicator.record import Unreadable
from adjudicator.replay import Replay
from exports import dispute, pdf, sheet

EXIT_WRITTEN, EXIT_FAILED, EXIT_UNREADABLE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0 written, 1 not written, 2 not a record."""
    parser = argparse.ArgumentParser(prog="python -m exports", description=__doc__)
    parser.add_argument("command", choices=["sheet", "dispute"], help="what to print")
    parser.add_argument("file", type=Path, help="a record, JSON")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the PDF to write")
    parser.add_argument("--entry", type=int, help="dispute: the entry, from 1; else the last one")
    parser.add_argument("--address", default="", help="sheet: where the result is read; a QR code")
    chosen = parser.parse_args(arguments)
    try:
        replay = Replay(parse(chosen.file.read_bytes()))
        if chosen.command == "sheet":
            document = sheet.render(replay, address=chosen.address)
        else:
            number = len(replay.record.entries) if chosen.entry is None else chosen.entry
            document = dispute.render(replay, number)
    except Unreadable as problem:
        print(f"{chosen.file}: {problem}", file=sys.stderr)
        return EXIT_UNREADABLE
    except OSError as problem:
        print(f"{chosen.file}: cannot be read: {problem.strerror}", file=sys.stderr)
        return EXIT_UNREADABLE
    except pdf.Unprintable as problem:
        print(problem, file=sys.stderr)
        return EXIT_FAILED
    try:
        chosen.output.write_bytes(document)
    except OSError as problem:
        print(f"{chosen.output}: cannot be written: {problem.strerror}", file=sys.stderr)
        return EXIT_FAILED
    return EXIT_WRITTEN


if __name__ == "__main__":
    sys.exit(main())
