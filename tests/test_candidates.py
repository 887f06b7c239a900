"""What may be entered is offered, and what is offered may be entered (see ``candidates``)."""

import os
import random
from functools import partial
from itertools import islice
from typing import Any

import pytest

from tests import candidates
from tests.austria import candidates as austria
from tests.proof.routes import LONG
from tests.samoa import candidates as samoa

VERBS = [(game, do) for game in (austria, samoa) for do in sorted(game.verbs())]


@pytest.mark.rule("WALTZ-GEN-01", "GAH-SYM-16", "SAM-ROUND-02")
@pytest.mark.parametrize(("game", "entries"), [(austria, 13_000), (samoa, 6_000)])
def test_every_entry_that_is_legal_is_offered_and_no_other(
    game: Any, entries: int, chance: random.Random
) -> None:
    """Of every verb; and what is refused in Hotel Samoa may be entered as its hint says."""
    if LONG:
        entries *= 25
    seed = int(os.environ.get("SEED", chance.randrange(2**32)))
    print(f"SEED={seed}")
    kinds, tried, wrong = candidates.swept(game.judgements(seed), entries)
    assert kinds.total() >= entries
    assert kinds["unreadable"] > entries // 100
    assert not wrong, "\n".join(wrong)
    assert not {(do, fits) for do in game.verbs() for fits in (True, False)} - set(tried)


@pytest.mark.skipif(not LONG, reason="a hundred sweeps, each as long as the everyday one at most")
@pytest.mark.parametrize(("game", "do"), VERBS)
def test_an_offer_too_few_and_one_too_many_are_noticed(
    game: Any, do: str, chance: random.Random
) -> None:
    """At every moment one entry of a verb is left out, or one that is not legal is added."""
    for spoil, kind in (
        (game.without_one, ("not offered", "legal, not offered, changes nothing")),
        (game.with_one, ("offered and not applied",)),
    ):
        judged = game.judgements(chance.randrange(2**32), partial(spoil, do=do))
        found = (one.kind for one in islice(judged, 60_000) if one.entry["do"] == do)
        assert any(one in kind for one in found), (do, kind)
