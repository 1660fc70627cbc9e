"""Apdex of each operation by the server's log: the reference for the Apdex that a client reports."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bench.accuracy.server_log import Served

__all__ = ["NEAR_NS", "LoggedApdex", "logged_apdexes"]

NEAR_NS = 2_000_000
"""Distance from T or 4T within which a client may count a call otherwise: network and wake-ups change its time."""

_TOLERATED = 4
"""The longest tolerated response time is so many times the target T (Apdex specification 1.1)."""
_NS_PER_S = 1_000_000_000


@dataclass(frozen=True, slots=True)
class LoggedApdex:
    """Counts of the calls of one operation that arrived in a window."""

    calls: int
    satisfied: int
    """Calls with a status 2xx, sent within T."""
    tolerating: int
    """Calls with a status 2xx, sent after T and within 4T."""
    near: int
    """Calls with a status 2xx, sent within 2 ms of T or of 4T, on either side."""

    @property
    def apdex(self) -> float | None:
        """(satisfied + tolerating / 2) / calls; None: no calls."""
        return (self.satisfied + self.tolerating / 2) / self.calls if self.calls else None


def logged_apdexes(
    requests: Iterable[Served], begin_s: float, end_s: float, targets_ns: Mapping[str, int]
) -> dict[str, LoggedApdex]:
    """Return the counts of every operation that has a target T.

    The window [begin_s, end_s) is of CLOCK_MONOTONIC; a call belongs to it by its arrival. The time of a call is that
    from its arrival to the instant at which its answer was sent. A call without an answer is frustrated.
    """
    begin_ns, end_ns = round(begin_s * _NS_PER_S), round(end_s * _NS_PER_S)
    calls: dict[str, list[Served]] = {operation: [] for operation in targets_ns}
    for request in requests:
        if request.operation in calls and begin_ns <= request.arrival_ns < end_ns:
            calls[request.operation].append(request)
    return {operation: _counts(calls[operation], target_ns) for operation, target_ns in targets_ns.items()}


def _counts(calls: list[Served], target_ns: int) -> LoggedApdex:
    times_ns = [
        call.sent_ns - call.arrival_ns for call in calls if call.sent_ns is not None and _is_success(call.outcome)
    ]
    tolerated_ns = _TOLERATED * target_ns
    return LoggedApdex(
        calls=len(calls),
        satisfied=sum(time_ns <= target_ns for time_ns in times_ns),
        tolerating=sum(target_ns < time_ns <= tolerated_ns for time_ns in times_ns),
        near=sum(min(abs(time_ns - target_ns), abs(time_ns - tolerated_ns)) <= NEAR_NS for time_ns in times_ns),
    )


def _is_success(outcome: str) -> bool:
    return outcome.isdigit() and outcome.startswith("2")
