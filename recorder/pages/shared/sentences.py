"""Entries, operations and values as sentences; a game's own sentences come from its pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.findings import Finding, count_findings
from adjudicator.record import RULE, Header
from adjudicator.sentences import RecordWording, find_wording, name_players
from recorder.games import access, clocks
from recorder.pages import presenter
from recorder.pages.shared.filters import plain, sentence
from recorder.pages.wording import gettext as _
from recorder.pages.wording import join_sayings, listing, ngettext, reader, record_word
from recorder.store import log
from recorder.store.ledger import Stale

Document = Mapping[str, Any]


def names(header: Header) -> dict[str, str]:
    """Return the players' names by id."""
    return {player["id"]: player["name"] for player in header["players"]}


def word_entry(header: Header, entry: Document) -> str:
    """Return an entry as a sentence with the player's name."""
    figure = presenter.find_presenter(header["game"]).phrase_figure(header, entry)
    return figure or _find_wording(header).entry(entry)


def phrase_entry(header: Header, *forms: Document) -> str:
    """Return an entry as a sentence without its player.

    forms: of it, with more or fewer open values; the first that says enough counts. If none
    does, it is the deed only.
    """
    told = filter(None, map(_find_wording(header).phrase, forms))
    return next(told, reader().term("deed", forms[0]["do"]))


def list_added(header: Header, entry: Document) -> list[str]:
    """Return the words for keys that modules add to an entry."""
    return list(_find_wording(header).list_added(entry))


def _find_wording(header: Header) -> RecordWording:
    return find_wording(header["game"], reader().for_record(header))


def meanwhile(header: Header, outcome: Stale[Any]) -> list[str]:
    """Return in words the steps that the sender of an older version has not seen."""
    return [line for step in outcome.meanwhile for line in done(header, step)]


def done(header: Header, step: Document) -> list[str]:
    """Return in words one operation of the history; ``step`` as in ``Tables.history``."""
    entries = step.get("entries", ())
    match step["op"]:
        case log.IMPORT:
            text = ngettext(
                "%(num)d entry came from a file", "%(num)d entries came from a file", len(entries)
            )
            return [text]
        case log.BRING:
            count = len(entries)
            text = ngettext(
                "%(num)d entry came from elsewhere", "%(num)d entries came from elsewhere", count
            )
            return [text]
        case log.MEET:
            return [_("The same game came from elsewhere")]
        case log.TAKE_BACK:
            steps = step.get("steps", 1)
            return [ngettext("The last step undone", "%(num)d steps undone", steps)]
        case log.REDO:
            steps = step.get("steps", 1)
            return [ngettext("1 step redone", "%(num)d steps redone", steps)]
        case log.RETURN:
            return [_("Returned to version %(version)s", version=step["to"])]
        case log.TELL:
            return [_("Entered privately through the seat's own link")]
        case log.REPLACE_LINK:
            return [_word_replaced_link(header, step["link"])]
        case log.CLOCK:
            paused, runs = _("The clock is paused"), _("The clock runs")
            words = {clocks.PAUSED: paused, clocks.RUNS: runs}
            return [words.get(step["clock"], _("The clock is switched off"))]
        case log.ACCEPT if "does" in step:
            agreed = listing([names(header)[player] for player in step["agreed"]])
            lines = done(header, {**step, **step["does"]})
            return [*lines, sentence(_("agreed: %(names)s", names=agreed))]
        case log.PROPOSE | log.ACCEPT | log.DECLINE | log.WITHDRAW | log.ASSENT:
            return [_word_proposing(header, step)]
        case log.CORRECT:
            before = [word_entry(header, entry) for entry in step.get("before", ())]
            after = [word_entry(header, entry) for entry in entries]
            return _word_correction((step.get("numbers") or [1])[0], before, after)
    return [word_entry(header, entry) for entry in entries]


def _word_proposing(header: Header, step: Document) -> str:
    match step["op"]:
        case log.PROPOSE:
            return _("Proposed: %(what)s", what=word_wish(header, step["does"]))
        case log.ACCEPT:
            return _("Agreed to proposal %(number)s", number=step["proposal"])
        case log.DECLINE:
            return _("Proposal %(number)s refused", number=step["proposal"])
        case log.WITHDRAW:
            return _("Proposal %(number)s withdrawn", number=step["proposal"])
    if step["assent"] == log.ALL:
        return _("Everyone must accept a proposal")
    return _("One other player is enough to agree to a proposal")


def _word_correction(number: int, before: Sequence[str], entries: Sequence[str]) -> list[str]:
    """Return a correction in words. number: of the first of the entries before it."""
    new = join_sayings(entries)
    if not before:
        return [_("Inserted as entry %(number)s: %(new)s", number=number, new=new)]
    if not entries:
        return [
            _("Entry %(number)s removed: %(old)s", number=n, old=old)
            for n, old in enumerate(before, number)
        ]
    lines = [
        _("Entry %(number)s was: %(old)s", number=n, old=old)
        for n, old in enumerate(before, number)
    ]
    return [*lines, _("now: %(new)s", new=new)]


def word_wish(header: Header, does: Document) -> str:
    """Return a proposal's action in words. does: as ``GameView.meant`` gives it."""
    entries = does.get("entries", ())
    new = join_sayings(word_entry(header, entry) for entry in entries)
    match does["op"]:
        case log.TAKE_BACK:
            taps = does.get("taps", does["steps"])
            if taps == 1:
                return _("undo the last step")
            return ngettext("undo the last %(num)d step", "undo the last %(num)d steps", taps)
        case log.REDO:
            return ngettext("redo a step", "redo %(num)d steps", does["steps"])
        case log.RETURN:
            return _("return to version %(version)s", version=does["to"])
        case log.CORRECT if not does["remove"]:
            return _("insert as entry %(number)s: %(new)s", number=does["at"], new=new)
        case log.CORRECT if does["remove"] > 1:
            numbers = {"first": does["at"], "last": does["at"] + does["remove"] - 1}
            if not entries:
                return _("remove entries %(first)s to %(last)s", **numbers)
            return _("change entries %(first)s to %(last)s: %(new)s", new=new, **numbers)
        case log.CORRECT if not entries:
            return _("remove entry %(number)s", number=does["at"])
        case log.CORRECT:
            return _("change entry %(number)s: %(new)s", number=does["at"], new=new)
    if entries[0]["do"] != RULE:
        return _("record: %(new)s", new=new)
    if entries[0]["stands"]:
        return _("let entry %(number)s stand", number=entries[0]["entry"])
    return _("remove entry %(number)s", number=entries[0]["entry"])


def _word_replaced_link(header: Header, link: Document) -> str:
    """Return in words which link was replaced. A seat's: it is free, or in its owner's hand."""
    if "seat" in link:
        return _("The link of %(name)s's seat replaced", name=names(header)[link["seat"]])
    return {
        access.TABLE: _("The table's link replaced"),
        access.READ: _("Spectator link replaced"),
    }.get(link["role"], _("Invitation code replaced"))


def who(header: Header, step: Document) -> str:
    """Return the name of the link that did an operation."""
    return names(header).get(step["seat"] or "", _("the table"))


def findings(found: Sequence[Finding]) -> str:
    """Return how many findings are open, adjusted and let stand; nothing without any."""
    numbers = count_findings(found)
    if not any(numbers.values()):
        return ""
    return _(
        "Differences from the board: %(open)s open, %(adjusted)s adjusted, %(stands)s accepted",
        **numbers,
    )


def value_name(game: str, key: str, own: bool = True) -> str:
    """Return the name of a value of a position. own: whether it is one player's."""
    word = presenter.find_presenter(game).positions.place(key, own)
    return record_word(key) if word in (key, key.replace("_", " ")) else word


def word_value(header: Header, key: str, value: Any) -> str:
    """Return the value under a key of a position in one line; zeros are left out."""
    if isinstance(value, Mapping):
        value = {inner: member for inner, member in value.items() if member != 0}
    named = name_players(value, names(header))
    if isinstance(value, Mapping | list | tuple) and value:
        return find_wording(header["game"], reader()).value(named, key)
    return plain(named)
