"""Style and types of the scripts in the pages: what ruff and mypy are for Python."""
