"""What ails the database, for rooms that do not see it."""

from __future__ import annotations

from db.trouble import Trouble as Trouble
from db.trouble import trouble_of as trouble_of
from db.trouble import word_of as word_of
