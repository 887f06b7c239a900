"""What is sent by a form of the log while somebody else enters something, and what is not."""

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.browser.positions import typical
from tests.pages.dealing import seated
from tests.seen import words_of

GUEST = {"by": "anna", "do": "take_guest", "guest": 78, "reveal": 50}
DIE = {"by": "anna", "do": "take_die", "die": 4, "gain": {"krones": 2}}
DONE = {"by": "anna", "do": "done"}
OTHER = {"by": "anna", "do": "take_die", "die": 4, "gain": {"krones": 1, "emperor": 1}}
LATER = {"by": "boris", "do": "take_die", "die": 3}

RULING = {"do": "rule", "entry": 2, "stands": False, "agreed": ["anna"], "note": "too much"}
RULED = {"stands": "no", "agreed": "anna", "note": "too much"}

SENDS: list[tuple[str, dict[str, str], list[dict[str, Any]]]] = [
    ("/corrections", {"kind": "remove", "number": "2"}, [GUEST, DONE]),
    (
        "/corrections",
        {"kind": "change", "number": "2", "entry": json.dumps(OTHER)},
        [GUEST, OTHER, DONE],
    ),
    ("/entries/2/ruling", RULED, [GUEST, DIE, DONE, RULING]),
    ("/return", {"to": "0"}, []),
    ("/return", {"to": "1"}, [GUEST]),
    ("/steps/undo", {"steps": "2"}, [GUEST]),
    ("/steps/undo", {}, [GUEST, DIE]),
    ("/undo", {}, [GUEST, DIE]),
]
"""The end of an address, what is sent, and the entries afterwards: it was GUEST, DIE, DONE."""


class Game:
    """A game of which versions 1 to 3 brought an entry each."""

    def __init__(self, app: Flask, client: FlaskClient) -> None:
        self.client = client
        self.links = seated(app, typical())
        for entry in (GUEST, DIE, DONE):
            self.enter(entry)

    def enter(self, entry: dict[str, Any]) -> None:
        version = self.game["version"]
        body = {"entry": entry, "version": version, "key": f"e{version}"}
        path = f"/api/v1/games/{self.links['table']}/entries"
        assert self.client.post(path, json=body).status_code == 201

    @property
    def game(self) -> Any:
        return self.client.get(f"/api/v1/games/{self.links['table']}").json

    @property
    def entries(self) -> Any:
        return self.game["record"]["entries"]

    def send(self, path: str, who: str = "table", **form: str) -> TestResponse:
        return self.client.post(f"/t/{self.links[who]}{path}", data={"key": "sent", **form})


@pytest.fixture
def game(app: Flask, client: FlaskClient) -> Game:
    return Game(app, client)


@pytest.mark.parametrize(("path", "form", "entries"), SENDS)
def test_what_is_sent_in_time_is_kept_once(
    game: Game, path: str, form: dict[str, str], entries: list[dict[str, Any]]
) -> None:
    version = game.game["version"]
    for _again in range(2):  # the answer was lost
        assert game.send(path, **form, version=str(version)).status_code == 303
        assert (game.entries, game.game["version"]) == (entries, version + 1)


@pytest.mark.parametrize(("path", "form", "entries"), [one for one in SENDS if one[0] != "/undo"])
def test_what_comes_too_late_says_what_was_entered_meanwhile(
    game: Game, path: str, form: dict[str, str], entries: list[dict[str, Any]]
) -> None:
    version = str(game.game["version"])
    game.enter(LATER)
    late = game.send(path, **form, version=version)
    assert late.status_code == 409
    assert "Boris takes a die from 3" in words_of(late.text)
    assert game.entries == [GUEST, DIE, DONE, LATER]


def test_what_was_taken_back_is_entered_again(game: Game) -> None:
    for version, (which, steps, left) in enumerate(
        [("undo", "3", 0), ("redo", "2", 2), ("redo", "1", 3)], start=3
    ):
        sent = game.send(f"/steps/{which}", steps=steps, version=str(version), key=which + steps)
        assert sent.status_code == 303
        assert game.entries == [GUEST, DIE, DONE][:left]


def test_a_correction_of_what_is_gone_says_so_and_is_not_lost(game: Game) -> None:
    """Entry 3 is taken back while it is corrected: there is nothing left to correct."""
    form = {"kind": "change", "number": "3", "entry": json.dumps(OTHER), "version": "3"}
    assert game.send("/undo", version="3", key="u").status_code == 303
    late = game.send("/corrections", **form)
    assert late.status_code == 409
    said = words_of(late.text)
    assert "The entry you wanted to correct has changed since you saw it." in said
    assert "Not recorded yet: Anna takes a die from 4" in said
    assert game.entries == [GUEST, DIE]


def test_a_proposal_that_comes_too_late_is_not_made(game: Game) -> None:
    game.enter(LATER)
    form = {"what": "undo", "steps": "1", "version": "3"}
    late = game.send("/proposals", "anna", **form)
    assert late.status_code == 409
    assert "Boris takes a die from 3" in words_of(late.text)
    assert game.send("/proposals", "anna", **{**form, "version": "4"}).status_code == 303


@pytest.mark.parametrize(
    ("answer", "who", "said", "left"),
    [
        ("accept", "boris", "Agreed: Boris", 2),
        ("accept", "table", "Accepted through the table's link.", 2),
        ("decline", "boris", "Anna proposed: undo the last step. Refused.", 3),
        ("withdraw", "anna", "Withdrawn.", 3),
    ],
)
def test_a_proposal_is_answered_and_the_game_goes_on(
    game: Game, answer: str, who: str, said: str, left: int
) -> None:
    """The page of the game says what became of it; who answers late is shown the proposal."""
    made = game.send("/proposals", "anna", what="undo", steps="1", version="3")
    place = made.headers["Location"].partition(game.links["anna"])[2]
    assert game.send(place + "/fly", "anna", version="4").status_code == 404
    answered = game.send(f"{place}/{answer}", who, version="4", key="answer")
    assert answered.status_code == 303
    shown = game.client.get(answered.headers["Location"]).text
    assert 'id="entry-form"' in shown
    assert said in words_of(shown)
    assert game.entries == [GUEST, DIE, DONE][:left]
    again = game.send(f"{place}/{answer}", who, version="5", key="more")  # what ended stays ended
    assert again.status_code == 303
    assert game.entries == [GUEST, DIE, DONE][:left]


def test_what_is_accepted_is_what_was_seen(game: Game) -> None:
    """Somebody entered more since: the proposal is shown again instead."""
    form = {"what": "correction", "kind": "remove", "number": "1", "version": "3"}
    made = game.send("/proposals", "anna", **form)
    place = made.headers["Location"].partition(game.links["anna"])[2]
    game.enter(LATER)
    assert game.send(f"{place}/accept", "boris", version="4", key="answer").status_code == 409
    assert game.entries == [GUEST, DIE, DONE, LATER]
    assert game.send(f"{place}/accept", "boris", version="5", key="more").status_code == 303
    assert game.entries == [DIE, DONE, LATER]


def test_a_proposal_that_ended_is_made_again(game: Game) -> None:
    made = game.send("/proposals", "anna", what="undo", steps="1", version="3")
    place = made.headers["Location"].partition(game.links["anna"])[2]
    game.send(f"{place}/decline", "boris", version="4", key="no")
    again = game.send(f"{place}/again", "anna", version="5", key="again")
    assert again.status_code == 303
    other = again.headers["Location"].partition(game.links["anna"])[2]
    assert other != place
    game.send(f"{other}/accept", "boris", version="6", key="yes")
    assert game.entries == [GUEST, DIE]


@pytest.mark.parametrize("asked", ["one", "all"])
def test_the_table_says_who_has_to_agree(game: Game, asked: str) -> None:
    assert game.send("/assent", of=asked, version="3").status_code == 303
    shown = game.client.get(f"/t/{game.links['table']}/proposals").text
    chosen = [one for one in shown.split("<input")[1:] if 'name="of"' in one and "checked" in one]
    assert [f'value="{asked}"' in one for one in chosen] == [True]


def test_an_entry_that_the_rules_refuse_is_proposed_by_a_seat(game: Game) -> None:
    """It waits for another player; the table's own link would let it stand at once."""
    refused = {"by": "boris", "do": "prepare", "room": "4-5"}
    form = {"proposed": json.dumps(refused), "ruling-note": "for once", "version": "3"}
    assert game.send("/propose", "boris", **form).status_code == 303
    assert game.entries == [GUEST, DIE, DONE]
    shown = words_of(game.client.get(f"/t/{game.links['anna']}/proposals").text)
    assert "Boris prepares room 4-5" in shown
    assert game.send("/propose", "read", **form).status_code == 403
    broken = {**form, "proposed": '{"do": "fly"}', "version": "4", "key": "k"}
    assert game.send("/propose", "boris", **broken).status_code == 422
