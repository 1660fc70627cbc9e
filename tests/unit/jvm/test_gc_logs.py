"""What logs of each collector give, reckoned by hand; parts in any order, logs that are cut, several VMs."""

import random
from pathlib import Path

import pytest
from loadproof.errors import InputError
from loadproof.jvm.gc.logs import report_of_logs
from loadproof.jvm.gc.report import GcLog

LOGS = Path(__file__).parent / "logs"
G1, SERIAL, PARALLEL, Z, GENERATIONAL_Z, SHENANDOAH, OLD_FORMAT = (
    (LOGS / f"{name}.log").read_text(encoding="utf-8")
    for name in ("g1", "serial", "parallel", "z", "generational-z", "shenandoah", "old-format")
)


def figures(folder: Path, text: str, name: str = "gc.log") -> GcLog:
    (folder / name).write_text(text, encoding="utf-8")
    return report_of_logs([str(folder / name)]).logs[0]


def codes(log: GcLog) -> set[str]:
    return {remark.code for remark in log.remarks}


def test_a_log_of_g1(tmp_path: Path) -> None:
    log = figures(tmp_path, G1)
    assert (log.collector, log.version) == ("G1", "17.0.9+9 (release)")
    assert log.span_s == pytest.approx(6.001)
    assert (log.pauses.count, log.pauses.max_ms) == (9, 20.0)
    assert log.pauses.total_ms == pytest.approx(43.6)
    assert log.throughput == pytest.approx(1.0 - 0.0436 / 6.001)
    assert log.pauses.p50_ms is None
    assert [(one.kind, one.cause, one.pauses.count) for one in log.groups[:2]] == [
        ("Full", "System.gc()", 1),
        ("Young (Mixed)", "G1 Evacuation Pause", 2),
    ]
    # From 4 to 44, 8 to 12, 12 to 12, 12 to 48, 14 to 50, 9 to 49, 7 to 47 and 8 to 30 MiB.
    assert log.allocation_mib_per_s is not None
    assert log.allocation_mib_per_s.value == pytest.approx((40 + 4 + 0 + 36 + 36 + 40 + 40 + 22) / (5.020 - 1.002))
    assert log.promotion_mib_per_s is not None
    assert log.promotion_mib_per_s.value == pytest.approx(3.0 / 6.001)
    assert log.live_set is not None
    assert [mib for _, mib in log.live_set.points] == [7.0, 5.0]
    assert [at_s for at_s, _ in log.live_set.points] == pytest.approx([3.995, 5.015])
    assert log.live_set.told_by == ("full", "mixed")
    assert (log.heap_mib, log.heap_largest_mib, log.heap_max_mib) == (32.0, 64.0, 256.0)
    assert (log.full_collections, log.evacuation_failures) == (1, 1)
    assert codes(log) == {"asked-for", "evacuation-failures"}


def test_pauses_that_others_asked_for_are_no_calls_of_the_program(tmp_path: Path) -> None:
    log = figures(tmp_path, G1.replace("System.gc()", "Heap Dump Initiated GC"))
    assert codes(log) == {"asked-for-outside", "evacuation-failures"}


def test_serial_counts_a_full_collection_within_a_young_one_once(tmp_path: Path) -> None:
    log = figures(tmp_path, SERIAL)
    assert log.pauses.count == 2
    assert log.pauses.total_ms == pytest.approx(110.0)
    assert sum(one.pauses.count for one in log.groups) == 3
    assert log.allocation_mib_per_s is not None
    assert log.allocation_mib_per_s.value == pytest.approx(76.0 / (0.290 - 0.110))
    assert log.live_set is not None
    assert log.live_set.last_mib == 40.0
    assert log.promotion_mib_per_s is not None
    assert log.promotion_mib_per_s.value == pytest.approx(1.0 / 0.294)
    assert log.remarks == ()


def test_a_log_of_parallel(tmp_path: Path) -> None:
    log = figures(tmp_path, PARALLEL)
    assert log.collector == "Parallel"
    assert log.promotion_mib_per_s is not None
    assert log.promotion_mib_per_s.value == pytest.approx(2.0 / 2.044)
    assert log.live_set is not None
    assert (log.live_set.last_mib, log.live_set.told_by) == (9.0, ("full",))


def test_a_log_of_z(tmp_path: Path) -> None:
    log = figures(tmp_path, Z)
    assert log.collector == "ZGC"
    assert (log.pauses.count, log.pauses.max_ms, log.heap_max_mib) == (6, 0.015, 4072.0)
    assert {one.cause for one in log.groups} == {"Warmup", "Allocation Stall"}
    assert log.allocation_mib_per_s is not None
    assert log.allocation_mib_per_s.value == pytest.approx((938 - 554 + 33) / 0.5)
    assert log.live_set is not None
    assert [mib for _, mib in log.live_set.points] == [449.0, 881.0]
    assert log.stalls is not None
    assert (log.stalls.count, log.stalls.max_ms) == (1, 12.5)
    assert codes(log) == {"stalls"}


def test_a_log_of_generational_z_tells_what_lives_long(tmp_path: Path) -> None:
    log = figures(tmp_path, GENERATIONAL_Z)
    assert log.collector == "generational ZGC"
    assert log.pauses.count == 6
    assert ("Old: Mark End", "Metadata GC Threshold") in {(one.kind, one.cause) for one in log.groups}
    assert log.live_set is not None
    assert [mib for _, mib in log.live_set.points] == [8.0]
    assert log.allocation_mib_per_s is not None
    assert log.allocation_mib_per_s.value == pytest.approx((176 - 76 + 20) / 1.0)
    assert log.promotion_mib_per_s is not None
    assert log.promotion_mib_per_s.value == pytest.approx(5.0 / 2.075)
    assert log.heap_mib == 36864.0


def test_z_without_its_phases_has_no_throughput(tmp_path: Path) -> None:
    lines = [line for line in Z.splitlines(keepends=True) if "[gc   " in line]
    log = figures(tmp_path, "".join(lines))
    assert (log.pauses.count, log.throughput, log.stopped_share) == (0, None, None)
    assert "pauses-not-logged" in codes(log)


def test_shenandoah_counts_no_copies_as_allocated(tmp_path: Path) -> None:
    log = figures(tmp_path, SHENANDOAH)
    assert (log.collector, log.pauses.count, log.degenerated) == ("Shenandoah", 6, 1)
    assert log.allocation_mib_per_s is not None
    assert log.allocation_mib_per_s.value == pytest.approx(60.0 / 1.010)
    assert log.live_set is not None
    assert [mib for _, mib in log.live_set.points] == [18.0, 22.0]
    assert codes(log) == {"degenerated"}


def test_decorations_change_no_figure(tmp_path: Path) -> None:
    usual = figures(tmp_path, G1)
    millis = "".join(
        f"[{round(1000 * float(line[1:6]))}ms]{line[7:]}" for line in G1.splitlines(keepends=True)
    ).replace("]][", "][")
    other = figures(tmp_path, millis.replace("ms]]", "ms]"), "millis.log")
    assert other.pauses == usual.pauses
    assert other.span_s == pytest.approx(usual.span_s)
    assert other.allocation_mib_per_s is not None
    assert usual.allocation_mib_per_s is not None
    assert other.allocation_mib_per_s.value == pytest.approx(usual.allocation_mib_per_s.value)


def test_without_times_there_are_pauses_and_no_shares(tmp_path: Path) -> None:
    bare = "".join(line.split("] ", 1)[1] for line in G1.splitlines(keepends=True))
    log = figures(tmp_path, bare)
    assert (log.pauses.count, log.span_s, log.throughput, log.allocation_mib_per_s) == (9, None, None, None)
    assert "no-times" in codes(log)
    nested = "".join(line.split("] ", 1)[1] for line in SERIAL.splitlines(keepends=True))
    assert figures(tmp_path, nested).pauses.count == 2


def test_rotated_parts_are_put_in_order_by_their_times(tmp_path: Path) -> None:
    whole = figures(tmp_path, G1, "whole.log")
    lines = G1.splitlines(keepends=True)
    for name, part in (("gc.log.1", lines[:9]), ("gc.log.0", lines[9:16]), ("gc.log", lines[16:])):
        (tmp_path / name).write_text("".join(part), encoding="utf-8")
    names = [str(tmp_path / name) for name in ("gc.log", "gc.log.0", "gc.log.1")]
    random.Random(5).shuffle(names)
    log = report_of_logs(names).logs[0]
    assert [Path(file).name for file in log.files] == ["gc.log.1", "gc.log.0", "gc.log"]
    assert (log.pauses, log.groups, log.live_set) == (whole.pauses, whole.groups, whole.live_set)
    assert log.allocation_mib_per_s == whole.allocation_mib_per_s
    assert log.remarks == whole.remarks


def test_a_part_that_is_missing_is_missed(tmp_path: Path) -> None:
    lines = G1.splitlines(keepends=True)
    log = figures(tmp_path, "".join(lines[:11] + lines[18:]))
    assert log.missing_collections == 3
    assert "missing-collections" in codes(log)


def test_two_vms_in_one_log_are_not_one(tmp_path: Path) -> None:
    once = figures(tmp_path, PARALLEL)
    twice = figures(tmp_path, PARALLEL * 2, "twice.log")
    assert twice.vms == 2
    assert twice.pauses.count == 2 * once.pauses.count
    assert once.span_s is not None
    assert twice.span_s == pytest.approx(2 * once.span_s)
    assert once.allocation_mib_per_s is not None
    assert twice.allocation_mib_per_s is not None
    assert twice.allocation_mib_per_s.value == pytest.approx(once.allocation_mib_per_s.value)
    assert codes(twice) == {"several-vms"}


@pytest.mark.parametrize("text", [G1, Z, GENERATIONAL_Z], ids=["g1", "z", "generational z"])
def test_a_log_cut_anywhere_is_read_as_far_as_it_goes(tmp_path: Path, text: str) -> None:
    whole = figures(tmp_path, text)
    for length in range(text.index("GC(") + 60, len(text), 37):
        cut = figures(tmp_path, text[:length], "cut.log")
        assert cut.pauses.count <= whole.pauses.count
        assert ("cut" in codes(cut)) is (not text[:length].endswith("\n"))


def test_the_old_format_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"log of JDK 8 or older .* Cure: run the service on JDK 9 or later"):
        figures(tmp_path, OLD_FORMAT)
    with pytest.raises(InputError, match="JDK 8"):
        figures(tmp_path, "1.234: [GC pause (G1 Evacuation Pause) (young), 0.0123 secs]\n")


def test_what_is_no_log_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no line in it is of a garbage collector"):
        figures(tmp_path, "2026-11-25 INFO started\n" * 3)
    (tmp_path / "gc.log.gz").write_bytes(b"\x1f\x8b\x08\x00")
    with pytest.raises(InputError, match="the compressed file ends early"):
        report_of_logs([str(tmp_path / "gc.log.gz")])
    with pytest.raises(InputError, match="there is no such file"):
        report_of_logs([str(tmp_path / "none.log")])
    with pytest.raises(InputError, match="given twice"):
        report_of_logs([str(tmp_path / "gc.log.gz")] * 2)
    with pytest.raises(InputError, match="3 logs are given"):
        report_of_logs(["a.log", "b.log", "c.log"])


def test_a_vm_that_never_collected_is_a_log(tmp_path: Path) -> None:
    log = figures(tmp_path, "[0.006s][info][gc] Using G1\n[9.006s][info][app] bye\n")
    assert (log.collector, log.pauses.count, log.throughput) == ("G1", 0, 1.0)
    assert log.span_s == pytest.approx(9.0)


def test_endless_lines_and_bytes_that_are_no_text_hold_nothing_up(tmp_path: Path) -> None:
    (tmp_path / "gc.log").write_bytes(b"\xff\x00" * 1_000_000 + b"\n" + PARALLEL.encode() + b"[" * 3_000_000)
    log = report_of_logs([str(tmp_path / "gc.log")]).logs[0]
    assert log.pauses.count == 2
