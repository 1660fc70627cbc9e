"""What a watch remembers of the services of a stand."""

import os
from collections.abc import Sequence
from types import SimpleNamespace
from typing import cast

import pytest
from loadproof.method.trial import Purpose, Trial
from loadproof.probes.prober import Prober
from loadproof.probes.reading import Reading
from loadproof.run.stand_watch import StandWatch
from loadproof.stand.stand import Stand
from loadproof.store.writer import RunWriter
from loadproof.system.runtime import Collector


class _Written:
    def readings(self, number: int | None, rows: Sequence[object]) -> None:
        """Kept nowhere."""


class _Probed:
    """Gives what is put into `read` once."""

    def __init__(self) -> None:
        self.read: list[tuple[float, Reading]] = []

    def align(self, began_s: float) -> None:
        self.read = [(began_s + 1.0, Reading("process:api", "pss_mib", "MiB", 80.0))]

    def drain(self) -> list[tuple[float, Reading]]:
        read, self.read = self.read, []
        return read


@pytest.mark.parametrize(
    ("purpose", "collector"), [(Purpose.SOAK, Collector.NONE), (Purpose.CONFIRM, Collector.UNKNOWN)]
)
def test_a_soak_knows_whether_garbage_may_wait_for_a_collector(purpose: Purpose, collector: Collector) -> None:
    services = {"api": SimpleNamespace(process_id=os.getpid())}
    stand = SimpleNamespace(services=services, deaths=lambda _patience_s: [], look_who_listens=lambda: None)
    watch = StandWatch(cast(Prober, _Probed()), cast(Stand, stand), cast(RunWriter, _Written()))
    watch.trial_started(1, Trial(purpose, 100.0, 60.0, early_stop=False))
    watch.trial_ended()
    (memory,) = watch.memory.values()
    assert memory.collector is collector
    assert [mib for _, mib in memory.used] == [80.0]
