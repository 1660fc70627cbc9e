"""Results of one start of a variant, and the parts of them that are merged or ranked."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeGuard

from loadproof._engine import Histogram
from loadproof.judge.start_rate import Bound, StartRate
from loadproof.methods.factor import Factor
from loadproof.methods.registry import row_of
from loadproof.records.measurement import Bounds, Measurement
from loadproof.records.ranking import StartFigures
from loadproof.records.tone import tone_of
from loadproof.records.trial import Trial
from loadproof.result.result import Answer
from loadproof.store.reader import RunReader

__all__ = ["RankedStart", "ranked_start", "resources_of", "response_of_span"]

MemoryKind = Literal["cgroup", "pss", "unknown"]
_BOUNDS = {"found": Bound.EXACT, "at_least": Bound.AT_LEAST, "none_passed": Bound.BELOW}
_CPU_SOURCES = (("cgroup", "cpu_cores"), ("process", "cpu_cores"))
_MEMORY_SOURCES = {"cgroup": "memory_mib", "process": "pss_mib"}
_MEMORY_KINDS: dict[str, MemoryKind] = {"cgroup": "cgroup", "process": "pss"}
_MOST_VALUE = 1e15


@dataclass(frozen=True, slots=True)
class RankedStart:
    """`figures` as in the result; `rate` for the judge, None without a number; `response` of its span, to be merged."""

    figures: StartFigures
    rate: StartRate | None
    response: Histogram | None
    memory_kind: MemoryKind

    @property
    def carried(self) -> bool:
        """True if the span of the start kept the SLOs at the rate of the start."""
        return self.rate is not None and self.rate.bound is not Bound.BELOW


def ranked_start(
    reader: RunReader, answer: Answer, trials: Sequence[Trial], service: str | None, machine_percent: float | None
) -> RankedStart:
    """The start that `answer` is of; `trials` are those of the run, by their number."""
    own = [trial for trial in trials if trial.number in answer.trials]
    rate = _start_rate(answer, own)
    trial = next((trial for trial in trials if trial.number == answer.decisive), None)
    cpu_cores, memory_mib, kind = (None, None, "unknown") if trial is None else resources_of(reader, trial, service)
    measurement = trial.measurement if trial else None
    throughput = measurement.rate if measurement else None
    shown = None if rate is None else _shown_rate(answer, rate)
    figures = StartFigures(
        start=answer.start,
        outcome=answer.outcome,
        tone=tone_of(answer.outcome),
        rate=shown,
        low=answer.low if rate is None else _least(rate.low, shown),
        high=answer.high if rate is None else rate.high,
        bound=rate.bound.value if rate else None,
        trial=trial.number if trial else None,
        throughput=throughput,
        **_times(measurement),
        cpu_percent=None if cpu_cores is None else 100.0 * cpu_cores,
        memory_mib=memory_mib,
        cpu_ms_per_request=1000.0 * cpu_cores / throughput if cpu_cores is not None and throughput else None,
        machine_percent=machine_percent,
    )
    response = None if trial is None or rate is None else response_of_span(reader, trial)
    return RankedStart(figures, rate, response, kind)


def response_of_span(reader: RunReader, trial: Trial) -> Histogram:
    """Return the response times of the judged span of a trial, without the seconds that were left out of it."""
    # A span begins at a whole second of its trial.
    begin, merged = round(trial.span_begin_s - trial.started_s), Histogram()
    end = round(trial.span_end_s - trial.started_s)
    for first, last in (*trial.measurement.left_out_s, (end, end)):
        merged.merge(reader.response_of(trial.number, begin, first))
        begin = last
    return merged


def _shown_rate(answer: Answer, rate: StartRate) -> float:
    """Return the rate to show: for a plateau, the rate completed on it, while the judge takes the rate due."""
    level = _kept_level(answer)
    return rate.rate if rate.bound is Bound.BELOW or level is None else level


def _kept_level(answer: Answer) -> float | None:
    """Return what a search confirmed: its rate, or its users; None: nothing."""
    if answer.unit is None:
        return answer.rate
    return float(answer.users) if answer.users else None


def _least(low: float | None, shown: float | None) -> float | None:
    """Return the lower bound, at most `shown`: the completed rate of a plateau may be a little below its rate due."""
    return low if low is None or shown is None else min(low, shown)


def _start_rate(answer: Answer, own: Sequence[Trial]) -> StartRate | None:
    """Return the rate of an answer for the judge; None if the answer gives no number.

    For a plateau it is the rate due. The completed rate scatters like the arrivals, and would separate variants that
    kept the same plateau.
    """
    bound = _BOUNDS.get(answer.outcome)
    factor = Factor.of_unit(answer.unit)
    value = _kept_plateau(answer, own) if row_of(answer.method).holds_several_rates else _kept_level(answer)
    if bound is Bound.BELOW:
        failed = (trial for trial in own if trial.state == "failed")
        levels = (float(trial.users) if factor is Factor.USERS else trial.rate for trial in failed)
        value = min((level for level in levels if level), default=None)
    if bound is None or value is None or not 0.0 < value < math.inf:
        return None
    low, high = value if row_of(answer.method).holds_several_rates else answer.low, answer.high
    holds = low is not None and high is not None and 0.0 < low <= value <= high
    return StartRate(value, low, high, bound) if bound is Bound.EXACT and holds else StartRate(value, bound=bound)


def _kept_plateau(answer: Answer, own: Sequence[Trial]) -> float | None:
    """The rate due on the plateau that an answer rests on."""
    kept = (trial.rate for trial in own if trial.number == answer.decisive and trial.state == "passed")
    return next(kept, answer.low)


def _times(measurement: Measurement | None) -> dict[str, Any]:
    if measurement is None:
        nothing = ("p50_ms", "p95_ms", "p99_ms", "p99_low_ms", "p99_high_ms", "error_percent")
        return {"completed": 0, **dict.fromkeys(nothing)}
    times, intervals = measurement.response_ms, measurement.response_interval_ms
    interval = intervals.p99 if intervals else None
    bounds = interval if isinstance(interval, Bounds) else None
    return {
        "completed": measurement.completed,
        "p50_ms": times.p50,
        "p95_ms": times.p95,
        "p99_ms": times.p99,
        "p99_low_ms": bounds.low if bounds else None,
        "p99_high_ms": bounds.high if bounds else None,
        "error_percent": measurement.error_percent,
    }


def resources_of(reader: RunReader, trial: Trial, service: str | None) -> tuple[float | None, float | None, MemoryKind]:
    """CPU in cores, memory in MiB and its kind, of a service over the span of a trial.

    Of its control group where that was read, else of its processes: their proportional share, never a sum of RSS.
    """
    if service is None:
        return None, None, "unknown"
    span = (trial.span_begin_s, trial.span_end_s)
    cores = (reader.mean_reading(f"{source}:{service}", name, *span) for source, name in _CPU_SOURCES)
    cpu_cores = next((value for value in cores if _is_possible(value)), None)
    for source, name in _MEMORY_SOURCES.items():
        memory_mib = reader.mean_reading(f"{source}:{service}", name, *span)
        if _is_possible(memory_mib):
            return cpu_cores, memory_mib, _MEMORY_KINDS[source]
    return cpu_cores, None, "unknown"


def _is_possible(value: float | None) -> TypeGuard[float]:
    return value is not None and 0.0 <= value < _MOST_VALUE
