"""Rights of a link: a seat writes for its own player, the table for all, a read link not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.findings import ADJUST
from adjudicator.record import RULE
from recorder.languages.speech import gettext as _
from recorder.store.ledger import Link
from recorder.store.log import APPEND, LogStep

TABLE = "table"
SEAT = "seat"
READ = "read"

TABLES_OWN = RULE, ADJUST
"""The verbs that every game knows and that only the table decides about."""


class Forbidden(Exception):
    """The link may not do this; the message says why."""


def require_entry(link: Link, entry: Mapping[str, Any], stands: bool) -> None:
    """Check that a link may append an entry. Raises Forbidden.

    A seat enters the moves of its own player and the facts that the whole table sees (entries
    without ``by``). Only the table enters rulings and corrections and lets entries stand that are
    not allowed.
    """
    if link.role == TABLE:
        return
    if link.role == READ:
        raise Forbidden(_("this link is for spectators"))
    if stands or entry.get("do") in TABLES_OWN:
        raise Forbidden(_("only the table's link rules on entries and corrects values"))
    if entry.get("by", link.seat) != link.seat:
        raise Forbidden(
            _(
                "this link enters moves of player %(own)s, not of %(other)s",
                own=link.seat,
                other=entry["by"],
            )
        )


def require_step(link: Link, step: LogStep) -> None:
    """Check that a link may take this step back, or take it again. Raises Forbidden.

    A seat may do so for a step in which it entered moves of its own player.
    """
    if link.role == TABLE:
        return
    if link.role == READ:
        raise Forbidden(_("this link is for spectators"))
    if step.op != APPEND or any(line.entry.get("by") != link.seat for line in step.new):
        raise Forbidden(_("only the table's link can undo other players' entries"))


def may_step(link: Link, step: LogStep) -> bool:
    """Return whether a link may take this step back, or take it again."""
    try:
        require_step(link, step)
    except Forbidden:
        return False
    return True


def require_seat(link: Link) -> str:
    """Return the player of a seat's link: only this link tells in private. Raises Forbidden."""
    if link.seat is None:
        raise Forbidden(_("only a seat's own link can enter what nobody else may know"))
    return link.seat


def require_writer(link: Link) -> None:
    """Check that a link plays, and does not only read. Raises Forbidden."""
    if link.role == READ:
        raise Forbidden(_("this link is for spectators"))


def require_proposer(link: Link) -> str:
    """Return the player of a seat's link, which proposes. Raises Forbidden."""
    require_writer(link)
    if link.seat is None:
        raise Forbidden(_("the table's link does it at once; only a seat's own link can propose"))
    return link.seat


def require_own(link: Link, seat: str) -> None:
    """Check that a link belongs to the player ``seat``, the proposer. Raises Forbidden."""
    if require_proposer(link) != seat:
        raise Forbidden(_("only the player who proposed it can withdraw it; others can refuse it"))


def require_answerer(link: Link, seat: str) -> None:
    """Check that a link may decide on a proposal of the player ``seat``. Raises Forbidden."""
    require_writer(link)
    if link.seat == seat:
        raise Forbidden(_("another player has to decide on this"))


def require_table(link: Link) -> None:
    """Check that a link is the table's: corrections concern everybody. Raises Forbidden."""
    if link.role == READ:
        raise Forbidden(_("this link is for spectators"))
    if link.role != TABLE:
        raise Forbidden(_("only the table's link corrects what is recorded"))
