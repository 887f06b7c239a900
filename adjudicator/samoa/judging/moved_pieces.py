"""The pieces of a hotel that differ between two positions: coins, tiles, tourists, cards.

Money and cards not yet revealed are secret, so they are told only where both scenes show them;
payments that everybody sees, for tiles and by tourists, are told to everybody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from adjudicator.pieces import MovedPiece, Scene

Own = Mapping[str, Any]


def list_moved_pieces(before: Scene, after: Scene, back: bool = False) -> Iterator[MovedPiece]:
    """Yield the moved pieces between two scenes: each player's, then the shared ones.

    back: whether the table goes back; see ``adjudicator.pieces``.
    """
    for one in _compare_positions(before, after, back):
        yield replace(one, back=True) if back else one


def _compare_positions(before: Scene, after: Scene, back: bool) -> Iterator[MovedPiece]:
    old, new = before.position, after.position
    for player, own in new["players"].items():
        was = old["players"][player]
        coins = -_compare_coins(player, new, old) if back else _compare_coins(player, old, new)
        if coins:
            yield MovedPiece(player, "coins", coins)
        if not back and own.get("bought") and own["bought"] != was.get("bought"):
            yield MovedPiece(player, "tile", 1, {"tile": own["bought"]})
        unbought = [was["bought"]] if back and was.get("bought") and not own.get("bought") else []
        for tile in unbought:
            yield MovedPiece(player, "tile", -1, {"tile": tile})
        lay, lie = Counter(was["special_tiles"]), Counter(own["special_tiles"])
        for tile, count in (lay - lie - Counter(unbought)).items():
            yield MovedPiece(player, "tile_used", -count, {"tile": tile})
        for tile, count in (lie - lay).items() if back else ():
            yield MovedPiece(player, "tile_used", count, {"tile": tile})
        yield from _compare_tourists(player, was, own)
        if own["hand"] > was["hand"]:  # SAM-KEEP-02
            yield MovedPiece(player, "cards_back", own["hand"] - was["hand"])
    if not back:
        yield from _compare_shared(old, new)
    elif old["phase"] != "cards" and new["phase"] == "cards" and old["round"] == new["round"]:
        yield MovedPiece(None, "reveal", -1)  # price cards that lie face down again
    if new["tie_break"] != old["tie_break"]:
        yield MovedPiece(new["tie_break"], "tie_break")
    if new["round"] != old["round"]:
        yield MovedPiece(None, "round", 0, {"round": new["round"]})


def _compare_coins(player: str, old: Own, new: Own) -> int:
    """Return the coins that a player takes or pays, as far as the scenes show it."""
    was, own = old["players"][player], new["players"][player]
    if "money" in was and "money" in own:
        return int(own["money"] - was["money"])
    last, now = _last_paid_round(old), _last_paid_round(new)
    if now != last:  # a correction may also take the payment of a round back
        paid, sign = (new, 1) if now > last else (old, -1)
        fees = paid["payment"]["players"].get(player, ())
        return sign * sum(int(fee["amount"]) for fee in fees)
    bid = (was.get("card") or {}).get("bid")
    if own.get("bought") and not was.get("bought") and bid is not None:
        return -int(bid)  # SAM-BUILD-03: everybody sees the card and so the price
    return 0


def _last_paid_round(position: Own) -> int:
    """Return the round that was paid last, 0 before the first payment."""
    return int((position.get("payment") or {}).get("round", 0))


def _compare_tourists(player: str, was: Own, own: Own) -> Iterator[MovedPiece]:
    arrived, left = [], []
    for room in [*was["rooms"], *(room for room in own["rooms"] if room not in was["rooms"])]:
        more = len(own["rooms"].get(room, ())) - len(was["rooms"].get(room, ()))
        if more > 0:
            arrived.append(room)
        elif more < 0:
            left.append(room)
    if arrived:
        yield MovedPiece(player, "moved_in", len(arrived), {"rooms": arrived})
    if left:
        yield MovedPiece(player, "moved_out", -len(left), {"rooms": left})


def _compare_shared(old: Own, new: Own) -> Iterator[MovedPiece]:
    if old["phase"] == "cards" and new["phase"] != "cards":
        yield MovedPiece(None, "reveal")
    came = sum(
        max(0, len(tourists) - len(old["players"][player]["rooms"].get(room, ())))
        for player, own in new["players"].items()
        for room, tourists in own["rooms"].items()
    )
    waiting = sum(map(len, old["groups"])) - came
    if waiting > 0 and not any(new["groups"]):
        yield MovedPiece(None, "tourists_away", -waiting)
    lying = [player for player, own in old["players"].items() if own.get("card")]
    if any((old["players"][player]["card"]).get("bid") is not None for player in lying) and not any(
        own.get("card") for own in new["players"].values()
    ):
        yield MovedPiece(None, "cards_aside")  # SAM-KEEP-04: face down
