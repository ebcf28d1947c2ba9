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
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, Error, Locator, Page, async_playwright

HOME = Path(__file__).parent.parent.parent
CHROMIUM = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)
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


async def type_program(page: Page, labels: dict[str, str], program: str) -> None:
    """Through the form, then ready."""
    field = page.get_by_role("dialog").get_by_role("textbox")
    await press(named(page, labels["type"]), field)
    await field.fill(program)
    await press(page.get_by_role("dialog").locator("button[type=submit]"), page.get_by_text("B3", exact=False).last)


ENGLISH = {"join": "Join", "type": "Type it", "ready": "Ready", "unready": "Not ready"}


@pytest.mark.timeout(170)
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
