"""What the JSON interface takes and answers, with strict types; OpenAPI is written from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import (
    INCLUDE,
    Schema,
    ValidationError,
    fields,
    post_load,
    validate,
    validates_schema,
)

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


NO_KEY = "is not 1 to 64 of A-Za-z0-9._:-"

SECRET_KEY = r"^[A-Za-z0-9._:-]{16,64}$"
"""What a key looks like that gives a game's links to whoever sends it again."""

NO_SECRET_KEY = "is not 16 to 64 of A-Za-z0-9._:-"

_SAID: Mapping[str, object] = {
    NO_KEY: lazy("is not 1 to 64 of A-Za-z0-9._:-"),
    NO_SECRET_KEY: lazy("is not 16 to 64 of A-Za-z0-9._:-"),
    "change and insert need an entry, remove has none": lazy(
        "change and insert need an entry, remove has none"
    ),
    "Missing data for required field.": lazy("is missing"),
    "Field may not be null.": lazy("is not to be null"),
    "Unknown field.": lazy("is not a known key"),
    "Invalid input type.": lazy("is not an object"),
    "Not a valid integer.": lazy("is not a whole number"),
    "Not a valid string.": lazy("is not a text"),
    "Not a valid boolean.": lazy("is neither true nor false"),
    "Not a valid list.": lazy("is not a list"),
    "Not a valid mapping type.": lazy("is not an object"),
}
"""What marshmallow says, which has no catalogues, as this program says it."""


def translate_message(message: str) -> str:
    """Return what is wrong with a value in the reader's language, from a schema's own words."""
    return str(_SAID.get(message, message))


class Range(validate.Range):
    """Numbers from ``min`` to ``max``, refused in the reader's language."""

    def __call__(self, value: Any) -> Any:
        """Return a number that lies there. Raises ValidationError for another."""
        if not int(self.min or 0) <= value <= int(self.max or 0):
            message = _("is not from %(least)s to %(most)s", least=self.min, most=self.max)
            raise ValidationError(message)
        return value


class Length(validate.Length):
    """As many letters or members, refused in the reader's language."""

    def __call__(self, value: Any) -> Any:
        """Return a value of such a length. Raises ValidationError for another."""
        least = self.min or 0
        if not least <= len(value) <= int(self.max or 0):
            message = _(
                "has %(count)s letters or members, not %(least)s to %(most)s",
                count=len(value),
                least=least,
                most=self.max,
            )
            raise ValidationError(message)
        return value


class OneOfWords(validate.OneOf):
    """One of a few words, refused in the reader's language."""

    def __call__(self, value: Any) -> Any:
        """Return a word that is one of them. Raises ValidationError for another."""
        if value not in self.choices:
            message = _("is none of these: %(words)s", words=", ".join(self.choices))
            raise ValidationError(message)
        return value


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


def _version(description: str) -> fields.Integer:
    return fields.Integer(
        required=True,
        strict=True,
        validate=Range(min=0, max=HIGHEST),
        **_about(description),
    )


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

    version = _version("the version that the sender has seen")
    key = _key()


class StepsSchema(SendSchema):
    """Asks to take the last steps back, or to take them again."""

    steps = fields.Integer(
        load_default=1,
        strict=True,
        validate=Range(min=1, max=HIGHEST),
        **_about("how many; what was entered together is one"),
    )


class EditSchema(Schema):
    """A correction."""

    kind = fields.String(
        required=True,
        validate=OneOfWords(KINDS),
        **_about("change an entry, remove it, or insert one before it"),
    )
    number = fields.Integer(
        required=True,
        strict=True,
        validate=Range(min=1, max=HIGHEST),
        **_about("the entry's number, from 1"),
    )
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

    to = _version("the version to return to")


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
    number = fields.Integer(
        strict=True,
        validate=Range(min=1, max=HIGHEST),
        **_about("the number of the entry that it is about, from 1"),
    )
    stands = StrictBoolean(**_about("whether the entry is to stand"))
    kind = fields.String(validate=OneOfWords(KINDS))
    entry = fields.Dict(keys=fields.String(), allow_none=True)
    steps = fields.Integer(strict=True, load_default=1, validate=Range(min=1, max=HIGHEST))
    to = fields.Integer(strict=True, validate=Range(min=0, max=HIGHEST))
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


class AppendedSchema(Schema):
    """What an operation did."""

    version = fields.Integer(**_about("the game's new version"))
    entries = fields.List(
        fields.Integer(),
        **_about("numbers of the entries appended, or taken back"),
    )
    verdict = fields.Raw(**_about("the entry's verdict (not when taking back)"))


class OperationSchema(Schema):
    """One line of the log."""

    version = fields.Integer(**_about("the game's version after it"))
    op = fields.String(
        **_about(
            "append, take_back, redo, correct, return, tell, import, replace_link,"
            " clock, propose, accept, decline, withdraw or assent"
        )
    )
    clock = fields.String(**_about("runs, paused or off (clock)"))
    link = fields.Raw(**_about("what was replaced: role, and seat (replace_link)"))
    what = fields.String(**_about("what was told privately (tell)"))
    value = fields.Raw(**_about("what was told, for whoever may see it"))
    role = fields.String(**_about("the link that wrote it: table or seat"))
    seat = fields.String(allow_none=True)
    at = fields.String(**_about("when, ISO 8601, UTC"))
    entries = fields.List(fields.Raw(), **_about("what was appended"))
    numbers = fields.List(fields.Integer(), **_about("the entries' numbers at that time"))
    verdict = fields.Raw(**_about("the verdict on the first one at that time"))
    before = fields.List(fields.Raw(), **_about("of a correction: what was there before"))
    count = fields.Integer(**_about("how many entries were taken back or redone"))
    steps = fields.Integer(**_about("in how many steps"))
    taps = fields.Integer(**_about("made by how many taps, as a proposal to undo says it"))
    to = fields.Integer(**_about("the version that was returned to"))
    proposal = fields.Integer(**_about("the proposal that was answered"))
    agreed = fields.List(fields.String(), **_about("who agreed, who proposed it first (accept)"))
    note = fields.String(**_about("why it is proposed (propose)"))
    assent = fields.String(**_about("one or all (assent)"))
    does = fields.Raw(
        **_about(
            "what is proposed (propose), or was done (accept; without it others have"
            " to agree, too): op, with the keys that an operation of that kind has here"
        )
    )


class DifferenceSchema(Schema):
    """A value that a correction changes."""

    path = fields.String(**_about("where in position or scores, with dots"))
    before = fields.Raw(allow_none=True)
    after = fields.Raw(allow_none=True)


class VerdictChangeSchema(Schema):
    """An entry whose verdict a correction changes."""

    before = fields.Raw(**_about("number and verdict before"))
    after = fields.Raw(**_about("number and verdict after"))


class RulingsMovedSchema(Schema):
    """What a correction does to rulings (old numbers)."""

    dropped = fields.List(fields.Integer(), **_about("gone with their entries"))
    renumbered = fields.List(fields.Integer(), **_about("naming a new number"))


class PreviewSchema(Schema):
    """What follows from a correction; nothing is kept."""

    version = fields.Integer(**_about("to be named when it is saved"))
    kind = fields.String()
    before = fields.List(fields.Raw(), **_about("what is there now"))
    entries = fields.List(fields.Raw(), **_about("what would be"))
    verdicts = fields.List(fields.Raw(), **_about("on what would be put in"))
    changes = fields.List(fields.Nested(VerdictChangeSchema))
    rulings = fields.Nested(RulingsMovedSchema)
    values = fields.List(fields.Nested(DifferenceSchema))
    scores = fields.List(fields.Nested(DifferenceSchema))
    over = fields.List(fields.Boolean(), **_about("before and after"))
    hidden = fields.Boolean(**_about("it is about something secret: what follows is not told"))
    winners = fields.List(fields.List(fields.String()))


class ConsequencesSchema(Schema):
    """What would follow from a proposal; nothing is kept."""

    version = fields.Integer(**_about("to be named when it is accepted"))
    before = fields.List(fields.Raw(), **_about("entries that would go"))
    entries = fields.List(fields.Raw(), **_about("entries that would come"))
    verdicts = fields.List(fields.Raw(), **_about("on what would come"))
    changes = fields.List(fields.Nested(VerdictChangeSchema))
    values = fields.List(fields.Nested(DifferenceSchema))
    scores = fields.List(fields.Nested(DifferenceSchema))
    over = fields.List(fields.Boolean(), **_about("before and after"))
    hidden = fields.Boolean(**_about("it depends on something secret: what follows is not told"))
    winners = fields.List(fields.List(fields.String()))


class ProposalSchema(Schema):
    """Something that a player wants the table to do."""

    number = fields.Integer(**_about("the version that it became"))
    state = fields.String(**_about("waiting, accepted, declined, withdrawn or overtaken"))
    seat = fields.String(**_about("the player who proposes"))
    at = fields.String(**_about("when, ISO 8601, UTC"))
    note = fields.String()
    does = fields.Raw(**_about("what it is to do, as the log has it"))
    agreed = fields.List(fields.String(), **_about("who has agreed so far"))
    needed = fields.List(fields.String(), **_about("who sits with an own phone and may agree"))
    ended = fields.Integer(allow_none=True, **_about("the version that decided on it"))
    follows = fields.Nested(ConsequencesSchema, **_about("reading one that waits only"))


class ProposalsSchema(Schema):
    """The proposals of a game."""

    version = fields.Integer()
    assent = fields.String(**_about("who has to agree: one or all"))
    proposals = fields.List(fields.Nested(ProposalSchema))


class FindingSchema(Schema):
    """A value that a check found to differ."""

    entry = fields.Integer(**_about("the check's number"))
    of = fields.String(allow_none=True)
    key = fields.String()
    record = fields.Raw(allow_none=True, **_about("what the record says"))
    board = fields.Raw(allow_none=True, **_about("what the board says"))
    status = fields.String(**_about("open, adjusted, stands; agreed or repeated by a later check"))
    by = fields.Integer(allow_none=True, **_about("the entry that settled it"))


class LogSchema(Schema):
    """What happened to a game."""

    version = fields.Integer()
    operations = fields.List(fields.Nested(OperationSchema))
    more = fields.Boolean(**_about("whether later operations are left out"))


class ClockSchema(Schema):
    """Thinking time, where the table asked for it."""

    state = fields.String(**_about("runs or paused"))
    seconds = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        **_about("how long the table waited for each player"),
    )
    ticking = fields.List(fields.String(), **_about("the players whose time is running now"))


class GameSchema(Schema):
    """A game as the link sees it; hidden things are left out."""

    version = fields.Integer(**_about("to be named in the next append"))
    role = fields.String(**_about("what the link is: table, seat or read"))
    seat = fields.String(allow_none=True, **_about("the seat's player"))
    record = fields.Raw(**_about("the record document"))
    verdicts = fields.List(fields.Raw(), **_about("a verdict for every entry"))
    position = fields.Raw(**_about("the position after the last entry"))
    over = fields.Boolean()
    next = fields.List(fields.Raw(), **_about("what may be entered now"))
    scores = fields.Raw(**_about("per player the parts and the total"))
    winners = fields.List(fields.String())
    tie_break = fields.Raw()
    findings = fields.List(fields.Nested(FindingSchema))
    reviewed = fields.List(
        fields.Integer(),
        **_about("proposals that wait: the score is under review"),
    )
    clock = fields.Nested(
        ClockSchema,
        allow_none=True,
        **_about("thinking time; null where no clock is on (reading a game only)"),
    )


class LeftLyingSchema(Schema):
    """What was possible at a moment of a game and nobody did."""

    by = fields.String(required=True)
    kind = fields.String(required=True)
    round = fields.Integer(required=True)
    from_entry = fields.Integer(required=True, **_about("after this entry it was possible"))
    to_entry = fields.Integer(required=True, **_about("with this entry it was over"))
    rule = fields.String(required=True)
    points = fields.Integer(
        required=True, allow_none=True, **_about("null where no number follows from the rules")
    )
    entry = fields.Raw(required=True, **_about("what could have been entered"))


class ReviewSchema(Schema):
    """A game looked through afterwards."""

    left = fields.List(fields.Nested(LeftLyingSchema), required=True)
    points = fields.Raw(required=True, **_about("per player and part, what each round brought"))
    dice = fields.Raw(required=True, **_about("rolls, and each player's dice; empty without dice"))
    most = fields.List(fields.Raw(), required=True, **_about("the entries that brought most"))
    lead = fields.List(fields.Raw(), required=True, **_about("each change of the lead"))
    over = fields.Boolean(required=True)
    unread = fields.List(
        fields.String(), required=True, **_about("what nobody has read: nothing is said about it")
    )


class RecordPlayerSchema(Schema):
    """A player of a record."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    colour = fields.String()


class RecordSchema(Schema):
    """A record document; the record format defines what stands in its parts."""

    class Meta:
        """Further keys are those of the record format."""

        unknown = INCLUDE

    record = fields.Integer(required=True, **_about("the format's version: 1"))
    game = fields.String(required=True)
    edition = fields.String()
    modules = fields.List(fields.String())
    options = fields.Dict(keys=fields.String())
    played_on = fields.String()
    place = fields.String()
    players = fields.List(fields.Nested(RecordPlayerSchema), required=True)
    setup = fields.Dict(keys=fields.String(), **_about("or `position`"))
    position = fields.Dict(keys=fields.String(), **_about("or `setup`"))
    entries = fields.List(fields.Dict(keys=fields.String()), required=True)


class LinkSchema(Schema):
    """A link. Whoever has its token has what it may do."""

    role = fields.String(validate=OneOfWords(["table", "seat", "read"]))
    seat = fields.String(allow_none=True)
    token = fields.String()


class DoubleSchema(Schema):
    """Two games of a league that look like one, and count once until they are parted."""

    key = fields.String(**_about("of the game that does not count"))
    counts_as = fields.String(**_about("key of the game that counts: the record, else the first"))


class ImportedSchema(Schema):
    """What became of one record."""

    name = fields.String(**_about("of its file"))
    key = fields.String(**_about("of the game in the league; empty for none"))
    problem = fields.String(**_about("why it did not join; empty where it did"))
    again = fields.Boolean(**_about("it was in the league already"))
    doubles = fields.List(
        fields.Nested(DoubleSchema),
        **_about("games that it looks like: same people within a day, same totals or most moves"),
    )


class LeaguePlayerSchema(Schema):
    """A player of a league."""

    id = fields.String()
    name = fields.String()


class AskedNameSchema(Schema):
    """A name of an import that no player has, and the players who may be meant."""

    name = fields.String()
    near = fields.List(fields.Nested(LeaguePlayerSchema))


class EqualNameSchema(Schema):
    """A player of an import whose name somebody else at the table has, too."""

    seat = fields.String(**_about("how the answer names the seat: record and seat, from 0"))
    file = fields.String(**_about("of the record"))
    name = fields.String()


class ImportSchema(Schema):
    """An import into a league, which goes on by itself."""

    number = fields.Integer(data_key="import")
    total = fields.Integer(**_about("records that were sent"))
    done = fields.Integer(**_about("records that have been judged"))
    over = fields.Boolean()
    files = fields.List(fields.Nested(ImportedSchema))
    asks = fields.List(
        fields.Nested(AskedNameSchema),
        **_about("it waits until these are answered; nothing is judged before"),
    )
    equal = fields.List(
        fields.Nested(EqualNameSchema),
        **_about("players of one table with the same name; it waits for names that differ"),
    )


class CasesQuerySchema(Schema):
    """Which cases of the casebook are wanted; without anything all of them."""

    q = fields.String(validate=validate.Length(max=200))
    rule = fields.String(validate=validate.Length(max=40))
    game = fields.String(validate=validate.Length(max=40))
    card = fields.String(validate=validate.Length(max=80), **_about("kind and id: guest/97"))
    chapter = fields.Integer()
    show = fields.String(
        validate=validate.OneOf(["", "differs", "unclear", "changed", "legal", "illegal"]),
    )
    page = fields.Integer(validate=validate.Range(min=1, max=100_000))


class CaseVerdictSchema(Schema):
    """What some editions say alike about a case."""

    editions = fields.List(fields.String())
    verdict = fields.String()
    rules = fields.List(fields.String())
    message = fields.String(allow_none=True)
    depends_on = fields.List(fields.String())


class CaseReleaseSchema(Schema):
    """What a release said: the editions by the verdict with its rules."""

    release = fields.String()
    on = fields.String(**_about("ISO date"))
    says = fields.Dict(keys=fields.String(), values=fields.List(fields.String()))


class CaseLineSchema(Schema):
    """A case of the casebook in a list."""

    id = fields.String()
    name = fields.String()
    game = fields.String()
    chapter = fields.String()
    rules = fields.List(fields.String())
    cards = fields.List(fields.String())
    since = fields.String()
    differs = fields.Boolean()
    verdicts = fields.List(fields.Nested(CaseVerdictSchema))


class CaseSchema(CaseLineSchema):
    """A case of the casebook; its record ends with the entry in question."""

    history = fields.List(fields.Nested(CaseReleaseSchema))
    record = fields.Dict()


class CaseListSchema(Schema):
    """One page of the cases that were found."""

    count = fields.Integer()
    page = fields.Integer()
    pages = fields.Integer()
    cases = fields.List(fields.Nested(CaseLineSchema))


class SearchQuerySchema(Schema):
    """The words of a search over rules, open questions, cases and cards."""

    words = fields.String(required=True, validate=validate.Length(min=1, max=200))
    language = fields.String(
        validate=validate.Length(max=20), **_about("of words and results; else the reader's")
    )
    kind = fields.String(validate=validate.OneOf(["", "rule", "card", "case", "question"]))
    game = fields.String(validate=validate.Length(max=40))
    page = fields.Integer(validate=validate.Range(min=1, max=100_000))


class SearchResultSchema(Schema):
    """One thing that was found."""

    kind = fields.String(**_about("rule, card, case or question"))
    id = fields.String()
    game = fields.String()
    title = fields.String()
    rules = fields.List(fields.String(), **_about("the rules that it rests on"))
    because = fields.List(fields.String(), **_about("the words of the search that it has"))
    address = fields.String(**_about("the page to read it"))


class SearchSchema(Schema):
    """One page of what a search found, the best first."""

    count = fields.Integer()
    page = fields.Integer()
    pages = fields.Integer()
    results = fields.List(fields.Nested(SearchResultSchema))
    nearest = fields.List(
        fields.String(), **_about("words that are spelled nearly so, where nothing was found")
    )


class AboutSchema(Schema):
    """Which program answers."""

    release = fields.String(required=True)
    schema = fields.Integer(required=True)
    record = fields.Integer(required=True)


class StartedSchema(Schema):
    """A new game with its links. They are shown in full only here."""

    links = fields.List(fields.Nested(LinkSchema))
    game = fields.Nested(GameSchema)


class ErrorBodySchema(Schema):
    """What went wrong."""

    status = fields.Integer(required=True)
    code = fields.String(required=True, **_about("a word for programs"))
    message = fields.String(required=True, **_about("a sentence for people"))
    entry = fields.Integer(required=True, allow_none=True, **_about("the entry at fault, from 1"))
    key = fields.String(required=True, allow_none=True, **_about("the key at fault"))
    line = fields.Integer(**_about("the line at fault, where JSON is broken"))
    rule = fields.String(**_about("the rule that a bad start breaks"))
    verdict = fields.Raw(**_about("of an entry that was judged and not kept"))
    version = fields.Integer(**_about("the game's version"))
    see = fields.String(allow_none=True, **_about("the case to read instead of a withdrawn one"))
    precedents = fields.List(
        fields.Raw(),
        **_about("how the table's house rules decided the same before"),
    )
    meanwhile = fields.List(
        fields.Nested(OperationSchema),
        **_about("what the sender of a stale operation has not seen"),
    )


class ErrorSchema(Schema):
    """The one shape of every error."""

    error = fields.Nested(ErrorBodySchema, required=True)
