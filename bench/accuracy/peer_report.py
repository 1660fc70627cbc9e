"""The quantiles in what wrk2, oha and k6 print, in ms."""

import json
import re
from dataclasses import dataclass

from bench.accuracy.row import QUANTILES
from bench.error import BenchError

__all__ = ["PeerReport", "read_k6", "read_oha", "read_wrk2"]

_SPECTRUM = re.compile(r"^\s*([\d.]+)\s+([\d.]+)\s+\d+\s+(?:[\d.]+|inf)\s*$", re.MULTILINE)
_REQUESTS = re.compile(r"^\s*(\d+) requests in ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PeerReport:
    """Quantiles by name, in ms; requests that were made, and calls that the tool itself says it left out."""

    quantiles_ms: dict[str, float]
    requests: int
    dropped: int = 0


def read_wrk2(text: str) -> PeerReport:
    r"""The detailed spectrum of `wrk2 --latency`. Raises BenchError where there is none.

    >>> rows = ["1.0 0.500000 5 2.00", "2.0 0.900000 9 10.00", "4.0 1.000000 10 inf"]
    >>> read_wrk2("\n".join([*rows, "  10 requests in 1.00s, 1MB read"])).quantiles_ms["p95"]
    4.0
    """
    spectrum = [(float(share), float(value_ms)) for value_ms, share in _SPECTRUM.findall(text)]
    requests = _REQUESTS.search(text)
    if not spectrum or requests is None:
        raise BenchError(
            f"the output of wrk2 cannot be read: {text.strip()[-300:]!r}. Cure: see that its version is known"
        )
    quantiles = {name: next(value for share, value in spectrum if share >= q) for name, q in QUANTILES.items()}
    return PeerReport(quantiles, int(requests[1]))


def read_oha(text: str) -> PeerReport:
    """The JSON of oha 1. Raises BenchError where it is another."""
    try:
        result = json.loads(text)
        found = result["latencyPercentiles"]
        quantiles = {name: 1000 * float(found[name.replace("_", ".")]) for name in QUANTILES}
        requests = sum(result["statusCodeDistribution"].values())
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BenchError(
            f"the output of oha cannot be read: {text.strip()[-300:]!r}. Cure: see that its version is known"
        ) from error
    return PeerReport(quantiles, requests)


def read_k6(text: str) -> PeerReport:
    """The line of accuracy.js. Raises BenchError where it is another.

    >>> times = '{"p(50)": 1, "p(90)": 2, "p(95)": 3, "p(99)": 4, "p(99.9)": 5}'
    >>> read_k6('{"duration_ms": ' + times + ', "requests": 9, "dropped": 2}').quantiles_ms["p99_9"]
    5.0
    """
    try:
        result = json.loads(text)
        found = result["duration_ms"]
        quantiles = {name: float(found[f"p({name[1:].replace('_', '.')})"]) for name in QUANTILES}
        return PeerReport(quantiles, int(result["requests"]), int(result["dropped"]))
    except (ValueError, KeyError, TypeError) as error:
        raise BenchError(
            f"the output of k6 cannot be read: {text.strip()[-300:]!r}. Cure: see that its version is known"
        ) from error
