"""Proposals in words: the waiting ones, the outcome of the others, and the people who agreed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from recorder.games import access
from recorder.games.entry_line import has_entered_since
from recorder.games.proposals import list_proposals, list_waiting
from recorder.games.tables import describe_proposal
from recorder.games.visibility import GameView
from recorder.pages.shared import sentences
from recorder.pages.wording import gettext as _
from recorder.pages.wording import join_sayings, listing
from recorder.store import log
from recorder.store.log import Proposal

Review = Mapping[str, Any]
"""One proposal as pages show it; see ``word_proposal``."""


def word_proposal(table: GameView, proposal: Proposal) -> Review:
    """Return a proposal in words.

    name: of the proposer. what: its action, in words. mine: this link proposed it. decides: this
    link is asked to accept or decline it. agreed: its player has accepted it, and it waits for
    others. state: as the log has it. said: its outcome.
    """
    seat = table.link.seat
    waits = proposal.state == log.WAITING
    mine = seat == proposal.seat
    agreed = waits and seat in proposal.agreed
    return {
        "number": proposal.number,
        "name": sentences.names(table.header)[proposal.seat],
        "what": sentences.word_wish(table.header, describe_proposal(table, proposal)),
        "note": proposal.note,
        "mine": mine,
        "decides": waits and not mine and not agreed and table.link.role != access.READ,
        "agreed": agreed,
        "state": proposal.state,
        "said": _describe_outcome(table, proposal),
    }


def waiting(table: GameView) -> list[Review]:
    """Return the proposals that wait, in order."""
    return [word_proposal(table, proposal) for proposal in list_waiting(table)]


def to_tell(table: GameView, decided: int) -> list[Review]:
    """Return the proposals for the page of play: its own last outcome, then the waiting ones.

    A seat's own proposal that was declined or overtaken is told until its player goes on: proposes
    or enters something. decided: the number of a proposal that this link has just decided on; its
    outcome is told as long as nothing else happens.
    """
    if any(
        each.number == decided and each.ended == table.version for each in list_proposals(table)
    ):
        answered = next(each for each in list_proposals(table) if each.number == decided)
        return [word_proposal(table, answered), *waiting(table)]
    own = [each for each in list_proposals(table) if each.seat == table.link.seat]
    newest = max(own, key=lambda each: each.ended or 0, default=None)
    if newest is None or newest.state not in (log.DECLINED, log.OVERTAKEN):
        return waiting(table)
    ended = newest.ended or 0
    gone_on = any(each.number > ended for each in list_waiting(table)) or has_entered_since(
        table, ended
    )
    return waiting(table) if gone_on else [word_proposal(table, newest), *waiting(table)]


def _describe_outcome(table: GameView, proposal: Proposal) -> str:
    """Return the outcome of a proposal, or the players who have agreed so far."""
    called = sentences.names(table.header)
    agreed = listing([called[player] for player in proposal.agreed])
    match proposal.state:
        case log.ACCEPTED if not agreed:
            return _("Accepted through the table's link.")
        case log.ACCEPTED:
            return _("Accepted. Agreed: %(names)s.", names=agreed)
        case log.DECLINED:
            return _("Refused.")
        case log.WITHDRAWN:
            return _("Withdrawn.")
        case log.OVERTAKEN:
            return _("Out of date: the game has moved on, and this no longer fits.")
    return _("Agreed so far: %(names)s.", names=agreed) if agreed else ""


def list_decided(table: GameView) -> Sequence[str]:
    """Return the table's decisions, except rulings, which name their players themselves."""
    called = sentences.names(table.header)
    return [
        join_sayings(
            [
                sentences.word_wish(table.header, describe_proposal(table, proposal)),
                _("proposed: %(name)s", name=called[proposal.seat]),
                *(
                    [_("agreed: %(names)s", names=listing([called[p] for p in proposal.agreed]))]
                    if proposal.agreed
                    else []
                ),
            ]
        )
        for proposal in list_proposals(table)
        if proposal.state == log.ACCEPTED and proposal.op != log.APPEND
    ]
