"""The templates of printed pages: found, opened and laid out in one place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from adjudicator.messages import format_signed
from exports import pdf
from exports.places import TEMPLATES
from exports.words import tongue


def print_template(name: str, sizes: Sequence[float], **values: Any) -> bytes:
    """Return ``<name>.html`` with ``<name>.css`` as PDF, on one A4 page where it fits.

    sizes: letter sizes in points, the preferred one first; the template has each as ``size``.
    values: its other values. Raises the exceptions of ``pdf.one_page``.
    """
    template = templates().get_template(f"{name}.html")
    attempts = (template.render(size=size, **values) for size in sizes)
    return pdf.one_page(attempts, TEMPLATES / f"{name}.css")


@cache
def templates() -> Environment:
    """Return the templates of printed pages with the filters that they use."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["signed"] = format_signed
    environment.filters["markup"] = Markup
    environment.filters["tongue"] = tongue
    return environment
