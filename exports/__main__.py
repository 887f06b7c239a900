"""The command line: ``python -m exports sheet FILE -o OUT.pdf``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from adjudicator.record import Unreadable, parse
from adjudicator.replay import Replay
from exports import sheet

EXIT_WRITTEN, EXIT_FAILED, EXIT_UNREADABLE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0 written, 1 not written, 2 not a record."""
    parser = argparse.ArgumentParser(prog="python -m exports", description=__doc__)
    parser.add_argument("command", choices=["sheet"], help="sheet: one A4 page with the score")
    parser.add_argument("file", type=Path, help="a record, JSON")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the PDF to write")
    chosen = parser.parse_args(arguments)
    try:
        replay = Replay(parse(chosen.file.read_bytes()))
    except Unreadable as problem:
        print(f"{chosen.file}: {problem}", file=sys.stderr)
        return EXIT_UNREADABLE
    except OSError as problem:
        print(f"{chosen.file}: cannot be read: {problem.strerror}", file=sys.stderr)
        return EXIT_UNREADABLE
    document = sheet.render(replay)
    try:
        chosen.output.write_bytes(document)
    except OSError as problem:
        print(f"{chosen.output}: cannot be written: {problem.strerror}", file=sys.stderr)
        return EXIT_FAILED
    return EXIT_WRITTEN


if __name__ == "__main__":
    sys.exit(main())
