"""From form fields to entries, and from offers to single entries."""

import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from adjudicator.record import Unreadable
from recorder.pages.forms import nested_fields, offers
from recorder.pages.forms.entry_forms import BadForm, entry_of, read_send, row_of

ROOT = Path(__file__).resolve().parents[2]


def test_fields_add_to_the_beginning_of_an_entry() -> None:
    form = MultiDict(
        [
            ("entry", '{"by": "a", "do": "take_guest", "guest": 63}'),
            ("reveal", "88"),
            ("version", "4"),
            ("key", "0123456789"),
            ("csrf_token", "x"),
        ]
    )
    entry = {"by": "a", "do": "take_guest", "guest": 63, "reveal": 88}
    assert entry_of(form) == entry
    assert read_send(form) == {"version": 4, "key": "0123456789"}


def test_one_tap_makes_a_row_of_entries_and_the_fields_belong_to_the_first() -> None:
    form = MultiDict([("entry", '[{"do": "a"}, {"do": "b"}]'), ("place", '{"63": {"wine": 1}}')])
    assert row_of(form) == [{"do": "a", "place": {"63": {"wine": 1}}}, {"do": "b"}]
    assert row_of(MultiDict([("entry", '{"do": "a"}')])) == [{"do": "a"}]
    for wrong in ("[]", '["a"]', '[{"do": "a"}, 1]', "[{}, {}, {}, {}]"):
        with pytest.raises(BadForm):
            row_of(MultiDict([("entry", wrong)]))


def test_a_whole_number_is_read_whole_or_refused() -> None:
    assert [nested_fields.number(text, "n") for text in ("7", " 7 ", "-3", "0")] == [7, 7, -3, 0]
    assert nested_fields.number(["1", "2"], "n") == 3
    for wrong in ("", "x", "1_0", "1.0", "1234567890123", {"a": "1"}):
        with pytest.raises(Unreadable):
            nested_fields.number(wrong, "n")


def test_numbers_that_come_twice_add_up_and_nothing_is_left_out() -> None:
    form = MultiDict(
        [
            ("entry", '{"by": "a", "do": "serve"}'),
            ("place.63.coffee", "1"),
            ("place.63.coffee", "1"),
            ("place.84.wine", "0"),
            ("gain.cake", ""),
        ]
    )
    assert entry_of(form) == {"by": "a", "do": "serve", "place": {"63": {"coffee": 2}}}


def test_lists_texts_and_nulls() -> None:
    form = MultiDict(
        [
            *(("dice[]", str(count)) for count in (2, 1, 3, 0, 0, 1)),
            ("note", " forgot  "),
            ("reveal", "null"),
            ("by", '"1"'),
        ]
    )
    wanted = {"dice": [2, 1, 3, 0, 0, 1], "note": "forgot", "reveal": None, "by": "1"}
    assert entry_of(form) == wanted


def test_a_value_inside_an_entry_stays_as_it_is() -> None:
    form = MultiDict([("entry", '{"by": "a", "do": "card", "bid": 0, "card": {"bid": 0}}')])
    assert entry_of(form) == {"by": "a", "do": "card", "bid": 0, "card": {"bid": 0}}


@pytest.mark.parametrize(
    "fields",
    [
        {"entry": "[]"},
        {"entry": "{"},
        {"die": "three"},
        {"place.63": "1", "place.63.coffee": "1"},
        {"entry": "[" * 5000},
        {"entry": '{"do": "pass", "do": "done"}'},
        {"entry": '{"place": 3}', "place.63": "1"},
        {"die": "NaN"},
        {"die": "1e999"},
        {"by": '"\\ud800"'},
    ],
)
def test_what_no_page_sends_is_named(fields: dict[str, str]) -> None:
    with pytest.raises(BadForm):
        entry_of(MultiDict(fields))


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"version": "x", "key": "two words"},
        {"version": "-1", "key": ""},
        {"version": str(2**31), "key": "k" * 65},
        {"version": "9" * 5000, "key": "ü"},
    ],
)
def test_version_and_key_are_needed(fields: dict[str, str]) -> None:
    with pytest.raises(BadForm):
        read_send(MultiDict(fields | {"key": "0123456789"}))
    with pytest.raises(BadForm):
        read_send(MultiDict(fields | {"version": "4"}))


def test_an_offer_is_read_as_single_entries() -> None:
    offer = {
        "by": "a",
        "do": "take_die",
        "die": [1, 2],
        "gain": [{"wine": 1}, {"wine": 2}],
        "place": {"63": {"wine": 1}},
    }
    assert offers.count(offer) == 4
    assert list(offers.list_single_entries(offer)) == [
        {"by": "a", "do": "take_die", "die": die, "gain": gain}
        for die in (1, 2)
        for gain in ({"wine": 1}, {"wine": 2})
    ]
    assert offers.find([offer], "take_die", die=2) == [offer]
    assert not offers.find([offer], "take_die", die=3)
    hidden = {"by": "a", "do": "play_staff", "staff": "hand"}
    assert list(offers.list_single_entries(hidden)) == [{"by": "a", "do": "play_staff"}]


UNREAD = ('{"do": "x"}', '{"do": 1}', '{"by": [], "do": "pass"}', "[]", "{", "")
"""Entries that no game reads."""


@pytest.mark.parametrize("version", ["0", "1"])
@pytest.mark.parametrize("entry", UNREAD)
def test_an_unread_entry_is_refused_before_versions_are_compared(
    client: FlaskClient, entry: str, version: str
) -> None:
    record = json.loads((ROOT / "tests/records/austria-3p-2022.json").read_bytes())
    record["entries"] = record["entries"][:20]
    links = client.post("/api/v1/records", json=record).json["links"]
    table, seat = links[0]["token"], links[-1]["token"]
    client.post(f"/t/{seat}/take")
    sent = {"version": version, "key": "k", "number": "1", "kind": "change", "entry": entry}
    for path, more in (
        (f"/t/{table}/corrections", {}),
        (f"/t/{seat}/proposals", {"what": "correction"}),
        (f"/t/{seat}/propose", {"proposed": entry}),
        (f"/t/{table}/entries", {}),
    ):
        assert client.post(path, data=sent | more).status_code == 422, path


@pytest.mark.parametrize("form", [{}, {"state": "runs"}, {"state": "runs", "key": "two words"}])
def test_a_clock_is_switched_with_a_key_only(client: FlaskClient, form: dict[str, str]) -> None:
    table = client.post("/sample/samoa").headers["Location"].split("/")[2]
    assert client.post(f"/t/{table}/clock", data=form).status_code == 422


HEADERS = ('{"modules": ["x"]}', '{"modules": 1}', '{"modules": [["a"]]}', '{"options": 1}')
HEADERS += ('{"options": {"figures": [1]}}', '{"options": {"modules": 3}}', "[]", "1")


@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize("path", ["/referee/new", "/scoring/new", "/positions"])
@pytest.mark.parametrize("game", ["austria", "samoa"])
def test_the_header_of_a_position_editor_is_read_before_the_position(
    client: FlaskClient, game: str, path: str, header: str
) -> None:
    """What is carried along unseen may be anything; the answer says so."""
    for more in ({}, {"scoring": "end"}, {"n": "2", "p.a.money": "x"}):
        answer = client.post(f"{path}/{game}", data={"header": header, **more})
        assert answer.status_code in (200, 303, 422), (more, answer.status_code)
