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
    """A row for each case in their order, `tell`ing of each as it is there; no load begins after `deadline_s`.

    All cases come once before any that was not valid is repeated, so that a machine which disturbs many of them costs
    repetitions, and no row.
    """
    rows: dict[int, Row] = {}

    def run(numbered: tuple[int, Case]) -> None:
        number, case = numbered
        if time.monotonic() <= deadline_s:
            rows[number] = _row_once(case, place / str(number))
            tell(rows[number])

    numbered = list(enumerate(cases))
    # Each server dies with the thread that started it, and a thread of the pool lives as long as the pool.
    with ThreadPoolExecutor(side_by_side) as pool:
        for _ in range(_ATTEMPTS):
            list(pool.map(run, [(number, case) for number, case in numbered if _is_open(rows.get(number))]))
    return [rows[number] for number in sorted(rows)]


def _is_open(row: Row | None) -> bool:
    return row is None or bool(row.doubts)


def _row_once(case: Case, place: Path) -> Row:
    row = row_of(observe(case, place))
    shutil.rmtree(place)
    return row
