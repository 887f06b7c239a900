"""Looking back by HTTP: every moment, what is marked, the stops, and what stays secret."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.reading import load
from adjudicator.replay import Replay
from recorder import create_app
from recorder.pages.shared.marks import CHANGED, NOTHING, Marks
from tests.browser.everywhere import sample
from tests.pages.dealing import deal

PART = {"X-From": "page"}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """One application for all: nothing here writes into a game of another test."""
    database = tmp_path_factory.mktemp("moments") / "recorder.db"
    return create_app({"DATABASE": str(database), "CREATION_LIMIT": "1000 per minute"})


def part(client: FlaskClient, address: str) -> str:
    answer = client.get(address, headers=PART)
    assert answer.status_code == 200, address
    return answer.text


def flat(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", text))


@pytest.mark.parametrize(
    ("game", "name"), [("austria", "sample"), ("austria", "sample-waltz"), ("samoa", "sample")]
)
def test_every_moment_shows_the_boards_as_they_were(
    client: FlaskClient, game: str, name: str
) -> None:
    """The figures of the boards are those of the replayed position, for every player."""
    record = sample(game, name)
    link = deal(client.application, record)["read"]
    client.get(f"{link}/end")
    last = len(record["entries"])
    replay = Replay(load(record))
    for number in {0, 1, 40, last // 2, last}:
        text = part(client, f"{link}/moments/{number}")
        position = replay.state_after(number).position()
        for player in record["players"]:
            own = position["players"][player["id"]]
            board = text.split(f'data-board="{player["id"]}"')[1].split("</section>")[0]
            points = replay.state_after(number).result().to_json()["scores"][player["id"]]["total"]
            figures = [points, own["krones"]] if "vp" in own else [own["money"], own["pools"]]
            for figure in figures:
                assert f"> {figure} " in re.sub(
                    r"\s+", " ", board.replace(">", "> ").replace("<", " <")
                )
    assert client.get(f"{link}/moments/{last + 1}").status_code == 404


@pytest.mark.parametrize("game", ["austria", "samoa"])
def test_a_moment_is_the_game_as_if_nothing_had_followed(game: str) -> None:
    """Without a later ruling: the replay of the first entries alone, at and around a snapshot."""
    record = sample(game)
    whole = Replay(load(record))
    for number in (0, 31, 32, 33, len(record["entries"])):
        alone = Replay(load(record | {"entries": record["entries"][:number]}))
        then = whole.replay_until(number)
        assert (then.verdicts, then.rounds) == (alone.verdicts, alone.rounds)
        assert then.state.position() == alone.state.position()
        assert then.with_entries(record["entries"]).verdicts == whole.verdicts
    points = whole.points_after([0, 32, len(record["entries"])])
    for player, line in points.items():
        assert [at for at, _ in line] == [0, 32, len(record["entries"])]
        assert line[-1][1] == whole.result().total(player)


def test_what_an_entry_changed_is_marked_and_nothing_else(client: FlaskClient) -> None:
    """Entry 94 of the sample prepares room 1-5, which costs nothing; 17 lets a guest move in."""
    record = sample("austria")
    link = deal(client.application, record)["table"]
    assert record["entries"][93] == {"by": "boris", "do": "prepare", "room": "1-5"}
    text = part(client, f"{link}/moments/94")
    marked = re.findall(r'class="([^"]*) changed"[^>]*>(.*?)</', text, re.S)
    assert [re.search("chip|room", names)[0] for names, _ in marked] == ["chip", "room"]  # type: ignore[index]
    assert "Room 1-5" in text.split("room blue vacant changed")[1][:600]
    assert CHANGED not in part(client, f"{link}/moments/0")
    assert "put the tile on room 1-5" in flat(text)


def test_a_place_is_found_in_lists_by_member_by_key_and_by_place() -> None:
    before = {"queue": [1, 2], "dice": [0, 1], "of": {"a": {"cafe": [{"guest": 7, "served": 0}]}}}
    after = {"queue": [2, 3], "dice": [0, 2], "of": {"a": {"cafe": [{"guest": 7, "served": 1}]}}}
    marks = Marks(before, after)
    assert [marks("queue", guest) for guest in (1, 2, 3)] == [CHANGED, "", CHANGED]
    assert [marks("dice", [place]) for place in (0, 1, 2)] == ["", CHANGED, ""]
    assert marks("of", "a", "cafe", ("guest", 7)) == CHANGED
    assert marks("of", "a", "cafe", ("guest", 8)) == marks("of", "b", "cafe") == ""
    assert NOTHING("queue", 1) == NOTHING.any(["queue"]) == ""
    assert marks.any(["krones"]) == "" != marks.any(["krones", "dice"])


def stops(text: str, kind: str) -> list[int]:
    pieces = text.split(f'<ul class="{kind}">')
    return (
        [int(n) for n in re.findall(r'data-to="(\d+)"', pieces[1].split("</ul>")[0])]
        if pieces[1:]
        else []
    )


def test_rounds_breaches_rulings_and_scorings_are_stops(client: FlaskClient) -> None:
    record = sample("austria")
    replay = Replay(load(record))
    text = client.get(deal(client.application, record)["read"] + "/moments/3").text
    begins = [replay.rounds.index(number) + 1 for number in range(2, 8)]
    assert stops(text, "round") == [0, *begins]
    entries = list(enumerate(record["entries"], start=1))
    assert stops(text, "breach") == [
        n for n, _ in entries if replay.verdicts[n - 1].kind != "legal"
    ]
    assert stops(text, "ruling") == [n for n, entry in entries if entry["do"] == "rule"]
    scored = stops(text, "scoring")
    assert len(scored) == 3  # the emperor's after rounds 3, 5 and 7, the last with the final one
    assert begins[1] < scored[0] <= begins[2]
    assert begins[3] < scored[1] <= begins[4]
    assert scored[2] == len(entries)


def test_without_script_the_slider_and_the_players_lead_on(client: FlaskClient) -> None:
    link = deal(client.application, sample("samoa"))["read"]
    assert client.get(f"{link}/moments").location == f"{link}/moments/118"
    assert client.get(f"{link}/moments?at=17&shown=c").location == f"{link}/moments/17?shown=c"
    assert client.get(f"{link}/moments?at=-5").location == f"{link}/moments/0"
    text = client.get(f"{link}/moments/17?shown=c").text
    assert 'class="board front" data-board="c"' in text
    assert f'href="{link}/moments/16?shown=c"' in text
    assert f'href="{link}/moments/18?shown=c"' in text
    assert f'href="{link}/moments/17?shown=a"' in text


def test_the_link_to_a_moment_is_for_reading(client: FlaskClient) -> None:
    links = deal(client.application, sample("austria"))
    text = part(client, links["table"] + "/moments/12")
    assert f'{links["read"]}/moments/12"' in text
    assert links["table"] not in re.search(r'type="url" readonly value="([^"]*)"', text)[1]


def test_a_ruling_holds_at_the_entry_it_is_about(client: FlaskClient) -> None:
    """The table lets it stand two entries later; the board shows it where it was entered."""
    record = sample("austria")
    entries = record["entries"][:17]
    late = [
        *entries,
        {"by": "anna", "do": "prepare", "room": "4-5"},
        {"by": "anna", "do": "done"},
        {"do": "rule", "entry": 18, "stands": True},
    ]
    page = client.get(
        deal(client.application, record | {"entries": late})["read"] + "/moments/18"
    ).text
    assert "vacant changed" in page
    assert "kept" in flat(page)
    assert stops(page, "breach") == [18]
    assert stops(page, "ruling") == [20]


def test_before_the_end_a_past_moment_tells_no_more_than_the_present(client: FlaskClient) -> None:
    """Money, and a card that lay face down then, stay their owner's; after the end all is open."""
    record = sample("samoa")
    card = next(n for n, e in enumerate(record["entries"], start=1) if e["do"] == "card" and n > 40)
    entry = record["entries"][card - 1]
    money = Replay(load(record)).state_after(card).position()["players"][entry["by"]]["money"]
    running = deal(client.application, record | {"entries": record["entries"][:-1]})
    for name in running:
        page = client.get(f"{running[name]}/moments/{card}").text
        mine = name == entry["by"]
        assert (
            f"<b>{money}</b>" in page.split(f'data-board="{entry["by"]}"')[1].split("</section>")[0]
        ) is mine
        assert stops(page, "scoring") == []
        assert page.count('class="series"') == (0 if name in ("table", "read") else 1)
    ended = deal(client.application, record)["read"]
    assert stops(client.get(f"{ended}/moments/{card}").text, "scoring") == []
    client.get(f"{ended}/end")
    over = client.get(f"{ended}/moments/{card}").text
    assert f"<b>{money}</b>" in over
    assert stops(over, "scoring")
    assert over.count('class="series"') == len(record["players"])


@pytest.mark.parametrize("game", ["austria", "samoa"])
def test_nothing_is_entered_at_an_earlier_moment(client: FlaskClient, game: str) -> None:
    """Also by the table's link, and while the game goes on."""
    record = sample(game)
    links = deal(client.application, record | {"entries": record["entries"][:20]})
    for number in range(0, 21, 4):
        text = part(client, f"{links['table']}/moments/{number}")
        assert 'name="entry"' not in text
        assert "data-sheet" not in text
