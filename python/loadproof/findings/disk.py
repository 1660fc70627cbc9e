"""Waiting of the services for a disk."""

from loadproof.findings.passed_beside import figures, passed_words
from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.model.message import Message, share
from loadproof.records.finding import Cause, Evidence, Finding, Unit, fact, hypothesis

__all__ = ["disk"]

_BUSY = 0.7
_MOST_IOWAIT = 0.15
_LEAST_PART = 0.1
"""A service that moved less than a tenth of what the disk moved is not who keeps it busy."""
_LEAST_MIB_PER_S = 0.05


def disk(failed: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    """A fact per busy disk, or on waiting for disks where none shows as busy; hypotheses on services that use it."""
    busy = {name: share for name, share in failed.host_parts("disk_", "_busy_share").items() if share >= _BUSY}
    if not busy:
        return _waiting(failed, passed)
    findings = []
    for name, of_time in sorted(busy.items()):
        before = passed.settled("host", f"disk_{name}_busy_share") if passed else None
        of_passed = _percent(before)
        beside = passed_words(passed, of_passed, Unit.PERCENT)
        text = Message("disk-was-busy", disk=name, share=share(of_time), beside=beside)
        moved = sum(failed.settled("host", f"disk_{name}_{way}_mib_per_s") or 0.0 for way in ("written", "read"))
        evidence = [
            *figures(Message("evidence-disk-busy", disk=name), 100 * of_time, Unit.PERCENT, passed, of_passed),
            Evidence(Message("evidence-disk-moved", disk=name), moved, Unit.MEBIBYTES_PER_SECOND),
        ]
        of = fact(failed.number, Cause.DISK_BUSY, text, *evidence)
        findings += [of, *_supposed(failed, of, moved)]
    return findings


def _waiting(failed: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    of_time = failed.settled("host", "iowait_share")
    if of_time is None or of_time < _MOST_IOWAIT:
        return []
    of_passed = _percent(passed.settled("host", "iowait_share") if passed else None)
    text = Message("cores-idle-for-disk", share=share(of_time), beside=passed_words(passed, of_passed, Unit.PERCENT))
    evidence = figures(Message("evidence-iowait"), 100 * of_time, Unit.PERCENT, passed, of_passed)
    of = fact(failed.number, Cause.DISK_BUSY, text, *evidence)
    return [of, *_supposed(failed, of, 0.0)]


def _supposed(failed: TrialEvidence, of: Finding, moved_mib_per_s: float) -> list[Finding]:
    """Hypotheses on the services whose own writing and reading is a notable part of what the disk moved."""
    findings = []
    for service in failed.service_names:
        own = sum(failed.settled(f"process:{service}", f"{way}_mib_per_s") or 0.0 for way in ("written", "read"))
        if own >= max(_LEAST_MIB_PER_S, _LEAST_PART * moved_mib_per_s):
            moved = Evidence(Message("evidence-service-moved", service=service), own, Unit.MEBIBYTES_PER_SECOND)
            supposed = Message("calls-wait-for-disk", service=service)
            findings.append(hypothesis(of, supposed, Message("test-faster-disk"), moved))
    return findings


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share
