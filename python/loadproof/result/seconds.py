"""The seconds of the trials of a run and what its probes read, of its store: too many to be part of a result."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from loadproof._engine import Histogram
from loadproof.errors import RunDirectoryError
from loadproof.records.trial import Trial
from loadproof.result.table import Cell
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory
from loadproof.store.window import Window

__all__ = ["rows_of_readings", "rows_of_seconds"]


def rows_of_seconds(directory: Path | None, trials: Sequence[Trial]) -> Iterator[tuple[Cell, ...]]:
    """A row of the table `seconds` for each second of `trials` in which a call was due or done, in their order.

    What the store has rolled up to a minute is one row of that width. Raises RunDirectoryError.
    """
    with _reader(directory) as reader:
        for trial in trials:
            for window in reader.windows(trial.number):
                with reader.damage_named():
                    row = _row(trial, window)
                yield row


def rows_of_readings(directory: Path | None, trials: Sequence[Trial]) -> Iterator[tuple[Cell, ...]]:
    """A row of the table `readings` for each value that a probe read, in order of time. Raises RunDirectoryError."""
    began_s = {trial.number: trial.started_s for trial in trials}
    with _reader(directory) as reader:
        for trial, run_s, *read in reader.all_readings():
            at_s = run_s - began_s[trial] if trial in began_s else None
            yield trial, at_s, run_s, *read


def _reader(directory: Path | None) -> RunReader:
    if directory is None:
        raise RunDirectoryError(
            "the seconds of a run are in its directory, and this result has none. "
            "Cure: read the run by open_run, where its directory is still there"
        )
    return RunReader(RunDirectory.open(directory))


def _row(trial: Trial, window: Window) -> tuple[Cell, ...]:
    whole = window.whole
    return (
        trial.number,
        trial.variant,
        trial.start,
        trial.method,
        trial.purpose,
        window.second,
        trial.started_s + window.second,
        window.seconds,
        whole.due,
        whole.done,
        whole.completed,
        sum(whole.errors.values()),
        _quantile(whole.response, 0.50),
        _quantile(whole.response, 0.99),
    )


def _quantile(response: Histogram, quantile: float) -> float | None:
    return response.quantile_ms(quantile) if response.count else None
