"""``simulate``: the same seed gives the same files, and the figures add up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from app.commands import main
from app.simulate import Ended, figures
from engines.core import Result
from locales import speak

GAME = "volt"


def simulate(out: Path, *options: str) -> str:
    done = CliRunner().invoke(main, ["simulate", GAME, "--level", "easy", "--out", str(out), *options])
    assert done.exit_code == 0, done.output
    return done.output


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def test_the_same_seed_gives_the_same_files(tmp_path: Path) -> None:
    options = ("--seats", "2", "--games", "2", "--seed", "7")
    simulate(tmp_path / "one", *options)
    simulate(tmp_path / "two", *options)
    assert files(tmp_path / "one") == files(tmp_path / "two")
    simulate(tmp_path / "shared", *options, "--jobs", "2")
    assert files(tmp_path / "one") == files(tmp_path / "shared")
    simulate(tmp_path / "three", *options[:-1], "8")
    assert files(tmp_path / "one") != files(tmp_path / "three")


def test_every_step_has_a_line_and_a_picture(tmp_path: Path) -> None:
    simulate(tmp_path, "--seats", "2", "--games", "1")
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    steps, ended = lines[:-1], lines[-1]
    assert [line["step"] for line in steps] == list(range(1, len(steps) + 1))
    assert all(event["text"] and event["kind"] for line in steps for event in line["events"])
    assert 1 in ended["result"]["places"]
    pictures = sorted((tmp_path / "game-0001").iterdir())
    assert [path.name for path in pictures] == [f"{number:04}.png" for number in range(1, len(steps) + 1)]
    with Image.open(pictures[0]) as picture:
        assert picture.format == "PNG"


def test_figures_without_pictures_in_chinese(tmp_path: Path) -> None:
    told = simulate(
        tmp_path, "--games", "2", "--no-pictures", "--seats", "3", "--option", "arena=tri", "--language", "zh-CN"
    )
    found = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))
    assert found["games"] == 2
    assert found["options"]["arena"] == "tri"
    assert sum(found["shares"]) == pytest.approx(1, abs=0.001)
    assert sum(found["reasons"].values()) == 2
    assert not list(tmp_path.glob("game-*"))
    assert speak("zh-CN")("app.simulate.mean_rounds") in told


@pytest.mark.parametrize(
    "options", [("--option", "arena=moon"), ("--option", "colour=red"), ("--option", "arena"), ("--seats", "9")]
)
def test_what_cannot_be_simulated_is_refused_with_a_sentence(tmp_path: Path, options: tuple[str, ...]) -> None:
    done = CliRunner().invoke(main, ["simulate", GAME, "--out", str(tmp_path), *options])
    assert done.exit_code == 2
    assert "Error" in done.output


def test_shared_wins_count_in_parts() -> None:
    alone = Ended(3, 3, 30, Result((1, 2, 2), (3, 1, 1), "target"))
    shared = Ended(5, 5, 50, Result((1, 1, 3), (3, 3, 1), "shared"))
    found = figures([alone, shared], 3)
    assert found.shares == (0.75, 0.25, 0)
    assert (found.shared, found.shortest, found.longest, found.within) == (1, 3, 5, 5)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = CliRunner().invoke(main, ["simulate", GAME, "--games", "1", "--out", str(tmp_path / "file" / "out")])
    assert done.exit_code == 1
    assert str(tmp_path) in done.output
    assert "Traceback" not in done.output
