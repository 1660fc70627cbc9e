"""Named causes: what a trial shows, and what may be supposed of it (docs/causes.md gives every rule)."""

from collections.abc import Sequence
from dataclasses import replace

from loadproof.findings.availability import availability
from loadproof.findings.collector import collector, growing_pauses
from loadproof.findings.connection_pool import connection_pool, exhausted_pools
from loadproof.findings.consequences import with_roles, without_consequences
from loadproof.findings.database import database
from loadproof.findings.disk import disk
from loadproof.findings.generator import generator
from loadproof.findings.growing_counts import growing_counts
from loadproof.findings.machines import machines
from loadproof.findings.memory import leaks, memory
from loadproof.findings.processor import processor
from loadproof.findings.queueing import queueing
from loadproof.findings.redis_thread import redis_thread
from loadproof.findings.standstill import standstill
from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.findings.worker_threads import worker_threads
from loadproof.jvm.threads.causes import blocked_threads
from loadproof.model.message import Message, listed
from loadproof.records.finding import Cause, Finding

__all__ = ["causes_of", "shown_beside"]

_RULES = (
    availability,
    memory,
    processor,
    machines,
    collector,
    standstill,
    disk,
    database,
    redis_thread,
    connection_pool,
    blocked_threads,
    worker_threads,
    queueing,
    generator,
)
_ORDER = list[str](Cause)
_SHORTEST_TREND_S = 1800.0
"""Warm-ups, idle timeouts of pools and most caches are over by then: in a shorter hold they rise along a line, too."""


def causes_of(failed: TrialEvidence, passed: TrialEvidence | None = None) -> list[Finding]:
    """Facts, then hypotheses, each with the strongest first; of a trial that is not valid facts alone.

    `passed` is the nearest lower trial that passed: its figures stand beside those of the failed one. A rule whose
    series was not read is silent. Where hypotheses differ, each names the others. `findings/consequences.py` decides
    which findings explain the failure.
    """
    found = [finding for rule in _RULES for finding in rule(failed, passed)]
    found = with_roles(failed, sorted(found, key=lambda finding: _ORDER.index(finding.cause)))
    facts = [finding for finding in found if finding.kind == "fact"]
    if failed.state == "invalid":
        return facts
    hypotheses = [finding for finding in found if finding.kind == "hypothesis"]
    return [*facts, *_compared(without_consequences(facts, hypotheses))]


def shown_beside(held: TrialEvidence) -> list[Finding]:
    """Return findings on a hold or a soak that passed: facts, then hypotheses, each with the strongest first.

    Only certain findings are returned, because a finding that explains a failed trial may be harmless in a passed one.
    If the span is shorter than half an hour, only the memory trends from the judge of a soak count as trends.
    """
    begin_s, end_s = held.span or (0.0, 0.0)
    is_long = end_s - begin_s >= _SHORTEST_TREND_S
    found = leaks(held) if is_long or held.lines is not None else []
    if is_long:
        found += [*growing_counts(held), *growing_pauses(held)]
    found += [*exhausted_pools(held), *blocked_threads(held, None)]
    found.sort(key=lambda finding: _ORDER.index(finding.cause))
    return sorted(found, key=lambda finding: finding.kind == "hypothesis")


def _compared(hypotheses: Sequence[Finding]) -> list[Finding]:
    causes = list(dict.fromkeys(finding.cause for finding in hypotheses))
    if len(causes) < 2:
        return list(hypotheses)
    compared = []
    for finding in hypotheses:
        others = listed([Cause(cause).words for cause in causes if cause != finding.cause])
        text = Message("hypothesis-among-others", hypothesis=finding.text, others=others)
        compared.append(replace(finding, text=text))
    return compared
