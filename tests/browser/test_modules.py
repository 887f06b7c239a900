"""Modules of the pages' scripts by themselves: an empty page, no server, no game."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from recorder.pages.shared.delivery import STATIC
from tests.browser.scripts import read_script

HERE = "http://modules.test/"


def answer(route: Route) -> None:
    """A script of the program, or an empty page."""
    name = Path(route.request.url.removeprefix(HERE))
    if name.suffix == ".js":
        route.fulfill(path=STATIC / name, content_type="text/javascript")
    else:
        route.fulfill(body="<!doctype html><main></main>", content_type="text/html")


@pytest.fixture
def alone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    context.route("**", answer)
    page = context.new_page()
    page.goto(HERE)
    yield page
    context.close()


# Each: what a part holds, what comes, and what then stays the same thing.
MERGED: list[tuple[str, str, str, list[str]]] = [
    ("a text alone", "<p id=a>one</p>", "<p id=a>two</p>", ["#a"]),
    ("an attribute", "<p id=a class=x lang=fr>one</p>", "<p id=a class=y>one</p>", ["#a"]),
    ("one more", "<p id=a>one</p>", "<p id=a>one</p><p id=b>two</p>", ["#a"]),
    ("one less", "<p id=a>one</p><p id=b>two</p>", "<p id=a>one</p>", ["#a"]),
    ("deep inside", "<p id=a><b id=c>1</b>/3</p>", "<p id=a><b id=c>2</b>/3</p>", ["#a", "#c"]),
    ("another element", "<p id=a>one</p>", "<ul id=a><li>one</ul>", []),
    ("another id", "<p id=a>one</p>", "<p id=b>one</p>", []),
    ("what is filled in", "<p id=a><input id=c></p>", "<p id=a><input id=c min=1></p>", ["#a"]),
    ("what is opened", "<details id=a><p>one</details>", "<details id=a><p>two</details>", []),
    ("a comment", "<p id=a><!--x-->one</p>", "<p id=a><!--y-->one</p>", ["#a"]),
    ("nothing", "<p id=a>one</p>", "", []),
]  # fmt: skip

MERGE = read_script("modules-merge")


def test_of_a_part_only_what_differs_is_drawn_anew(alone: Page) -> None:
    """It reads as it came; what stays keeps its focus and what scripts know of it."""
    for name, *case in MERGED:
        right, same = alone.evaluate(MERGE, [name, *case])
        assert right, name
        assert same == ["#other", *case[-1]], name


MARKS = read_script("modules-marks")


def test_a_page_says_which_parts_it_has(alone: Page) -> None:
    """What was said of an entry has no mark: it comes again. A sheet may be known and not there."""
    assert alone.evaluate(MARKS) == [
        "board:1a note: sheet:3c",
        "board:1a note: sheet:4d",
        "sheet",
        "board:1a note: sheet:open",
        "board 1anote 2b",
        "no part unheard",
        "",
    ]


BEHIND = read_script("modules-behind")


def test_a_board_behind_the_one_in_front_is_not_brought(alone: Page) -> None:
    assert alone.evaluate(BEHIND) == ["one 6", "closed:2b", "closed", "closed:2b", ""]


ITEM: dict[str, Any] = {"game": "/t/x", "stopped": None, "waited": True, "values": []}

LINE = [
    ITEM | {"id": "a", "place": 1, "after": None, "values": [["entry", "{}"], ["version", "7"]]},
    ITEM | {"id": "b", "place": 2, "after": "a", "values": [["version", "7"], ["shown", "anna"]]},
    ITEM | {"id": "c", "place": 3, "after": "b", "values": [["version", "7"]]},
    ITEM | {"id": "d", "place": 4, "after": None, "game": "/t/y"},
]
"""Three entries of a game, one after the other, and one of another game."""

IMPORT = 'const queue = await import("/queue.js");'


def in_line(page: Page) -> list[tuple[str, str | None, str | None]]:
    one = "(item) => [item.id, item.after, queue.value(item, 'version') ?? null]"
    told = f"(await queue.everything()).map({one})"
    return [tuple(item) for item in page.evaluate(f"async () => {{ {IMPORT} return {told}; }}")]


def test_a_line_outlives_a_reload_and_hands_on_versions(alone: Page) -> None:
    alone.evaluate(
        f"async (items) => {{ {IMPORT} for (const item of items) await queue.add(item); }}",
        [LINE[2], LINE[0], LINE[3], LINE[1]],
    )
    alone.reload()
    waits = [("a", None, "7"), ("b", "a", "7"), ("c", "b", "7"), ("d", None, None)]
    assert in_line(alone) == waits
    # The first was recorded as version 8: the second is made on that, the third still waits for it.
    alone.evaluate(
        f"async (item) => {{ {IMPORT} await queue.revise(queue.leaves(item, 8)); }}", LINE[0]
    )
    assert in_line(alone) == [("b", None, "8"), ("c", "b", "7"), ("d", None, None)]
    alone.reload()
    # The second is dropped and never was: the third is made on what that one was made on.
    gone = "await queue.revise(queue.leaves(b, queue.value(b, 'version')));"
    alone.evaluate(f"async () => {{ {IMPORT} const [b] = await queue.everything(); {gone} }}")
    assert in_line(alone) == [("c", None, "8"), ("d", None, None)]
    alone.evaluate(f"async () => {{ {IMPORT} await queue.revise(() => null); }}")
    assert in_line(alone) == []


ORDER = read_script("modules-order")


def test_a_line_is_sent_in_its_order_and_stops_where_it_asks(alone: Page) -> None:
    """What comes after a stopped entry waits with it; another game's line goes on."""
    assert alone.evaluate(ORDER, LINE) == [
        ["a", "abcd"],
        "a",
        ["a", "ad"],
        ["d", "d"],
        [None, None, "a", None],
        [["shown", "anna"], ["version", "3"], ["key", "k"]],
        "7",
        None,
        '{"a":1,"b":[{"c":2,"d":1}]}',
    ]


def test_without_a_store_a_line_waits_as_long_as_the_page_is_open(browser: Browser) -> None:
    context = browser.new_context()
    context.route("**", answer)
    context.add_init_script(
        "delete window.indexedDB; Object.defineProperty(window, 'indexedDB', {})"
    )
    page = context.new_page()
    page.goto(HERE)
    added = f"async (item) => {{ {IMPORT} await queue.add(item); return queue.unkept(); }}"
    assert page.evaluate(added, LINE[0]) == 1
    assert in_line(page) == [("a", None, "7")]
    page.evaluate(
        f"async (item) => {{ {IMPORT} await queue.revise(queue.leaves(item, 8)); }}", LINE[0]
    )
    assert in_line(page) == []
    context.close()


def test_keys_differ(alone: Page) -> None:
    keys = alone.evaluate(
        f"async () => {{ {IMPORT} return Array.from({{ length: 50 }}, queue.newKey); }}"
    )
    assert len(set(keys)) == 50
    assert all(len(key) == 24 for key in keys)
