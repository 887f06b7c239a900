"""The blueprint that every view of the pages is hung on."""

from __future__ import annotations

from flask import Blueprint

pages = Blueprint("pages", __name__)
