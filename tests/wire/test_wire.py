"""The wire itself: what it promises to be, so that what is proved before it means something."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from simcord._clock import Clock

from tests.wire.gateway import ACK, HEARTBEAT, HELLO, IDENTIFY, INVALID, RECONNECT, RESUME
from tests.wire.limits import Fault, Limits, bucket_of, kind_of, too_many
from tests.wire.people import Person, Press
from tests.wire.process import BotProcess
from tests.wire.server import Request, Wire, until


@pytest_asyncio.fixture
async def wire() -> AsyncIterator[Wire]:
    wire = await Wire().start()
    yield wire
    await wire.stop()


class Client:
    """As much of a client as it takes to look at the wire."""

    def __init__(self, wire: Wire, session: aiohttp.ClientSession) -> None:
        self.wire, self.session = wire, session
        self.base = f"http://127.0.0.1:{wire.port}/api/v10"
        self.messages = f"{self.base}/channels/{wire.channel.id}/messages"

    async def post(self, **body: Any) -> tuple[int, dict[str, Any], Any]:
        async with self.session.post(self.messages, json=body) as answer:
            return answer.status, await answer.json(), answer.headers


@pytest_asyncio.fixture
async def client(wire: Wire) -> AsyncIterator[Client]:
    async with aiohttp.ClientSession() as session:
        yield Client(wire, session)


async def test_a_nonce_stands_for_one_message_until_it_is_forgotten(client: Client) -> None:
    first = await client.post(content="one", nonce="n1", enforce_nonce=True)
    again = await client.post(content="one", nonce="n1", enforce_nonce=True)
    other = await client.post(content="one", nonce="n2", enforce_nonce=True)
    client.wire.forget_nonces()
    late = await client.post(content="one", nonce="n1", enforce_nonce=True)
    assert first[1]["id"] == again[1]["id"]
    assert len({first[1]["id"], other[1]["id"], late[1]["id"]}) == 3


async def test_a_picture_comes_as_one_of_several_parts(client: Client) -> None:
    form = aiohttp.FormData()
    said = {"content": "look", "attachments": [{"id": 0, "description": "a board"}]}
    form.add_field("payload_json", json.dumps(said), content_type="application/json")
    form.add_field("files[0]", b"bytes", filename="board.png")
    async with client.session.post(client.messages, data=form) as answer:
        [attachment] = (await answer.json())["attachments"]
    assert (attachment["filename"], attachment["description"]) == ("board.png", "a board")
    assert client.wire.requests[-1].files == [("board.png", b"bytes")]


async def test_every_answer_tells_the_limit_and_too_many_are_refused(client: Client) -> None:
    client.wire.limits = Limits(count=2, seconds=0.5)
    left = [(await client.post(content="x"))[2]["X-RateLimit-Remaining"] for _ in range(2)]
    status, body, headers = await client.post(content="x")
    assert left == ["1", "0"]
    assert status == 429
    assert 0 < body["retry_after"] <= 0.5
    assert headers["Via"], "without it discord.py takes it for a ban"
    await asyncio.sleep(body["retry_after"])
    assert (await client.post(content="x"))[0] == 200


@pytest.mark.parametrize(
    ("path", "kind", "bucket"),
    [
        ("/channels/12/messages/34", "PATCH /channels/#/messages/#", "PATCH channels/12/messages/#"),
        ("/interactions/1/abc/callback", "PATCH /interactions/#/token/callback", "PATCH interactions/1/abc/callback"),
        (
            "/webhooks/7/tok/messages/@original",
            "PATCH /webhooks/#/token/messages/@original",
            "PATCH webhooks/7/tok",
        ),
    ],
)
def test_routes_are_told_apart_by_their_first_number_alone(path: str, kind: str, bucket: str) -> None:
    assert kind_of("PATCH", path) == kind
    assert bucket_of("PATCH", path) == bucket


async def test_faults_come_before_or_after_it_was_carried_out(client: Client) -> None:
    async def refuse(_request: Request) -> Fault:
        return Fault(502)

    client.wire.before = refuse
    assert (await client.post(content="never"))[0] == 502
    client.wire.before, client.wire.after = None, refuse
    assert (await client.post(content="once"))[0] == 502
    stored = client.wire.backend.messages[client.wire.channel.id].values()
    assert [message.content for message in stored] == ["once"]


async def test_a_broken_connection_is_no_answer(client: Client) -> None:
    async def break_it(_request: Request) -> Fault:
        return Fault(0, drop=True)

    client.wire.after = break_it
    with pytest.raises((aiohttp.ServerDisconnectedError, aiohttp.ClientOSError)):
        await client.post(content="x")


async def answer_to(client: Client, press: Press) -> tuple[int, int]:
    """The status and the code that a first answer to it gets."""
    url = f"{client.base}/interactions/{press.record.id}/{press.record.token}/callback"
    async with client.session.post(url, json={"type": 4, "data": {"content": "here"}}) as answer:
        return answer.status, (await answer.json() if answer.status >= 400 else {"code": 0})["code"]


async def test_a_press_is_answered_once_and_within_three_seconds(client: Client) -> None:
    wire = client.wire
    person = Person(wire, "Rook", "en")
    wire.backend.commands[None] = {("play", 1): {"id": "1"}}
    press = person.slash("play")
    assert (await answer_to(client, press))[0] < 300
    assert await press.acknowledged(0.1)
    assert await answer_to(client, press) == (400, 40060)
    late = person.slash("play")
    moment = wire.backend.clock.now()
    await asyncio.sleep(0.01)
    assert wire.backend.clock.now() > moment, "its time runs"
    wire.backend.clock = Later(wire.backend.clock, 3.1)
    assert await answer_to(client, late) == (404, 10062)
    assert not wire.is_acknowledged(late.record.id)


class Later(Clock):
    """Another clock, and so many seconds more."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self._clock, self._more = clock, timedelta(seconds=seconds)

    def now(self) -> datetime:
        return self._clock.now() + self._more


# ---- the gateway


async def say(socket: aiohttp.ClientWebSocketResponse, op: int, data: Any) -> None:
    await socket.send_json({"op": op, "d": data})


class Reader:
    """Unpacks the stream of a connection."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:

        self._socket, self._packer = socket, zlib.decompressobj()

    async def next(self) -> dict[str, Any]:
        message = await self._socket.receive(timeout=5)
        assert message.type is aiohttp.WSMsgType.BINARY, message
        return json.loads(self._packer.decompress(message.data))

    async def until(self, event: str) -> dict[str, Any]:
        while (packet := await self.next()).get("t") != event:
            pass
        return packet


async def test_a_session_is_begun_beaten_lost_and_resumed(client: Client) -> None:
    url = f"ws://127.0.0.1:{client.wire.port}/gateway"
    async with client.session.ws_connect(url) as socket:
        reader = Reader(socket)
        assert (await reader.next())["op"] == HELLO
        await say(socket, HEARTBEAT, None)
        assert (await reader.next())["op"] == ACK
        await say(socket, IDENTIFY, {})
        assert (await reader.next())["t"] == "READY"
        seen = (await reader.until("GUILD_CREATE"))["s"]
    client.wire.backend.announce_channel_update(client.wire.channel.id)
    async with client.session.ws_connect(url) as socket:
        reader = Reader(socket)
        await reader.next()
        await say(socket, RESUME, {"seq": seen})
        missed = await reader.until("CHANNEL_UPDATE")
        assert missed["s"] == seen + 1
        assert (await reader.next())["t"] == "RESUMED"
    client.wire.gateway.forgetting = True
    async with client.session.ws_connect(url) as socket:
        reader = Reader(socket)
        await reader.next()
        await say(socket, RESUME, {"seq": seen})
        assert await reader.next() == {"op": INVALID, "d": False}


@pytest.mark.long
async def test_the_bot_comes_back_when_it_is_told_to(wire: Wire, tmp_path: Path) -> None:
    """RECONNECT is followed by RESUME, a session that cannot be resumed by IDENTIFY; presses are heard afterwards."""
    person = Person(wire, "Rook", "en")
    async with BotProcess(wire, tmp_path) as bot:
        await bot.start()
        await until(lambda: wire.backend.commands.get(None))
        await wire.gateway.tell(RECONNECT)
        await until(lambda: wire.gateway.resumed == 1 and wire.gateway.ready.is_set())
        assert await person.slash("play", game="volt").acknowledged()
        assert wire.gateway.identified == 1
        await wire.gateway.tell(INVALID, False)
        await until(lambda: wire.gateway.identified == 2 and wire.gateway.ready.is_set())
        assert await person.slash("play", game="volt").acknowledged()


async def test_a_heart_that_stops_ends_the_connection(client: Client) -> None:
    client.wire.gateway.heartbeat = 0.05
    async with client.session.ws_connect(f"ws://127.0.0.1:{client.wire.port}/gateway") as socket:
        reader = Reader(socket)
        await reader.next()
        assert (await socket.receive(timeout=5)).type is aiohttp.WSMsgType.CLOSE
        assert socket.close_code == 4009


async def test_the_bot_beats_obeys_limits_and_draws(wire: Wire, tmp_path: Path) -> None:
    """The real bot in a process started by itself: discord.py's own heart, waits and uploads."""
    wire.gateway.heartbeat = 0.4
    person = Person(wire, "Rook", "en")
    limited = 0

    async def sometimes(request: Request) -> Fault | None:
        nonlocal limited
        limited += request.kind == "POST /channels/#/messages"
        return too_many(0.3) if limited == 1 and request.kind == "POST /channels/#/messages" else None

    wire.before = sometimes
    async with BotProcess(wire, tmp_path) as bot:
        await bot.start()
        await until(lambda: wire.backend.commands.get(None))
        assert await person.slash("play", game="volt").acknowledged()
        code = (await until(lambda: find(person)))["custom_id"].split(":")[1]
        lobby, _ = await until(lambda: person.find("add_bot", code))
        assert await person.press(lobby, f"s1:{code}:0:add_bot").acknowledged()
        assert await person.press(lobby, f"s1:{code}:0:start").acknowledged()
        panel, _ = await until(lambda: person.find("v-type", code))
        await until(lambda: wire.gateway.beats > 2)
        pictures = [data for request in wire.requests for _, data in request.files]
        assert panel.channel_id == person.dm
        assert pictures
        assert all(data.startswith(b"\x89PNG") for data in pictures)
        await bot.stop()
        assert bot.code == 0


def find(person: Person) -> dict[str, Any] | None:
    joins = [seen.find("join") for seen in person.sees(person.wire.channel.id)]
    return next((component for component in joins if component is not None), None)
