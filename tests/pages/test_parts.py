"""A page of a game is made of parts: each rendered once, and sent where it changed."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from recorder.pages.shared import parts
from recorder.pages.shared.parts import PagePart
from recorder.store.memory import Cache
from recorder.web.context import tables
from tests.browser.positions import typical
from tests.proof.test_secrecy import discarded_and_earned, face_down, hands

ROOT = Path(__file__).resolve().parents[2]
GAMES = {
    "austria": ROOT / "tests" / "evenings" / "sample.json",
    "waltz": ROOT / "tests" / "evenings" / "sample-waltz.json",
    "samoa": ROOT / "tests" / "records" / "samoa-4p.json",
}
DIE = {"by": "anna", "do": "take_die", "die": 3}


def marks(page: str) -> dict[str, str]:
    by_name = re.findall(r"<!--part (\S+) (\S+?)-->", page)
    assert len(dict(by_name)) == len(by_name) > 4
    return dict(by_name)


def header(has: dict[str, str]) -> dict[str, str]:
    told = " ".join(f"{name}:{mark}" for name, mark in has.items())
    return {"X-From": "page", parts.MARKS: told}


def begin(app: Flask, document: Any) -> dict[str, str]:
    with app.app_context():
        links = tables().start(document).links
        for link in links:
            tables().take_link(link)
    return {link.seat or link.role: f"/t/{link.token}" for link in links}


def texts(page: str) -> dict[str, str]:
    return dict(re.findall(r"<!--part (\S+) \S+?-->(.*?)<!--/part-->", page, re.DOTALL))


def behind(said: Any) -> set[str]:
    """The parts of the board that lies behind the one in front; no answer brings them."""
    return {f"{name}.{said['front']}" for name in ("head", "rooms", "stores", "enter")}


def put(kept: dict[str, str], said: Any) -> None:
    """Put the parts of an answer into the texts that a phone has; a closed sheet has none."""
    for name, (_mark, text) in said["parts"].items():
        kept.pop(name, None)
        if text is not None:
            kept[name] = text


@pytest.mark.parametrize("game", GAMES)
def test_what_phones_put_together_is_the_page(client: FlaskClient, game: str) -> None:
    """One enters a game, another is told: after every entry both have what a reload shows."""
    record = json.loads(GAMES[game].read_text("utf-8"))
    record["players"][0]["name"] += " é\u4e2d"
    at = begin(client.application, {**record, "entries": record["entries"][:40]})
    seat = record["players"][1]["id"]
    has = {who: marks(client.get(at[who]).text) for who in ("table", seat)}
    kept: dict[str, dict[str, str]] = {who: {} for who in has}
    version, sent = 1, []
    for number, entry in enumerate(record["entries"][40:60]):
        form = {"entry": json.dumps(entry), "version": version, "key": f"k{number}"}
        own = {who: header(has[who]) for who in has}
        entered = client.post(f"{at['table']}/entries", data=form, headers=own["table"])
        told = client.get(f"{at[seat]}?since={version}", headers=own[seat])
        version += 1
        for who, answer in (("table", entered), (seat, told)):
            said: Any = answer.json
            assert said["version"] == version
            changed = {name: part[0] for name, part in said["parts"].items()}
            assert not any(has[who].get(name) == mark for name, mark in changed.items())
            assert not behind(said) & changed.keys()
            has[who] |= changed
            put(kept[who], said)
            page = client.get(at[who]).text
            aside = dict.fromkeys({"note", "last", *behind(said)}, "")  # a fresh entry is told so
            assert has[who] | aside == marks(page) | aside
            whole = {name: text for name, text in texts(page).items() if name not in aside}
            drop = re.compile(r'value="[^"]*"')  # keys and tokens differ from look to look
            for name in kept[who].keys() & whole.keys():
                assert drop.sub("", kept[who][name]) == drop.sub("", whole[name]), name
            sent.append(len(changed) / len(has[who]))
    assert sum(sent) / len(sent) < 0.5
    assert 'href="/cards/' not in client.get(at["table"]).text, "cards lead to this table"


def test_an_answer_says_as_data_what_came_of_a_send(client: FlaskClient) -> None:
    at = begin(client.application, typical())
    own = header(marks(client.get(at["table"]).text))

    def send(
        entry: dict[str, Any], version: int, key: str, path: str = "entries", **more: str
    ) -> Any:
        form = {"entry": json.dumps(entry), "version": version, "key": key, **more}
        return client.post(f"{at['table']}/{path}", data=form, headers=own).json

    assert (send(DIE, 0, "a")["outcome"], send(DIE, 0, "a")["outcome"]) == ("appended", "repeated")
    late = send({"by": "anna", "do": "done"}, 0, "b")
    assert late["outcome"] == "stale"
    assert "Anna takes a die" in late["asks"]["more"]
    assert late["asks"]["anyway"][0] == "entry"
    no = send(DIE, 1, "c")
    assert (no["outcome"], no["asks"]["why"]) == ("refused", "Not allowed")
    assert json.loads(no["asks"]["anyway"][1]) == DIE
    assert 'class="note bad verdict"' in no["parts"]["note"][1]
    assert send({"by": "nobody", "do": "done"}, 1, "d")["outcome"] == "problem"
    assert send({}, 1, "e", "undo")["version"] == 2
    assert send(DIE, 2, "f", unseen="9" * 5000)["outcome"] == "appended"
    gone = client.post("/t/nothing/entries", headers=own)
    assert (gone.status_code, gone.json["asks"]["why"]) == (404, "Nothing is here")
    assert client.get("/t/nothing").text.count("<h1>Nothing is here</h1>") == 1


def test_a_page_from_before_an_update_is_known_by_its_marks(client: FlaskClient) -> None:
    """It still says that it kept texts, and nothing about who asks."""
    at = begin(client.application, typical())
    has = {name: f"{mark}+" for name, mark in marks(client.get(at["table"]).text).items()}
    own = {parts.MARKS: header(has)[parts.MARKS]}
    form = {"entry": json.dumps(DIE), "version": 0, "key": "k"}
    answer: Any = client.post(f"{at['table']}/entries", data=form, headers=own)
    assert (answer.json["outcome"], answer.headers["X-Taken"]) == ("appended", "1")
    assert all(len(part) == 2 for part in answer.json["parts"].values())


def test_a_closed_sheet_is_sent_when_it_is_opened(client: FlaskClient) -> None:
    """An answer says that it has changed; to open it brings what a reload shows."""
    at = begin(client.application, typical())
    has = marks(client.get(at["table"]).text)
    form = {"entry": json.dumps({"by": "anna", "do": "take_guest", "guest": 92, "reveal": 88})}
    sent = form | {"version": "0", "key": "k"}
    entered: Any = client.post(f"{at['table']}/entries", data=sent, headers=header(has)).json
    said = entered["parts"]
    mark, text = said["take-3"]
    assert text is None
    assert mark != has["take-3"]
    has |= {name: mark for name, (mark, _text) in said.items()}
    again: Any = client.get(at["table"], headers=header(has)).json
    assert "take-3" not in again["parts"]
    asked: Any = client.get(at["table"], headers=header(has | {"take-3": parts.OPENS})).json
    opened = asked["parts"]
    assert list(opened) == ["take-3"]
    assert opened["take-3"][0] == mark
    page = client.get(at["table"]).text
    whole = re.search(rf"<!--part take-3 {mark}-->(.*?)<!--/part-->", page, re.DOTALL)
    assert 'id="take-3"' in whole[1]
    drop = re.compile(r'value="[^"]*"')  # keys and tokens differ from look to look
    assert drop.sub("", opened["take-3"][1]) == drop.sub("", whole[1])
    assert "rooms.anna" not in said, "it lies behind the board in front"
    lies: Any = client.get(at["table"], headers=header(has | {"rooms.anna": parts.OPENS})).json
    assert lies["parts"]["rooms.anna"][1] == texts(page)["rooms.anna"].strip()


def test_a_page_with_other_parts_gets_the_whole(client: FlaskClient) -> None:
    at = begin(client.application, typical())
    said = client.get(at["table"], headers=header({"an-older-part": "x"})).json
    assert said["whole"].startswith("<main")
    assert marks(said["whole"]) == marks(client.get(at["table"]).text)


def test_what_many_may_see_is_rendered_once(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another seat's page of the same state renders only what is its own; so in every language."""
    made: list[str] = []
    own = parts._render_anew

    def heard(part: PagePart, filled: Any) -> str:
        made.append(part.name)
        return own(part, filled)

    monkeypatch.setattr(parts, "_render_anew", heard)
    at = begin(app, typical())
    app.test_client().get(at["boris"])
    whole = len(made)
    made.clear()
    app.test_client().get(at["chloe"])
    assert whole > 20
    assert not {name for name in made if name.partition(".")[0] in ("rooms", "head", "cards")}
    made.clear()
    app.test_client().get(at["chloe"])
    assert made == []
    app.test_client().get(at["chloe"], headers={"Accept-Language": "fr"})
    assert len(made) > 20


@pytest.mark.parametrize("pair", [face_down, discarded_and_earned, hands])
def test_no_part_of_another_page_tells_a_secret(app: Flask, pair: Any) -> None:
    """Of two games that differ in a secret alone, every part of every other page is the same."""
    one, other = (begin(app, record) for record in pair())
    pages = [{who: marks(app.test_client().get(at[who]).text) for who in at} for at in (one, other)]
    differ = [who for who in one if pages[0][who] != pages[1][who]]
    assert len(differ) == 1
    assert differ[0] not in ("table", "read")


class Phone:
    """A phone that puts its page together."""

    def __init__(self, app: Flask, at: str) -> None:
        self.app, self.client, self.at = app, app.test_client(), at
        self.language, self.version, self.front = "en", 0, ""
        self.has = marks(self.reload())
        self.kept: dict[str, str] = {}

    def _headers(self) -> dict[str, str]:
        return header(self.has) | {"Accept-Language": self.language}

    def reload(self) -> str:
        warm = {name: self.app.extensions[name] for name in ("parts", "made")}
        self.app.extensions |= {name: Cache(10_000_000) for name in warm}
        page = self.client.get(self.at, headers={"Accept-Language": self.language})
        self.app.extensions |= warm
        return page.text

    def sends(self, path: str, **form: Any) -> None:
        sent = form | {"version": self.version, "key": f"{path}{self.version}"}
        self.takes(self.client.post(f"{self.at}/{path}", data=sent, headers=self._headers()))

    def looks(self) -> None:
        self.takes(self.client.get(f"{self.at}?since=0", headers=self._headers()))

    def takes(self, answer: Any) -> None:
        said = answer.json
        self.version, self.front = said["version"], said["front"]
        self.has |= {name: part[0] for name, part in said["parts"].items()}
        put(self.kept, said)

    def differs(self) -> list[str]:
        """The parts that a reload shows otherwise; a fresh entry is told otherwise."""
        page = self.reload()
        aside = {"note", "last", "reads", *behind({"front": self.front})}
        drop = re.compile(r'value="[^"]*"')
        here = {name: drop.sub("", text) for name, text in self.kept.items()}
        there = {name: drop.sub("", text) for name, text in texts(page).items()}
        names = [name for name, mark in marks(page).items() if self.has[name] != mark]
        names += [name for name in here if here[name] != there[name].strip()]
        return [name for name in names if name not in aside]


@pytest.mark.parametrize(
    ("game", "first", "seed"),
    [("austria", 30, 1), ("waltz", 14, 2), ("waltz", 66, 5), ("samoa", 40, 4)],
)
def test_nothing_that_changes_stays_as_it_was(app: Flask, game: str, first: int, seed: int) -> None:
    """Entries, figures that are read, undo, redo, rulings and languages, in any order."""
    record = json.loads(GAMES[game].read_text("utf-8"))
    entries = record["entries"]
    at = begin(app, {**record, "entries": entries[:first]})
    chance = Random(seed)
    table, *seats = (Phone(app, at[who]) for who in ("table", *list(at)[1:3]))
    number, undone = first, 0
    table.version = 1
    for _turn in range(20):
        do = chance.choices(("entry", "undo", "redo", "wrong"), (12, 2, 2, 1))[0]
        if do == "redo" and undone:
            table.sends("redo")
            number, undone = number + 1, undone - 1
        elif do == "undo" and number > first:
            table.sends("undo")
            number, undone = number - 1, undone + 1
        elif do == "wrong":  # let stand, and taken back
            entry = {"by": record["players"][0]["id"], "do": "done"}
            table.sends("entries", ruling=json.dumps(entry))
            table.sends("undo")
            undone = 0
        else:
            table.sends("entries", ruling=json.dumps(entries[number]))
            number, undone = number + 1, 0
        assert not table.differs()
        for seat in seats:
            if chance.random() < 0.4:
                seat.looks()
                assert not seat.differs()
            if chance.random() < 0.2:
                seat.language = chance.choice(("en", "fr"))
                seat.has = marks(seat.reload())
                seat.kept.clear()
