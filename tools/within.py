"""The application of a phone, for tests that run inside Pyodide (tools/inside.mjs).

Stand-ins take the place of native code: drawing by chance (``hypothesis``), looking at pictures
(``PIL``), and a PostgreSQL server.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import pytest
from flask import Flask

import recorder
from exports import pdf
from pocket import phone
from pocket.browser import Browser
from recorder.serving.platform import Outfit

ALONE = "nobody else reaches a phone: it sends no links and shows no codes"
PRESS = "reads a PDF or a PNG, which a browser makes itself"
PLAIN = "nothing is sent on a phone, so nothing is compressed"

SERVERS_ONLY: Mapping[str, str] = {
    "test_a_proxy_is_believed_only_where_it_is_configured": "limits are a server's",
    "test_the_environment_configures_and_the_caller_overrides": "no environment configures a phone",
    "test_an_application_starts_without_threads": "is about what stands in for a phone",
    "test_a_phone_knows_two_hundred_games": "the jar of a phone holds more than a cookie",
    "test_the_cookie_of_so_many_games": "the jar of a phone holds more than a cookie",
    "test_every_address_of_a_page_follows_the_prefix": "takes the parts of a server away by itself",
    "test_every_answer_is_guarded": "the pages of a phone stand in its window's frame",
    "test_the_secret_key": "a phone keeps its key in its jar, with its cookies",
    "test_all_ways_to_begin_a_game_share_one_limit": "limits are a server's",
    "test_an_administrator_takes_a_name_out_of_what_everybody_sees": "commands are a server's",
    "test_the_page_of_a_new_game_leads_to_its_code_until_somebody_sits": ALONE,
    "test_the_sheet_has_a_code_where_its_address_is_known": ALONE,
    "test_the_result_is_sent_with_the_link_that_only_shows": ALONE,
    "test_the_link_to_a_moment_is_for_reading": ALONE,
    "test_a_running_game_with_cards_face_down_comes_back": "a server is there, too",
    "test_a_refused_page_is_compressed": PLAIN,
    "test_answers_are_compressed_and_static_files_fetched_once": PLAIN,
    "test_a_chapter_is_light": PLAIN,
    "test_a_finished_game_entered_by_hand_has_the_totals_of_its_record": PRESS,
    "test_a_dispute_with_a_module_is_printed": PRESS,
    "test_the_sheet_is_printed_at_the_end_or_when_the_table_asks": PRESS,
    "test_the_report_is_sent_as_a_file": PRESS,
    "test_the_read_link_has_a_card_and_no_other_link_has": PRESS,
    "test_a_phone_can_install_the_pages_in_its_language": "measures pictures by a native package",
    "test_the_printed_page_says_line_by_line_what_the_pdf_says": PRESS,
}
"""Tests about features a phone does not have, by the beginning of their names, and why."""

SETTINGS: Mapping[str, Any] = {
    **{name: phone.SETTINGS[name] for name in ("RATELIMIT_ENABLED", "METRICS", "LIVE_STREAMS")},
    "SECRET_KEY": "inside",
}


class _Inside:
    """The plugin: options of absent plugins, and tests to skip with their reasons."""

    @staticmethod
    def pytest_addoption(parser: pytest.Parser) -> None:
        """Know the option of a plugin that is not here."""
        parser.addoption("--hypothesis-seed", default=None, dest="hypothesis_seed")

    @staticmethod
    def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
        """Skip tests about a server alone."""
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
    pdf.use_maker(Browser())
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

    def skip_property(*_: Any, **__: Any) -> Any:
        return pytest.mark.skip(reason="hypothesis is native")

    pictures = ModuleType("PIL")
    vars(pictures).update(Image=ModuleType("PIL.Image"), __version__="none")
    vars(drawn).update(settings=Settings, given=skip_property, strategies=ModuleType("strategies"))
    vars(servers).update(STORE="sqlite")
    vars(tests).update(servers=servers)
    sys.modules.update({"hypothesis": drawn, "tests.servers": servers, "PIL": pictures})
