"""What a probe gives: one value of one series at one moment."""

from dataclasses import dataclass

from loadproof.model.message import Message

__all__ = ["Happening", "Reading"]


@dataclass(frozen=True, slots=True)
class Happening:
    """What a reading says has happened, for the events of a run: such as `checkpoint`, and of which service."""

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
