"""Pages over the catalogue: things that tables enter once and later games begin with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from adjudicator import games
from recorder.kept.kept_values import Item, NotKept
from recorder.pages import presenter, wording
from recorder.pages.kept import precedents
from recorder.pages.kept.houserules import HouseRules
from recorder.pages.kept.named_sets import pass_, sign_form, writer
from recorder.pages.presenter import Kept, Problems
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.problems import tell_script
from recorder.serving.security import creation_limit, limiter


def parts(game: str) -> Mapping[str, Kept]:
    """Return the kinds of kept things of a game: house rules, and those of its own pages."""
    if game not in games.list_games():
        abort(404)
    own = presenter.find_presenter(game).kept
    return {"house-rules": HouseRules(game), **own}


def _part(game: str, part: str) -> Kept:
    own = parts(game).get(part)
    if own is None:
        abort(404)
    return own


@pages.get("/kept/<game>")
def kept(game: str) -> str:
    """Show the kept things of a game, with the people who entered them and when."""
    return render_template(
        "kept.html",
        game=game,
        title=presenter.find_presenter(game).title,
        parts=[
            {
                "key": key,
                "title": part.title,
                "about": part.about,
                "items": [_line(part, item) for item in part.items()],
            }
            for key, part in parts(game).items()
        ],
        precedents=precedents.list_ruling_sets(game),
    )


def _line(part: Kept, item: Item) -> dict[str, str]:
    return {
        "name": item.name,
        "called": part.name_item(item),
        "told": part.describe_value(item.value),
        "who": item.who,
        "day": wording.day(item.at[:10]),
    }


@pages.get("/kept/<game>/<part>")
def kept_part(game: str, part: str) -> str:
    """Show the form of one part, with the values kept under ``name``."""
    return _form(game, part, {}, {})


def _form(game: str, part: str, start: Mapping[str, Any], problems: Mapping[str, str]) -> str:
    tell_script(problems)
    shown = _part(game, part)
    name = request.values.get("name")
    history = shown.history(name) if name else []
    return render_template(
        shown.template,
        game=game,
        game_title=presenter.find_presenter(game).title,
        part=part,
        shown=shown,
        name=name,
        k=shown.form(name, start),
        who=request.values.get("who", ""),
        problems=problems,
        pass_=pass_(),
        history=[_line(shown, item) for item in history],
    )


@pages.post("/kept/<game>/<part>")
@limiter.limit(creation_limit)
def keep_part(game: str, part: str) -> ResponseReturnValue:
    """Keep the form as a new version. Raises Forbidden where nobody holds a link."""
    shown = _part(game, part)
    writer()
    try:
        by = sign_form()
        goes_on = shown.keep(request.form, by)
    except Problems as problem:
        return _form(game, part, request.form, problem.by_field), 422
    except NotKept as problem:
        return _form(game, part, request.form, {"form": str(problem)}), 422
    if goes_on:
        place = url_for("pages.kept_part", game=game, part=part, name=goes_on, who=by.name or None)
        return redirect(place, 303)
    return redirect(url_for("pages.kept", game=game, _anchor=part), 303)


@pages.post("/kept/<game>/<part>/look")
def look_at_part(game: str, part: str) -> ResponseReturnValue:
    """Show the effect of a form so far; nothing is kept."""
    seen = _part(game, part).preview(request.form)
    if seen is None:
        return "", 204
    return render_template(seen[0], **seen[1])
