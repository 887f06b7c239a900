"""The command line: ``python -m adjudicator.rulebook print | rule ID.. | search WORD..``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from adjudicator.commands import Parser, find_command_language
from adjudicator.messages import Language, M
from adjudicator.messages.po import BrokenData
from adjudicator.rulebook import RULEBOOK, RuleText
from adjudicator.rulebook.search.documents import find_rules

EXIT_FOUND, EXIT_NOTHING, EXIT_BROKEN = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return 0, 1 when a rule was not found, 2 when a file is broken."""
    reader = find_command_language(arguments, os.environ)
    chosen = _parser(reader).parse_args(arguments)
    try:
        if chosen.command == "print":
            return _print_to(chosen.output)
        if chosen.command == "search":
            found = find_rules(" ".join(chosen.words), reader.tag)
            nothing = reader.say(M("command.no-rule-has"))
            print("\n\n".join(map(_word_rule, found)) or nothing)
            return EXIT_FOUND if found else EXIT_NOTHING
        return _print_rules(chosen.ids, reader)
    except BrokenData as problem:
        print(problem, file=sys.stderr)
        return EXIT_BROKEN


def _parser(reader: Language) -> Parser:
    say = reader.say
    parser = Parser("python -m adjudicator.rulebook", M("command.rulebook"), reader)
    commands = parser.add_subparsers(
        dest="command", required=True, help=say(M("command.what-to-do"))
    )

    def adding(name: str, about: M) -> Parser:
        return commands.add_parser(name, about=about, reader=reader, help=say(about))

    printing = adding("print", M("command.rulebook-print"))
    there = say(M("command.rulebook-output"))
    printing.add_argument("-o", "--output", type=Path, metavar="FILE", help=there)
    rule = adding("rule", M("command.rulebook-rule"))
    search = adding("search", M("command.rulebook-search"))
    rule.add_argument("ids", nargs="+", metavar="ID")
    search.add_argument("words", nargs="+", metavar="WORD")
    for command in (rule, search):
        command.add_language_option()
    return parser


def _print_to(output: Path | None) -> int:
    # Imported here: the tables read the games' data, which rule texts do not need.
    from adjudicator.rulebook.document import PLACE, write_editions_document

    place = output or PLACE
    place.write_text(write_editions_document(), encoding="utf-8")
    print(place)
    return EXIT_FOUND


def _print_rules(ids: Sequence[str], reader: Language) -> int:
    status = EXIT_FOUND
    for rule_id in ids:
        try:
            print(_word_rule(RULEBOOK.rule(rule_id.upper(), reader.tag)), end="\n\n")
        except KeyError:
            print(reader.say(M("command.no-rule", rule=rule_id)), file=sys.stderr)
            status = EXIT_NOTHING
    return status


def _word_rule(rule: RuleText) -> str:
    cited: dict[str, list[str]] = {}
    for cite in rule.cites:
        cited.setdefault(cite.book, []).append(f"“{cite.section}”")
    books = "; ".join(f"{book}: {', '.join(sections)}" for book, sections in cited.items())
    return f"{rule.id}  {rule.title}\n  {rule.text}\n  {books}"


if __name__ == "__main__":
    sys.exit(main())
