"""The chart: a picture that can be read without colour, from any points."""

import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest

from exports.chart import MARKS, Series, line_chart, pick_evenly, scale

SVG = "{http://www.w3.org/2000/svg}"


def drawn(series: list[Series]) -> ElementTree.Element:
    return ElementTree.fromstring(line_chart(series, start="Start", title="Points"))


def lines_of(picture: ElementTree.Element) -> list[ElementTree.Element]:
    return [path for path in picture.iter(f"{SVG}path") if path.get("stroke-width") == "1.7"]


def test_every_line_differs_in_dash_mark_and_name() -> None:
    names = ["Anna", "Борис", "김민준", "Chloé", "Emil", "Fjodor"]
    picture = drawn([Series(name, [(0, 0), (1, 5 + i)]) for i, name in enumerate(names)])
    assert len({line.get("stroke-dasharray") for line in lines_of(picture)}) == len(names)
    labels = [text.text or "" for text in picture.iter(f"{SVG}text")]
    for place, name in enumerate(names):
        assert f"{MARKS[place].glyph} {name} {5 + place}" in labels
    assert len({look.glyph for look in MARKS}) == len({look.outline(0, 0) for look in MARKS}) == 6


def test_points_lie_where_the_scale_puts_them() -> None:
    """Start at 0 and end at 100 on a scale from 0 to 100: from bottom left to top right."""
    picture = drawn([Series("Anna", [(0, 0), (1, 50), (2, 100)])])
    (line,) = lines_of(picture)
    places = [tuple(map(float, p.split())) for p in (line.get("d") or "")[1:].split("L")]
    (x0, y0), (x1, y1), (x2, y2) = places
    assert x1 - x0 == x2 - x1 > 0
    assert y0 - y1 == y1 - y2 > 0
    ticks = [text.text for text in picture.iter(f"{SVG}text") if text.get("text-anchor") == "end"]
    assert ticks == ["0", "20", "40", "60", "80", "100"]


def test_names_at_the_edge_do_not_overlap() -> None:
    picture = drawn([Series(f"P{i}", [(0, 0), (1, 30)]) for i in range(6)])
    heights = sorted(
        float(text.get("y") or 0)
        for text in picture.iter(f"{SVG}text")
        if text.get("text-anchor") == "start"
    )
    assert all(below - above >= 13 for above, below in pairwise(heights))
    assert 0 < heights[0] < heights[-1] < 200


def test_a_name_is_text_never_markup() -> None:
    picture = drawn([Series('<b id="x">&', [(0, 0), (1, 1)])])
    assert picture.find(f".//{SVG}b") is None
    assert any('<b id="x">& 1' in (text.text or "") for text in picture.iter(f"{SVG}text"))


def test_a_long_name_is_cut_and_says_so() -> None:
    picture = drawn([Series("Anna-Magdalena von Hohenstein", [(0, 0), (1, 1)])])
    assert "● Anna-Magdalena vo… 1" in [text.text for text in picture.iter(f"{SVG}text")]


def test_nothing_to_draw_before_the_first_round_is_played() -> None:
    assert line_chart([Series("Anna", [(0, 3)])], start="Start", title="Points") == ""


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0, 0, [0, 1, 2]),
        (0, 9, [0, 2, 4, 6, 8, 10]),
        (0, 88, [0, 20, 40, 60, 80, 100]),
        (-7, 12, [-10, -5, 0, 5, 10, 15]),
        (0, 1000, [0, 200, 400, 600, 800, 1000]),
    ],
)
def test_scale_is_made_of_round_numbers(low: int, high: int, ticks: list[int]) -> None:
    assert scale(low, high) == ticks


@pytest.mark.parametrize(
    ("count", "most", "shown"),
    [(1, 4, [0]), (2, 4, [0, 1]), (4, 4, [0, 1, 2, 3]), (10, 4, [0, 3, 6, 9])],
)
def test_names_below_an_axis_are_spread_evenly(count: int, most: int, shown: list[int]) -> None:
    assert pick_evenly(count, most) == shown


def test_an_axis_of_days_names_days() -> None:
    series = [Series("Anna", [(1, 5), (2, 8), (3, 9)])]
    picture = line_chart(series, days=["8 Jan", "22 Jan", "8 Feb"], title="Points")
    labels = [text.text or "" for text in ElementTree.fromstring(picture).iter(f"{SVG}text")]
    assert [word for word in labels if " " in word][:3] == ["8 Jan", "22 Jan", "8 Feb"]
    assert "1" not in labels
