"""Letters that no font of this machine has: they would be printed as boxes."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from exports.chart import FAMILIES

LIBRARY = "libfontconfig.so.1"
"""The library from which the printing of sheets has its fonts."""

_POINTER, _NUMBER = ctypes.c_void_p, ctypes.c_int
_CALLS: dict[str, tuple[Any, list[Any]]] = {
    "FcCharSetCreate": (_POINTER, []),
    "FcCharSetAddChar": (_NUMBER, [_POINTER, ctypes.c_uint32]),
    "FcCharSetDestroy": (None, [_POINTER]),
    "FcPatternCreate": (_POINTER, []),
    "FcPatternAddCharSet": (_NUMBER, [_POINTER, ctypes.c_char_p, _POINTER]),
    "FcPatternAddString": (_NUMBER, [_POINTER, ctypes.c_char_p, ctypes.c_char_p]),
    "FcPatternDestroy": (None, [_POINTER]),
    "FcObjectSetCreate": (_POINTER, []),
    "FcObjectSetDestroy": (None, [_POINTER]),
    "FcFontList": (_POINTER, [_POINTER, _POINTER, _POINTER]),
    "FcFontSetDestroy": (None, [_POINTER]),
}
"""Functions of the library with their result and their arguments."""


def find_missing_letters(
    names: Iterable[str], lacks: Callable[[str], bool] | None = None
) -> dict[str, str]:
    """Return the letters of each name that no font has, by the name; nothing for all others.

    lacks: whether a letter is missing, where not every font is used.
    """
    missing = {name: "".join(dict.fromkeys(filter(lacks or is_missing, name))) for name in names}
    return {name: letters for name, letters in missing.items() if letters}


def is_missing_in_picture(letter: str) -> bool:
    """Return whether neither font of a picture has a letter."""
    return not letter.isascii() and all(is_missing(letter, family) for family in FAMILIES)


@cache
def is_missing(letter: str, family: str = "") -> bool:
    """Return whether no font of this machine has a letter; False where nobody knows.

    family: of the fonts in question; empty: all.
    """
    fonts = _load_library()
    if fonts is None or not letter.isprintable() or letter.isspace():
        return False
    letters, pattern, keys = (
        fonts.FcCharSetCreate(),
        fonts.FcPatternCreate(),
        fonts.FcObjectSetCreate(),
    )
    fonts.FcCharSetAddChar(letters, ord(letter))
    fonts.FcPatternAddCharSet(pattern, b"charset", letters)
    if family:
        fonts.FcPatternAddString(pattern, b"family", family.encode())
    having = fonts.FcFontList(None, pattern, keys)
    count = ctypes.cast(having, ctypes.POINTER(_NUMBER))[0]  # the first field of FcFontSet
    fonts.FcFontSetDestroy(having)
    fonts.FcObjectSetDestroy(keys)
    fonts.FcPatternDestroy(pattern)
    fonts.FcCharSetDestroy(letters)
    return not count


@cache
def _load_library() -> Any:
    try:
        library = ctypes.CDLL(LIBRARY)
    except OSError:  # a browser prints with its own fonts
        return None
    for name, (result, arguments) in _CALLS.items():
        call = getattr(library, name)
        call.restype, call.argtypes = result, arguments
    return library
