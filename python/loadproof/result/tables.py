"""Tables of a result: their columns, each with its unit, and the functions that make the rows."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from loadproof.errors import WrittenValueError
from loadproof.records.measurement import Measurement
from loadproof.records.ranking import RankedVariant, Spread
from loadproof.records.trial import Trial
from loadproof.result.table import Cell, Column, Table
from loadproof.words.catalogue import english

if TYPE_CHECKING:
    from loadproof.records.finding import Evidence
    from loadproof.result.result import Result

__all__ = ["rows_of", "table_of"]

Row = tuple[Cell, ...]


def table_of(result: "Result", name: str) -> Table:
    """The table called `name`. Raises WrittenValueError where there is none, RunDirectoryError as `rows_of`."""
    columns, rows = rows_of(result, name)
    return Table(name, columns, tuple(rows))


def rows_of(result: "Result", name: str) -> tuple[tuple[Column, ...], Iterator[Row]]:
    """The columns of a table and its rows one by one, for who cannot hold them all.

    Raises WrittenValueError where there is none, RunDirectoryError where the store of `seconds` and `readings` is gone.
    """
    if name not in _TABLES:
        raise WrittenValueError(f"a result has no table {name!r}", f"give one of {', '.join(_TABLES)}")
    columns, rows_in = _TABLES[name]
    return tuple(columns), rows_in(result)


def _int(name: str, unit: str = "") -> Column:
    return Column(name, "int", unit)


def _float(name: str, unit: str = "") -> Column:
    return Column(name, "float", unit)


def _text(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name, "text") for name in names)


def _bool(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name, "bool") for name in names)


_TRIAL = (_int("trial"), *_text("variant"), _int("start"), *_text("method", "purpose"))
_COUNTS = tuple(
    _int(name, "calls") for name in ("due", "sent", "completed", "dropped", "cut", "missing", "errors", "retried")
)
_QUANTILES = ("min", "p50", "p90", "p95", "p99", "p99_9", "max", "mean")
_BYTES = tuple(_float(name, "B") for name in ("bytes_received", "bytes_sent", "bytes_per_reply"))
"""Empty where bytes were not counted."""
_APDEX = (
    _float("apdex_target_s", "s"),
    _float("apdex_samples", "calls"),
    *(_float(f"apdex_{name}") for name in ("score", "low", "high")),
)
"""Empty without a target time."""
_MEASURED = (
    _float("done_per_s", "1/s"),
    *_COUNTS,
    _float("error_percent", "%"),
    *(_float(f"{quantile}_ms", "ms") for quantile in _QUANTILES),
    *_BYTES,
    *_APDEX,
)


def _of_trial(trial: Trial) -> Row:
    return trial.number, trial.variant, trial.start, trial.method, trial.purpose


def _measured(measurement: Measurement) -> Row:
    counts = (getattr(measurement, column.name) for column in _COUNTS)
    times = (getattr(measurement.response_ms, quantile) for quantile in _QUANTILES)
    traffic = (getattr(measurement, column.name) for column in _BYTES)
    apdex = (getattr(measurement.apdex, column.name.removeprefix("apdex_"), None) for column in _APDEX)
    return measurement.rate, *counts, measurement.error_percent, *times, *traffic, *apdex


_TRIALS = (
    *_TRIAL,
    *_text("state"),
    _float("due_per_s", "1/s"),
    _int("users"),
    _float("started_s", "s"),
    _float("judged_s", "s"),
    *_MEASURED,
    *_bool("valid", "stopped_early", "cut_short", "superseded"),
    *_text("reason"),
)


def _trials(result: "Result") -> Iterator[Row]:
    for trial in result.trials:
        measurement = trial.measurement
        yield (
            *_of_trial(trial),
            trial.state,
            trial.rate,
            trial.users,
            trial.started_s,
            measurement.duration_s,
            *_measured(measurement),
            measurement.valid,
            trial.early,
            trial.cut_short,
            trial.superseded,
            english(trial.reason),
        )


_OPERATIONS = (*_TRIAL, *_text("operation", "kind"), *_MEASURED)


def _operations(result: "Result") -> Iterator[Row]:
    kinds = {operation.name: operation.kind for operation in result.run.profile.operations}
    for trial in result.trials:
        for name, measurement in trial.measurement.operations.items():
            yield *_of_trial(trial), name, kinds.get(name, "operation"), *_measured(measurement)


_RATES = ("rate", "estimate", "low", "high")
_ANSWERS = (
    *_text("variant"),
    _int("start"),
    *_text("method", "outcome", "tone"),
    *(_float(f"{name}_per_s", "1/s") for name in _RATES),
    _float("hold_s", "s"),
    _float("decisive_trial"),
    *_text("sentence", "reason"),
    *(_float(name, "users") for name in ("users", "estimate_users", "low_users", "high_users")),
)


def _answers(result: "Result") -> Iterator[Row]:
    for answer in result.answers:
        levels = [getattr(answer, name) for name in _RATES[1:]]
        unknown: list[float | None] = [None] * len(levels)
        in_users = answer.unit is not None
        of = (answer.variant, answer.start, answer.method, answer.outcome, answer.tone)
        texts = (english(answer.sentence), english(answer.reason))
        yield (
            *of,
            answer.rate,
            *(unknown if in_users else levels),
            answer.hold_s,
            answer.decisive,
            *texts,
            answer.users,
            *(levels if in_users else unknown),
        )


_SECONDS = (
    *_TRIAL,
    _int("second", "s"),
    _float("run_s", "s"),
    _int("width_s", "s"),
    *(_int(name, "calls") for name in ("due", "done", "completed", "errors")),
    _float("p50_ms", "ms"),
    _float("p99_ms", "ms"),
)


def _seconds(result: "Result") -> Iterator[Row]:
    from loadproof.result.seconds import rows_of_seconds

    return rows_of_seconds(result.directory, result.trials)


_READINGS = (
    _float("trial"),
    _float("at_s", "s"),
    _float("run_s", "s"),
    *_text("probe", "name", "unit"),
    _float("value"),
)


def _readings(result: "Result") -> Iterator[Row]:
    from loadproof.result.seconds import rows_of_readings

    return rows_of_readings(result.directory, result.trials)


_SPREAD = ("value", "low", "high", "least", "most")
_OVER_STARTS = {
    "p50_ms": "ms",
    "p95_ms": "ms",
    "p99_ms": "ms",
    "error_percent": "%",
    "cpu_percent": "%",
    "memory_mib": "MiB",
    "cpu_ms_per_request": "ms",
    "requests_per_s_per_mib": "1/s/MiB",
}
_RANKING = (
    *_text("method", "variant"),
    _float("rank"),
    *_text("tone", "bound"),
    _int("starts"),
    *(_float("rate_per_s" if name == "value" else f"rate_{name}_per_s", "1/s") for name in _SPREAD),
    _float("working_rate_per_s", "1/s"),
    *(_float(name, unit) for name, unit in _OVER_STARTS.items()),
    *_text("beaten_by", "unranked"),
    *(_float("users" if name == "value" else f"users_{name}", "users") for name in _SPREAD),
    _float("working_users", "users"),
)


def _ranking(result: "Result") -> Iterator[Row]:
    for ranking in result.rankings:
        for variant in ranking.variants:
            yield ranking.method, *_of_variant(variant, ranking.unit)


def _of_variant(variant: RankedVariant, unit: str | None) -> Iterator[Cell]:
    carried = [*(getattr(variant.rate, name) for name in _SPREAD), variant.working_rate]
    unknown: list[float | None] = [None] * len(carried)
    yield from (variant.variant, variant.rank, variant.tone, variant.bound, len(variant.starts))
    yield from carried if unit is None else unknown
    for name in _OVER_STARTS:
        spread: Spread = getattr(variant, name)
        yield spread.value
    yield from (", ".join(variant.beaten_by), english(variant.unranked))
    yield from unknown if unit is None else carried


_PAIRS = (
    *_text("a", "b", "metric", "operation", "family", "decision"),
    _int("rounds"),
    _float("effect_percent", "%"),
    _float("effect_points", "points"),
    _float("low"),
    _float("high"),
    *_text("unit"),
    _float("confidence_percent", "%"),
    _float("level_a"),
    _float("level_b"),
    *_text("level_unit", "text"),
)


def _pairs(result: "Result") -> Iterator[Row]:
    """The unit of an interval is that of its effect; levels are in that of the metric."""
    for pair in (pair for comparison in result.comparisons for pair in comparison.pairs):
        is_of_points = pair.points is not None
        yield (
            *(pair.a, pair.b, pair.metric, pair.operation, pair.family, pair.decision, pair.rounds),
            *(pair.effect_percent, pair.points, pair.low, pair.high, "points" if is_of_points else "%"),
            *(pair.confidence_percent, pair.level_a, pair.level_b, pair.metric.unit),
            english(pair.text),
        )


_SLOTS = (
    *(_int(name) for name in ("trial", "round", "cycle")),
    *_text("variant", "purpose"),
    *_bool("counts"),
    _float("began_s", "s"),
    _float("ended_s", "s"),
    _float("cpu_ms_per_request", "ms"),
    _float("generator_us_per_call", "µs"),
)


def _slots(result: "Result") -> Iterator[Row]:
    for slot in (slot for comparison in result.comparisons for slot in comparison.slots):
        yield tuple(getattr(slot, column.name) for column in _SLOTS)


_FINDINGS = (
    *(_int("trial"), *_text("variant"), _int("start")),
    *_text("kind", "cause", "text", "evidence", "test", "role"),
)


def _findings(result: "Result") -> Iterator[Row]:
    trials = {trial.number: trial for trial in result.trials}
    for finding in result.findings:
        trial = trials[finding.trial]
        test = None if finding.test is None else english(finding.test)
        evidence = _told(finding.evidence)
        yield (
            finding.trial,
            trial.variant,
            trial.start,
            finding.kind,
            finding.cause,
            english(finding.text),
            evidence,
            test,
            finding.role,
        )


def _told(evidence: "Sequence[Evidence]") -> str:
    return "; ".join(f"{english(item.name)}: {_shown(item)}" for item in evidence)


def _shown(item: "Evidence") -> str:
    """The figure with its unit, or the text, and the file that shows it."""
    figure = None if item.value is None else f"{item.value:g} {item.unit}".rstrip()
    return ", ".join(part for part in (figure, item.text, item.artifact) if part)


_TABLES: Mapping[str, tuple[Sequence[Column], Callable[["Result"], Iterator[Row]]]] = {
    "trials": (_TRIALS, _trials),
    "answers": (_ANSWERS, _answers),
    "operations": (_OPERATIONS, _operations),
    "seconds": (_SECONDS, _seconds),
    "ranking": (_RANKING, _ranking),
    "pairs": (_PAIRS, _pairs),
    "slots": (_SLOTS, _slots),
    "findings": (_FINDINGS, _findings),
    "readings": (_READINGS, _readings),
}
