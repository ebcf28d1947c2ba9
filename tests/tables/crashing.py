"""A bot that saves one draft after the other until it is killed: ``python -m tests.tables.crashing FILE``.

Says the code of its table, then the number of each draft once it has been saved.
"""

from __future__ import annotations

import asyncio
import itertools
import sys
from pathlib import Path

from tests.tables.world import ANNA, BORIS, World
from tests.toy_game import Bid


async def main(path: Path) -> None:
    world = await World(path).open()
    code = await world.started(BORIS)
    print(code, flush=True)
    for number in itertools.count(1):
        await world.do("save_draft", ANNA, code, 1, Bid(amount=number % 4))
        print(number, flush=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
