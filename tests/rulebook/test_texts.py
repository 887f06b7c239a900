"""The rule texts: complete, short, cited, and of one mind with switches and catalogue."""

import json
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator import rulebook
from adjudicator.austria.printed.catalogue import POLITICS, STAFF, TILES
from adjudicator.austria.printed.editions import EDITIONS
from adjudicator.messages import ENGLISH
from adjudicator.messages.po import BrokenData
from adjudicator.rulebook import RULEBOOK, Rulebook, tables
from adjudicator.rulebook.__main__ import main
from adjudicator.rulebook.book import count_sentences
from adjudicator.rulebook.search.documents import find_rules

HOME = Path(__file__).resolve().parents[2]
IDS: dict[str, list[str]] = json.loads(Path(__file__).with_name("ids.json").read_text("utf-8"))
NAMED = re.compile(r"\b(?:(?:GAH|SAM)-[A-Z]+-\d\d|WALTZ\d?-[A-Z]+(?:-GEN)?-(?:\d\d\d?|[A-C]))\b")
EDITION = re.compile(r"(?<!\d)20\d\d(?:-(?:ru|fr|ko))?(?!\d)")
NOT_RULES = re.compile(r"(?:SAM|WALTZ)-[UPT]-|GAH-XD?-")


def texts(language: str = "en") -> list[rulebook.RuleText]:
    rules = [RULEBOOK.rule(rule_id, language) for rule_id in RULEBOOK.ids()]
    return [rule for rule in rules if rule.language == language]


def test_every_rule_has_a_text_and_every_text_a_rule() -> None:
    assert sorted(RULEBOOK.ids("austria")) == sorted(IDS["GAH"] + IDS["WALTZ"])
    assert sorted(RULEBOOK.ids("samoa")) == sorted(IDS["SAM"])


@pytest.mark.parametrize("language", RULEBOOK.languages)
def test_texts_fit_on_a_phone(language: str) -> None:
    for rule in texts(language):
        assert 0 < len(rule.title) <= 60, rule.id
        assert not rule.title.endswith("."), rule.id
        assert len(rule.text) <= 400, rule.id
        assert 1 <= count_sentences(rule.text) <= 3, rule.id
        assert rule.text.endswith("."), rule.id
        assert rule.text == " ".join(re.split(r"[ \t\n]+", rule.text.strip())), rule.id


@pytest.mark.parametrize("language", RULEBOOK.languages)
def test_titles_tell_the_rules_of_a_game_apart(language: str) -> None:
    counts = Counter((rule.game, rule.title) for rule in texts(language))
    assert [title for title, count in counts.items() if count > 1] == []


@pytest.mark.parametrize("language", RULEBOOK.languages[1:])
def test_texts_name_the_rules_and_editions_of_the_english_one(language: str) -> None:
    for rule in texts(language):
        home = RULEBOOK.rule(rule.id)
        assert all(named in rule.text for named in NAMED.findall(home.text)), rule.id
        assert {*EDITION.findall(rule.text)} == {*EDITION.findall(home.text)}, rule.id


def test_texts_cite_the_books_of_their_game() -> None:
    for rule in texts():
        books = [cite.book for cite in rule.cites]
        assert books, rule.id
        assert all(RULEBOOK.books[book].game == rule.game for book in books), rule.id
        assert all(cite.section.strip() for cite in rule.cites), rule.id
        assert len(set(rule.cites)) == len(rule.cites), rule.id
    cited = {cite.book for rule in texts() for cite in rule.cites}
    assert cited == {"2015-ru", "2015-fr", "2015-ko", "waltz-ru", "ru"}


def test_rules_that_the_texts_refer_to_exist() -> None:
    for rule in texts():
        assert set(NAMED.findall(rule.text)) <= set(RULEBOOK.ids()), rule.id


def test_every_rule_that_the_program_names_exists() -> None:
    known = set(RULEBOOK.ids())
    seen = 0
    for room in ("adjudicator", "recorder", "exports", "templates"):
        for path in sorted((HOME / room).rglob("*")):
            if path.suffix not in (".py", ".json", ".html") or "vendor" in path.parts:
                continue
            named = set(NAMED.findall(path.read_text(encoding="utf-8")))
            rules = {rule_id for rule_id in named if not NOT_RULES.match(rule_id)}
            seen += len(rules)
            assert rules <= known, f"{path.relative_to(HOME)} names {sorted(rules - known)}"
    assert seen > 379


def test_a_rule_whose_editions_differ_says_so() -> None:
    """The fewest editions that play alike are named, as such or with their year."""
    for switch in tables.list_switches():
        rare = Counter(switch.editions.values()).most_common()[-1][0]
        if rare == switch.editions["2015-ru"] == switch.editions["2022"]:
            continue
        text = RULEBOOK.rule(switch.id).text
        for edition in EDITIONS:
            if switch.editions[edition] == rare:
                assert edition in text or f"{edition[:4]} " in text, switch.id


def test_texts_of_cards_and_tiles_bear_their_names() -> None:
    for number, card in STAFF.items():
        rule = RULEBOOK.rule(f"GAH-CARD-{number:02}")
        assert rule.title == f"Staff {number}: {card.names['en']}"
    for name, tile in TILES.items():
        assert RULEBOOK.rule(tile.rule).title == ENGLISH.term("emperor-tile", name)
    assert {card.rule for card in POLITICS.values()} == {
        f"GAH-POLC-{number:02}" for number in range(1, 13)
    }


def rows_of(module: str, file: str, key: str) -> Iterator[dict[str, Any]]:
    path = HOME / "adjudicator" / "austria" / "modules" / module / "data" / file
    yield from json.loads(path.read_text(encoding="utf-8"))[key]


def test_texts_of_the_expansion_bear_the_names_of_its_components() -> None:
    for module in ("balls", "more"):
        for row in rows_of(module, "staff.json", "staff"):
            title = RULEBOOK.rule(row["rule"]).title
            assert title == f"Staff {row['number']}: {row['names']['en']}"
        for file, key, kind in (
            ("politics.json", "politics", "politics"),
            ("emperor-tiles.json", "tiles", "emperor-tile"),
        ):
            for row in rows_of(module, file, key):
                assert RULEBOOK.rule(row["rule"]).title == ENGLISH.term(kind, row["id"])
    for row in rows_of("balls", "guests.json", "guests"):
        assert RULEBOOK.rule(row["rule"]).title == f"Guest {row['number']}: {row['names']['en']}"
    for row in rows_of("balls", "halls.json", "halls"):
        assert RULEBOOK.rule(row["rule"]).title == row["names"]["de"]
    for row in rows_of("celebrities", "celebrities.json", "celebrities"):
        assert RULEBOOK.rule(row["rule"]).title == row["names"]["en"]


def test_an_unknown_rule_is_no_rule() -> None:
    with pytest.raises(KeyError):
        rulebook.find_rule("GAH-FOOD-99")
    with pytest.raises(KeyError):
        rulebook.list_chapters("chess")


def test_chapters_hold_all_rules_in_order() -> None:
    for game in RULEBOOK.games:
        chapters = rulebook.list_chapters(game)
        assert [rule for chapter in chapters for rule in chapter.rules] == list(RULEBOOK.ids(game))
        assert all(list(chapter.rules) == sorted(chapter.rules) for chapter in chapters)
        assert all(chapter.title for chapter in chapters)
    assert [chapter.id for chapter in rulebook.list_chapters("austria")[:3]] == [
        "GAH-COMP",
        "GAH-MONEY",
        "GAH-SETUP",
    ]


def test_rules_are_found_by_words_and_ids() -> None:
    assert {rule.id for rule in find_rules("cake strudel", game="austria")} >= {
        "GAH-ACT-11",
        "GAH-ACT-12",
    }
    assert find_rules("BOOST")[0].id.startswith("GAH-ADD-")
    assert find_rules("gah-turn-12")[0].id == "GAH-TURN-12"
    assert find_rules("lover")[0].game == "samoa"
    assert {rule.game for rule in find_rules("lover", game="samoa")} == {"samoa"}
    assert find_rules("zeppelin") == []
    assert find_rules("") == []
    assert find_rules(" .* ") == []


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    folder = tmp_path / "rulebook"
    shutil.copytree(RULEBOOK.folder, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    return folder


def change(path: Path, alter: Callable[[dict[str, Any]], Any]) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))
    alter(document)
    path.write_text(json.dumps(document), encoding="utf-8")


def test_another_language_fills_in_what_it_has(copied: Path) -> None:
    (copied / "xx").mkdir()
    row = {"title": "Nur einmal", "text": "Ein Satz über Kuchen."}
    chapter = {"chapter": "GAH-FOOD", "title": "Essen", "rules": {"GAH-FOOD-02": row}}
    (copied / "xx" / "gah-food.json").write_text(json.dumps(chapter), encoding="utf-8")
    book = Rulebook(copied)
    assert book.languages[0] == "en"
    assert "xx" in book.languages
    rule = book.rule("GAH-FOOD-02", "xx")
    assert (rule.title, rule.language) == ("Nur einmal", "xx")
    assert rule.cites == book.rule("GAH-FOOD-02").cites
    assert book.rule("GAH-FOOD-03", "xx") == book.rule("GAH-FOOD-03")
    assert book.rule("GAH-FOOD-02", "yy") == book.rule("GAH-FOOD-02")
    titles = {chapter.id: chapter.title for chapter in book.chapters("austria", "xx")}
    assert (titles["GAH-FOOD"], titles["GAH-ROOM"]) == ("Essen", "Rooms")


@pytest.mark.parametrize("language", sorted({*RULEBOOK.languages} - {"en"}))
def test_a_language_has_every_rule_and_chapter(language: str) -> None:
    told = {rule_id: RULEBOOK.rule(rule_id, language).language for rule_id in RULEBOOK.ids()}
    assert {rule_id for rule_id, spoken in told.items() if spoken != language} == set()
    for game in RULEBOOK.games:
        for chapter in RULEBOOK.chapters(game, language):
            assert (RULEBOOK.folder / language / f"{chapter.id.lower()}.json").exists()


def test_nothing_is_read_before_the_first_question(tmp_path: Path) -> None:
    book = Rulebook(tmp_path / "nowhere")
    with pytest.raises(BrokenData, match=r"contents\.json"):
        book.rule("GAH-FOOD-02")


FOOD, RULE = "en/gah-food.json", "GAH-FOOD-02"
BROKEN: list[tuple[str, Callable[[dict[str, Any]], Any], str]] = [
    ("no text", lambda d: d["rules"][RULE].pop("text"), f"{FOOD}, {RULE}, key 'text'"),
    ("no cites", lambda d: d["rules"][RULE].update(cites=[]), f"{FOOD}, {RULE}, key 'cites'"),
    (
        "unknown book",
        lambda d: d["rules"][RULE].update(cites=[{"book": "2099", "section": "Food"}]),
        f"{FOOD}, {RULE}: '2099'",
    ),
    (
        "book of the other game",
        lambda d: d["rules"][RULE].update(cites=[{"book": "ru", "section": "Food"}]),
        f"{FOOD}, {RULE}: 'ru'",
    ),
    ("long title", lambda d: d["rules"][RULE].update(title="x" * 61), f"{FOOD}, {RULE}: the title"),
    ("empty title", lambda d: d["rules"][RULE].update(title=""), f"{FOOD}, {RULE}: the title"),
    (
        "four sentences",
        lambda d: d["rules"][RULE].update(text="One. Two. Three. Four."),
        f"{FOOD}, {RULE}: the text has 4",
    ),
    (
        "long text",
        lambda d: d["rules"][RULE].update(text="x" * 400 + "."),
        f"{FOOD}, {RULE}: the text",
    ),
    ("text is a number", lambda d: d["rules"][RULE].update(text=3), f"{FOOD}, {RULE}, key 'text'"),
    (
        "rule of another chapter",
        lambda d: d["rules"].update({"GAH-ROOM-99": d["rules"][RULE]}),
        f"{FOOD}, GAH-ROOM-99",
    ),
    ("another chapter", lambda d: d.update(chapter="GAH-ROOM"), f"{FOOD}: is not chapter"),
    ("unknown key", lambda d: d.update(colour="red"), f"{FOOD}, key 'colour'"),
]


@pytest.mark.parametrize(
    ("alter", "message"), [row[1:] for row in BROKEN], ids=[r[0] for r in BROKEN]
)
def test_a_broken_file_is_refused_by_name(
    copied: Path, alter: Callable[[dict[str, Any]], Any], message: str
) -> None:
    change(copied / FOOD, alter)
    with pytest.raises(BrokenData, match=re.escape(message)):
        Rulebook(copied).ids()
    with pytest.raises(BrokenData, match=re.escape(message)):
        Rulebook(copied).rule(RULE)
    assert Rulebook(copied).rule("SAM-END-01").chapter == "SAM-END"  # it is read by itself


def test_a_missing_a_strange_and_a_torn_file_are_refused(copied: Path) -> None:
    (copied / "en" / "gah-more.json").write_text("{}", encoding="utf-8")
    with pytest.raises(BrokenData, match=r"en/gah-more\.json"):
        Rulebook(copied).ids()
    (copied / "en" / "gah-more.json").unlink()
    torn = copied / FOOD
    whole = torn.read_text(encoding="utf-8")
    torn.write_text(whole[:-5], encoding="utf-8")
    with pytest.raises(BrokenData, match=FOOD):
        Rulebook(copied).ids()
    torn.write_text(whole.replace('"GAH-FOOD-03"', f'"{RULE}"'), encoding="utf-8")
    with pytest.raises(BrokenData, match=f"{FOOD}: '{RULE}' stands twice"):
        Rulebook(copied).ids()
    torn.unlink()
    with pytest.raises(BrokenData, match=FOOD):
        Rulebook(copied).ids()


def test_a_translation_of_no_rule_is_refused(copied: Path) -> None:
    (copied / "xx").mkdir()
    row = {"title": "Mehr", "text": "Ein Satz."}
    chapter = {"chapter": "GAH-FOOD", "title": "Essen", "rules": {"GAH-FOOD-77": row}}
    (copied / "xx" / "gah-food.json").write_text(json.dumps(chapter), encoding="utf-8")
    with pytest.raises(BrokenData, match=r"xx/gah-food\.json, GAH-FOOD-77"):
        Rulebook(copied).rule(RULE, "xx")


def test_the_command_shows_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "gah-food-02", "GAH-FOOD-98"]) == 1
    shown = capsys.readouterr()
    assert RULEBOOK.rule("GAH-FOOD-02").text in shown.out
    assert "GAH-FOOD-98" in shown.err
    assert main(["search", "krones", "discount"]) == 0
    assert "GAH-MONEY-04" in capsys.readouterr().out
    assert main(["search", "zeppelin"]) == 1
