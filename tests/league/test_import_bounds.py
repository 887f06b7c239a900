"""What a small file may fill a disk with: what it unpacks to is stored, and that is counted."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest
from flask import Flask

from recorder.league import archive
from recorder.league.points import Unfit
from recorder.web.context import tables
from tests.league.conftest import RECORDS, Web

AN_ENTRY = {"do": "check", "of": "a", "money": 0}


def zipped(count: int, checks: int) -> tuple[bytes, int]:
    """Return a zip of finished games that end with many equal checks, and what it unpacks to."""
    document = json.loads((RECORDS / "samoa-3p.json").read_bytes())
    document["entries"] += [AN_ENTRY | {"of": document["players"][0]["id"]}] * checks
    out, unpacked = io.BytesIO(), 0
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for number in range(count):
            text = json.dumps(document | {"place": str(number)}, separators=(",", ":"))
            unpacked += len(text)
            made.writestr(f"{number}.json", text)
    return out.getvalue(), unpacked


def stored(app: Flask) -> int:
    with app.app_context():
        db = tables().store.db
        if not app.config["DATABASE"].startswith("postgres"):
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return Path(app.config["DATABASE"]).stat().st_size
        (row,) = db.query("SELECT pg_database_size(current_database()) AS size")
        return int(row["size"])


def test_no_more_is_stored_than_was_sent_unpacked(web: Web, app: Flask) -> None:
    content, unpacked = zipped(4, 3000)
    assert unpacked > 30 * len(content)
    before = stored(app)
    web.send(("a.zip", content))
    assert 0 < stored(app) - before < 1.5 * unpacked + 100_000


def test_the_left_overs_of_a_mac_are_no_records() -> None:
    """A Mac packs a second file beside each, and a file of the folder."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as made:
        for name in ("a/b.json", "__MACOSX/a/._b.json", "a/._b.json", "a/.DS_Store", "Thumbs.db"):
            made.writestr(name, "{}")
    assert archive.unpack_records([("a.zip", packed.getvalue())]) == [("a/b.json", b"{}")]


def test_what_a_zip_unpacks_to_is_counted_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two files of 40 bytes are more than 70, each alone is not."""
    monkeypatch.setattr(archive, "LARGEST_TOTAL", 70)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for number in range(2):
            made.writestr(f"{number}.json", b" " * 40)
    with pytest.raises(Unfit, match="unpacks to more"):
        archive.unpack_records([("all.zip", out.getvalue())])


@pytest.mark.parametrize(
    ("limit", "bound", "fits"),
    [("RECORD_LIMIT", "5 per hour", 1), ("KILOBYTE_LIMIT", "150 per hour", 1)],
)
def test_records_are_counted_as_what_they_unpack_to(
    web: Web, app: Flask, limit: str, bound: str, fits: int
) -> None:
    """A zip beyond the limit is refused whole; what fits is taken afterwards."""
    app.config[limit] = bound
    large, unpacked = zipped(6, 600)
    assert unpacked > 150 * 1024 > len(large)
    refused = web.send(("a.zip", large), key="a")
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 0
    assert "0 finished games" in " ".join(web.get("/games").split())
    small, _ = zipped(fits, 0)
    assert web.send(("a.zip", small), key="b").status_code == 200
    record = web.record("samoa-3p.json", place="elsewhere")
    statuses = [
        web.client.post("/api/v1/records", data=record, content_type="application/json").status_code
        for _ in range(40)
    ]
    assert set(statuses) == {201, 429}
    assert statuses == sorted(statuses)
