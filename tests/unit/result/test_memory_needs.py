"""Memory needs of services: of made parts, and of stored trials and rounds."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from loadproof.judge.round_figures import TOTAL
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.compare.result.measured_rounds import measured_rounds
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.records.memory_need import MemoryNeed
from loadproof.records.metric import Metric
from loadproof.result.build import build_result
from loadproof.result.memory_needs import need_of
from loadproof.result.memory_parts import MachineMemory, MemoryParts
from loadproof.result.result_json import result_of, to_json
from loadproof.store.window import Window
from loadproof.store.writer import RunWriter
from loadproof.words.catalogue import english

from ..store.made_run import MadeClock, description_of, directory_in, tick_of
from ..words.told_everywhere import told_everywhere
from .test_comparisons import store

JAVA = MemoryParts(
    is_java=True,
    heap_after_mib=120.0,
    heap_committed_mib=512.0,
    other_mib=300.0,
    processes_mib=700.0,
    group_mib=720.0,
    page_cache_mib=2000.0,
    file_refaults_per_s=0.0,
    pressure_share=0.02,
)
MACHINE = MachineMemory(used_mib=400.0, shared_mib=600.0, pressure_share=0.5)
NATIVE = MemoryParts(processes_mib=85.0)


def need(parts: MemoryParts, machine: MachineMemory = MACHINE) -> MemoryNeed:
    found = need_of("api", parts, machine)
    assert found is not None
    for text in (found.text, found.beside, found.lacking):
        if text:
            told_everywhere(text)
    return found


def codes(found: MemoryNeed) -> list[str]:
    return [one.code for one in found.lacking.within()][1:]


def test_the_need_is_the_sum_of_three_parts_and_not_the_fourth() -> None:
    found = need(JAVA)
    assert found.needed_mib == 120.0 + 392.0 + 300.0
    assert (found.heap_after_collection_mib, found.head_room_mib, found.other_mib) == (120.0, 392.0, 300.0)
    assert english(found.text) == (
        "api needs 812 MiB of memory: 120 MiB of heap after collections, 392 MiB of head room for its collector and "
        "300 MiB of other memory."
    )
    beside = english(found.beside)
    assert beside.startswith("The page cache (1.95 GiB) is not part of it")
    # What the study was misled by: less than the heap, which is shared memory.
    assert "as used (400 MiB) is another figure" in beside
    assert "shared memory (600 MiB), where ZGC keeps its heap" in beside
    assert codes(found) == []


def test_pages_that_are_read_again_say_that_the_cache_is_small() -> None:
    found = need(replace(JAVA, file_refaults_per_s=250.0))
    assert "250 pages of files per second had to be read again" in english(found.beside)


def test_without_a_vm_the_need_is_what_the_processes_hold() -> None:
    found = need(NATIVE)
    assert (found.needed_mib, found.other_mib, found.other_of) == (85.0, 85.0, "processes")
    assert (found.heap_after_collection_mib, found.heap_committed_mib, found.head_room_mib) == (None, None, None)
    assert english(found.text) == "api needs 85 MiB of memory: all that its processes hold."
    assert "ZGC" not in english(found.beside)
    assert codes(found) == ["memory-lacks-group"]


def test_pressure_is_of_the_group_else_of_the_machine_else_it_is_said() -> None:
    assert (need(JAVA).pressure_percent, need(JAVA).pressure_of) == (2.0, "group")
    of_machine = need(replace(JAVA, pressure_share=None))
    assert (of_machine.pressure_percent, of_machine.pressure_of) == (50.0, "machine")
    unknown = need(replace(JAVA, pressure_share=None), MachineMemory())
    assert (unknown.pressure_percent, unknown.pressure_of, codes(unknown)) == (None, None, ["memory-lacks-pressure"])


def test_a_heap_without_collections_is_needed_whole() -> None:
    found = need(replace(JAVA, heap_after_mib=None))
    assert (found.needed_mib, found.head_room_mib, codes(found)) == (812.0, None, ["memory-lacks-collections"])
    assert "512 MiB of heap and 300 MiB of other memory" in english(found.text)


def test_a_vm_that_tells_nothing_is_not_split() -> None:
    found = need(replace(JAVA, heap_after_mib=None, heap_committed_mib=None, other_mib=None))
    assert (found.needed_mib, codes(found)) == (700.0, ["memory-lacks-heap"])
    assert "How much of it is heap is not known" in english(found.text)


def test_other_memory_that_was_not_read_is_the_rest() -> None:
    found = need(replace(JAVA, other_mib=None, processes_mib=None))
    assert (found.other_mib, found.other_of, codes(found)) == (208.0, "difference", ["memory-lacks-other"])
    # A heap that is not touched yet is needed all the same.
    assert need(replace(JAVA, other_mib=None, processes_mib=100.0)).needed_mib == 512.0


def test_a_heap_that_was_not_touched_yet_hides_other_memory() -> None:
    parts = replace(JAVA, other_mib=None, processes_mib=None, group_mib=400.0)
    found = need(parts)
    assert (found.needed_mib, found.other_mib, found.other_of, codes(found)) == (512.0, None, "difference", [])
    assert found.text.code == "memory-need-least"


def test_heaps_of_further_vms_are_other_memory() -> None:
    assert need(replace(JAVA, processes_mib=900.0)).needed_mib == 900.0


def test_nothing_read_is_no_need() -> None:
    assert need_of("api", MemoryParts(page_cache_mib=9.0), MACHINE) is None


def test_a_service_name_from_outside_is_printable() -> None:
    found = need_of("a\x1b[31m\n", NATIVE, MACHINE)
    assert found is not None
    assert english(found.text).isprintable()


def _held(writer: RunWriter, clock: MadeClock, number: int, hold_s: int, readings: Mapping[str, float]) -> None:
    """A trial of a second of settling, in which all is larger, and of `hold_s` judged ones."""
    trial = Trial(Purpose.LOAD, 100.0, float(hold_s), 1.0)
    writer.trial_started(number, trial, method="load")
    window = Window(1)
    for second in range(1 + hold_s):
        writer.tick(number, tick_of(second, [10.0] * 4))
        clock.now_s += 1.0
        scale = 9.0 if second == 0 else 1.0
        cells = ((key.rpartition(" "), value) for key, value in readings.items())
        rows = [(clock.now_s, probe, name, "", value * scale) for (probe, _, name), value in cells]
        writer.readings(number, rows)
    measured = window.measurement(float(hold_s))
    writer.trial_ended(number, TrialResult(trial, measured, Verdict(State.PASSED, Message("slot-held"))))


READ = {
    "java:api classes": 900.0,
    "java:api heap_committed_mib": 512.0,
    "java:api heap_used_after_collection_mib": 120.0,
    "process:api pss_mib": 700.0,
    "process:api other_memory_mib": 300.0,
    "cgroup:api page_cache_mib": 50.0,
    "host memory_used_mib": 400.0,
    "host memory_shared_mib": 600.0,
    "process:db pss_mib": 64.0,
    "java:api live_set_mib": 90.0,
}


def test_needs_of_a_stored_run_are_of_the_judged_seconds_of_each_service(tmp_path: Path) -> None:
    clock = MadeClock()
    with RunWriter(directory_in(tmp_path), description_of(), clock) as writer:
        _held(writer, clock, 1, 4, READ)
        with writer.reader() as reader:
            result = build_result(reader)
    assert {one.service: one.needed_mib for one in result.memory} == {"api": 812.0, "db": 64.0}
    assert [(one.method, one.trials, one.is_told) for one in result.memory] == [("load", (1,), True)] * 2
    assert result_of(to_json(result)).memory == result.memory


def test_a_heap_that_was_collected_before_the_span_alone_is_still_told(tmp_path: Path) -> None:
    clock = MadeClock()
    seldom = {key: value for key, value in READ.items() if "after_collection" not in key}
    with RunWriter(directory_in(tmp_path), description_of(), clock) as writer:
        writer.readings(1, [(clock.now_s + 0.2, "java:api", "heap_used_after_collection_mib", "MiB", 33.0)])
        _held(writer, clock, 1, 4, seldom)
        with writer.reader() as reader:
            (api,) = (one for one in build_result(reader).memory if one.service == "api")
    assert (api.heap_after_collection_mib, api.head_room_mib) == (33.0, 479.0)


def test_other_memory_that_is_read_seldom_may_be_of_the_seconds_before(tmp_path: Path) -> None:
    clock = MadeClock()
    grouped = {key: value for key, value in READ.items() if not key.startswith("process:")}
    with RunWriter(directory_in(tmp_path), description_of(), clock) as writer:
        writer.readings(1, [(clock.now_s + 0.2, "process:api", "other_memory_mib", "MiB", 77.0)])
        _held(writer, clock, 1, 4, {**grouped, "cgroup:api memory_mib": 700.0})
        with writer.reader() as reader:
            (api,) = build_result(reader).memory
    assert (api.other_mib, api.other_of, api.needed_mib) == (77.0, "processes", 589.0)


def test_a_vm_whose_heap_no_probe_asks_for_is_not_split(tmp_path: Path) -> None:
    clock = MadeClock()
    bare = {key: READ[key] for key in ("process:api pss_mib", "process:api other_memory_mib")}
    with RunWriter(directory_in(tmp_path), description_of(), clock) as writer:
        _held(writer, clock, 1, 4, bare)
        with writer.reader() as reader:
            (api,) = build_result(reader).memory
    assert (api.needed_mib, api.text.code, codes(api)) == (
        700.0,
        "memory-need-unsplit",
        ["memory-lacks-heap", "memory-lacks-group", "memory-lacks-pressure"],
    )


@pytest.mark.parametrize("value", [-1.0, 2.0**61])
def test_values_that_are_no_memory_are_left_out(tmp_path: Path, value: float) -> None:
    clock = MadeClock()
    with RunWriter(directory_in(tmp_path), description_of(), clock) as writer:
        _held(writer, clock, 1, 4, {"process:api pss_mib": value})
        with writer.reader() as reader:
            assert build_result(reader).memory == ()


def test_rounds_have_the_parts_as_figures_beside_the_memory_that_decides(tmp_path: Path) -> None:
    writer, made = store(tmp_path)
    made.memory = READ
    with writer:
        made.round(1, {"a": 0.4, "b": 0.5})
        with writer.reader() as reader:
            (one,) = measured_rounds(reader)
            needs = build_result(reader).memory
    values = one.figures["a"].values
    parts = (Metric.HEAP_AFTER, Metric.HEAP_COMMITTED, Metric.OTHER_MEMORY, Metric.PAGE_CACHE)
    # Other memory is that of both services.
    assert [values[part, TOTAL] for part in parts] == [120.0, 512.0, 364.0, 50.0]
    assert values[Metric.MEMORY, TOTAL] == 101.0
    shown = {(need.variant, need.service): need for need in needs}
    assert shown["a", "api"].needed_mib == 812.0
    assert (shown["b", "db"].start, shown["b", "db"].method, len(shown["b", "db"].trials)) == (0, "compare", 2)
