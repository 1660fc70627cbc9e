"""A figure of the failed trial beside the same figure of the trial that passed."""

from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.model.message import Message, Value, rate
from loadproof.records.finding import Evidence, Unit

__all__ = ["figures", "passed_words"]


def passed_words(passed: TrialEvidence | None, value: float | None, unit: Unit) -> Value:
    """The figure of the passed trial to put behind that of the failed one; an empty text where there is none."""
    if passed is None or value is None:
        return ""
    trial, figure = str(passed.number), unit.figure(value)
    if passed.rate is None:
        return Message("beside-passed-at-most", trial=trial, figure=figure)
    return Message("beside-passed", trial=trial, rate=rate(passed.rate), figure=figure)


def figures(
    name: Message, value: float, unit: Unit, passed: TrialEvidence | None, value_passed: float | None
) -> list[Evidence]:
    """The figure of the failed trial, and that of the passed one where there is one."""
    found = [Evidence(name, value, unit)]
    if passed is not None and value_passed is not None:
        of_passed = Message("evidence-of-passed", name=name, trial=str(passed.number))
        found.append(Evidence(of_passed, value_passed, unit))
    return found
