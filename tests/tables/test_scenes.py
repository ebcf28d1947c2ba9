"""Scenes: a chapter that is asked and told in one public post, through several windows."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tables.model import Stale
from tests.scene_game import Doubt, Rest, Run
from tests.tables.world import ANNA, BORIS, CHEN, World


async def racing(world: World, *others: int, **more: Any) -> str:
    """A running relay of Anna and these others, everything said so far sent."""
    code = await world.started(*others, game="relay", **more)
    await world.flush()
    return code


async def scene(world: World, code: str, name: str) -> dict[str, Any]:
    """The body of the scene's post, and whether it is to be sent again."""
    (row,) = (post for post in await world.posts("turn") if post["key"] == f"{code}:turn:{name}")
    return {**json.loads(row["body"]), "due": row["version"] > row["sent_version"], "sent": row["sent_version"] > 0}


async def say(world: World, user: int, code: str, action: Any) -> None:
    window = (await world.tables.find(code)).window
    await world.do("answer", user, code, window, action)


async def told(world: World, code: str) -> list[tuple[str, list[int] | None]]:
    """Kind, and steps where it tells of any, of every post of the table in its thread, in their order."""
    rows = [row for row in await world.posts() if row["place"] == "table"]
    return [(row["kind"], json.loads(row["body"]).get("steps")) for row in rows]


async def test_a_scene_is_asked_in_its_own_post_and_nowhere_else(world: World) -> None:
    code = await world.started(BORIS, game="relay")
    assert await told(world, code) == [("opening", [1, 1]), ("turn", [2, 2])]
    assert await world.posts("panel") == []
    assert await scene(world, code, "leg-1") == {
        "scene": "leg-1",
        "window": 1,
        "steps": [2, 2],
        "due": True,
        "sent": False,
    }
    info = await world.tables.find(code)
    assert (info.scene, info.patience, info.asked) == ("leg-1", None, (0,))


async def test_the_post_grows_until_the_scene_is_over(world: World) -> None:
    code = await racing(world, BORIS)
    await say(world, ANNA, code, Run(steps=2))
    assert await scene(world, code, "leg-1") == {
        "scene": "leg-1",
        "window": 2,
        "steps": [2, 4],
        "due": True,
        "sent": True,
    }
    await say(world, ANNA, code, Rest())
    over = await scene(world, code, "leg-1")
    assert (over["window"], over["steps"]) == (None, [2, 5])
    following = await scene(world, code, "leg-2")
    assert (following["window"], following["steps"], following["sent"]) == (3, [6, 6], False)
    assert [kind for kind, _ in await told(world, code)] == ["opening", "turn", "turn"]


async def test_what_comes_between_two_scenes_is_told_between_them(world: World) -> None:
    code = await racing(world, BORIS)
    for user in (ANNA, BORIS):
        await say(world, user, code, Run(steps=1))
        await say(world, user, code, Rest())
    kinds = await told(world, code)
    assert [kind for kind, _ in kinds] == ["opening", "turn", "turn", "chapter", "turn"]
    assert kinds[3][1] == [8, 8], "the lap"


async def test_a_draft_shows_in_the_scenes_post(world: World) -> None:
    code = await racing(world, BORIS)
    panel = await world.do("save_draft", ANNA, code, 1, Run(steps=2))
    assert panel.view.plan == 2
    assert (await scene(world, code, "leg-1"))["due"]
    assert await world.posts("panel") == await world.posts("window") == []


async def test_a_press_on_a_scene_that_went_on_is_stale(world: World) -> None:
    code = await racing(world, BORIS)
    await say(world, ANNA, code, Run(steps=1))
    with pytest.raises(Stale):
        await world.do("answer", ANNA, code, 1, Run(steps=1))


async def test_scenes_of_bots_and_of_the_absent_run_through_in_one_transaction(world: World) -> None:
    code = await racing(world, CHEN, bots=1)
    await world.change(f"update seats set missed=2 where code='{code}' and user_id={CHEN}")
    await say(world, ANNA, code, Run(steps=1))
    before = (await world.tables.find(code)).window
    await say(world, ANNA, code, Rest())
    info = await world.tables.find(code)
    assert (info.scene, info.asked, info.window) == ("leg-4", (0,), before + 5)
    for name in ("leg-2", "leg-3"):
        passed = await scene(world, code, name)
        assert passed["window"] is None
        assert passed["steps"][1] - passed["steps"][0] == 3, "begins, two steps, rest"
    assert await world.posts("window") == await world.posts("panel") == await world.posts("missed") == []


async def test_who_is_away_finds_the_open_scene_by_pressing_anything(world: World) -> None:
    code = await racing(world, BORIS)
    await world.change(f"update seats set missed=2 where code='{code}'")
    await world.do("back", ANNA, code)
    assert (await scene(world, code, "leg-1"))["due"]
    assert (await world.tables.find(code)).seats[0].missed == 0


async def test_resigning_in_ones_own_scene_ends_it(world: World) -> None:
    code = await racing(world, BORIS, CHEN)
    await say(world, ANNA, code, Run(steps=1))
    await world.do("resign", ANNA, code)
    over = await scene(world, code, "leg-1")
    assert (over["window"], over["steps"]) == (None, [2, 3])
    following = await scene(world, code, "leg-2")
    assert (following["window"], following["steps"]) == (3, [5, 5])
    kinds = [kind for kind, _ in await told(world, code)]
    assert kinds == ["opening", "turn", "chapter", "turn", "notice"], "and Boris hosts now"


async def test_resigning_in_somebodys_scene_leaves_their_window_and_draft(world: World) -> None:
    code = await racing(world, BORIS, CHEN)
    await world.do("save_draft", ANNA, code, 1, Run(steps=2))
    await world.flush()
    await world.do("resign", CHEN, code)
    info = await world.tables.find(code)
    assert (info.window, info.asked, info.scene) == (1, (0,), "leg-1")
    assert (await world.tables.panel(code, ANNA)).draft == Run(steps=2)
    still = await scene(world, code, "leg-1")
    assert (still["window"], still["steps"], still["due"]) == (1, [2, 2], True)


async def test_steps_of_a_scene_after_a_resignation_in_it_stay_in_its_post(world: World) -> None:
    code = await racing(world, BORIS, CHEN, pace="live")
    await say(world, ANNA, code, Run(steps=3))
    await world.do("resign", BORIS, code)  # whose right lapses
    info = await world.tables.find(code)
    assert (info.scene, info.window_kind, info.asked) == ("leg-1", "leg", (0,))
    grown = await scene(world, code, "leg-1")
    assert (grown["window"], grown["steps"]) == (info.window, [2, 7])
    assert [step.chapter for step in await world.tables.steps(code, after=5)] == ["resign", "leg-1"]
    assert [kind for kind, _ in await told(world, code)] == ["opening", "turn", "window", "chapter"]


async def test_the_end_of_the_game_ends_its_scene(world: World) -> None:
    code = await racing(world, BORIS)
    for _ in range(3):
        for user in (ANNA, BORIS):
            await say(world, user, code, Run(steps=2))
            await say(world, user, code, Rest())
    await say(world, ANNA, code, Run(steps=2))
    info = await world.tables.find(code)
    assert (info.status, info.scene) == ("over", None)
    assert (await scene(world, code, "leg-7"))["window"] is None
    assert [kind for kind, _ in await told(world, code)][-3:] == ["turn", "result", "tidy"]


async def test_a_missed_window_of_a_scene_is_counted_and_told(world: World) -> None:
    code = await racing(world, BORIS)
    for missed in (1, 2):
        world.clock.pass_by(hours=24)
        await world.tables.beat()
        assert (await world.tables.find(code)).seats[0].missed == missed
    assert [json.loads(row["body"])["window"] for row in await world.posts("missed")] == [1, 2]
    assert len(await world.posts("notice")) == 1


async def test_time_that_the_bot_was_down_shows_in_the_open_scene(world: World) -> None:
    code = await racing(world, BORIS)
    await world.tables.beat()
    world.clock.pass_by(hours=2)
    await world.tables.resume()
    still = await scene(world, code, "leg-1")
    assert (still["window"], still["due"]) == (1, True)


async def test_a_scene_that_is_over_before_it_was_sent_is_sent_as_a_record(world: World) -> None:
    code = await world.started(BORIS, game="relay")
    await say(world, ANNA, code, Run(steps=1))
    await say(world, ANNA, code, Rest())
    sent = [post for post in await world.flush() if post.kind == "turn"]
    assert [post.body["scene"] for post in sent] == ["leg-1", "leg-2"]


@pytest.mark.parametrize("seed", range(4))
async def test_whatever_happens_one_scene_at_most_is_open_and_all_are_told_once(tmp_path: Path, seed: int) -> None:
    """Random answers, resignations and silence, with the tables killed and reopened before every press."""
    world = await World(tmp_path / "walk.db", restarting=True).open()
    luck = random.Random(seed)
    people = [ANNA, BORIS, CHEN]
    code = await world.started(BORIS, CHEN, game="relay", pace=luck.choice(["live", "day"]))
    for _ in range(80):
        info = await world.tables.find(code)
        if info.status != "running":
            break
        user = info.seats[info.asked[0]].user_id or 0
        if luck.random() < 0.03 and len(people) > 2:
            await world.do("resign", people.pop(), code)
        elif luck.random() < 0.1:
            assert info.deadline is not None
            world.clock.moment = max(world.clock.moment, info.deadline)
            await world.tables.beat()
        elif info.window_kind == "right":
            await say(world, user, code, Doubt())
        else:
            options = await world.tables.choices(code, info.asked[0], info.window)
            await say(world, user, code, luck.choice(options))
        await world.flush()
        bodies = [json.loads(row["body"]) for row in await world.posts("turn")]
        info = await world.tables.find(code)
        asking = [body["scene"] for body in bodies if body["window"] is not None]
        assert asking == ([info.scene] if info.status == "running" else [])
    steps = await world.tables.steps(code, limit=1000)
    counted: list[int] = []
    scenes = {body["scene"]: body["steps"] for body in (json.loads(row["body"]) for row in await world.posts("turn"))}
    for chapter, (first, last) in scenes.items():
        counted += [step.seq for step in steps if first <= step.seq <= last and step.chapter == chapter]
    for kind, span in await told(world, code):
        if kind in ("opening", "chapter") and span:
            counted += range(span[0], span[1] + 1)
    assert sorted(counted) == [step.seq for step in steps]
    await world.close()
