"""Runs tests inside Pyodide, under node: bin/inside [arguments of pytest]."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from tools.pocket import HOME, pyodide

TESTS = ("tests/test_cases.py", "tests/recorder/test_api.py", "tests/recorder/test_platform.py")
"""Tests to run where none are named."""


def main(told: list[str]) -> int:
    """Run tests and return pytest's exit status."""
    with tempfile.TemporaryDirectory() as place:
        for name, body in pyodide().items():
            Path(place, name).write_bytes(body)
        site = sysconfig.get_path("purelib")
        command = ["node", "tools/inside.mjs", place, str(HOME), site, *(told or TESTS)]
        return subprocess.run(command, cwd=HOME, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
