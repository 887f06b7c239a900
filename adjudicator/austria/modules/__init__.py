"""The modules of the expansion, one folder each: ``modules/<name>/`` with its data and rules.

A hyphen of a module's name is an underscore in its folder's. The folder is a package with a
``MODULE`` (``module.Module``); nothing else in the program names it.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules

from adjudicator.austria.table.module import Module


@lru_cache(maxsize=1)
def list_modules() -> frozenset[str]:
    """Return the names of the modules that exist."""
    return frozenset(found.name.replace("_", "-") for found in iter_modules(__path__))


def find_module(name: str) -> Module:
    """Return a module by its name in records. Raises KeyError where there is none."""
    if name not in list_modules():
        raise KeyError(name)
    module: Module = import_module(f"{__name__}.{name.replace('-', '_')}").MODULE
    return module
