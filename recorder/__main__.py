"""``python -m recorder COMMAND``: archive, serve, doctor, backup, restore,
check-store, move-store."""

from __future__ import annotations

import os
from collections.abc import Sequence

from flask.cli import ScriptInfo

from adjudicator.commands import typed
from recorder import create_app
from recorder.cli import COMMANDS, Group
from recorder.terminal import speak


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status. Raises SystemExit with what is still to be said.

    What it says, and what click says, is in the terminal's language. arguments: what was typed
    behind the program's name; None: those of this process.
    """
    speak(os.environ)
    app = create_app()
    with app.app_context():
        group = Group(commands={str(command.name): command for command in COMMANDS})
        info = ScriptInfo(create_app=lambda: app)
        try:
            group.main(arguments, prog_name=typed("recorder"), obj=info)
        except SystemExit as ended:
            if isinstance(ended.code, str):  # what is to be said at the end, such as a taken port
                raise
            return ended.code or 0
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
