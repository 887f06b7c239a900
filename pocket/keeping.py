"""All that a phone keeps, as one file: saved, and brought back. ``backup`` writes the same file.

What is brought back takes the place of the store in one transaction; what was there before is put
aside and can be had again.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path

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

from recorder.commands.store_check import checked_at
from recorder.database import Failed
from recorder.database.sqlite import SQLite, copy_into
from recorder.games.access import TABLE
from recorder.league import known as leagues
from recorder.league.league_state import ORGANISER
from recorder.pages.shared import known_links
from recorder.pages.wording import gettext as _
from recorder.pages.wording import ngettext
from recorder.serving.platform import FirstPageOffer
from recorder.store.ledger import GAME, LEAGUE, now
from recorder.store.migrations import SCHEMA
from recorder.web import request_values
from recorder.web.context import let_go, let_go_of_store, tables

keeping = Blueprint("pocket", __name__, url_prefix="/pocket", template_folder="templates")

ASIDE = "aside.db"
"""What was there before something was brought back, beside the store."""

BEFORE = "before.db"
"""The store as it was before a new version of the program made it its own."""


HEAD = 16
"""Bytes by which SQLite, and web/engine.js, know a store."""

RENEW = "renew"
"""Where the application says that another store is in the place of its own."""


class NoStore(Exception):
    """A file that is not what was saved, with what is wrong with it."""


def init_app(app: Flask) -> None:
    """Add the pages."""
    app.register_blueprint(keeping)


def _offered() -> tuple[str, str]:
    return _("On this phone"), _("Save all games in one file, bring them back.")


OFFERS = (FirstPageOffer("pocket.page", "down", _offered),)


def make_ready() -> None:
    """Open the store, which is made or brought up to date. Raises Failed."""
    tables().store.ask()


def settle(store: Path) -> None:
    """Put what the log holds into the store, and a copy of it beside it. Raises OSError."""
    connection = sqlite3.connect(store)
    try:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()
    _copy(store, store.with_name(BEFORE))


def _copy(source: Path, target: Path) -> None:
    """Copy a store; its first bytes come last, so half a copy is known as none."""
    with open(source, "rb") as old, open(target, "wb") as new:
        head = old.read(HEAD)
        new.write(bytes(len(head)))
        shutil.copyfileobj(old, new, 1 << 20)
        new.flush()
        os.fsync(new.fileno())
        new.seek(0)
        new.write(head)
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
    """Show what this phone keeps, and how it is saved."""
    store = tables().store
    size = Path(current_app.config["DATABASE"]).stat().st_size
    aside = _aside().exists() and _aside().stat().st_size > 0
    return render_template(
        "pocket/keeping.html",
        count=len(store.numbers()),
        kilobytes=size // 1024 + 1,
        aside=aside,
        back=_told_back(),
    )


def _told_back() -> str:
    """Return what is said after games were brought back (``back``: how many)."""
    if "back" not in request.args:
        return ""
    return ngettext(
        "%(num)d game is back. What was here before is put aside.",
        "%(num)d games are back. What was here before is put aside.",
        request_values.number("back", 0),
    )


def _aside() -> Path:
    return Path(current_app.config["DATABASE"]).with_name(ASIDE)


@keeping.get("/hotel-ledger.db")
def saved() -> Response:
    """Send everything as one file."""
    made = Path("/tmp/saving.db")
    made.unlink(missing_ok=True)
    tables().store.backup(made)
    body = made.read_bytes()
    made.unlink()
    name = f"hotel-ledger-{now()[:10]}.db"
    return Response(
        body,
        mimetype="application/vnd.sqlite3",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@keeping.post("/restore")
def restore() -> ResponseReturnValue:
    """Put a file that was saved in the place of what is here; ``aside``: what was here before."""
    if request.form.get("aside"):
        content = _aside().read_bytes() if _aside().exists() else b""
    else:
        file = request.files.get("store")
        content = file.read() if file is not None else b""
    if not content:
        return redirect(url_for("pocket.page"), 303)
    try:
        count = _bring_back(content)
    except NoStore as problem:
        flash(_("This file was not accepted, and nothing was changed: %(why)s", why=problem))
        return redirect(url_for("pocket.page"), 303)
    known_links.keep(())
    know_all()
    return redirect(url_for("pocket.page", back=count), 303)


def _bring_back(content: bytes) -> int:
    """Put a store in the place of the present one; return how many games it holds.

    Raises NoStore, and OSError or Failed where there is no room for it: then all is as it was.
    """
    fresh = Path("/tmp/restoring.db")
    _remove(fresh)
    fresh.write_bytes(content)
    try:
        count = _looked_at(fresh)
        _settle_aside()
        source = sqlite3.connect(fresh)
        try:
            held = tables().store.db
            assert isinstance(held, SQLite)
            source.backup(held.file.conn)
        finally:
            source.close()
        let_go_of_store()
        let_go(current_app.extensions["held_open"], os.getpid())
        current_app.extensions[RENEW] = True
        return count
    finally:
        _remove(fresh)


def _settle_aside() -> None:
    """Put the present store aside, whole."""
    present = Path("/tmp/aside.db")
    _remove(present)
    tables().store.backup(present)
    _copy(present, _aside())
    _remove(present)


def _remove(path: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def _looked_at(fresh: Path) -> int:
    """Bring a store up to date and look at all of it; return how many games it holds."""
    try:
        connection = sqlite3.connect(fresh)
        try:
            number = connection.execute("PRAGMA user_version").fetchone()[0]
        finally:
            connection.close()
        if not 0 < number <= SCHEMA:
            raise NoStore(_("it is not a store of this program, or it is from a newer release"))
        count, problems = checked_at(fresh)
        if problems:
            raise NoStore(problems[0])
        whole = fresh.with_name("whole.db")
        _remove(whole)
        settled = sqlite3.connect(fresh)
        try:
            copy_into(settled, whole)
        finally:
            settled.close()
        _remove(fresh)
        os.replace(whole, fresh)
        return count
    except (sqlite3.DatabaseError, Failed, RuntimeError) as problem:
        raise NoStore(str(problem)) from problem
