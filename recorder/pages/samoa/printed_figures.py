"""Printed figures: read off the components once, kept in the catalogue, changed at set-up.

The hotel is entered as a grid of squares; rooms are named by row and column (a1, b3), and
rooms that touch are neighbours unless a wall is entered between them (SAM-P-04).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator.samoa.printed.catalogue import (
    NATIONALITIES,
    PRICED_CARDS,
    TILE_KINDS,
    TILES,
    TOKENS_OF_EACH,
    TOURIST_CARDS,
)
from adjudicator.samoa.printed.names import SWIMMER, TOKENS
from recorder.games.visibility import GameView
from recorder.kept.kept_values import Item, Writer
from recorder.pages.presenter import View
from recorder.pages.samoa import terms
from recorder.pages.wording import gettext as _
from recorder.web.context import catalogue

KIND = "samoa.figures"

ROWS, COLUMNS = "abcdef", 5
"""The squares of the grid on which a hotel is tapped in."""

TOKEN_KINDS = (*TOKENS, *(f"{SWIMMER}:{number}" for number in terms.RINGS))

Figures = dict[str, Any]


def list_kept_figures() -> dict[str, Item]:
    """Return the figures in the catalogue, by name."""
    return {item.name: item for item in catalogue().newest(KIND)}


def keep_figures(document: Mapping[str, Any], by: Writer) -> None:
    """Put the figures of a record that was just started into the catalogue."""
    start = document.get("setup", {})
    figures = document.get("options", {}).get("figures", {})
    values = {key: start[key] for key in ("price_cards", "hotel") if key in start}
    values |= {key: figures[key] for key in ("tiles", "tokens") if key in figures}
    if "tourist_cards" in figures:
        values[lines_name(len(document["players"]))] = figures["tourist_cards"]
    for name, value in values.items():
        catalogue().share(KIND, name, value, by)


def learn_figures(table: GameView, before: GameView) -> None:
    """Keep a hotel board that was read during a game, for later games.

    before: the game before the last entry.
    """
    hotel = table.position.get("hotel")
    if hotel and hotel != before.position.get("hotel"):
        catalogue().enter(KIND, "hotel", hotel, "")


def reading_sheet(view: View, reads: Mapping[str, Any]) -> tuple[str, Mapping[str, object]] | None:
    """Return the sheet that reads a hotel board, with the rooms in use chosen.

    None for a link that may not enter anything.
    """
    if not view.writes:
        return None
    lived = {room for own in view.position["players"].values() for room in own["rooms"]}
    return "samoa/reads.html", {"s": figures_view({"square": sorted(lived)})}


def lines_name(players: int) -> str:
    """Return the name of the tourist cards' lines for so many players."""
    return f"tourist_cards:{players}"


def list_squares() -> list[list[str]]:
    """Return the squares of the grid, row by row."""
    return [[f"{row}{column}" for column in range(1, COLUMNS + 1)] for row in ROWS]


def touching_rooms(rooms: Iterable[str]) -> list[list[str]]:
    """Return the pairs of rooms that lie side by side on the grid."""
    there = set(rooms)
    grid = list_squares()
    pairs = [pair for row in grid for pair in pairwise(row)]
    pairs += [pair for column in zip(*grid, strict=True) for pair in pairwise(column)]
    return [list(pair) for pair in pairs if there.issuperset(pair)]


def _hotel_fields(hotel: Mapping[str, Any]) -> dict[str, list[str]]:
    beside = [sorted(pair) for pair in hotel["adjacent"]]
    walls = [pair for pair in touching_rooms(hotel["rooms"]) if sorted(pair) not in beside]
    return {"square": list(hotel["rooms"]), "wall": ["-".join(pair) for pair in walls]}


def figure_fields(values: Mapping[str, Any]) -> dict[str, object]:
    """Return figures (by the catalogue's names) as the fields of the form."""
    form: dict[str, Any] = {}
    for number, card in enumerate(values.get("price_cards") or ()):
        form[f"bid-{number}"], form[f"price-{number}"] = card["bid"], card["room"]
    if values.get("hotel"):
        form |= _hotel_fields(values["hotel"])
    for kind, count in (values.get("tiles") or {}).items():
        form[f"tiles-{kind}"] = count
    for flag, counts in (values.get("tokens") or {}).items():
        for token, count in counts.items():
            form[f"tokens-{flag}-{token}"] = count
    for name, lines in values.items():
        if name.startswith("tourist_cards:"):
            form[name] = "\n".join("+".join(map(str, line)) for line in lines)
    return form


def on_grid(hotel: Mapping[str, Any]) -> bool:
    """Return whether a hotel can be tapped in on the grid: its rooms, and walls between them."""
    there = {square for row in list_squares() for square in row}
    beside = touching_rooms(hotel["rooms"])
    pairs = {frozenset(pair) for pair in beside}
    return there.issuperset(hotel["rooms"]) and pairs.issuperset(map(frozenset, hotel["adjacent"]))


def figures_view(shown: Mapping[str, Any]) -> dict[str, object]:
    """Return the values for the templates of price cards and hotel board. shown: the fields."""
    return {
        "fields": shown,
        "cards": range(PRICED_CARDS),
        "squares": list_squares(),
        "chosen": set(_list(shown.get("square"))),
        "walls": [
            {"pair": "-".join(pair), "words": "–".join(pair), "rooms": pair}
            for pair in touching_rooms(room for row in list_squares() for room in row)
        ],
        "walled": set(_list(shown.get("wall"))),
    }


def _list(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value or ())


def read_setup_figures(
    form: MultiDict[str, str], players: int, problems: dict[str, str]
) -> Figures:
    """Return the figures of a form; empty ones are left out."""
    figures = {
        "price_cards": _price_cards(form, problems),
        "hotel": _hotel(form),
        "tiles": _counts(form, "tiles", TILE_KINDS, TILES, problems),
        "tokens": _tokens(form, problems),
        "tourist_cards": _lines(form.get(lines_name(players), ""), problems),
    }
    return {name: value for name, value in figures.items() if value}


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and len(text) < 4 else None


def _price_cards(form: MultiDict[str, str], problems: dict[str, str]) -> list[dict[str, int]]:
    given = [
        (form.get(f"bid-{number}", "").strip(), form.get(f"price-{number}", "").strip())
        for number in range(PRICED_CARDS)
    ]
    if not any(text for pair in given for text in pair):
        return []
    cards = []
    for bid, price in given:
        read_bid, read_price = _number(bid), _number(price)
        if read_bid is None or read_price is None:
            problems["price_cards"] = _("Each of the ten cards needs its bid and its room price.")
            return []
        cards.append({"bid": read_bid, "room": read_price})
    if len({(card["bid"], card["room"]) for card in cards}) < len(cards):
        problems["price_cards"] = _("Two cards are the same.")
    return cards


def _hotel(form: MultiDict[str, str]) -> dict[str, object]:
    there = set(form.getlist("square"))
    rooms = [square for row in list_squares() for square in row if square in there]
    walls = set(form.getlist("wall"))
    adjacent = [pair for pair in touching_rooms(rooms) if "-".join(pair) not in walls]
    return {"rooms": rooms, "adjacent": adjacent} if rooms else {}


def _counts(
    form: MultiDict[str, str], key: str, kinds: Sequence[str], total: int, problems: dict[str, str]
) -> dict[str, int]:
    """Return the number of each kind; nothing where nothing was entered."""
    given = {kind: form.get(f"{key}-{kind}", "").strip() for kind in kinds}
    if not any(given.values()):
        return {}
    counts = {kind: _number(text or "0") for kind, text in given.items()}
    some = {kind: count for kind, count in counts.items() if count}
    if None in counts.values() or sum(some.values()) != total:
        problems["figures"] = _(
            "%(what)s: the numbers add up to %(sum)s, not %(total)s.",
            what=_("Building tiles") if key == "tiles" else terms.nation_word(key.split("-")[1]),
            sum=sum(some.values()),
            total=total,
        )
    return some


def _tokens(form: MultiDict[str, str], problems: dict[str, str]) -> dict[str, dict[str, int]]:
    tokens = {
        flag: _counts(form, f"tokens-{flag}", TOKEN_KINDS, TOKENS_OF_EACH, problems)
        for flag in NATIONALITIES
    }
    return {flag: counts for flag, counts in tokens.items() if counts}


def _lines(text: str, problems: dict[str, str]) -> list[list[int]]:
    """Return the groups on each tourist card: one card a line, "4+3"."""
    rows = [row.replace(" ", "") for row in text.splitlines() if row.strip()]
    lines = [[_number(part) for part in row.split("+")] for row in rows]
    if not lines:
        return []
    if len(lines) != TOURIST_CARDS or any(not number for line in lines for number in line):
        problems["figures"] = _(
            "Tourist cards: enter %(all)s lines such as 4+3.", all=TOURIST_CARDS
        )
        return []
    return [[number or 0 for number in line] for line in lines]
