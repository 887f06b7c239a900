"""Real server processes on a real store, with the tally game besides the real ones.

One process reads the program in, and each server is a fork of that one: it starts in a tenth of
the time and shares nothing with the others but the store.
"""

from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from recorder import create_app
from recorder.serving.server import make_server
from tests import compiled
from tests.recorder.conftest import register

_BEGINNING = get_context("forkserver")
_BEGINNING.set_forkserver_preload([f"{__name__}_first"])


def begin(database: str) -> tuple[ForkServerProcess, str]:
    hears, tells = _BEGINNING.Pipe(duplex=False)
    process = _BEGINNING.Process(target=serve, args=(database, tells), daemon=True)
    process.start()
    tells.close()
    with hears:
        return process, hears.recv()


def end(process: ForkServerProcess) -> None:
    process.kill()
    process.join()
    process.close()


def serve(database: str, tells: Connection) -> None:
    """Serve a store until the process is ended; send the address to its parent."""
    with pytest.MonkeyPatch.context() as patch:
        register(patch)
        often = dict.fromkeys(
            ("CREATION_LIMIT", "RECORD_LIMIT", "KILOBYTE_LIMIT", "LINK_LIMIT", "GAME_LIMIT"),
            "1000000000 per minute",
        )
        app = create_app({"DATABASE": database, "SECRET_KEY": "served"} | often)
        server = make_server(app, host="127.0.0.1", port=0, threads=4)
        with tells:
            tells.send(f"{server.effective_host}:{server.effective_port}")
        server.run()


def read_in() -> None:
    """Load and compile the common parts of servers, in the process that they are forks of."""
    compiled.once()
    with TemporaryDirectory() as folder:
        create_app({"DATABASE": str(Path(folder) / "first.db")})
