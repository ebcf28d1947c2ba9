"""/fairness: what proves that nobody chose a table's luck."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from cogs.composed import Composed, FileData
from cogs.limits import TEXT, UPLOAD, clip
from cogs.press import Interaction, Moment, attend
from cogs.tabling import chosen_table, codes, in_one_line
from cogs.words import label
from locales import Words
from tables.model import FairnessReport
from tables.verifier import Difference

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

COLUMNS = ("number", "label", "below", "value")
LARGEST: Final = UPLOAD // 2
"""Bytes above which a file is packed."""


def difference_line(found: Difference, words: Words) -> str:
    """Where a record differs, what stands there, and what must."""
    at = "game" if found.window is None else "turn" if found.window else "opening"
    facts = {
        "at": words(f"fairness.at.{at}", window=found.window),
        "place": words(f"fairness.place.{found.place}", **found.facts),
        "stands": _plain(found.stands),
    }
    if found.should is None:
        return words("fairness.differs.nothing", **facts)
    return words("fairness.differs", should=_plain(found.should), **facts)


def _plain(value: str) -> str:
    """Fit to stand between backticks."""
    return value.replace("`", "'") or "–"


def table_file(code: str, data: Mapping[str, Any], alt: str) -> FileData:
    """An exported table, packed where it is large; ``bot.py fairness`` reads it either way."""
    raw = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    if len(raw) > LARGEST:
        return FileData(f"{code}.json.gz", gzip.compress(raw), alt)
    return FileData(f"{code}.json", raw, alt)


def report_lines(report: FairnessReport, words: Words) -> list[str]:
    """Hash, salt and seed as far as they are public, and the verdict once the game is over."""
    table = report.table
    lines = [
        in_one_line(table, words),
        words("fairness.hash", hash=table.seed_hash),
        words("fairness.salt", salt=table.salt) if table.salt is not None else words("fairness.salt.later"),
        words("fairness.seed", seed=table.seed) if table.seed is not None else words("fairness.seed.later"),
    ]
    if report.draws:
        lines.append(words.count("fairness.draws", report.draws))
    if report.hash_matches is not None:
        lines.append(words("fairness.hash.right" if report.hash_matches else "fairness.hash.wrong"))
    if report.replay_agrees:
        lines.append(words("fairness.replay.right"))
    elif report.replay_agrees is not None:
        lines.append(words("fairness.replay.wrong", window=report.first_difference or 0))
    if report.difference is not None:
        lines.append(difference_line(report.difference, words))
    lines.append(words("fairness.how"))
    if report.record is not None:
        lines.append(words("fairness.yourself"))
    return lines


def draw_log(report: FairnessReport) -> bytes:
    """The draws as a table that a spreadsheet opens."""
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([draw[column] for column in COLUMNS] for draw in report.log)
    return target.getvalue().encode("utf-8-sig")


def compose_report(report: FairnessReport, words: Words) -> Composed:
    """The report; once the seed is public with every draw in a file, and the whole game in another."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(clip("\n".join(report_lines(report, words)), TEXT)))
    code, files = report.table.code, list[FileData]()
    if report.log:
        files.append(FileData(f"{code}-draws.csv", draw_log(report), words("fairness.file")))
    if report.record is not None:
        files.append(table_file(code, report.record, words("fairness.record")))
    for file in files:
        view.add_item(discord.ui.File[Any](file.url))
    return Composed(view, tuple(files))


async def show_fairness(moment: Moment, code: str | None) -> None:
    table = await chosen_table(moment, code)
    if table is not None:
        await moment.tell(compose_report(await moment.bot.tables.fairness(table.code), moment.words))


@app_commands.command(name=label("command.fairness.name"), description=label("command.fairness.description"))
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.rename(code=label("command.table.code.name"))
@app_commands.describe(code=label("command.table.code.description"))
@app_commands.autocomplete(code=codes)
async def fairness(interaction: Interaction, code: str | None = None) -> None:
    await attend(interaction, partial(show_fairness, code=code))


async def setup(bot: ScrapyardBot) -> None:
    bot.tree.add_command(fairness)
