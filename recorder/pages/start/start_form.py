"""The form in which a game is set up: at its own address, or in a league."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import render_template, request

from recorder.pages import presenter
from recorder.pages.forms import entry_forms
from recorder.pages.shared.problems import tell_script


def set_up_page(
    game: str,
    start: Mapping[str, Any],
    problems: Mapping[str, str],
    known_names: Sequence[str],
    **more: Any,
) -> str:
    """Return the page of the form.

    start: the first values of the fields. problems: messages by field. known_names: offered for the
    players. more: further values of the page.
    """
    tell_script(problems)
    shown = presenter.find_presenter(game)
    return render_template(
        "new.html",
        game=game,
        folder=shown.folder,
        title=shown.title,
        s=shown.setup_fields(start),
        problems=problems,
        known_names=known_names,
        key=entry_forms.beginning_key(request.form),
        **more,
    )
