"""``python -m tests.fortnight``: the long form, and its figures."""

from __future__ import annotations

import argparse
import asyncio
import logging
import re
import sys
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

from tests.fortnight.figures import report
from tests.fortnight.play import LONG, SHORT, fortnight


class Errors(logging.Handler):
    """Errors that were only logged: there should be none."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.found: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno < logging.ERROR:
            if record.name.startswith("tests.fortnight"):
                print(record.getMessage(), file=sys.stderr)
            return
        self.found[re.sub(r"bug \w+|[A-Z0-9]{4,}:", "…", record.getMessage())] += 1


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fortnight", description=__doc__)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--days", type=float)
    parser.add_argument("--tables", type=int)
    parser.add_argument("--people", type=int)
    parser.add_argument("--games", nargs="*")
    parser.add_argument("--keep", type=Path, help="where the database file is kept")
    asked = parser.parse_args()
    logging.getLogger("tests.fortnight").setLevel(logging.INFO)
    errors = Errors()
    logging.getLogger().addHandler(errors)
    chosen = {name: value for name, value in vars(asked).items() if value and name not in ("short", "keep")}
    size = replace(SHORT if asked.short else LONG, **chosen)
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(fortnight((asked.keep or Path(folder)) / "fortnight.db", size))
    print(report(figures))
    for text, times in errors.found.most_common(40):
        print(f"logged {times} x {text}")
    return 1 if figures.wrong or figures.stuck or errors.found else 0


if __name__ == "__main__":
    raise SystemExit(main())
