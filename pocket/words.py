"""Words of the window around the application, before the program can say anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from recorder.pages.wording import gettext

Say = Callable[[], str]


def _(text: str) -> str:
    """Return a text in the reader's language; its name marks the text for the catalogues."""
    return gettext(text)


SHELL: Mapping[str, Say] = {
    "about": lambda: _("The whole program on this phone, without a server."),
    "look": lambda: _("Checking what is already here."),
    "first": lambda: _("Loading it for the first time: {size} MB, once."),
    "core": lambda: _("Starting."),
    "program": lambda: _("Starting the rules."),
    "start": lambda: _("Starting the pages."),
    "again": lambda: _("Try again"),
    "other": lambda: _(
        "It is open in another window of this phone. One window writes: go on there, or close it"
        " and try again."
    ),
    "disk": lambda: _(
        "This browser saves nothing for this page, as in a private window. Open it in an ordinary"
        " window: here everything would be lost, so nothing is recorded."
    ),
    "failed": lambda: _("It could not be started. What is recorded is untouched."),
    "offline": lambda: _(
        "You need a connection the first time. Once loaded, it works without one."
    ),
    "insecure": lambda: _(
        "Browsers allow this only where the connection is encrypted (https). Open it by such an"
        " address. If there is none, whoever runs the server sets one up as docs/house-https.md"
        " says."
    ),
    "browser": lambda: _("This browser is too old for it: use one from 2023 or later."),
    "private": lambda: _(
        "This browser does not promise to keep what you enter. In a private window it goes when you"
        " close the window: use an ordinary one."
    ),
    "remind": lambda: _(
        "This browser may clear what it keeps. Save all games in a file now and then."
    ),
    "save": lambda: _("Save"),
    "later": lambda: _("Later"),
    "understood": lambda: _("Understood"),
    "newer": lambda: _("There is a newer version ({size} MB). Your games stay."),
    "load": lambda: _("Load"),
    "loading": lambda: _("Loading the newer version: {part} %"),
    "not-loaded": lambda: _("That did not work. This version keeps running."),
    "old": lambda: _("The newer version did not start here, so this one goes on. Nothing is lost."),
    "stopped": lambda: _(
        "The program stopped and is starting again. Everything that was saved is still here."
    ),
    "lost": lambda: _(
        "The program stopped and has started again. Look whether your last step is here; if not,"
        " do it again."
    ),
    "mends": lambda: _("Fetching a file again that is missing or damaged."),
    "gone": lambda: _(
        "A file of the program is missing on this phone, and there is no connection to fetch it"
        " again. What is recorded is untouched. Connect once and try again."
    ),
    "cut": lambda: _(
        "The connection broke while it was loading. Try again; what is loaded is kept."
    ),
    "missing": lambda: _("The host does not have this file: all files have to be uploaded."),
    "half": lambda: _("The host has only half of this file: it has to be uploaded again."),
    "converted": lambda: _(
        "The line ends of this file were changed when it was uploaded: it has to be uploaded as it"
        " is (binary)."
    ),
    "altered": lambda: _("The host sends another file than was built: upload the folder again."),
    "type": lambda: _(
        "The host sends this file with the wrong type: a file that ends in .js has to come as"
        " text/javascript."
    ),
    "print": lambda: _("Print"),
    "close": lambda: _("Back"),
}
"""By the names under which the window asks for them (web/shell.js)."""
