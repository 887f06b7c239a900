"""The set-up form: its fields, and the record document that a filled-in form becomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator.austria.assembled.boxes import box_of
from adjudicator.austria.printed.catalogue import FIGURES
from adjudicator.record import Header
from recorder.games.visibility import GameView
from recorder.pages.austria import card_lists, dayboards, does, modules, printed_figures, terms
from recorder.pages.austria.components import kept
from recorder.pages.kept import houserules
from recorder.pages.presenter import Problems
from recorder.pages.start.seats import (
    explain_equal_names,
    meeting_fields,
    read_meeting,
    read_players,
)
from recorder.pages.wording import gettext as _
from recorder.pages.wording import lazy, listing

MOST = 4
QUEUE = 5

COLOURS = {
    "orange": lazy("orange"),
    "light blue": lazy("light blue"),
    "purple": lazy("purple"),
    "grey": lazy("grey"),
}
"""The discs in the box (GAH-COMP-01)."""

GAME = "austria"

SIDES = {"night": lazy("night: one board for all"), "day": lazy("day: a different board each")}
"""The sides of the hotel boards (GAH-SETUP-10)."""

BEGINNINGS = {
    "dealt": lazy("six cards dealt"),
    "introductory": lazy("introductory sets"),
    "draft": lazy("draft"),
}
"""How the players come to their first staff cards (GAH-SETUP-13 to 15)."""


OTHER_BOX = "2015"
"""In the form: a box of 2015 in a language of which no rulebook was read."""

PRINTED, PRICED = "printed-price", 36
"""The field for a price that differs among the boxes of 2015, and the staff card that bears it."""


def _seat_fields(start: Mapping[str, Any], seat: int) -> dict[str, object]:
    return {
        "number": seat + 1,
        "name": start.get(f"name-{seat}", ""),
        "colour": start.get(f"colour-{seat}") or list(COLOURS)[seat],
        "board": start.get(f"board-{seat}", ""),
    }


def _list_by_letter(
    cards: card_lists.Cards, title: Callable[[str], str]
) -> dict[str, list[dict[str, object]]]:
    return {
        letter: [
            {"id": card.id, "title": title(card.id), "of": of}
            for card, of in card_lists.list_cards_of_letter(cards, letter)
        ]
        for letter in card_lists.LETTERS
    }


def _list_guests() -> list[dict[str, object]]:
    return [
        {
            "number": guest.number,
            "colour": guest.colour or "",
            "kind": terms.guest_kind(guest.colour) if guest.colour else "",
            "name": terms.guest_name(guest.number),
            "of": of,
        }
        for guest, of in card_lists.list_cards(lambda box: box.components.guests)
    ]


def setup_fields(start: Mapping[str, Any]) -> dict[str, object]:
    """Return the values for the set-up template; ``start`` prefills the fields by name."""
    usual = terms.politics_cards("")
    return {
        "seats": [_seat_fields(start, seat) for seat in range(MOST)],
        "colours": COLOURS,
        "first": _small_number(str(start.get("first", "0"))),
        "boxes": terms.list_boxes() | {OTHER_BOX: _("another box of 2015")},
        "other_box": OTHER_BOX,
        "printed": _printed_prices(),
        "printed_price": start.get(PRINTED, ""),
        "edition": start.get("edition") or next(iter(terms.list_boxes())),
        "new_terms": [box for box in terms.list_boxes() if terms.politics_cards(box) != usual],
        "politics": _list_by_letter(lambda box: box.components.politics, terms.politics_words),
        "tiles": _list_by_letter(lambda box: box.components.tiles, does.tile_words),
        "chosen": {key: start.get(key) for key in (*_keys("politics"), *_keys("emperor"))},
        "queue": [start.get(f"queue-{place}") or "" for place in range(QUEUE)],
        "prices": printed_figures.starting_figures()["queue_cost"],
        "rounds": FIGURES["emperor_rounds"],
        "sides": SIDES,
        "side": start.get("board") or "night",
        "boards": list(dayboards.list_boards()),
        "beginnings": BEGINNINGS,
        "staff": start.get("staff") or "dealt",
        "figures": printed_figures.figures_form(start),
        "house": houserules.describe_rules_form(GAME, start),
        "guests": _list_guests(),
        "modules": _modules(start),
        "sheet": start.get(kept.FIELD)
        or start.get("league")
        or next(iter(kept.list_sheet_names()), ""),
        "sheet_field": kept.FIELD,
        "sheet_with": f"modules={','.join(kept.list_modules_with_readings())}",
        "sheets": kept.list_sheet_names(),
        "carried": start.get(kept.CARRIED, ""),
        "league": start.get("league", ""),
        **meeting_fields(start),
    }


def _keys(kind: str) -> list[str]:
    return [f"{kind}-{letter}" for letter in card_lists.LETTERS]


def repeat_setup(header: Header, table: GameView | None = None) -> dict[str, object]:
    """Return the start of a form with the players and the edition of an earlier game.

    The seats stay; the first player is chosen anew. table: that game, for figures read in it.
    """
    start: dict[str, Any] = {"edition": header.get("edition", ""), "place": header.get("place", "")}
    options = header.get("options", {})
    start |= houserules.repeat_rules_fields(options.get("rulings", {}))
    start |= {key: options[key] for key in ("board", "staff") if key in options}
    start["modules"] = list(header.get("modules", ()))
    start |= printed_figures.corrected_fields(options.get("figures", {}))
    start |= _boards_again(header)
    for face in modules.list_faces(header):
        start |= face.repeat_setup(header)
    for seat, player in enumerate(header["players"][:MOST]):
        start[f"name-{seat}"] = player["name"]
        start[f"colour-{seat}"] = player.get("colour", "")
    return start if table is None else start | kept.repeat_figures(table)


def _boards_again(header: Header) -> dict[str, str]:
    """Return the fields for the day boards of an earlier game, as far as they are still kept."""
    entered = header.get("setup", {}).get("boards", {})
    names = (
        [(item.value, name) for name, item in dayboards.list_boards().items()] if entered else []
    )
    return {
        f"board-{seat}": next((name for value, name in names if value == board), "")
        for seat, player in enumerate(header["players"][:MOST])
        if (board := entered.get(player["id"]))
    }


def _read_options(
    form: MultiDict[str, str], chosen: Sequence[str], side: str, printed: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the options of a record. chosen: its modules. printed: figures of the form."""
    options: dict[str, Any] = {
        "board": side if side in SIDES else "night",
        "staff": form["staff"] if form.get("staff") in BEGINNINGS else "dealt",
        "rulings": houserules.read_rules_form(GAME, form, chosen),
    }
    own = printed_figures.starting_figures()
    if side == "day":
        del own["points"]
    corrected = printed_figures.find_corrections({**own, **printed})
    corrected |= kept.read_carried(form, chosen) | kept.sheet_figures(
        form.get(kept.FIELD, ""), chosen
    )
    return options | ({"figures": corrected} if corrected else {})


def make_record(form: MultiDict[str, str]) -> dict[str, Any]:
    """Return the record that the form describes, without entries. Raises Problems."""
    problems: dict[str, str] = {}
    players, seats = _players(form, problems)
    chosen = [name for name in form.getlist("modules") if name in modules.offered_faces()]
    politics = _one_each(
        form,
        "politics",
        card_lists.find_cards(lambda box: box.components.politics, chosen),
        problems,
    )
    tiles = _one_each(
        form, "emperor", card_lists.find_cards(lambda box: box.components.tiles, chosen), problems
    )
    queue = _queue(form, card_lists.find_cards(lambda box: box.components.guests, chosen), problems)
    edition = _edition(form, problems)
    meeting = read_meeting(form, problems)
    printed = printed_figures.read_figures(form, problems)
    side = form.get("board", "night")
    boards = _boards(form, seats, problems) if side == "day" else {}
    if problems:
        raise Problems(problems)
    if side == "day":
        printed.pop("points", None)  # they stand on the night board
    record: dict[str, Any] = {
        "record": 1,
        "game": "austria",
        "edition": edition,
        "modules": chosen,
        "options": _read_options(form, chosen, side, printed),
        **meeting,
    }
    setup = {"politics": politics, "emperor": tiles, "queue": queue}
    if boards:
        setup["boards"] = boards
    made = {**record, "players": players, "setup": setup, "entries": []}
    for name in chosen:
        modules.find_face(name).read_setup(form, made, problems)
    if problems:
        raise Problems(problems)
    return made


def _modules(start: Mapping[str, Any]) -> list[dict[str, object]]:
    """Return the modules that can be ticked, each with its own fields."""
    given = start.get("modules", ())
    ticked = given if isinstance(given, list) else [given]
    return [
        {
            "name": name,
            "title": face.title,
            "about": face.about,
            "ticked": name in ticked,
            "panel": face.setup(start),
        }
        for name, face in modules.offered_faces().items()
    ]


def _boards(
    form: MultiDict[str, str], seats: Mapping[str, int], problems: dict[str, str]
) -> dict[str, object]:
    """Return the kept board that was chosen for each player, by id."""
    names = dayboards.list_boards()
    chosen = {player: form.get(f"board-{seat}", "") for player, seat in seats.items()}
    if not all(name in names for name in chosen.values()):
        problems["board"] = _("Choose a day board for every player; enter a board once to have it.")
        return {}
    return {player: names[name].value for player, name in chosen.items()}


def _players(
    form: MultiDict[str, str], problems: dict[str, str]
) -> tuple[list[dict[str, str]], dict[str, int]]:
    """Return the players clockwise from the first one, and their lines in the form by id."""
    lines = read_players(form, MOST)
    for seat, player in lines.items():
        if form.get(f"colour-{seat}") in COLOURS:
            player["colour"] = form[f"colour-{seat}"]
    seated = list(lines.values())
    begins = next((n for n, seat in enumerate(lines) if form.get("first") == str(seat)), 0)
    if len(seated) < 2:
        problems["players"] = _("Enter the names of two to four players.")
    elif equal := explain_equal_names(seated):
        problems["players"] = equal
    used = [player.get("colour") for player in seated if player.get("colour")]
    if len(set(used)) != len(used):
        problems["players"] = _("Two players have the same colour.")
    seats = {player["id"]: seat for seat, player in lines.items()}
    return seated[begins:] + seated[:begins], seats


def _one_each(
    form: MultiDict[str, str], kind: str, known: Mapping[str, Any], problems: dict[str, str]
) -> list[str]:
    """Return the chosen card of each letter."""
    chosen = [form.get(key, "") for key in _keys(kind)]
    by_letter = dict(zip(card_lists.LETTERS, chosen, strict=True))
    missing = [
        letter
        for letter, card in by_letter.items()
        if card not in known or known[card].letter not in (letter, None)
    ]
    twice = [letter for letter, card in by_letter.items() if chosen.count(card) > 1]
    if missing:
        of = listing(missing)
        problems[kind] = (
            _("No card is chosen for %(letters)s.", letters=of)
            if kind == "politics"
            else _("No tile is chosen for %(letters)s.", letters=of)
        )
    elif twice:
        named = terms.politics_words if kind == "politics" else does.tile_words
        problems[kind] = _(
            "%(card)s is chosen for %(letters)s at once.",
            card=named(by_letter[twice[0]]),
            letters=listing(twice),
        )
    return chosen


def _edition(form: Mapping[str, str], problems: dict[str, str]) -> str:
    """Return the edition of the box; for a box of 2015 in another language by its card."""
    edition = form.get("edition", "")
    if edition == OTHER_BOX:
        edition = form.get(PRINTED, "")
        if edition not in _printed_prices():
            card = terms.staff_title(PRICED)
            problems["edition"] = _("Enter the price of staff card %(card)s.", card=card)
    elif edition not in terms.list_boxes():
        problems["edition"] = _("Choose the box on your table.")
    return edition


def _printed_prices() -> dict[str, str]:
    """Return the editions that another box of 2015 may follow, each with the price it prints.

    Of editions that print the same the first stands for all (rules/README.md, the editions).
    """
    prices = box_of(frozenset()).components.staff[PRICED].cost
    by_price: dict[int, str] = {}
    for edition, price in prices.items():
        if edition.startswith(OTHER_BOX) and price is not None:
            by_price.setdefault(price, edition)
    return {edition: terms.krone_words(price) for price, edition in by_price.items()}


def _queue(
    form: MultiDict[str, str], known: Mapping[int, Any], problems: dict[str, str]
) -> list[int]:
    given = [form.get(f"queue-{place}", "").strip() for place in range(QUEUE)]
    numbers = [int(text) for text in given if _small_number(text) in known]
    unknown = [text for text in given if text and _small_number(text) not in known]
    twice = [number for number in numbers if numbers.count(number) > 1]
    if unknown:
        problems["queue"] = _(
            "Guest %(number)s is not in this game, where they are %(low)s to %(high)s.",
            number=unknown[0],
            low=min(known),
            high=max(known),
        )
    elif twice:
        problems["queue"] = _("Guest %(number)s is there twice.", number=twice[0])
    elif len(numbers) != QUEUE:
        problems["queue"] = _(
            "The queue needs five different guests, %(low)s to %(high)s.",
            low=min(known),
            high=max(known),
        )
    return numbers


def _small_number(text: str) -> int:
    """Return a field's small number; 0 for anything else."""
    return int(text) if text.isdecimal() and len(text) < 4 else 0
