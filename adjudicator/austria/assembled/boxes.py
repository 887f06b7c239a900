"""The box of a record: the base game with the modules that it names, merged once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from adjudicator.austria import modules
from adjudicator.austria.assembled.base_game import BASE
from adjudicator.austria.table.box import Box
from adjudicator.messages import M
from adjudicator.record import Unreadable
from adjudicator.shapes import format_value


@lru_cache(maxsize=64)
def box_of(names: frozenset[str]) -> Box:
    """Return the box with these modules. Raises KeyError for a module that does not exist."""
    chosen = [modules.find_module(name) for name in names]
    shared = {part.id: part for module in chosen for part in module.shares}
    return Box((BASE, *sorted((*chosen, *shared.values()), key=lambda module: module.number)))


def box_of_record(document: Mapping[str, Any]) -> Box:
    """Return the box of a (checked) record."""
    return box_of(frozenset(document.get("modules", ())))


def read_modules(names: Sequence[str]) -> Box:
    """Return the box that a header names. Raises Unreadable for an unknown or repeated module."""
    known = modules.list_modules()
    for name in names:
        if name not in known:
            raise Unreadable(M("box.module-not-supported", name=format_value(name)), key="modules")
    for name in names:
        if names.count(name) > 1:
            raise Unreadable(
                M("box.module-stands-twice", name=format_value(name)),
                key="modules",
                rule="WALTZ-GEN-01",
            )
    return box_of(frozenset(names))


@contextmanager
def use_module_folder(path: Path) -> Iterator[None]:
    """Look for modules in a further folder, too, for as long as the context lasts."""
    modules.__path__.append(str(path))
    modules.list_modules.cache_clear()
    try:
        yield
    finally:
        modules.__path__.remove(str(path))
        modules.list_modules.cache_clear()
        box_of.cache_clear()
