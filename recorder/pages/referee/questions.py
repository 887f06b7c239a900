"""A question to the referee as text that fits into a link: nothing is stored, nothing expires.

A question is a record and the editions that are asked. In a link it is JSON, deflated with the
words that every record holds, in base64 for addresses. Opening the link gives the same answer.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.messages import M
from adjudicator.reading import decode_json, load
from adjudicator.record import RULE, Record, Unreadable
from adjudicator.replay import Replay
from recorder.languages.speech import gettext as _

MOST = 400_000
"""Characters of a question's JSON; a game of 500 entries has 30,000."""

LONGEST = 60_000
"""Characters of a link; browsers and the server take more, people's mail does not."""

MOST_ENTRIES = 1000
"""Entries of a question: three times the longest game, and every edition plays them through."""

MOST_EDITIONS = 12
"""Editions that a question names, each once; no game has half as many."""

_FREQUENT = (
    b'"name":"","colour":"","setup":{"hands":{"boards":{"extra_action","fill_order","copy_staff",'
    b'"adjust","check","penalty","remove_room","reroll","pass","claim","use_staff","occupy",'
    b'"decline","what":"prepare","serve","place":{"gain":{"krones":1,"emperor":1},"check_in",'
    b'"take_guest","guest":63,"reveal":88},"play_staff","staff":24},"take_die","die":2,"roll",'
    b'"dice":[2,1,3,2,1,1]},"done"},"prepare","room":"1-1"},{"by":"a","do":"'
    b'"editions":["2015-ru","2015-fr","2015-ko","2022"],"options":{"rulings":{}},"record":1,'
    b'"position":{"round":1,"turn_of":"a","die_taken":false,"guest_taken":false,"taken":{"a":0,'
    b'"passed":[],"queue":[],"politics":["claims":{"first_player":"a","phase":"turn","open":[],'
    b'"paid_groups":{"discards":[],"players":{"a":{"krones":10,"emperor":0,"vp":0,"kitchen":'
    b'{"strudel":1,"cake":1,"wine":1,"coffee":1,"champagne":0},"rooms":{"1-1":"occupied",'
    b'"1-2":"vacant","cafe":[{"guest":50,"served":{"staff":[],"hand":6},"entries":[]'
)
"""A dictionary for the compression. It must never change: old links are read with it."""


@dataclass(frozen=True)
class MoveQuestion:
    """A record whose last entry is the move in question (or, without entries, a position).

    editions: to ask; none asks all.
    """

    document: Mapping[str, Any]
    editions: Sequence[str] = ()

    @property
    def record(self) -> Record:
        """The record, checked. Raises Unreadable."""
        return load(dict(self.document))

    def replay(self) -> Replay:
        """Return the record played through. Raises Unreadable for a start that cannot be."""
        return Replay(self.record)

    def before(self) -> MoveQuestion:
        """Return the question without its last entry: the position that the move met."""
        return self.having(self.document["entries"][:-1])

    def having(self, entries: Sequence[Mapping[str, Any]]) -> MoveQuestion:
        """Return the question with other entries."""
        return MoveQuestion({**self.document, "entries": list(entries)}, self.editions)

    def text(self) -> str:
        """Return the question as it stands in a link. Raises Unreadable where it is too long."""
        if len(self.document.get("entries", ())) > MOST_ENTRIES:
            raise _long_question()
        return pack_link({"record": self.document, "editions": list(self.editions)})


def pack_link(body: Mapping[str, Any]) -> str:
    """Return JSON as it stands in a link. Raises Unreadable where it is too long."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_FREQUENT)
    told = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    packed = packer.compress(told.encode()) + packer.flush()
    text = base64.urlsafe_b64encode(packed).rstrip(b"=").decode()
    if len(told) > MOST or len(text) > LONGEST:
        raise _long_question()
    return text


def _long_question() -> Unreadable:
    return Unreadable(_("the question is too long for a link"), key="entries")


def unpack_link(text: str) -> Mapping[str, Any]:
    """Return the JSON that a link holds. Raises Unreadable for one that is damaged.

    A link longer than ours are is refused unread.
    """
    if len(text) > LONGEST:
        message = _("a question's link has at most %(most)s letters", most=LONGEST)
        raise Unreadable(message, key="q")
    try:
        packed = base64.urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
        unpacker = zlib.decompressobj(-15, zdict=_FREQUENT)
        told = unpacker.decompress(packed, MOST)
    except (UnicodeError, binascii.Error, ValueError, zlib.error):
        raise _damaged_link() from None
    if not unpacker.eof or unpacker.unconsumed_tail:
        raise _damaged_link()
    body = decode_json(told)
    if not isinstance(body, dict):
        raise _damaged_link()
    return body


def _damaged_link() -> Unreadable:
    return Unreadable(_("this link is incomplete or damaged"), key="q")


def read_question(text: str) -> MoveQuestion:
    """Return the question that a link holds.

    Raises Unreadable for one that is damaged, and for one that asks for too much work.
    """
    body = unpack_link(text)
    editions = body.get("editions", [])
    if not isinstance(body.get("record"), dict) or not isinstance(editions, list):
        raise _damaged_link()
    if not all(isinstance(one, str) for one in editions):
        raise _damaged_link()
    if len(editions) > MOST_EDITIONS or len(set(editions)) < len(editions):
        raise Unreadable(_("a question asks each edition once"), key="editions")
    entries = body["record"].get("entries")
    if isinstance(entries, list) and len(entries) > MOST_ENTRIES:
        message = _("a question has at most %(most)s entries", most=MOST_ENTRIES)
        raise Unreadable(message, key="entries")
    return MoveQuestion(body["record"], tuple(editions))


LOOK_BACK = 40
"""Entries before the move among which a shorter start of the question is sought."""


def ask_about_entry(record: Record, number: int) -> MoveQuestion:
    """Return the question about one entry of a record, as short as possible.

    It starts from a position some entries before, if that position, read again, leads to the same
    position and offers: then no edition stumbles over entries of hours ago. Where no such position
    is near, the whole record up to the entry is the question. Raises Unreadable for a number that
    is not an entry's.
    """
    if not 1 <= number <= len(record.entries):
        raise Unreadable(M("answer.no-entry"), key="entries", entry=number)
    header = {
        key: value
        for key, value in record.document.items()
        if key not in ("setup", "position", "entries", "note")
    }
    entries = list(record.entries[:number])
    whole = Replay(record.with_entries(entries))
    if any(entry["do"] == RULE for entry in entries[-LOOK_BACK:]):
        return MoveQuestion(dict(record.document) | {"entries": entries})
    before = whole.state_after(number - 1)
    wanted = (before.position(), before.options(), whole.verdicts[-1].to_json())
    for start in range(number - 1, max(-1, number - 1 - LOOK_BACK), -1):
        position = whole.state_after(start).position()
        shorter = MoveQuestion({**header, "position": position, "entries": entries[start:]})
        if _answers(shorter, wanted):
            return shorter
    return MoveQuestion(dict(record.document) | {"entries": entries})


def ask_about_next_move(record: Record) -> MoveQuestion:
    """Return the question whose move is missing: the position after the last entry of a record."""
    if not record.entries:
        return MoveQuestion(dict(record.document))
    return ask_about_entry(record, len(record.entries))


def _answers(question: MoveQuestion, wanted: tuple[Any, Any, Any]) -> bool:
    """Return whether a question meets the same position, offers and verdict."""
    try:
        replay = question.replay()
    except Unreadable:
        return False
    before = replay.state_after(len(replay.record.entries) - 1)
    return (before.position(), before.options(), replay.verdicts[-1].to_json()) == wanted
