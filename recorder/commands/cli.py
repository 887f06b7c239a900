"""Commands beside the web: ``flask --app wsgi backup FILE``, ``restore FILE``, ``check-store``,
``move-store FROM TO``; the same after ``python -m recorder``, where click's own words are in the
terminal's language from the first one on.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from textwrap import shorten
from typing import Any

import click
from flask import Flask, current_app
from flask.cli import with_appcontext

from recorder.archive import command as judging_many
from recorder.commands.doctor import examine
from recorder.commands.store_check import check_place, find_store_problems
from recorder.commands.terminal import set_click_language
from recorder.database import Failed, Place, Unfinished, hide_password, on_server
from recorder.database.sqlite import BESIDE, copy_into, copy_unfinished, remove_store
from recorder.kept.kept_values import Catalogue
from recorder.kept.named_sets import list_texts, read_anew
from recorder.languages.speech import figure, lazy, ngettext
from recorder.languages.speech import gettext as _
from recorder.past_plays.bgg_plays import BrokenPlays
from recorder.past_plays.plays_file import read_plays
from recorder.serving import house, server
from recorder.store import store_move
from recorder.store.naming import name_pattern, replace_name
from recorder.store.store_move import StoresDiffer
from recorder.web.context import tables

BACKUP = lazy(
    "Copy the store to FILE while it is in use; FILE must not exist yet. FILE is a complete "
    "store, even if the store is on a database server."
)
CHECK_STORE = lazy(
    "Replay every game and league of the store from its log and compare the stored results."
)
RESTORE = lazy(
    "Check the backup FILE and put it in place of the store; no server may be running. The old "
    "store is renamed; nothing is deleted."
)
MOVE_STORE = lazy(
    "Copy the store FROM to TO and compare both: files, or postgresql://.. addresses. TO must be "
    "empty or an earlier copy of FROM. If interrupted, run it again: it continues where it "
    "stopped. Run it again, too, to copy what was written to FROM in the meantime."
)


FORGET_NAME = lazy(
    "Take a name out of printed values, day boards and saved sets: who entered them, "
    "their names and notes. Games keep the names of their players. For a player of a "
    "league use the player's page there."
)

SERVE = lazy(
    "Serve the pages on HOST and PORT (127.0.0.1:8000) until interrupted. Games are stored in "
    "DATABASE."
)
HOUSE = lazy("for every phone in the house")
DOCTOR = lazy(
    "Check whether this machine can run the program, and say what to type. Exits with 1 if "
    "something is wrong."
)

STORE = lazy("Serve the pages; manage the store of games and leagues.")

ARCHIVE = lazy("Judge any number of records at once: files, folders, zips, stores.")

PLAYS = lazy(
    "Print what is understood of a file of past plays: an export of BG Stats, plays of "
    "BoardGameGeek, or a table. Nothing is kept."
)
AS_JSON = lazy("print JSON for programs")

MARKS = {"right": "+", "look": "?", "wrong": "!"}
"""How the lines of ``doctor`` begin, readable on every terminal."""


class Command(click.Command):
    """A command that is explained in the terminal's language.

    about: its explanation, marked for the catalogues.
    """

    def __init__(self, *args: Any, about: object, **more: Any) -> None:
        super().__init__(*args, **more)
        self.about = about

    def get_short_help_str(self, limit: int = 45) -> str:
        """See click."""
        return shorten(str(self.about), limit, placeholder=" ..")

    def format_help_text(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """See click."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(str(self.about))


class _Group(click.Group):
    def format_help_text(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """See click."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(str(STORE))


def init_app(app: Flask) -> None:
    """Add the commands; where the program is loaded for one of them, click speaks as it does."""
    for command in COMMANDS:
        app.cli.add_command(command)
    if click.get_current_context(silent=True):
        set_click_language(os.environ)


def _say(text: str) -> None:
    """Print a line; a file's name may hold bytes that are no letters."""
    click.echo(text.encode("utf-8", "backslashreplace").decode())


def _store_place() -> str:
    return str(current_app.config["DATABASE"])


@contextmanager
def _refuse_failures(where: str) -> Iterator[None]:
    """End the command with a failure of the store, and where it was."""
    try:
        yield
    except (Failed, StoresDiffer, RuntimeError, OSError) as problem:
        raise click.ClickException(f"{where}: {problem}") from None


def _check_present(place: Place) -> None:
    """Check that there is a store. Raises ClickException for a file that is not there."""
    path = Path(place)
    if not on_server(place) and (not path.is_file() or not path.stat().st_size):
        raise click.ClickException(_("%(file)s: there is no store", file=path))


@click.command("serve", cls=Command, about=SERVE)
@click.option("--lan", is_flag=True, help=HOUSE)
@with_appcontext
def serve(lan: bool) -> None:
    """Serve the pages until interrupted; lan: on every network of this machine."""
    if lan:
        os.environ["HOST"] = house.EVERYWHERE[0]
    server.run_server(current_app._get_current_object())  # type: ignore[attr-defined]


@click.command("doctor", cls=Command, about=DOCTOR)
@with_appcontext
def doctor() -> None:
    """Check this machine, and say how to mend what is wrong."""
    looks = examine(current_app._get_current_object())  # type: ignore[attr-defined]
    for each in looks:
        click.echo(f"{MARKS[each.state]} {each.what}: {each.told}")
        if each.mend:
            click.echo(f"    {each.mend}")
    if any(each.state == "wrong" for each in looks):
        raise SystemExit(1)


@click.command("plays", cls=Command, about=PLAYS)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help=AS_JSON)
@with_appcontext
def show_plays(file: Path, as_json: bool) -> None:
    """Print the plays in a file of past plays; nothing is kept."""
    try:
        read = read_plays(file.read_bytes())
    except BrokenPlays as problem:
        click.echo(f"{file.name}: {problem}", err=True)
        raise SystemExit(2) from None
    if as_json:
        click.echo(json.dumps([play.to_json() for play in read.plays], ensure_ascii=False))
        return
    for play in read.plays:
        people = ", ".join(
            f"{one.name} {'?' if one.total is None else one.total}" for one in play.players
        )
        _say(f"{play.line}. {play.day or '?'} {play.called or play.game or '?'}: {people}")
        for doubt in play.problems:
            _say(f"    {doubt}")
    doubtful = sum(bool(play.problems) for play in read.plays)
    _say(ngettext("%(num)d play", "%(num)d plays", len(read.plays)))
    _say(ngettext("%(num)d of them with a doubt", "%(num)d of them with doubts", doubtful))


@click.command("backup", cls=Command, about=BACKUP)
@click.argument("file", type=click.Path(path_type=Path))
@with_appcontext
def backup(file: Path) -> None:
    """Copy the store to a file that is a store by itself, also where the store is on a server."""
    place = _store_place()
    _check_present(place)
    with _refuse_failures(hide_password(place)):
        try:
            if on_server(place):
                _copy_from_server(place, file)
            else:
                try:
                    tables().store.backup(file)
                except Unfinished:
                    copy_unfinished(Path(place), file)
        except OSError as problem:
            raise click.ClickException(f"{file}: {problem.strerror}") from None
    _say(_("%(file)s: written; it is a store by itself, and all there is to copy", file=file))


def _copy_from_server(place: str, file: Path) -> None:
    file.touch(mode=0o600, exist_ok=False)
    try:
        store_move.copy_rows(place, file, _make_progress())
    except BaseException:
        file.unlink()  # half a backup looks like one
        raise


@click.command("check-store", cls=Command, about=CHECK_STORE)
@with_appcontext
def check_store() -> None:
    """Replay every game and league from its log and compare the stored results."""
    _check_present(_store_place())
    with _refuse_failures(hide_password(_store_place())):
        service = tables()
    count, problems = find_store_problems(service)
    for text in problems:
        _say(text)
    games = ngettext("%(num)d game", "%(num)d games", count)
    wrong = ngettext("%(num)d problem", "%(num)d problems", len(problems))
    _say(f"{games}, {wrong}")
    log = Path(f"{_store_place()}-wal")
    if not on_server(_store_place()) and log.is_file() and log.stat().st_size:
        _say(
            _(
                "%(log)s holds the newest data: do not copy the store without it; `backup` "
                "writes both into one file",
                log=log,
            )
        )
    if problems:
        raise SystemExit(1)


@click.command("restore", cls=Command, about=RESTORE)
@click.argument("file", type=click.Path(path_type=Path))
@with_appcontext
def restore_backup(file: Path) -> None:
    """Put a backup in the place of the store, once it is found whole; no server may run."""
    if on_server(_store_place()):
        message = _("restore is for a store in a file: see move-store, and docs/postgresql.md")
        raise click.ClickException(message)
    path = Path(_store_place())
    if not file.is_file():
        raise click.ClickException(_("%(file)s: there is no such file", file=file))
    if path.exists() and file.samefile(path):
        raise click.ClickException(_("%(file)s: is the store itself", file=file))
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.restoring")
    remove_store(fresh)
    try:
        fresh.touch(mode=0o600)
        count = _copy_backup(file, fresh)
        _nobody_uses(path)
        for old, aside in _put_aside(path):
            _say(_("%(file)s: put aside as %(name)s", file=old, name=aside.name))
        os.replace(fresh, path)
    finally:
        remove_store(fresh)
    told = ngettext(
        "%(file)s: restored from %(backup)s, %(num)d game, whole",
        "%(file)s: restored from %(backup)s, %(num)d games, all of them whole",
        count,
        file=path,
        backup=file,
    )
    _say(told)


@click.command("move-store", cls=Command, about=MOVE_STORE)
@click.argument("old", metavar="FROM")
@click.argument("new", metavar="TO")
@with_appcontext
def move_store(old: str, new: str) -> None:
    """Copy a store to another place, where an interrupted copy goes on, and compare both."""
    _check_present(old)
    where = _("%(old)s to %(new)s", old=hide_password(old), new=hide_password(new))
    with _refuse_failures(where):
        moved = store_move.copy_rows(old, new, _make_progress())
    games = ngettext("%(num)d game", "%(num)d games", moved.games)
    rows = ngettext("%(num)d row", "%(num)d rows", moved.rows)
    same = _("the same at both ends")
    _say(f"{hide_password(new)}: {games}, {rows}, {same}")
    if moved.went_on:
        again = _("has been written to since; stop its servers and do this again")
        _say(f"{hide_password(old)}: {again}")


MOST_LEFT = 20
"""Texts that are shown since they hold a part of a name that is not to be found as a whole."""


@click.command("forget-name", cls=Command, about=FORGET_NAME)
@click.argument("name")
@with_appcontext
def forget_name(name: str) -> None:
    """Take a name out of all kept texts, whichever player wrote them."""
    _check_present(_store_place())
    label = _("a former player")
    with _refuse_failures(hide_password(_store_place())):
        kept = Catalogue(tables().store)
        changed = read_anew(
            kept, kept.list_everything(), lambda text: replace_name(text, name, label)
        )
        parts = name_pattern({name})
        told = dict.fromkeys(text for item in kept.list_everything() for text in list_texts(item))
        left = [text for text in told if parts is not None and parts.search(text)]
    _say(ngettext("%(num)d text changed", "%(num)d texts changed", changed))
    for text in left[:MOST_LEFT]:
        _say(_("unchanged, with a part of the name: %(text)s", text=repr(text)))


def _make_progress() -> store_move.Progress:
    """Return the function that shows how far a move is, a line for every twentieth part."""
    said: dict[str, int] = {}

    def show_progress(what: str, done: int, rows: int) -> None:
        part = 20 * done // rows if rows else 20
        if said.get(what) != part:
            said[what] = part
            _say(f"{what} {5 * part:3} % / {figure(rows)}")

    return show_progress


def _copy_backup(file: Path, fresh: Path) -> int:
    """Copy a backup and check the copy; return how many games it holds."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as source:
            if not source.execute("PRAGMA user_version").fetchone()[0]:
                told = _("%(file)s: is not a store of this program", file=file)
                raise click.ClickException(told)
            copy_into(source, fresh)
        count, problems = check_place(fresh)
    except (Failed, sqlite3.DatabaseError, RuntimeError) as problem:
        message = _("%(file)s: %(problem)s; nothing was changed", file=file, problem=problem)
        raise click.ClickException(message) from None
    if problems:
        told = "\n".join(problems)
        message = _("%(file)s: is damaged; nothing was changed", file=file)
        raise click.ClickException(f"{message}\n{told}")
    return count


@click.command(
    "archive",
    cls=Command,
    about=ARCHIVE,
    add_help_option=False,
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
)
@click.pass_context
def archive(context: click.Context) -> None:
    """Judge any number of records; the archive's own parser reads the arguments."""
    context.exit(judging_many.main(context.args))


def _nobody_uses(path: Path) -> None:
    """Check that no server has the store open: SQLite lets only the last one end the log."""
    if not path.is_file():
        return
    connection = sqlite3.connect(path, timeout=0.1, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as problem:
        if "locked" in str(problem):
            message = _(
                "%(file)s: is in use; stop the server first; nothing was changed", file=path
            )
            raise click.ClickException(message) from None
    except sqlite3.DatabaseError:
        pass  # damaged: that is why it is being replaced
    finally:
        with suppress(sqlite3.Error):
            connection.close()


def _put_aside(path: Path) -> list[tuple[Path, Path]]:
    """Rename the store and the files beside it; return old and new names."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    aside = path.with_name(f"{path.name}.before-{stamp}")
    number = 1
    while any(aside.with_name(aside.name + ending).exists() for ending in BESIDE):
        number += 1
        aside = path.with_name(f"{path.name}.before-{stamp}-{number}")
    moved = []
    for ending in BESIDE:
        old, new = path.with_name(path.name + ending), aside.with_name(aside.name + ending)
        if old.exists():
            os.rename(old, new)
            moved.append((old, new))
    return moved


COMMANDS = (
    archive,
    serve,
    doctor,
    backup,
    restore_backup,
    check_store,
    move_store,
    forget_name,
    show_plays,
)


def all_commands() -> click.Group:
    """Return the commands as one, which is explained in the terminal's language."""
    return _Group(commands={str(own.name): own for own in COMMANDS})
