"""The native load engine: histograms, and shards that drive a target at due times."""

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, Self, final

from typing_extensions import disjoint_base

__all__ = [
    "ApdexCounts",
    "Delta",
    "EngineError",
    "FailedReply",
    "GcLogReader",
    "Generator",
    "Histogram",
    "PlanError",
    "ShardReading",
    "Stall",
    "Tally",
    "Tick",
    "check_json_path",
    "check_regex",
    "error_kinds",
    "gc_log_seconds",
    "heap_dump",
    "run_link",
    "try_handshake",
]

class EngineError(Exception):
    """The engine could not go on for a reason that is not the target's (a fault of ours or of the machine)."""

class PlanError(ValueError):
    """The plan cannot be run as written: a template, a feeder or an address is wrong."""

@final
class Histogram:
    """HdrHistogram of times: 0.5 µs steps below 1 ms, three significant digits above; exactly mergeable.

    >>> histogram = Histogram()
    >>> histogram.record_ms(2.0)
    >>> histogram.count
    1
    """

    def __new__(cls) -> Histogram: ...
    @staticmethod
    def from_blob(blob: bytes) -> Histogram:
        """The histogram stored in `blob` (HdrHistogram V2, deflate). Raises ValueError when it is not one."""
    def to_blob(self) -> bytes:
        """HdrHistogram V2-deflate bytes, as every HdrHistogram library reads them (values in nanoseconds)."""
    def merge(self, other: Histogram) -> None:
        """Adds every count of `other`."""
    def merge_blob(self, blob: bytes) -> None:
        """Adds every count of the histogram stored in `blob`, in less time than `from_blob` and `merge` take.

        Raises ValueError when it is not one; a part of its counts may have been added by then.
        """
    def copy(self) -> Histogram: ...
    def equals(self, other: Histogram) -> bool:
        """Whether both hold the same counts."""
    def record_ms(self, value_ms: float, count: int = 1) -> None:
        """Records `count` calls of `value_ms` milliseconds."""
    def quantile_ms(self, quantile: float) -> float:
        """The smallest recorded value, in ms, that `quantile` (0 to 1) of the values do not exceed; NaN when empty."""
    def share_over(self, threshold_ms: float) -> float:
        """The share (0 to 1) of values above `threshold_ms`, to the histogram's resolution; NaN when empty."""
    def buckets(self) -> list[tuple[float, int]]:
        """The non-empty buckets as (highest equivalent value in ms, count), ascending."""
    def counts_up_to(self, limits_ms: Sequence[float]) -> list[int]:
        """How many values do not exceed each of `limits_ms`, which ascend; a bucket counts by its highest value.

        Raises ValueError for limits that do not ascend or are no times.
        """
    @property
    def count(self) -> int: ...
    @property
    def max_ms(self) -> float: ...
    @property
    def mean_ms(self) -> float: ...

@disjoint_base
class Tally:
    """Counts and times of any number of windows, added up exactly; the histograms are made when they are asked for.

    >>> tally = Tally(due=2)
    >>> tally.add(Tally(due=1, errors={"reset": 1}))
    >>> tally.due, tally.errors
    (3, {'reset': 1})
    """

    def __new__(
        cls,
        *,
        due: int = 0,
        sent: int = 0,
        completed: int = 0,
        dropped: int = 0,
        cut: int = 0,
        retried: int = 0,
        bytes_received: int = 0,
        bytes_sent: int = 0,
        done: int = 0,
        errors: Mapping[str, int] | None = None,
        within: Sequence[int] | None = None,
        response: Histogram | None = None,
        service: Histogram | None = None,
        wait: Histogram | None = None,
        lateness: Histogram | None = None,
        apdex: ApdexCounts | None = None,
    ) -> Self: ...
    def add(self, counts: Delta | Tally) -> None:
        """Adds counts and times: those of a Delta of the engine without a copy of its histograms."""
    def add_counts(self, counts: Delta | Tally) -> None:
        """Adds counts without their times."""
    def add_all(
        self,
        deltas: Iterable[Delta],
        begin: int = 0,
        end: int | None = None,
        operations: int | None = None,
        *,
        responses_only: bool = False,
    ) -> None:
        """Adds those due from second `begin` and before `end`, of the first `operations` operations.

        With `responses_only` the other three times are left out.
        """
    @staticmethod
    def add_each(
        tallies: Sequence[Tally],
        parts: Iterable[tuple[Iterable[Delta], int, int | None]],
        *,
        responses_only: bool = False,
    ) -> None:
        """Adds deltas to the tallies of their operations: of each part those due from its second and before its other.

        Many ticks at once take less time than one after the other. Raises IndexError for an operation without a tally.
        """
    @staticmethod
    def by_second(deltas: Iterable[Delta], operations: int | None = None) -> list[tuple[int, Tally]]:
        """The counts of each due second, without their times, of the first `operations` operations; ascending."""
    def pack(self) -> None:
        """Takes a few kilobytes in place of some ten, until more is added."""
    @property
    def due(self) -> int: ...
    @property
    def sent(self) -> int: ...
    @property
    def completed(self) -> int: ...
    @property
    def dropped(self) -> int: ...
    @property
    def cut(self) -> int: ...
    @property
    def retried(self) -> int: ...
    @property
    def bytes_received(self) -> int: ...
    @property
    def bytes_sent(self) -> int: ...
    @property
    def done(self) -> int: ...
    @property
    def errors(self) -> dict[str, int]: ...
    @property
    def within(self) -> list[int]: ...
    @property
    def response(self) -> Histogram: ...
    @property
    def service(self) -> Histogram: ...
    @property
    def wait(self) -> Histogram: ...
    @property
    def lateness(self) -> Histogram: ...
    @property
    def apdex(self) -> ApdexCounts | None:
        """None where nothing that was added has counts of Apdex."""

@final
class ApdexCounts:
    """Calls of one operation, or of several, by what Apdex makes of them, for each of 32 groups of users.

    A group has the users whose number is the same modulo 32. Calls that the end of a trial left open before 4T are in
    no count; calls that failed, were dropped, or were older than 4T at the end are in `due` alone.

    >>> counts = ApdexCounts([2] + [0] * 31, [1] + [0] * 31, [1] + [0] * 31)
    >>> (counts + counts).satisfied[0], ApdexCounts.from_bytes(counts.to_bytes()) == counts
    (2, True)
    """

    def __new__(cls, due: Sequence[int], satisfied: Sequence[int], tolerating: Sequence[int]) -> Self:
        """Raises ValueError where a column has not 32 numbers, or a group more calls within 4T than calls."""
    @property
    def due(self) -> list[int]: ...
    @property
    def satisfied(self) -> list[int]:
        """Completed within T, inclusive."""
    @property
    def tolerating(self) -> list[int]:
        """Completed after T and within 4T, inclusive."""
    def __add__(self, other: Self, /) -> Self: ...
    def __radd__(self, other: Self, /) -> Self: ...
    def to_bytes(self) -> bytes:
        """A few bytes for each group that has calls."""
    @staticmethod
    def from_bytes(data: bytes) -> ApdexCounts:
        """Raises ValueError for bytes that `to_bytes` did not write."""

@final
class Delta:
    """What one tick adds to the window of one due second and one operation (summed over shards).

    Counts close: due = sent + dropped + waiting; sent = completed + errors + cut + open, with nothing waiting or
    open once the trial ended.
    """

    second: int
    """Due second, from the start of the trial."""
    operation: int
    """Index of the operation in the plan; flows follow the operations."""
    due: int
    sent: int
    completed: int
    dropped: int
    cut: int
    retried: int
    """Calls sent a second time, as a reused connection ended before the answer began; no calls of their own."""
    bytes_received: int
    """Bytes of HTTP, as `bytes_sent`: of all calls, however they ended; 0 of a simulated service."""
    bytes_sent: int
    errors: dict[str, int]
    """Errors by kind, as `error_kinds` lists them: `timeout`, `refused`, `redirect`, `status-503`, `check-NAME`, ..."""
    within: list[int]
    """Completed calls whose response did not exceed threshold i of the plan."""
    done: int
    """Calls completed in this second, by completion time."""
    def __new__(
        cls,
        second: int,
        operation: int = 0,
        *,
        due: int = 0,
        sent: int = 0,
        completed: int = 0,
        dropped: int = 0,
        cut: int = 0,
        retried: int = 0,
        bytes_received: int = 0,
        bytes_sent: int = 0,
        errors: Mapping[str, int] | None = None,
        within: Sequence[int] | None = None,
        done: int = 0,
        response: Histogram | None = None,
        service: Histogram | None = None,
        wait: Histogram | None = None,
        lateness: Histogram | None = None,
        apdex: ApdexCounts | None = None,
    ) -> Self: ...
    @property
    def response(self) -> Histogram:
        """Made anew each time that it is asked for, as the next three: `Tally.add` takes them as they are."""
    @property
    def service(self) -> Histogram: ...
    @property
    def wait(self) -> Histogram: ...
    @property
    def lateness(self) -> Histogram: ...
    @property
    def apdex(self) -> ApdexCounts | None:
        """None where the operation has no target time, or nothing of it was settled."""

@final
class Stall:
    """A stretch of 50 ms and more in which a shard did not do what it should have; s from the start of the trial."""

    begin_s: float
    """When its loop should have woken: for a call that was due, a timeout, the first answer."""
    end_s: float
    """When it had caught up with what had happened."""
    oldest_due_s: float
    """When the oldest call that was open meanwhile had been due; `begin_s` where none was."""
    cause: str
    """`starved` (ready to run, without a processor), `busy` (at work), `stopped` (neither) or `unknown`."""

@final
class ShardReading:
    """What one shard said of itself at a tick."""

    shard: int
    cpu_s: float
    """CPU seconds that the shard's thread used since the trial began."""
    in_flight: int
    """Calls sent and not yet settled."""
    waiting: int
    """Calls due and not yet sent."""
    connections: int
    longest_turn_ms: float
    """By how much a pass of the run loop ended late at most, stalls apart: so late an answer may have been noticed."""
    stalls: list[Stall]
    """Those that ended since the last tick."""
    sessions: int
    """Users and open flows that are under way."""
    users: int
    """Users that have joined and are past the steps before their first flow."""
    lateness: Histogram
    """Lateness of the calls that this shard sent since the last tick."""
    phases: dict[str, Histogram]
    """Since the last tick: `connect` and `tls` of connections, `first_byte` and `transfer` of answered calls,
    `reused_idle` of reused connections that ended before the answer began: idle time before the call."""
    faults: dict[str, int]
    """The generator's own limits that were hit: `descriptors`, `ports`, `connections`."""

@final
class FailedReply:
    """A reply that was not as its operation expects: the first three of each operation, kind and shard in a trial."""

    operation: int
    """Index of the operation in the plan."""
    kind: str
    """As in `Delta.errors`: `status-503`, `check-NAME`, `extract-VARIABLE`, ..."""
    due_s: float
    """When its call was due, from the start of the trial."""
    service_ms: float
    head: bytes
    """Status line and headers: at most 2048 bytes of what was kept."""
    body: bytes
    """At most 2048 bytes of what was kept."""
    body_bytes: int
    """Bytes that the body had."""

@final
class Tick:
    """The deltas of one second of a trial."""

    second: int
    """The tick ends this second of the trial (0-based)."""
    deltas: list[Delta]
    failed_replies: list[FailedReply]
    shards: list[ShardReading]
    service: dict[str, float]
    """What a simulated service said of itself at the end of the second; empty for sockets.

    `memory_bytes` (live set and garbage), `live_set_bytes` (after the last collection), `busy_workers`,
    `queued_calls`, `alive` (1 or 0).
    """
    last: bool
    """True for the closing tick, after the drain: every call is settled."""

@final
class Generator:
    """Shards with their connections, kept warm over the trials of a run.

    `plan` is the JSON text of a frozen plan. Connections take file descriptors below `descriptors` alone, and are at
    most `room` where the plan has no limit. Raises PlanError, or EngineError if the system refuses what shards need.

    A plan with a simulated target runs in virtual time, and only as far as it is asked: while one tick is looked at,
    the next second is run and no other, but for what `run_ahead` allows. A signal that is raised after tick n acts at
    the end of second n + 1.
    """

    def __new__(cls, plan: str, descriptors: int | None = None, room: int | None = None) -> Generator: ...
    def start(self, trial: str) -> None:
        """Begins a trial (JSON text: arrivals, segments, seed, drain). Raises PlanError, or EngineError if one runs."""
    def tick(self, timeout_s: float) -> Tick | None:
        """Waits without the GIL for a tick, at most `timeout_s`, else None. Raises EngineError if a shard failed."""
    def run_ahead(self, second: int) -> None:
        """Promises no signal before the tick of `second` was taken, so that virtual time need not wait for others.

        The ticks are the same; a signal that comes all the same acts after `second`. Sockets never wait.
        """
    def stop(self) -> None:
        """Ends the trial now: nothing more is due, open calls are cut, a last tick follows."""
    def finish(self) -> None:
        """Ends the plateau now: nothing more is due; open calls may still be answered; a last tick follows."""
    def dismiss_users(self) -> None:
        """Ends the sessions of all users between trials: those of the next trial join anew.

        Raises EngineError while a trial is under way.
        """
    def restart_service(self) -> None:
        """Starts the simulated service anew between trials: cold, empty, its memory at its base.

        Raises EngineError while a trial is under way, and where the service is not a simulated one.
        """
    def slow_service(self, factor: float) -> int:
        """Multiplies the service times of a simulated service, for calls that begin from a second of the trial on.

        Returns that second, the first one that the engine has no leave to run: two after the last tick that was taken,
        later where it may run ahead, and 0 between trials. 1 ends it, as does `restart_service`. Raises PlanError for
        a factor outside of 1e-6 to 1e6, and EngineError where the service is not a simulated one.
        """
    def close(self) -> None:
        """Stops the shards and closes their connections."""

@final
class GcLogReader:
    """Reads a log of garbage collections block by block."""

    def __new__(cls) -> Self: ...
    def events(self, block: bytes, clock: str | None) -> list[tuple[str, float | None, tuple[Any, ...]]]:
        """What each line says happened: tuples of its kind, its time in s, and what is told.

        `clock` is `uptime`, `millis`, `nanos` or `date`; without one there are no times. Raises ValueError for another.
        What a collection says of the old generation goes with its pause, which may stand in a later block.
        """
    def begin_file(self) -> None:
        """Start another file of the log: its lines are counted from 1."""
    def finish(self) -> tuple[int, tuple[int, bytes] | None]:
        """End the log.

        Return the number of pauses and collections without an end, and the number and text of the line of the first.
        """

def check_json_path(text: str) -> None:
    """Raises ValueError unless `text` is a JSON path (RFC 9535) as the engine reads it.

    Its arguments are what is wrong with it; or, of one that could take a reply too long, why and what to write instead.
    """

def check_regex(text: str) -> None:
    """Raises ValueError, saying what is wrong, unless `text` is a regular expression as the engine reads it."""

def error_kinds() -> tuple[list[str], list[str]]:
    """Names of all error kinds: the fixed names, and the prefixes of kinds that end with a status or a name.

    Every key of `Delta.errors` is one of the names or begins with one of the prefixes.

    >>> names, prefixes = error_kinds()
    >>> "redirect" in names, prefixes
    (True, ['status-', 'check-', 'extract-'])
    """

def gc_log_seconds(line: bytes, clock: str) -> float | None:
    """When a line of such a log was written, by the decoration of this kind; None where it has none.

    Raises ValueError for a clock that is not known.
    """

def heap_dump(path: str, allowed_bytes: int) -> str:
    """What a heap dump of a JVM (HPROF, plain or in gzip) says, as JSON of the form of `jvm.heap.dump.HeapDump`.

    Takes at most about `allowed_bytes` of memory. Raises OSError where the file cannot be read, ValueError where it is
    no such dump, and MemoryError with the bytes that it would need where not even its objects find room.
    """

def run_link(listen_port: int, upstream: str, control: PathLike[str]) -> None:
    """Pass connections to `listen_port` of 127.0.0.1 and ::1 on to `upstream`, HOST:PORT, until the process ends.

    Orders come on the Unix socket `control`, a line of JSON each; `crates/loadproof-link/src/order.rs` says every key.
    Python hears no signal meanwhile. Raises OSError if the link cannot be opened, or cannot go on.
    """

def try_handshake(target: str, timeout_s: float) -> tuple[str, str] | None:
    """Makes one TLS handshake with the first address of a target, as a load would, and sends no request.

    `target` is the JSON text of the plan's target. Returns None where the handshake succeeds or TLS is not spoken, else
    the error kind and a detail: the names in the certificate (`tls-wrong-name`), the limit of its validity in seconds
    since 1970 (`tls-expired`, `tls-not-yet-valid`), otherwise a text of the TLS library or empty. The kind of a silent
    target is `timeout`. Raises PlanError.
    """
