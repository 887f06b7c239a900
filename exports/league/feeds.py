"""Evenings as a calendar (iCalendar, RFC 5545), results as a feed (Atom, RFC 4287)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from xml.etree import ElementTree
from zoneinfo import ZoneInfo

CRLF = "\r\n"
ATOM = "http://www.w3.org/2005/Atom"

AUTHORITY = "hotel-ledger.invalid,2026"
"""The authority of names in a feed (RFC 4151): nobody's address, so none can change."""


def tag(*words: str) -> str:
    """Return the lasting name of a thing, independent of the link or machine it comes from."""
    return f"tag:{AUTHORITY}:{':'.join(words)}"


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """An evening. id: unique in the world. day: ISO date. time: HH:MM as the clock on the wall
    has it, or empty. changed: ISO 8601 in UTC."""

    id: str
    title: str
    day: str
    time: str
    place: str
    about: str
    address: str
    changed: str
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class FeedItem:
    """A result. id: as ``tag`` makes it. changed: ISO 8601 in UTC."""

    id: str
    title: str
    text: str
    address: str
    changed: str


def write_calendar(name: str, events: Sequence[CalendarEvent], zone: str = "") -> str:
    """Return evenings as a calendar; an evening without a time takes the whole day.

    zone: of the clock on the wall, such as ``Europe/Vienna``: every phone then shows its own time.
    Without a zone each reader takes a time as local, as a club's own wall has it.
    """
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Hotel Ledger//League//EN",
        "CALSCALE:GREGORIAN",
        f"X-WR-CALNAME:{_text(name)}",
        *([f"X-WR-TIMEZONE:{zone}"] if zone else []),
    ]
    for event in events:
        day = date.fromisoformat(event.day)
        begins = f"{day:%Y%m%d}T{event.time.replace(':', '')}00"  # by the reader's clock
        if zone and event.time:
            wall = datetime.fromisoformat(f"{event.day}T{event.time}")
            begins = f"{wall.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC):%Y%m%dT%H%M%S}Z"
        lines += [
            "BEGIN:VEVENT",
            f"UID:{event.id}",
            f"DTSTAMP:{event.changed[:19].replace('-', '').replace(':', '')}Z",
            *(
                [f"DTSTART:{begins}", "DURATION:PT4H"]
                if event.time
                else [
                    f"DTSTART;VALUE=DATE:{day:%Y%m%d}",
                    f"DTEND;VALUE=DATE:{day + timedelta(days=1):%Y%m%d}",
                ]
            ),
            f"SUMMARY:{_text(event.title)}",
            *(["STATUS:CANCELLED"] if event.cancelled else []),
            *([f"LOCATION:{_text(event.place)}"] if event.place else []),
            *([f"DESCRIPTION:{_text(event.about)}"] if event.about else []),
            f"URL:{event.address}",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return CRLF.join(_fold_calendar_line(line) for line in lines) + CRLF


def _text(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return escaped.replace("\r", "").replace("\n", "\\n")


def _fold_calendar_line(line: str) -> str:
    """Return a line broken so that none has more than 75 bytes; letters stay whole."""
    parts: list[str] = []
    current = ""
    for letter in line:
        if len((current + letter).encode()) > (75 if not parts else 74):
            parts.append(current)
            current = ""
        current += letter
    return f"{CRLF} ".join([*parts, current])


def atom(id: str, name: str, address: str, changed: str, items: Sequence[FeedItem]) -> bytes:
    """Return results as a feed. id: as ``tag`` makes it. address: of the feed itself."""
    ElementTree.register_namespace("", ATOM)
    feed = ElementTree.Element(f"{{{ATOM}}}feed")

    def add(parent: ElementTree.Element, tag: str, text: str = "", **attributes: str) -> None:
        own = ElementTree.SubElement(parent, f"{{{ATOM}}}{tag}", attributes)
        own.text = _plain(text) or None

    add(feed, "id", id)
    add(feed, "title", name)
    add(feed, "updated", changed)
    add(feed, "link", rel="self", href=address)
    author = ElementTree.SubElement(feed, f"{{{ATOM}}}author")
    add(author, "name", name)
    for item in items:
        entry = ElementTree.SubElement(feed, f"{{{ATOM}}}entry")
        add(entry, "id", item.id)
        add(entry, "title", item.title)
        add(entry, "updated", item.changed)
        add(entry, "link", href=item.address)
        add(entry, "summary", item.text)
    body: bytes = ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True)
    return body


def _plain(text: str) -> str:
    """Return a text without the characters that XML cannot hold."""
    return "".join(
        letter
        for letter in text
        if letter in "\t\n" or " " <= letter <= "\ud7ff" or "\ue000" <= letter != "\ufffe"
    ).replace("\uffff", "")
