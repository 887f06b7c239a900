"""The command line: ``python -m adjudicator judge|options|score|ask|review FILE [--json]``.

``ask`` answers a question: FILE is a record, the move in question its last entry (or --entry N),
and --edition names an edition to ask (several times for several; none asks them all).
"""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from adjudicator.commands import Parser, find_command_language, find_program_name
from adjudicator.messages import Language, M
from adjudicator.reading import parse
from adjudicator.record import Unreadable
from adjudicator.referee import ask_editions
from adjudicator.replay import Replay, write_judgement
from adjudicator.report import answer_text, options_text, score_text, verdicts_text
from adjudicator.review.game_review import review_game
from adjudicator.review.review_text import review_text

EXIT_LEGAL, EXIT_BREACH, EXIT_UNREADABLE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status, as record-format defines it."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    reader = find_command_language(given, os.environ)
    if given[:1] == ["archive"]:  # it reads stores and clocks, which the rules know nothing of
        moved = M("command.archive-moved", command=shlex.join(["python", "-m", "recorder", *given]))
        print(reader.say(moved), file=sys.stderr)
        return EXIT_UNREADABLE
    chosen = _parser(reader).parse_args(given)
    try:
        try:
            content = chosen.file.read_bytes()
        except OSError as problem:
            raise Unreadable(M("report.unreadable-file", problem=problem.strerror)) from None
        record = parse(content)
        named = reader.for_record(record.document)
        if chosen.command == "ask":
            answer = ask_editions(record, chosen.edition, chosen.entry)
            _print(chosen.json, lambda: answer.to_json(reader), lambda: answer_text(answer, named))
            legal = all(ruling.verdict.kind == "legal" for ruling in answer.rulings)
            return EXIT_LEGAL if legal else EXIT_BREACH
        replay = Replay(record)
    except Unreadable as problem:
        if chosen.json:
            print(json.dumps({"error": problem.to_json(reader)}, ensure_ascii=False))
        print(f"{chosen.file}: {problem.say(reader)}", file=sys.stderr)
        return EXIT_UNREADABLE
    if chosen.command == "judge":
        _print(
            chosen.json,
            lambda: write_judgement(replay, reader),
            lambda: verdicts_text(replay, named),
        )
        return EXIT_LEGAL if all(v.kind == "legal" for v in replay.verdicts) else EXIT_BREACH
    if chosen.command == "review":
        review = review_game(replay)
        _print(chosen.json, review.to_json, lambda: review_text(review, replay, named))
    elif chosen.command == "options":
        _print(
            chosen.json,
            lambda: {"next": replay.state.options()},
            lambda: options_text(replay, named),
        )
    else:
        result = replay.result(final=True)
        _print(chosen.json, result.to_json, lambda: score_text(replay, result, reader))
    return EXIT_LEGAL


def _parser(reader: Language) -> Parser:
    say = reader.say
    parser = Parser(find_program_name("adjudicator"), M("command.adjudicator"), reader)
    commands = ["judge", "options", "score", "ask", "review"]
    parser.add_argument("command", choices=commands, help=say(M("command.what-to-say")))
    parser.add_argument("file", metavar="FILE", type=Path, help=say(M("command.record")))
    parser.add_argument("--json", action="store_true", help=say(M("command.json")))
    parser.add_argument("--edition", action="append", default=[], help=say(M("command.edition")))
    parser.add_argument("--entry", type=int, metavar="N", help=say(M("command.entry")))
    parser.add_language_option(M("command.language"))
    return parser


def _print(as_json: bool, document: Callable[[], dict[str, Any]], text: Callable[[], str]) -> None:
    """Print one of two answers; only that one is worked out."""
    print(json.dumps(document(), ensure_ascii=False) if as_json else text())


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:  # the reader (``| head``) has seen enough
        sys.stderr.close()
        sys.exit(EXIT_LEGAL)
