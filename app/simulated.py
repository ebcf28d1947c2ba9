"""The simulated Discord, as the preview and the whole-game tests use it: what simcord 3.2.1 itself does not offer.

Everything here leans on private parts of that one version, which is why the version is pinned and why it all stands in
one module.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

import simcord
import simcord.env
from simcord.backend import serializers
from simcord.backend.access import channel_accessible
from simcord.http import router
from simcord.interactions import base_payload

BUTTON: Final = 2
SELECT: Final = 3
COMPONENT_PRESS: Final = 3
NEW_MESSAGE: Final = re.compile(r"/channels/\d+/messages")
LOCALES: Final = {"en": "en-US", "zh-CN": "zh-CN"}
"""The Discord locale of each of our languages."""


class SimulatedClock:
    """The clock of a simulated Discord, for whoever needs a clock before that exists."""

    def __init__(self) -> None:
        self._env: simcord.Env | None = None

    def follow(self, env: simcord.Env) -> None:
        self._env = env

    def now(self) -> datetime:
        """The simulated moment; the real one until there is a simulation to follow."""
        return self._env.now() if self._env else datetime.now(UTC)


def settle_quickly() -> None:
    """Look for the end of the bot's work every 4 milliseconds instead of every 50. More often would cost more."""
    defaults = simcord.env.Env._settle_internal.__kwdefaults__ or {}
    defaults["idle"] = 0.004


def honour_nonces() -> None:
    """Answer a message whose nonce is known with the message that has it, as Discord does; simcord ignores nonces."""
    if getattr(router.dispatch, "honours_nonces", False):
        return
    dispatch = router.dispatch

    def once(backend: Any, method: str, path: str, *, json: Any = None, **rest: Any) -> Any:
        nonce = json.get("nonce") if isinstance(json, dict) else None
        if nonce is None or method != "POST" or not NEW_MESSAGE.fullmatch(path):
            return dispatch(backend, method, path, json=json, **rest)
        known = vars(backend).setdefault("known_nonces", {})
        if (path, nonce) not in known:
            known[path, nonce] = dispatch(backend, method, path, json=json, **rest)
        return known[path, nonce]

    once.honours_nonces = True  # type: ignore[attr-defined]
    router.dispatch = once


def start_clock_at(env: simcord.Env, moment: datetime) -> None:
    """Let the simulation begin at this moment. Call it before anything has happened there."""
    env.backend.clock._epoch = moment


def speak_locales(env: simcord.Env, locales: Mapping[int, str]) -> None:
    """Let each person's presses carry their own locale; ``locales`` maps user ids and may change later."""
    emit = env.backend.emit

    def with_locale(event: str, payload: Any, *arguments: Any, **options: Any) -> Any:
        if event == "INTERACTION_CREATE":
            presser = int((payload.get("member") or payload)["user"]["id"])
            payload = {**payload, "locale": locales.get(presser, "en-US")}
        return emit(event, payload, *arguments, **options)

    env.backend.emit = with_locale  # type: ignore[method-assign]


def may_see(env: simcord.Env, channel_id: int, user_id: int) -> bool:
    """Whether this person can read that channel."""
    return channel_accessible(env.backend, channel_id, user_id, history=True)


def messages_seen(env: simcord.Env, channel_id: int, user_id: int) -> int:
    """How many messages this person finds there."""
    stored = env.backend.messages.get(channel_id, {}).values()
    return sum(message.visible_to(user_id) for message in stored)


def snapshot(env: simcord.Env, channel_id: int, message_id: int) -> dict[str, Any]:
    """The message as Discord would put it into a press on it now."""
    return dict(serializers.message_payload(env.backend, env.backend.get_message(channel_id, message_id)))


def press_without_waiting(
    env: simcord.Env,
    user_id: int,
    message: dict[str, Any],
    custom_id: str,
    values: list[str] | None = None,
    *,
    late: float = 0,
) -> Any:
    """A press that is only put on its way, so that several can be under way at once. Returns simcord's record of it.

    ``message`` is the ``snapshot`` that the person's screen showed. The press reaches the bot so many seconds ``late``;
    Discord takes no answer after three. With ``values`` it is a choice in a select.
    """
    backend = env.backend
    channel = backend.get_channel(int(message["channel_id"]))
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": BUTTON if values is None else SELECT}
    if values is not None:
        data["values"] = values
    record, payload = base_payload(
        backend,
        type=COMPONENT_PRESS,
        channel_id=channel.id,
        guild_id=channel.guild_id,
        user_id=user_id,
        data=data,
    )
    payload["message"] = message
    record.source_message_id = int(message["id"])
    backend.advance_clock(late)
    backend.emit("INTERACTION_CREATE", payload)
    return record
