"""Proposals: anybody may propose, the table decides.

A seat proposes an operation of the table's link: a ruling, a correction, or taking back somebody
else's entry. The proposal is an operation of the log that does nothing yet; another player's
``accept`` does it, as the same operation through the table's link would. A proposal is overtaken if
the game has gone on or the table has decided about the same entry. The log keeps the proposal, the
proposer and the players that agreed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from adjudicator.edits import Edit
from adjudicator.record import RULE
from recorder.games import access
from recorder.games import preview as consequences
from recorder.games.corrections import find_steps, judge_correction, judge_return, judge_steps
from recorder.games.entry_line import count_taps
from recorder.games.preview import Consequences
from recorder.games.tables import (
    JudgedOperation,
    Outcome,
    Send,
    Tables,
    check_entries,
    check_entry_count,
    check_entry_form,
    describe_proposal,
    judge_entry,
    make_ruling,
    try_operation,
)
from recorder.games.visibility import GameView, reveal_game
from recorder.store.ledger import Refused, Stale
from recorder.store.log import (
    ACCEPT,
    ALL,
    APPEND,
    ASSENT,
    CORRECT,
    DECLINE,
    PROPOSE,
    RETURN,
    TAKE_BACK,
    WAITING,
    WITHDRAW,
    Proposal,
    edit_body,
    read_edit,
)

MOST = 12
"""Proposals of a game that wait at a time."""

OF_A_SEAT = 3
"""Proposals of one player that wait at a time."""


class NoSuchProposal(LookupError):
    """The game has no proposal of this number."""


class Ended(Exception):
    """The proposal does not wait any more."""

    def __init__(self, proposal: Proposal) -> None:
        super().__init__(proposal.state)
        self.proposal = proposal


class AgreedAlready(Exception):
    """The player has agreed to the proposal before; it waits for others."""


class TooMany(Exception):
    """There is no room for another proposal: of this player, or of this game."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A proposed operation and its body, as the table's link would send it."""

    op: str
    body: Mapping[str, Any]

    @property
    def about_one(self) -> bool:
        """Whether it is about one entry, whichever entries were added behind it.

        The entry is not read yet, so it may lack its verb.
        """
        return self.op == CORRECT or (
            self.op == APPEND and self.body["entries"][0].get("do") in access.TABLES_OWN
        )


def entry_wish(entry: Mapping[str, Any], note: str = "") -> Wish:
    """Return the wish that an entry is recorded, also where the rules refuse it.

    note: on the ruling that lets it stand.
    """
    return Wish(APPEND, {"entries": [entry]} | ({"note": note} if note else {}))


def ruling_wish(number: int, stands: bool, note: str = "") -> Wish:
    """Return the wish that the table rules on entry ``number``."""
    return Wish(APPEND, {"entries": [make_ruling(number, stands, note)]})


def correction_wish(edit: Edit) -> Wish:
    """Return the wish that the record is corrected."""
    return Wish(CORRECT, edit_body(edit))


def steps_wish(op: str, count: int = 1) -> Wish:
    """Return the wish that steps are taken back, or again. op: TAKE_BACK or REDO."""
    return Wish(op, {"steps": count})


def return_wish(to: int) -> Wish:
    """Return the wish to return to the entries of version ``to``."""
    return Wish(RETURN, {"to": to})


def list_proposals(table: GameView) -> list[Proposal]:
    """Return all proposals of a game in order."""
    return list(reveal_game(table).story.proposals.values())


def list_waiting(table: GameView) -> list[Proposal]:
    """Return the proposals of a game that nobody has decided on yet, in order."""
    return list(reveal_game(table).story.waiting.values())


def read_assent(table: GameView) -> str:
    """Return whether ONE other player is enough to accept a proposal, or ALL have to."""
    return reveal_game(table).story.assent


class Proposals:
    """The service of proposals on top of ``Tables``."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def preview(self, table: GameView, wish: Wish) -> Consequences:
        """Return the effect of a wish if it was accepted, as the link may know it.

        Raises Unreadable, Forbidden, NothingToTakeBack, NothingToRedo.
        """
        access.require_writer(table.link)
        return _foresee_change(table, wish.op, _wish_body(table, wish))

    def propose(
        self, table: GameView, wish: Wish, *, version: int, key: str, note: str = ""
    ) -> Outcome:
        """Propose something to the other players. note: why.

        The answer's version is the proposal's number. A wish about one entry may name an older
        version, if only entries were added since. Raises TooMany, KeyReused, and the exceptions of
        ``preview``.
        """
        seat = access.require_proposer(table.link)
        check_entries(table, wish.body.get("entries", ()), len(reveal_game(table).entries) + 1)
        body = {"op": wish.op, "body": wish.body} | ({"note": note} if note else {})
        send = Send(PROPOSE, body, key, version, beside=wish.about_one)
        return self._tables.write(table, send, partial(_judge_proposal, body=body, seat=seat))

    def find_proposal(self, table: GameView, number: int) -> Proposal:
        """Return a proposal of a game. Raises NoSuchProposal."""
        story = reveal_game(table).story
        proposal = story.waiting.get(number) or story.ended.get(number)
        if proposal is None:
            raise NoSuchProposal(number)
        return proposal

    def to_json(self, table: GameView, proposal: Proposal) -> dict[str, Any]:
        """Return a proposal as programs read it, as far as the link may see it."""
        waits = proposal.state == WAITING
        return {
            "number": proposal.number,
            "state": proposal.state,
            "seat": proposal.seat,
            "at": proposal.at,
            "note": proposal.note,
            "does": describe_proposal(table, proposal),
            "agreed": list(proposal.agreed),
            "needed": self.list_needed(table, proposal) if waits else [],
            "ended": proposal.ended,
        }

    def foresee_acceptance(self, table: GameView, proposal: Proposal) -> Consequences | None:
        """Return the effect of accepting a proposal now; None if it waits no more."""
        if proposal.state != WAITING:
            return None
        return _foresee_change(table, proposal.op, proposal.current_body)

    def list_needed(self, table: GameView, proposal: Proposal) -> list[str]:
        """Return the players that have not agreed yet; if the rule is ONE, one of them is enough.

        Only players with their own phone count, in order; the table's link may always decide.
        """
        sitting = [
            str(link.seat)
            for link in self._tables.store.links(table.link.ledger)
            if link.seat is not None and link.is_opened
        ]
        known = (proposal.seat, *proposal.agreed)
        return [seat for seat in sitting if seat not in known]

    def accept(self, table: GameView, number: int, *, version: int, key: str) -> Outcome:
        """Accept a proposal: it is done, or waits for the others where the table asks for all.

        version: the one of the preview that the sender saw. Raises NoSuchProposal, Forbidden,
        Ended, AgreedAlready, KeyReused, and the exceptions of the operation itself.
        """
        access.require_writer(table.link)
        access.require_answerer(table.link, self.find_proposal(table, number).seat)

        judge = partial(self._judge_acceptance, number=number)
        outcome = self._tables.write(table, Send(ACCEPT, {"proposal": number}, key, version), judge)
        if isinstance(outcome, Stale):  # what it is about may have been decided meanwhile
            self._find_waiting(outcome.now, number)
        return outcome

    def _judge_acceptance(self, table: GameView, number: int) -> JudgedOperation:
        """Judge the acceptance of a proposal. Raises Ended, AgreedAlready, and as it itself."""
        proposal, seat = self._find_waiting(table, number), table.link.seat
        rest = [other for other in self.list_needed(table, proposal) if other != seat]
        if read_assent(table) == ALL and rest and seat is not None:
            if seat in proposal.agreed:
                raise AgreedAlready
            return self._judge_answer(table, ACCEPT, number)
        agreed = [proposal.seat, *proposal.agreed]
        if seat is not None and seat not in agreed:
            agreed.append(seat)
        done = _judge_accepted(table, proposal, agreed)
        does = {"op": proposal.op, "body": done.body}
        body = {"proposal": number, "agreed": agreed, "does": does}
        played = try_operation(table, ACCEPT, body)
        return JudgedOperation(body, played, done.numbers, done.verdict)

    def decline(self, table: GameView, number: int, *, key: str) -> Outcome:
        """Decline a proposal. Raises NoSuchProposal, Forbidden, Ended, KeyReused."""
        access.require_writer(table.link)
        access.require_answerer(table.link, self.find_proposal(table, number).seat)
        return self._end_proposal(table, DECLINE, number, key)

    def withdraw(self, table: GameView, number: int, *, key: str) -> Outcome:
        """Withdraw one's own proposal. Raises NoSuchProposal, Forbidden, Ended, KeyReused."""
        access.require_writer(table.link)
        access.require_own(table.link, self.find_proposal(table, number).seat)
        return self._end_proposal(table, WITHDRAW, number, key)

    def set_assent(self, table: GameView, of: str, *, key: str) -> Outcome:
        """Set whether one other player is enough to accept, or all have to. of: ONE or ALL.

        Raises Forbidden, KeyReused.
        """
        access.require_table(table.link)
        return self._tables.write(table, Send(ASSENT, {"of": of}, key))

    def _end_proposal(self, table: GameView, op: str, number: int, key: str) -> Outcome:
        judge = partial(self._judge_answer, op=op, number=number)
        return self._tables.write(table, Send(op, {"proposal": number}, key), judge)

    def _judge_answer(self, table: GameView, op: str, number: int) -> JudgedOperation:
        self._find_waiting(table, number)
        body = {"proposal": number}
        return JudgedOperation(body, try_operation(table, op, body), ())

    def _find_waiting(self, table: GameView, number: int) -> Proposal:
        proposal = self.find_proposal(table, number)
        if proposal.state != WAITING:
            raise Ended(proposal)
        return proposal


def _judge_proposal(table: GameView, body: Mapping[str, Any], seat: str) -> JudgedOperation:
    """Judge a proposal of a seat without storing it. Raises TooMany, and as ``_wish_body``."""
    waiting = list_waiting(table)
    if len(waiting) >= MOST or sum(one.seat == seat for one in waiting) >= OF_A_SEAT:
        raise TooMany
    body = {**body, "body": _wish_body(table, Wish(body["op"], body["body"]))}
    return JudgedOperation(body, try_operation(table, PROPOSE, body), ())


def _wish_body(table: GameView, wish: Wish) -> Mapping[str, Any]:
    """Return the body of a wish as it would be stored now. Raises as the operation itself does.

    It does not reveal whether an entry needs a ruling: that may depend on a secret.
    """
    if wish.op == TAKE_BACK:
        body = _judge_operation(table, wish.op, wish.body).body
        return {**body, "taps": count_taps(table, body["steps"])}
    if wish.op != APPEND:
        return _judge_operation(table, wish.op, wish.body).body
    (entry,) = wish.body["entries"]
    number = len(reveal_game(table).entries) + 1
    check_entry_form(table, entry, number)
    check_entry_count(number + 1, number)
    return wish.body


def _judge_operation(table: GameView, op: str, body: Mapping[str, Any]) -> JudgedOperation:
    """Judge a correction, a return, or steps that are taken back or again."""
    if op == CORRECT:
        return judge_correction(table, read_edit(body))
    if op == RETURN:
        return judge_return(table, body["to"])
    return judge_steps(table, op, find_steps(table, op, body["steps"]))


def _foresee_change(table: GameView, op: str, body: Mapping[str, Any]) -> Consequences:
    """Return the effect of an operation; an entry is seen as if the table let it stand."""
    if op == APPEND and body["entries"][0]["do"] not in access.TABLES_OWN:
        number = len(reveal_game(table).entries) + 1
        body = {"entries": [*body["entries"], make_ruling(number, True, body.get("note"))]}
    return consequences.foresee_operation(table, op, body)


def _judge_accepted(table: GameView, proposal: Proposal, agreed: Sequence[str]) -> JudgedOperation:
    """Judge an accepted proposal; its rulings name the players that agreed."""
    body = proposal.current_body
    if proposal.op != APPEND:
        return _judge_operation(table, proposal.op, body)
    (entry,) = body["entries"]
    if entry["do"] == RULE:
        entry = {**entry, "agreed": list(agreed)}
    check_entry_form(table, entry, len(reveal_game(table).entries) + 1)
    done = judge_entry(table, entry, False, None, ())
    if isinstance(done, Refused):
        done = judge_entry(table, entry, True, body.get("note"), agreed)
    assert isinstance(done, JudgedOperation)
    return done
