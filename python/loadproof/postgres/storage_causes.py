"""Causes that the storage of a database shows: temporary tables, temporary space, checkpoints."""

import re

from loadproof.model.message import Message, duration, mebibytes, number, rate, share
from loadproof.postgres.activity_figures import (
    BLOCK_BYTES,
    MEBIBYTE,
    ActivityFigures,
    before_words,
    readable,
    said,
    with_before,
)
from loadproof.records.database_activity import StatementUse
from loadproof.records.finding import Cause, Evidence, Finding, Unit, fact, hypothesis

__all__ = ["full_temporary_space", "requested_checkpoints", "temporary_tables"]

_LEAST_CREATED_PER_S = 30.0
"""Tables, indexes and TOAST tables made a second."""
_LEAST_CREATED_OF_TRANSACTION = 0.1
"""The same for each transaction: a large server makes more of everything."""
_LEAST_DEFINITION_SHARE = 0.1
"""Share of the execution time of statements that only make, index, empty or drop tables."""
_LEAST_SPILLED_MIB_PER_S = 64.0
"""Temporary tables that go to their files: half of what one disk without a queue writes."""
_LEAST_SPILLING_SHARE = 0.25
"""Share of the execution time of the statements whose temporary tables go to files."""

_FULL_SHARE = 0.05
"""Free share of a file system from which it is full: ext4 keeps as much from all but root."""
_EXHAUSTED_SHARE = 0.01
"""Free share from which it does not matter how much temporary data was seen."""

_LEAST_CHECKPOINTS = 3
_STORM_S = 10.0
"""Mean time between checkpoints: PostgreSQL warns below 30 s (`checkpoint_warning`), and a bulk load of 30 MiB/s makes
one every 18 s at the default `max_wal_size` of 1 GiB without any harm."""
_COMPLETION_TARGET = 0.9
"""Default of `checkpoint_completion_target`: the WAL of so much of the next interval is still needed."""
_EXPLAINED = 0.5
"""Share of the WAL that requested checkpoints take which must have been written, else somebody asked for them."""

_DEFINES = re.compile(
    r"\s*(?:create\s+(?:(?:global|local)\s+)?temp(?:orary)?\s+table\b(?!.*\bas\b)"
    r"|create\s+(?:unique\s+)?index\b|drop\s+(?:table|index)\b|truncate\b)",
    re.I | re.S,
)
_MAKES_TEMPORARY = re.compile(
    r"\s*(?:create\s+(?:(?:global|local)\s+)?temp(?:orary)?\s+table\b|select\b.*\binto\s+temp(?:orary)?\b)", re.I | re.S
)


def temporary_tables(now: ActivityFigures, before: ActivityFigures | None, trial: int) -> list[Finding]:
    """Temporary tables that are made at a high rate, or that outgrow `temp_buffers` and go to their files."""
    if not _has_temporary(now):
        return []
    created_per_s = now.per_s(now.counts.relations_created)
    of_transaction = now.counts.relations_created / max(1, now.transactions)
    defining = now.share_of_time(sum(one.execution_ms for one in now.all_statements if _matches(_DEFINES, one)))
    spilling = [one for one in now.all_statements if one.local_blocks_written]
    spilled_mib_per_s = now.per_s(sum(one.local_blocks_written for one in spilling)) * BLOCK_BYTES / MEBIBYTE
    spilling_share = now.share_of_time(sum(one.execution_ms for one in spilling))
    is_churn = created_per_s >= _LEAST_CREATED_PER_S and (
        of_transaction >= _LEAST_CREATED_OF_TRANSACTION or defining >= _LEAST_DEFINITION_SHARE
    )
    spills = spilled_mib_per_s >= _LEAST_SPILLED_MIB_PER_S and spilling_share >= _LEAST_SPILLING_SHARE
    if not is_churn and not spills:
        return []
    was = None if before is None else before.per_s(before.counts.relations_created)
    evidence = [
        *with_before(Message("evidence-relations-created"), created_per_s, Unit.NONE, was),
        Evidence(Message("evidence-relations-of-transaction"), of_transaction),
        Evidence(Message("evidence-temporary-relations"), now.levels.temporary_relations),
        Evidence(Message("evidence-temporary-size"), now.levels.temporary_relation_bytes / MEBIBYTE, Unit.MEBIBYTES),
        Evidence(Message("evidence-definition-share"), 100.0 * defining, Unit.PERCENT),
        Evidence(Message("evidence-spilled"), spilled_mib_per_s, Unit.MEBIBYTES_PER_SECOND),
        Evidence(Message("evidence-spilling-share"), 100.0 * spilling_share, Unit.PERCENT),
    ]
    if now.settings is not None:
        buffers = now.settings.temp_buffers_bytes / MEBIBYTE
        evidence.append(Evidence(Message("evidence-setting", name="temp_buffers"), buffers, Unit.MEBIBYTES))
        evidence += said(Message("evidence-setting", name="temp_tablespaces"), now.settings.temp_tablespaces)
    if spilling:
        evidence += said(
            Message("evidence-spilling-statement"), max(spilling, key=lambda one: one.local_blocks_written).text
        )
    if is_churn:
        text = Message(
            "temporary-tables-made",
            database=now.database,
            created=rate(created_per_s),
            per_transaction=number(of_transaction),
            beside=before_words(before, was or 0.0, Unit.NONE),
        )
        supposed = Message("temporary-tables-cost", database=now.database)
        test = Message("test-fewer-temporary-tables")
    else:
        text = Message(
            "temporary-tables-spill",
            database=now.database,
            spilled=mebibytes(spilled_mib_per_s),
            share=share(spilling_share),
        )
        supposed = Message("temporary-tables-outgrow", database=now.database)
        test = Message("test-temp-buffers")
    of = fact(trial, Cause.DATABASE_TEMPORARY_TABLES, text, *evidence)
    return [of, hypothesis(of, supposed, test)]


def full_temporary_space(now: ActivityFigures, before: ActivityFigures | None, trial: int) -> list[Finding]:
    """File system of temporary tables and sorts with next to nothing free, and what fills it."""
    space = now.activity.temporary_space
    if space is None or space.size_bytes <= 0:
        return []
    free = min(1.0, space.least_free_bytes / space.size_bytes)
    temporary_bytes = now.levels.temporary_relation_bytes + now.counts.temporary_bytes
    if free > _EXHAUSTED_SHARE and (free > _FULL_SHARE or space.least_free_bytes > temporary_bytes):
        return []
    tablespace = readable(space.tablespace, 100)
    was = None if before is None else before.activity.temporary_space
    was_free = None if was is None or was.size_bytes <= 0 else was.least_free_bytes / MEBIBYTE
    text = Message(
        "temporary-space-full",
        database=now.database,
        tablespace=tablespace,
        free=mebibytes(space.least_free_bytes / MEBIBYTE),
        size=mebibytes(space.size_bytes / MEBIBYTE),
        rollbacks=rate(now.per_s(now.counts.rollbacks)),
    )
    name = Message("evidence-temporary-space-free", tablespace=tablespace)
    evidence = [
        *with_before(name, space.least_free_bytes / MEBIBYTE, Unit.MEBIBYTES, was_free),
        Evidence(Message("evidence-temporary-space-free-share"), 100.0 * free, Unit.PERCENT),
        Evidence(Message("evidence-temporary-size"), now.levels.temporary_relation_bytes / MEBIBYTE, Unit.MEBIBYTES),
        Evidence(Message("evidence-temporary-files-size"), now.counts.temporary_bytes / MEBIBYTE, Unit.MEBIBYTES),
        Evidence(Message("evidence-rollbacks"), now.per_s(now.counts.rollbacks), Unit.NONE),
    ]
    writers = [one for one in now.activity.statements if one.local_blocks_written + one.temporary_blocks_written]
    if writers:
        most = max(writers, key=lambda one: one.local_blocks_written + one.temporary_blocks_written)
        evidence += said(Message("evidence-temporary-writer"), most.text)
    of = fact(trial, Cause.DATABASE_TEMPORARY_SPACE, text, *evidence)
    if was is not None and was.size_bytes > 0 and was.least_free_bytes / was.size_bytes <= free:
        return [of]
    supposed = Message("temporary-space-ran-out", database=now.database, tablespace=tablespace)
    return [of, hypothesis(of, supposed, Message("test-larger-temporary-space", tablespace=tablespace))]


def requested_checkpoints(now: ActivityFigures, before: ActivityFigures | None, trial: int) -> list[Finding]:
    """Checkpoints that come one after the other because the WAL outgrows `max_wal_size`."""
    settings, counts = now.settings, now.counts
    requested = counts.checkpoints_requested
    if requested < _LEAST_CHECKPOINTS or requested <= counts.checkpoints_timed or now.duration_s <= 0.0:
        return []
    # One of them may be that of a backup, and as many intervals as checkpoints may be cut at the ends.
    if now.duration_s / (requested - 1) > _STORM_S:
        return []
    between_s = now.duration_s / requested
    wal_mib_per_s = now.per_s(counts.wal_bytes) / MEBIBYTE
    if settings is not None and not _explains(counts.wal_bytes, requested, settings.max_wal_size_bytes):
        return []
    text = Message(
        "checkpoints-requested",
        database=now.database,
        between=duration(between_s),
        written=mebibytes(wal_mib_per_s),
    )
    was = None if before is None else before.per_s(before.counts.checkpoints_requested)
    evidence = [
        *with_before(Message("evidence-checkpoints-requested"), now.per_s(requested), Unit.NONE, was),
        Evidence(Message("evidence-checkpoints-timed"), counts.checkpoints_timed),
        Evidence(Message("evidence-between-checkpoints"), between_s, Unit.SECONDS),
        Evidence(Message("evidence-wal"), wal_mib_per_s, Unit.MEBIBYTES_PER_SECOND),
        Evidence(
            Message("evidence-checkpoint-blocks"),
            now.per_s(counts.blocks_written_by_checkpoints) * BLOCK_BYTES / MEBIBYTE,
            Unit.MEBIBYTES_PER_SECOND,
        ),
    ]
    test = Message("test-larger-wal")
    if settings is not None:
        evidence += [
            Evidence(
                Message("evidence-setting", name="max_wal_size"), settings.max_wal_size_bytes / MEBIBYTE, Unit.MEBIBYTES
            ),
            Evidence(
                Message("evidence-setting", name="checkpoint_timeout"), settings.checkpoint_timeout_s, Unit.SECONDS
            ),
        ]
        needed_mib = wal_mib_per_s * settings.checkpoint_timeout_s * (1.0 + _COMPLETION_TARGET)
        if needed_mib * MEBIBYTE > settings.max_wal_size_bytes:
            evidence.append(Evidence(Message("evidence-wal-needed"), needed_mib, Unit.MEBIBYTES))
            test = Message("test-wal-size", size=mebibytes(needed_mib))
    of = fact(trial, Cause.DATABASE_CHECKPOINTS, text, *evidence)
    return [of, hypothesis(of, Message("checkpoints-write-twice", database=now.database), test)]


def _has_temporary(now: ActivityFigures) -> bool:
    """Return True if temporary tables were seen: other tables are made, too, by a migration or by partitions."""
    return now.levels.temporary_relations > 0.0 or any(
        _matches(_MAKES_TEMPORARY, one) or one.local_blocks_written for one in now.all_statements
    )


def _matches(pattern: re.Pattern[str], one: StatementUse) -> bool:
    return one.text is not None and pattern.match(readable(one.text)) is not None


def _explains(wal_bytes: int, requested: int, max_wal_size_bytes: int) -> bool:
    """Return True if the WAL that was written is reason enough for that many checkpoints, or is not known."""
    of_each = max_wal_size_bytes / (1.0 + _COMPLETION_TARGET)
    return not wal_bytes or wal_bytes >= _EXPLAINED * requested * of_each
