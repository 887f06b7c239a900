"""The page of a game in play: the pieces, and the entries for each tap."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any

from adjudicator import games
from adjudicator.austria.assembled.boxes import box_of_record
from adjudicator.austria.chapters import guests, rooms
from adjudicator.austria.chapters.staff import list_cards_to_hire, staff_price
from adjudicator.austria.printed.catalogue import FIGURES
from adjudicator.austria.table.agenda import list_usable_parts
from adjudicator.austria.table.state import STARTING_ROOMS
from adjudicator.record import Header
from adjudicator.rulebook.markdown import capitalise_sentence
from recorder.pages.austria import agenda, boards, dice, does, modules, piles, terms, wall
from recorder.pages.austria import round_end as roundend
from recorder.pages.austria.components import sheets
from recorder.pages.austria.emperor import emperor_scoring
from recorder.pages.forms import offers
from recorder.pages.presenter import Button, Document, View
from recorder.pages.shared.parts import keep_made
from recorder.pages.wording import capital, join_sayings, listing, ngettext
from recorder.pages.wording import gettext as _

SETUP = "setup-"
"""The beginning of the names of phases before the first roll."""

LAST_SPACE = 13
"""The last space of the emperor track (GAH-EMP-01)."""

_IDLE = ("done", "decline", "penalty", "remove_room", "return_staff", "discard_staff", "place")


def find_acting_player(
    header: Header, position: Mapping[str, Any], options: Sequence[offers.Offer]
) -> str:
    """Return the player for the board in front: in turn, or with something to do."""
    waiting = [part["by"] for part in position.get("open") or () if part["front"]]
    if position["turn_of"] and (not waiting or position["turn_of"] in waiting):
        return str(position["turn_of"])
    if position["phase"] in ("roll", "over"):
        return str(position["first_player"])
    busy = [offer["by"] for offer in options if "by" in offer and offer["do"] not in _IDLE]
    unready = [
        player["id"]
        for player in header["players"]
        if len(position["players"][player["id"]]["rooms"]) < 3
    ]
    return str((waiting or busy or unready or [header["players"][0]["id"]])[0])


def list_awaited_players(
    header: Header, position: Mapping[str, Any], options: Sequence[offers.Offer]
) -> list[str]:
    """Return the player in turn, or everybody with an open choice, or still setting up."""
    due = {part["by"] for part in position.get("open") or () if part["front"]}
    if position["turn_of"] and (not due or position["turn_of"] in due):
        return [str(position["turn_of"])]
    due |= {offer["by"] for offer in options if "by" in offer and offer["do"] not in _IDLE}
    return [player for player in position["players"] if player in due]


def may_keep_in_front(player: str, options: Sequence[offers.Offer]) -> bool:
    """Return whether a player still has something to do that is more than to be done."""
    return any(
        offer.get("by") == player and offer["do"] not in ("done", "roll") for offer in options
    )


def find_turn_end(entries: Sequence[Document]) -> Document | None:
    """Return the first entry that does nothing but end a turn, or None."""
    return next((entry for entry in entries if entry["do"] == "done"), None)


def list_own_offers(view: View) -> list[offers.Offer]:
    """Return the offers to the player whose board is in front."""
    return [offer for offer in view.options if offer.get("by") == view.acting]


def show_table(view: View) -> View:
    """Return the view of the page of play, with its words and buttons."""
    acting = view.acting or str(view.players[0]["id"])
    options = agenda.drop_forced_offers(view)
    view = view.with_other(options=options, acting=acting, front=acting)
    mine, turn, phase = list_own_offers(view), find_turn(view), str(view.position["phase"])
    if phase.startswith(SETUP):
        round_words = _("Set-up")
    else:
        round_, rounds = view.position["round"], FIGURES["rounds"]
        round_words = _("Round %(round)s of %(all)s", round=round_, all=rounds)
    return view.with_other(
        heading=turn_heading(view, turn or acting),
        step=next_step(view, acting),
        colour=boards.colour_of(view, turn)
        if turn and phase not in ("emperor", "roll", "over")
        else "",
        round_words=round_words,
        turn_words=_turn_words(view),
        dock=_dock(view, mine, find_roll(view)),
        hint=_hint(view, mine),
    )


def show_boards(view: View) -> dict[str, Any]:
    """Return the values of ``shown.html`` and ``wall.html``: everything that lies on the table."""
    view = show_table(view)
    faces = modules.list_faces(view.header)
    panels = [panel for face in faces for panel in face.panels(view)]
    also = piles.piles_panel(view), sheets.due_panel(view)
    return {
        **vars(view),
        **list_common_cards(view),
        **find_round_end(view),
        "turn": find_turn(view),
        "boards": [boards.still_board(view, player["id"]) for player in view.players],
        "queue": queue_view(view, str(view.acting), has_free_guests(view)),
        "dice": dice.list_spaces(view, list_own_offers(view)),
        "panels": panels + [panel for panel in also if panel],
        "wall": wall.list_wall_lines(view),
    }


def find_turn(view: View) -> str | None:
    """Return the player in turn; a seat does not know the offers to others."""
    if view.over:
        return None
    if len(view.waits) == 1:
        return view.waits[0]
    return find_acting_player(view.header, view.position, view.options)


def list_players(view: View) -> list[dict[str, object]]:
    """Return the players in few figures."""
    lying = view.position["players"]
    return [
        {
            "id": player["id"],
            "name": player["name"],
            "colour": player.get("colour", ""),
            "vp": view.points(player["id"]),
            "krones": lying[player["id"]]["krones"],
        }
        for player in view.players
    ]


def find_round_end(view: View) -> dict[str, Any]:
    """Return the steps of the round that was closed last, or the emperor scoring alone."""
    steps = roundend.list_round_end_steps(view)
    return {"emperor": None if steps else emperor_scoring(view), "round_end": steps}


def list_common_cards(view: View) -> dict[str, Any]:
    """Return the politics cards, the emperor tiles by their rounds, and the emperor track.

    track: the players on every space.
    """
    at = {p["id"]: view.position["players"][p["id"]]["emperor"] for p in view.players}
    known = box_of_record(view.header).components.tiles
    tiles = [
        {
            "id": tile,
            "round": round_,
            "words": keep_made("tile", tile, partial(does.tile_words, tile)),
        }
        for letter, round_ in zip("ABC", FIGURES["emperor_rounds"], strict=True)
        for tile in view.position.get("emperor") or ()
        if known[tile].letter == letter
    ]
    return {
        "politics_title": politics_title(view.header),
        "politics": _politics(view),
        "track": [[p for p in view.players if at[p["id"]] == n] for n in range(LAST_SPACE + 1)],
        "tiles": tiles,
    }


def has_free_guests(view: View) -> bool:
    """Return whether guests cost the acting player nothing now.

    They do at the start, and by a reward or the Delivery Boy's card.
    """
    actor = str(view.acting)
    if view.position["phase"] == "setup-guests":
        return True
    if any(part["do"] == "take_guest" for part in agenda.list_open_parts(view, actor)):
        return True
    return any(
        card == agenda.QUEUE_FREE
        or (isinstance(card, Mapping) and card["staff"] == agenda.QUEUE_FREE)
        for card in view.position["players"][actor]["staff"]
    )


def politics_title(header: Header) -> str:
    """Return an edition's name of politics cards, as a title."""
    return capital(terms.politics_cards(str(header.get("edition", ""))))


def turn_heading(view: View, actor: str) -> str:
    """Return the player in turn, or the phase, in words."""
    phase = view.position["phase"]
    if view.over:
        return _("The game is over")
    if phase == "emperor":
        return _("Emperor scoring")
    if phase == "roll":
        return _("Roll the dice")
    return view.name(view.position["turn_of"] or actor)


def next_step(view: View, actor: str) -> str:
    """Return the next thing to do, in one line."""
    position = view.position
    phase = position["phase"]
    if view.over:
        return _("All seven rounds are played")
    for face in modules.list_faces(view.header):
        told = face.step(view)
        if told:
            return told
    if phase == "setup-guests":
        return _("choose a starting guest")
    if phase == "setup-rooms":
        return _starting_rooms_step(view, actor)
    if phase == "roll":
        return _(
            "%(name)s rolls for round %(round)s",
            name=view.name(position["first_player"]),
            round=position["round"],
        )
    if view.seat not in (None, position["turn_of"]):
        return _("has the turn")
    if phase == "reroll":
        return _("put a die in the bin and reroll the rest, or pass")
    if phase == "emperor":
        return _("choose bonus or penalty")
    opened = agenda.list_open_groups(view)
    if opened:
        part = opened[0]["parts"][0]
        return _("may %(what)s", what=part["words"]) if part.get("verb") else part["words"]
    if not position["die_taken"]:
        return _("take a die") if position["guest_taken"] else _("take a guest or a die")
    return _("do more or end turn")


def _starting_rooms_step(view: View, actor: str) -> str:
    """Return how many starting rooms a player may prepare; if a lobby gives more, their price.

    The rules are GAH-SETUP-19, WALTZ3-PAULWEI-01 and WALTZ3-DOVE-01.
    """
    table: Any = view.known.state
    player = next(player for player in table.players if player.id == actor)
    placed, most = rooms.count_rooms_placed(player), player.starting_rooms
    if not STARTING_ROOMS <= placed < most:
        return _("prepare up to %(num)s rooms", num=most)
    can = rooms.list_rooms_to_prepare(table, player, None)
    free = not any(rooms.room_price(table, player, room, None) for room in can)
    return ngettext(
        "may prepare %(num)d more room: %(price)s",
        "may prepare %(num)d more rooms: %(price)s",
        most - placed,
        price=_("free") if free else _("at their price"),
    )


def _turn_words(view: View) -> str:
    position = view.position
    if position["phase"] not in ("turn", "reroll"):
        return ""
    taken = sum(position["taken"].values())
    taken += sum(face.count_covered(position) for face in modules.list_faces(view.header))
    return _(
        "turn %(turn)s of %(all)s",
        turn=min(taken + (not position["die_taken"]), 2 * len(view.players)),
        all=2 * len(view.players),
    )


def queue_view(view: View, actor: str, free: bool) -> list[dict[str, object]]:
    """Return the five spaces of the queue, left to right; empty ones at the dear end.

    free: whether guests cost this player nothing now.
    """
    queue = view.position.get("queue") or []
    figures = view.header.get("options", {}).get("figures", {})
    prices = figures.get("queue_cost") or FIGURES["queue_cost"]
    empty = len(prices) - len(queue)
    slots: list[dict[str, Any]] = [{"guest": None} for _space in range(empty)]
    taking = offers.find(view.options, "take_guest", by=actor)
    for number, price in zip(queue, prices[empty:], strict=False):
        offered = offers.find(taking, "take_guest", guest=number)
        begun = offers.begin_entry(offered[0], "reveal", "from") if offered else {}
        entry = {"by": actor, "do": "take_guest", **begun, "guest": number}
        slots.append(_slot(view, number, 0 if free else price, entry, bool(offered)))
    return slots


def _slot(view: View, number: int, price: Any, entry: Any, legal: bool) -> dict[str, object]:
    """Return a space with a guest; the card is kept while it stays the same."""
    known, foods = boards.guest_card(view, number), boards.food_kinds(view)

    def make() -> dict[str, object]:
        card = boards.guest_view(number, box=box_of_record(view.header), card=known)
        about = [str(card[key]) for key in ("colour_word", "order_words", "about") if card[key]]
        return {"guest": card, "title": terms.guest_title(number), "about": join_sayings(about)}

    shown = keep_made("slot", (number, known.colour, known.order, known.vp, foods), make)
    return {**shown, "price": price, "legal": legal, "entry": entry}


def outside_pile(view: View) -> list[int]:
    """Return the guest cards that cannot come into the queue now, in order."""
    table: Any = view.known.state
    within = set(guests.revealable(table))
    return [
        number for number in box_of_record(view.header).components.guests if number not in within
    ]


def list_revealable(view: View, seen: Collection[int]) -> list[dict[str, object]]:
    """Return the guest cards to pick a revealed one from.

    The possible cards come first, then the impossible ones, marked.
    """
    rows: list[dict[str, object]] = [
        {
            "number": number,
            "name": terms.guest_name(number),
            "colour": card.colour,
            "kind": terms.guest_kind(card.colour) if card.colour else "",
            "seen": number in seen,
        }
        for number, card in box_of_record(view.header).components.guests.items()
    ]
    return sorted(rows, key=lambda row: bool(row["seen"]))


def list_staff_to_pick(view: View) -> list[dict[str, object]]:
    """Return the staff cards to pick a hidden one from, where one may be played.

    Cards that nobody can play now are marked; ``why`` says that one lies in play, or its price.
    """
    if not offers.find(view.options, "play_staff"):
        return []
    table: Any = view.known.state
    seen = _list_staff_in_play(view)
    ways = [(one, part) for one in table.players for part in list_usable_parts(one, "play_staff")]
    fits = {card for one, part in ways for card in list_cards_to_hire(table, one, part)}
    krones = max((one.krones for one, _part in ways), default=0)

    def why(card: int) -> str:
        if card in seen:
            return _("in play")
        if card in fits:
            return ""
        price = min((staff_price(table, one, card, part) for one, part in ways), default=0)
        return terms.krone_words(price) if price > krones else _("not in the hand")

    return [
        {"number": card, "name": terms.staff_name(card), "why": why(card)}
        for card in box_of_record(view.header).components.staff
    ]


def _list_staff_in_play(view: View) -> set[int]:
    """Return the numbers of the staff cards that lie in front of players."""
    return {
        card if isinstance(card, int) else card["staff"]
        for player in view.position["players"].values()
        for card in player["staff"]
    }


def _politics(view: View) -> list[dict[str, object]]:
    cards = []
    for card in view.position.get("politics") or ():
        claims = view.position["claims"].get(card, [])
        points = FIGURES["politics_vp"]
        names = [view.name(player) for player in claims]
        state = ", ".join(f"{name} {vp}" for name, vp in zip(names, points, strict=False)) or _(
            "nobody yet"
        )
        cards.append({"id": card, "title": terms.politics_words(card), "state": state})
    return cards


def find_roll(view: View) -> dict[str, object] | None:
    """Return the roll or reroll that is due, with how many dice must lie there."""
    for do in ("roll", "reroll"):
        found = offers.find(view.options, do)
        for offer in found[:1]:
            title = _("The roll of round %(round)s", round=view.position["round"])
            button = _("Enter the roll")
            if do == "reroll":
                title = _("One die to the bin, the rest rolled again")
                button = _("Enter the new roll")
            seen = [key for each in found for key in each if each[key] == "seen"]
            bins = [each["bin"] for each in found if "bin" in each]
            return {
                "do": do,
                "title": title,
                "button": button,
                "count": offer["dice"]["count"],
                "entry": {key: offer[key] for key in ("by", "do")},
                "named": [(key, terms.colour_word(key)) for key in dict.fromkeys(seen)],
                "bins": [(key, terms.colour_word(key)) for key in dict.fromkeys(bins)],
                "no_bin": any("bin" not in each for each in found),
            }
    return None


def _list_done_buttons(
    view: View, mine: Sequence[offers.Offer], rooms_laid: int, *, rolls: bool
) -> list[Button]:
    turn = view.position["phase"] == "turn"
    before = view.position["phase"] in ("setup-rooms", "roll")
    further = bool(offers.find(mine, "prepare"))
    ready = before and rooms_laid >= len(FIRST_ROOMS) and not further
    if not turn and (rolls or not rooms_laid or ready):
        return []
    # rooms of a lobby are tapped first
    main = turn or not further or rooms_laid < len(FIRST_ROOMS)
    done = offers.find(mine, "done")
    return [Button(_("Done"), offer, icon="check", main=main) for offer in done]


def _dock(view: View, mine: Sequence[offers.Offer], roll: Mapping[str, Any] | None) -> list[Button]:
    """Return the buttons at the bottom; a main one gives nothing up that is open."""
    buttons = [Button(_("Pass"), offer, icon="pass") for offer in offers.find(mine, "pass")]
    if roll:
        label = str(roll["button"])
        buttons.append(Button(label, roll["entry"], icon="die", main=True, sheet="roll"))
    rooms_laid = len(view.position["players"][str(view.acting)]["rooms"])
    if not rooms_laid:
        buttons += _first_rooms(view, mine)
    buttons += _list_done_buttons(view, mine, rooms_laid, rolls=bool(roll))
    for face in modules.list_faces(view.header):
        buttons += face.dock(view, mine)
    return [agenda.warn_of_losses(view, button) for button in buttons]


FIRST_ROOMS = ("1-1", "1-2", "1-3")
"""The three rooms that cost nothing and that most tables begin with (GAH-SETUP-20)."""


def _first_rooms(view: View, mine: Sequence[offers.Offer]) -> list[Button]:
    """Return one tap for the usual three rooms of the set-up, where they may all be prepared."""
    if view.position["phase"] != "setup-rooms" or not offers.find(mine, "prepare"):
        return []
    row = [{"by": str(view.acting), "do": "prepare", "room": room} for room in FIRST_ROOMS]
    if not games.try_entries(view.known.state, *row)[1].is_applied:
        return []
    label = _("Rooms %(rooms)s", rooms=", ".join(FIRST_ROOMS))
    return [Button(label, row[0], icon="room", main=True, then=row[1:])]


def _hint_first_rooms(view: View, mine: Sequence[offers.Offer]) -> str:
    if view.acting not in view.waits and view.waits:
        names = listing([view.name(player) for player in view.waits])
        return _("Waiting for the rooms of %(names)s", names=names)
    placed = len(view.position["players"][str(view.acting)]["rooms"])
    if placed >= len(FIRST_ROOMS) and offers.find(mine, "prepare"):
        return _("Tap a room, or Done.")
    return _("Tap the rooms, bottom left first.")


def _hint(view: View, mine: Sequence[offers.Offer]) -> str:
    phase, position = view.position["phase"], view.position
    if view.over:
        return ""
    waits = view.waits if phase == "setup-guests" else [position["turn_of"]]
    if phase in ("turn", "setup-guests") and waits and view.acting not in waits:
        return _("It is %(name)s's turn", name=view.name(waits[0]))
    if phase == "setup-guests":
        return _("Tap the guest that is taken.")
    if phase == "setup-rooms":
        return _hint_first_rooms(view, mine)
    owed = [part for part in position.get("open") or () if part["front"]]
    if any(not part["optional"] for part in owed):
        return _("This has to be done now")
    if phase == "turn" and not owed and not position["die_taken"]:
        return _hint_turn(view, mine)
    return ""


def _hint_turn(view: View, mine: Sequence[offers.Offer]) -> str:
    if view.position["guest_taken"]:
        return _("Tap a die")
    ends = any(offer["do"] in boards.EXTRA for offer in mine)
    if ends and agenda.ends_guest_step(view, mine):
        return _("Take a guest first if you like, then tap a die")
    return _("Tap a guest or a die")


def other_sheet(view: View) -> dict[str, object]:
    """Return the context of ``templates/austria/other.html``: everything, offered or not."""
    player = str(view.acting)
    lies = view.position["players"][player]
    edition = str(view.header.get("edition", ""))
    box, faces = box_of_record(view.header), modules.list_faces(view.header)
    foods = [(food, terms.food_word(food), food) for food in boards.food_kinds(view)]
    more = [("krones", _("krones"), "krone"), ("emperor", _("emperor spaces"), "emperor")]
    return {
        "by": player,
        "floors": boards.still_board(view, player)["floors"],
        "die": None,
        "foods": foods,
        "gains": foods + more,
        "wants": dice.list_lacking_pieces(view, player, set(boards.food_kinds(view))),
        "cafe": [(guest["guest"], guest["guest"]) for guest in lies["cafe"]],
        "politics": [
            (card, terms.politics_words(card)) for card in view.position.get("politics") or ()
        ],
        "politics_title": capitalise_sentence(terms.politics_card(edition)),
        "others": [(p["id"], p["name"]) for p in view.players if p["id"] != player],
        "guests": (min(box.components.guests), max(box.components.guests)),
        "last_staff": max(box.components.staff),
        "die_fields": [field for face in faces for field in face.die_fields(view)],
        "forms": [form for face in faces for form in face.forms(view)],
        "panels": [panel for face in faces for panel in face.other(view)],
    }
