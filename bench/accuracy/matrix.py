"""The cases one after another, or some side by side; what the machine disturbed is run again."""

import shutil
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench.accuracy.case import Case
from bench.accuracy.observation import observe
from bench.accuracy.row import Row, row_of

__all__ = ["run_case", "run_cases"]

_ATTEMPTS = 3


def run_case(case: Case, place: Path, deadline_s: float = float("inf")) -> Row:
    """The first of at most three attempts that is valid, else the last; none begins after `deadline_s` (monotonic) but the first."""
    for attempt in range(1, _ATTEMPTS + 1):
        directory = place / f"attempt-{attempt}"
        row = row_of(observe(case, directory))
        if not row.doubts:
            shutil.rmtree(directory)
            break
        if time.monotonic() > deadline_s:
            break
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
