"""Totals of games that nobody recorded, kept by this browser outside a league.

The catalogue keeps them under the browser's own id. A link holds a whole result, as it holds a
question to the referee, so everybody who has the link can open it.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator.record import Unreadable
from recorder.league.typed_result import fill_result_form, list_result, read_result
from recorder.pages import presenter, wording
from recorder.pages.kept.named_sets import find_browser
from recorder.pages.referee.questions import pack_link, unpack_link
from recorder.pages.wording import gettext as _
from recorder.web.context import catalogue

TOTALS = "totals"
"""The key of a result in a link, and the first part of the kinds under which they are kept."""

MOST_LISTED = 100
"""Results that the list of a browser shows, the last kept first."""


def write_totals_link(summary: Mapping[str, Any]) -> str:
    """Return a result as it stands in a link."""
    return pack_link({TOTALS: list_result(summary)})


def read_totals_link(text: str) -> dict[str, Any]:
    """Return the summary of the result that a link holds. Raises Unreadable."""
    return _read_totals(unpack_link(text).get(TOTALS))


def _read_totals(kept: Any) -> dict[str, Any]:
    try:
        return read_result(MultiDict(fill_result_form(kept)))
    except (KeyError, TypeError, ValueError):
        raise Unreadable(_("this link is incomplete or damaged"), key="q") from None


def keep_totals(summary: Mapping[str, Any], passed: str) -> None:
    """Keep a result among this browser's. passed: the pass of its form (``named_sets.pass_``)."""
    owner = find_browser(passed)
    if owner:
        catalogue().enter(f"{TOTALS}.{owner}", summary["print"], list_result(summary), "")


def keeps_totals(name: str) -> bool:
    """Return whether this browser keeps a result. name: its print."""
    owner = find_browser()
    item = catalogue().find(f"{TOTALS}.{owner}", name) if owner else None
    return item is not None and item.value is not None


def drop_totals(name: str) -> None:
    """Take a result from this browser's list. name: its print."""
    if keeps_totals(name):
        catalogue().enter(f"{TOTALS}.{find_browser()}", name, None, "")


def list_kept_totals(owner: str = "") -> list[dict[str, Any]]:
    """Return a browser's results as lines of a list, the last kept first.

    owner: the browser; this one, unless given.
    """
    owner = owner or find_browser()
    items = catalogue().newest(f"{TOTALS}.{owner}") if owner else []
    lines: list[dict[str, Any]] = []
    for item in items[:MOST_LISTED]:
        with suppress(Unreadable):  # taken from the list, or two people of it are former players
            lines.append({"name": item.name, **_describe_totals(_read_totals(item.value))})
    return lines


def _describe_totals(summary: Mapping[str, Any]) -> dict[str, Any]:
    seats = sorted(summary["players"], key=lambda seat: int(seat["place"]))
    return {
        "q": write_totals_link(summary),
        "print": summary["print"],
        "title": presenter.find_presenter(summary["game"]).title,
        "players": wording.listing([seat["name"] for seat in summary["players"]]),
        "winners": wording.listing([seat["name"] for seat in seats if seat["place"] == 1]),
        "scored": seats,
        "over": True,
        "day": summary["day"],
        "place": summary["place"],
    }
