"""The state of a game at the table: the pieces and their places, the turn, the open parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import sub
from typing import Any, NamedTuple, Self

from adjudicator.austria.printed.board import EMPTY, OCCUPIED, ROOMS, Board
from adjudicator.austria.printed.catalogue import (
    FIGURES,
    EmperorTile,
    Foods,
    Guest,
    Part,
    Politics,
    Staff,
)
from adjudicator.austria.printed.contents import Contents
from adjudicator.austria.printed.editions import Rules
from adjudicator.austria.table.entry_findings import Case
from adjudicator.copying import (
    Copyable,
    copy_lists,
    copy_optional,
    copy_plain,
    copy_states,
    copy_states_by_name,
)
from adjudicator.entries import Entry, Written
from adjudicator.hooks import Answers, question
from adjudicator.verdict import Verdict

SETUP_GUESTS, SETUP_ROOMS, ROLL, TURN, REROLL, EMPEROR, OVER = (
    "setup-guests",
    "setup-rooms",
    "roll",
    "turn",
    "reroll",
    "emperor",
    "over",
)
"""Phases of a game, as ``position`` prints them."""

PHASES = (SETUP_GUESTS, SETUP_ROOMS, ROLL, TURN, REROLL, EMPEROR, OVER)

KRONES_MAX: int = FIGURES["krones_max"]
CAFE_TABLES: int = FIGURES["cafe_tables"]
STARTING_ROOMS = 3
"""Rooms a player may prepare in set-up (GAH-SETUP-19)."""


BEYOND = 1_000_000
"""Extra pieces of each food in an unlimited supply (U-17)."""

UNREAD = 1_000_000
"""How much of each food fits on a guest whose order nobody has read."""

READY, USED, WAITING = 0, 1, 2
"""A once-per-round card: usable, turned sideways, or hired in this round (U-23)."""


class CafeGuest(Copyable, lies=copy_plain, lacks=copy_optional):
    """A guest in a café: the food lying on the card, and the food that the order still lacks.

    lacks: per food; None where nobody has read the order yet: then any food may lie there.
    """

    __slots__ = ("lacks", "lies", "number")

    def __init__(self, number: int, lies: list[int], lacks: list[int] | None) -> None:
        self.number = number
        self.lies = lies
        self.lacks = lacks

    @property
    def complete(self) -> bool:
        """Whether the order is covered (GAH-CHK-01), which an unread one never is."""
        return self.lacks is not None and not any(self.lacks)

    def copy_served_food(self) -> list[int]:
        """Return the food lying on the card, per food."""
        return self.lies[:]

    def wants(self, food: int) -> int:
        """Return how many pieces of a food still fit on the card."""
        return UNREAD if self.lacks is None else self.lacks[food]

    def put(self, food: int, count: int) -> None:
        """Lay food on the card (a negative count takes it away)."""
        self.lies[food] += count
        if self.lacks is not None:
            self.lacks[food] -= count

    def read(self, order: Foods) -> None:
        """Take the order that somebody has read off the card; the food on it stays."""
        self.lacks = [max(0, n - m) for n, m in zip(order, self.lies, strict=True)]


class MissedKrones(NamedTuple):
    """The krones that would have paid for a part which dropped without them (U-14).

    krones: at hand when the part dropped. waits: the krones of its own event that waited behind it.
    chain: the number of that event's chain of entries.
    """

    krones: int
    waits: tuple[Open, ...]
    chain: int


class Open(Copyable):
    """An open part of the agenda: a permission or obligation with its source.

    left: how often it may still be used.
    place: its number on the card as printed, from 1.
    stage: ``main`` (die), ``reward``, ``staff`` or ``group``.
    choices: the choices of an obligation of an emperor tile; empty for a permission.
    noted: whether the switches that kept it open have been named (``Kind.note``).
    how: its end, ``used``, ``declined``, ``dropped`` or ``ended``; "" while it is open.
    by: the source of the part that ended it.
    missed: the krones that would have kept it open; None if it has not dropped, or for another
        reason.
    """

    __slots__ = (
        "by",
        "choices",
        "how",
        "left",
        "missed",
        "noted",
        "part",
        "place",
        "source",
        "stage",
        "touched",
    )

    def __init__(self, part: Part, source: str, place: int, stage: str) -> None:
        self.part = part
        self.left = part.count
        self.source = source
        self.place = place
        self.stage = stage
        self.touched = False
        self.noted = False
        self.choices: tuple[object, ...] = ()
        self.how = self.by = ""
        self.missed: MissedKrones | None = None


class Event(Copyable, parts=copy_states):
    """All that one cause opened, in order.

    chain: number of the entry chain it belongs to: food of one chain may be placed while the
    chain's parts are being taken. main: the source of the main action (``die``) in its event,
    else "". trigger: the number that its gains carry (``moves.goods_gained``); the chain's where it
    is no event of its own. used: in the event of a main action, the sources used so far.
    """

    __slots__ = ("chain", "main", "parts", "trigger", "used")

    def __init__(self, parts: list[Open], chain: int, main: str = "", trigger: int = 0) -> None:
        self.parts = parts
        self.chain = chain
        self.main = main
        self.trigger = trigger or chain
        self.used: tuple[str, ...] = ()


class Player(
    Copyable,
    of=copy_states_by_name,
    points=copy_plain,
    kitchen=copy_plain,
    rooms=copy_plain,
    cafe=copy_states_by_name,
    staff=copy_plain,
    events=copy_states,
    beside=copy_states,
):
    """One player's pieces. ``points`` is the track by origin; its sum is the VP.

    answers: the answers to the hooks that concern this player. holdings: further possessions that
    modules answer for (``Module.holdings``). turn_no: the number of the player's last turn.
    watches: the modules' functions for the end of every entry of this player's turns.
    """

    __slots__ = (
        "answers",
        "apart",
        "beside",
        "board",
        "box",
        "cafe",
        "cafe_places",
        "copied",
        "emperor",
        "events",
        "finished_setup",
        "fresh",
        "fresh_chain",
        "gone",
        "hand",
        "happened",
        "holdings",
        "id",
        "kitchen",
        "known",
        "krones",
        "later",
        "of",
        "paid_groups",
        "points",
        "returned",
        "rooms",
        "seat",
        "staff",
        "starting_rooms",
        "turn_no",
        "watches",
    )

    def __init__(self, name: str, seat: int, board: Board, box: Contents) -> None:
        self.id = name
        self.seat = seat
        self.board = board
        self.box = box
        self.of: dict[str, Any] = {}  # the modules' states of this player, by id
        self.answers: Answers = box.answers
        self.holdings: frozenset[str] = frozenset()
        self.cafe_places = CAFE_TABLES
        self.starting_rooms = STARTING_ROOMS
        self.krones: int = FIGURES["start_krones"]
        self.emperor = 0
        self.points = dict.fromkeys(box.track_parts, 0)
        self.kitchen = [*box.start_kitchen]
        self.rooms: list[int] = [EMPTY] * ROOMS
        self.cafe: dict[int, CafeGuest] = {}  # by their numbers, in order of arrival
        self.staff: dict[int, int] = {}  # card -> READY, USED or WAITING; in order of arrival
        self.hand: int = FIGURES["start_hand"]
        self.known: frozenset[int] | None = None  # the hand, while every card of it is known
        self.paid_groups: frozenset[int] = frozenset()
        self.finished_setup = False
        self.turn_no = 0
        self.watches: tuple[Watch, ...] = ()
        self.events: list[Event] = []  # the front one is the last
        self.beside: list[Event] = []  # may be used at any time, holds nothing back
        # Parts that listeners open during an entry. They go to the end of its event or, while
        # ``apart`` is set, into an event of their own in front. Empty between two entries.
        self.later: list[Open] = []
        self.apart = False
        self.fresh = box.nothing  # food just gained and not yet placed; replaced, never changed
        self.fresh_chain = 0
        # The effects of the last emperor scoring on this player, in order.
        self.happened: tuple[tuple[str, object], ...] = ()
        self.gone: tuple[Open, ...] = ()  # parts of this turn that are not open any more
        # Staff cards returned: their number, the known hand before, the cards named since.
        self.returned: tuple[int, frozenset[int] | None, frozenset[int] | None] | None = None
        self.copied: tuple[str, int] | None = None

    def copy(self) -> Self:
        """Return an independent copy, as between two entries."""
        twin = super().copy()
        twin.later = []
        twin.apart = False
        return twin

    def hold(self, *holdings: str) -> None:
        """Have something: from now on modules answer the player's hooks for it, too."""
        self.holdings = self.holdings.union(holdings)
        self.answers = self.box.answers_of(self.holdings)

    def drop(self, *holdings: str) -> None:
        """Have it no more."""
        self.holdings = self.holdings.difference(holdings)
        self.answers = self.box.answers_of(self.holdings)

    @property
    def vp(self) -> int:
        """The player's VP on the track."""
        return sum(self.points.values())

    def occupied_of(self, rooms: tuple[int, ...]) -> bool:
        """Return whether all these rooms are occupied."""
        mine = self.rooms
        for room in rooms:  # a loop: this is asked of every room that is turned
            if mine[room] != OCCUPIED:
                break
        else:
            return True
        return False

    @property
    def front(self) -> Event | None:
        """The event with the parts that can be used now."""
        return self.events[-1] if self.events else None


class Table(
    Copyable,
    of=copy_states_by_name,
    players=copy_states,
    dice=copy_plain,
    named_dice=copy_plain,
    covered=copy_plain,
    taken=copy_plain,
    passed=copy_plain,
    queue=copy_optional,
    deck=copy_optional,
    discards=copy_plain,
    claims=copy_lists,
    supply=copy_plain,
):
    """Everything on the table. Judging changes it in place; ``copy`` takes a snapshot.

    first: seat of the holder of order tile 1.
    covered: per seat, how many numbers of its order tile are covered, by dice (``taken``) or by
        pieces of a module.
    turn: seat of the turn (or reroll), or None. turn_no: its number; facts of one turn are kept
        with it.
    named_dice: the space of each die with a name (``box.named_dice``) on the board, 0 for an
        unknown place. A die that is gone is missing.
    deck: guests still to be revealed, None where it is unknown.
    queue, politics, emperor: None where a position left them out.
    case: the findings on the entry being judged. Effects deep in the agenda note there which house
        rule decided them.
    forks: entries of the chain under way that several parts allowed.
    beyond: per food, the extra pieces of an unlimited supply: 0 where the pieces are the limit
        (U-17).
    watches: the modules' functions for the end of every entry, in the order of ``watch``.
    """

    __slots__ = (
        "answers",
        "beyond",
        "boosted",
        "box",
        "by_id",
        "case",
        "chain",
        "claims",
        "covered",
        "deck",
        "dice",
        "die",
        "die_taken",
        "discarded_staff",
        "discards",
        "emperor_tiles",
        "extra_done",
        "figures",
        "first",
        "forks",
        "from_position",
        "guest_taken",
        "guests",
        "named_dice",
        "of",
        "pass_lost",
        "passed",
        "phase",
        "players",
        "politics",
        "politics_cards",
        "queue",
        "round_no",
        "rules",
        "staff_cards",
        "step",
        "supply",
        "taken",
        "tiles",
        "took_guest",
        "trace",
        "trigger",
        "turn",
        "turn_no",
        "watches",
    )

    def copy(self) -> Self:
        """Return an independent copy, as between two entries."""
        twin = super().copy()
        twin.by_id = {player.id: player for player in twin.players}
        twin.case = twin.trace = None
        return twin

    def judge(self, entry: Written, stands: bool | None = None) -> Verdict:
        """Judge an entry and apply it where it takes effect (see ``games.State``)."""
        raise NotImplementedError

    def play(self, entry: Entry, stands: bool | None = None, naming: bool = True) -> Verdict:
        """Judge an entry that has been read.

        naming: whether it is found out which switches decide a refusal; not while that is tried.
        """
        raise NotImplementedError

    def __init__(
        self, rules: Rules, figures: Figures, players: list[Player], box: Contents
    ) -> None:
        self.box = box
        self.answers: Answers = box.answers  # to the hooks that concern no player
        self.of: dict[str, Any] = {}  # the modules' states of the table, by id
        cards = box.components  # replaced, not changed, where a table reads a figure off a card
        self.guests: Mapping[int, Guest] = cards.guests
        self.staff_cards: Mapping[int, Staff] = cards.staff
        self.politics_cards: Mapping[str, Politics] = cards.politics
        self.tiles: Mapping[str, EmperorTile] = cards.tiles
        self.rules = rules
        self.figures = figures
        self.players = players
        self.by_id = {player.id: player for player in players}
        count = len(players)
        self.round_no = 1
        self.first = 0
        self.phase = box.first_phase
        self.step: int | None = None  # of the end of the round, where one is being carried out
        self.turn: int | None = None
        self.turn_no = 1
        self.die_taken = False
        self.die: int | None = None
        self.boosted = False
        self.guest_taken = False  # no guest may be taken any more in this turn
        self.took_guest = False  # a guest was taken in the guest step
        self.extra_done = False  # an extra action was done in this turn
        self.pass_lost = False  # something else was done that forbids a pass, too (U-59)
        self.dice = [0] * 6
        self.named_dice: dict[str, int] = {}
        self.covered = [0] * count
        self.taken = [0] * count
        self.passed: list[int] = []
        self.queue: list[int] | None = []
        self.deck: set[int] | None = set()
        self.discards: list[int] = []
        self.from_position = False
        self.politics: tuple[str, ...] | None = ()
        self.claims: dict[str, list[str]] = {}
        self.emperor_tiles: tuple[str, ...] | None = ()
        self.beyond = tuple(0 if stock.is_limited(rules) else BEYOND for stock in box.stocks)
        self.supply = [
            stock.count + more for stock, more in zip(box.stocks, self.beyond, strict=True)
        ]
        self.discarded_staff: frozenset[int] = frozenset()
        self.chain = 0
        self.trigger = 0  # of events of their own, counting down (``moves.next_trigger``)
        self.forks: tuple[Fork, ...] = ()
        self.watches: tuple[Watch, ...] = ()
        self.case: Case | None = None
        self.trace: Callable[[str], None] | None = None  # is told of every step of a round's end

    def watch(self, watch: Watch) -> None:
        """Have something done at the end of every entry, legal or not, until ``unwatch``."""
        if watch not in self.watches:
            self.watches = (*self.watches, watch)

    def unwatch(self, watch: Watch) -> None:
        """Have it done no more."""
        if watch in self.watches:
            self.watches = (*[other for other in self.watches if other is not watch],)

    def rest_on(self, switch: str) -> None:
        """Note that a switch decided something about the entry being judged (Case.rest_on)."""
        if self.case is not None:
            self.case.rest_on(switch)

    @property
    def actor(self) -> Player | None:
        """The player on turn, None if there is none."""
        return None if self.turn is None else self.players[self.turn]

    @property
    def has_begun(self) -> bool:
        """Whether the first roll has been made (a position starts after it)."""
        return self.begun_in(self.phase, self.round_no)

    def begun_in(self, phase: str, round_no: int) -> bool:
        """Return whether the first roll has been made by a phase of a round."""
        if phase == TURN:
            return True
        if phase in self.box.setup_phases:
            return False
        return phase != ROLL or round_no > 1 or self.from_position

    def tile_number(self, seat: int) -> int:
        """Return the lower number of a seat's order tile in this round (GAH-ROUND-07)."""
        return (seat - self.first) % len(self.players) + 1

    def plain_dice(self, space: int) -> int:
        """Return how many dice of a space have no name, as far as anybody knows."""
        return self.dice[space - 1] - [*self.named_dice.values()].count(space)

    def clear_order_tiles(self) -> None:
        """Take the dice of a round off the order tiles."""
        if any(self.taken):
            self.covered = [*map(sub, self.covered, self.taken)]
            self.taken = [0] * len(self.players)

    def open_seats(self) -> Sequence[int]:
        """Return the seats with an uncovered number, the lowest first (GAH-TURN-11)."""
        return self.box.seats_in_order(self.first, *self.covered)

    def open_number(self, seat: int) -> int | None:
        """Return the lowest uncovered number of a seat's order tile, or None (GAH-TURN-11)."""
        tiles = self.box.order_tiles[len(self.players)]
        return tiles[self.covered[seat]][seat - self.first]

    @property
    def any_covered(self) -> bool:
        """Whether any number of an order tile is covered in this round."""
        seats = range(len(self.players))
        return any(self.open_number(seat) != self.tile_number(seat) for seat in seats)

    def sees_staff(self, card: int) -> bool:
        """Return whether a staff card lies in neither deck nor unknown hand (GAH-STAFF-09)."""
        for player in self.players:
            if card in player.staff:
                return True
        return card in self.discarded_staff

    def staff_deck(self) -> int:
        """Return how many staff cards the deck holds."""
        out = len(self.discarded_staff)
        for player in self.players:
            out += player.hand + len(player.staff)
        return max(0, len(self.staff_cards) - out)

    def guests_in_sight(self) -> set[int]:
        """Return the guests in queue and cafés, and the guests that lie open elsewhere."""
        sight = list_open_guests(self) | set(self.queue or ())
        for player in self.players:
            sight.update(player.cafe)
        return sight

    def sees_guest(self, number: int, *, queue: bool = True) -> bool:
        """Return whether a guest is in sight; queue: whether the queue counts, too."""
        if self.queue is not None and number in self.queue:
            return queue
        for player in self.players:
            if number in player.cafe:
                return True
        return list_open_guests in self.box.answers and number in list_open_guests(self)

    @property
    def in_setup(self) -> bool:
        """Whether set-up is under way."""
        return self.phase in self.box.setup_phases

    def seat_guest(self, player: Player, number: int) -> None:
        """Put a guest at a table of a player's café, with nothing on the card."""
        order = self.guests[number].order
        lacks = None if order is None else [*order]
        player.cafe[number] = CafeGuest(number, [*self.box.nothing], lacks)

    def staff_cost(self, card: int) -> int | None:
        """Return the printed cost of a staff card in this game, in krones; None: not read."""
        printed = self.staff_cards[card]
        if printed.cost_switch is None:
            return printed.cost[self.rules.edition]
        return int(self.rules[printed.cost_switch])


Watch = Callable[[Table, Player | None, Entry, Case], None]
"""A module's function for the end of an entry. The player is None for a verb without ``by``."""


class Fork(NamedTuple):
    """An entry without ``from`` that several open parts allowed, and the entries since.

    before: the table before it. sources: the values that ``from`` could have had.
    """

    before: Table
    entry: Entry
    sources: tuple[str, ...]
    since: tuple[Entry, ...] = ()


@question
def list_open_guests(table: Table) -> set[int]:
    """Return the guest cards that lie open outside queue and cafés."""
    return set()


class Figures:
    """Printed figures of this game: the catalogue's, or as the table corrected them."""

    __slots__ = ("corrected", "emperor_track", "group_bonus", "points", "queue_cost")

    def __init__(self, corrected: dict[str, object]) -> None:
        """Take the corrections of ``options.figures`` (already checked for their form)."""
        self.corrected = corrected
        track = corrected.get("emperor_track", FIGURES["emperor_track"])
        cost = corrected.get("queue_cost", FIGURES["queue_cost"])
        points = corrected.get("points", {})
        bonus = corrected.get("group_bonus", {})
        assert isinstance(track, list)
        assert isinstance(cost, list)
        assert isinstance(points, dict)
        assert isinstance(bonus, dict)
        self.emperor_track: list[int] = track
        self.queue_cost: list[int] = cost
        self.points: dict[str, int] = points
        self.group_bonus: dict[str, list[int]] = {**FIGURES["group_bonus"], **bonus}
