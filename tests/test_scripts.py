"""Whether the check of the scripts' types says that it was left out, and where it may be."""

import pytest

from tools import npm
from tools.scripts import __main__ as scripts


@pytest.mark.parametrize(
    ("unattended", "answers", "status"),
    [("", True, 0), ("true", False, 0), ("true", True, 1)],
    ids=["by hand", "no registry", "no npm"],
)
def test_types_that_are_not_checked_are_told_and_fail_where_they_could_be(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    unattended: str,
    answers: bool,
    status: int,
) -> None:
    def missing() -> None:
        raise scripts.Missing("npm is not there")

    monkeypatch.setenv("CI", unattended)
    monkeypatch.setattr(npm, "answers", lambda: answers)
    monkeypatch.setattr(scripts, "compiler", missing)
    assert scripts.main() == status
    assert "types of the scripts were NOT checked: npm is not there" in capsys.readouterr().out
