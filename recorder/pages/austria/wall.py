"""Modules' lines on the large screen: under a player's hotel, and for everybody."""

from __future__ import annotations

from recorder.pages.austria import modules
from recorder.pages.presenter import View


def list_wall_lines(view: View) -> dict[str, object]:
    """Return the lines of every player by id as ``own``, and lines for everybody as ``common``."""
    faces = modules.list_faces(view.header)
    return {
        "own": {
            player["id"]: [line for face in faces for line in face.own_lines(view, player["id"])]
            for player in view.players
        },
        "common": [line for face in faces for line in face.wall_lines(view)],
    }
