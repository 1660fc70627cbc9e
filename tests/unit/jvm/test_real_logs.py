"""Real logs of each collector of JDK 17 and 25, against what the VM itself counted while it wrote them.

A program allocated some 296 MiB in 3 s beside 14 MiB that were alive, in a heap of 64 MiB, called `System.gc()` at its
end, and printed what its `GarbageCollectorMXBean`s had counted. Lines that say nothing here were taken out.
"""

from pathlib import Path
from typing import NamedTuple

import pytest
from loadproof.jvm.gc.logs import report_of_logs

LOGS = Path(__file__).parent / "logs/real"
RUN_S = 3.0
OF_MARKING = ("Remark", "Cleanup")


class Counted(NamedTuple):
    """What the beans said: pauses, their whole milliseconds; and MiB that the thread has allocated."""

    collector: str
    pauses: int
    paused_ms: int
    allocated_mib: float
    is_by_pages: bool = False
    """ZGC counts pages as allocated, also what of them is not used."""


COUNTED = {
    "jdk17-serial": Counted("Serial", 18, 32, 296.2),
    "jdk17-parallel": Counted("Parallel", 25, 77, 296.3),
    "jdk17-g1": Counted("G1", 10, 62, 295.2),
    "jdk17-z": Counted("ZGC", 33, 0, 296.6, True),
    "jdk17-shenandoah": Counted("Shenandoah", 60, 2, 296.2),
    "jdk25-serial": Counted("Serial", 18, 41, 296.0),
    "jdk25-parallel": Counted("Parallel", 23, 83, 296.0),
    "jdk25-g1": Counted("G1", 10, 59, 295.9),
    "jdk25-z": Counted("generational ZGC", 43, 0, 296.8, True),
    "jdk25-shenandoah": Counted("Shenandoah", 60, 3, 295.5),
    "jdk25-generational-shenandoah": Counted("generational Shenandoah", 54, 3, 295.5),
}


def test_each_log_is_counted() -> None:
    assert {path.stem for path in LOGS.glob("*.log")} == COUNTED.keys()


@pytest.mark.parametrize("name", COUNTED)
def test_pauses_are_those_that_the_vm_counted(name: str) -> None:
    log, counted = report_of_logs([str(LOGS / f"{name}.log")]).logs[0], COUNTED[name]
    assert log.collector == counted.collector
    groups = [one for one in log.groups if one.kind not in OF_MARKING]
    assert sum(one.pauses.count for one in groups) == counted.pauses
    # The beans cut each pause to whole milliseconds.
    total_ms = sum(one.pauses.total_ms for one in groups)
    assert counted.paused_ms <= total_ms + 0.1 * counted.pauses
    assert total_ms <= counted.paused_ms + 1.1 * counted.pauses
    assert (log.missing_collections, log.vms) == (0, 1)
    assert log.throughput is not None
    assert 0.9 < log.throughput < 1.0


@pytest.mark.parametrize("name", COUNTED)
def test_allocation_is_what_the_threads_allocated(name: str) -> None:
    log, counted = report_of_logs([str(LOGS / f"{name}.log")]).logs[0], COUNTED[name]
    assert log.allocation_mib_per_s is not None
    most = 1.35 if counted.is_by_pages else 1.1
    assert 0.9 * counted.allocated_mib / RUN_S < log.allocation_mib_per_s.value < most * counted.allocated_mib / RUN_S


@pytest.mark.parametrize("name", COUNTED)
def test_what_is_alive_at_the_end_is_what_the_program_held(name: str) -> None:
    log = report_of_logs([str(LOGS / f"{name}.log")]).logs[0]
    assert log.live_set is not None
    assert 13.0 <= log.live_set.last_mib <= 20.0
    assert log.heap_max_mib == 64.0
