"""Everything that is looked for in a game of this box."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.austria.review.cafe_chances import CafeGuests
from adjudicator.austria.review.dice_strength import DiceStrength
from adjudicator.austria.review.politics_chances import PoliticsDiscs
from adjudicator.austria.review.reward_chances import SkippedRewards
from adjudicator.austria.review.room_chances import VacantRooms
from adjudicator.austria.review.staff_chances import RoundStaff, UnusedVerbs
from adjudicator.austria.review.track_chances import KronesLost, PenaltySpared
from adjudicator.review.missed_chances import ReviewBook, Watcher

KINDS: Sequence[type[Watcher]] = (
    PoliticsDiscs,
    CafeGuests,
    VacantRooms,
    RoundStaff,
    UnusedVerbs,
    SkippedRewards,
    KronesLost,
    PenaltySpared,
    DiceStrength,
)


def watchers_for(book: ReviewBook) -> Sequence[Watcher]:
    """Return all that look through one game and write into a book."""
    return [kind(book) for kind in KINDS]
