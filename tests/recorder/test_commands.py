"""Command lines in the reader's language: whose is asked, help, and what is wrong with a word."""

import json
import re
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from flask import Flask

from adjudicator import __main__ as judging
from adjudicator.commands import find_command_language, find_terminal_language
from adjudicator.messages import ENGLISH
from adjudicator.rulebook import __main__ as reading
from adjudicator.sentences import find_wording
from adjudicator.version import VERSION
from exports import __main__ as printing
from recorder.commands import console
from recorder.commands.cli import COMMANDS, all_commands
from recorder.commands.terminal import SAID, set_click_language
from recorder.languages import speech
from recorder.web.context import tables
from tests.recorder.tally import document

RECORD = Path(__file__).parents[1] / "browser" / "two-players.json"

PROGRAMS = {
    "python -m adjudicator": judging.main,
    "python -m adjudicator.rulebook": reading.main,
    "python -m exports": printing.main,
}


@pytest.mark.parametrize(
    ("environment", "tag"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "ko_KR"}, "ko"),
        ({"LANG": "de_AT", "LANGUAGE": "de:fr:en"}, "fr"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "C"}, "en"),
    ],
)
def test_a_terminal_says_which_language_it_speaks(environment: dict[str, str], tag: str) -> None:
    assert find_terminal_language(environment) == tag


def test_who_names_a_language_gets_it_and_programs_get_english() -> None:
    russian = {"LANG": "ru_RU.UTF-8"}
    assert find_command_language(["judge", "x"], russian).tag == "ru"
    assert find_command_language(["judge", "x", "--language", "ko"], russian).tag == "ko"
    assert find_command_language(["judge", "x", "--json"], russian).tag == "en"
    assert find_command_language(["judge", "x", "--json", "--language=fr"], russian).tag == "fr"
    assert find_command_language(["judge", "x", "--language"], russian).tag == "ru"


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize(
    ("tag", "before", "lacks"),
    [
        ("en", "usage: ", "missing: "),
        ("ru", "вызов: ", "не хватает: "),
        ("ko", "사용법: ", "빠진 것: "),
    ],
)
def test_help_and_complaints_are_in_that_language(
    program: str,
    tag: str,
    before: str,
    lacks: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LANGUAGE", tag)
    for words, status in ((["--help"], 0), ([], 2)):
        with pytest.raises(SystemExit) as ended:
            PROGRAMS[program](words)
        assert ended.value.code == status
    told = capsys.readouterr()
    assert told.out.startswith(f"{before}{program}")
    assert told.err.startswith(f"{before}{program}")
    assert f"{program}: {lacks}" in told.err
    assert "show this" not in told.out or tag == "en"


def test_every_complaint_of_the_parser_has_its_translation(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for words in (
        ["x", "f"],
        ["judge", "f", "--entry", "x"],
        ["judge", "f", "x"],
        ["judge", "--entry"],
        ["judge", "f", "--e", "1"],
    ):
        with pytest.raises(SystemExit):
            judging.main([*words, "--language=ru"])
        assert not {"argument", "invalid", "expected", "ambiguous"} & set(
            capsys.readouterr().err.split()
        )


def test_a_sheet_is_printed_in_the_language_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(
        printing.sheet,
        "print_sheet",
        lambda _replay, words, **_: said.append(words.gettext("Total")) or b"",
    )
    for tag in ("en", "ko"):
        done = printing.main(
            ["sheet", str(RECORD), "-o", str(tmp_path / "x.pdf"), "--language", tag]
        )
        assert done == 0
    assert said[0] == "Total"
    assert said[1] not in ("", "Total")


@pytest.mark.file
def test_the_commands_beside_the_web_speak_the_terminals_language(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "ru")
    run = app.test_cli_runner().invoke
    with app.app_context():
        assert "хранилищ" in run(args=["check-store", "--help"]).output
        tables().start(document())
    assert run(args=["check-store"]).output.startswith("1 партия, 0 неполадок\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ["--help"],
            {"Как вызвать:", "Параметры:", "Команды:", "Показать эту справку и закончить."},
        ),
        (["backup", "--help"], {"Как вызвать:", "Параметры:"}),
        (["backup"], {"Ошибка: Не хватает аргумента 'FILE'."}),
        (["backxp"], {"Ошибка: Нет команды 'backxp'. Может быть, 'backup'?"}),
        (["backup", "a", "b"], {"Ошибка: Лишний аргумент (b)"}),
        (["backup", "--all"], {"Ошибка: Нет параметра '--all'."}),
    ],
)
def test_clicks_own_words_are_in_the_terminals_language(
    app: Flask, monkeypatch: pytest.MonkeyPatch, words: list[str], told: set[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", "ru")
    set_click_language({"LANGUAGE": "ru"})
    for command in COMMANDS:  # a process has one language, so click makes this option once
        monkeypatch.setattr(command, "_help_option", None)
    with app.app_context():
        said = CliRunner().invoke(all_commands(), words).output
    assert not {one for one in told if one not in said}, said
    assert not {"Usage", "Options", "Error", "Try", "Show"} & set(re.findall(r"\w+", said))


def test_what_click_says_is_what_the_catalogues_have(app: Flask) -> None:
    """A sentence that click rewords is translated no more: it is looked for in click's code."""
    code = " ".join(path.read_text("utf-8") for path in Path(click.__file__).parent.glob("*.py"))
    with app.test_request_context():
        for one in SAID:
            for form in one if isinstance(one, tuple) else (str(one),):
                assert f'"{form}"' in code


@pytest.mark.parametrize(
    ("body", "key", "told"),
    [
        ({}, "version", "здесь ничего нет"),
        ({"version": -1, "key": "k", "entry": {}}, "version", "число от 0 до 2147483647"),
        ({"version": "1", "key": "k", "entry": {}}, "version", "это не целое число"),
        ({"version": 0, "key": "a b", "entry": {}}, "key", "нужно от 1 до 64 знаков"),
        ({"version": 0, "key": "k", "entry": [1]}, "entry", "это не объект"),
        ({"version": 0, "key": "k", "entry": {}, "x": 1}, "x", "такого ключа нет"),
        ([], None, "это не объект"),
    ],
)
def test_a_program_is_told_what_is_wrong_in_the_language_it_asks_for(
    app: Flask, body: object, key: str | None, told: str
) -> None:
    with app.app_context():
        token = tables().start(document()).links[0].token
    answer = app.test_client().post(
        f"/api/v1/games/{token}/entries",
        data=json.dumps(body),
        content_type="application/json",
        headers={"Accept-Language": "ru"},
    )
    error = answer.json["error"] if answer.json else {}
    assert (answer.status_code, error.get("key")) == (422, key)
    assert told in error["message"]


@pytest.mark.parametrize(("typed", "status"), [([], 2), (["juge"], 2), (["--help"], 0)])
def test_the_one_command_without_a_command_says_which_there_are(
    typed: list[str], status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert console.main(typed) == status
    said = capsys.readouterr()
    assert "judge | options | score | ask" in (said.err if status else said.out)


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({"by": "a", "do": "take_die", "die": 3}, "a takes a die from 3"),
        ({"by": "a", "do": "take_die", "die": [1, 3]}, "a takes a die from 1 or 3"),
        ({"by": "a", "do": "gain", "gain": [{"cake": 1}, {"wine": 2}]}, "a chooses 1 cake; 2 wine"),
        ({"do": "roll", "dice": {"count": 14}}, "table: roll the dice (dice count 14)"),
        ({"by": "a", "do": "occupy", "from": "die"}, "a: turn a room to occupied (under the die)"),
        ({"do": "rule", "entry": 2, "agreed": ["b"]}, "The table removes entry 2; agreed: b"),
        ({"do": "check", "of": "a", "krones": 7}, "a, board read: krones 7"),
    ],
)
def test_an_offer_is_a_sentence_as_far_as_its_values_are_there(
    entry: dict[str, Any], told: str
) -> None:
    assert find_wording("austria", ENGLISH).entry(entry) == told


def test_the_one_command_says_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert console.main(["--version"]) == 0
    assert capsys.readouterr().out == f"hotel-ledger {VERSION}\n"


@pytest.mark.parametrize(
    ("accepts", "language"),
    [
        ("ru", "ru"),
        ("fr;q=0.4, ko;q=0.9", "ko"),
        ("fr;q=0, ru;q=0.1", "ru"),
        ("fr;q=0", "en"),
        ("de", "en"),
        ("", "en"),
    ],
)
def test_what_is_too_large_is_refused_in_the_language_that_is_asked_for(
    accepts: str, language: str
) -> None:
    """Nought means: not this one."""
    said = {tag: speech.too_large(tag) for tag in ("en", "ru", "fr", "ko")}
    assert len(set(said.values())) == 4
    assert speech.too_large(accepts) == said[language]
