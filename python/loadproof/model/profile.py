"""A profile as it is run: operations with their weights, feeders, SLOs and timeouts, resolved and frozen."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from loadproof.model.scenario import Check, Extract, FileBody, Flow, FormBody, Users, Variable, called_operations
from loadproof.model.slo import Slo
from loadproof.model.target import Target

__all__ = [
    "BEFORE",
    "DEFAULT_EXPECT",
    "DEFAULT_TIMEOUT_S",
    "BasicAuth",
    "CsvFeeder",
    "Feeder",
    "FeederOrder",
    "MadeFile",
    "Operation",
    "Profile",
    "RandomNumberFeeder",
    "RandomStringFeeder",
    "RangeFeeder",
    "TimestampFeeder",
    "TimestampFormat",
    "Tls",
    "UuidFeeder",
]

BEFORE = "before: "
"""Start of the names of rows of calls that users make once per session. No name in a profile has a colon."""
DEFAULT_TIMEOUT_S = 10.0
DEFAULT_EXPECT = ((200, 299),)


class FeederOrder(StrEnum):
    """Order in which a feeder goes through its rows."""

    SEQUENTIAL = "sequential"
    RANDOM = "random"
    SHUFFLED = "shuffled"
    """In one random order, each row once before any comes again."""
    UNIQUE = "unique"
    """One row for each user, for the whole run."""


class TimestampFormat(StrEnum):
    """Format of a time."""

    UNIX = "unix"
    UNIX_MS = "unix_ms"
    ISO8601 = "iso8601"


@dataclass(frozen=True, slots=True)
class MadeFile:
    """Requirements for a CSV file that the stand of a start makes.

    `sent_in` has pairs of a column and the name of the `csv_file.ValuePlace` that its values go to.
    """

    sent_in: tuple[tuple[str, str], ...] = ()
    fewest_rows: int = 1


@dataclass(frozen=True, slots=True)
class CsvFeeder:
    """Rows of a CSV file whose first row names the columns."""

    name: str
    path: Path
    """Path of the file; if the stand makes the file, with the gap of its workspace."""
    columns: tuple[str, ...]
    order: FeederOrder
    made: MadeFile | None = None
    """Requirements for the file if the stand makes it; None: the file exists before the run."""
    separator: str | None = None
    """Character between values; None in a file that the stand makes: its first rows decide."""


@dataclass(frozen=True, slots=True)
class UuidFeeder:
    """A new random UUID (version 4) for each call."""

    name: str


@dataclass(frozen=True, slots=True)
class RangeFeeder:
    """Whole numbers from `low` to `high`, inclusive."""

    name: str
    low: int
    high: int
    order: FeederOrder


@dataclass(frozen=True, slots=True)
class TimestampFeeder:
    """The time of sending."""

    name: str
    format: TimestampFormat


@dataclass(frozen=True, slots=True)
class RandomStringFeeder:
    """Fresh random letters of `alphabet`, from `shortest` to `longest` of them."""

    name: str
    shortest: int
    longest: int
    alphabet: str


@dataclass(frozen=True, slots=True)
class RandomNumberFeeder:
    """A fresh random number from `low` to `high` with so many decimals."""

    name: str
    low: float
    high: float
    decimals: int


Feeder = CsvFeeder | RangeFeeder | UuidFeeder | TimestampFeeder | RandomStringFeeder | RandomNumberFeeder


@dataclass(frozen=True, slots=True)
class Tls:
    """Settings of TLS: PEM files of authorities to trust (none: the system's), or any certificate if `insecure`.

    `server_name` is asked for (SNI) and has to be in the certificate; None: the host of the target.
    """

    authorities: tuple[Path, ...] = ()
    insecure: bool = False
    server_name: str | None = None


@dataclass(frozen=True, slots=True)
class BasicAuth:
    """User and password of basic authentication (RFC 7617), with secrets by the names of their variables."""

    user: str
    password: str


@dataclass(frozen=True, slots=True)
class Operation:
    """One named request template with its checks.

    `path`, header values and a `body` of text are templates. `expect` holds inclusive ranges of statuses,
    ascending and apart. `timeout_s` runs from due. `weight` 0: only flows call it.
    """

    name: str
    weight: float
    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    body: str | FileBody | FormBody | None
    expect: tuple[tuple[int, int], ...]
    timeout_s: float
    slos: tuple[Slo, ...]
    """SLOs of this operation alone."""
    checks: tuple[Check, ...] = ()
    extracts: tuple[Extract, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    """Names and values by which reports group operations."""
    basic: BasicAuth | None = None
    """Becomes a header when the secrets are put in."""
    apdex_target_s: float | None = None
    """Target time T of Apdex; None: the operation has no Apdex."""


@dataclass(frozen=True, slots=True)
class Profile:
    """Operations and flows by weight, users, what feeds them, and what is asked of them.

    In results flows follow the operations; the whole profile is its operations, as flows are made of their calls.
    """

    operations: tuple[Operation, ...]
    feeders: tuple[Feeder, ...]
    slos: tuple[Slo, ...]
    """SLOs of the whole profile, then SLOs of each operation; without repetitions."""
    timeout_s: float
    target: Target | None
    """Target of the load; None: the command line or the stand names the target."""
    base_rate: float | None = None
    """Arrivals/s of operations and flows together at N = 1; each has its weight's share. None: not known."""
    variables: tuple[Variable, ...] = ()
    flows: tuple[Flow, ...] = ()
    users: tuple[Users, ...] = ()
    cookies: bool = False
    """True if each session keeps the cookies that it receives."""
    tls: Tls = Tls()

    @property
    def before(self) -> tuple[tuple[str, str], ...]:
        """Rows of calls that users make once per session, each with the name of its operation."""
        called = (name for flow in self.flows for name in called_operations(flow.before))
        return tuple((f"{BEFORE}{name}", name) for name in dict.fromkeys(called))

    @property
    def users_alone(self) -> bool:
        """True if nothing arrives by rate: users alone make the load."""
        weights = [operation.weight for operation in self.operations] + [flow.weight for flow in self.flows]
        return bool(self.users) and not any(weights)
