"""Offers arranged for tapping: tiles, groups, cards, rooms, and the dock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.samoa.printed.catalogue import SENT_HOME_AT_MOST, TILE_KINDS, TOKENS_OF_EACH
from adjudicator.samoa.table.hotel import extra_rooms
from recorder.pages.forms import offers
from recorder.pages.presenter import Button, View
from recorder.pages.samoa import hotels, terms
from recorder.pages.samoa.printed_figures import TOKEN_KINDS
from recorder.pages.shared.parts import keep_made
from recorder.pages.wording import gettext as _
from recorder.pages.wording import ngettext

ANY_TIME = "use_tile"
"""The verb that may be entered beside any due one."""


def list_tiles(view: View, front: str, mine: Sequence[offers.Offer]) -> list[dict[str, object]]:
    """Return the open tiles; in the building phase each with the entry that buys it."""
    building = view.position["phase"] == "building"
    names = view.position["tiles"]
    drawn = keep_made("tiles", names, lambda: list(map(terms.tile_face, names)))
    tiles = []
    for number, tile in enumerate(names):
        offered = offers.find(mine, "build", tile=tile)
        sheet = "suite-room" if tile == "suite" and offered else ""
        tiles.append(
            {
                **drawn[number],
                "number": number,
                "legal": bool(offered),
                "entry": {"by": front, "do": "build", "tile": tile} if building and mine else None,
                "sheet": sheet,
            }
        )
    return tiles


def list_groups(position: Mapping[str, Any], mine: Sequence[offers.Offer]) -> list[dict[str, Any]]:
    """Return the groups of tourists on the table; empty ones keep their number."""
    offered = {one["group"] for one in offers.find(mine, "lodge")}
    lying = position["groups"]
    drawn = keep_made(
        "groups", lying, lambda: [list(map(terms.token_face, group)) for group in lying]
    )
    return [
        {"number": number, "tokens": faces, "legal": number in offered}
        for number, faces in enumerate(drawn, start=1)
    ]


def tiles_to_turn_up(view: View) -> dict[str, Any] | None:
    """Return the tiles that are to be turned up, to be picked by kind."""
    for offer in offers.find(view.options, "tiles"):
        count = offer["tiles"]["count"]
        return {
            "count": count,
            "entry": {"do": "tiles", "tiles": []},
            "kinds": [{"id": tile, "word": terms.tile_word(tile)} for tile in TILE_KINDS],
            "ask": ngettext(
                "Which tile was turned up?", "Which %(num)d tiles were turned up?", count
            ),
            "button": ngettext("Enter %(num)d tile", "Enter %(num)d tiles", count),
        }
    return None


def arriving_tourists(view: View) -> dict[str, Any] | None:
    """Return the tokens from which the arriving groups are picked."""
    if not offers.find(view.options, "tourists"):
        return None
    flags = view.position.get("flags") or []
    flag = flags[view.position["round"] - 1]
    figures = view.header.get("options", {}).get("figures", {}).get("tokens", {})
    kinds = list(figures.get(flag) or TOKEN_KINDS)
    return {
        "entry": {"do": "tourists", "groups": []},
        "flag": flag,
        "kinds": [terms.token_face(token) for token in kinds],
        "labels": [
            _("Enter the tourists"),
            *_labels(lambda n: ngettext("Enter %(num)d tourist", "Enter %(num)d tourists", n)),
        ],
    }


def _labels(word: Any) -> list[str]:
    """Return the button's words for every number of tokens from 1."""
    return [word(number) for number in range(1, TOKENS_OF_EACH + 1)]


def list_price_cards(
    view: View, front: str, mine: Sequence[offers.Offer]
) -> list[dict[str, object]]:
    """Return the cards to choose from: the player's hand, or for the table the whole set."""
    offered = offers.find(mine, "card")
    if not offered:
        return []
    cards = [one for one in offered if not offers.is_described(one.get("bid"))]
    if len(cards) < len(offered):  # a hand that this link does not see
        printed = view.position.get("price_cards") or []
        seen = [{"by": front, "do": "card", **card} for card in printed]
        cards = seen + cards
    cards.sort(key=lambda card: (card.get("bid", -1), card.get("room", -1)))
    return [{"entry": card, "words": terms.price_card_words(card), **card} for card in cards]


def sees_hand(view: View, front: str, mine: Sequence[offers.Offer]) -> bool:
    """Return whether the cards on offer are the real hand: it is seen, or whole."""
    offered = offers.find(mine, "card")
    whole = len(view.position.get("price_cards") or ()) + 1  # with the day off
    held = view.position["players"][front].get("hand")
    return held == whole or not any(offers.is_described(one.get("bid")) for one in offered)


def list_suite_rooms(
    own: Mapping[str, Any], mine: Sequence[offers.Offer]
) -> list[dict[str, object]]:
    """Return the rooms that a suite may cover; where no hotel was entered, squares to tap."""
    guessed = [room for room in hotels.GUESS if room not in own["suites"]]
    return [
        {"entry": {**offer, "room": room}, "room": room, "words": terms.room_name(room)}
        for offer in offers.find(mine, "build", tile="suite")
        for room in (guessed if offer["room"] == "seen" else offers.values(offer, "room"))
    ]


def lodging_view(own: Mapping[str, Any], mine: Sequence[offers.Offer]) -> dict[str, object] | None:
    """Return where which tourists may go, for tapping them into rooms."""
    offered = offers.find(mine, "lodge")
    if not offered:
        return None
    first = offered[0]["tourists"]
    lovers = [room for one in offered for room in one["tourists"].get("lovers", ())]
    rooms = first["rooms"]
    if rooms == "seen":
        every = [*hotels.GUESS, *extra_rooms(own["extra_rooms"])]
        rooms = [room for room in every if room not in own["rooms"]]
    return {
        "rooms": rooms,
        "lovers": [room for room in dict.fromkeys(lovers) if room not in rooms],
        "labels": [_("Take in"), *_labels(lambda n: _("Take in %(number)s", number=n))],
    }


def sending_home_view(
    own: Mapping[str, Any], mine: Sequence[offers.Offer]
) -> dict[str, object] | None:
    """Return from which rooms a day-off player may send tourists home."""
    sending = offers.find(mine, "send_home")
    if not sending:
        return None
    return {
        "rooms": list(own["rooms"]),
        "offered": sending[0]["rooms"],
        "most": SENT_HOME_AT_MOST,
        "labels": [_("Send home"), _("Empty 1 room"), _("Empty 2 rooms")],
    }


def list_special_tiles(view: View) -> list[dict[str, object]]:
    """Return the special tiles that may be used now, by anybody this link writes for."""
    moves: list[dict[str, Any]] = []
    keys = {"evict": "rooms", "recall": "cards"}
    for offer in offers.find(view.options, ANY_TIME):
        player, tile = offer["by"], offer["tile"]
        if view.seat not in (None, player):
            continue
        if any((one["by"], one["tile"]) == (player, tile) for one in moves):
            continue
        entry = {"by": player, "do": ANY_TIME, "tile": tile}
        offered = offer.get(keys.get(tile, ""))
        moves.append(
            {
                "id": f"use-{tile}-{player}",
                "by": player,
                "tile": tile,
                "word": terms.tile_word(tile),
                "effect": str(terms.EFFECTS[tile]),
                "name": view.name(player),
                "entry": entry,
                "cards": _other_cards(view, player, tile),
                "unseen": tile in ("swap", "recall") and view.seat != player,
                "offered": None if offers.is_described(offered) else offered,
                "hotel": hotels.rooms_view(view, player) if tile == "evict" else None,
                "rooms": list(view.position["players"][player]["rooms"]),
                "labels": [_("Choose"), _("Use for 1"), _("Use for 2")],
            }
        )
    return moves


def _other_cards(view: View, player: str, tile: str) -> list[dict[str, object]]:
    """Return the cards a swap or recall tile may name; the whole set where a hand is hidden."""
    if tile not in ("swap", "recall"):
        return []
    cards: list[Any] = []
    for offer in offers.find(view.options, ANY_TIME, by=player, tile=tile):
        if tile == "swap":
            named = offer["card"] if isinstance(offer["card"], list) else [offer["card"]]
            cards += [card for card in named if not offers.is_described(card)]
        elif isinstance(offer["cards"], list):
            cards += [card for choice in offer["cards"] for card in choice]
    hidden = view.seat != player
    if hidden:
        cards = [*(view.position.get("price_cards") or ()), *cards]
    lying = view.position["players"][player].get("card")
    unique = [card for place, card in enumerate(cards) if card not in cards[:place]]
    return [
        {"card": card, "words": terms.price_card_words(card)} for card in unique if card != lying
    ]


def dock_buttons(view: View, front: str, mine: Sequence[offers.Offer]) -> list[Button]:
    """Return the buttons at the bottom; taps above complete the entry of the main one."""
    passing = {"by": front, "do": "pass"}
    if view.position["phase"] == "cards":
        if offers.find(mine, "card") and not view.position.get("price_cards"):
            card = {"by": front, "do": "card"}
            return [
                Button(_("Read off a card"), card, icon="plus", main=True, sheet="card-figures")
            ]
        return []
    if not view.writes:
        return []
    entry: dict[str, Any]
    turned, arrived = tiles_to_turn_up(view), arriving_tourists(view)
    if turned:
        label = str(turned["button"])
        entry = {"do": "tiles", "tiles": []}
        return [Button(label, entry, icon="check", main=True)] if turned["count"] > 1 else []
    if arrived:
        entry = {"do": "tourists", "groups": []}
        return [Button(_("Enter the tourists"), entry, icon="check", main=True)]
    if offers.find(mine, "lodge"):
        entry = {"by": front, "do": "lodge", "group": 1, "tourists": []}
        return [
            Button(_("Nobody"), passing, icon="pass"),
            Button(_("Take in"), entry, icon="check", main=True),
        ]
    if offers.find(mine, "send_home"):
        entry = {"by": front, "do": "send_home", "rooms": []}
        return [
            Button(_("Nobody goes"), passing, icon="pass"),
            Button(_("Send home"), entry, icon="check", main=True),
        ]
    if offers.find(mine, "pass"):
        buys = bool(offers.find(mine, "build"))  # then the bid would go for nothing
        detail = _("skips: %(parts)s", parts=_("a tile")) if buys else ""
        return [Button(_("Pass"), passing, icon="pass", detail=detail, main=not buys)]
    return []
