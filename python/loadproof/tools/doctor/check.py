"""Result of one check of the machine, and the verdict over all checks.

`DoctorModel` is the output of `loadproof doctor --json`; the JSON Schema is made from this class.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

__all__ = ["LIMITS", "CheckModel", "DoctorModel", "Figure", "cannot_tell", "concluded", "doubt", "fine"]

DOCTOR_SCHEMA_VERSION = 1

Figure = float | str | None
Name = Literal[
    "others",
    "stalls",
    "steal",
    "cores",
    "speed",
    "sleep states",
    "timers",
    "clock",
    "memory",
    "disk",
    "frequency",
    "open files",
    "ports",
    "queues",
    "kernel",
    "rights",
]
_ORDER: tuple[Name, ...] = get_args(Name)
"""Order of the checks, the most harmful doubt first: a user repairs the first doubt first."""


@dataclass(frozen=True, slots=True)
class DoctorLimits:
    """From where on a figure is a doubt; what judges of a run decide by is in `judge.limits`."""

    disturbed_part: float = 0.05
    """Highest share of disturbed seconds without a doubt; more of them would be left out of a judgment, or repeated."""
    stall_ms: float = 50.0
    """Shortest stall, ms, as in the engine (LEAST_STALL_NS in crates/loadproof-engine/src/stalls.rs)."""
    wake_up_p50_us: float = 50.0
    """Median delay that a sleeping processor adds to each wake-up, µs: this much or more is a doubt.

    In every call, generator and service pay this delay once each.
    """
    wake_up_p99_us: float = 200.0
    """The same at the 99th percentile; docs/accuracy.md shows what 240 us of it do to lateness."""
    clock_read_ns: float = 500.0
    """One reading of the clock from Python; through a page of the kernel it takes 50 to 150 ns, by a call 500 on."""
    clock_step_ms: float = 5.0
    """Smallest clock step within a second, ms: slewing (500 ppm at most, adjtimex(2)) and reading errors are less."""
    fewest_ports: int = 10_000
    most_used_part: float = 0.5
    """Highest used share, without a doubt, of a table or a range that is empty on a machine at rest."""
    least_backlog: int = 1024
    """A load without a limit of connections checks its own limits for 1,000."""
    least_memory_bytes: int = 512 << 20
    pressure_part: float = 0.05
    """Highest share, without a doubt, of the time in which some task waited for memory or disks (/proc/pressure)."""
    fsync_ms: float = 100.0
    """A disk that takes longer holds up whatever writes with care: logs, databases, our own store."""
    least_disk_bytes: int = 1 << 30


LIMITS = DoctorLimits()


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckModel:
    """One look: what was found in words and figures; for a doubt what it does to a measurement, and the cure."""

    name: Name
    level: Literal["fine", "doubt", "cannot_tell"]
    found: str
    effect: str | None
    cure: str | None
    figures: Mapping[str, Figure]
    """Keys carry their units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DoctorModel:
    """A whole look at the machine."""

    schema_version: int
    verb: Literal["doctor"]
    sentence: str
    state: Literal["passed", "undecided"]
    """`undecided`: something stands in the way of a measurement; the exit code follows it."""
    looked_s: float
    run: Mapping[str, Any]
    """`host`: the same facts of the machine as those of a run."""
    checks: Sequence[CheckModel]


def fine(name: Name, found: str, **figures: Figure) -> CheckModel:
    """Nothing here stands in the way."""
    return CheckModel(name=name, level="fine", found=found, effect=None, cure=None, figures=figures)


def doubt(name: Name, found: str, effect: str, cure: str, **figures: Figure) -> CheckModel:
    """Something that may make what is measured; all texts without a full stop."""
    return CheckModel(name=name, level="doubt", found=found, effect=effect, cure=cure, figures=figures)


def cannot_tell(name: Name, found: str, cure: str | None = None, **figures: Figure) -> CheckModel:
    """The machine does not say; `found` says why."""
    return CheckModel(name=name, level="cannot_tell", found=found, effect=None, cure=cure, figures=figures)


def concluded(checks: Sequence[CheckModel], looked_s: float, host: Mapping[str, Any]) -> DoctorModel:
    """The verdict: fit where there is no doubt; what could not be told is named and is none.

    >>> checks = [fine("ports", "28,232"), cannot_tell("steal", "the host does not say")]
    >>> concluded(checks, 60.0, {}).sentence
    'fit for measuring: nothing that was looked at stands in the way; not told: steal'
    >>> checks.append(doubt("others", "cc1 took 1.2 cores", "it delays calls", "stop it"))
    >>> concluded(checks, 60.0, {}).sentence
    'not fit for measuring as it is: mend others first; not told: steal'
    """
    checks = sorted(checks, key=lambda check: _ORDER.index(check.name))
    doubts = [check for check in checks if check.level == "doubt"]
    unknown = [check.name for check in checks if check.level == "cannot_tell"]
    if doubts:
        rest = ", ".join(check.name for check in doubts[1:])
        sentence = f"not fit for measuring as it is: mend {doubts[0].name} first"
        sentence += f", then {rest}" if rest else ""
    else:
        sentence = "fit for measuring: nothing that was looked at stands in the way"
    if unknown:
        sentence += f"; not told: {', '.join(unknown)}"
    return DoctorModel(
        schema_version=DOCTOR_SCHEMA_VERSION,
        verb="doctor",
        sentence=sentence,
        state="undecided" if doubts else "passed",
        looked_s=round(looked_s, 1),
        run={"host": dict(host)},
        checks=checks,
    )
