"""A copy of a state knows every field, and nothing that changes is shared with it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator.austria.table.state import CafeGuest, Event, Open, Player, Table
from adjudicator.copying import Copyable, copy_plain
from adjudicator.reading import parse
from adjudicator.replay import Replay

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("austria-*.json"))

NEVER_CHANGED = {
    *("answers", "box", "rules", "figures", "board"),
    *("guests", "staff_cards", "tiles", "politics_cards"),
}
"""Fields of a table and of players that hold what is replaced as a whole."""


def plain(value: Any) -> Any:
    """Return a value with every state in it as its fields."""
    if isinstance(value, Copyable):
        names = [
            name for kind in type(value).__mro__ for name in kind.__dict__.get("__slots__", ())
        ]
        return {name: plain(getattr(value, name)) for name in names if name not in NEVER_CHANGED}
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    return value


def shared(one: Any, twin: Any, where: str) -> Iterator[str]:
    """Yield the places where two states hold the same thing that can change."""
    pairs: list[tuple[str, Any, Any]] = []
    if isinstance(one, Copyable):
        pairs = [(name, getattr(one, name), getattr(twin, name)) for name in plain(one)]
    elif isinstance(one, list):
        pairs = [(str(at), *both) for at, both in enumerate(zip(one, twin, strict=True))]
    elif isinstance(one, dict):
        pairs = [(str(key), value, twin[key]) for key, value in one.items()]
    if isinstance(one, Copyable | list | dict | set) and one is twin:
        yield where
    for name, mine, other in pairs:
        yield from shared(mine, other, f"{where}.{name}")


def kinds(one: Any) -> Iterator[type]:
    """Yield the classes of the states in a state."""
    if isinstance(one, Copyable):
        yield type(one)
        for name in plain(one):
            yield from kinds(getattr(one, name))
    members = one if isinstance(one, list) else one.values() if isinstance(one, dict) else ()
    for member in members:
        yield from kinds(member)


def test_every_field_is_copied_and_nothing_that_changes_is_shared() -> None:
    seen: set[type] = set()
    for path in RECORDS:
        replay = Replay(parse(path.read_text(encoding="utf-8")))
        for _, state in replay.walk_states(0, min(60, len(replay.verdicts))):
            state.case = None  # type: ignore[attr-defined]
            twin = state.copy()
            assert plain(twin) == plain(state)
            assert list(shared(state, twin, "table")) == []
            seen.update(kinds(state))
    assert {CafeGuest, Open, Event, Player} <= seen
    assert any(issubclass(kind, Table) for kind in seen)


def test_what_is_not_declared_as_copied_is_shared_and_would_be_found() -> None:
    class Careless(Copyable):
        __slots__ = ("food",)

    class Careful(Copyable, food=copy_plain):
        __slots__ = ("food",)

    for kind, places in ((Careless, ["it.food"]), (Careful, [])):
        one: Any = kind()
        one.food = [1, 2]
        assert list(shared(one, one.copy(), "it")) == places


def test_a_field_that_is_not_there_cannot_be_declared() -> None:
    with pytest.raises(TypeError, match="fod"):

        class _(Copyable, fod=copy_plain):
            __slots__ = ("food",)
