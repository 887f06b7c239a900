"""The pages of Hotel Samoa by HTTP: set-up, figures kept, phrases, and what stays secret."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from recorder.games.visibility import reveal_game
from recorder.pages.samoa import moves, printed_figures
from recorder.pages.shared.sentences import phrase_entry
from recorder.web.context import catalogue, tables
from tests.league.conftest import Web
from tests.pages.dealing import seated
from tests.seen import words_of

FOUR = json.loads(
    (Path(__file__).parents[1] / "records" / "samoa-4p.json").read_text(encoding="utf-8")
)
FLAGS = ["norway", "japan", "germany", "britain"] * 3


def form(**more: Any) -> dict[str, Any]:
    fields: dict[str, Any] = {f"name-{n}": name for n, name in enumerate(["Anna", "Боря", "Chloé"])}
    fields |= {f"flag-{n}": flag for n, flag in enumerate(FLAGS, start=1)}
    return {**fields, "tie": "1", "played_on": "2026-11-21", **more}


def cards() -> dict[str, str]:
    given = {}
    for number, card in enumerate(FOUR["setup"]["price_cards"]):
        given[f"bid-{number}"], given[f"price-{number}"] = str(card["bid"]), str(card["room"])
    return given


def started(client: FlaskClient, fields: Mapping[str, Any]) -> dict[str, Any]:
    answer = client.post("/new/samoa", data=fields)
    assert answer.status_code == 303, answer.text
    return client.get(f"{answer.location}/record.json").get_json()


# -- setting up --


@pytest.mark.rule("SAM-SETUP-03", "SAM-SETUP-07")
def test_the_form_becomes_a_record(client: FlaskClient) -> None:
    document = started(client, form(square=["a1", "a2", "b1"], **cards()))
    assert [player["id"] for player in document["players"]] == ["a", "b", "c"]
    assert (document["setup"]["tie_break"], document["setup"]["flags"]) == ("b", FLAGS)
    assert document["setup"]["price_cards"] == FOUR["setup"]["price_cards"]
    assert document["setup"]["hotel"] == {
        "rooms": ["a1", "a2", "b1"],
        "adjacent": [["a1", "a2"], ["a1", "b1"]],
    }


def test_a_wall_parts_two_rooms(client: FlaskClient) -> None:
    document = started(client, form(square=["c2", "c3", "d3"], wall=["c2-c3"]))
    assert document["setup"]["hotel"]["adjacent"] == [["c3", "d3"]]


def test_without_figures_the_game_starts_without_them(client: FlaskClient) -> None:
    assert started(client, form())["setup"] == {"flags": FLAGS, "tie_break": "b"}


def test_figures_are_kept_with_who_and_when(client: FlaskClient) -> None:
    tiles = {"room": 4, "suite": 4, "pool": 5, "swap": 2, "evict": 2, "recall": 2}
    more = {f"tiles-{kind}": str(count) for kind, count in tiles.items()}
    more |= {"tourist_cards:3": "\n".join(["3+2"] * 13), "who": "Chloé", "square": ["a1", "a2"]}
    document = started(client, form(**cards(), **more))
    assert document["options"]["figures"] == {"tiles": tiles, "tourist_cards": [[3, 2]] * 13}
    with client.application.app_context():
        kept = {item.name: item for item in catalogue().newest(printed_figures.KIND)}
    assert set(kept) == {"price_cards", "hotel", "tiles", "tourist_cards:3"}
    assert {item.who for item in kept.values()} == {"Chloé"}
    page = client.get("/new/samoa").text
    assert re.search(r'name="bid-9" value="20"', page)
    assert re.search(r'value="a2" checked', page)
    assert "Chloé, " in page


@pytest.mark.parametrize("zone", ["", "Asia/Seoul"])
def test_a_league_offers_the_kept_figures_also_where_it_knows_the_day(
    client: FlaskClient, zone: str
) -> None:
    started(client, form(**cards()))
    club = client.post("/l/new", data={"name": "Club", "key": "a"}).location.split("/")
    league = "/".join(["", *club[club.index("l") :][:2]])
    settings = {"name": "Club", "language": "en", "game": "samoa", "zone": zone, "key": "b"}
    assert client.post(f"{league}/settings", data=settings).status_code == 303
    client.post(f"{league}/players", data={"name": "Anna", "key": "c"})
    assert re.search(r'name="bid-9" value="20"', client.get(f"{league}/start/samoa?p=p1").text)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name-2": ""}, "names of three to six players"),
        ({"flag-1": "japan"}, "three of each nationality"),
        ({"bid-0": "4"}, "Each of the ten cards"),
        ({"tiles-pool": "18"}, "add up to 18, not 19"),
        ({"tokens-japan-rich": "2"}, "Japan: the numbers add up to 2, not 18"),
        ({"tourist_cards:3": "3+2"}, "13 lines such as 4+3"),
        ({"played_on": "soon"}, "Write the date"),
    ],
)
def test_what_is_missing_is_said_and_nothing_is_lost(
    client: FlaskClient, change: dict[str, Any], said: str
) -> None:
    answer = client.post("/new/samoa", data=form(square=["a1", "b5"], place="Kiosk") | change)
    page = answer.text
    assert answer.status_code == 422
    assert said in page
    assert 'value="Kiosk"' in page
    assert len(re.findall(r'name="square" value="[a-f]\d" checked', page)) == 2


def test_a_house_rule_is_set_at_the_start(client: FlaskClient) -> None:
    document = started(client, form(**{"rule-SAM-U-12": "allowed", "rule-SAM-U-02": ""}))
    assert document["options"]["rulings"] == {"SAM-U-12": "allowed"}


def test_the_sample_is_whole_and_opens(client: FlaskClient) -> None:
    assert b"Hotel Samoa" in client.get("/").data
    page = client.get(client.post("/sample/samoa").location).text
    assert "The game is over" in page


# -- words --


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"do": "tiles", "tiles": ["pool", "room"]}, "Tiles turned up: pool and extra room"),
        (
            {"do": "tourists", "groups": [["normal", "normal", "rich"], ["swimmer:2"]]},
            "Tourists arrive: 2 tourists, 1 rich tourist + 1 swimmer with ring 2",
        ),
        ({"by": "a", "do": "card"}, "has chosen a price card"),
        ({"by": "a", "do": "card", "day_off": True}, "plays the card day off"),
        ({"by": "a", "do": "build", "tile": "suite", "room": "a1"}, "buys: suite on room a1"),
        ({"by": "a", "do": "lodge", "group": 1, "tourists": []}, "takes in nobody"),
        (
            {
                "by": "a",
                "do": "lodge",
                "group": 1,
                "tourists": [{"token": "normal", "room": room} for room in ("a2", "extra-1")],
            },
            "puts 2 tourists in a2 and extra room 1",
        ),
        ({"by": "a", "do": "send_home", "rooms": ["a1"]}, "sends tourists home from room a1"),
        ({"by": "a", "do": "send_home", "rooms": []}, "sends nobody home"),
        ({"by": "a", "do": "use_tile", "tile": "recall"}, "uses recall cards"),
        ({"do": "adjust", "of": "a", "money": -3}, "Corrected: coins −3"),
        ({"do": "check", "of": "a"}, "Board read: kept secret"),
    ],
)
def test_entries_in_words(app: Flask, entry: dict[str, Any], words: str) -> None:
    with app.test_request_context():
        assert phrase_entry(FOUR, entry) == words


# -- secrets --


@pytest.fixture
def secret(app: Flask) -> dict[str, str]:
    """The links of a game in which money stands out from everything else."""
    return seated(app, _secret(bid=771, room=88))


def _secret(*, bid: int, room: int) -> dict[str, Any]:
    """Return a game in which Anna has chosen this card and her money was read wrongly."""
    start = {
        "round": 3,
        "phase": "cards",
        "flags": FLAGS,
        "tie_break": "d",
        "price_cards": [*FOUR["setup"]["price_cards"][:-1], {"bid": 771, "room": 88}],
        "hotel": FOUR["setup"]["hotel"],
        "groups": [["normal", "rich"]],
        "tiles": ["pool"],
        "players": {
            player: {"money": 910_000 + number, "discards": [{"bid": 4, "room": 4}]}
            for number, player in enumerate("abcd")
        },
    }
    document = {key: value for key, value in FOUR.items() if key not in ("setup", "entries")}
    entries = [
        {"by": "a", "do": "card", "bid": bid, "room": room},
        {"do": "check", "of": "a", "money": 5, "discards": []},
    ]
    return {**document, "position": start, "entries": entries}


@pytest.mark.rule("SAM-PAY-04")
def test_a_result_tells_only_the_owner_whether_money_was_read_rightly(
    client: FlaskClient, secret: dict[str, str]
) -> None:
    said = {who: client.get(f"/t/{token}/result").text for who, token in secret.items()}
    assert [who for who, page in said.items() if "differences from the board" in page] == ["a"]


def _alike(text: str) -> str:
    """Return what is said without what is new every time."""
    text = re.sub(r"/[tjl]/[\w-]{20,}|seen=\w{12}|IjM?[\w.-]{40,}|[\w.-]{60,}", "", text)
    text = re.sub(r'(name="key"|"key":|"token":)\s?(value=)?"[\w-]+"', "", text)
    return re.sub(r"\d{4}-\d\d-\d\dT[\d:.+]+|\d\d:\d\d(:\d\d)?|\d+ seconds?", "", text)


@pytest.mark.rule("SAM-PAY-04", "SAM-CARD-01")
def test_a_case_before_a_league_tells_no_secret(app: Flask) -> None:
    """Each league's browser is led from the game to its cases: on a chosen card, on money read."""
    said = []
    for bid, room in ((771, 88), (2, 3)):
        with app.test_client() as client:
            own = seated(app, _secret(bid=bid, room=room))
            web = Web(client)
            seats = {f"seat-{player}": player * 3 for player in "abcd"}
            assert web.post("/add/table", link=own["table"], key="t", **seats).status_code == 303
            for number in (1, 2):
                assert web.post(f"/l/call/{own['a']}/{number}", key=f"c{number}").status_code == 303
            for case in ("c1", "c2"):
                page = client.get(f"/l/case-of/{own['b']}/{case}", follow_redirects=True)
                assert (page.status_code, page.request.path) == (200, f"/l/{web.lt}/cases/{case}")
                assert not re.findall(r"91000\d", page.text)
                said.append(_alike(page.text))
    assert said[:2] == said[2:]


@pytest.mark.rule("SAM-PAY-04")
def test_the_owner_and_an_asking_table_do_see_it(
    client: FlaskClient, secret: dict[str, str]
) -> None:
    assert "910001" in client.get(f"/t/{secret['b']}").text
    asked = client.get(f"/t/{secret['table']}/result?asked=1").text
    assert set(re.findall(r"91000\d", asked)) == {f"91000{n}" for n in range(4)}


@pytest.mark.rule("SAM-CARD-01", "SAM-KEEP-04")
def test_no_json_tells_a_chosen_card_or_a_discard(
    client: FlaskClient, secret: dict[str, str]
) -> None:
    for who, token in secret.items():
        game = client.get(f"/api/v1/games/{token}").get_json()
        for player, own in game["position"]["players"].items():
            assert ("discards" in own) == (player == who)
            assert own.get("chosen") == ({"bid": 771, "room": 88} if who == player == "a" else None)
        card, check = game["record"]["entries"]
        assert ("bid" in card) == (who == "a")
        assert ("money" in check) == (who == "a")
        assert ("finding" in game["verdicts"][1]) == (who == "a")
        page = client.get(f"/t/{token}").text
        assert ("bid 771, room 88. The others" in page) == (who == "a")


@pytest.mark.rule("SAM-PAY-04")
def test_the_sheet_is_printed_at_the_end_or_when_the_table_asks(
    client: FlaskClient, secret: dict[str, str]
) -> None:
    for who, token in secret.items():
        assert client.get(f"/t/{token}/sheet.pdf").status_code == 403
        asked = client.get(f"/t/{token}/sheet.pdf?asked=1")
        assert asked.status_code == (200 if who == "table" else 403)
    over = seated(client.application, FOUR)
    assert client.get(f"/t/{over['read']}/sheet.pdf").data.startswith(b"%PDF")


def test_every_position_of_a_game_has_a_page_for_every_link(client: FlaskClient) -> None:
    """Every third entry, so that every phase of a round is met; the read link writes nothing."""
    for number in range(0, len(FOUR["entries"]) + 1, 3):
        tokens = seated(client.application, {**FOUR, "entries": FOUR["entries"][:number]})
        for who in ("table", "read", "b"):
            answer = client.get(f"/t/{tokens[who]}")
            assert answer.status_code == 200, f"{number} {who}"
            assert who != "read" or b'name="entry"' not in answer.data, number


@pytest.mark.rule("SAM-ROOM-01", "SAM-TOUR-04", "SAM-SUITE-01")
def test_squares_to_tap_where_no_hotel_was_entered(app: Flask) -> None:
    own = {"rooms": {"a1": [], "extra-1": []}, "suites": ["b1"], "extra_rooms": 2}
    tourists = {"tokens": ["normal"], "rooms": "seen"}
    suite = {"by": "a", "do": "build", "tile": "suite", "room": "seen"}
    with app.test_request_context():
        lodge = moves.lodging_view(
            own, [{"by": "a", "do": "lodge", "group": 1, "tourists": tourists}]
        )
        suites = moves.list_suite_rooms(own, [suite, {**suite, "room": ["extra-2"]}])
    assert lodge is not None
    assert lodge["rooms"] == ["a2", "a3", "a4", "b1", "b2", "b3", "b4", "extra-2"]
    covered = ["a1", "a2", "a3", "a4", "b2", "b3", "b4", "extra-2"]
    assert [one["entry"]["room"] for one in suites] == covered


def test_who_has_chosen_a_card_is_said_and_who_is_still_choosing(client: FlaskClient) -> None:
    """Tiles and tourists lie open; b and d have laid a card each."""
    first = [entry["do"] for entry in FOUR["entries"]].index("card")
    entries = FOUR["entries"][:first]
    laid = [{**one, "by": by} for by, one in zip("bd", FOUR["entries"][first:], strict=False)]
    token = seated(client.application, {**FOUR, "entries": [*entries, *laid]})["table"]
    chips = re.findall(r'<button[^>]*class="chip.*?</button>', client.get(f"/t/{token}").text, re.S)
    said = [words_of(one).split()[-1] for one in chips]
    assert said == ["choosing", "chosen", "choosing", "chosen"]


def test_an_entry_that_was_ruled_on_is_not_asked_what_a_board_shows(client: FlaskClient) -> None:
    """Without a ruling it waits for the board that nobody has read, and nothing is kept."""
    setup = {key: value for key, value in FOUR["setup"].items() if key != "hotel"}
    first = [entry["do"] for entry in FOUR["entries"]].index("lodge")
    entries, lodge = FOUR["entries"][:first], FOUR["entries"][first]
    token = seated(client.application, {**FOUR, "setup": setup, "entries": entries})["table"]

    def kept(**sent: str) -> list[Any]:
        client.post(f"/t/{token}/entries", data={"version": "1", "key": "-".join(sent), **sent})
        with client.application.app_context():
            return list(reveal_game(tables().open(token)).replay.record.entries[first:])

    assert kept(entry=json.dumps(lodge)) == []
    (entry,) = kept(ruling=json.dumps(lodge))
    assert (entry["do"], entry["by"]) == ("lodge", lodge["by"])
