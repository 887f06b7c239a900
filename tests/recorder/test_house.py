"""How a phone gets to the server: addresses, the code in the terminal, links that work there."""

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask

from recorder.serving import house
from recorder.web.context import tables
from tests.samoa.play import header

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "", "192.168.1.23", "hotel"])
def test_other_machines_reach_a_server_that_listens_to_them(host: str) -> None:
    assert house.is_open_to_house(host)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.1.1", "localhost", "::1"])
def test_a_machines_own_loop_is_reached_by_nobody_else(host: str) -> None:
    assert not house.is_open_to_house(host)


def test_an_address_that_was_chosen_is_the_one_to_type() -> None:
    assert house.list_addresses("192.168.1.23", 8000) == ["http://192.168.1.23:8000/"]
    assert house.list_addresses("fd00::23", 8000) == ["http://[fd00::23]:8000/"]


def test_the_loop_is_no_address_for_a_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    named = [(0, 0, 0, "", (address, 0)) for address in ("127.0.1.1", "192.168.1.23")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: named)
    addresses = house.list_addresses("0.0.0.0", 8000)
    assert "http://192.168.1.23:8000/" in addresses
    assert not [address for address in addresses if "127." in address]


def test_without_a_network_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "_find_numbers", lambda: [])
    assert "not on a network" in house.poster("0.0.0.0", 8000)


def test_the_code_is_printed_where_the_terminal_can() -> None:
    shown = house.poster("192.168.1.23", 8000)
    assert shown.splitlines()[0] == "http://192.168.1.23:8000/"
    rows = [line for line in shown.splitlines() if set(line) <= set("█▀▄ ") and line]
    assert len(rows) >= 13  # 21 modules and a margin, two rows of them in a line
    assert len({len(row) for row in rows}) == 1
    assert "█" not in house.poster("192.168.1.23", 8000, "ascii")
    assert "bin/serve --lan" in house.poster("127.0.0.1", 8000)


def test_a_link_made_on_the_machine_itself_opens_on_a_phone(app: Flask) -> None:
    with app.app_context():
        token = tables().start(header(3), listed=False).links[0].token
    app.config["HOUSE"] = ["http://192.168.1.23:8000/"]
    near = app.test_client().get(f"/t/{token}/share").text
    assert f'value="http://192.168.1.23:8000/t/{token}"' in near
    there = app.test_client().get(f"/t/{token}/share", base_url="http://hotel.example:8000")
    assert f'value="http://hotel.example:8000/t/{token}"' in there.text


def test_the_server_listens_for_the_house_and_says_how_to_get_there(tmp_path: Path) -> None:
    variables = {"HOST": "0.0.0.0", "PORT": "0", "DATABASE": str(tmp_path / "recorder.db")}
    process = subprocess.Popen(
        [sys.executable, "wsgi.py"],
        cwd=ROOT,
        env=os.environ | variables | {"PYTHONIOENCODING": "utf-8"},
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert process.stdout is not None
    try:
        first = process.stdout.readline()
        port = re.fullmatch(r"http://[^/]+:(\d+)/\n", first)
        assert port, first
        with socket.create_connection(("127.0.0.1", int(port[1])), timeout=5):
            pass
    finally:
        process.terminate()
        process.stdout.close()
        process.wait(timeout=10)


@pytest.mark.parametrize("command", [["wsgi.py"], ["-m", "recorder", "serve"]])
def test_a_port_that_is_taken_is_said_in_a_line(tmp_path: Path, command: list[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        variables = {"PORT": str(port), "DATABASE": str(tmp_path / "recorder.db")}
        asked = subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            env=os.environ | variables,
            capture_output=True,
            text=True,
            check=False,
        )
    other_port = f"PORT={port + 1} bin/serve"
    told = f"Port {port} is already in use; {other_port} uses another.\n"
    assert (asked.returncode, asked.stderr) == (1, told)


def test_the_house_is_one_word_at_the_command_line() -> None:
    asked = subprocess.run(
        ["bin/serve", "--else"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (asked.returncode, asked.stderr) == (2, "usage: bin/serve [--lan]\n")
    assert "--lan) HOST=0.0.0.0 && export HOST" in (ROOT / "bin" / "serve").read_text("utf-8")
