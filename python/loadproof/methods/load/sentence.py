"""The sentence of a plain load."""

from loadproof.model.message import Message, count, duration, listed, milliseconds, rate, share
from loadproof.records.measurement import Measurement
from loadproof.records.run import Run
from loadproof.records.trial import Trial, Verdict
from loadproof.result.sentence import (
    ToldAnswer,
    arrivals_told,
    because,
    circumstances,
    in_a_row,
    load_told,
    nothing_measured,
    slos_told,
)
from loadproof.stats.quantile_interval import calls_needed

__all__ = ["sentence"]


def sentence(told: ToldAnswer) -> Message:
    """Return the sentence on the last trial: if the service kept its SLOs, and the metrics of this trial."""
    if told.answer.outcome == "not_run":
        return Message("sentence-load-not-run", because=because(told.answer.reason))
    if not told.trials:
        return nothing_measured(told.run)
    trial, run = told.trials[-1], told.run
    at, gave = _at(trial), _gave(trial.measurement, run)
    if trial.verdict is None and not run.interrupted:
        return Message("sentence-load-end-not-stored", at=at, gave=gave)
    if trial.verdict is None or run.interrupted:
        return Message("sentence-load-cut-short", at=at, gave=gave)
    return _judged(trial.verdict, run, at, gave)


def _judged(verdict: Verdict, run: Run, at: Message, gave: Message) -> Message:
    why = because(verdict.reason)
    match verdict.state:
        case "passed" if not verdict.slos:
            return Message("sentence-load-without-slo", at=at, gave=gave)
        case "passed":
            return Message("sentence-load-passed", slos=slos_told(run.slos), at=at, gave=gave)
        case "failed":
            broken = [result.slo for result in verdict.slos if result.state == "failed"]
            slos = in_a_row(broken) if broken else slos_told(run.slos)
            return Message("sentence-load-failed", slos=slos, at=at, because=why, gave=gave)
        case "invalid":
            return Message("sentence-load-invalid", at=at, because=why, arrivals=arrivals_told(run.arrivals))
        case _:
            return Message("sentence-load-undecided", slos=slos_told(run.slos), at=at, because=why, gave=gave)


def _gave(measurement: Measurement, run: Run) -> Message:
    """A mean where there are too few calls for a percentile, and no time where none was answered."""
    figures = [Message("gave-completed", rate=rate(measurement.rate))]
    times = measurement.response_ms
    if measurement.completed >= calls_needed("p99"):
        figures.append(Message("gave-percentile", time=milliseconds(times.p99)))
    elif measurement.completed:
        figures.append(Message("gave-mean", time=milliseconds(times.mean)))
    figures.append(Message("gave-missing", share=share(measurement.error_percent / 100.0)))
    return Message(
        "gave",
        figures=listed(figures),
        held=duration(measurement.duration_s),
        circumstances=circumstances(run),
    )


def _at(trial: Trial) -> Message:
    if trial.stages:
        return Message("at-stages", rate=rate(trial.rate))
    if trial.rate == 0 and trial.users:
        return Message("at-users", users=count(trial.users))
    if trial.rate is not None:
        return Message("at-load", load=load_told(trial.rate, users=trial.users))
    if trial.users:
        return Message("at-highest-rate-beside-users", users=count(trial.users))
    return Message("at-highest-rate")
