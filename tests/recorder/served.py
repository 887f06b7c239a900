"""A real server process on a real file: ``python -m tests.recorder.served DATABASE``.

Prints its address and serves the tally game besides the real ones until it is ended.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from recorder import create_app
from recorder.server import make_server
from tests.recorder.conftest import register


def say(address: str) -> None:
    """Print the address."""
    print(address, flush=True)


def main(database: str, tell: Callable[[str], None] = say) -> None:
    """Serve a store until the process is ended; tell whoever began it where."""
    with pytest.MonkeyPatch.context() as patch:
        register(patch)
        often = dict.fromkeys(("CREATION_LIMIT", "LINK_LIMIT", "GAME_LIMIT"), "100000 per minute")
        app = create_app({"DATABASE": database, "SECRET_KEY": "served"} | often)
        server = make_server(app, host="127.0.0.1", port=0, threads=4)
        tell(f"{server.effective_host}:{server.effective_port}")
        server.run()


if __name__ == "__main__":
    main(sys.argv[1])
