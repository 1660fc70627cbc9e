"""Problem of an injection in words, for reports and the live view: without secrets, on one line."""

from collections.abc import Iterator, Sequence
from functools import singledispatch

from loadproof.injections.settings import (
    CallProblem,
    CommandProblem,
    Injection,
    KillProblem,
    NetworkProblem,
    PressureProblem,
    Problem,
    SlowdownProblem,
    SqlProblem,
    StopProblem,
)
from loadproof.model.message import Message, byte_size, count, listed, mebibytes, milliseconds, share
from loadproof.model.visible_text import visible_line
from loadproof.records.run import StudyInjection
from loadproof.study.secret import masked, masked_words

__all__ = ["injection_shown", "problem_text"]

_LONGEST = 200
_LONGEST_READ = 4096
_MOST_WORDS = 100
_MEBIBYTE = 2**20


def injection_shown(injection: Injection) -> StudyInjection:
    """Return the injection as results and plans show it."""
    return StudyInjection(
        name=injection.name,
        kind=injection.problem.kind.value,
        problem=problem_text(injection.problem),
        after_s=injection.after_s,
        for_s=injection.for_s,
        repeat=injection.repeat,
        every_s=injection.every_s,
        methods=injection.methods,
    )


@singledispatch
def problem_text(problem: Problem) -> Message:
    """Return the problem in words, with credentials hidden and long texts cut.

    >>> from loadproof.words.catalogue import english
    >>> english(problem_text(SqlProblem("postgresql://u:p@h/d", ("SELECT 1",), sessions=50, is_abandoned=True)))
    '50 sessions of SQL (abandoned): SELECT 1'
    >>> english(problem_text(NetworkProblem("db_link", latency_s=0.1, jitter_s=0.02)))
    'network of db_link: latency 100 ms, jitter 20 ms'
    """
    raise TypeError(f"{type(problem).__name__} is no problem of an injection")


@problem_text.register
def _command_text(problem: CommandProblem) -> Message:
    return Message("injected-command", command=_words(problem.run))


@problem_text.register
def _sql_text(problem: SqlProblem) -> Message:
    code = "injected-sql-abandoned" if problem.is_abandoned else "injected-sql"
    statements = _shown("; ".join(statement.strip() for statement in problem.statements))
    made = Message(code, sessions=count(problem.sessions), statements=statements)
    if problem.expected_code is None:
        return made
    return Message("injected-sql-failing", problem=made, code=problem.expected_code)


@problem_text.register
def _call_text(problem: CallProblem) -> Message:
    return Message("injected-call", call=_words(problem.call.words))


@problem_text.register
def _stop_text(problem: StopProblem) -> Message:
    if problem.service is None:
        return Message("injected-stop-of-port", port=str(problem.port))
    return Message("injected-stop", service=problem.service)


@problem_text.register
def _kill_text(problem: KillProblem) -> Message:
    return Message("injected-kill", service=problem.service)


@problem_text.register
def _pressure_text(problem: PressureProblem) -> Message:
    parts = listed(tuple(_pressures(problem)))
    if problem.service is None:
        return Message("injected-pressure", parts=parts)
    return Message("injected-pressure-of-service", service=problem.service, parts=parts)


@problem_text.register
def _network_text(problem: NetworkProblem) -> Message:
    return Message("injected-network", link=problem.link, faults=listed(tuple(_faults(problem))))


@problem_text.register
def _slowdown_text(problem: SlowdownProblem) -> Message:
    return Message("injected-slowdown", share=share(problem.more))


def _pressures(problem: PressureProblem) -> Iterator[Message]:
    if problem.cpu:
        yield Message("injected-cpu", processes=count(problem.cpu))
    if problem.memory_bytes:
        yield Message("injected-memory", size=mebibytes(problem.memory_bytes / _MEBIBYTE))
    if problem.disk_bytes:
        yield Message("injected-disk", size=mebibytes(problem.disk_bytes / _MEBIBYTE))


def _faults(problem: NetworkProblem) -> Iterator[Message]:
    if problem.latency_s:
        yield Message("injected-latency", time=milliseconds(1000.0 * problem.latency_s))
    if problem.jitter_s:
        yield Message("injected-jitter", time=milliseconds(1000.0 * problem.jitter_s))
    if problem.bytes_per_s is not None:
        yield Message("injected-bandwidth", size=byte_size(problem.bytes_per_s))
    if problem.is_cut:
        yield Message("injected-cut")
    if problem.is_reset:
        yield Message("injected-reset")


def _words(words: Sequence[str]) -> str:
    return _cut(" ".join(masked_words(words[:_MOST_WORDS])))


def _shown(text: str) -> str:
    return _cut(masked(text[:_LONGEST_READ]))


def _cut(text: str) -> str:
    shown = visible_line(" ".join(text.split()))
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"
