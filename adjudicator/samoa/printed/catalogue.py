"""The printed, fixed data of Hotel Samoa, and the table of open questions; read at import.

The figures that no text gives (price cards, hotel board, tourist cards, tokens, tiles) come with a
record: ``setup`` and ``options.figures``. ``FIGURES`` lists the figures to ask the table for.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adjudicator.messages import DataSentence
from adjudicator.messages.po import BrokenData
from adjudicator.shapes import BOOLEAN, TEXT, Fields, Integer, ListOf, MapOf, Mismatch, OneOf, Shape

_DATA = Path(__file__).parent.parent / "data"


@dataclass(frozen=True, slots=True)
class SamoaQuestion:
    """A question that the rulebook leaves open.

    values: the values of a house rule, each with its meaning. unclear: whether the default leaves
    entries unclear until a house rule settles it.
    """

    id: str
    question: str
    default: str
    values: Mapping[str, str]
    unclear: bool


_confidence = OneOf(["high", "medium", "low"], "a confidence")
_fact = {"rule": TEXT, "where": TEXT, "confidence": _confidence}
_CATALOGUE = Fields(
    {
        "source": TEXT,
        "facts": ListOf(Fields({"id": TEXT, "value": Integer(0)} | _fact)),
        "double_rounds": Fields({"value": ListOf(Integer(1, 12), low=1)} | _fact),
        "nationalities": ListOf(Fields({"id": TEXT, "confidence": _confidence}), length=4),
        "new_tiles": ListOf(
            Fields({"players": Integer(3, 6), "by_quarter": ListOf(Integer(0), length=4)} | _fact),
            length=4,
        ),
        "tiles": ListOf(
            Fields({"id": TEXT, "special": BOOLEAN, "rule": TEXT, "confidence": _confidence})
        ),
        "figures": ListOf(Fields({"id": TEXT, "key": TEXT, "ask": TEXT})),
    }
)
_QUESTIONS = ListOf(
    Fields(
        {
            "id": TEXT,
            "question": TEXT,
            "default": TEXT,
            "unclear": BOOLEAN,
            "values": MapOf(TEXT, TEXT),
        }
    )
)


def _load_table(name: str, shape: Shape) -> Any:
    try:
        value = json.loads((_DATA / name).read_text(encoding="utf-8"))
        shape.check(value)
    except (OSError, ValueError) as problem:
        row = problem.path if isinstance(problem, Mismatch) else ""
        raise BrokenData(f"{name}: {row} {problem}") from problem
    return value


def _read_questions(rows: Sequence[Mapping[str, Any]]) -> dict[str, SamoaQuestion]:
    questions: dict[str, SamoaQuestion] = {}
    for row in rows:
        name, values = row["id"], row["values"]
        if row["default"] not in values:
            raise BrokenData(f"questions.json: {name} has no value of its default")
        questions[name] = SamoaQuestion(
            name,
            DataSentence(f"{name}.question", row["question"]),
            row["default"],
            {value: DataSentence(f"{name}={value}", told) for value, told in values.items()},
            row["unclear"],
        )
    if len(questions) != len(rows):
        raise BrokenData("questions.json: an id stands twice")
    return questions


_catalogue = _load_table("catalogue.json", _CATALOGUE)
_number: Mapping[str, int] = {row["id"]: row["value"] for row in _catalogue["facts"]}

FEWEST_PLAYERS, MOST_PLAYERS = _number["fewest_players"], _number["most_players"]
ROUNDS = _number["rounds"]
START_MONEY = _number["start_money"]
FLAGS_OF_EACH = _number["flags_of_each"]
TOKENS_OF_EACH = _number["tokens_of_each"]
TILES = _number["tiles"]
TOURIST_CARDS = _number["tourist_cards"]
PRICED_CARDS = _number["priced_cards"]
SENT_HOME_AT_MOST = _number["sent_home_at_most"]
RECALLED_AT_MOST = _number["recalled_at_most"]
SPECIAL_TILE_VALUE = _number["special_tile_value"]

DOUBLE_ROUNDS = frozenset(_catalogue["double_rounds"]["value"])
NATIONALITIES = tuple(row["id"] for row in _catalogue["nationalities"])
TILE_ROWS: Sequence[Mapping[str, Any]] = _catalogue["tiles"]
"""The kinds of building tiles as the data has them."""
TILE_KINDS = tuple(row["id"] for row in _catalogue["tiles"])
SPECIAL_TILES = tuple(row["id"] for row in _catalogue["tiles"] if row["special"])
FIGURES: Mapping[str, str] = {
    row["id"]: DataSentence(f"{row['id']}.ask", row["ask"]) for row in _catalogue["figures"]
}
QUESTIONS: Mapping[str, SamoaQuestion] = _read_questions(_load_table("questions.json", _QUESTIONS))

_NEW_TILES = {row["players"]: row["by_quarter"] for row in _catalogue["new_tiles"]}


def count_new_tiles(players: int, number: int) -> int:
    """Return how many building tiles are turned up in round ``number`` (SAM-TILE-01)."""
    count: int = _NEW_TILES[players][(number - 1) // 3]
    return count
