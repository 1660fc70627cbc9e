"""Trial results made by hand: verdicts without a service."""

from collections.abc import Callable, Sequence

from loadproof._engine import Histogram
from loadproof.judge.measured_span import MeasuredSpan
from loadproof.judge.verdict import SloResult, State, Verdict
from loadproof.methods.capacity.machine import Capacity
from loadproof.methods.trial import Trial, TrialResult
from loadproof.model.message import Message
from loadproof.model.slo import Slo, SloKind
from loadproof.records.answer import Answer
from loadproof.records.doubt import Doubt, DoubtCode

SLO = Slo("p99<50ms", SloKind.PERCENTILE, 0.01, 50.0)
_NOTHING = Histogram()


def result_of(trial: Trial, state: State, share: float | None = None, median_ms: float | None = None) -> TrialResult:
    """A trial with its verdict; the share is told by the state unless it is given; no response times without median."""
    told = {State.PASSED: 0.001, State.FAILED: 0.2}.get(state, 0.009) if share is None else share
    slo_state = State.UNDECIDED if state is State.INVALID else state
    doubts = (
        (Doubt(DoubtCode.GENERATOR_CPU, Message.said("shard 0 used 97 % of its core")),)
        if state is State.INVALID
        else ()
    )
    response = Histogram()
    if median_ms is not None:
        response.record_ms(median_ms, 1000)
    measurement = MeasuredSpan(
        duration_s=trial.hold_s,
        rate=trial.rate or 0.0,
        due=1000,
        sent=1000,
        completed=1000,
        dropped=0,
        cut=0,
        errors_by_kind={},
        within=(),
        response=response,
        wait=_NOTHING,
        lateness=_NOTHING,
        service=_NOTHING,
        doubts=doubts,
    )
    verdict = Verdict(state, Message.said(f"made to be {state.value}"), (SloResult(SLO, slo_state, told, told, told),))
    return TrialResult(trial, measurement, verdict)


def searched(
    capacity: Capacity, answer_of: Callable[[Trial, Sequence[TrialResult]], TrialResult]
) -> tuple[Answer, list[TrialResult]]:
    """The answer of a search whose trials end as `answer_of` says, and its history."""
    history: list[TrialResult] = []
    for _ in range(10_000):
        step = capacity.next(history)
        if isinstance(step, Answer):
            return step, history
        history.append(answer_of(step, tuple(history)))
    raise AssertionError("the search does not end")
