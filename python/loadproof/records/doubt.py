"""Doubts: reasons to distrust a measurement, or a verdict on it."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from loadproof.model.message import Message
from loadproof.model.typed_json import NOT_STORED

__all__ = ["INVALIDATING", "Doubt", "DoubtCode", "cure_of", "with_cures"]

_NOTHING = Message.said("")


class DoubtCode(StrEnum):
    """Code of each doubt."""

    LATE_SENDS = "late-sends"
    GENERATOR_STALLED = "generator-stalled"
    STARVED_BY_STAND = "starved-by-stand"
    GENERATOR_CPU = "generator-cpu"
    DESCRIPTORS = "descriptors"
    PORTS = "ports"
    OWN_PROCESS_FAILED = "own-process-failed"
    OWN_ERRORS = "own-errors"
    SERVICE_DIED = "service-died"
    FOREIGN_LOAD = "foreign-load"
    DISTURBED_SECONDS = "disturbed-seconds"
    DISTURBED = "disturbed"
    FOREIGN_DISK = "foreign-disk"
    FOREIGN_MEMORY = "foreign-memory"
    STEAL = "steal"
    SATURATED_MACHINE = "saturated-machine"
    SATURATED_LOAD_MACHINE = "saturated-load-machine"
    SATURATED_TOO_LONG = "saturated-too-long"
    SATURATED_START_UP = "saturated-start-up"
    MACHINE_SPEED = "machine-speed"
    SHARED_MACHINE = "shared-machine"
    TOO_FEW_SAMPLES = "too-few-samples"
    SLOW_REPLIES = "slow-replies"
    CONNECTION_LIMIT = "connection-limit"
    CONNECTION_ROOM = "connection-room"
    CALLS_RETRIED = "calls-retried"
    SHORT_PROBE = "probe-skipped"
    READINGS_FAILED = "readings-failed"
    RESOURCE_EXHAUSTED = "resource-exhausted"
    COARSE = "coarse"
    NOT_RECOVERED = "not-recovered"
    NOT_WARM = "not-warm"
    INTERRUPTED = "interrupted"
    LIMITS = "limits"
    FEW_DESCRIPTORS = "few-descriptors"
    FOREIGN_LISTENER = "foreign-listener"
    INSECURE_TLS = "insecure-tls"
    SHORT_SECRET = "short-secret"  # noqa: S105
    CUT_FLOWS = "cut-flows"
    LATE_ITERATIONS = "late-iterations"
    UNEVEN = "uneven"
    LITTLES_LAW = "littles-law"
    NOT_STORED = "not-stored"
    SHARED_MEMORY = "shared-memory"
    SHARED_SERVICE = "shared-service"
    UNLIKE_DATA = "unlike-data"
    NOT_MAINTAINED = "not-maintained"
    FEW_COLLECTIONS = "few-collections"
    IDLE_WORK = "idle-work"
    OPENED_CONNECTIONS = "opened-connections"
    METRICS_NOT_EXPORTED = "metrics-not-exported"
    STOPPED_BY_ALARM = "stopped-by-alarm"
    INJECTION_FAILED = "injection-failed"
    INJECTION_NOT_UNDONE = "injection-not-undone"


INVALIDATING = frozenset(
    {
        *(DoubtCode.LATE_SENDS, DoubtCode.GENERATOR_CPU, DoubtCode.DESCRIPTORS, DoubtCode.PORTS),
        *(DoubtCode.OWN_PROCESS_FAILED, DoubtCode.OWN_ERRORS, DoubtCode.SERVICE_DIED, DoubtCode.DISTURBED),
        *(DoubtCode.CONNECTION_ROOM, DoubtCode.SATURATED_TOO_LONG),
    }
)
"""Doubts that invalidate a verdict."""
_CURED_BY_KEYS = frozenset(
    {
        *(DoubtCode.GENERATOR_CPU, DoubtCode.CONNECTION_LIMIT, DoubtCode.CONNECTION_ROOM, DoubtCode.COARSE),
        *(DoubtCode.DESCRIPTORS, DoubtCode.FEW_DESCRIPTORS, DoubtCode.INSECURE_TLS),
    }
)
"""Doubts whose hints name options of the command line; a study has keys in place of them."""
_KNOWN = frozenset(DoubtCode)


@dataclass(frozen=True, slots=True)
class Doubt:
    """Doubt about a measurement: its code, what was observed, and in a result a hint.

    >>> Doubt(DoubtCode.DISTURBED, Message.said("others took a core")).invalidates
    True
    """

    code: str
    """Code: one of `DoubtCode`, or a code of an earlier version."""
    text: Message
    cure: Message = field(default=_NOTHING, metadata=NOT_STORED)
    """Hint, chosen when a result is made: options of a command and keys of a study have different names."""

    @property
    def invalidates(self) -> bool:
        """True if the doubt invalidates a verdict; a failed trial may remain failed (`judged_valid`)."""
        return self.code in INVALIDATING


def cure_of(code: str, has_study: bool = False) -> Message:
    """Return the hint on a doubt: by the keys of a study, or the options of a command.

    >>> cure_of("coarse", has_study=True).code, cure_of("steal", has_study=True).code
    ('cure-study-coarse', 'cure-steal')
    """
    by_keys = has_study and code in _CURED_BY_KEYS
    return Message(f"cure-study-{code}" if by_keys else f"cure-{code}")


def with_cures(doubts: Iterable[Doubt], has_study: bool) -> tuple[Doubt, ...]:
    """Add the hint to each doubt; a doubt of an earlier version with an unknown code keeps its stored hint."""
    return tuple(
        replace(doubt, cure=cure_of(doubt.code, has_study)) if doubt.code in _KNOWN else doubt for doubt in doubts
    )
