"""What a probe gives: one value of one series at one moment."""

from dataclasses import dataclass

__all__ = ["Reading"]


@dataclass(frozen=True, slots=True)
class Reading:
    """`probe` says whose it is, such as `process:api`; `name` what it is, with its unit as the suffix or in `unit`."""

    probe: str
    name: str
    unit: str
    value: float
