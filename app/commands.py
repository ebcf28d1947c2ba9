"""The command line: ``run`` (also without a command), ``preview``, ``check``, ``backup`` and the others."""

from __future__ import annotations

import asyncio
import io
import sys
from pathlib import Path

import click
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError

from app import backup, check, fairness, logging, run
from app import simulate as simulation
from app.alone import NotAloneError
from app.settings import PREFIX, Settings, tongue
from db.backup import BackupError
from db.migrate import SchemaTooNewError
from engines import GAMES
from engines.core import IllegalAction, Level
from locales import LANGUAGES, Language, speak


def read_settings() -> Settings:
    """The settings, or an end with a sentence for each that is wrong."""
    try:
        return Settings()
    except ValidationError as error:
        words = speak(tongue())
        for field in (str(problem["loc"][0]) for problem in error.errors()):
            allowed = words(f"app.settings.may.{field}")
            click.echo(words("app.settings.wrong", name=f"{PREFIX}{field.upper()}", allowed=allowed), err=True)
    except (OSError, UnicodeError) as error:
        problem = getattr(error, "strerror", None) or error
        click.echo(speak(tongue())("app.settings.unreadable", problem=problem), err=True)
    sys.exit(2)


@click.group(invoke_without_command=True)
@click.pass_context
def main(context: click.Context) -> None:
    """Scrapyard: a Discord bot that hosts board games. Without a command it runs."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a file's name may be no text: it is no reason to fail
    if context.invoked_subcommand is None:
        context.invoke(run_command)


@main.command("run")
def run_command() -> None:
    """Connect to Discord and host tables until stopped."""
    settings = read_settings()
    if not settings.token.get_secret_value():
        click.echo(speak(settings.language)("app.run.no_token"), err=True)
        sys.exit(2)
    logging.set_up(settings.log_level, [settings.token.get_secret_value()])
    sys.exit(run.run(settings))


@main.command("check")
def check_command() -> None:
    """Look at settings, database and fonts; say what is missing and how to mend it."""
    settings = read_settings()
    logging.set_up("ERROR", [settings.token.get_secret_value()])
    words = speak(settings.language)
    findings = asyncio.run(check.everything(settings, words))
    for finding in findings:
        click.echo(f"{words('app.check.ok' if finding.ok else 'app.check.problem')}  {finding.text}")
    sys.exit(0 if all(finding.ok for finding in findings) else 1)


@main.command("fairness")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--language", type=click.Choice(LANGUAGES), help="Language of the answer.")
def fairness_command(file: Path, language: Language | None) -> None:
    """Prove the luck and the play of a game that is over from the FILE that /fairness hands out.

    Exit code 0: proved; 1: something differs; 2: the file cannot be read.
    """
    code, lines = fairness.check_file(file, speak(language or read_settings().language))
    for line in lines:
        click.echo(line)
    sys.exit(code)


@main.command("backup")
@click.argument("file", required=False, type=click.Path(path_type=Path))
def backup_command(file: Path | None) -> None:
    """Copy the database to FILE, also while the bot runs, and check the copy. Without FILE: into backups/ beside it."""
    settings = read_settings()
    code, said = backup.make(settings, file, speak(settings.language))
    click.echo(said, err=code != backup.DONE)
    sys.exit(code)


@main.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--yes", is_flag=True, help="Do not ask whether it is meant.")
def restore_command(file: Path, yes: bool) -> None:
    """Put the backup FILE in the database's place; the database before is kept beside it. The bot must be stopped."""
    settings = read_settings()

    def sure(question: str) -> bool:
        return yes or click.confirm(question)

    code, said = backup.put_back(settings, file, speak(settings.language), sure)
    click.echo(said, err=code != backup.DONE)
    sys.exit(code)


@main.command("preview")
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Port of the start page; 0 takes a free one.",
)
@click.option("--language", type=click.Choice(LANGUAGES), help="Language of the start page.")
@click.option("--database", help="SQLAlchemy address to keep the tables in; by default they are gone at the end.")
def preview_command(port: int, language: Language | None, database: str | None) -> None:
    """Try the bot in a browser, without Discord and without a token."""
    from app import preview  # noqa: PLC0415 - the simulated Discord is not loaded where the real one is used

    settings = read_settings()
    logging.set_up(settings.log_level, [settings.token.get_secret_value()])
    spoken = language or settings.language
    try:
        asyncio.run(preview.serve(settings, port=port, language=spoken, database=database))
    except preview.PortTakenError as error:
        click.echo(speak(spoken)("app.preview.port_taken", port=error.port), err=True)
        sys.exit(1)
    except NotAloneError:
        click.echo(speak(spoken)("app.run.not_alone"), err=True)
        sys.exit(1)
    except (BackupError, SchemaTooNewError) as error:
        click.echo(backup.not_opened(error, speak(spoken)), err=True)
        sys.exit(1)
    except (SQLAlchemyError, ImportError, OSError) as error:
        problem = str(getattr(error, "orig", None) or error).splitlines()[0]
        click.echo(speak(spoken)("app.check.database_wrong", problem=problem), err=True)
        sys.exit(1)


def _pairs(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    pairs = [value.partition("=") for value in values]
    for name, sign, _ in pairs:
        if not sign:
            raise click.BadParameter(f"{name} is not NAME=VALUE")
    return {name: value for name, _, value in pairs}


@main.command("simulate")
@click.argument("game", type=click.Choice(sorted(GAMES)))
@click.option("--seats", default=4, show_default=True, help="How many bot players.")
@click.option("--games", default=10, show_default=True, type=click.IntRange(min=1), help="How many games.")
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same games.")
@click.option(
    "--out", default=Path("out"), show_default=True, type=click.Path(path_type=Path), help="Folder to write to."
)
@click.option(
    "--level", default=Level.NORMAL.value, show_default=True, type=click.Choice([level.value for level in Level])
)
@click.option("--option", "chosen", multiple=True, callback=_pairs, help="NAME=VALUE, an option of the game's lobby.")
@click.option("--pictures/--no-pictures", default=True, show_default=True, help="Write every snapshot as PNG.")
@click.option(
    "--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="Processes that share the games."
)
@click.option("--language", type=click.Choice(LANGUAGES), help="Language of sentences and pictures.")
def simulate_command(
    game: str,
    seats: int,
    games: int,
    seed: int,
    out: Path,
    level: str,
    chosen: dict[str, str],
    pictures: bool,
    jobs: int,
    language: Language | None,
) -> None:
    """Let bot players play whole games; write a log, figures and every snapshot."""
    spoken = language or read_settings().language
    words = speak(spoken)
    title = GAMES[game]
    try:
        options = simulation.options_of(title, chosen)
    except LookupError as error:
        known = "; ".join(f"{name}: {', '.join(values)}" for name, values in simulation.choices_of(title).items())
        raise click.UsageError(words("app.simulate.no_option", given=error.args[0], known=known)) from None
    plan = simulation.Plan(title, options, seats, games, seed, Level(level))
    try:
        found = simulation.simulate(plan, simulation.Writing(out, spoken, pictures), jobs)
    except IllegalAction as error:
        raise click.UsageError(words(f"{game}.refuse.{error.reason}", **error.facts)) from None
    except OSError as error:
        click.echo(words("app.simulate.not_written", folder=out, problem=error.strerror or error), err=True)
        sys.exit(1)
    click.echo(simulation.table(found, words, game))
    click.echo(words("app.simulate.written", folder=out))
