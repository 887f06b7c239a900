"""PostgreSQL for tests: a server of a test process's own, and clean databases on it.

``STORE=postgresql bin/test tests/recorder tests/pages`` runs tests written for a file on such
databases: a path that a test opens as a store stands for one of them.
"""

import atexit
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
import pytest

from recorder import database
from recorder.database import Adapter, Connections, Database, Place, opening, postgresql
from recorder.store.migrations import prepare_store

STORE = os.environ.get("STORE", "sqlite")
"""The store for tests that are written for a file: ``sqlite`` or ``postgresql``."""

QUICK = ("-cfsync=off", "-csynchronous_commit=off", "-cfull_page_writes=off")
"""Settings for databases that end with the process that began them."""

SURE = ("-crecovery_init_sync_method=syncfs",)
"""Settings for tests of power cuts: the usual, and a quicker look at files."""

READY = "ready to accept connections"


def programs() -> Path | None:
    """Return where PostgreSQL's programs are: Debian keeps them off the path, by version."""
    installed = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[4])
    )
    for initdb in (*reversed(installed), shutil.which("initdb")):
        if initdb is not None:
            return Path(initdb).parent
    return None


class Cluster:
    """A server in a folder of its own, reached by a socket there; it ends with this process.

    durable: whether its data outlive a power cut, as on a real server.
    """

    def __init__(self, *, durable: bool = False) -> None:
        bin_ = programs()
        if bin_ is None:
            pytest.skip("PostgreSQL is not installed (bin/prepare test)")
        self._bin = bin_
        self._durable = durable
        self.folder = Path(tempfile.mkdtemp(prefix="pg-"))
        self._count = 0
        self._process: subprocess.Popen[str] | None = None
        if os.geteuid() == 0:  # initdb refuses root
            shutil.chown(self.folder, "nobody")
        self._run("initdb", "-D", "data", "-U", "app", "-A", "trust", "--no-sync", "-E", "UTF8",
                  "--locale=C.UTF-8")  # fmt: skip
        self.start()
        atexit.register(self.remove)

    def _command(self, program: str, *arguments: str) -> list[str]:
        user = ["--reuid=nobody", "--clear-groups"] if os.geteuid() == 0 else []
        dying = ["setpriv", *user, "--pdeathsig=QUIT"] if shutil.which("setpriv") else []
        return [*dying, str(self._bin / program), *arguments]

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            self._command(program, *arguments),
            cwd=self.folder,
            env=os.environ | {"HOME": str(self.folder)},
            check=True,
            capture_output=True,
        )

    def start(self) -> None:
        options = SURE if self._durable else QUICK
        self._process = subprocess.Popen(
            self._command("postgres", "-D", "data", "-k", str(self.folder), "-clisten_addresses=",
                          "-cmax_connections=200", *options),
            cwd=self.folder,
            stderr=subprocess.PIPE,
            text=True,
        )  # fmt: skip
        ready = threading.Event()
        threading.Thread(target=self._listen, args=(self._process, ready), daemon=True).start()
        assert ready.wait(timeout=180), "the database server did not start"

    @staticmethod
    def _listen(process: subprocess.Popen[str], ready: threading.Event) -> None:
        """Read the server's output, so that it never waits for a reader."""
        assert process.stderr is not None
        with process.stderr:
            for line in process.stderr:
                if READY in line:
                    ready.set()

    def stop(self, how: int) -> None:
        """End the server by a signal: INT lets it tidy up, QUIT and KILL do not."""
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(timeout=60)

    def remove(self) -> None:
        """End the server and delete its folder."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, name: str) -> str:
        return f"postgresql://app@/{name}?host={self.folder}"

    def connect(self, name: str = "postgres") -> psycopg.Connection[Any]:
        return psycopg.connect(self.url(name), autocommit=True)

    def new(self) -> str:
        self._count += 1
        name = f"club{self._count}"
        with self.connect() as admin:
            admin.execute(f"CREATE DATABASE {name}")
        return self.url(name)


@cache
def cluster() -> Cluster:
    """Return the server of this test process, which starts when it is first asked for."""
    return Cluster()


class Databases:
    """Databases of one server that are used again once they have been emptied."""

    def __init__(self) -> None:
        self._free: list[str] = []
        self._open: list[tuple[str, Connections | Database]] = []

    def take(self) -> str:
        if not self._free:
            self._free.append(cluster().new())
            prepare_store(self._free[-1])
        return self._free.pop()

    def hold(self, place: Place, most: int) -> Connections:
        """Keep track of the pools of this process, which would outlive their test."""
        held = postgresql.HeldServer(place, most)
        self._open.append((str(place), held))
        return held

    def connect(self, place: Place) -> Database:
        """Keep track of connections, which a test with a file need not close."""
        opened = postgresql.connect(place)
        self._open.append((str(place), opened))
        return opened

    def give_back(self, place: str) -> None:
        """Empty a database; connections that are left to it are closed."""
        for at, opened in self._open:
            if at == place:
                opened.close()
        self._open = [(at, opened) for at, opened in self._open if at != place]
        with psycopg.connect(place, autocommit=True) as admin:
            admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            own = {name for (name,) in admin.execute(tables)} - {"schema_number"}
            admin.execute("SET session_replication_role = replica")  # no trigger says no
            admin.execute("; ".join(f"DELETE FROM {name}" for name in sorted(own)))
            numbers = "setval(format('%I', sequencename)::regclass, 1, false)"
            admin.execute(f"SELECT {numbers} FROM pg_sequences WHERE schemaname = 'public'")
        self._free.append(place)


DATABASES = Databases()


class Redirected:
    """An adapter to which a path stands for a database on the server."""

    def __init__(self) -> None:
        self.places: dict[str, str] = {}

    def at(self, place: Place) -> str:
        """Return which database a path stands for."""
        path = str(place)
        if path not in self.places:
            self.places[path] = DATABASES.take()
        return self.places[path]

    def connect(self, place: Place) -> Database:
        return DATABASES.connect(self.at(place))

    def begin(self, place: Place) -> Database:
        return postgresql.begin(self.at(place))

    def hold(self, place: Place, most: int) -> Connections:
        return DATABASES.hold(self.at(place), most)

    def release(self, folder: Path) -> None:
        """Empty the databases of a test that has ended."""
        for path in [path for path in self.places if Path(path).is_relative_to(folder)]:
            DATABASES.give_back(self.places.pop(path))


REDIRECTED = Redirected()


def located(place: Place) -> str:
    """Return where another process finds the store that a test has at a path."""
    if STORE == "postgresql" and not database.on_server(place):
        return REDIRECTED.at(place)
    return str(place)


@contextmanager
def redirecting() -> Iterator[None]:
    """Let every path stand for a database on the server."""
    straight = opening.find_adapter

    def adapter(place: Place) -> Adapter:
        return straight(place) if database.on_server(place) else REDIRECTED

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "find_adapter", adapter)
        yield
