"""Judges the stored windows of runs anew, to compare what two versions of the judge say of the same calls.

`python -m bench.rejudged write FILE RUN...` keeps what this version says; `compare FILE RUN...` lists what it says else
than the version that wrote the file, and exits 1 when there is anything. A stall is stored as an event alone, so no
second is left out here, by either version. Kept are codes, values and counts, and digests of histograms: no text.
"""

import hashlib
import json
import math
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from loadproof._engine import Delta, Histogram
from loadproof.judge.measured_span import MeasuredSpan
from loadproof.judge.plateau import PlateauJudge
from loadproof.judge.tick import FailedReplyReading, StallReading
from loadproof.judge.timeline import Timeline
from loadproof.judge.validity import doubts_of, judged_valid
from loadproof.judge.verdict import Verdict
from loadproof.methods.plateau_standard import plateau_settings
from loadproof.model.slo import Slo
from loadproof.result.result_json import to_json
from loadproof.run.outcome import outcome_of
from loadproof.store.message_columns import message_column
from loadproof.store.reader import RunReader
from loadproof.store.record import ShardSecond, TrialRecord
from loadproof.store.rows import tally_of
from loadproof.store.run_directory import RunDirectory
from loadproof.store.window import WindowTally

from bench.method.same_results import without_texts

_TIMEOUT_S = 10.0
_COUNTS = ("due", "sent", "completed", "dropped", "cut", "retried", "bytes_received", "bytes_sent")
_HISTOGRAMS = ("response", "service", "wait", "lateness")
_SPANS = ("left_out_s", "disturbed_s")
_CLOCK = ("version", "started_at", "command", "directory")
"""Keys of a result that say when, where and by which version it was made."""


@dataclass(frozen=True)
class _StoredShard:
    row: ShardSecond
    stalls: Sequence[StallReading] = ()
    sessions: int = 0
    phases: Mapping[str, Histogram] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.row, name)


@dataclass(frozen=True)
class _StoredTick:
    second: int
    deltas: Sequence[Delta]
    shards: Sequence[Any]
    last: bool
    failed_replies: Sequence[FailedReplyReading] = ()
    service: Mapping[str, float] = field(default_factory=dict)


def rejudged(run: Path) -> dict[str, Any]:
    """By trial what its windows bear, and the result of the whole run: answers, doubts, findings."""
    directory = RunDirectory.open(run)
    with RunReader(directory) as reader:
        records = [record for record in reader.trials() if not _is_folded(reader, record)]
        trials = {str(record.number): _judged(reader, directory, record) for record in records}
        return {"trials": trials, "result": without_texts(_without_clock(to_json(outcome_of(reader).result)))}


def _is_folded(reader: RunReader, record: TrialRecord) -> bool:
    """Whether what is left of it is minutes: a judge looks at seconds."""
    return any(window.seconds > 1 for window in reader.windows(record.number))


def _judged(reader: RunReader, directory: RunDirectory, record: TrialRecord) -> dict[str, Any]:
    description, trial = reader.description, record.trial
    names = [operation.name for operation in description.operations]
    calls = description.calls
    begin_s = trial.ramp_s + trial.settle_s
    timeline = Timeline(names[:calls], description.thresholds_ms, begin_s, names[calls:])
    timeline.close_span(_span_end(reader, record, math.ceil(begin_s)))
    judge = PlateauJudge(description.slos, timeline, plateau_settings(trial, _TIMEOUT_S))
    looks: list[Any] = []
    for tick in _ticks(reader, directory, record):
        timeline.add(tick)
        if not tick.last and trial.early_stop and tick.second + 1 < trial.span_stop_s:
            looked = judge.look(tick.second + 1)
            if looked is not None and not looks:
                looks.append([tick.second + 1, _verdict(looked)])
    measurement = timeline.measurement([*judge.doubts()])
    doubts = doubts_of(measurement, description.slos, timeline.generator)
    verdict, measurement = judged_valid(
        judge.final(),
        timeline.measurement((*judge.doubts(), *doubts)),
        description.slos,
        timeline.generator,
        is_open=trial.rate is not None and not trial.users,
    )
    return {"first_look": looks, "verdict": _verdict(verdict), "measurement": _measured(measurement)}


def _verdict(verdict: Verdict) -> dict[str, Any]:
    """What was decided of a trial, by which SLO, of how many calls."""
    return {
        "state": verdict.state.value,
        "reason": json.loads(message_column(verdict.reason)),
        "early": verdict.early,
        "decided_by": _named(verdict.decided_by),
        "worst_lateness_ms": verdict.worst_lateness_ms,
        "warm_after_s": verdict.warm_after_s,
        "slos": [
            [_named(one.slo), one.state.value, one.share, one.share_low, one.share_high, one.calls, one.dispersion]
            for one in verdict.results
        ],
    }


def _named(slo: Slo | None) -> list[str | None] | None:
    return None if slo is None else [slo.operation, slo.text]


def _measured(measurement: MeasuredSpan) -> dict[str, Any]:
    """Counts, digests of the histograms, and doubts, of the whole and of each operation."""
    histograms = {name: getattr(measurement, name).to_blob() for name in _HISTOGRAMS}
    return {
        **{name: getattr(measurement, name) for name in ("duration_s", "rate", "valid", *_COUNTS)},
        **{name: [list(span) for span in getattr(measurement, name)] for name in _SPANS},
        "errors": dict(measurement.errors_by_kind),
        "within": list(measurement.within),
        "histograms": {name: hashlib.sha256(blob).hexdigest()[:16] for name, blob in histograms.items()},
        "doubts": [[doubt.code, json.loads(message_column(doubt.text))] for doubt in measurement.doubts],
        "operations": {name: _measured(own) for name, own in measurement.operations.items()},
    }


def _span_end(reader: RunReader, record: TrialRecord, begin: int) -> int:
    """Where the span of a trial ended, also of one that its judge ended early."""
    measured = reader.measurement(record)
    left_out_s: int = sum(stop - start for start, stop in measured.left_out_s)
    span_s = math.ceil(measured.duration_s)
    return begin + span_s + left_out_s


def _ticks(reader: RunReader, directory: RunDirectory, record: TrialRecord) -> Iterator[Any]:
    """The ticks of a trial as they came, from the rows that were written of each."""
    deltas: dict[int, list[Delta]] = defaultdict(list)
    connection = sqlite3.connect(f"file:{directory.path / 'run.db'}?mode=ro", uri=True)
    connection.row_factory = sqlite3.Row
    for row in connection.execute(_rows_of_trial(connection), (record.number,)):
        deltas[row["tick_second"]].append(_delta(row["due_second"], row["operation"], tally_of(row)))
    connection.close()
    shards: dict[int, list[Any]] = defaultdict(list)
    for reading in reader.shards(record.number):
        shards[reading.second].append(_StoredShard(reading))
    seconds = sorted({*deltas, *shards})
    for second in seconds:
        yield _StoredTick(second, deltas[second], shards[second], last=second == seconds[-1])


def _rows_of_trial(connection: sqlite3.Connection) -> str:
    """The query of those columns that are read, of the schema that the run has."""
    there = {name for _, name, *_ in connection.execute("PRAGMA table_info(window)")}
    read = ("tick_second", "due_second", "operation", "done", "errors", "within", *_COUNTS, *_HISTOGRAMS)
    columns = ", ".join(name for name in read if name in there)
    return f"SELECT {columns} FROM window WHERE trial = ? ORDER BY rowid"  # noqa: S608 (names of its own)


def _delta(second: int, operation: int, counts: WindowTally) -> Delta:
    names = ("due", "sent", "completed", "dropped", "cut", "errors", "within", "done")
    times = ("response", "service", "wait", "lateness")
    return Delta(second, operation, **{name: getattr(counts, name) for name in (*names, *times)})


def _without_clock(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _without_clock(inner) for key, inner in value.items() if key not in _CLOCK}
    return [_without_clock(inner) for inner in value] if isinstance(value, list | tuple) else value


def _differences(before: Any, after: Any, place: str) -> Iterator[str]:
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted({*before, *after}):
            yield from _differences(before.get(key), after.get(key), f"{place}/{key}")
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _differences(old, new, f"{place}/{index}")
    elif before != after:
        yield f"{place}: {before!r} is now {after!r}"


def main(arguments: Sequence[str]) -> int:
    """Exit code 0: written, or nothing differs; 1: something does; 2: bad arguments."""
    if len(arguments) < 3 or arguments[0] not in ("write", "compare"):
        print(__doc__, file=sys.stderr)
        return 2
    verb, file, *runs = arguments
    now = json.loads(json.dumps({Path(run).name: rejudged(Path(run)) for run in runs}))
    if verb == "write":
        Path(file).write_text(json.dumps(now), encoding="utf-8")
        return 0
    found = list(_differences(json.loads(Path(file).read_text(encoding="utf-8")), now, ""))
    trials = sum(len(run["trials"]) for run in now.values())
    print("\n".join([*found, f"{len(found)} differences in {len(now)} runs, {trials} trials"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
