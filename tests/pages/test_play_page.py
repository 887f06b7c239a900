"""The page of a game: whatever ``next`` offers can be tapped, and nothing hidden is on it."""

import html
import json
import re
from pathlib import Path
from typing import Any, NoReturn

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.austria.printed.catalogue import GUESTS
from recorder.database import Unavailable
from recorder.games.visibility import reveal_game
from recorder.pages.playing import turns
from recorder.web.context import tables
from tests.browser.positions import end_of_round_three, typical
from tests.pages.dealing import deal
from tests.seen import find_missing, words_of

SAMPLE = json.loads(
    (Path(__file__).parents[2] / "tests" / "evenings" / "sample.json").read_text("utf-8")
)

RECORDS = Path(__file__).parents[1] / "records"

NAMED_BY_THE_PAGE = ("prepare", "occupy", "check_in", "remove_room")
"""Verbs with a room: the entry stands on the room, or among the choices it opens."""

AT_NO_TIME = ("return_staff",)
"""Happens by itself; an entry that names it changes nothing."""


def entries_on(page: str) -> list[dict[str, Any]]:
    """Every entry, or beginning of one, that something on the page would make."""
    entries: list[dict[str, Any]] = []
    for value in re.findall(r"(?:value|data-entry)='(\{.*?\})'", page, flags=re.S):
        entries.append(json.loads(html.unescape(value)))
    for choices in re.findall(r"data-choices='(\[.*?\])'", page, flags=re.S):
        entries += [
            entry for _label, entry, offered in json.loads(html.unescape(choices)) if offered
        ]
    return [entry for entry in entries if "do" in entry]


def test_every_offer_of_a_whole_game_can_be_tapped(client: FlaskClient) -> None:
    """After every fifth entry: each verb that is offered to the player in front has a button."""
    for length in range(0, len(SAMPLE["entries"]), 5):
        with client.application.app_context():
            started = tables().start({**SAMPLE, "entries": SAMPLE["entries"][:length]})
            table, token = started.table, started.links[0].token
            position, options = table.position, table.options
        page = client.get(f"/t/{token}").text
        shown = re.search(r'name="shown" value="([^"]+)"', page)
        made = {(entry.get("by"), entry["do"]) for entry in entries_on(page)}
        turn = position["turn_of"]
        for offer in options:
            do, by = offer["do"], offer.get("by")
            if by != shown.group(1) or do in AT_NO_TIME:
                continue
            if do == "done" and turn is None:
                continue  # ends a set-up that has ended by itself
            named = position["phase"] in ("roll", "emperor", "over") and do in (
                "penalty",
                "remove_room",
                "discard_staff",
            )
            if not named:
                assert (by, do) in made, f"after {length} entries: {offer}"
        rooms = {entry["room"] for entry in entries_on(page) if entry["do"] in NAMED_BY_THE_PAGE}
        for offer in options:
            if offer.get("by") == shown.group(1) and offer["do"] in ("prepare", "check_in"):
                assert set(offer["room"]) <= rooms, f"after {length} entries: {offer}"


def test_a_hand_that_was_named_is_on_nobody_elses_page(client: FlaskClient) -> None:
    hand = [41, 42, 43, 44, 45, 46]
    setup = {**SAMPLE["setup"], "hands": {"boris": hand}}
    with client.application.app_context():
        links = tables().start({**SAMPLE, "setup": setup, "entries": []}).links
        for link in links:
            tables().take_link(link)
    for link in links:
        if link.seat == "boris":
            continue
        page = client.get(f"/t/{link.token}").text
        assert json.dumps(hand) not in html.unescape(page)
        record = client.get(f"/t/{link.token}/record.json").get_json()
        assert "hands" not in record["setup"] or "boris" not in record["setup"]["hands"]


def test_a_page_that_knows_the_version_gets_no_body(client: FlaskClient) -> None:
    with client.application.app_context():
        started = tables().start({**SAMPLE, "entries": []})
    path = f"/t/{started.links[0].token}"
    assert client.get(f"{path}?since={started.table.version}").status_code == 204
    assert client.get(f"{path}?since=99").status_code == 200


def test_answers_are_compressed_and_static_files_fetched_once(client: FlaskClient) -> None:
    page = client.get("/", headers={"Accept-Encoding": "gzip"})
    assert page.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in page.headers["Vary"]
    (style,) = re.findall(r'href="(/static/base\.css\?v=[0-9a-f]+)"', client.get("/").text)
    answer = client.get(style, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "immutable" in answer.headers["Cache-Control"]
    plain = client.get(style)
    assert "Content-Encoding" not in plain.headers
    assert b"--paper" in plain.data
    plain.close()


def test_nothing_inline_and_nothing_from_elsewhere(client: FlaskClient) -> None:
    """The content policy forbids it; a page that needs it would be broken."""
    token = begun(client.application, SAMPLE)
    for path in ("/", "/about", "/new/austria", f"/t/{token}", f"/t/{token}/result"):
        page = client.get(path).text
        assert not re.search(r"<[^>]+\s(style|on[a-z]+)=", page)
        assert not re.search(r"<script(?![^>]*\ssrc=)", page)
        assert not re.search(r"""(?:src|href)=["'](?:https?:)?//""", page)


def test_the_recent_games_are_those_of_this_browser(client: FlaskClient) -> None:
    with client.application.app_context():
        token = tables().start(SAMPLE, listed=False).links[0].token
    assert token not in client.get("/").text
    client.get(f"/t/{token}")
    assert token in client.get("/").text
    client.post(f"/forget/{token}")
    assert token not in client.get("/").text
    assert token not in client.application.test_client().get("/").text


@pytest.mark.rule("GAH-EMP-04", "GAH-EMP-05", "GAH-EMP-06", "GAH-EMP-07", "GAH-EMP-08")
def test_the_emperor_scoring_is_told_for_everybody(client: FlaskClient) -> None:
    """Three steps back from spaces 2, 6, 5 and 3: 0 (penalty), 3 (bonus), 2 and 0."""
    document = end_of_round_three()
    for seat, space in zip(document["position"]["players"].values(), (2, 6, 5, 3), strict=True):
        seat["emperor"] = space
    document["entries"] = [{"by": "anna", "do": "done"}]
    token = begun(client.application, document)
    page = client.get(f"/t/{token}").text
    told = page[page.index("Emperor scoring after round 3") :]
    told = told[: told.index("</table>")]
    words = words_of(told)
    assert re.findall(r"(\d) → becomes (\d) .*?(penalty|bonus|nothing)", words) == [
        ("2", "0", "penalty"),
        ("6", "3", "bonus"),
        ("5", "2", "nothing"),
        ("3", "0", "penalty"),
    ], words


def begun(app: Flask, document: dict[str, Any] | None = None) -> str:
    with app.app_context():
        links = tables().start(document or typical()).links
    return next(link.token for link in links if link.role == "table")


def test_a_row_of_one_tap_is_recorded_once_and_told_together(client: FlaskClient) -> None:
    """A die and the end of the turn by one tap; the same send again adds nothing."""
    token = begun(client.application)
    take = {"by": "anna", "do": "take_die", "die": 4, "gain": {"krones": 2}}
    row = [take, {"by": "anna", "do": "done"}]
    sent = {"entry": json.dumps(row), "version": "0", "key": "k" * 64}
    for _again in range(2):
        page = client.post(f"/t/{token}/entries", data=sent, headers={"X-From": "page"})
        last = page.text.split('id="last"')[1].split('class="bar"')[0]
        assert not find_missing(last, "takes a die from 4", "ends the turn")
        assert "take 2 krones" in last.replace("\u00a0", " ")
        with client.application.app_context():
            assert reveal_game(tables().open(token)).replay.record.entries == row


def test_a_row_stops_where_the_rules_do_and_keeps_what_was_legal(client: FlaskClient) -> None:
    token = begun(client.application)
    take = {"by": "anna", "do": "take_die", "die": 4, "gain": {"krones": 2}}
    row = [take, {"by": "anna", "do": "prepare", "room": "3-3"}, {"by": "anna", "do": "done"}]
    sent = {"entry": json.dumps(row), "version": "0", "key": "k1"}
    page = client.post(f"/t/{token}/entries", data=sent, headers={"X-From": "page"})
    assert not find_missing(page.text, "Not allowed", "Anna prepares room 3-3")
    assert 'btn grow tall main" id="dock-done"' not in page.text  # one green button at a time
    with client.application.app_context():
        assert reveal_game(tables().open(token)).replay.record.entries == [take]


def test_a_told_hand_helps_its_owner_and_nobody_else(client: FlaskClient) -> None:
    """The own cards come first, with name, effect and the price after the die's discount."""
    document = json.loads((RECORDS / "austria-2p-2015-fr.json").read_text("utf-8"))
    entries = document["entries"]
    number = next(n for n, entry in enumerate(entries) if entry["do"] == "play_staff")
    player = entries[number]["by"]
    hand = [e["staff"] for e in entries if e["do"] == "play_staff" and e["by"] == player][:1]
    hand += [card for card in (24, 25, 26, 27, 28, 29, 30) if card not in hand][:5]
    with client.application.app_context():
        links = tables().start({**document, "entries": entries[:number]}).links
        for link in links:
            tables().take_link(link)
    tokens = {link.seat or link.role: link.token for link in links}
    version = client.get(f"/api/v1/games/{tokens[player]}").json["version"]
    body = {"version": version, "key": "k1", "what": "hand", "value": hand}
    assert client.post(f"/api/v1/games/{tokens[player]}/tell", json=body).status_code == 201
    page = client.get(f"/t/{tokens[player]}").text
    mine = page.split("own-cards")[1].split("</div>")[0]
    assert [int(n) for n in re.findall(r'name="staff" value="(\d+)"', mine)] == sorted(hand)
    assert "24 Chief Waiter" in mine
    effects = re.findall(r"<small[^>]*>(.*?)</small>", mine)
    assert len(effects) == len(hand)
    assert all(effects)
    grid = page.split('id="staff-pick-grid"')[1].split("</div>")[0]
    assert not any(f'value="{card}"' in grid for card in hand)
    for other in set(tokens) - {player}:
        assert "own-cards" not in client.get(f"/t/{tokens[other]}").text


def test_an_answer_names_the_version_that_an_entry_became(client: FlaskClient) -> None:
    """Sent again after a lost answer it is the same, also when others have gone on meanwhile."""
    token = begun(client.application)

    def send(version: int, key: str, **entry: Any) -> Any:
        form = {"version": version, "key": key, "entry": json.dumps({"by": "anna", **entry})}
        return client.post(f"/t/{token}/entries", data=form, headers={"X-From": "page"})

    die = {"do": "take_die", "die": 3}
    assert send(0, "first", **die).headers["X-Taken"] == "1"
    assert send(1, "other", do="prepare", room="2-1").headers["X-Taken"] == "2"
    again = send(0, "first", **die)
    assert 'data-version="2"' in again.text
    assert again.headers["X-Taken"] == "1"
    assert "X-Taken" not in send(1, "late", do="done").headers  # overtaken
    assert "X-Taken" not in send(2, "wrong", **die).headers  # refused
    form = {"version": 2, "key": "undo"}
    assert client.post(f"/t/{token}/undo", data=form).status_code == 303
    undone = client.post(f"/t/{token}/undo", data=form, headers={"X-From": "page"})
    assert undone.headers["X-Taken"] == "3"


def test_a_store_that_goes_away_behind_an_entry_does_not_say_that_nothing_was_kept(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = begun(client.application)
    die = json.dumps({"by": "anna", "do": "take_die", "die": 3})
    form = {"version": 0, "key": "first", "entry": die}

    def gone(*_: object, **__: object) -> NoReturn:
        raise Unavailable("gone")

    for where, told in (
        ("_append_row", "nothing was saved"),
        ("_answer", "may or may not be saved"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(turns, where, gone)
            answer = client.post(f"/t/{token}/entries", data=form)
        assert answer.status_code == 503
        assert told in answer.text
    again = client.post(f"/t/{token}/entries", data=form, headers={"X-From": "page"})
    assert again.headers["X-Taken"] == "1"


@pytest.mark.parametrize(("wine", "complete"), [(1, False), (2, True)])
def test_a_guest_is_ready_once_nothing_of_the_order_is_missing(
    client: FlaskClient, wine: int, complete: bool
) -> None:
    """Guest 54 orders two pieces of wine."""
    document = typical()
    document["position"]["players"]["anna"]["cafe"] = [{"guest": 54, "served": {"wine": wine}}]
    token = begun(client.application, document)
    page = client.get(f"/t/{token}").text
    [card] = re.findall(r'<button\s[^>]*id="cafe-54".*?</button>', page, re.S)
    assert ("<small>ready</small>" in card) is complete
    assert ("order complete" in card) is complete
    rooms = re.findall(r'<button\s[^>]*class="room [^>]*id="room.*?</button>', page, re.S)
    said = {text for room in rooms for text in re.findall(r'<small class="do"[^>]*>(\w+)<', room)}
    assert ("54" in said) is complete  # who may move in stands on the room


def test_food_of_ones_choice_goes_onto_a_guest_or_into_the_kitchen(client: FlaskClient) -> None:
    """Guest 54 brings one of four foods; 77 lacks a cake, and can be given nothing else."""
    document = typical()
    cafe = [{"guest": 54, "served": {"wine": 2}}, {"guest": 77}]
    document["position"]["players"]["anna"]["cafe"] = cafe
    enters = {"by": "anna", "do": "check_in", "guest": 54, "room": "1-2"}
    token = begun(client.application, {**document, "entries": [enters]})
    made = [one for one in entries_on(client.get(f"/t/{token}").text) if one["do"] == "gain"]
    gain = {"by": "anna", "do": "gain"}
    onto = [{**gain, "gain": {"cake": 1}, "place": {"77": {"cake": 1}}}]
    foods = ("strudel", "cake", "wine", "coffee")
    kept = [{**gain, "gain": {food: 1}} for food in foods]
    assert sorted(map(str, made)) == sorted(map(str, onto + kept))


@pytest.mark.parametrize(
    ("asked", "front"), [("dora", "dora"), ("chloe", "anna"), ("nobody", "anna"), ("", "anna")]
)
def test_a_page_shows_the_board_that_is_asked_for(
    client: FlaskClient, asked: str, front: str
) -> None:
    """Anna and Dora have a penalty to take; Chloé has nothing to do."""
    done = {"by": "anna", "do": "done"}
    token = begun(client.application, {**end_of_round_three(), "entries": [done]})
    page = client.get(f"/t/{token}?shown={asked}")
    assert page.status_code == 200
    assert re.search(r'name="shown" value="([^"]+)"', page.text)[1] == front


def test_an_extra_action_says_that_it_takes_no_die(client: FlaskClient) -> None:
    """Guest 97 brings one: the sheets of its actions say so, those of a turn's die do not."""
    document = typical()
    cafe = [{"guest": 97, "served": {"strudel": 2, "wine": 1}}]
    document["position"]["players"]["anna"]["cafe"] = cafe
    enters = {"by": "anna", "do": "check_in", "guest": 97, "room": "1-1"}
    for entries, extra in (([], False), ([enters], True)):
        token = begun(client.application, {**document, "entries": entries})
        sheet = client.get(f"/t/{token}").text.split('id="take-4"')[1].split("</dialog>")[0]
        assert ("An extra action: no die is taken." in sheet) is extra


def test_only_the_sheet_of_a_six_says_what_another_action_costs(client: FlaskClient) -> None:
    """GAH-ACT-61: a krone, unless a card makes it free."""
    for staff, words in (([], "costs 1 krone"), ([17], "is free: 17 Kitchen Hand")):
        document = typical()
        document["position"]["players"]["anna"]["staff"] = staff
        token = begun(client.application, document)
        page = client.get(f"/t/{token}").text
        for die in range(1, 7):
            sheet = page.split(f'id="take-{die}"')[1].split("</dialog>")[0]
            assert ("As another action it" in sheet) is (die == 6)
        assert f"As another action it {words}" in words_of(sheet)


def test_when_the_deck_is_used_up_discarded_guests_come_again(client: FlaskClient) -> None:
    """5 guests in the queue, 1 at a table, all others discarded, so none is in the deck."""
    queue = [63, 66, 78, 92, 98]
    discards = [number for number in GUESTS if number not in (*queue, 54)]
    for gone, marked in ((discards, {*queue, 54}), (discards[1:], {*queue, 54, *discards[1:]})):
        document = typical()
        document["position"]["discards"] = gone
        token = begun(client.application, document)
        picks = client.get(f"/t/{token}").text.split('id="reveal-pick"')[1].split("</div>")[0]
        listed = re.findall(r'value="(\d+)"\s+class="\w+( seen)?"', picks)
        assert len(listed) == len(GUESTS)
        assert {int(number) for number, seen in listed if seen} == marked


def test_after_the_last_round_the_page_says_so(client: FlaskClient) -> None:
    token = begun(client.application, SAMPLE)
    assert "All seven rounds are played" in client.get(f"/t/{token}").text


@pytest.mark.rule("GAH-SETUP-19")
def test_first_rooms_of_two_players_at_once_are_both_taken(client: FlaskClient) -> None:
    """They touch each other in nothing; the same room on two phones counts as one."""
    guests = SAMPLE["entries"][:3]
    at = deal(client.application, SAMPLE | {"entries": guests})

    def send(link: str, entry: dict[str, Any], version: int, key: str) -> Any:
        form = {"entry": json.dumps(entry), "version": version, "key": key}
        asks = {"X-From": "page", "X-Parts": "nothing:yet"}
        return client.post(f"{at[link]}/entries", data=form, headers=asks).json

    anna = {"by": "anna", "do": "prepare", "room": "1-1"}
    boris = {"by": "boris", "do": "prepare", "room": "1-1"}
    assert send("anna", anna, 1, "k1")["outcome"] == "appended"
    assert send("boris", boris, 1, "k2")["outcome"] == "appended"
    again = send("table", anna, 1, "k3")
    assert again["outcome"] == "repeated"
    assert "Already recorded by somebody else: Anna prepares room 1-1" in again["whole"]
    again = send("table", boris, 2, "k4")
    assert "Already recorded by somebody else." in again["whole"]
    own = send("anna", anna | {"room": "1-2"}, 1, "k5")
    assert own["outcome"] == "stale", "her own other room may be what she meant"
    with client.application.app_context():
        kept = reveal_game(tables().open(at["table"].rpartition("/")[2])).replay.record.entries
    assert kept == [*guests, anna, boris]
