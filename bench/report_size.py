"""How large a long run is on disk, and how long its report takes: `python -m bench.report_size`.

Two stores are made in a temporary directory by the real writer on a clock that runs ahead: an hour of 4 operations,
and 24 hours of 38. Of the long one only the last 71 minutes are written second by second; the ten minutes that the
writer has rolled up by then are copied over all the time before.
"""

import json
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from loadproof._engine import Delta, Histogram
from loadproof.judge.tick import FailedReplyReading, StallReading
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.records.json_form import plain
from loadproof.records.run import RunOperation
from loadproof.render.timeline_series import timeline_series
from loadproof.result.build import build_result
from loadproof.store.description import RunDescription
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory
from loadproof.store.window import Window
from loadproof.store.writer import RunWriter, compact

__all__ = ["LongRun", "ReportSize", "make_store", "report_size"]

_HOUR_S = 3600
_COPIED_S = 600
_WRITTEN_S = _HOUR_S + _COPIED_S + 60
_PROBE_SERIES = 60
_POOL = 60

_PHASES = {name: Histogram() for name in ("first_byte", "transfer")}
for _calls in range(1, 1000):
    for _histogram in _PHASES.values():
        _histogram.record_ms(0.01 * _calls)

_Times = tuple[Histogram, Histogram, Histogram, Histogram]


@dataclass(frozen=True, slots=True)
class LongRun:
    """A soak with `calls` a second of each operation, and 60 series of probes."""

    hours: int
    operations: int
    calls: int
    seed: int = 1


@dataclass(frozen=True, slots=True)
class ReportSize:
    """What a store and its report take; `longest_tick_ms` is CPU time of the writer with its step of the roll-up."""

    run_db_mib: float
    windows: int
    longest_tick_ms: float
    result_s: float
    series_s: float
    series_mib: float
    command_s: float
    """Of `loadproof report` as a whole process, which writes the page."""
    page_mib: float


@dataclass(frozen=True, slots=True)
class _Shard:
    shard: int
    cpu_s: float
    lateness: Histogram
    in_flight: int = 3
    waiting: int = 0
    connections: int = 64
    longest_turn_ms: float = 0.4
    stalls: Sequence[StallReading] = ()
    sessions: int = 0
    users: int = 0
    phases: dict[str, Histogram] = field(default_factory=dict)
    faults: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Tick:
    second: int
    deltas: list[Delta]
    shards: list[_Shard]
    last: bool = False
    failed_replies: tuple[FailedReplyReading, ...] = ()
    service: dict[str, float] = field(default_factory=dict)


class _Clock:
    """A clock that is set by hand."""

    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def make_store(run: LongRun, parent: Path) -> tuple[RunDirectory, float]:
    """Writes `run`; gives its directory and the longest second of the writer in ms of CPU time."""
    directory = RunDirectory.create("run", parent / f"{run.hours}h-{run.operations}")
    seconds = min(run.hours * _HOUR_S, _WRITTEN_S)
    clock = _Clock()
    trial = Trial(Purpose.SOAK, float(run.calls * run.operations), hold_s=float(run.hours * _HOUR_S))
    longest_ms = 0.0
    with RunWriter(directory, _description(run), clock) as writer:
        writer.trial_started(1, trial, method="soak")
        source, pool = random.Random(run.seed), _pool(run)
        for second in range(seconds):
            clock.now_s += 1
            writer.readings(
                1, [(clock.now_s, "process:api", f"series_{n}", "MiB", source.random()) for n in range(_PROBE_SERIES)]
            )
            tick = _tick(run, second, pool)
            began_s = time.process_time()
            writer.tick(1, tick)
            longest_ms = max(longest_ms, 1000 * (time.process_time() - began_s))
        span = Window(0).measurement(float(run.hours * _HOUR_S))
        writer.trial_ended(1, TrialResult(trial, span, Verdict(State.PASSED, Message.said("made up"))))
        writer.ended()
    if run.hours * _HOUR_S > seconds:
        _fill_the_time_before(directory, run.hours * _HOUR_S - seconds)
    return directory, longest_ms


def report_size(run: LongRun, parent: Path) -> ReportSize:
    """Makes the store of `run` below `parent`, and reports it."""
    directory, longest_ms = make_store(run, parent)
    began_s = time.perf_counter()
    with RunReader(directory) as reader:
        build_result(reader)
        built_s = time.perf_counter()
        series = timeline_series(reader)
        drawn_s = time.perf_counter()
        windows = sum(1 for _ in reader.responses(1))
    return ReportSize(
        run_db_mib=directory.database.stat().st_size / 2**20,
        windows=windows,
        longest_tick_ms=longest_ms,
        result_s=built_s - began_s,
        series_s=drawn_s - built_s,
        series_mib=len(json.dumps(plain(series))) / 2**20,
        command_s=_command_s(directory),
        page_mib=directory.report_html.stat().st_size / 2**20,
    )


def _command_s(directory: RunDirectory) -> float:
    began_s = time.perf_counter()
    command = [sys.executable, "-m", "loadproof", "report", str(directory.path)]
    # A soak that was made up has no answer, and so no exit code of success.
    ended = subprocess.run(command, check=False, capture_output=True)
    if not directory.report_html.is_file():
        raise RuntimeError(f"loadproof report left no page: {ended.stderr.decode(errors='replace')}")
    return time.perf_counter() - began_s


def _description(run: LongRun) -> RunDescription:
    return RunDescription(
        verb="run",
        command=("loadproof", "run", "soak.yaml"),
        target="http://127.0.0.1:8080",
        arrivals="poisson",
        seed=run.seed,
        operations=tuple(
            RunOperation(name=f"operation {n}", weight=1.0, request=f"GET /{n}") for n in range(run.operations)
        ),
        thresholds_ms=(50.0,),
    )


def _times(count: int, median_ms: float, spread: float, source: random.Random) -> Histogram:
    histogram = Histogram()
    for _ in range(count):
        histogram.record_ms(median_ms * source.lognormvariate(0.0, spread))
    return histogram


def _pool(run: LongRun) -> list[_Times]:
    source = random.Random(run.seed)
    shapes = ((4.0, 0.7), (3.8, 0.7), (0.001, 0.1), (0.02, 0.5))

    def times(shape: tuple[float, float]) -> Histogram:
        return _times(run.calls, *shape, source)

    return [(times(shapes[0]), times(shapes[1]), times(shapes[2]), times(shapes[3])) for _ in range(_POOL)]


def _answered(second: int, operation: int, calls: int, times: _Times) -> Delta:
    response, service, wait, lateness = times
    return Delta(
        second,
        operation,
        due=calls,
        sent=calls,
        completed=calls,
        done=calls,
        within=[calls],
        response=response,
        service=service,
        wait=wait,
        lateness=lateness,
    )


def _tick(run: LongRun, second: int, pool: list[_Times]) -> _Tick:
    deltas = [
        _answered(second, operation, run.calls, pool[(7 * second + operation) % _POOL])
        for operation in range(run.operations)
    ]
    return _Tick(second, deltas, [_Shard(0, 0.2 * second, pool[second % _POOL][-1], phases=_PHASES)])


def _fill_the_time_before(directory: RunDirectory, shift_s: int) -> None:
    """Moves what was written to the end of the run, and copies its first minutes, rolled up, over all before."""
    with sqlite3.connect(directory.database) as connection:
        for statement in _MOVES:
            connection.execute(statement, (shift_s,))
        connection.execute("UPDATE reading SET at_s = -at_s")
        for back_s in range(_COPIED_S, shift_s + _COPIED_S, _COPIED_S):
            bounds = {"back": back_s, "begin": max(shift_s, back_s), "end": shift_s + _COPIED_S}
            for table, second in _COPIED.items():
                _copy(connection, table, second, bounds)
        connection.commit()
        # As the writer does at the end of a run of this length.
        compact(connection)


def _copy(connection: sqlite3.Connection, table: str, second: str, bounds: dict[str, int]) -> None:
    """Copy the rows of a table whose `second` is within the bounds, moved back."""
    columns = [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
    moved = ", ".join(f"{name} - :back" if name == second else name for name in columns)
    within = f"{second} >= :begin AND {second} < :end"
    connection.execute(f"INSERT INTO {table} SELECT {moved} FROM {table} WHERE {within}", bounds)  # noqa: S608


_MOVES = (
    "UPDATE trial SET ended_monotonic = ended_monotonic + ?",
    "UPDATE ending SET ended_monotonic = ended_monotonic + ?",
    "UPDATE window SET due_second = due_second + ?",
    "UPDATE shard SET tick_second = tick_second + ?",
    # By way of negative times: a moved reading must not meet one that is yet to be moved.
    "UPDATE reading SET at_s = -at_s - ?",
)
_COPIED = {"window": "due_second", "shard": "tick_second", "reading": "at_s"}
"""The column of each table that says when a row was."""


def main() -> None:
    """Prints one line for each store."""
    with tempfile.TemporaryDirectory(prefix="loadproof-bench-") as parent:
        for run in (LongRun(1, 4, 250), LongRun(24, 38, 13)):
            size = report_size(run, Path(parent))
            sys.stdout.write(
                f"{run.hours} h × {run.operations} operations, {run.calls * run.operations} calls/s: "
                f"run.db {size.run_db_mib:.1f} MiB, {size.windows} windows; result {size.result_s:.2f} s, "
                f"series {size.series_s:.2f} s and {size.series_mib:.2f} MiB; "
                f"longest second of the writer {size.longest_tick_ms:.1f} ms of CPU time; "
                f"loadproof report {size.command_s:.2f} s, page {size.page_mib:.2f} MiB\n"
            )


if __name__ == "__main__":
    main()
