"""The page of a game in play: the things on the table, and the entries of each tap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from adjudicator.record import Header
from adjudicator.samoa.printed.catalogue import DOUBLE_ROUNDS, ROUNDS, SPECIAL_TILES, TILE_KINDS
from recorder.pages.forms import offers
from recorder.pages.presenter import Button, View
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


class SamoaShown:
    """The values of ``templates/samoa/play.html`` and its parts, each made on first use.

    over, entries: of the game. acting: the player whose hotel is in front. mine: the offers to that
    player here. own_shown: whether that hotel stands open on the page.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.over, self.entries = view.over, view.entries
        self.acting: str = view.seat or view.acting or view.players[0]["id"]
        self.live = view.writes and (view.seat is None or view.seat == self.acting)
        own = [one for one in view.options if one.get("by") == self.acting]
        self.mine = own if self.live else []
        self.phase: str = view.position["phase"]
        self.own_shown = view.seat is not None or self.phase not in ("tiles", "tourists")
        self.front = self.acting if self.own_shown else ""
        self.colour = ""
        self.blank_card = self.phase == "cards" and not view.position.get("price_cards")
        self.guess = not view.position.get("hotel")
        self.secret = view.seat is None and not (view.over and view.told)

    @property
    def heading(self) -> str:
        """The player in turn, or the phase."""
        return _heading(self.view, self.acting)

    @property
    def step(self) -> str:
        """The next thing to do, in one line."""
        return _step(self.view, self.acting, self.mine)

    @property
    def round_words(self) -> str:
        """The round in words."""
        return _("Round %(round)s of %(all)s", round=self.view.position["round"], all=ROUNDS)

    @property
    def turn_words(self) -> str:
        """The nation of the round."""
        return str(terms.FLAGS[self.flag]) if self.flag else ""

    @cached_property
    def players(self) -> list[dict[str, object]]:
        """The players with their open cards."""
        return _players(self.view, self.acting)

    @cached_property
    def track(self) -> list[dict[str, object]]:
        """The flags of the rounds."""
        return _track(self.view)

    @property
    def flag(self) -> str:
        """The flag of the round, empty where none lie out."""
        flags = self.view.position.get("flags")
        return str(flags[self.view.position["round"] - 1]) if flags else ""

    @property
    def choosing(self) -> list[str]:
        """Everybody with a due entry."""
        return _list_due(self.view)

    @cached_property
    def tiles(self) -> list[dict[str, object]]:
        """The open building tiles."""
        return moves.list_tiles(self.view, self.acting, self.mine)

    @cached_property
    def groups(self) -> list[dict[str, Any]]:
        """The groups of tourists."""
        return moves.list_groups(self.view.position, self.mine)

    @cached_property
    def order(self) -> list[dict[str, object]]:
        """The players in the order of building or lodging."""
        return _order(self.view)

    @cached_property
    def hotels(self) -> list[dict[str, object]]:
        """All hotels."""
        return [hotels.hotel_view(self.view, player["id"]) for player in self.view.players]

    @cached_property
    def hotel(self) -> dict[str, object]:
        """The hotel in front."""
        return hotels.hotel_view(self.view, self.acting)

    @cached_property
    def turn_up(self) -> dict[str, object] | None:
        """The tiles that are to be turned up."""
        return moves.tiles_to_turn_up(self.view) if self.view.writes else None

    @cached_property
    def arrive(self) -> dict[str, object] | None:
        """The tourists that are to arrive."""
        return moves.arriving_tourists(self.view) if self.view.writes else None

    @cached_property
    def cards(self) -> list[dict[str, object]]:
        """The price cards to choose from."""
        return moves.list_price_cards(self.view, self.acting, self.mine)

    @property
    def unseen(self) -> bool:
        """Whether there may be cards among them that are not in the hand."""
        return not moves.sees_hand(self.view, self.acting, self.mine)

    @property
    def chosen_card(self) -> str:
        """The card that this player has chosen, in words."""
        card = self.view.position["players"][self.acting].get("chosen")
        return terms.price_card_words(card) if card else ""

    @property
    def waiting(self) -> bool:
        """Whether this player has chosen and others have not."""
        return self.phase == "cards" and self.live and not offers.find(self.mine, "card")

    @property
    def own(self) -> Mapping[str, object]:
        """The things before the player in front."""
        own: Mapping[str, Any] = self.view.position["players"][self.acting]
        return own

    @cached_property
    def suites(self) -> Any:
        """The rooms that can become a suite."""
        return moves.list_suite_rooms(self.own, self.mine)

    @cached_property
    def lodge(self) -> Any:
        """The values for lodging."""
        return moves.lodging_view(self.own, self.mine)

    @cached_property
    def home(self) -> Any:
        """The values for sending tourists home."""
        return moves.sending_home_view(self.own, self.mine)

    @cached_property
    def special(self) -> list[dict[str, object]]:
        """The special tiles that can be used."""
        return moves.list_special_tiles(self.view) if self.view.writes else []

    @cached_property
    def payment(self) -> dict[str, object] | None:
        """Return the payment of the last round."""
        return _payment(self.view)

    @cached_property
    def dock(self) -> list[Button]:
        """At most three buttons for the main action."""
        return moves.dock_buttons(self.view, self.acting, self.mine)

    @property
    def hint(self) -> str:
        """The words in place of the buttons."""
        return _hint(self.view, self.mine)


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
    due = _list_due(view)
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
            "%(names)s still to choose", names=listing([view.name(p) for p in _list_due(view)])
        )
    turn = position.get("turn_of")
    if phase == "building":
        bid = position["players"][turn]["card"]["bid"]
        return _("buys one tile for %(bid)s, or passes", bid=bid)
    if turn:
        price = position["players"][turn]["card"]["room"]
        return _("takes in from one group, at %(price)s each", price=price)
    return _("day off: may send two home")


def _list_due(view: View) -> list[str]:
    """Return everybody with a due entry: a seat's own options name its own player only."""
    due = [one["by"] for one in view.options if "by" in one and one["do"] != ANY_TIME]
    return list(view.waits) if view.seat else list(dict.fromkeys(due))


def _players(view: View, front: str) -> list[dict[str, object]]:
    choosing = _list_due(view)
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
                "word": str(terms.FLAGS[flag]),
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
                    {
                        **fee,
                        **terms.token_face(fee["token"]),
                        "short": terms.short_room(fee["room"]),
                    }
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


def show_table(view: View) -> SamoaShown:
    """Return the values of the page of play."""
    return SamoaShown(view)


def other_sheet(view: View) -> dict[str, object]:
    """Return the values of ``other.html``, the sheet for entries that are not offered."""
    player = str(view.acting)
    rooms = (view.position.get("hotel") or {}).get("rooms") or []
    return {
        "by": player,
        "tiles": [(tile, str(terms.TILES[tile])) for tile in TILE_KINDS],
        "special": [(tile, str(terms.TILES[tile])) for tile in SPECIAL_TILES],
        "rooms": hotels.with_all_extra_rooms(view, player),
        "example": {
            "by": player,
            "do": "lodge",
            "group": 1,
            "tourists": [{"token": "normal", "room": (rooms or ["a1"])[0]}],
        },
    }
