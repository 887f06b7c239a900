"""Words come from message catalogues: English from the code, others from their files."""

import io
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from recorder import create_app

ROOT = Path(__file__).resolve().parents[2]


def test_a_language_with_a_catalogue_is_spoken_to_who_asks_for_it(tmp_path: Path) -> None:
    catalogue = Catalog(locale="fr")
    catalogue.add("About", "Ce que c'est")
    home = tmp_path / "translations" / "fr" / "LC_MESSAGES"
    home.mkdir(parents=True)
    with (home / "messages.po").open("wb") as file:
        write_po(file, catalogue)
    app = create_app(
        {"DATABASE": str(tmp_path / "recorder.db"), "TRANSLATIONS": str(tmp_path / "translations")}
    )
    client = app.test_client()
    french = client.get("/about", headers={"Accept-Language": "fr"}).text
    assert '<html lang="fr"' in french
    assert "Ce que c'est" in french
    other = client.get("/about", headers={"Accept-Language": "ko"}).text
    assert '<html lang="en"' in other
    assert "About" in other


@pytest.mark.parametrize("folder", ["recorder/pages", "templates"])
def test_every_message_can_be_collected(folder: str) -> None:
    """What stands in ``_()`` is text: a message put together at run time is in no catalogue."""
    collected = list(
        extract_from_dir(
            ROOT / folder,
            [("**.py", "python"), ("**.html", "jinja2")],
            keywords={"_": None, "gettext": None, "lazy": None, "ngettext": (1, 2)},
        )
    )
    assert len(collected) > 150
    assert not [(file, line) for file, line, message, *_ in collected if not message]


def test_no_template_says_a_word_outside_the_catalogues() -> None:
    """Text between tags that has letters and no ``_()`` would stay English for everybody."""
    bare = []
    for path in sorted((ROOT / "templates").rglob("*.html")):
        if path.name == "sheet.html":
            continue
        text = io.StringIO(path.read_text(encoding="utf-8")).read()
        text = re.sub(r"\{% trans .*?endtrans %\}", "\x00", text, flags=re.S)
        text = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "\x00", text, flags=re.S)
        text = re.sub(r"<(style|script).*?</\1>|<!--.*?-->|<[^>]*>", "\x00", text, flags=re.S)
        bare += [
            f"{path.relative_to(ROOT)}: {word.strip()}"
            for word in re.findall(r"[^\x00]+", text)
            if re.search(r"[A-Za-z]{2,}", re.sub(r"&\w+;|\bVP\b", "", word))
        ]
    assert not bare
