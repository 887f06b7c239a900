"""Records that begin in the middle of a game, for tests of one step of it."""

from typing import Any

NAMES = {"anna": "Anna", "boris": "Boris", "chloe": "Chloé", "dora": "Dora"}
COLOURS = ("orange", "light blue", "purple", "grey")


def record(position: dict[str, Any], players: int = 4, edition: str = "2015-ru") -> dict[str, Any]:
    """A record of so many players that starts from a position."""
    ids = list(NAMES)[:players]
    seats = {seat: {**player(), **position.get("players", {}).get(seat, {})} for seat in ids}
    return {
        "record": 1,
        "game": "austria",
        "edition": edition,
        "modules": [],
        "options": {"board": "night", "staff": "dealt", "rulings": {}},
        "played_on": "2026-11-20",
        "players": [
            {"id": seat, "name": NAMES[seat], "colour": colour}
            for seat, colour in zip(ids, COLOURS, strict=False)
        ],
        "position": {
            "round": 2,
            "turn_of": "anna",
            "die_taken": False,
            "guest_taken": False,
            "dice": [3, 3, 2, 2, 2, 2],
            "taken": dict.fromkeys(ids, 0),
            "passed": [],
            "queue": [63, 66, 78, 92, 98],
            "politics": ["krones-20", "floors-2", "three-each"],
            "claims": {},
            "emperor": ["A-krones", "B-krones", "C-vp"],
            "first_player": "anna",
            **position,
            "players": seats,
        },
        "entries": [],
    }


def player() -> dict[str, Any]:
    """A player's pieces after the set-up, with a little money spent."""
    return {
        "krones": 9,
        "emperor": 2,
        "vp": 4,
        "kitchen": {"strudel": 1, "wine": 1},
        "rooms": {"1-1": "vacant", "1-2": "vacant", "1-3": "vacant"},
        "cafe": [],
        "staff": [],
        "hand": 6,
    }


def typical() -> dict[str, Any]:
    """Anna's turn: guest 54 lacks one wine; his reward is food of your choice."""
    cafe = [{"guest": 54, "served": {"wine": 1}}]
    return record({"dice": [3, 2, 3, 2, 2, 2], "players": {"anna": {"cafe": cafe}}})


def end_of_round_three() -> dict[str, Any]:
    """The last turn of round 3 is Anna's: she and Dora stand low on the emperor track."""
    return record(
        {
            "round": 3,
            "turn_of": "anna",
            "die_taken": True,
            "guest_taken": True,
            "dice": [1, 1, 1, 1, 1, 1],
            "taken": dict.fromkeys(list(NAMES), 2),
            "emperor": ["A-room", "B-krones", "C-vp"],
            "players": {
                "anna": {
                    "emperor": 2,
                    "rooms": {"1-1": "vacant", "2-1": "vacant", "2-2": "vacant"},
                },
                "boris": {"emperor": 7},
                "chloe": {"emperor": 5},
                "dora": {"emperor": 1},
            },
        }
    )


def last_turn() -> dict[str, Any]:
    """The last turn of round 7 is Anna's; nobody has a choice in the scoring after it."""
    return record(
        {
            "round": 7,
            "turn_of": "anna",
            "die_taken": True,
            "guest_taken": True,
            "dice": [0, 1, 1, 1, 1, 2],
            "taken": dict.fromkeys(list(NAMES), 2),
            "players": {
                "anna": {"emperor": 10, "vp": 61},
                "boris": {"emperor": 3, "vp": 54},
                "chloe": {"emperor": 8, "vp": 48},
                "dora": {"emperor": 12, "vp": 57},
            },
        }
    )
