"""Any name can be shown: only characters that the font has, in the room that there is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from locales import LANGUAGES, speak
from render.text import drawn_name, seat_name
from render.type import covers, fit, fit_size, plain, width
from tests.render.scenes import LONGEST, ODD


@pytest.mark.parametrize("character", ["A", "z", "9", "é", "界", "龘", "，", "…", "！"])
def test_the_font_covers_what_the_two_languages_need(character: str) -> None:
    assert covers(character)


@pytest.mark.parametrize("character", ["🤖", "\u0e44", "م", "\ufe0f", "\U0010fffd"])
def test_the_font_says_what_it_lacks(character: str) -> None:
    assert not covers(character)


@given(st.text(max_size=40))
def test_plain_text_has_no_boxes_marks_or_control_characters(text: str) -> None:
    shown = plain(text)
    assert all(covers(character) for character in shown)
    assert shown == " ".join(shown.split())
    assert plain(shown) == shown


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("🤖 Rook 🔥", "Rook"),
        ("e\u0301clair", "éclair"),
        ("𝕱𝖆𝖓𝖈𝖞", "Fancy"),
        ("\u202egnp.exe", "gnp.exe"),
        ("ok\nsecond", "oksecond"),
        ("小明\ufe0f", "小明"),
    ],
)
def test_what_remains_of_a_name(name: str, shown: str) -> None:
    assert plain(name) == shown


@pytest.mark.parametrize("name", [*ODD, *LONGEST])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_seat_has_a_name_that_can_be_shown(name: str, language: str) -> None:
    words = speak(language)  # type: ignore[arg-type]
    shown = drawn_name(1, words, ("x", name))
    assert shown.strip()
    assert all(covers(character) for character in shown)
    assert seat_name(1, words, ("x", name)).strip("\u2068\u2069 ")


def test_a_seat_without_a_name_is_a_bot() -> None:
    words = speak("en")
    assert drawn_name(2, words, ("a", "b", "")) == seat_name(2, words, ("a", "b", "")) == words("render.bot", n=3)
    assert seat_name(3, words, ("a",)) == words("render.bot", n=4)


def test_a_person_whose_name_cannot_be_drawn_is_not_called_a_bot() -> None:
    words = speak("en")
    assert drawn_name(0, words, ("🔥",)) == words("render.player", n=1)
    assert seat_name(0, words, ("🔥",)) == "🔥"


def test_a_right_to_left_name_is_fenced_in() -> None:
    assert seat_name(0, speak("en"), ("\u202eשלום",)) == "\u2068שלום\u2069"


@given(st.text(min_size=1, max_size=40).map(plain), st.integers(20, 60), st.integers(80, 500))
def test_fitted_text_is_no_wider_than_its_room(text: str, size: int, room: int) -> None:
    shown = fit(text, size, room)
    assert width(shown, size) <= room
    assert shown == text or shown.endswith("…")


def test_text_that_fits_stays_whole_and_long_text_keeps_its_beginning() -> None:
    assert fit("Rook", 30, 400) == "Rook"
    short = fit("W" * 32, 30, 200)
    assert short.startswith("WWW")
    assert short.endswith("…")


def test_the_size_shrinks_only_as_far_as_needed() -> None:
    assert fit_size("Rook", 46, 400, 24) == 46
    assert 24 < fit_size("Rook the Great", 46, 250, 24) < 46
    assert fit_size("W" * 99, 46, 100, 24) == 24
