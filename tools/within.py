"""What tests find where they run inside Pyodide (tools/inside.mjs): the application of a phone.

Stand-ins take the place of what only native code has: drawing by chance (``hypothesis``), and a
PostgreSQL server.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import pytest
from flask import Flask

import recorder
from pocket import phone
from recorder.outfit import Outfit

SERVERS_ONLY: Mapping[str, str] = {
    "test_a_proxy_is_believed_only_where_it_is_configured": "limits are a server's",
    "test_the_environment_configures_and_the_caller_overrides": "no environment configures a phone",
    "test_an_application_starts_without_threads": "is about what stands in for a phone",
    "test_a_phone_knows_two_hundred_games": "the jar of a phone holds more than a cookie",
    "test_the_cookie_of_so_many_games": "the jar of a phone holds more than a cookie",
    "test_every_address_of_a_page_follows_the_prefix": "takes the parts of a server away by itself",
    "test_every_answer_is_guarded": "the pages of a phone stand in its window's frame",
    "test_the_secret_key": "a phone keeps its key in its jar, with its cookies",
}
"""Tests that are about what a phone does not have, by the beginning of their names, and why."""

SETTINGS: Mapping[str, Any] = {
    **{name: phone.SETTINGS[name] for name in ("RATELIMIT_ENABLED", "METRICS", "LIVE_STREAMS")},
    "SECRET_KEY": "inside",
}


class _Inside:
    """The plugin: options of what is absent, and what is skipped for which reason."""

    @staticmethod
    def pytest_addoption(parser: pytest.Parser) -> None:
        """Know the option of a plugin that is not here."""
        parser.addoption("--hypothesis-seed", default=None, dest="hypothesis_seed")

    @staticmethod
    def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
        """Skip what is about a server alone."""
        for item in items:
            for name, why in SERVERS_ONLY.items():
                if item.name.startswith(name):
                    item.add_marker(pytest.mark.skip(reason=why))


def main(told: list[str]) -> int:
    """Run tests; every application that they make is one of a phone. Return pytest's number."""
    whole = recorder.create_app

    def create_app(settings: Mapping[str, Any] | None = None, parts: Outfit | None = None) -> Flask:
        return whole({**SETTINGS, **(settings or {})}, parts or phone.PHONE)

    recorder.create_app = create_app
    _stand_in()
    options = ["-c", "/project/pyproject.toml", "-o", "filterwarnings=", "-q", "-rs", "--tb=line"]
    return int(pytest.main([*options, *told], plugins=[_Inside]))


def _stand_in() -> None:
    import tests

    drawn, servers = ModuleType("hypothesis"), ModuleType("tests.servers")

    class Settings:
        """Settings of hypothesis, which change nothing."""

        def __init__(self, *_: Any, **__: Any) -> None: ...

        def __call__(self, test: Callable[..., Any]) -> Callable[..., Any]:
            return test

        register_profile = load_profile = staticmethod(lambda *_, **__: None)

    def given(*_: Any, **__: Any) -> Any:
        return pytest.mark.skip(reason="hypothesis is native")

    vars(drawn).update(settings=Settings, given=given, strategies=ModuleType("strategies"))
    vars(servers).update(STORE="sqlite")
    vars(tests).update(servers=servers)
    sys.modules.update({"hypothesis": drawn, "tests.servers": servers})
