"""Command lines in the reader's language: the language, help, and complaints."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from adjudicator.messages import ENGLISH, Language, M, find_language, list_languages

EXIT_MISUSED = 2
"""What a command ends with that cannot be understood; argparse says so, too."""

CONSOLE = "hotel-ledger"
"""The command that an installed program has (``recorder.commands.console``)."""


def find_program_name(room: str) -> str:
    """Return how a command of a room was called: ``hotel-ledger``, or ``python -m adjudicator``."""
    return CONSOLE if Path(sys.argv[0]).stem == CONSOLE else f"python -m {room}"


_SAID: Sequence[tuple[str, Callable[..., M]]] = (
    (
        r"the following arguments are required: (?P<names>.*)",
        lambda names: M("command.missing", names=names),
    ),
    (r"unrecognized arguments: (?P<names>.*)", lambda names: M("command.unknown", names=names)),
    (
        r"argument (?P<argument>\S+): invalid choice: (?P<value>.*)"
        r" \(choose from (?P<choices>.*)\)",
        lambda argument, value, choices: M(
            "command.choice", argument=argument, value=value, choices=choices
        ),
    ),
    (
        r"argument (?P<argument>\S+): invalid int value: (?P<value>.*)",
        lambda argument, value: M("command.number", argument=argument, value=value),
    ),
    (
        r"argument (?P<argument>\S+): invalid positive value: (?P<value>.*)",
        lambda argument, value: M("command.positive", argument=argument, value=value),
    ),
    (
        r"argument (?P<argument>\S+): not allowed with argument (?P<other>\S+)",
        lambda argument, other: M("command.not-with", argument=argument, other=other),
    ),
    (
        r"ambiguous option: (?P<argument>\S+) could match (?P<choices>.*)",
        lambda argument, choices: M("command.ambiguous", argument=argument, choices=choices),
    ),
    (
        r"argument (?P<argument>\S+): expected .*",
        lambda argument: M("command.no-value", argument=argument),
    ),
)
"""Sentences of argparse, which has none of our catalogues, with our messages for them."""


def find_terminal_language(environment: Mapping[str, str]) -> str:
    """Return the tag of the language that a terminal speaks; English where it is none of ours.

    environment: where ``LANGUAGE``, ``LC_ALL``, ``LC_MESSAGES`` and ``LANG`` stand; the first
    that says anything counts, as everywhere on such a machine.
    """
    said = (environment.get(name) for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    wanted = next((words for words in said if words), "")
    tags = (re.split(r"[_.@-]", word)[0].lower() for word in wanted.split(":"))
    return next((tag for tag in tags if tag in list_languages()), ENGLISH.tag)


def find_command_language(
    arguments: Sequence[str] | None, environment: Mapping[str, str]
) -> Language:
    """Return the language of a command: by ``--language``, else the terminal's.

    arguments: as they were typed, not yet looked at; None: the arguments of this process.
    ``--json`` is for programs: they are answered in English unless they name a language.
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    looking = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    looking.add_argument("--language")
    looking.add_argument("--json", action="store_true")
    try:
        found, _ = looking.parse_known_args(words)
    except argparse.ArgumentError:  # it is said later, in full
        return find_language(find_terminal_language(environment))
    if found.language in list_languages():
        return find_language(found.language)
    return ENGLISH if found.json else find_language(find_terminal_language(environment))


TERMINALS = M("command.tongue")


class _Formatter(argparse.HelpFormatter):
    """Help with its own words in a language."""

    def __init__(self, prog: str, usage: str) -> None:
        super().__init__(prog)
        self._before = f"{usage} "

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        """See argparse; the word before the usage is ours."""
        super().add_usage(usage, actions, groups, self._before if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    """A parser with help and complaints in a language.

    prog: the command as it is typed. about: its purpose.
    """

    def __init__(self, prog: str, about: M, reader: Language) -> None:
        self.reader = reader
        super().__init__(
            prog=prog,
            description=reader.say(about),
            formatter_class=lambda prog: _Formatter(prog, reader.say(M("command.usage"))),
            add_help=False,
        )
        self._positionals.title = reader.say(M("command.arguments"))
        self._optionals.title = reader.say(M("command.options"))
        self.add_argument("-h", "--help", action="help", help=reader.say(M("command.help")))

    def add_language_option(self, without: M = TERMINALS) -> None:
        """Add ``--language``; without: the sentence about leaving it out."""
        tags = list_languages()
        self.add_argument("--language", choices=tags, help=self.reader.say(without))

    def error(self, message: str) -> NoReturn:
        """Print the usage and the complaint, and end."""
        problem: M | str = message
        for pattern, made in _SAID:
            if found := re.fullmatch(pattern, message):
                problem = made(**found.groupdict())
                break
        self.print_usage(sys.stderr)
        say = self.reader.say
        wrong = M("command.wrong", program=self.prog, problem=say(problem))
        self.exit(EXIT_MISUSED, f"{say(wrong)}\n")
