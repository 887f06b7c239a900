"""Make a made-up record to look at, by simple wishes of the players, with a fixed seed.

usage: python -m tools.sample_game PLAYERS SEED [EDITION] > templates/<game>/sample.json

Not a player of games and not part of the program: it picks among the offers of ``next``, so that
the recorded sample is legal and looks like an evening at a table.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Mapping
from typing import Any

from adjudicator import games
from adjudicator.austria.printed.catalogue import GUESTS, POLITICS, STAFF, TILES
from adjudicator.games import State
from adjudicator.record import Record
from recorder.pages.forms.offers import Offer, list_single_entries

NAMES = ("Anna", "Boris", "Chloé", "지훈")
IDS = ("anna", "boris", "chloe", "jihun")
COLOURS = ("orange", "light blue", "purple", "grey")


def make_header(count: int, edition: str, dice: random.Random) -> dict[str, Any]:
    """Return the header of a game with this many players."""

    def one_each(cards: Mapping[str, Any]) -> list[str]:
        return [dice.choice([c.id for c in cards.values() if c.letter == x]) for x in "ABC"]

    return {
        "record": 1,
        "game": "austria",
        "edition": edition,
        "modules": [],
        "options": {"board": "night", "staff": "dealt", "rulings": {}},
        "played_on": "2026-11-20",
        "place": "Kitchen table",
        "players": [
            {"id": IDS[seat], "name": NAMES[seat], "colour": COLOURS[seat]} for seat in range(count)
        ],
        "setup": {
            "politics": one_each(POLITICS),
            "emperor": one_each(TILES),
            "queue": dice.sample(sorted(GUESTS), 5),
        },
        "entries": [],
    }


_STAGES = (
    ("check_in", "claim", "gain", "place", "occupy", "fill_order"),
    ("take_guest",),
    ("use_staff", "serve"),
    ("prepare", "play_staff", "extra_action", "penalty", "remove_room", "discard_staff"),
    ("take_die",),
    ("done",),
    ("decline",),
    ("roll", "reroll"),
)
"""The order of actions by stages; within a stage the most useful one comes first."""


class Table:
    """A table of made-up players: the state, the chance, and the entries."""

    def __init__(self, document: dict[str, Any], dice: random.Random) -> None:
        self.document = document
        self.dice = dice
        self.slipped = False
        self.state: State = games.find("austria").start(Record(document))

    def play(self) -> dict[str, Any]:
        """Play to the end and return the record."""
        entries = self.document["entries"]
        while not self.state.over() and len(entries) < 2000:
            self.slip()
            entry = self.choose(self.state.options(), self.state.position())
            verdict = self.state.judge(entry)
            if verdict.kind != "legal":
                raise RuntimeError(f"{entry}: {verdict}")
            entries.append(entry)
        return self.document

    def slip(self) -> None:
        """Enter something the rules do not allow, for the log to show; it changes nothing."""
        position = self.state.position()
        if position["round"] != 3 or position["turn_of"] is None or self.slipped:
            return
        entry = {"by": position["turn_of"], "do": "claim", "politics": position["politics"][0]}
        if self.state.copy().judge(entry).kind == "illegal":
            self.document["entries"].append(entry)
            self.slipped = True

    def drop_useless(
        self, options: list[dict[str, Any]], position: dict[str, Any]
    ) -> list[dict[str, Any]]:
        """Return the offers without forced effects, and without giving up."""
        owed = {(part["by"], part["do"]) for part in position["open"]}
        forced = ("penalty", "remove_room", "discard_staff", "return_staff")
        useful = [o for o in options if o["do"] not in forced or (o["by"], o["do"]) in owed]
        turn = position["phase"] == "turn"
        if turn and any(offer["do"] == "take_die" for offer in useful):
            return [offer for offer in useful if offer["do"] != "pass"]
        return useful if turn else [offer for offer in useful if offer["do"] != "done"]

    def choose(self, options: list[dict[str, Any]], position: dict[str, Any]) -> dict[str, Any]:
        """Return the next entry: the one worth most right after it, with a little whim."""
        useful = self.drop_useless(options, position)
        for stage in _STAGES:
            wished = [offer for offer in useful if offer["do"] in stage]
            if wished and (stage != ("take_guest",) or self.thirsty(wished[0], position)):
                entry = self.best(wished, position)
                if entry is not None:
                    return entry
        return self.best(useful, position) or dict(useful[0])

    def thirsty(self, offer: Offer, position: Mapping[str, Any]) -> bool:
        """Return whether a player wants another guest."""
        me = position["players"][offer["by"]]
        return len(me["cafe"]) < 2 or self.dice.random() < 0.6

    def best(
        self, useful: list[dict[str, Any]], position: Mapping[str, Any]
    ) -> dict[str, Any] | None:
        """Return the entry after which the player is best off, or None if none changes much."""
        ranked: list[tuple[float, int, dict[str, Any]]] = []
        for offer in useful:
            if offer.get("reveal", "seen") is None:
                continue
            for entry in self.filled(offer, position):
                after = self.state.copy()
                if after.judge(entry).kind == "legal" and after.position() != position:
                    score = self.worth(after, entry["by"]) + self.dice.random() * 0.6
                    score -= 0.3 * (entry["do"] == "decline") + 3 * (entry["do"] == "done")
                    ranked.append((score, len(ranked), entry))
        if not ranked:
            return None
        best = max(ranked)
        idle = best[2]["do"] in ("serve", "prepare", "play_staff", "use_staff")
        if idle and best[0] < self.worth(self.state, best[2]["by"]):
            return None
        return best[2]

    def worth(self, state: State, player: str) -> float:
        """Return a rough value of a player's things: points, money, food where it is wanted."""
        position = state.position()
        me = position["players"][player]
        value = me["vp"] + 0.55 * me["krones"] + 1.1 * me["emperor"]
        value += sum(min(count, 3) for count in me["kitchen"].values()) * 0.45
        faces = list(me["rooms"].values())
        vacant = faces.count("vacant")
        value += 5.5 * faces.count("occupied") + 1.9 * min(vacant, 4) + 0.2 * max(0, vacant - 4)
        for card in me["staff"]:
            value += 4.5 if isinstance(card, int) else 4.3
        for guest in me["cafe"]:
            order = GUESTS[guest["guest"]]
            served = sum(guest.get("served", {}).values())
            value += 2.2 * served + 0.5 * order.vp + (1.5 if served == order.size else 0)
            value += 1.2 - 0.25 * order.size
        for part in position["open"]:
            if part["by"] == player and part["optional"]:
                value += {"prepare": 1.5, "play_staff": 2.5}.get(part["do"], 2) * part["count"]
        return float(value - 4 * (me["krones"] < 1))

    def filled(self, offer: Offer, position: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return entries of an offer, with the things that the table sees and places for food."""
        if "choose" in offer:
            return [{**offer, "choose": choice} for choice in offer["choose"]]
        if offer["do"] == "serve":
            return self.servings(offer)
        if offer["do"] == "place":
            guest, lacks = next(iter(offer["place"].items()))
            return [{**offer, "place": {guest: {next(iter(lacks)): 1}}}]
        entries = []
        for entry in list_single_entries(offer):
            if offer.get("staff") == "hand":
                entry["staff"] = self.card(offer, position)
            if "dice" in offer:
                entry["dice"] = self.roll(offer["dice"]["count"])
            if offer.get("reveal") == "seen":
                entry["reveal"] = self.guest(position)
            if offer.get("place") and entry.get("gain"):
                place = self.share(entry["gain"], offer["place"])
                if place:
                    entry["place"] = place
            entries.append(entry)
        return entries

    @staticmethod
    def servings(offer: Offer) -> list[dict[str, Any]]:
        """Return the ways to complete one guest's order from the kitchen, at most three pieces."""
        return [
            {**offer, "place": {guest: lacks}}
            for guest, lacks in offer["place"].items()
            if sum(lacks.values()) <= 3
        ]

    @staticmethod
    def share(gain: Mapping[str, int], lacks: Mapping[str, Any]) -> dict[str, dict[str, int]]:
        """Return the food put on guests as far as it goes, guest by guest."""
        left = dict(gain)
        place: dict[str, dict[str, int]] = {}
        for guest, wanted in lacks.items():
            for food, count in wanted.items():
                put = min(count, left.get(food, 0))
                if put:
                    left[food] -= put
                    place.setdefault(guest, {})[food] = put
        return place

    def roll(self, count: int) -> list[int]:
        """Return a roll as counts of the six faces."""
        eyes = [self.dice.randint(1, 6) for _die in range(count)]
        return [eyes.count(face) for face in range(1, 7)]

    def guest(self, position: Mapping[str, Any]) -> int:
        """Return a guest card that nobody has seen yet."""
        seen = set(position["queue"]) | set(position["discards"])
        for player in position["players"].values():
            seen |= {guest["guest"] for guest in player["cafe"]}
        left = sorted(set(GUESTS) - seen) or sorted(position["discards"])
        return self.dice.choice(left)

    def card(self, offer: Offer, position: Mapping[str, Any]) -> int:
        """Return a card nobody has seen that the player can surely pay."""
        seen = {
            card if isinstance(card, int) else card["staff"]
            for player in position["players"].values()
            for card in player["staff"]
        }
        edition = self.document["edition"]
        left = sorted(
            (number for number in STAFF if number not in seen),
            key=lambda number: ((STAFF[number].cost[edition] or 0) > 3, self.dice.random()),
        )
        for number in left:
            if self.state.copy().judge({**offer, "staff": number}).kind == "legal":
                return number
        return left[0]


def main() -> None:
    """Print the record."""
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    dice = random.Random(seed)
    table = Table(make_header(count, sys.argv[3] if len(sys.argv) > 3 else "2015-ru", dice), dice)
    print(json.dumps(table.play(), ensure_ascii=False, indent=1))
    scores = table.state.result()
    totals = {player: scores.total(player) for player in scores.lines}
    print(totals, len(table.document["entries"]), "entries", file=sys.stderr)


if __name__ == "__main__":
    main()
