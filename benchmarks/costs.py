"""The costs of the most expensive requests: ``python -m benchmarks costs [--json]``.

All requests of a stranger or a careless program at their limit: two megabytes of JSON, the longest
links, a record with as many entries as one may have, to and fro between versions, every PDF. Each
is asked in a process of its own, with the replays not yet in memory:

    seconds    of the processor, the workers' included; a busy machine does not change them
    mb         growth of the process at its largest; for a PDF, of the worker
    sent       bytes of the request, link or body
    answered   bytes of the answer
    stored     bytes by which the log grew for each byte sent, where it was written to
"""

from __future__ import annotations

import json
import multiprocessing
import resource
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

from flask.testing import FlaskClient

from adjudicator.reading import MAX_ENTRIES
from adjudicator.shapes import LONGEST_TEXT
from benchmarks._common import OFTEN, RECORDS, read_options
from exports import pdf
from recorder import create_app
from recorder.pages.referee import questions
from recorder.pages.referee.questions import MoveQuestion
from recorder.serving.config import MAX_BODY
from recorder.store.migrations import prepare_store
from recorder.store.store import Store

RECORD = RECORDS / "austria-4p-2015-ru.json"
API = "/api/v1"
COLUMNS = ("status", "seconds", "mb", "sent", "answered", "stored")
NOT_ASKED = 60
"""Entries of a real game before the entries that the rules refuse."""

Figures = dict[str, Any]
Ask = Callable[[FlaskClient], tuple[int, int, int]]
"""Asks for something; gives the status, the bytes sent and the bytes answered."""


def ask_address(address: str) -> Ask:
    """Return a function that asks for an address."""

    def ask(client: FlaskClient) -> tuple[int, int, int]:
        answer = client.get(address)
        return answer.status_code, len(address), len(answer.data)

    return ask


def ask_upload(body: bytes) -> Ask:
    """Return a function that uploads a record."""

    def ask(client: FlaskClient) -> tuple[int, int, int]:
        answer = client.post(f"{API}/records", data=body, content_type="application/json")
        return answer.status_code, len(body), len(answer.data)

    return ask


def to_and_fro(token: str, versions: int) -> Ask:
    """Return a function that goes to and fro in a game whose first entries have long notes."""

    def ask(client: FlaskClient) -> tuple[int, int, int]:
        sent = answered = status = 0
        version = 1
        for _ in range(versions):
            for what, more in (("return", {"to": 0}), ("return", {"to": 1}), ("undo", {})):
                body = json.dumps({"version": version, "key": f"k{version}"} | more)
                address = f"{API}/games/{token}/{what}"
                answer = client.post(address, data=body, content_type="application/json")
                status = answer.status_code
                sent += len(body)
                answered += len(answer.data)
                version += status == 201
        return status, sent, answered

    return ask


def fill_with_refusals(record: Mapping[str, Any], count: int) -> dict[str, Any]:
    """Return a record that is filled up to ``count`` entries with one that the rules refuse."""
    entry = {"by": record["players"][0]["id"], "do": "done"}
    begun = record["entries"][:NOT_ASKED]
    return {**record, "entries": [*begun, *([entry] * (count - len(begun)))]}


def fill_with_notes(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record of 300 entries with the longest note each."""
    own = {"do": "check", "of": record["players"][0]["id"], "note": "n" * LONGEST_TEXT}
    return {**record, "entries": [own] * 300}


def wide(size: int) -> bytes:
    """Return an object of ``size`` bytes whose keys are all different, except for the last."""
    keys = [f'"{number:07}":0' for number in range((size - 40) // 12)]
    return ("{" + ",".join([*keys, keys[0]]) + "}").encode()


def list_requests(database: Path, record: Mapping[str, Any]) -> Iterator[tuple[str, Ask]]:
    """Yield the requests by name; begin the games that they need."""
    yield "2 MB of keys", ask_upload(wide(MAX_BODY))
    yield "2 MB of brackets", ask_upload(b"[" * MAX_BODY)
    yield "2 MB of numbers", ask_upload(b"[" + b"1," * (MAX_BODY // 2 - 2) + b"1]")
    longest = json.dumps(fill_with_refusals(record, MAX_ENTRIES)).encode()
    yield f"a record of {MAX_ENTRIES} entries", ask_upload(longest)
    yield "a link of 400000 letters", ask_address("/referee/answer?q=" + "A" * 400_000)
    most = MoveQuestion(fill_with_refusals(record, questions.MOST_ENTRIES)).text()
    for path in ("/referee/move", "/referee/answer", "/scoring/score", "/scoring/sheet.pdf"):
        yield f"{path}, {questions.MOST_ENTRIES} entries", ask_address(f"{path}?q={most}")
    for name, document in (
        (f"{len(record['entries'])} entries", record),
        (f"{MAX_ENTRIES} entries", fill_with_refusals(record, MAX_ENTRIES)),
    ):
        token = begin_game(database, document)
        last = f"/entries/{len(document['entries'])}/dispute.pdf"
        pages = ("", "/log", "/log?verdict=illegal", "/sheet.pdf", last)
        for path in pages:
            yield f"{path or 'the game'}, {name}", ask_address(f"/t/{token}{path}")
        yield f"JSON, {name}", ask_address(f"{API}/games/{token}")
    yield "to and fro 50 times", to_and_fro(begin_game(database, fill_with_notes(record)), 50)


def begin_game(database: Path, document: Mapping[str, Any]) -> str:
    """Begin a game with a record; return the table's token."""

    def post_game() -> Any:
        answer = app_on(database).post(f"{API}/records", json=document)
        return answer.get_json()["links"][0]["token"]

    return str(apart(post_game))


def measure_request(ask: Ask, database: Path) -> Figures:
    """Ask in this process; return the figures."""
    client = app_on(database)
    client.get("/about")  # templates and catalogues are read
    before, stored = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, measure_log(database)
    begun = process_time()
    status, sent, answered = ask(client)
    seconds = process_time() - begun
    pdf.close_workers()
    press = resource.getrusage(resource.RUSAGE_CHILDREN)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    figures: Figures = {
        "status": status,
        "seconds": round(seconds + press.ru_utime + press.ru_stime, 2),
        "mb": round(max(grown, press.ru_maxrss) / 1024),
        "sent": sent,
        "answered": answered,
    }
    grew = measure_log(database) - stored
    return figures | ({"stored": round(grew / sent, 2)} if grew else {})


def measure_log(database: Path) -> int:
    """Return the bytes of all operations in the log."""
    store = Store(database)
    (size,) = store.db.execute("SELECT sum(length(body) + length(answer)) FROM log").fetchone()
    store.close()
    return int(size or 0)


def app_on(database: Path) -> FlaskClient:
    """Return a client of the application on a store."""
    return create_app({"DATABASE": str(database)} | OFTEN).test_client()


def apart(work: Callable[[], Any]) -> Any:
    """Return the result of some work in a process of its own, with this one's modules."""
    context = multiprocessing.get_context("fork")
    inward, outward = context.Pipe(duplex=False)
    process = context.Process(target=lambda: outward.send(work()))
    process.start()
    outward.close()
    result = inward.recv()
    process.join()
    return result


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and return 0. Without FILE the largest record of the tests is taken."""
    chosen = read_options(__doc__, arguments, file=RECORD)
    record = json.loads(chosen.file.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "recorder.db"
        prepare_store(database)
        results = {}
        if not chosen.json:
            print(f"| asked | {' | '.join(COLUMNS)} |\n|{'---|' * (len(COLUMNS) + 1)}")
        for name, ask in list_requests(database, record):
            figures = results[name] = apart(partial(measure_request, ask, database))
            if not chosen.json:  # line by line, since the longest take a while
                line = " | ".join(str(figures.get(column, "")) for column in COLUMNS)
                print(f"| {name} | {line} |", flush=True)
    if chosen.json:
        print(json.dumps(results))
    return 0
