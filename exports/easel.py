"""The easel: draws the pictures that its standard input asks for, one after the other.

    python -m exports.easel

Started by ``exports.pdf``, as the press is. A message in is JSON, ``kind`` and ``result`` as
``exports.drawing.draw`` takes them; the answer is the PNG.
"""

from __future__ import annotations

from typing import Any

from exports.drawing import draw
from exports.press import serve


def drawn(asked: dict[str, Any]) -> bytes:
    """Return the picture that a message asks for."""
    return draw(asked["kind"], asked["result"])


if __name__ == "__main__":
    serve(drawn)
