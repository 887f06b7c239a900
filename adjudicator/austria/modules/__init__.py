"""The modules of the expansion, one folder each: ``modules/<name>/`` with its data and rules.

A hyphen of a module's name is an underscore in its folder's. The folder is a package with a
``MODULE`` (``box.Module``); nothing else in the program names it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.austria.box import Module


@lru_cache(maxsize=1)
def names() -> frozenset[str]:
    """Return the names of the modules that exist."""
    return frozenset(found.name.replace("_", "-") for found in iter_modules(__path__))


def find(name: str) -> Module:
    """Return a module by its name in records. Raises KeyError where there is none."""
    if name not in names():
        raise KeyError(name)
    module: Module = import_module(f"{__name__}.{name.replace('-', '_')}").MODULE
    return module


@contextmanager
def folder(path: Path) -> Iterator[None]:
    """Look for modules in a further folder, too, for as long as the context lasts."""
    from adjudicator.austria.box import box_of

    __path__.append(str(path))
    names.cache_clear()
    try:
        yield
    finally:
        __path__.remove(str(path))
        names.cache_clear()
        box_of.cache_clear()
