"""Report on a PostgreSQL database that was observed for some seconds, as `loadproof diagnose URL --json` prints it."""

from dataclasses import dataclass, field
from typing import Literal

from loadproof.model.message import Message
from loadproof.model.typed_json import rounded
from loadproof.records.database_activity import DatabaseActivity
from loadproof.records.finding import Finding

__all__ = ["DATABASE_SCHEMA_VERSION", "DatabaseAddress", "DatabaseReport", "DatabaseState"]

DATABASE_SCHEMA_VERSION: Literal[1] = 1

DatabaseState = Literal["deadlocked", "ended", "pressed", "cannot_tell", "calm"]
"""Deadlocked: the server broke a deadlock. Ended: it stopped answering. Pressed: a cause was found. Cannot tell: none
was found, and something that a cause rests on was not read. Calm: none was found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseAddress:
    """Database as its URL names it, without the password."""

    name: str
    host: str
    port: int
    user: str | None
    """Null: the user of the process."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseReport:
    """Report on a database: what it did, the causes that this shows, and the parts that were not read."""

    schema_version: Literal[1]
    state: DatabaseState
    sentence: Message
    database: DatabaseAddress
    seconds: float = field(metadata=rounded(1))
    """Observed time."""
    interrupted: bool
    """True if the observation was ended early."""
    readings: int
    failed_readings: int
    activity: DatabaseActivity | None
    """Activity over the whole time; null: the server gave no two readings. Its axis begins with the observation."""
    minutes: tuple[DatabaseActivity, ...]
    """Activity of each minute; empty if the observation was shorter than two minutes."""
    findings: tuple[Finding, ...]
    """Causes with their evidence; their `trial` is 0."""
    shortfalls: tuple[Message, ...]
    """Parts that could not be read, each with a hint."""
    remedies: tuple[str, ...]
    """SQL statements that give the missing rights and extensions."""
