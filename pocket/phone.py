"""Puts the application together for one phone, and answers the pages' requests.

Only this module knows that there is no server: no threads, no other phones, no limits; the browser
prints and draws; the store lies in the folder that the browser keeps (web/disk.js).
"""

from __future__ import annotations

import io
import json
import os
import random
import re
import secrets
import sqlite3
import sys
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from http.cookies import SimpleCookie
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import unquote_to_bytes, urlencode

from flask import Flask, Request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature
from jinja2 import Environment, FileSystemBytecodeCache, TemplateSyntaxError

from adjudicator import games
from exports import pdf
from exports.templates import templates
from pocket import keeping
from pocket.browser import Browser
from recorder import create_app
from recorder.pages import presenter
from recorder.pages.shared.parts import MARKS
from recorder.serving.platform import Outfit
from recorder.store.memory import freeze_memory
from recorder.web.context import let_go
from recorder.web.request_values import FROM, PAGE

DISK = Path("/disk")
"""The folder that outlives the browser."""

STORE = "recorder.db"

APP = "app"
"""Where the application lies below the folder of the static files."""


PHONE = Outfit(
    reached=False,
    aside=lambda work: work(),
    adds=(keeping.init_app,),
    offers=keeping.OFFERS,
    policy={"frame-ancestors": "'self'"},
    remembers=5000,
    remembers_leagues=100,
)
"""The parts of the application on a phone; its pages stand in a frame (web/shell.js), and all
games of its store are its own: a jar is larger than a browser's cookies."""

SETTINGS: Mapping[str, Any] = {
    "RATELIMIT_ENABLED": False,
    "METRICS": False,
    "LIVE_STREAMS": 0,
    "LOG": "text",
    "WTF_CSRF_TIME_LIMIT": None,
    "MAX_CONTENT_LENGTH": 256 * 1024 * 1024,
    "MAX_COOKIE_SIZE": 0,
    "REPLAYS_MB": 32,
}
"""Settings other than a server's: nobody else sends anything, clocks are set back, and memory is
short."""


class Lasting(SecureCookieSessionInterface):
    """A session that no clock ends: a phone's may be set back, or a year ahead."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return the kept session, however old; a new one where none is readable."""
        serializer = self.get_signing_serializer(app)
        kept = request.cookies.get(self.get_cookie_name(app))
        if serializer is None or not kept:
            return self.session_class()
        try:
            return self.session_class(serializer.loads(kept))
        except BadSignature:
            return self.session_class()


class Jar:
    """The browser's storage for pages that no server sends: cookies, and the key that signs them.

    Two files take turns, each with its number and checksum: one of them is always whole, even if
    the browser is killed.
    """

    def __init__(self, folder: Path) -> None:
        self._files = [folder / "jar.0", folder / "jar.1"]
        newest = max((self._read(file) for file in self._files), key=lambda one: one["number"])
        self.number: int = newest["number"]
        self.cookies: dict[str, str] = newest["cookies"]
        self.secret: str = newest["secret"] or secrets.token_urlsafe(48)
        self._waits = False

    @property
    def new(self) -> bool:
        """Whether nothing was ever kept in it, or nothing of it is left."""
        return self.number == 0

    @staticmethod
    def _read(file: Path) -> dict[str, Any]:
        try:
            check, _, text = file.read_bytes().partition(b" ")
            if int(check) == zlib.crc32(text):
                kept: dict[str, Any] = json.loads(text)
                return kept
        except (OSError, ValueError):
            pass
        return {"number": 0, "cookies": {}, "secret": ""}

    def header(self) -> str:
        """Return the cookies as a browser sends them."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def take(self, header: str) -> None:
        """Write an answer's cookies to disk. Where that is full, try again with the next answer."""
        before = dict(self.cookies)
        for name, cookie in SimpleCookie(header).items():
            if cookie["max-age"] == "0" or not cookie.value:
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = cookie.value
        self._waits = self._waits or self.cookies != before
        if self._waits:
            with suppress(OSError):
                self.keep()

    def keep(self) -> None:
        """Write all of it, on disk. Raises OSError."""
        told = {"number": self.number + 1, "cookies": self.cookies, "secret": self.secret}
        text = json.dumps(told).encode()
        with open(self._files[self.number % 2], "wb") as file:
            file.write(b"%d %s" % (zlib.crc32(text), text))
            file.flush()
            os.fsync(file.fileno())
        self.number += 1
        self._waits = False


class Phone:
    """The application, with the parts of a server that it needs to be asked."""

    def __init__(self, make: Callable[[], Flask], jar: Jar, told: Mapping[str, Any]) -> None:
        self._make = make
        self._app = make()
        self._jar = jar
        scheme, _, host = str(told["origin"]).partition("://")
        name, _, port = host.partition(":")
        self._about = {
            "SCRIPT_NAME": str(told["scope"]) + APP,
            "SERVER_NAME": name,
            "SERVER_PORT": port or {"https": "443"}.get(scheme, "80"),
            "HTTP_HOST": host,
            "HTTP_ACCEPT_LANGUAGE": ",".join(told["languages"]),
            "REMOTE_ADDR": "127.0.0.1",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": scheme,
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }

    def ready(self) -> None:
        """Make the store ready, and know all its games where the browser knows none any more.

        Raises the exceptions of opening the store: then the application does not start.
        """
        with self._app.app_context():
            keeping.make_ready()
        if self._jar.new:
            self._know_all()
            with suppress(OSError):  # a full disk: the games can still be read and saved
                self._jar.keep()

    def _know_all(self) -> None:
        with self._app.request_context(self._environ("GET", "/", "", [], b"")):
            keeping.know_all()
            session.permanent = True
            answer = self._app.make_response("")
            self._app.session_interface.save_session(self._app, session, answer)
        for cookie in answer.headers.getlist("Set-Cookie"):
            self._jar.take(cookie)

    def end(self) -> None:
        """Let go of the store."""
        let_go(self._app.extensions["held_open"], os.getpid())

    def _environ(
        self, method: str, path: str, query: str, headers: Sequence[Sequence[str]], content: bytes
    ) -> dict[str, Any]:
        environ: dict[str, Any] = {
            **self._about,
            "REQUEST_METHOD": method,
            "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
            "QUERY_STRING": query,
            "CONTENT_LENGTH": str(len(content)),
            "wsgi.input": io.BytesIO(content),
        }
        for name, value in headers:
            key = name.upper().replace("-", "_")
            if key == "CONTENT_TYPE":
                environ[key] = value
            elif key not in ("CONTENT_LENGTH", "COOKIE", "HOST", "ACCEPT_LANGUAGE"):
                environ[f"HTTP_{key}"] = value
        return environ | {"HTTP_COOKIE": self._jar.header()}

    def answer(
        self, method: str, path: str, query: str, headers: Sequence[Sequence[str]], body: Any
    ) -> tuple[int, list[list[str]], bytes]:
        """Return status, headers and body of the answer to a request.

        path: below the application's own, as it stands in the address. body: bytes, or a buffer
        of the browser's. It returns when all that the answer says is on disk.
        """
        content = body if isinstance(body, bytes) else body.to_bytes()
        environ = self._environ(method, path, query, headers, content)
        begun: list[Any] = []

        def start(status: str, sent: list[tuple[str, str]], _wrong: Any = None) -> Any:
            begun[:] = [int(status[:3]), sent]
            return lambda _: None

        chunks = self._app.wsgi_app(environ, start)
        try:
            whole = b"".join(chunks)
        finally:
            if hasattr(chunks, "close"):
                chunks.close()
        status, sent = begun
        for name, value in sent:
            if name.lower() == "set-cookie":
                self._jar.take(value)
        if self._app.extensions.pop(keeping.RENEW, False):
            self._app = self._make()  # caches of another store go with it
        kept = [[name, value] for name, value in sent if name.lower() != "set-cookie"]
        return status, kept, whole


def make_application(told: Mapping[str, Any], folder: Path = DISK) -> Phone:
    """Return the application on this phone; its store is not touched yet.

    told: ``scope``, the path below which all of it lies; ``origin``; ``languages``, as the browser
    names them.
    """
    jar = Jar(folder)
    pdf.use_maker(Browser())
    own = {"DATABASE": str(folder / STORE), "SECRET_KEY": jar.secret}

    def make() -> Flask:
        app = _prepared.pop() if _prepared else _assemble_application()
        app.config.update(own)
        return app

    return Phone(make, jar, told)


def _assemble_application() -> Flask:
    """Return an application that is nobody's yet: it has no store and no key."""
    app = create_app({**SETTINGS, "SECRET_KEY": NOBODY}, PHONE)
    app.session_interface = Lasting()
    if WARM.is_dir():  # not where nobody has built
        _warm(app)
    return app


NOBODY = "nobody"
"""The key of an application that answers nobody yet."""

_prepared: list[Flask] = []
"""The application that ``prepare_start`` has made, until it is taken."""


def prepare_start(told: Mapping[str, Any]) -> None:
    """Do all of a start that comes before anything of this phone's own.

    The browser keeps the memory as it is then, and the next starts begin with it (web/engine.js):
    so nothing in it may be the phone's, nor open, nor depend on when or where it is. told: as at
    ``make_application``. A store that is thrown away answers the first pages and entries.
    """
    with TemporaryDirectory() as folder:
        _try_out(make_application(told, Path(folder)))
    app = _assemble_application()
    for name in TEMPLATES:
        app.jinja_env.get_template(name)
    _prepared.append(app)
    freeze_memory()


def _try_out(own: Phone) -> None:
    """Ask for the pages that people begin with, and enter a move into a sample of each game."""
    own.ready()
    for game in games.list_games():
        own.answer("GET", f"/new/{game}", "", [], b"")
        document = json.loads(presenter.list_samples(game)["sample"].read_bytes())
        *before, entry = document["entries"]
        sample = json.dumps({**document, "entries": before}).encode()
        _, _, body = own.answer("POST", "/api/v1/records", "", [JSON], sample)
        links = json.loads(body)["links"]
        path = "/t/" + next(link["token"] for link in links if link["role"] == "table")
        _, _, page = own.answer("GET", path, "", [], b"")
        fields = re.findall(rb'name="(csrf_token|version|key)" value="([^"]+)"', page)
        entered = urlencode([*fields, ("entry", json.dumps(entry))]).encode()
        has = b" ".join(b"%s:%s" % each for each in PART.findall(page)).decode()
        by_script = [(FROM, PAGE), (MARKS, has)]
        own.answer("POST", f"{path}/entries", "", [FORM, *by_script], entered)
    own.answer("GET", "/", "", [], b"")
    own.end()


JSON = ("Content-Type", "application/json")
FORM = ("Content-Type", "application/x-www-form-urlencoded")
"""The header of a sent form."""

PART = re.compile(rb"<!--part (\S+) (\S+)-->")
"""A part in the page's list of parts (static/parts.js)."""

TEMPLATES = ("home.html", "play.html", "play_body.html", "new.html")
"""Templates of the first pages that people see."""


WARM = Path(__file__).resolve().parent / "compiled"
"""Where the templates stand, compiled."""


SHEETS = re.compile(r"(sheet|dispute)\.html$|league/print/")
"""The templates of printed pages (``exports.templates``)."""


def _warm(app: Flask) -> list[Environment]:
    """Let templates be found compiled, of pages and of sheets; return the two environments."""
    environments = [app.jinja_env, templates()]
    for name, environment in zip(("pages", "sheets"), environments, strict=True):
        environment.bytecode_cache = FileSystemBytecodeCache(str(WARM), f"{name}-%s")
    return environments


def warm() -> list[tuple[str, bytes]]:
    """Compile all templates, for the builder of the files; return them by their paths."""
    WARM.mkdir(parents=True, exist_ok=True)
    app = create_app({**SETTINGS, "DATABASE": "/tmp/warm.db", "SECRET_KEY": "warm"}, PHONE)
    for environment in _warm(app):
        for name in environment.list_templates(extensions=["html"]):
            if environment is not app.jinja_env and not SHEETS.match(name):
                continue
            with suppress(TemplateSyntaxError):  # it belongs to the other ones
                environment.get_template(name)
    root = WARM.parent.parent
    return [(path.relative_to(root).as_posix(), path.read_bytes()) for path in WARM.iterdir()]


def begin(told: Any, tell: Callable[[float], None]) -> Phone:
    """Return the application, for web/engine.js. tell: called with the progress of the start.

    Before a new version takes the store over, the log beside it is merged into it, so that the copy
    made then is whole.
    """
    told = told.to_py() if hasattr(told, "to_py") else told
    # Chance is another one at each start, though the memory is the same. SQLite's own cannot be
    # begun anew: some of its numbers are passed over.
    random.seed()
    passed = sqlite3.connect(":memory:")
    passed.execute("SELECT length(randomblob(?))", [1 + secrets.randbelow(1 << 16)]).fetchone()
    passed.close()
    phone = make_application(told)
    tell(0.9)
    if told["upgrade"] and (DISK / STORE).exists():
        keeping.settle_store(DISK / STORE)
    return phone
