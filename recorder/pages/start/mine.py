"""This phone's games: names, places, days, results; without any account.

The list is the browser's own (``shared.known_links``). A game of it costs one line of the store,
and a finished one its summary, which is kept; only running games on the first page are replayed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from adjudicator.record import header_of
from recorder.games import access
from recorder.games.visibility import hide_former_names
from recorder.languages import speech
from recorder.league.known import forget as forget_league_link
from recorder.league.known import league_numbers, league_service, leagues_beside
from recorder.league.known import list_known_leagues as known_leagues
from recorder.pages import presenter, wording
from recorder.pages.kept.kept_totals import list_kept_totals
from recorder.pages.kept.named_sets import KEEPER
from recorder.pages.shared import known_links
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.paging import cut_page
from recorder.pages.shared.sentences import names
from recorder.pages.start import forgotten
from recorder.serving.platform import is_reached
from recorder.store.ledger import Link, current_time
from recorder.store.store import GameRow
from recorder.web.context import tables

A_PAGE = 20
"""Games of one page of the list."""

FORGOTTEN = "forgotten"
"""The key of the session that makes the next page clear the browser's own storage."""

LONGEST_SEARCH = 100
"""Letters of a search; more are cut off."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game of this browser with the browser's links to it, the last used first."""

    row: GameRow
    links: tuple[Link, ...]

    @property
    def day(self) -> str:
        """The day of play by its record, else the day of its beginning (ISO date)."""
        return str(self.row.header.get("played_on") or self.row.started_at[:10])

    def list_words(self) -> str:
        """Return its names, place, days and title in small letters, for searching."""
        header = hide_former_names(self.row.header, self.row.former)
        told = [player["name"] for player in header["players"]]
        told += [header.get("place", ""), self.day, wording.day(self.day)]
        told.append(wording.say(presenter.find_presenter(header["game"]).title))
        return " ".join(told).casefold()


def list_own_games() -> list[OwnGame]:
    """Return this browser's games, the last opened first."""
    links: dict[int, list[Link]] = {}
    rows: dict[int, GameRow] = {}
    for link, row in known_links.list_known_links():
        links.setdefault(row.id, []).append(link)
        rows[row.id] = row
    return [OwnGame(rows[game], tuple(own)) for game, own in links.items()]


def describe_own_games(
    games: Sequence[OwnGame], *, rounds: bool = False
) -> list[dict[str, object]]:
    """Return games as lines of a list.

    rounds: add the round of each running game, which has to be replayed for it.
    """
    moment = datetime.fromisoformat(current_time())
    lines = []
    for each in games:
        round_no = None
        if rounds and each.row.entries and not each.row.over:
            round_no = tables().view_game(each.links[0]).entry_knowledge.round_no
        lines.append(_line(each, moment) | {"round": round_no})
    return lines


def _line(mine: OwnGame, moment: datetime) -> dict[str, object]:
    row, header = mine.row, header_of(hide_former_names(mine.row.header, mine.row.former))
    by_seat = names(header)
    told = known_links.is_told(row)
    scored = _list_totals(row) if told else []
    return {
        "token": mine.links[0].token,
        "links": [
            {"token": link.token, "role": link.role, "name": by_seat.get(link.seat or "", "")}
            for link in mine.links
        ],
        "game": header["game"],
        "title": presenter.find_presenter(header["game"]).title,
        "players": wording.listing(list(by_seat.values())),
        "winners": wording.listing([each["name"] for each in scored if each["place"] == 1]),
        "scored": scored,
        "score": "pages.result" if told else "pages.ending",
        "over": row.over,
        "entries": row.entries,
        "place": header.get("place", ""),
        "day": mine.day,
        "ago": wording.ago(row.changed_at, moment),
        "reading": all(link.role == access.READ for link in mine.links),
    }


def _list_totals(row: GameRow) -> list[Mapping[str, Any]]:
    """Return the players of a finished game with their totals, the winners first."""
    summary = league_service().summary(row)
    players = summary.light["players"] if summary is not None else []
    players = hide_former_names({"players": players}, row.former)["players"]
    return sorted(players, key=lambda player: int(player["place"]))


@pages.get("/mine")
def mine() -> str:
    """Show this browser's games, page by page; ``q`` searches."""
    text = request.args.get("q", "")[:LONGEST_SEARCH]
    asked = text.casefold().split()
    own = [each for each in list_own_games() if all(word in each.list_words() for word in asked)]
    part = cut_page(own, A_PAGE)
    part["lines"] = describe_own_games(part["lines"])
    cleared = session.pop(FORGOTTEN, False)
    away = [] if is_reached() else forgotten.list_forgotten()
    asked = text.casefold().split()
    totals = [
        one
        for one in list_kept_totals()
        if all(word in " ".join(map(str, one.values())).casefold() for word in asked)
    ]
    return render_template(
        "mine.html", **part, text=text, forgotten=cleared, away=away, totals=totals
    )


@pages.post("/forget/<token>")
def forget(token: str) -> ResponseReturnValue:
    """Take a game from this browser's list, with all its links."""
    going = [each for each in list_own_games() if token in [link.token for link in each.links]]
    if _has_to_ask():
        return _ask_to_forget(going, [])
    _put_away([link.id for each in going for link in each.links], [])
    for each in going:
        for link in each.links:
            known_links.forget(link.token)
    return redirect(url_for("pages.mine"), 303)


@pages.post("/mine/forget")
def forget_all() -> ResponseReturnValue:
    """Forget all traces of this browser's user: the phone was borrowed, or is given away.

    Its games, leagues and numbers stand in its session; the next page clears the browser's own
    storage (drafts of forms, unsent entries, pages for offline use). The chosen language stays. On
    a phone alone, the removed lists can be had back for a day.
    """
    if _has_to_ask():
        return _ask_to_forget(list_own_games(), known_leagues())
    _put_away(
        known_links.numbers(), league_numbers(), session[KEEPER] if list_kept_totals() else ""
    )
    stays = {key: session[key] for key in (speech.CHOSEN, forgotten.AWAY) if session.get(key)}
    session.clear()
    session.update(stays)
    session[FORGOTTEN] = True
    return redirect(url_for("pages.mine"), 303)


@pages.post("/mine/forget/league/<lt>")
def forget_league(lt: str) -> ResponseReturnValue:
    """Take a league from this browser's list, with all its links."""
    tokens = leagues_beside(lt)
    if _has_to_ask():
        return _ask_to_forget([], [one for one in known_leagues() if one["token"] in tokens])
    _put_away([], [league_service().store.link(token).id for token in tokens])
    for token in tokens:
        forget_league_link(token)
    return redirect(url_for("pages.mine"), 303)


@pages.post("/mine/back")
def take_back() -> ResponseReturnValue:
    """Put forgotten games and leagues of a phone alone into its lists again."""
    forgotten.take_back(request.form.get("at", ""))
    return redirect(url_for("pages.mine"), 303)


def _has_to_ask() -> bool:
    """Return whether to ask before forgetting: on a phone alone no link stands elsewhere."""
    return not is_reached() and "sure" not in request.form


def _put_away(games: Sequence[int], clubs: Sequence[int], keeper: str = "") -> None:
    if not is_reached():
        forgotten.put_away(games, clubs, keeper)


def _ask_to_forget(going: Sequence[OwnGame], clubs: Sequence[Mapping[str, str]]) -> str:
    """List the games and leagues that would go, and ask. Nothing is done."""
    names_of = [one["name"] for one in clubs]
    return render_template("forgetting.html", games=describe_own_games(going), leagues=names_of)
