"""One simulated test of three operations, which all reports are printed of."""

import csv
import io
import math
from dataclasses import dataclass

import numpy as np

SECONDS = 120.0
START = 1_764_240_000


@dataclass
class Calls:
    """Calls of one operation: start in seconds, response time in milliseconds, and if it failed."""

    method: str
    name: str
    size: int
    starts: np.ndarray
    times: np.ndarray
    failed: np.ndarray


def simulated() -> list[Calls]:
    """Calls of three operations, of which the last one begins later."""
    random = np.random.default_rng(40)
    made = []
    for method, name, calls, median, sigma, failing, size, begin in (
        ("GET", "/articles", 6200, 14.0, 0.55, 0.004, 5120, 0.0),
        ("GET", "/articles/[id]", 3100, 24.0, 0.6, 0.002, 1024, 0.3),
        ("POST", "/login", 700, 150.0, 0.4, 0.01, 64, 21.0),
    ):
        starts = np.sort(random.uniform(begin, SECONDS - 1.5, calls))
        times = np.round(median * np.exp(random.normal(0.0, sigma, calls)), 4)
        made.append(Calls(method, name, size, starts, times, random.random(calls) < failing))
    return made


def of_all(parts: list[Calls]) -> Calls:
    """All calls together."""
    joined = (np.concatenate([getattr(part, key) for part in parts]) for key in ("starts", "times", "failed"))
    return Calls("", "Aggregated", 0, *joined)


OPERATIONS = simulated()
ALL = of_all(OPERATIONS)
SPAN = float((ALL.starts + ALL.times / 1e3).max() - ALL.starts.min())


def table(rows: list[list[object]], end: str = "\n") -> str:
    """Rows as CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator=end).writerows(rows)
    return text.getvalue()


CALLS, FAILED = len(ALL.times), int(ALL.failed.sum())


def rank(times: np.ndarray, share: float) -> int:
    """The least time that so many calls do not exceed."""
    return int(np.sort(times)[max(0, math.ceil(len(times) * share) - 1)])
