"""Reading a record quickly says what reading it warily says (``adjudicator.reading``)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.reading import decode, parse
from adjudicator.record import Unreadable

HOME = Path(__file__).parent


@pytest.mark.parametrize(
    "text",
    [
        '{"a":1,"a":2}',
        '{"a":1,"a" :2}',
        '{"a":1,"a"\n:2}',
        '{"a" :1,"a":2}',
        '{"b":":x","a":1,"a" :2}',
        '{"b":[{"a":1,"a":{}}]}',
        '{"b":"\\"","a":1,"a":2}',
        '{"b":"\\":","a":1,"a":2}',
        '{"\\u00e9":1,"a":1,"a":2}',
        '{"a":1,"\\u0061":2}',
    ],
)
def test_a_key_that_stands_twice_is_found_however_it_is_written(text: str) -> None:
    with pytest.raises(Unreadable) as problem:
        decode(text.encode())
    assert problem.value.key == "a"


@pytest.mark.parametrize(
    "text",
    [
        '{"a":":","b":"a:b","c":" :"}',
        '{"a" : {"a":[{"a":1}]}}',
        '{"a":"\\\\","b":"\\":"}',
        '["a", ":", {}]',
        '":"',
    ],
)
def test_colons_in_texts_are_no_keys(text: str) -> None:
    assert decode(text.encode()) == json.loads(text)


def test_an_entry_that_has_not_its_form_is_told_why() -> None:
    """The quick look at an entry only says that something is wrong; where, the close one says."""
    record = json.loads((HOME / "records" / "austria-4p-2022.json").read_text("utf-8"))
    wrong = {
        "guest": {"do": "take_guest", "by": record["players"][0]["id"], "guest": 999, "reveal": 1},
        "by": {"do": "done", "by": "nobody"},
        "do": {"do": ["done"]},
        "of": {"do": "adjust", "of": "nobody", "vp": 1},
        "entry": {"do": "rule", "entry": 9, "stands": True},
        "room": {"do": "prepare", "by": record["players"][0]["id"]},
        "die": {"do": "done", "by": record["players"][0]["id"], "die": 1},
    }
    for key, entry in wrong.items():
        with pytest.raises(Unreadable) as problem:
            parse(json.dumps({**record, "entries": [entry]}))
        assert (problem.value.entry, problem.value.key) == (1, key)
