"""``python -m benchmarks NAME ...``: each module beside this one is a benchmark with a main."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

NAMES = sorted(path.stem for path in Path(__file__).parent.glob("[!_]*.py"))

if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in NAMES:
        sys.exit(f"usage: python -m benchmarks {'|'.join(NAMES)} [...]")
    sys.exit(import_module(f"benchmarks.{sys.argv[1]}").main(sys.argv[2:]))
