"""Series of one trial by blocks of seconds, for the effects of its injections: all calls together, and resources."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from loadproof._engine import Histogram
from loadproof.judge.apdex import apdex_rows
from loadproof.judge.injection_effect import BlockSeries
from loadproof.model.series import known_series
from loadproof.store.reader import RunReader
from loadproof.store.record import TrialRecord

__all__ = ["effect_series"]

_MOST_RESOURCES = 12
_MOST_OF_A_NAME = 4
"""Probes of each kind whose series are told: a stand of many services would leave no room for its database."""
_MOST_BLOCKS = 50_000
"""Blocks of 10 s of five days; a store of other people may say that a trial lasted for centuries."""
_P95 = 0.95
_RESOURCES: Sequence[tuple[str, str]] = (
    ("process", "cpu_cores"),
    ("host", "cpu_busy_share"),
    ("node", "cpu_busy_share"),
    ("cgroup", "throttled_share"),
    ("postgres", "sessions_active"),
    ("mariadb", "sessions_active"),
    ("postgres", "sessions_waiting_lock"),
    ("mariadb", "sessions_waiting_lock"),
    ("redis", "main_thread_cores"),
    ("simulated", "queued_calls"),
    ("process", "pss_mib"),
    ("host", "memory_used_mib"),
    ("host", "disk_busy_share"),
    ("host", "disk_written_mib_per_s"),
    ("node", "disk_busy_share"),
    ("java", "gc_pause_share"),
    ("postgres", "statement_ms"),
    ("simulated", "busy_workers"),
    ("host", "network_busy_share"),
)
"""Kind of a probe and name of its series, the most telling first; a machine and its services are full of others."""


@dataclass(slots=True)
class _CountedBlocks:
    """Seconds of each block that are counted, and the seconds that are left out."""

    block_s: int
    left_out: frozenset[int]
    seconds: defaultdict[int, int] = field(default_factory=lambda: defaultdict(int))

    def block_of(self, second: int, seconds: int) -> int | None:
        """Return the block that has all of `seconds` from `second` on; None: none has, or they are left out."""
        block = second // self.block_s
        is_in_one = 0 <= block < _MOST_BLOCKS and (second + seconds - 1) // self.block_s == block
        return block if is_in_one and (seconds > 1 or second not in self.left_out) else None

    def is_whole(self, block: int) -> bool:
        """Return True if at least half of the seconds of a block were counted."""
        return 2 * self.seconds[block] >= self.block_s

    def series(self, metric: str, unit: str, values: dict[int, float], is_better_high: bool | None) -> BlockSeries:
        """Return the values of whole blocks, from the start of the trial."""
        last = max(values, default=-1)
        found = [values.get(block) if self.is_whole(block) else None for block in range(last + 1)]
        return BlockSeries(metric, unit, is_better_high, tuple(found))


def effect_series(
    reader: RunReader, record: TrialRecord, block_s: int, left_out_s: Iterable[Sequence[int]]
) -> list[BlockSeries]:
    """Return the series of a trial by blocks of `block_s` seconds from its start.

    They are the p95 of the response times in ms, Apdex if an operation has a target time, the share of due calls that
    failed, calls completed per second, and up to 12 series of resources. A block with less than half of its seconds has
    no value: `left_out_s`, as [begin, end), and seconds that were rolled up are in none. Raises RunDirectoryError.
    """
    # An end from other people's stores may be centuries away.
    longest_s = _MOST_BLOCKS * block_s
    seconds = (range(max(0, begin), min(end, longest_s)) for begin, end in left_out_s)
    left_out = frozenset(second for one in seconds for second in one)
    calls = list(_calls(reader, record, _CountedBlocks(block_s, left_out)))
    return [*calls, *_resources(reader, record, block_s, left_out)]


def _calls(reader: RunReader, record: TrialRecord, blocks: _CountedBlocks) -> Iterator[BlockSeries]:
    due, completed, done = defaultdict[int, int](int), defaultdict[int, int](int), defaultdict[int, int](int)
    p95_ms: dict[int, float] = {}
    merged, open_block, last = Histogram(), -1, -1
    calls = reader.description.calls

    def close() -> None:
        value_ms = merged.quantile_ms(_P95)
        if math.isfinite(value_ms):
            p95_ms[open_block] = value_ms

    with reader.damage_named():
        for row in reader.responses(record.number):
            block = blocks.block_of(row.second, row.seconds)
            if block is None or row.operation >= calls:
                continue
            if block != open_block:
                close()
                merged, open_block = Histogram(), block
            if row.second != last:
                last = row.second
                blocks.seconds[block] += row.seconds
            due[block] += row.due
            completed[block] += row.completed
            done[block] += row.done
            if row.response is not None:
                merged.merge_blob(row.response)
        close()
    yield blocks.series("p95_ms", "ms", p95_ms, is_better_high=False)
    apdex = _apdex(reader, record, blocks)
    if apdex is not None:
        yield blocks.series("apdex", "", apdex, is_better_high=True)
    failed = {block: 1.0 - completed[block] / due[block] for block in due if due[block]}
    yield blocks.series("error_share", "share", failed, is_better_high=False)
    rates = {block: done[block] / seconds for block, seconds in blocks.seconds.items() if seconds}
    yield blocks.series("rate_per_s", "1/s", rates, is_better_high=True)


def _apdex(reader: RunReader, record: TrialRecord, blocks: _CountedBlocks) -> dict[int, float] | None:
    """Return the score of each block, of all operations with a target time together; None: no operation has one."""
    rows = apdex_rows(reader.description.operations, record.trial.user_kinds)
    names = {row.name for row in reader.description.operations if row.kind == "operation" and row.name in rows}
    if not names:
        return None
    due, points = defaultdict[int, int](int), defaultdict[int, float](float)
    for second, seconds, name, counts in reader.apdex_seconds(record.number):
        block = blocks.block_of(second, seconds)
        if block is not None and name in names:
            due[block] += sum(counts.due)
            points[block] += sum(counts.satisfied) + sum(counts.tolerating) / 2.0
    return {block: points[block] / due[block] for block in due if due[block]}


def _resources(reader: RunReader, record: TrialRecord, block_s: int, left_out: frozenset[int]) -> Iterator[BlockSeries]:
    chosen = _chosen(reader.series_names())
    units = {(probe, name): unit for probe, name, unit in reader.series_names()}
    sums: dict[tuple[str, str], defaultdict[int, float]] = {key: defaultdict(float) for key in chosen}
    blocks = {key: _CountedBlocks(block_s, left_out) for key in chosen}
    names = {name for _, name in chosen}
    for probe, name, at_s, value in reader.readings_of_trial(record, names):
        own = blocks.get((probe, name))
        if own is not None and math.isfinite(at_s):
            block = own.block_of(math.floor(at_s), 1)
            if block is not None:
                own.seconds[block] += 1
                sums[probe, name][block] += value
    for (probe, name), own in blocks.items():
        means = {block: total / own.seconds[block] for block, total in sums[probe, name].items()}
        if any(own.is_whole(block) for block in means):
            yield own.series(f"{probe} {name}", units[probe, name], means, is_better_high=None)


def _chosen(present: Sequence[tuple[str, str, str]]) -> list[tuple[str, str]]:
    """Return (probe, name) of the series that tell most of a machine, its services and databases."""
    found = [
        (probe, name)
        for kind, name in _RESOURCES
        for probe in [probe for probe, own, _ in present if own == name and probe.partition(":")[0] == kind][
            :_MOST_OF_A_NAME
        ]
        if known_series(probe, name) is not None
    ]
    return found[:_MOST_RESOURCES]
