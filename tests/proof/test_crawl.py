"""Every form of the program with each field missing, twice and wrong: nothing answers 5xx."""

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from recorder.web.context import tables
from recorder.web.request_values import FORM, FROM
from tests.applications import application
from tests.browser import everywhere
from tests.browser.phone import Deal
from tests.proof import crawl
from tests.proof.routes import LONG, OFTEN

pytestmark = pytest.mark.file

FURTHER = 3
"""Forms of one view that are taken out of answers, besides those of its pages."""

WRONG_VALUES = 6 if LONG else 1
"""Wrong values for each field of a form."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder = tmp_path_factory.mktemp("crawl")
    settings = {"DATABASE": str(folder / "recorder.db"), "WTF_CSRF_ENABLED": False}
    yield from application(settings | OFTEN)


SENDING = {"version": "1", "key": "k", "csrf_token": ""}
ENTRY = '{"by": "anna", "do": "take_die", "die": 3}'
RULING = {"what": "ruling", "number": "1", "stands": "no", "note": "why"}

WRITTEN: Mapping[str, Mapping[str, str]] = {
    "league.abandon": SENDING,
    "league.accept": SENDING,
    "league.answer_import": SENDING | {"who-anna": "new", "asked": "1"},
    "league.call": SENDING,
    "league.join_from_game": SENDING | {"lt": "", "seat-anna": "Anna", "who-anna": "new"},
    "league.merge_games": SENDING | {"of": "g2"},
    "league.part": SENDING,
    "league.remove_player": SENDING,
    "league.remove_season": SENDING,
    "league.take_back_plays": SENDING,
    "league.part_games": SENDING | {"of": "g2"},
    "league.reopen": SENDING,
    "pages.forget_league": SENDING,
    "pages.forget_totals": SENDING | {"print": "p1"},
    "pages.house": SENDING | {"house": "Kitchen table"},
    "pages.propose": SENDING | RULING | {"kind": "change", "entry": ENTRY, "steps": "1"},
    "pages.propose_entry": SENDING | {"proposed": ENTRY, "ruling-note": "why"},
    "pages.redo": SENDING,
    "pages.return_to": SENDING | {"to": "1"},
    "pages.score_keep": SENDING | {"q": "eyJhIjoxfQ"},
    "pages.take_back": SENDING | {"at": "2026-01-01T00:00:00"},
    "pages.tell_privately": SENDING | {"hand-0": "17"},
    "pages.undo": SENDING,
}
"""What scripts send without a form, and the fields of forms that only some games and leagues show.
"""

SAME = {"pages.check_position": "pages.ask_position", "pages.look_at_part": "pages.keep_part"}
"""Views that scripts send the form of another view to, as it is filled in so far."""


def deal_in(app: Flask) -> Deal:
    """Return what puts a record on the table and tells the paths of its links."""

    def deal(document: Mapping[str, Any]) -> dict[str, str]:
        with app.app_context():
            links = tables().start(document, listed=False).links
        return {link.seat or link.role: f"/t/{link.token}" for link in links}

    return deal


def find_forms(app: Flask, client: FlaskClient) -> list[crawl.Form]:
    """Return one form of every kind that the program takes; those that a page shows first."""
    deal = deal_in(app)
    with app.test_request_context():
        places = everywhere.addresses(deal, app)
        places |= everywhere.league_addresses(deal, app)
    kinds: dict[tuple[str, ...], crawl.Form] = {}
    for address in (each for paths in places.values() for each in paths):
        answer = client.get(address, follow_redirects=True)
        assert answer.status_code < 500, address
        if answer.mimetype == "text/html":
            for form in crawl.read_forms(answer.request.path, answer.text):
                kinds.setdefault(form.kind(crawl.find_endpoint(app, form)), form)
    links = deal(everywhere.disputed())
    values = {"lt": places["league.home"][0].removeprefix("/l/"), "number": 1, "version": 1}
    values |= {"key": "g1", "season": "s1", "player": "p1"}
    at = app.url_map.bind("localhost")
    written = []
    for link in ("table", "anna", "read"):
        here = values | {"token": links[link].removeprefix("/t/")}
        for view, fields in WRITTEN.items():
            needs = next(app.url_map.iter_rules(view)).arguments
            action = at.build(view, {name: here[name] for name in needs}, "POST")
            written.append(crawl.Form(f"/{link}", action, "POST", tuple(fields.items())))
    every = list(kinds.values())
    for view, like in SAME.items():
        for form in [one for one in every if crawl.find_endpoint(app, one) == like]:
            parts = dict(at.match(urlsplit(form.action).path, "POST")[1])
            every.append(replace(form, action=at.build(view, parts, "POST")))
    return every + written


def test_no_form_is_answered_with_a_5xx(app: Flask, chance: random.Random) -> None:
    """An answer may bring forms with fields that no page has; they are sent in their turn."""
    client = app.test_client()
    every = find_forms(app, client)
    known = [form.kind(crawl.find_endpoint(app, form)) for form in every]
    names = {(kind[0], name) for kind in known for name in kind}
    takes = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    left = {view for view in takes if view.split(".")[0] in ("pages", "league")}
    assert not left - {kind[0] for kind in known}, sorted(left - {kind[0] for kind in known})
    before = crawl.Snapshot(app)
    bad, sent = [], 0
    further: Counter[str] = Counter()
    queue = everywhere.part(every, chance)
    while queue:
        form = queue.pop()
        for spoilt in crawl.spoil(form, chance, WRONG_VALUES):
            answer = crawl.send(client, spoilt, chance)
            sent += 1
            if answer.status_code >= 500:
                bad.append((answer.status_code, crawl.told(spoilt)))
            if form.method == "POST" and answer.status_code < 400:
                before.restore()
            if LONG and answer.mimetype == "text/html":
                for more in crawl.read_forms(form.action, answer.text):
                    kind = more.kind(crawl.find_endpoint(app, more))
                    new = {(kind[0], name) for name in kind} - names
                    if new and further[kind[0]] < FURTHER:
                        further[kind[0]] += 1
                        names |= new
                        every.append(more)
                        queue.append(more)
    print(f"{sent} sent, of {len(every)} forms")
    assert not bad, bad[:20]


TYPED = re.compile(r'<(?:textarea|input(?= [^>]*type="(?:text|number|date)"))[^>]* name="([^"]+)"')
"""The fields of a page in which something is typed."""

NO_PLACES = ("This is too much at once", "One player sits there twice")
"""What a refusal says of a whole form."""

FAULTY = ("1o1", "", "[[[", "x" * 4000)
"""What is typed wrong: a letter among digits, nothing, signs, too much."""


def find_place(form: crawl.Form, page: str, key: str) -> bool:
    """Return whether a page has the place of a problem, as its script looks for it."""
    places = {name for name, _value in form.fields}
    places |= set(re.findall(r' (?:data-name|data-table)="([^"]*)"', page))
    places |= set(re.findall(r' id="f-([^"]*)"', page))
    steps = re.sub(r"^players\.(?=.)", "p.", re.sub(r"^(position|setup)\.", "", key)).split(".")
    starts = [".".join(steps[:count]) for count in range(1, len(steps) + 1) if key]
    return any(one == start or one.startswith(f"{start}.") for start in starts for one in places)


def test_what_a_form_refuses_is_said_at_its_field(app: Flask) -> None:
    """Founding a league answered with a page; steps and texts were refused nowhere at all."""
    client, deal = app.test_client(), deal_in(app)
    with app.test_request_context():
        places = everywhere.addresses(deal, app) | everywhere.league_addresses(deal, app)
    before = crawl.Snapshot(app)
    wrong, tried, refused = set(), set(), 0
    for address in (each for paths in places.values() for each in paths):
        shown = client.get(address, follow_redirects=True)
        typed = set(TYPED.findall(shown.text))
        forms = crawl.read_forms(shown.request.path, shown.text)
        for form in (one for one in forms if one.method == "POST"):
            view = crawl.find_endpoint(app, form)
            for name in typed & {name for name, _value in form.fields}:
                if (view, re.sub(r"\d+", "1", name)) in tried:
                    continue
                tried.add((view, re.sub(r"\d+", "1", name)))
                for bad in FAULTY:
                    others = [one for one in form.fields if one[0] != name]
                    answer = client.post(
                        form.action, data=MultiDict([*others, (name, bad)]), headers={FROM: FORM}
                    )
                    if answer.status_code < 400:
                        before.restore()
                        continue
                    refused += 1
                    told = answer.json["problems"] if answer.is_json else [{"at": "", "text": ""}]
                    wrong |= {
                        (view, name, bad[:4], each["text"])
                        for each in told
                        if not any(part in each["text"] for part in NO_PLACES)
                        and not find_place(form, shown.text, each["at"])
                    }
    assert refused > 200
    assert not wrong
