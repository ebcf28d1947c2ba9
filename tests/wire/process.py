"""The bot's process as a test holds it: started by itself or out of the nursery, killed, stopped, started again."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.wire.server import Wire, until

HOME = Path(__file__).parent.parent.parent
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4" + ".GabcdE." + "abcdefghijklmnopqrstuvwxyz0123456789AB"
PATIENCE = 60


def make(folder: Path) -> None:
    """An empty folder, whatever was there before."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


class Nursery:
    """A process that has everything imported and forks a bot whenever one is asked for: a start without the imports."""

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.wire.nursery"),
            cwd=HOME,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()

    async def bear(self, environment: dict[str, str], folder: Path, log: Path, ending: Path) -> int:
        """Fork a bot; gives its process id. ``ending``: gets its exit code, as it is not our child."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        order = {"environment": environment, "folder": str(folder), "log": str(log), "exit": str(ending)}
        self._process.stdin.write(json.dumps(order).encode() + b"\n")
        return int(await self._process.stdout.readline())


class BotProcess:
    """One bot on one database, of which one process at a time is alive."""

    def __init__(self, wire: Wire, folder: Path, *, nursery: Nursery | None = None, **settings: str) -> None:
        self._wire = wire
        self.folder = folder
        self._nursery = nursery
        self._log = folder / "bot.log"
        self._ending = folder / "exit"
        self.clock = folder / "clock"
        """The file with the seconds that the bot's clock is ahead."""
        self.database = folder / "data" / "scrapyard.db"
        self.settings = settings
        self.starts = 0
        self._pid: int | None = None
        self._ended = asyncio.Event()
        self._child: asyncio.subprocess.Process | None = None
        self.code: int | None = None
        """Its exit code; ``-9`` of one that was killed."""

    def environment(self, **extra: str) -> dict[str, str]:
        wire = {"WIRE_PORT": str(self._wire.port), "WIRE_CLOCK": str(self.clock)}
        return {"SCRAPYARD_TOKEN": TOKEN, "PYTHONPATH": str(HOME), **wire, **self.settings, **extra}

    async def start(self, *, ready: bool = True, **extra: str) -> None:
        """Start it and wait until it has identified (or has ended)."""
        self._wire.gateway.ready.clear()
        self._ended = asyncio.Event()
        self.starts += 1
        self._ending.unlink(missing_ok=True)
        environment = self.environment(**extra)
        if self._nursery is None:
            await self._exec(environment)
        else:
            self._watch(await self._nursery.bear(environment, self.folder, self._log, self._ending))
        if ready:
            await self._until_ready()

    async def _exec(self, environment: dict[str, str]) -> None:
        with self._log.open("ab") as log:
            self._child = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.wire.bot"),
                cwd=self.folder,
                env={**os.environ, **environment},
                stderr=log,
            )
        self._pid = self._child.pid
        self._waiting = asyncio.create_task(self._wait_for(self._child, self._ended))

    async def _wait_for(self, child: asyncio.subprocess.Process, ended: asyncio.Event) -> None:
        self.code = await child.wait()
        ended.set()

    def _watch(self, pid: int) -> None:
        """Hear of the end of a process that is not our own child."""
        self._pid, ended = pid, self._ended
        handle = os.pidfd_open(pid)
        loop = asyncio.get_running_loop()

        def over() -> None:
            loop.remove_reader(handle)
            os.close(handle)
            told = self._ending.exists()
            self.code = int(self._ending.read_text(encoding="ascii")) if told else -signal.SIGKILL
            ended.set()

        loop.add_reader(handle, over)

    async def _until_ready(self) -> None:
        ready = asyncio.create_task(self._wire.gateway.ready.wait())
        ended = asyncio.create_task(self._ended.wait())
        done, rest = await asyncio.wait({ready, ended}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        for task in rest:
            task.cancel()
        if not done:
            raise TimeoutError(f"the bot does not come up: {self.log}")

    def may_write(self, most: int) -> None:
        """Let no file of it grow beyond so many bytes from now on (-1: without end), as on a disk that is full."""
        import resource  # not on Windows

        assert self._pid is not None
        resource.prlimit(self._pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    @property
    def alive(self) -> bool:
        return self._pid is not None and not self._ended.is_set()

    @property
    def log(self) -> str:
        return self._log.read_text(encoding="utf-8") if self._log.exists() else ""

    @property
    def complaints(self) -> list[str]:
        """The errors that it has logged."""
        return [line for line in self.log.splitlines() if " ERROR " in line or "Traceback" in line]

    def kill(self) -> None:
        """SIGKILL, now."""
        self._signal(signal.SIGKILL)

    def terminate(self) -> None:
        """SIGTERM, as service managers stop it."""
        self._signal(signal.SIGTERM)

    def _signal(self, number: int) -> None:
        if self.alive and self._pid is not None:
            try:
                os.kill(self._pid, number)
            except ProcessLookupError:
                self._ended.set()

    async def ended(self, seconds: float = PATIENCE) -> None:
        """Wait until it is gone, and its connections with it."""
        await asyncio.wait_for(self._ended.wait(), seconds)
        await until(lambda: not self._wire.gateway.connected, seconds, "the end of its connection")

    async def stop(self) -> None:
        """In good order."""
        self.terminate()
        await self.ended()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: Any) -> None:
        if self.alive:
            self.kill()
            await self.ended()
