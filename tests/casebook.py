"""Reads the cases that are run as tests: those under tests/cases, and the numbered ones.

The numbered ones are the casebook's (``adjudicator.casebook``) and stand there alone;
tests/cases/casebook holds links to its files, so that readers of the tests' cases find them. A file
holds a list of cases; how editions and scenes shorten one: ``adjudicator.casebook.reading``.

    python -m tests.casebook FOLDER     writes the files into a folder, every case in full
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from adjudicator.casebook.reading import Case, expand_case

CASES = Path(__file__).parent / "cases"
NUMBERED = CASES / "casebook"

ABOUT = {"austria": "gah", "samoa": "sam", "waltz": "waltz"}
"""The folders of cases, with the beginnings of the casebook's file names on the same subject."""


def files(*about: str) -> list[Path]:
    patterns = [f"{one}/*.json" for one in about] or ["**/*.json"]
    patterns += [f"{NUMBERED.name}/{ABOUT[one]}*.json" for one in about]
    return sorted(path for pattern in patterns for path in CASES.glob(pattern))


def title(path: Path) -> str:
    return str(path.relative_to(CASES).with_suffix(""))


def cases_in(path: Path) -> Iterator[tuple[str, Case]]:
    """Yield the cases of a file in full, with their names."""
    loaded = json.loads(path.read_text(encoding="utf-8"))
    for case in loaded if isinstance(loaded, list) else [loaded]:
        for edition, whole in expand_case(case):
            name = f"{case['case']} [{edition}]" if edition else case["case"]
            yield f"{title(path)}: {name}", whole


def main(folder: Path) -> None:
    """Write every file with its cases in full, for programs that know nothing of scenes."""
    for path in files():
        target = folder / f"{title(path)}.json"
        target.parent.mkdir(parents=True, exist_ok=True)
        whole = [{**case, "case": name.partition(": ")[2]} for name, case in cases_in(path)]
        target.write_text(json.dumps(whole, ensure_ascii=False, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
