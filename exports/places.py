"""Where the templates lie: beside the packages in a checkout, in this one once installed."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent

INSTALLED = _HERE / "pages"
"""Where ``setup.py`` puts them."""

TEMPLATES = INSTALLED if INSTALLED.is_dir() else _HERE.parent / "templates"
"""The folder of all templates, of pages and of printed sheets."""
