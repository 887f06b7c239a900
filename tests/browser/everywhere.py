"""Every page that the program has, with an address of each: for tests that walk all of them."""

import json
import random
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from flask import Flask

from adjudicator.austria.modules import list_modules
from adjudicator.edits import REMOVE, Edit
from recorder.games import clocks, joining
from recorder.games.proposals import Proposals, correction_wish
from recorder.league import league_state
from recorder.league.imports import Imports
from recorder.league.known import league_service
from recorder.pages.referee.questions import MoveQuestion, pack_link
from recorder.store.ledger import Appended
from recorder.web.context import precedents, tables
from tests.browser import positions
from tests.browser.phone import Deal
from tests.proof.routes import LONG
from tools import sample_league

Item = TypeVar("Item")

ROOT = Path(__file__).parents[2]

NO_PAGES = {
    "pages.question_file",
    "pages.scored_sheet",
    "pages.totals_sheet",
    "pages.record",
    "pages.sheet",
    "pages.picture",
    "pages.card",
    "pages.dispute",
    "pages.other",  # a part of the page of a game
    "pages.ask_other",
    "pages.correction_other",
    "pages.asked_sheet",
    "pages.cards_sheet",
    "pages.ask_sheet",
    "pages.correction_sheet",
    "pages.ask_about",  # leads on to pages.answer
    "pages.ask_at_table",  # leads on to pages.ask_move
    "pages.ask_example",  # leads on to pages.ask_move
    "pages.casebook_chapter",
    "pages.casebook_feed",
    "pages.news",  # a line on the page of a game
    "pages.notices",  # a stream
    "pages.walk",  # leads on to pages.moment
}
"""Addresses that give a file, or a part of a page."""

GAMES = ("austria", "samoa")

TOTALS = {
    **{"game": "austria", "edition": "2022", "day": "2026-11-20", "place": "", "winner": ""},
    **{"name": ["Anna", "Борис", "지수"], "total": [123, 101, 87]},
}
"""The totals of a game that nobody recorded."""

CARDS = (
    *("guest/97", "guest/134", "staff/17", "staff/133", "politics/floors-2", "tile/B-occupied"),
    *("bell/174", "hall/deon", "rehearsal/1", "celebrity/magie", "lobby/corogari", "token/2"),
)
"""A card of every kind, as its address ends."""

LANGUAGES = ("en", "fr", "ko", "ru")

ALL = "&".join(f"modules={name}" for name in sorted(list_modules()))
"""All modules of one of them, in an address."""


RECORDED = {"austria": ROOT / "tests" / "evenings", "samoa": ROOT / "templates" / "samoa"}


def sample(game: str, name: str = "sample", until: int | None = None) -> dict[str, Any]:
    text = (RECORDED[game] / f"{name}.json").read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text)
    return {**document, "entries": document["entries"][:until]}


def begun(game: str) -> dict[str, Any]:
    return {**sample(game), "entries": []}


def disputed() -> dict[str, Any]:
    """A turn with an entry that stands against the rules, and a check that differs."""
    entries = [
        {"by": "anna", "do": "prepare", "room": "3-3"},
        {"do": "rule", "entry": 1, "stands": True},
        {"do": "check", "of": "boris", "krones": 7},
    ]
    return {**positions.typical(), "entries": entries}


PAID = [
    {"by": "anna", "do": "take_die", "die": 3},
    {"do": "adjust", "of": "anna", "krones": -8},
    {"by": "anna", "do": "prepare", "room": "2-1"},
    {"by": "boris", "do": "take_die", "die": 4},
    {"do": "rule", "entry": 4, "stands": True, "note": "nobody minded"},
]
"""Anna has 9 krones, is set to 1 and prepares a room on floor 2 for it; Boris is not due."""


def corrected() -> dict[str, Any]:
    return positions.record({"dice": [2, 2, 3, 3, 2, 2]}) | {"entries": PAID}


def corrected_addresses(deal: Deal) -> dict[str, list[str]]:
    document = corrected()
    document["entries"] = [*PAID, {"do": "check", "of": "anna", "krones": 5}]
    links = deal(document)
    views = {
        "log": ["/log"],
        "entry": ["/entries/1", "/entries/4"],
        "correction": ["/entries/2/change", "/entries/1/insert", "/entries/2/remove"],
        "history": ["/history"],
        "state": ["/history/0", "/history/1"],
        "checks": ["/check"],
        "differs": [
            *(f"/check/anna/{value}" for value in ("krones", "kitchen", "rooms", "cafe")),
            "/check/table/dice",
        ],
        "finding": ["/findings/6/krones"],
        "result": ["/result"],
    }
    places = {view: [links["table"] + path for path in paths] for view, paths in views.items()}
    places["checks"].append(links["read"] + "/check")
    return places


def proposed(app: Flask, deal: Deal) -> list[str]:
    """Return where a proposal that waits is decided, looked at, and where it can be withdrawn."""
    links = deal(corrected())
    with app.app_context():
        service = tables()
        seat = service.open(links["boris"].removeprefix("/t/"))
        service.take_link(seat.link)
        wish = correction_wish(Edit.from_kind(REMOVE, 2))
        made = Proposals(service).propose(seat, wish, version=seat.version, key="proposal")
        assert isinstance(made, Appended)
    return [f"{links[who]}/proposals/{made.version}" for who in ("table", "read", "boris")]


def addresses(deal: Deal, app: Flask) -> dict[str, list[str]]:
    """Return addresses of every page, by the name of its view."""
    turn = deal(disputed())
    table = turn["table"]
    with app.app_context():
        sets = precedents().of_table(tables().open(table.removeprefix("/t/")))
        sets.put("game-0", "Kitchen table", {"subjects": 2}, "", public=True)
    entry = '{"by":"anna","do":"prepare","room":"3-2"}'
    over = [deal(sample(game))["table"] for game in GAMES]
    fresh = [deal(begun(game)) for game in GAMES]
    waltz = deal(sample("austria", "sample-waltz", 120))["table"]
    question = MoveQuestion({**positions.typical(), "entries": []}, ())
    asked = question.having([{"by": "anna", "do": "prepare", "room": "3-3"}])
    scored = f"q={question.text()}"
    totals = "q=" + pack_link({"totals": TOTALS})
    return {
        "home": ["/"],
        "about": ["/about"],
        "rules": ["/rules"],
        "search": ["/search", "/search?words=serve+twice", "/search?words=emprer"],
        "table_search": [turn["read"] + "/search?words=wine"],
        "chapter": ["/rules/GAH-GUEST", "/rules/SAM-TILE"],
        "casebook": ["/casebook", "/casebook?q=serve", "/casebook?chapter=14", "/casebook?q=zzzz"],
        "case_page": ["/casebook/14.34", "/casebook/5.15", "/casebook/76.1", "/casebook/39.22"],
        "editions": [f"/editions/{game}" for game in GAMES],
        "cards": ["/cards", "/cards?words=wine&kind=staff", "/cards?words=nothing-at-all"],
        "card_page": [
            *(f"/cards/austria/{card}" for card in CARDS),
            "/cards/samoa/room-tile/swap",
            "/cards/samoa/tourist/lover",
        ],
        "table_cards": [turn["read"] + "/cards", waltz + "/cards?words=wine"],
        "table_card": [f"{waltz}/cards/{card}" for card in CARDS] + [table + "/cards/staff/17"],
        "carry": [over[0] + "/carry?came=apart"],
        "arrived": ["/carry"],
        "ask": ["/referee"],
        "ask_new": [*(f"/referee/new/{game}" for game in GAMES), f"/referee/new/austria?{ALL}"],
        "ask_move": [f"/referee/move?{scored}"],
        "answer": [f"/referee/answer?q={asked.text()}"],
        "scoring": ["/scoring"],
        "score_new": [*(f"/scoring/new/{game}" for game in GAMES), f"/scoring/new/austria?{ALL}"],
        "totals": ["/scoring/totals", f"/scoring/totals?{totals}"],
        "shown_totals": [f"/scoring/totals/shown?{totals}"],
        "scored": [f"/scoring/score?{scored}"],
        "new": [f"/new/{game}" for game in GAMES],
        "kept": [f"/kept/{game}" for game in GAMES],
        "kept_part": [
            *(
                f"/kept/austria/{part}"
                for part in ("house-rules", "boards", "components", "figures")
            ),
            "/kept/samoa/house-rules",
        ],
        "kept_precedents": ["/kept/austria/precedents?name=Kitchen+table"],
        "play": [
            turn["read"],
            table,
            turn["boris"],
            *(links["table"] for links in fresh),
            *over,
            waltz,
        ],
        "log": [table + "/log", table + "/log?verdict=illegal", over[0] + "/log"],
        "entry": [table + "/entries/1", table + "/entries/2"],
        "correction": [
            *(table + f"/entries/1/{kind}" for kind in ("change", "insert", "remove")),
            *(table + f"/entries/1/{kind}?text=1" for kind in ("change", "insert")),
        ],
        "previewed": [f"{table}/entries/1/change/preview?entry={entry}"],
        "moment": [table + "/moments/2", waltz + "/moments/118"]
        + [link + "/moments/50" for link in over],
        "wall": [turn["read"] + "/wall", *(links["read"] + "/wall?light=1" for links in fresh)],
        "history": [table + "/history"],
        "state": [table + "/history/1"],
        "proposal": proposed(app, deal),
        "proposed": [table + "/proposals"],
        "clock": [turn["read"] + "/clock", timed(app, fresh[0]["table"])],
        "share": [table + "/share", turn["read"] + "/share"],
        "mine": ["/mine", "/mine?q=anna", "/mine?q=nobody-at-all"],
        "join": [joined(app, table)],
        "result": [table + "/result", *(link + "/result" for link in over)],
        "ending": [link + "/end" for link in over],
        "checks": [table + "/check"],
        "differs": [
            table + f"/check/anna/{value}" for value in ("krones", "kitchen", "rooms", "cafe")
        ],
        "finding": [table + "/findings/3/krones"],
        "tell": [fresh[0][fresh_seat(fresh[0])] + "/tell"],
    }


LEAGUE_FILES = {
    *("league.bgsplay", "league.booklet", "league.calendar", "league.certificate"),
    "league.import_of",  # of a job: tests/league/test_beside.py
    *("league.feed", "league.games_file", "league.records_file", "league.report"),
    *("league.plays_file", "league.tables_sheet", "league.result_picture", "league.standings_file"),
    "league.push",  # leads out of the house
    "league.chosen",  # leads on to league.set_up
    "league.precedent",  # leads on to league.case
}


def league_addresses(deal: Deal, app: Flask) -> dict[str, list[str]]:
    """Return addresses of every page of a league, by the name of its view; see ``LEAGUE_FILES``.

    It has played twice, sits down to an evening, and one of its games asks the referee.
    """
    club = sample_league.make_league(app, sample_league.DAYS[:2])
    running = deal(disputed())
    people = [f"p{number}" for number in range(1, 8)]
    evening = {"id": "e1", "day": "2026-11-19", "time": "19:30", "place": "", "game": "austria"}
    with app.app_context():
        service = league_service()
        league = service.open(club.removeprefix("/l/"))
        link = tables().open(running["table"].removeprefix("/t/")).link
        service.join(league, link, {}, how="imported", key="running")
        case = {"id": "c1", "key": f"g{link.ledger}", "game": link.ledger, "kind": "austria"}
        case |= {"number": 1, "entry": {"by": "anna", "do": "prepare", "room": "3-3"}}
        case |= {"told": "Anna", "subjects": ["GAH-ROOM-02"], "verdict": "illegal", "question": ""}
        done: list[tuple[str, Any]] = [
            (league_state.EVENING, {**evening, "present": people}),
            (league_state.SEAT, {"evening": "e1", "round": 0, "tables": [people[:4], people[4:]]}),
            (league_state.CALL, case),
        ]
        league.do(lambda _state: done, "evening")
        number = Imports(service.store).begin(
            league.link,
            [("Anna", b"Day;Game;Anna;Boris\n2024-11-01;Grand Austria Hotel;131;128")],
            key="past",
            language="en",
            where={"plays": True},
            holder="",
            asks=True,
        )
        played = sorted(key for key in league.state.games if key != f"g{link.ledger}")
    own = {
        "home": "",
        "links": "/links",
        "settings": "/settings",
        "log": "/log",
        "players": "/players",
        "player": "/players/p1",
        "against": "/players/p1/against",
        "edit_player": "/players/p1/edit",
        "leaving": "/players/p2/leave",
        "game_list": "/games",
        "game": f"/games/{played[0]}",
        "choose": "/start",
        "set_up": "/start/samoa",
        "add": "/add",
        "past_games": f"/plays/{number}",
        "add_table": f"/add/table?link={fresh_link(deal)}",
        "seasons": "/seasons",
        "edit_season": "/seasons/s1/edit",
        "closing": "/seasons/s1/close",
        "standings_now": "/standings",
        "season_standings": "/standings/s1",
        "race": "/standings/s1/race",
        "behind": "/standings/s1/p1",
        "ratings": "/ratings",
        "ratings_how": "/ratings/how",
        "records": "/records",
        "statistics": "/statistics",
        "cases": "/cases",
        "case": "/cases/c1",
        "evenings": "/evenings",
        "attendance": "/attendance",
        "evening": "/evenings/e1",
        "edit_evening": "/evenings/e1/edit",
        "edit_table": "/evenings/e1/tables/0/1",
        "correcting": f"/games/{played[-1]}/correct",
        "wall": "/evenings/e1/wall",
        "files": "/files",
    }
    places = {f"league.{view}": [club + path] for view, path in own.items()}
    places["league.game"].append(f"{club}/games/{played[-1]}")
    places["league.edit_season"].append(f"{club}/seasons/new")
    places["league.edit_evening"].append(f"{club}/evenings/new")
    places["league.found_form"] = ["/l/new"]
    places["of a league"] = [running["table"] + "/entries/1", running["table"] + "/result"]
    return places


def fresh_link(deal: Deal) -> str:
    return deal(begun("austria"))["table"].removeprefix("/t/")


def timed(app: Flask, table: str) -> str:
    with app.app_context():
        service = tables()
        clocks.switch_clock(
            service, service.open(table.removeprefix("/t/")), clocks.RUNS, key="clock"
        )
    return f"{table}/clock"


def joined(app: Flask, table: str) -> str:
    """Return where others sit down at the game of a table's link; one seat is taken."""
    with app.app_context():
        service = tables()
        game = service.open(table.removeprefix("/t/")).link.ledger
        invitation = service.store.invitation_to(game)
        assert invitation is not None
        joining.take_seat(service, invitation, "chloe", "another phone")
        return f"/j/{invitation.token}"


def fresh_seat(links: Mapping[str, str]) -> str:
    return next(name for name in links if name not in ("read", "table"))


def some(
    known: Mapping[str, list[str]], always: set[str], draw: random.Random
) -> dict[str, list[str]]:
    """Return one address of an eighth of the views and of some always; of all in a long run."""
    views = {*part(known, draw), *always}
    return {
        view: paths if LONG else [draw.choice(paths)]
        for view, paths in known.items()
        if view in views
    }


def part(items: Iterable[Item], draw: random.Random) -> list[Item]:
    """Return an eighth of them in their order; all of them in a long run."""
    every = list(items)
    chosen = range(len(every)) if LONG else draw.sample(range(len(every)), -(-len(every) // 8))
    return [every[place] for place in sorted(chosen)]


def forgotten(app: Flask, known: Mapping[str, list[str]]) -> set[str]:
    """Return the views that give a page and of which no address is known."""
    views = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if rule.endpoint.startswith("pages.") and "GET" in (rule.methods or ())
    }
    return views - NO_PAGES - {f"pages.{name}" for name in known}


def forgotten_of_a_league(app: Flask, known: Mapping[str, list[str]]) -> set[str]:
    """The same of the league's views."""
    views = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if rule.endpoint.startswith("league.") and "GET" in (rule.methods or ())
    }
    return views - LEAGUE_FILES - known.keys()
