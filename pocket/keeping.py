"""The whole contents of a phone as one file: saved, and restored. ``backup`` writes the same file.

A restore replaces the store in one transaction; the earlier store is put aside and can be had
again.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    flash,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from recorder.commands.store_check import check_place
from recorder.database import Failed
from recorder.database.sqlite import SQLite, copy_into, remove_store
from recorder.games.access import TABLE
from recorder.league import known as leagues
from recorder.league.league_state import ORGANISER
from recorder.pages.shared import known_links
from recorder.pages.shared.sentences import names
from recorder.pages.wording import gettext as _
from recorder.pages.wording import lazy, listing, ngettext
from recorder.serving.platform import FirstPageOffer
from recorder.store.ledger import GAME, LEAGUE, current_time
from recorder.store.migrations import OLDEST, SCHEMA
from recorder.web import request_values
from recorder.web.context import let_go, let_go_of_store, tables

keeping = Blueprint("pocket", __name__, url_prefix="/pocket", template_folder="templates")

ASIDES = ("aside.db", "aside.1.db", "aside.2.db", "aside.3.db", "aside.4.db")
"""Files for earlier stores, beside the store: each restore fills one.

A browser's files are opened before the program starts, so their number is fixed here (web/disk.js).
Only a person deletes an aside; where all are taken, one has to go first.
"""

BEFORE = "before.db"
"""The store as it was before a new version of the program made it its own."""


HEAD = 16
"""Bytes by which SQLite, and web/engine.js, know a store."""

RENEW = "renew"
"""Where the application says that another store is in the place of its own."""


_NO_STORE = lazy("it is not a file that was saved here, or it is from another release, or damaged")


class NoStore(Exception):
    """A file that is not a saved store, with the fault."""


def init_app(app: Flask) -> None:
    """Add the pages."""
    app.register_blueprint(keeping)


OFFERS = (
    FirstPageOffer(
        "pocket.page",
        "down",
        lambda: (_("On this phone"), _("Save all games in one file, bring them back.")),
    ),
)


def make_ready() -> None:
    """Open the store, which is made or brought up to date. Raises Failed."""
    tables().store.check_readable()


def settle_store(store: Path) -> None:
    """Merge the log into the store, and copy the store beside it. Raises OSError."""
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    _copy(store, store.with_name(BEFORE))


def _copy(source: Path, target: Path) -> None:
    """Copy a store; its first bytes come last, so half a copy is known as none."""
    with open(source, "rb") as old, open(target, "wb") as new:
        head = old.read(HEAD)
        new.write(bytes(len(head)))
        shutil.copyfileobj(old, new, 1 << 20)
        for first in (b"", head):  # all else is on disk before the first bytes are written
            new.seek(0)
            new.write(first)
            new.flush()
            os.fsync(new.fileno())


def know_all() -> None:
    """Let the browser know all games and leagues of the store: all of them are its own."""
    known_links.know(_links(GAME, TABLE))
    leagues.know(_links(LEAGUE, ORGANISER))


def _links(kind: str, role: str) -> list[int]:
    """Return the numbers of the links of a kind that write for everybody, the newest first."""
    rows = tables().store.db.query(
        "SELECT id FROM links WHERE kind = ? AND role = ? AND replaced_at IS NULL ORDER BY id DESC",
        [kind, role],
    )
    return [row["id"] for row in rows]


@keeping.get("")
def page() -> str:
    """Show the contents of this phone, and how to save them."""
    store = tables().store
    size = Path(current_app.config["DATABASE"]).stat().st_size
    known = {row.id for _link, row in known_links.list_known_links()}
    return render_template(
        "pocket/keeping.html",
        count=len(known),
        forgotten=len(set(store.numbers()) - known),
        kilobytes=size // 1024 + 1,
        asides=list_asides(),
        room=_free_aside() is not None,
        back=_told_back(),
    )


@dataclass(frozen=True, slots=True)
class Aside:
    """A store that was put aside. at: when (ISO, UTC). players: of its newest games, in words."""

    name: str
    at: str
    games: int
    players: tuple[str, ...]


def list_asides() -> list[Aside]:
    """Return the stores that were put aside, the newest first."""
    taken = [_describe(path) for path in _asides() if _is_taken(path)]
    return sorted(taken, key=lambda aside: aside.at, reverse=True)


def _describe(path: Path) -> Aside:
    """Read the distinguishing facts of a store that was put aside."""
    at = ""
    rows: list[Any] = []
    headers: list[Any] = []
    with closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as connection:
        with suppress(sqlite3.DatabaseError):  # of a release before it was noted
            at = connection.execute("SELECT at FROM put_aside").fetchone()[0]
        with suppress(sqlite3.DatabaseError, ValueError):
            games = connection.execute("SELECT header FROM games ORDER BY id DESC").fetchall()
            headers = [json.loads(row[0]) for row in games[:NEWEST]]
            rows = games
    players = tuple(listing(list(names(header).values())) for header in headers)
    return Aside(path.name, at, len(rows), players)


NEWEST = 3
"""Games by which a store that was put aside is named."""


def _asides() -> list[Path]:
    store = Path(current_app.config["DATABASE"])
    return [store.with_name(name) for name in ASIDES]


def _is_taken(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _free_aside() -> Path | None:
    return next((path for path in _asides() if not _is_taken(path)), None)


def _asked_aside() -> Path | None:
    """Return the store that a form names; None where there is none of that name."""
    wanted = request.form.get("aside", "")
    return next((path for path in _asides() if path.name == wanted and _is_taken(path)), None)


def _told_back() -> str:
    """Return the sentence after games were restored (``back``: their number)."""
    if "back" not in request.args:
        return ""
    return ngettext(
        "%(num)d game is back. What was here before is put aside.",
        "%(num)d games are back. What was here before is put aside.",
        request_values.read_number("back", 0),
    )


@keeping.get("/hotel-ledger.db")
def saved() -> Response:
    """Send everything as one file."""
    made = Path("/tmp/saving.db")
    made.unlink(missing_ok=True)
    tables().store.backup(made)
    body = made.read_bytes()
    made.unlink()
    name = f"hotel-ledger-{current_time()[:10]}.db"
    return Response(
        body,
        mimetype="application/vnd.sqlite3",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@keeping.post("/restore")
def restore() -> ResponseReturnValue:
    """Restore a saved file, or an earlier store (``aside``).

    The present store is put aside first; without room for it, nothing is done.
    """
    if "aside" in request.form:
        chosen = _asked_aside()
        content = chosen.read_bytes() if chosen is not None else b""
    else:
        file = request.files.get("store")
        content = file.read() if file is not None else b""
    if not content:
        return redirect(url_for("pocket.page"), 303)
    try:
        count = _bring_back(content)
    except OSError as problem:
        if problem.errno != errno.ENOSPC:
            raise
        flash(_("No room is left on this phone, and nothing was changed."))
        return redirect(url_for("pocket.page"), 303)
    except NoStore as problem:
        flash(_("This file was not accepted, and nothing was changed: %(why)s", why=problem))
        return redirect(url_for("pocket.page"), 303)
    known_links.keep(())
    know_all()
    return redirect(url_for("pocket.page", back=count), 303)


@keeping.post("/aside/delete")
def delete_aside() -> ResponseReturnValue:
    """Delete one store that was put aside."""
    chosen = _asked_aside()
    if chosen is not None:
        chosen.unlink()
    return redirect(url_for("pocket.page"), 303)


def _bring_back(content: bytes) -> int:
    """Put a store in the place of the present one; return how many games it holds.

    Raises NoStore, and OSError or Failed where there is no room for it: then all is as it was.
    """
    fresh = Path("/tmp/restoring.db")
    remove_store(fresh)
    fresh.write_bytes(content)
    try:
        # A store that was put aside says when; a file that is no store stays as it is.
        with closing(sqlite3.connect(fresh)) as aside, suppress(sqlite3.DatabaseError):
            aside.execute("DROP TABLE IF EXISTS put_aside")
            aside.commit()
        count = _looked_at(fresh)
        _settle_aside()
        with closing(sqlite3.connect(fresh)) as source:
            held = tables().store.db
            assert isinstance(held, SQLite)
            source.backup(held.file.conn)
        let_go_of_store()
        let_go(current_app.extensions["held_open"], os.getpid())
        current_app.extensions[RENEW] = True
        return count
    finally:
        remove_store(fresh)


def _settle_aside() -> None:
    """Put the present store aside, whole, with the time. Raises NoStore where none is free."""
    free = _free_aside()
    if free is None:
        raise NoStore(_("five stores are put aside already: delete one of them first"))
    present = Path("/tmp/aside.db")
    remove_store(present)
    tables().store.backup(present)
    with closing(sqlite3.connect(present)) as noted:
        noted.execute("CREATE TABLE IF NOT EXISTS put_aside (at TEXT NOT NULL)")
        noted.execute("DELETE FROM put_aside")
        noted.execute("INSERT INTO put_aside VALUES (?)", [current_time()])
        noted.commit()
    try:
        _copy(present, free)
    except OSError:
        free.unlink(missing_ok=True)
        raise
    finally:
        remove_store(present)


def _looked_at(fresh: Path) -> int:
    """Bring a store up to date and look at all of it; return how many games it holds."""
    try:
        with closing(sqlite3.connect(fresh)) as connection:
            number = connection.execute("PRAGMA user_version").fetchone()[0]
        if not OLDEST <= number <= SCHEMA:
            raise NoStore(_NO_STORE)
        count, problems = check_place(fresh)
        if problems:
            raise NoStore(_("it is damaged (%(why)s)", why=problems[0]))
        whole = fresh.with_name("whole.db")
        remove_store(whole)
        with closing(sqlite3.connect(fresh)) as settled:
            copy_into(settled, whole)
        remove_store(fresh)
        os.replace(whole, fresh)
        return count
    except (sqlite3.DatabaseError, Failed, RuntimeError) as problem:
        raise NoStore(_NO_STORE) from problem
