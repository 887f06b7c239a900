"""What an entry did with the pieces: read off two positions, told in words, secrets left out."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator import games
from adjudicator.austria.assembled import moved_pieces as hotel
from adjudicator.austria.printed.catalogue import FOODS
from adjudicator.pieces import MovedPiece, Scene
from adjudicator.reading import load
from adjudicator.replay import Replay
from exports.places import TEMPLATES
from recorder.games.visibility import reveal_game
from recorder.pages import presenter
from recorder.pages.austria import agenda
from recorder.pages.austria.piece_words import describe_move as told_of
from recorder.pages.shared import effects
from recorder.store.ledger import Appended
from recorder.web.context import tables
from tests.browser.everywhere import disputed
from tests.browser.positions import typical
from tests.seen import words_of

RECORDS = Path(__file__).parents[1] / "records"
SAMPLE = Path(__file__).parents[2] / "tests" / "evenings" / "sample.json"


def record(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))


def told(app: Flask, document: dict[str, Any], who: str = "table") -> dict[int, list[str]]:
    """What every entry did, line by line, as a link sees it; its own player is not named."""
    with app.test_request_context("/"):
        started = tables().start(document, listed=False)
        links = {link.seat or link.role: link.token for link in started.links}
        table = tables().open(links[who])
        by_entry = effects.find_effects(table, 1, len(reveal_game(table).entries))
        names = {player["id"]: player["name"] for player in table.header["players"]}
        by = [names.get(entry.get("by")) for entry in table.entry_knowledge.entries]
        return {
            number: [each.words if each.name == by[number - 1] else each.line for each in did]
            for number, did in by_entry.items()
        }


@pytest.fixture(scope="module")
def sample() -> dict[str, Any]:
    return record(SAMPLE)


@pytest.mark.rule("GAH-CHK-05", "GAH-GRP-01", "GAH-POL-02", "GAH-ROUND-04", "GAH-FIN-03")
def test_every_entry_says_what_it_moved(app: Flask, sample: dict[str, Any]) -> None:
    """The recorded game; the expected lines follow from the cards and the rules, by hand."""
    did = told(app, sample)
    # Two wine, two coffee; a coffee each onto 71 and 67, so the wine is left for the kitchen.
    assert did[16] == [
        "take 2 wine and 2 coffee;"
        " 1 coffee on 71 Baron, 1 coffee on 67 Sovereign and 2 wine into the kitchen"
    ]
    # 71 Baron: 4 VP; he lived in the only room of the blue group.
    assert did[17] == [
        "+4 VP (guests); turn room 1-1 over: occupied; blue group complete;"
        " 71 Baron to the discards"
    ]
    # Serving costs 1 krone; what is served comes out of the kitchen and not from the supply.
    assert did[15] == [
        "pay 1 krone; take 1 strudel and 1 coffee from the kitchen;"
        " 1 strudel and 1 coffee on 71 Baron"
    ]
    # The first disc on an objective card counts 15.
    assert did[55] == ["+15 VP (politics cards); put a disc on: Emperor space 10"]
    # The last of Anna's turns ends the round by itself.
    assert did[51] == ["Boris: take the first-player tile; take all dice back", "round marker to 2"]
    # A roll, and a turn that ends without anything: nothing moves.
    assert did[13] == did[28] == []


def test_the_end_is_told_for_every_player(app: Flask, sample: dict[str, Any]) -> None:
    last = told(app, sample)[len(sample["entries"])]
    assert len(last) == 3
    assert last[0].startswith("+6 VP (")
    assert "emperor track: back 6 spaces, to 0" in last[0]
    assert [line.split(":")[0] for line in last[1:]] == ["Boris", "Chloé"]


@pytest.mark.parametrize("path", [SAMPLE, RECORDS / "samoa-4p.json"], ids=["austria", "samoa"])
def test_what_is_told_adds_up_to_the_score_and_the_money(path: Path) -> None:
    """Over a whole game the pieces that came and went make up what everybody holds."""
    replay = Replay(load(record(path)))
    game = games.find(replay.record.game)
    before = first = Scene.from_state(replay.state_after(0))
    sums: dict[tuple[str, str], int] = {}
    for _number, state in replay.walk_states(0, len(replay.record.entries)):
        after = Scene.from_state(state)
        for one in game.list_moved(before, after):
            if one.of is not None:
                sums[one.of, one.what] = sums.get((one.of, one.what), 0) + one.count
        before = after
    for player in replay.record.players:
        own, began = before.position["players"][player], first.position["players"][player]
        if "krones" in own:
            assert own["krones"] - began["krones"] == sums.get((player, "krones"), 0)
            assert own["emperor"] - began["emperor"] == sums.get((player, "emperor"), 0)
            assert replay.result().total(player) == sums[player, "points"]
        else:
            assert own["money"] - began["money"] == sums[player, "coins"]


@pytest.mark.parametrize("path", [SAMPLE, RECORDS / "samoa-4p.json"], ids=["austria", "samoa"])
def test_the_way_back_undoes_what_was_done_and_says_all_of_it(app: Flask, path: Path) -> None:
    """Of every entry: what is put back is what came and went, and nothing is left without words."""
    document = record(path)
    replay = Replay(load(document))
    game = games.find(replay.record.game)
    before = Scene.from_state(replay.state_after(0))
    counted = ("points", "krones", "emperor", "coins", "disc", "tile", "tile_used")
    with app.test_request_context():
        for number, state in replay.walk_states(0, len(replay.record.entries)):
            after = Scene.from_state(state)
            sums: dict[tuple[str | None, str], int] = {}
            for back, scenes in ((False, (before, after)), (True, (after, before))):
                for one in game.list_moved(*scenes, back):
                    assert one.back is back
                    assert presenter.find_presenter(replay.record.game).describe_move(
                        document, one, {}
                    ), one
                    if one.what in counted:
                        sums[one.of, one.what] = sums.get((one.of, one.what), 0) + one.count
            assert not any(sums.values()), (number, sums)
            if after.position == before.position:
                assert not list(game.list_moved(after, before, True))
            before = after


# -- pieces of one player --


def own(**more: Any) -> dict[str, Any]:
    lies = {"krones": 5, "emperor": 3, "vp": 0, "kitchen": dict.fromkeys(FOODS, 1), "hand": 6}
    return {**lies, "rooms": {"1-1": "vacant"}, "cafe": [], "staff": [], **more}


def scene(a: dict[str, Any], **more: Any) -> Scene:
    common = {"paid_groups": {"a": []}, "claims": {}, "taken": {"a": 0}, "first_player": "a"}
    return Scene({**common, "round": 1, "players": {"a": a}, **more}, {})


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param(
            own(), own(rooms={}), ("rooms", 1, {"rooms": ["1-1"], "now": "empty"}), id="removed"
        ),
        pytest.param(
            own(rooms={}),
            own(rooms={"1-1": "occupied"}),
            ("rooms", 1, {"before": "empty", "now": "occupied"}),
            id="laid occupied",
        ),
        pytest.param(own(), own(hand=4), ("hand", -2, {}), id="cards returned"),
        pytest.param(own(), own(hand=8, staff=[4]), ("hand", 2, {}), id="cards drawn"),
        pytest.param(
            own(staff=[{"staff": 24, "used": True}]),
            own(staff=[24]),
            ("staff_ready", 1, {"cards": [24]}),
            id="turned back",
        ),
        pytest.param(
            own(staff=[24]),
            own(staff=[{"staff": 24, "used": True}]),
            ("staff_turned", 1, {"cards": [24]}),
            id="used",
        ),
        pytest.param(own(staff=[24]), own(), ("staff_gone", 1, {"cards": [24]}), id="discarded"),
        pytest.param(
            own(cafe=[{"guest": 63, "served": {"cake": 1}}]),
            own(),
            ("guests", -1, {"guests": [63]}),
            id="guest gone",
        ),
    ],
)
def test_a_piece_that_differs_is_one_that_moved(
    before: dict[str, Any], after: dict[str, Any], expected: tuple[str, int, dict[str, Any]]
) -> None:
    (one,) = hotel.list_moved_pieces(scene(before), scene(after))
    assert (one.of, one.what, one.count) == ("a", *expected[:2])
    assert expected[2].items() <= one.facts.items()


def test_the_way_back_names_what_a_player_moved_by_hand() -> None:
    """A guest taken from the queue for a krone, the next one turned up, a card and a die used.

    A card that had been used before stays so.
    """
    used = {"staff": 24, "used": True}
    took = own(krones=4, cafe=[{"guest": 63}], hand=5, staff=[4, used])
    before = scene(took, queue=[98, 50], dice=[1, 2, 0, 0, 0, 0], claims={"krones-20": ["a"]})
    after = scene(own(staff=[used]), queue=[63, 98], dice=[1, 3, 0, 0, 0, 0])
    moved = {(one.of, one.what): one for one in hotel.list_moved_pieces(before, after, True)}
    assert {key: one.count for key, one in moved.items()} == {
        ("a", "krones"): 1,
        ("a", "guests_to_queue"): -1,
        ("a", "staff_to_hand"): 1,
        ("a", "disc"): 1,
        (None, "guests_to_deck"): 1,
        (None, "die"): 1,
    }
    assert moved[None, "guests_to_deck"].facts["guests"] == [50]
    assert moved[None, "die"].facts["die"] == 2


def test_a_card_played_from_the_hand_is_not_a_card_returned() -> None:
    assert list(hotel.list_moved_pieces(scene(own()), scene(own(hand=5, staff=[4])))) == []


# -- Hotel Samoa: what is secret stays so --


@pytest.mark.rule("SAM-PAY-01", "SAM-PAY-04", "SAM-BUILD-03")
def test_what_everybody_sees_paid_is_told_to_everybody(app: Flask) -> None:
    """Tiles cost the bid; at the end of a round everybody sees what the tourists pay.

    Round 1: Céline's four at 4; Dae-jung's three at 9 each.
    """
    document = record(RECORDS / "samoa-4p.json")
    some = {**document, "entries": document["entries"][:10]}
    for who in ("table", "b"):
        did = told(app, some, who)
        assert did[7] == ["pay 17 coins; take the tile: pool"]
        assert did[10][:2] == [
            "take 27 coins; tourists into rooms a4, b3 and a2",
            "Céline: take 16 coins",
        ]


@pytest.mark.rule("SAM-CARD-01")
def test_a_chosen_card_moves_nothing_that_anybody_may_know(app: Flask) -> None:
    document = record(RECORDS / "samoa-4p.json")
    some = {**document, "entries": document["entries"][:6]}
    for who in ("table", "a", "read"):
        did = told(app, some, who)
        assert did[3] == did[4] == did[5] == []
        assert did[6] == ["turn the price cards up"]


def test_tourists_that_leave_by_themselves_are_named(app: Flask) -> None:
    """Entry 63: tourists from Germany arrive; the Germans of earlier rounds leave."""
    assert told(app, record(RECORDS / "samoa-4p.json"))[63] == [
        "Борис: tourists leave rooms b2, b1 and b4",
        "Céline: tourists leave room +1",
    ]


def test_the_note_under_an_entry_and_its_page_say_it(
    app: Flask, client: FlaskClient, sample: dict[str, Any]
) -> None:
    with app.app_context():
        document = {**sample, "entries": sample["entries"][:17]}
        token = tables().start(document, listed=False).table.link.token
    for page in (f"/t/{token}", f"/t/{token}/entries/17"):
        assert "turn room 1-1 over: occupied" in client.get(page).text


def test_what_is_remembered_of_entries_is_what_a_fresh_look_finds(app: Flask) -> None:
    """Entry by entry, and after a ruling that lets an earlier entry stand."""
    document = disputed()
    rows = document["entries"]
    with app.test_request_context("/"):
        service = tables()
        table = service.start({**document, "entries": rows[:1]}, listed=False).table
        for number, entry in enumerate(rows[1:], start=2):
            token = table.link.token
            effects.find_effects(service.open(token), 1, number - 1)
            wrote = service.append(service.open(token), entry, version=number - 1, key=f"k{number}")
            assert isinstance(wrote, Appended)
            fresh = service.start({**document, "entries": rows[:number]}, listed=False).table
            assert effects.find_effects(wrote.now, 1, number) == effects.find_effects(
                fresh, 1, number
            )


def test_an_open_part_names_the_colour_of_its_room() -> None:
    part = {"do": "occupy", "count": 1, "colour": "red"}
    view: Any = None  # nothing of the game is needed for it
    assert agenda.describe_part(view, part) == "occupy 1 room (red)"


@pytest.mark.parametrize(
    ("supply", "kitchen", "guests", "told"),
    [
        ({"wine": -2}, {"wine": -2}, {}, "put back 2 wine"),
        ({"wine": 2}, {"wine": 2}, {}, "take 2 wine, 2 wine into the kitchen"),
        ({}, {"wine": -1}, {63: {"wine": 1}}, "take 1 wine from the kitchen, 1 wine on 63"),
        (
            {"wine": -1},
            {"wine": -2},
            {63: {"wine": 1}},
            "take 1 wine from the kitchen, put back 1 wine, 1 wine on 63",
        ),
    ],
)
def test_food_is_told_by_where_it_comes_from_and_goes(
    app: Flask,
    supply: dict[str, int],
    kitchen: dict[str, int],
    guests: dict[int, dict[str, int]],
    told: str,
) -> None:
    facts = {"supply": supply, "kitchen": kitchen, "guests": guests}
    with app.test_request_context("/"):
        words = told_of(typical(), MovedPiece("anna", "food", facts=facts), {"by": "anna"})
    assert words.replace(";", ",").startswith(told)


def test_a_record_from_a_file_says_how_many_entries_came(client: FlaskClient) -> None:
    """With a ruling in it, it is no plain row of entries; what moved in it would fill the page."""
    document = record(TEMPLATES / "austria" / "sample.json")
    document["entries"] = document["entries"][:100]
    links = client.post("/api/v1/records", json=document).get_json()["links"]
    page = words_of(client.get(f"/t/{links[0]['token']}").text)
    assert "100 entries came from a file" in page
    assert "put the tile on rooms" not in page
