"""The links that a browser has opened, newest first: in its own signed cookie, nowhere else.

A link opens a game, so links are never listed for others. A cookie can be read by anyone who holds
the phone for a moment, or has a copy of its files. So it holds the links' numbers and not their
tokens: a number opens nothing without the server's signature.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress

from flask import session

from recorder.store.ledger import Link, NoSuchLink


class Remembered:
    """A list of links under a key of the session.

    most: returns how many; the oldest beyond them falls out. find_link: takes a token and returns
    its link; raises NoSuchLink. tokens: takes numbers and returns the tokens of the links that open
    something, in one query.
    """

    def __init__(
        self,
        key: str,
        most: Callable[[], int],
        find_link: Callable[[str], Link],
        tokens: Callable[[Sequence[int]], Mapping[int, str]],
    ) -> None:
        self._key = key
        self._most = most
        self._find_link = find_link
        self._tokens = tokens

    def numbers(self) -> list[int]:
        """Return the links' numbers."""
        return list(session.get(self._key, []))

    def tokens(self) -> list[str]:
        """Return the tokens of the links that still open something, newest first."""
        numbers = self.numbers()
        opened = self._tokens(numbers)
        self.keep(opened)
        return [opened[number] for number in numbers if number in opened]

    def keep(self, numbers: Collection[int]) -> None:
        """Reduce the list to these numbers, for example to links that still open something."""
        known = self.numbers()
        if not all(number in numbers for number in known):
            session[self._key] = [number for number in known if number in numbers]

    def remember(self, token: str) -> None:
        """Put a link in front of the list."""
        with suppress(NoSuchLink):
            self.put(self._find_link(token).id)

    def put(self, number: int) -> None:
        """Put a link in front of the list by its number."""
        numbers = self.numbers()
        if numbers[:1] != [number]:
            others = [other for other in numbers if other != number]
            session[self._key] = [number, *others][: self._most()]

    def know(self, numbers: Sequence[int]) -> None:
        """Put links in front of the list by their numbers, the newest first."""
        known = dict.fromkeys([*numbers, *self.numbers()])
        session[self._key] = list(known)[: self._most()]

    def forget(self, token: str) -> None:
        """Take a link from the list; its game stays."""
        with suppress(NoSuchLink):
            number = self._find_link(token).id
            session[self._key] = [other for other in self.numbers() if other != number]
