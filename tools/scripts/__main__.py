"""Checks the scripts of the pages, of the workers, of the program on one phone and of the tools.

    python -m tools.scripts          style (oxlint) and types (TypeScript, over JSDoc)
    python -m tools.scripts load     loads the checker of types

oxlint comes with the packages of requirements-test.lock. TypeScript comes from npm, as one program
that needs no node, pinned with its checksum. Exit status: 0 if all is well, 1 if not. Where
TypeScript cannot be had, that is said, and the style alone is checked; with CI=true that is a
failure, unless npm's registry does not answer. Scripts for node have their style checked alone.
"""

from __future__ import annotations

import io
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from tools import npm

HERE = Path(__file__).resolve().parent
HOME = HERE.parent.parent

TYPESCRIPT = "7.0.2"

INTEGRITY = {
    "linux-x64": (
        "EYdf2cNg7rgCWJnxCdJ+F3V39O8ihb37eHAu1LK8oAFizgTQbPOK7zHHXbPt8rX24COqODXeI3sIf0fCXG7H/A=="
    ),
    "linux-arm64": (
        "Qh4eU4/y3yDjnfjjyPYihMj5/ODIlmt+Bzu17OI+fiSRDW57QmU5SiN63exPRNJPKUzcc1INa1NXdrJ+MqHjUQ=="
    ),
    "darwin-arm64": (
        "gowzar9MwS/aRWp6f3a4KUqzRjAZjOsmGNCM6LcTgXum+dBfgsBVMN+AgvOCCbguXyick6LJhpBszxMebJ8syA=="
    ),
}
"""SHA-512 of the package by system and processor, as the registry gives it."""

PLACES = ("recorder/static", "pocket/web", "tools")

PROJECTS = ("pages", "pocket", "workers")
"""Groups of scripts checked together, each with its own settings: NAME.json beside this file."""


class Missing(Exception):
    """The checker of types cannot be had; the message says why."""


def compiler() -> Path:
    """Return where TypeScript's program lies, unpacked. Raises Missing."""
    processor = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    kind = f"{platform.system().lower()}-{processor}"
    if kind not in INTEGRITY:
        raise Missing(f"no checksum of TypeScript is pinned for {kind}")
    place = npm.CACHE / f"typescript-{TYPESCRIPT}-{kind}"
    if not place.exists():
        try:
            name = f"@typescript/typescript-{kind}"
            body = npm.package(name, TYPESCRIPT, "sha512-" + INTEGRITY[kind])
        except (OSError, subprocess.CalledProcessError) as problem:
            raise Missing(f"npm did not give TypeScript: {problem}") from problem
        fresh = place.with_name(place.name + ".new")
        shutil.rmtree(fresh, ignore_errors=True)
        with tarfile.open(fileobj=io.BytesIO(body)) as archive:
            archive.extractall(fresh, filter="data")
        fresh.rename(place)
    return place / "package" / "lib" / "tsc"


def main() -> int:
    """Check everything side by side, and print the faults."""
    lint = [str(Path(sys.executable).parent / "oxlint"), "--config", str(HERE / "oxlint.json")]
    unchecked = ""
    commands = [[*lint, "--deny-warnings", "--format", "unix", *PLACES]]
    try:
        types = [str(compiler()), "--pretty", "false", "--project"]
        commands += [[*types, str(HERE / f"{project}.json")] for project in PROJECTS]
    except Missing as why:
        unchecked = f"!! The types of the scripts were NOT checked: {why}."
    pipe, both = subprocess.PIPE, subprocess.STDOUT
    running = [
        subprocess.Popen(each, cwd=HOME, text=True, stdout=pipe, stderr=both) for each in commands
    ]
    failed = bool(unchecked) and os.environ.get("CI") == "true" and npm.answers()
    for each in running:
        said, _ = each.communicate()
        if each.returncode:
            failed = True
            print(said.strip())
    if unchecked:
        print(unchecked)
    return int(failed)


if __name__ == "__main__":
    if sys.argv[1:] == ["load"]:
        try:
            compiler()
        except Missing as missing:
            sys.exit(f"{missing}.")
    else:
        sys.exit(main())
