"""A result as a picture: what stands on it, in which letters, and who waits for it."""

import io
import json
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageColor

from adjudicator.reading import parse
from adjudicator.replay import Replay
from exports import chart, layout, pdf, picture, picture_files
from exports.picture import CARD, PicturedPlayer, PicturedResult

SVG = "{http://www.w3.org/2000/svg}"
RECORDS = Path(__file__).parents[1] / "records"
RECORD: dict[str, Any] = json.loads((RECORDS / "austria-2p-2015-fr.json").read_text("utf-8"))


def drawn(kind: str, result: PicturedResult) -> Image.Image:
    return Image.open(io.BytesIO(pdf.make_picture(layout.draw_svg(kind, result)))).convert("RGB")


def card_of(name: str, colour: str = "#b85c14") -> Image.Image:
    return drawn("card", PicturedResult("Game", "", [PicturedPlayer(name, 7, 1, colour)], ""))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Emma"),
        ("Анна", "Вера"),
        ("홍길동", "김철수"),
        ("Zoé", "Zoè"),
        ("홍길동Z", "김철수Z"),
    ],
    ids=["Latin", "Cyrillic", "Hangul", "accents", "Hangul and Latin"],
)
def test_names_in_every_script_are_drawn_in_letters(one: str, other: str) -> None:
    """Letters that a font lacks would all be the same box."""
    assert card_of(one).tobytes() != card_of(other).tobytes()


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("game", "other"),
        ("facts", "other"),
        ("foot", "other"),
        ("lines", [PicturedPlayer("Anna", 8, 1)]),
    ],
)
def test_what_is_told_of_a_result_is_drawn(key: str, told: Any) -> None:
    result = PicturedResult("Game", "today", [PicturedPlayer("Anna", 7, 1)], "foot")
    other = drawn("picture", replace(result, **{key: told}))
    assert drawn("picture", result).tobytes() != other.tobytes()


def test_the_place_of_a_player_is_drawn() -> None:
    """Nobody has one before the end."""
    cards = []
    for place in (0, 2, 3):
        result = PicturedResult("Game", "today", [PicturedPlayer("Anna", 7, place)], "foot")
        cards.append(drawn("picture", result).tobytes())
    assert len(set(cards)) == 3


def test_a_player_has_the_colour_of_the_pieces() -> None:
    seen = {colour for _count, colour in card_of("Anna", "#64418c").getcolors(1 << 20) or ()}
    assert (0x64, 0x41, 0x8C) in seen


def test_a_card_has_the_shape_of_a_link_and_a_picture_grows_with_what_it_tells() -> None:
    lines = [
        PicturedPlayer(f"Player {n}", 10 - n, n, "#2f7fae", [(0, 0), (1, 5), (2, 10)])
        for n in (1, 2)
    ]
    result = PicturedResult("Game", "today", lines, "foot")
    assert drawn("card", result).size == CARD
    bare = drawn("picture", replace(result, lines=[replace(line, points=()) for line in lines]))
    assert bare.size == (picture.WIDTH, picture.HEAD + 2 * picture.LINE + picture.FOOT)
    charted = drawn("picture", replace(result, moments=["one", "two"]))
    assert charted.height == bare.height + picture.CHART + 2 * picture.MOMENT
    top = picture.HEAD + 2 * picture.LINE
    bottom = top + picture.CHART - 70
    beside = charted.crop((picture.EDGE, top, picture.EDGE + 60, bottom))
    assert len(beside.getcolors(1 << 20) or ()) > 1, "no points stand beside the lines of the chart"
    paper = ImageColor.getrgb(layout.PAPER)
    down = [charted.getpixel((picture.WIDTH // 2 + 90, y)) for y in range(top, bottom)]
    crossed = sum(one == paper != other for one, other in pairwise(down))
    assert crossed > 2, "no line for the points crosses the chart, but that of the players"
    end, edge = top + picture.CHART, picture.EDGE
    below = charted.crop((edge, end - 18, picture.WIDTH - edge, end))
    assert {colour for _count, colour in below.getcolors() or ()} == {paper}, (
        "the chart is too high"
    )


def test_lines_of_one_colour_are_told_apart() -> None:
    """By sign and dashes: who has which line is seen though colours are alike."""
    rising, falling = [(0, 0), (1, 5), (2, 12)], [(0, 0), (1, 9), (2, 12)]

    def drawn_with(*points: list[tuple[int, int]]) -> Image.Image:
        lines = [PicturedPlayer("Anna", 12, 1, "#5c5c5a", each) for each in points]
        return drawn("picture", PicturedResult("Game", "", lines, ""))

    assert drawn_with(rising, falling).tobytes() != drawn_with(falling, rising).tobytes()


@pytest.mark.parametrize("name", ["שירה", "محمد"], ids=["Hebrew", "Arabic"])
def test_a_name_does_not_turn_the_words_behind_it(name: str) -> None:
    """The number behind a name in letters from the right stood before it."""
    lines = [
        PicturedPlayer(name, 30, 1, "", [(0, 0), (1, 2), (2, 30)]),
        PicturedPlayer("Anna", 20, 2, "", [(0, 0), (1, 9), (2, 20)]),
    ]
    told = picture.moments(lines)
    assert told[1] == f"Biggest comeback: \u2068{name}\u2069, 7 behind after round 1"
    assert "\u2068" not in told[2]  # Anna's most points in one round turn nothing
    series = [chart.Series(line.name, line.points) for line in lines]
    assert f"● \u2068{name}\u2069 30" in chart.line_chart(series, start="start", title="")


def texts(kind: str, result: PicturedResult) -> list[ElementTree.Element]:
    """Return the texts of a picture in their order."""
    return [*ElementTree.fromstring(layout.draw_svg(kind, result)).iter(f"{SVG}text")]


def test_the_start_of_a_game_has_no_number_on_a_chart() -> None:
    """Its first mark is a point: no round 0 was played."""
    points = [(0, 40), (1, 52), (2, 61)]
    lines = [PicturedPlayer("Anna", 21, 1, "", points), PicturedPlayer("Boris", 20, 2, "", points)]
    written = [each.text for each in texts("picture", PicturedResult("Game", "", lines, ""))]
    assert written[-4:-1] == ["·", "1", "2"]  # below the points; then the foot


@pytest.mark.parametrize("kind", ["picture", "card"])
def test_a_long_name_leaves_room_for_the_total(kind: str) -> None:
    """At least 16 points stand between both; without a total the name has the room."""

    def written(total: int | None) -> list[tuple[str, float, float]]:
        line = PicturedPlayer("N" * 60, total, 1)
        told = []
        for each in texts(kind, PicturedResult("Game", "", [line], "")):
            text, size = each.text or "", int(each.attrib["font-size"])
            x, wide = float(each.attrib["x"]), layout.measure(text, size, bold=True)
            if text == "105" or text.startswith("NN"):
                left = x - wide if each.attrib["text-anchor"] == "end" else x
                told.append((text, left, left + wide))
        return told

    (name, _left, end), (total, begins, _end) = written(105)
    assert total == "105"
    assert end + 16 <= begins
    ((longer, _left, _end),) = written(None)
    assert len(longer) > len(name) + 1


def test_five_players_have_room_on_a_card() -> None:
    """The last one's name is on it, too."""
    lines = [PicturedPlayer(f"Player {n}", 10 - n, n) for n in range(1, 6)]
    five = PicturedResult("Game", "today", lines, "")
    other = replace(five, lines=[*lines[:4], replace(lines[4], name="Somebody")])
    assert drawn("card", five).tobytes() != drawn("card", other).tobytes()


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize(
    "text",
    [
        *("Annemarie", "WILLIAM MOMM", "Жанна Щукина", "Юлия", "김민수 박지영", "עומר כהן"),
        "\u2068محمد\u2069 105",
    ],
)
def test_a_text_is_nowhere_broader_than_it_is_measured(text: str, bold: bool) -> None:
    wide = layout.measure(text, 40, bold=bold)
    inside = layout.write(text, 0, 20, 40, "#000", bold=bold)
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="90" font-family='
    svg = f'{head}"{layout.FAMILY}"><rect width="900" height="90" fill="#fff"/>{inside}</svg>'
    image = ImageChops.invert(Image.open(io.BytesIO(pdf.make_picture(svg))).convert("L"))
    assert wide * 0.6 < image.getbbox()[2] <= wide


def lines_of(**totals: list[int]) -> list[PicturedPlayer]:
    return [
        PicturedPlayer(name, points[-1], at + 1, "", list(enumerate(points)))
        for at, (name, points) in enumerate(totals.items())
    ]


def test_turning_points() -> None:
    """Anna is 5 and 9 behind, level after round 3, ahead in round 4; Boris makes 9 in round 1.

    What round 5 brings, 40 for Anna, counts the end of the game in and is nobody's best round.
    """
    lines = lines_of(Anna=[0, 4, 5, 16, 20, 60], Boris=[0, 9, 14, 16, 18, 30])
    assert picture.moments(lines) == (
        "In the lead for good: Anna, from round 4",
        "Biggest comeback: Anna, 9 behind after round 2",
        "Most in one round: Anna, 11 in round 3",
    )


def test_who_was_always_in_front_was_never_behind() -> None:
    assert picture.moments(lines_of(Anna=[0, 4, 9, 20], Boris=[0, 3, 8, 19])) == (
        "In the lead for good: Anna, from round 1",
        "Most in one round: Anna, 5 in round 2",
    )


def test_where_a_tie_break_decided_nobody_was_in_front() -> None:
    told = picture.moments(lines_of(Anna=[0, 4, 9, 20], Boris=[0, 3, 9, 20]))
    assert told == ("Most in one round: Boris, 6 in round 2",)


def test_a_win_that_is_shared_has_no_turning_point() -> None:
    lines = [replace(line, place=1) for line in lines_of(Anna=[0, 1, 2], Boris=[0, 1, 2])]
    assert picture.moments(lines) == ()


def test_before_the_end_a_picture_names_players_and_no_points() -> None:
    until = RECORD | {"entries": RECORD["entries"][:-1]}
    told = picture.picture_result(Replay(parse(json.dumps(until).encode())), facts="")
    assert [line.name for line in told.lines] == [own["name"] for own in RECORD["players"]]
    assert not any(line.total is not None or line.place or line.points for line in told.lines)
    assert not told.moments
    whole = Replay(parse(json.dumps(RECORD).encode()))
    result = whole.result()
    totals = sorted((result.total(player) for player in result.lines), reverse=True)
    over = picture.picture_result(whole, facts="")
    assert [line.total for line in over.lines] == totals
    assert over.moments == picture.moments(over.lines) != ()


def test_a_player_whose_name_has_no_letter_to_print_is_called_by_the_id() -> None:
    players = [{"id": "a", "name": "\u202e"}, {"id": "b", "name": "Борис"}]
    told = picture.picture_result(
        Replay(parse(json.dumps({**RECORD, "players": players}))), facts=""
    )
    assert sorted(line.name for line in told.lines) == ["a", "Борис"]


def test_of_three_places_each_has_its_own() -> None:
    game = Replay(parse((RECORDS / "austria-3p-2022.json").read_bytes()))
    lines = picture.picture_result(game, facts="").lines
    assert len({line.total for line in lines}) == 3
    assert [line.place for line in lines] == [1, 2, 3]


def test_a_picture_is_kept_and_nobody_draws_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(pdf, "make_picture", lambda svg: asked.append(svg) or b"drawn")
    picture_files._make_once.cache_clear()
    result = PicturedResult("Game", "", [PicturedPlayer("Anna", 1, 1)], "")
    assert [picture_files.make_card(result) for _ in range(2)] == [b"drawn"] * 2
    picture_files._make_once.cache_clear()
    assert len(asked) == 1
