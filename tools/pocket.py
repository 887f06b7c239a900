"""Builds the recorder that runs in a browser alone: a folder of static files (docs/pocket.md).

    python -m tools.pocket OUT

Pyodide comes from npm, pinned with its checksum; the packages are the ones installed here, at the
versions of requirements.lock. All of it is compiled by Pyodide itself, under node, and packed.
CACHE keeps compiled files by a hash of their sources.
"""

from __future__ import annotations

import hashlib
import io
import json
import lzma
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

from adjudicator import messages
from adjudicator.version import VERSION
from recorder.languages.speech import ENGLISH
from tools import npm
from tools.npm import CACHE

HOME = Path(__file__).resolve().parent.parent

PYODIDE = "314.0.7"
INTEGRITY = "sha512-" + (
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
"""The version of the npm package, and its checksum as the registry gives it."""

CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")

LIBRARY = "library/"
"""Where that part of the standard library is unpacked which starting does not need."""

OWN = ("adjudicator", "recorder", "exports", "pocket", "templates")
"""Folders of this checkout that the phone needs."""

ABSENT = frozenset(
    {
        *("flask-compress", "prometheus-client", "resvg-py", "waitress", "weasyprint"),
        *("pip", "setuptools", "tabulate", "click-default-group"),
    }
)
"""Dependencies that only a server has (``recorder.serving.platform``), or only a command of
theirs."""

LANGUAGES = re.compile(r"(root|en|en_001|en_150|en_GB|en_US|fr|fr_FR|ko|ko_KR|ru|ru_RU)\.dat$")
"""Files of Babel's data: the languages of the catalogues, and their base languages."""

LEFT_OUT = re.compile(
    r"(^|/)(tests?|__pycache__)/"
    r"|locale-data/(?!" + LANGUAGES.pattern + r")"
    r"|\.(pyi|so|c|h|typed|pyc|md)$|\.dist-info/(?!METADATA|entry_points)"
    r"|^pocket/web/|^wtforms/locale/(?!fr|ko|ru)|^(pytz|dateutil)/zoneinfo/"
    r"|^babel/messages/|^click/(testing|_winconsole)|^dateutil/(rrule|easter|tz/win)"
    r"|^packaging/(?!__init__|version|_structures)|^segno/(cli|helpers)|^sqlite_utils/cli"
    r"|^tzdata/zoneinfo/.*\.(tab|list|zi)$|^werkzeug/(debug/|_reloader|middleware/(lint|profiler))"
)
"""Files needed only to build, read or test, commands of packages, and other languages."""

STDLIB_OUT = re.compile(
    r"^(test|idlelib|tkinter|turtledemo|ensurepip|pydoc_data|lib2to3|unittest|venv|_pyrepl|xmlrpc"
    r"|wsgiref)/|^(turtle|antigravity|this|pydoc|doctest|mailbox|imaplib|ftplib|poplib|smtplib|pdb"
    r"|optparse|pickletools|pstats|c?[pP]rofile|trace|modulefinder|plistlib|wave|symtable|tabnanny"
    r"|pyclbr|filecmp|fileinput|compileall)\.py$|/__pycache__/|^http/cookiejar|^urllib/robotparser"
    r"|^multiprocessing/(managers|pool|heap|shared|forkserver|popen|queues|resource_|synchronize)"
)
"""Parts of the standard library that a phone never needs."""

PAGE_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "frame-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    ]
)
WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
"""Nothing from elsewhere; only the worker in which Python runs may compile WebAssembly."""

SETTINGS = {"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 26}
SETTINGS |= {"lc": 3, "lp": 0, "pb": 0}
"""How files are packed, by trial. Web hosts and browsers only know what is a third larger, so the
window unpacks by itself (web/unpack.js)."""

PACKED_FROM = 1 << 16
"""Bytes from which a file is packed; smaller ones are sent as they are."""

TYPES = {
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}

HOST = ("cut", "missing", "half", "type")
"""Words for faults of a host, which are needed before any module is there (web/wrong.js)."""

Files = dict[str, bytes]


def main(out: Path) -> None:
    """Build into a folder, which is replaced once all of it is there."""
    core = pyodide()
    program, stdlib = _program(), _stdlib(core)
    program, stdlib, warm, boot = _compile_archives(core, program, stdlib)
    program.update(warm)
    first = {name: body for name, body in stdlib.items() if _top(name) in boot}
    program.update({LIBRARY + name: body for name, body in stdlib.items() if name not in first})
    core["pyodide.asm.mjs"] = _mend_pyodide(core["pyodide.asm.mjs"])
    files = {name: core[name] for name in CORE}
    files["python_stdlib.zip"] = _zip_uncompressed(first)
    names = sorted(program)
    listed = json.dumps([[name, len(program[name])] for name in names]).encode()
    files["program.bin"] = (
        len(listed).to_bytes(4, "little") + listed + b"".join(program[name] for name in names)
    )
    files.update(_web())
    files["licences.txt"] = _licences().encode()
    _write(out, files)


def pyodide() -> Files:
    """Return the files of Pyodide. Raises SystemExit where the archive is not the one we know."""
    body = npm.package("pyodide", PYODIDE, INTEGRITY)
    with tarfile.open(fileobj=io.BytesIO(body)) as tar:
        members = [one for one in tar.getmembers() if one.isfile()]
        files = {Path(one.name).name: tar.extractfile(one) for one in members}
        return {name: file.read() for name, file in files.items() if file is not None}


SYNC = (
    "function ___syscall_fdatasync(fd){try{var stream=SYSCALLS.getStreamFromFD(fd);return 0}",
    "function ___syscall_fdatasync(fd){try{var stream=SYSCALLS.getStreamFromFD(fd);"
    "return stream.stream_ops?.fsync?.(stream)??0}",
)
"""SQLite syncs with ``fdatasync``, which Emscripten answers without doing anything: here it works
as ``fsync``, and an answered entry is on disk (web/disk.js)."""

MEMORY = (
    "return Module.HEAP8.set(t),l}",
    "t.length>HEAPU8.length&&growMemory(t.length);return Module.HEAP8.set(t),l}",
)
"""A memory that is kept (web/engine.js) may be larger than the one that Python begins with."""


def _mend_pyodide(script: bytes) -> bytes:
    """Return Pyodide's script as it is needed here. Raises SystemExit where it is another one."""
    for before, after in (SYNC, MEMORY):
        if script.count(before.encode()) != 1:
            raise SystemExit(f"pyodide.asm.mjs: it is another one, without {before}")
        script = script.replace(before.encode(), after.encode())
    return script


def _program() -> Files:
    """Return the files of the program and of the packages that it needs, by their paths."""
    files: Files = {}
    for folder in OWN:
        for path in sorted((HOME / folder).rglob("*")):
            name = path.relative_to(HOME).as_posix()
            if path.is_file() and not LEFT_OUT.search(name):
                files[name] = path.read_bytes()
    text = (HOME / "requirements.lock").read_text(encoding="utf-8")
    locked = dict(re.findall(r"^([a-z0-9.-]+)==([^ \\]+)", text, re.MULTILINE))
    for package in _list_needed_packages():
        wanted = locked.get(_canonical(package.metadata["Name"]))
        if wanted != package.version:
            raise SystemExit(
                f"{package.metadata['Name']} {package.version} is installed, {wanted} is locked:"
                " run bin/prepare serve"
            )
        for file in package.files or ():
            name = file.as_posix()
            if not name.startswith("..") and not LEFT_OUT.search(name):
                body = Path(str(package.locate_file(file))).read_bytes()
                files[name] = body.partition(b"\n\n")[0] if name.endswith("/METADATA") else body
    return files


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _list_needed_packages() -> list[Distribution]:
    """Return the installed packages that the phone needs, and the packages that these need."""
    import tomllib

    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    packages: dict[str, Distribution] = {}
    waiting = list(project["dependencies"])
    while waiting:
        wanted = Requirement(waiting.pop())
        name = _canonical(wanted.name)
        there = wanted.marker is None or wanted.marker.evaluate({"extra": ""})
        if name in ABSENT or name in packages or not there:
            continue
        packages[name] = distribution(name)
        waiting += packages[name].requires or []
    packages.setdefault("tzdata", distribution("tzdata"))
    return [packages[name] for name in sorted(packages)]


PARTS = f"""\
Pyodide {PYODIDE}: MPL-2.0, https://github.com/pyodide/pyodide
    pyodide.asm.mjs is changed in the places that SYNC and MEMORY name in tools/pocket.py.
Python: PSF-2.0, https://docs.python.org/3/license.html; without the modules that nobody needs here
Emscripten and musl: MIT, https://emscripten.org
SQLite: public domain, https://sqlite.org
"""
"""The parts that do not come as a package, and their licences."""


def _licences() -> str:
    """Return the third-party parts of the folder: names, versions, licences and their texts."""
    own = (HOME / "LICENSE").read_text(encoding="utf-8")
    listed, texts = [], []
    for package in _list_needed_packages():
        name, about = package.metadata["Name"], package.metadata
        named = [*about.get_all("License-Expression", []), *about.get_all("License", [])]
        named += [each for each in about.get_all("Classifier", []) if each.startswith("License ::")]
        kind = next((each for each in named if each and "\n" not in each), "see below")
        listed.append(f"{name} {package.version}: {kind.rpartition(' :: ')[2]}")
        for file in package.files or ():
            if LICENCE.match(file.name):
                text = Path(str(package.locate_file(file))).read_text(encoding="utf-8")
                texts.append(f"---- {name}: {file.name} ----\n\n{text.strip()}\n")
    head = f"Hotel Ledger {VERSION}\n\n{own}\nIt carries:\n\n{PARTS}" + "\n".join(listed)
    return "\n\n".join([head, *texts])


LICENCE = re.compile(r"(LICEN[CS]E|COPYING|NOTICE)[._A-Za-z]*$")


def _stdlib(core: Files) -> Files:
    with zipfile.ZipFile(io.BytesIO(core["python_stdlib.zip"])) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
        return {name: archive.read(name) for name in names if not STDLIB_OUT.search(name)}


def _compile_archives(
    core: Files, program: Files, stdlib: Files
) -> tuple[Files, Files, Files, frozenset[str]]:
    """Return program and standard library with code in the place of sources, and templates.

    The last one: modules and packages of the standard library that must be there before anything
    is unpacked.
    """
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        for folder, files in (("core", core), ("program", program), ("stdlib", stdlib)):
            for path, body in files.items():
                target = place / folder / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(body)
        kept = CACHE / f"code-{PYODIDE}"
        kept.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["node", str(HOME / "tools/pocket.mjs"), str(place), str(kept)], check=True, cwd=place
        )
        boot = json.loads((place / "boot.json").read_text(encoding="utf-8"))
        return (
            _read(place / "program"),
            _read(place / "stdlib"),
            _read(place / "warm"),
            frozenset(_top(f"{name}c") for name in boot if name.endswith(".py")),
        )


def _top(name: str) -> str:
    """Return the module or package that a file belongs to; a package is not taken apart."""
    return name.partition("/")[0]


def _read(folder: Path) -> Files:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def _zip_uncompressed(files: Files) -> bytes:
    """Return files as a zip without compression: the whole of it is compressed once."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, body in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), body)
    return out.getvalue()


def _web() -> Files:
    """Return the window's own files, with the words of all languages."""
    from pocket.words import SHELL
    from recorder import create_app
    from recorder.languages.speech import use_language

    files = _read(HOME / "pocket/web")
    for name in ("dom.js", "favicon.svg", "icon-192.png", "icon-512.png", "icon-maskable.png"):
        files[name] = (HOME / "recorder/static" / name).read_bytes()
    words = {}
    with tempfile.TemporaryDirectory() as place:
        app = create_app({"DATABASE": f"{place}/none.db"})
        for tag in (ENGLISH, *sorted(set(messages.list_languages()) - {ENGLISH})):
            with app.app_context(), use_language(tag):
                words[tag] = {key: say() for key, say in SHELL.items()}
    told = json.dumps(words, ensure_ascii=False, indent=0)
    for file, empty, keys in (
        ("wrong.js", b'window["WORDS_OF_WRONG"] || {}', HOST),
        ("sw.js", b'Object(self)["WORDS_OF_GONE"] || {}', ("gone", "again")),
    ):
        needed = {tag: {key: own[key] for key in keys} for tag, own in words.items()}
        files[file] = files[file].replace(empty, json.dumps(needed, ensure_ascii=False).encode())
    files["words.js"] = f"export const WORDS = {told};\n".encode()
    icons = [
        {"src": name, "sizes": size, "type": "image/png", "purpose": purpose}
        for name, size, purpose in (
            ("icon-192.png", "192x192", "any"),
            ("icon-512.png", "512x512", "any"),
            ("icon-maskable.png", "512x512", "maskable"),
        )
    ]
    manifest: dict[str, Any] = {
        "name": "Hotel Ledger",
        "short_name": "Hotel Ledger",
        "start_url": "../../",
        "scope": "../../",
        "display": "standalone",
        "background_color": "#f5efe2",
        "theme_color": "#1d5242",
        "icons": icons,
    }
    files["manifest.webmanifest"] = json.dumps(manifest).encode()
    return files


def _write(out: Path, files: Files) -> None:
    """Write the folder: the files of this version, and the files that lead to them."""
    worker, page = files.pop("sw.js"), files.pop("index.html")
    digest = hashlib.sha256(page)
    for name, body in sorted(files.items()):
        digest.update(name.encode() + hashlib.sha256(body).digest())
    version = f"{VERSION}-{digest.hexdigest()[:10]}"
    at = f"v/{version}/"
    placed = {at + name: body for name, body in files.items()}
    text = page.decode().replace("{at}", at).replace("{policy}", PAGE_POLICY)
    placed[""] = text.encode()
    fresh = out.with_name(out.name + ".new")
    shutil.rmtree(fresh, ignore_errors=True)
    listed = []
    total = 0
    for path, body in sorted(placed.items(), key=lambda one: (-len(one[1]), one[0])):
        name = path or "index.html"
        target = fresh / name
        target.parent.mkdir(parents=True, exist_ok=True)
        packed = len(body) >= PACKED_FROM
        sent = body
        if packed:
            sent = lzma.compress(body, format=lzma.FORMAT_ALONE, filters=[SETTINGS])
            target = target.with_name(target.name + ".lzma")
        target.write_bytes(sent)
        total += len(sent)
        listed.append(
            {
                "path": path,
                "sent": len(sent),
                "type": TYPES.get(Path(name).suffix, "application/octet-stream"),
                "sha256": hashlib.sha256(body).hexdigest(),
                "size": len(body) if packed else 0,
                "policy": PAGE_POLICY if path == "" else WORKER_POLICY,
            }
        )
    (fresh / "sw.js").write_bytes(worker)
    latest = {"version": version, "sent": total, "files": listed}
    (fresh / "latest.json").write_text(json.dumps(latest, indent=1), encoding="utf-8")
    old = out.with_name(out.name + ".old")
    shutil.rmtree(old, ignore_errors=True)
    if out.exists():
        out.rename(old)
    out.parent.mkdir(parents=True, exist_ok=True)
    fresh.rename(out)
    shutil.rmtree(old, ignore_errors=True)
    print(f"{out}: version {version}, {total / 1e6:.1f} MB to be sent")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tools.pocket OUT")
    main(Path(sys.argv[1]))
