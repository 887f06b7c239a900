"""Commands beside the web: ``flask --app wsgi backup FILE`` and ``check-store``."""

from __future__ import annotations

from pathlib import Path

import click
from flask import Flask
from flask.cli import with_appcontext

from recorder.context import tables


def init_app(app: Flask) -> None:
    """Add the commands."""
    app.cli.add_command(backup)
    app.cli.add_command(check_store)


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@with_appcontext
def backup(file: Path) -> None:
    """Copy the store to FILE while it is in use; FILE must not exist yet."""
    try:
        tables().store.backup(file)
    except OSError as problem:
        raise click.ClickException(f"{file}: {problem.strerror}") from None
    click.echo(f"{file}: written")


@click.command("check-store")
@with_appcontext
def check_store() -> None:
    """Replay every game of the store from its log and compare what is kept beside it."""
    service = tables()
    problems = service.store.damage()
    count = 0
    for row in service.store.games():
        count += 1
        problems += [f"game {row.id}: {text}" for text in service.doubts(row)]
    for text in problems:
        click.echo(text)
    click.echo(f"{count} games, {len(problems)} problems")
    if problems:
        raise SystemExit(1)
