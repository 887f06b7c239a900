"""Staff cards with their effects: cards in play, and a hand that its owner has told."""

from __future__ import annotations

from adjudicator.austria.assembled.boxes import box_of_record
from adjudicator.austria.chapters.staff import list_cards_to_hire, staff_price
from adjudicator.austria.table.agenda import list_usable_parts
from adjudicator.austria.table.state import Table
from adjudicator.rulebook import RULEBOOK
from recorder.pages.austria import terms
from recorder.pages.presenter import View
from recorder.pages.wording import page_language


def staff_card_view(view: View, number: int) -> dict[str, object]:
    """Return a card with its name and its effect in the rulebook's words.

    ``lang`` is the language of the effect where that is not the page's.
    """
    row = box_of_record(view.header).components.staff.get(number)
    try:
        shown = RULEBOOK.rule(row.rule, page_language()) if row is not None else None
    except KeyError:
        shown = None
    lang = shown.language if shown is not None and shown.language != page_language() else ""
    return {
        "number": number,
        "name": terms.staff_name(number),
        "effect": shown.text if shown is not None else "",
        "lang": lang,
    }


def list_own_hand(view: View) -> list[dict[str, object]]:
    """Return the cards in the hand of the seat's own player, each with its present price.

    Only where the player told them, and as far as later draws leave them known. The price follows
    the cheapest permission at hand, less discounts; without one it is the printed price. It is None
    where nobody has read it off. ``dear``: no permission at hand pays for it.
    """
    if view.seat is None or view.over:
        return []
    table = view.known.state
    assert isinstance(table, Table)
    own = next(player for player in table.players if player.id == view.seat)
    parts = [part for part in list_usable_parts(own, "play_staff") if not part.part.drawn]
    fits = {number for part in parts for number in list_cards_to_hire(table, own, part)}
    lines = []
    for number in sorted(own.known or ()):
        printed = table.staff_cost(number)
        prices = [staff_price(table, own, number, part) for part in parts]
        price = min(prices, default=printed)
        dear = bool(parts) and number not in fits
        lines.append(
            {**staff_card_view(view, number), "price": price, "printed": printed, "dear": dear}
        )
    return lines
