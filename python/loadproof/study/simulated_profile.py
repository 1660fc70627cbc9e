"""What a profile asks for that no simulated service has: TLS, cookies, and replies that are more than a status."""

import re
import warnings

from loadproof.model.profile import Profile
from loadproof.model.scenario import Check, Demand, DemandKind, Subject, SubjectKind
from loadproof.study.fault_log import FaultLog
from loadproof.study.profile_spec import ProfileSpec

__all__ = ["check_simulated_profile"]

_ONLY_HEADER = "content-length"
_NEVER_THERE = "no reply of a simulated service has it, so that every call would fail"


def check_simulated_profile(spec: ProfileSpec, profile: Profile, log: FaultLog) -> None:
    """Tell `log`, that of the profile, of what would be ignored in virtual time or would fail every call."""
    if "tls" in spec.model_fields_set:
        log.add(("tls",), "a simulated service speaks no TLS", "leave it out")
    if profile.cookies:
        log.add(("cookies",), "a simulated service sets no cookies", "leave it out")
    for operation in profile.operations:
        path = ("operations", operation.name)
        for check in operation.checks:
            if not _can_hold(check):
                log.add((*path, "check", check.name), _NEVER_THERE, "leave it out")
        for extract in operation.extracts:
            if extract.otherwise is None and _is_never_there(extract.subject):
                log.add((*path, "extract", extract.variable), _NEVER_THERE, "give it a default, or leave it out")


def _can_hold(check: Check) -> bool:
    """Whether a reply of a status and an empty body may keep `check`."""
    if check.demand.kind is DemandKind.ABSENT or check.subject.kind is SubjectKind.TIME:
        return True
    if _is_never_there(check.subject):
        return False
    if check.subject.kind is SubjectKind.SIZE:
        return not check.demand.least
    return check.subject.kind is SubjectKind.HEADER or _holds_of_nothing(check.demand)


def _is_never_there(subject: Subject) -> bool:
    if subject.kind is SubjectKind.REGEX:
        return not _matches_nothing(subject.text)
    if subject.kind is SubjectKind.HEADER:
        return subject.text.lower() != _ONLY_HEADER
    return subject.kind in (SubjectKind.JSON, SubjectKind.COOKIE)


def _holds_of_nothing(demand: Demand) -> bool:
    """Whether a text without a character may be as `demand` says; templates may be filled with nothing."""
    if demand.kind is DemandKind.MATCHES:
        return _matches_nothing(demand.text)
    if demand.kind in (DemandKind.EQUALS, DemandKind.CONTAINS):
        return not demand.text or demand.text.startswith("${")
    return demand.kind is DemandKind.PRESENT


def _matches_nothing(pattern: str) -> bool:
    """Whether `pattern` is found in a text without a character; one that only the engine can read may be."""
    with warnings.catch_warnings():
        # Those are of Python's regular expressions; the engine's are another language.
        warnings.simplefilter("ignore")
        try:
            return re.search(pattern, "") is not None
        except (re.error, RecursionError, OverflowError):
            return True
