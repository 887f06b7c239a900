"""``python -m recorder COMMAND``: archive, serve, doctor, backup, restore,
check-store, move-store, forget-name, plays."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from adjudicator.commands import find_program_name
from recorder import create_app
from recorder.archive import command as archive


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status.

    Its texts, and those of click, are in the terminal's language. arguments: the words behind the
    program's name; None: those of this process. Raises SystemExit with a last message, such as a
    taken port.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        if given[:1] == ["archive"]:  # it needs no store of ours and none of the application
            return archive.main(given[1:])
        return _with_a_store(given)
    except SystemExit as ended:
        if isinstance(ended.code, str):  # a last message
            raise
        return ended.code or 0


def _with_a_store(given: list[str]) -> int:
    from flask.cli import ScriptInfo  # on use: an archive is judged without all of these

    from recorder.commands.cli import all_commands
    from recorder.commands.terminal import set_click_language

    set_click_language(os.environ)
    app = create_app()
    with app.app_context():
        info = ScriptInfo(create_app=lambda: app)
        all_commands().main(given, prog_name=find_program_name("recorder"), obj=info)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
