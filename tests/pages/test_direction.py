"""Names from right to left within the words of a page."""

from __future__ import annotations

import pytest

from recorder.pages.shared.direction import isolate_words

HEBREW, ARABIC = "\u05e9\u05d9", "\u0645\u062d\u0645\u062f"


@pytest.mark.parametrize(
    ("page", "told"),
    [
        ("<p>Anna, 2 krones</p>", "<p>Anna, 2 krones</p>"),
        (f"<p>{HEBREW}: 2 krones</p>", f"<p><bdi>{HEBREW}</bdi>: 2 krones</p>"),
        (f"{HEBREW} {ARABIC}, {HEBREW}", f"<bdi>{HEBREW} {ARABIC}</bdi>, <bdi>{HEBREW}</bdi>"),
        (f'<input value="{HEBREW}">', f'<input value="{HEBREW}">'),
        (f"<title>{HEBREW}</title>{HEBREW}", f"<title>{HEBREW}</title><bdi>{HEBREW}</bdi>"),
        (f"<svg><text>{HEBREW}</text></svg>", f"<svg><text>{HEBREW}</text></svg>"),
    ],
    ids=["none", "a name", "several words", "a field", "a title", "a picture"],
)
def test_words_from_right_to_left_are_isolated_once(page: str, told: str) -> None:
    assert isolate_words(page) == told
    assert isolate_words(told) == told
