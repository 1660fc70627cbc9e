"""Output of a probe: one value of one series at one moment."""

from dataclasses import dataclass

from loadproof.model.message import Message

__all__ = ["Happening", "Reading"]


@dataclass(frozen=True, slots=True)
class Happening:
    """Event of a run that a reading reports: its kind, such as `checkpoint`, its service and its text."""

    kind: str
    service: str
    text: Message


@dataclass(frozen=True, slots=True)
class Reading:
    """`probe` says whose it is, such as `process:api`; `name` what it is, with its unit as the suffix or in `unit`."""

    probe: str
    name: str
    unit: str
    value: float
    happening: Happening | None = None
