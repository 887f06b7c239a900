"""Icons and discs, of which a page has hundreds: functions, since a macro costs ten times more."""

from __future__ import annotations

from functools import lru_cache

from flask import Flask
from markupsafe import Markup, escape

from recorder.pages.shared.delivery import static
from recorder.pages.wording import gettext as _


def init_app(app: Flask) -> None:
    """Let templates draw without importing anything."""
    app.jinja_env.globals |= {"icon": icon, "disc": disc, "arrow": arrow}


def icon(name: str, word: object = "") -> Markup:
    """Return an icon of icons.svg by its name, with its word for listeners."""
    drawn = _icon(static("icons.svg"), name)
    return Markup(f'{drawn}<span class="away">{escape(word)}</span>') if word else drawn


@lru_cache(maxsize=500)
def _icon(file: str, name: str) -> Markup:
    place = f"{file}#{escape(name)}"
    return Markup(f'<svg class="i" aria-hidden="true"><use href="{place}"/></svg>')


def arrow() -> Markup:
    """Return the arrow between an old and a new value, with its word for screen readers."""
    word = escape(_("becomes"))
    return Markup(f'<span aria-hidden="true">→</span><span class="away"> {word} </span>')


def disc(colour: str) -> Markup:
    """Return the disc of a player's colour; nothing where nobody told one."""
    if not colour:
        return Markup()
    name = escape(colour.replace(" ", ""))
    return Markup(f'<span class="disc p-{name}" aria-hidden="true"></span>')
