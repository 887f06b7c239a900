"""The common part of the readers of zips: signature, reading, signs of damage."""

from __future__ import annotations

import zipfile
import zlib

SIGNATURE = b"PK\x03\x04"

DAMAGED = (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, ValueError)
"""The exceptions that reading a damaged or unsupported zip raises."""


def read_member(archive: zipfile.ZipFile, item: zipfile.ZipInfo, most: int) -> bytes:
    """Return the content of one file of a zip, and one byte beyond ``most`` if it is longer.

    A zip may lie about sizes, so it is read to the bound only. Raises DAMAGED, and RuntimeError
    where it asks for a password.
    """
    with archive.open(item) as stream:
        return stream.read(most + 1)
