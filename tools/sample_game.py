"""Make the record of a made-up evening to look at: every turn is searched for what brings most.

usage: python -m tools.sample_game FILE PLAYERS SEED TRIES EDITION [MODULE..]

A file that exists is played on. The dice, the cards turned up and the hidden hands are free to
choose in a made-up game: of some draws of chance the kindest one is kept. Not part of the program;
a game of three takes about two seconds a try, and some hundred tries bring it to 100 points each.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise, permutations, product
from pathlib import Path
from typing import Any

from adjudicator.austria.chapters.piles import find_pile
from adjudicator.austria.modules.balls.floor import rehearsal_of
from adjudicator.austria.modules.celebrities.bar import held_by
from adjudicator.austria.modules.more.bells import RUNG
from adjudicator.games import find
from adjudicator.reading import load
from adjudicator.replay import Replay
from tests.austria.driver import concrete, header

Entry = dict[str, Any]

PLAYERS = (
    {"id": "anna", "name": "Anna", "colour": "orange"},
    {"id": "boris", "name": "Boris", "colour": "light blue"},
    {"id": "chloe", "name": "Chloé", "colour": "purple"},
    {"id": "jihun", "name": "지훈", "colour": "grey"},
)

WORTH = {
    **{"poor": 1.0, "rich": 0.8, "emperor": 0.5, "safe": 1.0, "krones": 1.0, "module": 1.0},
    **{"occupied": 4.0, "vacant": 1.5, "most_vacant": 4.0, "group": 3.0, "staff": 0.7},
    **{"food": 0.7, "wanted": 0.8, "guest": 0.2, "hope": 0.15, "done": 0.6, "ready": 0.85},
    **{"roomless": 0.5, "open": 0.8, "beside": 4.0, "gift": 1.6, "prepare": 2.5},
    **{"play_staff": 3.5, "occupy": 6.0, "extra_action": 4.0},
}
"""What things are worth to a made-up player, in VP; a try may change some of it."""

WIDTH = 2
"""How many lines of a turn are followed at once."""

DRAWS = 6
"""How many draws of chance are tried for an entry."""

PASSES = 0.05
"""How often a player thinks of passing: rolling again as often as one likes is no game."""

ENOUGH = 120
"""VP beyond which a total is not wished higher."""

MOST = 140
"""VP beyond which a total counts against a game."""

HEAT = 3.0
"""By how much a try may be worse and still be kept, at the beginning; it falls to 0."""

MOODS = (0.05, 0.05, 0.5, 1.5, 4.0)
"""By how many VP a player of a try may misjudge an entry."""

_MAY_BE_EMPTY = ("place", "done", "penalty", "remove_room", "discard_staff", "copy_staff")
_NEVER = ("return_staff", "copy_staff", "return")
_DISLIKE = {"pass": 3.0, "decline": 0.5, "done": 0.05}
_STEPS = {"take_guest", "take_die"}
_FIRST_ROOMS = ("1-1", "1-2", "2-1", "1-3", "2-2", "1-4")
_EVERYDAY = {"take_die", "done", "prepare", "take_guest", "check_in", "serve", "play_staff", "roll"}


# --- what a position is worth -------------------------------------------------------------------


def estimate(state: Any, name: str) -> float:
    """Return a rough value of a player's position: the score as it stands and what it promises."""
    player, left, worth = state.by_id[name], max(0, 7 - state.round_no), WORTH
    total = player.vp + worth["poor"] * min(player.krones, 3) + worth["rich"] * player.krones
    total += sum(
        worth["occupied"] + at // 5 + 1 for at, face in enumerate(player.rooms) if face == 2
    )
    needed = next(space for last, space in ((3, 3), (5, 5), (7, 7)) if state.round_no <= last)
    total += worth["emperor"] * player.emperor + worth["safe"] * min(player.emperor, needed)
    free = [player.board.colours[at] for at, face in enumerate(player.rooms) if face == 1]
    total += worth["vacant"] * min(len(free), worth["most_vacant"]) * bool(left)
    total += _estimate_cafe(state, player, free, bool(left))
    for colour in set(player.board.colours) if left else ():
        pairs = zip(player.rooms, player.board.colours, strict=True)
        own = [face for face, other in pairs if other == colour]
        total += worth["group"] * (own.count(2) / len(own)) ** 2
    for event in player.events:
        total += worth["open"] * sum(
            _estimate_gift(one.part) * one.left / one.part.count for one in event.parts
        )
    total += sum(worth["beside"] * len(do.parts) for do in player.beside)
    total += worth["staff"] * left * len(player.staff)
    return float(total + worth["module"] * _of_modules(state, name))


def _estimate_cafe(state: Any, player: Any, free: list[str], goes_on: bool) -> float:
    """Return what the guests in a café promise, with the rooms and the food for them."""
    worth, total, wanted = WORTH, 0.0, [0] * len(player.kitchen)
    for guest in sorted(player.cafe.values(), key=lambda one: sum(one.lacks or (9,))):
        card = state.guests[guest.number]
        total += worth["guest"] if goes_on else -5
        if guest.lacks is None:
            continue
        prize = card.vp + 1 + worth["occupied"] + sum(map(_estimate_gift, card.reward))
        room = next((colour for colour in free if card.colour in ("green", colour)), None)
        if room:
            free.remove(room)
        done = 1 - sum(guest.lacks) / card.size
        part = worth["ready"] if done == 1 else (worth["hope"] + worth["done"] * done) * goes_on
        total += prize * part * (1 if room else worth["roomless"])
        wanted = [have + lack for have, lack in zip(wanted, guest.lacks, strict=True)]
    for have, lack in zip(player.kitchen, wanted, strict=True) if goes_on else ():
        total += worth["food"] * have + worth["wanted"] * min(have, lack)
    return total


def _estimate_gift(part: Any) -> float:
    count = sum(part.food) if part.kind == "food" else part.count
    return float(WORTH.get(part.kind, WORTH["gift"]) * count)


def _of_modules(state: Any, name: str) -> float:
    """Return a rough value of the modules' gifts: dancers, celebrities, the key."""
    if not state.of:
        return 0.0
    own, total = state.by_id[name], 0.0
    if "balls" in state.of:
        rehearsal = rehearsal_of(own)
        total += 5.0 * rehearsal.dancing
        total += 0.7 * sum(1 for left in rehearsal.sections or () if left == 0)
    if "celebrities" in state.of:
        total += 2.5 * len(held_by(own).tokens)
    total -= 4.0 * sum(1 for card in own.staff.values() if card == RUNG)
    return total + 1.5 * (len(find_pile(own).guests) if "piles" in own.of else 0)


# --- what may be entered ------------------------------------------------------------------------


def list_places(entry: Entry, item: Entry, state: Any) -> Iterator[dict[str, dict[str, int]]]:
    """Yield how the food of an entry may be laid out: guest after guest, in several orders."""
    player, foods, most = state.by_id[entry["by"]], state.box.foods, 99
    if entry["do"] == "serve":
        hand = dict(zip(foods, player.kitchen, strict=True))
        most = 99 if 24 in player.staff else 3
    elif entry["do"] == "place":
        hand = dict(zip(foods, player.fresh, strict=True))
    elif entry["do"] == "use_staff":
        hand = dict(zip(foods, state.staff_cards[entry["staff"]].each_round, strict=True))
    else:
        hand = {food: n for food, n in entry.get("gain", {}).items() if food in foods}
    for order in list(permutations(item["place"]))[:6]:
        left, budget = dict(hand), most
        place: dict[str, dict[str, int]] = {}
        for guest in order:
            lacks = item["place"][guest]
            for food, count in () if lacks == "seen" else lacks.items():
                put = min(count, left.get(food, 0), budget)
                if put > 0:
                    place.setdefault(guest, {})[food] = put
                    left[food] -= put
                    budget -= put
        if place:
            yield place


def list_entries(state: Any, rng: random.Random) -> Iterator[Entry]:
    """Yield the entries that are looked at: each offer, with some draws of what chance decides."""
    for item in state.options():
        do = item["do"]
        if do in _NEVER or (do == "decline" and "from" not in item):
            continue
        if do == "pass" and rng.random() > PASSES:
            continue
        for entry in draw_entries(item, state, rng):
            if "place" not in item or do not in ("serve", "place"):
                yield {key: of for key, of in entry.items() if key != "place"}
            if "place" in item:
                yield from ({**entry, "place": one} for one in list_places(entry, item, state))


def draw_entries(item: Entry, state: Any, rng: random.Random) -> Iterator[Entry]:
    """Yield single entries of an offer, several of each where chance decides something."""
    keys = [key for key, options in item.items() if isinstance(options, list) and key != "dice"]
    combos = list(product(*(item[key] for key in keys)))
    chance = item["do"] in ("roll", "reroll") or not {"seen", "hand"}.isdisjoint(
        one for one in item.values() if isinstance(one, str)
    )
    for combo in rng.sample(combos, min(24, len(combos))):
        one = {**item, **{key: [choice] for key, choice in zip(keys, combo, strict=True)}}
        for _ in range(DRAWS if chance else 1):
            entry = concrete(one, state, rng)
            if entry is None:
                break
            yield entry


# --- a turn, a game, an evening -----------------------------------------------------------------


def keep_best(
    lines: Iterable[tuple[float, Any, list[Entry]]],
) -> list[tuple[float, Any, list[Entry]]]:
    """Return the best lines of a turn: of those with a guest, of those with a die, and so on."""
    ways: dict[Any, list[Any]] = {}
    for row in sorted(lines, key=lambda row: -row[0]):
        done = {entry["do"] for entry in row[2]}
        ways.setdefault(frozenset(done & _STEPS), []).append(row)
    return [row for way in ways.values() for row in way[:WIDTH]]


class Search:
    """Plays games again and again. rng: all its chance. mood: see ``MOODS``."""

    def __init__(self, rng: random.Random) -> None:
        """Take the chance."""
        self.rng = rng
        self.mood = MOODS[0]

    def find_turn(self, state: Any) -> list[Entry]:
        """Return the best entries until the turn passes on, or the best one between turns."""
        who = state.actor.id if state.phase == "turn" and state.actor else None
        lines: list[tuple[float, Any, list[Entry]]] = [(0.0, state, [])]
        ended: list[tuple[float, Any, list[Entry]]] = []
        while lines:
            follow: dict[Any, tuple[float, Any, list[Entry]]] = {}
            for _, before, line in lines:
                for worth, after, entry in self._try_entries(before, who):
                    row = (worth, after, [*line, entry])
                    if not who or after.over() or after.actor is None or after.actor.id != who:
                        ended.append(row)
                    else:
                        key = round(worth * 4), entry["do"], line[0]["do"] if line else ""
                        follow[key] = max(row, follow.get(key, row), key=lambda one: one[0])
            lines = keep_best(follow.values())
        return max(ended, key=lambda row: row[0])[2]

    def _try_entries(self, before: Any, who: str | None) -> Iterator[tuple[float, Any, Entry]]:
        for entry in list_entries(before, self.rng):
            after = before.copy()
            if after.judge(entry).kind != "legal":
                continue
            if entry["do"] in _MAY_BE_EMPTY and after.position() == before.position():
                continue
            by = who or entry.get("by")
            worth = self.rng.random() * self.mood - _DISLIKE.get(entry["do"], 0)
            if "dice" in entry:
                worth += sum(n * n for n in entry["dice"]) - 3 * entry["dice"].count(0)
            elif by:
                worth += estimate(after, by) - (0 if who else estimate(before, by))
            yield worth, after, entry

    def play_on(self, document: Entry) -> tuple[list[Entry], Any, list[int]]:
        """Play a record to its end. Returns all entries, the last state and where turns began."""
        state: Any = find("austria").start(load({**document, "entries": []}))
        entries: list[Entry] = []
        turns: list[int] = []
        acting = None
        for entry in document["entries"]:
            now = state.actor
            if now is None or now != acting:
                turns.append(len(entries))
            acting = now
            state.judge(entry)
            entries.append(entry)
        while not state.over():
            turns.append(len(entries))
            if state.phase == "setup-rooms":
                line = [_set_up(state)]
            elif state.phase == "setup-lobbies":
                line = [_bid(state, self.rng)]
            else:
                line = self.find_turn(state)
            for entry in line:
                if not state.judge(entry).is_applied:
                    raise RuntimeError(f"{entry}")
                entries.append(entry)
        return entries, state, turns

    def climb(self, document: Entry, tries: int) -> Entry:
        """Play a game, then play it again from some turn on. Returns the best record found."""
        entries, state, turns = self.play_on(document)
        now = best = measure(state, entries)
        top = entries
        for at in range(tries):
            before = dict(WORTH)
            for key in self.rng.sample(sorted(WORTH), self.rng.choice((0, 0, 3))):
                WORTH[key] *= self.rng.choice((0.6, 0.8, 1.25, 1.6))
            self.mood, cut = self.rng.choice(MOODS), self.rng.choice(turns)
            other, end, begun = self.play_on({**document, "entries": entries[:cut]})
            reached = measure(end, other)
            if reached <= now - self.rng.random() * HEAT * (1 - at / tries):
                WORTH.update(before)
                continue
            turns, entries, now = [turn for turn in turns if turn < cut] + begun, other, reached
            if now > best:
                best, top = now, entries
                totals = end.result()
                told = [totals.total(player.id) for player in end.players]
                print(at, round(best), told, file=sys.stderr, flush=True)
        return {**document, "entries": top}


def _set_up(state: Any) -> Entry:
    """Return the next room that a player begins with, or that all are done."""
    for player in state.players:
        if not player.finished_setup:
            at = {name: (int(name[0]) - 1) * 5 + int(name[2]) - 1 for name in _FIRST_ROOMS}
            room = next(name for name in _FIRST_ROOMS if not player.rooms[at[name]])
            return {"by": player.id, "do": "prepare", "room": room}
    return {"by": state.players[0].id, "do": "done"}


def _bid(state: Any, rng: random.Random) -> Entry:
    """Return a bid for a lobby: a krone or two, and higher as long as it is cheap."""
    offered = [item for item in state.options() if item["do"] in ("bid", "pass")]
    passes = next((dict(item) for item in offered if item["do"] == "pass"), None)
    raises = next((item for item in offered if item["do"] == "bid" and "lobby" not in item), None)
    if passes is None:
        opening = next(item for item in offered if item["do"] == "bid")
        lobby = rng.choice(opening["lobby"]) if isinstance(opening["lobby"], list) else None
        return {**opening, "lobby": lobby or opening["lobby"], "krones": rng.choice([0, 1, 2])}
    if raises is not None and min(raises["krones"]) <= 4 and rng.random() < 0.5:
        return {**raises, "krones": min(raises["krones"])}
    return passes


def measure(state: Any, entries: list[Entry]) -> float:
    """Return how well a game went: the totals, the lowest one above all, and rare verbs."""
    result = state.result()
    totals = [result.total(player.id) for player in state.players]
    rare = {entry["do"] for entry in entries} - _EVERYDAY
    mean = sum(min(one, ENOUGH) for one in totals) / len(totals)
    return float(mean + 0.7 * min(totals) + 4 * len(rare) - max(0, max(totals) - MOST))


# --- a slip and a ruling ------------------------------------------------------------------------


def add_disputes(document: Entry) -> Entry:
    """Return the record with a card claimed too early, and an entry out of turn let stand.

    Neither changes how the game ends: the next player takes a guest before the turn is over, and
    the table lets it stand. Raises ValueError where no such place is found.
    """
    entries, finished = document["entries"], _end_of(document)
    for at, (last, first) in enumerate(pairwise(entries)):
        if last["do"] != "done" or first["do"] != "take_guest" or at < 20:
            continue
        early = [*entries[:at], first, {"do": "rule", "entry": at + 1, "stands": True}, last]
        ruled = {**document, "entries": [*early, *entries[at + 2 :]]}
        if _end_of(ruled, breaches=1) != finished:
            continue
        for slip in range(at + 3, len(early) + len(entries)):
            place = ruled["entries"][:slip]
            turn = _replay({**document, "entries": place}).state.position().get("turn_of")
            if turn is None:
                continue
            card = {"by": turn, "do": "claim", "politics": document["setup"]["politics"][0]}
            whole = {**document, "entries": [*place, card, *ruled["entries"][slip:]]}
            if _end_of(whole, breaches=2) == finished:
                return whole
    raise ValueError("no place for a ruling was found")


def _replay(document: Mapping[str, Any]) -> Replay:
    return Replay(load(document))


def _end_of(document: Mapping[str, Any], breaches: int = 0) -> Any:
    """Return how a game ends; None with another number of entries against the rules."""
    replay = _replay(document)
    against = sum(1 for verdict in replay.verdicts if verdict.kind != "legal")
    return replay.state.position() if against == breaches else None


def main() -> None:
    """Write the record, an entry a line."""
    path, count, seed, tries, edition, *modules = sys.argv[1:]
    rng = random.Random(int(seed))
    if Path(path).exists():
        start = json.loads(Path(path).read_text("utf-8"))
    else:
        start = header(rng, int(count), edition, modules=modules)
        start |= {"players": list(PLAYERS[: int(count)]), "place": "Kitchen table"}
    made = add_disputes(Search(rng).climb(start, int(tries)))
    lines = ",\n  ".join(json.dumps(entry, ensure_ascii=False) for entry in made.pop("entries"))
    text = json.dumps(made, ensure_ascii=False, indent=1)[:-2]
    Path(path).write_text(f'{text},\n "entries": [\n  {lines}\n ]\n}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
