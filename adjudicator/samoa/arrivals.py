"""Phases 1 to 3: building tiles turned up, tourists leaving and arriving, price cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.entries import ByPlayer, Entry, Written, by, key, verb
from adjudicator.messages import M
from adjudicator.obstacles import Decided, Doubt, Found, Obstacle, allowed
from adjudicator.samoa.catalogue import DOUBLE_ROUNDS, TOKENS_OF_EACH
from adjudicator.samoa.findings import Findings
from adjudicator.samoa.hotel import Player
from adjudicator.samoa.names import DAY_OFF, Card, card_json, card_told
from adjudicator.samoa.state import SamoaState
from adjudicator.samoa.vocabulary import Names, kind, token
from adjudicator.shapes import Mismatch, Shape, exactly, integer, list_of


@verb("tiles")
class NewTiles(Entry):
    """Building tiles turned up."""

    by: str | None = by(default=None)
    tiles: list[str] = key(lambda s: list_of(kind))


@verb("tourists")
class Arriving(Entry):
    """Tourists laid out in groups."""

    by: str | None = by(default=None)
    groups: list[list[str]] = key(lambda s: list_of(list_of(token, low=1), low=1))


def _whole_card(names: Names) -> Shape:
    """Return the shape of a ``card`` entry: either both figures or the day off."""

    def check(entry: Written) -> None:
        figures = {name: entry[name] for name in ("bid", "room") if name in entry}
        if "day_off" in entry:
            for name in figures:
                raise Mismatch(M("samoa.beside-day-off"), name)
            return
        for name in ("bid", "room"):
            if name not in figures:
                raise Mismatch(M("record.missing"), name)
        try:
            names.card(figures)
        except Mismatch as problem:
            raise Mismatch(problem.message, "bid") from None

    return check


@verb("card", _whole_card)
class PlayCard(ByPlayer):
    """A price card, or the day off, laid face down."""

    bid: int | None = key(lambda s: integer(0), default=None)
    room: int | None = key(lambda s: integer(0), default=None)
    day_off: bool = key(lambda s: exactly(True), default=False)

    @property
    def card(self) -> Card:
        """The card."""
        return DAY_OFF if self.bid is None or self.room is None else (self.bid, self.room)


def wrong_phase(state: SamoaState, found: Findings, do: str) -> None:
    """Note that an entry of a verb does not belong to the phase that is on (SAM-ROUND-02)."""
    if state.over():
        ended(found)
    else:
        found.breach(
            "SAM-ROUND-02",
            M("arrivals.out-of-order", do=do, phase=state.phase),
            phase=state.phase,
            round=state.number,
        )


def ended(found: Findings) -> None:
    """Note that the game has ended (SAM-END-01)."""
    found.breach("SAM-END-01", M("arrivals.game-ended-after-round"))


def check_tiles(state: SamoaState, entry: NewTiles, found: Findings) -> None:
    """Check building tiles turned up: when, and how many (SAM-TILE-01, SAM-TILE-03)."""
    if state.phase != "tiles":
        wrong_phase(state, found, "tiles")
        if state.over():
            return
    due, seen = state.new_tiles(), len(entry.tiles)
    if not due:
        found.breach("SAM-TILE-03", M("arrivals.no-new-tiles-turned-up"), tiles=seen)
    if seen != due or not due:
        found.breach(
            "SAM-TILE-01",
            M(
                "arrivals.tiles-in-round",
                seen=seen,
                round=state.number,
                due=due,
            ),
            tiles=seen,
            due=due,
        )
    kinds = state.table.kinds
    if kinds is not None:
        for kind, count in Counter(entry.tiles).items():
            there = state.tiles_seen(kind) + count
            if there > kinds.get(kind, 0):
                found.breach(
                    "SAM-SETUP-01",
                    M("arrivals.tiles-of-kind", seen=there, tile=kind, exist=kinds.get(kind, 0)),
                    tile=kind,
                    seen=there,
                    exist=kinds.get(kind, 0),
                )


def apply_tiles(state: SamoaState, entry: NewTiles) -> None:
    """Add the tiles to what was left over (SAM-TILE-02)."""
    state.tiles += tuple(entry.tiles[: state.room_for_tiles()])
    if state.phase == "tiles":
        state.phase = "tourists"
        state.acted = None


def check_tourists(state: SamoaState, entry: Arriving, found: Findings) -> None:
    """Check arriving tourists: when, how many, in what groups (SAM-ARRIVE-01 to 03)."""
    if state.phase != "tourists":
        wrong_phase(state, found, "tourists")
        if state.over():
            return
    sizes = [len(group) for group in entry.groups]
    total = sum(sizes)
    if total > TOKENS_OF_EACH:
        found.breach(
            "SAM-SETUP-01",
            M("arrivals.tokens", total=total, exist=TOKENS_OF_EACH),
            tokens=total,
            exist=TOKENS_OF_EACH,
        )
    if state.number in DOUBLE_ROUNDS and total != TOKENS_OF_EACH and any(n % 2 for n in sizes):
        found.breach(
            "SAM-ARRIVE-03",
            M("arrivals.doubled", sizes=_listed(sizes), round=state.number),
            sizes=sizes,
        )
    table = state.table
    if table.lines is not None:
        line = table.fitting_line(sizes, state.number)
        if line is None or state.arrivals.count(line) >= table.lines.count(line):
            found.breach(
                "SAM-ARRIVE-01",
                M("arrivals.no-card-brings", sizes=_listed(sizes)),
                sizes=sizes,
            )
    mix = (table.mix or {}).get(state.flag)
    if mix is not None:
        for token, count in Counter(token for group in entry.groups for token in group).items():
            if count > mix.get(token, 0):
                found.breach(
                    "SAM-ARRIVE-02",
                    M(
                        "arrivals.tokens-of-flag",
                        count=count,
                        token=token,
                        flag=state.flag,
                        exist=mix.get(token, 0),
                    ),
                    token=token,
                    seen=count,
                    exist=mix.get(token, 0),
                )


def _listed(sizes: list[int]) -> str:
    return "+".join(map(str, sizes))


def apply_tourists(state: SamoaState, entry: Arriving) -> None:
    """Let the round's nationality leave every hotel, then lay out the groups (SAM-LEAVE-01)."""
    sizes = [len(group) for group in entry.groups]
    line = state.table.fitting_line(sizes, state.number)
    if line is not None:
        state.arrivals = (*state.arrivals, line)
    if state.phase in ("tiles", "tourists"):
        for own in state.players.values():
            own.leave(state.flag)
        state.phase = "cards"
        state.acted = None
    state.groups = ()
    room = TOKENS_OF_EACH - state.tokens_of_flag()
    groups = []
    for group in entry.groups:
        groups.append(tuple(group[:room]))
        room -= len(groups[-1])
    state.groups = tuple(groups)


def check_card(state: SamoaState, entry: PlayCard, found: Findings) -> None:
    """Check a price card: once a round, from the hand (SAM-CARD-01, SAM-CARD-04)."""
    own = state.players[entry.by]
    if state.phase != "cards":
        wrong_phase(state, found, "card")
        if state.over():
            return
    if own.card is not None:
        # Which one stays out of the message: it is secret until all are turned over.
        found.breach("SAM-CARD-01", M("arrivals.has-already-played-card-this", by=entry.by))
    found.cite(playing(state, entry.by, entry.card))


def playing(state: SamoaState, player: str, card: Card) -> Iterator[Found]:
    """Yield what stands against playing a card (SAM-CARD-01, SAM-CARD-04, SAM-U-02)."""
    own = state.players[player]
    if not _in_hand(state, own, card):
        if card in own.discards:
            message = M("arrivals.discarded", player=player, card=card_told(card))
            yield Obstacle("SAM-CARD-04", message, card=card_json(card))
        message = M("arrivals.does-not-hold", player=player, card=card_told(card))
        yield Obstacle("SAM-CARD-01", message, card=card_json(card))
    if card == DAY_OFF:
        return
    if state.table.cards is None:
        yield Doubt("SAM-P-01", M("arrivals.cards-not-known"), applies=True)
    if card[0] > own.money and state.table.setting("SAM-U-02") == "forbidden":
        yield Decided("SAM-U-02")
        message = M("arrivals.bid-more-than-has", bid=card[0], player=player)
        yield Obstacle("SAM-BUILD-06", message, bid=card[0])


def _in_hand(state: SamoaState, own: Player, card: Card) -> bool:
    if own.hand is not None:
        return card in own.hand
    return card != own.card and card not in own.discards


def apply_card(state: SamoaState, entry: PlayCard) -> None:
    """Lay the card; the last one reveals them all (SAM-CARD-01)."""
    lay_card(state.players[entry.by], entry.card)
    if state.phase in ("building", "lodging"):
        state.put_in_order()


def lay_card(own: Player, card: Card) -> None:
    """Lay a card on the table; the one that lay there goes back to hand."""
    if own.card == card:
        return
    if own.card is not None:
        own.give_to_hand(own.card)
    own.take_from_hand(card)
    own.card = card


def offered_cards(state: SamoaState, player: str) -> list[Card] | None:
    """Return the cards a player may play, None where the set is unknown."""
    own = state.players[player]
    if own.hand is None:
        return None
    return sorted({card for card in own.hand if allowed(playing(state, player, card))})
