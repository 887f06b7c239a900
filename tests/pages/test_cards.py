"""The cards of all boxes: the search, a page for each, and what none of them tells."""

import re
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.austria.assembled.boxes import box_of
from adjudicator.austria.modules import list_modules
from adjudicator.casebook import CASEBOOK
from recorder.languages.speech import use_language
from recorder.pages.referee import card_pages
from tests.browser.everywhere import sample
from tests.seen import words_of


def read(client: FlaskClient, path: str, tag: str = "en", status: int = 200) -> str:
    answer = client.get(path, headers={"Accept-Language": tag})
    assert answer.status_code == status, (path, answer.status_code)
    return words_of(answer.text)


def deal(client: FlaskClient, document: dict[str, Any]) -> dict[str, str]:
    answer = client.post("/api/v1/records", json=document)
    assert answer.status_code == 201
    return {str(link.get("seat") or link["role"]): link["token"] for link in answer.json["links"]}


@pytest.mark.parametrize("tag", ["en", "ru", "fr", "ko"])
def test_every_card_says_what_it_does_in_the_readers_language(app: Flask, tag: str) -> None:
    """Each box's cards once, none without words; a guest without a name has a number only."""
    with app.test_request_context("/"), use_language(tag):
        rows = card_pages.search_cards("")
        english = {card.id: card.name for card in _guests("en")}
        names = {card.id: card.name for card in _guests(tag)}
    count = {kind: sum(one.card.kind == kind for one in rows) for kind in ("guest", "staff")}
    everything = box_of(list_modules()).components
    assert count == {"guest": len(everything.guests), "staff": len(everything.staff)}
    assert len({(one.game, one.card.kind, one.card.id) for one in rows}) == len(rows)
    assert all(one.card.does and all(one.card.does) for one in rows)
    if tag in ("fr", "ko"):
        assert not {name for name in names.values() if name} & set(english.values())
        assert names["63"] == ""
    assert names["75"] == {"en": "Baroness", "ru": "Княгиня", "fr": "Baronne"}.get(tag, "")


def _guests(tag: str) -> list[Any]:
    with use_language(tag):
        return [one.card for one in card_pages.search_cards("", kind="guest")]


def test_a_search_takes_number_name_words_and_kind(app: Flask) -> None:
    with app.test_request_context("/"):
        assert next(one.card.id for one in card_pages.search_cards("97")) == "97"
        assert [one.card.title for one in card_pages.search_cards("sommel")] == ["36 Sommelier"]
        coffee = card_pages.search_cards("coffee", kind="staff")
        assert {one.card.id for one in coffee} == {"4", "21", "43", "168", "170"}
        assert {one.card.id for one in card_pages.search_cards("", kind="bell")} == {
            *("166", "167", "168", "169", "172", "174", "178", "179")
        }
        assert not card_pages.search_cards("no such words")
    with app.test_request_context("/"), use_language("fr"):
        assert [one.card.id for one in card_pages.search_cards("CONFERENCE")] == [
            "26"
        ]  # Maître de Conférence
        same = card_pages.search_cards("service de chambre", kind="staff")
        assert {one.card.id for one in same} == {"1", "37"}


def test_pages_answer_what_was_asked_of_them(client: FlaskClient) -> None:
    """One number or name is that card; two of one name, none of a number and a wrong one say so."""
    for asked, leads in (("97", "guest/97"), ("Sommelier", "staff/36")):
        answer = client.get("/cards", query_string={"words": asked})
        assert answer.headers["Location"].endswith(f"/cards/austria/{leads}")
    assert "2 cartes portent ce nom" in read(client, "/cards?words=service+de+chambre", "fr")
    assert "No card has all these words" in read(client, "/cards?words=999")
    assert "No box has this card: Guests 999" in read(
        client, "/cards/austria/guest/999", status=404
    )
    read(client, "/cards/no-game/guest/97", status=404)
    hand = read(client, "/cards/austria/staff/17")
    price = "3 krones; 5 krones (Revised edition of 2022)"
    for said in (price, "You do not pay the krone for a die of 6", "GAH-CARD-17"):
        assert said in hand
    assert "Staff: bell" in read(client, "/cards/austria/bell/174")


def test_at_a_table_a_card_says_what_it_would_do_now(client: FlaskClient) -> None:
    """From what is on offer: Count costs 3 there, Baron moves in for 4 VP; other boxes say so."""
    links = deal(client, sample("austria", "sample", 13))
    now = read(client, f"/t/{links['table']}/cards/guest/73")
    assert "Anna: takes guest 73 Count: pay 3 krones" in now
    assert "Now, in this game" not in read(
        client, f"/t/{links['boris']}/cards/guest/73", status=303
    )
    links = deal(client, sample("austria", "sample", 16))
    moves = read(client, f"/t/{links['table']}/cards/guest/71")
    assert "checks guest 71 Baron into room 1-1: +4 VP (guests)" in moves
    assert "not in the boxes of this game" in read(client, f"/t/{links['read']}/cards/guest/134")
    listed = client.get(f"/t/{links['read']}/cards").text
    assert f'/t/{links["read"]}/cards/guest/71"' in listed
    assert "/cards/guest/134" not in listed, "it is in another box"
    assert "/samoa" not in listed, "as is another game"
    assert "No card has all these words" in read(client, f"/t/{links['read']}/cards?words=134")


@pytest.mark.parametrize(
    ("case", "card", "says"),
    [
        (
            "17.8",
            "staff/27",
            "Anna: 12 VP in the final scoring so far; 3 VP more for the next one, number 5",
        ),
        ("17.8", "politics/floors-2", "Anna: a disc brings 15 VP; floors fully occupied: 1 of 2"),
        ("17.7", "politics/floors-2", "Anna: a disc brings 15 VP; everything is there"),
        ("20.13", "tile/A-food", "Boris: on space 4 now: nothing; 2 more spaces for the bonus"),
        ("20.13", "tile/C-vp", "Anna: on space 6 now: the penalty; 4 more spaces for the bonus"),
        ("35.1", "hall/apollo", "A: 3 VP if the hall were scored now"),
        ("44.4", "celebrity/freud", "pay 2 krones; take Sigmund Freud from the bar"),
        ("66.10", "staff/172", "A: rings the bell"),
        ("77.2", "room-tile/room", "A: buys: extra room: pay 2 coins"),
        ("85.12", "room-tile/recall", "A: can be used now"),
        ("79.4", "price-card/day-off", "C: day off"),
        ("80.1", "tourist/rich", "A: rich tourist; 6 coins in a1"),
        ("80.1", "tourist/normal", "A: tourist; 3 coins in a1"),
        ("80.1", "tourist/swimmer", "A: swimmer with ring 3; 9 coins in a1"),
        ("88.2", "tourist/celebrity", "A: celebrity; 6 coins in a1, a3, b2; 3 coins in b1, b3"),
    ],
)
def test_a_card_says_what_it_is_worth_now(
    client: FlaskClient, case: str, card: str, says: str
) -> None:
    """As the positions of the casebook have it: four red rooms, disc on 6, price 3, two pools."""
    record = CASEBOOK.cases[case].document
    start = {"20.13": 0, "35.1": 0}.get(case, len(record["entries"]) - 1)
    links = deal(client, {**record, "entries": record["entries"][:start]} | EDITION[record["game"]])
    assert says in read(client, f"/t/{links['table']}/cards/{card}")


EDITION: dict[str, dict[str, str]] = {"austria": {"edition": "2015-ru"}, "samoa": {}}


def test_at_a_table_a_card_says_only_what_holds_there(client: FlaskClient) -> None:
    links = deal(client, sample("austria", "sample", 20))
    own = client.get(f"/t/{links['table']}/cards/staff/17").text
    (part,) = re.findall(r'<section aria-labelledby="editions-title">.*?</section>', own, re.DOTALL)
    assert "3\xa0krones" in part
    assert "5\xa0krones" not in part
    assert "2015" not in part
    assert "Revised edition of 2022" in client.get("/cards/austria/staff/17").text


def test_what_lies_in_samoa_leads_to_its_card(client: FlaskClient) -> None:
    """Tiles, tourists and price cards: on the table, in hotels, beside them, in what was paid, in
    the hand, on the wall, in a moment and in sentences of the log."""
    game, dealt = sample("samoa", "sample", 59), dict[tuple[int, int], dict[str, str]]()
    for record, until, path, named in (
        (CASEBOOK.cases["77.2"].document, -2, "", ("room-tile/pool",)),
        (CASEBOOK.cases["77.2"].document, 59, "/log", ("room-tile/room",)),
        (CASEBOOK.cases["85.12"].document, -2, "", ("room-tile/recall",)),
        (game, 2, "", ("tourist/swimmer", "tourist/celebrity", "price-card/day-off")),
        (game, 8, "", ("tourist/normal", "tourist/lover")),
        (game, 10, "", ("tourist/celebrity",)),
        (game, 59, "/wall", ("tourist/rich", "tourist/lover", "price-card/priced")),
        (game, 59, "/moments/30", ("tourist/rich", "price-card/priced")),
        (game, 59, "/log", ("tourist/rich", "tourist/swimmer")),
    ):
        known = dealt.setdefault((id(record), until), {})
        known |= {} if known else deal(client, {**record, "entries": record["entries"][:until]})
        link = f"/t/{known['read' if path else 'table']}"
        page = client.get(f"{link}{path}").text
        for card in named:
            assert f'href="{link}/cards/{card}"' in page, (path, card)


def test_cards_in_the_log_lead_to_their_pages(client: FlaskClient) -> None:
    """By number and name, in a language without names by the number; particles stay outside."""
    token = deal(client, sample("austria", "sample", 30))["read"]
    for tag, said in (("en", "102 Conductor"), ("ru", "№\xa0102"), ("ko", "102번")):
        answer = client.get(f"/t/{token}/log", headers={"Accept-Language": tag})
        link = f'href="/t/{token}/cards/guest/102">{said}</a>'
        assert link in answer.text


def test_figures_that_nobody_has_read_are_read_on_the_cards_page(client: FlaskClient) -> None:
    document = sample("austria", "sample-waltz", 60)
    figures = document["options"]["figures"]
    figures["guests"] = {n: read for n, read in figures["guests"].items() if n != "150"}
    links = deal(client, document)
    page = client.get(f"/t/{links['table']}/cards/guest/150").text
    page = page[page.index('class="entry card"') :].partition("</form>")[0]
    form = dict(re.findall(r'<input\stype="hidden" name="(\w+)" value=[\'"](.*?)[\'"]>', page))
    fields = {
        "colour": '"red"',
        "order.champagne": "2",
        "vp": "7",
        "entry": unescape(form["entry"]),
    }
    sent = client.post(f"/t/{links['table']}/entries", data=form | fields)
    assert sent.status_code in (200, 303)
    told = read(client, f"/t/{links['read']}/cards/guest/150")
    assert "citizen, red" in told
    assert "2 champagne" in told
    assert "What does it show?" not in told


def test_no_page_of_a_card_tells_what_a_hand_holds(client: FlaskClient) -> None:
    """Whether Anna has told her hand or not, the others read the same of every card in it."""
    links = deal(client, sample("austria", "sample", 20))
    client.post(f"/t/{links['anna']}/take")
    before = {
        n: [read(client, f"/t/{links[who]}/cards/staff/{n}") for who in ("table", "read")]
        for n in (1, 2, 24, 30, 40, 48)
    }
    version = client.get(f"/api/v1/games/{links['anna']}").json["version"]
    told = {"what": "hand", "value": [1, 2, 24, 30, 40, 48], "version": version, "key": "t" * 16}
    assert client.post(f"/api/v1/games/{links['anna']}/tell", json=told).status_code == 201
    for number, pages in before.items():
        assert pages == [
            read(client, f"/t/{links[who]}/cards/staff/{number}") for who in ("table", "read")
        ]
