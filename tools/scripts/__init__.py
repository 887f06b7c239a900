"""Style and types of the scripts in the pages, as ruff and mypy check Python."""
