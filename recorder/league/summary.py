"""A finished game in short: the part of its replay that standings, records and statistics need.

A summary is JSON. It is computed once from a game at one version and kept under that version, so
that a league of 100,000 games replays none of them to show a page.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator import games
from adjudicator.findings import ADJUST, CHECK
from adjudicator.record import RULE
from adjudicator.replay import Replay
from adjudicator.review.game_review import GameReview
from adjudicator.score import Result
from adjudicator.verdict import Illegal

FORM = 3
"""The form of a summary; one of another form is computed again."""

DICE = "dice"
"""The kind beside those of missed chances: what the dice gave."""

AFTERWARDS = (CHECK, ADJUST, RULE)
"""Verbs that stand behind a game's end without being part of it."""

LONGEST_GAME = 24 * 60
"""Minutes; a longer time between first and last entry says when it was typed, not played."""

Document = Mapping[str, Any]


def summarise(
    replay: Replay, review: GameReview, *, day: str, times: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the summary of a replayed game.

    review: of the same game. day: when it was played where the record does not say (ISO date).
    times: when each of its entries was made (ISO 8601), empty for one that was put in with others;
    where the entries do not say it themselves.
    """
    document = replay.record.document
    result = replay.result()
    over = bool(replay.state.over())
    counted, broken = _count_tallies(replay), _count_breaches(replay)
    missed = _count_missed(replay, review)
    began, ended = _find_span(replay.record.entries, times)
    places = (
        assign_places({p: result.total(p) for p in result.lines}, result.winners) if over else {}
    )
    return {
        "form": FORM,
        "game": replay.record.game,
        "edition": document.get("edition", ""),
        "modules": sorted(document.get("modules", ())),
        "day": document.get("played_on") or day,
        "place": document.get("place", ""),
        "over": over,
        "began": began,
        "ended": ended,
        "entries": len(replay.record.entries),
        "print": fingerprint(document),
        "players": [
            {
                "id": player["id"],
                "name": player["name"],
                "colour": player.get("colour", ""),
                "total": result.total(player["id"]),
                "place": places.get(player["id"], 0),
                "parts": _parts(result, player["id"]),
                "counts": counted[player["id"]],
                "broken": broken[player["id"]],
                "missed": missed[player["id"]],
            }
            for player in document["players"]
        ],
    }


def summarise_totals(
    game: str,
    day: str,
    players: Sequence[tuple[str, int]],
    *,
    edition: str = "",
    modules: Sequence[str] = (),
    winners: Sequence[str] = (),
    place: str = "",
) -> dict[str, Any]:
    """Return the summary of a game that nobody recorded: names and totals in seating order.

    winners: names; needed only where a tie-break decided between the best.
    """
    ids = [f"p{number}" for number in range(1, len(players) + 1)]
    totals = {own: total for own, (_, total) in zip(ids, players, strict=True)}
    best = max(totals.values())
    won = [own for own, (name, _) in zip(ids, players, strict=True) if name in winners]
    places = assign_places(
        totals, [own for own in won if totals[own] == best] or _best_players(totals)
    )
    told = [game, day, edition, sorted(modules), [list(player) for player in players]]
    return {
        "form": FORM,
        "game": game,
        "edition": edition,
        "modules": sorted(modules),
        "day": day,
        "place": place,
        "over": True,
        "began": "",
        "ended": "",
        "entries": 0,
        "print": _hash_value(told),
        "players": [
            {
                "id": own,
                "name": name,
                "colour": "",
                "total": total,
                "place": places[own],
                "parts": {},
                "counts": {},
                "broken": {},
            }
            for own, (name, total) in zip(ids, players, strict=True)
        ],
    }


def assign_places(totals: Mapping[str, int], winners: Sequence[str]) -> dict[str, int]:
    """Return everybody's place: 1 for the winners, equal totals below them share a place.

    winners: also decided by a tie-break between equal totals.
    """
    first = set(winners) or set(_best_players(totals))
    places: dict[str, int] = {}
    order = sorted(totals, key=lambda player: (player not in first, -totals[player]))
    for at, player in enumerate(order):
        before = order[at - 1] if at else None
        equal = before is not None and (
            (player in first and before in first)
            or (before not in first and totals[before] == totals[player])
        )
        places[player] = places[before] if equal and before is not None else at + 1
    return places


def _best_players(totals: Mapping[str, int]) -> list[str]:
    return [player for player in totals if totals[player] == max(totals.values())]


def fingerprint(document: Document) -> str:
    """Return the hash of a game's seats and entries, which identifies it."""
    return _hash_value(
        [
            document["game"],
            document.get("edition", ""),
            document.get("played_on", ""),
            [[player["id"], player["name"]] for player in document["players"]],
            document.get("setup", document.get("position")),
            list(document["entries"]),
        ]
    )


def _hash_value(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


def _parts(result: Result, player: str) -> dict[str, int]:
    sums: Counter[str] = Counter()
    for line in result.lines[player]:
        sums[line.part] += line.points
    return {part: sums[part] for part in result.parts}


def _count_tallies(replay: Replay) -> dict[str, dict[str, list[str]]]:
    """Return per player and kind the things that the game's ``tallies`` name, in order."""
    kinds = games.find_tallies(replay.record.game).kinds
    counts: dict[str, dict[str, list[str]]] = {player: {} for player in replay.record.players}
    verbs: dict[str, list[tuple[str, str, str | None]]] = {}
    for kind, (verb, key, inner) in kinds.items():
        verbs.setdefault(verb, []).append((kind, key, inner))
    for entry, verdict in zip(replay.record.entries, replay.verdicts, strict=True):
        for kind, key, inner in verbs.get(entry["do"], ()):
            if verdict.is_applied and key in entry and entry.get("by") in counts:
                value = entry[key]
                things = [thing[inner] for thing in value] if inner else [value]
                counts[entry["by"]].setdefault(kind, []).extend(str(thing) for thing in things)
    return counts


def _count_breaches(replay: Replay) -> dict[str, dict[str, int]]:
    """Return per player how often an entry broke a rule, by its id."""
    counts: dict[str, Counter[str]] = {player: Counter() for player in replay.record.players}
    for entry, verdict in zip(replay.record.entries, replay.verdicts, strict=True):
        if isinstance(verdict, Illegal) and entry.get("by") in counts:
            counts[entry["by"]].update({breach.rule for breach in verdict.violations})
    return {player: dict(sorted(rules.items())) for player, rules in counts.items()}


def _count_missed(replay: Replay, review: GameReview) -> dict[str, dict[str, list[int]]]:
    """Return per player and kind the missed chances of a review: how many, and their points.

    ``DICE`` has the dice on the spaces used, without points.
    """
    counts: dict[str, dict[str, list[int]]] = {player: {} for player in replay.record.players}
    for one in review.left:
        sums = counts[one.by].setdefault(one.kind, [0, 0])
        sums[0] += 1
        sums[1] += one.points or 0
    for player, taken in review.dice.get("taken", {}).items():
        counts[player][DICE] = [sum(one["strength"] for one in taken), 0]
    return counts


def _find_span(entries: Sequence[Document], times: Sequence[str]) -> tuple[str, str]:
    """Return the times of a game's beginning and end, empty where unknown.

    Entries that correct the game after its end do not count.
    """
    count = len(entries)
    while count and entries[count - 1]["do"] in AFTERWARDS:
        count -= 1
    told = [str(entry["at"]) for entry in entries[:count] if "at" in entry]
    if told:
        return min(told), max(told)
    return (times[0], times[count - 1]) if count and times else ("", "")
