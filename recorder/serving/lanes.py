"""Lanes: the cost of a request, and the room that it works in.

A table must not wait for a stranger's request. So every endpoint has a lane, and every lane room of
its own: threads that nothing else takes, and a bound on how many requests may be in it, in all,
from one address and about one link. A request without room is told when to come back.

``recorder.serving.dispatcher`` keeps the rooms in the server of our own. Under another one nothing
waits here: as many work at a time as the lane has threads, and the next ones are told to come back.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from flask import Flask, current_app, g, has_request_context, request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import MapAdapter

from recorder.serving.security import visitor_address


class Lane(StrEnum):
    """Priority class of a request, most urgent first."""

    HEALTH = "health"
    """Whether the process lives: it waits for nothing."""
    TABLE = "table"
    """What a table enters, what it is told, and its own page."""
    PAGE = "page"
    """Pages that cost little, whoever asks."""
    HEAVY = "heavy"
    """What judges, sums up or packs something long."""
    PRINT = "print"
    """What is printed."""
    DRAW = "draw"
    """What is drawn."""


@dataclass(frozen=True, slots=True)
class Room:
    """The room of a lane.

    threads: how many requests work in it at a time. most, address, link: how many may be in it, at
    work or waiting, in all, from one address and about one link; 0 where connections bound it.
    """

    threads: int
    most: int = 0
    address: int = 0
    link: int = 0


ROOMS: Mapping[Lane, Room] = {
    Lane.HEALTH: Room(2),
    Lane.TABLE: Room(8),
    Lane.PAGE: Room(4),
    Lane.HEAVY: Room(2, most=64, address=24, link=12),
    Lane.PRINT: Room(4, most=32, address=24, link=12),
    Lane.DRAW: Room(4, most=32, address=24, link=12),
}
"""A club of two dozen has one address, and all of them may want the same statistics at once."""

LONG_GAME = 1000
"""Entries from which a game is heavy whatever is asked of it: the longest at a table have half."""

LONG_BODY = 64 * 1024
"""Bytes of a request's body from which reading it is heavy; no write to a game has more."""

COME_BACK = 5
"""Seconds after which there is room again, as a rule."""

_BY_LANE: Mapping[Lane, str] = {
    Lane.HEALTH: "watching.live watching.ready watching.metrics",
    Lane.TABLE: """
        api.accept_proposal api.append_checks api.append_entry api.decline_proposal api.propose
        api.read_links api.read_proposals api.redo api.set_assent api.start_game
        api.withdraw_proposal api.take_back api.tell_privately
        pages.all_agrees pages.cards_sheet pages.checks
        pages.clock pages.differs pages.ending pages.enter
        pages.finding pages.answer_proposal pages.assent pages.proposed pages.propose
        pages.propose_entry
        pages.found pages.home pages.join pages.new pages.news pages.notices pages.other pages.play
        pages.redo pages.replace_link pages.settle pages.share pages.sit pages.start pages.steps
        pages.switch pages.take pages.tell pages.tell_privately pages.undo pages.wall
        shell.manifest shell.offline shell.worker static
    """,
    Lane.PAGE: """
        api-docs.openapi_json api.about api.correct api.download_record api.preview_correction
        api.list_cases api.read_case api.search_everything
        api.preview_proposal api.read_game api.read_proposal
        api.read_log api.read_state api.return_to
        api.answer_import api.read_import
        league.answer_import league.begin league.call league.import_of
        league.accept league.add league.add_player league.add_result
        league.add_table league.against league.behind league.bgsplay
        league.abandon league.calendar league.cases league.change_table league.choose
        league.chosen league.precedent
        league.close league.correct_result league.correcting league.edit_table
        league.closing
        league.decide league.edit_evening league.edit_player league.edit_season league.evening
        league.evenings league.feed league.files league.found league.found_form league.game
        league.game_list league.home league.join_from_game league.join_table league.keep_evening
        league.keep_player league.keep_season league.links league.log league.merge
        league.part league.player league.players league.push
        league.attendance league.cancel_evening league.come_to_evening
        league.remove_evening league.remove_player league.remove_season
        league.merge_games league.part_games pages.take_back
        league.race league.ratings_how league.remove league.reopen league.replace_link
        league.reseat league.season_standings league.seasons league.set_up
        league.settings league.settle league.standings_now league.swap league.wall
        pages.about pages.ask pages.ask_about pages.ask_at_table pages.ask_example pages.ask_new
        pages.ask_other
        pages.ask_position pages.ask_sheet pages.asked_sheet pages.card_page pages.cards
        pages.case_page pages.casebook pages.casebook_feed pages.chapter
        pages.arrived pages.carry pages.check_position pages.correct
        pages.correction pages.correction_other pages.correction_sheet pages.editions pages.entry
        pages.forget pages.forget_all pages.forget_league pages.history pages.house
        pages.keep_part pages.kept pages.kept_part pages.kept_precedents pages.log
        pages.look_at_part pages.mine pages.moment
        pages.preview pages.previewed pages.proposal pages.record pages.result pages.return_to
        pages.rule pages.rules pages.sample pages.score_new pages.search
        pages.table_search pages.totals pages.add_totals pages.shown_totals pages.forget_totals
        pages.scoring pages.speak pages.state
        pages.table_card pages.table_cards pages.walk takeaway.file takeaway.page
    """,
    Lane.HEAVY: """
        api.import_records api.read_review api.upload_record league.case league.games_file
        league.import_files league.keep_plays league.past_games league.plays_file
        league.receive_plays league.take_back_plays league.leave league.leaving
        league.ratings league.records league.records_file league.seat
        league.standings_file league.statistics pages.answer pages.ask_entry pages.ask_move
        pages.question_file pages.score pages.score_keep pages.scored pages.upload
        pages.carried pages.keep_carried
    """,
    Lane.PRINT: """
        league.booklet league.certificate league.report league.tables_sheet
        pages.casebook_chapter pages.dispute pages.scored_sheet pages.sheet pages.totals_sheet
    """,
    Lane.DRAW: "league.result_picture pages.card pages.picture",
}

LANES: Mapping[str, Lane] = {
    endpoint: lane for lane, endpoints in _BY_LANE.items() for endpoint in endpoints.split()
}
"""The lane of every endpoint, for what is usual there; a long game or body is heavy anywhere."""

WITHOUT_REPLAY = ("pages.notices",)
"""What is asked about a game and never plays it through, however long it is."""

LIGHT = (Lane.HEALTH, Lane.TABLE, Lane.PAGE)
"""Lanes in which nothing long is done: what turns out to be long goes on in ``Lane.HEAVY``."""

LANE = "recorder.lane"
"""The key of the WSGI environment in which our own server names the lane of a request. Other
servers know nothing of lanes."""

CROWDED = "recorder.crowded"
"""The key under which it says that a request found no room and is to be told so."""


class Crowded(Exception):
    """There is no room for one more request of this kind. ``seconds``: when to come back."""

    seconds = COME_BACK


class ToHeavyLane(BaseException):
    """A request turned out to be heavy: the server begins it anew, in that lane.

    No ``Exception``: nobody on the way is to answer it as an error.
    """


def lane_of(endpoint: str | None, length: int = 0) -> Lane:
    """Return the lane of an endpoint, None for an address where there is none.

    length: bytes of the request's body.
    """
    lane = LANES.get(endpoint or "", Lane.PAGE)
    return Lane.HEAVY if lane in LIGHT and length > LONG_BODY else lane


def find_lane(routes: MapAdapter, path: str, method: str, length: int) -> tuple[Lane, str]:
    """Return the lane of a request before it begins, and the link that it is about.

    length: bytes of its body. The link is a game's or a league's, empty for none.
    """
    try:
        endpoint, values = routes.match(path, method)
    except HTTPException:  # nothing there, or elsewhere: an answer that costs nothing
        return Lane.PAGE, ""
    return lane_of(endpoint, length), _find_link(values)


def _find_link(values: Mapping[str, object]) -> str:
    return str(values.get("token") or values.get("lt") or "")


class Places:
    """The requests in the lanes with bounds: in all, by address, by link."""

    def __init__(self, rooms: Mapping[Lane, Room] = ROOMS) -> None:
        self._rooms = rooms
        self._lock = threading.Lock()
        self._counts: Counter[tuple[Lane, str, str]] = Counter()

    def take(self, lane: Lane, address: str, link: str) -> None:
        """Take a place, which ``leave`` gives back. Raises Crowded; then nothing is taken."""
        keys = self._place_keys(lane, address, link)
        with self._lock:
            if any(self._counts[key] >= most for key, most in keys.items()):
                raise Crowded
            self._counts.update(keys.keys())

    def leave(self, lane: Lane, address: str, link: str) -> None:
        """Give a place back."""
        with self._lock:
            self._counts.subtract(self._place_keys(lane, address, link).keys())
            self._counts += Counter()  # forgets what is at nought

    def _place_keys(self, lane: Lane, address: str, link: str) -> dict[tuple[Lane, str, str], int]:
        room = self._rooms[lane]
        if not room.most:
            return {}
        of_link = {(lane, "link", link): room.link} if link else {}
        return {(lane, "", ""): room.most, (lane, "address", address): room.address} | of_link


def init_app(app: Flask) -> None:
    """Let every request know its lane, also under a server that has none."""
    # Nobody waits in these rooms: as many are in them as may work.
    rooms = {
        lane: replace(
            room, most=room.most and room.threads, address=room.threads, link=room.threads
        )
        for lane, room in ROOMS.items()
    }
    app.extensions["places"] = Places(rooms)
    app.before_request(_enter_lane)
    app.teardown_request(_leave_lane)


def _enter_lane() -> None:
    """Begin a request in its lane. Raises Crowded where that is full."""
    environ = request.environ
    if environ.get(CROWDED):
        raise Crowded
    if LANE not in environ:
        _take_place(lane_of(request.endpoint, request.content_length or 0))


def _take_place(lane: Lane) -> None:
    taken = lane, visitor_address(), _find_link(request.view_args or {})
    current_app.extensions["places"].take(*taken)
    g.place = taken


def _leave_lane(_error: BaseException | None) -> None:
    taken = g.pop("place", None)
    if taken is not None:
        current_app.extensions["places"].leave(*taken)


def weigh_game(entries: int) -> None:
    """Let a request go on in the heavy lane where a game that it is about is long.

    To be called before anything is kept or counted. entries: of the game. Raises Moved, and
    Crowded where there is no room.
    """
    if entries <= LONG_GAME or not has_request_context() or request.endpoint in WITHOUT_REPLAY:
        return
    lane = request.environ.get(LANE)
    if lane is None:
        if g.get("place", (Lane.HEAVY,))[0] in LIGHT:
            _leave_lane(None)
            _take_place(Lane.HEAVY)
    elif lane in LIGHT:
        raise ToHeavyLane
