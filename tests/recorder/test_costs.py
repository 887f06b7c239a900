"""What a stranger can ask for costs as much as it is long, and nothing before a link is known."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from freezegun import freeze_time
from werkzeug.datastructures import MultiDict

from adjudicator import reading, shapes
from adjudicator.reading import DEEPEST, decode_json
from adjudicator.record import Unreadable
from adjudicator.shapes import LONGEST_NAME, LONGEST_TEXT, MOST_MEMBERS, Mismatch, format_value
from recorder import create_app
from recorder.games.replays import Replays, estimate_weight
from recorder.games.tables import Tables
from recorder.games.visibility import reveal_game
from recorder.pages.forms import entry_forms, nested_fields
from recorder.serving import limits
from recorder.store.migrations import prepare_store
from recorder.store.store import Store
from tests.recorder.tally import document
from tests.samoa.play import header


class Counted(str):
    """A key that counts how often it is compared with others."""

    compared = 0

    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        Counted.compared += 1
        return str.__eq__(self, other)


def test_a_key_that_stands_twice_is_found_without_comparing_all_with_all() -> None:
    count = 3000
    pairs: list[tuple[str, Any]] = [(Counted(number), 0) for number in range(count)]
    pairs.append((Counted(count - 1), 0))
    Counted.compared = 0
    with pytest.raises(Unreadable, match="twice") as refused:
        reading._no_key_twice(pairs)
    assert refused.value.key == str(count - 1)
    assert Counted.compared <= 4 * count


def nested_lists(levels: int) -> str:
    return "[" * levels + "]" * levels


def test_what_is_nested_deeper_than_any_record_is_refused() -> None:
    assert decode_json(nested_lists(DEEPEST)) is not None
    for levels in (DEEPEST + 1, 500, 100_000):
        with pytest.raises(Unreadable, match="nested too deeply"):
            decode_json(nested_lists(levels))
    inside = '\n{"a":' * DEEPEST + "[]" + "}" * DEEPEST
    with pytest.raises(Unreadable, match=r"nested too deeply .* character 6 ") as refused:
        decode_json(inside)
    assert refused.value.line == DEEPEST + 1


@pytest.mark.parametrize("text", ["[", '"', "\\", '\\"', "[]", "}{", '"[\\', "\\u005b"])
def test_brackets_in_texts_are_no_levels(text: str) -> None:
    """Whatever stands in a text, the levels are those of the brackets outside of texts."""
    for levels in (DEEPEST - 1, DEEPEST):
        value: Any = [text, {text: text}] if levels < DEEPEST else [text, {text: [text]}]
        for _ in range(DEEPEST - 2):
            value = [text, value, "]"]
        told = json.dumps(value, ensure_ascii=False)
        if levels < DEEPEST:
            assert decode_json(told) == value
        else:
            with pytest.raises(Unreadable, match="nested too deeply"):
                decode_json(told)


def test_a_text_that_was_cut_off_is_no_json_however_many_brackets_it_has() -> None:
    with pytest.raises(Unreadable, match="not JSON"):
        decode_json("[" + "[[]]," * 100)


class Endless(list[int]):
    """A list that goes on for ever: whoever wants all of it never ends."""

    def __iter__(self) -> Any:
        while True:
            yield 7

    def __bool__(self) -> bool:
        return True


def test_a_message_repeats_only_the_beginning_of_a_value() -> None:
    assert len(format_value(Endless())) == shapes.LONGEST_SHOWN
    assert format_value("x" * 100).endswith("xxx...")
    assert len(shapes.format_key("x" * 100)) == shapes.LONGEST_SHOWN
    assert format_value({"a": [1, "é"]}) == '{"a": [1, "é"]}'


@pytest.mark.parametrize(
    "shape", [shapes.ListOf(shapes.ANYTHING), shapes.MapOf(shapes.ANYTHING, shapes.ANYTHING)]
)
def test_lists_and_objects_are_bounded_unless_their_shape_says_otherwise(
    shape: shapes.Shape,
) -> None:
    for value in (list(range(MOST_MEMBERS)), dict.fromkeys(map(str, range(MOST_MEMBERS)))):
        for members, fits in ((value, True), (type(value)(_one_more(value)), False)):
            if isinstance(members, list) != isinstance(shape, shapes.ListOf):
                continue
            if fits:
                shape.check(members)
            else:
                with pytest.raises(Mismatch, match=str(MOST_MEMBERS + 1)):
                    shape.check(members)


def _one_more(value: Any) -> Any:
    return [*value, 0] if isinstance(value, list) else {**value, "more": None}


def test_a_long_key_is_repeated_only_by_its_beginning() -> None:
    key = "k" * 100_000
    for source in (
        f'{{"{key}": 1, "{key}": 2}}',
        f'{{"record": 1, "{key}": 2}}',
        f'{{"record": 1, "game": "austria", "players": [{{"id": "a", "{key}": 1}}]}}',
    ):
        with pytest.raises(Unreadable) as refused:
            reading.parse(source)
        assert len(str(refused.value)) < 300


@pytest.mark.parametrize("read", [entry_forms.entry_of, nested_fields.document])
def test_the_name_of_a_field_has_few_steps(read: Callable[[Any], Any]) -> None:
    form = MultiDict([("a" + ".a" * 600, "1")])
    with pytest.raises((entry_forms.BadForm, Unreadable), match="steps"):
        read(form)


# --- before the link is known ----------------------------------------------------------------

WRITES = [
    "entries",
    "checks",
    "tell",
    "undo",
    "redo",
    "corrections",
    "corrections/preview",
    "return",
]


@pytest.mark.parametrize("write", WRITES)
def test_the_body_is_not_read_for_a_link_that_opens_nothing(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, write: str
) -> None:
    def read(*_: Any) -> Any:
        raise AssertionError("the body was read")

    monkeypatch.setattr("recorder.app.api.decode_json", read)
    answer = client.post(f"/api/v1/games/nobody/{write}", json={"key": "k"})
    assert (answer.status_code, answer.json["error"]["code"]) == (404, "not-found")


def test_a_page_does_not_read_the_form_for_a_link_that_opens_nothing(client: FlaskClient) -> None:
    body = b"a=" + b"b" * 1000
    answer = client.post(
        "/t/nobody/entries", data=body, content_type="application/x-www-form-urlencoded"
    )
    assert answer.status_code == 404


def test_two_megabytes_of_keys_are_refused_like_any_other_record(client: FlaskClient) -> None:
    body = "{" + ",".join(f'"{number}":0' for number in range(180_000)) + ',"179999":0}'
    assert len(body) < 2**21
    answer = client.post("/api/v1/records", data=body, content_type="application/json")
    assert (answer.status_code, answer.json["error"]["key"]) == (422, "179999")
    assert len(json.dumps(answer.json)) < 500


# --- how long, and how often -----------------------------------------------------------------


def start(client: FlaskClient) -> tuple[str, list[str]]:
    started = client.post("/api/v1/games", json=document()).json
    tokens = [link["token"] for link in started["links"]]
    return f"/api/v1/games/{tokens[0]}", tokens


def test_a_note_and_a_name_have_a_longest_length(client: FlaskClient) -> None:
    path, _ = start(client)
    for letters, status in ((LONGEST_TEXT, 201), (LONGEST_TEXT + 1, 422)):
        entry = {"by": "a", "do": "add", "n": 1, "note": "é" * letters}
        body = {"entry": entry, "version": 0, "key": f"k{letters}"}
        assert client.post(f"{path}/entries", json=body).status_code == status
    error = client.post(f"{path}/entries", json=body | {"version": 1}).json["error"]
    assert error["key"] == "note"
    assert f"at most {LONGEST_TEXT}" in error["message"]
    for letters, status in ((LONGEST_NAME, 201), (LONGEST_NAME + 1, 422)):
        named = document(players=[{"id": "a", "name": "n" * letters}, {"id": "b", "name": "B"}])
        assert client.post("/api/v1/games", json=named).status_code == status


def test_a_write_to_a_game_is_short_and_a_record_may_be_long(client: FlaskClient) -> None:
    path, tokens = start(client)
    for size, status in ((limits.LARGEST_WRITE - 200, 422), (limits.LARGEST_WRITE + 1, 413)):
        body = json.dumps({"entry": {"do": "x" * size}, "version": 0, "key": "k"})
        answer = client.post(f"{path}/entries", data=body, content_type="application/json")
        assert answer.status_code == status
    form = {"entry": "x" * limits.LARGEST_WRITE}
    assert client.post(f"/t/{tokens[0]}/entries", data=form).status_code == 413
    assert client.post("/referee/move", data={"a": "x" * limits.LARGEST_FORM}).status_code == 413
    record = json.dumps(document()) + " " * (2**21 - 1000)
    answer = client.post("/api/v1/records", data=record, content_type="application/json")
    assert answer.status_code == 201


def test_seats_that_write_too_much_shut_nobody_out_but_themselves(settings: dict[str, Any]) -> None:
    """Neither a new link nor the other seats: the table goes on, and so does a link for reading."""
    own = {"LINK_LIMIT": "4 per minute", "GAME_LIMIT": "6 per minute", "WTF_CSRF_ENABLED": False}
    with create_app(settings | own).test_client() as client:
        links = client.post("/api/v1/games", json=header(3)).json["links"]
        table, read, first, second = [link["token"] for link in links][:4]
        replaced = []
        for number in range(6):
            answer = client.post(
                f"/t/{first}/links", data={"role": "seat", "seat": "a", "key": f"again-{number}"}
            )
            replaced.append(answer.status_code)
            if answer.status_code == 303:
                first = answer.headers["Location"].split("/")[2]
        assert replaced == [303] * 4 + [429] * 2
        for _ in range(9):
            client.post(f"/t/{read}/entries", data={})
        sent = [client.post(f"/t/{second}/entries", data={}).status_code for _ in range(4)]
        assert sent == [422, 422, 429, 429]
        version = client.get(f"/api/v1/games/{table}").json["version"]
        body = {"entry": {"do": "tiles", "tiles": ["pool"]}, "version": version, "key": "one"}
        assert client.post(f"/api/v1/games/{table}/entries", json=body).status_code == 201
        freed = client.post(f"/t/{table}/links", data={"role": "seat", "seat": "b", "key": "out"})
        assert freed.status_code == 303


def test_a_link_is_written_through_only_so_often(settings: dict[str, Any]) -> None:
    with (
        freeze_time("2100-01-01") as clock,
        create_app(settings | {"LINK_LIMIT": "2 per minute"}).test_client() as client,
    ):
        path, tokens = start(client)
        read, seat = tokens[1], tokens[2]
        statuses = [add(client, path, version).status_code for version in range(3)]
        assert statuses == [201, 201, 429]
        answer = add(client, path, 2)
        assert 0 < int(answer.headers["Retry-After"]) <= 61
        assert "2 per 1 minute" in answer.json["error"]["message"]
        assert client.get(path).json["version"] == 2  # reading goes on
        assert client.get(f"/api/v1/games/{read}").status_code == 200
        assert add(client, f"/api/v1/games/{seat}", 2).status_code == 201
        assert add(client, start(client)[0], 0).status_code == 201  # another game
        clock.tick(61)
        assert add(client, path, client.get(path).json["version"]).status_code == 201


def test_an_application_without_limits_takes_them_from_no_other(settings: dict[str, Any]) -> None:
    """Whichever of one process was made first: the limiter is one for all of them."""
    bounds = settings | {"LINK_LIMIT": "1 per hour", "CREATION_LIMIT": "1 per hour"}
    for order in ((True, False), (False, True)):
        made = {limited: create_app(bounds | {"RATELIMIT_ENABLED": limited}) for limited in order}
        for limited, app in made.items():
            client = app.test_client()
            begun = [client.post("/api/v1/games", json=document()) for _ in range(2)]
            assert [answer.status_code for answer in begun] == [201, 429 if limited else 201]
            path = f"/api/v1/games/{begun[0].json['links'][0]['token']}"
            written = [add(client, path, version).status_code for version in range(2)]
            assert written == [201, 429 if limited else 201]


def add(client: FlaskClient, path: str, version: int) -> Any:
    entry = {"do": "check", "of": "a", "n": 0}
    body = {"entry": entry, "version": version, "key": f"k{version}"}
    return client.post(f"{path}/entries", json=body)


# --- what is kept in memory ------------------------------------------------------------------


def test_kept_games_are_counted_by_what_they_weigh(tmp_path: Path) -> None:
    path = tmp_path / "recorder.db"
    prepare_store(path)
    service = Tables(Store(path), Replays(1))
    heavy = [{"by": "b", "do": "add", "n": 9}] * 200  # neither may: a verdict for each
    refused = service.start(document(*heavy)).table
    assert estimate_weight(reveal_game(refused)) > 500_000
    assert estimate_weight(reveal_game(refused)) > 2 * estimate_weight(
        reveal_game(service.start(document(*([CHECK] * 200))).table)
    )
    kept = service.replays._kept._values
    for number in range(8):
        service.start(document(*heavy[number:]))
        assert (
            sum(estimate_weight(played) for played, _ in kept.values()) == service.replays.weight()
        )
        assert service.replays.weight() <= 1_000_000
    assert len(kept) == 1  # two would be too heavy
    for _ in range(50):
        service.start(document())
    assert len(kept) > 30  # what is light is kept in numbers
    alone = service.start(document(*heavy * 3))
    assert [game for game, _read_as in kept] == [alone.table.link.ledger]  # too heavy, and in use
    service.store.close()


CHECK = {"do": "check", "of": "a", "n": 0}


# --- what an operation stores ----------------------------------------------------------------


def test_an_operation_stores_no_more_than_was_sent(
    client: FlaskClient, settings: dict[str, Any]
) -> None:
    """Going to and fro between versions, undoing and removing store words, not whole games."""
    note = "n" * LONGEST_TEXT
    entries = [{"do": "check", "of": "a", "n": 0, "note": note} for _ in range(300)]
    started = client.post("/api/v1/records", json=document(*entries)).json
    path = f"/api/v1/games/{started['links'][0]['token']}"
    version = 1

    def write(what: str, **more: Any) -> None:
        nonlocal version
        body = {"version": version, "key": f"k{version}"} | more
        answer = client.post(f"{path}/{what}", json=body)
        assert answer.status_code == 201, answer.json
        version += 1

    before = stored(settings)
    for _ in range(10):
        write("return", to=0)
        write("return", to=1)
        write("undo", steps=2)
        write("redo", steps=2)
        write("corrections", kind="remove", number=1)
        write("undo")
        write("redo")
        write("return", to=1)
    assert stored(settings) - before < 80 * 300
    assert len(client.get(path).json["record"]["entries"]) == 300
    log = client.get(f"{path}/log?since=1").json["operations"]
    assert log[0] | {"at": ""} == {
        "version": 2,
        "op": "return",
        "role": "table",
        "seat": None,
        "at": "",
        "numbers": list(range(1, 301)),
        "to": 0,
    }
    assert (log[4]["op"], log[4]["before"]) == ("correct", entries[:1])


def stored(settings: dict[str, Any]) -> int:
    store = Store(Path(settings["DATABASE"]))
    (size,) = store.db.execute("SELECT sum(length(body) + length(answer)) FROM log").fetchone()
    store.close()
    return int(size)


def test_a_household_with_many_addresses_counts_as_one(settings: dict[str, Any]) -> None:
    with create_app(settings | {"CREATION_LIMIT": "2 per hour"}).test_client() as client:

        def begin(address: str) -> int:
            place = {"REMOTE_ADDR": address}
            answer = client.post("/api/v1/games", json=document(), environ_overrides=place)
            return answer.status_code

        addresses = [
            "2001:db8:1:2::1",
            "2001:db8:1:2:ffff::9",
            "2001:db8:1:2::3",
            "2001:db8:1:3::1",
        ]
        assert [begin(address) for address in addresses] == [201, 201, 429, 201]
        assert [begin("192.0.2.1"), begin("192.0.2.2"), begin("192.0.2.1")] == [201] * 3


def test_a_static_file_carries_no_cookie(client: FlaskClient) -> None:
    token = start(client)[1][0]
    page = client.get(f"/t/{token}")
    assert (
        "Max-Age=31536000" in page.headers["Set-Cookie"] or "Expires" in page.headers["Set-Cookie"]
    )
    file = client.get("/static/base.css")
    assert "Set-Cookie" not in file.headers
    file.close()
