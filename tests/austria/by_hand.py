"""The scores of the expansion, worked out a second time from the ledger: a few lines, no engine."""

from collections.abc import Mapping, Sequence
from typing import Any

Rows = Mapping[str, Sequence[str | None]]
"""The dancers in the rows of a hall: bottom, middle, top, balcony."""

HEIGHTS = {"bottom": 1, "middle": 2, "top": 3}
SCORED = {3: 0, 5: 1, 7: 2}
"""Which hall is scored after which round, from the left (WALTZ1-SETUP-03)."""


def _places(counts: Mapping[str, int], vp: Sequence[int]) -> dict[str, int]:
    """VP of the places; ties share them and the skipped ones, rounded down (WALTZ1-SCORE-03)."""
    won = dict.fromkeys(counts, 0)
    place = 0
    for count in sorted({n for n in counts.values() if n}, reverse=True):
        tied = [name for name in counts if counts[name] == count]
        total = sum(vp[place : place + len(tied)])
        for name in tied:
            won[name] = total // len(tied)
        place += len(tied)
    return won


def ball(hall: str, players: Sequence[str], standing: Rows) -> dict[str, int]:
    """VP of a ball scoring (WALTZ1-HALL-01 to -05); nobody there loses 5 (WALTZ1-SCORE-02)."""
    rows = {row: list(standing.get(row, ())) for row in HEIGHTS}
    rows["top"] += standing.get("balcony", ())
    counts = {name: sum(row.count(name) for row in rows.values()) for name in players}
    won = dict.fromkeys(players, 0)
    if hall == "strauss":
        for row in rows.values():
            for name, vp in _places({name: row.count(name) for name in players}, (7, 2)).items():
                won[name] += vp
    elif hall == "sperl":
        won = _places(counts, (10, 3) if len(players) == 2 else (15, 10, 5))
    for name, count in counts.items():
        if count == 0:
            won[name] = -5
        elif hall == "apollo":
            won[name] = count * max(height for row, height in HEIGHTS.items() if name in rows[row])
        elif hall == "deon":
            won[name] = min(count, 5) ** 2
        elif hall == "kettenbruecke":
            won[name] = 7 * (count // 2)
    return won


def alone_in_front(players: Sequence[str], standing: Rows) -> str | None:
    """The only player with most dancers in a hall: The Ren's 4 VP (WALTZ3-REN-03)."""
    everybody = [name for row in standing.values() for name in row]
    counts = sorted((everybody.count(name), name) for name in players)
    return counts[-1][1] if counts[-1][0] > counts[-2][0] else None


def kaufman(guests: int) -> int:
    """VP for the guests that left in a round (WALTZ3-KAUFMAN-04)."""
    return (0, 0, 1, 3, 6, 9)[min(guests, 5)]


def ninas(goals: int) -> int:
    """VP of the goals reached at the end, own ones and discs (WALTZ3-NINAS-04)."""
    return {4: 3, 5: 6, 6: 10}.get(goals, 0)


def guest_gifts(held: Sequence[str], guest: Mapping[str, int]) -> dict[str, int]:
    """Gifts of celebrities for a guest that takes a room (WALTZ2-CEL-01, -03, -04, -06; U-13).

    guest: VP, krones and steps of the card; the guest is one source, each gift one of its own.
    """
    chaplin, tolkien = "chaplin" in held, "tolkien" in held
    return {
        "vp": 2 * tolkien + 2 * chaplin * (guest["vp"] > 0) + 2 * chaplin * tolkien,
        "steps": guest["emperor"] + ("churchill" in held and guest["emperor"] > 0),
        "rooms": int("magie" in held and guest["krones"] > 0),
    }


def card_gifts(held: Sequence[str]) -> dict[str, Any]:
    """Gifts of celebrities for a card played without rewards of its own (WALTZ2-CEL-05, -08).

    Puccini's bottle is a gain that Picasso answers (WALTZ2-CEL-10), and Chaplin answers the VP of
    either, each a source of its own; ``choices`` are the dishes or drinks of each free choice.
    """
    puccini, chaplin = "puccini" in held, "chaplin" in held
    picasso = puccini and "picasso" in held
    return {
        "vp": 2 * puccini + picasso + 2 * chaplin * (puccini + picasso),
        "champagne": int(puccini),
        "choices": [1] * picasso + [2] * ("curie" in held),
    }


def bottle_gifts(held: Sequence[str], bottles: int) -> dict[str, Any]:
    """Gifts of Picasso, with Chaplin, for the champagne of one die: not of each bottle."""
    picasso = "picasso" in held and bottles > 0
    return {"vp": picasso * (1 + 2 * ("chaplin" in held)), "choices": [1] * picasso}


def dancer_gifts(
    held: Sequence[str], guest: Mapping[str, int], row: Mapping[str, int]
) -> dict[str, int]:
    """Gifts of celebrities for a guest sent to a hall (WALTZ2-CEL-01, -03, -04, -09; U-13).

    guest, row: VP, krones and steps of the card and of the row. Mata Hari's gift, the guest and the
    row are three sources.
    """
    hari, chaplin = "hari" in held, "chaplin" in held
    churchill, magie = "churchill" in held, "magie" in held
    steps = [guest["emperor"], row["emperor"], int(hari)]
    points = [guest["vp"], row["vp"], int(hari)]
    return {
        "vp": hari + 2 * chaplin * sum(vp > 0 for vp in points),
        "steps": sum(steps) + churchill * sum(count > 0 for count in steps),
        "rooms": magie * sum(source["krones"] > 0 for source in (guest, row)),
    }


def may_leave(held: Sequence[str], ordered: int, served: int) -> bool:
    """Whether a guest may leave the café: Freud lets one piece lack of two or more (-CEL-11)."""
    lacks = ordered - served
    return lacks == 0 or ("freud" in held and lacks == 1 and ordered >= 2)


def rooms_paid(held: Sequence[str], floors: Sequence[int]) -> int:
    """Krones for rooms prepared on these floors: 0, 1, 2, 3, or nothing (WALTZ2-CEL-07)."""
    return 0 if "gandhi" in held else sum(floor - 1 for floor in floors)
