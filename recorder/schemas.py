"""What the JSON interface takes and answers, with strict types; OpenAPI is written from it."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

HIGHEST = 2**31 - 1
"""No log gets this long; a larger number is a mistake and not a version."""


class StrictBoolean(fields.Boolean):
    """true or false and nothing that resembles them."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> bool:
        if type(value) is not bool:
            raise self.make_error("invalid", input=value)
        return value


def _version(description: str) -> fields.Integer:
    return fields.Integer(
        required=True,
        strict=True,
        validate=validate.Range(min=0, max=HIGHEST),
        metadata={"description": description},
    )


def _key() -> fields.String:
    return fields.String(
        required=True,
        validate=validate.Regexp(
            r"[A-Za-z0-9._:-]{1,64}\Z", error="is not 1 to 64 of A-Za-z0-9._:-"
        ),
        metadata={
            "description": "Chosen by the sender, new for every operation of a game. Sending "
            "the same operation again with the same key does no harm: it is answered as it "
            "was the first time."
        },
    )


class TakeBackSchema(Schema):
    """Asks to take the last entry back."""

    version = _version("the version that the sender has seen")
    key = _key()


class AppendSchema(TakeBackSchema):
    """Asks to append an entry."""

    entry = fields.Dict(
        keys=fields.String(),
        required=True,
        metadata={"description": "an entry as the record format defines it"},
    )
    stands = StrictBoolean(
        load_default=False,
        metadata={
            "description": "keep the entry although the rules forbid it: it is appended "
            "together with a ruling (`rule`) that lets it stand"
        },
    )
    note = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Length(max=2000),
        metadata={"description": "a note on that ruling"},
    )


class StartQuerySchema(Schema):
    """How a new game is kept."""

    listed = fields.String(
        load_default="true",
        validate=validate.OneOf(["true", "false"]),
        metadata={"description": "whether the game is shown among the recent games"},
    )


class LogQuerySchema(Schema):
    """Which part of the log is wanted."""

    since = fields.Integer(
        load_default=0,
        validate=validate.Range(min=0, max=HIGHEST),
        metadata={"description": "only what came after this version"},
    )


class AppendedSchema(Schema):
    """What an operation did."""

    version = fields.Integer(metadata={"description": "the game's new version"})
    entries = fields.List(
        fields.Integer(),
        metadata={"description": "numbers of the entries appended, or taken back"},
    )
    verdict = fields.Raw(metadata={"description": "the entry's verdict (not when taking back)"})


class OperationSchema(Schema):
    """One line of the log."""

    version = fields.Integer(metadata={"description": "the game's version after it"})
    op = fields.String(metadata={"description": "append, take_back or import"})
    role = fields.String(metadata={"description": "the link that wrote it: table or seat"})
    seat = fields.String(allow_none=True)
    at = fields.String(metadata={"description": "when, ISO 8601, UTC"})
    entries = fields.List(fields.Raw(), metadata={"description": "what was appended"})
    numbers = fields.List(
        fields.Integer(), metadata={"description": "the entries' numbers at that time"}
    )
    verdict = fields.Raw(metadata={"description": "the verdict on the first one at that time"})
    count = fields.Integer(metadata={"description": "how many entries were taken back"})


class LogSchema(Schema):
    """What happened to a game."""

    version = fields.Integer()
    operations = fields.List(fields.Nested(OperationSchema))


class GameSchema(Schema):
    """A game as the link sees it; hidden things are left out."""

    version = fields.Integer(metadata={"description": "to be named in the next append"})
    role = fields.String(metadata={"description": "what the link is: table, seat or read"})
    seat = fields.String(allow_none=True, metadata={"description": "the seat's player"})
    record = fields.Raw(metadata={"description": "the record document"})
    verdicts = fields.List(fields.Raw(), metadata={"description": "a verdict for every entry"})
    position = fields.Raw(metadata={"description": "the position after the last entry"})
    over = fields.Boolean()
    next = fields.List(fields.Raw(), metadata={"description": "what may be entered now"})
    scores = fields.Raw(metadata={"description": "per player the parts and the total"})
    winners = fields.List(fields.String())
    tie_break = fields.Raw()


class RecordSchema(Schema):
    """A record document; the record format defines its keys."""


class LinkSchema(Schema):
    """A link. Whoever has its token has what it may do."""

    role = fields.String(validate=validate.OneOf(["table", "seat", "read"]))
    seat = fields.String(allow_none=True)
    token = fields.String()


class StartedSchema(Schema):
    """A new game with its links. They are shown in full only here."""

    links = fields.List(fields.Nested(LinkSchema))
    game = fields.Nested(GameSchema)


class ErrorBodySchema(Schema):
    """What went wrong."""

    status = fields.Integer(required=True)
    code = fields.String(required=True, metadata={"description": "a word for programs"})
    message = fields.String(required=True, metadata={"description": "a sentence for people"})
    entry = fields.Integer(
        required=True, allow_none=True, metadata={"description": "the entry at fault, from 1"}
    )
    key = fields.String(
        required=True, allow_none=True, metadata={"description": "the key at fault"}
    )
    line = fields.Integer(metadata={"description": "the line at fault, where JSON is broken"})
    rule = fields.String(metadata={"description": "the rule that a bad start breaks"})
    verdict = fields.Raw(metadata={"description": "of an entry that was judged and not kept"})
    version = fields.Integer(metadata={"description": "the game's version"})
    meanwhile = fields.List(
        fields.Nested(OperationSchema),
        metadata={"description": "what the sender of a stale operation has not seen"},
    )


class ErrorSchema(Schema):
    """The one shape of every error."""

    error = fields.Nested(ErrorBodySchema, required=True)
