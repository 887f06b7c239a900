"""The way a module's face plugs in, tried with an invented module that only tests know."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import ChoiceLoader, FileSystemLoader

from adjudicator.austria import modules
from adjudicator.austria.assembled import boxes
from adjudicator.messages import parse_sentences, read_english
from recorder.pages.austria import modules as faces
from recorder.pages.wording import score_part_name
from recorder.web.context import tables
from tests.austria.test_modules import document, position
from tests.seen import find_missing

HERE = Path(__file__).parent
RULES = HERE.parent / "austria" / "invented"
FACES = HERE / "invented" / "faces"
PLAYED = position(krones=5)
VISIT = {"by": "a", "do": "visit"}


@pytest.fixture
def bees(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let records name the invented module, with its sentences and its face."""
    for own in parse_sentences((HERE / "invented/messages/bees.txt").read_text("utf-8")):
        monkeypatch.setitem(cast("dict[str, Any]", read_english()), own.key, own)
    assert app.jinja_loader is not None
    here = FileSystemLoader(HERE / "invented" / "templates")
    app.jinja_env.loader = ChoiceLoader([here, app.jinja_loader])
    with boxes.use_module_folder(RULES), faces.add_face_folder(FACES):
        yield


@pytest.fixture
def bare() -> Iterator[None]:
    """Let records name the invented module, which has no face then."""
    with boxes.use_module_folder(RULES):
        yield


def page(client: FlaskClient, record: dict[str, Any], rest: str = "") -> str:
    with client.application.app_context():
        token = tables().start(record, listed=False).table.link.token
    answer = client.get(f"/t/{token}{rest}")
    assert answer.status_code == 200
    return answer.text


def test_a_stage_of_set_up_has_its_step_and_its_buttons(client: FlaskClient, bees: None) -> None:
    text = page(client, document())
    assert not find_missing(text, "takes a hive", "Hive 4", "Hive 7")


def test_panels_foods_and_extra_actions_stand_on_the_page_of_play(
    client: FlaskClient, bees: None
) -> None:
    text = page(client, document(position=PLAYED))
    assert not find_missing(text, "Anna: 4; Boris: 7;", "Visit the bees", "honey")


def test_what_a_module_opened_has_its_words_and_a_button_for_every_entry(
    client: FlaskClient, bees: None
) -> None:
    text = page(client, document(VISIT, position=PLAYED))
    for said in ("The hive", "taste honey", "tastes 1 honey", "tastes 2 honey", "visits the bees"):
        assert said in text
    assert "pay 1 krone" in text.replace("\u00a0", " ")  # what the entry did


def test_food_of_a_module_is_told_like_any_other(client: FlaskClient, bees: None) -> None:
    taste = {"by": "a", "do": "taste", "count": 2}
    text = page(client, document(VISIT, taste, position=PLAYED), "/entries/2")
    assert "take 2 honey; 2 honey into the kitchen" in text


def test_parts_of_the_score_have_the_modules_words(bees: None, app: Flask) -> None:
    with app.test_request_context("/"):
        assert score_part_name(document(), "hives") == "Hives"


def test_the_set_up_form_offers_it_and_reads_its_fields(client: FlaskClient, bees: None) -> None:
    assert 'name="hives"' in client.get("/new/austria").text
    form = {f"name-{n}": name for n, name in enumerate(["Anna", "Boris"])}
    form |= {"politics-A": "krones-20", "politics-B": "floors-2", "politics-C": "three-each"}
    form |= {"emperor-A": "A-krones", "emperor-B": "B-krones", "emperor-C": "C-vp"}
    form |= {f"queue-{n}": str(card) for n, card in enumerate([50, 64, 78, 92, 103])}
    form |= {"edition": "2022", "played_on": "2026-11-21", "modules": "bees", "hives": "4 x"}
    refused = client.post("/new/austria", data=form)
    assert refused.status_code == 422
    assert "Hives are numbers." in refused.text
    started = client.post("/new/austria", data=form | {"hives": "4 7"})
    assert started.status_code == 303, started.text
    made = client.get(f"{started.location}/record.json").get_json()
    assert (made["modules"], made["setup"]["hives"]) == (["bees"], [4, 7])
    again = client.get(f"/new/austria?again={started.location.rsplit('/', 1)[1]}").text
    assert 'name="hives" value="8 9"' in again


def test_the_position_editor_shows_and_reads_its_fields(client: FlaskClient, bees: None) -> None:
    form: dict[str, Any] = {
        "n": "2",
        "id": ["a", "b"],
        "header": '{"modules": ["bees"]}',
        "turn_of": "a",
        "round": "1",
    }
    form["dice[]"] = ["2", "2", "2", "2", "1", "1"]
    assert client.post("/referee/new/austria", data=form | {"p.a.hive": "x"}).status_code == 422
    answer = client.post("/referee/new/austria", data=form | {"p.a.hive": "4", "p.b.hive": "7"})
    assert answer.status_code == 303, answer.text
    editor = client.get(answer.location.replace("/referee/move", "/referee/new/austria")).text
    assert 'name="p.a.hive" value="4"' in editor


def test_a_module_without_a_face_is_played_with_plain_buttons(
    client: FlaskClient, bare: None
) -> None:
    text = page(client, document(VISIT, position=PLAYED))
    assert not find_missing(text, "visit", "taste")


def test_no_page_of_the_base_game_names_a_module(app: Flask) -> None:
    """Outside its own folder a module is reached through the registry, never by name."""
    pages = HERE.parents[1]
    for folder in ("recorder/pages/austria", "templates/austria"):
        for path in sorted((pages / folder).rglob("*")):
            if path.suffix not in (".py", ".html") or "modules" in path.parts:
                continue
            text = path.read_text(encoding="utf-8").replace('_("more")', "")  # a plain word
            assert not [name for name in modules.list_modules() if f'"{name}"' in text], path
