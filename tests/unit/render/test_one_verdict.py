"""Verdict, validity, sentence and exit code never disagree: over made-up trials, through the real reports."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loadproof._engine import Histogram
from loadproof.judge.generator_reading import GeneratorReading
from loadproof.judge.measured_span import MeasuredSpan
from loadproof.judge.validity import HostReading, doubts_of, judged_valid
from loadproof.judge.verdict import SloResult, State, Verdict
from loadproof.methods.capacity.machine import Capacity
from loadproof.methods.capacity.settings import CapacitySettings
from loadproof.methods.confirm.machine import Confirm
from loadproof.methods.confirmation import ConfirmSettings
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.records.answer import Answer, Outcome
from loadproof.records.doubt import INVALIDATING, Doubt, DoubtCode
from loadproof.result.build import build_result
from loadproof.result.result_json import to_json
from loadproof.store.reader import RunReader
from loadproof.store.writer import RunWriter

from ..judge.simulated_service import SimulatedShard
from ..store.made_run import ERRORS, P99, description_of, directory_in, tick_of
from .made_result import assert_keeps_to_its_type, exit_code_of, markdown_report
from .test_reports import on_terminal

EXITS = {"passed": 0, "failed": 3, "undecided": 4, "invalid": 4}
NOT_VALID = "Not valid (trial"


@dataclass(frozen=True)
class Made:
    """What a trial may have been like: shares of its calls, what the judge said, and what went wrong beside."""

    state: State
    due: int
    slow: float
    missing: float
    late: float
    cpu_share: float
    descriptors: int
    foreign_share: float | None
    died: tuple[str, ...]
    too_few: bool
    interrupted: bool
    early: bool
    beside: tuple[DoubtCode, ...] = ()
    """Doubts that others than the judge have."""
    error_kind: str = "status-404"
    """Of the calls that are missing."""
    waited: bool = False
    """True if slow calls were slow by their wait for a connection alone."""

    def run(self, trial: Trial) -> TrialResult:
        """The trial as the session makes it of these."""
        verdict = Verdict(self.state, Message.said("as it was made"), self._results(), self.early)
        measurement, generator = self._measurement(trial), self._generator()
        doubts = (
            [Doubt(DoubtCode.INTERRUPTED, Message.said("the trial was interrupted after 3 s"))]
            if self.interrupted
            else []
        )
        if self.too_few:
            text = "p99<50ms: 9 calls came due, at least 299 are needed"
            doubts.append(Doubt(DoubtCode.TOO_FEW_SAMPLES, Message.said(text)))
        doubts += doubts_of(measurement, (P99, ERRORS), generator, HostReading(0.0, self.foreign_share), self.died)
        doubts += [Doubt(kind, Message.said(f"as it was made: {kind}")) for kind in self.beside]
        verdict, judged = judged_valid(verdict, replace(measurement, doubts=tuple(doubts)), (P99, ERRORS), generator)
        return TrialResult(trial, judged, verdict)

    def _results(self) -> tuple[SloResult, ...]:
        share = min(1.0, self.slow + self.missing)
        return (
            SloResult(P99, self.state, share, 0.5 * share, min(1.0, 2.0 * share), self.due),
            SloResult(ERRORS, State.PASSED, 0.0, 0.0, 0.001, self.due),
        )

    def _measurement(self, trial: Trial) -> MeasuredSpan:
        missing = round(self.missing * self.due)
        completed = self.due - missing
        slow = min(completed, round(self.slow * self.due))
        response, service, lateness = Histogram(), Histogram(), Histogram()
        slow_itself = 0 if self.waited else slow
        made_of = (
            (response, slow, 300.0),
            (service, slow_itself, 300.0),
            (lateness, round(self.late * completed), 20.0),
        )
        for histogram, bad, bad_ms in made_of:
            histogram.record_ms(bad_ms, bad)
            histogram.record_ms(0.5, completed - bad)
        part = MeasuredSpan(
            duration_s=trial.hold_s,
            rate=completed / trial.hold_s,
            due=self.due,
            sent=self.due,
            completed=completed,
            dropped=0,
            cut=0,
            errors_by_kind={self.error_kind: missing} if missing else {},
            within=(),
            response=response,
            wait=Histogram(),
            lateness=lateness,
            service=service,
        )
        return replace(part, operations={"get": part})

    def _generator(self) -> GeneratorReading:
        reading = GeneratorReading()
        reading.begin(0, [SimulatedShard(0)])
        faults = {"descriptors": self.descriptors} if self.descriptors else {}
        reading.add(10, [SimulatedShard(0, cpu_s=10 * self.cpu_share, longest_turn_ms=0.2, faults=faults)])
        return reading


CALM = Made(State.PASSED, 5000, 0.0, 0.0, 0.0, 0.2, 0, None, (), False, False, False)


def made(states: Sequence[State] = (State.PASSED, State.FAILED, State.UNDECIDED)) -> st.SearchStrategy[Made]:
    """Trials of every kind; all that disturbs them is rare enough that some have nothing of it."""
    share = st.sampled_from([0.0, 0.005, 0.02, 0.1, 0.6, 1.0])
    return st.builds(
        Made,
        state=st.sampled_from(states),
        due=st.sampled_from([0, 1, 9, 300, 5000]),
        slow=share,
        missing=share,
        late=st.sampled_from([0.0, 0.0, 0.02, 0.5]),
        cpu_share=st.sampled_from([0.2, 0.2, 0.97]),
        descriptors=st.sampled_from([0, 0, 0, 7]),
        foreign_share=st.sampled_from([None, 0.0, 0.4]),
        died=st.sampled_from([(), (), ("api",), ("api", "db")]),
        too_few=st.booleans(),
        interrupted=st.sampled_from([False, False, False, True]),
        early=st.booleans(),
        beside=st.sampled_from([(), (), (), (DoubtCode.OWN_PROCESS_FAILED,)]),
        error_kind=st.sampled_from(["status-404", "status-404", "too-large"]),
        waited=st.booleans(),
    )


def reported(
    verb: str,
    method: str,
    trials: Sequence[TrialResult],
    answer: Answer | None,
    *,
    interrupted: bool,
    doubts: Sequence[Doubt] = (),
) -> dict[str, Any]:
    """The result of a run of these trials, with these `doubts` of the run."""
    with tempfile.TemporaryDirectory() as place:
        directory = directory_in(Path(place))
        with RunWriter(directory, description_of(verb)) as writer:
            for number, trial in enumerate(trials, start=1):
                writer.trial_started(number, trial.trial, method=method)
                writer.tick(number, tick_of(0, [1.0, 2.0, 70.0]))
                writer.trial_ended(number, trial)
            if answer is not None:
                writer.log.answer(answer)
            for doubt in doubts:
                writer.log.doubt(doubt)
            writer.ended(interrupted)
        with RunReader(directory) as reader:
            result = to_json(build_result(reader))
    assert_keeps_to_its_type(result)
    return result


def assert_agrees(result: dict[str, Any]) -> None:
    """Holds for every result, whatever the verb."""
    for trial in result["trials"]:
        measurement = trial["measurement"]
        assert measurement["valid"] is (trial["state"] != "invalid"), trial
        assert {part["valid"] for part in measurement["operations"].values()} == {measurement["valid"]}
    answer = result["answers"][0]
    rests = next(trial for trial in result["trials"] if trial["number"] == answer["decisive"])
    code = exit_code_of(result)
    for report in (markdown_report(result), on_terminal(result, 2000)):
        assert (NOT_VALID in report) is (rests["state"] == "invalid")
        assert "says nothing of the service" not in report
    if code in (0, 3):
        assert rests["measurement"]["valid"]
        assert NOT_VALID not in markdown_report(result)
    if result["run"]["interrupted"]:
        assert code == 130


@given(made())
@settings(max_examples=60, deadline=None)
def test_a_load_says_one_thing(trial: Made) -> None:
    run = trial.run(Trial(Purpose.LOAD, 500.0, 10.0, early_stop=False))
    result = reported("load", "load", [run], None, interrupted=trial.interrupted)
    assert_agrees(result)
    state, sentence, code = result["verdict"]["state"], result["sentence"], exit_code_of(result)
    assert result["valid"] is (state != "invalid")
    if trial.interrupted:
        assert (state, code) == ("invalid" if trial.beside else "undecided", 130)
        return
    assert code == EXITS[state]
    assert ("not valid" in sentence) is (state == "invalid")
    assert ("Breaks" in sentence) is (state == "failed")
    assert ("Keeps" in sentence) is (state == "passed")
    assert ("cannot be told" in sentence) is (state == "undecided")
    if state == "failed":
        assert any(slo["state"] == "failed" for slo in result["verdict"]["slos"])
    if state == "passed":
        assert not any(doubt["code"] in ("service-died", "too-few-samples") for doubt in result["doubts"])


@given(made())
def test_what_was_shown_is_taken_back_only_for_a_reason_that_is_told(trial: Made) -> None:
    run = trial.run(Trial(Purpose.LOAD, 500.0, 10.0))
    kinds = {doubt.code for doubt in run.measurement.doubts}
    if not kinds & INVALIDATING:
        assert run.verdict.state is not State.INVALID
    if run.verdict.state is State.INVALID:
        assert run.verdict.reason in {doubt.text for doubt in run.measurement.doubts if doubt.invalidates}
    told = {DoubtCode.INTERRUPTED, *INVALIDATING}
    if trial.state is State.FAILED and not kinds & (told - {DoubtCode.SERVICE_DIED}):
        # Neither few calls nor strangers nor a death take a failure back.
        assert (run.verdict.state, run.measurement.valid) == (State.FAILED, True)


@given(made(), st.integers(0, 2))
@settings(max_examples=60, deadline=None)
def test_a_confirmation_says_one_thing(trial: Made, repeats: int) -> None:
    method, history = Confirm(ConfirmSettings(500.0, repeats=repeats)), list[TrialResult]()
    trial = replace(trial, interrupted=False)
    while isinstance(step := method.next(history), Trial):
        history.append(trial.run(step))
    assert isinstance(step, Answer)
    result = reported("run", "confirm", history, step, interrupted=False)
    assert_agrees(result)
    outcome = result["answers"][0]["outcome"]
    assert exit_code_of(result) == EXITS[outcome]
    assert outcome == result["trials"][-1]["state"]


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_a_search_says_one_thing(data: st.DataObject) -> None:
    knee = data.draw(st.sampled_from([50.0, 400.0, 1500.0]))
    limits = CapacitySettings(start_rate=100.0, max_rate=1000.0, precision=0.1, repeats=1, max_trials=12)
    method, history = Capacity(limits), list[TrialResult]()
    while isinstance(step := method.next(history), Trial):
        state = State.PASSED if (step.rate or 0.0) <= knee else State.FAILED
        calm = replace(CALM, state=state, missing=0.3 * (state is State.FAILED))
        trial = replace(data.draw(made([state])), interrupted=False) if data.draw(st.integers(0, 3)) == 0 else calm
        history.append(trial.run(step))
    assert isinstance(step, Answer)
    result = reported("capacity", "capacity", history, step, interrupted=False)
    assert_agrees(result)
    # A coarse answer without a rate that was held is a guess, which decides nothing.
    codes = {"found": 0, "coarse": 4 if step.rate is None else 0, "at_least": 0, "none_passed": 3, "drifting": 3}
    assert exit_code_of(result) == codes.get(step.outcome, 4)


def test_what_failed_rests_on_no_trial_that_was_not_valid() -> None:
    over = replace(CALM, state=State.FAILED, missing=0.3)
    history = [
        over.run(Trial(Purpose.BRACKET, 500.0, 10.0)),
        replace(CALM, descriptors=7).run(Trial(Purpose.CONFIRM, 100.0, 10.0)),
    ]
    answer = Answer("capacity", Outcome.NONE_PASSED, reason=Message.said("as it was made"), high=500.0)
    result = reported("capacity", "capacity", history, answer, interrupted=False)
    assert_agrees(result)
    assert (result["answers"][0]["decisive"], exit_code_of(result)) == (1, 3)


@pytest.mark.parametrize(("slow", "missing"), [(1.0, 0.0), (0.0, 1.0)])
def test_a_failure_that_a_few_calls_show_stays_one(slow: float, missing: float) -> None:
    trial = Made(State.FAILED, 34, slow, missing, 0.0, 0.97, 0, 0.4, (), True, False, True)
    result = reported("load", "load", [trial.run(Trial(Purpose.LOAD, 500.0, 10.0))], None, interrupted=False)
    assert_agrees(result)
    assert (exit_code_of(result), result["valid"]) == (3, True)
    assert {doubt["code"] for doubt in result["doubts"]} == {"too-few-samples", "generator-cpu", "foreign-load"}
