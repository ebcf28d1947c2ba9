"""Discord's limits that its description does not state, over messages, forms, suggestions, commands and threads."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.honest.components import INPUT, ONLY_V2, TEXT, Upload, file_faults, layout_faults, walk

EPHEMERAL, SUPPRESS_EMBEDS, SILENT, LAYOUT = 1 << 6, 1 << 2, 1 << 12, 1 << 15
CONTENT, NONCE, EMBED_TEXT, REASON = 2000, 25, 6000, 512
CHOICES, CHOICE_NAME, COMMANDS, COMMAND_TEXT, FORM_PARTS = 25, 100, 100, 8000, 5
EXACT = 2**53
"""Beyond it a client's number loses its last digits."""
ARCHIVE_MINUTES = {60, 1440, 4320, 10080}
COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")
MENTION = re.compile(r"<@!?(\d+)>")
LOCALES = frozenset(
    [
        "id",
        "da",
        "de",
        "en-GB",
        "en-US",
        "es-ES",
        "es-419",
        "fr",
        "hr",
        "it",
        "lt",
        "hu",
        "nl",
        "no",
        "pl",
        "pt-BR",
        "ro",
        "fi",
        "sv-SE",
        "vi",
        "tr",
        "cs",
        "el",
        "bg",
        "ru",
        "uk",
        "hi",
        "th",
        "zh-CN",
        "ja",
        "zh-TW",
        "ko",
    ]
)
GROUP = {1, 2}
"""Options that are subcommands, or groups of them."""


def rule_faults(method: str, route: str, query: dict[str, Any], body: Any, uploads: list[Upload]) -> list[str]:
    """What Discord would refuse although its description allows it. ``route`` is the path of the description."""
    found: list[str] = []
    if "limit" in query and not 1 <= int(query["limit"]) <= 100:
        found.append(f"query/limit: {query['limit']}, 1 to 100 are allowed")
    if route.endswith("/callback") and isinstance(body, dict):
        found += _answer_faults(body, uploads)
    elif isinstance(body, dict) and re.search(r"/messages(/\{message_id\}|/@original)?$|/\{webhook_token\}$", route):
        private = route.startswith("/webhooks")
        found += message_faults(body, "body", uploads, new=method == "POST", private=private)
    elif route.endswith("/commands") and isinstance(body, list):
        found += _commands_faults(body)
    elif isinstance(body, dict) and (route.endswith("/threads") or route == "/channels/{channel_id}"):
        found += _thread_faults(body, new=method == "POST")
    return found


def _answer_faults(body: dict[str, Any], uploads: list[Upload]) -> Iterator[str]:
    kind, data = body.get("type"), body.get("data")
    if kind in (4, 8, 9) and not isinstance(data, dict):
        yield f"body/data: an answer of kind {kind} needs it"
    elif kind in (4, 7) and isinstance(data, dict):
        yield from message_faults(data, "body/data", uploads, new=kind == 4, private=True)
    elif kind == 8 and isinstance(data, dict):
        yield from _choice_faults(data.get("choices") or [], "body/data/choices")
    elif kind == 9 and isinstance(data, dict):
        yield from _form_faults(data)


def message_faults(
    data: dict[str, Any], path: str, uploads: list[Upload], *, new: bool, private: bool = False
) -> Iterator[str]:
    """Of a message as a whole. ``private``: an interaction's answer, which may be ephemeral."""
    components = data.get("components") or []
    flags = data.get("flags") or 0
    built = any(one["type"] in ONLY_V2 for _, one in walk(components, ""))
    layout = bool(flags & LAYOUT) or (built and not new)
    if len(data.get("content") or "") > CONTENT:
        yield f"{path}/content: {len(data['content'])} characters, {CONTENT} are allowed"
    if layout:
        yield from (
            f"{path}/{one}: in a layout" for one in ("content", "embeds", "poll", "sticker_ids") if data.get(one)
        )
    if (
        new
        and not any(data.get(one) for one in ("content", "embeds", "components", "poll", "sticker_ids"))
        and not uploads
    ):
        yield f"{path}: an empty message"
    allowed = SUPPRESS_EMBEDS | LAYOUT | (SILENT if new else 0) | (EPHEMERAL if private else 0)
    if flags & ~allowed:
        yield f"{path}/flags: {flags & ~allowed} cannot be set there"
    yield from layout_faults(components, f"{path}/components", layout=layout)
    yield from file_faults(data, path, uploads, layout=layout)
    yield from _mention_faults(data, path, new=new)
    yield from _nonce_faults(data, path)
    texts = [part for embed in data.get("embeds") or [] for part in _embed_texts(embed)]
    if sum(map(len, texts)) > EMBED_TEXT:
        yield f"{path}/embeds: {sum(map(len, texts))} characters, {EMBED_TEXT} are allowed in all"


def _nonce_faults(data: dict[str, Any], path: str) -> Iterator[str]:
    nonce = data.get("nonce")
    if nonce is not None and not 1 <= len(str(nonce)) <= NONCE:
        yield f"{path}/nonce: {len(str(nonce))} characters, 1 to {NONCE} are allowed"
    if data.get("enforce_nonce") and nonce is None:
        yield f"{path}/enforce_nonce: without a nonce"


def _mention_faults(data: dict[str, Any], path: str, *, new: bool) -> Iterator[str]:
    allowed = data.get("allowed_mentions")
    texts = [data.get("content") or ""]
    texts += [str(one.get("content", "")) for _, one in walk(data.get("components"), "") if one["type"] == TEXT]
    written = {number for text in texts for number in MENTION.findall(text)}
    if allowed is None:
        if new and (written or any("@everyone" in text or "@here" in text for text in texts)):
            yield f"{path}/allowed_mentions: missing, so Discord calls whoever is named"
        return
    for kind in ("users", "roles"):
        if kind in (allowed.get("parse") or ()) and allowed.get(kind):
            yield f"{path}/allowed_mentions: {kind} both all and by name"
    named = [str(number) for number in allowed.get("users") or ()]
    if len(set(named)) != len(named):
        yield f"{path}/allowed_mentions/users: somebody stands twice"
    yield from (f"{path}/allowed_mentions/users: {who} is not in the text" for who in named if who not in written)


def _embed_texts(embed: dict[str, Any]) -> Iterator[str]:
    yield from (embed.get("title") or "", embed.get("description") or "")
    yield from ((embed.get("footer") or {}).get("text") or "", (embed.get("author") or {}).get("name") or "")
    for field in embed.get("fields") or ():
        yield from (field.get("name") or "", field.get("value") or "")


def _form_faults(data: dict[str, Any]) -> Iterator[str]:
    parts = data.get("components") or []
    if not 1 <= len(parts) <= FORM_PARTS:
        yield f"body/data/components: {len(parts)}, 1 to {FORM_PARTS} are allowed"
    if not str(data.get("title", "")).strip():
        yield "body/data/title: empty"
    yield from layout_faults(parts, "body/data/components", layout=True)
    for number, part in enumerate(parts):
        inner = (part.get("components") or [{}])[0]
        if part.get("type") == 1 and inner.get("type") == INPUT and not inner.get("label"):
            yield f"body/data/components/{number}: a text input without a label"


def _choice_faults(choices: list[dict[str, Any]], path: str) -> Iterator[str]:
    if len(choices) > CHOICES:
        yield f"{path}: {len(choices)}, {CHOICES} are allowed"
    for number, choice in enumerate(choices):
        names = [choice.get("name", ""), *(choice.get("name_localizations") or {}).values()]
        if any(not 1 <= len(name) <= CHOICE_NAME for name in names):
            yield f"{path}/{number}/name: 1 to {CHOICE_NAME} characters are allowed"
        value = choice.get("value")
        if isinstance(value, str) and not 1 <= len(value) <= CHOICE_NAME:
            yield f"{path}/{number}/value: {len(value)} characters, 1 to {CHOICE_NAME} are allowed"
        if isinstance(value, int) and abs(value) > EXACT:
            yield f"{path}/{number}/value: {value} is no exact number in a client"
        yield from _locale_faults(choice, f"{path}/{number}")


def _locale_faults(one: dict[str, Any], path: str) -> Iterator[str]:
    for name in ("name_localizations", "description_localizations"):
        yield from (f"{path}/{name}: {key} is no locale" for key in one.get(name) or {} if key not in LOCALES)


def _commands_faults(commands: list[dict[str, Any]]) -> Iterator[str]:
    kinds = Counter(command.get("type") or 1 for command in commands)
    yield from (f"body: {many} commands of kind {kind}" for kind, many in kinds.items() if many > COMMANDS)
    yield from _doubles([(command.get("type") or 1, command.get("name")) for command in commands], "body")
    for number, command in enumerate(commands):
        path = f"body/{number}"
        yield from _named_faults(command, path, slash=(command.get("type") or 1) == 1)
        yield from _options_faults(command.get("options") or [], path)
        if (length := _length(command)) > COMMAND_TEXT:
            yield f"{path}: {length} characters of names, descriptions and choices, {COMMAND_TEXT} are allowed"


def _named_faults(one: dict[str, Any], path: str, *, slash: bool) -> Iterator[str]:
    yield from _locale_faults(one, path)
    if not slash:
        return
    for name in (one.get("name", ""), *(one.get("name_localizations") or {}).values()):
        if not COMMAND_NAME.fullmatch(name) or name != name.lower():
            yield f"{path}/name: {name} is no command's name"
    for said in (one.get("description") or "", *(one.get("description_localizations") or {}).values()):
        if not 1 <= len(said) <= 100:
            yield f"{path}/description: {len(said)} characters, 1 to 100 are allowed"


def _options_faults(options: list[dict[str, Any]], path: str) -> Iterator[str]:
    yield from _doubles([option.get("name") for option in options], f"{path}/options")
    kinds = {option.get("type") in GROUP for option in options}
    if len(kinds) > 1:
        yield f"{path}/options: subcommands beside other options"
    needed = [bool(option.get("required")) for option in options]
    if needed != sorted(needed, reverse=True):
        yield f"{path}/options: a required option after one that is not"
    for number, option in enumerate(options):
        place = f"{path}/options/{number}"
        yield from _named_faults(option, place, slash=True)
        yield from _choice_faults(option.get("choices") or [], f"{place}/choices")
        yield from _doubles([choice.get("name") for choice in option.get("choices") or []], f"{place}/choices")
        if option.get("choices") and option.get("autocomplete"):
            yield f"{place}: choices and suggestions at once"
        yield from _options_faults(option.get("options") or [], place)


def _doubles(names: list[Any], path: str) -> Iterator[str]:
    yield from (f"{path}: {name} stands {times} times" for name, times in Counter(names).items() if times > 1)


def _length(one: dict[str, Any]) -> int:
    """Characters of a command's or option's texts with all in it; of each text its longest translation counts."""
    length = 0
    for name in ("name", "description"):
        length += max(map(len, (one.get(name) or "", *(one.get(f"{name}_localizations") or {}).values())))
    for choice in one.get("choices") or ():
        value = choice.get("value")
        length += len(choice.get("name") or "") + (len(value) if isinstance(value, str) else 0)
    return length + sum(map(_length, one.get("options") or ()))


def _thread_faults(body: dict[str, Any], *, new: bool) -> Iterator[str]:
    name = body.get("name")
    if (new or name is not None) and not 1 <= len(str(name or "").strip()) <= 100:
        yield f"body/name: {len(str(name or ''))} characters, 1 to 100 are allowed"
    minutes = body.get("auto_archive_duration")
    if minutes is not None and minutes not in ARCHIVE_MINUTES:
        yield f"body/auto_archive_duration: {minutes} minutes, one of {sorted(ARCHIVE_MINUTES)} is allowed"
