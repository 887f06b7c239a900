"""The shell of the pages: its version in every answer, its worker, what a phone installs."""

import io
import json
import os
import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from recorder.pages.shared import delivery, shell
from recorder.pages.shared.delivery import VENDORED, lean, static
from tests.pages.test_cookie import begin


def test_every_answer_names_the_version_that_the_page_has(client: FlaskClient) -> None:
    page = client.get("/")
    version = page.headers["X-Shell"]
    assert f'<meta name="shell" content="{version}">' in page.text
    assert client.get("/t/nothing").headers["X-Shell"] == version
    static = re.search(r'href="(/static/base[^"]+)"', page.text)
    assert "X-Shell" not in client.get(static[1]).headers


def test_a_changed_page_is_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shell, "STATIC", tmp_path / "static")
    monkeypatch.setattr(shell, "TEMPLATES", tmp_path)
    made = tmp_path / "page.html"
    made.write_text("one")
    versions = [shell.version.__wrapped__(), shell.version.__wrapped__()]
    made.write_text("two")
    versions.append(shell.version.__wrapped__())
    made.rename(tmp_path / "other.html")
    versions.append(shell.version.__wrapped__())
    assert versions[0] == versions[1]
    assert len(set(versions)) == 3


def test_the_worker_is_given_the_version_and_files_that_are_there(client: FlaskClient) -> None:
    answer = client.get("/worker.js")
    assert answer.mimetype == "text/javascript"
    assert "Set-Cookie" not in answer.headers
    version, first = answer.text.splitlines()[:2]
    assert version == f'const VERSION = "{answer.headers["X-Shell"]}";'
    addresses = json.loads(first.removeprefix("const FIRST = ").removesuffix(";"))
    assert addresses[0] == "/offline"
    assert [client.get(each).status_code for each in addresses] == [200] * len(addresses)


def test_a_phone_can_install_the_pages_in_its_language(client: FlaskClient) -> None:
    page = client.get("/").text
    link = re.search(r'<link rel="manifest" href="([^"]+)" crossorigin="use-credentials">', page)
    manifest = client.get(link[1], headers={"Accept-Language": "ru"}).json
    assert (manifest["lang"], manifest["display"], manifest["start_url"]) == (
        "ru",
        "standalone",
        "/",
    )
    assert client.get(link[1]).json["lang"] == "en"
    purposes = set()
    for icon in manifest["icons"]:
        answer = client.get(icon["src"])
        assert answer.mimetype == icon["type"]
        if icon["type"] == "image/png":
            width, height = Image.open(io.BytesIO(answer.data)).size
            assert icon["sizes"] == f"{width}x{height}"
            purposes.add(icon["purpose"])
    assert purposes == {"any", "maskable"}


@pytest.mark.parametrize("path", sorted(shell.STATIC.rglob("*.js")), ids=lambda path: path.name)
def test_scripts_are_sent_without_comments_and_mean_the_same(path: Path) -> None:
    """Every comment goes; no string goes over a line or holds a comment."""
    if path.name.endswith(VENDORED):
        return
    text = re.sub(r"/\*.*?\*/ ?", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    lines = text.splitlines()
    assert not [number for number, line in enumerate(lines, start=1) if line.count("`") % 2]
    sent = lean(path.read_text(encoding="utf-8"), "text/javascript").splitlines()
    noted = [line.split("  // ")[0] for line in lines if "  // " in line]
    assert not [line for line in noted for mark in "`'\"" if line.count(mark) % 2]
    code = [re.sub("  // .*", "", line).strip() for line in lines]
    code = [line for line in code if not re.fullmatch(r"//.*|/\*.*\*/", line)]
    assert [line for line in sent if line] == [line for line in code if line]


def test_a_script_names_the_versions_of_what_it_imports(client: FlaskClient) -> None:
    """By the same addresses as a page: a browser has one of each, and keeps it for good."""
    imports = 0
    for path in shell.STATIC.rglob("*.js"):
        name = path.relative_to(shell.STATIC).as_posix()
        text = client.get(f"/static/{name}").text
        with client.application.test_request_context():
            for place in re.findall(r'(?:from |import\()"([^"]+)"', text):
                address = urljoin(f"/static/{name}", place)
                assert address == static(address.partition("?")[0].removeprefix("/static/"))
                imports += 1
    assert imports > 20


def test_a_script_is_another_version_when_what_it_imports_is(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over several, and where two import each other; what does not import it stays."""
    monkeypatch.setattr(delivery, "STATIC", tmp_path)
    scripts = {
        "a.js": 'import { b } from "./game/b.js";',
        "game/b.js": 'import "../c.js"; import("./b.js");',
        "c.js": 'import * as a from "./a.js";',
        "d.js": "",
    }
    (tmp_path / "game").mkdir()
    for name, text in scripts.items():
        (tmp_path / name).write_text(text)

    def addresses() -> list[str]:
        with app.test_request_context():
            return [static(name) for name in scripts]

    before = addresses()
    (tmp_path / "c.js").write_text(scripts["c.js"] + " // changed")
    os.utime(tmp_path / "c.js", (1, 1))
    after = addresses()
    assert [one == other for one, other in zip(before, after, strict=True)] == [0, 0, 0, 1]


def test_the_result_is_sent_with_the_link_that_only_shows(client: FlaskClient) -> None:
    table, read, *seats = begin(client)
    for token in (table, read, seats[0]):
        client.post(f"/t/{token}/take")
        page = client.get(f"/t/{token}/result").text
        sent = re.search(r'data-text="([^"]+)"\s+data-copy="([^"]+)"', page)
        assert sent[2] == f"http://localhost/t/{read}/result"
        assert "wins with" in sent[1]
