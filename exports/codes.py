"""Addresses as QR codes: for a screen across the table, and for paper."""

from __future__ import annotations

import io

import segno


def svg(address: str) -> str:
    """Return an address as a QR code: an SVG element, black on white, of no size of its own."""
    out = io.BytesIO()
    segno.make(address, micro=False).save(
        out, kind="svg", xmldecl=False, svgns=False, scale=4, border=3, light="#fff", omitsize=True
    )
    return out.getvalue().decode()
