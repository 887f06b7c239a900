"""The parts of a page of a game: each is a function of a small value.

A part is rendered from its value alone, in the reader's language, and kept under this value. All
readers with the same value get the same part, and it costs nothing the second time. A secret is in
no part that another reader gets, because it is in no value of that reader. Nothing is kept of what
a phone was sent.

Some things differ from phone to phone although the part looks the same: the link in addresses, and
the hidden fields of forms. A kept part has an unguessable word in their place, which is replaced
when the part is sent. On a whole page a part stands between two comments with its name and its
mark. A phone names the marks that it has, and an answer brings the parts with other marks.
"""

from __future__ import annotations

import marshal
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from secrets import token_hex
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from flask import Flask, Request, current_app, has_app_context, has_request_context, request
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from exports.direction import isolate_words
from recorder.languages.request_cache import read_request_cache
from recorder.languages.speech import reader_locale
from recorder.pages.shared.marks import comparing, comparing_now
from recorder.store.memory import Cache

MOST = 24_000_000
"""Letters of all parts that a process keeps, with their values: a few thousand boards."""

MADE = 8000
"""Other kept things that are made of values: boards, floors, rooms, fields of components."""

MARK = 6
"""Letters that tell one rendering of a part from another of the same part."""

TOKEN, CSRF, VERSION, KEY = (f"fill{token_hex(8)}" for _each in range(4))
"""The words that are filled in for every phone; as rare as a link's token."""

MARKS = "X-Parts"
"""The header in which a phone names the marks of the parts that it has."""

R = TypeVar("R")


Value = Mapping[str, Any]

Made = Cache[bytes, Any]
"""Results by the keys of their values."""


@dataclass(slots=True, eq=False)
class PagePart:
    """A part of a page.

    name: its own on the page. value: given to its template, as ``t``, or a function that makes it.
    With ``changes``, two positions, ``changed`` marks in the template where they differ.
    made_of: all that the function reads, so that it is called only for a part that is not kept.
    None: the value itself says which part it is.
    closed: a sheet, which is sent to a phone when it opens it.
    behind: of a board that lies behind the same board in front. It is sent when the phone opens
    it, or has another board in front.
    board: the player of the board that it is a piece of.
    """

    name: str
    template: str
    value: Value | Callable[[], Value]
    made_of: Any = None
    closed: bool = False
    behind: bool = False
    board: str = ""

    def make_value(self) -> Value:
        """Return the value, made on first use."""
        if callable(self.value):
            self.value = self.value()
        return self.value


@dataclass(frozen=True, slots=True)
class Rendered:
    """A part as it is sent, without the words that are filled in for each phone."""

    mark: str
    text: str


def init_app(app: Flask) -> None:
    """Let templates name the parts of their page."""
    app.extensions["parts"], app.extensions["made"] = Cache(MOST), Cache(MADE)
    app.jinja_env.globals["part"] = _part
    app.jinja_env.globals["parts_in"] = _parts_in
    app.jinja_env.globals["kept"] = _kept


def make_key(value: Any) -> bytes:
    """Return a key by which a value is known again; alike values may have different keys."""
    try:
        return marshal.dumps(value, 2)
    except ValueError:  # words that wait for their language, buttons
        return repr(value).encode()


def render_part(part: PagePart) -> Rendered:
    """Return a part in the reader's language, made now or before."""
    kept, key = _find_caches().parts, _make_part_key(part)
    found: Rendered | None = kept.find(key)
    if found is None:
        text = _render_anew(part, _FILLED).strip()
        found = Rendered(_mark_closed(part) or _mark(text.encode()), text)
        kept.keep(key, found, len(key) + len(text))
    return found


def _mark_closed(part: PagePart) -> str:
    """Return the mark of a sheet that is made when it is opened; empty for every other part."""
    return _mark(_make_part_key(part)) if part.closed and part.made_of is not None else ""


def _make_part_key(part: PagePart) -> bytes:
    """Return a key of a part, in the reader's language; see ``make_key``."""
    made_of = part.make_value() if part.made_of is None else part.made_of
    return make_key((part.template, reader_locale(), _find_caches().root, made_of))


class _Caches(NamedTuple):
    """The parts and the values that a process keeps. root: the place of the program."""

    parts: Made
    made: Made
    root: str


def _find_caches() -> _Caches:
    """Return the caches, found once for a request: a page asks for them a hundred times."""
    here: _Caches | None = read_request_cache().get("caches")
    if here is None:
        own = current_app.extensions
        root = request.script_root if has_request_context() else ""
        here = read_request_cache()["caches"] = _Caches(own["parts"], own["made"], root)
    return here


def _mark(made: bytes) -> str:
    return urlsafe_b64encode(blake2b(made, digest_size=MARK).digest()).decode()[:MARK]


_FILLING: ContextVar[Mapping[str, Any]] = ContextVar("filling", default=MappingProxyType({}))
"""The fillings of the part being rendered."""


def of_page(context: Context, name: str) -> Any:
    """Return a value that a page brings for all its templates, such as its token, or None.

    Macros of its parts see it, too, although they are imported without a context, and so once.
    """
    return context.get(name) or _FILLING.get().get(name)


_FILLED = {"token": TOKEN, "version": VERSION, "key": KEY, "csrf_token": lambda: CSRF}


def _render_anew(part: PagePart, filled: Mapping[str, Any]) -> str:
    env = current_app.jinja_env
    template = env.get_template(part.template)
    value = part.make_value()
    # Avoids Template.render, which copies all globals name by name for every part.
    context = env.context_class(
        env, {**env.globals, **value, "t": value, **filled}, template.name, template.blocks
    )
    outside = _FILLING.set(filled)
    try:
        with comparing(*value["changes"]) if "changes" in value else nullcontext():
            return isolate_words(env.concat(template.root_render_func(context)))
    except Exception:
        env.handle_exception()
    finally:
        _FILLING.reset(outside)


def fill_parts(text: str, token: str, csrf: Callable[[], str], version: int, key: str) -> str:
    """Fill in one phone's values in parts, or in a page of them. csrf: makes the token of forms."""
    for word, told in ((TOKEN, token), (VERSION, str(version)), (KEY, key)):
        text = text.replace(word, told)
    return text.replace(CSRF, csrf()) if CSRF in text else text


_OF_A_QUESTION = ("address", "token", "version", "key", "here")
"""Values of a question's page for its parts, which nobody else is shown."""


@pass_context
def _part(context: Context, name: str) -> Markup:
    """Return a part of the page by its name, between its comments; closed sheets, too.

    A page with addresses of its own, such as a question's, has its parts made for it alone.
    """
    part: PagePart = context["parts"][name]
    if "address" in context:
        own = {each: context[each] for each in _OF_A_QUESTION if each in context}
        own.setdefault("here", "")
        return Markup(_render_anew(part, own))
    found = render_part(part)
    return Markup(f"<!--part {name} {found.mark}-->{found.text}<!--/part-->")


@pass_context
def _parts_in(context: Context, group: str) -> Markup:
    """Return the parts of the page by the beginning of their names, in their order."""
    names = [name for name in context["parts"] if name.startswith(group)]
    return Markup("").join(_part(context, name) for name in names)


def read_known_marks(asked: Request) -> dict[str, str] | None:
    """Return the marks of the parts that a phone has, by their names; None for a browser that
    does not put parts together itself."""
    told = asked.headers.get(MARKS)
    if told is None:
        return None
    pairs = (each.partition(":") for each in told.split())
    return {name: mark for name, _colon, mark in pairs}


OPENS = "open"
"""A phone's word, instead of a mark, for a closed sheet that it is about to open."""

Sent = tuple[str, str | None]
"""A part in an answer: its mark and its text, or None as the text of a sheet that has changed."""


def name_parts(parts: Iterable[PagePart]) -> dict[str, PagePart]:
    """Return the parts of a page by their names."""
    return {part.name: part for part in parts}


def find_changes(
    parts: Iterable[PagePart], has: Mapping[str, str], *, sheets: bool = False
) -> dict[str, Sent]:
    """Return mark and text of the parts that a phone does not have, by their names.

    A phone that opens sheets is sent these and nothing else. has: the marks that the phone has.
    sheets: closed ones are sent, too: they are needed next, and the connection may be lost until
    then.
    """
    sent: dict[str, Sent] = {}
    opens = [name for name, mark in has.items() if mark == OPENS]
    for part in parts:
        name = part.name
        if name not in opens if opens else part.behind:
            continue
        stays_closed = part.closed and not opens and not sheets
        if stays_closed and (mark := _mark_closed(part)):
            if has.get(name) != mark:
                sent[name] = mark, None
            continue
        made = render_part(part)
        if has.get(name) != made.mark:
            sent[name] = made.mark, None if stays_closed and made.text else made.text
    return sent


def keep_made(what: str, value: Any, make: Callable[[], R]) -> R:
    """Return the result of ``make``, made now or before in the reader's language.

    what: names the kind of result. value: all its inputs. Many use a result and nobody changes it.
    """
    if not has_app_context():  # without an application
        return make()
    kept = _find_caches().made
    key = make_key((what, reader_locale(), value))
    found: tuple[R] | None = kept.find(key)
    if found is None:
        found = (make(),)
        kept.keep(key, found, 1)
    return found[0]


def _kept(macro: Any, *values: Any) -> Markup:
    """Return the output of a macro for some values, made now or before, such as a card or a floor.

    The macro reads nothing but its values, and is imported without a context. On a page with
    addresses of its own, or with changes marked, it is called anew.
    """
    if comparing_now() or "address" in _FILLING.get():
        return Markup(macro(*values))
    made = macro._func.__code__
    where = made.co_filename, made.co_firstlineno, _find_caches().root
    return Markup(keep_made("macro", (where, values), lambda: macro(*values)))


def list_board_pieces(
    player: str, folder: str, names: Sequence[str], value: Callable[[str], Value], *, front: bool
) -> Iterator[PagePart]:
    """Yield the pieces of a player's board that is only looked at.

    folder: of their templates, which have their names. value: makes the value of one by its name.
    front: whether the same board stands in front; then none is made before it is asked for.
    """
    for name in names:
        template = f"{folder}/{name}.html"
        made = partial(value, name)
        yield PagePart(f"{name}.{player}", template, made, behind=front, board=player)
