"""What is said of a VM by made counters, threads and dumps; hostile histograms; places that a dump cannot have."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.errors import InputError
from loadproof.jvm.heap.dumps import report_of_heap_dumps
from loadproof.jvm.remark import Remark
from loadproof.jvm.threads.dumps import report_on
from loadproof.jvm.threads.text import dumps_in_text
from loadproof.jvm.vm.diagnosis import diagnose_vm
from loadproof.jvm.vm.document import vm_document
from loadproof.jvm.vm.heap_requests import DumpPlace, classes_in
from loadproof.jvm.vm.native_memory import parts_in
from loadproof.jvm.vm.reading import READING_COUNTERS, vm_reading
from loadproof.jvm.vm.report import (
    VM_SCHEMA_VERSION,
    BusyThread,
    ClassUse,
    CollectorFigures,
    HeapDumpFile,
    LockTime,
    PoolFigures,
    VmFacts,
    VmFigures,
    VmReport,
)
from loadproof.model.message import Message, share
from loadproof.records.json_form import of_json, plain
from loadproof.render.html_document import html_document
from loadproof.render.markdown import markdown_document
from loadproof.system.java_counters import VmCounters
from loadproof.words.catalogue import words_of

DUMPS = Path(__file__).parent / "dumps"
SECONDS = 1_000_000_000
COUNTERS: VmCounters = {
    "sun.os.hrt.frequency": SECONDS,
    "sun.rt.javaCommand": "com.example.Main --password=hunter2",
    "sun.gc.generation.0.space.0.name": "eden",
    "sun.gc.generation.0.space.0.used": 3 << 20,
    "sun.gc.generation.0.space.0.capacity": 8 << 20,
    "sun.gc.generation.0.space.0.maxCapacity": 8 << 20,
    "sun.gc.generation.0.space.1.name": "s0",
    "sun.gc.generation.0.space.1.used": 1 << 20,
    "sun.gc.generation.0.space.1.capacity": 1 << 20,
    "sun.gc.generation.0.space.2.name": "s1",
    "sun.gc.generation.0.space.2.used": 0,
    "sun.gc.generation.0.space.2.capacity": 1 << 20,
    "sun.gc.generation.1.space.0.name": "old",
    "sun.gc.generation.1.space.0.used": 5 << 20,
    "sun.gc.generation.1.space.0.capacity": 20 << 20,
    "sun.gc.collector.0.name": "Copy",
    "sun.gc.collector.0.invocations": 7,
    "sun.gc.collector.0.time": SECONDS // 4,
    "sun.gc.lastCause": "Allocation Failure",
    "sun.gc.cause": "No GC",
    "sun.rt.safepointTime": SECONDS // 2,
}


def test_pools_collectors_and_times_are_read_in_units_of_people() -> None:
    read = vm_reading(COUNTERS)
    pools = {pool.name: (pool.used >> 20, pool.committed >> 20) for pool in read.pools}
    assert pools == {"eden": (3, 8), "survivor": (1, 2), "old": (5, 20)}
    assert [(one.name, one.collections, one.paused_s) for one in read.collectors] == [("Copy", 7, 0.25)]
    assert (read.cause, read.last_cause, read.safepoint_s) == (None, "Allocation Failure", 0.5)
    assert (read.classes, read.contended, read.safepoints) == (None, None, None)


def test_a_heap_without_generations_is_one_pool() -> None:
    whole: VmCounters = {name: value for name, value in COUNTERS.items() if "generation.0" not in name}
    assert [pool.name for pool in vm_reading(whole).pools] == ["heap"]


@given(
    st.dictionaries(
        st.sampled_from(sorted(READING_COUNTERS)), st.integers() | st.sampled_from(["", "s0", "eden", "No GC"])
    )
)
def test_whatever_counters_say_it_is_read_without_a_fault(counters: VmCounters) -> None:
    read = vm_reading(counters)
    assert all(pool.used >= 0 for pool in read.pools)


@given(st.text(alphabet=" :0123456789[LBx;\n-()KreservdcomtB,=", max_size=300))
def test_whatever_a_vm_prints_it_is_read_without_a_fault(text: str) -> None:
    assert all(use.objects >= 0 for use in classes_in(text))
    parts_in(text)


def test_a_histogram_of_hostile_length_is_bounded() -> None:
    rows = "\n".join(f" {index}:  1  8  C{index}" for index in range(10_000))
    assert len(list(classes_in(rows))) == 200


def test_a_dump_with_more_of_each_thread_tells_its_native_number_and_what_it_allocated() -> None:
    text = (
        "Full thread dump OpenJDK\n"
        '"main" #1 prio=5 os_prio=0 cpu=44.31ms allocated=12M defined_classes=9 tid=0x7f nid=0x3411 runnable\n'
        "   java.lang.Thread.State: RUNNABLE\n"
        '"a nid=7 allocated=1B" #9 [13226] daemon prio=5 allocated=64B tid=0x7f nid=13226 waiting on condition\n'
        "   java.lang.Thread.State: WAITING (parking)\n"
        '"old" #3 prio=5 tid=0x7f runnable\n'
        "   java.lang.Thread.State: RUNNABLE\n"
    )
    (dump,) = dumps_in_text(text.splitlines(), "d")
    told = [(thread.name, thread.native_number, thread.allocated) for thread in dump.threads]
    assert told == [
        ("main", 0x3411, (12 << 20, 1 << 20)),
        ("a nid=7 allocated=1B", 13226, (64, 1)),
        ("old", None, None),
    ]


def test_a_dump_of_the_heap_needs_a_place_that_the_vm_sees_with_room_for_it(tmp_path: Path) -> None:
    place = DumpPlace.of(os.getpid(), str(tmp_path), 0)
    assert place.here == place.there
    assert place.here.startswith(f"{tmp_path}/heap-{os.getpid()}-")
    inner = DumpPlace.of(os.getpid(), f"/proc/{os.getpid()}/root{tmp_path}", 0)
    assert inner.there == place.there
    with pytest.raises(InputError, match=r"MiB free, a dump of .* MiB in use may take .* Cure"):
        DumpPlace.of(os.getpid(), str(tmp_path), 1 << 50)
    with pytest.raises(InputError, match="Cure: name a directory that is there"):
        DumpPlace.of(os.getpid(), str(tmp_path / "nowhere"), 0)
    (tmp_path / 'a"b').mkdir()
    with pytest.raises(InputError, match="quotes"):
        DumpPlace.of(os.getpid(), str(tmp_path / 'a"b'), 0)


@pytest.mark.parametrize("seconds", [-1.0, 1e9, float("nan")])
def test_a_time_that_cannot_be_is_refused(seconds: float) -> None:
    with pytest.raises(InputError, match="--seconds"):
        diagnose_vm(os.getpid(), seconds)


def made_report() -> VmReport:
    text = (DUMPS / "book-1.txt").read_text(encoding="utf-8")
    figures = VmFigures(
        resident_mib=300.0,
        pools=(PoolFigures(name="old", used_mib=90.0, committed_mib=100.0),),
        native_mib={"Other": 17.0},
        live_set_mib=95.0,
        live_set_max_mib=100.0,
        collectors=(CollectorFigures(name="G1 young collection pauses", collections=4, paused_ms=12.0),),
        pause_share=0.12,
        last_cause="G1 Evacuation Pause",
        allocated_mib_per_s=33.0,
        promoted_mib_per_s=None,
        safepoints=3,
        safepoint_share=0.01,
        contended_per_s=None,
        classes=1200,
        threads=40,
        cores={"service": 0.9, "vm": 0.1},
    )
    busy = BusyThread(
        thread="BookThread-7\x1b[31m",
        group="service",
        cores=0.9,
        state="RUNNABLE",
        place="A.b:7",
        allocated_mib_per_s=2.0,
    )
    return VmReport(
        schema_version=VM_SCHEMA_VERSION,
        state="pressed",
        sentence=Message(
            "vm-sentence",
            collectors=Message("vm-collectors-took", share=share(0.12)),
            used="1",
            threads=Message("vm-threads-unknown"),
        ),
        seconds=10.0,
        vm=VmFacts(
            process=7, command="app.jar", runtime="OpenJDK 25", collector="G1", heap_max="100 MiB", processors="2"
        ),
        figures=figures,
        threads=report_on(list(dumps_in_text(text.splitlines(), "0.0 s"))),
        busy=(busy,),
        log=None,
        classes=(ClassUse(name="byte[]", objects=7, mib=1.5),),
        heap_dump=HeapDumpFile(file="/tmp/heap.hprof", mib=80.0, took_s=2.0),  # noqa: S108
        heap=report_of_heap_dumps([str(DUMPS / "shelves.hprof.gz")]),
        lock_times=(
            LockTime(
                lock="a.Lock\x1b[31m",
                kind="monitor",
                waits=1200,
                lost_s=31.5,
                longest_ms=80.0,
                places=("Ledger.post:10",),
            ),
        ),
        remarks=(
            Remark(kind="pressure", code="pauses", text=Message("vm-remark-pauses", share=share(0.12))),
            Remark(kind="doubt", code="no-log", text=Message("vm-remark-no-log")),
        ),
    )


def test_every_medium_says_it_and_nothing_of_a_target_escapes() -> None:
    document = vm_document(made_report(), words_of("en"))
    text = markdown_document(document)
    assert "BookThread-2" in text
    assert "12" in document.verdict
    assert "\x1b" not in text
    page = html_document(document, "en")
    assert f"heap.hprof: {words_of('en')('heap-section-suspects')}" in page
    assert "Ledger.post:10" in page
    assert "\x1b" not in page


def test_what_is_printed_as_json_can_be_read_again() -> None:
    report = made_report()
    held = json.loads(json.dumps(plain(report)))
    assert of_json(VmReport, held).figures == report.figures


def test_a_report_of_less_is_a_document_too() -> None:
    report = made_report()
    bare = replace(
        report,
        threads=None,
        busy=(),
        classes=(),
        heap_dump=None,
        heap=None,
        lock_times=(),
        remarks=(),
        figures=replace(report.figures, pools=(), native_mib={}, collectors=(), pause_share=None, cores={}),
    )
    assert len(vm_document(bare, words_of("en"), is_whole=False).sections) == 1
