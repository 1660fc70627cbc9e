"""What the server logged of each request."""

import csv
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Served", "ServerLog", "read_server_log"]

_DEATH = "death"


@dataclass(frozen=True, slots=True)
class Served:
    """One request as the server saw it: instants in ns of CLOCK_MONOTONIC."""

    outcome: str
    arrival_ns: int
    start_ns: int
    end_ns: int
    sent_ns: int | None
    """None: no answer was sent."""

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
        """From the arrival to the answer."""
        return (self.end_ns if self.sent_ns is None else self.sent_ns) - self.arrival_ns


@dataclass(frozen=True, slots=True)
class ServerLog:
    """The requests by the number of their call, and the instant of death where there was one."""

    calls: dict[int, Served]
    death_ns: int | None

    @property
    def outcomes(self) -> Counter[str]:
        """How often each outcome was logged; `unanswered` where a status was never sent."""
        return Counter(
            "unanswered" if call.sent_ns is None and call.outcome.isdigit() else call.outcome
            for call in self.calls.values()
        )


def read_server_log(path: Path) -> ServerLog:
    """The log of stands/known-truth. Raises ValueError where a call is in it twice or has no number."""
    calls: dict[int, Served] = {}
    death_ns = None
    with path.open(encoding="ascii", newline="") as file:
        for row in csv.DictReader(file):
            sent_ns = int(row["sent_ns"]) if row["sent_ns"] else None
            served = Served(row["outcome"], int(row["arrival_ns"]), int(row["start_ns"]), int(row["end_ns"]), sent_ns)
            if served.outcome == _DEATH:
                death_ns = sent_ns
            elif int(row["call"]) in calls:
                raise ValueError(f"{path}: call {row['call']} was served twice")
            else:
                calls[int(row["call"])] = served
    return ServerLog(calls, death_ns)
