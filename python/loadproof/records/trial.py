"""One trial of a run, as it stands in `result.json`."""

from dataclasses import dataclass
from typing import Literal

from loadproof.model.message import Message
from loadproof.records.measurement import FailedReply, Measurement, Phases
from loadproof.records.tone import TrialTone

__all__ = ["SloVerdict", "Trial", "Verdict"]

_NOTHING = Message.said("")


@dataclass(frozen=True, slots=True, kw_only=True)
class SloVerdict:
    """One SLO on one trial; shares in per cent of the due calls."""

    slo: str
    state: Literal["passed", "failed", "undecided", "invalid"]
    over_percent: float | None
    over_percent_low: float | None
    over_percent_high: float | None
    limit_percent: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What the judge said of a trial."""

    state: Literal["passed", "failed", "undecided", "invalid"]
    reason: Message
    early: bool
    slos: tuple[SloVerdict, ...]
    decided_by: str | None = None
    """The SLO that the reason counts: the first that failed, else the one nearest to its limit.

    Null without SLOs, for recoveries and warm-ups, and in runs of earlier versions.
    """
    worst_lateness_ms: float | None = None
    """The generator's own, of any call sent in the span, also where it is not judged."""
    warm_after_s: float | None = None
    """Of a warm-up: after how many seconds the steady part began; null where it did not, and for other trials."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One plateau, run and judged.

    `rate` is the rate due, null for `max`, 0 for users alone; `n` is it in multiples of the profile.
    """

    number: int
    variant: str | None
    start: int
    """Of its variant, from 1; 0: whichever was up."""
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
        "plateau",
        "diagnose",
    ]
    rate: float | None
    n: float | None
    users: int
    """Closed users beside the calls that were due by `rate`."""
    state: Literal["passed", "failed", "undecided", "invalid", "held", "cut-short"]
    tone: TrialTone = "undecided"
    """What its state means: the colour that it is shown in."""
    reason: Message
    early: bool
    cut_short: bool
    superseded: bool
    """Its start was cut and run again when the run was continued: it is kept, and part of no answer."""
    started_s: float
    """Since the run began."""
    span_begin_s: float
    """The judged part, since the run began."""
    span_end_s: float
    duration_s: float
    measurement: Measurement
    due_note: Message = _NOTHING
    """Rate due and rate asked, where Poisson arrivals make them differ visibly; else empty."""
    failures: int = 0
    """Calls that broke the SLOs: slow, failed, dropped or cut; of errors alone those that `missing` counts."""
    phases_ms: Phases
    failed_replies: tuple[FailedReply, ...]
    """At most 3 of each operation and kind, as they came; 200 in a run."""
    verdict: Verdict | None
