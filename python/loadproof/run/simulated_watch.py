"""Watches a simulated service while trials run: its memory and its death go to the store, and time goes on."""

from collections.abc import Mapping, Sequence

from loadproof.judge.tick import TickReading
from loadproof.method.trial import Trial
from loadproof.run.virtual_clock import VirtualClock
from loadproof.store.writer import RunWriter

__all__ = ["SIMULATED", "SimulatedWatch"]

SIMULATED = "simulated"
"""The name of the service in readings and events."""
_MIB = 2.0**20
_SERIES = {
    "memory_mib": ("memory_bytes", "MiB", _MIB),
    "live_set_mib": ("live_set_bytes", "MiB", _MIB),
    "busy_workers": ("busy_workers", "", 1.0),
    "queued_calls": ("queued_calls", "", 1.0),
}
_MOST_KEPT = 7200
"""Values of the live set of a trial that are kept for its judge: one a second in two hours, fewer in longer ones."""


class SimulatedWatch:
    """Stores what the engine says of the service; remembers the live set of the trial under way."""

    def __init__(self, clock: VirtualClock, writer: RunWriter) -> None:
        """`clock` is that of the run, which `writer` goes by."""
        self._clock = clock
        self._writer = writer
        self._number: int | None = None
        self._every_s = 1
        self._live_set: list[tuple[float, float]] = []
        self._has_memory = False
        self._was_alive = True
        self.dead: set[str] = set()
        """Holds the service's name while it is dead and was not started again."""

    def trial_started(self, number: int, trial: Trial, /) -> None:
        """Readings from now on stand beside the windows of trial `number`."""
        self._clock.trial_started()
        self._number = number
        self._every_s = int((trial.ramp_s + trial.settle_s + trial.hold_s) // _MOST_KEPT) + 1
        self._live_set = []
        self._was_alive = not self.dead

    def ticked(self, tick: TickReading, /) -> None:
        """Time is at the end of the tick's second; the closing tick ends within its own."""
        lasted_s = tick.second if tick.last else tick.second + 1
        self._clock.trial_reached(lasted_s)
        service = tick.service
        if not service or tick.last:
            return
        self._has_memory = self._has_memory or service["memory_bytes"] > 0.0
        shown = _SERIES if self._has_memory else list(_SERIES)[2:]
        rows = [
            (
                self._clock(),
                f"simulated:{SIMULATED}",
                name,
                _SERIES[name][1],
                service[_SERIES[name][0]] / _SERIES[name][2],
            )
            for name in shown
        ]
        self._writer.readings(self._number, rows)
        if self._has_memory and lasted_s % self._every_s == 0:
            self._live_set.append((float(lasted_s), service["live_set_bytes"] / _MIB))
        if self._was_alive and not service["alive"]:
            self.dead.add(SIMULATED)
            self._writer.event("died", f"the service {SIMULATED} died", service=SIMULATED, trial=self._number)
        self._was_alive = bool(service["alive"])

    def trial_ended(self) -> None:
        """What follows belongs to no trial."""
        self._number = None

    @property
    def memory_mib(self) -> Mapping[str, Sequence[tuple[float, float]]]:
        """(s since the trial began, MiB) of the live set after collections, in the last trial; empty without memory."""
        return {SIMULATED: self._live_set} if self._live_set else {}
