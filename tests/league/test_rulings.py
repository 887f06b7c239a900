"""On which games a league's rulings bear."""

from __future__ import annotations

import pytest

from recorder.league.league_state import CalledCase
from recorder.league.pages.applied_rulings import list_bearings
from recorder.pages.referee.questions import MoveQuestion
from tests.pages.modules.conftest import TURN, document

POSITION = {**TURN, "halls": ["deon", "strauss", "apollo"], "players": {"a": {}, "b": {}}}
QUESTION = MoveQuestion(document(["balls"], [], position=POSITION), ())


def decided(*subjects: str, stands: bool | None = True, at: str = "2026-05-01") -> CalledCase:
    entry = {"by": "a", "do": "pass"}
    asked = ("c1", "g1", 1, "austria", 3, entry, "passes", subjects, "illegal", QUESTION.text())
    return CalledCase(*asked, called="2026-05-01", stands=stands, decided=at)


@pytest.mark.parametrize(
    ("subjects", "modules"),
    [
        (("WALTZ1-BALL-03",), ("balls",)),
        (("GAH-ROOM-01",), ()),
        (("WALTZ1-BALL-03", "GAH-ROOM-01"), ()),
    ],
)
def test_a_ruling_about_a_module_bears_on_games_with_it(
    subjects: tuple[str, ...], modules: tuple[str, ...]
) -> None:
    """One about a rule of the box bears on every game of it."""
    (own,) = list_bearings("austria", [decided(*subjects)])
    assert (own.switch, own.modules) == ("", modules)


def test_only_what_is_decided_bears_on_its_own_game_the_last_decided_first() -> None:
    early, late = decided("GAH-ROOM-01"), decided("GAH-ROOM-02", at="2026-06-01")
    waits = decided("GAH-ROOM-03", stands=None, at="")
    assert [own.case for own in list_bearings("austria", [early, waits, late])] == [late, early]
    assert list_bearings("samoa", [early, late]) == []
