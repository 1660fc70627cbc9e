"""Real logs of JDK 17 and 25 against GCToolkit 3.5.0, a reader of other authors: each kind's pauses, sum and longest.

`python -m bench.gc_logs --keep FOLDER` made the logs and what GCToolkit said of them; that of generational ZGC was cut
after a collection. GCToolkit reads no line of Shenandoah: its logs are held against the VM alone (test_real_logs.py).
"""

import json
from pathlib import Path

import pytest
from loadproof.jvm.gc.logs import report_of_logs
from loadproof.records.json_form import plain

from bench.gc_logs.readings import PauseSum, Reading, our_reading, peer_reading

LOGS = Path(__file__).parent / "logs/gctoolkit"
NAMES = sorted(path.stem for path in LOGS.glob("*.log"))
CLEANUPS = {"jdk17-g1": 3, "jdk25-g1": 1}
"""Pauses that GCToolkit drops: they come in a cycle after `Pause Remark`."""
YOUNG_LOST = {"jdk25-z": 1}
"""`System.gc()` collects the young generation twice within a major collection, of which GCToolkit keeps one."""


def readings(name: str) -> tuple[Reading, Reading]:
    ours = our_reading(plain(report_of_logs([str(LOGS / f"{name}.log")])))
    return ours, peer_reading(json.loads((LOGS / f"{name}.json").read_text(encoding="utf-8")))


def test_each_collector_that_it_reads_is_there_of_both_jdks() -> None:
    collectors = ("g1", "parallel", "serial", "z")
    assert [f"jdk{version}-{collector}" for version in (17, 25) for collector in collectors] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_pauses_of_each_kind_are_those_that_it_read(name: str) -> None:
    ours, peer = readings(name)
    kinds = dict(ours.kinds)
    assert kinds.pop("cleanup", PauseSum()).count == CLEANUPS.get(name, 0)
    assert kinds.keys() == peer.kinds.keys()
    for kind, told in kinds.items():
        other, lost = peer.kinds[kind], YOUNG_LOST.get(name, 0) if kind.startswith("Young: ") else 0
        assert (kind, told.count) == (kind, other.count + lost)
        if not lost:
            assert told.total_ms == pytest.approx(other.total_ms, abs=0.0005)
            assert told.largest_ms == pytest.approx(other.largest_ms, abs=0.0005)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_alive_at_the_end_is_what_it_read(name: str) -> None:
    ours, peer = readings(name)
    assert ours.alive_mib is not None
    assert ours.alive_mib == peer.alive_mib
