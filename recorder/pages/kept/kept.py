"""Pages over the catalogue: things that tables enter once and later games begin with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from adjudicator import games
from recorder.kept.kept_values import Item, NotKept, Writer
from recorder.kept.named_sets import clean_set_name
from recorder.pages import presenter, wording
from recorder.pages.kept import houserules, named_sets, precedents
from recorder.pages.presenter import Kept, Problems
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.problems import tell_script
from recorder.pages.wording import gettext as _
from recorder.pages.wording import ngettext
from recorder.serving.security import creation_limit, limiter
from recorder.web.context import catalogue


def _describe_rules_form(
    game: str, name: str | None, start: Mapping[str, Any]
) -> Mapping[str, object]:
    """Return the values of the form of house rules; see ``presenter.Kept``."""
    one = houserules.find_named_rules(game, name or "")
    fields = start or (houserules.repeat_rules_fields(one.value) if one else {})
    ids = [rule.id for rule in games.find(game).house_rules]
    chosen = {rule: fields.get(houserules.FIELD + rule, "") for rule in ids}
    public = bool(start.get(named_sets.PUBLIC_FIELD)) if start else one is not None and one.public
    return {
        "name": start.get("name") or (one.name if one else ""),
        "rules": houserules.list_settable_rules(game, chosen),
        "public": public,
    }


def _read_named_rules(game: str, form: MultiDict[str, str]) -> Mapping[str, Any]:
    """Return the house rules of a form by their name. Raises Problems."""
    name = form.get("name", "").strip()
    if not name:
        raise Problems({"name": _("Give the set a name.")})
    return {name: houserules.read_single_rules(game, form)}


def _list_rule_versions(game: str, name: str) -> list[Item]:
    one = houserules.find_named_rules(game, name)
    sets = houserules.list_kept_rules(game)
    return _list_named_versions(sets.kind, one.key) if one else []


def _keep_rules(game: str, form: MultiDict[str, str], by: Writer) -> str:
    """Keep the house rules under their name; a known name changes that set."""
    sets, owner = houserules.list_kept_rules(game), named_sets.writer()
    for name, value in _read_named_rules(game, form).items():
        called = clean_set_name(name)
        mine = (one.key for one in sets.list_owned(named_sets.owners()) if one.name == called)
        key = next(mine, None) or sets.find_own_key(owner, name)
        sets.put(key, name, value, by.name, public=bool(form.get(named_sets.PUBLIC_FIELD)))
    return ""


def _find_house_rules(game: str) -> Kept:
    """Return the named sets of house rules as a kind of kept thing."""
    return Kept(
        houserules.list_kept_rules(game).kind,
        _("House rules"),
        _("What a table decides for itself, saved under a name that new games can choose."),
        "kept_house_rules.html",
        partial(_describe_rules_form, game),
        partial(_read_named_rules, game),
        lambda value: ngettext("%(num)d rule", "%(num)d rules", len(value["value"])),
        sets=partial(houserules.list_kept_rules, game),
        history=partial(_list_rule_versions, game),
        keep=partial(_keep_rules, game),
    )


def parts(game: str) -> Mapping[str, Kept]:
    """Return the kinds of kept things of a game: house rules, and those of its own pages."""
    if game not in games.list_games():
        abort(404)
    return {"house-rules": _find_house_rules(game), **presenter.find_presenter(game).kept}


def _part(game: str, part: str) -> Kept:
    own = parts(game).get(part)
    if own is None:
        abort(404)
    return own


def _list_named_versions(kind: str, name: str) -> list[Item]:
    return [item for item in catalogue().history(kind, name) if item.value is not None]


@pages.get("/kept/<game>")
def kept(game: str) -> str:
    """Show the kept things of a game, with the people who entered them and when."""
    shown = []
    for key, part in parts(game).items():
        kind, names = part.kind, None
        if part.sets is not None:
            sets = part.sets()
            kind, names = sets.kind, [one.key for one in sets.visible(named_sets.owners())]
        items = catalogue().newest(kind, names)
        lines = [_line(part, item) for item in items if item.value is not None]
        shown.append({"key": key, "title": part.title, "about": part.about, "items": lines})
    return render_template(
        "kept.html",
        game=game,
        title=presenter.find_presenter(game).title,
        parts=shown,
        precedents=precedents.list_ruling_sets(game),
    )


def _line(part: Kept, item: Item) -> dict[str, str]:
    return {
        "name": item.name,
        "called": str(item.value.get("name", item.name)) if part.sets else item.name,
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
    list_versions = shown.history or partial(_list_named_versions, shown.kind)
    history = list_versions(name) if name else []
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
        pass_=named_sets.pass_(),
        history=[_line(shown, item) for item in history],
    )


@pages.post("/kept/<game>/<part>")
@limiter.limit(creation_limit)
def keep_part(game: str, part: str) -> ResponseReturnValue:
    """Keep the form as a new version. Raises Forbidden where nobody holds a link."""
    shown = _part(game, part)
    named_sets.writer()
    try:
        by, goes_on = named_sets.sign_form(), ""
        if shown.keep:
            goes_on = shown.keep(request.form, by)
        else:
            for name, value in shown.read(request.form).items():
                catalogue().share(shown.kind, name, value, by)
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
    preview = _part(game, part).preview
    if preview is None:
        return "", 204
    template, values = preview(request.form)
    return render_template(template, **values)
