"""The log of one game: operations, and the line of entries that they amount to.

The log only grows. Every operation that changes the line is a step. Steps can be undone and redone.
A new step puts aside undone ones without losing them: returning to any earlier line is one more
step. Private entries, replaced links, switching the clock and meeting a copy of the game from
elsewhere change no line and are no steps. Nor is a proposal, until it is accepted and its operation
is done. A later kind of operation is one more function in ``_APPLY``; stored operations stay valid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

from adjudicator.edits import Edit, find_smallest_edit
from adjudicator.findings import ADJUST
from adjudicator.record import RULE
from recorder.store.ledger import Operation

Entry = Mapping[str, Any]

APPEND = "append"
IMPORT = "import"
TAKE_BACK = "take_back"
REDO = "redo"
CORRECT = "correct"
RETURN = "return"
TELL = "tell"
REPLACE_LINK = "replace_link"
CLOCK = "clock"
PROPOSE = "propose"
ACCEPT = "accept"
DECLINE = "decline"
WITHDRAW = "withdraw"
ASSENT = "assent"
BRING = "bring"
MEET = "meet"

ASIDE = (TELL, REPLACE_LINK, CLOCK, PROPOSE, DECLINE, WITHDRAW, ASSENT, MEET)
"""Operations that concern no entry: what was meant on the version before is meant after them. Nor
does an ``accept`` that still waits for others, which does nothing yet."""

GOES_ON = "goes_on"
"""In the body of an ``append``: the tap that made the entry before made this one, too."""

ONE = "one"
ALL = "all"

WAITING = "waiting"
ACCEPTED = "accepted"
DECLINED = "declined"
WITHDRAWN = "withdrawn"
OVERTAKEN = "overtaken"


@dataclass(frozen=True, slots=True)
class Line:
    """An effective entry and the operation that put it there.

    goes_on: whether the tap that made the entry before made this one, too.
    """

    entry: Entry
    seq: int
    op: str
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class LogStep:
    """The effect of one step on the line: from index ``start`` on ``new`` replaced ``old``.

    op: the operation that did it; undo and redo move the step between two stacks.
    """

    op: str
    start: int
    old: tuple[Line, ...]
    new: tuple[Line, ...]

    @property
    def goes_on(self) -> bool:
        """Whether the tap that made the step before made this one, too."""
        return self.op == APPEND and self.new[0].goes_on

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that the step's entries have or had, from 1."""
        count = max(len(self.old), len(self.new))
        return tuple(range(self.start + 1, self.start + count + 1))


@dataclass(frozen=True, slots=True)
class Proposal:
    """A player's proposal to the table, and its outcome.

    number: of the operation that proposed it. op and body: of the proposed operation. seat: the
    player that proposes. note: why. at: when. state: WAITING, or the outcome. agreed: the other
    players that agreed so far. ended: the operation that ended it. place: the index of the entry
    that it is about, in the current line; None where it is about no entry, or about the end of the
    line.
    """

    number: int
    op: str
    body: Mapping[str, Any]
    seat: str
    note: str
    at: str
    state: str = WAITING
    agreed: tuple[str, ...] = ()
    ended: int | None = None
    place: int | None = None

    @property
    def current_body(self) -> Mapping[str, Any]:
        """The body as it is meant now: the entry it is about may have another number."""
        if self.place is None:
            return self.body
        if self.op == CORRECT:
            return {**self.body, "at": self.place + 1}
        return {**self.body, "entries": [{**self.body["entries"][0], "entry": self.place + 1}]}

    @property
    def _stays(self) -> bool:
        """Whether it fits every line: a value that is put right by a difference does."""
        return self.op == APPEND and self.body["entries"][0]["do"] == ADJUST

    def follow_step(self, step: LogStep, forward: bool, seq: int) -> Proposal:
        """Return the proposal after a step that operation ``seq`` took, or took back.

        It is overtaken where its entry is gone or was ruled on; where it is about how the line
        ends, by any step.
        """
        gone, come = (step.old, step.new) if forward else (step.new, step.old)
        if self._stays:
            return self
        overtaken = replace(self, state=OVERTAKEN, ended=seq)
        if self.place is None:
            return overtaken
        count = max(1, self.body["remove"]) if self.op == CORRECT else 1
        now = {id(line.entry): n for n, line in enumerate(come, step.start)}
        places: list[int | None] = []
        for place in range(self.place, self.place + count):
            if place >= step.start + len(gone):
                places.append(place + len(come) - len(gone))
            elif place >= step.start:
                places.append(now.get(id(gone[place - step.start].entry)))
            else:
                places.append(place)
        ruled = {id(line.entry) for line in gone} ^ {id(line.entry) for line in come}
        first = places[0]
        if (
            first is None
            or places != list(range(first, first + count))
            or any(
                line.entry.get("do") == RULE
                and id(line.entry) in ruled
                and line.entry["entry"] - 1 in places
                for line in (*gone, *come)
            )
        ):
            return overtaken
        return replace(self, place=first)


@dataclass(slots=True)
class Story:
    """The line of entries with the steps that can be taken back (done) and again (undone).

    told: the tellings of players, by path in the record; the last telling holds. switches:
    operation and new state of each switch of the clock. waiting: the undecided proposals, by their
    numbers; ended: the others. assent: whether ONE other player is enough to accept a proposal, or
    ALL have to. met: the ``digest_entries`` of the last meeting with a copy of the game at another
    recorder (``recorder.games.transfer``). elsewhere: its address there. parted: the games in which
    it goes on otherwise, by their numbers. moves: for every operation the steps it took (true) or
    took back, so that the line of any earlier version can be found again. moved: how many lines all
    of them put in or took out. seats: the seat that did each operation, None for the table.
    """

    lines: list[Line] = field(default_factory=list)
    done: list[LogStep] = field(default_factory=list)
    undone: list[LogStep] = field(default_factory=list)
    told: dict[str, Any] = field(default_factory=dict)
    switches: list[tuple[int, str]] = field(default_factory=list)
    moves: list[tuple[tuple[LogStep, bool], ...]] = field(default_factory=list)
    moved: int = 0
    waiting: dict[int, Proposal] = field(default_factory=dict)
    ended: dict[int, Proposal] = field(default_factory=dict)
    assent: str = ONE
    met: str = ""
    elsewhere: str = ""
    parted: tuple[int, ...] = ()
    seats: list[str | None] = field(default_factory=list)

    @property
    def proposals(self) -> dict[int, Proposal]:
        """All proposals by their numbers, in order."""
        return dict(sorted((self.ended | self.waiting).items()))

    def copy(self) -> Story:
        """Return an independent copy."""
        return Story(*(copy(getattr(self, name)) for name in self.__slots__))

    def lines_at(self, version: int) -> list[Line]:
        """Return the line of entries as it was at an earlier version."""
        lines = self.lines[:]
        for moves in reversed(self.moves[version:]):
            for step, forward in reversed(moves):
                gone, back = (step.new, step.old) if forward else (step.old, step.new)
                lines[step.start : step.start + len(gone)] = back
        return lines

    def take(self, step: LogStep) -> None:
        """Take a new step; undone steps can no longer be redone."""
        self._replace(step, True)
        self.done.append(step)
        self.undone.clear()

    def move(self, steps: int, forward: bool) -> None:
        """Take the last steps back, or again those that were taken back last.

        Raises IndexError where there are not as many.
        """
        source, target = (self.undone, self.done) if forward else (self.done, self.undone)
        for _ in range(steps):
            step = source.pop()
            self._replace(step, forward)
            target.append(step)

    def _replace(self, step: LogStep, forward: bool) -> None:
        gone, come = (step.old, step.new) if forward else (step.new, step.old)
        self.lines[step.start : step.start + len(gone)] = come
        self.moves[-1] += ((step, forward),)
        self.moved += len(gone) + len(come)


def _apply_append(story: Story, operation: Operation) -> None:
    goes_on = operation.body.get(GOES_ON, False)
    new = tuple(
        Line(entry, operation.seq, APPEND, goes_on or place > 0)
        for place, entry in enumerate(operation.body["entries"])
    )
    story.take(LogStep(APPEND, len(story.lines), (), new))


def _add_lines(story: Story, operation: Operation, op: str) -> None:
    taken = []
    for entry in operation.body["entries"]:
        line = Line(entry, operation.seq, op)
        step = LogStep(op, len(story.lines), (), (line,))
        story.lines.append(line)
        taken.append((step, True))
    story.done += [step for step, _ in taken]
    story.undone.clear()
    story.moves[-1] += tuple(taken)
    story.moved += len(taken)


def _apply_return(story: Story, operation: Operation) -> None:
    edit = return_edit(story, operation.body["to"])
    start = edit.at - 1
    new = tuple(Line(entry, operation.seq, RETURN) for entry in edit.entries)
    story.take(LogStep(RETURN, start, tuple(story.lines[start : start + edit.remove]), new))


def return_edit(story: Story, to: int) -> Edit:
    """Return the edit that restores the entries of an earlier version."""
    return find_smallest_edit(
        [line.entry for line in story.lines], [line.entry for line in story.lines_at(to)]
    )


def _apply_propose(story: Story, operation: Operation) -> None:
    body = operation.body
    made = Proposal(
        operation.seq,
        body["op"],
        body["body"],
        str(operation.seat),
        body.get("note", ""),
        operation.at,
        place=_entry_index(body["op"], body["body"]),
    )
    story.waiting[operation.seq] = made


def _entry_index(op: str, body: Mapping[str, Any]) -> int | None:
    """Return the index of the entry that an operation is about, where it is about one."""
    if op == CORRECT:
        return int(body["at"]) - 1
    first = body["entries"][0] if op == APPEND else {}
    return int(first["entry"]) - 1 if first.get("do") == RULE else None


def _apply_accept(story: Story, operation: Operation) -> None:
    """With ``does`` the proposal is done, as if it were an operation of its own."""
    proposal = story.waiting[operation.body["proposal"]]
    if operation.seat is not None:
        proposal = replace(proposal, agreed=(*proposal.agreed, operation.seat))
    story.waiting[proposal.number] = proposal
    does = effective_operation(operation)
    if does is not operation:
        _end_proposal(story, operation, ACCEPTED)
        _APPLY[does.op](story, does)


def _end_proposal(story: Story, operation: Operation, state: str) -> None:
    proposal = story.waiting.pop(operation.body["proposal"])
    story.ended[proposal.number] = replace(proposal, state=state, ended=operation.seq)


def _apply_assent(story: Story, operation: Operation) -> None:
    story.assent = operation.body["of"]


def _apply_bring(story: Story, operation: Operation) -> None:
    """Take the other side's undo as one step, and each of its new entries as another one."""
    start = operation.body["at"] - 1
    if operation.body["remove"]:
        story.take(LogStep(BRING, start, tuple(story.lines[start:]), ()))
    _add_lines(story, operation, BRING)


def _apply_meet(story: Story, operation: Operation) -> None:
    story.met = operation.body.get("line", story.met)
    story.elsewhere = operation.body.get("address", story.elsewhere)
    if "game" in operation.body and operation.body["game"] not in story.parted:
        story.parted += (operation.body["game"],)


def effective_operation(operation: Operation) -> Operation:
    """Return the operation that changes the line: of an ``accept`` the proposed one."""
    does = operation.body.get("does") if operation.op == ACCEPT else None
    return replace(operation, op=does["op"], body=does["body"]) if does else operation


_APPLY: Mapping[str, Callable[[Story, Operation], None]] = {
    APPEND: _apply_append,
    # Each imported entry is a step of its own, as if it had been entered here.
    IMPORT: lambda story, operation: _add_lines(story, operation, IMPORT),
    TAKE_BACK: lambda story, operation: story.move(operation.body.get("steps", 1), False),
    REDO: lambda story, operation: story.move(operation.body.get("steps", 1), True),
    CORRECT: lambda story, operation: story.take(
        correction_step(story.lines, read_edit(operation.body), operation.seq)
    ),
    RETURN: _apply_return,
    TELL: lambda story, operation: story.told.update(
        {operation.body["path"]: operation.body["value"]}
    ),
    REPLACE_LINK: lambda story, operation: None,  # links are no part of the record
    CLOCK: lambda story, operation: story.switches.append((operation.seq, operation.body["state"])),
    PROPOSE: _apply_propose,
    ACCEPT: _apply_accept,
    DECLINE: lambda story, operation: _end_proposal(story, operation, DECLINED),
    WITHDRAW: lambda story, operation: _end_proposal(story, operation, WITHDRAWN),
    ASSENT: _apply_assent,
    BRING: _apply_bring,
    MEET: _apply_meet,
}


def apply_operations(story: Story, operations: Iterable[Operation]) -> Story:
    """Return the story after further operations; ``story`` stays as it is.

    Raises KeyError for an operation that this program does not know.
    """
    current = story.copy()
    for operation in operations:
        current.moves.append(())
        current.seats.append(operation.seat)
        _APPLY[operation.op](current, operation)
        if current.waiting and current.moves[-1]:
            _update_proposals(current, operation.seq)
    return current


def _update_proposals(story: Story, seq: int) -> None:
    """Let waiting proposals follow the last operation's changes of the line."""
    for number, before in list(story.waiting.items()):
        proposal = before
        for step, forward in story.moves[-1]:
            if proposal.state == WAITING:
                proposal = proposal.follow_step(step, forward, seq)
        if proposal.state == WAITING:
            story.waiting[number] = proposal
        else:
            story.ended[number] = proposal
            del story.waiting[number]


def read_edit(body: Mapping[str, Any]) -> Edit:
    """Return the edit that stands in the body of an operation."""
    return Edit(body["at"], body["remove"], tuple(body["entries"]))


def edit_body(edit: Edit) -> dict[str, Any]:
    """Return an edit as the body of an operation; the log itself knows the old entries."""
    return {"at": edit.at, "remove": edit.remove, "entries": list(edit.entries)}


def replaced_entries(story: Story, operation: Operation) -> list[Entry]:
    """Return the entries that a correction replaced. story: of its version or a later one."""
    ((step, _),) = story.moves[operation.seq - 1]
    return [line.entry for line in step.old[: operation.body["remove"]]]


def correction_step(lines: Sequence[Line], edit: Edit, seq: int) -> LogStep:
    """Return the step of a correction: the edit, and its effect on later rulings.

    The lines that stay keep the operation that put them there.
    """
    edited = edit.apply([line.entry for line in lines])
    placed: dict[int, Line] = {}
    for line, moved in zip(
        lines[edit.at - 1 + edit.remove :], edited.moves[edit.at - 1 + edit.remove :], strict=True
    ):
        if moved is not None:
            entry = edited.entries[moved - 1]
            placed[moved] = line if entry is line.entry else replace(line, entry=entry)
    new = [
        placed.get(number) or Line(edited.entries[number - 1], seq, CORRECT, number > edit.at)
        for number in range(edit.at, len(edited.entries) + 1)
    ]
    old = list(lines[edit.at - 1 :])
    while old and new and old[-1] is new[-1]:  # what the edit left alone is no part of the step
        old.pop()
        new.pop()
    return LogStep(CORRECT, edit.at - 1, tuple(old), tuple(new))


def locate_entries(
    story: Story, operations: Sequence[Operation], version: int
) -> dict[int, int | None]:
    """Return where the entries of an earlier version are now: old number to new, or None.

    story: the game before its first operation. An entry that was changed is another one.
    """
    then = apply_operations(
        story, [operation for operation in operations if operation.seq <= version]
    )
    now = apply_operations(then, [operation for operation in operations if operation.seq > version])
    places = {id(line.entry): number for number, line in enumerate(now.lines, start=1)}
    return {number: places.get(id(line.entry)) for number, line in enumerate(then.lines, start=1)}
