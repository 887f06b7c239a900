"""``python -m recorder backup|restore|check-store|move-store``: the commands beside the web."""

from __future__ import annotations

import os

from flask.cli import ScriptInfo

from recorder import create_app
from recorder.cli import COMMANDS, Group
from recorder.terminal import speak


def main() -> None:
    """Run one command; what it says, and what click says, is in the terminal's language."""
    speak(os.environ)
    app = create_app()
    with app.app_context():
        group = Group(commands={str(command.name): command for command in COMMANDS})
        group.main(prog_name="python -m recorder", obj=ScriptInfo(create_app=lambda: app))


if __name__ == "__main__":
    main()
