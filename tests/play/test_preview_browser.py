"""The preview as a newcomer uses it: from /play to a resolved first round, by clicks in a real browser.

Set ``SCRAPYARD_SHOTS`` to a folder to keep pictures of what was on the screen.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, Error, Locator, Page, async_playwright

HOME = Path(__file__).parent.parent.parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in BROWSERS if (path := shutil.which(name))), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PATIENCE = 15_000
"""Milliseconds to wait for something to appear."""
TRIES = 8
LOOKS = 10

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
    pytest.mark.skipif(os.name == "nt", reason="a child process cannot be sent Ctrl-C on Windows"),
]


@asynccontextmanager
async def preview() -> AsyncIterator[str]:
    """``bot.py preview`` in a process of its own; it must end cleanly at Ctrl-C."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "bot.py", "preview", "--port", "0", cwd=HOME, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        opened = (await asyncio.wait_for(process.stdout.readline(), 30)).decode()
        found = re.search(r"http://\S+?/(?=\s|$)", opened)
        assert found, f"no address in {opened!r}"
        yield found[0]
        process.send_signal(signal.SIGINT)
        assert await asyncio.wait_for(process.wait(), 20) == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def shot(page: Page, name: str) -> None:
    folder = os.environ.get("SCRAPYARD_SHOTS")
    if folder:
        await page.screenshot(path=f"{folder}/{name}.png")


async def pictures(page: Page) -> None:
    """Wait until every picture on the page can be seen."""
    hidden = "[...document.images].filter(image => !image.complete || !image.naturalWidth).map(image => image.alt)"
    for _ in range(PATIENCE // 500):
        await page.wait_for_timeout(500)
        left = await page.evaluate(hidden)
        if not left and await page.locator("img").count():
            return
    raise AssertionError(f"pictures that cannot be seen: {left}")


async def door(start: Page, person: int, label: str) -> Page:
    """Follow a link of the start page, into a tab of its own."""
    link = start.locator("section").nth(person).locator("a.door").filter(has_text=label)
    await link.wait_for(timeout=PATIENCE)
    async with start.context.expect_page() as opened:
        await link.click()
    page = await opened.value
    await page.locator("#channel-name").wait_for(timeout=PATIENCE)
    return page


async def press(button: Locator, then: Locator) -> None:
    """Press until it has the effect: a page that is just being renewed drops a press, and its person presses again."""
    for _ in range(TRIES):
        try:
            await button.click(timeout=3_000)
            await then.wait_for(timeout=5_000)
        except Error:
            if await then.count():
                return
        else:
            return
    raise AssertionError(f"pressing {button} has no effect")


async def run_play(page: Page) -> None:
    await page.locator("#channel-composer-input").click()
    await page.keyboard.type("/play", delay=40)
    await page.get_by_role("option").filter(has_text="/play").click()
    await page.get_by_role("option").filter(has_text="Power Arena").click()
    await press(page.locator("#channel-composer button[type=submit]"), named(page, "Start"))


def named(page: Page, label: str) -> Locator:
    return page.get_by_role("button", name=label).last


async def pick_program(page: Page, program: tuple[tuple[str, str], ...]) -> None:
    """By the selects, a die and a direction for each pad; pad after pad opens by itself."""
    for pad, (die, direction) in enumerate(program, start=1):
        shown = page.get_by_role("button", name=re.compile(rf"{pad}: [BR]\d"))
        for _ in range(TRIES):
            for hint, choice in (("die and pips", die), ("direction", direction)):
                select = page.get_by_role("combobox", name=f"Pad {pad}: {hint}")
                if await select.count():
                    await choose(page, select, choice)
            with suppress(Error):  # a choice that a busy machine has lost is made again
                await shown.wait_for()
                break
        await shown.wait_for()


async def choose(page: Page, select: Locator, choice: str) -> None:
    """Open the select and pick, until it shows the choice or has made room for the next pad's."""
    for _ in range(TRIES):
        try:
            await select.click(timeout=3_000)
            await page.get_by_role("option", name=choice).first.click(timeout=3_000)
        except Error:
            continue
        for _ in range(LOOKS):  # the panel is drawn anew first, which takes its time on a busy machine
            await page.wait_for_timeout(600)
            if not await select.count() or choice in await select.inner_text():
                return
    raise AssertionError(f"{choice} cannot be chosen")


async def type_program(page: Page, program: str) -> None:
    """Through the form."""
    dialog = page.get_by_role("dialog")
    await press(named(page, "Type it"), dialog)
    await dialog.get_by_role("textbox").fill(program)
    await press(dialog.get_by_role("button", name="Submit"), page.get_by_role("button", name=re.compile(r"3: [BR]\d")))


@pytest.mark.timeout(300)
async def test_from_slash_command_to_the_first_round() -> None:
    async with preview() as url, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        context = await browser.new_context(viewport={"width": 1100, "height": 1000})
        context.set_default_timeout(PATIENCE)
        await play_a_round(context, url)
        await browser.close()


async def play_a_round(context: BrowserContext, url: str) -> None:
    start = await context.new_page()
    await start.goto(url)
    await shot(start, "1-start-page")
    rook = await door(start, 0, "board-games")
    await run_play(rook)
    await shot(rook, "2-lobby")
    ibis = await door(start, 2, "board-games")
    await press(named(ibis, "Join"), ibis.get_by_text("2/4"))
    await press(named(rook, "Start"), rook.get_by_text("Under way"))
    await shot(rook, "3-started")

    secret = await door(start, 0, "Private messages")
    await pictures(secret)
    await shot(secret, "4-panel")
    await pick_program(secret, (("Blue 3", "S"), ("Red 1", "SE"), ("Blue 2", "E")))
    await press(named(secret, "Ready"), named(secret, "Not ready"))
    await pictures(secret)
    await shot(secret, "5-ready")
    other = await door(start, 2, "Private messages")
    await type_program(other, "B3N R1NE B2E")
    await shot(other, "6-typed")
    await press(named(other, "Ready"), other.get_by_text("Round 2:").first)

    table = await door(start, 0, "Thread")
    for pad in (1, 2, 3):
        await table.get_by_text(re.compile(rf"Round 1\W+Pad {pad}\b")).first.wait_for()
    await table.get_by_text("Round 2: everyone programs").first.wait_for()
    assert await table.locator("#channel-message-list img[alt*='round 1']").count() >= 3
    await pictures(table)
    await shot(table, "7-round-resolved")
