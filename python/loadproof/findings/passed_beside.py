"""A figure of the failed trial beside the same figure of the trial that passed."""

from loadproof.findings.finding import Evidence
from loadproof.findings.trial_evidence import TrialEvidence

__all__ = ["figures", "passed_words", "rate_words"]


def rate_words(trial: TrialEvidence) -> str:
    """The rate due, in words."""
    return "as many calls as could be" if trial.rate is None else f"{trial.rate:.5g}/s"


def passed_words(passed: TrialEvidence | None, value: float | None, unit: str) -> str:
    """The figure of the passed trial to put behind that of the failed one; empty where there is none."""
    if passed is None or value is None:
        return ""
    return f" (trial {passed.number}, which passed at {rate_words(passed)}: {f'{value:.3g} {unit}'.rstrip()})"


def figures(
    name: str, value: float, unit: str, passed: TrialEvidence | None, value_passed: float | None
) -> list[Evidence]:
    """The figure of the failed trial, and that of the passed one where there is one."""
    found = [Evidence(name, value, unit)]
    if passed is not None and value_passed is not None:
        found.append(Evidence(f"{name} in trial {passed.number}, which passed", value_passed, unit))
    return found
