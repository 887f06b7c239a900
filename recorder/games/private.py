"""What a player tells the program privately, through the link of the seat.

A telling is one more operation in the log. It changes no entry and no verdict. The game is judged
from what everybody sees, so neither a verdict nor an open part gives anything away. It narrows the
offers to its owner and is in the owner's record file; when the game is over, it is in everybody's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator import games
from recorder.games import access
from recorder.games.replays import put_telling
from recorder.games.tables import JudgedOperation, Outcome, Tables, TableView, try_operation
from recorder.languages.speech import gettext as _
from recorder.store.log import TELL


class NothingToTell(Exception):
    """This game, or this moment, has nothing that a player tells privately."""


class DoesNotFit(Exception):
    """What is told cannot be, or contradicts what was entered.

    entries: the numbers of the entries whose verdict would come out otherwise; none where it
    cannot be at all.
    """

    def __init__(self, message: str, entries: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        self.entries = entries


def list_tellable(table: TableView) -> Mapping[str, str]:
    """Return what this link's player may tell now: a word for it, and its path in the record."""
    seat = table.link.seat
    if seat is None or table.over or "setup" not in table.replay.record.document:
        return {}
    known: Mapping[str, str] = games.find_secrets(table.replay.record.game).SECRETS.get("told", {})
    paths = {what: path.replace("*", seat) for what, path in known.items()}
    document = table.replay.record.document
    return {what: path for what, path in paths.items() if not has_value(document, path)}


def has_value(document: Any, path: str) -> bool:
    """Return whether a record says something at a path already."""
    for key in path.split("."):
        if not isinstance(document, Mapping) or key not in document:
            return False
        document = document[key]
    return True


def read_tellings(table: TableView) -> dict[str, Any]:
    """Return what this link's player has told, by the word for it."""
    kept = table.played.story.told
    return {what: kept[path] for what, path in list_tellable(table).items() if path in kept}


def tellings_fit(table: TableView) -> bool:
    """Return whether all that this link's player told agrees with what was entered since."""
    agreed = table.played.replay_with_told(table.link.seat).record.document
    return all(has_value(agreed, list_tellable(table)[what]) for what in read_tellings(table))


def keep_telling(service: Tables, table: TableView, what: str, value: Any, *, key: str) -> Outcome:
    """Keep what a player tells; telling again replaces what was told before.

    It needs no version: only its teller knows it, whatever was entered meanwhile. It may come
    late. Then it is kept only if it agrees with every entry so far: no verdict that was given
    comes out otherwise for it. Raises Forbidden, NothingToTell, DoesNotFit, KeyReused.
    """
    access.require_seat(table.link)
    paths = list_tellable(table)
    if what not in paths:
        raise NothingToTell(_("there is nothing to tell under “%(what)s” now", what=what))
    body = {"what": what, "path": paths[what], "value": value}

    def judge_telling(table: TableView) -> JudgedOperation:
        told_so = put_telling(table.replay, paths[what], value)
        if told_so is None:
            raise DoesNotFit(_("%(what)s: that is not possible", what=what))
        entries = tuple(
            number
            for number, (was, would) in enumerate(
                zip(table.replay.verdicts, told_so.verdicts, strict=True), start=1
            )
            if was != would
        )
        if entries:
            listed = ", ".join(map(str, entries))
            message = _(
                "%(what)s: this contradicts what was entered (entry %(numbers)s)",
                what=what,
                numbers=listed,
            )
            raise DoesNotFit(message, entries)
        return JudgedOperation(body, try_operation(table, TELL, body), ())

    return service.write_aside(table, TELL, body, key=key, judge=judge_telling)
