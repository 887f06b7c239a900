"""Which open part an entry without ``from`` used, and which other parts it could have used.

The rules give such an entry to one part (record-format, the agenda). Where a later entry would
have been legal had it been given to another one, the refusal can say so.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.austria.table import agenda
from adjudicator.austria.table.box import box_at
from adjudicator.austria.table.state import Fork, Player, Table
from adjudicator.entries import Entry, Written, with_source
from adjudicator.games import try_entries
from adjudicator.verdict import Legal

KEPT_FORKS = 3
"""Entries of a chain that are kept."""

KEPT_SINCE = 8
"""Entries after which one is kept no longer."""


def make_fork(table: Table, player: Player, entry: Entry) -> Fork | None:
    """Return the fork of an entry that is about to be judged: None where no part is chosen.

    It is asked for verbs with parts that differ in their subject (``Deed.forks``).
    """
    if entry.from_ is not None or (len(player.events[-1].parts) < 2 and not player.beside):
        return None
    usable = agenda.list_usable_parts(player, entry.do)
    if len(usable) < 2:
        return None
    before = table.copy()
    before.forks = ()
    return Fork(before, entry, tuple(dict.fromkeys(map(agenda.name_source, usable))))


def keep_fork(table: Table, fork: Fork | None, entry: Entry) -> None:
    """Keep an entry that has been applied, as long as its chain goes on."""
    kept = tuple(
        known._replace(since=(*known.since, entry))
        for known in table.forks
        if known.before.chain == table.chain and len(known.since) < KEPT_SINCE
    )
    table.forks = kept if fork is None else (*kept, fork)[-KEPT_FORKS:]


def try_other_sources(table: Table, do: str, by: str) -> Iterator[tuple[Written, str, Table]]:
    """Yield an entry of a verb, another part that it could name, and the table that would follow.

    Only the verb and the subject of the entry are given.
    """
    for fork in table.forks:
        if fork.entry.do != do or fork.entry.by != by:
            continue
        about = box_at(table).kinds[do].about
        told = {"do": do, about: getattr(fork.entry, about)}
        for source in fork.sources:
            twin, verdict = try_entries(fork.before, with_source(fork.entry, source))
            if not isinstance(verdict, Legal):
                continue
            for later in fork.since:
                twin.play(later, naming=False)
            yield told, source, twin
