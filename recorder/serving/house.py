"""How the phones of a house reach this machine: its address on their network, and as a QR code."""

from __future__ import annotations

import io
import socket
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import urlsplit, urlunsplit

import segno
from markupsafe import Markup

from exports import codes
from recorder.languages.speech import gettext as _

EVERYWHERE = ("0.0.0.0", "::", "*", "")
"""What HOST says when every network of the machine is meant."""

_NOWHERE = ("192.0.2.1", 9)  # set apart for examples: nobody has it, and nothing is sent there


def is_open_to_house(host: str) -> bool:
    """Return whether a server on this HOST is reached from other machines."""
    return host in EVERYWHERE or not (host == "localhost" or host.startswith(("127.", "::1")))


def list_addresses(host: str, port: int) -> list[str]:
    """Return the addresses to type on a phone, the likeliest first; none without a network.

    A machine does not know under which name the house knows it, so these are numbers.
    """
    numbers = _find_numbers() if host in EVERYWHERE else [host]
    return [f"http://{f'[{each}]' if ':' in each else each}:{port}/" for each in numbers]


def _find_numbers() -> list[str]:
    """Return this machine's addresses that are not its own loop, the outgoing one first."""
    numbers: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as outgoing:
        try:
            outgoing.connect(_NOWHERE)
            numbers.append(outgoing.getsockname()[0])
        except OSError:
            pass  # no way out of the house; its own network may be there all the same
    try:
        named = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        named = []
    numbers += [str(each[4][0]) for each in named]
    return [each for each in dict.fromkeys(numbers) if not each.startswith("127.")]


def poster(host: str, port: int, encoding: str | None = "utf-8") -> str:
    """Return the text for the terminal: the address, and for the house a code to be scanned.

    encoding: of the terminal; the code is left out if its blocks cannot be printed.
    """
    if not is_open_to_house(host):
        return "\n".join(
            [
                f"http://{host}:{port}/",
                _("For this machine only; for phones: %(command)s", command="bin/serve --lan"),
            ]
        )
    places = list_addresses(host, port)
    if not places:
        told = _("This machine is not on a network; phones cannot reach it.")
        return f"http://127.0.0.1:{port}/\n{told}"
    lines = [places[0], *(_("or %(address)s", address=each) for each in places[1:])]
    text = io.StringIO()
    segno.make(places[0], micro=False).terminal(text, border=2, compact=True)
    code = text.getvalue()
    try:
        code.encode(encoding or "ascii")
    except UnicodeEncodeError:
        return "\n".join(lines)
    how = _("Phones in the same Wi-Fi: scan it, or type the address.")
    return "\n".join([*lines, "", code, how])


def explain_taken_port(port: int) -> str:
    """Return the text for the terminal if another program listens on the port."""
    return _(
        "Port %(port)s is already in use; %(command)s uses another.",
        port=str(port),
        command=f"PORT={port + 1} bin/serve",
    )


@lru_cache(maxsize=256)
def qr_code(address: str) -> Markup:
    """Return an address as a QR code: an SVG element, black on white in every theme."""
    return Markup(codes.svg(address))


def reachable_link(url: str, found: Sequence[str]) -> str:
    """Return a link as it works on other phones: this machine's own loop gives way.

    found: addresses of this server in the house, as ``list_addresses`` gives them.
    """
    parts = urlsplit(url)
    if not found or is_open_to_house(parts.hostname or ""):
        return url
    return urlunsplit(parts._replace(scheme="http", netloc=urlsplit(found[0]).netloc))
