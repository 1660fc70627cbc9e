"""Traces of an injection on disk: enough to clear it when every process that knew its undo is dead."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from loadproof.system.process_identity import ProcessIdentity

__all__ = ["HeldInjection", "Traces"]

_MOST_ENTRIES = 100_000
_LONGEST_WITHIN_S = 600.0


@dataclass(frozen=True, slots=True)
class Traces:
    """Kind and ids of an injection while it lasts; never a command or a secret."""

    kind: str
    name: str
    processes: tuple[ProcessIdentity, ...] = ()
    """Stopped processes: they are continued."""
    directories: tuple[str, ...] = ()
    """Directories that are removed, only if the last part of the path begins with `loadproof-` and the token."""
    database: str = ""
    """HOST:PORT/DATABASE."""
    application: str = ""
    """`application_name` of the sessions."""
    ends_within_s: float = 0.0
    """Time after which the server itself ends the sessions, seconds since their start; 0: no server does."""

    @classmethod
    def from_state(cls, state: Mapping[str, Any]) -> Self:
        """Read what `asdict` wrote. Raises ValueError, KeyError and TypeError for other content.

        >>> from dataclasses import asdict
        >>> traces = Traces("stop", "frozen", (ProcessIdentity(7, 1),), ("/tmp/a",))
        >>> Traces.from_state(asdict(traces)) == traces
        True
        """
        processes, directories = list(state["processes"]), list(state["directories"])
        if max(len(processes), len(directories)) > _MOST_ENTRIES:
            raise ValueError("more traces than an injection leaves")
        return cls(
            kind=str(state["kind"]),
            name=str(state["name"]),
            processes=tuple(ProcessIdentity(int(one["process_id"]), int(one["start_ticks"])) for one in processes),
            directories=tuple(map(str, directories)),
            database=str(state["database"]),
            application=str(state["application"]),
            ends_within_s=float(state.get("ends_within_s", 0.0)),
        )


@dataclass(frozen=True, slots=True)
class HeldInjection:
    """Injection that may be in force, and the supervisor that undoes it if the controller cannot."""

    traces: Traces
    supervisor: ProcessIdentity
    receipt: str
    """Name of the empty file beside the lease by which the supervisor reports that it has undone the injection."""
    within_s: float
    """Time that the undo may take, seconds."""

    @classmethod
    def from_state(cls, state: Mapping[str, Any]) -> Self:
        """Read what `asdict` wrote. Raises ValueError, KeyError and TypeError for other content."""
        supervisor, receipt = state["supervisor"], str(state["receipt"])
        if "/" in receipt or receipt.startswith("."):
            raise ValueError("a receipt is a file beside its lease")
        return cls(
            Traces.from_state(state["traces"]),
            ProcessIdentity(int(supervisor["process_id"]), int(supervisor["start_ticks"])),
            receipt,
            min(max(float(state["within_s"]), 0.0), _LONGEST_WITHIN_S),
        )
