"""/me settings: reminders, time zone, quiet hours, each with what it means on one's own clock."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import discord
import pytest

from cogs.limits import OPTIONS, faults
from cogs.personal import SETTINGS, settings_panel
from cogs.zones import COMMON, clock, find_zone, near, next_at, quiet_length, zone_of
from locales import LANGUAGES, speak
from tables.community import PersonSettings
from tests.cogs.command_world import ask
from tests.cogs.panel_maker import read
from tests.play.harness import Person, Play, Seen, playing

NOON = datetime(2026, 3, 28, 12, tzinfo=UTC)


# ---- zones


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Asia/Shanghai", "Asia/Shanghai"),
        (" asia/SHANGHAI ", "Asia/Shanghai"),
        ("new york", "America/New_York"),
        ("Beijing", "Asia/Shanghai"),
        ("北京", "Asia/Shanghai"),
        ("UTC+8", "Etc/GMT-8"),
        ("-3", "Etc/GMT+3"),
        ("gmt+00", "Etc/UTC"),
        ("utc", "UTC"),
        ("UTC+15", None),
        ("Middle Earth", None),
        ("", None),
        ("../../etc/passwd", None),
        ("Asia/", None),
    ],
)
def test_a_typed_zone_is_found_by_name_city_or_offset(typed: str, zone: str | None) -> None:
    assert find_zone(typed) == zone


def test_an_offset_is_ahead_of_utc_when_it_says_so() -> None:
    assert NOON.astimezone(zone_of(find_zone("UTC+8"))).hour == 20
    assert NOON.astimezone(zone_of(find_zone("UTC-3"))).hour == 9


def test_a_slip_of_the_hand_is_told_what_it_may_have_meant() -> None:
    assert near("Asia/Shanhai")[0] == "Asia/Shanghai"
    assert near("qqqqqq") == []


def test_the_common_zones_are_known_to_the_machine_and_named_in_both_languages() -> None:
    assert len(set(COMMON)) == len(COMMON) < OPTIONS, "one more that was typed must fit in the list"
    for name in COMMON:
        assert zone_of(name).key == name
        assert all(speak(language).has(f"me.zone.{name}") for language in LANGUAGES)


def test_the_next_time_of_a_clock_minds_summer_time_and_midnight() -> None:
    berlin = "Europe/Berlin"
    assert next_at(NOON, 22 * 60, berlin) == datetime(2026, 3, 28, 21, tzinfo=UTC)
    assert next_at(NOON, 7 * 60, berlin) == datetime(2026, 3, 29, 5, tzinfo=UTC), "the clocks have gone forward"
    assert next_at(NOON, 13 * 60, berlin) == datetime(2026, 3, 29, 11, tzinfo=UTC), "now is not next"


def test_a_zone_that_the_machine_has_lost_is_taken_for_utc() -> None:
    assert zone_of("Atlantis/Capital").key == "UTC"
    assert clock(22 * 60 + 5) == "22:05"
    assert quiet_length((22 * 60, 7 * 60)) == 9 * 60


# ---- the panel


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reminders", ["both", "half", "tenth", "last", "digest", "off"])
@pytest.mark.parametrize("zone", [None, "Asia/Shanghai", "America/Argentina/ComodRivadavia"])
@pytest.mark.parametrize("quiet", [None, (22 * 60, 7 * 60), (10 * 60, 20 * 60)])
def test_every_panel_keeps_discords_limits(
    language: str, reminders: str, zone: str | None, quiet: tuple[int, int] | None
) -> None:
    settings = PersonSettings(reminders=reminders, zone=zone, quiet=quiet)  # type: ignore[arg-type]
    composed = settings_panel(settings, speak(language), NOON)  # type: ignore[arg-type]
    assert faults(composed.view) == []
    assert "me.settings" not in read(composed), "a text is missing"


def lists(settings: PersonSettings) -> dict[str, list[str]]:
    """The values offered by each list, the chosen one first."""
    view = settings_panel(settings, speak("en"), NOON).view
    found: dict[str, list[str]] = {}
    for item in view.walk_children():
        if isinstance(item, discord.ui.DynamicItem) and isinstance(item.item, discord.ui.Select):
            options = sorted(item.item.options, key=lambda option: not option.default)
            found[item.custom_id.rpartition(":")[2]] = [option.value for option in options]
    return found


def test_only_what_has_an_effect_is_offered() -> None:
    assert set(lists(PersonSettings())) == {"reminders", "zone", "rights"}
    assert "digest" in lists(PersonSettings(reminders="digest"))
    assert "quiet_from" in lists(PersonSettings(zone="Asia/Tokyo"))
    full = lists(PersonSettings(zone="Asia/Singapore", quiet=(23 * 60, 6 * 60), reminders="digest", digest_hour=18))
    assert [full[setting.name][0] for setting in SETTINGS] == ["digest", "Asia/Singapore", "18", "23", "6", "ask"]


def test_it_says_whether_it_is_quiet_now() -> None:
    def told(quiet: tuple[int, int]) -> str:
        return read(settings_panel(PersonSettings(zone="Europe/London", quiet=quiet), speak("en"), NOON))

    assert "next <t:" in told((22 * 60, 7 * 60))
    assert "quiet for you now, until <t:" in told((11 * 60, 13 * 60))
    night = datetime(2026, 3, 28, 23, tzinfo=UTC)
    settings = PersonSettings(zone="Europe/London", quiet=(22 * 60, 7 * 60))
    assert "quiet for you now" in read(settings_panel(settings, speak("en"), night)), "over midnight"


# ---- in Discord


async def choose(play: Play, person: Person, panel: Seen, setting: str, value: str) -> Seen:
    await play.press_id(person, panel, f"s1:me:0:me-set:{setting}", [value])
    return next(seen for seen in play.messages(panel.channel_id, person) if seen.id == panel.id)


def last_answer(play: Play, person: Person, room: int) -> str:
    return play.messages(room, person)[-1].text


async def test_a_night_of_ones_own(tmp_path: Path) -> None:
    async with playing(tmp_path, people=2) as play:
        rook, chinese = play.people
        tables = play.house.tables
        panel = await ask(play, rook, "me settings", at=play.channel)
        assert "choose it above" in panel.text
        assert panel.find("me-set:quiet_from") is None
        panel = await choose(play, rook, panel, "reminders", "digest")
        panel = await choose(play, rook, panel, "digest", "18")
        assert "The next one can come <t:" in panel.text
        panel = await choose(play, rook, panel, "zone", "Asia/Shanghai")
        assert "By Asia/Shanghai it is now **" in panel.text
        panel = await choose(play, rook, panel, "quiet_from", "23")
        panel = await choose(play, rook, panel, "quiet_to", "6")
        assert "Quiet from **23:00** to **06:00**" in panel.text
        settings = await tables.settings(rook.id)
        assert (settings.reminders, settings.digest_hour, settings.zone) == ("digest", 18, "Asia/Shanghai")
        assert settings.quiet == (23 * 60, 6 * 60)

        await choose(play, rook, panel, "quiet_to", "20")
        assert "at most 12 hours" in last_answer(play, rook, panel.channel_id)
        await choose(play, rook, panel, "quiet_to", "23")
        assert (await tables.settings(rook.id)).quiet == (23 * 60, 6 * 60), "nothing was changed"
        panel = await choose(play, rook, panel, "quiet_from", "12")
        assert (await tables.settings(rook.id)).quiet == (12 * 60, 21 * 60), "a whole night from there"
        await choose(play, rook, panel, "quiet_from", "off")
        assert (await tables.settings(rook.id)).quiet is None
        assert await tables.settings(chinese.id) == PersonSettings(), "another person's are as they were"
        await play.restart()
        again = await ask(play, rook, "me settings", at="dm")
        assert "Asia/Shanghai" in again.text


async def test_a_zone_is_typed_and_a_wrong_one_is_told(tmp_path: Path) -> None:
    async with playing(tmp_path, people=2) as play:
        rook, chinese = play.people
        panel = await ask(play, chinese, "me settings", at=play.channel)
        opened = await play.press_id(chinese, panel, "s1:me:0:me-zone")
        await play.fill(chinese, opened, "Middle @everyone Earth")
        answer = last_answer(play, chinese, play.channel.id)
        assert "没有叫" in answer
        assert "@everyone" not in answer
        opened = await play.press_id(chinese, panel, "s1:me:0:me-zone")
        await play.fill(chinese, opened, "Singapor")
        assert "`Asia/Singapore`" in last_answer(play, chinese, play.channel.id)
        assert (await play.house.tables.settings(chinese.id)).zone is None
        opened = await play.press_id(chinese, panel, "s1:me:0:me-zone")
        await play.fill(chinese, opened, "asia/singapore")
        assert (await play.house.tables.settings(chinese.id)).zone == "Asia/Singapore"
        assert "按Asia/Singapore" in next(s for s in play.messages(play.channel.id, chinese) if s.id == panel.id).text
        assert (await play.house.tables.settings(rook.id)).zone is None


@pytest.mark.parametrize(
    ("setting", "value"),
    [("quiet_from", "22"), ("quiet_to", "6"), ("digest", "24"), ("zone", "Mars/Base"), ("zone", "")],
)
async def test_what_is_not_offered_cannot_be_forged(tmp_path: Path, setting: str, value: str) -> None:
    async with playing(tmp_path, people=1) as play:
        rook = play.people[0]
        panel = await ask(play, rook, "me settings", at=play.channel)
        press = play.press_forged(rook, panel, f"s1:me:0:me-set:{setting}", [value])
        await play.settle()
        assert press.responded
        assert await play.house.tables.settings(rook.id) == PersonSettings()
