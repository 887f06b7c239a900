"""Scripts that tests run in a page, each in a file."""

from pathlib import Path


def read_script(name: str) -> str:
    return (Path(__file__).parent / f"{name}.js").read_text(encoding="utf-8")
