"""Names in what people write: taking one out of a text."""

from __future__ import annotations

import re

EASTERN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
"""A letter after which a word may go on without a space."""


def without(text: str, name: str, label: str) -> str:
    """Return a text in which a name is replaced by a label, whoever wrote it in which letters.

    Korean, Chinese and Japanese write on behind a name without a space: 지훈이, 지훈은.
    """
    if not name:
        return text
    ends = "" if EASTERN.search(name[-1]) else r"(?!\w)"
    return re.sub(rf"(?<!\w){re.escape(name)}{ends}", lambda _: label, text, flags=re.IGNORECASE)
