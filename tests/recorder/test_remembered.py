"""The links that a browser has opened: the newest first, so many and no more, each once."""

from collections.abc import Iterator

import pytest
from flask import Flask

from recorder.store.ledger import GAME, Link, NoSuchLink
from recorder.web.remembered_links import Remembered

OPEN = range(1, 9)
"""The numbers of links that open something; a link's token is its number in words of digits."""


def _find_link(token: str) -> Link:
    if int(token) not in OPEN:
        raise NoSuchLink(token, GAME)
    return Link(int(token), token, GAME, 1, "table")


@pytest.fixture
def known() -> Iterator[Remembered]:
    """A list of three links at most."""
    app = Flask(__name__)
    app.secret_key = "secret"
    with app.test_request_context():
        yield Remembered(
            "links",
            lambda: 3,
            find_link=_find_link,
            tokens=lambda numbers: {one: str(one) for one in numbers if one in OPEN},
        )


def test_the_newest_stands_first_and_the_oldest_falls_out(known: Remembered) -> None:
    for token in ("1", "2", "3", "2", "4", "99"):
        known.remember(token)
    assert known.numbers() == [4, 2, 3]
    assert known.tokens() == ["4", "2", "3"]


def test_many_links_are_put_in_front_at_once(known: Remembered) -> None:
    known.remember("1")
    known.know([5, 6])
    assert known.numbers() == [5, 6, 1]
    known.know([7, 6])
    assert known.numbers() == [7, 6, 5]
    known.know([1, 2, 3, 4])
    assert known.numbers() == [1, 2, 3]


def test_what_opens_nothing_any_more_is_forgotten(known: Remembered) -> None:
    known.know([20, 5, 30])
    assert known.tokens() == ["5"]
    assert known.numbers() == [5]
    known.forget("5")
    assert known.numbers() == []
