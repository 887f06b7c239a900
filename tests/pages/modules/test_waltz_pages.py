"""Balls, Celebrities and More on the pages: set-up, panels, and sheets for what is offered."""

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.pages.modules.conftest import TURN, bare, document
from tests.seen import find_missing, words_of

Show = Callable[..., str]
HALLS = ["apollo", "deon", "sperl"]
BAR = {"red": "gandhi", "blue": "einstein", "yellow": "curie"}


def test_halls_bar_and_new_cards_are_set_up(client: FlaskClient, filled: dict[str, str]) -> None:
    text = client.get("/new/austria").text
    assert not find_missing(text, '"modules=balls"', "134")
    form: dict[str, Any] = filled | {"modules": ["balls", "celebrities"], "queue-1": "147"}
    form |= {"politics-B": "dancers-7", "emperor-B": "B-dancer"}
    form |= {f"hall-{place}": hall for place, hall in enumerate(HALLS)}
    form |= {"rehearsal-1": "1", "rehearsal-3": "1"}
    form |= {f"bar-{colour}": name for colour, name in BAR.items()}
    refused = client.post("/new/austria", data=form | {"hall-1": "apollo"})
    assert refused.status_code == 422
    assert "three different halls" in refused.text
    refused = client.post("/new/austria", data=form | {"bar-red": "curie"})
    assert "each of the three slots" in refused.text
    started = client.post("/new/austria", data=form)
    assert started.status_code == 303, started.text
    setup = client.get(f"{started.location}/record.json").get_json()["setup"]
    assert (setup["halls"], setup["rehearsals"], setup["bar"]) == (HALLS, [1, 3], BAR)
    assert setup["queue"][1] == 147


def test_cards_of_a_module_that_is_not_in_play_are_refused(
    client: FlaskClient, filled: dict[str, str]
) -> None:
    refused = client.post("/new/austria", data=filled | {"queue-1": "147"})
    assert refused.status_code == 422
    assert "Guest 147 is not in this game, where they are 49 to 104" in refused.text


@pytest.mark.rule("WALTZ1-SETUP-10")
def test_rehearsal_halls_are_taken_by_tapping(shown: Show) -> None:
    text = html.unescape(shown(document(["balls"], [], halls=HALLS, rehearsals=[1, 3])))
    assert not find_missing(text, "takes a rehearsal hall", 'id="take_rehearsal"', "Apollosaal")


@pytest.mark.rule("WALTZ1-BALL-01")
def test_a_guest_is_sent_to_a_hall(shown: Show) -> None:
    players = {"a": {"cafe": [{"guest": 147}], "kitchen": {"champagne": 3}}, "b": {}}
    position = {**TURN, "halls": HALLS, "players": players}
    text = html.unescape(shown(document(["balls"], [], position=position)))
    assert not find_missing(text, 'id="send-147"', '"hall": "deon", "row": "middle"')
    sent = {"by": "a", "do": "send_guest", "guest": 147, "hall": "deon", "row": "top", "section": 2}
    text = html.unescape(shown(document(["balls"], [sent], position=position), "/entries/1"))
    assert "sends 147" in bare(text)
    assert "a dancer of Anna onto Odeonsaal, top row" in bare(text)


@pytest.mark.rule("WALTZ2-DIE-01")
def test_coloured_dice_and_the_bar_are_shown_rolled_and_taken(shown: Show) -> None:
    bar = {colour: {"celebrity": name, "vp": 1} for colour, name in BAR.items()}
    position = {**TURN, "bar": bar, "coloured": {"red": 1, "blue": 4, "yellow": 5}}
    position["players"] = {"a": {"krones": 9}, "b": {}}
    text = html.unescape(shown(document(["celebrities"], [], position=position)))
    assert not find_missing(text, "Mahatma Gandhi", "the red die", '"colour": "red"')
    due = {key: TURN[key] for key in ("politics", "emperor", "queue")}
    due |= {"bar": bar, "players": {"a": {}, "b": {}}}
    text = html.unescape(shown(document(["celebrities"], [], position=due)))
    assert "Where the red die lies" in text
    assert '"seen"' not in text.split('id="roll"')[1].split("</dialog>")[0]


@pytest.mark.rule("WALTZ2-REF-04")
def test_the_bar_is_filled_between_rounds(shown: Show) -> None:
    bar = {"red": None, "blue": {"celebrity": "curie"}, "yellow": {"celebrity": "freud"}}
    due = {key: TURN[key] for key in ("politics", "emperor", "queue")}
    due |= {"bar": bar, "players": {"a": {}, "b": {}}, "round": 2}
    text = html.unescape(shown(document(["celebrities"], [], position=due)))
    assert 'id="refill"' in text
    assert "Charlie Chaplin" in text.split('id="refill"')[1].split("</dialog>")[0]


@pytest.mark.rule("WALTZ2-CEL-02")
def test_einstein_swaps_on_a_sheet(shown: Show) -> None:
    players = {"a": {"celebrities": ["einstein"], "kitchen": {"wine": 2}}, "b": {}}
    position = {**TURN, "coloured": {"red": 1, "blue": 4, "yellow": 5}, "players": players}
    text = html.unescape(shown(document(["celebrities"], [], position=position)))
    assert not find_missing(text, 'name="give.wine"', 'name="gain.cake"')


@pytest.mark.rule("WALTZ5-BELL-01")
def test_bells_say_when_they_ring_and_rung_ones_are_turned(shown: Show) -> None:
    players = {"a": {"staff": [169, {"staff": 167, "rung": True}], "krones": 9}, "b": {}}
    text = html.unescape(shown(document(["more"], [], position={**TURN, "players": players})))
    assert "an artist's order of 3 or more complete: 6\u00a0krones" in text
    assert "(rung, face down)" in text


@pytest.mark.rule("WALTZ1-STAFF-GEN-01")
def test_what_a_use_costs_stands_on_its_button(shown: Show) -> None:
    players = {"a": {"staff": [175], "kitchen": {"wine": 1, "cake": 1}}, "b": {}}
    text = html.unescape(shown(document(["more"], [], position={**TURN, "players": players})))
    assert not find_missing(text, "Use 175", "paying 1 cake and 1 wine")


def test_a_position_with_everything_is_entered_and_shown(client: FlaskClient) -> None:
    header = '{"modules": ["balls", "celebrities", "hotels", "first-player", "more"]}'
    form: dict[str, Any] = {"n": "2", "id": ["a", "b"], "header": header, "turn_of": "a"}
    form |= {"round": "1", "dice[]": ["2", "2", "2", "2", "2", "0"], "p.a.kitchen.champagne": "2"}
    form |= {f"hall.{place}": hall for place, hall in enumerate(HALLS)}
    form |= {"dancers.0.top.0": "b", "p.a.rehearsal.board": "3", "p.b.staff.169": "rung"}
    form |= {"bar.red.celebrity": "gandhi", "coloured.red": "2", "p.a.lobby": "kozi"}
    answer = client.post("/referee/new/austria", data=form)
    assert answer.status_code == 303, answer.text
    editor = client.get(answer.location.replace("/referee/move", "/referee/new/austria")).text
    assert not find_missing(editor, 'value="gandhi" selected', 'value="kozi" checked')
    assert 'data-value="rung"' in editor


def test_food_goes_onto_guests_with_whatever_sends_a_dancer(shown: Show) -> None:
    """Off the buttons as well: what a cell of a hall gives may serve guest 54, who wants wine."""
    players = {"a": {"cafe": [{"guest": 54}]}, "b": {}}
    record = document(["balls"], [], position={**TURN, "halls": HALLS, "players": players})
    forms = re.findall(r"<details.*?</details>", shown(record, "/other"), re.S)
    onto = {
        title: "Onto guests" in form
        for form in forms
        for title in ("A guest goes dancing", "A dancer is sent", "A dancer is removed")
        if title in words_of(form)
    }
    assert onto == {
        "A guest goes dancing": True,
        "A dancer is sent": True,
        "A dancer is removed": False,
    }


@pytest.mark.rule("WALTZ1-SETUP-04")
def test_every_hall_has_three_rows_and_those_beside_the_balcony_a_fourth(shown: Show) -> None:
    position = {**TURN, "halls": HALLS, "players": {"a": {}, "b": {}}}
    page = words_of(shown(document(["balls"], [], position=position))).casefold()
    for row, halls in (("top row", 3), ("middle row", 3), ("bottom row", 3), ("balcony", 1)):
        assert page.count(f"{row} {row}") == halls
