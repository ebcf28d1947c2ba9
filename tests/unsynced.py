"""Databases that do not wait for the disk: power cuts are for the tests of `db`, `host` and `wire`."""

from __future__ import annotations

import pytest

import db.database


def do_not_sync(patch: pytest.MonkeyPatch) -> None:
    """Until the patch is undone, databases are opened so. A killed process loses nothing by it."""
    pragmas = [pragma for pragma in db.database.PRAGMAS if not pragma.startswith("synchronous")]
    patch.setattr(db.database, "PRAGMAS", (*pragmas, "synchronous=OFF"))
