"""A game that nobody recorded is scored on a phone, every tap counted."""

from typing import Any

import pytest
from playwright.sync_api import expect

from adjudicator.reading import load
from adjudicator.replay import Replay
from tests.browser.phone import Phone
from tests.proof.routes import LONG, MINUTES
from tests.rows import read_table

MOST_TAPS, MOST_TAPS_WITH_MODULES = 150, 220

PLAYERS: dict[str, dict[str, Any]] = read_table("scored-players")


def expected() -> dict[str, Any]:
    """The score of a record with this position."""
    position = {
        "round": 7,
        "players": {
            player: {**lies, "cafe": [{"guest": guest} for guest in lies["cafe"]], "hand": 0}
            for player, lies in PLAYERS.items()
        },
    }
    document = {
        "record": 1,
        "game": "austria",
        "edition": "2015-ru",
        "players": [{"id": player, "name": player} for player in PLAYERS],
        "position": position,
        "entries": [],
    }
    return Replay(load(document)).result(final=True).to_json()


def fill_in(phone: Phone, place: int, player: str, lies: dict[str, Any]) -> None:
    """Tap one player's board; a digit typed counts as a tap, as does the field."""
    panel = phone.page.locator(f"[data-panel='{place}']")
    for room, face in lies["rooms"].items():
        for _tap in range(1 if face == "occupied" else 2):
            phone.tap(panel.locator(f"[data-name='p.{player}.rooms.{room}']"))
    phone.tap(panel.locator(f"[name='p.{player}.vp']"))
    phone.page.keyboard.type(str(lies["vp"]))
    phone.taps += len(str(lies["vp"]))
    for scale in ("krones", "emperor"):
        if lies[scale]:
            phone.tap(
                panel.locator(f"label:has([name='p.{player}.{scale}'][value='{lies[scale]}'])")
            )
    for food, count in lies["kitchen"].items():
        row = panel.locator(f".count:has([name='p.{player}.kitchen.{food}'])")
        phone.tap(row.locator(f"[data-set='{count}']"))
    for table, guest in enumerate(lies["cafe"]):
        phone.tap(panel.locator("[data-open-guests]").nth(table))
        phone.tap(f"#guest-grid button[value='{guest}']")
    for card in lies["staff"]:
        phone.tap(panel.locator(f"[data-name='p.{player}.staff.{card}']"))


@pytest.mark.skipif(not LONG, reason=MINUTES)
def test_four_players_are_scored_with_few_taps(phone: Phone) -> None:
    phone.open("/")
    phone.tap("a[href='/scoring']", "a[href='/scoring/new/austria']")
    for place, (player, lies) in enumerate(PLAYERS.items(), start=1):
        fill_in(phone, place, player, lies)
        if place < len(PLAYERS):
            phone.tap("[data-next-tab]")
    phone.tap(".editor .dock .btn.main")
    phone.page.wait_for_url("**/scoring/score*")
    scores = expected()["scores"]
    foot = phone.page.locator(".scroll-x tfoot td").all_inner_texts()
    assert foot == [str(scores[player]["total"]) for player in PLAYERS]
    tiles = sum(len(lies["rooms"]) for lies in PLAYERS.values())
    print(f"\nfour players, {tiles} room tiles, scored in {phone.taps} taps")
    assert phone.taps <= MOST_TAPS


MODULES = ["balls", "celebrities", "first-player", "hotels", "more"]
HALLS = ["apollo", "deon", "sperl"]
DANCERS: dict[str, dict[str, list[str]]] = {
    "apollo": {"top": ["a", "b"], "middle": ["c"], "bottom": ["a", "d"]},
    "deon": {"top": ["b", "b"], "middle": ["c", "d"], "bottom": ["a"]},
    "sperl": {"top": ["a", "b"], "middle": ["c"], "bottom": ["b", "a"]},
}
GOALS = {"krones-20": 15, "floors-2": 0, "three-each": 10}
OF_MODULES: dict[str, dict[str, Any]] = {
    "a": {"lobby": "paulwei", "kitchen": {"strudel": 1, "wine": 3, "champagne": 2}},
    "b": {"lobby": "kozi", "staff": [41, 27, 30, 126]},
    "c": {"lobby": "ninas", "kitchen": {"cake": 4, "coffee": 1, "wine": 1, "champagne": 1}},
    "d": {"lobby": "dove", "tokens": [2, 5]},
}


def scored_by_the_engine() -> Replay:
    """The final position with all modules."""
    goals = [{"politics": goal, "vp": vp} if vp else goal for goal, vp in GOALS.items()]
    players = {
        player: {
            **lies,
            **OF_MODULES[player],
            "cafe": [{"guest": guest} for guest in lies["cafe"]],
            "hand": 0,
        }
        for player, lies in PLAYERS.items()
    }
    players["c"]["goals"] = goals
    document = {
        "record": 1,
        "game": "austria",
        "edition": "2015-ru",
        "modules": MODULES,
        "players": [{"id": player, "name": player} for player in PLAYERS],
        "position": {"round": 7, "players": players, "halls": HALLS, "dancers": DANCERS},
        "entries": [],
    }
    return Replay(load(document))


def fill_in_modules(phone: Phone, place: int, player: str) -> None:
    """Tap a player's lobby and what is left beside it."""
    panel, own = phone.page.locator(f"[data-panel='{place}']"), OF_MODULES[player]
    phone.tap(panel.locator(f"label:has([name='p.{player}.lobby'][value='{own['lobby']}'])"))
    if own["lobby"] == "ninas":
        phone.tap(panel.locator("details:has([name$='.goals']) > summary"))
        for goal, vp in GOALS.items():
            phone.tap(panel.locator(f"label:has([name='p.{player}.goals'][value='{goal}'])"))
            if vp:
                phone.tap(panel.locator(f"[name='p.{player}.reached.{goal}']"))
                phone.page.keyboard.type(str(vp))
                phone.taps += len(str(vp))
    if "tokens" in own:
        phone.tap(panel.locator("details:has([name$='.tokens']) > summary"))
        for token in {1, 2, 3, 4, 5} - set(own["tokens"]):
            phone.tap(panel.locator(f"label:has([name='p.{player}.tokens'][value='{token}'])"))


def fill_in_dancers(phone: Phone) -> None:
    """Choose the halls (two taps each), then paint cell by cell, a player at a time."""
    panel = phone.page.locator("[data-panel='0']")
    for place, hall in enumerate(HALLS):
        panel.locator(f"[name='hall.{place}']").select_option(hall)
        phone.taps += 2
    for player in PLAYERS:
        phone.tap(panel.locator(f"label:has([name=brush][value='{player}'])"))
        for place, hall in enumerate(HALLS):
            for row, cells in DANCERS[hall].items():
                for cell, who in enumerate(cells):
                    if who == player:
                        phone.tap(panel.locator(f"[data-name='dancers.{place}.{row}.{cell}']"))


@pytest.mark.rule("WALTZ1-SCORE-03", "WALTZ3-NINAS-03")
@pytest.mark.skipif(not LONG, reason=MINUTES)
def test_four_players_with_all_modules_are_scored_with_few_taps(phone: Phone) -> None:
    """The final scoring, and from the same board the last ball by itself, with its tie."""
    phone.open("/scoring")
    phone.tap("a[href='/scoring/new/austria']", "#in-play > summary")
    for name in MODULES:
        phone.tap(f"#in-play label:has([value='{name}'])")
    phone.page.wait_for_selector("[name='hall.0']", state="attached")
    for place, (player, lies) in enumerate(PLAYERS.items(), start=1):
        fill_in(phone, place, player, lies | OF_MODULES[player])
        fill_in_modules(phone, place, player)
        phone.tap("[data-next-tab]")
    assert not phone.small_targets()
    phone.no_sideways_scrolling()
    fill_in_dancers(phone)
    phone.tap(".editor .dock .btn.main")
    phone.page.wait_for_url("**/scoring/score*")
    scores = scored_by_the_engine().result(final=True).to_json()["scores"]
    foot = phone.page.locator(".scroll-x tfoot td").all_inner_texts()
    assert foot == [str(scores[player]["total"]) for player in PLAYERS]
    print(f"\nfour players with five modules scored in {phone.taps} taps")
    assert phone.taps <= MOST_TAPS_WITH_MODULES
    phone.submits("a[href*='/scoring/new/']")
    phone.tap("label.tile:has([value='balls-7'])")
    expect(phone.page.locator("[data-panel='0']")).to_be_visible()  # nothing else is asked for
    phone.submits(".editor .dock .btn.main")
    shown = phone.page.locator("#main")
    expect(shown).to_contain_text("15 + 10 shared by 2, rounded down, is 12")
    points = shown.locator(".ball tbody td:last-child").all_inner_texts()
    assert points == ["+12", "+12", "+5", "−5"]


def test_the_total_is_seen_while_a_board_is_filled_in(phone: Phone) -> None:
    """An occupied room on floor 1 brings 1 VP, on floor 2 two (GAH-FIN-03); a krone 1."""
    phone.open("/scoring/new/austria")
    phone.tap("[data-name='p.a.rooms.1-1']")
    said = phone.page.locator("#said")
    expect(said).to_contain_text("Orange 1")
    phone.tap("[data-name='p.a.rooms.2-1']", "label:has([name='p.a.krones'][value='4'])")
    expect(said).to_contain_text("Orange 7")


def test_an_impossible_state_is_said_at_once(phone: Phone) -> None:
    phone.open("/scoring/new/austria")
    phone.page.fill("[name='p.a.kitchen.wine']", "31")
    said = phone.page.locator("#said")
    expect(said).to_contain_text("That is not possible")
    expect(said.locator("a.ruleid")).to_have_text("GAH-FOOD-08")
    phone.tap(".editor .dock .btn.main")
    phone.page.wait_for_load_state()
    expect(phone.page.locator("#said")).to_contain_text("That is not possible")
    expect(phone.page.locator("[name='p.a.kitchen.wine']")).to_have_value("31")


def test_the_choices_of_an_emperor_scoring_are_tapped(phone: Phone) -> None:
    """At space 0 the tile A-krones takes 5 VP or 3 krones (GAH-TILE-01, GAH-EMP-11)."""
    phone.open("/scoring/new/austria")
    phone.page.select_option("[name=editions]", "2015-ru")
    phone.tap("label.tile:has([value='emperor-3'])", "label.tile:has([name=n][value='2'])")
    phone.page.fill("[name='p.a.vp']", "20")
    phone.tap("label:has([name='p.a.krones'][value='5'])", "[data-next-tab]")
    phone.tap("label:has([name='p.b.emperor'][value='6'])", "label.tab:has([name=tab][value='0'])")
    phone.tap("label.tile:has([name='emperor.A'][value='A-krones'])", ".editor .dock .btn.main")
    phone.page.wait_for_selector("main.play")
    button = phone.offered({"by": "a", "do": "penalty", "choose": "vp"}, "#entry-form")
    phone.sends(button)
    players = Replay(load(phone.record())).state.position()["players"]
    assert (players["a"]["vp"], players["a"]["krones"]) == (15, 5)
    assert (players["b"]["emperor"], players["b"]["krones"]) == (3, 3)
