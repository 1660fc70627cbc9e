"""Log of known-truth: every request as the server saw it."""

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

__all__ = ["Served", "ServerLog", "read_requests", "read_server_log"]

_DEATH = "death"
_ENDED = frozenset({"refused", "reset"})
"""Outcomes that end the connection before an answer begins."""


@dataclass(frozen=True, slots=True)
class Served:
    """One request as the server saw it: instants in ns of CLOCK_MONOTONIC."""

    outcome: str
    arrival_ns: int
    start_ns: int
    end_ns: int
    sent_ns: int | None
    """None: no answer was sent."""
    before_ns: int = 0
    """What the server took to end the connection of the same call the first time; 0 for a call that came once."""
    call: int | None = None
    """Number that ends the path; None: the path ends with no number."""
    operation: str = ""
    """Name of the operation in the mode `office`; empty for an unknown operation and in other modes."""

    @property
    def service_ns(self) -> int:
        """How long it was served, as logged."""
        return self.end_ns - self.start_ns

    @property
    def behind_ns(self) -> int:
        """How much later than planned the answer left."""
        return 0 if self.sent_ns is None else self.sent_ns - self.end_ns

    @property
    def turnaround_ns(self) -> int:
        """From the arrival to the answer, with what the first time took."""
        return self.before_ns + (self.end_ns if self.sent_ns is None else self.sent_ns) - self.arrival_ns


@dataclass(frozen=True, slots=True)
class ServerLog:
    """The last request of each call by its number, and the instant of death where there was one."""

    calls: dict[int, Served]
    death_ns: int | None
    sent_again: int = 0
    """Calls that came twice: on a reused connection that the server ended, then on a new one (RFC 9112, 9.3.1)."""

    @property
    def outcomes(self) -> Counter[str]:
        """How often each outcome was logged; `unanswered` where a status was never sent."""
        return Counter(
            "unanswered" if call.sent_ns is None and call.outcome.isdigit() else call.outcome
            for call in self.calls.values()
        )


def read_requests(path: Path) -> Iterator[Served]:
    """Yield every request of a log of stands/known-truth, and the death of the server with the outcome `death`."""
    with path.open(encoding="ascii", newline="") as file:
        for row in csv.DictReader(file):
            yield Served(
                row["outcome"],
                int(row["arrival_ns"]),
                int(row["start_ns"]),
                int(row["end_ns"]),
                int(row["sent_ns"]) if row["sent_ns"] else None,
                call=int(row["call"]) if row["call"] else None,
                operation=row["operation"],
            )


def read_server_log(path: Path) -> ServerLog:
    """The log of stands/known-truth.

    Raises ValueError where a call has no number, came again after an answer, or came a third time.
    """
    calls: dict[int, Served] = {}
    sent_again: set[int] = set()
    death_ns = None
    for request in read_requests(path):
        if request.outcome == _DEATH:
            death_ns = request.sent_ns
            continue
        call = request.call
        if call is None:
            raise ValueError(f"{path}: the request that arrived at {request.arrival_ns} ns has no number of a call")
        first = calls.get(call)
        if first is None:
            calls[call] = request
            continue
        if first.outcome not in _ENDED or call in sent_again:
            raise ValueError(f"{path}: call {call} was sent again, as {request.outcome} after {first.outcome}")
        sent_again.add(call)
        calls[call] = replace(request, before_ns=first.turnaround_ns)
    return ServerLog(calls, death_ns, len(sent_again))
