"""A running service as probes see it, and the values that probes read."""

from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.alarms.units import unit_of
from loadproof.model.series import known_series
from loadproof.probes.reading import Reading
from loadproof.system.control_group import ControlGroup

__all__ = ["Probed", "assert_known", "values_of"]


@dataclass
class Probed:
    process_id: int
    control_group: ControlGroup | None = None


def values_of(readings: Sequence[Reading]) -> dict[str, float]:
    """Return the values by name; each is of a series of the catalog, in its unit and within its bounds."""
    for reading in readings:
        assert_known(reading)
    assert len({reading.name for reading in readings}) == len(readings)
    return {reading.name: reading.value for reading in readings}


def assert_known(reading: Reading) -> None:
    """Check a reading against the catalog of series; a study names the series of its pages itself."""
    known = known_series(reading.probe, reading.name)
    if known is None:
        assert reading.probe.startswith("prometheus:"), f"{reading.probe} {reading.name} is not in the catalog"
        return
    assert unit_of(reading.name, reading.unit) == known.unit, reading
    assert known.lowest is None or reading.value >= known.lowest, reading
    assert known.highest is None or reading.value <= known.highest, reading
