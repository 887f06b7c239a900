"""Random entries, legal or not: mutations of offers, and plain nonsense."""

import random
from typing import Any

from adjudicator.austria.printed.board import ROOM_NAMES
from tests.austria import expansion
from tests.austria.driver import concrete
from tests.rows import read_table

MODELS = read_table("keys-of-verbs")


def _value(key: str, state: Any, rng: random.Random, player: Any) -> Any:
    if key in expansion.VALUES:
        return rng.choice(expansion.VALUES[key](state))
    near = [guest.number for guest in player.cafe.values()] + list(state.queue or ())
    if key == "guest":
        return rng.choice(near) if near and rng.random() < 0.8 else rng.choice(sorted(state.guests))
    if key == "reveal":
        return rng.choice([*sorted(state.guests), None])
    if key == "room":
        return rng.choice(ROOM_NAMES)
    if key == "dice":
        return [rng.randint(0, 3) for _ in range(6)]
    if key == "die":
        return rng.randint(1, 6)
    if key == "as":
        return rng.randint(1, 5)
    if key == "boost":
        return True
    if key == "gain":
        keys = rng.sample([*state.box.foods, "krones", "emperor"], rng.randint(1, 2))
        return {name: rng.randint(1, 3) for name in keys}
    if key == "foods":
        return {rng.choice(state.box.foods): rng.randint(1, 2)}
    if key == "staff":
        mine = list(player.staff)
        return (
            rng.choice(mine)
            if mine and rng.random() < 0.5
            else rng.choice(sorted(state.staff_cards))
        )
    if key == "politics":
        return rng.choice(sorted(state.politics_cards))
    if key == "choose":
        return rng.choice(["vp", "goods", "ignore"])
    if key == "count":
        return rng.randint(1, 3)
    if key == "of":
        return rng.choice(sorted(state.by_id))
    guest = str(rng.choice(near)) if near else "65"
    return {guest: {rng.choice(state.box.foods): rng.randint(1, 2)}}


def nonsense(state: Any, rng: random.Random) -> dict[str, Any]:
    player = rng.choice(state.players)
    models = expansion.models(state, MODELS)
    do = rng.choice(sorted(models))
    entry: dict[str, Any] = {"do": do} if do in expansion.BY_NOBODY else {"by": player.id, "do": do}
    for key in models[do]:
        if key.endswith("?") and rng.random() < 0.5:
            continue
        name, _, kind = key.rstrip("?").partition("=")
        entry["gain" if name == "foods" else name] = _value(kind or name, state, rng, player)
    return entry


def mutation(state: Any, rng: random.Random) -> dict[str, Any]:
    items = state.options()
    entry = concrete(rng.choice(items), state, rng) if items else None
    if entry is None:
        return nonsense(state, rng)
    models = expansion.models(state, MODELS)
    keys = [key for key in models.get(entry["do"], ()) if key.rstrip("?") != "place"]
    if entry["do"] in expansion.BY_NOBODY:
        return entry if not keys else {**entry, **_changed(keys, state, rng)}
    if not keys or rng.random() < 0.2:
        return {**entry, "by": rng.choice(state.players).id}
    key, _, kind = rng.choice(keys).rstrip("?").partition("=")
    value = _value(kind or key, state, rng, state.by_id[entry["by"]])
    return {**entry, "gain" if key == "foods" else key: value}


def _changed(keys: list[str], state: Any, rng: random.Random) -> dict[str, Any]:
    name, _, kind = rng.choice(keys).rstrip("?").partition("=")
    return {name: _value(kind or name, state, rng, rng.choice(state.players))}
