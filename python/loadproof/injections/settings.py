"""Injection of a study as it is run: its times within a trial, and its problem, one class for each kind."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from loadproof.study.toggle_settings import ToggleStep

__all__ = [
    "CallProblem",
    "CommandProblem",
    "Injection",
    "InjectionKind",
    "KillProblem",
    "NetworkProblem",
    "PressureProblem",
    "Problem",
    "SlowdownProblem",
    "SqlProblem",
    "StopProblem",
]


class InjectionKind(StrEnum):
    """Kinds of problems, by their keys in a study file."""

    COMMAND = "command"
    SQL = "sql"
    HTTP = "http"
    STOP = "stop"
    KILL = "kill"
    PRESSURE = "pressure"
    NETWORK = "network"
    SLOWDOWN = "slowdown"


@dataclass(frozen=True, slots=True)
class CommandProblem:
    """Command that makes the problem; whatever of its process tree still runs at the end is killed."""

    run: tuple[str, ...]
    """Words, which are templates as those of a service."""
    undo: tuple[str, ...] | None = None
    """Words of the command that undoes what the first one did; None: it does nothing but run."""
    check: tuple[str, ...] | None = None
    """Words of a command that ends with exit code 0 once nothing is left of the problem; None: nobody asks."""

    kind = InjectionKind.COMMAND


@dataclass(frozen=True, slots=True)
class SqlProblem:
    """Sessions of a PostgreSQL database, each of which runs the statements once, one after the other."""

    database: str
    """URL of the database, a template as those of probes."""
    statements: tuple[str, ...]
    sessions: int = 1
    is_abandoned: bool = False
    """True if the client is dropped once the statement runs, which then goes on without one."""
    temporary_limit_bytes: int = 8 << 30
    """`temp_file_limit` of each session, which only a superuser may set; temporary tables do not count in it."""
    expected_code: str | None = None
    """SQLSTATE with which a statement of one session or more is to fail, such as 53100; None: none is to fail."""

    kind = InjectionKind.SQL


@dataclass(frozen=True, slots=True)
class CallProblem:
    """HTTP call that makes the problem, and the call that undoes it."""

    call: ToggleStep
    undo: ToggleStep | None
    """Call that undoes the first one; None: the study says that nothing is to be undone."""
    check: ToggleStep | None = None
    """Call that is answered by a status from 200 to 399 once nothing is left of the problem; None: nobody asks."""

    kind = InjectionKind.HTTP


@dataclass(frozen=True, slots=True)
class StopProblem:
    """All processes of a service stand still (SIGSTOP), and go on at the end (SIGCONT)."""

    service: str | None
    """Service of the stand; None: the processes that listen at `port`, which others started on this machine."""
    port: int | None = None

    kind = InjectionKind.STOP


@dataclass(frozen=True, slots=True)
class KillProblem:
    """All processes of a service of the stand are killed (SIGKILL), and the service is started anew at the end."""

    service: str

    kind = InjectionKind.KILL


@dataclass(frozen=True, slots=True)
class PressureProblem:
    """Pressure of `stress-ng` on CPU, memory or disk, in the control group of a service."""

    service: str | None
    """Service whose control group and CPUs it shares; None: it shares the CPUs of the stand."""
    cpu: int = 0
    """Processes that compute."""
    memory_bytes: int = 0
    """Memory that is held and written again and again."""
    disk_bytes: int = 0
    """Size of the file that is written again and again."""
    directory: Path | None = None
    """Directory of the file; None: the scratch directory of the stand."""

    kind = InjectionKind.PRESSURE


@dataclass(frozen=True, slots=True)
class NetworkProblem:
    """Fault of a link, which is a service of the stand that passes connections on to another one."""

    link: str
    """The service."""
    latency_s: float = 0.0
    """Delay that is added in each direction."""
    jitter_s: float = 0.0
    """Most that a delay differs from `latency_s`, either way, evenly; the order of bytes stays."""
    bytes_per_s: float | None = None
    """Bandwidth of each connection and direction; None: unlimited."""
    is_cut: bool = False
    """True if no byte comes through, while connections stay open and new ones are accepted."""
    is_reset: bool = False
    """True if all connections are reset (RST), and new ones as soon as they are accepted."""

    kind = InjectionKind.NETWORK


@dataclass(frozen=True, slots=True)
class SlowdownProblem:
    """Service times of a simulated service are longer: for virtual time alone."""

    more: float
    """Share by which they grow: 0.2 for 20 %; 0 for a problem without effect."""

    kind = InjectionKind.SLOWDOWN


Problem = (
    CommandProblem
    | SqlProblem
    | CallProblem
    | StopProblem
    | KillProblem
    | PressureProblem
    | NetworkProblem
    | SlowdownProblem
)


@dataclass(frozen=True, slots=True)
class Injection:
    """One injection: `repeat` occurrences in each trial of its methods."""

    name: str
    problem: Problem
    after_s: float
    """Start of the first occurrence, since the begin of the trial."""
    for_s: float
    """Length of each occurrence, up to its undo."""
    repeat: int = 1
    every_s: float = 0.0
    """Time from the start of one occurrence to the start of the next; 0: there is only one."""
    methods: tuple[str, ...] = ()
    """Methods with trials that have it, by name."""
    undo_within_s: float = 10.0
    """Time after which an undo that has not ended has failed."""

    def begins_s(self) -> list[float]:
        """Return the start of each occurrence, since the begin of the trial.

        >>> Injection("lag", SlowdownProblem(0.2), 60.0, 30.0, repeat=3, every_s=120.0).begins_s()
        [60.0, 180.0, 300.0]
        """
        return [self.after_s + number * self.every_s for number in range(self.repeat)]
