"""Doubts: why a measurement might not be what it seems."""

from dataclasses import dataclass
from enum import Enum
from typing import Any

from loadproof.model.message import Message
from loadproof.words.catalogue import in_english

__all__ = ["Doubt", "DoubtCode"]


class DoubtCode(Enum):
    """Every doubt there is: its code, and whether it takes the ground from a verdict."""

    LATE_SENDS = ("late-sends", True)
    GENERATOR_STALLED = ("generator-stalled", False)
    STARVED_BY_STAND = ("starved-by-stand", False)
    GENERATOR_CPU = ("generator-cpu", True)
    DESCRIPTORS = ("descriptors", True)
    PORTS = ("ports", True)
    OWN_PROCESS_FAILED = ("own-process-failed", True)
    OWN_ERRORS = ("own-errors", True)
    SERVICE_DIED = ("service-died", True)
    FOREIGN_LOAD = ("foreign-load", False)
    DISTURBED_SECONDS = ("disturbed-seconds", False)
    DISTURBED = ("disturbed", True)
    FOREIGN_DISK = ("foreign-disk", False)
    FOREIGN_MEMORY = ("foreign-memory", False)
    STEAL = ("steal", False)
    MACHINE_SPEED = ("machine-speed", False)
    SHARED_MACHINE = ("shared-machine", False)
    TOO_FEW_SAMPLES = ("too-few-samples", False)
    SLOW_REPLIES = ("slow-replies", False)
    CONNECTION_LIMIT = ("connection-limit", False)
    CONNECTION_ROOM = ("connection-room", True)
    CALLS_RETRIED = ("calls-retried", False)
    SHORT_PROBE = ("probe-skipped", False)
    READINGS_FAILED = ("readings-failed", False)
    RESOURCE_EXHAUSTED = ("resource-exhausted", False)
    COARSE = ("coarse", False)
    NOT_RECOVERED = ("not-recovered", False)
    NOT_WARM = ("not-warm", False)
    INTERRUPTED = ("interrupted", False)
    LIMITS = ("limits", False)
    FEW_DESCRIPTORS = ("few-descriptors", False)
    FOREIGN_LISTENER = ("foreign-listener", False)
    INSECURE_TLS = ("insecure-tls", False)
    SHORT_SECRET = ("short-secret", False)
    CUT_FLOWS = ("cut-flows", False)
    LATE_ITERATIONS = ("late-iterations", False)
    NOT_STORED = ("not-stored", False)
    SHARED_MEMORY = ("shared-memory", False)
    SHARED_SERVICE = ("shared-service", False)
    UNLIKE_DATA = ("unlike-data", False)
    NOT_MAINTAINED = ("not-maintained", False)
    FEW_COLLECTIONS = ("few-collections", False)
    IDLE_WORK = ("idle-work", False)
    OPENED_CONNECTIONS = ("opened-connections", False)
    METRICS_NOT_EXPORTED = ("metrics-not-exported", False)

    def __init__(self, code: str, invalidates: bool) -> None:
        """Takes the members' tuple apart."""
        self.code = code
        self.invalidates = invalidates

    @property
    def cure(self) -> Message:
        """What to do about it: the message of its code."""
        return Message(f"cure-{self.code}")


@dataclass(frozen=True, slots=True)
class Doubt:
    """One doubt about one measurement: its kind, and what was seen.

    >>> from loadproof.model.message import share
    >>> Doubt(DoubtCode.STEAL, Message("machine-stolen", share=share(0.06))).as_dict()["text"]
    'the hypervisor took 6 % of the processor time'
    """

    kind: DoubtCode
    text: Message

    @property
    def invalidates(self) -> bool:
        """Whether it takes the ground from a verdict; a failure may stand all the same (`judged_valid`)."""
        return self.kind.invalidates

    def as_dict(self) -> dict[str, str]:
        """The contract of `--json`: `{code, text, cure}`."""
        return dict(in_english(self.as_record()))

    def as_record(self) -> dict[str, Any]:
        """The same with its messages, for the store."""
        return {"code": self.kind.code, "text": self.text, "cure": self.kind.cure}
