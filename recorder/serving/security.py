"""Headers of every answer against curious pages, caches and frames; limits and CSRF."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from ipaddress import ip_network
from types import MappingProxyType
from typing import Any

from flask import Flask, Response, current_app, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_limiter import Limiter, RequestLimit
from flask_limiter.util import get_qualified_name, get_remote_address
from flask_wtf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from adjudicator.messages import M
from adjudicator.reading import NUL
from adjudicator.record import Unreadable
from adjudicator.shapes import format_key
from recorder.serving.platform import KEY, Outfit

POLICY: Mapping[str, str] = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
"""Nothing from elsewhere, nothing inline."""


def policy_text(replaced: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return POLICY as the header says it. replaced: directives that are others here."""
    return "; ".join(f"{name} {value}" for name, value in {**POLICY, **replaced}.items())


SECURE_HEADERS = {"Cross-Origin-Opener-Policy": "same-origin"}
"""For https only: over plain http in a house, browsers ignore them and complain."""

CSP = "Content-Security-Policy"

HEADERS: Mapping[str, str] = {
    "Referrer-Policy": "no-referrer",  # the address of a page holds the link's token
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def visitor_address() -> str:
    """Return the address against which the current request is counted."""
    return household(get_remote_address())


def household(address: str) -> str:
    """Return the unit that a limit counts: an IPv4 address, or the network of an IPv6 household."""
    try:
        network = ip_network(f"{address}/64", strict=False)
    except ValueError:
        return address
    return str(network) if network.version == 6 else address


FORWARDED = "recorder.forwarded"
"""The key of the WSGI environment that marks a request handed over by another process
(``recorder.app.heavy_worker``), which has counted and measured it."""


def is_forwarded() -> bool:
    """Return whether the current request was handed to this process by the one that serves."""
    return bool(request.environ.get(FORWARDED))


WITHOUT_COOKIE = ("static", "pages.notices")
"""Caches may keep static files; a stream that begins must not bring back an older session."""


class _Sessions(SecureCookieSessionInterface):
    """Sessions in a signed cookie, which not every answer carries."""

    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:
        """See Flask."""
        return request.endpoint not in WITHOUT_COOKIE and super().should_set_cookie(app, session)


class _Limiter(Limiter):
    """Limits views that say so, and costs the others nothing."""

    def _check_request_limit(
        self, callable_name: str | None = None, in_middleware: bool = True
    ) -> None:
        """See Flask-Limiter: before every request it looks for limits that stand for all views."""
        if not current_app.config["RATELIMIT_ENABLED"]:
            return
        if in_middleware or request.environ.get(FORWARDED):
            return  # there are no such limits; a view with one of its own asks itself, once
        super()._check_request_limit(callable_name, in_middleware)

    def count(self, view: Callable[..., Any]) -> None:
        """Count a request of a view that another process answers. Raises TooManyRequests."""
        self._check_request_limit(get_qualified_name(view), in_middleware=False)

    @property
    def current_limit(self) -> RequestLimit | None:
        """The limit that headers name, here only where it turned a request away.

        Else a refusal for another reason would name the same waiting time.
        """
        limit = super().current_limit
        return limit if limit is not None and limit.breached else None


limiter = _Limiter(visitor_address)
"""Limits creation. Kept in memory each process counts for itself, also while a storage that
several share is away."""

PATIENCE: Mapping[str, Any] = {"socket_connect_timeout": 1, "socket_timeout": 1}
"""Seconds that a count may take that several machines keep together."""

csrf = CSRFProtect()
"""Guards the pages' forms. The JSON interface has no cookie: its token is in the address."""


def init_app(app: Flask) -> None:
    """Add headers, limiter, CSRF protection and, where configured, trust in proxies."""
    proxies = app.config["PROXIES"]
    if proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies
        )
    app.session_interface = _Sessions()
    shared = str(app.config["RATELIMIT_STORAGE_URI"]).startswith(("redis", "valkey"))
    app.config.setdefault(
        "RATELIMIT_STORAGE_OPTIONS", {"wrap_exceptions": True} | (dict(PATIENCE) if shared else {})
    )
    limiter.init_app(app)
    limiter.enabled = True  # or the next application would count as little as one without limits
    # Over https it would ask for the referrer, which our own policy keeps browsers from sending.
    app.config["WTF_CSRF_SSL_STRICT"] = False
    csrf.init_app(app)
    app.before_request(_refuse_nul)
    parts: Outfit = app.extensions[KEY]
    app.after_request(partial(_add_headers, {**HEADERS, CSP: policy_text(parts.policy)}))


def _refuse_nul() -> None:
    """Let no form bring the sign NUL, as ``decode`` lets no JSON. Raises Unreadable."""
    if request.method == "POST" and not request.is_json:
        for field, values in request.form.lists():
            if any(NUL in text for text in (field, *values)):
                raise Unreadable(M("record.nul"), key=format_key(field))


def creation_limit() -> str:
    """Return how often one address may start or upload a game."""
    limit: str = current_app.config["CREATION_LIMIT"]
    return limit


OF_PAGES = (CSP, "Referrer-Policy", "Permissions-Policy")
"""Headers that mean nothing on what is no page: our own files go without them."""


def _add_headers(headers: dict[str, str], response: Response) -> Response:
    part = request.endpoint == "static"
    for name, value in (headers | (SECURE_HEADERS if request.is_secure else {})).items():
        if not (part and name in OF_PAGES):
            response.headers.setdefault(name, value)
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
    return response
