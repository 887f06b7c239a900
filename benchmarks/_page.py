"""A phone's side of a game page: requests for a tap and a look, and the state of the page."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

Entry = Mapping[str, Any]

HEADERS = {"Accept": "*/*", "Accept-Language": "en"}
PACKED = {"Accept-Encoding": "gzip, deflate"}
"""Over plain http a browser offers no other compression."""

_CSRF = re.compile(r'name="csrf" content="([^"]*)"')
_VERSION = re.compile(r'data-version="(\d+)"')
_PART = re.compile(r"<!--part (\S+) (\S+?)-->")
_SHOWN = re.compile(r'name="shown" value="([^"]*)"')


_SHEETS = {"take_guest": "reveal"}
"""The sheets in which entries are made, by their verbs; every space of dice has its own."""


def decompress_text(body: bytes) -> str:
    """Return an answer's text, however it travelled."""
    return (gzip.decompress(body) if body.startswith(b"\x1f\x8b") else body).decode()


@dataclass
class Page:
    """The page of a game on a phone. token: of the link that it was opened with.

    cookie: the browser's, as a header, where the client keeps none itself. parts: the marks of the
    parts that it has. closed: the sheets that have changed since the page got them.
    """

    token: str
    version: int = 0
    shown: str = ""
    csrf: str = ""
    cookie: str = ""
    parts: dict[str, str] = field(default_factory=dict)
    closed: set[str] = field(default_factory=set)

    @property
    def place(self) -> str:
        """The page's address."""
        return f"/t/{self.token}"

    @property
    def _build_headers(self) -> dict[str, str]:
        return self._having()

    def _having(self, opens: str = "") -> dict[str, str]:
        cookie = {"Cookie": self.cookie} if self.cookie else {}
        marks = self.parts | ({opens: "open"} if opens else {})
        has = " ".join(f"{name}:{mark}" for name, mark in marks.items())
        return HEADERS | PACKED | cookie | {"X-From": "page", "X-Parts": has}

    def opens(self) -> dict[str, str]:
        """Return the headers with which the whole page is asked for, not compressed."""
        return HEADERS | ({"Cookie": self.cookie} if self.cookie else {})

    def look(self) -> tuple[str, dict[str, str]]:
        """Return address and headers of a request for news."""
        asked = {"since": str(self.version)} | ({"shown": self.shown} if self.shown else {})
        return f"{self.place}?{urlencode(asked)}", self._build_headers

    def sheet(self, entry: Entry) -> tuple[str, dict[str, str]] | None:
        """Return address and headers that bring the sheet in which an entry is made.

        None where it needs none, or the page has it.
        """
        do = entry["do"]
        name = f"take-{entry['die']}" if do == "take_die" else _SHEETS.get(do, "")
        if name not in self.closed:
            return None
        asked = f"?{urlencode({'shown': self.shown})}" if self.shown else ""
        return f"{self.place}{asked}", self._having(opens=name)

    def tap(self, entry: Entry, key: str) -> tuple[str, dict[str, str], bytes]:
        """Return address, headers and body of an entry.

        It is sent as by the button that records an entry against the rules.
        """
        fields = {"ruling": json.dumps(entry), "version": str(self.version), "key": key}
        if self.shown:
            fields["shown"] = self.shown
        kind = "application/x-www-form-urlencoded"
        headers = self._build_headers | {"X-CSRFToken": self.csrf, "Content-Type": kind}
        return f"{self.place}/entries", headers, urlencode(fields).encode()

    def takes(self, text: str) -> None:
        """Take over the state of an answer. Raises ValueError unless it is the page of a game."""
        if text.startswith("{"):
            return self._takes(json.loads(text))
        number = _VERSION.search(text)
        if number is None:
            raise ValueError(text[:300])
        self.version = int(number[1])
        shown, csrf = _SHOWN.search(text), _CSRF.search(text)
        self.shown = shown[1] if shown else ""
        self.parts = dict(_PART.findall(text))
        if csrf:
            self.csrf = csrf[1]

    def _takes(self, said: Mapping[str, Any]) -> None:
        """Put in the parts that an answer brought."""
        if "parts" not in said or said["asks"]:
            raise ValueError(said)
        self.version, self.shown = said["version"], said["shown"]
        for name, (mark, text) in said["parts"].items():
            self.parts[name] = mark
            (self.closed.add if text is None else self.closed.discard)(name)
