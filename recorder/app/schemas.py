"""The bodies and queries that the JSON interface takes, with strict types.

``answers`` has its answers. The OpenAPI document is written from both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema, ValidationError, fields, post_load, validate, validates_schema

from adjudicator.edits import KINDS, REMOVE, Edit
from adjudicator.shapes import LONGEST_TEXT
from recorder.games import proposals
from recorder.languages.speech import gettext as _
from recorder.languages.speech import lazy
from recorder.league.league_state import NAME
from recorder.store.ledger import KEY
from recorder.store.log import ALL, ONE, REDO, TAKE_BACK
from recorder.web.request_values import HIGHEST

LOG_PAGE = 500
"""Operations in one answer of the log."""


def _one_line(value: str) -> None:
    """Let no line end stand behind a key: Python's $ allows one, that of OpenAPI does not."""
    if value.endswith("\n"):
        raise ValidationError(NO_KEY)


NO_KEY = "write 1 to 64 letters (A-Z, a-z), digits or any of . _ : -"

SECRET_KEY = r"^[A-Za-z0-9._:-]{16,64}$"
"""What a key looks like that gives a game's links to whoever sends it again."""

NO_SECRET_KEY = "write 16 to 64 letters (A-Z, a-z), digits or any of . _ : -"

_SAID: Mapping[str, object] = {
    NO_KEY: lazy("write 1 to 64 letters (A-Z, a-z), digits or any of . _ : -"),
    NO_SECRET_KEY: lazy("write 16 to 64 letters (A-Z, a-z), digits or any of . _ : -"),
    "change and insert need an entry, remove has none": lazy(
        "change and insert need an entry, remove has none"
    ),
    "Missing data for required field.": lazy("this is missing"),
    "Field may not be null.": lazy("this may not be null"),
    "Unknown field.": lazy("this is not a known key"),
    "Invalid input type.": lazy("this is not an object"),
    "Not a valid integer.": lazy("this is not a whole number"),
    "Not a valid string.": lazy("this is not a text"),
    "Not a valid boolean.": lazy("this is neither true nor false"),
    "Not a valid list.": lazy("this is not a list"),
    "Not a valid mapping type.": lazy("this is not an object"),
}
"""What marshmallow says, which has no catalogues, as this program says it."""


def translate_message(message: str) -> str:
    """Return what is wrong with a value in the reader's language, from a schema's own words."""
    return str(_SAID.get(message, message))


class Range(validate.Range):
    """Numbers from ``min`` to ``max``, refused in the reader's language."""

    def _format_error(self, value: Any, message: str) -> str:
        return _("this is not from %(least)s to %(most)s", least=self.min, most=self.max)


class Length(validate.Length):
    """As many letters or members, refused in the reader's language."""

    def _format_error(self, value: Any, message: str) -> str:
        return _(
            "this has %(count)s letters or members, not %(least)s to %(most)s",
            count=len(value),
            least=self.min or 0,
            most=self.max,
        )


class OneOfWords(validate.OneOf):
    """One of a few words, refused in the reader's language."""

    def _format_error(self, value: Any) -> str:
        return _("this is none of these: %(words)s", words=", ".join(self.choices))


def _about(text: str, **more: Any) -> dict[str, Any]:
    """Return what says in the document what a field is, and whatever else the document says."""
    return {"metadata": {"description": text, **more}}


ANY_JSON = {"type": ["array", "object", "string", "number", "boolean"]}
"""OpenAPI 3.1 for a value whose form another document defines, and that is not null."""


class StrictBoolean(fields.Boolean):
    """true or false and nothing that resembles them."""

    def _deserialize(self, value: Any, *_where: Any, **_more: Any) -> bool:
        if type(value) is not bool:
            raise self.make_error("invalid", input=value)
        return value


def _number(least: int, description: str = "", **more: Any) -> fields.Integer:
    about = _about(description) if description else {}
    return fields.Integer(strict=True, validate=Range(min=least, max=HIGHEST), **more, **about)


def _key() -> fields.String:
    return fields.String(
        required=True,
        validate=[validate.Regexp(KEY, error=NO_KEY), _one_line],
        **_about(
            "Chosen by the sender, new for every operation of a game. Sending "
            "the same operation again with the same key does no harm: it is answered as it "
            "was the first time."
        ),
    )


def _secret_key(description: str) -> fields.String:
    return fields.String(
        load_default="",
        validate=[validate.Regexp(SECRET_KEY, error=NO_SECRET_KEY), _one_line],
        **_about(description),
    )


class SendSchema(Schema):
    """What every write names."""

    version = _number(0, "the version that the sender has seen", required=True)
    key = _key()


class StepsSchema(SendSchema):
    """Asks to take the last steps back, or to take them again."""

    steps = _number(1, "how many; what was entered together is one", load_default=1)


class EditSchema(Schema):
    """A correction."""

    kind = fields.String(
        required=True,
        validate=OneOfWords(KINDS),
        **_about("change an entry, remove it, or insert one before it"),
    )
    number = _number(1, "the entry's number, from 1", required=True)
    entry = fields.Dict(
        keys=fields.String(),
        load_default=None,
        allow_none=True,
        **_about("the new entry; none when one is removed"),
    )

    @validates_schema
    def _fits(self, data: dict[str, Any], **_: Any) -> None:
        if (data["kind"] == REMOVE) != (data["entry"] is None):
            raise ValidationError("change and insert need an entry, remove has none", "entry")

    @post_load
    def _make_edit(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        edit = Edit.from_kind(data.pop("kind"), data.pop("number"), data.pop("entry"))
        return data | {"edit": edit}


class CorrectSchema(EditSchema, SendSchema):
    """Asks to save a correction."""


class ReturnSchema(SendSchema):
    """Asks to make the entries those of an earlier version again."""

    to = _number(0, "the version to return to", required=True)


class ChecksSchema(SendSchema):
    """Asks to append what was read off the board."""

    entries = fields.List(
        fields.Dict(keys=fields.String()),
        required=True,
        validate=Length(min=1, max=50),
        **_about("check entries as the record format defines them"),
    )


class AppendSchema(SendSchema):
    """Asks to append an entry."""

    entry = fields.Dict(
        keys=fields.String(),
        required=True,
        **_about(
            f"an entry as the record format defines it; its note has at most {LONGEST_TEXT} letters"
        ),
    )
    stands = StrictBoolean(
        load_default=False,
        **_about(
            "keep the entry although the rules forbid it: it is appended "
            "together with a ruling (`rule`) that lets it stand"
        ),
    )
    note = fields.String(
        load_default=None,
        allow_none=True,
        validate=Length(max=LONGEST_TEXT),
        **_about("a note on that ruling"),
    )
    agreed = fields.List(
        fields.String(),
        load_default=(),
        validate=Length(max=12),
        **_about("the players who agreed to that ruling"),
    )


WISHES: Mapping[str, tuple[str, ...]] = {
    "entry": ("entry",),
    "ruling": ("number", "stands"),
    "correction": ("kind", "number"),
    "undo": (),
    "redo": (),
    "return": ("to",),
}
"""What can be proposed, each with the keys that it needs besides its note."""


class WishSchema(Schema):
    """What is proposed to the other players."""

    what = fields.String(
        required=True,
        validate=OneOfWords([*WISHES]),
        **_about(
            "entry: `entry` is recorded, and stands where the rules refuse it;"
            " ruling: `number`, `stands`; correction: `kind`, `number`, `entry`; undo, redo:"
            " `steps`; return: `to`"
        ),
    )
    number = _number(1, "the number of the entry that it is about, from 1")
    stands = StrictBoolean(**_about("whether the entry is to stand"))
    kind = fields.String(validate=OneOfWords(KINDS))
    entry = fields.Dict(keys=fields.String(), allow_none=True)
    steps = _number(1, load_default=1)
    to = _number(0)
    note = fields.String(
        load_default="",
        validate=Length(max=LONGEST_TEXT),
        **_about("why; a ruling keeps it as its note"),
    )

    @post_load
    def _wish(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        for name in WISHES[data["what"]]:
            if name not in data:
                raise ValidationError("Missing data for required field.", name)
        entry, note = data.get("entry"), data["note"]
        match data["what"]:
            case "entry" if entry is not None:
                wish = proposals.entry_wish(entry, note)
            case "ruling":
                wish = proposals.ruling_wish(data["number"], data["stands"], note)
            case "correction" if (data["kind"] == REMOVE) == (entry is None):
                wish = proposals.correction_wish(
                    Edit.from_kind(data["kind"], data["number"], entry)
                )
            case "undo" | "redo":
                wish = proposals.steps_wish(
                    TAKE_BACK if data["what"] == "undo" else REDO, data["steps"]
                )
            case "return":
                wish = proposals.return_wish(data["to"])
            case _:
                raise ValidationError("change and insert need an entry, remove has none", "entry")
        sent = {name: data[name] for name in ("version", "key") if name in data}
        return sent | {"wish": wish, "note": note}


class ProposeSchema(WishSchema, SendSchema):
    """Proposes something."""


class AssentSchema(SendSchema):
    """Sets who has to agree to a proposal."""

    of = fields.String(
        required=True,
        validate=OneOfWords([ONE, ALL]),
        **_about("one other player, or all who sit with their own phone"),
    )


class TellSchema(SendSchema):
    """Tells what nobody else may know until the game is over."""

    what = fields.String(required=True, **_about("what is told, such as `hand`"))
    value = fields.Raw(
        required=True,
        **_about("the value as the record format writes it: of a hand its cards", **ANY_JSON),
    )


class StartQuerySchema(Schema):
    """How a new game is kept."""

    listed = fields.String(
        load_default="true",
        validate=OneOfWords(["true", "false"]),
        **_about("whether the game is shown among the recent games"),
    )
    key = _secret_key(
        "Chosen by the sender at random, and told to nobody. The same record sent again with it "
        "begins no second game: the answer is the game that it began, with its links."
    )


class ImportQuerySchema(Schema):
    """How an import is known."""

    key = _secret_key(
        "Chosen by the sender. The same sent again with it begins no second import: the answer is "
        "the one that it began."
    )
    people = fields.String(
        load_default="ask",
        validate=OneOfWords(["ask", "new"]),
        **_about(
            "What becomes of a name that is like a player's: `ask` waits until it "
            "is said who is meant, `new` makes a new player of it."
        ),
    )


class ImportAnswerSchema(Schema):
    """Answers to the questions of an import."""

    people = fields.Dict(
        keys=fields.String(validate=Length(max=NAME)),
        values=fields.String(),
        load_default=dict,
        **_about("by name as it was asked a player's id, or `new`"),
    )
    seats = fields.Dict(
        keys=fields.String(validate=Length(max=NAME)),
        values=fields.String(validate=Length(min=1, max=NAME)),
        load_default=dict,
        **_about("by the `seat` of `equal` a name that tells the player from the others"),
    )
    games = fields.Dict(
        keys=fields.String(validate=Length(max=NAME)),
        values=fields.String(validate=OneOfWords(["same", "other"])),
        load_default=dict,
        **_about(
            "by the `key` of a double: `same` leaves it as it is; `other` parts the two games, "
            "and both count"
        ),
    )


class LogQuerySchema(Schema):
    """Which part of the log is wanted."""

    since = fields.Integer(
        load_default=0,
        validate=Range(min=0, max=HIGHEST),
        **_about("only what came after this version"),
    )
    most = fields.Integer(
        load_default=LOG_PAGE,
        validate=Range(min=1, max=LOG_PAGE),
        **_about(
            "how many operations at most; `more` says that there are further ones: "
            "ask again with `since` as the last one's version"
        ),
    )


class CasesQuerySchema(Schema):
    """Which cases of the casebook are wanted; without anything all of them."""

    q = fields.String(validate=validate.Length(max=200))
    rule = fields.String(validate=validate.Length(max=40))
    game = fields.String(validate=validate.Length(max=40))
    card = fields.String(validate=validate.Length(max=80), **_about("kind and id: guest/97"))
    chapter = fields.Integer()
    show = fields.String(
        validate=validate.OneOf(["", "differs", "unclear", "changed", "legal", "illegal"])
    )
    page = fields.Integer(validate=validate.Range(min=1, max=100_000))


class SearchQuerySchema(Schema):
    """The words of a search over rules, open questions, cases and cards."""

    words = fields.String(required=True, validate=validate.Length(min=1, max=200))
    language = fields.String(
        validate=validate.Length(max=20), **_about("of words and results; else the reader's")
    )
    kind = fields.String(validate=validate.OneOf(["", "rule", "card", "case", "question"]))
    game = fields.String(validate=validate.Length(max=40))
    page = fields.Integer(validate=validate.Range(min=1, max=100_000))
