"""The command line: ``python -m adjudicator.rulebook print | rule ID.. | search WORD..``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from adjudicator.rulebook import RULEBOOK, BrokenRulebook, RuleText

EXIT_FOUND, EXIT_NOTHING, EXIT_BROKEN = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return 0, 1 when a rule was not found, 2 when a file is broken."""
    parser = argparse.ArgumentParser(prog="python -m adjudicator.rulebook", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    printing = commands.add_parser("print", help="write docs/editions.md from the tables")
    printing.add_argument("-o", "--output", type=Path, help="write there instead")
    rule = commands.add_parser("rule", help="show rules by id")
    rule.add_argument("ids", nargs="+", metavar="ID")
    search = commands.add_parser("search", help="show the rules in which all words occur")
    search.add_argument("words", nargs="+", metavar="WORD")
    for command in (rule, search):
        command.add_argument("--language", default="en")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.command == "print":
            return _print(chosen.output)
        if chosen.command == "search":
            found = RULEBOOK.search(" ".join(chosen.words), chosen.language)
            print("\n\n".join(map(_shown, found)) or "No rule has all these words.")
            return EXIT_FOUND if found else EXIT_NOTHING
        return _show(chosen.ids, chosen.language)
    except BrokenRulebook as problem:
        print(problem, file=sys.stderr)
        return EXIT_BROKEN


def _print(output: Path | None) -> int:
    # Imported here: the tables read the games' data, which rule texts do not need.
    from adjudicator.rulebook.document import PLACE, document

    place = output or PLACE
    place.write_text(document(), encoding="utf-8")
    print(place)
    return EXIT_FOUND


def _show(ids: Sequence[str], language: str) -> int:
    status = EXIT_FOUND
    for rule_id in ids:
        try:
            print(_shown(RULEBOOK.rule(rule_id.upper(), language)), end="\n\n")
        except KeyError:
            print(f"{rule_id}: there is no such rule", file=sys.stderr)
            status = EXIT_NOTHING
    return status


def _shown(rule: RuleText) -> str:
    cited: dict[str, list[str]] = {}
    for cite in rule.cites:
        cited.setdefault(cite.book, []).append(f"“{cite.section}”")
    books = "; ".join(f"{book}: {', '.join(sections)}" for book, sections in cited.items())
    return f"{rule.id}  {rule.title}\n  {rule.text}\n  {books}"


if __name__ == "__main__":
    sys.exit(main())
