"""The gateway: a WebSocket that says hello, beats, identifies, resumes, and delivers events in their order."""

from __future__ import annotations

import asyncio
import json
import time
import zlib
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import discord
from aiohttp import WSMsgType, web
from simcord import intents
from simcord.backend import Backend, serializers

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11
SESSION = "wire-session"


class Gateway:
    """All connections of the one bot; its session outlives them."""

    def __init__(self, backend: Backend, *, heartbeat: float = 41.25) -> None:
        self._backend = backend
        self.heartbeat = heartbeat
        """Seconds between two heartbeats; a connection that lets two pass is closed."""
        self.ready = asyncio.Event()
        """The bot has identified, or resumed, and no connection was lost since."""
        self.identified = self.resumed = self.beats = 0
        self.refusing_until = 0.0
        self.forgetting = False
        """The next attempt to resume is refused: the session is gone."""
        self.copies = 1
        """How often each event is delivered."""
        self.late = 0.0
        """Seconds that each event waits before it goes out."""
        self.mask = discord.Intents(guilds=True)
        self._sequence = 0
        self._events: list[dict[str, Any]] = []
        self._connections: list[_Connection] = []
        self._outgoing: asyncio.Queue[tuple[float, dict[str, Any]]] = asyncio.Queue()
        backend.subscribers.append(self._happened)

    def _happened(self, event: str, payload: Mapping[str, Any]) -> None:
        gate = intents.required_intent(event, payload)
        if gate is not None and not getattr(self.mask, gate):
            return
        for _ in range(self.copies):
            self._sequence += 1
            packet = {"op": DISPATCH, "t": event, "s": self._sequence, "d": _plain(payload)}
            self._events.append(packet)
            self._outgoing.put_nowait((time.monotonic() + self.late, packet))

    async def deliver(self) -> None:
        """Send what happens to whoever is connected, for ever."""
        while True:
            due, packet = await self._outgoing.get()
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            for connection in [one for one in self._connections if one.live]:
                await connection.send(packet)

    @property
    def connected(self) -> bool:
        return bool(self._connections)

    async def drop(self, code: int = 4000, *, refuse: float = 0) -> None:
        """Close every connection; refuse others for so many seconds."""
        self.refusing_until = time.monotonic() + refuse
        self.ready.clear()
        for connection in list(self._connections):
            await connection.socket.close(code=code)

    async def tell(self, op: int, data: Any = None) -> None:
        """Say something other than an event to every connection."""
        self.ready.clear()
        for connection in list(self._connections):
            await connection.send({"op": op, "d": data})

    async def serve(self, request: web.Request) -> web.StreamResponse:
        if time.monotonic() < self.refusing_until:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        connection = _Connection(self, socket)
        self._connections.append(connection)
        try:
            await connection.run(f"ws://{request.host}/gateway")
        finally:
            self._connections.remove(connection)
            if not self._connections:
                self.ready.clear()
        return socket

    async def identify(self, connection: _Connection, url: str) -> None:
        self.identified += 1
        self._events.clear()
        self._sequence = 1
        bot = dict(serializers.user_payload(self._backend.bot_user))
        application = {"id": str(self._backend.application_id), "flags": 0}
        guilds = [{"id": str(guild), "unavailable": True} for guild in self._backend.guilds]
        session = {"session_id": SESSION, "resume_gateway_url": url, "application": application}
        await connection.send(
            {"op": DISPATCH, "t": "READY", "s": 1, "d": {"v": 10, "user": bot, "guilds": guilds, **session}}
        )
        for guild in list(self._backend.guilds.values()):
            self._sequence += 1
            payload = _plain(serializers.guild_create_payload(self._backend, guild))
            intents.prune_guild_create(payload, self.mask, self._backend.bot_user.id)
            await connection.send({"op": DISPATCH, "t": "GUILD_CREATE", "s": self._sequence, "d": payload})
        self._begin(connection)

    async def resume(self, connection: _Connection, sequence: int) -> None:
        if self.forgetting:
            self.forgetting = False
            await connection.send({"op": INVALID, "d": False})
            return
        self.resumed += 1
        for packet in [one for one in self._events if one["s"] > sequence]:
            await connection.send(packet)
        self._sequence += 1
        await connection.send({"op": DISPATCH, "t": "RESUMED", "s": self._sequence, "d": {}})
        self._begin(connection)

    def _begin(self, connection: _Connection) -> None:
        connection.live = True
        self.ready.set()


class _Connection:
    def __init__(self, gateway: Gateway, socket: web.WebSocketResponse) -> None:
        self._gateway = gateway
        self.socket = socket
        self.live = False
        """It has a session: events are for it."""
        self._packer = zlib.compressobj()
        self._heard = time.monotonic()

    async def run(self, url: str) -> None:
        await self.send({"op": HELLO, "d": {"heartbeat_interval": int(self._gateway.heartbeat * 1000)}})
        watch = asyncio.create_task(self._watch())
        try:
            async for message in self.socket:
                if message.type is WSMsgType.TEXT:
                    await self._heed(json.loads(message.data), url)
        finally:
            self.live = False
            watch.cancel()

    async def _heed(self, said: dict[str, Any], url: str) -> None:
        if said["op"] == HEARTBEAT:
            self._heard = time.monotonic()
            self._gateway.beats += 1
            await self.send({"op": ACK})
        elif said["op"] == IDENTIFY:
            await self._gateway.identify(self, url)
        elif said["op"] == RESUME:
            await self._gateway.resume(self, said["d"]["seq"])

    async def _watch(self) -> None:
        """Close a connection whose heart has stopped."""
        limit = 2 * self._gateway.heartbeat
        while time.monotonic() < self._heard + limit:
            rest = self._heard + limit - time.monotonic()
            await asyncio.sleep(rest)
        await self.socket.close(code=4009)

    async def send(self, packet: dict[str, Any]) -> None:
        if self.socket.closed:
            return
        raw = self._packer.compress(json.dumps(packet).encode()) + self._packer.flush(zlib.Z_SYNC_FLUSH)
        try:
            await self.socket.send_bytes(raw)
        except ConnectionError:
            self.live = False


def _plain(payload: Any) -> dict[str, Any]:
    """The payload as JSON knows it, apart from what happens later."""
    return json.loads(json.dumps(deepcopy(dict(payload)), default=str))
