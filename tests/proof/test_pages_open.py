"""Every page of entries of every sample game opens; which ones is drawn, all with SOAK=1."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from recorder import create_app
from tests.proof.routes import LONG, OFTEN

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted([*ROOT.glob("tests/records/*.json"), *ROOT.glob("templates/*/sample*.json")])
PAGES = ("", "/change", "/insert", "/remove")


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_every_page_of_every_entry_opens(file: Path, tmp_path: Path, chance: random.Random) -> None:
    record: dict[str, Any] = json.loads(file.read_text("utf-8"))
    app = create_app(
        {"DATABASE": str(tmp_path / "r.db"), "TESTING": True, "WTF_CSRF_ENABLED": False} | OFTEN
    )
    client = app.test_client()
    count = len(record["entries"]) - 1  # the last one would end the game, and hide nothing more
    unfinished = record | {"entries": record["entries"][:count]}
    links = client.post("/api/v1/records", json=unfinished).json["links"]
    table, seat = links[0]["token"], links[-1]["token"]
    assert client.post(f"/t/{seat}/take").status_code == 303
    step = 1 if LONG else 61
    first = chance.randrange(1, 1 + step)
    print(f"from entry {first}")
    for number in range(first, count + 1, step):
        for page in PAGES:
            assert client.get(f"/t/{table}/entries/{number}{page}").status_code == 200, number
        assert client.get(f"/t/{seat}/entries/{number}").status_code == 200
    for page in ("", "/log", "/result", "/history", "/share", "/check", "/other"):
        for token in (table, seat):
            assert client.get(f"/t/{token}{page}").status_code == 200, page
