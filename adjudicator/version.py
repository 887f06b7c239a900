"""Which release of the program this is; ``CHANGELOG.md`` says what each brought."""

VERSION = "0.3.0"
"""Major, minor, patch. pyproject.toml reads it from here without importing the program."""

RECORD = 1
"""The version of the record format that the program reads and writes."""
