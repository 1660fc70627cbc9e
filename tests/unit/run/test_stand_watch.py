"""What a watch remembers of the services of a stand."""

import os
from collections.abc import Sequence
from types import SimpleNamespace
from typing import cast

import pytest
from loadproof.judge.service_memory import ServiceMemory
from loadproof.methods.trial import Purpose, Trial
from loadproof.model.message import Message
from loadproof.probes.prober import Prober
from loadproof.probes.reading import Reading
from loadproof.records.database_activity import DatabaseActivity
from loadproof.run.stand_watch import StandWatch
from loadproof.stand.death import Death
from loadproof.stand.stand import Stand
from loadproof.store.start_log import StartLog
from loadproof.store.writer import RunWriter
from loadproof.system.runtime import Collector


class _Written:
    def readings(self, number: int | None, rows: Sequence[object]) -> None:
        """Kept nowhere."""

    def event(self, kind: str, text: Message, **_of: object) -> None:
        """Kept nowhere."""


class _Probed:
    """Gives what is put into `read` once."""

    def __init__(self, *readings: Reading) -> None:
        self._readings = readings or (Reading("process:api", "pss_mib", "MiB", 80.0),)
        self.read: list[tuple[float, Reading]] = []

    def align(self, began_s: float) -> None:
        self.read = [(began_s + 1.0 + place, reading) for place, reading in enumerate(self._readings)]

    def drain(self) -> list[tuple[float, Reading]]:
        read, self.read = self.read, []
        return read

    def conclude(self, within_s: float) -> None:
        """No database is observed."""

    def activities(self) -> list[DatabaseActivity]:
        return []


def _memory(probed: _Probed, purpose: Purpose, *deaths: Death) -> ServiceMemory:
    services = {"api": SimpleNamespace(process_id=os.getpid())}
    stand = SimpleNamespace(services=services, deaths=lambda _patience_s: deaths, look_who_listens=lambda: None)
    written = _Written()
    watch = StandWatch(cast(Prober, probed), cast(Stand, stand), cast(RunWriter, written), cast(StartLog, written))
    watch.trial_started(1, Trial(purpose, 100.0, 60.0, early_stop=False))
    watch.trial_ended()
    (memory,) = watch.memory.values()
    return memory


@pytest.mark.parametrize(
    ("purpose", "collector"), [(Purpose.SOAK, Collector.NONE), (Purpose.CONFIRM, Collector.UNKNOWN)]
)
def test_a_soak_knows_whether_garbage_may_wait_for_a_collector(purpose: Purpose, collector: Collector) -> None:
    memory = _memory(_Probed(), purpose)
    assert memory.collector is collector
    assert [mib for _, mib in memory.used] == [80.0]


@pytest.mark.parametrize(("died", "has_ended"), [((), False), (("database",), False), (("database", "api"), True)])
def test_the_memory_of_a_service_that_died_says_so(died: Sequence[str], has_ended: bool) -> None:
    deaths = [Death(service, Message("died")) for service in died]
    assert _memory(_Probed(), Purpose.SOAK, *deaths).has_ended is has_ended


def _alive(kind: str, *live_sets: float) -> list[Reading]:
    return [Reading(f"{kind}:api", "live_set_mib", "MiB", mib) for mib in live_sets]


def test_what_is_alive_is_that_of_the_vm_before_that_of_a_page() -> None:
    heap = [Reading("prometheus:api", "heap_max_mib", "MiB", 900.0), Reading("java:api", "heap_max_mib", "MiB", 512.0)]
    memory = _memory(_Probed(*_alive("prometheus", 70.0), *_alive("java", 60.0, 60.0, 61.0), *heap), Purpose.SOAK)
    assert [mib for _, mib in memory.live_set] == [60.0, 60.0, 61.0]
    assert (memory.heap_max_mib, memory.live_set_limit_mib) == (512.0, 512.0)


def test_what_may_live_in_a_heap_is_less_than_the_heap() -> None:
    told = [Reading("java:api", "heap_max_mib", "MiB", 96.0), Reading("java:api", "live_set_max_mib", "MiB", 64.0)]
    memory = _memory(_Probed(*told), Purpose.SOAK)
    assert (memory.heap_max_mib, memory.live_set_max_mib, memory.live_set_limit_mib) == (96.0, 64.0, 64.0)


def test_what_a_page_says_again_is_no_other_collection() -> None:
    memory = _memory(_Probed(*_alive("prometheus", 70.0, 70.0, 71.0, 71.0, 70.0)), Purpose.SOAK)
    assert [mib for _, mib in memory.live_set] == [70.0, 71.0, 70.0]
    assert memory.heap_max_mib is None
