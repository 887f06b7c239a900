"""What all tests share: property tests draw from a seed that is new in every run and printed.

``bin/test --hypothesis-seed=N`` plays a run again.
"""

from __future__ import annotations

import secrets

import pytest
from hypothesis import settings

settings.register_profile("fresh", deadline=None, derandomize=False, database=None)
settings.load_profile("fresh")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose the seed, in the process that starts the others; they are handed its options."""
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = str(secrets.randbelow(2**32))


def pytest_report_header(config: pytest.Config) -> str:
    """Say with which seed this run can be repeated."""
    return f"property tests: --hypothesis-seed={config.option.hypothesis_seed}"
