"""Balls, lobbies and celebrities of the expansion against the second computation by hand."""

import json
import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from adjudicator.reading import parse
from adjudicator.replay import Replay, write_judgement
from tests import casebook
from tests.austria import by_hand, tally

HALLS = ("apollo", "strauss", "deon", "sperl", "kettenbruecke")
EMPEROR = {3: 4, 5: 6, 7: 9}
"""Spaces that bring neither bonus nor penalty in the scoring of the round."""


def last_turn(rnd: int, players: str, named: list[str], **more: Any) -> dict[str, Any]:
    """A record in which the first player's last turn closes the round."""
    queue, people = [50, 64, 78, 92, 103], more.pop("people", {})
    return {
        "record": 1,
        "game": "austria",
        "edition": "2022",
        "modules": named,
        "options": {"figures": more.pop("figures", {})},
        "players": [{"id": name, "name": name.upper()} for name in players],
        "position": {
            "round": rnd,
            "turn_of": "a",
            "dice": [0, 0, 1, 1, 3, 2],
            "taken": {name: 1 if name == "a" else 2 for name in players},
            "queue": queue,
            "politics": ["krones-20", "floors-2", "three-each"],
            "emperor": ["A-krones", "B-krones", "C-vp"],
            "players": {
                name: {"emperor": EMPEROR.get(rnd, 0), **people.get(name, {})} for name in players
            },
            **more,
        },
        "entries": [{"by": "a", "do": "take_die", "die": 4}, {"by": "a", "do": "done"}],
    }


def judged(record: dict[str, Any]) -> dict[str, Any]:
    answer = write_judgement(Replay(parse(json.dumps(record))))
    assert {verdict["verdict"] for verdict in answer["verdicts"]} == {"legal"}, record
    return answer


def some_dancers(rng: random.Random, players: str, right: bool) -> dict[str, list[str]]:
    """Dancers in the rows of a hall, at most ten of a player."""
    left = {name: rng.choice((0, 1, 2, 3, 4, 6, 10)) for name in players}
    rows: dict[str, list[str]] = {"top": [], "middle": [], "bottom": []}
    if right:
        rows["balcony"] = []
    for name, count in left.items():
        for _ in range(count):
            rows[rng.choice(sorted(rows))].append(name)
    for row in rows.values():
        rng.shuffle(row)
    return rows


def ball_records(rng: random.Random, named: list[str]) -> Iterator[tuple[dict[str, Any], str]]:
    """Records that close with a ball scoring, and the hall that is scored."""
    for rnd, place in by_hand.SCORED.items():
        for hall in HALLS:
            players = "abcd"[: rng.choice((2, 3, 4))]
            halls = rng.sample([other for other in HALLS if other != hall], 2)
            halls.insert(place, hall)
            rows = some_dancers(rng, players, right=place == 2)
            cells = {row: [1] * max(1, len(rows[row])) for row in by_hand.HEIGHTS}
            side = "2" if len(players) == 2 else "3-4"
            people: dict[str, dict[str, Any]] = {}
            for name in players:
                inside = 10 - sum(row.count(name) for row in rows.values())
                sections = [min(size, max(0, inside - first)) for size, first in SECTIONS]
                people[name] = {"rehearsal": {"board": ord(name) - 96, "sections": sections}}
            if "hotels" in named:
                for name, lobby in zip(players, ("ren", "kozi", "dove", "paulwei"), strict=False):
                    people[name]["lobby"] = lobby
            yield (
                last_turn(
                    rnd,
                    players,
                    named,
                    people=people,
                    figures={"halls": {hall: {side: cells}}},
                    halls=halls,
                    dancers={hall: rows},
                ),
                hall,
            )


SECTIONS = ((1, 0), (2, 1), (3, 3), (4, 6))
"""Size of each section, and how many dancers fill those before it."""


@pytest.mark.rule(
    *("WALTZ1-SCORE-02", "WALTZ1-SCORE-03", "WALTZ1-BALC-05"),
    *("WALTZ1-HALL-01", "WALTZ1-HALL-02", "WALTZ1-HALL-03", "WALTZ1-HALL-04", "WALTZ1-HALL-05"),
)
@pytest.mark.parametrize("seed", range(6))
def test_balls_are_scored_as_by_hand(seed: int) -> None:
    for record, hall in ball_records(random.Random(seed), ["balls"]):
        standing = record["position"]["dancers"][hall]
        ids = [player["id"] for player in record["players"]]
        scores = judged(record)["scores"]
        got = {name: scores[name]["balls"] for name in ids}
        assert got == by_hand.ball(hall, ids, standing), (hall, standing)


@pytest.mark.rule("WALTZ3-REN-03")
@pytest.mark.parametrize("seed", range(3))
def test_the_ren_is_paid_as_by_hand(seed: int) -> None:
    for record, hall in ball_records(random.Random(seed), ["balls", "hotels"]):
        standing = record["position"]["dancers"][hall]
        ids = [player["id"] for player in record["players"]]
        alone = by_hand.alone_in_front(ids, standing) == "a"
        assert judged(record)["scores"]["a"]["lobby"] == 4 * alone, (hall, standing)


@pytest.mark.rule("WALTZ3-KAUFMAN-04")
def test_kaufman_is_paid_as_by_hand() -> None:
    for guests in range(10):
        people = {"a": {"lobby": "kaufman", "pile": [*range(51, 51 + guests)]}}
        record = last_turn(2, "ab", ["hotels"], people=people, first_player="a")
        assert judged(record)["scores"]["a"]["lobby"] == by_hand.kaufman(guests), guests


@pytest.mark.rule("WALTZ3-NINAS-04")
def test_ninas_is_paid_as_by_hand() -> None:
    goals, board = ["staff-6", "columns-2", "blue-4-red-3"], ["krones-20", "floors-2", "three-each"]
    for own in range(4):
        for discs in range(4):
            reached = [{"politics": goal, "vp": 5} for goal in goals[:own]]
            people = {"a": {"lobby": "ninas", "goals": [*reached, *goals[own:]]}}
            claims = {card: ["a"] for card in board[:discs]}
            record = last_turn(7, "ab", ["hotels"], people=people, claims=claims)
            got = judged(record)["scores"]["a"]["final_lobby"]
            assert got == by_hand.ninas(own + discs), (own, discs)


@pytest.mark.rule("WALTZ2-CEL-01", "WALTZ2-CEL-04")
def test_churchill_and_magie_answer_a_die_of_four_as_by_hand() -> None:
    """Churchill: one step more if there is one; Magie: a room if there is a krone."""
    for krones in range(3):
        for steps in range(3 - krones):
            for space in (0, 5, 11, 12, 13):
                for who in ("churchill", "magie"):
                    given = {"krones": krones, "emperor": steps}
                    record = last_turn(
                        1,
                        "ab",
                        ["celebrities"],
                        people={"a": {"emperor": space, "celebrities": [who], "krones": 10}},
                        bar={
                            "red": None,
                            "blue": {"celebrity": "einstein"},
                            "yellow": {"celebrity": "curie"},
                        },
                        coloured={"blue": 5, "yellow": 6},
                        dice=[0, 0, 1, 2, 2, 2],
                    )
                    gain = {what: count for what, count in given.items() if count}
                    record["entries"] = [{"by": "a", "do": "take_die", "die": 4, "gain": gain}]
                    answer = judged(record)
                    own = answer["position"]["players"]["a"]
                    to = space + steps + (who == "churchill" and steps > 0)
                    assert own["krones"] == 10 + krones
                    assert own["emperor"] == min(to, 13)
                    assert answer["scores"]["a"]["emperor"] == max(0, to - 13)
                    rooms = [part for part in answer["position"]["open"] if part["do"] == "prepare"]
                    assert len(rooms) == (who == "magie" and krones > 0)


PLAIN = [
    number
    for number, card in tally.GUESTS.items()
    if all(word in ("krones", "emperor", "draw_staff") for part in card["reward"] for word in part)
]
"""Guests whose reward is krones, steps and cards alone: nothing of it is a choice."""


@pytest.mark.rule("WALTZ2-CEL-01", "WALTZ2-CEL-03", "WALTZ2-CEL-04", "WALTZ2-CEL-06")
@pytest.mark.parametrize("number", PLAIN)
def test_celebrities_answer_a_guest_as_by_hand(number: int) -> None:
    """Every set of those who answer VP, steps, krones and rooms; a group stays incomplete."""
    card = tally.GUESTS[number]
    gives = {"vp": card["vp"], "krones": 0, "emperor": 0}
    for part in card["reward"]:
        gives |= {word: count for word, count in part.items() if word in gives}
    large = [room for group in tally.groups() if len(group) > 1 for room in sorted(group)]
    room = next(one for one in large if card["colour"] in ("green", tally.COLOUR[one]))
    who = ("churchill", "chaplin", "magie", "tolkien")
    for count in range(len(who)):
        for held in combinations(who, count):
            person = {
                "celebrities": list(held),
                "rooms": {room: "vacant"},
                "cafe": [{"guest": number, "served": card["order"]}],
            }
            bar = dict.fromkeys(("red", "blue", "yellow"))
            record = last_turn(1, "ab", ["celebrities"], people={"a": person}, bar=bar)
            queue = [one for one in (50, 64, 78, 92, 103, 56) if one != number][:5]
            record["position"] |= {"coloured": {}, "dice": [0, 0, 1, 1, 2, 2], "queue": queue}
            record["position"] |= {"die_taken": True, "taken": {"a": 2, "b": 2}}
            record["entries"] = [{"by": "a", "do": "check_in", "guest": number, "room": room}]
            answer = judged(record)
            want = by_hand.guest_gifts(held, gives)
            own = answer["position"]["players"]["a"]
            assert answer["scores"]["a"]["celebrities"] == want["vp"], held
            assert own["emperor"] == want["steps"], held
            assert own["krones"] == 10 + gives["krones"], held
            rooms = [part for part in answer["position"]["open"] if part["do"] == "prepare"]
            assert len(rooms) == want["rooms"], held


NO_BAR = dict.fromkeys(("red", "blue", "yellow"))


def sets_of(*who: str, most: int = 3) -> Iterator[tuple[str, ...]]:
    """Every set of celebrities that a player may hold at once, the empty one too."""
    for count in range(most + 1):
        yield from combinations(who, count)


def turn_of(held: tuple[str, ...], entries: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """The answer to entries of a player in a turn of round 1 who holds celebrities."""
    person = {"celebrities": list(held), "krones": 15, **more.pop("person", {})}
    named = more.pop("named", ["celebrities"])
    record = last_turn(1, "ab", named, people={"a": person}, bar=NO_BAR, **more)
    record["position"]["coloured"] = {}
    record["entries"] = entries
    return write_judgement(Replay(parse(json.dumps(record))))


def choices(answer: dict[str, Any]) -> list[int]:
    """How many dishes or drinks each open choice brings."""
    return sorted(part["count"] for part in answer["position"]["open"] if part["do"] == "gain")


@pytest.mark.rule("WALTZ2-CEL-05", "WALTZ2-CEL-08", "WALTZ2-CEL-10")
@pytest.mark.parametrize("card", [27, 31, 34, 40])
def test_celebrities_answer_a_card_played_as_by_hand(card: int) -> None:
    """A card of the final scoring brings nothing when it is played."""
    for held in sets_of("puccini", "curie", "chaplin", "picasso"):
        answer = turn_of(
            held,
            [
                {"by": "a", "do": "take_die", "die": 5},
                {"by": "a", "do": "play_staff", "staff": card},
            ],
            named=["balls", "celebrities"],
        )
        assert {verdict["verdict"] for verdict in answer["verdicts"]} == {"legal"}, held
        want = by_hand.card_gifts(held)
        assert answer["scores"]["a"]["celebrities"] == want["vp"], held
        kitchen = answer["position"]["players"]["a"]["kitchen"]
        assert kitchen["champagne"] == 1 + want["champagne"], held
        assert choices(answer) == want["choices"], held


@pytest.mark.rule("WALTZ2-CEL-10", "WALTZ2-CEL-03")
@pytest.mark.parametrize("bottles", [0, 1, 2])
def test_picasso_answers_the_champagne_of_a_die_as_by_hand(bottles: int) -> None:
    for held in sets_of("picasso", "chaplin", "hari"):
        gain = {"strudel": 2, "cake": 2, "champagne": bottles}
        answer = turn_of(
            held,
            [{"by": "a", "do": "take_die", "die": 1, "gain": gain}],
            named=["balls", "celebrities"],
            dice=[6, 1, 0, 0, 0, 0],
        )
        assert answer["verdicts"][0]["verdict"] == "legal", held
        want = by_hand.bottle_gifts(held, bottles)
        assert answer["scores"]["a"]["celebrities"] == want["vp"], held
        assert choices(answer) == want["choices"], held


ROWS = {
    ("kettenbruecke", "top"): {"vp": 5},
    ("kettenbruecke", "middle"): {"vp": 2},
    ("strauss", "top"): {"emperor": 3},
    ("strauss", "middle"): {"emperor": 1},
    ("apollo", "top"): {"krones": 3},
    ("apollo", "bottom"): {},
}
"""Rows of halls and what a dancer there brings (WALTZ1-HALL-01 to -05)."""


@pytest.mark.rule("WALTZ2-CEL-01", "WALTZ2-CEL-03", "WALTZ2-CEL-04", "WALTZ2-CEL-09")
@pytest.mark.parametrize(("hall", "row"), ROWS)
def test_celebrities_answer_a_dancer_as_by_hand(hall: str, row: str) -> None:
    row_gives = {"vp": 0, "krones": 0, "emperor": 0, **ROWS[hall, row]}
    halls = ["kettenbruecke", "strauss", "apollo"]
    for number in random.Random(f"{hall}-{row}").sample(PLAIN, 3):
        card = tally.GUESTS[number]
        gives = {"vp": card["vp"], "krones": 0, "emperor": 0}
        for part in card["reward"]:
            gives |= {word: count for word, count in part.items() if word in gives}
        for held in sets_of("hari", "chaplin", "churchill", "magie"):
            sent = {"by": "a", "do": "send_guest", "guest": number, "hall": hall, "row": row}
            answer = turn_of(
                held,
                [{**sent, "section": 4}],
                named=["balls", "celebrities"],
                figures={"halls": {hall: {"2": {row: [0, 0]}}}},
                halls=halls,
                queue=[one for one in (50, 64, 78, 92, 103, 56) if one != number][:5],
                person={
                    "cafe": [{"guest": number, "served": card["order"]}],
                    "rooms": {"1-1": "vacant"},
                },
            )
            assert answer["verdicts"][0]["verdict"] == "legal", held
            want = by_hand.dancer_gifts(held, gives, row_gives)
            own, scores = answer["position"]["players"]["a"], answer["scores"]["a"]
            assert scores["celebrities"] == want["vp"], held
            assert (scores["guests"], scores["dancers"]) == (card["vp"], row_gives["vp"]), held
            assert own["emperor"] == want["steps"], held
            assert own["krones"] == min(20, 15 + gives["krones"] + row_gives["krones"]), held
            rooms = [part for part in answer["position"]["open"] if part["do"] == "prepare"]
            assert len(rooms) == want["rooms"], held


@pytest.mark.rule("WALTZ2-CEL-11", "GAH-CHK-01")
@pytest.mark.parametrize("held", [(), ("freud",), ("gandhi", "freud"), ("gandhi", "curie")])
def test_freud_lets_guests_leave_as_by_hand(held: tuple[str, ...]) -> None:
    for number, card in tally.GUESTS.items():
        pieces = [food for food, count in card["order"].items() for _ in range(count)]
        for lacks in range(min(3, len(pieces) + 1)):
            there = pieces[lacks:]
            colour = "red" if card["colour"] == "green" else card["colour"]
            room = min(one for one, own in tally.COLOUR.items() if own == colour)
            answer = turn_of(
                held,
                [{"by": "a", "do": "check_in", "guest": number, "room": room}],
                queue=[one for one in (50, 64, 78, 92, 103, 56) if one != number][:5],
                person={
                    "cafe": [
                        {"guest": number, "served": {food: there.count(food) for food in there}}
                    ],
                    "rooms": {room: "vacant"},
                },
            )
            (verdict,) = answer["verdicts"]
            broken = [breach["rule"] for breach in verdict.get("violations", ())]
            may = by_hand.may_leave(held, len(pieces), len(there))
            assert ("GAH-CHK-01" not in broken) == may, (number, lacks)
            assert verdict["verdict"] == ("legal" if may else "illegal"), (number, lacks)
            assert ("WALTZ2-CEL-11" in broken) == (not may and "freud" in held), (number, lacks)


@pytest.mark.rule("WALTZ2-CEL-07", "GAH-ROOM-05")
@pytest.mark.parametrize("held", [(), ("gandhi",), ("freud", "gandhi"), ("chaplin",)])
def test_rooms_cost_as_by_hand(held: tuple[str, ...]) -> None:
    """Three rooms by a die of three, of any colour and on any floor that is reached."""
    built = {"1-1": "vacant", "2-1": "vacant", "3-1": "vacant", "1-2": "vacant"}
    for rooms in (["4-1", "3-2", "2-2"], ["1-3", "1-4", "1-5"], ["2-2", "2-3", "3-3"]):
        entries = [{"by": "a", "do": "take_die", "die": 3}]
        entries += [{"by": "a", "do": "prepare", "room": room} for room in rooms]
        answer = turn_of(held, entries, dice=[0, 0, 3, 1, 1, 2], person={"rooms": built})
        assert {verdict["verdict"] for verdict in answer["verdicts"]} == {"legal"}, (held, rooms)
        paid = by_hand.rooms_paid(held, [int(room[0]) for room in rooms])
        assert answer["position"]["players"]["a"]["krones"] == 15 - paid, (held, rooms)


def ball_cases() -> Iterator[tuple[str, dict[str, Any], dict[str, int]]]:
    for path in casebook.files("waltz"):
        for _name, case in casebook.cases_in(path):
            record, expect = case["record"], case["expect"]
            start = record.get("position", {})
            booked = {
                name: parts["balls"]
                for name, parts in expect.get("scores", {}).items()
                if "balls" in parts
            }
            plain = len(record["entries"]) == 2 and not record.get("options", {}).get("rulings")
            quiet = start.get("emperor") == ["A-krones", "B-krones", "C-vp"]
            if booked and plain and quiet and start.get("halls") and start["round"] in EMPEROR:
                yield case["case"], record, booked


def test_cases_and_second_computation_agree() -> None:
    """The values that cases of ball scorings name, without the engine."""
    cases = list(ball_cases())
    assert len(cases) > 60
    for name, record, booked in cases:
        start = record["position"]
        hall = start["halls"][by_hand.SCORED[start["round"]]]
        ids = [player["id"] for player in record["players"]]
        want = by_hand.ball(hall, ids, start["dancers"].get(hall, {}))
        assert booked.items() <= want.items(), name
