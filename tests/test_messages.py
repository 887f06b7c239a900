"""Messages: what the rules say becomes a sentence in the reader's language."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adjudicator import games, messages
from adjudicator.austria.assembled.boxes import box_of
from adjudicator.austria.modules import list_modules
from adjudicator.messages import ENGLISH, Language, M, parse_sentences, read_english, split_sentence
from adjudicator.messages.po import BrokenData
from adjudicator.reading import load
from adjudicator.record import Unreadable
from adjudicator.replay import Replay
from adjudicator.sentences import find_wording
from tests.browser.positions import end_of_round_three
from tests.marked import MARKED, marked, unmarked

HOME = Path(__file__).resolve().parent.parent
SOURCES = sorted(
    path
    for room in ("adjudicator", "exports", "recorder/archive")
    for path in (HOME / room).rglob("*.py")
)


class Catalogue(messages.NullTranslations):
    """A catalogue written in a test: per key the forms, and which one a number takes."""

    def __init__(self, forms: Mapping[str, tuple[str, ...]], plural: str = "n != 1") -> None:
        super().__init__()
        self.forms = forms
        self.plural = messages_plural(plural)

    def pgettext(self, context: str, message: str) -> str:
        return self.forms.get(context, (message,))[0]

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.forms[context][self.plural(n)]


def messages_plural(rule: str):  # type: ignore[no-untyped-def]
    from gettext import c2py

    return c2py(rule)


RUSSIAN = "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2"


@pytest.fixture
def sentences(monkeypatch: pytest.MonkeyPatch) -> dict[str, messages.Sentence]:
    text = """\
food:cake = cake
krones:n = {n} krone | {n} krones
price = the {food:food} costs {price:krones}, {krones:krones} at hand.
foods = {foods:food,and} for {who:player}
inside = space 6 costs 1: {what}
list:and = {items} and {last}
left = {n} piece is left. | {n} pieces
    are left.
"""
    known = {sentence.key: sentence for sentence in parse_sentences(text)}
    monkeypatch.setattr(messages, "read_english", lambda: known)
    return known


@pytest.mark.usefixtures("sentences")
def test_facts_are_told_by_their_kind() -> None:
    assert str(M("price", food="cake", price=1, krones=0)) == (
        "the cake costs 1 krone, 0 krones at hand."
    )
    assert str(M("foods", foods=("cake", "cake", "cake"), who="a")) == "cake, cake and cake for a"
    assert str(M("foods", foods=("cake",), who="a")) == "cake for a"
    english = Language().with_player_names({"a": "Anna"})
    assert english.say(M("foods", foods=("cake", "cake"), who="a")) == "cake and cake for Anna"
    assert str(M("inside", what=M("left", n=1))) == "space 6 costs 1: 1 piece is left."
    assert str(M("left", n=2)) == "2 pieces are left."


@pytest.mark.usefixtures("sentences")
@pytest.mark.parametrize(
    ("price", "told"),
    [
        (1, "цена торта: 1 крона (из 5 крон)"),
        (21, "цена торта: 21 крона (из 5 крон)"),
        (3, "цена торта: 3 кроны (из 5 крон)"),
        (11, "цена торта: 11 крон (из 5 крон)"),
    ],
)
def test_russian_has_three_plural_forms_and_cases(price: int, told: str) -> None:
    catalogue = Catalogue(
        {
            "food:cake": ("торт /gen торта",),
            "krones:n": ("{n} крона /gen {n} кроны", "{n} кроны /gen {n} крон", "{n} крон"),
            "price": ("цена {food:food.gen}: {price:krones} (из {krones:krones.gen})",),
        },
        RUSSIAN,
    )
    assert Language("ru", catalogue).say(M("price", food="cake", price=price, krones=5)) == told


@pytest.mark.usefixtures("sentences")
def test_korean_has_one_form() -> None:
    korean = Language("ko", Catalogue({"left": ("{n}개 남음",)}, "0"))
    assert [korean.say(M("left", n=n)) for n in (1, 2)] == ["1개 남음", "2개 남음"]


@pytest.mark.usefixtures("sentences")
def test_somebodys_own_words_stay() -> None:
    assert Language().say("Anna's rule") == "Anna's rule"


@pytest.mark.parametrize("text", ["no equals sign", "key = ", " = words", "a = b | c | d"])
def test_a_broken_catalogue_names_its_line(text: str) -> None:
    with pytest.raises(BrokenData, match=r"x\.txt, line 2"):
        list(parse_sentences(f"# a remark\n{text}", "x.txt"))


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(LookupError, match="xx-YY: there are en"):
        messages.find_language("xx-YY")
    assert messages.find_language("en_GB") is messages.ENGLISH


@cache
def tree(path: Path) -> ast.AST:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def used() -> dict[str, list[tuple[str, frozenset[str]]]]:
    """Return every use of a message in the code: key, where, and the names of its facts."""
    uses = defaultdict(list)
    for path in SOURCES:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                if node.func.id != "M" or path.parent.name == "messages":
                    continue
                where = f"{path.relative_to(HOME)}:{node.lineno}"
                key = node.args[0]
                assert isinstance(key, ast.Constant), f"{where}: the key is no literal"
                assert isinstance(key.value, str), f"{where}: the key is no literal"
                assert len(node.args) == 1, f"{where}: facts have names"
                assert all(word.arg for word in node.keywords), f"{where}: facts have names"
                facts = frozenset(str(word.arg) for word in node.keywords)
                uses[key.value].append((where, facts))
    return uses


def names(sentence: str) -> frozenset[str]:
    return frozenset(name for _, name, _ in split_sentence(sentence) if name is not None)


def test_every_message_of_the_code_is_in_its_catalogue_with_the_same_facts() -> None:
    known = read_english()
    wrong = []
    for key, places in used().items():
        for where, facts in places:
            if key not in known:
                wrong.append(f"{where}: {key} is in no catalogue")
            elif facts - {messages.NUMBER} != names(" ".join(known[key].forms)) - {messages.NUMBER}:
                wrong.append(f"{where}: {key} has other facts than its sentence")
    assert not wrong


def test_every_message_of_the_catalogues_is_used() -> None:
    """Terms (``kind:value``) are used by the kinds that sentences name."""
    keys = set(used())
    kinds = {"verdict", "list", "token", "origin", "do", "title", "edition", "part", "fact"}
    kinds |= {"entry", "with", "added", "place"}  # see ``adjudicator.sentences``
    kinds |= {f"face-{die}" for die in range(1, 7)}
    kinds |= {f"tourists-{token}" for token in ("normal", "rich", "lover", "celebrity")}
    for sentence in read_english().values():
        for form in sentence.forms:
            kinds |= {
                re.split("[.,]", spec)[0] for _, name, spec in split_sentence(form) if name and spec
            }
    unused = [
        key
        for key in read_english()
        if (key.partition(":")[0] not in kinds if ":" in key else key.partition("@")[0] not in keys)
    ]
    assert not unused


def test_what_an_edition_calls_otherwise_is_said_of_its_records_alone() -> None:
    known = read_english()
    for key, sentence in known.items():
        usual, _, edition = key.partition("@")
        if edition:
            assert edition in games.find("austria").edition_labels, key
            assert names(sentence.forms[0]) == names(known[usual].forms[0]), key
    record: dict[str, Any] = {"players": [{"id": "a", "name": "Anna"}]}
    hint = M("instead.goals", values=("krones-20",))
    for edition, told in (("2022", "the objective card"), ("2015-ru", "the politics card")):
        language = Language().for_record(record | {"edition": edition})
        assert language.say(hint).startswith(told)
        assert language.term("player", "a") == "Anna"


def test_a_message_stands_in_the_file_that_its_key_names() -> None:
    for sentence in read_english().values():
        if ":" not in sentence.key:
            assert sentence.key.partition(".")[0] == Path(sentence.file).stem, sentence.key


def load_names() -> None:
    """Load every game and module: each says how its things are named."""
    for game in games.list_games():
        games.find(game)
    box_of(frozenset(list_modules()))


def test_every_kind_that_a_sentence_names_is_known() -> None:
    known = read_english()
    load_names()
    kinds = {key.partition(":")[0] for key in known if ":" in key} | {"player"}
    kinds |= set(messages._NAMING)
    for sentence in known.values():
        for form in sentence.forms:
            for _, name, spec in split_sentence(form):
                kind = re.split("[.,]", spec)[0]
                assert not name or not kind or kind in kinds, f"{sentence.key}: {kind}"


def test_babel_finds_every_sentence_with_its_key() -> None:
    """The catalogue for translators: the key as context, both forms where there are two."""
    for path in messages.list_catalogue_files():
        with path.open("rb") as file:
            rows = list(messages.extract(file, (), (), {}))
        own = list(parse_sentences(path.read_text(encoding="utf-8")))
        assert [row[2] for row in rows] == [(one.key, *one.forms) for one in own]
        assert {row[1] for row in rows} <= {"pgettext", "npgettext"}


def test_the_marked_language_marks_every_letter_but_names_of_facts() -> None:
    told = MARKED.say(M("answer.in", kind="illegal", editions=("2022", "2015-ru")))
    editions = marked("Revised edition of 2022"), marked("Russian edition of 2015")
    assert told == marked("not allowed: ") + editions[0] + marked(" and ") + editions[1]
    assert not re.search("[a-z]", told)


SPEAKING = {"breach", "edition_breach", "unclear", "ask", "stop", "contradiction", "Contradiction"}
SPEAKING |= {"Unreadable", "Mismatch", "ScoreLine", "ScorePart", "Unclear", "Breach", "one_of"}
"""Calls that take a message."""

OF_DATA = {"adjudicator/samoa/printed/catalogue.py"}
"""Shapes of data files: nobody but a programmer reads what is wrong with one."""


def test_no_sentence_of_the_rules_is_written_in_the_code() -> None:
    wrong = []
    for path in SOURCES:
        where = str(path.relative_to(HOME))
        for node in ast.walk(tree(path)):
            if not isinstance(node, ast.Call) or where in OF_DATA:
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in SPEAKING:
                told = [*node.args, *(word.value for word in node.keywords)]
                wrong += [f"{where}:{one.lineno}" for one in told if sentence_in(one)]
    assert not wrong


def sentence_in(node: ast.expr) -> bool:
    """Return whether a literal, or the fixed part of an f-string, has words apart."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    words = [part.value for part in parts if isinstance(part, ast.Constant)]
    return any(isinstance(word, str) and " " in word for word in words)


@pytest.mark.parametrize(
    ("code", "expected"),
    [('"GAH-FOOD-02"', False), ('f"GAH-{n}"', False), ('"no food."', True), ('f"{n} food"', True)],
)
def test_a_sentence_in_the_code_is_found(code: str, expected: bool) -> None:
    assert sentence_in(ast.parse(code, mode="eval").body) is expected


SAMPLES = {"guest": 63, "card": 36, "source": "guest:63", "tourist": "swimmer-2", "room": "a1"}
SAMPLES |= {"deed": "take_die", "player": 1, "politics": "krones-20"}
CARD = {"bid": 3, "room": 4}
SAMPLES |= {"amounts": {"cake": 1}, "price-card": CARD, "board-read": {"rooms": ["a1"]}}
SAMPLES |= {"faces": {"dice": [1, 0, 2, 0, 0, 0]}, "bar": {"red": "7"}}
SAMPLES |= {f"{way}-guests": {"63": {"cake": 1}} for way in ("to", "on")}
SAMPLES |= {"arrivals": {"groups": [["rich"]]}}
SAMPLES |= {"lodging": {"tourists": [{"token": "rich", "room": "a1"}]}}
"""A value of each kind that is not told by terms."""


def made_up(spec: str) -> list[Any]:
    """Return values of a kind: all its terms, or a sample; a number where there is no kind."""
    kind = re.split("[.,]", spec)[0]
    terms = [key.partition(":")[2] for key in read_english() if key.startswith(f"{kind}:")]
    if not kind or terms == [messages.NUMBER]:
        return [7]
    return (
        [SAMPLES[kind]] if kind in SAMPLES else [word for word in terms if word != messages.NUMBER]
    )


def test_every_message_of_the_catalogues_can_be_said_and_is_marked() -> None:
    """Also those that no case reaches: with facts made up, every term once."""
    load_names()
    wrong = []
    for key, sentence in read_english().items():
        facts = {
            name: made_up(spec)
            for form in sentence.forms
            for _, name, spec in split_sentence(form)
            if name
        }
        for turn in range(max(map(len, facts.values()), default=1)):
            one = M(key, **{name: values[turn % len(values)] for name, values in facts.items()})
            wrong += [f"{one!r}: {word}" for word in unmarked(one)]
    assert not wrong


def fixed(node: ast.expr) -> Iterator[str]:
    """Yield the words that the code itself puts into a fact: of literals, f-strings and choices."""
    match node:
        case ast.Constant(value=str(word)):
            yield word
        case ast.JoinedStr(values=parts):
            yield from (
                word for part in parts for word in fixed(part) if re.search("[a-z]{2}", word)
            )
        case ast.IfExp(body=one, orelse=other):
            yield from (*fixed(one), *fixed(other))
        case ast.Tuple(elts=parts) | ast.BoolOp(values=parts):
            yield from (word for part in parts for word in fixed(part))


def past_the_catalogues(tree: ast.AST) -> Iterator[str]:
    """Yield the facts of a module's messages that are words of the code and no terms."""
    known = read_english()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != "M" or not node.args:
            continue
        key = getattr(node.args[0], "value", None)
        kinds = {
            name: re.split("[.,]", spec)[0]
            for form in (known[key].forms if key in known else ())
            for _, name, spec in split_sentence(form)
            if name
        }
        for fact in node.keywords:
            for word in fixed(fact.value):
                kind = kinds.get(str(fact.arg), "")
                if re.search("[A-Za-z]", word) and f"{kind}:{word}" not in known:
                    yield f"{node.lineno}: {key}: {word!r}"


def test_no_fact_of_a_message_is_an_english_word_of_the_code() -> None:
    """A word that the code gives is a term of the kind that the sentence names."""
    wrong = []
    for path in SOURCES:
        words = past_the_catalogues(tree(path))
        wrong += [f"{path.relative_to(HOME)}:{one}" for one in words]
    assert not wrong


@pytest.mark.parametrize(
    ("fact", "found"),
    [('"cake"', False), ('"soup"', True), ('f"{n} cakes"', True), ('f"{n}-{m}"', False)],
)
def test_an_english_word_among_the_facts_is_found(fact: str, found: bool) -> None:
    code = f'M("food.not-among-food-choice", name={fact})'
    assert bool(list(past_the_catalogues(ast.parse(code)))) is found


def test_a_word_is_told_while_the_catalogues_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading them lets games say which of their terms are words of a record."""
    monkeypatch.setattr(messages, "_IN_RECORDS", {"value": None})
    known = messages.read_english()

    def reading() -> Any:
        messages.register_record_terms("food")
        return known

    monkeypatch.setattr(messages, "read_english", reading)
    assert ENGLISH.word("coffee") == ENGLISH.term("food", "coffee")
    assert ENGLISH.word("no_word") == "no word"


@pytest.mark.parametrize(("word", "told"), [("norway", "Norway"), ("lodging", "tourist phase")])
def test_a_word_of_a_record_is_told_by_its_games_term(word: str, told: str) -> None:
    games.find("samoa")
    assert ENGLISH.word(word) == told


def test_a_staff_card_with_a_mark_is_told_with_it() -> None:
    """The page of checks of a game with a rung bell answered with an error."""
    lying = [5, {"staff": 174, "rung": True}]
    card, bell = ENGLISH.term("card", 5), ENGLISH.term("card", 174)
    assert (
        find_wording("austria", ENGLISH).value(lying, "staff") == f"{card}; staff card {bell}, rung"
    )


@pytest.mark.parametrize(
    ("game", "key", "value", "told"),
    [
        (
            "samoa",
            "rooms",
            {
                "b1": [{"token": "swimmer:2", "flag": "norway"}],
                "a2": [{"token": "lover", "flag": "japan"}],
            },
            "room b1: swimmer with ring 2, flag Norway; room a2: lover, flag Japan",
        ),
        (
            "austria",
            "bar",
            {"red": None, "blue": {"celebrity": "einstein", "vp": 1}},
            "red: –; blue: celebrity Albert Einstein, victory points 1",
        ),
        ("austria", "coloured", {"blue": 3, "yellow": 4}, "blue 3, yellow 4"),
    ],
)
def test_what_has_several_parts_stands_apart_from_what_lies_beside_it(
    game: str, key: str, value: object, told: str
) -> None:
    assert find_wording(game, ENGLISH).value(value, key) == told


def test_a_term_by_itself_is_shown_in_its_usual_form() -> None:
    """A page names an edition; a sentence has it small inside: one translation holds both."""
    said = "Новое издание /low новое издание"
    language = Language("ru", Catalogue({"edition:2022": (said,)}))
    assert language.say(messages.make_term("edition", "2022")) == "Новое издание"
    assert language.term("edition.low", "2022") == "новое издание"


@pytest.mark.rule("GAH-TILE-05")
def test_a_penalty_names_all_that_it_takes() -> None:
    """All food, in the kitchen and on guests."""
    document = end_of_round_three()
    document["position"] |= {"round": 5, "emperor": ["A-krones", "B-food", "C-vp"]}
    cafe = [{"guest": 54, "served": {"wine": 1}}]
    document["position"]["players"]["anna"] |= {"kitchen": {"wine": 2}, "cafe": cafe}
    entries = [{"by": "anna", "do": "done"}, {"by": "anna", "do": "penalty", "choose": "vp"}]
    verdict = Replay(load({**document, "entries": entries})).verdicts[1]
    food = "all food in the kitchen and the food on the guests in the café"
    told = {breach["message"] for breach in verdict.to_json(ENGLISH)["violations"]}
    assert told == {f"the penalty is {food}; it is not paid in VP."}


@pytest.mark.rule("GAH-CARD-26")
@pytest.mark.parametrize(
    ("staff", "krones", "said"),
    [
        ([], 5, "only the Conference Manager lets a player ignore a penalty."),
        ([26], 0, "the Conference Manager costs 1 krone here, and none is at hand."),
        ([26], 1, None),
    ],
)
def test_ignoring_a_penalty_takes_a_card_and_a_krone(
    staff: list[int], krones: int, said: str | None
) -> None:
    document = end_of_round_three()
    document["position"] |= {"round": 5, "emperor": ["A-krones", "B-krones", "C-vp"]}
    document["position"]["players"]["anna"] |= {"staff": staff, "krones": krones, "emperor": 2}
    entries = [{"by": "anna", "do": "done"}, {"by": "anna", "do": "penalty", "choose": "ignore"}]
    verdict = Replay(load({**document, "entries": entries})).verdicts[1].to_json(ENGLISH)
    told = {each["message"] for each in verdict.get("violations", ())}
    assert told == ({said} if said else set())


@pytest.mark.parametrize(
    ("modules", "said"), [([], "a guest (49 to 104)"), (["balls"], "a guest in play")]
)
def test_an_unknown_guest_is_told_what_there_is(modules: list[str], said: str) -> None:
    document = end_of_round_three()
    if modules:
        document["position"]["halls"] = ["deon", "strauss", "apollo"]
    take = {"by": "anna", "do": "take_guest", "guest": 999, "reveal": 50}
    with pytest.raises(Unreadable) as refused:
        load({**document, "modules": modules, "entries": [take]})
    assert said in ENGLISH.say(refused.value.message)
