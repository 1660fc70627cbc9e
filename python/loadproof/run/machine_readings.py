"""Use of machines in the seconds of a trial, from the readings of the probes `host` and `node:NAME`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from loadproof.judge.saturation import ResourceReading, resource_readings
from loadproof.model.machine_series import LOCAL_MACHINE, MACHINE_SERIES
from loadproof.records.machine_use import MachineRole
from loadproof.study.probe_settings import NODE

if TYPE_CHECKING:
    from loadproof.probes.reading import Reading

__all__ = ["MachineReadings"]

_EARLY_S = 0.25
"""A reading that comes so long before the end of a second belongs to the second all the same."""


class MachineReadings:
    """Collects readings of one trial after the other, and gives what they say of each second."""

    def __init__(self, roles: Mapping[str, MachineRole]) -> None:
        """`roles` are those of the machines, by name; this machine is under test unless they say something else."""
        self._roles = {LOCAL_MACHINE: MachineRole.UNDER_TEST, **roles}
        self._began_s = 0.0
        self._read_until: dict[str, int] = {}
        self._readings: list[ResourceReading] = []

    def begin(self, began_s: float) -> None:
        """A trial begins at this monotonic time."""
        self._began_s = began_s
        self._read_until = {}
        self._readings = []

    def add(self, readings: Sequence[tuple[float, Reading]]) -> None:
        """Takes readings, each with the monotonic time of its round; those of one round come together."""
        rounds: dict[tuple[float, str], dict[str, float]] = defaultdict(dict)
        for at_s, reading in readings:
            machine = _machine(reading.probe)
            if machine in self._roles and reading.name in MACHINE_SERIES:
                rounds[at_s, machine][reading.name] = reading.value
        for (at_s, machine), values in rounds.items():
            # What is read at the whole second n is of the second n - 1, or of all seconds since the last reading.
            end = int(at_s - self._began_s + _EARLY_S)
            begin = min(self._read_until.get(machine, end - 1), end - 1)
            if begin < 0:
                continue
            self._read_until[machine] = end
            self._readings += resource_readings(machine, self._roles[machine], begin, end, values)

    def taken(self) -> list[ResourceReading]:
        """Return what came since the last call."""
        readings, self._readings = self._readings, []
        return readings


def _machine(probe: str) -> str:
    """Return the machine that a probe reads; empty if it reads something else."""
    kind, _, name = probe.partition(":")
    return name if kind == NODE else LOCAL_MACHINE if probe == LOCAL_MACHINE else ""
