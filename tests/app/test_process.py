"""The bot as a process of its own, over real HTTP and a real gateway, stopped as service managers stop it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest
from aiohttp import WSMsgType, web

HOME = Path(__file__).parent.parent.parent
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4" + ".GabcdE." + "abcdefghijklmnopqrstuvwxyz0123456789AB"
BOT = {"id": "1000", "username": "Scrapyard", "discriminator": "0", "avatar": None, "bot": True}
PERSON = {"id": "2000", "username": "rook", "discriminator": "0", "avatar": None}
APPLICATION = {"id": "1000", "name": "Scrapyard", "description": "", "verify_key": "", "bot_public": True, "flags": 0}
APPLICATION |= {"bot_require_code_grant": False, "owner": PERSON, "icon": None, "team": None, "rpc_origins": []}
CONNECT = """
import sys, yarl, discord.gateway, discord.http
port = sys.argv.pop(1)
discord.http.Route.BASE = f"http://127.0.0.1:{port}/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gateway")
from app.commands import main
main()
"""
SLOW = 0.7
"""Seconds that the fake takes for an answer to a press, so that the stop comes in the middle."""

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM")


def reply(data: Any) -> web.Response:
    # discord.py reads JSON only under exactly this content type.
    return web.Response(body=json.dumps(data), headers={"Content-Type": "application/json"})


class Discord:
    """As much of Discord as a bot needs to come up and to answer one press."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.up = asyncio.Event()
        self.acknowledging = asyncio.Event()
        self._socket: web.WebSocketResponse | None = None
        self._packer = zlib.compressobj()
        self._sequence = 0

    async def start(self) -> int:
        application = web.Application()
        application.router.add_get("/gateway", self._gateway)
        application.router.add_route("*", "/api/v10/{tail:.*}", self._rest)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        return int(self._runner.addresses[0][1])

    async def stop(self) -> None:
        await self._runner.cleanup()

    async def _rest(self, request: web.Request) -> web.Response:
        path = request.match_info["tail"]
        if path.startswith("interactions/"):
            self.acknowledging.set()
            await asyncio.sleep(SLOW)
        self.calls.append(f"{request.method} {path}")
        if path.startswith("interactions/"):
            return reply({"interaction": {"id": "6000", "type": 3, "response_message_id": "5000"}})
        if path == "users/@me":
            return reply(BOT)
        if path == "oauth2/applications/@me":
            return reply(APPLICATION)
        if path.endswith("/commands"):
            return reply([])
        if path.startswith("webhooks/"):
            message = {
                "id": "5000",
                "channel_id": "4000",
                "author": BOT,
                "content": "",
                "timestamp": "2026-01-01T00:00:00Z",
            }
            empty = {"edited_timestamp": None, "tts": False, "mention_everyone": False, "pinned": False, "type": 0}
            lists: dict[str, list[Any]] = {"mentions": [], "mention_roles": [], "attachments": [], "embeds": []}
            return reply({**message, **empty, **lists})
        return web.Response(status=204)

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = self._socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        await self._send(10, {"heartbeat_interval": 41250})
        async for message in socket:
            if message.type is WSMsgType.TEXT and json.loads(message.data)["op"] == 2:
                session = {
                    "session_id": "s",
                    "resume_gateway_url": "ws://127.0.0.1:1/",
                    "application": {"id": "1000", "flags": 0},
                }
                await self.event("READY", {"v": 10, "user": BOT, "guilds": [], **session})
                self.up.set()
        return socket

    async def event(self, name: str, data: dict[str, Any]) -> None:
        self._sequence += 1
        await self._send(0, data, t=name, s=self._sequence)

    async def _send(self, op: int, data: Any, **rest: Any) -> None:
        assert self._socket is not None
        raw = json.dumps({"op": op, "d": data, **rest}).encode()
        await self._socket.send_bytes(self._packer.compress(raw) + self._packer.flush(zlib.Z_SYNC_FLUSH))

    async def press(self, custom_id: str) -> None:
        """Somebody presses a button in a DM."""
        button = {"type": 2, "style": 1, "label": "Join", "custom_id": custom_id}
        message = {
            "id": "5000",
            "channel_id": "4000",
            "author": BOT,
            "content": "",
            "timestamp": "2026-01-01T00:00:00Z",
        }
        empty = {"edited_timestamp": None, "tts": False, "mention_everyone": False, "pinned": False, "type": 0}
        lists: dict[str, list[Any]] = {"mentions": [], "mention_roles": [], "attachments": [], "embeds": []}
        shown = {**message, **empty, **lists, "flags": 0, "components": [{"type": 1, "components": [button]}]}
        channel = {"id": "4000", "type": 1, "recipients": [PERSON], "last_message_id": None}
        about = {"id": "6000", "application_id": "1000", "type": 3, "token": "t" * 40, "version": 1, "locale": "en-US"}
        where = {"channel_id": "4000", "channel": channel, "user": PERSON, "message": shown, "context": 1}
        extra = {
            "entitlements": [],
            "authorizing_integration_owners": {},
            "attachment_size_limit": 1,
            "app_permissions": "0",
        }
        data = {"custom_id": custom_id, "component_type": 2}
        await self.event("INTERACTION_CREATE", {**about, **where, **extra, "data": data})


async def test_sigterm_finishes_the_press_under_way(tmp_path: Path) -> None:
    discord = Discord()
    port = await discord.start()
    settings = {"SCRAPYARD_TOKEN": TOKEN, "SCRAPYARD_LOG_LEVEL": "DEBUG", "PYTHONPATH": str(HOME)}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-c", CONNECT, str(port), "run"),
        cwd=tmp_path,
        env={**os.environ, **settings},
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        await asyncio.wait_for(discord.up.wait(), 60)
        await discord.press("s1:ABCD:0:join")
        await asyncio.wait_for(discord.acknowledging.wait(), 20)
        process.send_signal(signal.SIGTERM)
        _, log = await asyncio.wait_for(process.communicate(), 30)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
        await discord.stop()
    assert process.returncode == 0, log.decode()
    assert "ERROR" not in log.decode()
    assert any(call.startswith("POST interactions/6000/") for call in discord.calls)
    assert any("webhooks/1000/" in call for call in discord.calls), "the presser was answered before the end"
    assert TOKEN not in log.decode()
    assert "t" * 40 not in log.decode()
    assert not list((tmp_path / "data").glob("*-wal")), "the database was closed"
