"""What a phone's keys for numbers cannot type, no field needs: they have no minus and no colon."""

import re
from pathlib import Path

TEMPLATES = Path(__file__).parents[2] / "templates"

SIGNED = re.compile(r"{% call signed\(\) %}(.*?){% endcall %}", re.S)
FIELD = re.compile(r"<input(?:[^>{]|{{.*?}}|{%.*?%})*>", re.S)
NOT_BELOW = re.compile(r'\b(?:min="(?:\d|{{)|pattern="\[0-9\]|maxlength="[23]")')
"""A least value, or digits alone: a number that may not be below zero."""


def test_every_number_that_may_be_below_zero_has_a_sign_to_tap() -> None:
    count, wrong = 0, []
    for path in sorted(TEMPLATES.rglob("*.html")):
        text = path.read_text("utf-8")
        signed = "".join(SIGNED.findall(text))
        for field in FIELD.findall(text):
            if 'inputmode="numeric"' not in field:
                continue
            count += 1
            if field not in signed and not NOT_BELOW.search(field):
                wrong.append(f"{path.relative_to(TEMPLATES)}: {field}")
    assert count >= 30
    assert wrong == []


def test_keys_with_one_sign_are_only_for_numbers_that_anything_parts() -> None:
    """A phone's decimal keys have a point or a comma, and neither a space nor a minus."""
    fields = [
        field
        for path in sorted(TEMPLATES.rglob("*.html"))
        for field in FIELD.findall(path.read_text("utf-8"))
        if 'inputmode="decimal"' in field
    ]
    assert fields
    assert [field for field in fields if "data-all" not in field] == []
