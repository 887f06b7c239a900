"""What pages say of a position: words that a reader must find, and words that would be wrong."""

import html
import json
import re
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from adjudicator.austria.assembled.boxes import box_of
from adjudicator.austria.table.box import Box
from adjudicator.games import find
from adjudicator.reading import load
from recorder.languages.speech import use_language
from recorder.pages.austria import card_lists, examples, printed_figures, setup_form, worth
from recorder.pages.austria.components import printed
from recorder.pages.austria.terms import amount_words
from recorder.pages.samoa import printed_figures as samoa_figures
from tests.pages.dealing import deal
from tests.pages.modules.conftest import TURN, document
from tests.pages.test_samoa_pages import FOUR
from tests.seen import find_missing, words_of

POSITION: dict[str, Any] = {
    **TURN,
    "claims": {"krones-20": ["b", "a"]},
    "players": {
        "a": {"krones": 5, "rooms": {"1-1": "occupied", "1-2": "vacant"}, "cafe": [{"guest": 65}]},
        "b": {},
    },
}
BASE = document([], [], position=POSITION)
HALLS: dict[str, Any] = {
    **TURN,
    "halls": ["deon", "strauss", "apollo"],
    "players": {"a": {"rehearsal": {"board": 1, "sections": [1, 2, 0, 4]}}, "b": {}},
}
GOALS = ["emperor-10", {"politics": "columns-2", "vp": 7}, "blue-4-red-3"]
NINAS = {**TURN, "players": {"a": {"lobby": "ninas", "goals": GOALS}, "b": {"lobby": "wray"}}}
DOVE: dict[str, Any] = {
    **TURN,
    "players": {
        "a": {
            "lobby": "dove",
            "tokens": [1, 2],
            "rooms": {"1-1": "occupied", "2-1": "occupied", "3-1": "occupied", "4-1": "vacant"},
            "cafe": [{"guest": 65, "served": {"coffee": 1}}],
        },
        "b": {"lobby": "kozi"},
    },
}
"""Guest 65 moves in: the first column is occupied, and one of two tokens is to be taken."""
MOVED_IN = {"by": "a", "do": "check_in", "guest": 65, "room": "4-1"}


def said(client: FlaskClient, record: Mapping[str, Any], rest: str = "") -> str:
    answer = client.get(deal(client.application, record)["table"] + rest)
    assert answer.status_code == 200, answer.text
    return str(answer.text)


@pytest.mark.parametrize(
    ("modules", "position", "entries", "found", "missing"),
    [
        ([], POSITION, [], ["20 krones Boris 15, Anna 10", "Two floors nobody yet"], []),
        (
            ["balls"],
            HALLS,
            [],
            [
                "Odeonsaal 1, 4, 9",
                "Goldener Strauß in each row 7 VP for the most dancers, 2 VP for the second most",
                "Apollosaal your dancers times",
                "Anna rehearsal hall 1: Dancers left in section 1: 1",
                "Dancers left in section 3: 0",
            ],
            ["Zum Sperl"],
        ),
        (["hotels"], NINAS, [], ["Emperor space 10: not reached", "Two columns: 7 VP"], []),
        (
            ["balls", "hotels"],
            DOVE | {"halls": HALLS["halls"]},
            [MOVED_IN],
            ["Token 1 column", "Token 2 column"],
            [],
        ),
        (["hotels", "more"], DOVE, [MOVED_IN], ["Token 1 column"], []),
    ],
    ids=["politics", "halls without a dancer", "goals of Ninas", "tokens", "tokens, once more"],
)
def test_the_page_of_play_says(
    client: FlaskClient,
    modules: Sequence[str],
    position: Mapping[str, Any],
    entries: Sequence[dict[str, Any]],
    found: Sequence[str],
    missing: Sequence[str],
) -> None:
    page = words_of(said(client, document(modules, entries, position=position)))
    for one in found:
        assert one in page
    for one in missing:
        assert one not in page


def test_off_the_rules_a_room_has_what_fits_its_face(client: FlaskClient) -> None:
    """A table may have done what is not offered: empty, vacant and occupied have their own."""
    page = html.unescape(said(client, BASE))
    choices = dict(re.findall(r'id="room-(\d-\d)"[^>]*\sdata-choices=\'([^\']*)\'', page))
    assert "Prepare this room" in choices["4-5"]
    assert "Remove this room" in choices["1-1"]
    assert "moves in" in choices["1-2"]
    assert "moves in" not in choices["1-1"]
    assert "Prepare this room" not in choices["1-2"]


def test_a_die_that_does_nothing_is_no_main_button(client: FlaskClient) -> None:
    """The only button of its group stands out, but for the 6 by itself."""
    page = html.unescape(said(client, BASE))
    button = r'<button class="([^"]*)" name="entry"\s+value=\'([^\']*)\''
    shown = {entry: "main" in classes.split() for classes, entry in re.findall(button, page)}
    assert shown['{"by": "a", "die": 3, "do": "take_die"}'] is True
    assert shown['{"by": "a", "die": 6, "do": "take_die"}'] is False


FED = POSITION | {"players": {"a": {"cafe": [{"guest": 99}]}, "b": {}}}
"""Guest 99 wants strudel and cake."""
COROGARI = {"lobby": "corogari", "values": [4], "krones": 10, "cafe": [{"guest": 54}]}
BONUS_FIRST = {
    **TURN,
    "dice": [1, 1, 1, 2, 1, 1],
    "taken": {"a": 1, "b": 2},
    "players": {"a": {"rooms": {"1-1": "vacant"}, **COROGARI}, "b": {"lobby": "kozi"}},
}
"""Guest 54 wants wine; the sum of 4 and 2 brings a card that may be played before the action."""


@pytest.mark.rule("GAH-FOOD-01", "WALTZ3-COROGARI-02")
@pytest.mark.parametrize(
    ("modules", "position", "entry", "goes", "ticks"),
    [
        ([], FED, {"die": 1, "gain": {"cake": 1, "strudel": 2}}, {"cake": 1, "strudel": 2}, {"99"}),
        ([], FED, {"die": 4, "gain": {"emperor": 1}}, {}, set()),
        (["hotels"], BONUS_FIRST, {"die": 2, "gain": {"wine": 1}}, {}, set()),
    ],
    ids=["food", "steps", "the bonus of the lobby comes first"],
)
def test_a_die_that_brings_food_knows_what_goes_onto_guests(
    client: FlaskClient,
    modules: Sequence[str],
    position: Mapping[str, Any],
    entry: Mapping[str, Any],
    goes: Mapping[str, int],
    ticks: set[str],
) -> None:
    """The script that shares it out is told of food alone, and of none that is placed later."""
    page = html.unescape(said(client, document(modules, [], position=position)))
    button = r'name="entry"\s+value=\'([^\']*)\'(?: data-gain=\'([^\']*)\')?>'
    gains = {value: json.loads(gain or "{}") for value, gain in re.findall(button, page)}
    assert gains[json.dumps({"by": "a", "do": "take_die"} | entry, sort_keys=True)] == goes
    sheet = page.partition(f'id="take-{entry["die"]}"')[2].partition("</dialog>")[0]
    assert set(re.findall(r'data-guest="(\d+)"', sheet)) == ticks


@pytest.mark.parametrize(
    ("tag", "told"),
    [
        ("en", ["1 wine", "2 wine", "5 strudels", "3 champagne"]),
        ("ru", ["1 вино", "2 вина", "5 штруделей", "3 шампанского"]),
        ("fr", ["1 vin", "2 vins", "5 strudels", "3 champagnes"]),
        ("ko", ["와인 1개", "와인 2개", "슈트루델 5개", "샴페인 3개"]),
    ],
)
def test_food_is_counted_as_each_language_does(app: Flask, tag: str, told: list[str]) -> None:
    counted = [("wine", 1), ("wine", 2), ("strudel", 5), ("champagne", 3)]
    with app.test_request_context(), use_language(tag):
        assert [amount_words({food: count}) for food, count in counted] == told


def test_every_kind_of_reward_can_be_read_off_a_hall(client: FlaskClient) -> None:
    """What a row or a section brings is chosen among all that components print."""
    with client.application.test_request_context():
        choices = [
            json.loads(value)
            for value, _words in printed._reward_words(box_of(frozenset({"balls"})))
        ]
    assert not find_missing(choices, {"gain_any": 2}, {"krones": 6}, {"emperor": 4})
    assert {"gain": {"champagne": 3}} in choices
    assert {word for part in choices for word in part} >= {
        *("krones", "emperor", "vp", "gain", "gain_any", "draw_staff", "play_staff", "prepare"),
        *("take_guest", "occupy", "send_dancer"),
    }


def test_a_card_of_any_letter_is_chosen_for_one(app: Flask) -> None:
    """Where no text has a card's letter it may be any: but it is one card."""
    known = {"krones-20": SimpleNamespace(letter=None), "floors-2": SimpleNamespace(letter="B")}
    problems: dict[str, str] = {}
    form = MultiDict(
        {"politics-A": "krones-20", "politics-B": "floors-2", "politics-C": "krones-20"}
    )
    with app.test_request_context():
        setup_form._one_each(form, "politics", known, problems)
    assert problems == {"politics": "20 krones is chosen for A and C at once."}


def test_the_night_boards_are_chosen_where_nothing_else_is(client: FlaskClient) -> None:
    assert re.search(r'name="board"\s+value="night" checked', client.get("/new/austria").text)


def test_a_check_reads_a_little_aloud_and_has_the_rest_below(client: FlaskClient) -> None:
    anna = words_of(said(client, BASE, "/check")).partition("More of Anna")
    assert "krones 5" in anna[0]
    assert "hotel 1-1 occupied, 1-2 vacant" not in anna[0]
    rest = anna[2].partition("Boris")[0]
    assert "hotel 1-1 occupied, 1-2 vacant" in rest
    assert "krones" not in rest


def test_the_boxes_are_chosen_by_what_is_printed_on_them(client: FlaskClient) -> None:
    page = client.get("/scoring/new/austria").text
    field = re.search(r'<select name="editions">(.*?)</select>', page, re.DOTALL)
    boxes = dict(re.findall(r'value="([^"]+)"[^>]*>([^<]+)<', field[1]))
    assert boxes["2022"] == "Revised edition of 2022"
    assert set(boxes) == {"2015-ru", "2015-fr", "2015-ko", "2022"}


def test_what_the_rules_allow_does_not_look_forbidden(client: FlaskClient) -> None:
    """A token that is due is a button like others; only what is off the rules is greyed."""
    page = said(client, document(["hotels"], [MOVED_IN], position=DOVE))
    classes = re.findall(r'<button class="([^"]*)"[^>]*take_token', page)
    assert classes
    assert not any("off" in one.split() for one in classes)


def test_a_position_is_typed_in_with_up_to_20_krones(client: FlaskClient) -> None:
    page = client.get("/referee/new/austria").text
    shown = re.findall(r'name="p\.a\.krones"\s+value="(\d+)"', page)
    assert shown == [str(krones) for krones in range(21)]


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ('{"by": "a", "do": "take_die", "die": 9}', "Die: 9 is not from 1 to 6."),
        ('{"by": "a", "do": "prepare"}', "Room: this is missing and has to be entered."),
        ('{"by": "a", "do": "fly"}', '"fly" is not a verb of this game.'),
    ],
)
def test_what_cannot_be_read_is_said_of_its_field(
    client: FlaskClient, entry: str, told: str
) -> None:
    table = deal(client.application, BASE)["table"]
    refused = client.post(f"{table}/entries", data={"entry": entry, "version": "0", "key": "k1"})
    assert refused.status_code == 422
    assert told in words_of(refused.text)


@pytest.mark.parametrize(
    ("space", "told"),
    [
        (2, "on space 2 now: the penalty; 4 more spaces for the bonus"),
        (4, "on space 4 now: nothing; 2 more spaces for the bonus"),
        (5, "on space 5 now: nothing; 1 more space for the bonus"),
        (6, "on space 6 now: the bonus"),
    ],
)
@pytest.mark.rule("GAH-EMP-05")
def test_what_a_tile_would_do_now_is_told(app: Flask, space: int, told: str) -> None:
    """In round 3 the disc goes 3 back: on 0 the penalty, from space 3 on the bonus."""
    players = {"a": {"emperor": space}, "b": {}}
    record = load(document([], [], position={**TURN, "players": players}))
    state: Any = find("austria").start(record)
    with app.test_request_context():
        assert worth._tile(state, state.by_id["a"], "A-krones") == told


def test_cards_say_with_which_modules_they_come(app: Flask) -> None:
    """Guests 49 to 104 are of the base game, 134 to 162 of the balls."""

    def guests(box: Box) -> Mapping[int, Any]:
        return box.components.guests

    with app.test_request_context():
        named = {card.number: of for card, of in card_lists.list_cards(guests)}
    assert all(named[number] == "" for number in range(49, 105))
    assert all(named[number] == "modules=balls" for number in range(134, 163))


def test_an_example_of_a_card_is_of_the_box_that_has_it() -> None:
    cafe: Any = examples.find_ready_position("guest", "63", "cafe")
    assert cafe["modules"] == []
    assert cafe["position"]["players"]["a"]["cafe"] == [{"guest": 63, "served": {"coffee": 1}}]
    waiting: Any = examples.find_ready_position("guest", "63", "waiting")
    assert waiting["position"]["players"]["a"]["cafe"] == [{"guest": 63}]
    queue: Any = examples.find_ready_position("guest", "148", "queue")
    assert (queue["modules"], queue["position"]["queue"][0]) == (["balls"], 148)
    assert examples.find_ready_position("staff", "21", "hand") is not None
    assert examples.find_ready_position("guest", "21", "cafe") is None
    assert examples.find_ready_position("lobby", "1", "cafe") is None


def test_figures_that_are_corrected_in_part_stand_whole_in_their_fields() -> None:
    """The night board has 1, 1, 2, 2 and 2 VP; a red group of 1 to 4 rooms brings 1, 3, 6, 10."""
    assert printed_figures.corrected_fields({"points": {"4-5": 3}}) == {
        "points-3-3": 0,
        "points-3-4": 1,
        "points-3-5": 1,
        "points-4-3": 2,
        "points-4-4": 2,
        "points-4-5": 3,
    }
    shown = printed_figures.corrected_fields({"group_bonus": {"red": {"by_size": [1, 2, 3, 4]}}})
    assert [shown[f"group_bonus-red-{n}"] for n in range(4)] == [1, 2, 3, 4]
    assert [shown[f"group_bonus-blue-{n}"] for n in range(4)] == [2, 5, 9, 15]


@pytest.mark.parametrize(
    ("card", "symbols"),
    [
        ("guest/49", ["GAH-SYM-07"]),
        ("guest/50", ["GAH-SYM-11", "GAH-SYM-05"]),
        ("guest/54", ["GAH-SYM-03", "GAH-SYM-08"]),
        ("guest/57", ["GAH-SYM-06"]),
        ("guest/61", ["GAH-SYM-06", "GAH-SYM-05"]),
        ("guest/62", ["GAH-SYM-16", "GAH-SYM-01"]),
        ("guest/72", ["GAH-SYM-13"]),
        ("guest/75", ["GAH-SYM-12"]),
        ("guest/104", ["GAH-SYM-09"]),
    ],
)
@pytest.mark.rule("GAH-SYM-05", "GAH-SYM-06", "GAH-SYM-07", "GAH-SYM-09", "GAH-SYM-12")
def test_a_card_names_the_rules_of_its_symbols(
    client: FlaskClient, card: str, symbols: list[str]
) -> None:
    page = client.get(f"/cards/austria/{card}").text
    assert list(dict.fromkeys(re.findall(r"GAH-SYM-\d\d", page))) == symbols


def test_a_file_whose_address_carries_its_hash_is_kept_for_good(client: FlaskClient) -> None:
    kept = client.get("/static/app.js?v=1").headers["Cache-Control"]
    assert {one.strip() for one in kept.split(",")} == {"max-age=31536000", "immutable", "public"}
    assert "immutable" not in client.get("/static/app.js").headers["Cache-Control"]


def test_a_form_that_a_script_sent_is_answered_with_what_is_wrong(client: FlaskClient) -> None:
    """Field by field, for the page that still shows the form; without a script it comes again."""
    form = {"name-0": "Anna", "edition": "2022"}
    answer = client.post("/new/austria", data=form, headers={"X-From": "form"})
    assert answer.status_code == 422
    problems = {one["at"]: one["text"] for one in answer.json["problems"]}
    assert "players" in problems
    assert all(text.endswith(".") for text in problems.values())
    again = client.post("/new/austria", data=form)
    assert (again.status_code, again.mimetype) == (422, "text/html")
    assert 'value="Anna"' in again.text
    assert problems["players"].rstrip(".") in html.unescape(again.text)


# -- Hotel Samoa --


def moment(phase: str) -> dict[str, Any]:
    """Return the recorded game of four just before the first entry of a kind."""
    kinds = [entry["do"] for entry in FOUR["entries"]]
    return {**FOUR, "entries": FOUR["entries"][: kinds.index(phase)]}


def test_how_many_tiles_are_turned_up_is_asked(client: FlaskClient) -> None:
    """Four players: two tiles in the first round (SAM-TILE-01)."""
    page = words_of(said(client, moment("tiles")))
    assert not find_missing(page, "Which 2 tiles were turned up?", "turned up for this round")


@pytest.mark.parametrize(
    ("phase", "told"),
    [
        ("tourists", "in the groups of the card"),
        ("card", "still to choose|stays hidden until all have chosen"),
        ("build", r"buys one tile for \d+, or passes"),
        ("lodge", r"takes in from one group, at \d+ each"),
    ],
)
def test_a_step_of_the_round_says_what_is_done(client: FlaskClient, phase: str, told: str) -> None:
    assert re.search(told, words_of(said(client, moment(phase))))


@pytest.mark.parametrize(
    ("phase", "hint"), [("tiles", ""), ("tourists", ""), ("card", "Tap the card"), ("build", "")]
)
def test_whoever_can_go_on_is_not_told_to_wait(client: FlaskClient, phase: str, hint: str) -> None:
    page = words_of(said(client, moment(phase)))
    assert "Waiting for the others" not in page
    assert hint in page


def test_a_seat_that_has_nothing_to_do_waits(client: FlaskClient) -> None:
    """The first has chosen a card, three others have not."""
    record = moment("card")
    first = FOUR["entries"][len(record["entries"])]
    seats = deal(client.application, record | {"entries": [*record["entries"], first]})
    waits = {who: "Waiting for the others" in client.get(seats[who]).text for who in "abcd"}
    assert waits == {who: who == first["by"] for who in "abcd"}


def test_hotel_samoa_tells_all_points_at_the_end(client: FlaskClient) -> None:
    """Grand Austria Hotel has points on the track before; here all money is told part by part."""
    told = words_of(client.get(deal(client.application, FOUR)["table"] + "/end").text)
    assert not find_missing(told, "Coins at the start 25 25 25 25", "Total 187 174 184 144")


@pytest.mark.parametrize("wrong", ["4+x", "4+0", "4+", "+"])
def test_a_line_of_a_tourist_card_is_of_numbers(app: Flask, wrong: str) -> None:
    right = "\n".join(["4+3"] * samoa_figures.TOURIST_CARDS)
    problems: dict[str, str] = {}
    with app.test_request_context():
        lines = samoa_figures._lines(right, problems)
        assert (lines, problems) == ([[4, 3]] * samoa_figures.TOURIST_CARDS, {})
        assert samoa_figures._lines(right.replace("4+3", wrong, 1), problems) == []
        assert samoa_figures._lines("", {}) == []
    assert "enter" in problems["figures"]
