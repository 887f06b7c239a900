"""What a phone's line is told of what waited on it, and other answers that lead on."""

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from recorder.web.context import precedents, tables
from tests.browser.positions import typical
from tests.pages.dealing import seated
from tests.pages.test_kept_pages import setup_form
from tests.pages.test_referee_pages import FORM, question_of
from tests.pages.test_scoring_pages import FINAL
from tests.seen import find_missing, words_of

SAMOA = Path(__file__).parents[1] / "records" / "samoa-3p.json"
LATE = {"by": "anna", "do": "take_guest", "guest": 78, "reveal": 50}
REFUSED = {"by": "boris", "do": "prepare", "room": "4-5"}


@pytest.fixture
def tokens(app: Flask) -> dict[str, str]:
    return seated(app, typical())


def sent(client: FlaskClient, token: str, version: int = 0, **form: str) -> Any:
    """Send an entry as a page's script does; returns what the answer is as data."""
    data = {"version": str(version), "key": "k", **form}
    headers = {"X-From": "page", "X-Parts": "none:0"}
    answer = client.post(f"/t/{token}/entries", data=data, headers=headers).json
    return {key: answer[key] for key in ("outcome", "version", "asks")}


@pytest.mark.parametrize(
    ("who", "anyway"),
    [
        ("table", ["ruling", json.dumps(REFUSED), "Record anyway"]),
        ("boris", ["proposed", json.dumps(REFUSED), "Propose to keep as played", "/t/{}/propose"]),
    ],
)
def test_what_was_refused_may_be_entered_or_proposed_all_the_same(
    client: FlaskClient, tokens: dict[str, str], who: str, anyway: list[str]
) -> None:
    told = sent(client, tokens[who], entry=json.dumps(REFUSED))
    assert (told["outcome"], told["version"]) == ("refused", 0)
    assert told["asks"]["why"] == "Not allowed"
    assert told["asks"]["phrase"].startswith("Boris prepares room 4-5")
    assert told["asks"]["more"].startswith("It is Anna's turn")
    assert told["asks"]["anyway"] == [part.replace("{}", tokens[who]) for part in anyway]
    reasons = re.findall(r"[^.]+\.", told["asks"]["more"])
    assert len(reasons) == len(set(reasons)) > 2
    assert reasons[-1].startswith(" Anna may: ")


@pytest.mark.parametrize("who", ["table", "boris"])
def test_the_referee_is_one_tap_away_with_the_position_of_this_table(
    client: FlaskClient, tokens: dict[str, str], who: str
) -> None:
    """From the page of play, from a card, and from a refusal with its move."""
    table = f"/t/{tokens[who]}"
    for page in (table, f"{table}/cards/guest/63"):
        assert f'href="{table}/referee"' in client.get(page).text
    leads = client.get(f"{table}/referee")
    assert leads.status_code == 303
    asked = question_of(leads.location)
    assert asked.replay().state.position()["queue"] == typical()["position"]["queue"]
    move = client.get(leads.location).text
    assert not find_missing(move, "Question to the referee", f'id="back" href="{table}"')
    data = {"version": "0", "key": "k", "entry": json.dumps(REFUSED)}
    refused = html.unescape(client.post(f"{table}/entries", data=data).text)
    [link] = re.findall(rf'href="({table}/referee\?entry=[^"]+)"', refused)
    answer = client.get(link, follow_redirects=True).text
    assert not find_missing(answer, "Boris prepares room 4-5", "Not allowed")
    assert f'id="back" href="{table}"' in answer


def test_what_is_no_move_is_not_asked(client: FlaskClient, tokens: dict[str, str]) -> None:
    for entry in ("nothing", "[]", '{"do": "fly"}', '{"by": "nobody", "do": "pass"}'):
        query = {"entry": entry}
        assert client.get(f"/t/{tokens['table']}/referee", query_string=query).status_code == 422


def test_the_referee_says_that_face_down_cards_keep_it_from_answering(app: Flask) -> None:
    record = json.loads(SAMOA.read_text(encoding="utf-8"))
    table = seated(app, {**record, "entries": record["entries"][:4]})["table"]
    told = app.test_client().get(f"/t/{table}/referee")
    assert told.status_code == 409
    assert not find_missing(
        told.text, "The referee cannot answer this yet", "something this link may not see yet"
    )


def test_what_came_too_late_may_be_entered_now(client: FlaskClient, tokens: dict[str, str]) -> None:
    body = {"entry": LATE, "version": 0, "key": "first"}
    client.post(f"/api/v1/games/{tokens['table']}/entries", json=body)
    die = {"by": "anna", "do": "take_die", "die": 3}
    told = sent(client, tokens["table"], entry=json.dumps(die))
    assert (told["outcome"], told["version"]) == ("stale", 1)
    asks = told["asks"]
    assert asks["why"] == "Somebody else entered something in the meantime"
    assert "Anna takes guest 78" in asks["more"]
    assert asks["phrase"] == "Anna takes a die from 3"
    assert asks["anyway"] == ["entry", json.dumps(die), "Enter now"]


def test_what_cannot_be_read_is_only_told(client: FlaskClient, tokens: dict[str, str]) -> None:
    told = sent(client, tokens["table"], entry='{"by": "anna", "do": "take_die", "die": 9}')
    assert (told["outcome"], told["asks"]["why"]) == ("problem", "This could not be recorded")
    assert told["asks"]["anyway"] is None
    fine = sent(client, tokens["table"], entry=json.dumps(LATE))
    assert (fine["outcome"], fine["version"], fine["asks"]) == ("appended", 1, None)
    again = sent(client, tokens["table"], entry=json.dumps(LATE))
    assert (again["outcome"], again["version"]) == ("repeated", 1)
    other = sent(client, tokens["table"], entry=json.dumps(REFUSED))  # by the same key
    assert other["outcome"] == "problem"


def test_nothing_is_left_to_take_back_or_to_take_again(
    client: FlaskClient, tokens: dict[str, str]
) -> None:
    for way in ("undo", "redo"):
        data = {"version": "0", "key": way}
        assert client.post(f"/t/{tokens['table']}/{way}", data=data).status_code == 200
    sent(client, tokens["table"], entry=json.dumps(LATE))
    for version, (way, left) in enumerate((("undo", []), ("redo", [LATE])), start=1):
        data = {"version": str(version), "key": f"{way}-it"}
        assert client.post(f"/t/{tokens['table']}/{way}", data=data).status_code == 303
        assert client.get(f"/api/v1/games/{tokens['table']}").json["record"]["entries"] == left


def hand(*cards: int) -> dict[str, str]:
    return {f"hand-{place}": str(card) for place, card in enumerate(cards)}


@pytest.fixture
def seat(client: FlaskClient) -> str:
    """The link of the first seat of a game that has just begun."""
    started = client.post("/new/austria", data=setup_form())
    token = started.headers["Location"].rpartition("/")[2]
    links = client.get(f"/api/v1/games/{token}/links").json
    own = next(link["token"] for link in links if link["seat"] == "a")
    client.post(f"/t/{own}/take")
    return str(own)


@pytest.mark.parametrize(
    ("form", "said"),
    [
        (hand(41, 42, 43, 44, 45), "A hand has 6 different cards."),
        (hand(41, 42, 43, 44, 45, 45), "A hand has 6 different cards."),
        (hand(41, 42, 43, 44, 45, 999), "A hand has 6 different cards."),
        ({**hand(41, 42, 43, 44, 45, 46), "key": ""}, ""),
    ],
)
def test_a_hand_that_cannot_be_told_stays_in_its_form(
    client: FlaskClient, seat: str, form: dict[str, str], said: str
) -> None:
    refused = client.post(f"/t/{seat}/tell", data={"version": "0", "key": "hand", **form})
    assert refused.status_code == 422
    assert said in words_of(refused.text)
    assert "hands" not in client.get(f"/api/v1/games/{seat}").json["record"]["setup"]


def test_a_hand_is_told_once_and_not_after_another_card_was_played(
    client: FlaskClient, seat: str
) -> None:
    told = client.post(
        f"/t/{seat}/tell", data={"version": "0", "key": "h", **hand(1, 2, 3, 4, 5, 6)}
    )
    assert told.status_code == 303
    assert client.get(f"/api/v1/games/{seat}").json["record"]["setup"]["hands"] == {
        "a": [1, 2, 3, 4, 5, 6]
    }
    same_key = {"version": "1", "key": "h", **hand(7, 8, 9, 10, 11, 12)}
    assert client.post(f"/t/{seat}/tell", data=same_key).status_code == 422


def test_a_game_chooses_whose_precedents_it_mentions(
    app: Flask, client: FlaskClient, tokens: dict[str, str]
) -> None:
    """A name that nobody has begins a set; an empty one ends it. Only the table's link chooses."""
    table = tokens["table"]
    for who in ("anna", "read"):
        assert client.post(f"/t/{tokens[who]}/house", data={"house": "Ours"}).status_code == 403

    def chosen() -> str | None:
        with app.app_context():
            one = precedents().find_chosen(tables().open(table))
        return one and one.name

    assert chosen() is None
    for name, kept in ((" Ours ", "Ours"), ("Others", "Others"), (" ", None)):
        assert client.post(f"/t/{table}/house", data={"house": name}).status_code == 303
        assert chosen() == kept


def test_a_final_scoring_is_kept_as_a_finished_game(client: FlaskClient) -> None:
    page = client.get(client.post("/scoring/new/austria", data=FINAL).headers["Location"]).text
    asked = re.search(r'name="q" value="([^"]+)"', page)
    kept = client.post("/scoring/keep", data={"q": asked[1], "key": "keep-it"})
    assert kept.status_code == 303
    assert kept.headers["Location"].endswith("/result")
    again = client.post("/scoring/keep", data={"q": asked[1], "key": "keep-it"})
    assert again.headers["Location"] == kept.headers["Location"]
    assert "80" in client.get(kept.headers["Location"]).text
    running = question_of(client.post("/referee/new/austria", data=FORM).location).text()
    assert client.post("/scoring/keep", data={"q": running, "key": "k"}).status_code == 422


def test_a_question_goes_on_by_its_script_and_without(client: FlaskClient) -> None:
    move = client.post("/referee/new/austria", data=FORM).location
    entry = {"entry": json.dumps({"by": "a", "do": "done"})}
    plain = client.post(move, data=entry)
    script = client.post(move, data=entry, headers={"X-From": "page"})
    assert (plain.status_code, script.status_code) == (303, 204)
    assert script.headers["X-Go"] == plain.headers["Location"]
    broken = client.post(move, data={"entry": '{"by": "a", "do": "fly"}'})
    assert broken.status_code == 422
    assert "location" not in {name.lower() for name, _ in broken.headers}
    sheet = move.replace("/referee/move", "/referee/sheets/nothing")
    assert client.get(sheet).status_code == 404
