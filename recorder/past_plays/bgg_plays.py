"""Plays of BoardGameGeek: the XML that its interface answers, one ``play`` element a play."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from recorder.languages.speech import gettext as _
from recorder.past_plays.past_play import (
    PastPlay,
    PastPlayer,
    clean_name,
    find_edition,
    find_game,
    find_modules,
    names_expansion,
)
from recorder.past_plays.play_values import read_day, read_total


class BrokenPlays(ValueError):
    """A file that cannot be read at all; the message says why."""


def read_bgg_plays(text: str) -> Iterator[PastPlay]:
    """Yield the plays of the XML. Raises BrokenPlays.

    Definitions of a document's own are refused: a few lines of them can fill the memory.
    """
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise BrokenPlays(_("This XML defines words of its own, which plays never need."))
    try:
        root = ElementTree.fromstring(text.encode())
    except ElementTree.ParseError as problem:
        line, column = problem.position
        raise BrokenPlays(
            _(
                "This XML is not complete: line %(line)s, character %(column)s.",
                line=line,
                column=column,
            )
        ) from None
    for line, play in enumerate(root.iter("play"), start=1):
        yield _read_play(line, play)


def _read_play(line: int, play: Element) -> PastPlay:
    item = play.find("item")
    called = clean_name(item.get("name", "")) if item is not None else ""
    number = item.get("objectid", "") if item is not None else ""
    game = find_game(called, int(number) if number.isdecimal() and len(number) < 10 else None)
    comments = (play.findtext("comments") or "")[:2000]
    expansion = names_expansion(f"{called} {comments}")
    problems = []
    if play.get("incomplete") == "1":
        problems.append(_("The file marks the play as not finished."))
    if (quantity := play.get("quantity", "1")) not in ("1", ""):
        problems.append(_("The line stands for %(count)s plays.", count=clean_name(quantity)))
    return PastPlay(
        line,
        read_day(play.get("date", "")),
        game,
        called,
        tuple(
            PastPlayer(
                clean_name(one.get("name") or one.get("username") or ""),
                read_total(one.get("score", "")),
                None,
                one.get("win") == "1",
            )
            for one in play.iter("player")
        ),
        clean_name(play.get("location", "")),
        find_edition(game, called),
        expansion,
        tuple(problems),
        find_modules(game, comments) if expansion else (),
    )
