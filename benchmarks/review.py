"""``python -m benchmarks review [--games N] [--json]``: what reviews of random games find.

Of N random games, of every set of modules, two to four players and the editions in turn: how many
findings of each kind a game has on average, in how many of a hundred games there is one, and the
seconds of the processor that one review takes. Every entry that is said to have been possible is
entered at its moment; ``not_legal`` counts those that are refused.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from time import process_time

from adjudicator.reading import load
from adjudicator.replay import Replay
from adjudicator.review.game_review import review_game
from benchmarks._common import percentile, read_options, show
from tests.austria import driver, expansion

EDITIONS = ("2015-ru", "2015-fr", "2015-ko", "2022")


def main(arguments: Sequence[str]) -> int:
    """Play, review and print."""
    given = read_options(__doc__, arguments, games=200)
    chance = random.Random(55)
    findings: Counter[str] = Counter()
    games_with: Counter[str] = Counter()
    refused, spent = 0, []
    for number in range(given.games):
        modules = [name for at, name in enumerate(expansion.MODULES) if number >> at & 1]
        edition = EDITIONS[number % len(EDITIONS)]
        document = driver.play(chance, 2 + number % 3, edition, modules=modules)
        replay, begun = Replay(load(document)), process_time()
        review = review_game(replay)
        spent.append(1000 * (process_time() - begun))
        kinds = Counter(one.kind for one in review.left)
        findings += kinds
        games_with += Counter(kinds.keys())
        for one in review.left:
            at = one.chance.at
            refused += replay.state_after(at).copy().judge(dict(one.chance.entry)).kind != "legal"
    figures = {
        kind: f"{n / given.games:.1f} a game, in {100 * games_with[kind] / given.games:.0f} %"
        for kind, n in findings.most_common()
    }
    times = {"median_ms": percentile(spent, 50), "most_ms": round(max(spent), 1)}
    show({"games": given.games, "not_legal": refused, **figures, **times}, as_json=given.json)
    return int(refused > 0)
