"""What counters of a Java VM and metrics of a page say of collections: pauses, and those of what lives long."""

from collections.abc import Mapping

import pytest
from loadproof.jvm.vm.collection_rates import VmCollections
from loadproof.probes.collection_metrics import COLLECTION_METRICS, CollectionMetrics
from loadproof.probes.prometheus_text import parse_page
from loadproof.system.java_counters import VmCounters

TICKS_PER_S = 1_000_000_000


def vm(kind: str, invocations: tuple[int, int, int], paused_ms: int) -> VmCounters:
    name = "sun.gc.collector.2.name" if kind.startswith("Z") else "sun.gc.policy.name"
    counters: VmCounters = {name: kind, "sun.os.hrt.frequency": TICKS_PER_S}
    for number, times in enumerate(invocations):
        counters[f"sun.gc.collector.{number}.invocations"] = times
        counters[f"sun.gc.collector.{number}.time"] = paused_ms * TICKS_PER_S // 3000
    return counters


@pytest.mark.parametrize(
    ("kind", "major_per_s"),
    [
        ("Copy:MSC", 1.5),
        ("ParScav:MSC", 1.5),
        ("GarbageFirst", 3.0),
        ("Z concurrent cycle pauses", 1.0),
        ("ZGC major collection pauses", None),
    ],
)
def test_a_vm_tells_pauses_and_where_it_can_major_collections(kind: str, major_per_s: float | None) -> None:
    collections = VmCollections()
    assert collections.read(vm(kind, (7, 2, 6), 30), 10.0) == {}
    told = dict(collections.read(vm(kind, (9, 5, 12), 90), 12.0))
    assert told.pop("gc_pause_share") == pytest.approx(0.03, rel=1e-6)
    assert told == ({} if major_per_s is None else {"major_collections_per_s": pytest.approx(major_per_s)})
    # Another VM in its place begins from zero.
    assert collections.read(vm(kind, (0, 0, 0), 0), 13.0) == {}


def test_counters_that_tell_nothing() -> None:
    collections = VmCollections()
    untold: list[VmCounters] = [
        {},
        vm("Shenandoah", (1, 2, 3), 4),
        vm("Copy:MSC", (1, 1, 1), 1) | {"sun.os.hrt.frequency": 0},
    ]
    assert [collections.read(counters, at_s) for at_s in (1.0, 2.0) for counters in untold] == [{}] * 6


PAGES = {
    "go_gc_duration_seconds_sum {s}\ngo_gc_duration_seconds_count {n}": True,
    'nodejs_gc_duration_seconds_sum{{kind="minor"}} {s}\nnodejs_gc_duration_seconds_count{{kind="major"}} {n}': True,
    'dotnet_gc_pause_time_seconds_total {s}\ndotnet_gc_collections_total{{gc_heap_generation="gen2"}} {n}': True,
    'jvm_gc_collection_seconds_sum{{gc="Copy"}} {s}\njvm_gc_collection_seconds_count{{gc="PS MarkSweep"}} {n}': True,
    'jvm_gc_pause_seconds_sum{{action="end of minor GC"}} {s}\njvm_gc_pause_seconds_count {n}': False,
}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_tells_pauses_and_where_it_can_major_collections(page: str) -> None:
    metrics = CollectionMetrics()

    def read(at_s: float, paused_s: float, cycles: int) -> Mapping[str, float]:
        return metrics.read(parse_page(page.format(s=paused_s, n=cycles), COLLECTION_METRICS).samples, at_s)

    assert read(1.0, 0.5, 7) == {}
    told = {"gc_pause_share": pytest.approx(0.05), "major_collections_per_s": 1.5}
    assert read(3.0, 0.6, 10) == (told if PAGES[page] else {"gc_pause_share": pytest.approx(0.05)})
    # A service that was started anew.
    assert read(4.0, 0.0, 0) == {}


@pytest.mark.parametrize(
    "page",
    [
        'jvm_gc_collection_seconds_sum{gc="ZGC Cycles"} 7',
        'jvm_gc_collection_seconds_count{gc="G1 Old Generation"} 7',
        'nodejs_gc_duration_seconds_count{kind="minor"} 7',
        "go_gc_duration_seconds_count NaN",
    ],
)
def test_what_is_no_pause_or_counts_other_collections_is_not_read(page: str) -> None:
    metrics = CollectionMetrics()
    assert [metrics.read(parse_page(page, COLLECTION_METRICS).samples, at_s) for at_s in (1.0, 2.0)] == [{}, {}]
