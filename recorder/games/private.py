"""Tellings: secrets that a player enters privately, through the link of the seat.

A telling is one more operation in the log. It changes no entry and no verdict. The game is judged
from the public entries, so neither a verdict nor an open part gives anything away. It narrows the
offers to its owner and is in the owner's record file; when the game is over, it is in everybody's.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from adjudicator import games
from recorder.games import access
from recorder.games.replays import put_telling
from recorder.games.tables import JudgedOperation, Outcome, Send, Tables, try_operation
from recorder.games.visibility import GameView, reveal_game
from recorder.languages.speech import gettext as _
from recorder.store.log import TELL


class NothingToTell(Exception):
    """This game, or this moment, has nothing that a player tells privately."""


class DoesNotFit(Exception):
    """A telling is not possible, or contradicts earlier entries.

    entries: the numbers of the entries whose verdict would change; none for an impossible telling.
    """

    def __init__(self, message: str, entries: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        self.entries = entries


def list_tellable(table: GameView) -> Mapping[str, str]:
    """Return the tellings that are open to this link's player: word and path in the record."""
    seat = table.link.seat
    document = reveal_game(table).replay.record.document
    if seat is None or table.over or "setup" not in document:
        return {}
    known: Mapping[str, str] = games.find_secrets(table.row.header["game"]).SECRETS.get("told", {})
    paths = {what: path.replace("*", seat) for what, path in known.items()}
    return {what: path for what, path in paths.items() if not has_value(document, path)}


def has_value(document: Any, path: str) -> bool:
    """Return whether a record says something at a path already."""
    for key in path.split("."):
        if not isinstance(document, Mapping) or key not in document:
            return False
        document = document[key]
    return True


def read_tellings(table: GameView) -> dict[str, Any]:
    """Return the tellings of this link's player, by word."""
    kept = reveal_game(table).story.told
    return {what: kept[path] for what, path in list_tellable(table).items() if path in kept}


def tellings_fit(table: GameView) -> bool:
    """Return whether all tellings of this link's player agree with the entries since."""
    agreed = reveal_game(table).replay_with_told(table.link.seat).record.document
    return all(has_value(agreed, list_tellable(table)[what]) for what in read_tellings(table))


def keep_telling(service: Tables, table: GameView, what: str, value: Any, *, key: str) -> Outcome:
    """Keep a telling; it replaces an earlier one of the same word.

    It needs no version: only its teller knows it. A late telling is kept only if it agrees with
    every entry so far, that is, if it changes no verdict. Raises Forbidden, NothingToTell,
    DoesNotFit, KeyReused.
    """
    access.require_seat(table.link)
    paths = list_tellable(table)
    if what not in paths:
        raise NothingToTell(_("there is nothing to tell under “%(what)s” now", what=what))
    body = {"what": what, "path": paths[what], "value": value}

    return service.write(table, Send(TELL, body, key), partial(_judge_telling, body=body))


def _judge_telling(table: GameView, body: Mapping[str, Any]) -> JudgedOperation:
    """Judge a telling without storing it. Raises DoesNotFit."""
    what = body["what"]
    told_so = put_telling(reveal_game(table).replay, body["path"], body["value"])
    if told_so is None:
        raise DoesNotFit(_("%(what)s: that is not possible", what=what))
    verdicts = zip(reveal_game(table).replay.verdicts, told_so.verdicts, strict=True)
    entries = tuple(number for number, (was, would) in enumerate(verdicts, 1) if was != would)
    if entries:
        listed = ", ".join(map(str, entries))
        message = _(
            "%(what)s: this contradicts what was entered (entry %(numbers)s)",
            what=what,
            numbers=listed,
        )
        raise DoesNotFit(message, entries)
    return JudgedOperation(body, try_operation(table, TELL, body), ())
