"""Laying lobbies out, with goals and tiles beside two of them (WALTZ3-SETUP-03, -04)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.austria.modules.hotels.auction import LETTERS
from adjudicator.austria.modules.hotels.lobbies import LOBBIES
from recorder.pages.austria import card_lists, does, terms
from recorder.pages.austria.modules.hotels.told import lobby_name
from recorder.pages.wording import gettext as _

FIELD = "lobby-"


def lobbies_form(start: Mapping[str, Any]) -> dict[str, object]:
    """Return the values of the template. start: values of fields by name."""
    goals = {
        letter: [
            {"id": card.id, "title": terms.politics_words(card.id), "of": of}
            for card, of in card_lists.list_cards_of_letter(
                lambda box: box.components.politics, letter
            )
        ]
        for letter in LETTERS["ninas"]
    }
    tiles = {
        letter: [
            {"id": tile.id, "title": does.tile_words(tile.id), "of": of}
            for tile, of in card_lists.list_cards_of_letter(
                lambda box: box.components.tiles, letter
            )
        ]
        for letter in dict.fromkeys(LETTERS["wray"])
    }
    return {
        "lobbies": [
            {
                "id": lobby.id,
                "name": lobby_name(lobby.id),
                "of": f"modules={lobby.needs}" if lobby.needs else "",
                "ticked": bool(start.get(FIELD + lobby.id)),
            }
            for lobby in LOBBIES.values()
        ],
        "goals": goals,
        "tiles": tiles,
        "start": start,
    }


def read_lobbies(
    form: Mapping[str, str], document: dict[str, Any], problems: dict[str, str]
) -> None:
    """Put the lobbies into the set-up, with the goals and tiles that two of them need."""
    chosen = [
        lobby.id
        for lobby in LOBBIES.values()
        if form.get(FIELD + lobby.id) and lobby.needs in (None, *document["modules"])
    ]
    setup, players = document["setup"], len(document["players"])
    if len(chosen) != players:
        problems["module-hotels"] = _("Choose as many lobbies as players: %(num)s.", num=players)
        return
    setup["lobbies"] = chosen
    if "ninas" in chosen:
        goals = [form.get(f"ninas-{letter}", "") for letter in LETTERS["ninas"]]
        if not all(goals) or {*goals} & {*setup["politics"]}:
            problems["module-hotels"] = _(
                "%(lobby)s has three goals, none of them on the board.", lobby=lobby_name("ninas")
            )
        setup["ninas"] = goals
    if "wray" in chosen:
        tiles = _ticked_tiles(form)
        if len(tiles) != len(LETTERS["wray"]) or {*tiles} & {*setup["emperor"]}:
            problems["module-hotels"] = _(
                "%(lobby)s has two tiles of each letter, none of them on the board.",
                lobby=lobby_name("wray"),
            )
        setup["wray"] = tiles


def _ticked_tiles(form: Mapping[str, str]) -> list[str]:
    return [
        tile.id
        for letter in dict.fromkeys(LETTERS["wray"])
        for tile, _of in card_lists.list_cards_of_letter(lambda box: box.components.tiles, letter)
        if form.get(f"wray-{tile.id}")
    ]
