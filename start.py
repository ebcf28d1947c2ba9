"""Sets Scrapyard up in its own folder and starts it. Needs Python 3.11 or newer and nothing else.

    python3 start.py                 the bot with the token in .env; without one, the preview in a browser
    python3 start.py <command>       any command of bot.py (run, check, backup, restore ...; --help lists them)
    python3 start.py test [options]  everything the tests need, then the tests (options go to pytest)
    python3 start.py lint            the same for style, types and import rules

The first start makes the folder .venv and installs exactly what requirements/*.lock name, checked by hash. Later starts
install again only when a lock has changed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

HOME = Path(__file__).resolve().parent
HOUSE = HOME / ".venv"
OLDEST = (3, 11)
MOST_TEST_PROCESSES = 4
LEAST_FREE = 50 * 1024 * 1024
"""Bytes that an empty environment takes, and some more."""
LINTERS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("pyright",),
    ("lint-imports",),
)

SAYS = {
    "old": (
        "Scrapyard needs Python {want} or newer; this is Python {have}. Install a newer one from python.org or your "
        "system's packages, then run the same line with it.",
        "Scrapyard 需要 Python {want} 或更高版本，当前是 Python {have}。"
        "请从 python.org 或系统软件源安装新版，再用它运行同一行命令。",
    ),
    "no_venv": (
        "This Python cannot make a virtual environment. On Debian or Ubuntu install it with: "
        "sudo apt install python{want}-venv. Then run the same line again.",
        "这个 Python 无法创建虚拟环境。Debian 或 Ubuntu 请先运行：sudo apt install python{want}-venv，"
        "然后再运行同一行命令。",
    ),
    "no_room": (
        "Nothing can be installed in {home}: the disk is full, or this user may not write there. "
        "Nothing is broken: make room or give the right, then run the same line again.",
        "无法在 {home} 中安装：磁盘已满，或者当前用户没有写权限。"
        "什么都没有损坏，请腾出空间或授予写权限，然后再运行同一行命令。",
    ),
    "installing": (
        "Installing what Scrapyard needs into {house} (once, a minute or two) ...",
        "正在把 Scrapyard 所需的组件装进 {house}（只需一次，大约一两分钟）……",
    ),
    "failed": (
        "The installation did not finish; the reason stands above. Most often the network was away or a disk was full. "
        "Nothing is broken: run the same line again.",
        "安装没有完成，原因见上方。多半是网络中断或磁盘已满。什么都没有损坏，再运行一次同一行命令即可。",
    ),
}


def say(what: str, **facts: object) -> str:
    """A sentence in the language of the terminal: Chinese where the locale is, else English."""
    locale = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return SAYS[what][locale.lower().startswith("zh")].format(**facts)


def python_of(house: Path) -> Path:
    return house / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def works(python: Path) -> bool:
    """Whether that interpreter still starts, has pip, and is new enough."""
    probe = f"import sys, pip; sys.exit(sys.version_info < {OLDEST})"
    try:
        return subprocess.run([str(python), "-c", probe], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def cramped() -> bool:
    """Whether the disk is all but full, or this user may not write here: no environment can be made then."""
    return not os.access(HOME, os.W_OK) or shutil.disk_usage(HOME).free < LEAST_FREE


def install(lock: str) -> Path:
    """The environment's Python, with everything of that lock installed; exits with a sentence when that cannot be."""
    python = python_of(HOUSE)
    source = HOME / "requirements" / lock
    stamp = HOUSE / f"installed-{lock}.sha256"
    digest = hashlib.sha256(source.read_bytes()).hexdigest()
    sound = works(python)
    if sound and stamp.exists() and stamp.read_text(encoding="ascii") == digest:
        return python
    print(say("installing", house=HOUSE), file=sys.stderr, flush=True)
    if not sound:
        made = subprocess.run([sys.executable, "-m", "venv", "--clear", str(HOUSE)], capture_output=True, check=False)
        if made.returncode != 0 or not works(python):
            if cramped():
                sys.exit(say("no_room", home=HOME))
            sys.exit(say("no_venv", want="{}.{}".format(*sys.version_info)))
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--quiet"]
    if subprocess.run([*pip, "--require-hashes", "-r", str(source)], check=False).returncode != 0:
        sys.exit(say("failed"))
    try:
        stamp.write_text(digest, encoding="ascii")
    except OSError as error:
        print(error, file=sys.stderr)
        sys.exit(say("failed"))
    return python


def has_token() -> bool:
    """Whether a bot token is set, in the environment or in ``.env``."""
    if os.environ.get("SCRAPYARD_TOKEN", "").strip():
        return True
    settings = Path.cwd() / ".env"
    if not settings.is_file():
        return False
    try:
        lines = settings.read_text(encoding="utf-8-sig", errors="replace").splitlines()
    except OSError:
        return True  # the bot says what is wrong with it; the preview would only seem to work
    for line in lines:
        name, _, value = line.strip().removeprefix("export ").partition("=")
        if name.strip().upper() == "SCRAPYARD_TOKEN" and value.strip().strip("\"'"):
            return True
    return False


def become(python: Path, *arguments: str) -> None:
    """Go on as that command: signals and the exit code are its own."""
    command = [str(python), *arguments]
    if os.name == "nt":  # Windows has no exec that a console waits for
        sys.exit(subprocess.run(command, check=False).returncode)
    os.execv(command[0], command)  # noqa: S606 - our own interpreter and our own files


def test(arguments: list[str]) -> None:
    processes = min(MOST_TEST_PROCESSES, os.cpu_count() or 1)
    spread = ["-n", str(processes)] if processes > 1 and not arguments else []
    os.chdir(HOME)
    python = install("dev.lock")
    # What the bot sends is checked against Discord's own description. Without it the run fails, and says why.
    subprocess.run([str(python), "-m", "tests.honest.fetch"], check=False)
    become(python, "-m", "pytest", *spread, *arguments)


def lint() -> None:
    programs = install("dev.lock").parent
    results = [subprocess.run([str(programs / name), *options], cwd=HOME, check=False) for name, *options in LINTERS]
    sys.exit(any(result.returncode for result in results))


def main(arguments: list[str]) -> None:
    if sys.version_info < OLDEST:
        sys.exit(say("old", want="{}.{}".format(*OLDEST), have="{}.{}".format(*sys.version_info)))
    if arguments[:1] == ["test"]:
        test(arguments[1:])
    elif arguments == ["lint"]:
        lint()
    else:
        command = arguments or (["run"] if has_token() else ["preview"])
        become(install("run.lock"), str(HOME / "bot.py"), *command)


if __name__ == "__main__":
    main(sys.argv[1:])
