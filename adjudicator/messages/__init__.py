"""Sentences for people: the rules give a message with facts; this room makes words of it.

A message is a key and facts as values; nothing is made of it until somebody reads it. The
English sentences stand in ``messages`` folders, one file for each chapter (``parse_sentences``),
and in tables of data (``table_sentences``). Another language is two gettext catalogues in
``translations`` with the key as context and the English as id. docs/messages.md and
docs/languages.md tell how to write and to translate one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, reduce
from gettext import NullTranslations
from pathlib import Path
from string import Formatter
from typing import Any

from adjudicator.messages import po
from adjudicator.messages.particles import fit_small_words
from adjudicator.messages.po import BrokenData

HERE = Path(__file__).parent.parent
FOLDER = "messages"
"""Name of the folders below this package that hold English sentences."""

TRANSLATIONS = HERE / "translations"
DOMAIN = "adjudicator"
"""Name of the catalogues of translations, as gettext and Babel call it."""

TABLES = "tables"
"""Name of the catalogues for what stands in data files: questions, switches, differences."""

NUMBER = "n"
"""The fact that decides between the forms of a message that has several."""


class M:
    """A message: its key, and facts by name.

    A fact is a value as it is at this moment: a number, a word of the record (``strudel``,
    ``1-3``, a player's id), another message, a tuple of these, or a list of which one is meant.
    Which kind of thing it is, the sentence says. ``str`` gives the English sentence.
    """

    __slots__ = ("facts", "key")

    def __init__(self, key: str, /, **facts: Any) -> None:
        self.key = key
        self.facts = facts

    def __str__(self) -> str:
        return ENGLISH.say(self)

    def __repr__(self) -> str:
        told = "".join(f", {name}={value!r}" for name, value in self.facts.items())
        return f"M({self.key!r}{told})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, M) and (self.key, self.facts) == (other.key, other.facts)

    def __hash__(self) -> int:
        return hash(self.key)


class DataSentence(str):
    """A sentence with its English in a data file: a question, the meaning of a house rule.

    It is its English; key: its key in translations.
    """

    __slots__ = ("key",)
    key: str

    def __new__(cls, key: str, english: str) -> DataSentence:
        """Take the key and the English words."""
        made = super().__new__(cls, english)
        made.key = key
        return made

    @property
    def english(self) -> str:
        """The English words."""
        return str(self)


def source_sentence(text: str) -> DataSentence:
    """Return where a printed value is from, as a table of data has it in English."""
    return DataSentence(f"source={text}", text)


@dataclass(frozen=True, slots=True)
class ComponentName:
    """A fact: a name that components bear, by language; English where a language has none."""

    by_language: Mapping[str, str]

    def name_in_language(self, tag: str) -> str:
        """Return the name in a language."""
        return self.by_language.get(tag) or self.by_language["en"]

    def __hash__(self) -> int:
        return hash(self.by_language["en"])


def message_to_json(value: Any) -> Any:
    """Return a message or a fact of one as JSON."""
    if isinstance(value, M):
        return {"key": value.key, "facts": message_to_json(value.facts)}
    if isinstance(value, DataSentence):
        return {"data": value.key, "english": value.english}
    if isinstance(value, ComponentName):
        return {"names": dict(value.by_language)}
    if isinstance(value, Mapping):
        return {key: message_to_json(one) for key, one in value.items()}
    return [message_to_json(one) for one in value] if isinstance(value, tuple | list) else value


def message_from_json(value: Any) -> Any:
    """Return the message or fact that ``message_to_json`` made JSON of."""
    if isinstance(value, list):
        return tuple(message_from_json(one) for one in value)
    if not isinstance(value, dict):
        return value
    if "key" in value:
        return M(
            value["key"], **{name: message_from_json(fact) for name, fact in value["facts"].items()}
        )
    if "data" in value:
        return DataSentence(value["data"], value["english"])
    return ComponentName(value["names"])


GROUPED = 10_000
"""From which number on thousands are set apart; four digits are read at a glance."""


def format_signed(number: int) -> str:
    """Return a number as it is printed: with a true minus sign."""
    return f"−{-number}" if number < 0 else str(number)


def format_change(number: int) -> str:
    """Return a change as it is printed: "+3", "−3", "0"."""
    return f"+{number}" if number > 0 else format_signed(number)


Message = M | DataSentence | str
"""What may stand where a sentence belongs; a string is somebody's own words, never translated."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One line of an English catalogue.

    forms: the sentence, or its forms for one and for several. place: file, line, and the
    remark for translators above it.
    """

    key: str
    forms: tuple[str, ...]
    file: str = ""
    line: int = 0
    remark: str = ""


def parse_sentences(text: str, file: str = "") -> Iterator[Sentence]:
    """Yield the sentences of a catalogue: lines ``key = sentence``.

    ``one | several`` are two forms; an indented line goes on with the one before; ``#`` begins a
    remark. Raises BrokenData for anything else, naming the line.
    """
    remarks: list[str] = []
    key, said, begun, remark = "", "", 0, ""
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.strip()
        if begun and words and line[0].isspace():
            said += f" {words}"
            continue
        if begun:
            yield _read_sentence(key, said, file, begun, remark)
            begun, remarks = 0, []
        if line.startswith("#"):
            remarks.append(line[1:].strip())
        elif not words:
            remarks = []
        else:
            key, equals, said = (part.strip() for part in line.partition(" = "))
            if not equals or not key or not said:
                raise BrokenData(f"{file}, line {number}: is not a key, ' = ' and a sentence")
            begun, remark = number, " ".join(remarks)
    if begun:
        yield _read_sentence(key, said, file, begun, remark)


def _read_sentence(key: str, said: str, file: str, line: int, remark: str) -> Sentence:
    forms = tuple(form.strip() for form in said.split(" | ")) if " | " in said else (said,)
    if len(forms) > 2:
        raise BrokenData(f"{file}, line {line}: has more than two forms")
    return Sentence(key, forms, file, line, remark)


def list_catalogue_files() -> list[Path]:
    """Return the English catalogues of every game and module, in order of their paths."""
    return sorted(HERE.rglob(f"{FOLDER}/*.txt"))


@cache
def read_english() -> Mapping[str, Sentence]:
    """Return every English sentence by key, read once.

    Raises BrokenData for a key that stands in two places.
    """
    known: dict[str, Sentence] = {}
    for path in list_catalogue_files():
        name = str(path.relative_to(HERE))
        for sentence in parse_sentences(path.read_text(encoding="utf-8"), name):
            twin = known.setdefault(sentence.key, sentence)
            if twin is not sentence:
                raise BrokenData(
                    f"{name}, line {sentence.line}: {sentence.key} is in {twin.file} too"
                )
    return known


def make_term(kind: str, value: str) -> DataSentence:
    """Return a term as something that can be shown: ``named("edition", "2022")``."""
    key = f"{kind}:{value}"
    return DataSentence(key, read_english()[key].forms[0])


def _find_edition_key(key: str, edition: str) -> str:
    """Return the key of an edition's own sentence, ``key@2022``; the key where it has none."""
    own = f"{key}@{edition}"
    return own if own in read_english() else key


def adapt_to_edition(message: Message, edition: str) -> Message:
    """Return a message as the box of an edition has it."""
    if not isinstance(message, M):
        return message
    own = _find_edition_key(message.key, edition)
    return message if own == message.key else M(own, **message.facts)


Piece = tuple[str, str | None, str]
"""Words as they stand, then the name of a fact (or None) and what is said about its kind."""


@cache
def split_sentence(sentence: str) -> tuple[Piece, ...]:
    """Return a sentence taken apart at its ``{fact}`` or ``{fact:kind}``."""
    return tuple((words, name, spec or "") for words, name, spec, _ in Formatter().parse(sentence))


Naming = Callable[[Any, "Language"], str]
_NAMING: dict[str, Naming] = {}


def register_naming(kind: str, tell: Naming) -> None:
    """Let facts of a kind be told by a function (value, language): for names from data files."""
    _NAMING[kind] = tell


_IN_RECORDS: dict[str, None] = dict.fromkeys(("value", "fact", "do"))
"""Kinds of terms that words of a record may be, in the order in which they are asked."""


def register_record_terms(*kinds: str) -> None:
    """Let words of a record be told by terms of these kinds: a game or a module says which."""
    _IN_RECORDS.update(dict.fromkeys(kinds))


@dataclass(frozen=True)
class Language:
    """Makes sentences in one language.

    tag: its name, such as ``ru``. players: names of players by their ids, where they are to be
    called by name. edition: the record's, as its box has other names for some things.
    """

    tag: str = "en"
    translations: NullTranslations = field(default_factory=NullTranslations, repr=False)
    players: Mapping[str, str] = field(default_factory=dict)
    edition: str = ""

    def with_player_names(self, players: Mapping[str, str]) -> Language:
        """Return the same language with names for players."""
        return replace(self, players=players)

    def for_record(self, document: Mapping[str, Any]) -> Language:
        """Return the same language for a record: its players' names, the words of its edition."""
        players = {one["id"]: one["name"] for one in document["players"]}
        return replace(self, players=players, edition=str(document.get("edition", "")))

    def in_edition(self, edition: str) -> Language:
        """Return the same language with the words of an edition's box."""
        return replace(self, edition=edition)

    def say(self, message: Message) -> str:
        """Return the sentence. Raises KeyError for a message that no catalogue has."""
        if isinstance(message, DataSentence):
            return _pick_form(self._translate_data(message), "")
        if isinstance(message, str):
            return message
        return self.fill_sentence(message.key, message.facts)

    def fill_sentence(self, key: str, facts: Mapping[str, Any]) -> str:
        """Return the sentence of a key with its facts. Raises KeyError for an unknown key."""
        words = self._fill_facts(self._words(key, facts.get(NUMBER)), facts)
        return fit_small_words(words, self.tag)

    def _translate_data(self, data: DataSentence) -> str:
        """Return a sentence of a data file, with all forms of its translation."""
        return self.translations.pgettext(data.key, data.english)

    def term(self, kind: str, value: Any) -> str:
        """Return a value of a kind in words: ``term("food", "cake")``."""
        return self._word_fact(value, kind)

    def word(self, word: str) -> str:
        """Return the name of a word of a record, of any kind; else the word."""
        known = read_english()  # reads the games' catalogues, which add kinds
        for kind in tuple(_IN_RECORDS):
            if f"{kind}:{word}" in known:
                return _pick_form(self._words(f"{kind}:{word}"), "")
            if kind in _NAMING and (told := _NAMING[kind](word, self)) != word:
                return told
        return word.replace("_", " ")

    def _words(self, key: str, number: Any = None) -> str:
        """Return the translated sentence of a key, in the form that fits the number."""
        key = _find_edition_key(key, self.edition)
        forms = read_english()[key].forms
        if len(forms) == 1:
            return self.translations.pgettext(key, forms[0])
        one, several = forms
        return self.translations.npgettext(key, one, several, number if number is not None else 2)

    def _fill_facts(self, sentence: str, facts: Mapping[str, Any]) -> str:
        told = []
        for words, name, spec in split_sentence(sentence):
            told.append(words)
            if name == NUMBER and not spec and type(facts[name]) is int:
                told.append(self.number(facts[name]))
            elif name is not None:
                told.append(self._word_fact(facts[name], spec))
        return "".join(told)

    def _word_fact(self, value: Any, spec: str) -> str:
        """Return a fact in words; ``spec`` is ``kind``, ``kind.form`` or one of them and a join."""
        if isinstance(value, tuple):
            kind, _, join = spec.partition(",")
            return self.join_items([self._word_fact(one, kind) for one in value], join.strip())
        if isinstance(value, list):
            told = [self._word_fact(one, spec) for one in value]
            single = all(isinstance(one, str | int) for one in value)
            return self.join_items(told, "or" if single else "else")
        if isinstance(value, ComponentName):
            return value.name_in_language(self.tag)
        if isinstance(value, DataSentence):
            return _pick_form(self._translate_data(value), spec.partition(".")[2])
        if isinstance(value, M):
            return _pick_form(self.say(value), spec.partition(".")[2])
        if not spec:
            return format_signed(value) if type(value) is int else str(value)
        kind, _, form = spec.partition(",")[0].partition(".")
        if kind == "player":
            return self.players.get(value, str(value))
        if kind in _NAMING:
            return _pick_form(_NAMING[kind](value, self), form)
        counted = f"{kind}:{NUMBER}"
        if type(value) is int and counted in read_english():
            return self._fill_facts(_pick_form(self._words(counted, value), form), {NUMBER: value})
        term = f"{kind}:{value}"
        return _pick_form(self._words(term), form) if term in read_english() else str(value)

    def number(self, number: int) -> str:
        """Return a count as people write it: in thousands from five digits on."""
        if abs(number) < GROUPED:
            return format_signed(number)
        sign = format_signed(-1)[0] if number < 0 else ""
        return sign + f"{abs(number):,}".replace(",", self.say(M("list:thousands")))

    def join_items(self, items: Sequence[str], join: str = "and") -> str:
        """Return things as a list in a sentence: ``cake, wine and coffee``.

        join: ``and``, ``or``, ``else`` (between items that are lists themselves); "" for commas.
        """
        if len(items) < 2 or not join:
            return ", ".join(items)
        if join == "else":  # its items are lists themselves
            return reduce(lambda some, one: self.say(M("list:else", items=some, last=one)), items)
        return self.say(M(f"list:{join}", items=", ".join(items[:-1]), last=items[-1]))


_FORMS = re.compile(r" /(\w+) ")


def _pick_form(words: str, form: str) -> str:
    """Return a form of a term: ``штрудель /gen штруделя`` holds two; the first is the usual."""
    if " /" not in words:
        return words
    usual, *others = _FORMS.split(words)
    forms = dict(zip(others[::2], others[1::2], strict=True))
    return forms.get(form, usual)


ENGLISH = Language()
"""The language of this program; it needs no translations."""


def list_languages() -> tuple[str, ...]:
    """Return the tags of the languages there are, English first."""
    found = TRANSLATIONS.glob(f"*/LC_MESSAGES/{DOMAIN}.po")
    return (ENGLISH.tag, *sorted(path.parent.parent.name for path in found))


@cache
def find_language(tag: str) -> Language:
    """Return a language by its tag (``fr``, ``fr-CA``). Raises LookupError for an unknown one."""
    name = tag.replace("_", "-").split("-")[0].lower()
    if name not in list_languages():
        raise LookupError(f"{tag}: there are {', '.join(list_languages())}")
    if name == ENGLISH.tag:
        return ENGLISH
    folder = TRANSLATIONS / name / "LC_MESSAGES"
    paths = (folder / f"{domain}.po" for domain in (DOMAIN, TABLES))
    return Language(name, po.read_catalogues(*(path for path in paths if path.exists())))


def extract(fileobj: Any, *_how: Any, **_options: Any) -> Iterator[Any]:
    """Yield the sentences of one English catalogue as Babel's extraction wants them.

    Named in ``adjudicator/babel.cfg``; the key becomes the context of the message.
    """
    for sentence in parse_sentences(fileobj.read().decode("utf-8")):
        name = "npgettext" if len(sentence.forms) > 1 else "pgettext"
        remarks = [sentence.remark] if sentence.remark else []
        yield sentence.line, name, (sentence.key, *sentence.forms), remarks


_SAID = ("question", "default", "point", "reason", "ask", "answer")
"""Keys of a row in a table that hold words for people."""


def table_sentences(rows: Any) -> Iterator[DataSentence]:
    """Yield the sentences of a table of data: rows with an ``id``, at any depth.

    A row's own words have keys such as ``U-07.question``, a value's meaning ``U-07=allowed``.
    """
    if isinstance(rows, list):
        for row in rows:
            yield from table_sentences(row)
    elif isinstance(rows, dict):
        yield from _row_sentences(rows)
        for key, value in rows.items():
            if isinstance(value, list | dict) and not (key == "values" and "id" in rows):
                yield from table_sentences(value)


def _row_sentences(row: Mapping[str, Any]) -> Iterator[DataSentence]:
    """Yield a row's own words: titles of books, a question, meanings of values, its source."""
    for code, book in row.get("books", {}).items():
        yield DataSentence(f"book:{code}", book["title"])
    values = row.get("values", {})
    if "id" in row:
        for key in _SAID:
            if isinstance(row.get(key), str) and row[key] not in values:
                yield DataSentence(f"{row['id']}.{key}", row[key])
        if isinstance(values, dict):
            yield from (DataSentence(f"{row['id']}={word}", told) for word, told in values.items())
    if "source" in row and "confidence" in row and not values:
        yield source_sentence(row["source"])


def extract_tables(fileobj: Any, *_how: Any, **_options: Any) -> Iterator[Any]:
    """Yield the sentences of one table as Babel's extraction wants them (``tables.cfg``)."""
    for sentence in table_sentences(json.loads(fileobj.read())):
        yield 1, "pgettext", (sentence.key, sentence.english), []
