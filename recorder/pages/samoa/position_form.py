"""A position of this game entered by tapping: hotels, money, cards, and the table between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator.record import Header, Unreadable
from adjudicator.replay import Replay
from adjudicator.samoa.printed.catalogue import (
    FEWEST_PLAYERS,
    FLAGS_OF_EACH,
    MOST_PLAYERS,
    NATIONALITIES,
    PRICED_CARDS,
    ROUNDS,
    SPECIAL_TILES,
    START_MONEY,
    TILE_KINDS,
    TILES,
)
from adjudicator.samoa.printed.names import CELEBRITY
from recorder.pages.forms import nested_fields
from recorder.pages.presenter import Alone, Document, Scoring
from recorder.pages.samoa import hotels, terms
from recorder.pages.samoa import printed_figures as figures
from recorder.pages.wording import gettext as _
from recorder.pages.wording import join_sayings, lazy, record_word

FINAL, PAYMENT = "final", "payment"

PHASES: Mapping[str, object] = {
    "tiles": lazy("tiles are turned up"),
    "tourists": lazy("tourists arrive"),
    "cards": lazy("price cards"),
    "building": lazy("building"),
    "lodging": lazy("moving in"),
}

STEPS = ("building", "lodging")
"""The phases in which players act one after another."""

CARDED = ("cards", *STEPS)
"""The phases in which tourists lie out and price cards lie before the players."""

KEPT = ("used_tiles", "arrivals", "swaps", "stands", "hotel")
"""Keys of a position that the editor keeps hidden."""

_PLACES: Mapping[str, object] = {
    "money": lazy("coins"),
    "rooms": lazy("hotel"),
    "suites": lazy("suites"),
    "extra_rooms": lazy("extra rooms"),
    "pools": lazy("pools"),
    "special_tiles": lazy("special tiles"),
    "hand": lazy("cards in hand"),
    "discards": lazy("discarded cards"),
    "card": lazy("card on the table"),
    "chosen": lazy("card chosen"),
    "bought": lazy("tile bought"),
    "flags": lazy("flags"),
    "tie_break": lazy("tie-break card"),
    "price_cards": lazy("price cards"),
    "hotel": lazy("hotel board"),
    "tiles": lazy("open tiles"),
    "used_tiles": lazy("tiles used"),
    "groups": lazy("tourists on the table"),
    "acted": lazy("who has finished"),
    "round": lazy("round"),
    "phase": lazy("phase"),
    "players": lazy("all players together"),
}


class _SamoaPositions:
    """The position editor of this game; see ``recorder.pages.presenter.Positions``."""

    seats = (FEWEST_PLAYERS, MOST_PLAYERS)
    styles: Sequence[str] = ("samoa/play.css", "samoa/setup.css", "samoa/position.css")

    sheets: Sequence[str] = ()

    def scorings(self, header: Header) -> Sequence[Scoring]:
        return [
            Scoring(FINAL, _("Final scoring"), _("the last tourists have paid")),
            Scoring(PAYMENT, _("Including the last payment"), _("they moved in and have not paid")),
        ]

    def alone(self, replay: Replay, scoring: str) -> Alone | None:
        """Return None: no scoring stands by itself."""
        return None

    def figures(self, modules: Sequence[str], sheet: str) -> Mapping[str, object]:
        """Return nothing: there are no modules."""
        return {}

    @property
    def modules(self) -> Mapping[str, object]:
        """No modules."""
        return {}

    def players(self) -> list[dict[str, str]]:
        ids = "abcdef"[:MOST_PLAYERS]
        return [{"id": player, "name": player.upper(), "colour": ""} for player in ids]

    def start(self, players: Sequence[str], scoring: bool) -> dict[str, Any]:
        kept = figures.list_kept_figures()
        printed: dict[str, Any] = {
            key: kept[key].value for key in ("price_cards", "hotel") if key in kept
        }
        money = 0 if scoring else START_MONEY
        return {
            **printed,
            "round": ROUNDS if scoring else 1,
            "phase": "cards",
            "players": {player: {"money": money} for player in players},
        }

    def ready(self, kind: str, card: str, where: str) -> Mapping[str, object] | None:
        """Return None: the casebook has the cases of tiles."""
        return None

    def form(self, header: Header, position: Document, scoring: bool) -> Mapping[str, object]:
        round_ = position.get("round", 1)
        flags = position.get("flags") or fill_flags({})
        nation = flags[round_ - 1]
        hotel = position.get("hotel")
        drawn = hotel is not None and figures.on_grid(hotel)
        printed = {"price_cards": position.get("price_cards"), "hotel": hotel if drawn else None}
        kept = {key: position[key] for key in KEPT if key in position}
        if drawn:
            kept.pop("hotel", None)
        return {
            **figures.figures_view(figures.figure_fields(printed)),
            "scoring": scoring,
            "chosen_scoring": PAYMENT if position.get("phase") == "lodging" else FINAL,
            "table_word": _("Table"),
            "seats": [_seat(player, position) for player in header["players"]],
            "round": round_,
            "rounds": range(1, ROUNDS + 1),
            "phases": PHASES,
            "phase": position.get("phase"),
            "nations": {nation: terms.nation_word(nation) for nation in NATIONALITIES},
            "nation": nation,
            "others": _list_other_flags(flags, round_),
            "tie_break": position.get("tie_break"),
            "acted": position.get("acted") or (),
            "groups": position.get("groups") or [[]],
            "tiles": position.get("tiles", []),
            "tile_kinds": {kind: terms.tile_word(kind) for kind in TILE_KINDS},
            "special_kinds": {kind: terms.tile_word(kind) for kind in SPECIAL_TILES},
            "tokens": [terms.token_face(token) for token in figures.TOKEN_KINDS],
            "rooms": hotel["rooms"] if hotel else hotels.GUESS,
            "kept": kept,
        }

    def read(
        self, fields: dict[str, Any], players: Sequence[str], scoring: str = ""
    ) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        if scoring not in ("", FINAL, PAYMENT):
            raise Unreadable(_("there is no such scoring"), key="scoring")
        kept = _json(fields, "kept")
        position = {
            key: kept[key] for key in KEPT if isinstance(kept, dict) and key in kept
        } | _read_printed(fields, len(players))
        own = nested_fields.branch(fields, "p")
        cards = position.get("price_cards")
        seats = {
            player: _player(nested_fields.branch(own, player), f"position.players.{player}", cards)
            for player in players
        }
        if scoring == FINAL:
            position |= {"round": ROUNDS, "phase": "over"}
        elif scoring == PAYMENT:
            position |= {"round": ROUNDS, "phase": "lodging", "acted": list(players)}
        else:
            position |= _step(fields, players, position)
        if scoring != FINAL:
            position["flags"] = _flags(fields, position["round"])
            tie = str(fields.get("tie_break"))
            position["tie_break"] = tie if tie in players else players[-1]
        position["players"] = {
            player: _in_phase(lies, position["phase"]) for player, lies in seats.items()
        }
        if scoring == PAYMENT:
            _require_hotel(position)
        return position, []

    def place(self, key: str, own: bool) -> str:
        name, _dot, rest = key.partition(".")
        if own and name == "rooms" and rest:
            return terms.room_name(rest)
        known = _PLACES.get(name)
        return str(known) if known else record_word(key)


POSITIONS = _SamoaPositions()


def fill_flags(told: Mapping[int, str]) -> list[str]:
    """Return twelve flags: the known ones by round, the rest so that each comes three times.

    Neighbours differ where that is possible (SAM-SETUP-03, SAM-SETUP-04). Too many of one stay:
    the reader of the position refuses them.
    """
    left = {flag: FLAGS_OF_EACH - list(told.values()).count(flag) for flag in NATIONALITIES}
    flags: list[str] = []
    for round_ in range(1, ROUNDS + 1):
        if round_ in told:
            flags.append(told[round_])
            continue
        near = (flags[-1] if flags else None, told.get(round_ + 1))
        best = max(NATIONALITIES, key=lambda flag: (left[flag] > 0, flag not in near, left[flag]))
        left[best] -= 1
        flags.append(best)
    return flags


def _list_other_flags(flags: Sequence[str], round_: int) -> list[dict[str, object]]:
    """Return the flags of all rounds, without this one's; none if only this one was filled in."""
    told = flags != fill_flags({round_: flags[round_ - 1]})
    return [
        {"number": number, "value": flag if told and number != round_ else ""}
        for number, flag in enumerate(flags, start=1)
    ]


def _seat(player: Mapping[str, Any], position: Document) -> dict[str, Any]:
    """Return the values of the editor for a player."""
    seat = str(player["id"])
    lies = position.get("players", {}).get(seat, {})
    cards = position.get("price_cards") or ()
    card = lies.get("card") or lies.get("chosen") or {}
    states = ["discards" if one in lies.get("discards", ()) else "" for one in cards]
    states += [""] * (PRICED_CARDS - len(states))
    if card in cards:
        states[cards.index(card)] = "table"
    special = list(lies.get("special_tiles", ()))
    return {
        "id": seat,
        "name": player["name"],
        "colour": player.get("colour", ""),
        "money": lies.get("money", START_MONEY),
        "pools": lies.get("pools", 0),
        "extra_rooms": lies.get("extra_rooms", 0),
        "special": {kind: special.count(kind) for kind in SPECIAL_TILES},
        "tourists": [
            [room, one["token"], one["flag"]]
            for room, living in lies.get("rooms", {}).items()
            for one in living
        ],
        "suites": lies.get("suites", []),
        "cards": states,
        "day_off": "table" if card.get("day_off") else "",
        "loose": card if card not in cards and not card.get("day_off") else {},
        "bought": lies.get("bought"),
    }


def _json(fields: Mapping[str, Any], key: str) -> Any:
    return nested_fields.decode_field(fields.get(key) or "null", key)


def _read_printed(fields: dict[str, Any], players: int) -> dict[str, Any]:
    """Return price cards and hotel, as the set-up form reads them."""
    pairs = [
        (name, value) for name in fields for value in nested_fields.list_field_values(fields, name)
    ]
    problems: dict[str, str] = {}
    printed = figures.read_setup_figures(MultiDict(pairs), players, problems)
    for key, message in problems.items():
        raise Unreadable(message, key=f"position.{key}")
    return {key: printed[key] for key in ("price_cards", "hotel") if key in printed}


def _flags(fields: dict[str, Any], round_: int) -> list[str]:
    """Return the twelve flags: the one of this round, the known ones, others for the rest."""
    told = {
        int(number): str(flag)
        for number, flag in nested_fields.branch(fields, "flag").items()
        if number.isdecimal() and len(number) < 3
    }
    told[round_] = str(fields.get("nation", NATIONALITIES[0]))
    return fill_flags(told)


def _step(
    fields: dict[str, Any], players: Sequence[str], kept: Mapping[str, Any]
) -> dict[str, Any]:
    """Return round, phase, the players that have acted, and the open things."""
    step: dict[str, Any] = {
        "round": nested_fields.number(fields.get("round", "1"), "position.round"),
        "phase": fields.get("phase", "cards"),
        "tiles": _json(fields, "tiles") or [],
    }
    if not 1 <= step["round"] <= ROUNDS:
        message = _("there are %(rounds)s rounds", rounds=ROUNDS)
        raise Unreadable(message, key="position.round")
    if step["phase"] in CARDED:
        groups = _json(fields, "groups") or []
        step["groups"] = groups if groups != [[]] else []
    if step["phase"] in STEPS:
        acted = [
            player
            for player in nested_fields.list_field_values(fields, "acted")
            if player in players
        ]
        step["acted"] = acted
        own = nested_fields.branch(fields, "p").values()
        bought = any(lies.get("bought") for lies in own if isinstance(lies, dict))
        fresh = step["phase"] == "building" or not (step["tiles"] or bought)
        step["swaps"] = (kept.get("swaps") or []) if fresh and not acted else None
    return step


def _player(own: dict[str, Any], key: str, cards: Sequence[Document] | None) -> dict[str, Any]:
    """Return the things before a player; ``card`` is the one on the table."""
    lies: dict[str, Any] = {}
    if "money" in own:
        lies["money"] = nested_fields.number(own["money"], f"{key}.money")
    rooms: dict[str, list[dict[str, str]]] = {}
    for value in nested_fields.list_field_values(own, "tourists"):
        read = nested_fields.decode_field(value, f"{key}.rooms")
        if not isinstance(read, list) or [type(part) for part in read] != [str, str, str]:
            raise Unreadable(_("this is not a room, a token and a nationality"), key=f"{key}.rooms")
        room, token, flag = read
        rooms.setdefault(room, []).append({"token": token, "flag": flag})
    special = nested_fields.branch(own, "special")
    return lies | {
        "rooms": rooms,
        "suites": nested_fields.list_field_values(own, "suites"),
        "extra_rooms": _count(own, "extra_rooms", key),
        "pools": _count(own, "pools", key),
        "special_tiles": [
            kind
            for kind in SPECIAL_TILES
            for _each in range(_count(special, kind, f"{key}.special_tiles"))
        ],
        **_cards(own, key, cards),
        "bought": own.get("bought"),
    }


def _count(own: Mapping[str, Any], name: str, key: str) -> int:
    """Return a number of building tiles of one kind (SAM-SETUP-01)."""
    count = nested_fields.number(own.get(name, "0"), f"{key}.{name}")
    if not 0 <= count <= TILES:
        raise Unreadable(
            _("%(count)s tiles: there are %(all)s", count=count, all=TILES),
            key=f"{key}.{name}",
            rule="SAM-SETUP-01",
        )
    return count


def _cards(own: dict[str, Any], key: str, cards: Sequence[Document] | None) -> dict[str, Any]:
    """Return the card on the table and the discards; the rest is the hand (SAM-SETUP-02)."""
    table: list[Document] = []
    discards: list[Document] = []
    for name, state in nested_fields.branch(own, "cards").items():
        if name == "off":
            card: Document = {"day_off": True}
        else:
            number = nested_fields.number(name, f"{key}.card")
            if not 0 <= number < len(cards or ()):
                continue  # its figures were taken out again
            card = (cards or ())[number]
        (discards if state == "discards" else table).append(card)
    if cards is None and ("bid" in own or "price" in own):
        given = (own.get("bid"), own.get("price"))
        bid, room = (nested_fields.number(figure, f"{key}.card") for figure in given)
        table.append({"bid": bid, "room": room})
    if len(table) > 1:
        raise Unreadable(
            _("two cards: %(cards)s", cards=join_sayings(map(terms.price_card_words, table))),
            key=f"{key}.card",
            rule="SAM-CARD-01",
        )
    return {"card": table[0] if table else None, "discards": discards}


def _in_phase(lies: dict[str, Any], phase: str) -> dict[str, Any]:
    """Return a player as a position of this phase writes it."""
    kept = dict(lies)
    card, bought = kept.pop("card"), kept.pop("bought")
    if phase == "over":
        return kept
    if card:
        kept["chosen" if phase == "cards" else "card"] = card
    if bought and phase in STEPS:
        kept["bought"] = bought
    return kept


def _require_hotel(position: Mapping[str, Any]) -> None:
    """Raise Unreadable without the hotel where a celebrity's neighbours count (SAM-CELEB-02)."""
    for player, lies in position["players"].items():
        tokens = [one["token"] for living in lies["rooms"].values() for one in living]
        if CELEBRITY in tokens and "hotel" not in position:
            raise Unreadable(
                _("it is not known who lives beside a celebrity: enter the hotel board"),
                key=f"position.players.{player}.rooms",
                rule="SAM-CELEB-02",
            )
