"""The cases one after another, or some side by side; what the machine disturbed is run again."""

import shutil
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench.accuracy.case import Case
from bench.accuracy.observation import Observed, observe
from bench.accuracy.row import Row, row_of

__all__ = ["observe_undisturbed", "run_case", "run_cases"]

_ATTEMPTS = 3


def observe_undisturbed(case: Case, place: Path, deadline_s: float = float("inf")) -> tuple[Observed, Row]:
    """The first of three attempts that is valid, else the last; none but the first begins after `deadline_s`."""
    for attempt in range(1, _ATTEMPTS + 1):
        observed = observe(case, place / f"attempt-{attempt}")
        row = row_of(observed)
        if not row.doubts or time.monotonic() > deadline_s:
            break
    return observed, row


def run_case(case: Case, place: Path, deadline_s: float = float("inf")) -> Row:
    """The row of the case; what its attempts left in `place` is removed."""
    _, row = observe_undisturbed(case, place, deadline_s)
    shutil.rmtree(place)
    return row


def run_cases(
    cases: Iterable[Case], place: Path, side_by_side: int, deadline_s: float, tell: Callable[[Row], None]
) -> list[Row]:
    """A row for each case in their order, `tell`ing of each as it is there; cases after `deadline_s` have none."""

    def row_of_case(numbered: tuple[int, Case]) -> Row | None:
        number, case = numbered
        if time.monotonic() > deadline_s:
            return None
        row = run_case(case, place / str(number), deadline_s)
        tell(row)
        return row

    # Each server dies with the thread that started it, and a thread of the pool lives as long as the pool.
    with ThreadPoolExecutor(side_by_side) as pool:
        return [row for row in pool.map(row_of_case, enumerate(cases)) if row is not None]
