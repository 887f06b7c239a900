"""The catalogues of translations: read as they stand, complete where a language says so."""

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest

import recorder
from adjudicator import messages
from adjudicator.messages import particles, po
from adjudicator.messages.po import BrokenData
from adjudicator.rulebook import RULEBOOK
from recorder import create_app
from recorder.languages.speech import ngettext
from tests.rows import read_table
from tools import languages

CATALOGUE = r"""
msgid ""
msgstr ""
"Language: ru\n"
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2);\n"

#. a remark
msgid "one \"word\""
msgstr ""
"одно "
"«слово»\n"

msgctxt "food:cake"
msgid "cake"
msgstr "торт"

msgctxt "food:wine"
msgid "cake"
msgstr "вино"

#, fuzzy
msgid "fuzzy"
msgstr "мутно"

msgid "empty"
msgstr ""

#, python-format
msgid "%(num)d krone"
msgid_plural "%(num)d krones"
msgstr[0] "%(num)d крона"
msgstr[1] "%(num)d кроны"
msgstr[2] "%(num)d крон"
#~ msgid "gone"
#~ msgstr "ушло"
"""


def test_a_catalogue_is_read_as_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "x.po"
    path.write_text(CATALOGUE, encoding="utf-8")
    catalogue = po.read_catalogues(path)
    assert catalogue.gettext('one "word"') == "одно «слово»\n"
    assert catalogue.pgettext("food:cake", "cake") == "торт"
    assert catalogue.pgettext("food:wine", "cake") == "вино"
    assert [catalogue.gettext(word) for word in ("fuzzy", "empty", "gone")] == [
        "fuzzy",
        "empty",
        "gone",
    ]
    assert [
        catalogue.ngettext("%(num)d krone", "%(num)d krones", n) % {"num": n} for n in (1, 3, 5)
    ] == ["1 крона", "3 кроны", "5 крон"]


@pytest.mark.parametrize(("line", "number"), [('msgstr "open', 3), ("stray words", 3)])
def test_a_broken_catalogue_names_its_line(tmp_path: Path, line: str, number: int) -> None:
    path = tmp_path / "x.po"
    path.write_text(f'msgid ""\nmsgstr ""\n{line}\n', encoding="utf-8")
    with pytest.raises(BrokenData, match=f"line {number}"):
        po.compile_catalogue(path)


@pytest.mark.parametrize(("both", "one"), read_table("korean-particles").items())
def test_a_korean_particle_fits_the_word_before_it(both: str, one: str) -> None:
    assert particles.choose_particles(both) == one


@pytest.mark.parametrize(
    ("plain", "told"),
    [
        ("L’hôtel de Anna", "L’hôtel d’Anna"),
        ("L’hôtel de Hélène et de Yves", "L’hôtel d’Hélène et d’Yves"),
        ("plus de onze, de Yann", "plus de onze, de Yann"),
        ("l’hôtel de Élise, que Octave voit", "l’hôtel d’Élise, qu’Octave voit"),
        ("la main de Boris", "la main de Boris"),
        ("une tuile de A, de 1 à 3", "une tuile de A, de 1 à 3"),
        ("la place de Hana", "la place de Hana"),
        ("grande Anna", "grande Anna"),
    ],
)
def test_a_french_de_is_elided_before_a_name_that_begins_with_a_vowel(
    plain: str, told: str
) -> None:
    assert particles.fit_small_words(plain, "fr") == told
    assert particles.fit_small_words(plain, "ru") == plain


@pytest.mark.parametrize(
    ("tag", "told"),
    [("en", "12,345"), ("ko", "12,345"), ("fr", "12\u202f345"), ("ru", "12\u00a0345")],
)
def test_thousands_are_set_apart_as_the_reader_writes_them(
    tag: str, told: str, tmp_path: Path
) -> None:
    """Counts, in a sentence of the rules, of a page and of a command; four digits stay together."""
    reader = messages.find_language(tag)
    assert reader.number(12345) == told
    assert reader.number(2026) == "2026"
    assert told in reader.say(messages.M("command.archive-read", n=12345, unreadable=0))
    app = create_app({"DATABASE": str(tmp_path / "x.db")})
    with app.test_request_context(headers={"Accept-Language": tag}):
        assert told in ngettext("%(num)d game", "%(num)d games", 12345)
        page = app.jinja_env.from_string(
            '{{ ngettext("%(num)d game", "%(num)d games", 12345) }}'
            ' {{ ngettext("%(num)s game", "%(num)s games", 12345) }}'
        ).render()
        assert page.count(told) == 2


@pytest.mark.parametrize("domain", languages.DOMAINS, ids=lambda domain: domain.name)
@pytest.mark.parametrize("tag", languages.languages())
def test_no_translation_names_what_is_not_filled_in(domain: languages.Domain, tag: str) -> None:
    """What is translated can be said; what lacks is looked for where a language is complete."""
    wrong = [
        one for one in languages.missing(domain, tag) if ": names " in one or " forms, " in one
    ]
    assert not wrong


def unheard(source: str) -> list[str]:
    """Return the messages of a program that stand in an f-string, where extraction is deaf."""
    return [
        str(part.args[0].value)
        for text in ast.walk(ast.parse(source))
        if isinstance(text, ast.JoinedStr)
        for part in ast.walk(text)
        if isinstance(part, ast.Call)
        and getattr(part.func, "attr", getattr(part.func, "id", "")) in SAYING
        and part.args
        and isinstance(part.args[0], ast.Constant)
    ]


def test_no_message_stands_where_it_is_not_extracted() -> None:
    assert unheard("""f"{_('Your turn')} and {words.ngettext('one', 'many', 2)}" """) == [
        "Your turn",
        "one",
    ]
    root = Path(recorder.__file__).parent.parent
    files = [file for room in ("recorder", "exports") for file in (root / room).rglob("*.py")]
    by_file = {file.name: unheard(file.read_text(encoding="utf-8")) for file in files}
    assert {name: words for name, words in by_file.items() if words} == {}


COMPLETE = ("fr", "ko", "ru")
"""Languages in which nothing may lack."""


@pytest.mark.parametrize("domain", languages.DOMAINS, ids=lambda domain: domain.name)
@pytest.mark.parametrize("tag", COMPLETE)
def test_nothing_lacks_in_a_complete_language(domain: languages.Domain, tag: str) -> None:
    """Extracted now, so a string that somebody adds or rewords is missing at once."""
    assert not list(languages.missing(domain, tag))


SAYING = ("_", "gettext", "ngettext", "pgettext", "npgettext", "lazy", "several")
"""What messages are said by."""

FIXED, THIN = "\u00a0", "\u202f"
"""Spaces at which no line is broken: as wide as another one, and narrow."""

_PLACES = re.compile(r"https?://\S+|`[^`]*`|\{[^{}]*\}|%\(\w+\)[sd]|<[^<>]*>|Let’s Waltz!")
_SIGNS = re.compile(r"(?<=(.))([:;?!»])(?!\w)|«(.?)")


def crowded(words: str) -> list[str]:
    """Return the double signs of a French text that do not stand off as French ones do."""
    plain = _PLACES.sub("x", words)
    signs = []
    for sign in _SIGNS.finditer(plain):
        beside, wanted = sign[1] or sign[3], FIXED if sign[2] == ":" else THIN
        if sign[2] == ":" and sign.end() < len(plain) and not plain[sign.end()].isspace():
            continue  # a time, or a word of a program
        if beside != wanted and not (sign[2] in ("!", "?") and beside in "?!"):
            signs.append(plain[max(0, sign.start() - 20) : sign.end() + 5])
    return signs


def test_french_signs_stand_off() -> None:
    """A fixed space before a colon, a narrow one at the other double signs; titles are as printed.

    A sign that is a message of its own begins with its space.
    """
    wrong = []
    for domain in languages.DOMAINS:
        for message in domain.read("fr"):
            told = [message.string] if isinstance(message.string, str) else list(message.string)
            if message.id:
                wrong += [f"{domain.name}: {one}" for words in told for one in crowded(words)]
    for rule_id in RULEBOOK.ids():
        rule = RULEBOOK.rule(rule_id, "fr")
        wrong += [f"{rule_id}: {one}" for one in crowded(f"{rule.title}. {rule.text}")]
    assert not wrong


@pytest.mark.parametrize(
    "words", ["quoi?", "quoi ?", "ceci : cela", "ceci\u202f: cela", "ceci; cela", "«ceci»"]
)
def test_a_french_sign_that_stands_too_near_is_found(words: str) -> None:
    assert crowded(words)
    assert not crowded("19:30, quoi\u202f?! ceci\u00a0: cela\u202f; «\u202fcela\u202f»")


@pytest.mark.parametrize("domain", languages.DOMAINS, ids=lambda domain: domain.name)
def test_what_is_wrong_with_a_catalogue_is_found(
    domain: languages.Domain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Missing, fuzzy, left over, and other placeholders: each is named."""
    own = replace(domain, folder=tmp_path)
    wanted = [one for one in own.template() if one.id]
    assert len(list(languages.missing(own, "eo"))) == len(wanted)
    own.update("eo")
    text = own.path("eo").read_text(encoding="utf-8")
    assert len(own.read("eo")) == len(wanted)
    spoilt = text.replace('msgstr ""\n\n', 'msgstr "%(other)s"\n\n', 2)
    spoilt = spoilt.replace('msgid "', '#, fuzzy\nmsgid "', 3)
    own.path("eo").write_text(spoilt + '\nmsgid "gone"\nmsgstr "for"\n', encoding="utf-8")
    lines = "\n".join(languages.missing(own, "eo"))
    assert all(word in lines for word in ("not translated", "is nowhere any more"))


def test_a_fifth_language_is_begun_by_one_command_and_spoken_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the README says it: begin, translate one message of each kind, start the program."""
    pages, rules, tables = (
        replace(one, folder=tmp_path / ("pages" if one.name == "messages" else "rules"))
        for one in languages.DOMAINS
    )
    for domain in (pages, rules, tables):
        domain.update("eo")
    for domain, english, own in (
        (pages, "About", "Kio tio estas"),
        (rules, "strudel /pl strudels", "strudelo"),
        (tables, "A ceiling of 20 krones", "Limo de 20 kronoj"),
    ):
        path = domain.path("eo")
        text = path.read_text(encoding="utf-8")
        assert f'msgid "{english}"\nmsgstr ""' in text
        text = text.replace(f'msgid "{english}"\nmsgstr ""', f'msgid "{english}"\nmsgstr "{own}"')
        path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(messages, "TRANSLATIONS", tmp_path / "rules")
    messages.find_language.cache_clear()
    try:
        reader = messages.find_language("eo")
        assert reader.term("food", "strudel") == "strudelo"
        assert reader.term("food", "cake") == "cake"
        assert reader.say(messages.DataSentence("D-02.point", "A ceiling of 20 krones")) == (
            "Limo de 20 kronoj"
        )
        app = create_app(
            {"DATABASE": str(tmp_path / "x.db"), "TRANSLATIONS": str(tmp_path / "pages")}
        )
        page = app.test_client().get("/about", headers={"Accept-Language": "eo"}).text
        assert '<html lang="eo">' in page
        assert "Kio tio estas" in page
        assert 'lang="eo" aria-current="true" id="language">Esperanto</button>' in page
    finally:
        messages.find_language.cache_clear()
