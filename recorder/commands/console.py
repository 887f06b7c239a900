"""``hotel-ledger COMMAND ..``: one name for every command of an installed program.

Each is another spelling of a command of ``python -m adjudicator``, ``exports`` or ``recorder``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

from adjudicator.commands import CONSOLE
from adjudicator.version import VERSION

Main = Callable[[Sequence[str]], int]

_STORE = ("backup", "restore", "check-store", "move-store", "forget-name")

_ROOMS: Mapping[str, Sequence[str]] = {
    "adjudicator.__main__": ("judge", "options", "score", "ask", "review"),
    "exports.__main__": ("sheet", "dispute"),
    "recorder.__main__": ("archive", "serve", "doctor", "plays", *_STORE),
}
"""Which module's ``main`` carries out which commands; it is loaded when one is asked for."""

_HOMES = {name: room for room, names in _ROOMS.items() for name in names}


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command and return its exit status; 2 for an unknown word.

    arguments: the words behind the program's name; None: those of this process.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    if given[:1] == ["--version"]:
        print(f"{CONSOLE} {VERSION}")
        return 0
    if not given or given[0] not in _HOMES:
        told = sys.stdout if given[:1] in (["-h"], ["--help"]) else sys.stderr
        print(f"{CONSOLE} --version | {' | '.join(_HOMES)} ..", file=told)
        return 0 if told is sys.stdout else 2
    run: Main = import_module(_HOMES[given[0]]).main
    return run(given)
