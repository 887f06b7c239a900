"""Record files as they arrive: single ones, several, a zip of them; bounded before it is opened."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator

from recorder.league.points import Unfit, lazy
from recorder.store import zips

MOST_FILES = 500
"""Records that one upload may hold."""

LARGEST = 2 * 1024 * 1024
"""Bytes of one unpacked record, as for a record that comes alone."""

LARGEST_TOTAL = 48 * 1024 * 1024
"""Bytes that one zip may unpack to."""


def unpack_records(files: Iterable[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    """Return record files by name, and the members of zips in the place of the zips.

    files: name and content. Raises Unfit for a zip that is damaged, too large or holds too many
    files; unpacking stops at these bounds.
    """
    unpacked: list[tuple[str, bytes]] = []
    for name, content in files:
        more = (
            _unzip_records(name, content)
            if content.startswith(zips.SIGNATURE)
            else [(name, content)]
        )
        for one in more:
            unpacked.append(one)
            if len(unpacked) > MOST_FILES:
                raise Unfit(lazy("at most %(most)s records at a time"), "files", most=MOST_FILES)
    return unpacked


def _is_left_over(item: zipfile.ZipInfo) -> bool:
    """Return whether a part of a zip is a folder, or a thing that a Mac or Windows adds."""
    parts = item.filename.split("/")
    hidden = parts[-1].startswith("._") or parts[-1] in (".DS_Store", "Thumbs.db", "desktop.ini")
    return item.is_dir() or hidden or "__MACOSX" in parts


def _unzip_records(name: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            inner = [item for item in archive.infolist() if not _is_left_over(item)]
            if len(inner) > MOST_FILES:
                raise Unfit(lazy("at most %(most)s records at a time"), "files", most=MOST_FILES)
            left = LARGEST_TOTAL
            for item in inner:
                if item.flag_bits & 1:
                    raise Unfit(lazy("a zip with a password cannot be read"), "files")
                body = zips.read_member(archive, item, min(LARGEST, left))
                left -= len(body)
                if len(body) > LARGEST or left < 0:
                    raise Unfit(
                        lazy("the zip unpacks to more than %(most)s MB"),
                        "files",
                        most=(LARGEST if left >= 0 else LARGEST_TOTAL) // 1024 // 1024,
                    )
                yield item.filename[-120:], body
    except Unfit:
        raise
    except zips.DAMAGED:
        raise Unfit(lazy("this zip is damaged or of a kind that cannot be read"), "files") from None
