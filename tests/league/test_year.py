"""What a club's secretary trips over: two spellings, rounded shares, seasons closed too early."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from freezegun import freeze_time

from recorder.league.standings import Season, standings
from tests.league.conftest import Web
from tests.league.make import played

ATOM = "{http://www.w3.org/2005/Atom}"


def ids(web: Web) -> dict[str, str]:
    """Return the league's players by name."""
    found = re.findall(r'/players/(p\d+)"[^>]*>(?:<[^>]+>|\s)*([^<]+)', web.get("/players"))
    return {name.strip(): player for player, name in found}


def test_merging_asks_which_name_stays_and_frees_the_other(web: Web) -> None:
    web.result(("Ana", 9), ("Boris", 5), key="k1")
    web.result(("Anna", 9), ("Boris", 5), key="k2")
    known = ids(web)
    asked = web.post(f"/players/{known['Ana']}/merge", other="Anna", key="m1")
    assert asked.status_code == 422
    assert re.findall(r'name="stays" value="(\w+)">(?:<svg.*?</svg>)?(\w+)', asked.text) == [
        ("own", "Ana"),
        ("other", "Anna"),
    ]
    assert set(ids(web)) == {"Ana", "Anna", "Boris"}
    web.post(f"/players/{known['Ana']}/merge", other="Anna", stays="other", key="m2")
    assert set(ids(web)) == {"Anna", "Boris"}
    assert "2 games" in web.get(f"/players/{known['Anna']}") or "2</a>" in web.get(
        f"/players/{known['Anna']}"
    )
    # What is imported under the old spelling is still Anna's, until somebody else is called so.
    web.result(("Ana", 9), ("Boris", 5), key="k3", day="2026-05-02")
    assert set(ids(web)) == {"Anna", "Boris"}
    assert web.post("/players", name="Ana", key="n1").status_code == 303
    assert set(ids(web)) == {"Ana", "Anna", "Boris"}
    # Parting would make two of one name: it says so and changes nothing.
    parted = web.post(f"/players/{known['Ana']}/part", key="p1")
    assert parted.status_code == 422
    assert "already has this name" in parted.text


def test_no_rounding_breaks_a_tie_of_average_shares() -> None:
    """10 of 30 is a third, 333 of 1000 a little less; both are shown as 33.3 percent."""
    season = Season("s", "2026", "2026-01-01", "2026-12-31", tie_breaks=("share",))
    games = [played("g1", {"x": 1000, "boris": 333}), played("g2", {"y": 30, "anna": 10})]
    lines = {line.player: line for line in standings(season, games)}
    assert lines["anna"].points == lines["boris"].points
    assert [lines[name].share for name in ("anna", "boris")] == [333, 333]
    assert lines["anna"].place == 3
    assert lines["boris"].place == 4


def test_shares_are_averaged_before_they_are_rounded() -> None:
    """0.4, 0.4 and 0.9 thousandths are 0.57 on average, shown as 1; rounded one by one: 0, 0, 1."""
    games = [played(f"g{n}", {"x": 2500, "anna": 1}) for n in range(2)]
    games.append(played("g9", {"x": 10000, "anna": 9}))
    season = Season("s", "2026", "2026-01-01", "2026-12-31")
    (anna,) = [line for line in standings(season, games) if line.player == "anna"]
    assert anna.share == 1


@freeze_time("2026-11-20T12:00:00Z")
def test_closing_asks_and_says_what_is_open(web: Web) -> None:
    web.season()
    web.result(("Anna", 9), ("Boris", 5), key="k1")
    web.post("/evenings", day="2026-11-29", time="19:30", game="samoa", key="v")
    page = web.get("/standings/s1")
    assert "certificate.pdf" not in page
    assert 'action="' + web.links["organiser"] + '/seasons/s1/close"' not in page
    asked = web.get("/seasons/s1/close")
    assert re.search(r"The season runs until [^<]*31[^<]*2026", asked)
    assert "1 evening is to come." in asked
    assert "Close it anyway" in asked
    web.post("/seasons/s1/close", key="c")
    assert "certificate.pdf" in web.get("/standings/s1")


def test_a_feed_keeps_its_names_when_links_are_replaced_and_tells_imports(web: Web) -> None:
    with freeze_time("2026-11-20T12:00:00Z"):
        web.result(("Anna", 9), ("Boris", 5), key="k1", day="2026-11-19")
    with freeze_time("2026-11-21T12:00:00Z"):
        web.result(("Anna", 7), ("Boris", 8), key="k2", day="2019-03-01")  # long ago, added late
    feed = ElementTree.fromstring(web.get("/results.atom", "public"))
    names = [entry.findtext(f"{ATOM}id") for entry in feed.iter(f"{ATOM}entry")]
    assert feed.findtext(f"{ATOM}updated") == "2026-11-21T12:00:00Z"
    assert [str(name).rpartition(":")[2] for name in names] == ["r2", "r1"]
    own = ElementTree.fromstring(web.get("/results.atom", "organiser"))  # through another link
    assert own.findtext(f"{ATOM}id") == feed.findtext(f"{ATOM}id")
    assert str(feed.findtext(f"{ATOM}id")).startswith("tag:hotel-ledger.invalid,2026:")
    assert [entry.findtext(f"{ATOM}id") for entry in own.iter(f"{ATOM}entry")] == names


def test_an_evening_is_at_the_hour_of_the_clubs_own_clock(web: Web) -> None:
    web.post("/evenings", day="2026-11-29", time="19:30", game="samoa", key="v")
    web.post("/evenings", day="2026-07-01", time="19:30", game="samoa", key="w")
    refused = web.post("/settings", name="T", language="en", game="samoa", zone="Wien", key="z")
    assert refused.status_code == 422
    form = {"name": "T", "language": "en", "game": "samoa", "zone": "Europe/Vienna"}
    assert web.post("/settings", **form, key="z2").status_code == 303
    calendar = web.get("/evenings.ics")
    assert "DTSTART:20261129T183000Z\r\n" in calendar  # an hour east of Greenwich in winter
    assert "DTSTART:20260701T173000Z\r\n" in calendar  # two in summer
    assert 'value="Europe/Vienna"' in web.get("/settings")


def test_calendars_of_two_clubs_share_no_name(web: Web) -> None:
    web.post("/evenings", day="2026-11-29", time="19:30", game="samoa", key="v")
    with freeze_time("2027-01-01"):
        other = Web(web.client)
        other.post("/evenings", day="2026-11-29", time="19:30", game="samoa", key="v")
    found = [re.findall(r"UID:(\S+)", club.get("/evenings.ics")) for club in (web, other)]
    assert len(found[0]) == len(found[1]) == 1
    assert found[0] != found[1]


def test_a_season_is_seen_with_other_points_before_it_is_settled(web: Web) -> None:
    """By place Anna has 3 + 1 points and Boris 1 + 3; by share Anna 100 + 50 and Boris 90 + 100."""
    web.season()
    web.result(("Anna", 10), ("Boris", 9), key="k1")
    web.result(("Boris", 10), ("Anna", 5), key="k2", day="2026-05-02")
    page = web.get("/seasons/s1/edit")
    form = {"name": "2026", "first": "2026-01-01", "last": "2026-12-31", "kind": "share"}
    seq = re.search(r'name="seq" value="(\d+)"', page)
    assert seq
    shown = web.post("/seasons/s1/edit", **form, seq=seq[1], preview="1", key="s")
    told = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", shown.text.partition("foreseen-title")[2]))
    assert "1 Boris 190" in told
    assert "2 Anna 150" in told
    assert "Nothing is kept yet." in told
    rule = "By place and number of players"
    assert rule in web.get("/standings/s1")  # nothing was kept
