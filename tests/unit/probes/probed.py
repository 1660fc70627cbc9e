"""A running service as probes see it, and the values that probes read."""

from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.model.series import known_series
from loadproof.probes.reading import Reading
from loadproof.system.control_group import ControlGroup

__all__ = ["Probed", "assert_known", "values_of"]

_UNITS = {
    "_share": "share",
    "_mib_per_s": "MiB/s",
    "_mib": "MiB",
    "_bytes": "B",
    "_cores": "cores",
    "_s_per_s": "",
    "_per_s": "1/s",
}
"""Units at the end of names, for readings that carry none; the first that fits."""


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
    unit = reading.unit or next((unit for end, unit in _UNITS.items() if reading.name.endswith(end)), "")
    assert unit == known.unit, reading
    assert known.lowest is None or reading.value >= known.lowest, reading
    assert known.highest is None or reading.value <= known.highest, reading
