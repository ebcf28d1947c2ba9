"""What a command answers, in a simulated Discord."""

from __future__ import annotations

from typing import Any

from tests.play.harness import Person, Play, Seen


async def ask(play: Play, person: Person, command: str, *, at: Any = None, **options: Any) -> Seen:
    """Give a command in a channel (by default the table's thread), or in private; the answer must be private."""
    place = at if at is not None else play.thread
    if place == "dm":
        channel_id = person.user.dm_channel.id
        known = {seen.id for seen in play.dms(person)}
        await person.user.slash(command, **options)
    else:
        channel_id = place.id
        known = {seen.id for seen in play.messages(channel_id, person)}
        await person.member.slash(place, command, **options)
        public = {seen.id for seen in play.messages(channel_id)}
        assert public <= known, "a command spoke in public"
    fresh = [seen for seen in play.messages(channel_id, person) if seen.id not in known]
    assert fresh, f"no answer to {command}"
    return fresh[-1]


async def round_of(play: Play, *programs: str) -> None:
    """One round; the first people type these programs."""
    for person, program in zip(play.people, programs, strict=False):
        await play.type_program(person, program)
        await play.press(person, "p-ready")
