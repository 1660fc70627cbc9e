"""A result as JUnit XML, for the test view of a CI; English, as all that programs read."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal
from xml.etree import ElementTree

from loadproof.findings.failed_reply import reply_line
from loadproof.records.trial import SloVerdict, Trial
from loadproof.render.content import report_document, report_title
from loadproof.render.terminal import terminal_document
from loadproof.result.plain_text import printable
from loadproof.result.result import Answer, Result
from loadproof.words.catalogue import english, words_of

__all__ = ["junit_report"]

_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
_LONGEST_NAME = 200
_LONGEST_TEXT = 2000
_LONGEST_REPORT = 100_000
_COLUMNS = 120
_Kind = Literal["passed", "failure", "error", "skipped"]
_KIND_OF: dict[str, _Kind] = {"passed": "passed", "failed": "failure", "undecided": "error"}


@dataclass(frozen=True, slots=True)
class _Case:
    name: str
    kind: _Kind
    state: str
    """The word of the result, such as `none_passed`."""
    text: str
    time_s: float = 0.0


def junit_report(result: Result) -> str:
    """One suite for the verdict, one for each ranking, one for each start of a variant and method.

    `failure` is what failed, `error` what is undecided, not valid or was interrupted, `skipped` what does not decide
    the result. There is a `failure` where the result failed and nowhere else, an `error` nowhere where it passed. The
    report is the output of the verdict's suite. All text is safe: what XML cannot hold, and what drives a terminal,
    is escaped. Ends with a line break.
    """
    suites = [("verdict", [_verdict(result)]), *_rankings(result)]
    suites += [(_suite_name(answer), list(_cases(answer, result))) for answer in result.answers]
    root = ElementTree.Element("testsuites", name=printable(report_title(result.run, words_of("en")), _LONGEST_NAME))
    _count(root, [case for _, cases in suites for case in cases], result.run.duration_s)
    for name, cases in suites:
        # The first case of a suite is the whole that the others are parts of.
        suite = ElementTree.SubElement(root, "testsuite", name=printable(name, _LONGEST_NAME))
        _count(suite, cases, cases[0].time_s)
        suite.set("timestamp", result.run.started_at[:19])
        for case in cases:
            _add(suite, case, name)
    # The first suite is that of the verdict.
    ElementTree.SubElement(root[0], "system-out").text = _report(result)
    ElementTree.indent(root)
    return f"{_DECLARATION}{ElementTree.tostring(root, encoding='unicode')}\n"


def _report(result: Result) -> str:
    """Return the whole report as text, at most `_LONGEST_REPORT` characters of it."""
    from rich.console import Console

    written = io.StringIO()
    document = report_document(result, words_of("en"))
    Console(file=written, width=_COLUMNS, no_color=True).print(terminal_document(document), crop=False)
    return written.getvalue()[:_LONGEST_REPORT]


def _count(element: ElementTree.Element, cases: Sequence[_Case], time_s: float) -> None:
    element.set("tests", str(len(cases)))
    for attribute, kind in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        element.set(attribute, str(sum(case.kind == kind for case in cases)))
    element.set("time", f"{time_s:.3f}")


def _add(suite: ElementTree.Element, case: _Case, suite_name: str) -> None:
    classname = printable(f"loadproof.{suite_name}", _LONGEST_NAME)
    name = printable(case.name, _LONGEST_NAME)
    element = ElementTree.SubElement(suite, "testcase", classname=classname, name=name, time=f"{case.time_s:.3f}")
    text = printable(case.text, _LONGEST_TEXT)
    if case.kind == "passed":
        if text:
            ElementTree.SubElement(element, "system-out").text = text
        return
    told = ElementTree.SubElement(element, case.kind, message=printable(case.text, _LONGEST_NAME))
    if case.kind != "skipped":
        told.set("type", printable(case.state, _LONGEST_NAME))
    told.text = text


def _verdict(result: Result) -> _Case:
    if result.run.interrupted:
        sentence = english(result.sentence)
        kind: _Kind = "failure" if result.state == "failed" else "error"
        return _Case("verdict", kind, "interrupted", f"interrupted; {sentence}", result.run.duration_s)
    return _Case("verdict", _KIND_OF[result.state], result.state, english(result.sentence), result.run.duration_s)


def _rankings(result: Result) -> Iterator[tuple[str, list[_Case]]]:
    """A variant counts once, by all of its starts."""
    if result.leading_ranking is None:
        return
    for ranking in result.rankings:
        cases, unit = [], ranking.unit or "requests/s"
        for variant in ranking.variants:
            rate = "no rate" if variant.rate.value is None else f"{variant.rate.value:.6g} {unit}"
            text = ", ".join(filter(None, (rate, english(variant.unranked))))
            cases.append(_Case(variant.variant, _capped(variant.tone, result), variant.tone, text))
        yield f"ranking by {ranking.method}", cases


def _suite_name(answer: Answer) -> str:
    start = f"start {answer.start}" if answer.start else ""
    return " ".join(filter(None, (answer.variant, start, answer.method)))


def _capped(tone: str, result: Result) -> _Kind:
    """Return the JUnit kind of a tone; `skipped` if the tone is worse than the state of the result."""
    order = ("passed", "undecided", "failed")
    return _KIND_OF[tone] if order.index(tone) <= order.index(result.state) else "skipped"


def _cases(answer: Answer, result: Result) -> Iterator[_Case]:
    """The method, then the SLOs and the replies of the trial that its answer rests on.

    The other trials of a search fail on purpose: they say where the limit is.
    """
    trials = {trial.number: trial for trial in result.trials}
    time_s = sum(trials[number].duration_s for number in answer.trials if number in trials)
    yield _of_method(answer, result, time_s)
    decisive = trials.get(answer.decisive or 0)
    if decisive is None or decisive.verdict is None:
        return
    for slo in decisive.verdict.slos:
        yield _of_slo(slo, decisive, answer, result)
    if answer.replies:
        for one in answer.replies:
            kind, time_s = _part_kind(one.tone, answer, result), decisive.measurement.duration_s
            yield _Case(f"replies of {one.operation}", kind, one.tone, english(one.text), time_s)
        return
    for name, part in decisive.measurement.operations.items():
        errors = sorted(part.errors_by_kind.items())
        kinds = "; ".join(_error(kind, calls, name, decisive, answer) for kind, calls in errors)
        has_failed = bool(kinds) and _errors_failed(decisive, result, name)
        kind = _part_kind("failed" if has_failed else "passed", answer, result)
        yield _Case(f"replies of {name}", kind, "failed", kinds, decisive.measurement.duration_s)


def _error(kind: str, calls: int, operation: str, trial: Trial, answer: Answer) -> str:
    """The calls of an error kind, the first reply of the operation that failed so, and the hint of the report."""
    reply = next((one for one in trial.failed_replies if (one.kind, one.operation) == (kind, operation)), None)
    got = [] if reply is None else [f"got {reply_line(reply.head, reply.body)}"]
    hints = [english(one.hint) for one in answer.error_kinds if (one.kind, one.trial) == (kind, trial.number)]
    return ". ".join([", ".join([f"{kind}: {calls}", *got]), *(f"Hint: {hint}" for hint in hints)])


def _of_method(answer: Answer, result: Result, time_s: float) -> _Case:
    told = english(answer.sentence) or english(answer.reason)
    kind = _part_kind(answer.tone, answer, result)
    return _Case(answer.method, kind, answer.outcome, ": ".join(filter(None, (answer.outcome, told))), time_s)


def _of_slo(slo: SloVerdict, trial: Trial, answer: Answer, result: Result) -> _Case:
    # A rate is kept within bounds, the others are shares of calls.
    is_rate = slo.slo in {one.text for one in result.run.slos if one.kind == "rate"}
    is_apdex = slo.slo in {one.text for one in result.run.slos if one.kind == "apdex"}
    told = "off the rate due" if is_rate else "of the points lost" if is_apdex else "of the calls broke it"
    share = "nothing known" if slo.over_percent is None else f"{slo.over_percent:.4g} % {told}"
    # The reason of a trial tells of what failed, and of no SLO that was kept.
    why = "" if slo.state == "passed" else f": {english(trial.reason)}"
    text = f"{slo.state}: {share}, allowed {slo.limit_percent:g} %; trial {trial.number}{why}"
    tone = slo.state if slo.state in _KIND_OF else "undecided"
    return _Case(slo.slo, _part_kind(tone, answer, result), slo.state, text, trial.measurement.duration_s)


def _part_kind(tone: str, answer: Answer, result: Result) -> _Kind:
    """Return the JUnit kind of a part of an answer.

    If a ranking leads the result, the rankings decide. Parts of answers of ranked methods are then `passed` or
    `skipped`.
    """
    ranked = {ranking.method for ranking in result.rankings} if result.leading_ranking else set[str]()
    kind = _capped(tone, result)
    if kind == "passed" or answer.method not in ranked:
        return kind
    return "skipped"


def _errors_failed(trial: Trial, result: Result, operation: str) -> bool:
    of_errors = {slo.text for slo in result.run.slos if slo.kind == "errors" and slo.operation in (None, operation)}
    slos = trial.verdict.slos if trial.verdict else ()
    return any(slo.slo in of_errors and slo.state == "failed" for slo in slos)
