"""Healthy databases of every kind are not blamed, and a fault is named in nearly every database that has it.

The thresholds were chosen from single cases (docs/causes.md), not from these draws, whose ranges are wider: servers of
1 to 96 processors, tables of 5 to 100 million rows, intervals of 30 s to 5 minutes. First draws, of other seeds, moved
three thresholds: bytes to files of temporary tables, scans by unknown statements, and one checkpoint less.
"""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from loadproof.postgres.causes import database_causes
from loadproof.records.database_activity import DatabaseActivity
from loadproof.records.finding import Cause

from .random_databases import FAULTS, faulty, healthy, without_statements

HEALTHY = 1_000
FAULTY = 200
LEAST_NAMED = 0.95
SEED = 51_000_000


def named(now: DatabaseActivity, before: DatabaseActivity | None = None) -> set[str]:
    """Return the causes of the facts."""
    return {finding.cause for finding in database_causes(now, before, 1) if finding.kind == "fact"}


def test_a_thousand_healthy_databases_have_no_cause() -> None:
    wrong: Counter[str] = Counter()
    for number in range(HEALTHY):
        wrong.update(named(healthy(Random(SEED + number))))
    assert wrong == {}


def test_healthy_databases_beside_another_one_that_passed_have_no_cause() -> None:
    wrong: Counter[str] = Counter()
    for number in range(HEALTHY // 4):
        draw = Random(-SEED - number)
        wrong.update(named(healthy(draw), healthy(draw)))
    assert wrong == {}


def test_healthy_databases_without_statements_have_no_cause() -> None:
    wrong: Counter[str] = Counter()
    for number in range(HEALTHY // 4):
        wrong.update(named(without_statements(healthy(Random(SEED // 2 + number)))))
    assert wrong == {}


def test_healthy_databases_are_not_all_alike() -> None:
    drawn = [healthy(Random(SEED + number)) for number in range(HEALTHY)]
    assert sum(one.levels.waiting_lock > 0 for one in drawn) > HEALTHY / 5
    assert sum(any(use.jit_ms > 0.3 * use.execution_ms for use in one.statements) for one in drawn) > HEALTHY / 10
    assert sum(one.counts.relations_created > 0 for one in drawn) > HEALTHY / 3
    assert sum(one.counts.checkpoints_requested > 0 for one in drawn) > HEALTHY / 5
    assert sum(any(scan.rows_read > 1e6 * scan.scans for scan in one.scans) for one in drawn) > HEALTHY / 5
    assert sum(bool(one.abandoned) for one in drawn) > HEALTHY / 20


@pytest.mark.parametrize("cause", FAULTS)
def test_a_fault_is_named_in_nearly_every_database(cause: Cause) -> None:
    draws = [faulty(Random(SEED + number), cause) for number in range(FAULTY)]
    found = [named(one) for one in draws]
    assert sum(cause in causes for causes in found) >= LEAST_NAMED * FAULTY
    others = Counter(other for causes in found for other in causes - {cause})
    # Work that nobody waits for queues for the processors, too.
    allowed = {Cause.DATABASE_SESSIONS} if cause is Cause.DATABASE_ABANDONED else set()
    assert {other for other, times in others.items() if times > (1.0 - LEAST_NAMED) * FAULTY} <= allowed


@pytest.mark.parametrize("cause", FAULTS)
def test_a_fault_is_named_beside_the_trial_that_passed_and_supposed(cause: Cause) -> None:
    right = 0
    for number in range(FAULTY // 2):
        draw = Random(SEED * 3 + number)
        now, before = faulty(draw, cause), healthy(draw)
        found = database_causes(now, replace(before, service=now.service), 1)
        right += any(finding.cause == cause and finding.kind == "hypothesis" for finding in found)
    assert right >= LEAST_NAMED * FAULTY / 2
