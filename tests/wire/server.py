"""A Discord that speaks the wire: simcord's model of it behind HTTP and a gateway, for a bot in another process."""

from __future__ import annotations

import asyncio
import io
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import simcord  # noqa: F401 - registers the routes
from aiohttp import web
from simcord._clock import Clock
from simcord.backend import Backend, serializers
from simcord.backend.errors import BackendError
from simcord.http import routes as _routes  # noqa: F401 - the same

from tests.honest.components import Upload
from tests.honest.watch import TRAFFIC, unwatched
from tests.wire.gateway import Gateway
from tests.wire.limits import Fault, Limits, kind_of

BOT_NAME = "Scrapyard"
Hook = Callable[["Request"], Awaitable[Fault | None]]


@dataclass
class Request:
    """One REST request as it came in."""

    method: str
    path: str
    query: dict[str, str]
    body: Any
    files: list[tuple[str, bytes]] = field(default_factory=list)
    status: int = 0
    """What it was answered with; 0 while it is under way, or when it got no answer."""

    @property
    def kind(self) -> str:
        return kind_of(self.method, self.path)


class _NowClock(Clock):
    def now(self) -> datetime:
        return datetime.now(UTC)


class Wire:
    """``before`` and ``after`` see each request before it is carried out, and before it is answered."""

    def __init__(self) -> None:
        self.backend = Backend(clock=_NowClock())
        self.backend.bot_user.name = BOT_NAME
        self.gateway = Gateway(self.backend)
        self.limits = Limits()
        self.requests: list[Request] = []
        self.before: Hook | None = None
        self.after: Hook | None = None
        self.acknowledged: dict[int, asyncio.Event] = {}
        """By press: set once its first answer was taken."""
        self.closed_dms: set[int] = set()
        """The DM channels of people who take none."""
        self.guild = self.backend.create_guild("Scrapyard Club")
        self.channel = self.backend.create_channel(self.guild.id, "games")
        self.port = 0

    async def start(self) -> Wire:
        application = web.Application(client_max_size=64 << 20)
        application.router.add_get("/gateway", self.gateway.serve)
        application.router.add_route("*", "/api/v10/{tail:.*}", self._answer)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0, backlog=512).start()
        self.port = int(self._runner.addresses[0][1])
        self._delivering = asyncio.create_task(self.gateway.deliver())
        return self

    async def stop(self) -> None:
        self._delivering.cancel()
        await self._runner.cleanup()

    def is_acknowledged(self, press: int) -> bool:
        return press in self.acknowledged and self.acknowledged[press].is_set()

    def forget_nonces(self) -> None:
        """The minutes in which Discord knows a nonce are over."""
        vars(self.backend).get("known_nonces", {}).clear()

    # ---- HTTP

    async def _answer(self, incoming: web.Request) -> web.StreamResponse:
        try:
            request = await _read(incoming)
        except ConnectionError:  # whoever asked has died while they spoke
            return web.Response(status=400)
        self.requests.append(request)
        uploads = [Upload(name, len(data)) for name, data in request.files]
        TRAFFIC.see(request.method, request.path, request.query, request.body, uploads)
        headers, fault = self.limits.take(request.method, request.path)
        if fault is None and self.before is not None:
            fault = await self.before(request)
        if fault is None:
            status, data = self._carry_out(request)
            if self.after is not None:
                fault = await self.after(request)
        if fault is not None:
            if fault.drop:
                _break(incoming)
            status, data, headers = fault.status, _fault_body(fault), headers | fault.headers
        request.status = status
        body = None if data is None else json.dumps(data, default=str).encode()
        # discord.py reads JSON only under exactly this content type.
        kind = {} if body is None else {"Content-Type": "application/json"}
        return web.Response(status=status, body=body, headers=headers | kind)

    def _carry_out(self, request: Request) -> tuple[int, Any]:
        if request.kind == "GET /users/@me":
            return 200, dict(serializers.user_payload(self.backend.bot_user))
        if request.kind == "POST /channels/#/messages" and int(request.path.split("/")[2]) in self.closed_dms:
            return 403, {"code": 50007, "message": "Cannot send messages to this user"}
        if request.kind == "GET /gateway/bot":
            start = {"total": 1000, "remaining": 1000, "reset_after": 1, "max_concurrency": 1}
            return 200, {"url": f"ws://127.0.0.1:{self.port}/gateway", "shards": 1, "session_start_limit": start}
        described = _descriptions(request.body)
        files = [
            SimpleNamespace(filename=name, fp=io.BytesIO(data), description=described.get(number))
            for number, (name, data) in enumerate(request.files)
        ]
        try:
            data = unwatched(
                self.backend, request.method, request.path, json=request.body, params=request.query, files=files
            )
        except BackendError as error:
            return error.status, error.to_json()
        if request.path.endswith("/callback"):
            self.acknowledged.setdefault(int(request.path.split("/")[2]), asyncio.Event()).set()
        return (204, None) if data is None else (200, data)


async def _read(incoming: web.Request) -> Request:
    body, files = None, dict[int, tuple[str, bytes]]()
    if incoming.content_type.startswith("multipart/"):
        async for part in await incoming.multipart():
            name = str(part.name)
            if name == "payload_json":
                body = json.loads(await part.text())
            elif name.startswith("files["):
                files[int(name[6:-1])] = (str(part.filename), bytes(await part.read(decode=True)))
    elif incoming.can_read_body:
        body = await incoming.json()
    path = "/" + incoming.match_info["tail"]
    return Request(incoming.method, path, dict(incoming.query), body, [files[number] for number in sorted(files)])


def _descriptions(body: Any) -> dict[int, str | None]:
    """Alt texts by the number of the uploaded file."""
    data = body.get("data", body) if isinstance(body, dict) else None
    attachments = data.get("attachments") if isinstance(data, dict) else None
    return {int(one["id"]): one.get("description") for one in attachments or ()}


def _break(incoming: web.Request) -> None:
    """End the connection without an answer."""
    if incoming.transport is not None:
        incoming.transport.abort()
    raise asyncio.CancelledError


def _fault_body(fault: Fault) -> dict[str, Any]:
    if fault.status != 429:
        return {"code": fault.code, "message": fault.message}
    wait = float(fault.headers["Retry-After"])
    return {"message": fault.message, "retry_after": wait, "global": "X-RateLimit-Global" in fault.headers}


async def until(true: Callable[[], Any], seconds: float = 60, what: str = "what was waited for") -> Any:
    """Wait until that is so; gives what it gave. Raises ``TimeoutError``."""
    end = time.monotonic() + seconds
    while not (found := true()):
        if time.monotonic() > end:
            raise TimeoutError(f"{what} did not come in {seconds} s")
        await asyncio.sleep(0.005)
    return found
