"""Records that a reader returns: starts, trials, seconds of the generator, use of variants, and the run's end."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from loadproof._engine import Histogram
from loadproof.methods.trial import Trial
from loadproof.model.message import Message

__all__ = [
    "AlarmRecord",
    "CampaignName",
    "Ending",
    "InjectionRecord",
    "ResponseRow",
    "ShardSecond",
    "StartRecord",
    "StartState",
    "TrialRecord",
    "VariantUse",
]


class CampaignName(StrEnum):
    """Reason for which a start is begun."""

    STUDY = "study"
    """The methods of ordinary starts."""
    COMPARE = "compare"
    """A round of a comparison."""
    OVERHEAD = "overhead"
    """A feature is switched in it."""


class StartState(StrEnum):
    """State of a start of a variant."""

    UNDER_WAY = "under-way"
    """Or cut: its process died, or the user ended it."""
    COMPLETE = "complete"
    """Every method has its answer."""
    NOT_RUN = "not-run"
    """A service did not start: at least one method has no answer but that."""
    SUPERSEDED = "superseded"
    """Start that was cut or did not run, and was run again under another number when the run was continued."""


@dataclass(frozen=True, slots=True)
class StartRecord:
    """One start of a variant: a fresh stand with all methods on it."""

    variant: str
    number: int
    """Number among the starts of its variant, from 1."""
    began_s: float
    """Since the run began."""
    state: StartState
    work_us: tuple[float, ...] = ()
    """The CPU time of a fixed piece of work on the idle machine before and after it, as far as it was read."""
    campaign: CampaignName = CampaignName.STUDY
    """Campaign that the start belongs to; always STUDY if the schema of the run is too old to store it."""


@dataclass(frozen=True, slots=True)
class TrialRecord:
    """One trial as it was stored; its reader gives what it measured and its verdict."""

    number: int
    variant: str | None
    method: str
    trial: Trial
    started_s: float
    """Since the run began."""
    duration_s: float
    """From its start to its end, or to the last second on disk."""
    cut_short: bool
    """True if the trial has no end on disk: its process was killed, or the trial is under way."""
    superseded: bool = False
    """True if the start of the trial was run again in a continued run: the trial is kept, and part of no answer."""


@dataclass(frozen=True, slots=True)
class ShardSecond:
    """The readings of one shard of the generator for one second of a trial, or for a minute of it."""

    second: int
    shard: int
    cpu_s: float
    in_flight: int
    waiting: int
    connections: int
    longest_turn_ms: float
    users: int
    """Users past the steps before their first flow; 0 in runs of earlier versions."""
    lateness: Histogram
    faults: dict[str, int]


class ResponseRow(NamedTuple):
    """One delta of the response times of one operation, by index, over `seconds` from `second` on."""

    second: int
    seconds: int
    operation: int
    due: int
    sent: int
    completed: int
    done: int
    """Completions in those seconds, whenever they were due."""
    errors: str
    """Failed calls by kind as stored, for `rows.counts_of`."""
    response: bytes | None
    """Histogram of the response times as stored, for `Histogram.merge_blob`; None if it is empty."""
    dropped: int
    cut: int


@dataclass(frozen=True, slots=True)
class Ending:
    """End of a run: its duration, with a flag for an interruption."""

    duration_s: float
    interrupted: bool


@dataclass(frozen=True, slots=True)
class AlarmRecord:
    """Change of the phase of an alarm in a trial; with the phase `ended` and no name, the end of all evaluations."""

    trial: int
    name: str
    phase: str
    at_s: float
    """Evaluation that changed it, since the trial began."""
    known_s: float
    """Time at which the values up to `at_s` were final."""
    since_s: float | None
    """First of the true evaluations on end; None: the phase is neither pending nor firing."""
    value: Message | None


UNDER_WAY = "under_way"
"""State of an occurrence that is not undone yet."""


@dataclass(frozen=True, slots=True)
class InjectionRecord:
    """One occurrence of an injection in a trial; instants are seconds since the trial began."""

    trial: int
    name: str
    number: int
    """Number of the occurrence within the trial, from 1."""
    begun_s: float
    ended_s: float | None
    """Start of the undo; None: the run was cut before."""
    undone_s: float | None
    """Instant at which nothing was left of it, seen from outside; None: it was not undone while the run lasted."""
    state: str
    """A value of `InjectionState`, or `UNDER_WAY`."""
    fault: Message | None


@dataclass(frozen=True, slots=True)
class VariantUse:
    """Use of a variant of a comparison up to one moment of a round."""

    trial: int | None
    """The slot; None: before the first slot of the round or start."""
    boundary: str
    """`begin`, `settled` or `end` of the slot, or of the rest before the first one; `switch` and `switched`: before and
    after a feature was switched, after the slot."""
    at_s: float
    """Since the run began."""
    variant: str
    start: int
    cpu_s: float | None
    """Since some moment before the first slot of its round; None: not known."""
    memory_mib: float | None = None
    """At the end of its own slots; None: not read."""
