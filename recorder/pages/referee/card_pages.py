"""The cards of all boxes: a search, and a page for each, by itself or as a table knows it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from adjudicator import games
from adjudicator.casebook import CASEBOOK
from adjudicator.casebook.cards import list_named_cards
from adjudicator.record import Header
from adjudicator.rulebook import RULEBOOK, tables
from recorder.games import access
from recorder.games.visibility import GameView
from recorder.league.league_state import CalledCase
from recorder.pages.forms import entry_forms
from recorder.pages.presenter import Card, Cards, View
from recorder.pages.referee import case_lines, league_rulings, rulebook
from recorder.pages.referee.card_list import (
    ListedCard,
    find_card,
    fold_words,
    list_all_cards,
    list_decks,
)
from recorder.pages.shared import views
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.filters import card_url
from recorder.pages.shared.header import frame
from recorder.pages.shared.parts import keep_made
from recorder.pages.wording import bind_prices
from recorder.pages.wording import gettext as _
from recorder.web.context import tables as recorded

MOST_CASES = 3
"""Cases of the casebook that a card's page shows; a link leads to the others."""

MOST_RULES = 6
"""Rules that stand open on a card's page; the others are folded."""


def search_cards(
    wanted: str, *, game: str = "", kind: str = "", among: Sequence[ListedCard] | None = None
) -> list[ListedCard]:
    """Return the cards in which every word begins one of theirs, the best first.

    A number that is a card's own comes first, then words of its name. The list filters alike while
    somebody types (``picks.js``).
    """
    typed = fold_words(wanted).split()
    ranked: list[tuple[int, int, ListedCard]] = []
    for order, row in enumerate(list_all_cards() if among is None else among):
        card = row.card
        if (game and row.game != game) or (kind and kind not in (card.kind, *card.also)):
            continue
        if all(f" {word}" in row.text for word in typed):
            name = f" {fold_words(card.name or card.title)}"
            is_named = any(f" {word}" in name for word in typed)
            ranked.append((-2 * (card.number in typed) - is_named, order, row))
    return [row for *_rank, row in sorted(ranked, key=lambda one: one[:2])]


# --- cards in sentences -------------------------------------------------------------------------


def _titles(game: str) -> Mapping[str, Sequence[tuple[str, Card]]]:
    """Return the cards' names in sentences by their first word, the longest first."""
    by_word: dict[str, list[tuple[str, Card]]] = {}
    deck = list_decks().get(game)
    for card in deck.all() if deck else ():
        for title in {card.title, card.name, card.said} - {""}:
            by_word.setdefault(_first(title), []).append((title, card))
    return {word: sorted(rows, key=lambda row: -len(row[0])) for word, rows in by_word.items()}


_ENDS = r"(?![^\W\uac00-\ud7a3])"
"""The end of a title: no letter that continues the word may follow; Korean particles may."""


def _first(text: str) -> str:
    """Return the key of a title: its number, sign or first word."""
    begun = re.match(r"\d+|\w+|\S", text)
    return begun[0] if begun else ""


@pages.app_template_filter("with_cards")
@pass_context
def with_cards(context: Context, text: object) -> Markup:
    """Return a sentence in which each card leads to its page.

    A card is known by its number and name; by its name alone where the sentence begins with it.
    """
    said, game = str(text), context.get("game")
    if not game:
        return escape(bind_prices(said))
    titles = keep_made("card titles", game, lambda: _titles(str(game)))
    parts: list[Markup] = []
    done = 0
    for word in re.finditer(r"\S+", said):
        if word.start() < done:
            continue
        for title, card in titles.get(_first(word[0]), ()):
            if word.start() and not title[0].isdigit() and title not in (card.title, card.said):
                continue
            if re.compile(re.escape(title) + _ENDS).match(said, word.start()):
                parts.append(escape(bind_prices(said[done : word.start()])))
                done = word.start() + len(title)
                url = card_url(context, str(game), card.kind, card.id)
                parts.append(
                    Markup('<a class="to-card" href="{}">{}</a>').format(url, bind_prices(title))
                )
                break
    return Markup("").join([*parts, escape(bind_prices(said[done:]))])


# --- the search -------------------------------------------------------------------------------


@pages.get("/cards")
def cards() -> ResponseReturnValue:
    """Show the cards of all games, or the found ones; a single one is shown itself."""
    return _render_card_list(None)


@pages.get("/t/<token>/cards")
def table_cards(token: str) -> ResponseReturnValue:
    """Show the same at a table: the cards of its boxes."""
    return _render_card_list(recorded().open(token))


@pages.get("/t/<token>/sheets/cards")
def cards_sheet(token: str) -> str:
    """Show the cards of a table's boxes in a sheet of the page of play, which keeps it."""
    table = recorded().open(token)
    game = str(table.header["game"])
    return render_template(
        "cards_sheet.html",
        found=_of_table(table),
        token=token,
        kinds=list_decks()[game].kinds(),
        icons=_icons(),
    )


def _of_table(table: GameView) -> list[ListedCard]:
    header = table.header
    boxes = {"", *header.get("modules", ())}
    return [
        one for one in list_all_cards() if one.game == header["game"] and one.card.module in boxes
    ]


def _icons() -> Mapping[str, str]:
    return {game: cards.icons for game, cards in list_decks().items()}


def _list_kinds(among: Sequence[ListedCard]) -> dict[str, dict[str, str]]:
    """Return the kinds of the cards of each game that are in a list, with their words."""
    there = {(one.game, kind) for one in among for kind in (one.card.kind, *one.card.also)}
    return {
        game: {kind: word for kind, word in deck.kinds().items() if (game, kind) in there}
        for game, deck in list_decks().items()
    }


def _render_card_list(table: GameView | None, missing: str = "") -> ResponseReturnValue:
    wanted = "" if missing else request.args.get("words", "").strip()[:80]
    kind, game = request.args.get("kind", ""), request.args.get("game", "")
    among = list_all_cards() if table is None else _of_table(table)
    rows = search_cards(wanted, game=game, kind=kind, among=among)
    shown = {id(one) for one in rows}
    name = fold_words(wanted)
    exact = [one for one in rows if name and name in (one.card.number, fold_words(one.card.name))]
    if len(exact) == 1:
        card = exact[0].card
        place = url_for("pages.card_page", game=exact[0].game, kind=card.kind, id=card.id)
        if table:
            token = table.link.token
            place = url_for("pages.table_card", token=token, kind=card.kind, id=card.id)
        return redirect(place, 303)
    kinds = _list_kinds(among)
    own = frame(table, "cards") if table else {}
    page = render_template(
        "cards.html",
        **own,
        found=rows,
        others=[one for one in among if id(one) not in shown],
        wanted=wanted,
        kind=kind,
        only=game,
        kinds={name: words for name, words in kinds.items() if words},
        titles={name: games.find(name).title for name in kinds},
        icons=_icons(),
        missing=missing,
        same=exact if len(exact) > 1 else (),
    )
    return page, 404 if missing else 200


# --- a card's page ----------------------------------------------------------------------------


@pages.get("/cards/<game>/<kind>/<id>")
def card_page(game: str, kind: str, id: str) -> ResponseReturnValue:
    """Show a card: effects, figures, editions, open questions, rules and cases."""
    card = find_card(game, kind, id)
    if card is None:
        return _render_card_list(None, missing=_unknown(kind, id))
    return render_template("card.html", **_describe_card(game, card, None, None))


@pages.get("/t/<token>/cards/<kind>/<id>")
def table_card(token: str, kind: str, id: str) -> ResponseReturnValue:
    """Show a card as a table knows it, and its effects there now."""
    table = recorded().open(token)
    game = str(table.header["game"])
    card = find_card(game, kind, id)
    if card is None:
        return _render_card_list(table, missing=_unknown(kind, id))
    view = views.of_table(table, request.args.get("shown"))
    context = _describe_card(game, card, table, view)
    return render_template("card.html", **frame(table, "cards") | context)


def _unknown(kind: str, id_: str) -> str:
    kinds = {kind: word for deck in list_decks().values() for kind, word in deck.kinds().items()}
    if kind in kinds:
        return _("No box has this card: %(kind)s %(id)s.", kind=kinds[kind], id=id_)
    return _("No box has this card: %(id)s.", id=id_)


def _describe_card(
    game: str, card: Card, table: GameView | None, view: View | None
) -> dict[str, object]:
    deck = list_decks()[game]
    now: Sequence[str] = ()
    if view is not None:
        card, now = deck.look_up_at(view, card)
    header: Header = table.header if table else {}
    near = {*card.switches, *card.rules[:1]}
    rules = rulebook.texts(card.rules)
    cases = CASEBOOK.find_cases_by_card(game, card.kind, card.id)
    key, switches = (card.kind, card.id), {*card.switches}

    def is_about(ruled: CalledCase) -> bool:
        """Return whether a league's ruling names the card, or a house rule that affects it."""
        named = list_named_cards(ruled.kind, ruled.subjects, [ruled.entry])
        return key in named or not switches.isdisjoint(ruled.subjects)

    return {
        "game": game,
        "card": card,
        "picture": deck.picture,
        "now": now,
        "missing": bool(view and card.module and card.module not in header.get("modules", ())),
        "kinds": deck.kinds(),
        "differences": _differences(game, near, header),
        "questions": _questions(game, near, header),
        "editions": games.find(game).edition_labels,
        "rules": rules[:MOST_RULES],
        "more_rules": rules[MOST_RULES:],
        "books": RULEBOOK.books,
        "reading": _reading(deck, card, table, view),
        "cases": [
            case_lines.line(case, str(header.get("edition", ""))) for case in cases[:MOST_CASES]
        ],
        "rulings": league_rulings.list_league_rulings(game, is_about),
        "case_count": len(cases),
    }


def _reading(deck: Cards, card: Card, table: GameView | None, view: View | None) -> Any:
    """Return how figures that nobody has read are read here; None where all are known."""
    if not card.reads:
        return None
    if table is None or table.link.role == access.READ or table.over:
        return deck.reading(None, card)
    fields = deck.reading(view, card)
    return fields and {**fields, "version": table.version, "key": entry_forms.new_key()}


@cache
def _switches() -> Mapping[str, Any]:
    return {switch.id: switch for switch in tables.list_switches()}


def _differences(game: str, near: set[str], header: Header) -> list[dict[str, object]]:
    """Return the differences of editions about a card: each meaning with its editions."""
    if len(games.find(game).edition_labels) < 2:
        return []
    switches = header.get("options", {}).get("rulings", {})
    differences = []
    for id_, switch in _switches().items():
        if id_ not in near:
            continue
        by_value: dict[str, list[str]] = {}
        for edition, value in switch.editions.items():
            by_value.setdefault(value, []).append(edition)
        ruled = switches.get(id_)
        edition = str(header.get("edition", ""))
        own = switch.value(ruled) if ruled else switch.editions.get(edition)
        rows = [
            {"meaning": meaning, "editions": by_value.get(value, ()), "own": value == own}
            for value, meaning in switch.values.items()
            if value in by_value or value == own
        ]
        if len(by_value) > 1 or id_ in switches:
            differences.append({"id": id_, "point": switch.point, "rows": rows})
    return differences


def _questions(game: str, near: set[str], header: Header) -> list[dict[str, object]]:
    """Return the open questions of the books about a card, with this table's answers."""
    switches = header.get("options", {}).get("rulings", {})
    return [
        {
            "id": one.id,
            "question": one.question,
            "default": one.default,
            "own": one.values.get(switches[one.id], "") if one.id in switches else "",
        }
        for one in tables.list_open_questions(game)
        if one.id in near or near.intersection(one.rules)
    ]
