"""The score sheet: what it says, and that the page says it in every alphabet."""

import json
import os
import re
import signal
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont
from pypdf import PdfReader

from adjudicator.reading import load
from adjudicator.replay import Replay
from adjudicator.review.game_review import review_game
from exports import look_back, pdf, printing, sheet, templates
from exports.places import TEMPLATES
from exports.sheet import SheetContents, SheetRow
from exports.words import ENGLISH, Words
from tests.exports.toy import scored

Make = Callable[..., Replay]
A4 = (595, 842)
NAMES = ["Chloé Lefèvre-Ørsted", "Борис Щукин", "김민준", "Anna"]
FULL = [
    scored("a", "guests", 12, count=4),
    scored("b", "guests", 7, count=3),
    {"by": "a", "do": "cheat", "rules": ["TOY-02", "TOY-03"]},
    {"do": "round"},
    scored("c", "rooms", 6, "Floor 1", 3),
    scored("c", "rooms", 4, "Floor 2", 1),
    scored("d", "rooms", 2, "Floor 2", 1),
    {"by": "d", "do": "cheat", "rules": ["TOY-02"]},
    {"do": "round"},
    scored("a", "cards", 5, "Porter"),
    scored("a", "cards", -3, "Cook"),
    scored("b", "cards", 2, "Groom"),
    scored("b", "cards", 1, "Clerk"),
    scored("c", "cards", 9, "Butler"),
    {"by": "b", "do": "wonder"},
    {"do": "rule", "entry": 8, "stands": True},
    {"do": "finish", "winners": ["c"]},
]


def pages(document: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(document)).pages]


def row(contents: SheetContents, label: str) -> SheetRow:
    (own,) = [row for row in contents.rows if row.label == label]
    return own


def points(row: SheetRow) -> list[int | None]:
    return [cell.points for cell in row.cells]


def fonts(document: bytes) -> dict[str, TTFont]:
    """Return the fonts inside the PDF by name, without the tag of the subset."""
    by_name = {}
    for page in PdfReader(BytesIO(document)).pages:
        for font in page["/Resources"]["/Font"].values():
            inner = font.get_object()["/DescendantFonts"][0].get_object()
            program = inner["/FontDescriptor"]["/FontFile2"].get_data()
            by_name[str(inner["/BaseFont"]).split("+")[-1]] = TTFont(BytesIO(program))
    return by_name


def test_the_page_says_who_where_when_and_how_it_ended(replay_of: Make) -> None:
    replay = replay_of(NAMES, FULL, place="Café Zentral", played_on="2026-11-20", edition="1st")
    (text,) = pages(sheet.print_sheet(sheet.describe_sheet(replay)))
    for words in (
        "TOY HOTEL",
        "Café Zentral · 20 November 2026 · First edition",
        "김민준 wins with 19",
        "5 ahead of Chloé Lefèvre-Ørsted.",
        "Total 14 10 19 2",
        "Floor 2 (1) 4 (1) 2",
        "17 entries · 3 entries not allowed · 1 entry kept anyway · 1 unclear · 1 ruling",
    ):
        assert words in text


def test_every_part_with_points_has_its_row_in_order_and_lines_below_it(replay_of: Make) -> None:
    contents = sheet.describe_sheet(replay_of(NAMES, FULL))
    assert [(row.kind, row.label) for row in contents.rows] == [
        ("part", "Guests"),
        ("part", "Rooms"),
        ("line", "Floor 1"),
        ("line", "Floor 2"),
        ("part", "Cards"),
        ("total", "Total"),
    ]
    assert points(row(contents, "Guests")) == [12, 7, 0, 0]
    assert points(row(contents, "Rooms")) == [0, 0, 10, 2]
    assert points(row(contents, "Floor 1")) == [None, None, 6, None]
    assert [cell.count for cell in row(contents, "Floor 2").cells] == [None, None, 1, 1]
    assert points(row(contents, "Total")) == [14, 10, 19, 2]


def test_the_chart_has_the_points_after_each_round(replay_of: Make) -> None:
    points_of = replay_of(NAMES, FULL).points_by_round()
    assert points_of["a"] == [(0, 0), (1, 12), (2, 12), (3, 14)]
    assert points_of["c"] == [(0, 0), (1, 0), (2, 10), (3, 19)]
    assert replay_of(NAMES, FULL[:5]).points_by_round()["c"] == [(0, 0), (1, 0), (2, 6)]
    assert replay_of(NAMES, []).points_by_round()["a"] == [(0, 0)]


def test_lines_that_only_one_player_has_are_listed_in_the_cell(replay_of: Make) -> None:
    """Five different cards, at most two a player: in the cells they take two lines, not five."""
    cards = row(sheet.describe_sheet(replay_of(NAMES, FULL)), "Cards")
    assert points(cards) == [2, 3, 9, 0]
    listed = [[(line.label, line.points) for line in cell.items] for cell in cards.cells]
    assert (listed[0], listed[3]) == ([("Porter", 5), ("Cook", -3)], [])
    assert "Cook −3" in pages(sheet.print_sheet(sheet.describe_sheet(replay_of(NAMES, FULL))))[0]


def test_the_only_line_of_a_part_is_named_unless_it_says_what_the_part_says(
    replay_of: Make,
) -> None:
    entries = [
        scored("a", "cards", 5, "Porter", 2),
        scored("a", "guests", 4, "Guests", 1),
        scored("a", "rooms", 3, "Fees", 1),
        scored("b", "rooms", 2, "Fees", 1),
    ]
    rows = sheet.describe_sheet(replay_of(["Anna", "Boris"], entries)).rows
    assert [(row.kind, row.label, points(row)) for row in rows[:4]] == [
        ("part", "Guests", [4, 0]),
        ("part", "Rooms", [3, 2]),
        ("part", "Cards", [5, 0]),
        ("line", "Porter", [5, None]),
    ]
    assert [cell.count for cell in rows[1].cells] == [1, 1]


def test_names_in_latin_cyrillic_and_hangul_are_printed_with_fonts_that_have_them(
    replay_of: Make,
) -> None:
    inside = fonts(sheet.print_sheet(sheet.describe_sheet(replay_of(NAMES, FULL))))
    assert {"DejaVu-Sans", "NanumGothic"} <= inside.keys()
    assert all(name.startswith(("DejaVu-Sans", "NanumGothic")) for name in inside)
    covered = {letter for font in inside.values() for letter in font.getBestCmap()}
    assert not {letter for name in NAMES for letter in name if ord(letter) not in covered}


def test_one_a4_page_for_up_to_six_players(replay_of: Make) -> None:
    names = ["Anna-Magdalena Gräfin von Hohenstein zu Bülow-Lichtenberg", *NAMES, "최우식"]
    entries = [
        scored(player, part, 3, f"{part} {number} of {player if part == 'cards' else 'all'}", 2)
        for player in "abcdef"
        for part in ("guests", "rooms", "cards")
        for number in range(8)
    ]
    entries.append({"do": "finish", "winners": ["f"]})
    document = sheet.print_sheet(sheet.describe_sheet(replay_of(names, entries)))
    (page,) = PdfReader(BytesIO(document)).pages
    assert (round(page.mediabox.width), round(page.mediabox.height)) == A4
    text = page.extract_text()
    assert text.count("rooms 7 of all") == 1
    assert "Total 72 72 72 72 72 72" in text
    assert len(names[0].replace(" ", "")) > 40
    assert names[0] in " ".join(text.split())  # in the sentence, whole


def test_what_does_not_fit_at_the_smallest_letters_goes_on_to_another_page(replay_of: Make) -> None:
    entries = [scored("a", "rooms", 1, f"line {number}") for number in range(150)]
    entries.append(scored("b", "rooms", 1, "line 149"))
    text = pages(sheet.print_sheet(sheet.describe_sheet(replay_of(["Anna", "Boris"], entries))))
    assert len(text) > 1
    assert all(f"line {number} 1" in "".join(text) for number in range(150))


def test_markup_in_a_record_is_printed_as_it_was_typed(replay_of: Make) -> None:
    name = "<script>alert('1')</script>"
    entries = [scored("a", "guests", 1, "<i>x</i>"), {"do": "round"}, scored("a", "guests", 1)]
    replay = replay_of([name, "B & <b>C"], entries, place="<img src='file:///etc/passwd'>")
    (text,) = pages(sheet.print_sheet(sheet.describe_sheet(replay)))
    text = "".join(text.split())
    assert text.count(name) == 1  # the head of the column; the chart cuts it
    assert "B&<b>C" in text
    assert "<imgsrc='file:///etc/passwd'>" in text


def test_a_printed_page_reads_no_file_and_no_address(
    replay_of: Make, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    picture = tmp_path / "secret.svg"
    picture.write_text('<svg xmlns="http://www.w3.org/2000/svg"><text>secret</text></svg>')
    html = f'<p>before<img src="{picture.as_uri()}"><img src="http://localhost/x">'
    assert pages(printing.laid_out(html, TEMPLATES / "sheet.css").write_pdf()) == ["before"]
    assert caplog.text.count("a printed page may not read") == 2


def test_an_unfinished_game_is_printed_as_it_stands(replay_of: Make) -> None:
    replay = replay_of(["Anna", "Boris"], [scored("a", "guests", 3), {"do": "round"}])
    (text,) = pages(sheet.print_sheet(sheet.describe_sheet(replay)))
    assert "Not finished" in text
    assert "Round 2 is being played" in text
    assert "wins" not in text
    assert "Total 3 0" in text


def test_a_game_without_place_date_entries_or_edition(replay_of: Make) -> None:
    replay = replay_of(["Anna"], [])
    contents = sheet.describe_sheet(replay)
    assert contents.facts == ()
    assert contents.notes == ()  # nothing was recorded, nothing is counted
    (text,) = pages(sheet.print_sheet(sheet.describe_sheet(replay)))
    assert "In brackets" not in text


def test_an_edition_without_a_label_and_modules_are_named(replay_of: Make) -> None:
    replay = replay_of(["Anna"], [], edition="1999", modules=["balls", "hotels"])
    assert sheet.describe_sheet(replay).facts == ("Edition 1999", "with balls and hotels")


TIE = {"do": "finish", "winners": ["b"], "tie_break": {"a": [["T-1", 4]], "b": [["T-1", 9]]}}


@pytest.mark.parametrize(
    ("entries", "headline", "because"),
    [
        (
            [scored("a", "guests", 5), {"do": "finish", "winners": ["a"]}],
            "Anna wins with 5",
            "5 ahead of Boris and Chloé.",
        ),
        (
            [scored("a", "guests", 5), scored("b", "guests", 5), TIE],
            "Boris wins with 5",
            "Anna and Boris are tied at 5; T-1 decides, 9 to 4.",
        ),
        (
            [
                TIE
                | {
                    "tie_break": {
                        "a": [["T-1", 4], ["T-2", 2]],
                        "b": [["T-1", 4], ["T-2", 3]],
                        "c": [["T-1", 3], ["T-2", 8]],
                    }
                }
            ],
            "Boris wins with 0",
            "Anna, Boris and Chloé are tied at 0; T-2 decides, 3 to 2.",
        ),
        (
            [
                scored("a", "guests", -5),
                TIE | {"winners": ["b", "c"], "tie_break": {"b": [["T-1", 4]], "c": [["T-1", 4]]}},
            ],
            "Boris and Chloé share the win with 0",
            "Boris and Chloé are tied at 0, and the tie-break does not separate them.",
        ),
    ],
)
def test_who_won_and_why(
    replay_of: Make, entries: list[dict[str, Any]], headline: str, because: str
) -> None:
    contents = sheet.describe_sheet(replay_of(["Anna", "Boris", "Chloé"], entries))
    assert (contents.headline, contents.because) == (headline, because)


def test_a_tie_break_that_decided_has_its_own_row(replay_of: Make) -> None:
    contents = sheet.describe_sheet(replay_of(["Anna", "Boris", "Chloé"], [TIE]))
    assert (contents.rows[-1].kind, contents.rows[-1].label) == ("tie", "Tie-break, T-1")
    assert points(contents.rows[-1]) == [4, 9, None]
    assert [player.won for player in contents.players] == [False, True, False]


def test_words_come_from_the_catalogue(replay_of: Make) -> None:
    catalogue = {
        "Total": "합계",
        "Guests": "손님",
        "Floor 1": "1층",
        "%(name)s wins with %(total)s": "%(name)s 승리, %(total)s점",
        "%(n)s entries": "기록 %(n)s개",
    }
    korean = Words(
        "ko", lambda text: catalogue.get(text, text), lambda one, many, n: catalogue.get(many, many)
    )
    replay = replay_of(NAMES, FULL, played_on="2026-11-20")
    (text,) = pages(sheet.print_sheet(sheet.describe_sheet(replay, korean), korean))
    for words in ("2026년 11월 20일", "합계", "손님", "1층", "김민준 승리, 19점", "기록 17개"):
        assert words in text


def test_the_same_record_prints_the_same_bytes(replay_of: Make) -> None:
    assert sheet.print_sheet(sheet.describe_sheet(replay_of(NAMES, FULL))) == sheet.print_sheet(
        sheet.describe_sheet(replay_of(NAMES, FULL))
    )


STYLE = TEMPLATES / "sheet.css"


def test_a_name_from_right_to_left_keeps_the_place_of_its_number() -> None:
    """Without the isolation its number would stand before it."""
    (text,) = pages(pdf.one_page(["<p>\u05e9\u05d9 12 VP</p>"], STYLE))
    (bare,) = pages(printing.print_page(["<p>\u05e9\u05d9 12 VP</p>"], str(STYLE), pdf.SECONDS))
    assert text.index("12") > text.index("\u05e9") > -1
    assert bare.index("12") < bare.index("\u05e9")


def test_pages_of_a_report_do_not_end_almost_empty() -> None:
    """Of three versions only the second fills more than a fifth of its last page."""
    versions = [
        f"<p>{name}<p style='break-before: page; height: {height}mm'>end"
        for name, height in (("large", 10), ("small", 150), ("smallest", 10))
    ]
    assert pages(pdf.one_page(versions, STYLE, many=True)) == ["small", "end"]
    assert pages(pdf.one_page(versions, STYLE)) == ["smallest", "end"]
    assert pages(pdf.one_page([*versions, "<p>one"], STYLE, many=True)) == ["one"]


def test_a_page_that_takes_too_much_work_ends_with_its_worker_and_the_next_is_printed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(pdf, "SECONDS", 0.01)
        with pytest.raises(pdf.Unprintable):
            pdf.one_page(["<p>x" * 100_000], STYLE)
    assert pages(pdf.one_page(["<p>x"], STYLE)) == ["x"]


def test_a_page_that_takes_too_much_memory_is_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    def take_much(*_: Any) -> bytes:
        raise MemoryError

    monkeypatch.setattr(pdf, "in_worker", lambda: True)
    monkeypatch.setattr(pdf.printing, "print_page", take_much)
    with pytest.raises(pdf.Unprintable):
        pdf.one_page(["<p>x"], STYLE)


def test_a_worker_that_stands_still_is_ended_and_the_next_page_is_printed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pdf.one_page(["<p>x"], STYLE)
    (number,) = pdf._pools[os.getpid()].processes()
    os.kill(number, signal.SIGSTOP)  # works no more, and so never meets its limit
    with monkeypatch.context() as patch:
        patch.setattr(pdf, "HANG", 0.01)
        with pytest.raises(pdf.Unprintable):
            pdf.one_page(["<p>y"], STYLE)
    assert pages(pdf.one_page(["<p>x"], STYLE)) == ["x"]


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("\ud800lone half", "lone half"),
        ("nul\x00 and\x1b[31m", "nul and[31m"),
        ("two\n lines", "two lines"),
        ("\u202eturned", "turned"),
        ("\n \x00", "a"),
        ("word " * 1000, "word " * 11 + "word…"),
    ],
)
def test_a_name_nobody_can_print_does_not_spoil_the_sheet(
    replay_of: Make, typed: str, shown: str
) -> None:
    replay = replay_of([typed, "Boris"], [*FULL[:2], {"do": "finish", "winners": ["a"]}])
    (text,) = pages(sheet.print_sheet(sheet.describe_sheet(replay, ENGLISH), ENGLISH))
    assert f"{shown} wins with 12" in " ".join(text.split("\n"))


def test_letters_shrink_only_when_they_must(replay_of: Make) -> None:
    tried: list[str] = []

    def attempts(*sizes: str) -> Any:
        for size in sizes:
            tried.append(size)
            yield f"<p style='height: {size}'></p>" * 3

    assert len(pages(printing._print_page(attempts("120mm", "80mm", "40mm"), str(STYLE)))) == 1
    assert tried == ["120mm", "80mm"]


def test_english_lists_and_numbers() -> None:
    assert ENGLISH.listing([]) == ""
    assert ENGLISH.listing(["A"]) == "A"
    assert ENGLISH.listing(["A", "B", "C"]) == "A, B and C"
    assert templates.format_signed(-5) == "−5"
    assert replace(ENGLISH, locale="pt_BR").tag == "pt-BR"


def test_an_end_without_a_winner_is_told_as_an_end(replay_of: Make) -> None:
    replay = replay_of(["Anna", "Boris"], [scored("a", "guests", 3)])
    nobody = replace(replay.result(), winners=())
    names = {"a": "Anna", "b": "Boris"}
    assert sheet.outcome(replay, nobody, names, ENGLISH, over=True) == ("Finished", "")
    assert sheet.outcome(replay, nobody, names, ENGLISH, over=False)[0] == "Not finished"


def test_a_second_page_looks_back() -> None:
    record = json.loads((TEMPLATES / "austria" / "sample.json").read_text("utf-8"))
    replay = Replay(load(record))
    after = look_back.list_review_tables(review_game(replay), replay, ENGLISH)
    first, second = pages(sheet.print_sheet(sheet.describe_sheet(replay, after=after)))
    assert "Missed chances" not in first
    assert all(f"{player['name']}: Missed chances" in second for player in record["players"])
    for player in record["players"]:
        total = replay.result().part(player["id"], "guests")
        assert re.search(rf"Guests .*\b{total} \(", second)
