"""The tables of switches of known cost and of the source's design from made records, and the study of a switch."""

from pathlib import Path
from typing import Any

import pytest
from loadproof.study.load_study import load_study

from bench.real.profiling import PROFILING_RUNS, profiling_study, profiling_tables
from bench.real.record import Record
from bench.real.source_design import SOURCE_RUNS, source_tables


def figure(metric: str, low: float, high: float) -> dict[str, Any]:
    return {"metric": metric, "effect_percent": (low + high) / 2.0, "low": low, "high": high, "off": 1.0}


def entry(cpu: tuple[float, float], mean: tuple[float, float] = (-1.0, 1.0)) -> dict[str, Any]:
    levels = [figure("cpu", *cpu), figure("mean", *mean), figure("p99", 1.0, 2.0)]
    return {"levels": levels, "verdict": "shown", "measured": 5, "wall_s": 540.0}


def test_effects_of_nothing_and_burns_outside_their_intervals_are_counted(tmp_path: Path) -> None:
    record = Record(tmp_path / "profiling.jsonl")
    nothing = [name for name in PROFILING_RUNS if "nothing" in name]
    burns = [name for name in PROFILING_RUNS if "burn" in name]
    assert (len(nothing), len(burns)) == (10, 5)
    # One of CPU, one of the mean alone; the p99 is never a claim.
    for name, (cpu, mean) in zip(
        nothing, [((0.1, 0.3), (-1, 1)), ((-0.1, 0.3), (0.2, 1)), ((-1, 1), (-1, 1))], strict=False
    ):
        record.add(name, entry(cpu, mean))
    # 50 µs of a millisecond.
    for name, cpu in zip(burns, [(4.0, 6.0), (5.2, 6.0), (4.9, 5.1), (3.0, 4.9)], strict=False):
        record.add(name, entry(cpu))
    (table,) = profiling_tables(record)
    assert [(claim.name, claim.value, claim.is_met) for claim in table.claims] == [
        ("nothing, claimed to cost or save CPU, of 3", 1.0, True),
        ("5 % outside its interval, of 4", 2.0, False),
    ]
    assert [row[4] for row in table.rows] == ["cpu", "mean", "–", *["cpu"] * 4]
    assert table.facts["nothing, with an effect of any of the four figures"] == "2; by chance 0.6"


def half(cpu_ms: float, memory_mib: float, mean_ms: float, errors: int) -> dict[str, Any]:
    return {"cpu_ms": cpu_ms, "memory_mib": memory_mib, "mean_ms": mean_ms, "errors": errors, "rate": 300.0}


def test_halves_of_a_start_are_told_in_per_cent_and_in_points(tmp_path: Path) -> None:
    record = Record(tmp_path / "profiling.jsonl")
    first, second = half(1.0, 500.0, 10.0, 0), half(1.1, 550.0, 9.0, 2)
    record.add(next(iter(SOURCE_RUNS)), {"off": first, "second": second, "samples": "", "wall_s": 3660.0})
    (table,) = source_tables(record)
    # 0.1 ms of 300 calls/s are 0.03 of the one core that both services may use.
    assert table.rows == [("off, then on", "+10.00", "+3.00", "+10.00", "-10.00", "0 and 2")]


@pytest.mark.parametrize("more_us", [0, 50])
def test_a_switch_of_known_cost_is_a_study(tmp_path: Path, more_us: int) -> None:
    file = tmp_path / "study.yaml"
    file.write_text(profiling_study(more_us, 7), encoding="utf-8")
    overhead = load_study(file).methods.overhead
    assert overhead is not None
    assert (overhead.starts, overhead.levels) == (5, ("on",))
