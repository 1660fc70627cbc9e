"""What the overhead of a feature is said to be, as it stands in `result.json`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from loadproof.model.message import Message
from loadproof.records.doubt import Doubt

__all__ = [
    "LevelEvidence",
    "LevelFigure",
    "LevelInStart",
    "LevelSlot",
    "LimitShare",
    "LostLevel",
    "Overhead",
    "OverheadVerdict",
    "Switch",
    "SwitchedStart",
    "VariantContrast",
]

OverheadVerdict = Literal["shown", "refuted", "not shown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitShare:
    """A metric as a share of the limit of the measured services, and its difference in percentage points."""

    limit: float
    """CPUs, or MiB."""
    off_percent: float
    on_percent: float
    points: float
    low: float | None
    """Interval of 95 % of the difference; null with fewer than three starts."""
    high: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantContrast:
    """Variant `b` against variant `a` in one metric, over the starts of each (Welch's interval)."""

    a: str
    b: str
    level: str
    """`off`: the variants themselves; another level: what it costs in `b` more than in `a`."""
    rate: float
    metric: Literal["cpu", "mean", "p95", "p99", "memory", "errors"]
    effect_percent: float | None
    points: float | None
    low: float | None
    """Interval of 95 %; null with fewer than three starts of a variant."""
    high: float | None
    differs: bool
    """True if the interval leaves out 0."""
    starts_a: int
    starts_b: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelFigure:
    """One level of the feature against off, at one rate, in one figure.

    Of CPU per request, times and memory `effect_percent`, `low`, `high`, `upper` and `bound` are per cent of off; of
    errors `points` and these are percentage points.
    """

    level: str
    rate: float
    metric: Literal["cpu", "mean", "p95", "p99", "memory", "errors"]
    decides: bool
    """Whether the claim is of this figure; the p99 stands beside it."""
    effect_percent: float | None
    points: float | None
    low: float | None
    """An interval of 95 %."""
    high: float | None
    upper: float | None
    """A bound of 95 % to one side: below `bound` the claim is shown of this figure."""
    bound: float
    verdict: OverheadVerdict
    starts: int
    """That have both."""
    starts_needed: int | None
    """Where it is not shown: how many would show it nine times in ten; null: none up to 100."""
    off: float | None
    """Over starts: CPU ms per request, ms, MiB or per cent."""
    on: float | None
    """The same at this level."""
    of_limit: LimitShare | None
    """CPU and memory as shares of the limits; null without a limit, and for other metrics."""
    text: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """What it costs to switch to one level, over starts: in time, and in CPU beyond what the level then uses."""

    level: str
    """The one that was switched to, `off` among them."""
    rate: float
    """Of the slot that followed."""
    switches: int
    starts: int
    took_s: float
    """From the begin of the switch until it was ready."""
    took_low_s: float | None
    """An interval of 95 % over starts; null with fewer than three."""
    took_high_s: float | None
    cpu_ms: float | None
    """From the begin of the switch to the end of the settling, less what the level uses in as much time."""
    cpu_low_ms: float | None
    cpu_high_ms: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelInStart:
    """What one level gave at one rate in one start."""

    level: str
    rate: float
    values: Mapping[str, float]
    """By metric, in total."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LostLevel:
    """A level that was not reached in a start, and is not measured there."""

    level: str
    reason: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelEvidence:
    """Last lines that the steps of a level wrote: of a profiler its engine and its samples."""

    level: str
    reached: str
    """The last line of the step `ready`, or of `on` without one, when the level was last reached."""
    left: str
    """The last line of the step `off`, when it was last left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchedStart:
    """One start in which the feature was switched."""

    number: int
    began_s: float
    """Since the run began."""
    outcome: str
    """`measured`, `invalid` or `not_run`."""
    reason: Message
    warm_up_cycles: int
    counted_cycles: int
    levels: tuple[LevelInStart, ...]
    lost: tuple[LostLevel, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelSlot:
    """Some seconds of load at one level and rate."""

    trial: int
    start: int
    cycle: int
    level: str
    rate: float
    purpose: str
    """`warm-up` or `compare`."""
    counts: bool
    """Whether it is part of the figures of its start."""
    began_s: float
    ended_s: float
    cpu_ms_per_request: float | None
    """Of its judged part."""
    generator_us_per_call: float | None
    """Processor time of the generator in the same slot: what the machine was like."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overhead:
    """What a feature costs one variant, against a bound, over starts in which it was switched on and off."""

    method: Literal["overhead"]
    variant: str
    sentence: Message
    verdict: OverheadVerdict
    """Of all figures that decide: `refuted` where one is, `shown` where all are."""
    bound_percent: float
    levels: tuple[LevelFigure, ...]
    switches: tuple[Switch, ...]
    contrasts: tuple[VariantContrast, ...]
    """This variant against each variant before it in the study."""
    evidence: tuple[LevelEvidence, ...]
    """Evidence of each level whose steps wrote anything."""
    starts_needed: int | None
    """How many starts would show what is not shown; null: none up to 100, or nothing lacks."""
    ended: Message
    """Why no other start was run."""
    measured: int
    """Starts that count."""
    starts: tuple[SwitchedStart, ...]
    slots: tuple[LevelSlot, ...]
    doubts: tuple[Doubt, ...]
