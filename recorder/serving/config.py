"""Configuration: defaults, the environment, and a secret key that outlives a restart."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from recorder.database import Place, on_server

MAX_BODY = 2 * 1024 * 1024
"""Bytes of a request's body; a record of 10,000 entries fits several times over."""

DEFAULTS: Mapping[str, Any] = {
    "DATABASE": "instance/recorder.db",
    "DATABASE_CONNECTIONS": 20,
    "SECRET_KEY": None,
    "MAX_CONTENT_LENGTH": MAX_BODY,
    "CREATION_LIMIT": "20 per minute;300 per day",
    "RECORD_LIMIT": "1000 per hour;3000 per day",
    "KILOBYTE_LIMIT": "65536 per hour;262144 per day",
    "LINK_LIMIT": "600 per minute;20000 per day",
    "GAME_LIMIT": "1200 per minute;40000 per day",
    "REPLAYS_MB": 128,
    "LIVE_STREAMS": 600,
    "PROXIES": 0,
    "HOSTS": "",
    "METRICS": False,
    "LOG": "text",
    "HOUSE": (),
    "POCKET": "instance/pocket",
    "PERMANENT_SESSION_LIFETIME": 365 * 24 * 3600,
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    "SESSION_COOKIE_SECURE": False,
    "SESSION_REFRESH_EACH_REQUEST": False,
    "RATELIMIT_ENABLED": True,
    "RATELIMIT_STORAGE_URI": "memory://",
    "RATELIMIT_IN_MEMORY_FALLBACK_ENABLED": True,
    "RATELIMIT_HEADERS_ENABLED": True,
    "API_TITLE": "Game recorder",
    "API_VERSION": "v1",
    "OPENAPI_VERSION": "3.1.0",
    "OPENAPI_URL_PREFIX": "/api/v1",
    "OPENAPI_JSON_PATH": "openapi.json",
}
"""What the application runs with unless environment or caller say otherwise.

DATABASE: a file, or ``postgresql://..``; then SECRET_KEY must be set, the same everywhere.
DATABASE_CONNECTIONS: how many a process may have to a server at once.
CREATION_LIMIT: how often one address may start or upload a game.
RECORD_LIMIT, KILOBYTE_LIMIT: how many records one address may send, alone or many in a zip, and how
many KB they may be, unpacked: that is what is stored. A club's archive of 1,000 games is 30 MB.
LINK_LIMIT, GAME_LIMIT: how often one seat (or the table, or a league's role) may write, whatever
its link is by then, and all seats of a game together; the table is never shut out by them. The
fastest table enters one thing a second; a phone that was away sends a whole evening at once.
REPLAYS_MB: memory in which a process keeps the games that were used last.
LIVE_STREAMS: phones that a process tells at once that a game has gone on; 0 lets all of them ask.
PROXIES: reverse proxies in front whose ``X-Forwarded-*`` headers are trusted.
HOSTS: names, separated by commas, under which alone the server answers, such as
``hotel.example``; a leading dot means every name below it. Empty: whatever name a house gives it.
METRICS, LOG: figures for Prometheus, and ``json`` for logs as lines of JSON: ``watching``.
POCKET: the folder of the files that ``bin/pocket`` has built, handed out under ``/pocket/``.
HOUSE: addresses under which phones of the house reach the server; ``recorder.serving.server`` sets
it.
"""

_FROM_ENVIRONMENT = (
    *("DATABASE", "DATABASE_CONNECTIONS", "SECRET_KEY", "MAX_CONTENT_LENGTH", "REPLAYS_MB"),
    *("CREATION_LIMIT", "RECORD_LIMIT", "KILOBYTE_LIMIT", "LINK_LIMIT", "GAME_LIMIT"),
    *("LIVE_STREAMS", "PROXIES", "HOSTS", "METRICS", "LOG", "POCKET"),
    *("SESSION_COOKIE_SECURE", "RATELIMIT_STORAGE_URI"),
)


def from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the settings that the environment names. Raises ValueError naming a bad one."""
    settings: dict[str, Any] = {}
    for key in _FROM_ENVIRONMENT:
        told, usual = environment.get(key), DEFAULTS[key]
        if not told:
            continue
        if isinstance(usual, bool):
            settings[key] = told.lower() in ("1", "true", "yes", "on")
        elif isinstance(usual, int):
            try:
                settings[key] = int(told)
            except ValueError:
                raise ValueError(f"{key}={told!r} is not a whole number") from None
        else:
            settings[key] = told
    return settings


def secret_key(place: Place) -> str:
    """Return the secret key kept beside the database; it is made on first use.

    The file is readable by its owner only. It appears complete or not at all, so that
    two processes that start together read the same key. Raises ValueError for a database on a
    server: web machines share nothing else, so each must be given the key.
    """
    if on_server(place):
        raise ValueError(
            "SECRET_KEY is not set: with PostgreSQL give every web machine the same one, such as"
            " python -c 'import secrets; print(secrets.token_urlsafe(48))' prints"
        )
    database = Path(place)
    kept = database.with_name(database.name + ".key")
    if not kept.exists():
        kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = kept.with_name(f"{kept.name}.{os.getpid()}.{secrets.token_hex(4)}")
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as stream:
            stream.write(secrets.token_urlsafe(48))
        try:
            os.link(fresh, kept)
        except FileExistsError:
            pass  # another process was quicker: its key counts
        finally:
            fresh.unlink()
    return kept.read_text(encoding="ascii")
