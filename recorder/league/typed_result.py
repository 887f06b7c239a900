"""A result without a record: the form in which people type it, its short value, its summary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator import games
from recorder.league.days import latest_day_of, read_digits, read_typed_day
from recorder.league.league_state import NAME, clean_line
from recorder.league.points import MOST_PLAYERS, Unfit, lazy
from recorder.league.summary import summarise_totals
from recorder.store.ledger import current_time

LOWEST, HIGHEST = -100_000, 100_000
"""Points that a result without a record may give a player."""

FIELDS = ("name-", "total-", "winner", "game", "edition", "day", "place")
"""Fields of the form of totals, or their beginnings."""


def list_result(summary: Mapping[str, Any]) -> dict[str, Any]:
    """Return the short value of a result: game, edition, day, place, names and totals by seat.

    winner: the seat that a tie-break made the winner; empty where the totals say it.
    """
    seats = summary["players"]
    won = [str(at) for at, seat in enumerate(seats) if seat["place"] == 1]
    totals = [seat["total"] for seat in seats]
    tied = len(won) == 1 and totals.count(max(totals)) > 1
    return {
        **{key: summary[key] for key in ("game", "edition", "day", "place")},
        "name": [seat["name"] for seat in seats],
        "total": totals,
        "winner": won[0] if tied else "",
    }


def fill_result_form(kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of the form of totals. kept: as ``list_result`` returns it."""
    fields: dict[str, Any] = {key: str(kept[key]) for key in ("game", "day", "place", "winner")}
    fields[f"edition-{fields['game']}"] = str(kept["edition"])
    for at, (name, total) in enumerate(zip(kept["name"], kept["total"], strict=True)):
        fields |= {f"name-{at}": str(name), f"total-{at}": str(total)}
    return fields


def _read_totals(
    form: MultiDict[str, str], before: Mapping[str, str]
) -> dict[str, tuple[str, int]]:
    """Return name and total by the number of the form's row. Raises Unfit.

    before: see ``read_result``.
    """
    rows: dict[str, tuple[str, int]] = {}
    for at in range(MOST_PLAYERS):
        name = clean_line(form.get(f"name-{at}", ""), NAME, f"name-{at}")
        total = read_digits(form.get(f"total-{at}", "")).replace("−", "-")
        if not name and not total:
            continue
        if not name:
            raise Unfit(lazy("this needs a name"), f"name-{at}")
        digits = total.removeprefix("-")
        if not digits.isdecimal() or len(digits) > 6 or not LOWEST <= int(total) <= HIGHEST:
            raise Unfit(lazy("this is not a whole number"), f"total-{at}")
        rows[str(at)] = before.get(name, name), int(total)
    if len(rows) < 2:
        free = next(at for at in range(2) if str(at) not in rows)
        raise Unfit(lazy("a result needs two players or more"), f"name-{free}")
    return rows


def read_result(
    form: MultiDict[str, str], before: Mapping[str, str] | None = None, modules: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the summary that a form of plain totals describes. Raises Unfit.

    before: names in the summary by the players' present names, where they differ. modules: of the
    game, which the form does not ask.
    """
    game = form.get("game", "")
    if game not in games.list_games():
        raise Unfit(lazy("there is no such game"), "game")
    day = read_typed_day(form.get("day", ""), "day")
    if day > latest_day_of(current_time()):
        raise Unfit(lazy("this day is still in the future"), "day")
    edition = form.get(f"edition-{game}", "")
    if edition and edition not in games.find(game).edition_labels:
        raise Unfit(lazy("there is no such edition"), "edition")
    rows = _read_totals(form, before or {})
    if len({name.casefold() for name, _total in rows.values()}) != len(rows):
        raise Unfit(lazy("one player sits there twice"), "form")
    winners = [rows[won] for won in form.getlist("winner") if won in rows]
    if any(total < max(most for _name, most in rows.values()) for _name, total in winners):
        raise Unfit(lazy("only a player with the highest total can have won"), "winner")
    return summarise_totals(
        game,
        day,
        list(rows.values()),
        edition=edition,
        modules=modules,
        winners=[name for name, _total in winners],
        place=clean_line(form.get("place", ""), 80, "place"),
    )
