"""Who sits where: seats taken by name, links that are replaced and open nothing any more."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from recorder.games import joining
from recorder.games.access import Forbidden
from recorder.games.joining import INVITATION, NoSuchSeat
from recorder.games.tables import Tables
from recorder.games.visibility import GameView
from recorder.store.ledger import Appended, Link, NoSuchLink, Stale
from recorder.web.context import tables
from tests.recorder.tally import add, document


@pytest.fixture
def service(app: Flask) -> Iterator[Tables]:
    with app.app_context():
        yield tables()


@pytest.fixture
def table(service: Tables) -> GameView:
    return service.start(document()).table


def link_of(service: Tables, table: GameView, role: str, seat: str | None = None) -> Link:
    links = service.store.links(table.link.ledger)
    return next(link for link in links if (link.role, link.seat) == (role, seat))


def sit(service: Tables, table: GameView, player: str, browser: str) -> Link | None:
    invitation = service.store.invitation_to(table.link.ledger)
    assert invitation is not None
    return joining.take_seat(service, invitation, player, browser)


def test_of_two_who_tap_the_same_name_one_sits_down(service: Tables, table: GameView) -> None:
    link = sit(service, table, "a", "phone-1")
    assert sit(service, table, "a", "phone-2") is None
    assert sit(service, table, "a", "phone-1") == service.store.link(link.token)  # sent again
    taken = {seat.player: seat.since for seat in joining.list_seats(service, table.row)}
    assert taken["a"]
    assert not taken["b"]
    assert link.token not in [each.token for each in service.list_links(table)]  # not handed on


def test_nobody_sits_down_where_no_seat_is(service: Tables, table: GameView) -> None:
    with pytest.raises(NoSuchSeat):
        sit(service, table, "z", "phone-1")


def test_a_seat_that_is_freed_opens_nothing_and_is_free_again(
    service: Tables, table: GameView
) -> None:
    old = sit(service, table, "a", "phone-1")
    assert isinstance(joining.replace_game_link(service, table, "seat", "a", key="k1"), Appended)
    for opens in (service.store.link, service.open):
        with pytest.raises(NoSuchLink):
            opens(old.token)
    assert service.store.tokens([old.id]) == {}  # nor does the cookie of that phone
    assert service.store.find_links_and_games([old.id]) == {}
    assert service.open(sit(service, table, "a", "phone-2").token).link.seat == "a"
    assert [seat.player for seat in joining.list_seats(service, table.row)] == ["a", "b"]


def test_every_link_can_be_replaced(service: Tables, table: GameView) -> None:
    before = {(link.role, link.seat): link.token for link in service.store.links(table.link.ledger)}
    others = [("read", None), ("seat", "b"), ("seat", "a"), ("table", None)]  # its own at last
    for number, (role, seat) in enumerate(others):
        joining.replace_game_link(service, table, role, seat, key=f"k{number}")
    after = {(link.role, link.seat): link.token for link in service.store.links(table.link.ledger)}
    assert list(after) == list(before)
    assert not set(after.values()) & set(before.values())
    for token in before.values():
        with pytest.raises(NoSuchLink):
            service.open(token)


def test_an_invitation_can_be_replaced(service: Tables, table: GameView) -> None:
    old = service.store.invitation_to(table.link.ledger)
    joining.replace_game_link(service, table, INVITATION, None, key="k1")
    with pytest.raises(NoSuchLink):
        service.store.invitation(old.token)
    fresh = service.store.invitation_to(table.link.ledger)
    assert service.store.invitation(fresh.token).game == old.game


def test_an_invitation_opens_no_game_and_a_link_is_no_invitation(
    service: Tables, table: GameView
) -> None:
    invitation = service.store.invitation_to(table.link.ledger)
    with pytest.raises(NoSuchLink):
        service.open(invitation.token)
    with pytest.raises(NoSuchLink):
        service.store.invitation(table.link.token)


def test_a_seat_replaces_its_own_link_only_and_keeps_its_seat(
    service: Tables, table: GameView
) -> None:
    link = sit(service, table, "a", "phone-1")
    seat = service.open(link.token)
    for role, other in (("table", None), ("read", None), ("seat", "b"), (INVITATION, None)):
        with pytest.raises(Forbidden):
            joining.replace_game_link(service, seat, role, other, key="k1")
    joining.replace_game_link(service, seat, "seat", "a", key="k1")
    fresh = link_of(service, table, "seat", "a")
    assert fresh.token != link.token
    assert (fresh.opened_at, fresh.taken_by) == (seat.link.opened_at, "phone-1")
    assert sit(service, table, "a", "phone-2") is None


def test_a_reader_replaces_nothing(service: Tables, table: GameView) -> None:
    reading = service.open(link_of(service, table, "read").token)
    for role in ("read", "table", INVITATION):
        with pytest.raises(Forbidden):
            joining.replace_game_link(service, reading, role, None, key="k1")


def test_the_log_tells_that_a_link_was_replaced_and_not_what_it_was(
    service: Tables, table: GameView
) -> None:
    old = link_of(service, table, "seat", "b").token
    joining.replace_game_link(service, table, "seat", "b", key="k1")
    again = service.open(table.link.token)
    step: dict[str, Any] = service.read_history(again)[-1]
    assert (step["op"], step["link"]) == ("replace_link", {"role": "seat", "seat": "b"})
    assert step["at"]
    assert old not in str(step)
    assert link_of(service, table, "seat", "b").token not in str(step)
    assert service.list_doubts(again.row) == []


def test_what_was_meant_before_a_link_was_replaced_is_still_meant(
    service: Tables, table: GameView
) -> None:
    joining.replace_game_link(service, table, "read", None, key="k1")
    seen = table.version
    kept = service.append(service.open(table.link.token), add("a", 1), version=seen, key="k2")
    assert isinstance(kept, Appended)
    late = service.append(service.open(table.link.token), add("b", 1), version=seen, key="k3")
    assert isinstance(late, Stale)  # an entry has come between


def test_a_link_replaced_by_its_holder_is_found_again_by_the_same_send_only(
    service: Tables, table: GameView
) -> None:
    """The answer, with the new link in it, may get lost."""
    joining.replace_game_link(service, table, "table", None, key="mine")
    fresh = link_of(service, table, "table")
    assert service.store.successor(table.link.token, "mine") == fresh
    for token, key in ((table.link.token, "guessed"), (fresh.token, "mine")):
        with pytest.raises(NoSuchLink):
            service.store.successor(token, key)
    joining.replace_game_link(service, service.open(fresh.token), "table", None, key="later")
    with pytest.raises(NoSuchLink):  # replaced because of who sends this, perhaps
        service.store.successor(table.link.token, "mine")


def test_an_old_form_does_not_open_a_game_whose_table_was_replaced(service: Tables) -> None:
    started = service.start(document(), key="form")
    assert service.start(document(), key="form").table.link == started.table.link
    joining.replace_game_link(service, started.table, "table", None, key="k1")
    with pytest.raises(NoSuchLink):
        service.start(document(), key="form")
