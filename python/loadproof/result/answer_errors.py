"""Error kinds that an answer is reported with: those of the trial that shows why it is not better."""

from collections.abc import Sequence
from dataclasses import replace

from loadproof.findings.consequences import LEAST_SHARE
from loadproof.findings.error_causes import error_cause
from loadproof.findings.failed_reply import reply_line
from loadproof.methods.trial import Purpose
from loadproof.model.message import Listing, Message, count, listed, rate, share
from loadproof.model.typed_json import as_written
from loadproof.records.error_kind import ErrorKind
from loadproof.records.measurement import Measurement
from loadproof.records.run import RunSlo
from loadproof.records.trial import Trial, Verdict
from loadproof.result.expected_replies import ExpectedReplies
from loadproof.result.sentence import NOTHING

__all__ = ["answer_errors", "errors_sentence", "failures_of"]

_MOST_KINDS = 5
_MOST_IN_SENTENCE = 3
_MAIN_SHARE, _TELLING_SHARE = 0.5, 0.1
_LEAST_OF_OPEN = 0.01
"""Part of the calls due: with fewer errors, the sentence on a trial that did not fail leaves them out."""
_STATES = ("failed", "invalid", "undecided", "cut-short")
"""Trials that may show why an answer is not better, the most telling first."""


def failures_of(measurement: Measurement, verdict: Verdict | None, slos: Sequence[RunSlo]) -> int:
    """Return the calls that broke the SLOs of a trial: slow, failed, dropped or cut.

    Calls that have no response are counted. Slow ones are those that the verdict counts beyond these: of the SLOs on
    all calls the most, of the SLOs on single operations the sum.
    """
    operation_of = {slo.text: slo.operation for slo in slos}
    slow_of_all, slow_by_operation = 0.0, dict[str, float]()
    for result in () if verdict is None else verdict.slos:
        operation = operation_of.get(result.slo)
        scope = measurement if operation is None else measurement.operations.get(operation)
        if scope is None or result.state != "failed" or result.over_percent is None:
            continue
        slow = max(0.0, result.over_percent / 100.0 * scope.due - scope.missing)
        if operation is None:
            slow_of_all = max(slow_of_all, slow)
        else:
            slow_by_operation[operation] = max(slow, slow_by_operation.get(operation, 0.0))
    return measurement.missing + round(max(slow_of_all, sum(slow_by_operation.values())))


def answer_errors(own: Sequence[Trial], of_start: Sequence[Trial], expected: ExpectedReplies) -> tuple[ErrorKind, ...]:
    """Return the error kinds of the trial that shows why an answer is not better, the most frequent first.

    It is the lowest of the trials of the answer that failed, else that is not valid, else that is undecided; where the
    method ran no trial that is judged, the warm-up of its start. Nothing is returned where errors are less than a tenth
    of the failures of that trial; kinds of fewer than a thousandth of its calls are left out.
    """
    judged = [trial for trial in own if Purpose(trial.purpose).is_judged]
    trials = judged or [trial for trial in of_start if trial.purpose == Purpose.WARM_UP.value][-1:]
    with_errors = [trial for trial in trials if not trial.superseded and any(_named(trial))]
    for state in _STATES:
        found = [trial for trial in with_errors if trial.state == state]
        if found:
            lowest = min(found, key=lambda trial: float("inf") if trial.rate is None else trial.rate)
            if lowest.measurement.errors < _TELLING_SHARE * lowest.failures:
                return ()
            return tuple(_error_kind(lowest, kind, calls, expected) for kind, calls in _named(lowest)[:_MOST_KINDS])
    return ()


def errors_sentence(errors: Sequence[ErrorKind], trials: Sequence[Trial]) -> Message | None:
    """Return the sentence on the errors of an answer, with one example; None: most of its failures were no errors."""
    trial = next((one for one in trials if errors and one.number == errors[0].trial), None)
    calls = sum(error.calls for error in errors)
    if trial is None or calls < _MAIN_SHARE * trial.failures:
        return None
    if trial.state != "failed" and calls < _LEAST_OF_OPEN * trial.measurement.due:
        return None
    told = [errors[0].text, *(_counted(one.kind, one.calls, one.percent) for one in errors[1:_MOST_IN_SENTENCE])]
    kinds = listed(told, Listing.CLAUSES)
    judged = [one for one in trials if Purpose(one.purpose).is_judged]
    if len(judged) < 2 or trial.rate is None:
        return Message("sentence-errors", errors=kinds)
    return Message("sentence-errors-at", rate=rate(trial.rate), errors=kinds)


def _named(trial: Trial) -> list[tuple[str, int]]:
    """Error kinds with their calls that are named, the most frequent first."""
    measured = trial.measurement
    least = max(1.0, LEAST_SHARE * measured.due)
    found = [(kind, calls) for kind, calls in measured.errors_by_kind.items() if calls >= least]
    return sorted(found, key=lambda one: (-one[1], one[0]))


def _error_kind(trial: Trial, kind: str, calls: int, expected: ExpectedReplies) -> ErrorKind:
    reply = next((reply for reply in trial.failed_replies if reply.kind == kind), None)
    details = []
    if (told := expected.told(kind, None if reply is None else reply.operation)) is not None:
        details.append(Message("error-expected", expected=told))
    if reply is not None:
        details.append(Message("error-reply", reply=reply_line(reply.head, reply.body)))
    known = error_cause(kind, expected.timed_checks)
    percent = 100.0 * calls / max(1, trial.measurement.due)
    seen = ErrorKind(
        trial=trial.number, kind=kind, cause=known.cause, calls=calls, percent=percent, text=NOTHING, hint=known.cure
    )
    error = as_written(seen)
    text = _counted(kind, calls, error.percent)
    if details:
        text = Message("error-kind-detailed", error=text, details=listed(details, Listing.CLAUSES))
    return replace(error, text=text)


def _counted(kind: str, calls: int, percent: float) -> Message:
    return Message("error-kind-counted", kind=kind, calls=count(calls), share=share(percent / 100.0))
