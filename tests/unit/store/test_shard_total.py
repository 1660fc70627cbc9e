"""A minute of a shard, which the roll-up and the fold of virtual time add up by this one rule."""

import sqlite3

from loadproof.store.rows import INSERT_SHARD, shard_of, shard_row
from loadproof.store.schema import SCHEMA_VERSION, tables_of
from loadproof.store.shard_total import ShardTotal

from .made_run import MadeShardReading, histogram_of

SECONDS = (
    MadeShardReading(1, 0.5, 7, 2, 9, longest_turn_ms=3.0, lateness=histogram_of(0.02, 5.0), faults={"ports": 2}),
    MadeShardReading(1, 0.9, 4, 0, 9, longest_turn_ms=8.0, faults={"descriptors": 1}),
    MadeShardReading(1, 1.4, 5, 1, 8, longest_turn_ms=0.5, lateness=histogram_of(0.03), faults={"ports": 1}),
)


def test_a_minute_is_its_last_second_with_lateness_merged_faults_summed_and_the_longest_turn_of_all() -> None:
    total = ShardTotal()
    for second, reading in enumerate(SECONDS, start=60):
        total.add(second, reading)
    minute = (1.4, 5, 1, 8)
    assert (total.cpu_s, total.in_flight, total.waiting, total.connections) == minute
    assert total.longest_turn_ms == 8.0
    assert total.faults == {"ports": 3, "descriptors": 1}
    assert total.lateness.buckets() == histogram_of(0.02, 5.0, 0.03).buckets()


def test_stored_seconds_add_up_to_the_row_that_seconds_under_way_do() -> None:
    connection = sqlite3.connect(":memory:")
    connection.row_factory = sqlite3.Row
    connection.executescript(tables_of(SCHEMA_VERSION))
    under_way, stored = ShardTotal(), ShardTotal()
    for second, reading in enumerate(SECONDS, start=60):
        under_way.add(second, reading)
        connection.execute(INSERT_SHARD, shard_row(3, second, reading))
    for row in connection.execute("SELECT * FROM shard ORDER BY tick_second"):
        found = shard_of(row)
        stored.add(found.second, found)
    assert stored.row(3) == under_way.row(3)
    assert stored.row(3)[:3] == (3, 62, 1)
    connection.close()
