"""Resolves one written operation: its request, headers, body, checks, timeout and SLOs."""

import difflib
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from loadproof.errors import WrittenValueError
from loadproof.model.profile import DEFAULT_EXPECT, Operation
from loadproof.model.quoting import quoted
from loadproof.model.scenario import FileBody, FormBody, FormPart
from loadproof.model.slo import Slo, parse_slo
from loadproof.study.apdex_resolution import apdex_target_s
from loadproof.study.auth_resolution import Auth, resolve_auth
from loadproof.study.csv_file import ValuePlace
from loadproof.study.expectation import expected_statuses
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.flow_spec import ApdexSpec
from loadproof.study.gap_use import Gaps, GapUse
from loadproof.study.profile_spec import FormPartSpec, OperationSpec
from loadproof.study.reply_resolution import resolve_checks, resolve_extracts
from loadproof.study.request import (
    HEADER_TEXT,
    LARGEST_BODY_BYTES,
    check_header,
    check_header_names,
    parse_request_line,
)
from loadproof.study.secret import check_secrets, without_secrets
from loadproof.system.input_file import FileError, open_regular_file

__all__ = [
    "OperationSetting",
    "ResolvedOperation",
    "check_name",
    "near",
    "resolve_operation",
    "resolve_slos",
]

_MOST_NAMES = 64
_MOST_SLOS = 100
_MOST_TAGS = 20
_LONGEST_TAG = 200
_MOST_PARTS = 100
_MOST_OF_A_HEADER = 100
_FILE_TYPE = "application/octet-stream"


@dataclass(frozen=True, slots=True)
class OperationSetting:
    """Settings that operations take from around them; `auth` and its gaps, `auth_uses`, are the profile's."""

    timeout_s: float
    directory: Path
    environment: Mapping[str, str]
    apdex: ApdexSpec | None
    """Apdex of operations that write none."""
    auth: Auth
    auth_uses: tuple[GapUse, ...]


@dataclass(frozen=True, slots=True)
class ResolvedOperation:
    """An operation, the gaps in its templates, and where each of its SLOs is written; its weight is still 1."""

    operation: Operation
    uses: tuple[GapUse, ...]
    slos: tuple[tuple[KeyPath, Slo], ...]
    own_timeout: bool


def resolve_operation(name: str, spec: OperationSpec, setting: OperationSetting, log: FaultLog) -> ResolvedOperation:
    """The operation that `spec` says; what is wrong goes to `log`, and has a stand-in in the result."""
    path: KeyPath = ("operations", name)
    check_name(name, "an operation", path, log)
    gaps = Gaps(log, setting.environment)
    method, target_path = _request(spec.request, (*path, "request"), gaps)
    _check_headers(spec.headers, (*path, "headers"), gaps)
    auth = _auth(spec, setting, path, gaps)
    body = _body(spec, setting.directory, path, gaps)
    headers = [
        *_written_headers(spec),
        *([("Authorization", auth.header)] if auth.header is not None else []),
        *([("Content-Type", body.media_type)] if isinstance(body, FormBody) else []),
    ]
    slos = resolve_slos(spec.slo, (*path, "slo"), name, log)
    timeout_s = setting.timeout_s if spec.timeout is None else spec.timeout.seconds
    operation = Operation(
        name=name,
        weight=1.0,
        method=method,
        path=target_path,
        headers=tuple(headers),
        body=body,
        expect=_expect(spec.expect, (*path, "expect"), log),
        timeout_s=timeout_s,
        slos=tuple(slo for _, slo in slos),
        checks=resolve_checks(spec.check, (*path, "check"), gaps),
        extracts=resolve_extracts(spec.extract, (*path, "extract"), log),
        tags=_tags(spec.tags, (*path, "tags"), log),
        basic=auth.basic,
        apdex_target_s=_apdex_target_s(spec, setting, timeout_s, path, log),
    )
    return ResolvedOperation(operation, tuple(gaps.found), slos, spec.timeout is not None)


def _apdex_target_s(
    spec: OperationSpec, setting: OperationSetting, timeout_s: float, path: KeyPath, log: FaultLog
) -> float | None:
    if spec.apdex == "none":
        return None
    if spec.apdex is not None:
        return apdex_target_s(spec.apdex, (*path, "apdex"), log, timeout_s)
    if setting.apdex is None:
        return None
    if spec.timeout is None:
        # The timeout of the profile goes with its target, which was checked once.
        return setting.apdex.target.seconds
    return apdex_target_s(setting.apdex, ("apdex",), log, timeout_s)


def near(word: str, known: Iterable[str], otherwise: str) -> str:
    """The cure for an unknown name: the nearest known one, or all, or `otherwise` if there is none."""
    # A hostile file may have thousands of names, each to be compared with each.
    names = list(known)[:_MOST_NAMES]
    matches = difflib.get_close_matches(word, names, n=1)
    if matches:
        return f"did you mean {matches[0]}?"
    return f"use {', '.join(names[:20])}" if names else otherwise


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


def check_name(name: str, what: str, path: KeyPath, log: FaultLog) -> None:
    """Tell where `name` cannot be the name of a row of results."""
    if not (0 < len(name) <= 64 and name.isprintable() and name == name.strip()) or set(name) & set(":<>=≤±|`"):
        log.add(
            path,
            f"{quoted(name)} cannot name {what}",
            "use up to 64 letters, digits, spaces, - _ . or /",
        )


def _auth(spec: OperationSpec, setting: OperationSetting, path: KeyPath, gaps: Gaps) -> Auth:
    """Return the authentication: the operation's, else none beside its own Authorization header, else the profile's."""
    own_header = next((name for name in spec.headers if name.lower() == "authorization"), None)
    if spec.auth is not None:
        if own_header is not None and spec.auth != "none":
            gaps.log.add((*path, "auth"), f"the header {own_header} is there, too", "keep one of them")
        return resolve_auth(spec.auth, (*path, "auth"), gaps)
    if own_header is not None:
        return Auth()
    gaps.found += setting.auth_uses
    return setting.auth


def _body(spec: OperationSpec, directory: Path, path: KeyPath, gaps: Gaps) -> str | FileBody | FormBody | None:
    if spec.multipart is not None:
        beside = "body" if spec.body is not None else "body_file" if spec.body_file is not None else None
        if beside is not None:
            gaps.log.add((*path, "multipart"), f"{beside} is there, too", "keep one of them")
        if any(name.lower() == "content-type" for name in spec.headers):
            gaps.log.add(
                (*path, "headers"),
                "the Content-Type of a form with parts is written by loadproof, with the boundary of the parts",
                "leave the header out",
            )
        return _form(spec.multipart, directory, (*path, "multipart"), gaps)
    if spec.body is not None:
        gaps.take((*path, "body"), spec.body, ValuePlace.BODY)
        if spec.body_file is not None:
            gaps.log.add((*path, "body_file"), "a file, where body has the text", "keep one of them")
        return spec.body
    if spec.body_file is None:
        return None
    return _file(directory / spec.body_file, (*path, "body_file"), gaps)


def _file(file: Path, path: KeyPath, gaps: Gaps) -> FileBody:
    try:
        with closing(open_regular_file(file, LARGEST_BODY_BYTES)):
            pass
    except FileError as error:
        gaps.log.add(path, f"{quoted(str(file))}: {error.message}", error.cure)
    return FileBody(file)


def _form(parts: list[FormPartSpec], directory: Path, path: KeyPath, gaps: Gaps) -> FormBody:
    if not 0 < len(parts) <= _MOST_PARTS:
        gaps.log.add(path, f"the number of parts is {len(parts)}", f"give 1 to {_MOST_PARTS} parts")
    return FormBody(
        tuple(_part(part, directory, (*path, number), gaps) for number, part in enumerate(parts[:_MOST_PARTS]))
    )


def _part(spec: FormPartSpec, directory: Path, path: KeyPath, gaps: Gaps) -> FormPart:
    if (spec.text is None) == (spec.file is None):
        told = "neither text nor file is there" if spec.text is None else "text and file are both there"
        gaps.log.add(path, told, "give one of text and file")
    if spec.type is not None and not HEADER_TEXT.fullmatch(spec.type):
        cure = "write one line of ASCII text, such as image/jpeg"
        gaps.log.add((*path, "type"), f"{quoted(spec.type)} is no media type", cure)
    if spec.text is not None:
        gaps.take((*path, "text"), spec.text, ValuePlace.BODY)
        return FormPart(spec.name, spec.text, spec.filename or None, spec.type or None)
    file = directory / (spec.file or "")
    filename = file.name if spec.filename is None else spec.filename or None
    content = FileBody(file) if spec.file is None else _file(file, (*path, "file"), gaps)
    return FormPart(spec.name, content, filename, spec.type or _FILE_TYPE)


def _tags(written: Mapping[str, str], path: KeyPath, log: FaultLog) -> tuple[tuple[str, str], ...]:
    if len(written) > _MOST_TAGS:
        log.add(path, f"the number of tags is {len(written)}", f"keep to {_MOST_TAGS}")
    for name, value in written.items():
        for text in (name, value):
            if not (0 < len(text) <= _LONGEST_TAG and text.isprintable()):
                cure = f"use one line of up to {_LONGEST_TAG} characters"
                log.add((*path, name), f"{quoted(text)} cannot stand in a tag", cure)
    return tuple(written.items())


def _request(text: str, path: KeyPath, gaps: Gaps) -> tuple[str, str]:
    try:
        method, target_path = parse_request_line(text)
    except WrittenValueError as error:
        gaps.log.add_error(path, error)
        gaps.take(path, text, ValuePlace.PATH)
        return "GET", "/"
    gaps.take(path, target_path, ValuePlace.PATH)
    return method, target_path


def _written_headers(spec: OperationSpec) -> list[tuple[str, str]]:
    """Names and values in their order; a list of values is as many headers of one name."""
    return [
        (name, value)
        for name, written in spec.headers.items()
        for value in (written if isinstance(written, list) else [written])
    ]


def _check_headers(headers: Mapping[str, str | list[str]], path: KeyPath, gaps: Gaps) -> None:
    try:
        check_header_names(headers)
    except WrittenValueError as error:
        gaps.log.add_error(path, error)
    for name, written in headers.items():
        if isinstance(written, str):
            _check_header(name, written, (*path, name), gaps)
            continue
        if not 0 < len(written) <= _MOST_OF_A_HEADER:
            cure = f"give 1 to {_MOST_OF_A_HEADER} values"
            gaps.log.add((*path, name), f"the number of values is {len(written)}", cure)
        for number, value in enumerate(written[:_MOST_OF_A_HEADER]):
            _check_header(name, value, (*path, name, number), gaps)


def _check_header(name: str, value: str, path: KeyPath, gaps: Gaps) -> None:
    try:
        check_header(name, value)
    except WrittenValueError as error:
        gaps.log.add_error(path, error)
    try:
        check_secrets(value, gaps.environment)
    except WrittenValueError as error:
        gaps.log.add_error(path, error)
    gaps.take(path, without_secrets(value), ValuePlace.HEADER)


def _expect(written: int | str | list[int | str] | None, path: KeyPath, log: FaultLog) -> tuple[tuple[int, int], ...]:
    if written is None:
        return DEFAULT_EXPECT
    try:
        return expected_statuses(written if isinstance(written, list) else [written])
    except WrittenValueError as error:
        log.add_error(path, error)
        return DEFAULT_EXPECT
