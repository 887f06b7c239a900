"""Vienna Balls on the pages: halls, dancers, rehearsal halls and champagne."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.austria.assembled.boxes import box_of_record
from adjudicator.austria.chapters.round_end import StepDone
from adjudicator.austria.modules.balls.ball_scoring import list_hall_points
from adjudicator.austria.modules.balls.floor import (
    BALCONY,
    FULL,
    HALLS,
    REHEARSALS,
    ROWS,
    SECTIONS,
    cost_of,
    floor_of,
)
from adjudicator.austria.modules.balls.hall_figures import section_parts
from adjudicator.austria.modules.balls.halls import DISCOUNTS
from adjudicator.austria.table.box import Box
from adjudicator.record import Header
from adjudicator.replay import Replay
from recorder.pages.austria import choosing, does, terms
from recorder.pages.austria.components.component import Component
from recorder.pages.austria.modules import (
    ChangeWords,
    Deck,
    Face,
    FilledPosition,
    Panel,
    Part,
    ValueWords,
    WallLine,
)
from recorder.pages.austria.modules.balls import read_off, scored
from recorder.pages.austria.modules.balls.told import (
    HERE,
    describe_hall,
    describe_rehearsal,
    hall_name,
    row_word,
    scoring_words,
)
from recorder.pages.forms import nested_fields, offers
from recorder.pages.forms.shaped_fields import choices
from recorder.pages.presenter import Alone, Button, Document, Scoring, View
from recorder.pages.shared.parts import keep_made
from recorder.pages.wording import gettext as _
from recorder.pages.wording import join_sayings, lazy, listing, ngettext

PHASE = "setup-rehearsals"
PLACES = (
    lazy("left hall, scored after round 3"),
    lazy("middle hall, after round 5"),
    lazy("right hall, after round 7"),
)


def hall_worth(state: Any, player: Any, hall: str) -> str:
    """Return the points that a hall would bring a player now."""
    if hall not in floor_of(state).known:
        return ""
    vp = list_hall_points(state, hall)[player.seat]
    return _("%(vp)s if the hall were scored now", vp=terms.vp_words(vp))


def _permission_words(part: Any) -> str:
    told = ngettext("send %(num)d dancer", "send %(num)d dancers", part.count)
    if part.free:
        return _("%(what)s, for free", what=told)
    each = DISCOUNTS.find_in(part)
    less = listing(list(map(str, each))) if each is not None else part.discount
    return _("%(what)s, %(num)s champagne less", what=told, num=less) if less else told


def _dancers_by_row(dancers: Any) -> dict[tuple[str, str], list[Any]]:
    return {
        (hall, row): [one for one in cells if one]
        for hall, rows in (dancers or {}).items()
        for row, cells in rows.items()
    }


def _dancer_changes(header: Header, moved: Any) -> str:
    before, now = _dancers_by_row(moved.facts["before"]), _dancers_by_row(moved.facts["now"])
    names = {player["id"]: player["name"] for player in header["players"]}
    told = []
    for (hall, row), cells in now.items():
        was = before.get((hall, row), [])
        for player in dict.fromkeys([*cells, *was]):
            more = cells.count(player) - was.count(player)
            place = f"{hall_name(hall)}, {row_word(row)}"
            who = names.get(player, player)
            if more > 0:
                told.append(_("a dancer of %(name)s onto %(place)s", name=who, place=place))
            elif more < 0:
                told.append(_("a dancer of %(name)s off %(place)s", name=who, place=place))
    return join_sayings(told)


class _Balls(Face):
    title = lazy("Vienna Balls")
    about = lazy(
        "Guests can dance in three halls instead of moving in. Champagne is served like "
        "food but is neither a dish nor a drink."
    )
    printed: Sequence[Mapping[str, Any]] = (
        {"send_dancer": {"count": 1}},
        {"send_dancer": {"count": 1, "discount": 1}},
        {"send_dancer": {"count": 1, "discount": 2}},
    )
    kinds: Mapping[str, object] = {
        "send_dancer": lazy("send a dancer"),
        "remove_dancer": lazy("remove a dancer"),
    }
    symbols: Mapping[str, str] = {"send_dancer": "WALTZ1-SYM-01"}
    sources: Mapping[str, object] = {"section": lazy("Rehearsal hall")}
    origins: Mapping[str, Callable[[str], str]] = {
        "hall": lambda hall: hall_name(hall.split(".")[0])
    }
    rewards: Mapping[str, ValueWords] = {
        "send_dancer": _permission_words,
        "vp_per_dancer": lambda part: _("%(num)s VP for each dancer", num=part.count),
    }
    losses: Mapping[str, ValueWords] = {
        "food": terms.amount_words,
        "remove_dancers": lambda n: ngettext(
            "%(num)d dancer of the hall being scored",
            "%(num)d dancers of the hall being scored",
            n["count"],
        ),
    }
    pieces: Mapping[str, ChangeWords] = {"dancers": _dancer_changes}
    steps: Mapping[str, object] = {"balls": lazy("Ball scoring")}
    events: Mapping[str, object] = {
        "dancer": lazy("for each dancer you send"),
        "champagne": lazy("each time something brings you champagne"),
    }
    decks: Mapping[str, Deck] = {
        "hall": Deck(
            lazy("Halls"),
            lazy("Hall"),
            lambda: HALLS,
            hall_name,
            describe_hall,
            icon="champagne",
            named=lambda _position, hall: ("hall", hall),
            worth=hall_worth,
        ),
        "rehearsal": Deck(
            lazy("Rehearsal halls"),
            lazy("Rehearsal hall"),
            lambda: {str(n): row for n, row in REHEARSALS.items()},
            lambda number: _("Rehearsal hall %(num)s", num=number),
            describe_rehearsal,
            reads=lambda number: f"rehearsal.{number}.1",
        ),
    }

    def setup(self, start: Mapping[str, Any]) -> Panel:
        m = {
            "places": list(enumerate(PLACES)),
            "halls": [(hall, hall_name(hall), scoring_words(hall)) for hall in HALLS],
            "chosen": [start.get(f"hall-{place}") for place in range(len(PLACES))],
            "boards": [(str(n), bool(start.get(f"rehearsal-{n}"))) for n in SECTIONS],
        }
        return Panel(f"{HERE}/setup.html", m)

    def read_setup(
        self, form: Mapping[str, str], document: dict[str, Any], problems: dict[str, str]
    ) -> None:
        halls = [form.get(f"hall-{place}", "") for place in range(len(PLACES))]
        if not set(halls) <= set(HALLS) or len(set(halls)) != len(halls):
            problems["module-balls"] = _("Choose three different halls, from left to right.")
        boards_ = [n for n in SECTIONS if form.get(f"rehearsal-{n}")]
        players = len(document["players"])
        if len(boards_) != players and not (players == len(SECTIONS) and not boards_):
            problems["module-balls"] = _(
                "Choose as many rehearsal halls as players: %(num)s.", num=players
            )
        document["setup"]["halls"] = halls
        document["setup"]["rehearsals"] = boards_ or list(SECTIONS)

    def step(self, view: View) -> str:
        return _("takes a rehearsal hall") if view.position["phase"] == PHASE else ""

    def dock(self, view: View, mine: Sequence[offers.Offer]) -> list[Button]:
        entry = {"by": view.acting, "do": "take_rehearsal"}
        possible = offers.find(mine, "take_rehearsal")[:1]
        label = _("Rehearsal hall")
        return [Button(label, entry, main=True, sheet="take_rehearsal") for _offer in possible]

    def also(self, view: View, mine: Sequence[offers.Offer]) -> list[Button]:
        guests = dict.fromkeys(offer["guest"] for offer in offers.find(mine, "send_guest"))
        return [
            Button(
                _("%(guest)s dances", guest=terms.guest_title(guest)),
                {"by": view.acting, "do": "send_guest", "guest": guest},
                icon="guest",
                sheet=f"send-{guest}",
            )
            for guest in guests
        ]

    def buttons(self, view: View, part: Part) -> list[Button]:
        if part["do"] != "send_dancer":
            return super().buttons(view, part)
        if not offers.find(view.options, "send_dancer", by=part["by"]):
            return []
        entry = {"by": part["by"], "do": "send_dancer"}
        return [Button(_("Choose hall and row"), entry, main=True, sheet="send_dancer")]

    def sheets(self, view: View, mine: Sequence[offers.Offer]) -> Sequence[Panel]:
        panels = []
        for offer in offers.find(mine, "take_rehearsal")[:1]:
            board = choosing.choice_field(offer, "rehearsal", _("Rehearsal hall"), str)
            panels.append(
                choosing.choice_sheet("take_rehearsal", str(board["title"]), offer, [board])
            )
        possible = offers.find(mine, "send_guest")
        for guest in dict.fromkeys(offer["guest"] for offer in possible):
            of_guest = [offer for offer in possible if offer["guest"] == guest]
            title = _("%(guest)s dances", guest=terms.guest_title(guest))
            panels.append(self._sending(view, f"send-{guest}", title, of_guest))
        possible = offers.find(mine, "send_dancer")
        if possible:
            panels.append(self._sending(view, "send_dancer", _("A dancer is sent"), possible))
        return panels

    def _sending(self, view: View, id_: str, title: str, found: Sequence[offers.Offer]) -> Panel:
        base = {key: found[0][key] for key in ("by", "do", "guest") if key in found[0]}
        rows: dict[str, list[str]] = {}
        for offer in found:
            for hall in offers.values(offer, "hall"):
                for row in offers.values(offer, "row"):
                    if row not in rows.setdefault(hall, []):
                        rows[hall].append(row)
        floor = floor_of(view.known.state)  # type: ignore[arg-type]
        sections = sorted({n for offer in found for n in offers.values(offer, "section")})
        halls = [
            {
                "name": hall_name(hall),
                "rows": [
                    {
                        "word": row_word(row),
                        "cost": " ".join(str(cost_of(cell)) for cell in cells)
                        if cells is not None
                        else "?",
                        "entry": {**base, "hall": hall, "row": row},
                    }
                    for row in ROWS
                    if row in of_hall
                    for cells in [floor.read(hall, row)]
                ],
            }
            for hall, of_hall in rows.items()
        ]
        m = {"id": id_, "title": title, "halls": halls}
        m["sections"] = [(n, _section_rewards(view, str(base["by"]), n)) for n in sections]
        m["wants"] = choosing.list_wanted_pieces(view, found, str(base["by"]))
        return Panel(f"{HERE}/send.html", m)

    def panels(self, view: View) -> Sequence[Panel]:
        colours = {p["id"]: p.get("colour", "") for p in view.players}
        dancers: Mapping[str, Any] = view.position.get("dancers") or {}
        halls = []
        for hall in view.position.get("halls") or dancers:
            rows = dancers.get(hall, {})
            shown = [
                {
                    "word": row_word(row),
                    "cells": _cells(view, hall, row, rows.get(row, ()), colours),
                }
                for row in (*ROWS, BALCONY)
                if row in ROWS or row in rows
            ]
            halls.append(
                {"id": hall, "name": hall_name(hall), "about": scoring_words(hall), "rows": shown}
            )
        rehearsals = []
        for player in view.players:
            lies = view.position["players"][player["id"]].get("rehearsal")
            if lies:
                sections = lies.get("sections") or ["?"] * 4
                gives = [_section_rewards(view, player["id"], n) for n in range(1, 5)]
                row: dict[str, object] = {
                    "player": player["name"],
                    "colour": player.get("colour", ""),
                }
                row |= {"board": lies.get("board", "?")}
                row["sections"] = list(zip(sections, gives, strict=True))
                rehearsals.append(row)
        if not halls and not rehearsals:
            return ()
        m = {"halls": halls, "rehearsals": rehearsals}
        return [Panel(f"{HERE}/play.html", m, ("halls", "dancers", "rehearsal"))]

    def wall_lines(self, view: View) -> Sequence[WallLine]:
        who = {p["id"]: (str(p["name"]), str(p.get("colour", ""))) for p in view.players}
        dancers: Mapping[str, Any] = view.position.get("dancers") or {}
        return [
            WallLine(
                hall_name(hall),
                [
                    (row_word(row), [who[player] for player in there if player in who])
                    for row, there in dancers.get(hall, {}).items()
                    if any(there)
                ]
                or [("–", ())],
            )
            for hall in view.position.get("halls") or dancers
        ]

    def own_lines(self, view: View, player: str) -> Sequence[str]:
        lies = view.position["players"][player].get("rehearsal") or {}
        left = ", ".join(map(str, lies.get("sections") or ()))
        return [_("Rehearsal: %(dancers)s", dancers=left)] if left else []

    def forms(self, view: View) -> Sequence[Mapping[str, object]]:
        by = view.acting
        laid = view.position.get("halls") or HALLS
        hall = choosing.radio_field("hall", _("Hall"), [(one, hall_name(one)) for one in laid])
        row = choosing.radio_field("row", _("Row"), [(one, row_word(one)) for one in ROWS])
        rows = [(one, row_word(one)) for one in (*ROWS, BALCONY)]
        section = choosing.radio_field("section", _("Section"), [(n, str(n)) for n in range(1, 5)])
        cafe = view.position["players"][str(by)]["cafe"]
        guest = choosing.radio_field(
            "guest",
            _("Guest"),
            [(each["guest"], terms.guest_title(each["guest"])) for each in cafe],
        )
        to = [hall, row, section]
        sent = {"by": by, "do": "send_guest"}
        dancer = {"by": by, "do": "send_dancer"}
        gone = [
            choosing.radio_field("row", _("Row"), rows),
            choosing.number_field("cell", _("Space of the row"), 1, 9),
        ]
        removed = {"by": by, "do": "remove_dancer"}
        return [
            choosing.entry_form("guest", _("A guest goes dancing"), sent, [guest, *to], chips=True),
            choosing.entry_form("guest", _("A dancer is sent"), dancer, to, chips=True),
            choosing.entry_form("bin", _("A dancer is removed"), removed, gone),
        ]

    def scorings(self) -> Sequence[Scoring]:
        return scored.list_ball_scorings()

    def alone(self, replay: Replay, scoring: str) -> Alone | None:
        return scored.score_ball_alone(replay, scoring)

    def step_panel(self, view: View, done: StepDone) -> Panel | None:
        m = scored.ball_table(view.players, done.before) if done.id == "balls" else None
        return Panel(f"{HERE}/scored.html", m) if m else None

    def components(self, box: Box) -> Sequence[Component]:
        return read_off.list_hall_components(box)

    def in_sight(self, view: View) -> Iterator[str]:
        return read_off.halls_in_sight(view)

    def read_off(self, view: View) -> Mapping[str, dict[str, Any]]:
        return read_off.list_known_halls(view)

    def position(self, header: Header, position: Document) -> Panel:
        dancers = {
            (hall, row): [one or "" for one in cells]
            for hall, rows in (position.get("dancers") or {}).items()
            for row, cells in rows.items()
        }
        laid = [*position.get("halls", ()), "", "", ""][: len(PLACES)]
        m = {
            "places": list(enumerate(PLACES)),
            "laid": laid,
            "halls": [(hall, hall_name(hall)) for hall in HALLS],
            "rows": [(row, row_word(row)) for row in (*ROWS, BALCONY)],
            "cells": range(4),
            "dancers": {
                place: {row: dancers.get((hall, row), []) for row in (*ROWS, BALCONY)}
                for place, hall in enumerate(laid)
            },
            "own": {
                player: lies.get("rehearsal", {})
                for player, lies in position.get("players", {}).items()
            },
            "boards": choices(box_of_record(header).shapes.player, "rehearsal", "board"),
        }
        return Panel(f"{HERE}/position.html", m)

    def read_position(self, filled: FilledPosition, position: dict[str, Any]) -> None:
        """Read halls by their places, and sections by their numbers."""
        table = filled.table
        given, standing = (nested_fields.branch(table.fields, name) for name in ("hall", "dancers"))
        halls = [str(given.get(str(place), "")) for place in range(len(PLACES))]
        if all(halls):
            there = {hall: standing.get(str(place)) for place, hall in enumerate(halls)}
            position["halls"] = table.read("halls", halls)
            position["dancers"] = table.read("dancers", there)
        for player, own in filled.own.items():
            board = nested_fields.branch(own.fields, "rehearsal")
            if board:
                left = [board.get(str(n), str(full)) for n, full in enumerate(FULL, start=1)]
                rehearsal = own.read("rehearsal", {**board, "sections": left})
                position["players"][player]["rehearsal"] = rehearsal


def _cells(
    view: View, hall: str, row: str, standing: Sequence[Any], colours: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Return the cells of a row, each with its dancer and its cost, drawn and in words."""
    cells = None if row == BALCONY else floor_of(view.known.state).read(hall, row)  # type: ignore[arg-type]
    costs: list[int | None] = [cost_of(cell) for cell in cells or ()]
    costs += [None] * (max(len(standing), 1) - len(costs))
    there = [standing[place] if place < len(standing) else None for place in range(len(costs))]
    who = [(view.name(player), colours.get(player or "", "")) for player in there]

    def make() -> list[dict[str, Any]]:
        return [
            {
                "who": name,
                "colour": colour,
                "cost": "?" if cost is None else str(cost),
                "price": _("not known")
                if cost is None
                else terms.amount_words({"champagne": cost}),
            }
            for (name, colour), cost in zip(who, costs, strict=True)
        ]

    return keep_made("cells", (who, costs), make)


def _section_rewards(view: View, player: str, section: int) -> str:
    """Return the reward for emptying a section of a rehearsal hall, where it was read."""
    board = view.position["players"][player].get("rehearsal", {}).get("board")
    if board is None:
        return ""
    floor = floor_of(view.known.state)  # type: ignore[arg-type]
    parts = section_parts(box_of_record(view.header), floor, board, section)
    return (
        keep_made("gives", parts, lambda: join_sayings(map(does.reward_words, parts)))
        if parts
        else ""
    )


FACE = _Balls()
