"""The response times that the engine must count calls against, so that the judge can decide."""

from collections.abc import Iterable

from loadproof.model.slo import Slo, SloKind

__all__ = ["PARTS", "counted_thresholds_ms"]

PARTS = (1.0, 0.5, 0.25)
"""An SLO's threshold, and the parts of it that show how its tail falls (docs/method/plateau-verdict.md)."""


def counted_thresholds_ms(slos: Iterable[Slo], beside_ms: Iterable[float] = ()) -> tuple[float, ...]:
    """Return the thresholds, ascending, in ms, that a plan must count: each SLO's, its half and its quarter.

    `beside_ms` are limits of others, such as alarms; of these no part is counted.

    >>> counted_thresholds_ms([Slo("p99<50ms", SloKind.PERCENTILE, 0.01, 50.0)], [25.0, 200.0])
    (12.5, 25.0, 50.0, 200.0)
    """
    thresholds = [slo.threshold_ms for slo in slos if slo.kind is SloKind.PERCENTILE and slo.threshold_ms is not None]
    return tuple(sorted({*(threshold_ms * part for threshold_ms in thresholds for part in PARTS), *beside_ms}))
