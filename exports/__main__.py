"""The command line: ``python -m exports sheet|dispute FILE -o OUT.pdf``; ``--help`` says more."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from adjudicator.commands import Parser, find_command_language, find_program_name
from adjudicator.messages import Language, M
from adjudicator.reading import parse
from adjudicator.record import Unreadable
from adjudicator.replay import Replay
from adjudicator.review.game_review import review_game
from exports import dispute, pdf, sheet
from exports.look_back import list_review_tables
from exports.words import speak_language

EXIT_WRITTEN, EXIT_FAILED, EXIT_UNREADABLE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0 written, 1 not written, 2 not a record."""
    reader = find_command_language(arguments, os.environ)
    chosen = _parser(reader).parse_args(arguments)
    words = speak_language(reader)
    try:
        replay = Replay(parse(chosen.file.read_bytes()))
        if chosen.command == "sheet":
            review = review_game(replay) if chosen.review else None
            after = list_review_tables(review, replay, words) if review else ()
            said = sheet.describe_sheet(replay, words, address=chosen.address, after=after)
            document = sheet.print_sheet(said, words)
        else:
            number = len(replay.record.entries) if chosen.entry is None else chosen.entry
            document = dispute.print_dispute(replay, number, words)
    except Unreadable as problem:
        print(f"{chosen.file}: {problem.say(reader)}", file=sys.stderr)
        return EXIT_UNREADABLE
    except OSError as problem:
        failed = M("command.unreadable", file=str(chosen.file), problem=problem.strerror)
        print(reader.say(failed), file=sys.stderr)
        return EXIT_UNREADABLE
    except pdf.Unprintable as problem:
        print(problem, file=sys.stderr)
        return EXIT_FAILED
    try:
        chosen.output.write_bytes(document)
    except OSError as problem:
        failed = M("command.unwritable", file=str(chosen.output), problem=problem.strerror)
        print(reader.say(failed), file=sys.stderr)
        return EXIT_FAILED
    return EXIT_WRITTEN


def _parser(reader: Language) -> Parser:
    say = reader.say
    parser = Parser(find_program_name("exports"), M("command.exports"), reader)
    commands = ["sheet", "dispute"]
    parser.add_argument("command", choices=commands, help=say(M("command.what-to-print")))
    parser.add_argument("file", metavar="FILE", type=Path, help=say(M("command.record")))
    target = say(M("command.output"))
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, required=True, help=target)
    parser.add_argument("--entry", type=int, metavar="N", help=say(M("command.disputed")))
    parser.add_argument("--address", default="", metavar="URL", help=say(M("command.address")))
    parser.add_argument("--review", action="store_true", help=say(M("command.second-page")))
    parser.add_language_option()
    return parser


if __name__ == "__main__":
    sys.exit(main())
