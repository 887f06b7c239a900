"""A position of this game entered by tapping: hotels, cafés, stores, and the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from adjudicator.austria.assembled.boxes import box_of_record, read_modules
from adjudicator.austria.printed.board import (
    COLUMNS,
    FLOORS,
    ROOM_INDEX,
    Board,
    entered_board,
    night_board,
)
from adjudicator.austria.printed.catalogue import FIGURES
from adjudicator.austria.table.moves import LAST_SPACE
from adjudicator.austria.table.state import OVER
from adjudicator.record import Header, Unreadable
from adjudicator.replay import Replay
from recorder.pages.austria import boards, does, examples, modules, setup_form, terms
from recorder.pages.austria.components import kept
from recorder.pages.austria.modules import FilledPosition
from recorder.pages.forms import nested_fields
from recorder.pages.forms.shaped_fields import FilledIn, choices
from recorder.pages.presenter import Alone, Document, Scoring
from recorder.pages.wording import capital, lazy
from recorder.pages.wording import gettext as _

LETTERS = "ABC"
FINAL = "final"

_PLACES = {
    "krones": lazy("krones"),
    "emperor": lazy("emperor space"),
    "vp": lazy("victory points"),
    "hand": lazy("cards in hand"),
    "kitchen": lazy("kitchen"),
    "rooms": lazy("hotel"),
    "cafe": lazy("café"),
    "staff": lazy("staff in play"),
    "dice": lazy("dice"),
    "queue": lazy("queue"),
    "politics": lazy("cards for discs"),
    "claims": lazy("discs on cards"),
    "passed": lazy("who has passed"),
    "players": lazy("all players together"),
    "round": lazy("round"),
    "taken": lazy("dice on turn-order tiles"),
}


class _AustriaPositions:
    """The position editor of this game; see ``recorder.pages.presenter.Positions``."""

    seats = (2, 4)
    styles: Sequence[str] = ("austria/play.css", "austria/position.css")

    def scorings(self, header: Header) -> Sequence[Scoring]:
        after = [
            Scoring(
                f"emperor-{round_}",
                _("Emperor scoring after round %(round)s", round=round_),
                _("with each choice of bonus or penalty, then the final scoring")
                if round_ == FIGURES["rounds"]
                else _("with each choice of bonus or penalty"),
            )
            for round_ in FIGURES["emperor_rounds"]
        ]
        final = Scoring(FINAL, _("Final scoring"), _("the last emperor scoring is done"))
        of_modules = [scoring for face in modules.list_faces(header) for scoring in face.scorings()]
        return [final, *reversed(after), *of_modules]

    def alone(self, replay: Replay, scoring: str) -> Alone | None:
        faces = modules.list_faces(replay.record.header)
        return next((one for face in faces if (one := face.alone(replay, scoring))), None)

    @property
    def sheets(self) -> Sequence[str]:
        return kept.list_sheet_names()

    def figures(self, modules: Sequence[str], sheet: str) -> Mapping[str, object]:
        return kept.sheet_figures(sheet, modules)

    @property
    def modules(self) -> Mapping[str, object]:
        return {name: face.title for name, face in modules.offered_faces().items()}

    def players(self) -> list[dict[str, str]]:
        return [
            {"id": player, "name": str(word).capitalize(), "colour": colour}
            for player, (colour, word) in zip("abcd", setup_form.COLOURS.items(), strict=True)
        ]

    def start(self, players: Sequence[str], scoring: bool) -> dict[str, object]:
        if scoring:
            empty: dict[str, Any] = {"krones": 0, "emperor": 0, "vp": 0, "kitchen": {}, "hand": 0}
            return {"players": {player: dict(empty) for player in players}}
        begun = {
            "krones": FIGURES["start_krones"],
            "emperor": 0,
            "vp": 0,
            "kitchen": FIGURES["start_kitchen"],
            "hand": FIGURES["start_hand"],
        }
        return {
            "round": 1,
            "turn_of": players[0],
            "dice": [1] * 6,
            "players": {player: dict(begun) for player in players},
        }

    def ready(self, kind: str, card: str, where: str) -> Mapping[str, object] | None:
        return examples.find_ready_position(kind, card, where)

    def form(self, header: Header, position: Document, scoring: bool) -> Mapping[str, object]:
        box = box_of_record(header)
        claims = position.get("claims", {})
        cards, tiles = box.components.politics, box.components.tiles
        chosen = _by_letter(cards, position.get("politics", list(claims)))
        return {
            "scoring": scoring,
            "table_word": _("Table") if header.get("modules") else "",
            "seats": [_seat(player, header, position, scoring) for player in header["players"]],
            "round": position.get("round", 1),
            "rounds": choices(box.shapes.position, "round"),
            "turn_of": position.get("turn_of"),
            "first_player": position.get("first_player"),
            "die_taken": bool(position.get("die_taken")),
            "guest_taken": bool(position.get("guest_taken")),
            "dice": position.get("dice") or [0] * 6,
            "passed": position.get("passed", []),
            "queue": [*position.get("queue", ()), "", "", "", "", ""][:5],
            "guests": [boards.guest_view(number, box=box) for number in box.components.guests],
            "foods": [{"name": food, "word": terms.food_word(food)} for food in box.foods],
            "spaces": range(LAST_SPACE + 1),
            "taken": choices(box.shapes.position, "taken"),
            "krones": range(FIGURES["krones_max"] + 1),
            "cards_title": capital(terms.politics_cards(str(header.get("edition", "")))),
            "politics": {
                letter: [
                    (card, terms.politics_words(card)) for card in _cards_of_letter(cards, letter)
                ]
                for letter in LETTERS
            },
            "chosen": chosen,
            "discs": {letter: claims.get(chosen.get(letter), []) for letter in LETTERS},
            "tiles": {
                letter: [(tile, does.tile_words(tile)) for tile in _cards_of_letter(tiles, letter)]
                for letter in LETTERS
            },
            "emperor": list(position.get("emperor", ())),
            "panels": [
                panel
                for face in modules.list_faces(header)
                if (panel := face.position(header, position))
            ],
            "states": {
                "": _("not in play"),
                "in": _("in play"),
                "used": _("used this round"),
                **modules.list_marks(),
            },
            "kept": {key: position[key] for key in ("boards",) if key in position},
        }

    def read(
        self, fields: dict[str, Any], players: Sequence[str], scoring: str = ""
    ) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        held = nested_fields.decode_field(fields.get("kept", "{}"), "kept")
        position: dict[str, Any] = {
            key: held[key] for key in ("boards",) if isinstance(held, dict) and key in held
        }
        header = _header(fields)
        filled = _read_fields(fields, players, header)
        position["players"] = {player: _own(own) for player, own in filled.own.items()}
        position |= _cards(filled.table)
        for face in modules.list_faces(header):
            face.read_position(filled, position)
        if scoring:
            return _position_to_score(position, players, scoring, header)
        position |= _turn(filled.table)
        return position, []

    def place(self, key: str, own: bool) -> str:
        if key.partition(".")[0] == "emperor" and not own:
            return _("emperor tiles")
        known = _PLACES.get(key.partition(".")[0])
        return str(known) if known else key


POSITIONS = _AustriaPositions()


def _header(fields: Mapping[str, Any]) -> Header:
    """Return the parts of a header that the editor carries along, such as the modules.

    Raises Unreadable for modules that are no list of names, unknown, or named twice.
    """
    header = nested_fields.decode_field(fields.get("header", "{}"), "header")
    if not isinstance(header, dict):
        return {}
    named = header.get("modules", [])
    if not (isinstance(named, list) and all(isinstance(name, str) for name in named)):
        raise Unreadable(_("modules are a list of names"), key="modules")
    read_modules(named)
    return cast("Header", header)


def _cards_of_letter(kind: Mapping[str, Any], letter: str) -> list[str]:
    """Return the ids of the cards or tiles of one letter, or of a letter nobody has read."""
    return [name for name, card in kind.items() if card.letter in (letter, None)]


def _by_letter(cards: Mapping[str, Any], chosen: Sequence[str]) -> dict[str, str]:
    """Return the cards of a position by letter; unread cards take the free letters."""
    lettered = {cards[card].letter: card for card in chosen if cards[card].letter}
    left = iter([letter for letter in LETTERS if letter not in lettered])
    return lettered | {
        letter: card
        for card in chosen
        if cards[card].letter is None and (letter := next(left, None)) is not None
    }


def _seat(
    player: Mapping[str, Any], header: Header, position: Document, scoring: bool
) -> dict[str, object]:
    """Return the values of the editor for a player."""
    seat = str(player["id"])
    lies = position.get("players", {}).get(seat, {})
    board = _board(header, position, seat)
    in_play = {
        (card if isinstance(card, int) else card["staff"]): (
            "in" if isinstance(card, int) else next((k for k in card if k != "staff"), "in")
        )
        for card in lies.get("staff", ())
    }
    box = box_of_record(header)
    tables = max(
        [int(FIGURES["cafe_tables"]), *(f.tables(lies) for f in modules.list_faces(header))]
    )
    cafe = [
        boards.guest_view(lying["guest"], lying.get("served"), box)
        for lying in lies.get("cafe", ())
    ]
    return {
        "id": seat,
        "name": player["name"],
        "colour": player.get("colour", ""),
        "has": lies,
        "kitchen": lies.get("kitchen", FIGURES["start_kitchen"]),
        "taken": position.get("taken", {}).get(seat, 0),
        "floors": [
            {
                "floor": floor,
                "cost": FIGURES["floor_cost"][floor - 1],
                "rooms": [
                    _room(f"{floor}-{column}", board, lies.get("rooms", {}))
                    for column in range(1, COLUMNS + 1)
                ],
            }
            for floor in range(FLOORS, 0, -1)
        ],
        "cafe": [*cafe, *[None] * tables][:tables],
        "staff": [
            {
                "number": number,
                "name": terms.staff_name(number),
                "state": in_play.get(number, ""),
                "states": ["", "in"] if scoring else ["", "in", *_list_marks(card.timing)],
            }
            for number, card in box.components.staff.items()
        ],
    }


def _board(header: Header, position: Document, player: str) -> Board:
    corrected = header.get("options", {}).get("figures", {}).get("points", {})
    entered = position.get("boards", {}).get(player)
    if entered:
        return entered_board(entered["floors"], entered.get("points"), corrected, "boards")
    return night_board(corrected)


def _room(name: str, board: Board, rooms: Mapping[str, str]) -> dict[str, object]:
    colour = board.colours[ROOM_INDEX[name]]
    return {
        "name": name,
        "colour": colour,
        "icon": terms.KINDS[colour],
        "state": rooms.get(name, ""),
        "words": _("Room %(room)s, %(colour)s", room=name, colour=terms.colour_word(colour)),
    }


def _list_marks(timing: str) -> Sequence[str]:
    kind = modules.staff_kind(timing)
    return ("used",) if timing == "round" else kind.marks if kind is not None else ()


def _read_fields(fields: dict[str, Any], players: Sequence[str], header: Header) -> FilledPosition:
    """Return the fields of the table and of each player, to be read by their shapes."""
    shapes = box_of_record(header).shapes
    seats = nested_fields.branch(fields, "p")
    table = FilledIn(shapes.position.shapes, fields, "position", players)
    own = {
        player: table.part(
            f"players.{player}", shapes.player.shapes, nested_fields.branch(seats, player)
        )
        for player in players
    }
    return FilledPosition(table, own)


def _own(own: FilledIn) -> dict[str, object]:
    lies = own.filled("krones", "emperor", "vp", "hand") | own.said("kitchen", "rooms", "cafe")
    states = nested_fields.branch(own.fields, "staff")
    cards = dict(zip(states, own.read("staff", [*states]), strict=True))
    lies["staff"] = [
        cards[card] if state == "in" else {"staff": cards[card], str(state): True}
        for card, state in states.items()
    ]
    return lies


def _cards(table: FilledIn) -> dict[str, object]:
    """Return politics cards with their discs, and emperor tiles, as far as they were chosen."""
    letters = (
        nested_fields.branch(table.fields, name) for name in ("politics", "discs", "emperor")
    )
    chosen, discs, tiles = letters
    for letter in LETTERS:
        if letter in discs and letter not in chosen:
            key = f"position.politics.{letter}"
            raise Unreadable(_("there are discs, but the card is not chosen"), key=key)
    by_key = {
        "claims": {
            str(chosen[letter]): str(discs[letter]).split(",")
            for letter in LETTERS
            if letter in discs
        },
        "politics": [chosen[letter] for letter in LETTERS] if chosen.keys() >= {*LETTERS} else [],
        "emperor": [tiles[letter] for letter in LETTERS if letter in tiles],
    }
    return {key: table.read(key, given) for key, given in by_key.items() if given}


def _turn(table: FilledIn) -> dict[str, object]:
    turn = table.filled("round", "first_player", "queue", "turn_of")
    if "turn_of" in turn:
        turn |= table.said("dice", "guest_taken", "die_taken", "taken", "passed")
        if turn["die_taken"]:
            taken, actor = turn["taken"], str(turn["turn_of"])
            taken[actor] = max(1, taken.get(actor, 0))
    return turn


def _position_to_score(
    position: dict[str, Any], players: Sequence[str], scoring: str, header: Header
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the position to be scored: for an emperor scoring the last turn of its round."""
    if scoring == FINAL:
        return position | {"round": FIGURES["rounds"], "phase": OVER, "dice": [0] * 6}, []
    if scoring in [one.key for face in modules.list_faces(header) for one in face.scorings()]:
        return position | {"round": nested_fields.number(scoring.rpartition("-")[2], "scoring")}, []
    number = nested_fields.number(scoring.removeprefix("emperor-"), "scoring")
    if number not in FIGURES["emperor_rounds"]:
        raise Unreadable(_("there is no such scoring"), key="scoring")
    letter = LETTERS[list(FIGURES["emperor_rounds"]).index(number)]
    if letter not in {tile[:1] for tile in position.get("emperor", ())}:
        message = _("choose the tile that is scored, one of %(letter)s", letter=letter)
        raise Unreadable(message, key=f"position.emperor.{letter}")
    last = players[-1]
    turn = {
        "round": number,
        "turn_of": last,
        "die_taken": True,
        "dice": [0] * 6,
        "taken": dict.fromkeys(players, 2),
    }
    return position | turn, [{"by": last, "do": "done"}]
