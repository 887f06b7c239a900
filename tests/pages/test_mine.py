"""What a phone has taken part in: listed without accounts, searched, played again, forgotten."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from recorder.serving.platform import KEY
from recorder.web.context import tables
from tests.seen import find_missing

SAMPLE: dict[str, Any] = json.loads(
    (Path(__file__).resolve().parents[2] / "templates/samoa/sample.json").read_text("utf-8")
)


def begin(client: FlaskClient, **changes: Any) -> list[str]:
    sent = client.post("/api/v1/records", json=SAMPLE | changes)
    assert sent.status_code == 201, sent.json
    return [link["token"] for link in sent.json["links"]]


def named(*names: str) -> list[dict[str, Any]]:
    return [player | {"name": name} for player, name in zip(SAMPLE["players"], names, strict=True)]


@pytest.fixture
def names() -> list[str]:
    return [player["name"] for player in SAMPLE["players"]]


def listed(text: str) -> list[str]:
    part = text.partition('<ul class="games">')[2].partition("</ul>")[0]
    return re.findall(r"<strong>(.*?)</strong>", part)


def test_a_game_is_listed_with_names_place_day_and_result(
    client: FlaskClient, names: list[str]
) -> None:
    table = begin(client, place="Café Zentral", played_on="2026-03-01")[0]
    none = "has not joined a game yet|There is no game on this phone yet"  # the latter on one alone
    assert re.search(none, client.get("/mine").text)
    client.get(f"/t/{table}")
    untold = client.get("/mine").text  # the final scoring is told first
    assert f"/t/{table}/end" in untold
    assert 'class="num"' not in untold
    assert " won" not in untold + client.get("/").text
    client.get(f"/t/{table}/end")
    shown = client.get("/mine").text
    assert len(listed(shown)) == 1
    for part in (*names, "Café Zentral", "1 Mar 2026", " won", f"/t/{table}/result"):
        assert part in shown
    totals = client.get(f"/api/v1/games/{table}").json["scores"]
    in_order = re.findall(r"<li>([^<]+) <b class=\"num\">(-?\d+)</b>", shown)
    by_name = {player["name"]: totals[player["id"]]["total"] for player in SAMPLE["players"]}
    assert {name: int(total) for name, total in in_order} == by_name
    best = [name for name, total in by_name.items() if total == max(by_name.values())]
    assert len(best) == 1
    assert re.findall(r"([^>\n]+) won\b", shown) == [f" {best[0]}"]


def test_a_game_that_goes_on_tells_no_points(client: FlaskClient) -> None:
    table = begin(client, entries=SAMPLE["entries"][:40])[0]
    client.get(f"/t/{table}")
    for page, told in (("/", "round "), ("/mine", "40 entries")):
        shown = client.get(page).text
        assert told in shown.partition('<ul class="games">')[2].partition("</ul>")[0]
        assert 'class="num"' not in shown


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("BORIS", 1),
        ("minsk", 1),
        ("2026-03", 1),
        ("mar 2026", 1),
        ("지훈", 1),
        ("minsk 지훈", 0),
        ("samoa", 2),
        ("", 2),
        ("%", 0),
    ],
)
def test_games_are_searched_by_name_place_day_and_title(
    client: FlaskClient, text: str, found: int
) -> None:
    others = ["b", "c", "d"][: len(SAMPLE["players"]) - 1]
    players = {"place": "Minsk", "played_on": "2026-03-01", "players": named("Boris", *others)}
    for changes in (players, {"players": named("지훈", *others), "played_on": "2025-12-24"}):
        client.get(f"/t/{begin(client, entries=[], **changes)[0]}")
    assert len(listed(client.get("/mine", query_string={"q": text}).text)) == found


def test_links_of_one_game_are_one_line_and_forgotten_together(client: FlaskClient) -> None:
    table, _reader, seat, *_ = begin(client)
    kept = begin(client, players=named(*"wxyz"[: len(SAMPLE["players"])]))[0]
    client.post(f"/t/{seat}/take")
    for token in (kept, table, seat):
        client.get(f"/t/{token}")
    shown = client.get("/mine").text
    assert len(listed(shown)) == 2
    assert not find_missing(shown, f'href="/t/{table}"', f'href="/t/{seat}"')
    assert client.post(f"/forget/{table}").location == "/mine"
    shown = client.get("/mine").text
    assert len(listed(shown)) == 1
    assert table not in shown
    assert seat not in shown
    assert client.get(f"/t/{table}").status_code == 200  # the link still opens it
    client.post("/mine/forget")
    assert listed(client.get("/mine").text) == []


def test_forgetting_everything_leaves_the_language_alone(client: FlaskClient) -> None:
    """No game, no league, no number by which the browser was known; said once."""
    table = begin(client)[0]
    client.get(f"/t/{table}")
    founded = client.post("/l/new", data={"name": "Club", "language": "en", "game": "samoa"})
    client.get("/kept/austria/house-rules")
    client.post("/language", data={"language": "ru", "back": "/"})
    with client.session_transaction() as session:
        assert {"games", "clubs", "keeper", "language"} <= set(session)
    client.post("/mine/forget")
    with client.session_transaction() as session:
        assert set(session) - {"csrf_token", "_permanent"} == {"language", "forgotten"}
    assert "data-forget" in client.get("/mine").text
    shown = client.get("/mine").text
    assert "data-forget" not in shown
    assert founded.headers["Location"].split("/")[2] not in shown + client.get("/").text


def test_a_league_is_forgotten_alone(client: FlaskClient) -> None:
    table = begin(client)[0]
    client.get(f"/t/{table}")
    tokens = []
    for name in ("Tuesday", "Friday"):
        form = {"name": name, "language": "en", "game": "samoa", "key": f"founds-{name}-league"}
        tokens.append(client.post("/l/new", data=form).headers["Location"].split("/")[2])
    page = client.get(f"/l/{tokens[0]}/links").text
    member = re.findall(r'value="http://localhost/l/([\w-]+)"', page)[1]
    client.get(f"/l/{member}")
    shown = client.get("/mine").text
    assert "Nobody can recover the organiser" in shown
    assert client.post(f"/mine/forget/league/{member}").location == "/mine"
    shown = client.get("/mine").text
    assert tokens[0] not in shown
    assert member not in shown
    assert not find_missing(shown, "Friday", table)
    assert client.get(f"/l/{tokens[0]}").status_code == 200  # the link still opens it
    assert client.post("/mine/forget/league/nothing").location == "/mine"


def test_a_phone_knows_two_hundred_games_page_by_page(client: FlaskClient) -> None:
    header = {key: value for key, value in SAMPLE.items() if key != "entries"}
    with client.application.app_context():
        store = tables().store
        numbers = []
        for number in range(client.application.extensions[KEY].remembers):
            players = [{**header["players"][0], "name": f"Anna {number}"}, *header["players"][1:]]
            game = header | {"players": players}
            _row, links = store.create(game, [], over=False, listed=False)
            numbers.append(links[0].id)
    with client.session_transaction() as session:
        session["games"] = numbers
    first, last = client.get("/mine").text, client.get("/mine?page=13").text
    assert not find_missing(first, "250 games", "1 of 13")
    assert len(listed(first)) == 20
    assert len(listed(last)) == 10
    assert "Anna 249" in last
    assert len(listed(client.get("/mine?q=anna+249").text)) == 1
    assert "All my games" in client.get("/").text
    client.get(f"/t/{begin(client)[0]}")  # one more, and the oldest falls out
    assert "Anna 249" not in client.get("/mine?page=13").text


def test_the_cookie_of_so_many_games_is_one_that_browsers_keep(client: FlaskClient) -> None:
    draw = random.Random(1)
    with client.session_transaction() as session:
        session["games"] = [
            draw.randrange(10**6, 10**7)
            for _ in range(client.application.extensions[KEY].remembers)
        ]
        session["clubs"] = [draw.randrange(10**6, 10**7) for _ in range(8)]
        session["csrf_token"], session["browser"] = "a1" * 20, "Zx9" * 6
    assert len(client.get_cookie("session").value) < 3000


def test_a_rematch_seats_everybody_one_seat_further(client: FlaskClient, names: list[str]) -> None:
    table = begin(client)[0]
    for page in ("/mine", f"/t/{table}/result"):
        client.get(f"/t/{table}")
        link = re.findall(r'href="(/new/[^"]+turned=1)"', client.get(page).text)[0]
        form = client.get(link.replace("&amp;", "&")).text
        seated = re.findall(r'name="name-\d"[^>]*value="([^"]*)"', form)
        assert seated[: len(names)] == [*names[1:], names[0]]
