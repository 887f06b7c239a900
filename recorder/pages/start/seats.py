"""Players of a set-up form: the ids that a record knows them by."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase


def seat_id(taken: Sequence[str]) -> str:
    """Return the id of the next seat: a, b, c. It tells nothing of who sits there.

    Names change, and who leaves a league for good takes the name along; ids stay in every entry.
    """
    return ascii_lowercase[len(taken)]
