"""JSON read quickly: exactly what is read with care, and the same errors."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from adjudicator import reading
from adjudicator.record import Unreadable
from recorder.archive import quickly

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.json"))

TEXTS = [
    *(b"", b"1", b" [1] ", b"[1] x", b"1 1", b"\x00", b"[1]\x00", b"\x0b1", b"\xc2\xa01"),
    *(b"[1,]", b'{"a":1,}', b"{1:2}", b"[1 2]", b"tru", b"/**/1", b"'a'", b'"a', b'{"a" :\n1}'),
    *(b"01", b"1.", b".5", b"+1", b"1e", b"-0", b"-0.0", b"1E5", b"0.1000000000000000055"),
    *(b"1e400", b"-1e400", b"1e-400", b"NaN", b"Infinity", b"-Infinity", b"1" * 5000),
    *(b"18446744073709551616", b"-9223372036854775809", b"9" * 40, b"[" + b"9" * 40 + b"]"),
    *(b'{"a":1,"a":1}', b'{"a":{"b":1},"a":2}', b'{"\\u0061":1,"a":2}', b'[{"":1,"":2}]'),
    *(b'{"a":1,"a":"\\u003a"}', b'{"a":1,"a":"\\u003A"}', b'{"a:":1,"a:":2}'),
    *(b'{"a":1,"a":"\\\\u003a"}', b'["\\u003a"]', b'{"a":":::"}', b'{"a":"\\":"}'),
    *(b'"\\u0000"', b'{"\\u0000":1}', b'"\\\\u0000"', b'"\\ud800"', b'{"\\udc00\\ud800":1}'),
    *(b'"\\ud83d\\ude00"', b'"\xff"', b'{"\xff":1}', b'"\xed\xa0\x80"', b'"\xc0\x80"'),
    *(b'"\xf4\x90\x80\x80"', b'"\t"', b'"\x7f"', b'"\\x"', b'"\\/"', b'"\xe2\x80\xa8"'),
    *(b"\xef\xbb\xbf[1]", b"\xfe\xff[1]", b"[" * 8 + b"]" * 8, b"[" * 9 + b"]" * 9),
    *(
        b"[" * 32 + b"]" * 32,
        b"[" * 33 + b"]" * 33,
        b"[" * 100_000,
        b'{"a":' * 20 + b"1" + b"}" * 20,
    ),
]


def said(decode: Any, text: bytes) -> str:
    """What a text says, or what is wrong with it; the numbers 1, 1.0 and true are told apart."""
    try:
        return repr(decode(text))
    except Unreadable as problem:
        return f"{problem.to_json()}"


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: ascii(text[:40]))
def test_a_text_says_the_same(text: bytes) -> None:
    assert said(quickly.decode, text) == said(reading.decode, text)


def test_a_record_that_chance_has_changed_says_the_same() -> None:
    chance = Random(1)
    texts = [path.read_bytes() for path in RECORDS]
    texts += [json.dumps(json.loads(text)).encode() for text in texts]
    signs = [b'"', b":", b",", b"{", b"}", b"[", b"]", b"\\", b"\\u", b"0", b"9" * 20, b".", b"e"]
    signs += [b"-", b" ", b"\n", b"\x00", b"\x1f", b"\xff", b"\xc3", b'"do":', b"null", b"NaN"]
    refused = 0
    for _ in range(3000):
        begins = chance.randrange(len(text := chance.choice(texts)))
        part = text[begins : begins + chance.randrange(20, 300)]
        part = b"[{" + part[part.find(b'"') :]
        part = part[: part.rfind(b"}") + 1] + b"]"
        for _ in range(chance.randrange(3)):
            at = chance.randrange(len(part))
            part = part[:at] + chance.choice(signs) + part[at + chance.randrange(2) :]
        expected = said(reading.decode, part)
        assert said(quickly.decode, part) == expected, part
        refused += expected.startswith("{")
    assert 300 < refused < 2700


def test_what_is_in_no_doubt_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "decode", None)
    for path in RECORDS:
        assert quickly.decode(path.read_bytes()) == json.loads(path.read_bytes())
