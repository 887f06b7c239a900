"""What still stopped, slowed or misled people in an evening: each class of it, once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import expect

from tests.browser import everywhere
from tests.browser.phone import Phone

Deal = Callable[[Mapping[str, Any]], dict[str, str]]


def numbers(phone: Phone, what: str) -> list[int]:
    """The first whole number of every element, in the page's order."""
    texts = phone.page.locator(what).all_text_contents()
    return [
        int("".join(each for each in text.split()[0] if each in "-0123456789")) for text in texts
    ]


def test_every_page_shows_one_score_when_the_game_is_over(phone: Phone, deal: Deal) -> None:
    """The total everywhere; where the track's points stand, too, they are called so."""
    for game, name in (("austria", "sample-waltz"), ("samoa", "sample")):
        links = deal(everywhere.sample(game, name))
        table = links["table"]
        phone.open(table + "/result")
        total = numbers(phone, ".ledger tfoot td")
        assert len(set(total)) > 1
        phone.open(links["read"] + "/wall")
        assert numbers(phone, ".board h2 .num") == total
        phone.open(table + "/moments")
        phone.page.wait_for_url("**/moments/*")
        assert numbers(phone, ".chip .pts") == total
        phone.open(table)
        money = " small" if game == "samoa" else ""
        assert numbers(phone, ".players .chip .pts" + money) == total
        phone.tap("#to-result")
        lines = phone.page.locator(".ending tbody tr")
        told = [[int(cell) for cell in row.locator("td").all_inner_texts()] for row in lines.all()]
        assert told[-1] == total
        assert [sum(of_one) for of_one in zip(*told[:-1], strict=True)] == total
        expect(phone.page.locator("#winner")).to_contain_text(f"{max(total)}")
        if game == "austria":
            expect(lines.first).to_contain_text("on the track")
            phone.open(table)
            phone.tap(".players .chip >> nth=0")
            shown = phone.page.locator("dialog[open] header, dialog[open].sheet > header")
            expect(shown.first).to_contain_text(f"{total[0]} VP ({told[0][0]} on the track)")
            phone.open(table + "/check")
            expect(phone.page.locator(".note", has_text="on the track")).to_be_visible()
