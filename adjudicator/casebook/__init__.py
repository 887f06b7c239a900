"""The casebook: settled questions with stable numbers, to be read, cited and run as tests.

    CASEBOOK.cases["7.12"].judged
    CASEBOOK.of_card("austria", "guest", "97")
    CASEBOOK.of_rule("GAH-FOOD-02")

How a case is written, kept and withdrawn: docs/casebook.md.
"""

from __future__ import annotations

from pathlib import Path

from adjudicator.casebook.book import Casebook

CASEBOOK = Casebook(Path(__file__).parent)
"""The program's own casebook."""
