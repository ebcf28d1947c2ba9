"""Discord's rules of components and files that its description does not state: over a whole message, and what fits."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

ROW, BUTTON, STRING_SELECT, INPUT, SECTION, TEXT, THUMBNAIL = 1, 2, 3, 4, 9, 10, 11
GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 12, 13, 14, 17, 18
SELECTS = {STRING_SELECT, 5, 6, 7, 8}
ONLY_V2 = {SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER}
LINK, PREMIUM = 5, 6
MOST_COMPONENTS, MOST_TEXT, MOST_ROWS, ROW_WIDTH = 40, 4000, 5, 5
MOST_FILES, FILE_BYTES = 10, 10 * 1024 * 1024
FILE_NAME = re.compile(r"[\w.-]{1,255}", re.ASCII)
"""Of files that a layout shows: Discord changes other names, and then the reference leads nowhere."""
HERE = "attachment://"


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a request."""

    name: str
    size: int


def walk(part: Any, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every component with its place in the body, a section's accessory and a label's component too."""
    if isinstance(part, list):
        for number, child in enumerate(part):
            yield from walk(child, f"{path}/{number}")
    elif isinstance(part, dict) and "type" in part:
        yield path, part
        for name in ("components", "component", "accessory"):
            yield from walk(part.get(name), f"{path}/{name}")


def layout_faults(components: Any, path: str, *, layout: bool) -> Iterator[str]:
    """Of all components of one message or form together, and of each one. ``layout``: the message is Components V2."""
    found = list(walk(components, path))
    if len(found) > MOST_COMPONENTS:
        yield f"{path}: {len(found)} components, {MOST_COMPONENTS} are allowed in all"
    text = sum(len(str(one.get("content", ""))) for _, one in found if one["type"] == TEXT)
    if text > MOST_TEXT:
        yield f"{path}: {text} characters of text, {MOST_TEXT} are allowed in all"
    for name in ("custom_id", "id"):
        taken = Counter(one[name] for _, one in found if one.get(name))
        for value, times in taken.items():
            if times > 1:
                yield f"{path}: {name} {value} stands {times} times"
    if not layout and isinstance(components, list) and len(components) > MOST_ROWS:
        yield f"{path}: {len(components)} rows, {MOST_ROWS} are allowed"
    for place, one in found:
        if not layout and one["type"] in ONLY_V2:
            yield f"{place}: a component of kind {one['type']} in a message that is no layout"
        yield from _component_faults(one, place)


def _component_faults(one: dict[str, Any], path: str) -> Iterator[str]:
    kind = one["type"]
    if kind == ROW:
        yield from _row_faults(one.get("components") or [], path)
    elif kind == BUTTON:
        yield from _button_faults(one, path)
    elif kind in SELECTS:
        yield from _select_faults(one, path)
    elif kind == INPUT:
        yield from _input_faults(one, path)
    elif kind == TEXT and not str(one.get("content", "")).strip():
        yield f"{path}/content: empty text"


def _row_faults(children: list[dict[str, Any]], path: str) -> Iterator[str]:
    kinds = [child.get("type") for child in children]
    if not kinds:
        yield f"{path}/components: an empty row"
    elif set(kinds) == {BUTTON}:
        if len(kinds) > ROW_WIDTH:
            yield f"{path}/components: {len(kinds)} buttons in a row, {ROW_WIDTH} are allowed"
    elif len(kinds) > 1:
        yield f"{path}/components: a row holds buttons, or one other component"


def _button_faults(one: dict[str, Any], path: str) -> Iterator[str]:
    style = one.get("style")
    wanted = {LINK: "url", PREMIUM: "sku_id"}.get(style or 0, "custom_id")
    if [name for name in ("url", "sku_id", "custom_id") if one.get(name)] != [wanted]:
        yield f"{path}: a button of style {style} has {wanted} and nothing else to lead to"
    if style != PREMIUM and not (one.get("label") or "").strip() and not one.get("emoji"):
        yield f"{path}: a button without label and emoji"


def _select_faults(one: dict[str, Any], path: str) -> Iterator[str]:
    least, most = one.get("min_values", 1), one.get("max_values", 1)
    least, most = (1 if least is None else least), (1 if most is None else most)
    if least > most:
        yield f"{path}: min_values {least} is more than max_values {most}"
    if one["type"] != STRING_SELECT:
        return
    options = one.get("options") or []
    if most > len(options):
        yield f"{path}/max_values: {most} of {len(options)} options"
    if sum(bool(option.get("default")) for option in options) > most:
        yield f"{path}/options: more are chosen beforehand than may be chosen"
    taken = Counter(option.get("value") for option in options)
    yield from (f"{path}/options: value {value} stands {times} times" for value, times in taken.items() if times > 1)
    for number, option in enumerate(options):
        for name in ("label", "value"):
            if not str(option.get(name, "")).strip():
                yield f"{path}/options/{number}/{name}: empty"


def _input_faults(one: dict[str, Any], path: str) -> Iterator[str]:
    least, most = one.get("min_length") or 0, one.get("max_length") or 4000
    if least > most:
        yield f"{path}: min_length {least} is more than max_length {most}"
    if one.get("value") and not least <= len(one["value"]) <= most:
        yield f"{path}/value: {len(one['value'])} characters, {least} to {most} are allowed"


def file_faults(data: dict[str, Any], path: str, uploads: list[Upload], *, layout: bool) -> Iterator[str]:
    """Of a message's files: their number and sizes, what is said of them, and what the layout refers to."""
    kept = data.get("attachments")
    kept = kept if isinstance(kept, list) else []
    if max(len(kept), len(uploads)) > MOST_FILES:
        yield f"{path}/attachments: {max(len(kept), len(uploads))} files, {MOST_FILES} are allowed"
    if sum(file.size for file in uploads) > FILE_BYTES:
        yield f"files: {sum(file.size for file in uploads)} bytes, {FILE_BYTES} are allowed"
    yield from (f"files: {file.name} is empty" for file in uploads if not file.size)
    numbers = [str(one.get("id")) for one in kept if isinstance(one, dict)]
    if len(set(numbers)) != len(numbers):
        yield f"{path}/attachments: an id stands twice"
    yield from (
        f"{path}/attachments: no file of number {number} was sent"
        for number in numbers
        if len(number) < 4 and int(number) >= len(uploads)
    )
    named = {one.get("filename") for one in kept if isinstance(one, dict)} | {file.name for file in uploads}
    shown = dict(_shown(data, path))
    if uploads or "attachments" in data:
        yield from (f"{place}: no such file: {name}" for name, place in shown.items() if name not in named)
    yield from (
        f"{place}: not a name that stays: {name}" for name, place in shown.items() if not FILE_NAME.fullmatch(name)
    )
    if layout:
        yield from (f"files: {file.name} is not shown anywhere" for file in uploads if file.name not in shown)


def _shown(data: dict[str, Any], path: str) -> Iterator[tuple[str, str]]:
    """The names of the files that components and embeds refer to, with the place of the reference."""
    stack: list[tuple[str, Any]] = [(f"{path}/{name}", data.get(name)) for name in ("components", "embeds")]
    while stack:
        place, part = stack.pop()
        if isinstance(part, dict):
            stack += [(f"{place}/{name}", value) for name, value in part.items()]
        elif isinstance(part, list):
            stack += [(f"{place}/{number}", value) for number, value in enumerate(part)]
        elif isinstance(part, str) and part.startswith(HERE) and place.endswith("/url"):
            yield part.removeprefix(HERE), place
