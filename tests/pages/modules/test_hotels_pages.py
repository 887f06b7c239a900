"""Unique Hotels and First Player: set-up, auction, lobbies and the key on the pages."""

import html
import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.pages.modules.conftest import TURN, bare, document
from tests.pages.test_referee_pages import question_of
from tests.seen import find_missing

Show = Callable[..., str]
BOTH = ["hotels", "first-player"]
LAID = {"lobbies": ["kozi", "dove"]}
POSITION: dict[str, Any] = {
    **TURN,
    "dice": [2, 2, 2, 2, 1, 1],
    "players": {"a": {"lobby": "kozi", "krones": 5}, "b": {"lobby": "kaufman"}},
}


@pytest.mark.rule("WALTZ3-SETUP-03")
def test_lobbies_are_laid_out_one_for_each_player(
    client: FlaskClient, filled: dict[str, str]
) -> None:
    form = filled | {"modules": "hotels", "lobby-kozi": "1"}
    refused = client.post("/new/austria", data=form)
    assert refused.status_code == 422
    assert "Choose as many lobbies as players: 2." in refused.text
    started = client.post("/new/austria", data=form | {"lobby-dove": "1"})
    assert started.status_code == 303, started.text
    made = client.get(f"{started.location}/record.json").get_json()
    assert made["setup"]["lobbies"] == ["dove", "kozi"]


@pytest.mark.rule("WALTZ3-SETUP-04")
def test_goals_and_tiles_lie_beside_their_lobbies(
    client: FlaskClient, filled: dict[str, str]
) -> None:
    form = filled | {"modules": "hotels", "lobby-ninas": "1", "lobby-wray": "1"}
    form |= {"ninas-A": "emperor-10", "ninas-B": "columns-2", "ninas-C": "blue-4-red-3"}
    tiles = ["A-food", "A-offer", "B-food", "B-offer", "C-occupied", "C-staff"]
    form |= {f"wray-{tile}": "1" for tile in tiles[1:]}
    refused = client.post("/new/austria", data=form)
    assert refused.status_code == 422
    assert "two tiles of each letter" in refused.text
    for wrong in ({"ninas-C": ""}, {"ninas-A": "krones-20"}):  # too few; one of the board
        own = client.post("/new/austria", data=form | {f"wray-{tiles[0]}": "1"} | wrong)
        assert own.status_code == 422
        assert "three goals, none of them on the board" in own.text
    started = client.post("/new/austria", data=form | {f"wray-{tiles[0]}": "1"})
    assert started.status_code == 303, started.text
    setup = client.get(f"{started.location}/record.json").get_json()["setup"]
    assert setup["wray"] == tiles
    assert setup["ninas"] == ["emperor-10", "columns-2", "blue-4-red-3"]


@pytest.mark.rule("WALTZ3-AUC-01")
def test_an_auction_is_bid_by_bid_or_its_result(shown: Show) -> None:
    text = html.unescape(shown(document(["hotels"], [], **LAID)))
    assert not find_missing(text, "opens an auction: “Bid” enters every bid", 'id="bid"')
    assert not find_missing(text, 'data-sheet="bid"', 'id="take_lobby"', "The Kozi Palace, Vienna")
    bid = {"by": "a", "do": "bid", "lobby": "dove", "krones": 3}
    text = html.unescape(shown(document(["hotels"], [bid], **LAID)))
    assert "Boris bids more than 3\u00a0krones for Dove, or passes" in text
    assert '"do": "pass"' in text
    bought = {"by": "b", "do": "pass"}
    text = html.unescape(shown(document(["hotels"], [bid, bought], **LAID), "/entries/2"))
    assert "take the lobby Dove" in bare(text)


@pytest.mark.rule("WALTZ3-KOZI-02")
def test_a_die_moved_over_stands_apart_in_its_sheet(shown: Show) -> None:
    text = html.unescape(shown(document(["hotels"], [], position=POSITION)))
    assert not find_missing(text, "a die moved from 2", '"moved": 2')
    taken = {"by": "a", "do": "take_die", "die": 3, "moved": 2}
    text = html.unescape(shown(document(["hotels"], [taken], position=POSITION), "/entries/1"))
    assert "takes a die from 3 (a die moved from 2)" in text


@pytest.mark.rule("WALTZ3-KAUFMAN-02")
def test_kaufman_has_four_tables(shown: Show) -> None:
    text = shown(document(["hotels"], [], position=POSITION))
    assert text.split('id="board-b"')[1].split("</dialog>")[0].count("free table") == 4


def test_tokens_are_taken_by_one_tap(shown: Show) -> None:
    rooms = {f"{floor}-1": "occupied" for floor in (1, 2, 3)} | {"4-1": "vacant"}
    dove = {"lobby": "dove", "rooms": rooms, "krones": 9}
    guest = {"guest": 49, "served": {}}
    players: Mapping[str, Any] = {"a": dove | {"cafe": [guest]}, "b": {"lobby": "kozi"}}
    text = shown(document(["hotels"], [], position=POSITION | {"players": players}))
    assert "Tokens left: 1, 2, 3, 4, 5" in text


@pytest.mark.rule("WALTZ4-KEY-01")
def test_the_key_is_taken_with_two_taps(shown: Show) -> None:
    text = html.unescape(shown(document(BOTH, [], position=POSITION)))
    assert not find_missing(text, "The key lies on its board", 'id="take_key-sheet"')
    assert '"do": "take_key", "gain": {"wine": 1}' in text
    taken = {"by": "a", "do": "take_key", "gain": {"wine": 1, "strudel": 1}, "as": 1}
    text = html.unescape(shown(document(BOTH, [taken], position=POSITION)))
    assert "Anna has the key and starts the next round" in text
    text = html.unescape(shown(document(BOTH, [taken], position=POSITION), "/entries/1"))
    assert "takes the key for action 1: 1 wine and 1 strudel" in text
    assert "the key onto the turn-order tile of Anna" in text


def test_positions_with_lobbies_and_the_key_are_entered_and_shown(client: FlaskClient) -> None:
    header = '{"modules": ["hotels", "first-player"]}'
    form: dict[str, Any] = {"n": "2", "id": ["a", "b"], "header": header}
    form |= {"turn_of": "a", "round": "1", "dice[]": ["2", "2", "2", "2", "1", "0"], "taken.b": "0"}
    form |= {"p.a.lobby": "dove", "p.a.tokens": ["2", "4"]}
    form |= {"p.b.lobby": "wray", "p.b.tiles": ["A-food", "C-vp"]}
    form["key_of"] = "b"
    answer = client.post("/referee/new/austria", data=form)
    assert answer.status_code == 303, answer.text
    editor = client.get(answer.location.replace("/referee/move", "/referee/new/austria")).text
    assert not find_missing(editor, 'value="dove" checked', 'name="key_of" value="b" checked')
    assert 'value="3"><span>3' in editor  # a token that is gone
    players = question_of(answer.location).document["position"]["players"]
    assert (players["a"]["tokens"], players["b"]["tiles"]) == ([2, 4], ["A-food", "C-vp"])
    assert not {"tiles", "goals"} & players["a"].keys()


def test_positions_with_a_bar_and_coloured_dice_are_entered(client: FlaskClient) -> None:
    """Freud sits in the red slot for 2 VP; the red die lies on 3, the blue one is gone."""
    form: dict[str, Any] = {"n": "2", "id": ["a", "b"], "header": '{"modules": ["celebrities"]}'}
    form |= {"turn_of": "a", "round": "1", "dice[]": ["2", "2", "2", "1", "1", "1"], "taken.b": "1"}
    form |= {"bar.red.celebrity": "freud", "bar.red.vp": "2", "coloured.red": "3"}
    form |= {"p.b.celebrities": ["curie"]}
    answer = client.post("/referee/new/austria", data=form)
    assert answer.status_code == 303, answer.text
    position = question_of(answer.location).document["position"]
    assert position["bar"]["red"] == {"celebrity": "freud", "vp": 2}
    assert position["coloured"]["red"] == 3
    assert position["players"]["b"]["celebrities"] == ["curie"]
    editor = client.get(answer.location.replace("/referee/move", "/referee/new/austria")).text
    assert re.search(r'value="freud" selected', editor)
    assert re.search(r'name="coloured.red"[^>]* value="3"[^>]* checked', editor)
