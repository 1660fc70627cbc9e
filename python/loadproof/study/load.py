"""Loads a profile from a file, or makes one of a URL. Only the former pays for pydantic and ruamel.yaml."""

import math
from collections.abc import Sequence
from pathlib import Path

from loadproof.errors import WrittenValueError
from loadproof.model.duration import format_duration
from loadproof.model.profile import DEFAULT_EXPECT, DEFAULT_TIMEOUT_S, Operation, Profile
from loadproof.model.quoting import quoted
from loadproof.model.target import Target, parse_target
from loadproof.study.expectation import expected_statuses
from loadproof.study.fault_log import FaultLog
from loadproof.study.secret import literal_text
from loadproof.study.slo_set import SLO_OPTION, complete_slos, option_slos
from loadproof.study.url_request import GET, UrlRequest

__all__ = ["load_profile", "profile_of_url"]


def load_profile(path: str | Path, extra_slos: Sequence[str] = ()) -> Profile:
    """The profile in the YAML file `path`, which has to keep `extra_slos` besides its own SLOs.

    Raises StudyFaults with all faults.
    """
    from loadproof.study.profile_resolution import given_slos, resolve_profile
    from loadproof.study.profile_spec import ProfileSpec
    from loadproof.study.spec_file import read_spec

    log = FaultLog(str(path))
    spec = read_spec(ProfileSpec, Path(path), log)
    profile = resolve_profile(spec, Path(path).parent, given_slos(extra_slos, log), log)
    log.raise_if_any()
    return profile


def profile_of_url(
    url: str,
    slos: Sequence[str] = (),
    timeout_s: float = DEFAULT_TIMEOUT_S,
    request: UrlRequest = GET,
    expect: str | None = None,
) -> tuple[Target, Profile]:
    """The target of `url` and a profile of one request on it, named by its method, such as `get`.

    `expect` lists the accepted statuses, such as `2xx,304`; None: DEFAULT_EXPECT.

    Raises StudyFaults with all faults.

    >>> target, profile = profile_of_url("http://127.0.0.1:8080/status/1", ["p99<50ms"])
    >>> profile.operations[0].path, [slo.text for slo in profile.slos]
    ('/status/1', ['p99<50ms', 'errors<1%', 'rate±5%'])
    """
    log, name = FaultLog("URL"), request.method.lower()
    target = Target("", 0, "/")
    try:
        target = parse_target(url)
    except WrittenValueError as error:
        log.add_at("URL", 0, error.message, error.cure)
    complete = complete_slos(option_slos(slos, log))
    if not (math.isfinite(timeout_s) and timeout_s > 0):
        log.add_at("--timeout", 0, f"{timeout_s} s is not a timeout", "give a duration above 0, such as 10s")
    for slo in complete:
        if slo.threshold_ms is not None and slo.threshold_ms >= timeout_s * 1000:
            cure = f"give a --timeout above {format_duration(slo.threshold_ms / 1000)}"
            log.add_at(SLO_OPTION, 0, f"{quoted(slo.text)} is not under the timeout of {timeout_s:g} s", cure)
        if slo.operation not in (None, name):
            log.add_at(
                SLO_OPTION,
                0,
                f"{quoted(slo.text)} names an operation that is not there",
                f"the only one is {name}",
            )
    statuses = DEFAULT_EXPECT if expect is None else _statuses(expect, log)
    log.raise_if_any()
    operation = Operation(
        name=name,
        weight=1.0,
        method=request.method,
        path=literal_text(target.path, None),
        headers=request.headers,
        body=request.body,
        expect=statuses,
        timeout_s=timeout_s,
        slos=tuple(slo for slo in complete if slo.operation == name),
        basic=request.basic,
    )
    return target, Profile((operation,), (), complete, timeout_s, target)


def _statuses(expect: str, log: FaultLog) -> tuple[tuple[int, int], ...]:
    try:
        return expected_statuses([item.strip() for item in expect.split(",")])
    except WrittenValueError as error:
        cure = "give a status (201), a class (3xx), a range (200-299), or a list: 2xx,304"
        log.add_at("--expect", 0, error.message, cure)
        return DEFAULT_EXPECT
