"""A league of twenty-four over a season of ten evenings, as its secretary would enter it.

Read it from ``play`` on: every evening is a function, and each does one thing that happens in a
club. Every game is written down beside it by hand (``Played``), so that a test computes every table
again without asking the program.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import unescape
from random import Random
from typing import Any

from tests.league.conftest import RECORDS, Web
from tests.seen import words_of

PEOPLE = (
    *("Anna", "Boris", "Chloé", "Dora", "Emil", "Franziska", "Gustav", "Hana"),
    *("Igor", "Jana", "Karl", "Lucía", "Marek", "Nadja", "Oskar", "Paula"),
    *("Quentin", "Renée", "Søren", "Tamara", "Ulrich", "Vera", "Wenzel", "지훈"),
)
DAYS = tuple(f"2026-{month:02}-{day:02}" for month in range(1, 6) for day in (8, 22))
MODULES = RECORDS.parents[1] / "tests" / "evenings" / "sample-waltz.json"


@dataclass(frozen=True)
class Played:
    day: str
    game: str
    totals: tuple[tuple[str, int], ...]


@dataclass
class Club:
    """The club's own book of games, kept by hand beside the program."""

    web: Web
    chance: Random = field(default_factory=lambda: Random(33))
    played: dict[str, Played] = field(default_factory=dict)
    visitors: set[str] = field(default_factory=set)
    keys: int = 0

    def key(self) -> str:
        self.keys += 1
        return f"season-{self.keys}"

    def ids(self) -> dict[str, str]:
        lines = re.findall(
            r'href="/l/[\w-]+/players/(p\d+)"><strong>([^<]+)<', self.web.get("/players")
        )
        return {unescape(name).strip(): player for player, name in lines}

    def settle(self, day: str, people: Sequence[str], visitors: str = "", **more: Any) -> str:
        """Settle an evening, propose its tables, and return its address."""
        known = self.ids()
        form = {"day": day, "time": "19:30", "place": "The back room", "game": "austria"}
        present = [known[name] for name in people]
        answer = self.web.post(
            "/evenings", **(form | more), present=present, visitors=visitors, key=self.key()
        )
        at = str(answer.headers["Location"]).removeprefix(self.web.links["organiser"])
        self.web.post(f"{at}/seat", key=self.key())
        return at

    def tables(self, at: str) -> list[list[str]]:
        """Return the players by table, as the screen on the wall shows them."""
        wall = self.web.get(f"{at}/wall", "public").partition("wall-tables")[2]
        names = [
            re.findall(r"<li[^>]*><span>(?:<[^>]*>|\s)*([^<]+)</span>", table)
            for table in wall.split("<section")[1:]
        ]
        return [[unescape(name).strip() for name in table] for table in names if table]

    def totals(self, day: str, people: Sequence[str], game: str = "austria") -> str:
        """Enter the totals of a table, invented; return the key of the game in the league."""
        points = [(name, self.chance.randint(40, 60)) for name in people]  # so that some tie
        form: dict[str, Any] = {"game": game, "day": day, "key": self.key(), "asked": "1"}
        for seat, (name, total) in enumerate(points):
            form |= {f"name-{seat}": name, f"total-{seat}": str(total)}
        answer = self.web.post("/add/result", "member", **form)
        key = str(answer.headers["Location"]).rpartition("/")[2]
        self.played[key] = Played(day, game, tuple(points))
        return key

    def record(self, day: str, people: Sequence[str], name: str, base: Sequence[int]) -> str:
        """Import a recorded game; ``base``: its totals as the sheet of that game has them."""
        path = MODULES if name == MODULES.name else RECORDS / name
        document = json.loads(path.read_bytes())
        seats = document["players"]
        gifts = [self.chance.randint(1, 30) for _seat in seats]
        if document["game"] == "austria":
            document["entries"] += [
                {"do": "adjust", "of": seat["id"], "vp": gift, "note": "season"}
                for seat, gift in zip(seats, gifts, strict=True)
            ]
        else:
            gifts = [0] * len(seats)
        document["players"] = [
            {**seat, "name": own} for seat, own in zip(seats, people, strict=True)
        ]
        document["played_on"] = day
        page = self.web.send((f"{day}.json", json.dumps(document).encode()), key=self.key())
        (key,) = re.findall(r"/games/(g\d+)\"", page.text)
        points = tuple(
            (own, total + gift) for own, total, gift in zip(people, base, gifts, strict=True)
        )
        self.played[key] = Played(day, document["game"], points)
        return str(key)


FOUR = ("austria-4p-2022.json", (27, 21, 49, 48))
WITH_MODULES = (MODULES.name, (123, 59, 121, 129))
SAMOA = ("samoa-4p.json", (187, 174, 184, 144))


def play(web: Web) -> Club:
    """Play the season from the first name to its end, and close it."""
    club = Club(web)
    web.post("/players", name=", ".join(PEOPLE), key=club.key())
    web.season(first=DAYS[0], last=DAYS[-1], best="8", games=["austria", "samoa"])
    for day in DAYS[:2]:
        an_evening(club, day)
    visitors_come(club, DAYS[2])
    somebody_does_not_come(club, DAYS[3])
    they_play_samoa(club, DAYS[4])
    they_play_with_modules(club, DAYS[5])
    a_name_is_misspelt(club, DAYS[6])
    a_game_is_abandoned(club, DAYS[7])
    an_evening(club, DAYS[8])
    an_evening(club, DAYS[9])
    a_game_comes_three_times(club, "2026-05-12")
    they_play_either_game(club, "2026-05-14")
    nobody_can_come(club, "2026-05-16")
    old_plays_come(club)
    web.post("/seasons/s1/close", key=club.key())
    return club


def an_evening(club: Club, day: str) -> str:
    """Six tables of four: the first has a record, the others enter their totals."""
    at = club.settle(day, PEOPLE)
    first, *others = club.tables(at)
    club.record(day, first, *FOUR)
    for people in others:
        club.totals(day, people)
    return at


def visitors_come(club: Club, day: str) -> None:
    """Four come to look; they play, and are ranked nowhere."""
    club.visitors |= {"Xaver", "Yvonne", "Zdeněk", "Åsa"}
    at = club.settle(day, PEOPLE, visitors=", ".join(sorted(club.visitors)))
    for people in club.tables(at):
        club.totals(day, people)


def somebody_does_not_come(club: Club, day: str) -> None:
    """One table has begun when it turns out that Anna is not there: hers plays with three."""
    at = club.settle(day, PEOPLE)
    tables = club.tables(at)
    hers = next(number for number, people in enumerate(tables) if "Anna" in people)
    begun = (hers + 1) % len(tables)
    club.totals(day, tables[begun])
    anna = club.ids()["Anna"]
    club.web.post(f"{at}/tables/0/{hers}", gone=anna, key=club.key())
    for number, people in enumerate(club.tables(at)):
        assert "Anna" not in people
        if number != begun:
            club.totals(day, people)


def they_play_samoa(club: Club, day: str) -> None:
    """An evening of Hotel Samoa, one table of it from a record."""
    tables = club.tables(club.settle(day, PEOPLE, game="samoa"))
    recorded = next(people for people in tables if len(people) == 4)
    club.record(day, recorded, *SAMOA)
    for people in tables:
        if people != recorded:
            club.totals(day, people, "samoa")


def they_play_with_modules(club: Club, day: str) -> None:
    first, *others = club.tables(club.settle(day, PEOPLE))
    club.record(day, first, *WITH_MODULES)
    for people in others:
        club.totals(day, people)


def a_name_is_misspelt(club: Club, day: str) -> None:
    """Somebody insists that "Soren" is somebody new; the secretary merges the two entries."""
    at = club.settle(day, PEOPLE)
    for people in club.tables(at):
        if "Søren" in people:
            wrong = ["Soren" if name == "Søren" else name for name in people]
            form: dict[str, Any] = {"game": "austria", "day": day, "key": club.key()}
            points = [(name, 50 - seat) for seat, name in enumerate(wrong)]
            for seat, (name, total) in enumerate(points):
                form |= {f"name-{seat}": name, f"total-{seat}": str(total)}
            asked = club.web.post("/add/result", "member", **form)
            assert "The same person as Søren" in asked.text
            answer = club.web.post(
                "/add/result", "member", **form, asked="1", **{"who-soren": "new"}
            )
            key = str(answer.headers["Location"]).rpartition("/")[2]
            right = tuple((name, 50 - seat) for seat, name in enumerate(people))
            club.played[key] = Played(day, "austria", right)
        else:
            club.totals(day, people)
    known = club.ids()
    club.web.post(f"/players/{known['Søren']}/merge", other="Soren", stays="own", key=club.key())
    assert "Soren" not in club.ids()


def a_game_is_abandoned(club: Club, day: str) -> None:
    """The first table starts its game and goes home before the end."""
    first, *others = club.tables(club.settle(day, PEOPLE))
    for people in others:
        club.totals(day, people)
    document = json.loads((RECORDS / FOUR[0]).read_bytes())
    seats = [{**seat, "name": name} for seat, name in zip(document["players"], first, strict=True)]
    half = document | {"players": seats, "played_on": day, "entries": document["entries"][:60]}
    started = club.web.client.post("/api/v1/games", json=half).get_json()
    link = next(own["token"] for own in started["links"] if own["role"] == "table")
    fields = {f"seat-{seat['id']}": seat["name"] for seat in seats}
    joined = club.web.post("/add/table", "member", link=link, **fields, key=club.key())
    key = str(joined.headers["Location"]).rpartition("/")[2]
    club.web.post(f"/games/{key}/abandon", "member", key=club.key())


def a_game_comes_three_times(club: Club, day: str) -> None:
    """Its totals, in another order the day after, and then its record: the record counts, once."""
    people = PEOPLE[:4]
    document = json.loads((RECORDS / FOUR[0]).read_bytes())
    seats = zip(document["players"], people, strict=True)
    document |= {"played_on": day, "players": [{**seat, "name": own} for seat, own in seats]}
    points = list(zip(people, FOUR[1], strict=True))
    for seated, later in ((points, day), (points[::-1], f"{day[:-1]}{int(day[-1]) + 1}")):
        form: dict[str, Any] = {"game": "austria", "day": later, "key": club.key(), "asked": "1"}
        for seat, (name, total) in enumerate(seated):
            form |= {f"name-{seat}": name, f"total-{seat}": str(total)}
        if seated is not points:
            assert "Is it the same game?" in club.web.post("/add/result", "member", **form).text
            form |= {"alike": "same"}
        club.web.post("/add/result", "member", **form)
    page = club.web.send((f"{day}.json", json.dumps(document).encode()), key=club.key())
    (key,) = set(re.findall(r"/games/(g\d+)\"", page.text))
    club.played[key] = Played(day, "austria", tuple(points))


def they_play_either_game(club: Club, day: str) -> None:
    """An evening of both games, with one more visitor; tables choose in turn."""
    club.visitors.add("Wim")
    at = club.settle(day, PEOPLE, visitors="Wim", game=["austria", "samoa"])
    for number, people in enumerate(club.tables(at)):
        samoa = len(people) > 4 or (number % 2 and len(people) > 2)
        club.totals(day, people, "samoa" if samoa else "austria")


def nobody_can_come(club: Club, day: str) -> None:
    """An evening is cancelled; somebody entered by mistake for it is removed."""
    at = club.settle(day, PEOPLE, visitors="Nobody")
    club.web.post(f"{at}/cancel", key=club.key())
    club.web.post(f"/players/{club.ids()['Nobody']}/remove", key=club.key())
    assert "Nobody" not in club.ids()
    assert "STATUS:CANCELLED" in club.web.get("/evenings.ics", "public")


def old_plays_come(club: Club) -> None:
    """A table of four old games; one is in the league, and one stands there twice."""
    known = next(game for key, game in club.played.items() if key.startswith("r"))
    plays = [
        Played(day, "austria", tuple((PEOPLE[at + seat], 70 - 9 * seat) for seat in range(3)))
        for at, day in enumerate(("2026-01-15", "2026-02-15", "2026-03-15"))
    ]
    lines = ["Day;Game;Player;Score"]
    for game in (*plays, known, plays[0]):
        told = "Grand Austria Hotel" if game.game == "austria" else "Hotel Samoa"
        lines += [f"{game.day};{told};{name};{total}" for name, total in game.totals]
    sent = {"pasted": "\n".join(lines), "key": club.key()}
    place = str(club.web.post("/add/plays", **sent).headers["Location"])
    at = place.removeprefix(club.web.links["organiser"])
    assert "2 games are there already" in words_of(club.web.get(at))
    club.web.post(at, key=club.key(), asked="1")
    club.played |= {f"old-{game.day}": game for game in plays}


def a_total_was_wrong(club: Club) -> str:
    """After the season is closed somebody finds an old sheet: a total was 100 too low."""
    key = next(key for key in club.played if key.startswith("r"))
    old = club.played[key]
    (name, total), *others = old.totals
    new = Played(old.day, old.game, ((name, total + 100), *others))
    form: dict[str, Any] = {"game": old.game, "day": old.day, "key": club.key()}
    for seat, (own, points) in enumerate(new.totals):
        form |= {f"name-{seat}": own, f"total-{seat}": str(points)}
    assert club.web.post(f"/games/{key}/correct", **form).status_code == 303
    club.played[key] = new
    return key


def somebody_leaves(club: Club, name: str) -> None:
    own = club.ids()[name]
    club.web.post(f"/players/{own}/leave", sure="yes", key=club.key())
