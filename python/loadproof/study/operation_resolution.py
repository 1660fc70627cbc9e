"""Resolves one written operation: its request, headers, checks, timeout and SLOs."""

import difflib
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from loadproof.errors import WrittenValueError
from loadproof.study.csv_file import Place
from loadproof.study.duration import parse_duration
from loadproof.study.expectation import expected_statuses
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.profile import DEFAULT_EXPECT, Operation
from loadproof.study.profile_spec import OperationSpec
from loadproof.study.quoting import quoted
from loadproof.study.rate import check_rate
from loadproof.study.request import check_header, check_header_names, parse_request_line
from loadproof.study.secret import check_secrets, without_secrets
from loadproof.study.slo import Slo, parse_slo
from loadproof.study.template import FeederValue, scan_template

__all__ = ["FeederUse", "ResolvedOperation", "near", "resolve_operation", "resolve_slos", "resolve_timeout"]

_LONGEST_TIMEOUT_S = 3600.0
_HEAVIEST = 1e9
_MOST_NAMES = 64
_MOST_SLOS = 100


@dataclass(frozen=True, slots=True)
class FeederUse:
    """A gap of a template: where it is written, what it names, and where its value goes."""

    path: KeyPath
    value: FeederValue
    place: Place


@dataclass(frozen=True, slots=True)
class ResolvedOperation:
    """An operation, the gaps in its templates, and where each of its SLOs is written."""

    operation: Operation
    uses: tuple[FeederUse, ...]
    slos: tuple[tuple[KeyPath, Slo], ...]
    own_timeout: bool


@dataclass(slots=True)
class _Gaps:
    """The gaps of one operation's templates, as they are found."""

    log: FaultLog
    environment: Mapping[str, str]
    found: list[FeederUse] = field(default_factory=list)

    def take(self, path: KeyPath, text: str, place: Place) -> None:
        pieces, errors = scan_template(text)
        self.found += [FeederUse(path, piece, place) for piece in pieces if isinstance(piece, FeederValue)]
        for error in errors:
            self.log.add_error(path, error)


def resolve_operation(
    name: str, spec: OperationSpec, timeout_s: float | None, log: FaultLog, environment: Mapping[str, str]
) -> ResolvedOperation:
    """The operation that `spec` says; `timeout_s` is the profile's; `environment` must have its secrets.

    What is wrong goes to `log`, and has a stand-in in the result.
    """
    path: KeyPath = ("operations", name)
    _check_name(name, path, log)
    weight = 1.0 if spec.weight is None else spec.weight
    _check_weight(weight, (*path, "weight"), log)
    _check_rate(spec.rate, (*path, "rate"), log)
    gaps = _Gaps(log, environment)
    method, target_path = _request(spec.request, (*path, "request"), gaps)
    _check_headers(spec.headers, (*path, "headers"), gaps)
    if spec.body is not None:
        gaps.take((*path, "body"), spec.body, Place.BODY)
    own_timeout_s = resolve_timeout(spec.timeout, (*path, "timeout"), log)
    slos = resolve_slos(spec.slo, (*path, "slo"), name, log)
    operation = Operation(
        name=name,
        weight=weight if spec.rate is None else spec.rate,
        method=method,
        path=target_path,
        headers=tuple(spec.headers.items()),
        body=spec.body,
        expect=_expect(spec.expect, (*path, "expect"), log),
        timeout_s=(own_timeout_s if spec.timeout is not None else timeout_s) or math.inf,
        slos=tuple(slo for _, slo in slos),
    )
    return ResolvedOperation(operation, tuple(gaps.found), slos, spec.timeout is not None)


def near(word: str, known: Iterable[str], otherwise: str) -> str:
    """The cure for an unknown name: the nearest known one, or all, or `otherwise` if there is none."""
    # A hostile file may have thousands of names, each to be compared with each.
    names = list(known)[:_MOST_NAMES]
    matches = difflib.get_close_matches(word, names, n=1)
    if matches:
        return f"did you mean {matches[0]}?"
    return f"use {', '.join(names[:20])}" if names else otherwise


def resolve_timeout(text: str | None, path: KeyPath, log: FaultLog) -> float | None:
    """Seconds above 0 and up to an hour; None when nothing (right) is written."""
    if text is None:
        return None
    try:
        timeout_s = parse_duration(text)
    except WrittenValueError as error:
        log.add_error(path, error)
        return None
    if not 0 < timeout_s <= _LONGEST_TIMEOUT_S:
        log.add(path, f"{quoted(text)} is not above 0 and at most 1h", "write a timeout such as 10s")
        return None
    return timeout_s


def resolve_slos(
    written: str | list[str], path: KeyPath, operation: str | None, log: FaultLog
) -> tuple[tuple[KeyPath, Slo], ...]:
    """Each SLO of `written` with the path of its text; `operation` is whose they are."""
    items = (
        [(path, written)]
        if isinstance(written, str)
        else [((*path, index), text) for index, text in enumerate(written)]
    )
    slos: list[tuple[KeyPath, Slo]] = []
    if len(items) > _MOST_SLOS:
        log.add(path, f"the number of SLOs is {len(items)}", f"keep to {_MOST_SLOS}")
    for place, text in items[:_MOST_SLOS]:
        try:
            slos.append((place, parse_slo(text, operation)))
        except WrittenValueError as error:
            log.add_error(place, error)
    return tuple(slos)


def _check_name(name: str, path: KeyPath, log: FaultLog) -> None:
    if not (0 < len(name) <= 64 and name.isprintable() and name == name.strip()) or set(name) & set(":<>=≤±|`"):
        log.add(
            path,
            f"{quoted(name)} cannot name an operation",
            "use up to 64 letters, digits, spaces, - _ . or /",
        )


def _check_weight(weight: float, path: KeyPath, log: FaultLog) -> None:
    if not (math.isfinite(weight) and 0 < weight <= _HEAVIEST):
        log.add(
            path,
            f"{weight:g} is not above 0 and at most {_HEAVIEST:g}",
            "give a number above 0, or leave the operation out",
        )


def _check_rate(rate: float | None, path: KeyPath, log: FaultLog) -> None:
    try:
        check_rate(1.0 if rate is None else rate)
    except WrittenValueError as error:
        log.add_error(path, error)


def _request(text: str, path: KeyPath, gaps: _Gaps) -> tuple[str, str]:
    try:
        method, target_path = parse_request_line(text)
    except WrittenValueError as error:
        gaps.log.add_error(path, error)
        gaps.take(path, text, Place.PATH)
        return "GET", "/"
    gaps.take(path, target_path, Place.PATH)
    return method, target_path


def _check_headers(headers: dict[str, str], path: KeyPath, gaps: _Gaps) -> None:
    try:
        check_header_names(headers)
    except WrittenValueError as error:
        gaps.log.add_error(path, error)
    for name, value in headers.items():
        try:
            check_header(name, value)
        except WrittenValueError as error:
            gaps.log.add_error((*path, name), error)
        try:
            check_secrets(value, gaps.environment)
        except WrittenValueError as error:
            gaps.log.add_error((*path, name), error)
        gaps.take((*path, name), without_secrets(value), Place.HEADER)


def _expect(written: int | str | list[int | str] | None, path: KeyPath, log: FaultLog) -> tuple[tuple[int, int], ...]:
    if written is None:
        return DEFAULT_EXPECT
    try:
        return expected_statuses(written if isinstance(written, list) else [written])
    except WrittenValueError as error:
        log.add_error(path, error)
        return DEFAULT_EXPECT
