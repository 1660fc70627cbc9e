"""Made-up runs, written by the real writer and read back as results."""

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from loadproof.cli import result as result_shown
from loadproof.cli.exit_codes import ExitCode
from loadproof.judge.measured_span import MeasuredSpan
from loadproof.judge.verdict import SloResult, State, Verdict
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.records.answer import Answer
from loadproof.records.doubt import Doubt
from loadproof.render import markdown
from loadproof.result.build import build_result
from loadproof.result.result import Result
from loadproof.result.result_json import result_of as typed_result
from loadproof.result.result_json import to_json
from loadproof.store.description import RunDescription
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory
from loadproof.store.window import Window, WindowTally
from loadproof.store.writer import RunWriter
from loadproof.words.catalogue import words_of

from ..store.made_run import ERRORS, OPERATIONS, P99, answered, description_of, directory_in, tick_of

FOUND = {
    "outcome": "found",
    "rate": 9300.0,
    "estimate": 9400.0,
    "low": 9300.0,
    "high": 9560.0,
    "reason": "the interval is 2.7 % wide",
}


def measured(
    rate: float, median_ms: float = 4.0, calls: int = 20_000, errors: int = 0, doubts: Sequence[Doubt] = ()
) -> MeasuredSpan:
    """A measurement of the four operations at `rate`, with log-normal response times."""
    source = random.Random(calls)
    window = Window(0)
    for index, operation in enumerate(OPERATIONS):
        count = round(calls * operation.weight / 100)
        from_delta = answered(0, index, [median_ms * source.lognormvariate(0.0, 0.7) for _ in range(count)])
        failed = errors if index == 0 else 0
        tally = WindowTally(
            due=count + failed,
            sent=count + failed,
            completed=count,
            done=count,
            bytes_received=1_200 * (count + failed // 3),
            bytes_sent=80 * (count + failed),
            errors={"timeout": failed - failed // 3, "status-503": failed // 3} if failed else {},
            within=list(from_delta.within),
            response=from_delta.response,
            service=from_delta.service,
            wait=from_delta.wait,
            lateness=from_delta.lateness,
        )
        window.add(operation.name, tally)
    return window.measurement(calls / rate, doubts)


def judged(state: State, share: float = 0.004, reason: str = "", early: bool = False) -> Verdict:
    """A verdict on both SLOs."""
    percentile = SloResult(P99, state, share, 0.5 * share, min(1.0, 2.0 * share))
    errors = SloResult(ERRORS, State.PASSED, 0.0, 0.0, 0.001)
    return Verdict(
        state, Message.said(reason or f"the share over p99<50ms is {100 * share:g} %"), (percentile, errors), early
    )


def tried(purpose: Purpose, rate: float | None, state: State, **options: Any) -> TrialResult:
    """A trial with measurement and verdict."""
    trial = Trial(purpose, rate, hold_s=30.0, settle_s=1.0, early_stop=purpose is not Purpose.CONFIRM)
    verdict = options.pop("verdict", None) or judged(state, early=trial.early_stop)
    return TrialResult(trial, measured(rate or 41_000.0, **options), verdict)


def search() -> list[TrialResult]:
    """A search that ends at 9,300/s."""
    over = judged(State.FAILED, 0.034, "3.4 % of the calls were over p99<50ms, allowed 1 %", early=True)
    return [
        tried(Purpose.BRACKET, 5000.0, State.PASSED),
        tried(Purpose.BRACKET, 10_000.0, State.FAILED, verdict=over, median_ms=30.0, errors=40),
        tried(Purpose.RECOVER, 500.0, State.PASSED, calls=900),
        tried(Purpose.SEARCH, 9560.0, State.FAILED, verdict=over, median_ms=25.0),
        tried(Purpose.CONFIRM, 9300.0, State.PASSED, calls=279_000 // 10),
    ]


def result_of(
    parent: Path,
    trials: Sequence[TrialResult],
    answer: Mapping[str, Any] | None = None,
    description: RunDescription | None = None,
    *,
    interrupted: bool = False,
    ended: bool = True,
) -> dict[str, Any]:
    """The result of a run of `trials`; without `ended` as if its process was killed in the last of them."""
    directory = directory_in(parent)
    described = description or description_of("capacity" if answer else "load")
    with RunWriter(directory, described) as writer:
        for number, result in enumerate(trials, start=1):
            writer.trial_started(number, result.trial, method=described.verb)
            for second in range(3):
                writer.tick(number, tick_of(second, [1.0, 2.0, 70.0]))
            if ended or number < len(trials):
                writer.trial_ended(number, result)
        if ended:
            if answer is not None:
                writer.log.answer(Answer.of_json("capacity", answer))
            writer.ended(interrupted)
    return checked(directory)


def checked(directory: RunDirectory) -> dict[str, Any]:
    """The result of a run, which keeps to the published schema."""
    with RunReader(directory) as reader:
        result = to_json(build_result(reader))
    assert_keeps_to_its_type(result)
    return result


def typed(result: Mapping[str, Any]) -> Result:
    """A result as the renderers take it."""
    return typed_result(result)


def markdown_report(result: Mapping[str, Any], language: str = "en") -> str:
    """Its report.md."""
    return markdown.markdown_report(typed(result), words_of(language))


def exit_code_of(result: Mapping[str, Any]) -> ExitCode:
    """The exit code of a process that shows it."""
    return result_shown.exit_code_of(typed(result))


def assert_keeps_to_its_type(result: dict[str, Any]) -> None:
    """It is read whole: no key is missing, unknown or of another type, and it survives being written and read."""
    read = json.loads(json.dumps(result, allow_nan=False))
    assert to_json(typed_result(read)) == read == result


def renamed(name: str, request: str = "GET /") -> RunDescription:
    """A run whose first operation has a hostile name."""
    described = description_of()
    return replace(described, operations=(replace(OPERATIONS[0], name=name, request=request), *OPERATIONS[1:]))
