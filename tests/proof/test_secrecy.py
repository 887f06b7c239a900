"""Games that differ only in a secret answer alike: every page, refusal and preview.

Two recorders run the same sequence side by side, each with one of two games. Whoever does not
know the secret must not be able to tell them apart.
"""

import copy
import difflib
import itertools
import json
import random
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from freezegun import freeze_time
from werkzeug.test import TestResponse

from adjudicator import games
from adjudicator.edits import REMOVE, Edit
from adjudicator.reading import load
from adjudicator.replay import Replay
from adjudicator.samoa.printed.names import write_card
from recorder import create_app
from recorder.games.preview import Consequences
from recorder.games.replays import RecordedGame
from recorder.games.visibility import GameView
from recorder.pages.presenter import View
from recorder.pages.shared import known_links, views
from recorder.store.log import Story
from recorder.web.context import corrections, tables
from tests.proof.routes import LONG, OFTEN, addresses, undrawn
from tests.recorder.test_bad_input import HIRING

RECORDS = Path(__file__).resolve().parents[1] / "records"
Document = dict[str, Any]
STEP = 1 if LONG else 4
V1 = "/api/v1/games"
QUERIES = ("asked=1", "shown=c", "only=illegal", "by=c")
"""What is asked of a page besides the page itself; a table that asks is told the first."""


def samoa(name: str = "samoa-4p") -> Document:
    return json.loads((RECORDS / f"{name}.json").read_text("utf-8"))


def face_down() -> tuple[Document, Document]:
    """Two games in which one player has laid down another card; the others still choose."""
    record = samoa()
    entries = record["entries"]
    at = next(
        number
        for number in range(40, len(entries))
        if entries[number]["do"] == "card" and entries[number - 1]["do"] == "tourists"
    )
    first = record | {"entries": entries[: at + 1]}
    player = entries[at]["by"]
    state = Replay(load(record | {"entries": entries[:at]})).state
    other = next(
        card
        for card in state.players[player].hand  # type: ignore[attr-defined]
        if write_card(card) != {key: entries[at].get(key) for key in ("bid", "room")}
    )
    again = {"by": player, "do": "card"} | write_card(other)
    return first, record | {"entries": [*entries[:at], again]}


def discarded_and_earned() -> tuple[Document, Document]:
    """Two positions with other cards discarded, and other money, before cards are chosen."""
    record = samoa()
    entries = record["entries"]
    for number in range(60, len(entries)):
        state: Any = Replay(load(record | {"entries": entries[:number]})).state
        able = [
            player
            for player, own in state.players.items()
            if own.discards and "recall" in own.special
        ]
        if state.phase == "cards" and able and not any(o.card for o in state.players.values()):
            break
    position = state.position()
    header = {key: value for key, value in record.items() if key not in ("setup", "entries")}
    first = header | {"position": position, "entries": []}
    second = copy.deepcopy(first)
    own = second["position"]["players"][able[0]]
    own["money"] += 3
    own["discards"][0] = write_card(
        next(card for card in state.players[able[0]].hand if card[0] >= 0)
    )
    return first, second


def hands() -> tuple[Document, Document]:
    """Two games of Grand Austria Hotel in which a hand was named, and another one."""
    first, second = copy.deepcopy(HIRING), copy.deepcopy(HIRING)
    first["setup"]["hands"] = {"a": [1, 2, 3, 4, 5, 6], "b": [7, 8, 9, 10, 11, 12]}
    second["setup"]["hands"] = {"a": [13, 14, 15, 16, 17, 18], "b": [7, 8, 9, 10, 11, 12]}
    return first, second


CASES: dict[str, Callable[[], tuple[Document, Document]]] = {
    "face-down": face_down,
    "discarded-and-earned": discarded_and_earned,
    "hands": hands,
}


class Recorder:
    """One of the two: the same sequence of sends makes the same links and keys."""

    def __init__(self, patch: pytest.MonkeyPatch, folder: Path, record: Document) -> None:
        self.numbers = itertools.count()
        self.patch = patch
        settings = {"DATABASE": str(folder / "r.db"), "WTF_CSRF_ENABLED": False, "SECRET_KEY": "k"}
        self.app = create_app(settings | OFTEN)
        self.record = record
        with self.client() as client:
            started = client.post("/api/v1/records", json=record)
            assert started.status_code == 201, started.json
            links = started.json["links"]
            assert not [v for v in started.json["game"]["verdicts"] if v["verdict"] != "legal"]
        self.links = {link["seat"] or link["role"]: link["token"] for link in links}
        with self.app.app_context():
            invitation = tables().store.invitation_to(1)
        assert invitation is not None
        self.invitation = invitation.token
        for token in self.links.values():
            assert self.client().post(f"/t/{token}/take").status_code == 303

    def client(self) -> FlaskClient:
        self.patch.setattr(secrets, "token_urlsafe", lambda *_: f"k{next(self.numbers):020}")
        return self.app.test_client()


@pytest.fixture(params=CASES)
def both(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, unpressed: None
) -> Iterator[tuple[Recorder, Recorder]]:
    first, second = CASES[request.param]()
    with freeze_time("2026-11-22"):
        made = []
        for name, record in (("one", first), ("two", second)):
            (tmp_path / name).mkdir()
            made.append(Recorder(monkeypatch, tmp_path / name, record))
        assert made[0].links == made[1].links
        yield made[0], made[1]


def owner(both: tuple[Recorder, Recorder]) -> str:
    return str(next(p["id"] for p in both[0].record["players"] if _differs(both, p["id"])))


def _differs(both: tuple[Recorder, Recorder], player: str) -> bool:
    answers = [side.client().get(f"{V1}/{side.links[player]}").json for side in both]
    return bool(answers[0] != answers[1])


def strangers(both: tuple[Recorder, Recorder]) -> list[str]:
    others = [name for name in both[0].links if name != owner(both)]
    return others if LONG else [others[0], others[-1]]  # the table's, another seat's


def asked(
    both: tuple[Recorder, Recorder], method: str, address: str, **sent: Any
) -> list[tuple[int, str]]:
    answers = []
    for side in both:
        side.numbers = itertools.count(1000)
        answer = side.client().open(address, method=method, **sent)
        body = answer.data.hex() if answer.mimetype == "image/png" else _plain(answer.text)
        if answer.mimetype == "text/html":
            _lets_no_link_out(answer, side)
        answers.append((answer.status_code, body))
    both[0].numbers = both[1].numbers = itertools.count(10**6)
    return answers


def _lets_no_link_out(answer: TestResponse, side: Recorder) -> None:
    """Check that neither a referrer nor the title of a page, which others see, names a link."""
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    title = answer.text.partition("<title>")[2].partition("</title>")[0]
    assert not [token for token in (*side.links.values(), side.invitation) if token in title]


def _plain(text: str) -> str:
    return undrawn(text).replace("<", "\n<")


def differ(answers: list[tuple[int, str]]) -> str:
    """Return what of two answers differs, for people; empty where they are alike."""
    (one, first), (two, second) = answers
    lines = difflib.unified_diff(first.splitlines(), second.splitlines(), lineterm="", n=1)
    return "" if answers[0] == answers[1] else "\n".join([f"{one} {two}", *lines][:20])


def test_the_owner_can_tell_the_two_games_apart(both: tuple[Recorder, Recorder]) -> None:
    assert owner(both)


def test_every_page_reads_alike(both: tuple[Recorder, Recorder], chance: random.Random) -> None:
    app, links = both[0].app, both[0].links
    last = len(both[0].record["entries"])
    players = [player["id"] for player in both[0].record["players"]]
    numbers = sorted({1, max(1, last - 1), max(1, last)})
    for name in strangers(both):
        values = {"token": [links[name]], "number": numbers, "version": [0], "of": players[:2]}
        values["code"] = [both[0].invitation]
        for under in ("/t/", "/j/", "/api/v1/games/"):
            for address in addresses(app, "GET", values, chance, under):
                query = chance.choice(QUERIES[name == "table" :])
                for place in (address, f"{address}?{query}"):
                    answers = asked(both, "GET", place)
                    assert not differ(answers), (name, place)
                    assert answers[0][0] < 500, place


def test_the_lists_of_a_phone_read_alike(both: tuple[Recorder, Recorder]) -> None:
    for name in strangers(both):
        answers = []
        for side in both:
            client = side.client()
            assert client.get(f"/t/{side.links[name]}").status_code == 200
            shown = [client.get(page) for page in ("/", "/mine", "/mine?q=a")]
            assert side.links[name] in shown[1].text
            answers.append((200, "".join(_plain(answer.text) for answer in shown)))
        assert not differ(answers), name


def test_the_wall_and_every_moment_read_alike(both: tuple[Recorder, Recorder]) -> None:
    """What lay on the table then tells no more than what lies there now."""
    last = len(both[0].record["entries"])
    for name in {"read", *strangers(both)}:
        token = both[0].links[name]
        for address in ("wall", *(f"moments/{n}" for n in range(last, -1, -1 if LONG else -9))):
            answers = asked(both, "GET", f"/t/{token}/{address}")
            assert not differ(answers), (name, address)
            assert answers[0][0] in (200, 303), address


def tries(record: Document, mine: str) -> list[Document]:
    """Return entries for the owner of the secret: every card that might be the secret one."""
    entries: list[Document] = []
    if record["game"] == "samoa":
        state: Any = Replay(load(record)).state
        cards = [write_card(card) for card in state.table.cards]
        for card in [*cards[::STEP], {"day_off": True}]:
            entries.append({"by": mine, "do": "card"} | card)
            entries.append({"by": mine, "do": "use_tile", "tile": "recall", "cards": [card]})
            entries.append({"by": mine, "do": "use_tile", "tile": "swap", "card": card})
        for kind in ("room", "suite", "pool"):
            entries.append({"by": mine, "do": "build", "tile": kind})
        entries += [{"do": "adjust", "of": mine, "money": -coins} for coins in range(0, 60, 7)]
        entries += [{"do": "check", "of": mine, "money": coins} for coins in range(0, 60, 7)]
    else:
        entries += [{"by": mine, "do": "play_staff", "staff": card} for card in range(1, 20, STEP)]
        entries += [
            {"by": mine, "do": "discard_staff", "staff": card} for card in range(1, 20, STEP)
        ]
    return entries


def _undo(side: Recorder, key: str) -> None:
    table = f"{V1}/{side.links['table']}"
    version = json.loads(side.client().get(table).text)["version"]
    answer = side.client().post(f"{table}/undo", json={"version": version, "key": key})
    assert answer.status_code == 201, answer.json


def _harmless(side: Recorder, mine: str, key: str) -> None:
    """Enter what changes nothing, and take it back."""
    table = f"{V1}/{side.links['table']}"
    version = json.loads(side.client().get(table).text)["version"]
    sent = {"entry": {"do": "check", "of": mine, "rooms": {}}, "version": version, "key": key}
    answer = side.client().post(f"{table}/entries", json=sent)
    assert answer.status_code == 201, answer.json
    _undo(side, f"undo-{key}")


def _reads_alike(both: tuple[Recorder, Recorder], entry: Document) -> None:
    """Check what strangers are told on the table of the last entry, or of taking it back."""
    for name in strangers(both):
        answers = asked(both, "GET", f"/t/{both[0].links[name]}")
        assert answers[0][0] == 200, (name, entry)
        assert not differ(answers), (name, entry)


def test_a_refusal_says_no_more_than_that_where_only_a_secret_explains_it(
    both: tuple[Recorder, Recorder],
) -> None:
    mine = owner(both)
    refused = 0
    for number, entry in enumerate(tries(both[0].record, mine)[:: 1 if LONG else 2]):
        token = both[0].links["table"]
        version = json.loads(both[0].client().get(f"{V1}/{token}").text)["version"]
        body = {"entry": entry, "version": version, "key": f"try{number}"}
        answers = asked(both, "POST", f"{V1}/{token}/entries", json=body)
        form = {"entry": json.dumps(entry), "version": str(version), "key": f"form{number}"}
        if all(status == 409 for status, _ in answers):
            refused += 1
            assert not differ(answers), entry
            assert not differ(asked(both, "POST", f"/t/{token}/entries", data=form)), entry
            continue
        accepted = [status == 201 for status, _ in answers]
        if all(accepted):
            assert not differ(answers), entry
            _reads_alike(both, entry)
        for side, (status, text) in zip(both, answers, strict=True):
            if status == 201:
                _undo(side, f"undo{number}")
            else:  # only the secret forbids it, and no more is said
                refused += 1
                verdict = json.loads(text)["error"]["verdict"]
                assert verdict["violations"] == []
                assert set(verdict) == {"entry", "verdict", "violations"}
                _harmless(side, mine, f"pad{number}")  # as many versions as the other
        if not all(accepted):  # the table tells what was taken back last: let it be the same
            for side in both:
                _harmless(side, mine, f"same{number}")
        _reads_alike(both, entry)
    assert refused


def test_a_preview_reads_alike(both: tuple[Recorder, Recorder]) -> None:
    mine = owner(both)
    token = both[0].links["table"]
    record = both[0].record
    last = len(record["entries"])
    if not last:
        return
    tried = tries(record, mine)
    others = [p["id"] for p in record["players"] if p["id"] != mine]
    tried += [entry | {"by": others[0]} for entry in tries(record, mine) if "by" in entry][:12]
    for entry in tried[:: 1 if LONG else 2]:
        for kind, number in (("insert", last), ("change", last), ("change", max(1, last - 1))):
            body = {"kind": kind, "number": number, "entry": entry}
            one, two = asked(both, "POST", f"{V1}/{token}/corrections/preview", json=body)
            assert one == two, body
        form = {"entry": json.dumps(entry)}
        answers = asked(both, "POST", f"/t/{token}/entries/{last}/insert", data=form)
        assert not differ(answers), entry
    for number in range(last, 0, -1 if LONG else -7):
        body = {"kind": "remove", "number": number}
        answers = asked(both, "POST", f"{V1}/{token}/corrections/preview", json=body)
        assert not differ(answers), body


def test_what_is_secret_is_named_by_the_games() -> None:
    """A game that gets a secret gets a case here."""
    assert {name for name in games.list_games() if games.find_secrets(name).SECRETS} == {
        "austria",
        "samoa",
    }


OURS = ("recorder", "adjudicator", "exports")
WHOLE = (Replay, RecordedGame, Story)


def reachable(value: Any, seen: dict[int, Any]) -> dict[int, Any]:
    """All that public names lead to from a value: attributes, items, and no calls."""
    if id(value) in seen or isinstance(value, str | int | float | bytes | None):
        return seen
    seen[id(value)] = value
    if isinstance(value, dict):
        further = [*value, *value.values()]
    elif isinstance(value, list | tuple | set | frozenset):
        further = list(value)
    elif type(value).__module__.split(".")[0] in OURS and not isinstance(value, type):
        names = [name for name in dir(value) if not name.startswith("_")]
        further = [getattr(value, name) for name in names]
    else:
        further = []
    for one in further:
        reachable(one, seen)
    return seen


@pytest.mark.parametrize("pair", [face_down, discarded_and_earned])
def test_no_public_name_leads_from_a_page_to_the_whole_game(
    tmp_path: Path, pair: Callable[[], tuple[Document, Document]]
) -> None:
    """A page holds a view of the game, its model and a preview of a correction."""
    first, _second = pair()
    whole = Replay(load(first)).state.position()["players"]
    app = create_app({"DATABASE": str(tmp_path / "one.db"), "TESTING": True})
    with app.test_request_context():
        started = tables().start(first)
        for link in started.links:
            table = tables().open(link.token)
            known_links.put(link.id)
            held: list[Any] = [table, views.of_table(table, None)]
            assert isinstance(held[0], GameView)
            assert isinstance(held[1], View)
            if link.role != "read" and first["entries"]:
                held.append(corrections().preview(table, Edit.from_kind(REMOVE, 1)))
                assert isinstance(held[-1], Consequences)
            rows = [row for own, row in known_links.list_known_links() if own.id == link.id]
            assert len(rows) == 1
            found = list(reachable([*held, *rows], {}).values())
            assert not [one for one in found if isinstance(one, WHOLE)]
            shown = [one["players"] for one in found if isinstance(one, dict) and "players" in one]
            money = [
                (player, own["money"])
                for each in shown
                if isinstance(each, dict)
                for player, own in each.items()
                if isinstance(own, dict) and own.get("money") is not None
            ]
            assert all(player == link.seat for player, _money in money), (link.role, money)
            assert link.seat is None or (link.seat, whole[link.seat]["money"]) in money
