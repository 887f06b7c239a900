"""What a stranger can ask for costs as much as it is long, and nothing before a link is known."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from adjudicator import record
from adjudicator.record import DEEPEST, MOST_MEMBERS, Mismatch, Unreadable, decode, shown
from recorder.pages.entering import forms, nested


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
    with pytest.raises(Unreadable, match="twice") as found:
        record._no_key_twice(pairs)
    assert found.value.key == str(count - 1)
    assert Counted.compared <= 4 * count


def nested_lists(levels: int) -> str:
    return "[" * levels + "]" * levels


def test_what_is_nested_deeper_than_any_record_is_refused() -> None:
    assert decode(nested_lists(DEEPEST)) is not None
    for levels in (DEEPEST + 1, 500, 100_000):
        with pytest.raises(Unreadable, match="nested too deeply"):
            decode(nested_lists(levels))
    inside = '{"a":' * DEEPEST + "[]" + "}" * DEEPEST
    with pytest.raises(Unreadable, match="nested too deeply"):
        decode(inside)


class Endless(list[int]):
    """A list that goes on for ever: whoever wants all of it never ends."""

    def __iter__(self) -> Any:
        while True:
            yield 7

    def __bool__(self) -> bool:
        return True


def test_a_message_repeats_only_the_beginning_of_a_value() -> None:
    assert len(shown(Endless())) == record.LONGEST_SHOWN
    assert shown("x" * 100).endswith("xxx...")
    assert shown({"a": [1, "é"]}) == '{"a": [1, "é"]}'


@pytest.mark.parametrize(
    "shape",
    [record.list_of(record.anything), record.map_of(record.anything, record.anything)],
)
def test_lists_and_objects_are_bounded_unless_their_shape_says_otherwise(
    shape: Callable[[Any], None],
) -> None:
    for value in (list(range(MOST_MEMBERS)), dict.fromkeys(map(str, range(MOST_MEMBERS)))):
        for members, fits in ((value, True), (type(value)(_one_more(value)), False)):
            if isinstance(members, list) != (shape.__qualname__.startswith("list_of")):
                continue
            if fits:
                shape(members)
            else:
                with pytest.raises(Mismatch, match=str(MOST_MEMBERS + 1)):
                    shape(members)


def _one_more(value: Any) -> Any:
    return [*value, 0] if isinstance(value, list) else {**value, "more": None}


def test_a_long_key_is_repeated_only_by_its_beginning() -> None:
    key = "k" * 100_000
    for source in (
        f'{{"{key}": 1, "{key}": 2}}',
        f'{{"record": 1, "{key}": 2}}',
        f'{{"record": 1, "game": "austria", "players": [{{"id": "a", "{key}": 1}}]}}',
    ):
        with pytest.raises(Unreadable) as found:
            record.parse(source)
        assert len(str(found.value)) < 300


@pytest.mark.parametrize("read", [forms.entry_of, nested.document])
def test_the_name_of_a_field_has_few_steps(read: Callable[[Any], Any]) -> None:
    form = MultiDict([("a" + ".a" * 600, "1")])
    with pytest.raises((forms.BadForm, Unreadable), match="steps"):
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

    monkeypatch.setattr("recorder.api.decode", read)
    answer = client.post(f"/api/v1/games/nobody/{write}", json={"key": "k"})
    assert answer.status_code == 404
    assert answer.json["error"]["code"] == "not-found"


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
    assert answer.status_code == 422
    assert answer.json["error"]["key"] == "179999"
    assert len(json.dumps(answer.json)) < 500
