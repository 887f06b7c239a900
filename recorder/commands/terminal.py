"""The words of click itself at a terminal, in the terminal's language.

click looks its words up with ``gettext``, in the domain ``messages``, and so are our own
catalogues. They are compiled for it into a folder that goes with the process; gettext itself finds
the language, in ``LANGUAGE``, ``LC_ALL``, ``LC_MESSAGES`` or ``LANG``.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from adjudicator.commands import find_terminal_language
from adjudicator.messages import po
from recorder.languages.speech import DOMAIN, FOLDER, lazy


def several(one: str, many: str) -> tuple[str, str]:
    """Mark two forms of a message of click for the catalogues."""
    return one, many


SAID = (
    lazy("Usage:"),
    lazy("Options"),
    lazy("Commands"),
    lazy("Positional arguments"),
    lazy("Show this message and exit."),
    lazy("Try '{command} {option}' for help."),
    lazy("Error: {message}"),
    lazy("Missing command."),
    lazy("Missing argument"),
    lazy("Missing option"),
    lazy("No such command {name!r}."),
    lazy("No such option {name!r}."),
    lazy("Option {name!r} does not take a value."),
    lazy("Invalid value: {message}"),
    lazy("Invalid value for {param_hint}: {message}"),
    lazy("Aborted!"),
    several("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    several("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    several("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
)
"""What click can say about our commands: it stands in click's code, and in our catalogues."""


@cache
def _catalogue_folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="catalogues-")


def set_click_language(environment: Mapping[str, str]) -> None:
    """Let click say its words in the language of a terminal: where ``LANG`` and others stand."""
    tag = find_terminal_language(environment)
    if (FOLDER / tag).exists():
        folder = Path(_catalogue_folder().name)
        target = folder / tag / "LC_MESSAGES" / f"{DOMAIN}.mo"
        if not target.exists():
            target.parent.mkdir(parents=True)
            target.write_bytes(po.compile_catalogue(FOLDER / tag / "LC_MESSAGES" / f"{DOMAIN}.po"))
        gettext.bindtextdomain(DOMAIN, str(folder))
