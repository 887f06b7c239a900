"""Unique Hotels on the pages: the auction, the lobbies and their uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.austria.assembled.boxes import box_of_record
from adjudicator.austria.modules.hotels.lobbies import LOBBIES, TOKENS
from adjudicator.austria.printed.catalogue import FIGURES
from adjudicator.austria.table.box import Box
from adjudicator.pieces import MovedPiece
from adjudicator.record import Header
from recorder.pages.austria import choosing, does, terms
from recorder.pages.austria.components.component import Component
from recorder.pages.austria.modules import (
    ChangeWords,
    Deck,
    Face,
    FilledPosition,
    Panel,
    Part,
    WallLine,
)
from recorder.pages.austria.modules.hotels import laying_out, tokens
from recorder.pages.austria.modules.hotels.told import (
    HALVES,
    LASTING,
    describe_lobby,
    describe_token,
    lobby_effects,
    lobby_food,
    lobby_name,
)
from recorder.pages.forms import nested_fields, offers
from recorder.pages.forms.shaped_fields import choices
from recorder.pages.presenter import Button, Document, View
from recorder.pages.wording import gettext as _
from recorder.pages.wording import join_label, join_sayings, lazy, reader

HERE = "austria/modules/hotels"
PHASE = "setup-lobbies"
SHOWN = ("lobbies", "auction", "lobby", "lobby_used", "goals", "tiles", "tokens", "pile")
"""Keys of the position that the module's panel shows."""


def _missing_things(moved: MovedPiece) -> list[Any]:
    now = moved.facts["now"] or []
    return [one for one in moved.facts["before"] or [] if one not in now]


def _goals_change(_header: Header, moved: MovedPiece) -> str:
    before = moved.facts["before"] or []
    reached = [
        goal
        for goal in moved.facts["now"] or []
        if isinstance(goal, Mapping) and goal not in before
    ]
    told = [
        join_label(terms.politics_words(goal["politics"]), terms.vp_words(goal["vp"]))
        for goal in reached
    ]
    return _("personal goal reached: %(goals)s", goals=join_sayings(told)) if told else ""


def _pile_change(_header: Header, moved: MovedPiece) -> str:
    now, before = moved.facts["now"] or [], moved.facts["before"] or []
    came = [terms.guest_title(guest) for guest in now if guest not in before]
    if came:
        return _("%(guests)s onto the lobby's pile", guests=", ".join(came))
    return _("the lobby's pile is cleared") if before and not now else ""


class _Hotels(Face):
    title = lazy("Unique Hotels")
    about = lazy("Every player buys a lobby in an auction; what it does lasts the whole game.")
    kinds: Mapping[str, object] = {"take_token": lazy("take a token")}
    sources: Mapping[str, object] = {"lobby": lazy("The lobby")}
    lasting = LASTING
    decks: Mapping[str, Deck] = {
        "lobby": Deck(
            lazy("Lobbies"),
            lazy("Lobby"),
            lambda: {one.id: one.values for one in LOBBIES.values()},
            lobby_name,
            describe_lobby,
            icon="kitchen",
            named=lambda _position, lobby: ("lobby", lobby),
        ),
        "token": Deck(
            lazy("Tokens"),
            lazy("Token"),
            lambda: {str(n): row for n, row in TOKENS.items()},
            lambda token: _("Token %(number)s", number=token),
            describe_token,
            icon="up",
            reads=lambda token: f"token.{token}",
        ),
    }
    steps: Mapping[str, object] = {
        "kaufman": lazy("The lobby's guests of this round"),
        "kaufman-pile": lazy("The lobby's pile is cleared"),
    }
    pieces: Mapping[str, ChangeWords] = {
        "lobby": lambda h, m: (
            _("take the lobby %(lobby)s", lobby=lobby_name(m.facts["now"]))
            if m.facts["now"]
            else ""
        ),
        "tokens": lambda h, m: (
            _("token %(number)s into the box", number=", ".join(map(str, gone)))
            if (gone := _missing_things(m))
            else ""
        ),
        "tiles": lambda h, m: (
            _("put away the lobby's tile: %(tile)s", tile=join_sayings(map(does.tile_words, gone)))
            if (gone := _missing_things(m))
            else ""
        ),
        "goals": _goals_change,
        "pile": _pile_change,
    }

    def setup(self, start: Mapping[str, Any]) -> Panel:
        return Panel(f"{HERE}/setup.html", laying_out.lobbies_form(start))

    def read_setup(
        self, form: Mapping[str, str], document: dict[str, Any], problems: dict[str, str]
    ) -> None:
        laying_out.read_lobbies(form, document, problems)

    def tables(self, own: Mapping[str, Any]) -> int:
        """Return one table more for Kaufman's owner, else 0 (WALTZ3-KAUFMAN-02)."""
        return FIGURES["cafe_tables"] + 1 if own.get("lobby") == "kaufman" else 0

    def step(self, view: View) -> str:
        if view.position["phase"] != PHASE:
            return ""
        auction = view.position.get("auction")
        if not auction:
            return _("opens an auction: “Bid” enters every bid, “Bought” its result alone")
        return _(
            "%(name)s bids more than %(price)s for %(lobby)s, or passes",
            name=view.name(auction["turn"]),
            price=terms.krone_words(auction["krones"]),
            lobby=lobby_name(auction["lobby"]),
        )

    def dock(self, view: View, mine: Sequence[offers.Offer]) -> list[Button]:
        by = str(view.acting)
        buttons = []
        if offers.find(mine, "take_lobby"):
            entry = {"by": by, "do": "take_lobby"}
            buttons.append(Button(_("Bought"), entry, icon="krone", sheet="take_lobby"))
        if offers.find(mine, "bid"):
            entry = {"by": by, "do": "bid"}
            buttons.append(Button(_("Bid"), entry, icon="scales", main=True, sheet="bid"))
        return buttons

    def also(self, view: View, mine: Sequence[offers.Offer]) -> list[Button]:
        if not offers.find(mine, "use_lobby"):
            return []
        entry = {"by": view.acting, "do": "use_lobby"}
        return [Button(_("Use the lobby"), entry, icon="emperor", sheet="use_lobby")]

    def buttons(self, view: View, part: Part) -> list[Button]:
        half = part.get("half")
        buttons = []
        for offer in offers.find(view.options, "take_token", by=part["by"], half=half)[:1]:
            for token in offers.values(offer, "token"):
                entry = {"by": part["by"], "do": "take_token", "token": token, "half": half}
                label = _("Token %(number)s", number=token)
                buttons.append(Button(label, entry, detail=reader().term("token-line", half)))
        return buttons

    def sheets(self, view: View, mine: Sequence[offers.Offer]) -> Sequence[Panel]:
        by = str(view.acting)
        panels = []
        lobby = _("Lobby")
        bought = offers.find(view.options, "take_lobby")
        for offer in bought[:1] if offers.find(mine, "take_lobby") else ():
            fields = [choosing.choice_field(offer, "lobby", lobby, lobby_name)]
            fields += [
                {
                    "key": "entry",
                    "title": _("%(name)s pays", name=view.name(each["by"])),
                    "choices": [
                        ({"by": each["by"], "do": each["do"], "krones": n}, str(n))
                        for n in offers.values(each, "krones")
                    ],
                    "class": "prices",
                }
                for each in bought
            ]
            title, note = _("Which lobby for how much?"), _("The result of a spoken auction.")
            panels.append(choosing.choice_sheet("take_lobby", title, offer, fields, note=note))
        for offer in offers.find(mine, "bid")[:1]:
            lobbies = choosing.choice_field(offer, "lobby", lobby, lobby_name)
            price = choosing.choice_field(offer, "krones", _("Krones"), str)
            price["class"] = "prices"
            note = _("One bid after the other, as they are called.")
            title = _("Your bid")
            panels.append(choosing.choice_sheet("bid", title, offer, [lobbies, price], note=note))
        possible = offers.find(mine, "use_lobby")
        for offer in possible[:1]:
            tile = choosing.choice_field(offer, "tile", _("Tile"), does.tile_words, wide=True)
            note = _("Move back on the emperor track, then take the tile's bonus.")
            wants = choosing.list_wanted_pieces(view, possible, by)
            title = _("Use the lobby")
            panels.append(
                choosing.choice_sheet("use_lobby", title, offer, [tile], note=note, wants=wants)
            )
        return panels

    def panels(self, view: View) -> Sequence[Panel]:
        auction = view.position.get("auction") or {}
        laid = [
            {
                "id": lobby,
                "name": lobby_name(lobby),
                "does": lobby_effects(lobby),
                "food": lobby_food(view.header, lobby),
            }
            | {"now": lobby == auction.get("lobby")}
            for lobby in view.position.get("lobbies", ())
        ]
        own = [self._own(view, player) for player in view.players]
        m = {
            "laid": laid,
            "own": [row for row in own if row],
            "bid": auction and terms.krone_words(auction["krones"]),
            "by": auction and view.name(auction["by"]),
        }
        return [Panel(f"{HERE}/play.html", m, SHOWN)] if laid or m["own"] else ()

    def _own(self, view: View, player: Mapping[str, Any]) -> dict[str, object] | None:
        lies = view.position["players"][player["id"]]
        lobby = lies.get("lobby")
        if not lobby:
            return None
        goals = []
        for goal in lies.get("goals", ()):
            card = goal["politics"] if isinstance(goal, Mapping) else goal
            state = terms.vp_words(goal["vp"]) if isinstance(goal, Mapping) else _("not reached")
            goals.append(join_label(terms.politics_words(card), state))
        return {
            "player": player["name"],
            "colour": player.get("colour", ""),
            "mine": player["id"] == view.acting,
            "id": lobby,
            "name": lobby_name(lobby),
            "does": lobby_effects(lobby),
            "used": bool(lies.get("lobby_used")),
            "goals": goals,
            "tiles": [does.tile_words(tile) for tile in lies.get("tiles", ())],
            "tokens": lies.get("tokens", ()),
            "pile": [terms.guest_title(guest) for guest in lies.get("pile", ())],
            "values": lies.get("values", ()) if lobby == "corogari" else (),
        }

    def wall_lines(self, view: View) -> Sequence[WallLine]:
        laid = [(lobby_name(lobby), ()) for lobby in view.position.get("lobbies", ())]
        return [WallLine(_("Lobbies"), laid)] if laid else []

    def own_lines(self, view: View, player: str) -> Sequence[str]:
        lobby = view.position["players"][player].get("lobby")
        return [lobby_name(lobby)] if lobby else []

    def die_fields(self, view: View) -> Sequence[Mapping[str, object]]:
        spaces = [(n, str(n)) for n in range(1, 7)]
        return [choosing.radio_field("moved", _("A die was moved over from"), spaces)]

    def forms(self, view: View) -> Sequence[Mapping[str, object]]:
        by, box = view.acting, box_of_record(view.header)
        laid = [
            (lobby, lobby_name(lobby)) for lobby in view.header.get("setup", {}).get("lobbies", ())
        ]
        lobby = choosing.radio_field(
            "lobby", _("Lobby"), laid or [(n, lobby_name(n)) for n in LOBBIES]
        )
        price = choosing.number_field("krones", _("Krones"), 0, FIGURES["krones_max"])
        tiles = [(tile, does.tile_words(tile)) for tile in box.components.tiles]
        token = choosing.radio_field("token", _("Token"), [(n, str(n)) for n in tokens.TOKENS])
        half = choosing.radio_field(
            "half", _("Half"), [(half, reader().term("token-line", half)) for half in HALVES]
        )
        used = [choosing.radio_field("tile", _("Tile"), tiles)]
        return [
            choosing.entry_form("scales", _("Bid"), {"by": by, "do": "bid"}, [lobby, price]),
            choosing.entry_form(
                "krone", _("Bought"), {"by": by, "do": "take_lobby"}, [lobby, price]
            ),
            choosing.entry_form("emperor", _("Use the lobby"), {"by": by, "do": "use_lobby"}, used),
            choosing.entry_form("plus", _("Token"), {"by": by, "do": "take_token"}, [token, half]),
        ]

    def components(self, box: Box) -> Sequence[Component]:
        return tokens.list_tokens(box)

    def in_sight(self, view: View) -> Iterator[str]:
        return tokens.tokens_in_sight(view)

    def read_off(self, view: View) -> Mapping[str, dict[str, Any]]:
        return tokens.list_known_tokens(view)

    def position(self, header: Header, position: Document) -> Panel:
        own = position.get("players", {})
        box = box_of_record(header)
        shape = box.shapes.player
        m = {
            "lobbies": [(lobby, lobby_name(lobby)) for lobby in choices(shape, "lobby")],
            "tokens": [(number, number) for number in choices(shape, "tokens")],
            "vp": choices(shape, "goals", "vp"),
            "tiles": [(tile, does.tile_words(tile)) for tile in box.components.tiles],
            "goals": [(card, terms.politics_words(card)) for card in box.components.politics],
            "chosen": {player: _chosen_things(lies) for player, lies in own.items()},
            "free": _chosen_things({}),
        }
        return Panel(f"{HERE}/position.html", m)

    def read_position(self, filled: FilledPosition, position: dict[str, Any]) -> None:
        """Read the player's lobby, and only the things that belong to it."""
        for player, own in filled.own.items():
            lies = own.filled("lobby")
            match lies.get("lobby"):
                case "dove":
                    lies |= own.said("tokens")
                case "wray":
                    lies |= own.said("tiles")
                case "ninas":
                    reached = nested_fields.branch(own.fields, "reached")
                    goals = [
                        {"politics": goal, "vp": reached[goal]} if goal in reached else goal
                        for goal in nested_fields.list_field_values(own.fields, "goals")
                    ]
                    lies |= {"goals": own.read("goals", goals)} if goals else {}
            position["players"][player] |= lies


def _chosen_things(lies: Mapping[str, Any]) -> dict[str, object]:
    goals = {
        (goal["politics"] if isinstance(goal, Mapping) else goal): (
            goal["vp"] if isinstance(goal, Mapping) else ""
        )
        for goal in lies.get("goals", ())
    }
    return {
        "lobby": lies.get("lobby"),
        "tokens": lies.get("tokens", range(1, 6)),
        "tiles": lies.get("tiles", ()),
        "goals": goals,
    }


FACE = _Hotels()
