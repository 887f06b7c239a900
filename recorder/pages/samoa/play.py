"""The page of a game in play: the things on the table, and the entries of each tap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.record import Header
from adjudicator.samoa.printed.catalogue import DOUBLE_ROUNDS, ROUNDS, SPECIAL_TILES, TILE_KINDS
from adjudicator.samoa.printed.names import short_room
from recorder.pages.forms import offers
from recorder.pages.presenter import View
from recorder.pages.samoa import hotels, moves, terms
from recorder.pages.samoa.moves import ANY_TIME
from recorder.pages.shared.parts import keep_made
from recorder.pages.wording import gettext as _
from recorder.pages.wording import listing


def find_acting_player(
    header: Header, position: Mapping[str, Any], options: Sequence[offers.Offer]
) -> str:
    """Return the player for the front: the one with a due entry, else the first with an offer."""
    if position.get("turn_of"):
        return str(position["turn_of"])
    waiting = [one["by"] for one in options if "by" in one and one["do"] != ANY_TIME]
    return str((waiting or [header["players"][0]["id"]])[0])


def list_awaited_players(
    header: Header, position: Mapping[str, Any], options: Sequence[offers.Offer]
) -> list[str]:
    """Return everybody with a due entry: cards, or guests at more than one hotel."""
    due = {one["by"] for one in options if "by" in one and one["do"] != ANY_TIME}
    return [player for player in position["players"] if player in due]


def may_keep_in_front(player: str, options: Sequence[offers.Offer]) -> bool:
    """Return whether a player's entry is due or possible now."""
    return any(one.get("by") == player and one["do"] != ANY_TIME for one in options)


def list_own_offers(view: View) -> list[offers.Offer]:
    """Return the offers to the player whose hotel is in front, if this link may enter them."""
    if not view.writes or view.seat not in (None, view.acting):
        return []
    return [one for one in view.options if one.get("by") == view.acting]


def is_own_shown(view: View) -> bool:
    """Return whether the hotel in front stands open on the page."""
    return view.seat is not None or view.position["phase"] not in ("tiles", "tourists")


def find_flag(view: View) -> str:
    """Return the flag of the round, empty where none lie out."""
    flags = view.position.get("flags")
    return str(flags[view.position["round"] - 1]) if flags else ""


def show_table(view: View) -> View:
    """Return the view of the page of play, with its words and buttons."""
    acting = view.seat or view.acting or str(view.players[0]["id"])
    view = view.with_other(acting=acting)
    mine, flag = list_own_offers(view), find_flag(view)
    return view.with_other(
        front=acting if is_own_shown(view) else "",
        heading=_heading(view, acting),
        step=_step(view, acting, mine),
        round_words=_("Round %(round)s of %(all)s", round=view.position["round"], all=ROUNDS),
        turn_words=terms.nation_word(flag) if flag else "",
        dock=moves.dock_buttons(view, acting, mine),
        hint=_hint(view, mine),
    )


def show_boards(view: View) -> dict[str, Any]:
    """Return the values of ``shown.html`` and ``wall.html``: everything that lies on the table."""
    view = show_table(view)
    return {
        **vars(view),
        **list_common_things(view),
        "hotels": [hotels.hotel_view(view, player["id"]) for player in view.players],
    }


def list_common_things(view: View) -> dict[str, Any]:
    """Return the things that lie before everybody."""
    acting, mine = str(view.acting), list_own_offers(view)
    return {
        "phase": view.position["phase"],
        "over": view.over,
        "flag": find_flag(view),
        "players": _players(view, acting),
        "track": _track(view),
        "payment": _payment(view),
        "tiles": moves.list_tiles(view, acting, mine),
        "groups": moves.list_groups(view.position, mine),
        "order": _order(view),
        "special": moves.list_special_tiles(view) if view.writes else [],
    }


def list_own_things(view: View) -> dict[str, Any]:
    """Return the values of the hotel in front, and of the entries of its player.

    unseen: there may be price cards among ``cards`` that are not in the hand. waiting: this player
    has chosen a card and others have not.
    """
    acting, mine, phase = str(view.acting), list_own_offers(view), view.position["phase"]
    own = view.position["players"][acting]
    chosen, may_enter = own.get("chosen"), view.writes and view.seat in (None, acting)
    return {
        "turn_up": moves.tiles_to_turn_up(view) if view.writes else None,
        "arrive": moves.arriving_tourists(view) if view.writes else None,
        "lodge": moves.lodging_view(own, mine),
        "home": moves.sending_home_view(own, mine),
        "own_shown": is_own_shown(view),
        "hotel": hotels.hotel_view(view, acting),
        "guess": not view.position.get("hotel"),
        "secret": view.seat is None and not (view.over and view.told),
        "cards": moves.list_price_cards(view, acting, mine),
        "unseen": not moves.sees_hand(view, acting, mine),
        "waiting": phase == "cards" and may_enter and not offers.find(mine, "card"),
        "chosen_card": terms.price_card_words(chosen) if chosen else "",
        "suites": moves.list_suite_rooms(own, mine),
        "blank_card": phase == "cards" and not view.position.get("price_cards"),
    }


def _heading(view: View, front: str) -> str:
    phase = view.position["phase"]
    if view.over:
        return _("The game is over")
    if phase == "tiles":
        return _("Building tiles")
    if phase == "tourists":
        return _("Tourists arrive")
    if phase == "cards" and not view.writes:
        return _("Price cards")
    if phase == "cards" and view.seat is None:
        return _("%(name)s's card", name=view.name(front))
    if phase == "cards":
        return _("Your price card")
    due = list_due_players(view)
    return listing([view.name(player) for player in due]) if due else view.name(front)


def _step(view: View, front: str, mine: Sequence[offers.Offer]) -> str:
    position = view.position
    phase = position["phase"]
    if view.over:
        return _("All twelve rounds are played")
    if phase == "tiles":
        return _("turned up for this round")
    if phase == "tourists":
        if position["round"] in DOUBLE_ROUNDS:
            return _("twice as many: the 2× tile lies here")
        return _("in the groups of the card")
    if phase == "cards":
        if offers.find(mine, "card"):
            return _("stays hidden until all have chosen")
        return _(
            "%(names)s still to choose",
            names=listing([view.name(p) for p in list_due_players(view)]),
        )
    turn = position.get("turn_of")
    if phase == "building":
        bid = position["players"][turn]["card"]["bid"]
        return _("buys one tile for %(bid)s, or passes", bid=bid)
    if turn:
        price = position["players"][turn]["card"]["room"]
        return _("takes in from one group, at %(price)s each", price=price)
    return _("day off: may send two home")


def list_due_players(view: View) -> list[str]:
    """Return everybody with a due entry: a seat's own options name its own player only."""
    due = [one["by"] for one in view.options if "by" in one and one["do"] != ANY_TIME]
    return list(view.waits) if view.seat else list(dict.fromkeys(due))


def _players(view: View, front: str) -> list[dict[str, object]]:
    choosing = list_due_players(view)
    pointed = choosing
    if view.position["phase"] == "cards" and view.seat is None and view.writes:
        pointed = [front]
    lines = []
    for player in view.players:
        own = view.position["players"][player["id"]]
        card = own.get("card")
        if view.position["phase"] == "cards":
            state, said = ("…", _("choosing")) if player["id"] in choosing else ("✓", _("chosen"))
        elif card and card.get("day_off"):
            state, said = "", terms.price_card_words(card)
        elif card:
            state, said = f"{card['bid']} / {card['room']}", terms.price_card_words(card)
        else:
            state, said = "", ""
        lines.append(
            {
                "id": player["id"],
                "name": player["name"],
                "state": state,
                "said": said,
                "day_off": bool(card and card.get("day_off")),
                "money": own.get("money"),
                "due": player["id"] in pointed,
            }
        )
    return lines


def _track(view: View) -> list[dict[str, object]]:
    """Return the twelve flags with the round that is on (SAM-SETUP-03, SAM-SETUP-05)."""
    flags, round_ = view.position.get("flags") or (), view.position["round"]

    def make() -> list[dict[str, object]]:
        return [
            {
                "number": number,
                "flag": flag,
                "word": terms.nation_word(flag),
                "now": number == round_ and not view.over,
                "past": number < round_ or view.over,
                "double": number in DOUBLE_ROUNDS,
            }
            for number, flag in enumerate(flags, start=1)
        ]

    return keep_made("track", (flags, round_, view.over), make)


def _order(view: View) -> list[dict[str, object]]:
    """Return the players in the order of building or lodging, as far as cards lie open."""
    position = view.position
    key = {"building": "bid", "lodging": "room"}.get(position["phase"])
    if key is None:
        return []
    seats = [player["id"] for player in view.players]
    tie = seats.index(position["tie_break"])
    step = 1 if key == "bid" else -1
    first = tie + 1 if key == "bid" else tie
    around = [seats[(first + step * place) % len(seats)] for place in range(len(seats))]
    cards = {player: position["players"][player].get("card") or {} for player in around}
    bidding = [player for player in around if key in cards[player]]
    bidding.sort(key=lambda player: cards[player][key] * -step)
    acted = position.get("acted") or ()
    return [
        {
            "name": view.name(player),
            "figure": cards[player][key],
            "now": player == position.get("turn_of"),
            "done": player in acted,
        }
        for player in bidding
    ]


def _payment(view: View) -> dict[str, object] | None:
    """Return the round that was paid last, tourist by tourist, until the next cards lie out."""
    payment = view.position.get("payment")
    if not payment or view.position["phase"] not in ("tiles", "tourists", "over"):
        return None
    players = []
    for player in view.players:
        fees = payment["players"].get(player["id"], ())
        players.append(
            {
                "name": player["name"],
                "total": sum(fee["amount"] for fee in fees),
                "fees": [
                    {**fee, **terms.token_face(fee["token"]), "short": short_room(fee["room"])}
                    for fee in fees
                ],
            }
        )
    return {"round": payment["round"], "players": players}


def _hint(view: View, mine: Sequence[offers.Offer]) -> str:
    phase = view.position["phase"]
    if view.over:
        return ""
    if phase == "tiles":
        return _("Tap the tile")
    if phase == "cards" and offers.find(mine, "card"):
        return _("Tap the card")
    if phase in ("cards", "building", "lodging") and not mine:
        return _("Waiting for the others")
    return ""


def other_sheet(view: View) -> dict[str, object]:
    """Return the values of ``other.html``, the sheet for entries that are not offered."""
    player = str(view.acting)
    rooms = (view.position.get("hotel") or {}).get("rooms") or []
    return {
        "by": player,
        "tiles": [(tile, terms.tile_word(tile)) for tile in TILE_KINDS],
        "special": [(tile, terms.tile_word(tile)) for tile in SPECIAL_TILES],
        "rooms": hotels.with_all_extra_rooms(view, player),
        "example": {
            "by": player,
            "do": "lodge",
            "group": 1,
            "tourists": [{"token": "normal", "room": (rooms or ["a1"])[0]}],
        },
    }
