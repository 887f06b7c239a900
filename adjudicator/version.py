"""The release of the program; ``CHANGELOG.md`` lists the changes of each."""

VERSION = "0.3.0"
"""Major, minor, patch. pyproject.toml reads it from here without importing the program."""

RECORD = 1
"""The version of the record format that the program reads and writes."""
