"""A running service as probes see it."""

from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.probes.reading import Reading
from loadproof.system.control_group import ControlGroup

__all__ = ["Probed", "values_of"]


@dataclass
class Probed:
    process_id: int
    control_group: ControlGroup | None = None


def values_of(readings: Sequence[Reading]) -> dict[str, float]:
    assert len({reading.name for reading in readings}) == len(readings)
    return {reading.name: reading.value for reading in readings}
