"""Headers of files: of printed pages, and of pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from unicodedata import category, normalize
from urllib.parse import quote

from flask import Response, request

from exports import pdf
from recorder.serving.platform import is_reached

SHOWN: Mapping[str, str] = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:;"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
}
"""For a page that brings its own styles and can do nothing: the browser prints it."""


NAME = 80
"""Letters of a file's name before its ending: in three bytes each a disk takes as many."""


def headers_of_file(name: str, *, shown: bool = False) -> dict[str, str]:
    """Return the header with the name of a file.

    name: with its ending, which always stays. shown: the file is looked at, and saved only on
    request. Letters of all languages stay (RFC 6266), except letters that no disk takes; a reader
    of plain letters only gets these, or ``file``.
    """
    stem, _dot, ending = normalize("NFC", name).rpartition(".")
    whole = f"{_kept(stem)[:NAME].strip('-.') or 'file'}.{ending}"
    letters = normalize("NFKD", whole.rpartition(".")[0]).encode("ascii", "ignore").decode()
    plain = f"{_kept(letters).strip('-.') or 'file'}.{ending}"
    told = f'{"inline" if shown else "attachment"}; filename="{plain}"'
    if plain != whole:
        told += f"; filename*=UTF-8''{quote(whole, safe='')}"
    return {"Content-Disposition": told}


def _kept(text: str) -> str:
    """Return a text with a hyphen in the place of all that is no letter, digit, dot or hyphen."""
    marks = (
        letter if letter.isalnum() or letter in "._-" or category(letter)[0] == "M" else " "
        for letter in text
    )
    return "-".join("".join(marks).split())


def send_file(body: str | bytes, kind: str, name: str, *, shown: bool = False) -> Response:
    """Send a file. kind: its media type. name, shown: see ``headers_of_file``."""
    return Response(body, mimetype=kind, headers=headers_of_file(name, shown=shown))


BOXES = "boxes"
"""The value of an address that asks for a page although some of its letters are boxes."""


def find_boxed_letters(names: Iterable[str]) -> Mapping[str, str]:
    """Return the letters of each name that a picture of this server shows as boxes, by the name."""
    if not is_reached():
        return {}  # a browser draws itself, and has no such library
    from exports import font_letters

    return font_letters.find_missing_letters(names, font_letters.is_missing_in_picture)


def send_printed_page(make: Callable[[], bytes], name: str) -> Response:
    """Send a printed page: as a file with this name, or as a page that the browser prints.

    make: prints it. Raises LettersMissing once, before a page has boxes in the place of letters.
    """
    with pdf.refuse_boxes(BOXES not in request.args):
        body = make()
    kind, _picture = pdf.list_content_types()
    if kind == pdf.PDF:
        headers: Mapping[str, str] = headers_of_file(name)
    else:
        headers = SHOWN
    return Response(body, content_type=kind, headers=headers)


def send_picture(body: bytes, name: str) -> Response:
    """Send a picture, shown at once; a drawing for the browser brings its own styles, too.

    name: of the file as which it is saved, also where the browser makes the picture of a drawing.
    """
    _page, kind = pdf.list_content_types()
    more: Mapping[str, str] = {} if kind == pdf.PNG else SHOWN
    headers = {**headers_of_file(name, shown=True), **more}
    return Response(body, content_type=kind, headers=headers)
