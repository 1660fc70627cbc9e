"""CPU of variants in per cent of what they may use: per cent and percentage points are different things.

40 % that become 50 % are 10 points more, and 25 % more.
"""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from loadproof.judge.round_figures import TOTAL
from loadproof.model.typed_json import as_written
from loadproof.records.comparison import CpuShare, Pair
from loadproof.records.metric import Metric

__all__ = ["cpu_shares", "service_limits"]


def service_limits(study: Mapping[str, Any] | None, variant: str, names: Collection[str] = ()) -> dict[Metric, float]:
    """CPUs and MiB of the services of a `variant` together, where each has a limit; `names`: of these services alone.

    >>> services = [{"name": "api", "cpus": 2.0, "memory_mib": None}, {"name": "db", "cpus": 1.0, "memory_mib": 64.0}]
    >>> service_limits({"variants": [{"name": "a", "services": services}]}, "a")
    {<Metric.CPU: 'cpu'>: 3.0}
    """
    variants = [] if study is None else study["variants"]
    services = [service for one in variants if one["name"] == variant for service in one.get("services", ())]
    services = [service for service in services if not names or service["name"] in names]
    found = {}
    for metric, key in ((Metric.CPU, "cpus"), (Metric.MEMORY, "memory_mib")):
        limits = [service[key] for service in services]
        if limits and None not in limits:
            found[metric] = math.fsum(limits)
    return found


class _Cpus(NamedTuple):
    """CPUs that a variant may use, and what they are."""

    number: float
    of: Literal["limit", "machine"]


def cpu_shares(pairs: Sequence[Pair], study: Mapping[str, Any] | None, rate: float | None) -> tuple[CpuShare, ...]:
    """Return the CPU share of each pair with known CPU per request, at `rate` calls/s; none without a rate.

    Both variants are compared with their limits, or both with the machine. If neither is known for both variants, the
    pair has no CPU share.
    """
    return () if rate is None else tuple(_shares(pairs, study, rate))


def _shares(pairs: Sequence[Pair], study: Mapping[str, Any] | None, rate: float) -> Iterator[CpuShare]:
    for pair in pairs:
        if (pair.metric, pair.operation) != (Metric.CPU, TOTAL) or pair.level_a is None or pair.level_b is None:
            continue
        a, b = _common([_cpus(study, name) for name in (pair.a, pair.b)])
        if a is None or b is None:
            continue
        # Milliseconds of CPU for each call, at so many calls per second, are thousandths of a core.
        before, after = (0.1 * level * rate / cpus.number for level, cpus in ((pair.level_a, a), (pair.level_b, b)))
        # What an effect of nothing would be, where B has other CPUs than A.
        at_nothing = before * a.number / b.number
        ends = [
            None if end is None or not math.isfinite(end) else at_nothing * (1.0 + end / 100.0) - before
            for end in (pair.low, pair.high)
        ]
        share = CpuShare(
            a=pair.a,
            b=pair.b,
            of=a.of,
            cpus_a=a.number,
            cpus_b=b.number,
            a_percent=before,
            b_percent=after,
            points=after - before,
            low=ends[0],
            high=ends[1],
            effect_percent=100.0 * (after / before - 1.0),
        )
        yield as_written(share)


def _common(cpus: Sequence[Mapping[str, _Cpus]]) -> list[_Cpus | None]:
    """The limits if all have them, else the CPUs of the machine."""
    of = next((kind for kind in ("limit", "machine") if all(kind in own for own in cpus)), None)
    return [None if of is None else own[of] for own in cpus]


def _cpus(study: Mapping[str, Any] | None, variant: str) -> dict[str, _Cpus]:
    found = {}
    if (limit := service_limits(study, variant).get(Metric.CPU)) is not None:
        found["limit"] = _Cpus(limit, "limit")
    for one in () if study is None else study["variants"]:
        if one["name"] == variant and one.get("cpus"):
            found["machine"] = _Cpus(float(one["cpus"]), "machine")
    return found
