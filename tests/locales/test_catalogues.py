"""Both languages say the same things, completely, and everything that the sources ask for is there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

import pytest

from tests.locales.reading import (
    FOLDERS,
    LOCALES,
    RULES_KEY,
    Asked,
    asked_keys,
    catalogue,
    domains,
    forms,
    keys_in,
    made_in,
    messages,
    placeholders,
    told_keys,
    whole,
)

CJK = "\u3400-\u4dbf\u4e00-\u9fff"
HALF_WIDTH = re.compile(rf"[{CJK}][,;!?]|[,;!?][{CJK}]|[{CJK}]:[{CJK}]|[{CJK}]\([{CJK}]|[{CJK}]\.(?=[{CJK}\s]|$)")
CONNECTIVE = re.compile(r"\.(and|join|dot)(\.|$)")
"""What stands between the items of a list; blanks at its ends belong to it."""
COMMAND_NAME = re.compile(r"command\.\w+(\.\w+)?\.name")
PLURAL_FORMS = {"en": 2, "zh_CN": 1}
EVERY_DOMAIN = sorted({domain for folder in FOLDERS for domain in domains(folder)})


def test_only_the_two_languages_are_there() -> None:
    assert {path.name for path in LOCALES.iterdir() if (path / "LC_MESSAGES").is_dir()} == set(FOLDERS)


def test_both_languages_have_the_same_domains() -> None:
    assert EVERY_DOMAIN
    assert domains("en").keys() == domains("zh_CN").keys()


@pytest.mark.parametrize("domain", EVERY_DOMAIN)
def test_both_languages_have_the_same_keys(domain: str) -> None:
    english, chinese = messages("en", domain), messages("zh_CN", domain)
    assert english
    assert english.keys() - chinese.keys() == set(), "missing in Chinese"
    assert chinese.keys() - english.keys() == set(), "missing in English"


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_key_stands_in_one_domain_only(folder: str) -> None:
    homes: dict[str, str] = {}
    for domain in domains(folder):
        for key in messages(folder, domain):
            assert key not in homes, f"{key} stands in {homes.get(key)} and in {domain}"
            homes[key] = domain


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("domain", EVERY_DOMAIN)
def test_no_message_is_empty_fuzzy_or_left_over(folder: str, domain: str) -> None:
    found = catalogue(folder, domain)
    assert not found.fuzzy
    assert not found.obsolete, "left-over messages"
    for key, message in messages(folder, domain).items():
        assert not message.fuzzy, key
        assert all(text.strip() for text in forms(message)), f"{key} is empty"
        joins = CONNECTIVE.search(key) is not None
        assert joins or all(text == text.strip() for text in forms(message)), f"{key} begins or ends with a blank"


@pytest.mark.parametrize("domain", EVERY_DOMAIN)
def test_both_languages_fill_the_same_placeholders(domain: str) -> None:
    english, chinese = messages("en", domain), messages("zh_CN", domain)
    for key in english.keys() & chinese.keys():
        if key.startswith(RULES_KEY):
            continue
        wanted = placeholders(forms(english[key])[-1])
        allowed = (wanted, wanted - {"n"})
        assert all(placeholders(text) in allowed for text in forms(english[key])), key
        assert all(placeholders(text) == wanted for text in forms(chinese[key])), key


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("domain", EVERY_DOMAIN)
def test_placeholders_are_plain_names(folder: str, domain: str) -> None:
    for key, message in messages(folder, domain).items():
        for text in forms(message):
            names = () if key.startswith(RULES_KEY) else placeholders(text)
            assert all(re.fullmatch(r"[a-z][a-z0-9_]*", name) for name in names), (key, names)


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("domain", EVERY_DOMAIN)
def test_plural_messages_have_every_form(folder: str, domain: str) -> None:
    for key, message in messages(folder, domain).items():
        if message.pluralizable:
            assert len(forms(message)) == PLURAL_FORMS[folder], key
            assert "n" in placeholders(forms(message)[-1]), key


@pytest.mark.parametrize("domain", EVERY_DOMAIN)
def test_both_languages_agree_on_what_is_plural(domain: str) -> None:
    english, chinese = messages("en", domain), messages("zh_CN", domain)
    for key in english.keys() & chinese.keys():
        assert english[key].pluralizable == chinese[key].pluralizable, key


@pytest.mark.parametrize("domain", EVERY_DOMAIN)
def test_chinese_uses_full_width_punctuation(domain: str) -> None:
    for key, message in messages("zh_CN", domain).items():
        for text in forms(message):
            found = HALF_WIDTH.search(text)
            assert found is None, f"{key}: half-width {found and found.group()!r}"


@pytest.mark.parametrize("domain", EVERY_DOMAIN)
def test_nothing_is_left_untranslated(domain: str) -> None:
    english = messages("en", domain)
    for key, message in messages("zh_CN", domain).items():
        for text in forms(message):
            prose = re.sub(r"`[^`]*`|\{[^}]*\}", "", text)
            same = key in english and text in forms(english[key])
            assert not (same and re.search(r"[a-z]{3,} [a-z]{2,}", prose)), key


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("domain", EVERY_DOMAIN)
def test_bold_marks_pair_on_their_line_and_touch_their_words(folder: str, domain: str) -> None:
    """Some readers of Markdown leave ``**`` standing where punctuation lies between it and a letter outside."""
    for key, message in messages(folder, domain).items():
        for text in forms(message):
            for line in re.sub(r"```.*?```|`[^`]*`", "x", re.sub(r"\{\w+\}", "x", text), flags=re.DOTALL).splitlines():
                marks = list(re.finditer(r"\*\*", line))
                assert len(marks) % 2 == 0, (key, line)
                for number, mark in enumerate(marks):
                    outside, inside = line[: mark.start()][-1:], line[mark.end() :][:1]
                    if number % 2:
                        outside, inside = inside, outside
                    assert inside.strip(), (key, line)
                    assert not is_mark(inside) or not outside.strip() or is_mark(outside), (key, line)


@pytest.mark.parametrize("folder", FOLDERS)
def test_commands_that_texts_name_exist_under_that_name(folder: str) -> None:
    """In Chinese, Discord shows the commands under their Chinese names, so texts must use those."""
    texts = whole(folder)
    named = {key.removesuffix(".name"): forms(text)[0] for key, text in texts.items() if COMMAND_NAME.fullmatch(key)}
    known = {
        "/" + " ".join(named[".".join(path[:end])] for end in range(2, len(path) + 1))
        for path in (key.split(".") for key in named)
    }
    unknown = [
        f"{key}: {command}"
        for key, message in texts.items()
        if not key.startswith("app.")
        for text in forms(message)
        for command in re.findall(r"`(/[^`]+)`", text)
        if command not in known
    ]
    assert unknown == []


def is_mark(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "PS"


def test_every_key_that_the_sources_name_is_there() -> None:
    assert missing_of(asked_keys()) == []


def test_everything_that_games_and_tables_tell_has_a_sentence() -> None:
    assert missing_of(told_keys()) == []


def missing_of(keys: Iterable[Asked]) -> list[str]:
    texts = {folder: whole(folder) for folder in FOLDERS}
    missing: list[str] = []
    for asked in keys:
        for folder, known in texts.items():
            found = asked.key in known if asked.complete else any(key.startswith(asked.key) for key in known)
            if not found:
                missing.append(f"{asked.where}: {asked.key} ({folder})")
    return missing


def test_what_is_counted_is_plural_and_the_rest_is_not() -> None:
    known = whole("en")
    wrong = [
        f"{asked.where}: {asked.key}"
        for asked in asked_keys()
        if asked.complete and asked.key in known and known[asked.key].pluralizable != asked.plural
    ]
    assert wrong == []


def test_the_search_for_keys_finds_each_way_of_asking() -> None:
    source = """
words("lobby.joined", name=name)
self.words("lobby.left" if left else "lobby.gone")
words.count("lobby.seats", 3)
speak("en")("error.bug")
locale_str("play", key="command.play.name")
label("command.play.description")
words(f"volt.dir.{direction}")
log.info("not.a.key")
"""
    found = [(asked.key, asked.complete, asked.plural) for asked in keys_in(source, "sample.py")]
    assert sorted(found) == [
        ("command.play.description", True, False),
        ("command.play.name", True, False),
        ("error.bug", True, False),
        ("lobby.gone", True, False),
        ("lobby.joined", True, False),
        ("lobby.left", True, False),
        ("lobby.seats", True, True),
        ("volt.dir.", False, False),
    ]


def test_the_search_for_what_is_told_finds_each_value() -> None:
    source = """
raise IllegalAction("no_die" if short else "no_pad", pad=1)
Event("moved", {"who": Who(0)})
Event(kind=f"pad_{n}")
Term(f"volt.dir.{direction}")
"""
    makers = {"IllegalAction": "volt.refuse.", "Event": "volt.event.", "Term": ""}
    found = [(asked.key, asked.complete) for asked in made_in(source, "sample.py", makers)]
    assert sorted(found) == [
        ("volt.dir.", False),
        ("volt.event.moved", True),
        ("volt.event.pad_", False),
        ("volt.refuse.no_die", True),
        ("volt.refuse.no_pad", True),
    ]
