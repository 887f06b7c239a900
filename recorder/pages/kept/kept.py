"""Pages over the catalogue: things that tables enter once and later games begin with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from adjudicator import games
from recorder.kept.kept_values import Item, NotKept, Writer
from recorder.kept.named_sets import clean_set_name
from recorder.pages import presenter, wording
from recorder.pages.kept import houserules, named_sets, precedents
from recorder.pages.presenter import Kept, KeptPart, Problems
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.problems import tell_script
from recorder.pages.wording import gettext as _
from recorder.pages.wording import ngettext
from recorder.serving.security import creation_limit, limiter


class _HouseRules(KeptPart):
    """Named sets of house rules on their page."""

    template = "kept_house_rules.html"

    def __init__(self, game: str) -> None:
        self._word = game
        self.kind = houserules.list_kept_rules(game).kind

    @property
    def title(self) -> str:
        return _("House rules")

    @property
    def about(self) -> str:
        return _("What a table decides for itself, saved under a name that new games can choose.")

    def form(self, name: str | None, start: Mapping[str, Any]) -> Mapping[str, object]:
        one = houserules.find_named_rules(self._word, name or "")
        fields = start or (houserules.repeat_rules_fields(one.value) if one else {})
        ids = [rule.id for rule in games.find(self._word).house_rules]
        rules = houserules.list_settable_rules(
            self._word, {rule: fields.get(houserules.FIELD + rule, "") for rule in ids}
        )
        called = start.get("name") or (one.name if one else "")
        public = (
            bool(start.get(named_sets.PUBLIC_FIELD)) if start else one is not None and one.public
        )
        return {"name": called, "rules": rules, "public": public}

    def read(self, form: MultiDict[str, str]) -> Mapping[str, Any]:
        name = form.get("name", "").strip()
        chosen = houserules.read_single_rules(self._word, form)
        if not name:
            raise Problems({"name": _("Give the set a name.")})
        return {name: chosen}

    def items(self) -> list[Item]:
        return houserules.list_kept_rules(self._word).catalogue.newest_of(
            self.kind, [o.key for o in houserules.sets(self._word)]
        )

    def history(self, name: str) -> list[Item]:
        one = houserules.find_named_rules(self._word, name)
        return super().history(one.key) if one else []

    def keep(self, form: MultiDict[str, str], by: Writer) -> str:
        """Keep the house rules under their name; a known name changes that set."""
        for name, value in self.read(form).items():
            sets_, owner = houserules.list_kept_rules(self._word), named_sets.writer()
            mine = next(
                (
                    o
                    for o in sets_.list_owned(named_sets.owners())
                    if o.name == clean_set_name(name)
                ),
                None,
            )
            key = mine.key if mine else sets_.find_own_key(owner, name)
            sets_.put(key, name, value, by.name, public=bool(form.get(named_sets.PUBLIC_FIELD)))
        return ""

    def name_item(self, item: Item) -> str:
        return str(item.value["name"])

    def describe_value(self, value: Any) -> str:
        return ngettext("%(num)d rule", "%(num)d rules", len(value["value"]))


def parts(game: str) -> Mapping[str, Kept]:
    """Return the kinds of kept things of a game: house rules, and those of its own pages."""
    if game not in games.list_games():
        abort(404)
    own = presenter.find_presenter(game).kept
    return {"house-rules": _HouseRules(game), **own}


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
        by = named_sets.sign_form()
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
