"""Two logs: what differs is called so with its reason, what does not is not, and what stands between them is said."""

import random
from pathlib import Path

import pytest
from loadproof.jvm.gc.logs import report_of_logs
from loadproof.jvm.gc.report import GcReport, LogComparison

SECONDS = 120


def young_collections(seed: int, *, pause_ms: float = 4.0, eden_mib: int = 40, collector: str = "Parallel") -> str:
    """Two minutes of young collections, four a second."""
    chance = random.Random(seed)
    lines = [f"[0.010s][info][gc] Using {collector}"]
    for number in range(4 * SECONDS):
        at_s = 0.25 * (number + 1) + 0.02 * chance.random()
        took_ms = pause_ms * chance.uniform(0.8, 1.25)
        sizes = f"{8 + eden_mib + chance.randrange(3)}M->8M(256M)"
        lines.append(f"[{at_s:.3f}s][info][gc] GC({number}) Pause Young (Allocation Failure) {sizes} {took_ms:.3f}ms")
    return "\n".join(lines) + "\n"


def compared(folder: Path, a: str, b: str) -> LogComparison:
    report = reported(folder, a, b)
    assert report.comparison is not None
    return report.comparison


def reported(folder: Path, a: str, b: str) -> GcReport:
    (folder / "a.log").write_text(a, encoding="utf-8")
    (folder / "b.log").write_text(b, encoding="utf-8")
    return report_of_logs([str(folder / "a.log"), str(folder / "b.log")])


def verdicts(comparison: LogComparison) -> dict[str, str]:
    return {one.figure: one.verdict for one in comparison.figures}


def test_longer_pauses_are_called_longer_and_the_same_allocation_is_not(tmp_path: Path) -> None:
    comparison = compared(tmp_path, young_collections(1), young_collections(2, pause_ms=6.0))
    found = verdicts(comparison)
    assert (found["p50_ms"], found["p95_ms"], found["stopped_share"]) == ("higher", "higher", "higher")
    assert found["allocation_mib_per_s"] == "cannot_tell"
    assert found["max_ms"] == "not_judged"
    p50 = next(one for one in comparison.figures if one.figure == "p50_ms")
    assert p50.percent == pytest.approx(50.0, abs=5.0)
    assert p50.reason.code == "gc-reason-apart"
    share = next(one for one in comparison.figures if one.figure == "stopped_share")
    assert share.percent is None
    assert share.difference == pytest.approx(0.008, rel=0.1)
    assert {one.code for one in comparison.doubts} == {"one-start-each"}


def test_two_logs_of_the_same_show_no_difference(tmp_path: Path) -> None:
    alarms = 0
    for seed in range(10):
        comparison = compared(tmp_path, young_collections(2 * seed), young_collections(2 * seed + 1))
        alarms += sum(one.verdict in ("higher", "lower") for one in comparison.figures)
    assert alarms <= 1


def test_a_percentile_with_few_pauses_beyond_it_is_not_shown_and_with_few_bursts_not_judged(tmp_path: Path) -> None:
    found = verdicts(compared(tmp_path, young_collections(1), young_collections(2, pause_ms=40.0)))
    assert "p95_ms" in found
    assert not {"p99_ms", "p99_9_ms"} & found.keys()
    half = "".join(young_collections(1).splitlines(keepends=True)[:60])
    comparison = compared(tmp_path, young_collections(1), half)
    p95 = next(one for one in comparison.figures if one.figure == "p95_ms")
    assert (p95.b, p95.verdict, p95.reason.code) == (None, "cannot_tell", "gc-reason-few")


def test_what_else_differs_is_said(tmp_path: Path) -> None:
    short = "".join(young_collections(2, eden_mib=80, collector="Serial").splitlines(keepends=True)[: 4 * 60])
    comparison = compared(tmp_path, young_collections(1), short)
    assert verdicts(comparison)["allocation_mib_per_s"] == "higher"
    told = {one.code for one in comparison.doubts}
    assert told == {"one-start-each", "unlike-collectors", "unlike-spans", "unlike-allocation"}


def test_logs_of_a_few_pauses_are_shown_and_not_judged(tmp_path: Path) -> None:
    few = "\n".join(young_collections(1).splitlines()[:9]) + "\n"
    comparison = compared(tmp_path, few, few)
    assert {one.verdict for one in comparison.figures} <= {"cannot_tell", "not_judged"}
    assert comparison.sentence.code == "gc-comparison-nothing"
