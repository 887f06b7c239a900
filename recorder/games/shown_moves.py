"""The pieces that entries and corrections of a game moved, as a link may see them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudicator import games
from adjudicator.pieces import MovedPiece, Scene
from recorder.games.replays import REMEMBERED
from recorder.games.visibility import GameView, reveal_game
from recorder.store.log import Entry


@dataclass(frozen=True, slots=True)
class LineChange:
    """The last change of the line other than a new entry, with its effect on the table.

    version: of the operation. seat: of the link that did it, None for the table. gone, come: the
    entries that it took out and put in. moved: the moved pieces, read off the positions before and
    after it.
    """

    version: int
    seat: str | None
    gone: tuple[Entry, ...]
    come: tuple[Entry, ...]
    moved: tuple[MovedPiece, ...]


def list_moved_pieces(
    table: GameView, first: int, last: int
) -> Iterator[tuple[int, Sequence[MovedPiece]]]:
    """Yield entry numbers with the pieces that each entry moved, as the link may see them.

    The entries before ``first`` are not judged again, but for some dozens.
    """
    if first > last:
        return
    game = games.find(table.row.header["game"])
    kept, viewer = reveal_game(table).moved, table.privacy.viewer_key
    earlier, count = reveal_game(table).earlier, len(reveal_game(table).replay.verdicts)
    new = count == last and (last, viewer) not in kept
    if new and earlier is not None and earlier[0] == last - 1:
        scenes = _hide_scene(table, earlier[1]), _hide_scene(table, reveal_game(table).scene)
        kept[last, viewer] = tuple(game.list_moved(*scenes))
    if all((number, viewer) in kept for number in range(first, last + 1)):
        yield from ((number, kept[number, viewer]) for number in range(first, last + 1))
        return
    before = _see_state(table, reveal_game(table).replay.state_after(first - 1))
    for number, state in reveal_game(table).replay.walk_states(first - 1, last):
        after = _see_state(table, state)
        moved = tuple(game.list_moved(before, after))
        if number > count - REMEMBERED:
            kept[number, viewer] = moved
        yield number, moved
        before = after


def find_last_change(table: GameView) -> LineChange | None:
    """Return the last undo, redo or correction, as the link may see it.

    None if the last operation is a new entry, and at the start.
    """
    found = reveal_game(table).before_last
    if found is None:
        return None
    version, before = found
    moves = reveal_game(table).story.moves[version - 1]
    back = not any(forward and step.new for step, forward in moves)
    changes = [(step.old, step.new) if forward else (step.new, step.old) for step, forward in moves]
    gone = [line.entry for old, _new in changes for line in old]
    come = [line.entry for _old, new in changes for line in new]
    stayed = {id(entry) for entry in gone} & {id(entry) for entry in come}
    back = back or len(come) < len(gone)
    with reveal_game(table).lock:
        moved = compare_pieces(table, before.state, reveal_game(table).replay.state, back)
    return LineChange(
        version,
        reveal_game(table).story.seats[version - 1],
        tuple(table.privacy.show_entry(entry) for entry in gone if id(entry) not in stayed),
        tuple(table.privacy.show_entry(entry) for entry in come if id(entry) not in stayed),
        moved,
    )


def compare_pieces(
    table: GameView, before: games.State, after: games.State, back: bool
) -> tuple[MovedPiece, ...]:
    """Return what moves between two states, as the link may see it.

    back: whether the table goes back.
    """
    game = games.find(table.row.header["game"])
    return tuple(game.list_moved(_see_state(table, before), _see_state(table, after), back))


def _hide_scene(table: GameView, scene: Scene) -> Scene:
    lines = table.privacy.by_player(scene.lines)
    return Scene(table.privacy.show_position(scene.position), lines)


def _see_state(table: GameView, state: games.State) -> Scene:
    return _hide_scene(table, Scene.from_state(state))
