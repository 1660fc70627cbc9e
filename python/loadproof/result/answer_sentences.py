"""Report sentence on the answer of each method, for one variant."""

from collections.abc import Callable
from dataclasses import dataclass

from loadproof.model.message import Listing, Message, Quantity, Value, count, duration, listed
from loadproof.result.answer_errors import errors_sentence
from loadproof.result.capacity_sentence import capacity_sentence
from loadproof.result.load_sentence import load_sentence
from loadproof.result.plain_text import printable
from loadproof.result.plateaus_sentence import plateaus_sentence
from loadproof.result.sentence import ToldAnswer, because, load_told
from loadproof.result.trend_figure import trend_figure

__all__ = ["METHOD_REPORTS", "MethodReport", "answer_sentence"]


def answer_sentence(told: ToldAnswer) -> Message:
    """The sentence of an answer, and which errors made most failures; its names are safe to print."""
    report = METHOD_REPORTS[told.answer.method]
    if told.answer.outcome == "not_run":
        sentence = Message(report.not_run, because=because(told.answer.reason))
    else:
        sentence = report.sentence(told)
    # The lines of a smoke test have the errors of each operation.
    errors = errors_sentence(told.answer.error_kinds, told.trials) if not told.answer.replies else None
    if errors is not None:
        sentence = Message("sentences", sentences=listed([sentence, errors], Listing.SENTENCES))
    return sentence.with_names(printable)


def _smoke_sentence(told: ToldAnswer) -> Message:
    values: dict[str, Value] = {
        "calls": count(sum(one.calls for one in told.answer.replies)),
        "operations": count(len(told.answer.replies)),
        "failed": count(sum(one.tone == "failed" for one in told.answer.replies)),
    }
    match told.answer.outcome:
        case "passed":
            return Message("sentence-smoke-passed", calls=values["calls"], operations=values["operations"])
        case "failed":
            return Message("sentence-smoke-failed", **values)
    return Message("sentence-smoke-undecided", because=because(told.answer.reason))


def _confirm_sentence(told: ToldAnswer) -> Message:
    load, why = _load(told), because(told.answer.reason)
    match told.answer.outcome:
        case "passed":
            return Message("sentence-confirm-passed", load=load, held=_held(told))
        case "failed":
            return Message("sentence-confirm-failed", load=load, because=why)
    return Message("sentence-confirm-undecided", load=load, because=why)


def _compare_sentence(told: ToldAnswer) -> Message:
    """Return the sentence of one round; differences between variants are reported over all rounds."""
    code = "sentence-compare-measured" if told.answer.outcome == "measured" else "sentence-compare-unmeasured"
    return Message(code, round=str(told.answer.start), load=_load(told), because=because(told.answer.reason))


def _overhead_sentence(told: ToldAnswer) -> Message:
    """Return the sentence of one start; the cost of the feature is reported over all starts."""
    code = "sentence-overhead-measured" if told.answer.outcome == "measured" else "sentence-overhead-unmeasured"
    return Message(code, start=str(told.answer.start), because=because(told.answer.reason))


def _soak_sentence(told: ToldAnswer) -> Message:
    load, why = _load(told), because(told.answer.reason)
    match told.answer.outcome:
        case "steady":
            # It decides nothing, yet who reads this sentence alone must not take it for a memory that is steady.
            untold = [trend_figure(trend.name) for trend in told.answer.trends if trend.shape == "cannot_tell"]
            if untold:
                memory = listed(untold, Listing.AND)
                return Message("sentence-soak-steady-but-memory", load=load, held=_held(told), memory=memory)
            return Message("sentence-soak-steady", load=load, held=_held(told))
        case "not_steady":
            return Message("sentence-soak-not-steady", load=load, because=why)
        case "never_steady":
            return Message("sentence-soak-never-steady", load=load, because=why)
        case "failed":
            return Message("sentence-soak-failed", load=load, because=why)
    return Message("sentence-soak-undecided", load=load, because=why)


def _load(told: ToldAnswer) -> Message:
    return load_told(told.answer.rate, told.answer.n, told.answer.users)


def _held(told: ToldAnswer) -> Quantity:
    judged_s = [trial.measurement.duration_s for trial in told.trials if trial.number == told.answer.decisive]
    return duration(judged_s[0] if judged_s else told.answer.hold_s or 0.0)


@dataclass(frozen=True, slots=True)
class MethodReport:
    """Sentences of one method in reports."""

    not_run: str
    """The code of the sentence that it was not run."""
    sentence: Callable[[ToldAnswer], Message]
    """The sentence of its answer where it was run."""


METHOD_REPORTS = {
    "smoke": MethodReport("sentence-smoke-not-run", _smoke_sentence),
    "plateaus": MethodReport("sentence-plateaus-not-run", plateaus_sentence),
    "capacity": MethodReport("sentence-capacity-not-run", capacity_sentence),
    "confirm": MethodReport("sentence-confirm-not-run", _confirm_sentence),
    "soak": MethodReport("sentence-soak-not-run", _soak_sentence),
    "load": MethodReport("sentence-load-not-run", load_sentence),
    "compare": MethodReport("sentence-compare-not-run", _compare_sentence),
    "overhead": MethodReport("sentence-overhead-not-run", _overhead_sentence),
}
"""Sentences of each method of `method.registry`, by its name."""
