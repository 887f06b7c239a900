"""Named sets that tables and leagues keep for their next games: house rules, rulings, figures.

A set is stored under its owner, a league or the game that began it, and never under its name: two
clubs may use the same name. Its owner's links write to it, and so do the games that were begun with
it through such a link. Others see public sets, and add to one in a set of their own that rests on
it. Such a set is never public: a set rests on at most one other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.shapes import is_invisible
from recorder.kept.kept_values import NAMED_FREELY, Catalogue, Item, NotKept
from recorder.languages.speech import gettext as _

LONGEST_NAME = 40
"""Letters of a set's name."""

MOST_OF_OWNER = 6
"""Sets of one kind that a league or a game keeps."""

MOST_SHOWN = 60
"""Public sets that are offered, the last put there first."""


PRECEDENTS, HOUSE_RULES, COMPONENTS = "precedents", "house-rules", "components"
"""What there are sets of; not every game has all."""

LEAGUE, GAME = "league-", "game-"
"""How owners of sets are called, before their numbers in the store."""


def league_owner(number: int) -> str:
    """Return the key under which a league owns its sets."""
    return f"{LEAGUE}{number}"


def game_owner(number: int) -> str:
    """Return a game as the owner of sets."""
    return f"{GAME}{number}"


def clean_set_name(name: str) -> str:
    """Return a set's name as it is kept; empty where nothing of it could be seen."""
    kept = " ".join(name.split())[:LONGEST_NAME]
    return "" if is_invisible(kept) else kept


@dataclass(frozen=True, slots=True)
class Set:
    """A set as it is listed; its key names the owner, ``league-7`` or ``game-12.2``.

    value: the details in the list. base: the key of the set that it rests on, or empty. own:
    whether the reader may write to it. who, at: of the last change.
    """

    key: str
    name: str
    value: Any
    base: str
    public: bool
    who: str
    at: str
    own: bool = False


@dataclass(frozen=True, slots=True)
class Chosen:
    """The set that a game plays by. writes: whether the game adds to it."""

    key: str
    name: str
    writes: bool


class Shelves:
    """The sets of one kind of one game in a catalogue.

    kind: the word for its rules, a dot, and the kind of its contents.
    """

    def __init__(self, catalogue: Catalogue, kind: str) -> None:
        self.catalogue = catalogue
        self.kind = f"sets.{kind}"

    def content(self, key: str) -> str:
        """Return the catalogue's kind for the contents of a set."""
        return f"{self.kind}.{key}"

    def put(self, key: str, name: str, value: Any, who: str, *, public: bool | None = None) -> None:
        """List a set under a key, or its changes.

        public: whether everybody is offered it, unless it rests on another; None leaves that as it
        is. Raises NotKept.
        """
        known = self.find(key)
        base = known.base if known else ""
        shown = clean_set_name(name)
        if not shown:
            raise NotKept(_("a set needs a name"))
        kept = {"name": shown, "value": value, "base": base}
        self.catalogue.enter(self.kind, key, kept, who)
        if public is not None and public != (known is not None and known.public) and not base:
            self.catalogue.enter(f"{self.kind}.public", key, public, who)

    def rest(self, key: str, name: str, base: str, value: Any, who: str) -> None:
        """Begin a set that rests on another one. Raises Unfit."""
        self.catalogue.enter(self.kind, key, {"name": name, "value": value, "base": base}, who)

    def find(self, key: str) -> Set | None:
        """Return the set of a key, or None."""
        return next(iter(self._read_sets([key])), None)

    def list_owned(self, owners: Sequence[str]) -> list[Set]:
        """Return the sets of some owners, the last changed first.

        These include the sets that their games play by and write to, even with another owner.
        """
        keys = [key for owner in owners for key in _owner_keys(owner)]
        games = [owner.removeprefix(GAME) for owner in owners if owner.startswith(GAME)]
        playing = self.catalogue.newest(f"{self.kind}.chosen", games)
        keys += [item.value["key"] for item in playing if item.value["writes"]]
        sets = self._read_sets([key for key in dict.fromkeys(keys) if key])
        return [replace(one, own=True) for one in sets]

    def public(self) -> list[Set]:
        """Return the sets that everybody is offered, the last put there first."""
        shown = self.catalogue.newest(f"{self.kind}.public")
        keys = [item.name for item in shown if item.value][:MOST_SHOWN]
        sets = {one.key: one for one in self._read_sets(keys)}
        return [sets[key] for key in keys if key in sets]

    def visible(self, owners: Sequence[str]) -> list[Set]:
        """Return the sets of some owners, then the other public sets."""
        own = self.list_owned(owners)
        known = {one.key for one in own}
        return own + [one for one in self.public() if one.key not in known]

    def find_named(self, owners: Sequence[str], wanted: str) -> Set | None:
        """Return the first visible set of a key or a name; capitals make no other name of it."""
        name = clean_set_name(wanted).casefold()
        seen = self.visible(owners)
        same = (one for one in seen if wanted and wanted == one.key)
        return next(same, None) or next((o for o in seen if o.name.casefold() == name), None)

    def find_own_key(self, owner: str, name: str) -> str:
        """Return the key of an owner's set of a name, or one that is free. Raises Unfit."""
        known = {one.key: one.name.casefold() for one in self._read_sets(_owner_keys(owner))}
        wanted = clean_set_name(name).casefold()
        same = next((key for key, called in known.items() if called == wanted), None)
        free = next((key for key in _owner_keys(owner) if key not in known), None)
        if same is None and free is None:
            raise NotKept(_("at most %(most)s sets are kept", most=MOST_OF_OWNER))
        return same or str(free)

    def items(self, key: str) -> dict[str, Item]:
        """Return the contents of a set and of the sets below it, by name, the newest first."""
        contents: dict[str, Item] = {}
        for each in self.layers(key):
            for item in self.catalogue.newest(self.content(each)):
                contents.setdefault(item.name, item)
        return contents

    def item(self, key: str, name: str) -> Item | None:
        """Return the item under a name in a set, or in one that it rests on."""
        for each in self.layers(key):
            held = self.catalogue.find(self.content(each), name)
            if held is not None:
                return held
        return None

    def layers(self, key: str) -> list[str]:
        """Return a set's key and the key of the set that it rests on.

        In a store of release 0.2.0 that one may itself rest on another, which is read, too.
        """
        keys: list[str] = []
        while key and key not in keys:
            keys.append(key)
            known = self.find(key)
            key = known.base if known else ""
        return keys

    def list_versions(self, owners: Sequence[str]) -> list[Item]:
        """Return every version of the sets of some owners: listed, offered, held, chosen."""
        keys = [key for owner in owners for key in _owner_keys(owner)]
        games = [owner.removeprefix(GAME) for owner in owners if owner.startswith(GAME)]
        chosen = self.catalogue.versions([f"{self.kind}.chosen"], games) if games else []
        listed = self.catalogue.versions([self.kind, f"{self.kind}.public"], keys)
        held = self.catalogue.versions([self.content(key) for key in keys])
        return listed + held + chosen

    # -- games --

    def find_chosen(self, game: int) -> Chosen | None:
        """Return the set that a game plays by."""
        choice = self.catalogue.find(f"{self.kind}.chosen", str(game))
        if choice is None or not choice.value["key"]:
            return None
        known = self.find(choice.value["key"])
        name = known.name if known else choice.value["name"]
        return Chosen(choice.value["key"], name, choice.value["writes"])

    def choose(self, game: int, key: str, name: str, *, writes: bool, who: str) -> None:
        """Let a game play by a set; an empty key: by none."""
        value = {"key": key, "name": clean_set_name(name), "writes": writes}
        self.catalogue.enter(f"{self.kind}.chosen", str(game), value, who)

    def to_write(self, game: int, name: str, who: str, empty: Any) -> Chosen:
        """Choose and return the set into which a game keeps something under a name.

        If the game plays by a foreign set, its own one rests on that. empty: the details of a new
        set in the list. Raises NotKept.
        """
        known = self.find_chosen(game)
        same = known is not None and clean_set_name(name).casefold() == known.name.casefold()
        if known is not None and same and known.writes:
            return known
        key = self.find_own_key(game_owner(game), name)
        if same and known is not None and self.find(key) is None:
            self.rest(key, known.name, known.key, empty, who)
        self.choose(game, key, name, writes=True, who=who)
        return Chosen(key, clean_set_name(name), True)

    def _read_sets(self, keys: Sequence[str]) -> list[Set]:
        public = {
            item.name for item in self.catalogue.newest(f"{self.kind}.public", keys) if item.value
        }
        return [
            Set(
                key=item.name,
                **{name: item.value[name] for name in ("name", "value", "base")},
                public=item.name in public,
                who=item.who,
                at=item.at,
            )
            for item in self.catalogue.newest(self.kind, keys)
        ]


def _owner_keys(owner: str) -> list[str]:
    return [owner, *(f"{owner}.{number}" for number in range(2, MOST_OF_OWNER + 1))]


TEXTS = ("name", "note", "agreed", "place")
"""Keys of what stands in a set under which people write what they like."""


def list_texts(item: Item) -> Iterator[str]:
    """Yield the free texts in a version of a set, or of a value kept for everybody."""
    yield item.who
    if item.kind in NAMED_FREELY:
        yield item.name
    for key in TEXTS:
        said = item.value.get(key, ()) if isinstance(item.value, Mapping) else ()
        yield from [said] if isinstance(said, str) else said


def read_anew(
    catalogue: Catalogue,
    items: Iterable[Item],
    read: Callable[[str], str],
    owners: Sequence[str] = (),
) -> int:
    """Read the free texts otherwise from now on; return the number of changed versions.

    items: versions in sets, or kept for everybody. read: returns the new wording of a text. owners:
    the owners that list a value with a new name.
    """
    changed = [item for item in items if any(read(text) != text for text in list_texts(item))]
    for item in changed:
        _reword_item(catalogue, item, read)
    called = {
        (item.kind, item.name)
        for item in changed
        if item.kind in NAMED_FREELY and read(item.name) != item.name
    }
    for kind, name in sorted(called):
        versions = [one for one in catalogue.history(kind, name) if one.value is not None]
        catalogue.rename(versions[::-1], _find_free_name(catalogue, kind, read(name)), owners)
    return len(changed)


def _find_free_name(catalogue: Catalogue, kind: str, wanted: str) -> str:
    """Return a name, with a number where something is called so already."""
    name, number = wanted[:LONGEST_NAME], 1
    while (known := catalogue.find(kind, name)) is not None and known.value is not None:
        number += 1
        name = f"{wanted[:LONGEST_NAME]} {number}"
    return name


def _reword_item(catalogue: Catalogue, item: Item, read: Callable[[str], str]) -> None:
    value = item.value
    if isinstance(value, Mapping):
        said = {key: value[key] for key in TEXTS if key in value}
        value = dict(value) | {
            key: read(text) if isinstance(text, str) else [read(one) for one in text]
            for key, text in said.items()
        }
    catalogue.reword(item, value, read(item.who))
