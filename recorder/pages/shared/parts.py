"""The parts that a page of a game is made of: each a function of a small value.

A part is rendered from its value alone, in the reader's language, and kept. Everybody who may see
the value gets the same part, which costs nothing the second time. So an unchanged part is neither
rendered nor sent again. A secret is in no part of a page, because it is in none of the values.

Some things differ from phone to phone although the part looks the same: the link in addresses, and
the hidden fields of forms. A kept part has an unguessable word in their place, which is replaced
when the part is sent. On a whole page a part stands between two comments, which name it and its
mark; a phone says which marks it has.
"""

from __future__ import annotations

import marshal
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import blake2b
from secrets import token_hex
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from flask import Flask, Request, current_app, has_app_context, has_request_context, request
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from recorder.languages.request_cache import read_request_cache
from recorder.languages.speech import reader_locale
from recorder.pages.shared.marks import comparing, comparing_now
from recorder.store.memory import Cache

MOST = 24_000_000
"""Letters of all parts that a process keeps, with what they are made of: a few thousand boards."""

MADE = 8000
"""Other things made of values that are kept: boards, floors, rooms, fields of components."""

PAGES = 250
"""Pages of which a process knows what their parts were made from: some 100 kB for each phone."""

MARK = 6
"""Letters that tell one rendering of a part from another of the same part."""

TOKEN, CSRF, VERSION, KEY = (f"fill{token_hex(8)}" for _each in range(4))
"""The words that are filled in for every phone; as rare as a link's token."""

MARKS = "X-Parts"
"""The header in which a phone names the marks of the parts that it has."""

R = TypeVar("R")


Value = Mapping[str, Any]

Made = Cache[bytes, Any]
"""What was made of values, by their keys."""


@dataclass(slots=True, eq=False)
class PagePart:
    """A part of a page.

    name: its own on the page. value: what its template is given, as ``t``, or what makes it;
    ``changes`` in it are two positions, or what of them the part shows: where they differ, what
    the template calls ``changed`` marks it. None of a part that is known from before.
    of: where the value is made when it is needed, all that it is made from; None: it is asked.
    closed: a sheet, which a phone that puts parts together is sent when it opens it.
    behind: of a board that lies behind the same board in front: such a phone is neither sent it
    nor told that it has changed until it opens it, or has another board in front.
    key, mark: by which it is known again, and which rendering of it that is, once that is known.
    """

    name: str
    template: str
    value: Value | Callable[[], Value] | None
    of: Any = None
    closed: bool = False
    behind: bool = False
    key: bytes | None = None
    mark: str = ""

    def made(self) -> Value:
        """Return the value, made where it is not yet."""
        if callable(self.value):
            self.value = self.value()
        assert self.value is not None
        return self.value


class Sight:
    """What some parts of a page may see.

    shows: all of it, as something that can be compared. view: the same, as parts are made from it.
    """

    def __init__(self, shows: tuple[Any, ...], see: Callable[[], Any]) -> None:
        """see: makes the view, which most pages do not need."""
        self.shows = shows
        self._see = see

    @cached_property
    def view(self) -> Any:
        """What the parts are made from."""
        return self._see()


class Group(NamedTuple):
    """Parts of a page that are made together. As long as it shows the same, they stay as they are.

    name: its own on the page. shows: all that its parts are made from. make: makes them.
    """

    name: str
    shows: tuple[Any, ...]
    make: Callable[[], Iterable[PagePart]]


def group(name: str, make: Callable[..., Iterable[PagePart]], *of: Any) -> Group:
    """Return parts that a function makes of some values, which are all that it is given.

    make: not a closure, so that it sees nothing else. of: values that can be compared, and sights.
    """
    shows = tuple([each.shows if isinstance(each, Sight) else each for each in of])
    return Group(name, shows, partial(make, *of))


def make_single_part(name: str, template: str, value: Value) -> Group:
    """Return a group of one part, made of its value."""
    return Group(name, (value,), lambda: [PagePart(name, template, value)])


@dataclass(frozen=True, slots=True)
class Rendered:
    """A part as it is sent; what is filled in for a phone is still missing.

    key: under which it is kept. whole: whether it is sent whole, see ``_has_filled_word``.
    """

    mark: str
    text: str
    key: bytes
    whole: bool = False


def init_app(app: Flask) -> None:
    """Let templates name the parts of their page."""
    app.extensions["parts"], app.extensions["made"] = Cache(MOST), Cache(MADE)
    app.extensions["sent_pages"] = Cache(PAGES)
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
    """Return a part in the reader's language, made now or before, and note which it is."""
    kept = _kept_here().parts
    key = _key(part)
    found: Rendered | None = kept.find(key)
    if found is None:
        text = _render_anew(part, _FILLED).strip()
        found = Rendered(
            _mark_closed(part) or _mark(text.encode()), text, key, _has_filled_word(text)
        )
        kept.keep(key, found, len(key) + len(text))
    part.key, part.mark = found.key, found.mark
    return found


def _mark_closed(part: PagePart) -> str:
    """Return the mark of a sheet that is made when it is opened; empty for every other part."""
    if not part.closed or part.of is None:
        return ""
    part.mark = part.mark or _mark(_key(part))
    return part.mark


def _key(part: PagePart) -> bytes:
    """Return a key of a part, in the reader's language; see ``make_key``."""
    if part.key is None:
        made_of = part.made() if part.of is None else part.of
        part.key = make_key((part.template, reader_locale(), _kept_here().root, made_of))
    return part.key


class _Kept(NamedTuple):
    """What a process keeps of parts, of what they are made from, and of the pages it has sent.

    root: where the program lies.
    """

    parts: Made
    made: Made
    pages: Made
    root: str


def _kept_here() -> _Kept:
    """Return what is kept, found out once for a request: a page asks for it a hundred times."""
    here: _Kept | None = read_request_cache().get("kept_here")
    if here is None:
        own = current_app.extensions
        root = request.script_root if has_request_context() else ""
        here = read_request_cache()["kept_here"] = _Kept(
            own["parts"], own["made"], own["sent_pages"], root
        )
    return here


def mark_of(made_of: Any) -> str:
    """Return a mark of sheets that are made when they are opened, by what they are made from."""
    return _mark(make_key((reader_locale(), _kept_here().root, made_of)))


def _mark(made: bytes) -> str:
    return urlsafe_b64encode(blake2b(made, digest_size=MARK).digest()).decode()[:MARK]


_FILLING: ContextVar[Mapping[str, Any]] = ContextVar("filling", default=MappingProxyType({}))
"""What a part that is being rendered is filled with."""


def of_page(context: Context, name: str) -> Any:
    """Return what a page brings for all its templates, such as its token, or None.

    Macros of its parts see it, too, although they are imported without a context, and so once.
    """
    return context.get(name) or _FILLING.get().get(name)


_FILLED = {"token": TOKEN, "version": VERSION, "key": KEY, "csrf_token": lambda: CSRF}


def _render_anew(part: PagePart, filled: Mapping[str, Any]) -> str:
    env = current_app.jinja_env
    template = env.get_template(part.template)
    value = part.made()
    # Past Template.render, which copies what is global name by name for every part.
    context = env.context_class(
        env, {**env.globals, **value, "t": value, **filled}, template.name, template.blocks
    )
    outside = _FILLING.set(filled)
    try:
        with comparing(*value["changes"]) if "changes" in value else nullcontext():
            return env.concat(template.root_render_func(context))
    except Exception:
        env.handle_exception()
    finally:
        _FILLING.reset(outside)


def fill_parts(text: str, token: str, csrf: Callable[[], str], version: int, key: str) -> str:
    """Return parts, or a page of them, with what one phone is sent; csrf: makes what signs it."""
    for word, told in ((TOKEN, token), (VERSION, str(version)), (KEY, key)):
        text = text.replace(word, told)
    return text.replace(CSRF, csrf()) if CSRF in text else text


_OF_A_QUESTION = ("address", "token", "version", "key", "here")
"""What the page of a question brings for its parts, which nobody else is shown."""


@pass_context
def _part(context: Context, name: str) -> Markup:
    """Return a part of the page by its name, between its comments; closed sheets, too.

    A page with addresses of its own, such as a question's, has its parts made for it alone.
    """
    page: Page = context["parts"]
    if "address" in context:
        own = {each: context[each] for each in _OF_A_QUESTION if each in context}
        own.setdefault("here", "")
        return Markup(_render_anew(page.parts[name], own))
    found = page.rendered(name)
    return Markup(f"<!--part {name} {found.mark}-->{found.text}<!--/part-->")


@pass_context
def _parts_in(context: Context, group: str) -> Markup:
    """Return the parts of the page whose names begin with a word, in their order."""
    names = [name for name in context["parts"].parts if name.startswith(group)]
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
"""What a phone has of a closed sheet that it is about to open, instead of a mark."""

KEPT = "+"
"""Behind a mark: the phone has kept the text that it was sent with it."""

Sent = tuple[str, str | None] | tuple[str, str, int, int]
"""A part in an answer: its mark and text. Of one whose text the phone has kept, what stands
between so many letters of that at its beginning, and so many at its end, which stay.
"""


class Page:
    """The parts of a page, by their names.

    Of a group that shows what it showed when this link was sent it last, only the names and marks
    of its parts are known: nothing of it is made, unless its text is needed and kept no more.
    """

    def __init__(self, groups: Iterable[Group], common: Any = None, token: str = "") -> None:
        """common: what parts are made from besides what their groups show. token: of the link."""
        self._groups = {group.name: group for group in groups}
        self._common, self._token = common, token
        kept = _kept_here()
        self._place = repr((token, reader_locale(), kept.root)).encode()
        found = kept.pages.find(self._place) if token else None
        before = found[1] if found is not None and found[0] == common else {}
        self._made: dict[str, tuple[Any, Sequence[PagePart]]] = {}
        for name, group in self._groups.items():
            shows, made = before.get(name) or (None, ())
            if shows != group.shows:
                shows, made = group.shows, list(group.make())
            self._made[name] = shows, made
        self.parts = {part.name: part for _shows, made in self._made.values() for part in made}

    def rendered(self, name: str) -> Rendered:
        """Return a part in the reader's language, made now or before."""
        part = self.parts[name]
        if part.value is not None:
            return render_part(part)
        found: Rendered | None = _kept_here().parts.find(part.key) if part.key else None
        return found or render_part(self._again(name))

    def _again(self, name: str) -> PagePart:
        """Return a part that is made again."""
        for group, (shows, made) in self._made.items():
            if any(part.name == name for part in made):
                again = list(self._groups[group].make())
                self._made[group] = shows, again
                self.parts |= {part.name: part for part in again}
        return self.parts[name]

    def remember(self) -> None:
        """Note what this link has been sent; what the parts were made from is let go."""
        for part in self.parts.values():
            part.value = None
        _kept_here().pages.keep(self._place, (self._common, self._made))

    def changed(self, has: Mapping[str, str], sheets: bool = False) -> dict[str, Sent]:
        """Return mark and text of the parts that a phone does not have, by their names.

        Of a closed sheet it is told that it has another: the text is None. A phone that opens one
        is sent that and nothing else. What lies behind the board in front it does not ask for
        until then. has: the marks that it has. sheets: closed ones are sent, too: they are needed
        next, and the connection may be lost until then.
        """
        sent: dict[str, Sent] = {}
        opens = [name for name, mark in has.items() if mark == OPENS]
        for name, part in self.parts.items():
            if name not in opens if opens else part.behind:
                continue
            had = has.get(name, "")
            known = had.removesuffix(KEPT)
            if part.mark and known == part.mark:
                continue
            if not opens and not sheets and (mark := _mark_closed(part)):
                if known != mark:
                    sent[name] = mark, None
                continue
            made = self.rendered(name)
            if known == made.mark:
                continue
            if part.closed and made.text and not opens and not sheets:
                sent[name] = made.mark, None
            else:
                sent[name] = _describe_change(name, had, made, self._token)
        return sent


def _describe_change(name: str, had: str, made: Rendered, token: str) -> Sent:
    """Return a part as it is sent to a phone, and remember that its link was sent it.

    had: the mark that the phone has. A part is compared with what this link was sent before, so
    that what is left out of an answer tells nobody what others see.
    """
    kept = _kept_here().parts
    sent = f"sent {token} {name} "
    key = kept.find((sent + had.removesuffix(KEPT)).encode()) if had.endswith(KEPT) else None
    kept.keep((sent + made.mark).encode(), made.key, len(sent))
    before: Rendered | None = kept.find(key) if key else None
    if before is None or before.whole or made.whole:
        return made.mark, made.text
    before_text, text = (each.text.replace(TOKEN, token) for each in (before, made))
    first = _count_shared_letters(before_text, text)
    last = _count_shared_letters(before_text[first:][::-1], text[first:][::-1])
    return made.mark, text[first : len(text) - last], first, last


def _has_filled_word(text: str) -> bool:
    """Whether a text cannot be told by its difference: it has a word that every answer fills in
    anew, or a letter that a browser's script counts as two.
    """
    if any(word in text for word in (VERSION, KEY, CSRF)):
        return True
    return not text.isascii() and len(text.encode("utf-16-le")) != 2 * len(text)


def _count_shared_letters(one: str, other: str) -> int:
    """Return with how many letters two texts begin alike."""
    least, most = 0, min(len(one), len(other))
    while least < most:
        middle = (least + most + 1) // 2
        if other.startswith(one[least:middle], least):
            least = middle
        else:
            most = middle - 1
    return least


def keep_made(what: str, value: Any, make: Callable[[], R]) -> R:
    """Return what ``make`` makes of a value, made now or before in the reader's language.

    what: names what is made. value: all that it is made from. What is made is used by many and
    changed by none.
    """
    if not has_app_context():  # nobody reads it
        return make()
    kept = _kept_here().made
    key = make_key((what, reader_locale(), value))
    found: tuple[R] | None = kept.find(key)
    if found is None:
        found = (make(),)
        kept.keep(key, found, 1)
    return found[0]


def _kept(macro: Any, *values: Any) -> Markup:
    """Return what a macro makes of values, made now or before: a card or a floor among others
    that change. It reads nothing but its values, and is imported without a context. What is made
    for a page with addresses of its own, or with changes marked, is made for it alone.
    """
    if comparing_now() or "address" in _FILLING.get():
        return Markup(macro(*values))
    made = macro._func.__code__
    where = made.co_filename, made.co_firstlineno, _kept_here().root
    return Markup(keep_made("macro", (where, values), lambda: macro(*values)))


def looked_at(
    player: str, folder: str, names: Sequence[str], value: Callable[[str], Value], *, front: bool
) -> Iterator[PagePart]:
    """Yield the parts of a player's board that is only looked at.

    folder: of their templates, which have their names. value: makes the value of one by its name.
    front: whether the same board stands in front; then none is made before it is asked for.
    """
    for name in names:
        shown = partial(value, name) if front else value(name)
        yield PagePart(f"{name}.{player}", f"{folder}/{name}.html", shown, behind=front)
