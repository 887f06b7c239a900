"""Fields of an editor are read, and their choices drawn, by the shapes of the record format."""

from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from adjudicator.austria.assembled.boxes import box_of
from adjudicator.messages import M
from adjudicator.record import Unreadable
from adjudicator.shapes import (
    ANYTHING,
    BOOLEAN,
    PLAYER_ID,
    TEXT,
    Either,
    Fields,
    Integer,
    ListOf,
    MapOf,
    Nullable,
    OneOf,
    Shape,
)
from recorder.pages.forms import nested_fields
from recorder.pages.forms.shaped_fields import FilledIn, choices
from recorder.pages.referee import asked_positions

FOOD = OneOf(("wine", "cake"), M("vocabulary.food-this-game"))
GUEST = OneOf((7, 8), M("vocabulary.base-guest"))
TABLE = Fields({"guest": GUEST}, {"served": MapOf(FOOD, Integer(0))})
NEW_ROW = Either(Fields({"card": TEXT, "vp": Integer(0, 30)}), FOOD)


def filled(shape: Shape, *fields: tuple[str, str]) -> FilledIn:
    return FilledIn({"x": shape}, nested_fields.document(MultiDict(fields)), "position", ("a", "b"))


@pytest.mark.parametrize(
    ("shape", "fields", "value"),
    [
        (Integer(), [("x", "3")], 3),
        (Integer(), [("x", "1"), ("x", "2")], 3),  # two dishes of one food
        (GUEST, [("x", "7")], 7),
        (FOOD, [("x", "wine")], "wine"),
        (FOOD, [("x", "soap")], "soap"),  # who loads the record says that it is none
        (BOOLEAN, [("x", "true")], True),
        (Nullable(Integer()), [("x", "4")], 4),
        (MapOf(FOOD, Integer(0)), [("x.wine", "1"), ("x.cake", "0")], {"wine": 1, "cake": 0}),
        (MapOf(PLAYER_ID, Integer()), [("x.a", "1"), ("x.d", "2")], {"a": 1}),
        (ListOf(PLAYER_ID), [("x", "d"), ("x", "b")], ["b"]),
        (ListOf(GUEST), [("x[]", "8"), ("x[]", "")], [8]),
        (ListOf(TABLE), [("x.1.guest", "8"), ("x.0.served.wine", "1")], [{"guest": 8}]),
        (
            ListOf(TABLE),
            [("x.0.guest", "7"), ("x.0.served.wine", "1")],
            [{"guest": 7, "served": {"wine": 1}}],
        ),
        (ListOf(Nullable(TEXT)), [("x.2", "a")], [None, None, "a"]),
        (ListOf(TEXT), [("x.2", "a")], ["a"]),
        (MapOf(FOOD, Nullable(TABLE)), [("x.wine.served.cake", "1")], {"wine": None}),
        (ListOf(NEW_ROW), [("x", "wine")], ["wine"]),
    ],
)
def test_what_was_filled_in_is_read_by_its_shape(
    shape: Shape, fields: list[tuple[str, str]], value: Any
) -> None:
    assert filled(shape, *fields).filled("x") == {"x": value}


def test_of_nothing_only_lists_objects_and_ticks_say_something() -> None:
    for shape in (Integer(), ListOf(TEXT), MapOf(TEXT, TEXT), BOOLEAN):
        assert filled(shape, ("y", "1")).filled("x") == {}
    assert filled(ListOf(TEXT)).said("x") == {"x": []}
    assert filled(MapOf(TEXT, TEXT)).said("x") == {"x": {}}
    assert filled(BOOLEAN).said("x") == {"x": False}


def test_what_is_no_number_is_named_by_its_key() -> None:
    with pytest.raises(Unreadable) as raised:
        filled(MapOf(TEXT, MapOf(FOOD, Integer())), ("x.a.wine", "much")).said("x")
    assert raised.value.key == "position.x.a.wine"


def test_choices_are_those_of_the_shape() -> None:
    assert [*choices(MapOf(TEXT, Integer(1, 3)))] == [1, 2, 3]
    assert choices(ListOf(Nullable(FOOD))) == ("wine", "cake")
    assert choices(Fields({}, {"bar": MapOf(TEXT, TABLE)}), "bar", "guest") == (7, 8)
    assert [*choices(ListOf(NEW_ROW), "vp")] == [*range(31)]
    with pytest.raises(TypeError, match="no end"):
        choices(Integer(0))


def read(modules: str, *fields: tuple[str, str]) -> Any:
    pairs = [("header", f'{{"modules": [{modules}]}}'), ("turn_of", "a"), *fields]
    return asked_positions.read_position_form("austria", MultiDict(pairs)).document["position"]


def test_seats_that_nobody_has_are_left_out_of_who_has_passed() -> None:
    """A form has four seats; two are taken, and a tick in the others means nothing."""
    ticked = [("passed_this_round", "b"), ("passed_this_round", "d")]
    assert read('"first-player"', *ticked)["passed_this_round"] == ["b"]


def test_a_dancer_on_a_later_place_of_a_balcony_stands_there_alone() -> None:
    """A balcony has no cells: who stands on it has no place of its own."""
    halls = [(f"hall.{n}", hall) for n, hall in enumerate(["apollo", "strauss", "deon"])]
    position = read('"balls"', *halls, ("dancers.2.balcony.1", "b"))
    assert position["dancers"]["deon"] == {"balcony": ["b"]}


def test_a_card_chosen_twice_for_one_letter_is_refused_in_words() -> None:
    fields = [("politics.A", "krones-20"), ("politics.A", "rooms-6"), ("discs.A", "b")]
    with pytest.raises(Unreadable, match="not a politics card") as raised:
        asked_positions.start_position(
            asked_positions.read_position_form("austria", MultiDict(fields))
        )
    assert str(raised.value.key).startswith("position.claims")


def test_only_what_is_printed_and_not_read_has_no_shape_to_draw() -> None:
    box = box_of(frozenset(["balls", "celebrities", "first-player", "hotels", "more"]))
    keys = {**box.shapes.position.shapes, **box.shapes.player.shapes}
    opaque = {key for key, shape in keys.items() if shape is ANYTHING}
    assert opaque == {"phase", "open", "lobbies", "auction"}
