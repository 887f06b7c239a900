"""The parts of an application that depend on where it runs, and that can be missing.

Rules and pages never ask where they run. A server has all parts
(``recorder.app.server_platform``); on one phone without a server (``recorder.pocket``) the browser
compresses nothing, prints and draws itself, has no threads and is reached by nobody else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from flask import Flask, current_app

Work = Callable[[], None]


@dataclass(frozen=True, slots=True)
class FirstPageOffer:
    """One more button of the first page. view: its endpoint. icon: of its button.

    words: returns the words on the button, and the small letters below it; None where it is not
    offered.
    """

    view: str
    icon: str
    words: Callable[[], tuple[str, str] | None]


@dataclass(frozen=True, slots=True)
class Outfit:
    """The parts of an application.

    reached: whether other phones reach it: there are codes for sitting down, streams of notices,
    screens on the wall. aside: begins work that nobody waits for; it may end before it returns.
    compress: lets answers be sent compressed; None where nothing is sent. adds: further parts to be
    initialised, views of its own among them. offers: further buttons of the first page. policy:
    directives that replace those of ``security.POLICY``. remembers: how many games a browser knows;
    the numbers of 250 are a kilobyte of cookie, of the four that browsers keep. remembers_leagues:
    how many leagues.
    """

    reached: bool
    aside: Callable[[Work], None]
    compress: Callable[[Flask], object] | None = None
    adds: Sequence[Callable[[Flask], None]] = ()
    offers: Sequence[FirstPageOffer] = ()
    policy: Mapping[str, str] = field(default_factory=dict)
    remembers: int = 250
    remembers_leagues: int = 8


KEY = "outfit"
"""Where the application keeps it."""


def outfit() -> Outfit:
    """Return the parts of the current application."""
    parts: Outfit = current_app.extensions[KEY]
    return parts


def is_reached() -> bool:
    """Return whether other phones reach the current application."""
    return outfit().reached
