"""Icons and discs, of which a page has hundreds: functions, since a macro costs ten times more."""

from __future__ import annotations

from flask import Flask
from markupsafe import Markup, escape

from recorder.pages.frame.delivery import static
from recorder.pages.words import gettext as _


def init_app(app: Flask) -> None:
    """Let templates draw without importing anything."""
    app.jinja_env.globals |= {"icon": icon, "disc": disc, "arrow": arrow}


def icon(name: str, word: object = "") -> Markup:
    """Return an icon of icons.svg by its name, with its word for those who listen."""
    place = f"{static('icons.svg')}#{escape(name)}"
    drawn = f'<svg class="i" aria-hidden="true"><use href="{place}"/></svg>'
    return Markup(f'{drawn}<span class="away">{escape(word)}</span>' if word else drawn)


def arrow() -> Markup:
    """Return the arrow between an old and a new value, with its word for screen readers."""
    word = escape(_("and then"))
    return Markup(f'<span aria-hidden="true">→</span><span class="away"> {word} </span>')


def disc(colour: str) -> Markup:
    """Return the disc of a player's colour; nothing where nobody told one."""
    if not colour:
        return Markup()
    name = escape(colour.replace(" ", ""))
    return Markup(f'<span class="disc p-{name}" aria-hidden="true"></span>')
