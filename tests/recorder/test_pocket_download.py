"""The program to be taken along: handed out where it was built, and not there where it was not."""

import json
import lzma
import shutil
import subprocess
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from recorder import create_app
from tools.pocket import HOME, SETTINGS, _licences

POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    settings = {"DATABASE": str(tmp_path / "games.db"), "POCKET": str(tmp_path / "pocket")}
    return create_app(settings).test_client()


def build(folder: Path) -> None:
    (folder / "v/1").mkdir(parents=True)
    (folder / "index.html").write_text("the window")
    (folder / "v/1/engine.js.lzma").write_bytes(b"packed")
    files = [{"path": "v/1/engine.js", "policy": POLICY}, {"path": "", "policy": "page"}]
    told = {"version": "1", "sent": 8_840_000, "files": files}
    (folder / "latest.json").write_text(json.dumps(told))


@pytest.fixture(autouse=True)
def _tally() -> None:
    """Leave the tally game out: it has no pages, and the first page lists games that have some."""


def test_where_nothing_was_built_nothing_is_offered(client: FlaskClient) -> None:
    assert "Install on this phone" not in client.get("/").text
    assert client.get("/pocket/").status_code == 404
    assert client.get("/pocket/latest.json").status_code == 404


def test_what_was_built_is_offered_with_its_size(client: FlaskClient, tmp_path: Path) -> None:
    build(tmp_path / "pocket")
    page = client.get("/").text
    assert 'href="/pocket/"' in page
    assert "8.8 MB" in page
    for base, told in (
        ("http://localhost:8000", False),
        ("http://192.168.1.23:8000", True),
        ("https://hotel.example", False),
    ):
        said = client.get("/", base_url=base).text
        assert ("Open it by an address with https" in said) is told, base
    answer = client.get("/pocket/", buffered=True)
    assert (answer.text, answer.headers["Content-Security-Policy"]) == ("the window", "page")


def test_a_file_has_the_policy_that_it_was_built_for(client: FlaskClient, tmp_path: Path) -> None:
    build(tmp_path / "pocket")
    answer = client.get("/pocket/v/1/engine.js.lzma", buffered=True)
    assert (answer.data, answer.headers["Content-Security-Policy"]) == (b"packed", POLICY)
    assert client.get("/pocket/../games.db").status_code == 404
    assert client.get("/pocket/v/1/none.js").status_code == 404


UNPACK = """
import { unpack } from "./unpack.mjs";
import { readFileSync, writeFileSync } from "node:fs";
const [packed, size] = [new Uint8Array(readFileSync("packed")), Number(process.argv[2])];
writeFileSync("whole", unpack(packed, size));
for (const [cut, of] of [[packed.subarray(0, packed.length >> 1), size], [packed, size - 1]]) {
  try { unpack(cut, of); } catch (problem) { console.log("refused"); }
}
"""


def test_the_window_unpacks_what_was_packed_and_refuses_what_is_damaged(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs node")
    body = b"".join(path.read_bytes() for path in sorted((HOME / "recorder").rglob("*.py"))[:20])
    body += bytes(range(256)) * 40 + bytes(70_000) + lzma.compress(body)
    packed = lzma.compress(body, format=lzma.FORMAT_ALONE, filters=[SETTINGS])
    (tmp_path / "packed").write_bytes(packed)
    (tmp_path / "try.mjs").write_text(UNPACK)
    (tmp_path / "unpack.mjs").write_bytes((HOME / "pocket/web/unpack.js").read_bytes())
    command = [node, "try.mjs", str(len(body))]
    ran = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert (tmp_path / "whole").read_bytes() == body
    assert ran.stdout.split() == ["refused", "refused"]


def test_what_the_files_carry_of_others_is_named_with_its_licence() -> None:
    said = _licences()
    for name in (
        "Pyodide 314",
        "Python: PSF",
        "SQLite",
        "Flask ",
        "Jinja2 ",
        "Werkzeug ",
        "tzdata ",
    ):
        assert f"\n{name}" in said
    assert "\n---- MarkupSafe: LICENSE.txt ----\n\nCopyright 2010 Pallets" in said
