"""The check of requests finds what Discord would refuse: correct requests with one fault each."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.honest.components import Upload
from tests.honest.description import MEDIA, TOLERATED, discord_says
from tests.honest.fetch import kept
from tests.honest.watch import faults

ID, OTHER = "1456074443980800012", "1456074443980800019"
ROOM, MESSAGE = f"/channels/{ID}/messages", f"/channels/{ID}/messages/{OTHER}"
ANSWER = f"/interactions/{ID}/a-token/callback"
COMMANDS = f"/applications/{ID}/commands"
PICTURE = Upload("board.png", 2000)
Body = Any
Spoil = Callable[[Body], object]


def button(number: int = 0, **changes: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": f"go{number}", **changes}


def option(number: int = 0, **changes: Any) -> dict[str, Any]:
    return {"label": "One", "value": f"one{number}", **changes}


def select(**changes: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": "choose", "options": [option(1), option(2)], **changes}


def row(*children: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(children)}


def words(text: str = "Hello") -> dict[str, Any]:
    return {"type": 10, "content": text}


def layout() -> dict[str, Any]:
    picture = {"media": {"url": "attachment://board.png"}, "description": "A board"}
    inside = [words(f"Your turn, <@{OTHER}>"), {"type": 12, "items": [picture]}, row(button()), row(select())]
    return {
        "flags": 1 << 15,
        "components": [{"type": 17, "accent_color": 255, "components": inside}],
        "attachments": [{"id": 0, "filename": "board.png", "description": "A board"}],
        "allowed_mentions": {"parse": [], "users": [int(OTHER)]},
        "nonce": "a-nonce",
        "enforce_nonce": True,
        "tts": False,
    }


def changed_layout() -> dict[str, Any]:
    return {name: part for name, part in layout().items() if "nonce" not in name}


def plain() -> dict[str, Any]:
    return {"content": "Hello", "components": [row(button())], "allowed_mentions": {"parse": []}}


def form() -> dict[str, Any]:
    field = {"type": 4, "style": 1, "custom_id": "text", "min_length": 1, "max_length": 9, "value": "abc"}
    label = {"type": 18, "label": "Words", "component": field}
    return {"type": 9, "data": {"custom_id": "form", "title": "Say it", "components": [label]}}


def suggestions() -> dict[str, Any]:
    return {"type": 8, "data": {"choices": [{"name": "One", "value": "one"}]}}


def commands() -> list[dict[str, Any]]:
    game = {
        "type": 3,
        "name": "game",
        "description": "Which",
        "required": True,
        "choices": suggestions()["data"]["choices"],
    }
    seats = {"type": 4, "name": "seats", "description": "How many", "required": False, "autocomplete": True}
    play = {"name": "play", "description": "Play", "name_localizations": {"zh-CN": "玩"}, "options": [game, seats]}
    return [{"type": 1, "nsfw": False, **play}]


def thread() -> dict[str, Any]:
    return {"name": "A table", "auto_archive_duration": 10080, "type": 11}


def inside(body: Body) -> list[dict[str, Any]]:
    """What stands in the container of a layout."""
    return body["components"][0]["components"]


def field_of(body: Body) -> dict[str, Any]:
    return body["data"]["components"][0]["component"]


RIGHT: dict[str, tuple[str, str, Callable[[], Body], list[Upload]]] = {
    "layout": ("POST", ROOM, layout, [PICTURE]),
    "edit": ("PATCH", MESSAGE, changed_layout, [PICTURE]),
    "plain": ("POST", ROOM, plain, []),
    "answer": ("POST", ANSWER, lambda: {"type": 4, "data": plain() | {"flags": 64}}, []),
    "form": ("POST", ANSWER, form, []),
    "suggestions": ("POST", ANSWER, suggestions, []),
    "commands": ("PUT", COMMANDS, commands, []),
    "thread": ("POST", f"/channels/{ID}/threads", thread, []),
    "thread change": ("PATCH", f"/channels/{ID}", lambda: {"archived": True, "name": "A table"}, []),
    "followup": ("POST", f"/webhooks/{ID}/a-token", plain, []),
    "inline": ("POST", f"/channels/{ID}/messages/bulk-delete", lambda: {"messages": [ID, OTHER]}, []),
}

SPOILT: list[tuple[str, str, Spoil]] = [
    # --- the description itself
    ("layout", "a label of 81", lambda b: inside(b)[2]["components"][0].update(label="x" * 81)),
    ("layout", "a custom id of 101", lambda b: inside(b)[2]["components"][0].update(custom_id="x" * 101)),
    ("layout", "a placeholder of 151", lambda b: inside(b)[3]["components"][0].update(placeholder="x" * 151)),
    ("layout", "a select without options", lambda b: inside(b)[3]["components"][0].update(options=[])),
    (
        "layout",
        "a select of 26 options",
        lambda b: inside(b)[3]["components"][0].update(options=[option(n) for n in range(26)]),
    ),
    ("layout", "an option of 101", lambda b: inside(b)[3]["components"][0]["options"][0].update(label="x" * 101)),
    ("layout", "a style that is none", lambda b: inside(b)[2]["components"][0].update(style=9)),
    ("layout", "a component that is none", lambda b: inside(b).append({"type": 99})),
    ("layout", "a container in a container", lambda b: inside(b).append({"type": 17, "components": [words()]})),
    ("layout", "a button without its row", lambda b: inside(b).append(button(5))),
    ("layout", "a colour too large", lambda b: b["components"][0].update(accent_color=1 << 24)),
    ("layout", "an empty gallery", lambda b: inside(b)[1].update(items=[])),
    ("layout", "a gallery of 11", lambda b: inside(b)[1].update(items=inside(b)[1]["items"] * 11)),
    ("layout", "an alt text of 1025", lambda b: b["attachments"][0].update(description="x" * 1025)),
    ("layout", "a misspelt field", lambda b: inside(b)[2]["components"][0].update(lable="Go")),
    ("layout", "a field of another body", lambda b: b.update(username="Rook")),
    ("layout", "no such kind of mention", lambda b: b["allowed_mentions"].update(parse=["people"])),
    ("layout", "components that are no list", lambda b: b.update(components="none")),
    ("layout", "what is no JSON", lambda b: b.update(nonce=object())),
    ("plain", "11 embeds", lambda b: b.update(embeds=[{"title": "x"}] * 11)),
    ("plain", "an embed's title of 257", lambda b: b.update(embeds=[{"title": "x" * 257}])),
    ("plain", "26 fields", lambda b: b.update(embeds=[{"fields": [{"name": "x", "value": "y"}] * 26}])),
    ("form", "a title of 46", lambda b: b["data"].update(title="x" * 46)),
    ("form", "a label of 46", lambda b: b["data"]["components"][0].update(label="x" * 46)),
    ("form", "no field", lambda b: b["data"].update(components=[])),
    ("answer", "an answer that is none", lambda b: b.update(type=99)),
    ("commands", "a name of 33", lambda b: b[0].update(name="x" * 33)),
    ("commands", "a description of 101", lambda b: b[0].update(description="x" * 101)),
    ("commands", "an option that is none", lambda b: b[0]["options"][0].update(type=99)),
    ("thread", "a name of 101", lambda b: b.update(name="x" * 101)),
    ("thread", "archived after five minutes", lambda b: b.update(auto_archive_duration=5)),
    ("inline", "no message's id", lambda b: b.update(messages=["first"])),
    ("inline", "nothing to delete", lambda b: b.clear()),
    # --- what it does not state: messages
    ("plain", "2001 characters", lambda b: b.update(content="x" * 2001)),
    ("plain", "nothing at all", lambda b: b.clear()),
    ("plain", "6001 characters of embeds", lambda b: b.update(embeds=[{"description": "x" * 3001}] * 2)),
    ("plain", "a layout that is not said to be one", lambda b: b["components"].append(words())),
    ("plain", "six rows", lambda b: b.update(components=[row(button(n)) for n in range(6)])),
    ("plain", "six buttons in a row", lambda b: b.update(components=[row(*(button(n) for n in range(6)))])),
    ("plain", "a button beside a select", lambda b: b.update(components=[row(button(), select())])),
    ("plain", "an empty row", lambda b: b.update(components=[row()])),
    ("plain", "private outside of an answer", lambda b: b.update(flags=64)),
    ("plain", "everybody called by oversight", lambda b: b.update(content="@everyone", allowed_mentions=None)),
    ("layout", "content beside a layout", lambda b: b.update(content="Hello")),
    ("layout", "embeds beside a layout", lambda b: b.update(embeds=[{"title": "x"}])),
    ("edit", "content beside a layout", lambda b: b.update(content="Hello", flags=0)),
    ("layout", "41 components", lambda b: inside(b).extend(words() for _ in range(35))),
    ("layout", "4001 characters", lambda b: inside(b).extend([words("x" * 3990), words("y" * 20)])),
    ("layout", "empty text", lambda b: inside(b).append(words(""))),
    ("layout", "a custom id twice", lambda b: inside(b)[2]["components"].append(button())),
    ("layout", "a component's id twice", lambda b: inside(b).extend([words() | {"id": 7}, words() | {"id": 7}])),
    ("layout", "a button that leads nowhere", lambda b: inside(b)[2]["components"][0].pop("custom_id")),
    ("layout", "a link with an id", lambda b: inside(b)[2]["components"][0].update(style=5, url="https://a.example")),
    ("layout", "a button without a face", lambda b: inside(b)[2]["components"][0].pop("label")),
    ("layout", "an option's value twice", lambda b: inside(b)[3]["components"][0].update(options=[option(1)] * 2)),
    ("layout", "more to choose than there is", lambda b: inside(b)[3]["components"][0].update(max_values=3)),
    ("layout", "least above most", lambda b: inside(b)[3]["components"][0].update(min_values=2)),
    (
        "layout",
        "two chosen beforehand",
        lambda b: inside(b)[3]["components"][0].update(options=[option(n, default=True) for n in (1, 2)]),
    ),
    (
        "layout",
        "a picture that was not sent",
        lambda b: inside(b)[1]["items"][0]["media"].update(url="attachment://b.png"),
    ),
    ("layout", "a picture that is not shown", lambda b: inside(b).pop(1)),
    ("layout", "a file of no number", lambda b: b["attachments"][0].update(id=1)),
    ("layout", "a file's number twice", lambda b: b["attachments"].append(dict(b["attachments"][0]))),
    ("layout", "a nonce of 26", lambda b: b.update(nonce="x" * 26)),
    ("layout", "a nonce that is missing", lambda b: b.pop("nonce")),
    ("layout", "somebody called who is not named", lambda b: b["allowed_mentions"].update(users=[int(ID)])),
    ("layout", "all and some", lambda b: b["allowed_mentions"].update(parse=["users"])),
    # --- forms, suggestions, commands, threads
    ("form", "six parts", lambda b: b["data"].update(components=b["data"]["components"] * 6)),
    ("form", "a value too long", lambda b: field_of(b).update(value="x" * 10)),
    ("form", "least above most", lambda b: field_of(b).update(min_length=10)),
    ("form", "a field without a name", lambda b: b["data"].update(components=[row(field_of(b))])),
    ("form", "a form without its form", lambda b: b.pop("data")),
    ("suggestions", "26", lambda b: b["data"].update(choices=b["data"]["choices"] * 26)),
    ("suggestions", "a name of 101", lambda b: b["data"]["choices"][0].update(name="x" * 101)),
    ("suggestions", "a value of 101", lambda b: b["data"]["choices"][0].update(value="x" * 101)),
    ("suggestions", "an empty name", lambda b: b["data"]["choices"][0].update(name="")),
    ("suggestions", "no exact number", lambda b: b["data"]["choices"][0].update(value=2**53 + 1)),
    ("commands", "101", lambda b: b.extend(b[0] | {"name": f"play{n}"} for n in range(100))),
    ("commands", "one twice", lambda b: b.append(b[0])),
    ("commands", "a locale that is none", lambda b: b[0].update(name_localizations={"zh": "玩"})),
    ("commands", "a capital letter", lambda b: b[0].update(name="Play")),
    ("commands", "no description", lambda b: b[0].update(description="")),
    ("commands", "a needed option after another", lambda b: b[0]["options"].reverse()),
    ("commands", "an option twice", lambda b: b[0]["options"].append(b[0]["options"][1])),
    ("commands", "choices and suggestions", lambda b: b[0]["options"][0].update(autocomplete=True)),
    (
        "commands",
        "a choice's name twice",
        lambda b: b[0]["options"][0].update(choices=[{"name": "x", "value": "y"}] * 2),
    ),
    (
        "commands",
        "a subcommand among options",
        lambda b: b[0]["options"].append({"type": 1, "name": "x", "description": "x"}),
    ),
    (
        "commands",
        "8001 characters",
        lambda b: b[0].update(
            options=[{"type": 3, "name": f"o{n}", "description": "d" * 100, "choices": many(f"{n}")} for n in range(2)]
        ),
    ),
    ("thread", "a name of blanks", lambda b: b.update(name="   ")),
    ("thread change", "a name of blanks", lambda b: b.update(name="   ")),
]


def many(start: str) -> list[dict[str, str]]:
    return [{"name": f"{start}-{n}".ljust(100, "x"), "value": "v" * 100} for n in range(25)]


def ask(which: str, spoil: Spoil = lambda body: None, uploads: list[Upload] | None = None) -> list[str]:
    method, path, make, files = RIGHT[which]
    body = copy.deepcopy(make())
    spoil(body)
    return faults(method, path, {}, body, files if uploads is None else uploads)[1]


def test_the_description_is_here() -> None:
    """Without it nothing is checked: then this fails, so that no run without it is green."""
    assert kept().exists(), "fetch it: python3 start.py test (or python -m tests.honest.fetch)"
    assert len(discord_says().routes) > 200


@pytest.mark.parametrize("which", RIGHT)
def test_what_is_right_is_taken(which: str) -> None:
    assert ask(which) == []


@pytest.mark.parametrize(("which", "what", "spoil"), SPOILT, ids=[f"{which}: {what}" for which, what, _ in SPOILT])
def test_one_fault_is_found(which: str, what: str, spoil: Spoil) -> None:
    assert ask(which, spoil) != []


@pytest.mark.parametrize(
    ("uploads", "says"),
    [
        ([Upload("board.png", 10 * 1024 * 1024 + 1)], "bytes"),
        ([Upload("board.png", 0)], "empty"),
        ([PICTURE, *(Upload(f"{n}.png", 1) for n in range(10))], "11 files"),
        ([], "no file of number 0"),
    ],
)
def test_files(uploads: list[Upload], says: str) -> None:
    assert any(says in fault for fault in ask("layout", uploads=uploads))


@pytest.mark.parametrize(
    ("method", "path", "query", "body", "says"),
    [
        ("GET", f"/channels/{ID}/massages", {}, None, "Discord has no"),
        ("PUT", ROOM, {}, plain(), "Discord has no"),
        ("GET", "/channels/12/messages", {}, None, "path: channel_id"),
        ("GET", f"/channels/None/messages/{ID}", {}, None, "path: channel_id"),
        ("GET", ROOM, {"limit": 101}, None, "query/limit"),
        ("GET", ROOM, {"limit": "many"}, None, "query"),
        ("GET", ROOM, {"lmit": 5}, None, "lmit"),
        ("GET", MESSAGE, {"limit": 5}, None, "without a query"),
        ("GET", ROOM, {}, {"limit": 5}, "takes none"),
        ("POST", ROOM, {}, None, "body"),
    ],
)
def test_route_ids_and_query(method: str, path: str, query: dict[str, Any], body: Any, says: str) -> None:
    assert any(says in fault for fault in faults(method, path, query, body)[1])


def test_a_reason_too_long() -> None:
    assert any("reason" in fault for fault in faults("GET", ROOM, {}, None, reason="x" * 513)[1])


def test_the_fault_is_named_with_its_place() -> None:
    """Deep in a choice of kinds: the button's own fault, and not that it is no text."""
    (fault,) = ask("layout", lambda b: inside(b)[2]["components"][0].update(label="x" * 81))
    assert fault.startswith("body/components/0/components/2/components/0/label: ")
    assert "longer than 80" in fault


def test_what_is_tolerated_is_still_needed() -> None:
    """An exception that the description no longer needs would only hide faults."""
    says = discord_says()
    for name, fields in TOLERATED.items():
        assert name in says.definitions
        published = kept().read_text(encoding="utf-8")
        assert f'"{name}"' in published
        assert fields, f"nothing is tolerated of {name}"
    kinds = says.definitions["ChannelTypes"]["anyOf"][0]["enum"]
    assert MEDIA not in kinds, "the description knows media channels now"
