"""The catalogues of every language: collects texts to translate and lists faults.

    python -m tools.languages               numbers for each language
    python -m tools.languages update        new strings into every catalogue, old ones out
    python -m tools.languages update eo     the same, and begins a language
    python -m tools.languages check ko      missing and wrong texts of a language

The places of all texts: docs/languages.md.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

from adjudicator import messages
from adjudicator.rulebook import RULEBOOK, Citation

HOME = Path(__file__).resolve().parent.parent

KEYWORDS: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "lazy": None,
    "ngettext": (1, 2),
    "several": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}

WIDTH = 96

HEADER = """\
msgid ""
msgstr ""
"Language: {tag}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {plural}\\n"

"""
"""Of a catalogue: nothing that changes when nobody translated anything."""

_NAMED = re.compile(r"%\((\w+)\)[sd]|%%")


@dataclass(frozen=True)
class Domain:
    """One kind of catalogue.

    name: of its files. folder: holds ``<tag>/LC_MESSAGES/<name>.po``. source: the files to search,
    as ``mapping`` (a file for Babel) says.
    """

    name: str
    folder: Path
    source: Path
    mapping: Path

    def path(self, tag: str) -> Path:
        """Return where the catalogue of a language stands."""
        return self.folder / tag / "LC_MESSAGES" / f"{self.name}.po"

    def read(self, tag: str) -> Catalog:
        """Return the catalogue of a language; an empty one where it has none yet."""
        path = self.path(tag)
        if not path.exists():
            return Catalog(locale=tag, domain=self.name, fuzzy=False)
        with path.open("rb") as file:
            return read_po(file, locale=tag, domain=self.name)

    def template(self) -> Catalog:
        """Return the texts to translate, as they stand in the code now."""
        return _template(self.name, self.source, self.mapping)

    def update(self, tag: str) -> None:
        """Bring a catalogue up to date; of a message that was reworded the old words stay, fuzzy.

        Only a message with a key can be known again; another one begins empty.
        """
        old, new = self.read(tag), Catalog(locale=tag, domain=self.name, fuzzy=False)
        by_key = {one.context: one for one in old if one.id and one.context}
        for message in sorted(self.template(), key=_order):
            if not message.id:
                continue
            own, fuzzy = old.get(message.id, message.context), False
            if own is None and message.context in by_key:
                own, fuzzy = by_key[message.context], True
            words = own.string if own and own.pluralizable == message.pluralizable else None
            new.add(
                message.id,
                words,
                flags=["fuzzy"] if words and (fuzzy or (own and own.fuzzy)) else [],
                auto_comments=message.auto_comments,
                user_comments=own.user_comments if own else (),
                context=message.context,
            )
        path = self.path(tag)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            file.write(HEADER.format(tag=tag, plural=new.plural_forms).encode())
            write_po(file, new, width=WIDTH, omit_header=True)


def _order(message: Message) -> tuple[str, str]:
    """Return the sort key of a message: chapters stay together, no file is named."""
    words = message.id if isinstance(message.id, str) else " ".join(message.id)
    return message.context or "", words


DOMAINS = (
    Domain("messages", HOME / "recorder" / "translations", HOME, HOME / "babel.cfg"),
    Domain(
        messages.DOMAIN,
        messages.TRANSLATIONS,
        HOME / "adjudicator",
        HOME / "adjudicator" / "babel.cfg",
    ),
    Domain(
        messages.TABLES,
        messages.TRANSLATIONS,
        HOME / "adjudicator",
        HOME / "adjudicator" / "tables.cfg",
    ),
)


@cache
def _template(name: str, source: Path, mapping: Path) -> Catalog:
    with mapping.open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    template = Catalog(domain=name, fuzzy=False)
    for _, _, message, comments, context in extract_from_dir(
        source, methods, options, KEYWORDS, comment_tags=("Translators:",)
    ):
        template.add(message, auto_comments=comments, context=context)
    return template


def languages() -> list[str]:
    """Return the languages that have been begun, besides English."""
    return sorted({path.parent.parent.name for d in DOMAINS for path in d.folder.glob("*/*/*.po")})


def missing(domain: Domain, tag: str) -> Iterator[str]:
    """Yield the faults of a catalogue: missing, fuzzy, left over, other placeholders."""
    catalogue, template = domain.read(tag), domain.template()
    for message in template:
        if message.id:
            own = catalogue.get(message.id, message.context)
            named = f"{domain.name} ({tag}): {message.context or ''} {message.id!r}"
            for problem in _problems(message, own, catalogue.num_plurals):
                yield f"{named}: {problem}"
    for message in catalogue:
        if message.id and template.get(message.id, message.context) is None:
            yield f"{domain.name} ({tag}): {message.id!r}: is nowhere any more"


def count_translated(domain: Domain, tag: str) -> str:
    """Return how many messages are translated, of how many."""
    catalogue = domain.read(tag)
    wanted = [one for one in domain.template() if one.id]
    own = (catalogue.get(one.id, one.context) for one in wanted)
    good = sum(
        not any(_problems(one, translated, catalogue.num_plurals))
        for one, translated in zip(wanted, own, strict=True)
    )
    return f"{good}/{len(wanted)}"


def _problems(message: Message, own: Message | None, plurals: int) -> Iterator[str]:
    if own is None:
        yield "is not in the catalogue"
        return
    forms = [own.string] if isinstance(own.string, str) else list(own.string or [""])
    if own.fuzzy:
        yield "is fuzzy"
    if not all(forms):
        yield "is not translated"
        return
    if message.pluralizable and len(forms) != plurals:
        yield f"has {len(forms)} forms, not {plurals}"
    wanted = [
        list_placeholders(one)
        for one in ([message.id] if isinstance(message.id, str) else list(message.id))
    ]
    most, least = frozenset.union(*wanted), frozenset.intersection(*wanted)
    for form in forms:
        told = list_placeholders(form)
        if not least - {"n", "num"} <= told <= most:
            yield f"names {sorted(told)}, not {sorted(most)}"


def list_placeholders(words: str) -> frozenset[str]:
    """Return the names of a sentence's placeholders, ``{}`` or ``%()s``."""
    try:
        braces = {name for _, name, _ in messages.split_sentence(words) if name is not None}
    except ValueError:
        braces = {"a brace without its twin"}
    return frozenset(braces) | frozenset(name for name in _NAMED.findall(words) if name)


def find_missing_rules(tag: str) -> tuple[list[str], int]:
    """Return the missing texts of the rulebook in a language, and the number of all texts.

    A text is a rule, the title of a chapter, or the title of a cited section.
    """
    lacking, count = [], 0
    cited: set[Citation] = set()
    for game in RULEBOOK.games:
        for chapter in RULEBOOK.chapters(game):
            count += 1
            if not RULEBOOK.has(chapter.id, tag):
                lacking.append(f"rulebook/{tag}: {chapter.id} has no file")
            for rule in map(RULEBOOK.rule, chapter.rules):
                count += 1
                cited.update(rule.cites)
                if RULEBOOK.rule(rule.id, tag).language != tag:
                    lacking.append(f"rulebook/{tag}: {rule.id}")
    for cite in sorted(cited, key=lambda one: (one.book, one.section)):
        count += 1
        if not RULEBOOK.section(cite, tag):
            lacking.append(f"rulebook/{tag}/sections.json: {cite.book}: {cite.section!r}")
    return lacking, count


def main(arguments: Sequence[str]) -> int:
    """Run the command line."""
    match [*arguments]:
        case ["update", *begun]:
            for tag in sorted({*languages(), *begun}):
                for domain in DOMAINS:
                    domain.update(tag)
            return main([])
        case ["check", *tags]:
            wrong = []
            for tag in tags or languages():
                wrong += [problem for domain in DOMAINS for problem in missing(domain, tag)]
                wrong += find_missing_rules(tag)[0]
            print("\n".join(wrong))
            return min(len(wrong), 1)
        case []:
            for tag in languages():
                told = [f"{domain.name} {count_translated(domain, tag)}" for domain in DOMAINS]
                lacking, count = find_missing_rules(tag)
                print(f"{tag}: {', '.join(told)}, rules {count - len(lacking)}/{count}")
            return 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
