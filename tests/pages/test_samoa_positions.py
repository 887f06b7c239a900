"""Hotel Samoa: the position editor, a question to the referee, and scoring without a record."""

import json
import re
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from markupsafe import escape

from adjudicator.reading import parse
from adjudicator.replay import Replay
from adjudicator.samoa.printed.catalogue import NATIONALITIES, ROUNDS
from recorder.pages.samoa.position_form import fill_flags
from recorder.web.context import catalogue
from tests.pages.test_referee_pages import entered, question_of
from tests.pages.test_scoring_pages import check_scored
from tests.proof.routes import undrawn
from tests.seen import find_missing

RECORDS = Path(__file__).parents[1] / "records"
FOUR = json.loads((RECORDS / "samoa-4p.json").read_text(encoding="utf-8"))
SETUP = FOUR["setup"]
HOTEL = {"square": [*SETUP["hotel"]["rooms"]]}


def figures() -> dict[str, Any]:
    form: dict[str, Any] = dict(HOTEL)
    for number, card in enumerate(SETUP["price_cards"]):
        form[f"bid-{number}"], form[f"price-{number}"] = str(card["bid"]), str(card["room"])
    return form


def card(bid: int) -> str:
    return str(next(n for n, one in enumerate(SETUP["price_cards"]) if one["bid"] == bid))


def lives(*tourists: tuple[str, str, str]) -> list[str]:
    return [json.dumps(one) for one in tourists]


QUESTION: dict[str, Any] = {
    **figures(),
    "n": "3",
    "name.0": "Anna",
    "name.1": "Boris",
    "name.2": "Chloé",
    "round": "4",
    "phase": "lodging",
    "nation": "norway",
    "groups": json.dumps([["normal", "rich"], ["lover"]]),
    "tiles": json.dumps(["pool"]),
    "p.a.money": "31",
    f"p.a.cards.{card(6)}": "table",
    f"p.b.cards.{card(9)}": "table",
    f"p.b.cards.{card(2)}": "discards",
    "p.c.cards.off": "table",
    "p.a.tourists[]": lives(("a1", "lover", "japan"), ("a2", "celebrity", "germany")),
    "p.a.suites[]": ["a3"],
    "p.a.special.evict": "1",
}
"""Anna (room price 5) moves in first, then Boris (7); Chloé has her day off."""


def test_the_editor_describes_a_position(client: FlaskClient) -> None:
    move = client.post("/referee/new/samoa", data=QUESTION)
    assert move.status_code == 303
    document = question_of(move.location).document
    assert [player["name"] for player in document["players"]] == ["Anna", "Boris", "Chloé"]
    assert "colour" not in document["players"][0]
    position = document["position"]
    assert (position["round"], position["phase"], position["acted"]) == (4, "lodging", [])
    assert (position["tie_break"], position["flags"][3]) == ("c", "norway")
    assert position["price_cards"] == SETUP["price_cards"]
    assert position["hotel"]["rooms"] == SETUP["hotel"]["rooms"]
    pairs = {frozenset(pair) for pair in position["hotel"]["adjacent"]}
    assert pairs == {frozenset(pair) for pair in SETUP["hotel"]["adjacent"]}
    anna, boris, chloe = (position["players"][player] for player in "abc")
    assert (anna["money"], anna["card"]) == (31, {"bid": 6, "room": 5})
    assert anna["rooms"] == {
        "a1": [{"token": "lover", "flag": "japan"}],
        "a2": [{"token": "celebrity", "flag": "germany"}],
    }
    assert (anna["suites"], anna["special_tiles"]) == (["a3"], ["evict"])
    assert "money" not in boris  # as at the start of a game
    assert boris["discards"] == [{"bid": 2, "room": 3}]
    assert chloe["card"] == {"day_off": True}


@pytest.mark.rule("SAM-TOUR-01")
def test_a_question_from_start_to_answer(client: FlaskClient) -> None:
    """Boris moves in before Anna, whose room price is lower."""
    assert 'href="/referee/new/samoa"' in client.get("/referee").text
    assert 'data-check="/positions/samoa"' in client.get("/referee/new/samoa").text
    move = client.post("/referee/new/samoa", data=QUESTION).location
    assert 'data-token="rich"' in client.get(move).text
    tourists = [{"token": "rich", "room": "b1"}]
    boris = {"by": "b", "do": "lodge", "group": 1, "tourists": tourists}
    link = entered(client, move, boris)
    answer = client.get(link).text
    assert not find_missing(answer, "Not allowed (SAM-TOUR-01)", "Hotel Samoa")
    assert 'href="/rules/SAM-TOUR#SAM-TOUR-01"' in answer
    assert undrawn(client.get(link).text) == undrawn(answer)
    again = client.get(link.replace("/referee/answer", "/referee/new/samoa"))
    assert "Change the position" in answer
    assert again.status_code == 200
    anna = client.get(entered(client, move, boris | {"by": "a", "group": 3})).text
    assert "takes in from group 1: any of 1 tourist, 1 rich tourist (free rooms: a3, a4, b1" in anna
    lover = "; 2: any of 1 lover (free rooms: a3, a4, b1, b2, b3, b4) (a lover is alone in: a1)"
    assert lover in anna
    legal = client.get(entered(client, move, boris | {"by": "a"})).text
    assert "Allowed" in legal.split('class="answer-line"')[1][:20]


def test_a_recorded_position_survives_the_editor(client: FlaskClient) -> None:
    """What the editor shows of a question is what the question said."""
    move = client.post("/referee/new/samoa", data=QUESTION).location
    answer = client.get(move.replace("/referee/move", "/referee/new/samoa"))
    page = " ".join(answer.text.split())
    for shown in (
        escape(json.dumps(["a2", "celebrity", "germany"])),
        'data-name="p.b.cards.0" data-value="discards"',
        'data-name="p.c.cards.off" data-value="table"',
        'name="nation" value="norway" checked',
        'name="p.a.money" value="31"',
    ):
        assert str(shown).replace("&#34;", '"') in page.replace("&#34;", '"')
    assert " selected" not in page.split('class="flagrow"')[1].split("</ol>")[0]


@pytest.mark.parametrize(
    ("fields", "words", "rule"),
    [
        ({"p.a.tourists[]": lives(("a1", "rich", "japan"), ("a1", "lover", "japan"))},
         "Anna, room a1: Only two lovers share a room", "SAM-LOVE-01"),
        ({"p.b.tourists[]": lives(("f5", "rich", "japan"))},
         "Boris, room f5: This hotel has no room f5", "SAM-ROOM-01"),
        ({"p.b.tourists[]": lives(("extra-1", "rich", "japan"))},
         "Boris, extra room 1: This hotel has no extra room 1", "SAM-ROOM-01"),
        ({"p.b.tourists[]": lives(("a1", "rich", "norway"))},
         "live here before they were lodged", "SAM-LEAVE-01"),
        ({"p.c.cards.off": ""},
         "Chloé, card on the table: A price card lies on the table", "SAM-CARD-01"),
        ({"p.c.cards.off": "discards", f"p.c.cards.{card(4)}": "table"},
         "Chloé, discarded cards: The day off is never discarded", "SAM-OFF-04"),
        ({"p.a.pools": "12", "p.b.pools": "9"}, "open tiles: 24 building tiles", "SAM-SETUP-01"),
        ({"groups": json.dumps([["normal"] * 19])}, "19 tokens of Norway", "SAM-SETUP-01"),
        ({"flag.1": "japan", "flag.2": "japan", "flag.3": "japan", "flag.5": "japan"},
         "flags: Each nationality has three flags", "SAM-SETUP-03"),
        ({"p.b.suites[]": ["a1", "a1"]},
         "Boris, suites: A1 is not a room of this hotel", "SAM-SUITE-01"),
    ],
)  # fmt: skip
def test_a_contradiction_is_told_at_once_and_not_computed(
    client: FlaskClient, fields: dict[str, Any], words: str, rule: str
) -> None:
    form = QUESTION | fields
    said = client.post("/positions/samoa", data=form).text
    assert words in said
    assert f"#{rule}" in said
    refused = client.post("/referee/new/samoa", data=form)
    assert refused.status_code == 422
    assert words in refused.text


@pytest.mark.parametrize(
    ("fields", "words", "rule"),
    [
        ({f"p.a.cards.{card(9)}": "table"},
         "Anna, card on the table: Two cards: bid 6, room 5; bid 9, room 7", "SAM-CARD-01"),
        ({"p.a.special.recall": "20"}, "Anna, special tiles: 20 tiles", "SAM-SETUP-01"),
    ],
)  # fmt: skip
def test_what_is_no_position_at_all_is_told_while_tapping(
    client: FlaskClient, fields: dict[str, Any], words: str, rule: str
) -> None:
    said = client.post("/positions/samoa", data=QUESTION | fields).text
    assert words in said
    assert f"#{rule}" in said
    assert client.post("/referee/new/samoa", data=QUESTION | fields).status_code == 422


@pytest.mark.parametrize(
    "fields",
    [
        {"p.a.money": "much"},
        {"p.a.tourists[]": "a1"},
        {"p.a.tourists[]": "[1, 2, 3]"},
        {"groups": "[["},
        {"groups": "[1]"},
        {"tiles": '{"pool": 1}'},
        {"kept": "["},
        {"nation": "mars"},
        {"round": "13"},
        {"phase": "teatime"},
        {"bid-0": ""},
    ],
)
def test_bad_fields_are_told(client: FlaskClient, fields: dict[str, Any]) -> None:
    said = client.post("/positions/samoa", data=QUESTION | fields)
    assert said.status_code == 200
    assert "That is not possible" in said.text
    assert client.post("/referee/new/samoa", data=QUESTION | fields).status_code == 422


def test_figures_of_the_catalogue_are_the_defaults(client: FlaskClient) -> None:
    assert 'name="bid-0" value=""' in client.get("/referee/new/samoa").text
    with client.application.app_context():
        for name in ("price_cards", "hotel"):
            catalogue().enter("samoa.figures", name, SETUP[name], "Anna")
    page = client.get("/referee/new/samoa").text
    assert f'name="bid-0" value="{SETUP["price_cards"][0]["bid"]}"' in page
    assert 'name="square" value="a1" checked' in page
    assert 'name="square" value="c1" checked' not in page


@pytest.mark.rule("SAM-P-01")
def test_without_figures_a_card_is_entered_as_it_lies(client: FlaskClient) -> None:
    """Nobody has read the price cards off: bid and room price are typed in."""
    form = {key: value for key, value in QUESTION.items() if not key.startswith(("bid-", "price-"))}
    form |= {"p.a.bid": "6", "p.a.price": "5", "p.b.bid": "9", "p.b.price": "7"}
    move = client.post("/referee/new/samoa", data=form).location
    players = question_of(move).document["position"]["players"]
    assert players["a"]["card"] == {"bid": 6, "room": 5}
    again = client.get(move.replace("/referee/move", "/referee/new/samoa")).text
    shown = dict(re.findall(r'name="p\.(\w\.(?:bid|price))"\s+value="(\d*)"', again))
    typed = {name: value for name, value in shown.items() if value}
    assert typed == {"a.bid": "6", "a.price": "5", "b.bid": "9", "b.price": "7"}


@pytest.mark.rule("SAM-SPEC-03")
def test_a_swap_tile_may_be_used_until_somebody_has_acted(client: FlaskClient) -> None:
    form = QUESTION | {"phase": "building", "p.a.special.swap": "1"}
    swap = {"by": "a", "do": "use_tile", "tile": "swap", "card": {"bid": 4, "room": 4}}
    for acted, word in ((None, "Allowed"), (["b"], "Not allowed")):
        more = {"acted": acted} if acted else {}
        move = client.post("/referee/new/samoa", data=form | more).location
        page = client.get(entered(client, move, swap)).text
        assert word in page.split('class="answer-line"')[1][:20]


@pytest.mark.rule("SAM-SETUP-03", "SAM-SETUP-04")
@pytest.mark.parametrize("told", [{}, {7: "britain"}, {1: "japan", 2: "norway", 12: "japan"}])
def test_flags_that_nobody_told_are_filled_in(told: dict[int, str]) -> None:
    flags = fill_flags(told)
    assert len(flags) == ROUNDS
    assert all(flags.count(nation) == 3 for nation in NATIONALITIES)
    assert all(one != two for one, two in pairwise(flags))
    assert all(flags[number - 1] == flag for number, flag in told.items())


# -- scoring --


def scoring(
    position: Mapping[str, Any], names: Mapping[str, str], special: Mapping[str, list[str]]
) -> dict[str, Any]:
    form: dict[str, Any] = {**HOTEL, "n": str(len(names)), "id": list(names), "scoring": "final"}
    for place, (player, name) in enumerate(names.items()):
        lies = position["players"][player]
        form[f"name.{place}"] = name
        form[f"p.{player}.money"] = str(lies["money"] - 3 * len(special[player]))
        form[f"p.{player}.extra_rooms"] = str(lies["extra_rooms"])
        for tile in special[player]:
            key = f"p.{player}.special.{tile}"
            form[key] = str(int(form.get(key, "0")) + 1)
        form[f"p.{player}.tourists[]"] = lives(
            *(
                (room, one["token"], one["flag"])
                for room, living in lies["rooms"].items()
                for one in living
            )
        )
    return form


@pytest.mark.rule("SAM-END-02", "SAM-SPEC-02")
@pytest.mark.parametrize("name", ["samoa-3p", "samoa-4p", "samoa-5p", "samoa-6p"])
def test_a_finished_game_entered_by_hand_has_the_totals_of_its_record(
    client: FlaskClient, name: str
) -> None:
    replay = Replay(parse((RECORDS / f"{name}.json").read_bytes()))
    record = replay.record
    names = {player["id"]: player["name"] for player in record.document["players"]}
    before = replay.state_after(len(record.entries) - 1).position()["players"]
    special = {player: list(before[player]["special_tiles"]) for player in names}
    assert record.entries[-1]["do"] != "use_tile"
    check_scored(client, replay, scoring(replay.state.position(), names, special))


TIED: dict[str, Any] = {
    **HOTEL,
    "n": "3",
    "scoring": "final",
    "p.a.money": "94",
    "p.a.special.swap": "1",
    "p.a.special.recall": "1",
    "p.b.money": "100",
    "p.c.money": "60",
    "p.b.tourists[]": lives(("a1", "normal", "japan"), ("b2", "rich", "norway")),
    "p.a.tourists[]": lives(("a1", "normal", "japan")),
}


@pytest.mark.rule("SAM-END-03")
def test_a_tie_is_broken_by_free_rooms(client: FlaskClient) -> None:
    """94 and two special tiles at 3 make 100; of eight rooms seven are free against six."""
    page = client.get(client.post("/scoring/new/samoa", data=TIED).location).text
    assert not find_missing(page, "A wins with 100", "SAM-END-03 decides, 7 to 6")
    assert "Unused special tiles" in page


@pytest.mark.rule("SAM-PAY-01", "SAM-SUITE-01", "SAM-SPEC-02")
def test_the_last_payment_is_counted_tourist_by_tourist(client: FlaskClient) -> None:
    """At 5 each: 5, in the suite 10, swimmer 2 with one pool 5 + 2; then one special tile, 3."""
    form = {
        **figures(),
        "n": "3",
        "scoring": "payment",
        "nation": "norway",
        "p.a.money": "40",
        f"p.a.cards.{card(6)}": "table",
        f"p.b.cards.{card(9)}": "table",
        "p.b.money": "50",
        "p.c.cards.off": "table",
        "p.c.money": "12",
        "p.a.tourists[]": lives(
            ("a1", "normal", "norway"),
            ("a3", "normal", "norway"),
            ("b1", "swimmer:2", "norway"),
            ("b4", "normal", "japan"),
        ),
        "p.a.suites[]": ["a3"],
        "p.a.pools": "1",
        "p.a.special.evict": "1",
    }
    link = client.post("/scoring/new/samoa", data=form).location
    page = client.get(link).text
    foot = page.split("<tfoot>")[1].split("</tfoot>")[0]
    assert [f"<td>{total}</td>" in foot for total in (65, 50, 12)] == [True] * 3
    body = page.split("<tbody>")[1].split("</tbody>")[0]
    rows = [row.split("</th>")[1] for row in body.split("<tr>")[1:]]
    assert [row.split("<td>")[1].split("<")[0] for row in rows] == ["40", "20", "2", "3"]
    again = client.get(link.replace("/scoring/score", "/scoring/new/samoa")).text
    assert 'name="scoring" value="payment" checked' in " ".join(again.split())
    missing = client.post("/scoring/new/samoa", data=form | {"p.c.cards.off": ""})
    assert missing.status_code == 422
    assert "C, card on the table" in missing.text


@pytest.mark.rule("SAM-CELEB-02")
def test_beside_a_celebrity_the_hotel_is_asked_for(client: FlaskClient) -> None:
    form = {
        "n": "3",
        "scoring": "payment",
        "nation": "norway",
        **{f"p.{player}.cards.off": "table" for player in "abc"},
        "p.a.tourists[]": lives(("a1", "celebrity", "japan")),
    }
    assert "enter the hotel board" in client.post("/positions/samoa", data=form).text
    assert "cannot be" not in client.post("/positions/samoa", data=form | HOTEL).text


def test_an_unknown_scoring_is_refused(client: FlaskClient) -> None:
    answer = client.post("/scoring/new/samoa", data=TIED | {"scoring": "emperor-3"})
    assert answer.status_code == 422


def test_both_games_can_be_scored(client: FlaskClient) -> None:
    page = client.get("/scoring").text
    assert not find_missing(page, 'href="/scoring/new/samoa"', 'href="/scoring/new/austria"')
