"""What files are called that are taken along: their letters, and always their ending."""

import random
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from flask import Flask
from werkzeug.http import parse_options_header

from recorder import create_app
from recorder.pages.shared import handing
from tests.proof.routes import OFTEN, addresses
from tests.proof.test_addresses import begin

LANGUAGES = ("en", "fr", "ko", "ru")


def names_of(header: str) -> tuple[str, str]:
    """Return the names that a header tells an old reader, and one that knows all letters."""
    plain = re.search(r'filename="([^"]*)"', header)
    coded = re.search(r"filename\*=UTF-8''(\S+)", header)
    assert plain is not None, header
    return plain[1], unquote(coded[1]) if coded else plain[1]


@pytest.mark.parametrize(
    ("name", "plain", "whole"),
    [
        ("austria-2026-11-20.json", "austria-2026-11-20.json", "austria-2026-11-20.json"),
        ("Осень.pdf", "file.pdf", "Осень.pdf"),
        ("가을 리그.pdf", "file.pdf", "가을-리그.pdf"),
        ("2026-Зоя.pdf", "2026.pdf", "2026-Зоя.pdf"),
        ("Tuesday Club/2.csv", "Tuesday-Club-2.csv", "Tuesday-Club-2.csv"),
        ("Chloé.pdf", "Chloe.pdf", "Chloé.pdf"),
        ('a"b\r\nX: y\\..\\c.pdf', "a-b-X-y-..-c.pdf", "a-b-X-y-..-c.pdf"),
        ("...pdf", "file.pdf", "file.pdf"),
        (".pdf", "file.pdf", "file.pdf"),
        ("हिन्दी.csv", "file.csv", "हिन्दी.csv"),
        ("x" * 200 + ".zip", "x" * 80 + ".zip", "x" * 80 + ".zip"),
    ],
)
def test_a_name_keeps_its_letters_and_its_ending(name: str, plain: str, whole: str) -> None:
    header = handing.headers_of_file(name)["Content-Disposition"]
    header.encode("latin-1")
    assert names_of(header) == (plain, whole)
    kind, told = parse_options_header(header)  # as a browser reads it
    assert (kind, told["filename"]) == ("attachment", whole)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_file_of_the_program_has_its_ending(
    tmp_path: Path, language: str, chance: random.Random, unpressed: None
) -> None:
    """In a club and a season that are named in letters of their own."""
    settings = {"DATABASE": str(tmp_path / "r.db"), "WTF_CSRF_ENABLED": False}
    app: Flask = create_app(settings | OFTEN)
    client = app.test_client()
    client.post("/language", data={"language": language, "back": "/"})
    table, league = begin(client)
    club = {"name": "Клуб", "language": language, "game": "samoa", "key": "n"}
    client.post(f"/l/{league}/settings", data=club)
    season = {"name": "가을 리그", "first": "2020-01-01", "last": "2020-12-31", "kind": "place"}
    made = client.post(f"/l/{league}/seasons", data=season | {"key": "s", "tie-0": "wins"})
    assert made.status_code == 303
    question = client.get("/referee/example?card=97").headers["Location"].partition("?q=")[2]
    places: dict[str, Any] = {"token": [table], "lt": [league], "game": ["samoa"]}
    places |= {"season": ["s1"], "ending": ["csv", "json"], "what": ["standings", "ratings"]}
    files = {}
    for address in addresses(app, "GET", places, chance):
        where = address + (f"?q={question}" if "question" in address else "")
        if not address.startswith("/static"):
            header = client.get(where).headers.get("Content-Disposition", "")
            if header:
                files[address] = names_of(header)
    assert len(files) > 8
    for address, names in files.items():
        for name in names:
            assert re.fullmatch(r"[^/]+\.(json|csv|zip|pdf|png|ics|atom|bgsplay)", name), address
