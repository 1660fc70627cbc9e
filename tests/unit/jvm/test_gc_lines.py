"""Each line of a log says one thing, whatever stands before it."""

import pytest
from loadproof.jvm.gc.lines import (
    Cleanup,
    CollectionCycle,
    CollectionPause,
    Event,
    Fact,
    GcLines,
    GenerationTable,
    OldUse,
    Row,
    Safepoint,
    Sizes,
    Stall,
    UnreadLine,
)


def event_in(line: bytes) -> Event | None:
    return next((event for _, event in GcLines().events(line, None)), None)


YOUNG = b"GC(7) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(250M) 2.503ms"


@pytest.mark.parametrize(
    "decorations",
    [
        b"",
        b"[0.101s][info][gc] ",
        b"[2026-11-25T10:00:00.123+0000][0.101s][12][15][info][gc          ] ",
        b"[2026-11-25T10:00:00,123+0000] ",
        b"[101ms] ",
        b"[info][gc,start] ",
        b"service_1  | [0.101s][info ][gc] ",
        b"2026-11-25T10:00:00.123456789Z stdout F [0.101s][info][gc] ",
    ],
    ids=["none", "usual", "many", "time", "millis", "no time", "compose", "pods"],
)
def test_a_pause_is_read_behind_any_decorations(decorations: bytes) -> None:
    expected = CollectionPause(7, "Young (Normal)", "G1 Evacuation Pause", False, Sizes(24.0, 4.0, 250.0), 2.503)
    assert event_in(decorations + YOUNG) == expected
    assert event_in(decorations + YOUNG + b"\r") == expected


@pytest.mark.parametrize(
    ("text", "kind", "cause", "failed"),
    [
        (b"Pause Full (System.gc()) 30M->5M(32M) 20.1ms", "Full", "System.gc()", False),
        (b"Pause Young (Concurrent Start) (System.gc()) 1.0ms", "Young (Concurrent Start)", "System.gc()", False),
        (b"Pause Young (Normal) (GCLocker Initiated GC) 1.0ms", "Young (Normal)", "GCLocker Initiated GC", False),
        (b"Pause Initial Mark (G1 Humongous Allocation) 1.0ms", "Initial Mark", "G1 Humongous Allocation", False),
        (b"Pause Young (G1 Evacuation Pause) 4M->3M(6M) (0.1s, 0.2s) 3.1ms", "Young", "G1 Evacuation Pause", False),
        (
            b"Pause Young (Mixed) (G1 Evacuation Pause) (Evacuation Failure: Allocation / Pinned) 6M->6M(9M) 0.2ms",
            "Young (Mixed)",
            "G1 Evacuation Pause",
            True,
        ),
        (b"Pause Remark 15M->15M(30M) 0.5ms", "Remark", "", False),
        (b"Pause Degenerated GC (Mark) 60M->30M(64M) 53.697ms", "Degenerated GC (Mark)", "", False),
        (b"Pause Init Mark (unload classes) 0.064ms", "Init Mark", "", False),
        (b"Pause Init Mark (Young) (unload classes) 0.064ms", "Init Mark (Young)", "", False),
        (b"O: Pause Mark End 0.019ms", "Old: Mark End", "", False),
        (b"y: Pause Mark Start 0.017ms", "Young: Mark Start", "", False),
        (b"Y: Pause Mark Start (Major) 0.044ms", "Young: Mark Start (Major)", "", False),
    ],
    ids=lambda value: value.decode() if isinstance(value, bytes) else None,
)
def test_pauses_of_all_collectors_have_their_kind_and_cause(text: bytes, kind: str, cause: str, failed: bool) -> None:
    event = event_in(b"[1.0s][info][gc] GC(3) " + text)
    assert isinstance(event, CollectionPause)
    assert (event.kind, event.cause, event.failed) == (kind, cause, failed)


@pytest.mark.parametrize(
    "line",
    [
        b"[1.0s][info][gc,start] GC(7) Pause Young (Normal) (G1 Evacuation Pause)",
        b"[1.0s][info][gc,phases] GC(7)   Pre Evacuate Collection Set: 0.1ms",
        b"[1.0s][info][gc,stats] Phase: Pause Mark End              0.000 / 0.000       0.015 / 0.021 ms",
        b"[1.0s][info][gc,stats] Pause Degenerated GC (G)        1296188 us",
        b"[1.0s][info][gc,heap] GC(0) Soft Max Capacity: 4072M(100%)",
        b"[1.0s][info][gc,task] GC(0) Using 2 workers of 8 for evacuation",
        b"[1.0s][info][app] he said: Pause Young 1.0ms",
        b"CollectionPause",
        b"",
    ],
    ids=lambda line: line.decode()[-40:],
)
def test_other_lines_say_nothing(line: bytes) -> None:
    assert event_in(line) is None


@pytest.mark.parametrize(
    "line",
    [
        b"GC(7) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(250M) 2.5",
        b"GC(7) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(250M) 1.234,567ms",
        b"GC(7) Pause Young (Normal) (G1 Evacuation Pause) 24M-4M(250M) 2.503ms",
        b"GC(7) Pause Young (Normal) (G1 Evacu",
        b"GC(7) Pau",
        b"Allocation Stall (worker) 12.3",
    ],
)
def test_lines_of_pauses_in_another_form_are_unread(line: bytes) -> None:
    lines = GcLines()
    events = [event for _, event in lines.events(b"\n[1.0s][info][gc] " + line + b"\n", "uptime")]
    assert events == [UnreadLine(2, b"[1.0s][info][gc] " + line)]


@pytest.mark.parametrize("suffix", [b" host=node-7", b" [app=shop, pod=shop-1]", b'"', b"</span>", b"  \t"])
def test_a_suffix_changes_no_pause(suffix: bytes) -> None:
    assert event_in(b"[0.1s][info][gc] " + YOUNG + suffix) == event_in(YOUNG)
    version = event_in(b"[0.1s][info][gc,init] Version: 17.0.9+9 (release)" + suffix)
    assert version == Fact("version", "17.0.9+9 (release)")


def test_what_is_no_pause() -> None:
    begin = b"[1.0s][info][gc] "
    assert event_in(begin + b"Allocation Stall (http-nio-8080-exec-1) 12.345ms") == Stall(12.345)
    assert event_in(begin + b"Relocation Stall (Worker (3)) 0.5ms") == Stall(0.5)
    cleanup = event_in(begin + b"GC(1) Concurrent cleanup (Young) 30M->10M(64M) 0.050ms")
    assert cleanup == Cleanup(1, Sizes(30.0, 10.0, 64.0))
    assert event_in(begin + b"GC(1) Minor Collection (High Usage) 1020M(100%)->436M(43%) 0.034s") == CollectionCycle(
        1, "Minor Collection", "High Usage", Sizes(1020.0, 436.0, None)
    )
    assert event_in(begin + b"GC(1) O: Old Generation Statistics:") == GenerationTable("O", "Old Generation")
    row = event_in(begin + b"GC(1) O:      Live:         -           8M (0%)      8M (0%)      9M (0%)   ")
    assert row == Row(1, "O", "Live", (None, 8.0, 8.0, 9.0))
    safepoint = b'Safepoint "ICBufferFull", Time since last: 5 ns, Reaching safepoint: 2000000 ns, Total: 3000000 ns'
    assert event_in(begin + safepoint) == Safepoint(2.0, 3.0)
    stopped = b"Total time for which application threads were stopped: 0.003 seconds, "
    assert event_in(begin + stopped + b"Stopping threads took: 0.002 seconds") == Safepoint(2.0, 3.0)


@pytest.mark.parametrize(
    ("line", "old"),
    [
        (b"Old regions: 4->6", OldUse(4.0, 6.0, True, "G1")),
        (b"ParOldGen: 1024K->2048K(84992K)", OldUse(1.0, 2.0, False, "Parallel")),
        (b"Tenured: 1024K(2048K)->2048K(2048K)", OldUse(1.0, 2.0, False, "Serial")),
    ],
)
def test_the_old_generation_goes_with_the_pause_of_its_collection(line: bytes, old: OldUse) -> None:
    lines = GcLines()
    assert list(lines.events(b"[1.0s][info][gc] GC(1) " + line + b"\n", "uptime")) == []
    pause = b"[1.1s][info][gc] GC(1) Pause Young (Allocation Failure) 3M->2M(6M) 1.5ms\n"
    assert list(lines.events(pause, "uptime")) == [
        (1.1, CollectionPause(1, "Young", "Allocation Failure", False, Sizes(3.0, 2.0, 6.0), 1.5, old))
    ]


def test_lines_without_end_cost_no_time() -> None:
    assert event_in(b"[1.0s] GC(1) Pause A" + b" (x)" * 1000) is None
    for end in (b"A" + b"(" * 1_000_000, b"A" * 4090):
        event = event_in(b"[1.0s] GC(1) Pause " + end)
        assert isinstance(event, UnreadLine)
        assert len(event.text) == 200
