"""Checks of a machine: the needs of the program, the missing ones, and how to mend them.

Every check is a function that returns a ``Checked``. None changes anything: one writes a temporary
file beside the store, one prints a page and throws it away.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from flask import Flask, render_template

from adjudicator.version import VERSION
from exports import pdf
from exports.font_letters import is_missing
from exports.places import TEMPLATES
from exports.worker_pool import PoolFull
from recorder.database import Failed, hide_password, on_server
from recorder.languages.speech import gettext as _
from recorder.store.migrations import OLDEST, SCHEMA
from recorder.store.store import Store

State = Literal["right", "look", "wrong"]

LEAST_ROOM = 200 * 1024 * 1024
"""Bytes that should be free beside the store: some 4,000 whole games."""

RELEASED = datetime(2026, 11, 1, tzinfo=UTC)
"""No clock that goes right shows an earlier day: this release is not older."""

PANGO = ("libpango-1.0.so.0", "libpangoft2-1.0.so.0")

FONTS = {"Latin, Cyrillic": "DejaVuSans.ttf", "Korean": "NanumGothic.ttf"}
"""Letters, and the font that a sheet has them from on Debian."""

PACKAGES = {
    "Latin, Cyrillic": ("ж", "fonts-dejavu-core"),
    "Korean": ("가", "fonts-nanum"),
    "Hebrew": ("ש", "fonts-dejavu-core"),
    "Arabic": ("م", "fonts-dejavu-core"),
    "Chinese, Japanese": ("語", "fonts-noto-cjk"),
    "Thai": ("ก", "fonts-thai-tlwg"),
    "Hindi": ("ह", "fonts-deva-extra"),
    "emoji": ("🎩", "fonts-noto-color-emoji"),
}
"""Letters of names, one of them, and the package of Debian that brings them."""

FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts")

APT = "apt-get install"


@dataclass(frozen=True)
class Checked:
    """The result of a check.

    what: its subject. state: ``right``; ``look``, where it may be meant so; ``wrong``. told: the
    facts. mend: how to mend it, where something is to be done.
    """

    what: str
    state: State
    told: str
    mend: str = ""


def examine(app: Flask) -> list[Checked]:
    """Return the results of all checks, in the order of the report."""
    return [check(app) for check in CHECKS]


def _check_program(_app: Flask) -> Checked:
    told = _("release %(version)s, schema %(number)s", version=VERSION, number=SCHEMA)
    if not (TEMPLATES / "base.html").is_file():
        mend = _("Install the program again: its pages are missing (%(path)s).", path=TEMPLATES)
        return Checked(_("Program"), "wrong", told, mend)
    return Checked(_("Program"), "right", told)


def _check_pages(app: Flask) -> Checked:
    try:
        with app.test_request_context("/about"):
            size = len(render_template("about.html", samples={}, key=""))
    except Exception as problem:  # whatever it is, it is said and the next check is made
        return Checked(_("Pages"), "wrong", f"{type(problem).__name__}: {problem}")
    return Checked(_("Pages"), "right", _("%(size)s bytes drawn", size=size))


def _check_pango(_app: Flask) -> Checked:
    for name in PANGO:
        try:
            ctypes.CDLL(name)
        except OSError:
            return Checked("Pango", "wrong", name, f"{APT} libpangoft2-1.0-0")
    return Checked("Pango", "right", PANGO[0])


def _check_fonts(_app: Flask) -> Checked:
    places = [Path(folder).expanduser() for folder in FOLDERS]
    missing = [
        letters
        for letters, name in FONTS.items()
        if not any(next(place.rglob(name), None) for place in places if place.is_dir())
    ]
    lacking = [one for one in PACKAGES if one in missing or is_missing(PACKAGES[one][0])]
    if not lacking:
        return Checked(_("Fonts"), "right", ", ".join(FONTS.values()))
    packages = dict.fromkeys(PACKAGES[one][1] for one in lacking)
    told = _("nothing for: %(letters)s", letters=", ".join(lacking))
    return Checked(_("Fonts"), "look" if missing else "right", told, f"{APT} {' '.join(packages)}")


def _check_printing(_app: Flask) -> Checked:
    with tempfile.NamedTemporaryFile("w", suffix=".css") as style:
        try:
            page = pdf.one_page(["<p>A, Ж, 가</p>"], Path(style.name))
        except (PoolFull, pdf.Unprintable, OSError) as problem:
            return Checked(_("Printing"), "wrong", str(problem), f"{APT} libpangoft2-1.0-0")
    return Checked(_("Printing"), "right", _("%(size)s bytes printed", size=len(page)))


def _check_store(app: Flask) -> Checked:
    place = app.config["DATABASE"]
    if not on_server(place) and not Path(place).exists():
        told = _("%(file)s is not there yet; the first game makes it", file=place)
        return Checked(_("Store"), "look", told)
    try:
        with closing(Store(place)) as store:
            store.check_readable()
            number = store.db.schema()
    except (Failed, RuntimeError) as problem:
        return Checked(
            _("Store"), "wrong", f"{hide_password(place)}: {problem}", "docs/operating.md"
        )
    told = _("%(file)s, schema %(number)s", file=hide_password(place), number=number)
    if number > SCHEMA:
        mend = _("A newer program wrote this store: install that release or a later one.")
        return Checked(_("Store"), "wrong", told, mend)
    if number < OLDEST:
        mend = _("Open it once with release 0.2.0, then with this one.")
        return Checked(_("Store"), "wrong", told, mend)
    return Checked(_("Store"), "right", told)


def _check_room(app: Flask) -> Checked:
    place = app.config["DATABASE"]
    if on_server(place):
        return Checked(_("Free space"), "look", _("on the database's own machine"))
    folder = Path(place).absolute().parent
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    told = _("%(size)s MB at %(path)s", size=free // 2**20, path=folder)
    if not os.access(folder, os.W_OK):
        mend = f"chown {os.environ.get('USER') or os.getuid()} {folder}"
        return Checked(_("Free space"), "wrong", _("%(path)s: not writable", path=folder), mend)
    return Checked(_("Free space"), "right" if free >= LEAST_ROOM else "wrong", told)


def _check_clock(_app: Flask) -> Checked:
    now = datetime.now(UTC)
    told = now.isoformat(timespec="seconds")
    if now < RELEASED:
        return Checked(_("Clock"), "wrong", told, "timedatectl set-ntp true")
    return Checked(_("Clock"), "right", told)


def _check_proxy(app: Flask) -> Checked:
    proxies = app.config["PROXIES"]
    secure = app.config["SESSION_COOKIE_SECURE"]
    told = f"PROXIES={proxies} SESSION_COOKIE_SECURE={int(secure)}"
    if secure and not proxies:
        mend = _("Behind a proxy set PROXIES=1; in a house without https leave both out.")
        return Checked(_("Proxy"), "look", told, mend)
    if proxies and not secure:
        mend = _("With https in front set SESSION_COOKIE_SECURE=1.")
        return Checked(_("Proxy"), "look", told, mend)
    return Checked(_("Proxy"), "right", told)


CHECKS: Sequence[Callable[[Flask], Checked]] = (
    lambda _app: Checked("Python", "right", f"{sys.version.split()[0]} · {sys.executable}"),
    _check_program,
    _check_pages,
    _check_pango,
    _check_fonts,
    _check_printing,
    _check_store,
    _check_room,
    _check_clock,
    _check_proxy,
)
