"""Text is cut where Discord would refuse it, and a layout that Discord would refuse is noticed."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord.ui import ActionRow, Button, Container, LayoutView, MediaGallery, Select, TextDisplay
from hypothesis import given
from hypothesis import strategies as st

from cogs import limits
from cogs.composed import FileData
from cogs.limits import check_view, clip, faults, fit_lines, split_text


@given(st.text(max_size=300), st.integers(1, 100))
def test_clip_never_exceeds(text: str, limit: int) -> None:
    cut = clip(text, limit)
    assert len(cut) <= limit
    assert cut == text or cut.endswith("…")
    assert (cut == text) == (len(text) <= limit) or cut == text


@given(st.text(st.sampled_from("ab \n中🟠"), max_size=400), st.integers(1, 60))
def test_split_text_loses_nothing_but_blanks(text: str, limit: int) -> None:
    pieces = split_text(text, limit)
    assert all(len(piece) <= limit for piece in pieces)
    assert "".join("".join(pieces).split()) == "".join(text.split())


def test_split_text_cuts_between_lines_and_words() -> None:
    assert split_text("one two\nthree four", 12) == ["one two", "three four"]
    assert split_text("one two three", 8) == ["one two", "three"]
    assert split_text("abcdef", 4) == ["abcd", "ef"]


@given(st.lists(st.text(st.characters(blacklist_characters="\n{}"), max_size=50), max_size=40), st.integers(60, 400))
def test_fit_lines_keeps_whole_lines_and_counts_the_rest(lines: list[str], limit: int) -> None:
    kept = fit_lines(lines, limit, "and {n} more")
    assert len("\n".join(kept)) <= limit
    if kept != lines:
        assert kept[:-1] == lines[: len(kept) - 1]
        assert kept[-1] == f"and {len(lines) - len(kept) + 1} more"


def layout(*items: Any) -> LayoutView:
    view = LayoutView(timeout=None)
    view.add_item(Container(*items))
    return view


def select(**changes: Any) -> ActionRow[Any]:
    settings = {"custom_id": "x", "options": [discord.SelectOption(label="a", value="a")], **changes}
    return ActionRow(Select(**settings))


def options(count: int, **same: str) -> list[discord.SelectOption]:
    return [discord.SelectOption(**{"label": str(n), "value": str(n), **same}) for n in range(count)]


PICTURE = FileData("a.png", b"x", "alt")
GOOD = layout(
    TextDisplay("x"), MediaGallery(PICTURE.gallery_item()), ActionRow(Button(label="x", custom_id="y")), select()
)


def test_a_good_layout_has_no_faults() -> None:
    assert faults(GOOD, (PICTURE,)) == []
    assert check_view(GOOD, (PICTURE,), strict=True)


@pytest.mark.parametrize(
    ("view", "files"),
    [
        (layout(TextDisplay("x" * 2001), TextDisplay("x" * 2000)), ()),
        (layout(TextDisplay("x")), (PICTURE,)),
        (layout(MediaGallery(PICTURE.gallery_item())), ()),
        (layout(MediaGallery(PICTURE.gallery_item())), (FileData("a.png", b"x", "x" * 1025),)),
        (layout(MediaGallery(PICTURE.gallery_item())), (FileData("a.png", bytes(limits.UPLOAD + 1), "x"),)),
        (layout(TextDisplay("x"), ActionRow()), ()),
        (layout(ActionRow(Button(label="x" * 81, custom_id="x"))), ()),
        (layout(ActionRow(Button(label="a", custom_id="x"), Button(label="b", custom_id="x"))), ()),
        (layout(ActionRow(Button(custom_id="x"))), ()),
        (layout(select(placeholder="x" * 151)), ()),
        (layout(select(options=options(2, value="same"))), ()),
        (layout(select(options=options(1, label="x" * 101))), ()),
        (layout(select(options=options(1, description="x" * 101))), ()),
    ],
)
def test_what_discord_would_refuse_is_noticed(view: LayoutView, files: tuple[FileData, ...], complaints: Any) -> None:
    assert faults(view, files)
    assert not check_view(view, files)
    assert complaints.forgive()
    with pytest.raises(ValueError, match=r"\w"):
        check_view(view, files, strict=True)
