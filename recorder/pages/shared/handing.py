"""What is handed on of a page that is printed, or of a picture, whoever has made it."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Response

from exports import pdf

SHOWN: Mapping[str, str] = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:;"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
}
"""For a page that brings its own styles and can do nothing: the browser prints it."""


def printed(body: bytes, name: str) -> Response:
    """Send a printed page: as a file with this name, or as a page that the browser prints."""
    kind, _picture = pdf.kinds()
    if kind == pdf.PDF:
        headers: Mapping[str, str] = {"Content-Disposition": f'attachment; filename="{name}"'}
    else:
        headers = SHOWN
    return Response(body, content_type=kind, headers=headers)


def drawn(body: bytes, name: str) -> Response:
    """Send a picture, shown at once; a drawing for the browser brings its own styles, too."""
    _page, kind = pdf.kinds()
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return Response(body, content_type=kind, headers={**(headers if kind == pdf.PNG else SHOWN)})
