"""What a season is and how it counts, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator import games
from recorder.league.awards import awards
from recorder.league.pages.frame import game_title, modules_of
from recorder.league.people import namer
from recorder.league.points import PLACE, RATING, SHARE, TABLE, WINS, lazy, the_one
from recorder.league.service import League
from recorder.league.standings import Season
from recorder.league.state import SeasonHeld
from recorder.pages import presenter, words
from recorder.pages.words import gettext as _

RULES: Mapping[str, Any] = {
    PLACE: words.lazy("By place and number of players"),
    SHARE: words.lazy("Share of the winner's score"),
    WINS: words.lazy("Wins"),
    RATING: words.lazy("Rating"),
    TABLE: words.lazy("Our own points"),
}
ABOUT: Mapping[str, Any] = {
    PLACE: words.lazy("Last place gets 1, each place above gets 2 more; tied players share."),
    SHARE: words.lazy("The winner gets 100, the others their percentage of the winner's score."),
    WINS: words.lazy("A win is 1, a shared win is divided."),
    RATING: words.lazy("The rating from the season's games only."),
    TABLE: words.lazy("Numbers by place, for each number of players; tied players share."),
}
BREAKS: Mapping[str, Any] = {
    "wins": words.lazy("wins"),
    "seconds": words.lazy("second places"),
    "share": words.lazy("average share"),
    "direct": words.lazy("direct comparison"),
    "best": words.lazy("best single share"),
    "fewer": words.lazy("fewer games"),
}
AWARDS: Mapping[str, Any] = {
    "champion": words.lazy("Champion"),
    "most-wins": words.lazy("Most wins"),
    "highest": words.lazy("Highest score"),
    "share": words.lazy("Best average share"),
    "regular": words.lazy("Most games"),
    "widest": words.lazy("Biggest win"),
}


def held_of(league: League, season: str) -> SeasonHeld:
    """Return a season of the league. Raises Unfit for none."""
    known = league.state.seasons
    return the_one(known, season, lazy("the league has no such season"), "season")


def honours(league: League, season: str) -> list[dict[str, Any]]:
    """Return a season's awards in words."""
    book = league.book
    name_of = namer(league)
    own = league.state.seasons[season].season
    won = awards(own, book.standings(season), book.of_season(season))
    return [
        {
            "kind": award.kind,
            "words": AWARDS[award.kind],
            "names": words.listing([name_of(player) for player in award.players]),
            "value": award.value,
            "key": award.key,
        }
        for award in won
    ]


def facts(season: Season) -> list[str]:
    """Return what restricts a season, in words."""
    chosen = season.filter
    told: list[str] = []
    if chosen.games:
        told.append(words.listing([game_title(game) for game in chosen.games]))
    if chosen.players:
        told.append(_("players: %(numbers)s", numbers=", ".join(map(str, chosen.players))))
    if chosen.editions:
        told.append(", ".join(_edition(name) for name in chosen.editions))
    if chosen.modules is not None:
        titles: dict[str, str] = {}
        for game in chosen.games or presenter.offered():
            titles |= modules_of(game)
        named = words.listing([titles.get(name, name) for name in chosen.modules])
        told.append(_("modules: %(names)s", names=named) if named else _("without modules"))
    if chosen.recorded:
        told.append(_("recorded games only"))
    if season.best:
        told.append(_("the best %(count)s results count", count=season.best))
    if season.same_table:
        told.append(_("at most %(count)s against the same players", count=season.same_table))
    if season.least:
        told.append(_("%(count)s games needed for a place", count=season.least))
    return told


def _edition(name: str) -> str:
    for game in games.names():
        labels = games.find(game).edition_labels
        if name in labels:
            return words.say(labels[name])
    return name
