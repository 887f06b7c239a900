"""Entries of Grand Austria Hotel and its expansion as the log and the notes tell them.

Each is a sentence without its subject: "Anna" stands before it.
"""

from typing import Any

import pytest
from flask import Flask

from recorder.pages.austria import terms
from recorder.pages.shared.sentences import phrase_entry
from tests.rows import read_table

HEADER: dict[str, Any] = {
    "game": "austria",
    "edition": "2022",
    "modules": ["balls", "celebrities", "hotels", "first-player", "more"],
    "players": [{"id": "a", "name": "Anna"}, {"id": "b", "name": "Boris"}],
}


@pytest.mark.parametrize(("told", "entry"), read_table("told-entries").items())
def test_an_entry_is_told_in_words(app: Flask, entry: dict[str, Any], told: str) -> None:
    with app.test_request_context():
        assert phrase_entry(HEADER, {"by": "a", **entry}) == told


@pytest.mark.parametrize(("source", "told"), read_table("told-sources").items())
def test_where_something_comes_from_is_told_in_words(app: Flask, source: str, told: str) -> None:
    with app.test_request_context():
        assert terms.source_words(source, 4) == told
        assert terms.source_words("die") == "Die"
