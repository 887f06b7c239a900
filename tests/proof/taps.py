"""Every tap of every page is judged as it is drawn: none is refused without a word before it.

    python -m tests.proof.taps GAMES [SEED]

judges all taps of the recorded games, and of so many random games of each set of modules and of
each number of players of Hotel Samoa, and prints how many there were.
"""

import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask

from adjudicator import games
from adjudicator.reading import check_entry, load
from adjudicator.record import Unreadable
from recorder.games.visibility import reveal_game
from recorder.pages.forms import offers
from recorder.web.context import tables
from tests.applications import of_pages
from tests.austria import driver
from tests.austria.attack import EDITIONS, SETS
from tests.drawn import DrawnPage, Tap
from tests.pages.dealing import seated
from tests.samoa import play

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.json"))

PLAYERS = (3, 4, 5, 6)
"""Numbers of players of Hotel Samoa."""

MOMENTS = 20
"""Moments of a random game that are looked at in a long run."""

Document = dict[str, Any]


class Walk:
    """Looks at games through their links and judges the entries of their pages.

    counts: pages, taps, taps that ask first, and those refused for a secret that their link does
    not know, such as money at the table's link. wrong: each kind of tap that was refused, with the
    first of them.
    """

    def __init__(self, app: Flask, chance: random.Random) -> None:
        self.client, self.app, self.chance = app.test_client(), app, chance
        self.counts: Counter[str] = Counter()
        self.wrong: dict[tuple[str, ...], str] = {}

    def look_at(
        self, record: Document, moments: int | Collection[int] | None, pages: int | None
    ) -> None:
        """Look at so many moments of a game, or at these, and at so many pages of each.

        None: at all. A moment is the number of entries before it.
        """
        entries = record["entries"]
        numbers = range(len(entries) + 1)
        if moments is None or isinstance(moments, int):
            moments = self._some(numbers, moments)
        tokens = seated(self.app, {**record, "entries": []})
        for number in numbers:
            if number in moments:
                self._look(tokens, record, number, pages)
            if number < len(entries):
                self._enter(tokens["table"], entries[number], number)

    def _some(self, all_: Any, most: int | None) -> list[Any]:
        every = list(all_)
        return every if most is None else self.chance.sample(every, min(most, len(every)))

    def _enter(self, token: str, entry: Any, number: int) -> None:
        with self.app.app_context():
            table = tables().open(token)
            tables().append(table, entry, version=table.version, key=f"k{number}", stands=False)

    def _look(
        self, tokens: Mapping[str, str], record: Document, number: int, pages: int | None
    ) -> None:
        with self.app.app_context():
            table = tables().open(tokens["table"])
            who = offers.players(list(table.options))
        shown: list[tuple[str, str | None]] = [(f"/t/{tokens[player]}", player) for player in who]
        shown += [(f"/t/{tokens['table']}?shown={player}", None) for player in who]
        for page, viewer in self._some(shown or [(f"/t/{tokens['table']}", None)], pages):
            self.counts["pages"] += 1
            answer = self.client.get(page)
            assert answer.status_code == 200, page
            for tap in DrawnPage(answer.text).taps():
                self.counts["taps"] += 1
                if tap.asks:
                    self.counts["ask first"] += 1
                elif refusal := _refused(record, tap, reveal_game(table).replay.state.copy()):
                    if not _refused(record, tap, reveal_game(table).known_state(viewer)[0].copy()):
                        self.counts["secret"] += 1
                        continue
                    key = (tap.sheet, str(tap.row[0].get("do")), refusal)
                    told = f"entry {number + 1}, {page}: {tap.words}: {json.dumps(tap.row)}"
                    self.wrong.setdefault(key, told)


def _refused(record: Document, tap: Tap, trial: games.State) -> str:
    """Return the refusal of a tap's entries on a copy of a state, nothing where all take effect."""
    game = games.find(record["game"])
    verbs = game.vocabulary(record)
    for entry in tap.row:
        try:
            check_entry(game, [player["id"] for player in record["players"]], entry, 1, verbs)
        except Unreadable as problem:
            return f"unreadable: {problem.key} {problem.message}"
        verdict = trial.judge(dict(entry))
        if not verdict.is_applied:
            rules = [breach.rule for breach in getattr(verdict, "violations", ())]
            return ", ".join(rules) or str(verdict)
    return ""


def read_record(path: Path) -> Document:
    return json.loads(path.read_text("utf-8"))


def austria(chance: random.Random, modules: list[str]) -> Document:
    return driver.play(chance, chance.choice([2, 3, 4]), chance.choice(EDITIONS), modules=modules)


def samoa(chance: random.Random, players: int) -> Document:
    """Return a random game of Hotel Samoa; special tiles are used now and then."""
    record, table = play.header(players), play.Table(chance, players)
    state: Any = games.find("samoa").start(load(record))
    while not state.over():
        items = state.options()
        due = [item for item in items if item["do"] != "use_tile"]
        entry = play.entry_of(
            chance.choice(due if due and chance.random() < 0.8 else items), table, state.round_no
        )
        assert state.judge(entry).is_applied, entry
        record["entries"].append(entry)
    return record


def main() -> None:
    """Run the command line, and print refusals and the number of taps."""
    count = int(sys.argv[1])
    chance = random.Random(sys.argv[2] if len(sys.argv) > 2 else "1")
    whole = Counter[str]()
    kinds: list[tuple[str, Callable[[], Document], int, int | None]] = [
        (path.stem, partial(read_record, path), 1, None) for path in RECORDS
    ]
    for modules in SETS:
        name = "+".join(modules) or "base game"
        kinds.append((name, partial(austria, chance, modules), count, MOMENTS))
    for players in PLAYERS:
        kinds.append((f"samoa-{players}", partial(samoa, chance, players), count, MOMENTS))
    failed = False
    for name, deal, games_, moments in kinds:
        with TemporaryDirectory() as folder:
            for app in of_pages(Path(folder)):
                walk = Walk(app, chance)
                for _game in range(games_):
                    walk.look_at(deal(), moments, None)
        whole += walk.counts
        print(name, dict(walk.counts), *walk.wrong.items(), sep="\n  ", flush=True)
        failed |= bool(walk.wrong)
    print("in all", dict(whole))
    sys.exit(failed)


if __name__ == "__main__":
    main()
