"""Waiting of the services for a disk."""

from loadproof.findings.finding import Cause, Evidence, Finding, fact, hypothesis
from loadproof.findings.passed_beside import figures, passed_words
from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.judge.reason import percent

__all__ = ["disk"]

_BUSY = 0.7
_MOST_IOWAIT = 0.15
_LEAST_PART = 0.1
"""A service that moved less than a tenth of what the disk moved is not who keeps it busy."""
_LEAST_MIB_PER_S = 0.05
_SUPPOSED = "The calls wait for the disk, which the service SERVICE keeps busy: it writes or syncs for each of them."
_TEST = (
    "Put its data on a faster disk or into memory (tmpfs), or let it sync several calls at once, and repeat; "
    "the rate that passes must rise."
)


def disk(failed: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    """A fact per busy disk, or on waiting for disks where none shows as busy; hypotheses on services that use it."""
    busy = {name: share for name, share in failed.host_parts("disk_", "_busy_share").items() if share >= _BUSY}
    if not busy:
        return _waiting(failed, passed)
    findings = []
    for name, share in sorted(busy.items()):
        before = passed.settled("host", f"disk_{name}_busy_share") if passed else None
        text, of_passed = f"The disk {name} was busy {percent(share)} of the time", _percent(before)
        moved = sum(failed.settled("host", f"disk_{name}_{way}_mib_per_s") or 0.0 for way in ("written", "read"))
        evidence = [
            *figures(f"disk {name} busy", 100 * share, "%", passed, of_passed),
            Evidence(f"written and read on {name}", moved, "MiB/s"),
        ]
        of = fact(failed.number, Cause.DISK_BUSY, f"{text}{passed_words(passed, of_passed, '%')}.", *evidence)
        findings += [of, *_supposed(failed, of, moved)]
    return findings


def _waiting(failed: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    share = failed.settled("host", "iowait_share")
    if share is None or share < _MOST_IOWAIT:
        return []
    of_passed = _percent(passed.settled("host", "iowait_share") if passed else None)
    text = (
        f"The machine's cores stood idle for a disk {percent(share)} of the time{passed_words(passed, of_passed, '%')}"
    )
    evidence = figures("idle for a disk", 100 * share, "%", passed, of_passed)
    of = fact(failed.number, Cause.DISK_BUSY, f"{text}.", *evidence)
    return [of, *_supposed(failed, of, 0.0)]


def _supposed(failed: TrialEvidence, of: Finding, moved_mib_per_s: float) -> list[Finding]:
    """Hypotheses on the services whose own writing and reading is a notable part of what the disk moved."""
    findings = []
    for service in failed.service_names:
        own = sum(failed.settled(f"process:{service}", f"{way}_mib_per_s") or 0.0 for way in ("written", "read"))
        if own >= max(_LEAST_MIB_PER_S, _LEAST_PART * moved_mib_per_s):
            moved = Evidence(f"written and read by {service}", own, "MiB/s")
            findings.append(hypothesis(of, _SUPPOSED.replace("SERVICE", service), _TEST, moved))
    return findings


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share
