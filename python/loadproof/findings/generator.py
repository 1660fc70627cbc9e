"""Shortness of the generator itself."""

from loadproof.findings.finding import Cause, Evidence, Finding, fact, hypothesis
from loadproof.findings.trial_evidence import TrialEvidence

__all__ = ["generator"]

_SHORT = ("late-sends", "generator-cpu", "descriptors", "ports")
"""Codes of doubts that speak of the generator."""


def generator(failed: TrialEvidence, _passed: TrialEvidence | None) -> list[Finding]:
    """One fact with all that it was short of, and the hypothesis that this made the trial fail."""
    seen = [text for code, text in failed.doubts.items() if code in _SHORT]
    evidence = _figures(failed)
    if not seen or not evidence:
        return []
    text = f"The generator was itself short: {'; '.join(seen)}."
    of = fact(failed.number, Cause.GENERATOR, text, *evidence)
    supposed = "The generator, not the service, made calls slow."
    test = "Repeat the trial with the generator on cores or a machine of its own."
    return [of, hypothesis(of, supposed, test)]


def _figures(failed: TrialEvidence) -> list[Evidence]:
    known = (
        ("p99 of the lateness", failed.quantile_ms("lateness_ms", "p99"), "ms"),
        ("CPU of the generator", failed.settled("generator", "cpu_cores"), "cores"),
        ("descriptors of the generator", failed.settled("generator", "descriptors"), ""),
    )
    return [Evidence(name, value, unit) for name, value, unit in known if value is not None]
