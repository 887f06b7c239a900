"""What a seat tells privately: kept, shown to its owner, hidden from the others till the end."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.reading import load
from adjudicator.replay import Replay
from recorder.games.visibility import known_verdicts
from recorder.web.context import tables
from tests.applications import application

RECORD: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "records" / "austria-2p-2015-fr.json").read_text("utf-8")
)
HAND = [1, 2, 3, 4, 5, 6]
OTHER = [7, 8, 9, 10, 11, 12]
A, B = (player["id"] for player in RECORD["players"])
NAMED = {**RECORD, "setup": {**RECORD["setup"], "hands": {A: HAND, B: OTHER}}}


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    yield from application(
        {"DATABASE": str(tmp_path / "r.db"), "TESTING": True, "CREATION_LIMIT": "99/second"}
    )


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client


def start(client: FlaskClient, entries: int = 0) -> dict[str, str]:
    document = {**RECORD, "entries": RECORD["entries"][:entries]}
    answer = client.post("/api/v1/games", json=document)
    assert answer.status_code == 201, answer.json
    return {link["seat"] or link["role"]: link["token"] for link in answer.json["links"]}


def tell(client: FlaskClient, token: str, hand: Any, key: str = "k1", what: str = "hand") -> Any:
    version = client.get(f"/api/v1/games/{token}").json["version"]
    body = {"version": version, "key": key, "what": what, "value": hand}
    return client.post(f"/api/v1/games/{token}/tell", json=body)


def everything(client: FlaskClient, token: str) -> str:
    """Return all that a link is shown, as one text without version and times."""
    pages = [client.get(f"/api/v1/games/{token}{part}").text for part in ("", "/record", "/links")]
    pages += [
        client.get(f"/t/{token}{part}").text for part in ("", "/log", "/result", "/record.json")
    ]
    return "".join(pages)


def played_from_hand(player: str) -> list[int]:
    return [
        entry["staff"]
        for entry in RECORD["entries"]
        if entry["do"] == "play_staff" and entry["by"] == player
    ]


@pytest.mark.rule("GAH-SETUP-13")
def test_only_its_owner_is_shown_a_hand(client: FlaskClient) -> None:
    links = start(client, 20)
    assert tell(client, links[A], HAND).status_code == 201
    own = client.get(f"/api/v1/games/{links[A]}").json
    assert own["record"]["setup"]["hands"] == {A: HAND}
    assert load(own["record"]).document == own["record"]
    for token in (links["table"], links["read"], links[B]):
        assert "hands" not in client.get(f"/api/v1/games/{token}").json["record"]["setup"]
        log = client.get(f"/api/v1/games/{token}/log").json["operations"]
        (told,) = [operation for operation in log if operation["op"] == "tell"]
        assert told["what"] == "hand"
        assert "value" not in told
    log = client.get(f"/api/v1/games/{links[A]}/log").json["operations"]
    assert [operation["value"] for operation in log if operation["op"] == "tell"] == [HAND]


@pytest.mark.rule("GAH-SETUP-13")
def test_another_hand_makes_no_difference_to_the_others(client: FlaskClient) -> None:
    """Whatever is told: every other link is shown the same, up to tokens, versions and times."""
    shown = []
    for hand in (HAND, OTHER):
        links = start(client, 120)
        earlier = client.get(f"/api/v1/games/{links['table']}").json
        assert tell(client, links[A], hand).status_code in (201, 409)
        later = client.get(f"/api/v1/games/{links['table']}").json
        for key in ("record", "verdicts", "position", "next", "scores", "over"):
            assert later[key] == earlier[key], key
        shown.append(later | {"version": 0})
    assert shown[0] == shown[1]


def test_who_may_tell_what(client: FlaskClient) -> None:
    links = start(client)
    for role in ("table", "read"):
        assert tell(client, links[role], HAND).json["error"]["code"] == "forbidden"
    assert tell(client, links[A], HAND, what="money").json["error"]["code"] == "nothing-to-tell"
    for bad in (HAND[:5], [*HAND[:5], 5], [*HAND[:5], 49], "six", {}):
        answer = tell(client, links[A], bad)
        assert answer.status_code == 409, bad
        assert answer.json["error"]["code"] == "does-not-fit"
    assert client.get(f"/api/v1/games/{links['table']}").json["version"] == 0


def test_telling_again_replaces_and_a_repeated_send_does_no_harm(client: FlaskClient) -> None:
    links = start(client)
    first = tell(client, links[A], HAND)
    body = {"version": 0, "key": "k1", "what": "hand", "value": HAND}
    assert client.post(f"/api/v1/games/{links[A]}/tell", json=body).json == first.json
    other = {"version": 0, "key": "k2", "what": "hand", "value": OTHER}
    assert client.post(f"/api/v1/games/{links[A]}/tell", json=other).status_code == 201
    assert client.get(f"/api/v1/games/{links[A]}").json["record"]["setup"]["hands"] == {A: OTHER}
    undo = {"version": 2, "key": "k4"}
    answer = client.post(f"/api/v1/games/{links['table']}/undo", json=undo)
    assert answer.json["error"]["code"] == "nothing-to-take-back"  # a telling is no step


def test_a_late_telling_that_contradicts_an_entry_is_refused_and_says_where(
    client: FlaskClient,
) -> None:
    number = next(
        n
        for n, entry in enumerate(RECORD["entries"], start=1)
        if entry["do"] == "play_staff" and "from" not in entry
    )
    entry = RECORD["entries"][number - 1]
    links = start(client, number)
    wrong = [card for card in range(20, 48) if card not in played_from_hand(entry["by"])][:6]
    answer = tell(client, links[entry["by"]], wrong)
    assert answer.json["error"]["code"] == "does-not-fit"
    assert answer.json["error"]["entry"] == number
    assert tell(client, links[entry["by"]], [entry["staff"], *wrong[:5]]).status_code == 201


def test_the_owner_is_offered_the_own_cards_only(client: FlaskClient) -> None:
    number = next(n for n, e in enumerate(RECORD["entries"]) if e["do"] == "play_staff")
    by = RECORD["entries"][number]["by"]
    card = RECORD["entries"][number]["staff"]
    rest = [other for other in (6, 7, 8, 24, 40, 44, 45) if other != card][:5]
    links = start(client, number)
    assert tell(client, links[by], [card, *rest]).status_code == 201

    def offered(token: str) -> set[Any]:
        cards: set[Any] = set()
        for item in client.get(f"/api/v1/games/{token}").json["next"]:
            if item["do"] == "play_staff":
                cards |= set(item["staff"] if isinstance(item["staff"], list) else [item["staff"]])
        return cards

    assert card in offered(links[by])
    assert offered(links[by]) <= {card, *rest}
    assert "hand" in offered(links["table"])


def test_when_the_game_is_over_everybody_reads_the_hands(client: FlaskClient, app: Flask) -> None:
    entries = len(RECORD["entries"])
    last = next(n for n in range(entries, 0, -1) if RECORD["entries"][n - 1]["do"] == "done")
    links = start(client, last - 1)
    played = played_from_hand(A) + played_from_hand(B)
    free = [card for card in range(1, 49) if card not in played]
    hands = {A: free[:6], B: free[6:12]}
    for player, hand in hands.items():
        for attempt in range(6):  # the refusal says which entry played a card that is missing
            answer = tell(client, links[player], hand, key=f"{player}-{attempt}")
            if answer.status_code == 201:
                break
            number = answer.json["error"]["entry"]
            hand[attempt] = RECORD["entries"][number - 1]["staff"]
        assert answer.status_code == 201
    version = client.get(f"/api/v1/games/{links['table']}").json["version"]
    for number, entry in enumerate(RECORD["entries"][last - 1 :]):
        body = {"version": version + number, "key": f"e{number}", "entry": entry}
        client.post(f"/api/v1/games/{links['table']}/entries", json=body)
    game = client.get(f"/api/v1/games/{links['read']}").json
    assert game["over"]
    assert game["record"]["setup"]["hands"] == hands
    verdicts = [verdict["verdict"] for verdict in game["verdicts"]]
    with app.app_context():
        again = tables().upload(json.dumps(game["record"]).encode())
        assert [verdict["verdict"] for verdict in again.table.verdicts()] == verdicts


def test_a_named_hand_is_known_to_its_owner_at_every_moment(app: Flask) -> None:
    """Now, at an earlier entry, and on the way from one to another."""
    with app.app_context():
        links = tables().start({**NAMED, "entries": RECORD["entries"][:3]}).links
        for link in links:
            tables().take_link(link)

        def hands(state: Any) -> dict[str, Any]:
            return {player.id: player.known for player in state.players if player.known}

        for link in links:
            known = tables().open(link.token).entry_knowledge
            own = {A: set(HAND)} if link.seat == A else {B: set(OTHER)} if link.seat == B else {}
            seen = [known.state, known.state_after(0), known.state_after(2)]
            seen += [state for _number, state in known.walk_states(0, 3)]
            for state in seen:
                assert {who: set(cards) for who, cards in hands(state).items()} == own


def test_verdicts_by_what_a_seat_may_know_are_the_same_one_by_one_and_together(app: Flask) -> None:
    """Hands are named, so that cards played and drawn are judged otherwise for the other seat."""
    replay = Replay(load({**NAMED, "entries": RECORD["entries"][:60]}))
    numbers = [*range(1, 61, 7)]
    for viewer in (A, B, None):
        together = known_verdicts(replay, numbers, viewer)
        assert together.keys() == set(numbers)
        for number, verdict in together.items():
            alone = known_verdicts(replay, [number], viewer)[number]
            assert verdict.to_json() == alone.to_json()
