"""The second page of a score sheet: where points came from, and what the players missed."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator import games
from adjudicator.messages import format_signed
from adjudicator.replay import Replay
from adjudicator.review.game_review import GameReview
from adjudicator.review.missed_chances import LeftLying
from adjudicator.review.review_text import list_unread, tell_kind
from adjudicator.sentences import RecordWording, find_wording
from exports.sheet import Small, and_more
from exports.words import Words, printable, printable_names

MISSED = 24
"""Missed chances of one player that are printed; of more it says how many."""

LINE = 240
"""Letters of a line that are printed."""


def list_review_tables(review: GameReview, replay: Replay, words: Words) -> Iterator[Small]:
    """Yield the points by source and round, then a table of missed chances for each player."""
    document, names = replay.record.document, printable_names(replay.record.document["players"])
    rows = [("", tuple(names.values()))]
    for part in review.list_parts():
        cells = (
            f"{format_signed(sum(rounds))} ({' '.join(map(format_signed, rounds))})"
            for rounds in (review.points[player][part] for player in names)
        )
        rows.append((words.say(games.part_label(document, part)), tuple(cells)))
    yield Small(words.gettext("Where points came from, in all and in each round"), tuple(rows))
    language = words.rules.for_record(document)
    tells = find_wording(replay.record.game, language)
    for player, name in names.items():
        own = [one for one in review.left if one.by == player]
        lines = [_describe_chance(one, tells, words) for one in own[:MISSED]]
        lines += [("", (line,)) for line in and_more(len(own) - MISSED, words)]
        title = words.labelled(name, words.gettext("Missed chances"))
        yield Small(title, tuple(lines) or (("", (words.gettext("none"),)),))
    unread = list_unread(review, language)
    if unread:
        left_out = (("", (printable(line, LINE),)) for line in unread)
        yield Small(words.gettext("Missed chances"), tuple(left_out))


def _describe_chance(
    one: LeftLying, tells: RecordWording, words: Words
) -> tuple[str, tuple[str, ...]]:
    told = words.say(tell_kind(one))
    if not one.about:
        entry = tells.entry(one.chance.entry)
        told += ". " + words.gettext("Possible: %(entry)s") % {"entry": entry}
    label = words.gettext("Round %(round)s") % {"round": one.chance.round_no}
    return label, (printable(told, LINE),)
