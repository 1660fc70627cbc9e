"""Shortness of the generator itself."""

from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.model.message import Listing, Message, listed
from loadproof.records.finding import Cause, Evidence, Finding, Unit, fact, hypothesis

__all__ = ["generator"]

_SHORT = ("late-sends", "generator-cpu", "descriptors", "ports")
"""Codes of doubts that speak of the generator."""


def generator(failed: TrialEvidence, _passed: TrialEvidence | None) -> list[Finding]:
    """One fact with all that it was short of, and the hypothesis that this made the trial fail."""
    seen = tuple(text for code, text in failed.doubts.items() if code in _SHORT)
    evidence = _figures(failed)
    if not seen or not evidence:
        return []
    text = Message("generator-was-short", doubts=listed(seen, Listing.CLAUSES))
    of = fact(failed.number, Cause.GENERATOR, text, *evidence)
    return [of, hypothesis(of, Message("generator-made-slow"), Message("test-generator-apart"))]


def _figures(failed: TrialEvidence) -> list[Evidence]:
    known = (
        (Message("evidence-lateness"), failed.measurement.lateness_ms.p99, Unit.MILLISECONDS),
        (Message("evidence-generator-cpu"), failed.settled("generator", "cpu_cores"), Unit.CORES),
        (Message("evidence-generator-descriptors"), failed.settled("generator", "descriptors"), Unit.NONE),
    )
    return [Evidence(name, value, unit) for name, value, unit in known if value is not None]
