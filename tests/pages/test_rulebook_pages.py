"""The rulebook and the editions as pages: every rule can be reached, nothing is too heavy."""

import gzip
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.rulebook import RULEBOOK, tables
from recorder.pages.referee.rulebook import address


def test_a_rule_leads_to_its_chapter_and_a_question_to_where_boxes_differ(app: Flask) -> None:
    with app.test_request_context("/"):
        assert [address(one) for one in ("GAH-FOOD-02", "U-17", "SAM-U-06", "U-9999")] == [
            "/rules/GAH-FOOD#GAH-FOOD-02",
            "/editions/austria#U-17",
            "/editions/samoa#SAM-U-06",
            None,
        ]


def test_every_chapter_shows_its_rules_with_an_anchor(client: FlaskClient) -> None:
    for game in RULEBOOK.games:
        for chapter in RULEBOOK.chapters(game):
            page = client.get(f"/rules/{chapter.id}").text.replace("\u00a0", " ")
            for rule_id in chapter.rules:
                assert f'id="{rule_id}"' in page
                assert str(RULEBOOK.rule(rule_id).title.replace("'", "&#39;")) in page


def test_a_rules_id_leads_to_its_place(client: FlaskClient) -> None:
    answer = client.get("/rules/gah-food-02")
    assert answer.status_code == 302
    assert answer.location == "/rules/GAH-FOOD#GAH-FOOD-02"
    assert client.get("/search?words=gah-food-02").location == "/rules/GAH-FOOD#GAH-FOOD-02"


def test_words_find_rules_and_only_of_the_game_asked(client: FlaskClient) -> None:
    answer = client.get("/rules?words=tourist&game=samoa")
    assert answer.location == "/search?words=tourist&kind=rule&game=samoa"
    page = client.get(answer.location).text
    rules = set(re.findall(r"#((?:GAH|SAM)-[A-Z]+-\d\d)\"", page))
    assert rules
    assert all(rule.startswith("SAM-") for rule in rules)
    nothing = client.get("/search?words=emprer").text
    assert "Nothing has these words" in nothing
    assert "/search?words=emperor" in nothing


@pytest.mark.parametrize("game", RULEBOOK.games)
def test_the_page_of_editions_has_every_row_of_the_tables(client: FlaskClient, game: str) -> None:
    page = client.get(f"/editions/{game}").text
    for question in tables.list_open_questions(game):
        assert f'id="{question.id}"' in page
    own = set(RULEBOOK.ids(game))
    for switch in tables.list_switches():
        assert (f'id="switch-{switch.id}"' in page) == (switch.id in own)
    rows = re.findall(r'id="(D-\d+)"', page)
    expected = [row.id for row in tables.list_text_differences()]
    assert rows == (expected if own & set(tables.list_text_differences()[0].rules) else [])


def test_unknown_chapter_game_and_edition_are_not_found(client: FlaskClient) -> None:
    for path in ("/rules/GAH-NOPE", "/editions/chess", "/rules?words=a&game=chess"):
        assert client.get(path).status_code == 404


def test_a_chapter_is_light(client: FlaskClient) -> None:
    for game in RULEBOOK.games:
        for chapter in RULEBOOK.chapters(game):
            page = client.get(f"/rules/{chapter.id}", headers={"Accept-Encoding": "gzip"})
            assert len(page.data) < 20_000
            assert chapter.id.encode() in gzip.decompress(page.data)
