"""Going back: the state of an earlier turn, fresh luck, and nothing that does not count left standing as if it did."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engines.chance import FairChance, FastChance
from engines.core import Level
from tables import pausing, undo
from tables.codec import Codec
from tables.model import Refused
from tests.embers_game import Stoke, Watch
from tests.scene_game import Doubt, Rest, Run
from tests.tables.world import ANNA, BORIS, CHEN, World
from tests.toy_game import Bid, Take

GAMES = ("pebbles", "relay", "embers", "volt", "thunder_road", "wasteland")
PEOPLE = (ANNA, BORIS, CHEN)


async def back(world: World, code: str, turn: int) -> None:
    """Have the table go back, as a vote or a moderator would."""
    async with world.tables._desk(None, code) as desk:
        await undo.go_back(desk, turn)


async def turns(world: World) -> list[dict[str, Any]]:
    return await world.rows("select * from states order by turn")


async def play_on(world: World, code: str, windows: int, luck: random.Random) -> None:
    """Let people answer some windows, as stand-ins would."""
    info = await world.tables.find(code)
    game, last = world.games[info.game], info.window + windows
    while info.status == "running" and info.window < last:
        seat = next(seat for seat in info.asked if seat not in info.answered)
        for seat in info.asked:
            user = info.seats[seat].user_id
            if user is None or (await world.tables.find(code)).window != info.window:
                continue
            panel = await world.tables.panel(code, user)
            if not panel.ready and panel.ask is not None:
                action = game.stand_in(panel.view, seat, Level.EASY, FastChance(luck.randrange(1000)))
                await world.do("answer", user, code, info.window, action)
        info = await world.tables.find(code)


async def replayed(world: World, code: str) -> list[str]:
    """The state of each turn, as playing the stored answers again makes them; independent of what going back does."""
    info, [table] = await world.tables.find(code), await world.rows("select seed, options from tables")
    codec = Codec(world.games[info.game])
    game, made, line, before = codec.game, {}, [], None
    for row in await turns(world):
        drawn = 0 if before is None else before["drawn"]
        chance = FairChance(bytes.fromhex(table["seed"]), info.salt or "", drawn)
        if row["cause"] == "undo":
            line = line[: line.index(row["back_to"])]
            state = made[row["back_to"]]
        elif before is None:
            state = game.start(game.Options(**json.loads(table["options"])), len(info.seats), chance).state
        elif row["cause"] == "resign":
            state = game.resign(made[line[-1]], row["seat"], chance).state
        else:
            query = f"select seat, action_json from actions where window = {before['window']} order by seat"
            answers = {given["seat"]: codec.action.load(given["action_json"]) for given in await world.rows(query)}
            state = game.advance(made[line[-1]], answers, chance).state
        made[row["turn"]] = state
        line.append(row["turn"])
        before = row
    return [codec.state.dump(state) for _, state in sorted(made.items())]


@pytest.mark.parametrize("game", GAMES)
async def test_going_back_gives_what_replaying_gives(world: World, game: str) -> None:
    """And the luck of a game that went back can be proved to anybody; pages of its log are whole."""
    luck = random.Random(game)
    code = await world.started(BORIS, CHEN, game=game, pace="live")
    for _ in range(4):
        await play_on(world, code, luck.randint(1, 4), luck)
        points = await world.tables.undo_points(code)
        if not points:
            break
        point = luck.choice(points[:8])
        before, latest = await turns(world), await world.tables.find(code)
        await back(world, code, point.turn)
        after = await turns(world)
        assert after[: len(before)] == before, "nothing that was stored is touched"
        new = after[len(before)]
        assert (new["cause"], new["back_to"], new["window"]) == ("undo", point.turn, latest.window + 1)
        assert new["state_json"] == before[point.turn - 1]["state_json"], (
            "the undo of what was done is as if never done"
        )
        assert (new["drawn"], new["draws_json"]) == (before[-1]["drawn"], "[]"), "luck does not go back"
    assert [row["state_json"] for row in await turns(world)] == await replayed(world, code)
    assert any(row["cause"] == "undo" for row in await turns(world))
    drawn = [draw["number"] for row in await turns(world) for draw in json.loads(row["draws_json"])]
    assert drawn == list(range(len(drawn))), "each draw is made once, and none again"
    steps = await world.tables.steps(code, limit=10_000)
    assert [step.seq for step in steps] == list(range(1, len(steps) + 1))
    pages = [await world.tables.steps(code, window=number) for number in range((await world.tables.find(code)).window)]
    assert [step.seq for page in pages for step in page if not step.undone] == [s.seq for s in steps if not s.undone]
    for user in PEOPLE:
        if (await world.tables.find(code)).status == "running":
            await world.do("resign", user, code)
    report = await world.tables.fairness(code)
    assert (report.hash_matches, report.replay_agrees, report.draws) == (True, True, len(report.log))


async def gone_back(world: World) -> str:
    """A game of pebbles that went back over a draw and a resignation, and on to its end."""
    code = await world.taking(BORIS, CHEN)
    await world.take(ANNA, code)
    await world.do("resign", CHEN, code)
    await back(world, code, 1)
    await world.do("answer", ANNA, code, 4, Bid(amount=2))
    await world.do("answer", BORIS, code, 4, Bid(amount=2))
    assert (await world.tables.find(code)).window == 4, "Chen is back, and asked"
    await world.do("answer", CHEN, code, 4, Bid(amount=0))
    assert (await world.to_the_end(code)).status == "over"
    return code


FORGED = [
    ("update states set back_to = 2 where cause = 'undo'", 3),
    ("update states set back_to = 4 where cause = 'undo'", 3),
    ("update states set back_to = null where cause = 'undo'", 3),
    ("update states set drawn = drawn - 1 where cause = 'undo'", 3),
    ("update states set state_json = replace(state_json, '\"pile\":1', '\"pile\":2') where cause = 'undo'", 3),
    ("update steps set undone = 0 where window = 2", 2),
    ("update steps set undone = 1 where window = 4", 4),
]


async def test_a_forged_way_back_is_found(world: World) -> None:
    code = await gone_back(world)
    assert (await world.tables.fairness(code)).replay_agrees
    await world.close()
    true = world.path.read_bytes()
    for statement, window in FORGED:
        world.path.write_bytes(true)
        await world.open()
        await world.change(statement)
        report = await world.tables.fairness(code)
        assert (report.replay_agrees, report.first_difference) == (False, window), statement
        await world.close()
    await world.open()


# ---- what going back does to the table


async def test_whoever_resigned_since_is_back_and_drafts_are_gone(world: World) -> None:
    code = await world.taking(BORIS, CHEN)
    await world.do("resign", CHEN, code)
    await world.do("save_draft", ANNA, code, 2, Take(count=2))
    await back(world, code, 1)
    info = await world.tables.find(code)
    assert (info.asked, info.window_kind, info.ready, info.line) == ((0, 1, 2), "bid", 0, 1)
    assert not info.seats[2].out
    assert await world.rows("select * from drafts") == []
    with pytest.raises(Refused, match="stale"):
        await world.do("answer", ANNA, code, 1, Bid(amount=1))


async def test_only_the_resignation_can_be_undone(world: World) -> None:
    code = await world.taking(BORIS, CHEN)
    await world.take(ANNA, code)
    await world.do("resign", CHEN, code)
    [point, *_] = await world.tables.undo_points(code)
    assert point.window == 3
    await back(world, code, point.turn)
    info = await world.tables.find(code)
    assert (info.asked, info.window, info.seats[2].out) == ((1,), 4, False)
    await world.take(BORIS, code)
    assert (await world.tables.find(code)).asked == (2,)


async def test_whom_the_game_has_beaten_since_plays_again(world: World) -> None:
    code = await world.started(BORIS, CHEN, game="embers", pace="live")
    while not (await world.tables.find(code)).seats[2].beaten:
        info = await world.tables.find(code)
        for seat in info.asked:
            action = Watch() if info.window_kind == "watch" else Stoke(coals=int(seat < 2))
            await world.do("answer", PEOPLE[seat], code, info.window, action)
    await back(world, code, 1)
    info = await world.tables.find(code)
    assert (info.asked, info.seats[2].beaten) == ((0, 1, 2), False)


async def test_posts_of_what_does_not_count_say_so(world: World) -> None:
    code = await world.taking(BORIS)
    await world.take(ANNA, code)
    await world.flush()
    before = {post["key"]: post["version"] for post in await world.posts()}
    await back(world, code, 2)
    posts = {post["key"]: post for post in await world.posts()}
    renewed = {key for key, version in before.items() if posts[key]["version"] > version}
    undone = [step.seq for step in await world.tables.steps(code) if step.undone]
    assert undone == [5]
    assert renewed == {f"{code}:chapter:5", f"{code}:window:3", f"{code}:panel:3-1"}
    new = posts.keys() - before.keys()
    assert {f"{code}:window:4", f"{code}:panel:4-0", f"{code}:notice:undo-4"} <= new
    body = json.loads(posts[f"{code}:notice:undo-4"]["body"])
    assert body == {"say": "undo", "window": 4, "seq": 4, "steps": 1, "seat": None}


async def test_a_scene_is_told_anew_in_a_post_of_its_own(world: World) -> None:
    code = await world.started(BORIS, game="relay")
    await world.do("answer", ANNA, code, 1, Run(steps=1))
    await world.flush()
    await back(world, code, 1)
    bodies = {post["key"]: json.loads(post["body"]) for post in await world.posts("turn")}
    assert bodies[f"{code}:turn:leg-1"] == {"scene": "leg-1", "window": None, "steps": [2, 3]}
    assert bodies[f"{code}:turn:leg-1~1"] == {"scene": "leg-1", "window": 3, "steps": None}
    await world.do("answer", ANNA, code, 3, Run(steps=2))
    await world.do("answer", ANNA, code, 4, Rest())
    bodies = {post["key"]: json.loads(post["body"]) for post in await world.posts("turn")}
    assert bodies[f"{code}:turn:leg-1~1"] == {"scene": "leg-1", "window": None, "steps": [4, 6]}
    assert bodies[f"{code}:turn:leg-2~1"]["window"] == 5
    assert bodies[f"{code}:turn:leg-1"]["steps"] == [2, 3], "what was told before stays as the record"
    assert await world.tables.is_scene(code, "leg-1")
    assert [step.seq for step in await world.tables.steps(code, chapter="leg-1") if not step.undone] == [2, 4, 5, 6]


async def test_the_window_has_its_time_again(world: World) -> None:
    code = await world.taking(BORIS)
    await world.take(ANNA, code)
    world.clock.pass_by(hours=20)
    await back(world, code, 2)
    info = await world.tables.find(code)
    assert info.deadline is not None
    assert info.deadline - world.clock.now() == info.length


async def test_only_a_running_game_goes_back(world: World) -> None:
    code = await world.lobby()
    with pytest.raises(Refused, match="not_started"):
        await back(world, code, 1)
    code = await world.taking(BORIS)
    for turn in (0, 2, 3, 99):
        with pytest.raises(Refused, match="undo_nothing"):
            await back(world, code, turn)
    await world.to_the_end(code)
    assert await world.tables.undo_points(code) == []
    with pytest.raises(Refused, match="table_closed"):
        await back(world, code, 1)


async def test_a_turn_that_does_not_count_is_no_place_to_go_back_to(world: World) -> None:
    code = await world.taking(BORIS)
    await world.take(ANNA, code)
    await world.take(BORIS, code)
    await back(world, code, 2)
    with pytest.raises(Refused, match="undo_nothing"):
        await back(world, code, 3)
    assert [point.turn for point in await world.tables.undo_points(code)] == [1]
    await world.take(ANNA, code)
    assert [point.turn for point in await world.tables.undo_points(code)] == [5, 1]
    await back(world, code, 2)
    assert (await world.tables.find(code)).asked == (0,), "the turn gone back to is known by its first number too"


async def test_points_say_what_would_not_count(world: World) -> None:
    code = await world.taking(BORIS)
    await world.take(ANNA, code)
    points = await world.tables.undo_points(code, ANNA)
    assert [(p.turn, p.window, p.seq, p.chapter, p.free) for p in points] == [
        (2, 2, 4, "take", True),
        (1, 1, 1, "bids", False),
    ]
    assert len(await world.tables.undo_points(code, limit=1)) == 1
    assert not any(point.free for point in await world.tables.undo_points(code, BORIS))
    assert not any(point.free for point in await world.tables.undo_points(code))


async def test_what_bots_answer_is_no_place_to_go_back_to(world: World) -> None:
    code = await world.taking(bots=1)
    await world.take(ANNA, code)
    assert [point.window for point in await world.tables.undo_points(code)] == [2, 1]


# ---- what can be taken back without a vote


async def test_the_last_answer_is_taken_back_for_nothing(world: World) -> None:
    code = await world.taking(BORIS)
    await world.take(ANNA, code, 3)
    info = await world.do("undo", ANNA, code)
    assert (info.asked, info.window) == ((0,), 4)
    [notice] = [post for post in await world.posts("notice") if "undo" in post["key"]]
    assert json.loads(notice["body"])["seat"] == 0
    await world.take(ANNA, code, 1)
    assert (await world.tables.find(code)).asked == (1,)


async def test_a_whole_turn_of_ones_own_can_be_taken_back(world: World) -> None:
    code = await world.started(BORIS, game="relay")
    await world.do("answer", ANNA, code, 1, Run(steps=1))
    await world.do("answer", ANNA, code, 2, Rest())
    assert [point.free for point in await world.tables.undo_points(code, ANNA)] == [True, True]
    await world.do("undo", ANNA, code)
    await world.do("undo", ANNA, code)
    assert (await world.tables.public_view(code)).at == (0, 0)
    with pytest.raises(Refused, match="undo_nothing"):
        await world.do("undo", ANNA, code)


async def test_what_somebody_else_answered_since_takes_a_vote(world: World) -> None:
    code = await world.taking(BORIS)
    await world.take(ANNA, code)
    with pytest.raises(Refused, match="undo_vote"):
        await world.do("undo", BORIS, code)
    await world.take(BORIS, code)
    with pytest.raises(Refused, match="undo_vote"):
        await world.do("undo", ANNA, code)
    assert (await world.do("undo", BORIS, code)).asked == (1,)


async def test_what_was_drawn_takes_a_vote(world: World) -> None:
    code = await world.started(BORIS, game="relay", pace="live")
    await world.do("answer", ANNA, code, 1, Run(steps=3))
    await world.do("answer", BORIS, code, 2, Doubt())
    with pytest.raises(Refused, match="undo_vote"):
        await world.do("undo", BORIS, code)


async def test_what_came_to_light_takes_a_vote(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """How that is found out: ``test_revealed``."""
    code = await world.taking(BORIS)
    await world.take(ANNA, code)
    monkeypatch.setattr(undo, "reveals", lambda *_: True)
    assert not any(point.free for point in await world.tables.undo_points(code, ANNA))
    with pytest.raises(Refused, match="undo_vote"):
        await world.do("undo", ANNA, code)


async def test_what_was_asked_in_secret_takes_a_vote(world: World) -> None:
    """A bid that the other had resigned from answering is all the presser's own, and yet it was secret."""
    code = await world.started(BORIS, CHEN)
    await world.do("resign", CHEN, code)
    await world.change("update seats set kind = 'nobody', user_id = null where seat = 1")
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    await world.change("delete from actions where seat = 1")
    await world.change("update states set draws_json = '[]'")
    with pytest.raises(Refused, match="undo_vote"):
        await world.do("undo", ANNA, code)


async def test_who_has_no_part_in_it_takes_nothing_back(world: World) -> None:
    code = await world.taking(BORIS, CHEN)
    with pytest.raises(Refused, match="not_seated"):
        await world.do("undo", 99, code)
    await world.take(ANNA, code)
    await world.do("resign", CHEN, code)
    with pytest.raises(Refused, match="resigned"):
        await world.do("undo", CHEN, code)
    with pytest.raises(Refused, match="undo_vote"):
        await world.do("undo", ANNA, code)


async def test_a_newcomer_cannot_take_back_what_the_old_holder_answered(world: World) -> None:
    code = await world.taking(BORIS)
    await world.take(ANNA, code)
    await world.do("offer", ANNA, code)
    claim = await world.do("claim", CHEN, code, 0)
    await world.do("decide", ANNA, code, claim.id, True)
    assert (await world.tables.find(code)).seats[0].user_id == CHEN
    with pytest.raises(Refused, match="undo_nothing"):
        await world.do("undo", CHEN, code)


async def test_what_the_stand_in_answered_is_nobodys_to_take_back(world: World) -> None:
    code = await world.taking(BORIS, pace="live")
    world.clock.pass_by(minutes=6)
    await world.tables.beat()
    assert (await world.tables.find(code)).window == 3
    with pytest.raises(Refused, match="undo_vote"):
        await world.do("undo", ANNA, code)


async def test_standing_orders_do_not_do_again_what_was_undone(world: World) -> None:
    code = await world.started(BORIS, game="embers")
    await world.do("keep_order", ANNA, code, "stoke", "most")
    await world.do("answer", BORIS, code, 1, Stoke(coals=2))
    assert (await world.tables.find(code)).window > 1
    await back(world, code, 1)
    info = await world.tables.find(code)
    assert (info.asked, info.window_kind, info.ready) == ((0, 1), "stoke", 0)
    assert f"{code}:panel:{info.window}-0" in {post["key"] for post in await world.posts("panel")}, "Anna is asked"


async def test_going_back_during_a_pause_gives_the_whole_time_afterwards(world: World) -> None:
    code = await world.taking(BORIS)
    await world.take(ANNA, code)
    async with world.tables._desk(None, code) as desk:
        await pausing.pause(desk, "mod")
    world.clock.pass_by(hours=30)
    await back(world, code, 2)
    assert (await world.tables.find(code)).paused_at is not None
    world.clock.pass_by(hours=5)
    await world.tables.beat()
    info = await world.tables.find(code)
    assert (info.window, info.asked) == (4, (0,)), "nothing resolves while the table is paused"
    async with world.tables._desk(None, code) as desk:
        await pausing.go_on(desk)
    info = await world.tables.find(code)
    assert info.deadline is not None
    assert info.deadline - world.clock.now() == info.length
