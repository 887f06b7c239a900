"""Everything that is looked for in a game of this box."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.review.missed_chances import ReviewBook, Watcher
from adjudicator.samoa.review.hotel_chances import RoomsFree, TilesCheaper


def watchers_for(book: ReviewBook) -> Sequence[Watcher]:
    """Return all that look through one game and write into a book."""
    return [RoomsFree(book), TilesCheaper(book)]
