"""What the command line prints of a review for people: the same values as the JSON."""

from __future__ import annotations

from adjudicator import games
from adjudicator.messages import ENGLISH, Language, M
from adjudicator.replay import Replay
from adjudicator.review.game_review import GameReview
from adjudicator.review.missed_chances import LeftLying
from adjudicator.sentences import find_wording


def tell_kind(one: LeftLying) -> M:
    """Return a sentence that says what was left lying, with its points where a number follows."""
    told = M("review.kind", what=one.kind)
    if one.kind == "room":
        told = M("review.room", what=one.about)
    elif one.kind == "cafe":
        told = M("review.cafe", what=one.about)
    if one.points is None:
        return M("review.left", told=told, rule=one.rule)
    return M("review.left-points", told=told, n=one.points, rule=one.rule)


def list_unread(review: GameReview, language: Language) -> list[str]:
    """Return a sentence for each thing that nobody has entered: what needs it is left out."""
    return [language.say(M("review.unread", what=what)) for what in review.unread.values()]


def review_text(review: GameReview, replay: Replay, language: Language = ENGLISH) -> str:
    """Return what was left lying, a line each, then the points by part and round."""
    say, document = language.say, replay.record.document
    tells = find_wording(replay.record.game, language)
    lines = [] if review.over else [say(M("review.not-over"))]
    for one in review.left:
        chance, last, told = one.chance, one.to_entry, tell_kind(one)
        first, now = chance.at, chance.round_no
        if one.about:
            moment = M(
                "review.moment-about", round=now, first=first, last=last, who=one.by, told=told
            )
        else:
            entry = tells.entry(chance.entry)
            moment = M("review.moment", round=now, first=first, last=last, entry=entry, told=told)
        lines.append(say(moment))
    if not review.left:
        lines.append(say(M("review.nothing-left")))
    lines += list_unread(review, language)
    for player, parts in review.points.items():
        lines.append(say(M("review.points", who=player)))
        for part, rounds_of in parts.items():
            if any(rounds_of):
                label = say(games.part_label(document, part))
                lines.append(f"    {label}: {' '.join(map(str, rounds_of))}")
    return "\n".join(lines)
