"""The position editor: reading its form, and explaining impossible positions at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, cast

from flask import render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from adjudicator import games
from adjudicator.reading import load
from adjudicator.record import Header, Unreadable
from adjudicator.replay import Replay
from recorder.pages import presenter, wording
from recorder.pages.forms import nested_fields
from recorder.pages.presenter import Positions
from recorder.pages.referee.questions import MoveQuestion
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.problems import FORM, tell_script
from recorder.pages.wording import gettext as _

KEPT = ("options", "modules", "played_on", "place")
"""Keys of a header that the editor carries along without showing them."""

NAME = 40
"""Letters of a player's name."""


def find_position_editor(game: str) -> Positions:
    """Return how positions of a game are entered. Another name is not found."""
    return presenter.find_presenter(game).positions


def read_position_form(game: str, form: MultiDict[str, str], scoring: str = "") -> MoveQuestion:
    """Return the record that the editor's form describes, not yet checked.

    Raises Unreadable naming a field that cannot be read.
    """
    own = find_position_editor(game)
    fields = nested_fields.document(form)
    players = _players(own, fields)
    position, entries = own.read(fields, [player["id"] for player in players], scoring)
    editions = nested_fields.list_field_values(fields, "editions")
    document: dict[str, Any] = {"record": 1, "game": game}
    known = games.find(game).edition_labels
    if known:
        document["edition"] = editions[0] if editions else next(iter(known))
    kept = nested_fields.decode_field(fields.get("header", "{}"), "header")
    document |= {key: kept[key] for key in KEPT if isinstance(kept, dict) and key in kept}
    if scoring:  # a scored game was played today, unless its day is given
        document.setdefault("played_on", date.today().isoformat())
    document |= {"players": players, "position": position, "entries": entries}
    return MoveQuestion(document, tuple(editions))


def begun_with(game: str, made: Mapping[str, Any]) -> MoveQuestion:
    """Return the question that begins with a position of ``Positions.ready``; editions all."""
    own = find_position_editor(game)
    players = [player for player in own.players() if player["id"] in made["position"]["players"]]
    document: dict[str, Any] = {"record": 1, "game": game}
    known = games.find(game).edition_labels
    if known:
        document["edition"] = next(iter(known))
    if made["modules"]:
        document["modules"] = made["modules"]
    return MoveQuestion(
        document | {"players": players, "position": made["position"], "entries": []}
    )


def _players(own: Positions, fields: dict[str, Any]) -> list[dict[str, str]]:
    """Return the players of the form; a nameless player gets the editor's name of the seat."""
    least, most = own.seats
    count = nested_fields.number(fields.get("n", str(least)), "players")
    if not least <= count <= most:
        message = _("the game is for %(least)s to %(most)s players", least=least, most=most)
        raise Unreadable(message, key="players")
    begun = own.players()
    ids = nested_fields.list_field_values(fields, "id")
    names, colours = nested_fields.branch(fields, "name"), nested_fields.branch(fields, "colour")
    players = []
    for seat in range(count):
        player = dict(begun[seat])
        if seat < len(ids):
            player["id"] = ids[seat]
        player["name"] = str(names.get(str(seat), player["name"]))[:NAME]
        colour = str(colours.get(str(seat), player.pop("colour")))
        if colour:  # not every game has colours
            player["colour"] = colour
        players.append(player)
    return players


def _read_modules(own: Positions) -> dict[str, Any]:
    """Return the part of a header about the modules in the address, with their figures."""
    named = [name for name in request.args.getlist("modules") if name in own.modules]
    sheet = request.args.get("sheet", next(iter(own.sheets), ""))
    figures = own.figures(named, sheet) if named and sheet else {}
    options = {"options": {"figures": figures}} if figures else {}
    return ({"modules": named} if named else {}) | options


def editor(
    game: str, begun: MoveQuestion | None, *, scoring: bool, problem: Unreadable | None = None
) -> dict[str, Any]:
    """Return the context of the editor's templates. begun: the first values of its fields."""
    own = find_position_editor(game)
    players, count = own.players(), own.seats[1]
    if begun is not None:
        header = {"game": game} | {
            key: begun.document[key] for key in KEPT if key in begun.document
        }
        header["edition"] = begun.document.get("edition")
        seated = [dict(player) for player in begun.document["players"]]
        position, count = begun.document["position"], len(seated)
        players = [*seated, *_spare(players[count:], seated)]
    else:
        header = {"game": game, **_read_modules(own)}
        position = own.start([player["id"] for player in players], scoring)
    header["players"] = players
    begins = cast("Header", header)
    shown = presenter.find_presenter(game)
    return {
        "game": game,
        "game_title": shown.title,
        "folder": shown.folder,
        "styles": own.styles,
        "players": players,
        "count": count,
        "modules": own.modules,
        "chosen_modules": header.get("modules", ()),
        "counts": range(own.seats[0], own.seats[1] + 1),
        "editions": games.find(game).edition_labels,
        "boxes": shown.list_boxes(),
        "chosen_editions": list(begun.editions) if begun else [],
        "header": {key: header[key] for key in KEPT if key in header},
        "scoring": scoring,
        "scorings": own.scorings(begins),
        "sheets": own.sheets if own.modules else (),
        "alone_chosen": request.args.get("scoring", "")
        in [one.key for one in own.scorings(begins) if one.alone],
        "chosen_sheet": request.args.get("sheet", next(iter(own.sheets), "")),
        "e": own.form(begins, position, scoring),
        "problem": explain_impossible_start(problem, game, players) if problem else None,
    }


def _spare(
    free: Sequence[Mapping[str, str]], seated: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Return seats that are empty so far, with ids and colours that nobody has."""
    colours = {player.get("colour") for player in seated}
    left = [seat["colour"] for seat in free if seat["colour"] not in colours]
    left += [""] * len(free)
    ids = {player["id"] for player in seated}
    return [
        {**seat, "id": seat["id"] if seat["id"] not in ids else f"{seat['id']}-2", "colour": colour}
        for seat, colour in zip(free, left, strict=False)
    ]


def explain_impossible_start(
    problem: Unreadable, game: str, players: Sequence[Mapping[str, Any]]
) -> dict[str, str | None]:
    """Return why a start is impossible, in words: place, fault, key and rule."""
    steps = (problem.key or "").split(".")
    where = ""
    if steps[0] == "position" and len(steps) > 1:
        names = {str(player["id"]): str(player["name"]) for player in players}
        who = next((names[step] for step in steps[1:] if step in names), "")
        rest = [step for step in steps[1:] if step not in names]
        if rest[:1] == ["players"] and len(rest) > 1:
            rest = rest[1:]
        own = find_position_editor(game)
        what = own.place(".".join(rest), bool(who))
        where = _("%(name)s, %(what)s", name=who, what=what) if who else what
    return {
        "where": where,
        "message": wording.say(problem.message),
        "key": problem.key,
        "rule": problem.rule,
    }


def unread(game: str, problem: Unreadable) -> ResponseReturnValue:
    """Return the faults of a form that describes no position; the form itself is kept."""
    problems = by_field(
        explain_impossible_start(problem, game, find_position_editor(game).players())
    )
    tell_script(problems)
    title = presenter.find_presenter(game).title
    return render_template("unread.html", problems=problems, title=title, back=request.url), 422


def by_field(problem: Mapping[str, str | None]) -> dict[str, str]:
    """Return the fault of a start (``explain_impossible_start``) as a message by its field."""
    where, message = problem["where"], str(problem["message"])
    return {problem["key"] or FORM: wording.join_label(where, message) if where else message}


@pages.post("/positions/<game>")
def check_position(game: str) -> str:
    """Say whether the position in the editor is possible; asked while somebody is tapping."""
    scoring = request.form.get("scoring", "")
    own = find_position_editor(game)
    players: Sequence[Mapping[str, Any]] = own.players()
    try:
        players = _players(own, nested_fields.document(request.form))
        asked = read_position_form(game, request.form, scoring)
        replay = start_position(asked)
        alone = own.alone(replay, scoring)
    except Unreadable as problem:
        return render_template(
            "_said.html", problem=explain_impossible_start(problem, game, players), totals=None
        )
    totals = None
    if alone:
        totals = list(zip((player["name"] for player in players), alone.points, strict=True))
    elif scoring and not asked.document["entries"]:
        result = replay.result(final=True)
        totals = [(player["name"], result.total(str(player["id"]))) for player in players]
    return render_template("_said.html", problem=None, totals=totals)


def start_position(asked: MoveQuestion) -> Replay:
    """Return the position of a question, read and found possible. Raises Unreadable."""
    return Replay(load({**asked.document, "entries": []}))
