"""Sentence of a spike."""

from loadproof.model.message import Message, Value, count, duration
from loadproof.result.sentence import ToldAnswer, because, load_of, slos_told

__all__ = ["sentence"]


def sentence(told: ToldAnswer) -> Message:
    """Return the sentence: how long the service needs to recover, and if that is within the limit."""
    answer, why = told.answer, because(told.answer.reason)
    if answer.outcome == "not_run":
        return Message("sentence-spike-not-run", because=why)
    spike: dict[str, Value] = {"spike": load_of(told), "held": duration(answer.hold_s or 0.0)}
    metric = next(iter(answer.metrics), None)
    if metric is None or metric.value is None:
        code = "sentence-spike-failed" if answer.outcome == "failed" else "sentence-spike-undecided"
        return Message(code, because=why, **spike)
    recovery = Message("spike-recovery-once", mean=duration(metric.value))
    if metric.low is not None and metric.high is not None:
        recovery = Message(
            "spike-recovery",
            mean=duration(metric.value),
            spikes=count(len(metric.each)),
            low=duration(metric.low),
            high=duration(metric.high),
        )
    told_of: dict[str, Value] = {"recovery": recovery, "slos": slos_told(told.run.slos), **spike}
    if answer.outcome == "passed":
        return Message("sentence-spike-passed", **told_of)
    code = "sentence-spike-slow" if answer.outcome == "failed" else "sentence-spike-untold"
    return Message(code, because=why, **told_of)
