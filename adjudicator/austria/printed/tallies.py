"""The counts of finished games, over many games (form: ``adjudicator.games.Tallies``)."""

from __future__ import annotations

from collections.abc import Mapping

TALLIES: Mapping[str, tuple[str, str, str | None]] = {
    "guests": ("check_in", "guest", None),
    "staff": ("play_staff", "staff", None),
    "politics": ("claim", "politics", None),
}
"""Guests that moved in, staff cards that were played, politics cards that were claimed."""

BGG = 182874
"""The game's number at BoardGameGeek."""

SEATS = (2, 4)
"""Players, from and to (GAH-COMP-02)."""

NAMES = (
    "grand austria hotel",
    "grandaustriahotel",
    "grand hotel austria",
    "гранд отель австрия",
    "отель гранд австрия",
    "그랜드 오스트리아 호텔",
    "austria",
    "австрия",
    "오스트리아",
    "gah",
)
"""Names of the game as people write them, folded."""

BOXES = {"2022": r"2022|deluxe|second|2nd|revised|втор|revis|nouvelle|개정"}
"""Words that tell the box of an edition."""

EXPANSION = r"let.?s waltz|вальс|왈츠|valse"
"""Words that tell Let's Waltz!."""

MODULES = {
    "balls": r"vienna ball|венск\w* бал|bals? de vienne|무도회",
    "celebrities": r"celebrit|знаменитост|유명",
    "hotels": r"unique hotel|уникальн\w* отел|hotels? uniques?|특별한 호텔",
    "first-player": r"first player|первый игрок|premier joueur|시작 플레이어",
    "more": r"would you care|не желаете ли|desirez autre|더 필요하신",
}
"""Words that tell a module of Let's Waltz!."""
