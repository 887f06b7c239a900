"""Every address of the application, with its places filled in."""

import itertools
import os
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flask import Flask

LONG = bool(os.environ.get("SOAK"))
"""Whether everything is tried and not a part of it (``bin/soak``)."""

MINUTES = "only in the long run (bin/soak): the everyday one has to stay under five minutes"
"""Why a test that walks through much of the program in a browser waits for ``bin/soak``."""

OFTEN = dict.fromkeys(
    ("CREATION_LIMIT", "RECORD_LIMIT", "KILOBYTE_LIMIT", "LINK_LIMIT", "GAME_LIMIT"),
    "1000000000 per minute",
)
"""Settings under which a test may write as often as it likes."""

WORDS: Mapping[str, Sequence[str]] = {
    "game": ("austria", "samoa", "home"),
    "chapter": ("GAH-ACT", "nothing"),
    "part": ("boards", "components", "figures", "house-rules", "b", "home"),
    "kind": ("change", "insert", "remove", "turn"),
    "of": ("a", "anna", "b"),
    "value": ("money", "krones", "cafe", "rooms", "hand"),
    "which": ("undo", "redo"),
    "filename": ("base.css", "nothing"),
}


MOST = 4
"""Addresses of one rule that are drawn in everyday runs, with different values."""


def undrawn(text: str) -> str:
    return re.sub(r'("csrf(?:_token)?"[^>]*(?:value|content)=")[^"]*', r"\1", text)


def addresses(
    app: Flask,
    method: str,
    values: Mapping[str, Sequence[Any]],
    chance: random.Random,
    under: str = "/",
) -> Iterator[str]:
    """Yield addresses of a method with rules that begin with ``under``: of every rule some.

    values: for the places of a rule, by their names; WORDS stand for the rest. chance: draws MOST
    addresses of a rule; with SOAK=1 all are taken.
    """
    adapter = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if method not in (rule.methods or ()) or not rule.rule.startswith(under):
            continue
        names = sorted(rule.arguments)
        every = itertools.product(*(values.get(name) or WORDS.get(name, ("1",)) for name in names))
        rules = list(every)
        for chosen in rules if LONG or len(rules) <= MOST else chance.sample(rules, MOST):
            yield adapter.build(rule.endpoint, dict(zip(names, chosen, strict=True)), method)
