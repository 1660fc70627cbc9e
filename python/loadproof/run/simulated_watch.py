"""Watches a simulated service while trials run: its memory and its death go to the store, and time goes on."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from loadproof.judge.service_memory import ServiceMemory
from loadproof.judge.tick import TickReading
from loadproof.methods.trial import Trial
from loadproof.model.message import Message
from loadproof.run.virtual_clock import VirtualClock
from loadproof.store.start_log import StartLog
from loadproof.store.writer import RunWriter
from loadproof.study.simulated_service import SimulatedService
from loadproof.system.runtime import Collector
from loadproof.trial.observer import SeenBeside, Witness

__all__ = ["SIMULATED", "SimulatedWatch", "simulated_memory"]

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
"""Values of a trial that are kept for its judge: one a second in two hours, fewer in longer ones."""


class SimulatedWatch(Witness):
    """Stores what the engine says of the service; remembers the live set of the trial under way."""

    def __init__(self, service: SimulatedService, clock: VirtualClock, writer: RunWriter, log: StartLog) -> None:
        """`clock` is that of the run, which `writer` goes by; `log` is that of the start."""
        self._memory = service.memory
        self._shown = _SERIES if service.memory is not None else dict(list(_SERIES.items())[2:])
        self._clock = clock
        self._writer = writer
        self._log = log
        self._number: int | None = None
        self._every_s = 1
        self._used: list[tuple[float, float]] = []
        self._live_set: list[tuple[float, float]] = []
        self._was_alive = True
        self._has_died = False
        self.dead: set[str] = set()
        """Holds the service's name while it is dead and was not started again."""
        self.process_ids: Mapping[str, int] = {}

    def trial_started(self, number: int, trial: Trial, /) -> None:
        """Readings from now on stand beside the windows of trial `number`."""
        self._clock.trial_started()
        self._number = number
        self._every_s = int(trial.load_s // _MOST_KEPT) + 1
        self._used, self._live_set = [], []
        self._was_alive = not self.dead
        self._has_died = False

    def ticked(self, _number: int, tick: TickReading, /) -> None:
        """Time is at the end of the tick's second; the closing tick ends within its own."""
        lasted_s = tick.second if tick.last else tick.second + 1
        self._clock.trial_reached(lasted_s)
        service = tick.service
        if not service or tick.last:
            return
        at_s = self._clock()
        rows = [
            (at_s, f"simulated:{SIMULATED}", name, unit, service[key] / scale)
            for name, (key, unit, scale) in self._shown.items()
        ]
        self._writer.readings(self._number, rows)
        # A dead service has freed everything: that is no reading of what it keeps.
        if self._memory is not None and service["alive"] and lasted_s % self._every_s == 0:
            self._keep(float(lasted_s), service)
        if self._was_alive and not service["alive"]:
            self.dead.add(SIMULATED)
            self._has_died = True
            told = Message("service-did", service=SIMULATED, what=Message("died"))
            self._log.event("died", told, service=SIMULATED, trial=self._number)
        self._was_alive = bool(service["alive"])

    def _keep(self, at_s: float, service: Mapping[str, float]) -> None:
        """Keeps what the judge of a soak asks for."""
        self._used.append((at_s, service["memory_bytes"] / _MIB))
        self._live_set.append((at_s, service["live_set_bytes"] / _MIB))

    def trial_ended(self) -> SeenBeside:
        """Return the service as dead if it died in the trial; later readings belong to no trial."""
        self._number = None
        return SeenBeside(died=(SIMULATED,) if self._has_died else ())

    @property
    def memory(self) -> Mapping[str, ServiceMemory]:
        """Memory of the service as read in the last trial, by service; empty if the model has no memory."""
        if self._memory is None:
            return {}
        limit_bytes, collect_bytes = self._memory.limit_bytes, self._memory.collect_bytes
        shown = simulated_memory(self._used, self._live_set, limit_bytes, collect_bytes)
        return {SIMULATED: replace(shown, has_ended=self._has_died)}


def simulated_memory(
    used: Sequence[tuple[float, float]],
    live_set: Sequence[tuple[float, float]],
    limit_bytes: int | None,
    collect_bytes: int | None,
) -> ServiceMemory:
    """Return the memory of a simulated service for the judge of leaks.

    `used` (memory in use) and `live_set` are readings, as (s since the trial began, MiB). `limit_bytes` and
    `collect_bytes` are settings of the model: None means no limit, or no collections.
    """
    limit_mib = None if limit_bytes is None else limit_bytes / _MIB
    collector = Collector.NONE if collect_bytes is None else Collector.OTHER
    # Without collections there is no live set. It dies when what is alive reaches its limit.
    alive = () if collect_bytes is None else tuple(live_set)
    return ServiceMemory(tuple(used), alive, limit_mib, collector, limit_mib)
