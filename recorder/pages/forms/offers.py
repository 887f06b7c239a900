"""Reading ``next``: which entries are offered, and single entries out of an offer.

An offer is an entry in which a key with several possible values holds the list of them. Keys
that the table still has to see or to fill in (a roll, a revealed card, where food goes) hold
a description instead; they are left out of the single entries.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

Offer = Mapping[str, Any]
Entry = dict[str, Any]


def find(options: Sequence[Offer], do: str, **fixed: Any) -> list[Offer]:
    """Return the offers of one verb; ``fixed`` names keys that must allow a value."""
    return [
        offer
        for offer in options
        if offer["do"] == do and all(value in values(offer, key) for key, value in fixed.items())
    ]


def values(offer: Offer, key: str) -> list[Any]:
    """Return the values that an offer allows for a key; a key left out allows None only."""
    value = offer.get(key)
    return list(value) if isinstance(value, list) else [value]


def players(options: Sequence[Offer]) -> list[str]:
    """Return the players with an offer, in the order of the offers."""
    return list(dict.fromkeys(offer["by"] for offer in options if "by" in offer))


def is_described(value: Any) -> bool:
    """Return whether a value has still to be seen or filled in."""
    return isinstance(value, Mapping) or value in ("seen", "hand", "hidden")


def count(offer: Offer) -> int:
    """Return how many single entries an offer stands for, described keys left out."""
    return prod(len(value) for value in offer.values() if isinstance(value, list))


def list_single_entries(offer: Offer) -> Iterator[Entry]:
    """Yield the single entries of an offer, described keys left out."""
    fixed = {
        key: value for key, value in offer.items() if key != "place" and not is_described(value)
    }
    keys = list(fixed)
    choices = [fixed[key] if isinstance(fixed[key], list) else [fixed[key]] for key in keys]
    for chosen in product(*choices):
        yield dict(zip(keys, chosen, strict=True))


def begin_entry(offer: Offer, *keys: str) -> Entry:
    """Return an offer as the beginning of an entry: the keys left out come from the page."""
    return {key: value for key, value in offer.items() if key not in keys}
