"""How tables are written in the documents that are printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence


def format_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    cells = [[cell.replace("|", "\\|").replace("\n", " ") for cell in line] for line in lines]
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)


def format_values(known: Mapping[str, str]) -> str:
    """Return the values of a house rule with their meanings, for a cell."""
    return "; ".join(f"`{value}`: {meaning}" for value, meaning in known.items())


def capitalise_sentence(words: str) -> str:
    """Return words with a capital in front."""
    return words[:1].upper() + words[1:]
