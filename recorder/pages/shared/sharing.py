"""The preview of a shared link in messengers: title, state of the game, a picture."""

from __future__ import annotations

from exports.picture import CARD
from recorder.games import access
from recorder.games.visibility import GameView
from recorder.pages import presenter, wording
from recorder.pages.shared.filters import abroad
from recorder.pages.shared.sentences import names
from recorder.pages.wording import gettext as _


def preview(table: GameView) -> dict[str, object] | None:
    """Return the head of a page for messengers: of the read link, and of no other.

    It holds no more than everybody at the table knows. size: of the picture, width and height in
    pixels.
    """
    if table.link.role != access.READ:
        return None
    header = table.header
    players = wording.listing(list(names(header).values()))
    return {
        "title": f"{players} · {wording.say(presenter.find_presenter(header['game']).title)}",
        "about": standing(table),
        "image": abroad("pages.card", token=table.link.token),
        "size": CARD,
    }


def standing(table: GameView) -> str:
    """Return the state of a game, or its winner, in words."""
    if table.over:
        called = names(table.header)
        winners = [called[player] for player in table.result["winners"]]
        return _("%(names)s won", names=wording.listing(winners)) if winners else _("Finished")
    if not table.row.entries:
        return _("not begun")
    return _("round %(round)s", round=table.entry_knowledge.round_no)
