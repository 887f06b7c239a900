from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.applications import of_pages

RECORDS = Path(__file__).resolve().parents[1] / "records"


class Web:
    """A league's pages on the web. ``lt``: the organiser's token."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        answer = self.post("/l/new", name="Tuesday Club", language="en", game="samoa")
        self.lt = answer.headers["Location"].split("/")[2]
        links = re.findall(r'value="http://localhost(/l/[\w-]+)"', self.get("/links"))
        self.links = dict(zip(("organiser", "member", "public"), links, strict=True))

    def ask(self, path: str, role: str = "organiser") -> Any:
        return self.client.get(self.links[role] + path)

    def get(self, path: str, role: str = "organiser") -> str:
        base = self.links[role] if hasattr(self, "links") else f"/l/{self.lt}"
        answer = self.client.get(base + path)
        assert answer.status_code == 200, (path, answer.status_code, answer.text[-900:])
        return str(answer.text)

    def post(self, path: str, _role: str = "organiser", **form: Any) -> Any:
        base = "" if path.startswith("/l/") else self.links[_role]
        return self.client.post(base + path, data=form)

    def only_game(self) -> str:
        (key,) = set(re.findall(r"/games/([gr]\d+)\"", self.get("/games")))
        return str(key)

    def table(self, game: str = "g1", role: str = "organiser") -> str:
        return str(re.findall(r'href="/t/([\w-]+)/log"', self.get(f"/games/{game}", role))[0])

    def season(self, **more: Any) -> Any:
        form = {
            "name": "2026",
            "first": "2026-01-01",
            "last": "2026-12-31",
            "kind": "place",
            "tie-0": "wins",
            "tie-1": "share",
        }
        return self.post("/seasons", **(form | more))

    def send(self, *files: tuple[str, bytes], key: str = "k", role: str = "member") -> Any:
        """Import files and return the page with the outcome of each, when all is done."""
        answer = self.begin_sending(*files, key=key, role=role)
        if answer.status_code != 303:
            return answer
        self.client.application.extensions["imports"].join()
        return self.client.get(answer.headers["Location"])

    def begin_sending(self, *files: tuple[str, bytes], key: str, role: str) -> Any:
        """Import files; return the answer, which may be there before they are judged.

        Names that the league does not know become new players.
        """
        uploads = [(io.BytesIO(content), name) for name, content in files]
        answer = self.client.post(
            f"{self.links[role]}/add/files",
            data={"files": uploads, "key": key},
            content_type="multipart/form-data",
        )
        if answer.status_code == 303 and "/imports/" in answer.headers["Location"]:
            asked = self.client.get(answer.headers["Location"]).text
            fields = re.findall(r'name="(who-[^"]+)" value="new"', asked)
            if 'name="asked"' in asked:
                sure = dict.fromkeys(map(unescape, fields), "new")
                return self.client.post(answer.headers["Location"], data=sure)
        return answer

    def record(self, name: str, **more: Any) -> bytes:
        return json.dumps(json.loads((RECORDS / name).read_bytes()) | more).encode()

    def result(self, *players: tuple[str, int], key: str, day: str = "2026-05-01") -> Any:
        form: dict[str, Any] = {"game": "samoa", "day": day, "key": key, "asked": "1"}
        for at, (name, total) in enumerate(players):
            form |= {f"name-{at}": name, f"total-{at}": str(total)}
            form[f"who-{name.casefold()}"] = "new"  # where a name is near to another one
        return self.post("/add/result", _role="member", **form)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    yield from of_pages(tmp_path)


@pytest.fixture
def web(app: Flask) -> Iterator[Web]:
    with app.test_client() as client:
        yield Web(client)
