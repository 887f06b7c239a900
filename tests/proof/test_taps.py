"""What is drawn may be tapped: no button and no sheet of a page is refused as it stands."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.applications import of_pages
from tests.austria.attack import SETS
from tests.pages.modules.conftest import TURN, document
from tests.proof.routes import LONG
from tests.proof.taps import MOMENTS, PLAYERS, RECORDS, Walk, austria, read_record, samoa

GAMES = 20 if LONG else 1
SOME = MOMENTS if LONG else 4
SHARES = [SETS[at::8] for at in range(8)]


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    yield from of_pages(tmp_path)


def judged(walk: Walk) -> None:
    """Say how many taps were judged; none may be refused that did not say so."""
    print(dict(walk.counts))
    assert walk.counts["taps"] > walk.counts["pages"] > 0
    assert not walk.wrong, "\n".join(f"{key}: {told}" for key, told in walk.wrong.items())


@pytest.mark.parametrize(
    ("name", "moments"),
    [
        ("austria-2p-2015-fr", [1, 11, 31, 51, 91]),  # serving; the pile; cards that are too dear
        ("austria-2p-2015-ko", [19]),
        ("austria-3p-2022", [128]),
        ("austria-4p-2015-ru", [27, 28]),  # the further turn of guest 97 is owed, its guest is not
        ("samoa-3p", [68]),  # a room with one of two lovers
        ("samoa-4p", [15, 32, 48, 56]),  # cards laid down before, special tiles, a tile too dear
    ],
)
def test_taps_of_moments_that_are_easily_wrong(
    app: Flask, chance: random.Random, name: str, moments: list[int]
) -> None:
    walk = Walk(app, chance)
    walk.look_at(read_record(RECORDS[0].with_name(f"{name}.json")), moments, None)
    judged(walk)


@pytest.mark.rule("GAH-FOOD-06")
def test_an_order_that_nobody_has_read_gets_the_food_just_gained(
    app: Flask, chance: random.Random
) -> None:
    """Guest 153 is read off its card; the kitchen holds more than the two kinds of the die."""
    position = {**TURN, "players": {"a": {"cafe": [{"guest": 153}], "kitchen": {"coffee": 1}}}}
    taken = {"by": "a", "do": "take_die", "die": 1, "gain": {"strudel": 2, "cake": 1}}
    walk = Walk(app, chance)
    walk.look_at(document(["balls"], [taken], position=position), [1], None)
    judged(walk)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_tap_of_a_recorded_game_is_legal_or_asks_first(
    app: Flask, chance: random.Random, path: Path
) -> None:
    walk = Walk(app, chance)
    walk.look_at(read_record(path), None if LONG else 2 * SOME, None if LONG else 1)
    judged(walk)


@pytest.mark.parametrize("share", range(len(SHARES)))
def test_every_tap_of_random_games_is_legal_or_asks_first(
    app: Flask, chance: random.Random, share: int
) -> None:
    """Of every set of modules, and every day of one of each share."""
    walk = Walk(app, chance)
    for modules in SHARES[share] if LONG else [chance.choice(SHARES[share])]:
        print("+".join(modules))
        for _game in range(GAMES):
            walk.look_at(austria(chance, modules), SOME, None if LONG else 1)
    judged(walk)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_tap_of_random_games_of_hotel_samoa_is_legal_or_asks_first(
    app: Flask, chance: random.Random, players: int
) -> None:
    walk = Walk(app, chance)
    for _game in range(GAMES):
        walk.look_at(samoa(chance, players), 2 * SOME, None if LONG else 1)
    judged(walk)
