"""What pytest does with the traffic: a fault fails the test that made it, and the run ends with what was checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.honest.fetch import MISSING
from tests.honest.watch import TRAFFIC, Traffic, install, kept_here

OUTPUT = "honest_traffic"


@pytest.fixture(autouse=True)
def traffic() -> Iterator[Traffic]:
    """Every test's requests are such as Discord takes. ``take`` forgives what is meant."""
    yield TRAFFIC
    settle_up(TRAFFIC)


def settle_up(seen: Traffic) -> None:
    """Raises ``AssertionError`` with everything wrong since the last time."""
    found = seen.take()
    assert not found, "Discord would not take this:\n" + "\n".join(found)


def pytest_configure() -> None:
    install()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker tells its part to the process that ends the run."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[OUTPUT] = [dict(TRAFFIC.routes), TRAFFIC.bodies, TRAFFIC.files]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    routes, bodies, files = getattr(node, "workeroutput", {}).get(OUTPUT, ({}, 0, 0))
    TRAFFIC.routes += Counter(routes)
    TRAFFIC.bodies += bodies
    TRAFFIC.files += files


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if not kept_here():
        terminalreporter.section("Discord's API description", red=True, bold=True)
        terminalreporter.line(MISSING)
    elif TRAFFIC.routes:
        terminalreporter.line(told(TRAFFIC))


def told(traffic: Traffic) -> str:
    """How much was checked, in a line."""
    return (
        f"Checked against Discord's API description: {traffic.routes.total()} requests on {len(traffic.routes)} "
        f"routes, {traffic.bodies} bodies, {traffic.files} files."
    )
