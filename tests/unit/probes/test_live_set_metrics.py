"""Which metrics of a page mean that something is alive after a collection."""

from collections.abc import Mapping

import pytest
from loadproof.probes.live_set_metrics import METRICS, LiveSetMetrics
from loadproof.probes.prometheus_text import parse_page

MIB = 2**20
NODE = """
nodejs_heap_space_size_used_bytes{{space="new"}} 900000
nodejs_heap_space_size_used_bytes{{space="old"}} {old}
nodejs_heap_space_size_used_bytes{{space="large_object"}} 1048576
nodejs_gc_duration_seconds_count{{kind="minor"}} {minor}
nodejs_gc_duration_seconds_count{{kind="major"}} {major}
"""
DOTNET = """
dotnet_gc_collections_total{{gc_heap_generation="gen0"}} {minor}
dotnet_gc_collections_total{{gc_heap_generation="gen2"}} {major}
dotnet_gc_last_collection_heap_size_bytes{{gc_heap_generation="gen0"}} 77
dotnet_gc_last_collection_heap_size_bytes{{gc_heap_generation="gen2"}} {old}
dotnet_gc_last_collection_heap_size_bytes{{gc_heap_generation="loh"}} 1048576
"""


def told(metrics: LiveSetMetrics, page: str) -> Mapping[str, float]:
    return metrics.read(parse_page(page, METRICS).samples)


@pytest.mark.parametrize("page", [NODE, DOTNET])
def test_a_heap_is_read_right_after_a_collection_that_included_it(page: str) -> None:
    metrics = LiveSetMetrics()
    steps = [(9, 3, 50), (12, 3, 60), (13, 4, 30), (14, 4, 31), (15, 6, 32)]
    read = [told(metrics, page.format(minor=minor, major=major, old=old * MIB)) for minor, major, old in steps]
    assert read == [{}, {}, {"live_set_mib": 31.0}, {}, {"live_set_mib": 33.0}]


@pytest.mark.parametrize(
    "metric",
    [
        "jvm_gc_live_data_size_bytes",
        'jvm_memory_pool_collection_used_bytes{pool="G1 Old Gen"}',
        'jvm_memory_used_after_last_gc_bytes{jvm_memory_pool_name="Tenured Gen",jvm_memory_type="heap"}',
        "go_gc_heap_live_bytes",
    ],
)
def test_a_figure_of_the_last_collection_is_told_when_it_changes(metric: str) -> None:
    metrics = LiveSetMetrics()
    read = [told(metrics, f"{metric} {mib * MIB}") for mib in (0, 0, 40, 40, 41)]
    assert read == [{}, {}, {"live_set_mib": 40.0}, {}, {"live_set_mib": 41.0}]


@pytest.mark.parametrize(
    "metric",
    [
        "go_memstats_heap_alloc_bytes",
        'jvm_memory_used_bytes{area="heap",id="G1 Old Gen"}',
        'jvm_memory_pool_collection_used_bytes{pool="G1 Eden Space"}',
        'nodejs_heap_space_size_used_bytes{space="old"}',
        "process_resident_memory_bytes",
    ],
)
def test_what_counts_garbage_or_the_young_is_not(metric: str) -> None:
    metrics = LiveSetMetrics()
    assert [told(metrics, f"{metric} {mib * MIB}") for mib in (40, 41, 30)] == [{}, {}, {}]


@pytest.mark.parametrize("value", ["-1", "0", "NaN", "+Inf", "1e30"])
def test_what_is_no_size_is_left_out(value: str) -> None:
    metrics = LiveSetMetrics()
    told(metrics, "jvm_gc_live_data_size_bytes 7")
    assert told(metrics, f"jvm_gc_live_data_size_bytes {value}\njvm_gc_max_data_size_bytes {value}\n") == {}


def test_the_maximum_of_the_heap_is_told_each_time() -> None:
    metrics = LiveSetMetrics()
    assert [told(metrics, f"jvm_gc_max_data_size_bytes {512 * MIB}") for _ in range(2)] == [{"heap_max_mib": 512.0}] * 2
