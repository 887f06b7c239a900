"""What the readers of zips share: how one is known, read and found damaged."""

from __future__ import annotations

import zipfile
import zlib

SIGNATURE = b"PK\x03\x04"

DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    NotImplementedError,
    EOFError,
    OSError,
    ValueError,
)
"""The exceptions that reading a damaged or unsupported zip raises."""


def read_member(archive: zipfile.ZipFile, item: zipfile.ZipInfo, most: int) -> bytes:
    """Return what one file of a zip unpacks to, and one byte beyond ``most`` where it is longer.

    What a zip says about sizes may be a lie, so it is read to the bound only. Raises DAMAGED, and
    RuntimeError where it asks for a password.
    """
    with archive.open(item) as stream:
        return stream.read(most + 1)
