"""How often a change is seen in the operations where the plan says that it will be (power)."""

from dataclasses import dataclass, replace

import numpy as np
from loadproof.judge.comparison_decision import ComparisonSettings, decisions_of
from loadproof.judge.detectable import Design, detectable_change
from loadproof.judge.effect import Effects, effects_of
from loadproof.judge.false_discovery import allowed_error
from loadproof.judge.start_figures import Metric, MetricFigures
from loadproof.judge.variance_shrinkage import Floats

from bench.method.compared_services import ComparedServices, Start, figures_of_starts, slope_of
from bench.method.effort import Effort
from bench.method.table import Claim, MethodTable

__all__ = ["STUDIES_OF_B", "Seen", "changes_seen", "detectable_changes"]

STUDIES = 400
CHANGE = 0.05
_AT_ONCE = 12
_BATCH = 10

STUDIES_OF_B: dict[str, ComparedServices] = {
    "starts differ by 1 %": ComparedServices(starts=10, between=0.01),
    "starts differ by 1 %, heavy tails": ComparedServices(starts=10, between=0.01, heavy=True),
    "starts differ by 2 %": ComparedServices(starts=20),
    "starts differ by 2 %, all of it common": ComparedServices(starts=20, shared=1.0),
    "starts differ by 2 %, nothing common": ComparedServices(starts=20, shared=0.0),
    "starts differ by 3 %": ComparedServices(starts=30, between=0.03),
}
"""The plan is told how much the starts differ, and nothing else of them."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Of the changed operations: whether the plan calls 5 % visible, and whether it was seen.

    Then how large a change is just visible by the plan, and whether that was seen; and whether a change of 5 %, which
    is the margin, was called equivalent.
    """

    visible: np.ndarray
    seen: np.ndarray
    smallest: np.ndarray
    smallest_seen: np.ndarray
    equivalent: np.ndarray


@dataclass(frozen=True, slots=True)
class _Batch:
    services: ComparedServices
    seeds: tuple[np.random.SeedSequence, ...]


def changes_seen(services: ComparedServices, count: int, seed: int, effort: Effort) -> Seen:
    """In each of `count` studies p99 of twelve operations is changed, one at a time.

    First by 5 %, then by what the plan says can be seen.
    """
    seeds = np.random.SeedSequence(seed).spawn(count)
    batches = [_Batch(services, tuple(seeds[start : start + _BATCH])) for start in range(0, count, _BATCH)]
    rows = [row for batch in effort.map(_judged, batches) for row in batch]
    found = np.array(rows, dtype=np.float64).reshape(len(rows), 5).T
    return Seen(*found)


def detectable_changes(effort: Effort) -> MethodTable:
    """One row for each kind of service, and the power over the operations that the plan calls visible."""
    rows, powers, least, equivalent = list[tuple[str | float, ...]](), list[float](), list[float](), list[float]()
    count = effort.runs(STUDIES, fewest=10)
    for index, (name, services) in enumerate(STUDIES_OF_B.items()):
        seen = changes_seen(services, count, 2000 * effort.seed + index, effort)
        visible = seen.visible > 0.0
        powers.append(100.0 * float(seen.seen[visible].mean()) if visible.any() else float("nan"))
        least.append(100.0 * float(seen.smallest_seen.mean()))
        equivalent.append(100.0 * float(seen.equivalent.mean()))
        rows.append(
            (
                name,
                services.starts,
                100.0 * float(visible.mean()),
                powers[-1],
                100.0 * float(seen.seen[~visible].mean()) if not visible.all() else "",
                100.0 * float(np.median(seen.smallest)),
                least[-1],
                equivalent[-1],
            )
        )
    return MethodTable(
        title="A change of p99 of one operation in 38: how often it is called different",
        columns=(
            "service",
            "starts each",
            "operations where 5 % is visible by the plan, %",
            "of those seen, %",
            "of the others seen, %",
            "smallest visible change by the plan, median, %",
            "of such changes seen, %",
            "5 % called equivalent at a margin of 5 %, %",
        ),
        rows=rows,
        claims=(
            Claim("5 % seen where the plan calls it visible, worst service, %", min(powers), least=90.0),
            Claim("changes that are just visible by the plan seen, worst service, %", min(least), least=85.0),
            Claim("changes as large as the margin called equivalent, worst service, %", max(equivalent), most=7.0),
        ),
        facts={"studies per row": str(count), "changed operations in each": str(_AT_ONCE), "seed": str(effort.seed)},
    )


def _judged(batch: _Batch) -> list[tuple[float, ...]]:
    return [row for seed in batch.seeds for row in _judged_once(batch.services, seed)]


def _judged_once(services: ComparedServices, seed: np.random.SeedSequence) -> list[tuple[float, ...]]:
    random = np.random.default_rng(seed)
    figures, starts = figures_of_starts(services, random)
    p99 = next(metric for metric in figures if metric.metric is Metric.P99)
    others = [effects_of(metric.a, metric.b, metric.sampling).p_values() for metric in figures if metric is not p99]
    unchanged = _Unchanged(p99, tuple(np.concatenate(others)))
    design = Design(
        starts=services.starts, rows=sum(len(metric.names) for metric in figures), between=services.between_in_all
    )
    found: list[tuple[float, ...]] = []
    for column in random.choice(len(p99.names), _AT_ONCE, replace=False):
        smallest = _smallest(design, services, starts, p99, int(column))
        seen = [unchanged.is_seen(int(column), change) for change in (CHANGE, smallest)]
        equivalent = unchanged.is_equivalent(int(column), CHANGE)
        found.append((float(smallest <= CHANGE), seen[0], smallest, seen[1], equivalent))
    return found


def _smallest(design: Design, services: ComparedServices, starts: Start, p99: MetricFigures, column: int) -> float:
    operation = int(p99.names[column].rsplit("-", 1)[1])
    slope = slope_of(starts, services, operation, 0.99)
    change = detectable_change(design, float(services.calls[operation]), 0.99, slope)
    assert change is not None
    return change


@dataclass(frozen=True, slots=True)
class _Unchanged:
    """The figures of p99, and the p-values of all other rows, which no change of p99 touches."""

    p99: MetricFigures
    others: tuple[float, ...]

    def is_seen(self, column: int, change: float) -> float:
        """Whether exactly this change of B is reported, as higher."""
        effects = self._effects(column, change)
        p_values = effects.p_values()
        allowed = allowed_error([*self.others, *p_values], ComparisonSettings().false_discovery)
        return float(p_values[column] <= allowed and effects.difference[column] > 0.0)

    def is_equivalent(self, column: int, change: float) -> float:
        """Whether exactly this change of B, which is the margin, is called equivalent."""
        settings, p99 = ComparisonSettings(margins={Metric.P99: 100.0 * change}), self.p99
        changed = replace(p99, b=self._changed(column, change))
        return float(decisions_of([changed], settings)[0].equivalent[column])

    def _changed(self, column: int, change: float) -> Floats:
        changed = self.p99.b.copy()
        changed[:, column] += np.log1p(change)
        return changed

    def _effects(self, column: int, change: float) -> Effects:
        return effects_of(self.p99.a, self._changed(column, change), self.p99.sampling)
