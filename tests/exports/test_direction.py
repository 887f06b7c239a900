"""Names from right to left within the words of a page."""

import pytest

from exports.direction import MARKS, isolate_words

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


def test_on_paper_marks_isolate_the_words() -> None:
    """Printed pages, whose printer reads no tags."""
    page = f"<title>{HEBREW}</title><p>{HEBREW}: 12</p><svg><text>{HEBREW}</text></svg>"
    isolated = f"\u2068{HEBREW}\u2069"
    assert isolate_words(page, MARKS) == page.replace(f"<p>{HEBREW}", f"<p>{isolated}")
