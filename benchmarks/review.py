"""``python -m benchmarks review [--games N] [--json]``: what reviews of random games find.

Of N random games, of every set of modules, two to four players and the editions in turn, and of a
quarter as many of Hotel Samoa, whose players fill their rooms: how many findings of each kind a
game has on average, in how many of a hundred games there is one, and the milliseconds of the
processor that one review takes. Every entry that is said to have been possible is entered at its
moment; ``not_legal`` counts those that are refused.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from time import process_time
from typing import Any

from adjudicator.reading import load
from adjudicator.replay import Replay
from adjudicator.review.game_review import review_game
from benchmarks._common import percentile, read_options, show
from tests.austria import driver, expansion
from tests.samoa import make_records

EDITIONS = ("2015-ru", "2015-fr", "2015-ko", "2022")


def main(arguments: Sequence[str]) -> int:
    """Play, review and print."""
    given = read_options(__doc__, arguments, games=200)
    chance = random.Random(55)
    samoa = (make_records.game(3 + seed % 4, seed) for seed in range(given.games // 4))
    austria = (
        driver.play(
            chance,
            2 + number % 3,
            EDITIONS[number % len(EDITIONS)],
            modules=[name for at, name in enumerate(expansion.MODULES) if number >> at & 1],
        )
        for number in range(given.games)
    )
    figures = {"austria": measure_reviews(austria), "samoa": measure_reviews(samoa)}
    show(figures, as_json=given.json)
    return int(any(figure["not_legal"] for figure in figures.values()))


def measure_reviews(documents: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return what the reviews of some games find, by kind, and how long they take."""
    findings: Counter[str] = Counter()
    games_with: Counter[str] = Counter()
    refused, spent = 0, []
    for document in documents:
        replay, begun = Replay(load(document)), process_time()
        review = review_game(replay)
        spent.append(1000 * (process_time() - begun))
        kinds = Counter(one.kind for one in review.left)
        findings += kinds
        games_with += Counter(kinds.keys())
        for one in review.left:
            at = one.chance.at
            refused += replay.state_after(at).copy().judge(dict(one.chance.entry)).kind != "legal"
    games = len(spent)
    figures = {
        kind: f"{n / games:.1f} a game, in {100 * games_with[kind] / games:.0f} %"
        for kind, n in findings.most_common()
    }
    times = {"median_ms": percentile(spent, 50), "most_ms": round(max(spent), 1)}
    return {"games": games, "not_legal": refused, **figures, **times}
