"""Packages of npm that a tool needs: loaded once, kept, and compared with a pinned checksum."""

from __future__ import annotations

import base64
import hashlib
import os
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

PING = "https://registry.npmjs.org/-/ping"

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "hotel-ledger"


def answers() -> bool:
    """Return whether npm's registry can be reached from here."""
    try:
        with urlopen(PING, timeout=10):
            return True
    except OSError:
        return False


def package(name: str, version: str, integrity: str) -> bytes:
    """Return a package as the registry packs it (.tgz), by npm's own client.

    integrity: ``sha512-..``, as the registry gives it. Raises OSError or CalledProcessError where
    it cannot be loaded, SystemExit where another one comes.
    """
    archive = CACHE / f"{name.strip('@').replace('/', '-')}-{version}.tgz"
    if not archive.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        print(f"Loading {name} {version} from npm", file=sys.stderr)
        subprocess.run(
            ["npm", "pack", "--silent", "--pack-destination", str(CACHE), f"{name}@{version}"],
            check=True,
            stdout=subprocess.DEVNULL,
        )
    body = archive.read_bytes()
    checksum = "sha512-" + base64.b64encode(hashlib.sha512(body).digest()).decode()
    if checksum != integrity:
        archive.unlink()
        raise SystemExit(f"{archive}: its checksum is {checksum}, not the one that is pinned")
    return body
