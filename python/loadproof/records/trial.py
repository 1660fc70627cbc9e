"""Trial of a run, as in `result.json`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from loadproof.model.message import Message
from loadproof.model.typed_json import rounded
from loadproof.records.measurement import FailedReply, Measurement, Phases
from loadproof.records.tone import TrialTone

__all__ = ["HeldStage", "SloVerdict", "Trial", "Verdict"]

_NOTHING = Message.said("")


@dataclass(frozen=True, slots=True, kw_only=True)
class SloVerdict:
    """Verdict on one SLO in one trial; shares in per cent of the due calls."""

    slo: str
    state: Literal["passed", "failed", "undecided", "invalid"]
    over_percent: float | None = field(metadata=rounded(4))
    over_percent_low: float | None = field(metadata=rounded(4))
    over_percent_high: float | None = field(metadata=rounded(4))
    limit_percent: float = field(metadata=rounded(4))


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Verdict of the judge on a trial."""

    state: Literal["passed", "failed", "undecided", "invalid"]
    reason: Message
    early: bool
    slos: tuple[SloVerdict, ...]
    decided_by: str | None = None
    """SLO in the reason: the first that failed, else the one nearest to its limit.

    Null without SLOs, for recoveries and warm-ups, and in runs of earlier versions.
    """
    worst_lateness_ms: float | None = field(default=None, metadata=rounded(4))
    """Largest lateness of the generator in the span, judged or not."""
    warm_after_s: float | None = None
    """Seconds after which a warm-up became steady; null if it did not, and for other trials."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldStage:
    """Stage of a trial that was held, and is judged by itself."""

    rate: float = field(metadata=rounded(4))
    """Rate due, calls/s."""
    begin_s: float = field(metadata=rounded(3))
    """Start of the stage, in seconds since the trial began."""
    end_s: float = field(metadata=rounded(3))
    verdict: Verdict
    tone: TrialTone = "undecided"
    """Tone of its state."""
    measurement: Measurement


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """Plateau that was run and judged.

    `rate` is the rate due, null for `max`, 0 for users alone; `n` is it in multiples of the profile.
    """

    number: int
    variant: str | None
    start: int
    """Number of the start of its variant, from 1; 0: a target that was already up."""
    method: str
    purpose: Literal[
        "smoke",
        "load",
        "bracket",
        "search",
        "confirm",
        "recover",
        "soak",
        "warm-up",
        "compare",
        "alone",
        "users",
        "plateau",
        "diagnose",
    ]
    rate: float | None
    n: float | None
    users: int
    """Closed users in addition to the calls due by `rate`."""
    users_by_kind: Mapping[str, int] = field(default_factory=dict)
    """Closed users of each kind; empty in runs of earlier versions."""
    state: Literal["passed", "failed", "undecided", "invalid", "held", "cut-short"]
    tone: TrialTone = "undecided"
    """Tone of its state."""
    reason: Message
    early: bool
    cut_short: bool
    superseded: bool
    """True if its start was interrupted and run again by `--continue`: the trial is kept, and is part of no answer."""
    started_s: float = field(metadata=rounded(3))
    """Seconds since the run began."""
    span_begin_s: float = field(metadata=rounded(3))
    """Start of the judged part, in seconds since the run began."""
    span_end_s: float = field(metadata=rounded(3))
    duration_s: float = field(metadata=rounded(3))
    measurement: Measurement
    due_note: Message = _NOTHING
    """Note on due rate and requested rate, if Poisson arrivals make them differ visibly; else empty."""
    failures: int = 0
    """Calls that broke the SLOs: slow, failed, dropped or cut; with SLOs on errors only, the calls in `missing`."""
    phases_ms: Phases
    failed_replies: tuple[FailedReply, ...]
    """Failed replies, at most 3 for each operation and kind, and 200 in a run."""
    verdict: Verdict | None
    stages: tuple[HeldStage, ...] = ()
    """Stages that were held, of a load with stages."""
