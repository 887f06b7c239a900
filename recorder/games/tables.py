"""The service of recorded games, for the JSON interface and the pages.

A table is a game as one link sees it. Each written operation is judged first, and answered with one
of four values: Appended, Refused, Stale or Repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from adjudicator import games, suggestions
from adjudicator.findings import CHECK
from adjudicator.messages import ENGLISH, Language
from adjudicator.reading import MAX_ENTRIES, check_day_played, check_entry, check_names, load, parse
from adjudicator.record import RULE, Record, Unreadable, header_of
from adjudicator.verdict import Unclear, Verdict
from recorder.database import Unavailable
from recorder.games import access
from recorder.games.replays import RecordedGame, Replays
from recorder.games.visibility import (
    GameView,
    Privacy,
    find_known_refusal,
    reveal_game,
    reveal_row,
    view_state,
)
from recorder.languages.speech import gettext as _
from recorder.store.ledger import (
    ALL,
    TRIES,
    Appended,
    KeyReused,
    Link,
    Operation,
    Outrun,
    Overtaken,
    Refused,
    Repeated,
    SentOperation,
    Stale,
    form_key,
)
from recorder.store.log import (
    ACCEPT,
    APPEND,
    ASIDE,
    ASSENT,
    CLOCK,
    CORRECT,
    GOES_ON,
    IMPORT,
    PROPOSE,
    REPLACE_LINK,
    RETURN,
    TELL,
    Entry,
    Line,
    Proposal,
    Story,
    apply_operations,
    effective_operation,
    replaced_entries,
)
from recorder.store.store import GameRow, Store

Outcome = Appended["GameView"] | Refused["GameView"] | Stale["GameView"] | Repeated["GameView"]


@dataclass(frozen=True, slots=True)
class Send:
    """An operation as it is sent.

    op, body: as the log keeps it; judging may add to the body. key: chosen by the sender, new for
    every operation and the same when it sends this one again. version: the one that the sender has
    seen; None: it fits every version. entry: the only entry that it appends, where it appends one.
    beside: whether it stays as it was meant where others have only added entries.
    """

    op: str
    body: Mapping[str, Any]
    key: str
    version: int | None = None
    entry: Entry | None = None
    beside: bool = False

    def judge(self, table: GameView) -> JudgedOperation:
        """Judge an operation that nothing contradicts, without storing it."""
        return JudgedOperation(self.body, try_operation(table, self.op, self.body), ())


@dataclass(frozen=True, slots=True)
class JudgedOperation:
    """An operation after judging, before it is stored.

    body: as the log keeps it. played: the game after it. numbers: of the entries that it is about.
    verdict: the number of the answered entry and its verdict; None for several entries or none.
    """

    body: Mapping[str, Any]
    played: RecordedGame
    numbers: tuple[int, ...]
    verdict: tuple[int, Verdict] | None = None

    def describe_verdict(self, table: GameView, language: Language) -> Mapping[str, Any] | None:
        """Return the verdict in a language as the table's link may see it."""
        if self.verdict is None:
            return None
        number, verdict = self.verdict
        return table.show_verdict(
            self.played.replay.record.entries[number - 1], verdict, number, language
        )


@dataclass(frozen=True, slots=True)
class Started:
    """A new game: its table (seen through the table's link) and all its links.

    This is the one moment when every link is shown.
    """

    table: GameView
    links: tuple[Link, ...]


def play_record(record: Record) -> RecordedGame:
    """Return a record as a game at its first version. Raises Unreadable for a start that fails."""
    played = RecordedGame.start(header_of(record.document))
    if record.entries:
        entries = {"entries": record.entries}
        played = played.play_operations([Operation(1, IMPORT, entries, access.TABLE, None, "", {})])
    return played


class Tables:
    """The service of one request: a store, and the replays its process keeps."""

    def __init__(
        self,
        store: Store,
        replays: Replays,
        reader: Language = ENGLISH,
        wrote: Callable[[GameView, GameView], None] = lambda _table, _before: None,
        weigh: Callable[[int], None] = lambda _size: None,
    ) -> None:
        """wrote: is told of every game that was written to, as its writer sees it then and saw it
        before. weigh: is told the size of every game before it is opened, and may raise.
        """
        self.store = store
        self.replays = replays
        self.reader = reader
        self.weigh = weigh
        self._told = wrote
        self._known: dict[str, tuple[Link, GameRow, int]] = {}

    def start(self, document: Any, *, listed: bool = True, key: str = "") -> Started:
        """Keep a new game from a record document, with or without entries.

        listed: whether it is shown among the recent games. key: of the form that starts it; the
        same document sent again under it starts no second game. Raises Unreadable naming entry
        and key; then nothing is kept.
        """
        return self.keep_game(load(document), listed=listed, key=key)

    def upload(self, source: bytes, *, listed: bool = True, key: str = "") -> Started:
        """Keep a record from the bytes of its file; it is judged before it is kept.

        key: see ``start``. Illegal entries are kept as they stand, with their verdicts. Raises
        Unreadable naming line, entry and key; then nothing is kept.
        """
        return self.keep_game(parse(source), listed=listed, key=key)

    def keep_game(
        self, record: Record, played: RecordedGame | None = None, *, listed: bool, key: str = ""
    ) -> Started:
        """Keep a new game from a record. played: its replay. listed, key: see ``start``.

        Raises Unreadable, also where a player's name could not be seen by anybody.
        """
        played = played or play_record(record)
        check_names(record)
        check_day_played(record)
        key = form_key(key, record.document)
        row, links = self.store.create(
            header_of(record.document), record.entries, over=played.over, listed=listed, key=key
        )
        if row.version == bool(record.entries):
            self.replays.keep_replay(row, played)
        else:  # sent again, and the game has gone on meanwhile
            row, played = self.replays.bring_up_to_date(self.store, row)
        return Started(GameView(links[0], row, played, reader=self.reader), tuple(links))

    def open(self, token: str, *, asked: bool = False) -> GameView:
        """Return the game that a token opens; ``asked``: see GameView. Raises NoSuchLink.

        A row read by ``link`` is used once: opening a game again reads it again.
        """
        known = self._known.pop(token, None)
        link, row, size = known or self.store.find_link_and_game(token)
        self.weigh(size)
        return self.view_game(link, row, asked=asked)

    def link(self, token: str) -> Link:
        """Return the link of a token; its game is read with it, for ``open``. Raises NoSuchLink."""
        return self.link_with_size(token)[0]

    def link_with_size(self, token: str) -> tuple[Link, int]:
        """Return the link of a token and the size of its game, see ``Store.opens``."""
        if token not in self._known:
            self._known[token] = self.store.find_link_and_game(token)
        link, _row, size = self._known[token]
        return link, size

    def view_game(self, link: Link, row: GameRow | None = None, *, asked: bool = False) -> GameView:
        """Return the game of a link as it is now.

        row: the game as the store had it just now; by default it is read.
        """
        row = row or self.store.game(link.ledger)
        row, played = self.replays.bring_up_to_date(self.store, row)
        return GameView(link, row, played, asked, self.reader)

    def lines(self, row: GameRow) -> Sequence[Line]:
        """Return a game's entries as they are now, without judging any of them."""
        return apply_operations(Story(), self.store.operations(row.id)).lines

    def list_links(self, table: GameView) -> list[Link]:
        """Return the links that this link may hand on.

        Everybody may hand on the read link; a seat its own; the table its own and those of the
        seats that nobody has opened yet (an opened one may show a secret).
        """
        mine = table.link
        if mine.role == access.READ:
            return [mine]
        return [
            link
            for link in self.store.links(mine.ledger)
            if link.id == mine.id
            or link.role == access.READ
            or (mine.role == access.TABLE and link.role == access.SEAT and not link.is_opened)
        ]

    def take_link(self, link: Link) -> None:
        """Note that a link is used; an opened seat link is not handed on any more.

        A read-only store notes nothing and answers all the same.
        """
        if not link.is_opened:
            with suppress(Unavailable):
                self.store.mark_opened(link.id)
                self._known.pop(link.token, None)

    def read_history(
        self, table: GameView, since: int = 0, most: int = ALL
    ) -> list[dict[str, Any]]:
        """Return the operations after version ``since``, the oldest first, ``most`` at most."""
        operations = self.store.operations(table.link.ledger, since, most)
        story = reveal_game(table).story
        if operations and operations[-1].seq > table.version:
            story = self.replays.bring_up_to_date(self.store, self.store.game(table.link.ledger))[
                1
            ].story
        return [show_operation(operation, table.privacy, story) for operation in operations]

    def append(
        self,
        table: GameView,
        entry: Any,
        *,
        version: int,
        key: str,
        stands: bool = False,
        note: str | None = None,
        agreed: Sequence[str] = (),
        reads_first: bool = False,
        goes_on: bool = False,
    ) -> Outcome:
        """Append an entry to the game.

        version: the version that the sender has seen. key: chosen by the sender, new for every
        entry and the same when it sends that entry again. stands: keep an entry that takes no
        effect by the rules, with the ruling that lets it stand. note, agreed: of that ruling.
        reads_first: refuse an entry that lacks a figure on a component, so that the table is asked
        to read it. goes_on: the tap that made the entry before makes this one, too. Raises
        Unreadable, Forbidden, KeyReused.
        """

        number = len(reveal_game(table).entries) + 1
        ruling = [make_ruling(number, True, note, agreed)] if stands else []
        check_entries(table, [entry, *ruling], number)
        access.require_entry(table.link, entry, stands)
        judge = partial(
            judge_entry,
            entry=entry,
            stands=stands,
            note=note,
            agreed=agreed,
            reads_first=reads_first,
            goes_on=goes_on,
        )
        send = Send(APPEND, {"entries": [entry]}, key, version, entry=entry)
        return self.write(table, send, judge)

    def append_checks(
        self, table: GameView, entries: Sequence[Any], *, version: int, key: str
    ) -> Outcome:
        """Append several checks of the board as one operation.

        Raises Unreadable (also for another verb), Forbidden, KeyReused.
        """
        first = len(reveal_game(table).entries) + 1
        check_entries(table, entries, first)
        for number, entry in enumerate(entries, start=first):
            access.require_entry(table.link, entry, False)
            if entry["do"] != CHECK:
                message = _("only checks are entered together")
                raise Unreadable(message, key="do", entry=number)
        send = Send(APPEND, {"entries": list(entries)}, key, version)
        return self.write(table, send, partial(_judge_checks, body=send.body))

    def list_doubts(self, row: GameRow) -> list[str]:
        """Return where a game as listed differs from its log, replayed from the start."""
        operations = self.store.operations(row.id)
        numbers = [operation.seq for operation in operations]
        if numbers != list(range(1, row.version + 1)):
            return [f"version {row.version}, but the log holds {numbers}"]
        try:
            played = RecordedGame.start(row.header).play_operations(operations)
            load(played.replay.record.document)
        except Unreadable as problem:
            return [str(problem)]
        kept, found = (row.entries, row.over), (len(played.lines), played.over)
        return [] if kept == found else [f"listed as {kept}, replayed as {found}"]

    def write(
        self,
        table: GameView,
        send: Send,
        judge: Callable[[GameView], JudgedOperation | Refused[GameView]] | None = None,
    ) -> Outcome:
        """Write one operation to a game. There is no other way to write to one.

        In this order: a repeated send gets its first answer; a send that others have overtaken is
        stale, or counts once where it says the same; it is judged on the game of now, stored and
        told. If another writer is quicker, it begins again with the game as it is then.

        judge: judges the operation on a table, or refuses it; its exceptions are passed on. None:
        nothing contradicts it. Raises KeyReused, Outrun.
        """
        link = table.link
        for _try in range(TRIES):
            sent = self.store.find_sent(link.ledger, send.key)
            if sent is not None:
                same = sent.op == send.op and _is_same_body(send.op, sent.body, send.body)
                if sent.link != link.id or not same:
                    raise KeyReused
                return _repeat_answer(table, sent.answer)
            if send.version is not None and send.version != table.version:
                overtaken = self._find_overtaken(table, send, send.version)
                if overtaken is not None:
                    return overtaken
            judged = (judge or send.judge)(table)
            if isinstance(judged, Refused):
                return judged
            played, version = judged.played, table.version + 1
            row = replace(
                reveal_row(table), version=version, entries=len(played.lines), over=played.over
            )
            now = view_state(table, played, row)
            verdict = judged.describe_verdict(table, ENGLISH)  # as it is stored
            kept = told = Appended(version, judged.numbers, verdict, now=now)
            if verdict and table.reader is not ENGLISH:
                verdict = judged.describe_verdict(table, table.reader)
                told = replace(kept, verdict=verdict)
            written = SentOperation(send.key, send.op, judged.body, link.id, kept.to_json())
            held = {"entries": row.entries, "over": row.over}
            try:
                self.store.append(link.ledger, table.version, written, **held)
            except Overtaken:
                table = self.open(link.token, asked=table.asked)
                continue
            self.replays.keep_replay(row, played)
            self._told(now, table)
            return told
        raise Outrun

    def _find_overtaken(
        self, table: GameView, send: Send, version: int
    ) -> Repeated[GameView] | Stale[GameView] | None:
        """Return why a send on another version is not judged; None if it stays as it was meant."""
        steps = self.read_history(table, since=version)
        unseen = [  # steps that concern entries
            step
            for step in steps
            if step["op"] not in ASIDE and (step["op"] != ACCEPT or "does" in step)
        ]
        made = _find_made_elsewhere(send, unseen)
        if made is not None:
            return _repeat_answer(table, made, elsewhere=True)
        if steps and all(_is_compatible(table, send, step) for step in unseen):
            return None
        now = self.view_game(table.link, asked=table.asked)
        return Stale(now.version, tuple(steps), now=now)


def _is_same_body(op: str, kept: Mapping[str, Any], sent: Mapping[str, Any]) -> bool:
    """Return whether a stored body came of a sent one: judging may have added to it."""
    if op == PROPOSE:
        same = (kept["op"], kept.get("note")) == (sent["op"], sent.get("note"))
        return same and _is_same_body(sent["op"], kept["body"], sent["body"])
    if op == APPEND:
        entries, own = kept["entries"], sent["entries"]
        added = all(entry["do"] == RULE for entry in entries[len(own) :])
        return kept.get("note") == sent.get("note") and added and entries[: len(own)] == own
    return all(kept.get(name) == value for name, value in sent.items())


def _repeat_answer(
    table: GameView, answer: Mapping[str, Any], elsewhere: bool = False
) -> Repeated[GameView]:
    """Return the answer of a send that arrived before, in the reader's language.

    The stored verdict is English. Where the entry has another one by now it stays as it was given.
    """
    kept = answer.get("verdict")
    if (
        kept
        and table.reader is not ENGLISH
        and kept["entry"] <= len(reveal_game(table).replay.verdicts)
    ):
        number = kept["entry"]
        if table.verdicts(number, number, ENGLISH)[0] == kept:
            answer = {**answer, "verdict": table.verdict(number)}
    return Repeated(answer, elsewhere, now=table)


def _find_made_elsewhere(send: Send, steps: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Return the answer to the phone that made the same entry first, None if none did.

    steps: unseen by the sender. After any other operation than entries it may be gone again.
    """
    if send.entry is None or any(step["op"] != APPEND for step in steps):
        return None
    for step in steps:
        if step["entries"][0] == send.entry:
            answer = {"version": step["version"], "entries": list(step["numbers"])}
            return answer | ({"verdict": step["verdict"]} if "verdict" in step else {})
    return None


def _is_compatible(table: GameView, send: Send, step: Mapping[str, Any]) -> bool:
    """Return whether an unseen step leaves a sent operation as it was meant.

    Other players may have entered it at the same time as the player of the sent entry.
    """
    if step["op"] != APPEND or send.entry is None:
        return step["op"] == APPEND and send.beside
    by_phase = games.find_secrets(table.row.header["game"]).SECRETS.get("together", {})
    verbs = by_phase.get(reveal_game(table).position.get("phase", ""), ())
    return send.entry["do"] in verbs and all(
        one["do"] in verbs and one.get("by") != send.entry.get("by") for one in step["entries"]
    )


def judge_entry(
    table: GameView,
    entry: Entry,
    stands: bool,
    note: str | None,
    agreed: Sequence[str],
    reads_first: bool = False,
    goes_on: bool = False,
) -> JudgedOperation | Refused[GameView]:
    """Judge an entry without storing it; see ``Tables.append``.

    The entry is readable. Raises Unreadable where the record is full.
    """
    number = len(reveal_game(table).entries) + 1
    check_entry_count(number + stands, number)
    entries: list[Entry] = [entry]
    body = {"entries": entries} | ({GOES_ON: True} if goes_on else {})
    played = try_operation(table, APPEND, body)
    verdict = played.replay.verdicts[-1]
    if reads_first and isinstance(verdict, Unclear) and verdict.reads:
        return Refused(table.version, number, verdict, now=table)
    if not verdict.is_applied:
        if not stands:
            verdict = find_known_refusal(table, entry, verdict)
            verdict = suggestions.explain_refusal(
                verdict, entry, table.find_moment(reveal_game(table).replay.state)
            )
            return Refused(table.version, number, verdict, now=table)
        entries.append(make_ruling(number, True, note, agreed))
        played = try_operation(table, APPEND, body)
        verdict = suggestions.explain_refusal(
            played.replay.verdicts[-2], entry, table.find_moment(reveal_game(table).replay.state)
        )
    return JudgedOperation(
        body, played, numbers=tuple(range(number, number + len(entries))), verdict=(number, verdict)
    )


def _judge_checks(table: GameView, body: Mapping[str, Any]) -> JudgedOperation:
    """Judge several checks of the board without storing them. Raises Unreadable."""
    first = len(reveal_game(table).entries) + 1
    numbers = tuple(range(first, first + len(body["entries"])))
    if not numbers:
        raise Unreadable(_("there has to be at least one check"), entry=first)
    check_entry_count(numbers[-1], first)
    return JudgedOperation(body, try_operation(table, APPEND, body), numbers)


def check_entry_count(last: int, number: int) -> None:
    """Check that a record may hold an entry of number ``last``. Raises Unreadable."""
    if last > MAX_ENTRIES:
        message = _("a record holds at most %(most)s entries", most=MAX_ENTRIES)
        raise Unreadable(message, entry=number)


def check_entries(table: GameView, entries: Sequence[Any], first: int) -> None:
    """Check the form of sent entries, before versions, links or rules are looked at.

    So later readers always find entries, even if the game has gone on meanwhile. first: the future
    number of the first one. Raises Unreadable.
    """
    for number, entry in enumerate(entries, start=first):
        check_entry_form(table, entry, number)


def check_entry_form(table: GameView, entry: Any, number: int) -> None:
    """Check the form of an entry that is to be number ``number``. Raises Unreadable."""
    record = reveal_game(table).replay.record
    game = games.find(record.game)
    check_entry(game, record.players, entry, number, game.vocabulary(record.document))


def make_ruling(
    number: int, stands: bool, note: str | None = None, agreed: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the ruling on entry ``number``, with its note and the agreeing players."""
    ruling: dict[str, Any] = {"do": RULE, "entry": number, "stands": stands}
    if agreed:
        ruling["agreed"] = list(agreed)
    return ruling | ({"note": note} if note else {})


def try_operation(table: GameView, op: str, body: Mapping[str, Any]) -> RecordedGame:
    """Return the game as it would be after one more operation; nothing is stored."""
    operation = Operation(table.version + 1, op, body, table.link.role, table.link.seat, "", {})
    return reveal_game(table).play_operations([operation])


def show_operation(operation: Operation, privacy: Privacy, story: Story) -> dict[str, Any]:
    """Return an operation for the history; ``story`` goes at least as far."""
    answer: dict[str, Any] = {
        "version": operation.seq,
        "op": operation.op,
        "role": operation.role,
        "seat": operation.seat,
        "at": operation.at,
    }
    body = operation.body
    if "entries" in operation.answer:
        answer["numbers"] = operation.answer["entries"]
    does = effective_operation(operation)
    if does is not operation:
        answer["does"] = {"op": does.op} | _show_change(does, privacy, story)
    else:
        # Of a correction the body says where it is made; when it was made is said above.
        answer = {**_show_change(operation, privacy, story), **answer}
    if operation.op == PROPOSE:
        meant = replace(operation, op=body["op"], body=body["body"])
        answer["does"] = {"op": meant.op} | _show_body(meant, privacy)
    if operation.op == TELL:
        answer["what"] = body["what"]
        path = body["path"].split(".")
        if privacy.may_see("record", path):
            answer["value"] = body["value"]
    if operation.op == REPLACE_LINK:
        answer["link"] = dict(body)
    if operation.op == CLOCK:
        answer["clock"] = body["state"]
    if operation.op == ASSENT:
        answer["assent"] = body["of"]
    for key in ("proposal", "agreed", "note"):
        if key in body:
            answer[key] = body[key]
    return answer


def describe_proposal(table: GameView, proposal: Proposal) -> dict[str, Any]:
    """Return the operation and the entries of a proposal, as this link may see them."""
    meant = Operation(proposal.number, proposal.op, proposal.current_body, "", None, "", {})
    return {"op": proposal.op} | _show_body(meant, table.privacy)


def _show_change(operation: Operation, privacy: Privacy, story: Story) -> dict[str, Any]:
    """Return the effect of an operation on the line: new entries, old entries, verdict."""
    answer = _show_body(operation, privacy)
    if "verdict" in operation.answer:
        first = operation.body["entries"][0]
        answer["verdict"] = privacy.show_verdict(first, operation.answer["verdict"])
    if operation.op == CORRECT:
        answer["before"] = [
            privacy.show_entry(entry) for entry in replaced_entries(story, operation)
        ]
    return answer


def _show_body(operation: Operation, privacy: Privacy) -> dict[str, Any]:
    """Return the body of an operation that changes the line of entries."""
    body = operation.body
    answer: dict[str, Any] = {
        key: body[key] for key in ("count", "steps", "taps", "to") if key in body
    }
    if operation.op == CORRECT:
        answer["at"] = body["at"]
        answer["remove"] = body["remove"]
    if "entries" in body and operation.op != RETURN:
        answer["entries"] = [privacy.show_entry(entry) for entry in body["entries"]]
    return answer
