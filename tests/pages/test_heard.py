"""Whole recorded games heard in the marked language: what they do and what they score, in words.

No page is rendered: entries, what may be entered, what is to be done with the pieces, and the
lines of the scores are said one by one.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from adjudicator import games, messages
from adjudicator.pieces import Scene
from adjudicator.reading import parse
from adjudicator.replay import Replay
from adjudicator.report import verdict_text
from adjudicator.sentences import find_wording
from recorder.pages import presenter
from recorder.pages.shared.sentences import word_entry
from tests.marked import ID
from tests.pages import pseudo
from tests.proof.routes import LONG, MINUTES

RECORDS = (
    *sorted((pseudo.ROOT / "templates").glob("*/sample*.json")),
    *(
        pseudo.ROOT / "tests" / "records" / f"{name}.json"
        for name in ("austria-3p-2022", "samoa-6p")
    ),
)
"""Whole games of both boxes, one of them with all modules."""

ROOM = re.compile(r"\bextra-\d|\b[a-z]\d\b|\b\d\.-\d\b")


def scene(state: games.State) -> Scene:
    return Scene(state.position(), state.result().lines)


def said(document: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what a game says, with where it comes from."""
    replay = Replay(parse(json.dumps(document)))
    players = {one["id"]: "玩" for one in document["players"]}
    tells = find_wording(
        replay.record.game, messages.find_language(pseudo.TAG).with_player_names(players)
    )
    game, shown = games.find(replay.record.game), presenter.find_presenter(replay.record.game)
    before = scene(replay.state_after(0))
    for number, state in replay.walk_states(0, len(replay.record.entries)):
        entry, after = replay.record.entries[number - 1], scene(state)
        for one in game.list_moved(before, after):
            yield f"moved {one.what}", shown.describe_move(document, one, entry)
        for one in game.list_moved(after, before, True):
            yield f"moved back {one.what}", shown.describe_move(document, one, entry)
        yield f"phrase {entry['do']}", word_entry(document, entry)
        yield f"entry {entry['do']}", tells.entry(entry)
        yield f"verdict on {entry['do']}", verdict_text(replay.verdicts[number - 1], tells)
        for item in state.options() if number % 5 == 0 else ():
            yield f"option {item['do']}", tells.entry(item)
        before = after
    for player in document["players"]:
        for line in replay.result().lines[player["id"]]:
            yield f"line {line.rule}", tells.language.say(line.label)


@pytest.mark.skipif(not LONG, reason=MINUTES)
def test_no_whole_game_says_a_word_past_the_catalogues(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = pseudo.names() | {"kaj"}  # how the language itself lists
    pseudo.speak(app, monkeypatch)
    forgotten, heard = set(), set()
    with app.test_request_context(headers={"Accept-Language": pseudo.TAG}):
        for path in RECORDS:
            document = json.loads(path.read_text(encoding="utf-8"))
            document["players"] = [{**one, "name": "玩"} for one in document["players"]]
            for where, words in said(document):
                heard.add(where.partition(" ")[0])
                left = pseudo.LATIN.findall(ROOM.sub(" ", ID.sub(" ", words)))
                forgotten.update((where, word) for word in left if word not in known)
    assert not sorted(forgotten)
    assert heard == {"moved", "phrase", "entry", "verdict", "option", "line"}
