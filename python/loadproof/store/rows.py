"""Rows of `run.db` as they are written and read back."""

import json
import sqlite3
from typing import Any

from loadproof._engine import ApdexCounts, Histogram
from loadproof.judge.tick import CallCounts, ShardState
from loadproof.store.json_columns import typed_in
from loadproof.store.record import ShardSecond
from loadproof.store.window import WindowTally

__all__ = [
    "INSERT_ACTIVITY",
    "INSERT_FAILED_REPLY",
    "INSERT_PHASE",
    "INSERT_READING",
    "INSERT_SHARD",
    "INSERT_WINDOW",
    "apdex_of",
    "blob_of",
    "counts_of",
    "histogram_of",
    "shard_of",
    "shard_row",
    "tally_of",
    "window_row",
]

_AS_RESPONSE = b""
"""In place of the service times that are the response times."""
INSERT_ACTIVITY = "INSERT INTO database_activity VALUES (?, ?, ?, ?)"
INSERT_WINDOW = "INSERT INTO window VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
INSERT_SHARD = "INSERT INTO shard VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
INSERT_PHASE = "INSERT OR REPLACE INTO phase VALUES (?, ?, ?)"
INSERT_FAILED_REPLY = "INSERT INTO failed_reply VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
INSERT_READING = "INSERT OR REPLACE INTO reading (series, at_s, value, trial) VALUES (?, ?, ?, ?)"


def window_row(
    trial: int, tick_second: int, due_seconds: tuple[int, int], operation: int, counts: CallCounts
) -> tuple[Any, ...]:
    """A row of `window`; `due_seconds` is (the first, how many)."""
    response, service = counts.response, counts.service
    # Where no call waited and none was late the two are one: half of a store.
    is_one = response.count > 0 and response.equals(service)
    return (
        trial,
        tick_second,
        *due_seconds,
        operation,
        counts.due,
        counts.sent,
        counts.completed,
        counts.dropped,
        counts.cut,
        counts.retried,
        counts.bytes_received,
        counts.bytes_sent,
        counts.done,
        json.dumps(dict(counts.errors)),
        json.dumps(list(counts.within)),
        None if counts.apdex is None else counts.apdex.to_bytes(),
        blob_of(response),
        _AS_RESPONSE if is_one else blob_of(service),
        blob_of(counts.wait),
        blob_of(counts.lateness),
    )


def tally_of(row: sqlite3.Row) -> WindowTally:
    """The counts of a row of `window`. Raises ValueError."""
    return WindowTally(
        due=row["due"],
        sent=row["sent"],
        completed=row["completed"],
        dropped=row["dropped"],
        cut=row["cut"],
        retried=_of_newer(row, "retried"),
        bytes_received=_of_newer(row, "bytes_received"),
        bytes_sent=_of_newer(row, "bytes_sent"),
        done=row["done"],
        errors=counts_of("window.errors", row["errors"]),
        within=typed_in("window.within", list[int], row["within"]),
        response=histogram_of(row["response"]),
        service=histogram_of(row["response" if row["service"] == _AS_RESPONSE else "service"]),
        wait=histogram_of(row["wait"]),
        lateness=histogram_of(row["lateness"]),
        apdex=apdex_of(_of_newer(row, "apdex") or None),
    )


def apdex_of(blob: bytes | None) -> ApdexCounts | None:
    """The counts of Apdex in a column. Raises ValueError."""
    return None if blob is None else ApdexCounts.from_bytes(blob)


def _of_newer(row: sqlite3.Row, column: str) -> Any:
    """Value of a column that older schemas lack; 0 there."""
    return row[column] if column in row.keys() else 0  # noqa: SIM118 (a row is searched by its values)


def shard_of(row: sqlite3.Row) -> ShardSecond:
    """Return the readings in a row of `shard`. Raises ValueError."""
    return ShardSecond(
        second=row["tick_second"],
        shard=row["shard"],
        cpu_s=row["cpu_s"],
        in_flight=row["in_flight"],
        waiting=row["waiting"],
        connections=row["connections"],
        longest_turn_ms=row["longest_turn_ms"],
        users=_of_newer(row, "users"),
        lateness=histogram_of(row["lateness"]),
        faults=counts_of("shard.faults", row["faults"]),
    )


def counts_of(place: str, text: str) -> dict[str, int]:
    """Return the counts by kind in a JSON object; `place` is its column. Raises ValueError."""
    # Most seconds have none, and a long run has many seconds.
    return {} if text == "{}" else typed_in(place, dict[str, int], text)


def shard_row(trial: int, second: int, reading: ShardState | ShardSecond) -> tuple[Any, ...]:
    """A row of `shard`."""
    return (
        trial,
        second,
        reading.shard,
        reading.cpu_s,
        reading.in_flight,
        reading.waiting,
        reading.connections,
        reading.longest_turn_ms,
        reading.users,
        blob_of(reading.lateness),
        json.dumps(dict(reading.faults)),
    )


def blob_of(histogram: Histogram) -> bytes | None:
    """A histogram as it is stored; None when it is empty."""
    return histogram.to_blob() if histogram.count else None


def histogram_of(blob: bytes | None) -> Histogram:
    """The opposite of `blob_of`. Raises ValueError."""
    return Histogram() if blob is None else Histogram.from_blob(blob)
