"""A season's contents and rules of counting, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator import games
from recorder.league.awards import list_awards
from recorder.league.league_state import SeasonHeld
from recorder.league.pages.frame import game_title, list_modules
from recorder.league.people import make_namer
from recorder.league.points import PLACE, RATING, SHARE, TABLE, WINS, find_or_refuse, lazy
from recorder.league.service import League
from recorder.league.standings import Season
from recorder.pages import wording
from recorder.pages.wording import gettext as _

RULES: Mapping[str, Any] = {
    PLACE: wording.lazy("By place and number of players"),
    SHARE: wording.lazy("Percent of the winner's score"),
    WINS: wording.lazy("Wins"),
    RATING: wording.lazy("Rating"),
    TABLE: wording.lazy("Our own points"),
}
ABOUT: Mapping[str, Any] = {
    PLACE: wording.lazy("Last place gets 1, each place above gets 2 more; tied players share."),
    SHARE: wording.lazy("The winner gets 100, the others their percentage of the winner's score."),
    WINS: wording.lazy("A win is 1, a shared win is divided."),
    RATING: wording.lazy("The rating from the season's games only."),
    TABLE: wording.lazy("Numbers by place, for each number of players; tied players share."),
}
BREAKS: Mapping[str, Any] = {
    "wins": wording.lazy("wins"),
    "seconds": wording.lazy("second places"),
    "share": wording.lazy("average percent of winner's score"),
    "direct": wording.lazy("head-to-head"),
    "best": wording.lazy("best percent of winner's score in one game"),
    "fewer": wording.lazy("fewer games"),
}
AWARDS: Mapping[str, Any] = {
    "champion": wording.lazy("Champion"),
    "most-wins": wording.lazy("Most wins"),
    "highest": wording.lazy("Highest score"),
    "share": wording.lazy("Best average percent of winner's score"),
    "regular": wording.lazy("Most games"),
    "widest": wording.lazy("Biggest win"),
}


def find_season(league: League, season: str) -> SeasonHeld:
    """Return a season of the league. Raises Unfit for none."""
    known = league.state.seasons
    return find_or_refuse(known, season, lazy("the league has no such season"), "season")


def name_with_game(league: League, text: object, game: str) -> str:
    """Return the name of a record or an honour, with its game where a league plays several."""
    told = str(text)
    if not game or len(league.book.kinds()) < 2:
        return told
    return f"{told} ({wording.say(game_title(game))})"


def list_honours(league: League, season: str) -> list[dict[str, Any]]:
    """Return a season's awards in words."""
    book = league.book
    name_of = make_namer(league)
    own = league.state.seasons[season].season
    won = list_awards(own, book.standings(season), book.of_season(season))
    return [
        {
            "kind": award.kind,
            "words": name_with_game(league, AWARDS[award.kind], award.game),
            "names": wording.listing([name_of(player) for player in award.players]),
            "value": award.value,
            "key": award.key,
        }
        for award in won
    ]


def _word_modules(names: Sequence[str], kinds: Sequence[str]) -> str:
    titles: dict[str, str] = {}
    for game in kinds or games.list_games():
        titles |= list_modules(game)
    named = wording.listing([titles.get(name, name) for name in names])
    return _("modules: %(names)s", names=named) if named else _("without modules")


def list_season_facts(season: Season) -> list[str]:
    """Return the restrictions of a season, in words."""
    chosen = season.filter
    told: list[str] = []
    if chosen.games:
        told.append(wording.listing([game_title(game) for game in chosen.games]))
    if chosen.players:
        told.append(_("players: %(numbers)s", numbers=", ".join(map(str, chosen.players))))
    if chosen.editions:
        told.append(", ".join(_edition_label(name) for name in chosen.editions))
    if chosen.modules is not None:
        told.append(_word_modules(chosen.modules, chosen.games))
    if chosen.recorded:
        told.append(_("recorded games only"))
    if season.best:
        told.append(_("the best %(count)s results count", count=season.best))
    if season.same_table:
        told.append(_("at most %(count)s against the same players", count=season.same_table))
    if season.least:
        told.append(_("%(count)s games needed for a place", count=season.least))
    return told


def _edition_label(name: str) -> str:
    for game in games.list_games():
        labels = games.find(game).edition_labels
        if name in labels:
            return wording.say(labels[name])
    return name
