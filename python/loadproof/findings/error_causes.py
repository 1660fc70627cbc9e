"""Cause and hint of every error kind: one table, which a test compares with the kinds of the engine."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from loadproof.model.message import Message
from loadproof.records.finding import Cause

__all__ = ["FAMILIES", "KINDS", "ErrorCause", "error_cause", "kinds_by_cause"]


@dataclass(frozen=True, slots=True)
class ErrorCause:
    """Cause of an error kind, the hint that its reports give, and other findings that may explain the kind."""

    cause: Cause
    hint: str
    """Name of the hint: the part of its message code after `error-hint-`."""
    follows_load: bool = False
    """True if a service that lacks CPU, memory, threads or connections may cause such errors."""
    follows_load_if_others_answered: bool = False
    """True if the service may cause such errors under load as long as it answers some calls."""
    follows_death: bool = False
    """True if the death of a service, or of one of its processes, may cause such errors."""

    @property
    def cure(self) -> Message:
        """Text of the hint."""
        return Message(f"error-hint-{self.hint}")


def _unconnected(hint: str) -> ErrorCause:
    """A service, or a proxy before it, may refuse connections beyond a limit; where all are, nothing listens."""
    return ErrorCause(Cause.REFUSED, hint, follows_load_if_others_answered=True, follows_death=True)


KINDS: Mapping[str, ErrorCause] = {
    "timeout": ErrorCause(Cause.TIMEOUTS, "timeout", follows_load=True, follows_death=True),
    "refused": _unconnected("refused"),
    "connect-failed": _unconnected("connect-failed"),
    "reset": ErrorCause(Cause.RESET, "closed", follows_load=True, follows_death=True),
    "closed": ErrorCause(Cause.RESET, "closed", follows_load=True, follows_death=True),
    "reused-connection-closed": ErrorCause(Cause.RESET, "reused-connection", follows_load=True, follows_death=True),
    "garbage": ErrorCause(Cause.UNREADABLE_REPLY, "garbage"),
    "too-large": ErrorCause(Cause.UNREADABLE_REPLY, "too-large"),
    "bad-extract": ErrorCause(Cause.UNREADABLE_REPLY, "bad-extract"),
    "unsupported-encoding": ErrorCause(Cause.UNREADABLE_REPLY, "encoding"),
    "corrupt-encoding": ErrorCause(Cause.UNREADABLE_REPLY, "encoding"),
    "unsupported-charset": ErrorCause(Cause.UNREADABLE_REPLY, "charset"),
    "redirect": ErrorCause(Cause.REDIRECT, "redirect"),
    "bad-request-data": ErrorCause(Cause.REQUEST_DATA, "request-data"),
    "tls-expected": ErrorCause(Cause.TLS_FAILED, "tls-expected"),
    "tls-not-spoken": ErrorCause(Cause.TLS_FAILED, "tls-not-spoken"),
    "tls-closed": ErrorCause(Cause.TLS_FAILED, "tls-closed", follows_load=True, follows_death=True),
    "tls-unknown-issuer": ErrorCause(Cause.TLS_FAILED, "tls-unknown-issuer"),
    "tls-expired": ErrorCause(Cause.TLS_FAILED, "tls-expired"),
    "tls-not-yet-valid": ErrorCause(Cause.TLS_FAILED, "tls-not-yet-valid"),
    "tls-wrong-name": ErrorCause(Cause.TLS_FAILED, "tls-wrong-name"),
    "tls-ca-certificate": ErrorCause(Cause.TLS_FAILED, "tls-ca-certificate"),
    "certificate-rejected": ErrorCause(Cause.TLS_FAILED, "certificate-rejected"),
    "tls-client-certificate": ErrorCause(Cause.TLS_FAILED, "tls-client-certificate"),
    "tls-unknown-host": ErrorCause(Cause.TLS_FAILED, "tls-unknown-host"),
    "tls-protocol-version": ErrorCause(Cause.TLS_FAILED, "tls-protocol-version"),
    "tls-no-common-cipher": ErrorCause(Cause.TLS_FAILED, "tls-no-common-cipher"),
    "tls-no-http1": ErrorCause(Cause.TLS_FAILED, "tls-no-http1"),
    "tls-failed": ErrorCause(Cause.TLS_FAILED, "tls-failed"),
}
"""Kinds with a fixed name."""
FAMILIES: Mapping[str, ErrorCause] = {
    "status-": ErrorCause(Cause.ERROR_STATUS, "status"),
    "check-": ErrorCause(Cause.FAILED_CHECK, "check"),
    "extract-": ErrorCause(Cause.MISSING_EXTRACTION, "extract"),
}
"""Kinds that end with a status or a name, by their prefix."""
_OTHER = ErrorCause(Cause.OTHER_ERRORS, "other")
"""Kinds of other versions of loadproof, in stored runs."""
_TIMED = ErrorCause(Cause.FAILED_CHECK, "check-time", follows_load=True)
"""Checks on the response time: the service was slow."""
_STATUSES = (
    (re.compile(r"40[13]|407"), ErrorCause(Cause.ERROR_STATUS, "status-credentials")),
    (re.compile(r"404|405|410"), ErrorCause(Cause.ERROR_STATUS, "status-path")),
    # The service, or a proxy before it, says by 408 and 429 that it is too slow, or that the load is too high.
    (re.compile(r"408|429"), ErrorCause(Cause.ERROR_STATUS, "status-limit", follows_load=True)),
    (re.compile(r"4\d\d"), ErrorCause(Cause.ERROR_STATUS, "status-request")),
    (re.compile(r"5\d\d"), ErrorCause(Cause.ERROR_STATUS, "status-service", follows_load=True, follows_death=True)),
)


def error_cause(kind: str, timed_checks: Collection[str] = ()) -> ErrorCause:
    """Return the cause of an error kind; `timed_checks` are the kinds of checks on the response time.

    A kind that this version does not know has the cause `other-errors`.

    >>> str(error_cause("check-greeting").cause), error_cause("status-404").hint, str(error_cause("unheard-of").cause)
    ('failed-check', 'status-path', 'other-errors')
    >>> error_cause("check-quick").follows_load, error_cause("check-quick", {"check-quick"}).follows_load
    (False, True)
    """
    if kind in timed_checks:
        return _TIMED
    if kind in KINDS:
        return KINDS[kind]
    family = next((prefix for prefix in FAMILIES if kind.startswith(prefix)), None)
    if family == "status-":
        status = kind.removeprefix(family)
        return next((own for pattern, own in _STATUSES if pattern.fullmatch(status)), FAMILIES[family])
    return _OTHER if family is None else FAMILIES[family]


def kinds_by_cause(kinds: Collection[str]) -> dict[Cause, list[str]]:
    """Group error kinds by their cause; causes in their order of strength, kinds in alphabetical order.

    >>> {str(cause): kinds for cause, kinds in kinds_by_cause(["timeout", "check-b", "check-a"]).items()}
    {'failed-check': ['check-a', 'check-b'], 'timeouts': ['timeout']}
    """
    found: dict[Cause, list[str]] = {}
    for kind in sorted(kinds):
        found.setdefault(error_cause(kind).cause, []).append(kind)
    return {cause: found[cause] for cause in Cause if cause in found}
