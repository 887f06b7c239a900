"""The documents: links lead to files, and the README stays one that a stranger reads at once."""

import re
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parent.parent
BUILT = {"docs/editions.md", "docs/verdicts.md"}
"""``bin/docs`` makes these from the data; a checkout has none of them."""

DOCUMENTS = [
    path
    for path in (*HOME.glob("*.md"), *(HOME / "docs").glob("*.md"))
    if str(path.relative_to(HOME)) not in BUILT
]
_LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_to_files(path: Path) -> None:
    for link in _LINK.findall(path.read_text()):
        assert (path.parent / link).exists(), f"{path.name} links to {link}"


def test_readme_is_short_and_links_every_document() -> None:
    text = (HOME / "README.md").read_text()
    assert text.count("![") <= 6
    mentioned = re.findall(r"docs/[a-z-]+\.md", text)
    assert len(mentioned) == len(re.findall(r"\]\(docs/[a-z-]+\.md\)", text))
    unlinked = {path.name for path in DOCUMENTS if path.parent.name == "docs"} - {
        Path(name).name for name in mentioned
    }
    assert not unlinked, f"the README leads to no {unlinked}"


def test_places_in_the_architecture_are_there() -> None:
    """``path.py:function`` is a function of that file, and every folder is one."""
    text = (HOME / "docs" / "architecture.md").read_text()
    places = re.findall(r"`([a-z_/]+/(?:\w+\.py)?)(?::(\w+))?`", text)
    assert len(places) > 20
    for path, function in places:
        if path.startswith(("adjudicator", "recorder", "exports", "pocket", "templates")):
            assert (HOME / path).exists(), path
            assert not function or f"def {function}(" in (HOME / path).read_text(), function
