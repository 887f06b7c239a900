"""One search over rules, open questions, cases and cards, for pages and for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from adjudicator import games
from adjudicator.rulebook import RULEBOOK
from adjudicator.rulebook.search.ranking import TEXT, Document, Hit
from recorder.games import access
from recorder.pages import wording
from recorder.pages.referee import rulebook
from recorder.pages.referee.search_index import read_index
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.header import frame
from recorder.pages.shared.paging import cut_page
from recorder.pages.wording import gettext as _
from recorder.web.context import tables as recorded

LONGEST = 200
"""Letters of a search; the rest is cut off, and the page says so."""

A_PAGE = 20
"""Results of one page."""

KINDS = ("rule", "card", "case", "question")
"""Kinds of results, as an address names them."""


@dataclass(frozen=True, slots=True)
class SearchLine:
    """A result as one line of a list.

    says: an excerpt. because: the words of the search that it has. language: that of the
    excerpt, where it is not the page's.
    """

    kind: str
    id: str
    game: str
    title: str
    says: str
    because: tuple[str, ...]
    rules: tuple[str, ...]
    address: str
    language: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the line as programs read it."""
        return {
            "kind": self.kind,
            "id": self.id,
            "game": self.game,
            "title": self.title,
            "rules": list(self.rules),
            "because": list(self.because),
            "address": self.address,
        }


def find_lines(
    asked: str, kind: str = "", game: str = "", token: str | None = None
) -> list[SearchLine]:
    """Return the best results for words in the page's language, the best first.

    kind, game: empty for all. token: the link of a table whose pages the results stay in.
    """
    index = read_index(wording.reader_locale())
    hits = index.search(asked[:LONGEST], (kind,) if kind else (), game)
    return [_to_line(hit, token) for hit in hits]


def find_nearest_words(asked: str) -> list[str]:
    """Return words of the texts, in the page's language, that are spelled nearly like these."""
    return read_index(wording.reader_locale()).find_nearest_words(asked[:LONGEST])


def _to_line(hit: Hit, token: str | None) -> SearchLine:
    own = hit.document
    return SearchLine(
        own.kind,
        own.id,
        own.game,
        own.title,
        next((text for weight, text in own.fields if weight == TEXT), ""),
        hit.because,
        own.rules,
        _find_address(own, token),
        own.language,
    )


def _find_address(document: Document, token: str | None) -> str:
    if document.kind == "case":
        return url_for("pages.case_page", case=document.id)
    if document.kind == "card":
        kind, _slash, card = document.id.partition("/")
        if token:
            return url_for("pages.table_card", token=token, kind=kind, id=card)
        return url_for("pages.card_page", game=document.game, kind=kind, id=card)
    return rulebook.address(document.id) or url_for("pages.rules")


def name_kinds() -> Mapping[str, str]:
    """Return the kinds of results in words, in the order in which they are offered."""
    names = (_("Rules"), _("Cards"), _("Cases"), _("Open questions"))
    return dict(zip(KINDS, names, strict=True))


@pages.get("/search")
def search() -> ResponseReturnValue:
    """Show the best results for the words; an id of a rule leads to the rule itself."""
    return _show_results(None)


@pages.get("/t/<token>/search")
def table_search(token: str) -> ResponseReturnValue:
    """Show the same at a table; the results of its game come first."""
    return _show_results(token)


def _show_results(token: str | None) -> ResponseReturnValue:
    typed = " ".join(request.args.get("words", "").split())
    address = rulebook.address(typed.upper()) if "-" in typed else None
    if address:
        return redirect(address, 303)
    kind = kind if (kind := request.args.get("kind", "")) in KINDS else ""
    table = recorded().open(token) if token else None
    game = table.header["game"] if table else request.args.get("game", "")
    game = game if game in RULEBOOK.games else ""
    lines = find_lines(typed, kind, game, token)
    return render_template(
        "search.html",
        **(frame(table, "search") if table else {}),
        wanted=typed[:LONGEST],
        cut=len(typed) > LONGEST,
        kind=kind,
        only="" if table else game,
        kinds=name_kinds(),
        titles={name: games.find(name).title for name in RULEBOOK.games},
        found=cut_page(lines, A_PAGE),
        nearest=[] if lines else find_nearest_words(typed),
        may_ask=table is None or table.link.role != access.READ,
    )
