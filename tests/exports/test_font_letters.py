"""Letters that no font of the machine has are known before a sheet is printed."""

import pytest

from exports import font_letters, pdf
from exports.places import TEMPLATES


def test_letters_that_no_font_has_are_named_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert font_letters.find_missing_letters(["Zoé", "Анна", "지훈", "a b"]) == {}
    assert font_letters.is_missing("\U0003fff0") is False  # not a letter: nothing is printed
    monkeypatch.setattr(font_letters, "is_missing", lambda letter: letter in "กข")
    assert font_letters.find_missing_letters(["กAขก", "Anna"]) == {"กAขก": "กข"}


def test_a_picture_has_the_letters_of_its_own_fonts() -> None:
    """Latin, Cyrillic and Hangul, whatever else is installed."""
    lacks = font_letters.is_missing_in_picture
    names = ["Zoé", "Анна", "지훈", "อานนท์"]
    assert font_letters.find_missing_letters(names, lacks) == {"อานนท์": "อานท์"}


def test_a_page_with_boxes_is_printed_only_where_they_are_not_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = ["<title>ก</title><p>Anna, กAข &amp; <b>Zoé</b></p>"]
    monkeypatch.setattr(font_letters, "is_missing", lambda letter: letter in "กข")
    with pdf.refuse_boxes(), pytest.raises(pdf.LettersMissing) as refused:
        pdf.one_page(page, TEMPLATES / "sheet.css")
    assert refused.value.words == {"กAข": "กข"}
    assert pdf.one_page(page, TEMPLATES / "sheet.css").startswith(b"%PDF")


def test_without_the_library_of_fonts_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser without a server prints with fonts of its own."""
    monkeypatch.setattr(font_letters, "LIBRARY", "libnowhere.so.1")
    font_letters._load_library.cache_clear()
    try:
        assert not font_letters.is_missing.__wrapped__("ก")
    finally:
        font_letters._load_library.cache_clear()
