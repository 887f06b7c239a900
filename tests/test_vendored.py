"""What others have made is kept as they published it, with its licence and its version."""

import subprocess
import tomllib
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
FILES: list[dict[str, Any]] = tomllib.loads((ROOT / "vendored.toml").read_text("utf-8"))["file"]
OF_OTHERS = (".min.js", ".min.css", ".woff", ".woff2", ".ttf", ".otf", ".wasm")


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file["name"]))
def test_a_vendored_file_is_what_was_published(file: dict[str, Any]) -> None:
    content = (ROOT / file["path"]).read_bytes()
    assert sha256(content).hexdigest() == file["sha256"]
    assert file["version"].encode() in content
    assert (ROOT / file["licence_file"]).stat().st_size > 200
    assert set(file) >= {"licence", "source", "why"}


def test_nothing_is_vendored_that_is_not_listed() -> None:
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    of_others = {path for path in tracked if path.endswith(OF_OTHERS) or "/vendor/" in path}
    listed = {file["path"] for file in FILES} | {file["licence_file"] for file in FILES}
    assert {path for path in of_others if not path.endswith("README.md")} <= listed
