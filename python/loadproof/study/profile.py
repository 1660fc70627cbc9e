"""A profile as it is run: operations with their weights, feeders, SLOs and timeouts, resolved and frozen."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from loadproof.study.slo import Slo
from loadproof.study.target import Target

__all__ = [
    "DEFAULT_EXPECT",
    "DEFAULT_TIMEOUT_S",
    "CsvFeeder",
    "Feeder",
    "FeederOrder",
    "Operation",
    "Profile",
    "UuidFeeder",
]

DEFAULT_TIMEOUT_S = 10.0
DEFAULT_EXPECT = ((200, 399),)


class FeederOrder(StrEnum):
    """How a feeder goes through its rows."""

    SEQUENTIAL = "sequential"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class CsvFeeder:
    """Rows of a CSV file whose first row names the columns."""

    name: str
    path: Path
    columns: tuple[str, ...]
    order: FeederOrder


@dataclass(frozen=True, slots=True)
class UuidFeeder:
    """A new random UUID (version 4) for each call."""

    name: str


Feeder = CsvFeeder | UuidFeeder


@dataclass(frozen=True, slots=True)
class Operation:
    """One named request template with its checks.

    `path`, header values and `body` are template texts. `expect` holds inclusive ranges of statuses,
    ascending and apart. `timeout_s` runs from due.
    """

    name: str
    weight: float
    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    body: str | None
    expect: tuple[tuple[int, int], ...]
    timeout_s: float
    slos: tuple[Slo, ...]
    """Those of this operation alone."""


@dataclass(frozen=True, slots=True)
class Profile:
    """Operations by weight, what feeds them, and what is asked of them."""

    operations: tuple[Operation, ...]
    feeders: tuple[Feeder, ...]
    slos: tuple[Slo, ...]
    """Those of the whole profile, then those of each operation; without repetitions."""
    timeout_s: float
    target: Target | None
    """None: the command line or the stand names it."""
    base_rate: float | None = None
    """Calls/s of all operations together at N = 1; each has its weight's share of them. None: not known."""
