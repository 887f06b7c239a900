"""The clock of a table: thinking time by player, which runs where the table asked for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from adjudicator.games import State
from adjudicator.record import Header
from recorder.games import access, clocks
from recorder.games.clocks import OFF, PAUSED, RUNS
from recorder.games.visibility import GameView
from recorder.pages import presenter
from recorder.pages.forms import entry_forms
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.header import frame
from recorder.web.context import tables, waiting_players


def waits(header: Header, state: State) -> Sequence[str]:
    """Return the players that the table waits for in a state of a game with this header."""
    if state.over():
        return ()
    shown = presenter.find_presenter(header["game"])
    return shown.list_awaited_players(header, state.position(), state.options())


def describe_clock(table: GameView) -> Mapping[str, Any] | None:
    """Return a page's values of the clock, None where it is off.

    players: name, seconds, their words, and whether they are running. state: of the clock.
    """
    clock = clocks.read_clock(tables(), table, waiting_players(), datetime.now(UTC))
    if clock is None:
        return None
    return {
        "state": clock.state,
        "players": [
            {
                "name": player["name"],
                "seconds": round(clock.spent[player["id"]]),
                "words": words(clock.spent[player["id"]]),
                "runs": player["id"] in clock.ticking,
            }
            for player in table.header["players"]
        ],
    }


def words(seconds: float) -> str:
    """Return a time as clocks show it: 4:05, 1:04:05."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@pages.get("/t/<token>/clock")
def clock(token: str) -> str:
    """Show the clock, and the switches of this link."""
    table = tables().open(token)
    state = clocks.clock_state(table)
    return render_template(
        "clock.html",
        **frame(table, "clock"),
        clock=describe_clock(table),
        state=state,
        may_switch=table.link.role == access.TABLE and not table.over,
        may_pause=table.link.role != access.READ and state != OFF and not table.over,
        version=table.version,
        key=entry_forms.new_key(),
    )


@pages.post("/t/<token>/clock")
def switch(token: str) -> ResponseReturnValue:
    """Switch the clock; after pausing or starting it, go on with the game."""
    state = request.form.get("state", "")
    if state not in clocks.STATES:
        abort(422)
    service = tables()
    clocks.switch_clock(
        service, service.open(token), state, key=entry_forms.read_send_key(request.form)
    )
    return redirect(url_for("pages.clock" if state == PAUSED else "pages.play", token=token), 303)


@pages.app_context_processor
def _states() -> dict[str, object]:
    """Let templates name the states of a clock."""
    return {"clock_runs": RUNS, "clock_paused": PAUSED, "clock_off": OFF}
