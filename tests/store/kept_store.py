"""A store that release 0.2.0 wrote (commit 730b16a3), after it had come from a release before.

Game 1 and league 1 began under schema 11. Game 1 has the first six entries of ``samoa-3p.json``;
its seventh and ninth operation return to versions 3 and 6 and hold the entries themselves. Game 2
and league 2 began under schema 12.
"""

import lzma
from pathlib import Path

FILE = Path(__file__).with_name("release-0.2.0.db.xz")

GAME, TABLE = 1, "table--1"
"""The first game, and the token of its table."""


def put_kept_store(place: Path) -> None:
    """Write the store to a new file."""
    place.write_bytes(lzma.decompress(FILE.read_bytes()))
