"""Overhead of a feature."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from loadproof.model.message import Message
from loadproof.model.typed_json import rounded
from loadproof.records.doubt import Doubt
from loadproof.records.metric import Metric, Scale

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

_NOTHING = Message.said("")


class OverheadVerdict(StrEnum):
    """Verdict on a bound."""

    SHOWN = "shown"
    """The feature surely costs less."""
    REFUTED = "refuted"
    """The feature surely costs more."""
    NOT_SHOWN = "not shown"


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitShare:
    """Metric as a share of the limit of the measured services, and its difference in percentage points."""

    limit: float
    """CPUs, or MiB."""
    off_percent: float = field(metadata=rounded(4))
    on_percent: float = field(metadata=rounded(4))
    points: float = field(metadata=rounded(6))
    low: float | None = field(metadata=rounded(6))
    """Interval of 95 % of the difference; null with fewer than three starts."""
    high: float | None = field(metadata=rounded(6))


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantContrast:
    """Variant `b` against variant `a` in one metric, over the starts of each (Welch's interval)."""

    a: str
    b: str
    level: str
    """`off`: contrast of the variants themselves; another level: additional cost of the level in `b` over `a`."""
    rate: float
    metric: Metric
    effect_percent: float | None = field(metadata=rounded(4))
    points: float | None = field(metadata=rounded(4))
    low: float | None = field(metadata=rounded(4))
    """Interval of 95 %; null with fewer than three starts of a variant."""
    high: float | None = field(metadata=rounded(4))
    differs: bool
    """True if the interval does not contain 0."""
    starts_a: int
    starts_b: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelFigure:
    """One level of the feature against off, at one rate, in one metric; what is not known is null.

    For CPU per request, times and memory `effect_percent`, `low`, `high`, `upper` and `bound` are per cent of off. For
    errors `points`, `low`, `high`, `upper` and `bound` are percentage points.
    """

    level: str
    rate: float
    metric: Metric
    decides: bool
    """True if the claim rests on this metric; p95 and p99 are reported beside it."""
    effect_percent: float | None = field(metadata=rounded(4))
    points: float | None = field(metadata=rounded(4))
    low: float | None = field(metadata=rounded(4))
    """Lower end of the interval of 95 %."""
    high: float | None = field(metadata=rounded(4))
    upper: float | None = field(metadata=rounded(4))
    """One-sided upper bound of 95 %: below `bound` the claim is shown for this metric."""
    bound: float
    verdict: OverheadVerdict
    starts: int
    """Starts that measured both levels."""
    starts_needed: int | None
    """If the claim is not shown: starts that would show it with a probability of 90 %; null: more than 100."""
    off: float | None = field(metadata=rounded(4))
    """Level over starts with the feature off: CPU ms per request, ms, MiB or per cent."""
    on: float | None = field(metadata=rounded(4))
    """The same at this level."""
    of_limit: LimitShare | None = None
    """CPU or memory as a share of the limit; null without a limit, and for other metrics."""
    text: Message = _NOTHING

    @property
    def effect(self) -> float | None:
        """Effect in per cent or points, by the scale of the metric."""
        return self.points if self.metric.scale is Scale.POINTS else self.effect_percent


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """Cost of switching to one level, over starts: time, and CPU in addition to what the level then uses."""

    level: str
    """Level that was switched to; `off` is one of them."""
    rate: float
    """Rate of the following slot."""
    switches: int
    starts: int
    took_s: float = field(metadata=rounded(6))
    """Seconds from the start of the switch until it was ready."""
    took_low_s: float | None = field(metadata=rounded(6))
    """Lower end of the interval of 95 % over starts; null with fewer than three."""
    took_high_s: float | None = field(metadata=rounded(6))
    cpu_ms: float | None = field(metadata=rounded(6))
    """CPU from the start of the switch to the end of settling, minus the usual CPU of the level in this time."""
    cpu_low_ms: float | None = field(metadata=rounded(6))
    cpu_high_ms: float | None = field(metadata=rounded(6))


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelInStart:
    """Measurements of one level at one rate in one start."""

    level: str
    rate: float
    values: Mapping[str, float] = field(metadata=rounded(6))
    """Values of the whole profile, by metric."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LostLevel:
    """Level that was not reached in a start, and is not measured there."""

    level: str
    reason: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelEvidence:
    """Last lines that the steps of a level wrote: of a profiler its engine and its samples."""

    level: str
    reached: str
    """Last line of the step `ready`, or without one of `on`, when the level was last reached."""
    left: str
    """Last line of the step `off`, when the level was last left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchedStart:
    """One start in which the feature was switched."""

    number: int
    began_s: float = field(metadata=rounded(3))
    """Seconds since the run began."""
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
    """True if the slot counts for its start."""
    began_s: float = field(metadata=rounded(3))
    ended_s: float = field(metadata=rounded(3))
    cpu_ms_per_request: float | None
    """CPU per request in the judged part of the slot."""
    generator_us_per_call: float | None
    """Processor time of the generator in the same slot: a reading of the speed of the machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overhead:
    """Cost of a feature for one variant, against a bound, over starts in which it was switched on and off."""

    method: Literal["overhead"]
    variant: str
    sentence: Message
    verdict: OverheadVerdict
    """Verdict over all metrics that decide: `refuted` if one is refuted, `shown` if all are shown."""
    bound_percent: float
    levels: tuple[LevelFigure, ...]
    switches: tuple[Switch, ...]
    contrasts: tuple[VariantContrast, ...]
    """Contrasts of this variant with each variant before it in the study."""
    evidence: tuple[LevelEvidence, ...]
    """Evidence of each level whose steps wrote anything."""
    starts_needed: int | None
    """Starts that would show every claim that is not shown; null: more than 100, or none is missing."""
    ended: Message
    """Reason why no further start was run."""
    measured: int
    """Starts that count."""
    starts: tuple[SwitchedStart, ...]
    slots: tuple[LevelSlot, ...]
    doubts: tuple[Doubt, ...]
