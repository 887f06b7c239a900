"""The auction of the lobbies: bids, results, and the gains of a lobby at once (WALTZ3-AUC)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.austria.chapters.rounds import Pass
from adjudicator.austria.chapters.start import contradiction
from adjudicator.austria.chapters.turns import advance_setup, ask_other_stage
from adjudicator.austria.modules.hotels import ninas
from adjudicator.austria.modules.hotels.lobbies import (
    ID,
    LOBBIES,
    Auction,
    food_of,
    give_lobby,
    hotel_of,
    lobby_shape,
    offer_of,
)
from adjudicator.austria.printed.catalogue import Part, pieces_of
from adjudicator.austria.table import agenda, moves
from adjudicator.austria.table.agenda import make_open_parts
from adjudicator.austria.table.declarations import Item, Judge
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.position import show_position
from adjudicator.austria.table.state import Open, Player, Table
from adjudicator.entries import ByPlayer, Entry, key, verb
from adjudicator.messages import M
from adjudicator.obstacles import Against, Found, Obstacle, is_allowed
from adjudicator.record import Unreadable
from adjudicator.shapes import ANYTHING, ListOf, Narrowed, Shape

if TYPE_CHECKING:
    from adjudicator.austria.printed.record_shapes import Shapes

PHASE = "setup-lobbies"

LETTERS = {"ninas": ["A", "B", "C"], "wray": ["A", "A", "B", "B", "C", "C"]}
"""Letters of the cards and tiles that lie beside a lobby (WALTZ3-SETUP-04)."""


def setup_keys(shapes: Shapes) -> tuple[Mapping[str, Shape], Mapping[str, Shape]]:
    """Return the keys of ``setup``: the lobbies, and the pieces beside two of them."""
    return {"lobbies": ListOf(_lobby_shape(shapes))}, {
        "ninas": ListOf(shapes.politics),
        "wray": ListOf(shapes.tile),
    }


def _lobby_shape(shapes: Shapes) -> Shape:
    known = lobby_shape(shapes).check

    def check(value: Any) -> None:
        if isinstance(value, str) and value in LOBBIES:
            needs = LOBBIES[value].needs
            if needs is not None and needs not in shapes.box.ids:
                raise Unreadable(
                    M("hotels.lobby-needs", lobby=value, module=needs),
                    key="setup.lobbies",
                    rule="WALTZ-GEN-02",
                )
        known(value)

    return Narrowed(ANYTHING, check)


def check_header(document: Mapping[str, Any]) -> None:
    """Check that as many different lobbies are laid out as there are players."""
    setup = document.get("setup")
    if setup is None:
        return
    lobbies, players = setup["lobbies"], len(document["players"])
    if len(lobbies) != players or len(set(lobbies)) != len(lobbies):
        message = M("hotels.as-many-lobbies", players=players)
        raise contradiction(message, "setup.lobbies", "WALTZ3-SETUP-03")
    for lobby in LETTERS:
        if (lobby in setup) != (lobby in lobbies):
            message = M("hotels.beside-the-lobby", lobby=lobby)
            raise contradiction(message, f"setup.{lobby}", "WALTZ3-SETUP-04")


def lay_out_lobbies(table: Table, start: Mapping[str, Any], options: Mapping[str, Any]) -> None:
    """Lay the lobbies out, with the goals and tiles beside them.

    Kitchens begin without food of the base game (WALTZ3-SETUP-01). A position that leaves out which
    dice a player took leaves their spaces unknown.
    """
    base = len(table.box.choosable)
    for player in table.players:
        player.kitchen[:base] = [0] * base
        if start.get("taken", {}).get(player.id):
            hotel_of(player).values = None
    if "politics" not in start or not isinstance(start.get("lobbies"), list):
        return
    offer = offer_of(table)
    offer.lobbies = tuple(start["lobbies"])
    if "ninas" in start:
        _check_letters(table.politics_cards, start, "ninas", start["politics"])
        offer.goals = tuple(start["ninas"])
    if "wray" in start:
        _check_letters(table.tiles, start, "wray", start["emperor"])
        offer.tiles = tuple(start["wray"])


def _check_letters(
    cards: Mapping[str, Any], start: Mapping[str, Any], lobby: str, board: list[str]
) -> None:
    names = start[lobby]
    wrong = letters_wrong(cards, names, LETTERS[lobby]) or set(names) & set(board)
    if wrong or len(set(names)) != len(names):
        message = word_letters(cards, names, LETTERS[lobby])
        raise contradiction(message, f"setup.{lobby}", "WALTZ3-SETUP-04")


def word_letters(cards: Mapping[str, Any], names: Iterable[str], wanted: Sequence[str]) -> M:
    """Return which letters lie beside a lobby and which should."""
    found = tuple(cards[name].letter or "?" for name in names)
    return M("hotels.letters", letters=tuple(wanted), found=found)


def letters_wrong(cards: Mapping[str, Any], names: list[str], wanted: list[str]) -> bool:
    """Return whether names cannot have the letters wanted; an unread letter may be any."""
    left = list(wanted)
    for name in names:
        letter = cards[name].letter
        if letter is not None:
            if letter not in left:
                return True
            left.remove(letter)
    return len(names) != len(wanted)


def has_everybody_lobby(table: Table) -> bool:
    """Return whether everybody has a lobby."""
    return all(hotel_of(player).lobby is not None for player in table.players)


def _list_without_lobby(table: Table) -> list[int]:
    players, first = table.players, table.first
    in_order = (*players[first:], *players[:first])
    return [player.seat for player in in_order if player.of[ID].lobby is None]


def _find_opener(table: Table) -> int | None:
    """Return the player to open the next auction: the first without a lobby (WALTZ3-AUC-05)."""
    return next(iter(_list_without_lobby(table)), None)


@verb("bid")
class Bid(ByPlayer):
    """Krones bid for a lobby."""

    krones: int = key(lambda s: s.count)
    lobby: str | None = key(lobby_shape, default=None)


@verb("take_lobby")
class TakeLobby(ByPlayer):
    """A lobby bought at the end of the auction."""

    lobby: str = key(lobby_shape)
    krones: int = key(lambda s: s.count)


def bid_for_lobby(table: Table, player: Player, entry: Bid, case: Case) -> None:
    """``bid``: opens an auction or raises in the one under way (WALTZ3-AUC-01 to 05)."""
    offer = offer_of(table)
    auction = offer.auction
    against = find_bid_obstacles(table, player, entry.krones, entry.lobby)
    if against:
        case.cite(against)
    if case.stop or (against and not _at_auction(table, player)):
        return
    krones = min(entry.krones, player.krones)
    if auction is None:
        if entry.lobby in offer.lobbies:
            seats = tuple(sorted(_list_without_lobby(table)))
            _next_bidder(table, Auction(entry.lobby, krones, player.seat, seats, player.seat))
    elif player.seat in auction.bidders:
        lobby, bidders = auction.lobby, auction.bidders
        _next_bidder(table, Auction(lobby, krones, player.seat, bidders, player.seat))


def find_bid_obstacles(
    table: Table, player: Player, krones: int, lobby: str | None
) -> Sequence[Found]:
    """Yield the obstacles to a bid: the turn, the lobby, a higher bid, the purse."""
    against: list[Found] = []
    offer = offer_of(table)
    auction = offer.auction
    if not _at_auction(table, player):
        against += _not_at_auction(table, player)
    elif auction is None:
        if player.seat != _find_opener(table):
            against.append(_out_of_turn(table, player, "WALTZ3-AUC-05"))
        if lobby is None:
            against.append(Obstacle("WALTZ3-AUC-01", M("hotels.name-a-lobby")))
    else:
        if player.seat != auction.turn:
            against.append(_out_of_turn(table, player, "WALTZ3-AUC-02"))
        if lobby is not None and lobby != auction.lobby:
            message = M("hotels.another-lobby", lobby=auction.lobby)
            against.append(Obstacle("WALTZ3-AUC-02", message))
        if krones <= auction.krones:
            message = M("hotels.raise-by-one", krones=auction.krones)
            raised = Obstacle("WALTZ3-AUC-02", message, bid=krones, standing=auction.krones)
            against.append(raised)
    if lobby is not None and lobby not in offer.lobbies:
        against.append(_not_offered(lobby))
    if krones > player.krones:
        against += _beyond_purse(player, krones)
    return against


def _at_auction(table: Table, player: Player) -> bool:
    """Return whether a player may still buy a lobby."""
    return table.phase == PHASE and hotel_of(player).lobby is None


def _not_at_auction(table: Table, player: Player) -> Iterator[Found]:
    """Yield that an auction entry comes in another stage, or from a player with a lobby."""
    if table.phase != PHASE:
        yield Obstacle("WALTZ3-AUC-02", M("hotels.auction-over"))
        yield from ask_other_stage(table, PHASE)
    if hotel_of(player).lobby is not None:
        yield Obstacle("WALTZ3-AUC-04", M("hotels.has-a-lobby", player=player.id))


def _not_offered(lobby: str) -> Obstacle:
    return Obstacle("WALTZ3-SETUP-03", M("hotels.not-on-offer", lobby=lobby), lobby=lobby)


def _beyond_purse(player: Player, krones: int) -> Iterator[Found]:
    message = M("hotels.more-than-own", krones=krones, own=player.krones)
    yield Obstacle("WALTZ3-AUC-03", message, bid=krones, krones=player.krones)
    yield Obstacle("GAH-MONEY-03", message, bid=krones, krones=player.krones)


def _out_of_turn(table: Table, player: Player, rule: str) -> Obstacle:
    auction = offer_of(table).auction
    due = auction.turn if auction is not None else _find_opener(table)
    name = table.players[due].id if due is not None else player.id
    return Obstacle(rule, M("hotels.bids-next", due=name), due=name, by=player.id)


def _next_bidder(table: Table, auction: Auction) -> None:
    """Hand an auction on clockwise; sell the lobby to the last bidder left."""
    lobby, krones, by, bidders, turn = auction
    if len(bidders) == 1:
        offer_of(table).auction = None
        _sell_lobby(table, table.players[bidders[0]], lobby, krones)
        return
    after = [seat for seat in bidders if seat > turn]
    due = after[0] if after else bidders[0]
    offer_of(table).auction = Auction(lobby, krones, by, bidders, due)


def leave_by_pass(judge: Judge[Pass]) -> Judge[Pass]:
    """``pass`` in an auction leaves it for this lobby (WALTZ3-AUC-02)."""

    def pass_(table: Table, player: Player, entry: Pass, case: Case) -> None:
        if table.phase != PHASE:
            judge(table, player, entry, case)
            case.cite(ask_other_stage(table, PHASE))
            return
        auction = offer_of(table).auction
        case.cite(find_leaving_obstacles(table, player))
        if case.stop or auction is None or player.seat not in auction.bidders:
            return
        left = tuple(seat for seat in auction.bidders if seat != player.seat)
        if player.seat == auction.by and left:  # let stand: the bid goes with the bidder
            return
        lobby, krones = auction.lobby, auction.krones
        _next_bidder(table, Auction(lobby, krones, auction.by, left, player.seat))

    return pass_


def find_leaving_obstacles(table: Table, player: Player) -> Against:
    """Yield the obstacles to leaving the auction of a lobby: no auction, the turn."""
    auction = offer_of(table).auction
    if not _at_auction(table, player):
        return _not_at_auction(table, player)
    if auction is None and player.seat == _find_opener(table):
        return [Obstacle("WALTZ3-AUC-01", M("hotels.opener-cannot-pass"))]
    if auction is None or player.seat != auction.turn:
        return [_out_of_turn(table, player, "WALTZ3-AUC-02")]
    return []


def take_lobby(table: Table, player: Player, entry: TakeLobby, case: Case) -> None:
    """``take_lobby``: the result of an auction entered without its bids (WALTZ3-AUC-02 to 06)."""
    lobby, krones = entry.lobby, entry.krones
    hotel = hotel_of(player)
    if hotel.lobby == lobby and table.in_setup:
        if krones == hotel.paid:
            return  # names what has been booked
        message = M("hotels.booked-at", krones=hotel.paid or 0)
        case.breach("WALTZ3-AUC-06" if hotel.last else "WALTZ3-AUC-03", message, paid=hotel.paid)
        return
    offer = offer_of(table)
    case.cite(find_result_obstacles(table, player, lobby, krones))
    if case.stop or table.phase != PHASE or hotel.lobby is not None or lobby not in offer.lobbies:
        return
    offer.auction = None
    _sell_lobby(table, player, lobby, min(krones, player.krones))


def find_result_obstacles(table: Table, player: Player, lobby: str, krones: int) -> Iterator[Found]:
    """Yield the obstacles to a lobby bought in an unrecorded auction."""
    auction = offer_of(table).auction
    yield from _not_at_auction(table, player)
    if _at_auction(table, player):
        if auction is not None:
            message = M("hotels.auction-under-way", lobby=auction.lobby)
            yield Obstacle("WALTZ3-AUC-02", message)
        elif player.seat != _find_opener(table) and krones < 1:
            yield Obstacle("WALTZ3-AUC-02", M("hotels.opener-bids-first"))
    if lobby not in offer_of(table).lobbies:
        yield _not_offered(lobby)
    if krones > player.krones:
        yield from _beyond_purse(player, krones)


def _sell_lobby(table: Table, player: Player, lobby: str, krones: int) -> None:
    """Book a lobby and, when one player is left, the last one for nothing (WALTZ3-AUC-03, -06)."""
    _gain_lobby(table, player, lobby, krones)
    left = _list_without_lobby(table)
    offer = offer_of(table)
    if len(left) == 1 and len(offer.lobbies) == 1:
        last = table.players[left[0]]
        hotel_of(last).last = True
        _gain_lobby(table, last, offer.lobbies[0], 0)
    advance_setup(table)


def _gain_lobby(table: Table, player: Player, lobby: str, krones: int) -> None:
    offer, hotel = offer_of(table), hotel_of(player)
    offer.lobbies = tuple(other for other in offer.lobbies if other != lobby)
    hotel.paid = krones
    give_lobby(table, player, lobby)
    chain = agenda.begin_chain(table, player)
    moves.pay_krones(table, player, krones, "lobby")
    food = table.box.vector(food_of(table, lobby))
    moves.take_food(table, player, pieces_of(food), "lobby")
    agenda.begin_chain(table, player)  # set-up food stays in the kitchen
    if lobby == "wray":
        moves.book(table, player, "emperor", 2, "lobby")
        hotel.tiles = offer.tiles
    elif lobby == "ninas":
        hotel.goals = tuple((card, None) for card in offer.goals)
        player.watches = (*player.watches, ninas.watch_goals)
    elif lobby == "maenfels":
        moves.book(table, player, "staff", 1, "lobby")
        card = make_open_parts((Part("play_staff", discount=3),), "lobby")
        agenda.push_event(table, player, card, chain)
        table.watch(end_beside)


def offer_bids(table: Table) -> Iterator[Item]:
    """Yield the bids that may be made, and results of auctions nobody wrote down."""
    offer, auction = offer_of(table), offer_of(table).auction
    if auction is not None:
        bidder, lobby = table.players[auction.turn], auction.lobby
        bids = [
            n
            for n in _count_purse(bidder)
            if is_allowed(find_bid_obstacles(table, bidder, n, lobby))
        ]
        if bids:
            item = {"by": bidder.id, "do": "bid", "krones": bids}
            yield {**item, "lobby": [lobby]}
            yield item
        if is_allowed(find_leaving_obstacles(table, bidder)):
            yield {"by": bidder.id, "do": "pass"}
        return
    for seat in _list_without_lobby(table):
        player, lobbies = table.players[seat], list(offer.lobbies)
        own = {"by": player.id, "lobby": lobbies}
        bids = [
            n
            for n in _count_purse(player)
            if is_allowed(find_bid_obstacles(table, player, n, lobbies[0]))
        ]
        if bids:
            yield {**own, "do": "bid", "krones": bids}
        prices = [
            n
            for n in _count_purse(player)
            if is_allowed(find_result_obstacles(table, player, lobbies[0], n))
        ]
        if prices:
            yield {**own, "do": "take_lobby", "krones": prices}


def _count_purse(player: Player) -> range:
    """Return the most that a player could bid or pay, in krones."""
    return range(player.krones + 1)


class Before(NamedTuple):
    """Set-up before an entry. beside: the parts of lobbies that stood beside the stages.

    pieces: the pieces that entries of set-up move; table: a whole copy, for other entries.
    """

    beside: list[Open]
    pieces: list[Any]
    table: Table | None


SEEN_IN_PIECES = {
    *("bid", "take_lobby", "pass", "decline"),
    *("take_guest", "prepare", "play_staff", "done"),
}
"""Verbs whose entries change nothing in set-up but the pieces, and open parts."""


def remember_setup(table: Table, player: Player | None, entry: Entry) -> None:
    """Remember the state of set-up while a lobby's part is open besides the stages."""
    if player is None:
        return
    beside, offer = _list_parts_beside(table), offer_of(table)
    if beside:
        whole = None if entry.do in SEEN_IN_PIECES else table.copy()
        offer.before = Before(beside, _list_pieces(table), whole)
    else:
        offer.before = None
        table.unwatch(end_beside)


def watch_setup(table: Table, player: Player | None, entry: Entry, case: Case) -> None:
    """Watch set-up from an entry on that a ruling lets stand: it may open a part of any lobby."""
    if case.stands and table.in_setup:
        table.watch(end_beside)


def _list_parts_beside(table: Table) -> list[Open]:
    """Return the parts of lobbies that are open beside the stages."""
    return [
        part
        for player in table.players
        for event in player.events
        for part in event.parts
        if part.source == "lobby"
    ]


def end_beside(table: Table, player: Player | None, entry: Entry, case: Case) -> None:
    """End the parts that stood beside the stages once an entry has changed something in set-up."""
    offer = offer_of(table)
    before, offer.before = offer.before, None
    if before is None or case.stop:
        return
    if before.pieces == _list_pieces(table):  # seldom, and much less than a position
        whole = before.table
        if whole is None or _list_closed(whole) == _list_closed(table):
            return
    beside = before.beside
    for other in table.players:
        for event in other.events:
            if any(part in beside and part.part.kind == "play_staff" for part in event.parts):
                case.rest_on("WALTZ-U-10")  # the card of Maenfels may be left
            event.parts = [part for part in event.parts if part not in beside]
        agenda.settle_agenda(table, other)


def _list_closed(table: Table) -> dict[str, Any]:
    return {**show_position(table), "open": None}


def _list_pieces(table: Table) -> list[Any]:
    """Return the pieces that entries of set-up move most, and the players past set-up."""
    own = [
        (p.krones, (*p.rooms,), len(p.cafe), (*p.kitchen,), p.hand, {**p.staff}, p.finished_setup)
        for p in table.players
    ]
    return [table.phase, offer_of(table).lobbies, offer_of(table).auction, own]
