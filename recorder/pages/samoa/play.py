"""The page of a game in play: what lies where, and which entries each tap would make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.samoa.catalogue import DOUBLE_ROUNDS, ROUNDS, SPECIAL_TILES, TILE_KINDS
from recorder.pages.entering import offers
from recorder.pages.presenter import View
from recorder.pages.samoa import hotels, moves, words
from recorder.pages.samoa.moves import ANY_TIME
from recorder.pages.words import gettext as _
from recorder.pages.words import listing


def acting(
    header: Mapping[str, Any], position: Mapping[str, Any], options: Sequence[offers.Offer]
) -> str:
    """Return whose hotel belongs in front: whose entry is due, or the first who has one."""
    if position.get("turn_of"):
        return str(position["turn_of"])
    waiting = [one["by"] for one in options if "by" in one and one["do"] != ANY_TIME]
    return str((waiting or [header["players"][0]["id"]])[0])


def waits_for(position: Mapping[str, Any], options: Sequence[offers.Offer]) -> list[str]:
    """Return everybody whose entry is due: of cards, of guests at more than one hotel."""
    due = {one["by"] for one in options if "by" in one and one["do"] != ANY_TIME}
    return [player for player in position["players"] if player in due]


def may_show(player: str, options: Sequence[offers.Offer]) -> bool:
    """Return whether a player's entry is due or possible now."""
    return any(one.get("by") == player and one["do"] != ANY_TIME for one in options)


def table(view: View) -> dict[str, Any]:
    """Return the context of this game's ``play.html``, ``agenda.html`` and ``sheets.html``."""
    position = view.position
    front = view.seat or view.acting or view.players[0]["id"]
    live = view.writes and (view.seat is None or view.seat == front)
    mine = [one for one in view.options if one.get("by") == front] if live else []
    phase = position["phase"]
    shown = view.seat is not None or phase not in ("tiles", "tourists")
    return {
        "over": view.over,
        "entries": view.entries,
        "acting": front,
        "phase": phase,
        "heading": _heading(view, front),
        "step": _step(view, front, mine),
        "colour": "",
        "round_words": _("Round %(round)s of %(all)s", round=position["round"], all=ROUNDS),
        "turn_words": _nation(view),
        "players": _players(view, front),
        "track": _track(view),
        "round_at": position["round"] - 1,
        "choosing": _due(view),
        "blank_card": phase == "cards" and not position.get("price_cards"),
        "guess": not position.get("hotel"),
        "tiles": moves.tiles(view, front, mine),
        "groups": moves.groups(position, mine),
        "order": _order(view),
        "hotel": hotels.hotel(view, front),
        "own_shown": shown,
        "front": front if shown else "",
        "hotels": [hotels.hotel(view, player["id"]) for player in view.players],
        "beside": hotels.beside(hotels.hotel(view, front)),
        "turn_up": moves.turn_up(view) if view.writes else None,
        "arrive": moves.arrive(view) if view.writes else None,
        "cards": moves.cards(view, front, mine),
        "chosen": _chosen(view, front),
        "waiting": phase == "cards" and live and not offers.find(mine, "card"),
        "suites": moves.suites(mine),
        "lodge": moves.lodge(mine),
        "home": moves.home(position["players"][front], mine),
        "special": moves.special(view) if view.writes else [],
        "payment": _payment(view),
        "secret": view.seat is None and not view.over,
        "dock": moves.dock(view, front, mine),
        "hint": _hint(view, mine),
    }


def _nation(view: View) -> str:
    flags = view.position.get("flags")
    return str(words.FLAGS[flags[view.position["round"] - 1]]) if flags else ""


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
    due = _due(view)
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
        return _("%(names)s still to choose", names=listing([view.name(p) for p in _due(view)]))
    turn = position.get("turn_of")
    if phase == "building":
        bid = position["players"][turn]["card"]["bid"]
        return _("buys one tile for %(bid)s, or passes", bid=bid)
    if turn:
        price = position["players"][turn]["card"]["room"]
        return _("takes in from one group, at %(price)s each", price=price)
    return _("day off: may send two home")


def _due(view: View) -> list[str]:
    """Return everybody whose entry is due: a seat's own options name its own player only."""
    due = [one["by"] for one in view.options if "by" in one and one["do"] != ANY_TIME]
    return list(view.waits) if view.seat else list(dict.fromkeys(due))


def _players(view: View, front: str) -> list[dict[str, Any]]:
    choosing = _due(view)
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
            state, said = "", words.card(card)
        elif card:
            state, said = f"{card['bid']} / {card['room']}", words.card(card)
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


def _track(view: View) -> list[dict[str, Any]]:
    """Return the twelve flags with the round that is on (SAM-SETUP-03, SAM-SETUP-05)."""
    return [
        {
            "number": number,
            "flag": flag,
            "word": words.FLAGS[flag],
            "now": number == view.position["round"] and not view.over,
            "past": number < view.position["round"] or view.over,
            "double": number in DOUBLE_ROUNDS,
        }
        for number, flag in enumerate(view.position.get("flags") or (), start=1)
    ]


def _order(view: View) -> list[dict[str, Any]]:
    """Return who builds or lodges in which order, as far as cards lie open."""
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


def _chosen(view: View, front: str) -> str:
    card = view.position["players"][front].get("chosen")
    return words.card(card) if card else ""


def _payment(view: View) -> dict[str, Any] | None:
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
                    {**fee, **words.face(fee["token"]), "short": words.short_room(fee["room"])}
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


def other(view: View) -> dict[str, Any]:
    """Return the context of ``other.html``: what is not offered, entered all the same."""
    player = str(view.acting)
    rooms = (view.position.get("hotel") or {}).get("rooms") or []
    return {
        "by": player,
        "tiles": [(tile, str(words.TILES[tile])) for tile in TILE_KINDS],
        "special": [(tile, str(words.TILES[tile])) for tile in SPECIAL_TILES],
        "hotel": hotels.with_all_extra_rooms(view, player),
        "example": {
            "by": player,
            "do": "lodge",
            "group": 1,
            "tourists": [{"token": "normal", "room": (rooms or ["a1"])[0]}],
        },
    }
