"""Names in what people write, however they are typed: as a whole, and in parts and forms."""

from unicodedata import normalize

import pytest

from recorder.store.naming import find_names, name_pattern, replace_name


@pytest.mark.parametrize(
    ("name", "text", "whole", "parts"),
    [
        ("Anna Schmidt", "ANNA\n schmidt's, Annabel", "X's, Annabel", "X's, X"),
        ("Anna Li", "anna_2.js li1 An\u00adna Li", "anna_2.js li1 X", "X_2.js X1 An\u00adna X"),
        ("Pat O'Brien", "Pat O\u2019Brien, Brienz", "X, Brienz", "X, X"),
        ("Jean-Luc Pié", "Jean\u2011Luc Pié; jeanluc pie", "X; jeanluc pie", "X; X"),
        ("José", normalize("NFD", "José") + " Josefa", "X Josefa", "X X"),
        (normalize("NFD", "Zoé\u200b"), "Zoé, Zoe", "X, Zoe", "X, X"),
        ("Strauß", "STRAUSS, Straus", "X, Straus", "X, Straus"),
        ("Анна", "Анне, Анной, Аннин ход, Антон", None, "X, X, X ход, Антон"),
        ("Пётр Чайковский", "Петр Чайковский у Чайковского", "X у Чайковского", "X у X"),
        ("Павел", "Павла нет; павлин", None, "X нет; X"),
        ("박 지훈", "박지훈, 박-지훈", None, "X, X"),
        ("박지훈", "박지훈은 지훈이랑", "X은 지훈이랑", "X은 X이랑"),
        ("지훈", normalize("NFD", "지훈이"), normalize("NFD", "X이"), normalize("NFD", "X이")),
        ("<b>Ann</b>", "<b>Ann</b> Ann", "X Ann", "X X"),
        ("\u3164 ", "nobody's \u3164 name", None, None),
    ],
)
def test_a_name_is_found_however_it_is_typed(
    name: str, text: str, whole: str | None, parts: str | None
) -> None:
    """whole: without the name; parts: also without words that may hold it. None: as it was."""
    assert replace_name(text, name, "X") == (text if whole is None else whole)
    pattern = name_pattern({name})
    assert (pattern.sub("X", text) if pattern else text) == (text if parts is None else parts)
    assert (find_names([name, "Zorro"], text) == {name}) == (parts is not None)
