"""Made-up runs whose calls fail by checks, on a machine that is busy."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from loadproof.judge.verdict import SloResult, State, Verdict
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.records.answer import Answer, Outcome
from loadproof.result.build import build_result, with_findings
from loadproof.result.result import Result
from loadproof.run.causes import causes_in
from loadproof.store.reader import RunReader
from loadproof.store.window import Window, WindowTally
from loadproof.store.writer import RunWriter

from ..store.made_run import ERRORS, MadeClock, MadeReply, MadeTick, description_of, directory_in, tick_of

__all__ = ["GREETING", "failed_load", "failed_search"]

GREETING = {"name": "greeting", "subject": "body", "demand": {"contains": "HELLO"}}
_DUE = 936


def failed_load(
    parent: Path,
    errors: Mapping[str, int] | None = None,
    reply: MadeReply | None = None,
    state: State = State.FAILED,
    busy_share: float = 0.998,
) -> Result:
    """A load with errors by kind, all of its calls unless given, while the CPUs of the machine are busy."""
    return _run(parent, "load", [(Purpose.LOAD, 300.0, state)], errors, reply, busy_share)


def failed_search(parent: Path, errors: Mapping[str, int], reply: MadeReply | None = None) -> Result:
    """A search in which no rate passed."""
    tried = [(Purpose.BRACKET, 100.0, State.FAILED), (Purpose.BRACKET, 50.0, State.FAILED)]
    return _run(parent, "capacity", tried, errors, reply, 0.998)


def _run(
    parent: Path,
    verb: str,
    tried: list[tuple[Purpose, float, State]],
    errors: Mapping[str, int] | None,
    reply: MadeReply | None,
    busy_share: float,
) -> Result:
    parent.mkdir(parents=True, exist_ok=True)
    clock, directory, counted = MadeClock(), directory_in(parent), errors or {"check-greeting": _DUE}
    reply = reply or MadeReply(kind="check-greeting", head=b"HTTP/1.1 200 OK\r\n\r\n", body=b"hello")
    plan = {"scenario": {"operations": [{"name": "get", "checks": [GREETING], "extracts": []}]}}
    with RunWriter(directory, replace(description_of(verb), plan=plan), clock) as writer:
        for number, (purpose, rate, state) in enumerate(tried, start=1):
            trial = Trial(purpose, rate, hold_s=3.0)
            writer.trial_started(number, trial, method=verb)
            began_s = clock.now_s
            writer.tick(number, MadeTick(0, tick_of(0, [1.0]).deltas, tick_of(0, [1.0]).shards, failed_replies=[reply]))
            readings = [(began_s + at_s, "host", "cpu_busy_share", "", busy_share) for at_s in range(1, 4)]
            writer.readings(number, readings)
            clock.now_s += 4.0
            writer.trial_ended(number, _ended(trial, state, counted))
        if verb == "capacity":
            writer.log.answer(_none_passed())
        writer.ended()
    with RunReader(directory) as reader:
        result = build_result(reader)
        return with_findings(result, causes_in(reader, result))


def _ended(trial: Trial, state: State, errors: Mapping[str, int]) -> TrialResult:
    failed = sum(errors.values())
    tally = WindowTally(
        due=_DUE, sent=_DUE, completed=_DUE - failed, done=_DUE - failed, errors=dict(errors), within=[0]
    )
    window = Window(0)
    window.add("get", tally)
    share = failed / _DUE
    result = SloResult(ERRORS, state, share, share, share)
    reason = Message.said(f"{100 * share:g} % of calls failed")
    return TrialResult(trial, window.measurement(3.0), Verdict(state, reason, (result,)))


def _none_passed() -> Answer:
    return Answer("capacity", Outcome.NONE_PASSED, reason=Message.said("all failed"), high=50.0)
