"""What is said around a running game, at its longest and in both languages; and what it must not give away."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, get_args

import pytest

import tables
from cogs.menu import ENTRIES
from cogs.panels.base import compose_panel
from cogs.posts import compose
from cogs.recap import compose_recap
from cogs.status import status_lines
from cogs.tabling import said
from locales import LANGUAGES, speak
from tables.community import Recap, Record, VoteKind, VoteStatus
from tables.model import OwnDeadline, PausedWhy, TableInfo
from tests.cogs.panel_maker import both, read, volt_panel
from tests.cogs.post_world import CLAIM, NAMES, VOTE, checked, over, post, rounds, table, world

LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
WORDS = pytest.mark.parametrize("words", both(), ids=lambda words: words.language)
NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
FACTS: dict[str, dict[str, Any]] = {
    "away": {"seat": 0},
    "back": {"seat": 0},
    "away_days": {"seat": 0, "days": 3, "starts": 0, "ends": 1},
    "back_early": {"seat": 0},
    "gave_up": {"seat": 0, "tenure": 0},
    "forgotten": {"seat": 0, "tenure": 1},
    "handed_over": {"seat": 0, "tenure": 0},
    "host": {"seat": 1},
    "gone": {"seat": 1},
    "member_back": {"seat": 1},
    "offered": {"seat": 2},
    "offer_back": {"seat": 2},
    "sought": {"seat": 2, "by": 1},
    "claim_declined": {"claim": 1},
    "vote_passed": {"vote": 1},
    "vote_failed": {"vote": 1},
    "vote_expired": {"vote": 1},
    "restored": {"since": 1_796_000_000},
    "undo": {"window": 4, "seq": 1, "steps": 12, "seat": None},
    "pause": {"why": "place"},
    "go_on": {"why": "server"},
    "moved": {"channel_id": 5},
    "rethreaded": {},
}


def news() -> Iterator[str]:
    """The kinds of news that the tables' sources tell of by a name that stands there."""
    for path in sorted(Path(tables.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("tell") and len(node.args) > 2:
                what = node.args[1]
                if isinstance(what, ast.Constant) and isinstance(what.value, str):
                    yield what.value


def test_the_search_for_news_finds_some() -> None:
    assert {"away", "undo", "sought", "handed_over"} <= set(news())


@LANGUAGE
@pytest.mark.parametrize("what", sorted({*FACTS, *news()}))
async def test_every_piece_of_news_is_told(what: str, language: str, caplog: pytest.LogCaptureFixture) -> None:
    text = checked(await compose(world(table(language)), post("notice", body={"say": what, **FACTS[what]})))
    assert text.strip()
    assert "{" not in text
    assert "no text for" not in caplog.text


@LANGUAGE
@pytest.mark.parametrize("status", get_args(VoteStatus))
@pytest.mark.parametrize("kind", get_args(VoteKind))
async def test_a_vote_tells_what_it_would_do_and_how_it_stands(
    kind: VoteKind, status: VoteStatus, language: str, caplog: pytest.LogCaptureFixture
) -> None:
    amount = {"extend": 336, "undo": 2}.get(kind)
    vote = replace(VOTE, kind=kind, status=status, amount=amount, seat=1 if kind == "remove" else None)
    composed = await compose(world(table(language), vote=vote), post("vote"))
    text = checked(composed)
    assert "no text for" not in caplog.text
    assert composed is not None
    buttons = [item for item in composed.view.walk_children() if item.is_dispatchable()]
    assert len(buttons) == (2 if status == "open" else 0)
    assert composed.mentions == ((103,) if status == "open" else ())
    assert ("<@103>" in text) is (status == "open")
    assert "4" in text


async def test_a_vote_of_a_game_that_is_over_asks_nobody() -> None:
    composed = await compose(world(over()), post("vote"))
    assert "Settled without a vote" in checked(composed)
    assert composed is not None
    assert composed.mentions == ()


@LANGUAGE
@pytest.mark.parametrize("status", ["open", "accepted", "declined", "void"])
@pytest.mark.parametrize("kind", ["claim", "invite"])
async def test_a_claim_calls_whoever_decides(kind: Any, status: Any, language: str) -> None:
    claim = replace(CLAIM, kind=kind, status=status, seat=2)
    composed = await compose(world(table(language), claim=claim), post("claim"))
    checked(composed)
    assert composed is not None
    called = (100, 102) if kind == "claim" else (105,)
    assert composed.mentions == (called if status == "open" else ())


@pytest.mark.parametrize(("record", "said_of_it"), [(Record(3, 9, 1), "90 %"), (Record(0, 0, 0), "Has not played")])
async def test_a_claim_shows_how_reliably_its_person_answers(record: Record, said_of_it: str) -> None:
    assert said_of_it in checked(await compose(world(table(), claim=replace(CLAIM, record=record)), post("claim")))


@LANGUAGE
async def test_an_ad_is_open_only_while_the_seat_is(language: str) -> None:
    info = table(language)
    offered = replace(info, seats=(replace(info.seats[0], offered=True), *info.seats[1:]))
    shown = [await compose(world(which), post("ad")) for which in (offered, info, over(language=language))]
    assert [
        sum(item.is_dispatchable() for item in composed.view.walk_children()) for composed in shown if composed
    ] == [1, 0, 0]
    assert all(checked(composed) for composed in shown)


@LANGUAGE
@pytest.mark.parametrize("part", ["half", "tenth", "last"])
async def test_a_reminder_says_how_much_time_is_left(part: str, language: str) -> None:
    own = (OwnDeadline(0, NOON, "quiet"), OwnDeadline(1, NOON + timedelta(days=1), ""))
    made = post("reminder", body={"window": 1, "part": part})
    text = checked(await compose(world(table(language, own=own), language), made))
    assert f"<t:{int(NOON.timestamp())}:R>" in text
    assert "<t:" not in checked(await compose(world(table(language, window=2), language), made))


@pytest.mark.parametrize("kind", ["panel", "missed", "reminder"])
async def test_a_private_post_shows_nothing_once_the_seat_is_in_other_hands(kind: Any) -> None:
    """Neither to whoever held it before, nor where that person has been forgotten since."""
    for holder, reader in ((999, 100), (None, 100), (None, None)):
        info = table()
        taken = replace(info, seats=(replace(info.seats[0], user_id=holder, tenure=1), *info.seats[1:]))
        composed = await compose(world(taken), post(kind, user_id=reader))
        text = checked(composed)
        assert composed is not None
        assert "other hands" in text
        assert composed.files == ()
        assert not any(item.is_dispatchable() for item in composed.view.walk_children())


@LANGUAGE
@pytest.mark.parametrize("why", get_args(PausedWhy))
async def test_a_paused_table_says_so_and_calls_nobody(why: PausedWhy, language: str) -> None:
    info = table(language, paused_at=NOON, paused_why=why, hidden=False, asked=(2,))
    words = speak(language)  # type: ignore[arg-type]
    composed = await compose(world(info, language), post("window"))
    assert "⏸️" in checked(composed)
    assert composed is not None
    assert composed.mentions == ()
    assert "⏸️" in checked(await compose_panel(world(info), volt_panel(table=info), words))
    assert "⏸️" in read(said(*status_lines(info, words)))


@LANGUAGE
async def test_everybody_sees_who_has_longer_and_why_and_nobody_who_is_ready(language: str) -> None:
    own = tuple(OwnDeadline(seat, NOON + timedelta(hours=seat), why) for seat, why in enumerate(("", "quiet", "away")))  # type: ignore[arg-type]
    texts = set[str]()
    for answered in ((), (1,), (2,)):
        info = table(language, own=own, ready=1, answered=answered, deadline=own[-1].due)
        texts.add(checked(await compose(world(info), post("window"))))
    [text] = texts
    for deadline in own:
        assert f"<t:{int(deadline.due.timestamp())}:F>" in text
    assert ("🌙" in text, "🏖️" in text) == (True, True)
    alone = table(language, own=own[1:2], asked=(1,), deadline=own[1].due)
    assert checked(await compose(world(alone), post("window"))).count(":F>") == 1


async def test_who_is_away_is_not_called() -> None:
    info = table(hidden=False, asked=(1, 2, 3), away_until={2: NOON})
    gone = replace(info, seats=(*info.seats[:3], replace(info.seats[3], gone=True)))
    composed = await compose(world(gone), post("window"))
    assert composed is not None
    assert composed.mentions == (101,)


@LANGUAGE
@pytest.mark.parametrize("why", ["host", "vote", "mod", "place", "server", "empty"])
async def test_a_game_that_was_ended_early_says_why_to_everybody(why: str, language: str) -> None:
    info = table(language, status="cancelled", ended_why=why, window_kind=None, asked=(), deadline=None)
    words = speak(language)  # type: ignore[arg-type]
    composed = await compose(world(info), post("result"))
    assert words(f"life.ended.{why}") in checked(composed)
    assert composed is not None
    assert composed.mentions == (100, 101, 102, 103)
    assert words(f"life.ended.{why}") in checked(await compose(world(info), post("lobby", message_id=5)))


@LANGUAGE
async def test_a_chapter_that_was_taken_back_is_struck_out_and_shows_no_board(language: str) -> None:
    steps = tuple(replace(step, undone=step.window > 0) for step in rounds())
    numbers = [step.seq for step in steps if step.undone]
    body = {"window": 1, "steps": [numbers[0], numbers[-1]]}
    composed = await compose(world(table(language), steps=steps), post("chapter", body=body))
    assert checked(composed).count("~~") > 10
    assert composed is not None
    assert composed.files == ()


@WORDS
async def test_catching_up_fits_and_shows_two_pictures(words: Any, caplog: pytest.LogCaptureFixture) -> None:
    steps = tuple(replace(step, events=step.events * 20) for step in rounds())
    info = table(words.language, own=(OwnDeadline(0, NOON, "away"),))
    recap = Recap(info, 0, NOON, steps, rounds()[0].view, rounds()[-1].view)
    composed = await compose_recap(world(info), recap, words)
    checked(composed)
    assert len(composed.files) == 2
    nothing = await compose_recap(world(info), replace(recap, steps=(), since=None), words)
    assert words("life.recap.nothing") in checked(nothing)
    assert len(nothing.files) == 1
    ended = replace(recap, table=over(language=words.language))
    assert words("tablecmd.status.over") in checked(await compose_recap(world(ended.table), ended, words))
    assert "no text for" not in caplog.text


@WORDS
def test_the_menu_names_and_explains_each_entry(words: Any, caplog: pytest.LogCaptureFixture) -> None:
    assert len(ENTRIES) <= 25
    for entry in ENTRIES:
        assert len(words(f"life.menu.{entry.name}")) <= 100
        assert len(words(f"life.menu.{entry.name}.hint")) <= 100
    assert "no text for" not in caplog.text


@WORDS
def test_the_status_tells_who_is_away_gone_or_looks_for_a_substitute(words: Any) -> None:
    info: TableInfo = table(words.language, away_until={1: NOON})
    seats = (replace(info.seats[0], gone=True), info.seats[1], replace(info.seats[2], offered=True), info.seats[3])
    lines = status_lines(replace(info, seats=seats), words)
    told = {mark: next(line for line in lines if mark in line) for mark in ("🏖️", "🔁")}
    assert NAMES[1][:5] in told["🏖️"]
    assert checked(said(*lines))
